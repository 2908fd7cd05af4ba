:- module(constructs,
          [ conjuncts/2,                % +Body, -Goals
            conjunction/2,              % +Goals, -Body
            disjuncts/2,                % +Body, -Branches
            construct/3,                % +Goal, +Context, -Construct
            shared_variables/3,         % +Construct, +Outside, -Shared
            named_variables/4           % +Names0, +Term, -Names, -Numbers
          ]).

:- use_module(library(ordsets), [ord_memberchk/2]).
:- use_module('../builtins/stock', [defines/2]).

/** <module> The control constructs of a body, taken apart
*/

%!  conjuncts(+Body, -Goals) is det.
%
%   Unify Goals with the members of the conjunction Body from left to right, without `true`. A
%   variable is one goal.

conjuncts(Body, Goals) :-
    conjuncts_(Body, Goals, []).

conjuncts_(Body, [Body|Goals], Goals) :-
    var(Body),
    !.
conjuncts_(true, Goals, Goals) :-
    !.
conjuncts_((Left, Right), Goals0, Goals) :-
    !,
    conjuncts_(Left, Goals0, Goals1),
    conjuncts_(Right, Goals1, Goals).
conjuncts_(Goal, [Goal|Goals], Goals).

%!  conjunction(+Goals, -Body) is det.
%
%   Unify Body with the conjunction of Goals.

conjunction([], true).
conjunction([Goal|Goals], Body) :-
    (   Goals == []
    ->  Body = Goal
    ;   Body = (Goal, Body0),
        conjunction(Goals, Body0)
    ).

%!  disjuncts(+Body, -Branches) is det.
%
%   Unify Branches with the members of the disjunction Body, from left to right. An if-then-else is
%   one branch.

disjuncts(Body, Branches) :-
    (   nonvar(Body),
        disjunction(Body, Left, Right),
        \+ conditional(Left)
    ->  Branches = [Left|Branches0],
        disjuncts(Right, Branches0)
    ;   Branches = [Body]
    ).

disjunction((Left ; Right), Left, Right).
disjunction('|'(Left, Right), Left, Right).

conditional(Goal) :-
    nonvar(Goal),
    ( Goal = (_ -> _) ; Goal = (_ *-> _) ),
    !.

%!  construct(+Goal, +Context, -Construct) is semidet.
%
%   True if Goal, no variable, is a control construct. Construct is one of `conjunction`,
%   `disjunction`, `cut`, if(Condition, Then, Else), if(Condition, Then), not(Goal) and once(Goal).
%   The soft cut is none of them, nor is `not/1` or `forall/2` in a program that defines it.

construct(Goal, Context, Construct) :-
    construct_(Goal, Construct0),
    \+ redefined(Goal, Context),
    Construct = Construct0.

construct_((_, _), conjunction).
construct_(true, conjunction).
construct_(!, cut).
construct_((If ; Else), Construct) :-
    (   \+ conditional(If)
    ->  Construct = disjunction
    ;   If = (Condition -> Then),
        Construct = if(Condition, Then, Else)
    ).
construct_('|'(_, _), disjunction).
construct_((Condition -> Then), if(Condition, Then)).
construct_(\+ Goal, not(Goal)).
construct_(not(Goal), not(Goal)).
construct_(forall(Condition, Action), not((Condition, \+ Action))).
construct_(once(Goal), once(Goal)).

redefined(Goal, context(Predicates, _)) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [not/1, forall/2]),
    defines(Predicates, Name/Arity).

%!  shared_variables(+Construct, +Outside, -Shared) is det.
%
%   Unify Shared with the variables that occur in both terms, in the order of Construct.

shared_variables(Construct, Outside, Shared) :-
    term_variables(Construct, Variables),
    term_variables(Outside, Others0),
    sort(Others0, Others),
    members(Variables, Others, Shared).

members([], _, []).
members([Variable|Variables], Set, Members) :-
    (   ord_memberchk(Variable, Set)
    ->  Members = [Variable|Members0]
    ;   Members = Members0
    ),
    members(Variables, Set, Members0).

%!  named_variables(+Names0, +Term, -Names, -Numbers) is det.
%
%   Unify Names with the members Name=Variable of Names0 whose variable occurs in Term, and Numbers
%   with the same as Name=Number, which counts the variables of Term from 0.

named_variables(Names0, Term, Names, Numbers) :-
    (   Names0 == []
    ->  Names = [],
        Numbers = []
    ;   term_variables(Term, Variables),
        named(Names0, Variables, Names, Numbers)
    ).

named([], _, [], []).
named([Name=Variable|Names0], Variables, Names, Numbers) :-
    (   number_of(Variables, Variable, 0, Number)
    ->  Names = [Name=Variable|Names1],
        Numbers = [Name=Number|Numbers1]
    ;   Names = Names1,
        Numbers = Numbers1
    ),
    named(Names0, Variables, Names1, Numbers1).

number_of([Variable0|Variables], Variable, Number0, Number) :-
    (   Variable0 == Variable
    ->  Number = Number0
    ;   Number1 is Number0 + 1,
        number_of(Variables, Variable, Number1, Number)
    ).
