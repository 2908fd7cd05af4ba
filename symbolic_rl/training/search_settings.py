"""Settings with which searches use a policy: its temperature, and a uniform share.

Levin search pays 1 / probability for a derivation, so the best temperature is the one at which
proofs that the policy did not learn are most probable (:func:`best_temperature`,
:func:`best_of_two`). Expert iteration fits it in training; where a policy learns from rollouts,
:func:`fit_temperature` searches validation queries at the end. :func:`choose_share` then tries
shares of uniform probability.

Dimension key: Q queries, F frames of proofs, A actions.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from symbolic_rl.base.config import SearchSettings
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.proof_frames import ProofFramer
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.learn.structure import (
    DEFAULT_MIX,
    STRUCTURE_SHARE,
    SURELY,
    SYMBOLS_ALONE,
    best_mix,
)
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import GOALS
from symbolic_rl.program.program import Query
from symbolic_rl.search import Limits, SearchResult, find_all
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.replay import ProofRows

_HALVINGS = 24
GREEDY_MIX = 0.5
"""Upper bound of the weight of the second distribution, at a tenth of the temperature."""


def best_temperature(
    logits: Tensor, chosen: Tensor, least: float, most: float, weight: Tensor | None = None
) -> float:
    """Return the temperature in [``least``, ``most``] at which choices are most probable.

    ``logits`` [F, A] are -inf for actions that cannot be chosen; ``chosen`` are [F] int64;
    ``weight`` [F] float64 is how much each choice counts, the same for all by default.

    >>> nine_of_ten = torch.tensor([1] * 9 + [0])
    >>> best_temperature(torch.tensor([[0.0, 1.0]] * 10), nine_of_ten, 0.1, 1)  # 1 / ln 9
    0.4551...
    """
    # Differences to the maximum: their exponentials overflow at no temperature.
    z = logits.double() - logits.double().max(dim=-1, keepdim=True).values
    shown = z.isfinite()
    z = z.masked_fill(~shown, 0.0)
    right = z.gather(-1, chosen[:, None]).squeeze(-1)
    # Bisection of the logarithm of 1 / temperature: it may span orders of magnitude, and the
    # log-likelihood is concave in 1 / temperature.
    low, high = -np.log(most), -np.log(least)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        weights = (np.exp(middle) * z).masked_fill(~shown, -torch.inf).softmax(dim=-1)
        # Minus the derivative of the log-likelihood with respect to 1 / temperature: the sum of the
        # expected logits minus the chosen ones.
        off = (weights * z).sum(dim=-1) - right
        slope = float((off if weight is None else weight * off).sum())
        low, high = (low, middle) if slope > 0 else (middle, high)
    return float(np.exp(-(low + high) / 2))


_ROUNDS = 3
"""Rounds of :func:`best_of_two`; more of them change the temperature by less than a tenth."""


def best_of_two(logits: Tensor, chosen: Tensor, proof: Tensor, least: float, most: float) -> float:
    """Return the temperature for a mixture with a second distribution at a tenth of it.

    The search finds a proof for 1 / probability in the mixture, so the first distribution has to
    serve the proofs that the sharp one does not find: each counts by the share of its probability
    that the first gives it (expectation maximization, from :func:`best_temperature`). ``logits``
    [F, A] and ``chosen`` [F] are as there, ``proof`` [F] is the number of each choice's proof.

    >>> logits = torch.tensor([[0.0, 1.0]] * 20)
    >>> chosen = torch.tensor([1] * 10 + [0, 1] * 5)  # the first proof follows the policy
    >>> proof = torch.arange(20) // 10
    >>> best_temperature(logits, chosen, 0.1, 10) < best_of_two(logits, chosen, proof, 0.1, 10)
    True
    """
    _, proof = torch.unique(proof, return_inverse=True)
    n = 1 + int(proof.max())

    def probability(temperature: float, weight: float) -> Tensor:
        """Logarithm [P] of each proof's probability, times ``weight``."""
        each = (logits.double() / temperature).log_softmax(-1).gather(1, chosen.unsqueeze(1))
        whole = torch.full((n,), np.log(weight), dtype=torch.float64)
        return whole.index_add(0, proof, each.squeeze(1))

    temperature = best_temperature(logits, chosen, least, most)
    for _ in range(_ROUNDS):
        mix = search_settings_of(temperature).greedy_mix
        more = probability(temperature, 1 - mix) - probability(temperature / 10, mix)
        temperature = best_temperature(logits, chosen, least, most, more.sigmoid()[proof])
    return temperature


