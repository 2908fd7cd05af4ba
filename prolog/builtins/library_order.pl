:- module(clause_library_order,
          [ clumped/2,                  % +Items, -Pairs
            group_pairs_by_key/2,       % +Pairs, -Groups
            is_ordset/1,                % @Term
            is_set/1,                   % @Term
            list_to_ord_set/2,          % +List, -Set
            nth0/4,                     % ?Index, ?List, ?Element, ?Rest
            nth1/4,                     % ?Index, ?List, ?Element, ?Rest
            ord_add_element/3,          % +Set, +Element, -Set
            ord_del_element/3,          % +Set, +Element, -Set
            ord_empty/1,                % -Set
            ord_intersection/3,         % +Set, +Set, -Both
            ord_memberchk/2,            % +Element, +Set
            ord_subset/2,               % +Set, +Set
            ord_subtract/3,             % +Set, +Removed, -Rest
            ord_union/2,                % +Sets, -Union
            ord_union/3,                % +Set, +Set, -Union
            proper_length/2,            % @List, -Length
            transpose_pairs/2           % +Pairs, -Transposed
          ]).

/** <module> Library predicates as clauses: ordered sets, groups and places

`library.pl` says how such predicates are written. Ordered sets are merged by one comparison for
each member.
*/

%!  clumped(+Items, -Pairs) is det.
%
%   True if Pairs are Item-Count for each run of equal Items.

clumped([], []).
clumped([X|Xs], [X-Count|Pairs]) :-
    '$clump'(Xs, X, 1, Count, Rest),
    clumped(Rest, Pairs).

'$clump'([], _, Count, Count, []).
'$clump'([Y|Ys], X, Count0, Count, Rest) :-
    X == Y,
    Count1 is Count0 + 1,
    '$clump'(Ys, X, Count1, Count, Rest).
'$clump'([Y|Ys], X, Count0, Count, [Y|Ys]) :-
    X \== Y,
    Count = Count0.

%!  group_pairs_by_key(+Pairs, -Groups) is det.
%
%   True if Groups are Key-Values for each run of Pairs with equal keys.

group_pairs_by_key([], []).
group_pairs_by_key([Key-Value|Pairs], [Key-[Value|Values]|Groups]) :-
    '$group'(Pairs, Key, Values, Rest),
    group_pairs_by_key(Rest, Groups).

'$group'([Key0-Value|Pairs], Key, [Value|Values], Rest) :-
    Key == Key0,
    !,
    '$group'(Pairs, Key, Values, Rest).
'$group'(Pairs, _, [], Pairs).

%!  is_ordset(@Term) is semidet.
%
%   True if Term is a list of members in the standard order of terms, each once.

is_ordset(Xs) :-
    Xs == [].
is_ordset(Xs) :-
    nonvar(Xs),
    Xs = [X|Ys],
    '$is_ordset'(Ys, X).

'$is_ordset'(Xs, _) :-
    Xs == [].
'$is_ordset'(Xs, X) :-
    nonvar(Xs),
    Xs = [Y|Ys],
    X @< Y,
    '$is_ordset'(Ys, Y).

%!  is_set(@Term) is semidet.
%
%   True if Term is a list without two members that are identical.

is_set(Xs) :-
    '$proper_length'(Xs, 0, _),
    '$is_set'(Xs).

'$is_set'([]).
'$is_set'([X|Xs]) :-
    \+ '$identical'(X, Xs),
    '$is_set'(Xs).

'$identical'(X, [Y|_]) :-
    X == Y,
    !.
'$identical'(X, [_|Ys]) :-
    '$identical'(X, Ys).

%!  list_to_ord_set(+List, -Set) is det.
%
%   True if Set has the members of List in the standard order of terms, each once.

list_to_ord_set(Xs, Set) :-
    sort(Xs, Set).

%!  nth0(?Index, ?List, ?Element, ?Rest) is nondet.
%
%   True if Element is the member of List at Index, counted from 0, and Rest are the others.

nth0(Index, Xs, X, Rest) :-
    nonvar(Index),
    '$must_be'(nonneg, Index),
    '$nth_rest'(Index, Xs, X, Rest).
nth0(Index, Xs, X, Rest) :-
    var(Index),
    '$index_rest'(Xs, X, Rest, 0, Index).

%!  nth1(?Index, ?List, ?Element, ?Rest) is nondet.
%
%   True if Element is the member of List at Index, counted from 1, and Rest are the others.

nth1(Index, Xs, X, Rest) :-
    nonvar(Index),
    '$must_be'(positive_integer, Index),
    Index0 is Index - 1,
    '$nth_rest'(Index0, Xs, X, Rest).
nth1(Index, Xs, X, Rest) :-
    var(Index),
    '$index_rest'(Xs, X, Rest, 1, Index).

'$nth_rest'(0, [X|Xs], X, Xs).
'$nth_rest'(Index, [Y|Xs], X, [Y|Ys]) :-
    Index > 0,
    Index0 is Index - 1,
    '$nth_rest'(Index0, Xs, X, Ys).

'$index_rest'([X|Xs], X, Xs, Index, Index).
'$index_rest'([Y|Xs], X, [Y|Ys], Index0, Index) :-
    Index1 is Index0 + 1,
    '$index_rest'(Xs, X, Ys, Index1, Index).

%!  ord_add_element(+Set, +Element, -Union) is det.
%
%   True if Union is Set with Element.

