:- module(bounds,
          [ bounded/2,                  % +Goal, -Cells
            bounded_call/1,             % +Goal
            bounded_call/2,             % +Goal, +Module
            is_replaced/1,              % +Goal
            guarded_goal/3              % +Goal, +Module, -Guarded
          ]).
:- use_module(constants).
:- use_module(expressions, [bits/2, charge/1, expect_few_bits/1, expect_small/1]).
:- use_module(own, [own_meaning/2]).
:- use_module(output, [output_goal/1, output_goal/3]).
:- use_module(library(error), [resource_error/1]).

/** <module> What one call of a builtin may take

An inference limit counts calls, and one call of a builtin may take hours or all memory: a power, a
list of given length, an atom that is doubled again and again. So the size of what a builtin makes
has a limit, and a call counts as one inference more for each #cells_per_inference cells or
characters that it touches.

    ?- X = 3, bounded(Y is X**200_000_000, _).
    ERROR: Not enough resources: integer_bits
*/

:- set_prolog_flag(optimise, true).

%!  bounded_call(+Goal) is nondet.
%
%   True if the builtin Goal is. Raise errors as bounded/2, and charge for each solution.

bounded_call(Goal) :-
    bounded_call(Goal, user).

%!  bounded_call(+Goal, +Module) is nondet.
%
%   The same for a goal of the program in Module, whose operators it has.

bounded_call(Goal, Module) :-
    (   output_goal(Goal)
    ->  (   spaces(Goal, Expression)
        ->  bits(Expression, _)
        ;   true
        ),
        output_goal(Goal, Module, Size),
        charge(Size)
    ;   bounded(Goal, Cells),
        (   own_meaning(Goal, Called)
        ->  call(Called)
        ;   call(Goal)
        ),
        after(Goal, Cells)
    ).

spaces(tab(Expression), Expression).
spaces(tab(_, Expression), Expression).

after(Goal, Cells) :-
    (   Goal = (Value is _)
    ->  expect_small(Value)
    ;   true
    ),
    charge(Cells).

%!  is_replaced(+Goal) is semidet.
%
%   True if the builtin Goal is never called itself; bounded_call/1 does what it does.

is_replaced(Goal) :-
    (   output_goal(Goal)
    ->  true
    ;   own_meaning(Goal, _)
    ).

%!  bounded(+Goal, -Cells) is det.
%
%   True if the builtin Goal may be called. Goal itself is charged; after each of its solutions, Cells is
%   the number of cells to charge for it.
%
%   @error resource_error(What)  it would make an integer, a text or a term beyond its limit
%   @error type_error(evaluable, PI)  the value of an expression would differ from call to call

bounded(Goal, Cells) :-
    (   kind(Goal, Kind)
    ->  bounded(Kind, Goal, Cells)
    ;   '$term_size'(Goal, _, Size),
        charge(Size),
        Cells = 0
    ).

bounded(constant, _, 0).
bounded(arithmetic(Expression), _, 0) :-
    expect_few_bits(Expression).
bounded(arithmetic(Left, Right), _, 0) :-
    expect_few_bits(Left),
    expect_few_bits(Right).
bounded(arithmetic_of(List), Goal, 0) :-
    '$term_size'(Goal, _, Size),
    charge(Size),
    '$skip_list'(Length, List, _),      % an open list is evaluated too
    expect_few_bits(Length, List).
bounded(integers, Goal, 0) :-
    forall(arg(_, Goal, Argument), expect_small(Argument)).
bounded(sized(Count), Goal, Cells) :-
    (   integer(Count)
    ->  (   Count > #max_cells
        ->  resource_error(cells)
        ;   charge(Count),
            Cells = 0
        )
    ;   '$term_size'(Goal, _, Size),
        charge(Size),
        (   Goal = length(List, _),
            \+ is_list(List)
        ->  Cells = Count               % each solution makes a longer list
        ;   Cells = 0
        )
    ).
bounded(sorting, Goal, 0) :-
    '$term_size'(Goal, _, Cells),
    N is Cells*8,
    charge(N).
