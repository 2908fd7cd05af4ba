"""Goals that call goals: maplist and its like, findall and its like; beside test_against_swipl."""

import re
from pathlib import Path

import pytest

from symbolic_rl.base.errors import ProgramError
from symbolic_rl.proofs.prove import prove
from tests.fuzz.whole import SEARCHES, check_whole
from tests.problems import by_each_search, program_file, searched, write_files

PROGRAM = """\
age(ann, 31). age(bob, 7). age(cid, 40).
older(N, X) :- age(X, A), A > N.
plus_age(X, S0, S) :- age(X, A), S is S0 + A.
adults(Xs, Ys) :- include(older(17), Xs, Ys).
total(Xs, S) :- foldl(plus_age, Xs, 0, S).
oldest(X) :- aggregate_all(max(A, Y), age(Y, A), max(_, X)).
all(Xs) :- findall(X, age(X, _), Xs).
known(Xs) :- maplist(age, Xs, _).
nat(0).
nat(s(X)) :- nat(X).
endless(Xs) :- findall(X, nat(X), Xs).
deep(0, fail).
deep(N, ( ( G -> true ; fail ) *-> true ; fail )) :- N > 0, M is N - 1, deep(M, G).
wrong(S) :- aggregate_all(sum(X), age(X, _), S).
"""


program = program_file(PROGRAM, "ages.pl")


@by_each_search
def test_every_search_finds_the_same_answer(search: str, program: Path) -> None:
    goal = "all(Xs), adults(Xs, Ys), total(Xs, S), oldest(X), known([bob, ann])"
    found = prove(program, goal, search=search).take(5)

    assert [str(proof.answer) for proof in found.answers] == [
        "Xs = [ann, bob, cid], Ys = [ann, cid], S = 78, X = cid"
    ]
    assert found.complete


def test_proof_shows_goals_as_they_were_written(program: Path) -> None:
    lines = next(prove(program, "adults([bob, ann], Ys), oldest(X)")).lines

    assert [(line.depth, line.goal, line.kind) for line in lines[1:]] == [
        (1, "adults([bob, ann], [ann])", "clause"),
        (2, "include(older(17), [bob, ann], [ann])", "each"),
        (3, "\\+ older(17, bob)", "not"),
        (3, "include(older(17), [ann], [ann])", "each"),
        (4, "older(17, ann)", "once"),
        (5, "older(17, ann)", "clause"),
        (6, "age(ann, 31)", "clause"),
        (6, "31 > 17", "builtin"),
        (4, "[ann] = [ann]", "builtin"),
        (4, "include(older(17), [], [])", "each"),
        (1, "oldest(cid)", "clause"),
        (2, "aggregate_all(max(_A, _B), age(_B, _A), max(40, cid))", "builtin"),
    ]


@pytest.mark.parametrize("search", ["iterative-deepening", "swipl", "depth-first"])
def test_solutions_without_end_are_counted_and_never_complete(search: str, program: Path) -> None:
    found = prove(program, "endless(Xs)", search=search).take(1)

    assert (found.answers, found.ended, found.complete) == ((), "exhausted", False)
    assert found.counters["subproof_limits"] == 1


@by_each_search
def test_a_condition_made_at_run_time_is_proved_once(search: str, program: Path) -> None:
    goal = "deep(20, H), \\+ H"
    assert prove(program, goal, search=search, max_subproof_inferences=1000).take(1).answers


META = """\
d_arc(a, b). d_arc(b, c).
d_way(X, Y) :- d_arc(X, Y).
d_way(X, Z) :- d_arc(X, Y), ( d_way(Y, Z) ; X = Z ), !.
member(X, [X|_]).
member(X, [_|T]) :- member(X, T).
solve(true) :- !.
solve((A, B)) :- !, solve(A), solve(B).
solve(A) :- clause(A, B), solve(B).
"""


@pytest.mark.parametrize(
    "goal",
    ["clause(d_way(U, V), B)", "solve(d_arc(a, X))", "solve((d_arc(a, X), d_arc(X, Y)))",
     "solve(member(X, [1, 2, 3]))", "clause(nothing(X), B)", "clause(d_arc(X, c), true)",
     "clause([], B)"],
)  # fmt: skip
def test_clauses_of_the_program_are_a_table(goal: str, tmp_path: Path) -> None:
    """The oracle takes clauses of predicates whose names begin with ``d_`` as they are."""
    file = write_files(tmp_path, meta=META) / "meta.pl"
    assert check_whole(file, goal, SEARCHES) == "complete there, complete here"


@pytest.mark.parametrize("goal", ["X", "3", "atom(a)", "(d_arc(a, b), true)", "last(X, Y)", "g(a)"])
def test_clauses_that_are_not_the_programs_raise(goal: str, tmp_path: Path) -> None:
    text = f"{META}g(_) :- tell(a), ( a, ! -> b ; c ).\nh --> [a].\n"
    found = searched(tmp_path, text, f"clause({goal}, B)")

    assert found.complete == bool(found.answers) == (goal == "g(a)")


