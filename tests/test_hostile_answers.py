"""Answers that no token sequence can hold: no search claims that it has seen all of them."""

from pathlib import Path

import pytest

from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import SEARCHES

LOST = {
    "a compound named []": "p(X) :- functor(X, [], 1).\n",
    "more variables than there are tokens": "p(X) :- length(X, 250000).\n",
}


@pytest.mark.parametrize("search", [name for name in SEARCHES if name != "guided"])
@pytest.mark.parametrize("name", LOST)
def test_a_lost_answer_is_counted_and_the_search_is_not_complete(
    name: str, search: str, tmp_path: Path
) -> None:
    (tmp_path / "p.pl").write_text(LOST[name])
    found = prove(tmp_path / "p.pl", "p(X)", search=search, max_inferences=3_000_000).take(2)

    assert (found.answers, found.ended, found.complete) == ((), "exhausted", False)
    assert sum(found.counters.values()) >= 1
