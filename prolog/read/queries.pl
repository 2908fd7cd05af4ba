:- module(queries,
          [ read_query/5                % +Load, +Source, +Split, +Parents, -Query
          ]).

:- use_module(dots, [without_dots/3]).
:- use_module(loads, [load_module/2, new_reader/3, note/6, refuse/5]).
:- use_module(source_terms, [source_term/5]).
:- use_module(reading, [source_name/2]).

/** <module> First pass: the queries of a source as read
*/

%!  read_query(+Load, +Source, +Split, +Parents, -Query) is nondet.
%
%   True if Query is a term query(Split, File, Goal, Label, Line, Place, Layout, Names) for a query of Source,
%   one after the other. Source is read with the operators of the readers Parents.

read_query(Load, Source, Split, Parents, Query) :-
    new_reader(Load, Parents, Reader),
    (   Source = file(_)
    ->  file_query(Load, Source, Split, Reader, Query)
    ;   findall(Query0, file_query(Load, Source, Split, Reader, Query0), Queries),
        one_query(Source, Load, Queries, Query)
    ).

file_query(Load, Source, Split, Reader, query(Split, File, Goal, Label, Line, Place, Layout, Names)) :-
    source_name(Source, File),
    source_term(Load, Source, Reader, Source, term(Term, Layout0, Names, Line, Place)),
    query_term(Term, Layout0, Source, Split, Found),
    (   Found = query(Goal0, Label, Layout1),
        memberchk(Label, [true, false])
    ->  true
    ;   wrong_query(Found, What, Fix),
        refuse(Load, File, Place, What, Fix),
        fail
    ),
    (   catch(without_dots((?- Goal0), Load, Goal1), dots(What, Fix), true)
    ->  (   var(What)
        ->  Goal = Goal1,
            Layout = none
        ;   Source = text(_, _)
        ->  note(Load, error, File, Place, What, Fix),
            fail
        ;   refuse(Load, File, Place, What, Fix),
            fail
        )
    ;   Goal = Goal0,
        Layout = Layout1
    ).

% query_term(+Term, +Layout0, +Source, +Split, -Found) is det: Found is query(Goal, Label, Layout), or `no_query`. A file
% of goals may leave out the query(...) round them, and may write ?- in front.

query_term(Term, Layout0, Source, Split, Found) :-
    (   nonvar(Term),
        Term = (?- Goal),
        asks(Source, Split)
    ->  first_layout(Layout0, Layout),
        query_term(Goal, Layout, Source, Split, Found)
    ;   Source = file(_),
        labelled(Term, Goal, Label)
    ->  first_layout(Layout0, Layout),
        Found = query(Goal, Label, Layout)
    ;   asks(Source, Split)
    ->  Found = query(Term, true, Layout0)
    ;   Found = no_query
    ).

wrong_query(query(_, _, _), 'the label of a query is neither true nor false',
            'write query(Goal, true) or query(Goal, false)').
wrong_query(no_query, 'a file of queries has a clause that is not a query',
            'write query(Goal). or query(Goal, false).').

% asks(+Source, +Split) is semidet: typed goals, and files of them.

asks(text(_, _), _).
asks(file(_), goals).
asks(file(_), own).

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

% one_query(+Source, +Load, +Queries, -Query) is semidet: what a user typed is one goal.

one_query(text(File, _), Load, Queries, Query) :-
    (   Queries = [Query]
    ->  true
    ;   Queries = [_, Second|_]
    ->  arg(6, Second, Place),
        note(Load, error, File, Place, 'more than one query is given',
             'write one goal; join several with commas'),
        fail
    ;   load_module(Load, Module),
        \+ Module:problem(error, File, _, _, _),
        note(Load, error, File, 0, 'the query is empty', 'write a goal'),
        fail
    ).
