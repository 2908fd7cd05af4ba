"""Builds the C core: the library of ``prolog/core``, compiled in place.

``pip install`` and ``make setup`` call it; by hand, use ``python -m symbolic_rl.bridge.build``. The
file name has a checksum of the sources, so an outdated build is never loaded. This file imports
only the standard library, because the build backend runs it before anything is installed.
"""

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from symbolic_rl.base.errors import (
    MIN_PROLOG,
    InstallationError,
    MissingPrologError,
    install_command,
)
from symbolic_rl.base.files import PROLOG_DIR, checksum

_HOME = PROLOG_DIR / "core"
_SOURCES = tuple(sorted(_HOME.glob("*.c")))
READ = (*_SOURCES, *sorted(_HOME.glob("*.h")))
"""Source files of the library."""
# initial-exec: the thread-local variables are few and small, so they fit into the program's own
# block. Otherwise each access is a call, which takes a third of the time of a search.
_FLAGS = ("-shared", "-fPIC", "-pthread", "-fvisibility=hidden", "-ftls-model=initial-exec")
_FLAGS_OF = {"darwin": ("-undefined", "dynamic_lookup")}
"""Further flags by system."""
# Without alignment, a change of one file moves the loops of the others: up to 4 % of a step.
FAST = ("-O3", "-falign-functions=64", "-falign-loops=32")
_ACROSS_FILES: tuple[str, ...] = ("-flto=auto",)
SANITIZED = (
    "-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
)  # fmt: skip
"""Flags of a build that aborts at the first error of memory or arithmetic; it needs a process that
was started with the sanitizers' libraries (``LD_PRELOAD``)."""
_MACHINE = f"{sys.platform}_{platform.machine()}"
"""In the name of the library: the same for every Python of a machine."""
REBUILD = f"compile it anew: {shlex.join([sys.executable, '-m', 'symbolic_rl.bridge.build'])}"
"""Remedy for a library that is missing, or does not fit."""


@cache
def library_path() -> Path:
    """Return the path of the library of these sources, built or not."""
    parts = [path.read_bytes() for path in READ]
    digest = checksum([*parts, repr((FAST, _ACROSS_FILES, _FLAGS)).encode()])
    return _HOME / f"core_{_MACHINE}_{digest}.so"


def other_builds() -> list[Path]:
    """Return the libraries that were built here from other sources."""
    return sorted(set(_HOME.glob(f"core_{_MACHINE}_*.so")) - {library_path()})


def build() -> Path:
    """Compile the core, unless that was done for this SWI-Prolog, and return its path.

    InstallationError: SWI-Prolog, its headers or a compiler is missing, or compiling failed.
    """
    path, mark = library_path(), f"SWI-Prolog {_installed().version}/".encode()
    if not path.is_file() or mark not in path.read_bytes():  # see core_prolog() of core.c
        compile_core(path, FAST)
    return path


def compile_core(target: Path, flags: Sequence[str]) -> None:
    """Compile the core to a library, completely or not at all, with ``FAST`` or ``SANITIZED``.

    InstallationError: SWI-Prolog, its headers or a compiler is missing, or compiling failed.
    """
    include, compiler = _installed().headers(), _compiler()
    with _new_file(target) as part:
        options = [*flags, *_FLAGS, *_FLAGS_OF.get(sys.platform, ()), f"-I{include}"]
        command = [*compiler, *options, *map(str, _SOURCES), "-lm", "-o", str(part)]
        # If the linker can, inline calls between files, which saves 3 % of a step.
        linking = [_ACROSS_FILES, ()] if flags == FAST else [()]
        for more in linking:
            done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
            if not done.returncode:
                break
        else:
            raise InstallationError(
                f"the C compiler failed: {done.stderr.strip()}",
                shlex.join(command),
                f"{install_command('a C compiler')}, or name another compiler in CC.",
            )
        part.chmod(0o755)


@contextmanager
def _new_file(target: Path) -> Iterator[Path]:
    """Yield a new file next to ``target``; it replaces ``target`` if the block succeeds."""
    try:
        number, name = tempfile.mkstemp(".part", dir=target.parent)  # a new file, so not a link
    except OSError as error:
        raise InstallationError(
            f"the C core cannot be written: {error.strerror}.",
            str(target.parent),
            "make the folder writable, or install symbolic-rl as the user that owns it.",
        ) from error
    os.close(number)
    part = Path(name)
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _compiler() -> list[str]:
    asked = shlex.split(os.environ.get("CC", ""))
    if asked:
        if shutil.which(asked[0]):
            return asked
        what = f"the C compiler that CC names was not found: {asked[0]}."
        raise InstallationError(what, "CC", "name another one in CC, or unset it.")
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name):
            return [name]
    fix = install_command("a C compiler")
    raise InstallationError("no C compiler was found.", "the C core of symbolic-rl", fix)


@dataclass(frozen=True)
class _Prolog:
    """The SWI-Prolog that ``swipl`` starts."""

    home: Path
    version: int  # 90004 for 9.0.4

    def headers(self) -> Path:
        """Return the folder with ``SWI-Prolog.h``."""
        folder = self.home / "include"
        if (folder / "SWI-Prolog.h").is_file():
            return folder
        fix = install_command("SWI-Prolog's headers")
        raise InstallationError("the header SWI-Prolog.h was not found.", str(folder), fix)


def _installed() -> _Prolog:
    swipl = shutil.which("swipl")
    if swipl is None:
        raise MissingPrologError()
    command = [swipl, "--dump-runtime-variables"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    variables = dict(re.findall(r'^(\w+)="(.*)";$', said, re.MULTILINE))
    prolog = _Prolog(Path(variables["PLBASE"]), int(variables["PLVERSION"]))
    if prolog.version < version_number(*MIN_PROLOG):
        raise MissingPrologError(version_text(prolog.version))
    return prolog


def wheel_platform() -> str:
    """Return the platform of a wheel with a library that is compiled here.

    On macOS, the oldest release that the compiler compiles for, and the processor of this process:
    Python's own name of the platform may name a universal build.
    """
    if sys.platform == "darwin":
        release = os.environ.get("MACOSX_DEPLOYMENT_TARGET") or platform.mac_ver()[0]
        major, minor = (int(part) for part in f"{release}.0".split(".")[:2])
        return f"macosx_{major}_{minor if major < 11 else 0}_{platform.machine()}"
    return sysconfig.get_platform().translate(str.maketrans("-.", "__"))


def version_number(major: int, minor: int, patch: int) -> int:
    """Return a version of SWI-Prolog as in its headers.

    >>> version_number(9, 0, 4)
    90004
    """
    return 10_000 * major + 100 * minor + patch


def version_text(number: int) -> str:
    """Return a version of SWI-Prolog as text.

    >>> version_text(90004)
    '9.0.4'
    """
    return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"


def main(arguments: list[str]) -> int:
    """Compile the core, or say why it cannot be compiled."""
    if arguments:
        print("usage: python -m symbolic_rl.bridge.build", file=sys.stderr)
        return 2
    try:
        print(f"C core: {build()}")
    except InstallationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
