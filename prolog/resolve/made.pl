:- module(made,
          [ made_goal/4,                % +Closure, ?Home, +Arguments, -Goal
            in_module/3,                % +Home, +Goal0, -Goal
            inner_goals/4,              % +Goal0, -Goals0, -Goal, ?Goals
            control_goals/2,            % +Goal, -Alternatives
            synonym/2,                  % +Goal0, -Goal
            unquantified/3,             % +Goal0, -Bound, -Goal
            aggregate/3,                % ?Aggregate, ?Kind, ?Template
            left_out/0,
            share_variables/2           % +Left, +Right
          ]).
:- use_module(library(apply), [maplist/3, maplist/4]).
:- use_module(library(error), [must_be/2, domain_error/2, type_error/2, instantiation_error/1]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(occurs), [contains_var/2]).
:- use_module(flat_dicts, [is_callable/1]).
:- use_module(grammar, [conjunction/2, grammar_goal/4]).

/** <module> Goals that are made when they are reached

The goal '$call'(Closure, Arguments) stands for call/N of a closure that the text of the program does
not name. Lambda expressions of library(yall) are copied for each call, as they are there where the
program was not compiled with them.
*/

%!  made_goal(+Closure, ?Home, +Arguments, -Goal) is semidet.
%
%   Unify Goal with Closure and further Arguments, with the innermost of its modules in front. Fail if
%   the parameters of a lambda expression do not unify with them; raise the errors of call/N. Errors about
%   a lambda expression show the module Home in front of its body, where it has none; if Home is
%   not known, raise the error of a goal that cannot be called.

made_goal(Closure, Home, Arguments, Goal) :-
    (   var(Closure)
    ->  instantiation_error(Closure)
    ;   Closure = Module:Closure1
    ->  expect_named(Module, Arguments),
        made_goal(Closure1, Module, Arguments, Goal1),
        (   Goal1 = _:_
        ->  Goal = Goal1
        ;   Goal = Module:Goal1
        )
    ;   Closure = (Free/Parameters >> Body)
    ->  free(Free),
        must_be(list, Parameters),
        copy_term_nat(Free/Parameters>>Body, Free/Parameters1>>Body1),
        applied(Parameters1, Arguments, Body1, Closure, Home, Goal)
    ;   Closure = (Parameters >> Body)
    ->  must_be(list, Parameters),
        copy_term_nat(Parameters>>Body, Parameters1>>Body1),
        applied(Parameters1, Arguments, Body1, Closure, Home, Goal)
    ;   Closure = Free/Body
    ->  free(Free),
        copy_term_nat(Free+Body, Free+Body1),
        made_goal(Body1, Home, Arguments, Goal)
    ;   Closure == []                   % not callable, but no error of type
    ->  length(Arguments, Arity),
        throw(error(existence_error(procedure, []/Arity), []/Arity))
    ;   \+ is_callable(Closure)
    ->  type_error(callable, Closure)
    ;   Arguments == []
    ->  Goal = Closure
    ;   Closure = call(Closure1)
    ->  made_goal(Closure1, Home, Arguments, Goal)
    ;   Closure =.. Parts0,
        append(Parts0, Arguments, Parts),
        Goal =.. Parts
    ).

%   expect_named(?Module, +Arguments) is det: without a name of its module, no goal can be made. With further
%   arguments, the error in SWI-Prolog depends on who calls.

expect_named(Module, Arguments) :-
    (   nonvar(Module)
    ->  true
    ;   Arguments == []
    ->  instantiation_error(Module)
    ;   left_out
    ).

%   expect_module(@Goal) is det: the builtins that ask for this call a predicate of their own modules where the
%   module of Goal is unbound.

expect_module(Goal) :-
    (   nonvar(Goal),
        Goal = Module:_,
        var(Module)
    ->  left_out
    ;   true
    ).

%!  left_out is failure.
%
%   Raise the error of a goal that cannot be called, which no catch/3 may catch.

left_out :-
    throw(error(type_error(evaluable, '$left_out'/0), _)).

free(Free) :-
    (   var(Free)
    ->  instantiation_error(Free)
    ;   ( Free = {_} ; Free == {} )
    ->  true
    ;   type_error(lambda_free, Free)
    ).

applied([], Arguments, Body, _, Home, Goal) :-
    made_goal(Body, Home, Arguments, Goal).
applied([Parameter|Parameters], Arguments0, Body, Closure, Home, Goal) :-
    (   Arguments0 = [Argument|Arguments]
    ->  Parameter = Argument,
        applied(Parameters, Arguments, Body, Closure, Home, Goal)
    ;   Closure = (All >> Body0),
        (   nonvar(Body0),
            Body0 = _:_
        ->  Body1 = Body0
        ;   nonvar(Home)
        ->  Body1 = Home:Body0
        ;   left_out
        ),
        domain_error(lambda_parameters, All>>Body1)
    ).

%!  in_module(+Home, +Goal0, -Goal) is det.
%
%   Goal is Goal0, a goal in normal form that calls no predicate of the program, where the goals that it makes
%   when it is reached have the home Home.

