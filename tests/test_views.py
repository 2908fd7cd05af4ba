"""The laws of views."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import note

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import TokenArray, TokenBatch
from symbolic_rl.derivations.views import View, Viewer, widest
from symbolic_rl.program.program import Program
from symbolic_rl.program.vocabulary import ELLIPSIS
from tests.exhaustion import root
from tests.problems import after, expand, listed, make_engine, make_program, roots
from tests.strategies import Case


def show(program: Program, states: TokenBatch, **settings: object) -> tuple[TokenArray, list[bool]]:
    """What a policy sees of the states, and which were cut."""
    view = View.of(program, EnvConfig(**settings))  # type: ignore[arg-type]
    goals = np.zeros((len(states), view.n_goals, view.goal_width), np.int32)
    nothing = np.full((len(states), 1), -1)
    viewer = Viewer(view, program.vocabulary)
    n_cut = viewer.show(states, np.arange(len(states)), nothing, goals, None)
    assert n_cut.max(initial=0) <= 1
    return goals, (n_cut > 0).tolist()


def ids(program: Program, *symbols: tuple[str, int]) -> list[int]:
    """View ids of symbols."""
    by_name = {(s.name, s.arity): s.token for s in program.vocabulary.symbols}
    tokens = np.array([by_name[symbol] for symbol in symbols], np.int32)
    return program.vocabulary.view(tokens).tolist()


def first_state(program: Program) -> TokenBatch:
    """The body of the first query."""
    engine = make_engine(program, answers=False)
    return after(engine, roots(program, answers=False), 0)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Predicates of two places, functors of two."""
    return make_program(
        tmp_path, "p(X, Y) :- q(Y), p(X, g(X, Y)).\nq(f(X)).\nq(a).", "p(f(g(A, f(b))), A), q(a)"
    )


def test_a_view_is_the_pre_order_or_a_tree_and_ends_in_an_ellipsis_where_it_is_cut(
    program: Program,
) -> None:
    p, f, g, b, q, a = ids(program, ("p", 2), ("f", 1), ("g", 2), ("b", 0), ("q", 1), ("a", 0))
    state, prefix = first_state(program), {"view": "prefix", "n_goals": 3}
    tree = {"view": "tree", "n_goals": 2}
    whole = [[p, f, g, 2, f, b, 2, 0], [q, a, *[0] * 6], [0] * 8]
    level_3, level_4 = [2, f, 0, 0, 0, 0, 0, 0], [0, 0, b, *[0] * 13]
    deep = [[p, f, 2, g, 0, 0, 0, *level_3, *level_4, 0], [q, a, *[0] * 30]]
    cases = [
        ({**prefix, "goal_width": 8}, whole, False),
        ({**prefix, "goal_width": 4}, [[p, f, g, ELLIPSIS], [q, a, 0, 0], [0] * 4], True),
        ({**prefix, "goal_width": 8, "n_goals": 1}, [[ELLIPSIS, *[0] * 7]], True),
        ({**tree, "view_tree": "2 " * 15}, deep, False),
        ({**tree, "view_tree": "2 2 2"}, [[p, f, 2, g, 0, 0, 0, ELLIPSIS], [q, a, *[0] * 6]], True),
    ]
    for config, expected, is_cut in cases:
        shown, cut = show(program, state, **config)
        assert (shown[0].tolist(), cut) == (expected, [is_cut])


def test_views_are_as_wide_as_the_program_asks(program: Program, tmp_path: Path) -> None:
    flat = make_program(tmp_path / "flat", "p(a, b).\nr(a, b, c).\nq.", "p(X, Y)")
    narrow, view = View.of(flat, EnvConfig()), View.of(program, EnvConfig())
    assert (narrow.kind, narrow.goal_width) == ("prefix", 4)
    assert (view.kind, widest(program)) == ("tree", (2, 2))
    assert view.parents == (-1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)
    assert view.goal_width == len(view.parents) + 1


def reachable(case: Case, folder: Path) -> tuple[Program, TokenBatch]:
    """Some states of a random program."""
    note(str(case))
    program = make_program(folder, case.program, case.goal)
    engine = make_engine(program, max_subproof_inferences=2000)
    seen, frontier = {root(program)}, [root(program)]
    for _ in range(4):
        found = set(listed(expand(engine, TokenBatch.of(frontier), limit=4).candidates))
        frontier = sorted(one for one in found - seen if one[0] and len(one) < 300)[:20]
        seen |= {*frontier, *(one for one in found if not one[0])}
        if not frontier:
            break
    return program, TokenBatch.of(sorted(seen))


def test_a_tree_of_slots_may_be_sixty_levels_deep_and_others_are_refused() -> None:
    """C walks it with a stack of 64."""
    View.tree(2, EnvConfig(view_tree=" ".join("1" * 60)).tree_counts).expect()
    with pytest.raises(ValueError, match="too deep"):
        View.tree(2, [1] * 61).expect()
    for tree in ("0 1", "-1", "x", "2 2 2 2 2 2 2 2 0 9999", " ".join("1" * 61), "999 " * 5):
        with pytest.raises(ConfigError, match="view_tree"):
            EnvConfig(view_tree=tree)
