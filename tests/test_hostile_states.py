"""States and rows from outside: altered checkpoints, malformed batches. Never a crash or a hang."""

from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from itertools import count
from operator import getitem
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.errors import EngineError, RunError
from symbolic_rl.base.run_dir import CHECKPOINT_KEYS, RunDirectory
from symbolic_rl.bridge.tokens import INTEGER_BASE, NUMBER, VARIABLE_BASE, TokenBatch
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine import prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program import program as loaded_program
from symbolic_rl.program.image import ProgramFromImage, ProgramImage
from symbolic_rl.training.train import train
from tests.problems import after, by_both, make_engine, make_program, roots

refused = pytest.raises(EngineError, match="the states given to the engine")


@by_both
def test_arguments_of_expand_that_point_nowhere_are_refused(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a).\n", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    root = TokenBatch.of([program.queries[0].root(answers=False)])
    zero = np.zeros(1, np.int64)
    good: Any = {"hidden": zero, "limit": 5, "offset": zero}
    bad: dict[str, list[Any]] = {
        "hidden": [zero - 1, np.zeros(0, np.int64), zero.astype(np.int32)],
        "offset": [zero - 1, np.zeros(2, np.int64)],
        "limit": [0, 2**31],
    }
    batches = [
        TokenBatch(root.tokens.astype(np.int64), root.offsets),  # type: ignore[arg-type]
        TokenBatch(root.tokens, np.array([0, 10**9])),
        TokenBatch(root.tokens, np.array([-5, root.tokens.size])),
        TokenBatch(root.tokens, np.array([0, 0])),
    ]

    assert engine.expand(root, **good).counts.tolist() == [1]
    for name, values in bad.items():
        for value in values:
            with refused:
                engine.expand(root, **{**good, name: value})
    for batch in batches:
        with refused:
            engine.expand(batch, **good)


@by_both
@pytest.mark.parametrize("text", ["p(a).\n", "p(a).\nq(f(X)) :- p(X), X \\== b.\n"])
def test_a_query_without_goals_has_no_candidates(text: str, oracle: bool, tmp_path: Path) -> None:
    """Its body used to be searched for an end that is not there, until the stack was full."""
    program = make_program(tmp_path, text, "p(X)")
    engine, zero = make_engine(program, oracle=oracle, answers=False), np.zeros(1, np.int64)
    tokens = {(s.name, s.arity): s.token for s in program.vocabulary.symbols}
    query, cons, nil = (tokens[one] for one in (("$query", 1), ("[|]", 2), ("[]", 0)))
    p, a = tokens["p", 1], tokens["a", 0]
    no_ends = ([VARIABLE_BASE], [a], [cons, p, a, VARIABLE_BASE], [cons, p, a, a])
    no_goals = ([cons, INTEGER_BASE, nil], [cons, VARIABLE_BASE, nil])
    for body in (*no_ends, *no_goals):
        page = engine.expand(TokenBatch.of([[1, query, *body]]), hidden=zero, limit=5, offset=zero)

        # C hands on the tokens of function-free programs, and reads goals when they are selected
        assert page.counts[0] <= int(not oracle and program.is_flat)


WRITTEN = ("12345678901", "-0.0", "1.0e300", "1.0e-7", "1.0Inf", "-1.0Inf", "1.5NaN", "1r3")
NOT_WRITTEN = ("+12345678901", "1.0e999", "e", "1r0", "--1", "", "I", "1.0.0")


