:- module(test_normal, []).

:- use_module(library(plunit)).
:- use_module(engine(read/constructs), [conjuncts/2]).
:- use_module(engine(compile/normal)).

% normal(+Clause, +Mode, -Goals, -Cut, -Findings): the normal form of a clause of a program
% that defines p/1, q/1 and r/2.

normal(Clause, Mode, Goals, Cut, Findings) :-
    setup_call_cleanup(trie_new(Predicates),
                       normal(Clause, Predicates, Mode, Goals, Cut, Findings),
                       trie_destroy(Predicates)).

normal((Head :- Body), Predicates, Mode, Goals, Cut, Findings) :-
    forall(member(Indicator, [p/1, q/1, r/2, s/0]), trie_insert(Predicates, Indicator)),
    conjuncts(Body, List),
    phrase(normal_clause(Head, List, context(Predicates, Mode), Goals, Cut), Findings0),
    exclude([Found]>>memberchk(Found, [uses(builtin, _), shown(_, _)]), Findings0, Findings).

goals(Clause, Goals) :-
    normal(Clause, keep, Goals, _, []).

problems(Clause, Problems) :-
    normal(Clause, keep, _, _, Findings),
    error_goals(Findings, Problems).

error_goals([], []).
error_goals([Found|Findings], Goals) :-
    (   ( Found = problem(error, Goal, _, _) ; Found = raises(Goal, _, _) )
    ->  Goals = [Goal|Goals0]
    ;   Goals = Goals0
    ),
    error_goals(Findings, Goals0).

:- begin_tests(conjunctions).

test(conjunctions_become_one_list, Goals == [p(X), q(X), r(X, X)]) :-
    goals((s :- (p(X), q(X)), true, r(X, X)), Goals).
test(builtins_stay_what_they_are, Goals == [X is 1 + 2, fail]) :-
    goals((s :- X is 1 + 2, false), Goals).

:- end_tests(conjunctions).

:- begin_tests(negation).

test(negation_takes_the_whole_body, Goals == ['$not'([p(X), q(X)])]) :-
    goals((s :- \+ (p(X), q(X))), Goals).
test(not_is_negation, Goals == ['$not'([p(X)])]) :-
    goals((s :- not(p(X))), Goals).
test(forall_is_no_counterexample, Goals == ['$not'([p(X), '$not'([q(X)])])]) :-
    goals((s :- forall(p(X), q(X))), Goals).
test(a_negated_disjunction_of_tests_negates_each, Goals == ['$not'([X < 1]), '$not'([X > 2])]) :-
    goals((p(X) :- \+ ( X < 1 ; X > 2 )), Goals).
test(a_negated_truth_fails, Goals == [fail]) :-
    goals((s :- \+ true), Goals).

:- end_tests(negation).

:- begin_tests(disjunction).

test(an_alternative_is_a_clause_over_the_shared_variables,
     [Shared, Bodies] == [[X, Y], [[r(X, Z), p(Z)], [q(Y)]]]) :-
    normal((r(X, Y) :- p(X), ( r(X, Z), p(Z) ; q(Y) )), keep, Goals, none, Findings),
    Goals = [p(_), Aux],
    Findings = [aux(Aux0, or, Shared, Bodies0)],
    Aux0 == Aux,
    findall_goals(Bodies0, Bodies).
test(alternatives_on_the_right_are_clauses_of_the_same_predicate, Count == 3) :-
    normal((s :- p(_) ; q(_) ; s), keep, _, _, [aux(_, or, [], Bodies)]),
    length(Bodies, Count).
test(variables_of_a_sibling_are_shared, Shared == [X]) :-
    normal((s :- ( p(X) ; q(X) ), q(X)), keep, _, _, [aux(_, or, Shared, _)]).
test(variables_of_one_alternative_are_not, Shared == []) :-
    normal((s :- ( p(X) ; q(X) )), keep, _, _, [aux(_, or, Shared, _)]).
test(an_inner_construct_shares_with_what_stands_around_it, Shared == [X, Y]) :-
    normal((s :- ( r(X, Y), ( p(X) ; q(Y) ) ; s )), keep, _, _, Findings),
    Findings = [aux(_, or, Shared, _), aux(_, or, [], _)].

:- end_tests(disjunction).

cuts_of([], []).
cuts_of([body(_, Goals, Cut)|Bodies0], [body(Cut, Goals)|Bodies]) :-
    cuts_of(Bodies0, Bodies).

numbers_of([], []).
numbers_of([body(_, Goals, Number)|Bodies], [Number-Goals|Pairs]) :-
    numbers_of(Bodies, Pairs).

findall_goals([], []).
findall_goals([body(_, Goals, _)|Bodies], [Goals|Lists]) :-
    findall_goals(Bodies, Lists).

:- begin_tests(if_then_else).

test(a_condition_of_builtins_runs_once_and_its_negation_opens_the_else,
     Bodies == [body(none, ['$once'([X > 1]), p(X)]), body(none, ['$not'([X > 1]), q(X)])]) :-
    normal((p(X) :- ( X > 1 -> p(X) ; q(X) )), keep, _, _, [aux(_, if, [_], Bodies0)]),
    cuts_of(Bodies0, Bodies).
test(a_condition_of_other_goals_commits_and_is_not_proved_again,
     Bodies == [body(behind, ['$once'([q(X)]), p(X)]), body(none, ['$else'([q(X)]), s])]) :-
    normal((p(X) :- ( q(X) -> p(X) ; s )), keep, _, _, [aux(_, if, [_], Bodies0)]),
    cuts_of(Bodies0, Bodies).
