:- module(guided,
          [ guided/1,                   % :Goal
            guided/2,                   % :Goal, +Options
            guided/3                    % :Goal, -Proof, +Options
          ]).
:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(error), [domain_error/2, existence_error/2, must_be/2, resource_error/1]).
:- use_module(library(filesex), [delete_directory_and_contents/1, directory_file_path/3]).
:- use_module(library(http/json), [json_read_dict/3, json_write_dict/3]).
:- use_module(library(lists), [append/2, member/2, memberchk/2]).
:- use_module(library(option), [option/2, option/3]).
:- use_module(library(process), [process_create/3, process_kill/2, process_wait/2, process_wait/3]).

/** <module> Ask symbolic-rl from a swipl session

    $ cat graph.pl
    edge(1, 2).
    edge(2, 3).
    path(X, Y) :- path(X, Z), edge(Z, Y).
    path(X, Y) :- edge(X, Y).
    $ swipl -p symbolic_rl=$(symbolic-rl prolog) graph.pl
    ?- use_module(symbolic_rl(guided)).
    ?- path(1, X).                     % loops, as path/2 is left recursive
    ?- guided(path(1, X)).             % gives X = 2, X = 3, and looks for more

Answers come on backtracking, each when it is asked for. The search runs in a process of its own,
`symbolic-rl prove --stream`, which ends with the goal: when a cut, an exception or the last answer
ends it. Nothing is called in this process; the clauses that count are those in the files.

This module does not need the others of its folder.
*/

:- meta_predicate
    guided(0),
    guided(0, +),
    guided(0, -, +).

:- multifile
    prolog:error_message//1.

%!  guided(:Goal) is nondet.
%!  guided(:Goal, +Options) is nondet.
%!  guided(:Goal, -Proof, +Options) is nondet.
%
%   True if Goal has a proof, in the order in which a complete search finds the proofs. Proof is a
%   term proof(Goal, By, Proofs) with the proofs of the goals that Goal was resolved to; By is
%   `query`, `builtin`, `not` (it has no proof), or Kind(File:Line) with the place of the clause,
%   where Kind is `clause`, `grammar`, `library`, `or`, `if` or `each`. With graph.pl as above:
%
%       ?- limit(2, guided(path(1, X))).
%       X = 2 ;
%       X = 3.
%       ?- guided(path(1, 3), [max_inferences(1000)]).
%       true.
%       ?- guided(path(1, 2), proof(_, query, [proof(_, clause(_:Line), _)]), []).
%       Line = 4.
%
%   Constraints dif/2 of an answer hold for its variables. Fails if there are no more answers and the
%   search knows it. Options:
%
%     - program(+Program)
%       A Prolog file, a folder with an env.toml, a pack, or the folder of a run, whose policy then
%       guides the search. By default the files from which the predicates of Goal were loaded, with
%       all others of their modules; directives in them are left out.
%     - max_inferences(+Count), timeout_s(+Seconds), memory_mb(+Megabytes)
%       When the search is to end.
%     - search(+Name)
%       `portfolio` (several that take turns, the default without a run), `guided`,
%       `iterative-deepening`, `breadth-first`, `depth-first`, `swipl` or `prolog`.
%     - hedge(+Boolean)
%       Half of the inferences of a guided search are iterative deepening's.
%     - temperature(+Temperature), uniform_share(+Share)
%       Search settings of a guided search, if not as its pack says.
%     - incomplete(+Action)
%       Reaction when the search ended, but not because all was tried: `error` (the default)
%       or `fail`.
%     - command(+Words)
%       Command that starts symbolic-rl; by default the `symbolic-rl` that the shell would find.
%
%   @error existence_error(procedure, PI) if Goal or the program calls an unknown predicate.
%   @error existence_error(command, 'symbolic-rl') if there is none.
%   @error symbolic_rl(Class) for all else that is wrong with goal, program or options.
%   @error resource_error(max_inferences), and the like, if a limit ended the search.
%   @error system_error(incomplete) if candidates were lost, to errors of builtins for instance.

