"""Queries of hilbert: the most general formulas of random proofs (condensed detachment)."""

from itertools import count
from random import Random
from typing import Any

from tools.makers.text import shuffled

Term = Any
"""A formula: an int is a variable, a str an atom, a tuple has its functor first."""


def implies(*parts: Term) -> Term:
    """Return implications, the last part behind all others."""
    return parts[0] if len(parts) == 1 else ("->", parts[0], implies(*parts[1:]))


def axiom(name: str, fresh: "count[int]") -> Term:
    """Return an axiom with variables of its own."""
    a, b, c = (next(fresh) for _ in range(3))
    return {
        "k": implies(a, b, a),
        "s": implies(implies(a, b, c), implies(a, b), a, c),
        "pair": implies(a, b, ("and", a, b)),
        "first": implies(("and", a, b), a),
        "second": implies(("and", a, b), b),
        "unit": implies(a, "true"),
    }[name]


def walk(term: Term, bound: dict[int, Term]) -> Term:
    """Return a term with all bindings put in."""
    while isinstance(term, int) and term in bound:
        term = bound[term]
    if isinstance(term, tuple):
        return (term[0], *(walk(part, bound) for part in term[1:]))
    return term


def unify(one: Term, other: Term, bound: dict[int, Term]) -> bool:
    """Unify two terms with occurs check; ``bound`` gets the bindings."""
    one, other = walk(one, bound), walk(other, bound)
    if one == other:
        return True
    if isinstance(other, int) and not isinstance(one, int):
        one, other = other, one
    if isinstance(one, int):
        if one in variables(other):
            return False
        bound[one] = other
        return True
    if not isinstance(one, tuple) or not isinstance(other, tuple) or one[0] != other[0]:
        return False
    return all(unify(a, b, bound) for a, b in zip(one[1:], other[1:], strict=True))


def variables(term: Term) -> list[int]:
    """Return the variables of a term, from left to right."""
    if isinstance(term, int):
        return [term]
    parts = term[1:] if isinstance(term, tuple) else ()
    return [name for part in parts for name in variables(part)]


def detached(rng: Random, n_axioms: int, fresh: "count[int]") -> tuple[Term, str] | None:
    """Draw a proof with ``n_axioms`` axioms; return its formula and the proof, if it fits."""
    if n_axioms == 1:
        name = ("k", "s", "pair", "first", "second", "unit")[rng.randrange(6)]
        return axiom(name, fresh), name
    left = 1 + rng.randrange(n_axioms - 1)
    parts = detached(rng, left, fresh), detached(rng, n_axioms - left, fresh)
    if parts[0] is None or parts[1] is None:
        return None
    bound: dict[int, Term] = {}
    conclusion = next(fresh)
    if not unify(parts[0][0], implies(parts[1][0], conclusion), bound):
        return None
    return walk(conclusion, bound), f"mp({parts[0][1]}, {parts[1][1]})"


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw a proof by 2 to 4 axioms, or by 5 to 7, and an instance of its formula."""
    found = detached(rng, 5 + rng.randrange(3) if larger else 2 + rng.randrange(3), count())
    if found is None:
        return None
    formula, proof = found
    names = list(dict.fromkeys(variables(formula)))
    atoms = dict(zip(names, shuffled("pqrtuvw", rng), strict=False))
    said = text(walk(formula, dict(atoms))) if len(atoms) == len(names) else ""
    return (f"proof(({said}), _)", proof) if 0 < len(said) <= 150 else None


def text(term: Term) -> str:
    """Return a formula as Prolog text."""
    if not isinstance(term, tuple):
        return str(term)
    if term[0] == "and":
        return f"and({', '.join(inner(part) for part in term[1:])})"
    left = (
        f"({text(term[1])})" if isinstance(term[1], tuple) and term[1][0] == "->" else text(term[1])
    )
    return f"{left} -> {text(term[2])}"


def inner(term: Term) -> str:
    """Return a formula as an argument, in brackets where it is an implication."""
    return f"({text(term)})" if isinstance(term, tuple) and term[0] == "->" else text(term)
