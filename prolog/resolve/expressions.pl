:- module(expressions,
          [ bits/2,                     % +Expression, -Bits
            charge/1,                   % +Cells
            expect_few_bits/1,          % +Expression
            expect_small/1              % +Value
          ]).
:- use_module('../builtins/builtins', [impure_evaluable/1]).
:- use_module(constants).

/** <module> What the value of an expression may take

A bound of its size before it is evaluated, by is/2, by a comparison, or by a directive of format/2.
*/

:- set_prolog_flag(optimise, true).

%!  charge(+Cells) is det.
%
%   Count as many inferences as touching Cells is worth; few cells are free.

charge(Cells) :-
    (   Cells < #cells_per_inference
    ->  true
    ;   N is Cells // #cells_per_inference,
        burn(N)
    ).

burn(N) :-
    (   N > 0
    ->  N1 is N-1,
        burn(N1)
    ;   true
    ).

%!  expect_few_bits(+Expression) is det.
%
%   As bits/2; a cyclic term is no expression, either.

expect_few_bits(Expression) :-
    (   acyclic_term(Expression)
    ->  bits(Expression, _)
    ;   true
    ).

%!  bits(+Expression, -Bits) is det.
%
%   Bits is an upper bound of the bits of the integer value of Expression. What is no expression is left to
%   Prolog, which raises the error.
%
%   @error resource_error(integer_bits)  it may have more than #max_bits, or takes too long
%   @error type_error(evaluable, PI)  its value would differ from call to call

bits(Expression, Bits) :-
    (   integer(Expression)
    ->  integer_bits(Expression, Bits)
    ;   compound(Expression)
    ->  expect_pure(Expression),
        compound_bits(Expression, Bits0),
        (   Bits0 > #max_bits*4
        ->  too_many_bits
        ;   Bits = Bits0
        )
    ;   atom(Expression)
    ->  expect_pure(Expression),
        Bits = 64
    ;   rational(Expression, Numerator, Denominator)
    ->  integer_bits(Numerator, Bits0),
        integer_bits(Denominator, Bits1),
        Bits is Bits0+Bits1
    ;   Bits = 64
    ).

integer_bits(Integer, Bits) :-
    (   Integer < 0x4000_0000_0000_0000,
        Integer > -0x4000_0000_0000_0000
    ->  Bits = 64
    ;   Bits is msb(abs(Integer))+1,
        (   Bits > #max_bits
        ->  too_many_bits
        ;   charge(Bits)                % products take longer than they are long
        )
    ).

%!  expect_small(+Value) is det.
%
%   The same for a value.

expect_small(Value) :-
    (   integer(Value)
    ->  integer_bits(Value, _)
    ;   true
    ).

expect_pure(Expression) :-
    (   impure_evaluable(Expression)
    ->  functor(Expression, Name, Arity),
        throw(error(type_error(evaluable, Name/Arity), _))
    ;   true
    ).

compound_bits(A+B, Bits) :- !, bits(A, Bits0), bits(B, Bits1), Bits is max(Bits0, Bits1)+1.
compound_bits(A-B, Bits) :- !, bits(A, Bits0), bits(B, Bits1), Bits is max(Bits0, Bits1)+1.
compound_bits(A**B, Bits) :- !, power_bits(A, B, Bits).
compound_bits(A^B, Bits) :- !, power_bits(A, B, Bits).
compound_bits(A<<B, Bits) :- !, shifted_bits(A, B, Bits).
compound_bits(A>>B, Bits) :- !, shifted_bits(A, B, Bits).
compound_bits(powm(A, B, C), Bits) :-
    !,
    bits(A, Bits0),
    bits(B, Bits1),
    bits(C, Bits),
    N is Bits0*Bits1*Bits >> 12,
    (   N > #max_cells*16
    ->  too_many_bits
    ;   charge(N)
    ).
compound_bits(Expression, Bits) :-
    functor(Expression, _, Arity),
    sum_bits(Arity, Expression, 64, Bits).

sum_bits(0, _, Bits, Bits) :-
    !.
sum_bits(N, Expression, Bits0, Bits) :-
    arg(N, Expression, Argument),
    bits(Argument, Bits1),
    Bits2 is Bits0+Bits1,
    N1 is N-1,
    sum_bits(N1, Expression, Bits2, Bits).

power_bits(A, B, Bits) :-
    bits(A, Bits0),
    bits(B, _),
    Base is A,
    Exponent is B,
    (   integer(Base),
        integer(Exponent),
        abs(Base) > 1
    ->  Bits is (msb(abs(Base))+1)*abs(Exponent)
    ;   rational(Base),
        rational(Exponent)
    ->  Bits is Bits0*max(1, ceiling(abs(Exponent)))
    ;   Bits = 64
    ).

shifted_bits(A, B, Bits) :-
    bits(A, Bits0),
    bits(B, _),
    Shift is B,
    Bits is Bits0+abs(Shift).

too_many_bits :-
    throw(error(resource_error(integer_bits), _)).
