"""Reading a command's flags with tyro: a dataclass in, an instance out."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Annotated, Any, TypeVar

import tyro

from symbolic_rl.base.errors import SymbolicError

ArgsT = TypeVar("ArgsT")

SwitchOn = Annotated[bool, tyro.conf.FlagCreatePairsOff]
"""A flag that is only ever switched on."""


def parse(
    args_type: type[ArgsT],
    args: Sequence[str],
    *,
    command: str,
    default: ArgsT | None = None,
    description: str | None = None,
) -> ArgsT:
    """Read the flags of ``symbolic-rl COMMAND``; ``--help`` and mistyped flags end the process.

    Args:
        args_type: a dataclass; the string under a field is its help, nested dataclasses are
            groups of flags.
        args: what follows the command's name.
        command: the name, for the usage line.
        default: values of the flags that are not given; the help shows them.
        description: first paragraph of the help; the docstring of ``args_type`` if not given.

    Raises:
        SymbolicError: a dataclass refused its values.
    """
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            return tyro.cli(
                args_type,
                prog=f"symbolic-rl {command}",
                args=list(args),
                default=tyro.MISSING_NONPROP if default is None else default,
                description=description,
                config=(
                    tyro.conf.OmitArgPrefixes,
                    tyro.conf.DisallowNone,
                    tyro.conf.PositionalMetavarFromFieldName,
                ),
            )
    except SystemExit as stop:
        # tyro draws a box around the first line of a ValueError of ours; we show all of it.
        if error := _symbolic_cause(stop):
            raise error from None
        sys.stderr.write(said.getvalue())
        raise


def _symbolic_cause(error: BaseException) -> SymbolicError | None:
    """The error of ours that an exception was raised in the handling of."""
    cause = error.__context__
    while cause is not None and not isinstance(cause, SymbolicError):
        cause = cause.__context__
    return cause


@contextlib.contextmanager
def stdout_for_json(wanted: bool) -> Iterator[None]:
    """Keep stdout for the one JSON document: what is printed meanwhile goes to stderr."""
    with contextlib.redirect_stdout(sys.stderr) if wanted else contextlib.nullcontext():
        yield


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document as the only thing on stdout; what is no number is null."""
    print(json.dumps(_numbers_only(document), indent=2, allow_nan=False))


def _numbers_only(value: Any) -> Any:
    """JSON has neither NaN nor infinity."""
    if isinstance(value, Mapping):
        return {key: _numbers_only(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_numbers_only(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value
