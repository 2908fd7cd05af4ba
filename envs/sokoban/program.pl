% Sokoban on a board of 8 by 8 cells, with a wall all round it. A move is a push; the way to the box is
% derived. Boxes cannot be pulled, so a wrong push is a dead end.
%
% Cells are numbered from 1, row by row. In a query a cell is wall, floor or goal. In a state it is wall,
% dead (a box there can never come to a goal), or the number of pushes that a box there would need.
% A state is room(Reached, Boxes, Floor, Cells), Reached being the cells that the player can walk to.
%
% Written by hand for this project. MIT licence.

initial(sokoban(Room, Player, Boxes), room(Reached, Boxes, Floor, Cells)) :-
    functor(Pushes, pushes, 64),
    goals(64, Room, Pushes, [], Goals),
    spread(Goals, Room, Pushes, []),
    cells(64, Room, Pushes, [], List),
    Cells =.. [cells|List],
    floors(55, Cells, set(0, 0, 0), Floor),
    reached(Player, Boxes, Floor, Reached).

floors(9, _, Floor, Floor).
floors(N, Cells, Floor0, Floor) :-
    N > 9,
    arg(N, Cells, Cell),
    N1 is N - 1,
    floor(Cell, N, Floor0, Floor1),
    floors(N1, Cells, Floor1, Floor).

floor(wall, _, Floor, Floor).
floor(Cell, N, Floor0, Floor) :-
    Cell \== wall,
    put(N, Floor0, Floor).

% goals(+N, +Room, -Pushes, +Goals0, -Goals): goals among the first N cells need no pushes.

goals(0, _, _, Goals, Goals).
goals(N, Room, Pushes, Goals0, Goals) :-
    N > 0,
    arg(N, Room, Cell),
    N1 is N - 1,
    (   Cell == goal
    ->  arg(N, Pushes, 0),
        goals(N1, Room, Pushes, [N|Goals0], Goals)
    ;   goals(N1, Room, Pushes, Goals0, Goals)
    ).

% spread(+Cells, +Room, ?Pushes, +Next): go on from Cells, all at one distance, then from Next.

spread([], _, _, []).
spread([], Room, Pushes, [Cell|Next]) :-
    spread([Cell|Next], Room, Pushes, []).
spread([Cell|Cells], Room, Pushes, Next0) :-
    arg(Cell, Pushes, Distance),
    Distance1 is Distance + 1,
    from(-8, Cell, Distance1, Room, Pushes, Next0, Next1),
    from(-1, Cell, Distance1, Room, Pushes, Next1, Next2),
    from(1, Cell, Distance1, Room, Pushes, Next2, Next3),
    from(8, Cell, Distance1, Room, Pushes, Next3, Next),
    spread(Cells, Room, Pushes, Next).

% from(+Step, +Cell, ...): a box one Step before Cell can be pushed there from two steps before it.

from(Step, Cell, Distance, Room, Pushes, Next, [Before|Next]) :-
    Before is Cell - Step,
    is_new(Before, Step, Room, Pushes),
    arg(Before, Pushes, Distance).
from(Step, Cell, _, Room, Pushes, Next, Next) :-
    Before is Cell - Step,
    \+ is_new(Before, Step, Room, Pushes).

is_new(Before, Step, Room, Pushes) :-
    arg(Before, Room, Cell),
    Cell \== wall,
    arg(Before, Pushes, Known),
    var(Known),
    Pusher is Before - Step,
    arg(Pusher, Room, Stand),
    Stand \== wall.

cells(0, _, _, Cells, Cells).
cells(N, Room, Pushes, Cells0, Cells) :-
    N > 0,
    arg(N, Room, Kind),
    arg(N, Pushes, Distance),
    cell(Kind, Distance, Cell),
    N1 is N - 1,
    cells(N1, Room, Pushes, [Cell|Cells0], Cells).

cell(wall, _, wall).
cell(floor, Distance, dead) :-
    var(Distance).
cell(floor, Distance, Distance) :-
    nonvar(Distance).
cell(goal, 0, 0).

% A push goes from a cell that the player reaches to a free one. States that differ by a walk are one.

action(room(Reached, Boxes, Floor, Cells), push(Way, Box), room(Reached1, Boxes1, Floor, Cells)) :-
    select(Box, Boxes, Others),
    step(Way, Step),
    Stand is Box - Step,
    has(Stand, Reached),
    To is Box + Step,
    arg(To, Cells, Cell),
    Cell \== wall,
    has_none(Others, To),
    put_in(Others, To, Boxes1),
    reached(Box, Boxes1, Floor, Reached1).

has_none([], _).
has_none([Box|Boxes], N) :-
    Box =\= N,
    has_none(Boxes, N).

has_one([N|_], N).
has_one([Box|Boxes], N) :-
    Box =\= N,
    has_one(Boxes, N).

step(up, -8).
step(left, -1).
step(right, 1).
step(down, 8).

put_in([], Box, [Box]).
put_in([Other|Boxes], Box, [Box, Other|Boxes]) :-
    Box < Other.
