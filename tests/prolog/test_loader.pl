:- module(test_loader, []).

:- use_module(library(plunit)).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(random)).
:- use_module(engine(loader)).
:- use_module(loading).

:- begin_tests(clauses).

test(clauses_are_numbered_from_4_in_program_order, Clauses == [p(a)-4, q(b)-5, p(c)-6]) :-
    loaded("p(a). q(b). p(c).", Module),
    findall(Head-Clause, Module:res(Head, Body, Body, Clause), Clauses).
test(files_follow_one_another, Clauses == [p(a)-1-4, p(b)-1-5]) :-
    loaded_files([], ["p(a).", "p(b)."], [], Module),
    findall(Head-Line-Clause,
            ( Module:res(Head, _, _, Clause), Module:clause_origin(Clause, _, Line, user, []) ),
            Clauses).
test(a_body_is_a_difference_list, Clause =@= res(p(X), [q(X, Y), r(Y)|Rest], Rest, 4)) :-
    loaded("p(X) :- q(X, Y), r(Y).\nq(a, b). r(b).", Module),
    Module:res(p(A), Body, Rest0, 4),
    Clause = res(p(A), Body, Rest0, 4).
test(a_clause_keeps_its_text_and_place, Source-Origin =@=
     source(p(X, Z), [q(X, Y), \+ q(Y, Z)], ['X'=X, 'Z'=Z, 'Y'=Y])-
     origin(3, user, ['X'=0, 'Z'=1, 'Y'=2])) :-
    loaded("% comment\nq(a, a).\n  p(X, Z) :-\n  q(X, Y), \\+ q(Y, Z).", Module),
    Module:clause_source(5, Head, Body, Names),
    Module:clause_origin(5, _, Line, Kind, Numbers),
    Source = source(Head, Body, Names),
    Origin = origin(Line, Kind, Numbers).
test(auxiliary_clauses_come_after_those_of_the_program, Kinds == [user, user, or, or]) :-
    loaded("p(X) :- ( X = a ; X = b ).\nq.", Module),
    findall(Kind, Module:clause_origin(_, _, _, Kind, _), Kinds).
test(an_auxiliary_clause_has_the_line_of_its_clause, Lines == [2, 2]) :-
    loaded("q.\np(X) :- q,\n ( X = a ; X = b ).", Module),
    findall(Line, Module:clause_origin(_, _, Line, or, _), Lines).
test(a_duplicate_fact_names_the_first, Twins == [6-4, 7-5, 8-4]) :-
    loaded("p(a). p(X). p(a). p(Y). p(a). q(a).", Module),
    findall(Clause-First, Module:twin(Clause, First), Twins).
test(only_the_facts_of_the_contract_remain,
     Indicators == [builtin_used/1, clause_origin/5, clause_source/4, flat/1, guards/2,
                    library_used/1, note/6, override/1, query/8, res/4, twin/2]) :-
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
    ( Module:guards(_, _) ; Module:twin(_, _) ; Module:query(_, _, _, _, _, _, _, _) ).
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

:- begin_tests(exact_cuts).

test(later_clauses_are_guarded, Guards =@= [5-[4-p(X)-[X > 1]], 6-[4-p(Y)-[Y > 1], 5-p(0)-[]]]) :-
    loaded("p(X) :- X > 1, !.\np(0) :- !.\np(_).", Module),
    findall(Clause-Guard, Module:guards(Clause, Guard), Guards).
test(clauses_of_other_predicates_are_not, Clauses == [6]) :-
    loaded("p(X) :- X > 1, !.\nq(a).\np(_).\nq(b).", Module),
    findall(Clause, Module:guards(Clause, _), Clauses).
test(a_test_behind_another_clause_counts, Clauses == [4, 6]) :-
    loaded("p(X) :- q(X).\np(X) :- X > 1, !.\np(_).\nq(a).", Module),
    findall(Clause, ( member(Clause, [4, 5, 6]), Clause =\= 5 ), Clauses),
    \+ Module:guards(5, _),
    Module:guards(6, _).

:- end_tests(exact_cuts).

% Programs, each with a goal, that must have the answers of SWI-Prolog in the same order.

program("max(X, Y, Z) :- X >= Y, !, Z = X.\nmax(_, Y, Y).", max(3, 2, _)).
program("max(X, Y, Z) :- X >= Y, !, Z = X.\nmax(_, Y, Y).", max(1, 2, _)).
program("max(X, Y, X) :- X >= Y, !.\nmax(_, Y, Y).", max(3, 2, 2)).
program("p(X) :- ( X = 1 ; X = 2 ), ( X > 1 -> true ; X < 9 ).", p(_)).
program("p(X, Y) :- member(X, [1, 2, 3]), ( X =:= 2 -> Y = two ; X > 2, Y = big ; Y = other ).",
        p(_, _)).
