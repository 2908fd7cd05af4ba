:- module(proof,
          [ proof/2,                    % +In, -Out
            plain_proof/2,              % +In, -Out
            outline/2,                  % +In, -Out
            partial_proof/2,            % +In, -Out
            bindings/2,                 % +In, -Out
            subgoals/2,                 % +In, -Out
            first_error/2,              % +In, -Out
            proof_tree/7,               % +In, +At, +End, -Context, -Names, -Answer, -Root
            root/8,                     % +In, +At, -Context, -Names, -Answer, -Goal, -Searched, -Choices
            resolved/5                  % +Goals, +Choices, +Answer, +Context, -Clauses
          ]).
:- use_module('../core/records', [records/3, write_fields/1]).
:- use_module('../builtins/builtins', [impure_evaluable/1, internal_builtin/1]).
:- use_module(asking, [asked_engine/4, numbers/4]).
:- use_module(compiled_candidates).
:- use_module('../resolve/constants').
:- use_module('../resolve/flat_dicts', [real_dicts/2, write_outermost/2]).
:- use_module('../resolve/delays', [delayed_goals/2]).
:- use_module('../resolve/made', [aggregate/3, inner_goals/4]).
:- use_module('../resolve/resolution', [begin_front/1, candidate/6, checked_later/2, context/4,
                                          first_proof/2, is_counted/3, run/3, runs_at_once/3,
                                          start_trace/2, trace/2]).
:- use_module('../resolve/output', [capture/2, output_goal/1]).
:- use_module('../resolve/sizes', [has_size/2, size_left/3]).
:- use_module('../resolve/tokens').
:- use_module('../core/core', [engine/3, written/6]).
:- use_module('../core/writing', [write_text/4]).
:- use_module('../read/constructs', [conjuncts/2]).
:- use_module('../resolve/grammar', [conjunction/2]).
:- use_module(library(apply), [exclude/3, foldl/5, include/3, maplist/2, maplist/3]).
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2, put_assoc/4]).
:- use_module(library(lists), [append/3, member/2, nth0/3]).
:- use_module(library(terms), [same_functor/2]).

/** <module> A derivation as a proof tree

A derivation is its root state and, for each step, which candidate was chosen. It is done again
with real unification, and each goal becomes a node node(Goal, Clause, Children); so the goals of
the tree are instantiated by all steps together.
*/

:- set_prolog_flag(optimise, true).

%!  proof(+In, -Out) is semidet.
%
%   Make a derivation again and write its proof tree; fail if there is no such derivation.
%
%   In:  number of codes of the header, number of steps (two digits each, base 0x4000); the header: engine,
%        hidden clause (two digits each), number of names, for each name its length and codes; number of
%        variables, number of goals, tokens of the root, its answer and the answer that the states of the
%        search had; then for each run of steps with the same choice their number, offset and ordinal of the
%        candidate (two digits each). The ordinal by_place takes the solution at the offset, whatever the
%        size of its state.
%   Out: a field with the term of each name; a field with the goals that still wait for variables of
%        the answer, each ended by a code 2; a field with the text that the goals write; then the
%        nodes in pre-order, each ended by a code 2. The parts of a node are separated by a code 1:
%        depth, kind, clause, place of the candidate among all solutions of its step, goal, and for
%        each variable of the clause its name and a term. The kind is empty where the clause tells it;
%        else `query`, `call`, `builtin`, `not`, `once`, `open`, or `action` for the move of an MDP.
%        Below `once` are the nodes of the first proof of the goals before a cut or `->`, whose place
%        is -1. At the end the number of all nodes. No text has the codes 1 and 2: character_escapes(true) writes them as escapes.

proof(In, Out) :-
    written_tree(In, [], all, Out).

%!  plain_proof(+In, -Out) is semidet.
%
%   As proof/2, without substitutions, which take most of the time.

plain_proof(In, Out) :-
    written_tree(In, [], inf, Out).

%!  outline(+In, -Out) is semidet.
%
%   As plain_proof/2, with the first nodes only.

