"""The policy in C gives the log-probabilities of torch, and sees changed weights."""

import ctypes as c
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from symbolic_rl.bridge.structs import address
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import HEADS, DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.search import AnswerIterator, Limits
from symbolic_rl.search.base import Advice, Space
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.tree import LevinTreeSearch, SearchCall, TurnRequest
from tests.oracles.best_first import PlainLevin
from tests.problems import make_problem

LISTS = """\
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
pick(X, [X|T], T).
pick(X, [H|T], [H|R]) :- pick(X, T, R).
perm([], []).
perm(L, [H|T]) :- pick(H, L, R), perm(R, T).
shade(a). shade(b). shade(c). shade(d). shade(e). shade(f). shade(g). shade(h).
same(X, Y) :- shade(X), shade(Y), shade(X), rest(X, Y).
rest(X, X).
"""
QUERIES = """\
query(perm([a, b, c], [c, b, a])).
query(app(X, [d, 'new name'|_], [a, b, d, "text", 3.5, 70000])).
query(same(_, h)).
query(pick(_, [f(a, b), f(b, b), g], _)).
"""


def policy_of(problem: Problem, head: str) -> DerivationPolicy:
    torch.manual_seed(1)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=20)
    with torch.no_grad():
        for weight in policy.parameters():
            weight += 0.1 * torch.randn_like(weight)  # logits of about 1, as of a policy
        value = policy.head.value
        (value if isinstance(value, torch.nn.Linear) else value[2]).bias += 2.0  # type: ignore[union-attr,index,operator]
        if policy.head.structure is not None:
            policy.head.structure.to_go.normal_(std=0.1)
    return policy


def problem_of(name: str, folder: Path) -> Problem:
    if name != "lists":
        return load_problem(name)
    return make_problem(folder, LISTS, QUERIES, n_candidates=4)


@pytest.mark.parametrize("head", list(HEADS))
@pytest.mark.parametrize("pack", ["lists", "blocks", "robinson", "countries_s3"])
def test_the_network_in_c_gives_the_log_probabilities_of_torch(
    pack: str, head: str, tmp_path: Path
) -> None:
    problem = problem_of(pack, tmp_path)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    policy = policy_of(problem, head)
    if policy.head.plain_weights() is None:
        pytest.skip("searches ask this head in torch")
    order = PolicyOrder(policy, problem, problem.program)
    spaces = [order.space(engine, query) for query in problem.queries("train")[:4]]
    searches = [LevinTreeSearch(space) for space in spaces]
    most, pages, estimates = 0.0, 0, set[float]()
    for _ in range(60):
        call = SearchCall([TurnRequest(search, 1000) for search in searches])
        call.searches.network = network = order.network()
        assert network is not None
        batch = call.expand()
        if batch is None:  # answers came to the top of all queues
            continue
        page, n = batch.page, len(batch.states)
        expected = order(batch.states, page, batch.shown)
        sizes = (page.owner.size, n, page.owner.size, n, n)
        found = logs, more, alone, more_alone, to_go = [np.zeros(k, np.float32) for k in sizes]
        at = [address(array, np.float32) for array in found]
        call._library.core_levin_ask(c.addressof(call.searches), *at)

        np.testing.assert_allclose(logs, expected.candidates, rtol=1e-5, atol=1e-5)
        has = page.more
        np.testing.assert_allclose(more[has], expected.more[has], rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(alone, expected.structure, rtol=1e-5, atol=1e-5)
        np.testing.assert_allclose(more_alone[has], expected.more_structure[has], rtol=1e-5)
        np.testing.assert_allclose(to_go, expected.to_go, rtol=1e-4, atol=1e-5)
        estimates.update(to_go[to_go >= 0].tolist())
        most, pages = min(most, float(logs.min(initial=0.0))), pages + int(page.more.sum())
        call.queue(Advice(logs, more, to_go), batch.chances)
        for search in searches:
            search.refresh()

    assert most < -0.7  # there were choices
    assert len(estimates) > 3
    assert pages or pack != "lists"


def guided(head: str) -> tuple[DerivationPolicy, PolicyOrder, Space]:
    """A policy, and a search of ``blocks`` that asks it."""
    problem = load_problem("blocks")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    policy = policy_of(problem, head)
    order = PolicyOrder(policy, problem, problem.program)
    return policy, order, order.space(engine, problem.queries("train")[-1])


def first_answer(space: Space) -> tuple[int, bool]:
    found = AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=500)).take(1)
    return found.inferences, bool(found.answers)


@pytest.mark.parametrize("head", ["clause", "resolvent"])
def test_a_search_asks_the_weights_of_the_moment(head: str) -> None:
    policy, _, space = guided(head)
    inferences = set()
    for _ in range(3):
        plain = PlainLevin(space)
        plain.run(500, 1)
        assert first_answer(space) == (plain.inferences, bool(plain.answers))
        inferences.add(plain.inferences)
        with torch.no_grad():
            for weight in policy.parameters():
                weight.mul_(-1.5)

    assert len(inferences) > 1


def test_a_network_that_c_does_not_know_is_asked_in_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    policy, order, space = guided("clause")
    expected, asked, call = first_answer(space), [], PolicyOrder.__call__

    def noting(self: PolicyOrder, *arguments: Any) -> Advice:
        asked.append(self)
        return call(self, *arguments)

    monkeypatch.setattr(PolicyOrder, "__call__", noting)
    monkeypatch.setattr(policy.head, "plain_weights", lambda: None)
    with torch.no_grad():
        next(policy.parameters()).mul_(1.0)

    assert order.network() is None
    assert first_answer(space) == expected and asked
