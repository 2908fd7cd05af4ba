:- module(clause_library_apply,
          [ maplist/2,                  % :Closure, ?List
            maplist/3,                  % :Closure, ?List, ?List
            maplist/4,                  % :Closure, ?List, ?List, ?List
            maplist/5,                  % :Closure, ?List, ?List, ?List, ?List
            foldl/4,                    % :Closure, +List, +V0, -V
            foldl/5,                    % :Closure, +List, +List, +V0, -V
            foldl/6,                    % :Closure, +List, +List, +List, +V0, -V
            foldl/7,                    % :Closure, +List, +List, +List, +List, +V0, -V
            scanl/4,                    % :Closure, +List, +V0, -Values
            scanl/5,                    % :Closure, +List, +List, +V0, -Values
            scanl/6,                    % :Closure, +List, +List, +List, +V0, -Values
            scanl/7,                    % :Closure, +List, +List, +List, +List, +V0, -Values
            include/3,                  % :Closure, +List, -Included
            exclude/3,                  % :Closure, +List, -Rest
            partition/4,                % :Closure, +List, -Included, -Rest
            partition/5,                % :Closure, +List, -Less, -Equal, -Greater
            convlist/3,                 % :Closure, +List, -Converted
            predsort/3,                 % :Closure, +List, -Sorted
            max_member/3,               % :Closure, -Max, +List
            min_member/3,               % :Closure, -Min, +List
            map_list_to_pairs/3,        % :Closure, +List, -Pairs
            map_assoc/2,                % :Closure, +Assoc
            map_assoc/3                 % :Closure, +Assoc, ?Assoc
          ]).

/** <module> Library predicates as clauses: closures that are known when they are called

A closure that the text of a program names has predicates of its own: see compile/higher_order.pl.
`library.pl` says how such predicates are written.
*/

%!  maplist(:Closure, ?List) is nondet.

maplist(Closure, Xs) :-
    '$maplist'(Xs, Closure).

'$maplist'([], _).
'$maplist'([X|Xs], Closure) :-
    call(Closure, X),
    '$maplist'(Xs, Closure).

%!  maplist(:Closure, ?List1, ?List2) is nondet.

maplist(Closure, Xs, Ys) :-
    '$maplist'(Xs, Ys, Closure).

'$maplist'([], [], _).
'$maplist'([X|Xs], [Y|Ys], Closure) :-
    call(Closure, X, Y),
    '$maplist'(Xs, Ys, Closure).

%!  maplist(:Closure, ?List1, ?List2, ?List3) is nondet.

maplist(Closure, Xs, Ys, Zs) :-
    '$maplist'(Xs, Ys, Zs, Closure).

'$maplist'([], [], [], _).
'$maplist'([X|Xs], [Y|Ys], [Z|Zs], Closure) :-
    call(Closure, X, Y, Z),
    '$maplist'(Xs, Ys, Zs, Closure).

%!  maplist(:Closure, ?List1, ?List2, ?List3, ?List4) is nondet.

maplist(Closure, Xs, Ys, Zs, Us) :-
    '$maplist'(Xs, Ys, Zs, Us, Closure).

'$maplist'([], [], [], [], _).
'$maplist'([X|Xs], [Y|Ys], [Z|Zs], [U|Us], Closure) :-
    call(Closure, X, Y, Z, U),
    '$maplist'(Xs, Ys, Zs, Us, Closure).

%!  foldl(:Closure, +List, +V0, -V) is nondet.

foldl(Closure, Xs, V0, V) :-
    '$foldl'(Xs, Closure, V0, V).

'$foldl'([], _, V, V).
'$foldl'([X|Xs], Closure, V0, V) :-
    call(Closure, X, V0, V1),
    '$foldl'(Xs, Closure, V1, V).

%!  foldl(:Closure, +List1, +List2, +V0, -V) is nondet.

foldl(Closure, Xs, Ys, V0, V) :-
    '$foldl'(Xs, Ys, Closure, V0, V).

'$foldl'([], [], _, V, V).
'$foldl'([X|Xs], [Y|Ys], Closure, V0, V) :-
    call(Closure, X, Y, V0, V1),
    '$foldl'(Xs, Ys, Closure, V1, V).

%!  foldl(:Closure, +List1, +List2, +List3, +V0, -V) is nondet.

foldl(Closure, Xs, Ys, Zs, V0, V) :-
    '$foldl'(Xs, Ys, Zs, Closure, V0, V).

'$foldl'([], [], [], _, V, V).
'$foldl'([X|Xs], [Y|Ys], [Z|Zs], Closure, V0, V) :-
    call(Closure, X, Y, Z, V0, V1),
    '$foldl'(Xs, Ys, Zs, Closure, V1, V).

%!  foldl(:Closure, +List1, +List2, +List3, +List4, +V0, -V) is nondet.

foldl(Closure, Xs, Ys, Zs, Us, V0, V) :-
    '$foldl'(Xs, Ys, Zs, Us, Closure, V0, V).

