"""Compact data of proofs: what run directories keep, and what the pages that show proofs hold.

A proof is a table in pre-order whose texts stand once each, in the order of their first use; places
name them by how recently they were used (:class:`_Recent`). The clauses of all proofs stand once,
with their source. All text is :func:`symbolic_rl.base.markup.visible`.
"""

import gzip
import json
from collections.abc import Sequence
from itertools import pairwise
from os.path import basename
from pathlib import Path
from typing import Any

from symbolic_rl.base.markup import visible
from symbolic_rl.bridge.tokens import count_of
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import clause_text
from symbolic_rl.proofs.proof import NOTES, Proof
from symbolic_rl.search.base import Limits, SearchResult
from symbolic_rl.search.recorded import RecordedSearch, RecordedState

FORMAT = "symbolic-rl proofs 1"

KINDS = tuple(NOTES)
"""Kinds of lines, by their number in the data."""

LONGEST_SOURCE = 4_000
"""Characters of a clause, or of a goal of a recorded search, that are kept."""

RECORDED = Limits(max_inferences=500, timeout_s=5.0)
"""Limits of a recorded search, which asks the policy from Python."""

MOST_STATES = 400
"""States of a recorded search that are kept: those on the way to a proof, then the first ones."""


class _Recent:
    """Texts by how long ago they were used: small numbers that repeat, which compress well.

    On 60 proofs of `robinson` these numbers take a tenth of what places in a list of texts take.
    """

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}
        """In the order of their first use."""
        self._used: list[int] = []  # the last one first, where it is found at once

    def rank(self, text: str) -> int:
        """Return 0 for a new text, 1 for the one used last, 2 for the one before, and so on."""
        if text not in self.texts:
            self.texts[text] = len(self.texts)
            self._used.insert(0, self.texts[text])
            return 0
        at = self._used.index(self.texts[text])
        self._used.insert(0, self._used.pop(at))
        return at + 1


