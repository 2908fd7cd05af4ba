"""Fixed comparisons of searches that ``test_mutants.py`` runs on copies of ``prolog/``.

python search_checks_for_mutants.py FOLDER      exits with 0 if the searches in FOLDER are sound
"""

import sys
import tempfile
from pathlib import Path

import symbolic_rl.base.files

if __name__ == "__main__":  # before the engine is imported
    symbolic_rl.base.files.PROLOG_DIR = Path(sys.argv[1])

import numpy as np

from symbolic_rl.base.config import EnvConfig, SearchConfig
from symbolic_rl.bridge import build
from symbolic_rl.bridge.tokens import TokenBatch
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.program import Program
from symbolic_rl.search import Advice, Page, Space
from tests.oracles.compared import expect_the_same

PROGRAM = """\
edge(1, 2). edge(2, 3). edge(3, 1). edge(3, 4). edge(4, 5). edge(5, 3).
path(X, Y) :- path(X, Z), edge(Z, Y).
path(X, Y) :- edge(X, Y).
wide(X) :- between(1, 40, X).
deep(o).
deep(s(X)) :- wide(_), deep(X).
grow(X) :- grow(f(X, X, X)).
grow(X) :- grow(s(X)).
grow(end).
"""
GOALS = ("path(1, X)", "deep(s(o))", "grow(o)", "wide(37)")
READING = SearchConfig(sharpness=0.7, sharper_share=0.3)


def order(states: TokenBatch, page: Page, shown: object) -> Advice:
    """Return log-probabilities that differ from candidate to candidate."""
    logs = np.float32(-0.1 * (page.ordinal * 7 % 11) - 0.05 * page.clauses)
    more = np.full(page.more.size, -1.0, np.float32)
    return Advice(logs, more, np.full_like(more, -1.0))


def main() -> None:
    """Run all checks, with a C core of the files as they are."""
    build.FAST = ("-O0",)  # a mutant runs for a second and takes three to compile with -O3
    build.build()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "program.pl").write_text(PROGRAM, encoding="utf-8")
        config = EnvConfig(hide_query=False)
        goals = {goal: goal for goal in GOALS}
        program = Program([folder / "program.pl"], {}, goals=goals, config=config)
        engine = PrologEngine(program, config, answers=True)
        for query in program.queries:
            expect_the_same(Space(engine, query, width=6), 300, 20)
            space = Space(engine, query, width=6, order=order, settings=READING)
            expect_the_same(space, 300, 20)


if __name__ == "__main__":
    main()
