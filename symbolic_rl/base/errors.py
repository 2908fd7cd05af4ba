"""Everything that can go wrong in a way the user can mend: what, where, how to fix.

The command line prints a :class:`SymbolicError` without a traceback and exits with 2; any other
exception is a fault of this package and keeps its traceback. Each class also inherits the
builtin that a caller would catch.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

MIN_PROLOG = (9, 0, 4)
"""The oldest SWI-Prolog that the engine is tested with."""


class SymbolicError(Exception):
    """Base of all errors of this package that the user can mend.

    Args:
        what: what is wrong, in one line; or a whole message that says all three.
        where: the file, flag or key it stands in.
        fix: what to do about it.
    """

    def __init__(self, what: str, where: str = "", fix: str = "") -> None:
        super().__init__(what, where, fix)
        self.what, self.where, self.fix = what, where, fix

    def __str__(self) -> str:
        """The three lines; those without content are left out."""
        lines = [self.what]
        if self.where:
            lines.append(f"  where:  {self.where}")
        if self.fix:
            lines.append(f"  to fix: {self.fix}")
        return "\n".join(lines)


class ConfigError(SymbolicError, ValueError):
    """A setting has a value that is not allowed, or a name that does not exist."""


class PackError(SymbolicError, ValueError):
    """An environment pack does not exist, or its ``env.toml`` does not make sense."""


@dataclass(frozen=True)
class Diagnostic:
    """One thing the loader has to say about a place in a Prolog file."""

    severity: Literal["error", "warning", "info"]
    file: str
    line: int
    """Counted from 1; 0 where the whole file is meant."""
    column: int
    """Counted from 1; 0 where the whole line is meant."""
    message: str
    fix: str = ""

    @property
    def place(self) -> str:
        """``file:line:column``, as editors and terminals understand it."""
        numbers = [self.line, self.column] if self.column else [self.line] if self.line else []
        return ":".join([self.file, *map(str, numbers)])

    def __str__(self) -> str:
        """The diagnostic in one line, and its fix in a second one."""
        text = f"{self.place}: {self.severity}: {self.message}"
        return f"{text}\n  to fix: {self.fix}" if self.fix else text


class ProgramError(SymbolicError, ValueError):
    """A Prolog program or goal cannot be used; carries every diagnostic, not only the first.

    Args:
        what: what is wrong as a whole, such as ``3 errors in bad.pl``.
        where: the file, or the goal with a caret under the place.
        fix: what to do, where one answer serves all diagnostics.
        diagnostics: all that the loader reported, in the order of the file.
    """

    def __init__(
        self,
        what: str,
        where: str = "",
        fix: str = "",
        diagnostics: Sequence[Diagnostic] = (),
    ) -> None:
        super().__init__(what, where, fix)
        self.diagnostics = tuple(diagnostics)
        self.args = (what, where, fix, self.diagnostics)  # pickled: workers raise this too

    def __str__(self) -> str:
        """What, then every diagnostic with its own place and fix."""
        return "\n".join([super().__str__(), *map(str, self.diagnostics)])


class EngineError(SymbolicError, RuntimeError):
    """The engine could not expand a state; Prolog's own message is part of the text."""


class WorkerError(SymbolicError, RuntimeError):
    """A worker process or actor failed, and was not, or not any more, replaced.

    Args:
        what: which one, how it ended, and how often it was replaced.
        where: its rows.
        fix: what to do about it.
        report: the traceback of the worker; empty where it was killed or hung.
    """

    def __init__(self, what: str, where: str = "", fix: str = "", report: str = "") -> None:
        super().__init__(what, where, fix)
        self.report = report
        self.args = (what, where, fix, report)

    def __str__(self) -> str:
        """What, where and how to fix it, then the worker's own traceback."""
        text = super().__str__()
        return (
            f"{text}\nThe worker's own traceback:\n{self.report.rstrip()}" if self.report else text
        )


class ProofError(SymbolicError, ValueError):
    """A saved proof cannot be read, or SWI-Prolog does not derive what it says."""


class RunError(SymbolicError, RuntimeError):
    """A run directory is missing, incomplete, or belongs to another program."""


class UnsupportedModuleError(SymbolicError, NotImplementedError):
    """A network has a part that an algorithm cannot handle; the part is named."""


class InstallationError(SymbolicError, RuntimeError):
    """A part of the package or of the machine it needs is not there."""


class MissingPrologError(InstallationError):
    """SWI-Prolog is not installed, or is too old.

    Args:
        found: the version that was found, if one was.
    """

    def __init__(self, found: str = "") -> None:
        wanted = ".".join(map(str, MIN_PROLOG))
        what = f"SWI-Prolog {found} is too old." if found else "SWI-Prolog is not installed."
        super().__init__(what, f"symbolic-rl needs {wanted} or newer.", prolog_install_command())
        self.args = (found,)


def prolog_install_command() -> str:
    """The one command that installs SWI-Prolog on this machine."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    if shutil.which("apt-get"):
        return f"{sudo}apt-get install -y swi-prolog-nox"
    if shutil.which("dnf"):
        return f"{sudo}dnf install -y pl"
    if shutil.which("brew"):
        return "brew install swi-prolog"
    return "install it from https://www.swi-prolog.org/Download.html"
