:- module(bottom_up,
          [ open_bottom_up/2,           % +In, -Out
            bottom_up_refusal/2,        % +In, -Out
            smallest_units/2            % +In, -Out
          ]).
:- use_module(asking, [digits/4, question/2]).
:- use_module(bounded, [is_builtin/3]).
:- use_module(lemmas, [goal_text/2]).
:- use_module('../core/records', [records/3]).
:- use_module(threads, [open_search/3, tell_answer/4]).
:- use_module('../resolve/constants').
:- use_module('../resolve/resolution', [lost_state/1, reset_counters/1]).
:- use_module(library(solution_sequences), [limit/2]).
:- use_module(library(lists), [append/2, append/3, member/2, nth1/3, same_length/2]).

/** <module> Bottom-up search: from the facts to the goal

A search in a thread (threads.pl) that saturates the program under unit-resulting resolution, with a
given-clause loop. A _unit_ is an atom that follows from the program: a fact, or the head of a rule
whose goals unify with units. Its variables are universal, so that it stands for all its instances.

A new unit is dropped if it is a variant of an earlier one, or an instance of one that is active, and
waits otherwise. The unit that waits with the fewest cells becomes active, every sixth time that which
waits longest: it is combined, in each goal of each rule, with the other active units. There are
finitely many units of a size, so each that follows, or a more general one, is found at last.

The goal is looked for one step ahead: also by way of each of its rules, which a new unit may complete
before it is active.

A unit is kept with the clause and the units that it comes from. So what a derivation needs twice is
derived once, and the derivation of an answer, written out, may be far longer than the search. It is
found as the ids of its clauses and derived again, like that of every search.

The goals that a question reaches are those of predicates of the program, whose clauses do not commit:
a builtin in front of a goal would lack the bindings that the goal brings.
*/

:- set_prolog_flag(optimise, true).

%!  open_bottom_up(+In, -Out) is det.
%
%   Start a search; see open_search/3.

open_bottom_up(In, Out) :-
    open_search(bottom_up, In, Out).

prepare(_, _) :-
    thread_self(Thread),
    flags(Thread, OfBytes, OfCells),
    flag(OfBytes, _, 0),
    flag(OfCells, _, 0).

%!  bottom_up_refusal(+In, -Out) is det.
%
%   Tell whether a question can be searched. Out is 0x10FFFF and a clause that cannot be used (two
%   digits, base 0x4000): that of the query if a goal of it is no goal of the program, or 0 if all
%   can.

