:- module(test_depth_first, []).

:- use_module(engine(search/depth_first)).
:- use_module(engine(resolve/tokens)).
:- use_module(engine(core/core), [open_engine/3, close_engine/1]).
:- use_module(library(plunit)).
:- use_module(loading).

% searched(+Text, +Query, +Limit, -Proved, -Inferences): what the search comes to.

searched(Text, Query, Limit, Proved, Inferences) :-
    loaded(Text, [], [text(goal, Query)], Module),
    intern_program(Module),
    Module:query(goal, 0, Goals, Answer, _, Hidden, _, _),
    !,
    Engine = 4712,
    number_variables(Goals-Answer),
    encode_terms(['$query'(Goals),Answer], Module, Tokens, []),
    L1 is Limit >> 14,
    L0 is Limit /\ 0x3FFF,
    string_codes(In, [0,Engine,0,L1,L0,0,1,0,Hidden,99,1|Tokens]),
    setup_call_cleanup(open_engine(Engine, Module, []),
                       depth_first(In, Out),
                       close_engine(Engine)),
    string_codes(Out, [_,Reason,_,I1,I0|_]),
    (   Reason =:= 4
    ->  Proved = 1
    ;   Proved = 0
    ),
    Inferences is I1 << 14 + I0.

:- begin_tests(depth_first).

test(each_candidate_that_is_tried_counts, Proved-Inferences == 1-6) :-
    searched("p(X) :- q(X), r(X).\nq(a). q(b).\nr(b). r(c).", "p(_), r(_)", 100,
             Proved, Inferences).
test(an_exhausted_search_ends_before_the_limit, Proved-Inferences == 0-4) :-
    searched("p(X) :- q(X), r(X).\nq(a). q(b).\nr(c).", "p(_)", 100, Proved, Inferences).
test(the_last_inference_counts, Proved-Inferences == 1-2) :-
    searched("p(a).", "p(X)", 2, Proved, Inferences).
test(the_limit_is_kept, Proved-Inferences == 0-20000) :-
    searched("p(X) :- p(X).\np(a).", "p(_)", 20000, Proved, Inferences).
test(left_recursion_in_clause_order_finds_nothing, Proved == 0) :-
    searched("p(X) :- p(Y), q(Y, X).\np(a).\nq(a, b).", "p(b)", 1000, Proved, _).
test(right_recursion_finds_what_prolog_finds, Proved == 1) :-
    searched("p(a).\np(X) :- q(Y, X), p(Y).\nq(a, b). q(b, c).", "p(c)", 1000, Proved, _).
test(a_goal_that_doubles_in_each_step_is_lost, true(( Proved == 0, Inferences < 40000 ))) :-
    searched("p(X) :- copy_term(X, Y), p(f(X, Y)).", "p(_)", 100000, Proved, Inferences).
test(a_goal_with_a_large_term_counts_as_more, Proved-Inferences == 0-100000) :-
    searched("p(0, _).\np(N, X) :- N > 0, M is N-1, p(M, f(X, X)).", "p(5000, a)", 100000,
             Proved, Inferences).
test(the_fact_of_the_query_is_hidden, Proved == 0) :-
    searched("p(a).", "p(a)", 100, Proved, _).

:- end_tests(depth_first).