program("p(X, Y) :- member(X, [1, 2, 3]), ( X =:= 2 -> Y = a ; X =:= 3 -> Y = b ; Y = c ).",
        p(_, _)).
program("p(X) :- member(X, [1, 2, 3]), \\+ ( X > 1, X < 3 ).", p(_)).
program("p(X) :- member(X, [1, 2, 3]), \\+ ( X < 2 ; X > 2 ).", p(_)).
program("p(L) :- member(L, [[1, 2], [0, 1]]), forall(member(X, L), X > 0).", p(_)).
program("p(X, Y) :- member(X, [f(a, b), g]), ( compound(X), arg(N, X, Y), N > 0 -> true ; Y = X ).",
        p(_, _)).
program("p(X) :- ( q(X) ; X = c ; \\+ q(X), X = d ).\nq(a). q(b).", p(_)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(1, _)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(2, _)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(_, _)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(4, _)).
program("p(X) :- between(1, 5, X), !.\np(9).", p(_)).
program("p(X) :- between(1, 5, X), X > 2, !, true, !.\np(9).", p(_)).
program("p(X) :- once(( between(1, 5, X), X > 2 )).", p(_)).
program("p(X) :- once(( X = 1, X > 2 ; between(4, 6, X) )), X < 9.", p(_)).
program("p(X) :- ( fail ; X = 1 ), ( \\+ X = 1 ; X = 1 ).", p(_)).
program("p(X) :- member(X, [1, 2]), ( X > 1 ).\np(X) :- ( X = 7 -> true ).", p(_)).
program("p(X, Z) :- ( X = 1, ( Y = a ; Y = b ) ; Y = c ), q(Y, Z).\nq(a, 1). q(b, 2). q(c, 3).",
        p(_, _)).
program("p(X) :- ( ( X = 1, \\+ X == 2 ; X = 2 ) -> X > 0 ; X = 3 ).", p(_)).
program("p(X) :- ( ( X = 1, fail ; X = 2 ) -> X > 0 ; X = 3 ).", p(_)).
program("p(X) :- ( ( fail ; X = 1, fail ) -> X > 0 ; X = 3 ).", p(_)).
program("p(X, Y) :- \\+ \\+ X = 1, ( not(X = Y) -> Y = 0 ; Y = 2 ).", p(_, _)).
program("p(X) :- ( X = 0 ; X = 1 -> true ; X = 2 ).", p(_)).
program("p(Y) :- ( between(1, 3, N), N > 1 -> ( Y = N ; Y = f(N) ) ; Y = none ).", p(_)).
program("p(Y) :- ( ( X = 1, fail ; X = 2 ) -> Y = X ).", p(_)).
program("p(Y) :- ( X = 1 -> ( Y = X ; Y = f(X) ) ).", p(_)).
program("p(X) :- ( ( X > 1 -> X < 5 ; X < 10 ) -> true ; X = bad ).", p(7)).
program("p(x) :- ( Z = 1 ; Z = 2 ), !, Z == 1, !.\np(y).", p(_)).
program("p(x) :- Z = 1, !, ( Z == 2 ; Z == 1 ), !.\np(y).", p(_)).
program("not(X) :- X = a.\np(X) :- not(X).", p(_)).
program("t(X) :- ( X = 1 -> fail ; true ).\nt(2).", t(_)).

:- begin_tests(meaning).

test(a_program_has_the_answers_of_swi_prolog,
     [forall(program(Text, Goal)), Solutions =@= Expected]) :-
    loaded(Text, Module),
    solutions(Module, [Goal], Lists),
    findall(Solution, member([Solution], Lists), Solutions),
    consulted_solutions(Text, Goal, Expected).
test(none_of_these_programs_is_refused, [forall(program(Text, _)), Places == []]) :-
    loaded(Text, Module),
    notes(Module, error, Places).

test(random_programs_have_the_answers_of_swi_prolog,
     [setup(set_random(seed(11))), true(Count > 150)]) :-
    aggregate_all(count, ( between(1, 400, _), random_program_agrees ), Count).

% A program of predicates a/2, b/2 and c/2, each of which calls only later ones. Fails if the
% loader refuses the program, and breaks an assertion if it changes its meaning.

random_program_agrees :-
    random_program(Text),
    loaded(Text, Module),
    notes(Module, error, []),
    findall(Solution,
            ( solutions(Module, [a(_, _)], Lists), member([Solution], Lists) ),
            Solutions),
    unload_program(Module),
    consulted_solutions(Text, a(_, _), Expected),
    assertion(Text-Solutions =@= Text-Expected).

random_program(Text) :-
    findall(Clause,
            ( member(Level, [0, 1, 2]), random_between(1, 3, Count), between(1, Count, _),
              random_clause(Level, Clause)
            ),
            Clauses),
    atomic_list_concat(Clauses, Text).

