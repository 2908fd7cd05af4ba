"""The pack family: a made-up genealogy in twelve relations, and rules between them.

People are drawn generation by generation: couples have children, some children marry someone
of their own generation or someone from elsewhere. ``father(X, Y)`` reads X is father of Y; uncles
and aunts are siblings of a parent, not their husbands and wives. The program has four fifths of the
true facts; the test and validation queries are drawn from the rest, if they have a proof.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tools.makers.family_names import FEMALE, MALE
from tools.makers.family_rules import RELATIONS, RULES, Rule
from tools.makers.text import query, shuffled, write

SEED = 4
N_FOUNDERS = 115
N_GENERATIONS = 6
N_TEST = 1000
N_VALID = 500
N_TRAIN = 5000
MADE = f"Made by `python -m tools.make family` (seed {SEED}). MIT licence. Do not edit."
UNKNOWN = 0.2
"""Share of the true facts that the program leaves out; the test queries are drawn from them."""
MAX_INFERENCES = 10
DEEP = 6
"""Least number of inferences of a deep query."""
CHILDREN = (0, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""Numbers of children of a couple, equally likely."""
SINGLE, OUTSIDER = 0.25, 0.45
"""Shares of children who stay single, and of the others who marry someone from elsewhere."""

Fact = tuple[str, str, str]
"""Relation, first person, second person."""


@dataclass
class Couple:
    """Husband, wife and their children."""

    husband: str
    wife: str
    sons: list[str] = field(default_factory=list)
    daughters: list[str] = field(default_factory=list)


class Genealogy:
    """Couples drawn from a seed, generation by generation."""

    def __init__(self, rng: Random) -> None:
        self.couples: list[Couple] = []
        self.n_people = 0
        self._rng = rng
        parents = [Couple(self._person(MALE), self._person(FEMALE)) for _ in range(N_FOUNDERS)]
        for _ in range(N_GENERATIONS - 1):
            self.couples += parents
            for couple in parents:
                self._have_children(couple)
            parents = self._marry(parents)
        self.couples += parents

    def _person(self, names: tuple[str, ...]) -> str:
        self.n_people += 1
        return f"{names[self._rng.randrange(len(names))]}_{self.n_people}"

    def _have_children(self, couple: Couple) -> None:
        for _ in range(CHILDREN[self._rng.randrange(len(CHILDREN))]):
            if self._rng.random() < 0.5:
                couple.sons.append(self._person(MALE))
            else:
                couple.daughters.append(self._person(FEMALE))

    def _marry(self, parents: list[Couple]) -> list[Couple]:
        men, women = (
            [
                (family, child)
                for family, couple in enumerate(parents)
                for child in (couple.sons if male else couple.daughters)
                if self._rng.random() >= SINGLE
            ]
            for male in (True, False)
        )
        women = shuffled(women, self._rng)
        married = []
        for family, man in shuffled(men, self._rng):
            at_home = self._rng.random() >= OUTSIDER
            if at_home and women and women[-1][0] != family:
                married.append(Couple(man, women.pop()[1]))
            else:
                married.append(Couple(man, self._person(FEMALE)))
        return [*married, *(Couple(self._person(MALE), woman) for _, woman in women)]

    def facts(self) -> set[Fact]:
        """Return the true facts of all twelve relations."""
        home: dict[str, Couple] = {}
        found: set[Fact] = set()
        for couple in self.couples:
            found |= {
                ("husband", couple.husband, couple.wife),
                ("wife", couple.wife, couple.husband),
            }
            for child in (*couple.sons, *couple.daughters):
                home[child] = couple
                role = "son" if child in couple.sons else "daughter"
                found |= {
                    ("father", couple.husband, child),
                    ("mother", couple.wife, child),
                    (role, child, couple.husband),
                    (role, child, couple.wife),
                }
        for couple in self.couples:
            found |= set(_siblings(couple))
            for parent in (couple.husband, couple.wife):
                if parent in home:
                    found |= set(_relatives(couple, home[parent], parent))
        return found


def _siblings(couple: Couple) -> Iterator[Fact]:
    for role, children in (("brother", couple.sons), ("sister", couple.daughters)):
        for one in children:
            for other in (*couple.sons, *couple.daughters):
                if one != other:
                    yield role, one, other


def _relatives(couple: Couple, grandparents: Couple, parent: str) -> Iterator[Fact]:
    for elder_role, elders in (("uncle", grandparents.sons), ("aunt", grandparents.daughters)):
        for elder in elders:
            for child_role, children in (("nephew", couple.sons), ("niece", couple.daughters)):
                for child in children:
                    if elder != parent:
                        yield elder_role, elder, child
                        yield child_role, child, elder


