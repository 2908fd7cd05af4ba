"""``docs/architecture.md`` and ``CONTRIBUTING.md`` name only what is there, and every folder."""

import re
from functools import reduce
from importlib import import_module
from pathlib import Path

from tests.test_imports import FLOOR, modules

SPAN = re.compile(r"`([^`\n]+)`")
DOTTED = re.compile(rf"({'|'.join(FLOOR)})(\.\w+)+")
PLACED = re.compile(r"([\w/]+\.(?:c|h|pl|py|md|toml)): (\w+)(?:/\d+)?")
FILE = re.compile(r"[\w/-]+(?:\.(?:c|h|pl|py|md|toml)|/)")


def spans(checkout: Path) -> list[str]:
    pages = (checkout / "docs" / "architecture.md", checkout / "CONTRIBUTING.md")
    text = "\n".join(page.read_text("ascii") for page in pages)
    return SPAN.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def resolved(name: str) -> object:
    """The module, class, function or attribute below ``symbolic_rl`` that a dotted name means."""
    parts = name.split(".")
    longest = max(n for n in range(1, len(parts) + 1) if ".".join(parts[:n]) in modules())
    module = import_module(f"symbolic_rl.{'.'.join(parts[:longest])}")
    return reduce(getattr, parts[longest:], module)


def test_every_dotted_name_is_in_the_package(checkout: Path) -> None:
    names = [span for span in spans(checkout) if DOTTED.fullmatch(span)]
    assert len(names) >= 40
    for name in names:
        resolved(name)


def test_every_file_and_every_place_in_a_file_is_there(checkout: Path) -> None:
    files = [span for span in spans(checkout) if "/" in span and FILE.fullmatch(span)]
    placed = [match for span in spans(checkout) if (match := PLACED.fullmatch(span))]
    assert files and not [name for name in files if not (checkout / name).exists()]
    assert len(placed) >= 10
    for match in placed:
        assert re.search(rf"\b{match[2]}\b", (checkout / match[1]).read_text("utf-8")), match[0]


def test_every_room_is_in_the_picture(checkout: Path) -> None:
    text = (checkout / "docs" / "architecture.md").read_text("ascii")
    picture = re.findall(r"^```.*?^```", text, re.M | re.S)[0]
    assert FLOOR.keys() <= set(re.findall(r"\w+", picture))
