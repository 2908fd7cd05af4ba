% A tiny Lisp as a relation between an expression, its input and its value.
%
% fits(Expression, Examples): Expression gives the output of each example
% Input-Output. Asked with an unknown expression, it writes a program.
%
% Written by hand. MIT licence.

fits(_, []).
fits(Expression, [Input-Output|Examples]) :-
    eval(Expression, Input, Output),
    fits(Expression, Examples).

eval(x, Input, Input).
eval(nil, _, []).
eval(car(E), Input, Head) :-
    eval(E, Input, [Head|_]).
eval(cdr(E), Input, Tail) :-
    eval(E, Input, [_|Tail]).
eval(cons(E, F), Input, [Head|Tail]) :-
    eval(E, Input, Head),
    eval(F, Input, Tail).
eval(if(Test, E, F), Input, Value) :-
    eval(Test, Input, Truth),
    branch(Truth, E, F, Chosen),
    eval(Chosen, Input, Value).

branch([], _, F, F).
branch([_|_], E, _, E).
