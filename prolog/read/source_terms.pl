:- module(source_terms,
          [ source_term/5               % +Load, +Source, +Reader, +Role, -Item
          ]).

:- use_module(library(lists), [member/2]).
:- use_module(declarations, [declaration/4]).
:- use_module(imports, [library_like/2]).
:- use_module(loads, [add_fact/2, ignore/5, load_module/2, load_predicates/2, note/6, note_use/2, refuse/5]).
:- use_module(predicates, [declare_predicate/4, leave_out_predicate/6]).
:- use_module(reading, [open_source/2, source_item/3, source_name/2]).
:- use_module(syntax_words, [likely_fix/3]).
:- use_module(unread, [unread_clause/7]).

/** <module> The terms of a source, without its directives
*/

%!  source_term(+Load, +Source, +Reader, +Role, -Item) is nondet.
%
%   True if Item stands in Source, one after the other. Role is `program`, or the source itself for
%   queries. Text that cannot be read and directives that are no declarations are noted. Item is
%     - term(Term, Layout, Names, Line, Place): a term that is no directive
%     - conditional(Term, Names, Line, Place): a term of a branch that may not apply
%     - unread(Clause, Line, Place, What, Fix): a clause that cannot be read, but for its head
%     - load(Spec, Line, Place): a directive loads a file; Spec is as in imported/2

source_term(Load, Source, Reader, Role, Item) :-
    source_name(Source, File),
    % branches of conditional compilation, a unit of tests, and a position before the next error
    State = state([], none, none),
    catch(setup_call_cleanup(( open_source(Source, In), keep_position(In, State) ),
                             source_item(In, Reader, Item0),
                             close(In)),
          error(Error, _),
          ( unreadable(Error, File, Load), fail )),
    source_term(Item0, In, Reader, Role, Source, State, Load, Item).

unreadable(Error, File, Load) :-
    (   memberchk(Error, [existence_error(_, _), permission_error(_, _, _)])
    ->  What = 'the file cannot be opened',
        Fix = 'check its name and permissions'
    ;   What = 'the text cannot be read',
        Fix = 'check that this is a text file'
    ),
    note(Load, error, File, 0, What, Fix).

keep_position(In, State) :-
    (   stream_property(In, reposition(true)),
        stream_property(In, position(Position))
    ->  nb_setarg(3, State, Position)
    ;   true
    ).

source_term(wrong(Place0, Start-End, What, Fix0), In, Reader, Role, Source, State, Load, Item) :-
    \+ passed_over(State),
    (   Role == program
    ->  arg(3, State, From),
        unread_clause(In, From, Reader, Start-Place0-End, Clause, Line, Near),
        keep_position(In, State)
    ;   Clause = none,
        (   Role = text(_, Text)
        ->  Near = Text-Place0
        ;   Near = none
        )
    ),
    (   likely_fix(What, Near, Fix1)
    ->  Fix = Fix1
    ;   Fix = Fix0
    ),
    source_name(Source, File),
    (   memberchk(Clause, [none, unknown, (:- _)])
    ->  place_in_text(Role, Place0, Place),
        refuse_item(Role, File, Place, What, Fix, Load),
        Clause == unknown,
        line_count(In, LineBehind),
        add_fact(Load, unread(File, LineBehind)),
        fail
    ;   Item = unread(Clause, Line, Place0, What, Fix)
    ).
source_term(ended(Place0), _, _, Role, Source, _, Load, _) :-
    source_name(Source, File),
    (   Role = text(_, _)
    ->  place_in_text(Role, Place0, Place),
        Severity = error
    ;   Place = Place0,
        Severity = warning
    ),
    note(Load, Severity, File, Place, 'nothing behind the term end_of_file is read', 'remove it to load what follows'),
    fail.
source_term(term(Term, Layout, Names, Line, Place), In, Reader, Role, Source, State, Load, Item) :-
    (   directive(Term, Directive),
        \+ ( Role \== program, Term = (?- _) )
    ->  source_name(Source, File),
        directive_item(Directive, In, Reader, Role, File, Place, State, Load, Item)
    ;   passed_over(State)
    ->  fail
    ;   arg(1, State, Branches),
        memberchk(unknown, Branches)
    ->  Item = conditional(Term, Names, Line, Place)
    ;   Item = term(Term, Layout, Names, Line, Place)
    ).

