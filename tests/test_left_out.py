"""Programs that are loaded without the clauses that cannot be loaded."""

import json
import re
from pathlib import Path

import pytest

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.evaluation.check import check
from symbolic_rl.program.notes import Loading
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import ProofResult, prove
from tests.problems import FROM_GOALS, program_file, searched, write_files
from tests.processes import Run

PROLOG = Path(__file__).parents[1] / "prolog"
PROGRAM = """\
:- initialization(main).
city(oslo). city(rome).
likes(ann, X) :- city(X).
likes(bob, X) :- city(X), tell(X).
likes(bob, mars).
main :- likes(X, Y), read(X-Y), nl.
"""


program = program_file(PROGRAM, "likes.pl")


def ask(program: Path, goal: str, search: str = "auto") -> ProofResult:
    return prove(program, goal, search=search).take(100)


def test_goal_that_reaches_nothing_left_out_has_all_its_answers(program: Path) -> None:
    found = ask(program, "likes(ann, X)")

    assert [str(proof.answer) for proof in found.answers] == ["X = oslo", "X = rome"]
    assert found.complete
    assert [(note.line, note.severity) for note in found.loading.left_out] == [
        (1, "ignored"), (4, "skipped"), (6, "skipped"),
    ]  # fmt: skip


@pytest.mark.parametrize("search", [name for name in FROM_GOALS if name != "prolog"])
def test_goal_that_reaches_what_is_left_out_is_never_complete(search: str, program: Path) -> None:
    found = ask(program, "likes(bob, X)", search)

    assert [str(proof.answer) for proof in found.answers] == ["X = mars"]
    assert (found.ended, found.complete) == ("exhausted", False)
    assert found.counters["builtin_errors"] == 2


def test_prolog_search_ends_with_the_error_as_prolog_does(program: Path) -> None:
    found = ask(program, "likes(bob, X)", "prolog")

    assert (found.ended, found.answers) == ("error", ())


def test_negation_that_reaches_what_is_left_out_is_neither_true_nor_false(program: Path) -> None:
    found = ask(program, "\\+ likes(bob, rome)")

    told = "1 candidate lost to errors of builtins, or to what cannot run here (see below)"
    assert (found.answers, found.complete) == ((), False)
    assert told in found.ending


def test_prove_names_what_was_left_out_and_why(program: Path, command: Run) -> None:
    done = command("prove", str(program), "likes(ann, X)")

    assert done.returncode == 0
    assert f"loaded 4 of 6 clauses of {program}; a search that reaches" in done.stdout
    assert (
        "2  tell/1, read/1 cannot be called: a proof reads no input and uses no files (lines 4, 6)"
        in done.stdout
    )
    assert "skipped 1 directive (line 1)" in done.stdout


def test_json_has_place_and_reason_of_each(program: Path, command: Run) -> None:
    words = ("prove", str(program), "likes(ann, X)", "--json")
    left_out = json.loads(command(*words).stdout)["left_out"]

    assert [one["place"].rpartition(".pl:")[2] for one in left_out] == ["1:1", "4:27", "6:22"]
    why = "a proof reads no input and uses no files"
    assert left_out[2]["reason"] == f"read/1 cannot be called: {why}"


def test_check_counts_and_lists_them(program: Path) -> None:
    told = str(check(program))

    assert "provable    1 of 3 predicates need nothing that is left out" in told
    assert "affected    likes/2, main/0: may need what is left out" in told
    reached = "a search that reaches a left-out clause says so"
    assert f"loaded 4 of 6 clauses of {program}; {reached}" in told
    reason = "a proof reads no input and uses no files"
    assert f"2  tell/1, read/1 cannot be called: {reason} (lines 4, 6)" in told
    assert "     to fix: remove the goal" in told
    assert "skipped 1 directive (line 1)" in told


def test_places_in_a_program_of_several_files_name_their_file(tmp_path: Path) -> None:
    part, main = tmp_path / "part.pl", tmp_path / "main.pl"
    part.write_text("p(X) :- q(X).\np(X) :- r(X).\n")
    main.write_text(":- [part].\n:- initialization(s).\ns :- read(_).\nt :- u(_).\n")
    told = str(check(main))

    assert f"loaded 3 of 4 clauses of {main}; a search" in told
    assert "(line 3)" in told  # of the file that the line before it names
    assert f"skipped 1 directive ({main}:2)\n" in told
    assert f"raises an error where it is called ({main}:4, {part}:1, 2)\n" in told


