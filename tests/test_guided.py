"""``guided(Goal)`` in a swipl session: lazy answers, nothing left behind, errors of Prolog."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic_rl.base.files import PROLOG_DIR
from tests.oracle import SWIPL
from tests.problems import write_files
from tests.processes import Run, end, is_running, ran, started
from tests.test_prove import PROGRAM

GOALS = [
    "app([A], B, [A, c|D])",
    "size(X, Y)",
    "plus(X, Y, s(s(o))), X = s(_)",
    'mem(X, [1, 2]), X > 1 ; X = "text"',
    "edge(X, X)",
    "X = (a :- b, c), Y = [0'a, -3, - 3, 1.5, 'X', {}, {x}, [], -(-(1)), 'new\\nline', \"s\"]",
]


class Session:
    """Runs goals in swipl with the program loaded and a ``symbolic-rl`` in the PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.pids = folder, folder / "pids"
        (folder / "program.pl").write_text(PROGRAM)
        (folder / "bin").mkdir()
        shim = folder / "bin" / "symbolic-rl"
        run = f'echo $$ >>"{self.pids}"; exec "{sys.executable}" -m symbolic_rl "$@"'
        shim.write_text(f"#!/bin/sh\n{run}\n")
        shim.chmod(0o755)

    def start(self, goal: str, *files: str) -> "subprocess.Popen[str]":
        """A process that proves ``goal`` once, with ``guided`` imported."""
        path = f"{self.folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
        loaded = "use_module(symbolic_rl(guided))"
        options = ["-p", f"symbolic_rl={PROLOG_DIR}", "-g", loaded, "-g", goal, "-t", "halt"]
        words = (*SWIPL, *options, *(files or ["program.pl"]))
        return started(*words, cwd=self.folder, env={**os.environ, "PATH": path})

    def __call__(self, goal: str, *files: str) -> str:
        """What it prints; the goal must succeed without a warning."""
        out, err = self.start(goal, *files).communicate(timeout=600)
        assert not err, err
        return out

    def alive(self) -> list[int]:
        """The processes of searches that are still there."""
        return [pid for pid in map(int, self.pids.read_text().split()) if is_running(pid)]


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path)


def test_the_examples_of_its_documentation_hold(session: Session) -> None:
    text = (PROLOG_DIR / "guided.pl").read_text("utf-8")
    program = re.search(r"cat graph\.pl\n(.*?) {4}\$ swipl", text, re.DOTALL)
    assert program is not None
    (session.folder / "graph.pl").write_text(program[1])
    examples = re.findall(r"^% {7}\?- (.*)\.\n((?:% {7}(?!\?-).*\n)+)", text, re.MULTILINE)
    goals = ", ".join(f'"{goal}"' for goal, _ in examples)
    told = session(
        f"forall(member(T, [{goals}]), ( term_string(G, T, [variable_names(Names)]), "
        "findall(Names, G, Answers), print(Answers), nl ))",
        "graph.pl",
    )
    written = [re.sub(r"[%\s]", "", answers).rstrip(".").split(";") for _, answers in examples]

    assert {goal.count("guided(") for goal, _ in examples} == {1} and len(examples) == 3
    for answers, found in zip(written, told.splitlines(), strict=True):
        shown = [re.sub(r"(\w+)=(.*)", r"['\1'=\2]", one.replace("true", "[]")) for one in answers]
        assert found == f"[{','.join(shown)}]"


def test_answers_on_backtracking_are_those_of_prolog(session: Session) -> None:
    tests = [
        f"( findall(V, {goal}, L1), msort(L1, S1), findall(V, guided({goal}), L2),"
        f" msort(L2, S2), (S1 =@= S2 -> true ; print(S1-S2), nl) )"
        for goal in (f"(V = v({', '.join('ABDFXYZ')}), ({goal}))" for goal in GOALS)
    ]
    told = session(", ".join(f"\\+ \\+ {test}" for test in tests) + ", write(done)")

    assert told == "done"
    assert len(session.pids.read_text().split()) == len(GOALS)
    assert not session.alive()


def test_answers_come_one_by_one_and_a_cut_ends_the_search(session: Session) -> None:
    ended = "read_file_to_string(pids, S, []), split_string(S, '', '\\n', [P]), "
    ended += "format(atom(C), 'kill -0 ~w 2>/dev/null', [P]), "
    told = session(
        f"guided(nat(X)), {ended} shell(C, During), X = s(s(_)), !, print(X), nl, "
        "shell(C, After), print(During-After)"
    )

    assert told.splitlines()[0] == "s(s(o))"
    assert told.splitlines()[1].startswith("0-") and not told.endswith("-0")
    assert not session.alive()


def test_searches_inside_one_another_end_each_with_its_own_goal(session: Session) -> None:
    told = session("guided(nat(X)), X = s(Y), guided(nat(Z)), Z = s(s(Y)), print(X-Z), !")
    assert told == "s(o)-s(s(o))" and not session.alive()


def test_a_session_that_is_killed_leaves_no_search(session: Session) -> None:
    endless = "guided((mem(X, [o]) ; nat(X), fail), [max_inferences(1000000000000)])"
    swipl = session.start(f"{endless}, print(X), nl, flush_output, fail")
    assert swipl.stdout is not None and swipl.stdout.readline() == "o\n"
    (pid,) = session.alive()  # which searches for another answer
    swipl.kill()
    swipl.communicate()
    assert end([pid])


