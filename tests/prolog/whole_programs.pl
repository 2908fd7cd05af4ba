:- module(whole_programs, []).

/*  Plain SWI-Prolog as the oracle of whole programs, which it loads as ordinary code.

    Reads `ask("Path", "Goal", Most, Seconds, Order, ["Text", ...]).` from standard input. A child process
    loads the file, whose folder has libraries too, and writes these lines to standard output:

        answer Term     each answer, at most Most, in order
        text Term       each Text, an answer that the engine has printed, as SWI-Prolog reads it
        text unreadable
        output "Text"   what was written until each answer
        end Why         Why is `complete`, `more`, `long` or error(...); `dead` if the child ended, and
                        `hangs` where one call of a builtin goes on for ever

    An answer is '$answer'(...) over the named variables of the goal, in canonical form, or `cyclic`: libraries
    of SWI-Prolog unify without occurs check where a variable occurs twice in a head. The clauses of
    a predicate whose name starts with `d_` stay as they are, for clause/2; `, true` is appended to
    other bodies, and unification is sound (see oracle.pl). Prolog leaves the order of variables open: where
    Order is `forward` or `backward`, and not `any`, the variables of the goal, and those that a body begins,
    are made in the order of the text or in the other one, those with names first or last; where it is
    `attributed`, in the order of the text, and a goal that waits for one of them does not make it younger.
    Where it is `watchful`, the goals of when/2 are woken for each variable of a condition ?=(X, Y); plain
    SWI-Prolog leaves a goal open that waits for ?=(X, {Y}) when Y = X comes, and calls the same goal if it
    is reached behind Y = X. Where it is `unsound`, terms are unified as by plain SWI-Prolog, also within its
    libraries.
    A predicate whose clauses have syntax errors has no clauses, but is known.
*/

:- use_module(library(aggregate), []).
:- use_module(library(apply), [include/3, maplist/2, maplist/3]).
:- use_module(library(assoc), []).
:- use_module(library(lists), [append/3, memberchk/2, reverse/2]).
:- use_module(library(memfile)).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(library(ordsets), []).
:- use_module(library(pairs), []).
:- use_module(library(readutil), [read_line_to_string/2]).
:- use_module(library(rlimit), [rlimit/3]).
:- use_module(library(solution_sequences), []).
:- use_module(library(strings), []).
:- use_module(library(terms), [mapargs/3]).
:- use_module(library(time), [call_with_time_limit/2]).
:- use_module(library(unix), [exec/1, fork/1, wait/2]).
:- use_module(library(when), []).
:- initialization(main, main).

main :-
    set_prolog_flag(stack_limit, 100_000_000),
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_prolog_flag(optimise_unify, false),
    set_prolog_flag(occurs_check, true),
    sound_clause,
    asserta((user:message_hook(_, _, _) :- true)),
    asserta((user:term_expansion(Term0, Term) :- whole_programs:expanded(Term0, Term))),
    questions.

questions :-
    read_term(user_input, Question, []),
    (   Question = ask(Path, Goal, Most, Seconds, Order, Texts)
    ->  fork(Child),
        (   Child == child
        ->  nb_setval(order, Order),
            (   Order == watchful
            ->  watch_all
            ;   Order == unsound
            ->  set_prolog_flag(occurs_check, false)
            ;   true
            ),
            CpuSeconds is Seconds+10,   % tab(powm(2, 10, 7) mod 2) never ends
            rlimit(cpu, _, CpuSeconds),
            on_signal(24, _, default),   % SIGXCPU
            answered(Path, Goal, Most, Seconds, Texts),
            exec(true)                  % to halt, it may wait for the lock of its own timer for ever
        ;   wait(Child, Status),
            (   Status == exited(0)
            ->  true
            ;   memberchk(Status-Why, [signaled(24)-hangs, _-dead]),
                format("end ~w~n", [Why]),
                flush_output
            ),
            questions
        )
    ;   true
    ).

