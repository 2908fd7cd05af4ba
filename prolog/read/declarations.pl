:- module(declarations,
          [ declaration/4               % +Directive, +In, +Reader, -Findings
          ]).

:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(apply), [maplist/3]).

/** <module> Directives that only declare something

They are understood as data: an operator holds for the reader of the source alone, and a
declared predicate is one without clauses.
*/

%!  declaration(+Directive, +In, +Reader, -Findings) is semidet.
%
%   True if Directive is a declaration of the source In. Findings lists declared(Name/Arity) for the
%   predicates that exist because of it, and problem(What, Fix) for what is wrong with it.

declaration(Directive, _, _, _) :-
    var(Directive),
    !,
    fail.
declaration((Left, Right), In, Reader, Findings) :-
    declaration(Left, In, Reader, Findings1),
    declaration(Right, In, Reader, Findings2),
    append(Findings1, Findings2, Findings).
declaration(dynamic(Predicates), _, _, Findings) :-
    declared(Predicates, Findings).
declaration(multifile(Predicates), _, _, Findings) :-
    declared(Predicates, Findings).
declaration(discontiguous(Predicates), _, _, Findings) :-
    declared(Predicates, Findings0),
    only_problems(Findings0, Findings).
declaration(table(Predicates), _, _, Findings) :-
    tabled(Predicates, Findings).
declaration(module(_, Exports), _, Reader, Findings) :-
    exported_operators(Exports, Reader, Findings).
declaration(op(Priority, Type, Names), _, Reader, Findings) :-
    operator(Priority, Type, Names, Reader, Findings).
declaration(Directive, _, _, []) :-
    imported(Directive, Library),
    harmless_library(Library).
declaration(set_prolog_flag(Flag, Value), _, Reader, Findings) :-
    Flag == double_quotes,
    double_quotes(Value, Reader, Findings).
declaration(style_check(_), _, _, []).
declaration(encoding(Encoding), In, _, Findings) :-
    encoding(Encoding, In, Findings).

imported(use_module(Library), Library).
imported(use_module(Library, _), Library).
imported(ensure_loaded(Library), Library).
imported(autoload(Library), Library).
imported(autoload(Library, _), Library).

% declared(+Predicates, -Findings): the predicates that a list, a conjunction or an indicator names.

declared(Predicates, Findings) :-
    (   var(Predicates)
    ->  Findings = [problem('a declaration names no predicate', 'write name/arity')]
    ;   Predicates = (Left, Right)
    ->  declared(Left, Findings1),
        declared(Right, Findings2),
        append(Findings1, Findings2, Findings)
    ;   is_list(Predicates)
    ->  maplist(declared, Predicates, Lists),
        append(Lists, Findings)
    ;   Predicates = as(Predicates1, _)
    ->  declared(Predicates1, Findings)
    ;   Predicates = _:Predicates1
    ->  declared(Predicates1, Findings)
    ;   indicator(Predicates, Indicator)
    ->  Findings = [declared(Indicator)]
    ;   format(atom(What), 'a declaration names ~p, which is no predicate', [Predicates]),
        Findings = [problem(What, 'write name/arity')]
    ).

indicator(Name/Arity, Name/Arity) :-
    atom(Name),
    integer(Arity),
    Arity >= 0.
indicator(Name//Arity0, Name/Arity) :-
    atom(Name),
    integer(Arity0),
    Arity0 >= 0,
    Arity is Arity0 + 2.

only_problems(Findings0, Findings) :-
    findall(problem(What, Fix), member(problem(What, Fix), Findings0), Findings).

% Tabling changes no answers, unless its modes keep some answers only.

tabled(Predicates, Findings) :-
    (   declared_tables(Predicates)
    ->  Findings = []
    ;   Findings = [problem('tabling with modes keeps some answers only, which is not supported',
                            'write name/arity, and compare answers in clauses')]
    ).

declared_tables(Predicates) :-
    nonvar(Predicates),
    (   Predicates = (Left, Right)
    ->  declared_tables(Left),
        declared_tables(Right)
    ;   Predicates = as(Predicates1, _)
    ->  declared_tables(Predicates1)
    ;   is_list(Predicates)
    ->  \+ ( member(Predicate, Predicates),
             \+ declared_tables(Predicate)
           )
    ;   Predicates = _:Predicates1
    ->  declared_tables(Predicates1)
    ;   indicator(Predicates, _)
    ->  true
    ;   callable(Predicates),
        \+ ( arg(_, Predicates, Mode),
             nonvar(Mode),
             Mode \== index
           )
    ).

exported_operators(Exports, Reader, Findings) :-
    (   is_list(Exports)
    ->  findall(Found,
                ( member(op(Priority, Type, Names), Exports),
                  operator(Priority, Type, Names, Reader, Found)
                ),
                Lists),
        append(Lists, Findings)
    ;   Findings = [problem('a module declaration has no export list', 'write [name/arity]')]
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

double_quotes(Value, Reader, Findings) :-
    (   memberchk(Value, [codes, chars, atom, string])
    ->  set_prolog_flag(Reader:double_quotes, Value),
        Findings = []
    ;   Findings = [problem('double_quotes has no such value',
                            'write codes, chars, atom or string')]
    ).

encoding(Encoding, In, Findings) :-
    (   memberchk(Encoding, [ascii, iso_latin_1, utf8])
    ->  set_stream(In, encoding(Encoding)),
        Findings = []
    ;   Findings = [problem('this encoding is not supported', 'save the file as UTF-8')]
    ).

% Libraries that define ordinary predicates only: no syntax, no expansion. What a program uses
% of them must still be in the library of this project.

harmless_library(Library) :-
    nonvar(Library),
    (   is_list(Library)
    ->  \+ ( member(Member, Library),
             \+ harmless_library(Member)
           )
    ;   Library = library(Name),
        memberchk(Name, [lists, apply, pairs, ordsets, error, debug, tabling, option, aggregate,
                         assoc, dcg/basics, between, readutil, strings, random, gensym])
    ).
