:- module(clause_library_grammar,
          [ string/3,                   % ?Codes, ?List, ?Rest
            sequence/4,                 % :Element, ?Elements, ?List, ?Rest
            sequence/5,                 % :Element, :Separator, ?Elements, ?List, ?Rest
            sequence/7,                 % :Start, :Element, :Separator, :End, ?Elements, ?List, ?Rest
            optional/4                  % :Match, :Default, ?List, ?Rest
          ]).

/** <module> Library predicates as clauses: nonterminals

The nonterminal of SWI-Prolog's library(dcg/basics) with many solutions, and all of
library(dcg/high_order), with their two lists. `library.pl` says how such predicates are written.
Terminals of a grammar rule that are a partial list, as in `s --> [a|Rest], t`, are taken by '$append'/3.
*/

'$append'([], Ys, Ys).
'$append'([X|Xs], Ys, [X|Zs]) :-
    '$append'(Xs, Ys, Zs).

%!  string(?Codes, ?List, ?Rest) is nondet.

string([], Rest, Rest).
string([Code|Codes], [Code|List], Rest) :-
    string(Codes, List, Rest).

%!  sequence(:Element, ?Elements, ?List, ?Rest) is nondet.

sequence(Element, Xs, List, Rest) :-
    '$sequence'(Xs, Element, List, Rest).

'$sequence'([X|Xs], Element, List, Rest) :-
    call(Element, X, List, List1),
    '$sequence'(Xs, Element, List1, Rest).
'$sequence'([], _, Rest, Rest).

%!  sequence(:Element, :Separator, ?Elements, ?List, ?Rest) is nondet.

sequence(Element, Separator, Xs, List, Rest) :-
    '$sequence'(Xs, Element, Separator, List, Rest).

'$sequence'(Xs, Element, Separator, List, Rest) :-
    var(Xs),
    !,
    (   call(Element, X, List, List1)
    *-> '$more'(Xs, X, Element, Separator, List1, Rest)
    ;   Xs = [],
        List = Rest
    ).
'$sequence'([X|Xs], Element, Separator, List, Rest) :-
    call(Element, X, List, List1),
    (   Xs == []
    ->  List1 = Rest
    ;   phrase(Separator, List1, List2),
        '$sequence'(Xs, Element, Separator, List2, Rest)
    ).
'$sequence'([], _, _, Rest, Rest).

'$more'([X|Xs], X, Element, Separator, List, Rest) :-
    phrase(Separator, List, List1),
    !,
    '$elements'(Xs, Element, Separator, List1, Rest).
'$more'([X], X, _, _, Rest, Rest).

'$elements'([X|Xs], Element, Separator, List, Rest) :-
    call(Element, X, List, List1),
    '$after'(Xs, Element, Separator, List1, Rest).

'$after'(Xs, Element, Separator, List, Rest) :-
    phrase(Separator, List, List1),
    !,
    '$elements'(Xs, Element, Separator, List1, Rest).
'$after'([], _, _, Rest, Rest).

%!  sequence(:Start, :Element, :Separator, :End, ?Elements, ?List, ?Rest) is semidet.

sequence(Start, Element, Separator, End, Xs, List, Rest) :-
    phrase(Start, List, List1),
    sequence(Element, Separator, Xs, List1, List2),
    phrase(End, List2, List3),
    !,
    List3 = Rest.

%!  optional(:Match, :Default, ?List, ?Rest) is semidet.

optional(Match, _, List, Rest) :-
    phrase(Match, List, List1),
    !,
    List1 = Rest.
optional(_, Default, List, Rest) :-
    phrase(Default, List, List1),
    !,
    List1 = Rest.
