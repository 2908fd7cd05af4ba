:- module(lambdas,
          [ severed_lambda/5            % +Goal, +Clause, +Load, -What, -Fix
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [occurrences_of_var/3, sub_term/2]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module('../read/loads', [load_predicates/2]).

/** <module> Lambda expressions that SWI-Prolog compiles

Where a program imports library(yall), SWI-Prolog 9 makes a clause of each lambda expression that a goal of a
system predicate, or of a library that is imported too, calls. That clause shares no variables with the one
that it comes from but those in `{}`. Elsewhere, a lambda expression is copied when it is called (made.pl), with
the values that its variables have.
*/

%!  severed_lambda(+Goal, +Clause, +Load, -What, -Fix) is semidet.
%
%   True if Goal of Clause has a lambda expression that SWI-Prolog compiles without values that it would have
%   when it is called, or by which it binds a variable of Clause.

severed_lambda(Goal, Clause, Load, What, Fix) :-
    load_predicates(Load, Predicates),
    trie_lookup(Predicates, library(yall), _),
    sub_term(Call, Goal),
    compound(Call),
    calls_at_load(Call, Predicates, Lambda, Count),
    compiled(Lambda, Count, Free, Parameters),
    (   '$skip_list'(_, Parameters, Tail),
        Tail \== []
    ->  What = 'the list of parameters of a lambda expression has a tail',
        Fix = 'write all its parameters, as in [X,Y]>>p(X, Y)'
    ;   term_variables(Free, Passed),
        term_variables(Lambda, Variables),
        member(Variable, Variables),
        \+ ( member(Other, Passed), Other == Variable ),
        occurrences_of_var(Variable, Clause, All),
        occurrences_of_var(Variable, Lambda, Own),
        All > Own
    ->  What = 'a lambda expression shares variables with its clause, whose values SWI-Prolog does not pass',
        Fix = 'write these variables in front of its parameters: {N}/[X,Y]>>( Y is X + N )'
    ),
    !.

% calls_at_load(+Call, +Predicates, -Lambda, -Count) is nondet: Lambda is an argument that Call calls with Count
% more, and SWI-Prolog knows that as it loads the program.

calls_at_load(Call, Predicates, Lambda, Count) :-
    functor(Call, Name, Arity),
    predicate_property(user:Call, meta_predicate(Modes)),
    \+ defines(Predicates, Name/Arity),
    (   predicate_property(user:Call, imported_from(Library)),
        Library \== system
    ->  trie_lookup(Predicates, library(Library), _)
    ;   true
    ),
    arg(Place, Modes, Count),
    integer(Count),
    Count > 0,
    arg(Place, Call, Lambda).

% compiled(@Lambda, +Count, -Free, -Parameters) is semidet: SWI-Prolog compiles Lambda where it gets Count arguments.

compiled(Lambda, Count, Free, Parameters) :-
    nonvar(Lambda),
    (   Lambda = (Parameters0>>Body)
    ->  nonvar(Parameters0),
        (   Parameters0 = Free/Parameters
        ->  is_free(Free)
        ;   Parameters = Parameters0,
            Free = {}
        ),
        length(Given, Count),
        \+ Parameters \= Given
    ;   Lambda = Free/Body,
        is_free(Free),
        Parameters = []
    ),
    strip_module(Body, _, Plain),
    callable(Plain).

is_free(Free) :-
    nonvar(Free),
    ( Free = {_} ; Free == {} ),
    !.
