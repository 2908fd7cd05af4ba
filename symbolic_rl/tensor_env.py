"""The environment on the device: :class:`DerivationEnv` in tensors, for the engine ``tensor``.

The same frames for the same actions. Queries, resets, loop check, windows and views are tensors on
one device, and a step copies nothing but a few numbers to the host.

Dimension key: N rows, A actions, G goals, W slots of a goal, Q queries.
"""

from collections.abc import Sequence
from dataclasses import fields
from time import perf_counter
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict, TensorDictBase
from torch import Tensor
from torchrl.envs import EnvBase

from symbolic_rl.config import MORE, REFUSE
from symbolic_rl.devices import fetch
from symbolic_rl.engine.program import Query
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.engine.tokens import splitmix64
from symbolic_rl.env import DerivationEnv
from symbolic_rl.errors import ConfigError, EngineError
from symbolic_rl.observation.pages import COUNTERS, Outcome
from symbolic_rl.problem import Problem
from symbolic_rl.tensor_play import Player, Pool, Rows, View

_CUTS = COUNTERS.index("view_cuts")
_CHUNK = 1024


def plays_on_device(problem: Problem) -> bool:
    """Whether :class:`TensorDerivationEnv` can play a problem; else :class:`DerivationEnv` does."""
    is_flat_view = problem.viewer.view.kind == "prefix"
    return isinstance(problem.engine, TensorEngine) and is_flat_view


class _Roots:
    """Where the episodes of Q queries start, all of them."""

    def __init__(self, player: Player, queries: Sequence[Query], with_candidates: bool) -> None:
        chunks = [
            player.started(queries[at : at + _CHUNK], with_candidates=with_candidates)
            for at in range(0, len(queries), _CHUNK)
        ]
        base = 0
        for rows, pool, _ in chunks:
            rows.slots = torch.where(rows.slots >= 0, rows.slots + base, -1)
            base += len(pool.clause)
        self.pool = Pool.joined([pool for _, pool, _ in chunks])
        joined = {f.name: [getattr(c[0], f.name) for c in chunks] for f in fields(Rows)}
        self.rows = Rows(**{name: torch.cat(parts) for name, parts in joined.items()})
        self.goals = torch.cat([view.goals for _, _, view in chunks])
        self.candidates = None
        if with_candidates:
            self.candidates = torch.cat(
                [v.candidates for _, _, v in chunks if v.candidates is not None]
            )

    @property
    def nbytes(self) -> int:
        """Memory."""
        held = [*vars(self.rows).values(), *vars(self.pool).values(), self.goals, self.candidates]
        return sum(x.nbytes for x in held if isinstance(x, Tensor))


class _Draw:
    """:class:`symbolic_rl.derivation.derivations.QueryDraw` on a device."""

    def __init__(
        self,
        sizes: Sequence[int],
        rows: NDArray[np.uint64],
        seed: int,
        share: float,
        device: torch.device,
    ) -> None:
        keys = splitmix64(rows ^ splitmix64(np.full(1, seed, np.uint64)))
        self._rows = torch.from_numpy(keys.view(np.int64)).to(device)
        self._first = torch.tensor(np.cumsum([0, *sizes]), device=device)
        self._size = torch.tensor(list(sizes), device=device)
        self._share, self.level = share, 0

    def __call__(self, rows: Tensor, episodes: Tensor) -> tuple[Tensor, Tensor]:
        """Queries [M], and their levels [M], of episodes [M] of rows [M]."""
        pick = _splitmix64(self._rows[rows] ^ episodes)
        level = torch.full_like(rows, self.level)
        if self.level:
            which = _splitmix64(pick)
            is_current = _shifted_right(which, 11).double() / 2.0**53 < self._share
            earlier = _remainder(_splitmix64(which), torch.full_like(which, self.level))
            level = torch.where(is_current, level, earlier)
        return self._first[level] + _remainder(pick, self._size[level]), level


