:- module(higher_order,
          [ higher_order/3,             % +Goal, +Context, -Meaning
            lambda_goal/3,              % +Goal0, -Lambda, -Goal
            closure_variables/2,        % +Closure, -Variables
            schema/4                    % +Each, -Arguments, -Written, -Clauses
          ]).

:- use_module(library(apply), [maplist/2, maplist/3, maplist/4]).
:- use_module(library(lists), [append/3, member/2, same_length/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module('../builtins/stock', [defines/2, library_predicate/2, offers/2]).
:- use_module('../resolve/flat_dicts', [is_callable/1]).
:- use_module('../resolve/made', [aggregate/3, share_variables/2, synonym/2, unquantified/3]).
:- use_module(calls, [module_goal/3]).
:- use_module('../resolve/grammar', [grammar_goal/4]).

/** <module> Goals that call a goal which the program names

A closure is known when it is a callable term in the text of the program: then the goals that it
makes are known too, and a predicate over lists is one of first order. `normal.pl` gives it clauses
of its own.
*/

%!  higher_order(+Goal, +Context, -Meaning) is semidet.
%
%   True if Goal, no variable, calls a goal that is known, by a predicate that the program does not
%   define itself. Meaning is
%     - goal(Goal1): Goal is Goal1
%     - all(Kind, Template, Goal1, Result): Result is what the solutions of Goal1 come to. Kind is
%       `findall`, or as in resolve/collection.pl
%     - bag(Kind, Template, Bound, Goal1, Result): Goal is bagof/3 or setof/3, which Kind says. Bound are
%       the terms in front of `^`
%     - catch(Goal1, Catcher, Recovery)
%     - each(Name, Closure, Arguments): Goal is Name(Closure, Arguments...), which goes through lists

higher_order(Goal, Context, goal(Inner)) :-
    module_goal(Goal, Context, Inner),
    !.
higher_order(clause(Head, Body), context(Predicates, _),
             goal(( '$has_clauses'(Head, Own), '$library_clause'(Head, Body) ))) :-
    !,
    findall(Name/Arity,
            ( trie_gen(Predicates, Name/Arity, _),
              functor(Goal, Name, Arity),
              ( builtin(Goal, _) ; library_predicate(Name, Arity) )
            ),
            Own0),
    sort(Own0, Own).
higher_order(assertion(Goal), context(Predicates, _),
             goal(( \+ \+ catch(Goal, Error, Failed) -> true ; Error = fail, Failed ))) :-
    \+ defines(Predicates, assertion/1),
    !,
    (   Predicates \== library,
        trie_gen(Predicates, module(_), _)      % whose name the error would have
    ->  Failed = throw(error(resource_error(assertion), _))
    ;   Failed = throw(error(assertion_error(Error, user:Goal), _))
    ).
higher_order(Goal, context(Predicates, _), Meaning) :-
    meaning(Goal, Meaning0),
    functor(Goal, Name, Arity),
    \+ defines(Predicates, Name/Arity),
    (   Name == if_
    ->  offers(Predicates, Name/Arity)
    ;   true
    ),
    Meaning = Meaning0.

meaning(Module:Goal, goal('$call'(Module:Goal, []))) :-
    ( var(Module) ; var(Goal) ),
    !.
meaning(findall(Template, Goal, Result), all(findall, Template, Goal, Result)).
meaning('$find'(Count, Template, Goal, Result), all(first(Count), Template, Goal, Result)).
meaning(aggregate_all(Aggregate, Goal, Result), all(Kind, Template, Goal, Result)) :-
    nonvar(Aggregate),
    aggregate(Aggregate, Kind, Template).
meaning(findall(Template, Goal, Result, Tail),
        goal(( findall(Template, Goal, Result0), append(Result0, Tail, Result) ))).
meaning(aggregate_all(Aggregate, Discriminator, Goal, Result),
        goal(( findall(Discriminator-Template, Evaluated, Pairs0),
               sort(Pairs0, Pairs),
               pairs_values(Pairs, Found),
               Comparison ))) :-
    nonvar(Aggregate),
    listed(Aggregate, Template, Evaluation, Found, Result, Comparison),
    evaluating(Evaluation, Goal, _^Evaluated).
meaning(aggregate(Aggregate, Goal, Result),
        goal(( bagof(Template, Evaluated, Found), Comparison ))) :-
    nonvar(Aggregate),
    listed(Aggregate, Template, Evaluation, Found, Result, Comparison),
    evaluating(Evaluation, Goal, Evaluated).
meaning(bagof(Template, Goal, Result), Meaning) :-
    bag_meaning(bagof, Template, Goal, Result, Meaning).
meaning(setof(Template, Goal, Result), Meaning) :-
    bag_meaning(setof, Template, Goal, Result, Meaning).
meaning(catch(Goal, Catcher, Recovery), catch(Goal, Catcher, Recovery)).
meaning(if_(Condition, Then, Else),
        goal(( call(Condition, Truth), ( Truth == true -> call(Then) ; Truth == false -> call(Else)
                                       ; '$must_be'(boolean, Truth) ) ))) :-
    is_closure(Condition).
meaning(call(Goal), goal(Goal)) :-
    is_closure(Goal).
meaning(with_output_to(Sink, Goal), goal(Meant)) :-
    (   is_open(Goal)
    ->  Meant = '$call'(with_output_to(Sink, Goal), [])
    ;   Meant = once(( '$output_begin', once(Goal), '$output_end'(Sink) ))  % which may fail
    ).
meaning(Goal, goal('$call'(Closure, Arguments))) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, Parts),
    (   Name == call
    ->  Parts = [Closure|Arguments]
    ;   Parts = [Left,Right|Arguments],
        ( Name == (>>) ; Name == (/) ),
        Closure =.. [Name,Left,Right]
    ),
    \+ is_closure(Closure).
meaning(apply(Closure, Arguments), goal('$call'(apply(Closure, Arguments), []))).
meaning(Goal0, Meaning) :-
    synonym(Goal0, Goal),
    meaning(Goal, Meaning).
meaning(phrase(Body, List, Rest), goal(Goal)) :-
    \+ string(List),
    \+ string(Rest),
    (   is_open(Body)
    ->  Goal = '$call'(phrase(Body, List, Rest), [])
    ;   catch(grammar_goal(Body, List, Rest, Goal0), grammar(_, _, _), fail),
        (   sub_term(Part, Goal0),
            nonvar(Part),
            Part = '$append'(_, _, _)   % a partial list may turn out to be none
        ->  Goal = '$call'(phrase(Body, List, Rest), [])
        ;   list_tests([List,Rest], Goal0, Goal)
        )
    ).
meaning(Goal, Meaning) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, [Closure|Arguments]),
    closure_arguments(Name, Least, Most),
    length(Arguments, Count),
    Count >= Least,
    Count =< Most,
    is_closure(Closure),
    (   Name == call
    ->  extended(Closure, Arguments, Goal1),
        Meaning = goal(Goal1)
    ;   Meaning = each(Name, Closure, Arguments)
    ).

