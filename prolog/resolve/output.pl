:- module(output,
          [ output_goal/1,              % +Goal
            output_goal/3,              % +Goal, +Module, -Size
            capture/2                   % :Goal, -Text
          ]).
:- use_module(constants).
:- use_module(flat_dicts, [flat_dicts/2, has_dict/1, write_with_dicts/2]).
:- use_module(expressions, [expect_few_bits/1]).
:- use_module(library(apply), [exclude/3, include/3, maplist/2]).
:- use_module(library(error), [must_be/2]).
:- use_module(library(lists), [last/2, max_list/2, reverse/2]).
:- autoload(library(listing), [portray_clause/3]).      % which takes 20 ms to load

/** <module> Goals that write, and terms as text

A goal that writes does nothing but raise the errors that it raises in SWI-Prolog, unless capture/2 or
with_output_to/2 asks for what it writes. The text is made of terms as data: nothing here calls a
portray hook, nor a goal that a format string or an option names. It is bounded. A text that a program
goes on with names no variable, since the name of a variable differs from call to call. Terms are
written and read with the operators of the program, which its module has.
*/

:- meta_predicate
    capture(0, -).

%!  output_goal(+Goal) is semidet.
%
%   True if Goal, a builtin, is done by output_goal/3 and never called.

output_goal(Goal) :-
    (   written(Goal, _, _)
    ->  true
    ;   computed(Goal)
    ).

%   written(+Goal, -Stream, -What) is semidet: Goal writes What to Stream. What is one of `nothing`,
%   a goal that is called as it is, and terms that text/2 explains.

written(write(T), user_output, term(T, [numbervars(true)])).
written(write(S, T), S, term(T, [numbervars(true)])).
written(print(T), user_output, term(T, [numbervars(true), quoted(true)])).
written(print(S, T), S, term(T, [numbervars(true), quoted(true)])).
written(writeln(T), user_output, line(T)).
written(writeln(S, T), S, line(T)).
written(writeq(T), user_output, term(T, [numbervars(true), quoted(true)])).
written(writeq(S, T), S, term(T, [numbervars(true), quoted(true)])).
written(write_canonical(T), user_output, canonical(T)).
written(write_canonical(S, T), S, canonical(T)).
written(write_term(T, Options), user_output, options(T, Options)).
written(write_term(S, T, Options), S, options(T, Options)).
written(portray_clause(T), user_output, clause(T)).
written(portray_clause(S, T), S, clause(T)).
written(nl, user_output, nl).
written(nl(S), S, nl).
written(tab(N), user_output, spaces(N)).
written(tab(S, N), S, spaces(N)).
written(put(C), user_output, put(C)).
written(put(S, C), S, put(C)).
written(put_char(C), user_output, char(C)).
written(put_char(S, C), S, char(C)).
written(put_code(C), user_output, put(C)).
written(put_code(S, C), S, put(C)).
written(format(F), user_output, format(F, [])).
written(format(F, Arguments), user_output, format(F, Arguments)).
written(format(S, F, Arguments), S, format(F, Arguments)) :-
    \+ is_sink(S).
written(print_message(Kind, _), user_error, message(Kind)).
written(print_message_lines(S, _, _), S, nothing).
written(flush_output, user_output, nothing).
written(flush_output(S), S, nothing).
written(ttyflush, user_output, nothing).
written(ansi_format(_, F, Arguments), user_output, format(F, Arguments)).
written(write_ln(T), user_output, line(T)).
written(writef(F), user_output, writef(F, [])).
written(writef(F, Arguments), user_output, writef(F, Arguments)).
#facts(written(Goal, user_error, nothing), Goal,
       [debug/1, debug/3, nodebug/1, style_check/1, garbage_collect/0, abolish_all_tables/0]).

computed(format(Sink, _, _)) :-
    is_sink(Sink).
#facts(computed(Goal), Goal,
       [ '$output_begin'/0, '$output_end'/1, term_to_atom/2, term_string/2, term_string/3, atom_to_term/3,
         read_term_from_atom/3, normalize_space/2 ]).
computed(Goal) :-
    same_output(Goal, _).

%   same_output(+Goal0, -Goal) is semidet: Goal0 of library(charsio) or library(backcomp) is what Goal is.