def test_no_answer_is_failure_and_so_is_a_limit_where_it_is_wanted(session: Session) -> None:
    limit = "guided((nat(X), fail), [max_inferences(9), incomplete(fail)])"
    assert session(f"\\+ guided(mem(c, [a, b])), \\+ {limit}, write(no)") == "no"


ERRORS = {
    "guided(apq(X, Y, Z))": "existence_error(procedure,apq/3)",
    "guided(_)": "instantiation_error",
    "guided(7)": "type_error(callable,7)",
    "guided(nat(X), [limit(3)])": "domain_error(guided_option,limit(3))",
    "guided(nat(X), [max_inferences(-1)])": "symbolic_rl('ConfigError')",
    "guided(nat(X), [program(nowhere)])": "symbolic_rl('PackError')",
    "guided(nat(X), [command([nowhere])])": "existence_error(command,nowhere)",
    "guided(nat(X), [command(['/bin/true'])])": "system_error(process_ended)",
    "guided((nat(X), fail), [max_inferences(50)])": "resource_error(max_inferences)",
    "(guided(wrong(X)), X \\== 1)": "system_error(incomplete)",
    "(X = f(X), guided(mem(X, [])))": "@(domain_error(acyclic_term,mem(S_1,[])),[S_1=f(S_1)])",
}


def test_errors_are_those_of_prolog(session: Session) -> None:
    tests = (f"\\+ \\+ (catch({goal}, error(E, _), true), print(E), nl)" for goal in ERRORS)
    assert session(", ".join(tests)).splitlines() == list(ERRORS.values())
    assert not session.alive()


def test_a_proof_is_a_tree_that_shares_the_variables_of_the_answer(session: Session) -> None:
    told = session("guided(app([A], B, [A, c|D]), P, []), A = 7, print(P), write(' '), print(B)")
    assert told.count("proof(") == 3
    assert told.startswith("proof(app([7],[c|") and "query,[proof(app([7]" in told
    assert "program.pl':2)," in told and "program.pl':1)," in told
    assert "'A" not in told


def test_constraints_of_the_session_hold_for_answers(session: Session) -> None:
    assert session("dif(X, b), findall(X, guided(mem(X, [a, b, c])), L), print(L)") == "[a,c]"


def test_constraints_of_an_answer_hold_in_the_session(session: Session) -> None:
    (session.folder / "unlike.pl").write_text("unlike(X, Y) :- dif(X-Y, a-b).\n")
    goal = "guided(unlike(X, Y)), X = a, \\+ Y = b, Y = c, writeq(X-Y)"

    assert session(goal, "unlike.pl") == "a-c"


def test_answers_have_the_operators_of_the_program(session: Session) -> None:
    text = ":- op(700, xfx, likes).\nfact(mary likes wine).\np(X) :- fact(X).\n"
    (session.folder / "likes.pl").write_text(text)
    assert session("guided(p(X), P, []), X = (A likes _), print(A)", "likes.pl") == "mary"


def test_the_files_of_a_module_are_the_program(session: Session) -> None:
    files = {
        "graph.pl": ":- module(graph, [reach/2]).\n:- use_module(library(lists)).\n"
        "reach(X, Y) :- link(X, Y).\nreach(X, Y) :- reach(X, Z), link(Z, Y).\n"
        "link(a, b).\nlink(b, c).\n",
        "one.pl": ":- use_module(graph).\n:- initialization(true).\np(X) :- q(X).\n",
        "two.pl": "q(1).\nq(2).\n",
    }
    write_files(session.folder, files)

    told = session(
        "findall(X, guided(p(X)), L), print(L), guided(reach(a, X)), X \\== b, !, print(X)",
        "one.pl", "two.pl",
    )  # fmt: skip
    assert told == "[1,2]c"


def test_a_run_guides_the_search(session: Session, command: Run) -> None:
    pack, run = session.folder / "pack", session.folder / "run"
    texts = {"program": PROGRAM.partition("nat(o)")[0]}
    texts["train"] = "query(path(1, 3)).\nquery(path(2, 4)).\n"
    write_files(pack, {"env.toml": "[train]\ntotal_frames = 512\nn_envs = 16\n"}, **texts)
    trained = command("train", "--env", str(pack), "--run-dir", str(run))
    assert trained.returncode == 0, trained.stderr

    options = (
        f"[program('{run}'), max_inferences(500), hedge(true), temperature(2), uniform_share(0.5)]"
    )
    told = session(f"findall(X, limit(4, guided(path(1, X), {options})), L), msort(L, S), print(S)")

    assert told == "[1,2,3,4]"


def test_the_command_says_where_the_library_is(command: Run) -> None:
    folder = Path(command("prolog").stdout.strip())
    assert (folder / "guided.pl").is_file()


@pytest.mark.parametrize("requests", [1, 2, 3, 9])
def test_all_requests_before_the_end_of_input_are_answered(tmp_path: Path, requests: int) -> None:
    (tmp_path / "p.pl").write_text("p(a). p(b).\n")
    words = ("-m", "symbolic_rl", "prove", "p.pl", "p(X)", "--stream")
    done = ran(sys.executable, *words, cwd=tmp_path, stdin=None, input="\n" * requests)

    assert done.returncode == 0
    assert [line.split('"')[1] for line in done.stdout.splitlines()] == (
        ["answer", "answer", "ended"][:requests]
    )