random_clause(Level, Clause) :-
    nth0(Level, [a, b, c], Name),
    random_body(3, Level, Body),
    (   maybe(0.4)
    ->  random_body(2, 2, Tests),
        format(string(Clause), "~w(X, Y) :- ~w, !, ~w, true.\n", [Name, Tests, Body])
    ;   format(string(Clause), "~w(X, Y) :- ~w, true.\n", [Name, Body])
    ).

random_body(Depth, Level, Body) :-
    (   Depth =:= 0
    ->  Kind = leaf
    ;   random_member(Kind, [leaf, and, and, or, if, if_or, not, once])
    ),
    random_part(Kind, Depth, Level, Body).

random_part(leaf, _, Level, Body) :-
    (   Level < 2,
        maybe(0.4)
    ->  Next is Level + 1,
        nth0(Next, [a, b, c], Name),
        random_member(Arguments, ["X, Y", "Y, X", "X, _", "Z, Y"]),
        format(string(Body), "~w(~s)", [Name, Arguments])
    ;   random_test(Body)
    ).
random_part(and, Depth, Level, Body) :-
    parts("( ~s, ~s )", [Level, Level], Depth, Body).
random_part(or, Depth, Level, Body) :-
    parts("( ~s ; ~s )", [Level, Level], Depth, Body).
random_part(if, Depth, Level, Body) :-
    parts("( ~s -> ~s ; ~s )", [2, Level, Level], Depth, Body).
random_part(if_or, Depth, Level, Body) :-
    parts("( ~s ; ~s -> ~s ; ~s )", [Level, 2, Level, Level], Depth, Body).
random_part(not, Depth, Level, Body) :-
    parts("\\+ ~s", [Level], Depth, Body).
random_part(once, Depth, _, Body) :-
    parts("once(~s)", [2], Depth, Body).

parts(Format, Levels, Depth, Body) :-
    Depth1 is Depth - 1,
    maplist(random_body(Depth1), Levels, Parts),
    format(string(Body), Format, Parts).

random_test(Test) :-
    random_member(Test, ["X = 1", "X = 2", "Y = 1", "X = Y", "X \\== 1", "X @< 2", "var(X)",
                         "nonvar(Y)", "Z = 1", "Z == X", "between(1, 2, X)", "between(1, 3, Y)",
                         "between(2, 3, Z)", "true", "fail", "integer(X)", "Y \\= 2"]).

:- end_tests(meaning).

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
test(a_definition_after_its_use_overrides_too, Goals-Used == [length(x, a)]-[]) :-
    loaded("p :- length(x, a).\nlength(x, a).", Module),
    Module:res(p, Goals, [], _),
    findall(Builtin, Module:builtin_used(Builtin), Used).
test(the_library_calls_its_own_predicates_and_the_program_its_own,
     Library-Own == [[append([[a], [b]], [a, b])]]-[[append(mine, mine, mine)]]) :-
    loaded("append(mine, mine, mine).\np :- append(_, _), append(_, _, _).", Module),
    solutions(Module, [append([[a], [b]], _)], Library),
    solutions(Module, [append(_, _, _)], Own).
test(an_overridden_test_is_no_test_before_a_cut, Places == [1:21]) :-
    loaded("p(X) :- succ(X, _), !.\nsucc(a, b).", Module),
    notes(Module, error, Places).

:- end_tests(overriding).

:- begin_tests(library_use).

test(what_a_library_predicate_calls_comes_along,
     Used == ['$permutation'/2, permutation/2, same_length/2, select/3]) :-
    loaded("p(X) :- permutation(X, [a]).", Module),
    findall(Indicator, Module:library_used(Indicator), Used0),
    sort(Used0, Used).
test(what_is_not_used_stays_away, Used == []) :-
    loaded("p(a).", Module),
    findall(Clause, Module:clause_origin(Clause, _, _, library, _), Used).
test(a_query_may_use_the_library, Used == [member/2]) :-
    loaded("p(a).", [], [train-"query(member(a, [a]))."], Module),
    findall(Indicator, Module:library_used(Indicator), Used).

:- end_tests(library_use).

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
test(a_typed_query_has_the_column_of_its_mistake, Places == [1:6]) :-
    loaded("p(a).", [], [text(cli, "p(a) q(b)")], Module),
    notes(Module, error, Places).
test(the_unknown_goal_of_a_typed_query_has_its_column, Places == [1:7]) :-
    loaded("p(a).", [], [text(cli, "p(X), q(X)")], Module),
    notes(Module, error, Places).
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

test(forty_times_the_facts_take_less_than_a_hundred_times_as_long, true(Large < 100 * Small)) :-
    facts(1_000, SmallText),
    facts(40_000, LargeText),
    load_time(SmallText, Small1),
    load_time(SmallText, Small2),
    Small is max(0.002, min(Small1, Small2)),
    load_time(LargeText, Large).

load_time(Text, Time) :-
    statistics(cputime, Before),
    loaded(Text, Module),
    statistics(cputime, After),
    unload_program(Module),
    Time is After - Before.

:- end_tests(scale).
