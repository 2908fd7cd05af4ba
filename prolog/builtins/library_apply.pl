:- module(clause_library_apply,
          [ maplist/2,                  % :Closure, ?List
            maplist/3,                  % :Closure, ?List, ?List
            maplist/4,                  % :Closure, ?List, ?List, ?List
            maplist/5,                  % :Closure, ?List, ?List, ?List, ?List
            foldl/4,                    % :Closure, +List, +V0, -V
            foldl/5,                    % :Closure, +List, +List, +V0, -V
            foldl/6,                    % :Closure, +List, +List, +List, +V0, -V
            include/3,                  % :Closure, +List, -Included
            exclude/3,                  % :Closure, +List, -Rest
            partition/4,                % :Closure, +List, -Included, -Rest
            convlist/3,                 % :Closure, +List, -Converted
            predsort/3                  % :Closure, +List, -Sorted
          ]).

/** <module> Library predicates as clauses: closures that are known when they are called

A closure that the text of a program names has predicates of its own: see compile/higher_order.pl.
`library.pl` says how such predicates are written.
*/

%!  maplist(:Closure, ?List) is nondet.
%
%   True if Closure is for each member of List.

maplist(Closure, Xs) :-
    '$maplist'(Xs, Closure).

'$maplist'([], _).
'$maplist'([X|Xs], Closure) :-
    call(Closure, X),
    '$maplist'(Xs, Closure).

%!  maplist(:Closure, ?List1, ?List2) is nondet.
%
%   True if Closure is for the members of both lists, side by side.

maplist(Closure, Xs, Ys) :-
    '$maplist'(Xs, Ys, Closure).

'$maplist'([], [], _).
'$maplist'([X|Xs], [Y|Ys], Closure) :-
    call(Closure, X, Y),
    '$maplist'(Xs, Ys, Closure).

%!  maplist(:Closure, ?List1, ?List2, ?List3) is nondet.
%
%   True if Closure is for the members of the lists, side by side.

maplist(Closure, Xs, Ys, Zs) :-
    '$maplist'(Xs, Ys, Zs, Closure).

'$maplist'([], [], [], _).
'$maplist'([X|Xs], [Y|Ys], [Z|Zs], Closure) :-
    call(Closure, X, Y, Z),
    '$maplist'(Xs, Ys, Zs, Closure).

%!  maplist(:Closure, ?List1, ?List2, ?List3, ?List4) is nondet.
%
%   True if Closure is for the members of the lists, side by side.

maplist(Closure, Xs, Ys, Zs, Us) :-
    '$maplist'(Xs, Ys, Zs, Us, Closure).

'$maplist'([], [], [], [], _).
'$maplist'([X|Xs], [Y|Ys], [Z|Zs], [U|Us], Closure) :-
    call(Closure, X, Y, Z, U),
    '$maplist'(Xs, Ys, Zs, Us, Closure).

%!  foldl(:Closure, +List, +V0, -V) is nondet.
%
%   True if Closure leads from V0 to V by way of the members of List.

foldl(Closure, Xs, V0, V) :-
    '$foldl'(Xs, Closure, V0, V).

'$foldl'([], _, V, V).
'$foldl'([X|Xs], Closure, V0, V) :-
    call(Closure, X, V0, V1),
    '$foldl'(Xs, Closure, V1, V).

%!  foldl(:Closure, +List1, +List2, +V0, -V) is nondet.
%
%   As foldl/4, by way of the members of both lists side by side.

foldl(Closure, Xs, Ys, V0, V) :-
    '$foldl'(Xs, Ys, Closure, V0, V).

'$foldl'([], [], _, V, V).
'$foldl'([X|Xs], [Y|Ys], Closure, V0, V) :-
    call(Closure, X, Y, V0, V1),
    '$foldl'(Xs, Ys, Closure, V1, V).

%!  foldl(:Closure, +List1, +List2, +List3, +V0, -V) is nondet.
%
%   As foldl/4, by way of the members of the lists side by side.

foldl(Closure, Xs, Ys, Zs, V0, V) :-
    '$foldl'(Xs, Ys, Zs, Closure, V0, V).

