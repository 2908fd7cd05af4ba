"""Steps of the environment on a device that are captured as a graph, on a pretended device.

A replay there runs what was recorded, on the same memory (:mod:`tests.pretend_graph`): frames are
equal only if nothing that changes was read by Python while it was captured.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
import torch
from hypothesis import Phase, given, settings
from torch import Tensor

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import EngineError
from symbolic_rl.collectors import make_collector, resolve
from symbolic_rl.derivations.on_device import windows
from symbolic_rl.derivations.on_device.fixed import FixedStep
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine.tensor import states as bounds
from symbolic_rl.envs import captured
from symbolic_rl.envs.captured import CapturedCall
from symbolic_rl.envs.mdp_on_device import MdpTensorEnv
from symbolic_rl.envs.on_device import TensorDerivationEnv
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.policy import PolicyShape, actor, make_policy
from tests.flat_strategies import flat_programs
from tests.frames import step_both
from tests.pretend_cuda import Log, inner, pretended_cuda
from tests.problems import countries_with_levels, make_problem, problem_of
from tests.strategies import Case
from tests.test_mdp_on_device import DRAWS, STARTS
from tests.test_tensor_env import SETTINGS, problem_of_case


@pytest.fixture(autouse=True)
def _few_steps_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(captured, "STEPS_SEEN", 3)


def on_device(problem: Problem | str, n: int, **options: Any) -> TensorDerivationEnv:
    """The environment of a problem on the pretended device."""
    if isinstance(problem, str):
        problem = problem_of(problem, "tensor")
    else:
        problem = load_problem(problem.pack, replace(problem.env_config, engine="tensor"))
    return TensorDerivationEnv(problem, n, device="cuda", **options)


# ---- graphs of the pretended device


def test_a_replay_runs_what_was_captured_on_the_same_memory(log: Log) -> None:
    x, n = torch.ones(4, device="cuda"), torch.zeros((), device="cuda")
    runs = []

    def function() -> Tensor:
        runs.append(1)
        n.add_(1)
        return (x * len(runs))[1:].sum() + n

    call = CapturedCall(function, [n])
    assert inner(n) == 0 and len(runs) == 2
    x.fill_(3)
    log.clear()

    assert inner(call()) == 3 * 3 * 2 + 1, "the number of runs is what it was in the capture"
    assert inner(call()) == 3 * 3 * 2 + 2 and len(runs) == 2
    assert log.launches == {"graph": 2} and log.replayed == 8 and not log.waits


# ---- the environment


@pytest.mark.parametrize(
    ("name", "pairs"),
    [("countries_s3", 2**28), pytest.param("family", 0, marks=pytest.mark.slow)],
)
def test_packs_are_played_as_by_prolog(
    log: Log, name: str, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hashes are compared pair by pair, or sorted where the pairs would be too many."""
    monkeypatch.setattr(windows, "_MOST_PAIRS", pairs)
    env = on_device(name, 64, seed=3)
    step_both(DerivationEnv(problem_of(name), 64, seed=3), env, 14, whole=True)
    assert env.n_captured >= 1 and env.is_ready


@settings(max_examples=3, phases=[Phase.generate])
@given(case=flat_programs(), chosen=SETTINGS)
def test_random_programs_are_played_as_by_prolog(
    case: Case, chosen: dict[str, Any], tmp_path: Path
) -> None:
    problem = problem_of_case(case, chosen, tmp_path)
    with_candidates = chosen["n_goals"] != 2
    with pretended_cuda(), patch.object(captured, "STEPS_SEEN", 2):
        env = on_device(problem, 12, with_candidates=with_candidates)
        one = DerivationEnv(problem, 12, with_candidates=with_candidates)
        step_both(one, env, 6, whole=True)
        step_both(one, env, 2, whole=False)  # steps that are not captured, in between
        step_both(one, env, 2, whole=True)
        assert env.n_redone <= 5, "room grows"


def test_steps_without_room_are_played_again(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "SLACK", 0.25)
    env = on_device("family", 128, seed=3)
    step_both(DerivationEnv(problem_of("family"), 128, seed=3), env, 6, whole=True)
    assert env.n_redone == 3 and env.n_captured == 3, "each of them, and captured anew"


@pytest.mark.parametrize("group_size", [1, 4])
def test_levels_and_groups_are_drawn_alike(log: Log, group_size: int) -> None:
    problem = countries_with_levels()
    one = DerivationEnv(problem, 32, seed=5, group_size=group_size)
    other = on_device(problem, 32, seed=5, group_size=group_size)
    for level in (0, 1):
        for env in (one, other):
            env.set_level(level)
        step_both(one, other, 7, whole=True)
    assert other.n_captured == 2, "a graph keeps the level"
    assert one.success_by_level().keys() == {0, 1}


