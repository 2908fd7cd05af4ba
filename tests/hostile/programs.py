"""Hostile programs: text that is no program, programs that try to act, and programs that grow."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.hostile.case import HOOKS, STRICT, TRAP, Case, Text, folder_of

SMALL_TRAINING = (
    "--algo", "ppo", "--n-envs", "4", "--frames-per-batch", "16", "--total-frames", "16",
    "--dim", "8", "--run-dir", "out", "--max-inferences", "20",
)  # fmt: skip


@dataclass(frozen=True)
class Hostile:
    """A program, and what the commands say about it."""

    text: Text
    check: int = 2
    """Exit code of ``check``; where it is 2, also of all other commands."""
    says: str = ""
    """What ``check`` says."""
    goal: str = "p(X)"
    prove: int = 0
    """Exit code of ``prove``."""
    proves: str = ""
    """What ``prove`` says."""
    flags: tuple[str, ...] = ()
    """Of ``prove``."""
    tensor: int = 2
    """Exit code of training with the engine `tensor`."""
    is_slow: bool = False


def trapped(text: str) -> str:
    """The text behind directives and hooks that would make the canary."""
    return TRAP + text


ACTS = """\
shell(X)|open(X,write,_)|halt|halt(3)|assertz(p(X))|asserta(p(X))|retract(p(X))|retractall(p(X))|
abolish(p/1)|consult(X)|[X]|load_files(X,[])|use_module(X)|ensure_loaded(X)|see(X)|tell(X)|
write(X)|print(X)|writeq(X)|nl|put_char(a)|put_code(97)|read(X)|get_char(X)|read_term(X,[])|current_input(X)|
format("x")|format(X,[])|with_output_to(X,p(a))|term_to_atom(X,'p(a)')|setof(X,p(X),_)|
bagof(X,p(X),_)|findall(X,p(X),_)|forall(p(X),p(X))|aggregate_all(count,p(X),_)|catch(p(X),_,p(X))|
throw(X)|nb_setval(k,X)|b_setval(k,X)|nb_getval(k,X)|setarg(1,f(a),X)|nb_setarg(1,f(a),X)|
recorda(k,X)|flag(k,X,X)|op(200,xfx,X)|set_prolog_flag(double_quotes,X)|current_op(_,_,X)|
thread_create(p(X),_)|thread_self(X)|mutex_create(X)|load_foreign_library(X)|
prolog_load_context(source,X)|clause(p(X),_)|predicate_property(p(_),X)|current_predicate(X)|
statistics(cputime,X)|get_time(X)|random(X)|random_between(1,9,X)|getenv('HOME',X)|setenv(a,X)|
absolute_file_name(X,_)|exists_file(X)|delete_file(X)|directory_files('.',X)|working_directory(X,X)|
tmp_file(a,X)|socket(X)|process_create(X,[],[])|http_open(X,_,[])|freeze(X,p(a))|dif(X,a)|
when(ground(X),p(a))|put_attr(X,k,v)|tnot(p(X))|call_with_depth_limit(p(X),9,_)|
call_with_time_limit(1,p(X))|garbage_collect|prolog_stack_property(X,_)|abort|break|trace|spy(p)|
qcompile(X)|make|edit(X)|help(X)|apropos(X)|tty_size(X,_)|prompt(X,_)|sleep(X)|
'$sig_atomic'(p(X))|'$set_source_module'(X)|'$set_predicate_attribute'(p,X,1)|@(p(X),user)|
user:shell(X)|system:halt|lists:append(X)|call_cleanup(p(X),halt)|setup_call_cleanup(p(X),p(X),halt)|
asserta((p(X):-halt))|string_code(1,X,_,_)|apply(halt,[])|prolog_cut_to(X)|deterministic(X)|
term_string(X,"p(a)")|sformat(X,a,b)|atom_to_term('p(a)',X,_)|read_term_from_atom(a,X,[])|
char_conversion(a,X)|initialization(halt)|dynamic(X)|discontiguous(X)|module(X)|import_module(X,_)|
X^p(X)|p(X)-->halt|tabling:start_tabling(X)|shift(X)|reset(p(X),_,_)|engine_create(X,p(X),_)"""
"""Goals with effects, or of predicates that the loader must not know."""


def acting() -> list[str]:
    return ACTS.replace("\n", "").split("|")


CALLED = (
    "G = shell('touch canary'), call(G)", "call(shell, 'touch canary')",
    "call((p(X), shell('touch canary')))", "maplist(shell, ['touch canary'])",
    "foldl([A,B,C]>>shell(A), ['touch canary'], a, _)", "once(shell('touch canary'))",
    "\\+ shell('touch canary')", "( shell('touch canary') -> true ; true )",
    "ignore(shell('touch canary'))", "phrase(shell, ['touch canary'])",
    "X =.. [shell, 'touch canary'], X", "forall(p(_), shell('touch canary'))",
    "call(user:shell('touch canary'))", "not(shell('touch canary'))",
    "A = shell, call(A, 'touch canary')", "include(shell, ['touch canary'], _)",
    "apply(shell, ['touch canary'])", "call(call, shell('touch canary'))",
    "findall(X, shell('touch canary'), _)", "X is shell('touch canary')",
)  # fmt: skip
"""Goals that reach an effect by another one: refused when the program is loaded, or they fail."""


EFFECTS = (
    "shell('touch canary')",
    "user:shell('touch canary')",
    "system:shell('touch canary')",
    "m:n:shell('touch canary')",
    "shell('touch canary', _)",
    "halt",
    "system:halt",
    "halt(3)",
    "open(canary, write, _)",
    "tell(canary)",
    "assertz(p(z))",
    "asserta((p(z) :- halt))",
    "retract(p(a))",
    "consult('init.pl')",
    "[init]",
    "load_files('init.pl', [])",
    "abort",
    "process_create(path(touch), [canary], [])",
    "use_module('init.pl')",
    "initialization(halt)",
    "set_prolog_flag(unknown, fail)",
    "op(0, xfx, =)",
    "@(shell('touch canary'), user)",
    "'$set_source_module'(system)",
    "setof(X, shell('touch canary'), _)",
    "p(_), !, halt",
    "( fail ; shell('touch canary') )",
    "(\\+ fail, shell('touch canary'))",
    "prolog",
    "[X]>>shell('touch canary')",
    "[]>>halt",
    "_/shell('touch canary')",
    "phrase(shell, canary)",
    "call(shell, 'touch canary')",
    "catch(halt, _, true)",
    "format('~@', [halt])",
    "nb_setval(a, b)",
    "format(atom(_), '~@', [shell('touch canary')])",
    "with_output_to(string(_), halt)",
    "print_message(error, format('~@', [halt]))",
    "thread_create(halt, _)",
    "call_cleanup(true, halt)",
    "write_term(a, [portray_goal([_, _]>>halt)])",
    "prompt(_, halt)",
    "garbage_collect, halt",
    "_",
    "forall(true, shell('touch canary'))",
    "use_foreign_library('evil.so')",
    "qsave_program(canary)",
)
"""Terms that are reached as goals when the program runs, and must do nothing."""
DELAYED_WAYS = ("freeze(X, G), X = 1", "when(true, G)", "when(nonvar(X), G), X = 1")
"""Ways of programs that compiled Prolog refuses."""
WAYS = (
    "call(G)",
    "G",
    "catch(G, _, true)",
    "catch(throw(G), E, call(E))",
    "\\+ G",
    "once(G)",
    "ignore(G)",
    "forall(G, true)",
    "findall(x, G, _)",
    "bagof(x, G, _)",
    "setof(G, G, _)",
    "aggregate_all(count, G, _)",
    "G =.. L, H =.. L, call(H)",
    "maplist(call, [G])",
    "apply(G, [])",
    "call([X]>>call(X), G)",
    "call([]>>G)",
    "call({G}/[]>>G)",
    "call(call, G)",
    "phrase(G, [])",
    "with_output_to(string(_), G)",
    "clause(G, B), call(B)",
    "term_to_atom(G, A), term_to_atom(H, A), H",
    "call(( G, ! ))",
    "( G -> true ; true )",
    "( G *-> true ; true )",
    "predsort([_, _, _]>>G, [b, a], _)",
    'format("~@", [G])',
    'format(atom(_), "~@~q", [G, G])',
    "foldl([_, _, _]>>G, [a], b, _)",
    "G = M:H, call(M:H)",
    "call(user:G)",
    "call(system:G)",
    'print_message(error, format("~p", [G]))',
    "copy_term([]>>G, H), call(H)",
    "include([_]>>G, [a], _)",
    "between(1, 1, _), G",
    "dif(X, a), X = b, G",
    "tnot(G)",
    "call_with_depth_limit(G, 9, _)",
    "findall(H, clause(G, H), _)",
)
"""How they are reached."""


REDEFINED = "p(a).\n" + "".join(
    f":- op({op}).\n:- initialization shell('touch canary').\np(b) :- shell('touch canary').\n"
    for op in (
        "0, xfx, :-", "0, fx, :-", "1200, xfx, [=, is, ->]", "700, xfx, ','", "200, xfy, '|'",
        "1200, fx, [p, shell]", "0, xfy, ;", "1150, fx, initialization", "200, fy, -", "0, fx, ?-",
    )
)  # fmt: skip
TERMINAL = """\
name('\\e]0;x\\a'). name('\\e[2J'). name('a\\x9b\\31m'). name('\\r\\b\\x7f\\'). name('\\x202e\\').
p(X) :- name(X), format("~w ~q ~a~n", [X, X, X]), write(X), print(X), writeq(f(X)),
    format("~s", [[27, 91, 50, 74]]).