in_module(Home, Goal0, Goal) :-
    (   Goal0 = '$call'(Closure, Arguments)
    ->  Goal = '$call'(Home:Closure, Arguments)
    ;   inner_goals(Goal0, Goals0, Goal, Goals)
    ->  maplist(in_module(Home), Goals0, Goals)
    ;   compound(Goal0),
        closure_modes(Goal0, Modes)
    ->  compound_name_arguments(Goal0, Name, Arguments0),
        compound_name_arguments(Modes, _, Modes1),
        maplist(closure_in_module(Home), Modes1, Arguments0, Arguments),
        compound_name_arguments(Goal, Name, Arguments)
    ;   Goal = Goal0
    ).

%!  inner_goals(+Goal0, -Goals0, -Goal, ?Goals) is semidet.
%
%   True if Goal0 has the goals Goals0 of a sub-proof. Goal is Goal0 with Goals in their place.

inner_goals('$not'(Goals0), Goals0, '$not'(Goals), Goals).
inner_goals('$once'(Goals0), Goals0, '$once'(Goals), Goals).
inner_goals('$else'(Goals0), Goals0, '$else'(Goals), Goals).
inner_goals('$until'(Goals0, Which), Goals0, '$until'(Goals, Which), Goals).
inner_goals('$all'(Kind, Template, Goals0, Result), Goals0, '$all'(Kind, Template, Goals, Result), Goals).
inner_goals('$bag'(Kind, Template, Bound, Witness, Goals0, Result), Goals0,
            '$bag'(Kind, Template, Bound, Witness, Goals, Result), Goals).
inner_goals('$catch'(Goals0, Catcher, Outcome), Goals0, '$catch'(Goals, Catcher, Outcome), Goals).

% closure_modes(+Goal, -Modes) is semidet: Modes are as in meta_predicate/1. SWI-Prolog has no library(reif).

closure_modes(Goal, Modes) :-
    functor(Goal, Name, Arity),
    functor(Modes0, Name, Arity),
    (   member(Modes0, [if_(1, 0, 0), ','(1, 1, ?), ;(1, 1, ?), tfilter(2, ?, ?), tpartition(2, ?, ?, ?),
                        tmember(2, ?), tmember_t(2, ?, ?)])
    ->  Modes = Modes0
    ;   predicate_property(user:Goal, meta_predicate(Modes))
    ).

closure_in_module(Home, Mode, Argument0, Argument) :-
    (   ( integer(Mode) ; Mode == // )
    ->  Argument = Home:Argument0
    ;   Argument = Argument0
    ).

%!  control_goals(+Goal, -Alternatives) is semidet.
%
%   True if Goal is a control construct, or calls goals. Alternatives are lists of goals in normal form
%   that give its solutions, the first list's before the second's. A list with '$else' in front is for the
%   case that the first goal of the list before it has no proof.

control_goals((Left, Right), [Goals]) :-
    cut_apart((Left, Right), Before, After),
    !,
    (   Before == none
    ->  Goals = ['$call'(Left, []), '$call'(Right, [])]
    ;   Goals = ['$once'(['$call'(Before, [])]), '$call'(After, [])]
    ).
control_goals(!, [[]]).
control_goals((If ; Else), Alternatives) :-
    expect_no_cut(Else),
    (   nonvar(If),
        If = (Condition -> Then)
    ->  expect_no_cut(Then),
        Test = ['$call'(Condition, [])],
        Alternatives = [['$once'(Test), '$call'(Then, [])], ['$else'(Test), '$call'(Else, [])]]
    ;   nonvar(If),
        If = (Condition *-> Then)
    ->  expect_no_cut(Then),
        Test = ['$call'(Condition, [])],
        Alternatives = [['$until'(Test, 0), '$call'(Then, [])], ['$else'(Test), '$call'(Else, [])]]
    ;   expect_no_cut(If),
        Alternatives = [['$call'(If, [])], ['$call'(Else, [])]]
    ).
control_goals((If -> Then), [['$once'(['$call'(If, [])]), '$call'(Then, [])]]) :-
    expect_no_cut(Then).
control_goals((If *-> Then), [['$call'(If, []), '$call'(Then, [])]]) :-
    expect_no_cut(Then).
control_goals(\+ Goal, [['$not'(['$call'(Goal, [])])]]).
control_goals(not(Goal), [['$not'(['$call'(Goal, [])])]]).
control_goals(once(Goal), [['$once'(['$call'(Goal, [])])]]).
control_goals(forall(Condition, Action),
              [['$not'(['$call'(Condition, []), '$not'(['$call'(Action, [])])])]]).
control_goals(findall(Template, Goal, Result),
              [['$all'(findall, Template, ['$call'(Goal, [])], Result)]]).
control_goals(bagof(Template, Goal0, Result), [[Bag]]) :-
    bag_goal(bagof, Template, Goal0, Result, Bag).
control_goals(setof(Template, Goal0, Result), [[Bag]]) :-
    bag_goal(setof, Template, Goal0, Result, Bag).
control_goals(aggregate_all(Aggregate, Goal, Result),
              [['$all'(Kind, Template, ['$call'(Goal, [])], Result)]]) :-
    must_be(nonvar, Aggregate),
    aggregate(Aggregate, Kind, Template).
control_goals(catch(Goal, Catcher, Recovery),
              [['$catch'(['$call'(Goal, [])], Catcher, Outcome),
                '$call'(( Outcome == exit ; Outcome == caught, call(Recovery) ), [])]]).
control_goals(with_output_to(Sink, Goal),
              [['$once'(['$output_begin', '$once'(['$call'(Goal, [])]), '$output_end'(Sink)])]]) :-
    expect_module(Goal).
control_goals(phrase(Body, List, Rest), [['$input'(List), '$input'(Rest), '$call'(Goal, [])]]) :-
    must_be(nonvar, Body),
    expect_module(Body),
    catch(grammar_goal(Body, List, Rest, Goal), grammar(Formal, _, _), throw(error(Formal, _))).
control_goals(apply(Closure, Arguments), [['$call'(Closure, Arguments)]]) :-
    must_be(list, Arguments).
control_goals(Goal, [['$call'(Closure, Arguments)]]) :-
    compound(Goal),
    compound_name_arguments(Goal, call, [Closure|Arguments]).
control_goals(Goal, [['$call'(Closure, Arguments)]]) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, [Parameters,Body|Arguments]),
    ( Name == (>>) ; Name == (/) ),
    Closure =.. [Name,Parameters,Body].