same_output(atom_to_chars(Atom, Codes, Tail), format(codes(Codes, Tail), '~a', [Atom])).
same_output(format_to_chars(Format, Arguments, Codes), format(codes(Codes), Format, Arguments)).
same_output(format_to_chars(Format, Arguments, Codes, Tail), format(codes(Codes, Tail), Format, Arguments)).
same_output(number_to_chars(Number, Codes, Tail), format(codes(Codes, Tail), '~w', [Number])).
same_output(read_from_chars(Codes, Term), atom_to_term(Codes, Term, _)).
same_output(read_term_from_chars(Codes, Term, Options), read_term_from_atom(Codes, Term, Options)).
same_output(sformat(String, Format, Arguments), format(string(String), Format, Arguments)).
same_output(write_to_chars(Term, Codes), format(codes(Codes), '~w', [Term])).
same_output(write_to_chars(Term, Codes, Tail), format(codes(Codes, Tail), '~w', [Term])).

is_sink(Sink) :-
    nonvar(Sink),
    sink(Sink).

#facts(sink(Sink), Sink, [atom/1, string/1, codes/1, codes/2, chars/1, chars/2]).

%!  output_goal(+Goal, +Module, -Size) is semidet.
%
%   Do what Goal of the program in Module does, without a visible effect; it made a text of Size
%   characters.

output_goal('$output_begin', _, 0) :-
    !,
    begin_capture(ground, _).
output_goal('$output_end'(Sink), _, Size) :-
    !,
    nb_current(output_capture, Capture),
    end_capture(Capture, Text),
    string_length(Text, Size),
    into_sink(Sink, Text).
output_goal(format(Sink, Format, Arguments), Module, Size) :-
    is_sink(Sink),
    !,
    expect_ground(Arguments),
    text(format(Format, Arguments), Module, "", Text, Size),
    into_sink(Sink, Text).
output_goal(read_from_chars([], end_of_file), _, 0) :-
    !.
output_goal(Goal, Module, Size) :-
    same_output(Goal, Goal1),
    !,
    (   Goal = number_to_chars(Number, _, _)
    ->  must_be(number, Number)
    ;   true
    ),
    output_goal(Goal1, Module, Size).
output_goal(normalize_space(Sink, Text), _, Size) :-
    !,
    string_of(Text, String0),
    split_string(String0, " \t\r\n", " \t\r\n", Parts0),
    exclude(==(""), Parts0, Parts),
    atomics_to_string(Parts, " ", String),
    string_length(String0, Size),
    into_sink(Sink, String).
output_goal(term_to_atom(Term, Text), Module, Size) :-
    !,
    term_as_text(Term, Text, atom, Module, Size).
output_goal(term_string(Term, Text), Module, Size) :-
    !,
    term_as_text(Term, Text, string, Module, Size).
output_goal(atom_to_term(Text, Term, Names), Module, Size) :-
    !,
    term_of_text(Text, Module, Term, Names, Size).
output_goal(read_term_from_atom(Text, Term, Options), Module, Size) :-
    !,
    expect_no_options(Options),
    term_of_text(Text, Module, Term, _, Size).
output_goal(term_string(Term, Text, Options), Module, Size) :-
    !,
    expect_no_options(Options),
    term_as_text(Term, Text, string, Module, Size).
output_goal(Goal, Module, Size) :-
    written(Goal, Stream, What),
    expect_stream(Stream),
    (   nb_current(output_capture, Capture),
        Capture \== [],
        \+ ( Stream == user_error, arg(3, Capture, ground) )
    ->  Capture = capture(_, Line, Variables, _),
        nameless(Variables, What, Shown),
        text(Shown, Module, Line, Text, Size),
        add_text(Capture, Text)
    ;   is_safe(What)
    ->  Size = 0
    ;   text(What, Module, "", _, Size)
    ).

%   is_safe(+What) is semidet: writing What raises no error.

#facts(is_safe(What), What, [nothing/0, nl/0, term/2, line/1, canonical/1, clause/1]).

nameless(ground, What, What) :-
    expect_ground(What).
nameless(any, What, Shown) :-
    copy_term(What, Shown),
    term_variables(Shown, Variables),
    maplist(=('$VAR'('_')), Variables).

%   The names that variables have in a text are different each time: no error of SWI-Prolog, nor caught.

expect_ground(Term) :-
    (   ground(Term)
    ->  true
    ;   throw(error(resource_error(names_of_variables), _))
    ).

expect_no_options(Options) :-
    (   Options == []
    ->  true
    ;   throw(error(resource_error(options), _))
    ).

expect_stream(Stream) :-
    (   var(Stream)
    ->  throw(error(instantiation_error, _))
    ;   memberchk(Stream, [user_output, user_error, current_output])
    ->  true
    ;   Stream == user_input
    ->  throw(error(permission_error(output, stream, Stream), _))
    ;   atom(Stream)
    ->  throw(error(existence_error(stream, Stream), _))
    ;   throw(error(domain_error(stream_or_alias, Stream), _))
    ).

