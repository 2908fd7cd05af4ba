"""Clause heads: the state alone gives a logit for each clause of the program.

They suit small fixed programs with function symbols. They need only the clauses that apply, not the
candidates, so they are much faster than the resolvent head, and easier to train on such programs.
Candidates of one state with the same clause (solutions of a nondeterministic builtin) get equal
logits.

A goal is the sum of its (slot, symbol) embeddings; a small network reads the selected goal and the
sum of the other goals. From such a sum, equality of two slots must be learned for each pair of
symbols separately. So the *comparing* head adds an embedding of (earlier slot, slot) for each slot
that repeats an earlier symbol of its goal. It reads all names (symbols that occur only in queries)
as one symbol: a permutation of names changes no derivation, except for builtins that order terms.

Dimension key: see :mod:`symbolic_rl.policy.batch`, and
    D  width of embeddings      L  symbols in the goals of all frames
"""

from dataclasses import replace
from typing import ClassVar, NamedTuple, cast

import torch
from tensordict import TensorDictBase
from torch import Tensor, nn

from symbolic_rl.base.devices import places, places_within
from symbolic_rl.policy.batch import Batch, Owners, Staged, bags_within, goals_within, no_structure
from symbolic_rl.policy.head import Head, PolicyShape, replace_unknown
from symbolic_rl.policy.resolvent import GoalPooling
from symbolic_rl.policy.structure import OF_STRUCTURE, StructurePart
from symbolic_rl.policy.weights import NetworkWeights
from symbolic_rl.program.vocabulary import ATOM_ID, ELLIPSIS, N_LITERAL_BUCKETS


