:- module(constraints,
          [                             % called by name, see own.pl
          ]).
:- use_module(expressions, [expect_few_bits/1]).
:- use_module(library(apply), [foldl/5, maplist/2]).
:- use_module(library(lists), [append/3, nth1/3, same_length/2, sum_list/2]).

:- op(760, yfx, #<==>).
:- op(750, xfy, #==>).
:- op(750, yfx, #<==).
:- op(740, yfx, #\/).
:- op(730, yfx, #\).
:- op(720, yfx, #/\).
:- op(710, fy, #\).
:- op(700, xfx, [#>, #<, #>=, #=<, #=, #\=, in, ins]).
:- op(450, xfx, ..).

/** <module> Constraints of library(clpfd) that are decided when they are called

A constraint on integers holds or fails, and an equation with one variable left gives it its value. Whatever would have
to wait is not supported: then the candidate is lost. So a state has no constraints, and what SWI-Prolog would know
earlier from their domains makes no difference.

    ?- 7 #= 2*X + 1.
    X = 3.
    ?- X #> 3.
    ERROR: Not enough resources: constraints
*/

:- set_prolog_flag(optimise, true).

X #= Y :-
    (   term_variables(X+Y, [Variable])
    ->  solved(X, Y, Variable)
    ;   truth(X #= Y, 1)
    ).

X #\= Y :- truth(X #\= Y, 1).
X #< Y :- truth(X #< Y, 1).
X #> Y :- truth(X #> Y, 1).
X #=< Y :- truth(X #=< Y, 1).
X #>= Y :- truth(X #>= Y, 1).
X in Domain :- truth(X in Domain, 1).

Xs ins Domain :-
    integers(Xs),
    expect_domain(Domain),
    maplist(within(Domain), Xs).

P #<==> Q :-
    (   var(Q)
    ->  truth(P, Q)
    ;   var(P)
    ->  truth(Q, P)
    ;   truth(P #<==> Q, 1)
    ).

P #==> Q :- truth(P #==> Q, 1).
P #<== Q :- truth(P #<== Q, 1).
P #\/ Q :- truth(P #\/ Q, 1).
P #/\ Q :- truth(P #/\ Q, 1).
P #\ Q :- truth(P #\ Q, 1).
#\ P :- truth(#\ P, 1).

all_different(Xs) :-
    integers(Xs),
    sort(Xs, Sorted),
    same_length(Xs, Sorted).

all_distinct(Xs) :-
    all_different(Xs).

sum(Xs, Operator, Y) :-
    integers(Xs),
    sum_list(Xs, X),
    compared(X, Operator, Y).

scalar_product(Coefficients, Xs, Operator, Y) :-
    integers(Coefficients),
    integers(Xs),
    (   same_length(Coefficients, Xs)
    ->  foldl(add_product, Coefficients, Xs, 0, X),
        compared(X, Operator, Y)
    ;   undecided
    ).

element(Place, Xs, X) :-
    integers([Place]),
    integers(Xs),
    length(Xs, Count),
    Place >= 1,
    Place =< Count,
    nth1(Place, Xs, Value),
    X #= Value.

chain(Xs, Relation) :-
    integers(Xs),
    (   ground(Relation),
        memberchk(Relation, [#<, #>, #=<, #>=])
    ->  forall(append(_, [X,Y|_], Xs), compared(X, Relation, Y))
    ;   undecided
    ).

indomain(X) :-
    integers([X]).

label(Xs) :-
    integers(Xs).

labeling(Options, Xs) :-
    integers(Xs),
    (   ground(Options),
        memberchk(Options, [[], [leftmost], [ff], [ffc], [min], [max], [up], [down], [step], [enum], [bisect]])
    ->  true
    ;   undecided
    ).

%   solved(+X, +Y, -Variable) is semidet: X #= Y, where only Variable is not known.

solved(X, Y, Variable) :-
    (   linear(X, A0, B0),
        linear(Y, A1, B1),
        A is A0-A1,
        A =\= 0
    ->  B is B1-B0,
        B mod A =:= 0,
        Variable is B//A
    ;   undecided
    ).

add_product(X, Y, Sum0, Sum) :-
    Sum is Sum0+X*Y.

compared(X, Operator, Y) :-
    (   atom(Operator),
        Goal =.. [Operator,X,Y],
        comparison(Goal, _, _, _)
    ->  call(Goal)
    ;   undecided
    ).

integers(Xs) :-
    (   is_list(Xs),
        maplist(integer, Xs)
    ->  true
    ;   undecided
    ).

undecided :-
    throw(error(resource_error(constraints), _)).

%   linear(+Expression, -A, -B) is semidet: Expression is A*X+B, where X is its only variable.

linear(X, 1, 0) :-
    var(X),
    !.
linear(X+Y, A, B) :-
    !,
    linear(X, A0, B0),
    linear(Y, A1, B1),
    A is A0+A1,
    B is B0+B1.
linear(X-Y, A, B) :-
    !,
    linear(X, A0, B0),
    linear(Y, A1, B1),
    A is A0-A1,
    B is B0-B1.
linear(-X, A, B) :-
    !,
    linear(X, A0, B0),
    A is -A0,
    B is -B0.
linear(X*Y, A, B) :-
    !,
    linear(X, A0, B0),
    linear(Y, A1, B1),
    (   A0 =:= 0
    ->  A is B0*A1
    ;   A1 =:= 0,
        A is A0*B1
    ),
    B is B0*B1.
linear(Expression, 0, Value) :-
    ground(Expression),
    value(Expression, Value).

%   value(+Expression, -Value) is det.

value(Expression, Value) :-
    (   integer(Expression)
    ->  Value = Expression
    ;   compound(Expression),
        has_value(Expression)
    ->  expect_few_bits(Expression),
        Value is Expression
    ;   undecided
    ).

has_value(Expression) :-
    integer(Expression),
    !.
has_value(Expression) :-
    compound(Expression),
    compound_name_arguments(Expression, Name, Arguments),
    maplist(has_value, Arguments),
    operation(Arguments, Name).

operation([_], Name) :-
    memberchk(Name, [-, abs]).
operation([_,Y], Name) :-
    (   memberchk(Name, [+, -, *, min, max])
    ->  true
    ;   memberchk(Name, [//, mod, rem, div])
    ->  expect_few_bits(Y),
        Y =\= 0
    ;   Name == (^),
        expect_few_bits(Y),
        Y >= 0
    ).

%   comparison(?Goal, ?Left, ?Right, ?Test) is nondet: Goal compares the expressions Left and Right. For integers, it
%   is Test.

comparison(X #= Y, X, Y, X =:= Y).
comparison(X #\= Y, X, Y, X =\= Y).
comparison(X #< Y, X, Y, X < Y).
comparison(X #> Y, X, Y, X > Y).
comparison(X #=< Y, X, Y, X =< Y).
comparison(X #>= Y, X, Y, X >= Y).

%   truth(+Constraint, ?Truth) is semidet: Truth is 1 if Constraint holds, and 0 if not.

truth(Goal, Truth) :-
    (   integer(Goal),
        memberchk(Goal, [0, 1])
    ->  Truth = Goal
    ;   var(Goal)
    ->  undecided
    ;   comparison(Goal, X, Y, _)
    ->  value(X, A),
        value(Y, B),
        functor(Goal, Name, 2),
        Compared =.. [Name,A,B],
        comparison(Compared, _, _, Test),
        truth_of(Test, Truth)
    ;   Goal = (X in Domain)
    ->  integers([X]),
        expect_domain(Domain),
        truth_of(within(Domain, X), Truth)
    ;   connective(Goal, P, Q, A, B, Test)
    ->  truth(P, A),
        truth(Q, B),
        truth_of(Test, Truth)
    ;   undecided
    ).

truth_of(Test, Truth) :-
    (   call(Test)
    ->  Truth = 1
    ;   Truth = 0
    ).

connective(P #<==> Q, P, Q, A, B, A =:= B).
connective(P #==> Q, P, Q, A, B, A =< B).
connective(P #<== Q, P, Q, A, B, A >= B).
connective(P #\/ Q, P, Q, A, B, A+B > 0).
connective(P #/\ Q, P, Q, A, B, A+B > 1).
connective(P #\ Q, P, Q, A, B, A =\= B).
connective(#\ P, P, 1, A, _, A =:= 0).

%   expect_domain(+Domain) is det.

expect_domain(Domain) :-
    (   integer(Domain)
    ->  true
    ;   nonvar(Domain),
        Domain = Low..High,
        is_bound(Low),
        is_bound(High)
    ->  true
    ;   nonvar(Domain),
        Domain = One\/Other
    ->  expect_domain(One),
        expect_domain(Other)
    ;   undecided
    ).

is_bound(Bound) :-
    (   integer(Bound)
    ->  true
    ;   atom(Bound),
        memberchk(Bound, [inf, sup])
    ).

%   within(+Domain, +Integer) is semidet.

within(Low..High, X) :-
    !,
    ( Low == inf -> true ; Low \== sup, X >= Low ),
    ( High == sup -> true ; High \== inf, X =< High ).
within(One\/Other, X) :-
    !,
    (   within(One, X)
    ->  true
    ;   within(Other, X)
    ).
within(Value, X) :-
    X =:= Value.
