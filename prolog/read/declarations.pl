:- module(declarations,
          [ declaration/4,              % +Directive, +In, +Reader, -Findings
            indicator/2,                % +Term, -Indicator
            renaming/3                  % @Imports, -Indicator, -New
          ]).

:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(apply), [maplist/3]).
:- use_module(imports, [imported/2, is_missing/1, known_library/1, library_operators/2]).

/** <module> Directives that only declare something

They are understood as data: an operator holds for the reader of the source alone, and a
declared predicate is one without clauses.
*/

%!  declaration(+Directive, +In, +Reader, -Findings) is semidet.
%
%   True if Directive is a declaration of the source In. Findings lists
%     - declared(Name/Arity): the predicate exists because of it
%     - changeable(Name/Arity): it is dynamic, so that directives may add clauses and remove them
%     - moded(Name/Arity): its tables keep some answers only
%     - tabled(Name/Arity): it has tables
%     - module(Name): the file is this module
%     - include(Spec), consult(Spec, Imports), use(Spec, Imports), reexport(Spec, Imports): it loads another
%       file, as in imported/2
%     - renamed(Library, Name/Arity, New): it imports this predicate of a library as New
%     - loads(Library): it loads a library that SWI-Prolog does not load by itself; `other` if it is not here
%     - evaluated(Name/Arity): arithmetic calls a predicate of the program as this function
%     - meta: a predicate of the program calls goals of another module
%     - modes(Modes): the arguments of a predicate that SWI-Prolog qualifies, as in meta_predicate/1
%     - missing(Library): it loads a library that SWI-Prolog does not have
%     - problem(What, Fix): it has a mistake

declaration(Directive, _, _, _) :-
    var(Directive),
    !,
    fail.
declaration((Left, Right), In, Reader, Findings) :-
    declaration(Left, In, Reader, Findings1),
    declaration(Right, In, Reader, Findings2),
    append(Findings1, Findings2, Findings).
declaration(dynamic(Predicates), _, _, Findings) :-
    declared(changeable, Predicates, Findings).
declaration(dynamic(Predicates, _), _, _, Findings) :-
    declared(changeable, Predicates, Findings).
declaration(thread_local(Predicates), _, _, Findings) :-
    declared(changeable, Predicates, Findings).
declaration(multifile(Predicates), _, _, Findings) :-
    declared(shared, Predicates, Findings).
declaration(discontiguous(Predicates), _, _, Findings) :-
    declared(Predicates, Findings0),
    only_problems(Findings0, Findings).
declaration(table(Predicates), _, _, Findings) :-
    tabled(Predicates, Findings).
declaration(module(Module, Exports), _, Reader, Findings) :-
    exported_operators(Exports, Reader, Findings0),
    (   atom(Module)
    ->  Findings = [module(Module)|Findings0]
    ;   Findings = Findings0
    ).
declaration(op(Priority, Type, Names), _, Reader, Findings) :-
    operator(Priority, Type, Names, Reader, Findings).
declaration(meta_predicate(Modes), _, _, [meta|Findings]) :-
    findall(modes(Mode), moded(Modes, Mode), Findings).
declaration(arithmetic_function(Indicator), _, _, [evaluated(Indicator)]) :-
    nonvar(Indicator),
    Indicator = Name/Arity,
    atom(Name),
    integer(Arity).
declaration(Directive, _, Reader, Findings) :-
    imported(Directive, Specs),
    import_findings(Specs, Reader, Findings).
declaration(set_prolog_flag(Flag, Value), _, Reader, Findings) :-
    atom(Flag),
    flag(Flag, Value, Reader, Findings).
declaration(Directive, _, _, []) :-
    callable(Directive),
    functor(Directive, Name, Arity),    % neither clauses nor answers are changed
    memberchk(Name/Arity, [ style_check/1, (module_transparent)/1, (public)/1, license/1, ensure_loaded/0,
                            set_stream/2, garbage_collect/0, prompt/2 ]).
