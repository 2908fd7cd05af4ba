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

% told(+Facts, +Goals, +Bans, +Code, +Fact, -Told): Code if a fact holds, one more if it is a goal, two
% more if it is a missing goal, three more if it should not hold; else nothing.

told(Facts, Goals, Bans, Code, F, Told) :-
    (   memberchk(F, Facts)
    ->  (   memberchk(F, Goals)
        ->  Told is Code + 1
        ;   memberchk(F, Bans)
        ->  Told is Code + 3
        ;   Told = Code
        )
    ;   memberchk(F, Goals)
    ->  Told is Code + 2
    ;   Told = nothing
    ).

% complete_state(+Reached, -State): the first state of a task, or the one behind a move that takes some
% facts, P-Fact of the predicate P, and puts others.

complete_state(begun(Fixed, Facts, Near, Colours), state(Fixed, Facts, Sight)) :-
    Fixed = fixed(_, Objects, _, _, Goals, Bans),
    Facts =.. [_|Facts1],
    Goals =.. [_|Goals1],
    Bans =.. [_|Bans1],
    all_told(Facts1, Goals1, Bans1, 0, Changes),
    first_sight(Changes, Objects, Near, Colours, Sight).
complete_state(moved(state(Fixed, Facts0, Sight0), Taken, Put), state(Fixed, Facts, Sight)) :-
    Fixed = fixed(_, _, _, _, Goals, Bans),
    Facts0 =.. [Name|Facts1],
    Goals =.. [_|Goals1],
    Bans =.. [_|Bans1],
    moved(Facts1, Goals1, Bans1, 0, Taken, Put, Facts2, Changes),
    Facts =.. [Name|Facts2],
    sight(Changes, Sight0, Sight).

% all_told(+Facts, +Goals, +Bans, +P, -Changes): all facts and goals of the predicates from P on, as changes
% of nothing. A predicate has the codes 4 P to 4 P + 3.

all_told([], [], [], _, []).
all_told([Facts|Fss], [Goals|Gss], [Bans|Bss], P, Cs0) :-
    append(Facts, Goals, All),
    changes(All, [], [], Facts, Goals, Bans, P, Cs0, Cs),
    P1 is P + 1,
    all_told(Fss, Gss, Bss, P1, Cs).

% moved(+Facts0, +Goals, +Bans, +P, +Taken, +Put, -Facts, -Changes): Taken and Put are sorted by P.

moved([], [], [], _, _, _, [], []).
moved([Facts0|Fss0], [Goals|Gss], [Bans|Bss], P, Taken0, Put0, [Facts|Fss], Cs0) :-
    effects(Taken0, taken, P, Facts0, Facts1, Taken, Touched0, Touched1),
    effects(Put0, put, P, Facts1, Facts, Put, Touched1, []),
    changes(Touched0, Facts0, Goals, Facts, Goals, Bans, P, Cs0, Cs),
    P1 is P + 1,
    moved(Fss0, Gss, Bss, P1, Taken, Put, Fss, Cs).

% effects(+Effects0, +Kind, +P, +Facts0, -Facts, -Effects, -Touched, ?Rest): take or put the facts of P that
% Effects0 begins with, which are Touched; Effects are behind them.

effects(Effects0, Kind, P, Facts0, Facts, Effects, Touched0, Touched) :-
    (   Effects0 = [P-Fact|Effects1]
    ->  effect(Kind, Facts0, Fact, Facts1),
        Touched0 = [Fact|Touched1],
        effects(Effects1, Kind, P, Facts1, Facts, Effects, Touched1, Touched)
    ;   Effects = Effects0,
        Facts = Facts0,
        Touched0 = Touched
    ).

effect(taken, Facts0, Fact, Facts) :-
    without(Facts0, Fact, Facts).
effect(put, Facts0, Fact, Facts) :-
    with(Facts0, Fact, Facts).

% changes(+Touched, +Facts0, +Goals0, +Facts, +Goals, +Bans, +P, -Changes, ?Rest): how the description of
% the Touched facts of P differs from their description with Facts0 and Goals0.

changes([], _, _, _, _, _, _, Cs, Cs).
changes([F|Fs], Facts0, Goals0, Facts, Goals, Bans, P, Cs0, Cs) :-
    Code is P * 4,
    told(Facts0, Goals0, Bans, Code, F, Told0),
    told(Facts, Goals, Bans, Code, F, Told),
    (   Told0 == Told
    ->  Cs0 = Cs1
    ;   Cs0 = [change(F, Told0, Told)|Cs1]
    ),
    changes(Fs, Facts0, Goals0, Facts, Goals, Bans, P, Cs1, Cs).

% A policy sees sight(N, Looks): the goals that are not reached, and each object by three rounds of
% colour refinement. Its argument of Looks is look(List, C0, C1, C2, C3, Object): its description,
% sorted; its first colour, which never changes; the colours of the rounds; and a term with their
% symbols. A colour is a hash of the last one and of the set of entries in the description, with the
% colours of the other objects in them: three cars that wait look like two, so that a larger task has
% fewer colours of its own. A move computes again only the colours near what it changes.

