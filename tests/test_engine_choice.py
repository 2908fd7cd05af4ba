"""Which engine a program gets."""

from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine import TENSOR_ROWS
from tests.problems import make_problem

FLAT = "p(a).\np(b).\nq(X) :- p(X)."


def test_tensor_is_taken_as_asked(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, FLAT, "query(q(X)).", engine="tensor")
    assert problem.tables is not None
    assert (problem.env_config.engine, problem.why_engine) == ("tensor", "as set")


@pytest.mark.parametrize(
    ("name", "device", "rows", "engine", "why"),
    [
        ("countries_s3", "cpu", TENSOR_ROWS, "prolog", "the fastest one on the CPU"),
        ("countries_s3", "cuda", 256, "prolog", "fewer than 4,096 rows"),
        ("countries_s3", "cuda", TENSOR_ROWS, "tensor", "on CUDA"),
        ("robinson", "cuda", TENSOR_ROWS, "prolog", "function symbol"),
    ],
)
def test_auto_goes_by_device_rows_and_program(
    name: str, device: str, rows: int, engine: str, why: str
) -> None:
    """A step on CUDA costs the same for few rows and for many: its launches."""
    problem = load_problem(name, EnvConfig(engine="auto"), device=device, rows=rows)
    assert problem.env_config.engine == engine and why in problem.why_engine
    assert (problem.tables is not None) == (engine == "tensor")


def test_an_unknown_engine_is_named_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="did you mean 'prolog'"):
        make_problem(tmp_path, FLAT, "query(q(X)).", engine="prolgo")
