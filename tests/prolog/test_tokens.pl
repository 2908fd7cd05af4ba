:- module(test_tokens, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(resolve/tokens)).
:- use_module(loading).

interned(Text, Module) :-
    loaded(Text, Module),
    intern_program(Module).

% tokens_of(+Terms, +Module, -Codes, -Count): Count is the number of their variables.

tokens_of(Terms, Module, Codes, Count) :-
    \+ \+ ( copy_term(Terms, Copy),
            term_variables(Copy, Variables),
            length(Variables, Count0),
            number_variables(Copy),
            encode_terms(Copy, Module, Codes0, []),
            nb_setval(test_tokens, Codes0-Count0) ),
    nb_getval(test_tokens, Codes-Count).

:- begin_tests(intern_program).

test(fixed_symbols_have_the_same_tokens_everywhere) :-
    interned("p(a).", Module1),
    interned("q(b, c) :- q(c, b).", Module2),
    forall(fixed_symbol(Id, Name, Arity),
           ( Module1:symbol(Id, Name, Arity), Module2:symbol(Id, Name, Arity) )).
test(symbols_are_numbered_by_first_occurrence, Symbols == [19-p/2, 20-f/1, 21-a/0, 22-q/1, 23-b/0]) :-
    interned("p(f(a), X) :- q(X). q(b). q(f(b)).", Module),
    findall(Id-Name/Arity, ( Module:symbol(Id, Name, Arity), Id >= 19 ), Symbols).
test(the_same_name_with_another_arity_is_another_symbol, Arities == [2, 0, 1]) :-
    interned("p(p, p(a)).", Module),
    findall(Arity, ( Module:symbol(Id, p, Arity), Id >= 19 ), Arities).
test(queries_are_interned_too) :-
    loaded("p(a).", [], [text(goal, "p(new(X))")], Module),
    intern_program(Module),
    Module:symbol(_, new, 1).
test(what_only_queries_mention_comes_last, Names == [new/1, c/0]) :-
    loaded("p(a). q(X) :- X = b, !. q(d).", [], [text(goal, "p(new(c)), q(b)")], Module),
    intern_program(Module),
    Module:first_name(First),
    findall(Name/Arity,
            ( Module:symbol(Id, Name, Arity), Id >= First, Name \== '$answer' ),
            Names).
test(ids_and_names_are_one_to_one, Sorted == Ids) :-
    interned("p(f(a), X, \"s\", 1.5, []) :- q(X). q(b). q(f(b)). r :- \\+ p(X, X, X, X, X).", Module),
    findall(Id, Module:symbol(Id, _, _), Ids),
    sort(Ids, Sorted).
test(numbers_and_strings_are_no_symbols, Names == [p]) :-
    interned("p(1, 2.5, \"s\", 99999999999).", Module),
    findall(Name, ( Module:symbol(Id, Name, _), Id >= 19 ), Names).

:- end_tests(intern_program).

:- begin_tests(terms).

% That terms survive, and what integers and counts become, is tested for both engines in test_core_agrees.py.

test(variants_have_equal_tokens_and_others_do_not, [true(( Codes1 == Codes2, Codes1 \== Codes3 ))]) :-
    interned("p(a, X, f(X, b)).", Module),
    tokens_of([p(X, Y, f(Y, X))], Module, Codes1, 2),
    tokens_of([p(B, A, f(A, B))], Module, Codes2, 2),
    tokens_of([p(C, D, f(C, D))], Module, Codes3, 2).
test(a_surrogate_cannot_be_written, error(representation_error(_), _)) :-
    interned("p(a).", Module),
    atom_codes(Atom, [0xD800]),
    tokens_of([Atom], Module, _, _).

:- end_tests(terms).
