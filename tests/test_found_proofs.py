"""The recorder that has every proof of the suite derived again: it counts all, passes none."""

from pathlib import Path

import pytest

from symbolic_rl.base.errors import EngineError
from symbolic_rl.search import SEARCHES, Derivation, Limits, find_all
from symbolic_rl.search.tree import TreeSearch
from tests.found_proofs import FoundProofs
from tests.processes import Run
from tests.test_prove import PROGRAM
from tests.test_search import make_space


@pytest.mark.parametrize("search", SEARCHES)
def test_every_answer_of_every_search_is_counted(
    search: str, tmp_path: Path, command: Run, found_proofs: FoundProofs
) -> None:
    space = make_space(tmp_path, PROGRAM, "app(X, Y, [1, 2])")
    before = found_proofs.searched, found_proofs.saved
    find_all(search, [space] * 3, limits=Limits())
    command("prove", "program.pl", "mem(X, [a, b])", "--answers", "5", "--search", search)
    assert (found_proofs.searched, found_proofs.saved) == (before[0] + 3 + 2, before[1] + 2)


def test_a_search_that_tells_a_wrong_derivation_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = TreeSearch._answer

    def wrong(search: TreeSearch) -> Derivation:
        answer = found(search)
        (*choices, (offset, ordinal)) = answer.choices
        choices.append((offset, ordinal + 1))
        return Derivation(tuple(choices), answer.found_after, answer.key)

    monkeypatch.setattr(TreeSearch, "_answer", wrong)
    space = make_space(tmp_path, PROGRAM, "path(1, 4)")

    with pytest.raises(EngineError):
        find_all("breadth-first", [space], limits=Limits())
