"""Tables of settings in ``envs/README.md``, made from the config classes.

    python -m tools.makers.readme

rewrites them between their markers; the rest of the page is written by hand.
"""

import ast
from dataclasses import MISSING, fields
from inspect import getsource
from pathlib import Path
from typing import get_args, get_type_hints

from symbolic_rl.base import config

SECTIONS = {
    "env": config.EnvConfig,
    "train": config.TrainConfig,
    "curriculum": config.CurriculumConfig,
    "search": config.SearchConfig,
}
START, END = "<!-- settings: made by `python -m tools.makers.readme` -->", "<!-- end -->"


def _meanings(section: type) -> dict[str, str]:
    """Return the string under each field of a config class."""
    (tree,) = ast.parse(getsource(section)).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(text, ast.Expr)
            and isinstance(text.value, ast.Constant)
        ):
            found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def settings() -> str:
    """Return one Markdown table for each section of ``env.toml``."""
    lines = []
    for name, section in SECTIONS.items():
        meanings, hints = _meanings(section), get_type_hints(section)
        lines += [f"`[{name}]`", "", "| key | default | meaning |", "|---|---|---|"]
        for field in fields(section):
            default = "" if field.default is MISSING else f"`{_toml(field.default)}`"
            choices = get_args(hints[field.name]) if isinstance(field.default, str) else ()
            allowed = (
                f" One of {', '.join(f'`{choice}`' for choice in choices)}." if choices[1:] else ""
            )
            lines.append(f"| `{field.name}` | {default} | {meanings[field.name]}{allowed} |")
        lines.append("")
    return "\n".join(lines)


def update(path: Path) -> None:
    """Put the current tables between the markers of a Markdown file."""
    before, _, rest = path.read_text(encoding="ascii").partition(START)
    _, _, after = rest.partition(END)
    path.write_text(f"{before}{START}\n\n{settings()}\n{END}{after}", encoding="ascii")


if __name__ == "__main__":
    from symbolic_rl.base.files import ENVS_DIR

    update(ENVS_DIR / "README.md")
