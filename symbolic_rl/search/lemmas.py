"""Lemmas of a program: facts that follow from it, read from a file, proved, and written out.

A file of lemmas is an ordinary Prolog file of facts. The program is loaded with these behind its
own clauses, so every search follows them as it follows clauses. A comment in front of a lemma may
say how it is proved, by the numbers of clauses of the program, in the order of a derivation:

    % lemma 1: by clauses 4 3 3
    times(s(s(0)), 0, 0).

SWI-Prolog makes that derivation again (``prolog/search/lemmas.pl``). A lemma without such a
comment, or with a wrong one, is searched for, as a goal with constants in the place of its
variables. A lemma that is not proved is refused.

Answers of searches are written out (:func:`expanded`, called by
:class:`symbolic_rl.search.scheduler.AnswerIterator` alone): in a
:class:`symbolic_rl.search.base.Derivation`, no step uses a lemma.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import IntArray, TokenArray
from symbolic_rl.derivations.proof_frames import BY_PLACE, derivation_codes
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.clauses import FIRST_CLAUSE, Clause
from symbolic_rl.program.program import Program, Query, read_texts
from symbolic_rl.search.base import Derivation, Limits, Space

_PROOF = re.compile(r"\s*%.*\bby clauses((?: \d{1,9})+)\s*")
_MOST_SEARCHED = 20_000  # inferences of the search for a proof that no comment names
_NO_PROOF = 1
_REFUSALS = {
    _NO_PROOF: (
        "the program does not prove it",
        "remove it; if a long proof does, name that in front: % by clauses 4 3 3",
    ),
    2: (
        "its proof calls builtins or commits, and the program has cuts, negations or conditions, "
        "in which it need not hold",
        "remove it.",
    ),
    3: (
        "the program makes goals or collects proofs (call/N, findall/3), and a lemma would be one "
        "more proof",
        "leave --lemmas out.",
    ),
}
"""Reasons, with their cure, by their codes in ``prolog/search/lemmas.pl``."""


def lemmas_of(program: Program) -> Sequence[Clause]:
    """Return the clauses of the program's file of lemmas, in order; none without one."""
    if program.lemmas is None:
        return []
    own = np.flatnonzero([origin.file == str(program.lemmas) for origin in program.clauses.origins])
    places = np.flatnonzero(np.isin(program.clauses.origin, own))
    return [program.clauses[int(i)] for i in places]


def prove_lemmas(engine: PrologEngine, config: EnvConfig) -> None:
    """Have SWI-Prolog prove the lemmas that a program is loaded with.

    Raises:
        ProgramError: names each lemma that is not proved.
    """
    program = engine.program
    if program.lemmas is None:
        return
    found, where = lemmas_of(program), str(program.lemmas)
    notes = [note for note in program.notes if note.file == where]
    faults = [note for note in notes if note.severity in ("error", "skipped", "ignored")]
    rules = [one for one in found if one.n_goals or one.kind != "user"]
    fix = "write a fact, without conditions."
    faults += [Diagnostic("error", where, one.line, 0, "this is no fact", fix) for one in rules]
    if not found and not faults:
        faults = [Diagnostic("error", where, 0, 0, "the file has no lemma", "leave it out.")]
    if not faults:
        left = _refused(engine, _named_proofs(program, found))
        own = {one.id: one.predicate for one in found}
        defined = {one.predicate for one in program.clauses.origins if one.file != where}
        is_open = [lemma for lemma, why in left.items() if why == _NO_PROOF]
        unproved = [lemma for lemma in is_open if own[lemma] in defined]
        proofs = _searched(engine, config, unproved) if unproved else {}
        left = {lemma: why for lemma, why in left.items() if lemma not in proofs}
        left |= _refused(engine, proofs)
        faults = [
            Diagnostic("error", where, one.line, 0, f"lemma {number}: {what}", fix)
            for number, one in enumerate(found, 1)
            if one.id in left
            for what, fix in [_REFUSALS[left[one.id]]]
        ]
    if faults:
        n = f"{len(faults):,} mistake{'s' * (len(faults) > 1)} in the file of lemmas"
        raise ProgramError(n, where, diagnostics=faults)


