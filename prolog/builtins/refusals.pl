:- module(refusals,
          [ refused_goal/3              % +Goal, -Why, -Fix
          ]).

:- use_module(library(lists), [member/2]).

/** <module> Goals of Prolog that a program may not call, and what to write instead
*/

%!  refused_goal(+Goal, -Why, -Fix) is semidet.
%
%   True if Goal calls a system predicate that is not pure or not first order. Why and Fix are one
%   line of plain words each.

refused_goal(Goal, Why, Fix) :-
    functor(Goal, Name, Arity),
    (   Goal =.. [phrase, _|Lists],
        member(List, Lists),
        string(List)
    ->  Why = 'its list is a string, for which SWI-Prolog raises an error',
        Fix = 'write a list of codes between backquotes, or set the flag double_quotes to codes'
    ;   Goal = Module:_,
        atom(Module)
    ->  format(atom(Why), 'the module ~q has no such predicate here, or looks for the goals that it calls in its own module',
               [Module]),
        Fix = 'load the file of the module, or write the goal without the module'
    ;   refused(Name, Arity, Why, Fix)
    ->  true
    ;   sub_atom(Name, 0, _, _, $)
    ->  Why = 'names that begin with $ are reserved',
        Fix = 'give the predicate a name that does not begin with $'
    ;   (   system_predicate(Goal)
        ;   '$in_library'(Name, Arity, _)   % which SWI-Prolog would load by itself
        )
    ->  Why = 'SWI-Prolog has it, but it is not available here',
        Fix = 'remove the goal, or define the predicate in the program'
    ).

% Looks at the module `system` only and runs nothing: no autoloading, no call.
system_predicate(Goal) :-
    '$c_current_predicate'(_, system:Goal).

refused(call, Arity, 'call/N takes at most seven arguments after its goal', 'put them into a list or a term') :-
    Arity > 8.
refused(Name, Arity, Why, Fix) :-
    refused_group(Why, Fix, Names),
    memberchk(Name/Arities, Names),
    memberchk(Arity, Arities).
refused(phrase, Arity, 'its first argument is not a grammar body', 'write a nonterminal: greeting, not 1') :-
    memberchk(Arity, [2, 3]).
refused((:), 2, 'the name of a module is an atom', 'write the name of a module that the program loads').
refused('[|]', 2, 'a list of files is loaded only by a directive', 'write :- [file]. before the clauses').
refused(Name, Arity, Why, 'define the predicate in the program') :-
    lacking(Library, Names),
    memberchk(Name/Arities, Names),
    memberchk(Arity, Arities),
    format(atom(Why), 'library(~w) has it, but it is not available here', [Library]).

% lacking(?Library, ?Names): Names are terms Name/Arities, for predicates that a library of
% SWI-Prolog exports and that the library here does not have.

lacking(option, [meta_options/[3], dict_options/[2]]).
lacking(aggregate, [aggregate/[4], free_variables/[4]]).
lacking(strings, [string/[4], dedent_lines/[3], indent_lines/[3,4], interpolate_string/[4]]).
lacking(solution_sequences, [group_by/[4], order_by/[2], reduced/[1,3]]).
lacking(rbtrees, [rb_apply/[4], rb_clone/[3], rb_fold/[4], rb_map/[2,3], rb_partial_map/[4], rb_update/[5]]).
lacking(dicts, [dict_fill/[4], dict_no_fill/[3], dicts_join/[3,4], dicts_same_keys/[2], dicts_same_tag/[2],
                dicts_slice/[3], dicts_to_compounds/[4], dicts_to_same_keys/[3]]).
lacking(terms, [foldsubterms/[4,5], mapargs/[3], mapsubterms/[3], mapsubterms_var/[3]]).
lacking(filesex, [directory_file_path/[3], relative_file_name/[3]]).

% refused_group(?Why, ?Fix, ?Names): Names are terms Name/Arities.

refused_group('the aggregates offered are count, sum, max, min, bag and set, written out',
              'collect the values with findall/3 or bagof/3, and compute the result from the list',
              [ aggregate/[3], aggregate_all/[3,4] ]).
refused_group('a program cannot change while it is searched',
              'write the clauses into the file, or pass what changes along as an argument',
              [ assert/[1,2], asserta/[1,2], assertz/[1,2], retract/[1], retractall/[1], abolish/[1,2] ]).
refused_group('a program cannot change while it is searched',
              'write a directive before the clauses, such as :- dynamic p/1. or :- op(700, xfx, ===>).',
              [ op/[3], (dynamic)/[1], (discontiguous)/[1], (table)/[1], module/[1] ]).
refused_group('a proof keeps nothing outside its goals: no global variables, records or flags',
              'pass the value along as an argument',
              [ b_setval/[2], b_getval/[2], nb_setval/[2], nb_getval/[2], nb_current/[2],
                nb_delete/[1], flag/[3],
                recorda/[2,3], recordz/[2,3], recorded/[2,3], erase/[1], gensym/[2], reset_gensym/[0,1],
                set_prolog_flag/[2] ]).
