"""Random text; changes of arrays and tokens; odd terms and expressions."""

import json
import random
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np

SMALL = """\
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
r(a, "text"). r(b, 99999999999). r('new atom', 1.5). r(f(Z, Z), _). r([], '[]'). r({}, -3).
r(X, Y) :- q(X), q(Y), X \\== Y.
q(a). q(b). q(c). q(d). q(f(_)). q(g(a, "b", 0'c)).
loop(X) :- loop(f(X)).
n(X) :- \\+ q(X), atom_concat(a, b, X).
m(X, Y) :- ( X == a -> Y = 1 ; Y = 2 ).
"""
LITERALS = "r(X, Y), r(Y, 99999999999), X = f('never seen', 12345678901, \"s\", 1.0e300)"
QUERIES = (
    f"query(({LITERALS})).\nquery(r(X, Y)).\nquery(app(X, Y, [a, b, c])).\nquery((q(X), n(X))).\n"
    "query(loop(a)).\nquery(m(a, 1)).\n"
)
TEXT = """\
% facts
:- dynamic(later/1).
:- discontiguous p/1.
t(a, b).
t(b, 12).
t('A b', -3). t("s", 0'a).
p(X, Z) :- t(X, Y), p(Y, Z).
p(X, Y) :- q(Y), X \\= Y, \\+ q(X). /* between
clauses */ q(c).
r :- ( p(a, b) ; q(_) ), 1 < 2.
s([H|T], {X}) :- H == X, T = [].
g --> [a], g, { true }.
g --> [].
:- op(700, xfx, ===>).
u(X ===> Y) :- Y is X * 2 + 1.5e3.
""".splitlines()
PIECES = (
    "(", ")", ",", ".", " ", "\n", "X", "_", "a", "'", '"', "`", "0", "-", "+", ";", ":-", "-->",
    "|", "[", "]", "{", "}", "\\", "%", "/*", "*/", "0'", "0x", "1.0", "1e9", "1.0Inf", "1r3",
    "!", "\\+", "->", "=..", "is", "mod", "\t", "\r\n", "\x00", "\x7f", "é", "日", "😀", "\u202e",
    "\ufeff", "\udcff", "''", '""', "''''", "\\x41\\", "\\u0041", "\\U0010FFFF", "\\z",
    "999999999999999999999", ". ", ".\n", ":- dynamic a/1.\n", "end_of_file.", "p(a).", "\u2028",
    "\x85", "\x0b", "..", "@", "^",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, 2**64, -(2**63), 1.5, float("nan"), float("inf"), "",
    "a", "shell(halt)", "\u0000", [], [0], {}, {"a": 1}, "0", "p(a)", "app([],[],[])",
)  # fmt: skip
MANY = 1_100
"""Pieces in a row, at times: just above the bound of a thousand that brackets and levels have."""


def value_of(number: int) -> Any:
    """Value for a place, of its own: a later change may alter it."""
    return deepcopy(VALUES[number % len(VALUES)])


# ---- text


def make_text(source: random.Random) -> list[str]:
    """Lines of a program with some pieces put in, taken out and swapped."""
    lines = source.sample(TEXT, source.randint(1, len(TEXT)))
    for _ in range(source.choice((0, 1, 1, 2, 3, 8))):
        i = source.randrange(len(lines))
        at = source.randrange(len(lines[i]) + 1)
        end = at + source.choice((0, 0, 1, 1, 2, 5))
        lines[i] = lines[i][:at] + _piece(source, PIECES) + lines[i][end:]
    return ["#!/usr/bin/env swipl"] * source.choice((0, 0, 0, 1)) + lines


def make_goal(source: random.Random) -> list[str]:
    words = ("r(X, Y)", ",", "q(X)", "app(X, Y, [1, 2])", "n(X)", ";", "->", "\\+", "X", "=")
    return [_piece(source, (*words, "m(X, Y)", *PIECES)) for _ in range(source.randint(1, 12))]


def _piece(source: random.Random, pieces: Sequence[str]) -> str:
    return source.choice(pieces) * source.choice((1,) * 15 + (MANY,))


# ---- changes of arrays


def places(value: Any) -> list[tuple[Any, Any]]:
    keys: Any = list(value) if isinstance(value, dict) else range(len(value))
    found = []
    for key in keys:
        holds = isinstance(value[key], dict | list)
        found += places(value[key]) if holds else [(value, key)]
    return found


def make_changes_of_arrays(source: random.Random) -> list[str]:
    """Changes of the state of rows: one number of one array, a whole one, or what holds it."""
    kinds = ("one", "one", "one", "all", "cut", "type", "value", "drop")
    return [
        json.dumps([source.random(), source.choice(kinds), source.random(), source.randrange(99)])
        for _ in range(source.choice((1, 1, 1, 2, 4)))
    ]


NUMBERS = (-(2**31), -2, -1, 0, 1, 2, 3, 5, 14, 100, 10**6, 2**31 - 1, 0xC0000, 0xF0000)


