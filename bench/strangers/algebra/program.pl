% Boolean terms rewritten by rules, each at any place of the term.
%
% rewrites(Term, Target, Rules): the rules, in this order, lead from Term to
% Target. Commutativity undoes itself, and distribution makes terms grow.
%
% Written by hand. MIT licence.

rewrites(Term, Term, []).
rewrites(Term, Target, [Rule|Rules]) :-
    step(Term, Rule, Next),
    rewrites(Next, Target, Rules).

step(Term, Rule, Next) :-
    rule(Rule, Term, Next).
step(not(A), Rule, not(B)) :-
    step(A, Rule, B).
step(and(A, C), Rule, and(B, C)) :-
    step(A, Rule, B).
step(and(C, A), Rule, and(C, B)) :-
    step(A, Rule, B).
step(or(A, C), Rule, or(B, C)) :-
    step(A, Rule, B).
step(or(C, A), Rule, or(C, B)) :-
    step(A, Rule, B).

rule(turn, and(A, B), and(B, A)).
rule(turn, or(A, B), or(B, A)).
rule(double, not(not(A)), A).
rule(de_morgan, not(and(A, B)), or(not(A), not(B))).
rule(de_morgan, not(or(A, B)), and(not(A), not(B))).
rule(share, and(A, or(B, C)), or(and(A, B), and(A, C))).
rule(collect, or(and(A, B), and(A, C)), and(A, or(B, C))).
rule(same, and(A, A), A).
rule(same, or(A, A), A).
rule(absorb, or(A, and(A, _)), A).
rule(absorb, and(A, or(A, _)), A).
rule(contrary, and(A, not(A)), false).
rule(contrary, or(A, not(A)), true).
rule(unit, and(true, A), A).
rule(unit, or(false, A), A).
