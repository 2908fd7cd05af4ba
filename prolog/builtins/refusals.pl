:- module(refusals,
          [ refused_goal/3              % +Goal, -Why, -Fix
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(builtins, [iso_impure/2]).

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
    ->  Why = 'it raises an error for a string, which is no list',
        Fix = 'write a list of codes between backquotes, or set the flag double_quotes to codes'
    ;   refused(Name, Arity, Why, Fix)
    ->  true
    ;   sub_atom(Name, 0, _, _, $)
    ->  Why = 'its name begins with $, which is reserved',
        Fix = 'give the predicate a name that does not begin with $'
    ;   ( iso_impure(Name, Arities), memberchk(Arity, Arities) ; system_predicate(Goal) )
    ->  Why = 'it is not one of the pure builtins',
        Fix = 'remove the goal, or define the predicate in the program'
    ).

% Looks at the module `system` only and runs nothing: no autoloading, no call.
system_predicate(Goal) :-
    '$c_current_predicate'(_, system:Goal).

refused(call, 1, 'it calls a goal that is known only when the program runs',
        'write the goal itself in the place of call/1').
refused(call, Arity, 'it calls a goal that is known only when the program runs',
        'write a predicate that does the same for this one goal') :-
    Arity > 1.
refused(Name, Arity, Why, Fix) :-
    refused_group(Why, Fix, Names),
    memberchk(Name/Arities, Names),
    memberchk(Arity, Arities).
refused(phrase, Arity, 'it calls what is no grammar body', 'write a nonterminal: greeting, not 1') :-
    memberchk(Arity, [2, 3]).
refused((:), 2, 'a goal cannot name a module', 'write the goal without the module').
refused(Name, Arity, Why, 'define the predicate in the program') :-
    lacking(Library, Names),
    memberchk(Name/Arities, Names),
    memberchk(Arity, Arities),
    format(atom(Why), 'library(~w) has it, and it is not offered here', [Library]).
refused((>>), Arity, 'lambda expressions are not supported', 'write a named predicate') :-
    Arity > 1.

% lacking(?Library, ?Names): Names are terms Name/Arities, for predicates that a library of
% SWI-Prolog exports and that the library here does not have.

lacking(option, [meta_options/[3], dict_options/[2]]).
lacking(aggregate, [aggregate/[4], free_variables/[4]]).
lacking(strings, [string/[4], dedent_lines/[3], indent_lines/[3,4], interpolate_string/[4]]).
lacking(solution_sequences, [group_by/[4], order_by/[2], reduced/[1,3]]).
lacking(rbtrees, [rb_apply/[4], rb_clone/[3], rb_fold/[4], rb_map/[2,3], rb_partial_map/[4], rb_update/[5]]).
lacking(terms, [foldsubterms/[4,5], mapargs/[3], mapsubterms/[3], mapsubterms_var/[3]]).
lacking(filesex, [directory_file_path/[3], relative_file_name/[3]]).

% refused_group(?Why, ?Fix, ?Names): Names are terms Name/Arities.

refused_group('it calls, for every element of a list, a goal that is not known here',
              'write the name of the predicate, without a module; or a recursive predicate over the list',
              [ maplist/[2,3,4,5,6,7], foldl/[4,5,6], include/[3], exclude/[3], partition/[4,5,6],
                predsort/[3], forall/[2] ]).
refused_group('it collects all solutions of a goal',
              'write a recursive predicate, or make the solutions facts of the program',
              [ findall/[3,4], bagof/[3], setof/[3], findnsols/[4,5], aggregate/[3,4],
                aggregate_all/[3,4] ]).
refused_group('it changes or inspects the program or a global variable',
              'pass the value along as an argument',
              [ assert/[1,2], asserta/[1,2], assertz/[1,2], retract/[1], retractall/[1],
                abolish/[1,2], clause/[3], b_setval/[2], b_getval/[2], nb_setval/[2],
                nb_getval/[2], flag/[3], recorda/[2,3], recordz/[2,3], recorded/[2,3],
                gensym/[2], setarg/[3], nb_setarg/[3], current_op/[3], op/[3] ]).
refused_group('it reads, or writes to a file',
              'remove the goal: proofs have no input and no files',
              [ get_char/[1,2], read/[1,2], read_term/[2,3], open/[3,4], close/[1,2],
                see/[1], tell/[1] ]).
refused_group('constraints are not supported',
              'write it with `is` and comparisons, behind the goals that give the numbers',
              [ (#=)/[2], (#\=)/[2], (#<)/[2], (#>)/[2], (#=<)/[2], (#>=)/[2], ins/[2], labeling/[2],
                all_distinct/[1], all_different/[1], sat/[1], {}/[1] ]).
refused_group('it acts on more than the proof',
              'remove the goal',
              [ consult/[1], halt/[0,1], shell/[0,1,2], system/[1], thread_create/[1,2,3,4],
                process_create/[3], load_files/[2], delete_file/[1], sleep/[1] ]).
refused_group('its value differs from call to call',
              'pass the value along as an argument, or make it a fact',
              [ random/[1,3], random_between/[3], random_member/[2], random_permutation/[2],
                get_time/[1], statistics/[2] ]).
