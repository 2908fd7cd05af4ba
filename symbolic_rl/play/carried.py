"""Problems that travel to another process or machine: settings, and the text of all files.

The engine cannot travel; it is opened anew from the same files, or from copies of them in a
temporary folder where they are missing, as on another machine.
"""

import tempfile
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from symbolic_rl import __version__
from symbolic_rl.base.config import EnvConfig
from symbolic_rl.base.errors import RunError
from symbolic_rl.play.known_ids import KnownIds
from symbolic_rl.play.problem import Problem, fingerprint, load_problem
from symbolic_rl.program.pack import Pack


@dataclass(frozen=True)
class ProblemFiles:
    """Files and settings of a problem; can be pickled."""

    pack: Pack
    env_config: EnvConfig
    texts: dict[Path, bytes]
    """Content of every file of the pack."""
    fingerprint: str
    known: KnownIds | None = None
    version: str = __version__

    @classmethod
    def of(cls, problem: Problem) -> "ProblemFiles":
        """Read the files of a problem."""
        pack = problem.pack
        files = (*pack.program, *pack.queries.values(), *pack.levels)
        return cls(
            pack=replace(pack, queries=dict(pack.queries)),
            env_config=problem.env_config,
            texts={file: file.read_bytes() for file in files},
            fingerprint=problem.fingerprint,
            known=problem.known,
        )

    def open(self) -> Problem:
        """Load the problem and open its engine, in this process.

        Raises:
            RunError: another version of symbolic_rl is installed here.
        """
        if self.version != __version__:
            raise RunError(
                f"symbolic_rl {__version__} is installed here, {self.version} where the run is.",
                "a worker on another machine",
                f"install the same version everywhere: pip install symbolic-rl=={self.version}",
            )
        if self._is_here():
            problem = load_problem(self.pack, self.env_config)
        else:
            with tempfile.TemporaryDirectory(prefix="symbolic_rl_") as folder:
                problem = load_problem(self._unpacked(Path(folder)), self.env_config)
        return problem.shown_with(self.known) if self.known else problem

    def _is_here(self) -> bool:
        return all(file.is_file() for file in self.texts) and (
            fingerprint(self.pack) == self.fingerprint
        )

    def _unpacked(self, folder: Path) -> Pack:
        place = partial(_placed, folder)
        for file, text in self.texts.items():
            place(file).parent.mkdir(parents=True, exist_ok=True)
            place(file).write_bytes(text)
        return replace(
            self.pack,
            folder=place(self.pack.folder),
            program=tuple(place(file) for file in self.pack.program),
            queries={split: place(file) for split, file in self.pack.queries.items()},
        )


def _placed(folder: Path, file: Path) -> Path:
    """Return the place of a file below ``folder``: under its whole path, so that no two meet."""
    return folder / file.absolute().relative_to(file.absolute().anchor)
