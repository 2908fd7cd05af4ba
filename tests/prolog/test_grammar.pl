:- module(test_grammar, []).

:- use_module(library(plunit)).
:- use_module(loading).

:- begin_tests(parsing).

% That grammars parse as in SWI-Prolog is tested in test_meaning.pl.

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
