"""The makers: functions that write the generated files of a pack into its folder.

``python -m tools.make NAME`` calls them. A maker always writes the same bytes; what it writes is
checked in, so nobody needs to run one to use a pack. ``env.toml`` and the programs of robinson
and blocks are written by hand and left alone.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from tools.makers import blocks, countries, family, robinson

MAKERS: Mapping[str, Callable[[Path], None]] = {
    "blocks": blocks.make,
    "countries_s1": countries.maker(1),
    "countries_s2": countries.maker(2),
    "countries_s3": countries.maker(3),
    "family": family.make,
    "robinson": robinson.make,
}
"""Function that writes the generated files of each pack."""
