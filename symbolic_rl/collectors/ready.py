"""Rollouts of rows that do not wait for each other: the policy acts for the rows that are ready.

The rows are divided into *lanes*: one for each worker, or for each thread of this process, at least
two. A lane steps in the background, and its descriptor is readable when it is done. As soon as
``ready_share`` of the rows that still have frames to gather wait for an action, the policy acts for
all that wait; the other lanes go on. So a slow step keeps the rows of its lane alone, and while the
policy acts for one half of the rows, the other half steps.

Every rollout begins and ends with all rows: it has T frames of each row, in their order, gathered
with the same weights. A deterministic policy gives the same frames as with the collector that waits
for all rows; a policy that samples draws its random numbers in the order in which lanes are ready.
"""

import select
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from itertools import accumulate, pairwise
from queue import SimpleQueue
from socket import socketpair
from threading import Thread
from time import perf_counter
from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor
from torchrl.envs.utils import ExplorationType, set_exploration_type

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.collectors.base import Collector, CollectorMetrics, Packed, left_out, n_rollouts
from symbolic_rl.envs.torchrl import ArrayEnv, PoolEnv
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.batch import Batch

_HANGS_S = 60.0
"""Seconds without the answer of any lane after which one may hang; a worker has as many more."""


def shares(n: int, count: int, team: int) -> list[int]:
    """Divide N rows among at most ``count`` lanes, whole teams each; return their rows.

    >>> shares(10, 4, 2)
    [4, 2, 2, 2]
    """
    teams = n // team
    count = min(count, teams)
    return [team * (teams // count + (k < teams % count)) for k in range(count)]


class Lane:
    """Some of the rows, which a worker steps; with ``packs``, frames keep no observations."""

    def __init__(self, env: ArrayEnv, rows: slice, *, packs: bool) -> None:
        self.env, self.rows, self.n = env, rows, rows.stop - rows.start
        self.shown: TensorDictBase = env.reset()
        """The observation [n] that waits for an action."""
        self.frames: list[TensorDictBase] = []
        """Frames [n] of the rollout so far, with the frame of the step that has begun."""
        self.first: list[int] = []
        """Place of the first row of each frame among the observations that the policy packed."""
        self.is_stepping = False
        self._left_out = left_out(packs=packs)

    def fileno(self) -> int:
        """Return the descriptor that is readable when the step is done."""
        assert isinstance(self.env, PoolEnv)
        return self.env.pool.workers[0].fileno()

    def begin(self, acted: Mapping[str, Tensor]) -> None:
        """Begin a step, with the results of the policy."""
        for key, values in acted.items():
            self.shown.set(key, values)
        self.is_stepping = True
        self._begin()

    def end(self) -> None:
        """Wait for the step, whose results are complete then."""
        self.is_stepping = False
        self.env.end()

    def close(self) -> None:
        """End the environment."""
        self.env.close()

    def _begin(self) -> None:
        frame = self.shown
        following, self.shown = self.env.begin(frame)
        self.frames.append(frame.set("next", following).exclude(*self._left_out))


class ThreadLane(Lane):
    """Some of the rows, which a thread of this process steps."""

    def __init__(self, env: ArrayEnv, rows: slice, *, packs: bool) -> None:
        super().__init__(env, rows, packs=packs)
        self._answers, self._answer = socketpair()
        self._error: BaseException | None = None
        self._orders = SimpleQueue[bool]()
        self._thread = Thread(target=self._work, daemon=True)
        self._thread.start()

    def fileno(self) -> int:
        """See :class:`Lane`."""
        return self._answers.fileno()

    def end(self) -> None:
        """See :class:`Lane`; raises what the thread has raised."""
        self.is_stepping = False
        self._answers.recv(1)
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """End the thread, after its step, and the environment."""
        self._orders.put(False)
        self._thread.join()
        self._answers.close()
        self._answer.close()
        super().close()

    def _begin(self) -> None:
        self._orders.put(True)

    def _work(self) -> None:
        while self._orders.get():
            try:
                super()._begin()
                self.env.end()
            except BaseException as error:  # raised in the thread that waits
                self._error = error
            self._answer.send(b"d")


class ReadyCollector(Collector):
    """Rollouts [n_envs, T] of lanes.

    Args:
        make_env: makes the environment of a lane, of its number of rows and its ``first_row``.
        n_lanes: most lanes; each has whole teams.
        packs: keep observations as the policy packs them to act, instead of padded.
    """

    def __init__(
        self,
        make_env: Callable[..., ArrayEnv],
        n_lanes: int,
        policy: DerivationPolicy,
        config: TrainConfig,
        state: Mapping[str, Any] | None,
        *,
        packs: bool = False,
    ) -> None:
        self._policy, self._share, self._packs = policy, config.ready_share, packs
        self._steps = config.frames_per_batch // config.n_envs
        self._lanes: list[Lane] = []
        self._rollout: TensorDictBase | None = None
        self._waited = 0.0
        rows, envs = shares(config.n_envs, n_lanes, config.rows_per_query), list[ArrayEnv]()
        lanes = list(pairwise([0, *accumulate(rows)]))
        try:
            for first, last in lanes:  # the workers of all lanes start side by side
                envs.append(make_env(last - first, first_row=first))
            saved = state["lanes"] if state else [None] * len(envs)
            for env, one, (first, last) in zip(envs, saved, lanes, strict=True):
                if one is not None:
                    env.load_state_dict(one)
                kind = Lane if isinstance(env, PoolEnv) else ThreadLane
                self._lanes.append(kind(env, slice(first, last), packs=packs))
        except BaseException:
            for env in envs:
                env.close()
            raise
        self._rollouts = (self._gather() for _ in range(n_rollouts(config)))

    def describe(self) -> str:
        """Return how many rows the policy waits for."""
        return f"acts when {self._share:.0%} of the rows are ready, in {len(self._lanes)} lanes"

    @property
    def metrics(self) -> CollectorMetrics:
        """Counts so far."""
        envs = [lane.env for lane in self._lanes]
        together = CollectorMetrics.together([CollectorMetrics.of(env, {}) for env in envs])
        acting = dict(self._policy.seconds)
        acting["wait"] += self._waited
        metrics = replace(together, seconds=together.seconds | acting)
        restarts = [env.restarts for env in envs if isinstance(env, PoolEnv)]
        if restarts:
            metrics.counters["worker_restarts"] = sum(restarts)
        return metrics

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and of the levels below it from now on."""
        for lane in self._lanes:
            lane.env.set_level(level)

    def state(self) -> dict[str, Any]:
        """Return the state of each lane's environment."""
        return {"lanes": [dict(lane.env.state_dict()) for lane in self._lanes]}

    def shutdown(self) -> None:
        """End threads and environments."""
        for lane in self._lanes:
            lane.close()
        self._lanes = []

    def _gather(self) -> TensorDictBase:
        lanes = self._lanes
        for lane in lanes:
            lane.frames, lane.first = [], []
        self._n_acted = 0
        nothing = nullcontext(list[Batch]())
        keeping: AbstractContextManager[list[Batch]]
        keeping = self._policy.keeping() if self._packs else nothing
        with keeping as steps, set_exploration_type(ExplorationType.RANDOM):
            while missing := [x for x in lanes if x.is_stepping or len(x.frames) < self._steps]:
                ready = [lane for lane in missing if not lane.is_stepping]
                least = self._share * sum(lane.n for lane in missing)
                if ready and sum(lane.n for lane in ready) >= least:
                    self._act(ready)
                else:
                    self._wait()
        if self._packs:
            place = [torch.tensor(lane.first) + torch.arange(lane.n)[:, None] for lane in lanes]
            after = torch.cat([lane.shown.get("goals") for lane in lanes])
            self._packed = Packed(Batch.join(steps), torch.cat(place).flatten(), after)
        if self._rollout is None:
            self._rollout = torch.cat([torch.stack(lane.frames, 1) for lane in lanes], 0)
        else:
            for lane in lanes:
                _stack(lane.frames, self._rollout, lane.rows)
        return self._rollout

    def _act(self, ready: Sequence[Lane]) -> None:
        """Let the policy act for lanes, and begin their steps."""
        seen = {}
        for key in self._policy.in_keys:
            parts = [lane.shown.get(key) for lane in ready]
            seen[key] = torch.cat(parts) if len(parts) > 1 else parts[0]
        ends = [0, *accumulate(lane.n for lane in ready)]
        acted = self._policy(TensorDict._new_unsafe(seen, batch_size=torch.Size([ends[-1]])))
        for lane, (first, end) in zip(ready, pairwise(ends), strict=True):
            lane.first.append(self._n_acted + first)
            lane.begin({key: acted.get(key)[first:end] for key in self._policy.out_keys})
        self._n_acted += ends[-1]

    def _wait(self) -> None:
        """Wait for a lane, and take over the steps of all that are done."""
        started = perf_counter()
        stepping = [lane for lane in self._lanes if lane.is_stepping]
        if len(stepping) > 1:
            by_number, poll = {lane.fileno(): lane for lane in stepping}, select.poll()
            for number in by_number:
                poll.register(number, select.POLLIN)
            # If nothing comes, the first one may hang: its end replaces its worker.
            done = poll.poll(1000 * _HANGS_S) or [(stepping[0].fileno(), 0)]
            stepping = [by_number[number] for number, _ in done]
        for lane in stepping:
            lane.end()
        self._waited += perf_counter() - started


def _stack(frames: Sequence[TensorDictBase], into: TensorDictBase, rows: slice) -> None:
    """Write T frames [n] to these rows of a rollout [n_envs, T], key by key."""
    for key, values in into.items():
        parts = [frame.get(key) for frame in frames]
        if isinstance(values, Tensor):
            torch.stack(parts, 1, out=values[rows])
        else:
            _stack(parts, values, rows)
