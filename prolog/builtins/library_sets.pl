:- module(clause_library_sets,
          [ intersection/3,             % +Set, +Set, -Both
            list_to_set/2,              % +List, -Set
            max_list/2,                 % +Numbers, -Max
            max_member/2,               % -Max, +List
            min_list/2,                 % +Numbers, -Min
            min_member/2,               % -Min, +List
            numlist/3,                  % +Low, +High, -Numbers
            pairs_keys/2,               % ?Pairs, ?Keys
            pairs_keys_values/3,        % ?Pairs, ?Keys, ?Values
            pairs_values/2,             % ?Pairs, ?Values
            subset/2,                   % +Set, +Set
            subtract/3,                 % +List, +Removed, -Rest
            sum_list/2,                 % +Numbers, -Sum
            sumlist/2,                  % +Numbers, -Sum
            union/3                     % +Set, +Set, -Union
          ]).

/** <module> Library predicates as clauses: sets, numbers and pairs

`library.pl` says how such predicates are written.
*/

%!  intersection(+Set1, +Set2, -Both) is det.
%
%   True if Both are the members of Set1 that unify with a member of Set2.

intersection(Xs, Ys, Both) :-
    '$cell'(Xs),
    '$intersection'(Xs, Ys, Both).

'$intersection'([], _, []).
'$intersection'([X|Xs], Ys, Both) :-
    memberchk(X, Ys),
    Both = [X|Zs],
    intersection(Xs, Ys, Zs).
'$intersection'([X|Xs], Ys, Zs) :-
    \+ memberchk(X, Ys),
    intersection(Xs, Ys, Zs).

%!  list_to_set(+List, -Set) is det.
%
%   True if Set is List without its later duplicates.

list_to_set(Xs, Set) :-
    '$must_be'(list, Xs),
    '$list_to_set'(Xs, [], Set0),
    Set = Set0.

'$list_to_set'([], _, []).
'$list_to_set'([X|Xs], Seen, Set) :-
    '$same'(X, Seen),
    '$list_to_set'(Xs, Seen, Set).
'$list_to_set'([X|Xs], Seen, [X|Set]) :-
    \+ '$same'(X, Seen),
    '$list_to_set'(Xs, [X|Seen], Set).

'$same'(X, [Y|_]) :-
    X == Y,
    !.
'$same'(X, [_|Ys]) :-
    '$same'(X, Ys).

%!  max_list(+Numbers, -Max) is semidet.
%
%   True if Max is the largest of Numbers.

max_list(Xs, Max) :-
    '$cell'(Xs),
    Xs = [X|Ys],
    '$cell'(Ys),
    '$max_list'(Ys, X, Max).

'$max_list'([], Max, Max).
'$max_list'([X|Xs], Max0, Max) :-
    Max1 is max(X, Max0),
    '$cell'(Xs),
    '$max_list'(Xs, Max1, Max).

%!  max_member(-Max, +List) is semidet.
%
%   True if Max is the largest member of List in the standard order of terms.

max_member(Max, Xs) :-
    '$cell'(Xs),
    Xs = [X|Ys],
    '$cell'(Ys),
    '$max_member'(Ys, X, Max).

'$max_member'([], Max, Max).
'$max_member'([X|Xs], Max0, Max) :-
    X @=< Max0,
    '$cell'(Xs),
    '$max_member'(Xs, Max0, Max).
'$max_member'([X|Xs], Max0, Max) :-
    X @> Max0,
    '$cell'(Xs),
    '$max_member'(Xs, X, Max).

%!  min_list(+Numbers, -Min) is semidet.
%
%   True if Min is the smallest of Numbers.

min_list(Xs, Min) :-
    '$cell'(Xs),
    Xs = [X|Ys],
    '$cell'(Ys),
    '$min_list'(Ys, X, Min).

'$min_list'([], Min, Min).
'$min_list'([X|Xs], Min0, Min) :-
    Min1 is min(X, Min0),
    '$cell'(Xs),
    '$min_list'(Xs, Min1, Min).

%!  min_member(-Min, +List) is semidet.
%
%   True if Min is the smallest member of List in the standard order of terms.