%!  capture(:Goal, -Text) is semidet.
%
%   Prove Goal once. Text is the string that the output goals in it wrote, also those that were
%   undone by backtracking. A variable is written as `_`.

capture(Goal, Text) :-
    begin_capture(any, Capture),
    once(Goal),
    end_capture(Capture, Text).

%   A capture is a term capture(Texts, Line, Variables, Outer): the texts from the last to the first, what
%   stands in the last line, whether terms may have variables (`any`) or not (`ground`), and the capture
%   around it. Backtracking over its beginning ends it.

begin_capture(Variables, Capture) :-
    (   nb_current(output_capture, Outer)
    ->  true
    ;   Outer = []
    ),
    Capture = capture([], "", Variables, Outer),
    b_setval(output_capture, Capture).

end_capture(capture(Texts, _, _, Outer), Text) :-
    b_setval(output_capture, Outer),
    reverse(Texts, InOrder),
    atomic_list_concat(InOrder, Atom),
    atom_string(Atom, Text).

add_text(Capture, Text) :-
    Capture = capture(Texts, Line0, _, _),
    split_string(Text, "\n", "", Lines),
    (   Lines = [_]
    ->  string_concat(Line0, Text, Line)
    ;   last(Lines, Line)
    ),
    nb_setarg(1, Capture, [Text|Texts]),
    nb_setarg(2, Capture, Line).

into_sink(Sink, String) :-
    (   var(Sink)
    ->  throw(error(instantiation_error, _))
    ;   sink(Sink)
    ->  format(Sink, "~s", [String])
    ;   throw(error(type_error(output, Sink), _))
    ).

%   text(+What, +Module, +Line, -Text, -Size) is det: What writes Text, of Size characters, behind Line.

text(What, Module, Line0, Text, Size) :-
    prepared(What, Module, Goal),
    (   What = format(_, _)             % which counts columns
    ->  Line = Line0
    ;   Line = ""
    ),
    string_length(Line, Column),
    with_output_to(string(Text0), ( write(Line), Goal )),
    sub_string(Text0, Column, Size, 0, Text).

%   prepared(+What, +Module, -Goal) is det: calling Goal writes What, calls nothing else, and ends soon.
%   Raise errors for output that is too large.

prepared(nothing, _, true).
prepared(nl, _, nl).
prepared(message(Kind), _, true) :-
    (   var(Kind)
    ->  throw(error(instantiation_error, _))
    ;   true
    ).
prepared(spaces(Expression), _, tab(Spaces)) :-
    Count is Expression,                % bounds.pl has looked at it
    (   \+ integer(Count)
    ->  Spaces = Expression             % which the error names
    ;   Count > #max_text
    ->  throw(error(resource_error(text), _))
    ;   Spaces = Count
    ).
prepared(put(Char), _, put(Char)).
prepared(char(Char), _, put_char(Char)).
prepared(term(Term, Options), Module, write_with_dicts(Term, [module(Module)|Options])) :-
    expect_writable(Term).
prepared(line(Term), Module, ( Goal, nl )) :-
    prepared(term(Term, [numbervars(true)]), Module, Goal).
prepared(canonical(Term), _, write_canonical(Term)) :-
    expect_writable(Term),
    expect_no_dict(Term).
prepared(clause(Term), Module, portray_clause(current_output, Term, [module(Module)])) :-
    expect_writable(Term),
    expect_no_dict(Term).
prepared(options(Term, Options0), Module, write_with_dicts(Term, Options)) :-
    expect_writable(Term),
    (   is_list(Options0)
    ->  exclude(is_hook, Options0, Options1),
        Options = [module(Module)|Options1]
    ;   Options = Options0
    ).
