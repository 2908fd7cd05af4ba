:- module(flat,
          [ ensure_flat/1,              % +Module
            compile_flat/1,             % +Module
            expand_flat/2               % +In, -Out
          ]).
:- use_module(wire, [concatenation/7, digits/3, engine/3]).
:- use_module('../resolve/constants').
:- use_module('../resolve/tokens', [count_code/2]).

/** <module> The candidates of function-free resolvents, on tokens alone

For programs whose arguments are atoms, small integers and variables, every argument is one token,
so resolution works on lists of tokens: nothing is decoded into terms. The clause

    located_in(X, Z) :- neighbour_of(X, Y), located_in(Y, Z).

becomes, with tokens 19 and 20 for the predicates, a clause of a generated predicate

    p19(X, Z, R, [20,X,Y,19,Y,Z|R], 2, 4).

The wire is that of wire.pl, without the answer flag: the answer term, if any, is
the tail of the tokens. Same candidates, same order. Without the compiled wire the
steps of countries_s3 are 1.5 times, its expansions 2.0 times as fast as those of
wire.pl (medians of three runs by turns, bench/engine.py --wire prolog).
*/

:- set_prolog_flag(optimise, true).

%!  ensure_flat(+Module) is det.
%
%   Generate the predicates of Module unless they are there. Only engines without the compiled wire
%   need them.

ensure_flat(Module) :-
    (   current_predicate(Module:flat_clause/5)
    ->  true
    ;   compile_flat(Module)
    ).

%!  compile_flat(+Module) is det.
%
%   Generate the predicates of Module: flat_clause(P, Tokens, Resolvent, Goals, Clause) looks up
%   p<P>(Argument..., Rest, Resolvent, Goals, Clause). No name of the user's program is called.

compile_flat(Module) :-
    dynamic(Module:flat_clause/5),
    dynamic(Module:flat_predicate/2),
    forall(Module:res(Head, Body, [], Clause),
           add_flat(Module, Head, Body, Clause)),
    findall(Name/Arity, Module:flat_predicate(Name, Arity), Indicators),
    forall(member(Indicator, Indicators), compile_predicates([Module:Indicator])),
    (   Indicators == []
    ->  true                            % compile_predicates/1 wants clauses
    ;   compile_predicates([Module:flat_clause/5])
    ).

add_flat(Module, Head, Body, Clause) :-
    goal_tokens(Head, Module, [P|Arguments], []),
    body_tokens(Body, Module, Resolvent, Rest),
    length(Body, Count),
    append(Arguments, [Rest,Resolvent,Count,Clause], FlatArguments),
    format(atom(Name), 'p~d', [P]),
    length(FlatArguments, Arity),
    (   Module:flat_predicate(Name, Arity)
    ->  true
    ;   dynamic(Module:Name/Arity),
        assertz(Module:flat_predicate(Name, Arity)),
        length(Arguments, N),
        length(Called, N),
        append(Called, Tail, Tokens),
        append(Called, [Tail,R,K,C], CalledArguments),
        Goal =.. [Name|CalledArguments],
        assertz(Module:(flat_clause(P, Tokens, R, K, C) :- Goal))
    ),
    Fact =.. [Name|FlatArguments],
    assertz(Module:Fact).

body_tokens([], _, Tokens, Tokens).
body_tokens([Goal|Goals], Module, Tokens, Rest) :-
    goal_tokens(Goal, Module, Tokens, Tokens1),
    body_tokens(Goals, Module, Tokens1, Rest).

goal_tokens(Goal, Module, [P|Tokens], Rest) :-
    functor(Goal, Name, Arity),
    Module:symbol(P, Name, Arity),
    (   Arity == 0
    ->  Tokens = Rest
    ;   Goal =.. [_|Arguments],
        argument_tokens(Arguments, Module, Tokens, Rest)
    ).

argument_tokens([], _, Rest, Rest).
argument_tokens([Argument|Arguments], Module, [Token|Tokens], Rest) :-
    (   var(Argument)
    ->  Token = Argument
    ;   integer(Argument)
    ->  Token is #integer_base + Argument
    ;   Module:symbol(Token, Argument, 0)
    ),
    argument_tokens(Arguments, Module, Tokens, Rest).

%!  expand_flat(+In, -Out) is det.
%
%   Expand as expand/2 of wire.pl does. No state may start with the goal `$query`.

