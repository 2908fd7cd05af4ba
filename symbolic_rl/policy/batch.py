"""Batches of observations: padding is dropped, and each distinct resolvent and goal is kept once.

Most of a padded observation is padding, and many states of a batch are variants of each other. So
legal candidates are gathered, equal resolvents merged, and then equal goals of these. The network
computes each once, and a network on another device receives a fraction of the bytes. Batching is
exact, and runs on the device of the observation, usually the CPU.

Dimension key:
    B  frames            A  width of the action window    C  legal candidates of all frames
    G  goals shown       W  slots of a goal               R  distinct resolvents
    U  distinct goals    E  goals of all distinct resolvents
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol, Self, TypeVar

import torch
from torch import Tensor
from torch.nn.functional import embedding

from symbolic_rl.base.devices import fetch, places, places_within

T = TypeVar("T")

Staged = Generator[list[Tensor], list[int], T]
"""Computation in stages: yields the scalars that determine the shapes of its next stage, and
receives their values."""


def together(parts: Sequence[Staged[T]]) -> Staged[list[T]]:
    """Run computations side by side: the scalars of each stage are fetched together."""
    results: dict[int, T] = {}
    sent: dict[int, list[int] | None] = dict.fromkeys(range(len(parts)))
    while sent:
        asked: dict[int, list[Tensor]] = {}
        for i, values in sent.items():
            try:
                asked[i] = parts[i].send(values)  # type: ignore[arg-type] # None starts it
            except StopIteration as end:
                results[i] = end.value
        if not asked:
            break
        found = yield [scalar for scalars in asked.values() for scalar in scalars]
        values_left = iter(found)
        sent = {i: [next(values_left) for _ in scalars] for i, scalars in asked.items()}
    return [results[i] for i in range(len(parts))]


def finish(computation: Staged[T]) -> T:
    """Run a computation in stages, with one wait for the device per stage.

    >>> from symbolic_rl.base.devices import places
    >>> def masked(x):
    ...     (count,) = yield [(x > 0).sum()]
    ...     return x[places(x > 0, count)]
    >>> finish(together([masked(torch.tensor([3, 0, 4])), masked(torch.tensor([0, 5]))]))
    [tensor([3, 4]), tensor([5])]
    """
    try:
        asked = next(computation)
        while True:
            asked = computation.send(fetch(*asked))
    except StopIteration as end:
        result: T = end.value
        return result


Inputs_co = TypeVar("Inputs_co", covariant=True)


class Batch(Protocol[Inputs_co]):
    """Interface of a batch of observations, from which minibatches are taken."""

    def taking(self, frames: Tensor | None) -> Staged[Inputs_co]:
        """Compute the network's inputs for these frames (all for None), on the batch's device."""
        ...

    def take(self, frames: Tensor | None) -> Inputs_co:
        """Return the result of :meth:`taking`."""
        ...

    @property
    def keys(self) -> Tensor:
        """[B, K] int64; rows are equal exactly if the frames' observations are."""
        ...


@lru_cache(maxsize=64)
def _multipliers(width: int, device: torch.device) -> Tensor:
    generator = torch.Generator().manual_seed(0x5EED)
    # Odd, so that multiplication is a bijection of 64-bit words: rows that differ in one word only
    # never collide in 64 bits.
    odd = torch.randint(-(2**62), 2**62, (width,), generator=generator) * 2 + 1
    if device.type == "cpu":
        return odd
    pinned = torch.empty(width, dtype=torch.int64, pin_memory=True)
    return pinned.copy_(odd).to(device, non_blocking=True)


HASH_BITS = 42
"""Bits of a hash that fit into a word with the number of an owner."""


