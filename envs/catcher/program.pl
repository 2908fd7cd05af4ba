% A paddle below falling fruit, seven columns wide. A fruit falls by a row each move, from row 7; in
% row 0 it is caught by a paddle in its column. Where the next one falls from is drawn.
%
% A state is game(Paddle, Column, Row, Left, Missed, Seed): Left fruits are still to come down, and
% Missed says if one has been missed.
%
% Written by hand for this project. MIT licence.

initial(catcher(Key), game(3, Column, 7, 10, none, Key-1)) :-
    columns(Columns),
    draw(Key-0, Columns, Column).

columns([0, 1, 2, 3, 4, 5, 6]).

action(game(Paddle, Column, Row, Left, Missed, Seed), left, Next) :-
    Paddle > 0,
    Paddle1 is Paddle - 1,
    fallen(Row, Paddle1, Column, Left, Missed, Seed, Next).
action(game(Paddle, Column, Row, Left, Missed, Seed), stay, Next) :-
    fallen(Row, Paddle, Column, Left, Missed, Seed, Next).
action(game(Paddle, Column, Row, Left, Missed, Seed), right, Next) :-
    Paddle < 6,
    Paddle1 is Paddle + 1,
    fallen(Row, Paddle1, Column, Left, Missed, Seed, Next).

fallen(Row, Paddle, Column, Left, Missed, Seed, game(Paddle, Column, Row1, Left, Missed, Seed)) :-
    Row > 1,
    Row1 is Row - 1.
fallen(1, Paddle, Column, Left, Missed, Key-Count, game(Paddle, Next, 7, Left1, Missed1, Key-Count1)) :-
    Left1 is Left - 1,
    missed(Paddle, Column, Missed, Missed1),
    columns(Columns),
    draw(Key-Count, Columns, Next),
    Count1 is Count + 1.

missed(Column, Column, Missed, Missed).
missed(Paddle, Column, _, some) :-
    Paddle =\= Column.

terminal(game(_, _, _, 0, none, _), 1).
terminal(game(_, _, _, 0, some, _), 0).

% A catch is worth 1, a miss -1.

reward(game(_, Column, 1, _, _, _), _, game(Paddle, _, _, _, _, _), Reward) :-
    caught(Paddle, Column, Reward).
reward(game(_, _, Row, _, _, _), _, _, 0) :-
    Row > 1.

caught(Column, Column, 1).
caught(Paddle, Column, -1) :-
    Paddle =\= Column.

observe(game(Paddle, Column, Row, _, _, _), [paddle(Paddle), fruit(Column, Row)]).

label(Way, Way).
