:- module(clause_library_solutions,
          [ limit/2,                    % +Count, :Goal
            offset/2,                   % +Count, :Goal
            call_nth/2,                 % :Goal, ?Nth
            findnsols/4,                % +Count, ?Template, :Goal, -List
            findnsols/5,                % +Count, ?Template, :Goal, -List, ?Rest
            distinct/1,                 % :Goal
            distinct/2,                 % ?Witness, :Goal
            foreach/2,                  % :Generator, :Goal
            foreach/4,                  % :Generator, :Element, ?List, ?Rest
            foreach/5,                  % :Generator, :Element, :Separator, ?List, ?Rest
            setup_call_cleanup/3,       % :Setup, :Goal, :Cleanup
            call_cleanup/2,             % :Goal, :Cleanup
            time/1,                     % :Goal
            repeat/0
          ]).

/** <module> Library predicates as clauses: the solutions of a goal

Solutions are found before they are counted: no more than limit/2 and call_nth/2 ask for, and more and more of
them for offset/2, findnsols/4,5 and for call_nth/2 without a number. distinct/1,2 and foreach/2,4,5 find all of them.
`library.pl` says how such predicates are written.
*/

%!  limit(+Count, :Goal) is nondet.

limit(Count, Goal) :-
    Count == infinite,
    !,
    call(Goal).
limit(Count, Goal) :-
    Count > 0,
    term_variables(Goal, Variables),
    '$find'(Count, Variables, Goal, Solutions),
    member(Variables, Solutions).

%!  offset(+Count, :Goal) is nondet.

offset(Count, Goal) :-
    Count > 0,
    !,
    term_variables(Goal, Variables),
    '$later'(Count, Goal, Variables, _).
offset(Count, Goal) :-
    Count =:= 0,
    !,
    call(Goal).
offset(Count, _) :-
    '$domain_error'(not_less_than_zero, Count).

% The solutions of Goal behind the first Seen, with their numbers.

'$later'(Seen, Goal, Variables, Number) :-
    Most is 2*Seen + 1,
    '$find'(Most, Variables, Goal, Solutions),
    (   nth1(Number, Solutions, Variables),
        Number > Seen
    ;   nth1(Most, Solutions, _),
        '$later'(Most, Goal, Variables, Number)
    ).

%!  call_nth(:Goal, ?Nth) is nondet.

call_nth(_, Nth) :-
    integer(Nth),
    Nth =< 0,
    !,
    '$domain_error'(not_less_than_one, Nth).
call_nth(Goal, Nth) :-
    var(Nth),
    !,
    term_variables(Goal, Variables),
    '$later'(0, Goal, Variables, Nth).
call_nth(Goal, Nth) :-
    '$must_be'(integer, Nth),
    term_variables(Goal, Variables),
    '$find'(Nth, Variables, Goal, Solutions),
    nth1(Nth, Solutions, Variables).

%!  findnsols(+Count, ?Template, :Goal, -List) is nondet.

findnsols(Count, Template, Goal, List) :-
    findnsols(Count, Template, Goal, List, []).

%!  findnsols(+Count, ?Template, :Goal, -List, ?Rest) is nondet.

findnsols(Count, Template, Goal, List, Rest) :-
    \+ subsumes_term(count(_), Count),
    '$must_be'(integer, Count),
    (   Count < 0
    ->  '$domain_error'(not_less_than_zero, Count)
    ;   '$some'(0, Count, Template, Goal, List, Rest)
    ).
findnsols(Count, _, _, _, _) :-
    subsumes_term(count(_), Count),     % the program may change it
    _ is '$left_out'.

% Count solutions of Goal behind the first Seen, or the last ones. If their number is a multiple of Count, Prolog
% gives an empty list as well where Goal has left a choice point: such an end is lost and counted.

'$some'(Seen, Count, Template, Goal, List, Rest) :-
    Most is Seen + Count,
    '$find'(Most, Template, Goal, Solutions),
    length(Before, Seen),
    append(Before, Some, Solutions),
    (   length(Some, Count),
        Count > 0
    ->  (   append(Some, Rest, List)
        ;   '$some'(Most, Count, Template, Goal, List, Rest)
        )
    ;   Some == [],
        Seen > 0
    ->  _ is '$left_out'
    ;   append(Some, Rest, List)
    ).

