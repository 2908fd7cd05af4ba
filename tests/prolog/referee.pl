/*  Plain SWI-Prolog as a referee for the packs; no part of the engine is used here.

    swipl referee.pl -- METHOD PROGRAM QUERIES LIMIT EVERY

    prints a line for every EVERYth query: the number that METHOD finds, or `none` if
    there is none up to LIMIT. A query with the label false is asked like any other.

    shortest   inferences of a shortest proof, by iterative deepening
    hidden     the same without the query's own fact
    plans      moves of a shortest plan, for plan(Stacks, Goal, Moves)
    rewriting  inferences of a scripted strategy for Robinson arithmetic, which names
               one clause of the program for each goal

    The query's own clause counts as one inference, a builtin as none.
*/

:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [nth1/3]).
:- use_module(library(readutil), [read_file_to_terms/3]).
:- use_module(library(yall), [(>>)/2]).
:- initialization(main, main).

main :-
    current_prolog_flag(argv, [Method, Program, Queries, LimitText, EveryText]),
    atom_number(LimitText, Limit),
    atom_number(EveryText, Every),
    load_files(program:Program, [silent(true)]),
    read_file_to_terms(Queries, Terms, []),
    forall(( nth1(Index, Terms, Term), Index mod Every =:= 0, query_goal(Term, Goal) ),
           report(Method, Goal, Limit)).

query_goal(query(Goal), Goal).
query_goal(query(Goal, _), Goal).

report(Method, Goal, Limit) :-
    (   found(Method, Goal, Limit, Number)
    ->  true
    ;   Number = none
    ),
    format("~w~n", [Number]).

%!  found(+Method, +Goal, +Limit, -Number) is semidet.

found(shortest, Goal, Limit, Number) :-
    shortest(Goal, [], Limit, Number).
found(hidden, Goal, Limit, Number) :-
    findall(Ref, clause(program:Goal, true, Ref), Hidden),
    shortest(Goal, Hidden, Limit, Number).
found(plans, plan(Stacks, Goal, Moves), Limit, Number) :-
    between(0, Limit, Number),
    length(Moves, Number),
    once(program:plan(Stacks, Goal, Moves)).
found(rewriting, Goal, Limit, Number) :-
    rewriting([Goal], 1, Limit, Number).

%   shortest: iterative deepening. Each goal that waits needs one inference at least.

shortest(Goal, Hidden, Limit, Number) :-
    between(2, Limit, Number),
    Budget is Number - 1,
    once(proved([Goal], 1, Budget, Hidden)).

proved([], 0, 0, _).
proved([Goal|Goals], Waiting, Budget, Hidden) :-
    (   predicate_property(Goal, built_in)
    ->  call(Goal),
        proved(Goals, Waiting, Budget, Hidden)
    ;   Waiting =< Budget,
        clause(program:Goal, Body, Ref),
        \+ memberchk(Ref, Hidden),
        body_goals(Body, Goals1, Goals),
        n_user_goals(Body, More),
        Waiting1 is Waiting - 1 + More,
        Budget1 is Budget - 1,
        proved(Goals1, Waiting1, Budget1, Hidden)
    ).

body_goals(true, Goals, Goals) :- !.
body_goals((A, B), Goals0, Goals) :- !,
    body_goals(A, Goals0, Goals1),
    body_goals(B, Goals1, Goals).
body_goals(Goal, [Goal|Goals], Goals).

n_user_goals(Body, N) :-
    body_goals(Body, Goals, []),
    exclude([Goal]>>predicate_property(Goal, built_in), Goals, User),
    length(User, N).

%   rewriting: the left side is rewritten from the outside in until both sides start
%   with s or are the same.

rewriting([], Number, _, Number).
rewriting([Goal|Goals], N0, Limit, Number) :-
    (   predicate_property(Goal, built_in)
    ->  call(Goal),
        rewriting(Goals, N0, Limit, Number)
    ;   N0 < Limit,
        Goal = eq(Left, Right),
        choice(Left, Right, Index),
        nth_clause(program:eq(_, _), Index, Ref),
        clause(program:Goal, Body, Ref),
        body_goals(Body, Goals1, Goals),
        N is N0 + 1,
        rewriting(Goals1, N, Limit, Number)
    ).

choice(Left, Right, Index) :-
    (   Left == Right
    ->  Index = 1                               % reflexivity
    ;   var(Right)
    ->  one_step(Left, Index)
    ;   functor(Left, _, 2)
    ->  Index = 9                               % transitivity
    ;   functor(Right, _, 2)
    ->  Index = 10                              % symmetry
    ;   Index = 2                               % congruence of s
    ).

one_step(plus(_, Y), Index) =>
    (   Y == o ->  Index = 5 ; Y = s(_) ->  Index = 6 ; Index = 3 ).
one_step(mul(_, Y), Index) =>
    (   Y == o ->  Index = 7 ; Y = s(_) ->  Index = 8 ; Index = 4 ).
one_step(_, Index) =>
    Index = 1.
