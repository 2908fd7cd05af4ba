:- module(lemmas,
          [ prove_lemmas/2,             % +In, -Out
            lemma_goals/2,              % +In, -Out
            used_clauses/2,             % +In, -Out
            expanded/2,                 % +In, -Out
            closed_goals/2,             % +In, -Out
            useful_lemmas/2,            % +In, -Out
            general_goal/4,             % +Goal, +Ids, +Context, -Head
            goal_text/2                 % +Goal, -Text
          ]).
:- use_module('../core/records', [records/3]).
:- use_module(asking, [answer_key/3, asked_engine/4, derivation/4, digits/4, key_codes/3, numbers/4]).
:- use_module(bounded, [is_builtin/3]).
:- use_module(proof, [proof_tree/7, resolved/5, root/8]).
:- use_module('../resolve/constants').
:- use_module('../resolve/flat_dicts', [write_with_dicts/2]).
:- use_module('../resolve/delays', [without_delays/2]).
:- use_module(library(apply), [foldl/4]).
:- use_module(library(lists), [append/3, member/2]).
:- use_module(library(pairs), [group_pairs_by_key/2]).
:- use_module(library(occurs), [sub_term/2]).

/** <module> Lemmas: facts that follow from a program

A lemma is a clause of the program that is loaded behind its own, and lemma(Clause, Ids) in its module: the
clauses Ids of the program prove the head of Clause, in the order of a derivation, without binding its
variables. So every search follows lemmas as it follows clauses. Its answers are written out: each lemma is
replaced by its Ids, and the derivation is made again from the goal. What cannot be made again is no answer.

A goal may be more general than a lemma. Where clauses without builtins and cuts prove the lemma, they prove
the common instance. Otherwise a builtin may want what the goal does not bring, or a cut may come first. That
shows when the answer is written out, but not within a sub-proof, such as a negation's: such lemmas are
refused where there are sub-proofs. And a lemma is a second proof: where proofs are collected, there are none.
*/

%!  prove_lemmas(+In, -Out) is det.
%
%   Prove lemmas by the clauses that are said to do so. All numbers have two digits, base 0x4000.
%
%   In:  engine; then for each lemma its clause, a number of clauses, and these clauses.
%   Out: 0x10FFFF; then for each lemma that is not proved so its clause, and a code: 1 if the clauses do not
%        prove it, 2 if the program has sub-proofs that its builtins or cuts do not go with, 3 if the program
%        collects proofs or makes goals.

