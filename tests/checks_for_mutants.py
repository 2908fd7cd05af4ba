"""Fixed differential checks that ``test_mutants.py`` runs on a copy of ``prolog/``.

python checks_for_mutants.py FOLDER    reads lines "NAME FILE", runs the check NAME of the copy in
                                       FOLDER, and prints its exit code; errors go to FILE

The checks are ``engine`` (answers, by SWI-Prolog alone and by the C core), ``searches`` and
``steps`` (each against the plain form in ``tests/oracles``), and ``network`` (against torch). Each
runs in a process of its own, forked before Prolog starts: what all of them import is imported once.
"""

import os
import signal
import subprocess
import sys
import tempfile
import traceback
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import symbolic_rl.base.files

if __name__ == "__main__":  # before the engine is imported
    symbolic_rl.base.files.PROLOG_DIR = Path(sys.argv[1])

import numpy as np

from symbolic_rl.base.config import EnvConfig, SearchSettings
from symbolic_rl.bridge import build
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.proof import verify
from symbolic_rl.search import AnswerIterator, Limits, Space
from symbolic_rl.search.base import Advice, Page
from symbolic_rl.search.tree import BottomUpSearch
from tests.exhaustion import answers_in_order, decoded, load, root
from tests.oracle import oracle
from tests.oracles.compared import expect_the_same, expect_the_same_in_threads
from tests.oracles.general import GeneralEngine
from tests.playing import both, play
from tests.problems import make_problem
from tests.strategies import Case
from tests.test_proof_frames import (
    PAGED,
    PAGED_QUERIES,
    test_pages_and_masked_variants_are_those_of_the_environment as check_frames,
)

CASES = (
    Case("p(X, X).\np(X, Y) :- q(Y, X).\nq(f(X), Y).", "p(X, f(X))"),
    Case("p(X, Y, f(X, Y)).", "p(X, g(Y), Y)"),
    Case("p(X) :- q(X, Y), q(Y, Z).\nq(a, b).\nq(b, c).\nq(X, d).", "p(X), p(Y)"),
    Case("p(a).\np(b).\np(c).\np(X) :- p2(X).\np2(b).\np2(d).", "p(X)"),
    Case("p(X, f(Y)) :- q(X), r(Y).\nq(1).\nq(2).\nr([X, Y]).\nr(g(Z)).", "p(X, Y), q(X)"),
    Case("p(X) :- q(X), \\+ r(X).\nq(1).\nq(2).\nr(2).", "p(X), \\+ r(f(X))"),
    Case("p(X, Y) :- X > 1, !, Y = big.\np(X, small).\nq(1).\nq(2).", "q(X), p(X, Y), q(Z)"),
    Case("p(X, Y) :- ( X = 1 -> Y = one ; X = 2 -> Y = two ; Y = X ).",
         "member(X, [1, 2, 3]), p(X, Y)"),
    Case("p(X) :- ( between(1, 3, X) -> q(X) ; true ).\nq(X).", "p(X)"),
    Case("p(X) :- X = f(X).\np(X) :- X \\= f(X), q(X).\nq(a).\nq(f(a)).\nq(f).", "p(X)"),
    Case("len([], 0).\nlen([_|T], N) :- len(T, M), N is M + 1.", "len([a, X, Y], N)"),
    Case("p(X) :- ( q(X) ; r(X) ).\nq(1.5).\nr(\"s\").\nr('').\nr(123456789012345678901).", "p(X)"),
    Case("plus(o, Y, Y).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z).", "plus(X, Y, s(s(o)))"),
    Case("p(X, Y, Z) :- X \\= Y, q(Y, Z), Y \\== Z, X == a.\nq(b, c).\nq(a, a).\nq(b, b).",
         "q(_, X), p(X, Y, Z)"),
    Case("p(X) :- q(X, Y), Y \\= c, X \\== Y.\nq(a, b).\nq(a, c).\nq(b, b).\nq(U, d).", "p(X)"),
    Case("p(X, Y) :- between(1, 3, X), Y is X * 2.\np(9, z).", "p(X, Y)"),
    Case("p(X, Y) :- dif(X, f(Y)), dif(X-a, Y-Z), q(X), q(Y), q(Z).\nq(a).\nq(f(b)).\nq(b).",
         "p(X, Y)"),
    Case("p(a, 1).\np(X, 2).\np(b, 3).\np(a, 4).\np(c, 5).", "p(a, X)"),
)  # fmt: skip
_CONFIG = EnvConfig(hide_query=False)
_ENGINES = (GeneralEngine, PrologEngine)
"""SWI-Prolog alone, and the C core with it."""


