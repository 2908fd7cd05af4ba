:- module(test_flat, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(wire/flat)).
:- use_module(engine(resolve/tokens)).
:- use_module(engine(wire/wire)).
:- use_module(loading).

opened(Text, Engine, Module) :-
    loaded(Text, Module),
    Module:flat(true),
    intern_program(Module),
    compile_flat(Module),
    flag(test_flat, N, N + 1),
    Engine is 2000 + N,
    open_engine(Engine, Module, []).

in(Engine, Module, Limit, Hidden, Offset, Goals, In) :-
    \+ \+ ( term_variables(Goals, Variables),
            length(Variables, V),
            length(Goals, K),
            number_variables(Goals),
            encode_terms(Goals, Module, Tokens, []),
            length(Tokens, L),
            digits(Engine, E1, E0),
            string_codes(In0, [E1, E0, 0, 0, Limit, 0, Hidden, 0, Offset, V, L, K|Tokens]),
            nb_setval(test_flat, In0) ),
    nb_getval(test_flat, In).

program("p(X, Y) :- q(X, Z), p(Z, Y), X \\== Y.\np(X, Y) :- q(X, Y), X \\= Y.\np(X, X).\n\c
         p(a, X) :- X = b, q(X, _), r.\np(b, b).\np(b, b).\nr :- fail.\nr.\nr :- a == a, 1 = X, q(X, X).\n\c
         q(a, b).\nq(b, a).\nq(1, -5).\nq(X, 1) :- ( q(X, a) ; q(X, b) ).\ns(true, fail, false).\nt(fail).").

goals([p(_, _)]).
goals([p(X, Y), q(Y, X)]).
goals([p(a, b), r, X = Y, p(X, Y)]).
goals([p(b, b)]).
goals([q(X, 1), X == a]).
goals([q(X, Y), X \= a, q(Y, X)]).
goals([q(_, Y), Y \= Z, q(Y, Z)]).
goals([q(X, Y), X \== a, q(Y, X)]).
goals([q(_, Y), Y \== Z, q(Y, Z)]).
goals([q(_, Y), Y == Z, q(Y, Z)]).
goals([q(_, Y), Y = Z, q(Y, Z)]).
goals([q(1, X), t(X)]).
goals([r, r]).
goals([s(X, Y, Z), t(X), t(Y), t(Z)]).
goals([t(fail)]).

:- begin_tests(expand_flat).

test(it_gives_what_the_wire_of_terms_gives,
     [forall(( goals(Goals), member(Limit, [1, 3, 50]), member(Offset, [0, 1, 2]),
               member(Hidden, [0, 4, 8, 12]) )),
      Flat == General]) :-
    program(Text),
    opened(Text, Engine, Module),
    in(Engine, Module, Limit, Hidden, Offset, Goals, In),
    expand(In, General),
    expand_flat(In, Flat).
test(atoms_that_are_named_as_builtins_are_atoms, Out == [0, 0,1, 0,0, 0,0, 0,0, 0,0, 0,4, 0,1, 0]) :-
    opened("t(fail).", Engine, Module),
    in(Engine, Module, 9, 0, 0, [t(_)], In),
    expand_flat(In, String),
    string_codes(String, [0x10FFFF|Out]).
test(a_program_without_clauses_has_no_candidates, Out == [0,0,0,0,0,0,0,0,0,0,0]) :-
    opened(":- dynamic p/1.", Engine, Module),
    flag(test_flat, N, N),
    Module:symbol(True, true, 0),
    digits(Engine, E1, E0),
    string_codes(In, [E1, E0, 0, 0, 9, 0, 0, 0, 0, 0, 1, 1, True]),
    expand_flat(In, String),
    string_codes(String, [0x10FFFF|Out]).

:- end_tests(expand_flat).

:- begin_tests(flat_programs).

test(function_free_programs_are_flat) :-
    program(Text),
    loaded(Text, Module),
    Module:flat(true).
test(others_are_not, [forall(member(Text, ["p(f(a)).", "p([]).", "p(X) :- X < 1.", "p(\"s\").",
                                           "p(1.5).", "p(98302).", "p(-32769).",
                                           "p :- \\+ q. q.", "p(X) :- X = a, !. p(b).",
                                           "p(X) :- X = f(a)."])),
                      fail]) :-
    loaded(Text, Module),
    Module:flat(true).

:- end_tests(flat_programs).
