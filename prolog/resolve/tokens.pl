:- module(tokens,
          [ program_module/2,           % +In, -Module
            intern_program/1,           % +Module
            fixed_symbol/3,             % ?Id, ?Name, ?Arity
            encode_terms/4,             % +Terms, +Module, -Codes, ?Tail
            number_variables/1,         % ?Term
            decode_terms/6,             % +Count, +Codes, -Rest, +Module, +Variables, -Terms
            count_code/2                % ?Count, ?Code
          ]).
:- use_module(constants).
:- use_module(delays, [delaying_goal/1]).
:- use_module(library(apply), [maplist/2]).
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
    findall(Symbol, fixed_term(Module, Symbol), Symbols),
    first_free(First),
    setup_call_cleanup(core:core_open_symbols(Met),
                       ( core:core_new_symbols(Met, Symbols, _),
                         intern_program(Met, Module, next(First))
                       ),
                       core:core_close_symbols(Met)),
    compile_predicates([Module:symbol/3]).

fixed_term(Module, Term) :-
    fixed_symbol(Id, Name, Arity),
    assertz(Module:symbol(Id, Name, Arity)),
    functor(Term, Name, Arity).

% intern_program(+Met, +Module, +Next): Met has the symbols that C has met, and Next the token of the next one.

intern_program(Met, Module, Next) :-
    forall(Module:res(Head, Body, [], _), intern_terms(Met, [Head|Body], Module, Next)),
    arg(1, Next, Name),
    assertz(Module:first_name(Name)),
    forall(Module:query(_, _, Goals, Answer, _, _, _, _),
           ( intern_terms(Met, Goals, Module, Next), intern_terms(Met, [Answer], Module, Next) )),
    findall(Goal, may_be_delayed(Module, Goal), Delayed),
    (   Delayed == []
    ->  true
    ;   intern_terms(Met, ['$delayed'(_)|Delayed], Module, Next)
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

% intern_terms(+Met, +Terms, +Module, +Next): the list of terms is made of symbols that are fixed.

intern_terms(Met, Terms, Module, Next) :-
    core:core_new_symbols(Met, Terms, Symbols),
    maplist(add_symbol(Module, Next), Symbols).

add_symbol(Module, Next, Name/Arity) :-
    (   arg(1, Next, Id0),
        Id0 < #variable_base
    ->  after_surrogates(Id0, Id),
        assertz(Module:symbol(Id, Name, Arity)),
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
