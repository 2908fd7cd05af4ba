"""Programs of random shapes: wide, deep, long and many together, from heavy-tailed distributions.

A case names a size for some of ``SHAPES``. Each adds clauses to one program, and a goal with one
answer; the goals are proved together too, and the program is an environment, with all goals as its
queries.
"""

import json
import random
import resource
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import numpy as np

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import SymbolicError
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.proofs.prove import prove
from symbolic_rl.training.train import train
from tests.problems import make_problem

SIZE = "% "
MOST_S, SLACK_S, MOST_MB = 10.0, 120.0, 3_000
"""Limit of a search, seconds that loading and proofs may take besides, and peak memory."""


def _deep(n: int) -> tuple[str, str]:
    return f"deep(X) :- same(X, {'s(' * n}o{')' * n}).", "deep(s(X))"


def _wide(n: int) -> tuple[str, str]:
    columns = ", ".join(f"c{i}" for i in range(n))
    return f"wide(f({columns}), a).", "wide(f(X{}), a)".format(", _" * (n - 1))


def _list(n: int) -> tuple[str, str]:
    members = ", ".join(f"m{i}" for i in range(n))
    return f"list(X) :- same(L, [{members}]), append(_, [X], L).", "list(X)"


def _operators(n: int) -> tuple[str, str]:
    return f"sum(X) :- same(X, {' + '.join(['1'] * (n + 1))}).", "sum(_ + X)"


SHAPES: dict[str, tuple[int, Callable[[int], tuple[str, str]]]] = {
    "deep": (20_000, _deep),
    "operators": (20_000, _operators),
    "wide": (500, _wide),
    "list": (2_000, _list),
    "facts": (20_000, lambda n: ("".join(f"fact({i}).\n" for i in range(n)), f"fact({n - 1})")),
    "candidates": (
        5_000,
        lambda n: (
            "".join(f"c({i}).\n" for i in range(n)) + f"cand(X) :- c(X), X >= {n - 1}.",
            "cand(X)",
        ),
    ),
    "predicates": (
        2_000,
        lambda n: ("".join(f"p{i}(X) :- p{i + 1}(X).\n" for i in range(n)) + f"p{n}(a).", "p0(X)"),
    ),
    "goals": (2_000, lambda n: (f"goals(X) :- {', '.join(['unit(X)'] * n)}.", "goals(X)")),
    "rounds": (
        5_000,
        lambda n: (
            "round(N, N).\nround(I, N) :- I < N, J is I + 1, round(J, N).",
            f"round(0, {n})",
        ),
    ),
    "digits": (3_000, lambda n: (f"digits(X) :- X is {'9' * n} + 1.", "digits(X)")),
    "name": (50_000, lambda n: (f"name(a{'b' * n}).", "name(X)")),
    "variables": (
        1_000,
        lambda n: (
            f"vars(g({', '.join(f'V{i}' for i in range(n))})) :- same(V0, V{n - 1}).",
            "vars(X)",
        ),
    ),
    "queries": (1_000, lambda n: ("", "unit(X)")),
}
"""Name -> largest size, and clauses with a goal for a size."""
COMMON = "same(X, X).\nunit(a).\nappend([], L, L).\nappend([H|T], L, [H|R]) :- append(T, L, R).\n"


def make_shapes(source: random.Random) -> list[str]:
    """Draw a size for some shapes; every fifth is above 100, one in eleven above 1,000."""
    chosen = source.sample(sorted(SHAPES), min(len(SHAPES), int(source.paretovariate(1))))
    sizes = {name: min(SHAPES[name][0], int(source.paretovariate(0.35))) for name in chosen}
    return [SIZE + json.dumps({name: n}) for name, n in sizes.items()]


def check_shapes(parts: list[str], folder: Path) -> str:
    """Each goal has its answer, or a limit is met, or the program is refused; within limits."""
    sizes: dict[str, int] = {}
    for part in parts:
        sizes |= json.loads(part[len(SIZE) :])
    made = {name: SHAPES[name][1](n) for name, n in sizes.items()}
    program = COMMON + "\n".join(clauses for clauses, _ in made.values()) + "\n"
    goals = [goal.replace("X", f"X{k}") for k, (_, goal) in enumerate(made.values())] or ["unit(X)"]
    (folder / "p.pl").write_text(program, encoding="utf-8")
    started, kinds = time.process_time(), set[str]()
    for goal in [*goals, ", ".join(goals)]:
        for search in ("guided", "breadth-first", "depth-first"):
            limits = {"max_inferences": 20_000, "timeout_s": MOST_S, "memory_mb": 64}
            try:
                found = prove(folder / "p.pl", goal, search=search, **limits).take(1)
            except SymbolicError as error:
                assert "please report it" not in str(error), str(error)
                kinds.add("refused")
                continue
            assert found.answers or not found.complete, f"{goal[:80]} has an answer: {found.ended}"
            kinds.add("proved" if found.answers else found.ended)
    kinds.add(check_environment(program, goals, sizes.get("queries", 1), folder / "pack"))
    seconds = time.process_time() - started  # of the CPU: other programs do not count
    assert seconds < 3 * MOST_S * (len(goals) + 1) + SLACK_S, f"took {seconds:.0f} CPU s"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    assert peak < MOST_MB, f"took {peak:,} MB"
    return " and ".join(sorted(kinds))


def check_environment(program: str, goals: list[str], n_queries: int, folder: Path) -> str:
    """Step rows of the program at random, and train on it for a moment."""
    queries = "".join(f"query(({goal})).\n" for goal in goals) * n_queries
    try:
        problem = make_problem(folder, program, queries)
        rows = Derivations(problem, 4)
        rows.reset()
        for _ in range(5):
            mask = rows.current().action_mask
            rows.step(np.array([np.flatnonzero(row)[-1] for row in mask]))
        few = TrainConfig(
            n_envs=256, total_frames=64, imitation_steps=1, imitation_frames=64, dim=8,
            search_budget=50, max_search_budget=100, memory_mb=500, device="cpu",
        )  # fmt: skip
        with redirect_stdout(StringIO()):
            train(problem, few, folder / "run")
    except SymbolicError as error:
        assert "please report it" not in str(error), str(error)
        return "not trained"
    return "trained"