bounded(comparing, Goal, 0) :-          % each part with the others
    '$term_size'(Goal, _, Cells),
    N is Cells*Cells,
    charge(N).
bounded(text, Goal, 0) :-
    text_size(Goal, Size),
    charge(Size).
bounded(parsing, Goal, 0) :-            % the time of reading digits grows with their square
    text_size(Goal, Size),
    (   Size > #max_digits
    ->  resource_error(digits)
    ;   N is Size*Size // 32,
        charge(N)
    ).
bounded(numerals(List), _, 0) :-        % a number may end anywhere in it
    '$skip_list'(Length, List, _),
    (   Length > #max_digits
    ->  resource_error(digits)
    ;   charge(Length)
    ).
bounded(joining(List, Between), Goal, 0) :-
    text_size(Goal, Size0),
    (   is_list(List)
    ->  length(List, Count),
        one_size(Between, 0, Width),
        joined_size(List, 0, Size1),
        Size is Size0+Size1+Count*Width
    ;   Size = Size0
    ),
    (   Size > #max_text
    ->  resource_error(text)
    ;   charge(Size)
    ).
bounded(splitting, Goal, Size) :-       % each solution is a text of its own
    text_size(Goal, Size),
    charge(Size).

expect_few_bits(0, _) :-
    !.
expect_few_bits(N, [Expression|Expressions]) :-
    expect_few_bits(Expression),
    N1 is N-1,
    expect_few_bits(N1, Expressions).

%!  guarded_goal(+Goal, +Module, -Guarded) is det.
%
%   Guarded is a goal to compile that does and raises what bounded_call/2 does, with as few
%   inferences as Goal where that can be.

guarded_goal(Goal, Module, Guarded) :-
    (   is_replaced(Goal)
    ->  Guarded = bounds:bounded_call(Goal, Module)
    ;   ( kind(Goal, constant) ; Goal = (_ = _) )
    ->  Guarded = system:Goal
    ;   kind(Goal, Kind)
    ->  (   sums_only(Kind)
        ->  term_variables(Kind, Variables),
            tests(Variables, Goal, Guarded)
        ;   Guarded = bounds:bounded_call(Goal)
        )
    ;   Guarded = (( '$term_size'(Goal, 1024, _) -> true ; bounds:bounded(Goal, _) ), system:Goal)
    ).

tests([], Goal, system:Goal).
tests([Variable|Variables], Goal, Tests) :-
    Tests = (( number(Variable) -> true ; bounds:bits(Variable, _) ), Tests1),
    tests(Variables, Goal, Tests1).

sums_only(arithmetic(Expression)) :-
    sum_only(Expression).
sums_only(arithmetic(Left, Right)) :-
    sum_only(Left),
    sum_only(Right).

sum_only(Expression) :-
    (   var(Expression)
    ;   number(Expression)
    ;   compound(Expression),
        memberchk(Expression, [A+B, A-B, A//B, A mod B, A rem B, min(A, B), max(A, B)]),
        sum_only(A),
        sum_only(B)
    ),
    !.

%   kind(+Goal, -Kind) is semidet: how Goal is bounded, where not by the size of its arguments.

#facts(kind(Goal, constant), Goal,
       [ true/0, fail/0, false/0, var/1, nonvar/1, atom/1, number/1, integer/1, float/1, rational/1, string/1,
         atomic/1, compound/1, callable/1, arg/3, succ/2, plus/3, char_type/2, code_type/2, char_code/2,
         '$cell'/2, '$input'/1 ]).
#facts(kind(Goal, integers), Goal, [between/3, divmod/4, nth_integer_root_and_remainder/4]).
#facts(kind(Goal, sorting), Goal, [sort/2, msort/2, sort/4, keysort/2, term_variables/3]).
#facts(kind(Goal, splitting), Goal, [sub_atom/5, sub_string/5]).
#facts(kind(Goal, parsing), Goal,
       [number_codes/2, number_to_chars/2, number_chars/2, atom_number/2, number_string/2, name/2]).
