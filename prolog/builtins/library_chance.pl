:- module(clause_library_chance,
          [ draw/3                      % +Seed, +Choices, -One
          ]).

/** <module> Library predicates as clauses: chance that a seed decides

An MDP draws with a seed that is part of its state, so that a replay draws the same.
*/

%!  draw(+Seed, +Choices, -One) is det.
%
%   True if One is the member of the list Choices that Seed draws. Seed is Key-Count, two integers
%   from 0 on: each Count from 0 on is another draw of the stream Key. All members are drawn alike
%   often, but for one part in 65,537.

draw(Key-Count, Choices, One) :-
    '$size'(Choices, 0, N),
    N > 0,
    '$mixed'(Key, Count, N, Mixed),
    Index is Mixed * N // 65537,
    '$drawn'(Choices, Index, One).

% ISO builtins only, as in library.pl: length/2 is none.

'$size'([], N, N).
'$size'([_|Choices], N0, N) :-
    N1 is N0 + 1,
    '$size'(Choices, N1, N).

% Cubing permutes the numbers below the prime 65,537; two rounds leave no pattern of Key or Count.
% '$probe'(Number, Count, Known, Most) in place of a key gives Number, and tells what a draw depends
% on: one with another Count, or from a list whose length is not in Known and above Most, is an error.

'$mixed'(Key, Count, _, Mixed) :-
    Key \= '$probe'(_, _, _, _),
    A is (Key * 40503 + Count * 30011 + 12345) mod 65537,
    B is (A * A mod 65537 * A + Count * 7919 + 54321) mod 65537,
    Mixed is (B * B mod 65537 * B + Key * 104729 + 31337) mod 65537 * 25717 mod 65537.
'$mixed'('$probe'(Number, Count, Known, Most), Count1, N, Number) :-
    Change is Count1 - Count,
    '$told'(Change, Known, Most, N).

'$told'(0, Known, Most, N) :-
    '$known'(Known, Most, N).
'$told'(Change, _, _, _) :-
    Change =\= 0,
    1 =:= 1 // 0.

'$known'([], Most, N) :-
    N =< Most.
'$known'([], Most, N) :-
    N > Most,
    1 =:= 1 // 0.
'$known'([N|_], _, N).
'$known'([Length|Known], Most, N) :-
    Length =\= N,
    '$known'(Known, Most, N).

'$drawn'([One|_], 0, One).
'$drawn'([_|Choices], Index, One) :-
    Index > 0,
    Index1 is Index - 1,
    '$drawn'(Choices, Index1, One).
