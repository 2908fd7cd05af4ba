:- module(own,
          [ own_meaning/2,              % +Goal, -Called
            first_member/3              % ?Element, ?List, +Unify
          ]).
:- use_module(library(lists), [member/2]).
:- forall(member(Library, [ assoc, backcomp, ctypes, dcg/basics, error, heaps, occurs, option, ordsets, prolog_code,
                            quintus, rbtrees, strings, terms, ugraphs ]),
          use_module(library(Library), [])).
:- use_module('../builtins/builtins', [builtin/2, lent/2, reserved_head/2]).
:- use_module(bodies, []).
:- use_module(constants).
:- use_module(constraints, []).
:- use_module(delays, []).
:- use_module(dict_builtins, [dict_meaning/2, with_real/3]).
:- use_module(made, [left_out/0]).
:- use_module('../builtins/stock', [library_predicate/2]).

/** <module> Builtins that are no predicates of the module system

Those that libraries lend, which are called there, goals that wait (delays.pl), and some that only clauses
of the library call.
*/

%!  own_meaning(+Goal, -Called) is semidet.
%
%   True if the builtin Goal is run by the call of Called.

own_meaning(dif(X, Y), delays:differ(X, Y)).
own_meaning(freeze(X, Goal), delays:delay_until(nonvar(X), Goal, freeze)).
own_meaning(when(Condition, Goal), delays:delay_until(Condition, Goal, when)).
own_meaning(throw(Ball), own:thrown(Ball)).
own_meaning(must_be(Type, Term), dict_builtins:with_real(Term, Real, error:must_be(Type, Real))).
own_meaning(is_of_type(Type, Term), dict_builtins:with_real(Term, Real, error:is_of_type(Type, Real))).
#facts(own_meaning(Goal, error:Goal), Goal,
       [ type_error/2, domain_error/2, existence_error/2, existence_error/3, permission_error/3,
         instantiation_error/1, uninstantiation_error/1, representation_error/1, syntax_error/1 ]).
own_meaning('$has_clauses'(Head, Own), own:has_clauses(Head, Own)).
own_meaning(memberchk(X, Xs), own:is_member(X, Xs, =)).
own_meaning('$memberchk'(X, Xs), own:is_member(X, Xs, =)).
own_meaning('$must_be'(Type, Term), dict_builtins:with_real(Term, Real, error:must_be(Type, Real))).
own_meaning('$domain_error'(Domain, Term), error:domain_error(Domain, Term)).
own_meaning('$cell'(Term, Goal), own:cell(Term, Goal)).
own_meaning('$input'(Term), own:input(Term)).
own_meaning('$body'(Goal), bodies:expect_body(Goal)).
own_meaning(numbervars(Term), system:numbervars(Term, 0, _)).
own_meaning(copy_term(Term, Copy, Goals), own:copied(Term, Copy, Goals)).
own_meaning(subsumes_term(General, Specific), own:subsumes(General, Specific)).
own_meaning(current_prolog_flag(Flag, Value), own:flag(Flag, Value)).
own_meaning(atom_to_chars(Atom, Codes), system:atom_codes(Atom, Codes)).
own_meaning(number_to_chars(Number, Codes), system:number_codes(Number, Codes)).
own_meaning(string_to_atom(String, Atom), system:atom_string(Atom, String)).
own_meaning(Goal, Called) :-
    dict_meaning(Goal, Called).
own_meaning(Goal, Module:Goal) :-
    lent(Goal, Module).

%   is_member(?Element, ?List, +Unify) is semidet: memberchk/2. SWI-Prolog's own may go on without end where the occurs
%   check leaves out a member; what is ground needs none.

is_member(X, Xs, Unify) :-
    (   ground(X),
        is_list(Xs)
    ->  lists:memberchk(X, Xs)
    ;   first_member(X, Xs, Unify)
    ).

%!  first_member(?Element, ?List, +Unify) is semidet.
%
%   As memberchk/2, where call(Unify, X, Y) is to make two terms equal.

first_member(X, Xs, Unify) :-
    (   nonvar(Xs)
    ->  first_member_(Xs, X, Unify)
    ;   call(Unify, Xs, [X|_])
    ).

