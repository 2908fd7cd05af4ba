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

round_trip(Terms, Module, Result) :-
    tokens_of(Terms, Module, Codes, Count),
    functor(Variables, v, Count),
    length(Terms, N),
    decode_terms(N, Codes, [], Module, Variables, Result).

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

term([p(a, X, f(X, _))]).
term([X, Y, X, Y, _]).
term([[1, 2|T], [T]]).
term([0, -1, -32768, -32769, 98301, 98302, 123456789012345678901234567890, -5]).
term([1.5, -0.0, 1.0e300, 5.0e-324, 0.1]).
term([1.0Inf, -1.0Inf]).
term(["", "text", "\u4E2D\U0001F600"]).
term(['', new_atom, 'odd atom', [], '[]', {}, '\u4E2D']).
term([new(a), 'odd functor'(X, X, b), ''(a), f(f(f(f(a))))]).
term([[], [[]], [[[a]]]]).
term([v(0), '$VAR'(3), '$query'([a])]).

test(terms_survive, [forall(term(Terms)), Result =@= Terms]) :-
    interned("p(a, X, f(X, b)).", Module),
    round_trip(Terms, Module, Result).
test(nan_survives) :-
    interned("p(a).", Module),
    X is nan,
    round_trip([X], Module, [Y]),
    float(Y),
    Y =\= Y.
test(an_infinite_float_keeps_its_type, Y == X) :-
    interned("p(a).", Module),
    X is inf,
    round_trip([X], Module, [Y]).
test(variants_have_equal_tokens, Codes1 == Codes2) :-
    interned("p(a, X, f(X, b)).", Module),
    tokens_of([p(X, Y, f(Y, X))], Module, Codes1, 2),
    tokens_of([p(B, A, f(A, B))], Module, Codes2, 2).
test(others_do_not, [true(Codes1 \== Codes2)]) :-
    interned("p(a, X, f(X, b)).", Module),
    tokens_of([p(X, Y, f(Y, X))], Module, Codes1, 2),
    tokens_of([p(B, A, f(B, A))], Module, Codes2, 2).
test(every_token_is_a_code_point, [forall(term(Terms))]) :-
    interned("p(a, X, f(X, b)).", Module),
    tokens_of(Terms, Module, Codes, _),
    string_codes(String, Codes),
    string_codes(String, Codes).
test(a_small_integer_is_one_token, Codes == [0xF8000, 0xF8005, 0xF7FFF, 0x10FFFD]) :-
    interned("p(a).", Module),
    tokens_of([0, 5, -1, 98301], Module, Codes, 0).
test(a_surrogate_cannot_be_written, error(representation_error(_), _)) :-
    interned("p(a).", Module),
    atom_codes(Atom, [0xD800]),
    tokens_of([Atom], Module, _, _).
test(deep_terms_survive, Depth == 100000) :-
    interned("p(s(o)).", Module),
    nested(100000, Term),
    round_trip([Term], Module, [Result]),
    depth(Result, 0, Depth).

nested(N, Term) :-
    (   N =:= 0
    ->  Term = o
    ;   Term = s(Term0),
        N1 is N - 1,
        nested(N1, Term0)
    ).

depth(o, Depth, Depth).
depth(s(Term), Depth0, Depth) :-
    Depth1 is Depth0 + 1,
    depth(Term, Depth1, Depth).

:- end_tests(terms).

:- begin_tests(count_code).

test(counts_step_over_the_surrogates, [forall(member(Count-Code, [0-0, 55295-55295, 55296-57344,
                                                                  60000-62048])),
                                       Code0-Count0 == Code-Count]) :-
    count_code(Count, Code0),
    count_code(Count0, Code).

:- end_tests(count_code).
