"""The command ``symbolic-rl``: run a subcommand, print errors, set the exit code.

A subcommand is a function from its arguments to an exit code. Only its module is imported, and
torch only where needed, so ``--help`` is fast.

Exit codes: 0 done; 1 no answer; 2 a user error; 130 Ctrl-C; 143 SIGTERM.
"""

import errno
import io
import os
import re
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from symbolic_rl import __version__
from symbolic_rl.base.errors import (
    LEAST_MB,
    RefusedMemoryError,
    SymbolicError,
    expect_address_space,
)
from symbolic_rl.base.interrupts import note_start, watch_signals
from symbolic_rl.base.registry import Entry, look_up

COMMANDS: dict[str, Entry[Callable[[Sequence[str]], int]]] = {
    name: Entry(f"symbolic_rl.cli.{target}", text)
    for name, target, text in (
        ("train", "train:main", "train a policy on a pack or a Prolog program, and evaluate it"),
        ("eval", "eval:main", "share of test queries that a run proves"),
        ("report", "runs:report_runs", "one HTML file on one or several runs"),
        ("diagnose", "runs:diagnose_run", "why a run is slow, or does not learn"),
        ("prove", "prove:main", "answers to a goal, each with its proof"),
        ("play", "play:main", "prove a goal by hand, clause by clause"),
        ("verify", "runs:verify_proofs", "have SWI-Prolog derive a saved proof again"),
        (
            "prolog",
            "programs:print_library",
            "where the Prolog library is, for `guided(Goal)` in a swipl session",
        ),
        ("envs", "programs:list_envs", "list the environment packs"),
        ("collectors", "programs:list_collectors", "list the ways to gather frames"),
        (
            "sweep",
            "sweep:main",
            "measure the collectors on this machine, for several worker counts",
        ),
        ("check", "programs:check_program", "load a program or pack and report its contents"),
        ("export", "runs:export_run", "export a policy to ONNX"),
        ("import", "programs:import_pack", "convert a problem or data set to a pack"),
        ("mine", "programs:mine_rules", "mine Horn rules from the training facts of a pack"),
        ("completion", "programs:print_completion", "a script that lets a shell complete commands"),
    )
}
"""Function and help line of each subcommand."""

USAGE = """\
usage: symbolic-rl [-h] [--version] COMMAND ...

Learn which clause to resolve next, so that Prolog finds proofs that its own order
does not reach.

commands:
{commands}

examples:
  symbolic-rl train --env blocks
  symbolic-rl train --env my_program.pl --goals goals.pl
  symbolic-rl prove my_program.pl "ancestor(X, mary)" --answers 3

`symbolic-rl COMMAND --help` lists the options of a command."""


NEXT = """\
symbolic-rl learns which clause to resolve next, so that Prolog finds proofs that its own order
does not reach. What to do next:

  symbolic-rl train --env blocks                   watch it learn to plan, in ten seconds
  symbolic-rl check FILE.pl                        see what it makes of a program of your own
  symbolic-rl prove FILE.pl "goal(X)"              search for a proof, and show it
  symbolic-rl train --env FILE.pl --goals GOALS    learn from your goals, one on a line of GOALS
  symbolic-rl sweep --env blocks                   measure collectors, workers and rows here

`symbolic-rl --help` lists all commands."""


def usage() -> str:
    """Return the overview that ``symbolic-rl --help`` prints."""
    rows = [f"  {name:<10} {command.help}" for name, command in COMMANDS.items()]
    return USAGE.format(commands="\n".join(rows))


def what_next() -> str:
    """Return what ``symbolic-rl`` alone prints: first commands, and the latest run of ``runs/``."""
    found = sorted(Path("runs").glob("*/config.json"), key=lambda file: file.stat().st_mtime)
    if not found:
        return NEXT
    run = found[-1].parent
    return f"{NEXT}\nYour latest run is {run}: symbolic-rl report {run}, or prove {run} GOAL."


def main() -> NoReturn:
    """Entry point: run the command line of this process and exit."""
    note_start()
    watch_signals()
    if sys.stdout is None:  # closed by the parent process: discard output
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
    for stream in (sys.stdout, sys.stderr):  # terminals may lack characters of a program
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


_REFUSED_MEMORY = re.compile(
    r"can't allocate memory|not enough memory|out of memory|unable to (allocate|mmap|resize)"
    r"|failed to map segment|[Cc]annot allocate memory"
)
"""Messages of errors raised by torch, or by the import of a library, for lack of memory."""
_BYTES = re.compile(r"tried to allocate (\d+) bytes")
_OF_THE_MACHINE = (errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EIO)


def run(args: Sequence[str]) -> int:
    """Run one command line and return its exit code; user errors go to stderr."""
    try:
        code = _dispatch(list(args))
        sys.stdout.flush()  # here, since an error at the end of the process would be shown
        return code
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of the pipe, such as `head`, has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 128 + signal.SIGPIPE
    except SymbolicError as error:
        told = error
    except (MemoryError, RuntimeError, ImportError) as error:
        if not (isinstance(error, MemoryError) or _REFUSED_MEMORY.search(str(error))):
            raise
        asked = _BYTES.search(str(error))
        told = RefusedMemoryError(int(asked[1]) if asked else 0)
    except OSError as error:
        if error.filename is None and error.errno not in _OF_THE_MACHINE:
            raise
        where = os.fsdecode(error.filename) if isinstance(error.filename, str | bytes) else ""
        fix = "check that it exists, that it can be read and written, and that the disk has room."
        told = SymbolicError(f"{error.strerror or error}.", where, fix)
    print(f"error: {told}", file=sys.stderr)
    return 2


def _dispatch(args: list[str]) -> int:
    if args[:1] == ["help"] and args[1:]:
        args = [*args[1:], "--help"]
    if not args or args[0] in ("-h", "--help", "help"):
        print(usage() if args else what_next())
        return 0
    if args[0] == "--version":
        print(f"symbolic-rl {__version__}")
        return 0
    expect_address_space(LEAST_MB)
    command = look_up(COMMANDS, args[0], what="command", flag=f"symbolic-rl {' '.join(args)}")
    return command.load()(args[1:])
