"""A minute of the fuzzer, and the fuzzer itself: seeds, smaller cases, and what it notices."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from symbolic_rl.bridge import build
from tests.fuzz.run import Worker, fuzz, sanitizers, shrink
from tests.fuzz.targets import TARGETS
from tests.processes import ran

SHORT = {
    **dict.fromkeys(("loader", "checkpoints", "border"), 30),
    **{"goals": 50, "searches": 10, "whole": 60, "shapes": 3},
}
"""Cases of each target: some seconds of CPU."""
needs_sanitizers = pytest.mark.skipif(not sanitizers(), reason="the compiler has no sanitizers")


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with Worker() as made:
        yield made


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    ("seed", "times"), [("test", 1), pytest.param("long", 40, marks=pytest.mark.slow)]
)
def test_random_cases_find_nothing(target: str, seed: str, times: int, worker: Worker) -> None:
    done = fuzz(worker, target, seed, cases=times * SHORT[target])
    assert not done.failures, str(done.failures[0])
    assert done.n == times * SHORT[target] == done.kinds.total()


@pytest.mark.parametrize("target", TARGETS)
def test_a_seed_makes_the_same_case_again(target: str) -> None:
    once, again = ([TARGETS[target].make(Random(f"s/{i}")) for i in range(20)] for _ in range(2))
    assert once == again and len({str(case) for case in once}) > 10


@pytest.mark.parametrize("meaning", ["codes", "chars", "atom"])
def test_texts_become_terms_by_the_flags_of_the_program(meaning: str, tmp_path: Path) -> None:
    parts = [
        f":- set_prolog_flag(double_quotes, {meaning}).",
        "p(X) :- term_to_atom(X, 'f(\"ab\")').",
        "?- p(X), term_string(Y, 'g(\"a\")'), read_term_from_atom('\"ab\"', Z, [])",
    ]
    assert TARGETS["whole"].check(parts, tmp_path) == "complete there, complete here"


@pytest.mark.parametrize(
    "parts",
    [
        ["?- min_member(V, [Z, b, V])"],
        ["q(a).", "p(b, X) :- ( Y ===> X ).", "?- p(a, Y)"],
        [
            "p(X) :- q(X, Y), write(Y).",
            "q(X, a). q(X, Y) :- member(Y, [b|_]), Y == a. q(X, c).",
            "?- p(X)",
        ],
        ["d_p(X, X).", "?- aggregate_all(max(Y), clause(d_p(f(X), X), _), W)"],
    ],
    ids=["order of variables", "syntax error", "output behind a loop", "a head with a cycle"],
)
def test_what_prolog_leaves_open_is_no_failure(parts: list[str], tmp_path: Path) -> None:
    verdict = TARGETS["whole"].check([*parts, '% {"searches": ["breadth-first"]}'], tmp_path)
    assert verdict in ("complete there, complete here", "long there, complete here")


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ("when(?=(V, {f(W)}), X = 1), W = V", "there with a watchful when/2"),
        ("W = V, when(?=(V, {f(W)}), X = 1)", "there"),
        ("when(?=(V, {f(W)}), X = 1), W = 2", "there"),
    ],
)
def test_a_condition_that_a_cycle_decides_is_compared(
    body: str, where: str, tmp_path: Path
) -> None:
    verdict = TARGETS["whole"].check([f"p(X) :- {body}.", "?- p(X)"], tmp_path)
    assert verdict == f"complete {where}, complete here"


FEATURES = {
    "cuts behind own goals": r":- .*\b[efpw]\d?\(.*, !",
    "conditions in conditions": r"\( [^;]*\b[efpw]\d?\([^;]*-> [^;]*\b[efpw]\d?\([^;]*->",
    "soft cuts": r"\*->",
    "setof/3 and bagof/3 with ^": r"(setof|bagof)\([^,]*, [^,]*\^",
    "aggregates": r"aggregate",
    "goals known at run time": r"\bG = |call\(G|=\.\.",
    "closures known at run time": r"\bC = |call\(C",
    "lambdas": r">>",
    "lambdas with / and global variables": r"\}/\[",
    **{
        f"{name}/2": rf"\b{name}\("
        for name in ("dif", "freeze", "when", "catch", "throw", "clause")
    },
    "output": r"\b(write|print|writeln|writeq|format)\(|\bnl\b",
    "output as text": r"with_output_to|format\((atom|string)",
    "rules with =>": r" => ",
    "grammar rules": r" --> ",
    "modules": r":- (use_module\(m|use_module\('./m.pl|ensure_loaded\(m)",
    "qualified goals": r"\bm:",
    "other files": r":- (\[part|consult|ensure_loaded\(part|load_files)",
    "included files": r":- include\(part",
    "reif": r"\b(if_|tfilter|tpartition|memberd_t|tmember)\(",
    "tables": r":- table",
}


def test_whole_programs_have_every_feature() -> None:
    texts = [TARGETS["whole"].make(Random(f"s/{i}")) for i in range(500)]
    counts = {
        name: sum(any(re.search(feature, part) for part in parts) for parts in texts)
        for name, feature in FEATURES.items()
    }
    assert min(counts.values()) >= 30, counts


def test_a_case_that_fails_is_made_smaller() -> None:
    def check(parts: list[str]) -> str:
        return "bad" if "b" in parts and "d" in parts else ""

    assert shrink(list("abcdefg"), "", check) == (["b", "d"], "bad")
    shorter, _ = shrink(["a long part that is bad"], "", lambda p: "bad" * ("bad" in p[0]))
    assert shorter == ["is bad"]


def test_a_worker_that_ends_has_failed(worker: Worker) -> None:
    wrong, parts, _ = worker.check("nothing", "seed")
    assert "exit code 1" in wrong and "KeyError" in wrong and parts is None


OVERFLOWS = {
    "memory": "int read(int i) { int *p = malloc(40); int x = p[i]; free(p); return x; }",
    "arithmetic": "int read(int i) { return 2147483640 + i; }",
}


def sanitized(code: str, *args: str) -> "subprocess.CompletedProcess[str]":
    checks = {"ASAN_OPTIONS": "detect_leaks=0:use_sigaltstack=0", "OMP_NUM_THREADS": "1"}
    environment = {**os.environ, "LD_PRELOAD": sanitizers(), **checks}
    return ran(sys.executable, "-c", code, *args, env=environment, cwd=Path(__file__).parents[1])


@needs_sanitizers
@pytest.mark.parametrize("kind", OVERFLOWS)
def test_an_error_in_c_ends_a_process_with_sanitizers(kind: str, tmp_path: Path) -> None:
    source, library = tmp_path / "bad.c", tmp_path / "bad.so"
    source.write_text(f"#include <stdlib.h>\n{OVERFLOWS[kind]}\n")
    flags = [*build.SANITIZED, "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, str(source), "-o", str(library)], check=True, timeout=600)
    code = f"import ctypes; print(ctypes.CDLL({str(library)!r}).read({{}}))"
    assert sanitized(code.format(5)).returncode == 0 != sanitized(code.format(10)).returncode
