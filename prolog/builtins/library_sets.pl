:- module(clause_library_sets,
          [ intersection/3,             % +Set, +Set, -Both
            pairs_keys/2,               % ?Pairs, ?Keys
            pairs_keys_values/3,        % ?Pairs, ?Keys, ?Values
            pairs_values/2,             % ?Pairs, ?Values
            subset/2,                   % +Set, +Set
            subtract/3,                 % +List, +Removed, -Rest
            union/3                     % +Set, +Set, -Union
          ]).

/** <module> Library predicates as clauses: sets, numbers and pairs

`library.pl` says how such predicates are written.
*/

%!  intersection(+Set1, +Set2, -Both) is det.

intersection(Xs, Ys, Both) :-
    '$cell'(Xs, intersection(Xs, Ys, Both)),
    '$intersection'(Xs, Ys, Both).

'$intersection'([], _, []).
'$intersection'([X|Xs], Ys, Both) :-
    '$memberchk'(X, Ys),
    Both = [X|Zs],
    intersection(Xs, Ys, Zs).
'$intersection'([X|Xs], Ys, Zs) :-
    \+ '$memberchk'(X, Ys),
    intersection(Xs, Ys, Zs).

%!  pairs_keys(?Pairs, ?Keys) is det.

pairs_keys([], []).
pairs_keys([Key-_|Pairs], [Key|Keys]) :-
    pairs_keys(Pairs, Keys).

%!  pairs_keys_values(?Pairs, ?Keys, ?Values) is det.

pairs_keys_values([], [], []).
pairs_keys_values([Key-Value|Pairs], [Key|Keys], [Value|Values]) :-
    pairs_keys_values(Pairs, Keys, Values).

%!  pairs_values(?Pairs, ?Values) is det.

pairs_values([], []).
pairs_values([_-Value|Pairs], [Value|Values]) :-
    pairs_values(Pairs, Values).

%!  subset(+Set1, +Set2) is semidet.

subset(Xs, Ys) :-
    '$cell'(Xs, subset(Xs, Ys)),
    '$subset'(Xs, Ys).

'$subset'([], _).
'$subset'([X|Xs], Ys) :-
    '$memberchk'(X, Ys),
    subset(Xs, Ys).

%!  subtract(+List, +Removed, -Rest) is det.

subtract(Xs, Ys, Rest) :-
    '$cell'(Xs, subtract(Xs, Ys, Rest)),
    '$subtract'(Xs, Ys, Rest).

'$subtract'([], _, []).
'$subtract'([X|Xs], Ys, Zs) :-
    '$memberchk'(X, Ys),
    subtract(Xs, Ys, Zs).
'$subtract'([X|Xs], Ys, Rest) :-
    \+ '$memberchk'(X, Ys),
    Rest = [X|Zs],
    subtract(Xs, Ys, Zs).

%!  union(+Set1, +Set2, -Union) is det.

union(Xs, Ys, Union) :-
    '$cell'(Xs, union(Xs, Ys, Union)),
    '$union'(Xs, Ys, Union).

'$union'([], Ys, Ys).
'$union'([X|Xs], Ys, Zs) :-
    '$memberchk'(X, Ys),
    union(Xs, Ys, Zs).
'$union'([X|Xs], Ys, Union) :-
    \+ '$memberchk'(X, Ys),
    Union = [X|Zs],
    union(Xs, Ys, Zs).
