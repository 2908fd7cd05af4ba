"""The pack blocks: planning queries for the blocks world.

The plan length in each comment is of a shortest plan, found breadth-first here, without
Prolog. The blocks of a query are drawn from a..f, so that training sees every name although
it has at most four blocks. ``program.pl`` and ``env.toml`` are written by hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

from tools.makers.text import query, shuffled, write

SEED = 3
NAMES = "abcdef"
N_TEST = 200
N_VALID = 100
LEVELS = ((3, 1, 1), (3, 2, 2), (3, 3, 4), (4, 1, 2), (4, 3, 4), (4, 5, 6))
"""Blocks, fewest and most moves of each level, easiest first."""
N_LEVEL = 1000

State = tuple[str, ...]
"""Sorted stacks; a stack is the string of its blocks from the top down."""


@dataclass(frozen=True)
class Problem:
    """Planning problem: two different states of the same blocks."""

    start: State
    goal: State
    n_moves: int

    def line(self) -> str:
        """Return the query with its plan length as a comment."""
        goal = f"plan({_term(self.start)}, {_term(self.goal)}, _)"
        return f"{query(goal)}  % {self.n_moves} moves"


def _term(state: State) -> str:
    return "[" + ", ".join(f"[{', '.join(stack)}]" for stack in state) + "]"


def successors(state: State) -> Iterator[State]:
    """Enumerate the states that one move leads to."""
    for stack in state:
        others = [other for other in state if other != stack]
        rest = [stack[1:]] if len(stack) > 1 else []
        if rest:
            yield tuple(sorted([*others, *rest, stack[0]]))
        for onto in others:
            untouched = [other for other in others if other != onto]
            yield tuple(sorted([*untouched, *rest, stack[0] + onto]))


@cache
def distances(start: State) -> dict[State, int]:
    """Return the number of moves from ``start`` to every state."""
    known = {start: 0}
    frontier = [start]
    while frontier:
        reached: list[State] = []
        for state in frontier:
            for near in successors(state):
                if near not in known:
                    known[near] = known[state] + 1
                    reached.append(near)
        frontier = reached
    return known


@cache
def states_of(blocks: str) -> tuple[State, ...]:
    """Return all states of a sorted set of blocks, in a fixed order."""
    return tuple(sorted(distances(tuple(blocks))))


def problems(blocks: str) -> list[Problem]:
    """Return all problems of a set of blocks, in a fixed order."""
    states = states_of("".join(sorted(blocks)))
    return [
        Problem(start, goal, distances(start)[goal])
        for start in states
        for goal in states
        if start != goal
    ]


def _write(folder: Path, name: str, what: str, chosen: list[Problem]) -> None:
    comment = (
        f"Blocks world: {what}, {len(chosen)} queries.\n"
        "The comments give the moves of a shortest plan.\n\n"
        f"Made by `python -m tools.make blocks` (seed {SEED}). MIT licence. Do not edit."
    )
    write(folder / f"{name}.pl", comment, [problem.line() for problem in chosen])


def make(folder: Path) -> None:
    """Write the query files of the pack: the splits first, the levels from the rest."""
    rng = Random(SEED)
    pools = {
        n: shuffled(
            [one for blocks in combinations(NAMES, n) for one in problems("".join(blocks))], rng
        )
        for n in (3, 4)
    }
    test_4 = [pools[4].pop() for _ in range(N_TEST)]
    valid = [pools[n].pop() for n in (3, 4) for _ in range(N_VALID)]
    for name, n_blocks, n in (("test", 5, N_TEST), ("test_6", 6, N_TEST), ("valid_6", 6, N_VALID)):
        _write(folder, name, f"{n_blocks} blocks, more than in training", larger(n_blocks, n, rng))
    _write(folder, "test_4", "four blocks, none of them in training", test_4)
    _write(folder, "valid", "three and four blocks, for validation", valid)
    for level, (n_blocks, fewest, most) in enumerate(LEVELS, 1):
        chosen = [one for one in pools[n_blocks] if fewest <= one.n_moves <= most][:N_LEVEL]
        moves = f"{fewest}" if fewest == most else f"{fewest} to {most}"
        _write(folder, f"level_{level}", f"level {level}, {n_blocks} blocks, {moves} moves", chosen)


def larger(n_blocks: int, n: int, rng: Random) -> list[Problem]:
    """Draw ``n`` problems of ``n_blocks``, too many to list them all."""
    chosen: dict[tuple[State, State], Problem] = {}
    while len(chosen) < n:
        states = states_of("".join(sorted(shuffled(NAMES, rng)[:n_blocks])))
        start, goal = (states[rng.randrange(len(states))] for _ in range(2))
        if start != goal:
            chosen[start, goal] = Problem(start, goal, distance(start, goal))
    return list(chosen.values())


def distance(start: State, goal: State) -> int:
    """Return the number of moves of a shortest plan, by two searches that meet."""
    known, other = {start}, {goal}
    near, far = known, other
    n_moves = 0
    while not near & far:
        if len(near) > len(far):
            near, far, known, other = far, near, other, known
        near = {state for one in near for state in successors(one)} - known
        known |= near
        n_moves += 1
    return n_moves
