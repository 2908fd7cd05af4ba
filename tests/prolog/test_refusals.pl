:- module(test_refusals, []).

:- use_module(library(plunit)).
:- use_module(engine(builtins/builtins)).
:- use_module(engine(builtins/refusals)).

:- begin_tests(refused_goal).

test(goals_with_effects_are_refused,
     forall(member(Goal, [shell(_), assertz(_), nb_setval(_, _), open(_, _, _), halt,
                          findall(_, _, _), call(_), thread_create(_, _, _), garbage_collect,
                          read_term(_, _), op(_, _, _), '$destroy_module'(_)]))) :-
    refused_goal(Goal, _, _).
test(unknown_goals_are_not, fail) :-
    refused_goal(never_heard_of(_), _, _).
test(no_goal_is_both_a_builtin_and_refused_by_name, Both == []) :-
    findall(Goal,
            ( builtin(Goal, _),
              refused_goal(Goal, Why, _),
              Why \== 'it is not one of the pure builtins'
            ),
            Both).

:- end_tests(refused_goal).
