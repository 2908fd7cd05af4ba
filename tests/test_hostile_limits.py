"""Limits: what one call of a builtin, a negation or a search may take, and signals that end it."""

import signal
import sys
import threading
import time
from contextlib import nullcontext, suppress
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError, Interrupted
from symbolic_rl.base.interrupts import ForeignCalls, time_limit
from symbolic_rl.bridge.swipl import _INTERRUPT, calls, run
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import ProofResult
from symbolic_rl.search import AnswerIterator, Limits, Space, base, find_all, make_search
from symbolic_rl.search.in_prolog import InProlog
from tests.clocks import let_clock_tick, passing_in_a_call
from tests.problems import by_each_search, make_program, searched
from tests.processes import ran, started

HELPERS = """
:- use_module(library(dcg/basics)).
all_a([]).
all_a([a|L]) :- all_a(L).
grow(0, A, A).
grow(N, A, B) :- N > 0, M is N-1, atom_concat(A, A, C), grow(M, C, B).
double(0, X, X).
double(N, X, Y) :- N > 0, M is N-1, double(M, f(X, X), Y).
square(0, X, X).
square(N, X, Y) :- N > 0, M is N-1, Z is X*X, square(M, Z, Y).
equal(0, _, _).
equal(N, X, Y) :- N > 0, M is N-1, X == Y, equal(M, X, Y).
deeper(X) :- deeper(f(X)).
"""
LIMITED = {
    "atoms that double": "\\+ grow(40, ab, _), X = a",
    "terms that double": "double(40, a, X)",
    "two doubled terms": "\\+ (double(60, a, A), double(60, a, B), A \\== B), double(60, a, X)",
    "long lists compared again and again": (
        "\\+ (length(A, 250000), copy_term(A, B), A = B, equal(9000, A, B)), X = a"
    ),
    "numbers squared again and again": "\\+ square(40, 3, _), X = a",
    "a sub-proof on ever deeper terms": "\\+ deeper(a), X = a",
    "a power": "X is 3**200000000",
    "a power of an expression": "E = 2**300000, X is (E-1) mod 7",
    "a shift": "X is 7 << 100000000000",
    "a power modulo": "X is powm(3**9999, 3**9999, 3**9999)",
    "lists without end": "length(X, Y), Y < 0",
    "a list of given length": "length(X, 100000000)",
    "a separator as long as the list": (
        "grow(18, ab, A), length(L, 5000), all_a(L), atomic_list_concat(L, A, X)"
    ),
    "parts of a long atom": "\\+ (grow(18, ab, A), sub_atom(A, _, _, _, B), B == c), X = a",
    "digits without end": "grow(17, '11', A), atom_number(A, X)",
    "a random number that is born at run time": "E = (1 + random_float), X is E",
    "a time that is born at run time": "E = (-realtime), X is E",
    "a sum of random numbers": "sum_list([random(9), 1], X)",
    "a power in an open list": "max_list([1, 9**(9**9)|_], X)",
    "a function of a power": "abs(9**(9**9), X)",
    "a power that is written": 'format(atom(X), "~w~*c~D", [a, 2, 0\'b, 9**(9**9)])',
    "a random number that is written": 'format(atom(X), "~2f", cputime)',
    "a random number that a grammar writes": "integer(random(9), X, [])",
}


LOST = {
    "a compound named []": "functor(X, [], 1)",
    "more variables than there are tokens": "length(X, 250000)",
}
SAID_TO_END = "from symbolic_rl.base.interrupts import *; import signal; watch_signals()\n"


def asked(folder: Path, body: str, search: str, **options: float) -> ProofResult:
    """Return the first answer to ``p(X)``, whose clause has ``body``."""
    limits = {"max_inferences": 2_000, **options}
    return searched(folder, f"{HELPERS}p(X) :- {body}.", "p(X)", most=1, search=search, **limits)


