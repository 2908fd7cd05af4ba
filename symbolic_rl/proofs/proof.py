"""Proofs: a derivation repeated in SWI-Prolog, with the bindings that it makes.

A proof is a list of lines in pre-order, each with its depth. Nothing here searches.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from os.path import basename
from typing import Any

from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.engine import Engine, need_prolog
from symbolic_rl.play.subgoals import derivation_codes
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import Program, Query, read_texts

_FIELDS = 6
_DEEPEST_INDENT = 40
_WIDEST_GOAL = 72

NOTES = {
    "query": "query",
    "clause": "",
    "grammar": "grammar rule",
    "library": "library",
    "or": "disjunction",
    "if": "if-then-else",
    "each": "element by element",
    "start": "start",
    "move": "",
    "end": "end",
    "action": "move",
    "builtin": "builtin",
    "not": "has no proof",
    "open": "open",
}
"""Kind of a line -> note behind its goal."""


@dataclass(frozen=True)
class Line:
    """Goal of a proof, instantiated by the whole derivation, and the clause that resolved it."""

    depth: int
    """0 for the query."""
    goal: str
    """Text in Prolog's syntax; a construct stands as it was written."""
    kind: str
    """``query``; ``clause``, ``grammar`` or ``library``; ``or`` or ``if``: a branch of the
    construct; ``each``: a step of maplist and its like; ``start``, ``move`` or ``end``:
    a query, a state that is left, or a last state of a process; ``action``: the move itself;
    ``builtin``; ``not``: a negated goal without a proof; ``open``: a goal that the derivation has
    not resolved yet."""
    clause: int
    """Id of the clause, 0 for a builtin."""
    file: str
    """File of the clause; empty for a builtin."""
    line: int
    """Counted from 1; 0 for a builtin."""
    candidate: int
    """Place of the clause, and of its builtins' solution, among the candidates of this step."""
    substitution: dict[str, str]
    """Variable of the clause -> term, by the whole derivation."""

    @property
    def reason(self) -> str:
        """Place of the clause, and its kind in words."""
        place = f"{basename(self.file)}:{self.line}" if self.file else ""
        return " ".join(part for part in (place, NOTES.get(self.kind, self.kind)) if part)


@dataclass(frozen=True)
class Proof:
    """Refutation of a query: the answer that it computes, and its tree."""

    bindings: dict[str, str]
    """Name of each variable of the query -> term."""
    inferences: int
    """Steps of the derivation, that of the query included."""
    lines: tuple[Line, ...]
    """The tree in pre-order."""
    found_by: str = ""
    """Name of the search that found it, where two searched beside each other."""

    @property
    def answer(self) -> str:
        """Bindings as Prolog writes them; ``true`` where there are none."""
        pairs = [f"{name} = {term}" for name, term in self.bindings.items() if name != term]
        return ", ".join(pairs) or "true"

    def __str__(self) -> str:
        """Return the tree, one line for each goal below the query."""
        shown = self.lines[1:]
        goals = ["  " * min(line.depth, _DEEPEST_INDENT) + line.goal for line in shown]
        width = min(max(map(len, goals), default=0), _WIDEST_GOAL)
        pairs = zip(goals, shown, strict=True)
        return "\n".join(f"{goal:<{width}}  {line.reason}" for goal, line in pairs)

    def _repr_html_(self) -> str:
        """Return the tree as notebooks show it."""
        from symbolic_rl.proofs.notebook import proof_html

        return proof_html(self)

    def as_json(self) -> dict[str, Any]:
        """Return the answer; its tree as lines in pre-order, so that JSON is never nested deep."""
        lines = [asdict(line) for line in self.lines]
        found = {"found_by": self.found_by} if self.found_by else {}
        return {"bindings": self.bindings, "inferences": self.inferences, **found, "proof": lines}


def replay(
    engine: Engine,
    query: Query,
    choices: Sequence[tuple[int, int]],
    *,
    searched: Query | None = None,
    partial: bool = False,
) -> Proof:
    """Do a derivation again.

    Args:
        engine: the engine it was found with; it runs in SWI-Prolog.
        query: its root.
        choices: for each step, offset of the page and ordinal in it of the candidate; or its place
            among all solutions of the step and ``BY_PLACE``.
        searched: the root that the search began with, where that is the query without its answer.
        partial: goals may be left, as lines of the kind ``open``.

    Raises:
        EngineError: there is no such derivation.
    """
    held = need_prolog(engine, "a proof")
    codes = derivation_codes(held.number, query, choices, searched)
    crossing = Crossing("proof", "partial_proof" if partial else "proof")
    records = list(read_texts(crossing(codes), _FIELDS))
    n = len(query.names)
    values = [record[3] for record in records[:n]]
    return Proof(
        bindings=dict(zip(query.names, values, strict=True)),
        inferences=len(choices),
        lines=tuple(_line(held.program, record) for record in records[n:]),
    )


def replay_one(engine: Engine, query: Query, choices: Sequence[tuple[int, int]]) -> Proof:
    """Do a derivation again that a search for one proof has found; see :func:`replay`.

    Such a search leaves the answer out of its states.
    """
    return replay(engine, query, choices, searched=query.without_answer(engine.vocabulary))


def _line(program: Program, fields: Sequence[str]) -> Line:
    kind, depth, number, goal, candidate, pairs = fields
    clause = int(number)
    file, line = "", 0
    if clause >= FIRST_CLAUSE:
        source = program.clauses[clause - FIRST_CLAUSE]
        file, line = source.file, source.line
    kind = "clause" if kind == "user" else kind
    substitution = dict(pair.split("\x01") for pair in pairs.split("\x02")[:-1])
    return Line(int(depth), goal, kind, clause, file, line, int(candidate), substitution)
