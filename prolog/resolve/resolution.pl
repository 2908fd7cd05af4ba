:- module(resolution,
          [ context/4,                  % +Module, +Options, +Hidden, -Context
            candidate/5,                % +Goal, +Rest, +Context, -Resolvent, -Clause
            candidate/6,                % +Goal, +Rest, +Context, -Resolvent, -Clause, -Goals
            resolved/5,                 % +Goal, +Rest, +Context, -Goals, -Clause
            front/3,                    % +Goals, +Context, -Resolvent
            run/3,                      % +Kind, +Goal, +Context
            first_proof/2,              % +Goals, +Context
            begin_front/1,              % +Context
            begin_front/2,              % +Context, +Clause
            protected/4,                % :Goal, +Shared, ?Catcher, -Outcome
            made_goals/4,               % +Closure, +Arguments, +Context, -Alternatives
            made_commits/1,             % +Goals
            runs_at_once/3,             % +Goal, +Context, -Kind
            commits/3,                  % +Segment, +Context, -Outcome
            trace/2,                    % +Context, -Steps
            start_trace/2,              % +Context, +KeepsAsked
            checked_later/2,            % +Context0, -Context
            is_counted/3,               % +Goal, +Context, +IsChosen
            counters/2,                 % +Context, -Counters
            reset_counters/1,           % +Context
            note_error/2,               % +Error, +Context
            lost/2,                     % +Ball, +Context
            lost_state/1,               % +Context
            with_occurs_check/2,        % +Goal, -Test
            runs_builtins/1             % +Module
          ]).
:- use_module('../builtins/builtins', [builtin/2, impure_evaluable/1]).
:- use_module(bounds, [bounded_call/2]).
:- use_module(collection, [asked/2, bag/1, collected/4, found/4, free_variables/3]).
:- use_module(constants).
:- use_module(delays, [delaying_goal/1, woken_goals/1]).
:- use_module(bodies, [expect_body/1]).
:- use_module(own, [first_member/3]).
:- use_module(made, [control_goals/2, in_module/3, left_out/0, made_goal/4, share_variables/2]).
:- use_module('../builtins/stock', [offers/2, needs_import/3]).
:- use_module(library(apply), [maplist/3]).
:- use_module(library(lists), [append/3, member/2, reverse/2]).
:- use_module(library(option), [option/3]).
:- use_module(library(terms), [mapargs/3]).

:- meta_predicate
    protected(0, ?, ?, -),
    ended(+, 0, ?),
    unchecked(0).

/** <module> One resolution step: the candidates of a resolvent

A resolvent is a selected goal and the goals behind it. A candidate is a clause whose head unifies
with the selected goal, together with the resolvent it leads to, _after_ the builtin goals now in
front have been run. The program is a set of facts res(Head, Body, Rest, Clause) that are only
looked up: no goal of a user is ever called, except the whitelisted builtins of builtins.pl.

    ?- context(program_1, [], 0, Context),
       candidate(app(X, Y, [1]), [], Context, Resolvent, Clause).
    Resolvent = [],                 Clause = 4 ;
    Resolvent = [app(X1, Y, [])],   Clause = 5.
*/

:- set_prolog_flag(optimise, true).

%!  context(+Module, +Options, +Hidden, -Context) is det.
%
%   Make a Context with what a step depends on in addition to the resolvent: the module of the
%   program, the clause that is hidden (0: none), the limits, and counters that survive
%   backtracking. constants.pl has the places of its fields.
%
%   @arg Options  max_subproof_inferences(N), max_tokens(N), occurs_check(Bool)

context(Module, Options, Hidden, Context) :-
    option(max_subproof_inferences(SubproofLimit), Options, 100_000),
    truth(has_fact(Module, cut(_, _, _, _)), Cuts),
    truth(has_fact(Module, override(_)), Overrides),
    FrontLimit is #builtin_inferences + #inferences_per_step * SubproofLimit,
    (   Module:flat(true)
    ->  Sound = flat                    % without functors there are no cycles
    ;   memberchk(occurs_check(false), Options)
    ->  Sound = finite                  % cycles are met where states are written
    ;   Sound = true
    ),
    truth(runs_builtins(Module), Builtins),
    truth(has_fact(Module, twin(_, _)), Twins),
    truth(has_fact(Module, symbol(_, '$delayed', 1)), Delays),
    option(max_tokens(MaxTokens), Options, 100_000),
    Context = #context([ module=Module, hidden=Hidden, front_inferences=FrontLimit,
                         subproof_inferences=SubproofLimit, cuts=Cuts, overrides=Overrides,
                         sound=Sound, builtins=Builtins, twins=Twins, max_tokens=MaxTokens,
                         builtin_errors=0, inference_limits=0, subproof_limits=0, size_limits=0,
                         steps=0, last_step=SubproofLimit, clause=0, trace=off, delays=Delays,
                         walked=0, compiled=false ]).

truth(Goal, Boolean) :-
    (   call(Goal)
    ->  Boolean = true
    ;   Boolean = false
    ).

