:- module(test_grammar, []).

:- use_module(library(plunit)).
:- use_module(loading).

% Grammars with an input, which must be parsed as SWI-Prolog does.

grammar("s --> [a], s.\ns --> [].", s, [a, a]).
grammar("s --> !, [x].\ns --> [].", s, [x]).
grammar("s --> t, [x].\nt --> [].", s, [x, y]).
grammar("s --> ( [a] ; [b], [c] ; [] ), t.\nt --> [d].\nt --> [].", s, [b, c, d]).
grammar("s --> \"ab\", t.\nt --> \"c\".\nt --> [].", s, [0'a, 0'b, 0'c]).
grammar("s --> [X], { X > 1 }, s.\ns --> [].", s, [3, 2, 1]).
grammar("s --> [X], { X > 1 }, !, s.\ns --> [1].", s, [3, 2, 1]).
grammar("s --> \\+ t, [a].\nt --> [a], [b].", s, [a, c]).
grammar("s --> \\+ t, [a].\nt --> [a], [b].", s, [a, b]).
grammar("s --> t, [b].\nt, [b] --> [a].", s, [a, c]).
grammar("s --> ( { true } -> [a] ; [b] ).", s, [a]).
grammar("s --> ( t *-> [x] ; [b] ).\nt --> [a].\nt --> [].", s, [b]).
grammar("s --> ( t *-> [x] ; [b] ).\nt --> [a].\nt --> [].", s, [x]).
grammar("s --> user:[a], user:\"b\".", s, [a, 0'b]).
grammar("s --> [].\ns --> {}, [a], !.\ns --> [a].", s, [a]).
grammar("s --> s(z).\ns(z) --> [].\ns(N) --> [a], s(N).", s, [a, a]).
grammar("s, [x] --> [y].", s, [y, z]).
grammar("s --> [a|_], [b].", s, [a, c, b, b]).
grammar("s --> t, [z].\nt, [x|L] --> [y|L].", s, [y, z]).

:- begin_tests(parsing).

test(a_grammar_parses_as_in_swi_prolog,
     [forall(grammar(Text, Start, Input)), Solutions =@= Expected]) :-
    loaded(Text, Module),
    Goal =.. [Start, Input, _],
    solutions(Module, [Goal], Solutions0),
    findall(Solution, member([Solution], Solutions0), Solutions),
    consulted_solutions(Text, Goal, Expected).
test(no_grammar_is_refused, [forall(grammar(Text, _, _)), true(Places == [])]) :-
    loaded(Text, Module),
    notes(Module, error, Places).
test(grammar_clauses_say_so, Kinds == [grammar, user]) :-
    loaded("a --> [x].\nb.", Module),
    findall(Kind, Module:clause_source(_, _, _, _, _, _, Kind), Kinds).
test(double_quotes_mean_what_the_file_says,
     [forall(member(Value-Terminals, [codes-[0'a], chars-[a], string-[0'a]])),
      true(Clauses =@= [s(List, Rest)])]) :-
    format(string(Text), ":- set_prolog_flag(double_quotes, ~w).\ns --> \"a\".", [Value]),
    append(Terminals, Rest, List),
    loaded(Text, Module),
    findall(Head, Module:res(Head, _, _, _), Clauses).
test(what_has_no_translation_is_refused,
     [forall(member(Rule, ["a --> [x|y].", "X --> a.", "a --> 1.", "1 --> a.",
                           "a, b --> c.", "a --> call(f, X).", "[] --> a.",
                           "a --> { 1 }."])),
      true(Severities = [error|_])]) :-
    string_concat(Rule, "\nb --> [].\nc --> [].", Text),
    loaded(Text, Module),
    findall(error, Module:note(error, _, 1, _, _, _), Severities).
test(a_variable_is_a_body_that_is_known_when_it_is_reached, Solutions == [[s(a, [a], [])]]) :-
    loaded("s(X) --> X.\na --> [a].", Module),
    solutions(Module, [s(a, [a], [])], Solutions).
test(phrase_of_a_string_is_an_error_when_it_is_reached, [error(type_error(list, "a"))]) :-
    loaded("a --> [a].\np(L) :- phrase(a, L).", Module),
    solutions(Module, [p([a])], [_]),
    solutions(Module, [p("a")], _).

:- end_tests(parsing).
