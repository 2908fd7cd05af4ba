:- module(tokens,
          [ program_module/2,           % +In, -Module
            intern_program/1,           % +Module
            fixed_symbol/3,             % ?Id, ?Name, ?Arity
            encode_terms/4,             % +Terms, +Module, -Codes, ?Tail
            number_variables/1,         % ?Term
            decode_terms/6,             % +Count, +Codes, -Rest, +Module, +Variables, -Terms
            decode_delayed/5,           % +Codes, -Rest, +Module, +Variables, -Goals
            count_code/2                % ?Count, ?Code
          ]).
:- use_module(constants).
:- use_module(core_loaded, [has_core/0]).
:- use_module(delays, [delaying_goal/1]).
:- use_module(library(lists), [append/3, member/2]).

/** <module> Terms as integer tokens and back

A state is its goals, the term '$delayed'(Goals) if goals wait for variables (delays.pl), and the
answer term if it has one. A term is written in pre-order. Every symbol of the program and its queries has a
fixed token (atoms as arity 0); small integers and variables have tokens of their
own; anything else is a literal: its kind, its length, its code points. A token is
always a valid code point, so a sequence of tokens is also a string. Counts
(lengths, arities, numbers of goals) step over the surrogates 0xD800..0xDFFF.

    1 number, 2 string, 3 atom, 4 functor      literals
    7..            symbols, below 0xC0000
    0xC0000+N      variable N, by first occurrence
    0xF8000+I      integer I, -0x8000 =< I < 0x17FFE
*/

:- set_prolog_flag(optimise, true).

%!  program_module(+In, -Module) is det.
%
%   Unify Module with the module of the program whose number are the first two codes of the string In,
%   as two digits, base 0x4000: one code could be a surrogate, which no string has.

program_module(In, Module) :-
    string_code(1, In, High),
    string_code(2, In, Low),
    Number is High << 14 \/ Low,
    atom_concat(program_, Number, Module).

%!  fixed_symbol(?Id, ?Name, ?Arity) is nondet.
%
%   True if a symbol has the token Id in every program. The builtins that function-free programs may
%   have come first.

fixed_symbol(7, true, 0).
fixed_symbol(8, fail, 0).
fixed_symbol(9, false, 0).
fixed_symbol(10, (=), 2).
fixed_symbol(11, (\=), 2).
fixed_symbol(12, (==), 2).
fixed_symbol(13, (\==), 2).
fixed_symbol(14, '$query', 1).
fixed_symbol(15, '[|]', 2).
fixed_symbol(16, [], 0).
fixed_symbol(17, '$not', 1).
fixed_symbol(18, '$once', 1).

first_free(19).

%!  intern_program(+Module) is det.
%
%   Give every symbol of the clauses and queries of Module its token, in order of first occurrence:
%   symbol(Id, Name, Arity), which is looked up both ways. Symbols that find no room become
%   literals. The tokens from Id on, where first_name(Id), are symbols that only queries mention.

intern_program(Module) :-
    dynamic(Module:symbol/3),
    dynamic(Module:first_name/1),
    forall(fixed_symbol(Id, Name, Arity), add_symbol(Module, Name, Arity, Id)),
    first_free(First),
    Next = next(First, [], []),
    (   has_core
    ->  setup_call_cleanup(core:core_open_symbols(Met),
                           ( meet_fixed(Met), intern_program(core(Met), Module, Next) ),
                           core:core_close_symbols(Met))
    ;   intern_program(prolog, Module, Next)
    ),
    compile_predicates([Module:symbol/3]).

% intern_program(+How, +Module, +Next): How is `prolog`, or core(Met) with the symbols that C has met.

intern_program(How, Module, Next) :-
    forall(Module:res(Head, Body, [], _), intern_terms(How, [Head|Body], Module, Next)),
    arg(1, Next, Name),
    assertz(Module:first_name(Name)),
    forall(Module:query(_, _, Goals, Answer, _, _, _, _),
           ( intern_terms(How, Goals, Module, Next), intern_terms(How, [Answer], Module, Next) )),
    findall(Goal, may_be_delayed(Module, Goal), Delayed),
    (   Delayed == []
    ->  true
    ;   intern_terms(How, ['$delayed'(_)|Delayed], Module, Next)
    ).

% may_be_delayed(+Module, -Goal) is nondet: the program calls Goal, or may make it by call/N.

may_be_delayed(Module, Goal) :-
    current_predicate(Module:builtin_used/1),
    delaying_goal(Goal),
    functor(Goal, Name, Arity),
    \+ Module:override(Name/Arity),
    (   Module:builtin_used(Name/Arity)
    ->  true
    ;   Module:builtin_used(call/1),
        Module:symbol(_, Name, _)
    ->  true
    ).

meet_fixed(Met) :-
    findall(Term, fixed_term(Term), Terms),
    core:core_new_symbols(Met, Terms, _).

fixed_term(Term) :-
    fixed_symbol(_, Name, Arity),
    (   Arity =:= 0
    ->  Term = Name
    ;   compound_name_arity(Term, Name, Arity)
    ).

