"""Saved proofs: SWI-Prolog derives each again, and refuses one that was altered in any field."""

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal

import pytest

from symbolic_rl.base.errors import EngineError, StackError, SymbolicError
from symbolic_rl.bridge.swipl import stack_limit
from symbolic_rl.derivations.proof_frames import BY_PLACE
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program, Query
from symbolic_rl.proofs.proof import Proof, answer_of, verify
from symbolic_rl.proofs.prove import prove
from symbolic_rl.proofs.saved import save, verify_file
from symbolic_rl.search import SEARCHES, Limits, Space, find
from tests.hostile.case import Case
from tests.hostile.documents import cases
from tests.problems import make_problem, program_file
from tests.processes import ran
from tests.test_prove import FINITE, PROGRAM
from tests.work import inferences_of

ALTERED = [
    case
    for case in cases()
    if "proof.jsonl" in case.files and case.code and "without end" not in case.name
]


program = program_file(PROGRAM, "program.pl")


def made(program: Path, goal: str, search: str = "auto", answers: int = 5) -> list[Any]:
    """The records of a goal, as `prove --save` writes them."""
    file = program.with_name("made.jsonl")
    save(file, program, goal, prove(program, goal, search=search).take(answers).answers)
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("search", [name for name in SEARCHES if name != "bottom-up"])
def test_proofs_of_every_search_are_derived_again(search: str, program: Path) -> None:
    file = program.with_name("made.jsonl")
    for goal in FINITE:
        records = made(program, goal, search, 100)
        assert len(verify_file(file, program)) == sum("lines" in record for record in records)


@pytest.mark.parametrize("case", ALTERED, ids=lambda case: case.name)
def test_altered_proofs_are_refused_with_the_reason(case: Case, tmp_path: Path) -> None:
    case.write(tmp_path)
    with pytest.raises(SymbolicError, match=case.says or None):
        verify_file(tmp_path / "proof.jsonl", tmp_path / "pack")


def test_a_record_is_the_json_of_its_proof_with_its_program_and_search(program: Path) -> None:
    (record,) = made(program, "mem(X, [a, b])", answers=1)
    (found,) = prove(program, "mem(X, [a, b])").take(1).answers
    proof = replace(found, found_by="")  # of the search, not of the proof
    assert list(record) == ["program", *proof.as_json(), "search"]
    about = ("program", "search")
    assert {name: value for name, value in record.items() if name not in about} == proof.as_json()
    assert list(record["program"]["files"]) == ["program.pl"]
    assert record["program"]["settings"]["occurs_check"] is True


def derivation_of(text: str, goal: str, file: Path) -> tuple[PrologEngine, Query]:
    """Engine of a program, and a query that is the goal."""
    file.write_text(text)
    pack = load_pack(file)
    program = Program(pack.program, {}, goals={"goal": goal}, config=pack.env)
    return PrologEngine(program, pack.env, answers=True), program.queries[0]


def verify_inferences(n: int, folder: Path) -> int:
    """Inferences of Prolog that replay a proof of ``n`` steps with as many open goals."""
    proofs = list[Proof]()
    text = f"p(X) :- {', '.join(['q(X, _)'] * n)}.\nq(a, _).\n"
    engine, query = derivation_of(text, "p(X)", folder / f"wide{n}.pl")
    choices = [(0, BY_PLACE)] * (n + 2)
    inferences = inferences_of(lambda: proofs.append(verify(engine, query, choices)))
    assert proofs[0].inferences == n + 2
    return inferences


def test_the_work_of_a_replay_grows_with_the_length_of_the_proof(tmp_path: Path) -> None:
    """Not with its square, also where all of its goals are open at once, with a variable each."""
    assert verify_inferences(1600, tmp_path) < 12 * verify_inferences(200, tmp_path)


def test_bindings_of_a_long_derivation_fit_where_its_tree_does_not(tmp_path: Path) -> None:
    """100,000 steps in 16 MB of stack: the limit is named, and is no claim about the proof."""
    text, n = "p(X) :- p(X).\np(a).\n", 100_000
    engine, query = derivation_of(text, "p(X)", tmp_path / "long.pl")
    choices = [(0, BY_PLACE)] * n + [(1, BY_PLACE)]
    with stack_limit(16 * 2**20):
        assert answer_of(engine, query, choices, query).bindings == {"X": "a"}
        with pytest.raises(StackError, match="takes more than 16 MB of stack"):
            verify(engine, query, choices)


PLAN = """
initial(start(N), s(N, L)) :- numlist(1, N, L).
action(s(N, L0), down, s(M, L)) :- N > 0, M is N - 1, next(L0, L).
next([], []).
next([X|Xs], [Y|Ys]) :- Y is X + 1, next(Xs, Ys).
terminal(s(0, _), 1).
"""


