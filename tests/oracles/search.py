"""What the plain searches share: figures, pages of candidates, and the size of a batch."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch, starts
from symbolic_rl.search.base import Page, Space

Path = tuple[tuple[int, int], ...]
"""Offset of the page and ordinal in it of each step from the root."""


@dataclass
class PlainSearch:
    """Figures of a search."""

    space: Space
    expanded: list[Path] = field(default_factory=list)
    """Paths to the expanded states, in the order of expansion."""
    answers: list[tuple[Path, int, bytes]] = field(default_factory=list)
    """Path of each answer, inferences until then, and tokens of its state."""
    inferences: int = 0
    page_steps: int = 0
    """Inferences that turned pages and large states count as."""
    variants: int = 0
    turned: int = 0
    lost: IntArray = field(default_factory=lambda: np.zeros(4, np.int64))
    is_exhausted: bool = False

    @property
    def spent(self) -> int:
        """What limits bound."""
        return self.inferences + self.page_steps

    def run(self, most: int, n_answers: int) -> None:
        """Search until there are ``n_answers``, ``most`` is spent, or nothing is left."""
        while not self.is_exhausted and self.spent < most and len(self.answers) < n_answers:
            self.advance(most - self.spent)

    def advance(self, left: int) -> None:
        """Take an answer, or expand a batch of states."""
        raise NotImplementedError


def keys_of(page: Page) -> list[bytes]:
    """Return [M] hashes as bytes, equal for variants."""
    keys: list[bytes] = page.hashes.view("V16").ravel().tolist()
    return keys


def is_answer(tokens: TokenArray) -> bool:
    """Tell whether no goal is left in a state."""
    return not TokenBatch.of([tokens]).goal_counts()[0]


def batch_size(steps: int, left: int) -> int:
    """Return the states of a batch: a sixteenth of the steps taken so far."""
    return min(max(1, steps // 16), 256, left)


def open_pages(space: Space, batch: Sequence[Any]) -> Page:
    """Expand states, each from its offset; a page that is not the last keeps a place for *more*."""
    states, offsets = [one.tokens for one in batch], [one.offset for one in batch]
    n, furthest = len(states), max(offsets)
    width = space.fixed_width or min(max(32768 // n, 128), min(max(furthest, 256), 4096))
    found = space.engine.expand(
        TokenBatch.of(states),
        hidden=np.full(n, space.query.hidden),
        limit=width,
        offset=np.array(offsets),
    )
    owner = np.repeat(np.arange(n), found.counts)
    ordinal = np.arange(owner.size) - starts(found.counts)[owner]
    room = np.where(found.more, width - 1, width)
    kept = np.flatnonzero(ordinal < room[owner])
    return Page(
        owner[kept],
        ordinal[kept],
        found.clauses[kept].astype(np.int32),
        found.candidates.take(kept),
        found.hashes[kept],
        found.more,
        np.array(offsets) + room,
        found.lost,
    )