guided(Goal) :-
    guided(Goal, _, []).

guided(Goal, Options) :-
    guided(Goal, _, Options).

guided(Module0:Goal0, Proof, Options) :-
    strip_module(Module0:Goal0, Module, Goal),
    must_be(callable, Goal),
    must_be(acyclic, Goal),
    must_be(list, Options),
    maplist(known_option, Options),
    goal_text(Goal, Text, Variables),
    setup_call_cleanup(
        opened(Module, Goal, Options, Session),
        ( tell(Session, Text),
          answer(Session, [module(Module)|Options], Variables, Proof)
        ),
        closed(Session)).

known_option(Option) :-
    (   Option = incomplete(Action)
    ->  must_be(oneof([error, fail]), Action)
    ;   callable(Option),
        functor(Option, Name, 1),
        memberchk(Name, [ program, max_inferences, timeout_s, memory_mb, search, hedge,
                          temperature, uniform_share, command ])
    ->  arg(1, Option, Value),
        must_be(ground, Value)
    ;   domain_error(guided_option, Option)
    ).

%   goal_text(+Goal, -Text, -Variables) is det: Variables has a pair Name-Variable for each
%   variable of Goal.

goal_text(Goal, Text, Pairs) :-
    term_variables(Goal, Variables),
    copy_term_nat(Goal-Variables, Copy-Copies),
    named(Variables, Copies, 1, Pairs, Names),
    with_output_to(string(Text),
                   write_term(Copy, [ quoted(true), ignore_ops(true), numbervars(false),
                                      variable_names(Names) ])).

named([], [], _, [], []).
named([Variable|Variables], [Copy|Copies], N, [Name-Variable|Pairs], [Name=Copy|Names]) :-
    atom_concat('V', N, Name),
    N1 is N + 1,
    named(Variables, Copies, N1, Pairs, Names).

%   opened(+Module, +Goal, +Options, -Session) is det: a process that waits for the goal.
%   detached: Ctrl-C is for this session, which ends the process by closing its input.

opened(Module, Goal, Options, session(In, Out, Process, Folder)) :-
    option(command([Name|Words]), Options, ['symbolic-rl']),
    executable(Name, File),
    program(Module, Goal, Options, Program, Folder),
    findall(Word, flag_word(Options, Word), Flags),
    append([Words, [prove, Program, '-', '--stream'], Flags], Arguments),
    process_create(File, Arguments,
                   [ stdin(pipe(In, [encoding(utf8)])), stdout(pipe(Out, [encoding(utf8)])),
                     process(Process), detached(true)
                   ]).

flag_word(Options, Word) :-
    member(Name-Flag, [ max_inferences-'--max-inferences', timeout_s-'--timeout-s',
                        memory_mb-'--memory-mb', search-'--search',
                        temperature-'--temperature', uniform_share-'--uniform-share' ]),
    Option =.. [Name,Value],
    option(Option, Options),
    member(Word, [Flag,Value]).
flag_word(Options, '--hedge') :-
    option(hedge(true), Options).

executable(Name, File) :-
    (   is_absolute_file_name(Name)
    ->  File = Name
    ;   absolute_file_name(path(Name), File, [access(execute), file_errors(fail)])
    ->  true
    ;   throw(error(existence_error(command, Name),
                    context(guided:guided/3,
                            'it is not in the PATH; give the option command(Words)')))
    ).

closed(session(In, Out, Process, Folder)) :-
    close(In, [force(true)]),
    close(Out, [force(true)]),
    process_wait(Process, Status, [timeout(5)]),
    (   Status == timeout
    ->  process_kill(Process, kill),
        process_wait(Process, _)
    ;   true
    ),
    (   Folder == none
    ->  true
    ;   delete_directory_and_contents(Folder)
    ).

