:- module(predicates,
          [ define_predicate/4,         % +Head, +File, +Place, +Load
            declare_predicate/4,        % +Indicator, +File, +Place, +Load
            leave_out_predicate/6       % +Indicator, +What, +Fix, +File, +Place, +Load
          ]).

:- use_module('../builtins/builtins', [builtin/2, lent/2, reserved_head/2]).
:- use_module('../resolve/constants').
:- use_module(loads, [add_fact/2, load_module/2, load_predicates/2, note/6, refuse/5]).
:- use_module('../builtins/stock', [library_predicate/2]).

/** <module> The predicates of a program
*/

%!  define_predicate(+Head, +File, +Place, +Load) is semidet.
%
%   True if the program may have the predicate of Head, which it now has. If it is one of Prolog's,
%   that is noted the first time; if no program may have it, it is refused.

define_predicate(Head, File, Place, Load) :-
    functor(Head, Name, Arity),
    load_predicates(Load, Predicates),
    (   trie_lookup(Predicates, Name/Arity, Owner)
    ->  claim(Owner, Name/Arity, defined, File, Place, Load)
    ;   Arity > #max_arity
    ->  format(atom(What), '~q/~d has more than ~D arguments', [Name, Arity, #max_arity]),
        refuse(Load, File, Place, What, 'put the arguments into a list or a term'),
        fail
    ;   reserved_head(Head, Why)
    ->  reserved_message(Name, Arity, Why, What, Fix),
        refuse(Load, File, Place, What, Fix),
        fail
    ;   load_module(Load, Module),
        once(Module:unit(File, Unit, _, _)),
        trie_insert(Predicates, Name/Arity, Unit),
        note_overriding(Head, Name, Arity, File, Place, Unit, Load),
        (   memberchk(Name/Arity, [string/1, rational/1])
        ->  format(atom(What), '~q/~d is sometimes the builtin, and sometimes the program''s, in SWI-Prolog',
                   [Name, Arity]),
            leave_out_predicate(Name/Arity, What, 'give the predicate another name', File, Place, Load)
        ;   true
        )
    ).

%!  leave_out_predicate(+Indicator, +What, +Fix, +File, +Place, +Load) is det.
%
%   Let each clause of the predicate Indicator raise an error: a test that SWI-Prolog compiles in place, or a
%   predicate of several files.

leave_out_predicate(Indicator, What, Fix, File, Place, Load) :-
    add_fact(Load, refused(Indicator, What, Fix)),
    refuse(Load, File, Place, What, Fix).

% claim(+Owner, +Indicator, +How, +File, +Place, +Load): the unit of File, a module or a file that another one
% loads, has the predicate too that has been the Owner's, a unit or declared(Unit). How is `defined` or
% `declared`. In Prolog, they would be two predicates, or the later clauses would replace the others.

claim(Owner, Indicator, How, File, Place, Load) :-
    load_module(Load, Module),
    once(Module:unit(File, Unit, _, _)),
    (   Owner = declared(Unit0)
    ->  How0 = declared
    ;   Unit0 = Owner,
        How0 = defined
    ),
    (   How0-How == declared-defined
    ->  load_predicates(Load, Predicates),
        trie_update(Predicates, Indicator, Unit)
    ;   true
    ),
    (   Unit == Unit0
    ->  true
    ;   claim_unit(Unit0, Indicator, How0, File, Place, Module),
        claim_unit(Unit, Indicator, How, File, Place, Module)
    ).

claim_unit(Unit, Indicator, How, File, Place, Module) :-
    (   Module:claim(Indicator, Unit, How, _, _)
    ->  true
    ;   assertz(Module:claim(Indicator, Unit, How, File, Place))
    ).

reserved_message('[|]', 2, _, 'a list is no clause', 'write :- [file]. to load a file') :-
    !.
reserved_message((','), 2, _, 'a conjunction is no clause',
                 'end each clause with a full stop, and write one head in front of its :-') :-
    !.
reserved_message(Name, Arity, Why, What, Fix) :-
    format(atom(What), '~q/~d cannot be defined: it is ~w', [Name, Arity, Why]),
    (   Name/Arity == (:)/2
    ->  Fix = 'write the head without the module, and :- without a space'
    ;   memberchk(Name/Arity, [(dynamic)/1, (discontiguous)/1, (multifile)/1, (initialization)/1])
    ->  Fix = 'write :- in front of it'
    ;   Fix = 'give the predicate another name'
    ).

note_overriding(Head, Name, Arity, File, Place, Unit, Load) :-
    (   overridden(Head, Name, Arity, Kind)
    ->  load_module(Load, Module),
        assertz(Module:override(Name/Arity)),
        claim_unit(Unit, Name/Arity, defined, File, Place, Module),    % in this module only
        format(atom(What), 'the program defines ~q/~d, in place of the ~w of that name',
               [Name, Arity, Kind]),
        note(Load, info, File, Place, What,
             'give it another name if that was not meant')
    ;   true
    ).

overridden(Head, Name, Arity, Kind) :-
    (   builtin(Head, _),
        \+ lent(Head, _)
    ->  Kind = builtin
    ;   ( library_predicate(Name, Arity) ; lent(Head, _) )
    ->  Kind = 'library predicate'
    ;   memberchk(Name/Arity, [not/1, forall/2, ignore/1])
    ->  Kind = 'control construct'
    ).

%!  declare_predicate(+Indicator, +File, +Place, +Load) is det.
%
%   Add the predicate Indicator (Name/Arity) to the program, perhaps without clauses.

declare_predicate(Name/Arity0, File, Place, Load) :-
    Arity is min(Arity0, #max_arity+1),         % no larger term is made to be refused
    functor(Head, Name, Arity),
    load_predicates(Load, Predicates),
    (   trie_lookup(Predicates, Name/Arity, Owner)
    ->  claim(Owner, Name/Arity, declared, File, Place, Load)
    ;   define_predicate(Head, File, Place, Load)
    ->  trie_lookup(Predicates, Name/Arity, Unit),
        trie_update(Predicates, Name/Arity, declared(Unit))
    ;   true
    ).
