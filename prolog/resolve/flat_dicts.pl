:- module(flat_dicts,
          [ flat_dicts/2,               % +Term, -Flat
            has_dict/1,                 % @Term
            real_dicts/2,               % +Flat, -Term
            is_callable/1,              % @Term
            is_flat_dict/1,             % @Term
            part/3,                     % :Test, @Term, -Part
            is_plain/2,                 % @Term, +Most
            note_dicts/0,               % there may be dicts from now on
            flat_dict/3,                % +Tag, +Pairs, -Dict
            dict_parts/3,               % +Dict, -Tag, -Pairs
            write_with_dicts/2,         % @Term, +Options
            write_outermost/2           % @Term, +Options
          ]).
:- use_module(library(apply), [exclude/3, maplist/2, maplist/3]).
:- use_module(library(lists), [select/3]).
:- use_module(constants).

/** <module> Dicts as compound terms

A dict of SWI-Prolog has a functor of its own and its keys in an order that differs from process to process.
Here it is a compound term with the functor #dict: the tag, and then value and key of each pair, in the
standard order of keys. Dicts unify as these terms do. They are written as in SWI-Prolog, in that order.
*/

%!  flat_dicts(+Term, -Flat) is det.
%
%   Flat is Term with compound terms in the place of dicts.

flat_dicts(Term, Flat) :-
    (   \+ compound(Term)
    ->  Flat = Term
    ;   is_dict(Term)
    ->  dict_pairs(Term, Tag0, Pairs0),
        flat_dicts(Tag0-Pairs0, Tag-Pairs),
        flat_dict(Tag, Pairs, Flat)
    ;   compound_name_arguments(Term, Name, Arguments0),
        maplist(flat_dicts, Arguments0, Arguments),
        compound_name_arguments(Flat, Name, Arguments)
    ).

%!  real_dicts(+Flat, -Term) is det.
%
%   Term is Flat with dicts again, for messages of SWI-Prolog, if it is small and shares no parts.