%   is_open(@Goal) is semidet: the predicate of Goal is known when it is reached, and the goal that calls it is made then.

is_open(Goal) :-
    (   var(Goal)
    ->  true
    ;   Goal = Module:_,
        var(Module)
    ).

%   bag_meaning(+Kind, ?Template, ?Goal0, ?Result, -Meaning) is det.

bag_meaning(Kind, Template, Goal0, Result, Meaning) :-
    unquantified(Goal0, Bound, Goal),
    (   is_open(Goal)
    ->  Bag =.. [Kind,Template,Goal0,Result],
        Meaning = goal('$call'(Bag, []))
    ;   Meaning = bag(Kind, Template, Bound, Goal, Result)
    ).

%   listed(+Aggregate, -Template, -Evaluation, ?Found, ?Result, -Comparison) is semidet: Comparison gives
%   the Result of Aggregate where Found are the instances of Template by the solutions of a goal and then
%   Evaluation. A variable that is summed or minimized is evaluated later than what else is.

listed(count, [], true, Found, Count, length(Found, Count)).
listed(bag(X), X, true, Found, Bag, Bag = Found).
listed(set(X), X, true, Found, Set, sort(Found, Set)).
listed(sum(X0), X, Evaluation, Found, Sum, sum_list(Found, Sum)) :-
    evaluated(X0, X, Evaluation).
