:- module(test_dicts, []).

:- use_module(library(apply)).
:- use_module(library(dicts)).
:- use_module(library(lists)).
:- use_module(library(plunit)).
:- use_module(engine(core/writing), [write_text/4]).
:- use_module(engine(resolve/flat_dicts)).
:- use_module(engine(resolve/resolution), []).
:- use_module(loading).

% What programs with dicts answer, here and in SWI-Prolog, which reads the same text. Builtins one by one are in
% test_agreement.pl.

ann("ann(person{name:\"Ann\", age:62, home:_{street:'High St', zip:123}}).\n").

answered("p(N, Z) :- ann(P), N = P.name, Z = P.home.zip.", p(_, _)).
answered("p(A) :- ann(P), A is P.age + P.get(bonus, 1).", p(_)).
answered("p(Q) :- ann(P), Q = P.put(age, 3).put(_{name:\"Bea\"}).", p(_)).
answered("p(Q) :- ann(P), Q = P.put(home/zip, 9).home.", p(_)).
answered("p(X) :- ann(P), ( P.age > 60 -> X = P.name ; X = P.home ).", p(_)).
answered("p(X) :- ann(P), ( X = P.age ; X = P.home.zip ; \\+ X = P.get(age), X = 1 ).", p(_)).
answered("p(L) :- ann(P), findall(X-P.age, member(X, [P.name, P.home.street]), L).", p(_)).
answered("p(L) :- ann(P), findall(X, ( member(K, [age, name, none]), X = P.get(K) ), L).", p(_)).
answered("p(L) :- ann(P), maplist(plus(P.age), [1, 2], L).", p(_)).
answered("p(L) :- ann(P), maplist([X, Y]>>(Y is X + P.age), [1, 2], L).", p(_)).
answered("p(X) :- catch(X = _{a:1}.b, error(existence_error(key, K, _), _), X = no(K)).", p(_)).
answered("p(X) :- catch(X = foo.b, error(type_error(T, D), _), X = no(T, D)).", p(_)).
answered("p(X) :- forall(member(X, [1, 2]), _{a:3}.a > X).", p(_)).
answered("p(X) :- once(( member(X, [1, 2, 3]), X >= _{a:2}.a )).", p(_)).
answered("p(X, X.put(n, 5)) :- true.", p(t{n:0}, _)).
answered("p(X.n, X) :- true.", p(_, t{n:2})).
answered("p(X.n).\nq(Y) :- catch(p(Y), error(E, _), Y = E).", q(_)).
answered("p(D, V) :- D :< _{a:1, b:V, c:3}.", p(_{a:_, b:2}, _)).
answered("p(T) :- member(T, [callable, dict, compound, list, acyclic]), is_of_type(T, _{a:[t{}]}).", p(_)).
answered("p(X) :- X = t{a:[X1]}, must_be(dict, X), X1 = 2.", p(_)).
answered("p(V, D, N) :- get_dict(a, t{a:1, b:2}, V, D, N).", p(_, _, _)).
answered("p(V, D) :- del_dict(a, t{a:1, b:2}, V, D).", p(_, _)).
answered("p(D) :- put_dict(c, t{b:2}, 3, D0), put_dict([a-1, b=4], D0, D).", p(_)).
answered("p(R) :- select_dict(_{a:1}, t{a:1, b:2, c:3}, R).", p(_)).
answered("p(D, T, P) :- dict_create(D, t, [b-1, a=2, c:3, d(4)]), dict_pairs(D, T, P).", p(_, _, _)).
answered("p(T, X) :- t{a:X} = T{a:1}.", p(_, _)).
answered("p(X) :- X = _{a:f(X1), b:X1}, X.b = 2.", p(_)).
answered("p(K, V) :- get_dict(K, t{7:V, 8:b}, V).", p(_, _)).
answered("p(X) :- \\+ t{a:X} = t{a:1, b:2}.", p(_)).
answered("p(L) :- sort([b(1), a(1, 2, 3), _{z:1}, t{b:2, a:1}, x], L).", p(_)).
answered("p(X) :- term_to_atom(X, 't{a:Y, b:[u{c:Y}]}').", p(_)).
answered("p(X) :- format(atom(X), \"~w ~q ~p|~a\", [t{a:'B c'}, t{a:'B c'}, [t{1:_{}.get(x, 5)}], x]).", p(_)).
answered("p(X) :- with_output_to(string(X), ( print(t{a:\"s\"}), write(f(t{b:(x, y)})), writeq({t{c: -1, d: -a}}) )).", p(_)).
answered("p(X) :- term_to_atom(f(t{a:1} is t{a: f(t{b: *}) = u{}}, - t{a: dynamic}, t{} : t{}), X).", p(_)).
answered("p(X) :- D = t{a:1}, copy_term(D, X), X == D, \\+ callable(X), compound(X), ground(X).", p(_)).
answered("p(X) :- catch(call(t{a:1}), error(X, _), true).", p(_)).
answered("p(X) :- catch(maplist(t{a:1}, [1]), error(X, _), true).", p(_)).

