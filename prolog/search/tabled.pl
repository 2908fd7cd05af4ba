:- module(tabled,
          [ tabled_answers/2,           % +In, -Out
            tabled_choices/2,           % +In, -Out
            forget_tables/1             % +Number
          ]).
:- use_module(asking).
:- use_module(bounded, [is_builtin/3]).
:- use_module('../resolve/constants').
:- use_module(library(apply), [foldl/4, maplist/2]).
:- use_module(library(lists), [member/2]).

/** <module> All answers of a function-free goal, by SWI-Prolog's tabling

A function-free program has finitely many answers, and tabling finds all of them and ends, also
where clauses call themselves first. So it can say that there is no other answer.

Rules are compiled to tabled predicates; facts are looked up where they are. For each atom that a
rule derives, a trie keeps the clause by which it was derived first, with the values of the clause's
variables. What that clause used had been derived before, so these clauses make a derivation, which
is put together when it is asked for.

A goal is refused unless the clauses that it reaches have no functors, whatever they derive is ground,
and each test has only variables that goals in front of it bind: then an atom is derived by the same
clauses, however its goal was called. Cuts, negation and other builtins are refused where they are
reached; what other clauses have does not matter.
*/

:- set_prolog_flag(optimise, true).

%   tables(Number, Module, Context, Goals, Witnesses, Answers): kept for a question; see
%   tabled_answers/2. Answers is a trie of answers with their goals and place.

:- dynamic
    tables/6.

%!  tabled_answers(+In, -Out) is det.
%
%   Find all answers of a question within a limit on inferences. In is as in asking.pl. Out is
%   0x10FFFF and a code: 0 if all were found, 1 if the limit was reached, 2 if memory was, 3 if the
%   program is refused; then for 0 the number under which the derivations can be asked for (two
%   digits, base 0x4000), the inferences made (three digits), and for each answer the number of
%   tokens of its final state (two digits) and the tokens.

