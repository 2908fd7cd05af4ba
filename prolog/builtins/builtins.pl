:- module(builtins,
          [ builtin/2,                  % ?Goal, ?Determinism
            builtin/3,                  % ?Goal, ?Determinism, ?Standing
            reserved_head/2,            % +Head, -Why
            lent/2,                     % ?Goal, ?Module
            impure_evaluable/1          % ?Expression
          ]).

:- use_module(library(lists), [append/3, member/2]).

/** <module> The table of builtin predicates that a program may call

A builtin stands in the table if it is pure: it has no side effect, its answers depend on
its arguments alone, and it calls no other predicate. Goals that write stand in it too: they do
nothing here. Everything else of Prolog is refused when a program is loaded. To offer one more builtin, add one line to
builtin/3, or its name to the table of what libraries of SWI-Prolog lend.
*/

term_expansion(lending(Libraries), Clauses) :-
    findall(Goal-Module,
            ( member(Module-Predicates, Libraries),
              member(Name/Arity, Predicates),
              functor(Goal, Name, Arity)
            ),
            Pairs),
    findall(builtin(Goal, nondet, overridable), member(Goal-_, Pairs), Builtins),
    findall(lent(Goal, Module), member(Goal-Module, Pairs), Lent),
    append(Builtins, Lent, Clauses).

%!  builtin(?Goal, ?Determinism) is nondet.
%
%   True if Goal is the most general form of a pure builtin. Determinism is `det` if a call has at
%   most one solution and `nondet` if it can have more.

builtin(Goal, Determinism) :-
    builtin(Goal, Determinism, _).

%!  builtin(?Goal, ?Determinism, ?Standing) is nondet.
%
%   True if builtin/2 is and Standing says who may define the predicate of Goal: nobody (`iso`) or a
%   program (`overridable`).