% passed_over(+State) is semidet: what stands here belongs to a branch that does not apply, or to tests.

passed_over(state(Branches, Tests, _)) :-
    (   Tests \== none
    ;   member(Branch, Branches),
        memberchk(Branch, [off, done])
    ),
    !.

% A typed query is refused, whatever is left out of files.

refuse_item(Role, File, Place, What, Fix, Load) :-
    (   Role = text(_, _)
    ->  note(Load, error, File, Place, What, Fix)
    ;   refuse(Load, File, Place, What, Fix)
    ).

% No place lies behind the end of a typed query.

place_in_text(Role, Place0, Place) :-
    (   Role = text(_, Text)
    ->  string_length(Text, Length),
        Place is min(Place0, Length)
    ;   Place = Place0
    ).

directive(Term, Directive) :-
    nonvar(Term),
    marked(Term, Directive).

marked((:- Directive), Directive).
marked((?- Directive), Directive).

% directive_item(+Directive, ..., -Item) is nondet: Item is load(Spec, Line, Place) for each file to be loaded.

directive_item(Directive, In, Reader, Role, File, Place, State, Load, Item) :-
    (   Role == program,
        changed_state(Directive, State, Note)
    ->  noted(Note, File, Place, Load),
        fail
    ;   passed_over(State)
    ->  fail
    ;   declaration(Directive, In, Reader, Findings)
    ->  member(Found, Findings),
        line_count(In, Line),
        declaration_item(Found, Role, File, Line, Place, Load, Item)
    ;   refuse_directive(Directive, Role, File, Place, Load),
        Role == program,
        line_count(In, Line),
        add_fact(Load, skipped(Directive, File, Line, Place)),
        fail
    ).

% changed_state(+Directive, +State, -Note) is semidet: a branch or a unit of tests begins or ends.

changed_state(Directive, State, Note) :-
    callable(Directive),
    arg(1, State, Branches0),
    arg(2, State, Tests),
    (   Tests == none,
        change(Directive, Branches0, Branches)
    ->  nb_setarg(1, State, Branches),
        Note = none
    ;   Directive = end_tests(_)
    ->  nb_setarg(2, State, none),
        Note = none
    ;   functor(Directive, begin_tests, Arity),
        memberchk(Arity, [1, 2])
    ->  nb_setarg(2, State, unit),
        Note = tests
    ).

noted(none, _, _, _).
noted(tests, File, Place, Load) :-
    ignore(Load, File, Place, 'a test unit is not loaded: it is not part of the program',
           'to load its clauses, remove its begin_tests and end_tests').

% change(+Directive, +Branches0, -Branches) is semidet. The innermost branch is first: `on`, `off`
% (one that follows may apply), `done` (none does) or `unknown`.

change(if(Goal), Branches, [Branch|Branches]) :-
    decided(Goal, Branch).
change(elif(Goal), [Branch0|Branches], [Branch|Branches]) :-
    (   Branch0 == off
    ->  decided(Goal, Branch)
    ;   otherwise(Branch0, Branch)
    ).
change(else, [Branch0|Branches], [Branch|Branches]) :-
    otherwise(Branch0, Branch).
change(endif, [_|Branches], Branches).

otherwise(on, done).
otherwise(done, done).
otherwise(off, on).
otherwise(unknown, unknown).

decided(Goal, Branch) :-
    catch(( holds(Goal) -> Branch = on ; Branch = off ), unknown, Branch = unknown).

% holds(+Goal) is semidet: throws `unknown` if something of the program would have to be run.

