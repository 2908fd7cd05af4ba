"""The step of fixed shape gives what the engine ``prolog`` gives, and can be compiled whole."""

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, note, settings
from hypothesis import strategies as st

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine.tensor.engine import TensorEngine
from symbolic_rl.engine.tensor.fixed import LEADING, FixedStep, FixedWindow
from symbolic_rl.engine.tensor.tables import Tables
from symbolic_rl.play.problem import load_problem
from symbolic_rl.program.program import Program
from tests.fixed_engine import FixedEngine
from tests.flat_strategies import flat_programs
from tests.problems import expand, make_program, roots, same_expansions
from tests.strategies import Case
from tests.test_tensor_engine import NEGATION, walk


@settings(max_examples=25)
@given(case=flat_programs(), random=st.randoms(use_true_random=False), answers=st.booleans())
def test_random_programs_are_expanded_alike(
    case: Case, random: Random, answers: bool, tmp_path: Path
) -> None:
    note(str(case))
    program = make_program(tmp_path, case.program, case.goal, case.goal)
    fixed = FixedEngine(program, EnvConfig(), n_states=16)
    walk(program, roots(program, answers=answers), random, answers=answers, n=8, tensor=fixed)


@cache
def later_states(name: str, n: int) -> tuple[Program, TokenBatch]:
    """States some steps into the queries of a pack."""
    program = load_problem(name).program
    states = TokenBatch.of([query.root(answers=False) for query in program.queries[:n]])
    engine = TensorEngine(program, EnvConfig())
    for _ in range(3):
        states = expand(engine, states).candidates  # type: ignore[arg-type]
        states = states.take(np.flatnonzero(states.goal_counts())[:n])
    return program, states  # type: ignore[return-value]


@pytest.mark.parametrize("name", ["countries_s3", "family"])
def test_packs_are_expanded_alike(name: str) -> None:
    program, states = later_states(name, 40)
    fixed = FixedEngine(program, EnvConfig(), n_states=16)

    same_expansions(
        expand(TensorEngine(program, EnvConfig()), states),  # type: ignore[arg-type]
        expand(fixed, states),  # type: ignore[arg-type]
    )


def inputs(states: TokenBatch, length: int) -> tuple[torch.Tensor, ...]:
    """What a step takes."""
    n = len(states)
    tokens = np.zeros((n, length), np.int32)
    for i in range(n):
        tokens[i, : states[i].size - 1] = states[i][1:]
    numbers = states.lengths - 1, states.goal_counts(), np.zeros(n, np.int64), np.zeros(n, np.int64)
    return torch.from_numpy(tokens), *(torch.from_numpy(x.astype(np.int64)) for x in numbers)


def same_windows(one: FixedWindow, other: FixedWindow) -> None:
    """Assert that the windows are the same; what does not hold is padding."""
    for name in ("holds", "failed", "tokens", "is_last", "is_beyond"):
        assert torch.equal(getattr(one, name).cpu(), getattr(other, name).cpu()), name
    for name in ("clause", "sizes", "n_goals"):
        values = (getattr(w, name).cpu()[w.holds.cpu()] for w in (one, other))
        assert torch.equal(*values), name


def compile_and_compare(backend: str) -> None:
    """Compile the step as one graph, and compare it on the states of a pack."""
    program, states = later_states("family", 32)
    step = FixedStep(Tables(TensorEngine(program, EnvConfig()).table, torch.device("cpu")))
    arguments = inputs(states, 64)
    torch._dynamo.reset()
    compiled: Any = torch.compile(step.__call__, backend=backend, fullgraph=True, dynamic=False)
    window = compiled(*arguments)

    assert window.holds.any()
    same_windows(step(*arguments), window)
    shuffled = tuple(x.flip(0) for x in arguments)
    with torch.compiler.set_stance("fail_on_recompile"):
        same_windows(step(*shuffled), compiled(*shuffled))


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_the_step_is_compiled_as_one_graph(backend: str) -> None:
    compile_and_compare(backend)


@pytest.mark.slow
def test_inductor_compiles_the_step() -> None:
    compile_and_compare("inductor")


def test_builtins_beyond_the_step_are_left_to_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = ", ".join(f"X \\= c{i}" for i in range(LEADING + 1))
    program = make_program(tmp_path, f"p(X) :- q(X), {tests}.\nq(a). q(c0). q(b).", "p(X)")
    fixed, engine = FixedEngine(program, EnvConfig()), TensorEngine(program, EnvConfig())
    expand_chunk, left = TensorEngine._expand, []

    def noted(self: TensorEngine, *arguments: Any) -> Any:
        left.append(self is fixed)
        return expand_chunk(self, *arguments)

    monkeypatch.setattr(TensorEngine, "_expand", noted)
    states, found = roots(program), []
    for _ in range(3):
        page = expand(engine, states)
        same_expansions(page, expand(fixed, states))
        found.append(page.counts.tolist())
        states = page.candidates

    assert found == [[1], [1], [2]]
    assert left.count(True) == 1


def test_negated_facts_are_gone_through(tmp_path: Path) -> None:
    program = make_program(tmp_path, NEGATION, "p(N, X)")
    fixed, engine = FixedEngine(program, EnvConfig()), TensorEngine(program, EnvConfig())
    for hidden in range(program.n_clauses):
        states = roots(program)
        for _ in range(4):
            page = expand(engine, states, hidden=hidden)
            same_expansions(page, expand(fixed, states, hidden=hidden))
            states = page.candidates.take(np.flatnonzero(page.candidates.goal_counts()))


def test_a_negated_predicate_with_many_facts_is_refused(tmp_path: Path) -> None:
    facts = "\n".join(f"f({i})." for i in range(1200))
    program = make_program(tmp_path, f"p(X) :- q(X), \\+ f(X).\nq(a).\n{facts}", "p(X)")

    with pytest.raises(ConfigError, match="1,200 clauses"):
        FixedEngine(program, EnvConfig())


@pytest.mark.cuda
def test_a_cuda_graph_replays_the_step() -> None:
    program, states = later_states("family", 32)
    engine = TensorEngine(program, EnvConfig(), device="cuda")
    step = FixedStep(engine.tables)
    held = tuple(x.cuda() for x in inputs(states, 64))
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        step(*held)
    torch.cuda.current_stream().wait_stream(stream)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        window = step(*held)
    for into, new in zip(held, inputs(states, 64), strict=True):
        into.copy_(new.flip(0))
    graph.replay()

    same_windows(step(*(x.clone() for x in held)), window)
