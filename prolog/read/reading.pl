:- module(reading,
          [ open_source/2,              % +Source, -In
            source_name/2,              % +Source, -File
            line_place/3,               % +Source, +Line, -Place
            reader/2,                   % +Reader, +Parents
            close_reader/1,             % +Reader
            read_flag/3,                % +Module, ?Flag, -Value
            source_item/3,              % +In, +Reader, -Item
            odd_term/3,                 % +Term, -What, -Fix
            line_columns/3              % +In, +Places, -LineColumns
          ]).

:- use_module(library(lists), [last/2, member/2]).
:- use_module('../resolve/bodies', [with_arguments/4]).
:- use_module('../resolve/constants').
:- use_module('../resolve/flat_dicts', [flat_dicts/2, is_flat_dict/1, is_plain/2, part/3]).
:- use_module('../resolve/stack_reserve', [reserve_stack/1]).
:- use_module(syntax_words, [syntax_words/3]).

:- set_prolog_flag(optimise, true).

/** <module> Prolog text as data

A source is file(File), latin1(File) for a file in ISO Latin-1, or text(Name, String) for what a user
typed. It is read term by term.
Nothing in it is run: no directive, no initialization, no term or goal expansion, no quasi
quotation. What its declarations change (operators, the meaning of double quotes) is kept in a
module of its own, the reader.
*/

%!  open_source(+Source, -In) is det.
%
%   Open a new input stream In with the text of Source. A file is UTF-8 unless it says otherwise.

open_source(file(File), In) :-
    open_file(File, utf8, In).
open_source(latin1(File), In) :-
    open_file(File, iso_latin_1, In).
open_source(text(_, String), In) :-
    clause_text(String, Text),
    open_string(Text, In).