holds(Goal) :-
    (   var(Goal)
    ->  throw(unknown)
    ;   memberchk(Goal, [true, otherwise])
    ->  true
    ;   memberchk(Goal, [fail, false])
    ->  fail
    ;   Goal = (\+ Inner)
    ->  \+ holds(Inner)
    ;   Goal = (Left, Right)
    ->  holds(Left),
        holds(Right)
    ;   Goal = (Left ; Right)
    ->  (   holds(Left)
        ->  true
        ;   holds(Right)
        )
    ;   Goal = current_prolog_flag(Flag, Value),
        atom(Flag)
    ->  current_prolog_flag(Flag, Value)
    ;   Goal = prolog_load_context(dialect, Dialect)
    ->  Dialect = swi
    ;   throw(unknown)
    ).

declaration_item(Found, Role, File, Line, Place, Load, Item) :-
    (   Role \== program
    ->  (   Found = problem(What, Fix)
        ->  true
        ;   What = 'a file of queries declares a predicate',
            Fix = 'move the declaration to the program'
        ),
        refuse_item(Role, File, Place, What, Fix, Load),
        fail
    ;   functor(Found, Name, _),
        memberchk(Name, [include, consult, use, reexport, renamed])
    ->  Item = load(Found, Line, Place)
    ;   declared(Found, File, Place, Load),
        fail
    ).

declared(declared(Indicator), File, Place, Load) :-
    declare_predicate(Indicator, File, Place, Load).
declared(shared(Indicator), _, _, Load) :-
    add_fact(Load, shared(Indicator)).
declared(tabled(Indicator), _, _, Load) :-
    add_fact(Load, tabled(Indicator)).
declared(changeable(Indicator), _, _, Load) :-
    add_fact(Load, changeable(Indicator)).
declared(moded(Indicator), File, Place, Load) :-
    leave_out_predicate(Indicator, 'tabling with modes keeps only some answers, which is not supported',
                        'write name/arity, and compare answers in clauses', File, Place, Load).
declared(module(Name), File, _, Load) :-
    load_module(Load, Module),
    load_predicates(Load, Predicates),
    trie_update(Predicates, module(Name), File),
    (   retract(Module:unit(File, _, Root, Folders))
    ->  assertz(Module:unit(File, Name, Root, Folders))
    ;   true
    ).
declared(imports(Library), _, _, Load) :-
    load_predicates(Load, Predicates),
    trie_update(Predicates, library(Library), true),
    note_use(Load, builtin(call/1)).    % its predicates call goals of the program
declared(loads(Library), _, _, Load) :-
    load_predicates(Load, Predicates),
    trie_update(Predicates, library(Library), true),
    add_fact(Load, loads_library(Library)).
declared(missing(Library), File, Place, Load) :-
    format(atom(What), 'library(~q) is not loaded: SWI-Prolog has no library of this name', [Library]),
    (   library_like(Library, Known)
    ->  format(atom(Fix), 'did you mean library(~q)?', [Known])
    ;   Fix = 'put its file into the folder of the program, and name it without library(...)'
    ),
    ignore(Load, File, Place, What, Fix).
declared(evaluated(Indicator), _, _, Load) :-
    add_fact(Load, evaluated(Indicator)).
declared(modes(Modes), _, _, Load) :-
    add_fact(Load, modes(Modes)).
declared(meta, _, _, Load) :-
    add_fact(Load, mixed).
declared(refused(What, Fix), File, Place, Load) :-
    note(Load, error, File, Place, What, Fix).
declared(problem(What, Fix), File, Place, Load) :-
    ignore(Load, File, Place, What, Fix).

refuse_directive(Directive, Role, File, Place, Load) :-
    directive_name(Directive, Name),
    format(atom(What), 'directive ~w: no directive is ever run', [Name]),
    (   Role == program
    ->  ignore(Load, File, Place, What, 'to run its goal, use symbolic-rl prove; write clauses that it adds into the file')
    ;   refuse_item(Role, File, Place, What, 'write a goal without `:-` in front of it', Load)
    ).

directive_name(Directive, Name) :-
    (   nonvar(Directive),
        Directive = (First, _)
    ->  directive_name(First, Name)
    ;   callable(Directive)
    ->  functor(Directive, Functor, Arity),
        format(atom(Name), '~q/~d', [Functor, Arity])
    ;   Name = 'without a name'
    ).
