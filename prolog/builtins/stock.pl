:- module(stock,
          [ library_predicate/2,        % ?Name, ?Arity
            offers/2,                   % +Predicates, ?Indicator
            defines/2,                  % +Predicates, +Indicator
            unimported/4,               % +Name, +Arity, +Predicates, -Library
            needs_import/3,             % +Name, +Arity, -Library
            library_clauses/3,          % +Name, +Arity, -Clauses
            goal_kind/3                 % +Goal, +Predicates, -Kind
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(builtins, [builtin/2, lent/2]).
:- use_module(refusals, [refused_goal/3]).

/** <module> The meaning of a goal's name

The clauses of the library files are read, as data, when this module is compiled. They become
facts here and are never predicates.
*/

%!  library_predicate(?Name, ?Arity) is nondet.
%
%   True if a program may use the library predicate Name/Arity without defining it.

%   stocked(Name, Arity, Head, Body, File, Line, Names): a clause of the library.

:- dynamic library_predicate/2, imported_predicate/3, stocked/7.

%   imported_predicate(Library, Name, Arity): the same, if the program imports Library.

stock :-
    module_property(stock, file(Here)),
    file_directory_name(Here, Directory),
    forall(member(File, [ 'library.pl', 'library_sets.pl', 'library_order.pl', 'library_apply.pl',
                          'library_solutions.pl', 'library_grammar.pl', 'library_chance.pl', 'library_reif.pl' ]),
           (   absolute_file_name(File, Path, [relative_to(Directory)]),
               setup_call_cleanup(open(Path, read, In, [encoding(utf8)]),
                                  stock(In, File),
                                  close(In))
           )),
    compile_predicates([library_predicate/2, imported_predicate/3, stocked/7]).

stock(In, File) :-
    read_term(In, (:- module(_, Exports)), []),
    forall(member(Name/Arity, Exports), stock_predicate(File, Name, Arity)),
    repeat,
    read_term(In, Term, [term_position(Position), variable_names(Names)]),
    (   Term == end_of_file
    ->  !
    ;   stream_position_data(line_count, Position, Line),
        stock_clause(Term, File, Line, Names),
        fail
    ).

stock_predicate(File, Name, Arity) :-
    (   File == 'library_reif.pl'
    ->  assertz(imported_predicate(reif, Name, Arity))
    ;   assertz(library_predicate(Name, Arity))
    ).

stock_clause((:- _), _, _, _) :-
    !.
stock_clause(Term, File, Line, Names) :-
    (   Term = (Head :- Body)
    ->  true
    ;   Head = Term,
        Body = true
    ),
    functor(Head, Name, Arity),
    assertz(stocked(Name, Arity, Head, Body, File, Line, Names)).

:- initialization(stock, now).

%!  library_clauses(+Name, +Arity, -Clauses) is det.
%
%   Unify Clauses with the terms clause(Head, Body, File, Line, Names), in the order of the library,
%   of a predicate or helper of the library.

library_clauses(Name, Arity, Clauses) :-
    findall(clause(Head, Body, File, Line, Names),
            stocked(Name, Arity, Head, Body, File, Line, Names),
            Clauses).

%!  defines(+Predicates, +Indicator) is semidet.
%
%   True if the program defines or declares the predicate Name/Arity. Predicates is a trie with such
%   keys, or `library` for the library itself, which defines nothing over.

defines(Predicates, Indicator) :-
    Predicates \== library,
    trie_lookup(Predicates, Indicator, _).

%!  offers(+Predicates, ?Indicator) is nondet.
%
%   True if the library has the predicate Name/Arity, and the program imports it if it must. Predicates is
%   as for defines/2; the trie has a key library(Library) for each library that is imported.

offers(_, Name/Arity) :-
    library_predicate(Name, Arity).
offers(Predicates, Name/Arity) :-
    imported_predicate(Library, Name, Arity),
    (   Predicates == library
    ->  true
    ;   trie_lookup(Predicates, library(Library), _)
    ->  true
    ).

%!  unimported(+Name, +Arity, +Predicates, -Library) is semidet.
%
%   True if SWI-Prolog would load Name/Arity only for a program that imports Library, and this one does not.
%   Predicates is as for defines/2.

unimported(Name, Arity, Predicates, Library) :-
    Predicates \== library,
    needs_import(Name, Arity, Library),
    \+ trie_lookup(Predicates, library(Library), _).

%!  needs_import(+Name, +Arity, -Library) is semidet.
%
%   True if Name/Arity belongs to Library, which SWI-Prolog does not load by itself.

needs_import(string, 3, dcg/basics).
needs_import(Name, Arity, dcg/basics) :-
    functor(Goal, Name, Arity),
    lent(Goal, dcg_basics).
needs_import(foreach, 4, dcg/high_order).
needs_import(foreach, 5, dcg/high_order).
needs_import(optional, 4, dcg/high_order).
needs_import(sequence, 4, dcg/high_order).
needs_import(sequence, 5, dcg/high_order).
needs_import(sequence, 7, dcg/high_order).
needs_import(transpose, 2, clpfd).
needs_import(Name, Arity, clpfd) :-
    functor(Goal, Name, Arity),
    lent(Goal, constraints).

%!  goal_kind(+Goal, +Predicates, -Kind) is det.
%
%   Unify Kind with what the callable term Goal calls: `user` (Predicates has it), `builtin`,
%   `library`, refused(Why, Fix) or `unknown`. Goals of the library may call its helpers.

goal_kind(Goal, Predicates, Kind) :-
    functor(Goal, Name, Arity),
    (   defines(Predicates, Name/Arity)
    ->  Kind = user
    ;   memberchk(Name/Arity, ['$library_clause'/2, '$append'/3])   % what clause/2 and terminals become
    ->  Kind = library
    ;   unimported(Name, Arity, Predicates, _)
    ->  Kind = unknown
    ;   builtin(Goal, _)
    ->  Kind = builtin
    ;   offers(Predicates, Name/Arity)
    ->  Kind = library
    ;   Predicates == library,
        stocked(Name, Arity, _, _, _, _, _)
    ->  Kind = library
    ;   refused_goal(Goal, Why, Fix)
    ->  Kind = refused(Why, Fix)
    ;   Kind = unknown
    ).
