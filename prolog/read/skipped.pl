:- module(skipped,
          [ leave_out_changes/1         % +Load
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(clauses, [refuse_clause/8]).
:- use_module('../resolve/constants').
:- use_module(predicates, [declare_predicate/4]).
:- use_module(loads, [load_module/2, load_predicates/2, refuse/5]).

/** <module> What the directives that are not run would change

No directive is run, so a predicate may lack clauses that one would add, itself or by the clauses that it calls,
or have clauses that it would remove.
*/

%!  leave_out_changes(+Load) is det.
%
%   Leave out each clause that a skipped directive may add or remove. Where its head is not known, any predicate
%   may lack clauses: one of each dynamic predicate, whose negation would be proved, is left out, and where it
%   is removed all of them.

leave_out_changes(Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    findall(change(Kind, Clause, Directive, File, Line, Place),
            ( Module:skipped(Directive, File, Line, Place),
              \+ removes(Directive, File, Line, Place, Load),
              trie_new(Met),
              change(Directive, Met, Module, Predicates, Kind, Clause)
            ),
            Changes),
    forall(( member(change(Kind, Clause, Directive, File, Line, _), Changes),
             Kind \== added,
             may_go(Kind, Clause, Directive, File, Line, Module, Id)
           ),
           assertz(Module:removed(Id))),
    trie_new(Left),
    forall(( member(change(_, Clause, _, File, Line, Place), Changes), trie_insert(Left, Clause) ),
           leave_out_change(Clause, File, Line, Place, Load)).

leave_out_change(Clause, File, Line, Place, Load) :-
    load_module(Load, Module),
    changed_text(What, Fix),
    (   callable(Clause)
    ->  refuse_clause(Clause, [], File, Line, Place, What, Fix, Load)
    ;   assertz(Module:unread(File, Line)),
        forall(( Module:changeable(Name/Arity), functor(Head, Name, Arity) ),
               refuse_clause(Head, [], File, Line, Place, What, Fix, Load))
    ).

% may_go(+Kind, +Clause, +Directive, +File, +Line, +Module, -Id) is nondet: Directive, or a clause that it calls, may
% remove clause Id, an instance of Clause, which is there when Directive is run. Where it is `removed`, its predicate is
% dynamic.

may_go(Kind, Clause, Directive, File, Line, Module, Id) :-
    (   nonvar(Clause),
        Clause = (Head0 :- _)
    ->  true
    ;   Head0 = Clause
    ),
    strip_module(Head0, _, Pattern),
    (   Kind == removed
    ->  Module:changeable(Name/Arity)
    ;   callable(Pattern),
        functor(Pattern, Name, Arity)
    ),
    functor(Head, Name, Arity),
    \+ Head \= Pattern,
    Module:clause_source(Id, Head, _, _, ClauseFile, ClauseLine, _),
    \+ Head \= Pattern,
    \+ ( ClauseFile == File, ClauseLine > Line, \+ is_late(Directive) ).

% is_late(+Directive) is semidet: it is run when all is loaded.

is_late(Directive) :-
    nonvar(Directive),
    functor(Directive, initialization, _).

changed_text('a clause that a directive adds or removes: no directive is ever run',
             'write the file as it is after the directive').

% removes(+Directive, +File, +Line, +Place, +Load) is semidet: in a program of one file, Directive does nothing but to
% remove clauses that stand before it. These are left out.

removes(Directive, File, Line, Place, Load) :-
    load_module(Load, Module),
    findall(Path, Module:unit(Path, _, _, _), [_]),
    nonvar(Directive),
    (   Directive = retractall(Head0)
    ;   Directive = retract(Clause),
        (   nonvar(Clause),
            Clause = (Head0 :- _)
        ->  true
        ;   Head0 = Clause
        )
    ),
    strip_module(Head0, _, Head),
    callable(Head),
    !,
    (   Directive = retractall(_)       % which declares the predicate as well
    ->  functor(Head, Name, Arity),
        declare_predicate(Name/Arity, File, Place, Load)
    ;   true
    ),
    findall(Id, ( Module:clause_source(Id, Head, _, _, _, ClauseLine, _), ClauseLine =< Line ), Ids),
    (   Ids == []
    ->  true
    ;   changed_text(What, Fix),
        refuse(Load, File, Place, What, Fix),
        forall(member(Id, Ids), assertz(Module:removed(Id)))
    ).

% change(+Term, +Met, +Module, +Predicates, -Kind, -Clause) is nondet: a goal in Term, or in the clauses that it
% reaches by a name in it, adds or removes Clause, as Kind says. The trie Met has the predicates that were reached.

change(Term, Met, Module, Predicates, Kind, Clause) :-
    sub_term(Goal, Term),
    callable(Goal),
    (   changed(Goal, Kind, Clause0),
        (   nonvar(Clause0),
            Clause0 = _:_,
            once(trie_gen(Predicates, module(_), _))
        ->  true                        % of any module
        ;   strip_module(Clause0, _, Clause)
        )
    ;   functor(Goal, Name, Least),
        trie_gen(Predicates, Name/Arity, _),
        Arity >= Least,
        trie_insert(Met, Name/Arity),
        functor(Head, Name, Arity),
        Module:clause_source(_, Head, Goals, _, _, _, _),
        Head =.. [_|Arguments],         % which may be called
        change(Arguments-Goals, Met, Module, Predicates, Kind, Clause)
    ).

% changed(+Goal, -Kind, -Clause) is nondet: Goal adds Clause, removes it where its predicate is dynamic, or has it `gone`;
% the name alone may be called with any clause.

changed(Goal, Kind, Clause) :-
    compound(Goal),
    compound_name_arguments(Goal, Name, [Clause0|More]),
    (   change_by(Name, Kind)
    ->  Clause = Clause0
    ;   Name == compile_aux_clauses
    ->  Kind = added,
        (   is_list(Clause0)
        ->  member(Clause, Clause0)
        ;   true
        )
    ;   Name == copy_predicate_clauses
    ->  Kind = added,
        More = [To|_],
        head_of(To, Clause)
    ;   Name == wrap_predicate
    ->  Kind = gone,
        Clause = Clause0
    ;   Name == abolish
    ->  Kind = gone,
        (   More = [Arity]
        ->  head_of(Clause0/Arity, Clause)
        ;   head_of(Clause0, Clause)
        )
    ).
changed(Name, Kind, _) :-
    atom(Name),
    change_by(Name, Kind).

change_by(Name, Kind) :-
    (   memberchk(Name, [assert, asserta, assertz])
    ->  Kind = added
    ;   memberchk(Name, [retract, retractall])
    ->  Kind = removed
    ).

head_of(Indicator, Head) :-
    (   nonvar(Indicator),
        strip_module(Indicator, _, Name/Arity),
        atom(Name),
        integer(Arity),
        Arity =< #max_arity
    ->  functor(Head, Name, Arity)
    ;   true
    ).
