"""GRPO: which frames form a group, what is skipped, what a step computes, and that it learns."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from tensordict import TensorDict
from torch import Tensor

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.torchrl import DerivationEnv
from symbolic_rl.learn.baselines import BASELINES, GroupReturns as Known
from symbolic_rl.learn.groups import Frames, GroupBuffer, Groups, Numbering
from symbolic_rl.policy import DerivationPolicy, MaskedCategorical, make_policy
from symbolic_rl.policy.open import load_policy
from symbolic_rl.training.grpo import GRPO
from symbolic_rl.training.session import Session
from symbolic_rl.training.train import train
from tests.problems import SYMBOL_HEADS
from tests.test_gradient_norms import BOUND
from tests.test_policy import observations, shape
from tests.test_train import CONFIG as TRAINING, PROGRAM, learning, write_pack

CONFIG = replace(TRAINING, algo="grpo", group_size=4, entropy_coeff=0.0)


@pytest.fixture(scope="module")
def problem(tmp_path_factory: pytest.TempPathFactory) -> Problem:
    return write_pack(tmp_path_factory.mktemp("pack"), PROGRAM)


# ---- groups


def test_all_derivations_of_a_group_are_of_one_query_whatever_the_level(problem: Problem) -> None:
    env, numbering = DerivationEnv(problem, 12, seed=3, group_size=4), Numbering(12, 4)
    td, asked, done = env.reset(), [], []
    for step in range(60):
        env.set_level(step // 30)
        asked.append(torch.from_numpy(env._rows.rows.query.copy()))
        stepped, td = env.step_and_maybe_reset(env.rand_action(td))
        done.append(stepped["next", "done"].squeeze(-1))
    parts = torch.split(torch.stack(done, 1), 7, dim=1)
    derivation = torch.cat([numbering.follow(part) for part in parts], 1)
    pairs = torch.stack([derivation // 4, torch.stack(asked, 1)], -1).flatten(0, 1).unique(dim=0)

    assert len(pairs[:, 0].unique()) == len(pairs), "a query for each group"
    assert len(pairs[:, 1].unique()) == 4, "of both levels"
    starts = {int(n) for row in derivation for n in row.unique()}
    assert len(starts) == 12 + int(torch.stack(done[:-1]).sum()), "each has a number of its own"


def test_groups_come_out_whole_and_in_order_over_several_batches() -> None:
    """Two teams of two rows; each frame carries its row and time."""
    done = torch.tensor(
        [
            [0, 1, 0, 0, 0, 0, 0, 1],  # 0: group 0, then 2 (with the second of row 1)
            [1, 0, 1, 0, 1, 0, 0, 0],
            [0, 0, 0, 0, 0, 0, 0, 0],
            [1, 1, 1, 1, 1, 1, 1, 1],  # waits for row 2, which never ends: only its own group
        ],
        dtype=torch.bool,
    )[..., None]
    frame = torch.arange(32).view(4, 8)
    policy = make_policy("clause", shape(), dim=8)
    seen = policy.batch(observations(shape(), 32)).small(policy.head.id_dtype)
    reward = done * torch.arange(32.0).view(4, 8, 1)
    after = TensorDict({"done": done, "episode_return": reward}, [4, 8])
    acted = {"action": frame, "action_log_prob": -frame.float()}
    batch = TensorDict({**acted, "next": after}, [4, 8])
    buffer, found = GroupBuffer(4, 2, gamma=0.5), []
    for part in torch.split(torch.arange(8), 3):
        # Observations lie step by step, as a collector packs them.
        n_frames, shown = 4 * len(part), seen.choose(frame[:, part].T.flatten())
        step_by_step = torch.arange(n_frames).view(-1, 4).T.flatten()
        groups = buffer.add(batch[:, part], shown, step_by_step)
        if groups is not None:
            found.append(groups)
    groups = Groups.concatenate(found)
    lists = [
        groups.frames.action[groups.trajectory == i].tolist() for i in range(groups.returns.numel())
    ]

    assert [0, 1] in lists and [8] in lists and lists.index([8]) == lists.index([0, 1]) + 1
    assert [9, 10] in lists and [2, 3, 4, 5, 6, 7] in lists
    assert [x for x in lists if x in ([25], [26])] == [[25], [26]]
    assert not any(frame in x for x in lists for frame in (24, 16, 13))
    lengths = torch.tensor([len(x) for x in lists])
    last = torch.tensor([float(x[-1]) for x in lists])
    assert torch.equal(groups.returns.flatten(), last * 0.5 ** (lengths - 1))
    assert sum(map(len, lists)) + buffer.n_open == 32
    assert torch.equal(groups.frames.behaviour, -groups.frames.action.float())
    shown = groups.frames.seen.choose(torch.arange(groups.n_frames)).tensors()
    for name, wanted in seen.choose(groups.frames.action).tensors().items():
        assert torch.equal(shown[name], wanted), name


# ---- a step


def rolled(policy: DerivationPolicy, n_groups: int = 6, size: int = 4) -> Groups:
    """Groups of ragged length over random observations, drawn by the policy."""
    torch.manual_seed(5)
    lengths = torch.randint(1, 6, (n_groups * size,))
    td = observations(shape(), int(lengths.sum()))
    with torch.no_grad():
        choice = MaskedCategorical(policy.evaluate(policy.batch(td))[0])
    action = choice.sample()
    frames = Frames(policy.batch(td), action, choice.log_prob(action))
    trajectory = torch.arange(len(lengths)).repeat_interleave(lengths)
    returns = (torch.rand(n_groups, size) < 0.5).float()
    returns[:, 0], returns[:, 1] = 1.0, 0.0  # none is level
    return Groups(frames, trajectory, returns, torch.arange(n_groups))


def grpo(name: str, **changes: Any) -> tuple[DerivationPolicy, GRPO]:
    settings = {"lr": 0.0, "epochs": 1, "minibatch_size": 10**6, "max_grad_norm": 1e9, **changes}
    config = replace(CONFIG, **settings)
    torch.manual_seed(0)
    policy = make_policy(name, shape(), dim=8).double()
    return policy, GRPO(policy, config)


def gradient(policy: DerivationPolicy) -> list[Tensor]:
    acting = [p for key, p in policy.head.named_parameters() if not key.startswith("value")]
    return [torch.zeros_like(p) if p.grad is None else p.grad.clone() for p in acting]


def expected_gradient(policy: DerivationPolicy, groups: Groups, baseline: str) -> list[Tensor]:
    """One derivation at a time: advantage times the gradient of its log-probability."""
    acting = [p for key, p in policy.head.named_parameters() if not key.startswith("value")]
    scores, weights, frame_weights = [], [], []
    lengths = torch.bincount(groups.trajectory)
    for i in range(len(lengths)):
        frames = (groups.trajectory == i).nonzero().squeeze(1)
        logits, _ = policy.evaluate(groups.frames.seen, frames)
        choice, action = MaskedCategorical(logits), groups.frames.action[frames]
        steps = choice.log_prob(action)
        rows = torch.autograd.grad(choice.log_prob(action).sum(), logits, retain_graph=True)
        frame_weights.append(rows[0].nan_to_num().square().sum(1))
        score = [
            torch.autograd.grad(step, acting, retain_graph=True, materialize_grads=True)
            for step in steps
        ]
        scores.append([torch.stack(each) for each in zip(*score, strict=True)])
        if BASELINES[baseline].needs == "gradients":
            weights.append(sum(g.sum(0).square().sum() for g in scores[-1]))
        else:
            weights.append(frame_weights[-1].sum())
    known = Known(
        groups.returns.double(),
        groups.trajectory,
        torch.stack([torch.as_tensor(w) for w in weights]).view_as(groups.returns),
        torch.cat(frame_weights),
    )
    advantages = BASELINES[baseline].advantages(known)
    total = [torch.zeros_like(p) for p in acting]
    for i, score in enumerate(scores):
        each = advantages[groups.trajectory == i]
        for place, steps in enumerate(score):
            total[place] -= torch.tensordot(each, steps, 1) / groups.n_frames
    return total


@pytest.mark.parametrize("name", SYMBOL_HEADS)
@pytest.mark.parametrize("baseline", BASELINES)
def test_first_step_is_the_sum_of_advantages_times_gradients(name: str, baseline: str) -> None:
    """Also if every group is there twice: copies of a derivation have its norm."""
    policy, algorithm = grpo(name, baseline=baseline)
    groups = rolled(policy)
    expected = expected_gradient(policy, groups, baseline)
    algorithm.update(Groups.concatenate([groups, groups]))
    for found, wanted in zip(gradient(policy), expected, strict=True):
        distance = float((found - wanted).norm())
        assert distance <= BOUND[torch.float64] * float(wanted.norm())


def test_frames_of_an_older_policy_are_weighted_up_to_a_bound() -> None:
    policy, algorithm = grpo("clause", baseline="rloo")
    groups = rolled(policy)
    algorithm.update(groups)
    plain = gradient(policy)
    groups.frames.behaviour -= 0.4  # each frame is e**0.4 times as probable now
    algorithm.update(groups)
    older = gradient(policy)
    groups.frames.behaviour -= 100.0
    algorithm.update(groups)

    for now, then, bounded in zip(plain, older, gradient(policy), strict=True):
        torch.testing.assert_close(then, now * round(np.exp(0.4) * 64) / 64, rtol=1e-5, atol=1e-9)
        torch.testing.assert_close(bounded, now * 2.0, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("epochs", [1, 4])
def test_ratios_are_clipped_from_the_second_epoch_on(epochs: int) -> None:
    policy, algorithm = grpo("clause", lr=0.05, epochs=epochs)
    assert (algorithm.update(rolled(policy))["clip_fraction"] > 0) == (epochs > 1)


def test_a_divergence_pulls_towards_the_reference() -> None:
    distances = []
    for coeff in (1e-6, 5.0):
        policy, algorithm = grpo("clause", lr=0.01, epochs=8, kl_coeff=coeff)
        before = [p.clone() for p in policy.parameters()]
        metrics = algorithm.update(rolled(policy))
        assert metrics["loss_kl"] > 0
        pairs = zip(policy.parameters(), before, strict=True)
        distances.append(sum(float((p - b).detach().square().sum()) for p, b in pairs))
        assert algorithm.reference is not None
        kept = zip(algorithm.reference.parameters(), before, strict=True)
        assert all(torch.equal(a, b) for a, b in kept)

    assert distances[1] < distances[0]


# ---- skipping


def test_batches_are_added_until_a_minibatch_is_full_up_to_a_bound(
    problem: Problem, tmp_path: Path
) -> None:
    config = replace(CONFIG, minibatch_size=10**6, total_frames=256 * 10)
    with Session(problem, resolve(config), tmp_path / "run") as session:
        rows = [dict(session.iterate()) for _ in range(10)]
    assert [row["steps"] > 0 for row in rows] == [False, False, False, False, True] * 2
    assert all(row["frames_learned"] > 0 for row in rows[4::5])


@pytest.mark.parametrize("baseline", ["group", "rloo", "eob_loo"])
def test_groups_that_all_failed_may_keep_their_entropy_bonus(baseline: str) -> None:
    """Nothing else of them is learned: with it entropy rises, without it they are skipped."""
    changes = {"baseline": baseline, "entropy_coeff": 0.1, "lr": 0.01, "epochs": 4}
    policy, algorithm = grpo("clause", keep_failed=True, **changes)
    failed = rolled(policy)
    failed = replace(failed, returns=torch.zeros_like(failed.returns))
    counts = algorithm._select(failed)
    (kept,) = algorithm._waiting
    before = algorithm.update(kept)
    after = algorithm.update(kept)
    _, skipping = grpo("clause", **changes)
    skipping._select(failed)
    solved = replace(failed, returns=torch.ones_like(failed.returns))
    algorithm._select(solved)

    assert counts["groups_skipped"] == counts["groups_all_failed"] == len(kept)
    assert after["entropy"] > before["entropy"]
    assert before["loss_objective"] == 0
    assert not skipping._waiting and len(algorithm._waiting) == 1


# ---- whole runs


def test_a_run_learns_to_prove(problem: Problem, tmp_path: Path) -> None:
    settings = {"policy": "resolvent", "baseline": "eob_loo", "lr": 3e-3, "entropy_coeff": 0.2}
    settings |= {"n_envs": 32, "frames_per_batch": 512, "group_size": 8, "total_frames": 512 * 40}
    config = replace(CONFIG, **settings)  # type: ignore[arg-type]
    train(problem, config, tmp_path / "run")
    policy = load_policy(tmp_path / "run", problem)
    env = DerivationEnv(problem, 2, split="test", with_candidates=policy.shown)
    ends = env.rollout(40, policy, break_when_any_done=False)["next"]
    assert ends["episode_return"][ends["done"]].mean() == 1


@pytest.mark.parametrize("changes", [{}, {"baseline": "eob_loo", "kl_coeff": 0.01}])
def test_a_stopped_run_goes_on_as_if_it_had_not_been(
    problem: Problem, tmp_path: Path, changes: dict[str, Any]
) -> None:
    config = replace(CONFIG, minibatch_size=96, total_frames=256 * 6, **changes)
    train(problem, config, tmp_path / "whole")
    with Session(problem, resolve(config), tmp_path / "run") as session:
        for _ in range(3):
            session.iterate()
        session.checkpoint()
    train(problem, config, tmp_path / "run", resume=True)
    assert learning(tmp_path / "run") == learning(tmp_path / "whole")


def test_settings_that_make_no_groups_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"multiple of group_size=5(.|\n)*--n-envs 15"):
        replace(CONFIG, group_size=5)
    with pytest.raises(ConfigError, match="at least 2"):
        replace(CONFIG, group_size=1)
    with pytest.raises(ConfigError, match="more than"):
        replace(CONFIG, n_threads=5)
    assert replace(CONFIG, algo="ppo", group_size=5).rows_per_query == 1
