:- module(clause_compilation,
          [ compile_clauses/2           % +Load, -Auxiliaries
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(findings, [left_out/4, take_findings/3, text_place/4, auxiliaries/6]).
:- use_module(storage, [store_clause/5, store_clause/6, store_fact/3]).
:- use_module('../read/constructs', [left_out_body/2]).
:- use_module('../read/loads', [add_fact/2, load_module/2, load_option/3, load_predicates/2, load_facts/2,
                                note_use/2, file_source/3, refuse/5]).
:- use_module('../read/reading', [line_place/3]).
:- use_module('../read/homes', [concealed_goal/6, enter_file/2]).
:- use_module(calls, [no_goal/2, raising_goal/1, sound_builtin/3]).
:- use_module(meta_arguments, [looks_at_module/3, separate_lambdas/3]).
:- use_module(normal, [normal_clause//5]).
:- use_module('../resolve/bodies', [ill_part/1]).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module('../builtins/stock', [unimported/4]).

:- set_prolog_flag(optimise, true).

/** <module> Second pass: clauses as read become facts in normal form
*/

%!  compile_clauses(+Load, -Auxiliaries) is det.
%
%   Make res/4, cut/4, twin/2 and stands_for/2 of every clause_source/7. Behind the rules of a predicate
%   that are written with => comes a clause that raises an error, since none matches.

compile_clauses(Load, Auxiliaries) :-
    load_module(Load, Module),
    findall(Auxiliary,
            (   Module:clause_source(Id, Head, Body, Names, File, Line, _),
                enter_file(File, Load),
                compile_clause(Body, Id, Head, Names, File, Line, Load, Auxiliaries0),
                member(Auxiliary, Auxiliaries0)
            ;   Module:rule(Head, File, Line),
                Auxiliary = auxiliary(or, File, Line, [clause(Head, [Error], [Error], none)], []),
                Error = existence_error(matching_rule, Head)
            ),
            Auxiliaries).

compile_clause(_, Id, Head, _, _, _, Load, []) :-
    load_module(Load, Module),
    functor(Head, Name, Arity),
    Module:refused(Name/Arity, _, _),
    !,
    leave_out(plain, Id, Head, Load).
compile_clause(Body, Id, Head, _, _, _, Load, []) :-
    load_module(Load, Module),
    Module:removed(Id),
    !,
    (   Body == []
    ->  leave_out(plain, Id, Head, Load)
    ;   leave_out(cut, Id, Head, Load)
    ).
compile_clause(Body, Id, Head, _, File, _, Load, []) :-
    concealed_goal(Body, File, Load, Goal, What, Fix),
    !,
    load_module(Load, Module),
    text_place(clause(File, Module, Id, Body), Goal, Source, Place),
    refuse(Load, Source, Place, What, Fix),
    leave_out(cut, Id, Head, Load).
compile_clause(Body, Id, Head, _, File, Line, Load, []) :-
    looks_at_module(Head, Body, Load),
    !,
    refuse_line('it looks at an argument to which SWI-Prolog adds a module, by meta_predicate/1',
                'only call the argument, or remove the predicate from meta_predicate/1',
                File, Line, Load),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),      % with a module, the argument may not be what the head has
    leave_out(cut, Id, General, Load).
compile_clause([], Id, Head, _, _, _, Load, []) :-
    !,
    store_fact(Id, Head, Load),
    note_twin(Id, Head, Load).
compile_clause([LeftOut], Id, Head, _, _, _, Load, []) :-
    left_out_body(Kind, [Marker]),
    LeftOut == Marker,
    !,
    leave_out(Kind, Id, Head, Load).
compile_clause(Body, Id, Head, _, _, _, Load, []) :-
    load_predicates(Load, Predicates),
    plain_goals(Body, Predicates, Goals, Rest, Builtins),
    !,
    store_clause(Id, Head, Body, Goals, Rest, Load),
    forall(member(Indicator, Builtins), note_use(Load, builtin(Indicator))).
compile_clause(Body, Id, Head, _, File, _, Load, []) :-
    member(Goal, Body),
    ill_part(Goal),                     % SWI-Prolog does not load the clause
    load_module(Load, Module),
    no_goal(What, Fix),
    left_out(clause, [problem(error, Goal, What, Fix)], clause(File, Module, Id, Body), Load),
    !,
    leave_out(plain, Id, Head, Load).
compile_clause(Body, Id, Head, _, File, Line, Load, []) :-
    \+ separate_lambdas(Body, Load, _),
    !,
    refuse_line('the parameters of a lambda expression end in a variable, in a clause with a disjunction',
                'write the list of parameters to its end',
                File, Line, Load),
    leave_out(cut, Id, Head, Load).
compile_clause(Body, Id, Head, Names, File, Line, Load, Auxiliaries) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    load_option(Load, cut, Cut),
    separate_lambdas(Body, Load, Body1),
    phrase(normal_clause(Head, Body1, context(Predicates, Cut), Goals, Commits), Findings),
    Text = clause(File, Module, Id, Body),
    (   left_out(clause, Findings, Text, Load)
    ->  (   Commits == none
        ->  leave_out(plain, Id, Head, Load)
        ;   leave_out(cut, Id, Head, Load)
        ),
        Auxiliaries = []
    ;   note_raising(Findings, Id, Load),
        take_findings(Findings, Text, Load),
        auxiliaries(Findings, File, Line, Names, Load, Auxiliaries),
        store_clause(Id, Head, Goals, Commits, Load)
    ).

refuse_line(What, Fix, File, Line, Load) :-
    file_source(Load, File, Source),
    line_place(Source, Line, Place),
    refuse(Load, File, Place, What, Fix).

% plain_goals(+Body, +Predicates, -Goals, ?Rest, -Builtins) is semidet: all goals call predicates of
% the program whose names no control construct has, or Builtins, and none of them has a finding.
% Goals-Rest is the normal form of such a body.

plain_goals(Body, Predicates, Goals, Rest, Builtins) :-
    \+ trie_lookup(Predicates, here, _),
    plain_goals_(Body, Predicates, Goals, Rest, Builtins).

plain_goals_([], _, Rest, Rest, []).
plain_goals_([Goal0|Body], Predicates, [Goal|Goals], Rest, Builtins) :-
    callable(Goal0),
    functor(Goal0, Name, Arity),
    (   trie_lookup(Predicates, Name/Arity, _)
    ->  Goal = Goal0,
        Builtins = Builtins1
    ;   builtin(Goal0, _),
        Goal0 \== true,                 % the empty conjunction
        \+ unimported(Name, Arity, Predicates, _),
        sound_builtin(Goal0, Goal, Indicator),
        Builtins = [Indicator|Builtins1]
    ),
    plain_goals_(Body, Predicates, Goals, Rest, Builtins1).

% note_raising(+Findings, +Id, +Load): a clause with a goal that cannot be called counts as left out.

note_raising(Findings, Id, Load) :-
    (   memberchk(raises(_, _, _), Findings)
    ->  add_fact(Load, left_out(Id, goal))
    ;   true
    ).

% leave_out(+Kind, +Id, +Head, +Load): a goal that the clause might have resolved meets an error. So
% does one that a later clause resolves, where this one may have had a cut.

leave_out(Kind, Id, Head, Load) :-
    raising_goal(Error),
    add_fact(Load, left_out(Id, clause)),
    (   Kind == cut
    ->  store_clause(Id, Head, ['$once'([Error])], behind, Load)
    ;   store_clause(Id, Head, [Error], none, Load)
    ).

% The first of several facts that are variants is the one that the others name.

note_twin(Id, Head, Load) :-
    load_facts(Load, Facts),
    (   trie_lookup(Facts, Head, First)
    ->  add_fact(Load, twin(Id, First))
    ;   trie_insert(Facts, Head, Id)
    ).
