:- module(threads,
          [ open_search/3,              % +Kind, +In, -Out
            go/1,                       % +Search
            poll/2,                     % +In, -Out
            close_search/1,             % +Search
            tell_answer/4,              % +This, +Answer, +Root, +Ids
            derived/6                   % +Root, +Context, +Ids, +Plain, -Choices, -Answer
          ]).
:- use_module(asking, [answer_key/3, derivation/4, digits/4, end_reason/2, numbers/4, question/2, reply/4]).
:- use_module('../resolve/constants').
:- use_module('../resolve/delays', [without_delays/2]).
:- use_module('../resolve/stack_reserve', [take_reserve/0]).
:- use_module('../resolve/resolution', [candidate/5, lost_state/1]).
:- use_module('../resolve/sizes', [has_size/2]).
:- use_module(pausing, [pause/0, with_flag/3]).
:- use_module(library(assoc), [empty_assoc/1, get_assoc/3, put_assoc/4]).

/** <module> Searches in threads of SWI-Prolog

A search is a thread. It works from go/1 until poll/2 has waited for it; close_search/1 ends it,
whatever it is doing. Its kind is a module that defines

  - prepare(+Search, +Question): compile what the search needs; its inferences do not count,
  - all_answers(+This, -Reason): call tell_answer/4 for each answer; Reason is as in asking.pl.

An answer is found as the ids of the clauses used. From these the engine derives it again, step by
step, which gives the choices that a proof is made from; what cannot be derived again is no answer.
What lies between two visits to the same state is left out of a derivation.
*/

:- set_prolog_flag(optimise, true).

%   running(Search, Thread, Replies) and began(Search, Inferences): those that the thread had
%   made when its search began.

:- dynamic
    running/3,
    began/2.

%!  open_search(+Kind, +In, -Out) is det.
%
%   Start a search, which waits for go/1. In is a question as in asking.pl, of which limit and
%   number of answers are not read. Out is the code 0x10FFFF and the number of the search (two
%   digits, base 0x4000).

