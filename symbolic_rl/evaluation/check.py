"""Check a program or pack, and what a policy will see of it: ``symbolic-rl check``."""

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import numpy as np

from symbolic_rl.base.config import MORE
from symbolic_rl.base.console import counted
from symbolic_rl.base.errors import Diagnostic
from symbolic_rl.bridge.tokens import VARIABLE_BASE, TokenArray, TokenBatch, code_of
from symbolic_rl.derivations.derivations import Derivations
from symbolic_rl.derivations.pages import COUNTERS, Outcome
from symbolic_rl.derivations.problem import Problem, load_problem
from symbolic_rl.engine import Expansion
from symbolic_rl.evaluation.trials import random_choice
from symbolic_rl.program.notes import expect_goals
from symbolic_rl.program.pack import GOALS, load_pack
from symbolic_rl.program.program import Query
from symbolic_rl.training.settle import PlainProofs, plain_proofs

_LOST = {
    "builtin_errors": (
        "are lost to an error: a builtin of action/3, reward/4, observe/2 or terminal/2 raised "
        "one, or a reward is not an integer"
    ),
    "inference_limits": (
        "are lost to a limit: the builtins of a move take more than 20,000 inferences of SWI-Prolog"
    ),
    "subproof_limits": (
        "are lost to a limit: a move, terminal/2, or another sub-proof takes more than "
        "max_subproof_inferences; bound its recursion, or raise it"
    ),
    "size_limits": "are lost to their size: a state has more than max_tokens tokens, or is cyclic",
}


def find_faults(problem: Problem, split: str) -> Iterator[str]:
    """Run random episodes of an MDP from the first queries of a split, and yield its faults."""
    n = min(_ROWS, len(problem.asked(split).queries))
    rows = Derivations(problem, n, split=split, in_order=True, with_candidates=False)
    choose, observation = random_choice(), rows.reset()
    state, n_played = problem.vocabulary.state, rows.n
    if unstarted := [one for one in rows.queries[: rows.n] if not _starts(problem, one)]:
        yield (
            f"{len(unstarted):,} of {rows.n:,} queries have no first state: initial/2 has no "
            f"solution; the first: {unstarted[0].text} (line {unstarted[0].line})"
        )
        return
    stuck = unseen = 0
    example = ""
    until = monotonic() + _SECONDS
    for _ in range(_RANDOM_STEPS):
        unseen += int((observation.goals == 0).all(axis=(1, 2)).sum())
        transition, observation = rows.step(choose(observation), restart=False)
        done = (transition.terminated | transition.truncated)[:, 0]
        for row in np.flatnonzero(rows.pages.outcome == Outcome.FAILED).tolist():
            left = rows.pages.states(np.array([row]))[0]
            is_state = left.size > 1 and left[1] == state
            is_stuck = is_state and not len(_candidates(problem, left).candidates)
            if is_stuck and not _is_terminal(problem, left):
                stuck += 1
                (text,) = problem.program.vocabulary.text(_inner(problem, left).tolist())
                example = example or text
        if done.all() or monotonic() >= until:
            break
        if done.any():
            observation = rows.keep(np.flatnonzero(~done))
    if stuck:
        yield (
            f"{stuck:,} of {n_played:,} episodes end where action/3 has no move and terminal/2 no "
            f"reward; the first: {example}"
        )
    if unseen:
        yield f"{unseen:,} states show nothing: observe/2 has no solution for them"
    for name, why in _LOST.items():
        if count := rows.counters[name]:
            yield f"{count:,} moves {why}"


def _starts(problem: Problem, query: Query) -> bool:
    """Return whether a query has an initial state."""
    tokens = query.root(answers=False)
    for _ in range(2):  # the step from the query, and that to its state
        found = _candidates(problem, tokens)
        if not len(found.candidates):
            return False
        tokens = found.candidates[0]
    return True


