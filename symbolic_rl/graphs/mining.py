"""Mine Horn rules with one or two body atoms from the training facts.

    r(X, Y) :- a(X, Y).    r(X, Y) :- a(X, Z), b(Z, Y).

where the arguments of body atoms may be swapped. The confidence of a rule is the share of its
body's pairs that are facts of the head; head coverage is the share of the head's facts among its
body's pairs. A pair counts once, regardless of the number of Z.

Dimension key: F facts, P pairs of a body.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from symbolic_rl.base.errors import PackError
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.graphs.triples import Triple, names, quoted, unquoted

_ATOM = r"('(?:[^'\\]|\\.)*'|\w+)\((X|Y|Z), (X|Y|Z)\)"
_RULE = re.compile(rf"{_ATOM} :- {_ATOM}(?:, {_ATOM})?\.")


@dataclass(frozen=True)
class BodyAtom:
    """Body atom: a relation, followed forwards or backwards."""

    relation: str
    backwards: bool

    def atom(self, left: str, right: str) -> str:
        """Return the atom in Prolog, leading from ``left`` to ``right``."""
        arguments = (right, left) if self.backwards else (left, right)
        return f"{quoted(self.relation)}({', '.join(arguments)})"


@dataclass(frozen=True)
class Rule:
    """Rule with its statistics on the training facts."""

    head: str
    body: tuple[BodyAtom, ...]
    confidence: float
    head_coverage: float
    support: int  # number of facts of the head among the body's pairs

    def __str__(self) -> str:
        """Return the rule in Prolog."""
        variables = ["X", *("Z" for _ in self.body[1:]), "Y"]
        walk = zip(self.body, variables, variables[1:], strict=False)
        atoms = ", ".join(step.atom(left, right) for step, left, right in walk)
        return f"{quoted(self.head)}(X, Y) :- {atoms}."


class Graph:
    """Facts as integers; a pair of entities is head * size + tail. ``others`` only add entities."""

    def __init__(self, facts: Sequence[Triple], others: Sequence[Triple] = ()) -> None:
        self.entities, _ = names([*facts, *others])
        self.relations = names(facts)[1]
        self.number = {name: i for i, name in enumerate(self.entities)}
        self.size = len(self.entities)
        self._pairs: dict[str, IntArray] = {
            relation: np.unique(
                [self.code(head, tail) for head, r, tail in facts if r == relation]
            ).astype(np.int64)
            for relation in self.relations
        }
        self.counts = np.array([self._pairs[relation].size for relation in self.relations])
        """Number of facts by relation."""
        self._relation = np.repeat(np.arange(len(self.relations)), self.counts)
        self._facts = np.concatenate([np.zeros(0, np.int64), *self._pairs.values()])

    def given(self, pairs: IntArray) -> IntArray:
        """Count the facts of each relation among sorted pairs [P]."""
        at = np.searchsorted(pairs, self._facts)
        is_given = at < pairs.size
        is_given[is_given] = pairs[at[is_given]] == self._facts[is_given]
        return np.bincount(self._relation[is_given], minlength=len(self.relations))

    def code(self, head: str, tail: str) -> int:
        """Encode a pair of entities."""
        return self.number[head] * self.size + self.number[tail]

    def has(self, head: str, relation: str, tail: str) -> bool:
        """Return whether a triple is a fact."""
        facts, code = self.facts(relation), self.code(head, tail)
        at = int(np.searchsorted(facts, code))
        return at < facts.size and int(facts[at]) == code

    def facts(self, relation: str) -> IntArray:
        """Return the pairs [F] of a relation, sorted."""
        return self._pairs.get(relation, np.zeros(0, np.int64))

    def walked(self, body: Sequence[BodyAtom]) -> IntArray:
        """Return the pairs [P] of the body of a rule, sorted and unique."""
        pairs = self._directed(body[0])
        for step in body[1:]:
            further = self._directed(step)
            # Join on Z: facts of the next atom are sorted by first entity, so the facts that
            # continue a pair are the range [low, high).
            middle, first = further // self.size, pairs % self.size
            low, high = np.searchsorted(middle, first), np.searchsorted(middle, first, "right")
            counts = high - low
            # Concatenate the ranges: each starts at its low and counts up.
            index = np.repeat(low - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
            start = np.repeat(pairs // self.size, counts)
            pairs = np.unique(start * self.size + further[index] % self.size)
        return pairs

    def _directed(self, step: BodyAtom) -> IntArray:
        pairs = self.facts(step.relation)
        if not step.backwards:
            return pairs
        return np.sort(pairs % self.size * self.size + pairs // self.size)


def mine(
    graph: Graph,
    *,
    min_confidence: float = 0.1,
    min_head_coverage: float = 0.01,
    min_support: int = 2,
    most_rules: int = 100,
) -> list[Rule]:
    """Mine the rules of each relation, in order of decreasing confidence.

    >>> facts = [("a", "knows", "b"), ("b", "met", "a"), ("c", "knows", "d"), ("d", "met", "c")]
    >>> print(mine(Graph(facts))[0])
    knows(X, Y) :- met(Y, X).
    """
    steps = [BodyAtom(relation, way) for relation in graph.relations for way in (False, True)]
    bodies: list[tuple[BodyAtom, ...]] = [(step,) for step in steps]
    bodies += [(one, other) for one in steps for other in steps]
    found: dict[str, list[Rule]] = {relation: [] for relation in graph.relations}
    for body in bodies:
        pairs = graph.walked(body)
        if pairs.size < min_support:
            continue
        support = graph.given(pairs)
        confidence, coverage = support / pairs.size, support / graph.counts
        is_rule = (support >= min_support) & (confidence >= min_confidence)
        for i in np.flatnonzero(is_rule & (coverage >= min_head_coverage)).tolist():
            relation = graph.relations[i]
            if body != (BodyAtom(relation, False),):
                figures = float(confidence[i]), float(coverage[i]), int(support[i])
                found[relation].append(Rule(relation, body, *figures))
    chosen = []
    for rules in found.values():
        rules.sort(key=lambda rule: (-rule.confidence, -rule.support, str(rule)))
        chosen += rules[:most_rules]
    return chosen


def as_prolog(rules: Sequence[Rule], *, header: str) -> str:
    """Return the rules as a program, each after a comment with its statistics."""
    lines = [f"% {header}", ""]
    for rule in rules:
        lines.append(
            f"% confidence {rule.confidence:.4f}, head coverage {rule.head_coverage:.4f}, "
            f"support {rule.support}"
        )
        lines.append(str(rule))
    return "\n".join(lines) + "\n"


def read_rules(file: Path, graph: Graph) -> list[Rule]:
    """Read rules written by :func:`as_prolog`, with their statistics on a graph; or PackError."""
    rules = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("%"):
            continue
        found = _RULE.fullmatch(line)
        if not found:
            fix = "keep rules of your own in program.pl, and run `symbolic-rl mine` again."
            raise PackError(f"not a mined rule: {line!r:.80}", f"{file}:{number}", fix)
        (head, _, _), *atoms = [found.group(i, i + 1, i + 2) for i in (1, 4, 7) if found[i]]
        ends = ["X", *("Z" for _ in atoms[1:]), "Y"]
        walk = zip(atoms, ends, ends[1:], strict=False)
        body = tuple(
            BodyAtom(unquoted(name), backwards=(first, second) != (left, right))
            for (name, first, second), left, right in walk
        )
        rules.append(_measured(graph, unquoted(head), body))
    return rules


def _measured(graph: Graph, head: str, body: tuple[BodyAtom, ...]) -> Rule:
    pairs, facts = graph.walked(body), graph.facts(head)
    support = int(np.isin(facts, pairs, assume_unique=True).sum())
    return Rule(head, body, support / max(1, pairs.size), support / max(1, facts.size), support)