% first_sight(+Changes, +Objects, +Near, +Colours, -Sight): Near has the constant part of each object's
% description, Colours the first colours.

first_sight(Changes, Objects, Near, Colours, Sight) :-
    blank(Objects, Near, Colours, Blank),
    Near =.. [Name|_],
    Looks =.. [Name|Blank],
    sight(Objects, Changes, sight(0, Looks), Sight).

blank([], _, _, []).
blank([X|Xs], Near, Colours, [look(List, C0, none, none, none, none)|Looks]) :-
    arg(X, Near, List0),
    sort(List0, List),
    arg(X, Colours, C0),
    blank(Xs, Near, Colours, Looks).

% sight(+Changes, +Sight0, -Sight), sight(+Objects, +Changes, +Sight0, -Sight): Objects are seen for
% the first time.

sight(Changes, Sight0, Sight) :-
    sight([], Changes, Sight0, Sight).

sight(Objects, Changes0, sight(N0, Looks0), sight(N, Looks)) :-
    sort(Changes0, Changes),
    counted(Changes, N0, N),
    placed(Changes, Places0),
    msort(Places0, Places),
    objects(Places, Objects0),
    append(Objects, Objects0, Objects1),
    sort(Objects1, Xs1),
    listed(Xs1, Places, Looks0, Lists),
    coloured(Xs1, 2, Lists, [], Looks0, As, Changed1),
    around(Changed1, Lists, Looks0, Xs1, Xs2),
    coloured(Xs2, 3, Lists, As, Looks0, Bs, Changed2),
    around(Changed2, Lists, Looks0, Xs1, Xs3),
    coloured(Xs3, 4, Lists, Bs, Looks0, Cs, _),
    append(Xs2, Xs3, Xs4),
    sort(Xs4, Xs),
    looked(Xs, Lists, As, Bs, Cs, Looks0, New),
    Looks0 =.. [Name|List0],
    replaced(List0, 1, New, List),
    Looks =.. [Name|List].

% counted(+Changes, +N0, -N): goals that are not reached.

counted([], N, N).
counted([change(_, Told0, Told)|Cs], N0, N) :-
    short(Told0, A0),
    short(Told, A),
    N1 is N0 + A - A0,
    counted(Cs, N1, N).

short(Told, N) :-
    (   Told == nothing
    ->  N = 0
    ;   N is Told >> 1 /\ 1
    ).

% placed(+Changes, -Places): X-old(Hint) and X-new(Hint) for each place of an object X in what changes.

placed([], []).
placed([change(F, Told0, Told)|Cs], Ps0) :-
    placed(Told0, old, F, Ps0, Ps1),
    placed(Told, new, F, Ps1, Ps),
    placed(Cs, Ps).

placed(Told, Kind, F, Ps0, Ps) :-
    (   Told == nothing
    ->  Ps0 = Ps
    ;   Code is Told * 8,
        places(F, Code, Kind, Ps0, Ps)
    ).

places(true, _, _, Ps, Ps).
places(X, C, Kind, [X-P|Ps], Ps) :-
    integer(X),
    place(Kind, h(C), P).
places(X-Y, C, Kind, [X-P, Y-Q|Ps], Ps) :-
    C1 is C + 1,
    place(Kind, h(C, Y), P),
    place(Kind, h(C1, X), Q).
places(t(Xs), C, Kind, Ps0, Ps) :-
    places(Xs, [], C, Kind, Ps0, Ps).

places([], _, _, _, Ps, Ps).
places([X|Xs], Ys, C, Kind, [X-P|Ps0], Ps) :-
    place(Kind, h(C, Ys, Xs), P),
    C1 is C + 1,
    places(Xs, [X|Ys], C1, Kind, Ps0, Ps).

place(old, H, old(H)).
place(new, H, new(H)).

objects([], []).
objects([X-_|Ps], [X|Xs]) :-
    objects(Ps, Xs).

% listed(+Objects, +Places, +Looks, -Lists): X-List for each object X, with its description now.

listed([], _, _, []).
listed([X|Xs], Places0, Looks, [X-List|Lists]) :-
    arg(X, Looks, Look),
    arg(1, Look, List0),
    of_object(Places0, X, List0, List1, New, Places),
    append(New, List1, List2),
    sort(List2, List),
    listed(Xs, Places, Looks, Lists).

of_object([Y-Place|Places0], X, List0, List, New, Places) :-
    Y =:= X,
    !,
    (   Place = old(H)
    ->  without(List0, H, List1),
        New = New1
    ;   Place = new(H),
        List1 = List0,
        New = [H|New1]
    ),
    of_object(Places0, X, List1, List, New1, Places).
of_object(Places, _, List, List, [], Places).

% coloured(+Objects, +Round, +Lists, +Last, +Looks, -Colours, -Changed): X-Colour for each object, and
% the objects whose colour changes. Last are those colours of the last round that are new; the others
% are the arguments Round of Looks.

