"""Your own search: a beam of the most probable states, in plain Python.

    python docs/examples/own_search.py

A search has the properties and the method of `symbolic_rl.search.base.Search`, and an entry in
`SEARCHES`; `find`, `prove` and the tables of `eval --search` then know it by its name.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from symbolic_rl import load_problem
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine import COUNTERS
from symbolic_rl.search import SEARCHES, Derivation, Limits, SearchMethod, Space, find
from symbolic_rl.search.base import EXHAUSTED, PRUNED, SearchTask, named_counters, open_page


class BeamSearch:
    """Expand the most probable states side by side, and leave out all others."""

    def __init__(self, space: Space, width: int = 256) -> None:
        self.space, self.width = space, width
        self.inferences = self.memory_bytes = 0
        self.ended = ""
        self._lost = np.zeros(len(COUNTERS), np.int64)
        self._steps = self._search()

    @property
    def spent(self) -> int:
        """What the limit on inferences bounds."""
        return self.inferences

    @property
    def counters(self) -> dict[str, int]:
        """Candidates that the engine lost, by cause."""
        return named_counters(self._lost, pages_turned=0, variants=0)

    def advance(self, most: int) -> SearchTask[list[Derivation]]:
        """Take at most `most` inferences, up to the next answer."""
        yield from ()  # searches in C yield their turns here
        return list(islice(filter(None, islice(self._steps, most)), 1))

    def _search(self) -> Iterator[Derivation | None]:
        """Yield an answer or None after each inference."""
        beam = [(0.0, (), self.space.root().tokens)]  # log-probability, choices, tokens
        has_pruned = False
        while beam:
            states = TokenBatch.of([tokens for _, _, tokens in beam])
            hidden = np.full(len(states), self.space.query.hidden)
            first = np.zeros_like(hidden)  # of the candidates; this search turns no pages
            page = open_page(
                self.space.engine, states, hidden, first, self.space.fixed_width or 256
            )
            has_pruned |= bool(page.more.any())
            self._lost += page.lost.sum(0)
            if self.space.order:
                logs = self.space.order(states, page, np.ones(len(page.owner), bool)).candidates
            else:  # no policy: the candidates of a state are equally probable
                logs = -np.log(np.bincount(page.owner)[page.owner])
            n_goals = page.candidates.goal_counts()
            # Equal hashes are variants of one state, of which one is kept.
            for k in np.sort(np.unique(page.hashes, axis=0, return_index=True)[1]):
                self.inferences += 1
                log_probability, choices, _ = beam[page.owner[k]]
                tokens = page.candidates.take(np.array([k])).tokens
                way = (*choices, (0, int(page.ordinal[k])))
                if n_goals[k]:
                    beam.append((log_probability + float(logs[k]), way, tokens))
                    yield None
                else:
                    yield Derivation(way, self.inferences, tokens.tobytes())
            new = sorted(beam[len(states) :], key=lambda state: -state[0])
            beam, has_pruned = new[: self.width], has_pruned or len(new) > self.width
            self.memory_bytes = sum(tokens.nbytes for _, _, tokens in beam)
        # What was left out may hold a proof: only a search that left out nothing is exhausted.
        self.ended = PRUNED if has_pruned else EXHAUSTED


def main(env: str = "countries_s2", budget: int = 20_000) -> int:
    """Search for the test queries of `env` without a policy; return how many were proved."""
    SEARCHES["beam"] = SearchMethod(make=BeamSearch, protocol="a beam of 256 states")
    problem = load_problem(env)
    limits = Limits(max_inferences=budget)
    spaces = [Space(problem.engine, query) for query in problem.queries("test")]
    results = [find("beam", space, limits=limits) for space in spaces]
    n_proved = sum(bool(result.answers) for result in results)
    print(f"proved {n_proved} of {len(results)} within {budget:,} inferences each")
    return n_proved


if __name__ == "__main__":
    main()