def test_phrase_of_a_string_is_refused_as_swipl_raises(tmp_path: Path) -> None:
    file = tmp_path / "as.pl"
    file.write_text('as --> [].\nas --> [0\'a], as.\nquoted :- phrase(as, "aa").\n')

    with pytest.raises(ProgramError, match="its list is a string"):
        prove(file, 'phrase(as, "aa")')
    assert not prove(file, "quoted").take(1).complete
    assert prove(file, "phrase(as, `aa`)").take(1).answers


@pytest.mark.parametrize(("head", "is_foreign"), [("atom_length(_, _)", True), ("[_]", False)])
def test_clauses_that_only_swipl_has_are_a_loss(
    head: str, is_foreign: bool, tmp_path: Path
) -> None:
    """Predicates in C raise an error, which a program may catch; others have clauses there."""
    text = f"p :- catch(clause({head}, true), error(_, _), true).\n"
    found = searched(tmp_path, text, "p")
    assert (len(found.answers), found.complete) == ((1, True) if is_foreign else (0, False))


@pytest.mark.parametrize("search", ["prolog", "iterative-deepening"])
@pytest.mark.parametrize(
    "goal",
    ["subtract(V, [], Z)", "union([a|V], [], Z)", "intersection(V, [a], Z)", "subset(V, [])"],
)
def test_a_list_with_an_open_end_raises_the_error_of_swipl(
    goal: str, search: str, tmp_path: Path
) -> None:
    text = f"p(G) :- catch({goal}, error(existence_error(matching_rule, G), _), true).\n"
    name, rest = goal.split("(")
    rest = rest.replace("[a|V]", "V")

    (proof,) = searched(tmp_path, text, "p(G)", search=search).answers
    assert re.sub(r"_\w+", "_", proof.answer) == re.sub(r"[VZ]", "_", f"G = lists:{name}({rest}")


@pytest.mark.parametrize("search", ["iterative-deepening", "depth-first", "prolog"])
@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("( call({V}/[V]>>true, f(V)) -> X = 1 ; X = 2 )", "X = 2"),
        ("call({V}/[V]>>true, f(V)), X = 1", None),
        ("\\+ call([V, V]>>true, W, f(W)), X = 2", "X = 2"),
        ("include({V}/[V]>>true, [f(V), b], X)", "V = b, X = [b]"),
        ("findall(V, call(user:({V}/[V]>>true), f(V)), X)", "X = []"),
    ],
)
def test_parameters_unify_with_the_occurs_check(
    goal: str, answer: str | None, search: str, tmp_path: Path
) -> None:
    found = searched(tmp_path, "p.\n", goal, search=search)
    assert [str(one.answer) for one in found.answers] == ([answer] if answer else [])


def test_an_error_about_a_lambda_names_the_module_of_its_body(tmp_path: Path) -> None:
    """In a program with modules it may not be known; then the error is a counted loss."""
    made = "(E) :- catch(call([X, Y]>>e(X), 1), error(E, _), true).\n"
    write_files(tmp_path, part=f":- module(part, [q/1]).\nq{made}")
    (found,) = searched(tmp_path, f"p{made}", "p(E)").answers
    assert ">>(user:e(" in str(found.answer)
    for goal in ("p(E)", "q(E)"):
        lost = searched(tmp_path, f":- use_module(part).\np{made}", goal)
        assert not lost.answers and not lost.complete


@pytest.mark.parametrize("search", ["iterative-deepening", "depth-first", "prolog"])
def test_an_error_about_a_cyclic_term_is_lost_and_not_caught(search: str, tmp_path: Path) -> None:
    """SWI-Prolog's ord_union/3 unifies without the occurs check, goes on, and raises an error."""
    text = "p(c) :- ord_union([Y|_], [f(Y)|_], Y).\np(a).\n"
    found = searched(tmp_path, text, "catch(p(X), _, true)", search=search)

    assert not found.answers and not found.complete
    assert "matches ..." in found.ending or search == "prolog"


BODIES = """\
made(X) :- G = (fail, 1), catch(G, error(E, _), X = E).
tested(X) :- G = (fail, 1), catch(( G -> X = yes ; X = no ), error(E, _), X = E).
negated(X) :- G = (fail, "s"), catch(( \\+ G -> X = yes ; X = no ), error(E, _), X = E).
all(L) :- G = (fail ; a:1), catch(findall(X, G, L), error(E, _), L = E).
written(X) :- catch(aggregate_all(count, (fail, 1), X), error(_, _), X = err).
behind(E) :- G = (write(a), (true -> [] ; true)), catch(G, error(E, _), true).
each(X) :- member(G, [true, (fail, \\+ 1), fail]), catch(G, error(_, _), true), X = G.
known(X) :- Y = 1, catch((fail, Y), error(E, _), X = E).
whole(X) :- Y = (true, 1), catch((Y, fail), error(E, _), X = E).
sorted(X) :- Y = 1, catch(setof(Z, Z^(fail, Y), _), error(E, _), X = E).
named(X) :- catch(call((fail, 1:foo)), error(E, _), X = E).
right(X) :- member(G, [(fail, _), (true ; fail)]), catch((G ; fail), _, true), X = G.
waiting(X) :- freeze(Y, true), G = (fail, Y), catch(G, error(E, _), X = E).
unbound(X) :- dif(Y, a), catch(once(Y), error(E, _), X = E).
absent :- \\+ ( fail, 1 ).
"""


