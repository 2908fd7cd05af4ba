:- module(builtins,
          [ builtin/2,                  % ?Goal, ?Determinism
            builtin/3,                  % ?Goal, ?Determinism, ?Standing
            reserved_head/2,            % +Head, -Why
            iso_impure/2,               % ?Name, ?Arities
            impure_evaluable/1          % ?Expression
          ]).

/** <module> The table of builtin predicates that a program may call

A builtin stands in the table if it is pure: it has no side effect, its answers depend on
its arguments alone, and it calls no other predicate. Goals that write stand in it too: they do
nothing here. Everything else of Prolog is refused when a program is loaded. To offer one more builtin, add one line to builtin/3.
*/

%!  builtin(?Goal, ?Determinism) is nondet.
%
%   True if Goal is the most general form of a pure builtin. Determinism is `det` if a call has at
%   most one solution and `nondet` if it can have more.

builtin(Goal, Determinism) :-
    builtin(Goal, Determinism, _).

%!  builtin(?Goal, ?Determinism, ?Standing) is nondet.
%
%   True if builtin/2 is and Standing says who may define the predicate of Goal: nobody (`iso`) or a
%   program (`overridable`).

builtin(true, det, iso).
builtin(fail, det, iso).
builtin(false, det, iso).
% unification and comparison
builtin(_ = _, det, iso).
builtin(_ \= _, det, iso).
builtin(_ == _, det, iso).
builtin(_ \== _, det, iso).
builtin(_ @< _, det, iso).
builtin(_ @> _, det, iso).
builtin(_ @=< _, det, iso).
builtin(_ @>= _, det, iso).
builtin(compare(_, _, _), det, iso).
builtin(unify_with_occurs_check(_, _), det, iso).
builtin(subsumes_term(_, _), det, iso).
builtin(_ =@= _, det, overridable).
builtin(_ \=@= _, det, overridable).
% arithmetic
builtin(_ is _, det, iso).
builtin(_ =:= _, det, iso).
builtin(_ =\= _, det, iso).
builtin(_ < _, det, iso).
builtin(_ =< _, det, iso).
builtin(_ > _, det, iso).
builtin(_ >= _, det, iso).
builtin(succ(_, _), det, overridable).
builtin(plus(_, _, _), det, overridable).
builtin(between(_, _, _), nondet, overridable).
% types
builtin(var(_), det, iso).
builtin(nonvar(_), det, iso).
builtin(atom(_), det, iso).
builtin(number(_), det, iso).
builtin(integer(_), det, iso).
builtin(float(_), det, iso).
builtin(atomic(_), det, iso).
builtin(compound(_), det, iso).
builtin(callable(_), det, iso).
builtin(ground(_), det, iso).
builtin(is_list(_), det, overridable).
builtin(rational(_), det, overridable).
builtin(rational(_, _, _), det, overridable).
builtin(blob(_, _), det, overridable).
builtin(string(_), det, overridable).
% terms
builtin(functor(_, _, _), det, iso).
builtin(arg(_, _, _), nondet, iso).
builtin(_ =.. _, det, iso).
builtin(copy_term(_, _), det, iso).
builtin(copy_term_nat(_, _), det, overridable).
builtin(term_variables(_, _), det, iso).
builtin(term_variables(_, _, _), det, overridable).
builtin(compound_name_arity(_, _, _), det, overridable).
builtin(compound_name_arguments(_, _, _), det, overridable).
builtin(acyclic_term(_), det, iso).
builtin(cyclic_term(_), det, overridable).
builtin(?=(_, _), det, overridable).
builtin(unifiable(_, _, _), det, overridable).
builtin(numbervars(_), det, overridable).
builtin(numbervars(_, _, _), det, overridable).
% lists
builtin(length(_, _), nondet, overridable).
builtin(sort(_, _), det, iso).
builtin(msort(_, _), det, overridable).
builtin(sort(_, _, _, _), det, overridable).
builtin(keysort(_, _), det, iso).
% text
builtin(atom_codes(_, _), det, iso).
builtin(atom_chars(_, _), det, iso).
builtin(char_code(_, _), det, iso).
builtin(atom_length(_, _), det, iso).
builtin(atom_concat(_, _, _), nondet, iso).
builtin(sub_atom(_, _, _, _, _), nondet, iso).
builtin(number_codes(_, _), det, iso).
builtin(number_chars(_, _), det, iso).
builtin(atom_number(_, _), det, overridable).
builtin(atom_string(_, _), det, overridable).
builtin(number_string(_, _), det, overridable).
builtin(string_concat(_, _, _), nondet, overridable).
builtin(string_length(_, _), det, overridable).
builtin(string_chars(_, _), det, overridable).
builtin(string_codes(_, _), det, overridable).
builtin(string_to_atom(_, _), det, overridable).
builtin(sub_string(_, _, _, _, _), nondet, overridable).
builtin(split_string(_, _, _, _), det, overridable).
builtin(string_lower(_, _), det, overridable).
builtin(string_upper(_, _), det, overridable).
builtin(upcase_atom(_, _), det, overridable).
builtin(downcase_atom(_, _), det, overridable).
builtin(atomic_list_concat(_, _), det, overridable).
builtin(atomic_list_concat(_, _, _), det, overridable).
builtin(char_type(_, _), nondet, overridable).
builtin(code_type(_, _), nondet, overridable).
builtin(string_code(_, _, _), det, overridable).
builtin(text_to_string(_, _), det, overridable).
builtin(sub_atom_icasechk(_, _, _), det, overridable).
builtin(term_to_atom(_, _), det, overridable).
builtin(term_string(_, _), det, overridable).
% errors: see own.pl
builtin(throw(_), det, iso).
builtin(must_be(_, _), det, overridable).
builtin(is_of_type(_, _), det, overridable).
builtin(type_error(_, _), det, overridable).
builtin(domain_error(_, _), det, overridable).
builtin(existence_error(_, _), det, overridable).
builtin(existence_error(_, _, _), det, overridable).
builtin(permission_error(_, _, _), det, overridable).
builtin(instantiation_error(_), det, overridable).
builtin(representation_error(_), det, overridable).
builtin(syntax_error(_), det, overridable).
builtin('$has_clauses'(_, _), det, iso).
builtin('$must_be'(_, _), det, iso).
builtin('$domain_error'(_, _), det, iso).
builtin('$cell'(_), det, iso).
builtin('$tree'(_), det, iso).
% output, which does nothing: see output.pl
builtin(write(_), det, iso).
builtin(write(_, _), det, iso).
builtin(print(_), det, iso).
builtin(print(_, _), det, iso).
builtin(writeln(_), det, overridable).
builtin(writeln(_, _), det, overridable).
builtin(writeq(_), det, iso).
builtin(writeq(_, _), det, iso).
builtin(write_canonical(_), det, iso).
builtin(write_canonical(_, _), det, iso).
builtin(write_term(_, _), det, iso).
builtin(write_term(_, _, _), det, iso).
builtin(portray_clause(_), det, overridable).
builtin(portray_clause(_, _), det, overridable).
builtin(nl, det, iso).
builtin(nl(_), det, iso).
builtin(tab(_), det, overridable).
builtin(tab(_, _), det, overridable).
builtin(put_char(_), det, iso).
builtin(put_char(_, _), det, iso).
builtin(format(_), det, overridable).
builtin(format(_, _), det, overridable).
builtin(format(_, _, _), det, overridable).
builtin(print_message(_, _), det, overridable).
builtin(print_message_lines(_, _, _), det, overridable).
builtin(flush_output, det, iso).
builtin(flush_output(_), det, iso).
builtin(ttyflush, det, overridable).
builtin(debug(_, _, _), det, overridable).
builtin('$output_begin', det, iso).
builtin('$output_end'(_), det, iso).