% intern_terms(+How, +Terms, +Module, +Next): the list of terms is made of symbols that are fixed.

intern_terms(core(Met), Terms, Module, Next) :-
    core:core_new_symbols(Met, Terms, Symbols),
    add_symbols(Symbols, Module, Next).
intern_terms(prolog, Terms, Module, Next) :-
    intern_all(Terms, Module, Next).

% add_symbol(+Module, +Name, +Arity, +Id): Id is the token of a symbol.

add_symbol(Module, Name, Arity, Id) :-
    assertz(Module:symbol(Id, Name, Arity)).

intern_all([], _, _).
intern_all([Term|Terms], Module, Next) :-
    intern(Term, Module, Next),
    intern_all(Terms, Module, Next).

intern(Term, Module, Next) :-
    (   var(Term)
    ->  true
    ;   compound(Term)
    ->  compound_name_arity(Term, Name, Arity),
        intern_functor(Name, Arity, Module, Next),
        intern_arguments(0, Arity, Term, Module, Next)
    ;   is_symbol(Term)
    ->  intern_symbol(Term, 0, Module, Next)
    ;   true
    ).

intern_arguments(I0, Arity, Term, Module, Next) :-
    (   I0 =:= Arity
    ->  true
    ;   I is I0+1,
        arg(I, Term, Argument),
        intern(Argument, Module, Next),
        intern_arguments(I, Arity, Term, Module, Next)
    ).

% Clauses of a predicate follow one another: the last functor is kept in Next.

intern_functor(Name, Arity, Module, Next) :-
    (   arg(2, Next, Name),
        arg(3, Next, Arity)
    ->  true
    ;   intern_symbol(Name, Arity, Module, Next),
        nb_setarg(2, Next, Name),
        nb_setarg(3, Next, Arity)
    ).

intern_symbol(Name, Arity, Module, Next) :-
    (   Module:symbol(_, Name, Arity)
    ->  true
    ;   next_symbol(Name, Arity, Module, Next)
    ).

add_symbols([], _, _).
add_symbols([Name/Arity|Symbols], Module, Next) :-
    next_symbol(Name, Arity, Module, Next),
    add_symbols(Symbols, Module, Next).

next_symbol(Name, Arity, Module, Next) :-
    (   arg(1, Next, Id0),
        Id0 < #variable_base
    ->  after_surrogates(Id0, Id),
        add_symbol(Module, Name, Arity, Id),
        Id1 is Id+1,
        nb_setarg(1, Next, Id1)
    ;   true
    ).

after_surrogates(Id0, Id) :-
    (   Id0 =:= #surrogates
    ->  Id = #surrogates_end
    ;   Id = Id0
    ).

is_symbol(Term) :-
    (   atom(Term)
    ->  true
    ;   Term == []
    ).

%!  count_code(?Count, ?Code) is det.
%
%   True if Code is Count, stepped over the surrogates. At least one is given.