%!  runs_builtins(+Module) is semidet.
%
%   True if a clause or query of Module has a builtin or negated goal. A program opened from its
%   image (image.pl) has no queries, but the fact runs_builtins(Boolean).

runs_builtins(Module) :-
    current_predicate(Module:runs_builtins/1),
    !,
    Module:runs_builtins(true).
runs_builtins(Module) :-
    ( Module:res(_, Body, [], _) ; Module:query(_, _, Body, _, _, _, _, _) ),
    member(Goal, Body),
    (   Goal = '$call'(_, _)
    ;   runs_at_once(Goal, #context([module=Module, overrides=true]), _)
    ),
    !.

has_fact(Module, Fact) :-
    functor(Fact, Name, Arity),
    current_predicate(Module:Name/Arity),
    \+ \+ Module:Fact.

%!  checked_later(+Context0, -Context) is det.
%
%   Context is a copy of Context0, with counters of its own, for a derivation that is done again: its
%   caller looks for cycles once, behind the last step, and in goals only where is_counted/3 does. To
%   look behind each step takes time in proportion to the goal, which may be large.

checked_later(Context0, Context) :-
    duplicate_term(Context0, Context),
    (   arg(#sound, Context, true)
    ->  nb_setarg(#sound, Context, later)
    ;   true
    ).

%!  is_counted(+Goal, +Context, +IsChosen) is semidet.
%
%   True if the candidate that has bound Goal is one, as far as can be said before the end: the one that
%   is chosen (true) is looked at then.

is_counted(Goal, Context, IsChosen) :-
    (   IsChosen == false,
        arg(#sound, Context, later)
    ->  acyclic_term(Goal)
    ;   true
    ).

%!  counters(+Context, -Counters) is det.
%
%   Unify Counters with counters(BuiltinErrors, InferenceLimits, SubproofLimits, SizeLimits): how
%   many candidates were lost to each since the context was made.

counters(Context, counters(Errors, Limits, Subproofs, Sizes)) :-
    arg(#builtin_errors, Context, Errors),
    arg(#inference_limits, Context, Limits),
    arg(#subproof_limits, Context, Subproofs),
    arg(#size_limits, Context, Sizes).

%!  reset_counters(+Context) is det.
%
%   Count from 0 again.

reset_counters(Context) :-
    nb_setarg(#builtin_errors, Context, 0),
    nb_setarg(#inference_limits, Context, 0),
    nb_setarg(#subproof_limits, Context, 0),
    nb_setarg(#size_limits, Context, 0),
    nb_setarg(#steps, Context, 0).

%!  lost_state(+Context) is failure.
%
%   Count a candidate that no tokens can be found for (it is cyclic, or larger than a state may be),
%   and fail.

lost_state(Context) :-
    count(#size_limits, Context),
    fail.

count(Place, Context) :-
    arg(Place, Context, N0),
    N is N0+1,
    nb_setarg(Place, Context, N).

%!  candidate(+Goal, +Rest, +Context, -Resolvent, -Clause) is nondet.
%
%   True if resolving Goal with Clause, and running the builtin goals that are then in front, leaves
%   Resolvent. Goal and Rest are bound accordingly. Enumerate clauses in program order and, within
%   one, the solutions of its builtins. Leave out and count a candidate whose builtins raise an
%   error, or exceed their inference limit.

candidate(Goal, Rest, Context, Resolvent, Clause) :-
    candidate(Goal, Rest, Context, Resolvent, Clause, _).

%!  candidate(+Goal, +Rest, +Context, -Resolvent, -Clause, -Goals) is nondet.
%
%   True if candidate/5 is and Goals is body and rest before the builtins in front were run, of
%   which Resolvent is a suffix (for proofs). A clause that commits is the last: as in Prolog,
%   later clauses and other solutions of the goals in front of its cut are dropped. It is the last
%   too where it is not known whether it commits, since an error or a limit was met; then that is
%   counted.

candidate(Goal, Rest, Context, Resolvent, Clause, Goals) :-
    resolved(Goal, Rest, Context, Goals0, Clause),
    (   arg(#builtins, Context, false),  % the program runs no builtins
        arg(#cuts, Context, false)
    ->  Resolvent = Goals,
        Goals = Goals0
    ;   cut_of(Clause, Goal, Goals0, Context, Where0)
    ->  woken_before_cut(Context, Where0, Goals0, Where, Goals),
        begin_front(Context, Clause),
        segment(Where, Goals, Context, Goals1, Outcome),
        (   Outcome == open
        ->  true
        ;   !,
            Outcome == cut
        ),
        front(Goals1, Context, Resolvent)
    ;   woken_before(Context, Goals0, Goals),
        begin_front(Context, Clause),
        front(Goals, Context, Resolvent)
    ).

%   woken_before(+Context, +Goals0, -Goals) is det: Goals are those that were woken, and then Goals0.

woken_before(Context, Goals0, Goals) :-
    (   arg(#delays, Context, false)
    ->  Goals = Goals0
    ;   woken_goals(Woken),
        append(Woken, Goals0, Goals)
    ).

%   woken_before_cut(+Context, +Where0, +Goals0, -Where, -Goals) is det: a clause commits only if the first
%   proof of what its head has woken is there, since that runs in front of the cut.

woken_before_cut(Context, Where0, Goals0, Where, Goals) :-
    (   arg(#delays, Context, true),
        woken_goals(Woken),
        Woken \== []
    ->  Where = behind,
        woken_segment(Where0, Woken, Goals0, Goals)
    ;   Where = Where0,
        Goals = Goals0
    ).

woken_segment(front, Woken, Goals, ['$once'(Woken)|Goals]).
woken_segment(behind, Woken, [Segment0|Goals], [Segment|Goals]) :-
    (   Segment0 = '$once'(Tests0)
    ->  append(Woken, Tests0, Tests),
        Segment = '$once'(Tests)
    ;   Segment0 = '$until'(Tests0, Which),
        append(Woken, Tests0, Tests),
        Segment = '$until'(Tests, Which)
    ).

%   cut_of(+Clause, +Goal, +Goals, +Context, -Where) is semidet: see the facts cut/4 of loader.pl. Goals are
%   what Clause has made of Goal.

cut_of(#query_clause, Goal, Goals, _, Where) :-
    !,
    Goal = '$call'(_, _),
    made_commits(Goals),
    Where = behind.
cut_of(Clause, _, _, Context, Where) :-
    Context = #context([module=Module, cuts=true]),
    Module:cut(Clause, Where, _, _).

segment(front, Goals, _, Goals, cut).
segment(behind, [Segment|Goals], Context, Goals, Outcome) :-
    commits(Segment, Context, Outcome).

%!  commits(+Segment, +Context, -Outcome) is nondet.
%
%   True for each proof of Segment, '$once'(Goals) or '$until'(Goals, Which), by which a clause commits
%   (Outcome is `cut`) or does not yet (`open`). Outcome is `lost` where it is not known, which is counted, and
%   `over` where the clause commits behind the last proof.

commits(Segment, Context, Outcome) :-
    note_asked(Segment, Context),
    ended(Segment, outcome(Segment, Context, Outcome), Outcome).

%   ended(+Segment, :Goal, ?Outcome) is nondet: true for each solution of Goal, which binds Outcome; and then for `over`,
%   if there was one and Segment commits behind the last.

ended(Segment, Goal, Outcome) :-
    (   Segment = '$until'(_, Which),
        Which == 0
    ->  Any = any(false),
        (   call(Goal),
            nb_setarg(1, Any, true)
        ;   Any == any(true),
            Outcome = over
        )
    ;   call(Goal)
    ).

outcome(Segment, Context, Outcome) :-
    arg(#front_inferences, Context, Limit),
    catch(call_with_inference_limit(unchecked(run_segment(Segment, Context)), Limit, Result),
          Error,
          Result = error(Error)),
    (   Result = error(Ball)
    ->  \+ lost(Ball, Context),
        Outcome = lost
    ;   Result == inference_limit_exceeded
    ->  count(#inference_limits, Context),
        Outcome = lost
    ;   open_or_cut(Segment, Outcome)
    ).

open_or_cut(Segment, Outcome) :-
    (   Segment = '$until'(_, Which),
        Which =< 0
    ->  Outcome = open
    ;   Outcome = cut
    ).

run_segment('$once'(Goals), Context) :-
    proof_of(Goals, Context),
    !.
run_segment('$until'(Goals, _), Context) :-
    proof_of(Goals, Context).

%!  resolved(+Goal, +Rest, +Context, -Goals, -Clause) is nondet.
%
%   True if Goals are the body of Clause, which has the head Goal, and then Rest: the step itself, builtins not yet
%   run.

resolved('$query'(Body), Rest, _, Goals, Clause) :-
    !,
    is_list(Body),                      % a state from outside may have any term here: it has no
    \+ ( member(Goal, Body), \+ callable(Goal) ),       % candidates
    Clause = #query_clause,
    append(Body, Rest, Goals).
resolved('$call'(Closure, Arguments), Rest, Context, Goals, Clause) :-
    !,
    Clause = #query_clause,
    catch(made_goals(Closure, Arguments, Context, Alternatives), Error, lost(Error, Context)),
    member(Made, Alternatives),
    append(Made, Rest, Goals).
resolved(Goal, Rest, Context, Goals, Clause) :-
    Context = #context([module=Module, hidden=Hidden, sound=Sound, twins=Twins]),
    Module:res(Goal, Goals, Rest, Clause),
    (   Hidden =:= 0
    ->  true
    ;   Clause =\= Hidden,
        (   Twins == false
        ->  true
        ;   \+ Module:twin(Clause, Hidden)
        )
    ),
    (   Sound == true
    ->  acyclic_term(Goal)
    ;   true
    ).

%!  made_goals(+Closure, +Arguments, +Context, -Alternatives) is semidet.
%
%   Alternatives are lists of goals in normal form, whose solutions together are the solutions of call/N;
%   later ones are dropped as made_commits/1 says. Raise an error if the program has no predicate for it.

made_goals(Closure, Arguments, Context, Alternatives) :-
    arg(#module, Context, Module),
    (   has_fact(Module, own_module(_))
    ->  true                                    % the closure is of any of them
    ;   Home0 = user
    ),
    made_goal(Closure, Home0, Arguments, Goal0),
    (   has_parameters(Closure)
    ->  sound(Context, Goal0+Closure+Arguments)
    ;   sound(Context, Goal0)
    ),
    expect_module(Goal0, Module, Goal),
    expect_body(Goal),
    functor(Goal, Name, Arity),
    (   Goal0 = Home:_,
        has_fact(Module, qualified(_, _, _)),
        made_in_module(Home, Goal, Module, Alternatives0)
    ->  Alternatives = Alternatives0
    ;   needs_import(Name, Arity, Library),
        \+ has_fact(Module, loads_library(Library)),
        \+ has_fact(Module, override(Name/Arity))
    ->  throw(error(existence_error(procedure, Name/Arity), Name/Arity))
    ;   functor(Head, Name, Arity),
        \+ \+ Module:res(Head, _, _, _)
    ->  Alternatives = [[Goal]]
    ;   has_fact(Module, no_clauses(Name/Arity))
    ->  fail
    ;   counts_table(Goal, Module)
    ->  left_out
    ;   control_goals(Goal, Alternatives)
    ->  true
    ;   builtin(Goal, _)
    ->  (   delaying_goal(Goal),
            arg(#delays, Context, false)        % no state has room for it: its name was made
        ->  throw(error(resource_error(delayed_goals), _))
        ;   Alternatives = [[Goal]]
        )
    ;   (   is_known(Goal)
        ;   Goal0 \= _:_,              % in a module, the error names the module that calls it
            has_fact(Module, own_module(_))
        ;   has_fact(Module, loads_library(other))  % which may have it
        )
    ->  left_out
    ;   (   Goal0 = Qualifier:_,
            Qualifier \== user
        ->  Indicator = Qualifier:Name/Arity
        ;   Indicator = Name/Arity
        ),
        throw(error(existence_error(procedure, Indicator), Indicator))
    ).

%   has_parameters(+Closure) is semidet: it may be a lambda expression, whose body need not have what its
%   parameters are unified with.

has_parameters(_>>_).
has_parameters(_/_).
has_parameters(_:_).

%   made_in_module(+Home, +Goal, +Module, -Alternatives) is semidet: as made_goals/4 for a Goal of the module
%   Home that is not what it would be elsewhere, in a program with predicates of the same name.

made_in_module(Home, Goal, Module, Alternatives) :-
    functor(Goal, Name, Arity),
    (   Module:qualified(Home, Name/Arity, Other)
    ->  Alternatives = [[Other:Goal]]
    ;   Name/Arity == clause/2
    ->  left_out
    ;   functor(Head, Name, Arity),
        \+ \+ Module:res(Head, _, _, _)
    ->  offers(library, Name/Arity),
        \+ has_fact(Module, override(Name/Arity)),
        in_module(Home, Goal, Goal1),
        Alternatives = [[Goal1]]
    ;   counts_table(Goal, Module)
    ->  left_out
    ;   control_goals(Goal, Alternatives0)
    ->  maplist(maplist(in_module(Home)), Alternatives0, Alternatives)
    ;   memberchk(Name/Arity, [freeze/2, when/2])
    ->  in_module(Home, Goal, Goal1),
        Alternatives = [[Goal1]]
    ).

%   counts_table(+Goal, +Module) is semidet: Goal may collect the solutions of a table, which are found several times
%   here; see read/tables.pl.

counts_table(Goal, Module) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [findall/3, findall/4, bagof/3, aggregate_all/3, aggregate_all/4]),
    has_fact(Module, tabled(_)).

%!  made_commits(+Goals) is semidet.
%
%   True if a proof of the first of Goals, an alternative of made_goals/4, drops the later alternatives.

made_commits(['$once'(_)|_]).
made_commits(['$until'(_, _)|_]).

%   expect_module(+Goal0, +Program, -Goal) is det: Goal is Goal0 without a module of the program in front.

expect_module(Goal0, Program, Goal) :-
    (   Goal0 = Module:Goal
    ->  (   ( Module == user ; has_fact(Program, own_module(Module)) )
        ->  true
        ;   left_out
        )
    ;   Goal = Goal0
    ).

%   is_known(+Goal) is semidet: SWI-Prolog has a predicate for Goal, which is not offered here.

is_known(Goal) :-
    (   predicate_property(system:Goal, defined)
    ->  true
    ;   functor(Goal, Name, Arity),
        '$in_library'(Name, Arity, _)
    ).

%   The occurs check is made after the fact: unification without it leaves a
%   cyclic term exactly where unification with it fails.

sound(Context, Term) :-
    (   is_sound(Context)
    ->  acyclic_term(Term)
    ;   true
    ).

is_sound(Context) :-
    arg(#sound, Context, Sound),
    (   Sound == true
    ->  true
    ;   Sound == later
    ).

%!  begin_front(+Context) is det.
%
%   Give the sub-proofs that follow all of their steps. For the goals in front of one candidate.

begin_front(Context) :-
    begin_front(Context, 0).

%!  begin_front(+Context, +Clause) is det.
%
%   The same, and note that Clause is the one used last.

begin_front(Context, Clause) :-
    nb_setarg(#clause, Context, Clause),
    nb_setarg(#walked, Context, 0),
    arg(#steps, Context, Steps),
    arg(#subproof_inferences, Context, Limit),
    Last is Steps+Limit,
    nb_setarg(#last_step, Context, Last).

%   copied(+Template, +Context) is det: count a solution that is collected as a step, and a large one as
%   one more for each #cells_per_inference cells.

copied(Template, Context) :-
    '$term_size'(Template, _, Cells),
    N is 1+Cells // #cells_per_inference,
    steps(N, Context).

%   steps(+N, +Context) is det: count steps of a sub-proof: uses of clauses and calls of builtins.

steps(N, Context) :-
    arg(#steps, Context, Steps0),
    arg(#last_step, Context, Last),
    Steps is Steps0+N,
    nb_setarg(#steps, Context, Steps),
    (   Steps =< Last
    ->  true
    ;   throw(too_many_steps)
    ).

%!  front(+Goals, +Context, -Resolvent) is nondet.
%
%   Run the builtin goals in front of Goals, which leaves Resolvent. Those that may take long, with
%   all behind them, are run within the limit.

front([], _, []).
front([Goal|Goals], Context, Resolvent) :-
    (   runs_at_once(Goal, Context, Kind)
    ->  (   brief(Kind)
        ->  run(Kind, Goal, Context),
            woken_before(Context, Goals, Goals1),
            front(Goals1, Context, Resolvent)
        ;   limited_front(Kind, Goal, Goals, Context, Resolvent)
        )
    ;   Resolvent = [Goal|Goals]
    ).

brief(direct).
brief(det).
brief(else).

limited_front(Kind, Goal, Goals, Context, Resolvent) :-
    arg(#front_inferences, Context, Limit),
    call_with_inference_limit(run_front(Kind, Goal, Goals, Context, Resolvent0), Limit, Result),
    (   Result == inference_limit_exceeded
    ->  count(#inference_limits, Context),
        fail
    ;   Resolvent = Resolvent0
    ).

run_front(Kind, Goal, Goals0, Context, Resolvent) :-
    run(Kind, Goal, Context),
    woken_before(Context, Goals0, Goals),
    run_rest(Goals, Context, Resolvent).

run_rest([], _, []).
run_rest([Goal|Goals], Context, Resolvent) :-
    (   runs_at_once(Goal, Context, Kind)
    ->  run_front(Kind, Goal, Goals, Context, Resolvent)
    ;   Resolvent = [Goal|Goals]
    ).

%!  runs_at_once(+Goal, +Context, -Kind) is semidet.
%
%   True if Goal is not resolved but run as soon as it is in front, as run/3 runs goals of Kind.

runs_at_once('$not'(_), _, not) :- !.
runs_at_once('$once'(_), _, once) :- !.
runs_at_once('$until'(_, _), _, until) :- !.
runs_at_once('$else'(_), _, else) :- !.
runs_at_once('$all'(_, _, _, _), _, all) :- !.
runs_at_once('$each'(_, _), _, each) :- !.
runs_at_once('$bag'(_, _, _, _, _, _), _, bag) :- !.
runs_at_once('$catch'(_, _, _), _, catch) :- !.
runs_at_once(Goal, Context, Kind) :-
    builtin(Goal, Kind),
    \+ overridden(Goal, Context).

overridden(Goal, Context) :-
    arg(#overrides, Context, true),
    arg(#module, Context, Module),
    functor(Goal, Name, Arity),
    Module:override(Name/Arity).

%!  run(+Kind, +Goal, +Context) is nondet.
%
%   Run a builtin goal. Kind is as in builtin/2, or as runs_at_once/3 says. Fail and count where a candidate is
%   lost.

run(direct, Goal, _) :-
    call(Goal).
run(det, Goal, Context) :-
    catch(builtin_solution(Goal, Context), Error, lost(Error, Context)),
    !.
run(nondet, Goal, Context) :-
    catch(builtin_solution(Goal, Context), Error, lost(Error, Context)).
run(else, Goal, Context) :-
    note_asked(Goal, Context).
run(until, Goal, Context) :-
    commits(Goal, Context, Outcome),
    (   Outcome == open
    ->  true
    ;   !,
        Outcome == cut
    ).
run(each, '$each'(_, Goals), Context) :-
    catch(proof_of(Goals, Context), Error, lost(Error, Context)).
run(once, Goal, Context) :-
    run_sub_proof(once, Goal, Context).
run(catch, Goal, Context) :-
    run_sub_proof(catch, Goal, Context).
run(not, Goal, Context) :-
    run_sub_proof(not, Goal, Context).
run(all, Goal, Context) :-
    run_sub_proof(all, Goal, Context),
    !.
run(bag, Goal, Context) :-
    run_sub_proof(bag, Goal, Context).

run_sub_proof(Kind, Goal, Context) :-
    note_asked(Goal, Context),
    catch(unchecked(run_inside(Kind, Goal, Context)), Error, lost(Error, Context)).

%   pairs(+Goal, +Context, -Bags) is det: Bags are what bag/1 enumerates the solutions of Goal from.

pairs('$bag'(Kind, Template, Bound, Witness0, Goals, Result), Context,
      bags(Kind, Witness, Pairs, Result)) :-
    free_variables(Witness0, Template+Bound, Witness),
    findall(Witness-Template,
            ( proof_of(Goals, Context), copied(Witness-Template, Context) ),
            Pairs).

%   caught(+Goal, +Context) is nondet: an error of the program, and no limit, goes to the catcher.

caught('$catch'(Goals, Catcher, Outcome), Context) :-
    protected(proof_of(Goals, Context), Goals, Catcher, Outcome),
    sound(Context, Catcher).

%!  protected(:Goal, +Shared, ?Catcher, -Outcome) is nondet.
%
%   As catch(Goal, Catcher, true), where Outcome tells a solution of Goal (`exit`) from an error that was
%   caught (`caught`). Errors of limits, and of clauses that are left out, are not; nor are those about a
%   cyclic term, which a library makes that unifies without the occurs check. SWI-Prolog unifies Catcher before bindings are undone; where that may make a difference, since Goal may bind variables of
%   Catcher, which are then in Shared, it is the error of a goal that cannot be called.

protected(Goal, Shared, Catcher, Outcome) :-
    catch(( call(Goal), Outcome = exit ),
          error(Formal, Where),
          ( recovered(Formal, Where, Shared, Catcher), Outcome = caught )).

recovered(Formal, Where, Shared, Catcher) :-
    (   Formal = '$thrown'(Ball)
    ->  Catchable = true
    ;   Ball = error(Formal, Where),
        (   nonvar(Formal),
            is_ours(Formal)
        ->  Catchable = false
        ;   Catchable = true
        )
    ),
    (   Catchable == true,
        acyclic_term(Ball),
        \+ Catcher \= Ball
    ->  (   share_variables(Shared, Catcher)
        ->  left_out
        ;   Catcher = Ball
        )
    ;   throw(error(Formal, Where))
    ).

%   is_ours(+Formal) is semidet: an error of what cannot be called here, or of a limit, and none of Prolog's.

is_ours(resource_error(_)).
is_ours(type_error(evaluable, '$left_out'/0)).
is_ours(type_error(evaluable, #dict/_)).
is_ours(type_error(evaluable, Name/Arity)) :-
    impure_evaluable(Expression),
    functor(Expression, Name0, Arity0),
    Name0/Arity0 == Name/Arity.

%!  first_proof(+Goals, +Context) is semidet.
%
%   True if Goals have a proof; bind them to the first. Fail and count where a builtin raises an
%   error.

first_proof(Goals, Context) :-
    catch(unchecked(proof_of(Goals, Context)), Error, lost(Error, Context)),
    !.

%   unchecked(:Goal) is nondet: Goal, without the flag occurs_check of a compiled search. Each step of a
%   sub-proof looks for cyclic terms itself, and the flag looks at whole states.

unchecked(Goal) :-
    (   current_prolog_flag(occurs_check, true)
    ->  flag_off,
        catch(call_cleanup(Goal, IsOver = true),
              Error,
              ( set_prolog_flag(occurs_check, true), throw(Error) )),
        (   IsOver == true
        ->  set_prolog_flag(occurs_check, true)
        ;   flag_on
        )
    ;   call(Goal)
    ).

flag_off :-
    set_prolog_flag(occurs_check, false).
flag_off :-
    set_prolog_flag(occurs_check, true),
    fail.

flag_on :-
    set_prolog_flag(occurs_check, true).
flag_on :-
    set_prolog_flag(occurs_check, false),
    fail.

%   all(+Kind, +Template, +Goals, ?Asked, +Context, -Result) is semidet: Result is what the solutions of
%   Goals come to where Asked is asked for; see collection.pl.

all(Kind, Template, Goals, Asked, Context, Result) :-
    asked(Kind, Asked),
    found(Kind, Template, ( proof_of(Goals, Context), copied(Template, Context) ), Solutions),
    collected(Kind, Template-Asked, Solutions, Result).

%   builtin_solution(+Goal, +Context) is nondet: Goal itself, with the occurs
%   check where it is wanted.

builtin_solution(X \= Y, Context) :-
    arg(#delays, Context, true),
    !,
    \+ equal(Context, X, Y).
builtin_solution(Goal, Context) :-
    arg(#delays, Context, true),
    is_membership(Goal, X, Xs),
    !,
    first_member(X, Xs, resolution:equal(Context)).
builtin_solution(Goal, Context) :-
    is_sound(Context),
    with_occurs_check(Goal, Test),
    !,
    call(Test).
builtin_solution(Goal, Context) :-
    arg(#module, Context, Module),
    bounded_call(Goal, Module),
    walked(Context, Goal).

%   equal(+Context, ?X, ?Y) is nondet: X and Y unify, and what that wakes has a proof.

equal(Context, X, Y) :-
    (   is_sound(Context)
    ->  unify_with_occurs_check(X, Y)
    ;   X = Y
    ),
    woken_goals(Woken),
    proof_of(Woken, Context).

is_membership(memberchk(X, Xs), X, Xs).
is_membership('$memberchk'(X, Xs), X, Xs).

%!  with_occurs_check(+Goal, -Test) is semidet.
%
%   True if Goal is a builtin that asks whether terms can be equal. Test asks this with the occurs check, whatever the
%   flag says.

with_occurs_check(X \= Y, \+ unify_with_occurs_check(X, Y)).
with_occurs_check(?=(X, Y), ( X == Y -> true ; \+ unify_with_occurs_check(X, Y) )).
with_occurs_check(Goal, own:is_member(X, Xs, unify_with_occurs_check)) :-
    is_membership(Goal, X, Xs).
with_occurs_check(unifiable(X, Y, Pairs), ( \+ \+ unify_with_occurs_check(X, Y), unifiable(X, Y, Pairs) )).

%   walked(+Context, +Term) is semidet: sound(Context, Term), within the limit on sub-proofs: a step that looks
%   at a large term takes as long as thousands. The low 16 bits of what is kept count terms; the others count
%   cells, in about one of 16 terms (Fibonacci hashing, so that no rhythm of a program escapes it).

walked(Context, Term) :-
    (   is_sound(Context)
    ->  arg(#walked, Context, Walked0),
        Walked1 is Walked0+1,
        (   Walked1*40503 /\ 0xF000 =:= 0
        ->  '$term_size'(Term, _, Cells),
            Walked is Walked1+(16*Cells << 16)
        ;   Walked = Walked1
        ),
        nb_setarg(#walked, Context, Walked),
        arg(#subproof_inferences, Context, Limit),
        (   Walked >> 16 =< #walked_per_step * Limit
        ->  acyclic_term(Term)
        ;   throw(too_many_steps)
        )
    ;   true
    ).

%   proof_of(+Goals, +Context) is nondet: depth first, in clause order, as
%   Prolog does it. Errors of builtins end the sub-proof.

proof_of([], _).
proof_of([Goal|Goals], Context) :-
    (   runs_at_once(Goal, Context, Kind)
    ->  steps(1, Context),
        run_inside(Kind, Goal, Context),
        woken_before(Context, Goals, Goals1),
        proof_of(Goals1, Context)
    ;   resolved_inside(Goal, Goals, Context, Goals1),
        proof_of(Goals1, Context)
    ).

%   resolved_inside(+Goal, +Rest, +Context, -Goals) is nondet. A clause that commits ends it.

resolved_inside(Goal, Rest, Context, Goals) :-
    Goal = '$call'(Closure, Arguments),
    !,
    steps(1, Context),
    made_goals(Closure, Arguments, Context, Alternatives),
    member(Made, Alternatives),
    append(Made, Rest, Goals1),
    (   made_commits(Made)
    ->  Where0 = behind
    ;   Where0 = none
    ),
    ready(Where0, Goal, #query_clause, Goals1, Rest, Context, Where, Goals0),
    committed(Where, Goals0, Context, Goals, Outcome),
    (   Outcome == open
    ->  true
    ;   !,
        Outcome == cut
    ).
resolved_inside(Goal, Rest, Context, Goals) :-
    Context = #context([module=Module, hidden=Hidden, cuts=Cuts]),
    Module:res(Goal, Goals1, Rest, Clause),
    (   Hidden =:= 0
    ->  true
    ;   Clause =\= Hidden,
        \+ Module:twin(Clause, Hidden)
    ),
    (   Module:repeats(Clause)          % otherwise Goal is as acyclic as it was
    ->  walked(Context, Goal)
    ;   true
    ),
    steps(1, Context),
    (   Cuts == true,
        Module:cut(Clause, Where0, _, _)
    ->  true
    ;   Where0 = none
    ),
    ready(Where0, Goal, Clause, Goals1, Rest, Context, Where, Goals0),
    (   Where == none
    ->  Goals = Goals0
    ;   committed(Where, Goals0, Context, Goals, Outcome),
        (   Outcome == open
        ->  true
        ;   !,
            Outcome == cut
        )
    ).

%   ready(+Where0, +Goal, +Clause, +Goals0, +Rest, +Context, -Where, -Goals) is det: note that Clause has made
%   Goals0 of Goal. Goals and Where have what was woken.

ready(Where0, Goal, Clause, Goals0, Rest, Context, Where, Goals) :-
    (   Where0 == none
    ->  Where = none,
        woken_before(Context, Goals0, Goals)
    ;   woken_before_cut(Context, Where0, Goals0, Where, Goals)
    ),
    (   arg(#trace, Context, off)
    ->  true
    ;   note_step(Context, step(Goal, Clause, Goals, Rest))
    ).

%   committed(+Where, +Goals0, +Context, -Goals, -Outcome) is nondet: as segment/5, where errors and limits end
%   the sub-proof.

committed(none, Goals, _, Goals, open).
committed(front, Goals, _, Goals, cut).
committed(behind, [Segment|Goals], Context, Goals, Outcome) :-
    ended(Segment, outcome_inside(Segment, Context, Outcome), Outcome).

outcome_inside(Segment, Context, Outcome) :-
    run_segment(Segment, Context),
    open_or_cut(Segment, Outcome).

note_step(Context, Step) :-
    arg(#trace, Context, Steps),
    setarg(#trace, Context, [Step|Steps]).

%   note_asked(+Goal, +Context) is det: note Goal as it is when its sub-proof begins.

note_asked(Goal, Context) :-
    (   arg(#trace, Context, off)
    ->  true
    ;   nb_getval(trace_asked, true)
    ->  copy_term(Goal, Copy),
        note_step(Context, asked(Copy))
    ;   true
    ).

%!  start_trace(+Context, +KeepsAsked) is det.
%
%   Note what sub-proofs in Context resolve from now on, until this is undone by backtracking; and their goals
%   if KeepsAsked is true.

start_trace(Context, KeepsAsked) :-
    setarg(#trace, Context, []),
    b_setval(trace_asked, KeepsAsked).

%!  trace(+Context, -Steps) is det.
%
%   Steps are terms step(Goal, Clause, Goals, Rest), in their order: Goal was resolved with Clause, whose
%   body is Goals in front of the very list Rest. What \+ and findall/3 resolved is not among them. In front of
%   the steps of a sub-proof may stand asked(Goal), with a copy of its goal as it was before.

trace(Context, Steps) :-
    arg(#trace, Context, Steps0),
    reverse(Steps0, Steps).

run_inside(once, '$once'(Goals), Context) =>
    once(proof_of(Goals, Context)).
run_inside(until, '$until'(Goals, Which), Context) =>
    proof_of(Goals, Context),
    (   Which > 0
    ->  !
    ;   true
    ).
run_inside(else, _, _) =>
    true.
run_inside(not, '$not'(Goals), Context) =>
    \+ proof_of(Goals, Context).
run_inside(all, '$all'(Kind, Template, Goals, Result), Context) =>
    all(Kind, Template, Goals, Result, Context, Result0),
    Result = Result0,
    sound(Context, Result).
run_inside(bag, Goal, Context) =>
    pairs(Goal, Context, Bags),
    bag(Bags),
    sound(Context, Goal).
run_inside(catch, Goal, Context) =>
    caught(Goal, Context).
run_inside(det, Goal, Context) =>
    once(builtin_solution(Goal, Context)).
run_inside(_, Goal, Context) =>
    builtin_solution(Goal, Context).

%!  lost(+Ball, +Context) is failure.
%
%   An error inside a builtin removes the candidate and is counted, and so do too many steps of a
%   sub-proof. The exception of an enclosing inference limit, and one that ends the call
%   (interrupts.py), are no errors of the builtin; nor is a lack of stack for a derivation that is done
%   again, where it comes from all steps together.

lost(Ball, Context) :-
    (   Ball = error(Formal, Where),
        \+ ( arg(#sound, Context, later), nonvar(Where), Formal = resource_error(_) )
    ->  count(#builtin_errors, Context),
        note_error(Ball, Context),
        fail
    ;   Ball == too_many_steps
    ->  count(#subproof_limits, Context),
        fail
    ;   throw(Ball)
    ).

%!  note_error(+Error, +Context) is det.
%
%   Keep the first error that the program has met, with the clause used last, for first_error of proof.pl.
%   Of a large or cyclic error only the parts that are neither are kept.

note_error(Error, #context([module=Module, clause=Clause])) :-
    (   has_fact(Module, first_error(_, _))
    ->  true
    ;   is_small(Error)
    ->  copy_term_nat(Error, Copy),
        assertz(Module:first_error(Clause, Copy))
    ;   Error = error(Formal, _),
        (   compound(Formal)
        ->  mapargs(small, Formal, Small)
        ;   Small = Formal
        ),
        copy_term_nat(Small, Copy),
        assertz(Module:first_error(Clause, error(Copy, _)))
    ).

small(Term, Small) :-
    (   is_small(Term)
    ->  Small = Term
    ;   Small = ...
    ).

is_small(Term) :-
    acyclic_term(Term),
    '$term_size'(Term, #cells_of_error, _),
    (   '$term_size'(Term, #cells_without_count, _)
    ->  true
    ;   \+ \+ '$factorize_term'(Term, _, [])  % else its text may be far larger than the term
    ).
