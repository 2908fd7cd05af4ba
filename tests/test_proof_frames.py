"""Derivations that searches find, framed into the frames that an environment shows."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.bridge.schema import Observation
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.derivations.proof_frames import ProofFramer, ProofFrames
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.search import Limits, Space, find_all
from tests.problems import make_problem

PAGED = "".join(f"p({i}, {j}).\n" for i in range(9) for j in range(9)) + (
    "q(X, Z) :- p(X, Y), p(Y, Z).\nq(X, X).\nr(X) :- q(X, Y), Y > 6, q(Y, 8).\nlast(8).\n"
)
PAGED_QUERIES = "query(r(0)).\nquery(q(3, 8)).\nquery(q(X, 5)).\nquery((p(3, X), last(X))).\n"
MERGED = "s(X) :- t(X).\nt(a).\nt(b) :- u(b).\nt(b) :- u(b).\nu(b).\nu(X) :- u(X).\n"


def choices_of(problem: Problem, queries: Any, budget: int = 300) -> tuple[list[Any], list[Any]]:
    """The queries that a search proves, and the derivations it found."""
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    spaces = [Space(engine, query) for query in queries]
    found = find_all("breadth-first", spaces, limits=Limits(max_inferences=budget))
    pairs = [(q, f.answers[0].choices) for q, f in zip(queries, found, strict=True) if f.answers]
    assert pairs
    return [query for query, _ in pairs], [choices for _, choices in pairs]


def frame(
    problem: Problem, found: list[Any], derivations: list[Any], *, with_candidates: bool = False
) -> ProofFrames[Observation]:
    """The frames, kept as they are shown."""
    framer = ProofFramer(problem, Observation.copy, with_candidates=with_candidates, at_once=25)
    return framer(found, derivations)


def assert_stepped(problem: Problem, framed: ProofFrames[Observation], which: list[int]) -> None:
    """Take the actions of the proofs in the environment, and compare every frame."""
    n = len(problem.queries("train"))
    derivations = Derivations(problem, n, in_order=True, max_inferences=1000)
    shown = derivations.reset()
    ends = np.cumsum(framed.counts)
    at, rewards = ends - framed.counts, np.zeros(len(which))
    kept = {
        name: np.concatenate([shown.arrays()[name] for shown in framed.packed])[framed.order]
        for name in shown.arrays()
    }
    while (going := np.flatnonzero(at < ends)).size:
        actions = shown.action_mask.argmax(axis=1)
        rows = np.array(which)[going]
        for name, array in shown.arrays().items():
            np.testing.assert_array_equal(array[rows], kept[name][at[going]], name)
        actions[rows] = framed.actions[at[going]]
        stepped, shown = derivations.step(actions, restart=False)
        rewards[going] = np.maximum(rewards[going], stepped.reward[rows, 0])
        at[going] += 1

    assert (rewards[framed.counts > 0] == 1).all()


@pytest.mark.parametrize("pack", ["countries_s3", "blocks", "robinson"])
def test_frames_are_those_of_the_environment(pack: str) -> None:
    problem = load_problem(pack)
    queries = list(problem.queries("train"))[:60]
    found, derivations = choices_of(problem, queries)

    framed = frame(problem, found, derivations, with_candidates=True)

    assert framed.is_proved.all()
    assert_stepped(problem, framed, [queries.index(query) for query in found])
    starts = np.cumsum(framed.counts) - framed.counts
    for start, n, choices in zip(starts, framed.counts, derivations, strict=True):
        left = framed.to_go[start : start + n]
        assert (np.diff(left) < 0).all() and ((left > 0) & (left <= len(choices))).all()


def test_frames_know_the_inferences_that_are_left(tmp_path: Path) -> None:
    program = (
        "p(s(X)) :- p(X).\np(s(X)) :- one(X), p(X).\np(o).\none(X) :- two(X).\ntwo(o).\n"
        "q(1).\nq(2).\nq(3).\nq(4).\n"
    )
    queries = "query(p(s(s(s(o))))).\nquery((q(4), p(s(o)))).\n"
    problem = make_problem(tmp_path, program, queries, n_candidates=4)
    found, derivations = choices_of(problem, problem.queries("train"))

    framed = frame(problem, found, derivations)

    # three choices and the last fact, which is none; q(4) and p(s(o)): the second is a choice
    assert framed.counts.tolist() == [3, 1]
    assert framed.to_go.tolist() == [4, 3, 2, 2]


@pytest.mark.parametrize(
    ("program", "queries", "settings"),
    [
        (PAGED, PAGED_QUERIES, {"n_candidates": 4}),
        (MERGED, "query(s(b)).\nquery(s(a)).\n", {"loop_check": "on", "refuse": True}),
    ],
    ids=["pages", "variants, loops and refuse"],
)
def test_pages_and_masked_variants_are_those_of_the_environment(
    program: str, queries: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    problem = make_problem(tmp_path, program, queries, **settings)
    every = list(problem.queries("train"))
    found, derivations = choices_of(problem, every, 3000)
    framed = frame(problem, found, derivations, with_candidates=True)
    assert framed.is_proved.all() and found == every
    assert_stepped(problem, framed, [*range(len(every))])


def test_a_derivation_that_is_none_gives_no_frames(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, MERGED, "query(s(b)).\nquery(s(a)).\n")
    found, (first, second) = choices_of(problem, problem.queries("train"))
    framed = frame(problem, found, [first[:-1], second])
    assert framed.is_proved.tolist() == [False, True]
    assert framed.counts[0] == 0 and len(framed.actions) == framed.counts[1]
