% Robinson arithmetic: level 1, 1 operator over 0..2, 18 queries.
%
% Made by `symbolic-rl make robinson` (seed 2); values are at most 100. MIT licence. Do not edit.

query(eq(mul(s(o), s(s(o))), plus(o, s(s(o))))).
query(eq(plus(s(o), s(o)), plus(o, s(s(o))))).
query(eq(plus(s(o), s(o)), mul(s(o), s(s(o))))).
query(eq(plus(o, o), o)).
query(eq(plus(s(o), s(s(o))), s(s(s(o))))).
query(eq(mul(o, s(s(o))), mul(o, o))).
query(eq(mul(s(o), o), mul(o, o))).
query(eq(mul(s(o), s(s(o))), plus(s(s(o)), o))).
query(eq(mul(s(o), s(s(o))), s(s(o)))).
query(eq(plus(o, s(o)), plus(s(o), o))).
query(eq(mul(o, o), o)).
query(eq(mul(s(s(o)), s(o)), plus(o, s(s(o))))).
query(eq(plus(o, s(o)), s(o))).
query(eq(plus(s(s(o)), s(s(o))), s(s(s(s(o)))))).
query(eq(mul(s(o), s(s(o))), mul(s(s(o)), s(o)))).
query(eq(mul(s(s(o)), o), o)).
query(eq(plus(o, s(s(o))), s(s(o)))).
query(eq(mul(s(o), o), o)).
