"""Expert iteration: rounds of searches, the buffer of proofs, and training by imitation."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from tensordict import TensorDict

from symbolic_rl.base.config import SearchConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.collectors import resolve
from symbolic_rl.evaluation.alone import evaluate
from symbolic_rl.evaluation.searches import report
from symbolic_rl.learn.imitation import ProofBuffer
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.search import AnswerIterator, Limits, Space
from symbolic_rl.search.levin import LevinTreeSearch
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.searches import SearchCollector
from symbolic_rl.training.train import train
from tests.problems import make_problem
from tests.test_train import learning

pytestmark = pytest.mark.usefixtures("one_thread")

CONFIG = TrainConfig(
    algo="expert", n_envs=64, dim=16, imitation_steps=10, imitation_frames=64, total_frames=6400
)
PEANO = "add(o, X, X).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\nadd(X, Y, Z) :- add(Y, X, Z).\n"


def numeral(n: int) -> str:
    return "s(" * n + "o" + ")" * n


def frames(**lengths: int) -> TensorDict:
    """Frames of queries ``q<number>``, whose ``action`` says to which call they belong."""
    numbers = [int(name[1:]) for name in lengths]
    query = torch.repeat_interleave(torch.tensor(numbers), torch.tensor([*lengths.values()]))
    return TensorDict({"query": query, "action": torch.arange(len(query))}, [len(query)])


def test_a_shorter_proof_takes_the_place_of_the_longer_one() -> None:
    buffer = ProofBuffer()
    buffer.replace(frames(q3=5, q1=2))
    buffer.replace(frames(q3=2, q7=1))

    drawn = buffer.sample(500)
    seen = {(q, a) for q, a in zip(drawn["query"].tolist(), drawn["action"].tolist(), strict=True)}
    assert len(buffer) == 5
    assert seen == {(1, 5), (1, 6), (3, 0), (3, 1), (7, 2)}


def test_a_restored_buffer_draws_the_same_frames() -> None:
    buffer, other = ProofBuffer(), ProofBuffer()
    buffer.replace(frames(q3=5, q1=2))
    buffer.replace(frames(q1=1))
    other.load(buffer.state())
    for one in (buffer, other):
        one.replace(frames(q9=3, q3=1))

    draws = []
    for one in (buffer, other):
        torch.manual_seed(0)
        draws.append(one.sample(50))
    assert (draws[0] == draws[1]).all()


def collector(problem: Problem, **settings: int) -> SearchCollector:
    torch.manual_seed(0)
    policy = make_policy("clause", PolicyShape.for_problem(problem), dim=8)
    return SearchCollector(problem, policy, replace(CONFIG, **settings))


def test_a_query_that_fails_comes_back_with_twice_its_budget(tmp_path: Path) -> None:
    queries = f"query(add({numeral(2)}, o, s(s(o)))).\nquery(add(o, o, s(o))).\n"
    rounds = collector(
        make_problem(tmp_path, PEANO, queries), search_budget=5, max_search_budget=30
    )

    budgets = []
    for _ in range(5):
        next(iter(rounds))
        budgets.append(rounds.last_round["max_budget"])

    assert budgets == [10, 20, 30, 30, 30]
    assert rounds.last_round["success"] == 0.5
    assert rounds.figures.success_by_level == {0: (1, 2)}


def test_a_round_gives_the_frames_of_new_and_shorter_proofs_only(tmp_path: Path) -> None:
    queries = "".join(f"query(add({numeral(n)}, o, X)).\n" for n in range(1, 4))
    rounds = collector(make_problem(tmp_path, PEANO, queries, n_candidates=8))

    first = next(iter(rounds))
    assert set(first["query"].tolist()) == {0, 1, 2}
    assert rounds.last_round["newly_proved"] == 3 and rounds.last_round["proofs_not_replayed"] == 0
    while not rounds.is_done:
        later = next(iter(rounds))
        assert (len(later) > 0) == (rounds.last_round["proofs_shortened"] > 0)


def test_a_collector_goes_on_from_its_state(tmp_path: Path) -> None:
    queries = "".join(f"query(add({numeral(n)}, {numeral(n)}, X)).\n" for n in range(9))
    problem = make_problem(tmp_path, PEANO, queries)
    one = collector(problem, n_envs=4, search_budget=4)
    next(iter(one))
    other = collector(problem, n_envs=4, search_budget=4)
    other._restore(one.state())

    for _ in range(3):
        assert (next(iter(one)) == next(iter(other))).all()
        assert one.last_round == other.last_round


def test_expert_iteration_learns_countries_and_ends_when_nothing_is_left(tmp_path: Path) -> None:
    problem = load_problem("countries_s1")
    config = replace(CONFIG, n_envs=256, imitation_steps=40, imitation_frames=256, dim=32)

    summary = train(problem, replace(config, total_frames=10**7), tmp_path / "run")

    assert (summary.status, summary.success) == ("finished", 1.0)
    assert summary.frames < 10**6
    policy = load_policy(tmp_path / "run", problem)
    assert policy.reading == SearchConfig(sharpness=1.0, uniform_share=0.0)
    assert evaluate(problem, policy).tally.rate >= 0.9
    assert report(problem, policy, searches=["guided"], budgets=[20]).settings == policy.reading


def test_an_interrupted_run_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    problem = load_problem("countries_s1")
    train(problem, CONFIG, tmp_path / "whole")
    train(problem, replace(CONFIG, total_frames=1920), tmp_path / "run")
    train(problem, CONFIG, tmp_path / "run", resume=True)

    assert learning(tmp_path / "run") == learning(tmp_path / "whole")
    assert len(learning(tmp_path / "run")) == 10
    weights = [
        load_policy(tmp_path / run, problem).state_dict().values() for run in ("run", "whole")
    ]
    assert all(torch.equal(a, b) for a, b in zip(*weights, strict=True))


def test_the_falling_share_costs_a_derivation_a_logarithm_of_its_depth() -> None:
    problem, settings = load_problem("countries_s1"), SearchConfig(uniform_share=0.0)
    space = Space(problem.engine, problem.queries("test")[0], settings=settings)
    depth = np.arange(300.0)

    share = LevinTreeSearch(space)._uniform_share(depth)

    assert (share > 0).all() and (np.diff(share) < 0).all()
    assert np.prod(1 - share) == pytest.approx(np.log(3) / np.log(303))


def test_a_policy_that_is_sure_of_the_wrong_clause_hides_no_proof(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, "p :- p.\np :- q.\nq.\n", "query(p).\n", loop_check="off")
    policy = make_policy("clause", PolicyShape.for_problem(problem), dim=8)
    order = PolicyOrder(policy, problem, problem.program)

    def sure(states: object, page: object, wanted: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        _, more = order(states, page, wanted)  # type: ignore[arg-type]
        first = np.r_[True, page.owner[1:] != page.owner[:-1]]  # type: ignore[attr-defined]
        return np.where(first, 0.0, -1e4).astype(np.float32), more

    settings = SearchConfig(sharpness=1.0, uniform_share=0.0)
    space = Space(problem.engine, problem.queries("train")[0], order=sure, settings=settings)
    found = AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=200)).take(1)
    assert len(found.answers) == 1


def test_searches_in_several_processes_are_refused_with_what_to_do() -> None:
    with pytest.raises(ConfigError, match="one process so far"):
        resolve(replace(CONFIG, collector="multiprocess", n_workers=2))


def test_the_engine_in_torch_cannot_gather_proofs_and_says_so(tmp_path: Path) -> None:
    pack = load_pack("countries_s1")
    problem = load_problem(pack, replace(pack.env, engine="tensor"))

    with pytest.raises(ConfigError, match="--algo expert needs the engine prolog"):
        train(problem, CONFIG, tmp_path / "run")
