:- module(image,
          [ image/2,                    % +In, -Out
            open_image/2                % +In, -Out
          ]).
:- use_module('../resolve/resolution', [runs_builtins/1]).
:- use_module('../resolve/tokens', [add_symbol/4]).
:- use_module(flat, [compile_flat/1]).

/** <module> A loaded program as a string of bytes, for other processes that only play it

The string has the facts of the program that a resolution step looks up, and its symbols. What is
needed to read a program, to explain it or to prove in it is left out, and so are its queries:
Python has their tokens.
*/

%!  image(+In, -Out) is det.
%
%   In is a string with the number of a program, Out the code 0x10FFFF and the bytes of its image.

image(In, Out) :-
    program_module(In, Module),
    findall(Fact, image_fact(Module, Fact), Facts),
    fast_term_serialized(Facts, Bytes),
    string_concat("\U0010FFFF", Bytes, Out).

program_module(In, Module) :-
    string_code(1, In, Number),
    atom_concat(program_, Number, Module).

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

image_predicate(res/4).
image_predicate(guards/2).
image_predicate(override/1).
image_predicate(twin/2).
image_predicate(flat/1).
image_predicate(symbol/3).

%!  open_image(+In, -Out) is det.
%
%   In has the number that the program is to have in this process, and the bytes of its image. Out
%   is empty.

open_image(In, "") :-
    program_module(In, Module),
    sub_string(In, 1, _, 0, Bytes),
    fast_term_serialized(Facts, Bytes),
    forall(stored_predicate(Name/Arity), dynamic(Module:Name/Arity)),
    store(Facts, Module),
    forall(( stored_predicate(Name/Arity),
             functor(Head, Name, Arity),
             \+ \+ call(Module:Head)
           ),
           compile_predicates([Module:Name/Arity])),
    (   Module:flat(true)
    ->  compile_flat(Module)
    ;   true
    ).

stored_predicate(symbol_id/3).
stored_predicate(runs_builtins/1).
stored_predicate(Indicator) :-
    image_predicate(Indicator).

store([], _).
store([Fact|Facts], Module) :-
    (   Fact = symbol(Id, Name, Arity)
    ->  add_symbol(Module, Name, Arity, Id)
    ;   assertz(Module:Fact)
    ),
    store(Facts, Module).
