:- module(writing,
          [ write_text/4,               % +Module, +Term, +Priority, +Names
            query_text/5,               % +Module, +Goals, +Names, +Variables, -Codes
            source_text/4               % +Module, +Goal, +Names, -Codes
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/flat_dicts', [write_with_dicts/2]).
:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(assoc)).
:- use_module(library(lists), [member/2]).
:- use_module(library(pairs), [pairs_keys_values/3]).

/** <module> Terms of any depth, and queries, as text

write_term/2 goes down a term by recursion in C, and a derivation may make terms of any depth. What
is deeper than the text of a program may be is written here, in the notation without operators.
*/

%!  write_text(+Module, +Term, +Priority, +Names) is det.
%
%   Write Term to the current output, with the operators of Module, so that it can be read again, with
%   brackets if its operator binds less than Priority. Names are terms Name=Variable.

write_text(Module, Term, Priority, Names) :-
    (   (   '$term_size'(Term, #max_depth, _)   % a level takes more than one cell
        ;   within(Term, #max_depth)
        )
    ->  write_with_dicts(Term, [ quoted(true), spacing(next_argument), numbervars(false), module(Module),
                                 character_escapes(true), variable_names(Names), priority(Priority) ])
    ;   write_deep(Term, Names)
    ).

%   within(+Term, +Levels) is semidet: Term has no more than Levels. List members are side by side.

within(Term, Levels) :-
    (   compound(Term)
    ->  Levels > 0,
        Levels1 is Levels-1,
        compound_name_arity(Term, Name, Arity),
        arguments_within(1, Arity, Name, Term, Levels1)
    ;   true
    ).

arguments_within(N, Arity, Name, Term, Levels) :-
    arg(N, Term, Argument),
    (   N < Arity
    ->  within(Argument, Levels),
        N1 is N+1,
        arguments_within(N1, Arity, Name, Term, Levels)
    ;   Name == '[|]',
        Arity == 2
    ->  Levels1 is Levels+1,
        within(Argument, Levels1)
    ;   within(Argument, Levels)
    ).

write_deep(Term, Names) :-
    (   \+ compound(Term)
    ->  write_text(user, Term, 999, Names)
    ;   Term = [Head|Tail]
    ->  put_char('['),
        write_deep(Head, Names),
        write_tail(Tail, Names)
    ;   compound_name_arity(Term, Name, Arity),
        writeq(Name),
        put_char('('),
        write_arguments(1, Arity, Term, Names)
    ).

write_tail(Tail, Names) :-
    (   nonvar(Tail),
        Tail = [Head|Tail1]
    ->  put_char(','),
        write_deep(Head, Names),
        write_tail(Tail1, Names)
    ;   Tail == []
    ->  put_char(']')
    ;   put_char('|'),
        write_deep(Tail, Names),
        put_char(']')
    ).

write_arguments(N, Arity, Term, Names) :-
    arg(N, Term, Argument),
    (   N == Arity
    ->  write_deep(Argument, Names),
        put_char(')')
    ;   write_deep(Argument, Names),
        put_char(','),
        N1 is N+1,
        write_arguments(N1, Arity, Term, Names)
    ).

%!  query_text(+Module, +Goals, +Names, +Variables, -Codes) is det.
%
%   Codes are the text of a query with Goals, whose Variables have Names; of others, `_` those that occur
%   once, and numbers the rest.

query_text(Module, Goals, Names, Variables, Text) :-
    pairs_keys_values(Pairs, Variables, Names),
    list_to_assoc(Pairs, Named0),
    term_singletons(Goals, Singletons),
    foldl(anonymous, Singletons, Named0, Named1),
    term_variables(Goals, Others),
    foldl(numbered, Others, 1-Named1, _-Named),
    with_output_to(codes(Text), write_goals(Goals, Module, Named)).

anonymous(Variable, Named0, Named) :-
    (   get_assoc(Variable, Named0, _)
    ->  Named = Named0
    ;   put_assoc(Variable, Named0, '_', Named)
    ).

numbered(Variable, N-Named0, N1-Named) :-
    (   get_assoc(Variable, Named0, _)
    ->  N1 = N,
        Named = Named0
    ;   atom_concat('_', N, Name),
        put_assoc(Variable, Named0, Name, Named),
        N1 is N+1
    ).

%!  source_text(+Module, +Goal, +Names, -Codes) is det.
%
%   Codes are the text of a query as it stood in its source; Names are terms Name=Variable.

source_text(Module, Goal, Names0, Text) :-
    term_variables(Goal, Variables),
    all_named(Variables, 1, Names0, Names),
    with_output_to(codes(Text), write_text(Module, Goal, 1200, Names)).

all_named([], _, Names, Names).
all_named([Variable|Variables], N, Names0, [Name=Variable|Names]) :-
    \+ ( member(_=Named, Names0), Named == Variable ),
    !,
    atom_concat('_', N, Name),
    N1 is N+1,
    all_named(Variables, N1, Names0, Names).
all_named([_|Variables], N, Names0, Names) :-
    all_named(Variables, N, Names0, Names).

%   write_goals(+Goals, +Module, +Named) is det: as a conjunction, one by one, since there may be any
%   number of them.

write_goals([], _, _) :-
    write(true).
write_goals([Goal|Goals], Module, Named) :-
    (   Goals == []
    ->  write_goal(Goal, 1200, Module, Named)
    ;   write_goal(Goal, 999, Module, Named),
        forall(member(Goal1, Goals), ( write(', '), write_goal(Goal1, 999, Module, Named) ))
    ).

write_goal(Goal, Priority, Module, Named) :-
    term_variables(Goal, Variables),
    maplist(name_of(Named), Variables, Names),
    write_text(Module, Goal, Priority, Names).

name_of(Named, Variable, Name=Variable) :-
    get_assoc(Variable, Named, Name).
