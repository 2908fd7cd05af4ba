:- module(proof,
          [ proof/2,                    % +In, -Out
            subgoals/2                  % +In, -Out
          ]).
:- use_module('../wire/export', [record_string/2]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [candidate/6]).
:- use_module('../resolve/tokens').
:- use_module('../wire/wire', [engine/3, written/6]).
:- use_module('../wire/writing', [write_text/3]).
:- use_module('../read/constructs', [conjunction/2]).
:- use_module(library(apply), [exclude/3, foldl/5, maplist/2, maplist/3]).
:- use_module(library(lists), [append/3, member/2, nth0/3]).

/** <module> A derivation as a proof tree

A derivation is its root state and, for each step, which candidate was chosen. It is done again
with real unification, and each goal becomes a node node(Goal, Clause, Children); so the goals of
the tree are instantiated by all steps at once.
*/

%!  proof(+In, -Out) is semidet.
%
%   Make a derivation again and write its proof tree; fail if there is no such derivation.
%
%   In:  engine, hidden clause (two digits, base 0x4000), number of names, for each name its
%        length and codes; number of variables, number of goals, tokens of the root and its
%        answer; then for each step offset and ordinal of the candidate (two digits each).
%   Out: records of six fields: `binding`, 0, 0, a term, 0 and nothing for each name; then the
%        nodes in pre-order: kind, depth, clause, goal, the place of the candidate among all
%        solutions of its step, and the substitution: for each variable of the clause its name,
%        a code 1, a term and a code 2. The kind of a node is that of its clause, or `query`,
%        `builtin` or `not`.

proof(In, Out) :-
    string_codes(In, Codes),
    proof_tree(Codes, Module, Names, Answer, Root),
    tree_lines(Root, 0, Module, Lines, []),
    Answer =.. [_|Values],
    variable_names(Names, Values, Lines, VariableNames),
    findall(Record, record(Values, Lines, VariableNames, Record), Records),
    record_string(Records, Out).

%!  subgoals(+In, -Out) is semidet.
%
%   Make a derivation again and write goals that its steps resolve, as tokens; they are
%   instantiated by all steps, so each is true. Fail if there is no such derivation.
%
%   In:  number of the wanted steps, each counted from 0 in ascending order (two digits, base
%        0x4000); then as for proof/2.
%   Out: for each wanted step a record of one field.

subgoals(In, Out) :-
    string_codes(In, [Count|Codes0]),
    steps(Count, Codes0, Codes, Steps),
    proof_tree(Codes, Module, _, _, Root),
    resolved([Root], Goals, []),
    findall([codes(GoalCodes)],
            ( member(Step, Steps),
              nth0(Step, Goals, Goal),
              number_variables(Goal),
              encode_terms([Goal], Module, GoalCodes, [])
            ),
            Records),
    record_string(Records, Out).

steps(0, Codes, Codes, []) :- !.
steps(Count, [High,Low|Codes0], Codes, [Step|Steps]) :-
    Step is High*0x4000+Low,
    Count1 is Count-1,
    steps(Count1, Codes0, Codes, Steps).

%   resolved(+Nodes, -Goals, ?Tail) is det: the goals that steps resolve, in their order.

resolved([], Goals, Goals).
resolved([node(Goal, Clause, Children)|Nodes], Goals, Tail) :-
    (   Clause = by(_, _)
    ->  Goals = [Goal|Goals1]
    ;   Goals = Goals1
    ),
    resolved(Children, Goals1, Goals2),
    resolved(Nodes, Goals2, Tail).

%   proof_tree(+Codes, -Module, -Names, -Answer, -Root) is semidet.

