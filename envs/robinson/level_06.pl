% Robinson arithmetic: level 6, 2 operators over 0..7, 1500 queries.
%
% Made by `python -m tools.make robinson` (seed 3); values are at most 100. MIT licence. Do not edit.

query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(o)), s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(mul(o, s(s(o))), o), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(o)))), o), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), mul(mul(s(s(o)), o), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(s(o), o), s(o)), plus(mul(o, s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(o))))))), s(o)), s(o))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(o)), plus(plus(s(o), s(o)), s(o)))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), o), mul(plus(o, o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(o), o), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(o)), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), plus(plus(s(s(s(s(o)))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(o)))), s(s(o))), o))).
query(eq(mul(plus(s(s(o)), s(o)), s(s(s(o)))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(o))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o))).
query(eq(plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(o, o), s(s(s(s(s(o)))))), o)).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), o), mul(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(o)), s(o)), plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(s(s(o)), o), s(s(s(o)))), plus(plus(s(s(s(s(o)))), s(o)), s(o)))).
query(eq(plus(plus(s(s(o)), o), s(s(s(o)))), plus(plus(s(s(s(o))), s(s(o))), o))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(o))), s(o)), s(s(s(o)))), plus(mul(o, s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(o), o), s(s(o))), mul(plus(o, s(s(o))), s(o)))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), o), s(s(o))), mul(plus(o, s(s(o))), o))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(s(s(o)), s(s(o))), s(o)), plus(mul(s(s(o)), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(o))), plus(plus(o, s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(o), s(s(o))), s(o)), plus(mul(s(s(s(o))), o), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(o))), mul(plus(s(s(o)), o), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), o), plus(plus(o, s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(o))), s(s(o))), s(o)), plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(o), s(s(s(s(o))))), o), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(mul(o, s(s(o))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(plus(plus(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(mul(s(o), s(s(s(o)))), s(o)), plus(plus(s(s(o)), o), s(o)))).
query(eq(mul(mul(s(s(s(s(s(o))))), o), o), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(mul(o, s(s(o))), s(s(s(s(s(o)))))), o)).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(o))))))), s(o)), mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(o))), o), s(o)), mul(mul(o, s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), o), mul(mul(s(o), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), plus(mul(s(s(s(s(o)))), s(s(o))), s(s(o))))).
query(eq(mul(mul(o, s(o)), s(s(o))), mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(o), s(s(s(o)))), s(o)), plus(mul(s(o), s(s(o))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), o), mul(mul(o, s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(o))), s(s(o))), s(s(s(o)))), mul(mul(s(s(o)), s(o)), s(s(s(s(o))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(s(s(o)), o), s(o)))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(s(s(o))))), plus(plus(s(s(s(o))), s(o)), o))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), o), o)).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), o)).
query(eq(plus(plus(s(s(s(s(s(o))))), s(o)), o), plus(plus(s(o), s(o)), s(s(s(s(o))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(o)), s(s(s(o)))), plus(plus(o, s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(o))), s(o)), plus(mul(s(o), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))), mul(mul(o, o), s(s(o))))).
query(eq(plus(plus(s(o), o), o), plus(mul(s(s(s(o))), o), s(o)))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(o)), plus(mul(s(s(s(s(s(o))))), s(s(o))), o))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(s(s(o)), o), s(s(s(s(s(o)))))), mul(plus(s(s(s(o))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(o, s(o)), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(mul(o, o), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)))).
query(eq(mul(mul(s(o), o), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), o), mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(o, o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(o)), o), o), plus(mul(s(s(s(s(s(s(o)))))), o), s(s(o))))).
query(eq(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(o))), s(s(o))), mul(mul(s(o), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(o))), plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), plus(plus(o, s(s(s(s(s(o)))))), o))).
query(eq(plus(plus(s(s(s(o))), o), s(s(s(s(o))))), plus(plus(s(s(s(s(o)))), s(s(o))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), mul(mul(o, s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(o)))), o), s(s(o))), mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(mul(plus(s(s(s(o))), s(s(o))), s(o)), mul(plus(o, s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), o), plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(o, s(o)), o), mul(plus(s(s(s(o))), s(o)), o))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(o, s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), o), o), mul(mul(o, s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(o))), s(s(o))), s(s(o))), mul(mul(s(o), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(o)), s(s(s(o)))), s(s(o))), mul(plus(o, s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(mul(o, o), s(s(s(s(s(o)))))), mul(mul(o, s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))))).
query(eq(plus(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(o))))), s(o)), plus(mul(s(s(s(o))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), o), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(o))))), o), mul(plus(s(s(s(s(s(o))))), s(s(o))), s(o)))).
query(eq(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(o)), plus(plus(s(s(s(s(o)))), s(s(s(o)))), o))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(s(o))), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(s(o))), s(o)))).
query(eq(plus(plus(s(o), s(o)), s(s(o))), plus(mul(o, o), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(o)))), s(o)), plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), o), plus(mul(o, s(s(s(s(o))))), o))).
query(eq(plus(mul(s(s(o)), o), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(o))), s(s(s(o)))), o))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(o))), s(o)), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(o, o), o), mul(mul(s(s(s(o))), o), o))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(o))))), mul(mul(s(s(s(o))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), o), mul(mul(s(o), o), s(s(o))))).
query(eq(plus(plus(o, s(s(s(s(o))))), s(o)), plus(plus(s(s(s(s(s(o))))), o), o))).
query(eq(plus(mul(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), o), plus(plus(s(s(s(s(s(s(o)))))), o), s(o)))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(o)), o), o), mul(mul(s(s(s(s(s(s(o)))))), o), s(o)))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(o), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(o)))), s(o)), mul(plus(s(o), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(o, o), s(s(s(s(s(o)))))), plus(mul(s(o), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), o), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), mul(mul(s(o), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(o)), plus(mul(s(s(o)), o), s(o)))).
query(eq(mul(mul(o, s(o)), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(o)), s(o))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), o))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(o, s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), o), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(o))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(o, o), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(o)))), s(o)), plus(mul(o, s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(o)))))), s(o)), plus(mul(s(s(s(s(s(s(o)))))), o), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), s(o)), o)).
query(eq(plus(plus(s(o), s(s(o))), s(s(s(o)))), mul(plus(s(o), s(o)), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(o)), mul(plus(o, s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(o, s(s(s(o)))), s(o)), mul(plus(s(o), s(s(o))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(o, s(o)), s(s(s(s(o))))), plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(o), o), s(s(s(s(s(s(s(o)))))))), mul(mul(o, s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(o), o), s(s(o))), plus(mul(s(o), s(s(o))), o))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(o)))).
query(eq(plus(mul(s(o), s(s(s(s(s(o)))))), o), plus(mul(s(s(o)), s(s(o))), s(o)))).
query(eq(plus(mul(s(o), s(s(o))), s(s(s(s(o))))), plus(mul(s(s(s(o))), s(o)), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(o))))), mul(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), o), s(s(s(s(s(o))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, o), s(s(s(s(s(o)))))), o)).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(o))), mul(mul(o, s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), o), mul(mul(o, s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), s(s(o))), mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(o))), mul(mul(o, s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(o))), mul(plus(s(o), s(o)), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(o)), plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(o)))).
query(eq(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)), mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(o)), mul(plus(o, s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), o))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), o), mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(o)), o), mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), o), mul(mul(s(s(s(s(o)))), s(s(s(o)))), o))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(o), o), s(s(o))), plus(plus(s(o), s(s(o))), o))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), mul(plus(s(s(o)), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(o))), plus(mul(s(s(o)), s(o)), o))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), o), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), plus(mul(s(s(o)), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))), plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), plus(mul(o, s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(o)), plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(s(o))))), mul(plus(s(s(s(o))), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(o)), plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(o)))).
query(eq(mul(plus(s(o), s(o)), s(s(s(s(s(s(o))))))), mul(plus(s(o), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(o))))), plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), o), s(s(o))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), o), o)).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(o))))), s(s(o))), o))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(s(o)), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), s(o)), o)).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), o), mul(plus(s(s(s(s(s(o))))), s(o)), o))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), o), plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(o))), plus(mul(s(o), s(o)), s(o)))).
query(eq(plus(mul(o, s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(o))), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), plus(plus(o, s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(o), o), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(o)))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))), plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(o)), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(o)), o), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(o)), plus(plus(s(s(o)), s(s(s(o)))), s(o)))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), mul(plus(s(o), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(s(o), s(o)), s(s(o))), mul(mul(s(o), s(s(s(o)))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(o)), o), s(s(s(s(o))))), plus(mul(s(s(s(o))), s(o)), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(plus(o, s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(o))), mul(mul(o, s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(o, s(s(s(s(o))))), o), mul(mul(o, s(s(s(s(o))))), o))).
query(eq(mul(mul(o, s(s(o))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(o)), s(o)), o), mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), o))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), mul(plus(o, s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(plus(o, s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(o)), o), mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(o))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))))).
query(eq(plus(plus(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), o), s(s(s(s(s(o)))))), o)).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(s(s(o)), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(o), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), o), plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(o)), s(s(o))), mul(plus(o, s(s(o))), s(o)))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), mul(plus(s(s(o)), s(o)), o))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(plus(o, o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), o), mul(plus(o, s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(plus(o, o), s(s(o))), plus(mul(s(s(o)), s(o)), o))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), mul(mul(s(s(o)), s(s(s(o)))), s(s(o))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(o))), o), mul(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), mul(plus(s(s(o)), s(s(o))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), o), s(o)), plus(mul(o, o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(o))), plus(mul(s(s(s(o))), o), s(s(o))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), mul(mul(s(o), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(o), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(o, o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(o))))), o), o), mul(mul(s(s(s(o))), o), s(s(s(o)))))).
query(eq(plus(plus(o, s(s(o))), s(s(o))), plus(mul(o, s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(o)), plus(plus(s(o), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), mul(plus(s(o), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(o)))))).
query(eq(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(o)), mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(mul(o, o), s(s(s(s(s(o)))))), plus(plus(s(s(s(o))), o), s(s(o))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), o), s(s(s(s(o))))), mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(o)), plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(o, s(o)), o), plus(mul(s(s(s(s(s(s(s(o))))))), o), s(o)))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(o)), plus(plus(s(o), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), o), o)).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), o), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(mul(plus(s(o), o), s(s(s(o)))), plus(mul(o, s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(plus(s(o), o), s(o)), plus(mul(s(s(s(s(s(o))))), o), s(s(o))))).
query(eq(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(plus(s(s(s(s(s(o))))), s(o)), s(s(o))))).
query(eq(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(o))))).
query(eq(plus(mul(o, o), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(o)), plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), o), plus(plus(s(s(o)), s(o)), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(s(o)))), mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), mul(mul(s(s(o)), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), o), s(s(o))), mul(plus(s(o), s(o)), s(o)))).
query(eq(mul(mul(o, s(s(s(s(o))))), s(s(s(s(o))))), mul(plus(s(s(o)), o), o))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), o), plus(mul(o, o), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(o))))), mul(plus(s(s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(o)), mul(mul(s(o), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), o), mul(mul(o, o), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(o))))))), o), plus(mul(s(s(s(o))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(o), o), s(o)), plus(mul(s(s(s(s(s(s(s(o))))))), o), s(o)))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), plus(plus(o, s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(s(s(s(o)))), o), s(o)))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(o, o), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(plus(mul(s(s(o)), s(s(o))), o), mul(plus(o, s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(o, s(o)), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(o)))), s(s(o))), s(o)))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(o, s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), plus(plus(s(o), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(o))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), o), o)).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), o), plus(plus(o, s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(o))))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), o))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o))).
query(eq(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), plus(plus(o, s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(o)))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), mul(mul(s(o), o), s(o)))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(o))), mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(s(s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(o)))), mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(o), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(o))), o), s(s(s(s(o))))), plus(plus(s(o), s(o)), s(s(o))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), mul(plus(s(s(o)), o), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(o)))), o), s(s(o))), mul(plus(s(o), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(o)), o)).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), o)).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(o))), plus(plus(o, o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(o)), o), s(s(s(s(s(s(o))))))), mul(mul(s(o), s(s(o))), o))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(o)), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))))).
query(eq(plus(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), mul(mul(s(s(s(o))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(o), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), mul(plus(s(o), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(o, s(s(s(o)))), o), mul(mul(s(s(s(s(o)))), o), s(s(s(s(o))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(o)), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), o)).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(o)), s(o)), s(o)), plus(plus(s(o), o), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), o), o)).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(o), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), o))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), o), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), o), mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(o))), plus(plus(s(s(s(o))), s(s(o))), s(o)))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), mul(plus(o, s(s(s(s(o))))), o))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), o), plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(o))), plus(plus(s(s(s(o))), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(s(s(s(o))), o), o), mul(plus(o, o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), mul(plus(o, s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(mul(s(o), s(s(s(s(o))))), s(o)), plus(mul(o, o), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(o)), plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(o)), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(o, s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), mul(mul(s(s(o)), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))), mul(mul(s(o), s(o)), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(plus(s(s(o)), o), s(s(o))), plus(mul(s(o), s(s(s(s(o))))), o))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), mul(plus(s(s(s(o))), s(o)), s(s(o))))).
query(eq(plus(plus(s(s(o)), s(o)), s(s(o))), plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(o), s(s(s(s(o))))), s(s(s(o)))), plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(o)), o), mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(o), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(plus(s(s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), plus(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(o))), o)).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), o), s(o)), plus(mul(s(s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(o)), s(o)), o), mul(plus(o, s(s(s(o)))), o))).
query(eq(plus(plus(s(s(o)), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(o, o), s(s(o))), mul(plus(o, o), s(s(o))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), o)).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), mul(mul(s(s(s(o))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(o))), o), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), o), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))), plus(mul(s(o), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(o)), mul(plus(o, s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(o, o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(o, o), o), mul(plus(s(s(s(s(s(o))))), o), o))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), o), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(o), o), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), o))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), o), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(o))), plus(plus(s(s(s(o))), s(s(s(o)))), o))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), plus(plus(s(o), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), o), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(s(s(o))), o), s(o)))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(o))), plus(mul(s(s(s(s(s(o))))), o), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), o), o)).
query(eq(mul(mul(s(s(o)), s(s(s(o)))), s(o)), plus(plus(s(s(s(s(s(o))))), s(o)), o))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), plus(plus(s(s(o)), o), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), mul(plus(s(o), s(s(o))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), s(o)), plus(mul(o, s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(plus(mul(o, o), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(o)))), s(o)), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(o)), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(o))), o), s(s(s(s(s(s(o))))))), plus(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), mul(plus(s(s(s(o))), o), s(s(s(s(o))))))).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(o))))), s(o)), o))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(s(o), s(o)), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(o))), s(o)), plus(mul(s(s(s(o))), o), s(o)))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(s(s(o)), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), o), mul(mul(o, s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), o), s(s(s(s(s(s(s(o)))))))), plus(plus(o, s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(o, s(o)), s(s(s(s(s(o)))))), plus(mul(s(o), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))), plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(o)))), plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(o)))), plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(o, s(o)), s(s(s(s(s(o)))))), plus(mul(o, o), o))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), o)).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), mul(plus(s(o), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(o)))))), o), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), o))).
query(eq(mul(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), o), s(s(s(s(s(o))))))).
query(eq(mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o))).
query(eq(mul(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))), mul(mul(o, s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), o), o), mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), o))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(o)), plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(o)), o), mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(o)), plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), mul(plus(s(s(s(o))), s(s(o))), s(s(o))))).
query(eq(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(mul(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), mul(mul(s(o), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), o), mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), o), mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), mul(plus(o, s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(o)), o), o), plus(mul(o, s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(o)), mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, o), s(s(s(s(s(s(o))))))), mul(mul(s(o), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), mul(plus(o, s(s(o))), s(s(o))))).
query(eq(mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), mul(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(mul(s(s(o)), o), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(o)), plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(s(s(o)), s(o)), s(s(s(s(o))))), plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), s(s(o))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(o))))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(o), s(o)), s(o)), plus(mul(s(o), s(o)), s(o)))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), o), mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), plus(mul(o, s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), mul(plus(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(o))))), s(o)), plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(s(o))))), o), s(s(o))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(mul(plus(s(s(s(s(s(o))))), s(o)), o), o)).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(o, s(s(s(s(o))))), s(s(o))), mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(o)))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(o, s(s(o))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(o))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), o), o), mul(mul(s(s(s(o))), o), o))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(o)))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(o)), mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(o)))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(o)))), plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), s(o)), s(o))).
query(eq(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), o), mul(plus(s(s(s(s(o)))), o), s(o)))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(s(o), s(o)), s(s(s(s(s(s(s(o)))))))), plus(plus(o, s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), o), o)).
query(eq(plus(plus(o, s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(o)))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(o)))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(o, o), s(s(s(s(s(s(o))))))), mul(mul(s(s(s(s(o)))), o), o))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(o)), s(s(s(o)))), o), plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), o), s(s(o))), mul(mul(s(s(s(s(s(s(o)))))), o), o))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(mul(s(s(o)), s(o)), s(o)))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), o), mul(mul(s(s(s(s(o)))), s(o)), o))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(s(o), s(s(o))), o), plus(mul(o, s(s(o))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(o))), mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(o, s(s(s(s(o))))), s(s(s(s(o))))), plus(plus(s(o), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(o))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(o)))))), s(o)), plus(plus(o, s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(o)), o), mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), o))).
query(eq(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))))).
query(eq(mul(plus(o, s(o)), s(o)), plus(mul(o, s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), o), mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(o), s(s(o))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(o)))).
query(eq(plus(mul(s(o), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(mul(plus(o, s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(o, o), s(s(s(o)))), mul(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))), plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(o))), plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(o)), s(s(s(s(s(s(s(o)))))))), plus(plus(s(o), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(o), o), o), mul(mul(o, o), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(o))), s(o)), mul(plus(s(s(s(s(s(o))))), o), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(o)), o), plus(plus(o, s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(o)), plus(plus(s(s(s(s(o)))), o), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(o)))), o), mul(plus(o, s(s(s(o)))), s(o)))).
query(eq(mul(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), o)).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(s(o), o), o), mul(plus(o, s(o)), s(o)))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), o)).
query(eq(plus(mul(o, s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(plus(s(s(o)), o), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), o), s(s(s(s(o))))), mul(mul(o, s(o)), s(s(o))))).
query(eq(plus(plus(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), o), plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), mul(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), o), s(s(o))), plus(plus(s(o), o), s(o)))).
query(eq(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), o)).
query(eq(plus(plus(s(o), s(o)), s(o)), plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(plus(s(o), s(o)), s(s(s(o)))), plus(mul(o, s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(s(o), s(o)), s(s(s(s(s(s(s(o)))))))), mul(mul(s(s(o)), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(o, s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(o)), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(o)))))))), mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(s(s(s(o))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(s(s(s(o))), o), s(s(s(s(s(s(s(o)))))))), mul(mul(s(o), o), o))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