def ends_of_a_move(folder: Path, kilobytes: range) -> set[type]:
    """The errors of a plan that is derived again, each time with other limits of the stack."""
    problem = make_problem(folder, PLAN, "query(start(100)).\n", kind="mdp")
    (query,) = problem.queries("train")
    limits = Limits(max_inferences=1000)
    (found,) = find("depth-first", Space(problem.engine, query), limits=limits).answers
    engine = PrologEngine(problem.program, problem.env_config)
    answered = query.without_answer(engine.vocabulary)
    ended = set[type]()
    for most in kilobytes:
        try:
            with stack_limit(most << 10):
                verify(engine, query, found.choices, searched=answered)
        except EngineError as error:
            ended.add(type(error))
    return ended


def test_stack_that_ends_within_a_move_is_no_claim_about_the_plan(tmp_path: Path) -> None:
    assert ends_of_a_move(tmp_path, range(1500, 4500, 250)) == {StackError}


def test_stack_without_room_for_its_own_exception_is_named_as_well(tmp_path: Path) -> None:
    """Where clauses of many variables have reserved stack, in a process of their own."""
    lines = (
        "from tests.test_saved import *",
        "from symbolic_rl.bridge.swipl import reserve_stack",
        "reserve_stack(80_000)",
        f"folder = Path({str(tmp_path)!r})",
        "ends_of_a_move(folder, range(1 << 16, 1 << 17, 1 << 16))",
        "print(ends_of_a_move(folder, range(4000, 4400, 25)))",
    )
    root = Path(__file__).resolve().parents[1]
    done = ran(sys.executable, "-c", "\n".join(lines), cwd=root)
    assert done.stdout == f"{ {StackError}!r}\n", done.stderr


def test_an_answer_is_not_lost_where_its_proof_takes_too_much_memory(tmp_path: Path) -> None:
    file = tmp_path / "long.pl"
    file.write_text(
        "up(X, X).\nup(Y, X) :- Z is Y + 1, up(Z, X).\nfar(X) :- up(0, X), X >= 30000.\n"
    )
    with ExitStack() as limits:
        proofs = prove(file, "far(X)", search="prolog", one=True)
        # Now the bindings are known, and the derivation begins.
        proofs.on_answer = lambda _: limits.enter_context(stack_limit(16 * 2**20))
        proof = next(proofs)
    assert (proof.bindings, proof.lines) == ({"X": "30000"}, ())
    assert proof.missing == "SWI-Prolog takes more than 16 MB of stack to derive it again"
    saved = tmp_path / "proof.jsonl"
    save(saved, file, "far(X)", [proof])
    with pytest.raises(SymbolicError, match="it has no steps: 'SWI-Prolog takes more than 16 MB"):
        verify_file(saved, file)


def test_an_outline_of_a_long_proof_costs_less_than_two_thirds_of_the_work(tmp_path: Path) -> None:
    """It shows the same, the number of the lines that it lacks included."""
    text = "up(X, X).\nup(Y, X) :- Z is Y + 1, up(Z, X).\n"
    engine, query = derivation_of(text, "up(0, X)", tmp_path / "up.pl")
    choices, proofs = [(0, BY_PLACE), *[(1, BY_PLACE)] * 1000, (0, BY_PLACE)], list[Proof]()

    def work(form: Literal["proof", "outline"]) -> int:
        one = partial(verify, engine, query, choices, form=form)
        return inferences_of(lambda: proofs.append(one()))

    _, short, whole = work("proof"), work("outline"), work("proof")  # the first loads the code
    assert short * 3 < whole * 2
    _, outline, full = proofs
    assert (len(outline.lines), outline.n_left) == (301, len(full.lines) - 301)
    assert str(outline) == str(full) and "... and 1,701 more steps" in str(full)


def test_a_proof_is_derived_within_the_limits_of_its_search(
    tmp_path: Path, command: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    """The first clause, lost to a limit on sub-proofs, would else be the first candidate."""
    program, file = tmp_path / "p.pl", tmp_path / "proofs.jsonl"
    program.write_text("p(a) :- once(n(2000)).\np(b).\nn(0).\nn(N) :- N > 0, M is N - 1, n(M).\n")
    flags = ("--max-subproof-inferences", "1000", "--save", str(file))
    assert command("prove", str(program), "p(X)", *flags).returncode == 0

    assert [proof.bindings for proof in verify_file(file, program)] == [{"X": "b"}]


def test_an_answer_of_swipl_beyond_the_limit_on_sub_proofs_is_searched_again(
    tmp_path: Path, command: Callable[..., "subprocess.CompletedProcess[str]"]
) -> None:
    program, file = tmp_path / "p.pl", tmp_path / "proofs.jsonl"
    program.write_text("p(a) :- aggregate_all(count, between(1, 100001, _), _).\n")
    done = command("prove", str(program), "p(X)", "--max-inferences", "100000", "--save", str(file))

    assert done.returncode == 0 and "X = a" in done.stdout
    assert "searching again with\n      --max-subproof-inferences 10000000" in done.stderr
    assert [proof.bindings for proof in verify_file(file, program)] == [{"X": "a"}]
    limits = ("--max-inferences", "100000", "--max-subproof-inferences", "100000")
    done = command("prove", str(program), "p(X)", *limits)  # the user's own limit holds
    assert (done.returncode, done.stderr) == (1, "")