% Goals that raise the same error.

wrong("dict_pairs(_, t, [_])").
wrong("must_be(callable, t{a:1})").
wrong("must_be(list(callable), [a, t{a:f(_{})}])").
wrong("must_be(dict, f(t{a:1}))").
wrong("clause(t{a:1}, true)").
wrong("dict_create(_, t, [a-1, _])").
wrong("put_dict([_], t{}, _)").
wrong("put_dict(a, [_], 1, _)").
wrong("'.'([_], put(a, 1), _)").
wrong("[_] :< t{}").
wrong("t{} >:< [_]").
wrong("get_dict(a, [_], _, _, _)").
wrong("dict_keys([_], _)").
wrong("dict_create(_, t, [x, _])").
wrong("dict_create(_, t, [_-1])").
wrong("dict_create(_, t, [x-1, f(y)-1, _])").
wrong("dict_pairs(_, t, [a=1])").
wrong("dict_pairs(_, t, [a-1, a-2])").
wrong("dict_pairs(_, t, foo)").
wrong("dict_pairs(_, t, [a|_])").
wrong("dict_pairs(_, t, [\"s\"-1])").
wrong("dict_pairs(foo, _, _)").
wrong("dict_pairs(t{a:1}, t, foo)").
wrong("dict_pairs(t{a:1}, t, [a-1|x])").
wrong("get_dict(a, foo, _)").
wrong("get_dict(f(x), t{a:1}, _)").
wrong("get_dict(a, _, _)").
wrong("get_dict(_, t{a:1}, _, _, _)").
wrong("put_dict([a], t{}, _)").
wrong("put_dict(foo, t{}, _)").
wrong("put_dict(_, t{}, 1, _)").
wrong("put_dict(1.5, t{}, 1, _)").
wrong("del_dict(_, t{}, _, _)").
wrong("dict_size(foo, _)").
wrong("foo :< t{}").
wrong("'.'(t{a:1}, b, _)").
wrong("'.'(foo, a, _)").
wrong("'.'(_, a, _)").
wrong("'.'([a-1], foo(a), _)").
wrong("'.'([a-1], b, _)").
wrong("'.'(t{a:1}, get(\"a\"), _)").
wrong("'.'(t{a:1}, put(_, 2), _)").
wrong("'.'(t{a:1}, get(a/b), _)").
wrong("'.'(t{a:1}, put(_/b, 2), _)").
wrong("'.'(t{a:1}, put(a/_, 2), _)").
wrong("'.'(t{a:1}, get(_/b), _)").

lost("p(X) :- t{a:1} =.. X.").
lost("p(X) :- functor(t{a:1}, X, _).").
lost("p(X) :- compound_name_arguments(t{a:1}, X, _).").
lost("p(X) :- X = t{a:1}.double(2).").
lost("p(X) :- catch(X is t{a:1}, _, X = 0).").
lost("p(X) :- with_output_to(string(X), write_canonical(t{a:1})).").
lost("p(X) :- with_output_to(string(X), portray_clause(t{a:1})).").

refused("old([H.T], H, T).").
refused("one(a).two(b).").
refused("p(X) :- q(X).r(X).").
refused("M.double(N) := V :- V is M.a * N.").
refused("g --> { _{a:X}.a = X }, [X].").
refused("p(X), X.a > 1 => true.").
refused("p(D, N) :- aggregate_all(count, D.a > 1, N).").
refused("p(D, X) :- if_(X = a, true, X = D.b).").
refused("p(D, X) :- limit(1, member(X, D.b)).").
refused("p(D, X) :- with_output_to_chars(write(D.b), X).").
refused("p(D) :- freeze(D, D.a > 1).").
refused(":- meta_predicate q(0).\np(D) :- q(D.a > 1).").
refused("t{a:1}.").
refused("p :- t{a:1}.").

