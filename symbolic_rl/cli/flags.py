"""Parse the flags of a command with tyro: a dataclass in, an instance out."""

import contextlib
import io
import json
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from math import isfinite
from os.path import exists, isfile
from pathlib import Path
from typing import Annotated, Any, Optional, TypeVar, get_origin

import tyro
from tyro.constructors import (
    ConstructorRegistry,
    PrimitiveConstructorSpec,
    PrimitiveTypeInfo,
    StructConstructorSpec,
    StructFieldSpec,
    StructTypeInfo,
)

from symbolic_rl.base.config import MAX_SEED, MOST, Settings
from symbolic_rl.base.errors import ConfigError, SymbolicError

ArgsT = TypeVar("ArgsT")

SwitchOn = Annotated[bool, tyro.conf.FlagCreatePairsOff]
"""A flag without a ``--no-`` form."""
MaybePath = Optional[Path]  # noqa: UP045
"""An optional path; for ``Path | None``, tyro would import typeguard and asyncio."""


_STYLE = (
    tyro.conf.OmitArgPrefixes,
    tyro.conf.DisallowNone,
    tyro.conf.PositionalMetavarFromFieldName,
)


def completion_script(commands: Mapping[str, type], shell: str) -> str:
    """Return the script by which ``bash``, ``zsh`` or ``fish`` completes commands and flags."""
    written = io.StringIO()
    with contextlib.redirect_stdout(written), contextlib.suppress(SystemExit):
        tyro.extras.subcommand_cli_from_dict(
            dict(commands),
            prog="symbolic-rl",
            args=["--tyro-print-completion", shell],
            config=_STYLE,
            registry=_registry(abridges=False),
        )
    return written.getvalue()


def parse(
    args_type: type[ArgsT],
    args: Sequence[str],
    *,
    command: str,
    default: ArgsT | None = None,
    description: str | None = None,
    only_known: bool = False,
) -> ArgsT:
    """Parse the flags of ``symbolic-rl COMMAND``; ``--help`` and wrong flags end the process.

    ``--help`` lists the settings that most runs need, ``--help-all`` all of them.

    ``args_type`` is a dataclass: the docstring of a field is its help, nested dataclasses are
    groups, and its own docstring is the ``description``. ``default`` has the values of flags that
    are not given. ``only_known`` ignores ``--help`` and unknown flags. SymbolicError: the dataclass
    refused a value.
    """
    if args and args[0][:1] not in ("", "-") and "env" in args_type.__annotations__:
        where, fix = f"symbolic-rl {command} {args[0]}", f"write --env {args[0]}."
        raise ConfigError(f"{command} takes the program as a flag.", where, fix)
    said, abridges = io.StringIO(), not only_known and bool({"-h", "--help"} & {*args})
    args = ["--help" if word == "--help-all" else word for word in args]
    try:
        with contextlib.redirect_stderr(said):
            read: Any = tyro.cli(
                args_type,
                prog=f"symbolic-rl {command}",
                args=[word for word in args if not (only_known and word in ("-h", "--help"))],
                default=tyro.MISSING_NONPROP if default is None else default,
                description=description,
                config=_STYLE,
                registry=_registry(abridges=abridges),
                return_unknown_args=only_known,  # type: ignore[call-overload]
            )
            flags: ArgsT = read[0] if only_known else read
            _expect_numbers(flags)
            return flags
    except SystemExit as stop:
        # tyro boxes the first line of a ValueError; show the whole error instead.
        if error := _symbolic_cause(stop):
            raise error from None
        sys.stderr.write(said.getvalue())
        raise


def _expect_numbers(flags: Any) -> None:
    """Refuse integers beyond 64 bits, by a ConfigError; settings check their own."""
    for field in fields(flags):
        value = getattr(flags, field.name)
        for number in value if isinstance(value, list | tuple) else (value,):
            if isinstance(number, int) and not -MOST <= number <= MAX_SEED:
                flag = f"--{field.name.replace('_', '-')}"
                raise ConfigError(f"{number} is too large.", flag, f"give at most {MOST:,}.")


