"""Sizes of programs: each works or is refused by its limit, and work grows with the length."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from symbolic_rl.base.errors import ProgramError
from symbolic_rl.base.interrupts import time_limit
from symbolic_rl.bridge import swipl
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from symbolic_rl.program.source_text import MAX_DIGITS, expect_readable
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search.opened import open_goals
from tests.work import calls_of, inferences_of


def loaded(folder: Path, text: str) -> Program:
    file = folder / "p.pl"
    file.write_text(text)
    return Program([file], {})


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


def list_of(n: int) -> str:
    return f"p([{', '.join(f'X{i}' for i in range(n))}]).\n"


def body_of(n: int) -> str:
    return f"q(a).\np(a) :- {', '.join(f'q(X{i})' for i in range(n))}.\n"


def branches_of(n: int) -> str:
    return f"q(a).\np(a) :- ( {' ; '.join(f'q(X{i})' for i in range(n))} ).\n"


def disjunctions_of(n: int) -> str:
    goals = (f"( q(X{i}) ; X{i} = X{i + 1} )" for i in range(n // 4))
    return f"q(a).\np(X0) :- {', '.join(goals)}.\n"


def facts_of(n: int) -> str:
    return "".join(f"p(c{i}, d{i}).\n" for i in range(n))


def predicates_of(n: int) -> str:
    return "q(a).\n" + "".join(f"p{i}(X) :- q(X).\n" for i in range(n))


def goals_of(n: int) -> str:
    return f"q(a).\np(X) :- {', '.join(['q(X)'] * n)}.\n"


def numbers_of(n: int) -> str:
    return f"p([{', '.join(map(str, range(n)))}]).\n"


def errors_of(n: int) -> str:
    return "".join(f"p({i},).\n" for i in range(n))


@pytest.mark.parametrize(
    "text",
    [
        *(list_of, body_of, branches_of, disjunctions_of),  # 40,000 variables took 24 s
        *(facts_of, predicates_of, goals_of, numbers_of),
        pytest.param(errors_of, marks=pytest.mark.slow),
    ],
)
def test_the_work_of_loading_grows_with_the_length(
    text: Callable[[int], str], tmp_path: Path
) -> None:
    """Sixteen times as many variables took 250 times as long."""
    work_of_loading(tmp_path, text(100))
    small = work_of_loading(tmp_path, text(2500))

    for times in (4, 40):
        large = work_of_loading(tmp_path, text(times * 2500))
        assert large[0] <= times * small[0] and large[1] <= times * small[1]


WIDE = {
    "goals": "q(X{i}, X{j})",
    "disjunctions": "( q(X{i}, X{j}) ; X{i} = X{j} )",
    "conditions": "( X{i} == a -> true ; X{i} = X{j} )",
    "calls for each member": "maplist(q(X{i}), X{j})",
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", WIDE)
def test_a_clause_of_many_variables_before_others_ends_no_process(
    kind: str, tmp_path: Path
) -> None:
    """SWI-Prolog 9.0.4 writes beyond its local stack when it tries one that is not the last."""
    goals = ", ".join(WIDE[kind].format(i=i, j=i + 1) for i in range(30_000))
    (tmp_path / "p.pl").write_text(f"q(a, b).\np(X0) :- {goals}.\np(c).\nr(b).\n")
    command = [sys.executable, "-m", "symbolic_rl"]
    for args in (
        ("check", "p.pl"),
        ("prove", "p.pl", "r(X)"),
        ("prove", "p.pl", "r(X)", "--search", "swipl"),
        ("prove", "p.pl", "p(X)", "--search", "prolog", "--answers", "1"),
        ("prove", "p.pl", "p(X)", "--search", "depth-first", "--max-inferences", "1000"),
    ):
        done = subprocess.run([*command, *args], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode in (0, 1), (args, done.returncode, done.stderr[-500:])


def test_threads_make_room_before_and_after_they_have_started(tmp_path: Path) -> None:
    """Python's threads, those of SWI-Prolog and those that step environments in C."""
    goals = ", ".join(f"q(X{i})" for i in range(8_000))
    (tmp_path / "wide.pl").write_text(f"q(a).\np(X0) :- {goals}.\np(c).\nr(b).\n")
    (tmp_path / "small.pl").write_text("q(a).\nq(b).\np(X) :- \\+ q(c), q(X).\n")
    code = """
import threading
from symbolic_rl.bridge import swipl
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.proofs.prove import prove

def play(file, goal):
    problem = load_problem(file, goal=goal)
    rows = Derivations(problem, 64, split=problem.program.queries[0].split, n_threads=2)
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
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "X = c\n"), done.stderr[-2000:]


def test_a_clause_wider_than_the_room_for_it_is_refused(tmp_path: Path) -> None:
    goals = ", ".join(["q"] * 251_000)
    with pytest.raises(ProgramError, match="0 variables and 251,000 goals is too wide"):
        loaded(tmp_path, f"q.\np :- {goals}.\n")


def test_more_errors_than_anybody_reads_are_counted(tmp_path: Path) -> None:
    """100,000 of them were 14 million characters."""
    with pytest.raises(ProgramError) as told:
        loaded(tmp_path, "p(,).\n" * 1500)
    lines = str(told.value).splitlines()

    assert len(told.value.diagnostics) == 1500
    assert lines[0] == "1500 errors in the program" and lines[-1] == "and 500 more, behind these"
    assert sum("p.pl:" in line for line in lines) == 1000


def test_names_of_variables_stay_with_their_variables(tmp_path: Path) -> None:
    names = [f"X{i}" for i in range(300)]
    pairs = [f"f({a}, {b})" for a, b in zip(names, reversed(names), strict=True)]
    (tmp_path / "p.pl").write_text(f"p([{', '.join(pairs)}], _, X7).\n")
    found = prove(tmp_path / "p.pl", "p(L, a, Last)").take(1).answers[0]
    substitution = found.lines[1].substitution

    assert len(substitution) == 300
    assert substitution["X7"] == found.bindings["Last"]
    assert len(set(substitution.values())) == 300


def test_many_facts_of_integers_load_and_are_found(tmp_path: Path) -> None:
    """150,000 of them were told as a fault of this package, where 100,000 atoms worked."""
    facts = "".join(f"q({i}, {i + 1}).\n" for i in range(150_000))
    (tmp_path / "p.pl").write_text(facts)

    assert prove(tmp_path / "p.pl", "q(149999, X)").take(1).answers[0].answer == "X = 150000"


@pytest.mark.parametrize("digits", [MAX_DIGITS - 1, MAX_DIGITS + 1, 10**6])
def test_a_long_number_is_read_or_refused_at_its_place(
    digits: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SWI-Prolog is not asked for a number that is refused: it took 45 s for a million digits."""
    text = f"q(a).\np({'7' * digits}).\n"
    if digits < MAX_DIGITS:
        loaded(tmp_path, text)
        return
    monkeypatch.setattr(swipl, "library", lambda: pytest.fail("SWI-Prolog was asked"))
    with pytest.raises(ProgramError, match=r"p.pl:2:3: error: a number has more than 19,728"):
        loaded(tmp_path, text)


