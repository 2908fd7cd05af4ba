"""The laws of the TorchRL environment."""

from pathlib import Path

import pytest
import torch
from hypothesis import given, note, settings
from hypothesis import strategies as st
from tensordict import TensorDict, TensorDictBase
from torchrl.envs import EnvBase
from torchrl.envs.utils import check_env_specs

from symbolic_rl.base.errors import EngineError
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.play.derivations import Derivations
from symbolic_rl.play.problem import Problem, load_problem
from symbolic_rl.program.pack import Pack
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
KEYS = {
    "goals", "candidates", "clauses", "action_mask", "inferences",
    "episode_return", "episode_inferences", "done", "terminated", "truncated",
}  # fmt: skip


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


def test_keys_shapes_and_types_are_those_of_the_design(graph: Problem) -> None:
    env = DerivationEnv(graph, 3)
    td = env.rand_action(env.reset())
    after = env.step(td)["next"]

    assert set(env.reset().keys()) == KEYS
    assert set(after.keys()) == {*KEYS, "reward"}
    shapes = {key: (tuple(after[key].shape), after[key].dtype) for key in set(after.keys())}
    assert shapes == {
        "goals": ((3, 10, 3), torch.int32),
        "candidates": ((3, 6, 10, 3), torch.int32),
        "clauses": ((3, 6), torch.int32),
        "action_mask": ((3, 6), torch.bool),
        "inferences": ((3, 1), torch.int32),
        "episode_return": ((3, 1), torch.float32),
        "episode_inferences": ((3, 1), torch.int32),
        "reward": ((3, 1), torch.float32),
        "done": ((3, 1), torch.bool),
        "terminated": ((3, 1), torch.bool),
        "truncated": ((3, 1), torch.bool),
    }
    assert env.action_spec.shape == (3,) and env.action_spec.dtype == torch.int64


def test_two_place_function_free_goals_are_triples(graph: Problem) -> None:
    env = DerivationEnv(graph, 4)
    goals = env.reset()["goals"]

    assert (env.goal_width, env.view) == (3, "prefix")
    assert (goals[:, 0] > 0).all() and not goals[:, 3:].any()


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
        builtin_inferences=2000,
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


def test_steps_return_fresh_tensors(graph: Problem) -> None:
    env = DerivationEnv(graph, 4)
    td, kept = env.reset(), []
    for _ in range(12):
        td = env.rand_action(td)
        stepped, td = env.step_and_maybe_reset(td)
        kept.append((stepped, stepped.clone()))

    for seen, copy in kept:
        same([seen], [copy])


def test_terminal_observations_survive_the_restart(graph: Problem) -> None:
    env = DerivationEnv(graph, 8)
    td, n_refuted = env.reset(), 0
    for _ in range(20):
        td = env.rand_action(td)
        stepped, td = env.step_and_maybe_reset(td)
        last = stepped["next"]
        refuted = (last["reward"] > 0).squeeze(-1)
        n_refuted += int(refuted.sum())

        assert not last["goals"][refuted].any()
        assert td["goals"][:, 0, 0].all()
        assert not td["done"].any() and not td["episode_inferences"].any()
    assert n_refuted > 5


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
    assert env._derivations.episode.tolist() == [1, 0, 1, 0, 0, 1]


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


def test_what_was_saved_is_what_would_have_come(sums: Problem) -> None:
    env = DerivationEnv(sums, 5, seed=4)
    torch.manual_seed(0)
    td = env.reset()
    for _ in range(6):
        _, td = env.step_and_maybe_reset(env.rand_action(td))
    saved = env.get_extra_state()
    restored = DerivationEnv(sums, 5, seed=4)
    restored.set_extra_state(saved)
    again = restored.reset()

    for key in ("goals", "candidates", "clauses", "action_mask", "inferences"):
        assert torch.equal(again[key], td[key])
    for _ in range(12):
        td = env.rand_action(td)
        again["action"] = td["action"].clone()
        stepped, td = env.step_and_maybe_reset(td)
        stepped_again, again = restored.step_and_maybe_reset(again)
        same([stepped["next"]], [stepped_again["next"]])


def test_rows_may_be_spread_over_environments(graph: Problem) -> None:
    whole = Derivations(graph, 6, seed=5)
    whole.reset()
    parts = [Derivations(graph, 3, seed=5, first_row=row) for row in (0, 3)]
    for part in parts:
        part.reset()

    assert whole.query.tolist() == [*parts[0].query.tolist(), *parts[1].query.tolist()]


def test_a_level_opens_its_queries(tmp_path: Path) -> None:
    base = make_problem(tmp_path, GRAPH, PATHS).pack
    (tmp_path / "one.pl").write_text("query(path(a, b)).\n")
    (tmp_path / "two.pl").write_text("query(path(a, c)).\nquery(path(a, d)).\n")
    curriculum = type(base.curriculum)(levels=("one.pl", "two.pl"))
    pack = Pack(**{**vars(base), "queries": {}, "curriculum": curriculum})
    env = DerivationEnv(load_problem(pack), 16)
    env.reset()
    before = set(env._derivations.query.tolist())
    env.set_level(1)
    env.reset()
    after = set(env._derivations.query.tolist())

    assert (before, after) == ({0}, {0, 1, 2})


def test_a_rollout_of_torchrl_runs_through_ends(graph: Problem) -> None:
    env = DerivationEnv(graph, 4)
    torch.manual_seed(0)
    rollout = env.rollout(20, env.rand_action, break_when_any_done=False)

    assert rollout.shape == (4, 20) and rollout["next", "done"].sum() > 10
    same_goals = rollout["goals"][:, 1:] == rollout["next", "goals"][:, :-1]
    ended = rollout["next", "done"][:, :-1].squeeze(-1)
    assert same_goals.flatten(2).all(-1)[~ended].all()
