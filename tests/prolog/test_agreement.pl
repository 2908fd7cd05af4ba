:- module(test_agreement, [differences/2]).

:- use_module(library(plunit)).
:- use_module(library(aggregate)).
:- use_module(library(apply)).
:- use_module(library(assoc)).
:- use_module(library(charsio)).
:- use_module(library(dicts)).
:- use_module(library(error)).
:- use_module(library(lists)).
:- use_module(library(option)).
:- use_module(library(ordsets)).
:- use_module(library(pairs)).
:- use_module(library(random)).
:- use_module(library(nb_set)).  % of solution_sequences: to load it takes more inferences than a call has
:- use_module(library(solution_sequences)).
:- use_module(library(clpfd)).
:- use_module(library(dcg/basics)).
:- use_module(library(dcg/high_order)).
:- use_module(library(backcomp)).
:- use_module(library(statistics), [time/1]).
:- use_module(engine(builtins/builtins), [builtin/2, lent/2]).
:- use_module(engine(builtins/stock), [library_predicate/2]).
:- use_module(engine(resolve/delays), [delaying_goal/1]).
:- use_module(engine(resolve/flat_dicts), [flat_dicts/2, has_dict/1]).
:- use_module(engine(resolve/output), [output_goal/1]).
:- use_module(engine(resolve/resolution), []).
:- use_module(loading).

% Each predicate is called with many tuples of arguments here and in SWI-Prolog: the first solutions, in
% their order, and the error are the same.

argument(_).
argument(a).
argument(b).
argument('').
argument('12').
argument(foo).
argument(0).
argument(1).
argument(2).
argument(-1).
argument(3.5).
argument("ab").
argument(f(x)).
argument(f(_, b)).
argument([]).
argument([a]).
argument([b, a, b]).
argument([1, 3, 2]).
argument([3, 1.0, 1]).
argument([a, b, c]).
argument([X, _, X]).
argument([_]).
argument([a|_]).
argument([a|b]).
argument([b-1, a-2]).
argument([a-1, b-2, a-3]).
argument([[a], [b, c], []]).
argument([0'1, 0'2]).
argument(t(k, v, -, t, t)).
argument(t).
argument(a-1).
argument(1+2).
argument(_{}).
argument(t{a:1}).
argument(_{a:_}).
argument(t{1:f(_), 2:b}).               % these keys are in order in all processes

% Arguments of functional notation.

functional(_).
functional(a).
functional(1).
functional([]).
functional(get(_)).
functional(get(a)).
functional(get(b, 7)).
functional(get(a/_)).
functional(get(a/b/1, c)).
functional(put(a, 2)).
functional(put(b/a, _{c:3})).
functional(put(a/b/c, 3)).
functional(put(t{b:1})).
functional(put([a=3, 4-d])).
functional(put(f(_))).
functional(put("a", 1)).
functional(t{a:1}).
functional(_{a:_{b:_{1:3}}}).
functional(u{a:t{b:2}, 1:_}).
functional([a-1]).
functional([a|_]).
functional("ab").

% Arguments of builtins of dicts, which take lists of keys and values as well.

dict_data(_).
dict_data(a).
dict_data(b).
dict_data(1).
dict_data(t).
dict_data("a").
dict_data(f(x)).
dict_data(t{a:1}).
dict_data(_{a:_, b:2}).
dict_data([]).
dict_data([a]).
dict_data([_]).
dict_data([a-1]).
dict_data([b-2, a-X, 3-X]).
dict_data([a=1, b:2, c(3)]).
dict_data([a-1, a=2]).
dict_data([f(x)-1]).
dict_data(["a"-1]).
dict_data([a(1, 2)]).
dict_data([a=1|_]).
dict_data([a-1|b]).

takes_dicts(Name, Arity) :-
    memberchk(Name/Arity, [(:<)/2, (>:<)/2, del_dict/4, dict_create/3, dict_keys/2, dict_pairs/3, dict_size/2,
                           get_dict/3, get_dict/5, is_dict/1, is_dict/2, put_dict/3, put_dict/4, select_dict/3]).

% Arguments that are called: a list in the place of a goal would be loaded, as files.

called(_).
called(fail).
called(foo).
called(1).
called(2).
called(-1).
called(infinite).
called(arg(_, f(b, a, b), _)).
called(between(1, 3, _)).
called(( X = 1 ; X = 2 )) :-
    X = _.
called(throw(error(type_error(a, b), _))).
called(_ is foo).

calls(Name, Arity) :-
    memberchk(Name/Arity, [limit/2, offset/2, call_nth/2, distinct/1, distinct/2, foreach/2, foreach/4,
                           foreach/5, time/1]).

% What nonterminals that call others take.

