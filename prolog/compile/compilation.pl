:- module(compilation,
          [ compile_clauses/2,          % +Load, -Auxiliaries
            compile_queries/3,          % +Load, +Queries, -Auxiliaries
            store_library/2,            % +Load, -Auxiliaries
            store_auxiliaries/2         % +Load, +Auxiliaries
          ]).

:- use_module(library(apply), [include/3, maplist/2, maplist/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module('../resolve/constants').
:- use_module('../read/constructs', [conjunction/2, conjuncts/2, left_out_body/2, name_table/2,
                                     named_variables/3]).
:- use_module('../read/loads', [load_module/2, load_option/3, load_predicates/2, load_facts/2,
                      note/6, refuse/5, note_use/2, is_used/2, next_number/3, not_flat/1, is_flat/2]).
:- use_module(calls, [raising_goal/1, sound_builtin/3]).
:- use_module(normal, [normal_clause//5]).
:- use_module('../read/messages', [goal_place/4]).
:- use_module('../builtins/stock',
              [library_clauses/3, library_predicate/2, defines/2]).
:- use_module('../builtins/builtins', [builtin/2]).

:- set_prolog_flag(optimise, true).

/** <module> Second pass: clauses and queries as read become facts in normal form

An auxiliary is a term auxiliary(Kind, File, Line, Clauses, Names): Clauses are terms
clause(Head, Source, Goals, Cut), which define a new predicate.
*/

%!  compile_clauses(+Load, -Auxiliaries) is det.
%
%   Make res/4, cut/4, twin/2 and stands_for/2 of every clause_source/7.

compile_clauses(Load, Auxiliaries) :-
    load_module(Load, Module),
    findall(Auxiliary,
            ( Module:clause_source(Id, Head, Body, Names, File, Line, _),
              compile_clause(Body, Id, Head, Names, File, Line, Load, Auxiliaries0),
              member(Auxiliary, Auxiliaries0)
            ),
            Auxiliaries).

compile_clause(_, Id, Head, _, _, _, Load, []) :-
    load_module(Load, Module),
    functor(Head, Name, Arity),
    Module:refused(Name/Arity, _, _),
    !,
    leave_out(plain, Id, Head, Load).
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
    note_builtins(Builtins, Load).
compile_clause(Body, Id, Head, Names, File, Line, Load, Auxiliaries) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    load_option(Load, cut, Cut),
    phrase(normal_clause(Head, Body, context(Predicates, Cut), Goals, Commits), Findings),
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

% plain_goals(+Body, +Predicates, -Goals, ?Rest, -Builtins) is semidet: all goals call predicates of
% the program whose names no control construct has, or Builtins, and none of them has a finding.
% Goals-Rest is the normal form of such a body.

plain_goals([], _, Rest, Rest, []).
plain_goals([Goal0|Body], Predicates, [Goal|Goals], Rest, Builtins) :-
    callable(Goal0),
    functor(Goal0, Name, Arity),
    (   trie_lookup(Predicates, Name/Arity, _)
    ->  Goal = Goal0,
        Builtins = Builtins1
    ;   builtin(Goal0, _),
        Goal0 \== true,                 % the empty conjunction
        sound_builtin(Goal0, Goal, Indicator),
        Builtins = [Indicator|Builtins1]
    ),
    plain_goals(Body, Predicates, Goals, Rest, Builtins1).

note_builtins([], _).
note_builtins([Indicator|Builtins], Load) :-
    note_use(Load, builtin(Indicator)),
    note_builtins(Builtins, Load).

% left_out(+Kind, +Findings, +Text, +Load) is semidet: a clause or query with these findings is left out,
% and the first reason is noted. A goal that raises an error costs a clause nothing until it is reached.

left_out(Kind, Findings, Text, Load) :-
    load_option(Load, strict, false),
    member(Found, Findings),
    refusal(Found, Kind, Goal, What, Fix),
    text_place(Text, Goal, File, Place),
    refuse(Load, File, Place, What, Fix),
    !.

refusal(problem(error, Goal, What, Fix), _, Goal, What, Fix).
refusal(raises(Goal, What, Fix), query, Goal, What, Fix).
refusal(unknown(Goal), query, Goal, unknown(Name/Arity), '') :-
    functor(Goal, Name, Arity).

% note_raising(+Findings, +Id, +Load): a clause with a goal that cannot be called counts as left out.

note_raising(Findings, Id, Load) :-
    (   memberchk(raises(_, _, _), Findings)
    ->  load_module(Load, Module),
        assertz(Module:left_out(Id, goal))
    ;   true
    ).

% leave_out(+Kind, +Id, +Head, +Load): a goal that the clause might have resolved meets an error. So
% does one that a later clause resolves, where this one may have had a cut.

leave_out(Kind, Id, Head, Load) :-
    raising_goal(Error),
    load_module(Load, Module),
    assertz(Module:left_out(Id, clause)),
    (   Kind == cut
    ->  store_clause(Id, Head, ['$once'([Error])], behind, Load)
    ;   store_clause(Id, Head, [Error], none, Load)
    ).

% take_findings(+Findings, +Text, +Load): note problems and uses. Text says where the body is.

take_findings(Findings, Text, Load) :-
    forall(member(Found, Findings), take_finding(Found, Text, Load)),
    (   member(raises(Goal, What, Fix), Findings),
        text_place(Text, Goal, File, Place),
        \+ is_strict(File, Load)
    ->  refuse(Load, File, Place, What, Fix)
    ;   true
    ).

take_finding(aux(_, _, _, _), _, _).
take_finding(each(_, _, _, _, _, _), _, _).
take_finding(shown(_, _), _, _).
take_finding(uses(Kind, Indicator), _, Load) :-
    Use =.. [Kind, Indicator],
    note_use(Load, Use).
take_finding(problem(Severity, Goal, What, Fix), Text, Load) :-
    text_place(Text, Goal, File, Place),
    note(Load, Severity, File, Place, What, Fix).
take_finding(raises(Goal, What, Fix), Text, Load) :-
    text_place(Text, Goal, File, Place),
    (   is_strict(File, Load)
    ->  note(Load, error, File, Place, What, Fix)
    ;   true                            % the first one is noted
    ).
take_finding(unknown(Goal), Text, Load) :-
    text_place(Text, Goal, File, Place),
    functor(Goal, Name, Arity),
    (   is_strict(File, Load)
    ->  Severity = error
    ;   Severity = warning
    ),
    note(Load, Severity, File, Place, unknown(Name/Arity), '').

% is_strict(+File, +Load) is semidet: a goal that cannot be called is an error of File.

is_strict(File, Load) :-
    (   load_option(Load, strict, true)
    ;   is_typed(File)
    ),
    !.

text_place(clause(File, Module, Id, Body0), Goal, File, Place) :-
    Module:layout(Id, Place0, Layout0),
    (   is_list(Layout0)
    ->  text_place(text(File, Place0, Body0, Layout0), Goal, File, Place)
    ;   instance(Layout0, Body-Layout),
        text_place(text(File, Place0, Body, Layout), Goal, File, Place)
    ).
text_place(text(File, Place0, Body, Layout), Goal, File, Place) :-
    (   goal_place(Body, Layout, Goal, Offset)
    ->  Place = Offset
    ;   Place = Place0
    ).

% auxiliaries(+Findings, +File, +Line, +Names, +Load, -Auxiliaries): bind the goals of the
% findings aux/4 and each/6 to goals of new predicates, and store how proofs show them.

auxiliaries(Findings, File, Line, Names, Load, Auxiliaries) :-
    (   memberchk(aux(_, _, _, _), Findings)
    ->  name_table(Names, Table)
    ;   name_table([], Table)
    ),
    auxiliaries_(Findings, File, Line, Table, Load, Auxiliaries).

auxiliaries_([], _, _, _, _, []).
auxiliaries_([Found|Findings], File, Line, Table, Load, Auxiliaries) :-
    (   Found = aux(Goal, Kind, Shared, Bodies)
    ->  next_number(Load, auxiliary, Number),
        format(atom(Name), '$~w/~d', [Kind, Number]),
        Goal =.. [Name|Shared],
        maplist(with_head(Kind, Goal), Bodies, Clauses),
        named_variables(Table, Shared-Bodies, Names),  % all of them, and a copy of each, is too much
        Auxiliaries = [auxiliary(Kind, File, Line, Clauses, Names)|Auxiliaries0]
    ;   Found = each(Goal, Written, Arguments, Head, Clauses0, Again)
    ->  next_number(Load, auxiliary, Number),
        atom_concat('$each/', Number, Name),
        Goal =.. [Name|Arguments],
        maplist(named(Name), Again),
        maplist(headed(Name), Clauses0, Clauses),
        Shown =.. [Name|Head],
        store_shown(Shown, Written, Load),
        Auxiliaries = [auxiliary(each, File, Line, Clauses, [])|Auxiliaries0]
    ;   Auxiliaries = Auxiliaries0,
        (   Found = shown(Goal, Written)
        ->  store_shown(Goal, Written, Load)
        ;   true
        )
    ),
    auxiliaries_(Findings, File, Line, Table, Load, Auxiliaries0).

store_shown(Goal, Written, Load) :-
    load_module(Load, Module),
    assertz(Module:stands_for(Goal, Written)).

with_head(Kind, Goal, body(Source, Goals, Cut0), clause(Head, Source, Goals, Cut)) :-
    (   Kind == branch
    ->  Goal =.. [Name,_|Shared],
        Head =.. [Name,Cut0|Shared],
        Cut = none
    ;   Head = Goal,
        Cut = Cut0
    ).

named(Name, Goal-Arguments) :-
    Goal =.. [Name|Arguments].

headed(Name, clause(Arguments, Source, Goals), clause(Head, Source, Goals, none)) :-
    Head =.. [Name|Arguments].

%!  store_auxiliaries(+Load, +Auxiliaries) is det.
%
%   Add the clauses of the auxiliary predicates to the program, each with the next id.

store_auxiliaries(Load, Auxiliaries) :-
    forall(( member(auxiliary(Kind, File, Line, Clauses, Names), Auxiliaries),
             name_table(Names, Table),
             member(clause(Head, Source, Goals, Cut), Clauses)
           ),
           add_clause(Head, Source, Goals, Cut, Kind, File, Line, Table, Load)).

add_clause(Head, Source, Goals, Cut, Kind, File, Line, Table, Load) :-
    load_module(Load, Module),
    next_number(Load, clause, Id),
    named_variables(Table, Head-Source, Names),
    assertz(Module:clause_source(Id, Head, Source, Names, File, Line, Kind)),
    store_clause(Id, Head, Goals, Cut, Load).

% store_clause(+Id, +Head, +Goals, +Cut, +Load): the clause in normal form, and how it commits.

store_clause(Id, Head, Goals, Cut, Load) :-
    append(Goals, Rest, Body),
    store_clause(Id, Head, Goals, Body, Rest, Load),
    (   Cut == none
    ->  true
    ;   load_module(Load, Module),
        functor(Head, Name, Arity),
        assertz(Module:cut(Id, Cut, Name, Arity))
    ).

% store_clause(+Id, +Head, +Goals, +Body, +Rest, +Load): Body-Rest is the normal form of Goals, if these
% are not in normal form already.

store_clause(Id, Head, Goals, Body, Rest, Load) :-
    load_module(Load, Module),
    assertz(Module:res(Head, Body, Rest, Id)),
    note_order(Head, Load),
    note_flatness([Head|Goals], Load).

% store_fact(+Id, +Head, +Load): as store_clause/4. A program may have millions of them.

store_fact(Id, Head, Load) :-
    load_module(Load, Module),
    assertz(Module:res(Head, Rest, Rest, Id)),
    note_order(Head, Load),
    (   is_flat(Load, true),
        compound(Head),
        compound_name_arity(Head, _, Arity),
        \+ flat_arguments(Arity, Head)
    ->  not_flat(Load)
    ;   true
    ).

% note_order(+Head, +Load): behind a clause that commits, the order of the clauses counts.

note_order(Head, Load) :-
    load_module(Load, Module),
    functor(Head, Name, Arity),
    (   Module:cut(_, _, Name, Arity)
    ->  not_flat(Load)
    ;   true
    ).

% The first of several facts that are variants is the one that the others name.

note_twin(Id, Head, Load) :-
    load_facts(Load, Facts),
    (   trie_lookup(Facts, Head, First)
    ->  load_module(Load, Module),
        assertz(Module:twin(Id, First))
    ;   trie_insert(Facts, Head, Id)
    ).

% note_flatness(+Goals, +Load): call not_flat/1 unless the goals are function-free.

note_flatness(Goals, Load) :-
    (   is_flat(Load, true),
        load_predicates(Load, Predicates),
        \+ flat_goals(Goals, Predicates)
    ->  not_flat(Load)
    ;   true
    ).

flat_goals([], _).
flat_goals([Goal|Goals], Predicates) :-
    flat_goal(Goal, Predicates),
    flat_goals(Goals, Predicates).

flat_goal(Goal, Predicates) :-
    (   atom(Goal)
    ->  true
    ;   compound_name_arity(Goal, Name, Arity),
        \+ made_goal(Name),
        flat_arguments(Arity, Goal),
        (   builtin(Goal, _),
            \+ defines(Predicates, Name/Arity)
        ->  memberchk(Name/Arity, [(=)/2, (\=)/2, (==)/2, (\==)/2])
        ;   true
        )
    ).

made_goal('$not').
made_goal('$once').
made_goal('$until').
made_goal('$else').
made_goal('$all').
made_goal('$each').
made_goal('$bag').
made_goal('$catch').
made_goal('$call').

flat_arguments(N, Goal) :-
    (   N =:= 0
    ->  true
    ;   arg(N, Goal, Argument),
        flat_argument(Argument),
        N1 is N-1,
        flat_arguments(N1, Goal)
    ).

flat_argument(Argument) :-
    (   var(Argument)
    ->  true
    ;   integer(Argument)
    ->  Argument >= #integer_least,
        Argument < #integer_end
    ;   atom(Argument)
    ).

%!  compile_queries(+Load, +Queries, -Auxiliaries) is det.
%
%   Make query/8 and query_source/4 of Queries, which read_queries/5 has read, numbered from 0 in each split.

compile_queries(Load, Queries, Auxiliaries) :-
    compile_queries(Queries, _{}, Load, Lists),
    append(Lists, Auxiliaries).

compile_queries([], _, _, []).
compile_queries([Query|Queries], Counts0, Load, [Auxiliaries|Lists]) :-
    arg(1, Query, Split),
    (   get_dict(Split, Counts0, Index)
    ->  true
    ;   Index = 0
    ),
    (   compile_query(Query, Index, Load, Auxiliaries)
    ->  Index1 is Index + 1,
        put_dict(Split, Counts0, Index1, Counts)
    ;   Auxiliaries = [],
        Counts = Counts0
    ),
    compile_queries(Queries, Counts, Load, Lists).

% is_typed(+File) is semidet: File is the name of a query that a user typed.

is_typed(File) :-
    sub_atom(File, 0, _, _, '<query').

% compile_query(+Query, +Index, +Load, -Auxiliaries) is semidet: fails for a query that is left out, and
% leaves none out that a user typed.

compile_query(Query, Index, Load, Auxiliaries) :-
    Query = query(Split, File, Goal, Label, Line, Place, Layout, Names0),
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    load_option(Load, cut, Cut),
    conjuncts(Goal, Body),
    visible_names(Names0, Names, Variables),
    Answer =.. ['$answer'|Variables],
    phrase(normal_clause(Answer, Body, context(Predicates, Cut), Goals, _), Findings),
    Text = text(File, Place, Goal, Layout),
    \+ ( \+ is_typed(File), left_out(query, Findings, Text, Load) ),
    take_findings(Findings, Text, Load),
    auxiliaries(Findings, File, Line, Names0, Load, Auxiliaries),
    note_flatness(Goals, Load),
    hidden(Goals, Load, Hidden),
    assertz(Module:query(Split, Index, Goals, Answer, Label, Hidden, Line, Names)),
    (   Goal = '$start'(Asked)
    ->  assertz(Module:query_source(Split, Index, Asked, Names0))
    ;   Goals == Body
    ->  true
    ;   assertz(Module:query_source(Split, Index, Goal, Names0))
    ).

visible_names([], [], []).
visible_names([Name=Variable|Names0], Names, Variables) :-
    (   sub_atom(Name, 0, _, _, '_')
    ->  Names = Names1,
        Variables = Variables1
    ;   Names = [Name|Names1],
        Variables = [Variable|Variables1]
    ),
    visible_names(Names0, Names1, Variables1).

% hidden(+Goals, +Load, -Id): the first fact that is a variant of a query of one goal, or 0.

hidden(Goals, Load, Id) :-
    (   load_option(Load, hide_query, true),
        Goals = [Goal],
        load_facts(Load, Facts),
        trie_lookup(Facts, Goal, Id0)
    ->  Id = Id0
    ;   Id = 0
    ).

%!  store_library(+Load, -Auxiliaries) is det.
%
%   Add the clauses of the library predicates that the program uses, and of those they call, to the
%   program.

store_library(Load, Auxiliaries) :-
    findall(Indicator,
            ( is_used(Load, library(Indicator)) ; may_be_called(Load, Indicator) ),
            Indicators0),
    sort(Indicators0, Indicators),      % the order of a trie differs from process to process
    store_library(Indicators, [], Load, Lists),
    append(Lists, Auxiliaries).

% may_be_called(+Load, -Indicator) is nondet: a goal that is made when it is reached may be one of the
% library predicate Indicator, whose name the program has.

may_be_called(Load, Name/Arity) :-
    is_used(Load, builtin(call/1)),
    load_module(Load, Module),
    findall(Symbol,
            ( ( Module:res(_, Term, [], _) ; Module:query(_, _, Term, _, _, _, _, _)
              ; Module:res(Term, _, _, _) ),
              sub_term(SubTerm, Term),
              callable(SubTerm),
              functor(SubTerm, Symbol, _)
            ),
            Symbols0),
    sort(Symbols0, Symbols),
    member(Name, Symbols),
    library_predicate(Name, Arity),
    load_predicates(Load, Predicates),
    \+ defines(Predicates, Name/Arity).

store_library([], _, _, []).
store_library([Indicator|Indicators], Done, Load, Lists) :-
    (   memberchk(Indicator, Done)
    ->  store_library(Indicators, Done, Load, Lists)
    ;   Indicator == '$library_clause'/2
    ->  store_clause_table(Load),
        store_library(Indicators, [Indicator|Done], Load, Lists)
    ;   Indicator = Name/Arity,
        library_clauses(Name, Arity, Clauses),
        library_clauses_stored(Clauses, Load, Lists, Lists0, More, Indicators),
        store_library(More, [Indicator|Done], Load, Lists0)
    ).

library_clauses_stored([], _, Lists, Lists, Indicators, Indicators).
library_clauses_stored([clause(Head0, Body, File, Line, Names)|Clauses], Load,
                       [Auxiliaries|Lists0], Lists, Indicators0, Indicators) :-
    load_predicates(Load, Predicates),
    conjuncts(Body, Source),
    phrase(normal_clause(Head0, Source, context(library, refuse), Goals0, Cut), Findings),
    take_findings(Findings, text(File, 0, Body, none), Load),
    auxiliaries(Findings, File, Line, Names, Load, Auxiliaries0),
    maplist(own_names(Predicates), Auxiliaries0, Auxiliaries),
    maplist(own_name(Predicates), [Head0|Goals0], [Head|Goals]),
    name_table(Names, Table),
    add_clause(Head, Source, Goals, Cut, library, File, Line, Table, Load),
    findall(Indicator, member(uses(library, Indicator), Findings), Used),
    append(Used, Indicators1, Indicators0),
    library_clauses_stored(Clauses, Load, Lists0, Lists, Indicators1, Indicators).

% store_clause_table(+Load): the clauses of the program as facts, for clause/2. It raises for
% clauses left out, and for grammar rules, which SWI-Prolog translates in another way.

store_clause_table(Load) :-
    load_module(Load, Module),
    findall(Id, ( Module:clause_source(Id, _, _, _, _, _, Kind), memberchk(Kind, [user, grammar]) ),
            Ids),
    forall(member(Id, Ids),
           ( Module:clause_source(Id, Head, Goals, Names, File, Line, Kind),
             conjunction(Goals, Body),
             name_table(Names, Table),
             (   ( Kind == grammar ; left_out_body(_, Goals) )
             ->  raising_goal(Error),
                 Tests = [Error]
             ;   Tests = []
             ),
             add_clause('$library_clause'(Head, Body), Tests, Tests, none, library, File, Line, Table,
                        Load)
           )).

% own_name(+Predicates, +Goal0, -Goal): a library predicate that the program defines over goes
% under a name of its own, so that the library calls its own.

own_name(Predicates, Goal0, Goal) :-
    (   inner_goals(Goal0, Goals0, Goal, Goals)
    ->  maplist(own_name(Predicates), Goals0, Goals)
    ;   functor(Goal0, Name0, Arity),
        library_predicate(Name0, Arity),
        defines(Predicates, Name0/Arity)
    ->  Goal0 =.. [_|Arguments],
        atom_concat('$library_', Name0, Name),
        Goal =.. [Name|Arguments]
    ;   Goal = Goal0
    ).

inner_goals('$not'(Goals0), Goals0, '$not'(Goals), Goals).
inner_goals('$once'(Goals0), Goals0, '$once'(Goals), Goals).
inner_goals('$else'(Goals0), Goals0, '$else'(Goals), Goals).
inner_goals('$until'(Goals0, Which), Goals0, '$until'(Goals, Which), Goals).
inner_goals('$all'(Kind, Template, Goals0, Result), Goals0, '$all'(Kind, Template, Goals, Result), Goals).

own_names(Predicates, auxiliary(Kind, File, Line, Clauses0, Names),
          auxiliary(Kind, File, Line, Clauses, Names)) :-
    maplist(own_names_(Predicates), Clauses0, Clauses).

own_names_(Predicates, clause(Head, Source, Goals0, Cut), clause(Head, Source, Goals, Cut)) :-
    maplist(own_name(Predicates), Goals0, Goals).