def check_answers(folder: Path, case: Case) -> None:
    """The answers are SWI-Prolog's, in its order, for pages of any size."""
    program = load(folder, case.program, case.goal, _CONFIG)
    expected, more = oracle().answers(case.program, case.goal)
    assert not more
    for limit in (1, 2, 50):
        for make in _ENGINES:
            engine = make(program, _CONFIG, answers=True)
            found = answers_in_order(engine, root(program), limit=limit)
            assert [decoded(state, program.vocabulary) for state in found] == expected, case


def check_hidden(folder: Path, make: type[PrologEngine]) -> None:
    """A hidden fact and its duplicates cannot be used, also inside negation."""
    for text in ("p(a).\np(b).\np(a).\nr(X).", "p(a).\np(b).\np(a).\nr(X) :- \\+ p(f(X))."):
        program = load(folder, text, "p(X)", _CONFIG)
        engine = make(program, _CONFIG)
        start = TokenBatch.of([program.queries[0].root(answers=False)])
        zero, one = np.zeros(1, np.int64), np.array([4])
        state = engine.expand(start, hidden=one, limit=9, offset=zero).candidates
        clauses = engine.expand(state, hidden=one, limit=9, offset=zero).clauses
        assert clauses.tolist() == [5]
    program = load(folder, "p(a).\nr(X) :- \\+ p(X).", "r(a)", _CONFIG)
    engine = make(program, _CONFIG)
    start = TokenBatch.of([program.queries[0].root(answers=False)])
    state = engine.expand(start, hidden=one, limit=9, offset=zero).candidates
    assert engine.expand(state, hidden=one, limit=9, offset=zero).counts.tolist() == [1]


def check_lost(folder: Path, make: type[PrologEngine]) -> None:
    """What is lost is counted by its cause."""
    text = "p :- X < 1.\np :- \\+ l.\np :- between(1, inf, X), X < 0.\nl :- l."
    program = load(folder, text, "p", _CONFIG)
    engine = make(program, _CONFIG)
    start = TokenBatch.of([program.queries[0].root(answers=False)])
    zero = np.zeros(1, np.int64)
    state = engine.expand(start, hidden=zero, limit=9, offset=zero).candidates
    page = engine.expand(state, hidden=zero, limit=9, offset=zero)
    assert (page.counts.tolist(), page.lost[0, :3].tolist()) == ([0], [1, 1, 1])


def check_engine(folder: Path) -> None:
    """Answers, hidden facts and what is lost."""
    for case in CASES:
        check_answers(folder, case)
    for make in _ENGINES:
        check_hidden(folder, make)
        check_lost(folder, make)


PROGRAM = """\
edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4). edge(4, 5). edge(5, 3).
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
wide(X) :- between(1, 40, X).
deep(o).
deep(s(X)) :- wide(_), deep(X).
grow(X) :- grow(f(X, X, X)).
grow(X) :- grow(s(X)).
grow(end).
"""
GOALS = ("path(1, X)", "deep(s(o))", "grow(o)", "wide(37)", "wide(X), wide(Y)")
READING = SearchSettings(temperature=1 / 0.7, greedy_mix=0.3, structure_share=0.2)


