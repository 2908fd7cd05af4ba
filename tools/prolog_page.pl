:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(pairs)).
:- use_module(engine(builtins/builtins), [builtin/2, internal_builtin/1]).
:- use_module(engine(compile/loader), [load_program/4, unload_program/1]).
:- use_module(engine(resolve/output), []).

/** <module> The page that says which predicates of SWI-Prolog a program may call

    swipl -p engine=prolog tools/prolog_page.pl > docs/reference/prolog.md

Each goal is loaded as a user's query in its most general form, and the page shows the loader's notes: it says what
the code does, whatever its tables are.
*/

:- initialization(main, main).

main :-
    current_prolog_flag(version, Version),
    Major is Version // 10000,
    Minor is Version // 100 mod 100,
    Patch is Version mod 100,
    format("# What a program may call

This page is made from the code, by `swipl -p engine=prolog tools/prolog_page.pl`, with SWI-Prolog ~d.~d.~d. It follows the
sections of SWI-Prolog's manual.

* **Supported**: the same answers in the same order, and an error where SWI-Prolog raises one, in every search and in training.
* **No effect**: the goal succeeds or raises its errors. What it would write is the output of the proof.
* **Raises**: the clause is loaded. A search that reaches the goal loses that candidate, counts it and is never called
  complete ([limits](../limits.md)). `check` names the clauses; `--strict` refuses them.

Functional notation on dicts (`X = Dict.key`) becomes calls of `./3` as in SWI-Prolog. Clauses that define
a function on dicts (`:=`) are left out.

A constraint of `library(clpfd)` is decided when it is called: it holds or fails, and an equation in which one variable
is left gives it its value. A constraint that would wait for variables loses its candidate: call it once its integers are known.

A predicate that is not listed here also raises. Predicates of `library(dcg/basics)`, `library(dcg/high_order)` and `transpose/2` have to be imported. Your own predicate replaces any of the same name except ISO builtins; clauses of `string/1` and `rational/1` are left out, since SWI-Prolog calls its own in some places and yours in others.
",
           [Major, Minor, Patch]),
    forall(section(Title, Items), write_section(Title, Items)),
    write_directives,
    forall(unlisted(Indicator),
           print_message(warning, format("~q is in no section of tools/prolog_page.pl", [Indicator]))).

unlisted(Name/Arity) :-
    builtin(Goal, _),
    \+ internal_builtin(Goal),
    functor(Goal, Name, Arity),
    \+ sub_atom(Name, 0, _, _, $),
    \+ ( section(_, Items),
         member(Item, Items),
         is_in(Name/Arity, Item)
       ).

is_in(Indicator, library(Library)) :-
    !,
    exists_library(Library),
    exports(Library, Indicators),
    memberchk(Indicator, Indicators).
is_in(Indicator, Item) :-
    indicator(Item, Indicator).

% section(?Title, ?Items): Items are indicators, ranges Name/Low-High, and library(Name) for all exports.

section('Control', [(',')/2, (;)/2, '|'/2, (->)/2, (*->)/2, (\+)/1, (!)/0, true/0, fail/0, false/0,
                    repeat/0, call/(1-8), apply/2, not/1, once/1, ignore/1, forall/2, between/3,
                    halt/(0-1)]).
section('Exceptions and cleanup', [catch/3, throw/1, catch_with_backtrace/3, setup_call_cleanup/3,
                                   call_cleanup/2, print_message/2, assertion/1,
                                   library(error)]).
section('Types of terms', [var/1, nonvar/1, integer/1, float/1, rational/1, rational/3, number/1, atom/1,
                           blob/2, string/1, atomic/1, compound/1, callable/1, is_list/1, is_dict/1,
                           is_assoc/1, ground/1, cyclic_term/1, acyclic_term/1, is_stream/1]).