min_member(Min, Xs) :-
    '$cell'(Xs),
    Xs = [X|Ys],
    '$cell'(Ys),
    '$min_member'(Ys, X, Min).

'$min_member'([], Min, Min).
'$min_member'([X|Xs], Min0, Min) :-
    X @>= Min0,
    '$cell'(Xs),
    '$min_member'(Xs, Min0, Min).
'$min_member'([X|Xs], Min0, Min) :-
    X @< Min0,
    '$cell'(Xs),
    '$min_member'(Xs, X, Min).

%!  numlist(+Low, +High, -Numbers) is semidet.
%
%   True if Numbers are the integers from Low to High.

numlist(Low, High, Numbers) :-
    '$must_be'(integer, Low),
    '$must_be'(integer, High),
    '$numlist'(Low, High, Numbers).

'$numlist'(High, High, [High]).
'$numlist'(Low, High, [Low|Numbers]) :-
    Low < High,
    Low1 is Low + 1,
    '$numlist'(Low1, High, Numbers).

%!  pairs_keys(?Pairs, ?Keys) is det.
%
%   True if Keys are the keys of Pairs.

pairs_keys([], []).
pairs_keys([Key-_|Pairs], [Key|Keys]) :-
    pairs_keys(Pairs, Keys).

%!  pairs_keys_values(?Pairs, ?Keys, ?Values) is det.
%
%   True if Pairs are the members of Keys and of Values, two by two.

pairs_keys_values([], [], []).
pairs_keys_values([Key-Value|Pairs], [Key|Keys], [Value|Values]) :-
    pairs_keys_values(Pairs, Keys, Values).

%!  pairs_values(?Pairs, ?Values) is det.
%
%   True if Values are the values of Pairs.

pairs_values([], []).
pairs_values([_-Value|Pairs], [Value|Values]) :-
    pairs_values(Pairs, Values).

%!  subset(+Set1, +Set2) is semidet.
%
%   True if every member of Set1 unifies with one of Set2.

subset(Xs, Ys) :-
    '$cell'(Xs),
    '$subset'(Xs, Ys).

'$subset'([], _).
'$subset'([X|Xs], Ys) :-
    memberchk(X, Ys),
    subset(Xs, Ys).

%!  subtract(+List, +Removed, -Rest) is det.
%
%   True if Rest are the members of List that unify with no member of Removed.

subtract(Xs, Ys, Rest) :-
    '$cell'(Xs),
    '$subtract'(Xs, Ys, Rest).

'$subtract'([], _, []).
'$subtract'([X|Xs], Ys, Zs) :-
    memberchk(X, Ys),
    subtract(Xs, Ys, Zs).
'$subtract'([X|Xs], Ys, Rest) :-
    \+ memberchk(X, Ys),
    Rest = [X|Zs],
    subtract(Xs, Ys, Zs).

%!  sum_list(+Numbers, -Sum) is det.
%
%   True if Sum is the sum of Numbers.

sum_list(Xs, Sum) :-
    '$cell'(Xs),
    '$sum_list'(Xs, 0, Sum).

%!  sumlist(+Numbers, -Sum) is det.
%
%   True if sum_list/2 is, which is the newer name.

sumlist(Xs, Sum) :-
    sum_list(Xs, Sum).

'$sum_list'([], Sum, Sum).
'$sum_list'([X|Xs], Sum0, Sum) :-
    Sum1 is Sum0 + X,
    '$cell'(Xs),
    '$sum_list'(Xs, Sum1, Sum).

%!  union(+Set1, +Set2, -Union) is det.
%
%   True if Union has the members of Set1 that Set2 lacks, then the members of Set2.

union(Xs, Ys, Union) :-
    '$cell'(Xs),
    '$union'(Xs, Ys, Union).

'$union'([], Ys, Ys).
'$union'([X|Xs], Ys, Zs) :-
    memberchk(X, Ys),
    union(Xs, Ys, Zs).
'$union'([X|Xs], Ys, Union) :-
    \+ memberchk(X, Ys),
    Union = [X|Zs],
    union(Xs, Ys, Zs).
