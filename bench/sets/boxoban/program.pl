% Sokoban in a room of 10 by 10 cells with a wall all round it. A move is a push; the way to the box is
% derived. Boxes cannot be pulled, so a wrong push is a dead end.
%
% Cells are numbered from 1, row by row. A query has the kind of each: wall, floor or goal. A state is
% room(Reached, Boxes, fixed(Floor, Goals, Pushes)): the cells that the player can walk to, the cells of
% the boxes, the cells that are no wall, the cells of goals, and for each cell wall, dead (a box there can
% never come to a goal) or the number of pushes that a box there would need at least.
%
% A set of cells has a number for each row, whose bits are the columns, between two rows without cells.
%
% Written by hand for this project. MIT licence.

initial(sokoban(Room, Player, Boxes), room(Reached, Boxes, fixed(Floor, Goals, Cells))) :-
    functor(Pushes, pushes, 100),
    goals(100, Room, Pushes, [], Goals),
    spread(Goals, Room, Pushes, []),
    cells(100, Room, Pushes, [], List),
    Cells =.. [cells|List],
    floors(89, Room, s(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), Floor),
    reached(Player, Boxes, Floor, Reached).

floors(11, _, Floor, Floor).
floors(N, Room, Floor0, Floor) :-
    N > 11,
    arg(N, Room, Kind),
    N1 is N - 1,
    (   Kind == wall
    ->  floors(N1, Room, Floor0, Floor)
    ;   add(N, 1, Floor0, Floor1),
        floors(N1, Room, Floor1, Floor)
    ).

% goals(+N, +Room, -Pushes, +Goals0, -Goals): goals among the first N cells need no pushes.

