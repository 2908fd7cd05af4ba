"""Methods that score candidate triples: by a policy's proofs, by rules, by the shortest proof.

To add one, write a function from :class:`RankingCandidates` to one score per candidate (any ordered
type; higher is better) and add a :class:`ScoringMethod` to ``METHODS``. Every report then has a row
for it.

Dimension key: N candidate triples, Q pairs of entities, R relations, C clauses.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F

from symbolic_rl.bridge.tokens import FloatArray, IntArray
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.engine import PrologEngine
from symbolic_rl.graphs.beam import BeamProofs, beam_proofs
from symbolic_rl.graphs.mining import BodyAtom, Graph, Rule, given_by, mine, read_rules, within
from symbolic_rl.graphs.ranking import RULES, Candidates, rule_confidence
from symbolic_rl.graphs.triples import Triple, atom
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import Pack
from symbolic_rl.program.program import Program, Query
from symbolic_rl.search import Limits, Space, find_all
from symbolic_rl.search.policy_order import PolicyOrder

NONE = -1e9
"""Score of a query without a proof within the limit."""


def by_length(
    engine: PrologEngine, queries: Sequence[Query], *, most: int, memory_mb: int = 0
) -> list[float]:
    """Return [Q] minus the length of the shortest proof, by breadth-first search.

    ``engine`` expands states with an answer term; ``most`` limits the inferences of a search, and
    ``memory_mb`` the states of all.
    """
    spaces = (Space(engine, query) for query in queries)
    limits = Limits(max_inferences=most, memory_mb=memory_mb)
    found = find_all("breadth-first", spaces, limits=limits)
    return [-float(len(one.answers[0].choices)) if one.answers else NONE for one in found]


MOST_CELLS = 20_000_000
"""Relations times pairs of entities up to which all triples are held in memory."""


def fits(graph: Graph) -> bool:
    """Return whether all possible triples of a graph fit into memory."""
    return len(graph.relations) * graph.size**2 <= MOST_CELLS


def shortest_proofs(graph: Graph, rules: Sequence[Rule], *, most: int) -> NDArray[np.int64]:
    """Return [R, E, E] the length of the shortest proof of relation(head, tail); 0 without one.

    Lengths, at most ``most``, are in resolution steps, including the step from the query's root, so
    a fact has 2. Rules are chained forward, and round n finds the proofs of n steps: a body is
    tried with each split of n - 1 steps between its atoms.
    """
    number = {name: i for i, name in enumerate(graph.relations)}
    shape = (len(graph.relations), graph.size, graph.size)
    known = np.zeros(shape, bool)
    for name, i in number.items():
        known[i].flat[graph.facts(name)] = True
    steps = np.where(known, 2, 0)
    # Pairs by the length of their shortest proof, without the root's step; floats, for @.
    found = {1: known.astype(np.float32)}
    by_body: dict[tuple[BodyAtom, ...], list[int]] = {}
    for rule in rules:
        by_body.setdefault(rule.body, []).append(number[rule.head])
    for n in range(2, most):
        given = np.zeros(shape, bool)
        for body, heads in by_body.items():
            given[heads] |= _walked(found, [(number[s.relation], s.backwards) for s in body], n - 1)
        given &= steps == 0  # rounds ascend: the first proof of a pair is its shortest
        steps[given] = n + 1
        found[n] = given.astype(np.float32)
        if steps.all():
            break
    return steps


def _walked(
    found: dict[int, NDArray[np.float32]], body: Sequence[tuple[int, bool]], n: int
) -> NDArray[np.bool_]:
    """Return [E, E] the pairs of a body whose atoms' shortest proofs sum to ``n`` steps."""
    if len(body) == 1:
        alone: NDArray[np.bool_] = _directed(found[n], *body[0]) > 0
        return alone
    total = np.zeros(found[1].shape[1:], np.float32)
    for i in range(1, n - len(body) + 2):  # each split of n steps between the first atom and others
        left, right = _directed(found[i], *body[0]), _walked(found, body[1:], n - i)
        if left.any() and right.any():
            total += left @ right.astype(np.float32)  # [E, E] number of Z between X and Y
    return total > 0


def _directed(pairs: NDArray[np.float32], relation: int, backwards: bool) -> NDArray[np.float32]:
    directed: NDArray[np.float32] = pairs[relation]
    return directed.T if backwards else directed


SHRINKAGE = 1.0
"""Factor of the L2 penalty."""
MOST_ITERATIONS = 40
MOST_FACTS = 2_000
"""Facts of a relation from which weights are learned."""
PAIRS_AT_ONCE = 1 << 15
"""Pairs whose columns are in memory together."""
DRAWN = 10
"""False triples for each, with another head, and as many with another tail."""


