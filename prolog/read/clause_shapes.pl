:- module(clause_shapes,
          [ module_clause/3,            % +Term, -Module, -Clause
            clause_head/2,              % +Term, -Head
            clause_parts/5,             % +Term, +Layout, -Parts, -Body, -BodyLayout
            cuts/1,                     % +Term
            unbound_module/2            % +Term, -Goal
          ]).

:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/3]).
:- use_module(library(occurs), [contains_var/2, sub_term/2]).

/** <module> The shapes of a clause as it is read: fact, rule, grammar rule, rule with =>
*/

%!  module_clause(+Term, -Module, -Clause) is semidet.
%
%   Term is Clause with a head in Module.

module_clause(Term, _, _) :-
    var(Term),
    !,
    fail.
module_clause(Module:Clause, Module, Clause) :-
    atom(Module).
module_clause((Head :- Body), Module, (Head1 :- Body)) :-
    nonvar(Head),
    Head = Module:Head1,
    atom(Module).
module_clause((Head --> Body), Module, (Head1 --> Body)) :-
    nonvar(Head),
    Head = Module:Head1,
    atom(Module).

%!  clause_head(+Term, -Head) is semidet.
%
%   Head is the head of the clause Term; a grammar rule's has two arguments more.

clause_head(Term, Head) :-
    callable(Term),
    (   ( Term = (Head0 :- _) ; Term = (Head0 => _) )
    ->  (   nonvar(Head0),
            Head0 = (Head1, _),
            Term = (_ => _)
        ->  Head = Head1
        ;   Head = Head0
        )
    ;   Term = (Head0 --> _)
    ->  (   nonvar(Head0),
            Head0 = (Head1, _)
        ->  true
        ;   Head1 = Head0
        ),
        callable(Head1),
        Head1 =.. [Name|Arguments0],
        append(Arguments0, [_, _], Arguments),
        Head =.. [Name|Arguments]
    ;   Head = Term
    ),
    callable(Head).

%!  cuts(+Term) is semidet.
%
%   The clause Term has a cut, or commits as single sided unification does.

cuts(_ => _) :-
    !.
cuts(Term) :-
    sub_term(Cut, Term),
    Cut == !,
    !.

%!  clause_parts(+Term, +Layout, -Parts, -Body, -BodyLayout) is semidet.
%
%   Term is no variable. Parts is clause(Head), grammar(Head) or rule(Head), and BodyLayout is none unless the
%   layout of the clause shows the body's.

clause_parts(Term, _, _, _, _) :-
    var(Term),
    !,
    fail.
clause_parts((Head :- Body), Layout, clause(Head), Body, BodyLayout) :-
    !,
    second_layout(Layout, BodyLayout).
clause_parts((Head --> Body), _, grammar(Head), Body, none) :-
    !.
clause_parts((Head => Body), _, rule(Head), Body, none) :-
    !.
clause_parts(Head, _, clause(Head), true, none).

second_layout(Layout, BodyLayout) :-
    (   Layout = term_position(_, _, _, _, [_, BodyLayout0])
    ->  BodyLayout = BodyLayout0
    ;   Layout = parentheses_term_position(_, _, Layout1)
    ->  second_layout(Layout1, BodyLayout)
    ;   BodyLayout = none
    ).

%!  unbound_module(+Term, -Goal) is semidet.
%
%   True if a body of the clause Term has a Goal M:G whose variable M occurs nowhere before it: SWI-Prolog does
%   not compile such a clause.

unbound_module(Term, Goal) :-
    clause_head(Term, Head),
    ( Term = (_ :- Body) ; Term = (_ => Body) ; Term = (_ --> Body) ),
    (   Term = (Left => _),
        nonvar(Left),
        Left = (_, Guard)
    ->  Goals = (Guard, Body)
    ;   Goals = Body
    ),
    goals_in(Goals, List, []),
    append(Before, [Goal|_], List),
    nonvar(Goal),
    Goal = Module:_,
    var(Module),
    \+ contains_var(Module, Head+Before),
    !.

% goals_in(+Body, -Goals, ?Rest): the goals of a body, of all its branches.

goals_in(Body, Goals, Rest) :-
    (   nonvar(Body),
        inside(Body, Parts)
    ->  foldl(goals_in, Parts, Goals, Rest)
    ;   Goals = [Body|Rest]
    ).

inside((A, B), [A, B]).
inside((A ; B), [A, B]).
inside((A -> B), [A, B]).
inside((A *-> B), [A, B]).
inside(\+ A, [A]).
inside({A}, [A]).
