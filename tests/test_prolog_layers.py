"""References between the modules of ``prolog/`` run one way, from each room to those before it."""

import re
from pathlib import Path

import pytest

from symbolic_rl.base.files import PROLOG_DIR

ROOMS = ("builtins", "resolve", "read", "compile", "wire", "search")
"""The folders of ``prolog/``; a module uses those of its own folder and of the folders before."""
FILES = sorted(file.relative_to(PROLOG_DIR) for file in PROLOG_DIR.rglob("*.pl"))
_USE = re.compile(r"^:- use_module\((?!library\()'?([^',()]+)'?", re.MULTILINE)


def used(file: Path) -> list[Path]:
    """Files that a module of ``prolog/`` uses, relative to that folder."""
    folder = (PROLOG_DIR / file).parent
    names = _USE.findall((PROLOG_DIR / file).read_text("utf-8"))
    return [(folder / f"{name}.pl").resolve().relative_to(PROLOG_DIR.resolve()) for name in names]


def test_every_file_has_a_room_except_the_module_that_users_load() -> None:
    assert {file.parts[0] for file in FILES} == {*ROOMS, "guided.pl"}


def test_guided_uses_no_other_module() -> None:
    assert used(Path("guided.pl")) == []


@pytest.mark.parametrize("file", FILES, ids=str)
def test_modules_use_their_own_room_and_those_before_it(file: Path) -> None:
    for other in used(file):
        assert other in FILES
        assert ROOMS.index(other.parts[0]) <= ROOMS.index(file.parts[0])


def test_modules_make_no_circle() -> None:
    waiting = {file: set(used(file)) for file in FILES}
    while free := {file for file, others in waiting.items() if not others & waiting.keys()}:
        waiting = {file: others for file, others in waiting.items() if file not in free}

    assert not waiting
