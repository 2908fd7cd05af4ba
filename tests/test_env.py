"""The laws of the TorchRL environment."""

from pathlib import Path

import pytest
import torch
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tensordict import TensorDict, TensorDictBase
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, EnvBase, TransformedEnv
from torchrl.envs.utils import check_env_specs

from symbolic_rl.base.errors import EngineError
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.torchrl import DerivationEnv
from tests.problems import make_problem
from tests.saved import through_a_file
from tests.strategies import Case, wild_programs

GRAPH = """
path(X, X).
path(X, Z) :- edge(X, Y), path(Y, Z).
edge(a, b).
edge(b, c).
edge(c, a).
edge(a, d).
"""
PATHS = "".join(f"query(path({x}, {y})).\n" for x in "abcd" for y in "abcd")
PEANO = "add(o, Y, Y).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\n"
SUMS = """
query(add(X, Y, s(s(o)))).
query(add(s(X), X, s(s(s(o)))), true).
query(add(X, X, s(o)), false).
"""


@pytest.fixture
def graph(tmp_path: Path) -> Problem:
    """A function-free problem."""
    return make_problem(tmp_path, GRAPH, PATHS, n_candidates=6, max_inferences=9)


@pytest.fixture
def sums(tmp_path: Path) -> Problem:
    """A problem with function symbols and false queries."""
    return make_problem(tmp_path, PEANO, SUMS, n_candidates=5, refuse=True, max_inferences=9)


def unrolled(env: EnvBase, n_steps: int, seed: int = 0) -> list[TensorDict]:
    """What random legal play sees, restarts included."""
    torch.manual_seed(seed)
    td, seen = env.reset(), []
    for _ in range(n_steps):
        td = env.rand_action(td)
        stepped, td = env.step_and_maybe_reset(td)
        seen.append(stepped.clone())
    return seen


def same(one: list[TensorDict], other: list[TensorDict]) -> None:
    """Assert that two sequences of tensordicts are equal."""
    assert len(one) == len(other)
    for a, b in zip(one, other, strict=True):
        keys = set(a.keys(include_nested=True, leaves_only=True))
        assert keys == set(b.keys(include_nested=True, leaves_only=True))
        for key in keys:
            assert torch.equal(a[key], b[key]), key


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("with_candidates", [True, False])
@pytest.mark.parametrize("name", ["graph", "sums"])
def test_torchrl_finds_the_specs_right(
    name: str, with_candidates: bool, n_threads: int, request: pytest.FixtureRequest
) -> None:
    problem = request.getfixturevalue(name)
    env = DerivationEnv(problem, 5, with_candidates=with_candidates, n_threads=n_threads)
    check_env_specs(env)

    assert ("candidates" in set(env.reset().keys())) == with_candidates


def test_random_policies_of_torchrl_take_legal_actions(graph: Problem) -> None:
    def make() -> EnvBase:
        return TransformedEnv(DerivationEnv(graph, 5), ActionMask())

    env = make()
    for _ in range(5):  # the spec of the actions has the mask of the last rollout then
        check_env_specs(env)
    for one in (make, lambda: DerivationEnv(graph, 5)):
        frames = sum(
            batch.numel() for batch in Collector(one, None, frames_per_batch=50, total_frames=200)
        )
        assert frames == 200


@settings(max_examples=25)
@given(
    case=wild_programs(),
    refuse=st.booleans(),
    view=st.sampled_from(["tree", "prefix"]),
)
def test_everything_seen_lies_within_the_specs(
    case: Case, refuse: bool, view: str, tmp_path: Path
) -> None:
    note(str(case))
    problem = make_problem(
        tmp_path, case.program, f"query(({case.goal})).", refuse=refuse, view=view,
        n_candidates=4, n_goals=2, goal_width=6, max_inferences=6,
        max_subproof_inferences=2000,
    )  # fmt: skip
    env = DerivationEnv(problem, 2)
    for td in [env.reset(), *(td["next"] for td in unrolled(env, 6))]:
        assert env.observation_spec.is_in(td.select(*env.observation_spec.keys()))
        assert td["action_mask"].any(-1).all()
        assert (td["clauses"].bool() | ~td["action_mask"] | td["terminated"]).all()
        shown = td["candidates"].flatten(2).any(-1)
        assert not (shown & ~td["action_mask"]).any()


