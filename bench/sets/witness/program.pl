% The Witness: a line on a grid of four by four cells, from the dot at the top left to the goal dot. It visits no
% dot twice, and at the end no two cells of different colours are connected.
%
% Dots, cells and lines are numbered 5 * Row + Column from the top left; a set of them is a number with these
% bits. A line to the right has the number of its left dot, and is above the cell of this number; a line down has
% the number of its upper dot, and is to the left of the cell of this number. A query has the goal and 16 colours,
% row by row, 0 for a cell without one.
%
% A state is line(Tip, Visited, Right, Down, fixed(Goal, Colours, MustRight, MustDown)): the dot at the end of the
% line, the dots on it, its parts, for each colour its cells and the cells of all other colours, and the parts that
% every solution has, which are the parts between neighbours of different colours.
%
% Written by hand for this project. MIT licence.

initial(witness(Goal, Cells), line(0, 1, 0, 0, fixed(Goal, Colours, MustRight, MustDown))) :-
    coloured(16, Cells, 0, All),
    colours(1, Cells, All, Colours),
    must(Colours, 5, 0, MustRight),
    must(Colours, 1, 0, MustDown).

% coloured(+N, +Cells, +Set0, -Set): Set is Set0 with the coloured cells among the first N cells.

coloured(0, _, Set, Set).
coloured(N, Cells, Set0, Set) :-
    N > 0,
    arg(N, Cells, Colour),
    Set1 is Set0 \/ (min(Colour, 1) << (N - 1 + (N - 1) // 4)),
    N1 is N - 1,
    coloured(N1, Cells, Set1, Set).

colours(7, _, _, []).
colours(Colour, Cells, All, Colours) :-
    Colour < 7,
    of_colour(16, Colour, Cells, 0, Mine),
    Others is All /\ \ Mine,
    (   Mine =:= 0
    ->  Colours = Colours1
    ;   Colours = [colour(Mine, Others)|Colours1]
    ),
    Next is Colour + 1,
    colours(Next, Cells, All, Colours1).

of_colour(0, _, _, Set, Set).
of_colour(N, Colour, Cells, Set0, Set) :-
    N > 0,
    arg(N, Cells, Other),
    (   Other =:= Colour
    ->  Set1 is Set0 \/ (1 << (N - 1 + (N - 1) // 4))
    ;   Set1 = Set0
    ),
    N1 is N - 1,
    of_colour(N1, Colour, Cells, Set1, Set).

% must(+Colours, +Step, +Set0, -Set): cells of one colour that are Step after a cell of another.

must([], _, Set, Set).
must([colour(Mine, Others)|Colours], Step, Set0, Set) :-
    Set1 is Set0 \/ (Mine /\ (Others << Step)),
    must(Colours, Step, Set1, Set).

action(line(Tip, Visited, Right, Down, Fixed), Way, line(Tip1, Visited1, Right1, Down1, Fixed)) :-
    Fixed = fixed(Goal, _, _, _),
    Tip =\= Goal,
    step(Way, Tip, Tip1, Part, Part1),
    (Visited >> Tip1) /\ 1 =:= 0,
    Visited1 is Visited \/ (1 << Tip1),
    Right1 is Right \/ Part,
    Down1 is Down \/ Part1.

% step(?Way, +Tip, -Tip1, -Right, -Down): the next dot, and the part of the line that leads to it.

step(up, Tip, Tip1, 0, Part) :-
    Tip >= 5,
    Tip1 is Tip - 5,
    Part is 1 << Tip1.
step(down, Tip, Tip1, 0, Part) :-
    Tip < 20,
    Tip1 is Tip + 5,
    Part is 1 << Tip.
step(left, Tip, Tip1, Part, 0) :-
    Tip mod 5 > 0,
    Tip1 is Tip - 1,
    Part is 1 << Tip1.
step(right, Tip, Tip1, Part, 0) :-
    Tip mod 5 < 4,
    Tip1 is Tip + 1,
    Part is 1 << Tip.

terminal(line(Goal, _, Right, Down, fixed(Goal, Colours, _, _)), 1) :-
    mixed(Colours, Right, Down, 0, 0).

% mixed(+Colours, +Right, +Down, +Cells0, -Cells): cells that are connected with one of another colour.

mixed([], _, _, Cells, Cells).
mixed([colour(Mine, Others)|Colours], Right, Down, Cells0, Cells) :-
    connected(Mine, Right, Down, All),
    Cells1 is Cells0 \/ (All /\ Others),
    mixed(Colours, Right, Down, Cells1, Cells).

% connected(+Cells0, +Right, +Down, -Cells): all cells that lines do not part from Cells0. 507375 are all 16.

connected(Cells0, Right, Down, Cells) :-
    Cells1 is (Cells0 \/ (Cells0 << 5 /\ \ Right) \/ ((Cells0 /\ \ Right) >> 5)
               \/ (Cells0 << 1 /\ \ Down) \/ ((Cells0 /\ \ Down) >> 1)) /\ 507375,
    (   Cells1 =:= Cells0
    ->  Cells = Cells0
    ;   connected(Cells1, Right, Down, Cells)
    ).

% The policy sees how many parts the line must still have, how many of them it can have no more, whether it can
% come to the goal, and how many cells are still mixed, or mixed for ever; then where its tip is, and five rows of
% five round it: the parts that it must have to the right and down, and the dots that are free.

observe(line(Tip, Visited, Right, Down, fixed(Goal, Colours, MustRight, MustDown)),
        [ left(Left, Lost, Far, Open), mixed(Mixed, Stuck), tip(Rows, Columns, Row, Column),
          right(A, B, C, D, E), down(F, G, H, I, J), free(K, L, M, N, O) ]) :-
    LeftRight is MustRight /\ \ Right,
    LeftDown is MustDown /\ \ Down,
    Gone is Visited /\ \ (1 << Tip),
    Free is 33554431 /\ \ Visited,
    Start is 1 << Tip,
    reached(Start, Free, Reached),
    bits(LeftRight, 0, Left0),
    bits(LeftDown, Left0, Left),
    bits(LeftRight /\ (Gone \/ Gone >> 1), 0, Lost0),
    bits(LeftDown /\ (Gone \/ Gone >> 5), Lost0, Lost),
    Ends is LeftRight \/ LeftRight << 1 \/ LeftDown \/ LeftDown << 5,
    bits(Ends /\ \ Reached, 0, Far),
    Open is (Reached >> Goal) /\ 1,
    mixed(Colours, Right, Down, 0, Cells),
    bits(Cells, 0, Mixed),
    Corners is Reached \/ Reached >> 1 \/ Reached >> 5 \/ Reached >> 6,
    connected(Corners /\ 507375, Right, Down, Alive),
    bits(Cells /\ \ Alive, 0, Stuck),
    Row is Tip // 5,
    Column is Tip mod 5,
    Rows is Goal // 5 - Row,
    Columns is Goal mod 5 - Column,
    patch(Row, Column, LeftRight, A, B, C, D, E),
    patch(Row, Column, LeftDown, F, G, H, I, J),
    patch(Row, Column, Free, K, L, M, N, O).

% reached(+Dots0, +Free, -Dots): the dots that the line can still come to. 16236015 are all but the last column,
% 32472030 all but the first.

reached(Dots0, Free, Dots) :-
    Dots1 is Dots0 \/ ((Dots0 << 5 \/ Dots0 >> 5 \/ (Dots0 /\ 16236015) << 1
                        \/ (Dots0 /\ 32472030) >> 1) /\ Free),
    (   Dots1 =:= Dots0
    ->  Dots = Dots0
    ;   reached(Dots1, Free, Dots)
    ).

bits(Set, N0, N) :-
    N is N0 + popcount(Set).

patch(Row, Column, Set, A, B, C, D, E) :-
    Shifted is Set << 10,
    A is ((Shifted >> (5 * Row) /\ 31) << 2) >> Column /\ 31,
    B is ((Shifted >> (5 * Row + 5) /\ 31) << 2) >> Column /\ 31,
    C is ((Shifted >> (5 * Row + 10) /\ 31) << 2) >> Column /\ 31,
    D is ((Shifted >> (5 * Row + 15) /\ 31) << 2) >> Column /\ 31,
    E is ((Shifted >> (5 * Row + 20) /\ 31) << 2) >> Column /\ 31.

label(Way, Way).
