"""Proofs: derivations repeated by SWI-Prolog, with their bindings, and their JSON.

A proof is a list of lines in pre-order, each with its depth. Nothing here searches. As JSON:

    {"goal": "p(X)", "bindings": {"X": "a"}, "inferences": 2, "lines": [..., {"depth": 1,
     "goal": "p(a)", "kind": "clause", "file": "p.pl", "line": 1, "candidate": 0,
     "substitution": {"X": "a"}}]}

If its goals write text, a field ``output`` before ``lines`` has it; a field ``residual`` has the
goals that still wait for variables of the answer, such as ``dif(X, a)``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os.path import basename
from typing import Any

from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.derivations.proof_frames import BY_PLACE, derivation_codes
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import Program, Query, read_texts

SUB_PROOF = -1
"""Place of a clause that the first proof of a condition used, or of the goals before a cut."""

_FIELDS = 6
_DEEPEST_INDENT = 40
_WIDEST_GOAL = 72

MOST_LINES = 300
"""Most lines of a proof shown in notebooks."""
OPEN_LINES = 40
"""Most lines of a proof shown unfolded."""
DEEPEST = 40
"""Most levels that fold; browsers limit nesting to a few hundred elements."""
_LONGEST = 2_000

NOTES = {
    "query": "query",
    "clause": "",
    "grammar": "grammar rule",
    "library": "library",
    "or": "disjunction",
    "if": "if-then-else",
    "branch": "branch",
    "each": "element by element",
    "unread": "a clause that cannot be read may change answers",
    "call": "made goal",
    "start": "start",
    "move": "",
    "end": "end",
    "action": "move",
    "builtin": "builtin",
    "not": "has no proof",
    "once": "first proof",
    "open": "open",
}
"""Notes after the goal, by kind of line."""


@dataclass(frozen=True)
class Line:
    """Goal of a proof, instantiated by the whole derivation, and the clause that resolved it."""

    depth: int  # 0 for the query
    goal: str  # text in Prolog's syntax; constructs are shown as written
    kind: str
    """``query``; ``clause``, ``grammar`` or ``library``; ``or`` or ``if``: a branch of the
    construct; ``branch``: its part after a cut; ``each``: a step of maplist or similar; ``call``:
    a goal made when it was reached; ``start``, ``move`` or ``end``: initial, intermediate or final
    state of an MDP; ``action``: the move itself; ``builtin``; ``not``: a negated goal without a
    proof; ``once``: the first proof of a condition, or of the goals before a cut; ``open``: a goal
    not resolved yet."""
    file: str
    """File of the clause; empty for a builtin, ``<query>`` for a clause made from the goal."""
    line: int  # counted from 1; 0 for a builtin
    candidate: int
    """Ordinal among the candidates of this step (clause and solution of its builtins);
    ``SUB_PROOF`` within the proof of a condition, which is not a step."""
    substitution: dict[str, str]
    """Terms by variable of the clause, instantiated by the whole derivation."""

    @property
    def reason(self) -> str:
        """Place of the clause, and a note on its kind."""
        return " ".join(part for part in (self.place, NOTES.get(self.kind, self.kind)) if part)

    @property
    def place(self) -> str:
        """Name of the file and line of the clause; empty for a builtin."""
        return f"{basename(self.file)}:{self.line}" if self.file else ""

    def as_json(self) -> dict[str, Any]:
        """Return the fields, with the name of the file instead of its path."""
        return {**vars(self), "file": basename(self.file)}


@dataclass(frozen=True)
class Proof:
    """Proof of a query: its answer and its tree."""

    goal: str
    """Text of the query."""
    bindings: dict[str, str]
    """Terms by variable of the query."""
    inferences: int
    """Steps of the derivation, including the step from the query."""
    lines: tuple[Line, ...]
    """The tree in pre-order."""
    residual: tuple[str, ...] = ()
    """Goals that wait for variables of the answer, as of dif/2: it holds where they do."""
    output: str = ""
    """Text written by its goals, in order."""
    found_by: str = ""
    """Name of the search that found it, if several were running."""
    found_after: int = 0
    """Inferences of that search until then; 0 if unknown."""
    missing: str = ""
    """Reason why there is no tree."""

    @property
    def answer(self) -> str:
        """Bindings and residual goals as Prolog writes them; ``true`` where there are none."""
        return answer_text(self.bindings, self.residual)

    def __str__(self) -> str:
        """Return the tree, one line per goal below the query."""
        if self.missing:
            return f"  without its proof: {self.missing}"
        shown = self.lines[1:]
        goals = ["  " * min(line.depth, _DEEPEST_INDENT) + line.goal for line in shown]
        width = min(max(map(len, goals), default=0), _WIDEST_GOAL)
        pairs = zip(goals, shown, strict=True)
        return "\n".join(f"{goal:<{width}}  {line.reason}" for goal, line in pairs)

    def _repr_html_(self) -> Markup:
        """Return the tree for notebooks: HTML that folds without a script.

        For proofs of any size, use ``symbolic-rl prove --html``.
        """
        lines, cut = self.lines[1 : MOST_LINES + 1], len(self.lines) - 1 - MOST_LINES
        waiting: dict[int, list[Markup]] = {}
        for line in reversed(lines):  # children follow their parent, so they are done first
            below = waiting.pop(line.depth + 1, [])
            node = _folded(line, below[::-1], is_open=len(lines) <= OPEN_LINES)
            waiting.setdefault(line.depth, []).append(node)
        rest = element("p", f"... and {cut:,} more steps: symbolic-rl prove --html FILE")
        answer = element("p", element("code", self.answer))
        return element("div", answer, *waiting.get(1, [])[::-1], rest if cut > 0 else "")

    def as_json(self) -> dict[str, Any]:
        """Return the JSON form in which proofs are printed, saved and shown on pages.

        Empty fields (``residual``, ``found_by``, ``found_after``, ``output``) are omitted. The tree
        is a list of lines in pre-order, so the JSON is never deeply nested.
        """
        given: dict[str, Any] = {"residual": list(self.residual), "found_by": self.found_by}
        given |= {"found_after": self.found_after, "output": self.output}
        return {
            "goal": self.goal,
            "bindings": self.bindings,
            "inferences": self.inferences,
            **{name: value for name, value in given.items() if value},
            "lines": None if self.missing else [line.as_json() for line in self.lines],
            **({"missing": self.missing} if self.missing else {}),
        }


def _folded(line: Line, below: Sequence[Markup], *, is_open: bool) -> Markup:
    bound = ", ".join(f"{name} = {term}" for name, term in line.substitution.items())
    goal = element("code", shortened(line.goal), title=shortened(bound) or None)
    shown, margin = join(goal, " ", element("small", line.reason)), "margin-left: 1.2em"
    if not below:
        return element("div", shown, style=margin)
    if line.depth > DEEPEST:
        return join(element("div", shown, style=margin), *below)
    return element("details", element("summary", shown), *below, open=is_open, style=margin)


def shortened(text: str) -> str:
    """Shorten a text for notebooks."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]} ..."


