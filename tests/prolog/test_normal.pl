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

problems(Clause, Problems) :-
    normal(Clause, keep, _, _, Findings),
    findall(Goal, ( member(Found, Findings), goal_of(Found, Goal) ), Problems).

goal_of(problem(error, Goal, _, _), Goal).
goal_of(raises(Goal, _, _), Goal).

:- begin_tests(normal).

% What constructs and cuts mean is compared with SWI-Prolog in test_meaning.pl.

test(variables_of_one_alternative_are_its_own, Shared == [X, Y]) :-
    normal((s :- ( r(X, Y), ( p(X) ; q(Y) ) ; s )), keep, _, _, Findings),
    Findings = [aux(_, or, Shared, _), aux(_, or, [], _)].
test(a_condition_of_other_goals_commits_and_is_not_proved_again,
     Bodies == [body(behind, ['$once'([q(X)]), p(X)]), body(none, ['$else'([q(X)]), s])]) :-
    normal((p(X) :- ( q(X) -> p(X) ; s )), keep, _, _, [aux(_, if, [_], Bodies0)]),
    maplist([body(_, Goals, Cut), body(Cut, Goals)]>>true, Bodies0, Bodies).
test(too_many_cuts_in_branches_are_refused, Problems = [_]) :-
    length(Goals, 12),
    maplist(=(( q(X), ! ; s )), Goals),
    foldl([Goal, Body0, ( Goal, Body0 )]>>true, Goals, true, Body),
    problems((p(X) :- Body), Problems).
test(to_ignore_cuts_is_to_drop_them_behind_other_goals_than_builtins,
     Goals-Cut-Severities == ['$once'([X > 1]), q(X), s]-behind-[warning]) :-
    normal((p(X) :- X > 1, !, q(X), !, s), ignore, Goals, Cut, Findings),
    findall(Severity, member(problem(Severity, !, _, _), Findings), Severities).
test(all_problems_of_a_body_are_found, Problems =@= [3, shell(a), nb_getval(_, _), m:p(_)]) :-
    problems((s :- p(X), 3, ( shell(a) ; \+ nb_getval(X, _) ), m:p(X)), Problems).
test(random_arithmetic_is_refused, Problems =@= [_ is 1 + random(3), _ < cputime]) :-
    problems((s :- _ is 1 + random(3), _ < cputime), Problems).

:- end_tests(normal).
