"""Tables of settings in ``envs/README.md``, made from the config classes.

    python -m tools.makers.readme

rewrites them between their markers; the rest of the page is written by hand.
"""

from dataclasses import MISSING, fields
from pathlib import Path

from symbolic_rl.base import config

SECTIONS: dict[str, type[config.Settings]] = {
    "env": config.EnvConfig,
    "train": config.TrainConfig,
    "curriculum": config.CurriculumConfig,
}
START, END = "<!-- settings: made by `python -m tools.makers.readme` -->", "<!-- end -->"


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
        meanings = section.meanings()
        lines += [f"`[{name}]`", "", "| key | default | meaning |", "|---|---|---|"]
        for field in fields(section):
            default = "" if field.default is MISSING else f"`{_toml(field.default)}`"
            choices = section.choices(field.name)
            allowed = f" One of {', '.join(f'`{choice}`' for choice in choices)}." * bool(choices)
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
