:- module(test_declarations, []).

:- use_module(library(plunit)).
:- use_module(loading).

errors(Text, Places) :-
    loaded(Text, Module),
    notes(Module, error, Places).

:- begin_tests(declaration).

test(ordinary_declarations_are_understood,
     [forall(member(Text, [":- dynamic p/1.", ":- dynamic p/1, q/2.", ":- dynamic([p/1, q/2]).",
                           ":- dynamic(p/1).", ":- dynamic user:p/1.",
                           ":- dynamic p/1 as incremental.",
                           ":- discontiguous p/1, q/2.", ":- multifile p/1.", ":- table p/2.",
                           ":- table p/2, q/1.", ":- table p(_, _).",
                           ":- table p/2 as subsumptive.",
                           ":- module(m, []).", ":- module(m, [p/1, op(700, xfx, ===>)]).",
                           ":- use_module(library(lists)).", ":- use_module(library(apply)).",
                           ":- use_module(library(lists), [append/3]).",
                           ":- use_module([library(lists), library(pairs)]).",
                           ":- ensure_loaded(library(lists)).", ":- style_check(-singleton).",
                           ":- set_prolog_flag(double_quotes, codes).", ":- encoding(utf8).",
                           ":- set_prolog_flag(occurs_check, true).", ":- meta_predicate p(0).",
                           ":- use_module(library(clpfd)).", ":- ensure_loaded(lists).",
                           ":- use_module(library(http/json)).", ":- autoload(library(lists), [a/1]).",
                           ":- if(true).", ":- if(\\+ fail).\n:- else.\n:- endif.",
                           ":- op(700, xfx, ===>).", ":- op(700, xfx, [===>, <===]).",
                           ":- style_check(-singleton), dynamic(p/1).", ":- dynamic n//2."])),
      true(Places == [])]) :-
    errors(Text, Places).
test(other_directives_are_refused_with_their_place,
     [forall(member(Text, [":- main.", ":- initialization(main).", ":- X.", "?- main.", ":- 1.",
                           ":- use_module(other).", ":- use_module(library(chr)).",
                           ":- ensure_loaded(other).", ":- [other].", ":- include(other).",
                           ":- consult(other).", ":- set_prolog_flag(iso, true).",
                           ":- set_prolog_flag(double_quotes, maybe).", ":- endif.",
                           ":- table p(_, min).", ":- table p(_, lattice(q/3)).",
                           ":- dynamic X.", ":- dynamic p.", ":- dynamic atom_length/2.",
                           ":- op(700, xfx, X).", ":- op(9999, xfx, a).", ":- op(700, abc, a).",
                           ":- op(700, xfx, ',').", ":- module(m, X).", ":- encoding(klingon).",
                           ":- style_check(-singleton), main."])),
      true(Places == [1:1])]) :-
    errors(Text, Places).
test(a_directive_is_refused_by_name, Messages ==
     ['directive initialization/1: no directive is ever run']) :-
    loaded(":- initialization(main).", Module),
    messages(Module, error, Messages).
test(skipped_directives_are_listed, Places == [1:1, 3:1]) :-
    loaded(":- main.\np(a).\n?- p(X).", [strict(false)], [], Module),
    notes(Module, error, []),
    notes(Module, ignored, Places).
test(a_fact_that_lacks_the_sign_of_a_directive_is_told, Warnings-Errors == [1:1]-[2:1]) :-
    loaded("use_module(library(lists)).\ndynamic p/1.\nopen(door).", Module),
    notes(Module, warning, Warnings),
    notes(Module, error, Errors).
test(a_declared_predicate_is_known_though_it_has_no_clause,
     [forall(member(Declaration, [dynamic, multifile])), true(Places == [])]) :-
    format(string(Text), ":- ~w q/1.\np(X) :- q(X).", [Declaration]),
    errors(Text, Places).
test(a_discontiguous_predicate_without_clauses_is_unknown, Places == [2:9]) :-
    errors(":- discontiguous q/1.\np(X) :- q(X).", Places).
test(a_declaration_overrides_the_library, Overrides-Used == [append/3]-[]) :-
    loaded(":- dynamic append/3.\np(X) :- append(X, X, X).", Module),
    findall(Override, Module:override(Override), Overrides),
    findall(Indicator, Module:library_used(Indicator), Used).

:- end_tests(declaration).

:- begin_tests(operators).

test(an_operator_holds_for_its_own_file, Places == [2-1]) :-
    loaded_files([], [":- op(700, xfx, ===>).\na ===> b.", "c ===> d."], [], Module),
    Module:res(===>(a, b), _, _, 4),
    findall(2-Line, Module:note(error, _, Line, _, _, _), Places).
test(an_operator_of_one_program_is_none_of_the_next, Places == [1:3]) :-
    loaded(":- op(700, xfx, ===>).\na ===> b.", _),
    errors("a ===> b.", Places).
test(an_operator_of_the_running_process_is_none_of_a_program,
     [setup(op(700, xfx, user:(~~>))), cleanup(op(0, xfx, user:(~~>))), true(Places == [1:3])]) :-
    errors("a ~~> b.", Places).
test(an_operator_may_be_taken_away, Places == [2:8]) :-
    errors(":- op(0, xfx, is).\np :- 1 is 1.", Places).
test(double_quotes_hold_from_their_declaration_on, Heads == [p("a"), p([a]), p(a), p([0'a])]) :-
    loaded("p(\"a\").
:- set_prolog_flag(double_quotes, chars).\np(\"a\").
:- set_prolog_flag(double_quotes, atom).\np(\"a\").
:- set_prolog_flag(double_quotes, codes).\np(\"a\").", Module),
    findall(Head, Module:res(Head, _, _, _), Heads).
test(double_quotes_hold_for_their_own_file, Heads == [p([a]), p("a")]) :-
    loaded_files([], [":- set_prolog_flag(double_quotes, chars).\np(\"a\").", "p(\"a\")."], [],
                 Module),
    findall(Head, Module:res(Head, _, _, _), Heads).

:- end_tests(operators).
