"""Integer work before the network: find the real goals and name each distinct one once.

Most of a padded observation is padding, and many states of a batch are variants of each other. So
legal candidates are gathered, equal resolvents merged, and then equal goals of those. All of it is
exact, happens where the observation lives (the CPU, as a rule), and leaves a network on another
device a fraction of the bytes to fetch and nothing to wait for.

Dimension key:
    B  frames            A  width of the action window    C  legal candidates of all frames
    G  goals shown       W  slots of a goal               R  distinct resolvents
    U  distinct goals    E  goals of all distinct resolvents
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, Self, TypeVar

import torch
from torch import Tensor

from symbolic_rl.base.devices import fetch, places

Inputs_co = TypeVar("Inputs_co", covariant=True)


class Packing(Protocol[Inputs_co]):
    """A batch of observations, packed once and taken from in minibatches."""

    def take(self, frames: Tensor | None, device: torch.device) -> Inputs_co:
        """Return what a network needs for these frames (all for None), on its device."""
        ...

    @property
    def keys(self) -> Tensor:
        """[B, K] int64; equal rows for frames that show the same."""
        ...


@lru_cache(maxsize=64)
def _multipliers(width: int, device: torch.device) -> Tensor:
    generator = torch.Generator().manual_seed(0x5EED)
    odd = torch.randint(-(2**62), 2**62, (width,), generator=generator) * 2 + 1
    return odd.to(device)


HASH_BITS = 42
"""Bits of a hash that are left beside the number of an owner."""


def distinct(rows: Tensor, owner: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Name equal rows of an integer matrix alike.

    Rows are hashed to 64 bits and the grouping is then compared with the rows, so the result is
    exact; should two rows ever collide, the slow exact form takes over.

    Args:
        rows: [N, K] integers.
        owner: [N] numbers below 2**22; rows of different owners are never merged, and groups are
            in the order of their owners.

    Returns:
        The position of one representative of each group, and the group of each row.
    """
    rows = rows.contiguous()
    words = rows
    if rows.dtype == torch.int32 and rows.shape[1] % 2 == 0 and rows.storage_offset() % 2 == 0:
        words = rows.view(torch.int64)  # half the work
    keys = (words * _multipliers(words.shape[1], rows.device)).sum(1)
    if owner is not None:
        keys = (owner << HASH_BITS) | ((keys >> (64 - HASH_BITS)) & ((1 << HASH_BITS) - 1))
    found, group = torch.unique(keys, return_inverse=True)
    where = torch.arange(len(rows), device=rows.device)
    representative = torch.empty_like(found).scatter_(0, group, where)
    grouped = words.index_select(0, representative).index_select(0, group)
    if not torch.equal(grouped, words):
        rows = rows if owner is None else torch.cat([owner.to(rows.dtype)[:, None], rows], 1)
        found, group = torch.unique(rows, dim=0, return_inverse=True)
        representative = where.new_empty(len(found)).scatter_(0, group, where)
    return representative, group


def used(index: Tensor, total: int) -> tuple[Tensor, Tensor]:
    """Return which of ``total`` rows ``index`` mentions, and ``total`` new names for them."""
    mark = torch.zeros(total, dtype=torch.bool, device=index.device)
    mark[index] = True
    return mark.nonzero().squeeze(1), mark.cumsum(0) - 1