def distinct(rows: Tensor, owner: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Group equal rows of an integer matrix, exactly.

    >>> rows = torch.tensor([[7, 7], [1, 2], [7, 7]])
    >>> position, group = distinct(rows)
    >>> len(position), torch.equal(rows[position[group]], rows)
    (2, True)

    Args:
        rows: [N, K] integers.
        owner: [N] int64 in [0, 2**21); rows of different owners are never merged, and groups are
            in ascending order of their owners.

    Returns:
        The position of one representative of each group, and the group [N] of each row.
    """
    rows = rows.contiguous()
    words = rows
    if rows.dtype == torch.int32 and rows.shape[1] % 2 == 0 and rows.storage_offset() % 2 == 0:
        words = rows.view(torch.int64)  # half the work
    keys = (words * _multipliers(words.shape[1], rows.device)).sum(1)  # [N] linear hash
    if owner is not None:
        keys = (owner << HASH_BITS) | ((keys >> (64 - HASH_BITS)) & ((1 << HASH_BITS) - 1))
    found, group = torch.unique(keys, return_inverse=True)
    where = torch.arange(len(rows), device=rows.device)
    representative = torch.empty_like(found).scatter_(0, group, where)
    grouped = words.index_select(0, representative).index_select(0, group)
    # Equal rows have equal hashes. If each row also equals the representative of its group, no two
    # different rows have collided, and the groups are exact; otherwise whole rows are sorted.
    if not torch.equal(grouped, words):
        rows = rows if owner is None else torch.cat([owner.to(rows.dtype)[:, None], rows], 1)
        found, group = torch.unique(rows, dim=0, return_inverse=True)
        representative = where.new_empty(len(found)).scatter_(0, group, where)
    return representative, group


def mentioned(index: Tensor, total: int) -> Tensor:
    """Return a mask [total] of the rows that an index mentions."""
    mark = torch.zeros(total, dtype=torch.bool, device=index.device)
    mark[index] = True
    return mark


def rows_of(x: Tensor, index: Tensor) -> Tensor:
    """Select rows [K, ...] of a matrix.

    On CUDA the backward pass of ``index_select`` adds in the order of threads, so equal seeds would
    give different runs; an embedding sorts first. On a CPU the embedding is slower.
    """
    return x.index_select(0, index) if x.device.type == "cpu" else embedding(index, x)


class Owners(NamedTuple):
    """Trajectory of each row of a network's layers; ascending within each layer."""

    goals: Tensor  # [U]
    resolvents: Tensor  # [R]
    frames: Tensor  # [B]
    candidates: Tensor  # [C]; none where the network reads no candidates

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
        """Follow the indices from frames and candidates to resolvents and goals."""
        resolvents = torch.empty_like(start_R)
        for resolvent, owner in users_R:
            resolvents[resolvent] = owner
        end_R = torch.cat([start_R[1:], start_R.new_full((1,), len(goal_E))])
        # All uses of a goal have one trajectory, because rows of different ones were not merged.
        goals = start_R.new_empty(n_goals)
        of_part = torch.repeat_interleave(resolvents, end_R - start_R, output_size=len(goal_E))
        goals[goal_E // 2] = of_part
        return cls(goals, resolvents, frames, candidates)


class ResolventInputs(NamedTuple):
    """Inputs of the resolvent head, all int64; suffixes are the dimension key."""

    goal_UW: Tensor
    # Goals, resolvent by resolvent: 2u if u is the selected goal, 2u + 1 if it is another goal.
    goal_E: Tensor
    start_R: Tensor  # start of each resolvent's goals in E
    state_B: Tensor  # index into R
    candidate_C: Tensor  # index into R
    clause_C: Tensor
    slot_C: Tensor  # position of the candidate in the flattened [B, A]
    n_actions: int

    def owners(self, trajectory_B: Tensor) -> Owners:
        """Return the trajectory of each row, for a batch that keeps trajectories [B] apart."""
        of_candidate = trajectory_B[self.slot_C // self.n_actions]
        users = [(self.state_B, trajectory_B), (self.candidate_C, of_candidate)]
        n_goals = len(self.goal_UW)
        return Owners.of(trajectory_B, of_candidate, users, self.goal_E, self.start_R, n_goals)


@dataclass(frozen=True)
class ResolventBatch:
    """Distinct goals and resolvents of a batch, and the frames and candidates that use them."""

    goal_UW: Tensor
    goals_RG: Tensor  # index into the goals; the value U marks no goal
    state_B: Tensor
    candidate_C: Tensor
    clause_C: Tensor
    action_C: Tensor
    start_B: Tensor  # [B + 1] start of each frame's candidates in C
    n_actions: int
    n_goals: int | None = None  # E, if known without a wait

    def take(self, frames: Tensor | None) -> ResolventInputs:
        """See :class:`Batch`."""
        return finish(self.taking(frames))

    def taking(self, frames: Tensor | None) -> Staged[ResolventInputs]:
        """See :class:`Batch`; unused goals and resolvents are dropped."""
        batch = self if frames is None else (yield from self.subset(frames))
        return (yield from batch.inputs())

    def inputs(self) -> Staged[ResolventInputs]:
        """Compute the network's inputs for all frames."""
        real_RG = self.goals_RG != len(self.goal_UW)
        n_goals = self.n_goals
        if n_goals is None:
            (n_goals,) = yield [real_RG.sum()]
        count_R = real_RG.sum(1)
        # The selected goal is in column 0.
        part_RG = self.goals_RG * 2
        part_RG[:, 1:] += 1
        count_B = self.start_B.diff()
        frame_C = torch.repeat_interleave(count_B, output_size=len(self.action_C))
        return ResolventInputs(
            goal_UW=self.goal_UW,
            goal_E=part_RG.flatten()[places(real_RG.flatten(), n_goals)],
            start_R=count_R.cumsum(0) - count_R,
            state_B=self.state_B,
            candidate_C=self.candidate_C,
            clause_C=self.clause_C,
            slot_C=frame_C * self.n_actions + self.action_C,
            n_actions=self.n_actions,
        )

    @property
    def keys(self) -> Tensor:
        """See :class:`Batch`; [B, 1 + A], resolvent and clause of each action in one number."""
        count_B = self.start_B.diff()
        frame_C = torch.repeat_interleave(count_B, output_size=len(self.action_C))
        # Indices are below 2**31, so a resolvent and a clause fit into one word.
        keys = self.state_B.new_full((len(count_B), 1 + self.n_actions), -1)
        keys[:, 0] = self.state_B
        keys[frame_C, 1 + self.action_C] = (self.candidate_C << 31) | self.clause_C
        return keys

    def subset(self, frames: Tensor) -> "Staged[ResolventBatch]":
        """Compute the batch of some frames."""
        start = self.start_B[frames]
        count = self.start_B[frames + 1] - start
        end = count.cumsum(0)
        (n_candidates,) = yield [end[-1]]
        place = torch.arange(n_candidates, device=frames.device)
        # [C'] places in C of the candidates of the chosen frames, frame by frame.
        place = place + torch.repeat_interleave(start - end + count, count, output_size=len(place))
        state, candidate = self.state_B[frames], self.candidate_C[place]
        is_used = mentioned(torch.cat([state, candidate]), len(self.goals_RG))
        (n_resolvents,) = yield [is_used.sum()]
        new_resolvent = is_used.cumsum(0) - 1
        goals_RG = self.goals_RG[places(is_used, n_resolvents)]
        absent = len(self.goal_UW)
        is_used = mentioned(goals_RG.flatten(), absent + 1)[:absent]
        n_distinct, n_goals = yield [is_used.sum(), (goals_RG != absent).sum()]
        # The marker of "no goal" is the greatest index; it becomes the new number of goals.
        new_goal = torch.cat([is_used.cumsum(0) - 1, goals_RG.new_full((1,), n_distinct)])
        return ResolventBatch(
            goal_UW=self.goal_UW[places(is_used, n_distinct)],
            goals_RG=new_goal[goals_RG],
            state_B=new_resolvent[state],
            candidate_C=new_resolvent[candidate],
            clause_C=self.clause_C[place],
            action_C=self.action_C[place],
            start_B=torch.cat([end.new_zeros(1), end]),
            n_actions=self.n_actions,
            n_goals=n_goals,
        )


def resolvents_within(
    goals: Tensor,
    candidates: Tensor,
    clauses: Tensor,
    action_mask: Tensor,
    capacity: tuple[int, int],
    exceeded: Tensor,
) -> ResolventInputs:
    """Batch into capacities C and E, without merging equal rows and without a wait.

    Unused capacity is assigned to one dummy frame, resolvent and goal at the end; ignore its
    output.

    Args:
        goals: [B, G, W], the states.
        candidates: [B, A, G, W].
        clauses: [B, A].
        action_mask: [B, A]; masked candidates are left out.
        capacity: C and E.
        exceeded: [] bool; becomes True if a capacity is too small.
    """
    (n_frames, n_goals, width), n_actions = goals.shape, action_mask.shape[1]
    n_slots, (n_candidates, n_parts) = action_mask.numel(), capacity
    slot_C = places_within(action_mask.flatten(), n_candidates)
    at_C = slot_C.clamp(max=n_slots - 1)
    legal = candidates.reshape(n_slots, n_goals, width).index_select(0, at_C)  # [C, G, W]
    shown = torch.cat([goals, legal])  # [B + C, G, W]
    real_RG = shown[..., 0] != 0
    # Unused candidates have no goals.
    real_RG[n_frames:] &= (slot_C < n_slots)[:, None]
    end_R = real_RG.sum(1).cumsum(0)
    exceeded.logical_or_((action_mask.sum() > n_candidates) | (end_R[-1] > n_parts))
    part_E = places_within(real_RG.flatten(), n_parts)
    first = torch.zeros_like(end_R[:1])
    frame_B = torch.arange(n_frames + 1, device=goals.device)
    # The dummy frame uses the dummy resolvent, the last one.
    frame_B[-1] = len(shown)
    return ResolventInputs(
        goal_UW=shown.flatten(0, 1).index_select(0, part_E.clamp(max=real_RG.numel() - 1)).long(),
        goal_E=2 * torch.arange(n_parts, device=goals.device) + (part_E % n_goals != 0),
        start_R=torch.cat([first, end_R]).clamp_(max=n_parts),
        state_B=frame_B,
        candidate_C=n_frames + torch.arange(n_candidates, device=goals.device),
        clause_C=clauses.flatten().index_select(0, at_C).long(),
        slot_C=slot_C,
        n_actions=n_actions,
    )


def goals_within(goals: Tensor) -> tuple[Tensor, Tensor]:
    """Return ``goal_E`` and ``start_R`` of states [B, G, W] whose goals are not merged.

    The capacity is B * G goals; unused capacity is assigned to one dummy resolvent at the end.
    """
    real_RG = goals[..., 0] != 0
    size, n_goals = real_RG.numel(), real_RG.shape[1]
    goal_E = places_within(real_RG.flatten(), size)
    end_R = real_RG.sum(1).cumsum(0)
    start_R = torch.cat([torch.zeros_like(end_R[:1]), end_R])
    return 2 * goal_E.clamp(max=size - 1) + (goal_E % n_goals != 0), start_R


def batch_resolvents(
    goals: Tensor,
    candidates: Tensor | None,
    clauses: Tensor,
    action_mask: Tensor,
    trajectory: Tensor | None = None,
) -> ResolventBatch:
    """Batch flat observations; without candidates only the states.

    Args:
        goals: [B, G, W], the states.
        candidates: [B, A, G, W], or None.
        clauses: [B, A].
        action_mask: [B, A]; masked candidates are left out.
        trajectory: [B] numbers below 2**21; rows of different trajectories are then not merged.
    """
    n_frames, n_goals, width = goals.shape
    n_actions = action_mask.shape[1]
    rows, owner = goals.reshape(n_frames, n_goals * width), trajectory  # [B, G * W]
    if candidates is None:
        action_mask = torch.zeros_like(action_mask)
        flat = action_mask.new_empty(0, dtype=torch.int64)
    else:
        flat = action_mask.reshape(-1).nonzero().squeeze(1)  # [C]
        legal = candidates.reshape(n_frames * n_actions, n_goals * width).index_select(0, flat)
        rows = torch.cat([rows, legal])  # [B + C, G * W]
        if trajectory is not None:
            owner = torch.cat([trajectory, trajectory.index_select(0, flat // n_actions)])
    # First merge: one_of [R] rows, resolvent [B + C].
    one_of, resolvent = distinct(rows, owner)
    shown = rows.index_select(0, one_of).view(len(one_of) * n_goals, width)
    real = shown[:, 0].nonzero().squeeze(1)
    tokens = shown.index_select(0, real)
    if owner is not None:
        owner = owner.index_select(0, one_of.index_select(0, real // n_goals))
    # Second merge, of the goals [E, W] of distinct resolvents: one_goal [U], goal [E].
    one_goal, goal = distinct(tokens, owner)
    goals_R = torch.full((len(shown),), len(one_goal), dtype=torch.int64, device=goals.device)
    goals_R[real] = goal
    end_B = action_mask.sum(1).cumsum(0)
    return ResolventBatch(
        goal_UW=tokens.index_select(0, one_goal).long(),
        goals_RG=goals_R.view(-1, n_goals),
        state_B=resolvent[:n_frames],
        candidate_C=resolvent[n_frames:],
        clause_C=clauses.reshape(-1).index_select(0, flat).long(),
        action_C=flat % n_actions,
        start_B=torch.cat([end_B.new_zeros(1), end_B]),
        n_actions=n_actions,
    )
