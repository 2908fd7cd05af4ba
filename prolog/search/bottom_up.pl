:- module(bottom_up,
          [ derived_answer/2,           % +In, -Out
            derived_units/2             % +In, -Out
          ]).
:- use_module(asking, [answer_key/3, digits/4, question/2]).
:- use_module(lemmas, [general_goal/4, goal_text/2]).
:- use_module(threads, [derived/6]).
:- use_module('../core/core', [engine/3]).
:- use_module('../core/records', [records/3]).
:- use_module('../resolve/constants').
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/3, member/2]).

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
    string_codes(In, [High,Low|Codes]),
    Count is High << 14 \/ Low,
    numbers(Count, Codes, Codes1, Ids),
    string_codes(Asked, Codes1),
    question(Asked, question(Context, ['$query'(Goals)], Answer0, _, _, _, _)),
    (   derived(Goals-Answer0, Context, [#query_clause|Ids], any, Choices, Answer),
        answer_key(Answer, Context, Key)
    ->  string_codes(Key, Tokens),
        length(Tokens, TokenCount),
        digits(2, TokenCount, Reply, Reply1),
        append(Tokens, Reply2, Reply1),
        foldl(digits(2), Choices, Reply2, [])
    ;   Reply = []
    ),
    string_codes(Out, [#wide|Reply]).

numbers(0, Codes, Codes, []) :- !.
numbers(Count, [High,Low|Codes0], Codes, [Number|Numbers]) :-
    Number is High << 14 \/ Low,
    Count1 is Count-1,
    numbers(Count1, Codes0, Codes, Numbers).

%!  derived_units(+In, -Out) is det.
%
%   Write units. In is an engine, and for each unit a number of clauses, and the clauses. Out has a record for
%   each that is derived again: the unit, 1, and the clauses.

derived_units(In, Out) :-
    string_codes(In, [High,Low|Codes]),
    Engine is High << 14 \/ Low,
    engine(Engine, 0, Context),
    arg(#module, Context, Module),
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

unit([High,Low|Codes0], Ids) :-
    Count is High << 14 \/ Low,
    numbers(Count, Codes0, Codes, Ids0),
    (   Ids = Ids0
    ;   unit(Codes, Ids)
    ).
