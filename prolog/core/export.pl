:- module(export,
          [ notes/2,                    % +In, -Out
            vocabulary/2,               % +In, -Out
            clauses/2,                  % +In, -Out
            body_sizes/2,               % +In, -Out
            terms/2,                    % +In, -Out
            queries/2,                  % +In, -Out
            used/2,                     % +In, -Out
            wanted/2,                   % +In, -Out
            affected/2,                 % +In, -Out
            triples/2                   % +In, -Out
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/made', [inner_goals/4]).
:- use_module('../resolve/stack_reserve', [reserved_cells/1]).
:- use_module('../resolve/tokens').
:- use_module(records).
:- use_module(writing, [query_text/5, source_text/4]).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(lists), [member/2]).
:- use_module(library(ugraphs), [reachable/3, vertices_edges_to_ugraph/3]).

:- set_prolog_flag(optimise, true).

/** <module> A loaded program as strings of codes

Each predicate takes a string with the number of a program and gives a string of records (records.pl) for
Python.
*/

%!  notes(+In, -Out) is det.
%
%   Write severity, file, line, column, message and fix of each note of the loader.

notes(In, Out) :-
    program_module(In, Module),
    records([Severity,File,Line,Column,Message,Fix],
            Module:note(Severity, File, Line, Column, Message, Fix),
            Out).

%!  vocabulary(+In, -Out) is det.
%
%   Write token, arity and length of the name of each symbol as rows, then all names.

vocabulary(In, Out) :-
    program_module(In, Module),
    predicate_property(Module:symbol(_, _, _), number_of_clauses(Count)),
    rows(Count, [Id,Arity,Length],
         ( Module:symbol(Id, Name, Arity),
           name_text(Name, Text),
           atom_length(Text, Length)
         ),
         forall(( Module:symbol(_, Name1, _), name_text(Name1, Text1) ), write(Text1)),
         Out).

name_text(Name, Text) :-
    (   Name == []                      % the length of its text would be 0
    ->  Text = '[]'
    ;   Text = Name
    ).

%!  clauses(+In, -Out) is det.
%
%   Write origin and line of each clause as rows; then a record with predicate, kind and file for each
%   origin, which are numbered from 0.

clauses(In, Out) :-
    program_module(In, Module),
    predicate_property(Module:clause_source(_, _, _, _, _, _, _), number_of_clauses(Count)),
    setup_call_cleanup(trie_new(Numbers),
                       clauses(Count, Numbers, Module, Out),
                       trie_destroy(Numbers)).

clauses(Count, Numbers, Module, Out) :-
    Origins = origins(0, none),
    rows(Count, [Origin,Line],
         ( Module:clause_source(_, Head, _, _, File, Line, Kind),
           predicate_of(Head, Name/Arity),
           origin_number(origin(Name, Arity, Kind, File), Numbers, Origins, Origin)
         ),
         write_origins(Numbers),
         Out).

%   Many clauses have the origin of the one before.

origin_number(Key, Numbers, Origins, Number) :-
    (   arg(2, Origins, Key-Number0)
    ->  Number = Number0
    ;   (   trie_lookup(Numbers, Key, Number0)
        ->  Number = Number0
        ;   arg(1, Origins, Number),
            trie_insert(Numbers, Key, Number),
            Next is Number+1,
            nb_setarg(1, Origins, Next)
        ),
        nb_setarg(2, Origins, Key-Number)
    ).

%!  body_sizes(+In, -Out) is det.
%
%   Write the number of body goals of each clause as rows.

body_sizes(In, Out) :-
    program_module(In, Module),
    predicate_property(Module:res(_, _, _, _), number_of_clauses(Count)),
    rows(Count, [GoalCount],
         ( Module:res(_, Body, [], _),
           length(Body, GoalCount)
         ),
         true,
         Out).

write_origins(Numbers) :-
    findall(Number-Key, trie_gen(Numbers, Key, Number), Keys0),
    keysort(Keys0, Keys),
    forall(member(_-origin(Name, Arity, Kind, File), Keys),
           ( indicator_text(Name/Arity, Predicate),
             write_fields([Predicate,Kind,File])
           )).

% predicate_of(+Goal, -Indicator): Indicator is Name/Arity, or (Module:Name)/Arity where several modules have such
% a predicate.
predicate_of(Goal, Indicator) :-
    (   Indicator = (Module:Name)/Arity,
        atom(Name)
    ->  functor(Inner, Name, Arity),
        Goal = Module:Inner
    ;   nonvar(Goal),
        Goal = Module:Inner,
        atom(Module),
        callable(Inner)
    ->  functor(Inner, Name, Arity),
        Indicator = (Module:Name)/Arity
    ;   Indicator = Name/Arity,
        functor(Goal, Name, Arity)
    ).

% indicator_text(+Indicator, -Text): as a term it would be (mod)/2, or ? / 2.
indicator_text(Name/Arity, Text) :-
    format(atom(Text), '~w/~w', [Name,Arity]).

%!  terms(+In, -Out) is det.
%
%   Write for each clause 1 if it stands behind a cut, else 0, and the tokens of head and body.

terms(In, Out) :-
    program_module(In, Module),
    records([codes([Guarded|Codes])], clause_record(Module, Guarded, Codes), Out).

clause_record(Module, Guarded, Codes) :-
    Module:res(Head, Body, [], Clause),
    (   functor(Head, Name, Arity),
        Module:cut(Earlier, _, Name, Arity),
        Earlier < Clause
    ->  Guarded = 1
    ;   Guarded = 0
    ),
    number_variables(Head-Body),
    encode_terms([Head|Body], Module, Codes, []).

%!  queries(+In, -Out) is det.
%
%   Write split, label, hidden clause, line, text, names of the answer's variables, tokens of the
%   root goal and tokens of the answer of each query.

queries(In, Out) :-
    program_module(In, Module),
    records(Record, query_record(Module, Record), Out).

query_record(Module, [ Split,Label,Hidden,Line,codes(Text),codes(NameCodes),codes(Goal),
                       codes(Answer) ]) :-
    Module:query(Split, Index, Goals, AnswerTerm, Label, Hidden, Line, Names),
    AnswerTerm =.. [_|Variables],
    (   Module:query_source(Split, Index, Source, SourceNames)
    ->  source_text(Module, Source, SourceNames, Text)
    ;   query_text(Module, Goals, Names, Variables, Text)
    ),
    format(codes(NameCodes), '~w', [Names]),
    number_variables(Goals-AnswerTerm),
    encode_terms(['$query'(Goals)], Module, Goal, []),
    encode_terms([AnswerTerm], Module, Answer, []).

%!  wanted(+In, -Out) is det.
%
%   Write the files that the program loads and that were not among those that it may.

wanted(In, Out) :-
    program_module(In, Module),
    records([File], Module:wanted(File), Out).

%!  affected(+In, -Out) is det.
%
%   Write the predicates of the user with a goal that cannot be called, or that call such a predicate.

affected(In, Out) :-
    program_module(In, Module),
    findall(Called-Caller, called(Module, Called, Caller), Calls),
    vertices_edges_to_ugraph(['$left_out'/0], Calls, Graph),
    reachable('$left_out'/0, Graph, Reached),
    records([Predicate],
            ( member(Indicator, Reached),
              once(( predicate_of(Head, Indicator),
                     Module:clause_source(_, Head, _, _, _, _, Kind),
                     memberchk(Kind, [user,grammar])
                   )),
              indicator_text(Indicator, Predicate)
            ),
            Out).

called(Module, Called, Caller) :-
    Module:res(Head, Body, [], _),
    predicate_of(Head, Caller),
    member(Goal, Body),
    goal_called(Goal, Called).

goal_called(_ is Value, Called) :-
    Value == '$left_out',
    !,
    Called = Value/0.
goal_called(Goal, Called) :-
    inner_goals(Goal, Goals, _, _),
    member(Inner, Goals),
    callable(Inner),
    goal_called(Inner, Called).
goal_called(Goal, Called) :-
    predicate_of(Goal, Called).

%!  used(+In, -Out) is det.
%
%   Write if the program is flat, the first token that only queries use, cells of the stack, and the
%   numbers of clauses left out, and of others with a goal that cannot be called; then kind and predicate of each builtin, library predicate and override.

used(In, Out) :-
    program_module(In, Module),
    records(Record, used_record(Module, Record), Out).

used_record(Module, [flat,Flat]) :-
    flat(Module, Flat).
used_record(Module, [names,Name]) :-
    Module:first_name(Name).
used_record(_, [stack_cells,Cells]) :-
    reserved_cells(Cells).
used_record(Module, [Part,Count]) :-
    member(Part, [clause,goal]),
    aggregate_all(count, Module:left_out(_, Part), Count).
used_record(Module, [Kind,Text]) :-
    use(Module, Kind, Indicator),
    indicator_text(Indicator, Text).

%   A symbol without a token is a literal, and a function-free program has no literals, so all
%   tokens are given then. Their number shows this without an index over all symbols.

flat(Module, Flat) :-
    fixed_symbol(First, _, _),
    !,
    Most is #variable_base-First - (#surrogates_end- #surrogates),
    predicate_property(Module:symbol(_, _, _), number_of_clauses(Count)),
    (   Count =:= Most
    ->  Flat = false
    ;   Module:flat(Flat)
    ).

use(Module, builtin, Indicator) :- Module:builtin_used(Indicator).
use(Module, library, Indicator) :- Module:library_used(Indicator).
use(Module, override, Indicator) :- Module:override(Indicator).

%!  triples(+In, -Out) is det.
%
%   Write split, predicate and both arguments of each fact, and of each query of one goal, that has
%   two atomic arguments; the split of a fact is `train`.

triples(In, Out) :-
    program_module(In, Module),
    records([Split,Name,Head,Tail],
            ( triple_goal(Module, Split, Goal),
              compound(Goal),
              Goal =.. [Name,Head,Tail],
              atomic(Head),
              atomic(Tail)
            ),
            Out).

triple_goal(Module, train, Goal) :-
    Module:res(Goal, [], [], Clause),
    Module:clause_source(Clause, _, _, _, _, _, user).
triple_goal(Module, Split, Goal) :-
    Module:query(Split, _, [Goal], _, true, _, _, _).
