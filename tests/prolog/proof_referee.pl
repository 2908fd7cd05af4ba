% Looks at proofs without knowing how they were made: swipl proof_referee.pl < QUESTIONS
%
% A question is a term, its answer a line `yes` or what is wrong:
%
%     proof(Program, [node(Depth, Kind, File, Line, Goal), ...])
%         every goal follows from the goals below it: by the clause at its place, by a branch of
%         its construct, or because Prolog itself says so;
%     answers(Program, Goal, Answer, Answers)
%         the answers that Prolog computes to Goal are the strings Answers, up to order, names of
%         variables and repetitions.

:- use_module(library(lists)).

:- initialization(main, main).
:- set_prolog_flag(occurs_check, true).

main(_) :-
    repeat,
    read(Question),
    (   Question == end_of_file
    ->  !
    ;   (   catch(holds(Question), Error, (print_message(error, Error), fail))
        ->  writeln(yes)
        ;   format("no: ~p~n", [Question])
        ),
        fail
    ).

holds(proof(Program, Nodes)) :-
    load_files(Program, [if(changed), silent(true)]),
    trees(Nodes, 0, [tree(Root, query, _, _, Trees)], []),
    goals_of(Trees, Goals),
    conjuncts(Root, Goals0),
    Goals0 == Goals,
    forall(member(Tree, Trees), justified(Tree)).
holds(answers(Program, Goal, Answer, Texts)) :-
    load_files(Program, [if(changed), silent(true)]),
    findall(Answer, Goal, Answers0),
    findall(Term, ( member(Text, Texts), term_string(Term, Text) ), Found0),
    maplist(numbered, Answers0, Answers1),
    maplist(numbered, Found0, Found),
    sort(Answers1, Answers),
    msort(Found, Answers).

numbered(Term, Copy) :-
    copy_term(Term, Copy),
    numbervars(Copy, 0, _).

trees([node(Depth, Kind, File, Line, Goal)|Nodes0], Depth, [Tree|Trees], Nodes) :-
    !,
    Tree = tree(Goal, Kind, File, Line, Children),
    Below is Depth+1,
    trees(Nodes0, Below, Children, Nodes1),
    trees(Nodes1, Depth, Trees, Nodes).
trees(Nodes, _, [], Nodes).

goals_of([], []).
goals_of([tree(_, branch, _, _, _)|Trees], Goals) :-
    !,
    goals_of(Trees, Goals).
goals_of([tree(Goal, _, _, _, _)|Trees], [Goal|Goals]) :-
    goals_of(Trees, Goals).

justified(tree(Goal, Kind, File, Line, Trees)) :-
    goals_of(Trees, Goals),
    (   follows(Kind, Goal, File, Line, Goals)
    ->  forall(member(Tree, Trees), justified(Tree))
    ;   print_message(error, format("~p: ~p does not follow from ~p", [Kind, Goal, Goals])),
        fail
    ).

follows(clause, Goal, File, Line, Goals1) :-
    clause_at(File, Line, Clause),
    (   Clause = (Head :- Body)
    ->  true
    ;   Clause = Head,
        Body = true
    ),
    conjuncts(Body, Goals2),
    flat(Goals1, Goals3),
    maplist(masked, Goals2, Goals0),
    maplist(masked, Goals3, Goals),
    subsumes_term(Head-Goals0, Goal-Goals),
    !.
follows(library, Goal, File, Line, Goals) :-
    follows(clause, Goal, File, Line, Goals).
follows(or, Goal, _, _, Goals1) :-
    branch(Goal, Branch),
    conjuncts(Branch, Goals0),
    flat(Goals1, Goals),
    Goals0 == Goals,
    !.
follows(if, (If -> Then ; _), _, _, [If0|Goals]) :-
    If0 == If,
    !,
    leads_to(Then, Goals).
follows(if, (If *-> Then ; _), _, _, Goals) :-
    leads_to((If, Then), Goals),
    !.
follows(if, (If ; Else), _, _, [\+ If0|Goals]) :-
    ( If = (If1 -> _) ; If = (If1 *-> _) ),
    If0 == If1,
    leads_to(Else, Goals).
follows(branch, Goal, _, _, Goals) :-
    leads_to(Goal, Goals).
follows(once, Goal, _, _, Goals) :-
    (   leads_to(Goal, Goals)
    ->  true
    ;   \+ \+ call(Goal)              % a cut stands in a branch of it
    ).
follows(builtin, Goal, _, _, []) :-
    \+ \+ call(Goal).
follows(not, \+ Goal, _, _, []) :-
    \+ call(Goal).

clause_at(File, Line, Clause) :-
    setup_call_cleanup(open(File, read, In), clauses(In, Line, Clauses), close(In)),
    member(Clause, Clauses).

clauses(In, Line, Clauses) :-
    read_term(In, Term, [term_position(Position), module(user)]),
    (   Term == end_of_file
    ->  Clauses = []
    ;   stream_position_data(line_count, Position, Line)
    ->  Clauses = [Term|Clauses0],
        clauses(In, Line, Clauses0)
    ;   clauses(In, Line, Clauses)
    ).

% Variables that occur in a branch only are not shown.

leads_to(Body, Goals) :-
    conjuncts(Body, Goals0),
    flat(Goals, Goals1),
    subsumes_term(Goals0, Goals1).

masked(Goal, Masked) :-
    (   Goal = (_ ; _),
        sub_term(Cut, Goal),
        Cut == !
    ->  Masked = branches
    ;   Masked = Goal
    ).

% The goals before a cut are one node; a node behind a cut in a branch has no goal of the clause.

flat(Goals0, Goals) :-
    foldl([Goal, Conjunction0, (Conjunction0, Goal)]>>true, Goals0, true, Conjunction),
    conjuncts(Conjunction, Goals).

branch(Goal, Branch) :-
    (   Goal = (Left ; Right)
    ->  ( Branch = Left ; branch(Right, Branch) )
    ;   Branch = Goal
    ).

conjuncts((Left, Right), Goals) :-
    !,
    conjuncts(Left, Goals1),
    conjuncts(Right, Goals2),
    append(Goals1, Goals2, Goals).
conjuncts(true, []) :- !.
conjuncts(!, []) :- !.
conjuncts(once(Goal), Goals) :-
    !,
    conjuncts(Goal, Goals).
conjuncts(Goal, [Goal]).