@pytest.mark.parametrize(
    ("directive", "goal"),
    [
        ("assertz(q(1))", "p(1)"),
        ("q(X), assert((q(1) :- true))", "q(X)"),
        ("initialization(forall(member(X, [1, 2]), asserta(user:q(X))))", "\\+ q(5)"),
        ("initialization(main)", "p(1)"),
        ("maplist(add, [q(1)])", "p(1)"),
        ("retractall(q(_)), true", "q(X)"),
    ],
)
def test_a_clause_that_a_directive_adds_is_left_out(
    directive: str, goal: str, tmp_path: Path
) -> None:
    text = f":- dynamic q/1.\n:- {directive}.\np(X) :- q(X).\nr(3).\n"
    text += "main :- rest(2), main.\nrest(N) :- N > 1, assertz(q(N)).\nadd(X) :- assertz(X).\n"
    found = searched(tmp_path, text, goal)

    assert (found.answers, found.complete) == ((), False)
    if "add" in directive:  # the head is not known
        assert not searched(tmp_path, text, "r(X)").complete
    else:
        told = "1  a clause that a directive adds or removes: no directive is ever run (line 2)"
        assert told in found.ending
        assert searched(tmp_path, text, "r(X)").complete


REMOVING = """
p(1). p(2).
:- retract(p(2)).
p(3).
q(1).
:- retractall(q(_)).
q(2).
:- retractall(none(_)).
r(1) :- p(1), !.
:- retract((r(_) :- _)).
r(2).
"""


@pytest.mark.parametrize(
    ("goal", "answers", "is_complete"),
    [
        ("p(X)", ["X = 1", "X = 3"], False),
        ("q(X)", ["X = 2"], False),
        ("q(2)", ["true"], True),
        ("catch(none(X), _, X = 1)", [], True),
        ("r(X)", [], False),
    ],
)
def test_a_clause_that_a_directive_removes_is_left_out(
    goal: str, answers: list[str], is_complete: bool, tmp_path: Path
) -> None:
    found = searched(tmp_path, REMOVING, goal)
    assert [str(one.answer) for one in found.answers] == answers
    assert found.complete == is_complete


INDIRECT = {
    ":- maplist(assertz, [p(1)]).": "p(1)",
    ":- A = assertz, G =.. [A, p(1)], G.": "p(1)",
    "do(A, B) :- G =.. [A, B], call(G).\n:- do(assertz, p(1)).": "p(1)",
    "g(assertz(p(1))).\nrun :- g(G), G.\n:- run.": "p(1)",
    ":- compile_aux_clauses([p(1)]).": "p(1)",
    "q(1).\n:- copy_predicate_clauses(q/1, p/1).": "p(1)",
    ":- maplist(retract, [p(0)]).": "p(0)",
    "q(1). q(2).\n:- abolish(q/1).": "q(2)",
    "q(1). q(2).\n:- abolish(q, 1).": "q(2)",
    "q(1). q(2).\n:- wrap_predicate(q(X), w, W, (W, X > 1)).": "q(1)",
    ":- create_prolog_flag(mine, 4, []).\nq(X) :- current_prolog_flag(mine, X).": "q(4)",
}
"""Directives that change clauses without naming them, and goals that SWI-Prolog decides by them."""


