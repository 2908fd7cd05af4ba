% Sliding tiles, the 15-puzzle: the tiles of a board of width 4 in rows from the top left, 0 for the gap.
% A move names the way that the gap goes.
%
% Written by hand for this project. MIT licence.

initial(tiles(Tiles), board(Gap, Tiles)) :-
    nth0(Gap, Tiles, 0).

action(board(Gap, Tiles), up, board(Gap1, Tiles1)) :-
    Gap >= 4,
    Gap1 is Gap - 4,
    slid(Tiles, Gap1, Tiles1).
action(board(Gap, Tiles), down, board(Gap1, Tiles1)) :-
    Gap < 12,
    Gap1 is Gap + 4,
    slid(Tiles, Gap1, Tiles1).
action(board(Gap, Tiles), left, board(Gap1, Tiles1)) :-
    Gap mod 4 > 0,
    Gap1 is Gap - 1,
    slid(Tiles, Gap1, Tiles1).
action(board(Gap, Tiles), right, board(Gap1, Tiles1)) :-
    Gap mod 4 < 3,
    Gap1 is Gap + 1,
    slid(Tiles, Gap1, Tiles1).

terminal(board(15, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]), 1).

% The policy sees what people look at: which one or two tiles are to come into place next, how far they
% have to go, and where the gap is.

observe(board(Gap, Tiles), [ next(N, Place, Place1, Gap),
                             pair(Kind, Down, Right, Down1, Right1, GapDown, GapRight),
                             first(Kind, Down, Right, GapDown, GapRight),
                             second(Kind, Down1, Right1, GapDown1, GapRight1)
                           ]) :-
    next(Tiles, N, Kind, Tile, Tile1),
    nth0(Place, Tiles, Tile),
    nth0(Place1, Tiles, Tile1),
    way(Tile, Place, Gap, Down, Right, GapDown, GapRight),
    way(Tile1, Place1, Gap, Down1, Right1, GapDown1, GapRight1).

% next(+Tiles, -N, -Kind, -Tile, -Tile1): those that come into place next; Tile1 = Tile where it is one.

next([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, _, _, 13, 14|_], 9, last, 11, 12).
next([1, 2, 3, 4, 5, 6, 7, 8, 9, _, _, _, 13|_], 8, column, 10, 14).
next([1, 2, 3, 4, 5, 6, 7, 8|_], 7, column, 9, 13).
next([1, 2, 3, 4, 5, 6|_], 6, row, 7, 8).
next([1, 2, 3, 4, 5|_], 5, one, 6, 6).
next([1, 2, 3, 4|_], 4, one, 5, 5).
next([1, 2|_], 3, row, 3, 4).
next([1|_], 2, one, 2, 2).
next(_, 1, one, 1, 1).

% way(+Tile, +Place, +Gap, ...): rows and columns from where a tile is to where it belongs, and to the gap.

way(Tile, Place, Gap, Down, Right, GapDown, GapRight) :-
    Down is (Tile - 1) // 4 - Place // 4,
    Right is (Tile - 1) mod 4 - Place mod 4,
    GapDown is Gap // 4 - Place // 4,
    GapRight is Gap mod 4 - Place mod 4.

label(Way, Way).

% slid(+Tiles, +Place, -Tiles1): the tile at Place goes to the gap.

slid(Tiles, Place, Tiles1) :-
    nth0(Place, Tiles, Tile),
    exchanged(Tiles, Tile, Tiles1).

exchanged([], _, []).
exchanged([0|Tiles], Tile, [Tile|Tiles1]) :-
    exchanged(Tiles, Tile, Tiles1).
exchanged([Tile|Tiles], Tile, [0|Tiles1]) :-
    exchanged(Tiles, Tile, Tiles1).
exchanged([Other|Tiles], Tile, [Other|Tiles1]) :-
    Other =\= 0,
    Other =\= Tile,
    exchanged(Tiles, Tile, Tiles1).