@pytest.mark.parametrize("search", ["iterative-deepening", "prolog"])
@pytest.mark.parametrize("name", LIMITED)
def test_a_builtin_that_takes_too_much_or_is_not_pure_is_lost_and_counted(
    name: str, search: str, tmp_path: Path
) -> None:
    """Many would take hours, or more memory than the machine of the tests has."""
    found = asked(tmp_path, LIMITED[name], search, max_inferences=100_000)
    assert found.answers == () and not found.complete


@by_each_search
@pytest.mark.parametrize("name", LOST)
def test_an_answer_that_no_tokens_can_hold_is_counted_and_the_search_is_not_complete(
    name: str, search: str, tmp_path: Path
) -> None:
    found = asked(tmp_path, LOST[name], search, max_inferences=3_000_000)
    assert (found.answers, found.ended, found.complete) == ((), "exhausted", False)
    assert sum(found.counters.values()) >= 1


@pytest.mark.parametrize(
    "body",
    [
        *("X is 2**65535 mod 7 + max(2, 3)*4", "X is 2 ** -1 + 2.0**3 + 2**3.0"),
        *("length(L, 1000), length(L, X)", "numlist(1, 500, L), msort(L, M), length(M, X)"),
        *("grow(10, ab, A), atom_length(A, X)", "atom_number('12345678901234567890', X)"),
    ],
)
@pytest.mark.parametrize("search", ["iterative-deepening", "prolog"])
def test_what_is_within_the_limits_has_its_answer(body: str, search: str, tmp_path: Path) -> None:
    assert len(asked(tmp_path, body, search, max_inferences=1_000_000).answers) == 1


def test_an_answer_of_a_million_tokens_is_lost_where_prolog_searches(tmp_path: Path) -> None:
    body = "numlist(1, 300000, L), X = f(L, L, L, L)"
    found = asked(tmp_path, body, "prolog", max_inferences=10**7)
    assert found.answers == () and found.counters["size_limits"] >= 1


def test_a_call_that_takes_longer_than_its_time_is_ended_and_the_next_one_works() -> None:
    for _ in range(3):
        with passing_in_a_call(100), pytest.raises(Interrupted), time_limit(calls(), 100):
            run("system:(repeat, fail)")
        run("system:true")
    with passing_in_a_call(99), time_limit(calls(), 100):
        run("system:(between(1, 1000000, X), X >= 1000000)")
    with pytest.raises(EngineError) as caught:
        run("system:fail")
    assert not isinstance(caught.value, Interrupted)


def test_an_interrupt_leaves_no_limit_on_inferences_behind() -> None:
    """Of calls that begin a limit again and again, a third was ended just before it took hold."""
    for _ in range(60):
        with suppress(Interrupted), time_limit(calls(), 0.002):
            run("system:(repeat, call_with_inference_limit(true, 10000, _), fail)")
        run("system:forall(between(1, 30000, _), true)")


def test_a_call_that_loses_the_request_to_end_is_asked_again() -> None:
    """SWI-Prolog drops it where repeat/0 is retried: once in a thousand calls of the last test."""
    lost = f"catch((repeat, fail), {_INTERRUPT}, true)"
    with pytest.raises(Interrupted), time_limit(calls(), 0.01):
        run(f"system:({lost}, {lost}, repeat, fail)")
    run("system:true")


def test_a_limit_on_inferences_is_lifted_before_a_call() -> None:
    run("system:'$inference_limit'(10000, _)")
    run("system:forall(between(1, 30000, _), true)")


def endless(folder: Path, name: str) -> InProlog:
    """Return a search whose next call does not end by itself."""
    program = make_program(folder, "loop(X) :- loop(X).\nloop(b).\n", "loop(X)")
    search = InProlog(space_of(program), name)
    search.inferences = 10**11  # as if it had made this many: the next limit is twice as many
    return search


def space_of(program: Program) -> Space:
    return Space(PrologEngine(program, EnvConfig(), answers=True), program.queries[0])


@pytest.mark.parametrize("name", ["depth_first", "swipl"])
def test_an_interrupted_search_is_not_exhausted(name: str, tmp_path: Path) -> None:
    """The exception that ends a call passes through all that the search catches."""
    search = endless(tmp_path, name)
    with passing_in_a_call(100), pytest.raises(Interrupted), time_limit(calls(), 100):
        list(search.advance(10**11))
    assert search.ended == ""