open_file(File, Encoding, In) :-
    open(File, read, In, [encoding(Encoding)]),
    (   stream_property(In, encoding(Encoding)),        % in UTF-16, peek_string/3 would end the process
        peek_string(In, 2, "#!")
    ->  skip(In, 0'\n)
    ;   true
    ).

%!  line_place(+Source, +Line, -Place) is det.
%
%   Place is the number of characters before Line.

line_place(Source, Line, Place) :-
    setup_call_cleanup(open_source(Source, In),
                       ( repeat,
                         line_count(In, Count),
                         (   Count >= Line
                         ->  true
                         ;   skip(In, 0'\n),
                             at_end_of_stream(In)
                         ),
                         !,
                         character_count(In, Place)
                       ),
                       close(In)).

% The full stop at the end of a typed query may be left out.

clause_text(String, Text) :-
    split_string(String, "", " \t\r\n", [Stripped]),
    (   sub_string(Stripped, _, 1, 0, ".")
    ->  string_concat(String, "\n", Text)
    ;   string_concat(String, "\n.\n", Text)
    ).

%!  source_name(+Source, -File) is det.
%
%   Unify File with the name of Source in messages.

source_name(file(File), File).
source_name(latin1(File), File).
source_name(text(Name, _), Name).

:- multifile user:message_hook/3.

% A line that goes on behind a backslash is read as ever; SWI-Prolog would warn of each at each load.

user:message_hook(error(syntax_error(swi_backslash_newline), _), warning, _).

:- set_module(usual_operators:base(system)).
:- op(1, fx, usual_operators:($)).      % which SWI-Prolog has in its module user

%!  reader(+Reader, +Parents) is det.
%
%   Make the module Reader to read with: it knows the operators of the ISO standard and of
%   SWI-Prolog, and operators and flags of the readers Parents.

reader(Reader, Parents) :-
    set_module(Reader:class(temporary)),
    set_module(Reader:base(usual_operators)),
    set_prolog_flag(Reader:double_quotes, string),
    forall(member(Parent, Parents), inherit(Reader, Parent)).

inherit(Reader, Parent) :-
    add_import_module(Reader, Parent, start),
    forall(read_flag(Parent, Flag, Value), set_prolog_flag(Reader:Flag, Value)).

%!  read_flag(+Module, ?Flag, -Value) is nondet.
%
%   True if the text that is read in Module means something else by Flag than elsewhere.

read_flag(Module, Flag, Value) :-
    member(Flag-Usual, [double_quotes-string, back_quotes-codes, character_escapes-true,
                        rational_syntax-compatibility]),
    current_prolog_flag(Module:Flag, Value),
    Value \== Usual.

%!  close_reader(+Reader) is det.
%
%   Destroy a reader.

close_reader(Reader) :-
    '$destroy_module'(Reader).

%!  source_item(+In, +Reader, -Item) is nondet.
%
%   True if the stream In holds Item, one after the other:
%     - term(Term, Layout, Names, Line, Place): Layout is as in read_term/2, Names are terms
%       Name=Variable
%     - wrong(Place, Start-End, What, Fix): a syntax error, or a term that no program may have; its
%       text is between the places Start and End, which are one if a quote or comment is never closed
%     - ended(Place): the term end_of_file ends the program, and there is text behind it
%
%   Lines count from 1; a place is the number of characters before it. After a syntax error
%   reading goes on behind the next full stop.

source_item(In, Reader, Item) :-
    character_count(In, Start0),        % a line #! has been skipped
    Last = last(Start0),
    repeat,
    catch(item(In, Reader, Item0), error(Error, Context), Item0 = error(Error, Context)),
    (   Item0 == end
    ->  !,
        fail
    ;   Item0 = ended(_)
    ->  !,
        Item = Item0
    ;   arg(1, Last, Start),
        character_count(In, End),
        nb_setarg(1, Last, End),
        (   Item0 = error(_, _)
        ->  wrong(Item0, In, Start-End, Item),
            (   End == Start            % nothing more can be read
            ->  !
            ;   true
            )
        ;   Item0 = wrong(Place, What, Fix)
        ->  Item = wrong(Place, Start-End, What, Fix)
        ;   Item = Item0
        )
    ).

item(In, Reader, Item) :-
    read_term(In, Term,
              [ module(Reader),
                syntax_errors(error),
                term_position(Position),
                subterm_positions(Layout),
                variable_names(Names),
                quasi_quotations(Quotations)
              ]),
    Position = '$stream_position'(Place, Line, _, _),
    (   Term == end_of_file
    ->  end(In, Place, Item)
    ;   Quotations \== []
    ->  Item = wrong(Place, 'a quasi quotation is not supported', 'write the term itself')
    ;   is_plain(Term, #plain_arguments)
    ->  Item = term(Term, Layout, Names, Line, Place)
    ;   bare(Term, Bare),
        ( odd_term(Bare, What, Fix) ; wide_clause(Bare, Names, What, Fix) )
    ->  Item = wrong(Place, What, Fix)
    ;   bare(Term, Bare),
        flat_dicts(Bare, Flat),
        Item = term(Flat, Layout, Names, Line, Place)
    ).

% bare(+Term0, -Term): Term has go in the place of a head or a goal go(), as SWI-Prolog takes it.

bare(Term, Term) :-
    var(Term),
    !.
bare(Term0, Term) :-
    compound(Term0),
    compound_name_arity(Term0, Name, 0),
    !,
    Term = Name.
bare(Term0, Term) :-
    (   memberchk(Term0, [(_ :- _), (_ , _), (_ ; _), (_ -> _), (_ *-> _), \+ _])
    ->  with_arguments(bare, [1,2], Term0, Term)
    ;   Term = Term0
    ).

end(In, Place, Item) :-
    (   read_string(In, _, Rest),
        split_string(Rest, "", " \t\r\n", [""])
    ->  Item = end
    ;   Item = ended(Place)
    ).

% wide_clause(+Term, +Names, -What, -Fix): the variables of Term, and those that searches add to its
% goals, are too many; room is made for fewer.

wide_clause(Term, Names, What, Fix) :-
    length(Names, VariableCount),
    body_length(Term, 0, GoalCount),
    Cells is VariableCount+4*GoalCount,
    Cells > 5_000,
    (   Cells =< #max_clause_cells
    ->  reserve_stack(Cells),
        fail
    ;   true
    ),
    format(atom(What), 'a clause of ~D variables and ~D goals is too wide',
           [VariableCount,GoalCount]),
    format(atom(Fix), 'split it: its variables and four times its goals may be at most ~D',
           [#max_clause_cells]).

body_length(Term, N0, N) :-
    (   nonvar(Term),
        wide(Term, Rest)
    ->  N1 is N0+1,
        body_length(Rest, N1, N)
    ;   N = N0
    ).

wide((_ :- Body), Body).
wide((_ --> Body), Body).
wide((_, Goals), Goals).

%!  odd_term(+Term, -What, -Fix) is semidet.
%
%   Term has a part that no engine could represent.

odd_term(Term, What, Fix) :-
    part(is_odd, Term, Part),           % of dicts too
    (   is_flat_dict(Part)
    ->  What = 'the name \\u0001dict is not supported',
        Fix = 'use another name'
    ;   compound_name_arity(Part, Name, 0),
        format(atom(What), 'the compound ~q() without arguments is not supported', [Name]),
        format(atom(Fix), 'write ~q', [Name])
    ).

is_odd(Term) :-
    compound_name_arity(Term, Name, Arity),
    ( Arity == 0 ; Name == #dict ),
    !.

% wrong(+Error, +In, +Range, -Item): Error in plain words, with its place.

wrong(error(Error, Context), In, Range0, wrong(Place, Range, What, Fix)) :-
    (   memberchk(Error, [syntax_error(end_of_file_in_quoted(_)), syntax_error(end_of_file_in_block_comment)])
    ->  Range0 = Start-_,       % all that is left of the file, so it is no one clause
        Range = Start-Start
    ;   Range = Range0
    ),
    (   Error == syntax_error(end_of_file_in_block_comment)
    ->  Range0 = Place-_                % SWI-Prolog does not know where the comment begins
    ;   error_place(Context, Place0)
    ->  Place = Place0
    ;   character_count(In, Place)
    ),
    (   Error = syntax_error(Syntax)
    ->  syntax_words(Syntax, Words, Fix),
        format(atom(What), 'syntax error: ~w', [Words])
    ;   Error = resource_error(_)
    ->  What = 'this term is too large to be read',
        Fix = 'make the term smaller'
    ;   What = 'the text cannot be read',
        Fix = 'check that this is a text file'
    ).

% The context of a syntax error has the number of the character before the place.

error_place(Context, Place) :-
    nonvar(Context),
    ( Context = stream(_, _, _, Before) ; Context = file(_, _, _, Before) ),
    !,
    Place is Before + 1.

%!  line_columns(+In, +Places, -LineColumns) is det.
%
%   Unify LineColumns with terms Line:Column, both from 1, for the sorted list Places. In has not
%   been read from. A tab is one column.

line_columns(In, Places, LineColumns) :-
    character_count(In, Start),         % a line #! has been skipped
    line_columns(Places, Start, Start, In, LineColumns).

line_columns([], _, _, _, []).
line_columns([Place0|Places], Read, LineStart0, In, [Line:Column|LineColumns]) :-
    Place is max(Place0, Read),         % an error of the whole file is at 0, before what was skipped
    Characters is Place - Read,
    read_string(In, Characters, Text),
    line_count(In, Line),
    split_string(Text, "\n", "", Parts),
    (   Parts = [_]
    ->  LineStart = LineStart0
    ;   last(Parts, LastLine),
        string_length(LastLine, Length),
        LineStart is Place - Length
    ),
    Column is Place - LineStart + 1,
    line_columns(Places, Place, LineStart, In, LineColumns).
