"""Groups of derivations of one query: assembled from rollouts, as packed rows, shared by ranks.

A batch is a window of T steps on rows that take one derivation after another; derivations and
groups may span batches. A *team* of G rows takes groups of G derivations. The derivation that a row
starts next follows from the earlier ends in its team (see :class:`.QueryDraw`), so the ``done``
flags alone assign frames to groups, whichever collector has gathered them.

Dimension key: B frames, M groups of G derivations, T steps of a batch, A actions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import torch
from tensordict import TensorDictBase
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.batch import Batch, Staged

Reader = Callable[[Batch], Staged[Any]]


class Numbering:
    """Counter of the derivations of each team of G rows, in step with :class:`.QueryDraw`."""

    def __init__(self, n_rows: int, group_size: int) -> None:
        self.group_size, self.n_teams = group_size, n_rows // group_size
        self._now = torch.arange(n_rows) % group_size
        self._started = torch.full((self.n_teams,), group_size)

    def follow(self, done: Tensor) -> Tensor:
        """Return the derivation [n_rows, T] of each frame, as group * G + place in the group.

        ``done`` [n_rows, T] are flags of the steps that follow the last call's.
        """
        n_rows, n_steps = done.shape
        by_team = done.view(self.n_teams, self.group_size, n_steps).transpose(1, 2)
        # Sorted by team, step and row: the order in which a team starts its next derivations.
        team, step, place = by_team.nonzero(as_tuple=True)
        rank = torch.arange(len(team)) - torch.searchsorted(team, team)
        # Column t holds the number of a derivation that begins at step t, else -1.
        known = torch.full((n_rows, n_steps + 1), -1)
        known[:, 0] = self._now
        known[team * self.group_size + place, step + 1] = self._started[team] + rank
        self._started += torch.bincount(team, minlength=self.n_teams)
        # Numbers of a row only grow, so the maximum so far is the derivation it is in.
        number = known.cummax(1).values
        # The derivation of each row behind its last step, for the next batch.
        self._now = number[:, -1].clone()
        teams = (torch.arange(n_rows) // self.group_size)[:, None]
        group = number[:, :-1] // self.group_size * self.n_teams + teams
        return group * self.group_size + number[:, :-1] % self.group_size

    def state_dict(self) -> dict[str, Any]:
        """Return the derivation of each row, and each team's count of started derivations."""
        return {"now": self._now, "started": self._started}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned."""
        self._now, self._started = state["now"], state["started"]


@dataclass
class Frames:
    """Frames without padding, as they wait on the host."""

    seen: Batch  # [B] observations
    action: Tensor  # [B] int64
    behaviour: Tensor  # [B] float32 log-probabilities when the frames were gathered

    def __len__(self) -> int:
        return len(self.action)

    def __getitem__(self, frames: Tensor) -> "Frames":
        seen = self.seen.choose(frames).small(self.seen.goal_UW.dtype)
        return Frames(seen, self.action[frames], self.behaviour[frames])

    @classmethod
    def concatenate(cls, parts: "Sequence[Frames]") -> "Frames":
        """Join frames, part after part."""
        joined = [torch.cat([x.action for x in parts]), torch.cat([x.behaviour for x in parts])]
        return cls(Batch.join([x.seen for x in parts]), *joined)

    def state_dict(self) -> dict[str, Any]:
        """Return tensors and plain values."""
        return {**vars(self), "seen": self.seen.state()}

    @classmethod
    def from_state(cls, state: dict[str, Any], read: Reader) -> Self:
        """Rebuild frames from :meth:`state_dict`, for the head with this :meth:`.Head.read`."""
        return cls(**{**state, "seen": Batch.load(state["seen"], read)})


@dataclass
class Groups:
    """Complete groups."""

    frames: Frames  # [B], derivation after derivation, group after group
    trajectory: Tensor  # [B] int64, ascending: group * G + place in the group
    returns: Tensor  # [M, G] float32, discounted to the first frame
    number: Tensor
    """[M] int64, ascending: place in the order of all groups of the run, on all ranks."""

    def __len__(self) -> int:
        return len(self.returns)

    @property
    def n_frames(self) -> int:
        """Number of frames B."""
        return len(self.trajectory)

    def lengths(self) -> Tensor:
        """Return the number of frames [M] of each group."""
        each = self.returns.shape[1]
        return torch.bincount(self.trajectory // each, minlength=len(self))

    def where(self, chosen: Tensor) -> "Groups":
        """Return the groups for which ``chosen`` [M] is true."""
        if chosen.all():
            return self
        each = self.returns.shape[1]
        kept = chosen[self.trajectory // each]
        new = chosen.long().cumsum(0) - 1
        old = self.trajectory[kept]
        return Groups(
            self.frames[kept.nonzero().squeeze(1)],
            new[old // each] * each + old % each,
            self.returns[chosen],
            self.number[chosen],
        )

    @classmethod
    def concatenate(cls, parts: list["Groups"]) -> "Groups":
        """Join the groups of several batches."""
        first, trajectories = 0, []
        for part in parts:
            trajectories.append(part.trajectory + first)
            first += part.returns.numel()
        return cls(
            Frames.concatenate([part.frames for part in parts]),
            torch.cat(trajectories),
            torch.cat([part.returns for part in parts]),
            torch.cat([part.number for part in parts]),
        )

    def state_dict(self) -> dict[str, Any]:
        """Return the groups as plain dictionaries of tensors."""
        return {**vars(self), "frames": self.frames.state_dict()}

    @classmethod
    def from_state(cls, state: dict[str, Any], read: Reader) -> "Groups":
        """Rebuild groups from :meth:`state_dict`; see :meth:`Frames.from_state`."""
        return cls(**{**state, "frames": Frames.from_state(state["frames"], read)})


class GroupBuffer:
    """Buffer of frames whose groups are incomplete.

    ``gamma`` discounts a return for each frame before the last. This process's first team is
    ``first_team`` of the run's ``n_teams``, 0 if it steps all of them.
    """

    def __init__(
        self,
        n_rows: int,
        group_size: int,
        *,
        gamma: float = 1.0,
        first_team: int = 0,
        n_teams: int = 0,
    ) -> None:
        self.group_size = group_size
        self._first_team, self._n_teams = first_team, n_teams or n_rows // group_size
        self._n_batches = 0
        self.gamma = gamma
        self._numbering = Numbering(n_rows, group_size)
        self._frames: Frames | None = None
        self._derivation = torch.zeros(0, dtype=torch.int64)
        self._ended = torch.zeros(0, dtype=torch.int64)
        self._returns = torch.zeros(0)

    @property
    def n_open(self) -> int:
        """Number of frames of incomplete groups."""
        return len(self._derivation)

    def add(self, batch: TensorDictBase, seen: Batch, place: Tensor) -> Groups | None:
        """Add the frames of a rollout [n_rows, T]; return the groups that are now complete.

        The rollout is on the host. Groups wait there, because they have many frames, each of which
        is learned from once.

        ``seen`` has its packed observations, ``place`` where each frame is there, row after row.
        """
        self._n_batches += 1
        after = batch.get("next")
        done = after.get("done").squeeze(-1)
        derivation = self._numbering.follow(done)  # [n_rows, T]
        acted = [
            torch.empty_like(x).index_copy_(0, place, x)
            for x in (batch.get("action").flatten(), batch.get("action_log_prob").flatten())
        ]
        frames = Frames(seen, *acted)
        if self._frames is not None:
            frames = Frames.concatenate([self._frames, frames])
            place = torch.cat([torch.arange(self.n_open), self.n_open + place])
        derivation_all = torch.cat([self._derivation, derivation.flatten()])
        self._ended = torch.cat([self._ended, derivation[done]])
        earned = after.get("episode_return").squeeze(-1)[done]
        self._returns = torch.cat([self._returns, earned])
        # A group is whole when all of its derivations have ended.
        complete, counts = torch.unique(self._ended // self.group_size, return_counts=True)
        complete = complete[counts == self.group_size]
        is_whole = torch.isin(derivation_all // self.group_size, complete)
        self._frames, self._derivation = frames[place[~is_whole]], derivation_all[~is_whole]
        if not len(complete):
            return None
        return self._groups(frames, place[is_whole], derivation_all[is_whole], complete)

    def _groups(
        self, frames: Frames, place: Tensor, derivation: Tensor, complete: Tensor
    ) -> Groups:
        size = self.group_size
        # Stable: the frames of a derivation stay in the order in which they were taken.
        derivation, order = torch.sort(derivation, stable=True)
        trajectory = torch.searchsorted(complete, derivation // size) * size + derivation % size
        is_whole = torch.isin(self._ended // size, complete)
        ended, returns = self._ended[is_whole], self._returns[is_whole]
        returns = returns[ended.argsort()]
        self._ended, self._returns = self._ended[~is_whole], self._returns[~is_whole]
        length = torch.bincount(trajectory, minlength=len(returns))
        returns = returns * self.gamma ** (length - 1)
        own_teams = self._numbering.n_teams
        # By batch, then as one process would number them: minibatches are drawn from all ranks'
        # groups in this order, so they do not depend on the number of ranks.
        number = complete // own_teams * self._n_teams + complete % own_teams + self._first_team
        number = number + (self._n_batches << 40)
        return Groups(frames[place[order]], trajectory, returns.view(-1, size), number)

    def state_dict(self) -> dict[str, Any]:
        """Return the open groups."""
        return {
            "numbering": self._numbering.state_dict(),
            "n_batches": self._n_batches,
            "frames": None if self._frames is None else self._frames.state_dict(),
            "derivation": self._derivation,
            "ended": self._ended,
            "returns": self._returns,
        }

    def load_state_dict(self, state: dict[str, Any], read: Reader) -> None:
        """Restore what :meth:`state_dict` returned; see :meth:`Frames.from_state`."""
        self._numbering.load_state_dict(state["numbering"])
        self._n_batches, self._derivation = state["n_batches"], state["derivation"]
        self._ended, self._returns = state["ended"], state["returns"]
        if state["frames"] is not None:
            self._frames = Frames.from_state(state["frames"], read)


MOST_STALE = 2.0
"""Upper bound of the weight of a frame gathered by an older policy."""

STALE_STEPS = 64
"""These weights are multiples of 1 / STALE_STEPS, so that copies of a derivation stay equal."""


class GroupBatch:
    """Packed groups of one update, with values of their frames that epochs share."""

    def __init__(self, policy: DerivationPolicy, groups: Groups, config: TrainConfig) -> None:
        self.groups, self.trajectory = groups, groups.trajectory
        self.observations = groups.frames.seen
        self.lengths = groups.lengths()
        self._end = self.lengths.cumsum(0)
        frames = groups.frames
        there = policy.to_device({"action": frames.action, "behaviour": frames.behaviour})
        self.action, self.behaviour = there["action"], there["behaviour"]
        """[B] log-probabilities when the frames were gathered."""
        self.norms: Tensor | None = None
        """[M, G] squared gradient norms, if the baseline needs them."""
        blank = torch.zeros_like(self.behaviour)
        self.proximal, self.stale, self.advantage = blank, blank.clone(), blank.clone()
        n_legal = len(frames.seen.action_C) if config.kl_coeff else 0
        self.reference = blank.new_zeros(n_legal)
        """[C] log-probabilities of the legal actions under the reference policy."""

    @cached_property
    def moves(self) -> tuple[Tensor, Tensor]:
        """Example frame of each distinct move (observation and action), and moves [B] of frames."""
        return self.observations.moves(self.groups.frames.action)

    def frames_of(self, part: Tensor) -> tuple[Tensor, Tensor]:
        """Return the frames of ascending groups, and their derivations numbered from 0."""
        count = self.lengths[part]
        end = count.cumsum(0)
        group = torch.arange(len(part)).repeat_interleave(count)
        frames = torch.arange(len(group)) + (self._end[part] - end)[group]
        size = self.groups.returns.shape[1]
        local = group * size + self.trajectory[frames] % size
        return frames, local


def staleness(log_prob: Tensor, behaviour: Tensor) -> Tensor:
    """Return importance weights [B] of frames gathered with log-probabilities ``behaviour``."""
    weight = (log_prob - behaviour).exp()
    return ((weight * STALE_STEPS).round() / STALE_STEPS).clamp(max=MOST_STALE)


class GroupShares:
    """Groups of all ranks, in the order in which one process would have them."""

    def __init__(self, ranks: Ranks, groups: Groups | None) -> None:
        nothing = torch.zeros(0, dtype=torch.int64)
        mine = (nothing, nothing) if groups is None else (groups.lengths(), groups.number)
        each = ranks.gather_objects(mine)
        self.lengths = torch.cat([lengths for lengths, _ in each])
        """[M] frames of each group, of all ranks."""
        rank = torch.arange(len(each)).repeat_interleave(torch.tensor([len(x) for x, _ in each]))
        # All ranks sort alike, so that they draw the same minibatches from the same seed.
        order = torch.cat([number for _, number in each]).argsort(stable=True)
        self.lengths, rank = self.lengths[order], rank[order]
        place = torch.cat([torch.arange(len(lengths)) for lengths, _ in each])[order]
        self._place = place.masked_fill(rank != ranks.number, -1)
        """[M] index among this rank's groups; -1 for groups of other ranks."""

    def mine(self, chosen: Tensor) -> Tensor:
        """Return the ``chosen`` groups of this rank, by their index among its groups."""
        place = self._place[chosen]
        return place[place >= 0]


def minibatches(lengths: Tensor, size: int) -> list[Tensor]:
    """Return the groups in random order, in parts of about ``size`` frames."""
    order = torch.randperm(len(lengths))
    return split(order, lengths[order], size)


def split(items: Tensor, lengths: Tensor, size: int) -> list[Tensor]:
    """Split groups or derivations of ``lengths`` frames into parts of about ``size`` frames."""
    # A group is in the part in which its last frame falls, so parts may be a little larger.
    number = (lengths.cumsum(0) - 1) // size
    return [part for part in torch.split(items, torch.bincount(number).tolist()) if len(part)]
