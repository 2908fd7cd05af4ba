:- module(module_imports,
          [ note_imports/5,             % +Spec, +Name, +Exports, +Unit, +Load
            renamed/5                   % +Spec, +Source, +Load, -Indicator, -New
          ]).

:- use_module(library(lists), [intersection/3, member/2, subtract/3]).
:- use_module(declarations, [indicator/2, renaming/3]).
:- use_module(loads, [load_module/2, load_predicates/2]).

/** <module> The predicates that a directive imports of a module of the program

The module of the program gets the facts import/4 and reexport/3; see homes.pl.
*/

%!  note_imports(+Spec, +Name, +Exports, +Unit, +Load) is det.
%
%   Note what Unit imports by a directive with Spec, as in imported/2, of the module Name with the list Exports.

note_imports(Spec, Name, Exports, Unit, Load) :-
    arg(2, Spec, Imports),
    load_module(Load, Module),
    exported(Exports, Declared),
    findall(Owner-Exported, Module:reexport(Name, Owner, Exported), Others),
    Lent = [Name-Declared|Others],
    forall(( \+ excepts_unknown(Imports, Lent),
             member(Owner-Exported, Lent),
             imported_predicates(Imports, Owner-Exported, Name, Indicators) ),
           (   assertz(Module:import(Unit, Owner, Imports, Indicators)),
               (   Spec = reexport(_, _)
               ->  note_reexport(Unit, Owner, Indicators, Load)
               ;   true
               )
           )),
    (   Spec = reexport(_, _)
    ->  findall(New/Arity, renaming(Imports, _/Arity, New), Renamed),
        note_reexport(Unit, Unit, Renamed, Load)
    ;   true
    ).

% excepts_unknown(+Imports, +Lent) is semidet: SWI-Prolog imports nothing, since the predicates that are not wanted are
% not all exported; Lent has these by the module that defines them.

excepts_unknown(Imports, Lent) :-
    nonvar(Imports),
    Imports = except(Unwanted),
    exported(Unwanted, Listed),
    (   member(Indicator, Listed)
    ;   renaming(Imports, Indicator, _)
    ),
    \+ ( member(_-Exported, Lent), memberchk(Indicator, Exported) ),
    !.

% note_reexport(+Unit, +Owner, +Indicators, +Load): what imports the module of Unit imports these of Owner as well.
% Nothing imports the user's.

note_reexport(Unit, Owner, Indicators, Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    (   trie_lookup(Predicates, module(Unit), _)
    ->  assertz(Module:reexport(Unit, Owner, Indicators))
    ;   Module:loaded_by(Unit, Loader),
        Loader \== none
    ->  note_reexport(Loader, Owner, Indicators, Load)
    ;   true
    ).

%!  renamed(+Spec, +Source, +Load, -Indicator, -New) is nondet.
%
%   True if a directive imports Indicator of the module Source as New.

renamed(Spec, Source, Load, Indicator, New) :-
    arg(2, Spec, Imports),              % a name that is excepted and unknown raises where it is called
    load_predicates(Load, Predicates),
    trie_lookup(Predicates, module(Source), _),
    renaming(Imports, Indicator, New).

% imported_predicates(+Imports, +Exported, +Module, -Indicators): the predicates that a directive imports of those
% that Module exports, Owner-Exported, of the module Owner.

imported_predicates(Imports, Owner-Exported, Module, Indicators) :-
    (   is_list(Imports)
    ->  exported(Imports, Listed),
        (   Owner == Module             % also of what is not exported, as in SWI-Prolog
        ->  Indicators = Listed
        ;   intersection(Listed, Exported, Indicators)
        )
    ;   nonvar(Imports),
        Imports = except(Others)
    ->  exported(Others, Unwanted),
        findall(Indicator, renaming(Imports, Indicator, _), Renamed),
        subtract(Exported, Unwanted, Indicators0),
        subtract(Indicators0, Renamed, Indicators)
    ;   Indicators = Exported
    ).

exported(Exports, Indicators) :-
    (   is_list(Exports)
    ->  findall(Indicator, ( member(Export, Exports), indicator(Export, Indicator) ), Indicators)
    ;   Indicators = []
    ).