%!  distinct(:Goal) is nondet.

distinct(Goal) :-
    distinct(Goal, Goal).

%!  distinct(?Witness, :Goal) is nondet.

distinct(Witness, Goal) :-
    term_variables(Witness, Key),
    term_variables(Key+Goal, Variables),
    findall(Key-Variables, Goal, Solutions0),
    '$distinct'(Solutions0, [], Solutions),
    member(Variables, Solutions).

'$distinct'([], _, []).
'$distinct'([Key-Solution|Solutions0], Keys, Solutions) :-
    (   member(Other, Keys),
        subsumes_term(Other, Key),
        subsumes_term(Key, Other)
    ->  '$distinct'(Solutions0, Keys, Solutions)
    ;   Solutions = [Solution|Solutions1],
        '$distinct'(Solutions0, [Key|Keys], Solutions1)
    ).

%!  foreach(:Generator, :Goal) is nondet.

foreach(Generator, Goal) :-
    term_variables(Generator, Variables),
    findall(Variables, Generator, Solutions),
    term_variables(Goal, Others0),
    '$others'(Others0, Variables, Others),
    '$foreach'(Solutions, Variables, Others, Goal).

'$foreach'([], _, _, _).
'$foreach'([Solution|Solutions], Variables, Others, Goal) :-
    copy_term(Variables+Others+Goal, Solution+Others+Goal1),
    call(Goal1),
    '$foreach'(Solutions, Variables, Others, Goal).

'$others'([], _, []).
'$others'([X|Xs], Variables, Others) :-
    (   member(Variable, Variables),
        Variable == X
    ->  Others = Others1
    ;   Others = [X|Others1]
    ),
    '$others'(Xs, Variables, Others1).

%!  foreach(:Generator, :Element, ?List, ?Rest) is nondet.

foreach(Generator, Element, List, Rest) :-
    foreach(Generator, Element, [], List, Rest).

%!  foreach(:Generator, :Element, :Separator, ?List, ?Rest) is nondet.

foreach(Generator, Element, Separator, List, Rest) :-
    term_variables(Generator, Variables),
    findall(Variables, Generator, Solutions),
    term_variables(Element+Separator, Others0),
    '$others'(Others0, Variables, Others),
    '$foreach'(Solutions, Variables, Others, Element, Separator, List, Rest).

'$foreach'([], _, _, _, _, Rest, Rest).
'$foreach'([Solution|Solutions], Variables, Others, Element, Separator, List, Rest) :-
    copy_term(Variables+Others+Element+Separator, Solution+Others+Element1+Separator1),
    phrase(Element1, List, List1),
    (   Solutions == []
    ->  List1 = Rest
    ;   phrase(Separator1, List1, List2),
        '$foreach'(Solutions, Variables, Others, Element, Separator, List2, Rest)
    ).

%!  setup_call_cleanup(:Setup, :Goal, :Cleanup) is nondet.
%
%   True if Goal is after once(Setup). Cleanup may write or raise an error. Where it binds a variable, the
%   solution is lost and counted: in Prolog, that depends on the choice points of Goal.

setup_call_cleanup(Setup, Goal, Cleanup) :-
    once(Setup),
    call_cleanup(Goal, Cleanup).

%!  call_cleanup(:Goal, :Cleanup) is nondet.

call_cleanup(Goal, Cleanup) :-
    '$must_be'(callable, Cleanup),
    (   call(Goal)
    *-> true
    ;   ignore(Cleanup),
        fail
    ),
    copy_term(Cleanup, Cleanup1),
    ignore(Cleanup1),
    (   subsumes_term(Cleanup1, Cleanup)
    ->  true
    ;   _ is '$left_out'
    ).

%!  time(:Goal) is nondet.

time(Goal) :-
    call(Goal).

%!  repeat is multi.
%
%   True for ever. All its solutions lead to the same state, which searches that look for variants meet once.

:- redefine_system_predicate(repeat).

repeat.
repeat :-
    repeat.