'$foldl'([], [], [], [], _, V, V).
'$foldl'([X|Xs], [Y|Ys], [Z|Zs], [U|Us], Closure, V0, V) :-
    call(Closure, X, Y, Z, U, V0, V1),
    '$foldl'(Xs, Ys, Zs, Us, Closure, V1, V).

%!  scanl(:Closure, +List, +V0, -Values) is nondet.

scanl(Closure, Xs, V0, [V0|Values]) :-
    '$scanl'(Xs, Closure, V0, Values).

'$scanl'([], _, _, []).
'$scanl'([X|Xs], Closure, V0, [V|Values]) :-
    call(Closure, X, V0, V),
    '$scanl'(Xs, Closure, V, Values).

%!  scanl(:Closure, +List1, +List2, +V0, -Values) is nondet.

scanl(Closure, Xs, Ys, V0, [V0|Values]) :-
    '$scanl'(Xs, Ys, Closure, V0, Values).

'$scanl'([], [], _, _, []).
'$scanl'([X|Xs], [Y|Ys], Closure, V0, [V|Values]) :-
    call(Closure, X, Y, V0, V),
    '$scanl'(Xs, Ys, Closure, V, Values).

%!  scanl(:Closure, +List1, +List2, +List3, +V0, -Values) is nondet.

scanl(Closure, Xs, Ys, Zs, V0, [V0|Values]) :-
    '$scanl'(Xs, Ys, Zs, Closure, V0, Values).

'$scanl'([], [], [], _, _, []).
'$scanl'([X|Xs], [Y|Ys], [Z|Zs], Closure, V0, [V|Values]) :-
    call(Closure, X, Y, Z, V0, V),
    '$scanl'(Xs, Ys, Zs, Closure, V, Values).

%!  scanl(:Closure, +List1, +List2, +List3, +List4, +V0, -Values) is nondet.

scanl(Closure, Xs, Ys, Zs, Us, V0, [V0|Values]) :-
    '$scanl'(Xs, Ys, Zs, Us, Closure, V0, Values).

'$scanl'([], [], [], [], _, _, []).
'$scanl'([X|Xs], [Y|Ys], [Z|Zs], [U|Us], Closure, V0, [V|Values]) :-
    call(Closure, X, Y, Z, U, V0, V),
    '$scanl'(Xs, Ys, Zs, Us, Closure, V, Values).

%!  include(:Closure, +List, -Included) is det.

include(Closure, Xs, Ys) :-
    '$partition'(Xs, Closure, Ys, _).

%!  exclude(:Closure, +List, -Rest) is det.

exclude(Closure, Xs, Ys) :-
    '$partition'(Xs, Closure, _, Ys).

%!  partition(:Closure, +List, -Included, -Rest) is det.

partition(Closure, Xs, Ys, Zs) :-
    '$partition'(Xs, Closure, Ys, Zs).

'$partition'([], _, [], []).
'$partition'([X|Xs], Closure, Included, Rest) :-
    (   call(Closure, X)
    ->  Included = [X|Ys],
        Rest = Zs
    ;   Included = Ys,
        Rest = [X|Zs]
    ),
    '$partition'(Xs, Closure, Ys, Zs).

%!  partition(:Closure, +List, -Less, -Equal, -Greater) is nondet.

partition(Closure, Xs, Less, Equal, Greater) :-
    '$partition'(Xs, Closure, Less, Equal, Greater).

'$partition'([], _, [], [], []).
'$partition'([X|Xs], Closure, Less, Equal, Greater) :-
    call(Closure, X, Order),
    '$partition'(Order, X, Xs, Closure, Less, Equal, Greater).

'$partition'(Order, X, Xs, Closure, Less, Equal, Greater) :-
    '$must_be'(oneof([<,=,>]), Order),
    (   Order = (<)
    ->  Less = [X|Less1],
        '$partition'(Xs, Closure, Less1, Equal, Greater)
    ;   Order = (=)
    ->  Equal = [X|Equal1],
        '$partition'(Xs, Closure, Less, Equal1, Greater)
    ;   Greater = [X|Greater1],
        '$partition'(Xs, Closure, Less, Equal, Greater1)
    ).

%!  convlist(:Closure, +List, -Converted) is det.

convlist(Closure, Xs, Ys) :-
    '$convlist'(Xs, Closure, Ys).

'$convlist'([], _, []).
'$convlist'([X|Xs], Closure, Converted) :-
    (   call(Closure, X, Y)
    ->  Converted = [Y|Ys]
    ;   Converted = Ys
    ),
    '$convlist'(Xs, Closure, Ys).

%!  predsort(:Closure, +List, -Sorted) is semidet.
%
%   True if Sorted has the members of List in the order that Closure gives as its first argument, without
%   those that are `=` to another. SWI-Prolog 9.0.4 takes what is no list for the name of a type.

