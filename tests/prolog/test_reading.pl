:- module(test_reading, []).

:- use_module(library(plunit)).
:- use_module(engine(compile/loader)).
:- use_module(loading).

heads(Module, Heads) :-
    findall(Head, Module:res(Head, _, _, _), Heads).

:- begin_tests(syntax_errors).

test(text_that_ends_too_early_is_an_error,
     [forall(member(Text, ["p(a). p('b).", "p(a). p(0'", "p(a). p(b, "])),
      true(Severities == [error])]) :-
    loaded(Text, Module),
    findall(Severity, Module:note(Severity, _, _, _, _, _), Severities).
test(a_file_that_is_not_there_is_an_error, Notes == [error-'no/such/file.pl'-1-1]) :-
    load_program(missing, [], ['no/such/file.pl'], []),
    findall(Severity-File-Line-Column, missing:note(Severity, File, Line, Column, _, _), Notes),
    unload_program(missing).
test(a_place_before_the_first_line_that_is_read_is_its_beginning, Found == [2:1, 2:3]) :-
    setup_call_cleanup(open_string("#!/bin/swipl\na. b.\n", In),
                       ( skip(In, 0'\n),
                         reading:line_columns(In, [0,15], Found)
                       ),
                       close(In)).
test(empty_text_and_comments_are_no_error,
     [forall(member(Text, ["", "\n", "% only this", "/* only this */"])), true(Places == [])]) :-
    loaded(Text, Module),
    findall(Line, Module:note(_, _, Line, _, _, _), Places).
test(a_byte_order_mark_and_carriage_returns_are_no_error, Heads-Places == [p(a), p(b)]-[]) :-
    loaded("\uFEFFp(a).\r\np(b).\r\n", Module),
    heads(Module, Heads),
    notes(Module, error, Places).
test(the_fix_is_the_likely_one,
     [forall(member(Text-Part, ["q(b).\nP(a)."-"small letter", "q (b)."-"remove the space",
                                "q(b)\nr(c)."-"line before", "q(b) r(c)."-"look for"])),
      true(sub_atom(Fix, _, _, _, Part))]) :-
    loaded(Text, Module),
    Module:note(error, _, _, _, 'syntax error: operator expected', Fix).

test(a_dollar_sign_is_an_operator_as_in_swi_prolog, Head =@= p($a, $(-), [$_])) :-
    loaded("p($a, $ (-), [$ _]).", Module),
    heads(Module, [Head]).

:- end_tests(syntax_errors).

:- begin_tests(terms).

test(terms_without_a_meaning_are_refused,
     [forall(member(Text, ["p(foo()).", "p(f([g()])).", "p({|html||a|}).", "p(_{a: [g()]}).", "p(['\\u0001dict'(x)])."])),
      true(Places == [1:1])]) :-
    loaded(Text, Module),
    notes(Module, error, Places).
test(values_keep_every_bit, Arguments == [123456789012345678901234567890, 0.1, "text", 'Q a', [],
                                           [0'a], "\u00e9\u4e2d", 0x1F, 1r3]) :-
    loaded("p(123456789012345678901234567890, 0.1, \"text\", 'Q a', [], `a`,
              \"\u00e9\u4e2d\", 0x1F, 1r3).", Module),
    Module:res(Head, _, _, _),
    Head =.. [_|Arguments].
test(variables_are_shared_within_a_clause_only, [true(Heads =@= [p(X, X), p(Y, _)]), nondet]) :-
    loaded("p(X, X). p(X, _).", Module),
    heads(Module, Heads),
    Heads = [_, p(Y, _)],
    Heads = [p(X, _), _].

:- end_tests(terms).

:- begin_tests(nothing_is_run).

hostile(Canary, Text) :-
    format(string(Text),
           "
:- open(~q, write, S), close(S).
?- open(~q, write, S), close(S).
:- initialization((open(~q, write, S), close(S))).
:- initialization(main, main).
:- use_module(library(shell)).
:- module(system, [shell/1, op(200, xfy, ::)]).
:- op(0, xfx, =>).
:- op(700, xfx, user:(====)).
:- set_prolog_flag(double_quotes, atom).
:- set_prolog_flag(occurs_check, true).
:- set_prolog_flag(user:generate_debug_info, false).
:- dynamic system:foo/1, user:bar/2.
:- multifile user:portray/1.
:- char_conversion(a, b).
:- prompt(_, hostile).
:- assertz(user:hostile).
:- [user].
:- include(~q).
:- multifile(user:term_expansion/2).
user:term_expansion(_, _) :- shell(\"touch ~w\").
user:goal_expansion(_, _) :- shell(\"touch ~w\").
term_expansion(X, X) :- open(~q, write, S), close(S).
goal_expansion(X, X) :- open(~q, write, S), close(S).
portray(_) :- open(~q, write, S), close(S).
main :- findall(_, open(~q, write, _), _).
p(X) :- findall(X, shell(\"touch ~w\"), _), thread_create(shell(\"touch ~w\"), _, _).
p(X) :- X is shell(\"touch ~w\").
p({|string(X)||~w|}).
p(X) :- call(open, ~q, write, X), system:shell(\"touch ~w\"), @(shell(ls), user).
shell(X) :- p(X).
open(X, Y, Z) :- p(X, Y, Z).
p(X) --> { open(~q, write, X) }, call(open, ~q), \"a\".
",
           [Canary, Canary, Canary, Canary, Canary, Canary, Canary, Canary, Canary, Canary, Canary,
            Canary, Canary, Canary, Canary, Canary, Canary, Canary]).

state(State) :-
    findall(Flag-Value,
            ( member(Flag, [double_quotes, occurs_check, generate_debug_info, prompt]),
              current_prolog_flag(Flag, Value)
            ),
            Flags),
    findall(op(Priority, Type, Module:Name),
            ( member(Module, [user, system]), current_op(Priority, Type, Module:Name) ),
            Operators),
    findall(Name/Arity,
            ( member(Module:Name/Arity, [user:hostile/0, user:term_expansion/2, user:portray/1,
                                         system:foo/1, user:bar/2, user:goal_expansion/2]),
              functor(Head, Name, Arity),
              predicate_property(Module:Head, number_of_clauses(_))
            ),
            Predicates),
    State = Flags-Operators-Predicates.

test(a_hostile_program_changes_nothing,
     [forall(member(Action-Strict, [refuse-true, ignore-false])), setup(tmp_file(canary, Canary)),
      true(After-Exists == Before-false)]) :-
    hostile(Canary, Text),
    state(Before),
    loaded(Text, [strict(Strict), cut(Action)], [train-Text, text(cli, Text)], Module),
    forall(member(Goal, [main, p(_), shell(_), open(_, _, _), p(_, _, _)]),
           % shell/1 and p/1 call each other without end
           catch(call_with_inference_limit(solutions(Module, [Goal], _), 100_000, _), _, true)),
    state(After),
    (   exists_file(Canary)
    ->  Exists = true
    ;   Exists = false
    ).
test(every_hostile_goal_is_refused, Missing == []) :-
    hostile('canary', Text),
    loaded(Text, Module),
    findall(Line,
            ( member(Line, [2, 3, 4, 5, 12, 15, 17, 18, 19, 21, 22, 23, 24, 25, 26, 27,
                            29, 30, 32]),
              \+ Module:note(error, _, Line, _, _, _)
            ),
            Missing).

:- end_tests(nothing_is_run).
