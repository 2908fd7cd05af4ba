"""Environment of an MDP on a device, like :class:`DerivationEnv`; its steps are look-ups.

States, chance, moves, rewards and ends are tensors, and nothing waits for the device: the host
reads no value in a step, and no shape depends on one. For the same actions the frames equal those
of :class:`DerivationEnv`.

Dimension key: N rows, A actions, G goals, W slots of a goal, Q queries, S states, B buckets.
"""

from functools import partial
from typing import Any, Unpack

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from torch import Tensor

from symbolic_rl.base.errors import EngineError
from symbolic_rl.derivations.derivations import RowOptions
from symbolic_rl.derivations.mdp_states import mixed
from symbolic_rl.derivations.mdp_tables import mdp_tables
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.captured import CapturedCall, warn_of_failure
from symbolic_rl.envs.on_device import DeviceEnv, count_ended

OPEN, PROVED, FAILED, TRUNCATED = map(int, Outcome)
Rows = dict[str, Tensor]
"""State of N rows by name, [N] int64 each."""
_BY_ROW = (
    "state", "key", "count", "inferences", "gained", "query", "level", "episode",
)  # fmt: skip


class MdpTensorEnv(DeviceEnv):
    """Environment of N episodes of an MDP on one device; see :class:`.DerivationEnv`.

    A masked action ends its episode without a reward. The other environments refuse it immediately;
    here a check would wait for the device, so the error is raised when the counters are read.

    It takes the arguments of :class:`.BatchedEnv`; on CUDA, steps are captured as a graph.
    ConfigError: the problem is no MDP that can be held as tables.
    """

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        device: torch.device | str = "cpu",
        **rows: Unpack[RowOptions],
    ) -> None:
        super().__init__(problem, n_envs, device=device, **rows)
        device = torch.device(device)
        tables = mdp_tables(problem, self.queries, with_candidates=self.with_candidates)
        self._n_buckets, self._longest = tables.n_buckets, tables.longest_forced
        self._nbytes = tables.nbytes

        def held(array: Any) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        # [S, B, A] -> [S * B, A]: a line for each state and bucket of seeds.
        width = tables.mask.shape[2]
        self._following = held(tables.following.reshape(-1, width)).long()
        self._clauses = held(tables.clauses.reshape(-1, width))
        self._mask = held(tables.mask.reshape(-1, width))
        self._drawn = held(tables.drawn.reshape(-1, width)).long()
        self._dead = held(tables.dead.reshape(-1))
        counted = tables.counted.reshape(-1, len(COUNTERS)).copy()
        self._cuts = held(counted[:, -1].copy()).long()
        # Cuts count for the state that is shown, the other counters for the move that led to it.
        counted[:, -1] = 0
        self._lost = held(counted).long()
        self._reward, self._goals = held(tables.reward), held(tables.goals)
        self._starts = held(tables.starts)
        self._lost_before = held(tables.lost_before).long()
        self._bucket_of = held(tables.bucket_of).long()
        self._scale = problem.env_config.reward_scale
        self.captures = device.type == "cuda"
        """True if steps are captured as a graph."""
        self._start()

    def _start(self) -> None:
        n, device = self.n_envs, self.device
        self.draw = self._new_draw()
        self._rows: Rows = {
            name: torch.zeros(n, dtype=torch.int64, device=device) for name in _BY_ROW
        }
        self._rows["episode"] -= 1
        self._call: CapturedCall[tuple[dict[str, Tensor], dict[str, Tensor]]] | None = None
        self.n_captured = 0
        self._sums = {
            "counted": torch.zeros(len(COUNTERS), dtype=torch.int64, device=device),
            "tallies": torch.zeros((len(self.sizes), 2), dtype=torch.int64, device=device),
            "made": torch.zeros((), dtype=torch.int64, device=device),
            "illegal": torch.zeros((), dtype=torch.int64, device=device),
        }

    def describe(self) -> str:
        """Return a line on device and memory."""
        return (
            f"episodes on {self.device}: {len(self._reward):,} states of the MDP, "
            f"{self._nbytes / 1e6:,.1f} MB of tables"
        )

    # ---- counts: these wait for the device

    @property
    def counters(self) -> dict[str, int]:
        """Counts since construction: lost, merged, masked, paged, cut.

        EngineError: an action was masked.
        """
        if illegal := int(self._sums["illegal"]):
            raise EngineError(
                f"{illegal:,} actions were masked.",
                "step",
                "choose actions that action_mask allows.",
            )
        return dict(zip(COUNTERS, self._sums["counted"].tolist(), strict=True))

    @property
    def inferences(self) -> int:
        """Inferences since construction, resets not included."""
        return int(self._sums["made"])

    @property
    def _tallies(self) -> list[list[int]]:
        counts: list[list[int]] = self._sums["tallies"].tolist()
        return counts

    def _drop_graph(self) -> None:
        self._call = None

    # ---- a step

    @torch.no_grad()
    def _play(self, tensordict: TensorDictBase, *, restart: bool) -> tuple[TensorDict, TensorDict]:
        actions = tensordict.get("action")
        if restart and self.captures:
            data, shown = self._captured(actions)
        else:
            data, shown = self._stepped(actions, restart=restart)
        return self._batch(data), self._current({name: x.clone() for name, x in shown.items()})

    def _captured(self, actions: Tensor) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Step by a CUDA graph, captured at the first call; see :meth:`_stepped`."""
        if self._call is None:
            self._actions = actions.clone()
            kept = [*self._rows.values(), *self._sums.values(), *self.draw.changing.values()]
            try:
                step = partial(self._stepped, self._actions, restart=True)
                self._call = CapturedCall(step, kept)
            except RuntimeError as error:
                self.captures = False
                warn_of_failure(error)
                return self._stepped(actions, restart=True)
            self.n_captured += 1
        self._actions.copy_(actions)
        data, shown = self._call()
        return {name: x.clone() for name, x in data.items()}, shown

    @torch.no_grad()
    def _stepped(
        self, actions: Tensor, *, restart: bool
    ) -> tuple[dict[str, Tensor], dict[str, Tensor]]:
        """Step; return the transition, and the observation after it."""
        rows, sums = dict(self._rows), self._sums
        action = actions.clamp(0, self._mask.shape[1] - 1)
        at = self._place(rows)
        is_legal = self._mask[at].gather(1, action[:, None]).squeeze(1)
        # An action outside the window was clamped, so it is not legal either.
        is_legal = is_legal & (action == actions)
        sums["illegal"] += (~is_legal).sum()
        before, gained = rows["inferences"], rows["gained"]
        moving = is_legal & (self._following[at].gather(1, action[:, None]).squeeze(1) >= 0)
        outcome = torch.where(moving, OPEN, FAILED)
        # A fixed number of moves, so that no shape depends on data: rows without a forced move
        # wait.
        for _ in range(self._longest):
            at, outcome = self._moved(rows, action, moving, outcome)
            mask = self._mask[at]
            action = mask.int().argmax(1)
            moving = moving & (outcome == OPEN) & (mask.sum(1) == 1)
        sums["made"] += (rows["inferences"] - before).sum()
        shown = self._shown(rows, at)
        sums["counted"][-1] += self._cuts[at].sum()
        returned = torch.where(outcome != OPEN, rows["gained"].float() * self._scale, 0.0)
        data = self._transition(
            shown,
            outcome,
            reward=(rows["gained"] - gained).float() * self._scale,
            returned=returned,
            inferences=rows["inferences"],
        )
        won = outcome == PROVED
        count_ended(sums["tallies"], rows["level"], won, data["done"].squeeze(1))
        if restart:
            self._restart(rows, data["done"].squeeze(1))
            shown = self._shown(rows, self._place(rows))
        self._write(rows)
        return data, shown

    def _write(self, rows: Rows) -> None:
        if not self.captures:
            self._rows = rows
            return
        for name, x in self._rows.items():  # a graph keeps this memory
            x.copy_(rows[name])

    def _place(self, rows: Rows) -> Tensor:
        """Return [N] the line of the tables for each row's state and seed."""
        state = rows["state"]
        if self._n_buckets == 1:
            return state
        seeds: Any = rows  # ``mixed`` takes integers of torch as well as numpy's
        numbers: Any = mixed(seeds["key"], seeds["count"])
        place: Tensor = state * self._n_buckets + self._bucket_of[numbers]
        return place

    def _moved(
        self, rows: Rows, action: Tensor, moving: Tensor, outcome: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Move the rows in the mask ``moving``; return places [N] and outcomes [N]."""
        at, column = self._place(rows), action[:, None]
        following = self._following[at].gather(1, column).squeeze(1).clamp(min=0)
        drawn = self._drawn[at].gather(1, column).squeeze(1)
        rows["state"] = torch.where(moving, following, rows["state"])
        rows["count"] = torch.where(moving, rows["count"] + drawn, rows["count"])
        rows["inferences"] = rows["inferences"] + moving
        rows["gained"] = rows["gained"] + torch.where(moving, self._reward[following], 0)
        at = self._place(rows)
        self._sums["counted"] += torch.where(moving[:, None], self._lost[at], 0).sum(0)
        is_over = rows["inferences"] >= self.problem.env_config.inference_limit
        # The later assignment wins: proved before failed before truncated. State 0 is the end.
        reached = torch.where(is_over, TRUNCATED, OPEN)
        reached = torch.where(self._dead[at], FAILED, reached)
        reached = torch.where(rows["state"] == 0, PROVED, reached)
        return at, torch.where(moving, reached, outcome)

    def _shown(self, rows: Rows, at: Tensor) -> dict[str, Tensor]:
        """Return the observation of all rows."""
        shown = {
            "goals": self._goals[rows["state"]],
            "clauses": self._clauses[at],
            "action_mask": self._mask[at],
            "inferences": rows["inferences"].int()[:, None],
        }
        if self.with_candidates:
            shown["candidates"] = self._goals[self._following[at].clamp(min=0)]
        return {key.name: shown[key.name] for key in self.keys}

    def _restart(self, rows: Rows, which: Tensor) -> None:
        """Start the next episode in the rows of the mask ``which`` [N]."""
        rows["episode"] = rows["episode"] + which
        query, level = self.draw(which, rows["episode"])
        rows["query"] = torch.where(which, query, rows["query"])
        rows["level"] = torch.where(which, level, rows["level"])
        start = self._starts[rows["query"]]
        for place, name in enumerate(("state", "key", "count", "inferences")):
            rows[name] = torch.where(which, start[:, place], rows[name])
        rows["gained"] = torch.where(which, 0, rows["gained"])
        lost = self._lost_before[rows["query"]]
        self._sums["counted"] += torch.where(which[:, None], lost, 0).sum(0)

    # ---- TorchRL

    @torch.no_grad()
    def _reset(
        self, tensordict: TensorDictBase | None = None, *, seed: int | None = None
    ) -> TensorDictBase:
        if seed is not None:
            self.set_seed(seed)
        asked = None if tensordict is None else tensordict.get("_reset", None)
        if not self._is_restored:
            every = torch.ones(self.n_envs, dtype=torch.bool, device=self.device)
            rows = dict(self._rows)
            self._restart(rows, every if asked is None else asked.view(-1))
            self._write(rows)
        self._is_restored = False
        return self._current(self._shown(self._rows, self._place(self._rows)))

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Return all state, for a fresh environment to continue from."""
        kept = {**self._rows, **self._sums}
        return {
            "draw": self.draw.state(),
            **{name: tensor.cpu().clone() for name, tensor in kept.items()},
        }

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Continue from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        for name, x in (self._rows | self._sums).items():
            x.copy_(state[name])
        self.draw.restore(state["draw"])
        self._is_restored = True
