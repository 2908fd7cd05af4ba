:- module(clause_library_order,
          [ clumped/2,                  % +Items, -Pairs
            group_pairs_by_key/2,       % +Pairs, -Groups
            nth0/4,                     % ?Index, ?List, ?Element, ?Rest
            nth1/4,                     % ?Index, ?List, ?Element, ?Rest
            proper_length/2,            % @List, -Length
            transpose/2,                % +Rows, -Columns
            transpose_pairs/2           % +Pairs, -Transposed
          ]).

/** <module> Library predicates as clauses: groups and places

`library.pl` says how such predicates are written.
*/

%!  clumped(+Items, -Pairs) is det.

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

group_pairs_by_key([], []).
group_pairs_by_key([Key-Value|Pairs], [Key-[Value|Values]|Groups]) :-
    '$group'(Pairs, Key, Values, Rest),
    group_pairs_by_key(Rest, Groups).

'$group'([Key0-Value|Pairs], Key, [Value|Values], Rest) :-
    Key == Key0,
    !,
    '$group'(Pairs, Key, Values, Rest).
'$group'(Pairs, _, [], Pairs).

%!  nth0(?Index, ?List, ?Element, ?Rest) is nondet.

nth0(Index, Xs, X, Rest) :-
    nonvar(Index),
    '$must_be'(nonneg, Index),
    '$nth_rest'(Index, Xs, X, Rest).
nth0(Index, Xs, X, Rest) :-
    var(Index),
    '$index_rest'(Xs, X, Rest, 0, Index).

%!  nth1(?Index, ?List, ?Element, ?Rest) is nondet.

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

%!  proper_length(@List, -Length) is semidet.

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

%!  transpose(+Rows, -Columns) is semidet.
%
%   True if Columns are the columns of the list of lists Rows. SWI-Prolog has it in library(clpfd).

transpose(Rows, Columns) :-
    '$must_be'(list(list), Rows),
    '$transpose'(Rows, Columns).

'$transpose'([], []).
'$transpose'([Row|Rows], Columns) :-
    '$columns'(Row, [Row|Rows], Columns).

'$columns'([], _, []).
'$columns'([_|Xs], Rows0, [Column|Columns]) :-
    '$column'(Rows0, Column, Rows),
    '$columns'(Xs, Rows, Columns).

'$column'([], [], []).
'$column'([[X|Xs]|Rows0], [X|Column], [Xs|Rows]) :-
    '$column'(Rows0, Column, Rows).

%!  transpose_pairs(+Pairs, -Transposed) is det.

transpose_pairs(Pairs, Transposed) :-
    '$transposed'(Pairs, Turned),
    keysort(Turned, Transposed).

'$transposed'([], []).
'$transposed'([Key-Value|Pairs], [Value-Key|Turned]) :-
    '$transposed'(Pairs, Turned).