class ClauseInputs(NamedTuple):
    """Inputs of a clause head."""

    # Rows of the embedding, goal by goal: slot * vocabulary + symbol for each symbol, then a row
    # for each pair of equal slots, if the head compares slots.
    place_L: Tensor
    start_U: Tensor  # start of each goal in L
    goal_E: Tensor  # as in ResolventInputs
    start_R: Tensor
    state_B: Tensor
    clause_BA: Tensor
    action_mask_BA: Tensor
    slot_C: Tensor  # as in ResolventInputs, as the next one
    structure_CF: Tensor

    def owners(self, trajectory_B: Tensor) -> Owners:
        """Return the trajectory of each row, for a batch in which no row serves two of them."""
        users = [(self.state_B, trajectory_B)]
        # Without structure, no layer has a row for each candidate.
        slot_C = self.slot_C[: len(self.structure_CF)]
        of_candidate = trajectory_B[slot_C // self.clause_BA.shape[1]]
        n_goals = len(self.start_U)
        return Owners.of(trajectory_B, of_candidate, users, self.goal_E, self.start_R, n_goals)


def repeated(goal_UW: Tensor) -> Tensor:
    """Return [U, W] the last earlier slot with the same symbol, or -1.

    >>> repeated(torch.tensor([[7, 5, 7, 7, 0, 0]])).tolist()
    [[-1, -1, 0, 2, -1, -1]]
    """
    width = goal_UW.shape[1]
    slot = torch.arange(width, device=goal_UW.device)
    ordered_UW = (goal_UW.long() * width + slot).sort(1).values  # by symbol, then by slot
    slot_UW, symbol_UW = ordered_UW % width, ordered_UW // width
    is_same = (symbol_UW[:, 1:] == symbol_UW[:, :-1]) & (symbol_UW[:, 1:] != 0)
    before = torch.where(is_same, slot_UW[:, :-1], -1)
    return torch.full_like(ordered_UW, -1).scatter_(1, slot_UW[:, 1:], before)


class ClauseHead(Head):
    """Head that scores clauses by the state; see the module's docstring."""

    needs_candidates = False
    compares: ClassVar[bool] = False  # true if the head reads equality of slots instead of names
    ROWS: ClassVar[dict[str, str]] = {
        "symbol": "goals",
        "resolvent.layer": "resolvents",
        "state.1": "resolvents",
        "clause": "resolvents",
    }

    def __init__(self, shape: PolicyShape, dim: int) -> None:
        super().__init__(shape)
        self.vocabulary_size = shape.vocabulary_size
        self.first_name = shape.vocabulary_size - shape.n_names
        n_places = shape.goal_width * (shape.vocabulary_size + self.compares * shape.goal_width)
        self.symbol = nn.EmbeddingBag(n_places, dim, mode="sum")
        self.resolvent = GoalPooling(dim)
        self.state = nn.Sequential(nn.ReLU(), nn.Linear(dim, dim), nn.ReLU())
        self.clause = nn.Linear(dim, shape.n_clauses)
        self.value = nn.Linear(dim, 1)
        nn.init.normal_(self.symbol.weight, std=shape.goal_width**-0.5)
        if self.needs_structure:
            self.structure = StructurePart()

    @torch.no_grad()
    def prefer_short(self, body_sizes: Tensor, cost: float) -> None:
        """See :class:`.Head`."""
        self.clause.bias.sub_(cost * body_sizes[: len(self.clause.bias)])

    @torch.no_grad()
    def plain_weights(self) -> NetworkWeights | None:
        """See :class:`.Head`."""
        state = cast("nn.Linear", self.state[1])
        scale = 1.0 if self.structure is None else self.structure.mix[0]
        return NetworkWeights.copied(
            **(self.structure.plain() if self.structure else {}),
            places=self.symbol.weight,
            resolvent=self.resolvent.layer.weight.T,
            resolvent_bias=self.resolvent.layer.bias,
            state=state.weight.T,
            state_bias=state.bias,
            clauses=self.clause.weight * scale,
            clause_bias=self.clause.bias * scale,
            value=self.value.weight[0],
            value_bias=self.value.bias,
            n_symbols=self.vocabulary_size,
            compares=self.compares,
            first_name=self.first_name,
        )

    def read(self, batch: Batch) -> Staged[ClauseInputs]:
        """See :class:`.Head`."""
        real_UX, place_UX = self._embedded(batch.goal_UW.long())
        (n_places,) = yield [real_UX.sum()]
        count = real_UX.sum(1)
        shape, slot_C = (len(batch), batch.n_actions), batch.slot_C
        nothing = slot_C.new_zeros(shape[0] * shape[1], dtype=torch.int32)
        clause_BA = nothing.scatter(0, slot_C, batch.clause_C.int()).view(shape)
        mask_BA = nothing.bool().index_fill_(0, slot_C, True).view(shape)
        return ClauseInputs(
            place_L=place_UX.flatten()[places(real_UX.flatten(), n_places)],
            start_U=count.cumsum(0) - count,
            goal_E=batch.goal_E.long(),
            start_R=batch.start_R[:-1].long(),
            state_B=batch.state_B.long(),
            clause_BA=clause_BA,
            action_mask_BA=mask_BA,
            slot_C=slot_C,
            structure_CF=batch.structure_CF,
        )

    def inputs_within(
        self, observation: TensorDictBase, capacity: tuple[int, ...], exceeded: Tensor
    ) -> ClauseInputs:
        """See :class:`.Head`; all goals that can be shown fit."""
        assert not self.needs_structure, "no device describes candidates"
        goals = observation.get("goals")
        goal_E, start_R = goals_within(goals)
        real_UX, place_UX = self._embedded(goals.flatten(0, 1).long())
        index = places_within(real_UX.flatten(), real_UX.numel()).clamp_(max=real_UX.numel() - 1)
        return ClauseInputs(
            place_L=place_UX.flatten().index_select(0, index),
            start_U=bags_within(real_UX.sum(1), real_UX.numel()),  # dummy goals at the end
            goal_E=goal_E,
            start_R=start_R,
            state_B=torch.arange(len(goals), device=goals.device),
            clause_BA=observation.get("clauses"),
            action_mask_BA=observation.get("action_mask"),
            slot_C=goal_E[:0],
            structure_CF=no_structure(goals.device),
        )

    def _embedded(self, goal_UW: Tensor) -> tuple[Tensor, Tensor]:
        """Return a mask [U, X] of used slots and pairs of equal slots, and their rows [U, X]."""
        goal_UW = replace_unknown(goal_UW, self.vocabulary_size, ELLIPSIS)
        real_UX, slot = goal_UW != 0, torch.arange(goal_UW.shape[1], device=goal_UW.device)
        place_UX = self._nameless(goal_UW) + slot * self.vocabulary_size
        if self.compares:
            # Rows of pairs follow all rows of symbols: X = W, or 2 W with pairs.
            earlier_UW = repeated(goal_UW)
            pair_UW = (self.vocabulary_size + earlier_UW) * len(slot) + slot
            place_UX = torch.cat([place_UX, pair_UW], 1)
            real_UX = torch.cat([real_UX, earlier_UW >= 0], 1)
        return real_UX, place_UX

    def _nameless(self, goal_UW: Tensor) -> Tensor:
        """Replace all names, and symbols newer than the weights, by one symbol."""
        if not self.compares or self.first_name == self.vocabulary_size:
            return goal_UW
        is_new = (goal_UW >= ATOM_ID) & (goal_UW < ATOM_ID + N_LITERAL_BUCKETS)
        return goal_UW.masked_fill(is_new | (goal_UW >= self.first_name), self.first_name)

    def forward(self, inputs: ClauseInputs) -> tuple[Tensor, Tensor]:
        """Return logits [B, A], minus infinity for illegal actions, and values [B]."""
        # Logits of all clauses, once per distinct state; each row then picks the clauses of its
        # window.
        state_RD = self._states(inputs)
        logits_RC = self.clause(state_RD)
        clause_BA = replace_unknown(inputs.clause_BA.long(), logits_RC.shape[1], 0)
        if logits_RC.device.type == "cpu":
            logits_BA = logits_RC[inputs.state_B].gather(1, clause_BA)
        else:  # the backward pass of a gather adds in any order; see rows_of
            logits_BA = logits_RC[inputs.state_B[:, None], clause_BA]
        values = self.value(state_RD).squeeze(-1)[inputs.state_B]
        if len(inputs.structure_CF):
            logits = logits_BA.flatten()
            both_C = self._add_structure(logits[inputs.slot_C], inputs.structure_CF)
            logits_BA = logits.index_copy(0, inputs.slot_C, both_C).view_as(logits_BA)
            if self.structure is not None and not self.knows_symbols:
                frame_C = inputs.slot_C // logits_BA.shape[1]
                seen = self.structure.means(inputs.structure_CF, frame_C, len(values))
                values = values + seen @ self.structure.to_go
        logits_BA = logits_BA.masked_fill(~inputs.action_mask_BA, -torch.inf)
        return logits_BA, values

    def values(self, inputs: ClauseInputs) -> Tensor:
        """See :class:`.Head`."""
        values: Tensor = self.value(self._states(inputs)).squeeze(-1)
        return values[inputs.state_B]

    def _states(self, inputs: ClauseInputs) -> Tensor:
        goal_UD = self.symbol.weight.new_zeros(0, self.symbol.embedding_dim)
        if len(inputs.place_L):
            goal_UD = self.symbol(inputs.place_L, inputs.start_U)
        states: Tensor = self.state(self.resolvent(goal_UD, inputs.goal_E, inputs.start_R))
        return states


class ComparingHead(ClauseHead):
    """Clause head that also reads equality of slots; see the module's docstring."""

    compares = True


class StructuredHead(ComparingHead):
    """Comparing head with a structure part (:mod:`symbolic_rl.policy.structure`)."""

    needs_structure = True
    ROWS: ClassVar[dict[str, str]] = ComparingHead.ROWS | OF_STRUCTURE


class StructureHead(ClauseHead):
    """Head with a structure part alone, which suits every program: it knows no symbol."""

    needs_structure = True
    knows_symbols = False
    ROWS: ClassVar[dict[str, str]] = OF_STRUCTURE

    def __init__(self, shape: PolicyShape, dim: int) -> None:
        # Two ids, padding and the ellipsis that all symbols become; one clause, the unknown one.
        super().__init__(replace(shape, vocabulary_size=2, n_names=0, n_clauses=1), dim=1)
        self.id_dtype = torch.int32  # for the ids of any program
        for part in (self.symbol, self.resolvent, self.state, self.clause, self.value):
            for weight in part.parameters():
                nn.init.zeros_(weight).requires_grad_(False)

    @torch.no_grad()
    def plain_weights(self) -> NetworkWeights | None:
        """See :class:`.Head`."""
        weights, part = super().plain_weights(), self.structure
        assert weights is not None and part is not None
        slope = part.to_go[:-1] * part.inverse_std
        bias = self.value.bias + part.to_go[-1] - slope @ part.mean
        return replace(weights, structure_value=slope.cpu().numpy(), value_bias=bias.cpu().numpy())
