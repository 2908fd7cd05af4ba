"""Mine Horn rules whose bodies are chains of atoms from the training facts.

    r(X, Y) :- a(X, Y).    r(X, Y) :- a(X, Z), b(Z, Y).    r(X, Y) :- a(X, Z), b(Z, W), c(W, Y).

where the arguments of body atoms may be swapped. The support of a rule is the number of facts of
the head that its body gives without the fact itself. Confidence is support as a share of the body's
pairs, which are estimated in large graphs, and head coverage as a share of the head's facts. A pair
counts once, regardless of the number of Z.

A body is also one integer, its code: from 1, each atom in turn multiplies by the number of steps
and adds its step, which is twice the relation, plus one for an atom that is followed backwards.

Dimension key: F facts, P pairs of a body, Q pairs to look up, W walks, N entries.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import PackError
from symbolic_rl.bridge.tokens import FloatArray, IntArray
from symbolic_rl.graphs.triples import Triple, names, quoted, unquoted

_ATOM = re.compile(r"('(?:[^'\\]|\\.)*'|\w+)\(([A-Z]), ([A-Z])\)")
_MIDDLE = "ZWVUTSRQPONMLKJIHGFEDCBA"
AT_ONCE = 2048
"""Pairs whose walks are in memory together."""
WALKED_AT_ONCE = 128
"""Entities from which walks of all atoms are in memory together."""
SHARED = 64
"""Pairs with the same end from which walks from this end alone are cheaper."""
MOST_STARTS = 4_000
"""Entities from which the pairs of bodies are counted."""


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
    support: int  # number of facts of the head that the body gives without the fact itself

    def __str__(self) -> str:
        """Return the rule in Prolog."""
        variables = ["X", *_MIDDLE[: len(self.body) - 1], "Y"]
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
        self.counts = np.array([len(pairs) for pairs in self._pairs.values()], np.int64)
        """Number of facts by relation."""
        self._relation = np.repeat(np.arange(len(self.relations)), self.counts)
        self._facts = np.concatenate([np.zeros(0, np.int64), *self._pairs.values()])
        # Each fact is a step forwards and a step backwards; steps are sorted by their start.
        heads, tails = np.divmod(self._facts, self.size)
        start = np.concatenate([heads, tails])
        order = np.argsort(start, kind="stable")
        self._start, self._end = start[order], np.concatenate([tails, heads])[order]
        self._step = np.concatenate([2 * self._relation, 2 * self._relation + 1])[order]
        self._fact = order % max(1, self._facts.size)
        self._steps = np.zeros((self.size, 2 * len(self.relations)), np.int32)
        np.add.at(self._steps, (self._start, self._step), 1)

    def bodies(self, pairs: IntArray, hidden: IntArray, most: int) -> tuple[IntArray, IntArray]:
        """Return which bodies of at most ``most`` atoms give which pairs [Q].

        Entries [N], [N]: place of the pair, code of the body. ``hidden`` [Q] are the numbers of
        facts, each left out for a pair; -1 for none.

        Walks from both ends of a pair meet in the middle. Where many pairs share an end, walks go
        from there alone, all the way.
        """
        heads, tails = np.divmod(pairs, self.size)
        alone, found = np.arange(pairs.size), [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
        for start, end, backwards in ((heads, tails, False), (tails, heads, True)):
            # Walks are the same where the start and the hidden fact are.
            source = start * (self._facts.size + 1) + hidden + 1
            _, place, counts = np.unique(source[alone], return_inverse=True, return_counts=True)
            is_shared = counts[place] >= SHARED
            rows, alone = alone[is_shared], alone[~is_shared]
            rows = rows[np.argsort(source[rows], kind="stable")]
            found += self._reached(start, end, hidden, rows, source[rows], most, backwards)
        for at in range(0, alone.size, AT_ONCE):
            part = alone[at : at + AT_ONCE]
            row, codes = self._met(pairs[part], hidden[part], most)
            found.append((part[row], codes))
        return np.concatenate([row for row, _ in found]), np.concatenate([c for _, c in found])

    def number_of(self, relation: str) -> IntArray:
        """Return the numbers [F] of the facts of a relation."""
        start = int(self.counts[: self.relations.index(relation)].sum())
        return start + np.arange(self.facts(relation).size)

    def support(self, relation: str, most: int) -> tuple[IntArray, IntArray]:
        """Return the codes of bodies that give facts of a relation, sorted, and how many each.

        A fact is left out while it is asked for: otherwise r(X, Z), a(Z, W), a(Y, W) would give
        every fact r(X, Y).
        """
        _, codes = self.bodies(self.facts(relation), self.number_of(relation), most)
        return np.unique(codes, return_counts=True)

    def n_pairs(self, most: int) -> tuple[IntArray, FloatArray]:
        """Return the codes of bodies, sorted, and the number of pairs of each.

        In a graph of more than ``MOST_STARTS`` entities, an estimate from ``MOST_STARTS`` drawn
        heads.
        PackError: the codes are too large for 64 bits.
        """
        if self.size * AT_ONCE * (2 * len(self.relations)) ** most > 2**62:
            what = f"bodies of {most} atoms have too many codes: {len(self.relations)} relations."
            raise PackError(what, "--most-atoms", f"give at most {most - 1}.")
        starts = np.random.default_rng(0).permutation(self.size)[:MOST_STARTS]
        found = [(np.zeros(0, np.int64), np.zeros(0, np.int64))]
        for part in np.array_split(starts, 1 + starts.size // WALKED_AT_ONCE):
            walks = self._walks(part, np.full(part.size, -1), most, backwards=False)
            found += [np.unique(codes, return_counts=True) for _, codes in walks[1:]]
        codes, counts = (np.concatenate(some) for some in zip(*found, strict=True))
        distinct, place = np.unique(codes, return_inverse=True)
        total = np.bincount(place.ravel(), counts, distinct.size)
        return distinct, (total * (self.size / max(1, starts.size))).astype(np.float64)

    def _reached(
        self,
        start: IntArray,
        end: IntArray,
        hidden: IntArray,
        rows: IntArray,
        source: IntArray,
        most: int,
        backwards: bool,
    ) -> Iterator[tuple[IntArray, IntArray]]:
        """Yield places and codes as in :meth:`bodies`, for ``rows`` in the order of ``source``."""
        _, first, counts = np.unique(source, return_index=True, return_counts=True)
        n_steps = 2 * len(self.relations)
        for at in range(0, first.size, WALKED_AT_ONCE):
            part = slice(at, at + WALKED_AT_ONCE)
            begin, n_rows = first[at], counts[part]
            mine, sources = rows[begin : begin + n_rows.sum()], rows[first[part]]
            wanted = np.repeat(np.arange(n_rows.size), n_rows) * self.size + end[mine]
            walks = self._walks(start[sources], hidden[sources], most, backwards=backwards)
            for atoms, (places, codes) in enumerate(walks[1:], 1):
                place, n = _matches(places, wanted)
                yield np.repeat(mine, n), codes[place] + backwards * n_steps**atoms

    def _met(self, pairs: IntArray, hidden: IntArray, most: int) -> tuple[IntArray, IntArray]:
        heads, tails = np.divmod(pairs, self.size)
        first = self._walks(heads, hidden, most - most // 2, backwards=False)
        last = self._walks(tails, hidden, most // 2, backwards=True)
        rows, codes, n_steps = [], [], 2 * len(self.relations)
        for atoms in range(1, most + 1):
            back = max(0, atoms - len(first) + 1)
            there, code = first[atoms - back]
            here, suffix = last[back]
            at, counts = _matches(there, here)
            joined = code[at] * n_steps**back + np.repeat(suffix, counts)
            row, some = _unique(np.repeat(here, counts) // self.size, joined)
            rows.append(row)
            codes.append(some)
        return np.concatenate(rows), np.concatenate(codes)

    def _walks(
        self, starts: IntArray, hidden: IntArray, depth: int, *, backwards: bool
    ) -> list[tuple[IntArray, IntArray]]:
        """Return the walks [W] of 0, 1, ... steps from each start, without its hidden fact.

        For each walk: row * size + end, sorted; and the code of its steps, or backwards the last
        digits of the code of a body that ends with them.
        """
        n_steps, places = 2 * len(self.relations), np.arange(starts.size) * self.size + starts
        found = [(places, np.full(starts.size, int(not backwards)))]
        for n in range(depth):
            places, codes = found[-1]
            at, counts = _matches(self._start, places % self.size)
            rows, codes = np.repeat(places // self.size, counts), np.repeat(codes, counts)
            step = self._step[at]
            codes = codes + (step ^ 1) * n_steps**n if backwards else codes * n_steps + step
            seen = self._fact[at] != hidden[rows]
            found.append(_unique((rows * self.size + self._end[at])[seen], codes[seen]))
        return found

    def ends(self, pairs: IntArray, hidden: IntArray) -> NDArray[np.bool_]:
        """Return [Q, 4R] which steps start at the head of each pair, and which at its tail.

        ``hidden`` is as for :meth:`bodies`.
        """
        found = []
        for entities in np.divmod(pairs, self.size):
            steps = self._steps[entities]
            for way, ends in enumerate(np.divmod(self._facts[hidden], self.size)):
                at = np.flatnonzero((hidden >= 0) & (entities == ends))
                steps[at, 2 * self._relation[hidden[at]] + way] -= 1
            found.append(steps > 0)
        return np.concatenate(found, axis=1)

    def body(self, code: int) -> tuple[BodyAtom, ...]:
        """Return the body with a code."""
        body: tuple[BodyAtom, ...] = ()
        while code > 1:
            code, step = divmod(code, 2 * len(self.relations))
            body = (BodyAtom(self.relations[step // 2], bool(step % 2)), *body)
        return body

    def code_of(self, body: Sequence[BodyAtom]) -> int:
        """Return the code of a body; -1 if one of its relations has no facts."""
        code = 1
        for atom in body:
            if atom.relation not in self._pairs:
                return -1
            step = 2 * self.relations.index(atom.relation) + atom.backwards
            code = code * 2 * len(self.relations) + step
        return code

    def code(self, head: str, tail: str) -> int:
        """Encode a pair of entities."""
        return self.number[head] * self.size + self.number[tail]

    def has(self, head: str, relation: str, tail: str) -> bool:
        """Return whether a triple is a fact."""
        return bool(within(self.facts(relation), np.array([self.code(head, tail)]))[1][0])

    def facts(self, relation: str) -> IntArray:
        """Return the pairs [F] of a relation, sorted."""
        return self._pairs.get(relation, np.zeros(0, np.int64))


def _matches(keys: IntArray, wanted: IntArray) -> tuple[IntArray, IntArray]:
    """Return the places of each wanted value in sorted keys, concatenated, and their numbers."""
    low, high = np.searchsorted(keys, wanted), np.searchsorted(keys, wanted, "right")
    counts = high - low
    # Concatenate the ranges [low, high): each starts at its low and counts up.
    return np.repeat(low - np.cumsum(counts) + counts, counts) + np.arange(counts.sum()), counts


def within(values: IntArray, wanted: IntArray) -> tuple[IntArray, NDArray[np.bool_]]:
    """Return the place of each wanted value in sorted values, and which are there."""
    at = np.searchsorted(values, wanted)
    is_there = at < values.size
    is_there[is_there] = values[at[is_there]] == wanted[is_there]
    return at, is_there


def _distinct(values: IntArray) -> IntArray:
    """Return the distinct values, sorted. np.unique of NumPy 2.4 takes 60 times as long."""
    values = np.sort(values)
    distinct: IntArray = values[np.append(True, values[1:] != values[:-1])[: values.size]]
    return distinct


def _unique(first: IntArray, second: IntArray) -> tuple[IntArray, IntArray]:
    """Return the distinct pairs of two arrays, sorted."""
    radix = int(second.max(initial=0)) + 1
    one, other = np.divmod(_distinct(first * radix + second), radix)
    return one, other


def given_by(
    graph: Graph, rules: Sequence[Rule], pairs: IntArray, hidden: IntArray | None = None
) -> tuple[IntArray, IntArray]:
    """Return which rules give which pairs [Q]: entries [N], [N], place of the pair and of the rule.

    ``hidden`` is as for :meth:`Graph.bodies`; without it nothing is left out.
    """
    none = np.full(pairs.size, -1) if hidden is None else hidden
    codes = np.array([graph.code_of(rule.body) for rule in rules], np.int64)
    row, code = graph.bodies(pairs, none, max((len(rule.body) for rule in rules), default=1))
    order = np.argsort(codes)
    place, is_rule = within(codes[order], code)
    return row[is_rule], order[place[is_rule]]


def mine(
    graph: Graph,
    *,
    min_confidence: float = 0.1,
    min_head_coverage: float = 0.01,
    min_support: int = 2,
    most_rules: int = 100,
    most_atoms: int = 2,
) -> list[Rule]:
    """Mine the rules of each relation, in order of decreasing confidence.

    Bodies have at most ``most_atoms`` atoms.

    >>> facts = [("a", "knows", "b"), ("b", "met", "a"), ("c", "knows", "d"), ("d", "met", "c")]
    >>> print(mine(Graph(facts))[0])
    knows(X, Y) :- met(Y, X).
    """
    chosen = []
    of_body = graph.n_pairs(most_atoms)
    for relation in graph.relations:
        codes, supports = graph.support(relation, most_atoms)
        is_frequent = supports >= max(min_support, min_head_coverage * graph.facts(relation).size)
        rules = [
            _measured(graph, relation, graph.body(code), support, of_body)
            for code, support in zip(
                codes[is_frequent].tolist(), supports[is_frequent].tolist(), strict=True
            )
        ]
        rules = [rule for rule in rules if rule.confidence >= min_confidence]
        rules.sort(key=lambda rule: (-rule.confidence, -rule.support, str(rule)))
        chosen += rules[:most_rules]
    return chosen


def _measured(
    graph: Graph,
    head: str,
    body: tuple[BodyAtom, ...],
    support: int,
    of_body: tuple[IntArray, FloatArray],
) -> Rule:
    at, is_known = within(of_body[0], np.array([graph.code_of(body)]))
    n_pairs = max(1, support, float(of_body[1][at[0]]) if is_known[0] else 0)
    return Rule(head, body, support / n_pairs, support / max(1, graph.facts(head).size), support)


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
        head, *atoms = _ATOM.findall(line) or [("", "", "")]
        ends = ["X", *_MIDDLE[: len(atoms) - 1]]
        body = tuple(
            BodyAtom(unquoted(name), backwards=first != end)
            for (name, first, _), end in zip(atoms, ends, strict=False)
        )
        rule = Rule(unquoted(head[0]), body, 0.0, 0.0, 0)
        if str(rule) != line:
            fix = "keep rules of your own in program.pl, and run `symbolic-rl mine` again."
            raise PackError(f"not a mined rule: {line!r:.80}", f"{file}:{number}", fix)
        rules.append(rule)
    most = max((len(rule.body) for rule in rules), default=1)
    of_body, found = graph.n_pairs(most), []
    supports = {head: graph.support(head, most) for head in {rule.head for rule in rules}}
    for rule in rules:
        codes, counts = supports[rule.head]
        at, is_given = within(codes, np.array([graph.code_of(rule.body)]))
        support = int(counts[at[0]]) if is_given[0] else 0
        found.append(_measured(graph, rule.head, rule.body, support, of_body))
    return found
