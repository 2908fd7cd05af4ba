:- module(unread,
          [ unread_clause/7             % +In, +From, +Reader, +Places, -Clause, -Line, -Near
          ]).

:- use_module(library(lists), [member/2]).
:- use_module('../resolve/flat_dicts', [flat_dicts/2]).
:- use_module(dots, [dot_values/2]).
:- use_module(reading, [odd_term/3]).

/** <module> What is known of a clause that cannot be read
*/

%!  unread_clause(+In, +From, +Reader, +Places, -Clause, -Line, -Near) is det.
%
%   Unify Clause with the head, and a body that stands for any, of the clause between the places Start
%   and End of In, where it cannot be read as a whole. Places are Start-Wrong-End, and Line is the line
%   of Wrong, if it is known. A body with `!` in its text is a cut. Clause is (:- unread) for a directive,
%   and `unknown` for text whose head cannot be read either. From is a position of In before Start, or
%   `none` for a stream that cannot go back. Near is the text from Start on and the place of Wrong in
%   it, as for likely_fix/3, or `none`.

unread_clause(In, From, Reader, Start-Wrong-End, Clause, Line, Near) :-
    Length is End-Start,
    Count is max(0, min(Length, Wrong-Start)),
    (   Length < 10_000,
        From = '$stream_position'(Before, _, _, _),
        Skipped is Start-Before,
        stream_property(In, position(Now)),
        setup_call_cleanup(set_stream_position(In, From),
                           ( read_string(In, Skipped, _),
                             line_count(In, Line0),
                             read_string(In, Length, Text)
                           ),
                           set_stream_position(In, Now))
    ->  Near = Text-Count,
        sub_string(Text, 0, Count, _, Front),
        split_string(Front, "\n", "", Lines),
        length(Lines, LineCount),
        Line is Line0+LineCount-1,
        (   partly_read(Text, Reader, Clause0)
        ->  Clause = Clause0
        ;   Clause = unknown
        )
    ;   Clause = unknown,
        Near = none
    ).

partly_read(Text, Reader, Clause) :-
    member(Neck, [":-", "-->"]),
    sub_string(Text, Before, _, After, Neck),
    sub_string(Text, 0, Before, _, HeadText),
    term_of(HeadText, Reader, Head),
    (   Head == end_of_file             % layout, or the beginning of a comment
    ->  Neck == ":-",
        string_concat(HeadText, "x", Marked),
        term_of(Marked, Reader, x),
        Clause = (:- unread)
    ;   callable(Head),
        \+ odd_term(Head, _, _),
        flat_dicts(Head, Flat),
        dot_values(Flat, Known),
        sub_string(Text, _, After, 0, BodyText),
        unread_body(BodyText, Body),
        (   Neck == ":-"
        ->  Clause = (Known :- Body)
        ;   Clause = (Known --> Body)
        )
    ).
partly_read(Text, Reader, Clause) :-        % a term with a part that no program may have
    term_of(Text, Reader, Term),
    unread_body(Text, Body),
    (   Term = (Head0 :- _)
    ->  Clause = (Head :- Body)
    ;   Term = (Head0 --> _)
    ->  Clause = (Head --> Body)
    ;   Term = (Head0 => _)
    ->  Clause = (Head :- !)
    ;   Head0 = Term,
        Clause = (Head :- Body)
    ),
    callable(Head0),
    Head0 \== end_of_file,
    \+ ( compound(Head0), compound_name_arity(Head0, _, 0) ),
    functor(Head0, Name, Arity),
    functor(Head, Name, Arity).

unread_body(Text, Body) :-
    (   sub_string(Text, _, _, _, "!")
    ->  Body = !
    ;   Body = '$unread'
    ).

term_of(Text, Reader, Term) :-
    catch(term_string(Term, Text, [module(Reader)]), error(_, _), fail).