predsort(Closure, Xs, Sorted) :-
    (   proper_length(Xs, Count)
    ->  true
    ;   '$must_be'(Xs, list),
        fail
    ),
    '$predsort'(Count, Xs, Closure, Sorted0, _),
    Sorted = Sorted0.

'$predsort'(0, Xs, _, [], Xs).
'$predsort'(1, [X|Xs], _, [X], Xs).
'$predsort'(2, [X,Y|Xs], Closure, Sorted, Xs) :-
    call(Closure, Order, X, Y),
    '$predsort2'(Order, X, Y, Sorted).
'$predsort'(Count, Xs, Closure, Sorted, Rest) :-
    Count > 2,
    Count1 is Count // 2,
    Count2 is Count - Count1,
    '$predsort'(Count1, Xs, Closure, Sorted1, Xs1),
    '$predsort'(Count2, Xs1, Closure, Sorted2, Rest),
    '$predmerge'(Sorted1, Sorted2, Closure, Sorted).

'$predsort2'(<, X, Y, [X,Y]).
'$predsort2'(=, X, _, [X]).
'$predsort2'(>, X, Y, [Y,X]).

'$predmerge'([], Ys, _, Ys).
'$predmerge'([X|Xs], [], _, [X|Xs]).
'$predmerge'([X|Xs], [Y|Ys], Closure, Sorted) :-
    '$call'(once(call(Closure, Order, X, Y)), []),
    '$predmerge'(Order, X, Xs, Y, Ys, Closure, Sorted).

'$predmerge'(<, X, Xs, Y, Ys, Closure, [X|Sorted]) :-
    '$predmerge'(Xs, [Y|Ys], Closure, Sorted).
'$predmerge'(=, X, Xs, _, Ys, Closure, [X|Sorted]) :-
    '$predmerge'(Xs, Ys, Closure, Sorted).
'$predmerge'(>, X, Xs, Y, Ys, Closure, [Y|Sorted]) :-
    '$predmerge'([X|Xs], Ys, Closure, Sorted).

%!  max_member(:Closure, -Max, +List) is semidet.

max_member(Closure, Max, Xs) :-
    '$cell'(Xs, max_member(user:Closure, Max, Xs)),
    Xs = [X|Ys],
    '$max_member'(Ys, Closure, X, Max).

'$max_member'(Xs, Closure, Max0, Max) :-
    '$cell'(Xs, max_member_(Xs, user:Closure, Max0, Max)),
    (   Xs = [X|Ys]
    ->  (   call(Closure, X, Max0)
        ->  '$max_member'(Ys, Closure, Max0, Max)
        ;   '$max_member'(Ys, Closure, X, Max)
        )
    ;   Max = Max0
    ).

%!  min_member(:Closure, -Min, +List) is semidet.

min_member(Closure, Min, Xs) :-
    '$cell'(Xs, min_member(user:Closure, Min, Xs)),
    Xs = [X|Ys],
    '$min_member'(Ys, Closure, X, Min).

'$min_member'(Xs, Closure, Min0, Min) :-
    '$cell'(Xs, min_member_(Xs, user:Closure, Min0, Min)),
    (   Xs = [X|Ys]
    ->  (   call(Closure, Min0, X)
        ->  '$min_member'(Ys, Closure, Min0, Min)
        ;   '$min_member'(Ys, Closure, X, Min)
        )
    ;   Min = Min0
    ).

%!  map_list_to_pairs(:Closure, +List, -Pairs) is nondet.

map_list_to_pairs(Closure, Xs, Pairs) :-
    '$map_pairs'(Xs, Closure, Pairs).

'$map_pairs'([], _, []).
'$map_pairs'([X|Xs], Closure, [Key-X|Pairs]) :-
    call(Closure, X, Key),
    '$map_pairs'(Xs, Closure, Pairs).

%!  map_assoc(:Closure, +Assoc) is nondet.

map_assoc(Closure, Assoc) :-
    '$tree'(Assoc),
    '$map_assoc'(Assoc, Closure).

'$map_assoc'(t, _).
'$map_assoc'(t(_, Value, _, Left, Right), Closure) :-
    map_assoc(Closure, Left),
    call(Closure, Value),
    map_assoc(Closure, Right).

%!  map_assoc(:Closure, +Assoc, ?Mapped) is nondet.

map_assoc(Closure, Assoc, Mapped) :-
    '$tree'(Assoc),
    '$map_assoc'(Assoc, Closure, Mapped).

'$map_assoc'(t, _, t).
'$map_assoc'(t(Key, Value0, Balance, Left0, Right0), Closure, t(Key, Value, Balance, Left, Right)) :-
    map_assoc(Closure, Left0, Left),
    call(Closure, Value0, Value),
    map_assoc(Closure, Right0, Right).

'$tree'(Assoc) :-
    nonvar(Assoc),
    ( Assoc == t ; Assoc = t(_, _, _, _, _) ),
    !.
'$tree'(Assoc) :-
    '$must_be'(assoc, Assoc).
