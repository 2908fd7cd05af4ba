"""Resolvent head: a candidate's score is the dot product of its resolvent and the state's query.

It suits programs whose facts differ only in their arguments. A goal is encoded from its symbols and
their slots; a resolvent from its selected goal and the sum of the other goals; a candidate from its
resolvent and its clause. The clause distinguishes rules from facts, and encodes the actions *more*
and *refuse*, which have no resolvent.

Dimension key: see :mod:`symbolic_rl.policy.batch`, and
    D  width of embeddings      S  symbols of the view      K  width of a clause's embedding
"""

from typing import ClassVar, cast

import torch
from tensordict import TensorDictBase
from torch import Tensor, nn
from torch.nn import functional as F

from symbolic_rl.policy.batch import (
    Batch,
    ResolventInputs,
    Staged,
    counts,
    resolvents_within,
    rows_of,
)
from symbolic_rl.policy.head import Head, PolicyShape, replace_unknown
from symbolic_rl.policy.structure import OF_STRUCTURE, StructurePart
from symbolic_rl.policy.weights import NetworkWeights
from symbolic_rl.program.vocabulary import ELLIPSIS


class GoalPooling(nn.Module):
    """Linear layer over (selected goal, sum of the other goals)."""

    def __init__(self, dim: int) -> None:
        super().__init__()
        self.layer = nn.Linear(2 * dim, dim)
        self.calls_layers = False
        """Set by a gradient recorder: weights are then used only through calls of their layer."""

    def forward(self, goal_UD: Tensor, goal_E: Tensor, start_R: Tensor) -> Tensor:
        """Encode resolvents [R, D] from distinct goals; see ``ResolventInputs`` for the indices."""
        n_goals, dim = goal_UD.shape
        if not len(goal_E) and not self.calls_layers:  # only empty resolvents
            return self.layer.bias.expand(len(start_R), dim)
        if self.calls_layers:  # for gradient norms, where goals are hardly shared
            count_R = counts(start_R, len(goal_E))
            resolvent_E = torch.repeat_interleave(count_R, output_size=len(goal_E))
            goal_ED = rows_of(goal_UD, goal_E // 2)
            blank = goal_UD.new_zeros(2 * len(start_R), dim)
            goals_2RD = blank.index_add(0, 2 * resolvent_E + goal_E % 2, goal_ED)
            resolvents: Tensor = self.layer(goals_2RD.view(-1, 2 * dim))
            return resolvents
        if n_goals > len(start_R):
            # Two bags per resolvent: its first goal, then the rest, which may be empty.
            behind_R = start_R + counts(start_R, len(goal_E)).clamp(max=1)
            start_2R = torch.stack([start_R, behind_R], 1).flatten()
            goals_2RD = F.embedding_bag(goal_E // 2, goal_UD, start_2R, mode="sum")
            resolvents = self.layer(goals_2RD.view(-1, 2 * dim))
            return resolvents
        # Few goals in many resolvents: the layer is linear, so apply both of its halves to each
        # distinct goal, [U, 2, D], and sum the results by resolvent. goal_E indexes [2 U, D].
        part_2DD = self.layer.weight.view(dim, 2, dim).permute(1, 0, 2).reshape(2 * dim, dim)
        goal_U2D = F.linear(goal_UD, part_2DD).view(-1, dim)
        return F.embedding_bag(goal_E, goal_U2D, start_R, mode="sum") + self.layer.bias


CLAUSE_WIDTH = 16
"""K."""

CACHED_SLOTS = 16_384
"""Acting caches the contribution of each symbol in each slot, up to this number of pairs."""


class ResolventHead(Head):
    """Head that scores candidates by their resolvents; see the module's docstring."""

    needs_candidates = True
    ROWS: ClassVar[dict[str, str]] = {
        "symbol": "goals",
        "goal": "goals",
        "resolvent.layer": "resolvents",
        "clause": "candidates",
        "clause_to_resolvent": "candidates",
        "clause_bias": "candidates",
        "query": "frames",
    }

    def __init__(self, shape: PolicyShape, dim: int) -> None:
        super().__init__(shape)
        self.symbol = nn.Embedding(shape.vocabulary_size, dim)
        self.goal = nn.Linear(shape.goal_width * dim, dim)
        self.resolvent = GoalPooling(dim)
        self.clause = nn.Embedding(shape.n_clauses, CLAUSE_WIDTH)
        self.clause_to_resolvent = nn.Linear(CLAUSE_WIDTH, dim, bias=False)
        self.clause_bias = nn.Embedding(shape.n_clauses, 1)
        self.query = nn.Linear(dim, dim)
        self.value = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, 1))
        nn.init.zeros_(self.clause_bias.weight)
        self.calls_layers = False  # as in :class:`GoalPooling`
        if self.needs_structure:
            self.structure = StructurePart()
        self._slot_cache: tuple[Tensor, Tensor, Tensor] | None = None

    @torch.no_grad()
    def prefer_short(self, body_sizes: Tensor, cost: float) -> None:
        """See :class:`.Head`."""
        self.clause_bias.weight[:, 0].sub_(cost * body_sizes[: len(self.clause_bias.weight)])

    @torch.no_grad()
    def plain_weights(self) -> NetworkWeights | None:
        """See :class:`.Head`."""
        hidden, value = cast("nn.Linear", self.value[0]), cast("nn.Linear", self.value[2])
        # The value does not read the query, so that the factor of the logits is the query's.
        scale = 1.0 if self.structure is None else self.structure.mix[0]
        return NetworkWeights.copied(
            **(self.structure.plain() if self.structure else {}),
            places=self._slots(),
            goal_bias=self.goal.bias,
            resolvent=self.resolvent.layer.weight.T,
            resolvent_bias=self.resolvent.layer.bias,
            state=self.query.weight.T * scale,
            state_bias=self.query.bias * scale,
            clauses=self.clause_to_resolvent(self.clause.weight),
            clause_bias=self.clause_bias.weight[:, 0] * scale,
            value_hidden=hidden.weight.T,
            value_hidden_bias=hidden.bias,
            value=value.weight[0],
            value_bias=value.bias,
            n_symbols=len(self.symbol.weight),
            reads_candidates=True,
        )

    def read(self, batch: Batch) -> Staged[ResolventInputs]:
        """See :class:`.Head`."""
        yield from ()  # waits for nothing
        return ResolventInputs(
            goal_UW=batch.goal_UW.long(),
            goal_E=batch.goal_E.long(),
            start_R=batch.start_R[:-1].long(),
            state_B=batch.state_B.long(),
            candidate_C=batch.candidate_C.long(),
            clause_C=batch.clause_C.long(),
            slot_C=batch.slot_C,
            structure_CF=batch.structure_CF,
            n_actions=batch.n_actions,
        )

    def counts(self, observation: TensorDictBase) -> list[Tensor]:
        """See :class:`.Head`: number of legal candidates, and of their and the states' goals."""
        goals, candidates, _, mask = self._shown(observation)
        has_goal = (candidates[..., 0] != 0) & mask.unsqueeze(-1)
        return [mask.sum(), (goals[..., 0] != 0).sum() + has_goal.sum()]

    def inputs_within(
        self, observation: TensorDictBase, capacity: tuple[int, ...], exceeded: Tensor
    ) -> ResolventInputs:
        """See :class:`.Head`."""
        assert not self.needs_structure, "no device describes candidates"
        return resolvents_within(*self._shown(observation), (capacity[0], capacity[1]), exceeded)

    def _shown(self, observation: TensorDictBase) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return goals [B, G, W], candidates [B, A, G, W], clauses and mask [B, A]."""
        get = observation.get
        return get("goals"), get("candidates"), get("clauses"), get("action_mask")

    def forward(self, inputs: ResolventInputs) -> tuple[Tensor, Tensor]:
        """Return logits [B, A], minus infinity for illegal actions, and values [B]."""
        resolvent_RD = self._resolvents(inputs)
        state_BD = resolvent_RD[inputs.state_B].relu()
        clause_C = replace_unknown(inputs.clause_C, len(self.clause.weight), 0)
        clause_CD = self.clause_to_resolvent(self.clause(clause_C))
        candidate_CD = (rows_of(resolvent_RD, inputs.candidate_C) + clause_CD).relu()
        frame_C = inputs.slot_C // inputs.n_actions
        query_CD = rows_of(self.query(state_BD), frame_C)
        # Scaled dot product, plus a bias per clause.
        score_C = (query_CD * candidate_CD).sum(-1) / query_CD.shape[-1] ** 0.5
        score_C = score_C + self.clause_bias(clause_C).squeeze(-1)
        score_C = self._add_structure(score_C, inputs.structure_CF)
        n_frames = len(inputs.state_B)
        # Scatter [C] to the flattened [B, A]; other actions are illegal.
        logits = score_C.new_full((n_frames * inputs.n_actions,), -torch.inf)
        logits = logits.index_copy(0, inputs.slot_C, score_C)
        return logits.view(n_frames, inputs.n_actions), self.value(state_BD).squeeze(-1)

    def values(self, inputs: ResolventInputs) -> Tensor:
        """See :class:`.Head`."""
        state_BD = self._resolvents(inputs)[inputs.state_B].relu()
        values: Tensor = self.value(state_BD).squeeze(-1)
        return values

    def _resolvents(self, inputs: ResolventInputs) -> Tensor:
        goal_UW = replace_unknown(inputs.goal_UW, len(self.symbol.weight), ELLIPSIS)
        goal_UD = self._goals(goal_UW).relu()
        resolvents: Tensor = self.resolvent(goal_UD, inputs.goal_E, inputs.start_R)
        return resolvents

    def _goals(self, goal_UW: Tensor) -> Tensor:
        """Apply the goal layer to the embedded slots of distinct goals: [U, D].

        The layer is linear, so with few symbols each goes through it once per slot, and a goal is
        the sum of its slots.
        """
        n_symbols, width = len(self.symbol.weight), goal_UW.shape[1]
        is_cached = not torch.is_grad_enabled() and n_symbols * width <= CACHED_SLOTS
        if self.calls_layers or (n_symbols > len(goal_UW) and not is_cached):
            goals: Tensor = self.goal(self.symbol(goal_UW).flatten(1))
            return goals
        place_UW = goal_UW * width + torch.arange(width, device=goal_UW.device)
        return F.embedding_bag(place_UW, self._slots(), mode="sum") + self.goal.bias

    def _slots(self) -> Tensor:
        """Return the contribution of each symbol in each slot to the goal layer [S * W, D].

        Acting on the CPU caches it until the weights change.
        """
        symbol_SD, goal_DX = self.symbol.weight, self.goal.weight
        caches = not torch.is_grad_enabled() and symbol_SD.device.type == "cpu"
        if caches and self._slot_cache is not None:
            # By content: optimizers and other processes change weights in place.
            of_symbol_SD, of_goal_DX, cached_SWD = self._slot_cache
            if torch.equal(of_goal_DX, goal_DX) and torch.equal(of_symbol_SD, symbol_SD):
                return cached_SWD
        dim = symbol_SD.shape[1]
        # [D out, W, D in] -> [W, D out, D in].
        slot_WDD = goal_DX.view(dim, -1, dim).transpose(0, 1)
        slots_SWD = torch.einsum("sd,wed->swe", symbol_SD, slot_WDD).reshape(-1, dim)
        self._slot_cache = (symbol_SD.clone(), goal_DX.clone(), slots_SWD) if caches else None
        return slots_SWD


class StructuredResolventHead(ResolventHead):
    """Resolvent head with a structure part (:mod:`symbolic_rl.policy.structure`)."""

    needs_structure = True
    ROWS: ClassVar[dict[str, str]] = ResolventHead.ROWS | OF_STRUCTURE
