"""Shortening: a valid proof, none near is shorter, and choices of kinds that fail are dear."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.bridge.tokens import IntArray, TokenArray, TokenBatch
from symbolic_rl.collectors import make_searches, resolve
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.proofs.proof import verify
from symbolic_rl.search import Limits, MemoryBudget, SearchResult, Space, find
from symbolic_rl.search.base import Derivation
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.scheduler import run_side_by_side
from symbolic_rl.search.shortening import (
    ALL_PROOFS,
    INFERENCES,
    JUDGED_FROM,
    LONGEST,
    N_COUNTS,
    Kinds,
    Shortening,
    is_wanted,
    no_kinds,
    shortened,
)
from symbolic_rl.search.tree import TurnRequest, serve
from tests.oracles.search import is_answer, keys_of, open_pages
from tests.problems import RING, make_problem

MOST = 20_000
MOST_TRIED = 8
Choices = tuple[tuple[int, int], ...]


class At:
    """A state from which the first page is opened."""

    offset = 0

    def __init__(self, tokens: TokenArray) -> None:
        self.tokens = tokens


def candidates(space: Space, tokens: TokenArray) -> list[tuple[bytes, TokenArray]]:
    """Return the key and the tokens of each candidate on the first page of a state."""
    page = open_pages(space, [At(tokens)])
    states = [page.candidates.take(np.array([k])).tokens for k in range(len(page.owner))]
    return list(zip(keys_of(page), states, strict=True))


def states_of(space: Space, choices: Choices) -> list[TokenArray]:
    """Return the states of a proof, the root first and the answer last."""
    states = [space.root().tokens]
    for _, ordinal in choices:
        states.append(candidates(space, states[-1])[ordinal][1])
    return states


def drawn(space: Space, random: Random, most: int = 300) -> Choices:
    """Return a proof of random choices; no state comes twice."""
    while True:
        tokens, met, choices = space.root().tokens, set[bytes](), list[tuple[int, int]]()
        while len(choices) < most and not (choices and is_answer(tokens)):
            new = [(k, one) for k, one in enumerate(candidates(space, tokens)) if one[0] not in met]
            if not new:
                break
            ordinal, (key, tokens) = random.choice(new)
            met.add(key)
            choices.append((0, ordinal))
        if is_answer(tokens):
            return tuple(choices)


def upwards(n: int) -> Choices:
    """Return a proof in ``RING`` by ``n`` moves upwards; a leap is worth eleven of them."""
    return ((0, 0), *[(0, 0), (0, 0)] * n, (0, 0))


def shorten(
    space: Space, choices: Choices, kinds: IntArray | None = None, most: int = MOST
) -> tuple[Choices, Shortening]:
    """Return the cheapest proof that is found, and the search."""
    search = Shortening(space, choices, no_kinds() if kinds is None else kinds, most)
    while not search.ended:
        serve([TurnRequest(search, 100)])
    (found,) = search.take()
    return tuple(found.choices), search


def expect_nothing_shorter_near(space: Space, given: Choices, found: Choices) -> None:
    """From no state of the proof, another choice and then first choices lead to a shorter one.

    A rollout ends where it meets the given proof or the one that was found.
    """
    distance = dict[bytes, int]()
    for choices in (given, found):
        states = states_of(space, choices)
        for k, (_, ordinal) in enumerate(choices):
            key, left = candidates(space, states[k])[ordinal][0], len(choices) - k - 1
            distance[key] = min(left, distance.get(key, left))
    for k, tokens in enumerate(states_of(space, found)[:-1]):
        for key, other in candidates(space, tokens)[:MOST_TRIED]:
            steps, own = 1, set[bytes]()
            while key not in distance and not is_answer(other) and steps < len(found):
                own.add(key)
                steps += 1
                ways = [one for one in candidates(space, other) if one[0] not in own]
                if not ways:
                    steps = len(found)
                    break
                key, other = ways[0]
            assert steps + distance.get(key, 0) >= len(found) - k


@pytest.mark.parametrize("to", [4, 15, 23])
def test_the_proof_is_valid_and_nothing_near_is_shorter(to: int, tmp_path: Path) -> None:
    problem = make_problem(tmp_path, RING, f"query(walk(0, {to}, _)).\n")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    space = Space(engine, problem.queries("train")[0])
    random = Random(to)
    for _ in range(4):
        given = drawn(space, random)
        found, search = shorten(space, given)
        assert len(found) <= len(given) and search.inferences >= len(given)
        assert verify(engine, space.query, found).inferences == len(found)
        expect_nothing_shorter_near(space, given, found)
    found, _ = shorten(space, upwards(to))
    (best,) = find("breadth-first", space, limits=Limits(max_inferences=MOST)).answers
    assert len(found) == len(best.choices)


def test_a_limit_leaves_a_proof_that_is_no_longer(tmp_path: Path) -> None:
    """A state of the proof may show a later one already, which costs no further inference."""
    problem = make_problem(tmp_path, RING, "query(walk(0, 23, _)).\n")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    space = Space(engine, problem.queries("train")[0])
    given = drawn(space, Random(1))
    lengths = []
    for most in (1, len(given), 2 * len(given), MOST):
        found, search = shorten(space, given, most=most)
        assert verify(engine, space.query, found).inferences == len(found)
        assert search.inferences <= max(most, len(given)) + len(given)
        lengths.append(len(found))
    assert len(given) >= lengths[0] > lengths[-1]
    assert lengths == sorted(lengths, reverse=True)


GAMBLE = """
sum(X) :- step(X).
sum(X) :- guess(X).
step(X) :- one(X, Y), two(Y).
one(X, X).
two(Y) :- three(Y).
three(_).
guess(a).
"""
"""Two steps by a guess, which is right of ``a`` alone, and five without."""


def test_a_choice_whose_kind_fails_is_dear(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, GAMBLE, "query(sum(a)).\nquery(sum(b)).\n")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    right, wrong = (Space(engine, query) for query in problem.queries("train"))
    step = (0, 0)
    long = (step,) * 6
    found, search = shorten(right, long)
    assert len(found) == 3
    kinds = Kinds()
    kinds.add([search.tried])
    assert kinds.counts[:, 3].sum() == 1  # the guess has helped
    found, search = shorten(wrong, long, kinds.counts)
    assert found == long
    assert search.tried[:, 1].sum() == 1  # the guess has failed
    kinds.add([search.tried] * 20)
    found, _ = shorten(right, long, kinds.counts)
    assert found == long


def test_kinds_are_added_up() -> None:
    kinds = Kinds()
    kinds.add([])
    assert kinds.counts.shape == (0, N_COUNTS)
    kinds.add([np.array([[9, 1, 2, 3], [4, 1, 0, 0]]), no_kinds(), np.array([[9, 0, 1, 0]])])
    assert kinds.counts.tolist() == [[4, 1, 0, 0], [9, 1, 3, 3]]


def result_of(choices: Choices) -> SearchResult:
    return SearchResult((Derivation(choices, 7, b""),), "stopped", False, 7, {}, 0.0)


def test_a_policy_in_c_shortens_the_proofs_of_searches(tmp_path: Path) -> None:
    """Without a policy, without a proof, and where that is very short or long, nothing changes."""
    problem = make_problem(tmp_path, RING, "query(walk(0, 23, _)).\n")
    torch.manual_seed(0)
    policy = make_policy("comparing", PolicyShape.for_problem(problem), dim=16)
    order = PolicyOrder(policy, problem, problem.program)
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    query = problem.queries("train")[0].without_answer(engine.vocabulary)
    space = order.space(engine, query)
    given = upwards(23)

    def ask(
        space: Space, result: SearchResult, kinds: IntArray | None = None
    ) -> tuple[SearchResult, IntArray]:
        kinds = no_kinds() if kinds is None else kinds
        (found,) = run_side_by_side([shortened(space, result, kinds, MemoryBudget())], at_once=1)
        return found

    found, tried = ask(space, result_of(given))
    assert found.inferences == 7 and found.answers[0].found_after == 7
    assert found.counters[INFERENCES] >= len(given) and len(tried)
    assert len(found.answers[0].choices) < len(given)
    assert verify(engine, query, found.answers[0].choices)
    for other, result in (
        (space.plain, result_of(given)),
        (space, replace(result_of(given), answers=())),
        (space, result_of(given[:1])),
        (space, result_of(given * (LONGEST // len(given) + 1))),
    ):
        same, tried = ask(other, result)
        assert same is result and not len(tried)
    counted = np.array([[ALL_PROOFS, 0, JUDGED_FROM, 0]])
    for counted[0, 2] in range(JUDGED_FROM - 1, JUDGED_FROM + 32):
        same, tried = ask(space, result_of(given), counted)
        is_shorter = len(same.answers[0].choices) < len(given)
        assert is_shorter == is_wanted(counted, query.goal)
        assert tried[:1].tolist() == [[ALL_PROOFS, 0, 1, 1]] * is_shorter


def test_a_proof_that_is_not_found_again_stays(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, RING, "query(walk(0, 23, _)).\n")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    space = Space(engine, problem.queries("train")[0])
    for choices in (((0, 0), (0, 7)), ((0, 0), (0, 0))):
        search = Shortening(space, choices, no_kinds(), MOST)
        serve([TurnRequest(search, MOST)])
        assert search.ended and not search.take()


def test_states_without_room_are_lost_and_counted(tmp_path: Path) -> None:
    """Ordinals leave out what the engine lost, so the proof says how much that is."""
    program = "p(a).\np(X) :- q(X).\nq(X) :- big(_, X).\nbig(_, _).\n"
    problem = make_problem(tmp_path, program, "query(p(b)).\n")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    space = Space(engine, problem.queries("train")[0])
    found, search = shorten(space, ((0, 0),) * 4)
    assert len(found) == 4 and search.counters["size_limits"] == 0
    assert TokenBatch.of([space.root().tokens]).goal_counts()[0] == 1


@pytest.mark.parametrize("collector", ["vectorized", "multiprocess"])
def test_searches_of_training_shorten_what_they_find(tmp_path: Path, collector: str) -> None:
    problem = make_problem(tmp_path, RING, "query(walk(0, 3, _)).\n")
    (tmp_path / "goals.pl").write_text("walk(0, 3, _).\n")
    for asked in (problem, load_problem(problem.pack.with_goals(tmp_path / "goals.pl"))):
        policy = make_policy("comparing", PolicyShape.for_problem(asked), dim=16)
        run = TrainConfig(algo="expert", collector=collector, n_envs=4, n_workers=1)
        searches = make_searches(asked, policy, resolve(run))
        try:
            (found,) = searches([(asked.queries("train")[0], 2000)])
            assert found.answers and INFERENCES in found.counters
            assert len(searches.kinds.counts) > 0
        finally:
            searches.shutdown()
