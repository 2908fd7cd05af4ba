:- module(meta_arguments,
          [ looks_at_module/3,          % +Head, +Goals, +Load
            separate_lambdas/3          % +Goals0, +Load, -Goals
          ]).

:- use_module(library(apply), [include/3, maplist/2, maplist/3, maplist/4]).
:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [contains_var/2, occurrences_of_var/3, sub_term/2]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module('../read/loads', [load_module/2, load_predicates/2]).

/** <module> Arguments that SWI-Prolog changes because they are called

A predicate that `:- meta_predicate p(0, ?)` declares gets user:G for G as its first argument. A clause that only
calls the argument, or passes it on to be called, does not see the difference. One that looks at it would.

Where a program imports library(yall), SWI-Prolog 9 makes a clause of its own of a lambda expression that is
called by a system predicate, or by one of a library that is imported too. That clause shares no variables with
the one that the expression stands in, but those in `{}`. Elsewhere, a lambda expression is copied when it is
called (made.pl), with the values that its variables have then.
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
    ;   contains_var(Variable, Goal)
    ),
    !.

modes(Goal, Predicates, Module, Modes) :-
    (   own_modes(Goal, Module, Modes)
    *-> true
    ;   native_modes(Goal, Predicates, Modes)
    ).

native_modes(Goal, Predicates, Modes) :-
    functor(Goal, Name, Arity),
    \+ defines(Predicates, Name/Arity),
    predicate_property(user:Goal, meta_predicate(Modes)).

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
    (   contains_var(Variable, Others)
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
    contains_var(Variable, Argument).

%!  separate_lambdas(+Goals0, +Load, -Goals) is semidet.
%
%   Goals are the goals Goals0 of a body, where lambda expressions that SWI-Prolog compiles have variables of
%   their own. Where the list of their parameters has a tail, the tail gets the parameters that it stands for. If
%   the tail occurs elsewhere and there is a disjunction, SWI-Prolog refuses some clauses, so it fails.

separate_lambdas(Goals0, Load, Goals) :-
    load_predicates(Load, Predicates),
    (   trie_lookup(Predicates, library(yall), _)
    ->  repeated_beside_disjunction(Goals0, Repeated),
        maplist(separated(Predicates), Goals0, Goals),
        maplist(var, Repeated)
    ;   Goals = Goals0
    ).

repeated_beside_disjunction(Goals, Repeated) :-
    (   sub_term(Term, Goals),
        nonvar(Term),
        Term = ( _ ; _ )
    ->  term_variables(Goals, Variables),
        include(is_repeated(Goals), Variables, Repeated)
    ;   Repeated = []
    ).

is_repeated(Goals, Variable) :-
    occurrences_of_var(Variable, Goals, Count),
    Count > 1.

separated(Predicates, Goal0, Goal) :-
    (   compound(Goal0),
        known_modes(Goal0, Predicates, Modes)
    ->  compound_name_arguments(Goal0, Name, Arguments0),
        compound_name_arguments(Modes, _, ModeList),
        maplist(separated(Predicates), ModeList, Arguments0, Arguments),
        compound_name_arguments(Goal, Name, Arguments)
    ;   Goal = Goal0
    ).

% known_modes(+Goal, +Predicates, -Modes) is semidet: Modes are the meta_predicate/1 modes of a predicate that is
% there while SWI-Prolog loads the program.

known_modes(_:_, _, :(?, 0)).
known_modes(Goal, Predicates, Modes) :-
    native_modes(Goal, Predicates, Modes),
    (   predicate_property(user:Goal, imported_from(Library)),
        Library \== system,
        \+ sub_atom(Library, 0, _, _, $)        % such as $bags, a part of the system
    ->  trie_lookup(Predicates, library(Library), _)
    ;   true
    ).

separated(Predicates, Mode, Argument0, Argument) :-
    (   var(Argument0)
    ->  Argument = Argument0
    ;   Mode == ^,
        Argument0 = Bound^Inner0
    ->  Argument = Bound^Inner,
        separated(Predicates, Mode, Inner0, Inner)
    ;   ( Mode == 0 ; Mode == ^ )
    ->  separated(Predicates, Argument0, Argument)
    ;   integer(Mode),
        compiled(Argument0, Mode, Free)
    ->  copy_term(Free-Argument0, Free-Argument1),
        with_body(Predicates, Argument1, Argument)
    ;   Argument = Argument0
    ).

with_body(Predicates, Lambda0, Lambda) :-
    (   Lambda0 = (Parameters>>Body0)
    ->  Lambda = (Parameters>>Body),
        separated(Predicates, Body0, Body)
    ;   Lambda = Lambda0
    ).

% compiled(+Lambda, +Count, -Free) is semidet: SWI-Prolog compiles Lambda where it gets Count arguments, and Free
% has the variables that it passes.

compiled(Lambda, Count, Free) :-
    nonvar(Lambda),
    (   Lambda = (Parameters0>>Body)
    ->  nonvar(Parameters0),
        (   Parameters0 = Free/Parameters
        ->  is_free(Free)
        ;   Parameters = Parameters0,
            Free = {}
        ),
        length(Given, Count),
        \+ Parameters \= Given,
        '$skip_list'(Known, Parameters, Tail),
        Left is Count-Known,
        length(Tail, Left)
    ;   Lambda = Free/Body,
        is_free(Free)
    ),
    strip_module(Body, _, Plain),
    callable(Plain).

is_free(Free) :-
    nonvar(Free),
    ( Free = {_} ; Free == {} ),
    !.
