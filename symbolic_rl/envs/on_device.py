"""Environment on a device: sibling of :class:`DerivationEnv` for engines with tensors.

For the same actions it gives the same frames. Queries, resets, loop check, windows and views are
tensors on one device; a step copies a few sizes to the host, and nothing else.

Dimension key: N rows, A actions, G goals, W slots of a goal, Q queries.
"""

from time import perf_counter
from typing import Any, Unpack

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.devices import fetch, places
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.schema import shown_keys
from symbolic_rl.envs.torchrl import BatchedEnv, RowOptions, dtype_of
from symbolic_rl.play.on_device.arrays import CandidateTable, DeviceRows
from symbolic_rl.play.on_device.queries import DeviceEpisodeStarts, DeviceQueryDraw
from symbolic_rl.play.on_device.step import DeviceStep
from symbolic_rl.play.pages import COUNTERS, Outcome
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.queries import QueryDraw
from symbolic_rl.play.step_numpy import masked

_CUTS = COUNTERS.index("view_cuts")


def plays_on_device(problem: Problem) -> bool:
    """Return whether :class:`TensorDerivationEnv` can play a problem."""
    is_flat_view = problem.viewer.view.kind == "prefix"
    return problem.engine.capabilities.tables is not None and is_flat_view


class TensorDerivationEnv(BatchedEnv):
    """Environment of N derivations on one device; see :class:`.DerivationEnv`.

    Args:
        problem: its engine has the program as tensors.
        n_envs: number of rows, the batch size.
        device: of all tensors.
        rows: see :class:`.BatchedEnv`.

    Raises:
        ConfigError: the problem cannot be played on a device.
    """

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        device: torch.device | str = "cpu",
        **rows: Unpack[RowOptions],
    ) -> None:
        device = torch.device(device)
        super().__init__(problem, n_envs, device=device, **rows)
        self.device_step = DeviceStep(problem, device)
        levels = problem.levels(self.split)
        self._sizes = [len(level) for level in levels]
        queries = [query for level in levels for query in level]
        with torch.no_grad():
            self._starts = DeviceEpisodeStarts(
                self.device_step, problem.viewer, queries, with_candidates=self.with_candidates
            )
        self._keys = shown_keys(with_candidates=self.with_candidates)
        self._start_arrays = self._arrays(self._starts.rows, self._starts, copy=False)
        self._labels = torch.tensor([query.label for query in queries], device=device)
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}
        """Seconds since construction by phase, on the host's clock."""
        self._start()

    def _start(self) -> None:
        n, device = self.n_envs, self.device_step.device
        draw = QueryDraw(
            self._sizes,
            np.arange(self.first_row, self.first_row + n),
            self.seed,
            self.problem.curriculum.current_share,
            group_size=self.group_size,
        )
        self._draw = DeviceQueryDraw(draw, device)
        self._rows = self.device_step.blank(n)
        self._pool = self._starts.pool.take(torch.zeros(0, dtype=torch.int64, device=device))
        self._query = torch.zeros(n, dtype=torch.int64, device=device)
        self._level = torch.zeros(n, dtype=torch.int64, device=device)
        self._episode = torch.full((n,), -1, device=device)
        self._counted = torch.zeros(len(COUNTERS), dtype=torch.int64, device=device)
        self._tallies = torch.zeros((len(self._sizes), 2), dtype=torch.int64, device=device)
        self._inferences = torch.zeros((), dtype=torch.int64, device=device)
        self._shown: dict[str, Tensor] = self._blank()
        self._cuts = torch.zeros(n, dtype=torch.int64, device=device)
        self._is_restored = False

    def describe(self) -> str:
        """Return device and memory in words."""
        step = self.device_step
        state = self.n_envs * step.row_bytes
        return (
            f"environments on {step.device}: {step.tables.nbytes / 1e6:,.1f} MB of "
            f"clauses, {self._starts.nbytes / 1e6:,.1f} MB of queries, at most "
            f"{state / 1e6:,.0f} MB for {self.n_envs:,} rows"
        )

    def _blank(self) -> dict[str, Tensor]:
        n, sizes, device = self.n_envs, self.problem.sizes, self.device_step.device
        return {
            key.name: torch.zeros(key.shape(n, sizes), dtype=dtype_of(key), device=device)
            for key in self._keys
        }

    def _arrays(self, rows: DeviceRows, view: Any, *, copy: bool) -> dict[str, Tensor]:
        """Return tensors by key: of the rows, and the goals and candidates of ``view``."""
        arrays = {}
        for key in self._keys:
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
        return dict(zip(COUNTERS, self._counted.tolist(), strict=True))

    @property
    def inferences(self) -> int:
        """Inferences since construction, those of resets not included."""
        return int(self._inferences)

    def set_level(self, level: int) -> None:
        """Play the queries of ``level`` (from 0) and of the levels below it from now on."""
        self._draw.level = level

    def success_by_level(self) -> dict[int, tuple[int, int]]:
        """Episodes that earned a reward and all that ended, since construction, by level."""
        tallies = enumerate(self._tallies.tolist())
        return {level: (won, played) for level, (won, played) in tallies if played}

    # ---- TorchRL

    @torch.no_grad()
    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        asked = None if tensordict is None else tensordict.get("_reset", None)
        if not self._is_restored:
            rows = torch.arange(self.n_envs, device=self.device_step.device)
            if asked is not None:
                rows = places(asked.view(-1))
            self._shown = {name: value.clone() for name, value in self._shown.items()}
            self._restart(rows, self._shown)
        self._is_restored = False
        return self._tensors(self._shown)

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """Set random actions, uniform over the legal ones of each row."""
        if tensordict is None:
            tensordict = self.reset()
        mask = tensordict.get("action_mask")
        drawn = torch.rand(mask.shape, device=mask.device) + 1.0
        return tensordict.set("action", (drawn * mask).argmax(1))

    def _set_seed(self, seed: int | None) -> None:
        self.seed = seed or 0
        self._start()

    @torch.no_grad()
    def _play(self, tensordict: TensorDictBase, *, restart: bool) -> tuple[TensorDict, TensorDict]:
        started = perf_counter()
        rows, actions = self._rows, tensordict.get("action")[:, None]
        is_move, reward = self._chosen(rows, actions)
        before = rows.inferences.clone()
        n_moves, legal = fetch(is_move.sum(), rows.mask.gather(1, actions).all())
        if not legal:
            raise self._masked(actions)
        every = n_moves == self.n_envs
        moving, chosen, kept_slots = None, actions.squeeze(1), rows.slots
        if not every:
            moving = torch.nonzero_static(is_move, size=n_moves).squeeze(1)
            chosen = chosen.index_select(0, moving)
            kept_slots = torch.where(is_move[:, None], rows.slots, -1)
        # Rows that make no move end here and lose their slots, so the old candidates can go.
        if n_moves:
            self._pool = self.device_step.play(rows, moving, chosen, self._pool)
        else:
            self._pool = self._pool.take(actions.new_zeros(0))
        if not every:
            rows.slots = torch.where(is_move[:, None], rows.slots, kept_slots)
            rows.outcome = torch.where(is_move, rows.outcome, int(Outcome.FAILED))
        self._inferences += (rows.inferences - before).sum()
        reward = torch.where(rows.outcome == Outcome.REFUTED, 1.0, reward)
        shown_at = perf_counter()
        self.seconds["expand"] += shown_at - started
        shown = self._show(None if every else is_move)
        data = self._ended(rows, shown, reward)
        current = {name: value.clone() for name, value in shown.items()}
        self.seconds["view"] += perf_counter() - shown_at
        if restart:
            done = places(data["done"].squeeze(1))
            if len(done):
                self._restart(done, current)
        self._shown = current
        return self._batch(data), self._tensors(current)

    def _chosen(self, rows: DeviceRows, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Return which rows [N] make a move, and the reward [N] of those that refuse."""
        clause = rows.clauses.gather(1, actions).squeeze(1)
        is_move = (rows.slots.gather(1, actions).squeeze(1) >= 0) | (clause == MORE)
        refuses = clause == REFUSE
        return is_move, (refuses & ~self._labels[self._query]).float()

    def _masked(self, actions: Tensor) -> EngineError:
        legal = self._rows.mask.gather(1, actions).squeeze(1)
        row = int((~legal).int().argmax())
        return masked(int(actions[row]), row, self._rows.mask[row].cpu().numpy())

    def _show(self, is_move: Tensor | None) -> dict[str, Tensor]:
        rows = self._rows
        view = self.device_step.show(rows, self._pool, with_candidates=self.with_candidates)
        shown, cuts = self._arrays(rows, view, copy=True), view.cuts
        if is_move is not None:  # rows that made no move show the same goals and candidates again
            for name in (key.name for key in self._keys if not key.source):
                where = is_move.view(-1, *[1] * (shown[name].dim() - 1))
                shown[name] = torch.where(where, shown[name], self._shown[name])
            cuts = torch.where(is_move, cuts, self._cuts)
        self._cuts = cuts
        rows.counted[:, _CUTS] += cuts
        return shown

    def _ended(
        self, rows: DeviceRows, shown: dict[str, Tensor], reward: Tensor
    ) -> dict[str, Tensor]:
        """Return the transition, and count the episodes that ended."""
        done = rows.outcome != Outcome.OPEN
        truncated = rows.outcome == Outcome.TRUNCATED
        self._tallies[:, 0].index_add_(0, self._level, (done & (reward > 0)).long())
        self._tallies[:, 1].index_add_(0, self._level, done.long())
        self._counted += rows.counted.sum(0)
        rows.counted.zero_()
        ended = torch.where(done, rows.inferences, 0).to(torch.int32)
        return {
            **shown,
            "reward": reward[:, None],
            "terminated": (done & ~truncated)[:, None],
            "truncated": truncated[:, None],
            "done": done[:, None],
            "episode_return": reward[:, None].clone(),
            "episode_inferences": ended[:, None],
        }

    def _restart(self, rows: Tensor, shown: dict[str, Tensor]) -> None:
        """Start the next episode in ``rows`` [K], ascending, and write its observation."""
        started = perf_counter()
        starts = self._starts
        episode = self._episode.index_select(0, rows) + 1
        query, level = self._draw(rows, episode)
        self._episode[rows], self._query[rows], self._level[rows] = episode, query, level
        taken = starts.copy_to(self._rows, rows, query, len(self._pool.clause))
        self._pool = CandidateTable.joined([self._pool, taken])
        counted = starts.rows.counted.index_select(0, query)
        self._counted += counted.sum(0)
        self._rows.counted[rows] = 0
        self._cuts[rows] = counted[:, _CUTS]
        for name, source in self._start_arrays.items():
            shown[name].index_copy_(0, rows, source.index_select(0, query))
        self.seconds["reset"] += perf_counter() - started

    def _tensors(self, shown: dict[str, Tensor]) -> TensorDict:
        return self._current(dict(shown))

    def _batch(self, data: dict[str, Tensor]) -> TensorDict:
        return TensorDict._new_unsafe(data, batch_size=self.batch_size, device=self.device)

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Return all that a fresh environment needs to go on from here."""
        kept = {"query", "level", "episode", "counted", "tallies", "inferences", "cuts"}
        return {
            "rows": _on_cpu(vars(self._rows)),
            "pool": _on_cpu(vars(self._pool)),
            "shown": _on_cpu(self._shown),
            "draw": self._draw.state(),
            **{name: getattr(self, f"_{name}").cpu().clone() for name in sorted(kept)},
        }

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        device = self.device_step.device
        self._rows = DeviceRows(**{k: v.to(device, copy=True) for k, v in state["rows"].items()})
        self._pool = CandidateTable(
            **{k: v.to(device, copy=True) for k, v in state["pool"].items()}
        )
        self._shown = {k: v.to(device, copy=True) for k, v in state["shown"].items()}
        self._draw.restore(state["draw"])
        for name in ("query", "level", "episode", "counted", "tallies", "inferences", "cuts"):
            setattr(self, f"_{name}", state[name].to(device, copy=True))
        self._is_restored = True


def _on_cpu(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.cpu().clone() for name, tensor in tensors.items()}
