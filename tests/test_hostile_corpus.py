"""Hostile programs, goals, flags, settings, proofs, runs and triples: how each command ends.

Cases stand in ``tests/hostile``; each has the resources of its own process limited, and a canary in
its folder, which no program, file of settings, proof or checkpoint must ever make.
"""

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from tests.hostile import commands, documents, encodings, programs, runs
from tests.hostile.case import Case, folder_of
from tests.hostile.runner import Runner
from tests.test_fuzz import SHORT

FAMILIES = (programs, commands, documents, encodings, runs)
CASES = [case for family in FAMILIES for case in family.cases()]
LEAST = 700
ALWAYS = "check: 100,000 clauses"
"""A large program that takes seconds: it is loaded in memory that grows with its length."""


def is_quick(case: Case) -> bool:
    """A tenth of the cases that take a moment, by their names, and one that takes seconds."""
    return case.name == ALWAYS or not (case.is_slow or crc32(case.name.encode()) % 10)


@pytest.fixture(scope="module")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Runner]:
    made = Runner(tmp_path_factory.mktemp("hostile"))
    yield made
    made.close()


def test_the_corpus_is_large_and_its_names_are_different() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= LEAST


def test_the_page_on_security_has_the_numbers_of_the_corpus_and_names_what_is_there() -> None:
    root = Path(__file__).resolve().parents[1]
    if not (root / "SECURITY.md").is_file():
        pytest.skip("needs the checkout")
    page = (root / "SECURITY.md").read_text()
    names = len(list(encodings.cases()))
    assert f"The corpus ({len(CASES)} command lines, including {names} names" in page
    assert f"{sum(map(is_quick, CASES))} cases of the corpus, {sum(SHORT.values())} of" in page
    for name in re.findall(r"`((?:tests|bench)/[\w/.]+)`|\]\(([\w/.]+)\)", page):
        assert (root / "".join(name)).exists(), name


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c.name, marks=[pytest.mark.slow] * (not is_quick(c))) for c in CASES],
)
def test_a_hostile_case_ends_as_it_must(case: Case, runner: Runner) -> None:
    ended = runner.run(case)
    assert not ended.faults(case), f"{ended.out[-2000:]}\n{ended.err[:2000]}"


def test_the_canary_is_noticed(runner: Runner) -> None:
    """A case that makes it, does not end as it must, and writes a traceback."""
    bad = Case("bad", ("check", "pack"), 0, files={"canary": "", "deep/canary": ""})
    faults = runner.run(bad).faults(bad)
    assert "the canary was made" in faults and "exit code 2, not 0" in faults


def test_limits_of_a_case_hold(runner: Runner) -> None:
    bad = Case("bad", ("check", "pack"), 0, files=folder_of("p(a).\n"), address_mb=400)
    assert runner.run(bad).code not in (0, -signal.SIGKILL)  # that ends what waits without end
