"""What is saved, as it comes back."""

import io
from pathlib import Path
from typing import Any

import torch

from symbolic_rl.derivations.problem import Problem
from symbolic_rl.policy.open import load_policy


def through_a_file(state: object) -> Any:
    """Saved and loaded without executable content."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    buffer.seek(0)
    return torch.load(buffer, weights_only=True)


def have_the_same_weights(problem: Problem, *runs: Path) -> bool:
    """Whether the policies of two runs are the same, bit for bit."""
    one, other = (load_policy(run, problem).state_dict().values() for run in runs)
    return all(torch.equal(a, b) for a, b in zip(one, other, strict=True))
