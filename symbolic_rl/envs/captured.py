"""CUDA graphs of functions on static memory, and steps of the environment on a device as one.

Dimension key: N rows, A actions, Q queries.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import Any, Generic, TypeVar

import torch
from torch import Tensor

from symbolic_rl.base.devices import fetch
from symbolic_rl.derivations.on_device.arrays import DeviceEpisodes, where_rows
from symbolic_rl.derivations.on_device.fixed import FixedStep, by_action, can_be_fixed
from symbolic_rl.derivations.on_device.queries import DeviceEpisodeStarts, DeviceQueryDraw
from symbolic_rl.derivations.on_device.step import DeviceStep
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.engine.tensor.states import Bounds

T = TypeVar("T")
_CUTS = COUNTERS.index("view_cuts")
STEPS_SEEN = 8
"""Steps in free shape, whose sizes are noted, before one is captured."""


class CapturedCall(Generic[T]):
    """Function whose operations on a CUDA device are captured as a graph.

    It runs once before the capture, on its own stream, to load its kernels; what this run writes to
    the tensors ``kept`` is undone. The function may not read values on the host, may not have
    shapes that depend on data, and must write its results to permanent memory.

    RuntimeError: the function could not be captured; its writes are undone.
    """

    def __init__(self, function: Callable[[], T], kept: Sequence[Tensor]) -> None:
        before = [x.clone() for x in kept]
        side = torch.cuda.Stream()  # type: ignore[no-untyped-call]
        side.wait_stream(torch.cuda.current_stream())
        try:
            with torch.cuda.stream(side):
                function()
        finally:
            torch.cuda.current_stream().wait_stream(side)
            for x, was in zip(kept, before, strict=True):
                x.copy_(was)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._results = function()

    def __call__(self) -> T:
        """Launch the graph; results are in the same tensors each time, until the next call."""
        self._graph.replay()
        return self._results


def warn_of_failure(error: RuntimeError) -> None:
    """Warn that capture failed, so that steps launch their operations one by one."""
    why = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    warnings.warn(
        f"steps could not be captured as a CUDA graph, going on without: {why}",
        RuntimeWarning,
        stacklevel=3,
    )


class CapturedSteps:
    """Steps of fixed shape of an environment's rows, in their own memory, within ``bounds``."""

    def __init__(self, env: Any, bounds: Bounds) -> None:
        self._env, self._bounds = env, bounds
        step: DeviceStep = env.device_step
        self._fixed = FixedStep(step, bounds)
        n, width = env.n_envs, step.config.n_candidates
        self._n_bound = step.tables.n_variables + bounds.columns
        device = step.device
        # Row n is blank: unused capacity of a round points to it.
        blank = torch.zeros((n + 1, width), dtype=torch.int64, device=device)
        nothing = env.now.pool.take(blank.new_zeros(0))
        self._rows, self._pool = step.blank(n + 1), by_action(blank, nothing, self._n_bound)
        # rows and pool are views without the blank row: they share its memory, which steps write.
        self.episodes = replace(
            env.now.copied(), rows=self._rows.head(n), pool=self._pool.head(n * width)
        )
        """The episodes, in the memory that steps write."""
        self._place = torch.arange(n * width, device=device).view(n, width)
        starts: DeviceEpisodeStarts = env.starts
        self._starts = by_action(starts.rows.slots, starts.pool, self._n_bound)
        self._actions = torch.zeros(n, dtype=torch.int64, device=device)
        self.enter(env.now)
        kept = [*self.episodes.tensors(), *env.draw.changing.values(), env.exceeded, env.illegal]
        self._call = CapturedCall(self._step, kept)

    def has_columns(self, now: DeviceEpisodes) -> bool:
        """Return whether the variables of candidates fit."""
        return now.pool.tokens.shape[1] <= self._n_bound

    def enter(self, now: DeviceEpisodes) -> None:
        """Continue episodes that began elsewhere."""
        slots = now.rows.slots
        pool = by_action(slots, now.pool, self._n_bound)
        self.episodes.write(replace(now, pool=pool))
        self.episodes.rows.slots.copy_(torch.where(slots >= 0, self._place, -1))

    def __call__(self, actions: Tensor) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Step; return the transition and the observation after it, as fresh tensors."""
        self._actions.copy_(actions)
        # The graph reads and writes the same memory each time, so callers get copies.
        data = self._call()
        return (
            {name: x.clone() for name, x in data.items()},
            {name: x.clone() for name, x in self.episodes.shown.items()},
        )

    # ---- captured operations

    @torch.no_grad()
    def _step(self) -> dict[str, Tensor]:
        """Step all rows, and restart the ones that are done; return the transition."""
        env, now, actions = self._env, self.episodes, self._actions[:, None]
        rows = now.rows
        env.illegal.logical_or_(~rows.mask.gather(1, actions).all())
        is_move, reward = env.chosen(now, actions)
        before = rows.inferences.clone()
        self._fixed.play(self._rows, self._pool, is_move, self._actions)
        rows.slots.copy_(torch.where(is_move[:, None], rows.slots, -1))
        rows.outcome.copy_(torch.where(is_move, rows.outcome, int(Outcome.FAILED)))
        now.inferences.add_((rows.inferences - before).sum())
        reward = torch.where(rows.outcome == Outcome.PROVED, 1.0, reward)
        self._bounds.check(rows.n_leading > self._bounds.leading)
        shown: dict[str, Tensor] = env.show(now, is_move, self._bounds)
        data: dict[str, Tensor] = env.ended(now, shown, reward)
        self._restart(data["done"].squeeze(1), shown)
        return data

    def _restart(self, which: Tensor, shown: dict[str, Tensor]) -> None:
        """Start the next episode in the rows of the mask ``which`` [N]; show all rows."""
        env, now = self._env, self.episodes
        draw: DeviceQueryDraw = env.draw
        starts: DeviceEpisodeStarts = env.starts

        def put(into: Tensor, new: Tensor) -> None:
            into.copy_(where_rows(which, new, into))

        now.episode.add_(which)
        query, level = draw(which, now.episode)
        query = torch.where(which, query, now.query)
        now.query.copy_(query)
        put(now.level, level)
        for name, source in vars(starts.rows).items():
            put(getattr(now.rows, name), source.index_select(0, query))
        put(now.rows.slots, torch.where(now.rows.slots >= 0, self._place, -1))
        width = self._place.shape[1]
        # [N, A] places of the starts' candidates, by query and action.
        place = query[:, None] * width + torch.arange(width, device=query.device)
        by_row = which[:, None].expand_as(self._place).flatten()
        for name, source in vars(self._starts).items():
            into = getattr(now.pool, name)
            into.copy_(where_rows(by_row, source.index_select(0, place.flatten()), into))
        counted = torch.where(which[:, None], now.rows.counted, 0)
        now.counted.add_(counted.sum(0))
        put(now.cuts, counted[:, _CUTS])
        now.rows.counted.zero_()  # counts of other rows were added when their step ended
        for name, source in env.start_arrays.items():
            now.shown[name].copy_(where_rows(which, source.index_select(0, query), shown[name]))


class Capturing:
    """Captured steps of an environment, which :class:`.TensorDerivationEnv` takes from it.

    The first steps run in free shape, and their sizes are noted. Later steps are captured, with
    capacities for these sizes. If a capacity is exceeded, the step is repeated in free shape, and
    the next one is captured again.
    """

    n_envs: int
    device_step: DeviceStep
    starts: DeviceEpisodeStarts
    draw: DeviceQueryDraw
    now: DeviceEpisodes
    seconds: dict[str, float]

    def _prepare(self, capture: bool) -> None:
        device = self.device_step.device
        self.captures = capture and device.type == "cuda" and can_be_fixed(self.device_step)
        """True if steps are captured as a graph."""
        self.n_captured, self.n_redone = 0, 0
        """Number of captured graphs, and of steps or rollouts that exceeded a capacity."""
        self.exceeded, self.illegal = (
            torch.zeros((), dtype=torch.bool, device=device) for _ in range(2)
        )
        """[] flags: a captured step exceeded a capacity; a captured step got a masked action."""

    def _forget(self) -> None:
        """Forget the captured steps: other memory holds the episodes from now on."""
        self._captured: CapturedSteps | None = None
        self._is_free = self._is_deferred = False
        self._metrics: list[int] | None = None

    @property
    def is_ready(self) -> bool:
        """True if the next step is captured."""
        return self.captures and not self._is_free and self.device_step.seen.n_steps >= STEPS_SEEN

    def _play_captured(self, actions: Tensor) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        # With a deferred check, the caller holds a copy of the rollout's start.
        before = None if self._is_deferred else self.copied()
        started = perf_counter()
        try:
            steps = self._entered()
        except RuntimeError as error:
            self.captures = False
            warn_of_failure(error)
            return self._step_freely(actions, restart=True)
        data, shown = steps(actions)
        self._metrics = None
        self.seconds["expand"] += perf_counter() - started
        if before is None or self.holds():
            return data, shown
        self.go_back(before)
        with self.freely():
            return self._step_freely(actions, restart=True)

    def _step_freely(
        self, actions: Tensor, *, restart: bool
    ) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        raise NotImplementedError

    def metrics(self) -> list[int]:
        """Return all counts since construction; they are fetched in one copy, and cached."""
        if self._metrics is None:
            now = self.now
            flags = torch.stack([self.exceeded, self.illegal]).long()
            parts = [flags, now.inferences[None], now.counted, now.tallies.flatten()]
            self._metrics = fetch(*torch.cat(parts).unbind())
        return self._metrics

    def _entered(self) -> CapturedSteps:
        """Return the captured steps, with the current episodes; capture them if necessary."""
        captured, seen = self._captured, self.device_step.seen
        if captured is None or not captured.has_columns(self.now):
            n_clause = self.device_step.tables.n_variables
            held = (self.starts.pool, self.now.pool)
            seen.columns = max(seen.columns, *(x.tokens.shape[1] - n_clause for x in held))
            most = max(fetch(self.starts.rows.n_leading.max(), self.now.rows.n_leading.max()))
            seen.leading = max(seen.leading, most)
            limit = self.device_step.lay_out.limit + 1
            bounds = seen.bounds(self.n_envs, limit, self.exceeded)
            captured = self._captured = CapturedSteps(self, bounds)
            self.now, self.n_captured = captured.episodes, self.n_captured + 1
        elif self.now is not captured.episodes:
            captured.enter(self.now)
            self.now = captured.episodes
        return captured

    def _leave(self) -> None:
        """Detach the episodes from the graph's memory, so that their fields can be replaced."""
        self._metrics = None
        if self._captured is not None and self.now is self._captured.episodes:
            self.now = replace(self.now, rows=replace(self.now.rows), shown=dict(self.now.shown))

    def copied(self) -> tuple[DeviceEpisodes, dict[str, Tensor]]:
        """Copy everything that a step changes, on the device."""
        return self.now.copied(), self.draw.copied()

    def go_back(self, copied: tuple[DeviceEpisodes, dict[str, Tensor]]) -> None:
        """Continue from a copy, which must not be used again."""
        self._metrics = None
        self.now = copied[0]
        self.draw.write(copied[1])

    def holds(self) -> bool:
        """Return whether the captured steps kept to capacities and legal actions; waits.

        If not, the caller must repeat them in free shape, from a copy; the next capture has
        capacities for their sizes.
        """
        exceeded, illegal = self.metrics()[:2]
        if exceeded or illegal:
            self.exceeded.zero_()
            self.illegal.zero_()
            self.n_redone += exceeded
        return not (exceeded or illegal)

    @contextmanager
    def deferring(self) -> Iterator[None]:
        """Leave the check :meth:`holds` to the caller, once for all steps of the block."""
        self._is_deferred = True
        try:
            yield
        finally:
            self._is_deferred = False

    @contextmanager
    def freely(self) -> Iterator[None]:
        """Run the steps of a block in free shape, and capture again after it."""
        self._is_free = True
        self._leave()
        try:
            yield
        finally:
            self._is_free, self._captured = False, None
