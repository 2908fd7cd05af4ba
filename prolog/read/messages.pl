:- module(messages,
          [ note_problem/6,             % +Module, +Severity, +File, +Place, +What, +Fix
            goal_place/4,               % +Body, +Layout, +Goal, -Offset
            goal_offsets/3,             % +Body, +Layout, -Offsets
            write_notes/3               % +Module, +Predicates, +Sources
          ]).

:- use_module(library(apply), [foldl/4]).
:- use_module(library(assoc), [list_to_assoc/2, get_assoc/3]).
:- use_module(library(lists), [last/2, member/2, nth0/3, numlist/3]).
:- use_module(library(pairs), [pairs_keys_values/3]).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module(reading, [line_columns/3, open_source/2, source_name/2]).
:- use_module('../builtins/stock', [library_predicate/2, unimported/4]).

:- set_prolog_flag(optimise, true).

/** <module> Problems of a program and their places

While a program is read, its problems are kept as facts of its module; in the end they become
note/6, in the order of the text. A place is the number of characters before it; the line and the
column of a note count from 1.
*/

%!  note_problem(+Module, +Severity, +File, +Place, +What, +Fix) is det.
%
%   Keep a problem. Severity is `error`, `skipped` (a clause or query is left out),
%   `ignored` (a directive is not run), `warning` or `info`. What and Fix are one line of plain
%   words each; unknown(Name/Arity) stands for those about a predicate that nothing defines.

note_problem(Module, Severity, File, Place, What, Fix) :-
    assertz(Module:problem(Severity, File, Place, What, Fix)).

%!  goal_place(+Body, +Layout, +Goal, -Offset) is semidet.
%
%   True if a variant of Goal begins at Offset in the body with this Layout: the first one, but of
%   cuts the last one. Layout may be what goal_offsets/3 gives; Body is then the list of goals.

goal_place(Body, Layout, Goal, Offset) :-
    Layout \== none,
    (   Goal == !
    ->  findall(Offset0, place(Body, Layout, Goal, Offset0), Offsets),
        last(Offsets, Offset)
    ;   place(Body, Layout, Goal, Offset0)
    ->  Offset = Offset0
    ).

place(_, [], _, _) :-
    !,
    fail.
place([Goal0|Goals], [Offset0|Offsets], Goal, Offset) :-
    !,
    (   Goal0 =@= Goal,
        Offset = Offset0
    ;   place(Goals, Offsets, Goal, Offset)
    ).
place(Body, parentheses_term_position(_, _, Layout), Goal, Offset) :-
    !,
    place(Body, Layout, Goal, Offset).
place(Body, Layout, Goal, Offset) :-
    Body =@= Goal,
    arg(1, Layout, Offset).
place(Body, term_position(_, _, _, _, Layouts), Goal, Offset) :-
    has_goals(Body),
    nth0(N0, Layouts, Layout),
    N is N0 + 1,
    arg(N, Body, Part),
    place(Part, Layout, Goal, Offset).

has_goals(Body) :-
    compound(Body),
    compound_name_arity(Body, Name, _),
    memberchk(Name, [',', ;, '|', ->, *->, \+, :-, not, forall, once, ignore]).

%!  goal_offsets(+Body, +Layout, -Offsets) is semidet.
%
%   Unify Offsets with the places where the goals of the conjunction Body begin, as conjuncts/2 gives
%   them. Fails if one of them has goals of its own.

goal_offsets(Body, Layout, Offsets) :-
    (   Layout == none
    ->  Offsets = []
    ;   goal_offsets(Body, Layout, Offsets, [])
    ).

goal_offsets(Body, Layout, Offsets, Offsets0) :-
    (   Layout = parentheses_term_position(_, _, Layout1)
    ->  goal_offsets(Body, Layout1, Offsets, Offsets0)
    ;   nonvar(Body),
        Body = (Left, Right)
    ->  Layout = term_position(_, _, _, _, [LeftLayout, RightLayout]),
        goal_offsets(Left, LeftLayout, Offsets, Offsets1),
        goal_offsets(Right, RightLayout, Offsets1, Offsets0)
    ;   Body == true
    ->  Offsets = Offsets0
    ;   \+ has_goals(Body),
        arg(1, Layout, Offset),
        Offsets = [Offset|Offsets0]
    ).

%!  write_notes(+Module, +Predicates, +Sources) is det.
%
%   Make note/6 of the problems kept in Module, in the order of Sources and of their text, each
%   once. Predicates is the trie of the program's predicates: names that something unknown may have
%   been meant to be.

write_notes(Module, Predicates, Sources) :-
    trie_new(Nearest),
    forall(member(Source, Sources),
           source_notes(Module, Predicates, Nearest, Source)),
    trie_destroy(Nearest).

source_notes(Module, Predicates, Nearest, Source) :-
    source_name(Source, File),
    findall(Place-note(Severity, What, Fix),
            retract(Module:problem(Severity, File, Place, What, Fix)),
            Problems0),
    (   Problems0 == []
    ->  true
    ;   with_columns(Source, Problems0, Problems1),
        sort(0, @<, Problems1, Problems),
        forall(member((Line:Column)-note(Severity, What0, Fix0), Problems),
               (   described(What0, Fix0, Predicates, Nearest, What, Fix),
                   assertz(Module:note(Severity, File, Line, Column, What, Fix))
               ))
    ).