def _candidates(problem: Problem, tokens: TokenArray) -> Expansion:
    """Return the first candidate of a state, ignoring the loop check."""
    zero = np.zeros(1, np.int64)
    return problem.engine.expand(TokenBatch.of([tokens]), hidden=zero, limit=1, offset=zero)


def _inner(problem: Problem, tokens: TokenArray) -> TokenArray:
    """Return the tokens of the user's state term."""
    own = problem.program.vocabulary
    at, start = 2, 2  # after the number of goals and the functor of the state
    for _ in range(int(own.arity[tokens[1]])):  # the state is the last argument
        start, at = at, own.end(tokens.tolist(), at)
    return tokens[start:at]


def _is_terminal(problem: Problem, tokens: TokenArray) -> bool:
    """Return whether terminal/2 has a reward for a state."""
    symbols = problem.program.vocabulary.symbols
    terminal = next(one.token for one in symbols if (one.name, one.arity) == ("terminal", 2))
    inner = _inner(problem, tokens)
    variable = VARIABLE_BASE + int(TokenBatch.of([[code_of(0), *inner]]).variable_counts()[0])
    goal = np.array([code_of(1), terminal, *inner, variable], np.int32)
    return bool(len(_candidates(problem, goal).candidates))


_ROWS, _STEPS, _RANDOM_STEPS = 64, 32, 64
"""Rows; steps of a sample; steps of random episodes of an MDP."""
_SECONDS = 20.0
"""Seconds after which each of them, and the search for proofs, goes no further: states of some
programs take seconds each."""
_LIMITS, _MOST_LIMITS = ("inference_limits", "subproof_limits"), 64
_MOST_LISTED = 12
_KINDS = {
    "grammar": "from grammar rules",
    "library": "of the library",
    "or": "branches of disjunctions",
    "if": "branches of if-then-else",
    "each": "of maplist and its like",
    "move": "made of the moves of the MDP",
}


@dataclass(frozen=True)
class Sample:
    """Statistics of states met by uniformly random actions, without forced moves."""

    split: str
    """Split of the queries."""
    states: int
    mean_candidates: float
    """Mean number on the first page of a state."""
    most_candidates: int
    """Largest number on the first page of a state."""
    paged: float
    """Share of states with more candidates than the window holds."""
    shortened: float
    """Share of states that do not fit into the view."""
    truncated: float
    """Share of episodes that ended at a limit; NaN if none ended."""
    limit: int
    """Limit on the inferences of an episode."""
    counters: dict[str, int]
    """Candidates lost, merged, masked, paged or cut."""
    is_cut: bool
    """True if the time for it was up."""


@dataclass(frozen=True)
class Leak:
    """Queries of a split that also occur in training or as facts: their answers are known."""

    split: str
    where: str
    """``the training queries`` or ``the facts``."""
    queries: tuple[Query, ...]

    def __str__(self) -> str:
        """Return their number, where they occur, and the first."""
        n = len(self.queries)
        are = "query is" if n == 1 else "queries are"
        return f"{n:,} {self.split} {are} among {self.where}; the first: {self.queries[0].text}"


