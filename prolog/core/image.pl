:- module(image,
          [ image_part/2,               % +In, -Out
            open_part/2,                % +In, -Out
            end_image/2                 % +In, -Out
          ]).
:- use_module(library(lists), [member/2]).
:- use_module('../resolve/resolution', [runs_builtins/1]).
:- use_module('../read/reading', [read_flag/3]).
:- use_module('../resolve/tokens', [program_module/2]).

/** <module> A loaded program as strings of bytes, for other processes that only step it

The strings have the facts of the program that a resolution step looks up, its symbols and operators. What is
needed to read a program, to explain it or to prove in it is left out, and so are its queries:
Python has their tokens. A part has some thousands of facts, so that stacks have room for it.
*/

:- dynamic
    is_begun/1,                         % is_begun(Module): its parts are stored, some of them taken
    part/2.                             % part(Module, Bytes)

facts_in_part(20_000).

%!  image_part(+In, -Out) is det.
%
%   Write the next part of the image of a program. In is a string with its number, Out the code
%   0x10FFFF and the bytes; none behind the last part.

image_part(In, Out) :-
    program_module(In, Module),
    (   is_begun(Module)
    ->  true
    ;   assertz(is_begun(Module)),
        store_parts(Module)
    ),
    (   retract(part(Module, Bytes))
    ->  string_concat("\U0010FFFF", Bytes, Out)
    ;   retract(is_begun(Module)),
        Out = "\U0010FFFF"
    ).

%   An engine would give part after part and keep none; with SWI-Prolog 9.0.4 in Python, a process
%   that had one ends in free().

store_parts(Module) :-
    facts_in_part(Most),
    forall(findnsols(Most, Fact, image_fact(Module, Fact), Facts),
           ( fast_term_serialized(Facts, Bytes),
             assertz(part(Module, Bytes))
           )).

image_fact(Module, runs_builtins(Runs)) :-
    (   runs_builtins(Module)
    ->  Runs = true
    ;   Runs = false
    ).
image_fact(Module, operator(Priority, Type, Name)) :-
    '$local_op'(Priority, Type, Module:Name).
image_fact(Module, flag(Flag, Value)) :-
    read_flag(Module, Flag, Value).
image_fact(Module, Fact) :-
    image_predicate(Name/Arity),
    current_predicate(Module:Name/Arity),
    functor(Fact, Name, Arity),
    call(Module:Fact).

image_predicate(Indicator) :-
    member(Indicator, [res/4, cut/4, override/1, twin/2, repeats/1, flat/1, symbol/3,
                       no_clauses/1, own_module/1, qualified/3, loads_library/1, tabled/1]).

%!  open_part(+In, -Out) is det.
%
%   Open a part of an image. In has the number that the program is to have in this process, and the
%   bytes; Out is empty. end_image/2 is due behind the last one.

open_part(In, "") :-
    program_module(In, Module),
    sub_string(In, 2, _, 0, Bytes),
    fast_term_serialized(Facts, Bytes),
    forall(stored_predicate(Name/Arity), dynamic(Module:Name/Arity)),
    forall(member(Fact, Facts),
           (   Fact = operator(Priority, Type, Name)
           ->  op(Priority, Type, Module:Name)
           ;   Fact = flag(Flag, Value)
           ->  set_prolog_flag(Module:Flag, Value)
           ;   assertz(Module:Fact)
           )).

%!  end_image(+In, -Out) is det.
%
%   Make what was opened static. In has the number of the program; Out is empty.

end_image(In, "") :-
    program_module(In, Module),
    forall(( stored_predicate(Name/Arity),
             functor(Head, Name, Arity),
             \+ \+ call(Module:Head)
           ),
           compile_predicates([Module:Name/Arity])).

stored_predicate(runs_builtins/1).
stored_predicate(Indicator) :-
    image_predicate(Indicator).