outline(In, Out) :-
    written_tree(In, [], #outlined, Out).

%!  partial_proof(+In, -Out) is semidet.
%
%   As proof/2, for a derivation that may have goals left: the kind of their nodes is `open`.

partial_proof(In, Out) :-
    written_tree(In, [open], all, Out).

%!  first_error(+In, -Out) is det.
%
%   Write the first error that a program has met. In is an engine (two digits, base 0x4000). Out has no
%   record, or one: the clause used last before it (0: unknown), and its message, which is empty
%   for what is left out.

first_error(In, Out) :-
    asked_engine(In, _, Module, []),
    records(Record, error_record(Module, Record), Out).

error_record(Module, [Clause,Text]) :-
    current_predicate(Module:first_error/2),
    once(Module:first_error(Clause, Error)),
    (   Error = error(type_error(evaluable, '$left_out'/0), _)
    ->  Text = ''
    ;   Error = error('$thrown'(Ball), _)
    ->  format(string(Text), "no catch/3 catches throw(~q)", [Ball])
    ;   Error = error(type_error(evaluable, Name/Arity), _),
        functor(Expression, Name, Arity),
        impure_evaluable(Expression)
    ->  format(string(Text), "the value of ~q/~w differs from call to call", [Name, Arity])
    ;   Error = error(resource_error(What), _),
        limit_words(What, Format, Arguments)
    ->  format(string(Text), Format, Arguments)
    ;   real_dicts(Error, error(Formal, Where)),
        (   nonvar(Where),
            Where = context(Caller, _),
            nonvar(Caller),
            Caller = _:Name/_,
            atom(Name),
            sub_atom(Name, 0, _, _, 'bounded:')     % of the compiled program
        ->  Told = error(Formal, _)
        ;   Told = error(Formal, Where)
        ),
        '$messages':translate_message(Told, Lines, []),
        with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
        split_string(Text0, "\n", " ", Parts),
        exclude(==(""), Parts, Shown),
        atomic_list_concat(Shown, ' ', Text)
    ).

%   limit_words(+Limit, -Format, -Arguments) is semidet: what a call that would exceed a Limit of ours has met.

limit_words(cells, "a list or a term would have more than ~D members", [#max_cells]).
limit_words(digits, "a text of more than ~D characters is not read as a number", [#max_digits]).
limit_words(text, "a text would have more than ~D characters", [#max_text]).
limit_words(integer_bits, "an integer would have more than ~D bits", [#max_bits]).
limit_words(depth, "a term with more than ~D levels is not written", [#max_depth]).
limit_words(delayed_goals, "not supported while a goal waits for a variable (dif/2, freeze/2, when/2)", []).
limit_words(flags, "a flag of Prolog that can differ from run to run is not read", []).
limit_words(names_of_variables, "a text with the name of a variable would differ from run to run", []).
limit_words(assertion, "the error of an assertion that fails would name a module", []).
limit_words(options, "these options of the call are not supported", []).
limit_words(writef, "a text of writef/2 has a directive that is not supported", []).
limit_words(witness, "the witness of aggregate_all/3 is a variable, which is not supported", []).
limit_words(constraints, "a constraint that waits for a variable is not supported", []).
limit_words(dicts, "this way of writing does not support dicts", []).
limit_words(cut_in_made_goal, "a goal that is made at run time has a cut, which is not supported", []).

%!  bindings(+In, -Out) is det.
%
%   As outline/2, or with the terms and goals of the answer alone, and no nodes, where that takes far less time
%   and memory. Out has no record if there is no such derivation: one that goes by the order of variables need
%   not be found again, since variables are made in another order then.

bindings(In, Out) :-
    root(In, 1, Context, Names, Answer, Goal, Searched, Choices),
    (   later(Context, Choices, Later),
        catch(bound(Goal, Choices, Searched, Later, Nodes, More), error(Formal, Where), no_error(Formal, Where))
    ;   resolved([Goal], Choices, Searched, Context, _),
        Nodes = [],
        More = 0
    ),
    acyclic_term(Answer),
    !,
    written_tree(Context, Names, Answer, Nodes, #outlined, More, Out).
bindings(_, Out) :-
    string_codes(Out, [#wide]).

%   bound(+Goal, +Choices, +Searched, +Context, -Nodes, -More) is semidet: Nodes and More are as for written_tree/7; there
%   are none unless the derivation is_long/2.

bound(Goal, Choices, Searched, Context, [Root], More) :-
    is_long(Choices, Context),
    !,
    Root = node(Goal, _, _),
    Steps is 2* #outlined,
    begun(Steps, [Goal], [Root], Choices, Searched, Context, More),
    acyclic_term(Root).
bound(Goal, Choices, Searched, Context, [], 0) :-
    resolved([Goal], Choices, Searched, Context, _).

%   is_long(+Choices, +Context) is semidet: the nodes behind the first are counted while the steps are taken.

is_long(choices(_, _, _, Count, _), #context([compiled=true, module=Module])) :-
    Count > 2* #outlined,
    \+ writes(Module),
    \+ Module:symbol(_, '$state', _).

%   begun(+Steps, +Goals, +Nodes, +Choices, +Answer, +Context, -Count) is semidet: take steps as derivation/6
%   does, which gives at least half of Steps nodes in pre-order, and then count the nodes that the other
%   steps add.

begun(0, Goals, _, Choices, Answer, Context, Count) :-
    !,
    counted(Goals, Choices, Answer, Context, kept(0, []), 0, Count).
begun(Steps, [Goal|Rest], [Node|Open], Choices0, Answer, Context, Count) :-
    next_choice(Choices0, Choice, Choices),
    step(Choice, Goal, Rest, Open, Answer, Context, Node, Resolvent, Nodes),
    Steps1 is Steps-1,
    begun(Steps1, Resolvent, Nodes, Choices, Answer, Context, Count).

%   Cycles are looked for in the goals of many steps together: to do so takes time in proportion to their terms.

counted(Goals, Choices, Answer, Context, Kept, Count0, Count) :-
    (   next_choice(Choices, Choice, Choices1)
    ->  Goals = [Goal|Rest],
        (   Choice = choice(Place, #by_place),
            compiled_candidate(Goal, Rest, Context, Place, Resolvent, _, BodyGoals)
        ->  new_goals(BodyGoals, Rest, Count0, Count1)
        ;   step(Choice, Goal, Rest, Open, Answer, Context, node(_, _, Children), Resolvent, _),
            counted_nodes(Children, Count0, Count2),
            counted_below(Open, Count2, Count1),
            BodyGoals = Goals
        ),
        keep(BodyGoals, Kept, Kept1),
        counted(Resolvent, Choices1, Answer, Context, Kept1, Count1, Count)
    ;   Goals == [],
        acyclic_term(Kept),
        Count = Count0
    ).

%   counted_below(+Nodes, +Count0, -Count) is det: Nodes is an open list with the nodes of the goals of earlier
%   steps that were run in this one, which are counted already.

counted_below(Nodes, Count, Count) :-
    var(Nodes),
    !.
counted_below([node(_, _, Children)|Nodes], Count0, Count) :-
    counted_nodes(Children, Count0, Count1),
    counted_below(Nodes, Count1, Count).

keep(Goals, kept(N0, Kept), kept(N, Kept1)) :-
    (   N0 < #most_kept
    ->  N is N0+1,
        Kept1 = [Goals|Kept]
    ;   acyclic_term([Goals|Kept]),
        N = 0,
        Kept1 = []
    ).

new_goals(Goals, Rest, Count0, Count) :-
    (   same_term(Goals, Rest)
    ->  Count = Count0
    ;   Goals = [Goal|Goals1],
        (   is_internal(Goal)
        ->  Count1 = Count0
        ;   Count1 is Count0+1
        ),
        new_goals(Goals1, Rest, Count1, Count)
    ).

write_answer(Values, Delayed, VariableNames, Most, Module) :-
    Large is Most* #answer_in_full,
    Shown = shown(VariableNames, Large, Large, Module, 0, 0),
    forall(member(Value, Values),
           ( with_output_to(string(Text), write_named(Value, 699, Shown)),
             write_fields([Text])
           )),
    with_output_to(string(Residual),
                   forall(member(Goal, Delayed),
                          ( write_named(Goal, 699, Shown), put_code(2) ))),
    write_fields([Residual]).

%   written_tree(+In, +End, +Most, -Out) is semidet: End follows the choices of the derivation;
%   `open` leaves the goals open that have no choice.

written_tree(In, End, MostNodes, Out) :-
    proof_tree(In, 1, End, Context, Names, Answer, Root),
    written_tree(Context, Names, Answer, [Root], MostNodes, 0, Out).

%   written_tree(+Context, +Names, +Answer, +Nodes, +Most, +More, -Out) is det: Nodes are a list of the root or, for the
%   answer alone, empty. More nodes are counted that it has not.

written_tree(Context, Names, Answer, Nodes, MostNodes, More, Out) :-
    arg(#module, Context, Module),
    arg(#max_tokens, Context, Most),
    Answer =.. [_|Values],
    delayed_goals(Values, Delayed),
    delayed_goals(Nodes, _),
    variable_names(Names, Values, Delayed-Nodes, VariableNames, LetterCount),
    All is Most* #terms_in_full,
    Shown = shown(VariableNames, Most, All, Module, LetterCount, 0),
    output_of(Nodes, Shown, Context, Output),
    with_output_to(string(Out),
                   ( put_code(#wide),
                     write_answer(Values, Delayed, VariableNames, Most, Module),
                     write_fields([Output]),
                     write_nodes(Nodes, 0, MostNodes, Shown),
                     (   Nodes == []
                     ->  true
                     ;   arg(6, Shown, Count0),
                         Count is Count0+More,
                         write(Count)
                     )
                   )).

%   output_of(+Nodes, +Shown, +Context, -Output) is det: what the goals of the tree write, in
%   their order, as they are now. Sub-proofs are run again for it, from their goals as they were.

output_of(Nodes, Shown, Context, Output) :-
    arg(#module, Context, Module),
    (   writes(Module)
    ->  capture(write_output(Nodes, Shown, Context), Output)
    ;   Output = ""
    ).

writes(Module) :-
    Module:builtin_used(Name/Arity),
    functor(Goal, Name, Arity),
    output_goal(Goal),
    !.

write_output([], _, _).
write_output([node(Goal, Clause, Children)|Nodes], Shown, Context) :-
    (   ( Clause = asked(Run) ; Clause == builtin, Run = Goal ),
        runs_at_once(Run, Context, Kind)
    ->  ignore(written(Run, Kind, Shown, Context))
    ;   write_output(Children, Shown, Context)
    ),
    write_output(Nodes, Shown, Context).

written(Goal, Kind, Shown, Context) :-
    (   Goal = '$else'(Goals)           % which has failed in front of an earlier branch
    ->  Tests =.. ['$not',Goals],
        written(Tests, not, Shown, Context)
    ;   output_goal(Goal)
    ->  term_variables(Goal, Variables),
        maplist(named(Shown), Variables, Named),
        \+ \+ ( maplist(bind_name, Named), run(Kind, Goal, Context) )
    ;   inner_goals(Goal, _, _, _)
    ->  begin_front(Context),           % the limit on its steps is the limit for one candidate
        \+ \+ run(Kind, Goal, Context)
    ).

bind_name(Name='$VAR'(Name)).

%!  subgoals(+In, -Out) is semidet.
%
%   Make a derivation again and write goals that its steps resolve, as tokens; they are
%   instantiated by all steps, so each is true. Fail if there is no such derivation.
%
%   In:  number of the wanted steps, each counted from 0 in ascending order (two digits, base
%        0x4000); then as for proof/2.
%   Out: for each wanted step a record of one field; none where a state could not hold the goal.

subgoals(In, Out) :-
    string_code(1, In, C),
    count_code(Count, C),
    Length is 2*Count,
    sub_string(In, 1, Length, _, StepText),
    string_codes(StepText, StepCodes),
    numbers(Count, StepCodes, [], Steps),
    At is Length+2,
    proof_tree(In, At, [], Context, _, _, Root),
    arg(#module, Context, Module),
    arg(#max_tokens, Context, Most),
    resolved_goals([Root], Goals, []),
    records([codes(GoalCodes)],
            ( member(Step, Steps),
              nth0(Step, Goals, Goal),
              has_size(Goal, Most),
              number_variables(Goal),
              encode_terms([Goal], Module, GoalCodes, [])
            ),
            Out).

number_at(At, In, Number) :-
    Next is At+1,
    string_code(At, In, High),
    string_code(Next, In, Low),
    Number is High*0x4000+Low.

%   resolved_goals(+Nodes, -Goals, ?Tail) is det: the goals that steps resolve, in their order.

resolved_goals([], Goals, Goals).
resolved_goals([node(Goal, Clause, Children)|Nodes], Goals, Tail) :-
    (   Clause = by(_, _)
    ->  Goals = [Goal|Goals1]
    ;   Goals = Goals1
    ),
    resolved_goals(Children, Goals1, Goals2),
    resolved_goals(Nodes, Goals2, Tail).

%!  proof_tree(+In, +At, +End, -Context, -Names, -Answer, -Root) is semidet.
%
%   Make the derivation again that begins at code At of In.

proof_tree(In, At, End, Context, Names, Answer, Root) :-
    root(In, At, Context, Names, Answer, Goal, Searched, Choices),
    Root = node(Goal, _, _),
    (   later(Context, Choices, Later),
        catch(derivation([Goal], [Root], Choices, End, Searched, Later), error(Formal, Where), no_error(Formal, Where))
    ;   derivation([Goal], [Root], Choices, End, Searched, Context)
    ),
    acyclic_term(Root),                 % states taken by their places were not looked at before
    !.

%   later(+Context0, +Choices, -Context) is det: Context is for a derivation whose cycles are looked for behind
%   its last step. It may raise errors of builtins, which cost a candidate in Context0. SWI-Prolog collects
%   garbage when its stacks have grown by as much as was left last time: after a search with large stacks, a long
%   derivation would meet the limit on stacks before.

later(Context0, choices(_, _, _, Count, _), Context) :-
    checked_later(Context0, Context1),
    compile_candidates(Count, Context1, Context),
    (   arg(#compiled, Context, true)
    ->  garbage_collect
    ;   true
    ).

%   no_error(+Formal, +Where) is failure: Formal costs a candidate, unless it is about the memory of Prolog.

no_error(Formal, Where) :-
    nonvar(Where),
    Formal = resource_error(_),
    throw(error(Formal, Where)).

%!  root(+In, +At, -Context, -Names, -Answer, -Goal, -Searched, -Choices) is det.
%
%   Decode a derivation, which begins at code At of In as for proof/2. Choices is a term
%   choices(Text, At, Codes, Count, Choice): the next Count steps have Choice, but for the first term, where
%   Count are all steps; the others are the list Codes, and then stand behind code At of Text, an atom: to
%   read a part of a long string, SWI-Prolog copies the string.

root(In, At, Context, Names, Answer, Goal, Searched, choices(Text, Before, [], Count, none)) :-
    number_at(At, In, Length),
    AtCount is At+2,
    number_at(AtCount, In, Count),
    Start is At+3,
    sub_string(In, Start, Length, _, Header),
    Before is Start+Length,
    atom_string(Text, In),
    string_codes(Header, HeaderCodes),
    numbers(2, HeaderCodes, [N|Codes0], [Engine,Hidden]),
    count_code(NameCount, N),
    engine(Engine, Hidden, Context),
    arg(#module, Context, Module),
    names(NameCount, Codes0, [V,1|Codes], Names),
    count_code(VariableCount, V),
    functor(Variables, v, VariableCount),
    decode_terms(3, Codes, [], Module, Variables, [Goal,Answer,Searched]).

names(0, Codes, Codes, []) :- !.
names(Count, [L|Codes0], Codes, [Name|Names]) :-
    count_code(Length, L),
    length(NameCodes, Length),
    append(NameCodes, Codes1, Codes0),
    atom_codes(Name, NameCodes),
    Count1 is Count-1,
    names(Count1, Codes1, Codes, Names).

%   next_choice(+Choices0, -Choice, -Choices) is semidet: fail where there is no other choice.

next_choice(choices(Text, At0, Codes0, Count0, Choice0), Choice, choices(Text, At, Codes, Count, Choice)) :-
    (   Count0 > 0,
        Choice0 \== none
    ->  Choice = Choice0,
        Count is Count0-1,
        At = At0,
        Codes = Codes0
    ;   Codes0 = [Count2,Count1,Offset2,Offset1,Ordinal2,Ordinal1|Codes]
    ->  At = At0,
        Count is Count2*0x4000+Count1-1,
        Offset is Offset2*0x4000+Offset1,
        Ordinal is Ordinal2*0x4000+Ordinal1,
        Choice = choice(Offset, Ordinal)
    ;   atom_length(Text, Length),
        Left is min(Length-At0, #codes_at_once),
        Left > 0,
        sub_string(Text, At0, Left, _, Part),
        string_codes(Part, Codes1),
        At1 is At0+Left,
        next_choice(choices(Text, At1, Codes1, 0, none), Choice, choices(_, At, Codes, Count, _))
    ).

%!  resolved(+Goals, +Choices, +Answer, +Context, -Clauses) is semidet.
%
%   Make a derivation again from the resolvent Goals, by Clauses. What is behind it is not kept, so it may have
%   millions of steps.

resolved(Goals, Choices, Answer, Context, Clauses) :-
    (   next_choice(Choices, Choice, Choices1)
    ->  Goals = [Goal|Rest],
        Clauses = [Clause|Clauses1],
        chosen(Choice, Goal, Rest, Answer, Context, Resolvent, Clause, _, _),
        resolved(Resolvent, Choices1, Answer, Context, Clauses1)
    ;   Goals == [],
        Clauses = []
    ).

%   derivation(+Goals, +Nodes, +Choices, +End, +Answer, +Context) is semidet: Goals are the resolvent, and
%   Nodes are their nodes, which get clauses and children. A step looks only at the goals
%   that are new, so a derivation takes time in proportion to its length.

derivation(Goals, Nodes, Choices, End, Answer, Context) :-
    (   next_choice(Choices, Choice, Choices1)
    ->  Goals = [Goal|Rest],
        Nodes = [Node|Open],
        step(Choice, Goal, Rest, Open, Answer, Context, Node, Resolvent, Nodes1),
        derivation(Resolvent, Nodes1, Choices1, End, Answer, Context)
    ;   End == [open]
    ->  maplist(left_open, Nodes)
    ;   Goals == []
    ).

%   step(+Choice, +Goal, +Rest, +Open, +Answer, +Context, ?Node, -Resolvent, -Nodes) is semidet: Node is the node
%   of Goal, Open are the nodes of Rest, and Nodes the nodes of Resolvent.

step(Choice, Goal, Rest, Open, Answer, Context, node(Goal, by(Clause, Solution), Children), Resolvent,
     Nodes) :-
    (   Choice = choice(Solution, #by_place),
        compiled_candidate(Goal, Rest, Context, Solution, Resolvent, Clause, BodyGoals)
    ->  Steps = []                      % of sub-proofs, none
    ;   arg(#module, Context, Module),
        (   writes(Module),
            \+ Module:symbol(_, '$state', _)    % a move of an MDP is run again as a whole
        ->  start_trace(Context, true)
        ;   start_trace(Context, false)
        ),
        chosen(Choice, Goal, Rest, Answer, Context, Resolvent, Clause, Solution, BodyGoals),
        trace(Context, Steps)
    ),
    body_nodes(BodyGoals, Rest, Open, Children, Nodes0),
    run_nodes(BodyGoals, Resolvent, Context, Steps, Nodes0, Nodes).

%   body_nodes(+Goals, +Rest, +Open, -Children, -Nodes) is det: Goals are the goals of the body,
%   which get Children, and behind them the very list Rest; Nodes are Children, and Open behind
%   them.

body_nodes(Goals, Rest, Open, Children, Nodes) :-
    (   same_term(Goals, Rest)
    ->  Children = [],
        Nodes = Open
    ;   Goals = [Goal|Goals1],
        Node = node(Goal, _, _),
        Children = [Node|Children1],
        Nodes = [Node|Nodes1],
        body_nodes(Goals1, Rest, Open, Children1, Nodes1)
    ).

left_open(node(_, open, [])).

%   run_nodes(+Goals, +Resolvent, +Context, +Steps, +Nodes0, -Nodes) is det: Resolvent is a suffix of Goals
%   whose first cell may be another, perhaps behind goals that the last goal run has woken, whose nodes
%   are below that goal; the goals in front of it were run in that step. Steps are the steps of their
%   sub-proofs, see trace/2.

run_nodes(Goals, Resolvent, Context, Steps, Nodes0, Nodes) :-
    (   is_suffix(Resolvent, Goals)
    ->  Nodes = Nodes0
    ;   Goals = [Goal|Goals1],
        Nodes0 = [node(_, By, Children)|Nodes1],
        (   arg(#delays, Context, true),
            woken_nodes(Resolvent, Goals1, Children, Nodes, Nodes1),
            Children \== []
        ->  By = wakes
        ;   (   Steps = [asked(Asked)|Steps1],
                same_functor(Goal, Asked)       % other builtins have none
            ->  By = asked(Asked),
                sub_nodes(Goal, Context, Steps1, Steps3, Children0),
                woken_last(Steps3, Context, Steps2, Woken),
                append(Children0, Woken, Children)
            ;   By = builtin,
                sub_nodes(Goal, Context, Steps, Steps2, Children)
            ),
            run_nodes(Goals1, Resolvent, Context, Steps2, Nodes1, Nodes)
        )
    ).

is_suffix(Resolvent, Goals) :-
    (   Resolvent = [Goal|Behind]
    ->  Goals = [Goal1|Goals1],
        same_term(Goal1, Goal),
        same_term(Goals1, Behind)
    ;   Goals == []
    ).

%   woken_nodes(+Resolvent, +Goals, -Woken, -Nodes, ?Tail) is semidet: Resolvent begins with woken goals,
%   whose nodes are Woken, and then has Goals; Nodes are Woken and then Tail.

woken_nodes(Resolvent, Goals, Woken, Nodes, Tail) :-
    (   is_suffix(Resolvent, Goals)
    ->  Woken = [],
        Nodes = Tail
    ;   Resolvent = ['$call'(Goal, [])|Resolvent1],
        Node = node('$call'(Goal, []), _, _),
        Woken = [Node|Woken1],
        Nodes = [Node|Nodes1],
        woken_nodes(Resolvent1, Goals, Woken1, Nodes1, Tail)
    ).

%   sub_nodes(+Goal, +Context, +Steps0, -Steps, -Nodes) is det: Nodes are the nodes of goals that a
%   sub-proof of Goal proved, unless all of them are builtins.

sub_nodes(Goal, Context, Steps0, Steps, Nodes) :-
    (   proved_goals(Goal, Goals)
    ->  proved_nodes(Goals, Context, Steps0, Steps, Nodes0),
        (   Goal \= '$each'(_, _),      % a move of an MDP shows nothing below it
            member(node(_, By, Children), Nodes0),
            ( By = sub(_) ; Children \== [] )
        ->  Nodes = Nodes0
        ;   Nodes = []
        )
    ;   Steps = Steps0,
        Nodes = []
    ).

proved_goals('$once'(Goals0), Goals) :-
    (   Goals0 = ['$output_begin', '$once'(Goals1), '$output_end'(_)]
    ->  Goals = Goals1                  % with_output_to/2: its goals, not the once/1 around them
    ;   Goals = Goals0
    ).
proved_goals('$until'(Goals, _), Goals).
proved_goals('$each'(_, Goals), Goals).
proved_goals('$catch'(Goals, _, Outcome), Goals) :-
    Outcome == exit.

%   Goals that a goal has woken are proved between it and the next one.

proved_nodes([], _, Steps, Steps, []).
proved_nodes([Goal|Goals], Context, Steps0, Steps, [node(Goal1, By, Children)|Nodes]) :-
    (   runs_at_once(Goal, Context, _)
    ->  Goal1 = Goal,
        By = builtin,
        sub_nodes(Goal, Context, Steps0, Steps1, Children),
        proved_nodes(Goals, Context, Steps1, Steps, Nodes)
    ;   Steps0 = [step(Goal1, Clause, Body, Rest)|Steps2],
        By = sub(Clause),
        goals_before(Body, Rest, Before),
        proved_nodes(Before, Context, Steps2, Steps1, Children),
        (   same_term(Goal1, Goal)
        ->  proved_nodes(Goals, Context, Steps1, Steps, Nodes)
        ;   proved_nodes([Goal|Goals], Context, Steps1, Steps, Nodes)
        )
    ).

goals_before(Goals, Rest, Before) :-
    (   same_term(Goals, Rest)
    ->  Before = []
    ;   Goals = [Goal|Goals1],
        Before = [Goal|Before1],
        goals_before(Goals1, Rest, Before1)
    ).

%   woken_last(+Steps0, +Context, -Steps, -Nodes) is det: Nodes are the nodes of the goals that the last goal of a
%   sub-proof has woken. What comes in front of the next asked(Goal) belongs to them.

woken_last(Steps0, Context, Steps, Nodes) :-
    (   Steps0 = [step(Goal, Clause, Body, Rest)|Steps1]
    ->  goals_before(Body, Rest, Before),
        Nodes = [node(Goal, sub(Clause), Children)|Nodes1],
        proved_nodes(Before, Context, Steps1, Steps2, Children),
        woken_last(Steps2, Context, Steps, Nodes1)
    ;   Nodes = [],
        Steps = Steps0
    ).

%   chosen(+Choice, +Goal, +Rest, +Answer, +Context, -Resolvent, -Clause, -Place, -Goals) is semidet: take a
%   candidate by its place among all solutions; or the one that the engine gave at an ordinal of a page: solutions before Offset are not counted, and of the others only those that are
%   states, which takes time in proportion to the state.

chosen(choice(Place, #by_place), Goal, Rest, _, Context, Resolvent, Clause, Place, Goals) :-
    (   compiled_candidate(Goal, Rest, Context, Place, Resolvent, Clause, Goals)
    ;   move_at(Place, Goal, Rest, Context, Resolvent, Clause, Goals)
    ),
    !.
chosen(choice(Offset, Ordinal), Goal, Rest, Answer, Context, Resolvent, Clause, Solution,
       Goals) :-
    Counts = counts(0, 0),
    candidate(Goal, Rest, Context, Resolvent, Clause, Goals),
    arg(1, Counts, Solution),
    (   Solution =:= Offset,
        Ordinal == #by_place
    ->  IsChosen = true
    ;   IsChosen = false
    ),
    is_counted(Goal, Context, IsChosen),
    next_count(1, Counts, _),
    Solution >= Offset,
    (   Ordinal == #by_place
    ->  true
    ;   \+ \+ written(Resolvent, [Answer], Context, _, _, _),
        next_count(2, Counts, Ordinal0),
        Ordinal0 =:= Ordinal
    ),
    !.

next_count(Index, Counts, Count) :-
    arg(Index, Counts, Count),
    Count1 is Count+1,
    nb_setarg(Index, Counts, Count1).

%   write_nodes(+Nodes, +Depth, +Most, !Shown) is det: with all nodes below them, in pre-order; Most is the
%   number of nodes that are written, the others are counted, or `all`, with substitutions. The last of
%   several nodes is written by a last call: a derivation may be millions of levels deep.

write_nodes([], _, _, _).
write_nodes(Nodes, _, Most, Shown) :-
    number(Most),
    arg(6, Shown, Count0),
    Count0 > Most,
    !,
    counted_nodes(Nodes, Count0, Count),
    nb_setarg(6, Shown, Count).
write_nodes([node(Goal, _, _)|Nodes], Depth, Most, Shown) :-
    is_internal(Goal),
    !,
    write_nodes(Nodes, Depth, Most, Shown).
write_nodes([node(Goal, Clause, Children)|Nodes], Depth, Most, Shown) :-
    Depth1 is Depth+1,
    count_node(Goal, Shown, Count),
    (   mdp_children(Goal, Children, Told, Following)
    ->  write_line(Goal, Clause, Children, Depth, Most, Count, false, Shown),
        write_nodes(Told, Depth1, Most, Shown),
        write_nodes(Following, Depth, Most, Shown),
        write_nodes(Nodes, Depth, Most, Shown)
    ;   write_line(Goal, Clause, Children, Depth, Most, Count, true, Shown),
        (   Nodes == []
        ->  write_nodes(Children, Depth1, Most, Shown)
        ;   write_nodes(Children, Depth1, Most, Shown),
            write_nodes(Nodes, Depth, Most, Shown)
        )
    ).

%   counted_nodes(+Nodes, +Count0, -Count) is det: Count-Count0 is the number of nodes that write_nodes/4 would
%   have written.

counted_nodes([], Count, Count) :- !.           % also below a goal that has no node
counted_nodes([node(Goal, _, Children)|Nodes], Count0, Count) :-
    (   ( Goal == '$unread' ; is_internal(Goal) )
    ->  Count1 = Count0
    ;   Count1 is Count0+1
    ),
    (   Children \== [],
        mdp_children(Goal, Children, Told, Following)
    ->  append(Told, Following, Below)
    ;   Below = Children
    ),
    (   Nodes == []
    ->  counted_nodes(Below, Count1, Count)
    ;   counted_nodes(Below, Count1, Count2),
        counted_nodes(Nodes, Count2, Count)
    ).

is_internal(Goal) :-
    nonvar(Goal),
    internal_builtin(Goal).

count_node(Goal, Shown, Count) :-
    arg(6, Shown, Count0),
    (   Goal == '$unread'               % no proof shows it
    ->  Count = Count0
    ;   Count is Count0+1,
        nb_setarg(6, Shown, Count)
    ).

write_line(Goal, Clause, Children, Depth, Most, Count, HasSubstitution, Shown) :-
    (   ( Most == all ; Count =< Most )
    ->  arg(4, Shown, Module),
        shown(Module, Goal, ShownGoal),
        write_node(Goal, Clause, Children, Depth, ShownGoal, Shown, Id),
        (   Most == all,
            HasSubstitution == true
        ->  substitution(Id, Goal, Children, Module, Substitution),
            write_pairs(Substitution, Shown)
        ;   true
        ),
        put_code(2)
    ;   true
    ).

write_node(Goal, Clause, Children, Depth, ShownGoal, Shown, Id) :-
    described(Clause, Goal, Kind0, Id, Solution),
    (   ( Clause == builtin ; Clause = asked(_) ),
        Children \== []
    ->  Kind = once
    ;   Kind = Kind0
    ),
    format("~d\x01\~a\x01\~d\x01\~d\x01\", [Depth,Kind,Id,Solution]),
    (   Clause == open
    ->  Priority = 999
    ;   Priority = 1200
    ),
    write_body(ShownGoal, Priority, Shown).

%   mdp_children(+Goal, +Children, -Told, -Following) is semidet: below a goal of an MDP
%   only the move is shown; the state that it leads to follows and is not below.

mdp_children(Goal, Children, Told, Following) :-
    callable(Goal),
    functor(Goal, Name, _),
    memberchk(Name, ['$start', '$state']),
    include(node_named('$each'), Children, Told),
    include(node_named('$state'), Children, Following).

node_named(Name, node(Goal, _, _)) :-
    functor(Goal, Name, _).

%   described(+By, +Goal, -Kind, -Clause, -Place) is det: the description of a node that was made by By.

described(open, _, open, #no_clause, 0).
described(wakes, _, builtin, #no_clause, 0).
described(asked(_), Goal, Kind, #no_clause, 0) :-
    builtin_kind(Goal, Kind).
described(builtin, Goal, Kind, #no_clause, 0) :-
    builtin_kind(Goal, Kind).
described(sub(Clause), Goal, Kind, Clause, -1) :-
    clause_kind(Clause, Goal, Kind).
described(by(Clause, Place), Goal, Kind, Clause, Place) :-
    clause_kind(Clause, Goal, Kind).

builtin_kind(Goal, Kind) :-
    (   ( Goal = '$not'(_) ; Goal = '$else'(_) )
    ->  Kind = not
    ;   Goal = '$each'(_, _)
    ->  Kind = action
    ;   Kind = builtin
    ).

clause_kind(Clause, Goal, Kind) :-
    (   Clause \== #query_clause
    ->  Kind = ''
    ;   Goal = '$call'(_, _)
    ->  Kind = call
    ;   Kind = query
    ).

%   substitution(+Clause, +Goal, +Children, +Module, -Substitution) is det: terms Name=Term for the
%   variables of the clause as they were read.

substitution(Clause, Goal, Children, Module, Names) :-
    Clause >= #first_clause,
    Module:clause_source(Clause, Head, Body, Names, _, _, _),
    same_arguments(Head, Goal),
    !,
    exclude(is_branch(Module), Children, Written),
    maplist(node_goal, Written, ChildGoals),
    maplist(shown(Module), ChildGoals, Shown0),
    conjunction(Body, Conjunction),
    conjunction(Shown0, ShownConjunction),
    without_cuts(Conjunction, Goals),
    without_cuts(ShownConjunction, Shown),
    ignore(( append(_, Behind, Shown),   % behind goals that the head has woken
             unify_with_occurs_check(Goals, Behind) )).
substitution(_, _, _, _, []).

node_goal(node(Goal, _, _), Goal).

is_branch(Module, node(_, By, _)) :-
    ( By = by(Clause, _) ; By = sub(Clause) ),
    Module:clause_source(Clause, _, _, _, _, _, branch),
    !.

without_cuts(Conjunction, Goals) :-
    conjuncts(Conjunction, Goals0),
    exclude(==(!), Goals0, Goals1),
    exclude(is_internal, Goals1, Goals2),
    maplist(called, Goals2, Goals).

%   called(+Goal0, -Goal) is det: a variable in the place of a goal is shown as call/1.

called(Goal0, Goal) :-
    (   var(Goal0)
    ->  Goal = call(Goal0)
    ;   Goal = Goal0
    ).

same_arguments(Head, Goal) :-
    Head =.. [_|Arguments],
    Goal =.. [_|Arguments].

%   shown(+Module, +Goal, -Shown) is det: the goal as a user would write it; the goal of an
%   auxiliary predicate is the construct that it came from.

shown(Module, Goal, Shown) :-
    (   Goal = '$until'(_, _),
        Module:stands_for(Goal, Shown0)
    ->  Shown = Shown0
    ;   list_construct(Goal, Goals, Conjunction, Shown)
    ->  exclude(is_internal, Goals, Goals1),
        maplist(shown(Module), Goals1, ShownGoals),
        conjunction(ShownGoals, Conjunction)
    ;   callable(Goal),
        functor(Goal, Name, Arity),
        sub_atom(Name, 0, _, _, $),
        shown_auxiliary(Goal, Name, Arity, Module, Shown)
    ->  true
    ;   Shown = Goal
    ).

list_construct('$query'(Goals), Goals, Conjunction, Conjunction).
list_construct('$once'(['$output_begin'|Goals0]), Goals, Goal, with_output_to(Sink, Goal)) :-
    append(Goals, ['$output_end'(Sink)], Goals0),
    !.
list_construct('$once'(Goals), Goals, Conjunction, Conjunction).
list_construct('$until'(Goals, 0), Goals, Conjunction, Conjunction).
list_construct('$not'(Goals), Goals, Conjunction, \+ Conjunction).
list_construct('$else'(Goals), Goals, Conjunction, \+ Conjunction).
list_construct('$bag'(Kind, Template, Bound, _, Goals, Result), Goals, Conjunction, Shown) :-
    quantified(Bound, Conjunction, Quantified),
    Shown =.. [Kind,Template,Quantified,Result].
list_construct('$catch'(Goals, Catcher, _), Goals, Conjunction, catch(Conjunction, Catcher, true)).
list_construct('$all'(Kind, Template, Goals, Result), Goals, Conjunction, Shown) :-
    (   Kind == findall
    ->  Shown = findall(Template, Conjunction, Result)
    ;   Kind = first(Count)
    ->  Shown = findall(Template, limit(Count, Conjunction), Result)
    ;   aggregate(Aggregate, Kind, Template),
        Shown = aggregate_all(Aggregate, Conjunction, Result)
    ).

quantified([], Goal, Goal).
quantified([Term|Bound], Goal, Term^Quantified) :-
    quantified(Bound, Goal, Quantified).

shown_auxiliary(Goal, Name, _, _, Shown) :-
    atom_concat('$library_', PlainName, Name),
    !,
    Goal =.. [_|Arguments],
    Shown =.. [PlainName|Arguments].
shown_auxiliary('$call'(Closure, Arguments), _, _, _, Shown) :-
    !,
    Shown =.. [call,Closure|Arguments].
shown_auxiliary('$start'(Query), _, _, _, Query) :- !.
shown_auxiliary('$state'(_, State), _, _, _, State) :- !.
shown_auxiliary('$state'(_, _, State), _, _, _, State) :- !.
shown_auxiliary('$each'(Action, _), _, _, Module, Label) :-
    !,
    labelled(Module, Action, Label).
shown_auxiliary(Goal, _, _, Module, Shown) :-
    current_predicate(Module:stands_for/2),
    Module:stands_for(Goal, Shown),
    !.
shown_auxiliary(Goal, Name, Arity, Module, Shown) :-
    functor(Head, Name, Arity),
    findall(Kind-(Head-Body),
            Module:clause_source(_, Head, Body, _, _, _, Kind),
            Clauses),
    construct(Clauses, Goal, Shown).

%   labelled(+Module, +Action, -Label) is det: what label/2 of an MDP says, else the action.

labelled(Module, Action, Label) :-
    copy_term(Action, Action1),
    context(Module, [], 0, Context),
    (   first_proof([label(Action1, Label0)], Context)
    ->  Label = Label0
    ;   Label = Action
    ).

construct([branch-(Goal-Body)|_], Goal, Construct) :-
    conjunction(Body, Construct).
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

%   variable_names(+Names, +Values, +Root, -VariableNames, -LetterCount) is det: a variable that is a
%   value has the name it was asked by, the others of the tree have LetterCount letters. VariableNames
%   is an association list: variables keep their order while terms are written.

variable_names(Names, Values, Root, VariableNames, LetterCount) :-
    foldl(own_name, Names, Values, [], Own),
    term_variables(Values-Root, Variables),
    exclude(is_named(Own), Variables, Others),
    foldl(lettered, Others, Lettered, 0, LetterCount),
    append(Lettered, Own, Pairs),
    list_to_assoc(Pairs, VariableNames).

own_name(Name, Value, Own0, Own) :-
    (   var(Value),
        \+ is_named(Own0, Value)
    ->  Own = [Value-Name|Own0]
    ;   Own = Own0
    ).

is_named(Pairs, Variable) :-
    member(Variable0-_, Pairs),
    Variable0 == Variable,
    !.

lettered(Variable, Variable-Name, N, N1) :-
    letter_name(N, Name),
    N1 is N+1.

letter_name(N, Name) :-
    Letter is 0'A + N mod 26,
    Round is N//26,
    (   Round =:= 0
    ->  format(atom(Name), '_~c', [Letter])
    ;   format(atom(Name), '_~c~d', [Letter, Round])
    ).

write_pairs([], _).
write_pairs([Name=Value|Pairs], Shown) :-
    format("\x01\~w\x01\", [Name]),
    write_named(Value, 699, Shown),
    write_pairs(Pairs, Shown).

%   write_body(+Goal, +Priority, +Names) is det: constructs and comparisons with spaces between.

write_body(Goal, Priority, Names) :-
    (   nonvar(Goal),
        arg(4, Names, Module),
        layout(Goal, Module, Left, Between, Right, GoalPriority, LeftPriority, RightPriority)
    ->  bracket(Priority, GoalPriority, '('),
        write_body(Left, LeftPriority, Names),
        write(Between),
        write_body(Right, RightPriority, Names),
        bracket(Priority, GoalPriority, ')')
    ;   nonvar(Goal),
        Goal = (\+ Negated)
    ->  write('\\+ '),
        write_body(Negated, 900, Names)
    ;   nonvar(Goal),
        public(Goal, Public)
    ->  write_named(Public, Priority, Names)
    ;   write_named(Goal, Priority, Names)
    ).

%   public(+Goal, -Public) is semidet: an internal goal of a construct, as of the library, by its public name.

public('$memberchk'(X, Xs), memberchk(X, Xs)).
public('$must_be'(Type, Term), must_be(Type, Term)).
public('$domain_error'(Domain, Term), domain_error(Domain, Term)).

%   write_named(+Term, +Priority, +Names) is det: only the names that occur in Term are handed on,
%   since each of them costs time. Of a term that no state would hold (a builtin in front may make
%   and drop one), and of large ones where the whole text has become too long, the outermost levels
%   are written, with `...` for the others.

write_named(Term, Priority, Shown) :-
    arg(4, Shown, Module),
    (   fits(Term, Shown)
    ->  term_variables(Term, Variables),
        maplist(named(Shown), Variables, Own),
        write_text(Module, Term, Priority, Own)
    ;   write_outermost(Term, [ quoted(true), spacing(next_argument), numbervars(false), module(Module),
                                character_escapes(true), max_depth(#levels_shown), cycles(true),
                                priority(Priority) ])
    ).

%   fits(+Term, !Shown) is semidet: Term is written in full; what it takes is noted.

fits(Term, Shown) :-
    (   '$term_size'(Term, #cells_without_count, _)
    ->  true
    ;   Shown = shown(_, Most, All, _, _, _),
        Capacity is max(min(Most, All), #cells_always_shown),
        Cells is 2*Capacity,            % a term has at most two cells for each name
        (   '$term_size'(Term, Cells, _),
            size_left(Term, Capacity, Left)
        ->  All1 is All-(Capacity-Left),
            nb_setarg(3, Shown, All1)
        ;   All1 is All-Capacity,
            nb_setarg(3, Shown, All1),
            fail
        )
    ).

%   named(!Shown, +Variable, -NameAndVariable) is det: a variable of a clause that no goal has gets the
%   next letter.

named(Shown, Variable, Name=Variable) :-
    Shown = shown(Names, _, _, _, LetterCount, _),
    (   get_assoc(Variable, Names, Name0)
    ->  Name = Name0
    ;   letter_name(LetterCount, Name),
        LetterCount1 is LetterCount+1,
        put_assoc(Variable, Names, Name, Names1),
        setarg(1, Shown, Names1),
        setarg(5, Shown, LetterCount1)
    ).

layout((Left , Right), _, Left, ', ', Right, 1000, 999, 1000).
layout((Left -> Right), _, Left, ' -> ', Right, 1050, 1049, 1050).
layout((Left *-> Right), _, Left, ' *-> ', Right, 1050, 1049, 1050).
layout((Left ; Right), _, Left, ' ; ', Right, 1100, 1099, 1100).
layout(Goal, Module, Left, Between, Right, 700, 699, 699) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, [Left,Right]),
    current_op(700, xfx, Module:Name),
    format(atom(Between), ' ~w ', [Name]).

bracket(Priority, GoalPriority, Bracket) :-
    (   GoalPriority > Priority
    ->  write(Bracket)
    ;   true
    ).
