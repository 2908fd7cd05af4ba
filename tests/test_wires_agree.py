"""The three wires are one function: general, flat and compiled give the same expansions."""

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, note, settings
from hypothesis import strategies as st

from symbolic_rl.config import EnvConfig
from symbolic_rl.engine import Expansion
from symbolic_rl.engine.program import Program
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.engine.tokens import INTEGER_BASE, VARIABLE_BASE, TokenBatch
from symbolic_rl.packs import list_packs, load_pack
from symbolic_rl.problem import load_problem
from tests.problems import (
    after,
    expand,
    listed,
    make_engine,
    make_program,
    needs_compiled_wire,
    roots,
    same_expansions,
    text,
)
from tests.strategies import Case, programs, wild_programs

PATHS = [pytest.param("flat"), pytest.param("c", marks=needs_compiled_wire)]
MOST_TOKENS = 3000


def walk(
    one: PrologEngine, other: PrologEngine, states: TokenBatch, random: Random, n_steps: int
) -> None:
    """Compare every expansion on a random walk, with random pages and hidden clauses."""
    n_clauses = one.program.n_clauses
    for _ in range(n_steps):
        limit = random.choice((1, 2, 3, 7, 64))
        offset = np.array([random.choice((0, 0, 0, 1, 2, 5)) for _ in range(len(states))])
        hidden = np.array([random.choice((0, random.randrange(n_clauses))) for _ in offset])
        page = expand(one, states, limit=limit, offset=offset, hidden=hidden)
        same_expansions(
            page, expand(other, states, limit=limit, offset=offset, hidden=hidden)
        )
        following = [
            state
            for state in listed(page.candidates)
            if state[0] and len(state) < MOST_TOKENS
        ]
        if not following:
            return
        states = TokenBatch.of(random.sample(following, min(len(following), 8)))


def compare(case: Case, folder: Path, path: str, random: Random, occurs_check: bool) -> None:
    """Compare a wire with the general one on a random program."""
    note(str(case))
    program = make_program(folder, case.program, case.goal, case.goal)
    limits = {"occurs_check": occurs_check, "builtin_inferences": 2000, "negation_inferences": 2000}
    for answers in (True, False):
        oracle = make_engine(program, wire="general", answers=answers, **limits)
        other = make_engine(program, wire=path, answers=answers, **limits)
        assert other.wire in (path, "general")
        walk(oracle, other, roots(program, answers=answers), random, 12)


@needs_compiled_wire
@settings(max_examples=150)
@given(case=wild_programs(), random=st.randoms(use_true_random=False), occurs_check=st.booleans())
def test_compiled_wire_agrees_on_wild_programs(
    case: Case, random: Random, occurs_check: bool, tmp_path: Path
) -> None:
    compare(case, tmp_path, "c", random, occurs_check)


@needs_compiled_wire
@settings(max_examples=100)
@given(case=programs(), random=st.randoms(use_true_random=False))
def test_compiled_wire_agrees_on_layered_programs(
    case: Case, random: Random, tmp_path: Path
) -> None:
    compare(case, tmp_path, "c", random, True)


@pytest.mark.parametrize("path", PATHS)
@settings(max_examples=150)
@given(case=wild_programs(flat=True), random=st.randoms(use_true_random=False))
def test_wires_agree_on_flat_programs(
    path: str, case: Case, random: Random, tmp_path: Path
) -> None:
    compare(case, tmp_path, path, random, True)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("name", list_packs())
def test_wires_agree_on_the_packs(name: str, path: str) -> None:
    pack = load_pack(name)
    program = load_problem(pack, EnvConfig(wire="prolog")).program
    random = Random(0)
    chosen = random.sample(program.queries, min(40, len(program.queries)))
    for answers in (True, False):
        states = TokenBatch.of([query.root(answers=answers) for query in chosen])
        oracle = make_engine(program, wire="general", answers=answers)
        other = make_engine(program, wire=path, answers=answers)
        assert other.wire == path or not program.is_flat
        for _ in range(3):
            walk(oracle, other, states, random, 8)
