"""References between the files of ``prolog/`` run one way, in Prolog and in C."""

import re
from pathlib import Path

import pytest

from symbolic_rl.base.files import PROLOG_DIR

FOLDERS = ("builtins", "resolve", "read", "compile", "core", "search")
"""The folders of ``prolog/``; a module uses modules of its own folder and of the folders before."""
FILES = sorted(file.relative_to(PROLOG_DIR) for file in PROLOG_DIR.rglob("*.pl"))
_USE = re.compile(r"^:- use_module\((?!library\()'?([^',()]+)'?", re.MULTILINE)


def used(file: Path) -> list[Path]:
    """Files that a module of ``prolog/`` uses, relative to that folder."""
    folder = (PROLOG_DIR / file).parent
    names = _USE.findall((PROLOG_DIR / file).read_text("utf-8"))
    return [(folder / f"{name}.pl").resolve().relative_to(PROLOG_DIR.resolve()) for name in names]


def test_every_file_has_a_room_except_the_module_that_users_load() -> None:
    assert {file.parts[0] for file in FILES} == {*FOLDERS, "guided.pl"}


def test_guided_uses_no_other_module() -> None:
    assert used(Path("guided.pl")) == []


@pytest.mark.parametrize("file", FILES, ids=str)
def test_modules_use_their_own_room_and_those_before_it(file: Path) -> None:
    for other in used(file):
        assert other in FILES
        assert FOLDERS.index(other.parts[0]) <= FOLDERS.index(file.parts[0])


def test_modules_make_no_circle() -> None:
    waiting = {file: set(used(file)) for file in FILES}
    while free := {file for file, others in waiting.items() if not others & waiting.keys()}:
        waiting = {file: others for file, others in waiting.items() if file not in free}
    assert not waiting


C_FILES = sorted((PROLOG_DIR / "core").glob("*.c"))
_FUNCTION = re.compile(r"^([^\n{}#/;]*)\n(\w+)\([^;{}]*\)\n\{", re.MULTILINE)
"""A definition: the line of the type, then the name at the start of a line."""


def drawn_order() -> list[list[str]]:
    """Return the rows of C files as ``core.h`` draws them, the ones that call others first."""
    comment = (PROLOG_DIR / "core" / "core.h").read_text("utf-8").partition("*/")[0]
    rows = re.findall(r"^ {8}(\w+(?:  \w+)*)(?: {3,}.*)?$", comment, re.MULTILINE)
    return [row.split() for row in rows]


def test_c_files_call_those_to_the_right_and_below_in_the_order_of_core_h() -> None:
    order = [name for row in drawn_order() for name in row]
    texts = {file.stem: file.read_text("utf-8") for file in C_FILES}
    assert sorted(order) == sorted(texts)
    static: dict[str, set[str]] = {name: set() for name in texts}
    home: dict[str, str] = {}
    for name, text in texts.items():
        for kind, function in _FUNCTION.findall(text):
            if "static" in kind:
                static[name].add(function)
            else:
                home[function] = name

    assert len(home) > 100
    for name, text in texts.items():
        code = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        called = {
            home[call]
            for call in re.findall(r"\b(\w+)\(", code)
            if call in home and call not in static[name]
        }
        assert all(order.index(name) < order.index(other) for other in called - {name}), name