class ProofTable:
    """Proofs of goals of one program, searches for them, and the clauses of all of these."""

    def __init__(self) -> None:
        self.proofs: list[dict[str, Any]] = []
        """In the order in which they were added."""
        self.searches: list[dict[str, Any]] = []
        """Recorded searches, in the same way."""
        self._clauses: dict[tuple[str, int], int] = {}
        self._sources: list[list[Any]] = []
        self._files: dict[str, bytes] = {}

    @property
    def clauses(self) -> list[list[Any]]:
        """File, line and source of each clause."""
        return self._sources

    def add(self, query: str, proof: Proof, *, search: str = "", found_after: int = 0) -> None:
        """Add a proof.

        Args:
            query: the goal as it was written.
            proof: its proof.
            search: name of the search that found it.
            found_after: inferences of that search; 0 where they are not known.
        """
        recent, names = _Recent(), dict[str, int]()
        goal: list[int] = []
        bound: list[list[int]] = []
        terms: list[int] = []
        for line in proof.lines:
            goal.append(recent.rank(line.goal))
            bound.append([names.setdefault(name, len(names)) for name in line.substitution])
            terms += [recent.rank(term) for term in line.substitution.values()]
        depth = [line.depth for line in proof.lines]
        self.proofs.append(
            {
                "query": visible(query),
                "answer": visible(proof.answer),
                "inferences": proof.inferences,
                "search": proof.found_by or search,
                "found_after": found_after,
                "deeper": [after - before for before, after in pairwise([0, *depth])],
                "kind": [KINDS.index(line.kind) for line in proof.lines],
                "clause": [self._clause(line.file, line.line) for line in proof.lines],
                "goal": goal,
                "bound": bound,
                "terms": terms,
                "names": [visible(name) for name in names],
                "texts": [visible(text) for text in recent.texts],
            }
        )

    def add_search(
        self,
        query: str,
        program: Program,
        search: RecordedSearch,
        found: SearchResult,
        *,
        why: str,
        known_by: str = "",
    ) -> None:
        """Add the record of a guided search.

        Args:
            query: the goal as it was written.
            program: the program that it searched.
            search: the search.
            found: its result.
            why: reason why this query was recorded, in words.
            known_by: search that found the derivation that the record follows, where it has none
                of its own.
        """
        way = search.way()
        kept = set(way)
        for node in range(search.expanded):
            if len(kept) >= max(MOST_STATES, len(way)):
                break
            kept.add(node)  # parents come before their children, so this is a tree
        numbers = sorted(kept)
        place = {node: i for i, node in enumerate(numbers)}
        states = [search.states[node] for node in numbers]
        steps = [*states, *([search.answer] if search.answer else [])]
        goals = [_goals(state, program) for state in states]
        lost: dict[str, dict[tuple[str, int], int]] = {}
        for state in search.states[: search.expanded]:
            for name, n in state.lost.items():
                at = _goals(state, program)[0], self._clause_of(state.clause, program)
                by = lost.setdefault(name, {})
                by[at] = by.get(at, 0) + n
        self.searches.append(
            {
                "query": visible(query),
                "why": why,
                "ended": found.ended,
                "proved": bool(found.answers),
                "inferences": found.inferences,
                "expanded": search.expanded,
                "known_by": known_by if search.answer and not found.answers else "",
                "number": numbers,
                "parent": [place.get(state.parent, -1) for state in steps],
                "clause": [self._clause_of(state.clause, program) for state in steps],
                "probability": [float(f"{state.probability:.4g}") for state in steps],
                "likeliest": [float(f"{state.likeliest:.4g}") for state in states],
                "candidates": [state.n_candidates for state in states],
                "goal": [visible(query) if i == 0 else goal for i, (goal, _) in enumerate(goals)],
                "goals": [n for _, n in goals],
                "cut": [int(state.is_cut) for state in states],
                "on_way": [int(node in way) for node in numbers],
                "lost": {name: _most(by) for name, by in lost.items()},
            }
        )

    def _clause_of(self, number: int, program: Program) -> int:
        if number < FIRST_CLAUSE:
            return -1
        clause = program.clauses[number - FIRST_CLAUSE]
        return self._clause(clause.file, clause.line)

    def _clause(self, file: str, line: int) -> int:
        if not file:
            return -1
        if (file, line) not in self._clauses:
            self._clauses[file, line] = len(self._sources)
            source = visible(clause_text(self._content(file), line))
            self._sources.append([visible(basename(file)), line, _cut(source)])
        return self._clauses[file, line]

    def _content(self, file: str) -> bytes:
        if file not in self._files:
            try:
                self._files[file] = Path(file).read_bytes()
            except OSError:  # a file that was moved since: the proof stands without its text
                self._files[file] = b""
        return self._files[file]

    def as_json(self) -> dict[str, Any]:
        """Return the data of all proofs."""
        kept = {"clauses": self.clauses, "proofs": self.proofs, "searches": self.searches}
        return {"format": FORMAT, **kept}


def _goals(state: RecordedState, program: Program) -> tuple[str, int]:
    """Return the selected goal of a state as text, and the number of its goals."""
    n = count_of(int(state.tokens[0]))
    (goal,) = program.vocabulary.text(state.tokens[1:].tolist(), most=1) or [""]
    return _cut(visible(goal)), n


def _most(by: dict[tuple[str, int], int]) -> tuple[str, int, int]:
    """Return the goal that lost most, how many, and the clause that led to its state."""
    (goal, clause), n = max(by.items(), key=lambda pair: pair[1])
    return goal, n, clause


def _cut(text: str) -> str:
    n = len(text)
    return text if n <= LONGEST_SOURCE else f"{text[:LONGEST_SOURCE]} ... ({n:,} characters)"


def pack(content: dict[str, Any]) -> bytes:
    """Return data as compressed JSON, the same bytes for the same data."""
    return gzip.compress(json.dumps(content, separators=(",", ":")).encode(), 6, mtime=0)


def unpack(data: bytes) -> dict[str, Any]:
    """Return what :func:`pack` was given.

    Raises:
        ValueError: it is other data, or of another version.
    """
    try:
        content = json.loads(gzip.decompress(data))
    except (OSError, EOFError, RecursionError) as error:
        raise ValueError(str(error)) from error
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"they are not of the format {FORMAT!r}")
    return content


def table_of(query: str, proofs: Sequence[Proof]) -> ProofTable:
    """Return the table of the answers to one goal."""
    table = ProofTable()
    for proof in proofs:
        table.add(query, proof)
    return table
