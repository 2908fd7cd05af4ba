"""Expert iteration: rounds of searches, the buffer of proofs, and training by imitation."""

import os
import signal
from dataclasses import replace
from math import inf, isnan, nan
from pathlib import Path
from typing import Any

import pytest
import torch

from symbolic_rl.base.config import SearchSettings, TrainConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.collectors import COLLECTORS, make_searches, resolve
from symbolic_rl.collectors.proofs import (
    LEAST_PRIORITY,
    Job,
    LocalSearches,
    Searches,
    WorkerSearches,
)
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.envs.workers import WorkerPool
from symbolic_rl.evaluation.evaluate import Effort, evaluate
from symbolic_rl.learn.learner import WeightAverage
from symbolic_rl.policy import DerivationPolicy, PolicyShape, make_policy
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program.pack import load_pack
from symbolic_rl.search import Limits, find_all
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.training.expert import MEMORIZED, Expert
from symbolic_rl.training.ledger import SURE
from symbolic_rl.training.replay import GROWTH, ProofReplay
from symbolic_rl.training.search_settings import (
    LEAST,
    MOST,
    best_of_two,
    best_temperature,
    search_settings_of,
)
from symbolic_rl.training.train import train
from tests.pools import stop, wait_for_all_but_the_stopped
from tests.problems import RING, make_problem

CONFIG = TrainConfig(
    algo="expert", n_envs=64, dim=16, imitation_steps=10, imitation_frames=64, total_frames=6400
)
PEANO = "add(o, X, X).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\nadd(X, Y, Z) :- add(Y, X, Z).\n"
ENDLESS = f"{PEANO}endless(X) :- endless(s(X)).\nendless(z).\n"
"""``endless(o)`` has no proof, and its search goes on for ever."""


def numeral(n: int) -> str:
    return "s(" * n + "o" + ")" * n


def test_later_proofs_of_a_query_take_the_place_of_earlier_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("symbolic_rl.training.replay.GROWTH", 10)
    rounds = experts(load_problem("countries_s3"), n_envs=32)
    first, second = rounds.gather(), rounds.gather()
    again = replace(second, query=second.query % 3 + first.query[0])

    ids = rounds.policy.head.id_dtype
    replay = ProofReplay.of(first.small(ids))
    replay.add(again, ids)

    stays = (~torch.isin(first.query, again.query)).nonzero().squeeze(1)
    assert 0 < len(stays) < len(first) and len(replay) == len(stays) + len(again)
    assert len(replay.rows) > len(replay)
    alone = again.batch.take(None)
    for _ in range(2):
        for name in ("query", "action", "to_go"):
            parts = [getattr(first, name)[stays], getattr(again, name)]
            assert torch.equal(getattr(replay.rows, name)[replay.live], torch.cat(parts))
        latest = replay.rows.batch.take(replay.live[len(stays) :])
        assert all(torch.equal(x, y) for x, y in zip(latest[:-1], alone[:-1], strict=True))
        replay.merge(ids)
    assert len(replay.rows) == len(replay)


def test_replay_merges_when_it_has_grown_by_a_quarter() -> None:
    rounds = experts(load_problem("countries_s3"), n_envs=32)
    first, ids = rounds.gather(), rounds.policy.head.id_dtype
    one = first[(first.query == first.query[0]).nonzero().squeeze(1)]
    replay, sizes = ProofReplay.of(first.small(ids)), list[int]()
    while len(sizes) < 100 and (not sizes or sizes[-1] > len(first)):
        replay.add(one, ids)
        sizes.append(len(replay.rows))
    assert len(sizes) > 1 and sizes[-1] == len(first) == len(replay)
    assert sizes[:-1] == [len(first) + len(one) * (1 + i) for i in range(len(sizes) - 1)]
    assert sizes[-2] <= GROWTH * len(first) < sizes[-2] + len(one)
    assert len(replay.rows.batch.goal_UW) == len(first.batch.goal_UW)
    loaded = ProofReplay.load(replay.state(), rounds.policy.head.read)
    assert torch.equal(loaded.live, replay.live) and loaded.n_merged == replay.n_merged


