:- module(mdps,
          [ mdp_clauses/2,          % +Load, -Auxiliaries
            started/3                   % +Load, +Query0, -Query
          ]).

:- use_module(library(lists), [append/3]).
:- use_module('../read/loads', [load_module/2, load_option/3, load_predicates/2, note/6]).

/** <module> An MDP as ordinary clauses

An MDP is a transition system: its program defines initial/2, action/3 and terminal/2, and may
define complete_state/2, reward/4, observe/2 and label/2. What the program says becomes clauses for the goals of three
new predicates, so that everything that resolves goals steps, searches and verifies MDPs:

  - '$start'(Query): the goal of a query
  - '$state'(Reward, State), or '$state'(Reward, Observation, State) where there is observe/2: a
    state, and the reward of the move that led there
  - '$end', '$reward' and '$seen': terminal/2, reward/4 and observe/2 with a default, 0 or the empty
    list, for what they have no solution for

A state has a candidate for each solution of action/3: each clause of action/3 becomes a clause of
'$state', whose body runs the clause's own as '$each'(Action, Goals), a builtin goal with as many
solutions as Goals has. Where there is complete_state/2, what initial/2 and action/3 give becomes the
state that its first solution gives. A terminal state has no moves; where its reward is positive, it has one
candidate, the empty resolvent: a plan is a proof.
*/

%!  mdp_clauses(+Load, -Auxiliaries) is det.
%
%   Make the clauses of an MDP, as terms auxiliary/5 of findings.pl; none for a program that
%   is no MDP. Note as an error what an MDP lacks.

mdp_clauses(Load, Auxiliaries) :-
    (   load_option(Load, mdp, true)
    ->  load_predicates(Load, Predicates),
        trie_insert(Predicates, '$start'/1, user),      % what queries call
        lacking(Load, Lacking),
        (   Lacking == []
        ->  state_clauses(Load, Auxiliaries)
        ;   Auxiliaries = []
        )
    ;   Auxiliaries = []
    ).

%   lacking(+Load, -Indicators) is det: the predicates that every MDP has and this one has not.

lacking(Load, Indicators) :-
    findall(Indicator,
            ( needed(Indicator, Meaning),
              \+ defined(Load, Indicator),
              first_file(Load, File),
              format(atom(What), 'the MDP does not define ~q', [Indicator]),
              format(atom(Fix), 'write ~w, or remove kind = "mdp" from env.toml', [Meaning]),
              note(Load, error, File, 0, What, Fix)
            ),
            Indicators).

needed(initial/2, 'initial(Query, State), the state that a query starts in').
needed(action/3, 'action(State, Action, Next), a clause for each kind of move').
needed(terminal/2, 'terminal(State, Reward), the states in which an episode ends').

defined(Load, Indicator) :-
    load_predicates(Load, Predicates),
    trie_lookup(Predicates, Indicator, _).

first_file(Load, File) :-
    load_module(Load, Module),
    (   Module:clause_source(_, _, _, _, File0, _, _)
    ->  File = File0
    ;   File = '<program>'
    ).

%   state_clauses(+Load, -Auxiliaries) is det.

state_clauses(Load, [Start, End|Auxiliaries]) :-
    origin(Load, initial/2, StartFile, StartLine),
    origin(Load, terminal/2, EndFile, EndLine),
    observed(Load, Begin, Observation, Seen0),
    completed(Load, Begun, Begin, Seen0, Seen),
    state(0, Observation, Begin, First),
    Start = auxiliary(start, StartFile, StartLine,
                      [clause('$start'(Query), StartGoals, StartGoals, none)], []),
    StartGoals = ['$once'([initial(Query, Begun)|Seen]), First],
    observed(Load, Last, LastObservation, _),
    state(_, LastObservation, Last, Ended),
    End = auxiliary(end, EndFile, EndLine, [clause(Ended, EndGoals, EndGoals, none)], []),
    EndGoals = ['$once'([terminal(Last, Gained)]), Gained > 0],
    findall(Auxiliary, ( with_default(Load, Auxiliary) ; move(Load, Auxiliary) ), Auxiliaries).

%   with_default(+Load, -Auxiliary) is nondet: clauses of a new predicate whose last argument
%   comes from the first solution of a predicate of the MDP, or is a default where it has none.

