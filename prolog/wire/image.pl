:- module(image,
          [ image/2,                    % +In, -Out
            open_image/2                % +In, -Out
          ]).
:- use_module(library(lists), [member/2]).
:- use_module('../resolve/resolution', [runs_builtins/1]).
:- use_module('../resolve/tokens', [add_symbol/4, program_module/2]).

/** <module> A loaded program as a string of bytes, for other processes that only play it

The string has the facts of the program that a resolution step looks up, and its symbols. What is
needed to read a program, to explain it or to prove in it is left out, and so are its queries:
Python has their tokens.
*/

%!  image(+In, -Out) is det.
%
%   Write the image of a program. In is a string with its number, Out the code 0x10FFFF and the
%   bytes.

image(In, Out) :-
    program_module(In, Module),
    findall(Fact, image_fact(Module, Fact), Facts),
    fast_term_serialized(Facts, Bytes),
    string_concat("\U0010FFFF", Bytes, Out).

image_fact(Module, runs_builtins(Runs)) :-
    (   runs_builtins(Module)
    ->  Runs = true
    ;   Runs = false
    ).
image_fact(Module, Fact) :-
    image_predicate(Name/Arity),
    current_predicate(Module:Name/Arity),
    functor(Fact, Name, Arity),
    call(Module:Fact).

image_predicate(Indicator) :-
    member(Indicator, [res/4, guards/2, override/1, twin/2, flat/1, symbol/3]).

%!  open_image(+In, -Out) is det.
%
%   Open an image. In has the number that the program is to have in this process, and the bytes; Out
%   is empty.

open_image(In, "") :-
    program_module(In, Module),
    sub_string(In, 2, _, 0, Bytes),
    fast_term_serialized(Facts, Bytes),
    forall(stored_predicate(Name/Arity), dynamic(Module:Name/Arity)),
    forall(member(Fact, Facts), store(Module, Fact)),
    forall(( stored_predicate(Name/Arity),
             functor(Head, Name, Arity),
             \+ \+ call(Module:Head)
           ),
           compile_predicates([Module:Name/Arity])).

stored_predicate(symbol_id/3).
stored_predicate(runs_builtins/1).
stored_predicate(Indicator) :-
    image_predicate(Indicator).

store(Module, Fact) :-
    (   Fact = symbol(Id, Name, Arity)
    ->  add_symbol(Module, Name, Arity, Id)
    ;   assertz(Module:Fact)
    ).
