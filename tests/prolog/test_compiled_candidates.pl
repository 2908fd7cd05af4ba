:- module(test_compiled_candidates, []).

:- use_module(engine(search/compiled_candidates)).
:- use_module(engine(resolve/constants)).
:- use_module(engine(resolve/resolution), [candidate/6, context/4]).
:- use_module(library(lists), [member/2]).
:- use_module(library(plunit)).
:- use_module(loading).

% compiled(+Text, +Goal, +Rest, -First): what compiled_candidate/7 makes of Goal first, or `left`.

compiled(Text, Goal, Rest, First) :-
    compiled(Text, Goal, Rest, 0, First).

compiled(Text, Goal, Rest, Place, First) :-
    loaded(Text, Module),
    context(Module, [], 0, Context0),
    compile_candidates(2_000, Context0, Context),
    (   compiled_candidate(Goal, Rest, Context, Place, Resolvent, Clause, Goals)
    ->  First = Goal-Resolvent-Clause-Goals
    ;   First = left
    ).

% agrees(+Text, +Goal, +Rest, -HasFirst): what is not left is the first solution of candidate/6.

agrees(Text, Goal, Rest, HasFirst) :-
    copy_term(Goal-Rest, Goal1-Rest1),
    compiled(Text, Goal, Rest, First),
    (   First == left
    ->  HasFirst = false
    ;   HasFirst = true,
        loaded(Text, Module),
        context(Module, [], 0, Context),
        once(candidate(Goal1, Rest1, Context, Resolvent, Clause, Goals)),
        assertion(First =@= Goal1-Resolvent-Clause-Goals)
    ).

:- begin_tests(compiled_candidates).

test(clauses_with_tests_cuts_and_sums_are_compiled) :-
    Text = "p(0, []) :- !.\np(N, [N|Xs]) :- N > 0, M is N-1, p(M, Xs).\n\c
            q(X, Y) :- X \\= Y, \\+ X == 3, q.\nq(X, X).\nq.\nr(X) :- X = f(_), !, q.\nr(_).\n\c
            s(X) :- ( X > 2 -> q ; X < 1 -> q(X, X) ; true ).",
    forall(member(Goal, [p(0, _), p(2, _), q(1, 2), q(5, 5), q, r(f(a)), r(_), r(g), s(3), s(2), s(0)]),
           ( agrees(Text, Goal, [q], HasFirst), assertion(HasFirst == true) )),
    forall(member(Goal, [p(-1, _), q(3, 4)]), compiled(Text, Goal, [q], left)).
test(tests_behind_a_fact_are_run_with_it, true(HasFirst == true)) :-
    agrees("p(1). p(2). p(3).\nq(X) :- X > 0.", p(X), [X > 1, Y is X+1, q(Y)], HasFirst).
test(a_candidate_has_its_place_among_all_by_place_or_by_clause, true(Goals-X-Place == [X > 2]-3-1)) :-
    Text = "p(1). p(2). p(3). p(4).\nq(X) :- X > 0.",
    loaded(Text, Module),
    context(Module, [], 0, Context0),
    compile_candidates(2_000, Context0, Context),
    once(( Module:res(p(3), [], [], Clause) )),
    compiled_candidate(p(X), [X > 1], Context, Place, [], Clause, _),
    compiled(Text, p(X), [X > 2], 0, _-[]-Clause-Goals).
test(a_goal_with_several_solutions_is_left, First == left) :-
    compiled("p(X) :- between(1, 3, X), q(X).\nq(_).", p(_), [], First).
test(so_is_one_behind_a_fact, First == left) :-
    compiled("p(a).\nq(_).", p(_), [between(1, 3, X), q(X)], First).
test(and_a_clause_that_commits_with_goals_of_the_program, First == left) :-
    compiled("p(X) :- q(X), !, q(X).\np(c).\nq(a).", p(_), [], First).
test(the_goals_and_the_resolvent_share_their_cells, true(Behind == true)) :-
    compiled("p(X) :- X > 1, q(X), q(X).\nq(_).", p(2), [], _-Resolvent-_-[_|Goals]),
    (   same_term(Goals, Resolvent)
    ->  Behind = true
    ;   Behind = false
    ).
test(an_error_is_raised, error(type_error(_, _))) :-
    compiled("p(X) :- X > 1, q.\nq.", p(a), [], _).
test(few_steps_are_not_worth_the_time, Compiled == false) :-
    loaded("p.", Module),
    context(Module, [], 0, Context0),
    compile_candidates(10, Context0, Context),
    arg(#compiled, Context, Compiled).

:- end_tests(compiled_candidates).
