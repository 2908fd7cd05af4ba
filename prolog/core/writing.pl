:- module(writing,
          [ write_text/4                % +Module, +Term, +Priority, +Names
          ]).
:- use_module('../resolve/constants').

/** <module> Terms of any depth as text

write_term/2 goes down a term by recursion in C, and a derivation may make terms of any depth. What
is deeper than the text of a program may be is written here, in the notation without operators.
*/

%!  write_text(+Module, +Term, +Priority, +Names) is det.
%
%   Write Term to the current output, with the operators of Module, so that it can be read again, with
%   brackets if its operator binds less than Priority. Names are terms Name=Variable.

write_text(Module, Term, Priority, Names) :-
    (   (   '$term_size'(Term, #max_depth, _)   % a level takes more than one cell
        ;   within(Term, #max_depth)
        )
    ->  write_term(Term, [ quoted(true), spacing(next_argument), numbervars(false), module(Module),
                           character_escapes(true), variable_names(Names), priority(Priority) ])
    ;   write_deep(Term, Names)
    ).

%   within(+Term, +Levels) is semidet: Term has no more than Levels. List members are side by side.

within(Term, Levels) :-
    (   compound(Term)
    ->  Levels > 0,
        Levels1 is Levels-1,
        compound_name_arity(Term, Name, Arity),
        arguments_within(1, Arity, Name, Term, Levels1)
    ;   true
    ).

arguments_within(N, Arity, Name, Term, Levels) :-
    arg(N, Term, Argument),
    (   N < Arity
    ->  within(Argument, Levels),
        N1 is N+1,
        arguments_within(N1, Arity, Name, Term, Levels)
    ;   Name == '[|]',
        Arity == 2
    ->  Levels1 is Levels+1,
        within(Argument, Levels1)
    ;   within(Argument, Levels)
    ).

write_deep(Term, Names) :-
    (   \+ compound(Term)
    ->  write_text(user, Term, 999, Names)
    ;   Term = [Head|Tail]
    ->  put_char('['),
        write_deep(Head, Names),
        write_tail(Tail, Names)
    ;   compound_name_arity(Term, Name, Arity),
        writeq(Name),
        put_char('('),
        write_arguments(1, Arity, Term, Names)
    ).

write_tail(Tail, Names) :-
    (   nonvar(Tail),
        Tail = [Head|Tail1]
    ->  put_char(','),
        write_deep(Head, Names),
        write_tail(Tail1, Names)
    ;   Tail == []
    ->  put_char(']')
    ;   put_char('|'),
        write_deep(Tail, Names),
        put_char(']')
    ).

write_arguments(N, Arity, Term, Names) :-
    arg(N, Term, Argument),
    (   N == Arity
    ->  write_deep(Argument, Names),
        put_char(')')
    ;   write_deep(Argument, Names),
        put_char(','),
        N1 is N+1,
        write_arguments(N1, Arity, Term, Names)
    ).
