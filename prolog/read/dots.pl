:- module(dots,
          [ without_dots/3,             % +Clause0, +Load, -Clause
            dot_values/2,               % +Term0, -Term
            is_expanded_sometimes/1     % @Goal
          ]).

:- use_module(library(apply), [foldl/5]).
:- use_module(library(occurs), [sub_term/2]).
:- use_module('../resolve/grammar', [conjunction/2]).
:- use_module(constructs, [replaced_goals/3]).
:- use_module(loads, [load_module/2]).

/** <module> Functional notation on dicts

As SWI-Prolog does, `X = Dict.key` becomes `'.'(Dict, key, Value), X = Value`, in goals of bodies; the
values of a goal are computed in front of it.
*/

%!  without_dots(+Clause0, +Load, -Clause) is semidet.
%
%   True if Clause is Clause0 with goals in the place of functional notation, and Clause0 has some.
%
%   @throws dots(What, Fix): it has some where it cannot be replaced

without_dots(Clause0, Load, Clause) :-
    has_dots(Clause0),
    load_module(Load, Module),
    (   ( Clause0 = (_ := _) ; Clause0 = ((Function := _) :- _), has_dots(Function) )
    ->  throw(dots('a function on dicts is not supported', 'write a predicate, and call it'))
    ;   is_misplaced(Clause0)
    ->  misplaced
    ;   (   Clause0 = (_ --> _)
        ;   Clause0 = (Head0 => _),
            has_dots(Head0)
        ;   Module:modes(_)
        ;   sub_term(Goal, Clause0),
            is_expanded_sometimes(Goal),
            has_dots(Goal)
        )
    ->  throw(dots('the dot of dicts (functional notation) is not supported here',
                   'compute the value by a goal in front of it: Value = Dict.key'))
    ;   Clause0 = (?- Body0)
    ->  replaced_goals(dots:evaluated, Body0, Clause)
    ;   Clause0 = (Head0 => Body0)
    ->  Clause = (Head0 => Body),
        replaced_goals(dots:evaluated, Body0, Body)
    ;   (   Clause0 = (Head0 :- Body0)
        ->  replaced_goals(dots:evaluated, Body0, Body1),
            Rest = [Body1]
        ;   Head0 = Clause0,
            Rest = []
        ),
        value(Head0, Head, Goals, Rest),
        conjunction(Goals, Body),
        Clause = (Head :- Body)
    ).

%   is_misplaced(@Clause) is semidet: a dot in the head is the end of a fact with no space behind it, or stands in
%   a list as it was once written.

is_misplaced(Clause) :-
    (   Clause = (Head :- _)
    ->  true
    ;   \+ memberchk(Clause, [(_ --> _), (_ => _), (?- _)]),
        Head = Clause
    ),
    sub_term(Dot, Head),
    is_dot(Dot),
    ( Dot == Head ; arg(2, Dot, Function), var(Function) ),
    !.

is_dot(Term) :-
    compound(Term),
    compound_name_arity(Term, '.', 2).

%!  is_expanded_sometimes(@Goal) is semidet.
%
%   True if SWI-Prolog expands the goals in Goal as its library is imported, loaded when it is called, or not. The last
%   five are library(reif)'s.

is_expanded_sometimes(Goal) :-
    compound(Goal),
    compound_name_arity(Goal, Name, Arity),
    memberchk(Name/Arity, [aggregate/3, aggregate_all/3, aggregate_all/4, assertion/1, call_cleanup/2, call_nth/2,
                           distinct/1, distinct/2, findnsols/4, findnsols/5, foreach/2, freeze/2, limit/2,
                           offset/2, setup_call_cleanup/3, time/1, when/2, with_output_to_chars/2,
                           with_output_to_chars/3, if_/3, tfilter/3, tmember/2, tmember_t/3, tpartition/4]).

has_dots(Term) :-
    compound(Term),
    (   is_dot(Term)
    ->  true
    ;   arg(_, Term, Argument),
        has_dots(Argument)
    ->  true
    ).

misplaced :-
    throw(dots('the dot of dicts (functional notation) is not supported here',
               'put a space or a line break behind a full stop; write [Head|Tail] for a list')).

evaluated(Goal0, Goal) :-
    (   is_dot(Goal0)                   % more likely the end of a clause than a value that is called
    ->  misplaced
    ;   has_dots(Goal0)
    ->  value(Goal0, Goal1, Goals, [Goal1]),
        conjunction(Goals, Goal)
    ;   Goal = Goal0
    ).

%!  dot_values(+Term0, -Term) is det.
%
%   Term is Term0 with a variable for each value of functional notation.

dot_values(Term0, Term) :-
    value(Term0, Term, _, _).

%   value(+Term0, -Term, -Goals0, ?Goals) is det: Goals0-Goals compute the values that stand in Term, from left
%   to right and from the inside to the outside.

value(Term, Term, Goals, Goals) :-
    \+ compound(Term),
    !.
value(Term0, Term, Goals0, Goals) :-
    compound_name_arguments(Term0, Name, Arguments0),
    foldl(value, Arguments0, Arguments, Goals0, Goals1),
    (   Name == '.',
        Arguments = [Data, Function]
    ->  Goals1 = ['.'(Data, Function, Term)|Goals]
    ;   compound_name_arguments(Term, Name, Arguments),
        Goals1 = Goals
    ).
