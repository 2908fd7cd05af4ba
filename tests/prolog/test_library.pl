:- module(test_library, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(clpfd), [transpose/2]).
:- use_module(library(dcg/basics)).
:- use_module(library(dcg/high_order)).
:- use_module(engine(builtins/builtins), [reserved_head/2]).
:- use_module(engine(builtins/stock)).
:- use_module(loading).

% Calls whose solutions few of the random ones in test_agreement.pl have: they want lists of pairs or rows, or
% goals, or an order of arguments. `first(Count, Goal)` stands where the solutions have no end.

call_pattern(pairs_keys_values(_, [a, b], [1, 2])).
call_pattern(pairs_keys_values([a-1, b-2], _, _)).
call_pattern(permutation([a, b, c], _)).
call_pattern(permutation(_, [a, b])).
call_pattern(permutation([a, b, a], [a, a, b])).
call_pattern(permutation([], _)).
call_pattern(reverse([a, b, c], _)).
call_pattern(reverse([], _)).
call_pattern(first(1, reverse(_, [a, b]))).
call_pattern(union([a, b], [b, c], _)).
call_pattern(union([a, a], [], _)).
call_pattern(union([_, d], [b, c], _)).
call_pattern(clumped([a, a, b, a, 1, 1.0, _, _], _)).
call_pattern(clumped([], _)).
call_pattern(group_pairs_by_key([a-1, a-2, b-3, a-4], _)).
call_pattern(group_pairs_by_key([], _)).
call_pattern(nth0(1, [a, b, c], _, _)).
call_pattern(nth0(_, [a, b, c], _, _)).
call_pattern(nth0(1, _, x, [a, b])).
call_pattern(nth1(1, [a, b, c], _, _)).
call_pattern(nth1(_, [a, b, a], a, _)).
call_pattern(nth1(_, _, x, [a, b])).
call_pattern(proper_length([a, b], _)).
call_pattern(proper_length([a|_], _)).
call_pattern(proper_length([], 0)).
call_pattern(transpose([[a, b], [c, d], [e, f]], _)).
call_pattern(transpose([[a, b], [c]], _)).
call_pattern(transpose([], _)).
call_pattern(transpose_pairs([a-2, b-1, c-2], _)).
call_pattern(string(_, [a, b], _)).
call_pattern(Goal) :-
    member(Text, ["", "1", "1,2", "1,2,x", "x"]),
    string_codes(Text, List),
    member(Goal, [ sequence(digit, _, List, _), sequence(digit, ",", _, List, _),
                   sequence([], digit, ",", eos, _, List, _), optional(digit(_), [], List, _),
                   sequence(digit, [0'1], List, _), sequence(digit, ",", [0'1, 0'2], List, _) ]).
call_pattern(foreach(between(1, 2, X), [X], _, [])).
call_pattern(foreach(between(1, 2, X), [X], ",", _, [])).
call_pattern(foreach(arg(_, f(1, 2), X), between(1, 2, X))).
call_pattern(limit(2, between(1, 5, _))).
call_pattern(offset(3, between(1, 5, _))).
call_pattern(call_nth(between(4, 6, _), _)).
call_pattern(call_nth(between(4, 6, _), 2)).
call_pattern(findnsols(2, X-_, between(1, 5, X), _, _)).
call_pattern(findnsols(0, X, between(1, 4, X), _)).
call_pattern(findnsols(3, X, (fail, X = 1), _)).
call_pattern(first(2, findnsols(2, X, between(1, inf, X), _))).
call_pattern(distinct(arg(_, f(a, b, a), _))).
call_pattern(distinct(X, arg(_, f(a, b, a), X))).
call_pattern(time(between(1, 2, _))).
call_pattern(first(3, repeat)).
call_pattern(setup_call_cleanup(X = 1, between(X, 3, _), writeln(done))).
call_pattern(call_cleanup(between(1, 3, _), fail)).
call_pattern(call_cleanup(fail, true)).

pattern(Goal, Count) :-
    call_pattern(Pattern),
    (   Pattern = first(Count0, Goal0)
    ->  Goal = Goal0,
        Count = Count0
    ;   Goal = Pattern,
        Count = 1000
    ).

% A program that calls every public predicate of the library.

whole_library(Module) :-
    findall(Clause,
            ( library_predicate(Name, Arity),
              functor(Goal, Name, Arity),
              format(string(Clause), "uses :- ~q.\n", [Goal])
            ),
            Clauses),
    atomics_to_string([":- use_module([library(dcg/basics), library(dcg/high_order), library(clpfd)]).\n"|Clauses], Text),
    loaded(Text, Module).

atomics_to_string(Parts, Text) :-
    atomic_list_concat(Parts, Text).

:- begin_tests(library).

% draw/3 is for MDPs, and no predicate of SWI-Prolog. Closures are tested by test_against_swipl.py.

test(every_library_predicate_is_one_of_swi_prolog, Unknown == [draw/3]) :-
    findall(Name/Arity,
            ( library_predicate(Name, Arity),
              functor(Goal, Name, Arity),
              \+ predicate_property(Goal, defined)
            ),
            Unknown).

test(the_library_loads_without_notes, Notes == []) :-
    whole_library(Module),
    findall(Message, Module:note(_, _, _, _, Message, _), Notes).

test(answers_are_those_of_swi_prolog_in_the_same_order, [setup(whole_library(Module))]) :-
    forall(pattern(Goal, Count),
           (   findall([Goal], limit(Count, call(Goal)), Expected),
               first_solutions(Count, Module, [Goal], Solutions),
               assertion(Goal-Solutions =@= Goal-Expected)
           )).

test(a_seed_draws_the_same_again_and_all_choices_alike_often, [setup(whole_library(Module))]) :-
    findall(One,
            ( between(1, 5, Key),
              between(0, 599, Count),
              first_solutions(2, Module, [draw(Key-Count, [a, b, c], One)], [[draw(_, _, One)]])
            ),
            Drawn),
    forall(member(Choice, [a, b, c]),
           ( aggregate_all(count, member(Choice, Drawn), Count),
             assertion(( Count > 900, Count < 1100 ))
           )).

test(the_library_calls_no_builtin_that_a_program_may_redefine, Overridable == []) :-
    whole_library(Module),
    findall(Name/Arity,
            ( Module:builtin_used(Name/Arity),
              functor(Goal, Name, Arity),
              \+ reserved_head(Goal, _)
            ),
            Overridable).

test(no_helper_has_the_name_of_a_library_predicate_under_a_redefinition, Clashes == []) :-
    findall(Helper/Arity,
            ( library_predicate(Name, Arity),
              atom_concat('$library_', Name, Helper),
              library_clauses(Helper, Arity, [_|_])
            ),
            Clashes).

:- end_tests(library).
