"""Files: the data folders of the package, checksums, and checks before writing."""

import os
import stat
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from symbolic_rl.base.errors import ConfigError, InstallationError, PackError, expect_package

_PACKAGE = Path(__file__).resolve().parent.parent


def _tree(name: str) -> Path:
    installed, checkout = _PACKAGE / "_data" / name, _PACKAGE.parent / name
    if installed.is_dir():
        return installed
    # Without the second test, a broken wheel would use another package's site-packages/envs.
    if checkout.is_dir() and (checkout.parent / "pyproject.toml").is_file():
        return checkout
    raise InstallationError(
        f"symbolic_rl cannot find its {name}/ tree.",
        f"{installed} or {checkout}",
        "reinstall with `pip install --force-reinstall symbolic-rl`, or run `make setup` in a "
        "complete checkout.",
    )


PROLOG_DIR = _tree("prolog")
"""Prolog modules of the engine."""
ENVS_DIR = _tree("envs")
"""Environment packs, one folder each."""
PLOTS = (".png", ".svg", ".pdf")
"""Suffixes of plot files."""


def checksum(parts: Iterable[bytes | memoryview]) -> str:
    """Return CRC-32 and length of the parts, in 16 hexadecimal digits.

    Not a hash of ``hashlib``: importing that maps OpenSSL, 3.4 MB of each worker's memory.
    """
    code = length = 0
    for part in parts:
        code, length = zlib.crc32(part, code), length + len(part)
    return f"{code:08x}{length:08x}"


def replace_file(file: Path, data: bytes | memoryview) -> None:
    """Write a hidden file next to ``file``, sync it, and rename it atomically.

    An existing hidden file, for instance a link, is removed and not written through; a link at
    ``file`` itself is replaced. Devices and pipes, such as ``/dev/stdout``, are written to
    directly.
    """
    if _is_device(file):
        with file.open("wb") as handle:
            handle.write(data)
        return
    # In the same folder, hence on the same file system, because only there renaming is atomic.
    part = file.with_name(f".{file.name}.part")
    part.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
    try:
        with open(os.open(part, flags, 0o666), "wb") as handle:
            handle.write(data)
            handle.flush()
            os.fsync(handle.fileno())
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def write_text(file: Path, text: str) -> None:
    """Write a text as :func:`replace_file` does."""
    replace_file(file, text.encode())


def read_text(file: Path, fix: str) -> str:
    """Read a UTF-8 file, or raise PackError; ``fix`` is the remedy then."""
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        place = f"byte 0x{error.object[error.start]:02x} at byte {error.start + 1}"
        raise PackError(f"not UTF-8: {place}.", str(file), "save it as UTF-8.") from error
    except OSError as error:
        raise PackError(f"cannot be read: {error.strerror}.", str(file), fix) from error


def _is_device(file: Path) -> bool:
    """Return whether a file is a device or pipe; links are followed only below ``/dev``."""
    try:
        mode = (file.stat() if file.is_relative_to("/dev") else file.lstat()).st_mode
    except OSError:
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


@contextmanager
def writing(folder: Path, fix: str) -> Iterator[None]:
    """Turn an OSError of the ``with`` block into a ConfigError with the folder and the fix."""
    try:
        yield
    except OSError as error:
        raise ConfigError(f"cannot be written: {error}.", str(folder), fix) from error


def lasting_name(program: str | Path) -> str:
    """Return a program's name that holds in any folder: paths become absolute."""
    return os.path.realpath(program) if Path(program).exists() else str(program)


def expect_writable(file: Path, flag: str) -> None:
    """Refuse a file, named by ``flag``, that cannot be written, before its content is computed.

    ConfigError: the folder is missing or not writable, or the file is a folder.
    """
    folder = file.parent
    if not folder.is_dir():
        what, fix = f"there is no folder {folder}.", "make it, or name a file in another one."
    elif file.is_dir():
        what, fix = f"{file} is a folder.", "name a file."
    elif not os.access(file if file.exists() else folder, os.W_OK):
        what, fix = f"{file} cannot be written.", "name a file in a folder of your own."
    else:
        return
    raise ConfigError(what, flag, fix)


def expect_plot(file: Path, flag: str) -> None:
    """Refuse a plot that cannot be drawn or written: see :func:`expect_writable`.

    ConfigError: its name has no suffix of ``PLOTS``. InstallationError: matplotlib is missing.
    """
    if file.suffix.lower() not in PLOTS:
        raise ConfigError(
            f"cannot tell the format of {file}.", flag, f"end its name in {', '.join(PLOTS)}."
        )
    expect_package("matplotlib", flag, "bench")
    expect_writable(file, flag)
