"""Make the generated files of packs, byte for byte: ``python -m tools.make [NAME ...]``."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from symbolic_rl.base.errors import SymbolicError
from symbolic_rl.base.files import ENVS_DIR, writing
from tools.makers import MAKERS


def main(args: Sequence[str]) -> int:
    """Write the generated files of each named pack."""
    parser = argparse.ArgumentParser(prog="python -m tools.make", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="pack; default: all")
    parser.add_argument("--out", type=Path, default=ENVS_DIR, help="folder of the packs' folders")
    flags = parser.parse_args(args)
    if unknown := set(flags.names) - set(MAKERS):
        parser.error(f"no maker for {', '.join(sorted(unknown))}; choose from {', '.join(MAKERS)}")
    try:
        for name in flags.names or MAKERS:
            folder = flags.out / name
            with writing(folder, "name a folder of your own (--out FOLDER)."):
                folder.mkdir(parents=True, exist_ok=True)
                MAKERS[name](folder)
            print(f"made {folder}")
    except SymbolicError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
