"""Files of proofs: ``prove --save``, with a goal or ``--goals``, and ``symbolic-rl verify``.

Each line is a record: the JSON of a proof (:mod:`symbolic_rl.proofs.proof`), and its program:

    {"program": {"files": {"p.pl": "4f0c..."}, "settings": {"occurs_check": true, ...}},
     "goal": "path(a, X)", "bindings": {"X": "b"}, "inferences": 3, "lines": [...]}

A goal without a proof has only ``program`` and ``goal``. Records of ``--goals`` have ``choices``
instead of ``lines`` (building a tree takes longer than an easy search): each is the ordinal of a
candidate or, on a later page, ``[offset, ordinal]``. They also have ``search``, on how the search
went; all proofs have its ``limits``, since a candidate that was lost to the limit on sub-proofs has
no place. :func:`verify_file` has SWI-Prolog derive all but ``search`` again.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from math import inf
from pathlib import Path
from reprlib import Repr
from typing import Any

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import ConfigError, EngineError, Interrupted, ProofError, StackError
from symbolic_rl.base.files import write_text, writing
from symbolic_rl.derivations.proof_frames import BY_PLACE
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import Pack
from symbolic_rl.program.program import Program, Query
from symbolic_rl.proofs.proof import Proof, verify, verify_one
from symbolic_rl.search.base import MOST_SUBPROOF_INFERENCES, Limits
from symbolic_rl.search.opened import pack_of

Record = dict[str, Any]

_SETTINGS = ("occurs_check", "cut")
_NO_CLAUSE = ("builtin", "not", "once", "action")
_OF_CONTENT = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
_NO_DERIVATION = "there is no such derivation"
_ELSE = "name another file."

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = 80
_brief = _SHORT.repr


def about(pack: Pack, config: EnvConfig) -> Record:
    """Return the ``program`` field of records: hashes of files, and settings."""
    names = {file: file.name for file in pack.program}
    names |= {
        file: os.path.relpath(file, pack.program[0].parent) for file in pack.sources[len(names) :]
    }
    files = {name: hashlib.sha256(file.read_bytes()).hexdigest() for file, name in names.items()}
    settings = {name: getattr(config, name) for name in _SETTINGS}
    return {"files": files, "settings": settings | ({"kind": "mdp"} if config.is_mdp else {})}


def save(
    file: Path,
    program: str | Path,
    goal: str,
    proofs: Sequence[Proof],
    limits: Limits | None = None,
) -> None:
    """Write the proofs of a goal as typed; without any, a record without a proof.

    ``program`` is the name of the program, or a run. ConfigError: the file cannot be written.
    """
    # SWI-Prolog cannot derive again how a search found a proof.
    plain = [replace(one, found_by="", found_after=0, lemmas={}).as_json() for one in proofs]
    known = about(*pack_of(program))
    search = {"search": {"limits": asdict(limits or Limits())}} if plain else {}
    records = plain or [{"goal": goal}]
    lines = [json.dumps({"program": known, **record, **search}) for record in records]
    with writing(file, "name a file in an existing, writable folder."):
        write_text(file, "".join(f"{line}\n" for line in lines))


def verify_file(file: Path, program: str | Path) -> list[Proof]:
    """Have SWI-Prolog derive all proofs of a file again.

    >>> from symbolic_rl.proofs.prove import prove
    >>> from tempfile import mkdtemp
    >>> program = Path(mkdtemp(), "p.pl")
    >>> saved = program.with_name("proof.jsonl")
    >>> _ = program.write_text("p(X) :- q(X). q(a). q(b).")
    >>> save(saved, program, "p(b)", list(prove(program, "p(b)")))
    >>> [proof.inferences for proof in verify_file(saved, program)]
    [3]

    ProofError: the file has no records, is about another program, or differs from what SWI-Prolog
    derives. PackError: there is no such program.
    """
    try:
        records = read_records(file.read_bytes(), file)
    except OSError as error:
        raise ProofError(f"cannot read the proofs: {error}.", str(file), _ELSE) from error
    if not records:
        raise other_content(file)
    pack, config = pack_of(program)
    known = about(pack, config)
    for record in records:
        expect_program(record, known, file)
    proved = [record for record in records if record.keys() - {"program", "goal", "search"}]
    if not proved:
        return []
    # Proofs never use what is left out of a program.
    config = replace(config, hide_query=False, strict=False)
    goals = {f"goal {i}": str(record["goal"]) for i, record in enumerate(proved)}
    queries = Program(pack.program, {}, goals=goals, config=config)
    engines = dict[int, PrologEngine]()
    found = []
    for query, record in zip(queries.queries, proved, strict=True):
        limited = _limited(config, record, file)
        most = limited.max_subproof_inferences
        if most not in engines:
            engines[most] = PrologEngine(queries, limited, answers=True)
        found.append(_derived(engines[most], query, record, file))
    return found


def _limited(config: EnvConfig, record: Record, file: Path) -> EnvConfig:
    """Return the settings with the limit on sub-proofs of the search that found a proof."""
    most = MOST_SUBPROOF_INFERENCES
    try:
        if "limits" in record.get("search", {}):
            limits = Limits(**record["search"]["limits"])
            most = min(most, limits.subproof_inferences(config.max_subproof_inferences))
        return replace(config, max_subproof_inferences=most)
    except (ConfigError, *_OF_CONTENT) as error:
        raise other_content(file) from error


def _derived(engine: PrologEngine, query: Query, record: Record, file: Path) -> Proof:
    """Have SWI-Prolog derive a proof again, and compare it with the record."""
    claimed = {name: value for name, value in record.items() if name not in ("program", "search")}
    if record.get("lines", ()) is None:
        raise _refused(record, f"it has no steps: {_brief(record.get('missing'))}", file)
    try:
        if "lines" in record:
            proof = verify(engine, query, _places(record["lines"]))
            derived = proof.as_json()
        else:
            proof = verify_one(engine, query, _choices(record["choices"]))
            derived = {**proof.as_json(), "choices": record["choices"]}
            del derived["lines"]
    except (Interrupted, StackError):
        raise
    except EngineError as error:
        raise _refused(record, _NO_DERIVATION, file) from error
    except _OF_CONTENT as error:
        raise _refused(record, f"{_NO_DERIVATION} ({_brief(error)})", file) from error
    if difference := next(_differences(claimed, derived), ""):
        raise _refused(record, difference, file)
    return proof


def _places(lines: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return the choices of a tree: leftmost goals are resolved first, so they are in pre-order."""
    places, deepest = [], inf
    for line in lines:
        if line["depth"] > deepest:  # below a first proof, which is not a step
            continue
        deepest = line["depth"] if line["kind"] == "once" else inf
        if line["kind"] not in _NO_CLAUSE:
            places.append([line["candidate"], BY_PLACE])
    return _choices(places)


