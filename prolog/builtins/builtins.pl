:- module(builtins,
          [ builtin/2,                  % ?Goal, ?Determinism
            internal_builtin/1,         % ?Goal
            reserved_head/2,            % +Head, -Why
            lent/2,                     % ?Goal, ?Module
            impure_evaluable/1          % ?Expression
          ]).

:- use_module(library(lists), [member/2]).

/** <module> The table of builtin predicates that a program may call

A builtin stands in the table if it is pure: it has no side effect, its answers depend on
its arguments alone, and it calls no other predicate. Goals that write stand in it too: they do
nothing here. Everything else of Prolog is refused when a program is loaded. To offer one more builtin, add it
to the table, or to what libraries of SWI-Prolog lend; one that SWI-Prolog has not needs its meaning in resolve/own.pl
as well. A program may define any of them that is no ISO builtin.
*/

term_expansion(offered(Determinism, Predicates), Builtins) :-
    findall(builtin(Goal, Determinism), most_general(Predicates, Goal), Builtins).
term_expansion(internal(Predicates), Clauses) :-
    findall(Clause,
            ( most_general(Predicates, Goal), member(Clause, [builtin(Goal, det), internal_builtin(Goal)]) ),
            Clauses).
term_expansion(constraining(Predicates), Clauses) :-
    findall(Clause,
            ( most_general(Predicates, Goal), member(Clause, [builtin(Goal, det), lent(Goal, constraints)]) ),
            Clauses).
term_expansion(lending(Libraries), Clauses) :-
    findall(Clause,
            ( member(Module-Predicates, Libraries),
              most_general(Predicates, Goal),
              member(Clause, [builtin(Goal, nondet), lent(Goal, Module)])
            ),
            Clauses).

most_general(Predicates, Goal) :-
    member(Name/Arity, Predicates),
    functor(Goal, Name, Arity).

:- discontiguous builtin/2, internal_builtin/1, lent/2.

%!  builtin(?Goal, ?Determinism) is nondet.
%
%   True if Goal is the most general form of a pure builtin. Determinism is `det` if a call has at
%   most one solution, `nondet` if it can have more, and `direct` if in addition it neither raises an
%   error nor binds a variable.

offered(direct, [true/0]).
offered(det, [fail/0, false/0]).
% unification and comparison
offered(direct, [(==)/2, (\==)/2, (@<)/2, (@>)/2, (@=<)/2, (@>=)/2]).
offered(det, [(=)/2, (\=)/2, compare/3, unify_with_occurs_check/2, subsumes_term/2, (=@=)/2, (\=@=)/2]).
% arithmetic
offered(det, [(is)/2, (=:=)/2, (=\=)/2, (<)/2, (=<)/2, (>)/2, (>=)/2, succ/2, plus/3, divmod/4,
              nth_integer_root_and_remainder/4]).
