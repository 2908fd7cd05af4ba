"""Registries: the named choices of a setting, imported only when one of them is used."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Generic, TypeVar, cast

from symbolic_rl.base.errors import ConfigError

T = TypeVar("T")


@dataclass(frozen=True)
class Entry(Generic[T]):
    """One choice of a setting.

    >>> Entry("math:sqrt", "square root").load()(9.0)
    3.0
    """

    target: str
    """Module and name of the object, as ``module:name``."""
    help: str
    """One line for users."""

    def load(self) -> T:
        """Import and return the object."""
        module, _, name = self.target.partition(":")
        return cast(T, getattr(import_module(module), name))


def look_up(registry: Mapping[str, T], name: str, *, what: str, flag: str) -> T:
    """Return the entry called ``name``.

    Raises:
        ConfigError: no entry has this name; it suggests the nearest one or lists all.
    """
    if name not in registry:
        near = get_close_matches(name, registry, 1)
        fix = f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(registry)}."
        raise ConfigError(f"There is no {what} {name!r}.", flag, fix)
    return registry[name]
