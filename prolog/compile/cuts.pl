:- module(cuts,
          [ first_cut/5,                % +Body, +Context, -Before, -Goal, -After
            paths/6,                    % +Goal, +Behind, +Context, ?Which, -Front, -Paths
            builtin_only/2              % +Goal, +Context
          ]).

:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply), [foldl/5]).
:- use_module(library(lists), [append/3, max_list/2, member/2]).
:- use_module(calls, [call_kind/3]).
:- use_module('../read/constructs', [construct/3, conjuncts/2, disjuncts/2]).
:- use_module('../resolve/grammar', [conjunction/2]).

/** <module> Cuts: where the first cut of a body stands, and which goals follow it

A body `g, ( c -> t, ! ; e ), d` is proved in two parts. Its front, which binds a variable Which, is
`g, ( c -> t, Which = 1 ; Which = -2 )`: a positive number stands for a cut. The goals left then are
the path of that number: `d` for 1, and `e, d` for -2. So all that a cut may remove is in the front,
and the rest of the body is resolved as ever.
*/

%!  first_cut(+Body, +Context, -Before, -Goal, -After) is semidet.
%
%   True if Goal is the first of the list of goals Body that is a cut or has one in a branch. Before and
%   After are the goals in front of it and behind it. In a context that drops cuts there is none.

first_cut(Body, Context, Before, Goal, After) :-
    Context = context(_, Cut),
    Cut \== drop,
    append(Before, [Goal|After], Body),
    has_cut(Goal, Context),
    !.

has_cut(Goal, Context) :-
    nonvar(Goal),
    construct(Goal, Context, Construct),
    (   Construct == cut
    ->  true
    ;   branch(Construct, Goal, Branch),
        has_cut(Branch, Context)
    ),
    !.

% branch(+Construct, +Goal, -Branch) is nondet: a cut in Branch is one of the clause.

branch(conjunction, Goal, Branch) :-
    conjuncts(Goal, Branches),
    member(Branch, Branches).
branch(disjunction, Goal, Branch) :-
    disjuncts(Goal, Branches),
    member(Branch, Branches).
branch(if(_, _, Then, Else), _, Branch) :-
    member(Branch, [Then, Else]).
branch(if(_, _, Then), _, Then).

%!  paths(+Goal, +Behind, +Context, ?Which, -Front, -Paths) is semidet.
%
%   Goal has a cut in a branch, and the list of goals Behind follows it. Front is the goal that is run,
%   and binds Which to a number. Paths are terms Number-Goals: the goals left of Goal and Behind.
%   Fail if there are too many, since goals with cuts in branches follow each other.

paths(Goal, Behind, Context, Which, Front, Paths) :-
    in_a_row([Goal|Behind], Context, InARow),
    InARow =< 8,
    call_with_inference_limit(phrase(front(Goal, Behind, Context, Which, Front), Paths0),
                              1_000_000, Result),
    Result \== inference_limit_exceeded,
    length(Paths0, Count),
    Count =< 100,
    foldl(numbered, Paths0, Paths, 1, _),
    !.

% in_a_row(+Goals, +Context, -Count): as many goals with cuts follow each other on some way through Goals.

in_a_row(Goals, Context, Count) :-
    aggregate_all(sum(Count1),
                  ( member(Goal, Goals), has_cut(Goal, Context), in_a_row_(Goal, Context, Count1) ),
                  Count).

in_a_row_(Goal, Context, Count) :-
    construct(Goal, Context, Construct),
    findall(Count1,
            ( branch(Construct, Goal, Branch),
              conjuncts(Branch, Goals),
              in_a_row(Goals, Context, Count1)
            ),
            Counts),
    max_list([1|Counts], Count).

numbered(path(Sign, Number, Goals), Number-Goals, N, N1) :-
    Number is Sign*N,
    N1 is N+1.

front(Goal, Behind, Context, Which, Front) -->
    { construct(Goal, Context, Construct) },
    front(Construct, Goal, Behind, Context, Which, Front).

front(disjunction, Goal, Behind, Context, Which, Front) -->
    { disjuncts(Goal, Branches) },
    fronts(Branches, Behind, Context, Which, Front).
front(if(Arrow, Condition, Then, Else), _, Behind, Context, Which, (If ; Front2)) -->
    { If =.. [Arrow,Condition,Front1] },
    path(Then, Behind, Context, Which, Front1),
    path(Else, Behind, Context, Which, Front2).
front(if(Arrow, Condition, Then), _, Behind, Context, Which, If) -->
    { If =.. [Arrow,Condition,Front] },
    path(Then, Behind, Context, Which, Front).

fronts([Branch|Branches], Behind, Context, Which, Front) -->
    path(Branch, Behind, Context, Which, Front0),
    (   { Branches == [] }
    ->  { Front = Front0 }
    ;   { Front = ((true, Front0) ; Front1) },  % Front0 may be ( If -> Then ), here no condition
        fronts(Branches, Behind, Context, Which, Front1)
    ).

path(Branch, Behind, Context, Which, Front) -->
    { conjuncts(Branch, Goals),
      append(Goals, Behind, Body)
    },
    (   { first_cut(Body, Context, Before, Goal, After) }
    ->  (   { Goal == ! }
        ->  [ path(1, Number, After) ],
            { Last = (Which = Number) }
        ;   front(Goal, After, Context, Which, Last)
        ),
        { append(Before, [Last], Fronts),
          conjunction(Fronts, Front)
        }
    ;   [ path(-1, Number, Body) ],
        { Front = (Which = Number) }
    ).

%!  builtin_only(+Goal, +Context) is semidet.
%
%   True if Goal consists of builtins, tied together by control constructs other than the cut.

builtin_only(Goal, Context) :-
    nonvar(Goal),
    (   construct(Goal, Context, Construct)
    ->  Construct \== cut,
        \+ ( part(Construct, Goal, Part), \+ builtin_only(Part, Context) )
    ;   call_kind(Goal, Context, builtin)
    ).

part(Construct, Goal, Part) :-
    branch(Construct, Goal, Part).
part(Construct, _, Part) :-
    condition(Construct, Part).

condition(if(_, Condition, _, _), Condition).
condition(if(_, Condition, _), Condition).
condition(not(Goal), Goal).
condition(once(Goal), Goal).