offered(nondet, [between/3]).
% constraints that are decided at once: see constraints.pl
constraining([(#=)/2, (#\=)/2, (#<)/2, (#>)/2, (#=<)/2, (#>=)/2, (in)/2, (ins)/2, (#<==>)/2, (#==>)/2, (#<==)/2,
              (#\/)/2, (#/\)/2, (#\)/2, (#\)/1, all_different/1, all_distinct/1, sum/3, scalar_product/4, element/3,
              chain/2, indomain/1, label/1, labeling/2]).
% types
offered(direct, [var/1, nonvar/1, atom/1, number/1, integer/1, atomic/1, compound/1, ground/1]).
offered(det, [float/1, callable/1, is_list/1, rational/1, rational/3, blob/2, string/1]).
% terms
offered(det, [functor/3, (=..)/2, copy_term/2, copy_term/3, copy_term_nat/2, duplicate_term/2, term_variables/2,
              term_variables/3, term_hash/2, compound_name_arity/3, compound_name_arguments/3, acyclic_term/1,
              cyclic_term/1, (?=)/2, unifiable/3, numbervars/1, numbervars/3]).
offered(nondet, [arg/3]).
% dicts: see dict_builtins.pl
offered(det, [is_dict/1, is_dict/2, dict_pairs/3, dict_create/3, get_dict/5, put_dict/3, put_dict/4, del_dict/4,
              select_dict/3, (:<)/2, (>:<)/2, dict_keys/2, dict_size/2]).
offered(nondet, ['.'/3, get_dict/3]).
% lists
offered(det, [sort/2, msort/2, sort/4, keysort/2, memberchk/2]).
offered(nondet, [length/2]).
% text
offered(det, [atom_codes/2, atom_chars/2, char_code/2, atom_length/2, number_codes/2, number_chars/2,
              atom_number/2, atom_string/2, number_string/2, string_length/2, string_chars/2, string_codes/2,
              string_to_atom/2, split_string/4, string_lower/2, string_upper/2, upcase_atom/2, downcase_atom/2,
              atomic_list_concat/2, atomic_list_concat/3, string_code/3, text_to_string/2, sub_atom_icasechk/3,
              name/2, atomics_to_string/2, atomics_to_string/3, normalize_space/2, file_base_name/2,
              file_directory_name/2, file_name_extension/3, term_to_atom/2, term_string/2, term_string/3,
              atom_to_term/3, read_term_from_atom/3, sformat/3, atom_to_chars/2, atom_to_chars/3,
              format_to_chars/3, format_to_chars/4, number_to_chars/2, number_to_chars/3, read_from_chars/2,
              read_term_from_chars/3, write_to_chars/2, write_to_chars/3]).
offered(nondet, [atom_concat/3, sub_atom/5, string_concat/3, sub_string/5, char_type/2, code_type/2]).
% errors: see own.pl
offered(det, [throw/1, must_be/2, is_of_type/2, type_error/2, domain_error/2, existence_error/2, existence_error/3,
              permission_error/3, instantiation_error/1, representation_error/1, uninstantiation_error/1,
              syntax_error/1, current_prolog_flag/2]).
% goals that wait for variables: see delays.pl
offered(det, [dif/2, freeze/2, when/2]).
% output, which does nothing: see output.pl
offered(det, [write/1, write/2, print/1, print/2, writeln/1, writeln/2, writeq/1, writeq/2, write_canonical/1,
              write_canonical/2, write_term/2, write_term/3, portray_clause/1, portray_clause/2, nl/0, nl/1, tab/1,
              tab/2, put/1, put/2, put_char/1, put_char/2, put_code/1, put_code/2, format/1, format/2, format/3,
              print_message/2, print_message_lines/3, flush_output/0, flush_output/1, ttyflush/0, debug/3, debug/1,
              nodebug/1, ansi_format/3, writef/1, writef/2, write_ln/1, style_check/1, garbage_collect/0,
              abolish_all_tables/0]).
% the engine's own, for clauses of the library and for what goals become: see own.pl and output.pl
internal(['$has_clauses'/2, '$memberchk'/2, '$must_be'/2, '$domain_error'/2, '$cell'/2, '$input'/1, '$body'/1, '$output_begin'/0,
          '$output_end'/1]).
% libraries of SWI-Prolog, whose functions need no steps of their own
lending([ lists-[is_set/1, list_to_set/2, max_list/2, max_member/2, min_list/2, min_member/2, numlist/3,
                 selectchk/4, sum_list/2],
          swi_option-[option/2, option/3, select_option/3, select_option/4, merge_options/3],
          ordsets-[is_ordset/1, list_to_ord_set/2, ord_add_element/3, ord_del_element/3,
                   ord_disjoint/2, ord_empty/1, ord_intersect/2, ord_intersect/3,
                   ord_intersection/2, ord_intersection/3, ord_intersection/4, ord_memberchk/2,
                   ord_selectchk/3, ord_seteq/2, ord_subset/2, ord_subtract/3, ord_symdiff/3,
                   ord_union/2, ord_union/3, ord_union/4],
          assoc-[assoc_to_keys/2, assoc_to_list/2, assoc_to_values/2, del_assoc/4,
                 del_max_assoc/4, del_min_assoc/4, empty_assoc/1, gen_assoc/3, get_assoc/3,
                 get_assoc/5, is_assoc/1, list_to_assoc/2, max_assoc/3, min_assoc/3,
                 ord_list_to_assoc/2, put_assoc/4],
          ugraphs-[add_edges/3, add_vertices/3, complement/2, compose/3, connect_ugraph/3,
                   del_edges/3, del_vertices/3, edges/2, neighbors/3, neighbours/3, reachable/3,
                   top_sort/2, top_sort/3, transitive_closure/2, transpose_ugraph/2,
                   ugraph_union/3, vertices/2, vertices_edges_to_ugraph/3],
          heaps-[add_to_heap/4, delete_from_heap/4, empty_heap/1, get_from_heap/4, heap_size/2,
                 heap_to_list/2, is_heap/1, list_to_heap/2, merge_heaps/3, min_of_heap/3,
                 min_of_heap/5, singleton_heap/3],
          rbtrees-[is_rbtree/1, list_to_rbtree/2, ord_list_to_rbtree/2, rb_del_max/4,
                   rb_del_min/4, rb_delete/3, rb_delete/4, rb_empty/1, rb_in/3, rb_insert/4,
                   rb_insert_new/4, rb_keys/2, rb_lookup/3, rb_max/3, rb_min/3, rb_new/1,
                   rb_next/4, rb_previous/4, rb_size/2, rb_update/4, rb_visit/2],
          dcg_basics-[alpha_to_lower/3, atom/3, blank/2, blanks/2, blanks_to_nl/2, digit/3,
                      digits/3, eol/2, eos/2, float/3, integer/3, nonblank/3,
                      nonblanks/3, number/3, prolog_var_name/3, remainder/3,
                      string_without/4, white/2, whites/2, xdigit/3, xdigits/3, xinteger/3],
          quintus-[abs/2, acos/2, asin/2, atan/2, atan2/3, ceiling/2, cos/2, floor/2, genarg/3, log/2,
                   log10/2, otherwise/0, pow/3, round/2, sign/2, simple/1, sin/2, sqrt/2, tan/2],
          strings-[string_lines/2],
          terms-[same_functor/2, same_functor/3, same_functor/4, subsumes/2, subsumes_chk/2,
                 term_factorized/3, term_subsumer/3, variant/2],
          occurs-[contains_term/2, contains_var/2, free_of_term/2, free_of_var/2,
                  occurrences_of_term/3, occurrences_of_var/3, sub_term/2,
                  sub_term_shared_variables/3, sub_var/2],
          prolog_code-[comma_list/2, extend_goal/3, head_name_arity/3, mkconj/3, mkdisj/3,
                       most_general_goal/2, pi_head/2, semicolon_list/2],
          ctypes-[is_alnum/1, is_alpha/1, is_ascii/1, is_cntrl/1, is_csym/1, is_csymf/1, is_digit/1,
                  is_digit/3, is_endfile/1, is_endline/1, is_graph/1, is_lower/1, is_newline/1,
                  is_newpage/1, is_paren/2, is_period/1, is_print/1, is_punct/1, is_quote/1,
                  is_space/1, is_upper/1, is_white/1, to_lower/2, to_upper/2, upper_lower/2],
          backward_compatibility-['C'/3, concat/3, concat_atom/2, concat_atom/3, merge/3, merge_set/3,
                                  proper_list/1, string_to_list/2, substring/4, sumlist/2] ]).

lent(memberchk(_, _), lists).

%!  internal_builtin(?Goal) is nondet.
%
%   True if the builtin Goal is the engine's own: no program calls it, and no proof shows it.

%!  lent(?Goal, ?Module) is nondet.
%
%   True if the builtin Goal, in its most general form, is a predicate of a library's Module, or of constraints.pl.

%!  reserved_head(+Head, -Why) is semidet.
%
%   True if no program may define the predicate of Head. Why describes it.

reserved_head(Head, Why) :-
    functor(Head, Name, Arity),
    (   control(Name, Arity)
    ->  Why = 'a control construct'
    ;   '$get_predicate_attribute'(system:Head, iso, 1) % also of threads and directives, for SWI-Prolog
    ->  Why = 'an ISO builtin'
    ;   sub_atom(Name, 0, _, _, $)
    ->  Why = 'reserved, because its name begins with $'
    ).

control(Name, Arity) :-
    memberchk(Name/Arity, [ (',')/2, (;)/2, (->)/2, (*->)/2, (\+)/1, (!)/0, '|'/2, (:-)/1, (:-)/2,
                            (-->)/2, (:)/2, []/0, '[|]'/2 ]),
    !.
control(call, Arity) :-
    Arity > 0.

%!  impure_evaluable(?Expression) is nondet.
%
%   True if Expression is the most general form of an evaluable whose value differs from call to
%   call, or that changes something.

impure_evaluable(random(_)).
impure_evaluable(random_float).
impure_evaluable(cputime).
impure_evaluable(realtime).