real_dicts(Flat, Term) :-
    (   (   \+ has_dict(Flat)
        ;   \+ '$term_size'(Flat, #cells_of_error, _)
        ;   \+ '$factorize_term'(Flat, _, [])   % it may be a large tree
        )
    ->  Term = Flat
    ;   dict_parts(Flat, Tag, Pairs0)
    ->  maplist(real_dicts, Pairs0, Pairs),
        dict_pairs(Term, Tag, Pairs)
    ;   compound_name_arguments(Flat, Name, Flats),
        maplist(real_dicts, Flats, Terms),
        compound_name_arguments(Term, Name, Terms)
    ).

%!  is_flat_dict(@Term) is semidet.
%
%   True if Term stands for a dict.

is_flat_dict(Term) :-
    compound(Term),
    compound_name_arity(Term, #dict, _).

%!  note_dicts is det.
%
%   There may be terms in this process from now on that stand for dicts.

:- dynamic dicts_exist/0.

note_dicts :-
    (   dicts_exist
    ->  true
    ;   assertz(dicts_exist)
    ).

%!  is_callable(@Term) is semidet.
%
%   True if Term may be a goal, which no dict is.

is_callable(Term) :-
    callable(Term),
    \+ is_flat_dict(Term).

%!  has_dict(@Term) is semidet.
%
%   True if a part of Term stands for a dict.

has_dict(Term) :-
    dicts_exist,                        % terms may be large, and are looked through for each step of a proof
    compound(Term),
    \+ is_plain(Term, #cells_walked),
    (   '$term_size'(Term, #cells_without_count, _)
    ->  part(is_flat_dict, Term, _)
    ;   \+ \+ ( '$factorize_term'(Term, Skeleton, Shared),        % each part once, however it is shared
                part(is_flat_dict, Skeleton-Shared, _) )
    ).

%!  part(:Test, @Term, -Part) is semidet.
%
%   Part is the first compound part of Term, from left to right, for which Test is true. Unlike with sub_term/2,
%   no choice point is left for a level of a deep term or a member of a long list.

:- meta_predicate part(1, ?, -).

part(Test, Term, Part) :-
    compound(Term),
    (   call(Test, Term)
    ->  Part = Term
    ;   compound_name_arity(Term, _, Arity),
        part_of_arguments(1, Arity, Test, Term, Part)
    ).

part_of_arguments(N, Arity, Test, Term, Part) :-
    N =< Arity,
    arg(N, Term, Argument),
    (   N == Arity                      % the last call, for long lists
    ->  part(Test, Argument, Part)
    ;   part(Test, Argument, Part)
    ->  true
    ;   N1 is N+1,
        part_of_arguments(N1, Arity, Test, Term, Part)
    ).

%!  is_plain(@Term, +Most) is semidet.
%
%   True if C has found in Term, which has at most Most arguments, nothing that stands for a dict, nor what a
%   reader has to look at more closely: see ../core/loading.c. Nothing is known where the C core is not loaded,
%   as in tools.

is_plain(Term, Most) :-
    current_predicate(core:core_is_plain/2),
    core:core_is_plain(Term, Most).

%!  flat_dict(+Tag, +Pairs, -Dict) is semidet.
%
%   Dict stands for the dict with Tag and Pairs, which are Key-Value in the order of keys.

flat_dict(Tag, Pairs, Dict) :-
    note_dicts,
    cells(Pairs, Cells),
    compound_name_arguments(Dict0, #dict, [Tag|Cells]),
    Dict = Dict0.

%!  dict_parts(+Dict, -Tag, -Pairs) is semidet.
%
%   Dict stands for a dict with Tag and Pairs, Key-Value in the order of keys.

dict_parts(Dict, Tag, Pairs) :-
    is_flat_dict(Dict),
    compound_name_arguments(Dict, _, [Tag|Cells]),
    cells(Pairs, Cells).

cells([], []).
cells([Key-Value|Pairs], [Value,Key|Cells]) :-
    cells(Pairs, Cells).

%!  write_with_dicts(@Term, +Options) is det.
%
%   Write Term as write_term/2 does, its dicts too. Of Options, variable_names(Names) holds as it does there.

write_with_dicts(Term, Options) :-
    (   has_dict(Term)
    ->  write_dicts(Term, Options)
    ;   write_term(Term, Options)
    ).

%!  write_outermost(@Term, +Options) is det.
%
%   As write_with_dicts/2, for options that have max_depth(Depth). Term is not looked through for dicts: that would
%   take time in proportion to all of it, for each step of a proof.

write_outermost(Term, Options) :-
    (   dicts_exist
    ->  write_dicts(Term, Options)
    ;   write_term(Term, Options)
    ).

write_dicts(Term, Options) :-
    (   is_list(Options),
        select(Option, Options, Options1),
        nonvar(Option),                 % an option that is unbound is an error
        Option = variable_names(Names0)
    ->  copy_term_nat(Term-Names0, Shown-Names),
        maplist(name_variable, Names)
    ;   Options1 = Options,
        Shown = Term
    ),
    write_term(Shown, [ portray(true), portray_goal(flat_dicts:write_dict),
                        numbervars(false)|Options1 ]).        % unless they say otherwise

%   name_variable(+Name) is det: bind the variable to a term that write_dict/2 writes as its name. A term
%   that write_term/2 has named itself would be shown as '$VAR'(Name) in a dict.

name_variable(Name=Variable) :-
    compound_name_arguments(Variable, #dict, [variable,Name]).

%   write_dict(+Term, +Options) is semidet: with a space where the parts would be read as one token.

write_dict(Term, Options0) :-
    is_flat_dict(Term),
    exclude(is_priority, Options0, Options1),
    (   select(max_depth(Depth0), Options1, Options2)
    ->  Depth is Depth0-1,              % which write_term/2 counts anew
        Options = [max_depth(Depth)|Options2]
    ;   Depth = 1,
        Options = Options1
    ),
    compound_name_arguments(Term, _, [Tag|Cells]),
    (   Cells = [Name]                  % of a variable
    ->  write_term(Name, [partial(true)])
    ;   Depth < 1
    ->  write(...)
    ;   cells(Pairs, Cells),
        write_term(Tag, [priority(0),partial(true)|Options]),
        put_char('{'),
        write_pairs(Pairs, Options),
        put_char('}')
    ).

is_priority(priority(_)).

write_pairs([], _).
write_pairs([Key-Value|Pairs], Options) :-
    write_term(Key, Options),
    put_char(:),
    (   atom(Value)                     % an operator in no brackets, as an argument
    ->  Priority = 1200
    ;   Priority = 999
    ),
    write_term(Value, [partial(true),priority(Priority)|Options]),
    (   Pairs == []
    ->  true
    ;   memberchk(spacing(next_argument), Options)
    ->  write(', ')
    ;   put_char(',')
    ),
    write_pairs(Pairs, Options).
