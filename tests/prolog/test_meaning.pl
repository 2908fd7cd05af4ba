:- module(test_meaning, []).

:- use_module(library(plunit)).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(random)).
:- use_module(engine(compile/loader)).
:- use_module(loading).

% Programs, each with a goal, that must have the answers of SWI-Prolog in the same order.

program("max(X, Y, Z) :- X >= Y, !, Z = X.\nmax(_, Y, Y).", max(3, 2, _)).
program("max(X, Y, Z) :- X >= Y, !, Z = X.\nmax(_, Y, Y).", max(1, 2, _)).
program("max(X, Y, X) :- X >= Y, !.\nmax(_, Y, Y).", max(3, 2, 2)).
program("p(X) :- ( X = 1 ; X = 2 ), ( X > 1 -> true ; X < 9 ).", p(_)).
program("p(X, Y) :- member(X, [1, 2, 3]), ( X =:= 2 -> Y = two ; X > 2, Y = big ; Y = other ).",
        p(_, _)).
program("p(X, Y) :- member(X, [1, 2, 3]), ( X =:= 2 -> Y = a ; X =:= 3 -> Y = b ; Y = c ).",
        p(_, _)).
program("p(X) :- member(X, [1, 2, 3]), \\+ ( X > 1, X < 3 ).", p(_)).
program("p(X) :- member(X, [1, 2, 3]), \\+ ( X < 2 ; X > 2 ).", p(_)).
program("p(X, Y) :- member(X, [1, 2]), ( X > 1 -> Y = a | X < 9, Y = b | Y = c ).", p(_, _)).
program("p(X) :- ( member(X, [1, 2]) *-> true | X = 9 ) | \\+ ( fail -> true | fail ), X = 3.", p(_)).
program("p(X) :- phrase(q(X), [b, d]).\nq(X) --> [a] -> [c] | [b], { X = 1 -> true | X = 2 }, [d].",
        p(_)).
program("p(L) :- member(L, [[1, 2], [0, 1]]), forall(member(X, L), X > 0).", p(_)).
program("p(X, Y) :- member(X, [f(a, b), g]), ( compound(X), arg(N, X, Y), N > 0 -> true ; Y = X ).",
        p(_, _)).
program("p(X) :- ( q(X) ; X = c ; \\+ q(X), X = d ).\nq(a). q(b).", p(_)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(1, _)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(2, _)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(_, _)).
program("p(X, Y) :- ( X == 1 ; X == 2 ), !, Y = low.\np(3, mid) :- !.\np(_, high).",
        p(4, _)).
program("p(X) :- between(1, 5, X), !.\np(9).", p(_)).
program("p(X) :- between(1, 5, X), X > 2, !, true, !.\np(9).", p(_)).
program("p(X) :- once(( between(1, 5, X), X > 2 )).", p(_)).
program("p(X) :- once(( X = 1, X > 2 ; between(4, 6, X) )), X < 9.", p(_)).
program("p(X) :- ( fail ; X = 1 ), ( \\+ X = 1 ; X = 1 ).", p(_)).
program("p(X) :- member(X, [1, 2]), ( X > 1 ).\np(X) :- ( X = 7 -> true ).", p(_)).
program("p(X, Z) :- ( X = 1, ( Y = a ; Y = b ) ; Y = c ), q(Y, Z).\nq(a, 1). q(b, 2). q(c, 3).",
        p(_, _)).
