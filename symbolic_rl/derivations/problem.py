"""Problems: a pack with its program loaded, its queries by split and its engine open.

An engine cannot be pickled. A worker process opens the image of a loaded problem; another machine
opens the same files, or copies of them in a temporary folder. :class:`Programs` are several
problems that one policy is trained for, by structure alone.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from symbolic_rl import __version__
from symbolic_rl.base.config import CurriculumConfig, EnvConfig, TrainConfig
from symbolic_rl.base.errors import ConfigError, PackError, RunError
from symbolic_rl.base.files import checksum, lasting_name
from symbolic_rl.bridge.schema import Sizes
from symbolic_rl.bridge.structs import N_FEATURES
from symbolic_rl.bridge.tokens import IntArray
from symbolic_rl.derivations.known_ids import KnownIds
from symbolic_rl.derivations.pager import Pager
from symbolic_rl.derivations.views import View, Viewer
from symbolic_rl.engine import PrologEngine, open_program
from symbolic_rl.program.image import ProgramFromImage, ProgramImage, QueryColumns
from symbolic_rl.program.pack import GOAL, GOALS, Pack, load_pack
from symbolic_rl.program.program import Program, Query
from symbolic_rl.program.vocabulary import Vocabulary

if TYPE_CHECKING:
    from symbolic_rl.engine.tensor.tables import Tables


@dataclass(frozen=True)
class Problem:
    """Program, queries and engine of a pack; the input of environments, training and evaluation."""

    pack: Pack
    env_config: EnvConfig
    program: Program
    engine: PrologEngine
    why_engine: str
    """Reason for the choice of the engine."""
    fingerprint: str
    """Hash of the program's and the queries' text."""
    view: View
    """Layout of goals for the policy."""
    known: KnownIds | None = None
    """Ids of symbols for the policy, if it was trained with other ids than the problem's own."""
    tables: "Tables | None" = None
    """The program as tensors, for environments on a device; only with the engine ``tensor``."""

    @property
    def name(self) -> str:
        """Name of the pack or file."""
        return self.pack.name

    @property
    def curriculum(self) -> CurriculumConfig:
        """Levels of the training queries."""
        return self.pack.curriculum

    @property
    def told_apart(self) -> str:
        """Choices of one clause that a policy must tell apart: ``facts``, ``moves`` or nothing.

        One clause of ``action/3`` has many moves. With chance, what follows a move is unknown.
        """
        if self.env_config.is_mdp and not self.vocabulary.has_chance:
            return "moves"
        return "facts" if self.is_flat else ""

    @property
    def is_flat(self) -> bool:
        """True if program and queries are function-free."""
        return self.program.is_flat

    @property
    def has_goals(self) -> bool:
        """True if goals of the user's are learned from, in the place of the pack's queries."""
        return GOALS in self.pack.queries

    @property
    def n_clauses(self) -> int:
        """Number of clause ids, the special ones included."""
        return self.program.n_clauses

    @property
    def sizes(self) -> Sizes:
        """Lengths of the axes of observations, and bounds of their values."""
        config, view = self.env_config, self.view
        return {
            "1": 1,
            "A": config.n_candidates,
            "G": view.n_goals,
            "W": view.goal_width,
            "F": N_FEATURES,
            "view_ids": self.vocabulary.size,
            "clauses": self.n_clauses,
            "inferences": config.inference_limit + 1,
        }

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The symbols of program and queries, with their view ids."""
        own = self.program.vocabulary
        return own if self.known is None else self.known.translated(own)

    @cached_property
    def ids(self) -> KnownIds:
        """The ids that a policy of this problem knows."""
        return self.known or KnownIds.of(self.program, self.view)

    def shown_with(self, ids: KnownIds) -> Self:
        """Return the problem with the ids of a policy."""
        return self if ids == self.ids else replace(self, view=ids.view, known=ids)

    @cached_property
    def viewer(self) -> Viewer:
        """The viewer of goals."""
        return Viewer(self.view, self.vocabulary)

    @property
    def is_memoised(self) -> bool:
        """True for an MDP that environments hold as tables of its states on their device."""
        return self.env_config.is_mdp and self.env_config.engine == "tensor"

    def make_pager(self, *, max_inferences: int, max_pages: int) -> Pager:
        """Return a pager with these limits."""
        config = self.env_config
        return Pager(
            self.engine,
            config,
            loop_check=self.loop_check,
            max_inferences=max_inferences,
            max_pages=max_pages,
            state=self.vocabulary.state if config.is_mdp else -1,
        )

    @property
    def loop_check(self) -> bool:
        """True if variants of earlier states are masked."""
        if self.env_config.loop_check == "auto":
            return self.is_flat
        return self.env_config.loop_check == "on"

    @property
    def splits(self) -> list[str]:
        """Names of the splits that have queries."""
        return list(dict.fromkeys(query.split for query in self.program.queries))

    def queries(self, split: str) -> Sequence[Query]:
        """Return the queries of a split, or raise PackError: it has none.

        ``train`` includes the levels of the curriculum, or consists of the goals if given; it is
        the goal of a problem that was loaded for one.
        """
        wanted = (split, *self.level_names) if split == "train" else (split,)
        if split == "train" and self.has_goals:
            wanted = (GOALS,)
        if split == "train" and self.splits == [GOAL]:
            wanted = (GOAL,)
        asked: Sequence[Query] = self.program.queries
        if isinstance(asked, QueryColumns):
            found: Sequence[Query] = asked.of_splits(wanted)
        else:
            found = [query for query in asked if query.split in wanted]
        if not found:
            raise PackError(
                f"no queries in split {split!r}.",
                str(self.pack.folder.absolute()),
                f"splits with queries: {', '.join(self.splits) or 'none'}; "
                f"add {split}.pl with lines such as query(goal(X))."
                + " Or name a file of goals to learn from: --goals FILE." * (split == "train")
                + " Or ask a run queries of your own: eval RUN --goals FILE." * (split == "test"),
            )
        return found

    @property
    def level_names(self) -> list[str]:
        """Splits that hold the levels of the curriculum."""
        return [f"level_{i}" for i in range(1, len(self.curriculum.levels) + 1)]

    def asked(self, split: str) -> "SplitQueries":
        """Return the queries of ``split`` by level, easiest first; one level by default."""
        names, packed = self.level_names if split == "train" else [], self.program.queries
        levels = [self.queries(name) for name in names or [split]]
        sizes = [len(level) for level in levels]
        if len(levels) == 1:
            queries = levels[0]
        elif isinstance(packed, QueryColumns):
            queries = packed.of_splits(names)
        else:
            queries = [query for level in levels for query in level]
        if isinstance(queries, QueryColumns):
            return SplitQueries(queries, sizes, queries.labels, queries.hidden)
        labels = np.array([query.label for query in queries])
        hidden = np.array([query.hidden for query in queries], np.int64)
        return SplitQueries(queries, sizes, labels, hidden)


@dataclass(frozen=True)
class SplitQueries:
    """Q queries that derivations start with."""

    queries: Sequence[Query]
    sizes: list[int]  # number of queries of each level, easiest first
    labels: NDArray[np.bool_]  # [Q] True for a query that is labelled true
    hidden: IntArray  # [Q] the clause that may not be used, 0 for none


@dataclass(frozen=True)
class ProblemImage:
    """Image of a loaded problem, for a process that only steps it; can be pickled."""

    program: ProgramImage
    others: dict[str, Any]  # further fields of the problem by name

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """Return the image of a problem."""
        names = ("env_config", "why_engine", "fingerprint", "view", "known")
        pack = replace(problem.pack, queries=dict(problem.pack.queries))
        others = {"pack": pack, **{name: getattr(problem, name) for name in names}}
        return cls(ProgramImage.of(problem.program), others)

    def open(self) -> Problem:
        """Return the problem, with only the parts of its program that derivations use."""
        program = cast(Program, ProgramFromImage(self.program))
        engine = PrologEngine(program, self.others["env_config"])
        return Problem(program=program, engine=engine, **self.others)


def load_problem(
    source: str | Path | Pack,
    env_config: EnvConfig | None = None,
    *,
    goal: str = "",
    device: str = "cpu",
    rows: int = 0,
) -> Problem:
    """Load a pack or program and open its engine.

    >>> problem = load_problem("countries_s1")
    >>> problem.name, problem.splits, len(problem.queries("train"))
    ('countries_s1', ['train', 'valid', 'test', 'ranking'], 360)

    ``source`` is a pack, or what :func:`symbolic_rl.program.pack.load_pack` takes; ``env_config``
    replaces its settings. A ``goal`` typed by a user becomes the only query, which environments and
    training take by default. The engine ``auto`` depends on the policy's ``device``, and on the
    ``rows`` that will be stepped side by side.

    PackError: there is no such pack. ProgramError: program or queries have errors.
    """
    pack = source if isinstance(source, Pack) else load_pack(source)
    config = env_config or pack.env
    files: dict[str, list[Path]] = {}
    if goal:
        config = replace(config, hide_query=False)
    else:
        files = {split: [path] for split, path in pack.query_files.items()}
    opened = open_program(pack.program, files, config, goal=goal, device=device, rows=rows)
    view = View.of(opened.program, opened.env_config)
    return Problem(pack, fingerprint=fingerprint(pack), view=view, **vars(opened))


NAMELESS = "structure"
"""The head that knows no symbol, hence no program."""

_NAMED = 3
"""Most programs whose names make up the name of all."""


def without_names(config: EnvConfig) -> EnvConfig:
    """Return the settings with the smallest view: this head reads goals by features alone."""
    return replace(config, view="prefix", view_tree="", goal_width=1, n_goals=1)


@dataclass(frozen=True)
class Programs:
    """Programs to train a policy for, and programs held out: those without training queries."""

    trained: tuple[Problem, ...]
    held_out: tuple[Problem, ...]
    sources: Mapping[str, str]  # name of a program -> what it can be loaded by again
    env: EnvConfig  # settings that were given for all

    @classmethod
    def load(cls, packs: Mapping[str, Pack], env: EnvConfig, train: TrainConfig) -> Self:
        """Load several packs, by source.

        Settings in ``env`` other than the defaults replace every pack's own. ConfigError:
        the run needs the symbols of a program, or no pack has training queries. Others as
        :func:`.load_problem`.
        """
        for flag, wanted in (("policy", NAMELESS), ("algo", "expert"), ("lemmas", 0)):
            if (given := getattr(train, flag)) != wanted:
                what = f"Training for several programs needs {flag} {wanted}, not {given}."
                fix = f"give --{flag} {wanted}, or train for one program."
                raise ConfigError(what, f"--{flag}", fix)
        default = EnvConfig()
        given = {
            one.name: value
            for one in fields(env)
            if (value := getattr(env, one.name)) != getattr(default, one.name)
        }
        configs = [without_names(replace(pack.env, **given)) for pack in packs.values()]
        widest = max(config.n_candidates for config in configs)
        problems = [
            load_problem(pack, replace(config, n_candidates=widest, engine="prolog"))
            for pack, config in zip(packs.values(), configs, strict=True)
        ]
        trained = tuple(one for one in problems if {"train", *one.level_names} & {*one.splits})
        if not trained:
            what, fix = "No program has training queries.", "add train.pl to one of them."
            raise ConfigError(what, "--env", fix)
        return cls(
            trained,
            tuple(one for one in problems if one not in trained),
            {pack.name: lasting_name(source) for source, pack in packs.items()},
            env,
        )

    def __iter__(self) -> Iterator[Problem]:
        return iter((*self.trained, *self.held_out))

    @property
    def name(self) -> str:
        """Names of the programs, or of the first ones."""
        names = [one.name for one in self]
        return "+".join(names[:_NAMED]) + f"+{len(names) - _NAMED}" * (len(names) > _NAMED)

    @property
    def fingerprint(self) -> str:
        """Checksum of the text of all programs."""
        return checksum(one.pack.program_checksum.encode() for one in self)

    @property
    def query_checksums(self) -> dict[str, str]:
        """Checksums of query files, by program and split or level."""
        return {
            f"{one.name}/{split}": text
            for one in self
            for split, text in one.pack.query_checksums.items()
        }

    def __str__(self) -> str:
        said = ((one.name, str(one.program.loading).splitlines()) for one in self)
        lines = [f"{name}: {line}" for name, loading in said for line in loading]
        if self.held_out:
            names = ", ".join(one.name for one in self.held_out)
            lines.append(f"held out, because they have no training queries: {names}")
        return "\n".join(lines)


def fingerprint(pack: Pack) -> str:
    """Return a checksum of the text of the program and of all queries of a pack."""
    paths = (*pack.sources, *(pack.queries[k] for k in sorted(pack.queries)), *pack.levels)
    return checksum(path.read_bytes() + b"\0" for path in paths)


@dataclass(frozen=True)
class ProblemFiles:
    """Files and settings of a problem; can be pickled."""

    pack: Pack
    env_config: EnvConfig
    texts: dict[Path, bytes]  # content of every file of the pack
    fingerprint: str
    known: KnownIds | None = None
    version: str = __version__

    @classmethod
    def of(cls, problem: Problem) -> "ProblemFiles":
        """Read the files of a problem."""
        pack = problem.pack
        files = (*pack.program, *pack.queries.values(), *pack.levels)
        return cls(
            pack=replace(pack, queries=dict(pack.queries)),
            env_config=problem.env_config,
            texts={file: file.read_bytes() for file in files},
            fingerprint=problem.fingerprint,
            known=problem.known,
        )

    def open(self) -> Problem:
        """Load the problem and open its engine; RunError: symbolic_rl has another version here."""
        if self.version != __version__:
            raise RunError(
                f"symbolic_rl {__version__} is installed here, {self.version} where the run is.",
                "a worker on another machine",
                f"install the same version everywhere: pip install symbolic-rl=={self.version}",
            )
        if self._is_here():
            problem = load_problem(self.pack, self.env_config)
        else:
            with tempfile.TemporaryDirectory(prefix="symbolic_rl_") as folder:
                problem = load_problem(self._unpacked(Path(folder)), self.env_config)
        return problem.shown_with(self.known) if self.known else problem

    def _is_here(self) -> bool:
        return all(file.is_file() for file in self.texts) and (
            fingerprint(self.pack) == self.fingerprint
        )

    def _unpacked(self, folder: Path) -> Pack:
        def place(file: Path) -> Path:  # by its whole path, which is unique
            return folder / file.absolute().relative_to(file.absolute().anchor)

        for file, text in self.texts.items():
            place(file).parent.mkdir(parents=True, exist_ok=True)
            place(file).write_bytes(text)
        return replace(
            self.pack,
            folder=place(self.pack.folder),
            program=tuple(place(file) for file in self.pack.program),
            queries={split: place(file) for split, file in self.pack.queries.items()},
        )
