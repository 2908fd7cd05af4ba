"""Batches of observations: padding is dropped, and each distinct resolvent and goal is kept once.

Most of a padded observation is padding, and many states of a batch are variants of each other. So
legal candidates are gathered, equal resolvents merged, and then equal goals of these. The network
computes each once, and a network on another device receives a fraction of the bytes. Batching is
exact, and runs on the device of the observation, usually the CPU.

Dimension key:
    B  frames            A  width of the action window    C  legal candidates of all frames
    G  goals shown       W  slots of a goal               R  distinct resolvents
    F  features of a candidate                            S  rows of features
    U  distinct goals    E  goals of all distinct resolvents
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple, Self, TypeVar

import torch
from torch import Tensor
from torch.nn.functional import embedding

from symbolic_rl.base.devices import fetch, places, places_within
from symbolic_rl.bridge.structs import N_FEATURES

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


def _words(rows: Tensor) -> Tensor:
    """Return rows [N, K] as 64-bit words where they are whole ones, for less work."""
    each = {torch.int8: 8, torch.int32: 2}.get(rows.dtype, 0)
    is_whole = each and rows.shape[1] % each == 0 and rows.storage_offset() % each == 0
    return rows.view(torch.int64) if is_whole else rows


def hashes(rows: Tensor) -> Tensor:
    """Return a linear hash [N] int64 of integer rows [N, K]."""
    words = _words(rows)
    return (words * _multipliers(words.shape[1], rows.device)).sum(1)


def distinct(rows: Tensor, hash_N: Tensor | None = None) -> tuple[Tensor, Tensor]:
    """Group equal rows of an integer matrix [N, K], exactly; ``hash_N``: their hashes, if known.

    >>> rows = torch.tensor([[7, 7], [1, 2], [7, 7]])
    >>> position, group = distinct(rows)
    >>> len(position), torch.equal(rows[position[group]], rows)
    (2, True)

    Return the position of one representative of each group, and the group [N] of each row.
    """
    rows = rows.contiguous()
    words = _words(rows)
    representative, group = _representatives(hashes(rows) if hash_N is None else hash_N)
    grouped = words.index_select(0, representative.index_select(0, group))
    # Equal rows have equal hashes. If each row also equals the representative of its group, no two
    # different rows have collided, and the groups are exact; otherwise whole rows are sorted.
    if not torch.equal(grouped, words):
        return _representatives(torch.unique(rows, dim=0, return_inverse=True)[1])
    return representative, group


def _representatives(keys: Tensor) -> tuple[Tensor, Tensor]:
    """Return the position of one of each group of equal keys [N] int64, and the group [N]."""
    found, group = torch.unique(keys, return_inverse=True)
    where = torch.arange(len(keys), device=keys.device)
    return torch.empty_like(found).scatter_(0, group, where), group


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
        # All uses of a goal have one trajectory, because no row serves two of them.
        goals = start_R.new_empty(n_goals)
        count_R = counts(start_R, len(goal_E))
        of_part = torch.repeat_interleave(resolvents, count_R, output_size=len(goal_E))
        goals[goal_E // 2] = of_part
        return cls(goals, resolvents, frames, candidates)


class Choices(NamedTuple):
    """The legal actions of some frames of a batch."""

    place_C: Tensor  # among the legal actions of the batch
    frame_C: Tensor  # number of the frame among those chosen


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
    structure_CF: Tensor  # int8; [0, F] for a head that reads none
    n_actions: int

    def owners(self, trajectory_B: Tensor) -> Owners:
        """Return the trajectory of each row, for a batch in which no row serves two of them."""
        of_candidate = trajectory_B[self.slot_C // self.n_actions]
        users = [(self.state_B, trajectory_B), (self.candidate_C, of_candidate)]
        n_goals = len(self.goal_UW)
        return Owners.of(trajectory_B, of_candidate, users, self.goal_E, self.start_R, n_goals)


@dataclass(frozen=True)
class Batch:
    """Frames of observations as packed rows, from which minibatches are taken.

    Distinct goals and resolvents are in ascending order of their hashes. So the rows of some frames
    are the same, in the same order, whether they are taken from a larger batch or packed alone.
    """

    read: "Callable[[Batch], Staged[Any]]"
    """Computes the inputs of a head for all frames."""
    n_actions: int  # A
    goal_UW: Tensor
    goal_E: Tensor  # as in ResolventInputs
    start_R: Tensor  # [R + 1] start of each resolvent's goals in E
    hash_R: Tensor  # int64
    state_B: Tensor  # index into R
    start_B: Tensor  # [B + 1] start of each frame's legal actions in C
    clause_C: Tensor
    action_C: Tensor
    candidate_C: Tensor  # index into R; [0] for a head that reads no candidates
    structure_SF: Tensor  # int8; [0, F] for a head that reads none
    structure_C: Tensor  # index into S; [0] where each legal action has a row of its own

    def __len__(self) -> int:
        return len(self.state_B)

    @property
    def structure_CF(self) -> Tensor:
        """[C, F] int8 features of each legal action; [0, F] for a head that reads none."""
        return self.structure_SF[self.structure_C] if len(self.structure_C) else self.structure_SF

    def structure_of(self, place_K: Tensor) -> Tensor:
        """Return the features [K, F] int8 of some legal actions."""
        return self.structure_SF[self.structure_C[place_K] if len(self.structure_C) else place_K]

    def tensors(self) -> dict[str, Tensor]:
        """Return the arrays by name."""
        return {name: x for name, x in vars(self).items() if isinstance(x, Tensor)}

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return sum(tensor.nbytes for tensor in self.tensors().values())

    def state(self) -> dict[str, Any]:
        """Return tensors and a number, for :meth:`load`."""
        return {**self.tensors(), "n_actions": self.n_actions}

    @classmethod
    def load(cls, state: Mapping[str, Any], read: "Callable[[Batch], Staged[Any]]") -> Self:
        """Return the batch of :meth:`state`; ValueError: the arrays do not fit together."""
        batch = cls(read=read, **state)
        n_resolvents, n_goals = len(batch.hash_R), len(batch.goal_UW)
        for start, n_spans, end in (
            (batch.start_R, n_resolvents, len(batch.goal_E)),
            (batch.start_B, len(batch), len(batch.action_C)),
        ):
            is_whole = len(start) == n_spans + 1 and start[0] == 0 and start[-1] == end
            if not is_whole or (start.diff() < 0).any():
                raise ValueError("spans that are not adjacent")
        for index, end in (
            (batch.goal_E, 2 * n_goals),
            (batch.state_B, n_resolvents),
            (batch.candidate_C, n_resolvents),
            (batch.action_C, batch.n_actions),
            (batch.structure_C, len(batch.structure_SF)),
        ):
            if ((index < 0) | (index >= end)).any():
                raise ValueError("an index without its row")
        n_legal = len(batch.action_C)
        parts = {len(batch.candidate_C), len(batch.structure_C) or len(batch.structure_SF)}
        if len(batch.clause_C) != n_legal or parts - {0, n_legal}:
            raise ValueError("not as many clauses or candidates as actions")
        return batch

    def without_structure(self) -> Self:
        """Return the batch for the symbol part of a head alone."""
        return replace(self, structure_SF=self.structure_SF[:0], structure_C=self.structure_C[:0])

    def small(self, ids: torch.dtype) -> Self:
        """Return the batch in small types, to be kept; ``ids`` holds all ids of observations."""
        kept: dict[str, Any] = {name: x.int() for name, x in self.tensors().items()}
        kept |= {"hash_R": self.hash_R, "structure_SF": self.structure_SF}
        kept |= {name: kept[name].to(ids) for name in ("goal_UW", "clause_C", "action_C")}
        return replace(self, **kept)

    def take(self, frames: Tensor | None = None) -> Any:
        """Return the result of :meth:`taking`."""
        return finish(self.taking(frames))

    def taking(self, frames: Tensor | None = None) -> Staged[Any]:
        """Compute a head's inputs for these frames (all for None), on the batch's device."""
        batch = self if frames is None else (yield from self.choosing(frames))
        return (yield from self.read(batch))

    @property
    def frame_C(self) -> Tensor:
        """[C] int64 frame of each legal action."""
        return torch.repeat_interleave(self.start_B.diff().long(), output_size=len(self.action_C))

    @property
    def slot_C(self) -> Tensor:
        """Position of each legal action in the flattened [B, A]."""
        return self.frame_C * self.n_actions + self.action_C

    def legal(self, frames: Tensor) -> "Choices":
        """Return the legal actions of ``frames`` [B]."""
        start = self.start_B[frames].long()
        count_B = self.start_B[frames + 1].long() - start
        total = int(count_B.sum())
        frame_C = torch.repeat_interleave(count_B, output_size=total)
        return Choices(spans(start, count_B, total), frame_C)

    def moves(self, action: Tensor) -> tuple[Tensor, Tensor]:
        """Group equal pairs of an observation and the action [B] that was taken.

        Equal exactly; with structure, with a chance of 2^-64 to be equal wrongly. Return an example
        frame of each pair, and the pair [B] of each frame.
        """
        frame_C = self.frame_C
        # Indices are below 2**31, so two of them fit into one word.
        above = self.candidate_C.long() << 31 if len(self.candidate_C) else 0
        state_C = self.state_B.long()[frame_C] << 31
        words = [self.action_C.long(), self.clause_C.long() | above, state_C | action[frame_C]]
        if len(self.structure_SF):
            words.append(hashes(self.structure_CF.int()))
        words_CK = torch.stack(words, 1)
        each = hashes(words_CK) * _multipliers(self.n_actions, frame_C.device)[words[0]]
        hash_B = each.new_zeros(len(self)).index_add_(0, frame_C, each)
        return _distinct_spans(words_CK, self.start_B.diff().long(), hash_B)

    def apart(self) -> Self:
        """Return the batch with resolvents and goals of each frame's own."""
        frame = torch.arange(len(self), device=self.state_B.device)
        used, owner = self.state_B.long(), frame
        if len(self.candidate_C):
            used, owner = torch.cat([used, self.candidate_C]), torch.cat([frame, self.frame_C])
        n_resolvents, n_goals = len(self.hash_R), len(self.goal_UW)
        own_R, resolvent = torch.unique(owner * n_resolvents + used, return_inverse=True)
        of_R = own_R % n_resolvents
        count_R = self.start_R.diff().long()[of_R]
        part_E = self.goal_E[spans(self.start_R[of_R], count_R, int(count_R.sum()))].long()
        owner_E = torch.repeat_interleave(own_R // n_resolvents, count_R)
        own_U, goal_E = torch.unique(owner_E * n_goals + part_E // 2, return_inverse=True)
        return replace(
            self,
            goal_UW=self.goal_UW[own_U % n_goals],
            goal_E=2 * goal_E + part_E % 2,
            start_R=ends(count_R),
            hash_R=self.hash_R[of_R],
            state_B=resolvent[: len(self)],
            candidate_C=resolvent[len(self) :],
        )

    def choose(self, frames: Tensor) -> "Batch":
        """Return the result of :meth:`choosing`."""
        return finish(self.choosing(frames))

    def choosing(self, frames: Tensor) -> "Staged[Batch]":
        """Compute the batch of some frames; unused goals and resolvents are dropped."""
        start = self.start_B[frames]
        count_B = self.start_B[frames + 1] - start
        (n_actions,) = yield [count_B.sum()]
        place_C = spans(start, count_B, n_actions)
        state, candidate = self.state_B[frames], self.candidate_C
        if len(candidate):
            candidate = candidate[place_C]
        structure, row = self.structure_SF, self.structure_C
        if len(row):
            row = row[place_C]
        elif len(structure):
            structure = structure[place_C]
        used_R, resolvent = yield from renumbered(torch.cat([state, candidate]), self.start_R[:-1])
        start = self.start_R[used_R]
        count_R = self.start_R[used_R + 1] - start
        (n_parts,) = yield [count_R.sum()]
        part_E = self.goal_E[spans(start, count_R, n_parts)]
        used_U, goal_E = yield from renumbered(part_E // 2, self.goal_UW)
        return replace(
            self,
            goal_UW=self.goal_UW[used_U],
            goal_E=2 * goal_E + part_E % 2,
            start_R=ends(count_R),
            hash_R=self.hash_R[used_R],
            state_B=resolvent[: len(state)],
            start_B=ends(count_B),
            clause_C=self.clause_C[place_C],
            action_C=self.action_C[place_C],
            candidate_C=resolvent[len(state) :],
            structure_SF=structure,
            structure_C=row,
        )

    @staticmethod
    def join(parts: "Sequence[Batch]", *, merges: bool = True) -> "Batch":
        """Return the frames of batches on one device, part after part.

        Unless ``merges`` is false, equal goals and resolvents are merged.
        """
        first, *others = parts
        if not others:
            return first
        n_goals = [2 * len(part.goal_UW) for part in parts]
        n_resolvents = [len(part.hash_R) for part in parts]
        joined = replace(
            first,
            goal_UW=torch.cat([part.goal_UW for part in parts]),
            goal_E=shifted([part.goal_E for part in parts], n_goals),
            start_R=_adjacent([part.start_R for part in parts]),
            hash_R=torch.cat([part.hash_R for part in parts]),
            state_B=shifted([part.state_B for part in parts], n_resolvents),
            start_B=_adjacent([part.start_B for part in parts]),
            clause_C=torch.cat([part.clause_C for part in parts]),
            action_C=torch.cat([part.action_C for part in parts]),
            candidate_C=shifted([part.candidate_C for part in parts], n_resolvents),
            structure_SF=torch.cat([part.structure_SF for part in parts]),
        )
        if any(len(part.structure_C) for part in parts):
            rows = [part._row_C for part in parts]
            row_C = shifted(rows, [len(part.structure_SF) for part in parts])
            joined = replace(joined, structure_C=row_C)
        return joined.merged() if merges else joined

    @property
    def _row_C(self) -> Tensor:
        """Index into S of each legal action that has features."""
        return self.structure_C if len(self.structure_C) else torch.arange(len(self.structure_SF))

    def with_distinct_structure(self) -> "Batch":
        """Return the batch, on the host, with equal rows of features merged."""
        if not len(self.structure_SF):
            return self
        used, row_C = finish(renumbered(self._row_C, self.structure_SF))
        structure = self.structure_SF[used]
        one_of, row = distinct(structure)
        return replace(self, structure_SF=structure[one_of], structure_C=row[row_C])

    def merged(self) -> "Batch":
        """Return the batch with equal goals, and then equal resolvents, merged."""
        goals, goal = distinct(self.goal_UW.int())
        goal_E = 2 * goal[self.goal_E // 2] + self.goal_E % 2
        count_R = self.start_R.diff()
        resolvents, resolvent = _distinct_spans(goal_E, count_R, self.hash_R)
        kept_R = count_R[resolvents]
        return replace(
            self,
            goal_UW=self.goal_UW[goals],
            goal_E=goal_E[spans(self.start_R[resolvents], kept_R, int(kept_R.sum()))],
            start_R=ends(kept_R),
            hash_R=self.hash_R[resolvents],
            state_B=resolvent[self.state_B],
            candidate_C=resolvent[self.candidate_C],
        )


def _adjacent(starts: Sequence[Tensor]) -> Tensor:
    """Join the starts of spans, each with the end, to the starts of all spans put end to end."""
    return ends(torch.cat([start.diff() for start in starts])).to(starts[0].dtype)


def shifted(parts: Sequence[Tensor], sizes: Sequence[int]) -> Tensor:
    """Join indices into tables of these sizes to indices into the joined tables."""
    starts = accumulate(sizes, initial=0)
    return torch.cat([part + start for part, start in zip(parts, starts, strict=False)])


def _distinct_spans(entries: Tensor, count: Tensor, hashed: Tensor) -> tuple[Tensor, Tensor]:
    """Group equal spans of ``entries`` [E] or [E, K], as :func:`distinct` does rows.

    A span has ``count`` [N] entries; equal spans have equal hashes [N] int64.
    """
    representative, group = _representatives(hashed)
    first = representative[group]
    place = spans(ends(count)[first], count, len(entries))
    if torch.equal(count[first], count) and torch.equal(entries[place], entries):
        return representative, group
    # Two different spans have one hash: whole rows are compared.
    width = int(count.max())
    span = torch.repeat_interleave(count, output_size=len(entries))
    column = spans(torch.zeros_like(count), count, len(entries))
    rows = entries.new_full((len(count), width, *entries.shape[1:]), -1)
    rows[span, column] = entries
    return distinct(rows.flatten(1))


def spans(start: Tensor, count: Tensor, total: int) -> Tensor:
    """Return the places [total] of spans, one span after the other.

    >>> spans(torch.tensor([5, 0]), torch.tensor([2, 3]), 5)
    tensor([5, 6, 0, 1, 2])
    """
    shift = start - count.cumsum(0) + count
    place = torch.arange(total, device=start.device)
    return place + torch.repeat_interleave(shift, count, output_size=total)


BAG_SIZE = 128
"""Most entries of a bag of unused capacity. A GPU adds up the entries of a bag one after the other,
so one bag with all of them took four fifths of a step (bench/results/gpu.md)."""


def bags_within(count: Tensor, total: int) -> Tensor:
    """Return where adjacent bags of ``count`` [N] entries start, within ``total`` entries.

    Entries behind the last bag are unused; bags of at most ``BAG_SIZE`` follow, which hold them.

    >>> bags_within(torch.tensor([2, 0, 3]), 8)
    tensor([0, 2, 2, 5])
    """
    end = count.cumsum(0).clamp_(max=total)
    n_unused = 1 + total // BAG_SIZE
    piece = torch.arange(n_unused, device=count.device)
    unused = end[-1:] + (total - end[-1:]) * piece // n_unused
    return torch.cat([torch.zeros_like(end[:1]), end[:-1], unused])


def ends(count: Tensor) -> Tensor:
    """Return where spans of these lengths [N] start and end, if they are adjacent: [N + 1]."""
    return torch.cat([count.new_zeros(1), count.cumsum(0, dtype=count.dtype)])


def counts(start: Tensor, total: int) -> Tensor:
    """Return the lengths [N] of adjacent spans that ``start`` [N], the last one at ``total``."""
    return start.diff(append=start.new_full((1,), total))


def renumbered(index: Tensor, rows: Tensor) -> Staged[tuple[Tensor, Tensor]]:
    """Compute the rows that an index [K] mentions, ascending, and the index into these alone."""
    if index.device.type == "cpu" and len(rows) > len(index):
        used, new = torch.unique(index, return_inverse=True)  # reads no row that is not mentioned
        return used, new
    is_used = mentioned(index, len(rows))
    (n_used,) = yield [is_used.sum()]
    return places(is_used, n_used), (is_used.cumsum(0) - 1)[index]


def resolvents_within(
    goals: Tensor,
    candidates: Tensor,
    clauses: Tensor,
    action_mask: Tensor,
    capacity: tuple[int, int],
    exceeded: Tensor,
) -> ResolventInputs:
    """Batch into ``capacity`` C and E, without merging equal rows and without a wait.

    Unused capacity is assigned to one dummy frame, and to dummy resolvents and goals at the end;
    ignore their output.

    ``exceeded`` [] becomes True if a capacity is too small. States are [B, G, W], candidates [B, A,
    G, W], clauses and mask [B, A]; masked candidates are left out.
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
    exceeded.logical_or_((action_mask.sum() > n_candidates) | (real_RG.sum() > n_parts))
    part_E = places_within(real_RG.flatten(), n_parts)
    frame_B = torch.arange(n_frames + 1, device=goals.device)
    # The dummy frame uses the first dummy resolvent. To assign a number would wait for the device.
    frame_B[-1:].fill_(len(shown))
    return ResolventInputs(
        goal_UW=shown.flatten(0, 1).index_select(0, part_E.clamp(max=real_RG.numel() - 1)).long(),
        goal_E=2 * torch.arange(n_parts, device=goals.device) + (part_E % n_goals != 0),
        start_R=bags_within(real_RG.sum(1), n_parts),
        state_B=frame_B,
        candidate_C=n_frames + torch.arange(n_candidates, device=goals.device),
        clause_C=clauses.flatten().index_select(0, at_C).long(),
        slot_C=slot_C,
        structure_CF=no_structure(goals.device),
        n_actions=n_actions,
    )


def no_structure(device: torch.device) -> Tensor:
    """Return [0, F] int8: no candidate is described."""
    return torch.zeros(0, N_FEATURES, dtype=torch.int8, device=device)


def goals_within(goals: Tensor) -> tuple[Tensor, Tensor]:
    """Return ``goal_E`` and ``start_R`` of states [B, G, W] whose goals are not merged.

    The capacity is B * G goals; unused capacity is assigned to dummy resolvents at the end.
    """
    real_RG = goals[..., 0] != 0
    size, n_goals = real_RG.numel(), real_RG.shape[1]
    goal_E = places_within(real_RG.flatten(), size)
    in_order = 2 * goal_E.clamp(max=size - 1) + (goal_E % n_goals != 0)
    return in_order, bags_within(real_RG.sum(1), size)


def pack(
    read: Callable[[Batch], Staged[Any]],
    goals: Tensor,
    candidates: Tensor | None,
    clauses: Tensor,
    action_mask: Tensor,
    structure: Tensor | None = None,
) -> Batch:
    """Pack flat observations; for ``read`` see :class:`Batch`.

    States are [B, G, W], candidates [B, A, G, W], clauses and mask [B, A], structure [B, A, F]
    int8; masked candidates are left out.
    """
    n_frames, n_goals, width = goals.shape
    n_actions = action_mask.shape[1]
    rows = goals.reshape(n_frames, n_goals * width)  # [B, G * W]
    flat = action_mask.reshape(-1).nonzero().squeeze(1)  # [C]
    if candidates is not None:
        legal = candidates.reshape(n_frames * n_actions, n_goals * width).index_select(0, flat)
        rows = torch.cat([rows, legal])  # [B + C, G * W]
    # First merge: one_of [R] rows, resolvent [B + C].
    hash_N = hashes(rows)
    one_of, resolvent = distinct(rows, hash_N)
    shown = rows.index_select(0, one_of)
    real_RG = shown[:, ::width] != 0  # the first slots of goals
    goal_place = real_RG.view(-1).nonzero().squeeze(1)  # [E]
    # Second merge, of the goals [E, W] of distinct resolvents: one_goal [U], goal [E].
    tokens = shown.view(-1, width).index_select(0, goal_place)
    one_goal, goal = distinct(tokens)
    return Batch(
        read=read,
        n_actions=n_actions,
        goal_UW=tokens.index_select(0, one_goal),
        goal_E=2 * goal + (goal_place % n_goals != 0),  # the selected goal is in column 0
        start_R=ends(real_RG.sum(1)),
        hash_R=hash_N.index_select(0, one_of),
        state_B=resolvent[:n_frames],
        start_B=ends(action_mask.sum(1)),
        clause_C=clauses.reshape(-1).index_select(0, flat),
        action_C=flat % n_actions,
        candidate_C=resolvent[n_frames:],
        structure_SF=no_structure(goals.device)
        if structure is None
        else structure.reshape(n_frames * n_actions, N_FEATURES).index_select(0, flat),
        structure_C=flat[:0],
    )
