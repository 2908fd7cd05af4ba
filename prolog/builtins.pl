:- module(builtins,
          [ builtin/2,                  % ?Goal, ?Determinism
            builtin/3,                  % ?Goal, ?Determinism, ?Standing
            reserved_head/2,            % +Head, -Why
            refused_goal/3,             % +Goal, -Why, -Fix
            impure_evaluable/1          % ?Expression
          ]).

/** <module> The table of builtin predicates that a program may call

A builtin stands in the table if it is pure: it has no side effect, its answers depend on
its arguments alone, and it calls no other predicate. Everything else of Prolog is refused
when a program is loaded. To offer one more builtin, add one line to builtin/3.
*/

%!  builtin(?Goal, ?Determinism) is nondet.
%
%   Goal is the most general form of a pure builtin. Determinism is `det` if a call has at
%   most one solution and `nondet` if it can have more.

builtin(Goal, Determinism) :-
    builtin(Goal, Determinism, _).

%!  builtin(?Goal, ?Determinism, ?Standing) is nondet.
%
%   The same with Standing: an `iso` builtin cannot be redefined by a program, an
%   `overridable` one can.

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
builtin(string(_), det, overridable).
% terms
builtin(functor(_, _, _), det, iso).
builtin(arg(_, _, _), nondet, iso).
builtin(_ =.. _, det, iso).
builtin(copy_term(_, _), det, iso).
builtin(term_variables(_, _), det, iso).
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

%!  reserved_head(+Head, -Why) is semidet.
%
%   No program may define the predicate of Head; Why says what it is, in words.

reserved_head(Head, Why) :-
    builtin(Head, _, Standing),
    !,
    Standing == iso,
    Why = 'an ISO builtin'.
reserved_head(Head, Why) :-
    functor(Head, Name, Arity),
    (   control(Name, Arity)
    ->  Why = 'a control construct'
    ;   iso(Name, Arities),
        memberchk(Arity, Arities)
    ->  Why = 'an ISO builtin'
    ;   sub_atom(Name, 0, _, _, $)
    ->  Why = 'reserved, because its name begins with $'
    ).

control((','), 2).
control((;), 2).
control((->), 2).
control((*->), 2).
control((\+), 1).
control((!), 0).
control('|', 2).
control((:-), 1).
control((:-), 2).
control((?-), 1).
control((-->), 2).
control((=>), 2).
control((:), 2).
control({}, 1).
control([], 0).
control('[|]', 2).
control(call, Arity) :-
    Arity > 0.

% Builtins of the ISO standard that are not pure: neither a head nor a goal of a program.
iso(catch, [3]).
iso(throw, [1]).
iso(findall, [3]).
iso(bagof, [3]).
iso(setof, [3]).
iso(once, [1]).
iso(halt, [0, 1]).
iso(assertz, [1]).
iso(asserta, [1]).
iso(retract, [1]).
iso(retractall, [1]).
iso(abolish, [1]).
iso(clause, [2]).
iso(current_predicate, [1]).
iso(current_op, [3]).
iso(op, [3]).
iso(char_conversion, [2]).
iso(current_char_conversion, [2]).
iso(current_prolog_flag, [2]).
iso(set_prolog_flag, [2]).
iso(current_input, [1]).
iso(current_output, [1]).
iso(set_input, [1]).
iso(set_output, [1]).
iso(open, [3, 4]).
iso(close, [1, 2]).
iso(flush_output, [0, 1]).
iso(stream_property, [2]).
iso(at_end_of_stream, [0, 1]).
iso(set_stream_position, [2]).
iso(get_char, [1, 2]).
iso(peek_char, [1, 2]).
iso(put_char, [1, 2]).
iso(get_code, [1, 2]).
iso(peek_code, [1, 2]).
iso(put_code, [1, 2]).
iso(get_byte, [1, 2]).
iso(peek_byte, [1, 2]).
iso(put_byte, [1, 2]).
iso(nl, [0, 1]).
iso(read_term, [2, 3]).
iso(read, [1, 2]).
iso(write_term, [2, 3]).
iso(write, [1, 2]).
iso(writeq, [1, 2]).
iso(print, [1, 2]).
iso(write_canonical, [1, 2]).
iso(repeat, [0]).

%!  refused_goal(+Goal, -Why, -Fix) is semidet.
%
%   Goal calls a predicate of Prolog that is not pure or not first order. Why and Fix are
%   one line of plain words each. True for system predicates only, not for unknown ones.

refused_goal(Goal, Why, Fix) :-
    (   Goal = (If ; _),
        nonvar(If),
        If = (_ *-> _)
    ->  functor(If, Name, Arity)
    ;   functor(Goal, Name, Arity)
    ),
    (   refused(Name, Arity, Why, Fix)
    ->  true
    ;   sub_atom(Name, 0, _, _, $)
    ->  Why = 'its name begins with $, which is reserved',
        Fix = 'give the predicate a name that does not begin with $'
    ;   ( iso(Name, Arities), memberchk(Arity, Arities) ; system_predicate(Goal) )
    ->  Why = 'it is not one of the pure builtins',
        Fix = 'remove the goal, or define the predicate in the program'
    ).

% Looks at the module `system` only and runs nothing: no autoloading, no call.
system_predicate(Goal) :-
    '$c_current_predicate'(_, system:Goal).

