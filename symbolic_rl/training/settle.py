"""Settings of the environment that nobody has set: they follow from the program. Torch-free.

*View.* A policy cannot tell goals apart by parts that its view cuts. A complete tree shows few
levels of a term, hence one or two elements of a list, and most of its slots are never filled. Goals
of one program hold compound terms in few places. A tree with a slot for each of these places shows
as much as pre-order tokens do, each place always in the same slot. Where terms grow in all
directions it would need too many slots; pre-order tokens then show the beginning of a goal. A slot
that no training state fills would have untrained weights, so there are only as many slots as
training states need.

*Limit.* A truncated episode earns nothing. So a limit below the length of the proofs caps what can
be learned, and the success rate does not show it. It is chosen from proofs that a short search
finds.

Dimension key: S states.
"""

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice

import numpy as np

from symbolic_rl.base.config import DEFAULT_LIMIT, MAX_LEVELS, EnvConfig, TrainConfig
from symbolic_rl.bridge.tokens import LIST, NIL, IntArray, TokenBatch, count_of
from symbolic_rl.derivations.problem import NAMELESS, Problem, without_names
from symbolic_rl.derivations.views import MOST_LEVELS, View
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.vocabulary import ELLIPSIS, Vocabulary
from symbolic_rl.search import Limits, Space, find_all
from symbolic_rl.search.base import TIMEOUT
from symbolic_rl.training.findings import has_none

_NOWHERE = -1
"""A place deeper than the counted ones."""

_DEEPER = _NOWHERE, MAX_LEVELS
"""Place and level of arguments below the last counted level."""


class Places:
    """Places of compound terms in goals: the goal itself is place 0, arguments are below it."""

    def __init__(self) -> None:
        self.n_goals = 0
        """Number of goals counted."""
        self.filled: Counter[int] = Counter()
        """Goals that hold a compound term there, by place."""
        self.widest: dict[int, int] = {}
        """Largest arity there."""
        self.below: dict[int, dict[int, int]] = {0: {}}
        """Places of the arguments, by place."""

    @classmethod
    def of(cls, states: TokenBatch, vocabulary: Vocabulary, n_goals: int) -> "Places":
        """Return the places in the first ``n_goals`` goals of each state."""
        places = cls()
        each = (states[i].tolist() for i in range(len(states)))
        goals = (islice(_goals(tokens, vocabulary), n_goals) for tokens in each)
        # A step leaves most goals of a state as they are.
        for goal, n in Counter(chain.from_iterable(goals)).items():
            places._add(goal, n, vocabulary)
        return places

    def _add(self, goal: tuple[int, ...], n: int, vocabulary: Vocabulary) -> None:
        """Count the places of a goal that occurs ``n`` times."""
        self.n_goals += n
        waiting, at = [(0, 0)], 0
        while waiting:
            place, level = waiting.pop()
            # Pre-order: the next token belongs to the place on top of the stack.
            arity, at = vocabulary.shape(goal, at)
            if not arity:
                continue
            if level >= MAX_LEVELS:
                waiting += [_DEEPER] * arity
                continue
            self.filled[place] += n
            self.widest[place] = max(self.widest.get(place, 0), arity)
            arguments = self.below[place]
            for i in reversed(range(len(arguments), arity)):
                arguments[i] = len(self.below)
                self.below[arguments[i]] = {}
            waiting += [(arguments[i], level + 1) for i in reversed(range(arity))]

    def opened(self, most_slots: int, least: int) -> set[int]:
        """Return the places whose arguments get slots: the most often filled ones, parents first.

        The tree has at most ``most_slots``; at least ``least`` goals fill each of these places.
        """
        found, size, waiting = set[int](), 1, [(-self.filled[0], 0)] if self.filled[0] else []
        while waiting:
            count, place = heapq.heappop(waiting)
            if -count < least:
                break
            # Too wide; a place that is filled less often may still fit.
            if size + self.widest[place] > most_slots:
                continue
            size += self.widest[place]
            found.add(place)
            for argument in self.below[place].values():
                if self.filled[argument]:
                    heapq.heappush(waiting, (-self.filled[argument], argument))
        return found

    def counts(self, opened: Iterable[int]) -> list[int]:
        """Return the number of children of each slot, breadth first, as in ``view_tree``."""
        opened, counts, slots = set(opened), list[int](), [0]
        for place in slots:
            width = self.widest[place] if place in opened else 0
            counts.append(width)
            slots += [self.below[place].get(i, _NOWHERE) for i in range(width)]
        # Slots that are not named have no children.
        while counts and not counts[-1]:
            counts.pop()
        return counts


