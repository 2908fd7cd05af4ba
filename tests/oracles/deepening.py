"""Iterative deepening, written down plainly: the stack has the next entry last."""

from dataclasses import dataclass, field

import numpy as np

from symbolic_rl.bridge.tokens import TokenArray
from symbolic_rl.search.base import Page
from tests.oracles.search import Path, PlainSearch, batch_size, is_answer, keys_of, open_pages


@dataclass
class Entry:
    """A state, or a next page of one."""

    tokens: TokenArray
    level: int = 0
    path: Path = ()
    key: bytes = b""
    offset: int = 0
    """Offset of the page to be opened."""
    page: int = 0
    """Number of that page; 0 for the first."""


@dataclass
class PlainDeepening(PlainSearch):
    """Iterative deepening."""

    stack: list[Entry] = field(default_factory=list)
    met: set[bytes] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.start(4, 0)

    def start(self, bound: int, done_below: int) -> None:
        """Begin an iteration; what was lost or left out below ``done_below`` was counted before."""
        self.bound, self.done_below, self.is_cut = bound, done_below, False
        self.started_at, self.by_level = self.inferences, [0] * (bound + 1)
        self.seen: dict[bytes, int] = {}
        self.stack.append(Entry(self.space.root().tokens))

    def count(self, entry: Entry) -> None:
        """Count the step that led to an entry; none led to the root."""
        if entry.path and not entry.page:
            self.inferences += 1
            self.by_level[entry.level] += 1

    def advance(self, left: int) -> None:
        """Take the answer on top of the stack, or expand a batch of entries from there."""
        n = min(batch_size(self.inferences - self.started_at, left), len(self.stack))
        batch = [self.stack.pop() for _ in range(n)]
        while batch and is_answer(batch[0].tokens):
            entry = batch.pop(0)
            self.count(entry)
            if entry.key not in self.met:
                self.met.add(entry.key)
                self.answers.append((entry.path, self.inferences, entry.tokens.tobytes()))
                break
        else:
            batch = self.expanded_batch(batch)
        self.stack += reversed(batch)
        if not self.stack and self.is_cut:
            self.start(self.bound + self.growth(), self.bound)
        self.is_exhausted = not self.stack

    def expanded_batch(self, batch: list[Entry]) -> list[Entry]:
        """Return what takes the place of entries: an answer stays, a state at the bound goes."""
        waiting = [one for one in batch if not is_answer(one.tokens)]
        for entry in waiting:
            self.count(entry)
        opened = [one for one in waiting if one.level < self.bound]
        self.is_cut |= len(opened) < len(waiting)
        if not opened:
            return [one for one in batch if is_answer(one.tokens)]
        page = open_pages(self.space, opened)
        below = {id(one): self.replaced(one, page, i) for i, one in enumerate(opened)}
        kept = (one for one in batch if is_answer(one.tokens) or id(one) in below)
        return [new for one in kept for new in below.get(id(one), [one])]

    def replaced(self, entry: Entry, page: Page, i: int) -> list[Entry]:
        """Return the candidates of an entry that were not seen, and its next page."""
        is_first_time = entry.level >= self.done_below
        self.page_steps += entry.tokens.size // 4096
        if is_first_time:
            self.lost += page.lost[i]
            self.turned += entry.page > 0
            self.page_steps += (entry.page + entry.offset // 64) * (entry.page > 0)
        new, keys = [], keys_of(page)
        for row in np.flatnonzero(page.owner == i).tolist():
            key, level = keys[row], entry.level + 1
            if self.seen.get(key, level + 1) <= level:
                self.variants += is_first_time
                continue
            self.seen[key] = level
            path = (*entry.path, (entry.offset, int(page.ordinal[row])))
            new.append(Entry(page.candidates[row].copy(), level, path, key))
        if page.more[i]:
            level = entry.level + ((entry.page + 1) & entry.page == 0)
            offset = int(page.next_offset[i])
            new.append(Entry(entry.tokens, level, entry.path, entry.key, offset, entry.page + 1))
        return new

    def growth(self) -> int:
        """Return by how much to raise the bound, so that the next iteration doubles the work."""
        total, last, before = sum(self.by_level), self.by_level[-1], self.by_level[-2]
        rate = max(1.0, last / max(1, before))
        level = added = last * rate
        step = 1
        while step < self.bound and added + level * rate <= total:
            level *= rate
            added += level
            step += 1
        return step
