"""Queries of roads, and its roads: budgets that the cheapest trip just keeps to."""

import heapq
from functools import cache
from random import Random

N_TOWNS = 40
COLOURS = ("red", "green", "blue")
Road = tuple[int, int, str, int]


@cache
def roads() -> tuple[Road, ...]:
    """Draw the roads: each town has four to towns that are near it, lengths by distance."""
    rng = Random(11)
    places = [(rng.randrange(100), rng.randrange(100)) for _ in range(N_TOWNS)]
    drawn = []
    for a, (x, y) in enumerate(places):
        far = sorted((abs(x - u) + abs(y - v), b) for b, (u, v) in enumerate(places) if b != a)
        near = far[:7]
        for _ in range(4):
            distance, b = near.pop(rng.randrange(len(near)))
            drawn.append((a, b, COLOURS[rng.randrange(3)], 1 + distance // 4 + rng.randrange(3)))
    return tuple(drawn)


@cache
def trips(start: int) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Return town -> length of the shortest trip there, and its towns (Dijkstra)."""
    queue: list[tuple[int, tuple[int, ...], str]] = [(0, (start,), "")]
    done: dict[tuple[int, str], bool] = {}
    best: dict[int, tuple[int, tuple[int, ...]]] = {}
    while queue:
        length, route, last = heapq.heappop(queue)
        if done.setdefault((route[-1], last), False):
            continue
        done[route[-1], last] = True
        best.setdefault(route[-1], (length, route))
        for a, b, colour, km in roads():
            if a == route[-1] and colour != last and b not in route:
                heapq.heappush(queue, (length + km, (*route, b), colour))
    return best


def program() -> list[str]:
    """Return the facts of the program."""
    return [f"road(t{a}, t{b}, {colour}, {km})." for a, b, colour, km in roads()]


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw two towns whose cheapest trip has 2 to 4 roads, or 6 and more, and a little slack."""
    start, end = rng.randrange(N_TOWNS), rng.randrange(N_TOWNS)
    if end not in trips(start):
        return None
    length, route = trips(start)[end]
    n_roads = len(route) - 1
    if not (n_roads >= 6 if larger else 2 <= n_roads <= 4):
        return None
    budget = length + rng.randrange(4)
    towns = ", ".join(f"t{town}" for town in route[1:])
    return f"trip(t{start}, t{end}, {budget}, _)", f"[{towns}]"
