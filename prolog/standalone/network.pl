:- module(network,
          [ log_probabilities/3,        % +State, +Choices, -Logs
            forget_goals/0
          ]).
:- use_module(library(lists), [max_list/2, nth0/3]).

/** <module> The network of a policy

Weights are facts of the module `weights`. This is prolog/wire/network.c in Prolog; a test compares
them. Encodings of goals are kept, as states of a search share most of theirs.
*/

:- set_prolog_flag(optimise, true).

:- dynamic
    encoded/4.                          % Hash, Ids, Selected, Behind

%!  log_probabilities(+State, +Choices, -Logs) is det.
%
%   Logs are the logarithms of the probabilities of Choices in State, a list of rows of ids. A choice
%   is a term choice(ClauseId, Rows); Rows of the candidate's state are looked at only by policies
%   that read candidates.

log_probabilities(State, Choices, Logs) :-
    resolvent(State, Resolvent0),
    positive(Resolvent0, Resolvent),
    weights:setting(dim, Dim),
    layer(1, Dim, state_row, Resolvent, Layer0),
    (   weights:setting(reads_candidates, true)
    ->  Layer = Layer0
    ;   positive(Layer0, Layer)
    ),
    logits(Choices, Layer, Logits),
    log_softmax(Logits, Logs).

logits([], _, []).
logits([choice(Clause0, Rows)|Choices], Layer, [Logit|Logits]) :-
    (   weights:clause_row(Clause0, Bias, Row)
    ->  true
    ;   weights:clause_row(0, Bias, Row)
    ),
    (   weights:setting(reads_candidates, true)
    ->  resolvent(Rows, Resolvent),
        added(Resolvent, Row, Candidate0),
        positive(Candidate0, Candidate),
        dot(Layer, Candidate, 0, Product),
        weights:setting(dim, Dim),
        Logit is Product/sqrt(Dim)+Bias
    ;   dot(Layer, Row, Bias, Logit)
    ),
    logits(Choices, Layer, Logits).

log_softmax(Logits, Logs) :-
    max_list(Logits, Most),
    exponentials(Logits, Most, 0, Sum),
    Shift is Most+log(Sum),
    shifted(Logits, Shift, Logs).

exponentials([], _, Sum, Sum).
exponentials([Logit|Logits], Most, Sum0, Sum) :-
    Sum1 is Sum0+exp(Logit-Most),
    exponentials(Logits, Most, Sum1, Sum).

shifted([], _, []).
shifted([Logit|Logits], Shift, [Log|Logs]) :-
    Log is Logit-Shift,
    shifted(Logits, Shift, Logs).

%   resolvent(+Rows, -Sum) is det: the selected goal and those behind it, each through its half of a
%   linear layer.

resolvent(Rows, Sum) :-
    weights:bias(resolvent, Bias),
    (   Rows = [First|Behind]
    ->  encoding(First, Selected, _),
        added(Bias, Selected, Sum0),
        resolvent_behind(Behind, Sum0, Sum)
    ;   Sum = Bias
    ).

resolvent_behind([], Sum, Sum).
resolvent_behind([Row|Rows], Sum0, Sum) :-
    encoding(Row, _, Encoded),
    added(Sum0, Encoded, Sum1),
    resolvent_behind(Rows, Sum1, Sum).

%!  forget_goals is det.
%
%   Free the memory of the encodings of goals that are kept.

forget_goals :-
    retractall(encoded(_, _, _, _)),
    flag(network_goals, _, 0).

encoding(Ids0, Selected, Behind) :-
    known(Ids0, Ids),
    term_hash(Ids, Hash),
    (   encoded(Hash, Ids, Selected0, Behind0)
    ->  Selected = Selected0,
        Behind = Behind0
    ;   slots(Ids, Sum),
        weights:setting(dim, Dim),
        layer(1, Dim, selected_row, Sum, Selected),
        layer(1, Dim, behind_row, Sum, Behind),
        flag(network_goals, Count, Count+1),
        (   Count > 20_000
        ->  forget_goals
        ;   true
        ),
        assertz(encoded(Hash, Ids, Selected, Behind))
    ).

%   known(+Ids0, -Ids) is det: symbols newer than the weights are shown as an ellipsis.

known(Ids0, Ids) :-
    weights:setting(n_symbols, Size),
    known(Ids0, Size, Ids).

known([], _, []).
known([Id0|Ids0], Size, [Id|Ids]) :-
    (   Id0 < Size
    ->  Id = Id0
    ;   Id = 1
    ),
    known(Ids0, Size, Ids).

%   slots(+Ids, -Sum) is det: the sum of what each symbol adds in its slot.

slots(Ids, Sum) :-
    weights:bias(goal, Bias),
    sum_slots(Ids, 0, [], Bias, Sum0),
    (   weights:setting(reads_candidates, true)
    ->  positive(Sum0, Sum)
    ;   Sum = Sum0
    ).

sum_slots([], _, _, Sum, Sum).
sum_slots([Id|Ids], Slot, Before, Sum0, Sum) :-
    nameless(Id, Shown),
    (   weights:place(Slot, Shown, Place)
    ->  added(Sum0, Place, Sum1)
    ;   Sum1 = Sum0                     % an empty slot adds nothing
    ),
    (   Id =\= 0,
        weights:setting(compares, true),
        nth0(Back, Before, Id)
    ->  Earlier is Slot-1-Back,
        weights:pair(Earlier, Slot, Pair),
        added(Sum1, Pair, Sum2)
    ;   Sum2 = Sum1
    ),
    Slot1 is Slot+1,
    sum_slots(Ids, Slot1, [Id|Before], Sum2, Sum).

%   nameless(+Id, -Shown) is det: where equal slots are read, all names are one symbol.

nameless(Id, Shown) :-
    (   weights:setting(first_name, First),
        ( Id >= First ; Id >= 154, Id < 170 )
    ->  Shown = First
    ;   Shown = Id
    ).

%   layer(+I, +Count, +Name, +In, -Out) is det: the products of In with the rows of a matrix.

layer(I, Count, _, _, Out) :-
    I > Count,
    !,
    Out = [].
layer(I, Count, Name, In, [X|Out]) :-
    row(Name, I, Bias, Row),
    dot(In, Row, Bias, X),
    I1 is I+1,
    layer(I1, Count, Name, In, Out).

row(state_row, I, Bias, Row) :-
    weights:state_row(I, Bias, Row).
row(selected_row, I, 0, Row) :-
    weights:selected_row(I, Row).
row(behind_row, I, 0, Row) :-
    weights:behind_row(I, Row).

dot([], [], Sum, Sum).
dot([X|Xs], [Y|Ys], Sum0, Sum) :-
    Sum1 is Sum0+X*Y,
    dot(Xs, Ys, Sum1, Sum).

added([], [], []).
added([X|Xs], [Y|Ys], [Z|Zs]) :-
    Z is X+Y,
    added(Xs, Ys, Zs).

positive([], []).
positive([X|Xs], [Y|Ys]) :-
    Y is max(X, 0),
    positive(Xs, Ys).