@pytest.mark.parametrize("directive", INDIRECT)
def test_what_a_directive_may_change_is_neither_true_nor_false(
    directive: str, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text(f":- dynamic p/1.\nr(0).\np(0).\n{directive}\n")
    found = ask(tmp_path / "p.pl", INDIRECT[directive])
    assert (found.answers, found.complete) == ((), False)


@pytest.mark.parametrize(
    ("goal", "lost"),
    [
        ("aggregate_all(count, path(a, _), N)", True),
        ("findall(X, reached(X), L)", True),
        ("bagof(X, path(a, X), L)", True),
        ("G = findall(X, path(a, X), L), call(G)", True),
        ("setof(X, path(a, X), L)", False),
        ("aggregate_all(max(1), reached(_), M)", False),
        ("findall(X, edge(a, X), L)", False),
        ("path(a, X)", False),
    ],
)
def test_a_goal_that_counts_the_solutions_of_a_table_is_lost(
    goal: str, lost: bool, tmp_path: Path
) -> None:
    text = ":- table path/2.\nedge(a, b). edge(a, c). edge(b, d). edge(c, d).\n"
    text += "reached(X) :- path(a, X)."
    rules = "path(X, Y) :- edge(X, Y).\npath(X, Y) :- edge(X, Z), path(Z, Y).\n"
    (tmp_path / "p.pl").write_text(f"{text}\n{rules}t(L) :- {goal}, L = L.\n")
    found = ask(tmp_path / "p.pl", "t(L)")
    assert found.complete is not lost and bool(found.answers) is not lost


@pytest.mark.parametrize("flag", ["prefer_rationals", "iso", "var_prefix"])
def test_a_flag_that_changes_numbers_or_what_is_read_refuses_the_program(
    flag: str, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text(f":- set_prolog_flag({flag}, false).\np(1).\n")
    assert ask(tmp_path / "p.pl", "p(X)").complete
    (tmp_path / "p.pl").write_text(f":- set_prolog_flag({flag}, true).\np(1).\n")
    with pytest.raises(ProgramError, match=f"the flag {flag} keeps its default"):
        ask(tmp_path / "p.pl", "p(X)")


@pytest.mark.parametrize(
    ("more", "named"),
    [("", "calls"), ("odd(X) :- read(X).\n", "or clause is left out, or calls")],
)
def test_an_unknown_predicate_is_not_called_left_out(more: str, named: str, tmp_path: Path) -> None:
    told = searched(tmp_path, f"p(X) :- nothere(X).\n{more}", "p(X)").ending

    assert f"p.pl:1: the next goal {named} an unknown predicate\n" in told
    assert "unknown predicate nothere/1: raises an error where it is called (line 1)" in told


def test_training_and_evaluation_say_what_is_left_out(tmp_path: Path, command: Run) -> None:
    query = "query(likes(ann, rome)).\n"
    write_files(tmp_path, program=PROGRAM, train=query, test=query)
    few = ("--algo", "ppo", "--n-envs", "8", "--frames-per-batch", "32", "--total-frames", "32")
    few = (*few, "--minibatch-size", "32", "--run-dir", str(tmp_path / "run"))
    trained = command("train", "--env", str(tmp_path / "program.pl"), *few)
    evaluated = command("eval", str(tmp_path / "run"))

    for done in (trained, evaluated):
        assert done.returncode == 0, done.stderr
        assert "loaded 4 of 6 clauses" in done.stdout


def test_pack_may_refuse_it(tmp_path: Path) -> None:
    write_files(tmp_path, {"env.toml": "[env]\nstrict = true\n"}, program=PROGRAM)

    with pytest.raises(ProgramError, match="leave out --strict"):
        prove(tmp_path, "likes(ann, rome)")


def test_many_reasons_are_grouped_the_most_frequent_first() -> None:
    notes = [Diagnostic("skipped", "p.pl", n, 1, f"reason {n % 20}") for n in range(1, 106)]
    loading = Loading((*notes, Diagnostic("info", "p.pl", 1, 1, "nothing")), n_clauses=1)
    told = str(loading).splitlines()

    assert told[0].startswith("loaded 1 of 106 clauses of p.pl")
    assert told[1] == "  6  reason 1 (lines 1, 21, 41 and 3 more)"
    assert told[-2:] == ["  40  for 8 other reasons", "symbolic-rl check tells how to fix each"]
    assert len(told) == 15


@pytest.mark.parametrize("search", [name for name in FROM_GOALS if name != "prolog"])
def test_no_search_is_complete_where_a_clause_without_a_head_is_left_out(
    search: str, program: Path
) -> None:
    program.write_text(PROGRAM + "no clause at all.\n")
    found = ask(program, "likes(ann, X)", search)

    assert [str(proof.answer) for proof in found.answers] == ["X = oslo", "X = rome"]
    assert not found.complete
    assert "true" not in str(found.answers[0])
    assert "and one for text that cannot be read (likes.pl:" in str(found)


def test_a_clause_without_an_end_may_hold_any_others(program: Path) -> None:
    program.write_text(PROGRAM + "likes(eve, X) :- (city(X).\n")
    assert ask(program, "likes(zoe, X)", "breadth-first").complete  # its head is read: no zoe
    program.write_text(PROGRAM + "likes(eve, X) :- 'city(X).\nlikes(zoe, rome).\n")
    assert not ask(program, "likes(zoe, X)", "breadth-first").complete


def test_program_of_which_nothing_can_be_loaded_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text("p p.\nq q.\n")
    with pytest.raises(ProgramError, match="no clause of the program can be loaded") as caught:
        Program([tmp_path / "p.pl"], {})

    assert [note.line for note in caught.value.diagnostics] == [1]
    assert caught.value.diagnostics[0].fix.endswith(" (and 1 more like it)")


def test_bad_queries_are_named_and_the_others_asked(program: Path) -> None:
    queries = program.with_name("test.pl")
    queries.write_text("query(likes(ann, rome)).\nquery(like(ann, X)).\nquery(likes(bob mars)).\n")
    loaded = Program([program], {"test": [queries]})

    assert [query.text for query in loaded.queries] == ["likes(ann, rome)"]
    assert str(loaded.loading).splitlines()[-4:-1] == [
        f"loaded 1 of 3 queries of {queries}",
        "  1  unknown predicate like/2 (line 2)",
        "  1  syntax error: operator expected (line 3)",
    ]
    with pytest.raises(ProgramError, match="unknown predicate like/2"):
        Program([program], {"test": [queries]}, config=EnvConfig(strict=True))
    queries.write_text("query(like(ann, X)).\n" * 9)
    with pytest.raises(ProgramError, match="no query of the file can be loaded") as caught:
        Program([program], {"test": [queries]})
    assert [note.message for note in caught.value.diagnostics] == ["unknown predicate like/2"]
    assert caught.value.diagnostics[0].fix.endswith("(and 8 more like it)")


@pytest.mark.parametrize(
    ("goal", "named"),
    [
        ("likes(bob, X)", "after using p.pl:2: the next goal or clause is left out"),
        ("double(X, Y)", "after using p.pl:7: is/2: Arguments are not sufficiently instantiated"),
        ("third(L)", "after using library predicate nth0/3: Type error: `integer' expected"),
        ("odd(X)", "after using p.pl:10: the next goal or clause is left out"),
        ("X is foo + 1", "in the goal or in a condition: is/2: Arithmetic: `foo/0' is not"),
        ("length(L, 2000000)", "a list or a term would have more than 1,000,000 members"),
        ("dif(X, a), copy_term(X, Y, L)", "not supported while a goal waits for a variable"),
    ],
)
def test_the_first_error_is_named_with_the_clause_before_it(
    goal: str, named: str, tmp_path: Path
) -> None:
    text = "double(X, Y) :- Y is 2 * X.\nthird(L) :- nth0(a, L, _).\n\nodd(X) :- X #> 3.\n"
    found = searched(tmp_path, PROGRAM + text, goal, search="iterative-deepening")

    assert named in found.first_error and named in found.ending
    assert found.as_json()["first_error"] == found.first_error
    assert searched(tmp_path, PROGRAM + text, "likes(ann, X)").first_error == ""


def test_unknown_predicates_are_listed_whatever_their_names(tmp_path: Path) -> None:
    told = searched(tmp_path, "p :- 'A b'.\np :- n.\n", "p").ending
    assert "unknown predicates 'A b'/0, n/0: each raises" in told


def test_constraints_are_decided_and_those_that_wait_are_lost(tmp_path: Path) -> None:
    text = (
        ":- use_module(library(clpfd)).\n"
        "f(0, 1).\nf(N, F) :- N #> 0, N1 #= N - 1, f(N1, F1), F #= N * F1.\n"
        "p(X) :- X #> 1.\nq(X) :- 2 * X + 1 #= 7.\nr(X) :- 2 * X #= 7.\nr(B) :- B #<==> 2 #> 1.\n"
        "s(X) :- X #= sign(3).\n"
    )
    assert [str(proof.answer) for proof in searched(tmp_path, text, "f(5, F)").answers] == [
        "F = 120"
    ]
    for goal, answer in [("q(X)", "X = 3"), ("r(X)", "X = 1")]:
        found = searched(tmp_path, text, goal)
        assert (found.complete, [str(one.answer) for one in found.answers]) == (True, [answer])
    for goal, line in [("p(X)", 4), ("s(X)", 8)]:
        lost = searched(tmp_path, text, goal)
        assert not lost.complete and not lost.answers
        why = "a constraint that waits for a variable is not supported"
        assert f"using p.pl:{line}: {why}" in lost.ending


@pytest.mark.parametrize(
    ("library", "fix"),
    [
        ("list", "did you mean library(lists)?"),
        ("nosuch", "put its file into the folder of the program"),
        ("lists", ""),
        ("http/json", ""),
        ("lambda", ""),  # a pack, whose operators are known
        ("charsio", ""),
    ],
)
def test_a_library_that_swipl_does_not_have_is_told(library: str, fix: str, tmp_path: Path) -> None:
    program = tmp_path / "p.pl"
    program.write_text(f":- use_module(library({library})).\np(a).\n")

    notes = [f"{note.message} {note.fix}" for note in Program([program], {}).notes]

    told = [f"library({library}) is not loaded" in note and fix in note for note in notes]
    assert told == ([True] if fix else [])


@pytest.mark.parametrize(
    "goal",
    [
        "setof(X, M:q(X), L)",
        "G = M:q(_), bagof(x, G, L)",
        "maplist([Y]>>bagof(x, M:q(Y), L), [1])",
        "aggregate(count, M:q(1), L)",
        "with_output_to(string(S), M:q(1))",
        "G = M:q(1), with_output_to(string(S), G)",
        "phrase(M:q, [])",
        "call(M:q, 1)",
        "apply(M:q, [1])",
        "maplist(M:q, [1])",
    ],
)
def test_goals_in_a_module_that_nothing_names_are_lost(goal: str, tmp_path: Path) -> None:
    """SWI-Prolog looks in a module of its own for the predicate, or names one in the error."""
    found = searched(tmp_path, "q(1).\n", f"catch(({goal}), _, true)")
    assert not found.answers and not found.complete


def test_arithmetic_that_swipl_expands_sometimes_is_left_out(tmp_path: Path) -> None:
    program = tmp_path / "p.pl"
    program.write_text(
        ":- use_module(library(reif)).\n:- arithmetic_function(twice/1).\n"
        "p(Y) :- if_(Y = 1, Y < foo, true).\nq(X) :- X is 1 + 1.\n"
    )

    notes = [(note.line, note.message) for note in Program([program], {}).notes]

    what = "arithmetic within if_/3 is not supported next to :- arithmetic_function"
    assert notes == [(3, what)]


def test_each_limit_of_a_step_has_words() -> None:
    text = "".join(
        file.read_text() for room in ("compile", "resolve") for file in (PROLOG / room).glob("*.pl")
    )
    raised = set(re.findall(r"resource_error\(([a-z]\w*)\)", text))
    words = (PROLOG / "search/proof.pl").read_text()

    assert "cells" in raised
    assert raised == set(re.findall(r"limit_words\(([a-z]\w*),", words))


def test_rules_of_chr_are_named_where_its_library_is_loaded(tmp_path: Path) -> None:
    text = (
        "leq(X, Y) \\ leq(X, Y) <=> true.\nboth @ leq(X, Y), leq(Y, X) ==> X = Y | true.\np(1).\n"
    )
    found = searched(tmp_path, f":- use_module(library(chr)).\n{text}", "p(X)")
    notes = [(note.line, note.message) for note in Program([tmp_path / "p.pl"], {}).notes]

    assert len(found.answers) == 1 and not found.complete
    what = "a constraint handling rule is no clause"
    assert [note for note in notes if note[0] > 1] == [(2, what), (3, what)]


def test_arrows_are_names_of_predicates_where_chr_is_not_loaded(tmp_path: Path) -> None:
    found = searched(tmp_path, ":- op(700, xfx, <=>).\na <=> b.\n", "A <=> B")
    assert len(found.answers) == 1 and found.complete
