:- module(constructs,
          [ conjuncts/2,                % +Body, -Goals
            disjuncts/2,                % +Body, -Branches
            replaced_goals/3,           % :Replace, +Body0, -Body
            construct/3,                % +Goal, +Context, -Construct
            shared_variables/3,         % +Construct, +Outside, -Shared
            occurs_outside/2,           % +Items, -Table
            shared_by_table/3,          % +Construct, +Table, -Shared
            name_table/2,               % +Names, -Table
            named_variables/3,          % +Table, +Term, -Names
            left_out_body/2             % ?Kind, ?Body
          ]).

:- use_module(library(apply), [convlist/3, foldl/5, maplist/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/2, clumped/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module('../resolve/bodies', [calls_bodies/2, with_arguments/4]).

:- meta_predicate replaced_goals(2, +, -).

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

%!  replaced_goals(:Replace, +Body0, -Body) is det.
%
%   Body is Body0 with each goal replaced by call(Replace, Goal0, Goal), those within control constructs and
%   within goals that call bodies first.

replaced_goals(_, Goal, Goal) :-
    var(Goal),
    !.
replaced_goals(Replace, Goal0, Goal) :-
    control_places(Goal0, Places),
    !,
    with_arguments(replaced_goals(Replace), Places, Goal0, Goal).
replaced_goals(Replace, Goal0, Goal) :-
    (   calls_bodies(Goal0, Places)
    ->  with_arguments(replaced_goals(Replace), Places, Goal0, Goal1)
    ;   Goal1 = Goal0
    ),
    call(Replace, Goal1, Goal).

control_places((_, _), [1,2]).
control_places((_ ; _), [1,2]).
control_places('|'(_, _), [1,2]).
control_places((_ -> _), [1,2]).
control_places((_ *-> _), [1,2]).
control_places(\+ _, [1]).
control_places(_^_, [2]).

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
%   `disjunction`, `cut`, if(Arrow, Condition, Then, Else), if(Arrow, Condition, Then), where Arrow is `->` or
%   `*->`, not(Goal) and once(Goal). `not/1`, `forall/2` or `ignore/1` is none in a program that defines
%   it.

construct(Goal, Context, Construct) :-
    construct_(Goal, Construct0),
    \+ redefined(Goal, Context),
    Construct = Construct0.

construct_((_, _), conjunction).
construct_(true, conjunction).
construct_(!, cut).
construct_((If ; Else), Construct) :-
    (   conditional(If)
    ->  If =.. [Arrow,Condition,Then],
        Construct = if(Arrow, Condition, Then, Else)
    ;   Construct = disjunction
    ).
construct_('|'(Left, Right), Construct) :-
    construct_((Left ; Right), Construct).
construct_((Condition -> Then), if(->, Condition, Then)).
construct_((Condition *-> Then), if(*->, Condition, Then)).
construct_(\+ Goal, not(Goal)).
construct_(not(Goal), not(Goal)).
construct_(forall(Condition, Action), not((Condition, \+ Action))).
construct_(once(Goal), once(Goal)).
construct_(ignore(Goal), if(->, Goal, true, true)).

redefined(Goal, context(Predicates, _)) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [not/1, forall/2, ignore/1]),
    defines(Predicates, Name/Arity).

%!  shared_variables(+Construct, +Outside, -Shared) is det.
%
%   Unify Shared with the variables that occur in both terms, in the order of Construct.

shared_variables(Construct, Outside, Shared) :-
    occurs_outside([Construct,Outside], Table),
    shared_by_table(Construct, Table, Shared).

%!  occurs_outside(+Items, -Table) is det.
%
%   Unify Table with what shared_by_table/3 needs to know of the terms Items: the variables that occur
%   in at least two of them. No variable may be bound while it is used.

occurs_outside(Items, Table) :-
    maplist(term_variables, Items, Lists),
    append(Lists, Variables0),
    msort(Variables0, Variables),
    clumped(Variables, Clumps),
    convlist(repeated, Clumps, Repeated),
    list_to_assoc(Repeated, Table).

repeated(Variable-Count, Variable-Variable) :-
    Count > 1.

%!  shared_by_table(+Construct, +Table, -Shared) is det.
%
%   As shared_variables/3, where Construct is one of the items of an occurs_outside/2 and the others are
%   outside. The time depends on the length of Construct, and not on the number of items.

shared_by_table(Construct, Table, Shared) :-
    term_variables(Construct, Variables),
    convlist(looked_up(Table), Variables, Shared).

looked_up(Table, Key, Value) :-
    get_assoc(Key, Table, Value).

%!  name_table(+Names, -Table) is det.
%
%   Unify Table with what named_variables/3 needs to know of Names, terms Name=Variable. No variable
%   may be bound while it is used.

name_table(Names, Table) :-
    foldl(placed, Names, Keyed, 0, _),
    sort(1, @<, Keyed, Sorted),
    list_to_assoc(Sorted, Table).

placed(Name=Variable, Variable-(Place-(Name=Variable)), Place, Next) :-
    Next is Place + 1.

%!  named_variables(+Table, +Term, -Names) is det.
%
%   Unify Names with the members Name=Variable of a name_table/2 whose variable occurs in Term, in the
%   order of the table. The time depends on the length of Term, and not on the number of names.

named_variables(Table, Term, Names) :-
    (   empty_assoc(Table)
    ->  Names = []
    ;   term_variables(Term, Variables),
        convlist(looked_up(Table), Variables, Placed0),
        keysort(Placed0, Placed),
        pairs_values(Placed, Names)
    ).

%!  left_out_body(?Kind, ?Body) is nondet.
%
%   Body, a list of goals, stands for the body of a clause that is left out. Kind is `cut` if the
%   clause may have kept later ones from being used, else `plain`. No program can write such a goal.

left_out_body(plain, ['$left_out']).
left_out_body(cut, ['$left_out_cut']).
