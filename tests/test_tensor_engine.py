"""The engine ``tensor`` gives the expansions of the engine ``prolog``, to the bit."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine import native
from symbolic_rl.engine.clause_table import NotFlatError
from symbolic_rl.engine.program import Program
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.engine.tokens import TokenBatch
from symbolic_rl.packs import list_packs, load_pack
from symbolic_rl.problem import load_problem
from tests.problems import (
    after,
    expand,
    listed,
    losses,
    make_engine,
    make_program,
    roots,
    same_expansions,
)
from tests.strategies import Case, flat_programs, wild_programs

MOST_TOKENS = 1000
ORACLE = "c" if native.library_path() else "prolog"


def walk(program: Program, states: TokenBatch, random: Random, *, answers: bool, n: int) -> int:
    """Compare every expansion on a random walk, with random pages and hidden clauses."""
    oracle = make_engine(program, wire=ORACLE, answers=answers)
    tensor, compared = TensorEngine(program, EnvConfig()), 0
    for _ in range(n):
        limit = random.choice((1, 2, 3, 7, 64))
        offset = np.array([random.choice((0, 0, 0, 1, 2, 5)) for _ in range(len(states))])
        hidden = np.array(
            [random.choice((0, random.randrange(program.n_clauses))) for _ in offset]
        )
        where = {"limit": limit, "offset": offset, "hidden": hidden}
        page = expand(oracle, states, **where)  # type: ignore[arg-type]
        same_expansions(page, expand(tensor, states, **where))  # type: ignore[arg-type]
        compared += len(states)
        following = [s for s in listed(page.candidates) if s[0] and len(s) < MOST_TOKENS]
        if not following:
            break
        states = TokenBatch.of(random.sample(following, min(len(following), 8)))
    return compared


def compare(case: Case, folder: Path, random: Random, *, answers: bool) -> None:
    """Compare the engines on a random program."""
    note(str(case))
    program = make_program(folder, case.program, case.goal, case.goal)
    walk(program, roots(program, answers=answers), random, answers=answers, n=12)


RANDOM = st.randoms(use_true_random=False)


@settings(max_examples=150)
@given(case=flat_programs(), random=RANDOM, answers=st.booleans())
def test_agrees_on_random_programs(
    case: Case, random: Random, answers: bool, tmp_path: Path
) -> None:
    compare(case, tmp_path, random, answers=answers)


@pytest.mark.slow
@settings(max_examples=1000, derandomize=False)
@given(case=flat_programs(), random=RANDOM, answers=st.booleans())
def test_agrees_on_a_thousand_random_programs(
    case: Case, random: Random, answers: bool, tmp_path: Path
) -> None:
    compare(case, tmp_path, random, answers=answers)


@settings(max_examples=50)
@given(case=wild_programs(flat=True), random=RANDOM, answers=st.booleans())
def test_agrees_on_programs_of_the_wires(
    case: Case, random: Random, answers: bool, tmp_path: Path
) -> None:
    compare(case, tmp_path, random, answers=answers)


def flat_packs() -> list[str]:
    """Names of the function-free packs."""
    return [name for name in list_packs() if name.startswith("countries") or name == "family"]


@pytest.mark.parametrize("name", flat_packs())
def test_agrees_on_the_packs(name: str) -> None:
    program = load_problem(load_pack(name)).program
    random = Random(0)
    chosen = random.sample(program.queries, 24)
    for answers in (True, False):
        states = TokenBatch.of([query.root(answers=answers) for query in chosen])
        compared = [walk(program, states, random, answers=answers, n=8) for _ in range(3)]
        assert min(compared) > 24


def test_every_flat_pack_is_compared() -> None:
    assert flat_packs() == [name for name in list_packs() if load_problem(name).is_flat]
