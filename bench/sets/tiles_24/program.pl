% Sliding tiles: the tiles of a square board in rows from the top left, 0 for the gap. A move names the way
% that the gap goes. A state is board(Width, Gap, Tiles).
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

slid(Tiles, Place, Tiles1) :-
    nth0(Place, Tiles, Tile),
    exchanged(Tiles, Tile, Tiles1).

exchanged([], _, []).
exchanged([Other|Tiles], Tile, [Other1|Tiles1]) :-
    (   Other =:= 0
    ->  Other1 = Tile
    ;   Other =:= Tile
    ->  Other1 = 0
    ;   Other1 = Other
    ),
    exchanged(Tiles, Tile, Tiles1).

terminal(board(_, _, Tiles), 1) :-
    in_order(Tiles, 1).

in_order([0], _).
in_order([N|Tiles], N) :-
    N1 is N + 1,
    in_order(Tiles, N1).

% The policy sees what people look at: which one or two tiles are to come into place next, how far they
% have to go, and where the gap is. stages(Width, Stages) has what comes into place one after the other.

observe(board(Width, Gap, Tiles), Seen) :-
    stages(Width, Stages),
    next(Stages, Tiles, 1, Stage),
    seen(Stage, Tiles, Width, Gap, Seen).

next([], _, _, none).
next([stage(Kind, Tile, Tile1)|Stages], Tiles, N, Stage) :-
    (   is_home(Tile, Tiles),
        is_home(Tile1, Tiles)
    ->  N1 is N + 1,
        next(Stages, Tiles, N1, Stage)
    ;   Stage = stage(N, Kind, Tile, Tile1)
    ).

is_home(Tile, Tiles) :-
    Place is Tile - 1,
    nth0(Place, Tiles, Tile).

seen(none, _, _, _, []).
seen(stage(N, Kind, Tile, Tile1), Tiles, Width, Gap,
     [ next(N, Place, Place1, Gap),
       pair(Kind, Down, Right, Down1, Right1, GapDown, GapRight),
       first(Kind, Down, Right, GapDown, GapRight),
       second(Kind, Down1, Right1, GapDown1, GapRight1)
     ]) :-
    nth0(Place, Tiles, Tile),
    nth0(Place1, Tiles, Tile1),
    way(Tile, Place, Width, Gap, Down, Right, GapDown, GapRight),
    way(Tile1, Place1, Width, Gap, Down1, Right1, GapDown1, GapRight1).

way(Tile, Place, Width, Gap, Down, Right, GapDown, GapRight) :-
    Down is (Tile - 1) // Width - Place // Width,
    Right is (Tile - 1) mod Width - Place mod Width,
    GapDown is Gap // Width - Place // Width,
    GapRight is Gap mod Width - Place mod Width.

% All rows but two, a tile after the other and the last two of a row together; then both rows, from the
% left, a column after the other; the last is a square of four.

stages(5, [ stage(one, 1, 1), stage(one, 2, 2), stage(one, 3, 3), stage(row, 4, 5),
            stage(one, 6, 6), stage(one, 7, 7), stage(one, 8, 8), stage(row, 9, 10),
            stage(one, 11, 11), stage(one, 12, 12), stage(one, 13, 13), stage(row, 14, 15),
            stage(column, 16, 21), stage(column, 17, 22), stage(column, 18, 23),
            stage(last, 19, 20), stage(last, 24, 24)
          ]).

label(Way, Way).
