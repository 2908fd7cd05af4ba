:- module(clauses,
          [ read_program/3              % +Load, +Source, -Reader
          ]).

:- use_module(library(lists), [append/3]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module(constructs, [conjuncts/2, left_out_body/2]).
:- use_module(grammar, [grammar_clause/4]).
:- use_module(loads, [load_module/2, load_option/3, new_reader/3, next_number/3, refuse/5]).
:- use_module(predicates, [define_predicate/4]).
:- use_module(messages, [goal_offsets/3]).
:- use_module(source_terms, [source_term/5]).
:- use_module(reading, [source_name/2]).

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
    forall(source_term(Load, Source, Reader, program, Item),
           program_term(Item, File, Load)).

% program_term(+Item, +File, +Load): one clause more.

program_term(term(Term, Layout, Names, Line, Place), File, Load) :-
    (   clause_parts(Term, Layout, Parts, Body, BodyLayout)
    ->  program_clause(Parts, Body, BodyLayout, Names, File, Line, Place, Load)
    ;   no_clause(Term, What, Fix),
        refuse_clause(Term, Names, File, Line, Place, What, Fix, Load)
    ).
program_term(conditional(Term, Names, Line, Place), File, Load) :-
    refuse_clause(Term, Names, File, Line, Place,
                  'the clause stands in conditional compilation, which is not supported',
                  'keep the branch that applies and remove the others', Load).

% refuse_clause(+Term, +Names, +File, +Line, +Place, +What, +Fix, +Load): a clause that is refused as
% a whole. Where it is left out, its predicate exists, and a goal that it might have resolved is an
% error.

refuse_clause(Term, Names, File, Line, Place, What, Fix, Load) :-
    refuse(Load, File, Place, What, Fix),
    (   load_option(Load, strict, false),
        clause_head(Term, Head),
        define_predicate(Head, File, Place, Load)
    ->  (   cuts(Term)
        ->  left_out_body(cut, Body)
        ;   left_out_body(plain, Body)
        ),
        keep_clause(Head, Body, true, none, user, Names, File, Line, Place, Load)
    ;   true
    ).

clause_head(Term, Head) :-
    callable(Term),
    (   ( Term = (Head0 :- _) ; Term = (Head0 => _) )
    ->  (   nonvar(Head0),
            Head0 = (Head1, _),
            Term = (_ => _)
        ->  Head = Head1
        ;   Head = Head0
        )
    ;   Term = (Head0 --> _)
    ->  (   nonvar(Head0),
            Head0 = (Head1, _)
        ->  true
        ;   Head1 = Head0
        ),
        callable(Head1),
        Head1 =.. [Name|Arguments0],
        append(Arguments0, [_, _], Arguments),
        Head =.. [Name|Arguments]
    ;   Head = Term
    ),
    callable(Head).

% Single sided unification commits to the clause, as a cut does.

cuts(_ => _) :-
    !.
cuts(Term) :-
    sub_term(Cut, Term),
    Cut == !,
    !.

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

program_clause(grammar(Head0), Body0, _, Names, File, Line, Place, Load) :-
    catch(( grammar_clause(Head0, Body0, Head, Body), Problem = none ),
          grammar(What, Fix),
          Problem = problem(What, Fix)),
    (   Problem = problem(What, Fix)
    ->  refuse_clause((Head0 --> Body0), Names, File, Line, Place, What, Fix, Load)
    ;   add_clause(Head, Body, Body0, none, grammar, Names, File, Line, Place, Load)
    ).
program_clause(clause(Head), Body, Layout, Names, File, Line, Place, Load) :-
    conjuncts(Body, Goals),
    add_clause(Head, Goals, Body, Layout, user, Names, File, Line, Place, Load).

add_clause(Head, _, _, _, _, _, File, _, Place, Load) :-
    \+ callable(Head),
    !,
    refuse(Load, File, Place, 'the head of a clause is a variable, a number or a string',
           'write a name, or a name with arguments').
add_clause(Head, Goals, Body, Layout, Kind, Names, File, Line, Place, Load) :-
    (   define_predicate(Head, File, Place, Load)
    ->  keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Line, Place, Load)
    ;   true
    ).

keep_clause(Head, Goals, Body, Layout, Kind, Names, File, Line, Place, Load) :-
    load_module(Load, Module),
    next_number(Load, clause, Id),
    assertz(Module:clause_source(Id, Head, Goals, Names, File, Line, Kind)),
    (   Body == true,
        ( Goals == [] ; left_out_body(_, Goals) )
    ->  true
    ;   goal_offsets(Body, Layout, Offsets)
    ->  assertz(Module:layout(Id, Place, Offsets))
    ;   recordz(layout, Body-Layout, Layouts),  % a clause would be compiled, by recursion in C
        assertz(Module:layout(Id, Place, Layouts))
    ).
