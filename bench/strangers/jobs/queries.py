"""Queries of jobs: an order is drawn first, then jobs that it is good for."""

from random import Random

from tools.makers.text import shuffled


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw 3 to 5 jobs, or 7 to 9, with some slack before each is due."""
    n_jobs = 7 + rng.randrange(3) if larger else 3 + rng.randrange(3)
    order = shuffled("abcdefghi"[:n_jobs], rng)
    now, supply = 0, 1 + rng.randrange(4)
    left, jobs = supply, []
    for place, name in enumerate(order):
        duration = 1 + rng.randrange(5)
        now += duration
        use = min(rng.randrange(6) - 2, left)
        left -= use
        before = shuffled(order[:place], rng)[: rng.randrange(3) if place else 0]
        due = now + rng.randrange(2 * n_jobs)
        needs = ", ".join(sorted(before))
        jobs.append(f"job({name}, {duration}, {due}, [{needs}], {use})")
    goal = f"schedule([{', '.join(shuffled(jobs, rng))}], {supply}, _)"
    return goal, f"[{', '.join(order)}]"
