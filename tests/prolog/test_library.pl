:- module(test_library, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(library(assoc)).
:- use_module(library(option)).
:- use_module(library(ordsets)).
:- use_module(library(dcg/basics)).
:- use_module(engine(builtins/builtins), [builtin/3]).
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
call_pattern(is_ordset([a, b, f(x)])).
call_pattern(is_ordset([a, a])).
call_pattern(is_ordset([a|_])).
call_pattern(is_ordset(_)).
call_pattern(is_set([a, b, _, _])).
call_pattern(is_set([a, b, a])).
call_pattern(is_set([a|_])).
call_pattern(list_to_ord_set([c, a, b, a], _)).
call_pattern(nth0(1, [a, b, c], _, _)).
call_pattern(nth0(_, [a, b, c], _, _)).
call_pattern(nth0(1, _, x, [a, b])).
call_pattern(nth1(1, [a, b, c], _, _)).
call_pattern(nth1(_, [a, b, a], a, _)).
call_pattern(nth1(_, _, x, [a, b])).
call_pattern(ord_add_element([a, c], b, _)).
call_pattern(ord_add_element([a, c], c, _)).
call_pattern(ord_del_element([a, b, c], b, _)).
call_pattern(ord_del_element([a, c], b, _)).
call_pattern(ord_empty(_)).
call_pattern(ord_intersection([a, b, d], [b, c, d], _)).
call_pattern(ord_intersection([], [a], _)).
call_pattern(ord_memberchk(b, [a, b, c])).
call_pattern(ord_memberchk(b, [a, c])).
call_pattern(ord_subset([a, c], [a, b, c])).
call_pattern(ord_subset([a, d], [a, b, c])).
call_pattern(ord_subtract([a, b, c], [b, d], _)).
call_pattern(ord_subtract([], [b], _)).
call_pattern(ord_union([[a, c], [b, c], []], _)).
call_pattern(ord_union([a, c], [b, c, d], _)).
call_pattern(ord_union([], [b], _)).
call_pattern(proper_length([a, b], _)).
call_pattern(proper_length([a|_], _)).
call_pattern(proper_length([], 0)).
call_pattern(transpose_pairs([a-2, b-1, c-2], _)).
call_pattern(empty_assoc(_)).
call_pattern(Goal) :-
    member(Count, [0, 1, 2, 3, 6, 7, 12, 21]),
    findall(N-f(N), between(1, Count, N), Pairs),
    list_to_assoc(Pairs, Assoc),
    member(Goal, [ list_to_assoc(Pairs, _), ord_list_to_assoc(Pairs, _), assoc_to_list(Assoc, _),
                   assoc_to_keys(Assoc, _), assoc_to_values(Assoc, _), max_assoc(Assoc, _, _),
                   min_assoc(Assoc, _, _), gen_assoc(_, Assoc, _), gen_assoc(3, Assoc, _),
                   get_assoc(2, Assoc, _), get_assoc(x, Assoc, _) ]).
call_pattern(put_assoc(Key, Assoc, new, _)) :-
    member(Count, [0, 1, 2, 3, 4, 5, 6, 7, 11]),
    findall(N-f(N), ( between(1, Count, N0), N is 10 * N0 ), Pairs),
    list_to_assoc(Pairs, Assoc),
    Last is 10 * Count + 5,
    ( between(0, Count, K), Key is 10 * K + 5 ; Key = Last ; Key = 20 ).
call_pattern(put_assoc(9, Assoc, i, _)) :-      % trees that grew by single members, in any order
    member(Keys, [[1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1], [4, 2, 6, 1, 3, 5, 7],
                  [10, 5, 15, 12, 20, 11], [1, 20, 2, 19, 3, 18, 4], [30, 20, 25, 10, 22, 27]]),
    empty_assoc(Empty),
    foldl([Key, A0, A]>>put_assoc(Key, A0, v(Key), A), Keys, Empty, Assoc).
call_pattern(option(depth(_), [width(2), depth(3), depth(4)])).
call_pattern(option(depth(_), [width = 2, depth = 3])).
call_pattern(option(depth(4), [depth(3), depth(4)])).
call_pattern(option(depth(_), [width(2)])).
call_pattern(option(depth(_), [width(2)], 7)).
call_pattern(option(depth(_), [depth(2)], 7)).
call_pattern(option(depth(7), [depth(2)], 7)).
call_pattern(Goal) :-
    member(Text, ["", " ", " \t\nab", "ab c", "12x", "x12", "-7 b", "+7", "-", "\nz", "\r\nz", "\rz"]),
    string_codes(Text, List),
    member(Goal, [ blank(List, _), blanks(List, _), digit(_, List, _), digits(_, List, _),
                   eol(List, _), eos(List, _), integer(_, List, _), nonblank(_, List, _),
                   nonblanks(_, List, _), remainder(_, List, _), string(_, List, _),
                   white(List, _), whites(List, _), string_without([0'c, 0'2], _, List, _) ]).
call_pattern(integer(-42, _, [])).
call_pattern(string_without("b", _, [0'a, 0'b, 0'c], _)).
call_pattern(digits([], [0'1], _)).

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
    atomics_to_string(Clauses, Text),
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
              builtin(Goal, _, overridable)
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