def _goals(tokens: Sequence[int], vocabulary: Vocabulary) -> Iterator[tuple[int, ...]]:
    """Yield the tokens of each goal of a state, or of each term shown of an MDP's state."""
    at, end = 1, vocabulary.end
    if len(tokens) > 1 and tokens[1] == vocabulary.state:
        at = end(tokens, 2)  # behind the reward
        if vocabulary.arity[vocabulary.state] < 3 or tokens[at] not in (LIST, NIL):
            yield tuple(tokens[at : end(tokens, at)])
        while tokens[at] == LIST:
            start, at = at + 1, end(tokens, at + 1)
            yield tuple(tokens[start:at])
        return
    for _ in range(count_of(tokens[0])):
        start, at = at, end(tokens, at)
        yield tuple(tokens[start:at])


MOST_QUERIES, STEPS = 64, 24
"""Sampled training queries, spread evenly, and random steps from each."""
TOLERATED = 0.1
"""Share of states that a complete tree may cut."""
FITTED_TOLERATED = 0.25
"""Share of states that a fitted tree may cut; more, because it shows the place of each part."""
SELDOM = 0.005
"""A place gets no slots for its arguments if a smaller share of goals has a compound term there."""
SHOWN_WHOLE = 0.95
"""Share of selected goals that must fit into the pre-order slots."""
LEAST_SLOTS, MOST_SLOTS = 16, 96
"""Limits of the number of slots, which is a multiple of 8."""


def sample_states(problem: Problem) -> TokenBatch:
    """Return states of random derivations from training queries, their first states included."""
    queries = problem.queries("train")
    chosen = np.linspace(0, len(queries) - 1, min(MOST_QUERIES, len(queries))).round().astype(int)
    states = TokenBatch.of([queries[i].root(answers=False) for i in chosen.tolist()])
    hidden = np.array([queries[i].hidden for i in chosen.tolist()])
    rng, met = np.random.default_rng(0), list[TokenBatch]()
    limit = problem.env_config.n_candidates
    for _ in range(STEPS):
        # Derivations that ended, or had no candidate, drop out.
        is_open = np.flatnonzero(states.goal_counts() > 0)
        states, hidden = states.take(is_open), hidden[is_open]
        if not is_open.size:
            break
        found = problem.engine.expand(
            states, hidden=hidden, limit=limit, offset=np.zeros(len(states), np.int64)
        )
        goes_on = np.flatnonzero(found.counts)
        # [states] place of the first candidate of each.
        first = np.cumsum(found.counts) - found.counts
        drawn = first[goes_on] + (rng.random(goes_on.size) * found.counts[goes_on]).astype(int)
        states, hidden = found.candidates.take(drawn), hidden[goes_on]
        met.append(states)
    return TokenBatch.concatenate(met)


