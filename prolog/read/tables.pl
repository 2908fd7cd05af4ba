:- module(tables,
          [ note_tables/1,              % +Load
            counts_repeats/2            % +Goal, +Predicates
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module('../builtins/stock', [defines/2]).
:- use_module(loads, [load_module/2, load_predicates/2]).

/** <module> Goals that count how often a tabled predicate has a solution

A table has each solution once, and the search here derives a solution in each way there is. Of answers, which are
told once, nobody sees the difference; a goal that collects solutions does.

The trie of the predicates has a key tabled(Name/Arity) for each predicate that is tabled or may call one that is.
*/

%!  note_tables(+Load) is det.
%
%   Note what may call a tabled predicate, once all files are read.

note_tables(Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    findall(Indicator, Module:tabled(Indicator), Tabled),
    (   Tabled == []
    ->  true
    ;   forall(member(Indicator, Tabled), trie_insert(Predicates, tabled(Indicator), true)),
        repeat,
        \+ note_caller(Module, Predicates),
        !
    ).

note_caller(Module, Predicates) :-
    Module:clause_source(_, Head0, Goals, _, _, _, _),
    Goals \== [],
    (   Head0 = _:Head
    ->  true
    ;   Head = Head0
    ),
    functor(Head, Name, Arity),
    \+ trie_lookup(Predicates, tabled(Name/Arity), _),
    names_table(Goals, Predicates),
    trie_insert(Predicates, tabled(Name/Arity), true).

% names_table(+Term, +Predicates) is semidet: a goal in Term, perhaps with further arguments, may reach a table.

names_table(Term, Predicates) :-
    sub_term(Goal, Term),
    callable(Goal),
    functor(Goal, Name, Least),
    trie_gen(Predicates, tabled(Name/Arity), _),
    Arity >= Least,
    !.

%!  counts_repeats(+Goal, +Predicates) is semidet.
%
%   True if Goal collects solutions of a goal that may reach a table, so that their number matters.

counts_repeats(Goal, Predicates) :-
    Predicates \== library,
    compound(Goal),
    functor(Goal, Name, Arity),
    memberchk(Name, [findall, findnsols, aggregate_all, aggregate, bagof, call_nth, limit, offset, foldall]),
    \+ defines(Predicates, Name/Arity),
    \+ ( Goal = aggregate_all(How, _, _), nonvar(How), memberchk(How, [max(_), min(_), set(_)]) ),
    once(trie_gen(Predicates, tabled(_), _)),
    names_table(Goal, Predicates).
