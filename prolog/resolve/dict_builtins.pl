:- module(dict_builtins,
          [ dict_meaning/2,             % +Goal, -Called
            with_real/3                 % @Term, -Real, :Goal
          ]).
:- use_module(library(lists), [append/3, member/2, select/3]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(library(terms), [term_subsumer/3]).
:- use_module(constants).
:- use_module(flat_dicts, [dict_parts/3, flat_dict/3, flat_dicts/2, has_dict/1, is_callable/1, is_flat_dict/1,
                           real_dicts/2]).
:- use_module(made, [left_out/0]).

:- meta_predicate with_real(?, ?, 0).

/** <module> Builtins that take dicts
*/

%!  dict_meaning(+Goal, -Called) is semidet.
%
%   True if the builtin Goal takes dicts, or looks into a term that may be one, and is run by the call of
%   Called.

dict_meaning('.'(Data, Function, Value), dict_builtins:evaluated(Function, Data, Value)).
dict_meaning(is_dict(Term), flat_dicts:is_flat_dict(Term)).
dict_meaning(is_dict(Term, Tag), dict_builtins:tagged(Term, Tag)).
dict_meaning(dict_pairs(Dict, Tag, Pairs), dict_builtins:paired(Dict, Tag, Pairs)).
dict_meaning(dict_create(Dict, Tag, Data), dict_builtins:created(Dict, Tag, Data)).
dict_meaning(get_dict(Key, Dict, Value), dict_builtins:got(Key, Dict, Value)).
dict_meaning(get_dict(Key, Dict, Value, NewDict, New), dict_builtins:replaced(Key, Dict, Value, NewDict, New)).
dict_meaning(put_dict(New, Dict, NewDict), dict_builtins:updated(New, Dict, NewDict)).
dict_meaning(put_dict(Key, Dict, Value, NewDict), dict_builtins:updated(Key, Dict, Value, NewDict)).
dict_meaning(del_dict(Key, Dict, Value, NewDict), dict_builtins:deleted(Key, Dict, Value, NewDict)).
dict_meaning(select_dict(Selected, Dict, Rest), dict_builtins:selected(Selected, Dict, Rest)).
dict_meaning(Selected :< Dict, dict_builtins:selected(Selected, Dict, _)).
dict_meaning(Dict1 >:< Dict2, dict_builtins:agreed(Dict1, Dict2)).
dict_meaning(dict_keys(Dict, Keys), dict_builtins:keyed(Dict, Keys)).
dict_meaning(dict_size(Dict, Size), dict_builtins:counted(Dict, Size)).
dict_meaning(callable(Term), flat_dicts:is_callable(Term)).
dict_meaning(term_hash(Term, Hash), dict_builtins:without_dicts(Term, term_hash(Term, Hash))).
dict_meaning(term_subsumer(Term1, Term2, General),
             dict_builtins:without_dicts(Term1-Term2, term_subsumer(Term1, Term2, General))).
dict_meaning(atom(Term, Codes, Rest), dict_builtins:with_real(Term, Real, dcg_basics:atom(Real, Codes, Rest))).
dict_meaning(Goal, dict_builtins:with_names(Terms, Called)) :-
    names(Goal, Terms, Called).

%   names(+Goal, -Terms, -Called) is semidet: Goal, which Called runs, looks at the names of Terms; or takes dicts
%   for options.

#facts(names(Goal, [Term], Goal), Goal, [Term|_],
       [functor/3, (=..)/2, compound_name_arity/3, compound_name_arguments/3]).
#facts(names(Goal, [Head], prolog_code:Goal), Goal, [Head|_], [head_name_arity/3, most_general_goal/2, extend_goal/3]).
#facts(names(Goal, [Head], prolog_code:Goal), Goal, [_,Head], [pi_head/2]).
#facts(names(Goal, [Left,Right], terms:Goal), Goal, [Left,Right|_], [same_functor/2, same_functor/3, same_functor/4]).
#facts(names(Goal, [Options], swi_option:Goal), Goal, [_,Options|_],
       [option/2, option/3, select_option/3, select_option/4]).
#facts(names(Goal, [New,Old], swi_option:Goal), Goal, [New,Old|_], [merge_options/3]).

%!  with_real(@Term, -Real, :Goal) is semidet.
%
%   Call Goal, which asks for the type of Term by Real: with dicts as such.

with_real(Term, Real, Goal) :-
    (   \+ has_dict(Term)
    ->  Real = Term,
        call(Goal)
    ;   real_dicts(Term, Real),
        (   has_dict(Real)              % it was too large
        ->  left_out
        ;   catch(Goal, error(Formal0, Where), true)
        ->  (   var(Formal0)
            ->  true
            ;   flat_dicts(Formal0, Formal),
                throw(error(Formal, Where))
            )
        )
    ).

%   with_names(@Terms, :Goal): Goal looks at the names of Terms, which of a dict is no atom that a text could have.

with_names(Terms, Goal) :-
    (   member(Term, Terms),
        is_flat_dict(Term)
    ->  left_out
    ;   call(Goal)
    ).

