:- module(clause_library_assoc,
          [ assoc_to_keys/2,            % +Assoc, -Keys
            assoc_to_list/2,            % +Assoc, -Pairs
            assoc_to_values/2,          % +Assoc, -Values
            empty_assoc/1,              % -Assoc
            gen_assoc/3,                % ?Key, +Assoc, ?Value
            get_assoc/3,                % +Key, +Assoc, -Value
            list_to_assoc/2,            % +Pairs, -Assoc
            max_assoc/3,                % +Assoc, -Key, -Value
            min_assoc/3,                % +Assoc, -Key, -Value
            option/2,                   % ?Option, +Options
            option/3,                   % ?Option, +Options, +Default
            ord_list_to_assoc/2,        % +Pairs, -Assoc
            put_assoc/4                 % +Key, +Assoc, +Value, -Assoc
          ]).

/** <module> Library predicates as clauses: associations and options

`library.pl` says how such predicates are written. An association is an AVL tree: `t`, or t(Key,
Value, Balance, Left, Right), where Balance is `<` if the left branch is the deeper one, `>` if the
right one is, and else `-`; so are SWI-Prolog's.
*/

%!  assoc_to_keys(+Assoc, -Keys) is det.
%
%   True if Keys are the keys of Assoc, in order.

assoc_to_keys(Assoc, Keys) :-
    assoc_to_list(Assoc, Pairs),
    pairs_keys(Pairs, Keys).

%!  assoc_to_list(+Assoc, -Pairs) is det.
%
%   True if Pairs are the Key-Value of Assoc, in order.

assoc_to_list(Assoc, Pairs) :-
    '$assoc_pairs'(Assoc, Pairs, []).

'$assoc_pairs'(t, Pairs, Pairs).
'$assoc_pairs'(t(Key, Value, _, Left, Right), Pairs0, Pairs) :-
    '$assoc_pairs'(Left, Pairs0, [Key-Value|Pairs1]),
    '$assoc_pairs'(Right, Pairs1, Pairs).

%!  assoc_to_values(+Assoc, -Values) is det.
%
%   True if Values are the values of Assoc, in the order of their keys.

assoc_to_values(Assoc, Values) :-
    assoc_to_list(Assoc, Pairs),
    pairs_values(Pairs, Values).

%!  empty_assoc(-Assoc) is det.
%
%   True if Assoc has no keys.

empty_assoc(t).

%!  gen_assoc(?Key, +Assoc, ?Value) is nondet.
%
%   True if Assoc has Value at Key; enumerate them in the order of the keys.

gen_assoc(Key, Assoc, Value) :-
    ground(Key),
    get_assoc(Key, Assoc, Value).
gen_assoc(Key, Assoc, Value) :-
    \+ ground(Key),
    '$gen_assoc'(Assoc, Key, Value).

'$gen_assoc'(Assoc, Key, Value) :-
    '$tree'(Assoc),
    '$gen_assoc_in'(Assoc, Key, Value).

'$gen_assoc_in'(t(_, _, _, Left, _), Key, Value) :-
    '$gen_assoc'(Left, Key, Value).
'$gen_assoc_in'(t(Key, Value, _, _, _), Key, Value).
'$gen_assoc_in'(t(_, _, _, _, Right), Key, Value) :-
    '$gen_assoc'(Right, Key, Value).

%!  get_assoc(+Key, +Assoc, -Value) is semidet.
%
%   True if Assoc has Value at Key.

get_assoc(Key, Assoc, Value) :-
    '$tree'(Assoc),
    Assoc = t(Key0, Value0, _, Left, Right),
    compare(Order, Key, Key0),
    '$get_assoc'(Order, Key, Value0, Left, Right, Value).

'$get_assoc'(=, _, Value, _, _, Value).
'$get_assoc'(<, Key, _, Left, _, Value) :-
    get_assoc(Key, Left, Value).
'$get_assoc'(>, Key, _, _, Right, Value) :-
    get_assoc(Key, Right, Value).

%!  list_to_assoc(+Pairs, -Assoc) is det.
%
%   True if Assoc has Pairs, a list of Key-Value; an error if a key is there twice.

