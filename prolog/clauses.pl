:- module(clauses,
          [ read_program/3,             % +Load, +Source, -Reader
            read_queries/5              % +Load, +Source, +Split, +Parents, -Queries
          ]).

:- use_module(library(lists), [last/2, member/2]).
:- use_module(builtins, [reserved_head/2, builtin/2]).
:- use_module(constructs, [conjuncts/2, named_variables/4]).
:- use_module(declarations, [declaration/4]).
:- use_module(grammar, [grammar_clause/4]).
:- use_module(loads, [load_module/2, load_option/3, load_predicates/2, new_reader/3,
                      next_number/3]).
:- use_module(reading, [source_item/3]).
:- use_module(report, [note_problem/6]).
:- use_module(sources, [open_source/2, source_name/2]).
:- use_module(stock, [library_predicate/2]).

/** <module> First pass: the terms of a source become clauses and queries as read

A clause becomes clause_origin/5 and clause_source/4, and layout/4 if it has a body: the place
of the clause, its body and the layout of that, for messages of the second pass.
*/

%!  read_program(+Load, +Source, -Reader) is det.
%
%   Add the clauses of Source to the program. Reader is the module with its operators.

read_program(Load, Source, Reader) :-
    new_reader(Load, [], Reader),
    source_name(Source, File),
    forall(source_term(Load, Source, Reader, program, Item),
           program_term(Item, File, Load)).

%!  read_queries(+Load, +Source, +Split, +Parents, -Queries) is det.
%
%   Queries are terms query(Split, File, Goal, Label, Place, Layout, Names) for the queries of
%   Source, which is read with the operators of the readers Parents. Place is Line:Column.

read_queries(Load, Source, Split, Parents, Queries) :-
    new_reader(Load, Parents, Reader),
    source_name(Source, File),
    findall(query(Split, File, Goal, Label, Place, Layout, Names),
            ( source_term(Load, Source, Reader, Source, Item),
              query_term(Source, Item, File, Load, Goal, Label, Place, Layout, Names)
            ),
            Queries0),
    one_query(Source, Load, Queries0, Queries).

% source_term(+Load, +Source, +Reader, +Role, -Item) is nondet: Item is a term of Source that is
% no directive. Role is `program` or anything else for queries.

source_term(Load, Source, Reader, Role, Item) :-
    source_name(Source, File),
    catch(setup_call_cleanup(open_source(Source, In),
                             source_item(In, Reader, Item0),
                             close(In)),
          error(Error, _),
          ( unreadable(Error, File, Load), fail )),
    clause_item(Item0, In, Reader, Role, File, Load, Item).

unreadable(Error, File, Load) :-
    (   memberchk(Error, [existence_error(_, _), permission_error(_, _, _)])
    ->  What = 'the file cannot be opened',
        Fix = 'check its name and permissions'
    ;   format(atom(What), 'the text cannot be read: ~p', [Error]),
        Fix = 'save the file as UTF-8, and split it if it is huge'
    ),
    note(Load, error, File, 1:1, What, Fix).

note(Load, Severity, File, Place, What, Fix) :-
    load_module(Load, Module),
    note_problem(Module, Severity, File, Place, What, Fix).

clause_item(wrong(Line, Column, What, Fix), _, _, Role, File, Load, _) :-
    place_in_text(Role, Line:Column, Place),
    note(Load, error, File, Place, What, Fix),
    fail.
clause_item(term(Term, Layout, Names, Line, Column), In, Reader, Role, File, Load, Item) :-
    (   directive(Term, Directive),
        \+ ( Role = text(_, _), Term = (?- _) )
    ->  read_directive(Directive, In, Reader, Role, File, Line:Column, Load),
        fail
    ;   Item = term(Term, Layout, Names, Line:Column)
    ).

% No place lies behind the end of a typed query.

place_in_text(Role, Place0, Place) :-
    (   Role = text(_, Text)
    ->  split_string(Text, "\n", "", Lines),
        length(Lines, LineCount),
        last(Lines, Last),
        string_length(Last, Length),
        End is Length + 1,
        (   Place0 @> LineCount:End
        ->  Place = LineCount:End
        ;   Place = Place0
        )
    ;   Place = Place0
    ).

directive(Term, Directive) :-
    nonvar(Term),
    ( Term = (:- Directive) ; Term = (?- Directive) ),
    !.

read_directive(Directive, In, Reader, Role, File, Place, Load) :-
    (   declaration(Directive, In, Reader, Findings)
    ->  forall(member(Found, Findings),
               declaration_finding(Found, Role, File, Place, Load))
    ;   refuse_directive(Directive, File, Place, Load)
    ).