@by_both
def test_the_text_of_a_number_is_one_that_prolog_writes(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(X) :- number(X).\n", "p(X)")
    engine, zero = make_engine(program, oracle=oracle, answers=False), np.zeros(1, np.int64)
    p = next(s.token for s in program.vocabulary.symbols if (s.name, s.arity) == ("p", 1))
    for number in (*WRITTEN, *NOT_WRITTEN):
        batch = TokenBatch.of([[1, p, NUMBER, len(number), *map(ord, number)]])
        with nullcontext() if number in WRITTEN else refused:
            page = engine.expand(batch, hidden=zero, limit=5, offset=zero)
            assert page.counts.tolist() == [1]


@pytest.mark.parametrize("number", [0xD7FF, 0xD800, 0xDFFF, 0x110000])
def test_numbers_of_programs_engines_limits_and_counters_cross_at_any_size(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each number crossed as one code, and the code of the 55,296th program is a surrogate."""
    monkeypatch.setattr(loaded_program, "_numbers", count(number))
    monkeypatch.setattr(prolog, "_numbers", count(number))
    program = make_program(tmp_path, "p(a).\np(b).\np(X) :- q(f(X)).\nq(_).\n", "p(X)")
    image, zero = ProgramFromImage(ProgramImage.of(program)), np.zeros(1, np.int64)

    assert (program.number, image.number) == (number, number + 1)
    for opened in (program, image):
        engine = PrologEngine(opened, EnvConfig(), answers=True)
        states = TokenBatch.of([opened.queries[0].root(answers=True)])
        for _ in range(2):
            page = engine.expand(states, hidden=zero, limit=number, offset=zero)
            states = page.candidates
        assert page.counts.tolist() == [3]


def test_many_candidates_and_losses_are_counted_by_both(tmp_path: Path) -> None:
    n = 0xD800
    text = f"p(X) :- between(1, {n}, X).\nq(X) :- between(1, {n}, _), X = f(X).\n"
    program, zeros = make_program(tmp_path, text, "p(X)", "q(X)"), np.zeros(2, np.int64)
    for oracle in (True, False):
        settings = {"occurs_check": False, "max_subproof_inferences": 10**7}
        engine = make_engine(program, oracle=oracle, **settings)
        states = after(engine, roots(program), 0)
        page = engine.expand(states, hidden=zeros, limit=2 * n, offset=zeros)

        assert page.counts.tolist() == [n, 0]
        assert page.lost.tolist() == [[0, 0, 0, 0], [0, 0, 0, n]]


@pytest.fixture(scope="module")
def problem() -> Problem:
    return load_problem("countries_s1")


DAMAGED: list[tuple[str, list[Any], Any]] = [
    # what is said to be damaged, a place in the state of rows, and what stands there instead
    ("state_at", ["rows", "pages", "numbers", 0], 10**6),
    ("next_offset", ["rows", "pages", "numbers", 2], -1),
    ("turned", ["rows", "pages", "numbers", 5], -1),
    ("history_length", ["rows", "pages", "numbers", 6], 10**6),
    ("slots", ["rows", "pages", "slots"], 10**6),
    ("clauses", ["rows", "pages", "clauses"], -1),
    ("mask", ["rows", "pages", "mask"], False),
    ("pool", ["rows", "pages", "pool", "tokens"], 10**6),
    ("pool", ["rows", "pages", "pool", "offsets"], 10**6),
    ("hashes", ["rows", "pages", "hashes"], np.zeros((1, 2), np.uint64)),
    ("query", ["rows", "query"], 10**6),
    ("query", ["rows", "query"], np.zeros(3, np.int64)),
    ("level", ["rows", "level"], 7),
    ("level", ["draw", "level"], 7),
    ("started", ["draw", "started"], -1),
]


def test_rows_of_a_checkpoint_are_looked_at_before_c_follows_them(problem: Problem) -> None:
    derivations = Derivations(problem, 8)
    derivations.reset()
    derivations.restore(derivations.state())
    for name, (*way, last), value in DAMAGED:
        state = derivations.state()
        held = reduce(getitem, way, state)
        is_number = isinstance(held[last], np.ndarray) and not isinstance(value, np.ndarray)
        held[last] = np.full_like(held[last], value) if is_number else value
        with pytest.raises(RunError, match=f"damaged: {name}"):
            derivations.restore(state)
    actions = derivations.current().action_mask.argmax(axis=1)

    derivations.step(actions)


@pytest.fixture(scope="module")
def run_dir(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    train(problem, CONFIG, folder, source="countries_s1")
    return folder


CONFIG = TrainConfig(algo="ppo", n_envs=4, frames_per_batch=32, total_frames=32, dim=8)


def resume(problem: Problem, run_dir: Path) -> None:
    train(problem, replace(CONFIG, total_frames=64), run_dir, resume=True)


def test_damage_to_any_key_of_a_checkpoint_is_one_sentence(problem: Problem, run_dir: Path) -> None:
    """Each key is left out, and each is replaced by values of the wrong kind."""
    run = RunDirectory.open(run_dir)
    good, metrics = run.load_state(), (run_dir / "metrics.csv").read_bytes()
    assert set(good) == set(CHECKPOINT_KEYS)
    for key in good:
        for value in (None, 7.5, {}, [], "text", {"level": -1}, [{"environment": {}}]):
            if (key, value) in (("search_settings", {}), ("rows", [])):
                continue  # the defaults; rows that start anew
            run.save_checkpoint({**good, key: value})
            with pytest.raises(RunError) as caught:
                resume(problem, run_dir)
            assert "\n  to fix: " in str(caught.value) and len(str(caught.value)) < 900
    run.save_checkpoint({})
    with pytest.raises(RunError, match="head, shape"):
        resume(problem, run_dir)

    assert (run_dir / "metrics.csv").read_bytes() == metrics
    run.save_checkpoint(good)
    resume(problem, run_dir)
