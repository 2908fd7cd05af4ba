:- module(storage,
          [ store_auxiliaries/2,        % +Load, +Auxiliaries
            add_clause/9,               % +Head, +Source, +Goals, +Cut, +Kind, +File, +Line, +Table, +Load
            store_clause/5,             % +Id, +Head, +Goals, +Cut, +Load
            store_clause/6,             % +Id, +Head, +Goals, +Body, +Rest, +Load
            store_fact/3,               % +Id, +Head, +Load
            note_flatness/2             % +Goals, +Load
          ]).

:- use_module(library(lists), [append/3, member/2]).
:- use_module('../resolve/constants').
:- use_module('../resolve/made', [inner_goals/4]).
:- use_module('../read/constructs', [name_table/2, named_variables/3]).
:- use_module('../read/loads', [add_fact/2, load_module/2, load_predicates/2, next_number/3, not_flat/1,
                                is_flat/2]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module('../builtins/builtins', [builtin/2]).

:- set_prolog_flag(optimise, true).

/** <module> Clauses in normal form as facts of the program's module, and whether it is function-free
*/

%!  store_auxiliaries(+Load, +Auxiliaries) is det.
%
%   Add the clauses of the auxiliary predicates to the program, each with the next id.

store_auxiliaries(Load, Auxiliaries) :-
    forall(( member(auxiliary(Kind, File, Line, Clauses, Names), Auxiliaries),
             name_table(Names, Table),
             member(clause(Head, Source, Goals, Cut), Clauses)
           ),
           add_clause(Head, Source, Goals, Cut, Kind, File, Line, Table, Load)).

%!  add_clause(+Head, +Source, +Goals, +Cut, +Kind, +File, +Line, +Table, +Load) is det.
%
%   Add a clause with the next id; Table is a name_table/2 of its variables.

add_clause(Head, Source, Goals, Cut, Kind, File, Line, Table, Load) :-
    next_number(Load, clause, Id),
    named_variables(Table, Head-Source, Names),
    add_fact(Load, clause_source(Id, Head, Source, Names, File, Line, Kind)),
    store_clause(Id, Head, Goals, Cut, Load).

%!  store_clause(+Id, +Head, +Goals, +Cut, +Load) is det.
%
%   Store the clause in normal form, and how it commits.

store_clause(Id, Head, Goals, Cut, Load) :-
    append(Goals, Rest, Body),
    store_clause(Id, Head, Goals, Body, Rest, Load),
    (   Cut == none
    ->  true
    ;   functor(Head, Name, Arity),
        add_fact(Load, cut(Id, Cut, Name, Arity))
    ).

%!  store_clause(+Id, +Head, +Goals, +Body, +Rest, +Load) is det.
%
%   Body-Rest is the normal form of Goals, if these are not in normal form already.

store_clause(Id, Head, Goals, Body, Rest, Load) :-
    load_module(Load, Module),
    assertz(Module:res(Head, Body, Rest, Id)),
    note_repeats(Id, Head, Module),
    note_order(Head, Load),
    note_flatness([Head|Goals], Load).

%!  store_fact(+Id, +Head, +Load) is det.
%
%   As store_clause/5. A program may have millions of them.

store_fact(Id, Head, Load) :-
    load_module(Load, Module),
    assertz(Module:res(Head, Rest, Rest, Id)),
    note_repeats(Id, Head, Module),
    note_order(Head, Load),
    (   is_flat(Load, true),
        compound(Head),
        compound_name_arity(Head, _, Arity),
        \+ flat_arguments(Arity, Head)
    ->  not_flat(Load)
    ;   true
    ).

% note_repeats(+Id, +Head, +Module): only a head with a variable that occurs twice can unify with a goal
% to a cyclic term.

note_repeats(Id, Head, Module) :-
    (   ground(Head)
    ->  true
    ;   term_singletons(Head, Once),
        term_variables(Head, All),
        Once == All
    ->  true
    ;   assertz(Module:repeats(Id))
    ).

% note_order(+Head, +Load): behind a clause that commits, the order of the clauses counts.

note_order(Head, Load) :-
    load_module(Load, Module),
    functor(Head, Name, Arity),
    (   Module:cut(_, _, Name, Arity)
    ->  not_flat(Load)
    ;   true
    ).

%!  note_flatness(+Goals, +Load) is det.
%
%   Call not_flat/1 unless the goals are function-free.

note_flatness(Goals, Load) :-
    (   is_flat(Load, true),
        load_predicates(Load, Predicates),
        \+ flat_goals(Goals, Predicates)
    ->  not_flat(Load)
    ;   true
    ).

flat_goals([], _).
flat_goals([Goal|Goals], Predicates) :-
    flat_goal(Goal, Predicates),
    flat_goals(Goals, Predicates).

flat_goal(Goal, Predicates) :-
    (   atom(Goal)
    ->  true
    ;   compound_name_arity(Goal, Name, Arity),
        \+ ( inner_goals(Goal, _, _, _) ; Name == '$each' ; Name == '$call' ),
        flat_arguments(Arity, Goal),
        (   builtin(Goal, _),
            \+ defines(Predicates, Name/Arity)
        ->  memberchk(Name/Arity, [(=)/2, (\=)/2, (==)/2, (\==)/2])
        ;   true
        )
    ).

flat_arguments(N, Goal) :-
    (   N =:= 0
    ->  true
    ;   arg(N, Goal, Argument),
        flat_argument(Argument),
        N1 is N-1,
        flat_arguments(N1, Goal)
    ).

flat_argument(Argument) :-
    (   var(Argument)
    ->  true
    ;   integer(Argument)
    ->  Argument >= #integer_least,
        Argument < #integer_end
    ;   atom(Argument)
    ).
