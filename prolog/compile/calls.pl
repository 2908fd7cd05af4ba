:- module(calls,
          [ call_kind/3,                % +Goal, +Context, -Kind
            call_goal//4,               % +Kind, +Goal, -Goals, ?Goals0
            no_goal/2,                  % -What, -Fix
            raising_goal/1,             % -Goal
            module_goal/3,              % +Goal, +Context, -Inner
            sound_builtin/3             % +Goal0, -Goal, -Indicator
          ]).

:- use_module(library(lists), [append/3]).
:- use_module('../resolve/flat_dicts', [is_callable/1]).
:- use_module('../builtins/builtins', [impure_evaluable/1]).
:- use_module('../builtins/stock', [goal_kind/3]).
:- use_module('../read/imports', [library_module/1]).

/** <module> The goals of a body that are no control constructs

The nonterminals describe findings; `normal.pl` says which there are.
*/

%!  call_kind(+Goal, +Context, -Kind) is det.
%
%   Unify Kind with what Goal calls: `user`, `builtin`, `library`, `unknown`, refused(Why, Fix),
%   `variable`, `made` or `no_goal`.

call_kind(Goal, context(Predicates, _), Kind) :-
    (   var(Goal)
    ->  Kind = variable
    ;   Goal = '$call'(_, _)
    ->  Kind = made
    ;   is_callable(Goal)
    ->  goal_kind(Goal, Predicates, Kind)
    ;   Kind = no_goal
    ).

%!  module_goal(+Goal, +Context, -Inner) is semidet.
%
%   True if Goal is Inner with a module in front that is the program's, or one of SWI-Prolog's whose
%   predicate a goal without it would call. Goals that such a predicate calls are looked for in its module, which does
%   not see the program's predicates.

module_goal(Module:Inner, context(Predicates, _), Inner) :-
    atom(Module),
    callable(Inner),
    (   Module == user
    ->  true
    ;   Predicates \== library,
        trie_lookup(Predicates, module(Module), _)
    ->  true
    ;   library_module(Module),
        goal_kind(Inner, Predicates, Kind),
        memberchk(Kind, [builtin, library]),
        \+ calls_own(Inner, Module, Predicates)
    ).

% calls_own(+Goal, +Module, +Predicates) is semidet: Goal of Module of SWI-Prolog calls an argument that may be a goal of
% the program. Nothing is loaded to find out.

