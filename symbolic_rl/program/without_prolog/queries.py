"""Loading of queries, with the facts that are hidden while they are being proved. Torch-free."""

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from symbolic_rl.bridge.tokens import LIST, NIL, QUERY, VARIABLE_BASE, TokenBatch
from symbolic_rl.program.clauses import FIRST_CLAUSE
from symbolic_rl.program.pack import GOALS, OWN
from symbolic_rl.program.program import ClauseTerms, Query
from symbolic_rl.program.without_prolog.loader import Loader
from symbolic_rl.program.without_prolog.reader import Reader
from symbolic_rl.program.without_prolog.terms import (
    Compound,
    Item,
    Source,
    Term,
    UnsupportedError,
    Variable,
    conjuncts,
    text_of,
)


@dataclass
class _Waiting:
    """Query as read, before its goals are in normal form."""

    split: str
    source: Source
    goal: Term
    label: bool
    place: int
    names: tuple[str, ...]


class Queries:
    """Queries that are being read.

    Args:
        loader: loader that has read the program.
    """

    def __init__(self, loader: Loader) -> None:
        self._loader = loader
        self._waiting: list[_Waiting] = []
        self._goals: list[list[Term]] = []

    def read(self, split: str, path: Path) -> None:
        """Add the queries of a file."""
        source = self._loader.open(path)
        if source is None:
            return
        for read in Reader(source.text).items():
            if self._loader.notes.has_enough:
                return
            item = read
            if split in (GOALS, OWN) and isinstance(read, Item) and read.asked is not None:
                item = replace(read, head=read.asked)
            if not self._loader.has_error(source, item):
                assert isinstance(item, Item)
                self._query(split, source, item)

    def _query(self, split: str, source: Source, item: Item) -> None:
        head = item.head
        is_query = isinstance(head, Compound) and head.indicator in (("query", 1), ("query", 2))
        if split in (GOALS, OWN) and head is not None and not is_query and item.body is None:
            self._waiting.append(_Waiting(split, source, head, True, item.place, item.names))
            return
        if not is_query or item.body is not None:
            self._loader.notes.add(
                source, item.place, "a file of queries has a clause that is no query"
            )
            return
        assert isinstance(head, Compound)
        label = head.arguments[1] if len(head.arguments) == 2 else Compound("true", (), 0)
        if not (isinstance(label, Compound) and label.name in ("true", "false")):
            self._loader.notes.add(
                source, item.place, "the label of a query is neither true nor false"
            )
            return
        self._waiting.append(
            _Waiting(split, source, head.arguments[0], label.name == "true", item.place, item.names)
        )

    def finish(self) -> None:
        """Bring the queries into normal form."""
        notes, source = self._loader.notes, None
        try:
            for query in self._waiting:
                source = query.source
                answer = Compound(
                    "$answer", tuple(Variable(name, 0) for name in query.names), query.place
                )
                line = source.line(query.place)[0]
                body = conjuncts(query.goal)
                self._goals.append(self._loader.normal.body(source, body, [answer], line))
        except UnsupportedError as error:
            assert source is not None
            notes.defer(source, error)

    def build(self, terms: ClauseTerms, *, hide: bool) -> list[Query]:
        """Build the queries; ``hide`` their own facts while they are being proved.

        Symbols are interned query by query, as the loader in Prolog does. A query with something
        that has no token is noted as one that needs SWI-Prolog.
        """
        read = zip(self._waiting, self._goals, strict=True)
        tokens = [found for query, goals in read if (found := self._tokens(query, goals))]
        if len(tokens) < len(self._waiting):
            return []
        hidden = self._hidden(terms, [written for written, _ in tokens]) if hide else {}
        made: list[Query] = []
        for query, goals, (written, answer) in zip(self._waiting, self._goals, tokens, strict=True):
            cells = [token for goal in written for token in (LIST, *goal)]
            made.append(
                Query(
                    split=query.split,
                    text=", ".join(map(text_of, goals)) or "true",
                    label=query.label,
                    hidden=hidden.get(tuple(written[0]), 0) if len(written) == 1 else 0,
                    line=query.source.line(query.place)[0],
                    names=query.names,
                    goal=np.array([QUERY, *cells, NIL], np.int32),
                    answer=np.array(answer, np.int32),
                )
            )
        return made

    def _tokens(
        self, query: _Waiting, goals: list[Term]
    ) -> tuple[list[list[int]], list[int]] | None:
        """Return the tokens of each goal, and of the answer term; None, with a note, if none."""
        store, numbers = self._loader.store, dict[str, int]()
        try:
            written = [store.goal_tokens(goal, numbers) for goal in goals]
            answer = [store.intern(("$answer", len(query.names)))]
        except UnsupportedError as error:
            self._loader.notes.defer(query.source, error)
            return None
        for name in query.names:
            number = numbers.setdefault(name, len(numbers))
            answer.append(VARIABLE_BASE + number)
        return written, answer

    def _hidden(
        self, terms: ClauseTerms, queries: list[list[list[int]]]
    ) -> dict[tuple[int, ...], int]:
        """Return ids of the first facts that are variants of single goals, by the goals' tokens."""
        store = self._loader.store
        asked = [tuple(goals[0]) for goals in queries if len(goals) == 1]
        facts = np.flatnonzero(terms.written & (store.clauses().n_goals == 0))
        if not asked or not facts.size:
            return {}
        # Sorted by hash, then by number: the first fact of a run is the first of its variants.
        known = terms.terms.take(facts).hashes()
        order = np.lexsort((facts, known[:, 1], known[:, 0]))
        wanted = TokenBatch.of([np.array(tokens, np.int32) for tokens in asked]).hashes()
        at = np.searchsorted(known[order, 0], wanted[:, 0])
        found: dict[tuple[int, ...], int] = {}
        for tokens, first, key in zip(asked, at.tolist(), wanted, strict=True):
            for i in range(first, order.size):
                if known[order[i], 0] != key[0]:
                    break
                if known[order[i], 1] == key[1]:
                    found[tokens] = FIRST_CLAUSE + int(facts[order[i]])
                    break
        return found
