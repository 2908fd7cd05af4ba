"""A step in C is a step in plain Python, with any number of threads."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, note, settings, strategies as st

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.schema import Frame
from symbolic_rl.derivations import pager, queries, step
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.derivations.step import PlacedFrame
from symbolic_rl.program.pack import list_packs
from tests.playing import arrays, both, play, random_actions, same
from tests.problems import make_derivations, make_problem, write_files
from tests.strategies import Case, wild_programs


@settings(max_examples=60)
@given(
    case=wild_programs(),
    random=st.randoms(use_true_random=False),
    n_threads=st.integers(1, 4),
    n_candidates=st.integers(4, 9),
    refuse=st.booleans(),
    loop_check=st.sampled_from(["on", "off"]),
    auto_advance=st.booleans(),
    view=st.sampled_from(["tree", "prefix"]),
    view_tree=st.sampled_from(["", "3 2 2 2", "1 4 1 1 2"]),
    goal_width=st.sampled_from([0, 2, 5, 9]),
    n_goals=st.integers(1, 3),
)
def test_a_step_is_what_it_is_in_plain_python(
    case: Case, random: Random, n_threads: int, tmp_path: Path, **settings: Any
) -> None:
    note(str(case))
    problem = make_problem(
        tmp_path, case.program, f"query(({case.goal})).\nquery(({case.goal}), false).",
        max_inferences=7, max_pages=2, **settings,
        max_subproof_inferences=2000,
    )  # fmt: skip
    play(*both(problem, 3, n_threads=n_threads), random, 8)


@pytest.mark.parametrize("name", list_packs())
def test_packs_play_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "_MOST_BYTES", 2**12)  # chunks are forgotten and made again
    for module in (queries, step):  # and small: SWI-Prolog takes long for starts of sokoban
        monkeypatch.setattr(module, "CHUNK", 8)
    play(*both(load_problem(name), 12, in_order=False, seed=1, n_threads=2), Random(0), 8)


def test_room_is_made_for_many_states_and_long_histories(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pager, "FIRST_CAPACITY", (2, 16))
    items = ", ".join(f"item({i}, X)" for i in range(30))
    facts = "".join(f"p([{items}], {i}, X) :- q(X, {i}).\n" for i in range(40))
    program = f"{facts}q(X, I) :- chain(80).\nchain(N) :- N > 0, M is N - 1, chain(M).\nchain(0).\n"
    problem = make_problem(
        tmp_path, program, "query((p(L, I, X), p(L, J, Y))).\nquery((q(X, Y), p(L, X, Y))).",
        n_candidates=50, n_goals=2, max_inferences=200, loop_check="on",
    )  # fmt: skip
    rows, plain = both(problem, 13, n_threads=2)
    play(rows, plain, Random(0), 3)

    assert rows.pages.inferences.max() > 80


def hops(folder: Path, **settings: Any) -> Problem:
    """A small problem whose derivations end often."""
    return make_problem(
        folder,
        "p(X) :- q(X, Y), p(Y).\np(c).\nq(a, b).\nq(b, c).\nq(b, a).\nq(a, a).\n",
        "query(p(a)).\nquery(p(b)).\nquery(p(d), false).",
        loop_check="off",
        **settings,
    )


def test_arrays_are_fresh_unless_they_are_given(tmp_path: Path) -> None:
    rows = make_derivations(hops(tmp_path), 5)
    random = Random(0)
    kept = [rows.step(random_actions(rows, random)) for _ in range(4)]
    copies = [{name: array.copy() for name, array in arrays(*pair).items()} for pair in kept]
    frame = PlacedFrame.around(Frame(*kept[0]).copy())
    for _ in range(4):
        transition, current = rows.step(random_actions(rows, random), into=frame)

        assert (transition, current) == (frame.transition, frame.current)
        same(arrays(current), arrays(rows.current()))
    for pair, copy in zip(kept, copies, strict=True):
        same(arrays(*pair), copy)


@pytest.mark.parametrize("action", [-1, 3, 32])
def test_an_illegal_action_changes_nothing(action: int, tmp_path: Path) -> None:
    rows = make_derivations(hops(tmp_path), 3, n_threads=2)
    rows.step(random_actions(rows, Random(0)))
    before = rows.state()
    actions = random_actions(rows, Random(0))
    actions[2] = action

    with pytest.raises(EngineError, match="row 2"):
        rows.step(actions)
    after = rows.state()
    for state in (before, after):
        state["rows"]["pages"] |= state["rows"]["pages"].pop("pool")
    same(before["rows"]["pages"], after["rows"]["pages"])


def test_rows_that_are_kept_go_on(tmp_path: Path) -> None:
    rows, plain = both(hops(tmp_path), 6, n_threads=3)
    random = Random(1)
    for n in (5, 3, 1):
        play(rows, plain, random, 3)
        kept = sorted(random.sample(range(rows.n), n))
        same(arrays(rows.keep(np.array(kept))), arrays(plain.keep(kept)))
    play(rows, plain, random, 3)


@pytest.mark.parametrize("group_size", [1, 4])
def test_levels_are_drawn_alike(group_size: int, tmp_path: Path) -> None:
    pack = hops(tmp_path).pack
    two = "query(p(b)).\nquery(q(a, X)).\n"
    write_files(tmp_path, one="query(p(a)).\n", two=two, three="query(q(b, X)).\n")
    levels = ("one.pl", "two.pl", "three.pl")
    curriculum = replace(pack.curriculum, levels=levels)
    problem = load_problem(replace(pack, queries={}, curriculum=curriculum))
    options = {"in_order": False, "seed": 4, "n_threads": 3, "group_size": group_size}
    rows, plain = both(problem, 16, **options)
    play(rows, plain, Random(0), 25)

    assert set(rows.successes) == {0, 1, 2}
    if group_size > 1:
        assert rows.draw.started.tolist() == [n + 1 for _, n in sorted(plain.draw.started.items())]