calls_own(Goal, Module, Predicates) :-
    (   '$c_current_predicate'(_, Module:Goal)
    ->  predicate_property(Module:Goal, meta_predicate(Modes)),
        arg(Place, Modes, Mode),
        ( integer(Mode) ; Mode == (^) ; Mode == (//) ),
        arg(Place, Goal, Called),
        \+ calls_stock(Mode, Called, Module, Predicates)
    ;   memberchk(Module, [aggregate, apply_macros, coroutining, reif, solution_sequences, when, yall])
    ),
    !.

calls_stock(Mode, Called, Module, Predicates) :-
    integer(Mode),
    is_callable(Called),
    length(More, Mode),
    Called =.. [Name|Arguments0],
    append(Arguments0, More, Arguments),
    Goal =.. [Name|Arguments],
    goal_kind(Goal, Predicates, Kind),
    memberchk(Kind, [builtin, library]),
    \+ calls_own(Goal, Module, Predicates).

%!  call_goal(+Kind, +Goal, -Goals, ?Goals0)// is det.
%
%   Bring Goal to normal form, the difference list Goals-Goals0. A goal that is refused raises an error
%   there, in a program that is loaded all the same.

call_goal(user, Goal, [Goal|Goals], Goals) -->
    [].
call_goal(library, Goal, [Goal|Goals], Goals) -->
    { functor(Goal, Name, Arity) },
    [ uses(library, Name/Arity) ].
call_goal(builtin, Goal0, [Goal|Goals], Goals) -->
    { (   Goal0 == false
      ->  Goal = fail
      ;   Goal = Goal0
      ),
      functor(Goal, Name, Arity)
    },
    [ uses(builtin, Name/Arity) ],
    made_later(Goal),
    arithmetic(Goal).
call_goal(unknown, Goal, [Error|Goals], Goals) -->
    { raising_goal(Error) },
    [ unknown(Goal) ].
call_goal(variable, Goal, ['$call'(Goal, [])|Goals], Goals) -->
    [ uses(builtin, call/1) ].
call_goal(made, Goal, [Goal|Goals], Goals) -->
    [ uses(builtin, call/1) ].
call_goal(no_goal, Goal, [Error|Goals], Goals) -->
    { raising_goal(Error),
      no_goal(What, Fix)
    },
    [ raises(Goal, What, Fix) ].
call_goal(refused(Why, Fix), Goal, [Error|Goals], Goals) -->
    { raising_goal(Error),
      (   Goal = Module:Inner,
          atom(Module),
          callable(Inner)
      ->  functor(Inner, Name, Arity),
          format(atom(Shown), '~q:~q/~d', [Module, Name, Arity])
      ;   functor(Goal, Name, Arity),
          format(atom(Shown), '~q/~d', [Name, Arity])   % ~q would write an operator with spaces
      ),
      format(atom(What), '~w cannot be called: ~w', [Shown, Why])
    },
    [ raises(Goal, What, Fix) ].

%!  no_goal(-What, -Fix) is det.
%
%   Unify What and Fix with the words on a part of a body that is no goal.

no_goal('a number, a string or a dict is used as a goal', 'write a goal: a name with its arguments').

%!  raising_goal(-Goal) is det.
%
%   Unify Goal with what stands for a goal that cannot be called. It raises the error of an evaluable
%   that does not exist: every engine has it, and counts it.

raising_goal(_ is '$left_out').

%!  sound_builtin(+Goal0, -Goal, -Indicator) is semidet.
%
%   True if there is nothing to find in Goal0, a goal of the builtin Indicator, and Goal is its normal
%   form. Not by phrase/2, which takes longer than the rest.

sound_builtin(Goal0, Goal, Indicator) :-
    call_goal(builtin, Goal0, [Goal], [], [uses(builtin, Indicator)], []).

% made_later(+Goal)//: a delayed goal is called as by call/1.

made_later(Goal) -->
    (   { Goal = freeze(_, _) ; Goal = when(_, _) }
    ->  [ uses(builtin, call/1) ]
    ;   []
    ).

% arithmetic(+Goal)//: problems of the expressions of Goal.

arithmetic(Goal) -->
    (   { expressions(Goal, Expressions) }
    ->  evaluables(Expressions, Goal)
    ;   []
    ).

expressions(_ is Expression, [Expression]).
expressions(Left =:= Right, [Left, Right]).
expressions(Left =\= Right, [Left, Right]).
expressions(Left < Right, [Left, Right]).
expressions(Left =< Right, [Left, Right]).
expressions(Left > Right, [Left, Right]).
expressions(Left >= Right, [Left, Right]).

evaluables([], _) --> [].
evaluables([Expression|Expressions], Goal) -->
    evaluable(Expression, Goal),
    evaluables(Expressions, Goal).

evaluable(Expression, _) -->
    { \+ callable(Expression) },
    !.
evaluable([_|_], _) -->
    !.
evaluable(Expression, Goal) -->
    { functor(Expression, Name, Arity) },
    (   { impure_evaluable(Expression) }
    ->  { format(atom(What), 'the value of ~q/~d differs from call to call', [Name, Arity]) },
        [ problem(error, Goal, What, 'pass the value along as an argument, or make it a fact') ]
    ;   { \+ current_arithmetic_function(Expression) }
    ->  { format(atom(What), 'arithmetic has no function ~q/~d: this goal always raises an error',
                 [Name, Arity])
        },
        [ problem(warning, Goal, What, 'correct the name, or make it a variable') ]
    ;   { Expression =.. [_|Arguments] },
        evaluables(Arguments, Goal)
    ).
