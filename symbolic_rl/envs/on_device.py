"""Environment on a device, like :class:`DerivationEnv`, for the engine ``tensor``.

For the same actions the frames are equal. Queries, resets, loop check, windows and views are
tensors on one device; a step copies only a few sizes to the host. On CUDA, the first steps run like
that; later ones are captured as a graph of fixed shape (:mod:`.captured`), with capacities for the
sizes seen. A step that exceeds them is repeated in free shape.

Dimension key: N rows, A actions, G goals, W slots of a goal, Q queries.
"""

from abc import abstractmethod
from time import perf_counter
from typing import Any, Unpack

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.devices import fetch, places
from symbolic_rl.base.errors import ConfigError, EngineError
from symbolic_rl.bridge.schema import CandidateKeys, shown_keys
from symbolic_rl.derivations.derivations import RowOptions
from symbolic_rl.derivations.on_device.arrays import (
    CandidateTable,
    DeviceEpisodes,
    DeviceRows,
    each_tensor,
    where_rows,
)
from symbolic_rl.derivations.on_device.queries import DeviceEpisodeStarts, DeviceQueryDraw
from symbolic_rl.derivations.on_device.step import DeviceStep
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.queries import QueryDraw
from symbolic_rl.derivations.rows import by_level
from symbolic_rl.derivations.step import masked
from symbolic_rl.engine.tensor.states import Bounds
from symbolic_rl.envs.captured import Capturing
from symbolic_rl.envs.torchrl import BatchedEnv, dtype_of

_CUTS = COUNTERS.index("view_cuts")


def runs_on_device(problem: Problem) -> bool:
    """Return whether :class:`TensorDerivationEnv` can step a problem."""
    return problem.tables is not None and problem.view.kind == "prefix"


