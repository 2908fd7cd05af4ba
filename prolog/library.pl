:- module(clause_library,
          [ append/3,                   % ?Front, ?Back, ?List
            append/2,                   % +Lists, ?List
            delete/3,                   % +List, ?Element, -Others
            flatten/2,                  % +Nested, -Flat
            intersection/3,             % +Set, +Set, -Both
            last/2,                     % ?List, ?Last
            list_to_set/2,              % +List, -Set
            max_list/2,                 % +Numbers, -Max
            max_member/2,               % -Max, +List
            member/2,                   % ?Element, ?List
            memberchk/2,                % ?Element, ?List
            min_list/2,                 % +Numbers, -Min
            min_member/2,               % -Min, +List
            nextto/3,                   % ?Element, ?Next, ?List
            nth0/3,                     % ?Index, ?List, ?Element
            nth1/3,                     % ?Index, ?List, ?Element
            numlist/3,                  % +Low, +High, -Numbers
            pairs_keys/2,               % ?Pairs, ?Keys
            pairs_keys_values/3,        % ?Pairs, ?Keys, ?Values
            pairs_values/2,             % ?Pairs, ?Values
            permutation/2,              % ?List, ?Permutation
            prefix/2,                   % ?Front, ?List
            reverse/2,                  % ?List, ?Reversed
            same_length/2,              % ?List, ?List
            select/3,                   % ?Element, ?List, ?Rest
            select/4,                   % ?Old, ?List, ?New, ?List
            selectchk/3,                % ?Element, ?List, ?Rest
            subset/2,                   % +Set, +Set
            subtract/3,                 % +List, +Removed, -Rest
            sum_list/2,                 % +Numbers, -Sum
            sumlist/2,                  % +Numbers, -Sum
            union/3                     % +Set, +Set, -Union
          ]).

/** <module> Library predicates as clauses

The list predicates of SWI-Prolog that a program may use without defining them. A program
that uses one gets its clauses, and those it calls, as if they were its own: every step
through them is an inference. They give the same answers in the same order as SWI-Prolog's.

These clauses are read as data and never run here. They keep to what the loader understands:
ISO builtins only (a program may redefine the others), tests in front so that a clause that
does not apply is no candidate, and cuts after tests only. Names that begin with `$` are the
helpers, which no program can define or call.
*/

%!  append(?Front, ?Back, ?List) is nondet.
%
%   List is Front followed by Back.

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

%!  append(+Lists, ?List) is nondet.
%
%   List is the concatenation of Lists.

append([], []).
append([Xs|Lists], Zs) :-
    append(Xs, Ys, Zs),
    append(Lists, Ys).

%!  delete(+List, ?Element, -Others) is det.
%
%   Others are the members of List that do not unify with Element.

delete([], _, []).
delete([X|Xs], Element, Ys) :-
    \+ X \= Element,
    delete(Xs, Element, Ys).
delete([X|Xs], Element, [X|Ys]) :-
    X \= Element,
    delete(Xs, Element, Ys).

%!  flatten(+Nested, -Flat) is det.
%
%   Flat has the members of the lists in Nested that are no lists themselves.

flatten(Nested, Flat) :-
    '$flatten'(Nested, [], Flat).

'$flatten'(X, Xs, [X|Xs]) :-
    var(X).
'$flatten'(X, Xs, Xs) :-
    X == [].
'$flatten'(X, Zs, Flat) :-
    nonvar(X),
    X = [Y|Ys],
    '$flatten'(Y, Flat0, Flat),
    '$flatten'(Ys, Zs, Flat0).
'$flatten'(X, Xs, [X|Xs]) :-
    nonvar(X),
    X \== [],
    X \= [_|_].

%!  intersection(+Set1, +Set2, -Both) is det.
%
%   Both are the members of Set1 that unify with a member of Set2.

intersection([], _, []).
intersection([X|Xs], Ys, [X|Zs]) :-
    memberchk(X, Ys),
    intersection(Xs, Ys, Zs).
intersection([X|Xs], Ys, Zs) :-
    \+ memberchk(X, Ys),
    intersection(Xs, Ys, Zs).

%!  last(?List, ?Last) is nondet.
%
%   Last is the last member of List.

last([X|Xs], Last) :-
    '$last'(Xs, X, Last).