%   program(+Module, +Goal, +Options, -Program, -Folder) is det: Folder is a temporary pack of
%   the files that were loaded here, or `none`.

program(_, _, Options, Program, none) :-
    option(program(Program0), Options),
    !,
    must_be(atomic, Program0),
    atom_string(Program, Program0).
program(Module, Goal, _, Folder, Folder) :-
    program_files(Module, Goal, Files),
    tmp_file(guided, Folder),
    make_directory(Folder),
    directory_file_path(Folder, 'env.toml', File),
    setup_call_cleanup(
        open(File, write, Stream, [encoding(utf8)]),
        ( write(Stream, 'program = '),
          json_write_dict(Stream, Files, [width(0)])  % an array is the same in TOML
        ),
        close(Stream)).

program_files(Module, Goal, Files) :-
    findall(Owner, ( called(Goal, Called), owner(Module, Called, Owner) ), Owners0),
    sort([Module|Owners0], Owners1),
    (   Owners0 == []
    ->  Owners = Owners1
    ;   sort(Owners0, Owners)
    ),
    findall(File,
            ( source_file(File),
              once(( member(Owner, Owners), own_file(Owner, File) ))
            ),
            Files),
    (   Files == []
    ->  throw(error(existence_error(program_file, Module:Goal),
                    context(guided:guided/3,
                            'load the program from a file, or give the option program(File)')))
    ;   true
    ).

called(Goal, _) :-
    var(Goal),
    !,
    fail.
called(Goal, Called) :-
    control(Goal, Parts),
    !,
    member(Part, Parts),
    called(Part, Called).
called(Goal, Goal).

control((Left, Right), [Left, Right]).
control((Left ; Right), [Left, Right]).
control((Left -> Right), [Left, Right]).
control(\+ Part, [Part]).

% owner(+Module, +Goal, -Owner): the user's module where the predicate of Goal is defined.

owner(Module, Goal, Owner) :-
    callable(Goal),
    catch(predicate_property(Module:Goal, defined), error(_, _), fail),
    (   predicate_property(Module:Goal, imported_from(Owner))
    ->  true
    ;   Owner = Module
    ),
    module_property(Owner, class(user)).

own_file(Module, File) :-
    source_file(Module:Head, File),
    \+ predicate_property(Module:Head, imported_from(_)),
    \+ ( current_prolog_flag(home, Home), sub_atom(File, 0, _, _, Home) ),
    \+ absolute_file_name(user_app_config('init.pl'), File, [access(read), file_errors(fail)]).

%   tell(+Session, +Line) is det: a process that has gone says why in its reply.

tell(session(In, _, _, _), Line) :-
    catch(( format(In, '~w~n', [Line]), flush_output(In) ), error(io_error(_, _), _), true).

%   answer(+Session, +Options, +Variables, -Proof) is nondet.

answer(Session, Options, Variables, Proof) :-
    tell(Session, next),
    Session = session(_, Out, _, _),
    json_read_dict(Out, Reply, [end_of_file(end_of_file)]),
    reply(Reply, Session, Options, Variables, Proof).

reply(end_of_file, _, _, _, _) :-
    !,
    throw(error(system_error(process_ended),
                context(guided:guided/3, 'symbolic-rl ended without a reply'))).
reply(Reply, Session, Options, Variables, Proof) :-
    get_dict(answer, Reply, Answer),
    !,
    (   get_dict(last, Reply, true)
    ->  unified(Answer, Options, Variables, Proof)
    ;   unified(Answer, Options, Variables, Proof)
    ;   answer(Session, Options, Variables, Proof)
    ).
reply(Reply, _, Options, _, _) :-
    get_dict(ended, Reply, Ended0),
    !,
    atom_string(Ended, Ended0),
    (   get_dict(complete, Reply, true)
    ->  fail
    ;   option(incomplete(fail), Options)
    ->  fail
    ;   memberchk(Ended, [max_inferences, timeout_s, memory_mb])
    ->  resource_error(Ended)
    ;   throw(error(system_error(incomplete),
                    context(guided:guided/3,
                            'candidates were lost: there may be other answers')))
    ).
