:- module(bounded,
          [ bounded_program/2,          % +Module, +Mode
            bounded_query/6,            % +Module, +Mode, +Goals, ?Slack, -Ids, -Compiled
            within/4,                   % +Context, +Most, :Goal, -Deficit
            enter_run/3,                % +Context, +Most, -Bound
            is_builtin/3,               % +Goal, +Module, -Kind
            in_place/4,                 % +Goal, +Module, +Mode, -Compiled
            cut_of/3                    % +Module, +Id, -Where
          ]).
:- use_module('../resolve/bounds', [guarded_goal/3, is_replaced/1]).
:- use_module('../resolve/collection', [is_found_as_it_is/1]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [begin_front/1, commits/3, front/3, lost/2, made_commits/1,
                                       made_goals/4, run/3, runs_at_once/3, with_occurs_check/2]).
:- use_module('../resolve/sizes', [size_left/3]).
:- use_module('../resolve/stack_reserve', [with_stack_for/2]).
:- use_module(pausing, [alone/2, with_flag/3]).
:- use_module(library(apply), [maplist/2]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [append/3, member/2, same_length/2]).
:- use_module(library(terms), [mapargs/3]).

/** <module> The program as predicates of SWI-Prolog, with a bound on the length of derivations

The clauses, in normal form, are compiled to ordinary predicates with four further arguments: the
_slack_ before and behind a goal, and the ids of the clauses used, as a difference list.

The slack says by how many steps a derivation may be longer than its goals need at least. The least
number of steps for a goal of a predicate is known beforehand, as if all heads unified; a clause
costs what it and its goals need beyond that. So a fact costs nothing and has nothing to test, and a
derivation is given up as soon as its open goals need more than is left. A goal without a derivation of
any length counts as one step, and is reached: what stands in front of it may raise an error, or go on
without end. Of a builtin with many solutions, each doubling costs one step.

A clause that commits has a real cut, behind what it commits with and in front of the test of the slack.

There are three modes. In `brisk` mode builtins are compiled in place, and an error of one ends the
run; negated goals that are not builtins only, and what all solutions of a goal come to, are run by
resolution.pl. In `careful` mode builtins are run by resolution.pl, too, which leaves out what depends
on an error and counts it. In `plain` mode, for a run without a bound, everything is compiled in
place, and bounds.pl guards what may make large numbers or texts.

Names of predicates get a prefix, so that no goal of a user is the goal of another predicate. SWI-
Prolog 9.0.4 confuses variables where the last call of a clause repeats one; so such a call is never
the last of a clause here.
*/

:- set_prolog_flag(optimise, true).

:- meta_predicate
    within(+, +, 0, -).

%!  within(+Context, +Most, :Goal, -Deficit) is det.
%
%   Run through all solutions of Goal, whose bindings are undone. Deficit is `none` if no clause was
%   given up for want of slack, else the least slack that one of them lacked; or `too_many` as soon
%   as clauses were given up more than Most times.

within(Context, Most, Goal, Deficit) :-
    enter_run(Context, Most, Bound),
    (   catch(Goal, too_many, nb_setarg(1, Bound, too_many)),
        fail
    ;   arg(1, Bound, Deficit)
    ).

%!  enter_run(+Context, +Most, -Bound) is det.
%
%   Prepare a run of compiled goals. Bound is a term bound(Deficit, Count, Most) with the least slack
%   that a clause lacked, and the number of clauses that were given up.

