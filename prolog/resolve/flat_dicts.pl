:- module(flat_dicts,
          [ dict_meaning/2,             % +Goal, -Called
            flat_dicts/2,               % +Term, -Flat
            has_dict/1,                 % @Term
            real_dicts/2,               % +Flat, -Term
            is_callable/1,              % @Term
            is_flat_dict/1,             % @Term
            note_dicts/0,
            write_with_dicts/2          % @Term, +Options
          ]).
:- use_module(library(apply), [exclude/3]).
:- use_module(library(lists), [member/2, select/3]).
:- use_module(library(pairs), [pairs_keys/2]).
:- use_module(constants).
:- use_module(core_loaded, [has_core/0]).

/** <module> Dicts as compound terms, and the builtins that take them

A dict of SWI-Prolog has a functor of its own and its keys in an order that differs from process to process.
Here it is a compound term with the functor #dict: the tag, and then value and key of each pair, in the
standard order of keys. Dicts unify as these terms do. They are written as in SWI-Prolog, in that order.
*/

%!  flat_dicts(+Term, -Flat) is det.
%
%   Flat is Term with compound terms in the place of dicts.

flat_dicts(Term, Flat) :-
    (   \+ compound(Term)
    ->  Flat = Term
    ;   is_dict(Term)
    ->  dict_pairs(Term, Tag0, Pairs0),
        flat_dicts(Tag0-Pairs0, Tag-Pairs),
        flat_dict(Tag, Pairs, Flat)
    ;   compound_name_arguments(Term, Name, Arguments0),
        all_flat(Arguments0, Arguments),
        compound_name_arguments(Flat, Name, Arguments)
    ).

all_flat([], []).
all_flat([Term|Terms], [Flat|Flats]) :-
    flat_dicts(Term, Flat),
    all_flat(Terms, Flats).

%!  real_dicts(+Flat, -Term) is det.
%
%   Term is Flat with dicts again, for messages of SWI-Prolog, if it is small and shares no parts.