proof_tree([Engine,H1,H0,NameCount|Codes0], Module, Names, Answer, Root) :-
    Hidden is H1*0x4000+H0,
    engine(Engine, Hidden, Context),
    arg(#module, Context, Module),
    names(NameCount, Codes0, [V,1|Codes1], Names),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    decode_terms(2, Codes1, Codes2, Module, Variables, [Goal,Answer]),
    choices(Codes2, Choices),
    Root = node(Goal, _, _),
    derivation([Root], Choices, Answer, Context),
    !.

names(0, Codes, Codes, []) :- !.
names(Count, [Length|Codes0], Codes, [Name|Names]) :-
    length(NameCodes, Length),
    append(NameCodes, Codes1, Codes0),
    atom_codes(Name, NameCodes),
    Count1 is Count-1,
    names(Count1, Codes1, Codes, Names).

choices([], []).
choices([O1,O0,I1,I0|Codes], [choice(Offset, Ordinal)|Choices]) :-
    Offset is O1*0x4000+O0,
    Ordinal is I1*0x4000+I0,
    choices(Codes, Choices).

%   derivation(+Open, +Choices, +Answer, +Context) is semidet: Open are the nodes of the
%   resolvent; they get their clauses and children.

derivation([], [], _, _).
derivation([node(Goal, by(Clause, Solution), Children)|Open0], [Choice|Choices], Answer, Context) :-
    maplist(node_goal, Open0, Rest),
    chosen(Choice, Goal, Rest, Answer, Context, Resolvent, Clause, Solution, Goals),
    length(Rest, RestCount),
    length(Goals, Count),
    BodyCount is Count-RestCount,
    length(Body, BodyCount),
    append(Body, _, Goals),
    maplist(node_goal, Children, Body),
    append(Children, Open0, Open1),
    length(Resolvent, OpenCount),
    RunCount is Count-OpenCount,
    length(Run, RunCount),
    append(Run, Open, Open1),
    maplist(run_at_once, Run),
    derivation(Open, Choices, Answer, Context).

node_goal(node(Goal, _, _), Goal).

run_at_once(node(_, builtin, [])).

%   The candidate that the engine gave at this place: solutions before Offset are not counted,
%   and of the others only those that are states.

chosen(choice(Offset, Ordinal), Goal, Rest, Answer, Context, Resolvent, Clause, Solution,
       Goals) :-
    Counts = counts(0, 0),
    candidate(Goal, Rest, Context, Resolvent, Clause, Goals),
    next_count(1, Counts, Solution),
    Solution >= Offset,
    \+ \+ written(Resolvent, [Answer], Context, _, _, _),
    next_count(2, Counts, Ordinal0),
    Ordinal0 =:= Ordinal,
    !.

next_count(Index, Counts, Count) :-
    arg(Index, Counts, Count),
    Count1 is Count+1,
    nb_setarg(Index, Counts, Count1).

%   tree_lines(+Node, +Depth, +Module, -Lines, ?Tail) is det: terms line(Kind, Depth, Clause, Goal,
%   Solution, Substitution) in pre-order.

tree_lines(node(Goal, Clause, Children), Depth, Module, [Line|Lines], Tail) :-
    Line = line(Kind, Depth, Id, Shown, Solution, Substitution),
    kind(Clause, Goal, Module, Kind, Id, Solution),
    shown(Module, Goal, Shown),
    substitution(Id, Goal, Children, Module, Substitution),
    Depth1 is Depth+1,
    children_lines(Children, Depth1, Module, Lines, Tail).

children_lines([], _, _, Lines, Lines).
children_lines([Node|Nodes], Depth, Module, Lines, Tail) :-
    tree_lines(Node, Depth, Module, Lines, Lines1),
    children_lines(Nodes, Depth, Module, Lines1, Tail).

kind(builtin, Goal, _, Kind, #no_clause, 0) :-
    (   Goal = '$not'(_)
    ->  Kind = not
    ;   Kind = builtin
    ).
kind(by(#query_clause, Solution), _, _, query, #query_clause, Solution) :-
    !.
kind(by(Clause, Solution), _, Module, Kind, Clause, Solution) :-
    Module:clause_origin(Clause, _, _, Kind, _).

%   substitution(+Clause, +Goal, +Children, +Module, -Substitution) is det: terms Name=Term for the
%   variables of the clause as they were read.

substitution(Clause, Goal, Children, Module, Names) :-
    Clause >= #first_clause,
    Module:clause_source(Clause, Head, Body, Names),
    same_arguments(Head, Goal),
    !,
    exclude(==(!), Body, Goals),
    maplist(node_goal, Children, ChildGoals),
    maplist(shown(Module), ChildGoals, Shown),
    ignore(Goals = Shown).
substitution(_, _, _, _, []).

same_arguments(Head, Goal) :-
    Head =.. [_|Arguments],
    Goal =.. [_|Arguments].

%   shown(+Module, +Goal, -Shown) is det: the goal as a user would write it; the goal of an
%   auxiliary predicate is the construct that it came from.

shown(Module, Goal, Shown) :-
    (   list_construct(Goal, Goals, Conjunction, Shown)
    ->  maplist(shown(Module), Goals, ShownGoals),
        conjunction(ShownGoals, Conjunction)
    ;   callable(Goal),
        functor(Goal, Name, Arity),
        sub_atom(Name, 0, _, _, $),
        shown_auxiliary(Goal, Name, Arity, Module, Shown)
    ->  true
    ;   Shown = Goal
    ).

list_construct('$query'(Goals), Goals, Conjunction, Conjunction).
list_construct('$once'(Goals), Goals, Conjunction, Conjunction).
list_construct('$not'(Goals), Goals, Conjunction, \+ Conjunction).

shown_auxiliary(Goal, Name, _, _, Shown) :-
    atom_concat('$library_', PlainName, Name),
    !,
    Goal =.. [_|Arguments],
    Shown =.. [PlainName|Arguments].
shown_auxiliary(Goal, Name, Arity, Module, Shown) :-
    functor(Head, Name, Arity),
    findall(Kind-(Head-Body),
            ( Module:clause_source(Id, Head, Body, _),
              Module:clause_origin(Id, _, _, Kind, _)
            ),
            Clauses),
    construct(Clauses, Goal, Shown).

construct([Kind-(Goal-Body)|Clauses], Goal, Construct) :-
    memberchk(Kind, [or, if]),
    conjunction(Body, Source),
    (   Clauses == []
    ->  Construct = Source
    ;   Kind == or
    ->  Construct = (Source ; Construct1),
        construct(Clauses, Goal, Construct1)
    ;   append(_, [_-(Goal-[_|ElseBody])], Clauses),
        conjunction(ElseBody, Else),
        Construct = (Source ; Else)
    ).

%   variable_names(+Names, +Values, +Lines, -VariableNames) is det: a variable that is a value has
%   the name it was asked by, any other one a letter.

variable_names(Names, Values, Lines, VariableNames) :-
    foldl(own_name, Names, Values, [], Own),
    term_variables(Values-Lines, Variables),
    other_names(Variables, 0, Own, VariableNames).

own_name(Name, Value, Own0, Own) :-
    (   var(Value),
        \+ is_named(Value, Own0)
    ->  Own = [Name=Value|Own0]
    ;   Own = Own0
    ).

is_named(Variable, VariableNames) :-
    member(_=Variable0, VariableNames),
    Variable0 == Variable,
    !.

other_names([], _, VariableNames, VariableNames).
other_names([Variable|Variables], N, Names0, Names) :-
    (   is_named(Variable, Names0)
    ->  other_names(Variables, N, Names0, Names)
    ;   letter_name(N, Name),
        N1 is N+1,
        other_names(Variables, N1, [Name=Variable|Names0], Names)
    ).

letter_name(N, Name) :-
    Letter is 0'A + N mod 26,
    Round is N//26,
    (   Round =:= 0
    ->  format(atom(Name), '_~c', [Letter])
    ;   format(atom(Name), '_~c~d', [Letter, Round])
    ).

record(Values, _, Names, [binding,0,0,codes(Codes),0,'']) :-
    member(Value, Values),
    with_output_to(codes(Codes), write_text(Value, 699, Names)).
record(_, Lines, Names, [Kind,Depth,Clause,codes(Codes),Solution,codes(Pairs)]) :-
    member(line(Kind, Depth, Clause, Goal, Solution, Substitution), Lines),
    with_output_to(codes(Codes), write_body(Goal, 1200, Names)),
    with_output_to(codes(Pairs), write_pairs(Substitution, Names)).

write_pairs([], _).
write_pairs([Name=Value|Pairs], Names) :-
    format('~w~c', [Name, 1]),
    write_text(Value, 699, Names),
    put_char('\x2\'),
    write_pairs(Pairs, Names).

%   write_body(+Goal, +Priority, +Names) is det: constructs and comparisons with spaces between.

write_body(Goal, Priority, Names) :-
    (   nonvar(Goal),
        layout(Goal, Left, Between, Right, GoalPriority, LeftPriority, RightPriority)
    ->  bracket(Priority, GoalPriority, '('),
        write_body(Left, LeftPriority, Names),
        write(Between),
        write_body(Right, RightPriority, Names),
        bracket(Priority, GoalPriority, ')')
    ;   nonvar(Goal),
        Goal = (\+ Negated)
    ->  write('\\+ '),
        write_body(Negated, 900, Names)
    ;   write_text(Goal, Priority, Names)
    ).

layout((Left , Right), Left, ', ', Right, 1000, 999, 1000).
layout((Left -> Right), Left, ' -> ', Right, 1050, 1049, 1050).
layout((Left ; Right), Left, ' ; ', Right, 1100, 1099, 1100).
layout(Goal, Left, Between, Right, 700, 699, 699) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, [Left,Right]),
    current_op(700, xfx, Name),
    format(atom(Between), ' ~w ', [Name]).

bracket(Priority, GoalPriority, Bracket) :-
    (   GoalPriority > Priority
    ->  write(Bracket)
    ;   true
    ).
