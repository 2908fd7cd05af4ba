"""Levin tree search written down plainly, to compare the fast one with.

One search at a time, a state is an object, loops are found by walking up. Batches are those of
:mod:`symbolic_rl.search.best_first`, as a policy's numbers may depend on what it is shown together.
"""

from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

import numpy as np

from symbolic_rl.bridge.tokens import TokenArray, TokenBatch
from symbolic_rl.search.space import Page, Space, open_page

Path = tuple[tuple[int, int], ...]


@dataclass
class State:
    """A state, and how it was come by."""

    tokens: TokenArray
    path: Path
    key: bytes = b""
    parent: "State | None" = None
    depth: float = 0.0
    log_probability: float = 0.0
    """By the power of the settings; the next one by ten times that."""
    sharper: float = 0.0
    sharper_share: float = 0.0
    offset: int = 0
    """Of its page to be opened."""
    page: int = 0
    """Number of that page; 0: the first."""
    to_go: float = 0.0
    """Inferences left, as estimated at its parent; of a page, at the state itself."""

    def cost(self) -> float:
        """Logarithm of (d + h) / p^(1 + h / (d + 10)); an answer in sight costs nothing."""
        if self.tokens[0] == 0:
            return -1.0
        with np.errstate(divide="ignore"):
            length = np.log(np.array([self.depth + self.to_go]))[0]
            return float(np.float32(length - self.mixed() * (1 + self.to_go / (self.depth + 10))))

    def mixed(self) -> float:
        """Log-probability by both readings."""
        w = self.sharper_share
        if not w or self.log_probability == -np.inf:
            return self.log_probability
        both = sorted([np.log1p(-w) + self.log_probability, np.log(w) + self.sharper])
        return float(both[1] + np.log1p(np.exp(both[0] - both[1])))

    def is_below(self, key: bytes) -> bool:
        """Whether a state of this key is on the way to this one, or is this one."""
        state: State | None = self
        while state is not None and state.key != key:
            state = state.parent
        return state is not None


@dataclass
class PlainLevin:
    """A search, run by :meth:`run`."""

    space: Space
    expanded: list[Path] = field(default_factory=list)
    """How the root led to each expanded state, in the order of expansion."""
    answers: list[tuple[Path, int]] = field(default_factory=list)
    inferences: int = 0
    variants: int = 0
    turned: int = 0
    page_steps: int = 0

    def run(self, most: int, n_answers: int) -> None:
        """Search until there are ``n_answers`` or ``most`` inferences."""
        heap: list[tuple[float, int, State]] = [(0.0, 0, State(self.space.root().tokens, ()))]
        cheapest: dict[bytes, float] = {}
        self.pushed = 1
        while heap and self.inferences + self.page_steps < most and len(self.answers) < n_answers:
            left = most - self.inferences - self.page_steps
            wanted = min(max(1, self.inferences // 16), 256, left)
            batch: list[State] = []
            dearest = np.inf
            while heap and len(batch) < wanted and heap[0][0] <= dearest:
                cost, age, state = heappop(heap)
                is_new = bool(state.parent) and not state.offset
                if is_new and cheapest[state.key] < cost:
                    self.variants += 1
                    continue
                if state.tokens[0] == 0:
                    if batch:
                        heappush(heap, (cost, age, state))
                        break
                    self.inferences += 1
                    cheapest[state.key] = -np.inf
                    self.answers.append((state.path, self.inferences))
                    break
                if is_new:
                    cheapest[state.key] = -np.inf
                if not batch:
                    dearest = cost + np.log(2)
                batch.append(state)
            if batch:
                self.expand(batch, heap, cheapest)

    def expand(self, batch: list[State], heap: list[Any], cheapest: dict[bytes, float]) -> None:
        """Push what comes of the states: all candidates, then all further pages."""
        for state in batch:
            if state.offset:
                self.turned += 1
                self.page_steps += state.page + state.offset // 64
            else:
                self.inferences += state.parent is not None
                self.expanded.append(state.path)
        states = TokenBatch.of([state.tokens for state in batch])
        offset = np.array([state.offset for state in batch])
        width = self.space.width(len(batch), int(offset.max()))
        hidden = np.full(len(batch), self.space.query.hidden)
        page = open_page(self.space.engine, states, hidden, offset, width)
        shown = self.shown(batch, page)
        logs, more_logs, to_go = None, None, np.full(len(batch), -1.0)
        settings = self.space.settings
        share = settings.uniform_share
        if self.space.order is not None:
            logs, more_logs, to_go = self.space.order(states, page, shown)
        further: list[State] = []
        for i, state in enumerate(batch):
            if not settings.uniform_share:
                share = 0.1 * (1 - np.log(state.depth + 3.0) / np.log(state.depth + 4.0))
            left = float(to_go[i]) if to_go[i] >= 0 else state.to_go
            left = left if settings.steps_to_go else 0.0
            rows = np.flatnonzero(page.owner == i)
            n_shown = int(shown[rows].sum()) + int(page.more[i])
            uniform = 1 / max(n_shown, 1)
            chances = [np.full(rows.size + 1, uniform)] * 2  # by each reading; the page comes last
            if logs is not None and more_logs is not None:
                of_rows = [float(logs[row]) if shown[row] else -np.inf for row in rows]
                of_more = float(more_logs[i]) if page.more[i] else -np.inf
                most = max([-1e6, of_more, *of_rows])
                sharp = np.exp(settings.sharpness * (np.array([*of_rows, of_more]) - most))
                square = sharp * sharp
                chances = []
                for powers in (sharp, square * square * (square * square) * square):
                    total = max(sum(powers.tolist()), 1.0)  # one after the other
                    chances.append((1 - share) * (powers / total) + share * uniform)
            first, second = (np.log(chance).tolist() for chance in chances)
            for row, log, sharper in zip(rows.tolist(), first, second, strict=False):
                below = State(
                    page.candidates[row].copy(),
                    (*state.path, (state.offset, int(page.ordinal[row]))),
                    page.keys[row],
                    state,
                    state.depth + 1,
                    state.log_probability + log if shown[row] else -np.inf,
                    state.sharper + sharper,
                    settings.sharper_share,
                    to_go=max(left - 1, 0.0),
                )
                cost = below.cost()
                if cost < cheapest.get(below.key, np.inf):
                    cheapest[below.key] = cost
                    heappush(heap, (cost, self.pushed, below))
                    self.pushed += 1
                else:
                    self.variants += 1
            if page.more[i]:
                further.append(
                    State(
                        state.tokens,
                        state.path,
                        state.key,
                        state.parent or State(state.tokens, ()),
                        state.depth + 1,
                        state.log_probability + first[-1],
                        state.sharper + second[-1],
                        settings.sharper_share,
                        int(page.next_offset[i]),
                        state.page + 1,
                        left,
                    )
                )
        for state in further:
            heappush(heap, (state.cost(), self.pushed, state))
            self.pushed += 1

    def shown(self, batch: list[State], page: Page) -> Any:
        """[M] which candidates neither loop nor repeat one of their page."""
        met: set[tuple[int, bytes]] = set()
        shown = np.ones(len(page.keys), bool)
        for row, (owner, key) in enumerate(zip(page.owner.tolist(), page.keys, strict=True)):
            shown[row] = (owner, key) not in met and not batch[owner].is_below(key)
            met.add((owner, key))
        return shown