def _choices(steps: Sequence[Any]) -> list[tuple[int, int]]:
    """Return the choices of a record, or raise ValueError: an entry is not a choice."""
    pairs = [tuple(step) if isinstance(step, list) else (0, step) for step in steps]
    if not all(
        len(pair) == 2 and all(type(n) is int and 0 <= n <= BY_PLACE for n in pair)
        for pair in pairs
    ):
        raise ValueError("a candidate is not a place")
    return pairs


def read_records(content: bytes, file: Path) -> list[Record]:
    """Return the records of a file, or raise ProofError: it has other content."""
    try:
        records = [json.loads(line) for line in content.splitlines()]
        if all({"program", "goal"} <= record.keys() for record in records):
            return records
    except (ValueError, RecursionError, AttributeError):
        pass
    raise other_content(file)


def expect_program(record: Record, known: Record, file: Path) -> None:
    """Refuse a record of a program other than ``known`` (:func:`about`), by a ProofError."""
    if difference := next(_differences(record["program"], known), ""):
        what = f"these are proofs of another program, or with other settings: {difference}."
        raise ProofError(what, str(file), "name the program that they were made with, unchanged.")


def _differences(saved: Any, derived: Any, path: str = "") -> Iterator[str]:
    """Yield descriptions of the differences of two JSON values."""
    if type(saved) is not type(derived):
        yield f"{path}: {_brief(saved)} is not {_brief(derived)}"
    elif isinstance(derived, dict):
        if saved.keys() != derived.keys():
            yield f"{path}: keys {sorted(saved.keys() ^ derived.keys())}".lstrip(": ")
            return
        for key in derived:
            yield from _differences(saved[key], derived[key], f"{path}.{key}".lstrip("."))
    elif isinstance(derived, list):
        if len(saved) != len(derived):
            yield f"{path}: {len(saved)} entries, not {len(derived)}"
        for i, (one, other) in enumerate(zip(saved, derived, strict=False)):
            yield from _differences(one, other, f"{path}[{i}]")
    elif saved != derived:
        yield f"{path}: {_brief(saved)} is not {_brief(derived)}"


def _refused(record: Record, what: str, file: Path) -> ProofError:
    what = f"the proof of {_brief(record['goal'])} is refused: {what}."
    return ProofError(what, str(file), "prove the goal again with this program.")


def other_content(file: Path) -> ProofError:
    """Return the error for a file without records."""
    what = "it contains something other than proofs that `symbolic-rl prove --save` has written."
    return ProofError(what, str(file), _ELSE)
