% Robinson arithmetic: level 1, 1 operator over 0..2, 30 queries.
%
% Made by `python -m tools.make robinson` (seed 3); values are at most 100. MIT licence. Do not edit.

query(eq(mul(o, o), o)).
query(eq(mul(o, o), mul(o, s(o)))).
query(eq(plus(s(o), s(s(o))), s(s(s(o))))).
query(eq(mul(s(s(o)), s(o)), plus(o, s(s(o))))).
query(eq(mul(s(o), s(o)), plus(s(o), o))).
query(eq(mul(s(o), s(o)), s(o))).
query(eq(mul(s(o), o), mul(o, s(o)))).
query(eq(mul(s(s(o)), s(s(o))), plus(s(s(o)), s(s(o))))).
query(eq(plus(s(s(o)), s(s(o))), s(s(s(s(o)))))).
query(eq(plus(s(s(o)), s(o)), plus(s(o), s(s(o))))).
query(eq(plus(o, s(s(o))), s(s(o)))).
query(eq(mul(o, s(o)), o)).
query(eq(mul(o, s(s(o))), plus(o, o))).
query(eq(mul(o, s(o)), mul(o, s(s(o))))).
query(eq(mul(s(s(o)), o), plus(o, o))).
query(eq(plus(s(s(o)), s(o)), s(s(s(o))))).
query(eq(plus(s(s(o)), o), mul(s(s(o)), s(o)))).
query(eq(mul(s(s(o)), o), mul(o, s(s(o))))).
query(eq(mul(s(s(o)), s(o)), s(s(o)))).
query(eq(mul(o, o), mul(o, s(s(o))))).
query(eq(mul(s(s(o)), o), o)).
query(eq(plus(s(s(o)), o), s(s(o)))).
query(eq(plus(s(o), o), s(o))).
query(eq(mul(s(o), o), o)).
query(eq(plus(s(o), s(o)), s(s(o)))).
query(eq(plus(o, o), o)).
query(eq(mul(o, s(s(o))), o)).
query(eq(mul(s(o), s(o)), plus(o, s(o)))).
query(eq(mul(s(o), s(s(o))), mul(s(s(o)), s(o)))).
query(eq(plus(s(s(o)), o), plus(s(o), s(o)))).
