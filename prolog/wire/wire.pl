:- module(wire,
          [ open_engine/3,              % +Engine, +Module, +Options
            close_engine/1,             % +Engine
            engine/3,                   % ?Engine, ?Hidden, -Context
            expand/2,                   % +In, -Out
            written/6,                  % +Resolvent, +Answer, +Context, -Codes, ?Tail, -Length
            share_symbols/2,            % +Program, +Module
            expand_compiled/1           % +Engine
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution').
:- use_module('../resolve/tokens').
:- use_module(library(lists), [member/2]).

/** <module> The candidates of many resolvents, through one string each way

In:  engine, flags (1: states carry an answer term), limit, then for each state:
     hidden clause and offset (two digits each, base 0x4000), number of
     variables, number of tokens, number of goals, tokens.
Out: 0x10FFFF, then for each state: candidates, more (0 or 1), builtin errors,
     inference limits, negation limits, size limits; then for each candidate: clause (two
     digits), number of tokens (two digits); then the tokens of all candidates,
     each starting with its number of goals.

The first code of Out forces the wide layout of the string. Pure: the same string
in gives the same string out.
*/

:- set_prolog_flag(optimise, true).

%!  engine(?Engine, ?Hidden, -Context) is nondet.
%
%   The context of an engine, fresh, with Hidden as the hidden clause.

:- dynamic
    engine/3.

%!  open_engine(+Engine, +Module, +Options) is det.
%
%   Let the integer Engine stand for the program in Module.
%
%   @arg Options  those of context/4

open_engine(Engine, Module, Options) :-
    context(Module, Options, Hidden, Context),
    retractall(engine(Engine, _, _)),
    assertz(engine(Engine, Hidden, Context)).

%!  close_engine(+Engine) is det.

close_engine(Engine) :-
    retractall(engine(Engine, _, _)).

%!  expand(+In, -Out) is det.
%
%   One page of candidates for each state of In.

expand(In, Out) :-
    string_codes(In, [Engine,Flags,Limit|Codes]),
    Answers is Flags /\ 1,
    states(Codes, Engine, Answers, Limit, Stats, Heads, Heads, Tokens, Tokens, []),
    string_codes(Out, [#wide|Stats]).

states([], _, _, _, Stats, Stats, Heads, Heads, Tokens, Tokens).
states([H1,H0,O1,O0,V,_,K|Codes], Engine, Answers, Limit,
       [N,More,Errors,Limits,Negations,Sizes|Stats], Tail, Heads0, Heads, Tokens0, Tokens) :-
    Hidden is H1*0x4000+H0,
    First is O1*0x4000+O0,
    Last is First+Limit,
    engine(Engine, Hidden, Context),
    arg(#module, Context, Module),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    count_code(GoalCount, K),
    decode_terms(GoalCount, Codes, Codes1, Module, Variables, [Goal|Rest]),
    decode_terms(Answers, Codes1, Codes2, Module, Variables, Answer),
    Page = page(0, 0),
    findall(Candidate,
            on_page(Goal, Rest, Answer, Context, Page, First, Last, Candidate),
            Candidates),
    counters(Context, counters(Errors, Limits, Negations, Sizes)),
    arg(2, Page, More),
    concatenation(Candidates, 0, N, Heads0, Heads1, Tokens0, Tokens1),
    states(Codes2, Engine, Answers, Limit, Stats, Tail, Heads1, Heads, Tokens1, Tokens).

%   One candidate, already encoded, so that findall/3 copies integers only.

on_page(Goal, Rest, Answer, Context, Page, First, Last, c(C1,C0,L1,L0,Codes,Tail)) :-
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
    written(Resolvent, Answer, Context, Codes, Tail, Length),
    L1 is Length >> 14,
    L0 is Length /\ 0x3FFF,
    C1 is Clause >> 14,
    C0 is Clause /\ 0x3FFF.

%!  written(+Resolvent, +Answer, +Context, -Codes, ?Tail, -Length) is semidet.
%
%   Codes-Tail are the Length tokens of the state, whose variables get numbered. What is cyclic,
%   cannot be written or is too long is no state: it is counted as lost.

written(Resolvent, Answer, Context, Codes, Tail, Length) :-
    finite(Context, Resolvent-Answer),
    catch(encoded(Resolvent, Answer, Context, Codes, Tail),
          error(_, _),                  % it cannot be written, or not in this memory
          lost_state(Context)),
    '$skip_list'(Length, Codes, _),
    (   arg(#max_tokens, Context, MaxTokens),
        Length > MaxTokens
    ->  lost_state(Context)
    ;   true
    ).

%   Without the occurs check terms may be cyclic: those are no states.

finite(Context, Term) :-
    (   arg(#sound, Context, finite)
    ->  (   acyclic_term(Term)
        ->  true
        ;   lost_state(Context)
        )
    ;   true
    ).

encoded(Resolvent, Answer, Context, [K|Codes], Tail) :-
    arg(#module, Context, Module),
    length(Resolvent, GoalCount),
    count_code(GoalCount, K),
    number_variables(Resolvent-Answer),
    encode_terms(Resolvent, Module, Codes, Codes1),
    encode_terms(Answer, Module, Codes1, Tail).

concatenation([], N, N, Heads, Heads, Tokens, Tokens).
concatenation([c(C1,C0,L1,L0,Tokens0,Tokens1)|Candidates], N0, N,
              [C1,C0,L1,L0|Heads0], Heads, Tokens0, Tokens) :-
    N1 is N0+1,
    concatenation(Candidates, N1, N, Heads0, Heads, Tokens1, Tokens).

%!  share_symbols(+Program, +Module) is det.
%
%   Tell the compiled wire, which must be loaded, the symbols of Module.
%
%   @error wire_mismatch(Name, Value) if wire.h has Value for a constant, and constants.pl has not

share_symbols(Program, Module) :-
    wire_constants(Pairs),
    forall(member(Name=Value, Pairs), same_constant(Name, Value)),
    forall(Module:symbol(Id, Name, Arity),
           wire_symbol(Program, Id, Name, Arity)).

same_constant(Name0, Value) :-
    downcase_atom(Name0, Name),
    (   constant(Name, Value)
    ->  true
    ;   throw(error(wire_mismatch(Name, Value),
                    context(wire:share_symbols/2, 'wire.h and constants.pl differ')))
    ).

%!  expand_compiled(+Engine) is det.
%
%   As expand/2, from and to the target that the calling thread has set with
%   wire_target() of wire.c.

expand_compiled(Engine) :-
    engine(Engine, _, Context),
    arg(#sound, Context, Sound),
    arg(#max_tokens, Context, MaxTokens),
    wire_limits(Sound, MaxTokens),
    (   plain(Context, Module)
    ->  plain_states(Module)
    ;   other_states(Engine)
    ).

%   No builtins, cuts, duplicate facts or functors: a step is one look-up.

plain(Context, Module) :-
    arg(#module, Context, Module),
    arg(#guards, Context, false),
    arg(#sound, Context, flat),
    arg(#builtins, Context, false),
    arg(#twins, Context, false).

plain_states(Module) :-
    wire_next_goal(Goal, Hidden, Variables),
    plain_page(Goal, Hidden, Variables, Module),
    fail.
plain_states(_).

plain_page('$query'(Body), _, Variables, _) :-
    !,
    ignore(wire_emit(Body, #query_clause, Variables)).
plain_page(Goal, Hidden, Variables, Module) :-
    Module:res(Goal, Body, [], Clause),
    Clause =\= Hidden,
    wire_emit(Body, Clause, Variables),
    !.

other_states(Engine) :-
    wire_next(Goal, Rest, Hidden, Variables),
    engine(Engine, Hidden, Context),
    other_page(Goal, Rest, Variables, Context),
    wire_done(Context),
    fail.
other_states(_).

other_page(Goal, Rest, Variables, Context) :-
    candidate(Goal, Rest, Context, Resolvent, Clause),
    wire_emit(Resolvent, Clause, Variables),
    !.
other_page(_, _, _, _).