declaration_finding(declared(Indicator), Role, File, Place, Load) :-
    (   Role == program
    ->  declare(Indicator, File, Place, Load)
    ;   note(Load, error, File, Place, 'a file of queries declares a predicate',
             'move the declaration to the program')
    ).
declaration_finding(problem(What, Fix), _, File, Place, Load) :-
    note(Load, error, File, Place, What, Fix).

% A declared predicate exists, unless it is one that no program may have.

declare(Name/Arity, File, Place, Load) :-
    functor(Head, Name, Arity),
    (   reserved_head(Head, Why)
    ->  reserved(Head, Why, File, Place, Load)
    ;   register(Head, File, Place, Load)
    ).

refuse_directive(Directive, File, Place, Load) :-
    directive_name(Directive, Name),
    (   special_directive(Directive, Why, Fix)
    ->  format(atom(What), 'directive ~w: ~w', [Name, Why]),
        note(Load, error, File, Place, What, Fix)
    ;   load_option(Load, directives, ignore)
    ->  format(atom(What), 'directive ~w is skipped: no directive is ever run', [Name]),
        note(Load, warning, File, Place, What, 'remove it if the program does not need it')
    ;   format(atom(What), 'directive ~w is refused: no directive is ever run', [Name]),
        note(Load, error, File, Place, What,
             'remove it, or set directives = "ignore" to skip such directives')
    ).

directive_name(Directive, Name) :-
    (   callable(Directive)
    ->  functor(Directive, Functor, Arity),
        format(atom(Name), '~q', [Functor/Arity])
    ;   Name = 'without a name'
    ).

% Directives whose absence changes what the text means: skipping them would be silent.

special_directive(Directive, 'conditional compilation is not supported',
                  'keep the branch that applies and remove the others') :-
    callable(Directive),
    functor(Directive, Name, Arity),
    memberchk(Name/Arity, [if/1, elif/1, else/0, endif/0]).
special_directive(Directive, 'a program cannot load another file',
                  'name the file beside this one: program = ["this.pl", "other.pl"]') :-
    callable(Directive),
    (   Directive = [_|_]
    ;   functor(Directive, Name, 1),
        memberchk(Name, [include, consult, load_files]),
        true
    ).

% program_term(+Item, +File, +Load): one clause more.

program_term(term(Term, Layout, Names, Place), File, Load) :-
    (   clause_parts(Term, Layout, Parts, Body, BodyLayout)
    ->  program_clause(Parts, Body, BodyLayout, Names, File, Place, Load)
    ;   no_clause(Term, What, Fix),
        note(Load, error, File, Place, What, Fix)
    ).

clause_parts(Term, _, _, _, _) :-
    var(Term),
    !,
    fail.
clause_parts((Head :- Body), Layout, clause(Head), Body, BodyLayout) :-
    !,
    second_layout(Layout, BodyLayout).
clause_parts((Head --> Body), _, grammar(Head), Body, none) :-
    !.
clause_parts((_ => _), _, _, _, _) :-
    !,
    fail.
clause_parts(Head, _, clause(Head), true, none).

second_layout(Layout, BodyLayout) :-
    (   Layout = term_position(_, _, _, _, [_, BodyLayout0])
    ->  BodyLayout = BodyLayout0
    ;   Layout = parentheses_term_position(_, _, Layout1)
    ->  second_layout(Layout1, BodyLayout)
    ;   BodyLayout = none
    ).

no_clause(Term, What, Fix) :-
    (   var(Term)
    ->  What = 'a variable is no clause',
        Fix = 'write a head, or a head and a body'
    ;   What = 'single sided unification (=>) is not supported',
        Fix = 'write the clause with :- and tests'
    ).

program_clause(grammar(Head0), Body0, _, Names, File, Place, Load) :-
    catch(( grammar_clause(Head0, Body0, Head, Body), Problem = none ),
          grammar(What, Fix),
          Problem = problem(What, Fix)),
    (   Problem = problem(What, Fix)
    ->  note(Load, error, File, Place, What, Fix)
    ;   add_clause(Head, Body, Body0, none, grammar, Names, File, Place, Load)
    ).
program_clause(clause(Head), Body, Layout, Names, File, Place, Load) :-
    conjuncts(Body, Goals),
    add_clause(Head, Goals, Body, Layout, user, Names, File, Place, Load).

add_clause(Head, _, _, _, _, _, File, Place, Load) :-
    \+ callable(Head),
    !,
    note(Load, error, File, Place, 'the head of a clause is a variable, a number or a string',
         'write a name, or a name with arguments').
