:- module(functions,
          [ with_functions/3            % +Clause0, +Load, -Clause
          ]).

:- use_module(library(apply), [foldl/5]).
:- use_module(library(lists), [append/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module('../resolve/grammar', [conjunction/2]).
:- use_module(constructs, [replaced_goals/3]).
:- use_module(dots, [is_expanded_sometimes/1]).
:- use_module(loads, [load_module/2, load_predicates/2]).

/** <module> Predicates as functions of arithmetic, by arithmetic_function/1

As library(arithmetic) of SWI-Prolog 9.0.4 does, `X is f(Y) + 1` becomes `f(Y, Z), X is Z + 1`, in clauses behind
the directive. What is not written in an arithmetic goal of a body stays as it is.
*/

%!  with_functions(+Clause0, +Load, -Clause) is semidet.
%
%   True if Clause is Clause0 with its functions called as predicates, and Clause0 calls some. Fails for a program
%   with modules, which decide what function is meant: such a clause is left out (homes.pl).
%
%   @throws functions(What, Fix): SWI-Prolog refuses the clause, since a part of it cannot be evaluated, or it
%   looks into goals as their libraries are loaded or not

with_functions((Head :- Body0), Load, (Head :- Body)) :-
    load_module(Load, Module),
    \+ \+ Module:evaluated(_),
    (   sub_term(Goal, Body0),
        is_expanded_sometimes(Goal),
        sub_term(Test, Goal),
        is_test(Test)
    ->  functor(Goal, Name, Arity),
        format(atom(What), 'arithmetic within ~q/~d is not supported next to :- arithmetic_function', [Name, Arity]),
        throw(functions(What, 'write a predicate for the inner goal, and call it'))
    ;   true
    ),
    replaced_goals(functions:evaluated(Module), Body0, Body),
    Body \== Body0,
    load_predicates(Load, Predicates),
    \+ trie_gen(Predicates, module(_), _).

is_test(Goal) :-
    compound(Goal),
    compound_name_arity(Goal, Name, 2),
    memberchk(Name, [is, =:=, =\=, <, >, =<, >=]).

evaluated(Module, Goal0, Goal) :-
    is_test(Goal0),
    !,
    Goal0 =.. [Name, Left0, Right0],
    (   Name == is
    ->  Left = Left0,
        Calls = Calls1
    ;   value(Module, Left0, Left, Calls, Calls1)
    ),
    value(Module, Right0, Right, Calls1, []),
    (   Name == is,
        var(Left),
        var(Right),
        Calls = [_|_]
    ->  Left = Right,
        Goals = Calls
    ;   Last =.. [Name, Left, Right],
        append(Calls, [Last], Goals)
    ),
    conjunction(Goals, Goal).
evaluated(_, Goal, Goal).

% value(+Module, +Expression0, -Expression, -Calls0, ?Calls): Calls0-Calls are goals that make the values of the
% functions of the program in Expression0, from left to right.

value(_, Expression, Expression, Calls, Calls) :-
    is_native(Expression),
    !.
value(Module, roundtoward(Expression0, Mode), roundtoward(Expression, Mode), Calls0, Calls) :-
    !,
    value(Module, Expression0, Expression, Calls0, Calls).
value(Module, Expression0, Expression, Calls0, Calls) :-
    callable(Expression0),
    current_arithmetic_function(Expression0),
    !,
    Expression0 =.. [Name|Arguments0],
    foldl(value(Module), Arguments0, Arguments, Calls0, Calls),
    Expression =.. [Name|Arguments].
value(Module, Function, Value, Calls0, Calls) :-
    callable(Function),
    functor(Function, Name, Arity),
    Module:evaluated(Name/Arity),
    !,
    Function =.. [Name|Arguments0],
    foldl(input(Module), Arguments0, Arguments, Calls0, [Call|Calls]),
    append(Arguments, [Value], CallArguments),
    Call =.. [Name|CallArguments].
value(_, Expression, _, _, _) :-
    format(atom(What), '~p is no function of arithmetic, so SWI-Prolog refuses the clause', [Expression]),
    throw(functions(What, 'declare it with :- arithmetic_function, or write a number')).

% input(+Module, +Argument0, ...): the arguments of a predicate are numbers; a function's may be expressions.

input(Module, Argument0, Argument, Calls0, Calls) :-
    value(Module, Argument0, Argument1, Calls0, Calls1),
    (   callable(Argument1),
        current_arithmetic_function(Argument1)
    ->  Calls1 = [Argument is Argument1|Calls]
    ;   Argument = Argument1,
        Calls1 = Calls
    ).

is_native(Expression) :-
    (   var(Expression)
    ->  true
    ;   number(Expression)
    ->  true
    ;   string(Expression)
    ->  string_length(Expression, 1)
    ;   Expression = [_]
    ->  true
    ;   Expression = roundtoward(Inner, _)
    ->  is_native(Inner)
    ;   callable(Expression),
        current_arithmetic_function(Expression),
        \+ ( compound(Expression), arg(_, Expression, Argument), \+ is_native(Argument) )
    ).