with_default(Load, auxiliary(end, File, Line, Clauses, [])) :-
    default(Name, Arity, New, Default),
    defined(Load, Name/Arity),
    origin(Load, Name/Arity, File, Line),
    functor(Goal, Name, Arity),
    Goal =.. [Name|Arguments],
    append(Given, [Found], Arguments),
    append(Given, [Result], Arguments1),
    Head =.. [New|Arguments1],
    Goals = ['$once'([Goal]), Result = Found],
    append(Given, [Default], Arguments2),
    Otherwise =.. [New|Arguments2],
    Clauses = [clause(Head, Goals, Goals, none), clause(Otherwise, [], [], none)].

default(terminal, 2, '$end', 0).
default(reward, 4, '$reward', 0).
default(observe, 2, '$seen', []).

%   observed(+Load, ?State, -Observation, -Goals) is det: Goals find the Observation of State.

observed(Load, State, Observation, Goals) :-
    (   defined(Load, observe/2)
    ->  Observation = seen(Term),
        Goals = ['$seen'(State, Term)]
    ;   Observation = all,
        Goals = []
    ).

%   state(?Reward, +Observation, ?State, -Goal) is det.

state(Reward, Observation, State, Goal) :-
    (   Observation = seen(Term)
    ->  Goal = '$state'(Reward, Term, State)
    ;   Goal = '$state'(Reward, State)
    ).

%   move(+Load, -Auxiliary) is nondet: a clause of '$state' for each clause of action/3. Where one of
%   these has a cut, which speaks of action/3 alone, a single clause calls the predicate.

move(Load, auxiliary(move, File, Line, [clause(Head, Goals, Goals, none)], Names)) :-
    load_module(Load, Module),
    (   Module:cut(_, _, action, 3)
    ->  origin(Load, action/3, File, Line),
        Body = [action(State, Action, Reached)],
        Names = []
    ;   Module:res(action(State, Action, Reached), Body, [], Id),
        Module:clause_source(Id, action(State, Action, Reached), _, Names, File, Line, _)
    ),
    observed(Load, State, Before, _),
    state(_, Before, State, Head),
    observed(Load, Next, After, Seen),
    state(Reward, After, Next, Following),
    rewards(Load, State, Action, Next, Reward, Seen, Rewards),
    completed(Load, Reached, Next, Rewards, Arrival),
    Goals = ['$not'([terminal(State, _)]), '$each'(Action, Body), '$once'(Arrival), Following].

%   completed(+Load, ?Reached, ?State, +Goals0, -Goals) is det: Goals are Goals0 behind the goal that
%   makes a State of what initial/2 or action/3 gives.

completed(Load, Reached, State, Goals0, Goals) :-
    (   defined(Load, complete_state/2)
    ->  Goals = [complete_state(Reached, State)|Goals0]
    ;   Reached = State,
        Goals = Goals0
    ).

%   rewards(+Load, ...): the goals that find the reward of a move, and then Seen. A reward is an
%   integer: (//)/2 raises an error for anything else.

rewards(Load, State, Action, Next, Reward, Seen, Goals) :-
    (   defined(Load, reward/4)
    ->  Goals = [ '$reward'(State, Action, Next, Gained), '$end'(Next, Last),
                  Reward is (Gained + Last) // 1 | Seen ]
    ;   Goals = ['$end'(Next, Last), Reward is Last // 1|Seen]
    ).

%   origin(+Load, +Indicator, -File, -Line) is det: where the first clause of a predicate stands.

origin(Load, Name/Arity, File, Line) :-
    load_module(Load, Module),
    functor(Head, Name, Arity),
    Module:res(Head, _, _, Id),
    Module:clause_source(Id, _, _, _, File, Line, _),
    !.
origin(Load, _, File, 1) :-
    first_file(Load, File).

%!  started(+Load, +Query0, -Query) is det.
%
%   Let a query of an MDP, which read_query/5 has read, be what initial/2 is asked for.

started(Load, Query0, Query) :-
    (   load_option(Load, mdp, true)
    ->  Query0 = query(Split, File, Goal, Label, Line, Place, Layout, Names),
        Query = query(Split, File, '$start'(Goal), Label, Line, Place, Layout, Names)
    ;   Query = Query0
    ).
