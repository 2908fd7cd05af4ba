"""Export a trained policy to ONNX: observations in, log-probabilities of the actions out.

The graph is built from the plain matrices that searches in C use. Its inputs are arrays of an
observation; its metadata hold the vocabulary, so the file is self-contained.

Dimension key: as in :mod:`symbolic_rl.policy.batch`; S symbols, D width of embeddings.
"""

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic_rl import __version__
from symbolic_rl.base.config import MORE, EnvConfig
from symbolic_rl.base.errors import InstallationError, UnsupportedModuleError
from symbolic_rl.base.files import expect_writable, replace_file
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.derivations.known_ids import KnownIds
from symbolic_rl.policy.weights import NetworkWeights
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.pack import pack_of_run
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import (
    ATOM_ID,
    BUCKET_ID,
    ELLIPSIS,
    INTEGER_END_SHOWN,
    INTEGER_ID,
    INTEGER_LEAST_SHOWN,
    LITERAL_ID,
    N_INTEGER_BUCKETS,
    N_LITERAL_BUCKETS,
    N_VARIABLE_ROLES,
    PADDING,
    VARIABLE_ID,
    symbol_ids,
)
from symbolic_rl.search.search_checkpoint import read_search_checkpoint

if TYPE_CHECKING:
    import onnx


@dataclass(frozen=True)
class TrainedRun:
    """A run's policy as plain arrays, with its program."""

    source: str  # name of the run's problem
    ids: KnownIds
    weights: NetworkWeights
    config: EnvConfig
    program: Program  # the run's program, without queries

    @classmethod
    def open(cls, run_dir: Path) -> "TrainedRun":
        """Open a run.

        RunError: there is no run, or none with a checkpoint. ConfigError, ProgramError: its program
        has changed, or has errors. UnsupportedModuleError: its network has no form as plain
        matrices.
        """
        run = RunDirectory.open(run_dir)
        pack = pack_of_run(run.config)
        run.config.expect(pack.name, pack.program_checksum, where=str(run_dir))
        checkpoint = read_search_checkpoint(run)
        if checkpoint is not None:
            ids, weights = checkpoint.ids, checkpoint.weights
        else:
            from symbolic_rl.policy.open import load_trained

            trained, policy = load_trained(run_dir, pack)
            found = policy.head.plain_weights()
            if found is None:
                raise UnsupportedModuleError(
                    f"the policy {policy.name!r} has no form as plain matrices.",
                    str(run_dir),
                    "export a run with one of the heads that come with the package, --dim 1024 or "
                    "less.",
                )
            ids, weights = trained.ids, found
        program = Program(list(pack.program), {}, config=run.config.env)
        return cls(pack.name, ids, weights, run.config.env, program)

    def vocabulary(self) -> dict[str, Any]:
        """Return the meaning of the ids in observations, as JSON data.

        ``padding`` and ``ellipsis`` are ids of their own. Variables are numbered from ``first`` in
        the order of their first occurrence in a state; those beyond the last role share its id.
        Integers from ``least`` up to but excluding ``end`` are numbered by value from ``first``;
        others fall into buckets, value modulo ``n``. ``symbols`` are given by name and arity.
        Anything else (a symbol unknown in training, a large number, a string) falls into
        ``literals``: one range of ``n`` buckets for each of number, string, atom and functor; the
        bucket folds the code points of the text by 31 * bucket + code, modulo ``n``.
        """
        view = self.ids.view
        ids = symbol_ids(len(self.ids.symbols)).tolist()
        names = (f"{name}/{arity}" for name, arity in self.ids.symbols)
        symbols = dict(zip(names, ids, strict=True))
        known_ids = self.ids.clause_ids(self.program)[FIRST_CLAUSE:].tolist()
        clauses = {
            str(known): f"{clause.predicate} {Path(clause.file).name}:{clause.line}"
            for clause, known in zip(self.program.clauses, known_ids, strict=True)
            if known
        }
        return {
            "problem": self.source,
            "view": {
                "kind": view.kind,
                "n_goals": view.n_goals,
                "goal_width": view.goal_width,
                "parents": list(view.parents),
                "arguments": list(view.arguments),
            },
            "n_candidates": self.config.n_candidates,
            "padding": PADDING,
            "ellipsis": ELLIPSIS,
            "variables": {"first": VARIABLE_ID, "n": N_VARIABLE_ROLES},
            "integers": {
                "first": INTEGER_ID,
                "least": INTEGER_LEAST_SHOWN,
                "end": INTEGER_END_SHOWN,
                "first_bucket": BUCKET_ID,
                "n": N_INTEGER_BUCKETS,
            },
            "literals": {"first": LITERAL_ID, "first_atom": ATOM_ID, "n": N_LITERAL_BUCKETS},
            "symbols": symbols,
            "clauses": {str(MORE): "more", **clauses},
        }