put_in([Other|Boxes], Box, [Other|Boxes1]) :-
    Box > Other,
    put_in(Boxes, Box, Boxes1).

% reached(+Player, +Boxes, +Floor, -Reached): the cells that can be walked to. A set of cells is set(A, B, C):
% the bits of two rows each, from the second row on.

reached(Player, Boxes, Floor, Reached) :-
    without(Boxes, Floor, Free),
    put(Player, set(0, 0, 0), Start),
    walk(Start, Free, Reached).

without([], Free, Free).
without([Box|Boxes], Free0, Free) :-
    take(Box, Free0, Free1),
    without(Boxes, Free1, Free).

walk(set(A0, B0, C0), Free, Reached) :-
    Free = set(FreeA, FreeB, FreeC),
    A is (A0 \/ A0 << 1 \/ A0 >> 1 \/ A0 << 8 \/ A0 >> 8 \/ B0 << 8) /\ FreeA,
    B is (B0 \/ B0 << 1 \/ B0 >> 1 \/ B0 << 8 \/ B0 >> 8 \/ A >> 8 \/ C0 << 8) /\ FreeB,
    C is (C0 \/ C0 << 1 \/ C0 >> 1 \/ C0 << 8 \/ C0 >> 8 \/ B >> 8) /\ FreeC,
    walked(set(A0, B0, C0), set(A, B, C), Free, Reached).

walked(Reached, Reached, _, Reached).
walked(Reached0, Reached1, Free, Reached) :-
    Reached0 \== Reached1,
    walk(Reached1, Free, Reached).

% put(+N, +Set0, -Set): with cell N, which is not in Set0; take/3 is its inverse.

put(N, set(A0, B, C), set(A, B, C)) :-
    N < 25,
    A is A0 + (1 << (N - 9)).
put(N, set(A, B0, C), set(A, B, C)) :-
    N > 24,
    N < 41,
    B is B0 + (1 << (N - 25)).
put(N, set(A, B, C0), set(A, B, C)) :-
    N > 40,
    C is C0 + (1 << (N - 41)).

take(N, set(A0, B, C), set(A, B, C)) :-
    N < 25,
    A is A0 - (1 << (N - 9)).
take(N, set(A, B0, C), set(A, B, C)) :-
    N > 24,
    N < 41,
    B is B0 - (1 << (N - 25)).
take(N, set(A, B, C0), set(A, B, C)) :-
    N > 40,
    C is C0 - (1 << (N - 41)).

has(N, set(A, _, _)) :-
    N > 8,
    N < 25,
    (A >> (N - 9)) /\ 1 =:= 1.
has(N, set(_, B, _)) :-
    N > 24,
    N < 41,
    (B >> (N - 25)) /\ 1 =:= 1.
has(N, set(_, _, C)) :-
    N > 40,
    N < 57,
    (C >> (N - 41)) /\ 1 =:= 1.

terminal(room(_, Boxes, _, Cells), 1) :-
    all_home(Boxes, Cells).

all_home([], _).
all_home([Box|Boxes], Cells) :-
    arg(Box, Cells, 0),
    all_home(Boxes, Cells).

% The policy sees how many pushes the boxes need, and how many of them can never come to a goal; then
% each box with what is round it.

observe(room(_, Boxes, _, Cells), [pushes(Pushes), dead(Dead)|Seen]) :-
    seen(Boxes, Boxes, Cells, 0, Pushes, 0, Dead, Seen).

seen([], _, _, Pushes, Pushes, Dead, Dead, []).
seen([Box|Boxes], All, Cells, Pushes0, Pushes, Dead0, Dead, [box(Cell, Up, Down, Left, Right)|Seen]) :-
    arg(Box, Cells, Cell),
    needed(Cell, Pushes0, Pushes1, Dead0, Dead1),
    side(Box, -8, All, Cells, Up),
    side(Box, 8, All, Cells, Down),
    side(Box, -1, All, Cells, Left),
    side(Box, 1, All, Cells, Right),
    seen(Boxes, All, Cells, Pushes1, Pushes, Dead1, Dead, Seen).

needed(dead, Pushes, Pushes, Dead0, Dead) :-
    Dead is Dead0 + 1.
needed(Cell, Pushes0, Pushes, Dead, Dead) :-
    integer(Cell),
    Pushes is Pushes0 + Cell.

side(Box, Step, All, Cells, Side) :-
    N is Box + Step,
    arg(N, Cells, Cell),
    seen_at(N, Cell, All, Side).

seen_at(N, _, All, box) :-
    has_one(All, N).
seen_at(N, Cell, All, Side) :-
    has_none(All, N),
    kind(Cell, Side).

kind(wall, wall).
kind(dead, dead).
kind(Cell, free) :-
    integer(Cell).

label(push(Way, Box), box(Row, Column, Way)) :-
    Row is (Box - 1) // 8 + 1,
    Column is (Box - 1) mod 8 + 1.