prepared(format(Format0, Arguments0), Module, format(Format, Arguments)) :-
    (   catch(text_to_string(Format0, String), error(_, _), fail)
    ->  written_size(String, 0, #max_text, Left0),
        written_size(Arguments0, 0, Left0, Left),
        string_codes(String, Codes0),
        (   ( has_operators(Module) ; has_dict(Arguments0) )
        ->  WrittenIn = Module
        ;   WrittenIn = none
        ),
        directives(Codes0, Arguments0, Left, WrittenIn, Codes, Arguments),
        string_codes(Format, Codes)
    ;   Format = Format0,               % which raises its error
        Arguments = Arguments0
    ).

prepared(writef(Format0, Arguments), Module, Goal) :-
    text_to_string(Format0, String),
    string_codes(String, Codes0),
    once(phrase(writef_format(Codes, Arguments), Codes0)),
    string_codes(Format, Codes),
    prepared(format(Format, Arguments), Module, Goal).

%   writef_format(-Codes, +Arguments)//: Codes mean to format/2 what the text means to writef/2, which has no
%   errors for arguments that are missing or not used. They and columns raise one here that no goal catches.

writef_format([], []) --> [].
writef_format([0'~,Directive|Codes], [_|Arguments]) -->
    [0'%,Code],
    { memberchk(Code-Directive, [0'w-0'w, 0'd-0'w, 0'p-0'p, 0's-0's]) },
    !,
    writef_format(Codes, Arguments).
writef_format([0'\n|Codes], Arguments) --> ( "\\n" ; "\\l" ), !, writef_format(Codes, Arguments).
writef_format([0'~,0'~|Codes], Arguments) --> "~", !, writef_format(Codes, Arguments).
writef_format([Code|Codes], Arguments) -->
    [Code],
    { \+ memberchk(Code, `%\\`) },
    !,
    writef_format(Codes, Arguments).
writef_format(_, _) --> { throw(error(resource_error(writef), _)) }.

has_operators(Module) :-
    '$local_op'(_, _, Module:_),
    !.

one_argument(Arguments0, Argument, Arguments) :-
    (   Arguments0 = [Argument|Arguments]
    ->  true
    ;   Arguments0 \== [],
        Argument = Arguments0,
        Arguments = []
    ).

%   is_hook(+Option) is semidet: an option of write_term/2 that names a goal or a hook.

is_hook(Option) :-
    compound(Option),
    functor(Option, Name, 1),
    memberchk(Name, [attributes, blobs, module, portray, portray_goal, portrayed]).

%   directives(+Codes0, +Arguments0, +Left, +Module, -Codes, -Arguments) is det: Codes and Arguments are a format
%   string and its arguments that do the same without hooks; the numbers in it may make Left characters. Module is
%   `none`, or there are texts of terms, with its operators, in the place of terms, which format/2 writes with those
%   of `user` only. Raise an error where the value of an argument may be too large, or would differ from call to call.

directives([], Arguments, _, _, [], Arguments).
directives([Code|Codes0], Arguments0, Left0, Module, [Code|Codes], Arguments) :-
    (   Code == 0'~
    ->  directive(Codes0, Arguments0, Left0, Left, Module, Codes1, Arguments1, Codes, Codes2, Arguments, Arguments2),
        directives(Codes1, Arguments1, Left, Module, Codes2, Arguments2)
    ;   directives(Codes0, Arguments0, Left0, Module, Codes, Arguments)
    ).

directive(Codes0, Arguments0, Left0, Left, Module, Codes, Arguments, Out0, Out, Told0, Told) :-
    argument(Codes0, Arguments0, Count, Codes1, Out0, Out1),
    (   Codes0 = [0'*|_],
        one_argument(Arguments0, Width, Arguments1)
    ->  Told0 = [Width|Told1]
    ;   Arguments1 = Arguments0,
        Told1 = Told0
    ),
    Left is Left0-Count,
    (   Left < 0
    ->  throw(error(resource_error(text), _))
    ;   Codes1 = [0':|Codes2]
    ->  Out1 = [0':|Out2]
    ;   Codes2 = Codes1,
        Out2 = Out1
    ),
    (   Codes2 = [Directive|Codes]
    ->  plain_directive(Directive, Plain)
    ;   Codes = []
    ),
    (   var(Plain)
    ->  Out = Out2,
        Arguments = Arguments1,
        Told = Told1
    ;   memberchk(Plain, `acikqswdDefgrRI`),
        one_argument(Arguments1, Argument, Arguments)
    ->  told(Plain, Argument, Module, Plain1, Argument1),
        Out2 = [Plain1|Out],
        Told1 = [Argument1|Told]
    ;   Out2 = [Plain|Out],
        Arguments = Arguments1,
        Told = Told1
    ).

%   told(+Directive0, +Argument0, +Module, -Directive, -Argument) is det: what writes the same.

told(Directive0, Argument0, Module, Directive, Argument) :-
    (   Module \== none,
        memberchk(Directive0-Options, [0'w-[numbervars(true)], 0'q-[numbervars(true), quoted(true)]])
    ->  prepared(term(Argument0, Options), Module, Goal),
        with_output_to(string(Argument), Goal),
        Directive = 0's
    ;   (   memberchk(Directive0, `dDefgrRI`)
        ->  expect_few_bits(Argument0)
        ;   true
        ),
        Directive = Directive0,
        Argument = Argument0
    ).

plain_directive(0'@, _) :-
    throw(error(permission_error(call, format, '~@'), _)).
plain_directive(0'p, 0'q) :-
    !.
plain_directive(Directive, Directive).

argument([0'`,Code|Codes], _, 0, Codes, [0'`,Code|Out], Out) :-
    !.
argument([0'*|Codes], Arguments, Count, Codes, [0'*|Out], Out) :-
    !,
    (   is_list(Arguments)
    ->  include(integer, Arguments, Widths),
        max_list([0|Widths], Count)
    ;   Count = 0
    ).
argument(Codes0, _, Count, Codes, Out0, Out) :-
    digits(Codes0, 0, Count, Codes, Out0, Out).

digits([Code|Codes0], Count0, Count, Codes, [Code|Out0], Out) :-
    code_type(Code, digit(Digit)),
    Count0 =< #max_text,
    !,
    Count1 is Count0*10+Digit,
    digits(Codes0, Count1, Count, Codes, Out0, Out).
digits(Codes, Count, Count, Codes, Out, Out).

expect_writable(Term) :-
    written_size(Term, 0, #max_text, _).

%   Dicts are written by write_term/2 alone here: no error of SWI-Prolog, nor caught.

expect_no_dict(Term) :-
    (   has_dict(Term)
    ->  throw(error(resource_error(dicts), _))
    ;   true
    ).

%   written_size(+Term, +Depth, +Left0, -Left) is det: about Left of Left0 characters are left when Term
%   has been written. Raise an error if there are none.

written_size(Term, Depth, Left0, Left) :-
    (   compound(Term)
    ->  (   Depth > #max_depth
        ->  throw(error(resource_error(depth), _))
        ;   compound_name_arity(Term, Name, Arity),
            atom_length(Name, Length),
            Left1 is Left0-Length-Arity-2,
            written_arguments(1, Arity, Term, Depth, Left1, Left)
        )
    ;   atomic_size(Term, Length),
        Left is Left0-Length,
        (   Left < 0
        ->  throw(error(resource_error(text), _))
        ;   true
        )
    ).

atomic_size(Term, Length) :-
    (   var(Term)
    ->  Length = 16
    ;   integer(Term)
    ->  Length is msb(abs(Term)+1)//3+2
    ;   rational(Term, Numerator, Denominator)
    ->  Length is (msb(abs(Numerator)+1)+msb(Denominator))//3+4
    ;   atom_length(Term, Length0),
        Length is Length0+2
    ).

written_arguments(N, Arity, Term, Depth, Left0, Left) :-
    (   N > Arity
    ->  Left = Left0
    ;   arg(N, Term, Argument),
        (   N == Arity,
            Term = [_|_]                % members of lists are side by side
        ->  Depth1 = Depth
        ;   Depth1 is Depth+1
        ),
        (   N == Arity                  % the last call, for long lists
        ->  written_size(Argument, Depth1, Left0, Left)
        ;   written_size(Argument, Depth1, Left0, Left1),
            N1 is N+1,
            written_arguments(N1, Arity, Term, Depth, Left1, Left)
        )
    ).

%   term_as_text(?Term, ?Text, +Kind, +Module, -Size) is semidet: as term_to_atom/2 (Kind is `atom`) and
%   term_string/2 (`string`) of SWI-Prolog.

term_as_text(Term, Text, Kind, Module, Size) :-
    (   var(Text)
    ->  expect_ground(Term),
        text(term(Term, [quoted(true)]), Module, "", String, Size),
        (   Kind == atom
        ->  atom_string(Text, String)
        ;   Text = String
        )
    ;   term_of_text(Text, Module, Term, _, Size)
    ).

term_of_text(Text, Module, Term, Names, Size) :-
    string_of(Text, String),
    string_length(String, Size),
    expect_readable(String, Size),
    term_string(Term0, String, [module(Module), variable_names(Names1)]),
    flat_dicts(Term0, Term1),
    Term-Names = Term1-Names1.

%   string_of(+Text, -String) is det: a number is text, too.

string_of(Text, String) :-
    (   number(Text)
    ->  string_concat(Text, "", String)
    ;   text_to_string(Text, String)
    ).

expect_readable(String, Size) :-
    (   Size > #max_read
    ->  throw(error(resource_error(text), _))
    ;   sub_string(String, _, _, _, "{|")
    ->  throw(error(syntax_error(quasi_quotation), _))
    ;   true
    ).
