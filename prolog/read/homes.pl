:- module(homes,
          [ separate_modules/1,         % +Load
            concealed_goal/6,           % +Body, +File, +Load, -Goal, -What, -Fix
            enter_file/2,               % +File, +Load
            enter_main/1,               % +Load
            enter_goal/3,               % +Goal, +Predicates, -Home0
            enter/2,                    % +Home, +Predicates
            own_goal/3,                 % +Goal0, +Predicates, -Goal
            at_home/4                   % +Kind, +Goal0, +Predicates, -Goal
          ]).

:- use_module(library(lists), [member/2, nth1/3]).
:- use_module(library(pairs), [group_pairs_by_key/2, pairs_keys/2]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module('../resolve/made', [in_module/3]).
:- use_module(constructs, [left_out_body/2]).
:- use_module(loads, [load_module/2, load_predicates/2, next_number/3]).
:- use_module(predicates, [leave_out_predicate/6]).

/** <module> Predicates of one name in several modules

All files share one name space: the goal p(X) calls p/1, whichever module defines it. This does not do where
several modules define or declare p/1, or where a module replaces a predicate of Prolog's. There the predicate
that a query would call keeps the plain name, and heads and goals of the module m that mean its own become
m:p(X). The home of a goal is the module whose file contains it; a goal G that it makes when it is reached is
called as Home:G.

The first pass leaves these facts in the module of the program:

  - claim(Name/Arity, Unit, How, File, Place): a unit, as in unit/4, has the predicate, as others have. How
    is `defined` or `declared`; Place is where the clause or directive stands that showed it
  - import(Unit, Module, Imports, Indicators): Unit imports these predicates by a directive with Imports
  - loaded_by(File, Unit): File is no module, and belongs to the home of Unit; `none` for the user's files
  - moved(Name/Arity): a clause of the predicate stands in a file of another module
  - reexport(Unit, Owner, Indicators): Unit exports these predicates of Owner, or its own under new names
  - mixed: something else may change what a module sees

The trie of the predicates then has the keys `main` and `here`, the home of queries and of the clause that is
compiled, and qualified(Home, Name/Arity) with the value Module where p(X) in Home is Module:p(X). The module of
the program has the same as facts qualified(Home, Name/Arity, Module).
*/

%!  separate_modules(+Load) is det.
%
%   Give names of their own to the predicates that several modules have, once all files are read. Where
%   the text does not say which is meant, the predicate is left out.

separate_modules(Load) :-
    load_module(Load, Module),
    findall(Indicator, Module:claim(Indicator, _, _, _, _), Indicators0),
    sort(Indicators0, Indicators),
    (   inspects_clauses(Load)
    ->  assertz(Module:mixed)
    ;   true
    ),
    forall(( member(Indicator, Indicators), \+ Module:refused(Indicator, _, _) ),
           separate_predicate(Indicator, Load)),
    main(Module, Main),
    hidden_predicates(Main, Hidden, Load),
    forall(member(Indicator-Home, Hidden),
           (   is_unclear(Indicator, Module)
           ->  assertz(Module:concealed(Indicator, Home))
           ;   name_by_modules(Indicator, [Home], Load)
           )),
    (   Module:qualified(_, _, _)
    ->  load_predicates(Load, Predicates),
        trie_insert(Predicates, main, Main),
        trie_insert(Predicates, here, Main),
        qualify_heads(Module)
    ;   true
    ).

% inspects_clauses(+Load) is semidet: a goal clause/2 stands elsewhere than in the main file.

inspects_clauses(Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    once(trie_gen(Predicates, module(_), _)),
    main(Module, Main),
    Module:clause_source(_, _, Goals, _, File, _, _),
    \+ home(File, Module, Main),
    sub_term(Goal, Goals),
    nonvar(Goal),
    Goal = clause(_, _),
    !.

separate_predicate(Indicator, Load) :-
    load_module(Load, Module),
    findall(Home-How,
            ( Module:claim(Indicator, Unit, How, _, _), unit_home(Unit, Module, Home) ),
            Claims),
    pairs_keys(Claims, Homes0),
    sort(Homes0, Homes),
    main(Module, Main),
    (   ( Homes = [_,_|_] ; Module:override(Indicator), Homes \== [Main] )
    ->  Several = true
    ;   Several = false
    ),
    (   Several == true,
        \+ is_unclear(Indicator, Module)
    ->  name_by_modules(Indicator, Homes, Load)
    ;   Module:shared(Indicator),
        ( Several == false ; Module:moved(Indicator) )  % clauses for one predicate, in several files
    ->  true
    ;   ( Several == true ; nth1(N, Claims, Home-defined), nth1(M, Claims, Home-defined), N < M )
    ->  once(Module:claim(Indicator, _, _, File, Place)),
        format(atom(What), '~q cannot be called: its clauses in several files or modules cannot be told apart here', [Indicator]),
        leave_out_predicate(Indicator, What, 'give one of the predicates another name, or declare it multifile',
                            File, Place, Load),
        ignore(( Module:override(Indicator), add_left_out(Indicator, Load) ))
    ;   true
    ).

% hidden_predicates(+Main, -Hidden, +Load): each Indicator-Home is a predicate of one module that the main file
% does not see, so that goals of the main file and of queries that call it raise an error.

hidden_predicates(Main, Hidden, Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    findall(Name/Arity-Home,
            ( once(trie_gen(Predicates, module(_), _)),
              trie_gen(Predicates, Name/Arity, Owner),
              once(( Owner = declared(Unit) ; Owner = Unit )),
              unit_home(Unit, Module, Home),
              Home \== Main,
              \+ Module:claim(Name/Arity, _, _, _, _),
              \+ seen(Main, Name/Arity, [Home], Module, _)
            ),
            Hidden).

%!  concealed_goal(+Body, +File, +Load, -Goal, -What, -Fix) is semidet.
%
%   True if Body, of File, has a Goal of a predicate that another module does not export, in a program where
%   predicates have no names by modules; or a term that arithmetic_function/1 lets arithmetic evaluate. What is wrong,
%   and how to Fix it, are for a user.

concealed_goal(Body, _, Load, Goal, What, Fix) :-
    load_module(Load, Module),
    Module:evaluated(Name/Arity),
    sub_term(Goal, Body),
    callable(Goal),
    functor(Goal, Name, Arity),
    \+ current_arithmetic_function(Goal),
    !,
    format(atom(What), 'arithmetic would call the predicate ~q, which arithmetic_function/1 makes its function', [Name]),
    Fix = 'call the predicate before, and write its result into the expression'.
concealed_goal(Body, File, Load, Goal, What, Fix) :-
    load_module(Load, Module),
    once(Module:concealed(_, _)),
    sub_term(Goal, Body),
    callable(Goal),
    functor(Goal, Name, Arity),
    Module:concealed(Name/Arity, Home),
    \+ ( Module:unit(File, _, _, _), home(File, Module, Here), seen(Here, Name/Arity, [Home], Module, _) ),
    \+ ( sub_term(Term, Body), nonvar(Term), Term = _:Inner, Inner == Goal ),
    !,
    format(atom(What), '~q is not exported by the module ~q', [Name/Arity, Home]),
    format(atom(Fix), 'export it, or write ~q:~q/~d', [Home, Name, Arity]).

% add_left_out(+Indicator, +Load) is semidet: a clause that is left out for goals that Prolog's own predicate may prove.

add_left_out(Name/Arity, Load) :-
    load_module(Load, Module),
    functor(Head, Name, Arity),
    once(Module:clause_source(_, Head, _, _, File, Line, _)),
    functor(General, Name, Arity),
    left_out_body(plain, Body),
    next_number(Load, clause, Id),
    assertz(Module:clause_source(Id, General, Body, [], File, Line, user)).

% is_unclear(+Indicator, +Module) is semidet: the predicate that some goal means is not known for sure.

is_unclear(_, Module) :-
    Module:mixed.
is_unclear(Indicator, Module) :-
    Module:moved(Indicator).
is_unclear(Indicator, Module) :-        % an error in SWI-Prolog, which drops the import or the clauses
    Module:import(Unit, _, Imports, Indicators),
    is_list(Imports),
    memberchk(Indicator, Indicators),
    unit_home(Unit, Module, Home),
    Module:claim(Indicator, Other, _, _, _),
    unit_home(Other, Module, Home).
is_unclear(Indicator, Module) :-        % likewise
    Module:reexport(Home, Owner, Indicators),
    Owner \== Home,
    memberchk(Indicator, Indicators),
    Module:claim(Indicator, Unit, _, _, _),
    unit_home(Unit, Module, Home).
is_unclear(Name/Arity, Module) :-
    functor(Head, Name, Arity),
    Module:rule(Head, _, _).

% name_by_modules(+Indicator, +Homes, +Load): the predicate that the main file defines or imports keeps the
% plain name. If there is none, the plain name is unknown, or Prolog's own.

name_by_modules(Indicator, Homes, Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    main(Module, Main),
    (   seen(Main, Indicator, Homes, Module, Owner)
    ->  true
    ;   Owner = none,
        trie_delete(Predicates, Indicator, _),
        retractall(Module:override(Indicator))
    ),
    findall(Home-Other,
            ( sees(Home, Indicator, Homes, Module, Other),
              once(( Home == Main ; trie_lookup(Predicates, module(Home), _) ))
            ),
            Pairs0),
    keysort(Pairs0, Pairs),
    group_pairs_by_key(Pairs, Grouped),
    forall(( member(Home-[Other|_], Grouped), Other \== Owner ),
           ( trie_insert(Predicates, qualified(Home, Indicator), Other),
             assertz(Module:qualified(Home, Indicator, Other))
           )).

% seen(+Home, +Indicator, +Homes, +Module, -Other) is semidet: goals of Home call the predicate of Other.

seen(Home, Indicator, Homes, Module, Other) :-
    once(sees(Home, Indicator, Homes, Module, Other)).

% sees(?Home, +Indicator, +Homes, +Module, -Other) is nondet: as seen/5, by the first solution for each Home.

sees(Home, _, Homes, _, Home) :-
    member(Home, Homes).
sees(Home, Indicator, Homes, Module, Other) :-
    ignore(Homes = [Other]),            % for the index of import/4: most predicates have one home
    Module:import(Unit, Other, _, Exports),
    memberchk(Other, Homes),
    memberchk(Indicator, Exports),
    unit_home(Unit, Module, Home).

% main(+Module, -Main): the home of queries is the home of the first file.

main(Module, Main) :-
    once(Module:loaded_by(File, none)),
    home(File, Module, Main).

home(File, Module, Home) :-
    once(Module:unit(File, Unit, _, _)),
    unit_home(Unit, Module, Home).

% unit_home(+Unit, +Module, -Home): a file that is no module belongs to the one that loads it.

unit_home(Unit, Module, Home) :-
    (   Module:loaded_by(Unit, Loader),
        Loader \== none
    ->  unit_home(Loader, Module, Home)
    ;   Home = Unit
    ).

qualify_heads(Module) :-
    findall(clause_source(Id, Head, Goals, Names, File, Line, Kind),
            ( Module:clause_source(Id, Head0, Goals, Names, File, Line, Kind),
              home(File, Module, Home),
              functor(Head0, Name, Arity),
              (   Module:qualified(Home, Name/Arity, Home)
              ->  Head = Home:Head0
              ;   Head = Head0
              )
            ),
            Clauses),
    retractall(Module:clause_source(_, _, _, _, _, _, _)),
    forall(member(Clause, Clauses), assertz(Module:Clause)).

%!  enter_file(+File, +Load) is det.
%
%   Make the module of File the home of the goals that are compiled next.

enter_file(File, Load) :-
    load_module(Load, Module),
    (   Module:qualified(_, _, _)
    ->  load_predicates(Load, Predicates),
        home(File, Module, Home),
        enter(Home, Predicates)
    ;   true
    ).

%!  enter_main(+Load) is det.
%
%   Make the module of the first file the home, as it is for queries.

enter_main(Load) :-
    load_predicates(Load, Predicates),
    (   trie_lookup(Predicates, main, Main)
    ->  enter(Main, Predicates)
    ;   true
    ).

%!  enter(+Home, +Predicates) is det.
%
%   Make Home the home of the goals that are compiled next.

enter(Home, Predicates) :-
    trie_update(Predicates, here, Home).

%!  enter_goal(+Goal, +Predicates, -Home0) is semidet.
%
%   Make the module of Goal, Module:Inner, the home, if goals have homes. It was Home0.

enter_goal(Module:_, Predicates, Home0) :-
    here(Predicates, Home0),
    (   Module == user
    ->  trie_lookup(Predicates, main, Home)
    ;   Home = Module
    ),
    enter(Home, Predicates).

here(Predicates, Here) :-
    Predicates \== library,
    trie_lookup(Predicates, here, Here).

%!  own_goal(+Goal0, +Predicates, -Goal) is semidet.
%
%   True if Goal0 calls a predicate that has the name of its module, as Goal does.

own_goal(Goal0, Predicates, Other:Goal) :-
    here(Predicates, Here),
    (   Goal0 = Home:Goal
    ->  true
    ;   Home = Here,
        Goal = Goal0
    ),
    atom(Home),
    callable(Goal),
    functor(Goal, Name, Arity),
    trie_lookup(Predicates, qualified(Home, Name/Arity), Other).

%!  at_home(+Kind, +Goal0, +Predicates, -Goal) is det.
%
%   Goal is Goal0, which calls what Kind says, as in call_kind/3, with a home for the goals that it makes when
%   it is reached.

at_home(Kind, Goal0, Predicates, Goal) :-
    (   Kind \== user,
        here(Predicates, Here),
        \+ trie_lookup(Predicates, main, Here)
    ->  in_module(Here, Goal0, Goal)
    ;   Goal = Goal0
    ).