def test_equal_features_of_candidates_are_kept_once() -> None:
    problem = load_problem("countries_s3")
    policy = make_policy("structured", PolicyShape.for_problem(problem), dim=8)
    rounds = opened(problem, policy, replace(CONFIG, n_envs=32))
    first, second, ids = rounds.gather(), rounds.gather(), policy.head.id_dtype
    replay = ProofReplay.of(first.small(ids))
    for new in (second, replace(second, query=second.query + 100)):
        replay.add(new, ids)
        kept, n = replay.merge(ids).batch, len(new.batch.action_C)
        assert torch.equal(kept.structure_CF[-n:], new.batch.structure_CF)
        assert 0 < len(kept.structure_SF) < len(kept.structure_CF) == len(kept.action_C)
        some = torch.arange(0, len(kept), 3)
        wanted = kept.structure_CF[kept.legal(some).place_C]
        assert torch.equal(kept.structure_of(kept.legal(some).place_C), wanted)
        assert torch.equal(kept.choose(some).structure_CF, wanted)

    whole, most = kept.structure_CF, replay.rows.nbytes // 2
    assert replay.forget(most, ids) and replay.rows.nbytes <= most
    kept = replay.rows.batch
    assert len(kept.structure_SF) == len(torch.unique(kept.structure_CF, dim=0))
    assert 0 < len(kept.action_C) < len(whole)
    assert torch.equal(kept.structure_CF, whole[-len(kept.action_C) :])


def opened(problem: Problem, policy: DerivationPolicy, config: TrainConfig) -> Expert:
    """Expert iteration that is ready to gather."""
    expert = Expert(policy, config)
    expert.open(problem, resolve(config))
    return expert


def policy_of(problem: Problem, dim: int = CONFIG.dim) -> DerivationPolicy:
    torch.manual_seed(0)
    return make_policy("clause", PolicyShape.for_problem(problem), dim=dim)


def experts(problem: Problem, **settings: int) -> Expert:
    return opened(problem, policy_of(problem, 8), replace(CONFIG, **settings))


def peano(folder: Path, numbers: range, second: str = "", **settings: Any) -> Problem:
    """Sums of each number and ``second``, or of the number with itself."""
    sums = ((numeral(n), second or numeral(n)) for n in numbers)
    queries = "".join(f"query(add({one}, {other}, X)).\n" for one, other in sums)
    return make_problem(folder, PEANO, queries, **settings)


def test_a_query_that_fails_comes_back_with_twice_its_budget(tmp_path: Path) -> None:
    """Unless its search was exhausted."""
    queries = (
        f"query(add({numeral(2)}, o, s(s(o)))).\nquery(endless(o)).\nquery(add(s(o), o, o)).\n"
    )
    problem = make_problem(tmp_path, ENDLESS, queries)
    rounds = experts(problem, search_budget=5, max_search_budget=30)
    budgets = []
    for _ in range(5):
        rounds.gather()
        budgets.append(rounds.last_round["max_budget"])

    assert budgets == [10, 20, 30, 30, 30]
    assert rounds.hardest.startswith("add(s(s(o)), o, ") and rounds.hardest.endswith(" inferences)")
    assert (rounds.last_round["success"], rounds.last_round["episodes"]) == (0.5, 2)
    assert rounds.metrics.success_by_level == {0: (1, 3)}


