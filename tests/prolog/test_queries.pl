:- module(test_queries, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(loading).

:- begin_tests(queries).

test(queries_are_numbered_from_0_in_their_split,
     Queries == [train-0-true, train-1-false, test-0-true]) :-
    loaded("p(a).", [], [train-"query(p(a)). query(p(b), false).", test-"query(p(c), true)."],
           Module),
    findall(Split-Index-Label, Module:query(Split, Index, _, _, Label, _, _, _), Queries).
test(the_answer_has_the_named_variables_in_order, Query =@= query([p(Y), p(X), p(_)],
                                                                  '$answer'(Y, X), ['Y', 'X'])) :-
    loaded("p(a).", [], [train-"query((p(Y), p(X), p(_Z), p(Y)))."], Module),
    Module:query(train, 0, [G1, G2, G3, _], Answer, _, _, _, Names),
    Query = query([G1, G2, G3], Answer, Names).
test(a_disjunction_in_a_query_shares_the_answer_variables, Solutions == [[a], [b]]) :-
    loaded("p(a). q(b).", [], [train-"query(( p(X) ; q(X) ))."], Module),
    Module:query(train, 0, Goals, '$answer'(X), _, _, _, _),
    solutions(Module, Goals, Solutions0),
    findall([X], member(Goals, Solutions0), Solutions).
test(a_query_hides_the_first_variant_fact, Hidden == [5, 0, 0, 7]) :-
    loaded("p(b). p(a). p(a). p(X). q(X) :- p(X).", [],
           [train-"query(p(a)). query(p(c)). query((p(a), p(a))). query(p(Z))."], Module),
    findall(Id, Module:query(_, _, _, _, _, Id, _, _), Hidden).
test(nothing_is_hidden_when_that_is_off, Hidden == [0]) :-
    loaded("p(a).", [hide_query(false)], [train-"query(p(a))."], Module),
    findall(Id, Module:query(_, _, _, _, _, Id, _, _), Hidden).
test(a_library_fact_is_not_hidden, Hidden == [0]) :-
    loaded("p(X) :- append(X, X, X).", [], [train-"query(append([], Xs, Xs))."], Module),
    findall(Id, Module:query(_, _, _, _, _, Id, _, _), Hidden).
test(anything_else_in_a_file_of_queries_is_refused_with_its_place, Places == [2:1, 3:2, 4:1]) :-
    loaded("p(a).", [], [train-"query(p(a)).\np(b).\n query(p(a), maybe).\n:- dynamic q/1."],
           Module),
    notes(Module, error, Places).
test(a_typed_query_needs_no_full_stop, Goals =@= [p(_), q(_)]) :-
    loaded("p(a). q(a).", [], [text(cli, "p(X), q(Y)")], Module),
    Module:query(cli, 0, Goals, _, true, _, 1, ['X', 'Y']).
test(a_typed_query_may_look_like_one_of_the_toplevel, Goals =@= [p(_)]) :-
    loaded("p(a).", [], [text(cli, "?- p(X).  % really")], Module),
    Module:query(cli, 0, Goals, _, _, _, _, _).
test(an_unfinished_typed_query_points_behind_its_end, Places == [1:7]) :-
    loaded("p(a).", [], [text(cli, "p(a, b")], Module),
    notes(Module, error, Places).
test(one_query_is_typed_at_a_time, Places == [1:7]) :-
    loaded("p(a).", [], [text(cli, "p(a). p(b).")], Module),
    notes(Module, error, Places).
test(an_empty_typed_query_is_an_error, [forall(member(Text, ["", "  ", "% p(a)", "."])),
                                        Severities = [error|_]]) :-
    loaded("p(a).", [], [text(cli, Text)], Module),
    findall(Severity, Module:note(Severity, _, _, _, _, _), Severities).
test(queries_know_the_operators_and_quotes_of_the_program, Goals == [===>(a, [0'b])]) :-
    loaded(":- op(700, xfx, ===>).\n:- set_prolog_flag(double_quotes, codes).\na ===> \"b\".",
           [], [text(cli, "a ===> \"b\"")], Module),
    Module:query(cli, 0, Goals, _, _, _, _, _).

:- end_tests(queries).
