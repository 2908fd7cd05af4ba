"""Errors that the user can fix, in three lines: what is wrong, where, how to fix it.

The command line prints a :class:`SymbolicError` without a traceback and exits with 2; any other
exception is a fault of this package and keeps its traceback. Each class also inherits from the
builtin exception that a caller would catch.
"""

import os
import resource
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal

MIN_PROLOG = (9, 0, 4)
"""Oldest version of SWI-Prolog that the engine is tested with."""


class SymbolicError(Exception):
    """Base of all errors of this package that the user can fix.

    ``what`` is the problem in one line, or a whole message; ``where`` is the file, flag or key;
    ``fix`` is the remedy.
    """

    def __init__(self, what: str, where: str = "", fix: str = "") -> None:
        super().__init__(what, where, fix)
        self.what, self.where, self.fix = what, where, fix

    def __str__(self) -> str:
        """Return the three lines, without empty ones."""
        lines = [self.what]
        if self.where:
            lines.append(f"  where:  {self.where}")
        if self.fix:
            lines.append(f"  to fix: {self.fix}")
        return "\n".join(lines)


class ConfigError(SymbolicError, ValueError):
    """Setting with a value that is not allowed, or a name that does not exist."""


class KeywordError(ConfigError, TypeError):
    """Keyword argument that is unknown or not allowed, for clients that expect a TypeError."""


class NotFlatError(ConfigError):
    """Program with something that only the engine ``prolog`` can run."""


class PackError(SymbolicError, ValueError):
    """Environment pack that does not exist, or has an invalid ``env.toml``."""


@dataclass(frozen=True)
class Diagnostic:
    """Message of a loader about a place in a Prolog file."""

    severity: Literal["error", "skipped", "ignored", "warning", "info"]
    """skipped: a clause or query is left out; ignored: a directive is not run."""
    file: str
    line: int  # counted from 1; 0 means the whole file
    column: int  # counted from 1; 0 means the whole line
    message: str
    fix: str = ""

    @property
    def place(self) -> str:
        """``file:line:column``, the form that editors and terminals link."""
        numbers = [self.line, self.column] if self.column else [self.line] if self.line else []
        return ":".join([self.file, *map(str, numbers)])

    def __str__(self) -> str:
        """Return the diagnostic in one line, and its fix in a second one."""
        text = f"{self.place}: {self.severity}: {self.message}"
        return f"{text}\n  to fix: {self.fix}" if self.fix else text


MOST_DIAGNOSTICS = 1000
"""Most diagnostics of a program that are shown; the others are counted."""


class ProgramError(SymbolicError, ValueError):
    """Prolog program or goal that cannot be used; carries every diagnostic, not only the first.

    ``what`` is a summary, such as ``3 errors in bad.pl``; ``where`` the file, or the goal with a
    caret under the place; ``fix`` a remedy that serves all diagnostics.
    """

    def __init__(
        self, what: str, where: str = "", fix: str = "", diagnostics: Sequence[Diagnostic] = ()
    ) -> None:
        super().__init__(what, where, fix)
        self.diagnostics = tuple(diagnostics)
        self.args = (what, where, fix, self.diagnostics)  # pickled: workers raise this too

    def __str__(self) -> str:
        """Return the three lines, then the diagnostics with their own places and fixes."""
        left = len(self.diagnostics) - MOST_DIAGNOSTICS
        more = [f"and {left:,} more, behind these"] if left > 0 else []
        shown = map(str, self.diagnostics[:MOST_DIAGNOSTICS])
        return "\n".join([super().__str__(), *shown, *more])


class EngineError(SymbolicError, RuntimeError):
    """Failure of the engine to expand a state; the text includes Prolog's own message."""


class Interrupted(EngineError):
    """Call of SWI-Prolog that was ended early, by a signal or at a time limit."""

    def __init__(self) -> None:
        super().__init__(
            "SWI-Prolog was stopped before it had finished.",
            "a signal, or the time limit",
            "allow more time (--timeout-s).",
        )
        self.args = ()


class StackError(EngineError):
    """Call of SWI-Prolog that takes more memory than its stacks may have."""

    def __init__(self, n_bytes: int) -> None:
        self.limit = f"{n_bytes >> 20:,} MB"
        super().__init__(
            f"a call of SWI-Prolog takes more than {self.limit} of stack.",
            "the limit on SWI-Prolog's stacks",
            "ask for something smaller: a shorter proof, or smaller terms.",
        )
        self.args = (n_bytes,)


