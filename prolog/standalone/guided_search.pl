:- module(guided_search,
          [ prove/1,                    % :Goal
            prove/2,                    % :Goal, -Steps
            prove/3,                    % :Goal, +Depth, -Steps
            prove_once/2,               % :Goal, -Steps
            prove_once/3,               % :Goal, +Depth, -Steps
            ranking/2,                  % +Goals, -Choices
            page/6                      % +Goals, +Answer, +Offset, +Path, -Choices, -More
          ]).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module('../resolve/resolution', [candidate/5, context/4, front/3]).
:- use_module(network).
:- use_module(view).
:- use_module(library(lists), [append/3, max_list/2, member/2, sum_list/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(library(solution_sequences), [limit/2, offset/2]).

/** <module> A depth-first search in the order of a policy

The module `program` holds a program in normal form, the module `weights` a policy that was trained on
it. Derivations are bounded in their length, and in their cost: length divided by probability, as in
Levin tree search. The bound on the cost grows from pass to pass, so that likely derivations are tried
first wherever in the tree they branch off, with the memory of a depth-first search.

    ?- prove(path(a, X)).
    X = b.
*/

:- set_prolog_flag(optimise, true).

:- meta_predicate
    prove(0),
    prove(0, -),
    prove(0, +, -),
    prove_once(0, -),
    prove_once(0, +, -).

:- dynamic
    met/5.                              % Hash, Search, Key, Length, Surprise

%!  prove(:Goal) is nondet.
%
%   True if Goal has a derivation of at most 200 steps.

prove(Goal) :-
    prove(Goal, _).

%!  prove(:Goal, -Steps) is nondet.
%
%   As prove/3, with at most 200 steps.

prove(Goal, Steps) :-
    prove(Goal, 200, Steps).

%!  prove(:Goal, +Depth, -Steps) is nondet.
%
%   True if Goal has a derivation of at most Depth steps; of a process, if the end is reached from its
%   query Goal. Steps is a list of terms Goal-Clause: clauses are those of program:clause_text/4, and
%   states of a process are '$state'(Reward, State) or '$state'(Reward, Observation, State). Derivations that are short, and likely by the policy,
%   come first; an answer may come more than once. Fail if there is no (other) derivation of that
%   length.
%
%   @error existence_error(procedure, Name/Arity) if the program does not define it
%   @error domain_error(goal, Goal) for control constructs other than `,` and `\+`

prove(_:Goal, Depth, Steps) :-
    term_variables(Goal, Variables),
    Answer =.. [answer|Variables],
    derivations(Goal, Answer, Depth, Steps).

%!  prove_once(:Goal, -Steps) is semidet.
%
%   As prove_once/3, with at most 200 steps.

prove_once(Goal, Steps) :-
    prove_once(Goal, 200, Steps).

%!  prove_once(:Goal, +Depth, -Steps) is semidet.
%
%   As once(prove(Goal, Depth, Steps)), and faster: states that differ only in the answer that led to
%   them are one.

prove_once(_:Goal, Depth, Steps) :-
    derivations(Goal, answer, Depth, Steps),
    !.

derivations(Goal, Answer, Depth, Steps) :-
    (   program:defined('$start', 1)
    ->  Goals = ['$start'(Goal)]
    ;   body(Goal, Goals, [])
    ),
    context(Context),
    front(Goals, Context, Resolvent),
    flag(guided_search, Search, Search+1),
    setup_call_cleanup(true,
                       passes(-1, 3, Resolvent, Answer, Depth, Search, Steps),
                       retractall(met(_, Search, _, _, _))).

%   passes(+From, +To, +Goals, +Answer, +Depth, +Search, -Steps) is nondet: try derivations whose cost,
%   a logarithm, is above From and at most To; then those that cost twice as much, and so on.

passes(From, To, Goals, Answer, Depth, Search, Steps) :-
    Bound = bound(From, To, none, Search, Depth),
    retractall(met(_, Search, _, _, _)),
    (   derivation(Goals, Answer, 0, surprise(0, 0), [], Bound, Steps)
    ;   arg(3, Bound, Next),
        number(Next),                   % the least cost that was given up
        To1 is max(To+log(2), Next),
        passes(To, To1, Goals, Answer, Depth, Search, Steps)
    ).

derivation([], _, Length, Surprise, _, Bound, []) :-
    !,
    arg(1, Bound, From),
    cost(Length, Surprise, Cost),
    Cost > From.
derivation(Goals, Answer, Length, Surprise, Path, Bound, [Goal-Clause|Steps]) :-
    arg(5, Bound, Depth),
    Length < Depth,
    key(Goals, Answer, Key),
    is_new(Key, Length, Surprise, Bound),
    term_variables(Goals-Answer, Variables),
    Goals = [Goal|_],
    Path1 = [Key|Path],
    choice(Goals, Answer, 0, Path1, Length, Surprise, Bound, Clause, Variables, Next, Surprise1),
    Length1 is Length+1,
    derivation(Next, Answer, Length1, Surprise1, Path1, Bound, Steps).

%   cost(+Length, +Surprise, -Cost) is det: length divided by probability, a logarithm. A surprise has
%   the negative logarithms of the probability by two readings of the policy; the run says which share
%   the second has.

cost(Length, surprise(First, _), Cost) :-
    \+ weights:setting(sharper_share, _),
    !,
    Cost is log(max(Length, 1))+First.
cost(Length, surprise(First0, Second0), Cost) :-
    weights:setting(sharper_share, Share),
    First is First0-log(1-Share),
    Second is Second0-log(Share),
    Least is min(First, Second),
    Cost is log(max(Length, 1))+Least-log(1+exp(Least-max(First, Second))).

%   is_new(+Key, +Length, +Surprise, +Bound) is semidet: true if no variant of the state was met in
%   this pass, as likely by both readings and in as few steps.

is_new(Key, Length, Surprise, Bound) :-
    arg(4, Bound, Search),
    term_hash(Key, Hash),
    \+ ( met(Hash, Search, Key, Length0, surprise(First0, Second0)),
         Length0 =< Length,
         Surprise = surprise(First, Second),
         First0 =< First,
         Second0 =< Second
       ),
    assertz(met(Hash, Search, Key, Length, Surprise)).

%   choice(+Goals, +Answer, +Offset, +Path, +Length, +Surprise0, +Bound, -Clause, +Variables, -Next,
%   -Surprise) is nondet: candidates in the order of the policy; those of other pages in their turn.

choice(Goals, Answer, Offset, Path, Length, Surprise0, Bound, Clause, Variables, Next, Surprise) :-
    page(Goals, Answer, Offset, Path, Choices, _),
    surprises(Choices, Length, Pairs0),
    keysort(Pairs0, Pairs),
    member(surprise(Minus1, Minus2)-choice(_, Clause0, Where), Pairs),
    Surprise0 = surprise(First0, Second0),
    First is First0+Minus1,
    Second is Second0+Minus2,
    Surprise1 = surprise(First, Second),
    within(Length, Surprise1, Bound),
    (   Where = next(Offset1)
    ->  choice(Goals, Answer, Offset1, Path, Length, Surprise1, Bound, Clause, Variables, Next,
               Surprise)
    ;   Where = state(Variables, Next),
        Clause = Clause0,
        Surprise = Surprise1
    ).

%   surprises(+Choices, +Length, -Pairs) is det: how unlikely each choice is, as the run reads its
%   policy: with a power and with ten times this power, and with a share for all alike that falls with
%   the length.

surprises([], _, []) :-
    !.
surprises(Choices, Length, Pairs) :-
    weights:setting(sharpness, Sharpness),
    (   weights:setting(uniform_share, Share0)
    ->  Share = Share0
    ;   Share is 0.1*(1-log(Length+4)/log(Length+5))
    ),
    findall(Log, member(choice(Log, _, _), Choices), Logs),
    max_list(Logs, Most),
    length(Choices, Count),
    minuses(Logs, Most, Sharpness, Share, Count, First),
    (   weights:setting(sharper_share, _)
    ->  Sharper is 10*Sharpness,
        minuses(Logs, Most, Sharper, Share, Count, Second)
    ;   Second = First
    ),
    pairs(Choices, First, Second, Pairs).

pairs([], [], [], []).
pairs([Choice|Choices], [First|Firsts], [Second|Seconds], [surprise(First, Second)-Choice|Pairs]) :-
    pairs(Choices, Firsts, Seconds, Pairs).

minuses(Logs, Most, Sharpness, Share, Count, Minuses) :-
    findall(Power, ( member(Log, Logs), Power is exp(Sharpness*(Log-Most)) ), Powers),
    sum_list(Powers, Sum),
    findall(Minus,
            ( member(Power, Powers), Minus is -log((1-Share)*Power/Sum+Share/Count) ),
            Minuses).

within(Length, Surprise, Bound) :-
    Bound = bound(_, To, Least, _, _),
    Length1 is Length+1,
    cost(Length1, Surprise, Cost),
    (   Cost =< To
    ->  true
    ;   (   Least == none
        ;   Cost < Least
        )
    ->  nb_setarg(3, Bound, Cost),
        fail
    ).

%!  ranking(+Goals, -Choices) is det.
%
%   Choices are the candidates of the first page of a state, the likeliest first: terms
%   choice(Log, Clause, Where). Log is the logarithm of the probability, Where is state(_, Next) with
%   the goals that are then open, or next(Offset) for the action that turns the page.

ranking(Goals, Choices) :-
    page(Goals, answer, 0, [], Choices0, _),
    findall(Minus-choice(Log, Clause, Where),
            ( member(choice(Log, Clause, Where), Choices0), Minus is -Log ),
            Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Choices).

%!  page(+Goals, +Answer, +Offset, +Path, -Choices, -More) is det.
%
%   Choices are those of the page that begins with candidate Offset, in the order of the program,
%   without variants of each other and of the states whose keys are in Path. More is `true` if there is another page; the last choice turns to it.

page(Goals, Answer, Offset, Path, Choices, More) :-
    weights:setting(page_width, Width),
    Goals = [Goal|Rest],
    term_variables(Goals-Answer, Variables),
    Most is Width+1,
    context(Context),
    findall(found(Clause, Variables, Answer, Next),
            limit(Most, offset(Offset, candidate(Goal, Rest, Context, Next, Clause))),
            Found0),
    length(Found0, Count),
    (   Count > Width
    ->  More = true,
        Kept is Width-1,
        length(Found1, Kept),
        append(Found1, _, Found0),
        Offset1 is Offset+Kept,
        Turn = [choice(1, [])]
    ;   More = false,
        Found1 = Found0,
        Turn = []
    ),
    distinct(Found1, Path, Found),
    choices(Found, Shown, Turn),
    (   Shown = []
    ->  Choices = []
    ;   Shown = [_]                     % without an alternative
    ->  with_logs([0], Found, Offset1, Choices)
    ;   view(Goals, Rows),
        log_probabilities(Rows, Shown, Logs),
        with_logs(Logs, Found, Offset1, Choices)
    ).

distinct([], _, []).
distinct([One|Found0], Keys, Found) :-
    One = found(_, _, Answer, Next),
    key(Next, Answer, Key),
    (   memberchk(Key, Keys)
    ->  Found = Found1
    ;   Found = [One|Found1]
    ),
    distinct(Found0, [Key|Keys], Found1).

choices([], Shown, Shown).
choices([found(Clause, _, _, Next)|Found], [choice(Id, Rows)|Shown], Tail) :-
    (   weights:clause_id(Clause, Id0)
    ->  Id = Id0
    ;   Id = 0
    ),
    (   weights:setting(reads_candidates, true)
    ->  view(Next, Rows)
    ;   Rows = []
    ),
    choices(Found, Shown, Tail).

with_logs([], [], _, []).
with_logs([Log|Logs], Found0, Offset, [choice(Log, Clause, Where)|Choices]) :-
    (   Found0 = [found(Clause, Variables, _, Next)|Found]
    ->  Where = state(Variables, Next)
    ;   Found = [],
        Clause = more,
        Where = next(Offset)
    ),
    with_logs(Logs, Found, Offset, Choices).

%   key(+Goals, +Answer, -Key) is det: keys of variants are identical.

key(Goals, Answer, Key) :-
    copy_term(Goals-Answer, Key),
    term_variables(Key, Variables),
    numbered(Variables, 0).

numbered([], _).
numbered(['$role'(I)|Variables], I) :-
    I1 is I+1,
    numbered(Variables, I1).

context(Context) :-
    weights:options(Options),
    context(program, Options, 0, Context).

%   body(+Goal, -Goals, ?Tail) is det: the goals of a conjunction in normal form.

body(Goal, _, _), var(Goal) =>
    throw(error(instantiation_error, _)).
body((Left, Right), Goals, Tail) =>
    body(Left, Goals, Goals1),
    body(Right, Goals1, Tail).
body(true, Goals, Tail) =>
    Goals = Tail.
body(\+ Goal, Goals, Tail) =>
    body(Goal, Negated, []),
    Goals = ['$not'(Negated)|Tail].
body(Goal, Goals, Tail) =>
    functor(Goal, Name, Arity),
    functor(General, Name, Arity),
    (   ( builtin(General, _) ; program:defined(Name, Arity) )
    ->  Goals = [Goal|Tail]
    ;   memberchk(Name/Arity, [(;)/2, (->)/2, (*->)/2, (!)/0, findall/3, forall/2, call/1])
    ->  throw(error(domain_error(goal, Goal), _))
    ;   throw(error(existence_error(procedure, Name/Arity), _))
    ).
