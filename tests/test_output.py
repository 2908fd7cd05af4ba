"""Goals that write do nothing, and a proof has the text that SWI-Prolog would have written."""

import subprocess
from pathlib import Path

import pytest

from symbolic_rl.proofs.proof import Proof
from symbolic_rl.proofs.prove import prove
from symbolic_rl.proofs.saved import save, verify_file
from tests.oracle import SWIPL
from tests.problems import by_each_search, program_file

PROGRAM = """\
:- op(700, xfx, ===>).
arc(a, b). arc(b, c).
way(X, X, [X]).
way(X, Z, [X|P]) :- arc(X, Y), way(Y, Z, P).
go(P) :- way(a, c, P), show(P).
tried(X) :- ( arc(X, Y), write(Y), Y == d -> true ; write(none) ).
softly(X) :- ( arc(X, Y), write(Y), Y == d *-> true ; write(none) ).
made(X, Y) :- T = ( arc(X, Y), write(Y), Y == d ), G = ( T -> true ; write(none) ), call(G).
soft(X, Y) :- T = ( arc(X, Y), write(Y), Y == d ), G = ( T *-> true ; write(none) ), call(G).
within(X) :- ( \\+ write(X) -> true ; true ), ( write(X), fail *-> true ; write(none) ), !.
early(X) :- catch(told(X), _, true), \\+ \\+ told(X), X = 1.
told(X) :- ( var(X) -> write(open) ; write(bound) ).
last(X) :- member(X, [1, 2, 3]), write(X), X > 2, !.
odd(X) :- write(X), 1 is X mod 2.
half(X, Y) :- odd(X), Y is X // 2.
show(P) :- write('found '), print(P), nl, forall(member(X, P), ( writeq(X), tab(2) )).
"""
GOALS = (
    "go(P)",
    "with_output_to(string(S), ( write(a), write(user_error, b) )), writeq(f(S, 'A b', \"s\"))",
    "write(ab), format(\"~t~w~10||~n~a~8|~w~p~q~n\", [x, y, 'P', 'P', 'P'])",
    'format("~d ~2f ~e ~s ~c~`-t~30|~n~i~*c", [12, 1, 2.5, `abc`, 65, skipped, 3, 0\'x])',
    "with_output_to(string(S), ( write(a), nl ; true )), print(S), write_canonical('X y'(S))",
    '\\+ with_output_to(string("2"), ( member(X, [1, 2]), write(X) )), print(none)',
    'G = ( member(X, [1, 2]), write(X) ), \\+ with_output_to(string("2"), G), print(none)',
    "format(atom(A), '~w-~q', [x, 'Y']), writeln(A), portray_clause(h(A) :- (b, c))",
    "term_to_atom(f('X', \"y\"), A), put_char(x), write_term(['A'], [quoted(true)])",
    "term_to_atom(A, 12), \\+ term_to_atom(a, 0), normalize_space(atom(B), 1.5), print(A-B)",
    'put(65), put("b"), put(c), put(user_output, d), put_code(65), put_code(user_output, 0\'e)',
    "write(a ===> b), format('~w|~8|~q~p~*c~a', [c ===> d, 'E' ===> f, 'G' ===> h, 2, 0'x, i])",
    "print(a ===> b), portray_clause((h(A) :- A ===> b)), write_canonical(a ===> b)",
    "format('~w', a ===> b), term_to_atom(f ===> g, A), atom_to_term(A, T, B), print(A-T-B)",
    "format('~:d ~w ~2:d ~a', [1234567, a ===> b, 12345, c])",
    "with_output_to(string(S), writeq('A' ===> b)), term_to_atom(C ===> d, 'e ===> d'), print(S-C)",
    "D = t{a:'$VAR'(3), b:[-(1)]}, write_term(D, [max_depth(9)]), write_term(D, []), print(D)",
    "numlist(1, 99, L), X = [t{}, '$VAR'(1)|L], write_term(X, [max_depth(5)]), print(X)",
    "tried(a), softly(a), within(a), made(b, X), soft(b, Y), findall(Z, soft(a, Z), L)",
    "findall(X, ( member(X, [1, 2]), write(X) ), L), once(writeln(L)), tab(1 + 2), writeln(end)",
    "early(X), last(Y), findall(Z, told(Z), L), Z = 1, catch(last(3), _, true)",
    "( include(odd, [1, 2], []) -> true ; true ), ( partition(odd, [3], [], _) -> true ; true )",
    "P = odd, ( exclude(P, [6], []) -> true ; true ), ( convlist(half, [7], []) -> true ; true )",
)
ERRORS = (
    'format("~a ~w", [a])', "format(\"~d\", [x])", "write(nowhere, x)", "nl(user_input)", "tab(a)",
    "put_char(ab)", "write_term(a, [quoted(x)])", "format(foo(X), a, [])", "print_message(K, x)",
    "put(ab)", "put(1 + 2)", "put(C)", "put_code(ab)", "put_code(C)", "tab(e)", "tab(2 * 1.5)",
    "with_output_to(foo(X), true)", "term_to_atom(T, 'f(')", "format('~@', [true])",
    "write_term(a, [portray_goal(b)|x])", "format('~*c', [100000000, 0'x])", "tab(10**9)",
    "write_term([t{}, a], O)", "write_term(a, O)", "write_term(a, [O])", "write_term(t{}, [O])",
)  # fmt: skip


