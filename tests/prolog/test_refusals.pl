:- module(test_refusals, []).

:- use_module(library(plunit)).
:- use_module(engine(builtins/builtins)).
:- use_module(engine(builtins/refusals)).
:- use_module(engine(builtins/stock), [library_predicate/2]).

:- begin_tests(refused_goal).

test(goals_with_effects_are_refused,
     forall(member(Goal, [shell(_), assertz(_), nb_setval(_, _), open(_, _, _), halt,
                          thread_create(_, _, _), garbage_collect,
                          read_term(_, _), op(_, _, _), '$destroy_module'(_)]))) :-
    refused_goal(Goal, _, _).
test(goals_that_end_or_start_something_say_so,
     [forall(member(Goal-Part, [abort-ends, nb_delete(_)-keeps, thread_signal(_, _)-threads,
                                thread_self(_)-threads, message_queue_create(_)-threads,
                                prolog_current_choice(_)-'choice points', prolog_cut_to(_)-frames])),
      true(sub_atom(Why, _, _, _, Part))]) :-
    refused_goal(Goal, Why, _).
test(unknown_goals_are_not, fail) :-
    refused_goal(never_heard_of(_), _, _).
test(no_goal_is_both_a_builtin_and_refused_by_name, Both == []) :-
    findall(Goal,
            ( builtin(Goal, _),
              refused_goal(Goal, Why, _),
              Why \== 'SWI-Prolog has it, but it is not available here',
              Why \== 'names that begin with $ are reserved'
            ),
            Both).

test(what_a_library_has_and_this_one_lacks_names_it,
     Why == 'library(option) has it, but it is not available here') :-
    refused_goal(dict_options(_, _), Why, _).
%   Libraries of other minor versions of SWI-Prolog export some predicates more, and some less.

test(every_export_of_the_understood_libraries_is_offered_or_refused_by_name,
     [condition((current_prolog_flag(version, Version), Version // 100 =:= 900)),
      forall(member(Library, [lists, apply, pairs, assoc, option, ordsets, aggregate, dcg/basics,
                             dcg/high_order, occurs, rbtrees, solution_sequences, strings,
                             ugraphs])),
      Unknown == []]) :-
    absolute_file_name(library(Library), File, [file_type(prolog), access(read)]),
    use_module(File, []),
    module_property(Module, file(File)),
    module_property(Module, exports(Exports)),
    findall(Name/Arity,
            ( member(Name/Arity, Exports),
              functor(Goal, Name, Arity),
              \+ library_predicate(Name, Arity),
              \+ builtin(Goal, _),
              \+ refused_goal(Goal, _, _)
            ),
            Unknown).

:- end_tests(refused_goal).
