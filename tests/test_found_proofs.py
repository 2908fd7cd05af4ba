"""The recorder that has every proof of the suite derived again: it counts all, passes none."""

from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from symbolic_rl.base.errors import EngineError
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES, Derivation, Limits, Space, find_all
from symbolic_rl.search.tree import TreeSearch
from tests.found_proofs import FoundProofs
from tests.test_prove import PROGRAM

Run = Callable[..., "CompletedProcess[str]"]


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "program.pl"
    file.write_text(PROGRAM)
    return file


@pytest.mark.parametrize("search", SEARCHES)
def test_every_answer_of_every_search_is_counted(
    search: str, program: Path, found_proofs: FoundProofs
) -> None:
    problem = load_problem(program, goal="app(X, Y, [1, 2])")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    before = found_proofs.searched

    assert len(prove(program, "app(X, Y, [1, 2, 3])", search=search).take(9).answers) == 4
    find_all(search, [Space(engine, problem.program.queries[0])] * 3, limits=Limits())

    assert found_proofs.searched - before == 4 + 3


def test_proofs_of_the_command_are_counted(
    program: Path, command: Run, found_proofs: FoundProofs
) -> None:
    before = found_proofs.saved
    done = command("prove", "program.pl", "mem(X, [a, b])", "--answers", "5")

    assert done.returncode == 0
    assert found_proofs.saved - before == 2


def test_a_search_that_tells_a_wrong_derivation_is_caught(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = TreeSearch._answer

    def wrong(search: TreeSearch) -> Derivation:
        answer = found(search)
        (*choices, (offset, ordinal)) = answer.choices
        choices.append((offset, ordinal + 1))
        return Derivation(tuple(choices), answer.found_after, answer.key)

    monkeypatch.setattr(TreeSearch, "_answer", wrong)
    problem = load_problem(program, goal="path(1, 4)")
    engine = PrologEngine(problem.program, problem.env_config, answers=True)

    with pytest.raises(EngineError):
        find_all("breadth-first", [Space(engine, problem.program.queries[0])], limits=Limits())
