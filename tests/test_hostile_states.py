"""States and rows from outside: altered checkpoints, malformed batches. Never a crash or a hang."""

import itertools
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from symbolic_rl.base.config import EnvConfig, TrainConfig
from symbolic_rl.base.errors import EngineError, RunError
from symbolic_rl.base.run_dir import CHECKPOINT_KEYS, RunDirectory
from symbolic_rl.bridge.tokens import INTEGER_BASE, NUMBER, VARIABLE_BASE, TokenBatch
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine import prolog
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy.open import load_policy
from symbolic_rl.program import program as loaded_program
from symbolic_rl.program.image import ProgramFromImage, ProgramImage
from symbolic_rl.program.program import Program
from symbolic_rl.training.train import train
from tests.problems import after, by_both, make_engine, make_problem, make_program, roots

BORN = "p(X) :- q(X, Y), r(Y, 99999999999, 'new atom', f(Z, X)).\nq(a, \"text\").\nr(_, _, _, _).\n"
MALFORMED = """
import random, sys
import numpy as np
from pathlib import Path
from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.tokens import INTEGER_BASE, NUMBER, VARIABLE_BASE, TokenBatch
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from tests.oracles.general import GeneralEngine

folder, oracle = Path(sys.argv[1]), sys.argv[2]
program = Program([folder / "p.pl"], {}, goals={"one": "p(X), q(a, Y), X = 12345678901"})
engine = (GeneralEngine if oracle == "True" else PrologEngine)(program, EnvConfig())
root = TokenBatch.of([program.queries[0].root(answers=False)])
one = np.zeros(1, np.int64)
states = [root[0]]
for _ in range(3):
    batch = TokenBatch.of(states)
    n = np.zeros(len(batch), np.int64)
    states += list(map(np.array, (lambda b: [b[i] for i in range(len(b))])(
        engine.expand(batch, hidden=n, limit=9, offset=n).candidates)))
rng, refused = random.Random(1), 0
values = [-2**31, -1, 0, 1, 2, 3, 4, 5, 6, 7, 14, 15, 18, 200, 0xD800, 0xBFFFF, 0xC0000, 0xEFFFF,
          0xF0000, 0x10FFFF, 0x110000, 2**31 - 1]
for _ in range(1500):
    state = states[rng.randrange(len(states))].copy()
    for _ in range(rng.randrange(1, 4)):
        other = int(state[rng.randrange(state.size)])
        state[rng.randrange(state.size)] = rng.choice([*values, other])
    if rng.random() < 0.2:
        state = state[: rng.randrange(state.size + 1)]
    try:
        engine.expand(TokenBatch.of([state]), hidden=one, limit=9, offset=one)
    except EngineError as error:
        assert "report" not in str(error), error
        refused += 1
print(refused)
"""