class DeviceEnv(BatchedEnv):
    """Batched environment whose rows are tensors on one device; see :class:`.BatchedEnv`."""

    draw: DeviceQueryDraw  # draw of the queries of starting rows

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        device: torch.device | str,
        **rows: Unpack[RowOptions],
    ) -> None:
        if rows.get("with_candidates", True) & CandidateKeys.STRUCTURE:
            raise ConfigError(
                "The structure of candidates is computed in C, not on a device.",
                "--engine tensor",
                "use --engine prolog, or --policy auto.",
            )
        super().__init__(problem, n_envs, device=torch.device(device), **rows)
        asked = problem.asked(self.split)
        self.queries, self.sizes, self.labels = asked.queries, asked.sizes, asked.labels
        self.keys = shown_keys(with_candidates=self.with_candidates)
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}
        """Seconds since construction by phase, on the host's clock. All of a captured step is
        ``expand``, and ends with its launch. Steps of an MDP are not timed."""

    @abstractmethod
    def _drop_graph(self) -> None:
        """Forget captured steps, in which the level is a constant."""

    @property
    @abstractmethod
    def _tallies(self) -> list[list[int]]:
        """Episodes that earned a reward, and all that ended, of each level."""

    def _new_draw(self) -> DeviceQueryDraw:
        draw = QueryDraw(
            self.sizes,
            np.arange(self.first_row, self.first_row + self.n_envs),
            self.seed,
            group_size=self.group_size,
        )
        return DeviceQueryDraw(draw, self.device)

    def set_level(self, level: int) -> None:
        """Draw the queries of ``level`` (from 0) and of the levels below it from now on."""
        if level != self.draw.level:
            self._drop_graph()
        self.draw.level = level

    def success_by_level(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward and all that ended, since construction, by level."""
        return by_level(self._tallies)

    def _batch(self, data: dict[str, Tensor]) -> TensorDict:
        return TensorDict._new_unsafe(data, batch_size=self.batch_size, device=self.device)

    def _transition(
        self,
        shown: dict[str, Tensor],
        outcome: Tensor,
        *,
        reward: Tensor,
        returned: Tensor,
        inferences: Tensor,
    ) -> dict[str, Tensor]:
        """Return the transition by key; all arguments but ``shown`` are [N]."""
        done, truncated = outcome != Outcome.OPEN, outcome == Outcome.TRUNCATED
        return {
            **shown,
            "reward": reward[:, None],
            "terminated": (done & ~truncated)[:, None],
            "truncated": truncated[:, None],
            "done": done[:, None],
            "episode_return": returned[:, None],
            "episode_inferences": torch.where(done, inferences, 0).to(torch.int32)[:, None],
        }


def count_ended(tallies: Tensor, level: Tensor, won: Tensor, done: Tensor) -> None:
    """Count the masks ``won`` and ``done`` [N] in ``tallies`` [L, 2], by ``level`` [N]."""
    tallies[:, 0].index_add_(0, level, won.long())
    tallies[:, 1].index_add_(0, level, done.long())


class TensorDerivationEnv(Capturing, DeviceEnv):
    """Environment of N derivations on one device; see :class:`.DerivationEnv`.

    The engine of ``problem`` has the program as tensors. On CUDA, ``capture`` lets steps be
    captured as a graph, if the program allows it. ConfigError: the problem cannot be stepped on
    a device.
    """

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        device: torch.device | str = "cpu",
        capture: bool = True,
        **rows: Unpack[RowOptions],
    ) -> None:
        super().__init__(problem, n_envs, device=device, **rows)
        device = torch.device(device)
        self.device_step = DeviceStep(problem, device)
        with torch.no_grad():
            self.starts = DeviceEpisodeStarts(
                self.device_step, problem.viewer, self.queries, with_candidates=self.with_candidates
            )
        self.viewed = [key.name for key in self.keys if not key.source]
        """Keys that a viewer lays out: goals and candidates."""
        self.start_arrays = self.arrays(self.starts.rows, self.starts, copy=False)
        """Observations of the starts, by key."""
        self._labels = torch.from_numpy(self.labels).to(device)
        self._prepare(capture)
        self._start()

    def _start(self) -> None:
        n, sizes, device = self.n_envs, self.problem.sizes, self.device_step.device
        self.draw = self._new_draw()

        def zeros(*shape: int) -> Tensor:
            return torch.zeros(shape, dtype=torch.int64, device=device)

        self.now = DeviceEpisodes(
            rows=self.device_step.blank(n),
            pool=self.starts.pool.take(zeros(0)),
            query=zeros(n),
            level=zeros(n),
            episode=zeros(n) - 1,
            counted=zeros(len(COUNTERS)),
            tallies=zeros(len(self.sizes), 2),
            inferences=zeros(),
            cuts=zeros(n),
            shown={
                key.name: torch.zeros(key.shape(n, sizes), dtype=dtype_of(key), device=device)
                for key in self.keys
            },
        )
        self._forget()

    def describe(self) -> str:
        """Return a line on device and memory."""
        step = self.device_step
        state = self.n_envs * step.row_bytes
        return (
            f"environments on {step.device}: {step.tables.nbytes / 1e6:,.1f} MB of "
            f"clauses, {self.starts.nbytes / 1e6:,.1f} MB of queries, at most "
            f"{state / 1e6:,.0f} MB for {self.n_envs:,} rows"
            + (", three times that and a graph's own once steps are captured" * self.captures)
        )

    def arrays(self, rows: DeviceRows, view: Any, *, copy: bool) -> dict[str, Tensor]:
        """Return tensors by key, from the rows and from the goals and candidates of ``view``."""
        arrays = {}
        for key in self.keys:
            if key.source:
                column = getattr(rows, key.source).to(dtype_of(key), copy=copy)
                arrays[key.name] = column.view(len(column), -1)
            else:
                arrays[key.name] = getattr(view, key.name)
        return arrays

    # ---- counts

    @property
    def counters(self) -> dict[str, int]:
        """Counts since construction: lost, merged, masked, paged, cut."""
        return dict(zip(COUNTERS, self.metrics()[3:], strict=False))

    @property
    def inferences(self) -> int:
        """Inferences since construction, resets not included."""
        return self.metrics()[2]

    @property
    def _tallies(self) -> list[list[int]]:
        flat = self.metrics()[3 + len(COUNTERS) :]
        return [flat[at : at + 2] for at in range(0, len(flat), 2)]

    def _drop_graph(self) -> None:
        self._leave()
        self._captured = None

    # ---- TorchRL

    @torch.no_grad()
    def _reset(
        self, tensordict: TensorDictBase | None = None, *, seed: int | None = None
    ) -> TensorDictBase:
        if seed is not None:
            self.set_seed(seed)
        asked = None if tensordict is None else tensordict.get("_reset", None)
        if not self._is_restored:
            rows = torch.arange(self.n_envs, device=self.device_step.device)
            if asked is not None:
                rows = places(asked.view(-1))
            self._leave()
            self.now.shown = {name: value.clone() for name, value in self.now.shown.items()}
            self._restart(rows, self.now.shown)
        self._is_restored = False
        return self._current(dict(self.now.shown))

    @torch.no_grad()
    def _play(self, tensordict: TensorDictBase, *, restart: bool) -> tuple[TensorDict, TensorDict]:
        actions = tensordict.get("action")
        if restart and self.is_ready:
            data, shown = self._play_captured(actions)
        else:
            data, shown = self._step_freely(actions, restart=restart)
        return self._batch(data), self._current(dict(shown))

    def _step_freely(
        self, actions: Tensor, *, restart: bool
    ) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Step in free shape: sizes are fetched."""
        started = perf_counter()
        self._leave()
        rows, actions = self.now.rows, actions[:, None]
        is_move, reward = self.chosen(self.now, actions)
        before = rows.inferences.clone()
        n_moves, legal = fetch(is_move.sum(), rows.mask.gather(1, actions).all())
        if not legal:
            raise self._masked(actions)
        every = n_moves == self.n_envs
        moving, chosen = None, actions.squeeze(1)
        if not every:
            moving = torch.nonzero_static(is_move, size=n_moves).squeeze(1)
            chosen = chosen.index_select(0, moving)
        # Rows that make no move end here and lose their slots, so the old candidates are dropped.
        if n_moves:
            self.now.pool = self.device_step.play(rows, moving, chosen, self.now.pool)
        else:
            self.now.pool = self.now.pool.take(actions.new_zeros(0))
        if not every:
            rows.slots = torch.where(is_move[:, None], rows.slots, -1)
            rows.outcome = torch.where(is_move, rows.outcome, int(Outcome.FAILED))
        self.now.inferences += (rows.inferences - before).sum()
        reward = torch.where(rows.outcome == Outcome.PROVED, 1.0, reward)
        shown_at = perf_counter()
        self.seconds["expand"] += shown_at - started
        shown = self.show(self.now, None if every else is_move)
        data = self.ended(self.now, shown, reward)
        current = {name: value.clone() for name, value in shown.items()}
        self.seconds["view"] += perf_counter() - shown_at
        if restart:
            done = places(data["done"].squeeze(1))
            if len(done):
                self._restart(done, current)
        self.now.shown = current
        return data, current

    def chosen(self, now: DeviceEpisodes, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return a mask [N] of rows that move, and the reward [N] of refusals."""
        rows = now.rows
        clause = rows.clauses.gather(1, actions).squeeze(1)
        is_move = (rows.slots.gather(1, actions).squeeze(1) >= 0) | (clause == MORE)
        refuses = clause == REFUSE
        return is_move, (refuses & ~self._labels[now.query]).float()

    def _masked(self, actions: Tensor) -> EngineError:
        legal = self.now.rows.mask.gather(1, actions).squeeze(1)
        row = int((~legal).int().argmax())
        return masked(int(actions[row]), row, self.now.rows.mask[row].cpu().numpy())

    def show(
        self, now: DeviceEpisodes, is_move: Tensor | None, bounds: Bounds | None = None
    ) -> dict[str, Tensor]:
        """Return the observation after moves; ``is_move`` is a mask [N], or None if all moved."""
        view = self.device_step.show(
            now.rows, now.pool, with_candidates=self.with_candidates, bounds=bounds
        )
        shown, cuts = self.arrays(now.rows, view, copy=True), view.cuts
        if is_move is not None:  # rows without a move show the same goals and candidates again
            for name in self.viewed:
                shown[name] = where_rows(is_move, shown[name], now.shown[name])
            cuts = torch.where(is_move, cuts, now.cuts)
        now.cuts.copy_(cuts)
        now.rows.counted[:, _CUTS] += cuts
        return shown

    def ended(
        self, now: DeviceEpisodes, shown: dict[str, Tensor], reward: Tensor
    ) -> dict[str, Tensor]:
        """Return the transition, and count the episodes that ended."""
        rows = now.rows
        data = self._transition(
            shown,
            rows.outcome,
            reward=reward,
            returned=reward.clone(),
            inferences=rows.inferences,
        )
        done = data["done"].squeeze(1)
        count_ended(now.tallies, now.level, done & (reward > 0), done)
        now.counted += rows.counted.sum(0)
        rows.counted.zero_()
        return data

    def _restart(self, rows: Tensor, shown: dict[str, Tensor]) -> None:
        """Start the next episode in ``rows`` [K], ascending, and write its observation."""
        started = perf_counter()
        starts, now = self.starts, self.now
        self._metrics = None
        # The draw takes a mask, so that a captured step can use it too.
        which = torch.zeros_like(now.episode, dtype=torch.bool).index_fill_(0, rows, True)
        now.episode = now.episode + which
        query, level = (x.index_select(0, rows) for x in self.draw(which, now.episode))
        now.query[rows], now.level[rows] = query, level
        taken = starts.copy_to(now.rows, rows, query, len(now.pool.clause))
        now.pool = CandidateTable.joined([now.pool, taken])
        counted = starts.rows.counted.index_select(0, query)
        now.counted += counted.sum(0)
        now.rows.counted[rows] = 0
        now.cuts[rows] = counted[:, _CUTS]
        for name, source in self.start_arrays.items():
            shown[name].index_copy_(0, rows, source.index_select(0, query))
        self.seconds["reset"] += perf_counter() - started

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Return all state, for a fresh environment to continue from."""
        state = each_tensor(lambda x: x.cpu().clone(), self.now.state())
        return {**state, "draw": self.draw.state()}

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        self._forget()
        kept = {name: state[name] for name in self.now.state()}
        device = self.device_step.device
        self.now = DeviceEpisodes.of(each_tensor(lambda x: x.to(device, copy=True), kept))
        self.draw.restore(state["draw"])
        self._is_restored = True