%!  reserved_head(+Head, -Why) is semidet.
%
%   True if no program may define the predicate of Head. Why describes it.

reserved_head(Head, Why) :-
    builtin(Head, _, Standing),
    !,
    Standing == iso,
    Why = 'an ISO builtin'.
reserved_head(Head, Why) :-
    functor(Head, Name, Arity),
    (   control(Name, Arity)
    ->  Why = 'a control construct'
    ;   iso_impure(Name, Arities),
        memberchk(Arity, Arities)
    ->  Why = 'an ISO builtin'
    ;   sub_atom(Name, 0, _, _, $)
    ->  Why = 'reserved, because its name begins with $'
    ).

control(Name, Arity) :-
    memberchk(Name/Arity, [ (',')/2, (;)/2, (->)/2, (*->)/2, (\+)/1, (!)/0, '|'/2, (:-)/1, (:-)/2,
                            (?-)/1, (-->)/2, (=>)/2, (:)/2, {}/1, []/0, '[|]'/2 ]),
    !.
control(call, Arity) :-
    Arity > 0.

%!  iso_impure(?Name, ?Arities) is nondet.
%
%   True if the ISO standard has a builtin Name for each of Arities that is not pure: a program can
%   neither define nor call it.

iso_impure(catch, [3]).
iso_impure(findall, [3]).
iso_impure(bagof, [3]).
iso_impure(setof, [3]).
iso_impure(once, [1]).
iso_impure(halt, [0, 1]).
iso_impure(assertz, [1]).
iso_impure(asserta, [1]).
iso_impure(retract, [1]).
iso_impure(retractall, [1]).
iso_impure(abolish, [1]).
iso_impure(clause, [2]).
iso_impure(current_predicate, [1]).
iso_impure(current_op, [3]).
iso_impure(op, [3]).
iso_impure(char_conversion, [2]).
iso_impure(current_char_conversion, [2]).
iso_impure(current_prolog_flag, [2]).
iso_impure(set_prolog_flag, [2]).
iso_impure(current_input, [1]).
iso_impure(current_output, [1]).
iso_impure(set_input, [1]).
iso_impure(set_output, [1]).
iso_impure(open, [3, 4]).
iso_impure(close, [1, 2]).
iso_impure(stream_property, [2]).
iso_impure(at_end_of_stream, [0, 1]).
iso_impure(set_stream_position, [2]).
iso_impure(get_char, [1, 2]).
iso_impure(peek_char, [1, 2]).
iso_impure(get_code, [1, 2]).
iso_impure(peek_code, [1, 2]).
iso_impure(put_code, [1, 2]).
iso_impure(get_byte, [1, 2]).
iso_impure(peek_byte, [1, 2]).
iso_impure(put_byte, [1, 2]).
iso_impure(read_term, [2, 3]).
iso_impure(read, [1, 2]).
iso_impure(repeat, [0]).

%!  impure_evaluable(?Expression) is nondet.
%
%   True if Expression is the most general form of an evaluable whose value differs from call to
%   call, or that changes something.

impure_evaluable(random(_)).
impure_evaluable(random_float).
impure_evaluable(cputime).
impure_evaluable(realtime).
