/*  Plain SWI-Prolog as the oracle of the engine; no part of the engine is used here.

    Reads questions from standard input and answers each with lines on standard output:

        ask("Program", "Goal", Most).   the answers in order, at most Most, then one line
                                        `end complete`, `end more` or `end error ...`

    An answer is '$answer'(...) over the named variables of the goal in order of appearance, those
    with a leading underscore left out, written in pre-order: vN variable, nN number, s codes
    string, aK codes atom or functor of arity K, e the empty list; codes are joined by dots.

    `, true` is appended to every body and to the goal, since SWI-Prolog 9.0.4 answers wrongly for
    last calls that repeat a variable (tests/README.md). Unification is sound, as the engine's is.
*/

:- use_module(library(lists)).
:- use_module(library(aggregate), [aggregate_all/3]).
:- use_module(library(apply)).
:- use_module(library(solution_sequences), [limit/2]).
:- initialization(main, main).

main :-
    set_prolog_flag(stack_limit, 1_000_000_000),
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    set_prolog_flag(optimise_unify, false),
    set_prolog_flag(occurs_check, true),
    questions(1).

questions(Number) :-
    read_term(user_input, Question, []),
    (   Question = ask(Program, Goal, Most)
    ->  atom_concat(oracle_, Number, Module),
        catch(answers(Module, Program, Goal, Most), Error, format("end error ~q~n", [Error])),
        flush_output,
        Number1 is Number + 1,
        questions(Number1)
    ;   true
    ).

answers(Module, Program, GoalText, Most) :-
    add_import_module(Module, user, end),
    setup_call_cleanup(open_string(Program, In), consulted(In, Module), close(In)),
    term_string(Goal, GoalText, [variable_names(Names0), module(Module)]),
    include(visible, Names0, Names),
    maplist([_=Variable, Variable]>>true, Names, Variables),
    Answer =.. ['$answer'|Variables],
    Limit is Most + 1,
    findall(Told, ( called(Module:(Goal, true), Limit), with_delayed(Answer, Told) ), Answers),
    length(Answers, Count),
    (   Count > Most
    ->  length(Shown, Most),
        append(Shown, _, Answers),
        End = more
    ;   Shown = Answers,
        End = complete
    ),
    forall(member(Term, Shown), written(Term)),
    format("end ~w~n", [End]).

%   with_delayed(+Answer, -Told): of an answer whose variables goals wait for, these goals come in front.

with_delayed(Answer, Told) :-
    copy_term(Answer, Plain, Goals0),
    (   Goals0 == []
    ->  Told = Answer
    ;   maplist(without_module, Goals0, Goals),
        Told = '$delayed'(Plain, Goals)
    ).

without_module(freeze(X, _:Goal), freeze(X, Goal)) :-
    !.
without_module(when(Condition, _:Goal), when(Condition, Goal)) :-
    !.
without_module(Goal, Goal).

called(Goal, Limit) :-
    limit(Limit, call_with_inference_limit(Goal, 2_000_000, Result)),
    (   Result == inference_limit_exceeded
    ->  throw(too_long)
    ;   true
    ).

visible(Name=_) :-
    \+ sub_atom(Name, 0, _, _, '_').

consulted(In, Module) :-
    read_term(In, Term, [module(Module)]),
    (   Term == end_of_file
    ->  true
    ;   added(Term, Module),
        consulted(In, Module)
    ).

added((:- dynamic Name/Arity), Module) =>
    dynamic(Module:Name/Arity).
added((:- op(Priority, Type, Names)), Module) =>
    op(Priority, Type, Module:Names).
added((Head --> Body), Module) =>
    dcg_translate_rule((Head --> Body), Clause),
    added(Clause, Module).
added((Head => Body), Module) =>
    assertz(Module:(Head => Body, true)).
added((Head :- Body), Module) =>
    assertz(Module:(Head :- Body, true)).
added(Fact, Module) =>
    assertz(Module:Fact).

%   written(+Term): its pre-order on one line.

written(Term) :-
    term_variables(Term, Variables),
    numbered(Variables, 0),
    phrase(items(Term), Items),
    atomic_list_concat(Items, ' ', Line),
    writeln(Line).

numbered([], _).
numbered(['$variable'(N)|Variables], N) :-
    N1 is N + 1,
    numbered(Variables, N1).

items('$variable'(N)) -->
    !,
    { atom_concat(v, N, Item) },
    [Item].
items([]) -->
    !,
    [e].
items(Term) -->
    { compound(Term) },
    !,
    { compound_name_arguments(Term, Name, Arguments),
      length(Arguments, Arity),
      coded(Name, Codes),
      atomic_list_concat([a, Arity, ' ', Codes], Item)
    },
    [Item],
    all_items(Arguments).
items(Term) -->
    { number(Term),
      !,
      format(atom(Item), 'n~q', [Term])
    },
    [Item].
items(Term) -->
    { string(Term),
      !,
      coded(Term, Codes),
      atomic_list_concat([s, ' ', Codes], Item)
    },
    [Item].
items(Term) -->
    { coded(Term, Codes),
      atomic_list_concat([a, 0, ' ', Codes], Item)
    },
    [Item].

all_items([]) --> [].
all_items([Term|Terms]) -->
    items(Term),
    all_items(Terms).

%   A dot in front, so that the empty text is a word too.

coded(Text, Coded) :-
    atom_codes(Text, Codes),
    atomic_list_concat([''|Codes], '.', Coded0),
    atom_concat('.', Coded0, Coded).