program = program_file(PROGRAM, "way.pl")


def proof_of(program: Path, goal: str, search: str = "iterative-deepening") -> Proof:
    (proof,) = prove(program, goal, search=search).take(1).answers
    return proof


def written_by_swipl(program: Path, goal: str) -> str:
    command = [*SWIPL, "-g", f"({goal}) -> true", "-t", "halt", str(program)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout


@pytest.mark.parametrize("goal", GOALS)
def test_a_proof_has_the_text_that_swipl_writes(goal: str, program: Path) -> None:
    assert proof_of(program, goal).output == written_by_swipl(program, goal)


@by_each_search
def test_every_search_passes_over_output(search: str, program: Path) -> None:
    assert proof_of(program, "go(P)", search).output == "found [a,b,c]\na  b  c  "


@pytest.mark.parametrize("search", ["iterative-deepening", "swipl", "breadth-first"])
@pytest.mark.parametrize("goal", ERRORS)
def test_errors_of_output_are_those_of_swipl(goal: str, search: str, program: Path) -> None:
    found = prove(program, goal, search=search).take(1)

    assert (found.answers, found.complete) == ((), False)
    assert sum(found.counters.values()) == 1 or found.ended == "error"


def test_what_was_undone_is_not_of_the_proof(program: Path) -> None:
    goal = "( write(a), fail ; write(user_error, b), write(c) )"
    assert proof_of(program, goal).output == "bc"


def test_a_variable_that_is_still_free_has_the_name_that_the_proof_shows(program: Path) -> None:
    assert proof_of(program, "write(X - Y), format('~w', [Y])").output == "X-YY"


def test_each_condition_writes_within_its_own_limit(tmp_path: Path) -> None:
    file = tmp_path / "p.pl"
    file.write_text(
        "w(X) :- once(( n(200), write(X) )), t.\nt.\nn(0).\nn(N) :- N > 0, M is N - 1, n(M).\n"
    )
    (proof,) = prove(file, "w(a), w(b), w(c)", max_subproof_inferences=1000).take(1).answers

    assert proof.output == "abc"


def test_saved_output_is_derived_again(program: Path, tmp_path: Path) -> None:
    saved = tmp_path / "proof.jsonl"
    save(saved, program, "go(P)", [proof_of(program, "go(P)")])

    assert verify_file(saved, program)[0].output.startswith("found")


def test_output_is_shown_under_the_tree(program: Path) -> None:
    assert str(prove(program, "go(P)").take(1)).count("\n    a  b  c  ") == 1


def test_error_of_tab_names_the_expression(tmp_path: Path) -> None:
    (tmp_path / "p.pl").write_text("p(E) :- catch(tab(e), error(E, _), true).\n")

    (proof,) = prove(tmp_path / "p.pl", "p(E)").take(2).answers
    assert proof.bindings["E"] == "type_error(integer_expression, e)"
