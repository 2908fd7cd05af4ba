:- module(records,
          [ records/3,                  % ?Record, :Goal, -String
            rows/5,                     % +Count, ?Numbers, :Goal, :Rest, -String
            write_fields/1              % +Record
          ]).
:- use_module('../resolve/constants').

:- meta_predicate
    records(?, 0, -),
    rows(+, ?, 0, 0, -).

:- set_prolog_flag(optimise, true).

/** <module> Solutions of goals as strings of codes

A field is its length (two digits, base 0x4000) and its codes; numbers are written as text. The first code
forces the wide layout of the string.
*/

%!  records(?Record, :Goal, -String) is det.
%
%   Write the fields of Record, a list of atomic terms or codes(Codes), for each solution of Goal to
%   String. Records are written one by one, since lists of codes of all of
%   them would take ten times the memory.

records(Record, Goal, String) :-
    with_output_to(string(String),
                   ( put_code(#wide),
                     forall(Goal, write_fields(Record))
                   )).

%!  write_fields(+Record) is det.

write_fields([]).
write_fields([Field|Fields]) :-
    write_field(Field),
    write_fields(Fields).

write_field(codes(Codes)) :-
    !,
    length(Codes, Length),
    write_length(Length),
    format("~s", [Codes]).
write_field(Field) :-
    (   atomic(Field),
        Field \== []                    % the length of its text would be 0
    ->  Text = Field
    ;   format(string(Text), '~w', [Field])
    ),
    atom_length(Text, Length),
    write_length(Length),
    write(Text).

write_length(Length) :-
    High is Length >> 14,
    Low is Length /\ 0x3FFF,
    put_code(High),
    put_code(Low).

%!  rows(+Count, ?Numbers, :Goal, :Rest, -String) is det.
%
%   Write Count, then Numbers, a list of numbers below 2**28, for each of the Count solutions of Goal,
%   then what Rest writes to String. A number is two digits, so that Python reads all in one call.

rows(Count, Numbers, Goal, Rest, String) :-
    with_output_to(string(String),
                   ( put_code(#wide),
                     write_length(Count),
                     forall(Goal, core:core_put_numbers(Numbers)),
                     call(Rest)
                   )).