@pytest.mark.parametrize("between", [" ", "_", "_ ", "_\n"])
def test_groups_of_digits_are_one_number(between: str, tmp_path: Path) -> None:
    digits = between.join("7" * (MAX_DIGITS + 1))
    with pytest.raises(ProgramError, match=r"p.pl:2:3: error: a number has more than 19,728"):
        loaded(tmp_path, f"q(a).\np({digits}).\n")
    expect_readable([], [f"p({digits[: -2 * len(between) - 2]})"])


def test_digits_in_texts_and_comments_and_names_are_no_numbers() -> None:
    digits = "7" * (MAX_DIGITS + 1)
    expect_readable([], [f"p('{digits}', \"{digits}\", a{digits}, X{digits}) % {digits}\n"])
    with pytest.raises(ProgramError, match="has a number too long"):
        expect_readable([], [f"p('{digits}', {digits})"])


@pytest.mark.parametrize(
    "text",
    [
        ":- dynamic p/99999999999999999999.\nq(a).\n",
        ":- dynamic p/9999999999.\nq(a).\n",
        f"p({', '.join('a' * 1001)}).\n",
        f"p({', '.join(f'X{i}' for i in range(10_000))}) :- q(X0).\nq(a).\n",
    ],
)
def test_a_predicate_of_too_many_arguments_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="more than 1,000 arguments"):
        loaded(tmp_path, text)


def test_a_predicate_of_a_thousand_arguments_and_longer_terms_work(tmp_path: Path) -> None:
    many = ", ".join("a" * 1000)
    (tmp_path / "p.pl").write_text(f"p({many}).\nq(f({many}, {many})).\n")
    for search in ("iterative-deepening", "prolog"):
        assert len(prove(tmp_path / "p.pl", f"p({many}), q(X)", search=search).take(2).answers) == 1


def test_conditionals_as_deep_as_brackets_may_be_work(tmp_path: Path) -> None:
    text = "p(X) :- " + "(X == a -> r(X) ; " * 900 + "q(X)" + ")" * 900 + ".\nq(b).\nr(a).\n"
    (tmp_path / "p.pl").write_text(text)

    assert len(prove(tmp_path / "p.pl", "p(a)").take(1).answers) == 1
    with pytest.raises(ProgramError, match="1,000 brackets"):
        loaded(tmp_path, text.replace("(X == a -> r(X) ; " * 900, "(X == a -> r(X) ; " * 2000))


@pytest.mark.slow
@pytest.mark.parametrize("clause", ["p{k}(a{i}, {i}).", "p{k}(X, Y) :- p0(X, Z), p1(Z, a{k})."])
def test_a_million_clauses_load_in_memory_of_a_laptop(clause: str, tmp_path: Path) -> None:
    """Rules took 2,044 MB, with a record of the layout of each body."""
    with (tmp_path / "p.pl").open("w") as out:
        out.writelines(clause.format(i=i, k=i % 99) + "\n" for i in range(10**6))
    script = (
        "import resource, sys; from pathlib import Path\n"
        "from symbolic_rl.program.program import Program\n"
        "n = len(Program([Path(sys.argv[1])], {}).clauses)\n"
        "print(n, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "p.pl")], capture_output=True, check=True
    )
    n, megabytes = map(int, told.stdout.split())

    assert n == 10**6 and megabytes < 1500


@pytest.mark.slow
def test_a_program_with_more_symbols_than_tokens_loads_and_proves(tmp_path: Path) -> None:
    """Symbols behind the last token are literals. The tokens are taken by symbols of one clause."""
    terms = ", ".join(f"s{i}" for i in range(787_000))
    (tmp_path / "p.pl").write_text(f"p(X) :- q(X).\nq(last).\nall([{terms}]).\nr(more).\n")
    space = goal_space_of(tmp_path / "p.pl", "r(X), p(Y)")

    assert not space.program.is_flat
    answer = prove(tmp_path / "p.pl", "r(X), p(Y)").take(1).answers[0]
    assert answer.answer == "X = more, Y = last"


def goal_space_of(file: Path, goal: str) -> PrologEngine:
    engine = open_goals(file).space(goal).engine
    assert isinstance(engine, PrologEngine)
    return engine