prove_lemmas(In, Out) :-
    asked_engine(In, Context, Module, Codes),
    dynamic(Module:lemma/2),
    sub_proofs(Context, Module, SubProofs),
    all_proved(Codes, Context, SubProofs, Refused, []),
    string_codes(Out, [#wide|Refused]).

all_proved([], _, _, Refused, Refused).
all_proved([C1,C0|Codes], Context, SubProofs, Refused, Tail) :-
    numbers(2, [C1,C0|Codes], Codes2, [Clause,Count]),
    numbers(Count, Codes2, Codes1, Ids),
    (   refused(Clause, Ids, Context, SubProofs, Why)
    ->  Refused = [C1,C0,Why|Refused1]
    ;   Refused = Refused1
    ),
    all_proved(Codes1, Context, SubProofs, Refused1, Tail).

%   refused(+Clause, +Ids, +Context, +SubProofs, -Why) is semidet: fail where the lemma is proved, and kept.

refused(Clause, Ids, Context, SubProofs, Why) :-
    arg(#module, Context, Module),
    Module:res(Head, [], [], Clause),
    (   SubProofs == collected
    ->  Why = 3
    ;   copy_term(Head, Head0),
        derivation([Head], Context, Ids, _),
        Head =@= Head0
    ->  (   SubProofs == tested,
            \+ are_pure(Ids, Module)
        ->  Why = 2
        ;   retractall(Module:lemma(Clause, _)),
            assertz(Module:lemma(Clause, Ids)),
            fail
        )
    ;   Why = 1
    ).

%   sub_proofs(+Context, +Module, -SubProofs) is det: `none`; or `tested`, where there are cuts, negations,
%   conditions or goals that wait; or `collected`, where a second proof of a goal changes what is proved.

sub_proofs(Context, Module, SubProofs) :-
    (   has_goal(Module, ['$all','$bag','$call'])
    ->  SubProofs = collected
    ;   (   Module:cut(_, _, _, _)
        ;   has_goal(Module, ['$not','$once','$until','$else','$catch','$each'])
        ;   arg(#delays, Context, true)
        )
    ->  SubProofs = tested
    ;   SubProofs = none
    ).

has_goal(Module, Names) :-
    (   Module:res(_, Goals, [], _)
    ;   Module:query(_, _, Goals, _, _, _, _, _)
    ),
    Goals \== [],
    sub_term(Goal, Goals),
    compound(Goal),
    compound_name_arity(Goal, Name, _),
    memberchk(Name, Names),
    !.

are_pure(Ids, Module) :-
    sort(Ids, Used),
    \+ ( member(Id, Used),
         Module:res(Head, Goals, [], Id),
         (   functor(Head, Name, Arity),
             Module:cut(_, _, Name, Arity)
         ;   member(Goal, Goals),
             is_builtin(Goal, Module, _),
             Goal \= (_ = _)
         ) ).

%!  lemma_goals(+In, -Out) is det.
%
%   Write the heads of lemmas, with other constants in the place of their variables. In is an engine, then
%   clauses (two digits each, base 0x4000); Out has a record of one field for each.

lemma_goals(In, Out) :-
    lemma_heads(In, Module, Clauses),
    records([Text],
            ( member(Clause, Clauses),
              Module:res(Head, [], [], Clause),
              term_variables(Head, Variables),
              foldl(constant, Variables, 1, _),
              goal_text(Head, Text) ),
            Out).

lemma_heads(In, Module, Clauses) :-
    asked_engine(In, _, Module, Codes),
    length(Codes, Length),
    Count is Length // 2,
    numbers(Count, Codes, [], Clauses).

constant(Constant, N0, N) :-
    atom_concat('variable of a lemma ', N0, Constant),
    N is N0+1.

%!  used_clauses(+In, -Out) is det.
%
%   Write the clauses of a derivation, given as for proof:proof/2, without its query's. Out is 0x10FFFF and
%   their numbers.

used_clauses(In, Out) :-
    used(In, _, [_|Ids]),
    foldl(digits(2), Ids, Codes, []),
    string_codes(Out, [#wide|Codes]).

used(In, Context, Ids) :-
    root(In, 1, Context, _, _, Goal, Searched, Choices),
    resolved([Goal], Choices, Searched, Context, Ids).

%!  expanded(+In, -Out) is det.
%
%   Write out the lemmas of a derivation, given as for proof:proof/2. Out is 0x10FFFF, the number of tokens of
%   the answer, the tokens, the number of lemmas used, the clause of each, and then the place of each step of the derivation without them among all
%   solutions of its step; or only 0x10FFFF if there is no such derivation, or it is too long.

expanded(In, Out) :-
    (   used(In, Context, Ids0),
        arg(#module, Context, Module),
        written_out(Ids0, Module, Ids, [], Lemmas),
        length(Ids, StepCount),
        StepCount =< #most_written,
        root(In, 1, _, _, Answer, Goal, _, _),
        derivation([Goal], Context, Ids, Places),
        without_delays(Answer, Plain),
        answer_key(Plain, Context, Key)
    ->  key_codes(Key, Codes, Codes1),
        length(Lemmas, Count),
        append([Count|Lemmas], Places, Numbers),
        foldl(digits(2), Numbers, Codes1, [])
    ;   Codes = []
    ),
    string_codes(Out, [#wide|Codes]).

written_out([], _, Ids, Ids, []).
written_out([Id0|Ids0], Module, Ids, Tail, Lemmas) :-
    (   Module:lemma(Id0, Own)
    ->  append(Own, Ids1, Ids),
        Lemmas = [Id0|Lemmas1]
    ;   Ids = [Id0|Ids1],
        Lemmas = Lemmas1
    ),
    written_out(Ids0, Module, Ids1, Tail, Lemmas1).

%!  closed_goals(+In, -Out) is semidet.
%
%   Write what a derivation, given as for proof:proof/2, proves on the way. Out has a record for each way in
%   which it proves goals of the program's own predicates, by at least two steps and not too many: the most
%   general goal that these steps prove, the number of goals proved so, and the clauses used.

closed_goals(In, Out) :-
    proof_tree(In, 1, [], Context, _, _, Root),
    closed([Root], _, [], _, Closed, []),
    keysort(Closed, Sorted),
    group_pairs_by_key(Sorted, Groups),
    records([Text,Count,IdsText],
            ( member(Ids1-[Goal|Goals], Groups),
              general_goal(Goal, Ids1, Context, Head),
              goal_text(Head, Text),
              length([Goal|Goals], Count),
              atomic_list_concat(Ids1, ' ', IdsText) ),
            Out).

%   closed(+Nodes, -Ids, ?IdsTail, -Count, -Closed, ?ClosedTail) is det: Ids are the clauses of Nodes and of
%   what is below them, in the order of the derivation, Count is their number, and Closed are terms Ids-Goal.

closed([], Ids, Ids, 0, Closed, Closed).
closed([node(Goal, By, Children)|Nodes], Ids, Tail, Count, Closed, ClosedTail) :-
    (   By = by(Id, _)
    ->  Ids = [Id|Ids1],
        closed(Children, Ids1, Ids2, Count0, Closed, Closed1),
        Count1 is Count0+1,
        (   Count1 >= 2,
            Count1 =< #most_of_lemma,
            functor(Goal, Name, _),
            \+ sub_atom(Name, 0, _, _, $)
        ->  length(Own, Count1),
            append(Own, Ids2, Ids),
            Closed1 = [Own-Goal|Closed2]
        ;   Closed2 = Closed1
        )
    ;   Ids2 = Ids,
        Count1 = 0,
        Closed2 = Closed
    ),
    closed(Nodes, Ids2, Tail, Count2, Closed2, ClosedTail),
    Count is Count1+Count2.

%!  general_goal(+Goal, +Ids, +Context, -Head) is semidet.
%
%   Head is the most general goal that the clauses Ids prove, as they prove Goal; or Goal, where builtins need
%   what it brings. Fail if it is large, or waits.

general_goal(Goal, Ids, Context, Head) :-
    arg(#module, Context, Module),
    (   functor(Goal, Name, Arity),
        functor(Head0, Name, Arity),
        unified([Head0], Ids, Module),
        acyclic_term(Head0),
        derivation([Head0], Context, Ids, _)
    ->  Head = Head0
    ;   Head = Goal
    ),
    '$term_size'(Head, #cells_of_lemma, _),
    term_attvars(Head, []).

%   unified(+Goals, +Ids, +Module) is semidet: the clauses Ids resolve Goals, if builtins but (=)/2 are left out.

unified([], [], _).
unified([Goal|Goals], Ids, Module) :-
    (   Goal = (X = Y)
    ->  X = Y,
        unified(Goals, Ids, Module)
    ;   is_builtin(Goal, Module, _)
    ->  unified(Goals, Ids, Module)
    ;   Ids = [Id|Ids1],
        Module:res(Goal, Resolvent, Goals, Id),
        unified(Resolvent, Ids1, Module)
    ).

%!  goal_text(+Goal, -Text) is det.
%
%   Text is Goal as a file of lemmas has it.

goal_text(Goal, Text) :-
    copy_term(Goal, Written),
    numbervars(Written, 0, _),
    with_output_to(string(Text),
                   write_with_dicts(Written, [ quoted(true), numbervars(true), ignore_ops(true),
                                               spacing(next_argument) ])).

%!  useful_lemmas(+In, -Out) is det.
%
%   Write those lemmas that no fact of the program and no other lemma is as general as, and that answer no
%   query but of training. In is an engine, then the clauses of the lemmas (two digits each, base 0x4000); Out
%   is 0x10FFFF and the clauses that are kept.

useful_lemmas(In, Out) :-
    lemma_heads(In, Module, Clauses),
    findall(Clause,
            ( member(Clause, Clauses),
              Module:res(Head, [], [], Clause),
              \+ ( Module:res(Head, [], [], Other), % by its index; what it binds is undone
                   Other =\= Clause,
                   \+ \+ is_as_general(Other, Clause, Module) ),
              \+ ( Module:query(Split, _, [Goal], _, _, _, _, _),
                   \+ learned(Split),
                   subsumes_term(Goal, Head) ) ),
            Kept),
    foldl(digits(2), Kept, Codes, []),
    string_codes(Out, [#wide|Codes]).

is_as_general(Other, Clause, Module) :-
    Module:res(General, [], [], Other),
    Module:res(Head, [], [], Clause),
    subsumes_term(General, Head),
    (   Other < Clause
    ->  true
    ;   \+ subsumes_term(Head, General)
    ).

learned(Split) :-
    (   memberchk(Split, [train, goals])
    ->  true
    ;   sub_atom(Split, 0, _, _, level_)
    ).