described(_).
described([]).
described([0'a]).
described(",").
described(digit).
described(digits).
described(blank).
described(( blank ; [0'1] )).
described({fail}).
described(1).
described(`1,2`).
described(` 1`).

describes(Name, Arity) :-
    memberchk(Name/Arity, [sequence/4, sequence/5, sequence/7, optional/4]).

% What constraints take. Whether they are decided is for test_constraints below.

constrained(_).
constrained(0).
constrained(1).
constrained(3).
constrained(-7).
constrained(123456789012345678901).
constrained(3.5).
constrained(a).
constrained(3+4*2).
constrained(-7//2).
constrained(-7 mod 3).
constrained(-7 rem 3).
constrained(-7 div 2).
constrained(2^5-abs(-4)).
constrained(min(3, max(1, 2))).
constrained(7//0).
constrained(2^(-1)).
constrained(X+X).
constrained(2*_+1).
constrained(5-_).
constrained(0*_).
constrained(_*_).
constrained(1..3).
constrained(inf..2).
constrained(0\/3..sup).
constrained([]).
constrained([3, 1]).
constrained([3, 3]).
constrained([1, _]).
constrained([1, 3, 3]).
constrained([ff]).
constrained(#=).
constrained(#>).
constrained(3 #> 1).
constrained(1 #= 3).
constrained(3 in 1..2).
constrained(#\ 0).
constrained(1 #\/ 0).
constrained(_ #> 1).

constrains(Name, Arity) :-
    functor(Goal, Name, Arity),
    lent(Goal, constraints).

sampled(Name/Arity, Goal) :-
    (   calls(Name, Arity)
    ->  findall(Argument, called(Argument), Arguments)
    ;   takes_dicts(Name, Arity)
    ->  findall(Argument, dict_data(Argument), Arguments)
    ;   Name == '.'
    ->  findall(Argument, functional(Argument), Arguments)
    ;   describes(Name, Arity)
    ->  findall(Argument, described(Argument), Arguments)
    ;   constrains(Name, Arity)
    ->  findall(Argument, constrained(Argument), Arguments)
    ;   findall(Argument, argument(Argument), Arguments)
    ),
    length(Arguments, Count),
    functor(Goal, Name, Arity),
    Most is min(Count**Arity, 400),
    between(1, Most, Number),
    functor(Goal0, Name, Arity),
    forall(between(1, Arity, Place),
           ( Which is random(Count),
             nth0(Which, Arguments, Argument),
             copy_term(Argument, Copy),
             nb_setarg(Place, Goal0, Copy)
           )),
    Number > 0,
    copy_term(Goal0, Goal).

differences(Indicator, Differences) :-
    Indicator = Name/Arity,
    set_random(seed(37)),
    functor(Head, Name, Arity),
    Head =.. [_|Arguments],
    Rule =.. [asked|Arguments],
    format(string(Text), ':- use_module([library(dcg/basics), library(dcg/high_order), library(clpfd)]).~n~q.~n', [(Rule :- Head)]),
    loaded(Text, Module),
    resolution:context(Module, [occurs_check(false)], 0, Context),
    findall(Goal-Ours-Theirs,
            ( sampled(Indicator, Goal),
              Goal =.. [_|Given],
              Asked0 =.. [asked|Given],
              flat_dicts(Asked0, Asked),
              outcome(5_000, Goal, test_agreement:Goal, Theirs0),
              Theirs0 \= [limit|_],
              flat_dicts(Theirs0, Theirs),
              outcome(20_000, Asked, resolution:proof_of([Asked], Context), Ours0),
              shown(Ours0, Goal, Ours),
              Ours \= [limit|_],
              Ours \= [resource_error(constraints)|_],
              \+ ( has_dict(Asked), Ours = [type_error(evaluable, '$left_out'/0)|_] ),
              \+ same(Ours, Theirs)
            ),
            Differences).

shown([End|Solutions0], Goal, [End|Solutions]) :-
    functor(Goal, Name, _),
    maplist(renamed(Name), Solutions0, Solutions).

renamed(Name, Solution0, Solution) :-
    Solution0 =.. [_|Arguments],
    Solution =.. [Name|Arguments].

% outcome(+Most, +Template, :Goal, -Outcome): Outcome is [End|Solutions], the first four of them; End is `true`, `limit`
% behind Most inferences, or the error, without its context. Where there is no fourth solution, SWI-Prolog may sort
% ever longer lists, for which it counts no inferences.

outcome(Most, Template, Goal, [End|Solutions]) :-
    Found = found([]),
    catch(( call_with_inference_limit(forall(limit(4, Goal), keep(Found, Template)), Most, Result),
            (   Result == inference_limit_exceeded
            ->  End = limit
            ;   End = true
            )
          ),
          error(Formal, _),
          End = Formal),
    arg(1, Found, Reversed),
    reverse(Reversed, Solutions).

keep(Found, Template) :-
    arg(1, Found, Solutions),
    duplicate_term(Template, Copy),
    nb_setarg(1, Found, [Copy|Solutions]).

same([End1|Solutions1], [End2|Solutions2]) :-
    (   Solutions1 =@= Solutions2
    ;   \+ acyclic_term(Solutions1)
    ;   \+ acyclic_term(Solutions2)
    ),
    (   End1 == true
    ->  End2 == true
    ;   End2 \== true
    ).

tested(Name/Arity) :-
    (   library_predicate(Name, Arity)
    ;   builtin(Goal, _),
        \+ output_goal(Goal),
        \+ delaying_goal(Goal),
        functor(Goal, Name, Arity),
        \+ sub_atom(Name, 0, _, _, $)
    ),
    Arity > 0,
    \+ excepted(Name/Arity),
    Name/Arity \== throw/1.            % of a ball that is no error

excepted(draw/3).                       % SWI-Prolog has none
excepted(setup_call_cleanup/3).         % when the cleanup runs depends on choice points
excepted(call_cleanup/2).
excepted(findnsols/4).                  % so does the end of chunks that are all full
excepted(findnsols/5).
excepted(current_prolog_flag/2).        % which flags there are differs from process to process

:- begin_tests(agreement).

test(every_predicate_has_the_solutions_and_errors_of_swipl,
     [forall(tested(Indicator)), Differences == []]) :-
    differences(Indicator, Differences).

:- end_tests(agreement).
