"""Python, C and Prolog agree on what crosses between them, and a difference is one clear error."""

import ctypes as c
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.errors import EngineError
from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge import build, core, structs, tokens
from symbolic_rl.bridge.structs import (
    CStruct,
    ExpansionTargetStruct,
    StatePoolStruct,
    StepJobStruct,
    expect_layout,
)
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.play.pages import NUMBERS, Outcome
from symbolic_rl.program.clauses import FIRST_CLAUSE


@pytest.fixture
def wire() -> c.CDLL:
    """The C core."""
    library = core.load()
    library.wire_structures.restype = library.wire_constants.restype = c.c_char_p
    return library


STRUCTURES = CStruct.__subclasses__()


def changed(structure: type[c.Structure], **kinds: type | None) -> list[type[c.Structure]]:
    """All structures, one of them with fields of other types, or without them."""
    fields = [(name, kinds.get(name, kind)) for name, kind, *_ in structure._fields_]
    fields = [(name, kind) for name, kind in fields if kind is not None]
    other = type(structure.__name__, (c.Structure,), {"_fields_": fields})
    return [other if each is structure else each for each in STRUCTURES]


def refusal(table: str, structures: list[type[c.Structure]]) -> str:
    with pytest.raises(EngineError) as raised:
        expect_layout(table, "wire.so", structures)

    assert raised.value.where == "wire.so"
    assert raised.value.fix.endswith(build.REBUILD)
    return raised.value.what


def test_the_library_has_the_structures_of_python(wire: c.CDLL) -> None:
    expect_layout(wire.wire_structures().decode(), "wire.so")


def test_two_fields_that_are_swapped_are_refused(wire: c.CDLL) -> None:
    table = wire.wire_structures().decode()
    swapped = table.replace("state_pool_t tokens 0", "state_pool_t tokens 8")
    swapped = swapped.replace("state_pool_t offsets 8", "state_pool_t offsets 0")

    assert refusal(swapped, STRUCTURES).endswith(
        "differ in state_pool_t.tokens: offset 8, 8 bytes in C, offset 0, 8 bytes in Python."
    )


def test_a_field_of_another_size_is_refused(wire: c.CDLL) -> None:
    smaller = changed(ExpansionTargetStruct, n=c.c_int32)

    assert refusal(wire.wire_structures().decode(), smaller).endswith(
        "in expansion_target_t.n: offset 8, 8 bytes in C, offset 8, 4 bytes in Python."
    )


def test_a_field_that_one_side_lacks_is_refused(wire: c.CDLL) -> None:
    table = wire.wire_structures().decode()
    shorter = re.sub("(?m)^state_pool_t tokens .*\\n", "", table)

    assert refusal(table, changed(StatePoolStruct, tokens=None)).endswith(
        "in state_pool_t.tokens: offset 0, 8 bytes in C, missing in Python."
    )
    assert refusal(shorter, STRUCTURES).endswith(
        "in state_pool_t.tokens: missing in C, offset 0, 8 bytes in Python."
    )


def test_a_structure_that_one_side_lacks_is_refused(wire: c.CDLL) -> None:
    table = wire.wire_structures().decode()
    shorter = re.sub("(?m)^step_job_t .*\\n", "", table)
    others = [structure for structure in STRUCTURES if structure is not StepJobStruct]

    assert "differ in step_job_t: 48 bytes in C, missing in Python" in refusal(table, others)
    assert "differ in step_job_t: missing in C, 48 bytes in Python" in refusal(shorter, STRUCTURES)


def test_a_structure_that_ends_in_other_padding_is_refused(wire: c.CDLL) -> None:
    table = wire.wire_structures().decode()
    padded = table.replace("step_job_t 48\n", "step_job_t 64\n")

    assert "differ in step_job_t: 64 bytes in C, 48 bytes in Python" in refusal(padded, STRUCTURES)


def test_a_library_that_differs_is_refused_when_it_is_loaded(
    wire: c.CDLL, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = partial(expect_layout, structures=changed(ExpansionTargetStruct, n=c.c_int32))
    monkeypatch.setattr(core, "expect_layout", check)
    with pytest.raises(EngineError) as raised:
        core.load.__wrapped__()

    assert raised.value.where == str(build.library_path())


def test_structures_tell_their_sizes_and_where_their_fields_are(wire: c.CDLL) -> None:
    rows = [line.split() for line in wire.wire_structures().decode().splitlines()]
    sizes = {row[0]: int(row[1]) for row in rows if len(row) == 2}
    fields = [(row[0], int(row[2]), int(row[3])) for row in rows if len(row) == 4]

    assert len(sizes) + len(fields) == len(rows) and {name for name, *_ in fields} == sizes.keys()
    for (name, offset, size), (following, start, _) in zip(
        fields, [*fields[1:], ("", 0, 0)], strict=True
    ):
        end = start if following == name else sizes[name]
        assert offset + size <= end < offset + size + 8  # nothing but padding lies between


def test_constants_are_those_of_python(wire: c.CDLL) -> None:
    rows = (line.split() for line in wire.wire_constants().decode().splitlines())
    found = {name: int(value) for name, value in rows}

    for name in ("VARIABLE_BASE", "VARIABLE_END", "INTEGER_BASE", "INTEGER_LEAST", "INTEGER_END"):
        assert found[name] == getattr(tokens, name)
    kinds = [found[f"{name}_LITERAL"] for name in ("NUMBER", "STRING", "ATOM", "FUNCTOR")]
    assert kinds == [tokens.NUMBER, tokens.STRING, tokens.ATOM, tokens.FUNCTOR]
    assert (found["MORE_CLAUSE"], found["REFUSE_CLAUSE"]) == (MORE, REFUSE)
    assert (found["FIRST_CLAUSE"], found["N_LOST"]) == (FIRST_CLAUSE, len(LOST))
    assert all(found[outcome.name] == outcome for outcome in Outcome)
    for name in ("state_at", "history_length"):
        assert found[name.upper()] == NUMBERS.index(name)
    for name in (
        "DONE",
        "NO_HISTORY",
        "NO_ROOM",
        "RAISED",
        "NO_START",
        "PLAY",
        "FINISH",
        "N_ERROR",
    ):
        assert found[name] == getattr(structs, name)


def test_a_constant_that_differs_between_c_and_prolog_is_one_clear_error(
    wire: c.CDLL, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(PROLOG_DIR, tmp_path / "prolog"))
    file = folder / "resolve" / "constants.pl"
    text = file.read_text("utf-8")
    swapped = {
        "inference_limits, 8": "inference_limits, 9",
        "negation_limits, 9": "negation_limits, 8",
    }
    file.write_text(re.sub("|".join(swapped), lambda found: swapped[found[0]], text), "utf-8")
    (tmp_path / "program.pl").write_text("p(a).\n")
    code = (
        "import sys, pathlib, symbolic_rl.base.files as files\n"
        "files.PROLOG_DIR = pathlib.Path(sys.argv[1])\n"
        "from symbolic_rl.base.config import EnvConfig\n"
        "from symbolic_rl.play.problem import load_problem\n"
        "load_problem(pathlib.Path(sys.argv[2]), EnvConfig(), goal='p(X)')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder), str(tmp_path / "program.pl")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )

    assert done.returncode != 0
    assert "wire_mismatch(inference_limits,8)" in done.stderr.splitlines()[-3], done.stderr