class TensorDerivationEnv(EnvBase):  # type: ignore[misc]
    """N derivations of the queries of a problem, on one device; see :class:`DerivationEnv`.

    Args:
        problem: its engine must be the engine ``tensor``.
        n_envs: number of rows, the batch size.
        seed: seed of the order of queries.
        split: whose queries are played.
        with_candidates: show the candidates' resolvents.
        device: where everything is.
        first_row: number of the first row, where rows are spread over several environments.

    Raises:
        ConfigError: the problem cannot be played on a device.
    """

    batch_locked = True

    n_candidates, n_goals = DerivationEnv.n_candidates, DerivationEnv.n_goals
    goal_width, view = DerivationEnv.goal_width, DerivationEnv.view
    vocabulary_size, n_clauses = DerivationEnv.vocabulary_size, DerivationEnv.n_clauses
    _make_specs = DerivationEnv._make_specs

    def __init__(
        self,
        problem: Problem,
        n_envs: int,
        *,
        seed: int = 0,
        split: str = "train",
        with_candidates: bool = True,
        device: torch.device | str = "cpu",
        first_row: int = 0,
    ) -> None:
        device = torch.device(device)
        if not isinstance(problem.engine, TensorEngine):
            raise ConfigError(
                "the environment on the device needs the engine tensor.",
                f"--engine {problem.env_config.engine}",
                "use --engine tensor.",
            )
        super().__init__(device=device, batch_size=torch.Size([n_envs]))
        self.problem, self.n_envs, self.split = problem, n_envs, split
        self.with_candidates, self.first_row = with_candidates, first_row
        self.n_threads = 1
        self.player = Player(problem, device, problem.env_config.max_inferences)
        levels = problem.levels(split)
        self._sizes = [len(level) for level in levels]
        queries = [query for level in levels for query in level]
        with torch.no_grad():
            self._roots = _Roots(self.player, queries, with_candidates)
        self._labels = torch.tensor([query.label for query in queries], device=device)
        self.seconds = {"expand": 0.0, "reset": 0.0, "view": 0.0}
        """Seconds since construction by phase, as the host sees them."""
        self._start(seed)
        self._make_specs(problem.env_config)

    def _start(self, seed: int) -> None:
        n, device = self.n_envs, self.player.device
        share = self.problem.curriculum.current_share
        rows = np.arange(self.first_row, self.first_row + n, dtype=np.uint64)
        self._draw = _Draw(self._sizes, rows, seed, share, device)
        self._rows = self.player.blank(n)
        self._pool = self._roots.pool.take(torch.zeros(0, dtype=torch.int64, device=device))
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
        """Device and memory in words."""
        state = self.n_envs * self.player.row_bytes
        return (
            f"environments on {self.player.device}: {self.player.resolver.nbytes / 1e6:,.1f} MB of "
            f"clauses, {self._roots.nbytes / 1e6:,.1f} MB of queries, at most "
            f"{state / 1e6:,.0f} MB for {self.n_envs:,} rows"
        )

    def _blank(self) -> dict[str, Tensor]:
        n, a, g, w = self.n_envs, self.n_candidates, self.n_goals, self.goal_width
        make = {"dtype": torch.int32, "device": self.player.device}
        shown = {
            "goals": torch.zeros((n, g, w), **make),  # type: ignore[call-overload]
            "clauses": torch.zeros((n, a), **make),  # type: ignore[call-overload]
            "action_mask": torch.zeros((n, a), dtype=torch.bool, device=self.player.device),
            "inferences": torch.zeros((n, 1), **make),  # type: ignore[call-overload]
        }
        if self.with_candidates:
            shown["candidates"] = torch.zeros((n, a, g, w), **make)  # type: ignore[call-overload]
        return shown

    # ---- what a logger asks

    @property
    def counters(self) -> dict[str, int]:
        """What was lost, merged, masked, paged or cut since construction."""
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
            if asked is None:
                rows = torch.arange(self.n_envs, device=self.player.device)
            else:
                chosen = asked.view(-1)
                (count,) = fetch(chosen.sum())
                rows = torch.nonzero_static(chosen, size=count).squeeze(1)
            self._shown = {name: value.clone() for name, value in self._shown.items()}
            self._restart(rows, self._shown)
        self._is_restored = False
        return self._as_root(self._shown)

    @torch.no_grad()
    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        return self._play(tensordict, restart=False)[0]

    @torch.no_grad()
    def step_and_maybe_reset(
        self, tensordict: TensorDictBase
    ) -> tuple[TensorDictBase, TensorDictBase]:
        """As :meth:`EnvBase.step_and_maybe_reset`; finished rows start anew in the same call."""
        following, root = self._play(tensordict, restart=True)
        tensordict.set("next", following)
        return tensordict, self._as_root(root)

    def rand_action(self, tensordict: TensorDictBase | None = None) -> TensorDictBase:
        """As :meth:`EnvBase.rand_action`, uniform over the legal actions of each row."""
        if tensordict is None:
            tensordict = self.reset()
        mask = tensordict.get("action_mask")
        drawn = torch.rand(mask.shape, device=mask.device) + 1.0
        return tensordict.set("action", (drawn * mask).argmax(1))

    def _set_seed(self, seed: int | None) -> None:
        self._start(seed or 0)

    def _play(
        self, tensordict: TensorDictBase, *, restart: bool
    ) -> tuple[TensorDict, dict[str, Tensor]]:
        started = perf_counter()
        rows, actions = self._rows, tensordict.get("action")[:, None]
        is_move, reward = self._chosen(rows, actions)
        before = rows.inferences.clone()
        n_moves, legal = fetch(is_move.sum(), rows.mask.gather(1, actions).all())
        if not legal:
            raise self._masked(actions)
        every = n_moves == self.n_envs
        moving = (
            torch.arange(self.n_envs, device=self.player.device)
            if every
            else torch.nonzero_static(is_move, size=n_moves).squeeze(1)
        )
        kept_slots = torch.where(is_move[:, None], rows.slots, -1)
        if n_moves:
            self._pool = self.player.play(rows, moving, actions.squeeze(1)[moving], self._pool)
        if not every:
            rows.slots = torch.where(is_move[:, None], rows.slots, kept_slots)
            rows.outcome = torch.where(is_move, rows.outcome, int(Outcome.FAILED))
        self._inferences += (rows.inferences - before).sum()
        reward = torch.where(rows.outcome == Outcome.REFUTED, 1.0, reward)
        shown_at = perf_counter()
        self.seconds["expand"] += shown_at - started
        shown = self._show(None if every else is_move)
        data = self._ended(rows, shown, reward)
        root = {name: value.clone() for name, value in shown.items()}
        self.seconds["view"] += perf_counter() - shown_at
        if restart:
            done = data["done"].squeeze(1)
            (count,) = fetch(done.sum())
            if count:
                self._restart(torch.nonzero_static(done, size=count).squeeze(1), root)
        self._shown = root
        return TensorDict(data, batch_size=self.batch_size, device=self.device), root

    def _chosen(self, rows: Rows, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Which rows [N] make a move, and the reward [N] of those that refuse."""
        clause = rows.clauses.gather(1, actions).squeeze(1)
        is_move = (rows.slots.gather(1, actions).squeeze(1) >= 0) | (clause == MORE)
        refuses = clause == REFUSE
        return is_move, (refuses & ~self._labels[self._query]).float()

    def _masked(self, actions: Tensor) -> EngineError:
        legal = self._rows.mask.gather(1, actions).squeeze(1)
        row = int((~legal).int().argmax())
        return EngineError(
            f"action {int(actions[row])} of row {row} is masked.",
            "step",
            f"choose one of {self._rows.mask[row].nonzero().squeeze(1).tolist()}.",
        )

    def _show(self, is_move: Tensor | None) -> dict[str, Tensor]:
        rows = self._rows
        view: View = self.player.show(rows, self._pool, with_candidates=self.with_candidates)
        shown = {
            "goals": view.goals,
            "clauses": rows.clauses.clone(),
            "action_mask": rows.mask.clone(),
            "inferences": rows.inferences.to(torch.int32)[:, None],
        }
        cuts = view.cuts
        if view.candidates is not None:
            shown["candidates"] = view.candidates
        if is_move is not None:  # who made no move is shown what was shown before
            for name in ("goals", "candidates"):
                if name in shown:
                    where = is_move.view(-1, *[1] * (shown[name].dim() - 1))
                    shown[name] = torch.where(where, shown[name], self._shown[name])
            cuts = torch.where(is_move, cuts, self._cuts)
        self._cuts = cuts
        rows.counted[:, _CUTS] += cuts
        return shown

    def _ended(self, rows: Rows, shown: dict[str, Tensor], reward: Tensor) -> dict[str, Tensor]:
        """The transition, with what has ended written down."""
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
        """Start the next episode in ``rows`` [K], and show it."""
        started = perf_counter()
        roots = self._roots
        episode = self._episode[rows] + 1
        query, level = self._draw(rows, episode)
        self._episode[rows], self._query[rows], self._level[rows] = episode, query, level
        source = roots.rows.take(query)
        has = source.slots >= 0
        (count,) = fetch(has.sum())
        row, action = torch.nonzero_static(has, size=count).unbind(1)
        taken = roots.pool.take(source.slots[row, action])
        base = len(self._pool.clause)
        source.slots[row, action] = base + torch.arange(count, device=self.player.device)
        self._pool = Pool.joined([self._pool, taken])
        self._rows.put(rows, source)
        self._counted += source.counted.sum(0)
        self._rows.counted[rows] = 0
        self._cuts[rows] = source.counted[:, _CUTS]
        shown["goals"][rows] = roots.goals[query]
        shown["clauses"][rows] = source.clauses
        shown["action_mask"][rows] = source.mask
        shown["inferences"][rows] = source.inferences.to(torch.int32)[:, None]
        if roots.candidates is not None:
            shown["candidates"][rows] = roots.candidates[query]
        self.seconds["reset"] += perf_counter() - started

    def _as_root(self, shown: dict[str, Tensor]) -> TensorDict:
        column, device = (self.n_envs, 1), self.player.device
        flags = ("done", "terminated", "truncated")
        data = dict(shown)
        data |= {name: torch.zeros(column, dtype=torch.bool, device=device) for name in flags}
        data["episode_return"] = torch.zeros(column, device=device)
        data["episode_inferences"] = torch.zeros(column, dtype=torch.int32, device=device)
        return TensorDict(data, batch_size=self.batch_size, device=self.device)

    # ---- checkpoints

    def get_extra_state(self) -> dict[str, Any]:
        """Everything that a fresh environment needs to go on from here."""
        kept = {"query", "level", "episode", "counted", "tallies", "inferences", "cuts"}
        return {
            "rows": _on_cpu(vars(self._rows)),
            "pool": _on_cpu(vars(self._pool)),
            "shown": _on_cpu(self._shown),
            "draw_level": self._draw.level,
            **{name: getattr(self, f"_{name}").cpu().clone() for name in sorted(kept)},
        }

    def set_extra_state(self, state: dict[str, Any]) -> None:
        """Go on from :meth:`get_extra_state`; the next full reset returns the restored rows."""
        device = self.player.device
        self._rows = Rows(**{k: v.to(device, copy=True) for k, v in state["rows"].items()})
        self._pool = Pool(**{k: v.to(device, copy=True) for k, v in state["pool"].items()})
        self._shown = {k: v.to(device, copy=True) for k, v in state["shown"].items()}
        self._draw.level = state["draw_level"]
        for name in ("query", "level", "episode", "counted", "tallies", "inferences", "cuts"):
            setattr(self, f"_{name}", state[name].to(device, copy=True))
        self._is_restored = True


def _on_cpu(tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {name: tensor.cpu().clone() for name, tensor in tensors.items()}


def _shifted_right(x: Tensor, by: int) -> Tensor:
    """The logical shift of 64-bit words."""
    return (x >> by) & ((1 << (64 - by)) - 1)


def _splitmix64(x: Tensor) -> Tensor:
    """:func:`symbolic_rl.engine.tokens.splitmix64` on the bits of int64."""
    x = x + _signed(0x9E3779B97F4A7C15)
    x = (x ^ _shifted_right(x, 30)) * _signed(0xBF58476D1CE4E5B9)
    x = (x ^ _shifted_right(x, 27)) * _signed(0x94D049BB133111EB)
    return x ^ _shifted_right(x, 31)


def _signed(word: int) -> int:
    return word - 2**64 if word >= 2**63 else word


def _remainder(x: Tensor, by: Tensor) -> Tensor:
    """The remainder of 64-bit words, taken as unsigned, by small positive numbers."""
    return (_shifted_right(x, 1) % by * 2 + (x & 1)) % by
