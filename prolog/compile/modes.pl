:- module(modes,
          [ looks_at_module/3           % +Head, +Goals, +Load
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [occurrences_of_var/3]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module('../read/loads', [load_module/2, load_predicates/2]).

/** <module> Arguments that meta_predicate/1 lets SWI-Prolog qualify

A predicate that `:- meta_predicate p(0, ?)` declares gets user:G for G as its first argument. A clause that only
calls the argument, or passes it on to be called, does not see the difference. One that looks at it would.
*/

%!  looks_at_module(+Head, +Goals, +Load) is semidet.
%
%   True if the clause with Head and the list Goals looks at an argument that SWI-Prolog would qualify.

looks_at_module(Head0, Goals, Load) :-
    load_module(Load, Module),
    \+ \+ Module:modes(_),
    (   Head0 = _:Head
    ->  true
    ;   Head = Head0
    ),
    compound(Head),
    own_modes(Head, Module, Modes),
    load_predicates(Load, Predicates),
    arg(Position, Modes, Mode),
    is_qualified(Mode),
    arg(Position, Head, Argument),
    (   nonvar(Argument)
    ;   occurrences_of_var(Argument, Head, Count),
        Count > 1
    ;   member(Goal, Goals),
        looks_at(Goal, Argument, Predicates, Module)
    ),
    !.

%   own_modes(+Goal, +Module, -Modes) is nondet: there may be several declarations, of one module or of two. An
%   argument that one of them qualifies may be qualified.

own_modes(Goal, Module, Modes) :-
    functor(Goal, Name, Arity),
    functor(Modes, Name, Arity),
    Module:modes(Modes).

is_qualified(Mode) :-
    ( integer(Mode) ; Mode == (:) ; Mode == (^) ; Mode == (//) ),
    !.

% looks_at(+Goal, +Variable, +Predicates, +Module) is semidet: Goal does more with Variable than to call it.

looks_at(Goal, Variable, Predicates, Module) :-
    compound(Goal),
    (   Goal = _:Inner
    ->  looks_at(Inner, Variable, Predicates, Module)
    ;   modes(Goal, Predicates, Module, Modes)
    *-> arg(Place, Modes, Mode),
        arg(Place, Goal, Argument),
        looks_at(Mode, Argument, Variable, Predicates, Module)
    ;   has(Goal, Variable)
    ),
    !.

modes(Goal, Predicates, Module, Modes) :-
    (   own_modes(Goal, Module, Modes)
    *-> true
    ;   functor(Goal, Name, Arity),
        \+ defines(Predicates, Name/Arity),
        predicate_property(user:Goal, meta_predicate(Modes))
    ).

looks_at(Mode, Argument, _, _, _) :-
    var(Argument),
    is_qualified(Mode),
    !,
    fail.
looks_at(Mode, Argument, Variable, Predicates, Module) :-
    integer(Mode),
    nonvar(Argument),
    Argument = Parameters>>Body,
    nonvar(Parameters),
    !,
    (   Parameters = _/Others
    ->  true
    ;   Others = Parameters
    ),
    (   has(Others, Variable)
    ->  true
    ;   looks_at(Body, Variable, Predicates, Module)
    ).
looks_at(Mode, Argument, Variable, Predicates, Module) :-
    nonvar(Argument),
    ( Mode == 0 ; Mode == (^) ; Mode == (//) ),
    !,
    (   Mode == (^),
        Argument = _^Inner
    ->  looks_at(Mode, Inner, Variable, Predicates, Module)
    ;   looks_at(Argument, Variable, Predicates, Module)
    ).
looks_at(_, Argument, Variable, _, _) :-
    has(Argument, Variable).

has(Term, Variable) :-
    occurrences_of_var(Variable, Term, Count),
    Count > 0.
