:- module(query_compilation,
          [ compile_queries/4,          % +Load, +Readers, +Sources, -Auxiliaries
            unread_goal/2               % +Load, -Auxiliaries
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(calls, [raising_goal/1]).
:- use_module(findings, [left_out/4, take_findings/3, auxiliaries/6, is_typed/1]).
:- use_module(storage, [note_flatness/2]).
:- use_module('../read/constructs', [conjuncts/2]).
:- use_module('../read/loads', [add_fact/2, load_module/2, load_option/3, load_predicates/2, load_facts/2,
                                next_index/3]).
:- use_module('../read/homes', [concealed_goal/6]).
:- use_module('../read/queries', [read_query/5]).
:- use_module(mdps, [started/3]).
:- use_module(normal, [normal_clause//5]).

/** <module> Second pass: queries as read become facts in normal form
*/

%!  compile_queries(+Load, +Readers, +Sources, -Auxiliaries) is det.
%
%   Make query/8 and query_source/4 of the queries of Sources, terms Split-Source, numbered from 0 in each
%   split. Files may have millions of queries: each is compiled when it is read, and leaves no term behind.

compile_queries(Load, Readers, Sources, Auxiliaries) :-
    findall(Auxiliary,
            ( member(Split-Source, Sources),
              read_query(Load, Source, Split, Readers, Query0),
              started(Load, Query0, Query),
              once(compile_query(Query, Load, Auxiliaries0)),
              member(Auxiliary, Auxiliaries0)
            ),
            Auxiliaries).

% compile_query(+Query, +Load, -Auxiliaries) is semidet: fails for a query that is left out, and
% leaves none out that a user typed.

compile_query(Query, Load, Auxiliaries) :-
    Query = query(Split, File, Goal, Label, Line, Place, Layout, Names0),
    load_predicates(Load, Predicates),
    load_option(Load, cut, Cut),
    conjuncts(Goal, Body),
    visible_names(Names0, Names, Variables),
    Answer =.. ['$answer'|Variables],
    phrase(normal_clause(Answer, Body, context(Predicates, Cut), Goals0, _), Findings0),
    (   concealed_goal(Goal, File, Load, Concealed, What, Fix)
    ->  Findings = [problem(error, Concealed, What, Fix)|Findings0]
    ;   Findings = Findings0
    ),
    Text = text(File, Place, Goal, Layout),
    \+ ( \+ is_typed(File), left_out(query, Findings, Text, Load) ),
    take_findings(Findings, Text, Load),
    auxiliaries(Findings, File, Line, Names0, Load, Auxiliaries),
    note_flatness(Goals0, Load),
    hidden(Goals0, Load, Hidden),
    (   is_unread(Load, _, _)
    ->  Goals = ['$unread'|Goals0]
    ;   Goals = Goals0
    ),
    next_index(Load, Split, Index),
    add_fact(Load, query(Split, Index, Goals, Answer, Label, Hidden, Line, Names)),
    (   Goal = '$start'(Asked)
    ->  add_fact(Load, query_source(Split, Index, Asked, Names0))
    ;   Goals == Body
    ->  true
    ;   add_fact(Load, query_source(Split, Index, Goal, Names0))
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

%!  unread_goal(+Load, -Auxiliaries) is det.
%
%   Any predicate may lack a clause where the head of one cannot be read: every query then begins with the
%   goal '$unread', which is true, and which raises an error.

unread_goal(Load, Auxiliaries) :-
    (   is_unread(Load, File, Line)
    ->  raising_goal(Error),
        add_fact(Load, stands_for('$unread', true)),
        Auxiliaries = [auxiliary(unread, File, Line, [ clause('$unread', [], [], none),
                                                       clause('$unread', [Error], [Error], none) ], [])]
    ;   Auxiliaries = []
    ).

% is_unread(+Load, -File, -Line) is semidet. The start of an MDP is no question that clauses answer.

is_unread(Load, File, Line) :-
    load_option(Load, mdp, false),
    load_option(Load, strict, false),
    load_module(Load, Module),
    Module:unread(File, Line),
    !.
