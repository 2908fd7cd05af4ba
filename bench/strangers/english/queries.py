"""Queries of english: sentences of the grammar, by number of words."""

from random import Random

NOUNS = {"singular": ("dog", "sailor", "hill"), "plural": ("dogs", "sailors", "hills")}
DETERMINERS = {"singular": ("the", "a"), "plural": ("the", "some")}
VERBS = {
    "transitive": {"singular": ("sees", "follows"), "plural": ("see", "follow")},
    "intransitive": {"singular": ("sleeps",), "plural": ("sleep",)},
    "clausal": {"singular": ("knows",), "plural": ("know",)},
}
STEMS = {"sees": "see", "follows": "follow", "sleeps": "sleep", "knows": "know"}
STEMS |= {plural: one for one, plural in zip(NOUNS["singular"], NOUNS["plural"], strict=True)}

Part = tuple[str, list[str]]
"""A tree and its words."""


def pick(rng: Random, words: tuple[str, ...]) -> str:
    """Draw a word."""
    return words[rng.randrange(len(words))]


def sentence(rng: Random, depth: int) -> Part:
    """Draw a sentence."""
    if depth > 1 and rng.randrange(5) == 0:
        (one, first), (other, last) = sentence(rng, depth - 2), sentence(rng, depth - 2)
        joined = pick(rng, ("and", "but"))
        return f"s({one}, {joined}, {other})", [*first, joined, *last]
    number = pick(rng, ("singular", "plural"))
    (np, subject), (vp, rest) = noun_phrase(rng, number, depth), verb_phrase(rng, number, depth)
    return f"s({np}, {vp})", subject + rest


def noun_phrase(rng: Random, number: str, depth: int) -> Part:
    """Draw a noun phrase."""
    kind = rng.randrange(7) if depth > 0 else 2
    if kind < 2:
        np, words = noun_phrase(rng, number, depth - 1)
        if kind:
            pp, more = prepositional(rng, depth - 1)
            return f"np({np}, {pp})", words + more
        vp, more = verb_phrase(rng, number, depth - 1)
        return f"np({np}, that, {vp})", [*words, "that", *more]
    if number == "singular" and rng.randrange(4) == 0:
        name = pick(rng, ("ada", "kurt"))
        return f"name({name})", [name]
    determiner, noun = pick(rng, DETERMINERS[number]), pick(rng, NOUNS[number])
    tree, words = f"n({STEMS.get(noun, noun)})", [noun]
    while rng.randrange(4) == 0 and len(words) < 3:
        adjective = pick(rng, ("old", "tall", "quiet"))
        tree, words = f"n({adjective}, {tree})", [adjective, *words]
    return f"np({determiner}, {tree})", [determiner, *words]


def verb_phrase(rng: Random, number: str, depth: int) -> Part:
    """Draw a verb phrase."""
    kind = rng.randrange(6) if depth > 0 else rng.randrange(2)
    if kind == 2:
        vp, words = verb_phrase(rng, number, depth - 1)
        pp, more = prepositional(rng, depth - 1)
        return f"vp({vp}, {pp})", words + more
    name = ("intransitive", "transitive", "", "clausal", "transitive", "intransitive")[kind]
    verb = pick(rng, VERBS[name][number])
    stem = STEMS.get(verb, verb)
    if name == "intransitive":
        return f"vp({stem})", [verb]
    if name == "clausal":
        tree, words = sentence(rng, depth - 1)
        return f"vp({stem}, that, {tree})", [verb, "that", *words]
    tree, words = noun_phrase(rng, pick(rng, ("singular", "plural")), depth - 1)
    return f"vp({stem}, {tree})", [verb, *words]


def prepositional(rng: Random, depth: int) -> Part:
    """Draw a preposition and a noun phrase."""
    preposition = pick(rng, ("with", "on"))
    np, words = noun_phrase(rng, pick(rng, ("singular", "plural")), depth)
    return f"pp({preposition}, {np})", [preposition, *words]


def draw(rng: Random, larger: bool) -> tuple[str, str] | None:
    """Draw a sentence of 2 to 8 words, or of 10 to 14; None for another length."""
    tree, words = sentence(rng, 4 if larger else 2)
    if not (10 <= len(words) <= 14 if larger else 2 <= len(words) <= 8):
        return None
    return f"sentence(_, [{', '.join(words)}], [])", tree
