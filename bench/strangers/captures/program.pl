% Chess with one white piece: it captures every black piece within N moves.
%
% capture(Piece, From, Black, N, Moves): Piece, which stands on From, captures all
% of Black (a list of Piece-Square) in at most N moves and never ends a move on a
% square that is guarded. Black pieces do not move. A square is File/Rank.
%
% Written by hand. MIT licence.

:- use_module(library(lists)).

capture(_, _, [], _, []) :- !.
capture(Piece, From, Black, N, [To|Moves]) :-
    N > 0,
    move(Piece, From, Black, To),
    (   taken(To, Black, Rest)
    ->  true
    ;   Rest = Black
    ),
    \+ guarded(To, Rest),
    N1 is N - 1,
    capture(Piece, To, Rest, N1, Moves).

taken(Square, [_-Square|Rest], Rest) :- !.
taken(Square, [Other|Black], [Other|Rest]) :-
    taken(Square, Black, Rest).

guarded(Square, Black) :-
    member(Piece-At, Black),
    attacks(Piece, At, Black, Square),
    !.

attacks(pawn, X/Y, _, X1/Y1) :-
    !,
    Y1 =:= Y - 1,
    1 =:= abs(X1 - X).
attacks(Piece, At, Black, Square) :-
    move(Piece, At, Black, Square).

move(Piece, From, Black, To) :-
    slider(Piece),
    !,
    direction(Piece, Direction),
    slide(From, Direction, Black, To).
move(Piece, X/Y, _, X1/Y1) :-
    jump(Piece, DX, DY),
    X1 is X + DX,
    Y1 is Y + DY,
    on_board(X1/Y1).

slide(From, Direction, Black, To) :-
    beyond(From, Direction, Next),
    on_board(Next),
    (   occupied(Next, Black)
    ->  To = Next
    ;   (   To = Next
        ;   slide(Next, Direction, Black, To)
        )
    ).

occupied(Square, Black) :-
    memberchk(_-Square, Black).

beyond(X/Y, DX/DY, X1/Y1) :-
    X1 is X + DX,
    Y1 is Y + DY.

on_board(X/Y) :-
    X >= 1, X =< 8,
    Y >= 1, Y =< 8.

slider(queen).
slider(rook).
slider(bishop).

direction(rook, D) :- straight(D).
direction(bishop, D) :- diagonal(D).
direction(queen, D) :- straight(D).
direction(queen, D) :- diagonal(D).

straight(1/0).
straight(0/1).
straight(-1/0).
straight(0/(-1)).

diagonal(1/1).
diagonal(1/(-1)).
diagonal(-1/1).
diagonal(-1/(-1)).

jump(knight, DX, DY) :- knight(DX, DY).
jump(king, DX, DY) :- straight(DX/DY).
jump(king, DX, DY) :- diagonal(DX/DY).

knight(1, 2).
knight(2, 1).
knight(2, -1).
knight(1, -2).
knight(-1, -2).
knight(-2, -1).
knight(-2, 1).
knight(-1, 2).