section('Comparison and unification', [(=)/2, (\=)/2, (==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2,
                                       compare/3, unify_with_occurs_check/2, (=@=)/2, (\=@=)/2, (?=)/2,
                                       subsumes_term/2, term_subsumer/3, unifiable/3, dif/2]).
section('Analysing and making terms', [functor/3, arg/3, (=..)/2, numbervars/1, numbervars/3,
                                       term_variables/(2-3), copy_term/2, copy_term/3, copy_term_nat/2,
                                       duplicate_term/2, same_term/2, setarg/3, nb_setarg/3,
                                       compound_name_arity/3, compound_name_arguments/3, term_to_atom/2,
                                       term_string/(2-3), term_hash/2, library(terms), library(occurs),
                                       library(varnumbers), library(prolog_code)]).
section('Atoms, characters and text', [atom_codes/2, atom_chars/2, char_code/2, number_chars/2,
                                       number_codes/2, atom_number/2, atom_length/2, atom_concat/3,
                                       sub_atom/5, sub_atom_icasechk/3, atomic_list_concat/(2-3),
                                       split_string/4, upcase_atom/2, downcase_atom/2, char_type/2,
                                       code_type/2, normalize_space/2, name/2, term_to_atom/2,
                                       atom_to_term/3, read_term_from_atom/3, sformat/3,
                                       collation_key/2, char_conversion/2, library(ctypes)]).
section('Strings', [atom_string/2, number_string/2, string_concat/3, string_length/2, string_chars/2,
                    string_codes/2, string_to_atom/2, string_code/3, sub_string/5, string_lower/2,
                    string_upper/2, text_to_string/2, read_term/2,
                    library(strings), library(charsio)]).
section('Arithmetic', [(is)/2, (=:=)/2, (=\=)/2, (<)/2, (=<)/2, (>)/2, (>=)/2, succ/2, plus/3, divmod/4,
                       nth_integer_root_and_remainder/4, set_random/1,
                       library(random)]).
section('Lists', [length/2, sort/2, sort/4, msort/2, keysort/2, predsort/3, library(lists)]).
section('Predicates on lists that call goals', [library(apply), library(yall)]).
section('Pairs, associations and sets', [library(pairs), library(assoc), library(ordsets), library(rbtrees),
                                         library(ugraphs), library(heaps), library(nb_set)]).
section('Options', [library(option)]).
section('All solutions', [findall/(3-4), findnsols/4, bagof/3, setof/3, library(aggregate),
                          library(solution_sequences)]).
section('Grammars', [phrase/(2-3), library(dcg/basics), library(dcg/high_order)]).
section('Output', [write/(1-2), print/(1-2), writeln/(1-2), writeq/(1-2), write_canonical/(1-2),
                   write_term/(2-3), portray_clause/(1-2), nl/(0-1), tab/(1-2), put/(1-2), put_char/(1-2),
                   put_code/(1-2), format/(1-3), print_message_lines/3, with_output_to/2, flush_output/(0-1), ttyflush/0,
                   debug/1, debug/3, nodebug/1, write_length/3, listing/(0-1), told/0, tell/1, append/1,
                   writef/(1-2), ansi_format/3]).
section('Input, streams and files', [read/(1-2), read_term/(2-3), get_char/(1-2), peek_char/(1-2),
                                     get_code/(1-2), get_byte/(1-2), open/(3-4), close/(1-2), see/1,
                                     seen/0, current_input/1, current_output/1, set_input/1,
                                     set_output/1, stream_property/2, set_stream/2,
                                     at_end_of_stream/(0-1), exists_file/1, exists_directory/1,
                                     delete_file/1, directory_files/2, file_base_name/2,
                                     file_directory_name/2, file_name_extension/3,
                                     absolute_file_name/(2-3), tmp_file/2, library(readutil)]).
section('Database and global variables', [clause/2, clause/3, assert/(1-2), asserta/(1-2),
                                          assertz/(1-2), retract/1, retractall/1, abolish/(1-2),
                                          recorda/(2-3), recordz/(2-3), recorded/(2-3), erase/1, flag/3,
                                          current_predicate/(1-2), predicate_property/2, nb_setval/2,
                                          nb_getval/2, b_setval/2, b_getval/2,
                                          library(gensym), current_op/3, op/3]).
section('Modules and loading at run time', [(:)/2, (@)/2, use_module/(1-2), ensure_loaded/1, consult/1,
                                            load_files/2, module/(1-2), current_module/1,
                                            prolog_load_context/2]).
section('Tabling', [abolish_all_tables/0, tnot/1, undefined/0]).
section('Waiting goals and constraints', [freeze/2, when/2, frozen/2, put_attr/3, get_attr/3,
                                          library(clpfd), library(clpb), sat/1]).
section('Flags and environment', [current_prolog_flag/2, set_prolog_flag/2, style_check/1,
                                  garbage_collect/0, statistics/2, get_time/1, time/1, getenv/2,
                                  shell/(0-2), prompt/2]).
section('Time limits, threads and continuations', [call_with_depth_limit/3, call_with_inference_limit/3,
                                                   call_with_time_limit/2, thread_create/(1-4),
                                                   thread_send_message/2, mutex_create/1, with_mutex/2,
                                                   library(thread), shift/1, reset/3, engine_create/3]).
section('Dicts', ['.'/3, is_dict/(1-2), dict_pairs/3, dict_create/3, get_dict/3, get_dict/5, put_dict/3, put_dict/4,
                  del_dict/4, select_dict/3, (:<)/2, (>:<)/2, b_set_dict/3, nb_set_dict/3, library(dicts)]).
section('Of other systems and older versions', [abs/2, acos/2, asin/2, atan/2, atan2/3, ceiling/2, cos/2, floor/2,
    log/2, log10/2, pow/3, round/2, sign/2, sin/2, sqrt/2, tan/2, atomics_to_string/(2-3), 'C'/3, concat/3,
    concat_atom/(2-3), genarg/3, merge/3, merge_set/3, otherwise/0, proper_list/1, simple/1, string_to_list/2,
    substring/4, sumlist/2, write_ln/1]).
section('Foreign code and network', [process_create/3, tcp_socket/1, use_foreign_library/1, load_foreign_library/1]).

write_section(Title, Items) :-
    format("~n## ~w~n~n", [Title]),
    findall(Library, ( member(library(Library), Items), exists_library(Library) ), Libraries),
    exclude([library(_)]>>true, Items, Own0),
    findall(Indicator, ( member(Item, Own0), indicator(Item, Indicator) ), Own),
    findall(Kind-Indicator, ( member(Indicator, Own), kind(Indicator, Kind) ), OwnPairs),
    write_kinds(OwnPairs),
    foldl(write_library(Own), Libraries, OwnPairs, _).

% write_library(+Own, +Library, +Before, -Behind): Before is empty where nothing stands in front.

write_library(Own, Library, Before, [Library]) :-
    (   Before == []
    ->  true
    ;   nl
    ),
    exports(Library, Indicators0),
    subtract(Indicators0, Own, Indicators),
    findall(Kind-Indicator, ( member(Indicator, Indicators), kind(Indicator, Kind) ), Pairs),
    length(Pairs, Count),
    (   member(Kind-_, Pairs),
        Kind \= 3-_
    ->  format("`library(~w)`:~n~n", [Library]),
        write_kinds(Pairs)
    ;   format("`library(~w)`: all of its ~d predicates raise.~n", [Library, Count])
    ).

indicator(Name/(Low-High), Name/Arity) :-
    !,
    between(Low, High, Arity).
indicator(Indicator, Indicator).

exists_library(Library) :-
    absolute_file_name(library(Library), _, [file_type(prolog), access(read), file_errors(fail)]).

exports(Library, Indicators) :-
    use_module(library(Library), []),
    absolute_file_name(library(Library), File, [file_type(prolog), access(read)]),
    module_property(Module, file(File)),
    module_property(Module, exports(Indicators0)),
    exclude([Name/_]>>sub_atom(Name, 0, _, _, $), Indicators0, Indicators1),
    sort(Indicators1, Indicators).

write_kinds(Pairs0) :-
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    forall(member(Kind-Names, Groups), write_kind(Kind, Names)).

write_kind(Kind, Indicators) :-
    kind_text(Kind, Text),
    by_name(Indicators, Names),
    atomic_list_concat(Names, ', ', Listed),
    format("* ~w: ~w~n", [Text, Listed]).

kind_text(1, '**Supported**').
kind_text(2, '**No effect**').
kind_text(3-Why, Text) :-
    format(atom(Text), '**Raises**, because ~w', [Why]).

% by_name(+Indicators, -Names): the arities of one name are shown together.

by_name(Indicators, Names) :-
    findall(Name-Arity, member(Name/Arity, Indicators), Pairs0),
    sort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    findall(Text,
            ( member(Name-Arities, Groups),
              atomic_list_concat(Arities, ',', Listed),
              format(atom(Text), '`~w/~w`', [Name, Listed])
            ),
            Names).

%   kind(+Indicator, -Kind): 1 is supported, 2 has no effect, 3-Why raises.

kind(Name/Arity, Kind) :-
    (   sample(Name/Arity, Goal)
    ->  true
    ;   functor(Goal, Name, Arity)
    ),
    (   noted(Goal, Why)
    ->  Kind = 3-Why
    ;   output:written(Goal, _, _)
    ->  Kind = 2
    ;   Kind = 1
    ).

% sample(+Indicator, -Goal) is semidet: the most general goal would be an error, or is no goal.

sample(aggregate/3, aggregate(count, _, _)).
sample(aggregate_all/3, aggregate_all(count, _, _)).
sample(aggregate_all/4, aggregate_all(count, _, _, _)).
sample((:)/2, lists:append(_, _, _)).

% noted(+Goal, -Why) is semidet: the loader has an objection to the query Goal.

noted(Goal, Why) :-
    format(string(Text), ':- use_module([library(dcg/basics), library(dcg/high_order), library(clpfd)]). ~k.', [(p:-Goal)]),
    tmp_file_stream(text, File, Stream),
    write(Stream, Text),
    close(Stream),
    setup_call_cleanup(load_program(prolog_page, [], [File], []),
                       findall(Severity-What, prolog_page:note(Severity, _, _, _, What, _), Notes),
                       unload_program(prolog_page)),
    delete_file(File),
    member(Severity-What, Notes),
    memberchk(Severity, [skipped, error, warning]),
    !,
    reason(What, Why).

reason(What, Why) :-
    (   sub_atom(What, _, _, 0, 'but it is not available here')
    ->  Why = 'it is not available'
    ;   sub_atom(What, Before, _, After, ' cannot be called: '),
        Before > 0
    ->  sub_atom(What, _, After, 0, Why)
    ;   sub_atom(What, 0, _, _, 'unknown predicate')
    ->  Why = 'it is not available'
    ;   Why = What
    ).

write_directives :-
    format("~n## Directives~n~n", []),
    findall(Kind-Text, ( directive(Text), directive_kind(Text, Kind) ), Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Groups),
    forall(member(Kind-Texts, Groups),
           ( atomic_list_concat(Texts, '`, `', Listed),
             format("* **~w**: `~w`~n", [Kind, Listed])
           )).

directive("module(m, [p/1])").
directive("use_module(library(lists))").
directive("use_module(library(clpfd))").
directive("use_module(library(chr))").
directive("dynamic p/1").
directive("discontiguous p/1").
directive("multifile p/1").
directive("table p/1").
directive("table p(_, min)").
directive("op(700, xfx, ===>)").
directive("set_prolog_flag(double_quotes, codes)").
directive("set_prolog_flag(occurs_check, true)").
directive("set_prolog_flag(prefer_rationals, true)").
directive("style_check(-singleton)").
directive("encoding(utf8)").
directive("meta_predicate q(0)").
directive("arithmetic_function(f/1)").
directive("ensure_loaded(library(lists))").
directive("initialization(main)").
directive("main").
directive("use_foreign_library(foreign(x))").

directive_kind(Text, Kind) :-
    tmp_file_stream(text, File, Stream),
    format(Stream, ":- ~w.~np(a).~n", [Text]),
    close(Stream),
    setup_call_cleanup(load_program(prolog_page, [], [File], []),
                       findall(Severity, prolog_page:note(Severity, _, _, _, _, _), Severities),
                       unload_program(prolog_page)),
    delete_file(File),
    (   member(Severity, Severities),
        memberchk(Severity, [ignored, skipped, error])
    ->  severity_text(Severity, Kind)
    ;   Kind = 'Understood'
    ).

severity_text(ignored, 'Skipped, and counted in the summary of loading').
severity_text(skipped, 'Its predicate raises').
severity_text(error, 'The program is refused').
