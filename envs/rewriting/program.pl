% Expressions over +, - and *, to be made small: a move is a rule, and a place where it applies. The
% reward of a move is the size that it saves; some have to make an expression larger first.
%
% A state is expr(E, Aim). It ends, a success, at a size of at most Aim: one that is known to be reached.
% The policy does not see Aim.
%
% Written by hand for this project. MIT licence.

initial(smaller(E, Aim), expr(E, Aim)).

action(expr(E, Aim), at(Rule, Place), expr(E1, Aim)) :-
    rewritten(E, Rule, Place, E1),
    size(E1, Size),
    Size < 20.

terminal(expr(E, Aim), 1) :-
    size(E, Size),
    Size =< Aim.

reward(expr(E, _), _, expr(E1, _), Reward) :-
    size(E, Size),
    size(E1, Size1),
    Reward is Size - Size1.

% rewritten(+E, -Rule, -Place, -E1): Place is the way to the part that the rule is for.

rewritten(E, Rule, here, E1) :-
    rule(E, Rule, E1).
rewritten(A+B, Rule, Place, E) :-
    inside(A, B, +, Rule, Place, E).
rewritten(A-B, Rule, Place, E) :-
    inside(A, B, -, Rule, Place, E).
rewritten(A*B, Rule, Place, E) :-
    inside(A, B, *, Rule, Place, E).

inside(A, B, Sign, Rule, left(Place), E) :-
    rewritten(A, Rule, Place, A1),
    joined(Sign, A1, B, E).
inside(A, B, Sign, Rule, right(Place), E) :-
    rewritten(B, Rule, Place, B1),
    joined(Sign, A, B1, E).

joined(+, A, B, A+B).
joined(-, A, B, A-B).
joined(*, A, B, A*B).

rule(E, Rule, E1) :-
    smaller(E, Rule, E1).
rule(A+B, swap, B+A).
rule(A*B, swap, B*A).
rule(A+(B+C), regroup, (A+B)+C).
rule((A+B)+C, regroup, A+(B+C)).
rule((A+B)-C, regroup, A+(B-C)).
rule(A+(B-C), regroup, (A+B)-C).
rule(A*(B+C), expand, A*B+A*C).
rule(A*(B-C), expand, A*B-A*C).

% smaller(?E, ?Rule, ?E1): rules that save.

smaller(A+0, zero, A).
smaller(A-0, zero, A).
smaller(A*1, one, A).
smaller(_*0, null, 0).
smaller(A-A, cancel, 0).
smaller(A+B-B, cancel, A).
smaller(A*B+A*C, factor, A*(B+C)).
smaller(A*B-A*C, factor, A*(B-C)).

size(A+B, Size) :-
    sizes(A, B, Size).
size(A-B, Size) :-
    sizes(A, B, Size).
size(A*B, Size) :-
    sizes(A, B, Size).
size(E, 1) :-
    atomic(E).

sizes(A, B, Size) :-
    size(A, SizeA),
    size(B, SizeB),
    Size is SizeA + SizeB + 1.

% The policy sees how large an expression is, how many of its parts could be made smaller, and itself.

observe(expr(E, _), [size(Size), ready(N), expression(E)]) :-
    size(E, Size),
    ready(E, 0, N).

ready(E, N0, N) :-
    here(E, N0, N1),
    parts(E, N1, N).

here(E, N0, N) :-
    smaller(E, _, _),
    N is N0 + 1.
here(E, N, N) :-
    \+ smaller(E, _, _).

parts(A+B, N0, N) :-
    both(A, B, N0, N).
parts(A-B, N0, N) :-
    both(A, B, N0, N).
parts(A*B, N0, N) :-
    both(A, B, N0, N).
parts(E, N, N) :-
    atomic(E).

both(A, B, N0, N).
parts(A-B, N0, N) :-
    both(A, B, N0, N).
parts(A*B, N0, N) :-
    both(A, B, N0, N).
parts(x, N, N).
parts(y, N, N).
parts(z, N, N).
parts(0, N, N).
parts(1, N, N).

both(A, B, N0, N) :-
    ready(A, N0, N1),
    ready(B, N1, N).

label(at(Rule, Place), at(Rule, Place)).
