"""Prove one hard goal by alternating search and learning: ``prove --learn``.

A training run (:mod:`symbolic_rl.training`) whose only query is the goal. It learns from proofs of
goals that the proposer derives from it, and finally from the goal's own proof. After each round,
bottom-up search, if it accepts the program, continues until it has taken as long as all searches so
far: a proof that shares many steps is short from the facts, and learning does not shorten it. Each
time that its share has doubled, the smallest atoms that it has derived become lemmas of a search
from the goal (:mod:`symbolic_rl.search.lemmas`).
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

from symbolic_rl.base.config import ENDLESS, TrainConfig
from symbolic_rl.base.console import counted
from symbolic_rl.base.errors import ConfigError, Interrupted, ProgramError, RunError
from symbolic_rl.base.files import lasting_name, write_text
from symbolic_rl.base.interrupts import time_limit
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import load_problem
from symbolic_rl.program.pack import Pack
from symbolic_rl.proofs.proof import verify, verify_one
from symbolic_rl.proofs.prove import ProofResult
from symbolic_rl.search import Limits, Space, find, run_side_by_side
from symbolic_rl.search.base import EXHAUSTED, STOPPED, TIMEOUT, Derivation, default_memory_mb
from symbolic_rl.search.lemmas import written
from symbolic_rl.search.opened import Opened, is_run, open_goals
from symbolic_rl.search.pairs import advanced
from symbolic_rl.search.tree import BottomUpSearch
from symbolic_rl.training.expert import Expert
from symbolic_rl.training.session import Session

MOST_INFERENCES = 1_000_000
"""Largest budget of a search for the goal, as in ``prove`` without learning; training on many goals
has a smaller one."""

UPWARD = 1 << 16
"""Inferences that bottom-up search may make after the first round: 0.1 seconds."""

UNITS = 300
"""Atoms derived from the facts that a search from the goal uses as lemmas."""

FROM_GOAL = "iterative-deepening"
"""The search that uses them."""

UPWARD_MEMORY = 4
"""Bottom-up search may take the memory of the run divided by this, in addition."""


@dataclass(frozen=True)
class LearnedResult(ProofResult):
    """Result of :func:`prove_by_learning`; inferences include searches for proposed goals."""

    rounds: int = 0  # rounds of search and learning
    proposals: int = 0  # goals proposed, proved and learned from

    @property
    def ending(self) -> str:
        """Description of the end of the search."""
        found = "1 answer" if self.answers else "no answer"
        rounds = counted(self.rounds, "round")
        text = f"{found} after {self.inferences:,} inferences"
        if self.rounds:
            text += f" in {rounds}, which learned from {self.proposals:,} other goals"
        if self.ended == TIMEOUT:
            when = "" if self.rounds else " before the first round has ended"
            return f"{text}: the time is up{when}, --timeout-s allows more"
        return text + ": nothing new is found any more" * (not self.answers)


def prove_by_learning(
    program: str | Path,
    goal: str,
    run_dir: Path,
    *,
    timeout_s: float = 0.0,
    memory_mb: int = 0,
    config: TrainConfig | None = None,
    strict: bool = False,
    say: Callable[[str], None] = print,
) -> LearnedResult:
    """Search for an answer to a goal, learning from easier goals; ``say`` gets a line a round.

    The run is kept in the new directory ``run_dir``, with the goal in ``goal.pl``: it may guide
    later searches. ``timeout_s`` is also checked within rounds; ``config`` defaults to the
    program's.

    ConfigError: ``program`` is a run. RunError: there is a run in ``run_dir``, or it cannot be
    written. Others as :func:`symbolic_rl.proofs.prove.prove`.
    """
    started = perf_counter()
    if is_run(program):
        raise ConfigError(
            "--learn starts from a program, not from a run.",
            str(program),
            "name the program of the run, or leave --learn out: its policy then guides the search.",
        )
    if is_run(run_dir):
        raise RunError("There is a run already.", str(run_dir), "name another folder (--run-dir).")
    opened = open_goals(program, strict=strict)
    space = opened.space(goal)  # reports syntax errors of the goal
    upward = None if BottomUpSearch.refusal(space) else BottomUpSearch(space)
    problem = load_problem(
        _with_goal(opened.pack, goal, run_dir), replace(opened.config, engine="prolog")
    )
    train = config or opened.pack.train_by("expert")
    train = replace(train, memory_mb=memory_mb or train.memory_mb)
    if upward:
        upward.bound_memory(((train.memory_mb or default_memory_mb()) << 20) // UPWARD_MEMORY)
    most = max(train.max_search_budget, MOST_INFERENCES)
    resolved = resolve(replace(train, total_frames=ENDLESS, max_search_budget=most))
    with Session(problem, resolved, run_dir, source=lasting_name(program)) as session:
        searches = session.algorithm
        assert isinstance(searches, Expert)
        ended, rounds, found, tried, spent = "", 0, list[Derivation](), 0, 0
        by = BottomUpSearch.name
        left_s = started + timeout_s - perf_counter()
        with time_limit(calls(), left_s) if timeout_s else nullcontext():
            try:
                while not ended:
                    row = session.iterate()
                    rounds += 1
                    due = max(int(row["inferences"]), UPWARD)
                    if upward and due > upward.spent and 0 not in searches.proofs:
                        most = due - upward.spent
                        (found,) = run_side_by_side([advanced(upward, most)], at_once=1)
                        if not found and due >= 2 * tried and (units := upward.units(UNITS)):
                            tried = due
                            if with_units := _with_lemmas(opened, goal, units, run_dir):
                                limits = Limits(max_inferences=due)
                                result = find(FROM_GOAL, with_units, limits=limits)
                                found, spent = [*result.answers], spent + result.inferences
                            if found and with_units:
                                by, space = FROM_GOAL, with_units
                    if 0 in searches.proofs or found:
                        ended = STOPPED
                    elif session.is_finished:
                        ended = EXHAUSTED
                    say(_describe_round(rounds, row, is_proved=ended == STOPPED))
            except Interrupted:
                if not calls().is_over:  # a signal
                    raise
                ended = STOPPED if 0 in searches.proofs else TIMEOUT
        session.checkpoint()
        session.summarize(None)
        proofs = [
            replace(
                verify(space.engine, space.query, one.choices),
                found_by=by,
                lemmas=Counter(one.lemmas),
            )
            for one in found[:1]
        ]
        if ended == STOPPED and not found:
            choices = searches.proofs[0].choices
            proofs = [verify_one(problem.engine, searches.queries[0], choices)]
        return LearnedResult(
            goal=goal,
            search="learned",
            ended=ended,
            complete=False,
            inferences=session.totals["inferences"] + (spent + upward.inferences if upward else 0),
            answers=tuple(proofs),
            counters={},
            seconds=perf_counter() - started,
            rounds=rounds,
            proposals=len(searches.queries) - searches.n_given,
        )


def _with_lemmas(
    opened: Opened, goal: str, units: Sequence[tuple[str, int, list[int]]], run_dir: Path
) -> Space | None:
    """Return the space of a goal with lemmas; None if the program has none, as with findall/3."""
    file = run_dir / "units.pl"
    write_text(file, written(opened.pack.name, units))
    try:
        return replace(opened, lemmas=file).space(goal)
    except ProgramError:
        return None


def _with_goal(pack: Pack, goal: str, run_dir: Path) -> Pack:
    """Return the pack with the goal as its only training query."""
    run_dir.mkdir(parents=True, exist_ok=True)
    file = run_dir / "goal.pl"
    write_text(file, f"query((\n{goal}\n)).\n")
    return pack.with_goals(file)


def _describe_round(number: int, row: Mapping[str, Value], *, is_proved: bool) -> str:
    proposed = int(row["proposed"])
    text = f"round {number}: "
    if proposed:
        text += (
            f"of {proposed:,} goals like it {int(row['proposals_kept']):,} are proved and learned "
            f"from, {int(row['proposals_easy']):,} are too easy; "
        )
    if is_proved:
        return f"{text}the goal is proved"
    return f"{text}the goal has no proof yet, {int(row['max_budget']):,} inferences for it next"
