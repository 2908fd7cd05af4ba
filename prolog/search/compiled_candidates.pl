:- module(compiled_candidates,
          [ compile_candidates/3,       % +Count, +Context0, -Context
            compiled_candidate/7,       % +Goal, +Rest, +Context, ?Place, -Resolvent, ?Clause, -Goals
            move_at/7                   % +Place, +Goal, +Rest, +Context, -Resolvent, -Clause, -Goals
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [begin_front/2, front/3, resolved/5, run/3, runs_at_once/3]).
:- use_module(bounded, [cut_of/3, in_place/4, is_builtin/3]).
:- use_module(pausing, [alone/2, with_flag/3]).
:- use_module(library(lists), [append/3]).

/** <module> Candidates of goals, compiled

A derivation of many steps is done again faster where its clauses are compiled to one predicate, whose solutions
are the candidates of a goal, with the builtins in front of a body in place. Where a builtin may have several
solutions or runs a sub-proof, the candidates are left to resolution.pl, except in an MDP.
*/

:- set_prolog_flag(optimise, true).

%!  compile_candidates(+Count, +Context0, -Context) is det.
%
%   Context is Context0 for a derivation of Count steps: compiled if that is worth the time, and the program
%   has no goals that wait; or for moves where the program is an MDP that has met no error.

compile_candidates(Count, Context0, Context) :-
    Context0 = #context([module=Module, hidden=Hidden, delays=Delays]),
    predicate_property(Module:res(_, _, _, _), number_of_clauses(ClauseCount)),
    (   Delays == true
    ->  Context = Context0
    ;   current_predicate(Module:symbol/3),
        Module:symbol(_, '$state', _)
    ->  (   current_predicate(Module:first_error/2),
            Module:first_error(_, _)
        ->  Context = Context0
        ;   marked(Context0, moves, Context)
        )
    ;   Hidden =:= 0,
        Count > #most_compared,
        Count > ClauseCount
    ->  alone(compiled_candidates, compile(Module)),
        marked(Context0, true, Context)
    ;   Context = Context0
    ).

marked(Context0, Mark, Context) :-
    duplicate_term(Context0, Context),
    nb_setarg(#compiled, Context, Mark).

compile(Module) :-
    (   current_predicate(Module:'compiled:candidate'/6)
    ->  true
    ;   dynamic(Module:'compiled:candidate'/6),
        with_flag(optimise, true,
                  forall(Module:res(Head, Body, [], Id), compile_clause(Head, Body, Id, Module))),
        compile_predicates([Module:'compiled:candidate'/6])
    ).

%   'compiled:candidate'(Goal, Rest, Id, Resolvent, Goals, Kind) has the arguments of candidate/6. Kind is
%   `whole`, or `rest` if the builtins in front of Resolvent, which is Rest then, are to be run, or `left` if
%   the candidate is left to resolution.pl.

compile_clause(Head, Body, Id, Module) :-
    cut_of(Module, Id, Where),
    (   compiled_front(Where, Body, Module, Front, Goals, Resolvent1, Resolvent, Rest)
    ->  (   Resolvent == Rest
        ->  Kind = rest
        ;   Kind = whole
        ),
        Clause = ('compiled:candidate'(Head, Rest, Id, Resolvent1, Goals, Kind) :-
                      Front, Resolvent1 = Resolvent)
    ;   Clause = 'compiled:candidate'(Head, _, Id, _, _, left)
    ),
    catch(assertz(Module:Clause),
          error(type_error(_, _), _),    % arithmetic that cannot be compiled
          assertz(Module:'compiled:candidate'(Head, _, Id, _, _, left))).

compiled_front(none, Body, Module, Front, Goals, Behind, Resolvent, Rest) :-
    leading(Body, Module, Front, Goals, Behind, Resolvent, Rest).
compiled_front(front, Body, Module, (!, Front), Goals, Behind, Resolvent, Rest) :-
    leading(Body, Module, Front, Goals, Behind, Resolvent, Rest).
compiled_front(behind, [Segment|Body], Module, (Test, !, Front), [Segment|Goals], Behind, Resolvent,
               Rest) :-
    Segment = '$once'(_),
    in_place(Segment, Module, exact, Test),
    leading(Body, Module, Front, Goals, Behind, Resolvent, Rest).

%   leading(+Body, +Module, -Front, -Goals, ?Behind, -Resolvent, ?Rest) is semidet: Goals are the builtins in front
%   of Body, which Front runs, and then the variable Behind, which is to be bound to Resolvent: what is
%   behind them in Body, and then Rest. So the clause makes Resolvent once.

leading([], _, true, Behind, Behind, Rest, Rest).
leading([Goal|Body], Module, Front, Goals, Behind, Resolvent, Rest) :-
    (   is_builtin(Goal, Module, _)
    ->  in_place(Goal, Module, exact, Test),
        Front = (Test, Front1),
        Goals = [Goal|Goals1],
        leading(Body, Module, Front1, Goals1, Behind, Resolvent, Rest)
    ;   Front = true,
        Goals = Behind,
        append([Goal|Body], Rest, Resolvent)
    ).

%!  compiled_candidate(+Goal, +Rest, +Context, ?Place, -Resolvent, ?Clause, -Goals) is semidet.
%
%   True if the solution of candidate/6 at Place, counted from 0, or else the first one by Clause, is this one.
%   Fail where that is not known, too. Cycles are not looked for in what it binds, and an error of a builtin
%   is raised.

compiled_candidate(Goal, Rest, Context, Place, Resolvent, Clause, Goals) :-
    Context = #context([module=Module, compiled=true, sound=Sound]),
    Count = count(0),
    Module:'compiled:candidate'(Goal, Rest, Clause0, Resolvent0, Goals, Kind),
    front(Kind, Resolvent0, Clause0, Context, Resolvent, IsKnown),
    (   IsKnown == false
    ->  !,
        fail
    ;   arg(1, Count, Place0),
        (   nonvar(Place)
        ->  Place0 =:= Place
        ;   Clause0 =:= Clause
        )
    ->  !,
        Place = Place0,
        Clause = Clause0
    ;   Sound == later,
        \+ acyclic_term(Goal)
    ->  fail
    ;   arg(1, Count, Place0),
        Place1 is Place0+1,
        nb_setarg(1, Count, Place1),
        fail
    ).

front(whole, Resolvent, _, _, Resolvent, true).
front(left, _, _, _, _, false).
front(rest, Goals, Clause, Context, Resolvent, IsKnown) :-
    begin_front(Context, Clause),
    front(Goals, Context, Resolvent, IsKnown).

front([], _, [], true).
front([Goal|Goals], Context, Resolvent, IsKnown) :-
    (   runs_at_once(Goal, Context, Kind)
    ->  (   memberchk(Kind, [direct, det, else])
        ->  run(Kind, Goal, Context),
            front(Goals, Context, Resolvent, IsKnown)
        ;   IsKnown = false
        )
    ;   Resolvent = [Goal|Goals],
        IsKnown = true
    ).

%!  move_at(+Place, +Goal, +Rest, +Context, -Resolvent, -Clause, -Goals) is semidet.
%
%   The same for a state of an MDP, as if each move in front of the one at Place led to a candidate: their rewards and
%   what is observed behind them, which take most of the time, are not found. Where one of them is none, since
%   that raises an error or exceeds a limit, this is another candidate; a caller that fails with it tries again without.

move_at(Place, Goal, Rest, Context, Resolvent, Clause, Goals) :-
    arg(#compiled, Context, moves),
    compound(Goal),
    compound_name_arity(Goal, '$state', _),
    Count = count(0),
    resolved(Goal, Rest, Context, Goals, Clause),
    begin_front(Context, Clause),
    (   Goals = [IsOver,Move|Arrival],
        Move = '$each'(_, _)
    ->  front([IsOver,Move], Context, [])
    ;   Arrival = Goals,                % of a terminal state, with a reward
        \+ \+ front(Arrival, Context, _)
    ),
    arg(1, Count, Place0),
    (   Place0 =:= Place
    ->  !,
        front(Arrival, Context, Resolvent)
    ;   Place1 is Place0+1,
        nb_setarg(1, Count, Place1),
        fail
    ).
