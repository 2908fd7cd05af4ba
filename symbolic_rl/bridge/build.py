"""The compiled wire: the C library of ``prolog/wire``, which is optional and changes no result.

``python -m symbolic_rl.bridge.build build`` compiles it. The file name has a checksum of the
source, so that an outdated build is never loaded.
"""

import ctypes as c
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from symbolic_rl.base.errors import EngineError, MissingPrologError
from symbolic_rl.base.files import PROLOG_DIR, checksum
from symbolic_rl.bridge.structs import expect_layout
from symbolic_rl.bridge.swipl import quoted, run

_HOME = PROLOG_DIR / "wire"
_OF_LOADING = ("loading",)
_NAMES = ("wire", "clauses", "resolve", "builtins", "moves", "kernels", "play", "step", "threads")
_OF_SEARCHES = ("tree", "pool", "batch", "network", "search", "levin", "deepening", "crew")
_SOURCES = tuple(_HOME / f"{name}.c" for name in (*_NAMES, *_OF_LOADING, *_OF_SEARCHES))
_READ = (*_SOURCES, *(_HOME / f"{name}.h" for name in ("wire", "resolve", "search")))
# A thread's own variables are few and small, so that they find room among those of the program:
# else each use of one is a call, a third of the time of a search.
_FLAGS = ("-shared", "-fPIC", "-pthread", "-fvisibility=hidden", "-ftls-model=initial-exec")
FAST = ("-O3",)
SANITIZED = (
    "-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
)  # fmt: skip
"""Flags of a build that ends the process at the first error of memory or arithmetic; it runs only
in a process that was started with the sanitizers' libraries (``LD_PRELOAD``)."""


@cache
def _file_name() -> str:
    digest = checksum(path.read_bytes() for path in _READ)
    return f"wire-{sysconfig.get_platform()}-{digest}.so"


def _folders() -> list[Path]:
    cache_home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return [_HOME, cache_home / "symbolic-rl"]


def library_path() -> Path | None:
    """Return the path of the compiled wire; None if it was not built."""
    for folder in _folders():
        if (folder / _file_name()).is_file():
            return folder / _file_name()
    return None


def is_missing() -> bool:
    """Tell whether the wire could be compiled and was not: there is SWI-Prolog and a compiler."""
    if library_path() is not None:
        return False
    return shutil.which("swipl") is not None and _compiler() is not None


def build() -> Path:
    """Compile the wire, unless that was done, and return its path.

    Raises:
        EngineError: there is no C compiler, no header of SWI-Prolog, or the compiler failed.
        MissingPrologError: SWI-Prolog is not installed.
    """
    found = library_path()
    if found is not None:
        return found
    folder = next((f for f in _folders() if _is_writable(f)), None)
    if folder is None:
        raise EngineError(
            "there is no folder that the compiled wire can be written to.",
            ", ".join(map(str, _folders())),
            "make one of them writable, or go on without the compiled wire.",
        )
    compile_wire(folder / _file_name(), FAST)
    return folder / _file_name()


def compile_wire(target: Path, flags: Sequence[str]) -> None:
    """Compile the wire to a library.

    Args:
        target: file to write, whole or not at all.
        flags: how to optimise and instrument, ``FAST`` or ``SANITIZED``.

    Raises:
        EngineError: there is no C compiler, no header of SWI-Prolog, or the compiler failed.
        MissingPrologError: SWI-Prolog is not installed.
    """
    compiler = _compiler()
    if compiler is None:
        raise EngineError(
            "no C compiler was found.", "the compiled wire", "install gcc, or go on without it."
        )
    include = _include_folder()
    number, name = tempfile.mkstemp(".part", dir=target.parent)  # nobody can have linked this name
    os.close(number)
    part = Path(name)
    options = [*flags, *_FLAGS, f"-I{include}"]
    command = [compiler, *options, *map(str, _SOURCES), "-lm", "-o", str(part)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        part.unlink(missing_ok=True)
        raise EngineError(
            f"the C compiler failed: {done.stderr.strip()}",
            " ".join(command),
            "install gcc with the C library's headers, or name another compiler in CC.",
        )
    part.chmod(0o755)
    part.replace(target)


def _compiler() -> str | None:
    return shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc")


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _include_folder() -> Path:
    swipl = shutil.which("swipl")
    if swipl is None:
        raise MissingPrologError()
    variables = subprocess.run(
        [swipl, "--dump-runtime-variables"], capture_output=True, text=True, check=True
    ).stdout
    for line in variables.splitlines():
        if line.startswith("PLBASE="):
            include = Path(line.partition("=")[2].strip('";')) / "include"
            if (include / "SWI-Prolog.h").is_file():
                return include
    raise EngineError(
        "the header SWI-Prolog.h was not found.",
        "the compiled wire",
        "install SWI-Prolog's development files, or go on without it.",
    )


@cache
def load() -> c.CDLL | None:
    """Load the compiled wire into SWI-Prolog and this process; None if it was not built.

    Raises:
        EngineError: its structures differ from those of Python.
    """
    path = library_path()
    if path is None:
        return None
    # Not by autoloading: it would be a predicate of the module `system`, and be refused otherwise.
    loading = f"shlib:load_foreign_library(system:{quoted(str(path))})"
    run(f"system:(use_module(library(shlib), []), {loading})")
    library = c.CDLL(str(path))
    library.wire_structures.restype = c.c_char_p
    expect_layout(library.wire_structures().decode(), where=str(path))
    return library


def main(arguments: list[str]) -> int:
    """Run the command ``build``: compile the wire, or print why it cannot be; never fails."""
    if arguments != ["build"]:
        print("usage: python -m symbolic_rl.bridge.build build", file=sys.stderr)
        return 2
    try:
        print(f"compiled wire: {build()}")
    except (EngineError, MissingPrologError) as error:
        print(f"no compiled wire, the Prolog one serves: {error}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
