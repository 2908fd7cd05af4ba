:- module(deepening,
          [ open_deepening/2            % +In, -Out
          ]).
:- use_module(bounded).
:- use_module(threads, [open_search/3, tell_answer/4]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [reset_counters/1]).

/** <module> Iterative deepening over the length of derivations

A search in a thread (threads.pl) that runs the program as bounded.pl compiles it, with a growing
bound. The bound grows by one, and by more where an iteration does not take twice the inferences of
the one before. An iteration that takes many times as many is given up for a lower bound.
*/

:- set_prolog_flag(optimise, true).

%!  open_deepening(+In, -Out) is det.
%
%   Start a search; see open_search/3.

open_deepening(In, Out) :-
    open_search(deepening, In, Out).

prepare(_, question(_, _, _, _, _, _, Module)) :-
    bounded_program(Module, brisk).

%   all_answers(+This, -Reason) is det: tell of each answer; true when there is no other.

all_answers(This, 0) :-
    catch(all_answers_in(brisk, This), Error, true),
    (   var(Error)
    ->  true
    ;   Error = error(Formal, _),
        Formal \= resource_error(_)
    ->  This = search(question(_, _, _, _, _, _, Module), _, _, _),
        bounded_program(Module, careful),
        all_answers_in(careful, This)
    ;   throw(Error)
    ).

all_answers_in(Mode, This) :-
    This = search(question(_, ['$query'(Goals)], Answer, _, _, _, Module), _, _, _),
    copy_term(Goals-Answer, Root),
    bounded_query(Module, Mode, Goals, Slack, Ids, Compiled),
    iterations(0, 1, inf, 0, This, answer(Slack, Module:Compiled, Ids, Answer, Root, This)).

%   iterations(+Slack, +Step, +Most, +Last, +This, +Goal) is det: iterations from Slack on, which grew
%   by Step. The next one may give up clauses Most times; Last are the inferences of that before.

iterations(Slack0, Step0, Most, Last, This, Goal) :-
    This = search(question(Context, _, _, _, _, _, _), _, _, _),
    reset_counters(Context),
    statistics(inferences, Before),
    within(Context, Most, deepening:call(Goal, Slack0), Deficit),
    statistics(inferences, After),
    (   Deficit == none
    ->  true
    ;   Deficit == too_many
    ->  Step is Step0//2,
        Slack is Slack0-Step0+Step,
        most(Step, Last, Most1),
        iterations(Slack, Step, Most1, Last, This, Goal)
    ;   Made is After-Before,
        (   Made < 2*Last
        ->  Step1 is 2*Step0
        ;   Step1 is (Step0+1)//2
        ),
        Step is max(Step1, Deficit),
        Slack is Slack0+Step,
        most(Step, Made, Most1),
        iterations(Slack, Step, Most1, Made, This, Goal)
    ).

most(Step, Last, Most) :-
    (   Step =:= 1
    ->  Most = inf
    ;   Most is 4*max(1000, Last)
    ).

%   answer(?Slack, +Compiled, -Ids, +Answer, +Root, +This, +Slack0) is failure: tell of each answer that
%   Compiled gives with slack Slack0.

answer(Slack, Compiled, Ids, Answer, Root, This, Slack) :-
    call(Compiled),
    tell_answer(This, Answer, Root, Ids),
    fail.
