:- module(guided_search,
          [ prove/1,                    % :Goal
            prove/2,                    % :Goal, -Steps
            prove/3,                    % :Goal, +Depth, -Steps
            ranking/2,                  % +Goals, -Choices
            page/5                      % +Goals, +Answer, +Offset, -Choices, -More
          ]).
:- use_module('../builtins/builtins', [builtin/2]).
:- use_module('../resolve/resolution', [candidate/5, context/4, front/3]).
:- use_module(network).
:- use_module(view).
:- use_module(library(lists), [append/3, member/2, memberchk/2]).
:- use_module(library(pairs), [pairs_values/2]).
:- use_module(library(solution_sequences), [limit/2, offset/2]).

/** <module> A depth-first search in the order of a policy

The module `program` holds a program in normal form, the module `weights` a policy that was trained on
it. Derivations are bounded in their length, and in how unlikely the policy takes them to be: the
likely ones are tried first, wherever in the tree they are.

    ?- prove(path(a, X)).
    X = b.
*/

:- set_prolog_flag(optimise, true).

:- meta_predicate
    prove(0),
    prove(0, -),
    prove(0, +, -).

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
%   True if Goal has a derivation of at most Depth steps. Steps is a list of terms Goal-Clause:
%   clauses are those of program:clause_text/4. Derivations that the policy takes for likely come
%   first; an answer may come more than once. Fail if there is no (other) derivation of that length.
%
%   @error existence_error(procedure, Name/Arity) if the program does not define it
%   @error domain_error(goal, Goal) for control constructs other than `,` and `\+`

prove(_:Goal, Depth, Steps) :-
    body(Goal, Goals, []),
    term_variables(Goal, Variables),
    Answer =.. [answer|Variables],
    context(Context),
    front(Goals, Context, Resolvent),
    bounds(0, 1.5, Resolvent, Answer, Depth, Steps).

%   bounds(+From, +To, +Goals, +Answer, +Depth, -Steps) is nondet: try derivations whose surprise
%   (minus the logarithm of their probability) is above From and at most To; then further ones.

bounds(From, To, Goals, Answer, Depth, Steps) :-
    Bound = bound(From, To, none),
    (   derivation(Goals, Answer, Depth, 0, [], Bound, Steps)
    ;   arg(3, Bound, Next),
        number(Next),                   % the surprise of the likeliest choice that was given up
        To1 is max(To+1.5, Next),
        bounds(To, To1, Goals, Answer, Depth, Steps)
    ).

derivation([], _, _, Surprise, _, bound(From, _, _), []) :-
    !,
    (   From =:= 0
    ->  true
    ;   Surprise > From
    ).
derivation(Goals, Answer, Depth, Surprise, Path, Bound, [Goal-Clause|Steps]) :-
    Depth > 0,
    key(Goals, Answer, Key),
    \+ memberchk(Key, Path),
    term_variables(Goals-Answer, Variables),
    Goals = [Goal|_],
    choice(Goals, Answer, 0, Surprise, Bound, Clause, Variables, Next, Surprise1),
    Depth1 is Depth-1,
    derivation(Next, Answer, Depth1, Surprise1, [Key|Path], Bound, Steps).

%   choice(+Goals, +Answer, +Offset, +Surprise0, +Bound, -Clause, +Variables, -Next, -Surprise) is
%   nondet: candidates in the order of the policy; those of other pages where their turn is.

choice(Goals, Answer, Offset, Surprise0, Bound, Clause, Variables, Next, Surprise) :-
    page(Goals, Answer, Offset, Choices, _),
    findall(Minus-Choice,
            ( member(choice(Log, Clause0, Where), Choices),
              Minus is -Log,
              Choice = Clause0-Where
            ),
            Pairs0),
    keysort(Pairs0, Pairs),
    member(Minus-(Clause0-Where), Pairs),
    Surprise1 is Surprise0+Minus,
    within(Surprise1, Bound),
    (   Where = next(Offset1)
    ->  choice(Goals, Answer, Offset1, Surprise1, Bound, Clause, Variables, Next, Surprise)
    ;   Where = state(Variables, Next),
        Clause = Clause0,
        Surprise = Surprise1
    ).

within(Surprise, Bound) :-
    Bound = bound(_, To, Least),
    (   Surprise =< To
    ->  true
    ;   (   Least == none
        ;   Surprise < Least
        )
    ->  nb_setarg(3, Bound, Surprise),
        fail
    ).

%!  ranking(+Goals, -Choices) is det.
%
%   Choices are the candidates of the first page of a state, the likeliest first: terms
%   choice(Log, Clause, Where). Log is the logarithm of the probability, Where is state(_, Next) with
%   the goals that are then open, or next(Offset) for the action that turns the page.

ranking(Goals, Choices) :-
    page(Goals, answer, 0, Choices0, _),
    findall(Minus-choice(Log, Clause, Where),
            ( member(choice(Log, Clause, Where), Choices0), Minus is -Log ),
            Pairs0),
    keysort(Pairs0, Pairs),
    pairs_values(Pairs, Choices).

%!  page(+Goals, +Answer, +Offset, -Choices, -More) is det.
%
%   Choices are those of the page that begins with candidate Offset, in the order of the program,
%   without variants. More is `true` if there is another page; the last choice turns to it.

page(Goals, Answer, Offset, Choices, More) :-
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
    distinct(Found1, [], Found),
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