refused(call, 1, 'it calls a goal that is known only when the program runs',
        'write the goal itself in the place of call/1').
refused(call, Arity, 'it calls a goal that is known only when the program runs',
        'write a predicate that does the same for this one goal') :-
    Arity > 1.
refused(Name, Arity, 'it calls a goal for every element of a list',
        'write a recursive predicate over the list') :-
    higher_order(Name, Arities),
    memberchk(Arity, Arities).
refused(Name, Arity, 'it collects all solutions of a goal',
        'write a recursive predicate, or make the solutions facts of the program') :-
    all_solutions(Name, Arities),
    memberchk(Arity, Arities).
refused(Name, Arity, 'it changes or inspects the program or a global variable',
        'pass the value along as an argument') :-
    database(Name, Arities),
    memberchk(Arity, Arities).
refused(Name, Arity, 'it reads or writes', 'remove the goal: proofs have no output') :-
    input_output(Name, Arities),
    memberchk(Arity, Arities).
refused(Name, Arity, 'it acts on more than the proof', 'remove the goal') :-
    outside(Name, Arities),
    memberchk(Arity, Arities).
refused(Name, Arity, 'its value differs from call to call',
        'pass the value along as an argument, or make it a fact') :-
    varying(Name, Arities),
    memberchk(Arity, Arities).
refused(phrase, Arity, 'it calls a grammar body that is known only when the program runs',
        'call the nonterminal with its two lists: greeting(List, [])') :-
    memberchk(Arity, [2, 3]).
refused(Name, Arity, 'goals that wait for a variable are not supported',
        'write \\== or \\= after the goal that binds the variable') :-
    memberchk(Name/Arity, [dif/2, freeze/2, when/2]).
refused(ignore, 1, 'it calls a goal for its side effects', 'write (Goal -> true ; true)').
refused((*->), 2, 'the soft cut is not supported',
        'write (Condition, Then ; \\+ Condition, Else)').
refused((:), 2, 'a goal cannot name a module', 'write the goal without the module').
refused(Name, Arity, 'exceptions are not supported',
        'test the arguments before the goal that could raise one') :-
    memberchk(Name/Arity, [catch/3, throw/1, catch_with_backtrace/3, type_error/2,
                           domain_error/2, must_be/2, setup_call_cleanup/3,
                           call_cleanup/2]).
refused((>>), Arity, 'lambda expressions are not supported', 'write a named predicate') :-
    Arity > 1.

higher_order(maplist, [2, 3, 4, 5, 6, 7]).
higher_order(foldl, [4, 5, 6, 7]).
higher_order(foldr, [4]).
higher_order(include, [3]).
higher_order(exclude, [3]).
higher_order(partition, [4, 6]).
higher_order(predsort, [3]).
higher_order(forall, [2]).
higher_order(convlist, [3]).

all_solutions(findall, [3, 4]).
all_solutions(bagof, [3]).
all_solutions(setof, [3]).
all_solutions(findnsols, [4, 5]).
all_solutions(aggregate, [3, 4]).
all_solutions(aggregate_all, [3, 4]).

database(assert, [1, 2]).
database(asserta, [1, 2]).
database(assertz, [1, 2]).
database(retract, [1]).
database(retractall, [1]).
database(abolish, [1, 2]).
database(clause, [2, 3]).
database(b_setval, [2]).
database(b_getval, [2]).
database(nb_setval, [2]).
database(nb_getval, [2]).
database(flag, [3]).
database(recorda, [2, 3]).
database(recordz, [2, 3]).
database(recorded, [2, 3]).
database(gensym, [2]).
database(setarg, [3]).
database(nb_setarg, [3]).
database(current_op, [3]).
database(op, [3]).

input_output(write, [1, 2]).
input_output(writeln, [1, 2]).
input_output(print, [1, 2]).
input_output(writeq, [1, 2]).
input_output(write_canonical, [1, 2]).
input_output(write_term, [2, 3]).
input_output(print_message, [2]).
input_output(portray_clause, [1, 2]).
input_output(nl, [0, 1]).
input_output(tab, [1, 2]).
input_output(put_char, [1, 2]).
input_output(get_char, [1, 2]).
input_output(format, [1, 2, 3]).
input_output(read, [1, 2]).
input_output(read_term, [2, 3]).
input_output(open, [3, 4]).
input_output(close, [1, 2]).
input_output(see, [1]).
input_output(tell, [1]).

outside(consult, [1]).
outside(halt, [0, 1]).
outside(shell, [0, 1, 2]).
outside(system, [1]).
outside(thread_create, [1, 2, 3, 4]).
outside(process_create, [3]).
outside(load_files, [2]).
outside(delete_file, [1]).
outside(sleep, [1]).

varying(random, [1]).
varying(random, [3]).
varying(random_between, [3]).
varying(random_member, [2]).
varying(random_permutation, [2]).
varying(get_time, [1]).
varying(statistics, [2]).

%!  impure_evaluable(?Expression) is nondet.
%
%   Expression is the most general form of an evaluable whose value differs from call to
%   call, or that changes something.

impure_evaluable(random(_)).
impure_evaluable(random_float).
impure_evaluable(cputime).
impure_evaluable(realtime).