class Search:
    """Shortest proofs, by iterative deepening over ground instances of the rules.

    Args:
        truth: All true facts. The rules are sound for them, so nothing else can be proved, and
            they give all bindings that are needed.
        facts: Facts of the program.
    """

    def __init__(self, truth: Collection[Fact], facts: Collection[Fact]) -> None:
        self._facts = facts
        self._after: dict[tuple[str, str], list[str]] = {}
        self._before: dict[tuple[str, str], list[str]] = {}
        for relation, one, other in sorted(truth):
            self._after.setdefault((relation, one), []).append(other)
            self._before.setdefault((relation, other), []).append(one)
        self._rules: dict[str, list[Rule]] = {}
        for rule in RULES:
            self._rules.setdefault(rule.relation, []).append(rule)

    def instances(self, goal: Fact) -> Iterator[list[Fact]]:
        """Enumerate the bodies of the rule instances with this head; first goals are true."""
        relation, x, y = goal
        for rule in self._rules[relation]:
            first, one, other = rule.body[0]
            if rule.different and x == y:
                continue
            known = self._after.get((first, x), ()) if one == "X" else self._before.get((first, x))
            for z in known or ():
                values = {"X": x, "Y": y, "Z": z}
                if "Z" in (one, other) or z == y:
                    yield [(name, values[a], values[b]) for name, a, b in rule.body]

    def _cost(self, goal: Fact, budget: int, hidden: Fact) -> int | None:
        if goal in self._facts and goal != hidden:
            return 1
        best: int | None = None
        for body in self.instances(goal) if budget > 1 else ():
            total = 1
            for position, part in enumerate(body, 1):
                left = budget - total - (len(body) - position)
                cost = self._cost(part, left, hidden) if left > 0 else None
                if cost is None:
                    break
                total += cost
            else:
                if total <= budget:
                    best, budget = total, total - 1
        return best

    def min_inferences(self, goal: Fact) -> int | None:
        """Return the inferences of a shortest proof that does not use the goal's own fact.

        The clause of the query counts as one; None means more than ``MAX_INFERENCES``.
        """
        for budget in range(1, MAX_INFERENCES):
            cost = self._cost(goal, budget, goal)
            if cost is not None:
                return cost + 1
        return None


def _text(fact: Fact) -> str:
    return f"{fact[0]}({fact[1]}, {fact[2]})"


def _program(facts: Collection[Fact]) -> list[str]:
    lines = []
    for relation in RELATIONS:
        lines += [f"{_text(fact)}." for fact in sorted(facts) if fact[0] == relation]
        lines += [rule.text for rule in RULES if rule.relation == relation]
        lines.append("")
    return lines[:-1]


def make(folder: Path) -> None:
    """Write the program and the query files of the pack."""
    rng = Random(SEED)
    genealogy = Genealogy(rng)
    truth = genealogy.facts()
    drawn = shuffled(sorted(truth), rng)
    unknown, known = drawn[: round(UNKNOWN * len(drawn))], drawn[round(UNKNOWN * len(drawn)) :]
    search = Search(truth, set(known))
    costs = {fact: search.min_inferences(fact) for fact in (*unknown, *known[: 2 * N_TRAIN])}
    provable = [fact for fact in unknown if costs[fact] is not None]
    rest = provable[N_TEST + N_VALID :]
    splits = {
        "test": provable[:N_TEST],
        "valid": provable[N_TEST : N_TEST + N_VALID],
        "test_deep": [fact for fact in rest if (costs[fact] or 0) >= DEEP],
        "train": [fact for fact in known[: 2 * N_TRAIN] if costs[fact] is not None][:N_TRAIN],
    }
    _write_program(folder, genealogy.n_people, known)
    for name, facts in splits.items():
        _write_queries(folder, name, [(fact, costs[fact] or 0) for fact in facts])


def _write_program(folder: Path, n_people: int, facts: Collection[Fact]) -> None:
    comment = (
        f"A made-up genealogy: {n_people} people, {len(facts)} facts in "
        f"{len(RELATIONS)} relations, {len(RULES)} rules.\n\n"
        "father(X, Y): X is father of Y. Uncles and aunts are siblings of a parent. The program\n"
        f"says {1 - UNKNOWN:.0%} of what holds; the test and validation queries are of the rest."
        f"\n\n{MADE}"
    )
    write(folder / "program.pl", comment, _program(facts))


def _write_queries(folder: Path, name: str, costed: list[tuple[Fact, int]]) -> None:
    what = {
        "train": "facts of the program, each to be proved without itself",
        "test_deep": f"queries whose shortest proof has {DEEP} inferences or more",
    }.get(name, f"{name} queries, none of them facts of the program")
    costs = [cost for _, cost in costed]
    comment = (
        f"Family: {what}.\n\n{MADE}\n\n"
        f"All {len(costs)} have a proof, of {min(costs)} to {max(costs)} "
        f"inferences at best, {sum(costs) / len(costs):.2f} on average."
    )
    write(folder / f"{name}.pl", comment, [query(_text(fact)) for fact, _ in costed])
