"""Proofs: derivations repeated by SWI-Prolog, with their bindings, and their JSON.

A proof is a list of lines in pre-order, each with its depth. Nothing here searches. As JSON:

    {"goal": "p(X)", "bindings": {"X": "a"}, "inferences": 2, "lines": [..., {"depth": 1,
     "goal": "p(a)", "kind": "clause", "file": "p.pl", "line": 1, "candidate": 0,
     "substitution": {"X": "a"}}]}

If its goals write text, a field ``output`` before ``lines`` has it; a field ``residual`` has the
goals that still wait for variables of the answer, such as ``dif(X, a)``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os.path import basename
from typing import Any, Literal, NamedTuple

from symbolic_rl.base.markup import Markup, element, join
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import TokenArray
from symbolic_rl.derivations.proof_frames import derivation_codes
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import Program, Query, read_records, text_of
from symbolic_rl.proofs.abridged import abridged

SUB_PROOF = -1
"""Place of a clause that the first proof of a condition used, or of the goals before a cut."""

_DEEPEST_INDENT = 40
_WIDEST_GOAL, _LEAST_GOAL = 72, 32  # characters of a line that its goal may take, and has

MOST_LINES = 300
"""Most lines of a proof shown in notebooks and terminals."""
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
    "unread": "text that cannot be read",
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


class Line(NamedTuple):
    """Goal of a proof, instantiated by the whole derivation, and the clause that resolved it."""

    depth: int  # 0 for the query
    goal: str  # text in Prolog's syntax; constructs are shown as written
    kind: str
    """``query``; ``clause``, ``grammar`` or ``library``; ``or`` or ``if``: a branch of the
    construct; ``branch``: its part after a cut; ``each``: a step of maplist or similar; ``call``:
    a goal made when it was reached; ``start``, ``move`` or ``end``: initial, intermediate or final
    state of an MDP; ``action``: the move itself; ``unread``: the step that stands for clauses that
    cannot be read; ``builtin``; ``not``: a negated goal without a
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
        return _reason(self.file, self.line, self.kind)

    @property
    def place(self) -> str:
        """Name of the file and line of the clause; empty for a builtin."""
        return f"{basename(self.file)}:{self.line}" if self.file else ""

    def as_json(self) -> dict[str, Any]:
        """Return the fields, with the name of the file instead of its path."""
        return {**self._asdict(), "file": basename(self.file)}


