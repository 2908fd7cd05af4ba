"""Small programs as problems and engines, for tests."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import CurriculumConfig, EnvConfig
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine import COUNTERS, Expansion
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import HEADS
from symbolic_rl.program.pack import Pack, load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import ProofResult, prove
from symbolic_rl.search import SEARCHES
from tests.oracles.general import GeneralEngine

SYMBOL_HEADS = [name for name in HEADS if name != "structure"]
"""Heads that every algorithm trains; the other one reads structure alone and imitates proofs."""

FROM_GOALS = [name for name in SEARCHES if name not in ("guided", "bottom-up")]
"""Searches from the goal that need no policy."""

by_each_search = pytest.mark.parametrize("search", FROM_GOALS)

by_both = pytest.mark.parametrize("oracle", [False, True], ids=["c", "oracle"])
"""The test is run with the engine, in C, and with its oracle."""

RING = """
walk(To, To, []).
walk(From, To, [Move|Moves]) :- move(Move, From, Next), walk(Next, To, Moves).
move(up, X, Y) :- Y is (X + 1) mod 30.
move(down, X, Y) :- Y is (X + 29) mod 30.
move(leap, X, Y) :- Y is (X + 11) mod 30.
"""
"""Plans from place to place: many lead to each."""


def write_files(folder: Path, files: Mapping[str, str] | None = None, **programs: str) -> Path:
    """Write files by name, and Prolog files by stem; return the folder, made if necessary."""
    for name, text in {**(files or {}), **{f"{k}.pl": x for k, x in programs.items()}}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def program_file(text: str, name: str = "p.pl") -> Any:
    """A fixture: the file of a program, in the folder of the test."""

    @pytest.fixture
    def program(tmp_path: Path) -> Path:
        return write_files(tmp_path, {name: text}) / name

    return program


def searched(folder: Path, text: str, goal: str, *, most: int = 9, **options: Any) -> ProofResult:
    """The result of a search for a goal of a program; options are as in :func:`.prove`."""
    return prove(write_files(folder, p=text) / "p.pl", goal, **options).take(most)


def make_problem(folder: Path, program: str, queries: str, **settings: Any) -> Problem:
    """A problem with the queries as split ``train``; settings are fields of EnvConfig."""
    write_files(folder, program=program, train=queries)
    pack = Pack(
        name="test",
        description="",
        folder=folder,
        program=(folder / "program.pl",),
        queries={"train": folder / "train.pl"},
        env=EnvConfig(**settings),
    )
    return load_problem(pack)


def make_derivations(problem: Problem, n: int = 1, **options: Any) -> Derivations:
    """Rows that play the queries in order, reset."""
    derivations = Derivations(problem, n, **{"in_order": True, **options})
    derivations.reset()
    return derivations


def make_program(folder: Path, text: str, *goals: str, **settings: Any) -> Program:
    """A program with the goals as queries of split ``goals``."""
    write_files(folder, program=text, goals="".join(f"query(({goal})).\n" for goal in goals))
    config = EnvConfig(**{"hide_query": False, **settings})
    return Program([folder / "program.pl"], {"goals": [folder / "goals.pl"]}, config=config)


def make_engine(program: Program, *, oracle: bool = False, **settings: Any) -> PrologEngine:
    """The engine of a program, or its oracle.

    States may be larger than by default, for tests of what a state can hold at all.
    """
    answers = settings.pop("answers", True)
    settings.setdefault("max_tokens", 1_000_000)
    make = GeneralEngine if oracle else PrologEngine
    return make(program, EnvConfig(**settings), answers=answers)


def roots(program: Program, *, answers: bool = True) -> TokenBatch:
    """The roots of all queries."""
    return TokenBatch.of([query.root(answers=answers) for query in program.queries])


def expand(
    engine: PrologEngine,
    states: TokenBatch,
    *,
    limit: int = 100,
    offset: int | IntArray = 0,
    hidden: int | IntArray = 0,
) -> Expansion:
    """``engine.expand`` with defaults."""
    n = len(states)
    return engine.expand(
        states,
        hidden=np.broadcast_to(np.asarray(hidden, np.int64), n).copy(),
        limit=limit,
        offset=np.broadcast_to(np.asarray(offset, np.int64), n).copy(),
    )


def after(engine: PrologEngine, states: TokenBatch, *choices: int) -> TokenBatch:
    """The states that choosing the k-th candidate again and again, in every row, leads to."""
    for choice in choices:
        page = expand(engine, states)
        first = np.cumsum(page.counts) - page.counts
        states = page.candidates.take(first + choice)
    return states


def same_expansions(one: Expansion, other: Expansion) -> None:
    """Assert that every field is the same, to the bit."""
    np.testing.assert_array_equal(one.counts, other.counts)
    np.testing.assert_array_equal(one.more, other.more)
    np.testing.assert_array_equal(one.lost, other.lost)
    np.testing.assert_array_equal(one.clauses, other.clauses)
    np.testing.assert_array_equal(one.candidates.offsets, other.candidates.offsets)
    np.testing.assert_array_equal(one.candidates.tokens, other.candidates.tokens)
    np.testing.assert_array_equal(one.hashes, other.hashes)


def losses(page: Expansion, row: int = 0) -> dict[str, int]:
    """How many candidates of a state were lost, by cause; causes that lost none are left out."""
    counts = zip(COUNTERS, page.lost[row].tolist(), strict=True)
    return {name: count for name, count in counts if count}


def listed(batch: TokenBatch) -> list[tuple[int, ...]]:
    """The sequences of a batch."""
    return [tuple(batch[i].tolist()) for i in range(len(batch))]


def text(program: Program, state: Sequence[int]) -> list[str]:
    """The goals, and the answer, of a state."""
    return program.vocabulary.text(list(state)[1:])


@cache
def problem_of(name: str, engine: str = "prolog") -> Problem:
    """Return a pack's problem with an engine, loaded once."""
    pack = load_pack(name)
    return load_problem(pack, replace(pack.env, engine=engine))


def countries_with_levels() -> Problem:
    """Return the pack ``countries_s3`` with two levels: validation and training queries."""
    pack = load_pack("countries_s3")
    levels = tuple(pack.queries[split].name for split in ("valid", "train"))
    return load_problem(replace(pack, curriculum=CurriculumConfig(levels=levels)))
