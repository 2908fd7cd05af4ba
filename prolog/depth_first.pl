:- module(depth_first,
          [ depth_first/2               % +In, -Out
          ]).
:- use_module(resolution, [candidate/5]).
:- use_module(tokens).
:- use_module(wire, [engine/3]).

/** <module> Depth-first search in clause order, as Prolog does it

What a program does without learning: the baseline of every evaluation.
*/

:- set_prolog_flag(optimise, true).

%!  depth_first(+In, -Out) is det.
%
%   In:  engine, limit and hidden clause (two digits each, base 0x4000), number of variables,
%        number of goals (1) and tokens of the root.
%   Out: 0x10FFFF, whether the root has been refuted (0 or 1), inferences (two digits). The search
%        ends with the first refutation, when there is nothing left to try, when it has made Limit
%        inferences, or when it runs out of memory.

depth_first(In, Out) :-
    string_codes(In, [Engine,L1,L0,H1,H0,V,1|Codes]),
    Limit is L1*0x4000+L0,
    Hidden is H1*0x4000+H0,
    engine(Engine, Hidden, Context),
    arg(1, Context, Module),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    decode_terms(1, Codes, [], Module, Variables, Goals),
    Counter = inferences(0),
    (   catch(refutation(Goals, Context, Counter, Limit), Error, stop(Error))
    ->  Refuted = 1
    ;   Refuted = 0
    ),
    arg(1, Counter, Inferences),
    I1 is Inferences >> 14,
    I0 is Inferences /\ 0x3FFF,
    string_codes(Out, [0x10FFFF,Refuted,I1,I0]).

stop(Error) :-
    (   Error == inferences_used_up
    ->  fail
    ;   Error = error(resource_error(_), _)
    ->  fail
    ;   throw(Error)
    ).

refutation([], _, _, _).
refutation([Goal|Rest], Context, Counter, Limit) :-
    candidate(Goal, Rest, Context, Resolvent, _),
    is_finite(Context, Resolvent),
    arg(1, Counter, N0),
    (   N0 =:= Limit
    ->  throw(inferences_used_up)
    ;   N is N0+1,
        nb_setarg(1, Counter, N)
    ),
    refutation(Resolvent, Context, Counter, Limit).

is_finite(Context, Resolvent) :-
    (   arg(10, Context, finite)
    ->  acyclic_term(Resolvent)
    ;   true
    ).