@dataclass(frozen=True)
class CheckResult:
    """Result of :func:`check`."""

    problem: Problem
    splits: dict[str, list[Query]]
    """Queries by split; levels of a curriculum count as ``train``."""
    among_facts: dict[str, int]
    """Number of queries that are facts of the program, by split."""
    leaks: tuple[Leak, ...]
    sample: Sample | None
    """None without queries."""
    proofs: PlainProofs | None
    """Proofs by search without policy; None without training queries."""
    notes: tuple[Diagnostic, ...]
    """Notes of the loader."""
    faults: tuple[str, ...] = ()
    """Faults of an MDP, as text."""

    def __str__(self) -> str:
        """Return the report, one line per subject."""
        rows = [*self._program(), *self._seen(), *self._queries(), *self._sampled()]
        rows += self._proved()
        rows += [("fault", text) for text in self.faults]
        lines = [f"{name:<11} {text}" for name, text in rows]
        loading = self.problem.program.loading
        others = [
            note for note in self.notes if note not in loading.told and note.severity != "info"
        ]
        return "\n".join([*lines, *loading.lines(in_full=True), *map(str, others)])

    def _program(self) -> Iterator[tuple[str, str]]:
        program, pack = self.problem.program, self.problem.pack
        yield "name", f"{pack.name}{': ' if pack.description else ''}{pack.description}"
        yield "files", _listed(map(str, [*pack.program, *program.loaded]))
        clauses = program.clauses
        own, is_fact = clauses.of_kinds("user"), clauses.n_goals == 0
        facts = int((own & is_fact).sum())
        kinds = {kind: int(clauses.of_kinds(kind).sum()) for kind in _KINDS}
        counts = [counted(facts, "fact"), counted(int(own.sum()) - facts, "rule")]
        counts += [f"{kinds[kind]:,} {text}" for kind, text in _KINDS.items() if kinds[kind]]
        yield "clauses", ", ".join(counts)
        predicates = Counter[str]()
        for origin, n in clauses.counts(clauses.of_kinds("user", "grammar")).items():
            predicates[origin.predicate] += n
        yield "predicates", _listed(f"{name} ({n:,})" for name, n in predicates.items())
        atoms = int((program.vocabulary.symbols.arities == 0).sum())
        functors = len(program.vocabulary.symbols) - atoms
        yield "symbols", f"{counted(atoms, 'atom')}, {functors:,} predicates and functors"
        yield "builtins", _listed(name for name in program.builtins if not name.startswith("$"))
        yield "library", _listed(name for name in program.library if not name.startswith("$"))
        if affected := program.affected:
            n = len(predicates) - len(affected)
            yield (
                "provable",
                f"{n:,} of {len(predicates):,} predicates need nothing that is left out",
            )
            yield "affected", f"{_listed(affected)}: may need what is left out (see below)"
        if program.overrides:
            yield "overrides", f"{_listed(program.overrides)}: the program's own, not the library's"

    def _seen(self) -> Iterator[tuple[str, str]]:
        problem, view = self.problem, self.problem.view
        if problem.env_config.is_mdp:
            chance = "with chance (draw/3)" if problem.vocabulary.has_chance else "without chance"
            optional = [
                f"{name}/{arity}"
                for name, arity in (
                    ("complete_state", 2),
                    ("reward", 4),
                    ("observe", 2),
                    ("label", 2),
                )
                if problem.program.vocabulary.symbols.has(name, arity)
            ]
            yield "mdp", ", ".join([chance, *optional])
        yield "terms", "function-free" if problem.is_flat else "with function symbols or builtins"
        config = problem.env_config
        is_open = config.view == "auto" and not config.goal_width and not problem.is_flat
        later = "; train chooses again, by its goals" if is_open else ""
        yield "view", f"{view.kind}: {view.n_goals} goals of {view.goal_width} slots{later}"
        special = "more and refuse" if problem.env_config.refuse else "more"
        yield "window", f"{problem.env_config.n_candidates} actions, {special} included"
        yield "loop check", "on" if problem.loop_check else "off"

    def _queries(self) -> Iterator[tuple[str, str]]:
        hides = self.problem.env_config.hide_query
        for split, queries in self.splits.items():
            false = sum(not query.label for query in queries)
            text = counted(len(queries), "query", "queries") + (
                f", {false:,} labelled false" if false else ""
            )
            if n := self.among_facts[split]:
                text += f", {n:,} of them facts ({'hidden while proved' if hides else 'visible'})"
            yield split, text
        if not self.splits:
            yield "queries", f"none; to prove a goal: symbolic-rl prove {self._example()}"
        for leak in self.leaks:
            file = self.problem.pack.queries.get(leak.split, self.problem.pack.folder)
            yield "leak", f"{leak} ({file}:{leak.queries[0].line})"
        if self.splits and not self.leaks:
            yield "leaks", "none"

    def _example(self) -> str:
        """Return arguments of ``prove``: the program, and a goal that it may prove."""
        program, pack = self.problem.program, self.problem.pack
        origins = list(program.clauses.counts(program.clauses.of_kinds("user")))
        own = {str(path) for path in pack.program}  # predicates of loaded files come last
        origins.sort(key=lambda origin: origin.file not in own)
        names = dict.fromkeys(origin.predicate for origin in origins)
        usable = [name for name in names if re.fullmatch(r"[a-z]\w*/[1-9]", name)]
        affected = set(program.affected)
        best = [name for name in usable if name not in affected] or usable
        name, _, arity = best[0].partition("/") if best else ("goal", "", "0")
        arguments = ", ".join("ABCDEFGHI"[: int(arity)])
        source = pack.name if (pack.folder / "env.toml").exists() else str(pack.program[0])
        source = shlex.quote(source)
        return f'{source} "{name}({arguments})"' if arguments else f'{source} "{name}"'

    def _sampled(self) -> Iterator[tuple[str, str]]:
        if self.sample is None:
            return
        s = self.sample
        yield (
            "branching",
            f"{s.mean_candidates:.1f} candidates on average, at most {s.most_candidates}, in "
            f"{s.states:,} states of random actions ({s.split} queries)"
            + f": all that {_SECONDS:g} s were enough for"
            * s.is_cut,
        )
        yield "paged", f"{s.paged:.1%} of these states: more candidates than the window holds"
        yield "shortened", f"{s.shortened:.1%} of these states: not all of it is in the view"
        if s.truncated == s.truncated:
            yield (
                "truncated",
                f"{s.truncated:.1%} of its episodes: cut after {s.limit:,} inferences "
                f"(max_inferences) or {self.problem.env_config.max_pages} pages (max_pages)",
            )
        met = [f"{name} {n:,}" for name, n in s.counters.items() if n]
        if met:
            yield "counted", ", ".join(met)

    def _proved(self) -> Iterator[tuple[str, str]]:
        found, limit = self.proofs, self.problem.env_config.max_inferences
        if found is None:
            return
        yield "proofs", str(found)
        if not found.n_searched:
            return
        if not limit:
            by = "chosen from these proofs" if found.lengths.size else "since no proof was found"
            text = f"{found.limit:,} inferences, {by} (ppo, grpo)"
        elif found.lengths.size and limit < found.lengths.max():
            text = (
                f"{limit:,} inferences, fewer than the longest of these proofs has: ppo and grpo "
                f"cannot learn it. To fix: max_inferences = {found.limit} in env.toml, or "
                f"--max-inferences {found.limit}"
            )
        else:
            text = f"{limit:,} inferences, as the pack says"
        yield "episodes", text


