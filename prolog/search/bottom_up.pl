:- module(bottom_up,
          [ derived_answer/2,           % +In, -Out
            derived_units/2             % +In, -Out
          ]).
:- use_module(asking, [answer_key/3, asked_engine/4, digits/4, key_codes/3, numbers/4, question/2]).
:- use_module(lemmas, [general_goal/4, goal_text/2]).
:- use_module(threads, [derived/6]).
:- use_module('../core/records', [records/3]).
:- use_module('../resolve/constants').
:- use_module(library(apply), [foldl/4]).

/** <module> What bottom-up search finds, derived again

bottom_up.c searches from the facts to the goal. It tells of answers, and of the units on the way, as the
clauses of their derivations. The engine derives them again, step by step: what cannot be derived is neither.
All numbers have two digits, base 0x4000.
*/

:- set_prolog_flag(optimise, true).

%!  derived_answer(+In, -Out) is det.
%
%   Derive an answer. In is a number of clauses, the clauses, and a question as in asking.pl. Out is 0x10FFFF,
%   the number of tokens of the answer, the tokens, and the place of each step, the query's first, among all
%   solutions of its step; only 0x10FFFF if there is no such derivation.

derived_answer(In, Out) :-
    string_codes(In, Codes0),
    numbers(1, Codes0, Codes1, [Count]),
    numbers(Count, Codes1, Codes, Ids),
    string_codes(Asked, Codes),
    question(Asked, question(Context, ['$query'(Goals)], Answer0, _, _, _, _)),
    (   derived(Goals-Answer0, Context, [#query_clause|Ids], any, Choices, Answer),
        answer_key(Answer, Context, Key)
    ->  key_codes(Key, Reply, Reply1),
        foldl(digits(2), Choices, Reply1, [])
    ;   Reply = []
    ),
    string_codes(Out, [#wide|Reply]).

%!  derived_units(+In, -Out) is det.
%
%   Write units. In is an engine, and for each unit a number of clauses, and the clauses. Out has a record for
%   each that is derived again: the unit, 1, and the clauses.

derived_units(In, Out) :-
    asked_engine(In, Context, Module, Codes),
    records([Text,1,IdsText],
            ( unit(Codes, Ids),
              Ids = [Id|_],
              Module:res(Head, _, [], Id),
              functor(Head, Name, Arity),
              functor(Goal, Name, Arity),
              general_goal(Goal, Ids, Context, Unit),
              goal_text(Unit, Text),
              atomic_list_concat(Ids, ' ', IdsText) ),
            Out).

unit(Codes0, Ids) :-
    numbers(1, Codes0, Codes1, [Count]),
    numbers(Count, Codes1, Codes, Ids0),
    (   Ids = Ids0
    ;   unit(Codes, Ids)
    ).
