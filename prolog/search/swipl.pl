:- module(swipl,
          [ swipl/2                     % +In, -Out
          ]).
:- use_module(asking).
:- use_module(bounded).
:- use_module(pausing, [with_flag/3]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [lost_state/1]).
:- use_module(library(lists), [member/2]).

/** <module> The program run by SWI-Prolog's own engine

The program runs as bounded.pl compiles it, with more slack than any run uses up: with Prolog's
indexing, Prolog's order and Prolog's count of inferences. An error of a builtin ends the search, as
it does in Prolog. Clauses that no derivation can follow from are left out.
*/

%!  swipl(+In, -Out) is det.
%
%   Search with SWI-Prolog's own engine. In and Out are as in asking.pl; inferences are those that
%   Prolog counts.

swipl(In, Out) :-
    question(In, Question),
    Question = question(Context, ['$query'(Goals)], _, _, _, _, Module),
    bounded_program(Module, plain),
    (   arg(#sound, Context, true)
    ->  Sound = true
    ;   Sound = false
    ),
    with_flag(occurs_check, Sound, found(Question, Goals, Module, Found0, Reason)),
    findall(found(Inferences, Choices, Key),
            ( member(found(Inferences, Ids, Key), Found0),
              choices(Ids, Question, Key, Choices)
            ),
            Found),
    reply(Question, Found, Reason, Out).

%   found(+Question, +Goals, +Module, -Found, -Reason) is det: Found has the ids of the clauses used
%   in the place of choices.

found(Question, Goals, Module, Found, Reason) :-
    bounded_query(Module, plain, Goals, #unlimited, Ids, Compiled),
    Start = start(0),
    answers(Question, swipl:search(Question, Start, Module:Compiled, Ids),
            swipl:within(Question), Found, Reason),
    count_inferences(Question, Start).

search(Question, Start, Compiled, Ids, [#query_clause|Ids]) :-
    arg(1, Question, Context),
    enter_run(Context, inf, _),
    statistics(inferences, Inferences),
    nb_setarg(1, Start, Inferences),
    call(Compiled),
    count_inferences(Question, Start),
    (   within_limit(Question, Start)   % call_with_inference_limit/3 begins anew behind each answer
    ->  true
    ;   throw(inferences_used_up)
    ).

within(Question, Goal) :-
    arg(4, Question, Limit),
    call_with_inference_limit(Goal, Limit, Result),
    (   Result == inference_limit_exceeded
    ->  throw(inferences_used_up)
    ;   true
    ).

count_inferences(Question, Start) :-
    Question = question(_, _, _, Limit, _, Counter, _),
    made(Question, Start, Made),
    Inferences is min(Limit, Made),
    nb_setarg(1, Counter, Inferences).

within_limit(Question, Start) :-
    arg(4, Question, Limit),
    made(Question, Start, Made),
    Made =< Limit.

made(question(_, _, _, _, _, Counter, _), start(Start), Made) :-
    statistics(inferences, Now),
    arg(2, Counter, OfKeys),
    Made is Now-Start-OfKeys.

choices(Ids, question(Context, Goals, Answer, _, _, _, _), Key, Choices) :-
    (   derivation(Goals, Context, Ids, Choices),
        answer_key(Answer, Context, Key)
    ->  true
    ;   lost_state(Context)
    ).
