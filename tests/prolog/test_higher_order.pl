:- module(test_higher_order, []).

:- use_module(library(plunit)).
:- use_module(library(lists)).
:- use_module(engine(resolve/collection)).
:- use_module(loading).

body(Text, Goals) :-
    loaded(Text, Module),
    notes(Module, error, []),
    Module:res(p, Goals, [], _).

refused(Text, Message) :-
    loaded(Text, Module),
    messages(Module, error, [Message]).

:- begin_tests(closures).

test(closures_of_closures_are_known_too, Kinds == [each, each, each, each]) :-
    loaded("p(L) :- maplist(maplist(q), L).\nq(_).", Module),
    notes(Module, error, []),
    findall(each, Module:clause_source(_, _, _, _, _, _, each), Kinds).
test(the_program_may_define_its_own, Goals =@= [maplist(q, _)]) :-
    body("p :- maplist(q, _).\nmaplist(_, _).", Goals).
test(an_unknown_predicate_is_named_with_its_arity, Message == 'unknown predicate q/3') :-
    refused("p(L) :- maplist(q(a), L, L).", Message).

:- end_tests(closures).

:- begin_tests(all_solutions).

test(aggregates, Kinds == [count, sum, max, min, max_witness, min_witness, bag, set]) :-
    body("p :- aggregate_all(count, q(_), _), aggregate_all(sum(X), q(X), _), \c
          aggregate_all(max(X), q(X), _), aggregate_all(min(X), q(X), _), \c
          aggregate_all(max(X, X), q(X), _), aggregate_all(min(X, X), q(X), _), \c
          aggregate_all(bag(X), q(X), _), aggregate_all(set(X), q(X), _).\nq(1).", Goals),
    findall(Kind, member('$all'(Kind, _, _, _), Goals), Kinds).
test(other_aggregates_are_refused, true(sub_atom(Message, _, _, _, 'aggregate_all/3'))) :-
    refused("p(X) :- aggregate_all(r(count, max(X)), q(X), _).\nq(1).", Message).
test(a_program_that_collects_is_not_flat, [true(Flat == false)]) :-
    loaded("p(a) :- aggregate_all(count, q(_), 1).\nq(a).", Module),
    Module:flat(Flat).
test(the_result_is_that_of_swi_prolog,
     [forall(member(Numbers, [[], [3], [1, 3, 2], [1, 1.0, 2], [2.5, 2, 1], [1, 3, 3.0]])),
      true(Results =@= Expected)]) :-
    Kinds = [count-[count, _], sum-[sum(X), X], max-[max(X), X], min-[min(X), X], max-[max(1), 1],
             max_witness-[max(X, w(X)), X-w(X)], min_witness-[min(X, w(X)), X-w(X)],
             bag-[bag(X), X], set-[set(X), X]],
    findall(Kind-Result,
            ( member(Kind-[_, Template], Kinds),
              findall(Template, member(X, Numbers), Solutions),
              collected(Kind, Template-Result, Solutions, Result)
            ),
            Results),
    findall(Kind-Result,
            ( member(Kind-[Aggregate, _], Kinds),
              aggregate_all(Aggregate, member(X, Numbers), Result)
            ),
            Expected).
test(a_sum_of_atoms_is_an_error, [error(type_error(evaluable, a/0), _)]) :-
    collected(sum, none, [1, a], _).
test(a_witness_needs_a_number, [error(type_error(number, a), _)]) :-
    collected(max_witness, _-_, [a-1], _).
test(a_witness_that_is_a_variable_is_the_callers, [error(resource_error(witness), _)]) :-
    collected(max_witness, _-_, [1-_, 0-a], _).
test(a_witness_that_has_variables_is_a_copy, Max =@= max(1, f(_))) :-
    collected(max_witness, _-_, [1-f(_), 0-_], Max).
test(a_result_that_no_witness_unifies_with_is_asked_for_all_the_same,
     [error(type_error(evaluable, a/0), _)]) :-
    asked(max_witness, r),
    collected(max_witness, _-r, [1-x, a-y], _).
test(goals_of_a_module_are_known, Found == [[q(x)], [q(x)], [q(x)]]) :-
    body("p :- findall(x, user:q(x), X), bagof(x, user:(_^q(x)), X), catch(user:q(x), _, true).\nq(1).",
         ['$all'(_, _, Goals1, _), '$bag'(_, _, _, _, Goals2, _), '$catch'(Goals3, _, _)]),
    Found = [Goals1, Goals2, Goals3].

:- end_tests(all_solutions).
