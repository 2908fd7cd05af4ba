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

expect_few_bits(N, List) :-
    (   N > 0
    ->  List = [Expression|Expressions],
        expect_few_bits(Expression),
        N1 is N-1,
        expect_few_bits(N1, Expressions)
    ;   true
    ).

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

resource_error(What) :-
    throw(error(resource_error(What), _)).

%   kind(+Goal, -Kind) is semidet: how Goal is bounded, where not by the size of its arguments.

kind(true, constant).
kind(fail, constant).
kind(false, constant).
kind(var(_), constant).
kind(nonvar(_), constant).
kind(atom(_), constant).
kind(number(_), constant).
kind(integer(_), constant).
kind(float(_), constant).
kind(rational(_), constant).
kind(string(_), constant).
kind(atomic(_), constant).
kind(compound(_), constant).
kind(callable(_), constant).
kind('$cell'(_, _), constant).
kind('$input'(_), constant).
kind(numlist(Low, High, _), sized(Count)) :-
    integer(Low),
    integer(High),
    Count is max(0, High-Low+1).
kind(arg(_, _, _), constant).
kind(_ is Expression, arithmetic(Expression)).
kind(Left =:= Right, arithmetic(Left, Right)).
kind(Left =\= Right, arithmetic(Left, Right)).
kind(Left < Right, arithmetic(Left, Right)).
kind(Left =< Right, arithmetic(Left, Right)).
kind(Left > Right, arithmetic(Left, Right)).
kind(Left >= Right, arithmetic(Left, Right)).
kind(abs(Expression, _), arithmetic(Expression)).
kind(acos(Expression, _), arithmetic(Expression)).
kind(asin(Expression, _), arithmetic(Expression)).
kind(atan(Expression, _), arithmetic(Expression)).
kind(ceiling(Expression, _), arithmetic(Expression)).
kind(cos(Expression, _), arithmetic(Expression)).
kind(floor(Expression, _), arithmetic(Expression)).
kind(log(Expression, _), arithmetic(Expression)).
kind(log10(Expression, _), arithmetic(Expression)).
kind(round(Expression, _), arithmetic(Expression)).
kind(sign(Expression, _), arithmetic(Expression)).
kind(sin(Expression, _), arithmetic(Expression)).
kind(sqrt(Expression, _), arithmetic(Expression)).
kind(tan(Expression, _), arithmetic(Expression)).
kind(atan2(Left, Right, _), arithmetic(Left, Right)).
kind(pow(Left, Right, _), arithmetic(Left**Right)).
kind(sum_list(List, _), arithmetic_of(List)).
kind(sumlist(List, _), arithmetic_of(List)).
kind(max_list(List, _), arithmetic_of(List)).
kind(min_list(List, _), arithmetic_of(List)).
kind(substring(_, Offset, _, _), arithmetic(Offset)).
kind(succ(_, _), constant).
kind(plus(_, _, _), constant).
kind(between(_, _, _), integers).
kind(functor(Term, _, Arity), sized(Arity)) :-
    var(Term).
kind(length(_, Length), sized(Length)).
kind(sort(_, _), sorting).
kind(msort(_, _), sorting).
kind(sort(_, _, _, _), sorting).
kind(keysort(_, _), sorting).
kind(term_variables(_, _, _), sorting).
kind(compound_name_arity(_, _, Arity), sized(Arity)).
kind(term_factorized(_, _, _), comparing).
kind(char_type(_, _), constant).
kind(code_type(_, _), constant).
kind(string_code(_, _, _), text).
kind(text_to_string(_, _), text).
kind(sub_atom_icasechk(_, _, _), text).
kind(atomics_to_string(List, _), joining(List, '')).
kind(atomics_to_string(List, Between, _), joining(List, Between)).
kind(atom_codes(_, _), text).
kind(atom_to_chars(_, _), text).
kind(atom_chars(_, _), text).
kind(char_code(_, _), constant).
kind(atom_length(_, _), text).
kind(atom_concat(Left, Right, _), Kind) :-
    concatenation(Left, Right, Kind).
kind(string_concat(Left, Right, _), Kind) :-
    concatenation(Left, Right, Kind).
kind(sub_atom(_, _, _, _, _), splitting).
kind(sub_string(_, _, _, _, _), splitting).
kind(number_codes(_, _), parsing).
kind(number_to_chars(_, _), parsing).
kind(number_chars(_, _), parsing).
kind(atom_number(_, _), parsing).
kind(number_string(_, _), parsing).
kind(atom_string(_, _), text).
kind(string_length(_, _), text).
kind(string_chars(_, _), text).
kind(string_codes(_, _), text).
kind(string_to_atom(_, _), text).
kind(split_string(_, _, _, _), text).
kind(string_lower(_, _), text).
kind(string_upper(_, _), text).
kind(upcase_atom(_, _), text).
kind(downcase_atom(_, _), text).
kind(atomic_list_concat(List, _), joining(List, '')).
kind(atomic_list_concat(List, Between, _), joining(List, Between)).
kind(divmod(_, _, _, _), integers).
kind(nth_integer_root_and_remainder(_, _, _, _), integers).
kind(name(_, _), parsing).
kind(file_base_name(_, _), text).
kind(file_directory_name(_, _), text).
kind(file_name_extension(_, _, _), text).
kind(string_lines(_, Lines), joining(Lines, '\n')).
kind(concat(Left, Right, _), joining([Left,Right], '')).
kind(concat_atom(List, _), joining(List, '')).
kind(concat_atom(List, Between, _), joining(List, Between)).
kind(string_to_list(_, _), text).
kind(integer(Value, List, _), Kind) :-
    (   nonvar(Value)
    ->  Kind = arithmetic(Value)        % it is written by format/2
    ;   Kind = numerals(List)
    ).
kind(float(_, List, _), numerals(List)).
kind(number(_, List, _), numerals(List)).
kind(xinteger(_, List, _), numerals(List)).

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