class RelationWeights:
    """Learned weights of a relation's rules, and of the relations that its entities stand in.

    The weights separate facts from drawn false triples with another head or tail. Beside the rules,
    there are weights for pairs that a rule of at most 1, 2, ... atoms gives, and for the relations
    that the head, the tail or both stand in: r(X, Y) :- a(X, Z), which as a rule would prove nearly
    everything. A fact is left out while it, or a false triple drawn for it, is asked for.
    """

    def __init__(self, graph: Graph, relation: str, rules: Sequence[Rule]) -> None:
        self._graph, self._rules = graph, rules
        self._facts, self._number = graph.facts(relation), graph.number_of(relation)
        draw = np.random.default_rng(0)
        own = draw.permutation(self._facts.size)[:MOST_FACTS]
        heads, tails = np.divmod(self._facts[own], graph.size)
        other = draw.integers(0, graph.size, (2, DRAWN, own.size))
        drawn = np.concatenate([other[0] * graph.size + tails, heads * graph.size + other[1]])
        drawn = drawn.ravel()
        is_false = ~within(self._facts, drawn)[1]
        pairs = np.concatenate([self._facts[own], drawn[is_false]])
        hidden = self._number[own]
        hidden = np.concatenate([hidden, np.tile(hidden, 2 * DRAWN)[is_false]])
        known, n_rules = columns(graph, rules, pairs, hidden)
        # Pairs of which the same is known are one kind: fit one weighted row per kind.
        kinds, kind = np.unique(np.packbits(known, axis=1), axis=0, return_inverse=True)
        rows = np.unpackbits(kinds, axis=1, count=known.shape[1]).astype(np.float32)
        count, true = (np.bincount(some, minlength=len(kinds)) for some in (kind, kind[: own.size]))
        share = (true / count).astype(np.float32)
        self.weights, self.bias = _fitted(rows, share, count.astype(np.float32), n_rules)

    def odds(self, pairs: IntArray) -> FloatArray:
        """Return the log-odds of pairs [Q]: ``bias`` plus ``weights`` times their columns."""
        place, is_fact = within(self._facts, pairs)
        hidden = np.full(pairs.size, -1)
        hidden[is_fact] = self._number[place[is_fact]]
        atoms = np.array([len(rule.body) for rule in self._rules], np.int64)
        of_rules, of_atoms, of_ends = np.split(
            self.weights, [atoms.size, atoms.size + atoms.max(initial=0)]
        )
        row, rule = given_by(self._graph, self._rules, pairs, hidden)
        odds = np.full(pairs.size, self.bias)
        odds += np.bincount(row, of_rules[rule], pairs.size)
        # A pair that a rule of n atoms gives is given by one of at most n, n + 1, ... atoms.
        fewest = np.full(pairs.size, of_atoms.size + 1)
        np.minimum.at(fewest, row, atoms[rule])
        odds += np.append(0.0, np.cumsum(of_atoms[::-1]))[of_atoms.size + 1 - fewest]
        for at in range(0, pairs.size, PAIRS_AT_ONCE):
            part = slice(at, at + PAIRS_AT_ONCE)
            odds[part] += _ends(self._graph, pairs[part], hidden[part]) @ of_ends
        return odds.round(4)  # sums of the same weights may differ in the last digit


def columns(
    graph: Graph, rules: Sequence[Rule], pairs: IntArray, hidden: IntArray
) -> tuple[NDArray[np.bool_], int]:
    """Return what is known of pairs [Q] without a hidden fact: by rules first, and their number."""
    atoms = np.array([len(rule.body) for rule in rules], np.int64)
    given = np.zeros((pairs.size, len(rules)), bool)
    given[given_by(graph, rules, pairs, hidden)] = True
    most = range(1, atoms.max(initial=0) + 1)
    by_atoms = [given[:, atoms <= n].max(axis=1, keepdims=True, initial=False) for n in most]
    known = np.concatenate([given, *by_atoms, _ends(graph, pairs, hidden)], axis=1)
    return known, len(rules) + len(by_atoms)


def _ends(graph: Graph, pairs: IntArray, hidden: IntArray) -> NDArray[np.bool_]:
    """Return [Q, 6R] the relations that the head of each pair stands in, its tail, and both."""
    head, tail = np.hsplit(graph.ends(pairs, hidden), 2)
    return np.concatenate([head, tail, head & tail], axis=1)