reply(Reply, _, _, _, _) :-
    get_dict(error, Reply, Class0),
    get_dict(message, Reply, Message),
    (   get_dict(unknown, Reply, [Indicator0|_])
    ->  term_string(Indicator, Indicator0),
        Formal = existence_error(procedure, Indicator)
    ;   atom_string(Class, Class0),
        Formal = symbolic_rl(Class)
    ),
    throw(error(Formal, context(guided:guided/3, Message))).

%   unified(+Answer, +Options, +Variables, -Proof) is semidet: all terms of an answer are read in one
%   call, as they share variables.

unified(Answer, Options, Variables, Proof) :-
    get_dict(bindings, Answer, Bindings),
    get_dict(lines, Answer, Lines),
    maplist(binding_text(Bindings), Variables, Values),
    maplist(get_dict(goal), Lines, Goals),
    (   get_dict(residual, Answer, Residual)
    ->  true
    ;   Residual = []
    ),
    maplist(atomics_to_string_list, [Values, Goals, Residual], Texts),
    format(string(Text), '~w-~w-~w', Texts),
    option(module(Module), Options),    % whose operators the program has
    term_string(Terms-Shown-Constraints, Text, [module(Module), double_quotes(string)]),
    maplist(same, Variables, Terms),
    maplist(constrain, Constraints),
    proofs(Lines, Shown, 0, [Proof], [], []).

%   constrain(+Goal) is semidet: a goal that an answer leaves open. No goal of the program is called here.

constrain(Goal) :-
    (   Goal = dif(X, Y)
    ->  dif(X, Y)
    ;   throw(error(system_error(incomplete),
                    context(guided:guided/3,
                            'an answer waits for a goal of freeze/2 or when/2')))
    ).

binding_text(Bindings, Name-_, Text) :-
    get_dict(Name, Bindings, Text).

same(_-Value, Value).

atomics_to_string_list(Texts, List) :-
    maplist(bracketed, Texts, Bracketed),
    atomic_list_concat(Bracketed, ',', Inner),
    format(string(List), '[~w]', [Inner]).

bracketed(Text, Bracketed) :-
    format(string(Bracketed), '(~w)', [Text]).

%   proofs(+Lines, +Goals, +Depth, -Proofs, -Lines1, -Goals1) is det: the proofs at Depth that the
%   lines begin with, and the lines left.

proofs([Line|Lines0], [Goal|Goals0], Depth, Proofs, Lines, Goals) :-
    get_dict(depth, Line, Depth),
    !,
    Proofs = [proof(Goal, By, Children)|Proofs1],
    by(Line, By),
    Below is Depth + 1,
    proofs(Lines0, Goals0, Below, Children, Lines1, Goals1),
    proofs(Lines1, Goals1, Depth, Proofs1, Lines, Goals).
proofs(Lines, Goals, _, [], Lines, Goals).

by(Line, By) :-
    get_dict(kind, Line, Kind0),
    atom_string(Kind, Kind0),
    (   memberchk(Kind, [query, builtin, not])
    ->  By = Kind
    ;   get_dict(file, Line, Name),
        get_dict(line, Line, Number),
        loaded_file(Name, File),
        By =.. [Kind,File:Number]
    ).

%   loaded_file(+Name, -File) is det: the path of a file of that name that was loaded here, or Name.

loaded_file(Name, File) :-
    (   source_file(File),
        file_base_name(File, Base),
        atom_string(Base, Name)
    ->  true
    ;   atom_string(File, Name)
    ).

prolog:error_message(symbolic_rl(Class)) -->
    [ 'symbolic-rl: ~w'-[Class] ].
