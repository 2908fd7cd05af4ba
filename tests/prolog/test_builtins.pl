:- module(test_builtins, []).

:- use_module(library(plunit)).
:- use_module(library(clpfd), []).
:- use_module(engine(builtins/builtins)).
:- use_module(engine(resolve/bounds), [bounded_call/1]).
:- use_module(engine(resolve/delays), [delaying_goal/1]).
:- use_module(engine(resolve/output), [output_goal/1]).
:- use_module(engine(resolve/bounds), [is_replaced/1]).
:- use_module(engine(resolve/own), []).
:- use_module(engine(search/proof), []).

:- begin_tests(builtin).

test(every_builtin_is_a_predicate_of_the_system, Unknown == []) :-
    findall(Name/Arity,
            ( builtin(Goal, _),
              functor(Goal, Name, Arity),
              \+ sub_atom(Name, 0, _, _, $),
              \+ is_replaced(Goal),
              \+ predicate_property(system:Goal, defined)
            ;   builtin(Goal, _),       % which would be loaded when it is called
              \+ is_replaced(Goal),
              predicate_property(system:Goal, imported_from(_)),
              functor(Goal, Name, Arity),
              '$in_library'(Name, Arity, _)
            ),
            Unknown).

test(a_program_may_define_what_swi_prolog_lets_it_define, Different == []) :-
    findall(Name/Arity,
            ( builtin(Goal, _),
              functor(Goal, Name, Arity),
              \+ sub_atom(Name, 0, _, _, $),
              \+ ( ( predicate_property(system:Goal, iso) -> reserved_head(Goal, _) ; \+ reserved_head(Goal, _) ) )
            ),
            Different).

test(every_goal_is_most_general, Special == []) :-
    findall(Goal,
            ( builtin(Goal, _),
              functor(Goal, Name, Arity),
              functor(General, Name, Arity),
              \+ Goal =@= General
            ),
            Special).

test(a_list_of_each_length_costs_its_cells, Result == inference_limit_exceeded) :-
    call_with_inference_limit(( bounded_call(length(_, N)), N >= 2_000 ), 20_000, Result).

test(no_builtin_of_the_engines_own_is_shown_in_proofs, Names == []) :-
    findall(Name,
            ( builtin(Goal, _), functor(Goal, Name, _), sub_atom(Name, 0, _, _, $),
              \+ proof:is_internal(Goal) ),
            Names).

test(no_builtin_stands_twice, Sorted == Indicators) :-
    findall(Name/Arity, ( builtin(Goal, _), functor(Goal, Name, Arity) ), Indicators0),
    msort(Indicators0, Indicators),
    sort(Indicators0, Sorted).

test(a_nondeterministic_builtin_says_so,
     Nondeterministic == [('.')/3, arg/3, atom_concat/3, between/3, char_type/2, code_type/2, get_dict/3, length/2,
                          string_concat/3, sub_atom/5, sub_string/5]) :-
    findall(Name/Arity,
            ( builtin(Goal, nondet), \+ lent(Goal, _), functor(Goal, Name, Arity) ),
            Nondeterministic0),
    sort(Nondeterministic0, Nondeterministic).

%   Libraries of other minor versions of SWI-Prolog export some predicates more, and some less.

test(what_is_lent_is_exported_and_calls_no_goal,
     [condition((current_prolog_flag(version, Version), Version // 100 =:= 900)), Wrong == []]) :-
    findall(Name/Arity,
            ( lent(Goal, Lender),
              (   Lender == constraints,        % of ours, for library(clpfd)
                  '$c_current_predicate'(_, constraints:Goal)
              ->  Module = clpfd
              ;   Module = Lender
              ),
              functor(Goal, Name, Arity),
              \+ ( module_property(Module, exports(Exports)),
                   memberchk(Name/Arity, Exports),
                   \+ predicate_property(Module:Goal, meta_predicate(_))
                 )
            ),
            Wrong).

test(what_is_lent_loads_nothing_when_it_is_called, Unknown == []) :-
    findall(Module:Name/Arity,
            ( member(Module:Name/Arity, [terms:rb_new/1, terms:rb_update/5, ugraphs:ord_union/3, ugraphs:append/3,
                                         assoc:must_be/2, swi_option:selectchk/3]),
              functor(Goal, Name, Arity),
              \+ '$get_predicate_attribute'(Module:Goal, defined, 1)
            ),
            Unknown).

test(a_builtin_that_is_called_calls_no_goal, Meta == []) :-
    findall(Name/Arity,
            ( builtin(Goal, _),
              \+ output_goal(Goal),
              \+ delaying_goal(Goal),
              functor(Goal, Name, Arity),
              predicate_property(system:Goal, meta_predicate(_))
            ),
            Meta).

%   Many evaluate arguments, as sum_list/2 does, or write their values, as format/2 does.

test(no_builtin_gives_a_value_that_differs_from_call_to_call, Wrong == []) :-
    findall(Goal,
            ( builtin(General, _),
              \+ delaying_goal(General),
              functor(General, Name, Arity),
              between(1, Arity, Place),
              member(Other, [_, 1, 1.5, "abc", [1], "~d"]),
              member(Chance, [random(1_000_000_000), [random(1_000_000_000)], [1, -random(1_000_000_000)]]),
              functor(Goal, Name, Arity),
              filled(1, Arity, Place, Chance, Other, Goal),
              result(Goal, First),
              \+ ( result(Goal, Second), First =@= Second )
            ),
            Wrong).

filled(N, Arity, Place, Chance, Other, Goal) :-
    (   N > Arity
    ->  true
    ;   arg(N, Goal, Argument),
        (   N =:= Place
        ->  Argument = Chance
        ;   copy_term(Other, Argument)
        ),
        N1 is N+1,
        filled(N1, Arity, Place, Chance, Other, Goal)
    ).

result(Goal0, Goal-Text) :-
    copy_term(Goal0, Goal),
    catch(with_output_to(string(Text), call_with_inference_limit(bounded_call(Goal), 10_000, Result)), _, fail),
    !,
    Result \== inference_limit_exceeded.


:- end_tests(builtin).

:- begin_tests(reserved_head).

test(a_peano_program_may_define_plus_but_not_is) :-
    \+ reserved_head(plus(_, _, _), _),
    reserved_head(_ is _, 'an ISO builtin').

test(iso_builtins_are_reserved,
     forall(member(Head, [atom_length(_, _), write(_), findall(_, _, _), phrase(_, _), dynamic(_),
                          initialization(_), with_mutex(_, _), predicate_property(_, _)]))) :-
    reserved_head(Head, 'an ISO builtin').
test(control_constructs_are_reserved,
     forall(member(Head, [(_, _), !, call(_, _), \+ _, (_ --> _)]))) :-
    reserved_head(Head, 'a control construct').
test(names_with_a_dollar_are_reserved) :-
    reserved_head('$query'(_), _).
test(other_builtins_are_not, [fail, forall(member(Head, [plus(_, _, _), append(_, _, _),
                                                         writeln(_), maplist(_, _), p,
                                                         (_ => _), {_}, (?- _)]))]) :-
    reserved_head(Head, _).

:- end_tests(reserved_head).