%   without_dicts(@Term, :Goal): the result of Goal would show the name of a dict in Term, or have a variable for a key.

without_dicts(Term, Goal) :-
    (   has_dict(Term)
    ->  left_out
    ;   call(Goal)
    ).

tagged(Dict, Tag) :-
    dict_parts(Dict, Tag, _).

%   paired(?Dict, ?Tag, ?Pairs) is semidet.

paired(Dict, Tag, Pairs) :-
    (   nonvar(Dict)
    ->  data(Dict, 'key-value', Tag0, Pairs0),
        Tag = Tag0,
        listed_as(Pairs0, Pairs)
    ;   data(Pairs, pair, Tag0, Pairs0),
        (   is_flat_dict(Pairs)
        ->  true
        ;   Tag0 = Tag
        ),
        flat_dict(Tag0, Pairs0, Dict)
    ).

%   listed_as(+Pairs, ?List) is semidet: they are equal, and what is behind a beginning of Pairs may be a list.

listed_as(Pairs, List) :-
    (   nonvar(List),
        List \= [_|_],
        List \== []
    ->  throw(error(type_error(list, List), _))
    ;   Pairs = [Pair|Pairs1]
    ->  List = [Pair|List1],
        listed_as(Pairs1, List1)
    ;   List = []
    ).

created(Dict, Tag, Data) :-
    data(Data, 'key-value', Tag0, Pairs),
    (   is_flat_dict(Data)
    ->  true
    ;   Tag0 = Tag
    ),
    flat_dict(Tag0, Pairs, Dict).

%   got(?Key, +Dict, ?Value) is nondet.

got(Key, Dict, Value) :-
    expect_dict(Dict, Pairs),
    (   var(Key)
    ->  member(Key-Value, Pairs)
    ;   expect_key(Key),
        memberchk(Key-Value0, Pairs),
        Value = Value0
    ).

expect_dict(Dict, Pairs) :-
    (   dict_parts(Dict, _, Pairs)
    ->  true
    ;   var(Dict)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(dict, Dict), _))
    ).

replaced(Key, Dict, Value, NewDict, New) :-
    data(Dict, 'key-value', Tag, Pairs),
    expect_key(Key),
    memberchk(Key-Value0, Pairs),
    Value = Value0,
    put_pairs([Key-New], Pairs, NewPairs),
    flat_dict(Tag, NewPairs, NewDict).

updated(New, Dict, NewDict) :-
    data(New, 'key-value', _, NewPairs0),
    data(Dict, 'key-value', Tag, Pairs),
    put_pairs(NewPairs0, Pairs, NewPairs),
    flat_dict(Tag, NewPairs, NewDict).

updated(Key, Dict, Value, NewDict) :-
    data(Dict, 'key-value', Tag, Pairs),
    expect_key(Key),
    put_pairs([Key-Value], Pairs, NewPairs),
    flat_dict(Tag, NewPairs, NewDict).

deleted(Key, Dict, Value, NewDict) :-
    data(Dict, 'key-value', Tag, Pairs),
    expect_key(Key),
    without([Key-Value], Pairs, Rest),
    flat_dict(Tag, Rest, NewDict).

%   selected(+Selected, +Dict, -Rest) is semidet: the keys of Selected are in Dict with the same values, and
%   Rest is a dict of the others.

selected(Selected, Dict, Rest) :-
    data(Selected, 'key-value', Tag, Pairs0),
    data(Dict, 'key-value', Tag1, Pairs1),
    Tag = Tag1,
    without(Pairs0, Pairs1, Pairs),
    flat_dict(_, Pairs, Rest).

without([], Pairs, Pairs).
without([Key-Value|Selected], Pairs0, Pairs) :-
    select(Key0-Value0, Pairs0, Pairs1),
    Key0 == Key,
    !,
    Value = Value0,
    without(Selected, Pairs1, Pairs).

agreed(Dict1, Dict2) :-
    data(Dict1, 'key-value', Tag, Pairs1),
    data(Dict2, 'key-value', Tag2, Pairs2),
    Tag = Tag2,
    agreed_pairs(Pairs1, Pairs2).

agreed_pairs([], _).
agreed_pairs([Key-Value|Pairs1], Pairs2) :-
    (   memberchk(Key-Value2, Pairs2)
    ->  Value = Value2
    ;   true
    ),
    agreed_pairs(Pairs1, Pairs2).

keyed(Dict, Keys) :-
    data(Dict, 'key-value', _, Pairs),
    pairs_keys(Pairs, Keys0),
    Keys = Keys0.

counted(Dict, Size) :-
    expect_dict(Dict, Pairs),
    length(Pairs, Size0),
    Size = Size0.

%   data(+Data, +Kind, -Tag, -Pairs) is det: a dict, or a list of what Kind names.