def check(source: str | Path, *, goals: Path | None = None, strict: bool = False) -> CheckResult:
    """Load a program or pack and report its contents.

    >>> report = check("countries_s1")
    >>> report.sample.most_candidates, len(report.leaks)
    (16, 0)

    The ``goals`` of a file take the place of the training queries. ``strict`` refuses a program if
    any part cannot be loaded. PackError: there is no such pack or file. ProgramError: all errors of
    program and queries.
    """
    pack = load_pack(source, strict=strict)
    if goals is not None:  # of which one may itself be a fact
        pack = replace(pack.with_goals(goals), env=replace(pack.env, hide_query=False))
    problem = load_problem(pack)
    splits, own_facts = _by_split(problem)
    if goals is not None:
        expect_goals(splits.get("train", ()), goals)
    first = "train" if "train" in splits else next(iter(splits), "")
    is_process = bool(splits) and problem.env_config.is_mdp
    return CheckResult(
        problem=problem,
        splits=splits,
        among_facts={split: len(queries) for split, queries in own_facts.items()},
        leaks=tuple(_leaks(splits, own_facts)),
        sample=_sample(problem, first) if splits else None,
        proofs=plain_proofs(problem, timeout_s=_SECONDS) if "train" in splits else None,
        notes=tuple(problem.program.notes),
        faults=tuple(find_faults(problem, next(iter(splits))) if is_process else ()),
    )