OPSET, IR_VERSION = 17, 8
"""Old enough for runtimes of the last four years."""
OUTPUT = "log_probabilities"


def export_onnx(trained: TrainedRun, file: Path) -> list[str]:
    """Write a policy as an ONNX file, and return the names of its inputs.

    InstallationError: onnx is not installed. ConfigError: the file cannot be written.
    """
    if find_spec("onnx") is None:
        raise InstallationError(
            "onnx is not installed.", "--onnx", "pip install 'symbolic-rl[onnx]'"
        )
    expect_writable(file, "--onnx")
    model = onnx_model(trained)
    replace_file(file, model.SerializeToString())
    return [each.name for each in model.graph.input]


def onnx_model(trained: TrainedRun) -> "onnx.ModelProto":
    """Return the policy as a model."""
    from onnx import TensorProto, checker, helper

    view, n_actions = trained.ids.view, trained.config.n_candidates
    builder = _GraphBuilder()
    network = _NetworkGraph(trained, builder)
    shown = ("N", view.n_goals, view.goal_width)
    inputs = {"goals": shown, "clauses": ("N", n_actions), "action_mask": ("N", n_actions)}
    if trained.weights.reads_candidates:
        inputs["candidates"] = ("N", n_actions, view.n_goals, view.goal_width)
    if trained.weights.structure.size:
        inputs["structure"] = ("N", n_actions, N_FEATURES)
    types = {"action_mask": TensorProto.BOOL, "structure": TensorProto.INT8}
    network.write()
    graph = helper.make_graph(
        builder.nodes,
        "policy",
        [
            helper.make_tensor_value_info(name, types.get(name, TensorProto.INT32), shape)
            for name, shape in inputs.items()
        ],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ("N", n_actions))],
        builder.constants,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION
    )
    model.producer_name, model.producer_version = "symbolic-rl", __version__
    entry = model.metadata_props.add()
    entry.key, entry.value = "vocabulary", json.dumps(trained.vocabulary())
    checker.check_model(model)
    return model


class _GraphBuilder:
    """Nodes and constants of a graph."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Add a node; return the name of its output."""
        from onnx import helper

        name = f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    def constant(self, value: Any, dtype: Any = np.int64) -> str:
        """Add a constant; return its name."""
        from onnx import numpy_helper

        name = f"constant_{len(self.constants)}"
        array = np.array(value, dtype, order="C")
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def cast(self, name: str, to: Any) -> str:
        """Add a conversion to a numpy type."""
        from onnx import helper

        return self.op("Cast", name, to=helper.np_dtype_to_tensor_dtype(np.dtype(to)))


