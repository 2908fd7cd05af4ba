:- module(loading,
          [ loaded/2,                   % +Text, -Module
            loaded/4,                   % +Text, +Options, +Queries, -Module
            loaded_files/4,             % +Options, +Texts, +Queries, -Module
            notes/3,                    % +Module, +Severity, -Places
            messages/3,                 % +Module, +Severity, -Messages
            solutions/3,                % +Module, ?Goals, -Solutions
            first_solutions/4,          % +Count, +Module, ?Goals, -Solutions
            consulted_solutions/3       % +Text, +Goal, -Solutions
          ]).

:- use_module(engine(compile/loader), [load_program/4]).
:- use_module(engine(resolve/resolution), [context/4]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(gensym), [gensym/2]).
:- use_module(library(lists), [member/2]).
:- use_module(library(option), [merge_options/3]).
:- use_module(library(solution_sequences), [limit/2]).

/** <module> Programs for tests, and their answers, here and in SWI-Prolog
*/

%!  loaded(+Text, -Module) is det.
%
%   Module is a new module with the program Text.

loaded(Text, Module) :-
    loaded(Text, [], [], Module).

%!  loaded(+Text, +Options, +Queries, -Module) is det.
%
%   The same with options of load_program/4, where `strict` is the default, and Queries, terms Split-Text for query files and
%   text(Split, String) for typed goals.

loaded(Text, Options, Queries, Module) :-
    loaded_files(Options, [Text], Queries, Module).

%!  loaded_files(+Options, +Texts, +Queries, -Module) is det.
%
%   The same with a program of several files.

loaded_files(Options, Texts, Queries, Module) :-
    gensym(tested_, Module),
    maplist(file_with, Texts, Files),
    maplist(query_source, Queries, Sources),
    merge_options(Options, [strict(true)], Strict),
    load_program(Module, Strict, Files, Sources),
    maplist(delete_file, Files),
    forall(member(split(_, File), Sources), delete_file(File)).

query_source(text(Split, String), text(Split, String)).
query_source(Split-Text, split(Split, File)) :-
    file_with(Text, File).

file_with(Text, File) :-
    tmp_file_stream(File, Out, [encoding(utf8), extension(pl)]),
    write(Out, Text),
    close(Out).

%!  notes(+Module, +Severity, -Places) is det.
%
%   Places are the Line:Column of the notes of that severity.

notes(Module, Severity, Places) :-
    findall(Line:Column, Module:note(Severity, _, Line, Column, _, _), Places).

%!  messages(+Module, +Severity, -Messages) is det.
%
%   Messages are the messages of the notes with this severity.

messages(Module, Severity, Messages) :-
    findall(Message, Module:note(Severity, _, _, _, Message, _), Messages).

%!  solutions(+Module, ?Goals, -Solutions) is det.
%
%   Solutions are the instances of the list Goals that the program proves, in Prolog's order.
%   An error is the last solution.

solutions(Module, Goals, Solutions) :-
    first_solutions(1000, Module, Goals, Solutions).

%!  first_solutions(+Count, +Module, ?Goals, -Solutions) is det.
%
%   At most Count of them.

first_solutions(Count, Module, Goals, Solutions) :-
    context(Module, [occurs_check(false)], 0, Context),
    findall(Goals, limit(Count, resolution:proof_of(Goals, Context)), Solutions).

%!  consulted_solutions(+Text, +Goal, -Solutions) is det.
%
%   The same from SWI-Prolog itself, for a program that is consulted and one goal. Every body
%   ends with `true`, because SWI-Prolog 9.0.4 can lose a variable in a last call.

consulted_solutions(Text0, Goal, Solutions) :-
    gensym(consulted_, Module),
    string_concat(":- style_check(-singleton), style_check(-no_effect), \c
                   style_check(-var_branches).\n", Text0, Text),
    setup_call_cleanup(open_string(Text, In),
                       load_files(Module:Module, [stream(In), silent(true)]),
                       close(In)),
    findall(Goal, limit(1000, Module:Goal), Solutions),
    unload_file(Module).
