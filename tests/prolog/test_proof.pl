:- module(test_proof, []).

:- use_module(engine(search/proof)).
:- use_module(engine(builtins/builtins), [builtin/2]).
:- use_module(engine(resolve/tokens)).
:- use_module(engine(core/core), [open_engine/3, close_engine/1]).
:- use_module(library(apply), [exclude/3, maplist/2, maplist/3]).
:- use_module(library(lists), [append/2, append/3, member/2]).
:- use_module(library(plunit)).
:- use_module(loading).

% proved(+Text, +Query, +Ordinals, -Bindings, -Lines): what proof/2 makes of a derivation on first pages,
% as terms and terms line(Kind, Depth, Clause, Goal).

proved(Text, Query, Ordinals, Bindings, Lines) :-
    loaded(Text, [hide_query(false)], [text(goal, Query)], Module),
    intern_program(Module),
    Module:query(goal, 0, Goals, Answer, _, Hidden, _, Names),
    !,
    Engine = 4711,
    number_variables(Goals-Answer),
    encode_terms(['$query'(Goals),Answer,Answer], Module, Tokens, []),
    maplist(name_codes, Names, Lists),
    append(Lists, NameCodes),
    length(Names, NameCount),
    findall(Code, ( member(Ordinal, Ordinals), member(Code, [0,1,0,0,0,Ordinal]) ), Choices),
    length(Ordinals, StepCount),
    append([[0,Engine,0,Hidden,NameCount], NameCodes, [99,1], Tokens], Header),
    length(Header, HeaderLength),
    append([[0,HeaderLength,0,StepCount], Header, Choices], Codes),
    string_codes(In, Codes),
    setup_call_cleanup(open_engine(Engine, Module, []),
                       proof(In, Out),
                       close_engine(Engine)),
    string_codes(Out, [_|OutCodes]),
    fields(Names, OutCodes, [_,_,_,_|Tree], Bindings),  % no delayed goals, no output
    split_string(Tree, "\x02\", "", Parts),
    once(append(Nodes, [Count], Parts)),
    length(Nodes, Length),
    number_string(Length, Count),
    maplist(node_line, Nodes, Lines).

name_codes(Name, [Length|Codes]) :-
    atom_codes(Name, Codes),
    length(Codes, Length).

fields([], Codes, Codes, []).
fields([_|Names], [High,Low|Codes0], Codes, [Text|Texts]) :-
    Length is High*0x4000+Low,
    length(FieldCodes, Length),
    append(FieldCodes, Codes1, Codes0),
    atom_codes(Text, FieldCodes),
    fields(Names, Codes1, Codes, Texts).

node_line(Node, line(Kind, Depth, Clause, Goal)) :-
    split_string(Node, "\x01\", "", Texts),
    maplist(atom_string, [Depth,Kind,Clause,_,Goal|_], Texts).

lines(Text, Query, Ordinals, Lines) :-
    proved(Text, Query, Ordinals, _, Lines).

goals(Text, Query, Ordinals, Goals) :-
    lines(Text, Query, Ordinals, Lines),
    findall(Goal, member(line(_, _, _, Goal), Lines), Goals).

:- begin_tests(proof).

test(bindings_come_first_then_the_tree_in_preorder,
     Bindings-Lines == [b]-[ line(query, '0', '3', 'p(b)'),
                             line('', '1', '4', 'p(b)'),
                             line('', '2', '6', 'q(b)'),
                             line('', '2', '7', 'r(b)') ]) :-
    proved("p(X) :- q(X), r(X).\nq(a). q(b).\nr(b).", "p(X)", [0, 0, 1, 0], Bindings, Lines).
test(every_goal_is_instantiated_by_the_whole_derivation, Goals == ['p(s(o)), X = X', 'p(s(o))']) :-
    goals("p(s(o)).", "p(Y), X = X, true", [0, 0], Goals0),
    append(Goals, ['X = X'], Goals0),
    !.
test(clauses_are_renamed_apart, Goals == ['p(a, b)', 'p(a, b)', 'q(a)', 'q(b)']) :-
    goals("p(X, Y) :- q(X), q(Y).\nq(Z) :- Z = Z.", "p(a, b)", [0, 0, 0, 0], Goals0),
    exclude_builtins(Goals0, Goals).
test(derivation_that_is_not_one_is_no_proof,
     [forall(member(Ordinals, [[0], [0, 0], [0, 2, 0], [0, 0, 0, 0], [1, 0, 0]])), fail]) :-
    lines("p(X) :- q(X).\nq(a).", "p(X)", Ordinals, _).
test(a_disjunction_is_shown_as_written,
     Goals == ['p(b)', 'p(b)', 'b = a ; b = b', 'b = b']) :-
    goals("p(X) :- ( X = a ; X = b ).", "p(b)", [0, 0, 0], Goals).
test(an_if_then_else_is_shown_as_written,
     Goals == ['p(0)', 'p(0)', '0 > 1 -> q(0) ; r(0)', '\\+ 0 > 1', 'r(0)']) :-
    goals("p(X) :- ( X > 1 -> q(X) ; r(X) ).\nq(5). r(0).", "p(0)", [0, 0, 0, 0], Goals).
test(builtins_and_negation_have_no_clause, Clauses == ['0', '0']) :-
    lines("p(X) :- q(X), X > 1, \\+ q(3).\nq(2).", "p(2)", [0, 0, 0], Lines),
    findall(Clause, ( member(line(Kind, _, Clause, _), Lines), memberchk(Kind, [builtin, not]) ),
            Clauses).
test(unbound_variables_have_letters_that_no_variable_of_the_query_has,
     Goals == ['p(X, Y, _A)', 'p(X, Y, _A)']) :-
    goals("p(_, _, _).", "p(X, Y, _)", [0, 0], Goals).
test(more_variables_than_letters_still_differ, Different == 40) :-
    length(Variables, 40),
    Term =.. [p|Variables],
    format(string(Text), "~p.", [Term]),
    goals(Text, Text, [0, 0], [Goal|_]),
    term_to_atom(Read, Goal),
    term_variables(Read, Others),
    length(Others, Different).
test(atoms_are_quoted_and_operators_written_as_such,
     Lines == ['''A b''', '[1, - 1, a-(b-c)|T]', '(a:-b, c)']) :-
    proved("p.", "X = 'A b', Y = [1, - 1, a-(b-c)|T], Z = (a :- b, c)", [0], Bindings, _),
    exclude(==('T'), Bindings, Lines).
test(a_renamed_library_predicate_has_its_own_name, Goals == ['q(a)', 'q(a)', 'member(a, [a])']) :-
    goals("member(1, 2, 3).\nq(X) :- member(X, [a]).", "q(a)", [0, 0, 0], Goals0),
    Goals0 = [Goal1,Goal2,Goal3|_],
    Goals = [Goal1,Goal2,Goal3].
test(every_builtin_of_the_engines_own_is_internal, Names == []) :-
    findall(Name,
            ( builtin(Goal, _), functor(Goal, Name, _), sub_atom(Name, 0, _, _, $),
              \+ proof:is_internal(Goal) ),
            Names).

:- end_tests(proof).

exclude_builtins(Goals0, Goals) :-
    findall(Goal, ( member(Goal, Goals0), \+ sub_atom(Goal, _, _, _, =) ), Goals).
