:- module(rules,
          [ rule_clause/4               % +Head0, +Body, -Head, -Goals
          ]).

:- use_module(library(lists), [append/2]).
:- use_module(library(occurs), [contains_var/2]).
:- use_module(constructs, [conjuncts/2]).

/** <module> Rules with single sided unification: Head, Guard => Body

The head of a rule is matched: it binds no variable of the goal. Such a rule becomes a clause whose head
has variables only, whose body matches them step by step, and commits behind the guard.

    ?- rule_clause(p([X|_], X), true, Head, Goals).
    Head = p(A, B),    Goals = [nonvar(A), A = [X|C], B == X, !]
*/

%!  rule_clause(+Head0, +Body, -Head, -Goals) is semidet.
%
%   Bring the rule `Head0 => Body` to a clause with Head and the list Goals. Fail if its head is not
%   callable.

rule_clause(Head0, Body0, Head, Goals) :-
    (   nonvar(Head0),
        Head0 = (Head1, Guard)
    ->  true
    ;   Head1 = Head0,
        Guard = true
    ),
    callable(Head1),
    matched(Head1, [], Met, Head, Tests, Tests1),
    conjuncts(Guard, Guards0),
    guard(Guards0, Head1, Met, Guards, Tests1),
    conjuncts(Body0, Body),
    append([Tests, Guards, [!], Body], Goals).

% guard(+Guards0, +Head, +Met, -Guards, -Tests): Guards are Guards0 without the unifications in front that give
% an argument of Head a value: SWI-Prolog makes them part of the head, so that Tests match them.

guard([Goal|Guards0], Head, Met, Guards, Tests) :-
    nonvar(Goal),
    Goal = (_ = _),
    !,
    (   head_unification(Goal, Head, Variable, Value)
    ->  matched_pairs([Variable-Value], Met, Met1, Tests, Tests1),
        guard(Guards0, Head, Met1, Guards, Tests1)
    ;   Guards = [Goal|Guards1],
        guard(Guards0, Head, Met, Guards1, Tests)
    ).
guard(Guards, _, _, Guards, []).

head_unification((Left = Right), Head, Variable, Value) :-
    ( Variable-Value = Left-Right ; Variable-Value = Right-Left ),
    var(Variable),
    nonvar(Value),
    arg(_, Head, Argument),
    Argument == Variable,
    !.

% matched(+Term, +Met0, -Met, -General, -Tests, ?Tests0): General is Term with new variables for its
% arguments that Tests, in their order, match with the arguments of Term. Met are the variables of Term so far.

matched(Term, Met0, Met, General, Tests, Tests0) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Arguments0),
        matched_arguments(Arguments0, Met0, Met1, Arguments, Pairs),
        compound_name_arguments(General, Name, Arguments),
        matched_pairs(Pairs, Met1, Met, Tests, Tests0)
    ;   General = Term,
        Met = Met0,
        Tests = Tests0
    ).

% matched_arguments(+Arguments0, +Met0, -Met, -Arguments, -Pairs): an argument that is a variable not met
% before needs no test; Pairs are Variable-Argument for the others.

matched_arguments([], Met, Met, [], []).
matched_arguments([Argument|Arguments0], Met0, Met, [New|Arguments], Pairs) :-
    (   var(Argument),
        \+ contains_var(Argument, Met0)
    ->  New = Argument,
        Met1 = [Argument|Met0],
        Pairs = Pairs1
    ;   Met1 = Met0,
        Pairs = [New-Argument|Pairs1]
    ),
    matched_arguments(Arguments0, Met1, Met, Arguments, Pairs1).

matched_pairs([], Met, Met, Tests, Tests).
matched_pairs([New-Argument|Pairs], Met0, Met, Tests, Tests0) :-
    (   compound(Argument)
    ->  Tests = [nonvar(New), New = General|Tests1],
        matched(Argument, Met0, Met1, General, Tests1, Tests2)
    ;   Tests = [New == Argument|Tests2],
        Met1 = Met0
    ),
    matched_pairs(Pairs, Met1, Met, Tests2, Tests0).
