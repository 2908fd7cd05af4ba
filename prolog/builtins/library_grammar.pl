:- module(clause_library_grammar,
          [ blank/2,                    % ?List, ?Rest
            blanks/2,                   % ?List, ?Rest
            digit/3,                    % ?Code, ?List, ?Rest
            digits/3,                   % ?Codes, ?List, ?Rest
            eol/2,                      % ?List, ?Rest
            eos/2,                      % ?List, ?Rest
            integer/3,                  % ?Integer, ?List, ?Rest
            nonblank/3,                 % ?Code, ?List, ?Rest
            nonblanks/3,                % ?Codes, ?List, ?Rest
            remainder/3,                % ?List, ?List, ?Rest
            string/3,                   % ?Codes, ?List, ?Rest
            string_without/4,           % +Codes, ?Codes, ?List, ?Rest
            white/2,                    % ?List, ?Rest
            whites/2                    % ?List, ?Rest
          ]).

/** <module> Library predicates as clauses: nonterminals over lists of codes

The nonterminals of SWI-Prolog's library(dcg/basics), with their two lists. `library.pl` says
how such predicates are written. No locale decides which codes are blank or graphic: ASCII codes may
be either, and other codes are neither.
*/

%!  blank(?List, ?Rest) is semidet.
%
%   True if List is a blank code, then Rest.

blank([Code|Rest], Rest) :-
    integer(Code),
    ( Code =:= 0'\s ; Code >= 9, Code =< 13 ).

%!  blanks(?List, ?Rest) is det.
%
%   True if List is as many blank codes as it begins with, then Rest.

blanks([Code|List], Rest) :-
    integer(Code),
    ( Code =:= 0'\s ; Code >= 9, Code =< 13 ),
    !,
    blanks(List, Rest).
blanks(Rest, Rest).

%!  digit(?Code, ?List, ?Rest) is semidet.
%
%   True if List is the Code of a digit, then Rest.

digit(Code, [Code|Rest], Rest) :-
    integer(Code),
    Code >= 0'0,
    Code =< 0'9.

%!  digits(?Codes, ?List, ?Rest) is det.
%
%   True if List is as many digits as it begins with, which are Codes, then Rest.

digits([Code|Codes], [Code|List], Rest) :-
    integer(Code),
    Code >= 0'0,
    Code =< 0'9,
    !,
    digits(Codes, List, Rest).
digits([], Rest, Rest).

%!  eol(?List, ?Rest) is semidet.
%
%   True if List is the end of a line, then Rest; or both are empty.

eol([0'\n|Rest0], Rest) :-
    !,
    Rest = Rest0.
eol([0'\r, 0'\n|Rest0], Rest) :-
    !,
    Rest = Rest0.
eol([], []).

%!  eos(?List, ?Rest) is semidet.
%
%   True if nothing is left.

eos([], []).

%!  integer(?Integer, ?List, ?Rest) is semidet.
%
%   True if List is the text of Integer, then Rest.

integer(Integer, List, Rest) :-
    integer(Integer),
    number_codes(Integer, Codes),
    append(Codes, Rest, List).
integer(Integer, List, Rest) :-
    var(Integer),
    '$integer_codes'(List, Codes, Rest),
    number_codes(Integer, Codes).

'$integer_codes'([Sign,Code|List], [Sign,Code|Codes], Rest) :-
    Sign == 0'-,
    digit(Code, [Code], []),
    digits(Codes, List, Rest).
'$integer_codes'([Sign,Code|List], [Code|Codes], Rest) :-
    Sign == 0'+,
    digit(Code, [Code], []),
    digits(Codes, List, Rest).
'$integer_codes'([Code|List], [Code|Codes], Rest) :-
    digit(Code, [Code], []),
    digits(Codes, List, Rest).

%!  nonblank(?Code, ?List, ?Rest) is semidet.
%
%   True if List is the Code of a character that can be seen, then Rest.

nonblank(Code, [Code|Rest], Rest) :-
    integer(Code),
    Code > 0'\s,
    Code < 127.

%!  nonblanks(?Codes, ?List, ?Rest) is det.
%
%   True if List is as many codes that can be seen as it begins with, which are Codes, then Rest.

nonblanks([Code|Codes], [Code|List], Rest) :-
    integer(Code),
    Code > 0'\s,
    Code < 127,
    !,
    nonblanks(Codes, List, Rest).
nonblanks([], Rest, Rest).

%!  remainder(?List, ?List, ?Rest) is det.
%
%   True if Rest is empty and both lists are the same.

remainder(List, List, []).

%!  string(?Codes, ?List, ?Rest) is nondet.
%
%   True if List is Codes, then Rest; the shortest first.

string([], Rest, Rest).
string([Code|Codes], [Code|List], Rest) :-
    string(Codes, List, Rest).

%!  string_without(+End, ?Codes, ?List, ?Rest) is det.
%
%   True if List is as many codes as it begins with that are not in End, which are Codes, then Rest.

string_without(End, Codes, List, Rest) :-
    \+ atomic(End),
    '$string_without'(End, Codes, List, Rest).
string_without(End, Codes, List, Rest) :-
    atomic(End),
    atom_codes(End, EndCodes),
    '$string_without'(EndCodes, Codes, List, Rest).

'$string_without'(End, [Code|Codes], [Code|List], Rest) :-
    \+ memberchk(Code, End),
    '$string_without'(End, Codes, List, Rest).
'$string_without'(_, Codes, Rest, Rest) :-
    Codes == [].
'$string_without'(_, Codes, Rest, Rest) :-
    var(Codes),
    Rest == [],
    Codes = [].
'$string_without'(End, Codes, [Code|Rest], [Code|Rest]) :-
    var(Codes),
    memberchk(Code, End),
    Codes = [].

%!  white(?List, ?Rest) is semidet.
%
%   True if List is a space or tab, then Rest.

white([Code|Rest], Rest) :-
    integer(Code),
    ( Code =:= 0'\s ; Code =:= 0'\t ).

%!  whites(?List, ?Rest) is det.
%
%   True if List is as many spaces and tabs as it begins with, then Rest.

whites([Code|List], Rest) :-
    integer(Code),
    ( Code =:= 0'\s ; Code =:= 0'\t ),
    !,
    whites(List, Rest).
whites(Rest, Rest).
