"""Sizes of programs: each works or is refused by its limit, and work grows with the length."""

import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.base.interrupts import time_limit
from symbolic_rl.bridge import swipl
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import MAX_DIGITS, expect_readable
from symbolic_rl.proofs.prove import prove
from tests.problems import searched
from tests.processes import ran
from tests.work import calls_of, inferences_of


def loaded(folder: Path, text: str) -> Program:
    file = folder / "p.pl"
    file.write_text(text)
    return Program([file], {}, config=EnvConfig(strict=True))


def work_of_loading(folder: Path, text: str) -> tuple[int, int]:
    """Return the inferences of SWI-Prolog and the calls of Python.

    Work within a builtin is not counted. Where it grows with the square, it meets a limit that is a
    hundred times what it should take.
    """
    n_calls = list[int]()

    def load() -> None:
        with suppress(ProgramError):
            loaded(folder, text)

    with time_limit(calls(), 120):
        inferences = inferences_of(lambda: n_calls.append(calls_of(load)))
    return inferences, n_calls[0]


def many(n: int, text: str, between: str = ", ") -> str:
    return between.join(text.replace("@", str(i)) for i in range(n))


TEXTS: dict[str, Callable[[int], str]] = {
    "a list of variables": lambda n: f"p([{many(n, 'X@')}]).\n",  # 40,000 took 24 s
    "goals on variables": lambda n: f"q(a).\np(a) :- {many(n, 'q(X@)')}.\n",
    "branches": lambda n: f"q(a).\np(a) :- ( {many(n, 'q(X@)', ' ; ')} ).\n",
    "disjunctions": lambda n: (
        "q(a).\np(X0) :- "
        + ", ".join(f"( q(X{i}) ; X{i} = X{i + 1} )" for i in range(n // 4))
        + ".\n"
    ),
    "goals that cannot run": lambda n: f"p :- {many(n // 2, '( get_char(X@) ; true )')}.\n",
    "facts": lambda n: many(n, "p(c@, d@).\n", ""),
    "predicates": lambda n: "q(a).\n" + many(n, "p@(X) :- q(X).\n", ""),
    "goals": lambda n: f"q(a).\np(X) :- {many(n, 'q(X)')}.\n",
    "numbers": lambda n: f"p([{many(n, '@')}]).\n",
    "errors": lambda n: many(n, "p(@,).\n", ""),
}


@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=[pytest.mark.slow] * (k == "errors")) for k in TEXTS]
)
def test_the_work_of_loading_grows_with_the_length(kind: str, tmp_path: Path) -> None:
    """Sixteen times as many variables took 250 times as long."""
    text = TEXTS[kind]
    work_of_loading(tmp_path, text(100))
    small = work_of_loading(tmp_path, text(2500))
    large = work_of_loading(tmp_path, text(16 * 2500))
    assert large[0] <= 16 * small[0] and large[1] <= 16 * small[1]


@pytest.mark.parametrize("first", ["", ":- reexport(m1).\n"])
def test_the_work_of_loading_grows_with_the_number_of_modules(first: str, tmp_path: Path) -> None:
    """Eight times as many modules took 110 and 260 times as long."""

    def work(n: int) -> int:
        folder = tmp_path / str(n)
        folder.mkdir()
        for m in range(n):
            own = many(20, f"own{m}_@(X) :- own{m}_{m % 20}(X), X > @.\n", "")
            exported = f":- module(m{m}, [p{m}/1]).\n{first * (not m)}p{m}(X) :- own{m}_0(X).\n"
            (folder / f"m{m}.pl").write_text(exported + own)
        (folder / "main.pl").write_text(many(n, ":- use_module(m@).\n", "") + "q(X) :- p0(X).\n")
        return inferences_of(lambda: Program([folder / "main.pl"], {}, config=EnvConfig()))

    work(2)
    assert work(40) < 1.5 * 8 * work(5)


