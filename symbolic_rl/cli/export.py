"""``symbolic-rl export``: take a trained policy away, as an ONNX file or as Prolog text."""

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
    the ids of observations mean. A folder of Prolog text holds the program, the weights as facts
    and a search that follows them: `swipl FOLDER/prove.pl`, then `?- prove(Goal).`
    """

    run: Positional[Path]
    """Folder of the run."""
    onnx: Annotated[MaybePath, arg(metavar="FILE")] = None
    """ONNX file to write (pip install 'symbolic-rl[onnx]')."""
    prolog: Annotated[MaybePath, arg(metavar="FOLDER")] = None
    """Folder to write Prolog text to; it must be new or empty, or an earlier export."""


def main(args: Sequence[str]) -> int:
    """Write what was asked for; print what to do with it."""
    flags = parse(ExportArgs, args, command="export")
    if flags.onnx is None and flags.prolog is None:
        raise ConfigError(
            "nothing says what is to be written.",
            "symbolic-rl export",
            "add --onnx FILE, --prolog FOLDER, or both.",
        )
    from symbolic_rl.exports.trained import TrainedRun

    trained = TrainedRun.open(flags.run)
    if flags.onnx is not None:
        from symbolic_rl.exports.onnx import OUTPUT, export_onnx

        names = export_onnx(trained, flags.onnx)
        print(f"made {flags.onnx}: {', '.join(names)} in, {OUTPUT} out")
    if flags.prolog is not None:
        from symbolic_rl.exports.prolog import export_prolog

        n_files = export_prolog(trained, flags.prolog)
        print(f"made {flags.prolog}: {n_files} files of Prolog text")
        print(f"next swipl {flags.prolog / 'prove.pl'}, then ?- prove(Goal).")
    return 0
