:- module(test_left_out, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(loading).

partial(Text, Module) :-
    loaded(Text, [strict(false)], [], Module).

% skipped(+Text, -Lines): a note for each clause or directive that is left out.

skipped(Text, Lines) :-
    partial(Text, Module),
    notes(Module, error, []),
    notes(Module, skipped, Places),
    findall(Line, member(Line:_, Places), Lines).

% facts(+Text, +Head, -Facts): the facts of a predicate that are not left out.

facts(Text, Head, Facts) :-
    partial(Text, Module),
    findall(Head, Module:res(Head, [], [], _), Facts).

bodies(Text, Bodies) :-
    partial(Text, Module),
    findall(Body, Module:res(_, Body, [], _), Bodies).

:- begin_tests(left_out).

test(a_clause_is_left_out_with_one_reason, Lines == [2]) :-
    skipped("q(a).\np :- tell(a), told, foo(X), X.\nq(b).", Lines).
test(its_predicate_has_a_clause_that_raises, Bodies =@= [[], [q(_), _ is '$left_out'], [q(b)]]) :-
    bodies("q(b).\np(X) :- q(X), tell(X).\np(c) :- q(b).", Bodies).
test(an_unknown_predicate_raises_where_it_is_called,
     Bodies-Warnings =@= [[q, _ is '$left_out', q], []]-[1:9]) :-
    partial("p :- q, nothing(a), q.\nq.", Module),
    findall(Body, Module:res(_, Body, [], _), Bodies),
    notes(Module, warning, Warnings).
test(a_clause_that_cannot_be_read_keeps_its_head,
     [ forall(member(Text, ["size(X, N) :- N #= X.", "size --> a b.", "size(f(), X) :- b(X).", "% a :- b\nsize(X,Y):-Y=]."])),
       true(Heads-Errors =@= [size(_, _)]-[]) ]) :-
    string_concat(Text, "\nbig(X) :- size(X, 1).", Text1),
    partial(Text1, Module),
    findall(Head, Module:res(Head, [_ is '$left_out'], [], _), Heads0),
    exclude([big(_)]>>true, Heads0, Heads),
    notes(Module, warning, Errors).
test(text_without_a_head_is_lost_to_every_query,
     [ forall(member(Text-Is, ["bad bad."-true, "p(b), \n."-true, ":- bad bad."-false,
                               "% a :- b\nbad :- bad bad."-false, "q(g())."-false])),
       true(Found == Is) ]) :-
    string_concat("p(a).\n", Text, Text1),
    partial(Text1, Module),
    (   Module:res('$unread', [_ is '$left_out'], [], _)
    ->  Found = true
    ;   Found = false
    ).
test(a_syntax_error_leaves_out_one_term, Lines == [2]) :-
    skipped("p(a).\nbad bad.\np(b).", Lines).
test(a_predicate_of_prolog_cannot_be_defined, Lines == [1]) :-
    skipped("write(X) :- p(X).\np(a).", Lines).
test(a_clause_that_mixes_with_rules_is_left_out,
     Bodies =@= [['$once'([_ > 1])], [_ is '$left_out'], [existence_error(matching_rule, p(_))]]) :-
    bodies("p(X), X > 1 => true.\np(a).", Bodies).
test(a_grammar_rule_that_has_no_translation_is_left_out, Heads =@= [a(_, _, _)]) :-
    partial("a(X) --> [x|y].", Module),
    findall(Head, Module:res(Head, [_ is '$left_out'], [], _), Heads).
test(conditional_compilation_is_decided_where_nothing_must_run,
     [ forall(member(Test-Names, ["true"-[a, c], "fail"-[b, c], "\\+ true"-[b, c],
                                  "current_prolog_flag(bounded, false)"-[a, c],
                                  "((fail ; true), otherwise)"-[a, c]])),
       true(Heads == Names) ]) :-
    format(string(Text), ":- if(~w).~n~a~n:- else.~n~a~n:- endif.~nc.", [Test, "a.", "b."]),
    partial(Text, Module),
    findall(Head, Module:res(Head, _, _, _), Heads).
test(of_several_branches_the_first_applies, Heads == [b]) :-
    partial(":- if(fail).\na.\n:- elif(true).\nb.\n:- elif(true).\nc.\n:- else.\nd.\n:- endif.",
            Module),
    findall(Head, Module:res(Head, _, _, _), Heads).
test(clauses_of_a_branch_that_may_not_apply_are_left_out, Lines == [2, 4]) :-
    skipped(":- if(mine).\np(a).\n:- else.\np(b).\n:- endif.\np(c).", Lines).
test(units_of_tests_are_passed_over, Heads-Ignored == [a, c]-[2:1]) :-
    partial("a.\n:- begin_tests(a).\ntest(b) :- x y.\n:- end_tests(a).\nc.", Module),
    findall(Head, Module:res(Head, _, _, _), Heads),
    notes(Module, ignored, Ignored).
test(a_predicate_tabled_with_modes_is_left_out, Bodies =@= [[], [_ is '$left_out']]) :-
    bodies(":- table far(_, min).\nq.\nfar(a, 1).", Bodies).
test(expansions_of_the_program_are_errors, Errors == [1:1]) :-
    partial("term_expansion(a, b).\na.", Module),
    notes(Module, error, Errors).
test(an_expansion_with_nothing_behind_it_changes_nothing, Errors == []) :-
    partial("a.\nuser:goal_expansion(a, b).", Module),
    notes(Module, error, Errors).
test(a_dynamic_predicate_may_have_a_clause_that_a_directive_adds, Heads =@= [q(_), '$unread']) :-
    partial(":- dynamic q/1.\nq(5).\ngo(X) :- assertz(X).\n:- A = q(1), go(A).\ns(a).", Module),
    findall(Head, ( Module:res(Head, [_ is '$left_out'], [], _), Head \= go(_) ), Heads).
test(a_clause_that_a_called_clause_removes_is_left_out, Facts == [q(6), q(5), q(7)]) :-
    facts(":- dynamic q/1.\nq(5).\nq(6).\ngo :- retract(q(5)).\n:- go.\nq(5).\nq(7).", q(_), Facts).
test(any_clause_may_be_removed_when_all_is_loaded, [Facts, Others] == [[], [s(1)]]) :-
    Text = ":- dynamic q/1.\n:- initialization(go).\ns(1).\ngo :- X = q(1), retract(X).\nq(5).",
    facts(Text, q(_), Facts),
    facts(Text, s(_), Others).
test(modules_are_left_away_where_they_are_known,
     Clauses =@= [p(X)-[q(X)], q(_)-[], r(Y)-[append(Y, Y, Y)]]) :-
    partial(":- module(m, []).\nm:p(X) :- user:q(X).\nm:q(_).\nr(X) :- lists:append(X, X, X).\n\c
             other:s.", Module),
    findall(Head-Body, ( Module:res(Head, Body, [], Id), Id < 7 ), Clauses).
test(a_goal_of_an_unknown_module_raises, Bodies =@= [[_ is '$left_out']]) :-
    bodies("p :- other:q.", Bodies).
test(a_first_line_for_the_shell_is_passed_over, Bodies-Lines == [[], []]-[2, 3]) :-
    partial("#!/usr/bin/env swipl\na.\nb.", Module),
    findall(Body, Module:res(_, Body, [], _), Bodies),
    findall(Line, Module:clause_source(_, _, _, _, _, Line, _), Lines).
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
test(what_only_left_out_clauses_use_is_not_loaded, Used == []) :-
    partial("p(a) :- true.\np(X) => append(X, X, X).", Module),
    findall(Used0, Module:library_used(Used0), Used).
:- end_tests(left_out).

:- begin_tests(cuts_of_what_is_left_out).

test(a_cut_still_commits, Body-Cuts =@= ['$once'([q(X), X > 1]), _ is '$left_out']-[5-behind]) :-
    partial("q(a).\np(X) :- q(X), X > 1, !, tell(X).\np(_).", Module),
    Module:res(p(X), Body, [], 5),
    findall(Clause-Where, Module:cut(Clause, Where, _, _), Cuts).
test(what_is_left_out_before_a_cut_raises_there, Body =@= ['$once'([q(X), _ is '$left_out'])]) :-
    partial("q(a).\np(X) :- q(X), tell(X), !.\np(_).", Module),
    Module:res(p(X), Body, [], 5).
test(later_clauses_raise_behind_a_rule_that_is_left_out, Cuts == [5-behind]) :-
    partial("p(a).\np(_) => true.\np(_).", Module),
    findall(Clause-Where, Module:cut(Clause, Where, _, _), Cuts).
test(a_clause_without_a_cut_commits_to_nothing, [fail]) :-
    partial("p(X) :- tell(X).\np(_).", Module),
    Module:cut(_, _, _, _).

:- end_tests(cuts_of_what_is_left_out).