program("p(X) :- ( ( X = 1, \\+ X == 2 ; X = 2 ) -> X > 0 ; X = 3 ).", p(_)).
program("p(X) :- ( ( X = 1, fail ; X = 2 ) -> X > 0 ; X = 3 ).", p(_)).
program("p(X) :- ( ( fail ; X = 1, fail ) -> X > 0 ; X = 3 ).", p(_)).
program("p(X, Y) :- \\+ \\+ X = 1, ( not(X = Y) -> Y = 0 ; Y = 2 ).", p(_, _)).
program("p(X) :- ( X = 0 ; X = 1 -> true ; X = 2 ).", p(_)).
program("p(Y) :- ( between(1, 3, N), N > 1 -> ( Y = N ; Y = f(N) ) ; Y = none ).", p(_)).
program("p(Y) :- ( ( X = 1, fail ; X = 2 ) -> Y = X ).", p(_)).
program("p(Y) :- ( X = 1 -> ( Y = X ; Y = f(X) ) ).", p(_)).
program("p(X) :- ( ( X > 1 -> X < 5 ; X < 10 ) -> true ; X = bad ).", p(7)).
program("p(x) :- ( Z = 1 ; Z = 2 ), !, Z == 1, !.\np(y).", p(_)).
program("p(x) :- Z = 1, !, ( Z == 2 ; Z == 1 ), !.\np(y).", p(_)).
program("not(X) :- X = a.\np(X) :- not(X).", p(_)).
program("t(X) :- ( X = 1 -> fail ; true ).\nt(2).", t(_)).
program("p(X) :- q(X), !.\np(9).\nq(1). q(2).", p(_)).
program("p(X) :- q(X), X > 1, !.\np(9).\nq(1). q(2). q(3).", p(_)).
program("p(X) :- q(X), X > 3, !.\np(9).\nq(1). q(2). q(3).", p(_)).
program("p(X) :- q(X), !.\np(9).\nq(1). q(2).", p(2)).
program("p(X) :- q(X), !.\np(9).\nq(1). q(2).", p(9)).
program("p(X, Y) :- q(X), !, q(Y), !.\np(9, 9).\nq(1). q(2).", p(_, _)).
program("p(X) :- q(X), ( X > 1, ! ; true ).\np(9).\nq(1). q(2). q(3).", p(_)).
program("p(X, Y) :- q(X), ( X > 1 -> Y = 1, ! ; q(Y) ), q(_).\np(9, 9).\nq(1). q(2). q(3).", p(_, _)).
program("p(X, Y) :- q(X), ( X > 2 -> Y = 1, ! ; q(Y) ), q(Y), !.\np(9, 9).\nq(1). q(2). q(3).", p(_, _)).
program("p(X, Y) :- q(X), ( X =:= 2, !, Y = a ; Y = b ; X =:= 3, !, Y = c ), q(_).\np(9, 9).\nq(1). q(2). q(3).", p(_, _)).
program("p(X, Y) :- q(X), ( X =:= 2, !, q(Y), ( Y > 1, ! ; true ) ; Y = b ), r(Y).\np(9, 9).\nq(1). q(2). q(3).\nr(1). r(b). r(b). r(2).", p(_, _)).
program("p(X) :- \\+ ( q(X), !, X > 1 ).\nq(1). q(2).", p(_)).
program("p(X) :- \\+ ( q(X), X > 1, !, X > 2 ).\nq(1). q(2). q(3).", p(_)).
program("p(X) :- once(( q(X), ! ; X = 7 )).\nq(1). q(2).", p(_)).
program("p(X) :- ( q(X), X > 1, ! ; X = 7 ), X < 9.\np(8).\nq(1). q(2).", p(_)).
program("p(X) :- call(( q(X), ! )).\np(8).\nq(1). q(2).", p(_)).
program("p(L) :- findall(X, ( q(X), ! ), L).\np(8).\nq(1). q(2).", p(_)).
program("p(X, Y) :- ( q(X), X > 1 -> q(Y) ; Y = 7 ).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- ( q(X), X > 3 -> q(Y) ; Y = 7 ).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- ( q(X) *-> q(Y) ; Y = 7 ).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- ( q(X), X > 3 *-> q(Y) ; Y = 7 ).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- ( q(X), X > 1 *-> q(Y), ! ; Y = 7 ).\np(8, 8).\nq(1). q(2).", p(_, _)).
program("p(X) :- ( q(X) *-> true ).\nq(1). q(2).", p(_)).
program("p(X) :- aggregate_all(max(X, a), q(X), X).\nq(1).", p(_)).
program("p(X, Y) :- aggregate_all(min(X, a), q(X), min(Y, _)).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- q(Y), G = ( q(X), X > Y -> true ; X = 7 ), G.\np(8, 8).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- q(Y), G = ( q(X), X > Y *-> q(_) ; X = 7 ), G.\np(8, 8).\nq(0). q(1). q(2).", p(_, _)).
program("p(X, Y) :- q(Y), findall(X, p(( q(X), X > Y *-> q(_) ; X = 7 )), X).\np(G) :- call(G).\nq(1). q(2).", p(_, _)).
program("p(X, Y) :- q(Y), G = q(X), ( G, X > Y -> true ; X = 7 ).\nq(1). q(2).", p(_, _)).
program("p(X) :- ignore(( q(X), X > 1 )), ignore(X = 3).\nq(1). q(2).", p(_)).
program("p(X) :- q(X), forall(r(X, Y), ( q(Y), ! )).\nq(1). q(2).\nr(1, 2). r(2, 3).", p(_)).
program("p(X, Y) :- q(X), r(X, Y).\nr(X, Y) :- q(Y), Y > X, !.\nr(_, z).\nq(1). q(2). q(3).", p(_, _)).
program("p(X, Y) :- q(X), once(r(X, Y)).\nr(X, Y) :- q(Y), Y > X, !.\nr(_, z).\nq(1). q(2). q(3).", p(_, _)).
program("p(X) :- once(q(Y)), ( q(X), X > Y, ! ; X = z ).\np(0).\nq(1). q(2). q(3).", p(_)).
program("p(X) :- ( true, ( q(X) -> true ) ; X = 9 ).\nq(1). q(2).", p(_)).
program("p(X) :- ( ( q(X) -> true ), X > 0, ! ; X = 9 ).\np(3).\nq(1). q(2).", p(_)).
program("p(X) :- ( !, fail ; X = 9 ).\np(3).", p(_)).
program("p(X) :- ( X = 1 ; !, X = 2 ; X = 9 ).\np(3).", p(_)).
program("p(X) :- ( ! ; X = 9 ).\np(3).", p(_)).
program("s --> a, !, b.\ns --> a, c.\na --> [x].\na --> [y].\nb --> [z].\nc --> [w].", s([y, z], _)).
program("s --> a, !, b.\ns --> a, c.\na --> [x].\na --> [y].\nb --> [z].\nc --> [w].", s([x, w], _)).
program("s(X) --> { q(X), ! }, a.\ns(4) --> a.\na --> [x].\nq(1). q(2).", s(_, [x], _)).
program("s(X) --> { q(X), ! }, ( { X > 1, ! } ; a ).\ns(4) --> a.\na --> [x].\nq(1). q(2).", s(_, [x], _)).
program("s(X) --> ( [x], ! , { X = 1 } ; [y] ), t.\ns(2) --> [].\nt --> [].\nt --> [z].", s(_, [x, z], _)).
program(":- op(700, xfx, =>).\nX => Y :- e(X, Y).\nX => Y :- e(X, Z), Z => Y.\ne(a, b). e(b, c).", =>(_, _)).
program("{X} :- q(X).\np(X) :- {X}.\np(X) --> {q(X)}.\nq(1). q(2).", p(_)).
program("{X} :- q(X).\np(X) --> {q(X)}.\nq(1). q(2).", p(_, _, _)).
program(":- op(1180, fx, ?-).\n?-(X) :- q(X), !.\np(X) :- ?-(X).\nq(1). q(2).", p(_)).
program("s --> [a], s.\ns --> [].", s([a, a], _)).
program("s --> !, [x].\ns --> [].", s([x], _)).
program("s --> t, [x].\nt --> [].", s([x, y], _)).
program("s --> ( [a] ; [b], [c] ; [] ), t.\nt --> [d].\nt --> [].", s([b, c, d], _)).
program("s --> \"ab\", t.\nt --> \"c\".\nt --> [].", s([0'a, 0'b, 0'c], _)).
program("s --> [X], { X > 1 }, s.\ns --> [].", s([3, 2, 1], _)).
program("s --> [X], { X > 1 }, !, s.\ns --> [1].", s([3, 2, 1], _)).
program("s --> \\+ t, [a].\nt --> [a], [b].", s([a, c], _)).
program("s --> \\+ t, [a].\nt --> [a], [b].", s([a, b], _)).
program("s --> t, [b].\nt, [b] --> [a].", s([a, c], _)).
program("s --> ( { true } -> [a] ; [b] ).", s([a], _)).
program("s --> ( t *-> [x] ; [b] ).\nt --> [a].\nt --> [].", s([b], _)).
program("s --> ( t *-> [x] ; [b] ).\nt --> [a].\nt --> [].", s([x], _)).
program("s --> user:[a], user:\"b\".", s([a, 0'b], _)).
program("s --> [].\ns --> {}, [a], !.\ns --> [a].", s([a], _)).
program("s --> s(z).\ns(z) --> [].\ns(N) --> [a], s(N).", s([a, a], _)).
program("s, [x] --> [y].", s([y, z], _)).
program("s --> [a|_], [b].", s([a, c, b, b], _)).
program("s --> t, [z].\nt, [x|L] --> [y|L].", s([y, z], _)).

:- begin_tests(meaning).

test(a_program_has_the_answers_of_swi_prolog,
     [forall(program(Text, Goal)), Solutions =@= Expected]) :-
    loaded(Text, Module),
    solutions(Module, [Goal], Lists),
    findall(Solution, member([Solution], Lists), Solutions),
    consulted_solutions(Text, Goal, Expected).
test(none_of_these_programs_is_refused, [forall(program(Text, _)), Places == []]) :-
    loaded(Text, Module),
    notes(Module, error, Places).

test(random_programs_have_the_answers_of_swi_prolog,
     [setup(set_random(seed(11))), true(Count > 350)]) :-
    aggregate_all(count, ( between(1, 400, _), random_program_agrees ), Count).

% A program of predicates a/2, b/2 and c/2, each of which calls only later ones. Fails if the
% loader refuses the program, and breaks an assertion if it changes its meaning.

random_program_agrees :-
    random_program(Text),
    loaded(Text, Module),
    notes(Module, error, []),
    findall(Solution,
            ( solutions(Module, [a(_, _)], Lists), member([Solution], Lists) ),
            Solutions),
    unload_program(Module),
    consulted_solutions(Text, a(_, _), Expected),
    assertion(Text-Solutions =@= Text-Expected).

random_program(Text) :-
    findall(Clause,
            ( member(Level, [0, 1, 2]), random_between(1, 3, Count), between(1, Count, _),
              random_clause(Level, Clause)
            ),
            Clauses),
    atomic_list_concat(Clauses, Text).

random_clause(Level, Clause) :-
    nth0(Level, [a, b, c], Name),
    random_body(3, Level, Body),
    (   maybe(0.4)
    ->  random_body(2, Level, Tests),
        format(string(Clause), "~w(X, Y) :- ~w, !, ~w, true.\n", [Name, Tests, Body])
    ;   format(string(Clause), "~w(X, Y) :- ~w, true.\n", [Name, Body])
    ).

random_body(Depth, Level, Body) :-
    (   Depth =:= 0
    ->  Kind = leaf
    ;   random_member(Kind, [leaf, and, and, or, if, if_or, soft, not, once, ignore, cut, cut])
    ),
    random_part(Kind, Depth, Level, Body).

random_part(leaf, _, Level, Body) :-
    (   Level < 2,
        maybe(0.4)
    ->  Next is Level + 1,
        nth0(Next, [a, b, c], Name),
        random_member(Arguments, ["X, Y", "Y, X", "X, _", "Z, Y"]),
        format(string(Body), "~w(~s)", [Name, Arguments])
    ;   random_test(Body)
    ).
random_part(and, Depth, Level, Body) :-
    parts("( ~s, ~s )", [Level, Level], Depth, Body).
random_part(or, Depth, Level, Body) :-
    parts("( ~s ; ~s )", [Level, Level], Depth, Body).
random_part(if, Depth, Level, Body) :-
    parts("( ~s -> ~s ; ~s )", [Level, Level, Level], Depth, Body).
random_part(soft, Depth, Level, Body) :-
    parts("( ~s *-> ~s ; ~s )", [Level, Level, Level], Depth, Body).
random_part(if_or, Depth, Level, Body) :-
    parts("( ~s ; ~s -> ~s ; ~s )", [Level, Level, Level, Level], Depth, Body).
random_part(not, Depth, Level, Body) :-
    parts("\\+ ~s", [Level], Depth, Body).
random_part(once, Depth, Level, Body) :-
    parts("once(~s)", [Level], Depth, Body).
random_part(ignore, Depth, Level, Body) :-
    parts("ignore(~s)", [Level], Depth, Body).
random_part(cut, Depth, Level, Body) :-
    parts("( ~s, ! )", [Level], Depth, Body).

parts(Format, Levels, Depth, Body) :-
    Depth1 is Depth - 1,
    maplist(random_body(Depth1), Levels, Parts),
    format(string(Body), Format, Parts).

random_test(Test) :-
    random_member(Test, ["X = 1", "X = 2", "Y = 1", "X = Y", "X \\== 1", "X @< 2", "var(X)",
                         "nonvar(Y)", "Z = 1", "Z == X", "between(1, 2, X)", "between(1, 3, Y)",
                         "between(2, 3, Z)", "true", "fail", "integer(X)", "Y \\= 2"]).

:- end_tests(meaning).
