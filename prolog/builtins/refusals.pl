:- module(refusals,
          [ refused_goal/3              % +Goal, -Why, -Fix
          ]).

:- use_module(builtins, [iso_impure/2]).

/** <module> Goals of Prolog that a program may not call, and what to write instead
*/

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
    ;   ( iso_impure(Name, Arities), memberchk(Arity, Arities) ; system_predicate(Goal) )
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
