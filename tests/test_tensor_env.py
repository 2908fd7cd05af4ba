"""The environment on the device plays what ``DerivationEnv`` plays with the engine ``prolog``."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
import torch
from hypothesis import Phase, given, note, settings, strategies as st
from torchrl.envs.utils import check_env_specs

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, EngineError
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.session import Session
from symbolic_rl.training.train import train
from tests.flat_strategies import flat_programs
from tests.frames import same_frames, step_both, unrolled
from tests.pretend_cuda import waits_refused
from tests.problems import countries_with_levels, make_problem, problem_of
from tests.strategies import Case
from tests.test_train import learning


def pair(one: Problem, n: int, **options: Any) -> tuple[DerivationEnv, TensorDerivationEnv]:
    """Environments of the same problem for both engines."""
    other = load_problem(one.pack, replace(one.env_config, engine="tensor"))
    return DerivationEnv(one, n, **options), TensorDerivationEnv(other, n, **options)


@pytest.mark.parametrize("name", ["countries_s3", "family"])
def test_packs_are_played_alike(name: str) -> None:
    one = DerivationEnv(problem_of(name), 64, seed=3)
    step_both(one, TensorDerivationEnv(problem_of(name, "tensor"), 64, seed=3), 30)


SETTINGS = st.fixed_dictionaries(
    {
        "n_candidates": st.sampled_from((4, 5, 9)),
        "n_goals": st.sampled_from((1, 2, 6)),
        "goal_width": st.sampled_from((0, 2, 4)),
        "refuse": st.booleans(),
        "auto_advance": st.booleans(),
        "loop_check": st.sampled_from(("on", "off")),
        "max_inferences": st.sampled_from((1, 3, 8)),
        "max_pages": st.sampled_from((1, 100)),
        "hide_query": st.booleans(),
    }
)


def problem_of_case(case: Case, chosen: dict[str, Any], folder: Path) -> Problem:
    """The problem of a random program: its goal, and its facts as queries."""
    note(str(case))
    queries = f"query(({case.goal})).\nquery(({case.goal}), false).\n"
    queries += "".join(
        f"query({line})\n".replace(".)", ").")
        for line in case.program.splitlines()
        if ":-" not in line
    )
    return make_problem(folder, case.program, queries, view="prefix", **chosen)


@settings(max_examples=25, phases=[Phase.generate])
@given(case=flat_programs(), chosen=SETTINGS)
def test_random_programs_are_played_alike(
    case: Case, chosen: dict[str, Any], tmp_path: Path
) -> None:
    problem = problem_of_case(case, chosen, tmp_path)
    step_both(*pair(problem, 12, with_candidates=chosen["n_goals"] != 2), 12)


def test_groups_are_drawn_alike() -> None:
    one, other = pair(countries_with_levels(), 32, seed=5, group_size=4)
    for level in (0, 1, 0):
        for env in (one, other):
            env.set_level(level)
        step_both(one, other, 15)
    assert one.success_by_level().keys() == {0, 1}


def tensor_env(n: int = 8, **options: Any) -> TensorDerivationEnv:
    """Countries on the device."""
    return TensorDerivationEnv(problem_of("countries_s3", "tensor"), n, **options)


@pytest.mark.parametrize("with_candidates", [True, False])
def test_torchrl_accepts_it(with_candidates: bool) -> None:
    check_env_specs(tensor_env(with_candidates=with_candidates))


@pytest.mark.parametrize("group_size", [1, 4])
def test_it_goes_on_from_its_state(group_size: int) -> None:
    env, other = (tensor_env(seed=1, group_size=group_size) for _ in range(2))
    unrolled(env, 7)
    saved = env.get_extra_state()
    for one in (env, other):
        one.set_extra_state(saved)
    same_frames(unrolled(env, 10), unrolled(other, 10))
    assert env.counters == other.counters


def test_a_masked_action_is_refused() -> None:
    env = tensor_env()
    frame = env.reset()
    frame["action"] = frame["action_mask"].int().argmin(1)
    with pytest.raises(EngineError, match=r"action \d+ of row 0 is masked"):
        env.step(frame)


def test_it_wants_the_engine_tensor_and_goals_in_pre_order() -> None:
    one = problem_of("countries_s3")
    with pytest.raises(ConfigError, match="needs the engine tensor"):
        TensorDerivationEnv(one, 8)
    settings = replace(one.env_config, engine="tensor", view="tree")
    with pytest.raises(ConfigError, match="pre-order"):
        TensorDerivationEnv(load_problem(one.pack, settings), 8)


def test_candidates_of_rows_that_only_refuse_are_let_go() -> None:
    pack = load_pack("countries_s1")
    env = TensorDerivationEnv(
        load_problem(pack, replace(pack.env, engine="tensor", refuse=True)),
        3,
        with_candidates=False,
    )
    frame, held = env.reset(), []
    for _ in range(6):
        mask = frame["action_mask"]
        frame["action"] = torch.where(mask[:, -1], mask.shape[1] - 1, mask.int().argmax(1))
        _, frame = env.step_and_maybe_reset(frame)
        held.append(len(env.now.pool.clause))

    assert held[0] and held == held[:1] * 6


@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_training_is_the_same_with_both_engines(
    algo: Literal["ppo", "grpo"], tmp_path: Path
) -> None:
    config = TrainConfig(
        n_envs=64, total_frames=4096, frames_per_batch=1024, device="cpu", algo=algo
    )
    for engine in ("prolog", "tensor"):
        train(problem_of("countries_s3", engine), config, tmp_path / engine)
    assert learning(tmp_path / "tensor") == learning(tmp_path / "prolog")
    assert len(learning(tmp_path / "tensor")) == 4


@pytest.mark.cuda
def test_packs_are_played_alike_on_cuda() -> None:
    env = TensorDerivationEnv(problem_of("family", "tensor"), 64, seed=3, device="cuda")
    step_both(DerivationEnv(problem_of("family"), 64, seed=3), env, 60)


@pytest.mark.cuda
def test_training_stays_on_the_device(tmp_path: Path) -> None:
    config = TrainConfig(algo="ppo", total_frames=200_000, device="cuda")
    with Session(problem_of("countries_s3", "tensor"), resolve(config), tmp_path / "run") as run:
        run.iterate()
        with waits_refused():
            batch = run.algorithm.gather()
        assert {value.device.type for value in batch.values(True, True)} == {"cuda"}
        for _ in range(22):  # the rollout above was the session's 2nd of 25
            last = run.iterate()
    assert last["success"] > 0.8
