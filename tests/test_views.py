"""The laws of views."""

from pathlib import Path

import pytest
from hypothesis import note

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.derivations.views import View, widest
from symbolic_rl.program.program import Program
from tests.exhaustion import root
from tests.problems import expand, listed, make_engine, make_program
from tests.strategies import Case


def test_views_are_as_wide_as_the_program_asks(tmp_path: Path) -> None:
    """What is shown is compared with plain Python in ``test_steps.py``."""
    program = make_program(tmp_path, "p(X, Y) :- q(Y), p(X, g(X, Y)).\nq(f(X)).\nq(a).", "p(b, A)")
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
