% Robinson arithmetic: level 2, 1 operator over 0..4, 44 queries.
%
% Made by `python -m tools.make robinson` (seed 3); values are at most 100. MIT licence. Do not edit.

query(eq(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(s(s(s(o))), o), mul(s(o), o))).
query(eq(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(s(o), s(s(s(o)))), plus(s(s(s(s(o)))), o))).
query(eq(plus(s(s(s(s(o)))), s(s(s(o)))), plus(s(s(s(o))), s(s(s(s(o))))))).
query(eq(plus(s(s(o)), s(s(s(o)))), plus(s(s(s(o))), s(s(o))))).
query(eq(plus(s(s(s(o))), o), s(s(s(o))))).
query(eq(plus(s(s(s(o))), o), mul(s(o), s(s(s(o)))))).
query(eq(plus(s(s(s(s(o)))), s(s(o))), plus(s(s(s(o))), s(s(s(o)))))).
query(eq(mul(s(s(o)), s(s(s(o)))), plus(s(s(o)), s(s(s(s(o))))))).
query(eq(mul(s(o), s(s(s(s(o))))), plus(s(s(s(o))), s(o)))).
query(eq(plus(s(s(s(o))), s(o)), s(s(s(s(o)))))).
query(eq(plus(s(o), s(o)), mul(s(s(o)), s(o)))).
query(eq(plus(s(s(o)), s(o)), mul(s(s(s(o))), s(o)))).
query(eq(mul(o, s(s(o))), mul(o, s(s(s(s(o))))))).
query(eq(mul(s(s(s(o))), o), mul(o, s(o)))).
query(eq(mul(o, s(s(s(o)))), o)).
query(eq(mul(s(o), s(s(s(o)))), s(s(s(o))))).
query(eq(plus(s(s(s(o))), o), plus(o, s(s(s(o)))))).
query(eq(plus(o, s(o)), plus(s(o), o))).
query(eq(plus(o, s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(o, s(s(s(o)))), s(s(s(o))))).
query(eq(plus(s(s(s(o))), o), mul(s(s(s(o))), s(o)))).
query(eq(mul(s(o), s(s(s(o)))), plus(s(s(o)), s(o)))).
query(eq(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o))))))).
query(eq(mul(s(s(s(s(o)))), s(o)), plus(o, s(s(s(s(o))))))).
query(eq(plus(o, s(s(o))), plus(s(o), s(o)))).
query(eq(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(s(o), s(s(s(o)))), s(s(s(s(o)))))).
query(eq(mul(s(o), o), mul(o, s(s(o))))).
query(eq(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(o))))))).
query(eq(mul(s(s(s(s(o)))), o), o)).
query(eq(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(s(o), s(s(s(s(o))))), plus(s(o), s(s(s(o)))))).
query(eq(mul(o, s(s(s(s(o))))), o)).
query(eq(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o))))))).
query(eq(plus(s(s(o)), o), mul(s(o), s(s(o))))).
query(eq(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(plus(o, o), mul(o, o))).
query(eq(mul(s(s(s(o))), o), o)).
