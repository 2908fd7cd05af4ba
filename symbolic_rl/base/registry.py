"""Registries: the named choices of a setting, imported only when one of them is used.

A setting may name a registry in a folder above this one (:class:`Names`). It is looked up when a
value is checked or listed, so a new value needs only an entry there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

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
    help: str  # one line for users

    def load(self) -> T:
        """Import and return the object."""
        module, _, name = self.target.partition(":")
        return cast(T, getattr(import_module(module), name))


@dataclass(frozen=True)
class Names:
    """Mark of a setting whose values are the keys of a registry."""

    registry: str
    """Dotted name below ``symbolic_rl``."""
    others: tuple[str, ...] = ()  # values besides the keys

    @property
    def entries(self) -> Mapping[str, Any]:
        """The registry itself."""
        module, _, name = self.registry.rpartition(".")
        return cast(Mapping[str, Any], getattr(import_module(f"symbolic_rl.{module}"), name))

    @property
    def all(self) -> tuple[str, ...]:
        """All values that the setting may have."""
        return (*self.others, *self.entries)


def nearest(name: object, known: Iterable[str]) -> str:
    """Return the fix for an unknown name: the nearest known name, or all names."""
    near = get_close_matches(str(name), known := list(known), 1)
    return f"did you mean {near[0]!r}?" if near else f"choose from {', '.join(known)}."


def look_up(registry: Mapping[str, T], name: str, *, what: str, flag: str) -> T:
    """Return the entry called ``name``, or raise ConfigError with the nearest name, or all."""
    if name not in registry:
        raise ConfigError(f"There is no {what} {name!r}.", flag, nearest(name, registry))
    return registry[name]


_REGISTRIES = {
    "algo": "training.ALGORITHMS",
    "baseline": "learn.baselines.BASELINES",
    "collector": "collectors.COLLECTORS",
    "policy": "policy.HEADS",
    "search": "search.SEARCHES",
}


def register(setting: str, name: str, value: Any, **properties: Any) -> None:
    """Add a value to a ``setting`` of training or search, for this process.

    >>> from symbolic_rl.policy.clause import ClauseHead
    >>> class WideHead(ClauseHead):
    ...     "Clauses scored from more numbers."
    >>> register("policy", "wide", WideHead, help="score clauses, wider")

    ``make_policy("wide", ...)`` and ``TrainConfig(policy="wide")`` then know it.

    >>> from symbolic_rl.policy import HEADS
    >>> HEADS.pop("wide").help
    'score clauses, wider'

    The setting is ``algo``, ``baseline``, ``collector``, ``policy`` or ``search``; ``value`` is a
    class for the first, third and fourth, else an entry of the registry; ``properties`` are fields
    of the entry, such as ``help``. ConfigError: there is no such setting, the name is taken, or the
    value is not one of the setting.
    """
    dotted = look_up(_REGISTRIES, setting, what="setting to extend", flag="register")
    registry = cast(dict[str, Any], Names(dotted).entries)
    if name in registry:
        raise ConfigError(
            f"There is already a {setting} named {name!r}.", "register", "choose a new name."
        )
    kind = type(next(iter(registry.values())))
    if issubclass(kind, Entry) and not isinstance(value, Entry):
        place = getattr(value, "__qualname__", "<")
        if "<" in place:
            raise ConfigError(
                f"{value!r} cannot be found by its name.",
                "register",
                "define it at the top level of a module.",
            )
        value = kind(f"{value.__module__}:{place}", **{"help": name, **properties})
    elif not isinstance(value, kind):
        what = f"A {setting} is a {kind.__name__}, not {value!r}."
        raise ConfigError(what, "register", f"give a {kind.__module__}.{kind.__name__}.")
    registry[name] = value
