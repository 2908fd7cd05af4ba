"""Environments of TorchRL in tests: played at random, and compared frame by frame."""

from typing import Any

import torch
from tensordict import TensorDict, TensorDictBase
from torchrl.envs import EnvBase

from symbolic_rl.envs.torchrl import DerivationEnv


def same_frames(one: TensorDictBase, other: TensorDictBase) -> None:
    """Assert that every tensor is the same."""
    keys = set(one.keys(True, True))
    assert keys == set(other.keys(True, True))
    for key in keys:
        assert one[key].dtype == other[key].dtype, key
        assert torch.equal(one[key], other[key].cpu()), key


def unrolled(env: EnvBase, n_steps: int, seed: int = 0) -> TensorDict:
    """What random legal play sees [T, N], restarts included."""
    torch.manual_seed(seed)
    td, seen = env.reset(), []
    for _ in range(n_steps):
        stepped, td = env.step_and_maybe_reset(env.rand_action(td))
        seen.append(stepped.clone())
    return torch.stack(seen)


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
