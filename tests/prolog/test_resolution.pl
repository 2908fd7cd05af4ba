:- module(test_resolution, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(resolve/resolution)).
:- use_module(loading).

% candidates(+Text, +Options, +Hidden, +Goals, -Candidates, -Counters): all candidates of the list
% Goals, as terms Clause-Resolvent.

candidates(Text, Options, Hidden, [Goal|Rest], Candidates, Counters) :-
    loaded(Text, Module),
    context(Module, Options, Hidden, Context),
    findall(Clause-Resolvent, candidate(Goal, Rest, Context, Resolvent, Clause), Candidates),
    counters(Context, Counters).

candidates(Text, Goals, Candidates) :-
    candidates(Text, [], 0, Goals, Candidates, _).

:- begin_tests(candidate).

test(the_goal_and_the_rest_are_bound, Goals-Rest =@= [r(b)]-[r(b)]) :-
    loaded("p(X, b). r(b).", Module),
    context(Module, [], 0, Context),
    Rest = [r(Y)],
    candidate(p(a, Y), Rest, Context, Goals, 4).
test(a_query_has_one_candidate, Candidates =@= [3-[p(X), p(Y), q(X, Y)]]) :-
    candidates("p(a).", ['$query'([p(X), p(Y)]), q(X, Y)], Candidates).
test(the_occurs_check_is_made, Candidates == []) :-
    candidates("p(X, X). q(f(a)).", [p(Y, f(Y))], Candidates).
test(what_asks_whether_terms_can_be_equal_makes_it_too, Clauses == [4, 7]) :-
    Program = "p :- ?=([V], V). p :- unifiable([V], V, _). p :- \\+ [V] \\= V. p :- [V] \\= V.",
    candidates(Program, [p], Candidates),
    findall(Clause, member(Clause-_, Candidates), Clauses).
test(the_occurs_check_can_be_left_out, Clauses == [4]) :-
    candidates("p(X, X). q(f(a)).", [occurs_check(false)], 0, [p(Y, f(Y))], Candidates, _),
    findall(Clause, member(Clause-_, Candidates), Clauses).
test(builtins_in_front_of_the_rest_run, Candidates == [4-[]]) :-
    candidates("p(2). q :- p(X), X > 1.", [p(X), X > 1], Candidates).
test(builtins_behind_a_goal_wait, Candidates =@= [4-[q(Y), Y < 1]]) :-
    candidates("p :- q(X), X < 1. q(0).", [p], Candidates).
test(a_resolvent_before_its_builtins_is_given_too, Goals-Resolvent =@= [X is 1 + 1, q(X)]-[q(2)]) :-
    loaded("p :- X is 1 + 1, q(X). q(2).", Module),
    context(Module, [], 0, Context),
    findall(Goals0-Resolvent0, candidate(p, [], Context, Resolvent0, 4, Goals0), [_-Resolvent]),
    Goals = [X is 1 + 1, q(X)].
test(the_first_cut_whose_tests_succeed_shuts_out_the_others, Clauses == [5]) :-
    candidates("p(X) :- X > 2, !. p(X) :- X > 1, !. p(_).", [p(2)], Candidates),
    findall(Clause, member(Clause-_, Candidates), Clauses).
test(a_cut_sees_the_goal_as_it_was_called, Clauses == [5]) :-
    candidates("p(X, Y) :- var(X), Y == a, !. p(b, _).", [p(_, c)], Candidates),
    findall(Clause, member(Clause-_, Candidates), Clauses).

test(a_cut_in_a_branch_is_the_last_candidate, Candidates =@= [4-['$branch/2'(-2), r(1)], 4-['$branch/2'(1), r(2)]]) :-
    candidates("p :- q(X), ( X > 1, ! ; s ), r(X). p. q(1). q(2). q(3). r(_). s.", [p], Candidates).

:- end_tests(candidate).

:- begin_tests(unchecked, [setup(set_prolog_flag(occurs_check, true)),
                           cleanup(set_prolog_flag(occurs_check, false))]).

% Its calls would look at whole states in each step: minutes for a term that grows.

