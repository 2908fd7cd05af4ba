"""Tests that start Ray, in a process of their own: its threads live on after ``ray.shutdown``.

python -m pytest tests/test_ray.py
"""

import os
import sys
from pathlib import Path

import pytest

from tests.conftest import OF_RAY
from tests.processes import ran

TESTS = Path(__file__).parent
FILES = ("test_collectors.py", "test_programs.py", "test_training_searches.py")


@pytest.mark.parametrize(
    ("marks", "n"),
    [("ray and not slow", 2), pytest.param("ray and slow", 4, marks=pytest.mark.slow)],
)
def test_collectors_and_searches_in_ray(marks: str, n: int, pytestconfig: pytest.Config) -> None:
    pytest.importorskip("ray")
    ignored = ("ResourceWarning", "DeprecationWarning", "FutureWarning")
    command = [
        *(sys.executable, "-m", "pytest", "-m", marks, "-n", "0", "-p"),
        *("no:cacheprovider", "-c", str(pytestconfig.inipath)),
        *(option for name in ignored for option in ("-W", f"ignore::{name}")),
        *(str(TESTS / name) for name in FILES),
    ]

    environment = {**os.environ, OF_RAY: "1"}
    done = ran(*command, cwd=pytestconfig.rootpath, env=environment, timeout=None)

    assert done.returncode == 0 and f"{n} passed" in done.stdout, done.stdout + done.stderr
