"""Program text is UTF-8. SWI-Prolog reads something else with a warning, and makes names alike."""

from collections.abc import Sequence
from pathlib import Path

from symbolic_rl.errors import Diagnostic, ProgramError


def expect_utf8(files: Sequence[Path]) -> None:
    """Refuse files that are not UTF-8; those that cannot be opened are left to the loader.

    Raises:
        ProgramError: names each, with the place of the first byte that is wrong.
    """
    notes = [note for file in dict.fromkeys(files) if (note := _note(file)) is not None]
    if notes:
        where = ", ".join(note.file for note in notes)
        what = "the program is not text in UTF-8"
        raise ProgramError(what, where=where, diagnostics=notes)


def _note(file: Path) -> Diagnostic | None:
    try:
        data = file.read_bytes()
    except OSError:
        return None
    try:
        if not data.isascii():
            data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, len(before) - before.rfind(b"\n")
        byte = f"byte 0x{data[error.start]:02x} is not UTF-8"
        fix = "save the file as UTF-8, such as by iconv -f latin1 -t utf-8"
        return Diagnostic("error", str(file), line, column, byte, fix)
    return None
