:- module(asking,
          [ question/2,                 % +In, -Question
            answers/5,                  % +Question, :Search, :Within, -Found, -Reason
            answer_key/3,               % +Answer, +Context, -Key
            derivation/4,               % +Goals, +Context, +Ids, -Choices
            reply/4,                    % +Question, +Found, +Reason, -Out
            end_reason/2,               % +Error, -Reason
            asked_engine/4,             % +In, -Context, -Module, -Codes
            numbers/4,                  % +Count, +Codes0, -Codes, -Numbers
            digits/4,                   % +Count, +Number, -Codes, ?Tail
            key_codes/3                 % +Key, -Codes, ?Tail
          ]).
:- use_module(compiled_candidates).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [candidate/5, checked_later/2, counters/2, is_counted/3,
                                          lost_state/1, note_error/2]).
:- use_module('../resolve/tokens').
:- use_module('../core/core', [engine/3, written/6]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> Questions to a search that runs in Prolog as a whole, and its replies

In:  engine (two digits, base 0x4000), limit on inferences (three), answers wanted and hidden clause
     (two each), number of variables, number of goals (1), tokens of the root and its answer.
Out: 0x10FFFF, reason, inferences (three digits), builtin errors, inference limits, sub-proof limits,
     size limits; then for each answer, in the order in which they were found: inferences until
     then (three digits), number of choices (two digits), the choices (two digits each), number of
     tokens of the final state (two digits), the tokens. A choice is the place of the candidate
     among all solutions of its step.

The reason is 0 if there is nothing left to try, 1 if the limit is reached, 2 if memory is, 3 if the
program raised an error, 4 if there are as many answers as were wanted. The same question gives the
same reply; so a search goes on by being asked again, with a larger limit.

A question is a term question(Context, Goals, Answer, Limit, Wanted, Counter, Module), where Counter
is a term with the inferences made, and with the inferences spent on keys of answers among them.
*/

:- set_prolog_flag(optimise, true).

:- meta_predicate
    answers(+, 1, 1, -, -).

%!  question(+In, -Question) is det.
%
%   Decode a question.

question(In, question(Context, Goals, Answer, Limit, Wanted, inferences(0, 0), Module)) :-
    string_codes(In, Codes2),
    numbers(1, Codes2, [L2,L1,L0|Codes3], [Engine]),
    Limit is (L2 << 14 \/ L1) << 14 \/ L0,
    numbers(2, Codes3, [V,1|Codes], [Wanted,Hidden]),
    engine(Engine, Hidden, Context),
    arg(#module, Context, Module),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    decode_terms(1, Codes, Codes1, Module, Variables, Goals),
    decode_terms(1, Codes1, [], Module, Variables, [Answer]).

%!  answers(+Question, :Search, :Within, -Found, -Reason) is det.
%
%   Unify Found with terms found(Inferences, Choices, Key) for the answers that call(Search, Choices)
%   gives, without variants; see answer_key/3. Each is a solution of a goal that is given to
%   call(Within, Goal), which may bound it; the work on an answer is outside the bound.

answers(Question, Search, Within, Found, Reason) :-
    setup_call_cleanup(trie_new(Trie),
                       ( findall(Why, reason(Question, Search, Within, Trie, Why), [Reason]),
                         findall(found(Inferences, Choices, Key),
                                 trie_gen(Trie, Key, after(Inferences, Choices)),
                                 Found0)
                       ),
                       trie_destroy(Trie)),
    msort(Found0, Found).

reason(Question, Search, Within, Trie, Reason) :-
    (   catch(collected(Question, Search, Within, Trie), Error, ended_by(Error, Question, Reason))
    ->  (   nonvar(Reason)
        ->  true
        ;   Reason = 4
        )
    ;   Reason = 0
    ).

ended_by(Error, Question, Reason) :-
    end_reason(Error, Reason),
    (   Reason == 3
    ->  arg(1, Question, Context),
        note_error(Error, Context)
    ;   true
    ).

%!  end_reason(+Error, -Reason) is det.
%
%   Reason is why a search ends that has raised Error; throw what ends the call from outside (interrupts.py).

end_reason(inferences_used_up, 1) :- !.
end_reason(error(resource_error(_), Where), 2) :-
    nonvar(Where),                      % else a call of the program would exceed a limit of ours
    !.
end_reason('$aborted', 2) :- !.         % no stack was left for the error itself
end_reason(unwind(abort), 2) :- !.      % as of SWI-Prolog 9.1
end_reason(error(_, _), 3) :- !.
end_reason(Ball, _) :-
    throw(Ball).

%   collected(+Question, :Search, :Within, +Trie) is semidet: true once Trie holds all that was
%   wanted.

collected(Question, Search, Within, Trie) :-
    Question = question(Context, _, Answer, _, Wanted, Counter, _),
    Count = count(0),
    call(Within, asking:found(Search, Choices)),
    counted_key(Answer, Context, Counter, Key),
    \+ trie_lookup(Trie, Key, _),
    arg(1, Counter, Inferences),
    trie_insert(Trie, Key, after(Inferences, Choices)),
    arg(1, Count, N0),
    N is N0+1,
    nb_setarg(1, Count, N),
    N >= Wanted,
    !.

found(Search, Choices) :-
    call(Search, Choices).

counted_key(Answer, Context, Counter, Key) :-
    statistics(inferences, Before),
    findall(Key0, answer_key(Answer, Context, Key0), Keys),
    statistics(inferences, After),
    arg(2, Counter, N0),
    N is N0+After-Before,
    nb_setarg(2, Counter, N),
    Keys = [Key].

%!  answer_key(+Answer, +Context, -Key) is semidet.
%
%   Unify Key with the tokens of the final state as a string, which is equal for variants. An answer
%   that is no state is counted as lost: a trie would be given terms of any size and depth.

answer_key(Answer, Context, Key) :-
    arg(#max_tokens, Context, MaxTokens),
    MaxCells is 2*MaxTokens,            % no term of n cells has fewer than n/2 tokens
    (   '$term_size'(Answer, MaxCells, _)
    ->  true
    ;   lost_state(Context)
    ),
    findall(Key0,
            ( written([], [Answer], Context, Tokens, [], _),
              string_codes(Key0, Tokens)
            ),
            [Key]).

%!  derivation(+Goals, +Context, +Ids, -Choices) is nondet.
%
%   Choices are the places of the candidates by which the clauses Ids resolve Goals, and what follows
%   from them, until nothing is left. Goals are bound accordingly.

derivation(Goals, Context0, Ids, Choices) :-
    checked_later(Context0, Context1),
    length(Ids, Count),
    compile_candidates(Count, Context1, Context),
    (   arg(#compiled, Context, true)
    ->  catch(derivation_(Goals, Context, Ids, Choices), error(_, _), fail)
    ;   derivation_(Goals, Context, Ids, Choices)
    ),
    acyclic_term(Goals).
derivation(Goals, Context, Ids, Choices) :-
    (   arg(#sound, Context, true)
    ->  true
    ;   length(Ids, Count),
        Count > #most_compared
    ),
    derivation_(Goals, Context, Ids, Choices).

derivation_([], _, [], []).
derivation_([Goal|Rest], Context, [Id|Ids], Choices) :-
    (   compiled_candidate(Goal, Rest, Context, Place, Resolvent, Id, _)
    ->  Choices = [Place|Choices1],
        derivation_(Resolvent, Context, Ids, Choices1)
    ;   other_derivation(Goal, Rest, Context, Id, Ids, Choices)
    ).

other_derivation(Goal, Rest, Context, Id, Ids, [Solution|Choices]) :-
    Place = solution(-1),
    candidate(Goal, Rest, Context, Resolvent, Clause),
    (   Clause =:= Id
    ->  IsChosen = true
    ;   IsChosen = false
    ),
    is_counted(Goal, Context, IsChosen),
    arg(1, Place, Solution0),
    Solution is Solution0+1,
    nb_setarg(1, Place, Solution),
    IsChosen == true,
    derivation_(Resolvent, Context, Ids, Choices).

%!  reply(+Question, +Found, +Reason, -Out) is det.
%
%   Encode the reply to a question.

reply(question(Context, _, _, _, _, Counter, _), Found, Reason, Out) :-
    arg(1, Counter, Inferences),
    digits(3, Inferences, Codes, [Errors,Limits,Subproofs,Sizes|Tail]),
    foldl(found_codes, Found, Tail, []),
    counters(Context, counters(Errors0, Limits0, Subproofs0, Sizes0)),
    maplist(capped, [Errors0,Limits0,Subproofs0,Sizes0], [Errors,Limits,Subproofs,Sizes]),
    string_codes(Out, [#wide,Reason|Codes]).

%   choice_codes(+Choices, -Codes, ?Tail) is det: as digits/4, for millions of them.

choice_codes([], Codes, Codes).
choice_codes([Choice|Choices], [High,Low|Codes], Tail) :-
    High is Choice >> 14,
    Low is Choice /\ 0x3FFF,
    choice_codes(Choices, Codes, Tail).

capped(Count0, Count) :-
    Count is min(Count0, 0x3FFF).

found_codes(found(Inferences, Choices, Key), Codes, Tail) :-
    length(Choices, Count),
    digits(3, Inferences, Codes, Codes1),
    digits(2, Count, Codes1, Codes2),
    choice_codes(Choices, Codes2, Codes3),
    key_codes(Key, Codes3, Tail).

%!  key_codes(+Key, -Codes, ?Tail) is det.
%
%   Write the number of tokens of an answer (two digits), and the tokens.

key_codes(Key, Codes, Tail) :-
    string_codes(Key, Tokens),
    length(Tokens, Count),
    digits(2, Count, Codes, Codes1),
    append(Tokens, Tail, Codes1).

%!  asked_engine(+In, -Context, -Module, -Codes) is det.
%
%   Decode a question that begins with an engine; Codes are the others.

asked_engine(In, Context, Module, Codes) :-
    string_codes(In, Codes0),
    numbers(1, Codes0, Codes, [Engine]),
    engine(Engine, 0, Context),
    arg(#module, Context, Module).

%!  numbers(+Count, +Codes0, -Codes, -Numbers) is det.
%
%   Read Count natural numbers of two digits each; Codes are the codes behind them.

numbers(0, Codes, Codes, []) :- !.
numbers(Count, [High,Low|Codes0], Codes, [Number|Numbers]) :-
    Number is High << 14 \/ Low,
    Count1 is Count-1,
    numbers(Count1, Codes0, Codes, Numbers).

%!  digits(+Count, +Number, -Codes, ?Tail) is det.
%
%   Write a natural number as Count digits of base 0x4000, the highest first.

digits(0, _, Codes, Codes) :-
    !.
digits(N, Number, [Digit|Codes], Tail) :-
    N1 is N-1,
    Digit is (Number >> (14*N1)) /\ 0x3FFF,
    digits(N1, Number, Codes, Tail).