enter_run(Context, Most, Bound) :-
    arg(#hidden, Context, Hidden),
    nb_setval(bounded_hidden, Hidden),
    b_setval(bounded_context, Context),
    Bound = bound(none, 0, Most),
    b_setval(bounded_bound, Bound).

%!  bounded_query(+Module, +Mode, +Goals, ?Slack, -Ids, -Compiled) is det.
%
%   Compiled is a goal that runs Goals with Slack, an integer that the caller binds, and gives the Ids
%   of the clauses used.

bounded_query(Module, Mode, Goals, Slack, Ids, (Compiled, true)) :-
    body(Goals, Module, Mode, Slack, _, Ids, [], Compiled).

%!  bounded_program(+Module, +Mode) is det.
%
%   Compile the program in Module, once for each mode.

bounded_program(Module, Mode) :-
    alone(bounded,
          (   is_compiled(Module, Mode)
          ->  true
          ;   with_stack_for(Module, compile(Module, Mode))
          )).

is_compiled(Module, Mode) :-
    current_predicate(Module:'bounded:compiled'/1),
    Module:'bounded:compiled'(Mode).

%   A search may be closed while it compiles; then the next one begins anew.

compile(Module, Mode) :-
    dynamic(Module:'bounded:steps'/3),
    dynamic(Module:'bounded:compiled'/1),
    (   Module:'bounded:compiled'(_)
    ->  true
    ;   retractall(Module:'bounded:steps'(_, _, _)),
        find_steps(Module)
    ),
    (   Mode == plain                   % an error of compiled arithmetic would name its clause
    ->  Optimise = false
    ;   Optimise = true
    ),
    with_flag(optimise, Optimise, compile_clauses(Module, Mode)),
    assertz(Module:'bounded:compiled'(Mode)).

compile_clauses(Module, Mode) :-
    set_prolog_flag(Module:unknown, fail),      % predicates without clauses
    findall(CompiledName/CompiledArity,
            ( Module:'bounded:steps'(Name, Arity, _),
              compiled_name(Mode, Name, CompiledName),
              CompiledArity is Arity+4
            ),
            Compiled),
    forall(member(Predicate, Compiled), ( abolish(Module:Predicate), dynamic(Module:Predicate) )),
    may_hide(Module, May),
    compile_call(Module, Mode),
    forall(( Module:res(Head, Body, [], Id),
             functor(Head, Name, Arity),
             Module:'bounded:steps'(Name, Arity, Least),
             steps(Body, Module, 1, Steps),
             Cost is Steps-Least
           ),
           compile_clause(Head, Body, Id, Cost, May, Module, Mode)),
    forall(member(Predicate, Compiled), compile_predicates([Module:Predicate])).

%   compile_call(+Module, +Mode) is det: goals that are made when they are reached.

compile_call(Module, Mode) :-
    renamed('$call'(Closure, Arguments), Mode, Slack0, Slack, [#query_clause|Ids0], Ids, Head),
    store(Module:(Head :- bounded:called(Closure, Arguments, Mode, Slack0, Slack, Ids0, Ids))).

%   find_steps(+Module) is det: store bounded:steps(Name, Arity, Steps) for each predicate with clauses: the
%   least number of steps that resolve a goal of it, whatever unifies.

find_steps(Module) :-
    assertz(Module:'bounded:steps'('$call', 2, 1)),
    findall(rule(Name, Arity, Goals),
            ( Module:res(Head, Body, [], _),
              functor(Head, Name, Arity),
              findall(Goal, ( member(Goal, Body), \+ is_builtin(Goal, Module) ), Goals),
              (   Goals == []
              ->  shorter(Module, Name, Arity, 1),
                  fail
              ;   true
              )
            ),
            Rules),
    shorten(Rules, Module),
    forall(( member(rule(Name, Arity, _), Rules), \+ Module:'bounded:steps'(Name, Arity, _) ),
           assertz(Module:'bounded:steps'(Name, Arity, 1))).

shorten(Rules, Module) :-
    Changed = changed(false),
    (   member(rule(Name, Arity, Goals), Rules),
        forall(( member(Goal, Goals), functor(Goal, Called, CalledArity) ),
               Module:'bounded:steps'(Called, CalledArity, _)),
        steps(Goals, Module, 1, Steps),
        shorter(Module, Name, Arity, Steps),
        nb_setarg(1, Changed, true),
        fail
    ;   Changed = changed(true)
    ->  shorten(Rules, Module)
    ;   true
    ).

shorter(Module, Name, Arity, Steps) :-
    (   Module:'bounded:steps'(Name, Arity, Steps0)
    ->  Steps < Steps0,
        retract(Module:'bounded:steps'(Name, Arity, Steps0))
    ;   true
    ),
    assertz(Module:'bounded:steps'(Name, Arity, Steps)).

%   steps(+Goals, +Module, +Steps0, -Steps) is det: Goals need at least Steps-Steps0 steps.

steps([], _, Steps, Steps).
steps([Goal|Goals], Module, Steps0, Steps) :-
    (   is_builtin(Goal, Module)
    ->  Steps1 = Steps0
    ;   functor(Goal, Name, Arity),
        (   Module:'bounded:steps'(Name, Arity, Least)
        ->  true
        ;   Least = 1
        ),
        Steps1 is Steps0+Least
    ),
    steps(Goals, Module, Steps1, Steps).

is_builtin(Goal, Module) :-
    is_builtin(Goal, Module, _).

%!  is_builtin(+Goal, +Module, -Kind) is semidet.
%
%   True if the program in Module runs Goal as soon as it is in front; Kind is as for run/3.

is_builtin(Goal, Module, Kind) :-
    runs_at_once(Goal, #context([module=Module, overrides=true]), Kind0),
    (   Kind0 == direct
    ->  Kind = det
    ;   Kind = Kind0
    ).

%   may_hide(+Module, -May) is det: May is a term facts(Ids) with the facts that some query hides,
%   or `all` if the program came without its queries.

may_hide(Module, May) :-
    (   current_predicate(Module:query/8)
    ->  findall(Id-true, ( Module:query(_, _, _, _, _, Id, _, _), Id > 0 ), Pairs0),
        sort(1, @<, Pairs0, Pairs),
        list_to_assoc(Pairs, Ids),
        May = facts(Ids)
    ;   May = all
    ).

hiding(Id, May, Module, First) :-
    (   Module:twin(Id, First0)
    ->  First = First0
    ;   First = Id
    ),
    (   May = facts(Ids)
    ->  get_assoc(First, Ids, _)
    ;   true
    ).

%   compile_clause(+Head, +Body, +Id, +Cost, +May, +Module, +Mode) is det.

compile_clause(Head, Body, Id, Cost, May, Module, Mode) :-
    cut_of(Module, Id, Where),
    named(Head, Body, Module, Head1, Body1),
    compile_body(Where, Body1, Cost, Module, Mode, Slack0, Slack, Ids0, Ids, Compiled1),
    (   Body == [],
        hiding(Id, May, Module, First)
    ->  Compiled = (bounded:visible(First), Compiled1)
    ;   Compiled = Compiled1
    ),
    renamed(Head1, Mode, Slack0, Slack, [Id|Ids0], Ids, CompiledHead),
    store(Module:(CompiledHead :- Compiled)).

%   named(+Head0, +Body0, +Module, -Head, -Body) is det: Body is Body0 without the goals Name = Term that only
%   name a small Term: the flag occurs_check would look at all that it is bound to. What is seen before has
%   an attribute meanwhile. Where a last call would repeat a variable, nothing is changed.

named(Head0, Body0, Module, Head, Body) :-
    copy_term(Head0-Body0, Head1-Body1),
    see(Head1),
    without_names(Body1, Module, Body2),
    term_attvars(Head1-Body2, Seen),
    maplist(del_attrs, Seen),
    (   append(_, [Last], Body2),
        append(_, [Last0], Body0),
        repeats_variable(Last),
        \+ repeats_variable(Last0)
    ->  Head = Head0,
        Body = Body0
    ;   Head = Head1,
        Body = Body2
    ).

without_names([], _, []).
without_names([Goal|Goals0], Module, Goals) :-
    (   ( Goal = (Name = Term) ; Goal = (Term = Name) ),
        var(Name),
        \+ attvar(Name),
        size_left(Term, #named_term, _),
        is_builtin(Goal, Module),
        unify_with_occurs_check(Name, Term)
    ->  Goals = Goals1
    ;   see(Goal),
        Goals = [Goal|Goals1]
    ),
    without_names(Goals0, Module, Goals1).

see(Term) :-
    term_variables(Term, Variables),
    maplist(seen, Variables).

seen(Variable) :-
    put_attr(Variable, bounded, seen).

%   compile_body(+Where, +Body, +Cost, +Module, +Mode, ?Slack0, ?Slack, ?Ids0, ?Ids, -Compiled) is det.

compile_body(Where, Body, Cost, Module, Mode, Slack0, Slack, Ids0, Ids, Compiled) :-
    commitment(Where, Body, Rest, Module, Mode, Compiled, Compiled1),
    body(Rest, Module, Mode, Slack1, Slack, Ids0, Ids, Compiled2),
    (   Mode == plain
    ->  spend(0, Slack0, Slack1, Compiled2, Compiled1)
    ;   spend(Cost, Slack0, Slack1, Compiled2, Compiled1)
    ).

%!  cut_of(+Module, +Id, -Where) is det.
%
%   Where the clause Id commits; see the facts cut/4 of loader.pl. Else it is `none`.

cut_of(Module, Id, Where) :-
    (   Module:cut(Id, Where0, _, _)
    ->  Where = Where0
    ;   Where = none
    ).

%   commitment(+Where, +Body, -Rest, +Module, +Mode, -Compiled, ?Compiled0) is det: Compiled commits to
%   a clause and then does Compiled0. Where an error or a limit leaves it unknown whether it commits, it
%   does, and fails.

commitment(none, Body, Body, _, _, Compiled, Compiled).
commitment(front, Body, Body, _, _, (!, Compiled), Compiled).
commitment(behind, [Segment|Rest], Rest, Module, Mode, Compiled, Compiled0) :-
    (   Mode \== careful,
        Segment = '$once'(Goals),
        tests(Goals, Module, Mode, Tests)
    ->  Compiled = (Tests, !, Compiled0)
    ;   Mode == plain
    ->  Segment = '$until'(Goals, Which),
        tests(Goals, Module, plain, Tests),
        (   Which == 0
        ->  Compiled = ( Any = any(false),
                         ( Tests, nb_setarg(1, Any, true) ; Any == any(true), !, fail ),
                         Compiled0 )
        ;   Compiled = (Tests, ( Which > 0 -> ! ; true ), Compiled0)
        )
    ;   Compiled = ( bounded:committed(Segment, Outcome),
                     ( Outcome == open -> true ; !, Outcome == cut ),
                     Compiled0 )
    ).

%   Arithmetic that cannot be compiled, such as foo+1, raises its error when it is run.

store(Clause0) :-
    without_rationals(Clause0, Clause),
    catch(assertz(Clause), Error, true),
    (   var(Error)
    ->  true
    ;   Error = error(resource_error(_), _)
    ->  throw(Error)
    ;   with_flag(optimise, false, assertz(Clause))
    ).

%   without_rationals(+Clause0, -Clause) is det: rational numbers stand behind the head, where they unify as in it:
%   SWI-Prolog 9.0.4 aborts when it has an index of a rational number.

without_rationals(Module:(Head0 :- Body0), Module:(Head :- Body)) :-
    compound(Head0),
    arg(_, Head0, Argument),
    rational(Argument),
    \+ integer(Argument),
    !,
    mapargs(without_rational, Head0, Head),
    Head0 =.. [_|Values],
    Head =.. [_|Arguments],
    Body = ( Arguments = Values, Body0 ).
without_rationals(Clause, Clause).

without_rational(Argument0, Argument) :-
    (   rational(Argument0),
        \+ integer(Argument0)
    ->  true
    ;   Argument = Argument0
    ).

spend(0, Slack, Slack, Compiled, Compiled) :-
    !.
spend(Cost, Slack0, Slack, Compiled,
      ( ( Slack0 >= Cost -> true ; bounded:given_up(Slack0, Cost) ),
        Slack is Slack0-Cost,
        Compiled )).

%   body(+Goals, +Module, +Mode, ?Slack0, ?Slack, ?Ids0, ?Ids, -Compiled) is det.

body([], _, _, Slack, Slack, Ids, Ids, true).
body([Goal|Goals], Module, Mode, Slack0, Slack, Ids0, Ids, Compiled) :-
    (   is_builtin(Goal, Module, Determinism)
    ->  Ids1 = Ids0,
        compiled_builtin(Determinism, Mode, Goal, Module, Slack0, Slack1, Compiled0),
        IsLast = true
    ;   renamed(Goal, Mode, Slack0, Slack1, Ids0, Ids1, Compiled0),
        (   repeats_variable(Goal)
        ->  IsLast = false
        ;   IsLast = true
        )
    ),
    (   Goals == [],
        IsLast == true
    ->  Slack = Slack1,
        Ids = Ids1,
        Compiled = Compiled0
    ;   Compiled = (Compiled0, Compiled1),
        body(Goals, Module, Mode, Slack1, Slack, Ids1, Ids, Compiled1)
    ).

repeats_variable(Goal) :-
    term_variables(Goal, Variables),
    term_singletons(Goal, Once),
    \+ same_length(Variables, Once).

renamed(Goal, Mode, Slack0, Slack, Ids0, Ids, Compiled) :-
    Goal =.. [Name|Arguments0],
    compiled_name(Mode, Name, CompiledName),
    append(Arguments0, [Slack0,Slack,Ids0,Ids], Arguments),
    Compiled =.. [CompiledName|Arguments].

compiled_name(Mode, Name, CompiledName) :-
    atomic_list_concat([bounded,Mode,Name], :, CompiledName).

%   compiled_builtin(+Determinism, +Mode, +Goal, +Module, ?Slack0, ?Slack, -Compiled) is det.

compiled_builtin(_, plain, Goal, Module, Slack, Slack, Compiled) :-
    !,
    in_place(Goal, Module, plain, Compiled).
compiled_builtin(Kind, _, Goal, _, Slack0, Slack, Compiled) :-
    memberchk(Kind, [nondet, bag, catch]),
    !,
    Compiled = bounded:solution(Kind, Goal, Slack0, Slack).
compiled_builtin(_, brisk, Goal, Module, Slack, Slack, Compiled) :-
    in_place(Goal, Module, brisk, Compiled),
    !.
compiled_builtin(Determinism, _, Goal, _, Slack, Slack, bounded:run(Determinism, Goal)).

%!  in_place(+Goal, +Module, +Mode, -Compiled) is semidet.
%
%   Compiled does what Goal does: a builtin, or a test made of builtins, that ends by itself and has one solution; in
%   `plain` mode any goal. In `exact` mode it does so whatever the flag occurs_check says.

in_place('$not'(Goals), Module, Mode, \+ Compiled) :-
    !,
    tests(Goals, Module, Mode, Compiled).
in_place('$all'(Kind, Template, Goals, Result), Module, plain, Compiled) :-
    !,
    Compiled = ( collection:asked(Kind, Result), Found, collection:collected(Kind, Template-Result, Solutions, Result) ),
    (   is_found_as_it_is(Kind)
    ->  Found = findall(Template, Conjunction, Solutions)
    ;   Found = collection:found(Kind, Template, Module:Conjunction, Solutions)
    ),
    tests(Goals, Module, plain, Conjunction).
in_place('$bag'(Kind, Template, Bound, Witness0, Goals, Result), Module, plain, Compiled) :-
    !,
    Compiled = ( collection:free_variables(Witness0, Template+Bound, Witness),
                 findall(Witness-Template, Conjunction, Pairs),
                 collection:bag(bags(Kind, Witness, Pairs, Result)) ),
    tests(Goals, Module, plain, Conjunction).
in_place('$catch'(Goals, Catcher, Outcome), Module, plain, Compiled) :-
    !,
    Compiled = resolution:protected(Module:Conjunction, Goals, Catcher, Outcome),
    tests(Goals, Module, plain, Conjunction).
in_place('$once'(Goals), Module, Mode, (Compiled -> true)) :-
    !,
    tests(Goals, Module, Mode, Compiled).
in_place('$else'(_), _, _, true) :-
    !.
in_place('$until'(Goals, Which), Module, plain, Compiled) :-
    !,
    Compiled = call(( Conjunction, ( Which > 0 -> ! ; true ) )),
    tests(Goals, Module, plain, Conjunction).
in_place(Goal, Module, exact, Compiled) :-
    !,
    is_builtin(Goal, Module, det),
    (   with_occurs_check(Goal, Compiled)
    ->  true
    ;   guarded_goal(Goal, Module, Compiled)
    ).
in_place(X \= Y, _, _, Compiled) :-
    !,
    Compiled = (\+ X = Y).
in_place(Goal, Module, plain, Compiled) :-
    !,
    (   is_builtin(Goal, Module)
    ->  guarded_goal(Goal, Module, Compiled)
    ;   renamed(Goal, plain, #unlimited, _, _, [], Compiled)
    ).
in_place(Goal, Module, brisk, Compiled) :-
    is_builtin(Goal, Module, det),
    (   ( is_replaced(Goal) ; copies(Goal) )
    ->  guarded_goal(Goal, Module, Compiled)
    ;   Compiled = Goal
    ).

%   copies(+Goal) is semidet: a program may double a term by it in each step, and share its halves.

#facts(copies(Goal), Goal, [copy_term/2, copy_term_nat/2, duplicate_term/2, (=..)/2, term_variables/2]).

tests([], _, _, true).
tests([Goal|Goals], Module, Mode, (Compiled, Compiled1)) :-
    in_place(Goal, Module, Mode, Compiled),
    tests(Goals, Module, Mode, Compiled1).

%   What the compiled clauses call.

visible(Id) :-
    nb_getval(bounded_hidden, Hidden),
    Id =\= Hidden.

given_up(Slack, Cost) :-
    b_getval(bounded_bound, Bound),
    Bound = bound(Deficit, Count0, Most),
    Lacking is Cost-Slack,
    (   Deficit @=< Lacking
    ->  true
    ;   nb_setarg(1, Bound, Lacking)
    ),
    Count is Count0+1,
    nb_setarg(2, Bound, Count),
    (   Most \== inf,
        Count > Most
    ->  throw(too_many)
    ;   fail
    ).

committed(Segment, Outcome) :-
    b_getval(bounded_context, Context),
    begin_front(Context),
    commits(Segment, Context, Outcome).

run(once, Goal) :-
    !,
    b_getval(bounded_context, Context),
    begin_front(Context),
    front([Goal], Context, []).
run(Determinism, Goal) :-
    b_getval(bounded_context, Context),
    begin_front(Context),
    run(Determinism, Goal, Context).

%   called(+Closure, +Arguments, +Mode, +Slack0, -Slack, -Ids, ?Tail) is nondet.

called(Closure, Arguments, Mode, Slack0, Slack, Ids0, Ids) :-
    b_getval(bounded_context, Context),
    arg(#module, Context, Module),
    (   Mode == careful
    ->  catch(made_goals(Closure, Arguments, Context, Alternatives), Error, lost(Error, Context))
    ;   made_goals(Closure, Arguments, Context, Alternatives)
    ),
    alternatives(Alternatives, Module, Mode, Slack0, Slack, Ids0, Ids, Compiled),
    call(Module:Compiled).

alternatives([Goals|Others], Module, Mode, Slack0, Slack, Ids0, Ids, Compiled) :-
    (   made_commits(Goals)
    ->  Where = behind
    ;   Where = none
    ),
    steps(Goals, Module, 0, Least),
    compile_body(Where, Goals, Least, Module, Mode, Slack0, Slack, Ids0, Ids, Compiled0),
    (   Others == []
    ->  Compiled = Compiled0
    ;   Compiled = (Compiled0 ; Compiled1),
        alternatives(Others, Module, Mode, Slack0, Slack, Ids0, Ids, Compiled1)
    ).

%   solution(+Kind, +Goal, +Slack0, -Slack) is nondet: a builtin with perhaps endlessly many solutions.

solution(Kind, Goal, Slack0, Slack) :-
    b_getval(bounded_context, Context),
    Place = place(0),
    run(Kind, Goal, Context),
    arg(1, Place, Count0),
    Count is Count0+1,
    nb_setarg(1, Place, Count),
    Cost is msb(Count0 // #free_solutions * 2 + 1),
    (   Slack0 >= Cost
    ->  Slack is Slack0-Cost
    ;   !,
        given_up(Slack0, Cost)
    ).
