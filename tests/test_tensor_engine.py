"""The engine ``tensor`` gives the expansions of the engine ``prolog``, to the bit."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import NotFlatError
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine import Engine
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.pack import list_packs, load_pack
from symbolic_rl.program.program import Program
from tests.flat_strategies import flat_programs
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
from tests.strategies import Case, wild_programs

MOST_TOKENS = 1000


def walk(
    program: Program,
    states: TokenBatch,
    random: Random,
    *,
    answers: bool,
    n: int,
    engine: Engine | None = None,
) -> int:
    """Compare every expansion on a random walk, with random pages and hidden clauses."""
    oracle = make_engine(program, answers=answers)
    engine, compared = engine or TensorEngine(program, EnvConfig()), 0
    for _ in range(n):
        limit = random.choice((1, 2, 3, 7, 64))
        offset = np.array([random.choice((0, 0, 0, 1, 2, 5)) for _ in range(len(states))])
        hidden = np.array([random.choice((0, random.randrange(program.n_clauses))) for _ in offset])
        where = {"limit": limit, "offset": offset, "hidden": hidden}
        page = expand(oracle, states, **where)  # type: ignore[arg-type]
        same_expansions(page, expand(engine, states, **where))  # type: ignore[arg-type]
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


@settings(max_examples=50)
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


@settings(max_examples=15)
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


@pytest.mark.slow
def test_every_flat_pack_is_compared() -> None:
    assert flat_packs() == [name for name in list_packs() if load_problem(name).is_flat]


BUILTINS = ("=", "\\=", "==", "\\==", "<", "=<", ">", ">=", "=:=", "=\\=")
OPERANDS = ("X", "Y", "a", "b", "-3", "0", "1")


@pytest.mark.parametrize("is_negated", [False, True])
@pytest.mark.parametrize("builtin", BUILTINS)
def test_builtins_decide_alike(builtin: str, is_negated: bool, tmp_path: Path) -> None:
    sign = "\\+ " if is_negated else ""
    goals = [f"{sign}{one} {builtin} {two}" for one in OPERANDS for two in OPERANDS]
    early = [f"p({i}, X, Y) :- {goal}, q(X, Y)." for i, goal in enumerate(goals)]
    late = [f"q({i}, X, Y) :- t(X), u(Y), {goal}, q(Y, X)." for i, goal in enumerate(goals)]
    facts = ["q(_, _).", "t(_).", "t(a).", "t(0).", "t(1).", "u(_).", "u(a).", "u(0).", "u(1)."]
    text = "\n".join([*early, *late, *facts])
    program = make_program(tmp_path, text, "p(N, X, Y)", "p(N, X, X)", "q(N, X, Y)", "q(N, X, X)")
    states = roots(program)
    oracle, tensor = make_engine(program), TensorEngine(program, EnvConfig())
    errors = 0
    for _ in range(4):
        page = expand(oracle, states)
        same_expansions(page, expand(tensor, states))
        errors += losses(page).get("builtin_errors", 0) + int(page.lost.sum())
        states = page.candidates.take(np.flatnonzero(page.candidates.goal_counts()))

    compares = builtin in BUILTINS[4:]
    assert bool(errors) == compares


NEGATION = """
f(a). f(b). f(a).
g(X, X). g(a, b).
p(1, X) :- \\+ f(X), q(X).
p(2, X) :- q(X), \\+ f(X).
p(3, X) :- q(X), \\+ g(X, b).
p(4, X) :- q(X), \\+ g(X, X), q(X).
p(5, X) :- q(X), \\+ h(X).
p(6, X) :- f(X), q(X).
q(a). q(b). q(c). q(_).
:- dynamic h/1.
"""


def test_negated_facts_respect_what_is_hidden(tmp_path: Path) -> None:
    program = make_program(tmp_path, NEGATION, "p(N, X)")
    oracle, tensor = make_engine(program), TensorEngine(program, EnvConfig())
    found = set()
    for hidden in range(program.n_clauses):
        states = roots(program)
        for _ in range(4):
            page = expand(oracle, states, hidden=hidden)
            same_expansions(page, expand(tensor, states, hidden=hidden))
            states = page.candidates.take(np.flatnonzero(page.candidates.goal_counts()))
        found.add(page.counts.size)

    assert len(found) > 1


REFUSED = {
    "p(s(X)) :- p(X).": ("p/1", "s/1", 2),
    "p([]). p([a]).": ("p/1", "[|]", 2),
    "p(X) :- q(X), X is 1 + 1.": ("p/1", "is/2", 2),
    'p("text").': ("p/1", "string", 2),
    "p(99999999999).": ("p/1", "small integer", 2),
    "p(X) :- q(X), \\+ r(X).\nr(X) :- q(X).": ("p/1", "r/1", 2),
    "p(X) :- \\+ ( q(X), q(a) ).": ("p/1", "more than one goal", 2),
    "p(X) :- \\+ \\+ q(X).": ("p/1", "negation", 2),
    "p(X) :- X == a, !.\np(_).": ("p/1", "cut", 3),
    "p(X) :- ( X == a -> q(X) ; q(b) ).": ("p/1", "if-then-else", 2),
    "p(pi).\np(X) :- X < 3.": ("p/1", "pi", 3),
    "p(X) :- atom(X).": ("p/1", "atom/1", 2),
    "p(X) :- X < pi.": ("p/1", "pi", 2),
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_it_cannot_run_is_refused_with_predicate_reason_and_line(
    text: str, tmp_path: Path
) -> None:
    program = make_program(tmp_path, f"q(a).\n{text}", "q(X)")
    predicate, why, line = REFUSED[text]
    with pytest.raises(NotFlatError) as refused:
        TensorEngine(program, EnvConfig())

    assert predicate in refused.value.what or "$if" in refused.value.what
    assert why in refused.value.what
    assert refused.value.where == f"{tmp_path / 'program.pl'}:{line}"


def test_a_query_it_cannot_run_is_refused(tmp_path: Path) -> None:
    program = make_program(tmp_path, "q(a).", "q(X)", "q([X])")
    with pytest.raises(NotFlatError, match="line 2 of the queries of split goals"):
        TensorEngine(program, EnvConfig())


def test_chunks_change_nothing(tmp_path: Path) -> None:
    program = load_problem("countries_s3").program
    states = TokenBatch.of([query.root(answers=False) for query in program.queries[:40]])
    whole = TensorEngine(program, EnvConfig())
    parts = TensorEngine(program, EnvConfig(), chunk_bytes=10_000)
    states = expand(whole, states).candidates  # type: ignore[arg-type]

    assert parts.chunk_size(8, 4, 100) < 3 < 40 < whole.chunk_size(8, 4, 100)
    same_expansions(expand(whole, states), expand(parts, states))  # type: ignore[arg-type]
    assert "MB" in whole.describe()


def test_states_that_are_too_large_are_counted(tmp_path: Path) -> None:
    body = ", ".join(["p(X)"] * 400)
    program = make_program(tmp_path, f"p(X) :- {body}.\np(a).", "p(X)")
    oracle = make_engine(program, max_tokens=1000)
    tensor = TensorEngine(program, EnvConfig(max_tokens=1000))
    states = after(oracle, roots(program), 0, 0)
    page = expand(oracle, states)

    assert losses(page) == {"size_limits": 1}
    same_expansions(page, expand(tensor, states))


def test_a_thousand_variables_are_numbered_in_order(tmp_path: Path) -> None:
    arguments = ", ".join(f"X{i}" for i in range(30))
    program = make_program(
        tmp_path, f"p :- q({arguments}), q({arguments}).\nq({arguments}) :- p, X1 = X0.", "p"
    )
    oracle, tensor = make_engine(program), TensorEngine(program, EnvConfig())
    states = roots(program)
    for _ in range(6):
        page = expand(oracle, states)
        same_expansions(page, expand(tensor, states))
        states = page.candidates
