:- module(asking,
          [ question/2,                 % +In, -Question
            answers/5,                  % +Question, :Search, :Within, -Found, -Reason
            reply/4                     % +Question, +Found, +Reason, -Out
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [counters/2]).
:- use_module('../resolve/tokens').
:- use_module('../wire/wire', [engine/3, written/6]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> Questions to a search that runs in Prolog as a whole, and its replies

In:  engine, limit on inferences (three digits, base 0x4000), answers wanted and hidden clause (two
     digits each), number of variables, number of goals (1), tokens of the root and its answer.
Out: 0x10FFFF, reason, inferences (three digits), builtin errors, inference limits, negation limits,
     size limits; then for each answer, in the order in which they were found: inferences until
     then (three digits), number of choices (two digits), the choices (two digits each), number of
     tokens of the final state (two digits), the tokens. A choice is the place of the candidate
     among all solutions of its step.

The reason is 0 if there is nothing left to try, 1 if the limit is reached, 2 if memory is, 3 if the
program raised an error, 4 if there are as many answers as were wanted. The same question gives the
same reply; so a search goes on by being asked again, with a larger limit.

A question is a term question(Context, Goals, Answer, Limit, Wanted, Counter, Module), where Counter
is a term with the inferences made.
*/

:- set_prolog_flag(optimise, true).

:- meta_predicate
    answers(+, 1, 1, -, -).

%!  question(+In, -Question) is det.
%
%   Decode a question.

question(In, question(Context, Goals, Answer, Limit, Wanted, inferences(0), Module)) :-
    string_codes(In, [Engine,L2,L1,L0,W1,W0,H1,H0,V,1|Codes]),
    Limit is (L2 << 14 \/ L1) << 14 \/ L0,
    Wanted is W1 << 14 \/ W0,
    Hidden is H1 << 14 \/ H0,
    engine(Engine, Hidden, Context),
    arg(#module, Context, Module),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    decode_terms(1, Codes, Codes1, Module, Variables, Goals),
    decode_terms(1, Codes1, [], Module, Variables, [Answer]).

%!  answers(+Question, :Search, :Within, -Found, -Reason) is det.
%
%   Unify Found with terms found(Inferences, Choices, Answer) for the answers that call(Search,
%   Choices) gives, without variants. Run their collection once, as a goal that is given to
%   call(Within, Goal).

answers(Question, Search, Within, Found, Reason) :-
    setup_call_cleanup(trie_new(Trie),
                       ( findall(Why, reason(Question, Search, Within, Trie, Why), [Reason]),
                         findall(found(Inferences, Choices, Answer),
                                 trie_gen(Trie, Answer, after(Inferences, Choices)),
                                 Found0)
                       ),
                       trie_destroy(Trie)),
    msort(Found0, Found).

reason(Question, Search, Within, Trie, Reason) :-
    Collected = asking:collected(Question, Search, Trie),
    (   catch(call(Within, Collected), Error, stop(Error, Reason))
    ->  (   nonvar(Reason)
        ->  true
        ;   Reason = 4
        )
    ;   Reason = 0
    ).

stop(inferences_used_up, 1) :-
    !.
stop(error(resource_error(_), _), 2) :-
    !.
stop(error(Formal, _), 3) :-
    nonvar(Formal).

%   collected(+Question, :Search, +Trie) is semidet: true once Trie holds all that was wanted.

collected(Question, Search, Trie) :-
    Question = question(_, _, Answer, _, Wanted, Counter, _),
    Count = count(0),
    call(Search, Choices),
    \+ trie_lookup(Trie, Answer, _),
    arg(1, Counter, Inferences),
    trie_insert(Trie, Answer, after(Inferences, Choices)),
    arg(1, Count, N0),
    N is N0+1,
    nb_setarg(1, Count, N),
    N >= Wanted,
    !.

%!  reply(+Question, +Found, +Reason, -Out) is det.
%
%   Encode the reply to a question.

reply(question(Context, _, _, _, _, Counter, _), Found, Reason, Out) :-
    arg(1, Counter, Inferences),
    digits(3, Inferences, Codes, [Errors,Limits,Negations,Sizes|Tail]),
    found_codes(Found, Context, Tail),  % counts the answers that cannot be written
    counters(Context, counters(Errors0, Limits0, Negations0, Sizes0)),
    maplist(capped, [Errors0,Limits0,Negations0,Sizes0], [Errors,Limits,Negations,Sizes]),
    string_codes(Out, [#wide,Reason|Codes]).

capped(Count0, Count) :-
    Count is min(Count0, 0x3FFF).

found_codes([], _, []).
found_codes([found(Inferences, Choices, Answer)|Found], Context, Codes) :-
    (   written([], [Answer], Context, Tokens, [], TokenCount)
    ->  length(Choices, Count),
        digits(3, Inferences, Codes, Codes1),
        digits(2, Count, Codes1, Codes2),
        foldl(digits(2), Choices, Codes2, Codes3),
        digits(2, TokenCount, Codes3, Codes4),
        append(Tokens, Codes5, Codes4)
    ;   Codes5 = Codes
    ),
    found_codes(Found, Context, Codes5).

digits(0, _, Codes, Codes) :-
    !.
digits(N, Number, [Digit|Codes], Tail) :-
    N1 is N-1,
    Digit is (Number >> (14*N1)) /\ 0x3FFF,
    digits(N1, Number, Codes, Tail).