def search_settings_of(temperature: float, *, steps_to_go: bool = False) -> SearchSettings:
    """Return how searches use a policy whose fitted temperature is ``temperature``.

    Proofs of queries like the training queries do not show what the second distribution finds in
    longer derivations, so ``greedy_mix`` is not fitted: it is 1 / temperature, and at most
    ``GREEDY_MIX``. A high temperature says that the policy is often wrong; then the second
    distribution takes little from the first.
    """
    # Rounded, so that the last bits of a sum, which depend on the machine, decide nothing.
    inverse = float(f"{1 / temperature:.3g}")
    return SearchSettings(
        temperature=1 / inverse, greedy_mix=min(GREEDY_MIX, inverse), steps_to_go=steps_to_go
    )


MOST_TEMPERATURE = 10.0
"""Upper bound of the temperature that is fitted to new proofs; the lower one is 1."""


def fitted_to(
    chosen: Tensor,
    proof: Tensor,
    symbols: Tensor,
    structure: Tensor | None = None,
    *,
    is_taught: bool = False,
    is_trained: bool = False,
) -> tuple[SearchSettings, tuple[float, float]]:
    """Fit how searches use a policy to choices of proofs that it has not learned from.

    ``chosen`` [F] are actions, ``proof`` [F] the numbers of their proofs, ``symbols`` and
    ``structure`` [F, A] the logits of both parts of the policy. Return the settings, and the
    factors of the parts. Structure costs time in each expansion: searches read it where it makes
    the choices surely more probable than the symbols do alone, or where other programs have taught
    it. :func:`best_of_two` gives the temperature where training has ended (record 24).

    >>> right = torch.tensor([[2.0, 0.0]] * 1000)
    >>> first = torch.zeros(1000, dtype=torch.int64)
    >>> settings, factors = fitted_to(first, first, right, -right)
    >>> settings.structure_share, factors
    (0.0, (1.0, 0.0))
    >>> settings, factors = fitted_to(first, first, -right, right)
    >>> settings.structure_share, factors
    (0.1, (0.1, 1.0))
    """

    def best(logits: Tensor, most: float) -> float:
        if is_trained:
            return best_of_two(logits, chosen, proof, 1.0, most)
        return best_temperature(logits, chosen, 1.0, most)

    alone = SearchSettings(), SYMBOLS_ALONE
    if len(chosen):
        temperature = best(symbols, MOST_TEMPERATURE)
        alone = search_settings_of(temperature, steps_to_go=True), SYMBOLS_ALONE
    if structure is None or not (len(chosen) or is_taught):
        return alone
    mix = best_mix(symbols, structure, chosen) if len(chosen) else DEFAULT_MIX
    is_read = mix[1] > 0
    of_both = mix[0] * symbols + (mix[1] * structure).masked_fill(symbols.isinf(), 0.0)
    if is_read and not is_taught:
        picked = chosen.unsqueeze(1)
        gain = of_both.log_softmax(-1).gather(1, picked).double()
        temperature = best_temperature(symbols, chosen, 1.0, MOST_TEMPERATURE)
        gain -= (symbols / temperature).log_softmax(-1).gather(1, picked)
        is_read = bool(gain.mean() > SURELY * gain.std() / len(gain) ** 0.5)
    if not is_read:
        return alone
    most = max(mix)
    temperature = best(of_both, MOST_TEMPERATURE * most) if len(chosen) and is_trained else 1.0
    settings = search_settings_of(temperature / most, steps_to_go=bool(len(chosen)))
    settings = replace(settings, structure_share=STRUCTURE_SHARE)
    return settings, (mix[0] / most, mix[1] / most)


MOST_QUERIES = 128
"""Queries whose proofs the temperature is fitted on."""

VALID = "valid"
"""Split of queries held out of training."""

BUDGET = 1_000
"""Inferences of each of these searches."""

LEAST, MOST = 1 / 30, 1.0
"""Bounds of the temperature. A policy that is always right would get 0; above 1, a policy would be
distrusted for its faults on queries that may be of another kind."""

SHARES = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5)
"""Uniform shares to try; 0 stands for the share that falls with depth."""

TRIED_QUERIES = 512
"""Validation queries on which the shares are tried."""

FIRST_TRIED = 64
"""Queries among them on which every share is tried; the others are for the shares whose gain there,
if it lasted, would be sure in the end."""


