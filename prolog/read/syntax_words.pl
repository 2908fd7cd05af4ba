:- module(syntax_words,
          [ syntax_words/3              % +Error, -What, -Fix
          ]).

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
                   'look for a missing comma, bracket, quote or full stop, or an operator of a library that is not imported').
syntax_error_words(operator_clash, 'two operators clash', 'put brackets around one of them').
syntax_error_words(operator_balance, 'operator without its argument',
                   'add the argument, or put the operator in brackets').
syntax_error_words(cannot_start_term, 'this cannot start a term',
                   'look for a bracket too many or an argument that is missing').
syntax_error_words(quoted_punctuation, 'an argument is missing',
                   'write an argument between the commas and brackets').
syntax_error_words(end_of_clause, 'the clause ends too early',
                   'complete the clause before its full stop').
syntax_error_words(end_of_clause_expected, 'end of clause expected',
                   'look for a bracket that is closed too early or too often').
syntax_error_words(end_of_file, 'the text ends within a clause',
                   'end the last clause with a full stop').
syntax_error_words(end_of_file_in_quoted(_), 'a quote is never closed', 'close the quote').
syntax_error_words(end_of_file_in_block_comment, 'a comment is never closed',
                   'close the comment with */').
syntax_error_words(undefined_char_escape(Char), Words, 'write \\\\ for a backslash') :-
    format(atom(Words), '\\~w is no escape sequence', [Char]).
syntax_error_words(illegal_number, 'illegal number', 'correct the number').
syntax_error_words(float_overflow, 'a float is too large', 'write a smaller number').
