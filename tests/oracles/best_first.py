"""Levin tree search and breadth-first search, written down plainly.

One search at a time, a state is an object, loops are found by walking up. Batches are as in the
fast search, because a policy's numbers may depend on the other states of the batch.
"""

import math
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import TokenArray, TokenBatch
from symbolic_rl.search.base import Advice, Page
from tests.oracles.search import Path, PlainSearch, batch_size, is_answer, keys_of, open_pages

Shown = NDArray[np.bool_]


@dataclass
class State:
    """A state, or a next page of one, and the way to it."""

    tokens: TokenArray
    path: Path = ()
    key: bytes = b""
    parent: "State | None" = None
    depth: int = 0
    log_probability: float = 0.0
    """At the temperature of the settings."""
    greedy: float = 0.0
    """At a tenth of that temperature."""
    structural: float = 0.0
    """By the structure part alone."""
    offset: int = 0
    """Offset of the page to be opened."""
    page: int = 0
    """Number of that page; 0 for the first."""
    to_go: float = 0.0
    """Inferences left, as estimated at its parent; of a page, at the state itself."""

    def is_below(self, key: bytes) -> bool:
        """Tell whether a state of this key is on the way to this one, or is this one."""
        state: State | None = self
        while state is not None and state.key != key:
            state = state.parent
        return state is not None


@dataclass
class PlainLevin(PlainSearch):
    """Levin tree search."""

    slack: float = math.log(2)
    """Most that a state may cost more than the cheapest of its batch."""
    heap: list[tuple[float, int, State]] = field(default_factory=list)
    cheapest: dict[bytes, float] = field(default_factory=dict)
    n_pushed: int = 0

    def __post_init__(self) -> None:
        self.push(0.0, State(self.space.root().tokens))

    def push(self, cost: float, state: State) -> None:
        """Put a state into the queue; of equal costs, the oldest comes first."""
        heappush(self.heap, (cost, self.n_pushed, state))
        self.n_pushed += 1

    def cost(self, state: State) -> float:
        """Return log((d + h) / p^(1 + h / (d + 10))); an answer in sight costs nothing."""
        if is_answer(state.tokens):
            return -1.0
        length = logarithm(state.depth + state.to_go)
        surprise = self.mixed(state) * (1 + state.to_go / (state.depth + 10))
        return float(np.float32(length - surprise))

    def mixed(self, state: State) -> float:
        """Return the log-probability of all ways to read the policy."""
        found = state.log_probability
        settings = self.space.settings
        for w, other in (
            (settings.greedy_mix, state.greedy),
            (settings.structure_share, state.structural),
        ):
            if w and found != -np.inf:
                both = sorted([math.log1p(-w) + found, logarithm(w) + other])
                found = both[1] + math.log1p(math.exp(both[0] - both[1]))
        return found

    def advance(self, left: int) -> None:
        """Take the answer on top of the queue, or expand a batch of states from there."""
        batch: list[State] = []
        dearest, wanted = np.inf, batch_size(self.inferences, left)
        while self.heap and len(batch) < wanted and self.heap[0][0] <= dearest:
            cost, age, state = heappop(self.heap)
            is_new = bool(state.parent) and not state.page
            if is_new and self.cheapest[state.key] < cost:
                self.variants += 1
                continue
            if is_answer(state.tokens):
                if batch:
                    heappush(self.heap, (cost, age, state))
                else:
                    self.inferences += 1
                    self.cheapest[state.key] = -np.inf
                    self.answers.append((state.path, self.inferences, state.tokens.tobytes()))
                break
            if is_new:
                self.cheapest[state.key] = -np.inf
            if not batch:
                dearest = cost + self.slack
            batch.append(state)
        if batch:
            self.expand(batch)
        self.is_exhausted = not self.heap

    def expand(self, batch: list[State]) -> None:
        """Push what comes of the states: all candidates, then all further pages."""
        for state in batch:
            self.page_steps += state.tokens.size // 4096
            if state.page:
                self.turned += 1
                self.page_steps += state.page + state.offset // 64
            else:
                self.inferences += state.parent is not None
                self.expanded.append(state.path)
        page = open_pages(self.space, batch)
        self.lost += page.lost.sum(axis=0)
        further = self.weighed(batch, page)
        for i in np.flatnonzero(page.more).tolist():
            self.push(self.cost(further[i]), further[i])

    def weighed(self, batch: list[State], page: Page) -> list[State]:
        """Push the candidates of the states; return the next page of each."""
        shown = shown_of(batch, page)
        advice = self.advice(batch, page, shown)
        further, keys = [], keys_of(page)
        for i, state in enumerate(batch):
            left = state.to_go
            if self.space.settings.steps_to_go and advice is not None and advice.to_go[i] >= 0:
                left = float(advice.to_go[i])
            rows = np.flatnonzero(page.owner == i)
            first, second, third = self.chances(state, page, i, shown[rows], rows, advice)
            for row, log, greedy, alone in zip(rows.tolist(), first, second, third, strict=False):
                below = State(
                    page.candidates[row].copy(),
                    (*state.path, (state.offset, int(page.ordinal[row]))),
                    keys[row], state, state.depth + 1,
                    state.log_probability + log if shown[row] else -np.inf,
                    state.greedy + greedy if shown[row] else -np.inf,
                    state.structural + alone if shown[row] else -np.inf,
                    to_go=max(left - 1, 0.0),
                )  # fmt: skip
                self.push_cheaper(below)
            further.append(replace(
                state, parent=state.parent or State(state.tokens), depth=self.page_depth(state),
                log_probability=state.log_probability + first[-1],
                greedy=state.greedy + second[-1], structural=state.structural + third[-1],
                offset=int(page.next_offset[i]), page=state.page + 1, to_go=left,
            ))  # fmt: skip
        return further

    def push_cheaper(self, state: State) -> None:
        """Push a state, unless a variant of it is as cheap."""
        cost = self.cost(state)
        if cost < self.cheapest.get(state.key, np.inf):
            self.cheapest[state.key] = cost
            self.push(cost, state)
        else:
            self.variants += 1

    def advice(self, batch: list[State], page: Page, shown: Shown) -> Advice | None:
        """Ask the policy; None without one."""
        if self.space.order is None:
            return None
        return self.space.order(TokenBatch.of([state.tokens for state in batch]), page, shown)

    def page_depth(self, state: State) -> int:
        return state.depth + 1

    def chances(
        self, state: State, page: Page, i: int, shown: Shown, rows: NDArray[np.intp],
        advice: Advice | None,
    ) -> tuple[list[float], list[float], list[float]]:  # fmt: skip
        """Return log-probabilities of the candidates, then the page, for each way to read them."""
        uniform = 1 / max(int(shown.sum()) + int(page.more[i]), 1)
        if advice is None:
            logs = [logarithm(uniform)] * (rows.size + 1)
            return logs, logs, logs
        settings = self.space.settings
        share = settings.uniform_share or falling_share(state.depth)
        if share == 1:
            logs = [logarithm(uniform)] * (rows.size + 1)
            return logs, logs, logs
        of_rows = np.where(shown, advice.candidates[rows].astype(np.float64), -np.inf).tolist()
        asks_more = bool(page.more[i]) and settings.knows_pages
        of_more = float(advice.more[i]) if asks_more else -np.inf
        most = max([-1e6, of_more, *of_rows])
        inverse = 1 / settings.temperature
        exponents = [inverse * (log - most) for log in (*of_rows, of_more)]
        first = np.array([math.exp(exponent) for exponent in exponents])
        square = first * first
        second = square * square * (square * square) * square
        second = preferred(second, leads=settings.likeliest_leads)
        third = first
        if settings.structure_share and advice.structure is not None:
            assert advice.more_structure is not None
            alone = np.where(shown, advice.structure[rows].astype(np.float64), -np.inf).tolist()
            alone.append(float(advice.more_structure[i]) if asks_more else -np.inf)
            third = np.array([math.exp(log - max([-1e6, *alone])) for log in alone])
        logs = []
        for weights in (first, second if settings.greedy_mix else first, third):
            found = weights.tolist()
            if page.more[i] and not asks_more:  # one of all choices
                found[-1] = sum(found) / shown.sum() if shown.any() else 1.0
            total = max(sum(found), 1.0)  # one after the other
            mixed = (1 - share) * (np.array(found) / total) + share * uniform
            logs.append([logarithm(probability) for probability in mixed.tolist()])
        return logs[0], logs[1], logs[2]