listed(max(X0), X, X is X0, Found, Max, max_list(Found, Max)).
listed(min(X0), X, Evaluation, Found, Min, min_list(Found, Min)) :-
    evaluated(X0, X, Evaluation).
listed(max(X0, Witness), X-Witness, X is X0, Found, Max,
       aggregate_all(max(Y, W), member(Y-W, Found), Max)).
listed(min(X0, Witness), X-Witness, X is X0, Found, Min,
       aggregate_all(min(Y, W), member(Y-W, Found), Min)).

evaluated(X0, X, Evaluation) :-
    (   var(X0)
    ->  X = X0,
        Evaluation = true
    ;   Evaluation = (X is X0)
    ).

%   evaluating(+Evaluation, +Goal0, -Goal) is det: Goal is Goal0, behind its `^`, and then Evaluation.

evaluating(Evaluation, Goal0, Goal) :-
    (   nonvar(Goal0),
        Goal0 = Term^Goal1
    ->  Goal = Term^Goal2,
        evaluating(Evaluation, Goal1, Goal2)
    ;   Evaluation = (_ is X0)
    ->  Goal = X0^( Goal0, Evaluation )
    ;   Goal = []^Goal0
    ).

% list_tests(+Lists, +Goal0, -Goal): Goal is Goal0 behind tests of what may turn out to be no list.

list_tests([], Goal, Goal).
list_tests([List|Lists], Goal0, Goal) :-
    (   nonvar(List),
        ( List = [_|_] ; List == [] )
    ->  Goal = Goal1
    ;   Goal = ( '$input'(List), Goal1 )
    ),
    list_tests(Lists, Goal0, Goal1).

closure_arguments(call, 1, 7).
closure_arguments(maplist, 1, Most) :-
    (   '$c_current_predicate'(_, apply:maplist(_, _, _, _, _, _, _))   % not of SWI-Prolog 9.0
    ->  Most = 6
    ;   Most = 4
    ).
closure_arguments(foldl, 3, 5).
closure_arguments(include, 2, 2).
closure_arguments(exclude, 2, 2).
closure_arguments(partition, 3, 3).

%!  lambda_goal(+Goal0, -Lambda, -Goal) is semidet.
%
%   True if Goal0 calls the Lambda expression Parameters>>Body. Goal has '$lambda'(Parameters, Body) in its
%   place, a closure that is known: where no variable of Lambda occurs elsewhere, each use of a clause copies it.

lambda_goal(Goal0, Lambda, Goal) :-
    compound(Goal0),
    compound_name_arguments(Goal0, Name, [Lambda|Arguments]),
    closure_arguments(Name, _, _),
    nonvar(Lambda),
    Lambda = (Parameters>>Body),
    is_closure(Body),
    is_list(Parameters),
    given(Name, Arguments, Given),
    \+ \+ append(Parameters, _, Given),         % more parameters are an error
    \+ share_variables(Lambda, Arguments),
    compound_name_arguments(Goal, Name, ['$lambda'(Parameters, Body)|Arguments]).

%   given(+Name, +Arguments, -Given): a list of as many members as the arguments that the closure gets.

given(Name, Arguments, Given) :-
    (   memberchk(Name, [include, exclude, partition])
    ->  Given = [_]
    ;   same_length(Arguments, Given)
    ).

%!  closure_variables(+Closure, -Variables) is det.
%
%   Variables are those by which Closure depends on the clause.

closure_variables(Closure, Variables) :-
    (   Closure = '$lambda'(_, _)
    ->  Variables = []
    ;   term_variables(Closure, Variables)
    ).

% A lambda expression is copied when it is called, so the goal that it makes is not known before.

is_closure(Closure) :-
    is_callable(Closure),
    Closure \= _:_,
    Closure \= (_>>_),
    Closure \= _/_.

extended('$lambda'(Parameters, Body0), Arguments, Goal) :-
    !,
    same_length(Parameters, Own),
    append(Own, More, Arguments),
    extended(Body0, More, Body),
    term_variables(Parameters, Variables),
    (   Variables == Parameters
    ->  Own = Parameters,
        Goal = call(Body)
    ;   Goal = ( Parameters = Own, call(Body) )
    ).
extended(Closure, [], Closure) :-
    !.