builtin(true, det, iso).
builtin(fail, det, iso).
builtin(false, det, iso).
% unification and comparison
builtin(_ = _, det, iso).
builtin(_ \= _, det, iso).
builtin(_ == _, det, iso).
builtin(_ \== _, det, iso).
builtin(_ @< _, det, iso).
builtin(_ @> _, det, iso).
builtin(_ @=< _, det, iso).
builtin(_ @>= _, det, iso).
builtin(compare(_, _, _), det, iso).
builtin(unify_with_occurs_check(_, _), det, iso).
builtin(subsumes_term(_, _), det, iso).
builtin(_ =@= _, det, overridable).
builtin(_ \=@= _, det, overridable).
% arithmetic
builtin(_ is _, det, iso).
builtin(_ =:= _, det, iso).
builtin(_ =\= _, det, iso).
builtin(_ < _, det, iso).
builtin(_ =< _, det, iso).
builtin(_ > _, det, iso).
builtin(_ >= _, det, iso).
builtin(succ(_, _), det, overridable).
builtin(plus(_, _, _), det, overridable).
builtin(divmod(_, _, _, _), det, overridable).
builtin(nth_integer_root_and_remainder(_, _, _, _), det, overridable).
builtin(between(_, _, _), nondet, overridable).
% types
builtin(var(_), det, iso).
builtin(nonvar(_), det, iso).
builtin(atom(_), det, iso).
builtin(number(_), det, iso).
builtin(integer(_), det, iso).
builtin(float(_), det, iso).
builtin(atomic(_), det, iso).
builtin(compound(_), det, iso).
builtin(callable(_), det, iso).
builtin(ground(_), det, iso).
builtin(is_list(_), det, overridable).
builtin(rational(_), det, overridable).
builtin(rational(_, _, _), det, overridable).
builtin(blob(_, _), det, overridable).
builtin(string(_), det, overridable).
% terms
builtin(functor(_, _, _), det, iso).
builtin(arg(_, _, _), nondet, iso).
builtin(_ =.. _, det, iso).
builtin(copy_term(_, _), det, iso).
builtin(copy_term(_, _, _), det, overridable).
builtin(copy_term_nat(_, _), det, overridable).
builtin(duplicate_term(_, _), det, overridable).
builtin(term_variables(_, _), det, iso).
builtin(term_variables(_, _, _), det, overridable).
builtin(term_hash(_, _), det, overridable).
builtin(compound_name_arity(_, _, _), det, overridable).
builtin(compound_name_arguments(_, _, _), det, overridable).
builtin(acyclic_term(_), det, iso).
builtin(cyclic_term(_), det, overridable).
builtin(?=(_, _), det, overridable).
builtin(unifiable(_, _, _), det, overridable).
builtin(numbervars(_), det, overridable).
builtin(numbervars(_, _, _), det, iso).
% dicts: see dict_builtins.pl
builtin('.'(_, _, _), nondet, overridable).
builtin(is_dict(_), det, overridable).
builtin(is_dict(_, _), det, overridable).
builtin(dict_pairs(_, _, _), det, overridable).
builtin(dict_create(_, _, _), det, overridable).
builtin(get_dict(_, _, _), nondet, overridable).
builtin(get_dict(_, _, _, _, _), det, overridable).
builtin(put_dict(_, _, _), det, overridable).
builtin(put_dict(_, _, _, _), det, overridable).
builtin(del_dict(_, _, _, _), det, overridable).
builtin(select_dict(_, _, _), det, overridable).
builtin(_ :< _, det, overridable).
builtin(_ >:< _, det, overridable).
builtin(dict_keys(_, _), det, overridable).
builtin(dict_size(_, _), det, overridable).
% lists
builtin(length(_, _), nondet, iso).
builtin(sort(_, _), det, iso).
builtin(msort(_, _), det, overridable).
builtin(sort(_, _, _, _), det, overridable).
builtin(keysort(_, _), det, iso).
% text
builtin(atom_codes(_, _), det, iso).
builtin(atom_chars(_, _), det, iso).
builtin(char_code(_, _), det, iso).
builtin(atom_length(_, _), det, iso).
builtin(atom_concat(_, _, _), nondet, iso).
builtin(sub_atom(_, _, _, _, _), nondet, iso).
builtin(number_codes(_, _), det, iso).
builtin(number_chars(_, _), det, iso).
builtin(atom_number(_, _), det, overridable).
builtin(atom_string(_, _), det, overridable).
builtin(number_string(_, _), det, overridable).
builtin(string_concat(_, _, _), nondet, overridable).
builtin(string_length(_, _), det, overridable).
builtin(string_chars(_, _), det, overridable).
builtin(string_codes(_, _), det, overridable).
builtin(string_to_atom(_, _), det, overridable).
builtin(sub_string(_, _, _, _, _), nondet, overridable).
builtin(split_string(_, _, _, _), det, overridable).
builtin(string_lower(_, _), det, overridable).
builtin(string_upper(_, _), det, overridable).
builtin(upcase_atom(_, _), det, overridable).
builtin(downcase_atom(_, _), det, overridable).
builtin(atomic_list_concat(_, _), det, overridable).
builtin(atomic_list_concat(_, _, _), det, overridable).
builtin(char_type(_, _), nondet, overridable).
builtin(code_type(_, _), nondet, overridable).
builtin(string_code(_, _, _), det, overridable).
builtin(text_to_string(_, _), det, overridable).
builtin(sub_atom_icasechk(_, _, _), det, overridable).
builtin(name(_, _), det, overridable).
builtin(atomics_to_string(_, _), det, overridable).
builtin(atomics_to_string(_, _, _), det, overridable).
builtin(normalize_space(_, _), det, overridable).
builtin(file_base_name(_, _), det, overridable).
builtin(file_directory_name(_, _), det, overridable).
builtin(file_name_extension(_, _, _), det, overridable).
builtin(term_to_atom(_, _), det, overridable).
builtin(term_string(_, _), det, overridable).
builtin(term_string(_, _, _), det, overridable).
builtin(atom_to_term(_, _, _), det, overridable).
builtin(read_term_from_atom(_, _, _), det, overridable).
builtin(sformat(_, _, _), det, overridable).
builtin(atom_to_chars(_, _), det, overridable).
builtin(atom_to_chars(_, _, _), det, overridable).
builtin(format_to_chars(_, _, _), det, overridable).
builtin(format_to_chars(_, _, _, _), det, overridable).
builtin(number_to_chars(_, _), det, overridable).
builtin(number_to_chars(_, _, _), det, overridable).
builtin(read_from_chars(_, _), det, overridable).
builtin(read_term_from_chars(_, _, _), det, overridable).
builtin(write_to_chars(_, _), det, overridable).
builtin(write_to_chars(_, _, _), det, overridable).
% errors: see own.pl
builtin(throw(_), det, iso).
builtin(must_be(_, _), det, overridable).
builtin(is_of_type(_, _), det, overridable).
builtin(type_error(_, _), det, overridable).
builtin(domain_error(_, _), det, overridable).
builtin(existence_error(_, _), det, overridable).
builtin(existence_error(_, _, _), det, overridable).
builtin(permission_error(_, _, _), det, overridable).
builtin(instantiation_error(_), det, overridable).
builtin(representation_error(_), det, overridable).
builtin(uninstantiation_error(_), det, overridable).
builtin(syntax_error(_), det, overridable).
builtin(current_prolog_flag(_, _), det, iso).
builtin('$has_clauses'(_, _), det, iso).
builtin('$must_be'(_, _), det, iso).
builtin('$domain_error'(_, _), det, iso).
builtin('$cell'(_, _), det, iso).
builtin('$input'(_), det, iso).
builtin('$body'(_), det, iso).
% goals that wait for variables: see delays.pl
builtin(dif(_, _), det, overridable).
builtin(freeze(_, _), det, overridable).
builtin(when(_, _), det, overridable).
% output, which does nothing: see output.pl
builtin(write(_), det, iso).
builtin(write(_, _), det, iso).
builtin(print(_), det, overridable).
builtin(print(_, _), det, overridable).
builtin(writeln(_), det, overridable).
builtin(writeln(_, _), det, overridable).
builtin(writeq(_), det, iso).
builtin(writeq(_, _), det, iso).
builtin(write_canonical(_), det, iso).
builtin(write_canonical(_, _), det, iso).
builtin(write_term(_, _), det, iso).
builtin(write_term(_, _, _), det, iso).
builtin(portray_clause(_), det, overridable).
builtin(portray_clause(_, _), det, overridable).
builtin(nl, det, iso).
builtin(nl(_), det, iso).
builtin(tab(_), det, overridable).
builtin(tab(_, _), det, overridable).
builtin(put(_), det, overridable).
builtin(put(_, _), det, overridable).
builtin(put_char(_), det, iso).
builtin(put_char(_, _), det, iso).
builtin(put_code(_), det, iso).
builtin(put_code(_, _), det, iso).
builtin(format(_), det, overridable).
builtin(format(_, _), det, overridable).
builtin(format(_, _, _), det, overridable).
builtin(print_message(_, _), det, overridable).
builtin(print_message_lines(_, _, _), det, overridable).
builtin(flush_output, det, iso).
builtin(flush_output(_), det, iso).
builtin(ttyflush, det, overridable).
builtin(debug(_, _, _), det, overridable).
builtin(debug(_), det, overridable).
builtin(nodebug(_), det, overridable).
builtin(ansi_format(_, _, _), det, overridable).
builtin(writef(_), det, overridable).
builtin(writef(_, _), det, overridable).
builtin(write_ln(_), det, overridable).
builtin(style_check(_), det, overridable).
builtin(garbage_collect, det, overridable).
builtin(abolish_all_tables, det, overridable).
builtin('$output_begin', det, iso).
builtin('$output_end'(_), det, iso).
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

%!  lent(?Goal, ?Module) is nondet.
%
%   True if the builtin Goal, in its most general form, is a predicate of a library's Module.

%!  reserved_head(+Head, -Why) is semidet.
%
%   True if no program may define the predicate of Head. Why describes it.

reserved_head(Head, Why) :-
    builtin(Head, _, Standing),
    !,
    Standing == iso,
    Why = 'an ISO builtin'.
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
