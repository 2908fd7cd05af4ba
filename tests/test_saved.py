"""Saved proofs: SWI-Prolog derives each again, and refuses one that was altered in any field."""

import copy
import json
import random
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symbolic_rl.base.errors import ProofError, SymbolicError
from symbolic_rl.derivations.proof_frames import BY_PLACE
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import load_pack
from symbolic_rl.program.program import Program
from symbolic_rl.proofs.proof import Proof, verify
from symbolic_rl.proofs.prove import prove
from symbolic_rl.proofs.saved import save, verify_file
from symbolic_rl.search import SEARCHES
from tests.test_prove import FINITE, PROGRAM
from tests.work import inferences_of

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Slot = tuple[Any, Any]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("program") / "program.pl"
    file.write_text(PROGRAM)
    return file


def made(program: Path, goal: str, search: str = "auto", answers: int = 5) -> list[Any]:
    """The records of a goal, as `prove --save` writes them."""
    file = program.with_name("made.jsonl")
    save(file, program, goal, prove(program, goal, search=search).take(answers).answers)
    return [json.loads(line) for line in file.read_text().splitlines()]


def replays(program: Path, records: list[Any]) -> int:
    file = program.with_name("altered.jsonl")
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return len(verify_file(file, program))


@pytest.mark.parametrize("search", SEARCHES)
def test_proofs_of_every_search_are_derived_again(search: str, program: Path) -> None:
    for goal in FINITE:
        records = made(program, goal, search, 100)

        assert replays(program, records) == sum("lines" in record for record in records)


def test_a_record_is_the_json_of_its_proof_behind_its_program(program: Path) -> None:
    (record,) = made(program, "mem(X, [a, b])", answers=1)
    (proof,) = prove(program, "mem(X, [a, b])").take(1).answers

    assert list(record) == ["program", *proof.as_json()]
    assert {name: value for name, value in record.items() if name != "program"} == proof.as_json()
    assert list(record["program"]["files"]) == ["program.pl"]
    assert record["program"]["settings"]["occurs_check"] is True


def slots(value: Any) -> list[Slot]:
    """Every place of a value of JSON: container and key."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = []
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += slots(value[key])
    return found


def alter(container: Any, key: Any, rng: random.Random) -> None:
    """Change the entry at one place to something else."""
    value = container[key]
    if isinstance(value, bool):
        container[key] = not value
    elif isinstance(value, int):
        container[key] = value + rng.choice([-1, 1, 7])
    elif isinstance(value, str):
        container[key] = rng.choice([value + "x", value[1:] + "_", "X", ""])
        if container[key] == value:
            container[key] = value + "y"
    elif isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        if rng.random() < 0.5:
            del value[place]
        else:
            value.insert(place, copy.deepcopy(value[place]))
    else:
        del container[key]


def refuse_altered(program: Path, count: int) -> None:
    rng = random.Random(0)
    goals = ["size(X, Y)", "either(X, Z)", "fact(4, F)", "rest(X, Y)", "app([A], B, [A, c|D])"]
    originals = [made(program, goal) for goal in goals]
    for i in range(count):
        original = originals[i % len(originals)]
        records = copy.deepcopy(original)
        alter(*rng.choice(slots(records)), rng)
        if all(record in original for record in records):
            continue  # fewer proofs, or one of them twice: they are true

        with pytest.raises(SymbolicError):
            replays(program, records)


def test_altered_proofs_are_refused(program: Path) -> None:
    refuse_altered(program, 150)


def test_a_proof_of_another_program_is_refused(program: Path, tmp_path: Path) -> None:
    records = made(program, "fact(3, F)")
    other = tmp_path / "program.pl"
    other.write_text(PROGRAM.replace("F is N * G", "F is N + G"))

    with pytest.raises(
        ProofError, match=r"another program.*files\.program\.pl: '\w+' is not '\w+'"
    ):
        replays(other, records)
    for record in records:
        record["program"]["files"] = made(other, "fact(3, F)")[0]["program"]["files"]
    with pytest.raises(ProofError, match=r"'fact\(3, F\)' is refused: bindings.F: '6' is not '7'"):
        replays(other, records)


def test_what_is_no_proof_is_refused(tmp_path: Path, program: Path) -> None:
    for text in ("", "[]", "{}", '{"program": {}}', "7", '"x"', "null", "{", "\xff"):
        (tmp_path / "proof.jsonl").write_text(text, encoding="latin-1")

        with pytest.raises(ProofError, match="other content than proofs"):
            verify_file(tmp_path / "proof.jsonl", program)
    with pytest.raises(ProofError, match="cannot read the proofs"):
        verify_file(tmp_path, program)


def test_a_proof_is_saved_and_replayed_by_commands(
    tmp_path: Path, program: Path, command: Run
) -> None:
    file = tmp_path / "proof.jsonl"

    done = command("prove", str(program), "mem(X, [a, b])", "--answers", "2", "--save", str(file))
    again = command("verify", str(file), str(program))
    file.write_text(file.read_text().replace('"bindings": {"X": "b"}', '"bindings": {"X": "a"}'))
    refused = command("verify", str(file), str(program))

    assert (done.returncode, again.returncode, refused.returncode) == (0, 0, 2)
    assert again.stdout.splitlines()[1] == ("mem(X, [a, b]): X = b  (3 inferences, derived again)")
    assert "'mem(X, [a, b])' is refused: bindings.X: 'a' is not 'b'" in refused.stderr


def verify_inferences(n: int, folder: Path) -> int:
    """Inferences of Prolog that replay a proof of ``n`` steps with as many open goals."""
    file, proofs = folder / f"wide{n}.pl", list[Proof]()
    file.write_text(f"p(X) :- {', '.join(['q(X, _)'] * n)}.\nq(a, _).\n")
    pack = load_pack(file)
    program = Program(pack.program, {}, goals={"goal": "p(X)"}, config=pack.env)
    engine = PrologEngine(program, pack.env, answers=True)
    choices = [(0, BY_PLACE)] * (n + 2)
    inferences = inferences_of(lambda: proofs.append(verify(engine, program.queries[0], choices)))
    assert proofs[0].inferences == n + 2
    return inferences


def test_the_work_of_a_replay_grows_with_the_length_of_the_proof(tmp_path: Path) -> None:
    """Not with its square, also where all of its goals are open at once, with a variable each."""
    assert verify_inferences(1600, tmp_path) < 10 * verify_inferences(200, tmp_path)