def test_a_few_queries_that_are_left_are_searched_for_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless the settings say how long: the bound doubles as long as all of them fit."""
    monkeypatch.setattr("symbolic_rl.training.ledger.DEEPENED_TOGETHER", 8_000)
    queries = "query(add(s(o), o, X)).\nquery(endless(o)).\nquery(endless(s(o))).\n"
    problem = make_problem(tmp_path, ENDLESS, queries)
    for most, reached in ((0, 4_000), (1_500, 1_500)):
        rounds = experts(problem, search_budget=1_000, max_search_budget=most)
        rounds._course.most_budget = 1_000  # 20,000, which are doubled in half a minute
        while not rounds.why_done:
            rounds.gather()
        assert rounds.last_round["max_budget"] == reached


def test_training_ends_when_no_search_has_failed_for_a_while(tmp_path: Path) -> None:
    problem = peano(tmp_path, range(100), "o")
    rounds = experts(problem, n_envs=2, search_budget=500)

    for _ in range(SURE):
        assert not rounds.why_done
        rounds.gather()
        assert rounds.last_round["success"] == 1.0

    proved, n = rounds.metrics.success_by_level[0]
    assert rounds.why_done and proved < n == 100
    failing = experts(problem, n_envs=2, search_budget=1)
    for _ in range(SURE):
        failing.gather()
    assert not failing.why_done


def test_a_round_gives_the_frames_of_proofs_that_are_not_longer(tmp_path: Path) -> None:
    rounds = experts(peano(tmp_path, range(1, 4), "o", n_candidates=8))

    first = rounds.gather()
    assert set(first.query.tolist()) == {0, 1, 2}
    assert rounds.last_round["newly_proved"] == 3 and rounds.last_round["proofs_not_framed"] == 0
    while not rounds.why_done:
        before = [row["steps"] for row in rounds.table()]
        later = rounds.gather()
        steps = [row["steps"] for row in rounds.table()]
        assert all(now <= then for now, then in zip(steps, before, strict=True))
        assert set(later.query.tolist()) <= {0, 1, 2}
        assert rounds.last_round["proofs_shortened"] == sum(map(int.__gt__, before, steps))


def test_a_known_proof_that_a_later_search_does_not_find_again_is_lost_until_found(
    tmp_path: Path,
) -> None:
    rounds = experts(peano(tmp_path, range(1, 4), "o", n_candidates=8), n_envs=3)
    rounds.gather()
    assert rounds.last_round["newly_proved"] == 3 and rounds.last_round["searched_again"] == 0
    (search,) = rounds._search.each
    begin = search.begin

    def without_budget(jobs: list[Job]) -> None:
        begin([(query, 1) for query, _ in jobs])

    search.begin = without_budget
    rounds.gather()
    assert rounds.last_round["searched_again"] == rounds.last_round["not_found_again"] == 3
    assert [(row["lost"], row["steps"] > 0) for row in rounds.table()] == [(1, True)] * 3

    search.begin = begin
    rounds.gather()
    assert rounds.last_round["searched_again"] == 3 and rounds.last_round["not_found_again"] == 0
    assert not any(row["lost"] for row in rounds.table())


def test_half_of_a_round_are_queries_that_failed_and_few_of_them_where_they_are_dear(
    tmp_path: Path,
) -> None:
    hard = "".join(f"query(endless({numeral(n)})).\n" for n in range(1, 17))
    easy = "".join(f"query(add({numeral(n)}, o, {numeral(n)})).\n" for n in range(16))
    problem = make_problem(tmp_path, ENDLESS, hard + easy)
    rounds = experts(problem, n_envs=8, search_budget=40, imitation_steps=1)
    chosen = list[list[Job]]()
    (search,) = rounds._search.each
    begin = search.begin

    def noting(jobs: list[Job]) -> None:
        chosen.append(jobs)
        begin(jobs)

    search.begin = noting

    for _ in range(12):
        rounds.gather()

    assert all(len(jobs) <= 8 for jobs in chosen)
    tried = {query.text for jobs in chosen for query, _ in jobs}
    assert len(tried) == 32  # the hard ones did not crowd out the others
    dear = [sum(budget for _, budget in jobs if budget > 40) for jobs in chosen]
    assert 0 < max(dear) <= 4 * 8 * 40


def test_queries_labelled_false_are_not_searched(tmp_path: Path) -> None:
    queries = "query(add(o, o, o)).\nquery(add(o, s(o), s(o)), false).\n"
    problem = make_problem(tmp_path / "some", PEANO, queries)
    rounds = experts(problem)
    rounds.gather()

    assert [row["query"] for row in rounds.table()] == ["add(o, o, o)"]
    assert rounds.last_round["proved"] == 1
    with pytest.raises(ConfigError, match="labelled false"):
        experts(make_problem(tmp_path / "none", PEANO, "query(add(o, o, o), false).\n"))


def test_training_ends_where_a_query_has_no_proof_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    queries = "query(add(s(o), o, X)).\nquery(add(X, s(X), o)).\nquery(endless(o)).\n"
    problem = make_problem(tmp_path, ENDLESS, queries)
    settings = replace(CONFIG, total_frames=10**9, search_budget=8, max_search_budget=64)

    summary = train(problem, settings, tmp_path / "run")

    assert summary.status == "finished" and summary.frames < 10**6
    printed = capsys.readouterr().out
    assert "rounds of searches found no new and no shorter proof" in printed
    rows = (tmp_path / "run" / "proofs.csv").read_text().splitlines()
    assert rows[0] == "query,origin,round,inferences,steps,next_budget,lost"
    assert rows[1].startswith('"add(s(o), o, ') and ",given," in rows[1]
    assert rows[1].split(",")[-5] == "1"
    assert rows[2].endswith(",0,0,0") and rows[2].split(",")[-5] == "0"  # exhausted
    assert rows[3].endswith(",0,64,0") and rows[3].split(",")[-5] == "0"
    last = RunDirectory.open(tmp_path / "run").metrics()[-1]
    assert (last["unproved"], last["exhausted"]) == ("2", "1")


def test_expert_iteration_learns_countries_and_ends_when_nothing_is_left(tmp_path: Path) -> None:
    problem = load_problem("countries_s1")
    config = replace(CONFIG, n_envs=256, imitation_steps=40, imitation_frames=256, dim=32)

    summary = train(problem, replace(config, total_frames=10**7), tmp_path / "run")

    assert (summary.status, summary.success) == ("finished", 1.0)
    assert summary.frames < 10**6
    policy = load_policy(tmp_path / "run", problem)
    settings = policy.search_settings
    assert 1 <= settings.temperature < 2
    assert settings == replace(
        SearchSettings(greedy_mix=0.5, steps_to_go=True, knows_pages=False, likeliest_leads=True),
        temperature=settings.temperature,
        structure_share=settings.structure_share,
    )
    table = evaluate(problem, policy, methods=("greedy", "guided"), effort=Effort(budgets=[20]))
    assert table.outcomes[0].rate >= 0.9
    assert (
        f"at temperature {settings.temperature:g} (and, with weight 0.5, at a tenth of it)"
        in (table.protocol[1])
    )


def test_a_run_uses_the_frames_it_was_given_and_resumed_beyond_its_end_keeps_its_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    problem = peano(tmp_path, range(1, 6), "o")
    few = replace(CONFIG, total_frames=100)

    summary = train(problem, few, tmp_path / "run")
    resumed = train(problem, few, tmp_path / "run", resume=True)

    assert summary.frames == resumed.frames == 100
    assert 0 < summary.success == resumed.success
    assert "a greater --total-frames continues it (100 were used)" in capsys.readouterr().out
    longer = train(problem, replace(few, total_frames=130), tmp_path / "run", resume=True)
    assert (longer.frames, longer.session_frames) == (130, 30)


def test_values_are_logarithms_of_the_inferences_that_are_left(tmp_path: Path) -> None:
    problem = peano(tmp_path, range(1, 10))
    policy = policy_of(problem)
    rounds = opened(problem, policy, replace(CONFIG, n_envs=9, search_budget=1000, lr=1e-2))
    assert not policy.search_settings.steps_to_go
    proofs = rounds.gather()
    wanted = proofs.to_go.float().log1p()
    assert len(proofs) > 30

    for _ in range(60):
        rounds.learn(proofs, progress=0.0)

    _, values = policy.log_probabilities_and_values(proofs.batch)
    off = (values - wanted).square().mean()
    assert off < wanted.var() / 4
    assert policy.search_settings.steps_to_go


def test_searches_of_several_ranks_are_refused() -> None:
    with pytest.raises(ConfigError, match="one process, which may have workers"):
        resolve(CONFIG, Ranks(0, 2))


def test_a_variable_that_has_a_name_costs_a_search_nothing(tmp_path: Path) -> None:
    """Who asks ``walk(0, 15, Plan)`` instead of ``walk(0, 15, _)`` waits no longer for a proof:
    states that are reached by several plans are searched once."""
    queries = "query(walk(0, 15, Plan)).\nquery(walk(0, 15, _)).\n"
    problem = make_problem(tmp_path, RING, queries)
    named, unnamed = problem.queries("train")
    assert named.names and not unnamed.names
    policy = policy_of(problem)
    found = LocalSearches(problem, policy, at_once=2)([(named, 2000), (unnamed, 2000)])
    assert found[0].inferences == found[1].inferences < 200
    assert found[0].answers[0].choices == found[1].answers[0].choices
    with_answers = PolicyOrder(policy, problem, problem.program).space(
        PrologEngine(problem.program, problem.env_config, answers=True), named
    )
    (all_plans,) = find_all("guided", [with_answers], limits=Limits(max_inferences=2000))
    assert all_plans.inferences > 2 * found[0].inferences
    methods, effort = ("guided", "breadth-first"), Effort(budgets=[2000])
    for one in evaluate(problem, policy, "train", methods, effort).outcomes:
        assert one.inferences[0] == one.inferences[1]


def test_threads_find_the_same_proofs() -> None:
    problem = load_problem("blocks")
    torch.manual_seed(0)
    policy = make_policy("comparing", PolicyShape.for_problem(problem), dim=CONFIG.dim)
    jobs = [(query, 60) for query in problem.queries("train")[:300:10]]

    def found(n_threads: int) -> list[tuple[Any, ...]]:
        searches = LocalSearches(problem, policy, at_once=12, n_threads=n_threads)
        return [(one.answers, one.inferences, one.ended, one.counters) for one in searches(jobs)]

    alone = found(1)
    assert found(3) == found(2) == alone
    assert any(answers for answers, *_ in alone)


def pids_of(searches: WorkerSearches) -> list[int]:
    workers: Any = searches.workers
    if isinstance(workers, WorkerPool):
        return [worker.pid for worker in workers.workers]
    import ray

    pids: list[int] = ray.get([actor.pid.remote() for actor in workers.actors])
    return pids


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.ray, pytest.mark.slow]) if name == "ray" else name
        for name, entry in sorted(COLLECTORS.items())
        if entry.parallelism_flag == "n_workers"
    ],
)
def test_workers_find_the_same_proofs_and_one_that_dies_loses_no_query(
    name: str, tmp_path: Path
) -> None:
    problem = peano(tmp_path, range(9))
    policy = policy_of(problem)
    config = resolve(replace(CONFIG, collector=name, n_envs=6, n_workers=2))
    here = LocalSearches(problem, policy, at_once=6)
    there = make_searches(problem, policy, config)
    assert isinstance(there, WorkerSearches)
    jobs = [(query, 10 + i) for i, query in enumerate(problem.queries("train"))]

    def found(searches: Searches) -> list[tuple[Any, ...]]:
        return [(one.answers, one.inferences, one.ended) for one in searches(jobs)]

    try:
        assert found(there) == found(here)
        with torch.no_grad():
            for weight in policy.parameters():
                weight += 0.1 * torch.randn_like(weight)
        policy.search_settings = SearchSettings(temperature=3.0)
        assert found(there) == found(here)  # the workers have the new weights and the temperature
        os.kill(pids_of(there)[0], signal.SIGKILL)
        assert found(there) == found(here)
        assert there.restarts == 1
        for pid in pids_of(there):
            os.kill(pid, signal.SIGKILL)
        assert found(there) == found(here)
        assert there.restarts == 3
    finally:
        there.shutdown()


@pytest.mark.parametrize(
    ("n_workers", "killed"),
    [(2, range(3, 4)), pytest.param(10, range(20), marks=pytest.mark.slow)],
)
def test_searches_ahead_find_what_searches_find_and_are_one_round_old(
    n_workers: int, killed: range, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without learning, the weights are equal, and so are the rounds."""
    monkeypatch.setattr("symbolic_rl.envs.workers.pool.MOST_RESTARTS", n_workers)
    monkeypatch.setattr("symbolic_rl.training.expert._n_ahead", lambda n, *_: n)  # goes by a clock
    problem = peano(tmp_path, range(20 + 10 * n_workers))
    config = replace(CONFIG, collector="multiprocess", n_envs=10, n_workers=n_workers)
    n_rounds = max(8, killed.stop + 1)
    seen, usual = [], os.getpriority(os.PRIO_PROCESS, 0)
    for ahead in (False, True):
        rounds = opened(problem, policy_of(problem), replace(config, search_ahead=ahead))
        stale, found = [], []
        for i in range(n_rounds):
            found.append(rounds.gather())
            stale.append(rounds.last_round.pop("stale_rounds", None))
            metrics = dict(rounds.last_round)
            (searches,) = rounds._search.each
            assert isinstance(searches, WorkerSearches)
            for pid in pids_of(searches):
                assert os.getpriority(os.PRIO_PROCESS, pid) == (LEAST_PRIORITY if ahead else usual)
                if ahead and i in killed:
                    os.kill(pid, signal.SIGKILL)
            seen.append((found[-1].query.tolist(), found[-1].action.tolist(), metrics))
            rounds._learned += 1
        assert stale == ([0] + [1] * (n_rounds - 1) if ahead else [None] * n_rounds)
        restarts, n_kills = rounds.metrics.counters["worker_restarts"], n_workers * len(killed)
        # A worker that has nothing to search may be killed twice before it is missed.
        assert (n_kills // 4 if n_workers > 2 else n_kills) * ahead <= restarts <= n_kills * ahead
        rounds.shutdown()
    assert seen[:n_rounds] == seen[n_rounds:] and any(query for query, *_ in seen)


def test_searches_ahead_are_more_where_they_end_before_the_learning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that the test controls: searches take 0.1 s each, learning takes 4 s."""
    problem, now, begun = peano(tmp_path, range(90)), [0.0], [0.0]
    config = replace(CONFIG, collector="multiprocess", n_envs=10, n_workers=1, search_ahead=True)
    rounds, sizes = opened(problem, policy_of(problem), config), []
    begin, end = rounds._search.begin, rounds._search.end

    def begin_at(jobs: Any, program: Any) -> None:
        begun[0] = now[0] + 0.1 * len(jobs)
        begin(jobs, program)

    def end_at() -> Any:
        now[0] = max(now[0], begun[0])
        return end()

    monkeypatch.setattr("symbolic_rl.training.expert.perf_counter", lambda: now[0])
    rounds._search.begin, rounds._search.end = begin_at, end_at  # type: ignore[method-assign]
    for _ in range(12):
        rounds.gather()
        sizes.append(rounds.last_round["episodes"])
        rounds._learned += 1
        now[0] += 4.0
    rounds.shutdown()

    # The first round begins before there is any learning, and so does the choice of the second.
    assert sizes[:6] == [10, 10, 15, 22, 33, 49]
    assert all(36 <= size <= 66 for size in sizes[5:])


@pytest.mark.parametrize("changes", [{"algo": "ppo"}, {"collector": "vectorized"}])
def test_searches_ahead_are_refused_without_workers_that_search(changes: dict[str, Any]) -> None:
    config = replace(CONFIG, collector="multiprocess", search_ahead=True)
    with pytest.raises(ConfigError, match="cannot search ahead"):
        resolve(replace(config, frames_per_batch=64, **changes))


def test_a_worker_that_hangs_is_ended_and_its_queries_are_searched_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = peano(tmp_path, range(9))
    policy = policy_of(problem, 256)  # weights that do not fit in a pipe
    assert sum(weight.nbytes for weight in policy.parameters()) > 2**17
    config = resolve(replace(CONFIG, collector="multiprocess", n_envs=6, n_workers=2, dim=256))
    there = make_searches(problem, policy, config)
    assert isinstance(there, WorkerSearches)
    jobs = [(query, 50) for query in problem.queries("train")]

    try:
        before = [one.answers for one in there(jobs)]
        wait_for_all_but_the_stopped(monkeypatch)
        assert isinstance(there.workers, WorkerPool)
        for worker in there.workers.workers:
            worker.timeout_s = 0.1  # of the one that was stopped
        stop(there.workers.workers[1])
        assert [one.answers for one in there(jobs)] == before
        assert there.restarts == 1
    finally:
        there.shutdown()


def test_evaluation_allows_twice_the_longest_proof_that_was_learned(tmp_path: Path) -> None:
    problem = peano(tmp_path, range(30, 31))
    few = replace(CONFIG, n_envs=1, total_frames=640)
    train(problem, few, tmp_path / "run")
    policy = load_policy(tmp_path / "run", problem)

    assert problem.env_config.inference_limit == 20 < policy.longest_proof
    for given, limit in ((0, 2 * policy.longest_proof), (7, 7)):
        table = evaluate(problem, policy, "train", effort=Effort(max_inferences=given))
        assert [one.budget for one in table.outcomes] == [limit]


def test_the_average_of_weights_is_in_place_but_while_they_are_trained() -> None:
    weight = torch.nn.Parameter(torch.zeros(3))
    average = WeightAverage([weight], decay=0.9)
    expected, trained = torch.zeros(3), torch.zeros(3)
    for step in range(1, 30):
        with average.while_training():
            assert torch.equal(weight.data, trained)
            trained = trained + step
            weight.data += step
            average.update()
        kept = min(0.9, (1 + step) / (10 + step))
        expected = kept * expected + (1 - kept) * trained
        torch.testing.assert_close(weight.data, expected)

    other = torch.nn.Parameter(weight.detach().clone())
    restored = WeightAverage([other], decay=0.9)
    restored.load_state_dict(average.state_dict())
    for one, parameter in ((average, weight), (restored, other)):
        with one.while_training():
            parameter.data += 1
            one.update()
    assert torch.equal(weight.data, other.data)


def test_the_temperature_is_the_one_that_makes_choices_most_probable() -> None:
    torch.manual_seed(0)
    logits = torch.randn(400, 5)
    logits[:, 3][torch.rand(400) < 0.5] = -torch.inf
    chosen = torch.distributions.Categorical(logits=4 * logits).sample()

    def loss(temperature: float) -> float:
        return float(torch.nn.functional.cross_entropy(logits.double() / temperature, chosen))

    best = best_temperature(logits, chosen, LEAST, MOST)
    assert 1 / 5 < best < 1 / 3
    assert all(loss(best) <= loss(best * factor) for factor in (0.9, 0.99, 1.01, 1.1))
    assert best_temperature(logits, logits.argmax(-1), LEAST, MOST) == pytest.approx(LEAST)
    worst = logits.masked_fill(logits.isinf(), 9).argmin(-1)
    assert best_temperature(logits, worst, LEAST, MOST) == pytest.approx(MOST)


def test_the_greedy_mix_falls_with_the_temperature() -> None:
    mixes = [search_settings_of(temperature).greedy_mix for temperature in (10, 4, 1, 1 / 30)]
    assert mixes == [0.1, 0.25, 0.5, 0.5]
    assert search_settings_of(1 / 0.12345).temperature == 1 / 0.123


def test_imitation_fits_the_temperature_on_proofs_before_it_learns_them() -> None:
    problem = load_problem("countries_s1")
    frames = experts(problem, n_envs=64).gather()
    policy = policy_of(problem)
    imitation = opened(problem, policy, replace(CONFIG, lr=3e-2, imitation_steps=30))
    known, new = (frames[(frames.query % 2 == i).nonzero().squeeze(1)] for i in (0, 1))

    assert isnan(imitation.learn(known, progress=0.0)["loss_new"])
    assert policy.search_settings.temperature == 1.0  # nothing was known when the first proofs came
    row = imitation.learn(known, progress=0.0)
    assert isnan(row["loss_new"])  # proofs that are imitated already say nothing

    # The first legal action where the proof takes another: choices as they are not in any proof.
    first = new.batch.action_C[new.batch.start_B[:-1]].long()
    is_other = (first != new.action).nonzero().squeeze(1)
    row = imitation.learn(replace(new, action=first)[is_other], progress=0.0)
    assert row["loss_new"] > 1.0 < row["temperature"] == policy.search_settings.temperature

    again = Expert(policy_of(problem), imitation.config)
    again.load_state_dict(imitation.state_dict())
    assert again.policy.search_settings == policy.search_settings


@pytest.mark.parametrize(
    ("success", "loss", "steps"), [(1.0, 0.04, 5), (1.0, 0.06, 9), (0.99, 0.04, 9), (1.0, nan, 9)]
)
def test_a_round_that_proves_all_as_predicted_takes_half_the_gradient_steps(
    success: float, loss: float, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = load_problem("countries_s1")
    rollout = experts(problem, n_envs=64).gather()
    few = replace(CONFIG, imitation_steps=9, imitation_frames=8)
    imitation = opened(problem, policy_of(problem), few)
    imitation.last_round = {"success": success}
    monkeypatch.setattr(imitation, "_hold_out", lambda _: loss)
    assert imitation.learn(rollout, progress=0.0)["steps"] == steps


def test_frames_are_drawn_twice_a_round_and_at_will_in_the_last_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = load_problem("countries_s1")
    rounds = opened(problem, policy_of(problem), replace(CONFIG, n_envs=8, imitation_steps=50))
    rows = rounds.gather()
    twice = -(-2 * len(rows) // CONFIG.imitation_frames)
    assert rounds.learn(rows, progress=0.0)["steps"] == twice < 50
    monkeypatch.setattr(Expert, "why_done", "nothing is new")
    assert rounds.learn(rows, progress=0.0)["steps"] == 50


def test_no_steps_follow_when_proofs_are_memorized_until_there_is_a_new_or_shorter_one() -> None:
    problem = load_problem("countries_s1")
    rounds = opened(
        problem, policy_of(problem), replace(CONFIG, n_envs=256, lr=1e-2, imitation_steps=40)
    )
    rows = list[dict[str, float]]()
    while not rounds.why_done:
        rows.append(rounds.learn(rounds.gather(), progress=0.0) | rounds.last_round)
    losses = [inf, *(row["loss_imitation"] for row in rows[:-1])]
    for i, row in enumerate(rows):
        latest = next(loss for loss in reversed(losses[: i + 1]) if not isnan(loss))
        is_known = latest < MEMORIZED and row["success"] == 1
        is_known &= not (row["newly_proved"] or row["proofs_shortened"])
        assert (row["steps"] == 0) == is_known
    assert rows[0]["steps"] and not rows[-1]["steps"]


def test_the_temperature_serves_the_proofs_that_the_sharp_distribution_does_not_find() -> None:
    random = torch.Generator().manual_seed(0)
    logits = 3 * torch.randn(800, 4, generator=random)
    proof = torch.arange(800) // 8
    drawn = torch.multinomial((logits / 3).softmax(-1), 1, generator=random).squeeze(1)
    is_easy = proof % 2 == 0  # proofs that follow the policy at each step
    chosen = torch.where(is_easy, logits.argmax(-1), drawn)

    both = best_temperature(logits, chosen, 1, 10)
    found = best_of_two(logits, chosen, proof, 1, 10)
    hard = best_temperature(logits[~is_easy], chosen[~is_easy], 1, 10)
    assert both < 0.8 * hard and found == pytest.approx(hard, rel=0.05)
    # The numbers of the proofs and the order of their choices say nothing.
    order = torch.randperm(800, generator=random)
    mixed = best_of_two(logits[order], chosen[order], 1000 - 3 * proof[order], 1, 10)
    assert mixed == pytest.approx(found, rel=1e-6)


def test_a_run_that_plays_rollouts_fits_the_temperature_and_keeps_it(tmp_path: Path) -> None:
    problem = load_problem("countries_s1")
    few = replace(CONFIG, algo="ppo", n_envs=32, frames_per_batch=1024, minibatch_size=256, lr=1e-2)
    train(problem, replace(few, total_frames=8192), tmp_path / "run")
    found = load_policy(tmp_path / "run", problem).search_settings
    assert found == SearchSettings(temperature=found.temperature, greedy_mix=0.5)
    assert LEAST <= found.temperature < 1


def test_the_engine_in_torch_cannot_gather_proofs_and_says_so(tmp_path: Path) -> None:
    pack = load_pack("countries_s1")
    problem = load_problem(pack, replace(pack.env, engine="tensor"))
    with pytest.raises(ConfigError, match="--algo expert needs the engine prolog"):
        train(problem, CONFIG, tmp_path / "run")
