:- module(sizes,
          [ has_size/2,                 % +Term, +Most
            size_left/3                 % +Term, +Left0, -Left
          ]).
:- use_module(constants).

/** <module> The size of a term as it is written

'$term_size'/3 counts a subterm that is shared once, and so do unification and comparison. Text,
tokens and tries have it each time: they are asked for terms of bounded size only.
*/

%!  has_size(+Term, +Most) is semidet.
%
%   True if Term is written in at most Most names, variables and numbers.

has_size(Term, Most) :-
    (   '$term_size'(Term, #cells_without_count, _)
    ->  true
    ;   size_left(Term, Most, _)
    ).

%!  size_left(+Term, +Left0, -Left) is semidet.
%
%   True if Left of Left0 are left when Term has been written.

size_left(Term, Left0, Left) :-
    Left0 > 0,
    Left1 is Left0-1,
    (   compound(Term)
    ->  compound_name_arity(Term, _, Arity),
        size_left_by_arguments(1, Arity, Term, Left1, Left)
    ;   Left = Left1
    ).

size_left_by_arguments(N, Arity, Term, Left0, Left) :-
    (   N > Arity
    ->  Left = Left0
    ;   arg(N, Term, Argument),
        (   N == Arity                  % the last call, for long lists
        ->  size_left(Argument, Left0, Left)
        ;   size_left(Argument, Left0, Left1),
            N1 is N+1,
            size_left_by_arguments(N1, Arity, Term, Left1, Left)
        )
    ).