list_to_assoc(Pairs, Assoc) :-
    keysort(Pairs, Sorted),
    '$ascending_keys'(Sorted, unique_key_pairs, Pairs, Count),
    '$balanced'(Count, Sorted, _, _, Assoc).

%!  ord_list_to_assoc(+Pairs, -Assoc) is det.
%
%   True if Assoc has Pairs, which are sorted by the key; an error if they are not.

ord_list_to_assoc(Pairs, Assoc) :-
    '$ascending_keys'(Pairs, key_ordered_pairs, Pairs, Count),
    '$balanced'(Count, Pairs, _, _, Assoc).

% '$ascending_keys'(+Pairs, +Domain, +Given, -Count): Pairs are Count pairs with ascending keys; else
% Given is not of Domain.

'$ascending_keys'(Pairs, _, _, Count) :-
    '$ascending'(Pairs, 0, Count).
'$ascending_keys'(Pairs, Domain, Given, _) :-
    nonvar(Pairs),
    \+ '$ascending'(Pairs, 0, _),
    '$domain_error'(Domain, Given).

'$ascending'(Pairs, Count, Count) :-
    Pairs == [].
'$ascending'(Pairs, Count0, Count) :-
    nonvar(Pairs),
    Pairs = [Pair|Pairs1],
    nonvar(Pair),
    Pair = Key-_,
    Count1 is Count0 + 1,
    '$ascending'(Pairs1, Key, Count1, Count).

'$ascending'(Pairs, _, Count, Count) :-
    Pairs == [].
'$ascending'(Pairs, Key0, Count0, Count) :-
    nonvar(Pairs),
    Pairs = [Pair|Pairs1],
    nonvar(Pair),
    Pair = Key-_,
    Key0 @< Key,
    Count1 is Count0 + 1,
    '$ascending'(Pairs1, Key, Count1, Count).

'$balanced'(0, Pairs, Pairs, 0, t).
'$balanced'(Count, Pairs0, Pairs, Depth, t(Key, Value, Balance, Left, Right)) :-
    Count > 0,
    RightCount is (Count - 1) // 2,
    LeftCount is Count - 1 - RightCount,
    '$balanced'(LeftCount, Pairs0, [Key-Value|Pairs1], LeftDepth, Left),
    '$balanced'(RightCount, Pairs1, Pairs, RightDepth, Right),
    Depth is LeftDepth + 1,
    '$balance'(LeftDepth, RightDepth, Balance).

'$balance'(Depth, Depth, -).
'$balance'(LeftDepth, RightDepth, <) :-
    LeftDepth > RightDepth.

%!  max_assoc(+Assoc, -Key, -Value) is semidet.
%
%   True if Key is the largest key of Assoc, with Value.

max_assoc(Assoc, Key, Value) :-
    '$tree'(Assoc),
    Assoc = t(Key0, Value0, _, _, Right),
    '$max_assoc'(Right, Key0, Value0, Key, Value).

'$max_assoc'(t, Key, Value, Key, Value).
'$max_assoc'(t(Key0, Value0, _, _, Right), _, _, Key, Value) :-
    '$max_assoc'(Right, Key0, Value0, Key, Value).

%!  min_assoc(+Assoc, -Key, -Value) is semidet.
%
%   True if Key is the smallest key of Assoc, with Value.

min_assoc(Assoc, Key, Value) :-
    '$tree'(Assoc),
    Assoc = t(Key0, Value0, _, Left, _),
    '$min_assoc'(Left, Key0, Value0, Key, Value).

'$min_assoc'(t, Key, Value, Key, Value).
'$min_assoc'(t(Key0, Value0, _, Left, _), _, _, Key, Value) :-
    '$min_assoc'(Left, Key0, Value0, Key, Value).

%!  put_assoc(+Key, +Assoc0, +Value, -Assoc) is det.
%
%   True if Assoc is Assoc0 with Value at Key.

put_assoc(Key, Assoc0, Value, Assoc) :-
    '$tree'(Assoc0),
    '$put_assoc'(Assoc0, Key, Value, Assoc, _).

% The last argument is 1 if the tree has become deeper, else 0.

'$put_assoc'(t, Key, Value, t(Key, Value, -, t, t), 1).
'$put_assoc'(t(Key0, Value0, Balance, Left, Right), Key, Value, Assoc, Deeper) :-
    compare(Order, Key, Key0),
    '$put_assoc'(Order, t(Key0, Value0, Balance, Left, Right), Key, Value, Assoc, Deeper).

