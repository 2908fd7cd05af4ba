:- module(test_pausing, []).

:- use_module(library(plunit)).
:- use_module(engine(search/pausing)).

:- begin_tests(pausing).

test(a_thread_pauses_behind_its_mutex, [setup(message_queue_create(Queue)), Left == paused]) :-
    thread_create(alone(pausing_mutex, inside(Queue)), Thread),
    thread_get_message(Queue, inside),
    thread_signal(Thread, pausing:pause),
    thread_signal(Thread, thread_send_message(Queue, signalled)),
    thread_get_message(Queue, signalled, [timeout(60)]),
    thread_send_message(Thread, leave),
    thread_get_message(Queue, leaving, [timeout(60)]),
    with_mutex(pausing_mutex, true),
    (   thread_property(Thread, status(running))
    ->  Left = paused
    ;   Left = over
    ),
    thread_send_message(Thread, go),
    thread_join(Thread, true).

test(a_search_that_is_to_end_ends_within_its_mutex, Status == exception(search_closed)) :-
    message_queue_create(Queue),
    thread_create(alone(pausing_mutex, inside(Queue)), Thread),
    thread_get_message(Queue, inside),
    thread_send_message(Thread, close),
    thread_signal(Thread, pausing:pause),
    thread_join(Thread, Status).

inside(Queue) :-
    thread_send_message(Queue, inside),
    thread_self(Self),
    thread_get_message(Self, leave),
    thread_send_message(Queue, leaving).

:- end_tests(pausing).
