"""Power to which searches raise the probabilities of PPO and GRPO, fitted when training ends."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from tensordict import TensorDict

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.learn.power import best_power
from symbolic_rl.play.problem import Problem
from symbolic_rl.play.replay import Replayer
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import GOALS
from symbolic_rl.program.program import Query
from symbolic_rl.search import Limits, find_all
from symbolic_rl.search.policy_order import PolicyOrder

MOST_QUERIES = 128
"""Queries whose proofs are looked for."""

BUDGET = 1_000
"""Inferences of each search for them."""

LEAST, MOST = 1.0, 30.0
"""Bounds of the power. A policy that is always right would have an infinite one; below 1 it would
distrust a policy for its faults on queries that may be of another kind."""


def fit_power(problem: Problem, policy: DerivationPolicy, reading: SearchConfig) -> SearchConfig:
    """Return ``reading`` with the power that fits the proofs of validation queries.

    Proofs are those that guided search finds as ``reading`` says. Without validation queries, those
    of training are taken; where nothing is proved, or the engine cannot search, the power stays. A
    policy that imitates proofs has its power from training (:mod:`symbolic_rl.learn.imitation`).

    Args:
        problem: program and queries.
        policy: trained, in the state in which searches are to use it.
        reading: how the policy is read in these searches.
    """
    held = problem.engine.capabilities.prolog
    if held is None or problem.vocabulary.has_chance:
        return reading
    has_valid = "valid" in problem.splits and GOALS not in problem.splits
    split = "valid" if has_valid else "train"
    queries = [query for query in problem.queries(split) if query.label]
    step = max(1, len(queries) // MOST_QUERIES)
    frames = _proofs(problem, policy, queries[::step][:MOST_QUERIES], reading)
    if not len(frames):
        return reading
    with torch.inference_mode():
        logits, _ = policy.evaluate(policy.pack(frames.select(*policy.in_keys)))
    shown = logits.float().cpu().masked_fill(~frames.get("action_mask"), -torch.inf)
    power = best_power(shown, frames.get("action"), LEAST, MOST)
    return replace(reading, sharpness=float(f"{power:.3g}"))


def _proofs(
    problem: Problem, policy: DerivationPolicy, queries: Sequence[Query], reading: SearchConfig
) -> TensorDict:
    """Return the frames [F] of proofs that guided search finds, with ``action``."""
    program = problem.program.in_prolog
    assert program is not None
    engine = PrologEngine(program, problem.env_config, answers=True)
    order = PolicyOrder(policy, problem, program)
    spaces = [order.space(engine, query, reading) for query in queries]
    limits = Limits(max_inferences=BUDGET)
    found = find_all("guided", spaces, limits=limits, at_once=len(spaces) or 1)
    proved = [(q, one.answers[0]) for q, one in zip(queries, found, strict=True) if one.answers]
    replay = Replayer(problem, with_candidates=policy.needs_candidates)
    replayed = replay([query for query, _ in proved], [answer.choices for _, answer in proved])
    arrays = {**replayed.frames, "action": replayed.actions}
    return TensorDict(
        {key: torch.from_numpy(array) for key, array in arrays.items()},
        batch_size=[len(replayed.actions)],
    )