'$last'([], Last, Last).
'$last'([X|Xs], _, Last) :-
    '$last'(Xs, X, Last).

%!  list_to_set(+List, -Set) is det.
%
%   Set is List without its later duplicates.

list_to_set(Xs, Set) :-
    '$list_to_set'(Xs, [], Set).

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
%   Max is the largest of Numbers; fails for the empty list.

max_list([X|Xs], Max) :-
    '$max_list'(Xs, X, Max).

'$max_list'([], Max, Max).
'$max_list'([X|Xs], Max0, Max) :-
    Max1 is max(X, Max0),
    '$max_list'(Xs, Max1, Max).

%!  max_member(-Max, +List) is semidet.
%
%   Max is the largest member of List in the standard order of terms.

max_member(Max, [X|Xs]) :-
    '$max_member'(Xs, X, Max).

'$max_member'([], Max, Max).
'$max_member'([X|Xs], Max0, Max) :-
    X @=< Max0,
    '$max_member'(Xs, Max0, Max).
'$max_member'([X|Xs], Max0, Max) :-
    X @> Max0,
    '$max_member'(Xs, X, Max).

%!  member(?Element, ?List) is nondet.
%
%   Element is a member of List.

member(X, [X|_]).
member(X, [_|Xs]) :-
    member(X, Xs).

%!  memberchk(?Element, ?List) is semidet.
%
%   The first solution of member/2.

memberchk(X, [X|_]) :-
    !.
memberchk(X, [_|Xs]) :-
    memberchk(X, Xs).

%!  min_list(+Numbers, -Min) is semidet.
%
%   Min is the smallest of Numbers; fails for the empty list.

min_list([X|Xs], Min) :-
    '$min_list'(Xs, X, Min).

'$min_list'([], Min, Min).
'$min_list'([X|Xs], Min0, Min) :-
    Min1 is min(X, Min0),
    '$min_list'(Xs, Min1, Min).

%!  min_member(-Min, +List) is semidet.
%
%   Min is the smallest member of List in the standard order of terms.

min_member(Min, [X|Xs]) :-
    '$min_member'(Xs, X, Min).

'$min_member'([], Min, Min).
'$min_member'([X|Xs], Min0, Min) :-
    X @>= Min0,
    '$min_member'(Xs, Min0, Min).
'$min_member'([X|Xs], Min0, Min) :-
    X @< Min0,
    '$min_member'(Xs, X, Min).

%!  nextto(?Element, ?Next, ?List) is nondet.
%
%   Next follows Element in List.

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Xs]) :-
    nextto(X, Y, Xs).

%!  nth0(?Index, ?List, ?Element) is nondet.
%
%   Element is the member of List at Index, counted from 0.

nth0(Index, Xs, X) :-
    integer(Index),
    '$nth'(Index, Xs, X).
nth0(Index, Xs, X) :-
    var(Index),
    '$index'(Xs, X, 0, Index).

%!  nth1(?Index, ?List, ?Element) is nondet.
%
%   Element is the member of List at Index, counted from 1.

nth1(Index, Xs, X) :-
    integer(Index),
    Index0 is Index - 1,
    '$nth'(Index0, Xs, X).
nth1(Index, Xs, X) :-
    var(Index),
    '$index'(Xs, X, 1, Index).

'$nth'(0, [X|_], X).
'$nth'(Index, [_|Xs], X) :-
    Index > 0,
    Index0 is Index - 1,
    '$nth'(Index0, Xs, X).

'$index'([X|_], X, Index, Index).
'$index'([_|Xs], X, Index0, Index) :-
    Index1 is Index0 + 1,
    '$index'(Xs, X, Index1, Index).

%!  numlist(+Low, +High, -Numbers) is semidet.
%
%   Numbers are the integers from Low to High; fails if there are none.

numlist(High, High, [High]) :-
    integer(High).
numlist(Low, High, [Low|Numbers]) :-
    Low < High,
    Low1 is Low + 1,
    numlist(Low1, High, Numbers).

%!  pairs_keys(?Pairs, ?Keys) is det.
%
%   Keys are the keys of Pairs.

pairs_keys([], []).
pairs_keys([Key-_|Pairs], [Key|Keys]) :-
    pairs_keys(Pairs, Keys).