add_clause(Head, Goals, Body, Layout, Kind, Names, File, Place, Load) :-
    (   is_registered(Head, Load)
    ->  keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Place, Load)
    ;   reserved_head(Head, Why)
    ->  reserved(Head, Why, File, Place, Load)
    ;   register(Head, File, Place, Load),
        keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Place, Load)
    ).

reserved(Head, Why, File, Place, Load) :-
    functor(Head, Name, Arity),
    format(atom(What), '~q cannot be defined: it is ~w', [Name/Arity, Why]),
    (   Name/Arity == (:)/2
    ->  Fix = 'write the head without the module'
    ;   Fix = 'give the predicate another name'
    ),
    note(Load, error, File, Place, What, Fix).

is_registered(Head, Load) :-
    functor(Head, Name, Arity),
    load_predicates(Load, Predicates),
    trie_lookup(Predicates, Name/Arity, _).

% register(+Head, +File, +Place, +Load): the program has the predicate of Head, perhaps in the
% place of one of Prolog's.

register(Head, File, Place, Load) :-
    functor(Head, Name, Arity),
    load_predicates(Load, Predicates),
    (   trie_insert(Predicates, Name/Arity, user)
    ->  (   overridden(Head, What0)
        ->  load_module(Load, Module),
            assertz(Module:override(Name/Arity)),
            format(atom(What), 'the program defines ~q, in the place of ~w',
                   [Name/Arity, What0]),
            note(Load, info, File, Place, What,
                 'nothing to fix; give it another name if that was not meant')
        ;   true
        )
    ;   true
    ).

overridden(Head, What) :-
    (   builtin(Head, _)
    ->  What = 'the builtin of that name'
    ;   functor(Head, Name, Arity),
        library_predicate(Name, Arity)
    ->  What = 'the library predicate of that name'
    ;   functor(Head, Name, Arity),
        memberchk(Name/Arity, [not/1, forall/2]),
        What = 'the control construct of that name'
    ).

keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Line:Column, Load) :-
    load_module(Load, Module),
    next_number(Load, clause, Id),
    named_variables(Names, Head-Goals, _, Numbers),
    assertz(Module:clause_origin(Id, File, Line, Kind, Numbers)),
    assertz(Module:clause_source(Id, Head, Goals, Names)),
    (   Goals == [],
        Body == true
    ->  true
    ;   assertz(Module:layout(Id, Line:Column, Body, Layout))
    ).

% query_term(+Source, +Item, ...): the query that a term is.

query_term(text(_, _), term(Term, Layout0, Names, Place), _, _, Goal, true, Place, Layout, Names) :-
    (   nonvar(Term),
        Term = (?- Goal0),
        Layout0 = term_position(_, _, _, _, [Layout1])
    ->  Goal = Goal0,
        Layout = Layout1
    ;   Goal = Term,
        Layout = Layout0
    ).
query_term(file(_), term(Term, Layout0, Names, Place), File, Load, Goal, Label, Place, Layout,
           Names) :-
    (   labelled(Term, Goal0, Label0)
    ->  (   memberchk(Label0, [true, false])
        ->  Goal = Goal0,
            Label = Label0,
            first_layout(Layout0, Layout)
        ;   note(Load, error, File, Place, 'the label of a query is neither true nor false',
                 'write query(Goal, true) or query(Goal, false)'),
            fail
        )
    ;   note(Load, error, File, Place, 'a file of queries has a clause that is no query',
             'write query(Goal). or query(Goal, false).'),
        fail
    ).

labelled(Term, _, _) :-
    var(Term),
    !,
    fail.
labelled(query(Goal), Goal, true).
labelled(query(Goal, Label), Goal, Label).

first_layout(Layout, GoalLayout) :-
    (   Layout = term_position(_, _, _, _, [GoalLayout0|_])
    ->  GoalLayout = GoalLayout0
    ;   GoalLayout = none
    ).

% A typed query is one goal.

one_query(Source, Load, Queries0, Queries) :-
    (   Source = text(File, _),
        Queries0 = [_, Second|_]
    ->  arg(5, Second, Place),
        note(Load, error, File, Place, 'more than one query is given',
             'write one goal; a comma ties several together'),
        Queries = []
    ;   Source = text(File, _),
        Queries0 == [],
        load_module(Load, Module),
        \+ Module:problem(error, File, _, _, _)
    ->  note(Load, error, File, 1:1, 'the query is empty', 'write a goal'),
        Queries = []
    ;   Queries = Queries0
    ).
