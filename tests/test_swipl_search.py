"""Compiled SWI-Prolog: the answers of iterative deepening, proofs that hold, ends that are sure."""

import gc
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import symbolic_rl
from symbolic_rl.base.errors import ProgramError
from symbolic_rl.bridge.swipl import run
from symbolic_rl.engine import COUNTERS
from symbolic_rl.proofs.proof import verify
from symbolic_rl.proofs.prove import prove, shown
from symbolic_rl.search import (
    AnswerIterator,
    Derivation,
    Limits,
    Search,
    SearchResult,
    Space,
    find,
    make_search,
)
from symbolic_rl.search.base import SearchTask
from symbolic_rl.search.in_prolog import SwiplSearch
from symbolic_rl.search.pairs import WithSwipl
from tests.clocks import let_clock_tick
from tests.processes import comes_true
from tests.strategies import Case, programs, wild_programs
from tests.test_search import PROGRAM, make_space

ENOUGH = Limits(max_inferences=60_000)
STEPS = Limits(max_inferences=2_000)


@settings(max_examples=100, suppress_health_check=list(HealthCheck))
@given(case=st.one_of(*[programs()] * 7, wild_programs()))
def test_swipl_finds_the_answers_of_iterative_deepening(
    case: Case, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Also of programs that loop, grow and raise errors."""
    try:
        space = make_space(tmp_path_factory.mktemp("program"), case.program, case.goal)
    except ProgramError:
        return
    plain = find("iterative-deepening", space, answers=50, limits=STEPS)
    search = SwiplSearch(space)
    swipl = AnswerIterator(search, ENOUGH).take(200)

    found = {answer.key for answer in swipl.answers}
    expected = {answer.key for answer in plain.answers}
    assert len(found) == len(swipl.answers)
    if swipl.ended == "exhausted":
        assert expected <= found
    if plain.ended == "exhausted":
        assert found <= expected
    if plain.ended == swipl.ended == "exhausted" and plain.complete:
        assert swipl.complete
    for answer in swipl.answers:
        proof = verify(space.engine, space.query, answer.choices)
        assert proof.inferences == len(answer.choices)


def first_of(space: Space, limits: Limits = ENOUGH) -> tuple[str, ...]:
    """Goals of the first proof, in pre-order."""
    (answer,) = AnswerIterator(SwiplSearch(space), limits).take(1).answers
    return tuple(line.goal for line in verify(space.engine, space.query, answer.choices).lines)


@pytest.mark.parametrize("goal", ["path(1, 4)", "nat(s(s(s(o))))", "deep(s(s(o)))", "wide(40)"])
def test_first_answer_has_a_shortest_proof(goal: str, tmp_path: Path) -> None:
    space = make_space(tmp_path, PROGRAM, goal)
    (shortest,) = find("breadth-first", space).answers
    assert len(first_of(space)) == len(verify(space.engine, space.query, shortest.choices).lines)


def lost(found: SearchResult) -> dict[str, int]:
    return {name: n for name, n in found.counters.items() if "limits" in name or "errors" in name}


def test_errors_and_limits_of_builtins_are_counted_as_the_engine_counts_them(
    tmp_path: Path,
) -> None:
    text = "p(X) :- X is foo+1.\np(X) :- atom_length(Y, X), Y = a.\np(1).\n\
loop(X) :- loop(X).\nq(X) :- \\+ loop(X).\nq(2).\n"
    for goal in ("p(X)", "q(X)"):
        space = make_space(tmp_path, text, goal)
        plain, swipl = (find(name, space, answers=9) for name in ("iterative-deepening", "swipl"))

        assert (swipl.ended, swipl.complete) == ("exhausted", False)
        assert lost(swipl) == lost(plain)
        assert len(swipl.answers) == len(plain.answers) == 1


def test_a_compilation_that_was_broken_off_is_made_anew(tmp_path: Path) -> None:
    text = "".join(f"p({n}).\n" for n in range(20_000))
    space = make_space(tmp_path, text, "p(19999)")
    for wait_ms in (1, 5, 20, 50):
        search = SwiplSearch(space)
        search.go()
        search.poll(wait_ms)
        del search

    assert len(find("swipl", space, answers=9).answers) == 1
    run(
        "forall((current_module(M), current_predicate(M:'bounded:brisk:p'/5)), ("
        "predicate_property(M:'bounded:brisk:p'(_,_,_,_,_), number_of_clauses(N)), N =:= 20000))"
    )


def test_limits_on_inferences_are_exact(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Each pause of a thread takes some inferences, and on a busy machine there are pauses.
    monkeypatch.setattr("symbolic_rl.search.in_prolog._FIRST_WAIT_MS", 60_000)
    space = make_space(tmp_path, PROGRAM, "deep(s(s(o)))")
    find("swipl", space)  # the first search of a process links predicates, which are inferences
    whole = find("swipl", space)
    within, below = (
        find("swipl", space, limits=Limits(max_inferences=whole.inferences - less))
        for less in (0, 1)
    )

    assert (within.answers, within.inferences) == (whole.answers, whole.inferences)
    assert (below.ended, below.inferences) == ("max_inferences", whole.inferences - 1)
    assert not below.answers


@pytest.mark.parametrize("name", ["prolog", "depth-first", "swipl"])
def test_variants_of_an_answer_without_end_end_by_inferences(name: str, tmp_path: Path) -> None:
    space = make_space(tmp_path, "p(c) :- q(_).\nq([]).\nq([_|Xs]) :- q(Xs).\n", "p(X)")
    found = find(name, space, answers=2, limits=Limits(max_inferences=3000))

    assert (len(found.answers), found.ended) == (1, "max_inferences")


def test_a_goal_that_names_a_term_costs_nothing(tmp_path: Path) -> None:
    """The occurs check would look at the whole term in each step."""
    (tmp_path / "p.pl").write_text(
        "p(0, _).\np(N, L) :- N > 0, M is N - 1, L1 = [N|L], p(M, L1).\n"
        "q(0, _).\nq(N, L) :- N > 0, M is N - 1, q(M, [N|L]).\n"
        "r(X) :- Y = f(Z), Z = Y, X = a.\nr(X) :- f(Z) = Y, X = Y, Z = b.\n"
    )
    ask = partial(prove, tmp_path / "p.pl", search="prolog")
    assert ask("p(50, [])").take(1).inferences - ask("q(50, [])").take(1).inferences < 10
    (proof,) = ask("r(X)").take(2).answers
    assert proof.bindings == {"X": "f(b)"}


def test_copies_of_a_large_term_cost_inferences(tmp_path: Path) -> None:
    """A term that each step doubles by sharing its halves would not reach any limit."""
    text = (
        "p(0, _).\np(N, T) :- N > 0, copy_term(T, U), M is N - 1, p(M, U).\n"
        "q(0, _).\nq(N, T) :- N > 0, T = U, M is N - 1, q(M, U).\n"
    )
    copying, naming = (
        find("swipl", make_space(tmp_path, text, f"length(T, 1000), {name}(30, T)")).inferences
        for name in ("p", "q")
    )
    assert copying - naming > 30 * 2 * 1000 / 64


def test_time_and_memory_end_a_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wait for the thread takes a second on the clock of this test."""
    text = "long(-1).\nlong(N) :- M is N + 1, long(M).\n"
    endless = make_space(tmp_path, PROGRAM, "path(4, 1)")
    large = make_space(tmp_path, text, "long(0)")

    big = find("swipl", large, limits=Limits(max_inferences=10**12, memory_mb=20))
    let_clock_tick(monkeypatch, tick_s=1.0)
    slow = find("swipl", endless, limits=Limits(max_inferences=10**12, timeout_s=3))

    assert big.ended == "memory_mb"
    assert (slow.ended, slow.seconds) == ("timeout_s", 3)


def n_threads() -> int:
    return len(os.listdir("/proc/self/task"))


def test_threads_end_with_their_searches(tmp_path: Path) -> None:
    space = make_space(tmp_path, PROGRAM, "path(4, 1)")
    gc.collect()
    before = n_threads()
    for wait_ms in range(30):
        search = SwiplSearch(space)
        for _ in range(wait_ms % 4):
            search.go()
            search.poll(wait_ms % 3)
        del search

    run("\\+ threads:running(_, _, _)")
    # SWI-Prolog's own for garbage may have begun
    assert comes_true(lambda: n_threads() <= before + 1)


class Idle:
    """A search that never finds anything, and makes an inference in a millisecond."""

    inferences = spent = memory_bytes = 0
    ended = ""
    counters: ClassVar[dict[str, int]] = dict.fromkeys(COUNTERS, 0)

    def __init__(self, space: Space) -> None:
        self.space = space

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        yield from ()
        time.sleep(0.001)
        self.spent += 1
        return []


def answers_of(search: Search, n: int = 50) -> SearchResult:
    return AnswerIterator(search, Limits(max_inferences=100_000)).take(n)


def test_the_answer_is_that_of_whichever_search_has_it_first(tmp_path: Path) -> None:
    space = make_space(tmp_path, PROGRAM, "path(1, 4)")
    other = make_space(tmp_path, PROGRAM, "path(4, 1)")
    pairs = [(Idle(space), SwiplSearch(space)), (make_search("guided", space), SwiplSearch(other))]
    first = [answers_of(WithSwipl(*pair, "guided"), 1).answers[0] for pair in pairs]
    assert [one.found_by for one in first] == ["swipl", "guided"]


def test_answers_of_two_searches_are_given_once(tmp_path: Path) -> None:
    for goal in ("path(1, X)", "edge(X, Y)", "nat(X), deep(X)"):
        space = make_space(tmp_path, PROGRAM, goal)
        both = answers_of(make_search("guided", space, swipl=True), 4)
        keys = [answer.key for answer in both.answers]
        assert len(keys) == len(set(keys)) == 4


def test_either_search_that_is_exhausted_ends_both(tmp_path: Path) -> None:
    finite, loop = (make_space(tmp_path, PROGRAM, goal) for goal in ("edge(4, X)", "loop(b)"))
    by_swipl = WithSwipl(Idle(finite), SwiplSearch(finite), "guided")
    for search in (by_swipl, make_search("guided", loop, swipl=True)):
        found = answers_of(search)
        assert (found.ended, found.complete) == ("exhausted", True)


def test_prove_says_who_found_a_proof_and_why_swipl_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "program.pl"
    file.write_text(PROGRAM)

    proof = next(prove(file, "path(1, 4)", search="guided"))
    alone = next(prove(file, "path(1, 4)", search="guided", swipl=False))
    monkeypatch.setattr("symbolic_rl.search.in_prolog.MOST_CLAUSES", 3)
    refused = prove(file, "path(1, 4)", search="guided").take(1)

    assert proof.as_json()["found_by"] in ("guided", "swipl")
    assert f"found by the search {proof.found_by}" in shown(proof)
    assert alone.found_by == ""
    assert "without compiled SWI-Prolog: the program has 13 clauses" in str(refused)
    assert len(refused.answers) == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("search", ["swipl", "guided"])
def test_signals_end_the_process_and_no_other_is_left(
    search: str, number: int, tmp_path: Path
) -> None:
    (tmp_path / "program.pl").write_text(
        "nat(o).\nnat(s(X)) :- nat(X).\np(X) :- nat(X), q(X).\nq(o).\n"
    )
    words = ["prove", "program.pl", "p(X)", "--answers", "2", "--search", search]
    words += ["--max-inferences", str(10**12)]
    child = subprocess.Popen(
        [sys.executable, "-m", "symbolic_rl", *words], cwd=tmp_path, start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(symbolic_rl.__file__).parents[1])},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == b"X = o\n"  # the search for the other answer has no end
    child.send_signal(number)
    child.communicate(timeout=600)
    assert child.returncode in (-number, 128 + number)
    with pytest.raises(ProcessLookupError):  # nobody of its session is left
        os.killpg(child.pid, 0)


@pytest.mark.parametrize("search", ["prolog", "swipl"])
def test_rational_numbers_in_heads_do_not_end_the_process(search: str, tmp_path: Path) -> None:
    """SWI-Prolog 9.0.4 aborts when it has an index of one."""
    (tmp_path / "p.pl").write_text("p(1r3, x).\np(a, 2r3).\np(X, X) :- X = 1r3, !.\np(b, c).\n")
    found = prove(tmp_path / "p.pl", "p(X, Y)", search=search).take(9)
    answers = [tuple(one.bindings.values()) for one in found.answers]
    assert sorted(answers) == [("1r3", "1r3"), ("1r3", "x"), ("a", "2r3")] and found.complete