def interrupt_the_call(context: ForeignCalls) -> None:
    """Wait for a call, and ask it to end, as a signal does."""
    while not context.is_busy:
        time.sleep(0.001)
    context.interrupt()


@pytest.mark.parametrize(("passed", "ended"), [(101, "timeout_s"), (99, "timeout_s"), (0, "")])
def test_an_interrupt_is_the_end_of_the_time_of_a_search_only_when_that_is_over(
    passed: float, ended: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One call goes on until the search, a limit around it, or a signal interrupts it."""
    limits = Limits(max_inferences=10**12, timeout_s=100)
    answers = AnswerIterator(endless(tmp_path, "swipl"), limits)
    with (
        passing_in_a_call(passed) as clock,
        nullcontext() if ended else pytest.raises(Interrupted),
        time_limit(calls(), passed) if passed == 99 else nullcontext(),
    ):
        if not ended:
            threading.Thread(target=interrupt_the_call, args=[calls()]).start()
        monkeypatch.setattr("symbolic_rl.search.scheduler.perf_counter", clock.monotonic)
        answers.take(1)

    assert (answers.ended, answers.seconds) == (ended, passed)


def test_the_time_of_a_search_may_be_set_when_it_is_known(tmp_path: Path) -> None:
    answers = AnswerIterator(endless(tmp_path, "swipl"), Limits(max_inferences=10**12))
    answers.end_after(1e-9)
    assert (answers.take(1).ended, answers.take(1).inferences) == ("timeout_s", 10**11)


def test_a_request_that_comes_too_late_harms_no_later_call() -> None:
    """The thread is asked to end its call at every point of many short ones."""
    context = calls()
    for _ in range(300):
        context.__enter__()
        context.interrupt()
        context.__exit__(None, None, None)
        run("system:true")


def test_a_search_ends_with_what_it_has_when_the_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call of SWI-Prolog takes a second on the clock of this test."""
    text = "p(a).\np(X) :- loop(X).\nloop(X) :- loop(X).\nloop(b).\n"
    let_clock_tick(monkeypatch, tick_s=1.0)
    limits = {"timeout_s": 3, "max_inferences": 10**6}
    found = searched(tmp_path, text, "p(X)", search="prolog", **limits)
    assert [proof.answer for proof in found.answers] == ["X = a"]
    assert found.ended == "timeout_s" and not found.complete


def signalled(code: str, number: signal.Signals) -> tuple[int, str]:
    """Send a signal to a process that is ready; return how it ended, and what it said."""
    process = started(sys.executable, "-c", SAID_TO_END + code)
    assert process.stdout and process.stdout.readline() == "ready\n"
    process.send_signal(number)
    _, errors = process.communicate(timeout=600)
    return process.returncode, errors


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_call_of_prolog(number: signal.Signals) -> None:
    """The call alone would take forever; the handler runs when it has returned."""
    code = (
        "from symbolic_rl.bridge.swipl import run\n"
        "set_patience(Patience(interrupt_s=0.2, exit_s=600))\n"
        "run('system:true'); print('ready', flush=True); run('system:(repeat, fail)')\n"
    )
    ended, errors = signalled(code, number)
    assert "interrupted: a call" not in errors  # it was asked to end, and did
    assert ended == 143 if number == signal.SIGTERM else "KeyboardInterrupt" in errors


def test_a_foreign_call_that_does_not_end_is_left_by_ending_the_process() -> None:
    """A lock that its own thread takes twice is as deaf as an operation on a very long integer."""
    code = (
        "import ctypes; signal.signal(signal.SIGTERM, lambda *_: None)\n"
        "print('ready', flush=True)\n"
        "libc, lock = ctypes.CDLL(None), ctypes.create_string_buffer(64)\n"
        "libc.pthread_mutex_lock(lock); libc.pthread_mutex_lock(lock)\n"
    )
    said = "interrupted: a call that does not end was left\n"
    assert signalled(code, signal.SIGTERM) == (143, said)


def ended(code: str) -> tuple[int, str, str]:
    """Run a script about limits of the process; return how it ended and what it printed."""
    names = "elapsed_s, note_start, process_limit"
    script = f"import time; from symbolic_rl.base.interrupts import {names}\n{code}"
    done = ran(sys.executable, "-c", script)
    return done.returncode, done.stdout, done.stderr


def test_the_time_of_a_command_counts_from_the_start_of_its_process() -> None:
    """On a busy machine, seconds pass until Python has started and imported the package."""
    code, shown, _ = ended("time.sleep(0.3); note_start(); print(elapsed_s() > 0.25)")
    assert (code, shown) == (0, "True\n")
    assert ended("time.sleep(0.3); print(elapsed_s())")[:2] == (0, "0.0\n")


def test_a_command_whose_time_is_over_ends_with_the_code_it_has_by_then() -> None:
    """What is left is to end threads and to free memory, which takes seconds too."""
    code = "note_start()\nwith process_limit(0.01) as end:\n    end.code = 7\ntime.sleep(600)"
    assert ended(code) == (7, "", "")
    code, _, said = ended(code.replace("end.code = 7", "time.sleep(600)"))
    assert code == 2
    assert said.startswith("error: the time is up.\n  where:  Python\n  to fix: allow more time")


def test_a_second_interrupt_ends_the_process_without_a_word() -> None:
    """The second one comes while the first is being handled: there was a traceback."""
    code = (
        "import os, time\nset_patience(Patience(interrupt_s=0.2, exit_s=600))\n"
        "try:\n    print('ready', flush=True)\n    while True: time.sleep(0.01)\n"
        "finally:\n    os.kill(os.getpid(), signal.SIGINT)\n    while True: time.sleep(0.01)\n"
    )
    assert signalled(code, signal.SIGINT) == (130, "")


GROWING = """
p(X) :- g(X, []).
g(X, L) :- g(X, [a|L]).
g(X, L) :- g(X, [b|L]).
q(X) :- r(X).
r(a).
"""


def test_a_search_without_a_limit_ends_at_its_share_of_the_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All of a machine of 40 MB would be less than the least share, which is 64 MB."""
    monkeypatch.setattr(base, "memory_bytes", lambda: 40 << 20)
    found = searched(tmp_path, GROWING, "p(X)", search="breadth-first", max_inferences=10**9)
    assert (found.ended, found.complete) == ("memory_mb", False)


def test_of_searches_side_by_side_the_largest_ends_and_the_others_go_on(tmp_path: Path) -> None:
    program = make_program(tmp_path, GROWING, "p(X)", "q(X)")
    engine = PrologEngine(program, EnvConfig(), answers=True)
    spaces = [Space(engine, query) for query in program.queries] * 3
    limits = Limits(max_inferences=10**9, memory_mb=4)
    found = find_all("breadth-first", spaces, limits=limits, at_once=6)
    assert [one.ended for one in found] == ["memory_mb", "exhausted"] * 3
    assert [len(one.answers) for one in found] == [0, 1] * 3


@pytest.mark.parametrize("search", ["breadth-first", "iterative-deepening", "unguided"])
def test_large_states_count_as_more_than_an_inference(search: str, tmp_path: Path) -> None:
    """States of 20,000 tokens: each counts as four inferences more."""
    text = "p(K) :- length(L, K), g(L, K).\ng(L, K) :- g([a|L], K).\ng(_, 0).\n"
    made = make_search(search, space_of(make_program(tmp_path, text, "p(10000)")))
    result = AnswerIterator(made, Limits(max_inferences=100)).take(1)
    assert result.ended == "max_inferences" and made.spent >= 100
    assert result.inferences < 40


def test_a_limit_within_another_leaves_that_one_over() -> None:
    """The outer one is met first, in the block of the inner one."""
    context = calls()
    with time_limit(context, 1000):
        outer = context.limits[-1]
        with time_limit(context, 1000):
            outer.is_over = True
        with pytest.raises(Interrupted):
            context.expect_time()
        with context.past_the_end():
            run("system:true")
    context.expect_time()