def fit_temperature(
    problem: Problem, policy: DerivationPolicy, search_settings: SearchSettings
) -> SearchSettings:
    """Return ``search_settings`` with the temperature that fits proofs of validation queries.

    Guided search finds the proofs with ``search_settings``. Without validation queries, training
    queries are searched; where nothing is proved, or the engine cannot search, the temperature
    stays. A policy that imitates proofs has its temperature from training
    (:mod:`symbolic_rl.training.expert`).
    """
    if not can_search(problem):
        return search_settings
    split = VALID if _has_valid(problem) else "train"
    rows = _proofs(problem, policy, _spread(problem, split, MOST_QUERIES), search_settings)
    if not len(rows):
        return search_settings
    with torch.inference_mode():
        logits, _ = policy.evaluate(rows.batch)
    return search_settings_of(best_temperature(logits.float().cpu(), rows.action, LEAST, MOST))


def choose_share(
    problems: Sequence[Problem], policy: DerivationPolicy, search_settings: SearchSettings
) -> SearchSettings:
    """Return ``search_settings`` with the best uniform share on validation queries.

    The criterion is the mean logarithm of the inferences until the first proof; a failed search
    counts as twice its budget. The share that falls with depth stays unless another is better by
    ``SURELY`` standard errors of the difference. It also stays without validation queries, because
    the policy has memorized the training queries.
    """
    problems = [one for one in problems if can_search(one) and _has_valid(one)]
    if not problems:
        return search_settings
    most = max(1, TRIED_QUERIES // len(problems))
    asked = [(one, _spread(one, VALID, most)) for one in problems]

    n = sum(len(queries) for _, queries in asked)
    search_settings = replace(search_settings, uniform_share=SHARES[0])
    if n < 2:
        return search_settings
    nth = -(-n // FIRST_TRIED)

    def costs(share: float, *, is_first: bool) -> NDArray[np.float64]:
        settings, found = replace(search_settings, uniform_share=share), list[int]()
        for one, queries in asked:
            part = [query for i, query in enumerate(queries) if (i % nth == 0) == is_first]
            found += _inferences(one, policy, part, settings)
        return np.log(found)

    def gain(tried: NDArray[np.float64]) -> float:
        # Paired by query: the same queries are searched with each share.
        error = tried.std(ddof=1) / np.sqrt(n)
        return float(tried.mean() - SURELY * error)

    first = {share: costs(share, is_first=True) for share in SHARES}
    hopeful = [share for share in SHARES[1:] if gain(first[SHARES[0]] - first[share]) > 0]
    rest = {share: costs(share, is_first=False) for share in (SHARES[0], *hopeful) if hopeful}
    saved = {
        share: np.concatenate([one[SHARES[0]] - one[share] for one in (first, rest)])
        for share in hopeful
    }
    best = max(hopeful, key=lambda share: float(saved[share].mean()), default=SHARES[0])
    is_sure = best in saved and gain(saved[best]) > 0
    return replace(search_settings, uniform_share=best) if is_sure else search_settings


def can_search(problem: Problem) -> bool:
    """Return whether searches can prove the queries of a problem; else its policy acts alone."""
    return problem.tables is None and not problem.vocabulary.has_chance


def _has_valid(problem: Problem) -> bool:
    return VALID in problem.splits and GOALS not in problem.splits


def _spread(problem: Problem, split: str, most: int) -> list[Query]:
    """Return at most ``most`` queries labelled true, spread evenly over a split."""
    queries = [query for query in problem.queries(split) if query.label]
    return queries[:: max(1, len(queries) // most)][:most]


def _inferences(
    problem: Problem,
    policy: DerivationPolicy,
    queries: Sequence[Query],
    search_settings: SearchSettings,
) -> list[int]:
    """Return [Q] inferences until the first proof."""
    found = _find(problem, policy, queries, search_settings)
    return [one.inferences if one.answers else 2 * BUDGET for one in found]


def _find(
    problem: Problem,
    policy: DerivationPolicy,
    queries: Sequence[Query],
    search_settings: SearchSettings,
) -> list[SearchResult]:
    """Search each query within ``BUDGET`` inferences."""
    program = problem.program
    engine = PrologEngine(program, problem.env_config, answers=True)
    order = PolicyOrder(policy, problem, program)
    searched = [query.without_answer(program.vocabulary) for query in queries]
    spaces = [order.space(engine, query, search_settings) for query in searched]
    limits = Limits(max_inferences=BUDGET)
    return list(find_all("guided", spaces, limits=limits, at_once=len(spaces) or 1))


def _proofs(
    problem: Problem,
    policy: DerivationPolicy,
    queries: Sequence[Query],
    search_settings: SearchSettings,
) -> ProofRows:
    """Return the frames of proofs that guided search finds."""
    found = _find(problem, policy, queries, search_settings)
    proved = [i for i, one in enumerate(found) if one.answers]
    framer = ProofFramer(problem, policy.packed, with_candidates=policy.shown)
    choices = [found[i].answers[0].choices for i in proved]
    return ProofRows.of(framer([queries[i] for i in proved], choices), proved)