@lru_cache(4096)  # a proof may have as many lines as it has steps, from few clauses
def _reason(file: str, line: int, kind: str) -> str:
    place = Line(0, "", kind, file, line, 0, {}).place
    return " ".join(part for part in (place, NOTES.get(kind, kind)) if part)


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
    lemmas: Mapping[int, int] = field(default_factory=dict)
    """Times that the search used each lemma, by number; none is left in the tree."""
    missing: str = ""
    """Reason why there is no tree."""
    n_left: int = 0
    """Lines of the tree behind ``lines``, of an outline."""

    @property
    def tree(self) -> tuple[Line, ...]:
        """The lines that are shown: below the query, without the step for unreadable clauses."""
        return tuple(line for line in self.lines[1:] if line.kind != "unread")

    def without_lines(self, missing: str) -> "Proof":
        """Return the answer alone; ``missing`` is the reason."""
        return replace(self, lines=(), n_left=0, missing=missing)

    @property
    def answer(self) -> str:
        """Bindings and residual goals as Prolog writes them; ``true`` where there are none."""
        return answer_text(self.bindings, self.residual)

    def __str__(self) -> str:
        """Return the tree, one line per goal below the query, long goals and proofs abridged."""
        return self.text()

    def text(self, *, full: bool = False) -> str:
        """Return the tree as text; ``full`` abridges neither goals nor the tree."""
        if self.missing:
            return f"  without its proof: {self.missing}"
        shown = self.tree[: None if full else MOST_LINES]
        goals = list[str]()
        for line in shown:
            indent = "  " * min(line.depth, _DEEPEST_INDENT)
            most = max(_WIDEST_GOAL - len(indent), _LEAST_GOAL)
            goals.append(indent + (line.goal if full else abridged(line.goal, most)))
        width = min(max(map(len, goals), default=0), _WIDEST_GOAL)
        pairs = zip(goals, shown, strict=True)
        lines = [f"{goal:<{width}}  {line.reason}" for goal, line in pairs]
        if n := len(self.tree) - len(shown) + self.n_left:
            lines.append(f"  ... and {n:,} more steps: prove --full, --json and --html show all")
        return "\n".join(lines)

    def _repr_html_(self) -> Markup:
        """Return the tree for notebooks: HTML that folds without a script."""
        lines, cut = self.tree[:MOST_LINES], len(self.tree) - MOST_LINES
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

        Empty fields (``residual``, ``found_by``, ``found_after``, ``output``, ``lemmas``) are
        omitted. The tree is a list of lines in pre-order, so the JSON is never deeply nested.
        """
        given: dict[str, Any] = {"residual": list(self.residual), "found_by": self.found_by}
        given |= {"found_after": self.found_after, "output": self.output}
        given["lemmas"] = {str(number): n for number, n in sorted(self.lemmas.items())}
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
) -> Proof | None:
    """Do a derivation again for its bindings, and for an outline if that costs nothing.

    See :func:`verify`. Without an outline, the proof has no lines. None if the derivation is not
    found again, since it goes by the order of variables, which Prolog leaves open.
    """
    codes = derivation_codes(engine.number, query, choices, searched)
    reply = Crossing("proof", "bindings")(codes)
    return _read(engine, query, len(choices), reply) if reply.size else None


def _read(engine: PrologEngine, query: Query, n_steps: int, reply: TokenArray) -> Proof:
    """Return the proof that ``prolog/search/proof.pl`` has written."""
    fields = next(read_records(reply, len(query.names) + 2))
    *values, delayed, output = map(text_of, fields)
    tree = text_of(reply[sum(2 + field.size for field in fields) :])
    nodes, _, n_nodes = tree.rpartition("\x02")
    lines = _lines(engine.program, nodes) if nodes else ()
    return Proof(
        goal=query.text,
        bindings=dict(zip(query.names, values, strict=True)),
        inferences=n_steps,
        residual=_ended(delayed),
        output=output,
        lines=lines,
        n_left=int(n_nodes or 0) - sum(line.kind != "unread" for line in lines),
    )


def _ended(texts: str) -> tuple[str, ...]:
    """Split texts that are each ended by a code 2."""
    return tuple(texts.split("\x02")[:-1])


Form = Literal["proof", "plain_proof", "outline"]


def verify(
    engine: PrologEngine,
    query: Query,
    choices: Sequence[tuple[int, int]],
    *,
    searched: Query | None = None,
    partial: bool = False,
    form: Form = "proof",
) -> Proof:
    """Have SWI-Prolog repeat a derivation of ``query``.

    ``choices`` are (offset of the page, ordinal in it) of the candidate of each step; or (ordinal
    among all solutions of the step, ``BY_PLACE``). ``searched`` is the root of the search, if it is
    the query without its answer. ``partial`` allows open goals, as lines of kind ``open``. The form
    ``plain_proof`` is without the substitutions of lines, which take most of the time; ``outline``
    has the first lines only: ``MOST_LINES`` below the query. EngineError: there is no such
    derivation.
    """
    codes = derivation_codes(engine.number, query, choices, searched)
    crossing = Crossing("proof", "partial_proof" if partial else form)
    return _read(engine, query, len(choices), crossing(codes))


def verify_one(
    engine: PrologEngine,
    query: Query,
    choices: Sequence[tuple[int, int]],
    form: Form = "proof",
) -> Proof:
    """Repeat a derivation found by a search for one proof; see :func:`verify`.

    Such a search omits the answer from its states.
    """
    searched = query.without_answer(engine.vocabulary)
    return verify(engine, query, choices, searched=searched, form=form)


def _lines(program: Program, tree: str) -> tuple[Line, ...]:
    """Return the lines of a tree, given as ``prolog/search/proof.pl: proof/2`` writes it."""
    sources = dict[str, tuple[str, str, int]]()  # kind, file and line by clause

    def line(depth: str, kind: str, clause: str, candidate: str, goal: str, *pairs: str) -> Line:
        if clause not in sources:
            sources[clause] = _source(program, int(clause))
        of_clause, file, number = sources[clause]
        substitution = dict(zip(pairs[::2], pairs[1::2], strict=True)) if pairs else {}
        where = (kind or of_clause, file, number, int(candidate))
        return Line(int(depth), goal, *where, substitution)

    return tuple(line(*node.split("\x01")) for node in tree.split("\x02"))


def _source(program: Program, clause: int) -> tuple[str, str, int]:
    if clause < FIRST_CLAUSE:
        return "", "", 0
    source = program.clauses[clause - FIRST_CLAUSE]
    # The clauses of a query are numbered among several goals; a proof is about one.
    file = "<query>" if source.file.startswith("<query ") else source.file
    return "clause" if source.kind == "user" else source.kind, file, source.line
