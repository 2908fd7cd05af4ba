:- module(loader,
          [ load_program/4,             % +Module, +Options, +ProgramFiles, +QuerySources
            unload_program/1            % +Module
          ]).

:- use_module(library(apply), [foldl/5, maplist/3]).
:- use_module(library(lists), [append/3, list_to_set/2, member/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module('../read/clauses', [read_program/3]).
:- use_module(clause_compilation, [compile_clauses/2]).
:- use_module(query_compilation, [compile_queries/4, unread_goal/2]).
:- use_module(library_compilation, [store_library/2]).
:- use_module(storage, [store_auxiliaries/2]).
:- use_module(mdps, [mdp_clauses/2]).
:- use_module('../read/loads',
              [ new_load/3, close_load/1, file_source/3, load_module/2, load_predicates/2, note/6, is_used/2,
                is_flat/2 ]).
:- use_module('../read/messages', [write_notes/3]).
:- use_module('../read/homes', [enter_main/1, separate_modules/1]).
:- use_module('../read/tables', [note_tables/1]).
:- use_module('../read/reading', [read_flag/3, source_name/2]).
:- use_module('../read/skipped', [leave_out_changes/1]).
:- use_module('../resolve/stack_reserve', [with_stack_for/2]).

/** <module> A program and its queries, read as data

load_program/4 leaves these facts in the module of the program:

  - res(Head, Body, Rest, Clause): a clause in normal form, its body as a difference list
  - cut(Clause, Where, Name, Arity): Clause, of the predicate Name/Arity, commits: later clauses are not
    for a goal that its head unifies with (Where is `front`), or for which in addition the first goal of
    its body has a proof (`behind`); '$until'(Goals, Which) commits with a proof that makes Which positive, or
    behind the last proof where Which is 0
  - clause_source(Clause, Head, Body, Names, File, Line, Kind): the clause as read, its body as a
    list. Names are terms Name=Variable. Kind is `user`, `grammar`, `library`, or `or`, `if`, `branch`
    or `each` for the clauses of an auxiliary predicate, `unread` for '$unread' (query_compilation.pl), `start`, `end` or `move` for the clauses of
    an MDP
  - builtin_used(Name/Arity), library_used(Name/Arity): the program calls it
  - override(Name/Arity): the program defines what otherwise is a builtin or in the library
  - twin(Clause, First): Clause is a fact and a variant of the earlier fact First
  - repeats(Clause): a variable occurs more than once in the head of Clause
  - stands_for(Goal, Written): proofs show instances of Goal, which has an auxiliary predicate, as
    Written
  - query(Split, Index, Goals, Answer, Label, Hidden, Line, Names): a query in normal form.
    Answer is '$answer'(Variable, ...) for its variables with Names; Hidden is the first fact
    that is a variant of it, or 0
  - query_source(Split, Index, Goal, Names): the goal of a query as read, where its normal form is
    another one. Names are terms Name=Variable
  - note(Severity, File, Line, Column, Message, Fix): what a user should know. With a note of
    severity `error` the program cannot be used; one of severity `skipped` says why a clause or
    query is left out, one of severity `ignored` names a directive
  - left_out(Clause, Part): Clause raises an error, in the place of one that is left out, or where
    it reaches a goal that cannot be called. Part is `clause` or `goal`
  - wanted(File): the program loads this file, which is not among those that may be read
  - flat(Boolean): program and queries are function-free
  - loads_library(Library): it imports this library; `other` if it is not here
  - tabled(Name/Arity): it declares a table for this predicate
  - qualified(Home, Name/Arity, Module): goals Name/Arity of the module Home call Module:Name/Arity; see
    read/homes.pl
  - no_clauses(Name/Arity), own_module(Module): the program declares it, and makes goals when they are
    reached
  - text_size(Brackets, Length): bounds on the open brackets and on the bytes of a term, in a text whose terms
    need larger stacks than usual

Clauses are numbered from 4 in the order of the files, then come the auxiliary predicates of
the program, the clauses of an MDP, the library, and the auxiliary predicates of the queries.
*/

%!  load_program(+Module, +Options, +ProgramFiles, +QuerySources) is det.
%
%   Read ProgramFiles, a list of file names, and QuerySources, a list of split(Split, File) and of
%   text(Split, String) for a goal that a user typed. Never run a file; leave mistakes as notes.
%   Options are
%     - cut(Action): `keep` (default) or `ignore`
%     - strict(Boolean): clauses and queries that cannot be loaded are errors; `false` (default)
%       leaves them out
%     - files(Files): files that the program may load, `[]` by default
%     - size(Brackets, Length): the longest term of the text, where terms are deep; see with_stack_for/2
%     - latin1(Files): files that are in ISO Latin-1, `[]` by default; all others are in UTF-8
%     - hide_query(Boolean): `true` (default) finds the fact that a query repeats
%     - mdp(Boolean): the program is an MDP, see mdps.pl; `false` by default

load_program(Module, Options, ProgramFiles, QuerySources) :-
    forall(program_fact(Name/Arity), dynamic(Module:Name/Arity)),
    forall(member(size(Brackets, Length), Options),
           assertz(Module:text_size(Brackets, Length))),
    with_stack_for(Module, loaded(Module, Options, ProgramFiles, QuerySources)).

loaded(Module, Options, ProgramFiles, QuerySources) :-
    forall(passing_fact(Name/Arity), dynamic(Module:Name/Arity)),
    setup_call_cleanup(new_load(Module, Options, Load),
                       load(Load, ProgramFiles, QuerySources),
                       close_load(Load)),
    forall(( Module:layout(_, _, Layouts), \+ is_list(Layouts) ), erase(Layouts)),
    forall(passing_fact(Name/Arity), abolish(Module:Name/Arity)),
    compile_facts(Module).

program_fact(Indicator) :-
    member(Indicator, [ res/4, cut/4, clause_source/7, builtin_used/1,
                        library_used/1, override/1, twin/2, repeats/1, stands_for/2,
                        query/8, query_source/4, note/6,
                        left_out/2, wanted/1, flat/1, no_clauses/1, own_module/1, qualified/3, text_size/2,
                        loads_library/1, tabled/1 ]).

% Facts that only the passes of the loader share.

passing_fact(Indicator) :-
    member(Indicator, [layout/3, problem/5, unit/4, shared/1, refused/3, included/2, expansion/3, rule/3,
                       unread/2, skipped/4, loaded_by/2, import/4, claim/5, moved/1, mixed/0, concealed/2,
                       evaluated/1, changeable/1, reexport/3,
                       modes/1,
                       removed/1]).

load(Load, ProgramFiles, QuerySources) :-
    maplist(file_source(Load), ProgramFiles, Programs),
    foldl(query_source, QuerySources, Queries, 1, _),
    pairs_values(Queries, QueryTexts),
    append(Programs, QueryTexts, Sources),
    catch(passes(Load, Programs, Queries),
          Error,
          note_failure(Error, Load, Sources)),
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    findall(Source, ( Module:unit(File, _, _, _), file_source(Load, File, Source) ), Files),
    append(Sources, Files, All0),
    list_to_set(All0, All),
    write_notes(Module, Predicates, All).

query_source(split(Split, File), Split-file(File), N, N).
query_source(text(Split, String), Split-text(Name, String), N, N1) :-
    (   N == 1
    ->  Name = '<query>'
    ;   format(atom(Name), '<query ~d>', [N])
    ),
    N1 is N + 1.

passes(Load, Programs, Queries) :-
    maplist(read_program(Load), Programs, Readers),
    load_module(Load, Module),
    (   Module:wanted(_)                % the program is loaded anew, with these files
    ->  true
    ;   later_passes(Load, Readers, Queries)
    ).

later_passes(Load, Readers, Queries) :-
    leave_out_changes(Load),
    separate_modules(Load),
    note_tables(Load),
    load_module(Load, Module),
    forall(( member(Reader, Readers), '$local_op'(Priority, Type, Reader:Name) ),
           op(Priority, Type, Module:Name)),        % to write with
    forall(( member(Reader, Readers), read_flag(Reader, Flag, Value) ),
           set_prolog_flag(Module:Flag, Value)),    % for texts that become terms
    compile_clauses(Load, ClauseAuxiliaries),
    enter_main(Load),
    mdp_clauses(Load, MdpAuxiliaries),
    compile_queries(Load, Readers, Queries, QueryAuxiliaries),
    unread_goal(Load, UnreadAuxiliaries),
    store_auxiliaries(Load, ClauseAuxiliaries),
    store_auxiliaries(Load, MdpAuxiliaries),
    store_library(Load, LibraryAuxiliaries),
    store_auxiliaries(Load, LibraryAuxiliaries),
    store_auxiliaries(Load, QueryAuxiliaries),
    store_auxiliaries(Load, UnreadAuxiliaries),
    store_uses(Load).

store_uses(Load) :-
    load_module(Load, Module),
    forall(is_used(Load, builtin(Indicator)), assertz(Module:builtin_used(Indicator))),
    forall(is_used(Load, library(Indicator)),
           (   Indicator == '$library_clause'/2
           ->  assertz(Module:library_used(clause/2))
           ;   assertz(Module:library_used(Indicator))
           )),
    is_flat(Load, Flat),
    assertz(Module:flat(Flat)),
    load_predicates(Load, Predicates),
    forall(( is_used(Load, builtin(call/1)),
             trie_gen(Predicates, Name/Arity, _),
             functor(Head, Name, Arity),
             \+ Module:res(Head, _, _, _)
           ),
           assertz(Module:no_clauses(Name/Arity))),
    forall(( is_used(Load, builtin(call/1)),
             trie_gen(Predicates, module(Name), _)
           ),
           assertz(Module:own_module(Name))).

% A program may be too large for the machine; anything else is a mistake of ours.

note_failure(Error, Load, [Source|_]) :-
    (   Error = error(resource_error(Resource), _)
    ->  source_name(Source, File),
        current_prolog_flag(stack_limit, Bytes),
        Megabytes is Bytes >> 20,
        format(atom(What), 'the program does not fit into memory (~w; stacks have ~D MB)',
               [Resource, Megabytes]),
        note(Load, error, File, 0, What,
             'load smaller clauses, queries or files')
    ;   throw(Error)
    ).

% A compiled predicate without clauses would be an unknown one: leave it dynamic.

compile_facts(Module) :-
    forall(( program_fact(Name/Arity),
             functor(Head, Name, Arity),
             predicate_property(Module:Head, number_of_clauses(Count)),
             Count > 0
           ),
           compile_predicates([Module:Name/Arity])).

%!  unload_program(+Module) is det.
%
%   Remove all predicates of Module: the facts that load_program/4 has left there, and what was
%   generated from them.

unload_program(Module) :-
    forall(( current_predicate(Module:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(Module:Head, imported_from(_))
           ),
           abolish(Module:Name/Arity)).