count_code(Count, Code) :-
    (   integer(Count)
    ->  (   Count < #surrogates
        ->  Code = Count
        ;   Code is Count + #surrogates_end - #surrogates
        )
    ;   Code < #surrogates
    ->  Count = Code
    ;   Count is Code - (#surrogates_end - #surrogates)
    ).

%!  number_variables(?Term) is det.
%
%   Bind the variables of Term to their numbers, by first occurrence, so that encode_terms/4 finds
%   them.

number_variables(Term) :-
    term_variables(Term, Variables),
    number_variables_(Variables, #variable_base).

number_variables_([], _).
number_variables_(['$variable'(Token)|Variables], Token) :-
    (   Token < #variable_end
    ->  true
    ;   throw(error(representation_error(max_variables), _))
    ),
    Token1 is Token+1,
    number_variables_(Variables, Token1).

%!  encode_terms(+Terms, +Module, -Codes, ?Tail) is det.
%
%   Unify Codes-Tail with the tokens of the list Terms, whose variables are numbered.
%
%   @error representation_error(Kind) if a term cannot be written

encode_terms([], _, Codes, Codes).
encode_terms([Term|Terms], Module, Codes, Tail) :-
    encode(Term, Module, Codes, Codes1),
    encode_terms(Terms, Module, Codes1, Tail).

encode('$variable'(Token), _, Codes, Tail) :-
    !,
    Codes = [Token|Tail].
encode(Term, Module, Codes, Tail) :-
    compound(Term),
    !,
    compound_name_arity(Term, Name, Arity),
    (   Module:symbol(Id, Name, Arity)
    ->  Codes = [Id|Codes1]
    ;   Name == []                      % it has the text of the atom '[]'
    ->  throw(error(representation_error(Term), _))
    ;   count_code(Arity, ArityCode),
        atom_codes(Name, NameCodes),
        Codes = [#functor_literal,ArityCode|Codes0],
        literal(NameCodes, Codes0, Codes1)
    ),
    encode_arguments(0, Arity, Term, Module, Codes1, Tail).
encode(Term, _, Codes, Tail) :-
    integer(Term),
    Term >= #integer_least,
    Term < #integer_end,
    !,
    Token is #integer_base + Term,
    Codes = [Token|Tail].
encode(Term, Module, Codes, Tail) :-
    is_symbol(Term),
    !,
    (   Module:symbol(Id, Term, 0)
    ->  Codes = [Id|Tail]
    ;   atom_codes(Term, TermCodes),
        Codes = [#atom_literal|Codes1],
        literal(TermCodes, Codes1, Tail)
    ).
encode(Term, _, [#number_literal|Codes], Tail) :-
    number(Term),
    !,
    number_codes(Term, TermCodes),
    literal(TermCodes, Codes, Tail).
encode(Term, _, [#string_literal|Codes], Tail) :-
    string(Term),
    !,
    string_codes(Term, TermCodes),
    literal(TermCodes, Codes, Tail).
encode(Term, _, _, _) :-
    throw(error(representation_error(Term), _)).

encode_arguments(Arity, Arity, _, _, Codes, Codes) :- !.
encode_arguments(I0, Arity, Term, Module, Codes, Tail) :-
    I is I0+1,
    arg(I, Term, Argument),
    encode(Argument, Module, Codes, Codes1),
    encode_arguments(I, Arity, Term, Module, Codes1, Tail).

literal(TermCodes, [LengthCode|Codes], Tail) :-
    length(TermCodes, Length),
    (   member(Code, TermCodes),
        Code >= #surrogates,
        Code < #surrogates_end
    ->  throw(error(representation_error(surrogate), _))
    ;   true
    ),
    count_code(Length, LengthCode),
    append(TermCodes, Tail, Codes).

%!  decode_terms(+Count, +Codes, -Rest, +Module, +Variables, -Terms) is det.
%
%   Unify Terms with the Count terms at the front of Codes; variable number N is argument N+1 of
%   Variables.

decode_terms(0, Codes, Codes, _, _, []) :- !.
decode_terms(Count, [Code|Codes], Rest, Module, Variables, [Term|Terms]) :-
    decode(Code, Codes, Codes1, Module, Variables, Term),
    Count1 is Count-1,
    decode_terms(Count1, Codes1, Rest, Module, Variables, Terms).

%!  decode_delayed(+Codes, -Rest, +Module, +Variables, -Goals) is det.
%
%   Goals are the delayed goals of a state, behind the others in Codes: a term '$delayed'(Goals), which
%   is there if there are any. Only programs that may delay goals have the symbol.

decode_delayed([Code|Codes], Rest, Module, Variables, Goals) :-
    Module:symbol(Code, '$delayed', 1),
    !,
    decode_terms(1, Codes, Rest, Module, Variables, [Goals]).
decode_delayed(Codes, Codes, _, _, []).

decode(Code, Codes, Rest, Module, Variables, Term) :-
    (   Code < #variable_base
    ->  (   Code > #functor_literal
        ->  Module:symbol(Code, Name, Arity),
            (   Arity == 0
            ->  Term = Name,
                Rest = Codes
            ;   compound_name_arity(Term, Name, Arity),
                decode_arguments(0, Arity, Term, Codes, Rest, Module, Variables)
            )
        ;   decode_literal(Code, Codes, Rest, Module, Variables, Term)
        )
    ;   Code < #variable_end
    ->  I is Code - #variable_base + 1,
        arg(I, Variables, Term),
        Rest = Codes
    ;   Term is Code - #integer_base,
        Rest = Codes
    ).

decode_arguments(Arity, Arity, _, Codes, Codes, _, _) :- !.
decode_arguments(I0, Arity, Term, [Code|Codes], Rest, Module, Variables) :-
    I is I0+1,
    arg(I, Term, Argument),
    decode(Code, Codes, Codes1, Module, Variables, Argument),
    decode_arguments(I, Arity, Term, Codes1, Rest, Module, Variables).

decode_literal(#number_literal, Codes, Rest, _, _, Number) :-
    literal_codes(Codes, NumberCodes, Rest),
    number_codes(Number, NumberCodes).
decode_literal(#string_literal, Codes, Rest, _, _, String) :-
    literal_codes(Codes, StringCodes, Rest),
    string_codes(String, StringCodes).
decode_literal(#atom_literal, Codes, Rest, _, _, Atom) :-
    literal_codes(Codes, AtomCodes, Rest),
    atom_codes(Atom, AtomCodes).
decode_literal(#functor_literal, [ArityCode|Codes], Rest, Module, Variables, Term) :-
    count_code(Arity, ArityCode),
    literal_codes(Codes, NameCodes, Codes1),
    atom_codes(Name, NameCodes),
    compound_name_arity(Term, Name, Arity),
    decode_arguments(0, Arity, Term, Codes1, Rest, Module, Variables).

literal_codes([LengthCode|Codes0], Codes, Rest) :-
    count_code(Length, LengthCode),
    length(Codes, Length),
    append(Codes, Rest, Codes0).
