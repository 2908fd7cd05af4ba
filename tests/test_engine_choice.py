"""Which engine a program gets, and what an entry of the registry is enough for."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, NotFlatError
from symbolic_rl.engine import (
    ENGINES,
    TENSOR_ROWS,
    Capabilities,
    EngineEntry,
    Expansion,
    make_engine,
)
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.program import Program
from symbolic_rl.search import find
from symbolic_rl.search.base import Space
from tests.playing import arrays, random_actions, same
from tests.problems import make_derivations, make_problem, make_program, roots
from tests.test_tensor_engine import NEGATION, walk

FLAT = "p(a).\np(b).\nq(X) :- p(X)."


def test_tensor_is_taken_as_asked(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, FLAT, "query(q(X)).", engine="tensor")

    assert isinstance(problem.engine, TensorEngine)
    assert problem.env_config.engine == "tensor"


def test_tensor_refuses_function_symbols_by_name(tmp_path: Path) -> None:
    with pytest.raises(NotFlatError, match=r"p/1: it has the function symbol s/1"):
        make_problem(tmp_path, "p(s(X)) :- p(X).\np(a).", "query(p(X)).", engine="tensor")


def test_auto_takes_prolog_on_the_cpu_and_says_why(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, FLAT, "query(q(X)).", engine="auto")

    assert isinstance(problem.engine, PrologEngine)
    assert (problem.env_config.engine, problem.why_engine) == (
        "prolog",
        "the fastest one on the CPU",
    )


def test_auto_takes_tensor_for_many_rows_of_flat_programs_on_cuda() -> None:
    """A step there costs the same for few rows and for many: its launches."""
    flat = load_problem("countries_s3", EnvConfig(engine="auto"), device="cuda", rows=TENSOR_ROWS)
    few = load_problem("countries_s3", EnvConfig(engine="auto"), device="cuda", rows=256)
    other = load_problem("robinson", EnvConfig(engine="auto"), device="cuda", rows=TENSOR_ROWS)

    assert isinstance(flat.engine, TensorEngine) and "CUDA" in flat.why_engine
    assert isinstance(few.engine, PrologEngine) and "fewer than 4,096 rows" in few.why_engine
    assert isinstance(other.engine, PrologEngine) and "function symbol" in other.why_engine


def test_a_program_is_read_once_however_many_engines_are_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = []

    def reading(*args: Any, **options: Any) -> Program:
        read.append(args)
        return Program(*args, **options)

    monkeypatch.setattr("symbolic_rl.engine.Program", reading)
    problem = load_problem("robinson", EnvConfig(engine="auto"), device="cuda", rows=TENSOR_ROWS)

    assert isinstance(problem.engine, PrologEngine) and len(read) == 1


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_every_engine_expands_function_free_programs_alike(name: str, tmp_path: Path) -> None:
    program = make_program(tmp_path, NEGATION, "p(N, X)", "p(X, a)")
    engine = make_engine(program, EnvConfig(engine=name))
    states, given = roots(program, answers=False), {"answers": False, "n": 6, "engine": engine}

    assert sum(walk(program, states, Random(seed), **given) for seed in range(10)) > 40


class Toy:
    """An engine of somebody else."""

    capabilities = Capabilities()

    def __init__(self, program: Program, config: EnvConfig) -> None:
        self.inner = make_engine(program, replace(config, engine="prolog"))
        self.vocabulary = program.vocabulary

    def expand(self, *states: Any, **options: Any) -> Expansion:
        return self.inner.expand(*states, **options)


def test_a_new_engine_is_one_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ENGINES, "toy", EngineEntry("somebody's", Toy))
    query = "query(q(X))."
    one = make_problem(tmp_path / "one", FLAT, query, engine="toy")
    other = make_problem(tmp_path / "other", FLAT, query, engine="prolog")
    assert isinstance(one.engine, Toy) and isinstance(one.in_c, PrologEngine)
    rows, others, random = make_derivations(one, 4), make_derivations(other, 4), Random(0)
    for _ in range(6):
        actions = random_actions(rows, random)
        same(arrays(*rows.step(actions)), arrays(*others.step(actions)))
    with pytest.raises(ConfigError, match="needs the engine prolog"):
        find("depth-first", Space(one.engine, one.queries("train")[0]))
    with pytest.raises(ConfigError, match=r"toy \(somebody's\)"):
        make_problem(tmp_path, FLAT, "query(q(X)).", engine="toi")


WITHOUT_PROLOG = """
import sys
sys.modules["pyswip"] = None  # as on a machine where it cannot find the library
from symbolic_rl.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


def test_without_prolog_the_missing_program_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_PROLOG, "train", "--env", "countries_s3"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)

    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "SWI-Prolog is not installed" in done.stderr
