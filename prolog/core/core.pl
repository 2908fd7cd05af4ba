:- module(core,
          [ open_engine/3,              % +Engine, +Module, +Options
            close_engine/1,             % +Engine
            engine/3,                   % ?Engine, ?Hidden, -Context
            written/6,                  % +Resolvent, +Answer, +Context, -Codes, ?Tail, -Length
            share_symbols/2,            % +Program, +Module
            expand_compiled/1           % +Engine
          ]).
:- use_module('../resolve/constants').
:- use_module('../resolve/delays', [delay_all/1, delayed_goals/2]).
:- use_module('../resolve/flat_dicts', [note_dicts/0]).
:- use_module('../resolve/resolution').
:- use_module('../resolve/tokens').
:- use_module(library(assoc), [get_assoc/3, list_to_assoc/2]).
:- use_module(library(lists), [member/2, nth1/3]).

/** <module> Engines by number, and the candidates that C asks for

An engine is a program with limits. C resolves most states by itself and leaves the others to
expand_compiled/1: states and candidates cross as tokens in memory that Python owns, see crossing.c.
*/

:- set_prolog_flag(optimise, true).

%!  engine(?Engine, ?Hidden, -Context) is nondet.
%
%   True if Context is a new context of Engine in which Hidden is the hidden clause.

:- dynamic
    engine/3.

%!  open_engine(+Engine, +Module, +Options) is det.
%
%   Let the integer Engine stand for the program in Module.
%
%   @arg Options  as in context/4

open_engine(Engine, Module, Options) :-
    context(Module, Options, Hidden, Context),
    retractall(engine(Engine, _, _)),
    assertz(engine(Engine, Hidden, Context)).

%!  close_engine(+Engine) is det.
%
%   Forget Engine.

close_engine(Engine) :-
    retractall(engine(Engine, _, _)).

%!  written(+Resolvent, +Answer, +Context, -Codes, ?Tail, -Length) is semidet.
%
%   True if Codes-Tail are the Length tokens of the state, whose variables get numbered. What is
%   cyclic, cannot be written or is too long is no state: it is counted as lost.

