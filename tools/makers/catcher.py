"""The pack catcher: games, each a key of the draws.

``program.pl`` and ``env.toml`` are written by hand.
"""

from pathlib import Path

from tools.makers.text import query, write

SPLITS = {"train": (0, 2000), "valid": (2000, 2100), "test": (2100, 2300)}
"""Split -> its first key, and the first one behind it."""


def make(folder: Path) -> None:
    """Write the query files."""
    for split, (first, end) in SPLITS.items():
        comment = (
            f"Games to catch fruit in: {end - first} keys of draws.\n\n"
            "Made by `python -m tools.make catcher`. MIT licence. Do not edit."
        )
        lines = [query(f"catcher({key})") for key in range(first, end)]
        write(folder / f"{split}.pl", comment, lines)
