:- module(export,
          [ notes/2,                    % +In, -Out
            vocabulary/2,               % +In, -Out
            clauses/2,                  % +In, -Out
            terms/2,                    % +In, -Out
            queries/2,                  % +In, -Out
            used/2,                     % +In, -Out
            triples/2,                  % +In, -Out
            record_string/2             % +Records, -String
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/tokens').
:- use_module(library(apply), [foldl/4, maplist/2, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).

/** <module> A loaded program as strings of codes

Each predicate takes a string with the number of a program and gives a string of
records for Python. A field is its length (two digits, base 0x4000) and its codes;
numbers are written as text. The first code forces the wide layout of the string.
*/

field(Field, [High,Low|FieldCodes1], Tail) :-
    (   Field = codes(FieldCodes)
    ->  true
    ;   format(codes(FieldCodes), '~w', [Field])
    ),
    length(FieldCodes, Length),
    High is Length >> 14,
    Low is Length /\ 0x3FFF,
    append(FieldCodes, Tail, FieldCodes1).

%!  record_string(+Records, -String) is det.
%
%   Write the fields of Records, lists of atomic terms or codes(Codes), to String.

record_string(Records, String) :-
    append(Records, Fields),
    foldl(field, Fields, Codes, []),
    string_codes(String, [#wide|Codes]).

%!  notes(+In, -Out) is det.
%
%   Write severity, file, line, column, message and fix of each note of the loader.

notes(In, Out) :-
    program_module(In, Module),
    findall([Severity,File,Line,Column,Message,Fix],
            Module:note(Severity, File, Line, Column, Message, Fix),
            Records),
    record_string(Records, Out).

%!  vocabulary(+In, -Out) is det.
%
%   Write token, arity and name of each symbol.

vocabulary(In, Out) :-
    program_module(In, Module),
    findall([Id,Arity,Name], Module:symbol(Id, Name, Arity), Records),
    record_string(Records, Out).

%!  clauses(+In, -Out) is det.
%
%   Write id, predicate, kind, file, line and number of body goals of each clause.

clauses(In, Out) :-
    program_module(In, Module),
    findall([Clause,Name/Arity,Kind,File,Line,Count],
            ( Module:res(Head, Body, [], Clause),
              functor(Head, Name, Arity),
              length(Body, Count),
              Module:clause_origin(Clause, File, Line, Kind, _)
            ),
            Records),
    record_string(Records, Out).

%!  terms(+In, -Out) is det.
%
%   Write for each clause if it stands behind an exact cut, and the tokens of head and body goals.

terms(In, Out) :-
    program_module(In, Module),
    findall([Guarded,codes(Codes)], clause_record(Module, Guarded, Codes), Records),
    record_string(Records, Out).

clause_record(Module, Guarded, Codes) :-
    Module:res(Head, Body, [], Clause),
    (   current_predicate(Module:guards/2),
        Module:guards(Clause, _)
    ->  Guarded = true
    ;   Guarded = false
    ),
    number_variables(Head-Body),
    encode_terms([Head|Body], Module, Codes, []).

%!  queries(+In, -Out) is det.
%
%   Write split, label, hidden clause, line, text, names of the answer's variables, tokens of the
%   root goal and tokens of the answer of each query.

queries(In, Out) :-
    program_module(In, Module),
    findall(Record, query_record(Module, Record), Records),
    record_string(Records, Out).

query_record(Module, [ Split,Label,Hidden,Line,codes(Text),codes(NameCodes),codes(Goal),
                       codes(Answer) ]) :-
    Module:query(Split, _, Goals, AnswerTerm, Label, Hidden, Line, Names),
    AnswerTerm =.. [_|Variables],
    query_text(Goals, Names, Variables, Text),
    format(codes(NameCodes), '~w', [Names]),
    number_variables(Goals-AnswerTerm),
    encode_terms(['$query'(Goals)], Module, Goal, []),
    encode_terms([AnswerTerm], Module, Answer, []).

query_text(Goals, Names, Variables, Text) :-
    \+ \+ ( maplist(bind_name, Names, Variables),
            term_singletons(Goals, Anonymous),
            maplist(=('$VAR'('_')), Anonymous),
            with_output_to(codes(Text0), write_goals(Goals)),
            nb_setval(export_text, Text0) ),
    nb_getval(export_text, Text).

%   write_goals(+Goals) is det: as a conjunction, one by one, since there may be any number of them.

write_goals([]) :-
    write(true).
write_goals([Goal|Goals]) :-
    (   Goals == []
    ->  write_goal(Goal, 1200)
    ;   write_goal(Goal, 999),
        forall(member(Goal1, Goals), ( write(', '), write_goal(Goal1, 999) ))
    ).

write_goal(Goal, Priority) :-
    write_term(Goal, [ quoted(true), numbervars(true), spacing(next_argument),
                       priority(Priority) ]).

bind_name(Name, '$VAR'(Name)).

%!  used(+In, -Out) is det.
%
%   Write if the program is flat, and the first token that only queries use; then kind and predicate
%   of each builtin, library predicate and override.

used(In, Out) :-
    program_module(In, Module),
    findall([Kind,Name/Arity], use(Module, Kind, Name/Arity), Records),
    Module:flat(Flat),
    Module:first_name(Name),
    record_string([[flat,Flat],[names,Name]|Records], Out).

use(Module, builtin, Indicator) :- Module:builtin_used(Indicator).
use(Module, library, Indicator) :- Module:library_used(Indicator).
use(Module, override, Indicator) :- Module:override(Indicator).

%!  triples(+In, -Out) is det.
%
%   Write split, predicate and both arguments of each fact, and of each query of one goal, that has
%   two atomic arguments; the split of a fact is `train`.

triples(In, Out) :-
    program_module(In, Module),
    findall([Split,Name,Head,Tail],
            ( triple_goal(Module, Split, Goal),
              compound(Goal),
              Goal =.. [Name,Head,Tail],
              atomic(Head),
              atomic(Tail)
            ),
            Records),
    record_string(Records, Out).

triple_goal(Module, train, Goal) :-
    Module:res(Goal, [], [], Clause),
    Module:clause_origin(Clause, _, _, user, _).
triple_goal(Module, Split, Goal) :-
    Module:query(Split, _, [Goal], _, true, _, _, _).
