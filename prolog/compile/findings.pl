:- module(findings,
          [ left_out/4,                 % +Kind, +Findings, +Text, +Load
            take_findings/3,            % +Findings, +Text, +Load
            text_place/4,               % +Text, +Goal, -File, -Place
            auxiliaries/6,              % +Findings, +File, +Line, +Names, +Load, -Auxiliaries
            is_typed/1                  % +File
          ]).

:- use_module(library(apply), [maplist/2, maplist/3]).
:- use_module(library(lists), [member/2]).
:- use_module('../read/constructs', [name_table/2, named_variables/3]).
:- use_module('../read/loads', [add_fact/2, load_option/3, note/6, refuse/5, note_use/2,
                                next_number/3]).
:- use_module('../read/messages', [goal_place/4]).

/** <module> Findings of normal.pl: notes of problems and uses, and auxiliary predicates

An auxiliary is a term auxiliary(Kind, File, Line, Clauses, Names): Clauses are terms
clause(Head, Source, Goals, Cut), which define a new predicate.
*/

%!  left_out(+Kind, +Findings, +Text, +Load) is semidet.
%
%   A clause or query with these findings is left out, and the first reason is noted. A goal that
%   raises an error costs a clause nothing until it is reached.

left_out(Kind, Findings, Text, Load) :-
    load_option(Load, strict, false),
    member(Found, Findings),
    refusal(Found, Kind, Goal, What, Fix),
    text_place(Text, Goal, File, Place),
    refuse(Load, File, Place, What, Fix),
    !.

refusal(problem(error, Goal, What, Fix), _, Goal, What, Fix).
refusal(raises(Goal, What, Fix), query, Goal, What, Fix).
refusal(unknown(Goal), query, Goal, What, Fix) :-
    unknown(Goal, What, Fix).

unknown(Goal, What, Fix) :-
    functor(Goal, Name, Arity),
    (   memberchk(Name/Arity, [(:-)/2, (-->)/2])
    ->  What = 'a clause cannot be a goal',
        Fix = 'write the clause into the file, and ask for its head'
    ;   What = unknown(Name/Arity),
        Fix = ''
    ).

%!  take_findings(+Findings, +Text, +Load) is det.
%
%   Note problems and uses. Text says where the body is.

take_findings(Findings, Text0, Load) :-
    (   member(Found, Findings),
        has_place(Found)
    ->  with_layout(Text0, Text)         % once: reading it copies the body
    ;   Text = Text0
    ),
    forall(member(Found1, Findings), take_finding(Found1, Text, Load)),
    (   member(raises(Goal, What, Fix), Findings),
        text_place(Text, Goal, File, Place),
        \+ is_strict(File, Load)
    ->  refuse(Load, File, Place, What, Fix)
    ;   true
    ).

has_place(problem(_, _, _, _)).
has_place(raises(_, _, _)).
has_place(unknown(_)).

take_finding(aux(_, _, _, _), _, _).
take_finding(each(_, _, _, _, _, _), _, _).
take_finding(shown(_, _), _, _).
take_finding(uses(Kind, Indicator), _, Load) :-
    Use =.. [Kind, Indicator],
    note_use(Load, Use).
take_finding(problem(Severity, Goal, What, Fix), Text, Load) :-
    text_place(Text, Goal, File, Place),
    note(Load, Severity, File, Place, What, Fix).
take_finding(raises(Goal, What, Fix), Text, Load) :-
    text_place(Text, Goal, File, Place),
    (   is_strict(File, Load)
    ->  note(Load, error, File, Place, What, Fix)
    ;   true                            % the first one is noted
    ).
take_finding(unknown(Goal), Text, Load) :-
    text_place(Text, Goal, File, Place),
    unknown(Goal, What, Fix),
    (   is_strict(File, Load)
    ->  Severity = error
    ;   Severity = warning
    ),
    note(Load, Severity, File, Place, What, Fix).

% is_strict(+File, +Load) is semidet: a goal that cannot be called is an error of File.

is_strict(File, Load) :-
    (   load_option(Load, strict, true)
    ;   is_typed(File)
    ),
    !.

%!  text_place(+Text, +Goal, -File, -Place) is det.
%
%   Goal, a part of the body that Text describes, stands at Place of File.

text_place(Text, Goal, File, Place) :-
    with_layout(Text, text(File, Place0, Body, Layout)),
    (   goal_place(Body, Layout, Goal, Offset)
    ->  Place = Offset
    ;   Place = Place0
    ).

with_layout(clause(File, Module, Id, Body0), text(File, Place, Body, Layout)) :-
    Module:layout(Id, Place, Layout0),
    (   is_list(Layout0)
    ->  Body-Layout = Body0-Layout0
    ;   instance(Layout0, Body-Layout)
    ).
with_layout(text(File, Place, Body, Layout), text(File, Place, Body, Layout)).

%!  is_typed(+File) is semidet.
%
%   True if File is the name of a query that a user typed.

is_typed(File) :-
    sub_atom(File, 0, _, _, '<query').

%!  auxiliaries(+Findings, +File, +Line, +Names, +Load, -Auxiliaries) is det.
%
%   Bind the goals of the findings aux/4 and each/6 to goals of new predicates, and store how proofs
%   show them.

auxiliaries(Findings, File, Line, Names, Load, Auxiliaries) :-
    (   memberchk(aux(_, _, _, _), Findings)
    ->  name_table(Names, Table)
    ;   name_table([], Table)
    ),
    auxiliaries_(Findings, File, Line, Table, Load, Auxiliaries).

auxiliaries_([], _, _, _, _, []).
auxiliaries_([Found|Findings], File, Line, Table, Load, Auxiliaries) :-
    (   Found = aux(Goal, Kind, Shared, Bodies)
    ->  next_number(Load, auxiliary, Number),
        format(atom(Name), '$~w/~d', [Kind, Number]),
        Goal =.. [Name|Shared],
        maplist(with_head(Kind, Goal), Bodies, Clauses),
        named_variables(Table, Shared-Bodies, Names),  % all of them, and a copy of each, is too much
        Auxiliaries = [auxiliary(Kind, File, Line, Clauses, Names)|Auxiliaries0]
    ;   Found = each(Goal, Written, Arguments, Head, Clauses0, Again)
    ->  next_number(Load, auxiliary, Number),
        atom_concat('$each/', Number, Name),
        Goal =.. [Name|Arguments],
        maplist(named(Name), Again),
        maplist(headed(Name), Clauses0, Clauses),
        Shown =.. [Name|Head],
        add_fact(Load, stands_for(Shown, Written)),
        Auxiliaries = [auxiliary(each, File, Line, Clauses, [])|Auxiliaries0]
    ;   Auxiliaries = Auxiliaries0,
        (   Found = shown(Goal, Written)
        ->  add_fact(Load, stands_for(Goal, Written))
        ;   true
        )
    ),
    auxiliaries_(Findings, File, Line, Table, Load, Auxiliaries0).

with_head(Kind, Goal, body(Source, Goals, Cut0), clause(Head, Source, Goals, Cut)) :-
    (   Kind == branch
    ->  Goal =.. [Name,_|Shared],
        Head =.. [Name,Cut0|Shared],
        Cut = none
    ;   Head = Goal,
        Cut = Cut0
    ).

named(Name, Goal-Arguments) :-
    Goal =.. [Name|Arguments].

headed(Name, clause(Arguments, Source, Goals, Cut), clause(Head, Source, Goals, Cut)) :-
    Head =.. [Name|Arguments].
