:- module(test_normal, []).

:- use_module(library(plunit)).
:- use_module(engine(read/constructs), [conjuncts/2]).
:- use_module(engine(compile/normal)).

% normal(+Clause, +Cut, -Goals, -Commit, -Findings): the normal form of a clause of a program
% that defines p/1, q/1 and r/2.

normal(Clause, Cut, Goals, Commit, Findings) :-
    setup_call_cleanup(trie_new(Predicates),
                       normal(Clause, Predicates, Cut, Goals, Commit, Findings),
                       trie_destroy(Predicates)).

normal((Head :- Body), Predicates, Cut, Goals, Commit, Findings) :-
    forall(member(Indicator, [p/1, q/1, r/2, s/0]), trie_insert(Predicates, Indicator)),
    conjuncts(Body, List),
    phrase(normal_clause(Head, List, context(Predicates, Cut), Goals, Commit), Findings0),
    exclude([uses(builtin, _)]>>true, Findings0, Findings).

goals(Clause, Goals) :-
    normal(Clause, refuse, Goals, _, []).

problems(Clause, Problems) :-
    normal(Clause, refuse, _, _, Findings),
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
    normal((r(X, Y) :- p(X), ( r(X, Z), p(Z) ; q(Y) )), refuse, Goals, none, Findings),
    Goals = [p(_), Aux],
    Findings = [aux(Aux0, or, Shared, Bodies0)],
    Aux0 == Aux,
    findall_goals(Bodies0, Bodies).
test(alternatives_on_the_right_are_clauses_of_the_same_predicate, Count == 3) :-
    normal((s :- p(_) ; q(_) ; s), refuse, _, _, [aux(_, or, [], Bodies)]),
    length(Bodies, Count).
test(variables_of_a_sibling_are_shared, Shared == [X]) :-
    normal((s :- ( p(X) ; q(X) ), q(X)), refuse, _, _, [aux(_, or, Shared, _)]).
test(variables_of_one_alternative_are_not, Shared == []) :-
    normal((s :- ( p(X) ; q(X) )), refuse, _, _, [aux(_, or, Shared, _)]).
test(an_inner_construct_shares_with_what_stands_around_it, Shared == [X, Y]) :-
    normal((s :- ( r(X, Y), ( p(X) ; q(Y) ) ; s )), refuse, _, _, Findings),
    Findings = [aux(_, or, Shared, _), aux(_, or, [], _)].

:- end_tests(disjunction).

findall_goals([], []).
findall_goals([body(_, Goals)|Bodies], [Goals|Lists]) :-
    findall_goals(Bodies, Lists).

:- begin_tests(if_then_else).

test(the_condition_runs_once_and_its_negation_opens_the_else,
     Bodies == [['$once'([X > 1]), p(X)], ['$not'([X > 1]), q(X)]]) :-
    normal((p(X) :- ( X > 1 -> p(X) ; q(X) )), refuse, _, _, [aux(_, if, [_], Bodies0)]),
    findall_goals(Bodies0, Bodies).
test(a_disjunctive_condition_makes_a_clause_for_each_test,
     Bodies == [['$once'([X > 1]), s], ['$not'([X > 1]), '$once'([X < 0]), s],
                ['$not'([X > 1]), '$not'([X < 0]), q(X)]]) :-
    normal((p(X) :- ( ( X > 1 ; X < 0 ) -> s ; q(X) )), refuse, _, _, [aux(_, if, [_], Bodies0)]),
    findall_goals(Bodies0, Bodies).
test(without_else_the_clause_itself_tests, Goals == ['$once'([X > 1]), q(X)]) :-
    goals((p(X) :- ( X > 1 -> q(X) )), Goals).
test(a_condition_of_user_goals_is_refused, Problems == [q(X)]) :-
    problems((p(X) :- ( X > 1, q(X) -> s ; s )), Problems).
test(a_condition_with_too_many_alternatives_is_refused, Problems == [Tests]) :-
    length(Variables, 10),
    foldl([X, Tests0, ( ( X == 1 ; X == 2 ), Tests0 )]>>true, Variables, true, Tests),
    problems((s :- ( Tests -> s ; s )), Problems).
test(a_disjunction_behind_a_builtin_with_several_solutions_is_refused,
     Problems == [( between(1, 2, X), ( X > 1 ; X < 9 ) )]) :-
    problems((p(X) :- ( between(1, 2, X), ( X > 1 ; X < 9 ) -> s ; s )), Problems).
test(a_disjunction_further_behind_is_refused_too, Problems = [_]) :-
    problems((p(X) :- ( between(1, 2, X), X > 0, ( X > 1 ; X < 9 ) -> s ; s )), Problems).