'$foldl'([], [], [], _, V, V).
'$foldl'([X|Xs], [Y|Ys], [Z|Zs], Closure, V0, V) :-
    call(Closure, X, Y, Z, V0, V1),
    '$foldl'(Xs, Ys, Zs, Closure, V1, V).

%!  include(:Closure, +List, -Included) is det.
%
%   True if Included are the members of List that Closure is for.

include(Closure, Xs, Ys) :-
    '$partition'(Xs, Closure, Ys, _).

%!  exclude(:Closure, +List, -Rest) is det.
%
%   True if Rest are the members of List that Closure is not for.

exclude(Closure, Xs, Ys) :-
    '$partition'(Xs, Closure, _, Ys).

%!  partition(:Closure, +List, -Included, -Rest) is det.
%
%   True if Included are the members of List that Closure is for, and Rest are the others.

partition(Closure, Xs, Ys, Zs) :-
    '$partition'(Xs, Closure, Ys, Zs).

'$partition'([], _, [], []).
'$partition'([X|Xs], Closure, Included, Zs) :-
    '$call'(once(call(Closure, X)), []),
    Included = [X|Ys],
    '$partition'(Xs, Closure, Ys, Zs).
'$partition'([X|Xs], Closure, Ys, Rest) :-
    \+ call(Closure, X),
    Rest = [X|Zs],
    '$partition'(Xs, Closure, Ys, Zs).

%!  convlist(:Closure, +List, -Converted) is det.
%
%   True if Converted has what Closure makes of the members of List that it is for.

convlist(Closure, Xs, Ys) :-
    '$convlist'(Xs, Closure, Ys).

'$convlist'([], _, []).
'$convlist'([X|Xs], Closure, Converted) :-
    '$call'(once(call(Closure, X, Y)), []),
    Converted = [Y|Ys],
    '$convlist'(Xs, Closure, Ys).
'$convlist'([X|Xs], Closure, Ys) :-
    \+ call(Closure, X, _),
    '$convlist'(Xs, Closure, Ys).

%!  predsort(:Closure, +List, -Sorted) is semidet.
%
%   True if Sorted has the members of List in the order that Closure gives as its first argument, without
%   those that are `=` to another.

predsort(Closure, Xs, Sorted) :-
    '$must_be'(list, Xs),
    proper_length(Xs, Count),
    '$predsort'(Count, Xs, Closure, Sorted0, _),
    Sorted = Sorted0.

'$predsort'(0, Xs, _, [], Xs).
'$predsort'(1, [X|Xs], _, [X], Xs).
'$predsort'(2, [X,Y|Xs], Closure, Sorted, Xs) :-
    call(Closure, Order, X, Y),
    '$predsort2'(Order, X, Y, Sorted).
'$predsort'(Count, Xs, Closure, Sorted, Rest) :-
    Count > 2,
    Count1 is Count // 2,
    Count2 is Count - Count1,
    '$predsort'(Count1, Xs, Closure, Sorted1, Xs1),
    '$predsort'(Count2, Xs1, Closure, Sorted2, Rest),
    '$predmerge'(Sorted1, Sorted2, Closure, Sorted).

'$predsort2'(<, X, Y, [X,Y]).
'$predsort2'(=, X, _, [X]).
'$predsort2'(>, X, Y, [Y,X]).

'$predmerge'([], Ys, _, Ys).
'$predmerge'([X|Xs], [], _, [X|Xs]).
'$predmerge'([X|Xs], [Y|Ys], Closure, Sorted) :-
    '$call'(once(call(Closure, Order, X, Y)), []),
    '$predmerge'(Order, X, Xs, Y, Ys, Closure, Sorted).

'$predmerge'(<, X, Xs, Y, Ys, Closure, [X|Sorted]) :-
    '$predmerge'(Xs, [Y|Ys], Closure, Sorted).
'$predmerge'(=, X, Xs, _, Ys, Closure, [X|Sorted]) :-
    '$predmerge'(Xs, Ys, Closure, Sorted).
'$predmerge'(>, X, Xs, Y, Ys, Closure, [Y|Sorted]) :-
    '$predmerge'([X|Xs], Ys, Closure, Sorted).