class _NetworkGraph:
    """Writes the network of ``prolog/core/network.c`` as a graph, batched over N states."""

    def __init__(self, trained: TrainedRun, builder: _GraphBuilder) -> None:
        self._weights, self._b = trained.weights, builder
        self._width = trained.ids.view.goal_width
        self._dim = trained.weights.state_bias.size
        self._size = builder.constant(trained.weights.n_symbols)
        self._places = self._matrix(trained.weights.places)
        self._slot = builder.constant(np.arange(self._width))

    def _matrix(self, array: Any) -> str:
        return self._b.constant(array, np.float32)

    def write(self) -> None:
        """Write the nodes from the inputs to the output."""
        b, weights = self._b, self._weights
        state = b.op("Relu", self._resolvents("goals"))
        layer = self._linear(state, weights.state, weights.state_bias)
        clause = b.cast("clauses", np.int64)
        known = b.op("Less", clause, b.constant(weights.clause_bias.size))
        clause = b.op("Where", known, clause, b.constant(0))
        if weights.reads_candidates:
            logits = self._by_candidates(layer, clause)
        else:
            of_clauses = self._linear(b.op("Relu", layer), weights.clauses.T, weights.clause_bias)
            logits = b.op("GatherElements", of_clauses, clause, axis=1)
        if weights.structure.size:
            logits = b.op("Add", logits, self._of_structure())
        masked = b.op("Where", "action_mask", logits, b.constant(-np.inf, np.float32))
        logs = b.op("LogSoftmax", masked, axis=-1)
        b.op("Identity", logs)
        b.nodes[-1].output[0] = OUTPUT

    def _by_candidates(self, query: str, clause: str) -> str:
        b, weights = self._b, self._weights
        of_clause = b.op("Gather", self._matrix(weights.clauses), clause, axis=0)
        candidate = b.op("Relu", b.op("Add", self._resolvents("candidates"), of_clause))
        product = b.op("Mul", candidate, b.op("Unsqueeze", query, b.constant([1])))
        score = b.op("ReduceSum", product, b.constant([-1]), keepdims=0)
        score = b.op("Div", score, b.constant(self._dim**0.5, np.float32))
        bias = b.op("Gather", self._matrix(weights.clause_bias), clause, axis=0)
        return b.op("Add", score, bias)

    def _of_structure(self) -> str:
        """Score candidates [N, A] by their features."""
        b, weights = self._b, self._weights
        features = b.cast("structure", np.float32)
        hidden = b.op("Relu", self._linear(features, weights.structure, weights.structure_bias))
        factor = weights.structure_out * np.float32(weights.structure_factor)
        return b.op("MatMul", hidden, self._matrix(factor))

    def _linear(self, x: str, weights: Any, bias: Any) -> str:
        return self._b.op("Add", self._b.op("MatMul", x, self._matrix(weights)), self._matrix(bias))

    def _resolvents(self, name: str) -> str:
        """Encode resolvents [..., G, W] as [..., D]: the selected goal, and the sum of the rest."""
        b, weights = self._b, self._weights
        ids = b.cast(name, np.int64)
        # Ids beyond the embedding are read as an ellipsis.
        ids = b.op("Where", b.op("Less", ids, self._size), ids, b.constant(ELLIPSIS))
        # [..., G] The head of each goal; padding marks an empty goal.
        first = b.op("Gather", ids, b.constant(0), axis=-1)
        is_goal = b.op("Not", b.op("Equal", first, b.constant(0)))
        real = b.op("Unsqueeze", b.cast(is_goal, np.float32), b.constant([-1]))
        goals = b.op("Mul", self._goals(ids), real)
        selected = b.op("Gather", goals, b.constant(0), axis=-2)
        # The other goals enter as one sum: the total minus the selected goal.
        everything = b.op("ReduceSum", goals, b.constant([-2]), keepdims=0)
        behind = b.op("Sub", everything, selected)
        # The matrix [2D, D] of a concatenation, applied by halves.
        of_behind = b.op("MatMul", behind, self._matrix(weights.resolvent[self._dim :]))
        of_selected = self._linear(selected, weights.resolvent[: self._dim], weights.resolvent_bias)
        return b.op("Add", of_selected, of_behind)

    def _goals(self, ids: str) -> str:
        """Encode goals [..., W] as [..., D]: the sum over their slots."""
        b, weights = self._b, self._weights
        if weights.reads_candidates:
            # Embedding rows are ordered by (symbol, slot) here ...
            row = b.op("Add", b.op("Mul", ids, b.constant(self._width)), self._slot)
            total = self._sum_of_rows(row)
            return b.op("Relu", b.op("Add", total, self._matrix(weights.goal_bias)))
        # ... and by (slot, symbol) here.
        start = b.op("Mul", self._slot, self._size)
        is_real = b.op("Not", b.op("Equal", ids, b.constant(0)))
        total = self._sum_of_rows(b.op("Add", self._nameless(ids), start), is_real)
        if weights.compares:
            earlier = self._earlier(ids, is_real)
            has_one = b.op("GreaterOrEqual", earlier, b.constant(0))
            at = b.op("Add", b.op("Max", earlier, b.constant(0)), self._size)
            row = b.op("Add", b.op("Mul", at, b.constant(self._width)), self._slot)
            total = b.op("Add", total, self._sum_of_rows(row, has_one))
        return total

    def _sum_of_rows(self, row: str, counts: str = "") -> str:
        """Sum embedding rows [..., W] to [..., D]; ``counts`` [..., W] masks them."""
        b = self._b
        embedded = b.op("Gather", self._places, row, axis=0)
        if counts:
            weight = b.op("Unsqueeze", b.cast(counts, np.float32), b.constant([-1]))
            embedded = b.op("Mul", embedded, weight)
        return b.op("ReduceSum", embedded, b.constant([-2]), keepdims=0)

    def _nameless(self, ids: str) -> str:
        """Replace all names by one symbol if the network compares slots."""
        b, weights = self._b, self._weights
        if not weights.compares or weights.first_name >= weights.n_symbols:
            return ids
        name = b.constant(weights.first_name)
        is_new = b.op(
            "And",
            b.op("GreaterOrEqual", ids, b.constant(ATOM_ID)),
            b.op("Less", ids, b.constant(ATOM_ID + N_LITERAL_BUCKETS)),
        )
        is_name = b.op("Or", is_new, b.op("GreaterOrEqual", ids, name))
        return b.op("Where", is_name, name, ids)

    def _earlier(self, ids: str, is_real: str) -> str:
        """Return [..., W] the last earlier slot with the same symbol; -1 for none."""
        b = self._b
        # [W, W] True where the second slot precedes the first.
        before = np.arange(self._width)[None] < np.arange(self._width)[:, None]
        same = b.op(
            "Equal",
            b.op("Unsqueeze", ids, b.constant([-1])),
            b.op("Unsqueeze", ids, b.constant([-2])),
        )
        same = b.op("And", same, b.constant(before, np.bool_))
        same = b.op("And", same, b.op("Unsqueeze", is_real, b.constant([-1])))
        return b.op(
            "ReduceMax", b.op("Where", same, self._slot, b.constant(-1)), axes=[-1], keepdims=0
        )
