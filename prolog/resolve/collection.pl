:- module(collection,
          [ found/4,                    % +Kind, ?Template, :Goal, -Solutions
            is_found_as_it_is/1,        % +Kind
            asked/2,                    % +Kind, ?Result
            collected/4,                % +Kind, ?Asked, +Solutions, -Result
            free_variables/3,           % +Term, +Bound, -Witness
            bag/1                       % +Bags
          ]).
:- use_module(bounds, [bounded_call/1]).
:- use_module(expressions, [charge/1]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(solution_sequences), [limit/2]).

:- meta_predicate
    found(+, ?, 0, -),
    values(+, ?, 0).

/** <module> What all solutions of a goal come to

    ?- collected(max_witness, _-Result, [1-a, 3-b, 2-c], Result).
    Result = max(3, b).
*/

:- set_prolog_flag(optimise, true).

%!  found(+Kind, ?Template, :Goal, -Solutions) is det.
%
%   Solutions are the instances of Template that are collected; see collected/4. SWI-Prolog adds and compares as it
%   finds them: the error of a value is raised before an error that Goal meets later.

found(Kind, Template, Goal, Solutions) :-
    (   is_found_as_it_is(Kind)
    ->  findall(Template, Goal, Solutions)
    ;   Kind = first(Count)
    ->  findall(Template, limit(Count, Goal), Solutions)
    ;   catch(findall(Template, Goal, Solutions),
              error(Formal, Context),
              ( values(Kind, Template, Goal), throw(error(Formal, Context)) ))
    ).

values(Kind, Template, Goal) :-
    State = state(first),
    forall(Goal,
           ( State = state(Place),
             expect_value(Kind, Place, Template),
             nb_setarg(1, State, later) )).

%!  is_found_as_it_is(+Kind) is semidet.
%
%   True if found/4 is findall/3.

is_found_as_it_is(findall).
is_found_as_it_is(bag).
is_found_as_it_is(set).
is_found_as_it_is(count).

expect_value(Kind, Place, Template) :-
    (   number(Template)
    ->  true
    ;   memberchk(Kind, [sum,max,min])
    ->  bounded_call(_ is Template)
    ;   Template = Value-_,
        (   number(Value)
        ->  true
        ;   Place == first
        ->  expect_number(Template)
        ;   bounded_call(_ is Value)
        )
    ).

%!  asked(+Kind, ?Result) is det.
%
%   Unify Result with what aggregate_all/3 unifies it with before it runs its goal, which may share variables
%   with it. Where that fails, SWI-Prolog runs the goal all the same, and evaluates the values.

asked(Kind, Result) :-
    (   extreme_pair(Kind, Result)
    ->  true
    ;   true
    ).

extreme_pair(max_witness, max(_, _)).
extreme_pair(min_witness, min(_, _)).

%!  collected(+Kind, ?Asked, +Solutions, -Result) is semidet.
%
%   Unify Result with what aggregate_all/3 of SWI-Prolog makes of the list Solutions. Kind is
%   `findall` or `bag` (the list itself), first(Count) (the list of as many at most), `set`, `count`, `sum`,
%   `max`, `min`, `max_witness` or `min_witness`. Asked is Template-Result as they are called with: the largest and the smallest of no
%   numbers are Template in SWI-Prolog, unless both are variables. Raise errors as bounded_call/1.

collected(findall, _, Solutions, Solutions).
collected(first(_), _, Solutions, Solutions).
collected(bag, _, Solutions, Solutions).
collected(set, _, Solutions, Set) :-
    bounded_call(sort(Solutions, Set0)),
    Set = Set0.
collected(count, _, Solutions, Count) :-
    length(Solutions, Count0),
    Count = Count0.
collected(sum, _, Solutions, Sum) :-
    summed(Solutions, 0, Sum).
collected(max, Asked, Solutions, Max) :-
    extreme(Solutions, Asked, largest, Max).
collected(min, Asked, Solutions, Min) :-
    extreme(Solutions, Asked, smallest, Min).
collected(max_witness, Asked, Pairs, Max) :-
    best_pair(max_witness, Asked, Pairs, >, Value-Witness),
    Max = max(Value, Witness).
collected(min_witness, Asked, Pairs, Min) :-
    best_pair(min_witness, Asked, Pairs, <, Value-Witness),
    Min = min(Value, Witness).

best_pair(Kind, _-Result, Pairs, Than, Best) :-
    (   extreme_pair(Kind, Result)
    ->  Pairs = [First|Others],
        expect_number(First),
        best(Others, Than, First, Best),
        expect_bound(Best)
    ;   forall(member(Value-_, Pairs), bounded_call(_ is Value)),
        fail
    ).

extreme([], Template-Result, _, Template) :-
    ( nonvar(Template) ; nonvar(Result) ),
    !.
extreme([First|Others], _, Which, Value) :-
    bounded_call(Value0 is First),      % its error comes before the others' errors
    call(Which, Others, Value0, Value).

summed([], Sum, Sum).
summed([X|Xs], Sum0, Sum) :-
    bounded_call(Sum1 is Sum0+X),
    summed(Xs, Sum1, Sum).

largest([], Max, Max).
largest([X|Xs], Max0, Max) :-
    bounded_call(Max1 is max(Max0, X)),
    largest(Xs, Max1, Max).

smallest([], Min, Min).
smallest([X|Xs], Min0, Min) :-
    bounded_call(Min1 is min(Min0, X)),
    smallest(Xs, Min1, Min).

expect_number(Value-_) :-
    (   number(Value)
    ->  true
    ;   throw(error(type_error(number, Value), _))
    ).

%   expect_bound(@Best) is det: a witness that is a variable is the caller's in SWI-Prolog, where all other
%   variables are new. That is no error of SWI-Prolog, nor caught.

expect_bound(_-Witness) :-
    (   var(Witness)
    ->  throw(error(resource_error(witness), _))
    ;   true
    ).

best([], _, Best, Best).
best([X-Witness|Pairs], Than, Best0-Witness0, Best) :-
    (   Than == (>)
    ->  Comparison = (X > Best0)
    ;   Comparison = (X < Best0)
    ),
    (   bounded_call(Comparison)
    ->  best(Pairs, Than, X-Witness, Best)
    ;   best(Pairs, Than, Best0-Witness0, Best)
    ).

%!  free_variables(+Term, +Bound, -Witness) is det.
%
%   Unify Witness with a term whose arguments are the variables of Term that do not occur in Bound.

free_variables(Term, Bound, Witness) :-
    term_variables(Bound, BoundVariables),
    term_variables(BoundVariables+Term, Variables),
    length(BoundVariables, Count),
    length(Skipped, Count),
    append(Skipped, Free, Variables),
    compound_name_arguments(Witness, v, Free).

%!  bag(+Bags) is nondet.
%
%   Bags is bags(Kind, Witness, Pairs, Result), where Pairs are Witness-Template for the solutions of a goal.
%   Unify Result with what bagof/3 or setof/3 (Kind) gives, for each instance of Witness.

bag(bags(Kind, Witness, Pairs, Result)) :-
    Pairs \== [],
    '$term_size'(Pairs, _, Cells),
    Cost is Cells*8,                    % as for sorting
    charge(Cost),
    (   Kind == bagof
    ->  bagof(Template, Pairs^member(Witness-Template, Pairs), Result)
    ;   setof(Template, Pairs^member(Witness-Template, Pairs), Result)
    ).