"""
RUNNING = """\
:- initialization(main).
:- initialization(main, main).
:- main.
?- main.
:- p(X), shell('touch canary').
:- catch(shell('touch canary'), _, true).
:- forall(p(_), shell('touch canary')).
:- at_halt(main).
:- set_prolog_flag(toplevel_goal, main).
:- use_module(library(main)).
:- table p/1.
:- time(main).
user:portray(_) :- main.
user:exception(_, _, _) :- main.
prolog:message(_) --> { main }, [].
:- multifile sandbox:safe_primitive/1.
sandbox:safe_primitive(_).
main :- shell('touch canary').
p(a).
"""


def reached(ways: Sequence[str]) -> str:
    """A program in which all clauses of ``p/1`` but the first reach the effects in these ways."""
    facts = [f"effect(({effect})).\n" for effect in EFFECTS]
    rules = [f"p({i}) :- effect(G), {way}.\n" for i, way in enumerate(ways)]
    return "".join(["p(a).\n", *facts, *rules])


def lines_of(goals: list[str]) -> str:
    return "p(a).\n" + "".join(f"r{i}(X) :- {goal}.\n" for i, goal in enumerate(goals))


def many(n: int, line: str) -> str:
    return "".join(line.replace("@", str(i)) + "\n" for i in range(n))


def doubling(n: int) -> str:
    goals = ", ".join(f"X{i + 1} = f(X{i}, X{i})" for i in range(n))
    return f"p(X{n}) :- X0 = a, {goals}.\n"


WRONG: dict[str, Hostile] = {
    # ---- text that is none
    "bytes that are no UTF-8": Hostile(b"p(a).\np('\xff\xfe').\n", says="UTF-8"),
    "UTF-16": Hostile(("p(a).\n" * 20).encode("utf-16"), 0, tensor=0),
    "NUL bytes": Hostile(b"p(a\x00b).\n\x00\x00", says=r"error"),
    "a NUL in an atom": Hostile("p('a\\x0\\b').\np(c).\n", 0, tensor=0),
    "all bytes": Hostile(bytes(range(256)) * 20),
    "a library": Hostile(b"\x7fELF\x02\x01\x01" + bytes(4000)),
    "an unclosed quote": Hostile(trapped("p('a).\nq(b).\n"), says=r"program\.pl:\d+"),
    "an unclosed comment": Hostile(trapped("p(a).\n/* p(b).\n"), says=r"program\.pl:\d+"),
    "no full stop": Hostile(trapped("p(a)"), says="end"),
    "a code that is none": Hostile(trapped("p('\\x110000\\').\n"), says=r"program\.pl:\d+"),
    "surrogates in UTF-8": Hostile(b"p('\xed\xa0\x80').\n", says="UTF-8"),
    "a quasi quotation": Hostile(trapped("p({|html||<b>|}).\n"), says=r"program\.pl:\d+"),
    "a dict": Hostile(trapped("p(_{a: 1}).\n"), says=r"program\.pl:\d+"),
    "other files": Hostile(
        ":- include('/etc/passwd').\n:- [user].\n:- consult('init.pl').\n"
        ":- load_files('init.pl', []).\np(a).\n",
        says="4 errors",
    ),
    "operators that are none": Hostile(
        ":- op(9999, xfx, a).\n:- op(200, xfx, [b, ',']).\n:- op(a, b, c).\n:- op(2).\np(a).\n",
        says="errors",
    ),
    "a wrong head": Hostile(trapped('p(a), q(b).\n3.\n"s" :- p.\nX :- p(X).\n'), says="8 errors"),
    "an error in each line": Hostile(lambda: trapped(many(1000, "p(@,).")), says="1,?004 errors"),
    # ---- programs that act
    "goals with effects": Hostile(trapped(lines_of(acting())), says=r"error"),
    "effects by another goal": Hostile(trapped(lines_of(list(CALLED))), says=r"error"),
    "grammar that acts": Hostile(trapped("p --> {shell('touch canary')}, [a].\n"), says="shell"),
    "a definition of a builtin": Hostile(trapped("X = Y :- q(X, Y).\natom(a).\n"), says="6 errors"),
    "hooks with effects": Hostile(
        trapped("user:term_expansion(X, X) :- shell('touch canary').\np(a).\n"), says="error"
    ),
    "expansions": Hostile(
        trapped("term_expansion(_, []).\ngoal_expansion(_, fail).\np(a).\n"), says="rewrite"
    ),
    "an unknown predicate": Hostile(trapped("p(X) :- nowhere(X).\n"), says="nowhere/1"),
    "a random number": Hostile(trapped("p(X) :- X is random(1000000).\n"), says="random"),
    "the time": Hostile(trapped("p(X) :- X is cputime.\nq(X) :- X is realtime.\n"), says="error"),
    # ---- names of predicates
    "arity of a declaration": Hostile(":- dynamic p/99999999999999999999.\np(a).\n", says="error"),
}
"""Programs that a strict load refuses, or any load."""

_PRAGMAS = """\
:- module(system, [p/1]).
:- set_prolog_flag(double_quotes, atom).
:- set_prolog_flag(occurs_check, error).
:- set_prolog_flag(generate_debug_info, false).
:- set_stream(user_output, alias(x)).
:- style_check(-singleton).
:- license(gpl).
:- encoding(iso_latin_1).
:- use_module(library(process)).
:- use_foreign_library('evil.so').
:- initialization(main, main).
:- prolog_load_context(X, Y), write(X-Y).
:- dynamic(shell/1).
:- table(p/1).
p(a).
"""

FINE: dict[str, Hostile] = {
    # ---- text
    "an empty file": Hostile("", goal="p(a)", says="p/1"),
    "brackets in a comment alone": Hostile("p.\n% " + "(" * 1100, 0, goal="p", tensor=0),
    "carriage returns": Hostile(b"p(a).\r\n% no\r\np(b).\r\n", 0, tensor=0),
    "a lone carriage return": Hostile(b"p(a). % no\rp(b).\np(c).\n", 0, tensor=0),
    "writing from right to left": Hostile("p('\u202egnp.exe').\np('\u200b').\n", 0, tensor=0),
    "letters of all scripts": Hostile("p(été). p(日本). p('😀'). p(ß).\n", 0, tensor=0),
    # ---- depth
    "nested lists": Hostile("p(" + "[" * 20000 + "]" * 20000 + ").\n", 0, proves=r"p\(\[\["),
    "nested negation": Hostile("p(a).\nq(X) :- " + "\\+ " * 50000 + "p(X).\n", 0, proves="X = a"),
    # ---- directives that are skipped
    "directives": Hostile(_PRAGMAS, 0, proves="X = a", tensor=0),
    "operators": Hostile(
        ":- op(700, xfx, =>>).\n:- op(200, xfy, **).\n:- op(0, xfx, =>).\n:- op(1200, fx, p).\n"
        ":- op(200, xfy, [b, c]).\np(a).\np(a b c =>> d).\n",
        0,
    ),
    # ---- names
    "hooks alone": Hostile(HOOKS + "expand_term(a, b).\np(a).\n", 0, proves="X = a", tensor=0),
    "names of our own": Hostile(
        "p('$query'). p('$answer'). p('$x'). p(more). p(refuse). p('[]'). p([]). p({}).\n",
        0, tensor=0,
    ),
    "the longest name": Hostile(lambda: f"p({'a' * 10**6}).\n", 0, flags=("--json",), tensor=0),
    "the longest string among several": Hostile(
        lambda: f'p("{"a" * 10**6}").\n', 0, prove=1, proves="lost", flags=("--answers", "2")
    ),
    "a compound of no arguments": Hostile("p(a()).\n", 2, says="error"),
    "a predicate named minus": Hostile("a-b.\nb-c.\np(X) :- a-X.\n", 0, tensor=0),
    # ---- numbers
    "special floats": Hostile("p(1.0Inf). p(-1.0Inf). p(1.5NaN). p(-0.0). p(0.0).\n", 0),
    "a float without room": Hostile("p(1.0e400).\n", 2, says=r"\.pl:\d"),
    "integers of 64 bits": Hostile(
        "p(9223372036854775807). p(9223372036854775808). p(-9223372036854775808).\n"
        "p(-9223372036854775809). p(18446744073709551616).\n",
        0,
    ),
    "an integer of 4,301 digits": Hostile(f"p({'9' * 4301}).\n", 0),
    "an integer of 100,000 digits": Hostile(lambda: f"p({'9' * 100_000}).\n", 2, "digits"),
    "a rational": Hostile("p(1r3).\n", 0),
    # ---- goals that raise, loop and grow
    "a wrong type at run time": Hostile("p(X) :- Y = foo, X is Y + 1.\n", 0, prove=1),
    "division by zero": Hostile("p(X) :- Y = 0, X is 1 / Y.\np(b).\n", 0, proves="X = b"),
    "left recursion": Hostile("p(X) :- p(X), q(X).\np(a).\nq(a).\n", 0, proves="X = a", tensor=0),
    "a loop": Hostile(
        "p(X) :- p(X).\n", 0, prove=1, flags=("--max-inferences", "1000"), tensor=0
    ),
    "branches without end": Hostile(
        "p(X) :- p(f(X)).\np(X) :- p(g(X)).\np(X) :- p(h(X)), p(X).\n",
        0, prove=1, flags=("--max-inferences", "5000"),
    ),
    "cyclic terms": Hostile("p(X) :- X = f(X).\np(X) :- X = f(Y), Y = g(X).\n", 0, prove=1),
    "a negation that grows": Hostile(
        "p(a) :- \\+ q(a).\nq(X) :- q(f(X)), q(X).\n", 0, prove=1
    ),
    "between without end": Hostile("p(X) :- between(1, inf, X), X < 0.\n", 0, prove=1),
    "a random number at run time": Hostile(
        "p(X) :- E = random(1000000), X is E.\n", 0, prove=1, says="p/1"
    ),
    "a list of a billion": Hostile("p(X) :- length(X, 1000000000).\n", 0, prove=1),
    "a shift": Hostile("p(X) :- X is 1 << 100000000000.\n", 0, prove=1),
    "a new name at run time": Hostile("p(X) :- atom_concat(a, b, Y), atom_length(Y, X).\n", 0),
    "a compound named by a list among several": Hostile(
        "p(X) :- functor(X, [], 1).\n", 0, prove=1, proves="lost|not", flags=("--answers", "2")
    ),
    "cuts": Hostile("p(X) :- q(X), !.\nq(a).\nq(b).\n", 0, proves="X = a"),
    "grammar": Hostile("p --> [].\np --> [a], p.\n", 0, goal="p([a,a,a,b], X)"),
    # ---- goals that are made when they are reached
    **{
        f"effects reached in {name} ways, by {search}": Hostile(
            trapped(reached(ways)), 0, proves="lost|error|stopped",
            flags=("--answers", "5000", "--search", search, "--max-inferences", "50000"),
            is_slow=search != "swipl",
        )
        for name, ways in (
            ("other", WAYS[::2]), ("further", WAYS[1::2]), ("delayed", DELAYED_WAYS)
        )
        for search in ("iterative-deepening", "breadth-first", "prolog", "swipl", "portfolio")
        if name != "delayed" or search not in ("prolog", "swipl")
    },
    "operators that redefine others": Hostile(REDEFINED, 0, proves="lost", tensor=0),
    "terminal codes in output": Hostile(
        TERMINAL, 0, proves="output", flags=("--answers", "9")
    ),
    "directives that run goals": Hostile(RUNNING, 0, tensor=0),
    # ---- sizes
    "10,000 clauses of a predicate": Hostile(
        lambda: "q(a).\n" + many(10_000, "p(X) :- q(X)."), 0, tensor=0
    ),
    "2,000 goals": Hostile(lambda: f"q(a).\np(X) :- {', '.join(['q(X)'] * 2000)}.\n", 0,
                            proves='"X": "a"', flags=("--json",), tensor=0, is_slow=True),
    "1,000 branches": Hostile(lambda: f"q(a).\np(X) :- {' ; '.join(['q(X)'] * 1000)}.\n", 0,
                            tensor=0),
    "symbols and no queries": Hostile(lambda: many(3000, "s@(t@).") + "p(a).\n", 0, tensor=0),
}  # fmt: skip
"""Programs that are loaded."""

LIMITS = ("--timeout-s", "600", "--memory-mb", "300")
GROWING: dict[str, str] = {
    "a doubling atom": "p(a) :- \\+ q(a).\nq(X) :- atom_concat(X, X, Y), q(Y).\n",
    "an integer of 10^8 digits": "p(X) :- X is 3 ** 200000000, X < 0.\n",
    "an integer that is multiplied": "p(X) :- q(3, X).\nq(X, Y) :- Z is X * X, q(Z, Y).\n",
}
"""Programs that no search ends on by itself: they end by their own size, or by inferences."""

PROVED = {
    "doubling terms that are compared": doubling(40).replace("p(X40)", "p(b)").rstrip(".\n")
    + ", Y0 = a"
    + "".join(f", Y{i + 1} = f(Y{i}, Y{i})" for i in range(40))
    + ", X40 == Y40.\n",
    "a doubling term that is dropped": doubling(60).replace("p(X60)", "p(b)"),
    "a pair of doubling terms": "t(X, X).\n"
    + doubling(60).replace("p(X60)", "p(b)").replace(".\n", ", t(X60, Y), Y = X60.\n"),
}
"""Programs whose terms double, and that have a proof: it is shown with the outermost levels."""

SIZES: dict[str, tuple[Text, tuple[int, ...]]] = {
    # program, exit codes of check
    "a million facts": (lambda: many(10**6, "p(c@)."), (0,)),
    "100,000 errors": (lambda: many(100_000, "p(@,)."), (2,)),
    "900,000 symbols": (lambda: many(900_000, "p(s@)."), (0,)),
    "100,000 variables": (
        lambda: f"p(f({', '.join(f'X{i}' for i in range(100_000))})).\n", (0, 2),
    ),
    "an integer of 10^6 digits": (lambda: f"p({'9' * 10**6}).\n", (0, 2)),
    "900 nested conditionals": (
        lambda: "q(a).\np(X) :- " + "( q(X) -> " * 900 + "q(X)" + " ; q(X) )" * 900 + ".\n",
        (0, 2),
    ),
    "900 nested disjunctions": (
        lambda: "q(a).\np(X) :- " + "( q(X) ; " * 900 + "q(X)" + " )" * 900 + ".\n", (0, 2),
    ),
    "100,000 clauses": (lambda: "q(a).\n" + many(100_000, "p@(X) :- q(X)."), (0,)),
    "a line of 10^7 spaces": (lambda: f"p(a).{' ' * 10**7}p(b).\n", (0,)),
}  # fmt: skip
"""Large programs: each works or is refused by a limit."""


def _doubling_cases() -> Iterator[Case]:
    """An answer that is too large for a state: one is shown in part, and as one of several lost."""
    for search in ("iterative-deepening", "breadth-first", "prolog", "swipl"):
        words = ("prove", "pack", "p(X)", "--search", search, *LIMITS)
        files = folder_of(doubling(60))
        name = f"{search}: a doubling term"
        yield Case(name, words, 0, r"X = f\(f\(", files)
        lost = "lost to size limits|lost because"
        many = ("--answers", "2")
        yield Case(f"{name} among several", (*words, *many), 1, lost, files, peak_mb=620)


OUTSIDE = """\
:- ['../secret', '/etc/passwd', link, far/secret, pack/'../../secret', '~/secret'].
:- consult('@/secret.pl'), ensure_loaded(library('../secret')), include('./../secret.pl').
:- use_module('..'/secret, [secret/1]), load_files('file://secret.pl', [if(true)]).
:- [swi(secret), 'secret.pl\\0\\'], reexport('..\\\\secret'), autoload('../secret').
:- multifile user:file_search_path/2.
user:file_search_path(library, '.').
:- initialization(['../secret']), load_files(pipe, [stream(user_input)]).
p(a).
p(b) :- consult('../secret'), secret(_).
"""
"""Directives that would load a file outside the folder of the program; @ stands for that."""


def lead_outside(folder: Path) -> None:
    """Write a program, links that lead out of its folder, and a file there."""
    (folder / "secret.pl").write_text(f"{TRAP}secret(s).\n")
    (folder / "pack/program.pl").write_text(OUTSIDE.replace("@", str(folder)))
    (folder / "pack/link.pl").symlink_to("../secret.pl")
    (folder / "pack/far").symlink_to("..")
    os.mkfifo(folder / "pack/pipe.pl")


def outside_cases() -> Iterator[Case]:
    """Programs that load files from outside by links, other folders and absolute paths."""
    files, shown = folder_of("p(a).\n"), ("prove", "pack", "p(X)", "--answers", "9", "--search")
    for search in ("iterative-deepening", "prolog", "swipl"):
        name = f"{search}: files outside"
        yield Case(name, (*shown, search), 0, "X = a", files, damage=lead_outside)
    for words, code in ((("check", "pack"), 0), (("prove", "pack", "secret(X)"), 2)):
        yield Case(f"{words[0]}: a file outside", words, code, "secret", files, damage=lead_outside)


def large_cases() -> Iterator[Case]:
    """Programs that grow when they run, or are large from the start; all take seconds."""
    for name, text in GROWING.items():
        words = ("prove", "pack", "p(X)", *LIMITS, "--max-inferences", "3000")
        yield Case(f"prove: {name}", words, 1, "", folder_of(text), is_slow=True)
    multiplied = "an integer that is multiplied"
    words, text = ("prove", "pack", "p(X)", "--search", "prolog", *LIMITS), GROWING[multiplied]
    # of its memory, the host of the cases has 300 MB
    yield Case(f"prove by Prolog: {multiplied}", words, 1, "", folder_of(text), peak_mb=620)
    yield from _doubling_cases()
    for name, text in PROVED.items():
        words = ("prove", "pack", "p(X)", *LIMITS)
        yield Case(f"prove: {name}", words, 0, "X = b", folder_of(text))
    for name, (program, codes) in SIZES.items():
        files, words = {"pack/env.toml": "", "pack/program.pl": program}, ("check", "pack")
        yield Case(f"check: {name}", words, codes, "", files, is_slow=True, peak_mb=1800)


def cases() -> Iterator[Case]:
    yield from large_cases()
    yield from outside_cases()
    for i, (name, one) in enumerate([*WRONG.items(), *FINE.items()]):
        refused, training = one.check == 2, ("train", "--env", "pack", *SMALL_TRAINING)
        code, says = (2, one.says) if refused else (one.prove, one.proves)
        queries, settings = f"query(({one.goal})).\n", STRICT if refused else ""
        files = folder_of(one.text, queries=queries, settings=settings)
        no_queries = {**files, "pack/train.pl": "query(nowhere(a)).\n"}
        if refused:
            yield Case(
                f"load: {name}", ("prove", "pack", one.goal), (0, 1, 2), "",
                folder_of(one.text, queries=queries), is_slow=i % 4 > 0,
            )  # fmt: skip
        yield Case(
            f"check: {name}", ("check", "pack"), one.check, one.says, files,
            is_slow=one.is_slow or not refused,
        )  # fmt: skip
        yield Case(
            f"prove: {name}", ("prove", "pack", one.goal, *one.flags), code, says, files,
            is_slow=one.is_slow or refused,
        )  # fmt: skip
        yield Case(
            f"train, tensor: {name}", (*training, "--engine", "tensor"),
            2 if refused else one.tensor, "", files,
            is_slow=one.is_slow or one.tensor == 0 or i % 8 > 0,
        )  # fmt: skip
        yield Case(f"train: {name}", training, 2, "", no_queries, is_slow=one.is_slow or i % 12 > 0)