tabled_answers(In, Out) :-
    question(In, Question),
    Question = question(Context, ['$query'(Goals)], Answer, Limit, _, _, Module),
    (   arg(#hidden, Context, 0),
        is_safe(Goals, Answer, Module, Predicates)
    ->  flag(tabled, Number, (Number+1) /\ 0xFFFFFFF),
        tabled(Number, Predicates, Goals, Answer, Limit, Context, Module, Codes)
    ;   Codes = [3]
    ),
    string_codes(Out, [#wide|Codes]).

tabled(Number, Predicates, Goals, Answer, Limit, Context, Module, Codes) :-
    atom_concat(tabled_, Number, Compiled),
    trie_new(Witnesses),
    trie_new(Answers),
    assertz(tables(Number, Module, Context, Goals-Answer, Witnesses, Answers)),
    catch(setup_call_cleanup(compiled(Predicates, Module, Compiled),
                             evaluated(Goals, Answer, Limit, Module, Compiled, Witnesses, Answers,
                                       Reason, Inferences),
                             forget_compiled(Compiled)),
          Error,
          ( forget_tables(Number), throw(Error) )),
    (   Reason > 0
    ->  forget_tables(Number),
        Codes = [Reason]
    ;   findall(Place-Answer, trie_gen(Answers, Answer, by(Place, _)), Pairs0),
        keysort(Pairs0, Pairs),
        foldl(answer_code(Context), Pairs, Codes2, [])
    ->  digits(2, Number, Codes0, Codes1),
        digits(3, Inferences, Codes1, Codes2),
        Codes = [0|Codes0]
    ;   forget_tables(Number),
        Codes = [2]
    ).

%   answer_code(+Context, +Pair, -Codes, ?Tail) is semidet: fail if no state has room for the answer.

answer_code(Context, _-Answer, Codes, Tail) :-
    answer_key(Answer, Context, Key),
    key_codes(Key, Codes, Tail).

%   evaluated(+Goals, +Answer, +Limit, +Module, +Compiled, +Witnesses, +Answers, -Reason, -Inferences)
%   is det.

evaluated(Goals, Answer, Limit, Module, Compiled, Witnesses, Answers, Reason, Inferences) :-
    conjunction(Goals, Module, Conjunction),
    nb_setval(tabled_witnesses, Witnesses),
    Count = count(0),
    statistics(inferences, Before),
    catch(call_with_inference_limit(all_answers(Compiled:Conjunction, Answer, Goals, Count, Answers),
                                    Limit, Outcome),
          error(resource_error(_), _),
          Outcome = memory),
    statistics(inferences, After),
    Inferences is After-Before,
    (   Outcome == inference_limit_exceeded
    ->  Reason = 1
    ;   Outcome == memory
    ->  Reason = 2
    ;   Reason = 0
    ).

all_answers(Goal, Answer, Goals, Count, Answers) :-
    forall(( call(Goal),
             arg(1, Count, Place),
             \+ trie_lookup(Answers, Answer, _),
             trie_insert(Answers, Answer, by(Place, Goals))
           ),
           ( Place1 is Place+1,
             nb_setarg(1, Count, Place1)
           )).

%!  tabled_choices(+In, -Out) is semidet.
%
%   Make the derivation of an answer. In is the number of the question (two digits) and the place of
%   the answer among all (two digits, base 0x4000). Out is 0x10FFFF and the choices (two digits
%   each), each the place of the candidate among all solutions of its step. Fail if the derivation
%   has more than a million steps.

tabled_choices(In, Out) :-
    string_codes(In, Asked),
    numbers(2, Asked, [], [Number,Place]),
    tables(Number, Module, Context, Root, Witnesses, Answers),
    once(trie_gen(Answers, Answer, by(Place, Goals))),
    ids(Goals, Module, Witnesses, 1_000_000, _, Ids, []),
    once(( copy_term(Root, Goals1-Answer1),
           derivation(['$query'(Goals1)], Context, [#query_clause|Ids], Choices),
           Answer1 == Answer
         )),
    foldl(digits(2), Choices, Codes, []),
    string_codes(Out, [#wide|Codes]).

%   ids(+Goals, +Module, +Witnesses, +Most0, -Most, -Ids, ?Tail) is semidet: the clauses by which
%   Goals, which are ground, are resolved.

ids([], _, _, Most, Most, Ids, Ids).
ids([Goal|Goals], Module, Witnesses, Most0, Most, Ids0, Ids) :-
    (   is_test(Goal)
    ->  Most1 = Most0,
        Ids0 = Ids1
    ;   Most0 > 0,
        Most2 is Most0-1,
        step(Goal, Module, Witnesses, Id, Body),
        Ids0 = [Id|Ids2],
        ids(Body, Module, Witnesses, Most2, Most1, Ids2, Ids1)
    ),
    ids(Goals, Module, Witnesses, Most1, Most, Ids1, Ids).

step(Goal, Module, Witnesses, Id, Body) :-
    (   trie_lookup(Witnesses, Goal, Witness)
    ->  Witness = by(Id, Body)
    ;   Body = [],
        once(Module:res(Goal, [], [], Id))
    ).

%!  forget_tables(+Number) is det.
%
%   Forget what was kept for the derivations of a question.

forget_tables(Number) :-
    forall(retract(tables(Number, _, _, _, Witnesses, Answers)),
           ( trie_destroy(Witnesses), trie_destroy(Answers) )).

%   is_safe(+Goals, +Answer, +Module, -Predicates) is semidet: Predicates are terms Name/Arity-Rules
%   for the predicates that Goals depend on and that have rules.

is_safe(Goals, Answer, Module, Predicates) :-
    is_safe_clause(Answer, Goals),
    is_flat(Goals),
    needed(Goals, [], _, Module, [], Predicates).

needed([], Seen, Seen, _, Predicates, Predicates).
needed([Goal|Goals], Seen0, Seen, Module, Predicates0, Predicates) :-
    functor(Goal, Name, Arity),
    (   ( is_test(Goal) ; memberchk(Name/Arity, Seen0) )
    ->  needed(Goals, Seen0, Seen, Module, Predicates0, Predicates)
    ;   functor(Head, Name, Arity),
        is_plain(Head, Name, Arity, Module),
        \+ ( Module:res(Head, [], [], _), \+ is_flat_fact(Head) ),
        findall(rule(Id, Head, Body),
                ( Module:res(Head, Body, [], Id), Body \== [] ),
                Rules),
        \+ ( member(rule(_, Head1, Body1), Rules), \+ is_safe_rule(Head1, Body1) ),
        (   Rules == []
        ->  Predicates1 = Predicates0
        ;   Predicates1 = [Name/Arity-Rules|Predicates0]
        ),
        findall(Called, ( member(rule(_, _, Body), Rules), member(Called, Body) ), Calls0),
        most_general(Calls0, Calls),
        needed(Calls, [Name/Arity|Seen0], Seen1, Module, Predicates1, Predicates2),
        needed(Goals, Seen1, Seen, Module, Predicates2, Predicates)
    ).

%   is_plain(+Head, +Name, +Arity, +Module) is semidet: it is no builtin, and its clauses have no
%   cut.

is_plain(Head, Name, Arity, Module) :-
    \+ is_builtin(Head, Module, _),
    \+ Module:cut(_, _, Name, Arity).

is_flat_fact(Fact) :-
    \+ ( compound(Fact), arg(_, Fact, Argument), \+ atomic(Argument) ).

is_safe_rule(Head, Body) :-
    is_flat([Head|Body]),
    is_safe_clause(Head, Body).

is_flat(Goals) :-
    \+ ( member(Goal, Goals), compound(Goal), arg(_, Goal, Argument), compound(Argument) ).

most_general(Goals, General) :-
    findall(Name/Arity, ( member(Goal, Goals), \+ is_test(Goal), functor(Goal, Name, Arity) ),
            Indicators0),
    sort(Indicators0, Indicators),
    findall(Goal, ( member(Name/Arity, Indicators), functor(Goal, Name, Arity) ), General).

is_test(Goal) :-
    functor(Goal, Name, Arity),
    memberchk(Name/Arity, [(=)/2, (\=)/2, (==)/2, (\==)/2, true/0, fail/0]).

%   is_safe_clause(+Head, +Body) is semidet: Head is ground behind Body, and each test has been so.

is_safe_clause(Head, Body) :-
    copy_term(Head-Body, Head1-Body1),
    bind_in_order(Body1),
    ground(Head1).

bind_in_order([]).
bind_in_order([Goal|Goals]) :-
    (   Goal = (Left = Right)
    ->  ( ground(Left) ; ground(Right) ),
        !,
        term_variables(Goal, Variables),
        maplist(=(bound), Variables)
    ;   is_test(Goal)
    ->  ground(Goal)
    ;   term_variables(Goal, Variables),
        maplist(=(bound), Variables)
    ),
    bind_in_order(Goals).

%   compiled(+Predicates, +Module, +Compiled) is det: Compiled has tabled predicates that keep witnesses.

compiled(Predicates, Module, Compiled) :-
    set_module(Compiled:class(temporary)),
    forall(member(Name/Arity-Rules, Predicates),
           compile_predicate(Name, Arity, Rules, Module, Compiled)).

compile_predicate(Name, Arity, Rules, Module, Compiled) :-
    compiled_name(Name, CompiledName),
    dynamic(Compiled:CompiledName/Arity),
    functor(Fact, Name, Arity),
    compiled_goal(Fact, CompiledFact),
    (   \+ \+ Module:res(Fact, [], [], _)
    ->  assertz(Compiled:(CompiledFact :- Module:res(Fact, [], [], Id),
                                      tabled:witness(Fact, Id, [])))
    ;   true
    ),
    forall(( member(rule(Id, Head, Body), Rules),
             compiled_goal(Head, CompiledHead),
             conjunction(Body, Module, Conjunction)
           ),
           assertz(Compiled:(CompiledHead :- Conjunction, tabled:witness(Head, Id, Body)))),
    compile_predicates([Compiled:CompiledName/Arity]),
    '$tabling':table(Compiled:(CompiledName/Arity)).

witness(Goal, Id, Body) :-
    nb_getval(tabled_witnesses, Witnesses),
    (   trie_lookup(Witnesses, Goal, _)
    ->  true
    ;   trie_insert(Witnesses, Goal, by(Id, Body))
    ).

conjunction([], _, true).
conjunction([Goal|Goals], Module, (Compiled, Conjunction)) :-
    (   is_test(Goal)
    ->  Compiled = system:Goal
    ;   has_rules(Goal, Module)
    ->  compiled_goal(Goal, Compiled)
    ;   Compiled = Module:res(Goal, [], [], _)
    ),
    conjunction(Goals, Module, Conjunction).

has_rules(Goal, Module) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    Module:res(Head, Body, [], _),
    Body \== [],
    !.

compiled_goal(Goal, Compiled) :-
    Goal =.. [Name|Arguments],
    compiled_name(Name, CompiledName),
    Compiled =.. [CompiledName|Arguments].

compiled_name(Name, CompiledName) :-
    atom_concat('tabled:', Name, CompiledName).

forget_compiled(Compiled) :-
    abolish_module_tables(Compiled),
    '$destroy_module'(Compiled).
