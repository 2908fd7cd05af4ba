"""Tests that start Ray, in a process of their own: its threads live on after ``ray.shutdown``.

python -m pytest tests/test_ray.py
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import OF_RAY

TESTS = Path(__file__).parent
FILES = ("test_collectors.py", "test_training_searches.py")


@pytest.mark.parametrize(
    ("which", "count"), [("not slow", 4), pytest.param("slow", 1, marks=pytest.mark.slow)]
)
def test_collectors_and_searches_in_ray(
    which: str, count: int, pytestconfig: pytest.Config
) -> None:
    pytest.importorskip("ray")
    ignored = ("ResourceWarning", "DeprecationWarning", "FutureWarning")
    command = [
        *(sys.executable, "-m", "pytest", "-m", f"ray and {which}", "-n", "0", "-p"),
        *("no:cacheprovider", "-c", str(pytestconfig.inipath)),
        *(option for name in ignored for option in ("-W", f"ignore::{name}")),
        *(str(TESTS / name) for name in FILES),
    ]

    done = subprocess.run(
        command,
        cwd=pytestconfig.rootpath,
        env={**os.environ, OF_RAY: "1"},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0 and f"{count} passed" in done.stdout, done.stdout + done.stderr


def test_actors_have_more_than_the_minute_that_torchrl_gives_them_to_meet() -> None:
    code = (
        "from torchrl.weight_update import _ray; before = _ray._DIST_TIMEOUT; "
        "from symbolic_rl.collectors.ray import MEETING; assert before < MEETING"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
