"""Environment packs: a folder with ``env.toml``, a program and queries; or a bare ``.pl`` file.

A bare file takes its queries from ``train.pl``, ``valid.pl`` and ``test.pl`` in its folder, if
``train.pl`` exists. Loading a pack only reads settings; Prolog is not started.
"""

import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

from symbolic_rl.base.config import CurriculumConfig, EnvConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError
from symbolic_rl.base.files import ENVS_DIR, checksum
from symbolic_rl.base.registry import nearest
from symbolic_rl.base.run_dir import RunConfig

SPLITS = ("train", "valid", "test")
"""Splits of a pack by default, if ``<split>.pl`` exists."""

GOALS = "goals"
"""Split of a user's goals that training learns from (``--goals``)."""

GOAL = "goal"
"""Split of the one goal that a problem was loaded for."""

OWN = "own"
"""Split of a user's queries to a trained run (``eval --goals``)."""

_LOADS = re.compile(
    rb"\b(consult|include|ensure_loaded|load_files|reexport|autoload|use_module)\b"
    rb"(?!\s*\(\s*library\b)|:-\s*\["
)
"""Words of directives that may load a file of the program."""

_GOALS_FIX = "name a Prolog file with one goal per line, such as plan(a, X)."
_KEYS = ("description", "program", "queries", "env", "train", "curriculum")


@dataclass(frozen=True)
class Pack:
    """Environment pack: a program, its queries by split, and its settings."""

    name: str
    description: str
    folder: Path
    program: tuple[Path, ...]  # Prolog files, read in this order as one program
    queries: Mapping[str, Path]  # query files by split, without levels of the curriculum
    env: EnvConfig = field(default_factory=EnvConfig)
    train: TrainConfig = field(default_factory=TrainConfig)
    algorithms: Mapping[str, TrainConfig] = field(default_factory=dict)
    """``train`` overridden by ``[train.NAME]``, by algorithm."""
    curriculum: CurriculumConfig = field(default_factory=CurriculumConfig)

    @property
    def levels(self) -> tuple[Path, ...]:
        """Query files of the curriculum, easiest first."""
        return tuple(self.folder / level for level in self.curriculum.levels)

    @property
    def sources(self) -> tuple[Path, ...]:
        """Files of the program, and those that its directives load, which SWI-Prolog must find."""
        if not any(_LOADS.search(path.read_bytes()) for path in self.program):
            return self.program
        from symbolic_rl.program.program import Program  # most packs need no Prolog to be opened

        return (*self.program, *Program(self.program, {}, config=self.env).loaded)

    @property
    def program_checksum(self) -> str:
        """Checksum of the program's text, without queries; checked when a run is opened."""
        return checksum(path.read_bytes() + b"\0" for path in self.sources)

    @property
    def query_checksums(self) -> dict[str, str]:
        """Checksums of query files, by split or level."""
        files = sorted(self.query_files.items())
        return {split: checksum([path.read_bytes()]) for split, path in files}

    @property
    def query_files(self) -> dict[str, Path]:
        """Query files by split or level."""
        return {**self.queries, **{f"level_{i}": path for i, path in enumerate(self.levels, 1)}}

    def asked(self, learned: Sequence[str]) -> Self:
        """Return a copy restricted to some training queries: names of splits or levels."""
        queries = {split: path for split, path in self.queries.items() if split in learned}
        levels = self.curriculum.levels
        if not all(f"level_{i}" in learned for i in range(1, len(levels) + 1)):
            levels = ()
        return replace(self, queries=queries, curriculum=replace(self.curriculum, levels=levels))

    def with_queries(self, file: Path) -> Self:
        """Return a copy with the queries of a file as a further split, :data:`OWN`; or PackError.

        Each clause of the file is a goal, with or without ``query(...)`` around it.
        """
        expect_file(file, "--goals")
        return replace(self, queries={**self.queries, OWN: file})

    def with_goals(self, file: Path) -> Self:
        """Return a copy that learns from a file's goals, not its training queries; or PackError.

        Each clause of the file is a goal, with or without ``query(...)`` around it.
        """
        expect_file(file, "--goals")
        return self.learning_from(file)

    def learning_from(self, file: Path | None) -> Self:
        """Return a copy with the goals of a file, or nothing, as training queries."""
        others = {split: path for split, path in self.queries.items() if split != "train"}
        queries = {GOALS: file, **others} if file else others
        return replace(self, queries=queries, curriculum=replace(self.curriculum, levels=()))

    def train_by(self, algo: str) -> TrainConfig:
        """Return the settings of training by an algorithm."""
        return self.algorithms.get(algo) or replace(self.train, algo=algo)


