% Propositional logic in Hilbert's style: axioms and modus ponens, nothing else.
%
% proof(Formula, Proof). Modus ponens asks for a premise that stands nowhere in
% the formula, so depth-first search never comes back from it.
%
% Written by hand. MIT licence.

proof((A -> _ -> A), k).
proof(((A -> B -> C) -> (A -> B) -> A -> C), s).
proof((A -> B -> and(A, B)), pair).
proof((and(A, _) -> A), first).
proof((and(_, B) -> B), second).
proof((_ -> true), unit).
proof(B, mp(P, Q)) :-
    proof((A -> B), P),
    proof(A, Q).
