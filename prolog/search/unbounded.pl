:- module(unbounded,
          [ unbounded/2,                % +In, -Out
            derivation/4                % +Goals, +Context, +Ids, -Choices
          ]).
:- use_module(asking).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module('../resolve/bounds', [guarded_goal/2]).
:- use_module('../resolve/collection', []).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [candidate/5, lost_state/1]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> The program run by SWI-Prolog's own engine

The clauses, in normal form, are compiled to ordinary predicates: with Prolog's indexing, Prolog's
order and Prolog's count of inferences. An if-then-else or a cut is the tests that it stands for.
Unification is sound where the engine's is. An error of a builtin ends the search, as it does in
Prolog.

Names of predicates get a prefix, so that no goal of a user is the goal of another predicate; only
builtins of builtins.pl keep theirs. Two further arguments of each predicate collect the ids of the
clauses used, from which the derivation is made again.

A builtin that may make large numbers or texts is called through bounds.pl, whose inferences count
too; sums and comparisons of numbers are not.
*/

%!  unbounded(+In, -Out) is det.
%
%   Search with SWI-Prolog's own engine. In and Out are as in asking.pl; inferences are those that
%   Prolog counts.

unbounded(In, Out) :-
    question(In, Question),
    Question = question(Context, ['$query'(Body)], _, _, _, _, Module),
    arg(#hidden, Context, Hidden),
    conjunction(Body, Module, Ids, [], Conjunction),
    setup_call_cleanup(compiled(Module, Hidden, Native),
                       run(Context, Question, Native:Conjunction, [#query_clause|Ids],
                           Found0, Reason),
                       forget_special(Hidden, Native)),
    derivations(Found0, Question, Found),
    reply(Question, Found, Reason, Out).

%   run(+Context, +Question, :Goal, +Ids, -Found, -Reason) is det.

run(Context, Question, Goal, Ids, Found, Reason) :-
    current_prolog_flag(occurs_check, Before),
    (   arg(#sound, Context, true)
    ->  Sound = true
    ;   Sound = false
    ),
    Start = start(0),
    setup_call_cleanup(set_prolog_flag(occurs_check, Sound),
                       answers(Question, unbounded:search(Question, Start, Goal, Ids),
                               unbounded:within(Question), Found, Reason),
                       set_prolog_flag(occurs_check, Before)),
    count_inferences(Question, Start).

search(Question, Start, Goal, Ids, Ids) :-
    statistics(inferences, Inferences),
    nb_setarg(1, Start, Inferences),
    call(Goal),
    count_inferences(Question, Start).

within(question(_, _, _, Limit, _, _, _), Goal) :-
    call_with_inference_limit(Goal, Limit, Result),
    (   Result == inference_limit_exceeded
    ->  throw(inferences_used_up)
    ;   true
    ).

count_inferences(question(_, _, _, Limit, _, Counter, _), start(Start)) :-
    statistics(inferences, Now),
    arg(2, Counter, OfKeys),
    Inferences is min(Limit, Now-Start-OfKeys),
    nb_setarg(1, Counter, Inferences).

%   derivations(+Found0, +Question, -Found) is det: the ids of the clauses become choices.

derivations([], _, []).
derivations([found(Inferences, Ids, Key)|Found0], Question, Found) :-
    Question = question(Context, Goals0, Answer00, _, _, _, _),  % not copied: Context counts
    copy_term(Goals0-Answer00, Goals-Answer0),
    (   derivation(Goals, Context, Ids, Choices),
        answer_key(Answer0, Context, Key)
    ->  Found = [found(Inferences, Choices, Key)|Found1]
    ;   Found = Found1,
        \+ lost_state(Context)
    ),
    derivations(Found0, Question, Found1).

%!  derivation(+Goals, +Context, +Ids, -Choices) is nondet.
%
%   Choices are the places of the candidates by which the clauses Ids resolve Goals, and what follows
%   from them, until nothing is left. Goals are bound accordingly.

derivation([], _, [], []).
derivation([Goal|Rest], Context, [Id|Ids], [Solution|Choices]) :-
    Place = solution(-1),
    candidate(Goal, Rest, Context, Resolvent, Clause),
    arg(1, Place, Solution0),
    Solution is Solution0+1,
    nb_setarg(1, Place, Solution),
    Clause =:= Id,
    derivation(Resolvent, Context, Ids, Choices).

%   compiled(+Module, +Hidden, -Native) is det: Native has the predicates. Those of the whole
%   program live in Module itself; without a hidden fact they are made for one call.

compiled(Module, 0, Native) :-
    !,
    Native = Module,
    with_mutex(unbounded, ( is_compiled(Module) -> true ; compile(Module, 0, Module) )).
compiled(Module, Hidden, Native) :-
    gensym(native_, Native),
    set_module(Native:class(temporary)),
    compile(Module, Hidden, Native).

is_compiled(Module) :-
    catch(Module:'prolog:compiled', error(existence_error(_, _), _), fail).

compile(Module, Hidden, Native) :-
    set_prolog_flag(Native:unknown, fail),
    forall(( Module:res(Head, Body, [], Id),
             is_visible(Id, Hidden, Module)
           ),
           compile_clause(Head, Body, Id, Module, Native)),
    assertz(Native:'prolog:compiled').

is_visible(_, 0, _) :-
    !.
is_visible(Id, Hidden, Module) :-
    Id =\= Hidden,
    \+ ( current_predicate(Module:twin/2), Module:twin(Id, Hidden) ).

compile_clause(Head, Body, Id, Module, Native) :-
    conjunction(Body, Module, Ids0, Ids, Conjunction),
    (   current_predicate(Module:guards/2),
        Module:guards(Id, Guards)
    ->  functor(Head, Name, Arity),
        functor(Called, Name, Arity),
        renamed(Called, [Id|Ids0], Ids, NativeHead),
        guard_goals(Guards, Called, Module, Conjunction1, (Called = Head, Conjunction)),
        assertz(Native:(NativeHead :- Conjunction1))
    ;   renamed(Head, [Id|Ids0], Ids, NativeHead),
        assertz(Native:(NativeHead :- Conjunction))
    ).

guard_goals([], _, _, Goals, Goals).
guard_goals([_-Head-Tests|Guards], Called, Module, Goals0, Tail) :-
    Goals0 = (\+ (Called = Head, Conjunction), Goals),
    conjunction(Tests, Module, _, _, Conjunction),
    guard_goals(Guards, Called, Module, Goals, Tail).

%   conjunction(+Goals, +Module, ?Ids0, ?Ids, -Conjunction) is det: Goals as Prolog is to run them;
%   they put the ids of their clauses on Ids0-Ids.

conjunction([], _, Ids, Ids, true).
conjunction([Goal|Goals], Module, Ids0, Ids, Conjunction) :-
    native_goal(Goal, Module, Ids0, Ids1, Native),
    (   Goals == []
    ->  Ids1 = Ids,
        Conjunction = Native
    ;   Conjunction = (Native, Conjunction1),
        conjunction(Goals, Module, Ids1, Ids, Conjunction1)
    ).

native_goal('$not'(Goals), Module, Ids, Ids, Native) :-
    !,
    Native = (\+ Conjunction),
    conjunction(Goals, Module, _, _, Conjunction).
native_goal('$once'(Goals), Module, Ids, Ids, Native) :-
    !,
    Native = once(Conjunction),
    conjunction(Goals, Module, _, _, Conjunction).
native_goal('$all'(Kind, Template, Goals, Result), Module, Ids, Ids, Native) :-
    !,
    Native = ( findall(Template, Conjunction, Solutions),
               collection:collected(Kind, Solutions, Result) ),
    conjunction(Goals, Module, _, _, Conjunction).
native_goal(Goal, Module, Ids, Ids, Native) :-
    builtin(Goal, _),
    functor(Goal, Name, Arity),
    \+ ( current_predicate(Module:override/1), Module:override(Name/Arity) ),
    !,
    guarded_goal(Goal, Native).
native_goal(Goal, _, Ids0, Ids, Native) :-
    renamed(Goal, Ids0, Ids, Native).

renamed(Goal, Ids0, Ids, Native) :-
    Goal =.. [Name|Arguments0],
    atom_concat('prolog:', Name, NativeName),
    append(Arguments0, [Ids0,Ids], Arguments),
    Native =.. [NativeName|Arguments].

forget_special(0, _) :-
    !.
forget_special(_, Native) :-
    '$destroy_module'(Native).
