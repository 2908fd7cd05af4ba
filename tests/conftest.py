"""Fixtures and settings that all tests share."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

Run = Callable[..., "subprocess.CompletedProcess[str]"]
"""Type of the fixture ``command``."""

# The same examples on every run: a failure in CI is a failure here. Thousands of fresh ones:
# HYPOTHESIS_PROFILE=explore make test-full
settings.register_profile(
    "repeatable",
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.register_profile("explore", settings.get_profile("repeatable"), derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The repository root; the tests that need it are skipped away from the checkout."""
    root = Path(__file__).resolve().parent.parent
    if not (root / "symbolic_rl").is_dir():
        pytest.skip("needs the checkout")
    return root


@pytest.fixture
def command(tmp_path: Path) -> Run:
    """Runs ``symbolic-rl ARGS`` in a process of its own, away from the checkout, without stdin."""

    def run(*args: str, timeout_s: float = 60) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "symbolic_rl", *args],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=timeout_s,
        )

    return run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip the tests marked ``cuda`` where there is no CUDA device."""
    wanting = [item for item in items if "cuda" in item.keywords]
    if not wanting:
        return  # without importing torch
    import torch

    if not torch.cuda.is_available():
        for item in wanting:
            item.add_marker(pytest.mark.skip(reason="needs a CUDA device"))
