:- module(sources,
          [ open_source/2,              % +Source, -In
            source_name/2               % +Source, -File
          ]).

/** <module> Where the text of programs and queries comes from

A source is file(File), or text(Name, String) for what a user typed.
*/

%!  open_source(+Source, -In) is det.
%
%   In is a new input stream with the text of Source. A file is UTF-8 unless it says otherwise.

open_source(file(File), In) :-
    open(File, read, In, [encoding(utf8)]).
open_source(text(_, String), In) :-
    clause_text(String, Text),
    open_string(Text, In).

% The full stop at the end of a typed query may be left out.

clause_text(String, Text) :-
    split_string(String, "", " \t\r\n", [Stripped]),
    (   sub_string(Stripped, _, 1, 0, ".")
    ->  string_concat(String, "\n", Text)
    ;   string_concat(String, "\n.\n", Text)
    ).

%!  source_name(+Source, -File) is det.
%
%   File is the name of Source in messages.

source_name(file(File), File).
source_name(text(Name, _), Name).
