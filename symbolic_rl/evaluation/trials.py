"""Attempt every query of a split with a function that chooses actions. Torch-free.

All of them get the same queries and the same inferences per attempt.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from symbolic_rl.bridge.schema import Observation
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.pages import Outcome
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.queries import CHUNK
from symbolic_rl.evaluation.table import Outcomes
from symbolic_rl.search.base import INFERENCES, STOPPED

Choose = Callable[[Observation], IntArray]
"""Maps N observations to N actions [N]."""

_ENDS = {Outcome.PROVED: STOPPED, Outcome.FAILED: "failed", Outcome.TRUNCATED: INFERENCES}


def play(
    problem: Problem,
    split: str,
    choose: Choose,
    *,
    name: str = "",
    limit: int = 0,
    with_candidates: int = False,
    most_queries: int = 0,
) -> Outcomes:
    """Attempt every query of a split once, in batches, with actions that ``choose`` chooses.

    ``limit`` 0: the inferences of :func:`inference_limit`; ``most_queries`` 0: all queries.
    """
    limit, started, counters = limit or inference_limit(problem), perf_counter(), Counter[str]()
    n = len(problem.asked(split).queries)
    n = min(n, most_queries or n)
    ends, inferences, returns = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n)
    for first in range(0, n, CHUNK):
        rows = Derivations(
            problem,
            min(CHUNK, n - first),
            split=split,
            first_row=first,
            with_candidates=with_candidates,
            max_inferences=limit,
            in_order=True,
        )
        queries, observation = first + np.arange(rows.n), rows.reset()
        while queries.size:
            transition, observation = rows.step(choose(observation), restart=False)
            done = (transition.terminated | transition.truncated)[:, 0]
            if done.any():
                ends[queries[done]] = rows.pages.outcome[done]
                inferences[queries[done]] = rows.pages.inferences[done]
                returns[queries[done]] = transition.episode_return[done, 0]
                # Finished rows leave the batch; `queries` maps the remaining rows to queries.
                queries = queries[~done]
                observation = rows.keep(np.flatnonzero(~done))
        counters.update(rows.counters)
    proved = ends == Outcome.PROVED
    return Outcomes(
        method=name,
        budget=limit,
        proved=proved.tolist(),
        inferences=inferences.tolist(),
        # Without search, each inference is a step of the one derivation.
        steps=(proved * inferences).tolist(),
        ended=[_ENDS[Outcome(end)] for end in ends.tolist()],
        complete=[False] * n,
        seconds=perf_counter() - started,
        returns=returns.tolist() if problem.env_config.is_mdp else [],
        counters=[{key: count for key, count in counters.items() if count}],
    )


def inference_limit(problem: Problem) -> int:
    """Return the inference limit of an attempt from the problem's settings."""
    config = problem.env_config
    return config.eval_max_inferences or config.inference_limit


def random_choice(seed: int = 0) -> Choose:
    """Return a function that draws legal actions uniformly."""
    rng = np.random.default_rng(seed)

    def choose(observation: Observation) -> IntArray:
        mask = observation.action_mask
        # The largest of i.i.d. uniforms is a uniform choice; masked actions get 0.
        actions: IntArray = (rng.random(mask.shape) * mask).argmax(axis=1)
        return actions

    return choose


def best(attempts: Sequence[Outcomes]) -> Outcomes:
    """Merge attempts: the first proof of each query, or else its last attempt."""
    first, last = attempts[0], len(attempts) - 1
    chosen = [
        next((k for k, one in enumerate(attempts) if one.proved[i]), last) for i in range(first.n)
    ]
    columns: dict[str, Any] = {
        name: [getattr(attempts[k], name)[i] for i, k in enumerate(chosen)]
        for name in ("proved", "inferences", "steps", "ended", *["returns"] * bool(first.returns))
    }
    counters = Counter[str]()
    for one in attempts:
        counters.update(one.counters[0])
    seconds = sum(one.seconds for one in attempts)
    return replace(first, **columns, seconds=seconds, counters=[dict(counters)])
