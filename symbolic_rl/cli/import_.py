"""``symbolic-rl import``: make a pack of the triples of a knowledge graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import Positional, arg

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import writing
from symbolic_rl.cli.flags import parse


@dataclass(frozen=True)
class ImportArgs:
    """Make a pack of the triples of a knowledge graph.

    `symbolic-rl import triples TRAIN VALID TEST --name X` takes three files of triples (head,
    relation and tail with tabs between); `symbolic-rl import pykeen:umls` a set that comes with
    pykeen: umls, nations or kinships. A held-out triple that stands in training is refused.
    """

    source: Positional[str]
    """`triples`, or `pykeen:` and the name of a set."""
    files: Positional[Annotated[tuple[Path, ...], arg(metavar="[FILE ...]")]] = ()
    """With `triples`: the files of training, validation and test."""
    name: str = ""
    """Name of the pack; by default that of the set."""
    out: Path = Path(".")
    """Folder that holds the pack's folder."""


def main(args: Sequence[str]) -> int:
    """Write the pack; print its sizes and the next command."""
    flags = parse(ImportArgs, args, command="import")
    from symbolic_rl.graphs.triples import SPLITS, pykeen_files, write_pack

    kind, _, set_name = flags.source.partition(":")
    if kind == "pykeen" and set_name and not flags.files:
        files, name, source = pykeen_files(set_name), flags.name or set_name, f"pykeen, {set_name}"
    elif flags.source == "triples" and len(flags.files) == len(SPLITS) and flags.name:
        files, name = dict(zip(SPLITS, flags.files, strict=True)), flags.name
        source = ", ".join(file.name for file in flags.files)
    else:
        raise ConfigError(
            "what is to be imported is not clear.",
            "symbolic-rl import " + " ".join(args),
            "write `import triples TRAIN VALID TEST --name X`, or `import pykeen:umls`.",
        )
    if name in (".", "..") or Path(name).name != name:
        raise ConfigError(
            f"{name!r} is no name of a folder.",
            "--name",
            "write a name without slashes; --out names the folder that the pack's folder is in.",
        )
    folder = flags.out / name
    with writing(folder, "name a folder of your own (--out FOLDER)."):
        counts = write_pack(files, folder, source=source)
    print(f"made {folder}: " + ", ".join(f"{n:,} {split}" for split, n in counts.items()))
    print(f"next symbolic-rl mine {folder}")
    return 0