first_member_([Y|Ys], X, Unify) :-
    !,
    (   call(Unify, X, Y)
    ->  true
    ;   first_member(X, Ys, Unify)
    ).
first_member_(Xs, _, _) :-
    with_real(Xs, Real, error:must_be(list, Real)),
    fail.

%   has_clauses(@Head, +Own): clause/2 may look for clauses of Head. Own are predicates of the program that
%   have names of Prolog's predicates.

has_clauses(Head, Own) :-
    Head \== [],
    with_real(Head, Real, error:must_be(callable, Real)),
    functor(Head, Name, Arity),
    (   ( memberchk(Name/Arity, Own)
        ; \+ builtin(Head, _),
          \+ library_predicate(Name, Arity),
          \+ reserved_head(Head, _)
        )
    ->  true
    ;   '$c_current_predicate'(_, system:Head),
        predicate_property(system:Head, foreign)
    ->  throw(error(permission_error(access, private_procedure, Name/Arity), _))
    ;   left_out                        % SWI-Prolog has clauses, in its own words
    ).

%   copied(@Term, -Copy, -Goals): no goal waits for a variable of Term.

copied(Term, Copy, Goals) :-
    (   term_attvars(Term, [])
    ->  copy_term(Term, Copy),
        Goals = []
    ;   throw(error(resource_error(delayed_goals), _))
    ).

%   subsumes(@General, @Specific): where a goal waits for a variable that is bound on the way, SWI-Prolog 9.0.4 runs
%   the goal, though it takes the binding back.

subsumes(General, Specific) :-
    (   term_attvars(General-Specific, [_|_]),
        unifiable(General, Specific, Bindings),
        member(Variable=Value, Bindings),
        attvar(Variable),
        ( nonvar(Value) ; attvar(Value) )
    ->  throw(error(resource_error(delayed_goals), _))
    ;   subsumes_term(General, Specific)
    ).

%   flag(+Flag, ?Value): one of the flags that say which numbers there are, and which Prolog this is.

flag(Flag, Value) :-
    (   var(Flag)
    ->  throw(error(resource_error(flags), _))      % no error of Prolog, nor caught
    ;   memberchk(Flag, [bounded, max_integer, min_integer, max_tagged_integer, min_tagged_integer,
                         integer_rounding_function, max_arity, float_max, float_min, dialect, iso])
    ->  current_prolog_flag(Flag, Value)
    ;   atom(Flag)                                  % also one that a directive makes
    ->  throw(error(resource_error(flags), _))
    ;   current_prolog_flag(Flag, Value)            % raises an error
    ).

%   thrown(+Ball): the ball of a program is within an error, so that it ends nothing but what an error ends.

thrown(Ball) :-
    (   nonvar(Ball),
        Ball = error(_, _)
    ->  throw(Ball)
    ;   var(Ball)
    ->  throw(error(instantiation_error, _))
    ;   throw(error('$thrown'(Ball), _))
    ).

%   cell(@Term, +Goal): Term begins as a list. Rules of SWI-Prolog's library(lists) with `=>` match nothing else:
%   Goal is what none of them matches.

cell(Term, Goal) :-
    (   nonvar(Term),
        ( Term = [_|_] ; Term == [] )
    ->  true
    ;   throw(error(existence_error(matching_rule, lists:Goal), _))
    ).

%   input(@Term): phrase/2 may take Term, of which it looks at no more.

input(Term) :-
    (   ( var(Term) ; Term = [_|_] ; Term == [] )
    ->  true
    ;   throw(error(type_error(list, Term), _))
    ).

%   import_needed is det: import what the libraries would load when it is called, if it is there. That may be
%   within a limit on inferences, which ends the loading, and the predicate stays unknown.

import_needed :-
    forall(( setof(Module, Goal^lent(Goal, Module), Modules),
             member(Module, Modules),
             needs(Module, File, Predicates)
           ),
           use_module(Module:File, Predicates)).

needs(Module, File, Predicates) :-
    catch(Module:'$autoload'(File, _, import(Predicates)), error(existence_error(_, _), _), fail),
    absolute_file_name(File, Path, [file_type(prolog), access(read), file_errors(fail)]),
    module_property(_, file(Path)).

:- initialization(import_needed).