def test_threads_make_room_before_and_after_they_have_started(tmp_path: Path) -> None:
    """Python's threads, SWI-Prolog's threads, and threads that step environments in C."""
    (tmp_path / "wide.pl").write_text(f"q(a).\np(X0) :- {many(8_000, 'q(X@)')}.\np(c).\nr(b).\n")
    (tmp_path / "small.pl").write_text("q(a).\nq(b).\np(X) :- \\+ q(c), q(X).\n")
    code = """
import threading
from symbolic_rl.bridge import swipl
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.proofs.prove import prove

def play(file, goal):
    problem = load_problem(file, goal=goal)
    rows = Derivations(problem, 8, split=problem.program.queries[0].split, n_threads=2)
    shown = rows.reset()
    for _ in range(20):
        shown = rows.step(shown.action_mask.argmax(axis=1), restart=True)[1]

stop = threading.Event()

def busy():
    while not stop.is_set():
        swipl.run("system:findall(X, between(1, 100, X), _)")

early = [threading.Thread(target=busy, daemon=True) for _ in range(3)]
for thread in early:
    thread.start()
play("small.pl", "p(X)")
play("wide.pl", "p(X)")
for _ in range(10):
    late = [threading.Thread(target=swipl.run, args=("system:true",)) for _ in range(4)]
    for thread in late:
        thread.start()
    for thread in late:
        thread.join()
play("small.pl", "p(X)")
print(next(prove("wide.pl", "p(X)", search="swipl")).answer)
stop.set()
for thread in early:
    thread.join()
"""
    done = ran(sys.executable, "-c", code, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "X = c\n"), done.stderr[-2000:]


def test_a_clause_wider_than_the_room_for_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="0 variables and 251,000 goals is too wide"):
        loaded(tmp_path, f"q.\np :- {many(251_000, 'q')}.\n")


def test_more_errors_than_anybody_reads_are_counted(tmp_path: Path) -> None:
    with pytest.raises(ProgramError) as told:
        loaded(tmp_path, "p(,).\n" * 1500)
    lines = str(told.value).splitlines()
    assert len(told.value.diagnostics) == 1500
    assert lines[0] == "1500 errors in the program" and lines[-1] == "and 500 more, behind these"
    assert sum("p.pl:" in line for line in lines) == 1000


def test_names_of_variables_stay_with_their_variables(tmp_path: Path) -> None:
    names = [f"X{i}" for i in range(300)]
    pairs = [f"f({a}, {b})" for a, b in zip(names, reversed(names), strict=True)]
    text = f"p([{', '.join(pairs)}], _, X7).\n"
    (found,) = searched(tmp_path, text, "p(L, a, Last)").answers
    substitution = found.lines[1].substitution
    assert len(substitution) == len(set(substitution.values())) == 300
    assert substitution["X7"] == found.bindings["Last"]


@pytest.mark.parametrize("between", ["", " ", "_", "_ ", "_\n"])
def test_a_long_number_is_read_or_refused_at_its_place(
    between: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SWI-Prolog is not asked for a number that is refused: it took 45 s for a million digits."""
    loaded(tmp_path, f"p({'7' * (MAX_DIGITS - 1)}).\n")
    monkeypatch.setattr(swipl, "library", lambda: pytest.fail("SWI-Prolog was asked"))
    digits = between.join("7" * (MAX_DIGITS + 1))
    with pytest.raises(ProgramError, match=r"p.pl:2:3: error: a number has more than 19,728"):
        loaded(tmp_path, f"q(a).\np({digits}).\n")
    expect_readable([], [f"p({digits[: -2 * len(between) - 2]})"])


def test_digits_in_texts_and_comments_and_names_are_no_numbers() -> None:
    digits = "7" * (MAX_DIGITS + 1)
    expect_readable([], [f"p('{digits}', \"{digits}\", a{digits}, X{digits}) % {digits}\n"])
    with pytest.raises(ProgramError, match="has a number too long"):
        expect_readable([], [f"p('{digits}', {digits})"])


@pytest.mark.slow
def test_a_program_with_more_symbols_than_tokens_loads_and_proves(tmp_path: Path) -> None:
    """Symbols behind the last token are literals. The tokens are taken by symbols of one clause."""
    text = f"p(X) :- q(X).\nq(last).\nall([{many(787_000, 's@')}]).\nr(more).\n"
    assert not loaded(tmp_path, text).is_flat
    answer = prove(tmp_path / "p.pl", "r(X), p(Y)").take(1).answers[0]
    assert answer.answer == "X = more, Y = last"
