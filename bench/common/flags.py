"""Command lines of the benchmarks."""

from argparse import ArgumentParser, RawTextHelpFormatter
from typing import Any

SHARED: dict[str, dict[str, Any]] = {
    "--env": {"default": "countries_s3", "help": "a pack"},
    "--seeds": {"type": int, "nargs": "+", "default": [0, 1, 2], "help": "of training"},
    "--frames": {"type": int, "default": 0, "help": "of training; 0: the pack's own"},
    "--repeats": {"type": int, "default": 5, "help": "measurements of each figure"},
}
"""Options that several scripts have."""


def make_parser(description: str | None, *shared: str) -> ArgumentParser:
    """Return a parser with some of the shared options; ``--help`` prints a script's docstring."""
    parser = ArgumentParser(description=description, formatter_class=RawTextHelpFormatter)
    for name in shared:
        parser.add_argument(name, **SHARED[name])
    return parser
