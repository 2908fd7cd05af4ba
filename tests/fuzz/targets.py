"""What is fuzzed. A case is a list of parts, so that a smaller one is what some of them make.

A target makes a case from a source of random numbers, and checks it: nothing but errors that a
person can mend may be raised, and where there are two ways to a result they agree.
"""

import json
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch

from symbolic_rl.base.config import EnvConfig, SearchSettings
from symbolic_rl.base.errors import EngineError, ProgramError, RunError, SymbolicError
from symbolic_rl.bridge.tokens import NUMBER, TokenBatch
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.prove import prove
from symbolic_rl.search import AnswerIterator, LevinTreeSearch, Limits, Space
from symbolic_rl.search.policy_order import PolicyOrder
from symbolic_rl.search.scheduler import run_side_by_side
from tests.fuzz import texts
from tests.fuzz.shapes import check_shapes, make_shapes
from tests.fuzz.whole import QUESTION, SEARCHES, check_whole, make_whole, write_files
from tests.oracles.compared import ORACLES, figures_of, results_of_plain
from tests.oracles.general import GeneralEngine
from tests.problems import make_problem, problem_of
from tests.strategies import Writer, layered, wild

Parts = list[str]
SETTINGS = "% "
"""In front of the part that has settings as JSON."""


@dataclass(frozen=True)
class Target:
    make: Callable[[random.Random], Parts]
    check: Callable[[Parts, Path], str | None]
    """Raises an error that is not the person's if something is wrong; may name the kind of case."""


class RandomWriter(Writer):
    """Writer of programs that draws from a source of random numbers."""

    def __init__(self, source: random.Random, *, flat: bool = False) -> None:
        self.source, self.flat = source, flat

    def pick(self, options: Sequence[Any]) -> Any:
        return self.source.choice(options)

    def upto(self, most: int, least: int = 0) -> int:
        return self.source.randint(least, most)


def mended(error: SymbolicError) -> None:
    """An error must not be a fault of ours, and says so."""
    assert "please report it" not in str(error), str(error)


def split(parts: Parts) -> tuple[str, str, dict[str, Any]]:
    """Program, goal and settings of a case."""
    goal = next((part[len(QUESTION) :] for part in parts if part.startswith(QUESTION)), "true")
    settings = [json.loads(part[len(SETTINGS) :]) for part in parts if part.startswith(SETTINGS)]
    rest = [part for part in parts if not part.startswith((QUESTION, SETTINGS))]
    return "\n".join(rest) + "\n", goal, settings[0] if settings else {}


# ---- loaders and goals


def check_loader(parts: Parts, folder: Path) -> None:
    file = folder / "p.pl"
    file.write_bytes("\n".join(parts).encode("utf-8", "surrogateescape"))
    try:
        Program([file], {})
    except ProgramError as error:
        mended(error)


def check_goal(parts: Parts, folder: Path) -> None:
    """A goal is read, and searched for a while, or refused; for one answer it is no other."""
    file = folder / "p.pl"
    file.write_text(texts.SMALL)
    try:
        goal = "".join(parts).encode("utf-8", "surrogateescape").decode()
        several = prove(file, goal, max_inferences=300).take(2)
        one = prove(file, goal, one=True, max_inferences=300).take(1)
    except UnicodeDecodeError:
        return
    except SymbolicError as error:
        mended(error)
        return
    if one.complete:
        assert len(several.answers) <= len(one.answers), "there is another answer"
    if several.complete and one.answers:
        assert several.answers, "there is no answer"


# ---- states of environments, as checkpoints hold them


@cache
def problem_of_texts() -> Problem:
    folder = Path(tempfile.mkdtemp(prefix="symbolic_rl_fuzz_"))
    return make_problem(folder, texts.SMALL, texts.QUERIES, n_candidates=4)


def walked(derivations: Any, source: random.Random, n_steps: int) -> None:
    for _ in range(n_steps):
        mask = derivations.current().action_mask
        derivations.step(np.array([source.choice(np.flatnonzero(row)) for row in mask]))


def check_state(parts: Parts, folder: Path) -> None:
    """A changed state is refused, or rows go on from it."""
    source = random.Random(json.dumps(parts))
    name = source.choice(("texts", "countries_s1"))
    derivations = Derivations(problem_of_texts() if name == "texts" else problem_of(name), 6)
    derivations.reset()
    walked(derivations, source, source.randrange(4))
    state = derivations.state()
    for part in parts:
        texts.change_arrays(state, json.loads(part))
    try:
        derivations.restore(state)
    except (RunError, *_OF_CONTENT) as error:
        if isinstance(error, SymbolicError):
            mended(error)
        return
    walked(derivations, source, 6)


