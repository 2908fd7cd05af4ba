:- module(grammar,
          [ grammar_clause/4,           % +Head0, +Body0, -Head, -Body
            grammar_goal/4,             % +Body, ?List, ?Rest, -Goal
            conjunction/2               % +Goals, -Body
          ]).

:- use_module(library(lists), [append/3]).

/** <module> Grammar rules as clauses

Rules are translated as in SWI-Prolog, except that terminals at the front of a body stand in
the head of the clause, where they choose the clause.
*/

%!  grammar_clause(+Head0, +Body0, -Head, -Body) is det.
%
%   Translate the grammar rule `Head0 --> Body0` to a clause with Head and the list of goals Body,
%   which describes the lists that begin with what Head0 derives.
%
%   @throws grammar(Formal, What, Fix), as grammar_goal/4 does, if the rule has no translation

grammar_clause(Head0, Body0, Head, Body) :-
    (   nonvar(Head0),
        Head0 = (Nonterminal, Pushback)
    ->  nonterminal(Nonterminal, List, Rest, Head),
        body(Body0, List0, Rest0, Body1, [Back]),
        terminals(Pushback, Rest, Rest0, Back)
    ;   nonterminal(Head0, List, Rest, Head),
        body(Body0, List0, Rest, Body1, [])
    ),
    (   Body1 = [Front = Terminals|Body2],
        Front == List0
    ->  List = Terminals,
        Body = Body2
    ;   List = List0,
        Body = Body1
    ).

nonterminal(Term, List, Rest, Goal) :-
    (   nonvar(Term),
        Term = Module:Term1
    ->  Goal = Module:Goal1,
        nonterminal(Term1, List, Rest, Goal1)
    ;   callable(Term),
        \+ is_list(Term)
    ->  Term =.. [Name|Arguments0],
        append(Arguments0, [List, Rest], Arguments),
        Goal =.. [Name|Arguments]
    ;   format(atom(What), '~p is used as a nonterminal', [Term]),
        throw(grammar(type_error(callable, Term), What,
                      'write a name, or a name with arguments; terminals go in a list'))
    ).

% terminals(+Terminals, ?List, ?Rest, -Goal): Goal takes the list or string Terminals from the front of List
% and leaves Rest. Where the list is partial, a helper of the library does.

terminals(Terminals, List, Rest, Goal) :-
    (   string(Terminals)
    ->  string_codes(Terminals, Codes),
        append(Codes, Rest, Front),
        Goal = (List = Front)
    ;   is_list(Terminals)
    ->  append(Terminals, Rest, Front),
        Goal = (List = Front)
    ;   nonvar(Terminals),
        '$skip_list'(_, Terminals, Tail),
        var(Tail)
    ->  Goal = '$append'(Terminals, Rest, List)
    ;   throw(grammar(type_error(list_or_partial_list, Terminals), 'the terminals of a grammar rule are not a list',
                      'write them as a list: [a, b]'))
    ).

% body(+Body, ?List, ?Rest, -Goals, ?Goals0): the goals that take what Body derives from the
% front of List and leave Rest.

body(Body, List, Rest, [phrase(Body, List, Rest)|Goals], Goals) :-
    var(Body),
    !.
body((Left, Right), List, Rest, Goals0, Goals) :-
    !,
    body(Left, List, Middle, Goals0, Goals1),
    body(Right, Middle, Rest, Goals1, Goals).
body((Left ; Right), List, Rest, [(LeftGoal ; RightGoal)|Goals], Goals) :-
    !,
    grammar_goal(Left, List, Rest, LeftGoal),
    grammar_goal(Right, List, Rest, RightGoal).
body('|'(Left, Right), List, Rest, Goals0, Goals) :-
    !,
    body((Left ; Right), List, Rest, Goals0, Goals).
body((If -> Then), List, Rest, [(IfGoal -> ThenGoal)|Goals], Goals) :-
    !,
    grammar_goal(If, List, Middle, IfGoal),
    grammar_goal(Then, Middle, Rest, ThenGoal).
body((If *-> Then), List, Rest, [(IfGoal *-> ThenGoal)|Goals], Goals) :-
    !,
    grammar_goal(If, List, Middle, IfGoal),
    grammar_goal(Then, Middle, Rest, ThenGoal).
body(\+ Body, List, Rest, [\+ Goal, List = Rest|Goals], Goals) :-
    !,
    grammar_goal(Body, List, _, Goal).
body({}, List, Rest, [List = Rest|Goals], Goals) :-
    !.
body({Goal}, List, Rest, [Goal, List = Rest|Goals], Goals) :-
    !.
body(!, List, Rest, [!, List = Rest|Goals], Goals) :-
    !.
body(Terminals, List, Rest, [Goal|Goals], Goals) :-
    terminal_list(Terminals),
    !,
    terminals(Terminals, List, Rest, Goal).
body(_:Terminals, List, Rest, Goals0, Goals) :-
    nonvar(Terminals),
    terminal_list(Terminals),
    !,
    body(Terminals, List, Rest, Goals0, Goals).
body(Nonterminal, List, Rest, [Goal|Goals], Goals) :-
    nonterminal(Nonterminal, List, Rest, Goal).

terminal_list(Terminals) :-
    ( string(Terminals) ; Terminals == [] ; Terminals = [_|_] ),
    !.

%!  grammar_goal(+Body, ?List, ?Rest, -Goal) is det.
%
%   Translate a grammar body to the goal that takes what it derives from the front of List and leaves
%   Rest.
%
%   @throws grammar(Formal, What, Fix) if the body has no translation: Formal is the error of SWI-Prolog,
%   What and Fix say it in plain words

grammar_goal(Body, List, Rest, Goal) :-
    body(Body, List, Rest, Goals, []),
    conjunction(Goals, Goal).

%!  conjunction(+Goals, -Body) is det.
%
%   Unify Body with the conjunction of Goals.

conjunction([], true).
conjunction([Goal|Goals], Body) :-
    (   Goals == []
    ->  Body = Goal
    ;   Body = (Goal, Body0),
        conjunction(Goals, Body0)
    ).