def expect_file(file: Path, where: str, fix: str = _GOALS_FIX) -> None:
    """Refuse the name of a file that is not there, by a PackError with place and fix."""
    if not file.is_file():
        raise PackError(f"there is no file {file}.", where, fix)


def list_packs() -> list[str]:
    """Return the names of the packs that come with the package, sorted.

    >>> {"blocks", "family", "tiles"} <= set(list_packs())
    True
    """
    return sorted(path.parent.name for path in ENVS_DIR.glob("*/env.toml"))


def load_pack(source: str | Path, *, strict: bool = False) -> Pack:
    """Load the pack that ``source`` names: one of :func:`list_packs`, a folder, or a Prolog file.

    ``strict`` refuses its program if any part cannot be loaded. PackError: there is no such pack,
    or its ``env.toml`` is invalid. ConfigError: a value is not allowed.

    >>> pack = load_pack("countries_s1")
    >>> list(pack.queries), pack.env.n_goals
    (['train', 'valid', 'test', 'ranking'], 6)
    """
    pack = _load(source)
    return replace(pack, env=replace(pack.env, strict=True)) if strict else pack


def load_packs(sources: Sequence[str]) -> dict[str, Pack]:
    """Load several packs, by a source of each; a folder may hold packs instead of being one.

    PackError: as for :func:`load_pack`; or two packs have the same name.

    >>> list(load_packs(["countries_s1", "blocks"]))
    ['countries_s1', 'blocks']
    """
    found = dict[str, Pack]()
    for source in sources:
        folder, inside = Path(source), list[str]()
        if folder.is_dir() and not (folder / "env.toml").is_file():
            inside = sorted(str(file.parent) for file in folder.glob("*/env.toml"))
        found |= {name: load_pack(name) for name in inside or [source]}
    names = [pack.name for pack in found.values()]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        fix = "rename the folder of one of them."
        raise PackError(f"two packs have the name {twice!r}.", "--env", fix)
    return found


def _load(source: str | Path) -> Pack:
    path = Path(source)
    if path.is_file() and path.name != "env.toml":
        return Pack(path.stem, "", path.parent, (path,), _queries_next_to(path))
    if path.name == "env.toml":
        path = path.parent
    if (path / "env.toml").is_file():
        return _from_folder(path)
    if (ENVS_DIR / str(source) / "env.toml").is_file():
        return _from_folder(ENVS_DIR / str(source))
    if path.is_dir():
        inside = path / f"{path.resolve().name}.pl"
        name = f" {inside}" if inside.is_file() else ""
        raise PackError(
            f"the folder {path} is not an environment pack.",
            str(path),
            f"name the .pl file{name}, or put an env.toml in it (format: envs/README.md).",
        )
    names = list_packs()
    if path.suffix == ".pl" or len(path.parts) > 1:
        there = sorted(file.name for file in path.parent.glob("*"))
        near = [str(path.with_name(name)) for name in get_close_matches(path.name, there, 3)]
        hint = f"did you mean {' or '.join(near)}? " if near else ""
        raise PackError(
            f"there is no file or folder {path}.",
            str(path.absolute()),
            f"{hint}name one that is there, or a pack: {', '.join(names)}.",
        )
    files = {file.stem: file.name for file in sorted(path.parent.glob("*.pl"))}
    near = [files.get(one, one) for one in get_close_matches(str(source), [*files, *names], 3)]
    hint = f"did you mean {' or '.join(near)}?" if near else f"packs: {', '.join(names)}."
    raise PackError(f"no environment pack {str(source)!r}.", str(ENVS_DIR), hint)


def pack_of_run(config: RunConfig) -> Pack:
    """Load the pack of a run, with the levels and goals of its training; or PackError.

    If its file of goals is gone, the pack has no training queries.
    """
    if config.programs:
        raise PackError(
            f"The run is for {len(config.programs)} programs.",
            config.problem,
            f"name a folder in the run's: {', '.join(config.programs)}.",
        )
    pack = replace(load_pack(config.source or config.problem), curriculum=config.curriculum)
    if not config.goals:
        return pack
    return pack.learning_from(Path(config.goals) if Path(config.goals).is_file() else None)