def change_arrays(state: dict[str, Any], change: list[Any]) -> None:
    at, kind, where, number = change
    all_places = places(state)
    container, key = all_places[int(at * len(all_places))]
    value = container[key]
    if kind == "drop":
        del container[key]
    elif not isinstance(value, np.ndarray) or kind == "value":
        container[key] = value_of(number)
    elif kind == "cut":
        container[key] = value[: int(where * len(value))] if value.ndim else value
    elif kind == "type":
        container[key] = value.astype((np.int8, np.float64, np.uint64, np.int32)[number % 4])
    elif value.size:
        flat = value.reshape(-1)
        new = np.array(NUMBERS[number % len(NUMBERS)]).astype(value.dtype)
        chosen = slice(None) if kind == "all" else int(where * flat.size)
        flat[chosen] = new


# ---- changes of tokens

TOKENS = (
    -(2**31), -1, 0, 1, 2, 3, 4, 5, 6, 7, 14, 15, 16, 18, 200, 0xD7FF, 0xD800, 0xDFFF, 0xBFFFF,
    0xC0000, 0xC0001, 0xEFFFF, 0xF0000, 0xF8000, 0x10FFFF, 0x110000, 2**31-1,
)  # fmt: skip


def make_changes_of_tokens(source: random.Random) -> list[str]:
    """Changes of states, and of the arguments beside them."""
    made: list[list[Any]] = []
    for _ in range(source.choice((1, 1, 2, 3, 6))):
        kind = source.choice(("set", "set", "set", "copy", "cut", "double", "option"))
        option = source.choice(
            (["hidden", 3], ["hidden", 2**28], ["offset", 1], ["offset", -1], ["limit", 1],
             ["limit", 2**31], ["limit", 10**6], ["offset", 2**28 - 1])
        )  # fmt: skip
        numbers = [source.random() for _ in range(3)]
        made.append([kind, *numbers, source.choice(TOKENS), option])
    return [json.dumps(one) for one in made]


def change_tokens(rows: list[Any], options: dict[str, int], change: list[Any]) -> None:
    kind, row, at, other, token, option = change
    i = int(row * len(rows))
    state = rows[i]
    if kind == "option":
        options[option[0]] = option[1]
    elif not state.size:
        return
    elif kind == "set":
        state[int(at * state.size)] = token
    elif kind == "copy":
        state[int(at * state.size)] = state[int(other * state.size)]
    elif kind == "cut":
        rows[i] = state[: int(at * state.size)]
    else:
        rows[i] = np.concatenate([state, state[int(at * state.size) :]])


# ---- parts of whole programs

TERMS = (
    "X", "Y", "Z", "X", "Y", "a", "b", "[]", "'[]'", "{}", "''", "'A b'", "\"s\"", '""', "f(X)",
    "f(X, Y)", "[a|X]", "[X, Y]", "[]", "0", "1", "-1", "1.0", "-0.0", "0.0", "1.5e300", "inf",
    "nan", "9223372036854775807", "-9223372036854775808", "18446744073709551616", "98301",
    "98302", "-32769", "1.0Inf", "'\\n'", "'é'", "'😀'", "- 1", "-(1)", "1 - 2", "a:b", "(a , b)",
    "(a :- b)", "'$x'", "\\+a", "`ab`", "0'a", "f(-)", "- - 1", "(1 ===> 2)", "1 ===> 2",
    "~a", "{a, b}", "1r3",
)  # fmt: skip
EXPRESSIONS = (
    "X", "1", "2", "-3", "0", "1.5", "7 // 2", "-7 // 2", "-7 mod 3", "7 rem -2", "div(-7, 2)",
    "2 ** 3", "2 ** -1", "2 ^ 3", "2.0 ** 3", "max(1, 1.0)", "min(2, 2.0)", "abs(-3)",
    "sign(-2.5)", "gcd(12, 18)", "msb(1000)", "truncate(2.7)", "round(-2.5)", "ceiling(2.1)",
    "floor(-2.1)", "integer(2.5)", "float(3)", "sqrt(16)", "sin(0)", "exp(0)", "log(1)",
    "atan2(0, -1)", "pi", "e", "inf", "nan", "epsilon", "max_tagged_integer", "1 << 70",
    "-1 >> 1", "5 /\\ 3", "5 \\/ 3", "xor(5, 3)", "\\ 5", "7 / 2", "8 / 2", "1 / 0", "0 / 0.0",
    "1.0e308 * 10", "cot(1)", "copysign(1, -0.0)", "9223372036854775807 + 1",
    "-9223372036854775808 - 1", "[5]", "a", "\"a\"", "foo(1)", "random(3)", "cmpflags",
    "truncate(1.0e20)", "99999999999999999999 mod 7", "rdiv(1, 3)", "powm(2, 10, 7)", "trig",
    "cputime", "0'a", "trunc(2.5)", "nexttoward(1, 2)", "2 ** 0.5", "0 ** 0", "0.0 ** 0",
    "0 ^ -1",
)  # fmt: skip