test(a_soft_cut_keeps_all_proofs_of_its_condition,
     Bodies == [body(behind, ['$until'([q(X)], 0), p(X)]), body(none, ['$else'([q(X)]), s])]) :-
    normal((p(X) :- ( q(X) *-> p(X) ; s )), keep, _, _, [aux(_, if, [_], Bodies0)]),
    cuts_of(Bodies0, Bodies).
test(without_else_the_clause_itself_tests, Goals == ['$once'([X > 1]), q(X)]) :-
    goals((p(X) :- ( X > 1 -> q(X) )), Goals).
test(once_runs_once, Goals == ['$once'([arg(N, X, Y), q(Y)]), p(Y)]) :-
    goals((p(X) :- once(( arg(N, X, Y), q(Y) )), p(Y)), Goals).
test(ignore_is_an_if_then_else_of_nothing,
     Bodies == [body(behind, ['$once'([q(X)])]), body(none, ['$else'([q(X)])])]) :-
    normal((p(X) :- ignore(q(X))), keep, _, _, [aux(_, if, [_], Bodies0)]),
    cuts_of(Bodies0, Bodies).

:- end_tests(if_then_else).

:- begin_tests(cut).

test(what_stands_before_a_cut_runs_once_and_commits,
     Goals-Cut == ['$once'([X > 1, q(X)]), q(X)]-behind) :-
    normal((p(X) :- X > 1, q(X), !, q(X)), keep, Goals, Cut, []).
test(a_cut_in_front_commits_by_the_head_alone, Goals-Cut == [q(X)]-front) :-
    normal((p(X) :- !, q(X)), keep, Goals, Cut, []).
test(a_later_cut_is_one_of_what_stands_between,
     Goals-Cut == ['$once'([X > 1]), '$once'([q(X)]), s]-behind) :-
    normal((p(X) :- X > 1, !, q(X), !, s), keep, Goals, Cut, []).
test(a_cut_in_a_branch_ends_the_proofs_of_a_front,
     Bodies-Paths-Cut == [[r(X, Y), Which = 1], [Which = -2]]-[1-[q(Y)], -2-[s]]-behind) :-
    normal((p(X) :- q(X), ( r(X, Y), !, q(Y) ; s ), p(X)), keep, Goals, Cut, Findings),
    Goals = ['$until'([q(_), _], Which), Branch, p(_)],
    Findings = [aux(_, or, _, Bodies0), aux(Branch0, branch, [Which0|_], Bodies1)],
    Branch-Which == Branch0-Which0,
    findall_goals(Bodies0, Bodies),
    numbers_of(Bodies1, Paths).
test(a_cut_behind_a_branch_that_may_not_cut_is_part_of_the_front, Goals = ['$until'(_, _), _]) :-
    normal((p(X) :- ( q(X), ! ; p(X) ), q(X), !), keep, Goals, behind, _).
test(a_cut_in_a_condition_is_its_own, [Cut, Inner] == [none, behind]) :-
    normal((p(X) :- \+ ( q(X), !, s ), q(X)), keep, ['$not'([_]), q(X)], Cut,
           [aux(_, or, [X], [body(_, ['$once'([q(X)]), s], Inner)])]).
test(too_many_cuts_in_branches_are_refused, Problems = [_]) :-
    length(Goals, 12),
    maplist(=(( q(X), ! ; s )), Goals),
    foldl([Goal, Body0, ( Goal, Body0 )]>>true, Goals, true, Body),
    problems((p(X) :- Body), Problems).
test(to_ignore_cuts_is_to_drop_them_behind_other_goals_than_builtins,
     Goals-Cut-Severities == [X > 1, q(X), s]-none-[warning]) :-
    normal((p(X) :- X > 1, q(X), !, s), ignore, Goals, Cut, Findings),
    findall(Severity, member(problem(Severity, !, _, _), Findings), Severities).
test(a_cut_behind_builtins_stays_when_a_later_one_is_dropped, Goals-Cut-Severities ==
     ['$once'([X > 1]), q(X), s]-behind-[warning]) :-
    normal((p(X) :- X > 1, !, q(X), !, s), ignore, Goals, Cut, Findings),
    findall(Severity, member(problem(Severity, !, _, _), Findings), Severities).

:- end_tests(cut).

:- begin_tests(refused_goals).

test(a_number_is_no_goal, Problems == [3]) :-
    problems((s :- 3), Problems).
test(all_problems_of_a_body_are_found, Problems == [shell(a), nb_getval(X, L), m:p(L)]) :-
    problems((s :- p(X), ( shell(a) ; \+ nb_getval(X, L) ), m:p(L)), Problems).
test(random_arithmetic_is_refused, Problems == [X is 1 + random(3), Y < cputime]) :-
    problems((s :- X is 1 + random(3), Y < cputime), Problems).
test(an_unknown_goal_is_found, Goals-Findings =@= [_ is '$left_out']-[unknown(t(X))]) :-
    normal((p(X) :- t(X)), keep, Goals, none, Findings).
test(a_library_goal_is_found, Findings == [uses(library, append/3)]) :-
    normal((p(X) :- append(X, _, _)), keep, [append(_, _, _)], none, Findings).

:- end_tests(refused_goals).