data(Data, Kind, Tag, Pairs) :-
    (   var(Data)
    ->  throw(error(instantiation_error, _))
    ;   dict_parts(Data, Tag, Pairs)
    ->  true
    ;   is_list(Data)
    ->  listed(Data, Kind, Pairs0),
        keysort(Pairs0, Pairs),
        expect_unique(Pairs)
    ;   Data = [_|_]
    ->  throw(error(type_error(list, Data), _))
    ;   throw(error(type_error('dict-data', Data), _))
    ).

listed([], _, []).
listed([Item|Items], Kind, [Key-Value|Pairs]) :-
    (   var(Item)
    ->  throw(error(instantiation_error, _))
    ;   item(Item, Kind, Key, Value)
    ->  expect_key(Key)
    ;   throw(error(type_error(Kind, Item), _))
    ),
    listed(Items, Kind, Pairs).

item(Key-Value, _, Key, Value) :-
    !.
item(Key=Value, 'key-value', Key, Value) :-
    !.
item(Key:Value, 'key-value', Key, Value) :-
    !.
item(Item, 'key-value', Key, Value) :-
    compound(Item),
    compound_name_arguments(Item, Key, [Value]).

expect_unique([]).
expect_unique([Key-_|Pairs]) :-
    (   Pairs = [Key1-_|_],
        Key1 == Key
    ->  throw(error(duplicate_key(Key), _))
    ;   expect_unique(Pairs)
    ).

expect_key(Key) :-
    (   var(Key)
    ->  throw(error(instantiation_error, _))
    ;   is_key(Key)
    ->  true
    ;   throw(error(type_error('dict-key', Key), _))
    ).

is_key(Key) :-
    ( atom(Key) ; Key == [] ),
    !.
is_key(Key) :-
    integer(Key),
    current_prolog_flag(min_tagged_integer, Least),
    current_prolog_flag(max_tagged_integer, Most),
    Key >= Least,
    Key =< Most.

%   put_pairs(+New, +Pairs0, -Pairs) is det: both are in the order of keys.

put_pairs(New, Pairs0, Pairs) :-
    append(New, Pairs0, All),
    sort(1, @<, All, Pairs).            % of two pairs with one key, the first

%   evaluated(?Function, +Data, ?Value) is nondet: the value of functional notation. Functions that a program
%   defines on dicts are left out.

evaluated(Function, Data, Value) :-
    (   var(Data)
    ->  throw(error(instantiation_error, _))
    ;   dict_parts(Data, _, Pairs)
    ->  (   ( var(Function) ; is_key(Function) )
        ->  key_value(Function, Data, Pairs, Value)
        ;   function_value(Function, Data, Value)
        )
    ;   is_list(Data)
    ->  (   ( var(Function) ; atomic(Function) )
        ->  data(Data, 'key-value', Tag, Pairs),
            ( var(Function) ; is_key(Function) ),
            !,
            flat_dict(Tag, Pairs, Dict),
            key_value(Function, Dict, Pairs, Value)
        ;   memberchk(Function, [get(_), get(_, _), put(_), put(_, _)])
        ->  data(Data, 'key-value', _, _),
            fail
        ;   throw(error(type_error(atom, Function), _))
        )
    ;   throw(error(type_error(dict, Data), _))
    ).

key_value(Key, Dict, Pairs, Value) :-
    (   var(Key)
    ->  member(Key-Value, Pairs)
    ;   memberchk(Key-Value0, Pairs)
    ->  Value = Value0
    ;   throw(error(existence_error(key, Key, Dict), _))
    ).

function_value(get(Path), Dict, Value) :-
    !,
    at_path(Path, Dict, Value).
function_value(get(Path, Default), Dict, Value) :-
    !,
    (   at_path(Path, Dict, Value0)
    *-> Value = Value0
    ;   Value = Default
    ).
function_value(put(New), Dict, NewDict) :-
    !,
    updated(New, Dict, NewDict).
function_value(put(Path, Value), Dict, NewDict) :-
    !,
    (   var(Path)
    ->  throw(error(instantiation_error, _))
    ;   put_path(Path, Dict, Value, NewDict0),
        NewDict = NewDict0
    ).
function_value(_, _, _) :-
    left_out.

at_path(Path, Dict, Value) :-
    (   nonvar(Path),
        Path = Path0/Key
    ->  at_path(Path0, Dict, Dict1),
        got(Key, Dict1, Value)
    ;   got(Path, Dict, Value)
    ).

%   put_path(+Path, +Dict, +Value, -NewDict) is det: a dict on the path that is missing, or is none, is made.

put_path(Path, Dict, Value, NewDict) :-
    (   Path = Path0/Key
    ->  (   var(Path0)
        ->  throw(error(instantiation_error, _))
        ;   catch(at_path(Path0, Dict, Dict1), error(type_error(dict, _), _), fail),
            is_flat_dict(Dict1)
        ->  true
        ;   flat_dict(_, [], Dict1)
        ),
        updated(Key, Dict1, Value, NewDict1),
        put_path(Path0, Dict, NewDict1, NewDict)
    ;   updated(Path, Dict, Value, NewDict)
    ).