expanded((Head --> Body), Clause) :-
    dcg_translate_rule((Head --> Body), Clause0),
    (   expanded(Clause0, Clause)
    ->  true
    ;   Clause = Clause0
    ).
expanded((Head :- Body), (Head :- Made, Body, true)) :-
    callable(Head),
    (   compound(Head)
    ->  compound_name_arity(Head, Name, _)      % of a() too
    ;   Name = Head
    ),
    \+ sub_atom(Name, 0, _, _, d_),
    (   nb_getval(order, Order),
        memberchk(Order, [any, watchful, unsound])
    ->  Made = true
    ;   term_variables(Head, Bound),
        term_variables(Bound-Body, Variables0),
        append(Bound, Variables1, Variables0),
        in_order(Variables1, Variables),
        Made = whole_programs:made(Variables)  % SWI-Prolog compiles `_ = Variables` away
    ).
expanded((Head => Body), (Head => Body, true)).

made(Variables) :-
    (   nb_getval(order, attributed)
    ->  maplist(attributed, Variables)
    ;   true
    ).

attributed(Term) :-
    (   var(Term)
    ->  put_attr(Term, whole_programs, made)
    ;   true
    ).

attr_unify_hook(_, _).

attribute_goals(_) -->
    [].

answered(Path, GoalText, Most, Seconds, Texts) :-
    file_directory_name(Path, Folder),
    assertz(user:file_search_path(library, Folder)),
    stream_property(Out, alias(user_output)),
    new_memory_file(Memory),
    open_memory_file(Memory, write, Written, [encoding(utf8)]),
    set_stream(Written, alias(user_output)),
    set_stream(Written, alias(user_error)),
    set_output(Written),
    Limit = 3_000_000,
    catch(call_with_inference_limit(load_files(user:Path, [silent(true)]), Limit, _), _, true),
    setup_call_cleanup(open(Path, read, In), heads_known(In), close(In)),
    term_string(Goal1, GoalText, [variable_names(Names1), module(user)]),
    (   sub_term(Dot, Goal1),
        compound(Dot),
        compound_name_arity(Dot, '.', 2)
    ->  expand_goal(Goal1, Goal0)       % as on its command line
    ;   Goal0 = Goal1
    ),
    include(visible, Names1, Names0),
    (   nb_getval(order, any)
    ->  term_variables(Goal0, GoalVariables0)
    ;   term_variables(Names0+Goal0, GoalVariables0)
    ),
    in_order(GoalVariables0, GoalVariables),
    copy_term(GoalVariables+Goal0+Names0, Ordered+Goal+Names),
    made(Ordered),
    maplist(arg(2), Names, Variables),
    Answer =.. ['$answer'|Variables],
    character_count(Written, Start),
    State = state([], [], 0, complete),
    catch(call_with_time_limit(Seconds,
                               call_with_inference_limit(solved(Goal, Answer, Written, Most, State),
                                                         Limit, Result)),
          Error,
          nb_setarg(4, State, error(Error))),
    (   ( Result == inference_limit_exceeded
        ; nonvar(Error), memberchk(Error, [time_limit_exceeded, error(resource_error(_), _)]) )
    ->  nb_setarg(4, State, long)
    ;   true
    ),
    close(Written),
    set_output(Out),
    memory_file_to_string(Memory, Text, utf8),
    State = state(Answers0, Ends0, _, Why),
    reverse(Answers0, Answers),
    reverse(Ends0, Ends),
    maplist(line(Out, answer), Answers),
    maplist(text_line(Out, Names, Answer), Texts),
    maplist(output_line(Out, Text, Start), Ends),
    copy_term(Why, Shown, _),
    line(Out, end, Shown),
    flush_output(Out).

%   heads_known(+In) is det: the predicate of each clause with a syntax error is known.

heads_known(In) :-
    read_line_to_string(In, Line),
    (   \+ string(Line)             % at the end
    ->  true
    ;   (   sub_string(Line, Before, _, _, " :- "),
            sub_string(Line, 0, Before, _, Text),
            catch(term_string(Head, Text, [module(user)]), _, fail),
            callable(Head),
            \+ predicate_property(user:Head, defined)
        ->  functor(Head, Name, Arity),
            dynamic(user:Name/Arity)
        ;   true
        ),
        heads_known(In)
    ).

