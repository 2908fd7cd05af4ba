"""Files of proofs: ``prove --save``, for a goal or with ``--goals``, and ``symbolic-rl verify``.

Each line is a record: the JSON of a proof (:mod:`symbolic_rl.proofs.proof`), and its program:

    {"program": {"files": {"p.pl": "4f0c..."}, "settings": {"occurs_check": true, ...}},
     "goal": "path(a, X)", "bindings": {"X": "b"}, "inferences": 3, "lines": [...]}

A goal without a proof has ``program`` and ``goal`` only. Records of ``--goals`` have ``choices`` in
the place of ``lines`` (a tree takes longer to derive than an easy search), each the place of a
candidate or, on a later page, ``[offset, place]``; and ``search``, which says how the search went.
All but ``search`` must be what SWI-Prolog derives again from the program: :func:`verify_file`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import inf
from pathlib import Path
from reprlib import Repr
from typing import Any

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError, Interrupted, ProofError
from symbolic_rl.base.files import write_text
from symbolic_rl.derivations.proof_frames import BY_PLACE
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import Pack
from symbolic_rl.program.program import Program, Query
from symbolic_rl.proofs.proof import Proof, verify, verify_one
from symbolic_rl.search.base import MOST_SUBPROOF_INFERENCES
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
    """Return what a record says of its program: hashes of its files, and the settings."""
    files = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in pack.program}
    settings = {name: getattr(config, name) for name in _SETTINGS}
    return {"files": files, "settings": settings | ({"kind": "mdp"} if config.is_mdp else {})}


def save(file: Path, program: str | Path, goal: str, proofs: Sequence[Proof]) -> None:
    """Write the proofs of a goal.

    Args:
        file: the file to be written.
        program: the program as the user named it; or a run.
        goal: as the user wrote it.
        proofs: the proofs; none is a record of its own.

    Raises:
        ProofError: the file cannot be written.
    """
    # which search has found a proof cannot be derived again
    plain = [replace(proof, found_by="", found_after=0).as_json() for proof in proofs]
    known = about(*pack_of(program))
    lines = [json.dumps({"program": known, **proof}) for proof in plain or [{"goal": goal}]]
    try:
        write_text(file, "".join(f"{line}\n" for line in lines))
    except OSError as error:
        fix = "name a file in a folder that is there and can be written to."
        raise ProofError(f"cannot write the proof: {error}.", str(file), fix) from error


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

    Args:
        file: the records.
        program: the program of the proofs: a Prolog file, a folder, a pack or a run.

    Raises:
        ProofError: the file holds no records, is about another program, or claims something else
            than what SWI-Prolog derives.
        PackError: there is no such program.
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
    # No proof has what is left out; and what a search did within its limit must be within this one.
    config = replace(
        config, hide_query=False, strict=False, max_subproof_inferences=MOST_SUBPROOF_INFERENCES
    )
    goals = {f"goal {i}": str(record["goal"]) for i, record in enumerate(proved)}
    queries = Program(pack.program, {}, goals=goals, config=config)
    engine = PrologEngine(queries, config, answers=True)
    return [
        _derived(engine, query, record, file)
        for query, record in zip(queries.queries, proved, strict=True)
    ]


def _derived(engine: PrologEngine, query: Query, record: Record, file: Path) -> Proof:
    """Have SWI-Prolog derive a proof again, and compare it with what the record claims."""
    claimed = {name: value for name, value in record.items() if name not in ("program", "search")}
    try:
        if "lines" in record:
            proof = verify(engine, query, _places(record["lines"]))
            derived = proof.as_json()
        else:
            proof = verify_one(engine, query, _choices(record["choices"]))
            derived = {**proof.as_json(), "choices": record["choices"]}
            del derived["lines"]
    except Interrupted:
        raise
    except EngineError as error:
        raise _refused(record, _NO_DERIVATION, file) from error
    except _OF_CONTENT as error:
        raise _refused(record, f"{_NO_DERIVATION} ({_brief(error)})", file) from error
    if difference := next(_differences(claimed, derived), ""):
        raise _refused(record, difference, file)
    return proof


def _places(lines: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return the choices of a tree; the leftmost goal comes first, so they are in pre-order."""
    places, deepest = [], inf
    for line in lines:
        if line["depth"] > deepest:  # below a first proof, which is no step
            continue
        deepest = line["depth"] if line["kind"] == "once" else inf
        if line["kind"] not in _NO_CLAUSE:
            places.append([line["candidate"], BY_PLACE])
    return _choices(places)


def _choices(steps: Sequence[Any]) -> list[tuple[int, int]]:
    """Return the choices of a record.

    Raises:
        ValueError: one of them is none.
    """
    pairs = [tuple(step) if isinstance(step, list) else (0, step) for step in steps]
    if not all(
        len(pair) == 2 and all(type(n) is int and 0 <= n <= BY_PLACE for n in pair)
        for pair in pairs
    ):
        raise ValueError("a candidate is not a place")
    return pairs


def read_records(content: bytes, file: Path) -> list[Record]:
    """Return the records of a file.

    Raises:
        ProofError: it has other content.
    """
    try:
        records = [json.loads(line) for line in content.splitlines()]
        if all({"program", "goal"} <= record.keys() for record in records):
            return records
    except (ValueError, RecursionError, AttributeError):
        pass
    raise other_content(file)


def expect_program(record: Record, known: Record, file: Path) -> None:
    """Refuse a record of another program than the one of which :func:`about` says ``known``.

    Raises:
        ProofError: names the first file or setting that differs.
    """
    if difference := next(_differences(record["program"], known), ""):
        what = f"these are proofs of another program, or with other settings: {difference}."
        raise ProofError(what, str(file), "name the program that they are about, as it was then.")


def _differences(saved: Any, derived: Any, path: str = "") -> Iterator[str]:
    """Yield the places where two values of JSON differ, as text."""
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
    """Return the error for a file that holds no records."""
    what = "it has other content than proofs that `symbolic-rl prove --save` has written."
    return ProofError(what, str(file), _ELSE)
