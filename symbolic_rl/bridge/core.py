"""The C core (``prolog/core``) in this process: loaded once, after a check that it fits."""

import ctypes as c
import re
from functools import cache
from pathlib import Path

from symbolic_rl.base.errors import InstallationError
from symbolic_rl.bridge import build
from symbolic_rl.bridge.swipl import library, quoted, run


@cache
def load() -> c.CDLL:
    """Return the C core, loaded into SWI-Prolog and this process.

    InstallationError: it was not compiled, or from other sources or for another SWI-Prolog.
    MissingPrologError: SWI-Prolog is not installed.
    """
    path = build.library_path()
    _expect_built(path)
    library()  # first, because the core refers to its functions
    try:
        core = c.CDLL(str(path))
    except OSError as error:
        raise _unfit(f"the C core does not load: {error}.", path) from error
    core.core_prolog.restype = c.c_char_p
    # Before _declare(): a core of another SWI-Prolog need not have all functions.
    _expect_prolog(core.core_prolog().decode(), path)
    _declare(core)
    # Not by autoloading, which would make it a predicate of the module `system`.
    loading = f"shlib:load_foreign_library(system:{quoted(str(path))})"
    run(f"system:(use_module(library(shlib), []), {loading})")
    return core


_EXPORTED = re.compile(r"\nEXPORT (.+)\n(core_\w+)\(([^)]*)\)")
_TYPES = {"void": None, "int": c.c_int, "int64_t": c.c_int64, "const char *": c.c_char_p}
"""Types of C; all others are addresses."""


def _declare(core: c.CDLL) -> None:
    """Give the functions of the core the types of their definitions in its sources."""
    for source in build.READ:
        for result, name, parameters in _EXPORTED.findall(source.read_text("utf-8")):
            kinds = (re.sub(r"\w+$", "", one).strip() for one in parameters.split(","))
            function = getattr(core, name)
            function.restype = _TYPES.get(result, c.c_void_p)
            function.argtypes = [_TYPES.get(kind, c.c_void_p) for kind in kinds if kind]


def _expect_built(path: Path) -> None:
    if path.is_file():
        return
    others = build.other_builds()
    what = "the C core was not compiled."
    if others:
        what = "the C core is outdated: its sources have changed since it was compiled."
    raise _unfit(what, others[-1] if others else path)


def _expect_prolog(compiled_for: str, path: Path) -> None:
    """Refuse a core of another SWI-Prolog (``core_prolog()``); patch releases are compatible."""
    there = tuple(map(int, compiled_for.removeprefix("SWI-Prolog ").split("/")))
    here = library().version(_SYSTEM), library().version(_INTERFACE)
    if (there[0] // 100, there[1]) == (here[0] // 100, here[1]):
        return
    one, other = (
        f"SWI-Prolog {build.version_text(version)} (foreign interface {interface})"
        for version, interface in (there, here)
    )
    raise _unfit(f"the C core was compiled for {one}, and this is {other}.", path)


_SYSTEM, _INTERFACE = 1, 2
"""``PL_VERSION_SYSTEM`` and ``PL_VERSION_FLI`` of ``SWI-Prolog.h``."""


def _unfit(what: str, where: Path) -> InstallationError:
    return InstallationError(what, str(where), build.REBUILD)
