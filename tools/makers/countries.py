"""The packs countries_s1, countries_s2 and countries_s3: where is a country?

The task of Bouchard, Singh and Trouillon (2015), rebuilt from the MIT-licensed Python package
``countryinfo``; the facts and the split are not the published ones. The regions of 24 test and
24 validation countries are asked for. S1 leaves their subregions in the program, S2 removes
them, S3 also removes the regions of their neighbours, so that proofs grow from two rules to a
neighbour, its subregion and that subregion's region.

In S2 and S3, 48 further countries are stripped in the same way, for practice: their regions are
training queries. A policy that only ever proves facts with one of them hidden never meets a
country of which nothing is known, and fails on all test queries.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from random import Random
from typing import Any

from symbolic_rl.base.errors import InstallationError
from tools.makers.text import atom, query, shuffled, write

SEED = 1
N_HELD_OUT = 24
N_PRACTICE = 48
MAX_INFERENCES = 20
COUNTRYINFO = "1.0.1"
HISTORICAL = frozenset({"ANT", "SCG"})
"""ISO codes of countries that no longer exist."""

Pair = tuple[str, str]


@dataclass
class Country:
    """Country, named by an atom."""

    name: str
    subregion: str
    region: str
    neighbours: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Knowledge:
    """Facts of one program."""

    located: frozenset[Pair]
    neighbours: dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Split:
    """Countries that are stripped of facts."""

    test: tuple[str, ...]
    valid: tuple[str, ...]
    practice: tuple[str, ...]


def min_inferences(knowledge: Knowledge, goal: Pair, hidden: Pair | None = None) -> int | None:
    """Return the inferences of the shortest proof of ``locatedIn(X, Z)``.

    Atoms are settled cheapest first (Knuth's generalization of Dijkstra's algorithm). The
    clause of the query counts as one inference, as in an episode.

    Args:
        knowledge: The facts; the two rules are known here.
        goal: The pair (X, Z).
        hidden: A locatedIn fact that may not be used.

    Returns:
        The number of inferences, or None if it exceeds ``MAX_INFERENCES``.
    """
    if not _is_linked(knowledge, goal, hidden):
        return None
    settled: dict[Pair, int] = {}
    inside: dict[str, list[str]] = {}  # places known to lie in a place
    around: dict[str, list[str]] = {}  # thing -> places settled to hold it
    heap = [(1, pair) for pair in sorted(knowledge.located) if pair != hidden]
    while heap:
        cost, pair = heappop(heap)
        if cost >= MAX_INFERENCES:
            return None
        if pair == goal:
            return cost + 1
        if pair in settled:
            continue
        settled[pair] = cost
        thing, place = pair
        inside.setdefault(place, []).append(thing)
        around.setdefault(thing, []).append(place)
        for neighbour in knowledge.neighbours.get(thing, ()):
            heappush(heap, (cost + 2, (neighbour, place)))
        for wider in around.get(place, ()):
            heappush(heap, (cost + 1 + settled[place, wider], (thing, wider)))
        for part in inside.get(thing, ()):
            heappush(heap, (cost + 1 + settled[part, thing], (part, place)))
    return None


def _is_linked(knowledge: Knowledge, goal: Pair, hidden: Pair | None) -> bool:
    # Both rules compose facts, so a proof needs a path of facts from X to Z.
    start, end = goal
    held_by: dict[str, list[str]] = {}
    for pair in knowledge.located:
        if pair != hidden:
            held_by.setdefault(pair[0], []).append(pair[1])
    seen, open_ = {start}, [start]
    while open_:
        one = open_.pop()
        near = {*held_by.get(one, ()), *knowledge.neighbours.get(one, ())} - seen
        seen |= near
        open_ += near
    return end in seen


def _entries() -> list[dict[str, Any]]:
    try:
        import countryinfo
        from countryinfo import CountryInfo
    except ImportError as error:
        raise InstallationError(
            "the Python package countryinfo is missing; the countries packs are made from it.",
            "python -m tools.make",
            "pip install countryinfo==1.0.1",
        ) from error
    if countryinfo.__version__ != COUNTRYINFO:
        raise InstallationError(
            f"countryinfo {countryinfo.__version__} is installed; "
            f"the countries packs are made from {COUNTRYINFO}.",
            "python -m tools.make",
            "pip install countryinfo==1.0.1",
        )
    everything = CountryInfo("france").all()  # any name opens the whole collection
    return [dict(everything[key]) for key in sorted(everything)]


def read_countries() -> dict[str, Country]:
    """Return the countries by name: one for each ISO code, borders made symmetric.

    A subregion is the finest division that is given, such as ``caribbean``. Borders with
    codes of no entry are left out.
    """
    by_code: dict[str, Country] = {}
    codes: dict[str, str] = {}  # of two and of three letters
    borders: list[Pair] = []
    for entry in _entries():
        code = entry.get("ISO", {}).get("alpha3") or ""
        subregion = entry.get("intermediateregion") or entry.get("subregion")
        if not code or code in HISTORICAL or not entry.get("region") or not subregion:
            continue
        country = Country(atom(entry["name"]), atom(subregion), atom(entry["region"]))
        codes[code] = codes[entry["ISO"]["alpha2"]] = code
        borders += [(code, other) for other in entry.get("borders") or ()]
        known = by_code.setdefault(code, country)
        if (len(country.name), country.name) < (len(known.name), known.name):
            by_code[code] = country
    for one, other in borders:
        if other in codes:
            here, there = by_code[one], by_code[codes[other]]
            here.neighbours.add(there.name)
            there.neighbours.add(here.name)
    return {country.name: country for country in by_code.values()}


def choose_split(countries: dict[str, Country]) -> Split:
    """Draw the test, validation and practice countries.

    Each keeps a neighbour in its own region that is not held out; that neighbour's subregion
    stays in every program, so every query about one of them has a proof.
    """
    held: list[str] = []
    for name in shuffled(sorted(countries), Random(SEED)):
        if len(held) < 2 * N_HELD_OUT + N_PRACTICE and all(
            any(
                near not in (*held, name) and countries[near].region == countries[one].region
                for near in countries[one].neighbours
            )
            for one in (*held, name)
        ):
            held.append(name)
    assert len(held) == 2 * N_HELD_OUT + N_PRACTICE, "too few countries keep a neighbour"
    test, valid = held[:N_HELD_OUT], held[N_HELD_OUT : 2 * N_HELD_OUT]
    practice = held[2 * N_HELD_OUT :]
    return Split(tuple(sorted(test)), tuple(sorted(valid)), tuple(sorted(practice)))


def facts_left(countries: dict[str, Country], split: Split, task: int) -> Knowledge:
    """Return the facts of S1, S2 or S3."""
    held = {*split.test, *split.valid, *(split.practice if task > 1 else ())}
    nearby = {near for name in held for near in countries[name].neighbours}
    located = {(country.subregion, country.region) for country in countries.values()}
    for country in countries.values():
        if country.name not in held and not (task == 3 and country.name in nearby):
            located.add((country.name, country.region))
        if country.name not in held or task == 1:
            located.add((country.name, country.subregion))
    return Knowledge(
        frozenset(located),
        {name: tuple(sorted(countries[name].neighbours)) for name in sorted(countries)},
    )


@cache
def _world() -> tuple[dict[str, Country], Split]:
    countries = read_countries()
    return countries, choose_split(countries)


def _goal(pair: Pair) -> str:
    return f"locatedIn({pair[0]}, {pair[1]})"


def _program(facts: Knowledge) -> list[str]:
    borders = [(one, other) for one, near in facts.neighbours.items() for other in near]
    return [
        *(f"neighborOf({one}, {other})." for one, other in sorted(borders)),
        "",
        *(f"{_goal(pair)}." for pair in sorted(facts.located)),
        "locatedIn(X, Z) :- locatedIn(X, Y), locatedIn(Y, Z).",
        "locatedIn(X, Z) :- neighborOf(X, Y), locatedIn(Y, Z).",
    ]


def make(folder: Path, task: int) -> None:
    """Write the pack countries_s1, countries_s2 or countries_s3."""
    countries, split = _world()
    facts = facts_left(countries, split, task)
    made = (
        f"Made by `python -m tools.make countries_s{task}` from the Python package countryinfo\n"
        f"{COUNTRYINFO}, Copyright (c) 2018 Porimol Chandro, MIT licence\n"
        "(LICENSE-countryinfo.txt). Do not edit.\n"
    )
    task_text = f"Countries S{task}"
    write(
        folder / "program.pl",
        f"{task_text}: which region is a country in?\n\n{made}\n{_REMOVED[task]}",
        _program(facts),
    )
    for name, held in (("valid", split.valid), ("test", split.test)):
        goals = [(country, countries[country].region) for country in held]
        costs = [min_inferences(facts, goal) for goal in goals]
        note = f"All {len(goals)} have a proof, of {_span(costs)} inferences at best."
        lines = [query(_goal(goal)) for goal in goals]
        write(folder / f"{name}.pl", f"{task_text}, {name} queries.\n\n{made}\n{note}", lines)
    _write_train(
        folder,
        f"{task_text}, training queries.\n\n{made}\n",
        facts,
        countries,
        split.practice if task > 1 else (),
    )
    _write_ranking(folder, f"{task_text}, ranking queries.\n\n{made}\n", split, countries)


def _span(costs: list[int | None]) -> str:
    known = [cost for cost in costs if cost is not None]
    assert len(known) == len(costs), "a query has no proof within the bound"
    return f"{min(known)}" if min(known) == max(known) else f"{min(known)} to {max(known)}"


def _write_train(
    folder: Path,
    comment: str,
    facts: Knowledge,
    countries: dict[str, Country],
    practice: tuple[str, ...],
) -> None:
    goals = sorted(pair for pair in facts.located if pair[0] in countries)
    costs = {goal: min_inferences(facts, goal, hidden=goal) for goal in goals}
    kept = [goal for goal in goals if costs[goal] is not None]
    stripped = [(name, countries[name].region) for name in practice]
    costs |= {goal: min_inferences(facts, goal) for goal in stripped}
    note = (
        "The facts about countries, each to be proved without itself. Of "
        f"{len(goals)}, these {len(kept)} have\na proof of at most {MAX_INFERENCES} "
        f"inferences ({_span([costs[goal] for goal in kept])} at best); "
        f"{len(goals) - len(kept)} are left out."
    )
    if stripped:
        note += (
            f"\nThen the regions of the {len(stripped)} practice countries "
            f"({_span([costs[goal] for goal in stripped])} inferences at best)."
        )
    goals = kept + stripped
    write(folder / "train.pl", comment + note, [query(_goal(goal)) for goal in goals])


def _write_ranking(folder: Path, comment: str, split: Split, countries: dict[str, Country]) -> None:
    regions = sorted({country.region for country in countries.values()})
    note = (
        "Each test country with each region. The label says what holds in the world: some of\n"
        "the false ones have proofs too, because neighbours may lie in other regions."
    )
    lines = [
        query(_goal((name, region)), countries[name].region == region)
        for name in split.test
        for region in regions
    ]
    write(folder / "ranking.pl", comment + note, lines)


_REMOVED = {
    1: "The regions of the test and validation countries are left out.",
    2: ("The regions and subregions of the test, validation and practice countries are left\nout."),
    3: (
        "The regions and subregions of the test, validation and practice countries are left\n"
        "out, and the regions of all their neighbours."
    ),
}


def maker(task: int) -> Callable[[Path], None]:
    """Return the function that writes the pack of one task."""
    return lambda folder: make(folder, task)