@dataclass
class PlainBreadthFirst(PlainLevin):
    """Breadth-first search: a page counts as a level each time that their number doubles."""

    slack: float = 0.0

    def cost(self, state: State) -> float:
        return state.depth

    def advice(self, batch: list[State], page: Page, shown: Shown) -> None:
        """Ask nothing."""

    def page_depth(self, state: State) -> int:
        return state.depth + ((state.page + 1) & state.page == 0)


def preferred(weights: NDArray[np.float64], *, leads: bool) -> NDArray[np.float64]:
    """Return weights with a lead of the likeliest choice, over all others or over its equals."""
    likeliest = int(weights.argmax())
    less = np.ones(weights.size, bool) if leads else weights == weights[likeliest]
    less[likeliest] = False
    others, most = sum(weights[less].tolist()), weights[likeliest] / 19
    found = weights.copy()
    if others > most:
        found[less] *= most / others
    return found


def falling_share(depth: float) -> float:
    """Return the uniform share at states of a depth, where no constant one is set."""
    return 0.1 * (1 - logarithm(depth + 3) / logarithm(depth + 4))


def shown_of(batch: list[State], page: Page) -> Shown:
    """Return [M] which candidates neither loop nor repeat one of their page."""
    met: set[tuple[int, bytes]] = set()
    shown = np.ones(page.owner.size, bool)
    for row, (owner, key) in enumerate(zip(page.owner.tolist(), keys_of(page), strict=True)):
        shown[row] = (owner, key) not in met and not batch[owner].is_below(key)
        met.add((owner, key))
    return shown


def logarithm(x: float) -> float:
    """Return the logarithm by the C library, as the core computes it.

    NumPy's own may differ in the last bit, which changes the order of states of nearly equal cost.
    """
    return math.log(x) if x else -math.inf