def order(states: TokenBatch, page: Page, shown: object) -> Advice:
    """Return log-probabilities, the same for two candidates at a time."""
    logs = np.float32(-0.1 * (page.ordinal // 2 * 7 % 11))
    more = np.full(page.more.size, -1.0, np.float32)
    alone = np.float32(-0.3 * (page.ordinal * 5 % 9))
    return Advice(logs, more, np.full_like(more, -1.0), alone, more)


UPWARD = """\
even(o).
even(s(s(X))) :- even(X).
twice(X, X) :- even(X).
pair(X, f(Y)) :- twice(X, X), link(Y, X), link(X, Z).
link(Y, s(s(o))). link(a, o). link("b", s(s(s(s(o))))).
same(X, X).
same(c, X) :- link(a, X).
mid(X) :- same(c, X).
top(X) :- mid(X).
"""
FROM_FACTS = {
    "top(X)": {"top(c)", "top(o)", "top(s(s(o)))"},
    "pair(X, f(a))": {"pair(o, f(a))", "pair(s(s(o)), f(a))"},
    'link("b", X), even(X)': {'link("b", s(s(o)))', 'link("b", s(s(s(s(o)))))'},
}
"""Goals, and their first goal in each answer."""


def check_upward(folder: Path) -> None:
    """A search from the facts proves what follows, and nothing that is left out for another."""
    (folder / "upward.pl").write_text(UPWARD, encoding="utf-8")
    goals = {goal: goal for goal in FROM_FACTS}
    program = Program([folder / "upward.pl"], {}, goals=goals, config=_CONFIG)
    engine = PrologEngine(program, _CONFIG, answers=True)
    for query, proved in zip(program.queries, FROM_FACTS.values(), strict=True):
        space = Space(engine, query)
        found = AnswerIterator(BottomUpSearch(space), Limits(max_inferences=400)).take(9)
        lines = (verify(engine, query, answer.choices).lines for answer in found.answers)
        assert {of_answer[1].goal for of_answer in lines} == proved, query.text


def check_shortening(folder: Path) -> None:
    """Proofs become shorter, and what fails is counted."""
    from tests.test_shortening import (
        test_a_choice_whose_kind_fails_is_dear,
        test_the_proof_is_valid_and_nothing_near_is_shorter,
    )

    for check in (
        test_a_choice_whose_kind_fails_is_dear,
        lambda own: test_the_proof_is_valid_and_nothing_near_is_shorter(15, own),
    ):
        own = Path(tempfile.mkdtemp(dir=folder))
        check(own)


def check_searches(folder: Path) -> None:
    """Searches take the states of the plain ones in their order; see also check_upward."""
    check_upward(folder)
    check_shortening(folder)
    (folder / "program.pl").write_text(PROGRAM, encoding="utf-8")
    goals = {goal: goal for goal in GOALS}
    program = Program([folder / "program.pl"], {}, goals=goals, config=_CONFIG)
    engine = PrologEngine(program, _CONFIG, answers=True)
    for query in program.queries:
        expect_the_same(Space(engine, query, width=6), 300, 20)
        for flag in (True, False):
            settings = replace(READING, knows_pages=flag, likeliest_leads=flag)
            space = Space(engine, query, width=6, order=order, settings=settings)
            expect_the_same(space, 300, 20)
        expect_the_same_in_threads(Space(engine, query, width=6, n_threads=2), 300)


def check_network(folder: Path) -> None:
    """The policy in C leads a search as the one in torch does, and candidates are described."""
    from tests.test_network import test_a_search_asks_the_weights_of_the_moment as check
    from tests.test_structure import test_an_environment_shows_the_features_of_its_candidates_alone

    check("clause")
    test_an_environment_shows_the_features_of_its_candidates_alone()


GRAPH = """
path(X, X).
path(X, Z) :- edge(X, Y), path(Y, Z).
path(X, Y) :- path(Y, X).
path(X, Y) :- path(X, Y).
edge(a, b). edge(b, c). edge(c, a). edge(a, d). edge(d, e). edge(a, e). edge(a, b).
wait(X) :- wait(X).
wait(X) :- wait(X).
wait(X) :- wait(X).
wait(X) :- edge(X, b).
chain(X) :- link(X).
link(X) :- edge(X, Y), edge(Y, b).
"""
TERMS = """
app([], Y, Y).
app([X|Xs], Y, [X|Z]) :- app(Xs, Y, Z).
rev([], []).
rev([X|Xs], Y) :- rev(Xs, Z), app(Z, [X], Y).
rev(X, Y) :- rev(X, Z), rev(Z, W), rev(W, Y).
p(a). p("one"). p(a).
p(f(g(X), Y)) :- p(X), p(Y).
p(X) :- p("two"), p(X).
either(X) :- p(X).
either(X) :- p(f(X, X)).
either(X) :- p(X).
"""
PROCESS = """
initial(from(N), at(N)).
action(at(N), up, at(M)) :- N < 5, M is N + 1.
action(at(N), down, at(M)) :- N > 0, M is N - 1.
reward(at(N), up, _, N).
reward(at(N), down, _, M) :- M is -N.
terminal(at(5), 7).
observe(at(N), [place(N), left(M), f(g(N))]) :- M is 5 - N.
"""
STEP_CASES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "pages, loops, forced moves and limits": (
        GRAPH,
        ("path(a, e)", "path(e, a), false", "path(b, e)", "chain(c)", "edge(a, Z)", "edge(a, b)",
         "wait(a)"),
        {"loop_check": "on", "refuse": True, "n_candidates": 4, "max_inferences": 6,
         "max_pages": 1, "n_goals": 2, "goal_width": 2},
    ),
    "variants, and trees that are cut": (
        TERMS,
        ("rev([1, 2, 3], X)", "p(f(X, Y))", "either(X)", "app(X, Y, [a, b])"),
        {"loop_check": "off", "auto_advance": False, "n_candidates": 4, "max_inferences": 9,
         "n_goals": 2, "view_tree": "3 2 2 2", "view": "tree"},
    ),
    "rewards of an MDP, and what is seen of it": (
        PROCESS,
        ("from(1)", "from(4)"),
        {"kind": "mdp", "n_goals": 2, "max_inferences": 12, "reward_scale": 0.5,
         "view": "prefix", "goal_width": 2},
    ),
}  # fmt: skip
"""Program, queries and settings of each case."""


def check_steps(folder: Path) -> None:
    """Steps and views equal the plain ones, and frames of proofs equal the frames of steps."""
    for name, (program, goals, settings) in STEP_CASES.items():
        queries = "".join(f"query({goal}).\n" for goal in goals)
        problem = make_problem(Path(folder, name), program, queries, **settings)
        play(*both(problem, 7, n_threads=2), Random(0), 25)
        play(*both(problem, 6, in_order=False, seed=1, group_size=2), Random(0), 25)
    Path(folder, "proofs").mkdir()
    check_frames(PAGED, PAGED_QUERIES, {"n_candidates": 4}, Path(folder, "proofs"))


CHECKS = {"engine": check_engine, "searches": check_searches, "steps": check_steps,
          "network": check_network}  # fmt: skip
WITH_TORCH = {"network": ("test_network", "test_structure"), "searches": ("test_shortening",)}
"""Files of tests that a check needs and that import torch, which takes seconds."""
LIMIT_S = 600


def compile_changed(objects: Path) -> None:
    """Compile what has changed: a mutant runs for a second, and all of it takes three with -O3."""
    build.FAST, build._ACROSS_FILES = ("-O0",), ()
    target, include = build.library_path(), build._installed().headers()
    if target.exists():
        return
    command = [*build._compiler(), "-O0", *build._FLAGS, f"-I{include}"]
    made = {x: objects / f"{x.stem}{crc32(x.read_bytes())}.o" for x in build._SOURCES}
    for source, file in made.items():
        if not file.exists():
            subprocess.run([*command, "-c", str(source), "-o", str(file)], check=True)
    link = [*command, *map(str, made.values()), "-lm", "-o", str(target)]
    subprocess.run(link, check=True)


def run(check: str, errors: str, objects: Path) -> int:
    """Run a check in a new process; return its exit code."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    code = 1
    try:
        signal.alarm(LIMIT_S)
        os.dup2(os.open(errors, os.O_WRONLY | os.O_CREAT), 2)
        compile_changed(objects)
        with tempfile.TemporaryDirectory() as name:
            CHECKS[check](Path(name))
        code = 0
    except BaseException:
        traceback.print_exc()
    os._exit(code)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for line in sys.stdin:
            asked, file = line.split()
            for name in WITH_TORCH.get(asked, ()):
                import_module(f"tests.{name}")
            print(run(asked, file, Path(folder)), flush=True)