ord_add_element(Xs, X, Ys) :-
    '$ord_union'(Xs, [X], Ys).

%!  ord_del_element(+Set, +Element, -Rest) is det.
%
%   True if Rest is Set without Element.

ord_del_element(Xs, X, Ys) :-
    '$ord_subtract'(Xs, [X], Ys).

%!  ord_empty(-Set) is det.
%
%   True if Set is empty.

ord_empty([]).

%!  ord_intersection(+Set1, +Set2, -Both) is det.
%
%   True if Both are the members that the sets have in common.

ord_intersection([], _, []).
ord_intersection([_|_], [], []).
ord_intersection([X|Xs], [Y|Ys], Both) :-
    compare(Order, X, Y),
    '$ord_intersection'(Order, X, Xs, Y, Ys, Both).

'$ord_intersection'(=, X, Xs, _, Ys, [X|Both]) :-
    ord_intersection(Xs, Ys, Both).
'$ord_intersection'(<, _, Xs, Y, Ys, Both) :-
    ord_intersection(Xs, [Y|Ys], Both).
'$ord_intersection'(>, X, Xs, _, Ys, Both) :-
    ord_intersection([X|Xs], Ys, Both).

%!  ord_memberchk(+Element, +Set) is semidet.
%
%   True if a member of Set is identical to Element.

ord_memberchk(X, [Y|Ys]) :-
    compare(Order, X, Y),
    '$ord_memberchk'(Order, X, Ys).

'$ord_memberchk'(=, _, _).
'$ord_memberchk'(>, X, Ys) :-
    ord_memberchk(X, Ys).

%!  ord_subset(+Set1, +Set2) is semidet.
%
%   True if all members of Set1 are in Set2.

ord_subset([], _).
ord_subset([X|Xs], [Y|Ys]) :-
    compare(Order, X, Y),
    '$ord_subset'(Order, X, Xs, Ys).

'$ord_subset'(=, _, Xs, Ys) :-
    ord_subset(Xs, Ys).
'$ord_subset'(>, X, Xs, Ys) :-
    ord_subset([X|Xs], Ys).

%!  ord_subtract(+Set, +Removed, -Rest) is det.
%
%   True if Rest are the members of Set that Removed lacks.

ord_subtract(Xs, Ys, Rest) :-
    '$lists_at_first'(Xs, Ys),
    '$ord_subtract'(Xs, Ys, Rest).

'$lists_at_first'(_, Ys) :-
    Ys == [],
    !.
'$lists_at_first'(Xs, _) :-
    '$cell'(Xs).

'$ord_subtract'([], _, []).
'$ord_subtract'([X|Xs], [], [X|Xs]).
'$ord_subtract'([X|Xs], [Y|Ys], Rest) :-
    compare(Order, X, Y),
    '$ord_subtract'(Order, X, Xs, Y, Ys, Rest).

'$ord_subtract'(=, _, Xs, _, Ys, Rest) :-
    ord_subtract(Xs, Ys, Rest).
'$ord_subtract'(<, X, Xs, Y, Ys, [X|Rest]) :-
    ord_subtract(Xs, [Y|Ys], Rest).
'$ord_subtract'(>, X, Xs, _, Ys, Rest) :-
    ord_subtract([X|Xs], Ys, Rest).

%!  ord_union(+Sets, -Union) is det.
%
%   True if Union has the members of all Sets.

ord_union(Sets, Union) :-
    '$cell'(Sets),
    append(Sets, Members),
    sort(Members, Union).

%!  ord_union(+Set1, +Set2, -Union) is det.
%
%   True if Union has the members of both sets.

ord_union(Xs, Ys, Union) :-
    '$cell'(Xs),
    '$ord_union'(Xs, Ys, Union).

'$ord_union'([], Ys, Ys).
'$ord_union'([X|Xs], Ys, Union) :-
    '$cell'(Ys),
    '$ord_union'(Ys, X, Xs, Union).

'$ord_union'([], X, Xs, [X|Xs]).
'$ord_union'([Y|Ys], X, Xs, Union) :-
    compare(Order, X, Y),
    '$ord_union'(Order, X, Xs, Y, Ys, Union).

'$ord_union'(=, X, Xs, _, Ys, [X|Union]) :-
    ord_union(Xs, Ys, Union).
'$ord_union'(<, X, Xs, Y, Ys, [X|Union]) :-
    ord_union(Xs, [Y|Ys], Union).
'$ord_union'(>, X, Xs, Y, Ys, [Y|Union]) :-
    ord_union([X|Xs], Ys, Union).

%!  proper_length(@List, -Length) is semidet.
%
%   True if List is a list that ends, with Length members.

proper_length(Xs, Length) :-
    '$proper_length'(Xs, 0, Length0),
    Length = Length0.

'$proper_length'(Xs, Length, Length) :-
    Xs == [].
'$proper_length'(Xs, Length0, Length) :-
    nonvar(Xs),
    Xs = [_|Ys],
    Length1 is Length0 + 1,
    '$proper_length'(Ys, Length1, Length).

%!  transpose_pairs(+Pairs, -Transposed) is det.
%
%   True if Transposed are the Value-Key of Pairs, sorted by the value.

transpose_pairs(Pairs, Transposed) :-
    '$transposed'(Pairs, Turned),
    keysort(Turned, Transposed).

'$transposed'([], []).
'$transposed'([Key-Value|Pairs], [Value-Key|Turned]) :-
    '$transposed'(Pairs, Turned).
