:- module(normal,
          [ normal_clause//5            % +Head, +Body, +Context, -Goals, -Cut
          ]).

:- use_module(library(lists), [append/3, member/2]).
:- use_module(calls, [call_kind/3, call_goal//4, module_goal/3]).
:- use_module(cuts, [builtin_only/2, first_cut/5, paths/6]).
:- use_module('../resolve/bodies', [with_bodies/3]).
:- use_module(higher_order, [closure_variables/2, higher_order/3, lambda_goal/3, schema/4]).
:- use_module('../resolve/grammar', [conjunction/2]).
:- use_module('../resolve/made', [share_variables/2]).
:- use_module('../resolve/output', [output_goal/1]).
:- use_module('../read/homes', [at_home/4, enter/2, enter_goal/3, own_goal/3]).
:- use_module('../read/tables', [counts_repeats/2]).
:- use_module('../read/constructs',
              [conjuncts/2, disjuncts/2, construct/3, occurs_outside/2,
               shared_by_table/3, shared_variables/3]).

/** <module> Bodies of clauses in normal form

A body in normal form is a list of goals without control constructs: user goals, builtin goals, and
  - '$not'(Goals), '$once'(Goals): there is no proof of Goals; the first one
  - '$all'(Kind, Template, Goals, Result): what all solutions of Goals come to
  - '$bag'(Kind, Template, Bound, Witness, Goals, Result): the same for bagof/3 and setof/3
  - '$catch'(Goals, Catcher, Outcome): the proofs, or an error; binds Outcome to `exit` or `caught`
  - '$until'(Goals, Which): the proofs of Goals, up to the first that makes Which positive. Where Which is
    0, it is all of them, and the clause commits behind the last, if there is one (`*->`)
  - '$else'(Goals): true, behind a clause that commits if Goals have a proof

A disjunction or an if-then-else becomes a goal of its own, which an auxiliary predicate proves. What
stands in front of the first cut of a clause becomes '$once'(Goals), or '$until'(Goals, Which) if the cut
is in a branch (cuts.pl). Such a clause commits: later clauses are not for the goal. Later cuts of a
clause become such goals too.

The nonterminals here and in the modules below describe findings, a list of
  - aux(Goal, Kind, Shared, Bodies): Goal is an unbound variable in the place of a goal. The
    caller binds it to a goal of a new predicate over the variables Shared, which has one
    clause for each body(Source, Goals, Cut) in Bodies, with a Cut as normal_clause//5 gives it. Kind
    is `or`, `if` or `branch`: Cut is then a number, the first argument of the clause's head
  - each(Goal, Written, Arguments, Head, Clauses, Again): Goal is an unbound variable, to be bound to
    a goal of a new predicate with Arguments. In proofs it is shown as Written, whose variables are
    the members of the list Head. It has one clause for each clause(Head1, Source, Goals, Cut)
    in Clauses, where Head1 are arguments; each Variable-Arguments1 in Again is another goal of it
  - shown(Goal, Written): in proofs, Goal is shown as Written
  - uses(Kind, Name/Arity): a goal of the Kind `builtin` or `library`
  - problem(Severity, Goal, What, Fix): Goal, as it stands in the body, is refused (`error`) or
    changed (`warning`)
  - raises(Goal, What, Fix): Goal cannot be called; a goal that raises an error is in its place
  - unknown(Goal): so is it here, since nothing defines the predicate of Goal

Context is context(Predicates, Cut): a trie with a key Name/Arity for each predicate of the
program, and `keep`; or `ignore`, to drop cuts behind other goals than builtins, and `drop` once one
was dropped.
*/

%!  normal_clause(+Head, +Body, +Context, -Goals, -Cut)// is det.
%
%   Bring the list of goals Body to normal form, the list Goals. Cut is `none`, or the clause commits:
%   `front` with its head, or `behind` with the first of Goals.

normal_clause(Head, Body, Context, Goals, Cut) -->
    (   { first_cut(Body, Context, Before, Goal, After) }
    ->  cut(Goal, Before, After, Head, Context, Goals, Cut)
    ;   { Cut = none },
        body(Body, Head, Context, Goals, [])
    ).

cut((Left, Right), Before, After, Outside, Context, Goals, Cut) -->     % of a grammar rule: { Left, Right }
    !,
    { append(Before, [Left,Right|After], Body0),
      conjunction(Body0, Conjunction),
      conjuncts(Conjunction, Body)
    },
    normal_clause(Outside, Body, Context, Goals, Cut).
cut(Goal, Before, After, Outside, context(Predicates, ignore), Goals, none) -->
    { conjunction(Before, Tests),
      \+ ( Goal == !, builtin_only(Tests, context(Predicates, ignore)) )
    },
    !,
    { append(Before, [Goal|After], Body) },
    body(Body, Outside, context(Predicates, drop), Goals, []).
cut(!, Before, After, Outside, Context, Goals, Cut) -->
    !,
    body(Before, Outside+After, Context, Tests, []),
    { once_of(Tests, Goals, Goals1),
      (   Tests == []
      ->  Cut = front
      ;   Cut = behind
      )
    },
    normal_clause(Outside+Before, After, Context, Goals1, _).
cut(Goal, Before, After0, Outside, Context, ['$until'(Front, Which)|Goals], behind) -->
    { (   first_cut(After0, Context, _, _, _)
      ->  Behind = After0,
          After = []
      ;   Behind = [],
          After = After0
      ),
      paths(Goal, Behind, Context, Which, Last, Paths)
    },
    !,
    { append(Before, [Last], FrontBody),
      shared_variables(Paths, Outside+FrontBody+After, Shared)
    },
    body(FrontBody, Outside+Which+Paths+After, Context, Front, []),
    { append(Before, [Goal|Behind], Shown),
      conjunction(Shown, Written)
    },
    [ shown('$until'(Front, Which), Written) ],
    branch(Paths, Shared, Which, Context, Goals, Goals1),
    body(After, Outside+FrontBody+Paths, Context, Goals1, []).
cut(Goal, _, _, _, _, [], behind) -->
    [ problem(error, Goal, 'too many branches in a row contain cuts',
              'make the branches clauses of a predicate') ].

branch(Paths, Shared, Which, Context, Goals0, Goals) -->
    (   { \+ ( member(_-Body, Paths), Body \== [] ) }
    ->  { Goals0 = Goals }
    ;   { Goals0 = [Aux|Goals] },
        path_bodies(Paths, Shared, Context, Bodies),
        [ aux(Aux, branch, [Which|Shared], Bodies) ]
    ).

path_bodies([], _, _, []) --> [].
path_bodies([Number-Body|Paths], Shared, Context, [body(Body, Goals, Number)|Bodies]) -->
    normal_clause(Shared, Body, Context, Goals, _),
    path_bodies(Paths, Shared, Context, Bodies).

once_of(Tests, Goals0, Goals) :-
    (   Tests == []
    ->  Goals0 = Goals
    ;   Goals0 = ['$once'(Tests)|Goals]
    ).

% body(+Body, +Outside, +Context, -Goals, ?Goals0)//: the normal form of the list Body is the
% difference list Goals-Goals0. Outside is any term with the variables of the rest of the clause; for
% each goal of Body it is siblings(Items, Table), where the goal is one of Items and Table counts
% their variables. Table is made when it is first needed, so that the items are not scanned once for
% each goal.

body(Body, Outside, Context, Goals0, Goals) -->
    goals(Body, siblings([Outside|Body], _), Context, Goals0, Goals).

goals([], _, _, Goals, Goals) --> [].
goals([Goal|Body], Siblings, Context, Goals0, Goals) -->
    goal(Goal, Siblings, Context, Goals0, Goals1),
    goals(Body, Siblings, Context, Goals1, Goals).

goal(Goal, Outside, Context, Goals0, Goals) -->
    { Context = context(Predicates, _) },
    (   { with_bodies(Goal, Predicates, Goal1) }
    ->  goal(Goal1, Outside, Context, Goals0, Goals)
    ;   { nonvar(Goal),
          own_goal(Goal, Predicates, Goal1)
        }
    ->  { Goals0 = [Goal1|Goals] }
    ;   { nonvar(Goal),
          module_goal(Goal, Context, Inner),
          enter_goal(Goal, Predicates, Home)
        }
    ->  goal(Inner, Outside, Context, Goals0, Goals),
        { enter(Home, Predicates) }
    ;   { counts_repeats(Goal, Predicates) }
    ->  call_goal(refused('it counts the solutions of a tabled predicate, which may be found several times here',
                          'use setof/3, or remove the tabling'),
                  Goal, Goals0, Goals)
    ;   { nonvar(Goal),
          construct(Goal, Context, Construct)
        }
    ->  { shared(Construct, Goal, Outside, Shared) },
        construct(Construct, Goal, Shared, Context, Goals0, Goals)
    ;   { nonvar(Goal),
          with_own_lambda(Goal, Outside, Goal1),
          higher_order(Goal1, Context, Meaning)
        }
    ->  { shared(Meaning, Goal, Outside, Shared) },
        meant(Meaning, Goal, Shared, Context, Goals0, Goals)
    ;   { call_kind(Goal, Context, Kind) },
        call_goal(Kind, Goal, [Called], []),
        { at_home(Kind, Called, Predicates, Goal1),
          Goals0 = [Goal1|Goals]
        }
    ).

% with_own_lambda(+Goal0, +Outside, -Goal): a lambda expression of Goal0 whose variables are nowhere else is a
% closure that is known in Goal.

with_own_lambda(Goal0, Outside, Goal) :-
    (   lambda_goal(Goal0, Lambda, Goal),
        shared(lambda, Goal0, Outside, Shared),
        \+ share_variables(Lambda, Shared)
    ->  true
    ;   Goal = Goal0
    ).

% shared(+Construct, +Goal, +Outside, -Shared): the variables of Goal that occur in Outside too, in the
% order of Goal. For the parts of Goal, Shared is the Outside.

shared(Construct, Goal, Outside, Shared) :-
    (   needs_none(Construct)
    ->  Shared = []
    ;   Outside = siblings(Items, Table)
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
construct(cut, Goal, _, _, Goals, Goals) -->
    [ problem(warning, Goal, 'a cut is dropped: there can be more answers than in Prolog',
              'write cut = "keep" in env.toml, which obeys every cut') ].
construct(disjunction, Goal, Shared, Context, [Aux|Goals], Goals) -->
    { disjuncts(Goal, Branches) },
    branches(Branches, Shared, Context, Bodies),
    [ aux(Aux, or, Shared, Bodies) ].
construct(if(Arrow, Condition, Then, Else), _, Shared, Context, [Aux|Goals], Goals) -->
    local(Condition, Shared+Then, Context, Tests),
    nested(Then, Shared+Condition, Context, ThenGoals, []),
    nested(Else, Shared, Context, ElseGoals, []),
    { conjuncts(Else, ElseSource),
      commitment(Tests, Context, Cut),
      tested(Arrow, Cut, Tests, Goals1, ThenGoals),
      failed(Cut, Tests, Failed),
      If =.. [Arrow,Condition,Then]
    },
    [ aux(Aux, if, Shared, [ body([If], Goals1, Cut),
                             body([\+ Condition|ElseSource], [Failed|ElseGoals], none) ]) ].
construct(if(Arrow, Condition, Then), _, Shared, Context, Goals0, Goals) -->
    local(Condition, Shared+Then, Context, Tests),
    { tested(Arrow, none, Tests, Goals0, Goals1) },
    nested(Then, Shared+Condition, Context, Goals1, Goals).
construct(once(Goal), _, Shared, Context, Goals0, Goals) -->
    local(Goal, Shared, Context, Tests),
    { once_of(Tests, Goals0, Goals) }.
construct(not(Goal), _, Shared, Context, Goals0, Goals) -->
    { conjuncts(Goal, Body) },
    (   { Body = [Disjunction],
          nonvar(Disjunction),
          construct(Disjunction, Context, disjunction),
          \+ first_cut(Body, Context, _, _, _)
        }
    ->  { disjuncts(Disjunction, Branches) },
        none_of(Branches, Shared, Context, Goals0, Goals)
    ;   none_of([Goal], Shared, Context, Goals0, Goals)
    ).

% tested(+Arrow, +Cut, +Tests, -Goals, ?Goals0): Goals are Goals0 behind Tests, in a branch with Cut.

tested(->, _, Tests, Goals0, Goals) :-
    once_of(Tests, Goals0, Goals).
tested(*->, none, Tests, Goals0, Goals) :-
    append(Tests, Goals, Goals0).
tested(*->, behind, Tests, ['$until'(Tests, 0)|Goals], Goals).

% commitment(+Tests, +Context, -Cut): the Cut of the branch behind Tests.

commitment(Tests, Context, Cut) :-
    (   are_builtins(Tests, Context)
    ->  Cut = none
    ;   Cut = behind
    ).

% failed(+Cut, +Tests, -Goal): Goal is in front of the branch that is for Tests without a proof. The other
% branch has looked for one where it has a cut.

failed(none, Tests, Goal) :-
    negation(Tests, Goal).
failed(behind, Tests, '$else'(Tests)).

none_of([], _, _, Goals, Goals) --> [].
none_of([Goal|Others], Shared, Context, [Negation|Goals0], Goals) -->
    local(Goal, Shared, Context, Tests),
    { negation(Tests, Negation) },
    none_of(Others, Shared, Context, Goals0, Goals).

negation(Tests, Goal) :-
    (   Tests == []
    ->  Goal = fail
    ;   Goal = '$not'(Tests)
    ).

% are_builtins(+Goals, +Context) is semidet: to run Goals, in normal form, a second time costs little and
% writes nothing.

are_builtins([], _).
are_builtins([Goal|Goals], Context) :-
    nonvar(Goal),
    (   ( Goal = '$not'(Tests) ; Goal = '$once'(Tests) )
    ->  are_builtins(Tests, Context)
    ;   call_kind(Goal, Context, builtin),
        \+ output_goal(Goal)
    ),
    are_builtins(Goals, Context).

% local(+Goal, +Outside, +Context, -Goals)//: a goal whose cuts are its own, and not the clause's.

local(Goal, Outside, Context, Goals) -->
    { conjuncts(Goal, Body) },
    (   { first_cut(Body, Context, _, _, _) }
    ->  { shared_variables(Body, Outside, Shared),
          Goals = [Aux]
        },
        normal_clause(Shared, Body, Context, Goals1, Cut),
        [ aux(Aux, or, Shared, [body(Body, Goals1, Cut)]) ]
    ;   body(Body, Outside, Context, Goals, [])
    ).

% meant(+Meaning, +Goal, +Shared, +Context, -Goals, ?Goals0)//: a goal that calls goals.

meant(goal(Goal), _, Shared, Context, Goals0, Goals) -->
    local(Goal, Shared, Context, Goals1),
    { append(Goals1, Goals, Goals0) }.
meant(all(Kind, Template, Goal, Result), Written, Shared, Context, [All|Goals], Goals) -->
    { All = '$all'(Kind, Template, Found, Result),
      functor(Written, Name, Arity)
    },
    [ uses(builtin, Name/Arity) ],
    local(Goal, Shared+Template+Result, Context, Found).
meant(bag(Kind, Template, Bound, Goal, Result), Written, Shared, Context, [Bag|Goals], Goals) -->
    { term_variables(Goal, Witness),
      Bag = '$bag'(Kind, Template, Bound, Witness, Found, Result),
      functor(Written, Name, Arity)
    },
    [ uses(builtin, Name/Arity) ],
    local(Goal, Shared+Template+Result+Bound+Witness, Context, Found).
meant(catch(Goal, Catcher, Recovery), _, Shared, Context,
      ['$catch'(Found, Catcher, Outcome)|Goals0], Goals) -->
    [ uses(builtin, catch/3) ],
    local(Goal, Shared+Catcher+Recovery, Context, Found),
    recovery(Recovery, Outcome, Shared+Goal+Catcher, Context, Goals0, Goals).
meant(each(Name, Closure, Arguments0), _, _, Context, [Goal|Goals], Goals) -->
    { schema(each(Name, Closure, Arguments0), Head, Written, Schema),
      closure_variables(Closure, Variables),
      append(Arguments0, Variables, Arguments)
    },
    steps(Schema, Context, Clauses, Again, []),
    [ each(Goal, Written, Arguments, Head, Clauses, Again) ].

% recovery(+Recovery, +Outcome, +Outside, +Context, -Goals, ?Goals0)//: what follows a protected goal whose
% Outcome is `exit` or `caught`.

recovery(Recovery, Outcome, Outside, Context, Goals0, Goals) -->
    (   { Recovery == true }
    ->  { Goals0 = Goals }
    ;   local(( Outcome == exit ; Outcome == caught, Recovery ), Outside+Outcome, Context, Goals1),
        { append(Goals1, Goals, Goals0) }
    ).

steps([], _, [], Again, Again) --> [].
steps([clause(Head, Items)|Schema], Context, [clause(Head, Source, Goals, Cut)|Clauses], Again0, Again) -->
    items(Items, Head, Context, Source, Goals, Again0, Again1),
    { (   Items = [once(_)|_],
          Goals = ['$once'(Tests)|_]
      ->  commitment(Tests, Context, Cut)
      ;   Cut = none
      )
    },
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
    { once_of(Tests, Goals0, Goals) }.
item(not(Goal), Outside, Context, \+ Goal, [Failed|Goals], Goals, Again, Again) -->
    nested(Goal, Outside, Context, Tests, []),
    { commitment(Tests, Context, Cut),
      failed(Cut, Tests, Failed)
    }.

nested(Goal, Outside, Context, Goals0, Goals) -->
    { conjuncts(Goal, Body) },
    body(Body, Outside, Context, Goals0, Goals).

branches([], _, _, []) --> [].
branches([Branch|Branches], Outside, Context, [body(Body, Goals, none)|Bodies]) -->
    { conjuncts(Branch, Body) },
    body(Body, Outside, Context, Goals, []),
    branches(Branches, Outside, Context, Bodies).
