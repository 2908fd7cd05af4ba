:- module(syntax_words,
          [ syntax_words/3,             % +Error, -What, -Fix
            likely_fix/3                % +What, +Near, -Fix
          ]).

:- use_module(library(lists), [last/2]).

/** <module> Syntax errors of read_term/2 in plain words */

%!  syntax_words(+Error, -What, -Fix) is det.
%
%   What and Fix are one line each for the Error of syntax_error(Error).

syntax_words(Syntax, Words, Fix) :-
    (   syntax_error_words(Syntax, Words, Fix)
    ->  true
    ;   functor(Syntax, Name, _),
        atomic_list_concat(Parts, '_', Name),
        atomic_list_concat(Parts, ' ', Words),
        Fix = 'correct the text at this place'
    ).

syntax_error_words(operator_expected, 'operator expected',
                   'look for a missing comma, bracket, quote or full stop, a capital letter in front of a bracket, or an operator that is not declared').
syntax_error_words(operator_clash, 'two operators clash', 'put brackets around one of them').
syntax_error_words(operator_balance, 'operator without its argument',
                   'add the argument, or put the operator in brackets').
syntax_error_words(cannot_start_term, 'this cannot start a term',
                   'look for an extra bracket or a missing argument').
syntax_error_words(quoted_punctuation, 'an argument is missing',
                   'write an argument between the commas and brackets').
syntax_error_words(end_of_clause, 'the clause ends too early',
                   'complete the clause before its full stop').
syntax_error_words(end_of_clause_expected, 'end of clause expected',
                   'look for a bracket that is closed too early or too often').
syntax_error_words(end_of_file, 'the text ends within a clause',
                   'end each clause or goal with a full stop, the last one too').
syntax_error_words(end_of_file_in_quoted(_), 'a quote is never closed',
                   'close the quote: it opens in the clause that begins here, or after it').
syntax_error_words(end_of_file_in_block_comment, 'a comment is never closed',
                   'close the comment with */').
syntax_error_words(undefined_char_escape(Char), Words, 'write \\\\ for a backslash') :-
    format(atom(Words), '\\~w is not an escape sequence', [Char]).
syntax_error_words(illegal_number, 'illegal number', 'correct the number').
syntax_error_words(float_overflow, 'a float is too large', 'write a smaller number').

%!  likely_fix(+What, +Near, -Fix) is semidet.
%
%   Fix is what most likely went wrong where an operator is expected. Near is Text-Place: the text
%   around the error, and the number of characters in front of it.

likely_fix('syntax error: operator expected', Text-Place, Fix) :-
    string(Text),
    sub_string(Text, 0, Place, _, Front),
    sub_string(Text, Place, 1, _, Here),
    sub_string(Front, _, 1, 0, Before),
    (   Here == "(",
        char_type(Before, space)
    ->  Fix = 'remove the space in front of the bracket, or add what is missing there'
    ;   Here == "(",
        split_string(Front, " \t\n,;|([{", "", Words),
        last(Words, Word),
        sub_string(Word, 0, 1, _, First),
        char_type(First, prolog_var_start)
    ->  Fix = 'begin the name with a small letter: one that begins with a capital letter is a variable'
    ;   split_string(Front, "\n", " \t", Lines),
        last(Lines, "")
    ->  Fix = 'end the clause on the line before with a full stop, or continue with a comma or an operator'
    ).
