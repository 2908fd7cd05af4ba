"""``symbolic-rl make``: make the generated packs anew, byte for byte."""

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

import tyro
from tyro.conf import Positional

from symbolic_rl.commands.flags import parse
from symbolic_rl.errors import PackError
from symbolic_rl.outputs import writing
from symbolic_rl.paths import ENVS_DIR


@dataclass(frozen=True)
class MakeArgs:
    """Make generated packs anew; without a name, all of them."""

    names: Positional[
        Annotated[tuple[str, ...], tyro.conf.arg(metavar="[NAME ...]", help_behavior_hint="")]
    ] = ()
    """Packs to make."""
    out: Annotated[Path, tyro.conf.arg(help_behavior_hint="(default: where the packs are)")] = (
        ENVS_DIR
    )
    """Folder that holds the packs' folders."""


def main(args: Sequence[str]) -> int:
    """Write the files of each named pack."""
    flags = parse(MakeArgs, args, command="make")
    from symbolic_rl.makers import MAKERS

    for name in flags.names:
        if name not in MAKERS:
            near = get_close_matches(name, MAKERS, 1)
            fix = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(MAKERS)}"
            raise PackError(f"no maker for the pack {name!r}.", f"symbolic-rl make {name}", fix)
    for name in flags.names or MAKERS:
        folder = flags.out / name
        with writing(folder, "name a folder of your own (--out FOLDER)."):
            folder.mkdir(parents=True, exist_ok=True)
            MAKERS[name](folder)
        print(f"made {folder}")
    return 0
