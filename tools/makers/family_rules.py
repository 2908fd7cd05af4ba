"""The rules of the pack family, each sound for a genealogy without second marriages.

A rule is written as in Prolog, over X, Y and one more variable Z. The first goal always
contains X: where the first person is known, it has few candidates.
"""

from dataclasses import dataclass

TEXT = """
husband(X, Y) :- wife(Y, X).
husband(X, Y) :- father(X, Z), mother(Y, Z).
husband(X, Y) :- father(X, Z), son(Z, Y), X \\= Y.
husband(X, Y) :- father(X, Z), daughter(Z, Y), X \\= Y.

wife(X, Y) :- husband(Y, X).
wife(X, Y) :- mother(X, Z), father(Y, Z).
wife(X, Y) :- mother(X, Z), son(Z, Y), X \\= Y.
wife(X, Y) :- mother(X, Z), daughter(Z, Y), X \\= Y.

father(X, Y) :- husband(X, Z), mother(Z, Y).
father(X, Y) :- husband(X, Z), son(Y, Z).
father(X, Y) :- husband(X, Z), daughter(Y, Z).
father(X, Y) :- father(X, Z), brother(Z, Y).
father(X, Y) :- father(X, Z), sister(Z, Y).

mother(X, Y) :- wife(X, Z), father(Z, Y).
mother(X, Y) :- wife(X, Z), son(Y, Z).
mother(X, Y) :- wife(X, Z), daughter(Y, Z).
mother(X, Y) :- mother(X, Z), brother(Z, Y).
mother(X, Y) :- mother(X, Z), sister(Z, Y).

son(X, Y) :- son(X, Z), husband(Z, Y).
son(X, Y) :- son(X, Z), wife(Z, Y).
son(X, Y) :- brother(X, Z), son(Z, Y).
son(X, Y) :- brother(X, Z), daughter(Z, Y).
son(X, Y) :- brother(X, Z), father(Y, Z).
son(X, Y) :- brother(X, Z), mother(Y, Z).

daughter(X, Y) :- daughter(X, Z), husband(Z, Y).
daughter(X, Y) :- daughter(X, Z), wife(Z, Y).
daughter(X, Y) :- sister(X, Z), son(Z, Y).
daughter(X, Y) :- sister(X, Z), daughter(Z, Y).
daughter(X, Y) :- sister(X, Z), father(Y, Z).
daughter(X, Y) :- sister(X, Z), mother(Y, Z).

brother(X, Y) :- son(X, Z), father(Z, Y), X \\= Y.
brother(X, Y) :- son(X, Z), mother(Z, Y), X \\= Y.
brother(X, Y) :- brother(X, Z), brother(Z, Y), X \\= Y.
brother(X, Y) :- brother(X, Z), sister(Z, Y), X \\= Y.

sister(X, Y) :- daughter(X, Z), father(Z, Y), X \\= Y.
sister(X, Y) :- daughter(X, Z), mother(Z, Y), X \\= Y.
sister(X, Y) :- sister(X, Z), brother(Z, Y), X \\= Y.
sister(X, Y) :- sister(X, Z), sister(Z, Y), X \\= Y.

uncle(X, Y) :- brother(X, Z), father(Z, Y).
uncle(X, Y) :- brother(X, Z), mother(Z, Y).
uncle(X, Y) :- uncle(X, Z), brother(Z, Y).
uncle(X, Y) :- uncle(X, Z), sister(Z, Y).

aunt(X, Y) :- sister(X, Z), father(Z, Y).
aunt(X, Y) :- sister(X, Z), mother(Z, Y).
aunt(X, Y) :- aunt(X, Z), brother(Z, Y).
aunt(X, Y) :- aunt(X, Z), sister(Z, Y).

nephew(X, Y) :- son(X, Z), brother(Z, Y).
nephew(X, Y) :- son(X, Z), sister(Z, Y).
nephew(X, Y) :- brother(X, Z), nephew(Z, Y).
nephew(X, Y) :- brother(X, Z), niece(Z, Y).

niece(X, Y) :- daughter(X, Z), brother(Z, Y).
niece(X, Y) :- daughter(X, Z), sister(Z, Y).
niece(X, Y) :- sister(X, Z), nephew(Z, Y).
niece(X, Y) :- sister(X, Z), niece(Z, Y).
"""

Goal = tuple[str, str, str]
"""Relation and its two variables."""


@dataclass(frozen=True)
class Rule:
    """Rule of ``TEXT``."""

    text: str
    relation: str
    body: tuple[Goal, ...]
    different: bool
    """The body ends in X \\= Y."""


def _goal(text: str) -> Goal:
    relation, _, arguments = text.partition("(")
    first, second = arguments.rstrip(")").split(", ")
    return relation, first, second


def _rule(text: str) -> Rule:
    head, _, body = text.rstrip(".").partition(" :- ")
    goals = body.replace("), ", ")|").split("|")
    different = goals[-1] == "X \\= Y"
    chain = tuple(_goal(goal) for goal in goals[: len(goals) - different])
    return Rule(text, _goal(head)[0], chain, different)


RULES = tuple(_rule(line) for line in TEXT.split("\n") if line)
"""All rules, in the order of the program."""
RELATIONS = tuple(dict.fromkeys(rule.relation for rule in RULES))
"""The twelve relations, in the order of the program."""
