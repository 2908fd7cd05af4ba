"""Fixed checks of steps and views in C against the plain ones, on copies of ``prolog/``.

python step_checks_for_mutants.py FOLDER      exits with 0 if FOLDER steps as plain Python does
"""

import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import symbolic_rl.base.files

if __name__ == "__main__":  # before the engine is imported
    symbolic_rl.base.files.PROLOG_DIR = Path(sys.argv[1])

from symbolic_rl.bridge import build
from tests.playing import both, play
from tests.problems import make_problem

GRAPH = """
path(X, X).
path(X, Z) :- edge(X, Y), path(Y, Z).
path(X, Y) :- path(Y, X).
path(X, Y) :- path(X, Y).
edge(a, b). edge(b, c). edge(c, a). edge(a, d). edge(d, e). edge(a, e). edge(a, b).
wait(X) :- wait(X).
wait(X) :- wait(X).
wait(X) :- wait(X).
wait(X) :- edge(X, b).
chain(X) :- link(X).
link(X) :- edge(X, Y), edge(Y, b).
"""
TERMS = """
app([], Y, Y).
app([X|Xs], Y, [X|Z]) :- app(Xs, Y, Z).
rev([], []).
rev([X|Xs], Y) :- rev(Xs, Z), app(Z, [X], Y).
rev(X, Y) :- rev(X, Z), rev(Z, W), rev(W, Y).
p(a). p("one"). p(a).
p(f(g(X), Y)) :- p(X), p(Y).
p(X) :- p("two"), p(X).
either(X) :- p(X).
either(X) :- p(f(X, X)).
either(X) :- p(X).
"""
PROCESS = """
initial(from(N), at(N)).
action(at(N), up, at(M)) :- N < 5, M is N + 1.
action(at(N), down, at(M)) :- N > 0, M is N - 1.
reward(at(N), up, _, N).
reward(at(N), down, _, M) :- M is -N.
terminal(at(5), 7).
observe(at(N), [place(N), left(M), f(g(N))]) :- M is 5 - N.
"""
CASES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "pages, loops, forced moves and limits": (
        GRAPH,
        ("path(a, e)", "path(e, a), false", "path(b, e)", "chain(c)", "edge(a, Z)", "edge(a, b)",
         "wait(a)"),
        {"loop_check": "on", "refuse": True, "n_candidates": 4, "max_inferences": 6,
         "max_pages": 1, "n_goals": 2, "goal_width": 2},
    ),
    "variants, and trees that are cut": (
        TERMS,
        ("rev([1, 2, 3], X)", "p(f(X, Y))", "either(X)", "app(X, Y, [a, b])"),
        {"loop_check": "off", "auto_advance": False, "n_candidates": 4, "max_inferences": 9,
         "n_goals": 2, "view_tree": "3 2 2 2", "view": "tree"},
    ),
    "rewards of a process, and what is seen of it": (
        PROCESS,
        ("from(1)", "from(4)"),
        {"process": True, "n_goals": 2, "max_inferences": 12, "reward_scale": 0.5,
         "view": "prefix", "goal_width": 2},
    ),
}  # fmt: skip
"""Program, queries and settings of each case."""


def main() -> None:
    """Run all checks, with a C core of the files as they are."""
    build.FAST = ("-O0",)  # a mutant runs for a second and takes three to compile with -O3
    build.build()
    with tempfile.TemporaryDirectory() as folder:
        for name, (program, goals, settings) in CASES.items():
            queries = "".join(f"query({goal}).\n" for goal in goals)
            problem = make_problem(Path(folder, name), program, queries, **settings)
            play(*both(problem, 7, n_threads=2), Random(0), 25)
            play(*both(problem, 6, in_order=False, seed=1, group_size=2), Random(0), 25)


if __name__ == "__main__":
    main()
