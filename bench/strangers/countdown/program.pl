% The numbers round: combine numbers, two at a time, until one is the target.
%
% reach(Numbers, Target, Steps). A step is step(A, Operator, B, Result).
%
% Written by hand. MIT licence.

reach(Numbers, Target, []) :-
    member(Target, Numbers).
reach(Numbers, Target, [step(A, Op, B, C)|Steps]) :-
    select(A, Numbers, Others),
    select(B, Others, Rest),
    result(Op, A, B, C),
    reach([C|Rest], Target, Steps).

result(+, A, B, C) :-
    A >= B,
    C is A + B.
result(-, A, B, C) :-
    A > B,
    C is A - B.
result(*, A, B, C) :-
    A >= B,
    B > 1,
    C is A * B.
result(/, A, B, C) :-
    B > 1,
    A mod B =:= 0,
    C is A // B.
