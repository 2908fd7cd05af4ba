:- module(view,
          [ view/2                      % +Goals, -Rows
          ]).
:- use_module(library(lists), [append/3]).

/** <module> What a policy sees of a state, as ids

A state is a list of open goals, of which the policy sees some, each in a fixed number of slots: the
symbols of a goal in pre-order, or at the places of a tree. The module `weights` has the layout and
the ids. This is symbolic_rl/play/views.py in Prolog; a test compares them.
*/

:- set_prolog_flag(optimise, true).

%!  view(+Goals, -Rows) is det.
%
%   Rows has a list of ids for each goal that is shown; goals that are left out are shown by an
%   ellipsis. Goals is not bound.

view(Goals, Rows) :-
    copy_term(Goals, Numbered),
    number_variables(Numbered),
    seen(Numbered, Seen),
    rows(Seen, Rows).

%   seen(+Goals, -Seen) is det: of a state of a process its observation is shown: the members of a
%   list as goals.

seen(Goals, Seen) :-
    (   Goals = ['$state'(_, State)]
    ->  Seen = [State]
    ;   Goals = ['$state'(_, Observation, _)]
    ->  (   members(Observation, Members)
        ->  Seen = Members
        ;   Seen = [Observation]
        )
    ;   Seen = Goals
    ).

members([], []) :-
    !.
members([Member|Rest], [Member|Members]) :-
    (   Rest = [_|_]
    ->  members(Rest, Members)
    ;   Members = []
    ).

%   number_variables(+Goals) is det: bind each variable to a term with its role.

number_variables(Goals) :-
    term_variables(Goals, Variables),
    number_variables_(Variables, 0).

number_variables_([], _).
number_variables_(['$role'(Role)|Variables], Role) :-
    Role1 is Role+1,
    number_variables_(Variables, Role1).

rows(Goals, Rows) :-
    weights:setting(n_goals, Most),
    length(Goals, Count),
    (   Count > Most
    ->  Last is Most-1,
        length(Shown, Last),
        append(Shown, _, Goals),
        shown(Shown, Rows, [Ellipsis]),
        weights:setting(goal_width, Width),
        padded([1], Width, Ellipsis)
    ;   shown(Goals, Rows, [])
    ).

shown([], Rows, Rows).
shown([Goal|Goals], [Row|Rows], Tail) :-
    weights:setting(goal_width, Width),
    (   weights:setting(view, prefix)
    ->  ids(Goal, Ids, []),
        fitted(Ids, Width, Row)
    ;   tree(Goal, Width, Row)
    ),
    shown(Goals, Rows, Tail).

%   fitted(+Ids, +Width, -Row) is det: Row has Width ids; the last one of a goal that is cut is the
%   ellipsis.

fitted(Ids, Width, Row) :-
    length(Ids, Length),
    (   Length > Width
    ->  Kept is Width-1,
        length(Front, Kept),
        append(Front, _, Ids),
        append(Front, [1], Row)
    ;   padded(Ids, Width, Row)
    ).

padded([], Width, Row) :-
    length(Row, Width),
    zeros(Row).
padded([Id|Ids], Width, [Id|Row]) :-
    Width1 is Width-1,
    padded(Ids, Width1, Row).

zeros([]).
zeros([0|Zeros]) :-
    zeros(Zeros).

%   ids(+Term, -Ids, ?Tail) is det: the ids of the symbols of Term in pre-order.

ids(Term, [Id|Ids], Tail) :-
    id(Term, Id, Arity),
    argument_ids(0, Arity, Term, Ids, Tail).

argument_ids(Arity, Arity, _, Ids, Ids) :-
    !.
argument_ids(I0, Arity, Term, Ids, Tail) :-
    I is I0+1,
    arg(I, Term, Argument),
    ids(Argument, Ids, Ids1),
    argument_ids(I, Arity, Term, Ids1, Tail).

%   tree(+Goal, +Width, -Row) is det: slot I of the tree shows an argument of the term in the slot
%   above it; the last slot is an ellipsis if a term has arguments that no slot shows.

tree(Goal, Width, Row) :-
    Slots is Width-1,
    functor(Terms, slots, Slots),
    arg(1, Terms, term(Goal)),
    tree_slots(1, Slots, Terms, Row, [Last], Shown),
    (   is_cut(1, Slots, Terms, Shown)
    ->  Last = 1
    ;   Last = 0
    ).

tree_slots(1, Slots, Terms, [Id|Row], Tail, Shown) :-
    functor(Shown, shown, Slots),
    no_arguments(Slots, Shown),
    arg(1, Terms, term(Goal)),
    id(Goal, Id, _),
    slots(2, Slots, Terms, Row, Tail, Shown).

no_arguments(0, _) :-
    !.
no_arguments(I, Shown) :-
    arg(I, Shown, 0),
    I1 is I-1,
    no_arguments(I1, Shown).

slots(I, Slots, _, Row, Row, _) :-
    I > Slots,
    !.
slots(I, Slots, Terms, [Id|Row], Tail, Shown) :-
    weights:slot(I, Parent, Argument),
    arg(Parent, Terms, Above),
    arg(I, Terms, Here),
    (   Above = term(Term),
        id(Term, _, Arity),
        Argument =< Arity
    ->  arg(Argument, Term, Part),
        Here = term(Part),
        id(Part, Id, _),
        arg(Parent, Shown, Count0),
        Count is Count0+1,
        setarg(Parent, Shown, Count)
    ;   Here = none,
        Id = 0
    ),
    I1 is I+1,
    slots(I1, Slots, Terms, Row, Tail, Shown).

is_cut(I, Slots, Terms, Shown) :-
    I =< Slots,
    (   arg(I, Terms, term(Term)),
        id(Term, _, Arity),
        arg(I, Shown, Count),
        Arity > Count
    ->  true
    ;   I1 is I+1,
        is_cut(I1, Slots, Terms, Shown)
    ).

%   id(+Term, -Id, -Arity) is det: Id is that of the outermost symbol.

id('$role'(Role), Id, Arity) =>
    Id is min(Role, 15)+2,
    Arity = 0.
id(Term, Id, Arity), compound(Term) =>
    compound_name_arity(Term, Name, Arity),
    symbol_id(Name, Arity, 4, Id).
id(Term, Id, Arity), integer(Term) =>
    Arity = 0,
    (   Term >= -8,
        Term < 64
    ->  Id is Term+26
    ;   Term >= -0x8000,
        Term < 0x17FFE
    ->  Id is Term mod 32+90
    ;   bucket(Term, 1, Id)
    ).
id(Term, Id, Arity), number(Term) =>
    Arity = 0,
    bucket(Term, 1, Id).
id(Term, Id, Arity), string(Term) =>
    Arity = 0,
    bucket(Term, 2, Id).
id(Term, Id, Arity) =>
    Arity = 0,
    symbol_id(Term, 0, 3, Id).

symbol_id(Name, Arity, Kind, Id) :-
    (   weights:view_id(Name, Arity, Id0)
    ->  Id = Id0
    ;   bucket(Name, Kind, Id)
    ).

%   bucket(+Constant, +Kind, -Id) is det: what training did not know is shown by one of 16 ids of its
%   kind: number, string, atom or functor.

bucket(Constant, Kind, Id) :-
    format(codes(Codes), '~w', [Constant]),
    folded(Codes, 0, Bucket),
    Id is 122+(Kind-1)*16+Bucket.

folded([], Bucket, Bucket).
folded([Code|Codes], Bucket0, Bucket) :-
    Bucket1 is (31*Bucket0+Code) mod 16,
    folded(Codes, Bucket1, Bucket).
