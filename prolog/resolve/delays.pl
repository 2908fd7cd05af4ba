:- module(delays,
          [ delaying_goal/1,            % ?Goal
            delay_all/1,                % +Goals
            delayed_goals/2,            % +Term, -Goals
            without_delays/2,           % +Term, -Plain
            woken_goals/1               % -Goals
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(pairs), [pairs_keys_values/3, pairs_values/2]).

/** <module> Goals that wait for variables: dif/2, freeze/2 and when/2

Such a goal is an attribute of the variables that it waits for, while a state is resolved. So each
unification, in builtins and sub-proofs too, fails as soon as it makes the terms of a dif/2
identical, and wakes the goals of freeze/2 and when/2. These are not called here: woken_goals/1 gives
them as goals for the front of the resolvent. Between two steps the state has the goals themselves
(delayed_goals/2), those that can still be reached from it, in the order in which they were delayed.

The attribute is a list of terms delayed(Number, Kind, IsOver). Kind is dif(X, Y), or
until(Condition, Goal, Name) with the Name `freeze` or `when`; IsOver is bound when nothing waits.
*/

:- set_prolog_flag(optimise, true).

%!  delaying_goal(?Goal) is nondet.
%
%   True if Goal is the most general form of a goal that may wait.

delaying_goal(dif(_, _)).
delaying_goal(freeze(_, _)).
delaying_goal(when(_, _)).

%   What the builtins do, see own.pl.

differ(X, Y) :-
    delay(dif(X, Y)).

delay_until(Condition, Goal, Name) :-
    '$eval_when_condition'(Condition, _),       % raises the errors of when/2
    delay(until(Condition, Goal, Name)).

delay(Kind) :-
    (   nb_current(delays_count, Number)
    ->  true
    ;   Number = 0
    ),
    Number1 is Number+1,
    b_setval(delays_count, Number1),
    check(delayed(Number, Kind, _)).

%!  delay_all(+Goals) is det.
%
%   Delay the goals of a state, which delayed_goals/2 has given. For the start of a step.
%
%   @error representation_error(state) if a goal is no such goal

delay_all(Goals) :-
    b_setval(delays_count, 0),
    b_setval(delays_woken, []),
    maplist(delay_goal, Goals).

delay_goal(Goal) :-
    (   kind(Goal, Kind)
    ->  delay(Kind)
    ;   throw(error(representation_error(state), _))
    ).

kind(dif(X, Y), dif(X, Y)).
kind(freeze(X, Goal), until(nonvar(X), Goal, freeze)).
kind(when(Condition, Goal), until(Condition, Goal, when)).

%   check(+Delayed) is semidet: let it wait for its variables, or end it.

check(Delayed) :-
    Delayed = delayed(Number, Kind, IsOver),
    (   nonvar(IsOver)
    ->  true
    ;   outcome(Kind, Outcome),
        (   Outcome = waits(Variables)
        ->  maplist(attach(Delayed), Variables)
        ;   IsOver = true,
            (   Outcome = woken(Goal)
            ->  wake(Number, Goal)
            ;   true
            )
        )
    ).

%   outcome(+Kind, -Outcome) is semidet: Outcome is waits(Variables), woken(Goal) or `holds`.

outcome(dif(X, Y), Outcome) :-
    (   may_become_equal(X, Y)
    ->  differences(X, Y, Pairs),
        Pairs \== [],
        phrase(sides(Pairs), Variables),
        Outcome = waits(Variables)
    ;   Outcome = holds
    ).
outcome(until(Condition0, Goal, _), Outcome) :-
    open_part(Condition0, Condition),
    (   Condition == true
    ->  Outcome = woken(Goal)
    ;   term_variables(Condition, Variables),
        Outcome = waits(Variables)
    ).

%   may_become_equal(+X, +Y) is semidet: with the occurs check. A cyclic term is none of a state.

may_become_equal(X, Y) :-
    acyclic_term(X+Y),
    unifiable(X, Y, Unifier),
    (   ( Unifier == [] ; Unifier = [_=Value], \+ compound(Value) )
    ->  true
    ;   copy_term_nat(X+Y, X1+Y1),
        unify_with_occurs_check(X1, Y1)
    ).

%   differences(+X, +Y, -Pairs) is det: pairs of subterms at the same place, a variable on the left, for which
%   it is open whether they become equal. X and Y are unifiable. Terms that share their parts may be small, and
%   have more pairs than a state has room for.

differences(X, Y, Pairs) :-
    call_with_inference_limit(phrase(differences(X, Y), Pairs), 1_000_000, Result),
    (   Result == inference_limit_exceeded
    ->  throw(error(resource_error(cells), _))
    ;   true
    ).

differences(X, Y) -->
    (   { var(X) }
    ->  (   { X == Y }
        ->  []
        ;   [X-Y]
        )
    ;   { var(Y) }
    ->  [Y-X]
    ;   { compound(X),
          compound_name_arity(X, _, Arity),
          Arity > 0
        }
    ->  differences(1, Arity, X, Y)
    ;   []
    ).

differences(N, Arity, X, Y) -->
    { arg(N, X, X1),
      arg(N, Y, Y1)
    },
    (   { N =:= Arity }
    ->  differences(X1, Y1)
    ;   differences(X1, Y1),
        { N1 is N+1 },
        differences(N1, Arity, X, Y)
    ).

sides([]) --> [].
sides([Variable-Value|Pairs]) -->
    [Variable],
    (   { var(Value) }
    ->  [Value]
    ;   []
    ),
    sides(Pairs).

%   open_part(+Condition, -Open) is det: Open is the part of a condition of when/2 that is not true yet, or
%   `true`.

open_part(nonvar(X), Open) :-
    (   nonvar(X)
    ->  Open = true
    ;   Open = nonvar(X)
    ).
open_part(ground(Term), Open) :-
    (   ground(Term)
    ->  Open = true
    ;   Open = ground(Term)
    ).
open_part(?=(X, Y), Open) :-
    (   X \== Y,
        may_become_equal(X, Y)
    ->  Open = ?=(X, Y)
    ;   Open = true
    ).
open_part((Left0, Right0), Open) :-
    open_part(Left0, Left),
    open_part(Right0, Right),
    (   Left == true
    ->  Open = Right
    ;   Right == true
    ->  Open = Left
    ;   Open = (Left, Right)
    ).
open_part((Left0 ; Right0), Open) :-
    open_part(Left0, Left),
    open_part(Right0, Right),
    (   ( Left == true ; Right == true )
    ->  Open = true
    ;   Open = (Left ; Right)
    ).

%   awaited(+Open)// is det: an open condition does not become true before one of these variables is
%   bound.

awaited(nonvar(X)) -->
    [X].
awaited(ground(Term)) -->
    { term_variables(Term, [X|_]) },
    [X].
awaited(?=(X, Y)) -->
    { differences(X, Y, Pairs) },
    sides(Pairs).
awaited((Left, _)) -->
    awaited(Left).
awaited((Left ; Right)) -->
    awaited(Left),
    awaited(Right).

attach(Delayed, Variable) :-
    (   get_attr(Variable, delays, Others)
    ->  (   has(Others, Delayed)
        ->  true
        ;   put_attr(Variable, delays, [Delayed|Others])
        )
    ;   put_attr(Variable, delays, [Delayed])
    ).

has(Terms, Term) :-
    member(Other, Terms),
    Other == Term,
    !.

%   attr_unify_hook(+Delayed, +Value) is semidet: what still waits is attached to other variables then.

attr_unify_hook(Delayed, _) :-
    maplist(check, Delayed).

wake(Number, Goal) :-
    (   nb_current(delays_woken, Woken)
    ->  true
    ;   Woken = []
    ),
    b_setval(delays_woken, [Number-'$call'(Goal, [])|Woken]).

%!  woken_goals(-Goals) is det.
%
%   Goals are those that were woken since the last call, in the order in which they were delayed.

woken_goals(Goals) :-
    (   nb_current(delays_woken, Woken),
        Woken = [_|_]
    ->  b_setval(delays_woken, []),
        keysort(Woken, Sorted),
        pairs_values(Sorted, Goals)
    ;   Goals = []
    ).

%!  delayed_goals(+Term, -Goals) is det.
%
%   Goals are those that wait for variables of Term, or of each other, as terms without attributes; the
%   variables of Term lose theirs. Each dif/2 is reduced to the parts that may become equal, and is there once.

delayed_goals(Term, Goals) :-
    term_attvars(Term, Variables),
    (   Variables == []
    ->  Goals = []
    ;   maplist(attached, Variables, Lists),
        append(Lists, Delayed0),
        sort(Delayed0, Delayed),        % by number; once for all variables
        maplist(del_attrs, Variables),
        phrase(waiting(Delayed), Waiting),
        term_variables(Term, Reached),
        maplist(reach, Reached),
        reach_waiting(Waiting, Found),
        maplist(del_attrs, Reached),
        maplist(del_attrs, Found),
        phrase(goals(Waiting, []), Goals)
    ).

attached(Variable, Delayed) :-
    (   get_attr(Variable, delays, Delayed)
    ->  true
    ;   Delayed = []
    ).

%   waiting(+Delayed)// is det: terms waiting(Goal, Variables, IsReached): Goal waits for Variables.

waiting([]) --> [].
waiting([delayed(_, Kind, IsOver)|Delayed]) -->
    (   { nonvar(IsOver) ; Kind = dif(X, Y), \+ may_become_equal(X, Y) }
    ->  []
    ;   { goal(Kind, Goal, Variables) },
        [waiting(Goal, Variables, _)]
    ),
    waiting(Delayed).

goal(dif(X, Y), dif(Left, Right), Variables) :-
    differences(X, Y, Pairs),
    phrase(sides(Pairs), Variables),
    (   Pairs = [Left-Right]
    ->  true
    ;   pairs_keys_values(Pairs, Lefts, Rights),
        Left =.. [f|Lefts],
        Right =.. [f|Rights]
    ).
goal(until(Condition0, Goal0, Name), Goal, Variables) :-
    open_part(Condition0, Condition),
    phrase(awaited(Condition), Variables),
    (   Name == freeze
    ->  Condition = nonvar(X),
        Goal = freeze(X, Goal0)
    ;   Goal = when(Condition, Goal0)
    ).

%   reach(+Variable) is det: mark it as reached.

reach(Variable) :-
    put_attr(Variable, reached, true).

%   reach_waiting(+Waiting, -Variables) is det: find the goals that are reached, and mark their Variables,
%   until no other one is.

reach_waiting(Waiting, Variables) :-
    findable(Waiting, Variables0, []),
    (   Variables0 == []
    ->  Variables = []
    ;   maplist(reach, Variables0),
        reach_waiting(Waiting, Variables1),
        append(Variables0, Variables1, Variables)
    ).

findable([], Variables, Variables).
findable([waiting(Goal, Awaited, IsReached)|Waiting], Variables, Tail) :-
    (   var(IsReached),
        member(Reached, Awaited),
        get_attr(Reached, reached, true)
    ->  IsReached = true,
        term_variables(Goal, Variables, Variables1)
    ;   Variables = Variables1
    ),
    findable(Waiting, Variables1, Tail).

goals([], _) --> [].
goals([waiting(Goal, _, IsReached)|Waiting], Met) -->
    (   { ( var(IsReached) ; Goal = dif(_, _), has(Met, Goal) ) }
    ->  goals(Waiting, Met)
    ;   [Goal],
        goals(Waiting, [Goal|Met])
    ).

%!  without_delays(+Term, -Plain) is det.
%
%   Plain is Term with its delayed goals, or a copy of both: the same term for variants.

without_delays(Term, Plain) :-
    (   term_attvars(Term, [])
    ->  Plain = Term-[]
    ;   findall(Term-Goals, delayed_goals(Term, Goals), [Plain])
    ).