def test_a_masked_action_is_refused(log: Log) -> None:
    env = on_device("countries_s3", 4)
    frame = env.reset()
    for _ in range(5):
        env.rand_action(frame)
        _, frame = env.step_and_maybe_reset(frame)
    assert env.is_ready and env.n_captured
    good = frame["action_mask"].int().argmax(1)
    frame["action"] = (~frame["action_mask"]).int().argmax(1)
    with pytest.raises(EngineError, match="masked"):
        env.step_and_maybe_reset(frame)
    before = env.inferences
    env.step_and_maybe_reset(frame.set("action", good))
    assert env.inferences >= before + 4 and env.n_redone == 0, "the rows are where they were"


def test_what_cannot_be_captured_is_played_freely(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = FixedStep.play

    def looks(self: FixedStep, rows: Any, pool: Any, moves: Tensor, actions: Tensor) -> None:
        assert moves.any()
        play(self, rows, pool, moves, actions)

    monkeypatch.setattr(FixedStep, "play", looks)
    env = on_device("countries_s3", 16, seed=3)
    with pytest.warns(RuntimeWarning, match="captured as a CUDA graph, going on without"):
        step_both(DerivationEnv(problem_of("countries_s3"), 16, seed=3), env, 6, whole=True)

    assert not env.captures and not env.n_captured


@pytest.mark.parametrize("group_size", [1, 4])
def test_steps_of_a_process_are_captured(log: Log, tmp_path: Path, group_size: int) -> None:
    problem = make_problem(tmp_path, DRAWS, STARTS, kind="mdp")
    options = {"seed": 3, "group_size": group_size}
    held = load_problem(problem.pack, replace(problem.env_config, engine="tensor"))
    env = MdpTensorEnv(held, 16, device="cuda", **options)
    step_both(DerivationEnv(problem, 16, **options), env, 20)
    frame = env.rand_action(env.reset())
    log.clear()
    env.step_and_maybe_reset(frame)

    assert env.n_captured == 1 and log.launches.total() <= 40
    assert not log.waits and not log.fetches and not log.pageable


# ---- rollouts


def rollouts(
    name: str, head: str, n: int, steps: int, n_rollouts: int, log: Log | None,
    *, is_settled: bool = False,
) -> Any:  # fmt: skip
    """Rollouts with a policy, their figures, and the counts of the last one.

    Some more for ``is_settled``, until there was room for one, and none was captured in it.
    """
    problem = problem_of(name, "tensor")
    torch.manual_seed(0)
    policy = make_policy(head, PolicyShape.for_problem(problem), dim=8)
    policy = policy.to("cpu" if log is None else "cuda")
    config = TrainConfig(algo="ppo", n_envs=n, frames_per_batch=n * steps, minibatch_size=n, dim=8)
    collector: Any = make_collector(problem, policy, resolve(config))
    torch.manual_seed(1)
    batches, found = iter(collector), []
    env: Any = collector.env
    before, left = -1, n_rollouts
    while left > 0 or (is_settled and env.n_redone + env.n_captured != before):
        left, before = left - 1, env.n_redone + env.n_captured if is_settled else 0
        if log is not None:
            log.clear()
        batch = next(batches)
        arrays = {key: inner(batch[key]).clone() for key in batch.keys(True, True)}
        found.append((arrays, collector.metrics.counters, collector.metrics.inferences))
    collector.shutdown()
    return found, {} if log is None else log.metrics(), env


@pytest.mark.parametrize(("name", "n"), [("family", 64), ("countries_s3", 1024)])
def test_a_rollout_waits_once_and_a_step_launches_few(log: Log, name: str, n: int) -> None:
    steps = 8 if n == 64 else 3
    _, counts, env = rollouts(name, "resolvent", n, steps, 3, log, is_settled=True)
    assert env.n_captured and counts["replayed"] and env.n_redone <= 3
    assert counts["launches"] <= 150 * steps and counts["replayed"] <= 1800 * steps
    assert counts["fetches"] == 1, "figures of the rollout included"
    assert not counts["waits"] and not counts["pageable"] and not counts["uploads"]


@pytest.mark.parametrize(
    ("head", "n", "too_small"),
    [("resolvent", 16, None), ("comparing", 16, None), ("resolvent", 64, actor),
     pytest.param("resolvent", 64, bounds, marks=pytest.mark.slow)],
)  # fmt: skip
def test_rollouts_are_those_of_the_cpu_also_where_room_is_made_for_environment_or_policy(
    head: str, n: int, too_small: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _, _ = rollouts("countries_s3", head, n, 4, 4, None)
    if too_small:
        monkeypatch.setattr(too_small, "SLACK", 0.25)
    with pretended_cuda() as log:
        there, counts, env = rollouts("countries_s3", head, n, 4, 4, log)

    torch.testing.assert_close(there, here, rtol=1e-5, atol=1e-5)
    if too_small:
        assert env.n_redone >= 2, "all but the first one, whose sizes are noted"
    else:
        assert env.n_captured == 1 and counts["launches"] <= 150 * 4 and counts["fetches"] == 1
