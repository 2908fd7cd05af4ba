"""Makers: functions that write the generated files of a pack into its folder.

``python -m tools.make NAME`` calls them. A maker always writes the same bytes, which are checked
in: using a pack needs no maker. ``env.toml`` and the programs of robinson and blocks are written
by hand.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from tools.makers import blocks, catcher, countries, family, rewriting, robinson, sokoban, tiles

MAKERS: Mapping[str, Callable[[Path], None]] = {
    "blocks": blocks.make,
    "catcher": catcher.make,
    "countries_s1": countries.maker(1),
    "countries_s2": countries.maker(2),
    "countries_s3": countries.maker(3),
    "family": family.make,
    "rewriting": rewriting.make,
    "robinson": robinson.make,
    "sokoban": sokoban.make,
    "tiles": tiles.make,
    "tiles_15": tiles.make_15,
}
"""Maker of each pack."""