test(a_sub_proof_runs_without_the_flag_of_a_compiled_search,
     Flags-After == [false-true, false-true]-true) :-
    findall(Inside-Behind,
            ( resolution:unchecked(( member(_, [1, 2, 3]), current_prolog_flag(occurs_check, Inside) )),
              current_prolog_flag(occurs_check, Behind)
            ),
            [_|Flags]),
    current_prolog_flag(occurs_check, After).
test(the_flag_is_back_behind_an_error, Flag == true) :-
    catch(resolution:unchecked(throw(error)), error, true),
    current_prolog_flag(occurs_check, Flag).

:- end_tests(unchecked).

:- begin_tests(hidden).

test(a_hidden_fact_is_no_candidate, Candidates == [5-[]]) :-
    candidates("p(a). p(b).", [], 4, [p(_)], Candidates, _).
test(its_duplicates_are_not_either, Candidates == [5-[]]) :-
    candidates("p(a, X). p(b, X). p(a, Y).", [], 4, [p(_, _)], Candidates, _).
test(it_is_hidden_from_negation, Candidates == [6-[]]) :-
    candidates("q(a). q(a). p :- \\+ q(a).", [], 4, [p], Candidates, _).
test(it_is_hidden_below_rules_inside_negation, Candidates == [6-[]]) :-
    candidates("q(a). r(X) :- q(X). p :- \\+ r(a).", [], 4, [p], Candidates, _).
:- end_tests(hidden).

:- begin_tests(counters).

test(errors_are_counted, Candidates-Counters == [6-[]]-counters(2, 0, 0, 0)) :-
    candidates("p(X) :- X < 1. p(X) :- atom_length(X, _). p(_).", [], 0, [p(_)], Candidates,
               Counters).
test(an_endless_builtin_is_counted, Candidates-Counters == [5-[]]-counters(0, 1, 0, 0)) :-
    candidates("p :- between(1, inf, X), X < 0. p.", [], 0, [p], Candidates, Counters).
test(an_endless_negation_is_counted, Candidates-Counters == [5-[]]-counters(0, 0, 1, 0)) :-
    candidates("p :- \\+ l. p. l :- l.", [], 0, [p], Candidates, Counters).
test(an_error_inside_negation_is_counted, Candidates-Counters == [5-[]]-counters(1, 0, 0, 0)) :-
    candidates("p :- \\+ ( X = a, X < 1 ). p.", [], 0, [p], Candidates, Counters).
test(an_error_before_a_cut_is_counted_and_shuts_out_the_others,
     Candidates-Counters == []-counters(1, 0, 0, 0)) :-
    candidates("p(X) :- X < 1, !. p(_).", [], 0, [p(_)], Candidates, Counters).
test(so_does_a_limit_before_a_cut, Candidates-Counters == []-counters(0, 0, 1, 0)) :-
    candidates("p :- l, !. p. l :- l.", [], 0, [p], Candidates, Counters).
test(limits_are_options, Candidates-Counters == []-counters(0, 0, 1, 0)) :-
    Text = "p :- \\+ n(100). n(0). n(N) :- N > 0, N1 is N - 1, n(N1).",
    candidates(Text, [], 0, [p], [], counters(0, 0, 0, 0)),
    candidates(Text, [max_subproof_inferences(200)], 0, [p], Candidates, Counters).
test(steps_that_look_at_large_terms_are_limited_by_their_size, Lost == [0, 1]) :-
    Text = "p(L) :- \\+ turns(L, 500). turns(_, 0). turns(L, N) :- same(L, L), M is N - 1, turns(L, M). same(L, L).",
    findall(Count,
            ( member(Size, [100, 50_000]),
              numlist(1, Size, List),
              candidates(Text, [max_subproof_inferences(2000)], 0, [p(List)], [], Counters),
              Counters = counters(0, 0, Count, 0)
            ),
            Lost).
test(counters_survive_backtracking_and_start_at_0, C1-C2 ==
     counters(1, 0, 0, 0)-counters(0, 0, 0, 0)) :-
    loaded("p(X) :- X < 1.", Module),
    context(Module, [], 0, Context1),
    \+ candidate(p(_), [], Context1, _, _),
    counters(Context1, C1),
    context(Module, [], 0, Context2),
    counters(Context2, C2).

:- end_tests(counters).
