:- module(test_messages, []).

:- use_module(library(plunit)).
:- use_module(loading).

% suggestion(+Text, -Fix): the fix of the only error of a program.

suggestion(Text, Fix) :-
    loaded(Text, Module),
    findall(Fix0, Module:note(error, _, _, _, _, Fix0), [Fix]).

:- begin_tests(unknown_predicates).

test(the_same_name_with_another_arity_comes_first,
     Fix == 'did you mean parent/2? If not, define parent/1 or declare it dynamic') :-
    suggestion("p(X) :- parent(X).\nparent(a, b). parents(a).", Fix).
test(a_misspelt_name_is_recognized,
     Fix == 'did you mean parent/2? If not, define paretn/2 or declare it dynamic') :-
    suggestion("p(X) :- paretn(X, X).\nparent(a, b). other(a).", Fix).
test(the_library_and_the_builtins_are_known_too,
     [forall(member(Goal-Meant, ["appendd(X, X, X)"-'append/3', "lenght(X, 1)"-'length/2',
                                 "membr(X, X)"-'member/2'])),
      true(sub_atom(Fix, _, _, _, Meant))]) :-
    format(string(Text), "p(X) :- ~w.", [Goal]),
    suggestion(Text, Fix).
test(a_name_unlike_all_others_has_no_suggestion, Fix ==
     'correct its name, define it, or declare it: :- dynamic quite_different/1.') :-
    suggestion("p(X) :- quite_different(X).", Fix).
test(the_empty_list_is_no_goal_wherever_it_stands, Found == [1:1, 2:11]) :-
    loaded("p(X) :- call(call, once, []), q(X).\nr :- once([]).", [strict(false)], [], Module),
    findall(Line:Column, Module:note(skipped, _, Line, Column, _, _), Found).
test(every_place_of_an_unknown_predicate_is_noted, Places == [1:9, 2:15, 4:8]) :-
    loaded("p(X) :- q(X).\np(X) :- p(X), q(X).\np :-\n    \\+ q(a).", Module),
    notes(Module, error, Places).
test(a_query_with_an_unknown_predicate_is_an_error_at_its_place, Places == [2:14]) :-
    loaded("p(a).", [], [train-"query(p(a)).\nquery((p(X), q(X)))."], Module),
    notes(Module, error, Places).

:- end_tests(unknown_predicates).

:- begin_tests(places).

test(notes_come_in_the_order_of_the_text, Places == [1:1, 2:9, 3:5, 4:1, 5:9]) :-
    loaded("atom(a).\np(X) :- q(X).\np(a b).\n:- main.\np(X) :- shell(X).", Module),
    notes(Module, error, Places).
test(files_come_in_their_order, Lines == [2, 1]) :-
    loaded_files([], ["p(a).\np(X) :- q(X).", "p(a b)."], [], Module),
    findall(Line, Module:note(error, _, Line, _, _, _), Lines).
test(a_goal_inside_constructs_has_its_own_place, Places == [3:11, 4:10, 5:13]) :-
    loaded("p(X) :-\n  (   X > 1\n  ->  \\+  q(X)\n  ;   r, s(X)\n  ;   \\+ \\+ t(X)\n  ).\nr.",
           Module),
    notes(Module, error, Places).
test(goals_of_a_plain_body_have_their_own_places, Places == [2:6, 2:19, 3:6, 3:11]) :-
    loaded("r(a).\np :- q(a), (r(X), s(X), true,\n   ((t)), u(X)), r(X).", Module),
    notes(Module, error, Places).
test(columns_count_characters, Places == [1:20]) :-
    loaded("p('\u4e2d\u6587\u00e9') :- q, \t\\+ r(a).\nq.", Module),
    notes(Module, error, Places).
test(every_note_is_one_line_of_words_with_a_fix, Bad == []) :-
    loaded("p(X) :- q(X), X, 1, call(X), shell(X), !.\np(a b).\n:- main.\natom(a).\nplus(a, b, c).
p(_{}).\na --> X.\nX :- a.\np(X) :- ( p(X) -> true ; true ), X is random(3).\np(a) => b.\n
[] --> a.", Module),
    findall(Message-Fix,
            ( Module:note(_, _, _, _, Message, Fix),
              member(Text, [Message, Fix]),
              ( Text == '' ; sub_atom(Text, _, _, _, '\n') )
            ),
            Bad).

:- end_tests(places).
