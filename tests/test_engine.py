"""The laws of one resolution step, in C and by its oracle."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from symbolic_rl.base.errors import ProgramError
from tests.exhaustion import answers_in_order, decoded
from tests.problems import (
    after,
    by_both,
    expand,
    listed,
    losses,
    make_engine,
    make_program,
    roots,
    same_expansions,
)
from tests.strategies import Case, wild_programs


@by_both
def test_variants_have_the_same_tokens_and_others_do_not(oracle: bool, tmp_path: Path) -> None:
    rules = "p(1) :- q(X, Y), q(Y, X).\np(2) :- q(Z, A), q(A, Z).\np(3) :- q(X, Y), q(X, Y)."
    program = make_program(tmp_path, f"{rules}\nq(a, b).", "p(N)")
    engine = make_engine(program, oracle=oracle, answers=False)
    page = expand(engine, after(engine, roots(program, answers=False), 0))
    one, two, three = listed(page.candidates)
    assert one == two != three
    assert (page.hashes[0] == page.hashes[1]).all() and (page.hashes[0] != page.hashes[2]).all()


@by_both
@settings(max_examples=40)
@given(case=wild_programs())
def test_a_state_is_expanded_alike_alone_and_among_others(
    oracle: bool, case: Case, tmp_path: Path
) -> None:
    program = make_program(tmp_path, case.program, case.goal)
    engine = make_engine(program, oracle=oracle)
    states = expand(engine, after(engine, roots(program)), limit=5).candidates
    states = states.take(np.flatnonzero(states.goal_counts()))
    page = expand(engine, states, limit=3)
    same_expansions(page, expand(engine, states, limit=3))
    order = np.arange(len(states))[::-1].copy()
    backwards = expand(engine, states.take(order), limit=3)

    assert backwards.counts.tolist() == page.counts[::-1].tolist()
    for i in range(len(states)):
        alone = expand(engine, states.take(np.array([i])), limit=3)
        rows = slice(page.counts[:i].sum(), page.counts[: i + 1].sum())
        assert listed(alone.candidates) == listed(page.candidates)[rows]
        assert alone.lost[0].tolist() == page.lost[i].tolist()


@by_both
def test_user_terms_are_not_taken_for_the_engines_own(oracle: bool, tmp_path: Path) -> None:
    program = make_program(
        tmp_path, "p('$query'([a])).\np('$not'([b])).\np('$once'(c)).\np(v(0, X)).", "p(X)"
    )
    engine = make_engine(program, oracle=oracle)
    finals = answers_in_order(engine, tuple(program.queries[0].root(answers=True).tolist()))
    assert [decoded(state, program.vocabulary)[1][1] for state in finals] == [
        "$query", "$not", "$once", "v",
    ]  # fmt: skip


def test_the_marker_of_numbered_variables_is_refused(tmp_path: Path) -> None:
    for term in ("'$variable'(7)", "'$variable'(X)"):
        with pytest.raises(ProgramError, match=r"\$variable"):
            make_program(tmp_path, f"p({term}).", "p(X)")
        with pytest.raises(ProgramError, match=r"\$variable"):
            make_program(tmp_path, "p(a).", f"p({term})")


@by_both
def test_a_state_that_outgrows_memory_is_lost_and_counted(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X) :- p(f(X, X)).\nq(X) :- p(X).", "q(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    states = after(engine, roots(program, answers=False), 0, 0)
    for _ in range(40):
        page = expand(engine, states)
        if not page.counts[0]:
            break
        states = page.candidates
    assert losses(page) == {"size_limits": 1}