def test_stepping_and_resetting_in_one_call_agrees_with_torchrls_own_recipe(
    graph: Problem,
) -> None:
    one, two = DerivationEnv(graph, 6, seed=2), DerivationEnv(graph, 6, seed=2)
    torch.manual_seed(0)
    td, other = one.reset(), two.reset()
    n_done = 0
    for _ in range(30):
        td = one.rand_action(td)
        other["action"] = td["action"].clone()
        stepped, td = one.step_and_maybe_reset(td)
        stepped_other, other = EnvBase.step_and_maybe_reset(two, other)
        n_done += int(stepped["next", "done"].sum())

        same([stepped["next"]], [stepped_other["next"]])
        same([td.exclude("action")], [other.exclude("action", "reward", "_reset")])
    assert n_done > 20


@pytest.mark.parametrize("name", ["graph", "sums"])
def test_two_threads_play_as_one(name: str, request: pytest.FixtureRequest) -> None:
    problem = request.getfixturevalue(name)
    one = DerivationEnv(problem, 7, seed=1)
    for n_threads in (2, 3):
        env = DerivationEnv(problem, 7, seed=1, n_threads=n_threads)
        same(unrolled(env, 25), unrolled(DerivationEnv(problem, 7, seed=1), 25))
    unrolled(one, 25)

    assert one.counters == env.counters and one.inferences == env.inferences
    assert one.success_by_level() == env.success_by_level()


def test_a_seed_fixes_the_episodes(graph: Problem) -> None:
    env = DerivationEnv(graph, 6, seed=1)
    first = unrolled(env, 15)
    env.set_seed(2)
    second = unrolled(env, 15)
    env.set_seed(1)

    same(unrolled(env, 15), first)
    with pytest.raises(AssertionError):
        same(first, second)


def test_the_return_and_length_of_an_episode_come_at_its_end_only(graph: Problem) -> None:
    for td in unrolled(DerivationEnv(graph, 8), 25):
        after = td["next"]
        done = after["done"]

        assert torch.equal(done, after["terminated"] | after["truncated"])
        assert not (after["terminated"] & after["truncated"]).any()
        assert not after["episode_return"][~done].any()
        assert not after["episode_inferences"][~done].any()
        assert (after["episode_inferences"][done] == after["inferences"][done]).all()
        assert torch.equal(after["episode_return"], after["reward"] * done)
        assert not after["reward"][after["truncated"]].any()


def test_a_masked_action_is_refused_with_an_error_that_names_it(graph: Problem) -> None:
    env = DerivationEnv(graph, 3)
    td = env.reset()
    td["action"] = td["action_mask"].int().argmax(-1)
    td["action"][2] = 5

    with pytest.raises(EngineError, match="action 5 of row 2 is masked"):
        env.step(td)


def test_a_partial_reset_leaves_the_other_rows_alone(graph: Problem) -> None:
    env = DerivationEnv(graph, 6)
    td = env.step(env.rand_action(env.reset()))["next"]
    asked = torch.tensor([1, 0, 1, 0, 0, 1], dtype=torch.bool).unsqueeze(-1)
    partly = env.reset(td.clone().set("_reset", asked))

    others = ~asked.squeeze(-1)
    for key in ("goals", "candidates", "clauses", "action_mask", "inferences"):
        assert torch.equal(partly[key][others], td[key][others])
    assert env._rows.episode.tolist() == [1, 0, 1, 0, 0, 1]


@pytest.mark.parametrize("n_threads", [1, 2])
def test_a_restored_environment_has_the_same_future(sums: Problem, n_threads: int) -> None:
    env = DerivationEnv(sums, 5, seed=4, n_threads=n_threads)
    unrolled(env, 7)
    saved = through_a_file(env.get_extra_state())

    def future(env: EnvBase, td: TensorDictBase) -> list[TensorDict]:
        torch.manual_seed(1)
        seen = []
        for _ in range(15):
            stepped, td = env.step_and_maybe_reset(env.rand_action(td))
            seen.append(stepped.clone())
        return seen

    other = DerivationEnv(sums, 5, seed=4, n_threads=n_threads)
    other.set_extra_state(saved)
    env.set_extra_state(saved)
    one, two = future(env, env.reset()), future(other, other.reset())

    same(one, two)
    assert env.success_by_level() == other.success_by_level()
    assert env.counters == other.counters