class Owners(NamedTuple):
    """Which trajectory each row of a network's layers belongs to, in ascending order each."""

    goals: Tensor
    """[U]"""
    resolvents: Tensor
    """[R]"""
    frames: Tensor
    """[B]"""
    candidates: Tensor
    """[C]; none where the network reads no candidates."""

    @classmethod
    def of(
        cls,
        frames: Tensor,
        candidates: Tensor,
        users_R: list[tuple[Tensor, Tensor]],
        goal_E: Tensor,
        start_R: Tensor,
        n_goals: int,
    ) -> Self:
        """Follow the indices down; ``users_R`` are pairs of resolvents and who uses them."""
        resolvents = torch.empty_like(start_R)
        for resolvent, owner in users_R:
            resolvents[resolvent] = owner
        end_R = torch.cat([start_R[1:], start_R.new_full((1,), len(goal_E))])
        goals = start_R.new_empty(n_goals)
        of_part = torch.repeat_interleave(resolvents, end_R - start_R, output_size=len(goal_E))
        goals[goal_E // 2] = of_part
        return cls(goals, resolvents, frames, candidates)


class ResolventInputs(NamedTuple):
    """What the resolvent network reads."""

    goal_UW: Tensor
    goal_E: Tensor
    """The goals of each resolvent, one resolvent after the other: 2u, or 2u + 1 if behind."""
    start_R: Tensor
    """Where in E the goals of each resolvent start."""
    state_B: Tensor
    candidate_C: Tensor
    clause_C: Tensor
    slot_C: Tensor
    """Flat place of the candidate in [B, A]."""
    n_actions: int

    def to(self, device: torch.device) -> Self:
        """Copy to a device without waiting."""
        moved: dict[str, Any] = {
            name: value.to(device, non_blocking=True)
            for name, value in self._asdict().items()
            if isinstance(value, Tensor)
        }
        return self._replace(**moved)

    def owners(self, trajectory_B: Tensor) -> Owners:
        """Which trajectory each row belongs to, of a packing that keeps trajectories apart."""
        of_candidate = trajectory_B[self.slot_C // self.n_actions]
        users = [(self.state_B, trajectory_B), (self.candidate_C, of_candidate)]
        n_goals = len(self.goal_UW)
        return Owners.of(trajectory_B, of_candidate, users, self.goal_E, self.start_R, n_goals)


@dataclass(frozen=True)
class ResolventPacking:
    """The distinct goals and resolvents of a batch, and which frame uses which."""

    goal_UW: Tensor
    goals_RG: Tensor
    """Index into U; U where there is no goal."""
    state_B: Tensor
    candidate_C: Tensor
    clause_C: Tensor
    action_C: Tensor
    start_B: Tensor
    """Where the candidates of a frame start; one entry more than frames."""
    n_actions: int
    n_goals: int | None = None
    """Goals of all resolvents, where that is known."""

    def take(self, frames: Tensor | None, device: torch.device) -> ResolventInputs:
        """Return the inputs for these frames; goals and resolvents of no use are left out."""
        packing = self if frames is None else self._subset(frames)
        real_RG = packing.goals_RG != len(packing.goal_UW)
        count_R = real_RG.sum(1)
        part_RG = packing.goals_RG * 2
        part_RG[:, 1:] += 1
        count_B = packing.start_B.diff()
        frame_C = torch.repeat_interleave(count_B, output_size=len(packing.action_C))
        inputs = ResolventInputs(
            goal_UW=packing.goal_UW,
            goal_E=_those(part_RG, real_RG, packing.n_goals),
            start_R=count_R.cumsum(0) - count_R,
            state_B=packing.state_B,
            candidate_C=packing.candidate_C,
            clause_C=packing.clause_C,
            slot_C=frame_C * self.n_actions + packing.action_C,
            n_actions=self.n_actions,
        )
        return inputs if self.goal_UW.device == device else inputs.to(device)

    @property
    def keys(self) -> Tensor:
        """See :class:`Packing`; each legal action as the resolvent and the clause it leads by."""
        count_B = self.start_B.diff()
        frame_C = torch.repeat_interleave(count_B, output_size=len(self.action_C))
        keys = self.state_B.new_full((len(count_B), 1 + self.n_actions), -1)
        keys[:, 0] = self.state_B
        keys[frame_C, 1 + self.action_C] = (self.candidate_C << 31) | self.clause_C
        return keys

    def _subset(self, frames: Tensor) -> "ResolventPacking":
        frames = frames.to(self.start_B.device)
        start = self.start_B[frames]
        count = self.start_B[frames + 1] - start
        end = count.cumsum(0)
        place = torch.arange(int(end[-1]), device=frames.device)
        place = place + torch.repeat_interleave(start - end + count, count, output_size=len(place))
        state, candidate = self.state_B[frames], self.candidate_C[place]
        resolvents, new_resolvent = used(torch.cat([state, candidate]), len(self.goals_RG))
        goals_RG = self.goals_RG[resolvents]
        goals, new_goal = used(goals_RG.flatten(), len(self.goal_UW) + 1)
        absent = len(self.goal_UW)
        goals = goals[goals != absent]
        new_goal[absent] = len(goals)
        return ResolventPacking(
            goal_UW=self.goal_UW[goals],
            goals_RG=new_goal[goals_RG],
            state_B=new_resolvent[state],
            candidate_C=new_resolvent[candidate],
            clause_C=self.clause_C[place],
            action_C=self.action_C[place],
            start_B=torch.cat([end.new_zeros(1), end]),
            n_actions=self.n_actions,
        )


def _those(values: Tensor, mask: Tensor, count: int | None) -> Tensor:
    """Return ``values[mask]``; without waiting for the device if it is known how many they are."""
    if count is None:
        return values[mask]
    return values.flatten()[places(mask.flatten(), count)]


def pack_apart(
    goals: Tensor, candidates: Tensor, clauses: Tensor, action_mask: Tensor
) -> ResolventPacking:
    """Pack as :func:`pack_resolvents`, but merge nothing, so that the device is not waited for.

    Args:
        goals: [B, G, W], the states.
        candidates: [B, A, G, W].
        clauses: [B, A].
        action_mask: [B, A]; what it hides is left out.
    """
    n_frames, n_goals, width = goals.shape
    n_actions = action_mask.shape[1]
    has_goal = (candidates[..., 0] != 0) & action_mask.unsqueeze(-1)
    n_legal, n_own, n_theirs = fetch(action_mask.sum(), (goals[..., 0] != 0).sum(), has_goal.sum())
    flat = places(action_mask.flatten(), n_legal)
    legal = candidates.reshape(n_frames * n_actions, n_goals, width).index_select(0, flat)
    shown = torch.cat([goals, legal]).flatten(0, 1)
    total = n_own + n_theirs
    real = places(shown[:, 0] != 0, total)
    goals_R = torch.full((len(shown),), total, dtype=torch.int64, device=goals.device)
    goals_R[real] = torch.arange(total, device=goals.device)
    end_B = action_mask.sum(1).cumsum(0)
    return ResolventPacking(
        goal_UW=shown.index_select(0, real).long(),
        goals_RG=goals_R.view(-1, n_goals),
        state_B=torch.arange(n_frames, device=goals.device),
        candidate_C=n_frames + torch.arange(n_legal, device=goals.device),
        clause_C=clauses.reshape(-1).index_select(0, flat).long(),
        action_C=flat % n_actions,
        start_B=torch.cat([end_B.new_zeros(1), end_B]),
        n_actions=n_actions,
        n_goals=total,
    )


def pack_resolvents(
    goals: Tensor,
    candidates: Tensor | None,
    clauses: Tensor,
    action_mask: Tensor,
    trajectory: Tensor | None = None,
) -> ResolventPacking:
    """Pack a flat batch of observations; without candidates only the states are kept.

    Args:
        goals: [B, G, W], the states.
        candidates: [B, A, G, W], or None.
        clauses: [B, A].
        action_mask: [B, A]; what it hides is left out.
        trajectory: [B] numbers below 2**22; what different ones share is then packed for each.
    """
    n_frames, n_goals, width = goals.shape
    n_actions = action_mask.shape[1]
    rows, owner = goals.reshape(n_frames, n_goals * width), trajectory
    if candidates is None:
        action_mask = torch.zeros_like(action_mask)
        flat = action_mask.new_empty(0, dtype=torch.int64)
    else:
        flat = action_mask.reshape(-1).nonzero().squeeze(1)
        legal = candidates.reshape(n_frames * n_actions, n_goals * width).index_select(0, flat)
        rows = torch.cat([rows, legal])
        if trajectory is not None:
            owner = torch.cat([trajectory, trajectory.index_select(0, flat // n_actions)])
    one_of, resolvent = distinct(rows, owner)
    shown = rows.index_select(0, one_of).view(len(one_of) * n_goals, width)
    real = shown[:, 0].nonzero().squeeze(1)
    tokens = shown.index_select(0, real)
    if owner is not None:
        owner = owner.index_select(0, one_of.index_select(0, real // n_goals))
    one_goal, goal = distinct(tokens, owner)
    goals_R = torch.full((len(shown),), len(one_goal), dtype=torch.int64, device=goals.device)
    goals_R[real] = goal
    end_B = action_mask.sum(1).cumsum(0)
    return ResolventPacking(
        goal_UW=tokens.index_select(0, one_goal).long(),
        goals_RG=goals_R.view(-1, n_goals),
        state_B=resolvent[:n_frames],
        candidate_C=resolvent[n_frames:],
        clause_C=clauses.reshape(-1).index_select(0, flat).long(),
        action_C=flat % n_actions,
        start_B=torch.cat([end_B.new_zeros(1), end_B]),
        n_actions=n_actions,
    )
