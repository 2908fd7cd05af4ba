:- module(stack_reserve,
          [ reserve_stack/1,                % +Cells
            take_reserve/0,
            reserved_cells/1,               % -Cells
            with_stack_for/2                % +Module, :Goal
          ]).
:- use_module(constants).

:- meta_predicate
    with_stack_for(+, 0).

/** <module> Room for clauses of many variables, and for deep terms

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
%   Keep in this thread what the flag says, and never less than SWI-Prolog keeps by itself: its
%   garbage collector needs room within read_term/2, and crashes without.

take_reserve :-
    reserved_cells(Cells),
    (   prolog_stack_property(local, spare(Cells0)),
        Cells0 >= Cells
    ->  true
    ;   set_prolog_stack(local, spare(Cells))
    ).

%!  reserved_cells(-Cells) is det.
%
%   Cells is the number of cells that threads are to keep free; 0 if no clause needs room.

reserved_cells(Cells) :-
    (   current_prolog_flag(symbolic_rl_stack_reserve, Cells0)
    ->  Cells = Cells0
    ;   Cells = 0
    ).

%!  with_stack_for(+Module, :Goal) is semidet.
%
%   Call Goal once, where clauses of the program in Module are read or compiled. Both go down a term by
%   recursion in C, and the C stack of a thread has the size that it was made with. So where
%   Module:text_size(Brackets, Length) tells that the text of the program has terms that are too deep for
%   any thread, another thread calls Goal; its bindings are lost. Waiting for a message takes signals.

with_stack_for(Module, Goal) :-
    (   current_predicate(Module:text_size/2),
        Module:text_size(Brackets, Length)
    ->  CStack is #c_stack+Brackets* #c_stack_per_bracket+Length* #c_stack_per_character,
        current_prolog_flag(stack_limit, Limit0),
        Limit is Limit0+Length* #stack_per_character,
        setup_call_cleanup(
            message_queue_create(Queue),
            setup_call_cleanup(
                thread_create(ended(Goal, Queue), Thread, [c_stack(CStack), stack_limit(Limit)]),
                thread_get_message(Queue, ended(End, Cells)),
                ( catch(thread_signal(Thread, throw(unwanted)), error(_, _), true),
                  thread_join(Thread, _)
                )),
            message_queue_destroy(Queue)),
        reserve_stack(Cells),           % the other thread may have met wide clauses,
        take_reserve,                   % and its flags are its own
        resumed(End)
    ;   once(Goal)
    ).

ended(Goal, Queue) :-
    take_reserve,
    catch(( call(Goal) -> End = true ; End = false ), Error, End = error(Error)),
    reserved_cells(Cells),
    thread_send_message(Queue, ended(End, Cells)).

resumed(true).
resumed(error(Error)) :-
    throw(Error).
