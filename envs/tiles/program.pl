% Sliding tiles, of any width: the tiles of a board in rows from the top left, 0 for the gap. A move
% names the way that the gap goes.
%
% Written by hand for this project. MIT licence.

initial(tiles(Width, Tiles), board(Width, Gap, Tiles)) :-
    nth0(Gap, Tiles, 0).

action(board(Width, Gap, Tiles), up, board(Width, Gap1, Tiles1)) :-
    Gap >= Width,
    Gap1 is Gap - Width,
    slid(Tiles, Gap1, Tiles1).
action(board(Width, Gap, Tiles), down, board(Width, Gap1, Tiles1)) :-
    Gap // Width < Width - 1,
    Gap1 is Gap + Width,
    slid(Tiles, Gap1, Tiles1).
action(board(Width, Gap, Tiles), left, board(Width, Gap1, Tiles1)) :-
    Gap mod Width > 0,
    Gap1 is Gap - 1,
    slid(Tiles, Gap1, Tiles1).
action(board(Width, Gap, Tiles), right, board(Width, Gap1, Tiles1)) :-
    Gap mod Width < Width - 1,
    Gap1 is Gap + 1,
    slid(Tiles, Gap1, Tiles1).

terminal(board(3, 8, [1, 2, 3, 4, 5, 6, 7, 8, 0]), 1).
terminal(board(4, 15, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0]), 1).

% The policy sees where each tile is, and how many steps the tiles are from home, all together.

observe(board(Width, _, Tiles), [distance(Distance)|Places]) :-
    places(Tiles, 0, Width, 0, Distance, Places).

places([], _, _, Distance, Distance, []).
places([Tile|Tiles], N, Width, Distance0, Distance, [at(Tile, Row, Column)|Places]) :-
    Row is N // Width,
    Column is N mod Width,
    steps(Tile, Row, Column, Width, Steps),
    Distance1 is Distance0 + Steps,
    N1 is N + 1,
    places(Tiles, N1, Width, Distance1, Distance, Places).

steps(0, _, _, _, 0).
steps(Tile, Row, Column, Width, Steps) :-
    Tile > 0,
    Steps is abs((Tile - 1) // Width - Row) + abs((Tile - 1) mod Width - Column).

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