def _fitted(
    given: NDArray[np.float32], share: NDArray[np.float32], count: NDArray[np.float32], n_rules: int
) -> tuple[NDArray[np.float32], float]:
    """Fit weights [C] and a bias to K kinds of pairs: columns [K, C], share of facts, count.

    The weights of rules are at least 0: a proof is never evidence against a triple. L-BFGS from
    fixed initial weights is deterministic.
    """
    x, y, n = (torch.from_numpy(array) for array in (given, share, count))
    is_rule = torch.arange(given.shape[1]) < n_rules
    weights = is_rule.float().requires_grad_()
    bias = torch.full((), -4.0, requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [weights, bias], max_iter=MOST_ITERATIONS, line_search_fn="strong_wolfe"
    )

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        logits = x @ torch.where(is_rule, weights.clamp(min=0), weights) + bias
        value = F.binary_cross_entropy_with_logits(logits, y, weight=n, reduction="sum")
        value = value + SHRINKAGE * weights.square().sum()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(loss)  # type: ignore[no-untyped-call]
    fitted = torch.where(is_rule, weights.clamp(min=0), weights)
    return fitted.detach().numpy(), bias.item()


LEAST = 1e-3
"""Probability below which derivations are pruned; also the floor of a proof's probability."""
POLICY_SHARE = 0.2
"""Weight of the policy's log-probability relative to the rules' log-odds; one value, chosen on the
validation triples of nations, umls and kinships."""
MOST_CHAINED = 8
"""Longest proofs found by forward chaining, in steps."""


@dataclass(frozen=True)
class RankingSettings:
    """Limits of the searches for a candidate."""

    beam: int  # width of the policy's beam
    steps: int  # most resolution steps and turned pages in a beam
    budget: int  # inferences of a breadth-first search
    memory_mb: int = 0  # for the states of these searches; 0: a quarter of the machine's memory


class GraphRules:
    """Rules of a graph, and weights of the relations that were asked for."""

    def __init__(self, graph: Graph, rules: Sequence[Rule]) -> None:
        self.graph, self.rules = graph, rules
        self._weights: dict[str, RelationWeights] = {}

    def weights(self, relation: str) -> RelationWeights:
        """Return the weights for a relation, learned when they are first asked for."""
        if relation not in self._weights:
            rules = [rule for rule in self.rules if rule.head == relation]
            self._weights[relation] = RelationWeights(self.graph, relation, rules)
        return self._weights[relation]


class RankingCandidates:
    """N triples to score, of a pack whose facts and queries are triples, and what methods share."""

    def __init__(
        self,
        problem: Problem,
        policy: DerivationPolicy | None,
        rules: GraphRules,
        candidates: Candidates,
        settings: RankingSettings,
    ) -> None:
        self.problem, self.policy = problem, policy
        self.candidates, self.settings = candidates, settings
        self.graph, self.rules, self._weights = rules.graph, rules.rules, rules.weights

    @property
    def wanted(self) -> list[Triple]:
        """The triples [N] by name."""
        return self.candidates.triples

    @cached_property
    def program(self) -> Program:
        """Program of the pack, with queries for all facts and one for each relation and entity.

        Loading all candidates as queries would take half a minute and fill Prolog's stack.
        """
        first = {relation: (head, relation, tail) for head, relation, tail in self.wanted}
        facts = [triple for triple in self.wanted if self.graph.has(*triple)]
        relation = next(iter(first))
        named = [(entity, relation, entity) for entity in self.graph.entities]
        triples = dict.fromkeys([*first.values(), *facts, *named])
        with TemporaryDirectory() as folder:
            file = Path(folder) / "candidates.pl"
            file.write_text("".join(f"query({atom(t)}).\n" for t in triples), "utf-8")
            files, config = self.problem.pack.program, self.problem.env_config
            program = Program(files, {"candidates": [file]}, config=config)
        self._loaded = dict(zip(triples, program.queries, strict=True))
        return program

    @cached_property
    def queries(self) -> list[Query]:
        """Queries [N]; other than for facts, built from a query of the same relation."""
        symbols = self.program.vocabulary.symbols  # loads it
        token = {symbol.name: symbol.token for symbol in symbols if symbol.arity == 0}
        of_relation = {triple[1]: query for triple, query in self._loaded.items()}
        return [
            self._loaded.get(triple) or _with(of_relation[triple[1]], token, triple)
            for triple in self.wanted
        ]

    @cached_property
    def proofs(self) -> BeamProofs:
        """Proofs in the policy's beams."""
        assert self.policy is not None
        config, settings = self.problem.env_config, self.settings
        return beam_proofs(
            PrologEngine(self.program, config),
            self.queries,
            PolicyOrder(self.policy, self.problem, self.program),
            self._confidence,
            width=settings.beam,
            steps=settings.steps,
            least=LEAST,
        )

    @cached_property
    def evidence(self) -> FloatArray:
        """Log-odds [N] by rule weights; -inf for relations without rules."""
        found = np.full(len(self.candidates), -np.inf)
        for number in np.unique(self.candidates.relation).tolist():
            relation = self.candidates.relations[number]
            if relation in self.graph.relations:
                at = np.flatnonzero(self.candidates.relation == number)
                found[at] = self._weights(relation).odds(self.candidates.pair[at])
        return found

    @property
    def is_mined(self) -> bool:
        """True if all rules of the program are in rules.pl."""
        n = int((self.program.clauses.n_goals > 0).sum())
        return RULES in {path.name for path in self.problem.pack.program} and n == len(self.rules)

    @property
    def _confidence(self) -> FloatArray:
        """Confidence [C] by clause id; 1 for clauses that were not mined."""
        confidence = np.ones(self.program.n_clauses)
        if RULES in {path.name for path in self.problem.pack.program}:
            mined = [c for c in self.program.clauses if Path(c.file).name == RULES]
            mined.sort(key=lambda clause: clause.line)
            for clause, rule in zip(mined, self.rules, strict=True):
                confidence[clause.id] = rule.confidence
        return confidence