class RefusedMemoryError(EngineError):
    """Memory that the system does not give; ``n_bytes`` is 0 where nobody says how much."""

    def __init__(self, n_bytes: int = 0) -> None:
        asked = f": torch asked for {n_bytes:,} bytes" if n_bytes else ""
        super().__init__(
            f"there is not enough memory for this{asked}.",
            "the machine, or the limit of this process (ulimit -v, a control group, /dev/shm)",
            "give smaller sizes, such as --n-envs, --n-goals, --dim or --memory-mb.",
        )
        self.args = (n_bytes,)


LEAST_MB, TORCH_MB = 400, 1000
"""Megabytes of address space that commands need, without torch and with it. With less, libraries
end the process while they are imported: OpenBLAS by SIGINT, torch by SIGABRT."""


def expect_address_space(megabytes: int) -> None:
    """Raise SymbolicError if this process may have less address space."""
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY and limit < megabytes << 20:
        raise SymbolicError(
            f"this command needs at least {megabytes:,} MB of address space.",
            f"the limit of this process, {limit >> 20:,} MB",
            f"allow more, such as `ulimit -v {megabytes << 11}`.",
        )


class WorkerError(SymbolicError, RuntimeError):
    """Failure of a worker that is not replaced; no ``traceback`` if it was killed or hung."""

    def __init__(self, what: str, where: str = "", fix: str = "", traceback: str = "") -> None:
        super().__init__(what, where, fix)
        self.traceback = traceback
        self.args = (what, where, fix, traceback)

    def __str__(self) -> str:
        """Return the three lines, then the worker's own traceback."""
        text = super().__str__()
        return (
            f"{text}\nThe worker's own traceback:\n{self.traceback.rstrip()}"
            if self.traceback
            else text
        )


class ProofError(SymbolicError, ValueError):
    """Saved proof that cannot be read, or that SWI-Prolog does not derive."""


class RunError(SymbolicError, RuntimeError):
    """Run directory that is missing, incomplete, or of another program."""


class UnsupportedModuleError(SymbolicError, NotImplementedError):
    """Network with a part that an algorithm cannot handle; the part is named."""


class InstallationError(SymbolicError, RuntimeError):
    """Missing part of the package, or missing software that it needs."""


def expect_package(name: str, where: str, extra: str) -> None:
    """Refuse, by an InstallationError, to go on without a package that ``extra`` installs."""
    if find_spec(name) is None:
        fix = f"pip install 'symbolic-rl[{extra}]'"
        raise InstallationError(f"{name} is not installed.", where, fix)


class MissingPrologError(InstallationError):
    """SWI-Prolog that is not installed, or is too old."""

    def __init__(self, found: str = "") -> None:
        wanted = ".".join(map(str, MIN_PROLOG))
        what = f"SWI-Prolog {found} is too old." if found else "SWI-Prolog is not installed."
        fix = install_command("SWI-Prolog")
        if found and "apt-get" in fix:  # Ubuntu 22.04 has 8.4
            fix = f"sudo apt-add-repository ppa:swi-prolog/stable, then {fix} (Ubuntu)."
        super().__init__(what, f"symbolic-rl needs {wanted} or newer.", fix)
        self.args = (found,)


_INSTALL = {
    "conda": "conda install -y -c conda-forge",
    "apt-get": "apt-get install -y",
    "dnf": "dnf install -y",
    "brew": "brew install",
}
_PACKAGES = {
    "SWI-Prolog": ("swi-prolog", "swi-prolog-nox", "pl", "swi-prolog"),
    "SWI-Prolog's headers": ("swi-prolog", "swi-prolog-nox", "pl-devel", "swi-prolog"),
    "a C compiler": ("c-compiler", "gcc libc6-dev", "gcc", "gcc"),
}
"""Names of each package for the managers of ``_INSTALL``."""


def install_command(part: str) -> str:
    """Return the command that installs a part of ``_PACKAGES`` here; without a manager, all."""
    for (manager, command), packages in zip(_INSTALL.items(), _PACKAGES[part], strict=True):
        if manager == "conda" and "CONDA_PREFIX" not in os.environ:
            continue
        if shutil.which(manager):
            is_for_root = manager in ("apt-get", "dnf") and os.geteuid() != 0
            return f"{'sudo ' * is_for_root}{command} {packages}"
    systems = zip(("conda", "Debian", "Fedora", "Homebrew"), _INSTALL.values(), strict=True)
    each = zip(systems, _PACKAGES[part], strict=True)
    commands = [f"{command} {packages} ({system})" for (system, command), packages in each]
    return f"{', or '.join(commands)}, or install it by hand."
