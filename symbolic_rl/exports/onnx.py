"""Export a trained policy to ONNX: observations in, log-probabilities of the actions out.

The graph is built from the plain matrices that searches in C use. Its inputs are arrays of an
observation; its metadata hold the vocabulary, so the file is self-contained.

Dimension key: as in :mod:`symbolic_rl.policy.batch`; S symbols, D width of embeddings.
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic_rl import __version__
from symbolic_rl.base.config import MORE, EnvConfig
from symbolic_rl.base.errors import UnsupportedModuleError, expect_package
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
            "view": asdict(self.ids.view),
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
    expect_package("onnx", "--onnx", "onnx")
    expect_writable(file, "--onnx")
    model = onnx_model(trained)
    replace_file(file, model.SerializeToString())
    return [each.name for each in model.graph.input]


def onnx_model(trained: TrainedRun) -> "onnx.ModelProto":
    """Return the policy as a model."""
    from onnx import TensorProto, checker, helper

    view, n_actions = trained.ids.view, trained.config.n_candidates
    network = _NetworkGraph(trained)
    shown = ("N", view.n_goals, view.goal_width)
    inputs = {"goals": shown, "clauses": ("N", n_actions), "action_mask": ("N", n_actions)}
    if trained.weights.reads_candidates:
        inputs["candidates"] = ("N", n_actions, view.n_goals, view.goal_width)
    if trained.weights.structure.size:
        inputs["structure"] = ("N", n_actions, N_FEATURES)
    types = {"action_mask": TensorProto.BOOL, "structure": TensorProto.INT8}
    network.write()
    graph = helper.make_graph(
        network.nodes,
        "policy",
        [
            helper.make_tensor_value_info(name, types.get(name, TensorProto.INT32), shape)
            for name, shape in inputs.items()
        ],
        [helper.make_tensor_value_info(OUTPUT, TensorProto.FLOAT, ("N", n_actions))],
        network.constants,
    )
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION
    )
    model.producer_name, model.producer_version = "symbolic-rl", __version__
    entry = model.metadata_props.add()
    entry.key, entry.value = "vocabulary", json.dumps(trained.vocabulary())
    checker.check_model(model)
    return model


class _NetworkGraph:
    """Writes the network of ``prolog/core/network.c`` as a graph, batched over N states."""

    def __init__(self, trained: TrainedRun) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._weights = trained.weights
        self._width = trained.ids.view.goal_width
        self._dim = trained.weights.state_bias.size
        self._size = self.constant(trained.weights.n_symbols)
        self._places = self._matrix(trained.weights.places)
        self._slot = self.constant(np.arange(self._width))

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

    def _matrix(self, array: Any) -> str:
        return self.constant(array, np.float32)

    def write(self) -> None:
        """Write the nodes from the inputs to the output."""
        weights = self._weights
        state = self.op("Relu", self._resolvents("goals"))
        layer = self._linear(state, weights.state, weights.state_bias)
        clause = self.cast("clauses", np.int64)
        known = self.op("Less", clause, self.constant(weights.clause_bias.size))
        clause = self.op("Where", known, clause, self.constant(0))
        if weights.reads_candidates:
            logits = self._by_candidates(layer, clause)
        else:
            query = self.op("Relu", layer)
            of_clauses = self._linear(query, weights.clauses.T, weights.clause_bias)
            logits = self.op("GatherElements", of_clauses, clause, axis=1)
        if weights.structure.size:
            logits = self.op("Add", logits, self._of_structure())
        masked = self.op("Where", "action_mask", logits, self.constant(-np.inf, np.float32))
        self.op("LogSoftmax", masked, axis=-1)
        self.nodes[-1].output[0] = OUTPUT

    def _by_candidates(self, query: str, clause: str) -> str:
        weights = self._weights
        of_clause = self.op("Gather", self._matrix(weights.clauses), clause, axis=0)
        candidate = self.op("Relu", self.op("Add", self._resolvents("candidates"), of_clause))
        product = self.op("Mul", candidate, self.op("Unsqueeze", query, self.constant([1])))
        score = self.op("ReduceSum", product, self.constant([-1]), keepdims=0)
        score = self.op("Div", score, self.constant(self._dim**0.5, np.float32))
        bias = self.op("Gather", self._matrix(weights.clause_bias), clause, axis=0)
        return self.op("Add", score, bias)

    def _of_structure(self) -> str:
        """Score candidates [N, A] by their features."""
        weights = self._weights
        features = self.cast("structure", np.float32)
        hidden = self.op("Relu", self._linear(features, weights.structure, weights.structure_bias))
        factor = weights.structure_out * np.float32(weights.structure_factor)
        return self.op("MatMul", hidden, self._matrix(factor))

    def _linear(self, x: str, weights: Any, bias: Any) -> str:
        return self.op("Add", self.op("MatMul", x, self._matrix(weights)), self._matrix(bias))

    def _resolvents(self, name: str) -> str:
        """Encode resolvents [..., G, W] as [..., D]: the selected goal, and the sum of the rest."""
        weights = self._weights
        ids = self.cast(name, np.int64)
        # Ids beyond the embedding are read as an ellipsis.
        ids = self.op("Where", self.op("Less", ids, self._size), ids, self.constant(ELLIPSIS))
        # [..., G] The head of each goal; padding marks an empty goal.
        first = self.op("Gather", ids, self.constant(0), axis=-1)
        is_goal = self.op("Not", self.op("Equal", first, self.constant(0)))
        real = self.op("Unsqueeze", self.cast(is_goal, np.float32), self.constant([-1]))
        goals = self.op("Mul", self._goals(ids), real)
        selected = self.op("Gather", goals, self.constant(0), axis=-2)
        # The other goals enter as one sum: the total minus the selected goal.
        everything = self.op("ReduceSum", goals, self.constant([-2]), keepdims=0)
        behind = self.op("Sub", everything, selected)
        # The matrix [2D, D] of a concatenation, applied by halves.
        of_behind = self.op("MatMul", behind, self._matrix(weights.resolvent[self._dim :]))
        of_selected = self._linear(selected, weights.resolvent[: self._dim], weights.resolvent_bias)
        return self.op("Add", of_selected, of_behind)

    def _goals(self, ids: str) -> str:
        """Encode goals [..., W] as [..., D]: the sum over their slots."""
        weights = self._weights
        if weights.reads_candidates:
            # Embedding rows are ordered by (symbol, slot) here ...
            row = self.op("Add", self.op("Mul", ids, self.constant(self._width)), self._slot)
            total = self._sum_of_rows(row)
            return self.op("Relu", self.op("Add", total, self._matrix(weights.goal_bias)))
        # ... and by (slot, symbol) here.
        start = self.op("Mul", self._slot, self._size)
        is_real = self.op("Not", self.op("Equal", ids, self.constant(0)))
        total = self._sum_of_rows(self.op("Add", self._nameless(ids), start), is_real)
        if weights.compares:
            earlier = self._earlier(ids, is_real)
            has_one = self.op("GreaterOrEqual", earlier, self.constant(0))
            at = self.op("Add", self.op("Max", earlier, self.constant(0)), self._size)
            row = self.op("Add", self.op("Mul", at, self.constant(self._width)), self._slot)
            total = self.op("Add", total, self._sum_of_rows(row, has_one))
        return total

    def _sum_of_rows(self, row: str, counts: str = "") -> str:
        """Sum embedding rows [..., W] to [..., D]; ``counts`` [..., W] masks them."""
        embedded = self.op("Gather", self._places, row, axis=0)
        if counts:
            weight = self.op("Unsqueeze", self.cast(counts, np.float32), self.constant([-1]))
            embedded = self.op("Mul", embedded, weight)
        return self.op("ReduceSum", embedded, self.constant([-2]), keepdims=0)

    def _nameless(self, ids: str) -> str:
        """Replace all names by one symbol if the network compares slots."""
        weights = self._weights
        if not weights.compares or weights.first_name >= weights.n_symbols:
            return ids
        name = self.constant(weights.first_name)
        is_new = self.op(
            "And",
            self.op("GreaterOrEqual", ids, self.constant(ATOM_ID)),
            self.op("Less", ids, self.constant(ATOM_ID + N_LITERAL_BUCKETS)),
        )
        is_name = self.op("Or", is_new, self.op("GreaterOrEqual", ids, name))
        return self.op("Where", is_name, name, ids)

    def _earlier(self, ids: str, is_real: str) -> str:
        """Return [..., W] the last earlier slot with the same symbol; -1 for none."""
        # [W, W] True where the second slot precedes the first.
        before = np.arange(self._width)[None] < np.arange(self._width)[:, None]
        same = self.op(
            "Equal",
            self.op("Unsqueeze", ids, self.constant([-1])),
            self.op("Unsqueeze", ids, self.constant([-2])),
        )
        same = self.op("And", same, self.constant(before, np.bool_))
        same = self.op("And", same, self.op("Unsqueeze", is_real, self.constant([-1])))
        earlier = self.op("Where", same, self._slot, self.constant(-1))
        return self.op("ReduceMax", earlier, axes=[-1], keepdims=0)
