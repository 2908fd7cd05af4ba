:- module(library_compilation,
          [ store_library/2             % +Load, -Auxiliaries
          ]).

:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(findings, [take_findings/3, auxiliaries/6]).
:- use_module(storage, [add_clause/9]).
:- use_module('../resolve/grammar', [conjunction/2]).
:- use_module('../resolve/made', [inner_goals/4]).
:- use_module('../read/constructs', [conjuncts/2, left_out_body/2, name_table/2]).
:- use_module('../read/loads', [load_module/2, load_predicates/2, is_used/2]).
:- use_module(calls, [raising_goal/1]).
:- use_module(normal, [normal_clause//5]).
:- use_module('../builtins/stock', [library_clauses/3, offers/2, defines/2]).

/** <module> Second pass: library predicates that the program uses become clauses of the program
*/

%!  store_library(+Load, -Auxiliaries) is det.
%
%   Add the clauses of the library predicates that the program uses, and of those they call, to the
%   program.

store_library(Load, Auxiliaries) :-
    findall(Indicator,
            ( is_used(Load, library(Indicator)) ; may_be_called(Load, Indicator) ),
            Indicators0),
    sort(Indicators0, Indicators),      % the order of a trie differs from process to process
    store_library(Indicators, [], Done, Load, Lists0),
    (   is_used(Load, builtin(call/1))  % perhaps by a clause of the library only
    ->  findall(Indicator, may_be_called(Load, Indicator), Called0),
        sort(Called0, Called),
        store_library(Called, Done, _, Load, Lists1)
    ;   Lists1 = []
    ),
    append([Lists0,Lists1], Lists),
    append(Lists, Auxiliaries).

% may_be_called(+Load, -Indicator) is nondet: a goal that is made when it is reached may be one of the
% library predicate Indicator, whose name the program has.

may_be_called(Load, Name/Arity) :-
    is_used(Load, builtin(call/1)),
    load_module(Load, Module),
    findall(Symbol,
            ( ( Module:res(Head, Body, [], Id),
                \+ Module:clause_source(Id, _, _, _, _, _, library),
                Term = [Head|Body]
              ; Module:query(_, _, Term, _, _, _, _, _)
              ; Module:query_source(_, _, Term, _)      % its auxiliary predicates come later
              ),
              sub_term(SubTerm, Term),
              callable(SubTerm),
              functor(SubTerm, Symbol, _)
            ),
            Symbols0),
    sort(Symbols0, Symbols),
    load_predicates(Load, Predicates),
    member(Name, Symbols),
    offers(Predicates, Name/Arity),
    \+ defines(Predicates, Name/Arity).

store_library([], Done, Done, _, []).
store_library([Indicator|Indicators], Done0, Done, Load, Lists) :-
    (   memberchk(Indicator, Done0)
    ->  store_library(Indicators, Done0, Done, Load, Lists)
    ;   Indicator == '$library_clause'/2
    ->  store_clause_table(Load),
        store_library(Indicators, [Indicator|Done0], Done, Load, Lists)
    ;   Indicator = Name/Arity,
        library_clauses(Name, Arity, Clauses),
        library_clauses_stored(Clauses, Load, Lists, Lists0, More, Indicators),
        store_library(More, [Indicator|Done0], Done, Load, Lists0)
    ).

library_clauses_stored([], _, Lists, Lists, Indicators, Indicators).
library_clauses_stored([clause(Head0, Body, File, Line, Names)|Clauses], Load,
                       [Auxiliaries|Lists0], Lists, Indicators0, Indicators) :-
    load_predicates(Load, Predicates),
    conjuncts(Body, Source),
    phrase(normal_clause(Head0, Source, context(library, keep), Goals0, Cut), Findings),
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
% clauses left out, for rules with =>, and for grammar rules, which SWI-Prolog translates in another way.

store_clause_table(Load) :-
    load_module(Load, Module),
    findall(Id, ( Module:clause_source(Id, _, _, _, _, _, Kind), memberchk(Kind, [user, grammar]) ),
            Ids),
    forall(member(Id, Ids),
           ( Module:clause_source(Id, Head, Goals, Names, File, Line, Kind),
             conjunction(Goals, Body),
             name_table(Names, Table),
             (   ( Kind == grammar ; left_out_body(_, Goals) ; Module:rule(Head, _, _) )
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
        offers(library, Name0/Arity),
        defines(Predicates, Name0/Arity)
    ->  Goal0 =.. [_|Arguments],
        atom_concat('$library_', Name0, Name),
        Goal =.. [Name|Arguments]
    ;   Goal = Goal0
    ).

own_names(Predicates, auxiliary(Kind, File, Line, Clauses0, Names),
          auxiliary(Kind, File, Line, Clauses, Names)) :-
    maplist(own_names_(Predicates), Clauses0, Clauses).

own_names_(Predicates, clause(Head, Source, Goals0, Cut), clause(Head, Source, Goals, Cut)) :-
    maplist(own_name(Predicates), Goals0, Goals).