declaration(encoding(Encoding), In, _, Findings) :-
    encoding(Encoding, In, Findings).

% import_findings(+Specs, +Reader, -Findings): libraries are here, with their operators, or their
% predicates are unknown where they are called; files are to be loaded.

import_findings(Specs, Reader, Findings) :-
    findall(Found,
            ( member(Spec, Specs),
              import_finding(Spec, Reader, Found)
            ),
            Findings).

import_finding(Spec, Reader, Found) :-
    arg(1, Spec, Named),
    (   nonvar(Named),
        Named = library(Library)
    ->  library_operators(Library, Operators),
        forall(member(op(Priority, Type, Names), Operators), op(Priority, Type, Reader:Names)),
        (   library_finding(Library, Found)
        ;   atom(Library),
            known_library(Library),
            arg(2, Spec, Imports),
            renaming(Imports, Indicator, New),
            Found = renamed(Library, Indicator, New)
        )
    ;   Found = Spec
    ).

library_finding(chr, problem('constraint handling rules are another language, which is not supported',
                             'write the rules as clauses')).
library_finding(chr, loads(chr)).
library_finding(reif, imports(reif)).
library_finding(Library, loads(Loaded)) :-
    Library \== reif,
    (   ( Library == clpfd ; Library == dcg/high_order ; known_library(Library) )
    ->  Loaded = Library
    ;   Loaded = other
    ).
library_finding(Library, missing(Library)) :-
    is_missing(Library).

% declared(+Kind, +Predicates, -Findings): as declared/2, with Kind(Name/Arity) for each predicate besides.

declared(Kind, Predicates, Findings) :-
    declared(Predicates, Findings0),
    findall(Found, ( member(declared(Indicator), Findings0), Found =.. [Kind,Indicator] ), More),
    append(Findings0, More, Findings).

% declared(+Predicates, -Findings): the predicates that a list, a conjunction or an indicator names.

declared(Predicates, Findings) :-
    findall(Found, ( named(Predicates, Part), declared_part(Part, Found) ), Findings).

declared_part(Part, Found) :-
    (   indicator(Part, Indicator)
    ->  Found = declared(Indicator)
    ;   names_nothing(Part, Found)
    ->  true
    ;   format(atom(What), 'a declaration names ~p, which is not a predicate', [Part]),
        Found = problem(What, 'write name/arity, as in :- dynamic parent/2.')
    ).

names_nothing(Part, problem('a declaration names no predicate', 'write name/arity, as in :- dynamic parent/2.')) :-
    var(Part).

% named(+Declaration, -Part) is nondet: Part is a member of what a list or a conjunction declares, in any module.

named(Declaration, Part) :-
    (   nonvar(Declaration),
        inner(Declaration, Inner)
    ->  member(Declaration1, Inner),
        named(Declaration1, Part)
    ;   Part = Declaration
    ).

inner((Left, Right), [Left,Right]).
inner(as(Predicates, _), [Predicates]).
inner(_:Predicates, [Predicates]).
inner(Predicates, Predicates) :-
    is_list(Predicates).

%!  renaming(@Imports, -Indicator, -New) is nondet.
%
%   True if Imports, as in imported/2, has the term Indicator as New.

renaming(Imports, Indicator, New) :-
    nonvar(Imports),
    (   Imports = except(Listed)
    ->  true
    ;   Listed = Imports
    ),
    is_list(Listed),
    member(Term, Listed),
    nonvar(Term),
    Term = (Named as New),
    atom(New),
    indicator(Named, Indicator).

%!  indicator(+Term, -Indicator) is semidet.
%
%   True if Term, Name/Arity or Name//Arity0, names the predicate Indicator, Name/Arity.

indicator(Term, _) :-
    var(Term),
    !,
    fail.
indicator(Name/Arity, Name/Arity) :-
    atom(Name),
    integer(Arity),
    Arity >= 0.
