"""Queries of doctor: conclusions of a drawn case, with the greatest sum of certainties."""

import re
from functools import cache
from pathlib import Path
from random import Random

RULE = re.compile(r"^rule\((\w+), if (.*) then (\w+) with (\d+)\)\.$", re.MULTILINE)
TEXT = (Path(__file__).resolve().parent / "program.pl").read_text()
RULES = [
    (name, conditions.split(" and "), finding, int(strength))
    for name, conditions, finding, strength in RULE.findall(TEXT)
]
CAUSES = tuple(re.findall(r"^cause\((\w+)\)", TEXT, re.MULTILINE))
CONCLUDED = {finding for _, _, finding, _ in RULES}
OBSERVABLE = tuple(
    sorted(
        {
            condition
            for _, conditions, _, _ in RULES
            for condition in conditions
            if condition not in CONCLUDED and "(" not in condition
        }
    )
)
Case = tuple[tuple[str, int], ...]


@cache
def best(finding: str, case: Case) -> tuple[int, str] | None:
    """Return the greatest certainty of a finding with its explanation; None if there is none."""
    if finding.startswith("no("):
        held = best(finding[3:-1], case)
        return None if held and held[0] >= 50 else (100, finding)
    if finding not in CONCLUDED:
        seen = dict(case).get(finding)
        return None if seen is None else (seen, "seen")
    found = []
    for name, conditions, conclusion, strength in RULES:
        if conclusion != finding:
            continue
        parts = [best(condition, case) for condition in conditions]
        known = [part for part in parts if part]
        if len(known) < len(parts):
            continue
        certainty = min(part[0] for part in known) * strength // 100
        if certainty >= (20 if finding in CAUSES else 10):
            hows = " and ".join(part[1] for part in known)
            found.append((certainty, f"by({name}, {hows})"))
    return max(found, key=lambda one: one[0], default=None)


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw a case, and 1 to 3 conclusions of it, or 4 or 5."""
    n_conclusions = 4 + rng.randrange(2) if larger else 1 + rng.randrange(3)
    n_seen = 12 + rng.randrange(5)
    seen: dict[str, int] = {}
    while len(seen) < n_seen:
        seen[OBSERVABLE[rng.randrange(len(OBSERVABLE))]] = 40 + 10 * rng.randrange(7)
    case = tuple(seen.items())
    conclusions: dict[str, tuple[int, str]] = {}
    for _ in range(40):
        cause = CAUSES[rng.randrange(len(CAUSES))]
        found = best(cause, case)
        if found and len(conclusions) < n_conclusions:
            conclusions.setdefault(cause, found)
    if len(conclusions) < n_conclusions:
        return None
    observed = ", ".join(f"{name}-{certainty}" for name, certainty in case)
    least = sum(certainty for certainty, _ in conclusions.values())
    answer = ", ".join(how for _, how in conclusions.values())
    return f"diagnose([{', '.join(conclusions)}], [{observed}], {least}, _)", f"[{answer}]"
