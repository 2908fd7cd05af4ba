:- module(plain_loading, []).

:- use_module(library(occurs), [sub_term/2]).

/** <module> What C does for the loader (prolog/core/loading.c), by SWI-Prolog alone

These predicates replace the predicates of the C core in a process that has not loaded it.
*/

%   Nothing is plain: readers look at each term themselves.

core:core_is_plain(_, _) :-
    fail.

core:core_open_symbols(Met) :-
    trie_new(Met).

core:core_new_symbols(Met, Terms, Symbols) :-
    findall(Name/Arity,
            ( sub_term(Term, Terms), symbol(Term, Name, Arity), trie_insert(Met, Name/Arity) ),
            Symbols).

core:core_close_symbols(Met) :-
    trie_destroy(Met).

symbol(Term, Name, Arity) :-
    (   compound(Term)
    ->  compound_name_arity(Term, Name, Arity)
    ;   atom(Term),
        Name = Term,
        Arity = 0
    ).

core:core_put_numbers(Numbers) :-
    forall(member(Number, Numbers),
           ( High is Number >> 14, Low is Number /\ 0x3FFF, put_code(High), put_code(Low) )).