'$put_assoc'(=, t(_, _, Balance, Left, Right), Key, Value, t(Key, Value, Balance, Left, Right), 0).
'$put_assoc'(<, t(Key0, Value0, Balance, Left0, Right), Key, Value, Assoc, Deeper) :-
    '$tree'(Left0),
    '$put_assoc'(Left0, Key, Value, Left, LeftDeeper),
    '$left_deeper'(LeftDeeper, Balance, Key0, Value0, Left, Right, Assoc, Deeper).
'$put_assoc'(>, t(Key0, Value0, Balance, Left, Right0), Key, Value, Assoc, Deeper) :-
    '$tree'(Right0),
    '$put_assoc'(Right0, Key, Value, Right, RightDeeper),
    '$right_deeper'(RightDeeper, Balance, Key0, Value0, Left, Right, Assoc, Deeper).

'$left_deeper'(0, Balance, K, V, L, R, t(K, V, Balance, L, R), 0).
'$left_deeper'(1, >, K, V, L, R, t(K, V, -, L, R), 0).
'$left_deeper'(1, -, K, V, L, R, t(K, V, <, L, R), 1).
'$left_deeper'(1, <, K, V, t(LK, LV, <, LL, LR), R, t(LK, LV, -, LL, t(K, V, -, LR, R)), 0).
'$left_deeper'(1, <, K, V, t(LK, LV, >, LL, t(MK, MV, Balance, ML, MR)), R,
               t(MK, MV, -, t(LK, LV, Balance1, LL, ML), t(K, V, Balance2, MR, R)), 0) :-
    '$halves'(Balance, Balance1, Balance2).

'$right_deeper'(0, Balance, K, V, L, R, t(K, V, Balance, L, R), 0).
'$right_deeper'(1, <, K, V, L, R, t(K, V, -, L, R), 0).
'$right_deeper'(1, -, K, V, L, R, t(K, V, >, L, R), 1).
'$right_deeper'(1, >, K, V, L, t(RK, RV, >, RL, RR), t(RK, RV, -, t(K, V, -, L, RL), RR), 0).
'$right_deeper'(1, >, K, V, L, t(RK, RV, <, t(MK, MV, Balance, ML, MR), RR),
                t(MK, MV, -, t(K, V, Balance1, L, ML), t(RK, RV, Balance2, MR, RR)), 0) :-
    '$halves'(Balance, Balance1, Balance2).

% The balances of both trees that a rotation makes of a middle one and its neighbours.

'$halves'(-, -, -).
'$halves'(<, -, >).
'$halves'(>, <, -).

%!  option(?Option, +Options) is semidet.
%
%   True if Option, such as depth(Depth), unifies with the first of Options that has its name:
%   depth(3) or depth = 3.

option(Option, Options) :-
    '$must_be'(list, Options),
    functor(Option, Name, 1),
    arg(1, Option, Value),
    '$option'(Options, Name, Value0),
    Value = Value0.

%!  option(?Option, +Options, +Default) is semidet.
%
%   True if option/2 is, or none of Options has its name and its value is Default.

option(Option, Options, Default) :-
    '$must_be'(list, Options),
    functor(Option, Name, 1),
    arg(1, Option, Value),
    '$option_or'(Options, Name, Default, Value0),
    Value = Value0.

'$option'([Option|_], Name, Value) :-
    functor(Option, Name, 1),
    arg(1, Option, Value).
'$option'([Option|_], Name, Value) :-
    Option = (Name = Value).
'$option'([Option|Options], Name, Value) :-
    \+ functor(Option, Name, 1),
    Option \= (Name = _),
    '$option'(Options, Name, Value).

'$option_or'([], _, Default, Default).
'$option_or'([Option|_], Name, _, Value) :-
    functor(Option, Name, 1),
    arg(1, Option, Value).
'$option_or'([Option|_], Name, _, Value) :-
    Option = (Name = Value).
'$option_or'([Option|Options], Name, Default, Value) :-
    \+ functor(Option, Name, 1),
    Option \= (Name = _),
    '$option_or'(Options, Name, Default, Value).
