:- module(constants,
          [ constant/2,                 % ?Name, ?Value
            term_expansion/2,           % +Term0, -Term
            op(150, fx, #)
          ]).

/** <module> Numbers with a meaning, by name

A module that uses this one writes `#Name` for a number, which then stands in the compiled clause:
arg(#sound, Context, Sound) is as fast as arg(10, Context, Sound). `#context(Fields)` is a context
with the list Fields of Name=Value; its other fields are new variables. The clause `#facts(Fact, Goal, Predicates)`,
or `#facts(Fact, Goal, Arguments, Predicates)`, stands for a Fact about the most general Goal, with these Arguments, of
each Name/Arity in a list. Constants that C knows too
are compared with `core.h` when a program is shared with the C core.
*/

%!  constant(?Name, ?Value) is nondet.
%
%   True if `#Name` stands for Value.

% tokens, see tokens.pl
constant(number_literal, 1).
constant(string_literal, 2).
constant(atom_literal, 3).
constant(functor_literal, 4).
constant(surrogates, 0xD800).
constant(surrogates_end, 0xE000).
constant(variable_base, 0xC0000).
constant(variable_end, 0xF0000).
constant(integer_base, 0xF8000).
constant(integer_least, -0x8000).
constant(integer_end, 0x17FFE).
constant(wide, 0x10FFFF).               % first in a string: forces the wide layout
% clause ids without a clause, and the first id of a program's clauses
constant(no_clause, 0).
constant(more_clause, 1).
constant(refuse_clause, 2).
constant(query_clause, 3).
constant(first_clause, 4).
% functor of the terms that dicts are, see flat_dicts.pl: before all other names in the standard order
constant(dict, '\u0001dict').
% levels of a term that SWI-Prolog is given to write
constant(max_depth, 1_000).
% bytes of the C stack, and of Prolog's stacks, that reading and compiling text takes
constant(c_stack, 16_000_000).
constant(c_stack_per_bracket, 1_000).
constant(c_stack_per_character, 200).
constant(stack_per_character, 400).
% steps of a derivation whose states compiled SWI-Prolog compares, to leave loops out
constant(most_compared, 1_000).
% steps of the derivation of an answer that is found bottom-up, written out
constant(most_written, 1_000_000).
% steps of the derivation of a lemma that is written to a file, and cells of the lemma
constant(most_of_lemma, 200).
constant(cells_of_lemma, 200).
% solutions of a builtin, after which each doubling costs a bounded search one step
constant(free_solutions, 256).
% names, variables and numbers of a term that is put in the place of a variable
constant(named_term, 64).
% slack of a search without a bound: more steps than any run takes
constant(unlimited, 0x7FFFFFFFFFFFFFF).
% ordinal of a candidate that is named by its place among all solutions of a step
constant(by_place, 0xFFFFFFF).
% arguments of a predicate: Prolog's own limit is 1,024, and some are added
constant(max_arity, 1_000).
% variables of a clause and four times its goals, see stack_reserve.pl
constant(max_clause_cells, 1_000_000).
% limits of one call of a builtin, see bounds.pl
constant(max_bits, 65_536).             % of an integer
constant(max_digits, 19_728).           % of a number that is read: as many as max_bits
constant(max_read, 4_000).               % characters of a text that is read as a term
constant(max_text, 1_000_000).          % characters of the texts that it takes
constant(max_cells, 1_000_000).         % arguments or list members that it makes
constant(cells_per_inference, 64).      % that it may touch for one inference
constant(cells_of_inference, 4_096).    % of a goal, for 64 inferences more: a step looks at it a few times
% inferences of the builtins in front of a candidate, and as many more for each step of a sub-proof
constant(builtin_inferences, 20_000).
constant(inferences_per_step, 40).
% cells in which cycles are looked for in front of a candidate, for each step that its sub-proofs may take
constant(walked_per_step, 16_000).
% places of the fields of a context, see context/4 of resolution.pl, and how many there are
constant(inferences_for_token, 20).      % to write it: more than it takes
constant(most_kept, 16_384).            % steps whose goals are looked at together
constant(codes_at_once, 6_144).          % of a derivation that are taken apart: six a step
constant(outlined, 301).                 % nodes of a tree that are written in an outline
constant(levels_shown, 5).              % of a term that is too large to be written
constant(terms_in_full, 4).             % of the greatest size of a state, in a proof
constant(answer_in_full, 20).           % of that size, in its bindings
constant(cells_of_error, 1_000).         % of an error that is kept
constant(cells_always_shown, 100).    % of a term, whatever the others are
constant(plain_arguments, 1_000).       % so few make no term too deep and no clause too wide
constant(cells_walked, 100_000).        % in a millisecond, in C
constant(cells_without_count, 40).      % so few make no large text, however they are shared
constant(context_size, 21).
constant(module, 1).
constant(hidden, 2).                    % clause that may not be used, or 0
constant(front_inferences, 3).          % limit of the builtins in front
constant(subproof_inferences, 4).       % limit of the sub-proofs in front of a candidate
constant(cuts, 5).                      % true: clauses commit
constant(overrides, 6).                 % true: builtins are redefined
constant(builtin_errors, 7).            % four counters of candidates that were lost
constant(inference_limits, 8).
constant(subproof_limits, 9).
constant(sound, 10).                    % occurs check: true (behind each step), later (behind the last),
                                        % flat (not needed) or finite (where states are written)
constant(builtins, 11).                 % true: clauses have builtin goals
constant(twins, 12).                    % true: facts are repeated
constant(size_limits, 13).
constant(max_tokens, 14).               % of a state
constant(steps, 15).                    % of sub-proofs, since the counters were 0
constant(last_step, 16).                % of those in front of one candidate
constant(trace, 17).                    % `off`, or what sub-proofs resolved, the last step first
constant(delays, 18).                   % true: goals may wait, see delays.pl
constant(clause, 19).                   % used last, or 0
constant(walked, 20).                   % terms and cells in which cycles were looked for, by one candidate
constant(compiled, 21).                 % what compiled_candidates.pl may be asked for: true, moves, or false

% No library is loaded for this: workers wait for it when they start.

expanded(Term, Term) :-
    \+ compound(Term),
    !.
expanded(#context(Fields), Context) :-
    !,
    constant(context_size, Size),
    functor(Context, context, Size),
    set_fields(Fields, Context).
expanded(#(Name), Value) :-
    !,
    (   constant(Name, Value)
    ->  true
    ;   throw(error(existence_error(constant, Name), _))
    ).
expanded([First0|Rest0], [First|Rest]) :-
    !,
    expanded(First0, First),
    expanded(Rest0, Rest).
expanded(Term0, Term) :-
    Term0 =.. [Functor|Arguments0],
    expanded(Arguments0, Arguments),
    Term =.. [Functor|Arguments].

set_fields([], _).
set_fields([Name=Value|Fields], Context) :-
    expanded(#(Name), Place),
    arg(Place, Context, Value),
    set_fields(Fields, Context).

%!  term_expansion(+Term0, -Term) is semidet.
%
%   True if Term0 has terms `#Name` and Term has their values in their places, or Term0 stands for the facts Term. For
%   the compiler.

term_expansion(#facts(Fact, Goal, Predicates), Facts) :-
    !,
    term_expansion(#facts(Fact, Goal, _, Predicates), Facts).
term_expansion(#facts(Fact, Goal, Arguments, Predicates), Facts) :-
    !,
    findall(Fact,
            ( '$member'(Name/Arity, Predicates), functor(Goal, Name, Arity), Goal =.. [Name|Arguments] ),
            Facts).
term_expansion(Term0, Term) :-
    expanded(Term0, Term),
    Term0 \== Term.
