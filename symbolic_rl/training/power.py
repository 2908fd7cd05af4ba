"""Power to which searches raise a policy's probabilities, fitted on proofs of other queries.

Levin search pays 1 / probability for a derivation, so the best power is the one under which known
proofs are most probable: the mean of -log softmax(b z) over their choices is convex in b, and its
slope, E[z] - z_chosen, rises with b. One bisection finds where it is 0.

Dimension key: F frames, A actions.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import torch
from tensordict import TensorDict
from torch import Tensor

from symbolic_rl.base.config import SearchConfig
from symbolic_rl.engine.prolog import PrologEngine
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

_HALVINGS = 40


def best_power(logits: Tensor, chosen: Tensor) -> float:
    """Return the power in [LEAST, MOST] under which choices are most probable.

    >>> best_power(torch.tensor([[0.0, 1.0]] * 10), torch.tensor([1] * 9 + [0]))  # ln 9
    2.197...

    Args:
        logits: [F, A] float; -inf for what cannot be chosen.
        chosen: [F] int64 actions.
    """
    z = logits.double() - logits.double().max(dim=-1, keepdim=True).values
    shown = z.isfinite()
    z = z.masked_fill(~shown, 0.0)
    right = z.gather(-1, chosen[:, None]).squeeze(-1)
    low, high = np.log(LEAST), np.log(MOST)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        weights = (np.exp(middle) * z).masked_fill(~shown, -torch.inf).softmax(dim=-1)
        slope = float(((weights * z).sum(dim=-1) - right).mean())
        low, high = (low, middle) if slope > 0 else (middle, high)
    return float(np.exp((low + high) / 2))


def fit_power(problem: Problem, policy: DerivationPolicy, reading: SearchConfig) -> SearchConfig:
    """Return ``reading`` with the power that fits the proofs of validation queries.

    Proofs are those that guided search finds as ``reading`` says. Without validation queries, those
    of training are taken; where nothing is proved, or the engine cannot search, the power stays. A
    policy that imitates proofs needs no fit: its training has made their choices most probable.

    Args:
        problem: program and queries.
        policy: trained, in the state in which searches are to use it.
        reading: how the policy is read in these searches.
    """
    held = problem.engine.capabilities.prolog
    if held is None:
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
    power = best_power(shown, frames.get("action"))
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