bottom_up_refusal(In, Out) :-
    question(In, question(_, ['$query'(Goals)], _, _, _, _, Module)),
    (   refused([#query_clause-Goals], [], Module, Clause)
    ->  true
    ;   Clause = #no_clause
    ),
    digits(2, Clause, Codes, []),
    string_codes(Out, [#wide|Codes]).

%   refused(+Bodies, +Seen, +Module, -Clause) is semidet: Clause is the first that Bodies, terms
%   Clause-Goals, reach and that cannot be used. Seen are the predicates met so far.

refused([Clause0-Goals|Bodies], Seen, Module, Clause) :-
    (   Goals = [Goal|Rest]
    ->  functor(Goal, Name, Arity),
        (   memberchk(Name/Arity, Seen)
        ->  refused([Clause0-Rest|Bodies], Seen, Module, Clause)
        ;   \+ is_of_program(Goal, Module)
        ->  Clause = Clause0
        ;   current_predicate(Module:cut/4),
            Module:cut(Committing, _, Name, Arity)
        ->  Clause = Committing
        ;   rules(Name, Arity, Module, Rules),
            append(Rules, [Clause0-Rest|Bodies], Bodies1),
            refused(Bodies1, [Name/Arity|Seen], Module, Clause)
        )
    ;   refused(Bodies, Seen, Module, Clause)
    ).

is_of_program(Goal, Module) :-
    \+ is_builtin(Goal, Module, _),
    functor(Goal, Name, _),
    \+ sub_atom(Name, 0, 1, _, $),
    !.
is_of_program(Goal, Module) :-
    functor(Goal, Name, Arity),
    functor(Head, Name, Arity),
    \+ is_builtin(Goal, Module, _),
    \+ \+ Module:res(Head, _, _, _).

rules(Name, Arity, Module, Rules) :-
    functor(Head, Name, Arity),
    findall(Id-Body, ( Module:res(Head, Body, [], Id), Body \== [] ), Rules).

%   The facts of a search are in a module of its own:
%     - waiting(Cells, Id, Unit): a unit that is not active yet
%     - origin(Id, Clause, Premises, Steps): it is the head of Clause, whose goals are the units
%       Premises; its derivation, written out, has so many steps
%     - 'unit NAME'(Argument, ..., Id): an active unit
%     - 'join NAME'(Argument, ..., Given, Head, Clause, Premises): Head follows by Clause from the unit
%       Given, with these arguments, and active units
%     - 'goal NAME'(Argument, ..., Given, Answer, Premises): likewise an answer
%     - stored(Kind, Goal, Further, Stored): Stored has the arguments of Goal and then Further

module_of(Search, Own) :-
    atom_concat(bottom_up_, Search, Own).

%   Two flags of a thread have the bytes that its units take, as other threads may not look into the
%   module, and the cells of all units that were derived: SWI-Prolog walks through each several times in
%   no inference. Their names are those of threads, of which there are few.

taken(Thread, Bytes, Cells) :-
    flags(Thread, OfBytes, OfCells),
    flag(OfBytes, Bytes, Bytes),
    flag(OfCells, Cells, Cells).

flags(Thread, OfBytes, OfCells) :-
    thread_property(Thread, id(Number)),
    atom_concat(bottom_up_bytes_, Number, OfBytes),
    atom_concat(bottom_up_cells_, Number, OfCells).

%   all_answers(+This, -Reason) is det.

all_answers(This, Reason) :-
    This = search(_, _, _, _, _-Search),
    module_of(Search, Own),
    set_module(Own:class(temporary)),
    thread_self(Thread),
    flags(Thread, OfBytes, OfCells),
    setup_call_cleanup(trie_new(Met),
                       saturated(This, Own, store(Met, OfBytes, OfCells), Reason),
                       ( '$destroy_module'(Own), trie_destroy(Met) )).

saturated(This, Own, Store, Reason) :-
    This = search(Question, _, _, _, _),
    Question = question(Context, ['$query'(Goals)], Answer, _, _, _, Module),
    reset_counters(Context),
    dynamic([Own:waiting/3, Own:origin/4, Own:stored/4]),
    copy_term(Goals-Answer, Root),
    State = state(This, Root, Own, Store, 0, 0, 0, 0), % units, least cells that wait, turns, instances
    reached(Goals, [], Module, Predicates),
    forall(member(Predicate, Predicates), declare(Own, Predicate)),
    forall(goals(Goals, Module, Joined, Ids, Premises),
           add_goals(Joined, Ids, Premises, Answer, Own)),
    forall(member(Predicate, Predicates), add_rules(Predicate, Module, Own)),
    (   Goals == []
    ->  ignore(tell_answer(This, Answer, Root, []))
    ;   forall(member(Predicate, Predicates), add_facts(Predicate, Context, State)),
        activate_all(State)
    ),
    arg(8, State, Instances),
    (   Instances =:= 0
    ->  Reason = 0
    ;   Reason = 6
    ).

reached([], _, _, []).
reached([Goal|Goals], Seen, Module, Predicates) :-
    functor(Goal, Name, Arity),
    (   memberchk(Name/Arity, Seen)
    ->  reached(Goals, Seen, Module, Predicates)
    ;   rules(Name, Arity, Module, Rules),
        findall(Called, ( member(_-Body, Rules), member(Called, Body) ), Called),
        append(Called, Goals, Goals1),
        Predicates = [Name/Arity|Predicates1],
        reached(Goals1, [Name/Arity|Seen], Module, Predicates1)
    ).

declare(Own, Name/Arity) :-
    functor(Unit, Name, Arity),
    forall(member(Kind-Further, [unit-[_], join-[_,_,_,_], goal-[_,_,_]]),
           ( Unit =.. [_|Arguments0],
             append(Arguments0, Further, Arguments),
             atomic_list_concat([Kind, Name], ' ', Stored),
             Goal =.. [Stored|Arguments],
             functor(Goal, _, StoredArity),
             dynamic(Own:Stored/StoredArity),
             assertz(Own:stored(Kind, Unit, Further, Goal)) )).

add_rules(Name/Arity, Module, Own) :-
    functor(Head, Name, Arity),
    forall(( Module:res(Head, Body, [], Id),
             nth1(Place, Body, Given)
           ),
           ( others(Body, 1, Place, Unit, Premises, Own, Others),
             Own:stored(join, Given, [Unit, Head, Id, Premises], Join),
             assertz(Own:(Join :- Others)) )).

%   goals(+Goals, +Module, -Joined, -Ids, -Premises) is nondet: the units Ids of the goals Joined prove
%   Goals, by way of Premises. Joined are Goals, or have those of a rule in the place of one: so a unit
%   that waits, or never would be picked for its size, proves what it is one step away from.

goals(Goals, _, Goals, Ids, Ids) :-
    same_length(Goals, Ids).
goals(Goals, Module, Joined, Ids, Premises) :-
    append(Before, [Goal|After], Goals),
    limit(#rules_ahead, ( Module:res(Goal, Body, [], Clause), Body \== [] )),
    append([Before, Body, After], Joined),
    same_length(Before, Ids1),
    same_length(Body, Ids2),
    same_length(After, Ids3),
    append([Ids1, Ids2, Ids3], Ids),
    append(Ids1, [by(Clause, Ids2)|Ids3], Premises).

add_goals(Goals, Ids, Premises, Answer, Own) :-
    forall(nth1(Place, Goals, Given),
           ( others(Goals, 1, Place, Unit, Ids, Own, Others),
             Own:stored(goal, Given, [Unit, Answer, Premises], Goal),
             assertz(Own:(Goal :- Others)) )).

%   others(+Goals, +I, +Place, -Given, -Premises, +Own, -Others) is det: Others calls active units for all
%   Goals but that at Place, whose unit is Given. Behind it Given is not used again, so that two goals of
%   a rule are not combined with one unit in two ways.

others([], _, _, _, [], _, true).
others([Goal|Goals], I, Place, Given, [Id|Ids], Own, Others) :-
    I1 is I+1,
    (   I =:= Place
    ->  Id = Given,
        Others = Others1
    ;   Own:stored(unit, Goal, [Id], Unit),
        (   I < Place
        ->  Others = (Unit, Others1)
        ;   Others = (Unit, Id =\= Given, Others1)
        )
    ),
    others(Goals, I1, Place, Given, Ids, Own, Others1).

add_facts(Name/Arity, Context, State) :-
    arg(#module, Context, Module),
    arg(#hidden, Context, Hidden),
    functor(Fact, Name, Arity),
    forall(( Module:res(Fact, [], [], Id),
             first_twin(Id, Module, First),
             First =\= Hidden
           ),
           ignore(add_unit(State, Fact, Id, []))).

first_twin(Id, Module, First) :-
    (   current_predicate(Module:twin/2),
        Module:twin(Id, First0)
    ->  First = First0
    ;   First = Id
    ).

%   add_unit(!State, +Unit, +Clause, +Premises) is semidet: fail if it is known.

add_unit(State, Unit, Clause, Premises) :-
    State = state(This, _, Own, store(Met, OfBytes, OfCells), Id0, Least, _, _),
    This = search(question(Context, _, _, _, _, _, _), _, _, _, _),
    arg(#max_tokens, Context, MaxTokens),
    MaxCells is 2*MaxTokens,            % no term of n cells has fewer than n/2 tokens
    (   '$term_size'(Unit, MaxCells, Cells)
    ->  flag(OfCells, Derived, Derived+Cells)
    ;   lost_state(Context)
    ),
    trie_insert(Met, Unit, true),
    \+ is_instance(State, Unit),
    Id is Id0+1,
    nb_setarg(5, State, Id),
    steps(Premises, Own, 1, Steps),
    assertz(Own:origin(Id, Clause, Premises, Steps)),
    assertz(Own:waiting(Cells, Id, Unit)),
    flag(OfBytes, Bytes, Bytes+ #bytes_of_unit + #bytes_of_cell*Cells),
    (   Cells < Least
    ->  nb_setarg(6, State, Cells)
    ;   true
    ),
    tell_answers(State, Unit, Id).

steps([], _, Steps, Steps).
steps([Premise|Premises], Own, Steps0, Steps) :-
    (   Premise = by(_, Below)
    ->  Steps2 is Steps0+1,
        steps(Below, Own, Steps2, Steps3)
    ;   Own:origin(Premise, _, _, Steps1),
        Steps3 is Steps0+Steps1
    ),
    steps(Premises, Own, Steps3, Steps).

%   is_instance(!State, +Unit) is semidet: an active unit is more general. With constants in the place of
%   its variables, Unit unifies with no other.

is_instance(State, Unit) :-
    State = state(_, _, Own, _, _, _, _, Instances0),
    \+ \+ ( numbervars(Unit, 0, _, [functor_name('variable of a unit')]),
            Own:stored(unit, Unit, [_], Active),
            call(Own:Active) ),
    Instances is Instances0+1,
    nb_setarg(8, State, Instances).

%!  smallest_units(+In, -Out) is det.
%
%   Write what a search that pauses has derived by rules. In is the number of the search and a number of units
%   (two digits each, base 0x4000). Out has a record for each of so many units, the smallest first: the unit, 1,
%   and the clauses that derive it. Units of long derivations are left out.

smallest_units(In, Out) :-
    string_codes(In, [S1,S0,C1,C0]),
    Search is S1 << 14 \/ S0,
    Count is C1 << 14 \/ C0,
    module_of(Search, Own),
    (   current_predicate(Own:origin/4)
    ->  findall(Cells-(Id-Unit), derived(Own, Cells, Id, Unit), Units0),
        keysort(Units0, Units)
    ;   Units = []                      % it has not begun, or has ended
    ),
    records([Text,1,IdsText],
            ( limit(Count, member(_-(Id-Unit), Units)),
              goal_text(Unit, Text),
              ids([Id], Own, Ids, []),
              atomic_list_concat(Ids, ' ', IdsText) ),
            Out).

derived(Own, Cells, Id, Unit) :-
    (   Own:waiting(Cells, Id, Unit)
    ;   Own:stored(unit, Unit, [Id], Active),
        call(Own:Active),
        '$term_size'(Unit, _, Cells)
    ),
    Own:origin(Id, _, [_|_], Steps),
    Steps =< #most_of_lemma.

%   activate_all(!State) is det: until no unit waits.

activate_all(State) :-
    repeat,
    (   next_unit(State, Id, Unit)
    ->  activate(State, Id, Unit),
        fail
    ;   !
    ).

activate(State, _, Unit) :-
    is_instance(State, Unit),
    !.
activate(State, Id, Unit) :-
    State = state(_, _, Own, _, _, _, _, _),
    Own:stored(unit, Unit, [Id], Active),
    assertz(Own:Active),
    Own:stored(join, Unit, [Id, Head, Clause, Premises], Join),
    forall(call(Own:Join), ignore(add_unit(State, Head, Clause, Premises))),
    tell_answers(State, Unit, Id).

next_unit(State, Id, Unit) :-
    State = state(_, _, Own, _, _, Least, Turn0, _),
    Turn is Turn0+1,
    nb_setarg(7, State, Turn),
    \+ \+ Own:waiting(_, _, _),
    (   Turn mod #by_age =:= 0
    ->  once(retract(Own:waiting(_, Id, Unit)))
    ;   smallest(Least, Own, Cells, Id, Unit),
        nb_setarg(6, State, Cells)
    ).

smallest(Cells0, Own, Cells, Id, Unit) :-
    (   retract(Own:waiting(Cells0, Id, Unit))
    ->  Cells = Cells0
    ;   Cells1 is Cells0+1,
        smallest(Cells1, Own, Cells, Id, Unit)
    ).

%   tell_answers(!State, +Unit, +Id) is det: those that follow from Unit and active units.

tell_answers(State, Unit, Id) :-
    State = state(This, Root, Own, _, _, _, _, _),
    Own:stored(goal, Unit, [Id, Answer, Premises], Goal),
    forall(call(Own:Goal),
           (   steps(Premises, Own, 0, Steps),
               Steps =< #most_written
           ->  ids(Premises, Own, Ids, []),
               ignore(tell_answer(This, Answer, Root, Ids))
           ;   This = search(question(Context, _, _, _, _, _, _), _, _, _, _),
               ignore(lost_state(Context))
           )).

%   ids(+Premises, +Own, -Ids, ?Tail) is det: the clauses of their derivations, one behind the other.

ids([], _, Ids, Ids).
ids([Premise|Premises], Own, [Clause|Ids0], Ids) :-
    (   Premise = by(Clause, Premises1)
    ->  true
    ;   Own:origin(Premise, Clause, Premises1, _)
    ),
    ids(Premises1, Own, Ids0, Ids1),
    ids(Premises, Own, Ids1, Ids).
