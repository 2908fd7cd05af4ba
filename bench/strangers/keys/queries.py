"""Queries of keys: goals that lie a number of actions away, found breadth first."""

from collections.abc import Iterator
from random import Random

ROOMS = ("hall", "kitchen", "study", "garden", "attic", "loft", "cellar")
OPEN = ("hall", "kitchen", "study", "garden")
THINGS = ("key", "lamp", "book")
WAYS = {("hall", "kitchen"), ("hall", "study"), ("kitchen", "garden"), ("attic", "loft")}
DOORS = (("study", "attic"), ("garden", "cellar"))

State = frozenset[str]


def successors(state: State) -> Iterator[tuple[str, State]]:
    """Enumerate the actions that are possible in a state, and the states that they lead to."""
    room = next(r for r in ROOMS if f"robot({r})" in state)
    held = next(t for t in ("empty", *THINGS) if f"hand({t})" in state)
    for a, b in sorted(WAYS | {(b, a) for a, b in WAYS}):
        if a == room:
            yield f"go({a}, {b})", state - {f"robot({a})"} | {f"robot({b})"}
    for a, b in sorted({*DOORS, *((b, a) for a, b in DOORS)}):
        if a == room and {f"open({a}, {b})", f"open({b}, {a})"} & state:
            yield f"pass({a}, {b})", state - {f"robot({a})"} | {f"robot({b})"}
        if a == room and held == "key" and f"locked({a}, {b})" in state:
            yield f"unlock({a}, {b})", state - {f"locked({a}, {b})"} | {f"open({a}, {b})"}
    if held != "empty":
        dropped = {"hand(empty)", f"lies({held}, {room})"}
        yield f"drop({held})", state - {f"hand({held})"} | dropped
        return
    for thing in THINGS:
        if f"lies({thing}, {room})" in state:
            taken = state - {"hand(empty)", f"lies({thing}, {room})"}
            yield f"take({thing})", taken | {f"hand({thing})"}


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw a goal of 1 to 4 actions, or of 5 to 8; None where it is not of that length."""
    n_actions = 5 + rng.randrange(4) if larger else 1 + rng.randrange(4)
    places = {thing: OPEN[rng.randrange(len(OPEN))] for thing in THINGS}
    start = {f"robot({OPEN[rng.randrange(len(OPEN))]})", "hand(empty)"}
    start |= {f"lies({thing}, {room})" for thing, room in places.items()}
    start |= {f"locked({a}, {b})" for a, b in DOORS}
    thing, room = THINGS[rng.randrange(3)], ROOMS[rng.randrange(7)]
    kinds = [f"lies({thing}, {room})", f"robot({room})", f"hand({thing})"]
    goals = {kinds[rng.randrange(3)], kinds[rng.randrange(3)]}
    plan = shortest(frozenset(start), goals, n_actions)
    if plan is None or len(plan) != n_actions:
        return None
    facts = ", ".join(sorted(start, key=in_standard_order))
    return f"plan([{facts}], [{', '.join(sorted(goals))}], _)", f"[{', '.join(plan)}]"


def in_standard_order(fact: str) -> tuple[int, str, str]:
    """Return the key of Prolog's standard order: arity, name, arguments."""
    name, _, arguments = fact.partition("(")
    return arguments.count(","), name, arguments


def shortest(start: State, goals: set[str], most: int) -> list[str] | None:
    """Return a shortest plan of at most ``most`` actions; None where there is none."""
    known: dict[State, list[str]] = {start: []}
    frontier = [start]
    for _ in range(most + 1):
        reached = []
        for state in frontier:
            if goals <= state:
                return known[state]
            for action, near in successors(state):
                if near not in known:
                    known[near] = [*known[state], action]
                    reached.append(near)
        frontier = reached
    return None
