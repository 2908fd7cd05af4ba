:- module(test_loader, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(compile/loader)).
:- use_module(loading).

:- begin_tests(clauses).

test(a_clause_keeps_its_text_and_place, Source-Origin =@=
     source(p(X, Z), [q(X, Y), \+ q(Y, Z)], ['X'=X, 'Z'=Z, 'Y'=Y])-
     origin(3, user)) :-
    loaded("% comment\nq(a, a).\n  p(X, Z) :-\n  q(X, Y), \\+ q(Y, Z).", Module),
    Module:clause_source(5, Head, Body, Names, _, Line, Kind),
    Source = source(Head, Body, Names),
    Origin = origin(Line, Kind).
test(auxiliary_clauses_come_after_those_of_the_program, Kinds == [user, user, or, or]) :-
    loaded("p(X) :- ( X = a ; X = b ).\nq.", Module),
    findall(Kind, Module:clause_source(_, _, _, _, _, _, Kind), Kinds).
test(an_auxiliary_clause_has_the_line_of_its_clause, Lines == [2, 2]) :-
    loaded("q.\np(X) :- q,\n ( X = a ; X = b ).", Module),
    findall(Line, Module:clause_source(_, _, _, _, _, Line, or), Lines).
test(only_the_facts_of_the_contract_remain,
     Indicators == [builtin_used/1, clause_source/7, cut/4, flat/1, left_out/2, library_used/1, loads_library/1,
                    no_clauses/1, note/6, override/1, own_module/1, qualified/3, query/8, query_source/4,
                    repeats/1, res/4, stands_for/2, tabled/1, text_size/2, twin/2, wanted/1]) :-
    loaded("p(X) :- q(X), !.\nq(a). q(a).", Module),
    findall(Name/Arity,
            ( current_predicate(Module:Name/Arity),
              functor(Head, Name, Arity),
              \+ predicate_property(Module:Head, imported_from(_))
            ),
            Indicators0),
    sort(Indicators0, Indicators).
test(facts_that_a_program_lacks_fail_without_an_error, [fail]) :-
    loaded("p(a).", Module),
    ( Module:cut(_, _, _, _) ; Module:twin(_, _) ; Module:query(_, _, _, _, _, _, _, _) ).
test(an_unloaded_program_leaves_nothing_and_can_be_loaded_again, Heads-Notes == [q(b)]-[]) :-
    loaded("p(a). p(b).", Module),
    unload_program(Module),
    tmp_file_stream(File, Out, [encoding(utf8)]),
    write(Out, "q(b)."),
    close(Out),
    load_program(Module, [], [File], []),
    delete_file(File),
    findall(Head, Module:res(Head, _, _, _), Heads),
    notes(Module, error, Notes).
test(readers_do_not_outlive_a_load, Readers == []) :-
    loaded(":- op(700, xfx, ===>).\na ===> b.", [], [train-"query(p)."], Module),
    findall(Reader,
            ( current_module(Reader), atom_concat(Module, _, Reader), Reader \== Module ),
            Readers).

:- end_tests(clauses).

:- begin_tests(cuts).

test(clauses_that_commit_are_named, Cuts == [cut(4, behind, p, 1), cut(5, front, p, 1)]) :-
    loaded("p(X) :- q(X), !.\np(0) :- !.\np(_).\nq(a).", Module),
    findall(cut(Clause, Where, Name, Arity), Module:cut(Clause, Where, Name, Arity), Cuts).
test(the_order_of_clauses_counts_behind_a_cut, Flats == [false, true]) :-
    findall(Flat,
            ( member(Text, ["p(a) :- !.\np(b).", "p(a).\np(b) :- !."]),
              loaded(Text, Module),
              Module:flat(Flat)
            ),
            Flats).

:- end_tests(cuts).

:- begin_tests(overriding).

test(a_peano_plus_is_an_ordinary_predicate,
     Solutions-Overrides-Used == [[plus(s(z), s(z), s(s(z)))]]-[plus/3]-[]) :-
    loaded("plus(z, X, X).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z).", Module),
    solutions(Module, [plus(s(z), s(z), _)], Solutions),
    findall(Override, Module:override(Override), Overrides),
    findall(Builtin, Module:builtin_used(Builtin), Used).
