"""Iterative deepening: depth-first searches with a growing bound.

It is complete, as breadth-first search is, with the memory of depth-first search. The level of a
state is the number of steps that lead to it, plus one for every doubling of the pages that were
turned on the way: so neither an infinite branch nor an infinite list of candidates keeps the search
from anything else. Variants of a state met at the same or a lower level of this iteration, loops
among them, are left out; a state carries its answer, so no answer is lost.

**Exhausted** is exact: the search ends only after an iteration in which no open state stood at
the bound, and a variant left out at its level or below was itself searched as deep or deeper.

**The stack** holds blocks of entries, the next entry first in the last block. Entries are expanded
in batches, but what replaces each stands where it stood: so answers leave the stack in the order
in which one state at a time would give them. A batch is at most a sixteenth of the steps of its
iteration, so it wastes little where the answer is near.

Dimension key: N entries popped from the stack, M entries that replace them.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search.base import (
    EXHAUSTED,
    TOKENS_PER_STEP,
    Derivation,
    PageRequest,
    SearchTask,
    page_steps,
)
from symbolic_rl.search.best_first import batch_size, is_doubled
from symbolic_rl.search.nodes import ROOT, Nodes
from symbolic_rl.search.space import Page, Space, named_counters, take_rows

_FIRST_BOUND = 4
_MOST_SEEN = 2_000_000
_SEEN_BYTES = 160


@dataclass(frozen=True)
class _StackEntries:
    """Block of entries of the stack, in the order in which they are expanded."""

    states: TokenBatch
    level: IntArray
    node: IntArray
    """Parent of the state; for a page, the node whose page it is."""
    offset: IntArray
    """Offset of the page that shows the state as a candidate; for a page, its own."""
    ordinal: IntArray
    """Place of the state in that page."""
    page: IntArray
    """Number of the page, from 1; 0 for a state."""

    def __len__(self) -> int:
        return self.level.size

    def take(self, rows: IntArray) -> Self:
        """Return the entries ``rows``, in that order."""
        arrays = {name: array[rows] for name, array in self._arrays().items()}
        return type(self)(states=take_rows(self.states, rows), **arrays)

    def part(self, first: int, last: int) -> Self:
        """Return the entries from ``first`` up to ``last``."""
        arrays = {name: array[first:last] for name, array in self._arrays().items()}
        at = self.states.offsets[first : last + 1]
        states = TokenBatch(self.states.tokens[at[0] : at[-1]], at - at[0])
        return type(self)(states=states, **arrays)

    @property
    def nbytes(self) -> int:
        """Bytes of tokens and columns."""
        return self.states.tokens.nbytes + 6 * self.level.nbytes

    @classmethod
    def join(cls, parts: list["_StackEntries"]) -> "_StackEntries":
        """Join blocks into one."""
        names = parts[0]._arrays()
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}
        return cls(states=TokenBatch.concatenate([part.states for part in parts]), **arrays)

    def _arrays(self) -> dict[str, IntArray]:
        return {name: array for name, array in vars(self).items() if name != "states"}


class IterativeDeepening:
    """Iterative deepening; see :class:`symbolic_rl.search.base.Search`.

    Args:
        space: the derivations to search; its ``order`` is not asked.
    """

    def __init__(self, space: Space) -> None:
        self._space = space
        self._met: set[bytes] = set()
        self.inferences = 0
        self.ended = ""
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._turned = self._variants = self._page_steps = 0
        self._by_level: list[int] = []
        self._start(_FIRST_BOUND, 0)

    @property
    def spent(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        return self.inferences + self._page_steps

    @property
    def counters(self) -> dict[str, int]:
        """See :class:`symbolic_rl.search.base.Search`."""
        return named_counters(self._lost, pages_turned=self._turned, variants=self._variants)

    @property
    def memory_bytes(self) -> int:
        """See :class:`symbolic_rl.search.base.Search`."""
        waiting = sum(entries.nbytes for entries in self._stack)
        return waiting + self._nodes.nbytes + _SEEN_BYTES * len(self._seen)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Return the answer on top of the stack, or expand a batch of entries from there."""
        entries = self._next(most)
        following, answer = yield from self._follow(entries)
        if following:
            self._stack.append(following)
        if not self._stack:
            if self._is_cut:
                self._start(self._bound + self.growth(self._bound), self._bound)
            else:
                self.ended = EXHAUSTED
        return [answer] if answer else []

    def growth(self, bound: int) -> int:
        """Return by how much to raise ``bound``, so that the next iteration doubles the work.

        The size of the levels to come is extrapolated from the growth of the last one. An iteration
        that did about as much work as the one before would make the search quadratic.
        """
        total, last, before = sum(self._by_level), self._by_level[-1], self._by_level[-2]
        rate = max(1.0, last / max(1, before))
        level, added, step = last * rate, last * rate, 1
        while step < bound and added + level * rate <= total:
            level *= rate
            added += level
            step += 1
        return step

    def _start(self, bound: int, done_below: int) -> None:
        """Begin an iteration at the root.

        Args:
            bound: level at which states are not expanded.
            done_below: bound of the iteration before; candidates lost, pages and variants of
                lower levels were counted there, and are not counted again.
        """
        self._bound, self._done_below = bound, done_below
        self._is_cut = False
        self._nodes, self._seen = Nodes(), dict[bytes, int]()
        self._by_level = [0] * (bound + 1)
        self._started_at = self.inferences
        zero = np.zeros(1, np.int64)
        self._stack = [_StackEntries(self._space.root(), zero, zero + ROOT, zero, zero, zero)]

    def _next(self, most: int) -> _StackEntries:
        """Pop the entries that are expanded together."""
        wanted = batch_size(self.inferences - self._started_at, most)
        parts = []
        while wanted and self._stack:
            top = self._stack.pop()
            if len(top) > wanted:
                self._stack.append(top.part(wanted, len(top)))
                top = top.part(0, wanted)
            parts.append(top)
            wanted -= len(top)
        return _StackEntries.join(parts)

    def _follow(
        self, entries: _StackEntries
    ) -> SearchTask[tuple[_StackEntries | None, Derivation | None]]:
        """Emit the first answer in front, or expand all; return what replaces the entries.

        Answers behind an open state stay on the stack: what comes of that state is before them.
        """
        is_answer = entries.states.goal_counts() == 0
        in_front = int(np.argmin(is_answer)) if not is_answer.all() else len(entries)
        for i in range(in_front):
            if answer := self._emit(entries, i):
                return (entries.part(i + 1, len(entries)) if i + 1 < len(entries) else None), answer
        rest = np.arange(in_front, len(entries))
        waiting = rest[is_answer[rest]]
        open_ = rest[~is_answer[rest]]
        steps = open_[entries.page[open_] == 0]
        self._count_steps(entries.level[steps], entries.node[steps])
        below = entries.level[open_] < self._bound
        self._is_cut |= not below.all()
        expanded = open_[below]
        if not expanded.size:
            return (entries.take(waiting) if waiting.size else None), None
        children, place, rank = yield from self._expand(entries.take(expanded))
        joined = _StackEntries.join([entries.take(waiting), children])
        place = np.concatenate([waiting, expanded[place]])
        rank = np.concatenate([np.zeros(waiting.size), rank])
        return (joined.take(np.lexsort((rank, place))) if len(joined) else None), None

    def _emit(self, entries: _StackEntries, i: int) -> Derivation | None:
        self._count_steps(entries.level[i : i + 1], entries.node[i : i + 1])
        key = entries.states[i].tobytes()
        if key in self._met:
            return None
        self._met.add(key)
        last = int(entries.offset[i]), int(entries.ordinal[i])
        return Derivation(self._nodes.path(int(entries.node[i]), last), self.inferences, key)

    def _count_steps(self, levels: IntArray, nodes: IntArray) -> None:
        """Count the step that led to each entry; none led to the root."""
        levels = levels[nodes != ROOT]
        self.inferences += levels.size
        for level, count in enumerate(np.bincount(levels).tolist()):
            self._by_level[level] += count

    def _expand(
        self, entries: _StackEntries
    ) -> SearchTask[tuple[_StackEntries, IntArray, NDArray[np.float64]]]:
        """Return M candidates and next pages, [M] the entry each comes of, and [M] its rank there.

        The rank is the place of a candidate; a next page comes behind them, with infinity.
        """
        is_turned = entries.page > 0
        numbers = entries.node.copy()
        choices = np.stack([entries.node, entries.offset, entries.ordinal], axis=1)
        numbers[~is_turned] = self._nodes.add(choices[~is_turned])
        offset = np.where(is_turned, entries.offset, 0)
        page = yield PageRequest(self._space, entries.states, offset)
        is_first_time = entries.level >= self._done_below
        self._lost += page.lost[is_first_time].sum(axis=0)
        self._turned += int((is_turned & is_first_time).sum())
        turned = np.flatnonzero(is_turned & is_first_time)
        self._page_steps += int((entries.states.lengths // TOKENS_PER_STEP).sum())
        self._page_steps += int(page_steps(entries.page[turned], offset[turned]).sum())
        level = entries.level + 1
        wanted = self._unseen(page, level, is_first_time)
        chosen = np.flatnonzero(wanted)
        owner = page.owner[chosen]
        children = _StackEntries(
            states=take_rows(page.candidates, chosen),
            level=level[owner],
            node=numbers[owner],
            offset=offset[owner],
            ordinal=page.ordinal[chosen],
            page=np.zeros(chosen.size, np.int64),
        )
        turned = np.flatnonzero(page.more)
        number = entries.page[turned] + 1
        further = _StackEntries(
            states=entries.states.take(turned),
            level=entries.level[turned] + is_doubled(number),
            node=numbers[turned],
            offset=page.next_offset[turned],
            ordinal=np.zeros(turned.size, np.int64),
            page=number,
        )
        return (
            _StackEntries.join([children, further]),
            np.concatenate([owner, turned]),
            np.concatenate([page.ordinal[chosen], np.full(turned.size, np.inf)]),
        )

    def _unseen(
        self, page: Page, level: IntArray, is_first_time: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return [M] which candidates are no variants of a state met at their level or a lower one.

        Forgetting all of them at once bounds the memory; some states are then searched again.
        """
        seen = self._seen
        if len(seen) > _MOST_SEEN:
            seen.clear()
        wanted = np.zeros(len(page.keys), bool)
        for i, (key, at) in enumerate(zip(page.keys, level[page.owner].tolist(), strict=True)):
            if seen.get(key, at + 1) > at:
                seen[key] = at
                wanted[i] = True
        self._variants += int((~wanted & is_first_time[page.owner]).sum())
        return wanted
