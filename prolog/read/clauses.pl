:- module(clauses,
          [ read_program/3,             % +Load, +Source, -Reader
            refuse_clause/8             % +Term, +Names, +File, +Line, +Place, +What, +Fix, +Load
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(clause_shapes, [clause_head/2, clause_parts/5, cuts/1, module_clause/3, unbound_module/2]).
:- use_module(constructs, [conjuncts/2, left_out_body/2]).
:- use_module('../resolve/flat_dicts', [is_callable/1]).
:- use_module('../resolve/constants').
:- use_module('../resolve/grammar', [grammar_clause/4]).
:- use_module(declarations, [declaration/4]).
:- use_module(dots, [dot_values/2, without_dots/3]).
:- use_module(functions, [with_functions/3]).
:- use_module(imports, [known_library/1, program_file/5]).
:- use_module(loads, [add_fact/2, file_source/3, ignore/5, load_module/2, load_option/3, load_predicates/2,
                      new_reader/3, next_number/3, note/6, refuse/5]).
:- use_module(module_imports, [note_imports/5, renamed/5]).
:- use_module(predicates, [define_predicate/4]).
:- use_module(rules, [rule_clause/4]).
:- use_module(messages, [goal_offsets/3]).
:- use_module(source_terms, [source_term/5]).
:- use_module(reading, [open_source/2, source_item/3, source_name/2]).

/** <module> First pass: the clauses of a program as read

A clause becomes clause_source/7, and layout/3 if it has a body: for messages of the second pass the
place of the clause, and the offsets of its goals. Where some are within control constructs, a
record of the body and its layout, which take ten times the memory, is in their place.
*/

%!  read_program(+Load, +Source, -Reader) is det.
%
%   Add the clauses of Source to the program. Reader is the module with its operators.

read_program(Load, Source, Reader) :-
    new_reader(Load, [], Reader),
    source_name(Source, File),
    file_directory_name(File, Root),
    add_fact(Load, unit(File, user, Root, [])),
    add_fact(Load, loaded_by(File, none)),
    read_source(Load, Source, Reader).

read_source(Load, Source, Reader) :-
    source_name(Source, File),
    forall(source_term(Load, Source, Reader, program, Item),
           program_term(Item, File, Reader, Load)).

% program_term(+Item, +File, +Reader, +Load): one clause more, or the clauses of another file.

program_term(load(Spec, Line, Place), File, Reader, Load) :-
    (   Spec = renamed(Library, Indicator, New)
    ->  add_renamed(Library, Indicator, New, File, Line, Place, Load)
    ;   load_file(Spec, Line, Place, File, Reader, Load)
    ).
program_term(unread(Clause, Line, Place, What, Fix), File, _, Load) :-
    refuse_clause(Clause, [], File, Line, Place, What, Fix, Load).
program_term(term(Term, Layout, Names, Line, Place), File, _, Load) :-
    note_expansion(Term, File, Place, Load),
    note_directive(Term, File, Place, Load),
    (   module_clause(Term, Module, Clause),
        (   Module == user
        ;   load_predicates(Load, Predicates),
            trie_lookup(Predicates, module(Module), _)
        )
    ->  note_moved(Clause, Load),
        clause_term(Clause, none, Names, Line, Place, File, Load)
    ;   module_clause(Term, Module, _)
    ->  format(atom(What), 'a clause of the module ~q, which is not part of the program', [Module]),
        ignore(Load, File, Place, What, 'write the head without the module')
    ;   clause_term(Term, Layout, Names, Line, Place, File, Load)
    ).
program_term(conditional(Term, Names, Line, Place), File, _, Load) :-
    refuse_clause(Term, Names, File, Line, Place,
                  'it follows an `:- if` whose condition is unknown, since conditions are never run',
                  'keep the branch that applies, and remove the others', Load).

%   note_directive(+Term, +File, +Place, +Load): a fact that would be a directive behind `:-`.

note_directive(Term, File, Place, Load) :-
    (   callable(Term),
        functor(Term, Name, Arity),
        memberchk(Name/Arity, [use_module/1, use_module/2, ensure_loaded/1, module/2, consult/1, include/1,
                               (table)/1])
    ->  format(atom(What), '~q is a fact of the program here, not a directive', [Name/Arity]),
        note(Load, warning, File, Place, What, 'write :- in front of it')
    ;   true
    ).

clause_term(Term, Layout, Names, Line, Place, File, Load) :-
    (   handling_rule(Term),
        load_predicates(Load, Predicates),
        trie_lookup(Predicates, library(chr), _)
    ->  refuse(Load, File, Place, 'a constraint handling rule is no clause', 'write the rules as clauses'),
        add_fact(Load, unread(File, Line))
    ;   unbound_module(Term, Goal)
    ->  format(atom(What), '~p has no module when it is called, so SWI-Prolog refuses the clause', [Goal]),
        refuse_clause(Term, Names, File, Line, Place, What, 'name the module, or bind the variable before', Load)
    ;   catch(without_dots(Term, Load, Called), dots(What, Fix), true)
    ->  (   var(What)
        ->  clause_term(Called, none, Names, Line, Place, File, Load)
        ;   (   compound(Term),
                compound_name_arguments(Term, '.', [Left, _])
            ->  true                    % of two facts, the first one
            ;   dot_values(Term, Left)
            ),
            refuse_clause(Left, Names, File, Line, Place, What, Fix, Load)
        )
    ;   catch(with_functions(Term, Load, Called), functions(What, Fix), true)
    ->  (   var(Called)
        ->  refuse_clause(Term, Names, File, Line, Place, What, Fix, Load)
        ;   clause_term(Called, none, Names, Line, Place, File, Load)
        )
    ;   clause_parts(Term, Layout, Parts, Body, BodyLayout)
    ->  program_clause(Parts, Body, BodyLayout, Names, File, Line, Place, Load)
    ;   refuse_clause(Term, Names, File, Line, Place, 'a variable is not a clause: SWI-Prolog loads nothing behind it',
                      'write a head, or a head and a body', Load),
        add_fact(Load, unread(File, Line))
    ).

% handling_rule(@Term): Term is a rule of library(chr), which may have a name.

handling_rule(Term) :-
    compound(Term),
    compound_name_arity(Term, Name, 2),
    memberchk(Name, [@, <=>, ==>]).

% note_moved(+Clause, +Load): Clause is for a predicate of another module than its file is.

note_moved(Clause, Load) :-
    (   clause_head(Clause, Head)
    ->  functor(Head, Name, Arity),
        add_fact(Load, moved(Name/Arity))
    ;   true
    ).

% note_expansion(+Term, +File, +Place, +Load): SWI-Prolog would rewrite the terms behind a clause of
% term_expansion/2 and its like by it, which cannot be done here.

note_expansion(Term, File, Place, Load) :-
    load_module(Load, Module),
    (   clause_head(Term, Head0),
        (   Head0 = _:Head
        ->  true
        ;   Head = Head0
        ),
        nonvar(Head),
        functor(Head, Name, Arity),
        memberchk(Name/Arity, [term_expansion/2, term_expansion/4, goal_expansion/2,
                               goal_expansion/4])
    ->  assertz(Module:expansion(File, Place, Name/Arity))
    ;   retract(Module:expansion(File0, Place0, Indicator))
    ->  format(atom(What), '~q would rewrite the clauses after it by running code while the file is loaded',
               [Indicator]),
        note(Load, error, File0, Place0, What, 'write the clauses as they are after expansion, and remove it')
    ;   true
    ).

% load_file(+Spec, +Line, +Place, +File, +Reader, +Load): a directive in File loads another file.

load_file(Spec, Line, Place, File, Reader, Load) :-
    Spec =.. [_,Name|_],
    load_module(Load, Module),
    once(Module:unit(File, Unit, Root, Folders)),
    (   member(From, [Folders, []]),    % SWI-Prolog looks in the working folder too
        catch(program_file(Name, Root, From, Path, PathFolders), no_file(_, _), fail)
    ->  Why = none
    ;   catch(program_file(Name, Root, Folders, _, _), no_file(_, Why), true)
    ),
    (   Why == none
    ->  load_option(Load, files, Files),
        (   ( memberchk(Path, Files) ; Module:unit(Path, _, _, _) )
        ->  (   ( Spec = use(_, _) ; Spec = reexport(_, _) ),
                \+ Module:unit(Path, _, _, _),
                file_source(Load, Path, Source),
                \+ first_term(Source, Reader, (:- module(_, _)))
            ->  format(atom(What), '~p is not loaded: it does not begin with :- module, so it is no module', [Name]),
                ignore(Load, File, Place, What, 'load it with :- ensure_loaded, or begin it with :- module(Name, Exports)')
            ;   load_found(Spec, Path, unit(Unit, Root, PathFolders), File, Reader, Load),
                forall(( Module:unit(Path, Source, _, _), renamed(Spec, Source, Load, Indicator, New) ),
                       add_renamed(Source, Indicator, New, File, Line, Place, Load))
            )
        ;   assertz(Module:wanted(Path))
        )
    ;   known_library(Name)
    ->  true
    ;   format(atom(What), '~p is not loaded: ~w', [Name, Why]),
        ignore(Load, File, Place, What, 'put the file into the folder of the program, and name it relative to that folder'),
        (   Spec = include(_)           % any predicate may lack clauses
        ->  assertz(Module:unread(File, Line))
        ;   true
        )
    ).

load_found(include(_), Path, unit(Unit, Root, Folders), File, Reader, Load) :-
    load_module(Load, Module),
    (   ( Module:included(File, Path) ; Path == File ; Module:included(Path, File) )
    ->  true
    ;   assertz(Module:included(File, Path)),
        forall(retract(Module:unit(Path, Other, _, _)),
               ( Other == Unit -> true ; assertz(Module:mixed) )),
        assertz(Module:unit(Path, Unit, Root, Folders)),
        file_source(Load, Path, Source),
        read_source(Load, Source, Reader)
    ).
load_found(Spec, Path, unit(Unit, Root, Folders), _, Reader, Load) :-
    Spec \= include(_),
    load_module(Load, Module),
    file_source(Load, Path, Source),
    first_term(Source, Reader, First),
    (   Module:unit(Path, _, _, _)
    ->  (   Module:loaded_by(Path, Other),
            Other \== Unit             % a file that is no module is one in both
        ->  assertz(Module:mixed)
        ;   true
        )
    ;   assertz(Module:unit(Path, Path, Root, Folders)),
        (   First = (:- module(_, _))
        ->  new_reader(Load, [], Own),
            read_source(Load, Source, Own)
        ;   assertz(Module:loaded_by(Path, Unit)),
            read_source(Load, Source, Reader)   % its flag double_quotes holds behind the directive, too
        )
    ),
    (   First = (:- module(Name, Exports))
    ->  declaration(module(Name, Exports), none, Reader, _),
        note_imports(Spec, Name, Exports, Unit, Load)
    ;   true
    ).

% add_renamed(+Source, +Indicator, +New, ...): as SWI-Prolog does it, by a clause that calls the predicate of Source.

add_renamed(Source, Name/Arity, New, File, Line, Place, Load) :-
    (   Arity =< #max_arity
    ->  functor(Goal, Name, Arity),
        Goal =.. [_|Arguments],
        Head =.. [New|Arguments],
        add_clause(Head, [Source:Goal], Source:Goal, none, user, [], File, Line, Place, Load)
    ;   true
    ).

first_term(Source, Reader, Term) :-
    setup_call_cleanup(open_source(Source, In),
                       ignore(source_item(In, Reader, Item)),
                       close(In)),
    (   nonvar(Item),
        Item = term(Term, _, _, _, _)
    ->  true
    ;   Term = none
    ).

%!  refuse_clause(+Term, +Names, +File, +Line, +Place, +What, +Fix, +Load) is det.
%
%   Refuse a clause as a whole. Where it is left out, its predicate exists, and a goal that it might have
%   resolved is an error.

refuse_clause(Term, Names, File, Line, Place, What, Fix, Load) :-
    refuse(Load, File, Place, What, Fix),
    (   clause_head(Term, Head),
        define_predicate(Head, File, Place, Load)
    ->  (   cuts(Term)
        ->  left_out_body(cut, Body)
        ;   left_out_body(plain, Body)
        ),
        keep_clause(Head, Body, true, none, user, Names, File, Line, Place, Load)
    ;   true
    ).

program_clause(grammar(Head0), Body0, _, Names, File, Line, Place, Load) :-
    catch(( grammar_clause(Head0, Body0, Head, Body), Problem = none ),
          grammar(_, What, Fix),
          Problem = problem(What, Fix)),
    (   Problem = problem(What, Fix)
    ->  refuse_clause((Head0 --> Body0), Names, File, Line, Place, What, Fix, Load)
    ;   add_clause(Head, Body, Body0, none, grammar, Names, File, Line, Place, Load)
    ).
program_clause(clause(Head), Body, Layout, Names, File, Line, Place, Load) :-
    load_module(Load, Module),
    (   Module:rule(Head, _, _)
    ->  refuse_mixed((Head :- Body), Names, File, Line, Place, Load)
    ;   conjuncts(Body, Goals),
        add_clause(Head, Goals, Body, Layout, user, Names, File, Line, Place, Load)
    ).
program_clause(rule(Head0), Body, _, Names, File, Line, Place, Load) :-
    load_module(Load, Module),
    (   rule_clause(Head0, Body, Head, Goals)
    ->  functor(Head, Name, Arity),
        functor(General, Name, Arity),
        (   Module:rule(General, _, _)
        ->  Mixed = false
        ;   Module:clause_source(_, General, _, _, _, _, _)
        ->  Mixed = true
        ;   assertz(Module:rule(General, File, Line)),
            Mixed = false
        ),
        (   Mixed == true
        ->  refuse_mixed((Head0 => Body), Names, File, Line, Place, Load)
        ;   add_clause(Head, Goals, Body, none, user, Names, File, Line, Place, Load)
        )
    ;   add_clause(_, [], Body, none, user, Names, File, Line, Place, Load)
    ).

% refuse_mixed(+Term, +Names, +File, +Line, +Place, +Load): clauses with and without => do not mix.

refuse_mixed(Term, Names, File, Line, Place, Load) :-
    refuse_clause(Term, Names, File, Line, Place,
                  'a predicate has either rules with => or other clauses, not both',
                  'write all its clauses with =>, or none', Load).

add_clause(Head, _, _, _, _, _, File, _, Place, Load) :-
    \+ is_callable(Head),
    !,
    refuse(Load, File, Place, 'the head of a clause is a variable, a number, a string or a dict',
           'write a name, or a name with arguments').
add_clause(Head, Goals, Body, Layout, Kind, Names, File, Line, Place, Load) :-
    (   define_predicate(Head, File, Place, Load)
    ->  keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Line, Place, Load)
    ;   true
    ).

keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Line, Place, Load) :-
    next_number(Load, clause, Id),
    add_fact(Load, clause_source(Id, Head, Goals, Names, File, Line, Kind)),
    (   Body == true,
        ( Goals == [] ; left_out_body(_, Goals) )
    ->  true
    ;   goal_offsets(Body, Layout, Offsets)
    ->  add_fact(Load, layout(Id, Place, Offsets))
    ;   recordz(layout, Body-Layout, Layouts),  % a clause would be compiled, by recursion in C
        add_fact(Load, layout(Id, Place, Layouts))
    ).
