% Programs whose goals one search answers within a few dozen inferences, and another not within a
% million: an evaluator run backwards, a calculator's grammar, axioms, deterministic computations.

% An evaluator of expressions, with environments as lists of Name-Value.
value_of(Expression, Value) :-
    value_of(Expression, [], Value).

value_of(quote(Term), Environment, Term) :-
    \+ bound(quote, Environment, _),
    constant(Term).
value_of(Name, Environment, Value) :-
    atom(Name),
    bound(Name, Environment, Value).
value_of(lambda(Name, Body), Environment, closure(Name, Body, Environment)).
value_of(apply(Function, Argument), Environment, Value) :-
    value_of(Function, Environment, closure(Name, Body, Environment1)),
    value_of(Argument, Environment, Value1),
    value_of(Body, [Name-Value1|Environment1], Value).
value_of(pair(First, Second), Environment, Value1-Value2) :-
    value_of(First, Environment, Value1),
    value_of(Second, Environment, Value2).
value_of(list(Members), Environment, Values) :-
    values_of(Members, Environment, Values).

values_of([], _, []).
values_of([Member|Members], Environment, [Value|Values]) :-
    value_of(Member, Environment, Value),
    values_of(Members, Environment, Values).

constant([]).
constant(Term) :-
    atom(Term),
    Term \== [].
constant([First|Rest]) :-
    constant(First),
    constant(Rest).

bound(Name, [Name-Value|_], Value).
bound(Name, [Other-_|Environment], Value) :-
    Name \== Other,
    bound(Name, Environment, Value).

% A calculator.
calculated(Text, Value) :-
    string_codes(Text, Codes),
    phrase(sum(Value), Codes).

sum(Value) --> product(Value0), sum(Value0, Value).

sum(Value0, Value) --> "+", product(Value1), { Value2 is Value0 + Value1 }, sum(Value2, Value).
sum(Value0, Value) --> "-", product(Value1), { Value2 is Value0 - Value1 }, sum(Value2, Value).
sum(Value, Value) --> [].

product(Value) --> factor(Value0), product(Value0, Value).

product(Value0, Value) --> "*", factor(Value1), { Value2 is Value0 * Value1 }, product(Value2, Value).
product(Value, Value) --> [].

factor(Value) --> digits(Digits), { number_codes(Value, Digits) }.
factor(Value) --> "(", sum(Value), ")".

digits([Digit|Digits]) --> digit(Digit), more_digits(Digits).

more_digits(Digits) --> digits(Digits).
more_digits([]) --> [].

digit(Digit) --> [Digit], { Digit >= 0'0, Digit =< 0'9 }.

% Condensed detachment from two axioms of the implicational calculus.
theorem(i(X, i(_, X)), _).
theorem(i(i(X, i(Y, Z)), i(i(X, Y), i(X, Z))), _).
theorem(Y, s(Depth)) :-
    theorem(i(X, Y), Depth),
    theorem(X, Depth).

% Groups by their multiplication, as a Horn problem without equality.
times(identity, X, X).
times(X, identity, X).
times(inverse(X), X, identity).
times(X, inverse(X), identity).
times(U, Z, W) :-
    times(X, Y, U),
    times(Y, Z, V),
    times(X, V, W).
times(X, V, W) :-
    times(X, Y, U),
    times(Y, Z, V),
    times(U, Z, W).

% Computations with one derivation.
hanoi(0, _, _, _, []).
hanoi(N, From, To, Other, Moves) :-
    N > 0,
    N1 is N - 1,
    hanoi(N1, From, Other, To, Moves1),
    hanoi(N1, Other, To, From, Moves2),
    append(Moves1, [From-To|Moves2], Moves).

counted(N, N).
counted(N0, N) :-
    N1 is N0 + 1,
    counted(N1, N).

counted_to(N, X) :-
    counted(0, X),
    X >= N.

% Left recursion over a graph with a cycle.
edge(a, b).
edge(b, c).
edge(c, a).
edge(c, d).

reach(X, Y) :-
    reach(X, Z),
    edge(Z, Y).
reach(X, Y) :-
    edge(X, Y).
