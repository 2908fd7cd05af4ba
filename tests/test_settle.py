"""Settings that nobody has chosen follow from the program: the view of goals."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.policy.open import open_run
from symbolic_rl.training.settle import sample_states, settle, with_view
from symbolic_rl.training.train import train
from tests.problems import make_problem

LISTS = """\
rev([], L, L).
rev([H|T], A, R) :- rev(T, [H|A], R).
"""


def problem_of(folder: Path, longest: int = 6, **settings: object) -> Problem:
    lists = (", ".join("abcdefghijklmnop"[:n]) for n in range(1, longest + 1))
    queries = "".join(f"query(rev([{listed}], [], _)).\n" for listed in lists)
    return make_problem(folder, LISTS, queries, **settings)


def test_lists_are_shown_as_far_as_training_needs(tmp_path: Path) -> None:
    widths = []
    for longest in (6, 12):
        problem, why = with_view(problem_of(tmp_path / str(longest), longest))
        view = problem.view
        widths.append(view.goal_width)

        assert view.kind == "tree" and problem.env_config.view_tree.startswith("3 2 2")
        assert f"view tree, {view.goal_width} slots where terms stand" in why and "--view" in why
        states = sample_states(problem)
        goals = np.zeros((len(states), view.n_goals, view.goal_width), np.int32)
        n = np.arange(len(states))
        cut = problem.viewer.show(states, n, np.full((n.size, 1), -1), goals, None)
        assert cut.mean() <= 0.05

    assert widths[0] < widths[1] < 64


def test_terms_that_grow_everywhere_are_shown_as_tokens(tmp_path: Path) -> None:
    """A tree of all their places would need too many slots."""
    program = "t(l).\nt(n(X, Y)) :- t(n(Y, X)).\n"
    rng = np.random.default_rng(0)

    def drawn(size: int) -> str:
        if size < 2:
            return "l"
        left = int(rng.integers(1, size))
        return f"n({drawn(left)}, {drawn(size - left)})"

    queries = "".join(f"query(t({drawn(30)})).\n" for _ in range(40))
    problem, why = with_view(make_problem(tmp_path, program, queries))

    view = problem.view
    assert view.kind == "prefix" and problem.env_config.goal_width == view.goal_width
    assert f"view prefix, {view.goal_width} slots" in why and "levels" in why


def test_terms_that_fit_stay_a_tree(tmp_path: Path) -> None:
    program = "add(o, X, X).\nadd(s(X), Y, s(Z)) :- add(X, Y, Z).\n"
    problem = make_problem(tmp_path, program, "query(add(s(o), s(o), _)).\n")

    settled, why = with_view(problem)

    assert settled.view == problem.view and settled.view.kind == "tree"
    assert "truncates 0%" in why


def test_terms_deeper_than_a_tree_may_be_get_a_view_that_is_allowed(tmp_path: Path) -> None:
    numerals = ("s(" * n + "o" + ")" * n for n in (80, 90, 100))
    facts = "".join(f"p({i}, {numeral}).\n" for i, numeral in enumerate(numerals))
    queries = "query(q(0)).\nquery(q(1)).\nquery(q(2)).\n"
    problem = make_problem(tmp_path, f"{facts}q(X) :- p(X, Y), r(Y).\nr(s(X)) :- r(X).\n", queries)
    settled, why = with_view(problem)
    settled.view.expect()
    assert settled.view.kind == "prefix" and "of 3 levels" in why


@pytest.mark.parametrize("settings", [{"view": "tree"}, {"goal_width": 40}])
def test_a_view_that_was_chosen_stays(settings: dict[str, object], tmp_path: Path) -> None:
    problem = problem_of(tmp_path, **settings)
    assert with_view(problem) == (problem, "")


def test_a_run_keeps_its_view(tmp_path: Path) -> None:
    problem = problem_of(tmp_path / "pack")
    config = TrainConfig(total_frames=64, n_envs=4, dim=8, device="cpu")

    train(problem, config, tmp_path / "run", source=str(tmp_path / "pack" / "program.pl"))

    settled, _ = settle(problem, config)
    kept = RunDirectory.open(tmp_path / "run").config.env
    assert (kept.view, kept.view_tree) == ("tree", settled.env_config.view_tree)
    opened, _ = open_run(tmp_path / "run")
    assert replace(opened.view, n_goals=1) == replace(settled.view, n_goals=1)
