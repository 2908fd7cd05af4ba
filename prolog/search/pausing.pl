:- module(pausing,
          [ pause/0,
            alone/2,                    % +Mutex, :Goal
            with_flag/3                 % +Flag, +Value, :Goal
          ]).

:- meta_predicate
    alone(+, 0),
    with_flag(+, +, 0).

/** <module> Goals with a mutex, where threads may pause, and with a flag of the thread

A thread that pauses with a mutex would hold up everyone who needs it, among them the thread that could let it
go on.
*/

%!  pause is det.
%
%   Wait for the message `go`; any other message ends the search. Within alone/2, do so behind it, unless the
%   search is to end.

pause :-
    nb_current(pauses_owed, Owed),
    integer(Owed),
    !,
    thread_self(Self),
    (   thread_peek_message(Self, close)
    ->  throw(search_closed)
    ;   Owed1 is Owed+1,
        nb_setval(pauses_owed, Owed1)
    ).
pause :-
    (   thread_get_message(Message),
        Message == go
    ->  true
    ;   throw(search_closed)
    ).

%!  alone(+Mutex, :Goal) is semidet.
%
%   Run once(Goal) with Mutex.

alone(Mutex, Goal) :-
    nb_setval(pauses_owed, 0),
    catch(( with_mutex(Mutex, Goal) -> Outcome = true ; Outcome = fail ), Error, Outcome = throw(Error)),
    nb_getval(pauses_owed, Owed),
    nb_setval(pauses_owed, none),
    forall(between(1, Owed, _), pause),
    call(Outcome).

%!  with_flag(+Flag, +Value, :Goal) is semidet.
%
%   Run once(Goal) while Flag has Value.

with_flag(Flag, Value, Goal) :-
    current_prolog_flag(Flag, Before),
    setup_call_cleanup(set_prolog_flag(Flag, Value), once(Goal), set_prolog_flag(Flag, Before)).