def expanded(engine: PrologEngine, query: Query, answer: Derivation) -> Derivation | None:
    """Return a derivation without lemmas; None if there is none with the clauses that prove them.

    Args:
        engine: the engine that found it.
        query: root of the derivation.
        answer: a derivation from there.
    """
    codes = derivation_codes(engine.number, query, answer.choices)
    numbers = _numbers(Crossing("lemmas", "expanded")(codes))
    if not numbers.size:
        return None
    end = 1 + int(numbers[0])
    choices = tuple((place, BY_PLACE) for place in numbers[end:].tolist())
    used = tuple((numbers[1:end] - lemmas_of(engine.program)[0].id + 1).tolist())
    return replace(answer, choices=choices, n_lost=0, lemmas=used)


def _named_proofs(program: Program, lemmas: Sequence[Clause]) -> dict[int, list[int]]:
    """Return the clauses that comments name, by the id of the lemma behind each comment.

    A lemma without one has no clauses.
    """
    assert program.lemmas is not None
    proofs: dict[int, list[int]] = {one.id: [] for one in lemmas}
    lines = [one.line for one in lemmas]
    n_own = lemmas[0].id - FIRST_CLAUSE  # the others are numbered as if there were no lemmas
    text = program.lemmas.read_text("utf-8", "replace")
    for number, line in enumerate(text.split("\n"), 1):
        match = _PROOF.fullmatch(line)
        at = bisect_left(lines, number)
        if match and at < len(lines):
            named = [int(one) - 1 for one in match[1].split()]
            ids = [FIRST_CLAUSE + one + len(lemmas) * (one >= n_own) for one in named]
            is_known = min(ids, default=0) >= FIRST_CLAUSE and max(ids) < program.n_clauses
            proofs[lemmas[at].id] = ids if is_known else []
    return proofs


def _searched(
    engine: PrologEngine, config: EnvConfig, lemmas: Sequence[int]
) -> dict[int, list[int]]:
    """Search for proofs in the program without lemmas; return those found, as clauses."""
    from symbolic_rl.search import find_all  # which imports the scheduler, and so this module

    program = engine.program
    asked = np.concatenate([_digits([engine.number]), _digits(lemmas)])
    texts = [text for (text,) in read_texts(Crossing("lemmas", "lemma_goals")(asked), 1)]
    goals = {f"lemma {i}": text for i, text in enumerate(texts)}
    plain = Program(program.files[:-1], {}, goals=goals, config=config)
    searcher = PrologEngine(plain, config, answers=True)
    numbers = {place: i for i, place in enumerate(_places(program.clauses), FIRST_CLAUSE)}
    places = list(_places(plain.clauses))
    spaces = (Space(searcher, query) for query in plain.queries)
    found = find_all("unguided", spaces, limits=Limits(max_inferences=_MOST_SEARCHED))
    proofs = {}
    for lemma, query, result in zip(lemmas, plain.queries, found, strict=True):
        if result.answers:
            codes = derivation_codes(searcher.number, query, result.answers[0].choices)
            used = _numbers(Crossing("lemmas", "used_clauses")(codes)) - FIRST_CLAUSE
            # 0 for a clause that is not there, such as of a library predicate that lemmas define.
            proofs[lemma] = [numbers.get(places[i], 0) if i >= 0 else 0 for i in used.tolist()]
    return proofs


def _places(clauses: Iterable[Clause]) -> Iterator[tuple[str, str, str, int, int]]:
    """Yield for each clause where it is, and the number of clauses before it there."""
    met: Counter[tuple[str, str, str, int]] = Counter()
    for one in clauses:
        place = (one.predicate, one.kind, one.file, one.line)
        yield (*place, met[place])
        met[place] += 1


def _refused(engine: PrologEngine, proofs: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """Return the lemmas that these clauses do not prove, each with a key of ``_REFUSALS``."""
    parts = [_digits([engine.number])]
    for lemma, ids in proofs.items():
        parts += [_digits([lemma, len(ids)]), _digits(ids)]
    reply = Crossing("lemmas", "prove_lemmas")(np.concatenate(parts)).astype(np.int64)
    each = reply.reshape(-1, 3)
    lemmas = (each[:, 0] << 14 | each[:, 1]).tolist()
    return dict(zip(lemmas, each[:, 2].tolist(), strict=True))


def _digits(numbers: Sequence[int]) -> TokenArray:
    each = np.array(numbers, np.int32).reshape(-1, 1)
    return np.hstack([each >> 14, each & 0x3FFF]).astype(np.int32).ravel()


def _numbers(reply: TokenArray) -> IntArray:
    digits = reply.astype(np.int64).reshape(-1, 2)
    numbers: IntArray = digits[:, 0] << 14 | digits[:, 1]
    return numbers