%   sound_clause is det: let clause/2 make the occurs check, which SWI-Prolog's own one never does.

sound_clause :-
    redefine_system_predicate(user:clause(_, _)),
    meta_predicate(user:clause(:, ?)),
    assertz((user:clause(M:Head, Body) :-
                 (   callable(Head),
                     once((var(Body) ; callable(Body)))
                 ->  functor(Head, Name, Arity),
                     functor(Each, Name, Arity),
                     system:clause(M:Each, EachBody),
                     Each-EachBody = Head-Body
                 ;   system:clause(M:Head, Body)
                 ))).

%   watch_all is det: let when/2 wait for each variable of a unifier, not only for those at its top.

watch_all :-
    abolish(when:suspend_list/2),
    assertz(when:( suspend_list(Unifier, Goal) :-
                       term_variables(Unifier, Variables),
                       suspend_each(Variables, Goal) )),
    assertz(when:suspend_each([], _)),
    assertz(when:( suspend_each([Variable|Variables], Goal) :-
                       '$suspend'(Variable, when, Goal),
                       suspend_each(Variables, Goal) )).

in_order(Variables0, Variables) :-
    (   nb_getval(order, backward)
    ->  reverse(Variables0, Variables)
    ;   Variables = Variables0
    ).

visible(Name=_) :-
    \+ sub_atom(Name, 0, _, _, '_').

%   solved(+Goal, +Answer, +Written, +Most, +State) is det: State has the solutions of Goal.

solved(Goal, Answer, Written, Most, State) :-
    \+ ( call(user:(Goal, true)),
         State = state(Answers, Ends, Count0, _),
         Count is Count0+1,
         character_count(Written, End),
         copy_term(Answer, Copy, _),
         duplicate_term([Copy|Answers], Answers1),
         nb_setarg(1, State, Answers1),
         nb_setarg(2, State, [End|Ends]),
         nb_setarg(3, State, Count),
         Count > Most,
         nb_setarg(4, State, more)
       ),
    !.
solved(_, _, _, _, _).

line(Out, Kind, Answer0) :-
    (   acyclic_term(Answer0)
    ->  placeless(Answer0, Answer)
    ;   Answer = cyclic
    ),
    \+ \+ ( numbervars(Answer, 0, _),
            format(Out, "~w ~W~n", [Kind, Answer, [quoted(true), ignore_ops(true), numbervars(true)]])
          ).

%   placeless(+Term0, -Term) is det: Term is Term0 without the contexts of errors.

placeless(Term0, Term) :-
    (   \+ compound(Term0)
    ->  Term = Term0
    ;   Term0 = error(Formal0, _)
    ->  placeless(Formal0, Formal),
        Term = error(Formal, '_')
    ;   mapargs(placeless, Term0, Term)
    ).

text_line(Out, Names, Answer0, Text) :-
    (   catch(( term_string(Bindings, Text, [variable_names(Own), module(user), double_quotes(string)]),
                copy_term(Names-Answer0, Named-Answer, _),
                maplist(named(Own), Named),
                equal(Bindings)
              ), _, fail)
    ->  line(Out, text, Answer)
    ;   format(Out, "text unreadable~n", [])
    ).

named(Own, Name=Variable) :-
    (   memberchk(Name=Variable0, Own)
    ->  Variable = Variable0
    ;   true
    ).

equal(( Left, Right )) :-
    equal(Left),
    equal(Right).
equal(Variable = Value) :-
    Variable = Value.
equal(true).
equal(dif(_, _)).
equal(freeze(_, _)).
equal(when(_, _)).

output_line(Out, Text, Start, End) :-
    Length is End-Start,
    sub_string(Text, Start, Length, _, Part),
    format(Out, "output ~q~n", [Part]).
