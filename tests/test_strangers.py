"""The packs of ``bench/strangers``: no settings, no leaks, the same bytes, every query provable."""

import re
import runpy
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.evaluation.check import find_leaks
from symbolic_rl.program.pack import load_pack
from tests.oracle import SWIPL

FILES = ("train.pl", "test.pl", "test_larger.pl")
NAMES = ("keys", "lisp", "roads", "hilbert", "countdown", "algebra", "jobs", "miu", "english")
NAMES += ("captures", "codegen", "doctor")  # their conditions and cuts are sub-proofs

ASK = """\
ask(Number, Goal) :-
    (   catch(call_with_inference_limit(once(Goal), 1000000, Ended), _, fail),
        Ended \\== inference_limit_exceeded
    ->  true
    ;   format("~w~n", [Number])
    ).
"""


@pytest.fixture
def strangers(checkout: Path) -> Path:
    return checkout / "bench" / "strangers"


def answered(file: Path) -> list[str]:
    goals = []
    for line in file.read_text("ascii").splitlines():
        goal, found, answer = line.removeprefix("query(").partition(").  % ")
        if found:
            asked, n_places = re.subn(r"\b_\b", answer, goal)
            assert n_places == 1
            goals.append(asked)
    return goals


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=[pytest.mark.slow] * (n == "captures")) for n in NAMES]
)
def test_a_stranger_made_anew_has_the_same_bytes(
    strangers: Path, name: str, tmp_path: Path
) -> None:
    make: Callable[[str, Path], None] = runpy.run_path(str(strangers / "make.py"))["make"]

    make(name, tmp_path)

    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made.keys() >= set(FILES)
    assert made == {file: (strangers / name / file).read_bytes() for file in made}
    assert {path.parent.name for path in strangers.glob("*/env.toml")} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_swi_prolog_confirms_every_answer(strangers: Path, name: str, tmp_path: Path) -> None:
    goals = [goal for file in FILES for goal in answered(strangers / name / file)]
    asked = "".join(f":- ask({i}, ({goal})).\n" for i, goal in enumerate(goals))
    script = tmp_path / "ask.pl"
    script.write_text(f":- include('{strangers / name / 'program.pl'}').\n{ASK}{asked}")

    command = [*SWIPL, "--on-error=status", "-g", "halt", str(script)]
    done = subprocess.run(command, capture_output=True, text=True)

    assert len(goals) == 600 == len(set(goals))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("name", NAMES)
def test_no_test_query_of_a_stranger_stands_in_training(strangers: Path, name: str) -> None:
    pack = load_pack(strangers / name)
    larger = {"test_larger": strangers / name / "test_larger.pl"}
    problem = load_problem(replace(pack, queries={**pack.queries, **larger}))
    assert [find_leaks(problem, split) for split in ("test", "test_larger")] == [(), ()]
