% Blocks world: plan(Stacks, Goal, Moves) holds if the moves lead from the
% stacks to the goal. A state is the sorted list of its stacks, a stack the
% list of its blocks from the top down.
%
% Nothing bounds the length of a plan: depth-first search moves one block to
% and fro for ever.
%
% Written by hand. MIT licence.

plan(Goal, Goal, []).
plan(Stacks, Goal, [Move|Moves]) :-
    Stacks \== Goal,
    move(Move, Stacks, Unsorted),
    msort(Unsorted, Next),
    plan(Next, Goal, Moves).

% A block that stands alone is not moved to the table.
move(to_table(Block), Stacks, [[Block], [Under|Stack]|Others]) :-
    select([Block, Under|Stack], Stacks, Others).
move(to_block(Block, Onto), Stacks, Next) :-
    select([Block|Stack], Stacks, Others),
    select([Onto|Target], Others, Untouched),
    rest(Stack, [[Block, Onto|Target]|Untouched], Next).

% An empty stack is no stack.
rest([], Stacks, Stacks).
rest([Block|Stack], Stacks, [[Block|Stack]|Stacks]).
