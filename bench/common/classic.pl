% The Prolog side of the classic design that bench/classic.py rebuilds: the resolvents of one state,
% as text. The program itself is consulted as it is.

%!  candidates(+Query, +Goals, +Limit, -Text) is det.
%
%   Text has the first Limit resolvents of Goals: goals end with `;`, resolvents with `|`. The fact
%   that Query itself is, is not used.

candidates(Query, [Goal|Goals], Limit, Text) :-
    findall(Next, limit(Limit, resolvent(Query, Goal, Goals, Next)), States),
    with_output_to(string(Text), maplist(write_state, States)).

resolvent(Query, Goal, Goals, Next) :-
    clause(Goal, Body),
    \+ ( Body == true, Goal == Query ),
    before(Body, Goals, Next).

before(true, Goals, Goals) :-
    !.
before((A, B), Goals, Next) :-
    !,
    before(B, Goals, Goals1),
    before(A, Goals1, Next).
before(Goal, Goals, [Goal|Goals]).

write_state(State) :-
    \+ \+ ( numbervars(State, 0, _),
            maplist(write_goal, State)
          ),
    write('|').

write_goal(Goal) :-
    write_term(Goal, [quoted(true), numbervars(true)]),
    write(;).