control_goals(Goal0, Alternatives) :-
    synonym(Goal0, Goal),
    control_goals(Goal, Alternatives).

%!  synonym(+Goal0, -Goal) is semidet.
%
%   True if Goal0 calls goals as Goal does, which is more basic.

synonym('|'(Left, Right), (Left ; Right)).
synonym(ignore(Goal), (Goal -> true ; true)).
synonym(catch_with_backtrace(Goal, Catcher, Recovery), catch(Goal, Catcher, Recovery)).
synonym(with_output_to_chars(Goal, Codes), with_output_to(codes(Codes), Goal)).
synonym(with_output_to_chars(Goal, Codes, Tail), with_output_to(codes(Codes, Tail), Goal)).
synonym(phrase(Body, List), phrase(Body, List, [])).

bag_goal(Kind, Template, Goal0, Result, '$bag'(Kind, Template, Bound, Witness, Goals, Result)) :-
    unquantified(Goal0, Bound, Goal),
    expect_module(Goal),
    term_variables(Goal, Witness),
    Goals = ['$call'(Goal, [])].

%!  unquantified(+Goal0, -Bound, -Goal) is det.
%
%   Goal0 is Goal behind the terms Bound, each with a `^`.

unquantified(Goal0, Bound, Goal) :-
    (   nonvar(Goal0),
        ( Goal0 = Term^Goal1 ; Goal0 = Module:Goal2, nonvar(Goal2), Goal2 = Term^Goal3, Goal1 = Module:Goal3 )
    ->  Bound = [Term|Bound1],
        unquantified(Goal1, Bound1, Goal)
    ;   Bound = [],
        Goal = Goal0
    ).

%!  aggregate(?Aggregate, ?Kind, ?Template) is nondet.
%
%   True if aggregate_all/3 with Aggregate collects Template as Kind of collection.pl says.

aggregate(count, count, []).
aggregate(sum(X), sum, X).
aggregate(max(X), max, X).
aggregate(min(X), min, X).
aggregate(max(X, Witness), max_witness, X-Witness).
aggregate(min(X, Witness), min_witness, X-Witness).
aggregate(bag(X), bag, X).
aggregate(set(X), set, X).

%!  share_variables(+Left, +Right) is semidet.
%
%   True if a variable occurs in both terms.

share_variables(Left, Right) :-
    term_variables(Left, Variables),
    member(Variable, Variables),
    contains_var(Variable, Right),
    !.

%   cut_apart(+Conjunction, -Before, -After) is det: Before is what stands before its last cut, or `none`.

cut_apart(Conjunction, Before, After) :-
    listed(Conjunction, Goals, []),
    (   append(Front, [Cut|Back], Goals),
        Cut == !,
        \+ ( member(Other, Back), Other == ! )
    ->  conjunction(Front, Before),
        conjunction(Back, After)
    ;   Before = none
    ),
    forall(( member(Goal, Goals), Goal \== ! ), expect_no_cut(Goal)).

listed(Conjunction, Goals, Tail) :-
    (   nonvar(Conjunction),
        Conjunction = (Left, Right)
    ->  listed(Left, Goals, Goals1),
        listed(Right, Goals1, Tail)
    ;   Goals = [Conjunction|Tail]
    ).

%   expect_no_cut(+Goal) is det: Goal has no cut that would cut more than Goal.

expect_no_cut(Goal) :-
    (   var(Goal)
    ->  true
    ;   Goal == !
    ->  throw(error(resource_error(cut_in_made_goal), _))
    ;   ( Goal = (Left, Right) ; Goal = (Left ; Right) ; Goal = (_ -> Left), Right = true
        ; Goal = (_ *-> Left), Right = true )
    ->  expect_no_cut(Left),
        expect_no_cut(Right)
    ;   true
    ).