open_search(Kind, In, Out) :-
    flag(searches_in_threads, Search, (Search+1) /\ 0xFFFFFFF),
    message_queue_create(Replies),
    thread_create(threads:thread(Kind, Search, In, Replies), Thread,
                  [at_exit(threads:ended(Replies))]),
    assertz(running(Search, Thread, Replies)),
    thread_get_message(Replies, started),   % a signal must not meet the set-up of the thread
    digits(2, Search, Codes, []),
    string_codes(Out, [#wide|Codes]).

%   ended(+Replies) is det: nobody waits for a thread that was detached, and its queue is gone.

ended(Replies) :-
    catch(thread_send_message(Replies, ended), error(existence_error(_, _), _), true).

%!  go(+Search) is det.
%
%   Let a search work until poll/2 has waited for it. The thread pauses before it begins, after each answer, and
%   where poll/2 tells it to: once for each call of go/1. Two pauses may be nested, and close_search/1 makes a
%   third.

go(Search) :-
    running(Search, Thread, _),
    catch(thread_send_message(Thread, go), error(existence_error(_, _), _), true).

%!  poll(+In, -Out) is det.
%
%   Wait until a search has a reply or the time is over; then it pauses. In is the number of the search (two
%   digits) and a number of milliseconds. Out is a reply as in asking.pl, with one answer if the
%   reason is 4. The reason is 5 if the time is over; then the kilobytes of memory that the search
%   takes follow (three digits).

poll(In, Out) :-
    string_codes(In, Asked),
    numbers(1, Asked, [Milliseconds], [Search]),
    running(Search, Thread, Replies),
    Timeout is Milliseconds/1000,
    (   thread_get_message(Replies, reply(Reply), [timeout(Timeout)])
    ->  Out = Reply
    ;   catch(paused(Search, Thread, Codes), error(existence_error(_, _), _), fail)
    ->  string_codes(Out, [#wide,5|Codes])
    ;   thread_get_message(Replies, reply(Out), [timeout(10)])  % it has ended just now
    ).

%   paused(+Search, +Thread, -Codes) is det: tell the thread to pause; Codes are its figures. An
%   error if it has ended by itself: then its last reply is there.

paused(Search, Thread, Codes) :-
    thread_signal(Thread, pausing:pause),
    thread_statistics(Thread, stack, Bytes),
    (   began(Search, Before)
    ->  thread_statistics(Thread, inferences, Now),
        Inferences is Now-Before
    ;   Inferences = 0
    ),
    Kilobytes is Bytes // 1024,
    digits(3, Inferences, Codes, [0,0,0,0|Codes1]),
    digits(3, Kilobytes, Codes1, []).

%!  close_search(+Search) is det.
%
%   End a search and its thread, whatever it is doing.

close_search(Search) :-
    (   retract(running(Search, Thread, Replies))
    ->  end_thread(50, Thread, Replies),
        message_queue_destroy(Replies),
        retractall(began(Search, _))
    ;   true
    ).

%   end_thread(+Count, +Thread, +Replies) is det: tell the thread to end until it does, Count times; a
%   builtin that is not over by then goes on, and the thread ends behind it.

end_thread(Count, Thread, Replies) :-
    catch(( thread_signal(Thread, pausing:pause),
            forall(between(1, 3, _), thread_send_message(Thread, close))
          ),
          error(existence_error(_, _), _),
          true),                        % it has ended by itself
    (   thread_get_message(Replies, ended, [timeout(0.02)])
    ->  thread_join(Thread, _)
    ;   Count > 1
    ->  Count1 is Count-1,
        end_thread(Count1, Thread, Replies)
    ;   thread_detach(Thread)
    ).

%   thread(+Kind, +Search, +In, +Replies) is det: what the thread does. It is not detached, as SWI-Prolog may
%   turn the exception of a signal to a failure and would print that.

thread(Kind, Search, In, Replies) :-
    take_reserve,
    thread_send_message(Replies, started),
    catch(( pause,
            question(In, Question),
            searched(Kind, Search, Question, Replies)
          ),
          search_closed,
          true).

searched(Kind, Search, Question, Replies) :-
    Question = question(Context, _, _, _, _, _, Module),
    (   arg(#sound, Context, true)
    ->  set_prolog_flag(occurs_check, true)
    ;   true
    ),
    catch(Kind:prepare(Search, Question), Error0, end_reason(Error0, Reason)),
    has_size(Module, 1),                % its first call links it, which takes some inferences
    statistics(inferences, Before),
    assertz(began(Search, Before)),
    trie_new(Met),
    This = search(Question, Replies, Met, Before),
    (   var(Reason)
    ->  catch(Kind:all_answers(This, Reason), Error, end_reason(Error, Reason))
    ;   true
    ),
    tell(This, [], Reason).

%   tell(+This, +Found, +Reason) is det: send a reply; Found has a term found(Choices, Answer), or
%   nothing.

tell(search(Question, Replies, _, Before), Found0, Reason) :-
    Question = question(Context, _, _, _, _, Counter, _),
    statistics(inferences, Now),
    Inferences is Now-Before,
    nb_setarg(1, Counter, Inferences),
    (   Found0 = [found(Choices, Answer)],
        answer_key(Answer, Context, Key)
    ->  Found = [found(Inferences, Choices, Key)]
    ;   Found = []
    ),
    reply(Question, Found, Reason, Out),
    thread_send_message(Replies, reply(Out)).

%!  tell_answer(+This, +Answer, +Root, +Ids) is semidet.
%
%   Send an answer and pause. Root is a term Goals-Answer of the question, and Ids are the clauses used,
%   behind the query's. Fail if the answer has been sent before, is lost, or cannot be derived again.

tell_answer(This, Answer, Root, Ids) :-
    This = search(Question, _, Met, _),
    Question = question(Context, _, _, _, _, _, _),
    arg(#max_tokens, Context, Most),
    (   has_size(Answer, Most)
    ->  true
    ;   lost_state(Context)
    ),
    without_delays(Answer, Plain),
    \+ trie_lookup(Met, Plain, _),
    (   derived(Root, Context, [#query_clause|Ids], Plain, Choices, _)
    ->  true
    ;   lost_state(Context)
    ),
    trie_insert(Met, Plain, true),
    tell(This, [found(Choices, Answer)], 4),
    pause.

%!  derived(+Root, +Context, +Ids, +Plain, -Choices, -Answer) is semidet.
%
%   Choices are the derivation from Root by Ids, without what lies between two visits to a state, and Answer is
%   its answer. Plain is `any`, or what without_delays/2 makes of a variant of it. The occurs check is the
%   engine's here, made after the fact; and what the engine counts on the way is no figure of the search.

derived(Root, Context0, Ids, Plain, Choices, Answer) :-
    duplicate_term(Context0, Context),
    with_flag(occurs_check, false,
              findall(Choices0-Answer0,
                      once(( copy_term(Root, Goals-Answer0),
                             choices(['$query'(Goals)], Answer0, Context, Ids, Choices0),
                             without_delays(Answer0, Plain0),
                             ( Plain == any -> true ; Plain0 =@= Plain )
                           )),
                      [Choices-Answer])).

%   Each state of a derivation is compared with the others, which takes time in proportion to its size:
%   a long derivation may have loops.

choices(Goals, Answer, Context, Ids, Choices) :-
    (   length(Ids, Count),
        Count > #most_compared
    ->  derivation(Goals, Context, Ids, Choices)
    ;   derivation(Goals, Answer, Context, Ids, Steps),
        empty_assoc(None),
        last_visits(Steps, None, Last),
        without_loops(Steps, Last, Choices)
    ).

%   derivation(+Goals, +Answer, +Context, +Ids, -Steps) is nondet: Steps are terms step(State, Choice,
%   Steps) in each other, where State is the same for variants; the last is `end`.

derivation([], _, _, [], end).
derivation([Goal|Rest], Answer, Context, [Id|Ids], step(State, Solution, Steps)) :-
    without_delays([Goal|Rest]-Answer, Plain),
    variant_sha1(Plain, State),
    Place = solution(-1),
    candidate(Goal, Rest, Context, Resolvent, Clause),
    arg(1, Place, Solution0),
    Solution is Solution0+1,
    nb_setarg(1, Place, Solution),
    Clause =:= Id,
    derivation(Resolvent, Answer, Context, Ids, Steps).

last_visits(end, Last, Last).
last_visits(Steps, Last0, Last) :-
    Steps = step(State, _, Steps1),
    put_assoc(State, Last0, Steps, Last1),
    last_visits(Steps1, Last1, Last).

without_loops(end, _, []).
without_loops(step(State, _, _), Last, [Choice|Choices]) :-
    get_assoc(State, Last, step(_, Choice, Steps)),
    without_loops(Steps, Last, Choices).