def find_leaks(problem: Problem, split: str) -> tuple[Leak, ...]:
    """Find queries of a split that are variants of a training query or of a fact."""
    return tuple(leak for leak in _leaks(*_by_split(problem)) if leak.split == split)


def _by_split(problem: Problem) -> tuple[dict[str, list[Query]], dict[str, list[Query]]]:
    """Return all queries by split, and the ones that are facts."""
    splits: dict[str, list[Query]] = {}
    trained = {*problem.level_names, GOALS}
    for query in problem.program.queries:
        split = "train" if query.split in trained else query.split
        splits.setdefault(split, []).append(query)
    program, pack = problem.program, problem.pack
    if not pack.env.hide_query:  # the loader looks up a query's fact only to hide it
        program = load_problem(pack, replace(pack.env, hide_query=True)).program
    facts = {(query.split, query.line) for query in program.queries if query.hidden}
    return splits, {
        s: [q for q in queries if (q.split, q.line) in facts] for s, queries in splits.items()
    }


def _leaks(splits: dict[str, list[Query]], own_facts: dict[str, list[Query]]) -> Iterator[Leak]:
    """Yield leaks, given all queries by split and the queries that are facts."""
    trained = {query.goal.tobytes() for query in splits.get("train", [])}
    for split, queries in splits.items():
        if split == "train":
            continue
        met = tuple(query for query in queries if query.goal.tobytes() in trained)
        if met:
            yield Leak(split, "the training queries", met)
        if own_facts[split]:
            yield Leak(split, "the facts", tuple(own_facts[split]))


def _sample(problem: Problem, split: str) -> Sample:
    """Sample states by random actions, for a fixed number of steps or ``_SECONDS``.

    It ends early once ``_MOST_LIMITS`` candidates met a limit: each takes up to a second.
    """
    derivations = Derivations(problem, _ROWS, split=split, with_candidates=False)
    choose, observation = random_choice(), derivations.reset()
    candidates, paged, shortened = [], [], []
    ended = truncated = 0
    until, is_cut = monotonic() + _SECONDS, False
    for n_left in reversed(range(_STEPS)):
        pages = derivations.pages
        candidates.append((pages.slots >= 0).sum(axis=1))
        paged.append((pages.clauses == MORE).any(axis=1))
        goals = np.zeros_like(observation.goals)
        cut = problem.viewer.show(pages.pool, pages.state_at, pages.slots, goals, None)
        shortened.append(cut > 0)
        transition, observation = derivations.step(choose(observation))
        ended += int((transition.terminated | transition.truncated).sum())
        truncated += int(transition.truncated.sum())
        is_cut = n_left > 0 and monotonic() >= until
        if is_cut or sum(derivations.counters[name] for name in _LIMITS) >= _MOST_LIMITS:
            break
    counts = np.concatenate(candidates)
    return Sample(
        split=split,
        states=counts.size,
        mean_candidates=float(counts.mean()),
        most_candidates=int(counts.max()),
        paged=float(np.concatenate(paged).mean()),
        shortened=float(np.concatenate(shortened).mean()),
        truncated=truncated / ended if ended else float("nan"),
        limit=problem.env_config.inference_limit,
        counters={name: derivations.counters[name] for name in COUNTERS},
        is_cut=is_cut,
    )


def _listed(names: Iterable[str]) -> str:
    listed = list(names)
    more = len(listed) - _MOST_LISTED
    shown = ", ".join(listed[:_MOST_LISTED]) or "none"
    return f"{shown} and {more:,} more" if more > 0 else shown
