% A formal system over strings of m, i and u; a string is a list of letters.
%
% derives(From, To, Rules): the rules lead from one string to the other. One of
% them doubles the string, so derivations may grow without end.
%
% Written by hand. MIT licence.

derives(String, String, []).
derives(From, To, [Rule|Rules]) :-
    rule(Rule, From, Next),
    derives(Next, To, Rules).

rule(add, From, To) :-
    append(Before, [i], From),
    append(Before, [i, u], To).
rule(double, [m|Rest], [m|Twice]) :-
    append(Rest, Rest, Twice).
rule(fuse, From, To) :-
    append(Before, [i, i, i|After], From),
    append(Before, [u|After], To).
rule(drop, From, To) :-
    append(Before, [u, u|After], From),
    append(Before, After, To).