@by_both
def test_no_batch_of_tokens_ends_or_hangs_the_process(oracle: bool, tmp_path: Path) -> None:
    """1,500 states with altered tokens, literals among them."""
    (tmp_path / "p.pl").write_text(BORN)
    done = subprocess.run(
        [sys.executable, "-c", MALFORMED, str(tmp_path), str(oracle)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=600,
    )

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 500


@by_both
def test_arguments_of_expand_that_point_nowhere_are_refused(oracle: bool, tmp_path: Path) -> None:
    program = make_program(tmp_path, "p(a).\n", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    root = TokenBatch.of([program.queries[0].root(answers=False)])
    zero = np.zeros(1, np.int64)
    good: dict[str, Any] = {"rows": zero, "hidden": zero, "limit": 5, "offset": zero}
    bad: list[dict[str, Any]] = [
        {"rows": zero + 1},
        {"rows": zero - 1},
        {"rows": zero.astype(np.int32)},
        {"hidden": np.zeros(0, np.int64)},
        {"hidden": zero - 1},
        {"offset": zero - 1},
        {"offset": np.zeros(2, np.int64)},
        {"limit": 0},
        {"limit": 2**31},
    ]
    batches = [
        TokenBatch(root.tokens.astype(np.int64), root.offsets),  # type: ignore[arg-type]
        TokenBatch(root.tokens, np.array([0, 10**9])),
        TokenBatch(root.tokens, np.array([-5, root.tokens.size])),
        TokenBatch(root.tokens, np.array([0, 0])),
    ]

    assert engine.expand(root, **good).counts.tolist() == [1]
    for options in bad:
        with pytest.raises(EngineError, match="the states given to the engine"):
            engine.expand(root, **{**good, **options})
    for batch in batches:
        with pytest.raises(EngineError, match="the states given to the engine"):
            engine.expand(batch, **good)


@by_both
@pytest.mark.parametrize("text", ["p(a).\n", "p(a).\nq(f(X)) :- p(X), X \\== b.\n"])
def test_a_query_that_is_no_list_of_goals_has_no_candidates(
    text: str, oracle: bool, tmp_path: Path
) -> None:
    """Its body used to be searched for an end that is not there, until the stack was full."""
    program = make_program(tmp_path, text, "p(X)")
    engine, zero = make_engine(program, oracle=oracle, answers=False), np.zeros(1, np.int64)
    tokens = {(s.name, s.arity): s.token for s in program.vocabulary.symbols}
    query, cons, nil = (tokens[one] for one in (("$query", 1), ("[|]", 2), ("[]", 0)))
    p, a = tokens["p", 1], tokens["a", 0]
    bodies = {
        "a variable": [VARIABLE_BASE],
        "an atom": [a],
        "no end": [cons, p, a, VARIABLE_BASE],
        "another end": [cons, p, a, a],
        "a number for a goal": [cons, INTEGER_BASE, nil],
        "a variable for a goal": [cons, VARIABLE_BASE, nil],
    }
    for body in bodies.values():
        page = engine.expand(TokenBatch.of([[1, query, *body]]), hidden=zero, limit=5, offset=zero)

        # C hands on the tokens of function-free programs, and reads goals when they are selected
        assert page.counts[0] <= int(not oracle and program.is_flat)


NUMBERS = {
    "12345678901": True, "-12345678901": True, "1.5": True, "-0.0": True, "1.0e300": True,
    "1.0e-7": True, "1.0Inf": True, "-1.0Inf": True, "1.5NaN": True, "1r3": True,
    "+12345678901": False, "1.0e999": False, "e": False, "1r0": False, "--1": False,
    "": False, "I": False, "1.0.0": False,
}  # fmt: skip


@by_both
@pytest.mark.parametrize("number", NUMBERS)
def test_the_text_of_a_number_is_one_that_prolog_writes(
    number: str, oracle: bool, tmp_path: Path
) -> None:
    program = make_program(tmp_path, "p(X) :- number(X).\n", "p(X)")
    engine = make_engine(program, oracle=oracle, answers=False)
    p = next(s.token for s in program.vocabulary.symbols if (s.name, s.arity) == ("p", 1))
    literal = [NUMBER, len(number), *map(ord, number)]
    batch, zero = TokenBatch.of([[1, p, *literal]]), np.zeros(1, np.int64)
    if NUMBERS[number]:
        assert engine.expand(batch, hidden=zero, limit=5, offset=zero).counts.tolist() == [1]
    else:
        with pytest.raises(EngineError, match="the states given to the engine"):
            engine.expand(batch, hidden=zero, limit=5, offset=zero)


@pytest.mark.parametrize("text", ["p(a).\np(b).\n", "p(a).\np(b).\np(X) :- q(f(X)).\nq(_).\n"])
def test_numbers_of_any_size_go_to_prolog_and_back(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A number of a surrogate or above the last code point: engines, limits and counters."""
    program = make_program(tmp_path, text, "p(X)")
    root = TokenBatch.of([program.queries[0].root(answers=True)])
    zero = np.zeros(1, np.int64)
    for number in (0xD7FF, 0xD800, 0xDFFF, 0x110000, 10**8):
        monkeypatch.setattr(prolog, "_numbers", itertools.count(number))
        engine = make_engine(program, oracle=True)
        states = engine.expand(root, hidden=zero, limit=number, offset=zero).candidates

        assert engine.expand(states, hidden=zero, limit=number, offset=zero).counts[0] >= 2


@pytest.mark.parametrize("number", [0xD7FF, 0xD800, 0xDFFF, 10**6])
def test_a_process_opens_any_number_of_programs(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number crossed as one code, and that of the 55,296th program is a surrogate."""
    monkeypatch.setattr(loaded_program, "_numbers", itertools.count(number))
    (tmp_path / "p.pl").write_text("p(a).\nq(X) :- p(f(X)).\n")
    program = Program([tmp_path / "p.pl"], {}, goals={"one": "p(X)"})
    image, zero = ProgramFromImage(ProgramImage.of(program)), np.zeros(1, np.int64)

    assert (program.number, image.number) == (number, number + 1)
    for opened in (program, image):
        engine = PrologEngine(opened, EnvConfig(), answers=True)
        states = TokenBatch.of([opened.queries[0].root(answers=True)])
        page = engine.expand(states, hidden=zero, limit=3, offset=zero)
        assert page.counts.tolist() == [1]


def test_many_candidates_and_losses_are_counted_by_both(tmp_path: Path) -> None:
    n = 0xD800
    text = f"p(X) :- between(1, {n}, X).\nq(X) :- between(1, {n}, _), X = f(X).\n"
    settings = {"occurs_check": False, "builtin_inferences": 10**7}
    program = make_program(tmp_path, text, "p(X)", "q(X)")
    zeros = np.zeros(2, np.int64)
    for oracle in (True, False):
        engine = make_engine(program, oracle=oracle, **settings)
        states = after(engine, roots(program), 0)
        page = engine.expand(states, hidden=zeros, limit=2 * n, offset=zeros)

        assert page.counts.tolist() == [n, 0]
        assert page.lost.tolist() == [[0, 0, 0, 0], [0, 0, 0, n]]


@pytest.fixture(scope="module")
def problem() -> Problem:
    return load_problem("countries_s1")


def test_rows_of_a_checkpoint_are_looked_at_before_c_follows_them(problem: Problem) -> None:
    derivations = Derivations(problem, 8)
    derivations.reset()
    good = derivations.state()
    changes: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
        ("state_at", lambda s: fill(s["rows"]["pages"]["numbers"][0], 10**6)),
        ("next_offset", lambda s: fill(s["rows"]["pages"]["numbers"][2], -1)),
        ("turned", lambda s: fill(s["rows"]["pages"]["numbers"][5], -1)),
        ("history_length", lambda s: fill(s["rows"]["pages"]["numbers"][6], 10**6)),
        ("slots", lambda s: fill(s["rows"]["pages"]["slots"], 10**6)),
        ("clauses", lambda s: fill(s["rows"]["pages"]["clauses"], -1)),
        ("mask", lambda s: fill(s["rows"]["pages"]["mask"], False)),
        ("pool", lambda s: fill(s["rows"]["pages"]["pool"]["tokens"], 10**6)),
        ("pool", lambda s: fill(s["rows"]["pages"]["pool"]["offsets"], 10**6)),
        ("hashes", lambda s: s["rows"]["pages"].update(hashes=np.zeros((1, 2), np.uint64))),
        ("query", lambda s: fill(s["rows"]["query"], 10**6)),
        ("query", lambda s: s["rows"].update(query=np.zeros(3, np.int64))),
        ("level", lambda s: fill(s["rows"]["level"], 7)),
        ("level", lambda s: s["draw"].update(level=7)),
        ("started", lambda s: fill(s["draw"]["started"], -1)),
        ("goals", lambda s: fill(s["observation"]["goals"], 10**6)),
        ("clauses", lambda s: fill(s["observation"]["clauses"], 10**6)),
        ("action_mask", lambda s: fill(s["observation"]["action_mask"], True)),
    ]
    derivations.restore(good)
    for name, change in changes:
        state = derivations.state()
        change(state)
        with pytest.raises(RunError, match=f"damaged: {name}"):
            derivations.restore(state)
    actions = derivations.current().action_mask.argmax(axis=1)

    derivations.step(actions)


def fill(array: Any, value: Any) -> None:
    array[...] = value


@pytest.fixture(scope="module")
def run_dir(problem: Problem, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    train(problem, CONFIG, folder, source="countries_s1")
    return folder


CONFIG = TrainConfig(algo="ppo", n_envs=4, frames_per_batch=32, total_frames=32, dim=8)


def resume(problem: Problem, run_dir: Path) -> None:
    longer = TrainConfig(algo="ppo", n_envs=4, frames_per_batch=32, total_frames=64, dim=8)
    train(problem, longer, run_dir, resume=True)


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


def test_weights_that_are_no_numbers_are_told(problem: Problem, run_dir: Path) -> None:
    run = RunDirectory.open(run_dir)
    good = run.load_state()
    weights = {k: torch.full_like(v, torch.nan) for k, v in good["policy"].items()}
    run.save_checkpoint({**good, "policy": weights})
    with pytest.raises(RunError, match="not finite"):
        load_policy(run_dir, problem)
    run.save_checkpoint(good)


def test_a_byte_that_was_altered_is_noticed(run_dir: Path) -> None:
    run = RunDirectory.open(run_dir)
    good = run.checkpoint_file.read_bytes()
    rng = random.Random(1)
    for _ in range(20):
        data = bytearray(good)
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        run.checkpoint_file.write_bytes(data)
        with pytest.raises(RunError, match="cannot be read"):
            run.load_checkpoint()
    run.checkpoint_file.write_bytes(good)


def test_a_program_with_minus_is_no_fault_of_ours(tmp_path: Path) -> None:
    problem = make_problem(tmp_path, "a-b.\nb-c.\nn(X, Y) :- X - Y.\n", "query(n(a, X)).\n")

    assert problem.program.is_flat