test(overriding_is_said, Places == [1:1]) :-
    loaded("plus(z, X, X).\nplus(s(X), Y, s(Z)) :- plus(X, Y, Z).", Module),
    notes(Module, info, Places).
test(a_definition_after_its_use_overrides_too, Goals-Used == [plus(x, a, b)]-[]) :-
    loaded("p :- plus(x, a, b).\nplus(x, a, b).", Module),
    Module:res(p, Goals, [], _),
    findall(Builtin, Module:builtin_used(Builtin), Used).
test(a_test_that_swi_prolog_compiles_in_place_is_left_out, throws(error(type_error(_, '$left_out'/_), _))) :-
    loaded("string(X) :- X = foo.\np(X) :- string(X).", Module),
    solutions(Module, [p(foo)], _).
test(the_library_calls_its_own_predicates_and_the_program_its_own,
     Library-Own == [[append([[a], [b]], [a, b])]]-[[append(mine, mine, mine)]]) :-
    loaded("append(mine, mine, mine).\np :- append(_, _), append(_, _, _).", Module),
    solutions(Module, [append([[a], [b]], _)], Library),
    solutions(Module, [append(_, _, _)], Own).
:- end_tests(overriding).

:- begin_tests(library_use).

test(what_a_library_predicate_calls_comes_along,
     Used == ['$may_be_lists'/4, '$permutation'/2, permutation/2, same_length/2, select/3]) :-
    loaded("p(X) :- permutation(X, [a]).", Module),
    findall(Indicator, Module:library_used(Indicator), Used0),
    sort(Used0, Used).
test(what_is_not_used_stays_away, Used == []) :-
    loaded("p(a).", Module),
    findall(Clause, Module:clause_source(Clause, _, _, _, _, _, library), Used).
test(a_query_may_use_the_library, Used == [member/2]) :-
    loaded("p(a).", [], [train-"query(member(a, [a]))."], Module),
    findall(Indicator, Module:library_used(Indicator), Used).

:- end_tests(library_use).

:- begin_tests(flat).

test(programs_without_functions_are_flat,
     [forall(member(Text, ["p(a, 1). p(X, Y) :- p(Y, X), X \\== Y.",
                           "p(X) :- ( X = a ; X = -32768 ; X = 98301 ).",
                           "succ(0, 1). p(X) :- succ(0, X).",
                           "p :- fail. q :- true."])),
      true(Flat == true)]) :-
    loaded(Text, Module),
    Module:flat(Flat).
test(other_programs_are_not,
     [forall(member(Text, ["p(f(a)).", "p([]). p([a]).", "p(1.5).", "p(98302).", "p(-32769).",
                           "p(\"text\").", "p(X) :- X = f(a).", "p(X) :- q(X), \\+ q(a). q(b).",
                           "p(a) :- !. p(b).", "p(X) :- X < 3.",
                           "p(X) :- ( X == a -> true ; fail ).", "p(X) :- member(X, a)."])),
      true(Flat == false)]) :-
    loaded(Text, Module),
    Module:flat(Flat).
test(a_query_with_a_function_makes_it_not_flat, Flat == false) :-
    loaded("p(a).", [], [train-"query(p(f(a)))."], Module),
    Module:flat(Flat).
test(a_query_with_negation_makes_it_not_flat, Flat == false) :-
    loaded("p(a).", [], [train-"query(\\+ p(b))."], Module),
    Module:flat(Flat).

:- end_tests(flat).

:- begin_tests(scale).

facts(Count, Text) :-
    findall(Line,
            ( between(1, Count, N),
              M is N * 7919 mod 104729,
              format(string(Line), "edge(n~d, m~d).\n", [N, M])
            ),
            Lines),
    atomic_list_concat(Lines, Text).

test(forty_times_the_facts_take_forty_times_the_inferences, true(Large =< 40 * Small)) :-
    facts(1_000, SmallText),
    facts(40_000, LargeText),
    load_inferences(SmallText, _),
    load_inferences(SmallText, Small),
    load_inferences(LargeText, Large).

load_inferences(Text, Inferences) :-
    statistics(inferences, Before),
    loaded(Text, Module),
    statistics(inferences, After),
    unload_program(Module),
    Inferences is After - Before.

:- end_tests(scale).