% with_columns(+Source, +Problems0, -Problems): Line:Column in the place of characters.

with_columns(Source, Problems0, Problems) :-
    findall(Place, member(Place-_, Problems0), Places0),
    sort(Places0, Places),
    columns_of(Places, Source, LineColumns),
    pairs_keys_values(Pairs, Places, LineColumns),
    list_to_assoc(Pairs, Assoc),
    findall(LineColumn-Note,
            ( member(Place-Note, Problems0), get_assoc(Place, Assoc, LineColumn) ),
            Problems).

% A source that cannot be opened has problems in place 0 only.

columns_of(Places, Source, LineColumns) :-
    (   Places == [0]
    ->  LineColumns = [1:1]
    ;   setup_call_cleanup(open_source(Source, In),
                           line_columns(In, Places, LineColumns),
                           close(In))
    ).

described(What0, Fix0, Predicates, Nearest, What, Fix) :-
    (   What0 = unknown(Name/Arity)
    ->  format(atom(What), 'unknown predicate ~q/~d', [Name, Arity]),
        unknown_fix(Name, Arity, Predicates, Nearest, Fix)
    ;   What = What0,
        Fix = Fix0
    ).

% unknown_fix(+Name, +Arity, +Predicates, +Nearest, -Fix): what a user may do about an unknown
% predicate. Nearest is a trie of what was found before.

unknown_fix(Name, Arity, Predicates, Nearest, Fix) :-
    (   trie_lookup(Nearest, Name/Arity, Fix0)
    ->  Fix = Fix0
    ;   (   unimported(Name, Arity, Predicates, Library)
        ->  format(atom(Fix), 'import it: :- use_module(library(~w)).', [Library])
        ;   trie_gen(Predicates, qualified(Module, Name/Arity), Module)
        ->  format(atom(Fix), 'name its module, as in ~q:~q/~d', [Module, Name, Arity])
        ;   may_compare(Predicates, Nearest),
            nearest(Name, Arity, Predicates, Name1/Arity1)
        ->  format(atom(Fix), 'did you mean ~q/~d? If not, define ~q/~d or declare it dynamic',
                   [Name1, Arity1, Name, Arity])
        ;   format(atom(Fix), 'correct its name, define it, or declare it: :- dynamic ~q/~d.', [Name, Arity])
        ),
        trie_insert(Nearest, Name/Arity, Fix)
    ).

% Comparing all names takes long in a large program: only for the first unknown predicates.

may_compare(Predicates, Nearest) :-
    trie_property(Predicates, value_count(Known)),
    trie_property(Nearest, value_count(Unknown)),
    Unknown * (Known + 100) < 100_000.

% nearest(+Name, +Arity, +Predicates, -Indicator): the defined predicate that is most like it:
% one with the same name, or else with the fewest letters to change.

nearest(Name, Arity, Predicates, Indicator) :-
    atom_codes(Name, Codes),
    length(Codes, Length),
    Limit is max(1, Length // 3),
    findall(Distance-Difference-(Name1/Arity1),
            ( defined(Predicates, Name1, Arity1),
              distance(Name, Codes, Length, Limit, Name1, Distance),
              Difference is abs(Arity - Arity1)
            ),
            Ranked0),
    sort(Ranked0, [_-_-Indicator|_]).

defined(Predicates, Name, Arity) :-
    trie_gen(Predicates, Name/Arity, _).
defined(_, Name, Arity) :-
    library_predicate(Name, Arity).
defined(Predicates, Name, Arity) :-
    builtin(Goal, _),
    functor(Goal, Name, Arity),
    \+ unimported(Name, Arity, Predicates, _).

distance(Name, Codes, Length, Limit, Name1, Distance) :-
    (   Name1 == Name
    ->  Distance = 0
    ;   atom_length(Name1, Length1),
        abs(Length - Length1) =< Limit,
        atom_codes(Name1, Codes1),
        edit_distance(Codes, Codes1, Distance),
        Distance =< Limit,
        Distance < Length
    ).

% Levenshtein's distance, row by row.

edit_distance(Codes1, Codes2, Distance) :-
    length(Codes2, Length),
    numlist(0, Length, Row0),
    foldl(next_row(Codes2), Codes1, Row0, Row),
    last(Row, Distance).

next_row(Codes, Code, [Diagonal|Row0], [First|Row]) :-
    First is Diagonal + 1,
    next_cells(Codes, Code, Diagonal, Row0, First, Row).

next_cells([], _, _, _, _, []).
next_cells([Code1|Codes], Code, Diagonal, [Above|Row0], Left, [Cell|Row]) :-
    (   Code1 == Code
    ->  Change = 0
    ;   Change = 1
    ),
    Cell is min(Diagonal + Change, min(Above, Left) + 1),
    next_cells(Codes, Code, Above, Row0, Cell, Row).