expand_flat(In, Out) :-
    string_codes(In, [E1,E0,_,L1,L0|Codes]),
    digits(Engine, E1, E0),
    digits(Limit, L1, L0),
    engine(Engine, 0, Context),
    arg(#module, Context, Module),
    arg(#max_tokens, Context, MaxTokens),
    states(Codes, Module-MaxTokens, Limit, Stats, Heads, Heads, Tokens, Tokens, []),
    string_codes(Out, [#wide|Stats]).

states([], _, _, Stats, Stats, Heads, Heads, Tokens, Tokens).
states([H1,H0,O1,O0,V,L,K|Codes], Module, Limit,
       [More,N1,N0,0,0,0,0,0,0,Lost1,Lost0|Stats], Tail, Heads0, Heads, Tokens0, Tokens) :-
    digits(First, O1, O0),
    Last is First+Limit,
    digits(Hidden, H1, H0),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    count_code(Length, L),
    count_code(GoalCount, K),
    read_tokens(Length, Codes, Variables, [P|State], Open, Codes1),
    Page = page(0, 0, 0),
    Behind is GoalCount-1,
    findall(Candidate,
            on_page(P, State, Open, Behind, Module, Hidden, Page, First, Last, Candidate),
            Candidates),
    arg(2, Page, More),
    arg(3, Page, Lost),
    digits(Lost, Lost1, Lost0),
    concatenation(Candidates, 0, N, Heads0, Heads1, Tokens0, Tokens1),
    digits(N, N1, N0),
    states(Codes1, Module, Limit, Stats, Tail, Heads1, Heads, Tokens1, Tokens).

%   The tokens end in a variable, so that concatenation is one unification.

read_tokens(0, Codes, _, Open, Open, Codes) :- !.
read_tokens(Count, [Code|Codes], Variables, [Token|Tokens], Open, Rest) :-
    (   Code < #variable_base
    ->  Token = Code
    ;   Code < #variable_end
    ->  I is Code - #variable_base + 1,
        arg(I, Variables, Token)
    ;   Token = Code
    ),
    Count1 is Count-1,
    read_tokens(Count1, Codes, Variables, Tokens, Open, Rest).

on_page(P, State, Open, Behind, Module-MaxTokens, Hidden, Page, First, Last,
        c(Clause,Length,[K|Tokens],Open)) :-
    Module:flat_clause(P, State, Tokens0, Count0, Clause),
    visible(Hidden, Clause, Module),
    Count1 is Behind+Count0,
    front(Tokens0, Count1, Tokens, Count),
    arg(1, Page, N0),
    (   N0 >= Last
    ->  !,
        nb_setarg(2, Page, 1),
        fail
    ;   N is N0+1,
        nb_setarg(1, Page, N),
        N0 >= First
    ),
    count_code(Count, K),
    term_variables(Tokens, Variables),
    number_variables(Variables, #variable_base),
    '$skip_list'(Length0, Tokens, _),
    Length is Length0+1,
    fits(Length, MaxTokens, Page).

%   A candidate that is too large is lost, and counted.

fits(Length, MaxTokens, _) :-
    Length =< MaxTokens,
    !.
fits(_, _, Page) :-
    arg(3, Page, Lost0),
    Lost is Lost0+1,
    nb_setarg(3, Page, Lost),
    fail.

visible(0, _, _) :- !.
visible(Hidden, Clause, Module) :-
    Clause =\= Hidden,
    \+ Module:twin(Clause, Hidden).

%   Builtins in front run at once; their tokens are below 14.

front(Tokens, 0, Tokens, 0) :- !.
front([P|Tokens0], Count0, Tokens, Count) :-
    (   P < 14
    ->  run(P, Tokens0, Tokens1),
        Count1 is Count0-1,
        front(Tokens1, Count1, Tokens, Count)
    ;   Tokens = [P|Tokens0],
        Count = Count0
    ).

run(7, Tokens, Tokens).
run(10, [X,X|Tokens], Tokens).
run(11, [X,Y|Tokens], Tokens) :- X \= Y.
run(12, [X,Y|Tokens], Tokens) :- X == Y.
run(13, [X,Y|Tokens], Tokens) :- X \== Y.

%   The last variable is the open tail.

number_variables([_|[]], _) :- !.
number_variables([Variable|Variables], Variable) :-
    Token is Variable+1,
    number_variables(Variables, Token).
