"""Parts of a run that an export writes: weights, ids and clauses, by their names."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_rl.base.config import MORE, EnvConfig
from symbolic_rl.base.errors import UnsupportedModuleError
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.play.known_ids import KnownIds
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
    SYMBOL_ID,
    VARIABLE_ID,
)
from symbolic_rl.search.guide import read_guide


@dataclass(frozen=True)
class TrainedRun:
    """Policy of a run as plain arrays, with its program."""

    source: str
    """Name of the run's problem."""
    ids: KnownIds
    weights: NetworkWeights
    config: EnvConfig
    program: Program
    """The run's program, without queries."""

    @classmethod
    def open(cls, run_dir: Path) -> "TrainedRun":
        """Open a run.

        Raises:
            RunError: there is no run, or none with a checkpoint.
            ConfigError: its program has changed since.
            ProgramError: its program has errors.
            UnsupportedModuleError: its network is not one of plain matrices.
        """
        run = RunDirectory.open(run_dir)
        pack = pack_of_run(run.config)
        run.config.expect(pack.name, pack.program_checksum, where=str(run_dir))
        guide = read_guide(run)
        if guide is not None:
            ids, weights = guide.ids, guide.weights
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
        """Return what the ids of observations mean, for a document in JSON.

        Terms are shown by ids: ``padding`` and ``ellipsis``; variables from ``first``, by the order
        in which a state first mentions them, those beyond the last role as the last; integers from
        ``least`` to below ``end`` by value, from ``first``, others by bucket, value modulo ``n``;
        ``symbols`` by name and arity; anything else (a symbol that training did not know, a large
        number, a string) by ``literals``: of kind number, string, atom, functor, the bucket of the
        code points of its text, folded by 31 * bucket + code, modulo ``n``.
        """
        view = self.ids.view
        symbols = {
            f"{name}/{arity}": SYMBOL_ID + i for i, (name, arity) in enumerate(self.ids.symbols)
        }
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