def answer_text(bindings: Mapping[str, str], residual: Sequence[str] = ()) -> str:
    """Return bindings and residual goals as Prolog writes them; ``true`` where there are none."""
    pairs = [f"{name} = {term}" for name, term in bindings.items() if name != term]
    return ", ".join([*pairs, *residual]) or "true"


def answer_of(
    engine: PrologEngine, query: Query, choices: Sequence[tuple[int, int]], searched: Query
) -> Proof:
    """Do a derivation again for its bindings alone; see :func:`verify`."""
    codes = derivation_codes(engine.number, query, choices, searched)
    bindings, others = _answer(read_texts(Crossing("proof", "bindings")(codes), _FIELDS), query)
    return Proof(query.text, bindings, len(choices), (), residual=_texts(others, "delayed"))


def _answer(
    records: Iterable[Sequence[str]], query: Query
) -> tuple[dict[str, str], list[Sequence[str]]]:
    """Return the bindings that records of ``proof.pl`` begin with, and the other records."""
    n, known = len(query.names), list(records)
    values = [record[3] for record in known[:n]]
    return dict(zip(query.names, values, strict=True)), known[n:]


def _texts(records: Iterable[Sequence[str]], kind: str) -> tuple[str, ...]:
    return tuple(record[3] for record in records if record[0] == kind)


def places(choices: Sequence[tuple[int, int]], n_lost: int) -> Sequence[tuple[int, int]]:
    """Return each choice by its place among all solutions of its step, if no state was lost.

    Ordinals count states alone: to find out what is one takes time in proportion to its size.
    """
    if n_lost:
        return choices
    return [(at if k == BY_PLACE else at + k, BY_PLACE) for at, k in choices]


def verify(
    engine: PrologEngine,
    query: Query,
    choices: Sequence[tuple[int, int]],
    *,
    searched: Query | None = None,
    partial: bool = False,
) -> Proof:
    """Have SWI-Prolog repeat a derivation.

    Args:
        engine: the engine that found it.
        query: the query at its root.
        choices: (offset of the page, ordinal in it) of the candidate of each step; or (ordinal
        among all solutions of the step, ``BY_PLACE``).
        searched: the root of the search, if it is the query without its answer.
        partial: allow open goals, as lines of kind ``open``.

    Raises:
        EngineError: there is no such derivation.
    """
    codes = derivation_codes(engine.number, query, choices, searched)
    crossing = Crossing("proof", "partial_proof" if partial else "proof")
    bindings, tree = _answer(read_texts(crossing(codes), _FIELDS), query)
    return Proof(
        goal=query.text,
        bindings=bindings,
        inferences=len(choices),
        residual=_texts(tree, "delayed"),
        output="".join(_texts(tree, "output")),
        lines=tuple(
            _line(engine.program, one) for one in tree if one[0] not in ("delayed", "output")
        ),
    )


def verify_one(engine: PrologEngine, query: Query, choices: Sequence[tuple[int, int]]) -> Proof:
    """Repeat a derivation found by a search for one proof; see :func:`verify`.

    Such a search omits the answer from its states.
    """
    return verify(engine, query, choices, searched=query.without_answer(engine.vocabulary))


def _line(program: Program, fields: Sequence[str]) -> Line:
    kind, depth, number, goal, candidate, pairs = fields
    clause = int(number)
    file, line = "", 0
    if clause >= FIRST_CLAUSE:
        source = program.clauses[clause - FIRST_CLAUSE]
        file, line = source.file, source.line
    if file.startswith("<query "):  # numbered among several goals; the proof is about one
        file = "<query>"
    kind = "clause" if kind == "user" else kind
    substitution = dict(pair.split("\x01") for pair in pairs.split("\x02")[:-1])
    return Line(int(depth), goal, kind, file, line, int(candidate), substitution)