extended(Closure, Arguments, Goal) :-
    Closure =.. Parts0,
    append(Parts0, Arguments, Parts),
    Goal =.. Parts.

%!  schema(+Each, -Arguments, -Written, -Clauses) is det.
%
%   Each is each(Name, Closure0, _). A predicate that does what Name does with Closure0 has the
%   Arguments, stands for the goal Written, and has a clause for each clause(Head, Items) in Clauses,
%   where Head are its arguments. Items are
%     - goal(Goal): a goal of the closure, all solutions
%     - once(Goal): its first solution. The next clause is for where it has none: not(Goal)
%     - X = Y: a unification
%     - again(Arguments, Written): the predicate itself

schema(each(Name, Closure0, Arguments0), Arguments, Written, Clauses) :-
    same_length(Arguments0, Lists),
    copy_term(Closure0, Closure),
    closure_variables(Closure, Variables),
    append(Lists, Variables, Arguments),
    written(Name, Closure, Lists, Written),
    length(Lists, Count),
    findall(clause(Head, Items),
            ( copy_term(Closure0, Closure1),
              closure_variables(Closure1, Variables1),
              step(Name, Count, Closure1, Lists1, Items0),
              append(Lists1, Variables1, Head),
              maplist(item(Name, Closure1, Variables1), Items0, Items)
            ),
            Clauses).

item(Name, Closure, Variables, Item0, Item) :-
    (   Item0 = again(Lists)
    ->  append(Lists, Variables, Arguments),
        written(Name, Closure, Lists, Written),
        Item = again(Arguments, Written)
    ;   Item = Item0
    ).

written(Name, Closure0, Lists, Written) :-
    (   Closure0 = '$lambda'(Parameters, Body)
    ->  Closure = (Parameters>>Body)
    ;   Closure = Closure0
    ),
    Written =.. [Name,Closure|Lists].

% step(+Name, +Count, +Closure, -Lists, -Items) is multi: a clause of a predicate of Count lists and
% other arguments, in the order of SWI-Prolog's.

step(maplist, Count, _, Empty, []) :-
    length(Empty, Count),
    maplist(=([]), Empty).
step(maplist, Count, Closure, Lists, [goal(Goal), again(Tails)]) :-
    split(Count, Lists, Heads, Tails),
    extended(Closure, Heads, Goal).
step(foldl, Count, _, Arguments, []) :-
    ListCount is Count - 2,
    length(Empty, ListCount),
    maplist(=([]), Empty),
    append(Empty, [V, V], Arguments).
step(foldl, Count, Closure, Arguments, [goal(Goal), again(Again)]) :-
    ListCount is Count - 2,
    split(ListCount, Lists, Heads, Tails),
    append(Lists, [V0, V], Arguments),
    append(Tails, [V1, V], Again),
    append(Heads, [V0, V1], Extra),
    extended(Closure, Extra, Goal).
step(include, _, _, [[], []], []).
step(include, _, Closure, [[X|Xs], Ys], [once(Goal), Ys = [X|Zs], again([Xs, Zs])]) :-
    extended(Closure, [X], Goal).
step(include, _, Closure, [[X|Xs], Ys], [not(Goal), again([Xs, Ys])]) :-
    extended(Closure, [X], Goal).
step(exclude, _, _, [[], []], []).
step(exclude, _, Closure, [[X|Xs], Ys], [once(Goal), again([Xs, Ys])]) :-
    extended(Closure, [X], Goal).
step(exclude, _, Closure, [[X|Xs], Ys], [not(Goal), Ys = [X|Zs], again([Xs, Zs])]) :-
    extended(Closure, [X], Goal).
step(partition, _, _, [[], [], []], []).
step(partition, _, Closure, [[X|Xs], Ys, Zs], [once(Goal), Ys = [X|Ys1], again([Xs, Ys1, Zs])]) :-
    extended(Closure, [X], Goal).
step(partition, _, Closure, [[X|Xs], Ys, Zs], [not(Goal), Zs = [X|Zs1], again([Xs, Ys, Zs1])]) :-
    extended(Closure, [X], Goal).

split(Count, Lists, Heads, Tails) :-
    length(Lists, Count),
    maplist(cons, Lists, Heads, Tails).

cons([X|Xs], X, Xs).