_OF_CONTENT = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What a session turns into an error of the run while it restores a checkpoint."""


# ---- the border to C


def check_border(parts: Parts, folder: Path) -> None:
    """Changed tokens are expanded or refused, and by the oracle alike where they are expanded."""
    file = folder / "p.pl"
    file.write_text(texts.SMALL)
    results: list[Any] = []
    rewritten = False
    for make in (PrologEngine, GeneralEngine):
        program = Program([file], {}, goals={"one": texts.LITERALS})
        engine = make(program, EnvConfig(), answers=True)
        states = [program.queries[0].root(answers=True)]
        for _ in range(3):
            zeros = np.zeros(len(states), np.int64)
            page = engine.expand(TokenBatch.of(states), hidden=zeros, limit=9, offset=zeros)
            found = page.candidates
            states = [*states, *(found[i] for i in range(min(len(found), 12)))][-24:]
        rows = [state.copy() for state in states]
        options = {"hidden": 0, "limit": 9, "offset": 0}
        for part in parts:
            texts.change_tokens(rows, options, json.loads(part))
        batch = TokenBatch.of(rows)
        try:
            page = engine.expand(
                batch,
                hidden=np.full(len(rows), options["hidden"], np.int64),
                limit=options["limit"],
                offset=np.full(len(rows), options["offset"], np.int64),
            )
        except EngineError as error:
            mended(error)
            results.append(None)
        else:
            results.append((page.counts.tolist(), page.candidates.tokens.tolist()))
        # C hands on the text of a number that it need not read, Prolog writes it anew
        rewritten |= any(
            NUMBER in row and not np.array_equal(row, state)
            for row, state in zip(rows, states, strict=True)
        )
    if None not in results and not rewritten:
        assert results[0] == results[1], "the core and its oracle differ"


# ---- searches in C


def make_search_case(source: random.Random) -> Parts:
    """A random program, how it is searched, and how the states of its pages are altered."""
    writer = RandomWriter(source, flat=source.random() < 0.3)
    case = wild(writer) if source.random() < 0.7 else layered(writer)
    how = {
        "width": source.choice((0, 4, 5, 9, 64)),
        "most": source.choice((1, 7, 60, 300)),
        "answers": source.choice((1, 3, 20)),
        "occurs_check": source.random() < 0.8,
        "policy": source.choice(("", "", "clause", "comparing", "resolvent", "structured")),
        "seed": source.randrange(1000),
        "beside": source.choice((1, 1, 3)),
        "max_tokens": source.choice((1000, 1_000_000)),
    }
    return [*case.program.splitlines(), QUESTION + case.goal, SETTINGS + json.dumps(how)]


def check_search(parts: Parts, folder: Path) -> None:
    """Searches find what the plain ones find; side by side, with a policy, and alone."""
    text, goal, how = split(parts)
    limits = Limits(max_inferences=how.get("most", 60))
    config = EnvConfig(
        occurs_check=how.get("occurs_check", True),
        max_tokens=how.get("max_tokens", 10**6),
        max_subproof_inferences=1000,
        hide_query=False,
    )
    (folder / "p.pl").write_text(text)
    try:
        program = Program([folder / "p.pl"], {}, goals={"goal": goal}, config=config)
    except ProgramError as error:
        mended(error)
        return
    engine = PrologEngine(program, config, answers=True)
    query, width = program.queries[0], how.get("width", 0)
    for kind, oracle in ORACLES:
        space, n_answers = Space(engine, query, width=width), how.get("answers", 3)
        search, plain = kind(space), oracle(space)
        found = figures_of(search, AnswerIterator(search, limits).take(n_answers))
        plain.run(limits.max_inferences, n_answers)
        expected = results_of_plain(plain)
        assert found == expected, f"{kind.__name__}: {found} is not {expected}"
        tasks = (AnswerIterator(kind(space), limits).first() for _ in range(how.get("beside", 1)))
        run_side_by_side(tasks, at_once=8)
    if how.get("policy"):
        space = policy_space(how, folder, text, goal, engine, query)
        if space is not None:
            AnswerIterator(LevinTreeSearch(space), limits).take(3)


def policy_space(
    how: dict[str, Any], folder: Path, text: str, goal: str, engine: Any, query: Any
) -> Any:
    """The space of a query, ordered by an untrained policy; None if no policy fits the program."""
    torch.manual_seed(how["seed"])
    n_candidates = max(how.get("width", 0), 4)
    problem = make_problem(folder / "pack", text, f"query(({goal})).\n", n_candidates=n_candidates)
    policy = make_policy(how["policy"], PolicyShape.for_problem(problem), dim=8)
    order = PolicyOrder(policy, problem, engine.program)
    share = 0.1 * (how["policy"] == "structured")
    return order.space(engine, query, SearchSettings(greedy_mix=0.5, structure_share=share))


# ---- SWI-Prolog itself


def make_whole_case(source: random.Random) -> Parts:
    return [*make_whole(source), SETTINGS + json.dumps({"searches": source.sample(SEARCHES, 2)})]


def check_whole_case(parts: Parts, folder: Path) -> str:
    """A program of all features is searched with the answers of SWI-Prolog, or a counted loss."""
    text, goal, how = split(parts)
    file = write_files(text.splitlines(), folder)
    try:
        return check_whole(file, goal, how.get("searches", SEARCHES))
    except SymbolicError as error:
        mended(error)
        return "refused"


TARGETS: dict[str, Target] = {
    "loader": Target(texts.make_text, check_loader),
    "goals": Target(texts.make_goal, check_goal),
    "checkpoints": Target(texts.make_changes_of_arrays, check_state),
    "border": Target(texts.make_changes_of_tokens, check_border),
    "searches": Target(make_search_case, check_search),
    "whole": Target(make_whole_case, check_whole_case),
    "shapes": Target(make_shapes, check_shapes),
}
"""Name -> what it fuzzes."""
