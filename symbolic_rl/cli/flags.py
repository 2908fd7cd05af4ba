"""Flags of a command, read with tyro: a dataclass in, an instance out."""

import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from math import isfinite
from pathlib import Path
from typing import Annotated, Any, Optional, TypeVar, get_origin

import tyro
from tyro.constructors import (
    ConstructorRegistry,
    StructConstructorSpec,
    StructFieldSpec,
    StructTypeInfo,
)

from symbolic_rl.base.config import MAX_SEED, MOST, Settings
from symbolic_rl.base.errors import ConfigError, SymbolicError

ArgsT = TypeVar("ArgsT")

SwitchOn = Annotated[bool, tyro.conf.FlagCreatePairsOff]
"""A flag that is only ever switched on."""
MaybePath = Optional[Path]  # noqa: UP045
"""A flag for a file or folder; for ``Path | None`` tyro imports typeguard, and with it asyncio."""


def parse(
    args_type: type[ArgsT],
    args: Sequence[str],
    *,
    command: str,
    default: ArgsT | None = None,
    description: str | None = None,
    only_known: bool = False,
) -> ArgsT:
    """Read the flags of ``symbolic-rl COMMAND``; ``--help`` and mistyped flags end the process.

    Args:
        args_type: a dataclass; the string under a field is its help, nested dataclasses are
            groups of flags.
        args: words behind the command's name.
        command: the name, for the usage line.
        default: values of the flags that are not given; the help shows them.
        description: first paragraph of the help; the docstring of ``args_type`` if not given.
        only_known: ignore ``--help`` and the flags that ``args_type`` does not have.

    Raises:
        SymbolicError: a dataclass refused its values.
    """
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said):
            read: Any = tyro.cli(
                args_type,
                prog=f"symbolic-rl {command}",
                args=[word for word in args if not (only_known and word in ("-h", "--help"))],
                default=tyro.MISSING_NONPROP if default is None else default,
                description=description,
                config=(
                    tyro.conf.OmitArgPrefixes,
                    tyro.conf.DisallowNone,
                    tyro.conf.PositionalMetavarFromFieldName,
                ),
                registry=_REGISTRY,
                return_unknown_args=only_known,  # type: ignore[call-overload]
            )
            flags: ArgsT = read[0] if only_known else read
            _expect_numbers(flags)
            return flags
    except SystemExit as stop:
        # tyro draws a box around the first line of a ValueError of ours; we show all of it.
        if error := _symbolic_cause(stop):
            raise error from None
        sys.stderr.write(said.getvalue())
        raise


def _expect_numbers(flags: Any) -> None:
    """Refuse whole numbers that no computation of the machine holds; settings check their own.

    Raises:
        ConfigError: names the flag.
    """
    for field in fields(flags):
        value = getattr(flags, field.name)
        for number in value if isinstance(value, list | tuple) else (value,):
            if isinstance(number, int) and not -MOST <= number <= MAX_SEED:
                flag = f"--{field.name.replace('_', '-')}"
                raise ConfigError(f"{number} is too large.", flag, f"give at most {MOST:,}.")


_REGISTRY = ConstructorRegistry()


@_REGISTRY.struct_rule
def _settings(info: StructTypeInfo) -> StructConstructorSpec | None:
    """Tell tyro which values a setting may have, where a registry lists them."""
    config = info.type
    if not (isinstance(config, type) and issubclass(config, Settings)):
        return None
    shown, meanings = [], config.meanings()
    for field in fields(config):
        if field.name in config.WITHOUT_FLAG:
            continue
        kind: Any = field.type
        if get_origin(kind) is Annotated:
            names = ",".join(config.choices(field.name))
            kind = Annotated[str, tyro.conf.arg(metavar=f"{{{names}}}")]
        value = getattr(info.default, field.name, field.default)
        shown.append(StructFieldSpec(field.name, kind, value, meanings[field.name]))
    return StructConstructorSpec(partial(replace, info.default), tuple(shown))


def _symbolic_cause(error: BaseException) -> SymbolicError | None:
    """Return the error of ours during whose handling ``error`` was raised."""
    cause = error.__context__
    while cause is not None and not isinstance(cause, SymbolicError):
        cause = cause.__context__
    return cause


def given(flags: Any, *names: str) -> list[str]:
    """Return the flags among some that are not as by default, as they are written."""
    found = []
    for name in names:
        default = flags.__dataclass_fields__[name].default
        if getattr(flags, name) != default:
            found.append(f"--{'no-' * (default is True)}{name.replace('_', '-')}")
    return found


@contextlib.contextmanager
def stdout_for_json(wanted: bool) -> Iterator[None]:
    """Send to stderr what is printed meanwhile: stdout is for the one JSON document."""
    with contextlib.redirect_stdout(sys.stderr) if wanted else contextlib.nullcontext():
        yield


def refuse(is_wrong: object, what: str, where: str, fix: str) -> None:
    """Refuse flags where something is wrong with them.

    Raises:
        ConfigError: it is.
    """
    if is_wrong:
        raise ConfigError(what, where, fix)


def print_json(document: Mapping[str, Any]) -> None:
    """Print one JSON document on stdout, NaN and infinity as null."""
    print(json.dumps(_numbers_only(document), indent=2, allow_nan=False))


def _numbers_only(value: Any) -> Any:
    """Return the value with None for NaN and infinity, which JSON does not have."""
    if isinstance(value, Mapping):
        return {key: _numbers_only(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_numbers_only(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value
