:- module(test_core, []).

:- use_module(library(plunit)).
:- use_module(engine(resolve/resolution)).
:- use_module(engine(resolve/tokens)).
:- use_module(engine(core/core)).
:- use_module(loading).

opened(Text, Options, Engine) :-
    loaded(Text, Module),
    intern_program(Module),
    flag(test_core, N, N + 1),
    Engine is 1000 + N,
    open_engine(Engine, Module, Options).

candidates(Engine, Hidden, Goal, Clauses) :-
    engine(Engine, Hidden, Context),
    findall(Clause, candidate(Goal, [], Context, _, Clause), Clauses).

:- begin_tests(engines).

test(a_closed_engine_is_gone, fail) :-
    opened("p(a).", [], Engine),
    close_engine(Engine),
    engine(Engine, 0, _).
test(an_engine_has_a_context_for_each_hidden_clause, All-Others == [4,5]-[5]) :-
    opened("p(a). p(b).", [], Engine),
    candidates(Engine, 0, p(_), All),
    candidates(Engine, 4, p(_), Others).
:- end_tests(engines).

:- begin_tests(written).

test(a_state_is_its_number_of_goals_and_their_tokens, Codes == [2, P, 0xC0000, P, 0xC0001]) :-
    opened("p(a).", [], Engine),
    engine(Engine, 0, Context),
    written([p(_), p(_)], [], Context, Codes, [], 5),
    arg(1, Context, Module),
    Module:symbol(P, p, 1).
test(a_state_that_is_too_large_is_lost_and_counted, Lost == 1) :-
    opened("p(a).", [max_tokens(2)], Engine),
    engine(Engine, 0, Context),
    \+ written([p(_), p(_)], [], Context, _, [], _),
    counters(Context, counters(_, _, _, Lost)).

:- end_tests(written).
