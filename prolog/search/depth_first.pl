:- module(depth_first,
          [ depth_first/2               % +In, -Out
          ]).
:- use_module(asking).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [candidate/5, lost_state/1]).

/** <module> Depth-first search in clause order, as Prolog does it

What a program does without learning: the baseline of every evaluation.
*/

:- set_prolog_flag(optimise, true).

%!  depth_first(+In, -Out) is det.
%
%   Search depth first. In and Out are as in asking.pl; an inference is a candidate that is tried. A large
%   goal counts as more, as a large state does in C.

depth_first(In, Out) :-
    question(In, Question),
    answers(Question, depth_first:search(Question), call, Found, Reason),
    reply(Question, Found, Reason, Out).

%   search(+Question, -Choices) is nondet.

search(Question, Choices) :-
    Question = question(Context, Goals, _, Limit, _, Counter, _),
    proof(Goals, Context, Counter, Limit, Choices).

proof([], _, _, _, []).
proof([Goal|Rest], Context, Counter, Limit, [Solution|Choices]) :-
    (   '$term_size'(Goal, #max_cells, Cells)   % a program may double a term in each step
    ->  Place = solution(-1)
    ;   lost_state(Context)
    ),
    candidate(Goal, Rest, Context, Resolvent, _),
    arg(1, Place, Solution0),
    Solution is Solution0+1,
    nb_setarg(1, Place, Solution),
    is_finite(Context, Resolvent),
    arg(1, Counter, N0),
    (   N0 >= Limit
    ->  throw(inferences_used_up)
    ;   N is min(Limit, N0+1+(Cells // #cells_of_inference)*64),
        nb_setarg(1, Counter, N)
    ),
    proof(Resolvent, Context, Counter, Limit, Choices).

is_finite(Context, Resolvent) :-
    (   arg(#sound, Context, finite)
    ->  acyclic_term(Resolvent)
    ;   true
    ).
