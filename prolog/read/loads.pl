:- module(loads,
          [ new_load/3,                 % +Module, +Options, -Load
            close_load/1,               % +Load
            note/6,                     % +Load, +Severity, +File, +Place, +What, +Fix
            refuse/5,                   % +Load, +File, +Place, +What, +Fix
            ignore/5,                   % +Load, +File, +Place, +What, +Fix
            new_reader/3,               % +Load, +Parents, -Reader
            load_module/2,              % +Load, -Module
            add_fact/2,                 % +Load, +Fact
            load_option/3,              % +Load, +Key, ?Value
            file_source/3,              % +Load, +File, -Source
            load_predicates/2,          % +Load, -Predicates
            load_facts/2,               % +Load, -Facts
            note_use/2,                 % +Load, +Use
            is_used/2,                  % +Load, ?Use
            next_number/3,              % +Load, +What, -Number
            next_index/3,               % +Load, +Split, -Index
            not_flat/1,                 % +Load
            is_flat/2                   % +Load, -Boolean
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(library(option), [option/3]).
:- use_module('../resolve/constants').
:- use_module(reading, [reader/2, close_reader/1]).
:- use_module(messages, [note_problem/6]).

/** <module> The state of a load

A load holds the module of the program, its options, three tries and the numbers given out so
far. It lives as long as one load_program/4.
*/

%!  new_load(+Module, +Options, -Load) is det.
%
%   Make a new load for Module. Options has cut(keep|ignore), strict(Boolean),
%   hide_query(Boolean), mdp(Boolean), files(Files) and latin1(Files).

new_load(Module, Options, Load) :-
    trie_new(Predicates),
    trie_new(Facts),
    trie_new(Uses),
    findall(Key-Value,
            ( member(Key-Default, [cut-keep, strict-false, hide_query-true, mdp-false, files-[], latin1-[]]),
              Option =.. [Key,Value],
              option(Option, Options, Default)
            ),
            Resolved),
    Load = load(Module, Resolved, Predicates, Facts, Uses,
                numbers(#first_clause, 1, 1), flat(true)).

%!  close_load(+Load) is det.
%
%   Free what Load holds outside its module: tries and readers.

close_load(load(Module, _, Predicates, Facts, Uses, numbers(_, _, Readers), _)) :-
    Last is Readers - 1,
    forall(between(1, Last, Number),
           (   reader_name(Module, Number, Reader),
               close_reader(Reader)
           )),
    trie_destroy(Predicates),
    trie_destroy(Facts),
    trie_destroy(Uses).

%!  note(+Load, +Severity, +File, +Place, +What, +Fix) is det.
%
%   Keep a problem of the program; see note_problem/6.

note(Load, Severity, File, Place, What, Fix) :-
    load_module(Load, Module),
    note_problem(Module, Severity, File, Place, What, Fix).

%!  refuse(+Load, +File, +Place, +What, +Fix) is det.
%
%   Keep the problem of a clause or query that cannot be loaded: it is `skipped`, or an `error` of a
%   strict load.

refuse(Load, File, Place, What, Fix) :-
    note_unless_strict(skipped, Load, File, Place, What, Fix).

%!  ignore(+Load, +File, +Place, +What, +Fix) is det.
%
%   Keep the problem of a directive, or of a clause of another module: it is `ignored`, or an `error` of a strict
%   load.

ignore(Load, File, Place, What, Fix) :-
    note_unless_strict(ignored, Load, File, Place, What, Fix).

note_unless_strict(Usual, Load, File, Place, What, Fix) :-
    (   load_option(Load, strict, true)
    ->  Severity = error
    ;   Severity = Usual
    ),
    note(Load, Severity, File, Place, What, Fix).

%!  new_reader(+Load, +Parents, -Reader) is det.
%
%   Make a reader/2 with the operators of the readers Parents, which lives as long as Load.

new_reader(Load, Parents, Reader) :-
    load_module(Load, Module),
    next_number(Load, reader, Number),
    reader_name(Module, Number, Reader),
    reader(Reader, Parents).

reader_name(Module, Number, Reader) :-
    format(atom(Reader), '~w/reader~d', [Module, Number]).

%!  load_module(+Load, -Module) is det.
%
%   Unify Module with the module of the program.

load_module(load(Module, _, _, _, _, _, _), Module).

%!  add_fact(+Load, +Fact) is det.
%
%   Add Fact to the module of the program.

add_fact(Load, Fact) :-
    load_module(Load, Module),
    assertz(Module:Fact).

%!  load_option(+Load, +Key, ?Value) is semidet.
%
%   True if Value is the option `cut`, `strict`, `hide_query`, `mdp`, `files` or `latin1`.

load_option(load(_, Options, _, _, _, _, _), Key, Value) :-
    memberchk(Key-Value, Options).

%!  file_source(+Load, +File, -Source) is det.
%
%   Unify Source with the source of a File of the program, in its encoding.

file_source(Load, File, Source) :-
    load_option(Load, latin1, Files),
    (   memberchk(File, Files)
    ->  Source = latin1(File)
    ;   Source = file(File)
    ).

%!  load_predicates(+Load, -Predicates) is det.
%
%   Unify Predicates with a trie that has a key Name/Arity for each predicate that the program has
%   or declares.

load_predicates(load(_, _, Predicates, _, _, _, _), Predicates).

%!  load_facts(+Load, -Facts) is det.
%
%   Unify Facts with a trie of the facts of the program, each with the id of the first such clause.

load_facts(load(_, _, _, Facts, _, _, _), Facts).

%!  note_use(+Load, +Use) is det.
%
%   Remember that the program uses builtin(Name/Arity) or library(Name/Arity).

note_use(load(_, _, _, _, Uses, _, _), Use) :-
    (   trie_insert(Uses, Use)
    ->  true
    ;   true
    ).

%!  is_used(+Load, ?Use) is nondet.
%
%   True if the program uses builtin(Name/Arity) or library(Name/Arity).

is_used(load(_, _, _, _, Uses, _, _), Use) :-
    trie_gen(Uses, Use).

%!  next_number(+Load, +What, -Number) is det.
%
%   Give out the next Number. What is `clause` (from 4), `auxiliary` or `reader` (from 1). Survives
%   backtracking.

next_number(load(_, _, _, _, _, Numbers, _), What, Number) :-
    number_place(What, Place),
    arg(Place, Numbers, Number),
    Next is Number + 1,
    nb_setarg(Place, Numbers, Next).

number_place(clause, 1).
number_place(auxiliary, 2).
number_place(reader, 3).

%!  next_index(+Load, +Split, -Index) is det.
%
%   Give out the next Index of a query in Split, from 0. Survives backtracking.

next_index(Load, Split, Index) :-
    load_predicates(Load, Predicates),
    (   trie_lookup(Predicates, queries(Split), Index)
    ->  true
    ;   Index = 0
    ),
    Next is Index + 1,
    trie_update(Predicates, queries(Split), Next).

%!  not_flat(+Load) is det.
%
%   Remember that something in the program is not function-free. Survives backtracking.

not_flat(load(_, _, _, _, _, _, Flat)) :-
    nb_setarg(1, Flat, false).

%!  is_flat(+Load, -Boolean) is det.
%
%   Unify Boolean with `false` after not_flat/1, else with `true`.

is_flat(load(_, _, _, _, _, _, flat(Boolean)), Boolean).
