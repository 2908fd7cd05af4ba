"""The environment on the device plays what ``DerivationEnv`` plays with the engine ``prolog``."""

from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest
import torch
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st
from tensordict import TensorDictBase
from torchrl.envs.utils import check_env_specs

from symbolic_rl.base.config import CurriculumConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, EngineError
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.session import Session
from symbolic_rl.training.train import train
from tests.flat_strategies import flat_programs
from tests.pretend_cuda import waits_refused
from tests.problems import make_problem
from tests.strategies import Case


def same_frames(one: TensorDictBase, other: TensorDictBase) -> None:
    """Assert that every tensor is the same."""
    keys = set(one.keys(True, True))
    assert keys == set(other.keys(True, True))
    for key in keys:
        assert one[key].dtype == other[key].dtype, key
        assert torch.equal(one[key], other[key].cpu()), key


def drawn(mask: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """A legal action of each row."""
    return ((torch.rand(mask.shape, generator=generator) + 1) * mask).argmax(1)


def step_both(one: DerivationEnv, other: Any, n_steps: int, *, whole: bool | None = None) -> None:
    """Step both with the same actions and compare all there is.

    Rows that ended start anew within a step (``whole``), in a reset of their own, or by turns.
    """
    generator = torch.Generator().manual_seed(0)
    frame, same = one.reset(), other.reset()
    same_frames(frame, same)
    for step in range(n_steps):
        actions = drawn(frame["action_mask"], generator)
        frame.set("action", actions)
        same.set("action", actions.to(other.device))
        if step % 2 if whole is None else whole:
            frame, current = one.step_and_maybe_reset(frame)
            same, same_current = other.step_and_maybe_reset(same)
        else:
            frame, same = one.step(frame), other.step(same)
            current, same_current = (
                env.reset(td["next"].select("done").set("_reset", td["next", "done"]))
                for env, td in ((one, frame), (other, same))
            )
        same_frames(frame["next"], same["next"])
        same_frames(current, same_current)
        frame, same = current, same_current
    assert one.counters == other.counters
    assert one.inferences == other.inferences
    assert one.success_by_level() == other.success_by_level()


def pair(one: Problem, n: int, **options: Any) -> tuple[DerivationEnv, TensorDerivationEnv]:
    """Environments of the same problem for both engines."""
    other = load_problem(one.pack, replace(one.env_config, engine="tensor"))
    return DerivationEnv(one, n, **options), TensorDerivationEnv(other, n, **options)


@pytest.mark.parametrize("name", ["countries_s3", "family"])
def test_packs_are_played_alike(name: str) -> None:
    step_both(*pair(load_problem(name), 64, seed=3), 30)


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


def compare(case: Case, chosen: dict[str, Any], folder: Path) -> None:
    """Compare the environments on a random program."""
    problem = problem_of_case(case, chosen, folder)
    step_both(*pair(problem, 12, with_candidates=chosen["n_goals"] != 2), 12)


@settings(max_examples=25, phases=[Phase.generate])
@given(case=flat_programs(), chosen=SETTINGS)
def test_random_programs_are_played_alike(
    case: Case, chosen: dict[str, Any], tmp_path: Path
) -> None:
    compare(case, chosen, tmp_path)


@pytest.mark.slow
@settings(max_examples=1000, derandomize=False)
@given(case=flat_programs(), chosen=SETTINGS)
def test_a_thousand_random_programs_are_played_alike(
    case: Case, chosen: dict[str, Any], tmp_path: Path
) -> None:
    compare(case, chosen, tmp_path)


@pytest.mark.parametrize("level", [0, 1])
def test_groups_are_drawn_alike(level: int) -> None:
    pack = load_pack("countries_s3")
    levels = tuple(path.name for path in (pack.queries["valid"], pack.queries["train"]))
    problem = load_problem(replace(pack, curriculum=CurriculumConfig(levels=levels)))
    one, other = pair(problem, 32, seed=5, group_size=4)
    one.set_level(level)
    other.set_level(level)
    step_both(one, other, 15)
    for env in (one, other):
        env.set_level(1 - level)
    step_both(one, other, 15)

    assert one.success_by_level().keys() == {0, 1}


def tensor_env(n: int = 8, **options: Any) -> TensorDerivationEnv:
    """Countries on the device."""
    pack = load_pack("countries_s3")
    problem = load_problem(pack, replace(pack.env, engine="tensor"))
    return TensorDerivationEnv(problem, n, **options)


@pytest.mark.parametrize("with_candidates", [True, False])
def test_torchrl_accepts_it(with_candidates: bool) -> None:
    check_env_specs(tensor_env(with_candidates=with_candidates))


@pytest.mark.parametrize("group_size", [1, 4])
def test_it_goes_on_from_its_state(group_size: int) -> None:
    env = tensor_env(seed=1, group_size=group_size)
    generator = torch.Generator().manual_seed(0)
    frame = env.reset()
    for _ in range(7):
        _, frame = env.step_and_maybe_reset(
            frame.set("action", drawn(frame["action_mask"], generator))
        )
    saved, other = env.get_extra_state(), tensor_env(seed=1, group_size=group_size)
    other.set_extra_state(saved)
    same = other.reset()
    for _ in range(10):
        same_frames(frame, same)
        actions = drawn(frame["action_mask"], generator)
        before, frame = env.step_and_maybe_reset(frame.set("action", actions))
        after, same = other.step_and_maybe_reset(same.set("action", actions))
        same_frames(before["next"], after["next"])
    assert env.counters == other.counters


def test_a_masked_action_is_refused() -> None:
    env = tensor_env()
    frame = env.reset()
    frame["action"] = frame["action_mask"].int().argmin(1)

    with pytest.raises(EngineError, match=r"action \d+ of row 0 is masked"):
        env.step(frame)


def test_it_wants_the_engine_tensor_and_goals_in_pre_order() -> None:
    pack = load_pack("countries_s3")
    with pytest.raises(ConfigError, match="needs the engine tensor"):
        TensorDerivationEnv(load_problem(pack), 8)
    with pytest.raises(ConfigError, match="pre-order"):
        TensorDerivationEnv(load_problem(pack, replace(pack.env, engine="tensor", view="tree")), 8)


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


def metrics(run: Path) -> list[list[str]]:
    """The rows of metrics.csv without what depends on time."""
    rows = [line.split(",") for line in (run / "metrics.csv").read_text().splitlines()]
    kept = [i for i, name in enumerate(rows[0]) if "second" not in name]
    return [[row[i] for i in kept] for row in rows]


@pytest.mark.parametrize("algo", ["ppo", "grpo"])
def test_training_is_the_same_with_both_engines(
    algo: Literal["ppo", "grpo"], tmp_path: Path
) -> None:
    pack = load_pack("countries_s3")
    config = TrainConfig(
        n_envs=64, total_frames=4096, frames_per_batch=1024, device="cpu", algo=algo
    )
    for engine in ("prolog", "tensor"):
        problem = load_problem(pack, replace(pack.env, engine=engine))
        train(problem, config, tmp_path / engine)

    assert metrics(tmp_path / "tensor") == metrics(tmp_path / "prolog")
    assert len(metrics(tmp_path / "tensor")) == 5


@pytest.mark.cuda
def test_packs_are_played_alike_on_cuda() -> None:
    one = load_problem("family")
    other = load_problem(one.pack, replace(one.env_config, engine="tensor"))
    env = TensorDerivationEnv(other, 64, seed=3, device="cuda")
    step_both(DerivationEnv(one, 64, seed=3), env, 60)


@pytest.mark.cuda
def test_training_stays_on_the_device(tmp_path: Path) -> None:
    pack = load_pack("countries_s3")
    problem = load_problem(pack, replace(pack.env, engine="tensor"))
    config = TrainConfig(algo="ppo", total_frames=200_000, device="cuda")
    with Session(problem, resolve(config), tmp_path / "run") as run:
        run.iterate()
        with waits_refused():
            batch = next(run._batches)
        assert {value.device.type for value in batch.values(True, True)} == {"cuda"}
        while not run.is_finished:
            last = run.iterate()
    assert last["success"] > 0.8