coloured([], _, _, _, _, [], []).
coloured([X|Xs], Round, Lists, Last, Looks, [X-Colour|Colours], Changed) :-
    list(X, Lists, Looks, List),
    colour(X, Round, Last, Looks, Own),
    hashed(List, Round, Last, Looks, Hashes0),
    sort(Hashes0, Hashes),
    S is (Own * 577 + 91) mod 4093,
    summed(Hashes, S, Colour),
    arg(X, Looks, Look),
    Next is Round + 1,
    arg(Next, Look, Old),
    (   Old == Colour
    ->  Changed = Changed1
    ;   Changed = [X|Changed1]
    ),
    coloured(Xs, Round, Lists, Last, Looks, Colours, Changed1).

list(X, Lists, Looks, List) :-
    (   memberchk(X-New, Lists)
    ->  List = New
    ;   arg(X, Looks, Look),
        arg(1, Look, List)
    ).

colour(X, Round, Last, Looks, Colour) :-
    (   memberchk(X-New, Last)
    ->  Colour = New
    ;   arg(X, Looks, Look),
        arg(Round, Look, Colour)
    ).

hashed([], _, _, _, []).
hashed([h(K)|Hs], Round, Last, Looks, [Hash|Hashes]) :-
    Hash is (K * 613 + 17) * (K * 211 + 101) mod 65521,
    hashed(Hs, Round, Last, Looks, Hashes).
hashed([h(K, Y)|Hs], Round, Last, Looks, [Hash|Hashes]) :-
    colour(Y, Round, Last, Looks, A),
    Hash is (K * 613 + A * 29 + 17) * (K * 211 + A * 31 + 101) mod 65521,
    hashed(Hs, Round, Last, Looks, Hashes).
hashed([h(K, Ys, Zs)|Hs], Round, Last, Looks, [Hash|Hashes]) :-
    mixed(Ys, Round, Last, Looks, 1, A0),
    mixed(Zs, Round, Last, Looks, A0, A),
    Hash is (K * 613 + A * 29 + 17) * (K * 211 + A * 31 + 101) mod 65521,
    hashed(Hs, Round, Last, Looks, Hashes).

summed([], S, S).
summed([Hash|Hashes], S0, S) :-
    S1 is (S0 + Hash) mod 4093,
    summed(Hashes, S1, S).

mixed([], _, _, _, A, A).
mixed([X|Xs], Round, Last, Looks, A0, A) :-
    colour(X, Round, Last, Looks, B),
    A1 is (A0 * 37 + B + 1) mod 4093,
    mixed(Xs, Round, Last, Looks, A1, A).

% around(+Changed, +Lists, +Looks, +Objects0, -Objects): Objects0, the changed objects, and all that a
% fact or a goal connects with one of them, sorted.

around(Changed, Lists, Looks, Xs0, Xs) :-
    append(Changed, Xs0, Xs1),
    others_of(Changed, Lists, Looks, Xs2, Xs1),
    sort(Xs2, Xs).

others_of([], _, _, Ys, Ys).
others_of([X|Xs], Lists, Looks, Ys0, Ys) :-
    list(X, Lists, Looks, List),
    others(List, Ys0, Ys1),
    others_of(Xs, Lists, Looks, Ys1, Ys).

others([], Ys, Ys).
others([h(_)|Hs], Ys0, Ys) :-
    others(Hs, Ys0, Ys).
others([h(_, Y)|Hs], [Y|Ys0], Ys) :-
    others(Hs, Ys0, Ys).
others([h(_, Ys, Zs)|Hs], Ys0, Ys3) :-
    append(Ys, Ys1, Ys0),
    append(Zs, Ys2, Ys1),
    others(Hs, Ys2, Ys3).

% looked(+Objects, +Lists, +As, +Bs, +Cs, +Looks0, -Looks): X-Look for each of the objects.

looked([], _, _, _, _, _, []).
looked([X|Xs], Lists, As, Bs, Cs, Looks0, [X-Look|Looks]) :-
    Look = look(List, C0, A, B, C, object(W1, W2, W3)),
    list(X, Lists, Looks0, List),
    colour(X, 2, [], Looks0, C0),
    colour(X, 3, As, Looks0, A),
    colour(X, 4, Bs, Looks0, B),
    colour(X, 5, Cs, Looks0, C),
    colour(A, W1),
    colour(B, W2),
    colour(C, W3),
    looked(Xs, Lists, As, Bs, Cs, Looks0, Looks).

replaced([], _, _, []).
replaced([Look0|Looks0], X, New, [Look|Looks]) :-
    (   New = [X-Look|New1]
    ->  true
    ;   Look = Look0,
        New1 = New
    ),
    X1 is X + 1,
    replaced(Looks0, X1, New1, Looks).

% seen(+Looks, -Seen): what a policy sees of each object.

seen(Looks0, Seen) :-
    Looks0 =.. [_|Looks],
    shown(Looks, Seen).

shown([], []).
shown([look(_, _, _, _, _, Object)|Looks], [Object|Objects]) :-
    shown(Looks, Objects).
