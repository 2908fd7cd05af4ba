% Blocks world: plan(Stacks, Goal, Moves) holds if the moves lead from the
% stacks to the goal. Both are sorted lists of stacks, a stack the list of its
% blocks from the top down.
%
% The planner works on towers: stacks in which each block says where the goal
% wants it, as on(Block, Place). Nothing bounds the length of a plan, and every
% block that has nothing on it may go anywhere: depth-first search moves one
% block to and fro for ever.
%
% Written by hand. MIT licence.

plan(Stacks, Goal, Moves) :-
    towers(Stacks, Goal, Towers),
    towers(Goal, Goal, Target),
    moves(Towers, Target, Moves).

moves(Target, Target, []).
moves(Towers, Target, [move(Block, Place)|Moves]) :-
    Towers \== Target,
    take(Towers, on(Block, Wanted), Rest),
    put(on(Block, Wanted), Rest, Place, Unsorted),
    msort(Unsorted, Next),
    moves(Next, Target, Moves).

% The top block of one of the towers.
take([[Top]|Towers], Top, Towers).
take([[Top, Under|Tower]|Towers], Top, [[Under|Tower]|Towers]).
take([Tower|Towers], Top, [Tower|Rest]) :-
    take(Towers, Top, Rest).

% On one of the towers, or behind them all on the table.
put(Block, [[on(Top, Wanted)|Tower]|Towers], Top, [[Block, on(Top, Wanted)|Tower]|Towers]).
put(Block, [Tower|Towers], Place, [Tower|Rest]) :-
    put(Block, Towers, Place, Rest).
put(Block, [], table, [[Block]]).

% Stacks as towers.
towers([], _, []).
towers([Stack|Stacks], Goal, [Tower|Towers]) :-
    tower(Stack, Goal, Tower),
    towers(Stacks, Goal, Towers).

tower([], _, []).
tower([Block|Stack], Goal, [on(Block, Place)|Tower]) :-
    place(Goal, Block, Place),
    tower(Stack, Goal, Tower).

% What the block stands on in the goal.
place([[Block]|_], Block, table).
place([[Block, Under|_]|_], Block, Under).
place([[Other|Stack]|Stacks], Block, Place) :-
    Other \== Block,
    place([Stack|Stacks], Block, Place).
place([[]|Stacks], Block, Place) :-
    place(Stacks, Block, Place).
