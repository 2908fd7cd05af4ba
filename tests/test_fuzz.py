"""A minute of the fuzzer, and the fuzzer itself: seeds, smaller cases, and what it notices."""

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rl.bridge import build
from tests.fuzz import run
from tests.fuzz.run import Worker, fuzz, sanitized_core, sanitizers, shrink
from tests.fuzz.targets import TARGETS

SHORT = {
    "loader": 30,
    "goals": 50,
    "proofs": 30,
    "checkpoints": 30,
    "border": 30,
    "searches": 10,
    "differential": 30,
}
"""Cases of each target: some seconds of CPU."""
needs_sanitizers = pytest.mark.skipif(not sanitizers(), reason="the compiler has no sanitizers")


@pytest.mark.parametrize("target", TARGETS)
def test_random_cases_find_nothing(target: str) -> None:
    n, failure = fuzz(target, "test", cases=SHORT[target])

    assert failure is None, str(failure)
    assert n == SHORT[target]


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_thousands_of_random_cases_find_nothing(target: str) -> None:
    _, failure = fuzz(target, "long", cases=40 * SHORT[target])

    assert failure is None, str(failure)


@pytest.mark.parametrize("target", TARGETS)
def test_a_seed_makes_the_same_case_again(target: str) -> None:
    make = TARGETS[target].make
    cases = [make(random.Random(f"seed/{i}")) for i in range(20)]

    assert cases == [make(random.Random(f"seed/{i}")) for i in range(20)]
    assert len({str(case) for case in cases}) > 10


def test_a_case_that_fails_is_made_smaller() -> None:
    def check(parts: list[str]) -> str:
        return "bad" if "b" in parts and "d" in parts else ""

    assert shrink(list("abcdefg"), "", check) == (["b", "d"], "bad")
    assert shrink(["a long part that is bad"], "", lambda p: "bad" if "bad" in p[0] else "")[0] == [
        "is bad"
    ]


def test_a_worker_that_ends_has_failed() -> None:
    with Worker("nothing") as worker:
        wrong, parts = worker.check("seed")

    assert "exit code 1" in wrong and "KeyError" in wrong and parts is None


def test_workers_are_replaced_and_the_cases_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that checks each case of nine, four of them for a worker."""
    asked: list[tuple[int, str]] = []

    def check(worker: Worker, case: str | list[str]) -> tuple[str, list[str] | None]:
        assert isinstance(case, str)
        asked.append((worker._started().pid, case))
        return "", []

    monkeypatch.setattr(run, "CASES_OF_A_WORKER", 4)
    monkeypatch.setattr(Worker, "check", check)
    assert fuzz("goals", "s", cases=9) == (9, None)

    assert [case for _, case in asked] == [f"s/{i}" for i in range(9)]
    pids = [pid for pid, _ in asked]
    assert [len(set(pids[i : i + 4])) for i in (0, 4, 8)] == [1, 1, 1] and len(set(pids)) == 3


OVERFLOWS = {
    "memory": "int read(int i) { int *p = malloc(40); int x = p[i]; free(p); return x; }",
    "arithmetic": "int read(int i) { return 2147483640 + i; }",
}


@needs_sanitizers
@pytest.mark.parametrize("kind", OVERFLOWS)
def test_an_error_in_c_ends_a_process_with_sanitizers(kind: str, tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text(f"#include <stdlib.h>\n{OVERFLOWS[kind]}\n")
    library = tmp_path / "bad.so"
    flags = [*build.SANITIZED, "-shared", "-fPIC"]
    subprocess.run(
        ["cc", *flags, str(tmp_path / "bad.c"), "-o", str(library)], check=True, timeout=600
    )
    code = f"import ctypes; print(ctypes.CDLL({str(library)!r}).read({{}}))"
    ended = [
        subprocess.run(
            [sys.executable, "-c", code.format(number)],
            env={"LD_PRELOAD": sanitizers(), "ASAN_OPTIONS": "detect_leaks=0"},
            capture_output=True,
            timeout=600,
        ).returncode
        for number in (5, 10)
    ]

    assert ended[0] == 0 and ended[1] != 0


TWO_POLICIES = """
import sys
from dataclasses import replace
from pathlib import Path
from symbolic_rl.bridge import build
build.library_path = lambda: Path(sys.argv[1])
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.search import AnswerIterator, LevinTreeSearch, Limits
from symbolic_rl.search.policy_order import PolicyOrder
settings = load_problem("countries_s3").env_config
for n_goals in (2, 60):
    problem = load_problem("countries_s3", replace(settings, n_goals=n_goals))
    policy = make_policy("comparing", PolicyShape.for_problem(problem), dim=8)
    program = problem.program
    engine = PrologEngine(program, problem.env_config, answers=True)
    space = PolicyOrder(policy, problem, program).space(engine, problem.queries("test")[0])
    print(AnswerIterator(LevinTreeSearch(space), Limits(max_inferences=200)).take(1).inferences > 1)
"""


@needs_sanitizers
def test_policies_of_different_views_guide_searches_one_after_the_other() -> None:
    options = "detect_leaks=0:use_sigaltstack=0"
    done = subprocess.run(
        [sys.executable, "-c", TWO_POLICIES, sanitized_core()],
        env={
            **os.environ,
            "LD_PRELOAD": sanitizers(),
            "ASAN_OPTIONS": options,
            "OMP_NUM_THREADS": "1",
        },
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=600,
    )

    assert (done.returncode, done.stdout) == (0, "True\nTrue\n"), done.stderr[:4000]