def _with(query: Query, token: dict[str, int], triple: Triple) -> Query:
    """Return a query with other entities, for a triple that is not a fact."""
    head, _, tail = triple
    goal = query.goal.copy()  # tokens: $query, list cell, relation, head, tail, []
    goal[-3:-1] = token[head], token[tail]
    return replace(query, text=atom(triple), goal=goal, hidden=0)


def pack_rules(pack: Pack, graph: Graph) -> list[Rule]:
    """Return the measured rules of ``rules.pl``, or mine them if the pack has no such file."""
    file = pack.folder / RULES
    return read_rules(file, graph) if file in pack.program else mine(graph)


def policy_and_weights(candidates: RankingCandidates) -> list[float]:
    """Score by rule weights plus a share of the log-probability of proofs."""
    proved = np.maximum(candidates.proofs.believed, np.log(LEAST))
    scores: list[float] = (candidates.evidence + POLICY_SHARE * proved).tolist()
    return scores


def confidence(candidates: RankingCandidates) -> list[Any]:
    """Score by the confidences of rules."""
    return rule_confidence(candidates.rules, candidates.candidates)


def shortest(candidates: RankingCandidates) -> list[float]:
    """Score by minus the length of the shortest proof."""
    graph, program = candidates.graph, candidates.program
    if candidates.is_mined and fits(graph):
        steps = shortest_proofs(graph, candidates.rules, most=MOST_CHAINED)
        of = {name: steps[i] for i, name in enumerate(graph.relations)}
        number, nothing = graph.number, np.zeros((graph.size, graph.size), np.int64)
        lengths = [of.get(r, nothing)[number[h], number[t]] for h, r, t in candidates.wanted]
        return [-float(length) if length else NONE for length in lengths]
    engine = PrologEngine(program, candidates.problem.env_config, answers=True)
    settings = candidates.settings
    limits = {"most": settings.budget, "memory_mb": settings.memory_mb}
    return by_length(engine, candidates.queries, **limits)


@dataclass(frozen=True)
class ScoringMethod:
    """Registry entry: a way to score candidates, and its requirements."""

    score: Callable[[RankingCandidates], Sequence[Any]]
    protocol: str  # description for reports
    needs_policy: bool = False


METHODS: dict[str, ScoringMethod] = {
    "policy": ScoringMethod(
        lambda candidates: candidates.proofs.probability.tolist(),
        "probability that the policy alone, drawing its moves, draws a proof: the sum over the "
        "proofs in its beam",
        needs_policy=True,
    ),
    "policy, believed": ScoringMethod(
        lambda candidates: candidates.proofs.believed.tolist(),
        "the same, each proof times the confidences of the mined rules in it",
        needs_policy=True,
    ),
    "policy, weights": ScoringMethod(
        policy_and_weights,
        f"log-odds as by rule weights, and {POLICY_SHARE:g} times the logarithm of the row above, "
        f"of at least {LEAST:g}; {POLICY_SHARE:g} was chosen on valid triples",
        needs_policy=True,
    ),
    "shortest proof": ScoringMethod(
        shortest,
        "the shorter the shortest proof, the better, found by chaining forward where all rules "
        f"are mined (up to {MOST_CHAINED} steps), else by breadth-first search; nothing learned",
    ),
    "rule weights": ScoringMethod(
        lambda candidates: candidates.evidence.tolist(),
        "log-odds by a logistic regression, which tells training facts from drawn false triples by "
        "the mined rules that give a triple, applied once, and by what its entities stand in; no "
        "policy",
    ),
    "rule confidence": ScoringMethod(
        confidence,
        "confidences of the mined rules that give the triple from the training facts, applied "
        "once, the highest first; nothing else learned",
    ),
}
"""Scoring methods, by row name."""
