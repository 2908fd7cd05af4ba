% A small compiler: assignments become code of a stack machine, within Size bytes.
%
% compile(Program, Size, Code): Code does what Program says, a list of
% Variable := Expression. Expressions have +, -, *, numbers and variables.
%
% The compiler knows what it left on the stack: a list of expressions, the top
% first. A value that is there already is copied, not computed anew.
%
% Written by hand. MIT licence.

:- op(700, xfx, :=).

compile(Program, Size, Code) :-
    statements(Program, [], Size, _, Code, []).

statements([], _, Size, Size) --> [].
statements([Variable := Expression|Program], Stack, Size0, Size) -->
    value(Expression, Stack, Size0, Size1),
    { forget(Stack, Variable, Stack1) },
    assign(Variable, Stack1, Stack2, Size1, Size2),
    statements(Program, Stack2, Size2, Size).

% assign: the value on top goes to the variable, and may stay on the stack too.
assign(Variable, Stack, Stack, Size0, Size) -->
    instruction(store(Variable), Size0, Size).
assign(Variable, Stack, [Variable|Stack], Size0, Size) -->
    instruction(dup, Size0, Size1),
    instruction(store(Variable), Size1, Size).

% value: code that pushes the value of an expression.
value(Expression, [Top|_], Size0, Size) -->
    { Top == Expression },
    !,
    instruction(dup, Size0, Size).
value(Expression, [_, Next|_], Size0, Size) -->
    { Next == Expression },
    !,
    instruction(over, Size0, Size).
value(Expression, _, Size0, Size) -->
    { constant(Expression, Number) },
    !,
    instruction(push(Number), Size0, Size).
value(Variable, _, Size0, Size) -->
    { atom(Variable) },
    !,
    instruction(load(Variable), Size0, Size).
value(Expression, Stack, Size0, Size) -->
    { step(Expression, Smaller, Instruction) },
    value(Smaller, Stack, Size0, Size1),
    instruction(Instruction, Size1, Size).
value(Expression, Stack, Size0, Size) -->
    { operation(Expression, Left, Right, Instruction) },
    operands(Instruction, Left, Right, Stack, Size0, Size1),
    instruction(Instruction, Size1, Size).
value(Expression, Stack, Size0, Size) -->
    { law(Expression, Other) },
    value(Other, Stack, Size0, Size).

operands(_, Left, Right, Stack, Size0, Size) -->
    value(Left, Stack, Size0, Size1),
    value(Right, [Left|Stack], Size1, Size).
operands(Instruction, Left, Right, Stack, Size0, Size) -->
    { commutes(Instruction), Left \== Right },
    value(Right, Stack, Size0, Size1),
    value(Left, [Right|Stack], Size1, Size).

instruction(Instruction, Size0, Size) -->
    {   (   short(Instruction)
        ->  Size is Size0 - 1
        ;   Size is Size0 - 2
        ),
        Size >= 0
    },
    [Instruction].

short(dup).
short(over).
short(inc).
short(dec).
short(Instruction) :-
    operation(_, _, _, Instruction).

step(Expression + One, Expression, inc) :- constant(One, 1).
step(Expression - One, Expression, dec) :- constant(One, 1).

operation(Left + Right, Left, Right, add).
operation(Left - Right, Left, Right, sub).
operation(Left * Right, Left, Right, mul).

commutes(add).
commutes(mul).

% law: another expression with the same value.
law(A * B + A * C, A * (B + C)).
law(A * C + B * C, (A + B) * C).
law(A * B - A * C, A * (B - C)).
law(A * Two, A + A) :- constant(Two, 2).
law(A + (B + C), A + B + C).
law(A + B - B, A).

constant(Number, Number) :-
    integer(Number),
    !.
constant(Expression, Number) :-
    operation(Expression, Left, Right, Instruction),
    constant(Left, X),
    constant(Right, Y),
    apply(Instruction, X, Y, Number).

apply(add, X, Y, Z) :- Z is X + Y.
apply(sub, X, Y, Z) :- Z is X - Y.
apply(mul, X, Y, Z) :- Z is X * Y.

% forget: what a new value of the variable makes wrong is no longer known.
forget([], _, []).
forget([Value|Stack], Variable, Known) :-
    (   mentions(Value, Variable)
    ->  Known = [unknown|Rest]
    ;   Known = [Value|Rest]
    ),
    forget(Stack, Variable, Rest).

mentions(Variable, Variable) :- !.
mentions(Expression, Variable) :-
    operation(Expression, Left, Right, _),
    (   mentions(Left, Variable)
    ->  true
    ;   mentions(Right, Variable)
    ).
