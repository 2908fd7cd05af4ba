:- module(normal,
          [ normal_clause//5            % +Head, +Body, +Context, -Goals, -Commit
          ]).

:- use_module(library(lists), [append/3]).
:- use_module(calls, [call_kind/3, call_goal//4]).
:- use_module(conditions, [builtin_only/2, alternatives//3, condition//3, commitment//5,
                           committed_bodies/6, negations/2, negation/2]).
:- use_module(higher_order, [higher_order/3, schema/4]).
:- use_module('../read/constructs',
              [conjuncts/2, conjunction/2, disjuncts/2, construct/3, occurs_outside/2,
               shared_by_table/3, shared_variables/3]).

/** <module> Bodies of clauses in normal form

A body in normal form is a list of goals without control constructs: user goals, builtin
goals, '$not'(Goals), '$once'(Goals), '$all'(Kind, Template, Goals, Result),
'$bag'(Kind, Template, Bound, Witness, Goals, Result) for bagof/3 and setof/3, and
'$catch'(Goals, Catcher, Outcome), which binds Outcome to `exit` or `caught`. A disjunction or an if-then-else becomes a goal of
its own, which an auxiliary predicate proves; a cut that only tests precede becomes
'$once'(Tests) and a reason to leave out the later clauses (Commit).

The nonterminals here and in the modules below describe findings, a list of
  - aux(Goal, Kind, Shared, Bodies): Goal is an unbound variable in the place of a goal. The
    caller binds it to a goal of a new predicate over the variables Shared, which has one
    clause for each body(Source, Goals) in Bodies. Kind is `or` or `if`
  - each(Goal, Written, Arguments, Head, Clauses, Again): Goal is an unbound variable, to be bound to
    a goal of a new predicate with Arguments. In proofs it is shown as Written, whose variables are
    those of the list Head. It has one clause for each clause(Head1, Source, Goals) in Clauses, where
    Head1 are arguments; each Variable-Arguments1 in Again is another goal of it
  - uses(Kind, Name/Arity): a goal of the Kind `builtin` or `library`
  - problem(Severity, Goal, What, Fix): Goal, as it stands in the body, is refused (`error`) or
    changed (`warning`)
  - raises(Goal, What, Fix): Goal cannot be called; a goal that raises an error is in its place
  - unknown(Goal): so is it here, since nothing defines the predicate of Goal

Context is context(Predicates, Cut): a trie with a key Name/Arity for each predicate of the
program, and `refuse` or `ignore`, for the cuts that cannot be made exact.
*/

%!  normal_clause(+Head, +Body, +Context, -Goals, -Commit)// is det.
%
%   Bring the list of goals Body to normal form, the list Goals. Commit is `none`, or
%   commit(Alternatives) if the clause has an exact cut: later clauses are not for a goal that
%   unifies with Head and for which a list of goals in Alternatives succeeds.

normal_clause(Head, Body, Context, Goals, Commit) -->
    { committed(Body, Context, Segments, Rest) },
    segments(Segments, Head+Rest, Context, Goals, Goals1, Lists),
    body(Rest, Head+Segments, Context, Goals1, []),
    { (   Lists = [First|_]
      ->  Commit = commit(First)
      ;   Commit = none
      )
    }.

% committed(+Body, +Context, -Segments, -Rest): Segments are the tests that stand before each
% exact cut of Body, as conjunctions; Rest is what follows the last of these cuts.

committed(Body, Context, Segments, Rest) :-
    (   append(Tests, [Cut|Body1], Body),
        Cut == !
    ->  conjunction(Tests, Segment),
        (   builtin_only(Segment, Context)
        ->  Segments = [Segment|Segments1],
            committed(Body1, Context, Segments1, Rest)
        ;   Segments = [],
            Rest = Body
        )
    ;   Segments = [],
        Rest = Body
    ).

segments([], _, _, Goals, Goals, []) --> [].
segments([Segment|Segments], Outside, Context, Goals0, Goals, [Alternatives|Lists]) -->
    alternatives(Segment, Context, Alternatives),
    { conjuncts(Segment, Source) },
    commitment(Alternatives, Source, Outside+Segments, Goals0, Goals1),
    segments(Segments, Outside+Segment, Context, Goals1, Goals, Lists).

% body(+Body, +Outside, +Context, -Goals, ?Goals0)//: the normal form of the list Body is the
% difference list Goals-Goals0. Outside is any term with the variables of the rest of the clause; for
% each goal of Body it is beside(Items, Table), of which the goal is one, with a table that is made when
% it is asked for: what is outside a goal is not looked through for each of many goals.

body(Body, Outside, Context, Goals0, Goals) -->
    goals(Body, beside([Outside|Body], _), Context, Goals0, Goals).

goals([], _, _, Goals, Goals) --> [].
goals([Goal|Body], Beside, Context, Goals0, Goals) -->
    goal(Goal, Beside, Context, Goals0, Goals1),
    goals(Body, Beside, Context, Goals1, Goals).

goal(Goal, Outside, Context, Goals0, Goals) -->
    (   { nonvar(Goal),
          construct(Goal, Context, Construct)
        }
    ->  { shared(Construct, Goal, Outside, Shared) },
        construct(Construct, Goal, Shared, Context, Goals0, Goals)
    ;   { nonvar(Goal),
          higher_order(Goal, Context, Meaning)
        }
    ->  { shared(Meaning, Goal, Outside, Shared) },
        meant(Meaning, Goal, Shared, Context, Goals0, Goals)
    ;   { call_kind(Goal, Context, Kind) },
        call_goal(Kind, Goal, Goals0, Goals)
    ).

% shared(+Construct, +Goal, +Outside, -Shared): the variables of Goal that occur in Outside too, in the
% order of Goal. To what is within Goal, they are what is outside.

shared(Construct, Goal, Outside, Shared) :-
    (   needs_none(Construct)
    ->  Shared = []
    ;   Outside = beside(Items, Table)
    ->  (   var(Table)
        ->  occurs_outside(Items, Table)
        ;   true
        ),
        shared_by_table(Goal, Table, Shared)
    ;   shared_variables(Goal, Outside, Shared)
    ).

needs_none(cut).
needs_none(each(_, _, _)).

construct(conjunction, Goal, Shared, Context, Goals0, Goals) -->
    nested(Goal, Shared, Context, Goals0, Goals).
construct(cut, Goal, _, context(_, Cut), Goals, Goals) -->
    inexact_cut(Cut, Goal).
construct(disjunction, Goal, Shared, Context, [Aux|Goals], Goals) -->
    { disjuncts(Goal, Branches) },
    branches(Branches, Shared, Context, Bodies),
    [ aux(Aux, or, Shared, Bodies) ].
construct(if(Condition, Then, Else), _, Shared, Context, [Aux|Goals], Goals) -->
    condition(Condition, Context, Alternatives),
    nested(Then, Shared+Condition, Context, ThenGoals, []),
    nested(Else, Shared, Context, ElseGoals, []),
    { committed_bodies(Alternatives, [(Condition -> Then)], ThenGoals,
                       Bodies, [body([\+ Condition|ElseSource], ElseBody)], Failed),
      conjuncts(Else, ElseSource),
      append(Failed, ElseGoals, ElseBody)
    },
    [ aux(Aux, if, Shared, Bodies) ].
construct(if(Condition, Then), _, Shared, Context, Goals0, Goals) -->
    condition(Condition, Context, Alternatives),
    commitment(Alternatives, [Condition], Shared+Then, Goals0, Goals1),
    nested(Then, Shared+Condition, Context, Goals1, Goals).
construct(once(Test), _, Shared, Context, Goals0, Goals) -->
    condition(Test, Context, Alternatives),
    commitment(Alternatives, [Test], Shared, Goals0, Goals).
construct(not(Test), _, Shared, Context, Goals0, Goals) -->
    (   { builtin_only(Test, Context) }
    ->  alternatives(Test, Context, Alternatives),
        { negations(Alternatives, Negations) }
    ;   nested(Test, Shared, Context, TestGoals, []),
        { negation(TestGoals, Negation),
          Negations = [Negation]
        }
    ),
    { append(Negations, Goals, Goals0) }.

% meant(+Meaning, +Goal, +Shared, +Context, -Goals, ?Goals0)//: a goal that calls goals.

meant(goal(Goal), _, Shared, Context, Goals0, Goals) -->
    goal(Goal, Shared, Context, Goals0, Goals).
meant(all(Kind, Template, Goal, Result), Written, Shared, Context, [All|Goals], Goals) -->
    { All = '$all'(Kind, Template, Found, Result),
      functor(Written, Name, Arity)
    },
    [ uses(builtin, Name/Arity) ],
    nested(Goal, Shared+Template+Result, Context, Found, []).
meant(bag(Kind, Template, Bound, Goal, Result), Written, Shared, Context, [Bag|Goals], Goals) -->
    { term_variables(Goal, Witness),
      Bag = '$bag'(Kind, Template, Bound, Witness, Found, Result),
      functor(Written, Name, Arity)
    },
    [ uses(builtin, Name/Arity) ],
    nested(Goal, Shared+Template+Result+Bound+Witness, Context, Found, []).
meant(catch(Goal, Catcher, Recovery), _, Shared, Context,
      ['$catch'(Found, Catcher, Outcome)|Goals0], Goals) -->
    [ uses(builtin, catch/3) ],
    nested(Goal, Shared+Catcher+Recovery, Context, Found, []),
    recovery(Recovery, Outcome, Shared+Goal+Catcher, Context, Goals0, Goals).
meant(each(Name, Closure, Arguments0), _, _, Context, [Goal|Goals], Goals) -->
    { schema(each(Name, Closure, Arguments0), Head, Written, Schema),
      term_variables(Closure, Variables),
      append(Arguments0, Variables, Arguments)
    },
    steps(Schema, Context, Clauses, Again, []),
    [ each(Goal, Written, Arguments, Head, Clauses, Again) ].

% recovery(+Recovery, +Outcome, +Outside, +Context, -Goals, ?Goals0)//: what follows a protected goal whose
% Outcome is `exit` or `caught`.

recovery(Recovery, Outcome, Outside, Context, Goals0, Goals) -->
    (   { Recovery == true }
    ->  { Goals0 = Goals }
    ;   goal(( Outcome == exit ; Outcome == caught, Recovery ), Outside+Outcome, Context, Goals0, Goals)
    ).

steps([], _, [], Again, Again) --> [].
steps([clause(Head, Items)|Schema], Context, [clause(Head, Source, Goals)|Clauses], Again0, Again) -->
    items(Items, Head, Context, Source, Goals, Again0, Again1),
    steps(Schema, Context, Clauses, Again1, Again).

items([], _, _, [], [], Again, Again) --> [].
items([Item|Items], Outside, Context, [Shown|Source], Goals0, Again0, Again) -->
    item(Item, Outside+Items, Context, Shown, Goals0, Goals1, Again0, Again1),
    items(Items, Outside+Item, Context, Source, Goals1, Again1, Again).

item(again(Arguments, Written), _, _, Written, [Goal|Goals], Goals, [Goal-Arguments|Again], Again) -->
    [].
item(X = Y, _, _, X = Y, [X = Y|Goals], Goals, Again, Again) -->
    [].
item(goal(Goal), Outside, Context, Goal, Goals0, Goals, Again, Again) -->
    goal(Goal, Outside, Context, Goals0, Goals).
item(once(Goal), Outside, Context, once(Goal), Goals0, Goals, Again, Again) -->
    nested(Goal, Outside, Context, Tests, []),
    { (   Tests == []
      ->  Goals0 = Goals
      ;   Goals0 = ['$once'(Tests)|Goals]
      )
    }.
item(not(Goal), Outside, Context, \+ Goal, [Negation|Goals], Goals, Again, Again) -->
    nested(Goal, Outside, Context, Tests, []),
    { negation(Tests, Negation) }.

nested(Goal, Outside, Context, Goals0, Goals) -->
    { conjuncts(Goal, Body) },
    body(Body, Outside, Context, Goals0, Goals).

branches([], _, _, []) --> [].
branches([Branch|Branches], Outside, Context, [body(Body, Goals)|Bodies]) -->
    { conjuncts(Branch, Body) },
    body(Body, Outside, Context, Goals, []),
    branches(Branches, Outside, Context, Bodies).

inexact_cut(refuse, Goal) -->
    [ problem(error, Goal,
              'this cut cannot be made exact: only builtin tests may come before it',
              'move it behind the tests of its clause, or set cut = "ignore" to drop it') ].
inexact_cut(ignore, Goal) -->
    [ problem(warning, Goal, 'a cut is dropped: there can be more answers than in Prolog',
              'move it behind the tests of its clause, before any other goal') ].
