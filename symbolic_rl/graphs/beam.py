"""Beam search: the most probable derivations of many queries under a policy, in one batch.

Each step extends every derivation in a query's beam by all its candidates and keeps the ``width``
most probable above a threshold. The probability of a derivation is the probability that the policy
draws it, so the sum over the proofs found is a lower bound of the probability that the policy alone
proves the query. The probability pruned from beams, which the sum may miss, is counted.

Variants of a state in one beam are merged and their probabilities added. The history of the most
probable variant is kept; it decides which candidates loop.

Dimension key: Q queries, N derivations in all beams, M candidates of them, T steps, C clauses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.tokens import FloatArray, HashArray, IntArray, TokenBatch, starts
from symbolic_rl.engine import PrologEngine
from symbolic_rl.program.program import Query
from symbolic_rl.search.base import Page, open_page
from symbolic_rl.search.policy_order import PolicyOrder

AT_ONCE = 1024
"""Queries whose beams share a call of Prolog and of the policy."""


@dataclass(frozen=True)
class BeamProofs:
    """Log-weights of the proofs in the beam of each query; -inf without proofs."""

    probability: FloatArray  # [Q] log of the summed probabilities
    believed: FloatArray
    """[Q] the same, each proof weighted by the product of its rules' confidences."""
    cut: float  # probability pruned or left after the last step, mean over queries
    inferences: int  # states expanded; later pages of a state are not counted


@dataclass(frozen=True)
class _Beam:
    """Beams of some queries: N derivations, grouped by query."""

    states: TokenBatch
    query: IntArray  # [N] index of the query, ascending
    weights: FloatArray  # [N, 2] log probability and log believed weight
    offset: IntArray  # [N] candidates on pages already turned
    past: HashArray  # [N, T, 2] hashes of earlier states; 0 for none


def beam_proofs(
    engine: PrologEngine,
    queries: Sequence[Query],
    order: PolicyOrder,
    confidence: FloatArray,
    *,
    width: int,
    steps: int,
    least: float = 0.0,
) -> BeamProofs:
    """Follow the most probable derivations of Q queries, and sum up the proofs found.

    ``engine`` expands states without answer term. The ``confidence`` of clauses [C] is in (0, 1].
    Each query keeps ``width`` derivations a step, of at most ``steps`` resolution steps and turned
    pages, including the root's; one below the probability ``least`` is pruned.
    """
    weights, cut, inferences = [], 0.0, 0
    for first in range(0, len(queries), AT_ONCE):
        run = _BeamRun(engine, queries[first : first + AT_ONCE], order, np.log(confidence))
        for step in range(steps):  # after the last step, the whole beam counts as cut
            run.step(0 if step == steps - 1 else width, least)
        weights.append(run.found)
        cut += run.cut
        inferences += run.inferences
    probability, believed = np.concatenate(weights).T
    return BeamProofs(probability, believed, cut / max(1, len(queries)), inferences)


