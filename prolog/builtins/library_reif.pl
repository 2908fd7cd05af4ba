:- module(clause_library_reif,
          [ if_/3,                      % :Condition, :Then, :Else
            (=)/3,                      % ?X, ?Y, ?Truth
            dif/3,                      % ?X, ?Y, ?Truth
            (',')/3,                    % :Condition, :Condition, ?Truth
            (;)/3,                      % :Condition, :Condition, ?Truth
            memberd_t/3,                % ?Member, ?List, ?Truth
            tfilter/3,                  % :Condition, ?List, ?Filtered
            tpartition/4,               % :Condition, ?List, ?Included, ?Excluded
            tmember/2,                  % :Condition, ?List
            tmember_t/3                 % :Condition, ?List, ?Truth
          ]).

/** <module> Library predicates as clauses: reified conditions

A condition is called with one more argument, its truth: `true`, or `false` and the constraint that it does
not hold (Neumerkel and Kral, "Indexing dif/2", 2016). A program has them if it imports library(reif).
`library.pl` says how such predicates are written.
*/

%!  if_(:Condition, :Then, :Else) is nondet.
%
%   Then where Condition is true, and Else where it is false. Where the text of a program has the goal, its
%   parts become clauses: see compile/higher_order.pl.

if_(Condition, Then, Else) :-
    call(Condition, Truth),
    '$must_be'(boolean, Truth),
    '$if_'(Truth, Then, Else).

'$if_'(true, Then, _) :-
    call(Then).
'$if_'(false, _, Else) :-
    call(Else).

%!  =(?X, ?Y, ?Truth) is nondet.
%
%   Truth is whether X and Y are equal.

=(X, Y, Truth) :-
    (   X \= Y
    ->  Truth = false
    ;   X == Y
    ->  Truth = true
    ;   Truth = true,
        X = Y
    ;   Truth = false,
        dif(X, Y)
    ).

%!  dif(?X, ?Y, ?Truth) is nondet.
%
%   Truth is whether X and Y are different.

dif(X, Y, Truth) :-
    =(X, Y, Equal),
    '$opposite'(Equal, Truth).

'$opposite'(true, false).
'$opposite'(false, true).

%!  ','(:Condition1, :Condition2, ?Truth) is nondet.
%
%   Truth is whether both conditions are true.

','(Condition1, Condition2, Truth) :-
    if_(Condition1, call(Condition2, Truth), Truth = false).

%!  ;(:Condition1, :Condition2, ?Truth) is nondet.
%
%   Truth is whether one of the conditions is true.

;(Condition1, Condition2, Truth) :-
    if_(Condition1, Truth = true, call(Condition2, Truth)).

%!  memberd_t(?Member, ?List, ?Truth) is nondet.
%
%   Truth is whether Member is one of List.

memberd_t(Member, Xs, Truth) :-
    '$memberd_t'(Xs, Member, Truth).

'$memberd_t'([], _, false).
'$memberd_t'([X|Xs], Member, Truth) :-
    if_(X = Member, Truth = true, '$memberd_t'(Xs, Member, Truth)).

%!  tfilter(:Condition, ?List, ?Filtered) is nondet.
%
%   Filtered are the members of List for which Condition is true.

tfilter(Condition, Xs, Ys) :-
    '$tfilter'(Xs, Condition, Ys).

'$tfilter'([], _, []).
'$tfilter'([X|Xs], Condition, Ys) :-
    if_(call(Condition, X), Ys = [X|Zs], Ys = Zs),
    '$tfilter'(Xs, Condition, Zs).

%!  tpartition(:Condition, ?List, ?Included, ?Excluded) is nondet.
%
%   Included are the members of List for which Condition is true, and Excluded the others.

tpartition(Condition, Xs, Ys, Zs) :-
    '$tpartition'(Xs, Condition, Ys, Zs).

'$tpartition'([], _, [], []).
'$tpartition'([X|Xs], Condition, Ys, Zs) :-
    if_(call(Condition, X), ( Ys = [X|Ys1], Zs = Zs1 ), ( Ys = Ys1, Zs = [X|Zs1] )),
    '$tpartition'(Xs, Condition, Ys1, Zs1).

%!  tmember(:Condition, ?List) is nondet.
%
%   Condition is true for a member of List, and false for those in front of it.

tmember(Condition, [X|Xs]) :-
    if_(call(Condition, X), true, tmember(Condition, Xs)).

%!  tmember_t(:Condition, ?List, ?Truth) is nondet.
%
%   Truth is whether Condition is true for a member of List.

tmember_t(Condition, Xs, Truth) :-
    '$tmember_t'(Xs, Condition, Truth).

'$tmember_t'([], _, false).
'$tmember_t'([X|Xs], Condition, Truth) :-
    if_(call(Condition, X), Truth = true, '$tmember_t'(Xs, Condition, Truth)).
