:- module(conditions,
          [ builtin_only/2,             % +Goal, +Context
            alternatives//3,            % +Goal, +Context, -Alternatives
            condition//3,               % +Goal, +Context, -Alternatives
            commitment//5,              % +Alternatives, +Source, +Outside, -Goals, ?Goals0
            committed_bodies/6,         % +Alternatives, +Source, +Then, -Bodies, ?Bodies0, -Failed
            negations/2,                % +Alternatives, -Goals
            negation/2                  % +Goals, -Goal
          ]).

:- use_module(library(apply), [foldl/4, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module(calls, [call_kind/3, call_goal//4]).
:- use_module(higher_order, [higher_order/3]).
:- use_module('../read/constructs', [construct/3, disjuncts/2, conjuncts/2, shared_variables/3]).

/** <module> Goals that call builtins only: conditions, and tests before a cut

Such a goal is brought to alternatives: a list of lists of goals in normal form that give the same
solutions in the same order, the first list's before the second's. A condition commits to the
first solution of all. The nonterminals describe findings; `normal.pl` says which there are.
*/

%!  builtin_only(+Goal, +Context) is semidet.
%
%   True if Goal consists of builtins, tied together by control constructs other than the cut, and
%   has alternatives: not more than 1000, and no disjunction behind a builtin with several
%   solutions, where it would be taken anew for each of them.

builtin_only(Goal, Context) :-
    alternative_count(Context, Goal, Count-_),
    Count =< 1000.

% alternative_count(+Context, +Goal, -Count-Determinism): Goal has Count alternatives, and each of
% them has at most one solution (`det`) or not (`nondet`). Fails if Goal calls more than builtins.

alternative_count(Context, Goal, Count-Determinism) :-
    nonvar(Goal),
    (   construct(Goal, Context, Construct)
    ->  Construct \== cut,
        parts(Construct, Goal, Parts),
        maplist(alternative_count(Context), Parts, Counts),
        combined_count(Construct, Counts, Count, Determinism)
    ;   call_kind(Goal, Context, builtin),
        Count = 1,
        builtin(Goal, Determinism)
    ).

combined_count(conjunction, Counts, Count, Determinism) :-
    foldl(times, Counts, 1-det, Count-Determinism).
combined_count(disjunction, Counts, Count, Determinism) :-
    foldl(plus, Counts, 0-det, Count-Determinism).
combined_count(if(_, _, _), [If-_, Then, Else], Count, Determinism) :-
    times(Then, If-det, Case),
    plus(Case, Else, Count-Determinism).
combined_count(if(_, _), [If-_, Then], Count, Determinism) :-
    times(Then, If-det, Count-Determinism).
combined_count(not(_), _, 1, det).
combined_count(once(_), [Count-_], Count, det).

times(Count-Determinism, Count0-Determinism0, Count1-Determinism1) :-
    (   Determinism0 == nondet,
        Count > 1
    ->  Count1 is Count0 * Count + 1000
    ;   Count1 is Count0 * Count
    ),
    weaker(Determinism, Determinism0, Determinism1).

plus(Count-Determinism, Count0-Determinism0, Count1-Determinism1) :-
    Count1 is Count0 + Count,
    weaker(Determinism, Determinism0, Determinism1).

weaker(Determinism1, Determinism2, Determinism) :-
    (   Determinism1 == det
    ->  Determinism = Determinism2
    ;   Determinism = nondet
    ).

% parts(+Construct, +Goal, -Parts): the goals that a construct other than the cut is made of.

parts(conjunction, Goal, Parts) :-
    conjuncts(Goal, Parts).
parts(disjunction, Goal, Parts) :-
    disjuncts(Goal, Parts).
parts(if(Condition, Then, Else), _, [Condition, Then, Else]).
parts(if(Condition, Then), _, [Condition, Then]).
parts(not(Part), _, [Part]).
parts(once(Part), _, [Part]).

%!  alternatives(+Goal, +Context, -Alternatives)// is det.
%
%   Bring Goal, which is builtin_only/2, to Alternatives.

alternatives(Goal, Context, Alternatives) -->
    (   { construct(Goal, Context, Construct) }
    ->  alternatives_(Construct, Goal, Context, Alternatives)
    ;   call_goal(builtin, Goal, Goals, []),
        { Alternatives = [Goals] }
    ).

alternatives_(conjunction, Goal, Context, Alternatives) -->
    { conjuncts(Goal, Parts) },
    conjunction(Parts, Context, Alternatives).
alternatives_(disjunction, Goal, Context, Alternatives) -->
    { disjuncts(Goal, Parts) },
    each(Parts, Context, Lists),
    { append(Lists, Alternatives) }.
alternatives_(if(Condition, Then, Else), _, Context, Alternatives) -->
    each([Condition, Then, Else], Context, [Conditions, Thens, Elses]),
    { committed(Conditions, Committed),
      product(Committed, Thens, Alternatives1),
      negations(Conditions, Failed),
      product([Failed], Elses, Alternatives2),
      append(Alternatives1, Alternatives2, Alternatives)
    }.
alternatives_(if(Condition, Then), _, Context, Alternatives) -->
    each([Condition, Then], Context, [Conditions, Thens]),
    { committed(Conditions, Committed),
      product(Committed, Thens, Alternatives)
    }.
alternatives_(once(Condition), _, Context, Alternatives) -->
    alternatives(Condition, Context, Conditions),
    { committed(Conditions, Alternatives) }.
alternatives_(not(Condition), _, Context, [Failed]) -->
    alternatives(Condition, Context, Conditions),
    { negations(Conditions, Failed) }.

each([], _, []) --> [].
each([Goal|Goals], Context, [Alternatives|Lists]) -->
    alternatives(Goal, Context, Alternatives),
    each(Goals, Context, Lists).

conjunction([], _, [[]]) --> [].
conjunction([Goal|Goals], Context, Alternatives) -->
    alternatives(Goal, Context, Alternatives1),
    conjunction(Goals, Context, Alternatives2),
    { product(Alternatives1, Alternatives2, Alternatives) }.

product([], _, []).
product([Goals|Lists], Alternatives2, Alternatives) :-
    maplist(append(Goals), Alternatives2, Alternatives0),
    append(Alternatives0, Alternatives1, Alternatives),
    product(Lists, Alternatives2, Alternatives1).

% committed(+Alternatives, -Committed): Committed have the first solution of Alternatives only.

committed(Alternatives, Committed) :-
    committed(Alternatives, [], Committed).

committed([], _, []).
committed([Goals|Alternatives], Failed, [Committed|Others]) :-
    commit(Goals, Once),
    append(Failed, Once, Committed),
    negation(Goals, Negation),
    append(Failed, [Negation], Failed1),
    committed(Alternatives, Failed1, Others).

commit(Goals, Once) :-
    (   Goals == []
    ->  Once = []
    ;   Once = ['$once'(Goals)]
    ).

%!  negations(+Alternatives, -Goals) is det.
%
%   Unify Goals, in normal form, with the negation of all of Alternatives.

negations(Alternatives, Goals) :-
    maplist(negation, Alternatives, Goals).

%!  negation(+Goals, -Goal) is det.
%
%   Unify Goal, in normal form, with the negation of the list Goals.

negation(Goals, Goal) :-
    (   Goals == []
    ->  Goal = fail
    ;   Goal = '$not'(Goals)
    ).

%!  commitment(+Alternatives, +Source, +Outside, -Goals, ?Goals0)// is det.
%
%   Unify the difference list Goals-Goals0 with goals that prove the first solution of Alternatives,
%   which stand as Source in the program. Outside has the variables of the rest of the clause.

commitment(Alternatives, Source, Outside, Goals0, Goals) -->
    (   { Alternatives = [Tests] }
    ->  { commit(Tests, Once),
          append(Once, Goals, Goals0)
        }
    ;   { Goals0 = [Aux|Goals],
          shared_variables(Source, Outside, Shared),
          committed(Alternatives, Committed),
          maplist(with_source(Source), Committed, Bodies)
        },
        [ aux(Aux, if, Shared, Bodies) ]
    ).

with_source(Source, Goals, body(Source, Goals)).

%!  committed_bodies(+Alternatives, +Source, +Then, -Bodies, ?Bodies0, -Failed) is det.
%
%   Unify Bodies-Bodies0 with the bodies of the clauses that prove the first solution of
%   Alternatives and then the goals Then, and Failed with the negation of Alternatives.

committed_bodies(Alternatives, Source, Then, Bodies, Bodies0, Failed) :-
    committed(Alternatives, Committed),
    bodies(Committed, Source, Then, Bodies, Bodies0),
    negations(Alternatives, Failed).

bodies([], _, _, Bodies, Bodies).
bodies([Test|Tests], Source, Then, [body(Source, Goals)|Bodies0], Bodies) :-
    append(Test, Then, Goals),
    bodies(Tests, Source, Then, Bodies0, Bodies).

%!  condition(+Goal, +Context, -Alternatives)// is det.
%
%   Bring Goal to Alternatives, or describe in the findings what in it is no builtin.

condition(Goal, Context, Alternatives) -->
    (   { builtin_only(Goal, Context) }
    ->  alternatives(Goal, Context, Alternatives)
    ;   { Alternatives = [[]],
          phrase(offenders(Goal, Context), Offenders)
        },
        offenders_or_size(Offenders, Goal)
    ).

offenders_or_size(Offenders, Goal) -->
    (   { \+ ( member(Offender, Offenders), Offender \= uses(_, _) ) }
    ->  [ problem(error, Goal, 'this condition is too involved to be made exact',
                  'write each disjunction before the builtins with several solutions, or make \c
                   the cases clauses of a predicate') ]
    ;   Offenders
    ).

% offenders(+Goal, +Context)//: what in Goal is no builtin.

offenders(Goal, Context) -->
    (   { nonvar(Goal),
          construct(Goal, Context, Construct)
        }
    ->  (   { Construct == cut }
        ->  [ problem(error, Goal, 'a cut stands in a condition', 'remove it') ]
        ;   { parts(Construct, Goal, Parts) },
            all_offenders(Parts, Context)
        )
    ;   { nonvar(Goal),
          higher_order(Goal, Context, _)
        }
    ->  offender(user, Goal)
    ;   { call_kind(Goal, Context, Kind) },
        offender(Kind, Goal)
    ).

all_offenders([], _) --> [].
all_offenders([Goal|Goals], Context) -->
    offenders(Goal, Context),
    all_offenders(Goals, Context).

offender(Kind, Goal) -->
    (   { memberchk(Kind, [user, library]) }
    ->  { functor(Goal, Name, Arity),
          format(atom(What), 'only builtins may decide in -> or once/1, and ~q/~d is none',
                 [Name, Arity])
        },
        [ problem(error, Goal, What,
                  'name the case: a predicate with a clause for If and one for \\+ If; or \c
                   write ( If, Then ; \\+ If, Else )') ]
    ;   call_goal(Kind, Goal, _, _)
    ).
