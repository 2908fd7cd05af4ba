:- module(bodies,
          [ expect_body/1,              % +Goal
            with_bodies/3,              % +Goal0, +Predicates, -Goal
            with_arguments/4,           % :Replace, +Places, +Goal0, -Goal
            calls_bodies/2,             % ?Goal, ?Places
            ill_part/1                  % +Goal
          ]).
:- use_module(library(apply), [foldl/5]).
:- use_module(library(error), [type_error/2]).
:- use_module(library(lists), [member/2]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module(constants).
:- use_module(flat_dicts, [is_callable/1]).

:- meta_predicate
    with_arguments(2, +, +, -).

/** <module> Control constructs that are called as bodies

call/1 and its like compile a control construct as the body of a clause before any part of it runs. So
`call((p, 1))` raises an error and does not call p. The goal '$body'(Goal) is that test.
*/

%!  expect_body(@Goal) is det.
%
%   A control construct is called as the body of a clause: raise the error of call/1 if a part of it cannot be
%   a goal.

expect_body(Goal) :-
    (   body_parts(Goal, ill)
    ->  (   ill_module(Goal, Module)
        ->  type_error(module, Module)
        ;   type_error(callable, Goal)
        )
    ;   true
    ).

%!  with_bodies(+Goal0, +Predicates, -Goal) is semidet.
%
%   True if Goal0 calls control constructs as goals and one of them has a part that is no goal, or that is not
%   known. In Goal, a test of the whole construct stands in front of it.

with_bodies(Goal0, Predicates, Goal) :-
    nonvar(Goal0),
    calls_bodies(Goal0, Places),
    member(Place, Places),
    arg(Place, Goal0, Body),
    tested(Body, _),
    functor(Goal0, Name, Arity),
    \+ defines(Predicates, Name/Arity),
    !,
    with_arguments(tested_argument, Places, Goal0, Goal).

tested_argument(Argument0, Argument) :-
    (   tested(Argument0, Argument1)
    ->  Argument = Argument1
    ;   Argument = Argument0
    ).

tested(Body, Tested) :-
    nonvar(Body),
    (   ( Body = Qualifier^Inner, Tested = Qualifier^Tested0 ; Body = Qualifier:Inner, Tested = Qualifier:Tested0 )
    ->  tested(Inner, Tested0)
    ;   \+ ( Body = ( First, _ ), nonvar(First), First = '$body'(_) ),
        body_parts(Body, Parts),
        (   Parts == ill
        ->  Tested = '$body'(Body)
        ;   Tested = ( '$body'(Body), Body )
        )
    ).

%!  with_arguments(:Replace, +Places, +Goal0, -Goal) is det.
%
%   Goal is Goal0 with each argument at one of Places replaced by call(Replace, Argument0, Argument).

with_arguments(Replace, Places, Goal0, Goal) :-
    compound_name_arguments(Goal0, Name, Arguments0),
    foldl(with_argument(Replace, Places), Arguments0, Arguments, 1, _),
    compound_name_arguments(Goal, Name, Arguments).

with_argument(Replace, Places, Argument0, Argument, Place, Next) :-
    (   memberchk(Place, Places)
    ->  call(Replace, Argument0, Argument)
    ;   Argument = Argument0
    ),
    Next is Place+1.

%!  calls_bodies(?Goal, ?Places) is nondet.
%
%   The arguments at Places of the builtin Goal are called as bodies, behind any `^` and module.

#facts(calls_bodies(Goal, [1]), Goal,
       [call/1, once/1, ignore/1, not/1, assertion/1, with_output_to_chars/2, with_output_to_chars/3]).
#facts(calls_bodies(Goal, [2]), Goal,
       [findall/3, findall/4, bagof/3, setof/3, aggregate/3, aggregate_all/3, with_output_to/2]).
calls_bodies(aggregate_all(_, _, _, _), [3]).
calls_bodies(forall(_, _), [1,2]).
calls_bodies(catch(_, _, _), [1,3]).
calls_bodies(catch_with_backtrace(_, _, _), [1,3]).

%   body_parts(@Goal, -Parts) is semidet: Goal is a control construct with a part that is no goal (`ill`), or
%   otherwise with a part that is known when it is reached (`open`).

body_parts(Goal, Parts) :-
    nonvar(Goal),
    parts(Goal, _, _),
    (   ill_part(Goal)
    ->  Parts = ill
    ;   open_part(Goal)
    ->  Parts = open
    ).

parts((Left, Right), Left, Right).
parts((Left ; Right), Left, Right).
parts('|'(Left, Right), Left, Right).
parts((Left -> Right), Left, Right).
parts((Left *-> Right), Left, Right).
parts(\+ Goal, true, Goal).

%!  ill_part(@Goal) is semidet.
%
%   True if Goal is no goal, or a control construct with such a part.

ill_part(Goal) :-
    innermost(Goal, Part),
    is_ill(Part),
    !.

is_ill(Part) :-
    attvar(Part).                       % for SWI-Prolog 9.0.4, no variable
is_ill(Part) :-
    nonvar(Part),
    ( Part = _:_ ; \+ is_callable(Part) ; Part == [] ).

ill_module(Goal, Module) :-
    innermost(Goal, Part),
    nonvar(Part),
    Part = Module:_,
    !.

open_part(Goal) :-
    innermost(Goal, Part),
    var(Part),
    !.

%   innermost(@Goal, -Part) is nondet: Part is a part of Goal that is no control construct, from left to right; and
%   Module:Goal1 if Module cannot be the name of one.

innermost(Goal, Part) :-
    (   var(Goal)
    ->  Part = Goal
    ;   parts(Goal, Left, Right)
    ->  (   innermost(Left, Part)
        ;   innermost(Right, Part)
        )
    ;   Goal = Module:Inner,
        ( var(Module) ; atom(Module) )
    ->  innermost(Inner, Part)
    ;   Part = Goal
    ).