#facts(kind(Goal, text), Goal,
       [ string_code/3, text_to_string/2, sub_atom_icasechk/3, atom_codes/2, atom_to_chars/2, atom_chars/2,
         atom_length/2, atom_string/2, string_length/2, string_chars/2, string_codes/2, string_to_atom/2,
         split_string/4, string_lower/2, string_upper/2, upcase_atom/2, downcase_atom/2, file_base_name/2,
         file_directory_name/2, file_name_extension/3, string_to_list/2 ]).
#facts(kind(Goal, arithmetic(Expression)), Goal, [Expression|_],
       [ abs/2, acos/2, asin/2, atan/2, ceiling/2, cos/2, floor/2, log/2, log10/2, round/2, sign/2, sin/2, sqrt/2,
         tan/2 ]).
#facts(kind(Goal, arithmetic(Left, Right)), Goal, [Left,Right|_],
       [(=:=)/2, (=\=)/2, (<)/2, (=<)/2, (>)/2, (>=)/2, atan2/3, (#=)/2, (#\=)/2, (#<)/2, (#=<)/2,
        (#>)/2, (#>=)/2]).
#facts(kind(Goal, arithmetic_of(List)), Goal, [List|_], [sum_list/2, sumlist/2, max_list/2, min_list/2]).
#facts(kind(Goal, joining(List, '')), Goal, [List|_], [atomics_to_string/2, atomic_list_concat/2, concat_atom/2]).
#facts(kind(Goal, joining(List, Between)), Goal, [List,Between|_],
       [atomics_to_string/3, atomic_list_concat/3, concat_atom/3]).
#facts(kind(Goal, numerals(List)), Goal, [_,List|_], [float/3, number/3, xinteger/3]).
kind(_ is Expression, arithmetic(Expression)).
kind(pow(Left, Right, _), arithmetic(Left**Right)).
kind(substring(_, Offset, _, _), arithmetic(Offset)).
kind(string_lines(_, Lines), joining(Lines, '\n')).
kind(concat(Left, Right, _), joining([Left,Right], '')).
kind(length(_, Length), sized(Length)).
kind(compound_name_arity(_, _, Arity), sized(Arity)).
kind(functor(Term, _, Arity), sized(Arity)) :-
    var(Term).
kind(numlist(Low, High, _), sized(Count)) :-
    integer(Low),
    integer(High),
    Count is max(0, High-Low+1).
kind(integer(Value, List, _), Kind) :-
    (   nonvar(Value)
    ->  Kind = arithmetic(Value)        % it is written by format/2
    ;   Kind = numerals(List)
    ).
kind(atom_concat(Left, Right, _), Kind) :-
    concatenation(Left, Right, Kind).
kind(string_concat(Left, Right, _), Kind) :-
    concatenation(Left, Right, Kind).
kind(term_factorized(_, _, _), comparing).

concatenation(Left, Right, Kind) :-
    (   nonvar(Left),
        nonvar(Right)
    ->  Kind = text
    ;   Kind = splitting
    ).

%   text_size(+Goal, -Size) is det: characters of the arguments of Goal, or cells of lists.

text_size(Goal, Size) :-
    functor(Goal, _, Arity),
    text_size(Arity, Goal, 0, Size),
    (   Size > #max_text
    ->  resource_error(text)
    ;   true
    ).

text_size(0, _, Size, Size) :-
    !.
text_size(N, Goal, Size0, Size) :-
    arg(N, Goal, Text),
    one_size(Text, Size0, Size1),
    N1 is N-1,
    text_size(N1, Goal, Size1, Size).

one_size(Text, Size0, Size) :-
    (   atom(Text)
    ->  atom_length(Text, Length),
        Size is Size0+Length
    ;   string(Text)
    ->  string_length(Text, Length),
        Size is Size0+Length
    ;   integer(Text)
    ->  expect_small(Text),
        Size = Size0
    ;   compound(Text)
    ->  '$term_size'(Text, _, Cells),
        Size is Size0+Cells
    ;   Size = Size0
    ).

joined_size([], Size, Size).
joined_size([Text|Texts], Size0, Size) :-
    one_size(Text, Size0, Size1),
    joined_size(Texts, Size1, Size).