real_dicts(Flat, Term) :-
    (   (   \+ has_dict(Flat)
        ;   \+ '$term_size'(Flat, #cells_of_error, _)
        ;   \+ '$factorize_term'(Flat, _, [])   % it may be a large tree
        )
    ->  Term = Flat
    ;   parts(Flat, Tag, Pairs0)
    ->  all_real(Pairs0, Pairs),
        dict_pairs(Term, Tag, Pairs)
    ;   compound_name_arguments(Flat, Name, Flats),
        all_real(Flats, Terms),
        compound_name_arguments(Term, Name, Terms)
    ).

all_real([], []).
all_real([Flat|Flats], [Term|Terms]) :-
    real_dicts(Flat, Term),
    all_real(Flats, Terms).

%!  is_flat_dict(@Term) is semidet.
%
%   True if Term stands for a dict.

is_flat_dict(Term) :-
    compound(Term),
    compound_name_arity(Term, #dict, _).

%!  note_dicts is det.
%
%   There may be terms in this process from now on that stand for dicts.

:- dynamic dicts_exist/0.

note_dicts :-
    (   dicts_exist
    ->  true
    ;   assertz(dicts_exist)
    ).

%!  is_callable(@Term) is semidet.
%
%   True if Term may be a goal, which no dict is.

is_callable(Term) :-
    callable(Term),
    \+ is_flat_dict(Term).

%!  has_dict(@Term) is semidet.
%
%   True if a part of Term stands for a dict.

has_dict(Term) :-
    dicts_exist,                        % terms may be large, and are looked through for each step of a proof
    compound(Term),
    \+ is_plain(Term),
    (   '$term_size'(Term, #cells_without_count, _)
    ->  dict_within(Term)
    ;   \+ \+ ( '$factorize_term'(Term, Skeleton, Shared),        % each part once, however it is shared
                dict_within(Skeleton-Shared) )
    ).

is_plain(Term) :-
    has_core,
    core:core_is_plain(Term).

dict_within(Term) :-
    compound(Term),
    (   compound_name_arity(Term, #dict, _)
    ->  true
    ;   compound_name_arity(Term, _, Arity),
        dict_within(1, Arity, Term)
    ).

dict_within(N, Arity, Term) :-
    N =< Arity,
    arg(N, Term, Argument),
    (   N == Arity                      % the last call, for long lists
    ->  dict_within(Argument)
    ;   dict_within(Argument)
    ->  true
    ;   N1 is N+1,
        dict_within(N1, Arity, Term)
    ).

flat_dict(Tag, Pairs, Dict) :-
    note_dicts,
    cells(Pairs, Cells),
    compound_name_arguments(Dict0, #dict, [Tag|Cells]),
    Dict = Dict0.

%   parts(+Dict, -Tag, -Pairs) is semidet: Dict is one, and Pairs are Key-Value in the order of keys.

parts(Dict, Tag, Pairs) :-
    is_flat_dict(Dict),
    compound_name_arguments(Dict, _, [Tag|Cells]),
    cells(Pairs, Cells).

cells([], []).
cells([Key-Value|Pairs], [Value,Key|Cells]) :-
    cells(Pairs, Cells).

%!  write_with_dicts(@Term, +Options) is det.
%
%   Write Term as write_term/2 does, its dicts too. Of Options, variable_names(Names) holds as it does there.

write_with_dicts(Term, Options) :-
    (   has_dict(Term)
    ->  (   select(variable_names(Names0), Options, Options1)
        ->  copy_term_nat(Term-Names0, Shown-Names),
            name_variables(Names)
        ;   Options1 = Options,
            Shown = Term
        ),
        write_term(Shown, [portray(true), portray_goal(flat_dicts:write_dict)|Options1])
    ;   write_term(Term, Options)
    ).

%   name_variables(+Names) is det: bind the variables to terms that write_dict/2 writes as their names. A term
%   that write_term/2 has named itself would be shown as '$VAR'(Name) in a dict.

name_variables([]).
name_variables([Name=Variable|Names]) :-
    compound_name_arguments(Variable, #dict, [variable,Name]),
    name_variables(Names).

%   write_dict(+Term, +Options) is semidet: with a space where the parts would be read as one token.

write_dict(Term, Options0) :-
    is_flat_dict(Term),
    exclude(is_priority, Options0, Options1),
    (   select(max_depth(Depth0), Options1, Options2)
    ->  Depth is Depth0-1,              % which write_term/2 counts anew
        Options = [max_depth(Depth)|Options2]
    ;   Depth = 1,
        Options = Options1
    ),
    compound_name_arguments(Term, _, [Tag|Cells]),
    (   Cells = [Name]                  % of a variable
    ->  write_term(Name, [partial(true)])
    ;   Depth < 1
    ->  write(...)
    ;   cells(Pairs, Cells),
        write_term(Tag, [priority(0),partial(true)|Options]),
        put_char('{'),
        write_pairs(Pairs, Options),
        put_char('}')
    ).

is_priority(priority(_)).

write_pairs([], _).
write_pairs([Key-Value|Pairs], Options) :-
    write_term(Key, Options),
    put_char(:),
    (   atom(Value)                     % an operator in no brackets, as an argument
    ->  Priority = 1200
    ;   Priority = 999
    ),
    write_term(Value, [partial(true),priority(Priority)|Options]),
    (   Pairs == []
    ->  true
    ;   memberchk(spacing(next_argument), Options)
    ->  write(', ')
    ;   put_char(',')
    ),
    write_pairs(Pairs, Options).

%!  dict_meaning(+Goal, -Called) is semidet.
%
%   True if the builtin Goal takes dicts, or looks into a term that may be one, and is run by the call of
%   Called.

dict_meaning('.'(Data, Function, Value), flat_dicts:evaluated(Function, Data, Value)).
dict_meaning(is_dict(Term), flat_dicts:is_flat_dict(Term)).
dict_meaning(is_dict(Term, Tag), flat_dicts:tagged(Term, Tag)).
dict_meaning(dict_pairs(Dict, Tag, Pairs), flat_dicts:paired(Dict, Tag, Pairs)).
dict_meaning(dict_create(Dict, Tag, Data), flat_dicts:created(Dict, Tag, Data)).
dict_meaning(get_dict(Key, Dict, Value), flat_dicts:got(Key, Dict, Value)).
dict_meaning(get_dict(Key, Dict, Value, NewDict, New), flat_dicts:replaced(Key, Dict, Value, NewDict, New)).
dict_meaning(put_dict(New, Dict, NewDict), flat_dicts:updated(New, Dict, NewDict)).
dict_meaning(put_dict(Key, Dict, Value, NewDict), flat_dicts:updated(Key, Dict, Value, NewDict)).
dict_meaning(del_dict(Key, Dict, Value, NewDict), flat_dicts:deleted(Key, Dict, Value, NewDict)).
dict_meaning(select_dict(Selected, Dict, Rest), flat_dicts:selected(Selected, Dict, Rest)).
dict_meaning(Selected :< Dict, flat_dicts:selected(Selected, Dict, _)).
dict_meaning(Dict1 >:< Dict2, flat_dicts:agreed(Dict1, Dict2)).
dict_meaning(dict_keys(Dict, Keys), flat_dicts:keyed(Dict, Keys)).
dict_meaning(dict_size(Dict, Size), flat_dicts:counted(Dict, Size)).
dict_meaning(callable(Term), flat_dicts:is_callable(Term)).
dict_meaning(Goal, flat_dicts:with_names(Terms, Called)) :-
    names(Goal, Terms, Called).

%   names(+Goal, -Terms, -Called) is semidet: Goal, which Called runs, looks at the names of Terms; or takes dicts
%   for options.

names(functor(Term, Name, Arity), [Term], functor(Term, Name, Arity)).
names(Term =.. Parts, [Term], Term =.. Parts).
names(compound_name_arity(Term, Name, Arity), [Term], compound_name_arity(Term, Name, Arity)).
names(compound_name_arguments(Term, Name, Arguments), [Term], compound_name_arguments(Term, Name, Arguments)).
names(pi_head(Indicator, Head), [Head], prolog_code:pi_head(Indicator, Head)).
names(option(Option, Options), [Options], swi_option:option(Option, Options)).
names(option(Option, Options, Default), [Options], swi_option:option(Option, Options, Default)).
names(select_option(Option, Options, Rest), [Options], swi_option:select_option(Option, Options, Rest)).
names(select_option(Option, Options, Rest, Default), [Options],
      swi_option:select_option(Option, Options, Rest, Default)).
names(merge_options(New, Old, Merged), [New, Old], swi_option:merge_options(New, Old, Merged)).

%   with_real(@Term, -Real, :Goal): Goal, which asks for the type of Term, takes dicts in it as such.

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

left_out :-
    throw(error(type_error(evaluable, '$left_out'/0), _)).

tagged(Dict, Tag) :-
    parts(Dict, Tag, _).

%   paired(?Dict, ?Tag, ?Pairs) is semidet.

paired(Dict, Tag, Pairs) :-
    (   nonvar(Dict)
    ->  data(Dict, pair, Tag0, Pairs0),
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
    (   parts(Dict, _, Pairs)
    ->  (   var(Key)
        ->  member(Key-Value, Pairs)
        ;   expect_key(Key),
            memberchk(Key-Value0, Pairs),
            Value = Value0
        )
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
    select(Key0-Value0, Pairs, Rest),
    Key0 == Key,
    !,
    Value = Value0,
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
    data(Dict, pair, _, Pairs),
    pairs_keys(Pairs, Keys0),
    Keys = Keys0.

counted(Dict, Size) :-
    (   parts(Dict, _, Pairs)
    ->  length(Pairs, Size0),
        Size = Size0
    ;   var(Dict)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(dict, Dict), _))
    ).

%   data(+Data, +Kind, -Tag, -Pairs) is det: a dict, or a list of what Kind names.

data(Data, Kind, Tag, Pairs) :-
    (   var(Data)
    ->  throw(error(instantiation_error, _))
    ;   parts(Data, Tag, Pairs)
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

put_pairs([], Pairs, Pairs) :-
    !.
put_pairs(New, [], New) :-
    !.
put_pairs([Key1-Value1|Pairs1], [Key2-Value2|Pairs2], [Pair|Pairs]) :-
    compare(Order, Key1, Key2),
    (   Order = (<)
    ->  Pair = Key1-Value1,
        put_pairs(Pairs1, [Key2-Value2|Pairs2], Pairs)
    ;   Order = (>)
    ->  Pair = Key2-Value2,
        put_pairs([Key1-Value1|Pairs1], Pairs2, Pairs)
    ;   Pair = Key1-Value1,
        put_pairs(Pairs1, Pairs2, Pairs)
    ).

%   evaluated(?Function, +Data, ?Value) is nondet: the value of functional notation. Functions that a program
%   defines on dicts are left out.

evaluated(Function, Data, Value) :-
    (   var(Data)
    ->  throw(error(instantiation_error, _))
    ;   parts(Data, _, Pairs)
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