refused_group('terms do not change in place', 'make the new term, and pass it along as an argument',
              [ setarg/[3], nb_setarg/[3], b_set_dict/[3], nb_set_dict/[3], nb_link_dict/[3] ]).
refused_group('a program cannot be inspected while it is searched',
              'remove the goal, or write what it would find as facts',
              [ clause/[3], current_op/[3], current_predicate/[1,2], predicate_property/[2], listing/[0,1],
                current_module/[1], context_module/[1], module/[2], prolog_load_context/[2] ]).
refused_group('a goal cannot inspect the frames and choice points of Prolog',
              'write !, once/1 or ( If -> Then ; Else )',
              [ prolog_current_choice/[1], prolog_cut_to/[1], prolog_current_frame/[1],
                prolog_frame_attribute/[3], prolog_choice_attribute/[3], deterministic/[1] ]).
refused_group('a proof reads no input and uses no files',
              'remove the goal, or write what it would read as facts',
              [ get_char/[1,2], readln/[1,2,5], peek_char/[1,2], get_code/[1,2], peek_code/[1,2], get_byte/[1,2],
                peek_byte/[1,2], put_byte/[1,2], get_single_char/[1], get0/[1,2], read/[1,2],
                read_term/[2,3], read_string/[3,5], open/[3,4], close/[1,2], see/[1], seen/[0],
                tell/[1], told/[0], append/[1], current_input/[1], current_output/[1],
                set_input/[1], set_output/[1], stream_property/[2], set_stream/[2],
                at_end_of_stream/[0,1], exists_file/[1], exists_directory/[1], directory_files/[2],
                absolute_file_name/[2,3], tmp_file/[2], delete_file/[1], getenv/[2], prompt/[2],
                open_string/[2], open_chars_stream/[2], with_output_to_chars/[4],
                read_line_to_codes/[2,3], read_line_to_string/[2], read_file_to_codes/[3],
                read_file_to_string/[3], read_file_to_terms/[3], read_stream_to_codes/[2,3],
                phrase_from_file/[2,3], with_tty_raw/[1], load_html/[3], load_xml/[3], load_structure/[3],
                db_attach/[2], db_detach/[0], db_sync/[1], db_sync_all/[1], html/[3], http_handler/[3],
                http_parameters/[2,3], http_read_json/[2,3], http_read_json_dict/[2,3], http_server/[1,2],
                print_html/[1,2], reply_html_page/[2,3], reply_json/[1,2,3], reply_json_dict/[1,2,3],
                http_open/[3], json_read/[2,3], json_read_dict/[2,3], csv_read_file/[2,3] ]).
refused_group('files are loaded only by a directive', 'write :- [file]. before the clauses',
              [ consult/[1], reconsult/[1], ensure_loaded/[1], use_module/[1,2], load_files/[2] ]).
refused_group('a proof neither ends nor pauses the process', 'remove the goal: the search ends by itself',
              [ halt/[0,1], abort/[0], sleep/[1] ]).
refused_group('a proof starts no threads, engines or other programs',
              'remove the goal: a proof only derives answers',
              [ shell/[0,1,2], system/[1], process_create/[3], thread_create/[1,2,3,4],
                thread_send_message/[2,3], thread_get_message/[1,2,3], thread_join/[1,2],
                thread_signal/[2], thread_self/[1], thread_exit/[1], thread_detach/[1],
                concurrent/[3], concurrent_forall/[2,3], concurrent_maplist/[2,3,4], first_solution/[3],
                message_queue_create/[1,2], message_queue_destroy/[1],
                mutex_create/[1,2], with_mutex/[2], engine_create/[3,4], use_foreign_library/[1,2] ]).
refused_group('constraints are not supported',
              'bind the numbers first, for example with between/3, and compare them with =:=, < and so on',
              [ tuples_in/[2], global_cardinality/[2,3], lex_chain/[1], circuit/[1], cumulative/[1,2], disjoint2/[1],
                serialized/[2], automaton/[3,8], zcompare/[3], fd_var/[1], fd_inf/[2], fd_sup/[2], fd_size/[2],
                fd_dom/[2], fd_degree/[2], sat/[1], {}/[1] ]).
refused_group('attributed variables are not supported',
              'use dif/2, freeze/2 or when/2, or test the variable when it is bound',
              [ put_attr/[3], get_attr/[3], del_attr/[2], get_attrs/[2], attvar/[1], frozen/[2] ]).
refused_group('limits apply to a whole search, not to one goal',
              'write the goal itself, and give prove --timeout-s or --max-inferences',
              [ call_with_time_limit/[2,3], call_with_depth_limit/[3],
                call_with_inference_limit/[3] ]).
refused_group('delimited continuations are not supported',
              'pass the remaining goals along as an argument',
              [ shift/[1], shift_for_copy/[1], reset/[3], call_continuation/[1] ]).
refused_group('the result differs from call to call',
              'pass the value along as an argument, or make it a fact',
              [ random/[1,3], random_between/[3], random_member/[2], random_permutation/[2],
                random_select/[3], set_random/[1], randset/[3], randseq/[3], maybe/[0,1,2], get_time/[1], statistics/[2] ]).