%!  pairs_keys_values(?Pairs, ?Keys, ?Values) is det.
%
%   Pairs are the members of Keys and of Values, two by two.

pairs_keys_values([], [], []).
pairs_keys_values([Key-Value|Pairs], [Key|Keys], [Value|Values]) :-
    pairs_keys_values(Pairs, Keys, Values).

%!  pairs_values(?Pairs, ?Values) is det.
%
%   Values are the values of Pairs.

pairs_values([], []).
pairs_values([_-Value|Pairs], [Value|Values]) :-
    pairs_values(Pairs, Values).

%!  permutation(?List, ?Permutation) is nondet.
%
%   Permutation has the members of List in any order.

permutation(Xs, Ys) :-
    same_length(Xs, Ys),
    '$permutation'(Xs, Ys).

'$permutation'([], []).
'$permutation'(Xs, [Y|Ys]) :-
    select(Y, Xs, Zs),
    '$permutation'(Zs, Ys).

%!  prefix(?Front, ?List) is nondet.
%
%   List begins with the members of Front.

prefix([], _).
prefix([X|Xs], [X|Ys]) :-
    prefix(Xs, Ys).

%!  reverse(?List, ?Reversed) is semidet.
%
%   Reversed has the members of List from the last to the first.

reverse(Xs, Ys) :-
    '$reverse'(Xs, [], Ys).

'$reverse'([], Ys, Ys).
'$reverse'([X|Xs], Reversed, Ys) :-
    '$reverse'(Xs, [X|Reversed], Ys).

%!  same_length(?List1, ?List2) is nondet.
%
%   Both lists have as many members.

same_length([], []).
same_length([_|Xs], [_|Ys]) :-
    same_length(Xs, Ys).

%!  select(?Element, ?List, ?Rest) is nondet.
%
%   Rest is List without one Element.

select(X, [X|Xs], Xs).
select(X, [Y|Xs], [Y|Ys]) :-
    select(X, Xs, Ys).

%!  select(?Old, ?List1, ?New, ?List2) is nondet.
%
%   List2 is List1 with New in the place of one Old.

select(X, [X|Xs], Y, [Y|Xs]).
select(X, [Z|Xs], Y, [Z|Ys]) :-
    select(X, Xs, Y, Ys).

%!  selectchk(?Element, ?List, ?Rest) is semidet.
%
%   The first solution of select/3 for Element and List, if it has that Rest.

selectchk(X, [X|Xs], Ys) :-
    !,
    Ys = Xs.
selectchk(X, [Y|Xs], [Y|Ys]) :-
    selectchk(X, Xs, Ys).

%!  subset(+Set1, +Set2) is semidet.
%
%   Every member of Set1 unifies with one of Set2.

subset([], _).
subset([X|Xs], Ys) :-
    memberchk(X, Ys),
    subset(Xs, Ys).

%!  subtract(+List, +Removed, -Rest) is det.
%
%   Rest are the members of List that unify with no member of Removed.

subtract([], _, []).
subtract([X|Xs], Ys, Zs) :-
    memberchk(X, Ys),
    subtract(Xs, Ys, Zs).
subtract([X|Xs], Ys, [X|Zs]) :-
    \+ memberchk(X, Ys),
    subtract(Xs, Ys, Zs).

%!  sum_list(+Numbers, -Sum) is det.
%
%   Sum is the sum of Numbers.

sum_list(Xs, Sum) :-
    '$sum_list'(Xs, 0, Sum).

%!  sumlist(+Numbers, -Sum) is det.
%
%   The older name of sum_list/2.

sumlist(Xs, Sum) :-
    '$sum_list'(Xs, 0, Sum).

'$sum_list'([], Sum, Sum).
'$sum_list'([X|Xs], Sum0, Sum) :-
    Sum1 is Sum0 + X,
    '$sum_list'(Xs, Sum1, Sum).

%!  union(+Set1, +Set2, -Union) is det.
%
%   Union has the members of Set1 that Set2 lacks, then those of Set2.

union([], Ys, Ys).
union([X|Xs], Ys, Zs) :-
    memberchk(X, Ys),
    union(Xs, Ys, Zs).
union([X|Xs], Ys, [X|Zs]) :-
    \+ memberchk(X, Ys),
    union(Xs, Ys, Zs).