indicator(Name//Arity0, Name/Arity) :-
    atom(Name),
    integer(Arity0),
    Arity0 >= 0,
    Arity is Arity0 + 2.

% moded(+Declaration, -Modes) is nondet.

moded(Declaration, Modes) :-
    compound(Declaration),
    (   ( Declaration = ( Left, Right ) ; Declaration = [Left|Right] )
    ->  (   moded(Left, Modes)
        ;   moded(Right, Modes)
        )
    ;   Declaration = _:Inner
    ->  moded(Inner, Modes)
    ;   Modes = Declaration
    ).

only_problems(Findings0, Findings) :-
    findall(problem(What, Fix), member(problem(What, Fix), Findings0), Findings).

% Tabling changes no answers, unless its modes keep some answers only; but it changes how often there is one.

tabled(Predicates, Findings) :-
    findall(Found, ( named(Predicates, Part), tabled_part(Part, Found) ), Findings).

tabled_part(Part, Found) :-
    (   names_nothing(Part, Found)
    ->  true
    ;   compound(Part),
        \+ indicator(Part, _),
        arg(_, Part, Mode),
        nonvar(Mode),
        Mode \== index
    ->  functor(Part, Name, Arity),
        Found = moded(Name/Arity)
    ;   indicator(Part, Indicator)
    ->  Found = tabled(Indicator)
    ;   compound(Part)
    ->  functor(Part, Name, Arity),
        Found = tabled(Name/Arity)
    ).

exported_operators(Exports, Reader, Findings) :-
    (   is_list(Exports)
    ->  findall(Found,
                ( member(op(Priority, Type, Names), Exports),
                  operator(Priority, Type, Names, Reader, Found)
                ),
                Lists),
        append(Lists, Findings)
    ;   Findings = [problem('a module declaration has no list of exports', 'write it, as in :- module(family, [parent/2]).')]
    ).

operator(Priority, Type, Names0, Reader, Findings) :-
    (   ground(op(Priority, Type, Names0)),
        unqualified(Names0, Names),
        catch(op(Priority, Type, Reader:Names), error(_, _), fail)
    ->  Findings = []
    ;   Findings = [problem('an operator declaration is not valid',
                            'write op(Priority, Type, Name), as in :- op(700, xfx, ===>)')]
    ).

unqualified(Names0, Names) :-
    (   is_list(Names0)
    ->  maplist(unqualified, Names0, Names)
    ;   Names0 = _:Names1
    ->  unqualified(Names1, Names)
    ;   atom(Names0),
        Names = Names0
    ).

% flag(+Flag, +Value, +Reader, -Findings) is det.

flag(Flag, Value, Reader, Findings) :-
    (   memberchk(Flag, [double_quotes, back_quotes, character_escapes, rational_syntax])
    ->  (   catch(set_prolog_flag(Reader:Flag, Value), error(_, _), fail)
        ->  Findings = []
        ;   format(atom(What), 'the flag ~w has no such value', [Flag]),
            Findings = [problem(What, 'write codes, chars, atom or string for quotes')]
        )
    ;   current_prolog_flag(Flag, Value)
    ->  Findings = []
    ;   memberchk(Flag, [iso, prefer_rationals, integer_rounding_function, float_rounding, var_prefix])
    ->  format(atom(What), 'the flag ~w keeps its default: another value would change how clauses are read or numbers computed',
               [Flag]),
        Findings = [refused(What, 'write the program for the default of SWI-Prolog')]
    ;   memberchk(Flag, [float_overflow, float_zero_div, float_undefined, max_integer, min_integer])
    ->  format(atom(What), 'the flag ~w keeps its default: another value would change what programs mean',
               [Flag]),
        Findings = [problem(What, 'write the program for the default of SWI-Prolog')]
    ;   Findings = []
    ).

encoding(Encoding, In, Findings) :-
    (   memberchk(Encoding, [ascii, iso_latin_1, utf8])
    ->  set_stream(In, encoding(Encoding)),
        Findings = []
    ;   format(atom(What), 'the encoding ~p is not supported', [Encoding]),
        Findings = [problem(What, 'save the file as UTF-8, and remove the directive')]
    ).