ours(Text, Goal0, Solutions) :-
    flat_dicts(Goal0, Goal),
    loaded(Text, Module),
    resolution:context(Module, [], 0, Context),
    findall(Goal, resolution:proof_of([Goal], Context), Solutions).

text_of(Term, Text) :-
    with_output_to(string(Text), write_text(user, Term, 999, [])).

:- begin_tests(dicts).

test(answers_are_those_of_swi_prolog, [forall(answered(Text0, Goal)), true(Ours =@= Theirs)]) :-
    ann(Ann),
    string_concat(Ann, Text0, Text),
    copy_term(Goal, Goal1),
    consulted_solutions(Text, Goal1, Theirs0),
    flat_dicts(Theirs0, Theirs),
    assertion(Theirs \== []),
    ours(Text, Goal, Ours).

test(errors_are_those_of_swi_prolog, [forall(wrong(Goal)), true(Ours =@= Theirs)]) :-
    format(string(Text), "p(E) :- catch(~s, error(E, _), true).", [Goal]),
    consulted_solutions(Text, p(_), Theirs0),
    flat_dicts(Theirs0, Theirs),
    assertion(Theirs \= [p([])|_]),
    ours(Text, p(_), Ours).

test(what_shows_the_functor_of_a_dict_raises_what_no_goal_catches,
     [forall(lost(Text)), true(Ours)]) :-
    catch(ours(Text, p(_), _), error(Error, _), true),
    Ours = memberchk(Error, [type_error(evaluable, _), resource_error(dicts)]).

test(a_dot_where_no_value_is_computed_is_refused, [forall(refused(Text)), true(Errors \== [])]) :-
    loaded(Text, Module),
    notes(Module, error, Errors).

test(two_facts_without_a_space_are_told_how_to_be_parted, Messages-Heads =@= [Message]-[one(_)]) :-
    Message = 'the dot of dicts (functional notation) is not supported here',
    loaded_files([strict(false)], ["one(a).two(b).\n:- dynamic two/1."], [], Module),
    findall(What, Module:note(skipped, _, 1, _, What, _), Messages),
    findall(Head, ( Module:res(Head, [_|_], [], _), Head = one(_) ), Heads0),
    maplist([_, one(_)]>>true, Heads0, Heads).

test(a_typed_goal_with_a_misplaced_dot_is_told, Messages == [What]) :-
    What = 'the dot of dicts (functional notation) is not supported here',
    loaded_files([], ["q(1).\nr(1)."], [text(goal, "q(X).r(X)")], Module),
    messages(Module, error, Messages).

test(a_head_that_is_refused_stands_for_all_its_values, Heads =@= [p(_, b)]) :-
    loaded_files([strict(false)], [":- meta_predicate q(0).\np(X.a, b).\nq(_)."], [], Module),
    findall(Head, Module:res(Head, [_|_], [], _), Heads).

test(the_head_in_front_of_a_syntax_error_is_known, Heads =@= [p(Flat, _)]) :-
    flat_dicts(_{a:1}, Flat),
    loaded_files([strict(false)], ["p(_{a:1}, X.b) :- q(X) r.\nq(_)."], [], Module),
    findall(Head, Module:res(Head, [_|_], [], _), Heads).

test(keys_are_written_in_their_order, Text == "t{1:x, 2:'Y', a:\"s\", b: (p:-q)}") :-
    dict_pairs(Dict, t, [b-(p:-q), 2-'Y', a-"s", 1-x]),
    flat_dicts(Dict, Flat),
    text_of(Flat, Text).

test(a_text_is_read_as_the_same_dict, Read =@= Dict) :-
    flat_dicts(f(T{a:[_{}|X], b:'$VAR'(1), c:t{d:X}, e:T}), Dict),
    term_variables(Dict, Variables),
    foldl([Variable, Name=Variable, N, N1]>>( atom_concat('V', N, Name), N1 is N + 1 ), Variables, Names, 0, _),
    with_output_to(string(Text), write_text(user, Dict, 999, Names)),
    term_string(Read0, Text),
    flat_dicts(Read0, Read).

test(dicts_are_the_same_again, Again == Dict) :-
    Dict = f(t{b:1, a:[u{c:2}]}, x),
    flat_dicts(Dict, Flat),
    assertion(\+ is_dict_within(Flat)),
    real_dicts(Flat, Again).

is_dict_within(Term) :-
    compound(Term),
    (   is_dict(Term)
    ->  true
    ;   arg(_, Term, Argument),
        is_dict_within(Argument)
    ).

:- end_tests(dicts).
