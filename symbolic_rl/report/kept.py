"""Proofs, recorded searches and their clauses, as kept in run directories and shown on pages.

In the JSON form, each of ``searches`` is a table with one entry per expanded state, and ``clauses``
maps places (``p.pl:2``) to sources.
"""

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from os.path import basename
from pathlib import Path
from typing import Any

from symbolic_rl.bridge.tokens import count_of
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import bytes_of, clause_text
from symbolic_rl.proofs.proof import Proof
from symbolic_rl.search.base import Limits, SearchResult, Space
from symbolic_rl.search.recorded import RecordedSearch, RecordedState, record

FORMAT = "symbolic-rl proofs 3"

LONGEST_SOURCE = 4_000
"""Most characters kept of a clause or of a goal."""

RECORDED = Limits(max_inferences=500, timeout_s=5.0)
"""Limits of a recorded search; low, since it runs the policy in Python."""

MOST_STATES = 400
"""Most states kept of a recorded search: the states of the proof, then the first ones."""


class KeptProofs:
    """Proofs of goals of one program, searches for them, and the clauses of all of these."""

    def __init__(self, proofs: Iterable[Proof] = ()) -> None:
        self.proofs: list[dict[str, Any]] = []
        """In order of addition."""
        self.searches: list[dict[str, Any]] = []
        """In order of addition."""
        self.clauses: dict[str, str] = {}
        """Sources of clauses by place (``p.pl:2``)."""
        self._noted: set[tuple[str, int]] = set()
        self._files: dict[str, bytes] = {}
        for proof in proofs:
            self.add(proof)

    def add(self, proof: Proof) -> None:
        """Add a proof."""
        self.proofs.append(proof.as_json())
        for line in proof.lines:
            self._place(line.file, line.line)

    def record(
        self, query: str, space: Space, known: Sequence[tuple[int, int]], **options: str
    ) -> None:
        """Search for a query again with its space's policy, within ``RECORDED``; add the search.

        ``known`` are the choices of its proof, if any; ``options`` are as in :meth:`add_search`.
        """
        search, found = record(space, RECORDED, known)
        self.add_search(query, search, found, **options)

    def add_search(
        self,
        query: str,
        search: RecordedSearch,
        found: SearchResult,
        *,
        why: str,
        known_by: str = "",
    ) -> None:
        """Add the record of a guided search, with the reason why this query was recorded.

        ``known_by`` is the search that found the derivation shown if this search found none.
        """
        program, way = search.space.engine.program, set(search.way())
        others = [node for node in range(search.expanded) if node not in way]
        # Parents precede children, so a prefix of the states plus the proof's states is a tree.
        numbers = sorted(way | set(others[: max(MOST_STATES - len(way), 0)]))
        place = {node: i for i, node in enumerate(numbers)}
        states = [search.states[node] for node in numbers]
        steps = [*states, *([search.answer] if search.answer else [])]
        goals = [_goal(state, program) for state in states]
        goals[:1] = [query]
        self.searches.append(
            {
                "query": query,
                "why": why,
                "ended": found.ended,
                "proved": bool(found.answers),
                "inferences": found.inferences,
                "expanded": search.expanded,
                "known_by": known_by if search.answer and not found.answers else "",
                "number": numbers,
                "parent": [place.get(state.parent, -1) for state in steps],
                "clause": [self._place_of(state.clause, program) for state in steps],
                "probability": [float(f"{state.probability:.4g}") for state in steps],
                "likeliest": [float(f"{state.likeliest:.4g}") for state in states],
                "candidates": [state.n_candidates for state in states],
                "goal": goals,
                "goals": [count_of(int(state.tokens[0])) for state in states],
                "cut": [int(state.is_cut) for state in states],
                "on_way": [int(node in way) for node in numbers],
                "lost": {
                    cause: (goal, n, self._place_of(clause, program))
                    for cause, (goal, n, clause) in _most_lost(search, program).items()
                },
            }
        )

    def _place_of(self, clause: int, program: Program) -> str:
        if clause < FIRST_CLAUSE:
            return ""
        source = program.clauses[clause - FIRST_CLAUSE]
        return self._place(source.file, source.line)

    def _place(self, file: str, line: int) -> str:
        """Return the place of a clause, and store its source."""
        if not file:
            return ""
        place = f"{basename(file)}:{line}"
        if (file, line) not in self._noted:
            self._noted.add((file, line))
            # Files of the same name share places; the page then shows both clauses.
            known = [self.clauses[place]] if place in self.clauses else []
            self.clauses[place] = "\n\n".join([*known, _cut(self._source(file, line))])
        return place

    def _source(self, file: str, line: int) -> str:
        if file not in self._files:
            self._files[file] = bytes_of(Path(file))
        return clause_text(self._files[file], line)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON document."""
        names = ("clauses", "proofs", "searches")
        return {"format": FORMAT, **{name: getattr(self, name) for name in names}}


def _goal(state: RecordedState, program: Program) -> str:
    """Return the selected goal of a state as text."""
    (goal,) = program.vocabulary.text(state.tokens[1:].tolist(), most=1) or [""]
    return _cut(goal)


def _most_lost(search: RecordedSearch, program: Program) -> dict[str, tuple[str, int, int]]:
    """Return the goal with most losses, their number and its clause, by cause."""
    lost: dict[str, Counter[tuple[str, int]]] = {}
    for state in search.states[: search.expanded]:
        for cause, n in state.lost.items():
            lost.setdefault(cause, Counter())[_goal(state, program), state.clause] += n
    most = {cause: by.most_common(1)[0] for cause, by in lost.items()}
    return {cause: (goal, n, clause) for cause, ((goal, clause), n) in most.items()}


def _cut(text: str) -> str:
    n = len(text)
    return text if n <= LONGEST_SOURCE else f"{text[:LONGEST_SOURCE]} ... ({n:,} characters)"


def to_bytes(content: dict[str, Any]) -> bytes:
    """Compress a JSON document, reproducibly."""
    return gzip.compress(json.dumps(content, separators=(",", ":")).encode(), 6, mtime=0)


def from_bytes(data: bytes) -> dict[str, Any]:
    """Invert :func:`to_bytes`; ValueError: the data are damaged or of another version."""
    try:
        content = json.loads(gzip.decompress(data))
    except (OSError, EOFError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"they are not of the format {FORMAT!r}")
    return content
