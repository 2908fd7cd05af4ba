:- module(stack_reserve,
          [ reserve_stack/1,                % +Cells
            take_reserve/0,
            reserved_cells/1                % -Cells
          ]).

/** <module> Room for clauses of many variables

SWI-Prolog 9.0.4 writes beyond its local stack, before it makes room, when it tries a clause that has
more variables than the stack has cells left and behind which others stand. So each thread keeps as
many cells free beyond its stack as the widest clause of all programs so far needs. The flag
`symbolic_rl_stack_reserve` says how many these are; threads.c and swipl.py read it in theirs.

C and Python call `(take_reserve, true)`: set_prolog_stack/2 moves the stack, and where a call from C ends
with it, and it is alone on the stack, SWI-Prolog 9.0.4 goes on with the old one and crashes.
*/

%!  reserve_stack(+Cells) is det.
%
%   Keep Cells cells free from now on, in this thread and in those that take room later.

reserve_stack(Cells) :-
    current_prolog_flag(symbolic_rl_stack_reserve, Cells0),
    Cells0 >= Cells,
    !.
reserve_stack(Cells) :-
    create_prolog_flag(symbolic_rl_stack_reserve, Cells, [type(integer)]),
    take_reserve.

%!  take_reserve is det.
%
%   Keep in this thread what the flag says.

take_reserve :-
    reserved_cells(Cells),
    set_prolog_stack(local, spare(Cells)).

%!  reserved_cells(-Cells) is det.
%
%   Cells is the number of cells that threads are to keep free; 0 if no clause needs room.

reserved_cells(Cells) :-
    (   current_prolog_flag(symbolic_rl_stack_reserve, Cells0)
    ->  Cells = Cells0
    ;   Cells = 0
    ).
