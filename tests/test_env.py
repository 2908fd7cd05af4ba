"""The laws of the TorchRL environment."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from hypothesis import given, note, settings, strategies as st
from tensordict import TensorDict
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, EnvBase, SerialEnv, TransformedEnv
from torchrl.envs.utils import check_env_specs
from torchrl.modules import QValueActor
from torchrl.objectives import DQNLoss

from symbolic_rl.base.errors import ConfigError, EngineError
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.gymnasium import DerivationVectorEnv
from symbolic_rl.envs.torchrl import DerivationEnv, PoolEnv, RandomPolicy
from symbolic_rl.policy import make_policy
from tests.frames import same_frames, unrolled
from tests.problems import make_problem
from tests.strategies import Case, wild_programs


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("with_candidates", [True, False])
def test_torchrl_finds_the_specs_right(
    problem: Problem, with_candidates: bool, n_threads: int
) -> None:
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


def test_an_action_mask_outside_of_several_environments_outlives_partial_resets(
    graph: Problem,
) -> None:
    env = TransformedEnv(SerialEnv(2, lambda: DerivationEnv(graph, 5)), ActionMask())
    rollout = env.rollout(50, break_when_any_done=False)
    mask, done = rollout["action_mask"], rollout["next", "done"].squeeze(-1)
    assert mask.gather(-1, rollout["action"].unsqueeze(-1)).all()
    assert (done.any(1) & ~done.all(1)).any()  # some rows of an environment go on


def test_the_random_policy_takes_legal_actions_where_torchrls_own_does_not(graph: Problem) -> None:
    env = SerialEnv(2, lambda: DerivationEnv(graph, 5))
    env.set_seed(0)
    torch.manual_seed(0)
    rollout = env.rollout(50, RandomPolicy(), break_when_any_done=False)
    mask, action = rollout["action_mask"], rollout["action"]
    assert mask.gather(-1, action.unsqueeze(-1)).all()
    assert (mask.sum(-1) > 1).any() and (action != mask.int().argmax(-1)).any()


@settings(max_examples=25)
@given(case=wild_programs(), refuse=st.booleans(), view=st.sampled_from(["tree", "prefix"]))
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


def test_stepping_and_resetting_in_one_call_agrees_with_torchrls_own_recipe(graph: Problem) -> None:
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

        same_frames(stepped["next"], stepped_other["next"])
        same_frames(td.exclude("action"), other.exclude("action", "reward", "_reset"))
    assert n_done > 20


def test_a_seed_fixes_the_episodes(graph: Problem) -> None:
    env = DerivationEnv(graph, 6, seed=1)
    first = unrolled(env, 15)
    env.set_seed(2)
    second = unrolled(env, 15)
    env.set_seed(1)
    same_frames(unrolled(env, 15), first)
    with pytest.raises(AssertionError):
        same_frames(first, second)


WRONG_ENVS: dict[str, Callable[[Problem], object]] = {
    "n_envs=0 is not": lambda problem: DerivationEnv(problem, 0),
    "n_envs=-1 is not": lambda problem: DerivationEnv(problem, -1),
    "seed=-1 is not": lambda problem: DerivationEnv(problem, 4, seed=-1),
    "groups of 3": lambda problem: DerivationEnv(problem, 4, group_size=3),
    "n_threads=0 is not": lambda problem: DerivationEnv(problem, 4, n_threads=0),
    "n_workers=3 is more": lambda problem: PoolEnv(problem, 2, n_workers=3),
    "n_workers=0 is not": lambda problem: PoolEnv(problem, 2, n_workers=0),
    "n_envs=0 is not allowed": lambda _: DerivationVectorEnv("countries_s1", num_envs=0),
}


@pytest.mark.parametrize("told", WRONG_ENVS)
def test_rows_that_cannot_be_are_refused(told: str, graph: Problem) -> None:
    with pytest.raises(ConfigError, match=told):
        WRONG_ENVS[told](graph)


def test_what_is_no_action_is_refused_with_its_type_and_shape(graph: Problem) -> None:
    env = DerivationEnv(graph, 4)
    first = TensorDict({"action": torch.zeros(4, dtype=torch.int64)}, [4])
    with pytest.raises(EngineError, match=r"row 0 has not started(.|\n)*call reset"):
        env.step(first)
    shown = env.reset()
    mask = shown["action_mask"]
    for action, told in (
        (None, "and the step has none"),
        (torch.zeros(4), r"the step has float32 \[4\]"),
        (mask.long(), rf"the step has int64 \[4, {mask.shape[1]}\]"),
    ):
        wrong = shown.clone() if action is None else shown.clone().set("action", action)
        with pytest.raises(ConfigError, match=told):
            env.step(wrong)
    assert env.step(shown.set("action", mask.int().argmax(-1)))["next", "reward"].shape == (4, 1)


def test_a_seed_of_reset_decides_the_queries_and_an_unknown_keyword_is_refused(
    graph: Problem,
) -> None:
    env = DerivationEnv(graph, 64)
    one, again, other = (env.reset(seed=seed)["goals"] for seed in (5, 5, 6))
    assert torch.equal(one, again) and not torch.equal(one, other)
    with pytest.raises(TypeError, match="seeed"):
        env.reset(seeed=5)


def test_losses_of_torchrl_know_the_action_spec(graph: Problem) -> None:
    env = DerivationEnv(graph, 4)
    actor = QValueActor(torch.nn.Linear(3, 4), in_keys=["shown"], spec=env.action_spec)
    assert DQNLoss(actor, action_space=env.action_spec).action_space == "categorical"


def test_a_policy_refuses_observations_without_what_it_reads(problem: Problem) -> None:
    for name, key in (("structured", "structure"), ("resolvent", "candidates")):
        policy = make_policy(name, problem, dim=8)
        shown = DerivationEnv(problem, 4, with_candidates=False).reset()
        with pytest.raises(ConfigError, match=f"reads the key '{key}'"):
            policy.get_dist(shown)
        policy.get_dist(DerivationEnv(problem, 4, with_candidates=policy.shown).reset())
