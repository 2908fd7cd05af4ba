:- module(facts,
          [ write_facts/2               % +Module, +File
          ]).
:- use_module('../resolve/constants').
:- use_module(library(lists), [member/2]).

/** <module> A loaded program as a file of facts

The file is a module `program` for the search of ../standalone: the clauses in normal form, as
resolution.pl looks them up, and what they were made of.
*/

%!  write_facts(+Module, +File) is det.
%
%   Write the program that is loaded in Module to File.

write_facts(Module, File) :-
    setup_call_cleanup(open(File, write, Out, [encoding(utf8)]),
                       write_all(Module, Out),
                       close(Out)).

write_all(Module, Out) :-
    format(Out, ':- module(program, []).~n:- encoding(utf8).~n', []),
    format(Out, ':- set_prolog_flag(double_quotes, string).~n', []),
    format(Out, ':- style_check(-singleton).~n~n', []),
    format(Out, '% res(Head, Goals, Rest, Clause): a clause in normal form; Goals end in Rest.~n', []),
    forall(Module:res(Head, Body, Rest, Clause),
           write_fact(Out, res(Head, Body, Rest, Clause))),
    forall(( member(Name/Arity, [guards/2, override/1, twin/2]),
             functor(Fact, Name, Arity),
             current_predicate(Module:Name/Arity),
             call(Module:Fact)
           ),
           write_fact(Out, Fact)),
    write_fact(Out, flat(false)),       % goals may bring functors
    write_fact(Out, runs_builtins(true)),
    setof(Name/Arity, defined(Module, Name, Arity), Defined),
    forall(member(Name/Arity, Defined), write_fact(Out, defined(Name, Arity))),
    forall(Module:clause_source(Clause, Head, Body, _, Path, Line, _),
           ( file_base_name(Path, File),
             write_fact(Out, clause_text(Clause, Head, Body, File:Line))
           )).

defined(Module, Name, Arity) :-
    Module:res(Head, _, [], _),
    functor(Head, Name, Arity).

write_fact(Out, Fact) :-
    term_variables(Fact, Variables),
    named(Variables, 1, Names),
    write_term(Out, Fact, [quoted(true), ignore_ops(true), variable_names(Names)]),
    format(Out, '.~n', []).

named([], _, []).
named([Variable|Variables], I, [Name=Variable|Names]) :-
    atom_concat('V', I, Name),
    I1 is I+1,
    named(Variables, I1, Names).