test(a_disjunction_before_it_or_behind_its_first_solution_is_not,
     [forall(member(Tests, [( ( X = 1 ; X = 2 ), between(1, 2, X) ),
                            ( once(between(1, 2, X)), ( X > 1 ; X < 9 ) ),
                            ( between(1, 2, X) -> ( X > 1 ; X < 9 ) ; fail )])),
      true(Problems == [])]) :-
    problems((p(X) :- ( Tests -> s ; s )), Problems).
test(a_cut_in_a_condition_is_refused, Problems == [!]) :-
    problems((p(X) :- ( X > 1, ! -> s ; s )), Problems).
test(once_of_builtins_runs_once, Goals == ['$once'([arg(N, X, Y)]), p(Y)]) :-
    goals((p(X) :- once(arg(N, X, Y)), p(Y)), Goals).
test(once_of_user_goals_is_refused, Problems == [q(X)]) :-
    problems((p(X) :- once(q(X))), Problems).
test(the_soft_cut_is_refused, Problems == [(p(X) *-> s ; s)]) :-
    problems((p(X) :- ( p(X) *-> s ; s )), Problems).

:- end_tests(if_then_else).

:- begin_tests(cut).

test(tests_before_a_cut_run_once_and_guard,
     Goals-Commit == ['$once'([X > 1]), q(X)]-commit([[X > 1]])) :-
    normal((p(X) :- X > 1, !, q(X)), refuse, Goals, Commit, []).
test(a_cut_in_front_guards_by_the_head_alone, Goals-Commit == [q(X)]-commit([[]])) :-
    normal((p(X) :- !, q(X)), refuse, Goals, Commit, []).
test(only_the_first_cut_guards,
     Goals-Commit == ['$once'([X > 1]), '$once'([X > 2]), q(X)]-commit([[X > 1]])) :-
    normal((p(X) :- X > 1, !, X > 2, !, q(X)), refuse, Goals, Commit, []).
test(tests_of_which_one_suffices_guard_one_by_one, Commit == commit([[X > 1], [X < 0]])) :-
    normal((p(X) :- ( X > 1 ; X < 0 ), !, q(X)), refuse, [_, q(_)], Commit, [aux(_, if, [_], _)]).
test(a_cut_behind_a_user_goal_is_refused, Problems == [!]) :-
    problems((p(X) :- q(X), !), Problems).
test(a_cut_behind_tests_that_have_no_alternatives_is_refused, Problems == [!]) :-
    problems((p(X) :- between(1, 2, X), ( X > 1 ; X < 9 ), !), Problems).
test(a_cut_in_a_branch_is_refused, Problems == [!]) :-
    problems((p(X) :- ( X > 1, ! ; q(X) )), Problems).
test(a_cut_in_a_negation_is_refused, Problems == [!]) :-
    problems((p(X) :- \+ ( q(X), ! )), Problems).
test(a_cut_behind_a_negated_user_goal_is_refused, Problems == [!]) :-
    problems((p(X) :- \+ q(X), !), Problems).
test(an_exact_cut_stays_when_a_later_one_is_dropped, Goals-Commit-Severities ==
     ['$once'([X > 1]), q(X), s]-commit([[X > 1]])-[warning]) :-
    normal((p(X) :- X > 1, !, q(X), !, s), ignore, Goals, Commit, Findings),
    findall(Severity, member(problem(Severity, !, _, _), Findings), Severities).

:- end_tests(cut).

:- begin_tests(refused_goals).

test(a_variable_goal_is_refused, Problems == [G]) :-
    problems((p(G) :- G), Problems).
test(an_unknown_closure_is_refused_with_any_arity, Problems == [call(G), call(G, 1), call(G, 1, 2)]) :-
    problems((p(G) :- call(G), call(G, 1), call(G, 1, 2)), Problems).
test(a_number_is_no_goal, Problems == [3]) :-
    problems((s :- 3), Problems).
test(all_problems_of_a_body_are_found, Problems == [shell(a), nb_getval(X, L), M:p(L)]) :-
    problems((s :- p(X), ( shell(a) ; \+ nb_getval(X, L) ), M:p(L)), Problems).
test(random_arithmetic_is_refused, Problems == [X is 1 + random(3), Y < cputime]) :-
    problems((s :- X is 1 + random(3), Y < cputime), Problems).
test(an_unknown_goal_is_found, Goals-Findings =@= [_ is '$left_out']-[unknown(t(X))]) :-
    normal((p(X) :- t(X)), refuse, Goals, none, Findings).
test(a_library_goal_is_found, Findings == [uses(library, append/3)]) :-
    normal((p(X) :- append(X, _, _)), refuse, [append(_, _, _)], none, Findings).

:- end_tests(refused_goals).
