:- module(clause_library,
          [ append/3,                   % ?Front, ?Back, ?List
            append/2,                   % +Lists, ?List
            delete/3,                   % +List, ?Element, -Others
            flatten/2,                  % +Nested, -Flat
            last/2,                     % ?List, ?Last
            member/2,                   % ?Element, ?List
            nextto/3,                   % ?Element, ?Next, ?List
            nth0/3,                     % ?Index, ?List, ?Element
            nth1/3,                     % ?Index, ?List, ?Element
            permutation/2,              % ?List, ?Permutation
            prefix/2,                   % ?Front, ?List
            reverse/2,                  % ?List, ?Reversed
            same_length/2,              % ?List, ?List
            select/3,                   % ?Element, ?List, ?Rest
            select/4,                   % ?Old, ?List, ?New, ?List
            selectchk/3                 % ?Element, ?List, ?Rest
          ]).

/** <module> Library predicates as clauses: lists

The list predicates of SWI-Prolog that a program may use without defining them; more stand in the
other files library_*.pl. A program that uses one gets its clauses, and
those it calls, as if they were its own: every step through them is an inference. They give the
same answers in the same order as SWI-Prolog's, whose manual describes them; the comments add only
what it does not say.

These clauses are read as data and never run here. They keep to what the loader understands:
ISO builtins only (a program may redefine the others), tests in front so that a clause that
does not apply is no candidate, and cuts after tests only. What is found is unified behind the tests
that it could change: `delete([a, b], X, X)`. Names that begin with `$` are the
helpers, which no program can define or call.
*/

%!  append(?Front, ?Back, ?List) is nondet.

append([], Ys, Ys).
append([X|Xs], Ys, [X|Zs]) :-
    append(Xs, Ys, Zs).

%!  append(+Lists, ?List) is nondet.

append(Lists, Zs) :-
    '$must_be'(list, Lists),
    '$append'(Lists, Zs).

'$append'([], []).
'$append'([Xs|Lists], Zs) :-
    append(Xs, Ys, Zs),
    '$append'(Lists, Ys).

%!  delete(+List, ?Element, -Others) is det.

delete([], _, []).
delete([X|Xs], Element, Ys) :-
    \+ X \= Element,
    delete(Xs, Element, Ys).
delete([X|Xs], Element, Zs) :-
    X \= Element,
    Zs = [X|Ys],
    delete(Xs, Element, Ys).

%!  flatten(+Nested, -Flat) is det.

flatten(Nested, Flat) :-
    '$flatten'(Nested, [], Flat0),
    Flat = Flat0.

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

%!  last(?List, ?Last) is nondet.

last([X|Xs], Last) :-
    '$last'(Xs, X, Last).

'$last'([], Last, Last).
'$last'([X|Xs], _, Last) :-
    '$last'(Xs, X, Last).

%!  member(?Element, ?List) is nondet.

member(X, [X|_]).
member(X, [_|Xs]) :-
    member(X, Xs).

%!  nextto(?Element, ?Next, ?List) is nondet.

nextto(X, Y, [X,Y|_]).
nextto(X, Y, [_|Xs]) :-
    nextto(X, Y, Xs).

%!  nth0(?Index, ?List, ?Element) is nondet.

nth0(Index, Xs, X) :-
    nonvar(Index),
    '$must_be'(integer, Index),
    '$nth'(Index, Xs, X).
nth0(Index, Xs, X) :-
    var(Index),
    '$index'(Xs, X, 0, Index).

%!  nth1(?Index, ?List, ?Element) is nondet.

nth1(Index, Xs, X) :-
    nonvar(Index),
    '$must_be'(integer, Index),
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

%!  permutation(?List, ?Permutation) is nondet.

permutation(Xs, Ys) :-
    '$may_be_lists'(Xs, Ys, Xs, Ys),
    same_length(Xs, Ys),
    '$permutation'(Xs, Ys).

'$permutation'([], []).
'$permutation'(Xs, [Y|Ys]) :-
    select(Y, Xs, Zs),
    '$permutation'(Zs, Ys).

% '$may_be_lists'(@Rest1, @Rest2, +Xs, +Ys): raise an error if Xs or Ys is neither a list nor the beginning
% of one; their first members were looked at.

'$may_be_lists'(Rest1, Rest2, Xs, Ys) :-
    nonvar(Rest1),
    Rest1 = [_|Rest3],
    !,
    '$may_be_lists'(Rest3, Rest2, Xs, Ys).
'$may_be_lists'(Rest1, Rest2, Xs, Ys) :-
    nonvar(Rest2),
    Rest2 = [_|Rest3],
    !,
    '$may_be_lists'(Rest1, Rest3, Xs, Ys).
'$may_be_lists'(Rest1, Rest2, _, _) :-
    ( var(Rest1) ; Rest1 == [] ),
    ( var(Rest2) ; Rest2 == [] ),
    !.
'$may_be_lists'(_, _, Xs, Ys) :-
    '$must_be'(list, Xs),
    '$must_be'(list, Ys).

%!  prefix(?Front, ?List) is nondet.

prefix([], _).
prefix([X|Xs], [X|Ys]) :-
    prefix(Xs, Ys).

%!  reverse(?List, ?Reversed) is semidet.

reverse(Xs, Ys) :-
    '$reverse'(Xs, [], Ys, Ys).

% The last argument is as long as Xs, so that the search ends where Ys is known and Xs is not.

'$reverse'([], Ys, Ys, []).
'$reverse'([X|Xs], Reversed, Ys, [_|Bound]) :-
    '$reverse'(Xs, [X|Reversed], Ys, Bound).

%!  same_length(?List1, ?List2) is nondet.

same_length([], []).
same_length([_|Xs], [_|Ys]) :-
    same_length(Xs, Ys).

%!  select(?Element, ?List, ?Rest) is nondet.

select(X, [X|Xs], Xs).
select(X, [Y|Xs], [Y|Ys]) :-
    select(X, Xs, Ys).

%!  select(?Old, ?List1, ?New, ?List2) is nondet.

select(X, [X|Xs], Y, [Y|Xs]).
select(X, [Z|Xs], Y, [Z|Ys]) :-
    select(X, Xs, Y, Ys).

%!  selectchk(?Element, ?List, ?Rest) is semidet.

selectchk(X, [X|Xs], Ys) :-
    !,
    Ys = Xs.
selectchk(X, [Y|Xs], [Y|Ys]) :-
    selectchk(X, Xs, Ys).
