"""Proposer of training goals: more goals like a few given ones.

Five proved goals teach little about the next hundred. So more goals are proposed: given or proved
goals with sub-terms exchanged for others of their kind; sub-goals of proofs; and instances that
random derivations prove of a goal with one argument left open. The last two kinds are true by
construction; edited goals may be false. As soon as a given goal is proved, all are of the kind of
the given ones (:mod:`symbolic_rl.training.goal_terms`). The prover grades all of them with a small
budget (:class:`symbolic_rl.training.expert.Expert`). It keeps goals that it proves, but not
straight away: goals just beyond the policy's reach.

The frequency of each edit is learned from the proposals that are kept, so the proposer finds by
itself how goals of a program can be changed and stay true. What comes from one given goal is a
*family*, and all families have the same share of the edits: some goals stay true however they are
changed, such as a product with 0, and would soon be all that there is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import EngineError
from symbolic_rl.base.run_dir import Value
from symbolic_rl.bridge.swipl import calls
from symbolic_rl.bridge.tokens import (
    LIST,
    NIL,
    QUERY,
    VARIABLE_BASE,
    TokenArray,
    TokenBatch,
    code_of,
)
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.derivations.proof_frames import subgoals
from symbolic_rl.engine.prolog import PrologEngine, expect_states
from symbolic_rl.program.pack import GOALS
from symbolic_rl.program.program import Query
from symbolic_rl.search import SearchResult
from symbolic_rl.training.goal_terms import Goal, GoalParser, Parsed, Place

EDITS = ("exchange", "copy", "swap", "shuffle")
"""Ways to change a goal. exchange: replace a sub-term by one of another goal; copy: replace it by
another one of this goal; swap: let two sub-terms change places; shuffle: swap within one argument,
which keeps its parts."""
SUB_GOAL, DERIVATION = "sub-goal", "derivation"
"""Other origins of proposals."""

HARD = 1.2
"""A goal is worth learning from this number of inferences per step of its proof."""

_MORE_EDITS = 0.3
"""Probability of another edit after each, up to ``_MOST_EDITS``."""
_MOST_EDITS = 3

_FORGET = 0.9
"""Factor of the counts of an edit in each round: an edit that fails early may succeed later."""

_EDITED = 0.5
"""Share of random derivations that start from an edited goal."""

_EASY = 100
"""Number of latest goals of a family, proved straight away, that are edited further."""

_WAITING = 1000
"""Most sub-goals that wait to be proposed."""
_OF_A_PROOF = 8
"""Sub-goals that are taken from a proof."""

_LONGEST = 8
"""Random derivations take 1, 2, 4, ..., 2**_LONGEST steps before they head for an end."""

_GROWTH = 8
"""Greatest budget of a proposal, as a multiple of a training query's first budget."""

_ENOUGH = 3
"""Least number of proofs that determine the budget of proposals."""

_LEAST_KEPT = 0.05
"""Share of a round's proposals that must be kept for the round to be news."""

Option = tuple[str, Place, bool]
"""An edit, the place that it changes, and whether a tail of a list is changed."""


@dataclass(frozen=True)
class Proposal:
    """A goal that may be learned from."""

    query: Query
    goal: Goal
    edits: tuple[Option, ...]  # steps that made it from a given goal; none for a sub-goal
    family: Goal  # the given goal that it comes from

    @property
    def origin(self) -> str:
        """Edits that made the proposal, joined by ``+``."""
        return "+".join(edit for edit, *_ in self.edits) or SUB_GOAL