@pytest.mark.parametrize("goal", re.findall(r"^\w+\(\w\)", BODIES, re.MULTILINE))
def test_a_made_goal_is_tested_as_the_body_of_a_clause(goal: str, tmp_path: Path) -> None:
    file = tmp_path / "bodies.pl"
    file.write_text(BODIES)

    assert check_whole(file, goal, SEARCHES) == "complete there, complete here"
    assert not prove(file, "absent").take(2).complete


LAMBDAS = """\
open(Z, X) :- call([X|Z]>>f(X), X).
shared(N, X) :- maplist([Y, Z]>>( Z is Y + N ), [1, 2], X).
called(N, X) :- findall(Y, ( member(Z, [1, 2]), call([A, B]>>( B is A + N ), Z, Y) ), X).
passed(N, X) :- maplist({N}/[Y, Z]>>( Z is Y + N ), [1, 2], X).
own(_, X) :- foldl([Y, Z0, Z]>>( Z is Y + Z0 ), [1, 2], 0, X).
made(N, X) :- G = [Y]>>( Y = N ), call(G, X).
nested(N, X) :- call([A, B]>>( call([C]>>( C = A-N ), B), true ), N, X).
kept(N, X) :- N = 1, foldl([N, A, B]>>( B is N + A ), [2, 3], 0, X).
bag(N, X) :- G = f(N), bagof(N, G, X).
set(N, X) :- setof(A-B, C^( f(A), call([D, E]>>( E = D-N ), A, B), C = B ), X).
again(N, X) :- maplist([A, B]>>( B = A-V ), [1, N], X), maplist([A, V]>>( V = A ), [N], _).
f(1).
"""


@pytest.mark.parametrize("libraries", [["yall"], ["yall", "apply"], ["apply"]])
@pytest.mark.parametrize("name", re.findall(r"^(\w+)\(\w, X\)", LAMBDAS, re.MULTILINE))
def test_lambdas_have_the_variables_that_they_have_in_swipl(
    name: str, libraries: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "lambdas.pl"
    imports = "".join(f":- use_module(library({one})).\n" for one in libraries)
    file.write_text(imports + LAMBDAS)
    told = check_whole(file, f"{name}(1, X)", SEARCHES)

    is_compiled = "yall" in libraries and (name == "called" or len(libraries) > 1)
    has_error = is_compiled and name in ("shared", "called")
    has_error |= name == "open" and "yall" not in libraries
    assert (
        told == f"{'error' if has_error else 'complete'} there, {'not ' * has_error}complete here"
    )


ASSERTIONS = """\
fails(E) :- catch(assertion(1 =:= 2), E, true).
raises(E) :- catch(assertion(_ > 1), E, true).
throws(E) :- catch(assertion(throw(x)), E, true).
holds(X) :- assertion(member(X, [1, 2])).
"""


@pytest.mark.parametrize(
    ("goal", "answer"),
    [
        ("fails(E)", "E = error(assertion_error(fail, user:(1=:=2)), _A)"),
        ("throws(E)", "E = error(assertion_error(x, user:throw(x)), _A)"),
        ("raises(error(assertion_error(error(E, _), _), _))", "E = instantiation_error"),
        ("holds(X)", "true"),
    ],
)
def test_assertions_throw_what_swipl_throws(goal: str, answer: str, tmp_path: Path) -> None:
    """By hand: the oracle's backtrace raises an error of its own."""
    assert [one.answer for one in searched(tmp_path, ASSERTIONS, goal).answers] == [answer]
    assert not searched(tmp_path, f":- module(m, []).\n{ASSERTIONS}", "fails(E)").complete


def test_clause_whose_lambda_binds_a_variable_of_a_disjunction_is_left_out(tmp_path: Path) -> None:
    text = ":- use_module(library(apply)).\n:- use_module(library(yall)).\nf(1).\nq([]).\n"
    text += "p(Z) :- ( q(W) ; exclude([X|W]>>f(X), [1, 2], Z) ).\n"
    text += "r(Z) :- q(W), exclude([X|W]>>f(X), [1, 2], Z).\n"
    text += "s(Z) :- ( Z = a ; exclude([X|_]>>f(X), [1, 2], Z) ).\n"
    lost = searched(tmp_path, text, "p(Z)")  # SWI-Prolog does not load the clause
    assert (lost.answers, lost.complete) == ((), False)
    for goal, n_answers in {"r(Z)": 1, "s(Z)": 2}.items():
        found = searched(tmp_path, text, goal)
        assert (len(found.answers), found.complete) == (n_answers, True)
