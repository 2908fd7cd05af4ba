"""Queries of miu: a random string, and what some random steps make of it."""

from random import Random

LONGEST = 16


def steps(one: str) -> list[tuple[str, str]]:
    """Return the rules that apply to a string, and what they give."""
    found = [("add", one + "u")] if one.endswith("i") else []
    if one.startswith("m"):
        found.append(("double", "m" + 2 * one[1:]))
    for rule, old, new in (("fuse", "iii", "u"), ("drop", "uu", "")):
        places = [i for i in range(len(one)) if one.startswith(old, i)]
        found += [(rule, one[:i] + new + one[i + len(old) :]) for i in places]
    return found


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw m and 2 to 7 letters and 1 to 3 steps, or 4 to 6; no string comes up twice."""
    one = "m" + "".join("iiu"[rng.randrange(3)] for _ in range(2 + rng.randrange(6)))
    seen, rules = [one], []
    for _ in range(4 + rng.randrange(3) if larger else 1 + rng.randrange(3)):
        options = [(rule, near) for rule, near in steps(seen[-1]) if near not in seen]
        options = [option for option in options if len(option[1]) <= LONGEST]
        if not options:
            return None
        rule, near = options[rng.randrange(len(options))]
        seen.append(near)
        rules.append(rule)
    strings = [f"[{', '.join(string)}]" for string in (one, seen[-1])]
    return f"derives({strings[0]}, {strings[1]}, _)", f"[{', '.join(rules)}]"