def with_view(problem: Problem) -> tuple[Problem, str]:
    """Return the problem with a view of its goals, and a line that says how it was chosen.

    A view or width that a pack or a flag has set stays, as does the view of a function-free
    program, which cuts nothing. PackError: there are no training queries.
    """
    config = problem.env_config
    if config.view != "auto" or config.goal_width or problem.is_flat:
        return problem, ""
    states = sample_states(problem)
    tree = replace(config, view="tree")
    cut = _share_cut(problem, tree, states)
    why = f"view tree: truncates {cut:.0%} of {len(states):,} goals met at random"
    # Simplest first: a complete tree, then a fitted one, then tokens.
    if cut <= TOLERATED:
        return _viewed(problem, tree, why)
    places = Places.of(states, problem.vocabulary, config.n_goals)
    opened = places.opened(MOST_SLOTS - 1, max(1, round(SELDOM * places.n_goals)))
    fitted = replace(tree, view_tree=" ".join(map(str, places.counts(opened))))
    left = _share_cut(problem, fitted, states)
    of_all = f"of {len(states):,} goals met at random; one of {MOST_LEVELS} levels, {cut:.0%}"
    if left <= FITTED_TOLERATED:
        n = View.of(problem.program, fitted).goal_width
        why = f"view tree, {n} slots where terms stand: truncates {left:.0%} {of_all}"
        return _viewed(problem, fitted, why)
    shown = _shown(problem, View("prefix", 1, _FAR), states)
    wanted = int(np.quantile((shown != 0).sum(axis=1), SHOWN_WHOLE))
    width = min(max(-(-wanted // 8) * 8, LEAST_SLOTS), MOST_SLOTS)
    prefix = replace(config, view="prefix", goal_width=width)
    less = _share_cut(problem, prefix, states)
    why = f"view prefix, {width} slots: truncates {less:.0%} {of_all}"
    return _viewed(problem, prefix, why)


def _viewed(problem: Problem, config: EnvConfig, why: str) -> tuple[Problem, str]:
    view = View.of(problem.program, config)
    return replace(problem, env_config=config, view=view), f"{why} (--view, --goal-width)"


_FAR = 256


def _shown(problem: Problem, view: View, states: TokenBatch) -> IntArray:
    """Return the views [S, W] of the selected goals of states."""
    n = len(states)
    goals = np.zeros((n, _CAPACITY, view.goal_width), np.int32)
    viewer = replace(problem, view=replace(view, n_goals=_CAPACITY)).viewer
    viewer.show(states, np.arange(n), np.full((n, 1), -1), goals, None)
    return goals[:, 0].astype(np.int64)


_CAPACITY = 2
"""Goals to lay out. The last one of a longer state is an ellipsis, so 2 show the first goal."""


def _share_cut(problem: Problem, config: EnvConfig, states: TokenBatch) -> float:
    view = replace(View.of(problem.program, config), n_goals=1)
    return float((_shown(problem, view, states)[:, -1] == ELLIPSIS).mean())


MOST_SEARCHED = 32
"""Training queries to search, spread evenly."""

BUDGET = 2_000
"""Inferences of each search: a second or two for all of them."""

UNPROVED_LIMIT = 200
"""Least limit if a query is left without a proof: its proofs may be longer than the known ones."""


@dataclass(frozen=True)
class PlainProofs:
    """Proofs of training queries by guided search without a policy."""

    n_searched: int  # 0 without training queries, and for an MDP with chance
    lengths: IntArray  # [proved] inferences of each proof found
    n_exhausted: int = 0  # queries that have no proof: their search was exhausted
    n_cut: int = 0  # queries for which there was no time

    @property
    def limit(self) -> int:
        """Limit on the inferences of an episode, which leaves a policy room to stray.

        The maximum of four times the median proof, twice the longest and ``DEFAULT_LIMIT``, or
        ``UNPROVED_LIMIT`` if a query that may have a proof is left without one.
        """
        is_complete = 0 < self.n_searched == self.lengths.size + self.n_exhausted
        least = DEFAULT_LIMIT if is_complete else UNPROVED_LIMIT
        if not self.lengths.size:
            return least
        return max(least, int(4 * np.median(self.lengths)), 2 * int(self.lengths.max()))

    def __str__(self) -> str:
        if not self.n_searched:
            return "none: there are no training queries, or the program is an MDP with chance"
        text = f"{self.lengths.size} of {self.n_searched} training queries are proved by plain "
        text += f"search within {BUDGET:,} inferences"
        if self.n_exhausted:
            text += f", {self.n_exhausted} {has_none(self.n_exhausted)}"
        if self.n_cut:
            text += f", time was up for {self.n_cut}"
        if not self.lengths.size:
            return text
        return f"{text}; median proof {np.median(self.lengths):g}, longest {self.lengths.max()}"


def plain_proofs(problem: Problem, *, timeout_s: float = 0) -> PlainProofs:
    """Search for proofs of some training queries, for ``timeout_s`` seconds if it is not 0.

    >>> from symbolic_rl.derivations.problem import load_problem
    >>> found = plain_proofs(load_problem("countries_s1"))
    >>> found.n_searched, found.lengths.size, found.limit
    (32, 32, 20)
    """
    queries = [query for query in problem.queries("train") if query.label]
    if not queries or problem.vocabulary.has_chance:
        return PlainProofs(0, np.zeros(0, np.int64))
    n = min(MOST_SEARCHED, len(queries))
    engine = PrologEngine(problem.program, problem.env_config, answers=True)
    chosen = np.linspace(0, len(queries) - 1, n).round().astype(int).tolist()
    spaces = [Space(engine, queries[i].without_answer(problem.program.vocabulary)) for i in chosen]
    limits = Limits(max_inferences=BUDGET, timeout_s=timeout_s)
    found = find_all("unguided", spaces, limits=limits)
    lengths = [len(one.answers[0].choices) for one in found if one.answers]
    n_exhausted = sum(one.complete and not one.answers for one in found)
    n_cut = sum(one.ended == TIMEOUT for one in found)
    return PlainProofs(n, np.array(lengths, np.int64), n_exhausted, n_cut)


def with_limit(problem: Problem) -> tuple[Problem, str]:
    """Return the problem with a limit on episodes, and a line that says how it was chosen.

    A limit that a pack or a flag has set stays, and nothing is searched.
    """
    if problem.env_config.max_inferences:
        return problem, ""
    found = plain_proofs(problem)
    config = replace(problem.env_config, max_inferences=found.limit)
    why = f"episodes end after {found.limit} inferences (--max-inferences): {found}"
    return replace(problem, env_config=config), why


def settle(problem: Problem, config: TrainConfig) -> tuple[Problem, list[str]]:
    """Return the problem with a view and a limit on episodes, and lines that say how and why."""
    if config.policy == NAMELESS:
        config_view = without_names(problem.env_config)
        problem, why_view = _viewed(problem, config_view, "view: the policy reads structure alone")
    else:
        problem, why_view = with_view(problem)
    why_limit = ""
    if not config.gathers_proofs:  # searches have their own limits
        problem, why_limit = with_limit(problem)
    return problem, [why for why in (why_view, why_limit) if why]
