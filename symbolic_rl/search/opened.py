"""A program, or a run and its policy, opened to search for proofs of a user's goals.

A run may have lemmas, and a trial that says whether they help; see :func:`try_lemmas`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import exp, log
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from symbolic_rl.base.config import EnvConfig, SearchSettings
from symbolic_rl.base.errors import ConfigError, Diagnostic, ProgramError
from symbolic_rl.base.files import write_text
from symbolic_rl.base.run_dir import RunDirectory
from symbolic_rl.derivations.known_ids import Trained
from symbolic_rl.engine.prolog import PrologEngine
from symbolic_rl.program.pack import Pack, expect_file, load_pack, pack_of_run
from symbolic_rl.program.program import Program, Query
from symbolic_rl.search import find_all, search_method
from symbolic_rl.search.base import Limits, Space, SpaceOrder
from symbolic_rl.search.lemmas import prove_lemmas
from symbolic_rl.search.search_checkpoint import (
    CheckpointOrder,
    Network,
    read_search_checkpoint,
    viewer_of,
)

if TYPE_CHECKING:
    from symbolic_rl.derivations.problem import Problem
    from symbolic_rl.policy import DerivationPolicy

NO_LEMMAS = Path("none")
"""Stands for no file of lemmas, where a run has one that helps."""
_TRIED_WITHIN = 1_000  # inferences of each search of a trial
_WIDEST_LINE = 200  # characters of a goal that are shown around a mistake


@dataclass(frozen=True)
class Opened:
    """Program in which goals are proved, and the policy that orders their derivations.

    ConfigError: lemmas of an MDP. PackError: there is no such file of lemmas.
    """

    pack: Pack
    config: EnvConfig  # without hide_query: a fact that equals the goal may prove it
    trained: Trained | None = None  # ids and settings of the policy's training
    order: Callable[[Program], SpaceOrder] | None = None  # by the program with its goals
    lemmas: Path | None = None  # a file of facts that follow from the program

    def __post_init__(self) -> None:
        if self.lemmas is None:
            return
        expect_file(self.lemmas, "--lemmas", "name a Prolog file of facts, such as times(X, 0, 0).")
        if self.config.is_mdp:
            raise ConfigError("an MDP has no lemmas.", "--lemmas", "leave it out.")

    def within(self, limits: Limits) -> "Opened":
        """Return the program with the limit on sub-proofs that a search with ``limits`` has.

        ConfigError: the limit is below the least allowed one.
        """
        most = limits.subproof_inferences(self.config.max_subproof_inferences)
        return replace(self, config=replace(self.config, max_subproof_inferences=most))

    def space(self, goal: str) -> Space:
        """Return the search space of a goal; ProgramError: the program or the goal has errors."""
        if not goal.strip():
            fix = 'write a goal, such as "ancestor(X, mary)".'
            raise ProgramError("the goal is empty.", "GOAL", fix)
        try:
            program, _, space_of = self.load({}, goals={"goal": goal})
        except ProgramError as error:
            raise _pointed(error, goal) from None
        return space_of(program.queries[0])

    def load(
        self, queries: Mapping[str, Sequence[Path]], goals: Mapping[str, str] | None = None
    ) -> tuple[Program, PrologEngine, Callable[[Query], Space]]:
        """Return the program with queries, its engine, and a function from a query to its space.

        ProgramError: the program or a query has errors, or the program does not prove a lemma.
        """
        files, config = self.pack.program, self.config
        program = Program(files, queries, goals=goals, config=config, lemmas=self.lemmas)
        engine = PrologEngine(program, config, answers=True)
        prove_lemmas(engine, config)
        make = partial(Space if self.order is None else self.order(program).space, engine)
        if self.lemmas is None:
            return program, engine, make
        without = cache(partial(replace(self, lemmas=None).load, queries, goals))

        def with_twin(query: Query) -> Space:
            space, name = make(query), (query.split, query.line, query.text)

            def twin() -> Space:
                plain, _, make_plain = without()
                named = (one for one in plain.queries if (one.split, one.line, one.text) == name)
                return make_plain(next(named))

            space.find_twin = twin
            return space

        return program, engine, with_twin


def is_run(source: str | Path) -> bool:
    """Tell whether a user names the folder of a run."""
    return (Path(source) / "config.json").is_file()


def pack_of(source: str | Path, *, strict: bool = False) -> tuple[Pack, EnvConfig]:
    """Return the program that a user names, and its settings.

    PackError: there is no such program. RunError: the run cannot be used.
    """
    if is_run(source):
        config = RunDirectory.open(Path(source)).config
        return pack_of_run(config), config.env
    pack = load_pack(source, strict=strict)
    return pack, pack.env


def open_goals(
    source: str | Path,
    policy: "str | Path | DerivationPolicy | None" = None,
    *,
    strict: bool = False,
    lemmas: Path | None = None,
) -> Opened:
    """Open a program to search for proofs of goals.

    >>> from tempfile import mkdtemp
    >>> file = Path(mkdtemp(), "p.pl")
    >>> _ = file.write_text("p(a).")
    >>> open_goals(file).space("p(X)").query.text
    'p(X)'

    ConfigError: the program is not the run's, or has changed since; or lemmas of an MDP. PackError:
    there is no such program, or no such file. RunError: the run cannot be used.

    Args:
        source: a Prolog file, a folder with an ``env.toml``, a pack, or the folder of a run, which
            stands for its program and its policy.
        policy: a policy trained on this program, or the folder of a run.
        strict: refuse a program of which a part cannot be loaded; a run has it in its settings.
        lemmas: a file of facts that follow from the program; see :mod:`symbolic_rl.search.lemmas`.
            By default the run's, where its trial says that they help; ``NO_LEMMAS`` for none.
    """
    if policy is None and is_run(source):
        policy = source
    if lemmas is None and isinstance(policy, str | Path):
        lemmas = RunDirectory.open(Path(policy)).lemmas_that_help
    if lemmas not in (None, NO_LEMMAS):
        opened = open_goals(source, policy, strict=strict, lemmas=NO_LEMMAS)
        return replace(opened, lemmas=lemmas)
    if policy is None:
        pack, config = pack_of(source, strict=strict)
        return Opened(pack, replace(config, hide_query=False))
    if isinstance(policy, str | Path):
        return _open_run(source, Path(policy))
    from symbolic_rl.derivations.problem import load_problem

    problem = load_problem(source)
    return _guided(problem.pack, Trained(problem.ids, problem.env_config), policy)


def changed_settings(
    space: Space, search: str, *, temperature: float, uniform_share: float
) -> SearchSettings:
    """Return the search settings of a space, with these values where they are not 0.

    ConfigError: the search, or the space, has no policy; or there is no such search.
    """
    if not temperature and not uniform_share:
        return space.settings
    if not search_method(search).uses_policy or space.order is None:
        raise ConfigError(
            f"the search {search!r} does not use a policy.",
            "--temperature, --uniform-share",
            "leave them out, or name a run.",
        )
    return space.settings.changed(temperature=temperature, uniform_share=uniform_share)


class LemmaTrial(NamedTuple):
    """Searches of queries with lemmas and without."""

    searched: int
    proved: int
    proved_without: int
    inferences: float
    """Geometric mean of the inferences with lemmas, divided by those without."""

    @property
    def helps(self) -> bool:
        """True if searches with lemmas prove no fewer queries, with fewer inferences."""
        return self.proved >= self.proved_without and self.inferences < 1


def try_lemmas(
    problem: "Problem", policy: "DerivationPolicy", queries: Sequence[Query], lemmas: str
) -> LemmaTrial:
    """Search queries of a pack, guided, with the lemmas of a text and without.

    A search that finds no proof counts as one that has found it with the last inference.
    """
    with TemporaryDirectory(prefix="symbolic_rl_") as folder:
        file = Path(folder, "lemmas.pl")
        write_text(file, lemmas)
        spaces = spaces_with_lemmas(problem, policy, queries, file)
        twins = [twin for space in spaces if (twin := space.without_lemmas)]
        limits = Limits(max_inferences=_TRIED_WITHIN)
        both = [find_all("guided", those, limits=limits) for those in (spaces, twins)]
    proved, proved_without = (sum(bool(one.answers) for one in found) for found in both)
    logs = [
        sum(log(one.inferences if one.answers else _TRIED_WITHIN) for one in found)
        for found in both
    ]
    mean = exp((logs[0] - logs[1]) / len(queries))
    return LemmaTrial(len(queries), proved, proved_without, mean)


def spaces_with_lemmas(
    problem: "Problem", policy: "DerivationPolicy | None", queries: Sequence[Query], lemmas: Path
) -> list[Space]:
    """Return the spaces of a pack's queries, in the program with lemmas.

    ProgramError: the program does not prove a lemma.
    """
    from symbolic_rl.search.policy_order import PolicyOrder

    order = None if policy is None else partial(PolicyOrder, policy, problem)
    opened = Opened(problem.pack, problem.env_config, order=order, lemmas=lemmas)
    files = problem.pack.query_files
    program, _, space = opened.load({one: [files[one]] for one in {q.split for q in queries}})
    loaded = {(query.split, query.line, query.text): query for query in program.queries}
    asked = (loaded[query.split, query.line, query.text] for query in queries)
    return [space(query.without_answer(program.vocabulary)) for query in asked]


def _open_run(source: str | Path, run_dir: Path) -> Opened:
    """Open a run with its search checkpoint; without one, with its policy, which needs torch."""
    run = RunDirectory.open(run_dir)
    config = run.config
    pack = pack_of_run(config) if str(source) == str(run_dir) else load_pack(source)

    def with_policy() -> Opened:
        import torch

        from symbolic_rl.base.devices import TORCH_THREADS
        from symbolic_rl.policy.open import load_trained

        torch.set_num_threads(TORCH_THREADS)
        return _guided(pack, *load_trained(run_dir, pack))

    checkpoint = read_search_checkpoint(run)
    if checkpoint is None:
        return with_policy()
    config.expect(pack.name, pack.program_checksum, where=str(run_dir))
    trained = Trained(checkpoint.ids, config.env)

    def asked(program: Program) -> SpaceOrder:
        opened = with_policy()
        assert opened.order is not None
        return opened.order(program)

    def order(program: Program) -> CheckpointOrder:
        clauses, view = trained.ids.clause_ids(program), viewer_of(trained, program)
        network = Network(checkpoint.weights, view, clauses)
        return CheckpointOrder(
            network, config.env, checkpoint.search_settings, partial(asked, program)
        )

    return Opened(pack, replace(config.env, hide_query=False), trained, order)


def _guided(pack: Pack, trained: Trained, policy: "DerivationPolicy") -> Opened:
    """Return a program with a policy that was trained on it."""
    from symbolic_rl.search.policy_order import PolicyOrder

    config = replace(trained.env_config, hide_query=False)
    return Opened(pack, config, trained, partial(PolicyOrder, policy, trained))


def _pointed(error: ProgramError, goal: str) -> ProgramError:
    """Return the error with a caret under each place in the goal that it names."""
    typed = [note for note in error.diagnostics if note.file.startswith("<query")]
    others = [note for note in error.diagnostics if note not in typed]
    mistakes = [note for note in typed if note.severity == "error"]
    if not mistakes or any(note.severity == "error" for note in others):
        return error
    # Shown only if all mistakes are in the goal, so that no error of the program is hidden.
    shown = "\n".join(_caret(note, goal) for note in mistakes)
    count = "an error" if len(mistakes) == 1 else f"{len(mistakes)} errors"
    if ignored := [note for note in others if note.severity == "ignored"]:
        more = f" ({len(ignored):,} such notes: see check)" if len(ignored) > 1 else ""
        shown += f"\n  note: {ignored[0].place}: {ignored[0].message}{more}"
    return ProgramError(f"the goal has {count}.\n{shown}")


def _caret(note: Diagnostic, goal: str) -> str:
    lines = goal.splitlines() or [""]
    line, before = lines[min(max(note.line, 1), len(lines)) - 1], max(note.column, 1) - 1
    if len(line) > _WIDEST_LINE:
        cut = max(before - _WIDEST_LINE // 2, 0)
        line, before = line[cut : cut + _WIDEST_LINE], before - cut
    tabs = "".join("\t" if letter == "\t" else " " for letter in line[:before])
    padding = tabs.ljust(before)
    fix = f"\n  to fix: {note.fix}" if note.fix else ""
    return f"  {line}\n  {padding}^ {note.message}{fix}"
