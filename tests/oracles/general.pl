:- module(general,
          [ expand/2                    % +In, -Out
          ]).
:- use_module(engine(resolve/constants)).
:- use_module(engine(resolve/delays), [delay_all/1]).
:- use_module(engine(resolve/resolution)).
:- use_module(engine(resolve/tokens)).
:- use_module(engine(core/core), [engine/3, written/6]).

/** <module> The candidates of many resolvents, found by SWI-Prolog alone

In:  engine (two digits, base 0x4000), 1 if states carry an answer term, limit (two digits), then
     for each state: hidden clause and offset (two digits each), number of
     variables, number of tokens, number of goals, tokens.
Out: 0x10FFFF, then for each state: more (0 or 1), and in two digits each: candidates, builtin
     errors, inference limits, sub-proof limits, size limits; then for each candidate in two
     digits each: clause, number of tokens; then the tokens of all candidates,
     each starting with its number of goals.

The first code of Out forces the wide layout of the string.
*/

%!  expand(+In, -Out) is det.
%
%   Write one page of candidates for each state of In.

expand(In, Out) :-
    string_codes(In, [E1,E0,Answers,L1,L0|Codes]),
    digits(Engine, E1, E0),
    digits(Limit, L1, L0),
    states(Codes, Engine, Answers, Limit, Stats, Heads, Heads, Tokens, Tokens, []),
    string_codes(Out, [#wide|Stats]).

states([], _, _, _, Stats, Stats, Heads, Heads, Tokens, Tokens).
states([H1,H0,O1,O0,V,_,K|Codes], Engine, Answers, Limit,
       [More,N1,N0,A1,A0,B1,B0,C1,C0,D1,D0|Stats], Tail, Heads0, Heads, Tokens0, Tokens) :-
    digits(Hidden, H1, H0),
    digits(First, O1, O0),
    Last is First+Limit,
    engine(Engine, Hidden, Context),
    arg(#module, Context, Module),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    count_code(GoalCount, K),
    decode_terms(GoalCount, Codes, Codes1, Module, Variables, [Goal|Rest]),
    decode_delayed(Codes1, Codes3, Module, Variables, Delayed),
    decode_terms(Answers, Codes3, Codes2, Module, Variables, Answer),
    Page = page(0, 0),
    findall(Candidate,
            ( delay_all(Delayed),
              on_page(Goal, Rest, Answer, Context, Page, First, Last, Candidate) ),
            Candidates),
    counters(Context, counters(Errors, Limits, Subproofs, Sizes)),
    arg(2, Page, More),
    concatenation(Candidates, 0, N, Heads0, Heads1, Tokens0, Tokens1),
    digits(N, N1, N0),
    digits(Errors, A1, A0),
    digits(Limits, B1, B0),
    digits(Subproofs, C1, C0),
    digits(Sizes, D1, D0),
    states(Codes2, Engine, Answers, Limit, Stats, Tail, Heads1, Heads, Tokens1, Tokens).

%   decode_delayed(+Codes, -Rest, +Module, +Variables, -Goals) is det: the delayed goals of a state, behind the others in
%   Codes: a term '$delayed'(Goals), if there are any. Only programs that may delay goals have the symbol.

decode_delayed([Code|Codes], Rest, Module, Variables, Goals) :-
    Module:symbol(Code, '$delayed', 1),
    !,
    decode_terms(1, Codes, Rest, Module, Variables, [Goals]).
decode_delayed(Codes, Codes, _, _, []).

%   digits(?Number, ?High, ?Low) is det: High and Low are the two digits of 14 bits of Number, by
%   which it crosses as code points.

digits(Number, High, Low) :-
    integer(Number),
    !,
    High is Number >> 14,
    Low is Number /\ 0x3FFF.
digits(Number, High, Low) :-
    Number is High << 14 \/ Low.

%   One candidate, already encoded, so that findall/3 copies integers only.

on_page(Goal, Rest, Answer, Context, Page, First, Last, c(Clause,Length,Codes,Tail)) :-
    candidate(Goal, Rest, Context, Resolvent, Clause),
    arg(1, Page, N0),
    (   N0 >= Last
    ->  !,
        nb_setarg(2, Page, 1),
        fail
    ;   N is N0+1,
        nb_setarg(1, Page, N),
        N0 >= First
    ),
    written(Resolvent, Answer, Context, Codes, Tail, Length).

%   concatenation(+Candidates, +N0, -N, -Heads, ?Heads0, -Tokens, ?Tokens0) is det: count Candidates,
%   and put their heads and tokens one behind the other.

concatenation([], N, N, Heads, Heads, Tokens, Tokens).
concatenation([c(Clause,Length,Tokens0,Tokens1)|Candidates], N0, N,
              [C1,C0,L1,L0|Heads0], Heads, Tokens0, Tokens) :-
    digits(Clause, C1, C0),
    digits(Length, L1, L0),
    N1 is N0+1,
    concatenation(Candidates, N1, N, Heads0, Heads, Tokens1, Tokens).
