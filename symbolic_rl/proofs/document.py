"""Documents of proofs, to keep and to check: ``prove --save``, ``symbolic-rl replay``.

A document holds the goal, its answers, the proof of each, and hashes of the program. To check it,
SWI-Prolog repeats each derivation from the program alone, with the candidate that the document
names at each step. The document of what is derived must then equal the given one in every field.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import EngineError, ProofError, SymbolicError
from symbolic_rl.base.files import write_text
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.play.subgoals import BY_PLACE
from symbolic_rl.program.pack import Pack, load_pack, pack_of_run
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.proof import Proof, replay

FORMAT = "symbolic-rl proof 1"
_SETTINGS = ("occurs_check", "cut", "directives", "builtin_inferences", "negation_inferences")
_NO_CLAUSE = ("builtin", "not", "action")


def header(pack: Pack, config: EnvConfig) -> dict[str, Any]:
    """Return the part of a document that says what program it is about."""
    return {
        "format": FORMAT,
        "program": [
            {"file": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}
            for path in pack.program
        ],
        "settings": {name: getattr(config, name) for name in _SETTINGS}
        | ({"process": True} if config.process else {}),
    }


def document(pack: Pack, config: EnvConfig, goal: str, proofs: Sequence[Proof]) -> dict[str, Any]:
    """Make the document of answers to a goal.

    Args:
        pack: the program.
        config: the settings that the program was loaded with.
        goal: as the user wrote it.
        proofs: the answers.
    """
    content = {
        **header(pack, config),
        "goal": goal,
        # whoever derives a proof again does not know which of several searches found it
        "answers": [_portable(replace(one, found_by="").as_json(), pack) for one in proofs],
    }
    return {**content, "digest": digest(content)}


def digest(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a document without its digest."""
    rest = {key: value for key, value in content.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def save(content: Mapping[str, Any], file: Path) -> None:
    """Write a document.

    Raises:
        ProofError: the file cannot be written.
    """
    try:
        write_text(file, json.dumps(content, indent=1) + "\n")
    except OSError as error:
        fix = "name a file in a folder that is there and can be written to."
        raise ProofError(f"cannot write the proof: {error}.", str(file), fix) from error


def replay_file(file: Path, program: str | Path) -> list[Proof]:
    """Have SWI-Prolog derive all answers of a saved document again.

    >>> from symbolic_rl.proofs.prove import prove
    >>> from tempfile import mkdtemp
    >>> program = Path(mkdtemp(), "p.pl")
    >>> saved = program.with_name("proof.json")
    >>> _ = program.write_text("p(X) :- q(X). q(a). q(b).")
    >>> pack = load_pack(program)
    >>> save(document(pack, pack.env, "p(b)", list(prove(program, "p(b)"))), saved)
    >>> [proof.inferences for proof in replay_file(saved, program)]
    [3]

    Args:
        file: the document.
        program: the program of the proof: a Prolog file, a folder, a pack or a run.

    Raises:
        ProofError: the file is no document, or differs from what SWI-Prolog derives.
        PackError: there is no such program.
    """
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        fix = "name a file that `symbolic-rl prove --save FILE` has written."
        raise ProofError(f"cannot read the proof: {error}.", str(file), fix) from error
    return replay_document(content, *pack_of(program), where=str(file))


def pack_of(program: str | Path) -> tuple[Pack, EnvConfig]:
    """Return the pack that a program or run names, and its settings."""
    if (Path(program) / "config.json").is_file():
        from symbolic_rl.base.run_dir import RunDirectory

        config = RunDirectory.open(Path(program)).config
        return pack_of_run(config), config.env
    pack = load_pack(program)
    return pack, pack.env


def replay_document(content: Any, pack: Pack, config: EnvConfig, *, where: str) -> list[Proof]:
    """Have SWI-Prolog derive all answers of a document again; see :func:`replay_file`."""
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        fix = "make the proof again: symbolic-rl prove PROGRAM GOAL --save FILE"
        raise ProofError(f"it is no proof of the format {FORMAT!r}.", where, fix)
    try:
        if content["digest"] != digest(content):
            raise _refused("digest: the document was altered", where)
        goal = str(content["goal"])
        config = replace(config, hide_query=False, refused="skip")  # such clauses are in no proof
        program = Program(pack.program, {}, goals={"goal": goal}, config=config)
        engine = PrologEngine(program, config, answers=True)
        derivations = [_choices(answer["proof"]) for answer in content["answers"]]
        proofs = [replay(engine, program.queries[0], choices) for choices in derivations]
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, EngineError) as error:
        if isinstance(error, SymbolicError) and not isinstance(error, EngineError):
            raise
        raise _refused(f"there is no such derivation ({error!r:.80})", where) from error
    derived = json.loads(json.dumps(document(pack, config, goal, proofs)))
    if len({json.dumps(answer["bindings"]) for answer in derived["answers"]}) < len(proofs):
        raise _refused("answers: one of them stands there twice", where)
    if difference := next(_differences(content, derived), ""):
        raise _refused(difference, where)
    return proofs


def _choices(lines: Sequence[Mapping[str, Any]]) -> list[tuple[int, int]]:
    """Return the candidates of a derivation; the leftmost goal comes first, so in pre-order."""
    candidates = [line["candidate"] for line in lines if line["kind"] not in _NO_CLAUSE]
    if not all(type(one) is int and 0 <= one < BY_PLACE for one in candidates):
        raise ValueError("a candidate is not a place")
    return [(one, BY_PLACE) for one in candidates]


def _portable(answer: dict[str, Any], pack: Pack) -> dict[str, Any]:
    """Return the answer with names of files instead of paths."""
    names = {str(path): path.name for path in pack.program}
    names |= {os.path.realpath(path): path.name for path in pack.program}
    lines = [{**line, "file": names.get(line["file"], line["file"])} for line in answer["proof"]]
    return {**answer, "proof": lines}


def _differences(saved: Any, derived: Any, path: str = "") -> Iterator[str]:
    """Yield the places where two documents differ, in words."""
    if type(saved) is not type(derived):
        yield f"{path}: {saved!r:.60} is not {derived!r:.60}"
    elif isinstance(derived, dict):
        if saved.keys() != derived.keys():
            yield f"{path}: keys {sorted(saved.keys() ^ derived.keys())}"
            return
        for key in derived:  # the digest comes last, and says least
            yield from _differences(saved[key], derived[key], f"{path}.{key}".lstrip("."))
    elif isinstance(derived, list):
        if len(saved) != len(derived):
            yield f"{path}: {len(saved)} entries, not {len(derived)}"
        for i, (one, other) in enumerate(zip(saved, derived, strict=False)):
            yield from _differences(one, other, f"{path}[{i}]")
    elif saved != derived:
        yield f"{path}: {saved!r:.60} is not {derived!r:.60}"


def _refused(what: str, where: str) -> ProofError:
    return ProofError(
        f"the proof is refused: {what}.", where, "prove the goal again with this program."
    )
