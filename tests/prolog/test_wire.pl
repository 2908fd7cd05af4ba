:- module(test_wire, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(resolve/tokens)).
:- use_module(engine(wire/wire)).
:- use_module(loading).

opened(Text, Engine, Module) :-
    loaded(Text, Module),
    intern_program(Module),
    flag(test_wire, N, N + 1),
    Engine is 1000 + N,
    open_engine(Engine, Module, []).

% asked(+Module, +Hidden-Offset-Goals, -Codes): a state without answer.

asked(Module, Hidden-Offset-Goals, Codes) :-
    \+ \+ ( term_variables(Goals, Variables),
            length(Variables, V),
            length(Goals, K),
            number_variables(Goals),
            encode_terms(Goals, Module, Tokens, []),
            length(Tokens, L),
            nb_setval(test_wire, [0, Hidden, 0, Offset, V, L, K|Tokens]) ),
    nb_getval(test_wire, Codes).

expanded(Engine, Module, Limit, States, Stats) :-
    findall(Codes, ( member(State, States), asked(Module, State, Codes) ), Lists),
    digits(Engine, E1, E0),
    append([[E1, E0, 0, 0, Limit]|Lists], In),
    string_codes(String, In),
    expand(String, Out),
    string_codes(Out, [0x10FFFF|Stats]).

:- begin_tests(expand).

test(a_candidate_has_its_clause_and_its_tokens,
     Out == [0, 0,1, 0,0, 0,0, 0,0, 0,0,  0,4, 0,4,  1,Q,0xC0000,0xC0001]) :-
    opened("p(X) :- q(X, Y).\nq(a, b).", Engine, Module),
    expanded(Engine, Module, 9, [0-0-[p(_)]], Out),
    Module:symbol(Q, q, 2).
test(a_page_ends_at_its_limit_and_says_so, N-More == 2-1) :-
    opened("p(a). p(b). p(c).", Engine, Module),
    expanded(Engine, Module, 2, [0-0-[p(_)]], [More,0,N|_]).
test(a_page_that_holds_the_last_candidate_says_so, N-More == 3-0) :-
    opened("p(a). p(b). p(c).", Engine, Module),
    expanded(Engine, Module, 3, [0-0-[p(_)]], [More,0,N|_]).
test(a_page_starts_at_its_offset, Clause == 6) :-
    opened("p(a). p(b). p(c).", Engine, Module),
    expanded(Engine, Module, 2, [0-2-[p(_)]], [0, 0,1, 0,0, 0,0, 0,0, 0,0, 0,Clause|_]).
test(states_come_back_in_their_order, Counts == [1, 3, 0, 2]) :-
    opened("p(a). p(b). p(c).", Engine, Module),
    expanded(Engine, Module, 9, [0-0-[p(b)], 0-0-[p(_)], 0-0-[p(d)], 5-0-[p(_)]], Out),
    findall(Count, ( nth0(I, Out, Count), I < 44, I mod 11 =:= 2 ), Counts).
test(losses_are_those_of_each_state, Errors == [1, 0, 1]) :-
    opened("p(X) :- X < 1.", Engine, Module),
    expanded(Engine, Module, 9, [0-0-[p(_)], 0-0-[p(2)], 0-0-[p(a)]], Out),
    findall(Count, ( nth0(I, Out, Count), I < 33, I mod 11 =:= 4 ), Errors).
test(it_is_pure, Out1 == Out2) :-
    opened("p(X) :- q(X). p(b) :- p(X), \\+ q(X), X < 1. q(a).", Engine, Module),
    States = [0-0-[p(_), q(_)], 0-1-[p(b)], 6-0-[q(_)]],
    expanded(Engine, Module, 2, States, Out1),
    expanded(Engine, Module, 2, States, Out2).

:- end_tests(expand).

:- begin_tests(open_engine).

test(a_closed_engine_is_gone, fail) :-
    opened("p(a).", Engine, Module),
    close_engine(Engine),
    expanded(Engine, Module, 9, [0-0-[p(_)]], _).
test(an_engine_that_is_opened_again_has_the_new_options, C1-C2 == [0,0,0,0,0,0,0,0,0,0,0]-[0,0,0,0,0,0,0,0,0,0,1]) :-
    opened("p(X, X).\nq(X) :- p(X, f(X)), q(X).\nq(a).", Engine, Module),
    State = 0-0-[p(X, f(X)), q(X)],
    expanded(Engine, Module, 9, [State], C1),
    open_engine(Engine, Module, [occurs_check(false)]),
    expanded(Engine, Module, 9, [State], C2).

:- end_tests(open_engine).