goals(0, _, _, Goals, Goals).
goals(N, Room, Pushes, Goals0, Goals) :-
    N > 0,
    arg(N, Room, Kind),
    N1 is N - 1,
    (   Kind == goal
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
    from(-10, Cell, Distance1, Room, Pushes, Next0, Next1),
    from(-1, Cell, Distance1, Room, Pushes, Next1, Next2),
    from(1, Cell, Distance1, Room, Pushes, Next2, Next3),
    from(10, Cell, Distance1, Room, Pushes, Next3, Next),
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

action(room(Reached, Boxes, Fixed), push(Way, Box), room(Reached1, Boxes1, Fixed)) :-
    Fixed = fixed(Floor, _, Cells),
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

step(up, -10).
step(left, -1).
step(right, 1).
step(down, 10).

put_in([], Box, [Box]).
put_in([Other|Boxes], Box, [Box, Other|Boxes]) :-
    Box < Other.
put_in([Other|Boxes], Box, [Other|Boxes1]) :-
    Box > Other,
    put_in(Boxes, Box, Boxes1).

% reached(+Player, +Boxes, +Floor, -Reached): the cells that can be walked to.

reached(Player, Boxes, Floor, Reached) :-
    add_all(Boxes, -1, Floor, Free),
    add(Player, 1, s(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), Start),
    walk(Start, Free, Reached).

walk(s(0, 0, A0, B0, C0, D0, E0, F0, G0, H0, 0, 0), Free, Reached) :-
    Free = s(0, 0, FreeA, FreeB, FreeC, FreeD, FreeE, FreeF, FreeG, FreeH, 0, 0),
    A is (A0 \/ A0 << 1 \/ A0 >> 1 \/ B0) /\ FreeA,
    B is (B0 \/ B0 << 1 \/ B0 >> 1 \/ A \/ C0) /\ FreeB,
    C is (C0 \/ C0 << 1 \/ C0 >> 1 \/ B \/ D0) /\ FreeC,
    D is (D0 \/ D0 << 1 \/ D0 >> 1 \/ C \/ E0) /\ FreeD,
    E is (E0 \/ E0 << 1 \/ E0 >> 1 \/ D \/ F0) /\ FreeE,
    F is (F0 \/ F0 << 1 \/ F0 >> 1 \/ E \/ G0) /\ FreeF,
    G is (G0 \/ G0 << 1 \/ G0 >> 1 \/ F \/ H0) /\ FreeG,
    H is (H0 \/ H0 << 1 \/ H0 >> 1 \/ G) /\ FreeH,
    walked(s(0, 0, A0, B0, C0, D0, E0, F0, G0, H0, 0, 0),
           s(0, 0, A, B, C, D, E, F, G, H, 0, 0), Free, Reached).

walked(Reached, Reached, _, Reached).
walked(Reached0, Reached1, Free, Reached) :-
    Reached0 \== Reached1,
    walk(Reached1, Free, Reached).

% add(+N, +Sign, +Set0, -Set): with cell N, which is not in Set0; or without N, which is in it, if Sign is -1.

add(N, Sign, Set0, Set) :-
    Row is (N - 1) // 10 + 1,
    Bit is Sign * (1 << ((N - 1) mod 10 + 1)),
    put(Row, Bit, Set0, Set).

add_all([], _, Set, Set).
add_all([N|Ns], Sign, Set0, Set) :-
    add(N, Sign, Set0, Set1),
    add_all(Ns, Sign, Set1, Set).

put(2, Bit, s(0, 0, A0, B, C, D, E, F, G, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    A is A0 + Bit.
put(3, Bit, s(0, 0, A, B0, C, D, E, F, G, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    B is B0 + Bit.
put(4, Bit, s(0, 0, A, B, C0, D, E, F, G, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    C is C0 + Bit.
put(5, Bit, s(0, 0, A, B, C, D0, E, F, G, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    D is D0 + Bit.
put(6, Bit, s(0, 0, A, B, C, D, E0, F, G, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    E is E0 + Bit.
put(7, Bit, s(0, 0, A, B, C, D, E, F0, G, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    F is F0 + Bit.
put(8, Bit, s(0, 0, A, B, C, D, E, F, G0, H, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    G is G0 + Bit.
put(9, Bit, s(0, 0, A, B, C, D, E, F, G, H0, 0, 0), s(0, 0, A, B, C, D, E, F, G, H, 0, 0)) :-
    H is H0 + Bit.

has(N, Set) :-
    Row is (N - 1) // 10 + 2,
    arg(Row, Set, Cells),
    (Cells >> ((N - 1) mod 10 + 1)) /\ 1 =:= 1.

terminal(room(_, Boxes, fixed(_, _, Cells)), 1) :-
    all_home(Boxes, Cells).

all_home([], _).
all_home([Box|Boxes], Cells) :-
    arg(Box, Cells, 0),
    all_home(Boxes, Cells).

% The policy sees how many pushes the boxes need, and how many of them can never come to a goal; then
% each box and each goal with five rows of five cells round it: floor, boxes, and what can be walked to.

observe(room(Reached, Boxes, fixed(Floor, Goals, Cells)), [pushes(Pushes, Dead)|Seen]) :-
    add_all(Boxes, 1, s(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), Boxed),
    add_all(Goals, 1, s(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), Wanted),
    needed(Boxes, Cells, 0, Pushes, 0, Dead),
    seen(Boxes, sets(Floor, Boxed, Reached, Wanted), Cells, Seen, Rest),
    wanted(Goals, sets(Floor, Boxed, Reached, Wanted), Rest).

needed([], _, Pushes, Pushes, Dead, Dead).
needed([Box|Boxes], Cells, Pushes0, Pushes, Dead0, Dead) :-
    arg(Box, Cells, Cell),
    (   Cell == dead
    ->  Dead1 is Dead0 + 1,
        needed(Boxes, Cells, Pushes0, Pushes, Dead1, Dead)
    ;   Pushes1 is Pushes0 + Cell,
        needed(Boxes, Cells, Pushes1, Pushes, Dead0, Dead)
    ).

seen([], _, _, Seen, Seen).
seen([Box|Boxes], Sets, Cells, [box(Cell, A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R)|Seen], Rest) :-
    arg(Box, Cells, Cell),
    Row is (Box - 1) // 10,
    Column is (Box - 1) mod 10 - 1,
    Sets = sets(Floor, Boxed, Reached, Wanted),
    patch(Row, Column, Floor, A, B, C, D, E),
    patch(Row, Column, Boxed, F, G, H, I, J),
    patch(Row, Column, Reached, K, L, M, N, O),
    near(Row, Column, Wanted, P, Q, R),
    seen(Boxes, Sets, Cells, Seen, Rest).

wanted([], _, []).
wanted([Goal|Goals], Sets, [goal(none, A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, Q, R)|Seen]) :-
    Row is (Goal - 1) // 10,
    Column is (Goal - 1) mod 10 - 1,
    Sets = sets(Floor, Boxed, Reached, Wanted),
    patch(Row, Column, Floor, A, B, C, D, E),
    patch(Row, Column, Boxed, F, G, H, I, J),
    patch(Row, Column, Reached, K, L, M, N, O),
    near(Row, Column, Wanted, P, Q, R),
    wanted(Goals, Sets, Seen).

patch(Row, Column, Set, A, B, C, D, E) :-
    Row1 is Row + 1,
    Row2 is Row + 2,
    Row3 is Row + 3,
    Row4 is Row + 4,
    arg(Row, Set, Cells),
    arg(Row1, Set, Cells1),
    arg(Row2, Set, Cells2),
    arg(Row3, Set, Cells3),
    arg(Row4, Set, Cells4),
    A is Cells >> Column /\ 31,
    B is Cells1 >> Column /\ 31,
    C is Cells2 >> Column /\ 31,
    D is Cells3 >> Column /\ 31,
    E is Cells4 >> Column /\ 31.

near(Row, Column, Set, B, C, D) :-
    Row1 is Row + 1,
    Row2 is Row + 2,
    Row3 is Row + 3,
    arg(Row1, Set, Cells1),
    arg(Row2, Set, Cells2),
    arg(Row3, Set, Cells3),
    B is Cells1 >> Column /\ 31,
    C is Cells2 >> Column /\ 31,
    D is Cells3 >> Column /\ 31.

label(push(Way, Box), box(Row, Column, Way)) :-
    Row is (Box - 1) // 10 + 1,
    Column is (Box - 1) mod 10 + 1.
