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
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import Diagnostic, ProgramError
from symbolic_rl.base.files import write_text
from symbolic_rl.bridge.swipl import Crossing
from symbolic_rl.bridge.tokens import digits_of, numbers_of
from symbolic_rl.derivations.proof_frames import BY_PLACE, derivation_codes, places
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.clauses import FIRST_CLAUSE, Clause
from symbolic_rl.program.pack import Pack
from symbolic_rl.program.program import Program, Query, read_texts
from symbolic_rl.search.base import Derivation, Limits, Space

_PROOF = re.compile(r"\s*%.*\bby clauses((?: \d{1,9})+)\s*")
_MOST_SEARCHED = 20_000  # inferences of the search for a proof that no comment names
_SYMBOL = re.compile(r"\w+|'(?:[^'\\]|\\.)*'")
_MOST_MINED = 500  # proofs that lemmas are taken from
_TRIED = 3  # lemmas that are looked at for each that is wanted
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
    mine = {x.predicate for x in program.clauses.origins if x.kind != "library" and x.file != where}
    fix = "remove it: a lemma is about a predicate that the program defines."
    faults += [
        Diagnostic("error", where, one.line, 0, f"the program does not define {one.predicate}", fix)
        for one in found
        if one.predicate not in mine and one not in rules
    ]
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
    choices = places(answer.choices, answer.n_lost)
    codes = derivation_codes(engine.number, query, choices)
    reply = Crossing("lemmas", "expanded")(codes)
    if not reply.size:
        return None
    end = 2 + int(numbers_of(reply[:2])[0])
    key, numbers = reply[2:end].astype(np.int32).tobytes(), numbers_of(reply[end:])
    end = 1 + int(numbers[0])
    steps = tuple((place, BY_PLACE) for place in numbers[end:].tolist())
    used = tuple((numbers[1:end] - lemmas_of(engine.program)[0].id + 1).tolist())
    return replace(answer, choices=steps, key=key, n_lost=0, lemmas=used)


def mined(
    engine: PrologEngine,
    pack: Pack,
    config: EnvConfig,
    proofs: Iterable[tuple[Query, Sequence[tuple[int, int]]]],
    most: int,
) -> str:
    """Return a file of lemmas derived within proofs; empty without a lemma.

    A lemma is the most general goal that a part of a proof proves. Its utility is the number of
    times that it is proved, times the inferences that it saves, minus its size.

    Args:
        engine: the engine that found the proofs.
        pack: the program and its queries; a lemma that answers a query of another split than those
            of training is left out.
        config: settings of the program.
        proofs: queries and the choices of their derivations, of which some are looked at.
        most: lemmas at most, by greatest utility.
    """
    chosen = list(proofs)
    chosen = chosen[:: -(-len(chosen) // _MOST_MINED) or 1]
    times, shortest = Counter[str](), dict[str, list[int]]()
    for query, choices in chosen:
        codes = derivation_codes(engine.number, query, choices)
        for text, n, ids in read_texts(Crossing("lemmas", "closed_goals")(codes), 3):
            clauses = [int(one) for one in ids.split()]
            if engine.program.clauses[clauses[0] - FIRST_CLAUSE].kind == "library":
                continue  # a fact more of a library's predicate would be one of the program's own
            times[text] += int(n)
            shortest[text] = min(shortest.get(text, clauses), clauses, key=len)
    utility = {
        text: n * (len(shortest[text]) - 1) - len(_SYMBOL.findall(text))
        for text, n in times.items()
        if n > 1
    }
    ranked = sorted(filter(utility.__getitem__, utility), key=lambda text: (-utility[text], text))
    ranked = [text for text in ranked if utility[text] > 0][: _TRIED * most]
    while ranked:
        content = written(pack.name, [(text, times[text], shortest[text]) for text in ranked])
        kept = _useful(content, pack, config)[:most]
        if len(kept) == len(ranked):
            return content
        ranked = [ranked[i] for i in kept]
    return ""


def written(name: str, lemmas: Iterable[tuple[str, int, Sequence[int]]]) -> str:
    """Return a file of lemmas: text, number of proofs and clauses of a proof of each."""
    lines = [f"% Facts that follow from the clauses of {name}; prove --lemmas FILE uses them."]
    for number, (text, n, ids) in enumerate(lemmas, 1):
        saving = f"proved {n:,} times, saves {len(ids) - 1:,} of {len(ids):,} inferences"
        clauses = " ".join(str(one - FIRST_CLAUSE + 1) for one in ids)
        lines += ["", f"% lemma {number}: {saving}; by clauses {clauses}", f"{text}."]
    return "\n".join([*lines, ""])


def _useful(content: str, pack: Pack, config: EnvConfig) -> list[int]:
    """Return the indices of the lemmas of a file that are proved, and that no other includes."""
    with TemporaryDirectory(prefix="symbolic_rl_") as folder:
        file = Path(folder, "lemmas.pl")
        write_text(file, content)
        queries = {split: [path] for split, path in pack.queries.items()}
        program = Program(pack.program, queries, config=config, lemmas=file)
        engine, lemmas = PrologEngine(program, config), lemmas_of(program)
        refused = _refused(engine, _named_proofs(program, lemmas))
    ids = [one.id for one in lemmas if one.id not in refused]
    asked = np.concatenate([digits_of([engine.number]), digits_of(ids)])
    useful = set(numbers_of(Crossing("lemmas", "useful_lemmas")(asked)).tolist())
    return [i for i, one in enumerate(lemmas) if one.id in useful]


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
    asked = np.concatenate([digits_of([engine.number]), digits_of(lemmas)])
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
            used = numbers_of(Crossing("lemmas", "used_clauses")(codes)) - FIRST_CLAUSE
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
    parts = [digits_of([engine.number])]
    for lemma, ids in proofs.items():
        parts += [digits_of([lemma, len(ids)]), digits_of(ids)]
    reply = Crossing("lemmas", "prove_lemmas")(np.concatenate(parts))
    each = reply.reshape(-1, 3)
    return dict(zip(numbers_of(each[:, :2].ravel()).tolist(), each[:, 2].tolist(), strict=True))
