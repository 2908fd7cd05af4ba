"""Runs a page of the documentation: writes its files, runs its commands, compares what they print.

In a page,

* a ``{code-block}`` with a ``:caption:`` is a file of that name;
* a ``console`` block is run, command by command (``$ ...``), in one folder for each page; what
  stands below a command is compared with what it prints, where ``...`` stands for anything, and
  white space for any other. The exit code is 0 where no output is shown;
* a ``python`` block is executed, all of a page in one namespace;
* any other block is shown, and not run.
"""

import doctest
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BLOCK = re.compile(r"^```(\S+)(?: (\w+))?\n(:caption: (\S+)\n\n?)?(.*?)^```$", re.M | re.S)
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

LIMIT_S = 300
"""Seconds that a command may take; what it has started is ended then, too."""

MODULES = {"symbolic-rl": "symbolic_rl", "torchrun": "torch.distributed.run"}
COMMANDS = {
    **{name: f'"{sys.executable}" -m {module}' for name, module in MODULES.items()},
    "swipl": f"{shutil.which('swipl')} --stack-limit=64m",  # a gigabyte takes seconds to fill
}
"""Command -> what it runs: no page needs an activated environment."""

Cli = Callable[[list[str]], tuple[int, str]]
"""Runs the words behind ``symbolic-rl``; its exit code, and what it prints."""


@dataclass(frozen=True)
class Step:
    """A piece of a page that is run."""

    kind: str
    """``file``, ``command`` or ``python``."""
    text: str
    wanted: str = ""
    """Output of a command, where the page shows it; name of a file."""


def steps(text: str) -> Iterator[Step]:
    """Yield what a page has to run, in its order."""
    for found in BLOCK.finditer(text):
        kind, _, _, name, body = found.groups()
        if name:
            yield Step("file", body, name)
        elif kind == "python":
            yield Step("python", body)
        elif kind == "console":
            for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                command, _, wanted = part.replace("\\\n", " ").partition("\n")
                yield Step("command", command, wanted)


def run_page(text: str, folder: Path, cli: Cli, *, once: bool = False) -> int:
    """Run all steps of a page in a folder, the current one, and return their number.

    With ``once``, a command that the page has twice is run once, and must print both of what is
    shown. ``cli`` runs the product's own commands.
    """
    (folder / ".bin").mkdir()
    for name, command in COMMANDS.items():
        shim = folder / ".bin" / name
        shim.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        shim.chmod(0o755)
    names: dict[str, Any] = {"__name__": "__page__"}
    known: dict[str, tuple[int, str]] = {}
    done = 0
    for step in steps(text):
        done += 1
        if step.kind == "file":
            (folder / step.wanted).parent.mkdir(parents=True, exist_ok=True)
            (folder / step.wanted).write_text(step.text, "utf-8")
        elif step.kind == "python":
            exec(compile(step.text, f"{folder.name}, step {done}", "exec"), names)
        else:
            code, printed = (once and known.get(step.text)) or ran(step.text, folder, cli)
            known[step.text] = code, printed
            agrees = agree(step, printed)
            is_shown = bool(step.wanted.replace(".", " ").strip())
            assert agrees or not step.wanted.strip(), f"$ {step.text}\n{printed}"
            assert is_shown or code == 0, f"$ {step.text}\nexit code {code}\n{printed}"
    return done


def agree(step: Step, printed: str) -> bool:
    """True if a command prints what the page shows; what a policy does is shown to the digit by
    one machine only, so numbers behind a command on a run are not compared."""
    wanted, printed = step.wanted, printed.replace("(64.0Mb)", "(1.0Gb)")
    if re.search(r"\brun\b", step.text):
        wanted, printed = (re.sub(r"\d[\d,.]*", "0", text) for text in (wanted, printed))
        wanted = re.sub(r"0?\.\.\.", "...", wanted)
    return doctest.OutputChecker().check_output(wanted, printed, SAME)


def ran(command: str, folder: Path, cli: Cli) -> tuple[int, str]:
    """Run a command: the product's own in this process, any other by the shell."""
    words = shlex.split(command)
    if words[0] == "symbolic-rl" and not set("|<>$&") & set(command):
        return cli(words[1:])
    path = f"{folder / '.bin'}{os.pathsep}{os.environ['PATH']}"
    with subprocess.Popen(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as done:
        try:
            printed, _ = done.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            # processes that the command started hold the pipe, too
            os.killpg(done.pid, signal.SIGKILL)
            printed, _ = done.communicate()
            raise AssertionError(f"$ {command}\nno end within {LIMIT_S} s\n{printed}") from None
    return done.returncode, printed
