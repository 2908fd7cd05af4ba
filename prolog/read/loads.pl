:- module(loads,
          [ new_load/3,                 % +Module, +Options, -Load
            close_load/1,               % +Load
            note/6,                     % +Load, +Severity, +File, +Place, +What, +Fix
            new_reader/3,               % +Load, +Parents, -Reader
            load_module/2,              % +Load, -Module
            load_option/3,              % +Load, +Key, -Value
            load_predicates/2,          % +Load, -Predicates
            load_facts/2,               % +Load, -Facts
            note_use/2,                 % +Load, +Use
            is_used/2,                  % +Load, ?Use
            next_number/3,              % +Load, +What, -Number
            not_flat/1,                 % +Load
            is_flat/2                   % +Load, -Boolean
          ]).

:- use_module(library(option), [option/3]).
:- use_module('../resolve/constants').
:- use_module(reading, [reader/2, close_reader/1]).
:- use_module(report, [note_problem/6]).

/** <module> What is known while a program is being loaded

A load holds the module of the program, its options, three tries and the numbers given out so
far. It lives as long as one load_program/4.
*/

%!  new_load(+Module, +Options, -Load) is det.
%
%   Load is a new load for Module. Options has cut(refuse|ignore), directives(refuse|ignore)
%   and hide_query(Boolean).

new_load(Module, Options, Load) :-
    option(cut(Cut), Options, refuse),
    option(directives(Directives), Options, refuse),
    option(hide_query(Hide), Options, true),
    trie_new(Predicates),
    trie_new(Facts),
    trie_new(Uses),
    Load = load(Module, options(Cut, Directives, Hide), Predicates, Facts, Uses,
                numbers(#first_clause, 1, 1), flat(true)).

%!  close_load(+Load) is det.
%
%   Give back what Load holds outside its module: tries and readers.

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

%!  new_reader(+Load, +Parents, -Reader) is det.
%
%   Reader is a new reader/2 with the operators of the readers Parents. It lives as long as Load.

new_reader(Load, Parents, Reader) :-
    load_module(Load, Module),
    next_number(Load, reader, Number),
    reader_name(Module, Number, Reader),
    reader(Reader, Parents).

reader_name(Module, Number, Reader) :-
    format(atom(Reader), '~w/reader~d', [Module, Number]).

%!  load_module(+Load, -Module) is det.
%
%   Module is the module of the program.

load_module(load(Module, _, _, _, _, _, _), Module).

%!  load_option(+Load, +Key, -Value) is det.
%
%   Value is the option `cut`, `directives` or `hide_query`.

load_option(load(_, options(Cut, Directives, Hide), _, _, _, _, _), Key, Value) :-
    option_value(Key, Cut, Directives, Hide, Value).

option_value(cut, Cut, _, _, Cut).
option_value(directives, _, Directives, _, Directives).
option_value(hide_query, _, _, Hide, Hide).

%!  load_predicates(+Load, -Predicates) is det.
%
%   Predicates is a trie: a key Name/Arity for each predicate that the program has or declares.

load_predicates(load(_, _, Predicates, _, _, _, _), Predicates).

%!  load_facts(+Load, -Facts) is det.
%
%   Facts is a trie: the facts of the program, each with the id of the first such clause.

load_facts(load(_, _, _, Facts, _, _, _), Facts).

%!  note_use(+Load, +Use) is det.
%
%   The program uses builtin(Name/Arity) or library(Name/Arity).

note_use(load(_, _, _, _, Uses, _, _), Use) :-
    (   trie_insert(Uses, Use)
    ->  true
    ;   true
    ).

%!  is_used(+Load, ?Use) is nondet.
%
%   The program uses builtin(Name/Arity) or library(Name/Arity).

is_used(load(_, _, _, _, Uses, _, _), Use) :-
    trie_gen(Uses, Use).

%!  next_number(+Load, +What, -Number) is det.
%
%   Number was not given out before. What is `clause` (from 4), `auxiliary` or `reader`
%   (from 1). Survives backtracking.

next_number(load(_, _, _, _, _, Numbers, _), What, Number) :-
    number_place(What, Place),
    arg(Place, Numbers, Number),
    Next is Number + 1,
    nb_setarg(Place, Numbers, Next).

number_place(clause, 1).
number_place(auxiliary, 2).
number_place(reader, 3).

%!  not_flat(+Load) is det.
%
%   Something in the program is not function-free. Survives backtracking.

not_flat(load(_, _, _, _, _, _, Flat)) :-
    nb_setarg(1, Flat, false).

%!  is_flat(+Load, -Boolean) is det.
%
%   Boolean is `false` after not_flat/1, else `true`.

is_flat(load(_, _, _, _, _, _, flat(Boolean)), Boolean).
