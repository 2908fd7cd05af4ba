% Robinson arithmetic: level 9, 3 operators over 0..6, 1500 queries.
%
% Made by `python -m tools.make robinson` (seed 3); values are at most 100. MIT licence. Do not edit.

query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(s(o))), o), s(o)), o)).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(o)), plus(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), mul(plus(plus(s(s(s(o))), s(o)), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(o))), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))), plus(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(o)), o)).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), o), plus(plus(plus(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), o), s(s(s(s(o))))), o), o)).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(mul(s(s(o)), s(o)), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(o), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(o)), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(mul(mul(s(o), o), s(s(o))), s(s(o))), plus(mul(mul(o, s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(o)), s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), o), o), s(s(o))), o)).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), o), o), s(o)), o)).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), plus(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(o))), o), s(s(o))), s(s(s(o)))), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), o))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(o)), s(o)), plus(plus(mul(s(s(o)), s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), s(s(o))), plus(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), o), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(s(o))))))), o), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(o))), s(s(o))), mul(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), o), s(o)), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(plus(s(o), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), mul(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(o, s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(s(s(s(o))))), o), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(o), s(o)), s(s(s(o)))), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), plus(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(o)), plus(mul(plus(s(s(o)), s(s(o))), s(s(o))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(o))), s(s(s(o)))), s(o)), plus(plus(plus(s(s(s(s(o)))), o), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(mul(o, o), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(mul(s(s(o)), s(s(s(o)))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(o, s(s(s(s(o))))), o), s(s(o))), s(s(o)))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), plus(plus(mul(s(o), s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(o, s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(plus(s(s(o)), o), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), plus(plus(plus(s(s(o)), o), s(s(s(o)))), s(o)))).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), o), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), o), mul(plus(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(mul(o, s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(mul(s(o), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), s(o)), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(s(o), o), s(s(s(s(s(s(o))))))), s(s(o))), mul(mul(plus(o, s(s(o))), s(s(o))), s(s(o))))).
query(eq(plus(mul(plus(s(s(o)), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(plus(s(o), s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(plus(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(o)))), o), s(o)), plus(mul(mul(s(o), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(o, o), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(o)))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(o)), mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), s(o)), plus(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), o))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o), mul(mul(mul(s(s(s(s(o)))), o), s(s(o))), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(o)))), o), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(o)), plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(plus(plus(o, s(s(s(o)))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(o, o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), plus(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(plus(mul(s(s(o)), s(o)), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(plus(o, s(s(s(s(o))))), s(s(o))), o), o)).
query(eq(plus(mul(plus(s(o), o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(o), o), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(mul(o, s(s(o))), o), s(s(s(s(o))))), o)).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(o, s(s(o))), s(s(s(o)))), o), mul(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(mul(s(s(o)), s(s(o))), s(o)), s(o)), mul(plus(mul(s(o), s(s(s(s(o))))), s(o)), s(o)))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(mul(s(s(o)), s(s(o))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(o)), s(o))).
query(eq(mul(plus(plus(s(s(s(s(o)))), o), s(s(o))), o), o)).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), o), mul(plus(mul(s(s(s(o))), s(s(o))), o), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), o), o), o), mul(plus(mul(s(o), s(s(s(o)))), o), o))).
query(eq(plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), s(s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(o)), s(o)), o), s(s(o))), plus(mul(mul(s(o), o), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(plus(o, s(o)), s(s(s(o)))), s(s(o))), mul(plus(mul(o, o), s(s(s(o)))), s(s(o))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(o)), o), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(o, s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(plus(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), mul(plus(mul(s(s(o)), s(s(s(s(o))))), s(o)), s(s(o))))).
query(eq(plus(plus(mul(o, s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(plus(s(s(s(o))), s(s(s(o)))), s(o)), s(o)))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(o)))), plus(mul(plus(s(s(s(o))), s(s(o))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(o))), s(s(s(s(o))))), o), mul(plus(mul(s(s(s(o))), o), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(o))), plus(mul(plus(s(o), s(o)), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(o)))))).
query(eq(plus(mul(mul(o, s(s(o))), s(o)), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(o)))), o), o), s(o)))).
query(eq(mul(mul(mul(o, s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), o)).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(o))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(mul(s(o), s(s(s(s(o))))), s(s(o))), s(s(o))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(o))), s(s(o))), s(s(s(o)))), plus(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(o, s(s(s(s(o))))), s(s(o))), s(o)), s(s(o)))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(mul(plus(s(s(o)), s(s(o))), o), s(s(s(o)))), mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), o))).
query(eq(plus(plus(plus(s(o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(o))), s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(plus(o, s(s(s(o)))), o), s(s(s(s(s(s(o))))))), plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), mul(plus(mul(s(o), o), o), s(o)))).
query(eq(mul(mul(mul(s(s(o)), s(o)), s(o)), s(s(s(s(s(s(o))))))), plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(o))), o), plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(o)))).
query(eq(plus(mul(mul(s(o), o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(o))))), mul(mul(plus(o, s(s(o))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), s(o)), plus(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(mul(o, o), o), s(s(s(s(o))))), mul(mul(plus(o, s(s(s(s(o))))), o), o))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(o))), o), o), mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(o, s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o))))))).
query(eq(mul(plus(mul(o, s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), o), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(mul(o, s(s(s(o)))), s(s(s(o)))), s(o)), plus(mul(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), o), plus(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(o)), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(s(s(o))))))), mul(plus(mul(o, o), s(s(s(o)))), o))).
query(eq(plus(mul(mul(s(o), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), plus(plus(plus(s(o), s(o)), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), o), mul(mul(mul(o, o), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), mul(plus(plus(s(s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(s(o)), s(o)), s(s(s(s(o))))), o))).
query(eq(plus(mul(mul(o, s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), o), o), s(s(o))), mul(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(mul(o, s(s(s(o)))), s(o)), o), plus(plus(mul(s(o), o), o), s(o)))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(o)))), o)).
query(eq(plus(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(o)))))), s(o)), s(s(o))), mul(plus(plus(o, s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(plus(o, s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), o), o), mul(mul(mul(s(s(o)), o), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), plus(plus(mul(s(s(s(s(o)))), s(s(s(o)))), o), s(o)))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), o), s(o)), mul(plus(mul(o, s(s(o))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(o), s(s(o))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(o)), s(o)), s(s(o))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(o), s(o)), s(s(s(s(o))))), s(s(s(s(o))))), mul(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(s(s(o))), o), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), o), plus(mul(plus(s(o), s(s(s(s(o))))), s(s(o))), s(s(o))))).
query(eq(plus(mul(plus(o, o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(o)), s(s(o))), s(s(s(s(o))))), plus(plus(mul(s(s(s(o))), s(s(o))), s(s(s(o)))), s(o)))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(o)))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(o))))), o), s(o)), s(o))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), o), s(s(s(o)))), o)).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), mul(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), o), o), s(s(s(o)))), s(s(s(o))))).
query(eq(plus(plus(plus(o, s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)))).
query(eq(plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(plus(o, s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(mul(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(plus(o, o), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(plus(o, s(s(o))), s(o)), o))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(mul(s(s(o)), o), s(s(o))), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(o)), s(s(o))), s(s(o))), plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(o)), plus(plus(plus(s(s(o)), o), s(s(s(s(o))))), o))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), plus(mul(plus(s(s(o)), s(s(o))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), o), mul(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(plus(s(o), s(s(s(o)))), o), o), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(mul(mul(o, s(o)), s(s(o))), o), mul(plus(mul(o, s(s(s(s(o))))), o), s(s(s(o)))))).
query(eq(plus(mul(mul(s(o), o), s(s(s(s(o))))), s(s(o))), plus(mul(mul(s(o), s(s(s(o)))), o), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), s(s(o))), o), mul(mul(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(o)), o), s(o)), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(mul(s(s(o)), s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), o), mul(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(plus(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(o))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(o)))).
query(eq(plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, o), s(s(s(o)))), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(o))))).
query(eq(mul(mul(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(mul(plus(s(o), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(o), s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(plus(s(o), o), s(s(s(s(o))))), o), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), o))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(plus(s(o), o), o), s(o)), plus(mul(mul(o, s(s(s(o)))), s(s(o))), s(o)))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), o), o), s(s(s(s(s(s(o))))))), mul(mul(mul(o, s(s(s(o)))), s(s(s(o)))), o))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(o))), s(o)), o), o)).
query(eq(plus(plus(mul(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(s(o))))), s(s(o))), o), s(o)))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), o), o)).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(o)), s(o))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), s(s(s(s(s(o)))))), mul(mul(plus(s(o), o), o), s(o)))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(o)), s(o)), s(s(o))), s(s(s(o)))), plus(plus(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), o), mul(mul(mul(s(o), o), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(mul(o, s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), mul(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), o), mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(mul(s(o), s(s(s(o)))), s(s(s(o)))), s(o)), plus(plus(plus(o, s(o)), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(plus(plus(o, s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(o), o), s(s(s(s(s(s(o))))))), s(o)), plus(plus(mul(o, s(s(s(s(s(o)))))), o), s(o)))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(o)))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(o))))).
query(eq(mul(plus(mul(s(s(o)), o), s(o)), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(o)))))), o), s(s(o))), o)).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(o, o), s(s(o))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(o))), s(s(o))), mul(mul(plus(o, o), s(o)), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(s(o))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(o)))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(o))))), o), o)).
query(eq(mul(mul(plus(s(o), s(o)), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(plus(o, s(o)), o), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(o)), s(o)), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(o)), s(o)), s(o)), s(o)), s(s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(o)), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(o, o), s(s(o))), s(s(o))), plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(o, s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(o)), o), o), mul(plus(mul(s(s(s(s(s(s(o)))))), o), o), o))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), mul(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(o))))), o), s(o)), o)).
query(eq(mul(plus(mul(s(o), s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(o))))), s(o)), mul(plus(mul(s(o), o), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), o)).
query(eq(plus(mul(plus(o, s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(mul(o, s(s(o))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(o)), o), s(s(o))), s(o)), s(s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(mul(o, o), s(s(s(s(s(o)))))), s(o)), o)).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(o)), plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(o, o), o), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(o))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), o), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(o)))), mul(plus(plus(s(o), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(o), s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(o)))), s(o)), s(s(o))), plus(plus(plus(s(s(s(o))), s(s(o))), s(o)), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), o), s(s(s(s(o))))), mul(mul(plus(s(s(o)), o), s(o)), s(s(o))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), mul(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(plus(o, o), s(s(o))), s(o)), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(o)), plus(mul(mul(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(o)), o), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(o))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(s(s(o)))))), o), o), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), o), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(plus(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(o)), o), o), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(o)))), o), s(s(s(o)))), mul(mul(mul(s(s(s(o))), o), o), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(plus(o, o), o), s(s(o))), mul(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), o))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), s(o)), s(s(s(o)))), s(s(s(s(o)))))).
query(eq(mul(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(o)), mul(mul(mul(s(o), s(o)), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), mul(mul(mul(s(o), o), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), plus(mul(mul(s(s(s(o))), s(o)), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(plus(s(o), s(s(s(o)))), s(o)), o), o)).
query(eq(mul(plus(plus(o, o), s(s(s(o)))), s(s(s(o)))), plus(mul(plus(s(s(s(s(o)))), o), s(s(o))), s(o)))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), o), o), s(s(o))), o)).
query(eq(mul(mul(mul(s(o), o), s(s(o))), s(o)), o)).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(o)))), s(o)), s(s(s(o)))), mul(plus(plus(o, s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(o)))), mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), o), o)).
query(eq(plus(plus(plus(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(plus(o, s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), mul(mul(mul(s(s(s(o))), o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(o, s(s(o))), s(s(o))), o), mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(plus(s(o), o), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(plus(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), s(s(o))))).
query(eq(mul(mul(plus(o, s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(mul(o, s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(o), s(s(o))), o), s(o)), s(s(s(o))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(o)), o), s(s(s(s(o)))))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(o))))).
query(eq(plus(mul(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(o)), mul(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(o)))), s(o)), o), s(s(s(s(s(o))))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(o)))), o), s(s(s(o)))), o)).
query(eq(mul(mul(plus(o, s(o)), s(o)), s(s(s(s(s(s(o))))))), plus(plus(plus(s(o), s(s(s(s(o))))), s(o)), o))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), o), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), o), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(s(o), s(s(o))), s(o)), o), s(s(s(o))))).
query(eq(plus(plus(mul(o, o), o), o), mul(mul(plus(s(s(o)), s(s(s(o)))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), o), s(o)), o), s(s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(o), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), mul(mul(mul(s(s(o)), s(o)), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(o))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(o, s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(o, s(s(s(s(o))))), s(s(s(s(o))))), s(o)), mul(plus(mul(s(s(o)), o), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(o)))), plus(plus(mul(s(s(o)), s(o)), s(s(o))), s(s(o))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), o), o), s(s(o))), s(s(o)))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(o))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(s(o))))))), o), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), mul(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(o)))), mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), mul(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(mul(o, o), s(s(o))), s(s(s(s(s(o)))))), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), o), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(mul(o, o), o), o), o)).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), o), mul(plus(mul(s(o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(o, s(s(o))), s(s(s(o)))), o), o)).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(mul(s(o), s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(plus(o, o), s(o)), s(s(o))), mul(plus(mul(s(s(o)), o), s(s(o))), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), mul(mul(plus(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(s(o))), s(o)), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), o), o), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(mul(plus(o, s(s(s(o)))), s(s(o))), o), o)).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))), mul(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(o)))))), s(o)), s(s(o))), o)).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), o), o)).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(o)))), plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(mul(s(o), s(s(o))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(o, s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), mul(plus(mul(s(o), o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), o), mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(o)), s(o)), s(o)), mul(plus(mul(s(s(o)), s(o)), s(o)), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(o))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(o)))), s(o)), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(o), s(o)), s(s(s(s(o))))), s(s(s(o)))), mul(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), o), mul(mul(mul(s(s(s(s(o)))), o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(s(s(s(o))), o), o), s(s(s(o)))), plus(mul(plus(s(s(o)), s(s(o))), o), o))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(o)))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(o)), s(s(s(o)))), s(s(s(s(o))))), plus(mul(plus(s(s(o)), s(o)), s(s(s(o)))), s(o)))).
query(eq(mul(mul(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), o), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(o)))))), s(o)), o), o)).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), mul(plus(mul(o, s(s(s(s(o))))), o), o))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(o)), s(s(o))), s(s(s(s(s(o)))))), mul(plus(mul(s(s(s(o))), o), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(o))), s(s(o))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(plus(o, s(o)), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))), o), mul(plus(plus(o, o), o), o))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), o), o), s(s(s(s(s(o)))))), plus(plus(mul(s(s(o)), s(o)), s(o)), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(mul(s(o), s(s(s(o)))), o), s(s(o))), mul(mul(plus(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), o), o), plus(plus(plus(s(s(s(s(s(o))))), o), s(o)), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), o), mul(plus(plus(o, s(s(o))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(mul(o, s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(o)), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), o), plus(plus(mul(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(o), s(s(o))), o), s(o)), mul(mul(mul(s(s(o)), s(o)), s(o)), s(o)))).
query(eq(plus(plus(plus(s(s(o)), s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(o), o), s(s(s(s(s(s(o))))))), o), mul(mul(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), o), plus(plus(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), o), s(o)))).
query(eq(plus(plus(plus(s(o), o), s(o)), s(s(o))), mul(plus(plus(o, s(o)), s(o)), s(s(o))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(s(s(o))), o), s(s(s(o)))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), o), s(s(o))), s(s(o))), mul(plus(plus(o, s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), s(o)), plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), o))).
query(eq(mul(plus(plus(s(s(o)), s(o)), s(o)), s(o)), mul(plus(mul(s(s(s(s(o)))), o), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(plus(s(o), s(s(o))), s(s(s(o)))), s(s(o))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(o))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), o), s(s(o))), mul(mul(mul(s(s(s(o))), s(s(s(s(o))))), o), o))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), o), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(o)), o), s(s(s(o)))), mul(mul(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(o)), o), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(o))), mul(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(o))))), s(s(o))), mul(plus(mul(s(o), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), plus(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(mul(o, s(s(s(s(s(o)))))), s(o)), o))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(o), s(o)), s(s(s(o)))), s(s(s(o)))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(o))), s(o)), s(o)), s(s(s(s(s(o))))))).
query(eq(mul(mul(plus(o, s(s(o))), o), s(s(s(s(o))))), o)).
query(eq(mul(plus(plus(s(o), s(o)), s(o)), s(o)), plus(plus(plus(o, s(o)), s(s(o))), o))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(o)))), s(o)), mul(mul(plus(s(s(o)), o), s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(o)))))), s(o)), s(o)), mul(plus(mul(s(s(s(o))), s(o)), s(s(s(o)))), s(o)))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), o), s(s(s(s(o))))), o), o)).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), o), s(o)), plus(plus(plus(o, s(s(s(s(o))))), s(s(o))), s(o)))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(mul(s(o), o), s(s(s(s(o))))), s(s(s(s(o))))), mul(plus(mul(o, s(s(s(o)))), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(o))))), mul(plus(plus(s(o), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(o)), o), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(o))), s(o)), s(o)), s(o)))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(o)), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(o))), s(o)))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), o), o), s(o)), s(o))).
query(eq(mul(mul(mul(s(s(o)), o), s(s(s(o)))), s(o)), o)).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(plus(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(mul(o, o), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(o), s(o)), s(s(s(o)))), s(s(o))), plus(plus(plus(o, s(s(s(s(o))))), o), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(o)), o), o), o)).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(o)), mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(o)))).
query(eq(mul(mul(plus(s(o), o), o), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), mul(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(o)), o), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(o)), o), o), s(s(o))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), o), mul(mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(o))))), s(s(o))), s(o)), plus(mul(mul(s(s(s(s(s(o))))), s(o)), s(o)), s(s(o))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(o)), mul(plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), mul(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(o))), o), s(s(s(s(o))))), s(o)), plus(mul(plus(s(s(s(s(s(o))))), s(o)), s(o)), s(o)))).
query(eq(mul(mul(mul(o, s(s(s(o)))), s(s(o))), s(s(s(o)))), plus(mul(plus(s(o), s(s(o))), o), o))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), o), o), plus(mul(plus(o, s(o)), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(o))))), s(o)), plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(o)))), plus(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(o))), o), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(o)), plus(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), o), mul(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(o)))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(mul(s(s(o)), s(o)), s(s(o))), s(s(s(s(o))))), plus(mul(plus(o, s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(s(o)))))), o), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(o, s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), o), s(s(s(o)))), s(o)), mul(mul(plus(o, o), s(s(s(s(o))))), o))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(o)))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(o, s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(o)), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(o), s(o)), s(s(s(o)))), s(o)), plus(plus(mul(s(s(o)), o), o), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(plus(o, o), s(s(o))), s(s(s(s(s(o)))))), mul(mul(mul(o, o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(o))), plus(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(o)), plus(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(o))), plus(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(o)))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o), mul(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(o, s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), o), mul(plus(plus(s(s(s(s(o)))), o), o), o))).
query(eq(plus(mul(mul(s(o), s(o)), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(mul(s(s(o)), s(s(o))), s(o)), s(s(o))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(o)))))).
query(eq(mul(plus(plus(o, s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), o), s(s(o))), s(s(o))), plus(plus(mul(s(s(s(o))), s(s(o))), o), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), o), mul(mul(mul(o, s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(o)), plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(o, s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), plus(mul(mul(o, s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(o)), mul(plus(plus(s(s(o)), o), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(o))), plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(o), o), s(s(s(o)))), s(s(o))), plus(plus(mul(o, s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(o)))), o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), o), o), mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(o)), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(o))))).
query(eq(plus(plus(mul(s(s(s(o))), o), o), s(o)), plus(mul(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(mul(plus(s(o), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))), mul(plus(plus(s(s(o)), s(o)), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(mul(mul(s(o), s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(o))), o), o), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(plus(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), o), o), o)).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), o), mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(mul(o, s(s(o))), s(s(s(o)))), s(s(s(s(o))))), plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(o)), o))).
query(eq(plus(mul(mul(s(o), s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(mul(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)), o), o)).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(o)), plus(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(o)), plus(plus(plus(s(o), s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(o)), o), s(s(o))), plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(o)), o), o), o)).
query(eq(plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), mul(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))))).
query(eq(plus(mul(plus(s(o), o), s(o)), s(s(o))), plus(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(o))), s(s(o))), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(o), s(s(o))), o), s(s(s(s(o))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o))).
query(eq(mul(mul(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), o), s(o)), plus(plus(plus(s(s(o)), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(o)))))), s(o)), o), o)).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), o), s(s(o))), s(s(s(s(s(s(o))))))), mul(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(mul(plus(o, s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), o), mul(mul(mul(s(o), o), s(s(s(o)))), s(o)))).
query(eq(mul(mul(mul(o, o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o)).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), s(s(s(s(s(o)))))), mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), o))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(o)))), mul(plus(plus(s(s(o)), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(o)), o), o)).
query(eq(mul(mul(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(o, s(s(s(o)))), s(s(s(s(o))))), s(o)), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o))).
query(eq(mul(mul(plus(o, s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(o))), s(s(s(s(o))))), o), mul(mul(mul(o, s(s(s(s(s(o)))))), o), s(o)))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), o), o)).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(s(o)))))), plus(plus(mul(s(o), s(s(s(s(o))))), s(o)), o))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(o, o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(o)))), o))).
query(eq(mul(mul(mul(o, s(s(s(o)))), s(s(s(s(o))))), o), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), o), o)).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), s(s(s(o)))), mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(o)))), s(o)), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(o)), s(o)), o), s(s(o))), plus(mul(mul(s(s(s(o))), s(s(s(o)))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(o), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(o), o), s(o)), s(o)), plus(mul(plus(s(o), o), o), s(o)))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(o, s(s(s(s(o))))), s(s(s(o)))), o), mul(plus(plus(s(o), o), o), o))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), o), s(s(s(o)))), mul(plus(plus(s(s(s(s(s(o))))), o), s(s(s(o)))), o))).
query(eq(mul(mul(mul(o, s(s(s(s(s(s(o))))))), o), o), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), o))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(o)), s(o)))).
query(eq(plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(o)), o), s(o))).
query(eq(plus(mul(plus(o, s(o)), o), s(s(s(s(s(o)))))), plus(plus(plus(s(o), o), s(o)), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(o)), o), plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), o))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(o))), s(s(o))), s(o)), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), plus(mul(plus(o, s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), o)).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(o)), s(s(s(s(o))))), s(s(o))), mul(mul(plus(s(s(s(o))), o), s(s(o))), s(s(o))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(o))), s(s(o))), s(s(s(s(o))))), plus(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(o)), plus(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(o)))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(o, s(s(o))), s(s(o))), o), plus(mul(mul(o, o), o), s(s(s(s(o))))))).
query(eq(mul(plus(mul(o, o), o), s(s(o))), mul(plus(mul(s(s(o)), o), o), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(mul(s(o), o), s(s(s(o)))), o), mul(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(o))))), mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(o))))).
query(eq(mul(plus(mul(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(plus(o, o), s(s(o))), o), mul(plus(mul(s(s(s(o))), o), s(s(o))), s(o)))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(o)))), s(s(o))), mul(mul(plus(s(s(s(o))), s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), mul(plus(mul(s(s(s(o))), s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(mul(o, s(s(o))), o), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(o))))), plus(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), mul(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(o))), plus(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(o)), s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(o)))), o), plus(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o), mul(plus(mul(o, s(s(o))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), o)).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(o))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(o)), plus(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(plus(o, s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(o)), o), mul(mul(mul(o, s(o)), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(o))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(o)), mul(plus(plus(s(s(s(s(o)))), s(o)), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(o))), o), o), s(o)), plus(plus(mul(s(o), s(o)), s(s(s(o)))), o))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), mul(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), o))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), o), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(o))), o), mul(plus(plus(s(o), o), s(s(o))), o))).
query(eq(mul(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(o))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), plus(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), plus(mul(plus(o, s(s(s(o)))), s(o)), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), plus(plus(mul(s(s(s(o))), s(s(o))), o), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(o)), o), s(s(s(o)))), s(s(s(o)))), o)).
query(eq(mul(mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), o))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), s(o)), s(o)), plus(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), o), o), o)).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(o)), o), s(s(s(s(o))))), o)).
query(eq(plus(mul(plus(s(o), s(s(o))), s(o)), s(s(o))), s(s(s(s(s(o))))))).
query(eq(plus(plus(mul(o, s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(mul(s(o), o), s(s(s(o)))), s(s(s(o)))), plus(plus(mul(o, o), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), plus(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(mul(plus(o, s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(mul(s(o), o), s(s(s(o)))), s(s(s(s(o))))), mul(mul(plus(o, s(s(s(o)))), s(o)), o))).
query(eq(plus(plus(mul(s(o), o), s(s(s(s(o))))), s(s(s(s(o))))), mul(mul(mul(s(o), s(s(s(s(o))))), s(o)), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(mul(s(s(s(o))), s(o)), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), o), mul(plus(mul(s(s(o)), o), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), plus(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), mul(mul(mul(s(s(o)), o), s(s(s(s(o))))), o))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(o))), s(o)), o), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))))).
query(eq(mul(mul(mul(s(s(o)), s(o)), s(s(o))), s(s(o))), plus(plus(mul(o, s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(o))), s(s(s(o)))), o), mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), o))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), o), o)).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), o), o), s(s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(o))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(plus(o, o), o), s(s(o))), mul(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(o))), o))).
query(eq(plus(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), o))).
query(eq(mul(plus(mul(s(s(s(o))), o), s(s(s(o)))), s(s(s(s(o))))), plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(s(s(s(o))))), o), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(o), o), s(s(o))), s(s(o))), plus(mul(mul(s(o), s(s(s(o)))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), s(o)), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(plus(o, s(s(s(s(o))))), o), s(s(s(s(o))))))).
query(eq(plus(mul(mul(o, s(s(o))), s(s(o))), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(o)), plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(s(o))), s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(o)))))), s(o)), s(o)), plus(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(o, s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(s(o)))), o), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(o)), s(s(o))), s(s(s(s(o))))), plus(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(o, s(o)), s(o)), s(o)), mul(plus(mul(s(s(s(o))), o), s(o)), s(s(o))))).
query(eq(mul(mul(mul(s(s(o)), s(s(o))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(plus(plus(s(s(s(o))), s(s(o))), s(o)), o), mul(mul(mul(s(o), s(o)), o), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(o)), mul(plus(plus(s(s(s(o))), s(o)), s(s(o))), o))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(o)), s(s(s(o)))), plus(plus(mul(s(s(o)), s(s(o))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(s(o)), s(o)), s(s(s(s(s(o)))))), o), plus(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(o)))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(plus(plus(mul(o, o), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), o), s(o)), s(s(o))), plus(mul(plus(o, s(s(s(s(s(o)))))), o), o))).
query(eq(mul(mul(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(plus(s(s(o)), o), s(s(o))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), o), o)).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), mul(plus(mul(s(s(s(s(s(o))))), o), s(s(o))), s(s(o))))).
query(eq(plus(plus(plus(s(s(o)), s(s(o))), s(s(o))), o), plus(plus(plus(s(s(o)), o), o), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(o)))), o), plus(mul(plus(s(s(o)), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), plus(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(o))), mul(plus(mul(s(o), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(o)))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), s(o)), plus(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(o)))), s(o)), plus(plus(mul(o, s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(o))), o), plus(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(o))), o), s(o)), s(o)), s(s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), o), s(s(s(s(o))))), s(o)), s(s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(o)), o), s(o)), plus(mul(mul(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(o, s(s(o))), s(s(o))), o), o)).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(o)), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(o)))), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(o))))), mul(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), o), mul(mul(mul(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(o)))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(plus(o, o), s(o)), s(s(s(o)))), plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(o))), s(o)))).
query(eq(mul(plus(mul(s(s(o)), s(s(o))), s(s(s(o)))), o), o)).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), o), o)).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(o)))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), plus(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(plus(o, s(s(o))), s(s(s(s(s(s(o))))))), o), mul(mul(mul(s(s(s(s(s(o))))), o), s(o)), s(s(s(o)))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(o))), mul(plus(plus(s(s(s(s(s(s(o)))))), o), o), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), o)).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(o))))), o), s(s(s(s(o))))), plus(plus(plus(s(o), o), s(s(o))), s(o)))).
query(eq(plus(mul(mul(s(o), s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), mul(mul(plus(s(s(s(s(s(o))))), s(o)), o), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(o)), plus(plus(mul(o, s(o)), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(o))))).
query(eq(mul(mul(mul(o, s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(plus(s(s(o)), o), s(s(s(s(s(o)))))), s(o)), plus(mul(plus(s(s(o)), o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(o), s(o)), s(o)), s(s(s(o)))), plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(o), s(o)), s(o)), s(s(s(o)))), plus(mul(plus(s(o), o), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), o), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(mul(mul(mul(o, o), s(s(o))), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(o))), plus(mul(plus(s(s(s(s(s(o))))), s(s(o))), o), s(s(o))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(o)), o), s(s(o))), s(s(o)))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(plus(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(mul(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(o)), s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(o, s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(mul(s(o), s(s(s(o)))), s(s(o))), o), o)).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(o))), o), plus(mul(plus(o, o), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), o), mul(plus(mul(o, o), o), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), mul(plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(plus(s(o), o), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(o, s(o)), s(s(s(s(s(o)))))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), o), o), o)).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(o))))), o), s(o)), plus(mul(plus(s(s(o)), s(s(o))), o), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), o), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(o))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(s(o)))), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), o), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(mul(s(o), s(s(s(o)))), o), s(s(s(o)))), mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), o))).
query(eq(mul(plus(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(plus(s(o), o), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(o)), s(o)), s(s(s(o)))), s(o)), plus(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(o))), o))).
query(eq(mul(plus(mul(s(o), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(s(s(s(o))))))), mul(mul(mul(o, s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(o)))), s(s(o))), o), s(s(o))))).
query(eq(plus(mul(plus(s(o), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(o)), plus(mul(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(o))))), o), s(o)), s(s(s(o)))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), mul(mul(mul(s(o), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), mul(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(s(s(s(o))), o), s(o)), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(plus(s(o), s(s(o))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(mul(s(s(s(o))), s(s(o))), o), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o), mul(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(o))))), o))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(o)), o), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(o), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), o), s(s(s(s(s(s(o))))))), mul(mul(mul(s(o), s(o)), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), mul(plus(mul(s(s(s(s(o)))), s(o)), o), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(o)))), o), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(o)), o), s(o)), s(s(s(s(s(o)))))), plus(plus(plus(o, s(s(o))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(plus(s(s(s(o))), o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), mul(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), mul(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(mul(s(s(o)), s(o)), o), s(s(s(o)))), plus(plus(mul(s(o), s(s(o))), s(o)), o))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(o)))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(plus(plus(s(s(s(o))), s(o)), s(o)), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(o)))), s(s(o))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(o)))), o), s(o)), mul(mul(plus(s(s(o)), s(s(s(o)))), o), s(o)))).
query(eq(plus(mul(plus(o, s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(o))))), s(s(s(o)))), s(o)), plus(plus(mul(o, s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), o))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(o))), plus(plus(plus(o, s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(o))), o), o)).
query(eq(plus(mul(mul(o, s(o)), s(o)), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(mul(mul(s(s(o)), o), s(s(s(s(s(o)))))), o), mul(mul(plus(s(s(s(o))), s(s(s(o)))), o), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(o)), o), s(s(s(s(s(s(o))))))), o), o)).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), mul(mul(plus(o, s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), plus(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(plus(o, s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(o)), o), s(o)), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), mul(plus(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(mul(plus(o, s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(o))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(mul(o, s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(mul(o, o), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), o), plus(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(o))), s(s(o))), s(s(s(o)))), plus(plus(mul(s(o), s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(plus(o, s(o)), s(s(o))), o), plus(plus(mul(s(o), s(s(o))), o), o))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(o)), s(s(s(o)))), s(s(s(o)))), mul(mul(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(mul(mul(plus(o, s(s(o))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(s(s(o)))))), mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), mul(plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(o)), plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(o)), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), o), s(o)), o), o)).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), o), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(o)), s(o)), s(o)), s(s(s(o)))))).
query(eq(plus(mul(mul(o, s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(o))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), o), plus(plus(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), mul(plus(mul(s(s(s(o))), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(o)), plus(plus(mul(s(s(s(o))), s(o)), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(o)))), mul(plus(plus(s(o), o), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(o)), s(s(s(o)))), plus(plus(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o))).
query(eq(plus(mul(mul(s(s(s(o))), o), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), o), o), mul(mul(plus(o, o), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(o)))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), o), o)).
query(eq(mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))), mul(mul(mul(o, s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(s(o)))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(mul(plus(s(o), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(o)), o), mul(plus(mul(o, s(s(o))), s(s(s(s(o))))), o))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(s(o)))), mul(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(o, s(s(o))), s(s(s(s(o))))), o), mul(mul(mul(s(o), o), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(o))))), o), s(s(o))), s(s(o))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(s(s(o)))))), s(s(o))), plus(mul(plus(s(s(o)), s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(o))), plus(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(o))), o), s(s(o))), mul(plus(mul(s(o), s(s(s(s(o))))), o), o))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(o))), o), s(s(o)))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(o)), s(o)), mul(plus(mul(o, s(s(o))), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))), mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(o)), mul(plus(mul(o, s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), o), s(s(o))), plus(mul(mul(s(s(s(s(o)))), s(o)), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), mul(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(o))))), s(o)), mul(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), s(o)), mul(plus(plus(s(s(o)), s(s(s(o)))), s(o)), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), plus(plus(mul(s(s(s(s(o)))), s(o)), o), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(o))))), o), s(o)), o)).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), o), s(s(s(s(s(s(o))))))), mul(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(o))))), o))).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(o, o), s(s(s(s(o))))), s(s(s(s(o))))), o)).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(s(o))))), o)).
query(eq(plus(plus(plus(s(s(o)), s(s(o))), s(s(s(o)))), s(s(s(s(o))))), plus(mul(plus(s(o), s(o)), s(s(s(s(s(o)))))), s(o)))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(o))), o), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(o)), plus(plus(mul(s(s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(o)), o), s(s(o))), mul(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), o))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(o)), o), plus(plus(mul(s(s(s(s(s(o))))), o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(o)))), s(s(s(o)))), s(o)), plus(mul(mul(s(s(s(o))), s(s(s(o)))), s(o)), s(o)))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(o)), plus(mul(plus(s(s(o)), o), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(o)), s(s(s(s(s(o)))))), o), mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), o))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), o), o), o)).
query(eq(plus(plus(plus(o, s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(o))))), plus(plus(plus(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(o)), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(mul(s(o), o), s(s(s(s(o))))), o), o)).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(o)))), o), o), mul(mul(mul(s(s(o)), s(s(o))), s(s(o))), o))).
query(eq(mul(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), o), o), mul(mul(plus(s(o), s(s(s(s(o))))), o), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), plus(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), o), s(s(s(s(o))))), o), o)).
query(eq(plus(mul(plus(s(s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(o)))))).
query(eq(mul(plus(mul(s(o), o), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(o, s(o)), s(o)), o), plus(mul(mul(o, s(s(s(s(o))))), o), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), o), o), o)).
query(eq(mul(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), o), mul(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), o), o))).
query(eq(plus(mul(mul(s(o), s(s(s(o)))), s(o)), s(s(s(o)))), plus(mul(mul(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(o, o), s(o)), s(s(s(o)))), plus(plus(mul(o, s(s(o))), s(s(s(o)))), s(o)))).
query(eq(mul(plus(plus(s(s(o)), o), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(o)), plus(plus(plus(s(s(o)), s(o)), s(o)), o))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), o), s(o)), plus(mul(mul(o, s(s(s(o)))), o), s(o)))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(o)), s(o)), o), o)).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(plus(o, s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(o)), s(s(s(s(o))))), mul(plus(mul(o, s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(o, o), s(s(s(o)))), s(s(s(o)))), mul(plus(plus(o, s(s(s(s(s(s(o))))))), s(o)), o))).
query(eq(mul(mul(mul(s(o), s(s(o))), s(s(s(o)))), s(s(o))), plus(plus(mul(s(s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), o), s(s(s(s(s(o)))))), s(o)), plus(mul(plus(o, s(s(o))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(o)), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), s(s(o))), s(s(s(s(s(o)))))), plus(plus(mul(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), o), plus(mul(mul(s(s(s(s(s(s(o)))))), s(o)), o), o))).
query(eq(plus(plus(mul(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), o), o), s(o)), s(o))).
query(eq(mul(plus(plus(s(s(s(s(o)))), o), o), s(o)), s(s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(plus(o, s(s(s(s(o))))), o), s(s(s(s(s(o)))))), o)).
query(eq(plus(mul(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(o)), plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), o))).
query(eq(mul(plus(plus(s(s(s(o))), o), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(mul(plus(s(o), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(o)))), s(s(o))), o), plus(mul(plus(s(s(s(o))), o), s(o)), s(s(s(o)))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(o))), o), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), o), s(s(o))), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(o))), s(o)))).
query(eq(mul(plus(mul(s(s(o)), o), o), o), o)).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), o), s(s(o))), s(s(s(s(o))))), o)).
query(eq(mul(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), o), s(s(s(o)))), mul(plus(plus(s(s(o)), s(o)), s(o)), o))).
query(eq(mul(plus(mul(s(o), s(o)), s(o)), s(s(s(o)))), plus(mul(plus(s(s(s(s(s(s(o)))))), o), s(o)), o))).
query(eq(plus(mul(plus(s(s(o)), o), o), s(s(s(o)))), plus(mul(mul(o, o), s(o)), s(s(s(o)))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), o), o), s(s(s(s(o))))), mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), o), o))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), o), plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), o), mul(mul(plus(s(s(s(s(o)))), s(s(o))), o), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), o), o)).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(o)))).
query(eq(plus(mul(plus(s(s(s(o))), o), s(s(o))), s(s(s(o)))), plus(plus(plus(s(s(o)), s(s(s(o)))), s(o)), s(s(s(o)))))).
query(eq(mul(plus(plus(s(o), o), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(o, o), s(o)), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), s(s(o))), o)).
query(eq(plus(mul(mul(s(o), s(s(s(s(o))))), o), s(s(s(o)))), s(s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(o))), o)).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(mul(plus(plus(o, s(s(o))), s(s(o))), s(o)), s(s(s(s(o)))))).
query(eq(mul(mul(mul(o, s(s(s(o)))), s(s(o))), s(s(o))), mul(mul(plus(s(s(s(s(s(o))))), o), o), s(o)))).
query(eq(mul(plus(plus(s(o), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(mul(mul(plus(o, s(s(s(o)))), s(s(o))), s(o)), plus(plus(plus(s(o), s(s(o))), s(s(o))), s(o)))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(o)))), plus(plus(plus(s(s(o)), s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(o)))), o), s(o)), plus(plus(mul(o, s(s(s(s(s(s(o))))))), o), s(o)))).
query(eq(mul(mul(plus(o, s(s(s(s(s(o)))))), s(s(o))), o), o)).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o), o), mul(mul(mul(s(s(o)), o), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(o), s(o)), s(s(o))), s(s(o))), plus(plus(plus(o, s(o)), s(s(o))), s(o)))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), o), s(o)), o), mul(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), o), o))).
query(eq(mul(mul(plus(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(o))), o), plus(mul(mul(s(s(s(s(s(o))))), o), s(s(o))), s(s(o))))).
query(eq(mul(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), o), o), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(o)))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(s(s(s(s(o)))))), o), o), o)).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), plus(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))))).
query(eq(mul(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), o), o)).
query(eq(plus(mul(plus(o, s(o)), s(s(s(s(s(o)))))), o), plus(mul(mul(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(o))), o), plus(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(s(o))), o), s(s(s(s(s(o)))))), o)).
query(eq(mul(mul(plus(s(o), s(s(s(s(o))))), o), s(s(o))), mul(plus(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), o))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(o))), s(o)), s(s(s(s(s(s(o))))))), mul(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(o))), s(s(s(o)))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), mul(plus(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(o))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(s(s(o))))), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), o), s(s(o))), plus(plus(mul(s(s(s(o))), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(o))))), o), s(s(s(o)))), mul(plus(mul(o, s(s(o))), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)), mul(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(mul(s(s(s(o))), s(o)), s(s(o))), s(o)), mul(plus(mul(o, o), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(s(o))))), o), o), o)).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), mul(mul(plus(s(s(s(s(o)))), s(s(o))), s(s(s(o)))), s(o)))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), o), s(s(s(s(o))))))).
query(eq(mul(plus(plus(o, o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), plus(plus(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), o), s(s(s(o)))), plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), o), s(s(s(o)))))).
query(eq(mul(plus(plus(s(o), o), s(s(s(o)))), s(o)), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(o))))))).
query(eq(mul(mul(mul(o, s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), mul(mul(plus(o, o), s(s(s(s(o))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(o)), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(o), o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(o))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(mul(o, s(s(s(s(s(o)))))), s(o)), s(o)), o)).
query(eq(mul(mul(mul(s(s(s(o))), o), s(o)), s(s(s(s(o))))), o)).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), o), mul(plus(plus(s(s(s(o))), o), s(s(o))), s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(o, s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(s(o)))))), o), s(s(o))), s(s(o)))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(mul(s(o), s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(o)), o), s(s(s(s(o))))), plus(mul(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(o, s(s(s(s(o))))), s(o)), o), plus(mul(mul(s(s(o)), s(s(s(o)))), o), s(o)))).
query(eq(mul(mul(mul(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), o))).
query(eq(mul(plus(plus(o, s(s(s(s(o))))), o), s(s(o))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), o), o)).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(o, s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(o))))), plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(plus(mul(s(o), s(o)), s(o)), o), plus(mul(mul(s(s(s(s(o)))), o), s(s(s(o)))), s(s(o))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))))).
query(eq(plus(plus(mul(s(o), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), plus(plus(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(mul(o, s(s(s(s(o))))), s(s(o))), o), plus(plus(mul(s(s(s(s(s(o))))), o), o), s(s(o))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(o)))), plus(plus(mul(s(s(s(s(o)))), s(s(o))), s(s(o))), s(o)))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(o)), s(s(o))), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(plus(o, s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(plus(plus(s(s(o)), s(o)), o), s(s(s(o)))), plus(plus(plus(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), o))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), plus(mul(plus(s(s(o)), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))), mul(plus(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(mul(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(plus(plus(s(o), s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(o))), plus(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(o), s(s(s(o)))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), o), o), mul(plus(mul(s(s(o)), o), s(o)), o))).
query(eq(mul(plus(plus(o, s(o)), o), s(s(s(o)))), s(s(s(o))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(o))), s(o)), plus(mul(plus(s(s(s(s(o)))), o), s(s(s(s(o))))), s(s(s(o)))))).
query(eq(mul(plus(mul(o, s(s(o))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(o)), plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(o))))))), s(o)))).
query(eq(plus(plus(mul(o, s(o)), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(o)), s(s(s(o)))), plus(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(s(s(s(o)))), s(o)), o), o), mul(mul(mul(s(s(o)), s(o)), o), s(s(s(s(s(s(o))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(o)))), s(o)), plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(s(o)))), o))).
query(eq(mul(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(o))))), plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), o), o), s(s(s(s(o))))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(o))))), s(o)), s(o)))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(mul(s(o), s(s(o))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(plus(mul(mul(s(s(o)), o), s(s(s(s(s(o)))))), o), o)).
query(eq(mul(mul(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), o), s(s(o))), o)).
query(eq(plus(plus(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o), plus(plus(plus(s(s(s(o))), s(o)), s(s(o))), s(s(s(s(o))))))).
query(eq(plus(mul(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(s(o))))), s(o)), s(s(o))), plus(plus(mul(o, o), s(s(s(o)))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), mul(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(o)))).
query(eq(plus(plus(mul(o, s(s(o))), o), s(s(s(s(o))))), s(s(s(s(o)))))).
query(eq(plus(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(o))))), o))).
query(eq(mul(mul(mul(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), plus(plus(mul(s(s(s(o))), s(o)), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(o)))), o), o)).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(o))), s(o)), s(o)), mul(plus(plus(s(o), s(s(s(o)))), o), s(s(o))))).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(s(s(o)))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(o)), s(o)), s(o)), plus(mul(mul(o, s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(o))), o), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(o, s(s(s(o)))), o), s(s(s(s(s(o)))))), plus(mul(mul(s(s(o)), s(s(o))), s(s(o))), o))).
query(eq(mul(plus(plus(s(s(s(o))), s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(plus(plus(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(s(o)))))), s(o)), o), plus(plus(plus(s(o), s(o)), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(mul(mul(o, s(s(s(o)))), s(o)), s(o)), plus(plus(mul(o, s(s(s(s(s(s(o))))))), s(o)), o))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(mul(plus(s(s(s(o))), o), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), s(o)), s(s(s(o)))))).
query(eq(plus(plus(plus(s(o), s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(o))), s(o)), s(o)), s(s(s(o)))), mul(plus(plus(s(o), s(s(s(s(o))))), s(o)), s(s(o))))).
query(eq(mul(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(o))), o), s(s(s(s(o))))), o)).
query(eq(mul(mul(mul(s(s(o)), s(s(s(s(s(o)))))), o), s(o)), mul(plus(mul(s(s(s(o))), o), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(o)))))), plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), o))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(o))))), mul(plus(plus(o, o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(o), s(s(o))), s(s(s(s(o))))), s(s(o))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(o)))).
query(eq(plus(mul(plus(o, s(s(s(s(s(s(o))))))), s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(o))))), mul(mul(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(o)))).
query(eq(plus(plus(mul(s(s(s(s(s(o))))), o), o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), s(o)), o), s(s(s(s(o))))), o)).
query(eq(plus(plus(mul(o, s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(mul(plus(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(o))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(o))))), s(o)), o), s(s(s(s(o))))), mul(mul(mul(o, s(s(s(s(o))))), s(s(o))), s(o)))).
query(eq(plus(mul(plus(s(o), s(o)), o), o), mul(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), o))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(plus(s(o), s(o)), s(s(s(s(o))))), s(o)), plus(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(o, s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(o)))), plus(mul(mul(s(s(s(o))), s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(o))))))), mul(plus(plus(o, s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(plus(plus(mul(s(s(s(o))), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(o))))), o), o), o)).
query(eq(plus(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(mul(s(o), s(o)), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(o), s(o)), s(o)), s(s(s(o)))), s(s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), o), s(o)), o), mul(mul(plus(s(s(s(s(s(o))))), s(s(o))), o), s(s(s(s(s(s(o))))))))).
query(eq(plus(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), o), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(plus(s(o), s(s(s(o)))), o), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(o)))), mul(plus(mul(s(s(s(s(o)))), s(s(s(o)))), s(o)), s(s(s(o)))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(s(o))), s(s(o))), o), o)).
query(eq(plus(mul(plus(o, s(s(s(o)))), o), s(s(s(s(s(o)))))), s(s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(o), s(o)), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), plus(plus(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))))).
query(eq(mul(mul(mul(s(s(s(s(s(o))))), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), o)).
query(eq(plus(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(mul(plus(s(o), s(s(s(s(o))))), s(s(s(o)))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(mul(o, o), s(s(s(s(s(s(o))))))), s(s(s(o)))), plus(mul(plus(s(o), s(o)), o), s(s(s(o)))))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(o)))))), mul(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(o)), s(s(s(s(o))))))).
query(eq(mul(plus(mul(s(o), s(s(o))), s(o)), s(s(s(o)))), plus(plus(plus(s(o), s(s(s(o)))), s(s(s(s(o))))), s(o)))).
query(eq(mul(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), mul(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))))).
query(eq(mul(plus(plus(s(s(s(s(s(s(o)))))), o), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(mul(s(s(o)), o), s(o)), o), s(o))).
query(eq(plus(plus(plus(s(o), o), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(plus(s(o), s(o)), s(s(s(s(o))))), s(s(o))), plus(plus(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))))).
query(eq(plus(mul(mul(s(o), s(s(s(s(o))))), s(s(s(o)))), s(s(o))), mul(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(o))), s(o)))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(o)))), o), mul(mul(mul(o, s(o)), s(s(s(s(s(s(o))))))), s(s(o))))).
query(eq(plus(mul(plus(s(s(s(o))), o), s(o)), s(s(s(o)))), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(plus(s(s(o)), s(s(s(s(s(s(o))))))), s(o)), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(plus(plus(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(o))))), mul(mul(mul(s(s(o)), s(s(s(s(o))))), s(o)), s(s(s(s(o))))))).
query(eq(plus(mul(plus(s(s(o)), s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(plus(s(o), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), mul(mul(plus(s(o), s(s(s(s(o))))), s(s(s(s(o))))), s(s(o))))).
query(eq(mul(plus(mul(s(s(o)), s(o)), s(s(s(o)))), s(s(o))), plus(mul(mul(s(s(s(s(s(o))))), s(o)), s(o)), s(s(s(s(s(o)))))))).
query(eq(plus(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(o))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(o))))), s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(o))), o), s(o)), o), o)).
query(eq(mul(mul(mul(o, s(s(s(o)))), s(o)), s(o)), mul(mul(plus(s(s(o)), o), s(s(o))), o))).
query(eq(mul(plus(plus(s(o), s(o)), o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(o))), s(s(s(s(o))))), plus(mul(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(o))))))).
query(eq(plus(plus(mul(s(s(o)), s(s(o))), s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(plus(s(s(s(s(o)))), s(s(s(o)))), o), s(o)), plus(plus(mul(o, s(s(s(o)))), s(s(o))), s(s(s(s(s(s(o))))))))).
query(eq(mul(plus(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(plus(s(s(s(o))), o), s(s(s(o)))), o), o)).
query(eq(plus(mul(mul(s(o), s(s(s(s(s(s(o))))))), s(o)), s(o)), plus(plus(plus(o, o), s(s(s(s(s(o)))))), s(s(o))))).
query(eq(plus(plus(plus(s(s(o)), s(o)), s(s(s(s(s(s(o))))))), o), plus(mul(plus(s(s(s(o))), s(o)), s(o)), s(s(s(s(s(o)))))))).
query(eq(mul(plus(mul(s(s(o)), s(s(s(o)))), o), o), o)).
query(eq(plus(plus(plus(s(o), s(s(s(s(s(o)))))), s(s(o))), s(s(o))), plus(plus(plus(o, s(s(s(o)))), s(s(o))), s(s(s(s(s(o)))))))).
