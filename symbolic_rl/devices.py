"""Where torch computes, and the state of its random numbers there."""

from typing import Any

import torch


def resolve_device(name: str) -> torch.device:
    """Return the device that a setting means; ``auto`` is CUDA where there is one."""
    if name == "auto":
        name = "cuda" if torch.cuda.is_available() else "cpu"
    return torch.device(name)


def random_state() -> dict[str, Any]:
    """Return the state of torch's random numbers on all devices."""
    state: dict[str, Any] = {"cpu": torch.get_rng_state()}
    if torch.cuda.is_available():
        state["cuda"] = torch.cuda.get_rng_state_all()
    return state


def set_random_state(state: dict[str, Any]) -> None:
    """Go on from :func:`random_state`; other devices than then keep what they have."""
    torch.set_rng_state(state["cpu"])
    if torch.cuda.is_available() and len(state.get("cuda", ())) == torch.cuda.device_count():
        torch.cuda.set_rng_state_all(state["cuda"])
