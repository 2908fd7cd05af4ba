"""Advice of a trained policy to a search: log-probabilities of candidates, and inferences left.

The policy sees states as in training: the same view, the same ids, one window of candidates at a
time. A goal may bring in symbols and library clauses that are new since training: the symbols are
shown by hash bucket, the clauses as padding.

Dimension key: N states, M candidates, A actions of the window.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict import TensorDict

from symbolic_rl.base.config import MORE
from symbolic_rl.bridge.schema import CandidateKeys
from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.bridge.tokens import IntArray, TokenBatch, starts
from symbolic_rl.derivations.known_ids import Trained
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.structure import structure_logits
from symbolic_rl.program.program import Program
from symbolic_rl.search.base import NOT_ASKED, Advice, Page, SpaceOrder
from symbolic_rl.search.search_checkpoint import Network, viewer_of

MOST_VALUE = 12.0
"""Values, log(1 + inferences left), are clipped here: 160,000 inferences."""


class PolicyOrder(SpaceOrder):
    """Advice of a policy, as an order of candidates."""

    def __init__(
        self, policy: DerivationPolicy, trained: Problem | Trained, program: Program
    ) -> None:
        self._policy = policy
        self._viewer, self._clauses = viewer_of(trained, program), trained.ids.clause_ids(program)
        super().__init__(trained.env_config, policy.search_settings)
        self._network: Network | None = None
        self._copied: tuple[tuple[int, int], ...] = ()

    def cuts(self, states: TokenBatch) -> NDArray[np.bool_]:
        """Tell for each state [N] whether the policy sees only a part of it."""
        n, view = len(states), self._viewer.view
        goals = np.zeros((n, view.n_goals, view.goal_width), np.int32)
        return self._viewer.show(states, np.arange(n), np.full((n, 1), -1), goals, None) > 0

    def network(self) -> int | None:
        """Return the address of the current weights in C (``network_t``); None if C has none."""
        # A change in place raises the version of a tensor, so equal pairs mean equal weights.
        weights = self._policy.head.state_dict(keep_vars=True).values()
        now = tuple((tensor.data_ptr(), tensor._version) for tensor in weights)
        if now != self._copied:
            self._copied, self._network = now, self._copy()
        return self._network.address if self._network else None

    def _copy(self) -> Network | None:
        # Also from a GPU: a search asks about a few states at a time, and waits for each answer.
        weights = self._policy.head.plain_weights()
        if weights is None:
            return None
        return Network(weights, self._viewer, self._clauses)

    def __call__(self, states: TokenBatch, page: Page, wanted: NDArray[np.bool_]) -> Advice:
        """Return log-probabilities and estimates of N states and their M candidates.

        A choice without an alternative has the logarithm 0 and is not shown to the policy.
        """
        chosen = np.flatnonzero(wanted)
        owner = page.owner[chosen]
        shown = np.bincount(owner, minlength=len(states))
        scores = np.zeros(wanted.size, np.float32)
        more = np.zeros(len(states), np.float32)
        of_structure = np.zeros_like(scores), np.zeros_like(more)
        to_go = np.full(len(states), NOT_ASKED, np.float32)
        # States with a real choice: at least two of candidates and *more*.
        rows = np.flatnonzero(shown + page.more > 1)
        if rows.size:
            chosen = chosen[(shown + page.more)[owner] > 1]
            # Row and slot of each shown candidate in the batch [n, A] that the policy sees.
            row = np.searchsorted(rows, page.owner[chosen])
            slot = np.arange(chosen.size) - starts(shown[rows])[row]
            logs, values, alone = self._ask(states, page, rows, chosen, row, slot)
            scores[chosen] = logs[row, slot]
            more[rows] = logs[:, -1]
            to_go[rows] = np.expm1(values.clip(0, MOST_VALUE))
            if alone is not None:
                of_structure[0][chosen], of_structure[1][rows] = (
                    alone[row, slot], alone[:, -1],
                )  # fmt: skip
        return Advice(scores, more, to_go, *of_structure)

    def _ask(
        self,
        states: TokenBatch,
        page: Page,
        rows: IntArray,
        chosen: IntArray,
        row: IntArray,
        slot: IntArray,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32] | None]:
        n, a, view = rows.size, int(slot.max(initial=-1)) + 2, self._viewer.view
        clauses, mask = np.zeros((n, a), np.int32), np.zeros((n, a), bool)
        clauses[row, slot], mask[row, slot] = self._clauses[page.clauses[chosen]], True
        has_more = page.more[rows]
        clauses[has_more, -1], mask[has_more, -1] = MORE, True
        goals = np.zeros((n, view.n_goals, view.goal_width), np.int32)
        arrays: dict[str, NDArray[Any]] = {
            "goals": goals, "clauses": clauses, "action_mask": mask
        }  # fmt: skip
        slots, pool, candidates, structure = np.full((n, a), -1), states, None, None
        if self._policy.shown & CandidateKeys.CANDIDATES:
            candidates = np.zeros((n, a, *goals.shape[1:]), np.int32)
            arrays["candidates"] = candidates
        if self._policy.shown & CandidateKeys.STRUCTURE:
            structure = arrays["structure"] = np.zeros((n, a, N_FEATURES), np.int8)
        if self._policy.shown:
            # The pool is all states, then all candidates.
            slots[row, slot] = len(states) + chosen
            pool = TokenBatch.concatenate([states, page.candidates])
        self._viewer.show(pool, rows, slots, goals, candidates, structure)
        tensors = {name: torch.from_numpy(array) for name, array in arrays.items()}
        batch = self._policy.batch(TensorDict(tensors, [n]))
        logs, values = self._policy.log_probabilities_and_values(batch)
        if not self._policy.shown & CandidateKeys.STRUCTURE:
            return logs.numpy(), values.numpy(), None
        part = self._policy.head.structure
        assert part is not None
        alone = structure_logits(part, batch, torch.arange(n)).log_softmax(-1)
        return logs.numpy(), values.numpy(), alone.numpy()