class _BeamRun:
    """State of the beams of some queries."""

    def __init__(
        self, engine: PrologEngine, queries: Sequence[Query], order: PolicyOrder, logs: FloatArray
    ) -> None:
        n = len(queries)
        self.found = np.full((n, 2), -np.inf)
        self.cut, self.inferences = 0.0, 0
        self._engine, self._order, self._confidence = engine, order, logs
        self._hidden = np.array([query.hidden for query in queries], np.int64)
        self._beam = _Beam(
            states=TokenBatch.of([query.root(answers=False) for query in queries]),
            query=np.arange(n),
            weights=np.zeros((n, 2)),
            offset=np.zeros(n, np.int64),
            past=np.zeros((n, 0, 2), np.uint64),
        )

    def step(self, width: int, least: float) -> None:
        """Extend every derivation by one step or page, and keep ``width`` per query."""
        beam = self._beam
        if not len(beam.states):
            return
        self.inferences += int((beam.offset == 0).sum())
        page = open_page(
            self._engine, beam.states, self._hidden[beam.query], beam.offset, self._order.width
        )
        shown = ~(_repeated(page.owner, page.hashes) | _looped(beam.past, page.owner, page.hashes))
        logs, more, *_ = self._order(beam.states, page, shown)
        kept = np.flatnonzero(shown)
        owner = page.owner[kept]
        belief = self._confidence[page.clauses[kept]]  # [kept] log confidence of the clause
        below = beam.weights[owner] + np.stack([logs[kept], logs[kept] + belief], axis=1)
        is_proof = page.candidates.goal_counts()[kept] == 0
        query = beam.query[owner]
        # ufunc.at is unbuffered: several candidates may prove the same query in one step.
        np.logaddexp.at(self.found, query[is_proof], below[is_proof])
        turned = np.flatnonzero(page.more)
        further = beam.weights[turned] + more[turned, None]
        # number >= 0: extended by that candidate; else by the next page of state -1 - number.
        number = np.concatenate([kept[~is_proof], -1 - turned])
        query = np.concatenate([query[~is_proof], beam.query[turned]])
        weights = np.concatenate([below[~is_proof], further])
        chosen = _most_probable(query, weights[:, 0], width)
        chosen = chosen[np.exp(weights[chosen, 0]) >= least]
        self.cut += np.exp(weights[:, 0]).sum() - np.exp(weights[chosen, 0]).sum()
        following = self._continued(page, number[chosen], query[chosen], weights[chosen])
        self._beam = _merged(following)

    def _continued(
        self, page: Page, number: IntArray, query: IntArray, weights: FloatArray
    ) -> _Beam:
        beam = self._beam
        turns = number < 0
        at = np.where(turns, -1 - number, page.owner[np.where(turns, 0, number)])
        n = len(beam.states)
        states = TokenBatch.concatenate([beam.states, page.candidates])
        hashes = np.zeros((number.size, 2), np.uint64)
        hashes[~turns] = page.hashes[number[~turns]]
        return _Beam(
            states=states.take(np.where(turns, at, n + number)),
            query=query,
            weights=weights,
            offset=np.where(turns, page.next_offset[at], 0),
            past=np.concatenate([beam.past[at], hashes[:, None]], axis=1),
        )


def _repeated(owner: IntArray, hashes: HashArray) -> NDArray[np.bool_]:
    """Return [M] True for variants of an earlier candidate of the same derivation."""
    found = np.zeros(owner.size, bool)
    # Equal hashes of one derivation become neighbours; the sort is stable, so the first stays.
    order = np.lexsort((owner, hashes[:, 1], hashes[:, 0]))
    one, two = order[:-1], order[1:]
    same = (owner[one] == owner[two]) & (hashes[one] == hashes[two]).all(axis=1)
    found[two[same]] = True
    return found


def _looped(past: HashArray, owner: IntArray, hashes: HashArray) -> NDArray[np.bool_]:
    """Return [M] True for variants of an earlier state (``past``) of the same derivation."""
    # The first half of the hash excludes nearly all pairs; the second half confirms the rest.
    which, when = np.nonzero(past[owner, :, 0] == hashes[:, None, 0])
    found = np.zeros(owner.size, bool)
    found[which] |= past[owner[which], when, 1] == hashes[which, 1]
    return found


def _most_probable(query: IntArray, logs: FloatArray, width: int) -> IntArray:
    """Return the indices of the ``width`` most probable per query, grouped by query."""
    order = np.lexsort((-logs, query))
    of_query = starts(np.bincount(query))[query[order]]  # first place of its query in the order
    chosen: IntArray = order[np.arange(order.size) - of_query < width]
    return chosen


def _merged(beam: _Beam) -> _Beam:
    """Merge variants of a state in the beam of one query, adding their weights."""
    if not len(beam.states):
        return beam
    # The same state at another page is not a variant.
    keys = (beam.offset, *beam.states.hashes().T, beam.query)
    order = np.lexsort(keys)  # stable: the most probable variant stays first
    same = np.ones(order.size - 1, bool)
    for key in keys:
        same &= key[order][1:] == key[order][:-1]
    # Start of each run of variants: the most probable one.
    first = np.flatnonzero(np.concatenate([[True], ~same]))
    rows = order[first]
    return _Beam(
        states=beam.states.take(rows),
        query=beam.query[rows],
        weights=np.logaddexp.reduceat(beam.weights[order], first),
        offset=beam.offset[rows],
        past=beam.past[rows],
    )
