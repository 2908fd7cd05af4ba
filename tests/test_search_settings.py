"""How searches read a trained policy is chosen on validation queries, and only where it pays."""

from dataclasses import replace

import pytest
import torch

from symbolic_rl.base.config import SearchSettings
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.policy.clause import ClauseHead
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.search_settings import SHARES, choose_share

FALLING = SearchSettings()


@pytest.fixture(scope="module")
def problem() -> Problem:
    return load_problem("countries_s3")


def policy_of(problem: Problem, *, times: float) -> DerivationPolicy:
    """Return a policy of random weights whose logits are multiplied; 0 makes them all equal."""
    torch.manual_seed(0)
    policy = make_policy("clause", PolicyShape.for_problem(problem), dim=16)
    assert isinstance(policy.head, ClauseHead)
    with torch.no_grad():
        policy.head.clause.weight *= times
        policy.head.clause.bias *= times
    return policy


def test_policy_that_is_sure_and_wrong_gets_a_uniform_share(problem: Problem) -> None:
    search_settings = choose_share([problem], policy_of(problem, times=1000.0), FALLING)
    assert search_settings.uniform_share in SHARES[1:]
    assert search_settings == replace(FALLING, uniform_share=search_settings.uniform_share)


def test_share_that_falls_stays_where_no_other_is_better(problem: Problem) -> None:
    assert choose_share([problem], policy_of(problem, times=0.0), FALLING) == FALLING


def test_share_stays_without_validation_queries(problem: Problem) -> None:
    pack = problem.pack
    without = {name: file for name, file in pack.queries.items() if name != "valid"}
    other = load_problem(replace(pack, queries=without))
    assert choose_share([other], policy_of(other, times=1000.0), FALLING) == FALLING


def test_engine_that_cannot_search_leaves_the_share(problem: Problem) -> None:
    pack = load_pack("countries_s1")
    on_tensors = load_problem(pack, replace(pack.env, engine="tensor"))
    assert choose_share([on_tensors], policy_of(on_tensors, times=1.0), FALLING) == FALLING
