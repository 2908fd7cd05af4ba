:- module(test_left_out, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(compile/loader), [load_program/4]).
:- use_module(loading).

partial(Text, Module) :-
    loaded(Text, [strict(false)], [], Module).

% skipped(+Text, -Lines): a note for each clause or directive that is left out.

skipped(Text, Lines) :-
    partial(Text, Module),
    notes(Module, error, []),
    notes(Module, skipped, Places),
    findall(Line, member(Line:_, Places), Lines).

bodies(Text, Bodies) :-
    partial(Text, Module),
    findall(Body, Module:res(_, Body, [], _), Bodies).

:- begin_tests(left_out).

test(without_the_setting_the_program_is_refused, Errors == [1:6]) :-
    loaded("p :- tell(a).\nq.", Module),
    notes(Module, error, Errors).
test(a_clause_is_left_out_with_one_reason, Lines == [2]) :-
    skipped("q(a).\np :- tell(a), told, foo(X), X.\nq(b).", Lines).
test(its_predicate_has_a_clause_that_raises, Bodies =@= [[], [_ is '$left_out'], [q(b)]]) :-
    bodies("q(b).\np(X) :- q(X), tell(X).\np(c) :- q(b).", Bodies).
test(a_call_of_what_is_left_out_is_fine_until_it_is_reached, Lines == [1]) :-
    skipped("p :- tell(a).\nq :- p.", Lines).
test(an_unknown_predicate_leaves_out_the_clause_that_calls_it, Lines == [1]) :-
    skipped("p :- nothing(a).\nq.", Lines).
test(a_syntax_error_leaves_out_one_term, Lines == [2]) :-
    skipped("p(a).\nbad bad.\np(b).", Lines).
test(a_directive_is_not_run, Lines == [1:1]) :-
    partial(":- initialization(main).\nmain.", Module),
    notes(Module, ignored, Lines).
test(a_predicate_of_prolog_cannot_be_defined, Lines == [1]) :-
    skipped("write(X) :- p(X).\np(a).", Lines).
test(a_rule_of_single_sided_unification_is_left_out, Bodies =@= [[_ is '$left_out'], []]) :-
    bodies("p(X), X > 1 => true.\np(a).", Bodies).
test(a_grammar_rule_that_has_no_translation_is_left_out, Heads =@= [a(_, _, _)]) :-
    partial("a(X) --> X.", Module),
    findall(Head, Module:res(Head, [_ is '$left_out'], [], _), Heads).
test(clauses_of_conditional_compilation_are_left_out, Lines == [2, 4]) :-
    skipped(":- if(true).\np(a).\n:- else.\np(b).\n:- endif.\np(c).", Lines).
test(nested_conditions_end_with_the_outer_one, Lines == [3, 5]) :-
    skipped(":- if(a).\n:- if(b).\np(a).\n:- endif.\np(b).\n:- endif.\np(c).", Lines).
test(a_bad_query_is_left_out_of_its_file, Places-Indices == [1:7]-[0]) :-
    loaded("p.", [strict(false)], [train-"query(tell(a)).\nquery(p)."], Module),
    notes(Module, error, []),
    notes(Module, skipped, Places),
    findall(Index, Module:query(train, Index, _, _, _, _, _, _), Indices).
test(a_bad_query_that_is_typed_is_an_error, Errors == [1:1]) :-
    loaded("p.", [strict(false)], [text(cli, "tell(a)")], Module),
    notes(Module, error, Errors).
test(a_query_may_reach_what_is_left_out, Errors-Count == []-1) :-
    loaded("p :- tell(a).", [strict(false)], [train-"query(p)."], Module),
    notes(Module, error, Errors),
    aggregate_all(count, Module:query(_, _, _, _, _, _, _, _), Count).
test(what_only_left_out_clauses_use_is_not_loaded, Used == []) :-
    partial("p(X) :- append(X, X, X), tell(X).", Module),
    findall(Used0, Module:library_used(Used0), Used).
test(a_file_that_cannot_be_opened_is_an_error, Severities == [error]) :-
    load_program(test_left_out_missing, [strict(false)], ['/nowhere/at/all.pl'], []),
    findall(Severity, test_left_out_missing:note(Severity, _, _, _, _, _), Severities).

:- end_tests(left_out).

:- begin_tests(cuts_of_what_is_left_out).

test(an_exact_cut_still_commits, Guards =@= [[4-p(X)-[X > 1]]]) :-
    partial("p(X) :- X > 1, !, tell(X).\np(_).", Module),
    findall(Guard, Module:guards(_, Guard), Guards).
test(later_clauses_raise_behind_an_inexact_one, Guards =@= [[5-p(_)-[_ is '$left_out']]]) :-
    partial("q(a).\np(X) :- q(X), !.\np(_).", Module),
    findall(Guard, Module:guards(_, Guard), Guards).
test(later_clauses_raise_behind_a_single_sided_one, Guards =@= [[4-p(_)-[_ is '$left_out']]]) :-
    partial("p(_) => true.\np(_).", Module),
    findall(Guard, Module:guards(_, Guard), Guards).
test(a_clause_without_a_cut_commits_to_nothing, [fail]) :-
    partial("p(X) :- tell(X).\np(_).", Module),
    Module:guards(_, _).

:- end_tests(cuts_of_what_is_left_out).
