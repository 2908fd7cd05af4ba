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

% Calls of every library predicate; `first(Count, Goal)` where the solutions have no end.

call_pattern(append([a, b], [c], _)).
call_pattern(append(_, _, [a, b, c])).
call_pattern(append(_, [c], [a, b, c])).
call_pattern(append([a|_], [c], [a, b, c])).
call_pattern(first(5, append(_, [a], _))).
call_pattern(append([[a], [b, c], []], _)).
call_pattern(append([_, _], [a, b])).
call_pattern(append([], _)).
call_pattern(delete([a, b, a, c], a, _)).
call_pattern(delete([a, _, b], a, _)).
call_pattern(delete([f(_), f(b), c], f(_), _)).
call_pattern(delete([], a, _)).
call_pattern(flatten([a, [b, [c]], [], [[d]]], _)).
call_pattern(flatten([_, [_], a], _)).
call_pattern(flatten(a, _)).
call_pattern(flatten(_, _)).
call_pattern(flatten([f([a])], _)).
call_pattern(intersection([a, b, c, b], [b, c, d], _)).
call_pattern(intersection([], [a], _)).
call_pattern(intersection([a, _], [b, c], _)).
call_pattern(last([a, b, c], _)).
call_pattern(last([], _)).
call_pattern(first(3, last(_, a))).
call_pattern(list_to_set([a, b, a, c, b], _)).
call_pattern(list_to_set([1, 1.0, _, _, 1], _)).
call_pattern(max_list([3, 1, 4.5, 2], _)).
call_pattern(max_list([], _)).
call_pattern(max_member(_, [b, f(x), 3, a])).
call_pattern(max_member(_, [])).
call_pattern(member(_, [a, b, a])).
call_pattern(member(a, [a, b, a])).
call_pattern(member(f(_), [f(a), b, f(c)])).
call_pattern(first(4, member(a, _))).
call_pattern(memberchk(_, [a, b])).
call_pattern(memberchk(b, [a, b, b])).
call_pattern(memberchk(c, [a, b])).
call_pattern(memberchk(a, [_, a])).
call_pattern(min_list([3, 1, 4.5, 1.0], _)).
call_pattern(min_member(_, [b, f(x), 3, a])).
call_pattern(nextto(_, _, [a, b, c])).
call_pattern(nextto(b, _, [a, b, c, b, d])).
call_pattern(nth0(1, [a, b, c], _)).
call_pattern(nth0(_, [a, b, a], a)).
call_pattern(nth0(_, [a, b, c], _)).
call_pattern(nth0(7, [a, b, c], _)).
call_pattern(nth1(1, [a, b, c], _)).
call_pattern(nth1(_, [a, b, a], a)).
call_pattern(nth1(0, [a, b, c], _)).
call_pattern(numlist(1, 4, _)).
call_pattern(numlist(3, 3, _)).
call_pattern(numlist(3, 1, _)).
call_pattern(pairs_keys([a-1, b-2], _)).
call_pattern(pairs_keys_values(_, [a, b], [1, 2])).
call_pattern(pairs_keys_values([a-1, b-2], _, _)).
call_pattern(pairs_values([a-1, b-2], _)).
call_pattern(permutation([a, b, c], _)).
call_pattern(permutation(_, [a, b])).
call_pattern(permutation([a, b, a], [a, a, b])).
call_pattern(permutation([], _)).
call_pattern(prefix(_, [a, b])).
call_pattern(reverse([a, b, c], _)).
call_pattern(reverse([], _)).
call_pattern(first(1, reverse(_, [a, b]))).
call_pattern(same_length([a, b], _)).
call_pattern(first(3, same_length(_, _))).
call_pattern(select(_, [a, b, c], _)).
call_pattern(select(b, [a, b, c, b], _)).
call_pattern(select(x, _, [a, b])).
call_pattern(select(b, [a, b, b], x, _)).
call_pattern(select(_, [a, b], _, [a, c])).
call_pattern(selectchk(b, [a, b, c, b], _)).
call_pattern(selectchk(_, [a, b], _)).
call_pattern(selectchk(a, [a, b, a], [a, b])).
call_pattern(subset([a, c], [a, b, c])).
call_pattern(subset([a, d], [a, b, c])).
call_pattern(subset([_, b], [a, b])).
call_pattern(subtract([a, b, c, b], [b], _)).
call_pattern(subtract([a, _], [b], _)).
call_pattern(subtract([], [b], _)).
call_pattern(sum_list([1, 2.5, 3], _)).
call_pattern(sum_list([], _)).
call_pattern(sumlist([1, 2, 3], _)).
call_pattern(union([a, b], [b, c], _)).
call_pattern(union([a, a], [], _)).
call_pattern(union([_, d], [b, c], _)).
call_pattern(clumped([a, a, b, a, 1, 1.0, _, _], _)).
call_pattern(clumped([], _)).
call_pattern(group_pairs_by_key([a-1, a-2, b-3, a-4], _)).
call_pattern(group_pairs_by_key([], _)).
call_pattern(is_set([a, b, _, _])).
call_pattern(is_set([a, b, a])).
call_pattern(is_set([a|_])).
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

test(every_library_predicate_has_a_call_pattern, Missing == [draw/3]) :-
    findall(Name/Arity,
            ( library_predicate(Name, Arity),
              \+ library_clauses(Name, Arity, [clause(_, _, 'library_apply.pl', _, _)|_]),
              \+ ( pattern(Goal, _), functor(Goal, Name, Arity) )
            ),
            Missing).

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