written(Resolvent, Answer, Context, Codes, Tail, Length) :-
    finite(Context, Resolvent-Answer),
    terms_behind(Context, Resolvent, Answer, Behind),
    catch(encoded_within(Resolvent, Behind, Context, Codes, Tail),
          error(_, _),                  % it cannot be written, or not in this memory
          lost_state(Context)),
    '$skip_list'(Length, Codes, _),
    (   arg(#max_tokens, Context, MaxTokens),
        Length > MaxTokens
    ->  lost_state(Context)
    ;   true
    ).

%   terms_behind(+Context, +Resolvent, +Answer, -Behind) is det: what a state has behind its goals.

terms_behind(Context, Resolvent, Answer, Behind) :-
    (   arg(#delays, Context, true),
        delayed_goals(Resolvent-Answer, Delayed),
        Delayed \== []
    ->  Behind = ['$delayed'(Delayed)|Answer]
    ;   Behind = Answer
    ).

%   Without the occurs check terms may be cyclic: those are no states.

finite(Context, Term) :-
    (   arg(#sound, Context, finite)
    ->  (   acyclic_term(Term)
        ->  true
        ;   lost_state(Context)
        )
    ;   true
    ).

%   encoded_within(+Resolvent, +Answer, +Context, -Codes, ?Tail) is semidet: a term whose subterms are
%   shared may have more tokens than there is room for, so the work is bounded.

encoded_within(Resolvent, Answer, Context, Codes, Tail) :-
    (   '$term_size'(Resolvent-Answer, #cells_without_count, _)
    ->  encoded(Resolvent, Answer, Context, Codes, Tail)
    ;   arg(#max_tokens, Context, MaxTokens),
        Most is 1000+MaxTokens* #inferences_for_token,
        call_with_inference_limit(encoded(Resolvent, Answer, Context, Codes, Tail), Most, Result),
        (   Result == inference_limit_exceeded
        ->  lost_state(Context)
        ;   !
        )
    ).

encoded(Resolvent, Answer, Context, [K|Codes], Tail) :-
    arg(#module, Context, Module),
    length(Resolvent, GoalCount),
    count_code(GoalCount, K),
    number_variables(Resolvent-Answer),
    encode_terms(Resolvent, Module, Codes, Codes1),
    encode_terms(Answer, Module, Codes1, Tail).

%!  share_symbols(+Program, +Module) is det.
%
%   Tell the C core, which must be loaded, the symbols and the clauses of Module, unless it has no room
%   for all tokens of the clauses: SWI-Prolog then resolves alone.
%
%   @error core_mismatch(Name, Value) if core.h has Value for a constant, and constants.pl has not

share_symbols(Program, Module) :-
    core_constants(Pairs),
    forall(member(Name=Value, Pairs), same_constant(Name, Value)),
    forall(Module:symbol(Id, Name, Arity),
           core_symbol(Program, Id, Name, Arity)),
    (   \+ Module:symbol(_, #dict, _)
    ->  true
    ;   note_dicts                      % an image has them
    ),
    (   catch(share_clauses(Program, Module),
              error(Why, _),
              ( memberchk(Why, [unwritable_clause(_), resource_error(_)]), fail ))
    ->  true
    ;   core_leave_all(Program)
    ).

%   share_clauses(+Program, +Module) is det: tell it the clauses too, so that it resolves most states
%   by itself.

share_clauses(Program, Module) :-
    core_open_clauses(Program),
    context(Module, [], 0, Context),
    forall(( Module:symbol(Id, Name, Arity),
             functor(Goal, Name, Arity),
             ( Goal = '$query'(_) ; Goal = '$call'(_, _) ; runs_at_once(Goal, Context, _) )
           ),
           core_runs(Program, Id)),
    share_ranks(Program, Module),
    forall(Module:res(Head, Body, [], Clause),
           share_clause(Program, Module, Clause, [Head|Body])),
    core_close_clauses(Program).

share_ranks(Program, Module) :-
    findall(Name, Module:symbol(_, Name, _), Names),
    sort(Names, Sorted),
    findall(Name-Rank, nth1(Rank, Sorted, Name), Pairs),
    list_to_assoc(Pairs, Ranks),
    forall(( Module:symbol(Id, Name, _), get_assoc(Name, Ranks, Rank) ),
           core_rank(Program, Id, Rank)).

cut_number(front, 1).
cut_number(behind, 2).

share_clause(Program, Module, Clause, Terms) :-
    (   Module:twin(Clause, First)
    ->  Twin = First
    ;   Twin = 0
    ),
    (   Module:cut(Clause, Where, _, _)
    ->  cut_number(Where, Cut)
    ;   Cut = 0
    ),
    (   core_clause(Program, Clause, Twin, Cut, Terms)
    ->  true
    ;   throw(error(unwritable_clause(Clause), _))
    ).

same_constant(Name0, Value) :-
    downcase_atom(Name0, Name),
    (   constant(Name, Value)
    ->  true
    ;   throw(error(core_mismatch(Name, Value),
                    context(core:share_symbols/2, 'core.h and constants.pl differ')))
    ).

%!  expand_compiled(+Engine) is det.
%
%   Write one page of candidates for each state that C leaves to Prolog, from and to the target that
%   the calling thread has set with core_target() of crossing.c.

expand_compiled(Engine) :-
    engine(Engine, _, Context),
    arg(#sound, Context, Sound),
    arg(#max_tokens, Context, MaxTokens),
    arg(#subproof_inferences, Context, MaxSteps),
    core_limits(Engine, Sound, MaxTokens, MaxSteps),
    (   plain(Context, Module)
    ->  plain_states(Module)
    ;   other_states(Engine)
    ).

%   No builtins, cuts, duplicate facts or functors: a step is one look-up.

plain(#context([module=Module, cuts=false, sound=flat, builtins=false, twins=false]), Module).

plain_states(Module) :-
    core_next_goal(Goal, Hidden, Variables),
    plain_page(Goal, Hidden, Variables, Module),
    fail.
plain_states(_).

plain_page('$query'(Body), _, Variables, _) :-
    !,
    ignore(core_emit(Body, [], #query_clause, Variables)).
plain_page(Goal, Hidden, Variables, Module) :-
    Module:res(Goal, Body, [], Clause),
    Clause =\= Hidden,
    core_emit(Body, [], Clause, Variables),
    !.

other_states(Engine) :-
    core_next(Goal, Rest, Delayed, Hidden, Variables),
    engine(Engine, Hidden, Context),
    (   Delayed = delayed(Goals, Kept)
    ->  delaying_page(Goal, Rest, Goals, Kept, Variables, Context)
    ;   other_page(Goal, Rest, Variables, Context)
    ),
    core_done(Context),
    fail.
other_states(_).

other_page(Goal, Rest, Variables, Context) :-
    candidate(Goal, Rest, Context, Resolvent, Clause),
    core_emit(Resolvent, [], Clause, Variables),
    !.
other_page(_, _, _, _).

%   Kept are the variables of the answer term.

delaying_page(Goal, Rest, Goals0, Kept, Variables, Context) :-
    delay_all(Goals0),
    candidate(Goal, Rest, Context, Resolvent, Clause),
    delayed_goals(Resolvent-Kept, Goals),
    core_emit(Resolvent, Goals, Clause, Variables),
    !.
delaying_page(_, _, _, _, _, _).
