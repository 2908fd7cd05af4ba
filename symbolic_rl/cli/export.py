"""``symbolic-rl export``: take a trained policy away, as an ONNX file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from tyro.conf import Positional, arg

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.cli.flags import MaybePath, parse


@dataclass(frozen=True)
class ExportArgs:
    """Write the policy of a run for programs that know nothing of this package.

    An ONNX file gives log-probabilities of the candidates of an observation; its metadata say what
    the ids of observations mean.
    """

    run: Positional[Path]
    """Folder of the run."""
    onnx: Annotated[MaybePath, arg(metavar="FILE")] = None
    """ONNX file to write (pip install 'symbolic-rl[onnx]')."""


def main(args: Sequence[str]) -> int:
    """Write what was asked for; print what to do with it."""
    flags = parse(ExportArgs, args, command="export")
    if flags.onnx is None:
        raise ConfigError(
            "nothing says what is to be written.",
            "symbolic-rl export",
            "add --onnx FILE.",
        )
    from symbolic_rl.exports.onnx import OUTPUT, export_onnx
    from symbolic_rl.exports.trained import TrainedRun

    names = export_onnx(TrainedRun.open(flags.run), flags.onnx)
    print(f"made {flags.onnx}: {', '.join(names)} in, {OUTPUT} out")
    return 0
