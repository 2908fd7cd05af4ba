% A robot carries things about a house, one at a time, and some doors are locked.
%
% plan(State, Goals, Plan): the actions of Plan lead from State to one in which
% all Goals hold. A state is a sorted list of facts: robot(Room),
% hand(Thing or empty), lies(Thing, Room), locked(Room, Room).
%
% Written by hand. MIT licence.

plan(State, Goals, []) :-
    all_in(Goals, State).
plan(State, Goals, [Action|Plan]) :-
    action(Action, Needs, Takes, Gives),
    all_in(Needs, State),
    remove(Takes, State, Rest),
    append(Gives, Rest, Unsorted),
    msort(Unsorted, Next),
    plan(Next, Goals, Plan).

% action(Name, Needs, Takes, Gives): facts that must hold, that end, that begin.
action(go(A, B), [robot(A)], [robot(A)], [robot(B)]) :-
    way(A, B).
action(pass(A, B), [robot(A), open(A, B)], [robot(A)], [robot(B)]).
action(pass(A, B), [robot(A), open(B, A)], [robot(A)], [robot(B)]).
action(take(Thing), [robot(A), hand(empty), lies(Thing, A)],
       [hand(empty), lies(Thing, A)], [hand(Thing)]).
action(drop(Thing), [robot(A), hand(Thing)], [hand(Thing)], [hand(empty), lies(Thing, A)]) :-
    thing(Thing).
action(unlock(A, B), [robot(A), hand(key), locked(A, B)], [locked(A, B)], [open(A, B)]).

way(hall, kitchen).
way(kitchen, hall).
way(hall, study).
way(study, hall).
way(kitchen, garden).
way(garden, kitchen).
way(attic, loft).
way(loft, attic).

thing(key).
thing(lamp).
thing(book).

all_in([], _).
all_in([Fact|Facts], State) :-
    member(Fact, State),
    all_in(Facts, State).

remove([], State, State).
remove([Fact|Facts], State, Rest) :-
    select(Fact, State, Less),
    remove(Facts, Less, Rest).