class Proposer:
    """Source of proposals, with statistics on their edits.

    No proposal is a variant of a query of any split. Of the ``given`` goals, conjunctions are not
    edited. ``state`` of an earlier proposer with these settings, to continue from.
    """

    def __init__(
        self,
        problem: Problem,
        given: Sequence[Query],
        config: TrainConfig,
        state: Mapping[str, Any] | None = None,
    ) -> None:
        vocabulary = problem.program.vocabulary
        self._vocabulary = vocabulary
        self._engine = PrologEngine(problem.program, problem.env_config, answers=True)
        self._parser = GoalParser(vocabulary, given)
        asked = [self._parser.goals(query) for query in given]
        given_goals = [goals[0] for goals in asked if len(goals) == 1]
        all_goals = [goal for goals in asked for goal in goals]
        self._open = self._parser.arguments(all_goals, are_variables=True)
        self._closed = self._parser.arguments(all_goals, are_variables=False)
        self._held_out = {
            query.goal.tobytes() for query in problem.program.queries if query.split != GOALS
        }
        self._first_budget, self._n_at_once = config.search_budget, config.n_envs
        self.budget = config.search_budget
        """Inferences that the search for a proof of each proposal may take."""
        self.kept: list[Proposal] = []
        """Proposals that became training queries."""
        self._family = {goal: goal for goal in given_goals}
        """Family of each given and kept goal. A kept sub-goal of a conjunction has its own."""
        self._members: dict[Goal, list[Goal]] = {goal: [] for goal in given_goals}
        """Kept goals of each family, by its name."""
        self._names = list(self._members)
        self._is_any_kind = False
        self._easy: dict[Goal, list[Goal]] = {}
        """Latest goals of each family that were proved straight away."""
        self._waiting: dict[Goal, Goal] = {}
        """Family of each sub-goal that waits to be proposed."""
        self._met = set(given_goals)
        self._shapes: set[tuple[Goal, ...]] = set()
        self._counts: dict[Option, tuple[float, float]] = {}
        self.last_round: dict[str, Value] = {}
        """Metrics of the last round."""
        self.has_news = False
        """True if the last round gave enough to learn from: training need not end."""
        if state:
            self._restore(state)

    def propose(
        self, n: int, rng: np.random.Generator, *, of_any_kind: bool = False
    ) -> list[Proposal]:
        """Return at most ``n`` goals that no earlier proposal has proved.

        ``of_any_kind`` lets arguments have functors that no given goal has in them.
        """
        self._is_any_kind = of_any_kind
        found: dict[Goal, Proposal] = {}
        n_leaked = 0
        waiting = list(self._waiting)
        # At most a quarter are sub-goals, so that edits and derivations have room.
        for i in rng.permutation(len(waiting))[: n // 4].tolist():
            family = self._waiting.pop(waiting[i])
            n_leaked += self._add(found, waiting[i], (), family)
        for goal, option, family in self._derived(n - len(found), rng):
            n_leaked += self._add(found, goal, (option,), family)
        # Edits often lead to known goals: eight attempts per place, then give up.
        for _ in range(8 * n if self._members else 0):
            if len(found) == n:
                break
            calls().expect_time()
            goal, family = self._parent(rng)
            edits = list[Option | None]()
            while not edits or (len(edits) < _MOST_EDITS and rng.random() < _MORE_EDITS):
                goal, edit = self._edit(self._parser.read(goal), rng)
                edits.append(edit)
                goal = self._parser.canonical(goal)
            n_leaked += self._add(found, goal, tuple(filter(None, edits)), family)
        shapes = {self._parser.shape(goal) for goal in found}
        self.last_round = {
            "proposed": len(found),
            "proposed_shapes": len(shapes),
            "proposals_of_other_splits": n_leaked,
            "proposal_budget": self.budget,
        }
        return list(found.values())

    def grade(self, proposals: Sequence[Proposal], results: Sequence[SearchResult]) -> list[int]:
        """Return the indices of the proposals to learn from, and note the results of all."""
        kept, n_easy = list[int](), 0
        # Success depends on the policy, so old counts fade.
        for option, (won, tried) in self._counts.items():
            self._counts[option] = _FORGET * won, _FORGET * tried
        for i, (proposal, result) in enumerate(zip(proposals, results, strict=True)):
            is_kept = False
            if result.answers:
                self._met.add(proposal.goal)
                is_kept = result.inferences >= HARD * len(result.answers[0].choices)
                if is_kept:
                    kept.append(i)
                    self._keep(proposal)
                else:
                    n_easy += 1
                    easy = self._easy.get(proposal.family, [])
                    self._easy[proposal.family] = [*easy, proposal.goal][-_EASY:]
            for option in proposal.edits:
                won, tried = self._counts.get(option, (0.0, 0.0))
                self._counts[option] = won + is_kept, tried + 1
        self.has_news = len(kept) > _LEAST_KEPT * len(proposals)
        spent = [results[i].inferences for i in kept]
        self._set_budget(spent, may_grow=len(kept) + n_easy < len(proposals))
        self.last_round |= {
            "proposals_kept": len(kept),
            "proposals_easy": n_easy,
            "proposals_unproved": len(proposals) - len(kept) - n_easy,
            "kept_shapes": len(self._shapes),
        }
        return kept

    def note_proof(
        self, query: Query, choices: Sequence[tuple[int, int]], rng: np.random.Generator
    ) -> None:
        """Queue sub-goals of a new proof for proposal, if their predicate is one of the goals'."""
        n = len(choices) - 2  # the first two steps resolve the query and its goal
        if n < 1 or len(self._waiting) >= _WAITING:
            return
        steps = 2 + np.sort(rng.permutation(n)[:_OF_A_PROOF])
        whole = self._parser.goals(query)[0]
        searched = query.without_answer(self._vocabulary)
        for tokens in subgoals(self._engine, query, choices, steps.tolist(), searched=searched):
            goal = self._opened(tuple(tokens.tolist()))
            if goal and goal not in self._met and self._fits(goal):
                self._waiting[goal] = self._family.get(whole, goal)

    def state(self) -> dict[str, Any]:
        """Return what a resumed run needs, as plain values."""
        return {
            "kept": [(one.goal, one.edits, one.family) for one in self.kept],
            "easy": [(goal, family) for family, goals in self._easy.items() for goal in goals],
            "waiting": list(self._waiting.items()),
            "met": sorted(self._met),
            "counts": [(*option, *counts) for option, counts in self._counts.items()],
            "budget": self.budget,
        }

    def _restore(self, state: Mapping[str, Any]) -> None:
        pairs = [(goal, family) for goal, _, family in state["kept"]]
        pairs += [*state["easy"], *state["waiting"]]
        try:  # C searches from these goals, and follows their tokens unchecked
            expect_states(
                TokenBatch.of([np.array([1, *goal], np.int32) for pair in pairs for goal in pair]),
                self._vocabulary,
                answers=False,
            )
        except EngineError as error:
            raise ValueError(f"goals of the proposer: {error.what}") from error
        for goal, edits, family in state["kept"]:
            self._keep(Proposal(self._query(goal), goal, edits, family))
        for goal, family in state["easy"]:
            self._easy.setdefault(family, []).append(goal)
        self._waiting, self._met = dict(state["waiting"]), set(state["met"])
        self._counts = {(*option,): (won, tried) for *option, won, tried in state["counts"]}
        self.budget = max(1, int(state["budget"]))

    def _keep(self, proposal: Proposal) -> None:
        self.kept.append(proposal)
        self._met.add(proposal.goal)
        self._family[proposal.goal] = proposal.family
        if proposal.family not in self._members:
            self._members[proposal.family] = []
            self._names.append(proposal.family)
        self._members[proposal.family].append(proposal.goal)
        self._shapes.add(self._parser.shape(proposal.goal))

    def _add(
        self,
        found: dict[Goal, Proposal],
        goal: Goal,
        edits: tuple[Option, ...],
        family: Goal,
    ) -> bool:
        """Add a proposal that is new; return whether it is a query of another split."""
        if goal in self._met or goal in found or not self._fits(goal):
            return False
        query = self._query(goal)
        if query.goal.tobytes() in self._held_out:
            return True
        found[goal] = Proposal(query, goal, edits, family)
        return False

    def _query(self, goal: Goal) -> Query:
        (text,) = self._vocabulary.text(goal)
        tokens = np.array([QUERY, LIST, *goal, NIL], np.int32)
        query = Query(GOALS, text, True, 0, 0, (), tokens, np.zeros(0, np.int32))
        return query.without_answer(self._vocabulary)

    def _set_budget(self, spent: Sequence[int], *, may_grow: bool) -> None:
        """Set the budget to twice the upper quartile of ``spent``; double it after few proofs."""
        wanted = float(self.budget)
        if self.has_news and len(spent) >= _ENOUGH:
            wanted = 2 * float(np.quantile(spent, 0.75))
        elif may_grow:
            wanted = 2 * self.budget
        first = self._first_budget
        self.budget = int(np.clip(wanted, max(first, self.budget // 2), _GROWTH * first))

    def _parent(self, rng: np.random.Generator) -> tuple[Goal, Goal]:
        """Return a goal to edit, a kept one, an easy one or a given one, and its family."""
        family = self._names[rng.integers(len(self._names))]
        kept, easy, kind = self._members[family], self._easy.get(family), rng.random()
        goal = family
        if kind < 0.5 and kept:
            goal = kept[rng.integers(len(kept))]
        elif kind < 0.75 and easy:
            goal = easy[rng.integers(len(easy))]
        return goal if self._fits(goal) else family, family

    def _fits(self, goal: Goal) -> bool:
        """Return whether a goal may be proposed, or edited, by its kind."""
        return self._is_any_kind or self._parser.is_of_kind(goal)

    def _edit(self, parsed: Parsed, rng: np.random.Generator) -> tuple[Goal, Option | None]:
        """Return the goal after an edit, and the edit; None where there was nothing to edit."""
        goal, terms, weights = parsed.goal, parsed.terms, np.array(parsed.weights)
        mass: dict[tuple[Place, bool], float] = {}
        keys = list(zip(parsed.places, parsed.is_tail, strict=True))
        for key, weight in zip(keys, parsed.weights, strict=True):
            if weight:
                mass[key] = mass.get(key, 0.0) + weight
        # The weight of an edit at a place is its promise times the weight of its terms.
        options = [(edit, *key) for key in mass for edit in EDITS]
        if not options:
            return goal, None
        chances = np.array([self._promise(option) * mass[option[1:]] for option in options])
        option = edit, place, is_tail = options[_drawn(chances, rng)]
        # The term at that place, in proportion to its weight.
        i = _drawn(weights * [key == (place, is_tail) for key in keys], rng)
        a, source = terms[i], parsed
        if edit == "exchange":
            source = self._parser.read(self._parent(rng)[0])
        others = np.array(source.weights) * [other == place for other in source.places]
        if edit != "exchange":
            # Disjoint terms only: a term cannot change places with a part of itself.
            others *= [b.end <= a.start or a.end <= b.start for b in terms]
        if edit == "shuffle":
            others *= [b.argument == a.argument for b in terms]
        if not others.any():
            return goal, option
        b = source.terms[_drawn(others, rng)]
        if edit in ("exchange", "copy"):
            return goal[: a.start] + source.goal[b.start : b.end] + goal[a.end :], option
        # swap and shuffle: the earlier term first, to rebuild the goal from left to right.
        a, b = (a, b) if a.start < b.start else (b, a)
        between = goal[a.end : b.start]
        swapped = goal[b.start : b.end] + between + goal[a.start : a.end]
        return goal[: a.start] + swapped + goal[b.end :], option

    def _derived(self, n: int, rng: np.random.Generator) -> list[tuple[Goal, Option, Goal]]:
        """Return goals that random derivations prove, and their families; more if many are kept."""
        arguments = sorted({at for ordinals in self._closed.values() for at in ordinals})
        options: list[Option] = [
            (DERIVATION, (at, length), False) for at in arguments for length in range(_LONGEST + 1)
        ]
        promise = np.array([self._promise(option) for option in options])
        share = min(0.5, max(map(self._rate, options), default=0.0))
        opened, chosen, families = list[Goal](), list[Option](), list[Goal]()
        for _ in range(int(n * share) if self._members else 0):
            calls().expect_time()
            goal, family = self._parent(rng)
            if rng.random() < _EDITED:
                goal, _ = self._edit(self._parser.read(goal), rng)
            option = options[_drawn(promise, rng)]
            terms, at = self._parser.terms(goal), option[1][0]
            for a in terms[1:]:
                if a.parent == 0 and a.ordinal == at:
                    # A goal has fewer variables than tokens, so this number is free.
                    fresh = (VARIABLE_BASE + len(goal),)
                    opened.append(self._parser.canonical(goal[: a.start] + fresh + goal[a.end :]))
                    chosen.append(option)
                    families.append(family)
        steps = [2**length for _, (_, length), _ in chosen]
        found = random_instances(self._engine, opened, steps, rng)
        goals = [None if one is None else self._opened(tuple(one.tolist())) for one in found]
        each = zip(goals, chosen, families, strict=True)
        return [(goal, option, family) for goal, option, family in each if goal]

    def _rate(self, option: Option) -> float:
        """Return the share of its goals that were kept, smoothed: 1 of 4 before any try."""
        won, tried = self._counts.get(option, (0.0, 0.0))
        return (won + 1) / (tried + 4)

    def _promise(self, option: Option) -> float:
        """Return the weight of an edit among others."""
        return self._rate(option) ** 2

    def _opened(self, goal: Goal) -> Goal | None:
        """Return a true goal in the form of the given ones; None if it is of another kind.

        Arguments that are variables in all given goals become variables; arguments that are ground
        in all given goals must be ground.
        """
        terms = self._parser.terms(goal)
        if terms[0].head not in self._open:
            return None
        is_open, is_closed = self._open[terms[0].head], self._closed[terms[0].head]
        if any(term.is_variable and term.argument in is_closed for term in terms[1:]):
            return None
        opened = list(terms[0].head)
        for term in terms[1:]:
            if term.parent == 0:
                fresh = [VARIABLE_BASE + len(goal) + term.ordinal]
                opened += fresh if term.ordinal in is_open else goal[term.start : term.end]
        return self._parser.canonical(tuple(opened))


def _drawn(weights: Any, rng: np.random.Generator) -> int:
    """Return an index, drawn in proportion to ``weights``."""
    return int(rng.choice(len(weights), p=weights / weights.sum()))


_WIDTH = 64
"""Candidates of a state that a step is drawn from."""

_ENDING = 2
"""After its random steps, a derivation has this many times as many to finish its goals."""


def random_instances(
    engine: PrologEngine,
    goals: Sequence[Sequence[int]],
    n_steps: Sequence[int],
    rng: np.random.Generator,
) -> list[TokenArray | None]:
    """Derive each goal at random, and return the instance that the derivation proves.

    Steps are drawn uniformly from the candidates that do not end the derivation; after ``n_steps``,
    from the candidates that leave the fewest goals. A derivation that fails, or does not end within
    three times as many steps, gives None.

    >>> from symbolic_rl.engine.prolog import PrologEngine
    >>> from symbolic_rl.derivations.problem import load_problem
    >>> problem = load_problem("countries_s1", goal="neighborOf(palau, X)")
    >>> goal = problem.program.queries[0].goal[2:-1].tolist()  # without $query([...])
    >>> engine = PrologEngine(problem.program, problem.env_config, answers=True)
    >>> random_instances(engine, [goal], [0], np.random.default_rng(0))  # an island
    [None]

    The engine expands states that carry an answer term, here the goal itself.
    """
    found: list[TokenArray | None] = [None] * len(goals)
    # The goal is its own answer term, so the final state holds the proved instance.
    states = TokenBatch.of([[code_of(1), *goal, *goal] for goal in goals])
    rows = np.arange(len(goals))
    steps = np.asarray(n_steps)
    for step in range((1 + _ENDING) * int(steps.max(initial=0)) + 1):
        going_on = step <= (1 + _ENDING) * steps[rows]
        rows, states = rows[going_on], states.take(np.flatnonzero(going_on))
        if not rows.size:
            break
        hidden, offset = np.zeros((2, rows.size), np.int64)
        page = engine.expand(states, hidden=hidden, limit=_WIDTH, offset=offset)
        # [M] row of each candidate; fewest and most [rows] are extremes of their goals.
        owner = np.repeat(np.arange(rows.size), page.counts)
        n_goals = page.candidates.goal_counts() if owner.size else np.zeros(0, np.int64)
        fewest, most = np.full(rows.size, np.iinfo(np.int64).max), np.zeros(rows.size, np.int64)
        np.minimum.at(fewest, owner, n_goals)
        np.maximum.at(most, owner, n_goals)
        # After its random steps a derivation takes the candidates that leave the fewest goals.
        is_ending = step >= steps[rows]
        # Before that, steps that would end it are not drawn while others exist.
        goes_on = (n_goals > 0) | (most[owner] == 0)
        allowed = np.where(is_ending[owner], n_goals == fewest[owner], goes_on)
        rank = np.where(allowed, rng.random(owner.size), np.inf)
        # The least rank of a row is its draw, a uniform one; candidates not allowed rank last.
        order = np.lexsort((rank, owner))
        first = order[np.flatnonzero(np.r_[True, np.diff(owner[order]) > 0][: owner.size])]
        rows, states = rows[owner[first]], page.candidates.take(first)
        is_over = n_goals[first] == 0
        for i in np.flatnonzero(is_over).tolist():
            found[rows[i]] = states[i][1:].copy()
        rows, states = rows[~is_over], states.take(np.flatnonzero(~is_over))
    return found
