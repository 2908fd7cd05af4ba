% What every program of `symbolic-rl import pddl` needs: sorted lists of facts, and what a policy sees.
%
% A list has true for a fact without objects, X for p(x), X-Y for p(x, y), and t([X, Y, Z]) for p(x, y, z).
% Objects are numbers.
%
% Written by hand. MIT licence.

% with(+List0, +Fact, -List), without(+List0, +Fact, -List): Fact may be in List0, or not.

with([], X, [X]).
with([Y|Ys], X, Zs) :-
    (   X == Y
    ->  Zs = [Y|Ys]
    ;   X @< Y
    ->  Zs = [X, Y|Ys]
    ;   Zs = [Y|Zs1],
        with(Ys, X, Zs1)
    ).

without([], _, []).
without([Y|Ys], X, Zs) :-
    (   X == Y
    ->  Zs = Ys
    ;   Zs = [Y|Zs1],
        without(Ys, X, Zs1)
    ).

all_in([], _).
all_in([X|Xs], [Y|Ys]) :-
    (   X == Y
    ->  all_in(Xs, Ys)
    ;   X @> Y,
        all_in([X|Xs], Ys)
    ).

none_in([], _).
none_in([X|Xs], Ys) :-
    \+ memberchk(X, Ys),
    none_in(Xs, Ys).

% told(+Facts, +Goals, +Bans, +Code, +N0, -N, ?Told0, ?Told): X-Fact for each place of an object X in a
% fact or a goal. A fact has Code, one more if it is a goal, two more if it is a missing goal, three more
% if it should not hold; the goals that are not reached are counted.

told([], [], _, _, N, N, Ps, Ps).
told([F|Fs], [], Bans, Code, N0, N, Ps0, Ps) :-
    held(F, Bans, Code, N0, N1, Ps0, Ps1),
    told(Fs, [], Bans, Code, N1, N, Ps1, Ps).
told([], [G|Gs], Bans, Code, N0, N, Ps0, Ps) :-
    missing(G, Code, N0, N1, Ps0, Ps1),
    told([], Gs, Bans, Code, N1, N, Ps1, Ps).
told([F|Fs], [G|Gs], Bans, Code, N0, N, Ps0, Ps) :-
    (   F == G
    ->  Code1 is Code + 1,
        places(F, Code1, Ps0, Ps1),
        told(Fs, Gs, Bans, Code, N0, N, Ps1, Ps)
    ;   F @< G
    ->  held(F, Bans, Code, N0, N1, Ps0, Ps1),
        told(Fs, [G|Gs], Bans, Code, N1, N, Ps1, Ps)
    ;   missing(G, Code, N0, N1, Ps0, Ps1),
        told([F|Fs], Gs, Bans, Code, N1, N, Ps1, Ps)
    ).

missing(G, Code, N0, N, Ps0, Ps) :-
    Code1 is Code + 2,
    N is N0 + 1,
    places(G, Code1, Ps0, Ps).

held(F, Bans, Code, N0, N, Ps0, Ps) :-
    (   memberchk(F, Bans)
    ->  Code1 is Code + 3,
        N is N0 + 1,
        places(F, Code1, Ps0, Ps)
    ;   N = N0,
        places(F, Code, Ps0, Ps)
    ).

places(true, _, Ps, Ps).
places(X, C0, [X-h(C)|Ps], Ps) :-
    integer(X),
    C is C0 * 8.
places(X-Y, C0, [X-h(C, Y), Y-h(C1, X)|Ps], Ps) :-
    C is C0 * 8,
    C1 is C0 * 8 + 1.
places(t(Xs), C0, Ps0, Ps) :-
    C is C0 * 8,
    places(Xs, [], C, Ps0, Ps).

places([], _, _, Ps, Ps).
places([X|Xs], Ys, C, [X-h(C, Ys, Xs)|Ps0], Ps) :-
    C1 is C + 1,
    places(Xs, [X|Ys], C1, Ps0, Ps).

% shown(+Told, +Objects, +Near, +Colours, -Seen): each object by three rounds of colour refinement. Near
% has what is always told of an object, Colours the first colours. A colour is a hash of the last one and
% of the set of what is told: three cars that wait look like two, so that a larger task has fewer colours
% of its own.

shown(Told0, Objects, Near, Colours, Seen) :-
    msort(Told0, Told),
    of_objects(Objects, Told, Near, Lists),
    refined(Lists, Objects, Colours, Colours, Table1, As),
    refined(Lists, Objects, Table1, Colours, Table2, Bs),
    refined(Lists, Objects, Table2, Colours, _, Cs),
    seen(As, Bs, Cs, Seen).

of_objects([], _, _, []).
of_objects([X|Xs], Told0, Near, [List|Lists]) :-
    arg(X, Near, Rest),
    of_object(Told0, X, Told, List, Rest),
    of_objects(Xs, Told, Near, Lists).

of_object([], _, [], Rest, Rest).
of_object([Y-H|Told0], X, Told, List, Rest) :-
    (   X =:= Y
    ->  List = [H|List1],
        of_object(Told0, X, Told, List1, Rest)
    ;   Told = [Y-H|Told0],
        List = Rest
    ).

refined(Lists, Objects, Table0, Shape, Table, Colours) :-
    functor(Shape, Name, N),
    functor(Table, Name, N),
    refine(Lists, Objects, Table0, Table, Colours).

refine([], [], _, _, []).
refine([List|Lists], [X|Xs], Table0, Table, [Colour|Colours]) :-
    arg(X, Table0, Old),
    hashed(List, Table0, Hashes0),
    sort(Hashes0, Hashes),
    S is (Old * 577 + 91) mod 4093,
    summed(Hashes, S, Colour),
    arg(X, Table, Colour),
    refine(Lists, Xs, Table0, Table, Colours).

hashed([], _, []).
hashed([h(K)|Fs], Table, [Hash|Hashes]) :-
    Hash is (K * 613 + 17) * (K * 211 + 101) mod 65521,
    hashed(Fs, Table, Hashes).
hashed([h(K, Y)|Fs], Table, [Hash|Hashes]) :-
    arg(Y, Table, A),
    Hash is (K * 613 + A * 29 + 17) * (K * 211 + A * 31 + 101) mod 65521,
    hashed(Fs, Table, Hashes).
hashed([h(K, Ys, Zs)|Fs], Table, [Hash|Hashes]) :-
    mixed(Ys, Table, 1, A0),
    mixed(Zs, Table, A0, A),
    Hash is (K * 613 + A * 29 + 17) * (K * 211 + A * 31 + 101) mod 65521,
    hashed(Fs, Table, Hashes).

summed([], S, S).
summed([Hash|Hashes], S0, S) :-
    S1 is (S0 + Hash) mod 4093,
    summed(Hashes, S1, S).

mixed([], _, A, A).
mixed([X|Xs], Table, A0, A) :-
    arg(X, Table, B),
    A1 is (A0 * 37 + B + 1) mod 4093,
    mixed(Xs, Table, A1, A).

seen([], [], [], []).
seen([A|As], [B|Bs], [C|Cs], [object(W1, W2, W3)|Seen]) :-
    colour(A, W1),
    colour(B, W2),
    colour(C, W3),
    seen(As, Bs, Cs, Seen).