def changed_queries(config: RunConfig, pack: Pack) -> dict[str, str]:
    """Return the splits and levels that are ``changed``, ``new`` or ``gone`` since a run."""
    then, now = config.queries, pack.query_checksums
    return {
        split: "new" if split not in then else "gone" if split not in now else "changed"
        for split in sorted({*then, *now} - {OWN})
        if then.get(split) != now.get(split)
    }


def expect_queries(config: RunConfig, now: Mapping[str, str], *, where: str) -> None:
    """Refuse, by a ConfigError, to continue training with changed queries.

    ``now`` has their checksums. A run for several programs refuses a change of any split.
    """
    then = config.queries
    names = (name for name in sorted({*then, *now}) if then.get(name) != now.get(name))
    changed = [name for name in names if config.programs or is_learned(config, name)]
    if changed:
        raise ConfigError(
            f"The queries that the run learns from have changed: {', '.join(changed)}.",
            where,
            f"restore the files, or start a new run with its weights: --from {where}",
        )


def is_learned(config: RunConfig, split: str) -> bool:
    """Return whether a run learned from the queries of a split or level."""
    if GOALS in config.queries:
        return split == GOALS
    return split == "train" or split.startswith("level_")


def _from_folder(folder: Path) -> Pack:
    file = folder / "env.toml"
    try:
        settings = tomllib.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:  # no TOML or UTF-8, long numbers, deep arrays
        raise PackError(
            f"not TOML: {error}", str(file), "correct it; format: envs/README.md."
        ) from error
    for key in settings:
        if key not in _KEYS:
            raise PackError(f"unknown key {key!r}.", str(file), nearest(key, _KEYS))
    train = dict(_table(settings, "train", file))
    own = {name: _table(train, name, file) for name in TrainConfig.choices("algo") if name in train}
    shared = TrainConfig().override(
        {key: value for key, value in train.items() if key not in own}, where=f"{file} [train]"
    )
    algorithms = {
        name: shared.override({"algo": name, **values}, where=f"{file} [train.{name}]")
        for name, values in own.items()
    }
    pack = Pack(
        name=Path(os.path.realpath(folder)).name,
        description=str(settings.get("description", "")),
        folder=folder,
        program=_program(settings.get("program", "program.pl"), folder, file),
        queries=_queries(_table(settings, "queries", file), folder),
        env=EnvConfig().override(_table(settings, "env", file), where=f"{file} [env]"),
        train=algorithms.get(shared.algo, shared),
        algorithms=algorithms,
        curriculum=CurriculumConfig().override(
            _table(settings, "curriculum", file), where=f"{file} [curriculum]"
        ),
    )
    for path in (*pack.program, *pack.queries.values(), *pack.levels):
        expect_file(path, str(file), "correct the name or add the file.")
    return pack


def _table(settings: Mapping[str, Any], key: str, file: Path) -> Mapping[str, Any]:
    table = settings.get(key, {})
    if not isinstance(table, dict):
        raise PackError(f"{key} is not a table.", str(file), f"write [{key}] and its keys below.")
    return table


def _program(names: object, folder: Path, file: Path) -> tuple[Path, ...]:
    listed = [names] if isinstance(names, str) else names
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise PackError(
            f"program = {names!r} names no files.", str(file), "give a name, or a list of names."
        )
    return tuple(folder / name for name in listed)


def _queries_next_to(program: Path) -> dict[str, Path]:
    """Return the query files of a bare program.

    A file train.pl without a query may be any other program.
    """
    train = program.parent / "train.pl"
    if program.stem in SPLITS or not train.is_file():
        return {}
    if not re.search(rb"(?m)^\s*query\(", train.read_bytes()):
        return {}
    return _queries({}, program.parent)


def _queries(named: Mapping[str, Any], folder: Path) -> dict[str, Path]:
    found = {
        split: folder / f"{split}.pl" for split in SPLITS if (folder / f"{split}.pl").is_file()
    }
    for split, flag in ((GOALS, "--goals"), (OWN, "eval --goals")):
        if split in named:
            raise PackError(
                f"{split!r} is reserved for the goals of {flag}, and cannot be a split of a pack.",
                str(folder / "env.toml"),
                "give the split another name.",
            )
    return found | {split: folder / str(name) for split, name in named.items()}