def _registry(*, abridges: bool) -> ConstructorRegistry:
    """Return rules by which tyro reads settings; ``abridges`` leaves out rarely used flags."""
    registry = ConstructorRegistry()

    @registry.struct_rule
    def settings(info: StructTypeInfo) -> StructConstructorSpec | None:
        config = info.type
        if not (isinstance(config, type) and issubclass(config, Settings)):
            return None
        found, meanings = [], config.meanings()
        for field in fields(config):
            if field.name in config.WITHOUT_FLAG:
                continue
            kind: Any = field.type
            if get_origin(kind) is Annotated:
                names = ",".join(config.choices(field.name))
                kind = Annotated[str, tyro.conf.arg(metavar=f"{{{names}}}")]
            if abridges and field.name not in config.SHOWN_FIRST:
                kind = Annotated[kind, tyro.conf.Suppress]
            value = getattr(info.default, field.name, field.default)
            found.append(StructFieldSpec(field.name, kind, value, meanings[field.name]))
        return StructConstructorSpec(partial(replace, info.default), tuple(found))

    @registry.primitive_rule
    def whole_number(info: PrimitiveTypeInfo) -> PrimitiveConstructorSpec[int] | None:
        if info.type is not int:
            return None
        return PrimitiveConstructorSpec(
            nargs=1,
            metavar="INT",
            instance_from_str=lambda words: whole(words[0]),
            is_instance=lambda value: isinstance(value, int),
            str_from_instance=lambda value: [str(value)],
        )

    return registry


def whole(word: str) -> int:
    """Read a whole number; ValueError: it is none.

    >>> whole("1_000"), whole("1e6")
    (1000, 1000000)
    """
    with contextlib.suppress(ValueError):
        return int(word)
    with contextlib.suppress(ValueError, OverflowError):
        if (number := int(float(word))) == float(word):
            return number
    raise ValueError(f"{word!r} is not a whole number.")


def _symbolic_cause(error: BaseException) -> SymbolicError | None:
    """Return the SymbolicError in whose handling ``error`` was raised, if any."""
    cause = error.__context__
    while cause is not None and not isinstance(cause, SymbolicError):
        cause = cause.__context__
    return cause


def given(flags: Any, *names: str) -> list[str]:
    """Return the flags among ``names`` that differ from their default, as typed."""
    found = []
    for name in names:
        default = flags.__dataclass_fields__[name].default
        if getattr(flags, name) != default:
            found.append(f"--{'no-' * (default is True)}{name.replace('_', '-')}")
    return found


@contextlib.contextmanager
def stdout_for_json(wanted: bool) -> Iterator[None]:
    """Redirect prints to stderr: stdout is reserved for the JSON document."""
    with contextlib.redirect_stdout(sys.stderr) if wanted else contextlib.nullcontext():
        yield


def refuse(is_wrong: object, what: str, where: str, fix: str) -> None:
    """Raise a ConfigError if a condition on flags is violated."""
    if is_wrong:
        raise ConfigError(what, where, fix)


def expect_source_first(command: str, source: str, goal: str) -> None:
    """Refuse a goal that is given before the program, by a ConfigError."""
    # Not by Path, which raises an OSError for a name of more than 255 bytes, as a goal may be.
    is_swapped = isfile(goal) and not exists(source)
    fix = f"write symbolic-rl {command} {shlex.join((goal, source))}"
    refuse(is_swapped, "the goal is given before the program.", "SOURCE GOAL", fix)


def print_json(document: Mapping[str, Any]) -> None:
    """Print a JSON document on stdout, with null for NaN and infinity."""
    print(json.dumps(_numbers_only(document), indent=2, allow_nan=False))


def _numbers_only(value: Any) -> Any:
    """Replace NaN and infinity, which JSON lacks, by None."""
    if isinstance(value, Mapping):
        return {key: _numbers_only(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_numbers_only(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value
