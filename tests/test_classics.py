"""Small programs in the spirit of Prolog's classic benchmarks, whose drivers are left out.

Each has what such programs have: a driver that writes, loops by failure, reads the clock or keeps a
counter. The goal is asked of the rest, and SWI-Prolog runs the same file.
"""

from pathlib import Path

import pytest

from symbolic_rl.proofs.prove import prove
from tests.oracle import swipl

DRIVER = """
:- module(bench, [top/0]).
:- use_module(library(lists)).
:- set_prolog_flag(optimise, true).
top :- go(X), write(X), nl.
top(N) :- between(1, N, _), go(_), fail.
top(_) :- statistics(cputime, T), format("~w~n", [T]).
"""

PROGRAMS = {
    "queens": """
go(Qs) :- numlist(1, 5, Ns), permutation(Ns, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- \\+ attacks(Q, 1, Qs), safe(Qs).
attacks(X, N, [Y|_]) :- X is Y + N ; X is Y - N.
attacks(X, N, [_|Ys]) :- N1 is N + 1, attacks(X, N1, Ys).
show([]) :- nl.
show([Q|Qs]) :- tab(Q), put_char('Q'), show(Qs).
""",
    "deriv": """
go(D) :- d((x + 1) * x ^ 2 / log(x), x, D).
d(U + V, X, DU + DV) :- !, d(U, X, DU), d(V, X, DV).
d(U * V, X, DU * V + U * DV) :- !, d(U, X, DU), d(V, X, DV).
d(U / V, X, (DU * V - U * DV) / V ^ 2) :- !, d(U, X, DU), d(V, X, DV).
d(U ^ N, X, DU * N * U ^ N1) :- integer(N), !, N1 is N - 1, d(U, X, DU).
d(log(U), X, DU / U) :- !, d(U, X, DU).
d(X, X, 1) :- !.
d(_, _, 0).
""",
    "browse": """
go(N) :- findall(P-D, ( pattern(P), data(D), match(D, P) ), L), length(L, N), note(N).
note(N) :- N >= 0, !.
note(N) :- nb_setval(count, N).
pattern([star(_), b, star(_)]).
pattern([a, X, X]).
data([a, b, b]). data([b, a]). data([a, c, d]).
match([], []).
match([X|Xs], [P|Ps]) :- P \\= star(_), X = P, match(Xs, Ps).
match(Xs, [P|Ps]) :- nonvar(P), P = star(L), append(L, Rest, Xs), match(Rest, Ps).
""",
    "counter": """
go(S) :- foldl(add, [1, 2, 3], 0, S0), aggregate_all(max(X), member(X, [S0, 4]), S).
add(X, S0, S) :- S is S0 + X.
:- initialization(main).
main :- catch(go(_), _, true), flag(runs, N, N + 1).
main --> "x", call(main).
slow, true => true.
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_classic_program_loads_and_has_the_answers_of_swipl(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.pl"
    file.write_text(DRIVER + PROGRAMS[name])
    asked = "forall(bench:go(X), ( write_term(X, [quoted(true), spacing(next_argument)]), nl ))"
    found = prove(file, "go(X)", search="depth-first").take(50)
    assert [proof.bindings["X"] for proof in found.answers] == swipl(asked, file).splitlines()
    assert found.complete
    assert any("statistics" in note.message for note in found.loading.left_out)
