"""Python, C and Prolog agree on what crosses between them, and a difference is one clear error."""

import re
import shutil
import sys
from pathlib import Path

from symbolic_rl.base.config import MORE, REFUSE
from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge import core, structs, tokens
from symbolic_rl.bridge.schema import OBSERVATION, TRANSITION
from symbolic_rl.derivations.pages import NUMBERS, Outcome
from symbolic_rl.engine import COUNTERS as LOST
from symbolic_rl.program.clauses import FIRST_CLAUSE
from tests.processes import ran


def fields(name: str) -> list[str]:
    """The fields of a structure."""
    return [field for field, *_ in structs.STRUCTURES[name]._fields_]


def test_arrays_of_a_frame_are_in_c_in_the_order_of_the_schema() -> None:
    assert fields("observation_arrays_t") == [key.name for key in OBSERVATION]
    assert fields("frame_arrays_t") == ["following", "current", *(key.name for key in TRANSITION)]


def test_every_field_of_a_header_is_in_a_structure() -> None:
    """The headers are read by patterns, which would pass over a field in another form."""
    text = "".join((PROLOG_DIR / "core" / f"{name}.h").read_text() for name in ("core", "search"))
    declared = re.findall(r"(?m)^STRUCTURE\((\w+),", text)
    assert declared == list(structs.STRUCTURES)
    assert len(re.findall(r"FIELD\((?!type)", text)) == sum(len(fields(name)) for name in declared)


def test_every_function_of_the_core_has_the_types_of_its_source() -> None:
    text = "".join(path.read_text("utf-8") for path in (PROLOG_DIR / "core").glob("*.c"))
    names = re.findall(r"(?m)^EXPORT .*\n(\w+)\(", text)

    assert [one for one in names if getattr(core.load(), one).argtypes is None] == ["install"]


def test_constants_are_those_of_python() -> None:
    library = core.load()
    rows = (line.split() for line in library.core_constants().decode().splitlines())
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
    ends = "DONE", "NO_HISTORY", "NO_CAPACITY", "RAISED", "NO_START", "ADVANCE", "FINISH", "N_ERROR"
    ends += "N_FEATURES", "STRUCTURE_WIDTH"
    assert all(found[name] == getattr(structs, name) for name in ends)


def test_a_constant_that_differs_between_c_and_prolog_is_one_clear_error(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(PROLOG_DIR, tmp_path / "prolog"))
    file = folder / "resolve" / "constants.pl"
    text = file.read_text("utf-8")
    for limit, other in (("inference_limits, 8", "9"), ("subproof_limits, 9", "8")):
        text = text.replace(limit, limit[:-1] + other)
    file.write_text(text, "utf-8")
    (tmp_path / "program.pl").write_text("p(a).\n")
    code = (
        "import sys, pathlib, symbolic_rl.base.files as files\n"
        "files.PROLOG_DIR = pathlib.Path(sys.argv[1])\n"
        "from symbolic_rl.base.config import EnvConfig\n"
        "from symbolic_rl.derivations.problem import load_problem\n"
        "load_problem(pathlib.Path(sys.argv[2]), EnvConfig(), goal='p(X)')\n"
    )
    done = ran(sys.executable, "-c", code, str(folder), str(tmp_path / "program.pl"))

    assert done.returncode != 0
    assert "core_mismatch(inference_limits,8)" in done.stderr.splitlines()[-3], done.stderr
