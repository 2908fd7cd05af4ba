% Robinson arithmetic: one or two operators over 0..10, and the value.
%
% Made by `symbolic-rl make robinson` (seed 2); values are at most 1000. MIT licence. Do not edit.

query(eq(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(s(s(o)), o), s(s(o)))).
query(eq(mul(s(s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(s(o), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(o, s(s(s(o)))), o)).
query(eq(mul(s(s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(s(s(o)), s(o)), s(s(s(o))))).
query(eq(mul(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(o))))))).
query(eq(mul(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(s(s(s(s(o)))), s(o)), s(s(s(s(o)))))).
query(eq(mul(s(s(s(s(s(s(s(s(s(o))))))))), o), o)).
query(eq(mul(s(o), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(o, s(s(s(s(s(s(s(s(s(o)))))))))), o)).
query(eq(mul(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(mul(s(s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(s(o), o), s(o))).
query(eq(plus(s(s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(s(s(s(s(s(s(s(o))))))), o), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(s(s(s(s(s(s(s(s(o)))))))), o), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(o, s(o)), o)).
query(eq(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(s(o), s(o)), s(o))).
query(eq(plus(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(s(o), s(s(s(o)))), s(s(s(s(o)))))).
query(eq(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o))))))).
query(eq(plus(s(s(o)), s(s(s(s(o))))), s(s(s(s(s(s(o)))))))).
query(eq(plus(s(s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(o))))))))).
query(eq(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(o, s(s(s(s(s(s(o))))))), o)).
query(eq(plus(s(s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(s(s(s(s(s(s(o)))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(s(s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o)))))))))).
query(eq(mul(s(o), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o)))))))).
query(eq(mul(s(o), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(s(s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(s(o), s(o)), s(s(o)))).
query(eq(plus(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(s(s(s(o))), s(o)), s(s(s(o))))).
query(eq(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(s(s(o)), s(o)), s(s(o)))).
query(eq(mul(s(s(o)), s(s(o))), s(s(s(s(o)))))).
query(eq(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(s(s(o)), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(o))))))))), o), s(o)), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(s(o))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(o)), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(o, o), s(o)), o)).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(plus(s(s(s(o))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(o))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(o, s(s(s(o)))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(o)))), s(s(s(o))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), o), o), o)).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(o)))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), o), s(o)), o)).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(s(s(o)))))))))), o), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), o), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(plus(plus(s(s(s(o))), o), s(s(s(o)))), s(s(s(s(s(s(o)))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(s(s(o)))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), o), s(o)), s(o))).
query(eq(plus(plus(s(s(o)), s(s(o))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(s(s(o))))))))), o), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(o, s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(o)))), o)).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), s(s(s(s(s(s(s(o)))))))), o), o)).
query(eq(mul(plus(s(s(s(s(s(s(s(s(o)))))))), s(o)), s(o)), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(mul(s(s(s(o))), s(o)), s(s(o))), s(s(s(s(s(s(o)))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(o)), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(s(s(s(s(s(o))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(o))))))), o), o)).
query(eq(mul(plus(s(s(s(o))), o), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(s(s(o)))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(o))), s(o)), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(o)), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(o, s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o))))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(mul(s(s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))).
query(eq(plus(plus(o, s(s(o))), s(s(o))), s(s(s(s(o)))))).
query(eq(plus(mul(s(s(s(o))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(o))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), s(o)), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(o))))))), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(o)), s(s(s(s(s(s(s(s(s(o)))))))))), o), s(s(s(s(s(s(s(s(s(s(s(o))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(o))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(o)), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(plus(plus(o, s(s(s(o)))), s(s(o))), s(s(s(s(s(o))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(o))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(o)))))), o), s(s(s(s(s(s(o))))))), o)).
query(eq(mul(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), o), s(s(s(o)))), s(s(s(s(s(s(o)))))))).
query(eq(plus(mul(s(s(s(s(s(s(o)))))), s(o)), s(o)), s(s(s(s(s(s(s(o))))))))).
query(eq(plus(mul(o, s(s(s(s(o))))), s(o)), s(o))).
query(eq(plus(plus(s(s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(s(s(s(o))))))))), s(o)), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(o)), o), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(plus(s(o), s(s(s(s(s(s(s(o)))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(o))), o), o)).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(o))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(o))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(s(o)))))), s(o)), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(plus(plus(o, s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))).
query(eq(mul(mul(o, s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o))))))))))), o)).
query(eq(plus(plus(s(s(s(o))), s(s(o))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(o))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(o)), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(o)))), o), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(o)))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(o))))))), o), o)).
query(eq(plus(mul(s(s(o)), s(s(s(o)))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(o)))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(o))))))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))).
query(eq(mul(plus(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(o))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(o))))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(o))))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(o))))), s(s(s(s(s(o)))))), o), o)).
query(eq(plus(plus(s(s(s(s(s(s(s(s(s(o))))))))), s(s(s(o)))), s(s(s(o)))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(s(s(s(o)))))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(o)), s(s(o))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(s(s(s(o))))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))).
query(eq(mul(mul(s(s(s(s(o)))), s(o)), s(s(s(s(s(s(s(o)))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))).
query(eq(mul(plus(s(o), s(s(s(s(s(s(s(s(o))))))))), s(s(o))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))).
query(eq(plus(plus(s(s(s(s(s(o))))), s(s(s(s(s(s(s(s(o))))))))), s(o)), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
query(eq(mul(mul(s(o), s(s(s(s(s(o)))))), s(s(s(s(s(s(o))))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))))))))))))))))))).
query(eq(plus(mul(s(s(s(o))), s(s(s(o)))), s(s(s(s(s(o)))))), s(s(s(s(s(s(s(s(s(s(s(s(s(s(o)))))))))))))))).
