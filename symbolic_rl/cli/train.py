"""``symbolic-rl train``: a flag for each setting; the pack provides the defaults.

The flags that determine the defaults (:class:`Sources`) are parsed first, then all flags with those
defaults. So ``--help`` shows the values of the chosen pack.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tyro.conf import arg

from symbolic_rl.base.config import (
    PROFILES,
    CurriculumConfig,
    EnvConfig,
    Profile,
    TrainConfig,
    difference,
    with_profile,
)
from symbolic_rl.base.console import Startup, large_imports
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import lasting_name
from symbolic_rl.base.ranks import Ranks
from symbolic_rl.base.run_dir import RunConfig, RunDirectory, read_json, runs_in
from symbolic_rl.cli.flags import MaybePath, parse, refuse
from symbolic_rl.cli.keeping import Keeper
from symbolic_rl.collectors import resolve
from symbolic_rl.derivations.problem import NAMELESS, Problem, Programs, load_problem
from symbolic_rl.program.pack import GOALS, Pack, load_packs
from symbolic_rl.training.settle import settle
from symbolic_rl.training.tracking import TRACKERS, find_tracker

if TYPE_CHECKING:
    from symbolic_rl.training.metrics import Summary

DEFAULT_ENV = "blocks"


@dataclass(frozen=True, kw_only=True)
class Sources:
    """Flags that determine the defaults of others; None if not given."""

    env: tuple[str, ...] = ()
    profile: str | None = None
    run_dir: Path | None = None
    config: Path | None = None
    resume: Path | None = None
    algo: str | None = None
    weights_from: Annotated[MaybePath, arg(name="from")] = None


@dataclass(frozen=True, kw_only=True)
class TrainArgs:
    """Flags of ``symbolic-rl train``."""

    env: tuple[str, ...] = (DEFAULT_ENV,)
    """A pack of `symbolic-rl envs`, a folder with an env.toml, or a Prolog file. Several of them,
    or a folder that holds several packs: one policy for all, which reads structure and no names;
    packs without training queries are held out."""
    goals: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """Goals to prove, one per line, such as `path(a, X).`: training learns from them instead of
    the pack's training queries. RUN/proofs.csv says when each was proved."""
    profile: Profile = "standard"
    """Changes to the defaults below, printed before the start. quick: a tenth of the frames, to
    see it learn; standard: none; large: ten times the frames and larger sizes."""
    run_dir: Annotated[MaybePath, arg(help_behavior_hint="(default: runs/ENV-TIME)")] = None
    """Folder to keep the run in."""
    config: Annotated[MaybePath, arg(metavar="FILE", help_behavior_hint="")] = None
    """config.json of an earlier run, to take the settings from instead of the pack."""
    resume: Annotated[MaybePath, arg(metavar="RUN", help_behavior_hint="")] = None
    """Continue the run in this folder, with its settings."""
    weights_from: Annotated[MaybePath, arg(name="from", metavar="RUN", help_behavior_hint="")] = (
        None
    )
    """Start a new run with the weights of this run of the same program and view, or with the
    structure part of a run of other programs; program, head and width default to the run's. Of a
    folder of runs, the structure part that predicts the first proofs best, if it does."""
    track: Annotated[str, arg(metavar=f"{{{','.join(TRACKERS)}}}", help_behavior_hint="")] = ""
    """Also log the metrics to this experiment tracker, through TorchRL's logger. TensorBoard events
    are always written."""
    training: TrainConfig = field(default_factory=TrainConfig)
    """Settings of the training of a policy."""
    environment: EnvConfig = field(default_factory=EnvConfig)
    """Settings of the environment that a Prolog program becomes."""
    curriculum: CurriculumConfig = field(default_factory=CurriculumConfig)
    """Levels of training queries, from the pack."""


def main(args: Sequence[str]) -> int:
    """Train, evaluate, and print the results and the next command."""
    startup = Startup()
    flags = read_flags(args)
    if flags.track:
        find_tracker(flags.track)  # fail before anything is loaded
    ranks = Ranks.from_environment()
    resolve(flags.training, ranks)  # fail before anything is loaded
    if flags.run_dir and ranks.is_first:
        RunDirectory.expect_free(flags.run_dir)
    packs = load_packs(flags.env)
    (source, pack), *others = packs.items()
    problem: Problem | Programs
    if others:
        if flags.goals:
            what = "--goals are for one program."
            raise ConfigError(what, "--goals with several --env", "leave one of them out.")
        problem, why = Programs.load(packs, flags.environment, flags.training), list[str]()
        loaded = str(problem)
    else:
        problem, why = open_problem(replace(pack, curriculum=flags.curriculum), flags)
        loaded = str(problem.program.loading)
    if ranks.is_first:
        for line in (*loaded.splitlines(), *why):
            print(line)
    startup.lap("program")
    with large_imports():
        from symbolic_rl.training.train import train
    startup.lap("imports")
    if flags.profile != "standard" and ranks.is_first:
        standard = _of_several() if others else pack.train_by(flags.training.algo)
        changes = difference(standard, with_profile(standard, flags.profile))
        print(f"profile {flags.profile}:", *changes, sep="\n  ")
    run_dir = flags.resume or flags.run_dir or new_run_dir(problem.name)
    summary = train(
        problem,
        flags.training,
        run_dir,
        resume=flags.resume is not None,
        source="" if others else lasting_name(source),
        startup=startup,
        ranks=ranks,
        weights_from=flags.weights_from,
        track=flags.track,
    )
    if ranks.is_first:
        command = f"symbolic-rl train {shlex.join(args)}".strip()
        if isinstance(problem, Programs):
            report_several(problem, summary, command)
        else:
            report(problem, summary, command)
    return 0 if summary.signal is None else 128 + summary.signal


def open_problem(pack: Pack, flags: TrainArgs) -> tuple[Problem, list[str]]:
    """Load the problem of one pack, and settle its view and limit; return how they were chosen."""
    environment = flags.environment
    if flags.goals:
        pack = pack.with_goals(flags.goals)
        environment = replace(environment, hide_query=False)  # a goal may itself be a fact
    if flags.training.gathers_proofs and environment.engine == "auto":
        environment = replace(environment, engine="prolog")  # searches need this engine
    device, rows = flags.training.device, flags.training.n_envs
    problem = load_problem(pack, environment, device=device, rows=rows)
    return settle(problem, flags.training)  # the report needs the settled problem


def _of_several() -> TrainConfig:
    """Return the defaults of training for several programs."""
    return TrainConfig(policy=NAMELESS)


def read_flags(args: Sequence[str]) -> TrainArgs:
    """Parse the flags of ``train``, with defaults from pack, file or run."""
    defaults = default_flags(sources(args))
    description = (
        "Train a policy on a pack, evaluate it on the test queries and keep the run. The defaults "
        f"below come from {defaults.resume or defaults.config or ' '.join(defaults.env)}."
        + " --help-all lists all settings."
        * ("--help-all" not in args)
    )
    return parse(TrainArgs, args, command="train", default=defaults, description=description)


def sources(args: Sequence[str]) -> Sources:
    """Parse only the flags that determine the defaults."""
    return parse(Sources, args, command="train", only_known=True)


def default_flags(given: Sources) -> TrainArgs:
    """Return the values of all flags, from a run, a config.json or a pack.

    ConfigError: they exclude each other. RunError, PackError: there is no such run, file or pack.
    """
    if given.profile and (given.resume or given.config):
        what = "--profile changes the settings of a pack; the settings of a run are fixed."
        raise ConfigError(what, "--profile with --resume or --config", "leave one of them out.")
    if given.resume and (given.env or given.config or given.run_dir or given.weights_from):
        what = "--resume continues a run with its own settings."
        fix = "leave the others out; or start a new run with --config RUN/config.json."
        raise ConfigError(what, "--resume with --env, --config, --run-dir or --from", fix)
    profile: Profile = "standard"
    if given.profile in PROFILES:  # an unknown one is refused when all flags are parsed
        profile = given.profile
    before = None
    if given.weights_from and not runs_in(given.weights_from):
        before = RunDirectory.open(given.weights_from).config
    if given.resume or given.config:
        if given.resume:
            source = RunDirectory.open(given.resume).config
            is_of_prove = source.goals and Path(source.goals).parent == given.resume.resolve()
            what = "prove --learn made this run, for one goal: it cannot be resumed."
            fix = f"start another run from its weights: --from {given.resume}."
            refuse(is_of_prove, what, f"--resume {given.resume}", fix)
        else:
            file = given.config or Path()
            values = read_json(file, "name the config.json in the folder of a run.")
            source = RunConfig.from_json(values, where=str(file))
        env, training = given.env or _sources_of(source), source.train
        goals = Path(source.goals) if source.goals else None
        environment, curriculum = source.env, source.curriculum
    else:
        env, goals = given.env or (_sources_of(before) if before else (DEFAULT_ENV,)), None
        pack, *others = load_packs(env).values()
        training = pack.train_by(given.algo) if given.algo else pack.train
        environment, curriculum = pack.env, pack.curriculum
        if others:
            training, environment = _of_several(), EnvConfig()
    if before:
        training = replace(training, policy=before.head, dim=before.train.dim)
    return TrainArgs(
        env=env,
        goals=goals,
        weights_from=given.weights_from,
        profile=profile,
        config=given.config,
        resume=given.resume,
        training=with_profile(training, profile),
        environment=environment,
        curriculum=curriculum,
    )


def _sources_of(config: RunConfig) -> tuple[str, ...]:
    """Return the programs of a run, as values of ``--env``."""
    return tuple(config.programs.values()) or (config.source,)


def new_run_dir(env: str) -> Path:
    """Return a folder below ``runs/`` that does not exist yet."""
    stem = Path("runs", f"{env}-{datetime.now():%Y%m%d-%H%M%S}")
    number, folder = 1, stem
    while folder.exists():
        number += 1
        folder = stem.with_name(f"{stem.name}-{number}")
    return folder


def report_several(programs: Programs, summary: "Summary", command: str) -> None:
    """Evaluate a run on each of several programs, held-out ones too, and write their reports."""
    from symbolic_rl.evaluation.evaluate import SHORT_SEARCHES

    run, first = Path(summary.run_dir), programs.trained[0].name
    kept = Keeper(run, command)
    kept.training()
    next_command = f"symbolic-rl train --resume {run}"
    if summary.signal is None:
        next_command = f'symbolic-rl prove {run / first} "GOAL"'
        for problem in programs:
            if "test" in problem.splits:
                print(f"\n{problem.name}{', held out' * (problem in programs.held_out)}")
                own = Keeper(run / problem.name, command)
                evaluate_short(problem, "test", SHORT_SEARCHES, own)
                own.write_report()
    conclude(kept, next_command)


def report(problem: Problem, summary: "Summary", command: str) -> None:
    """Evaluate the run, print the results and the next command, and write its report."""
    from symbolic_rl.evaluation.evaluate import SHORT_SEARCHES
    from symbolic_rl.training.findings import nothing_learned
    from symbolic_rl.training.search_settings import can_search

    run = summary.run_dir
    kept = Keeper(Path(run), command)
    kept.training()
    opened = RunDirectory.open(Path(run))
    has_learned_nothing = nothing_learned(opened.metrics()) is not None  # it was said already
    split = next((name for name in (GOALS, "test") if name in problem.splits), "")
    if summary.signal is not None:
        source = f"--resume {run}" if summary.iterations else f"--config {run}/config.json"
        next_command = f"symbolic-rl train {source}"
    elif has_learned_nothing:
        next_command = f"symbolic-rl check {opened.config.source}"
    elif split:
        searches = SHORT_SEARCHES if can_search(problem) else ()
        evaluate_short(problem, split, (*searches, "greedy", "random"), kept)
        queries = problem.queries(split)
        goal = min(queries, key=lambda query: (not query.label, len(query.text))).text
        next_command = f'symbolic-rl prove {run} "{goal}"'
        if problem.vocabulary.has_chance:
            next_command = f"symbolic-rl eval {run} --sampled"
    else:
        file = problem.pack.folder / "test.pl"
        print(f"no test queries: put lines such as query(goal(X)). into {file}")
        next_command = f"symbolic-rl eval {run} --split {problem.splits[0]}"
    conclude(kept, next_command)


def evaluate_short(problem: Problem, split: str, methods: Sequence[str], kept: Keeper) -> None:
    """Evaluate a trained policy within small budgets, print and keep the results."""
    from symbolic_rl.evaluation.evaluate import SHORT, evaluate
    from symbolic_rl.evaluation.printing import printed
    from symbolic_rl.policy.open import load_policy

    policy = load_policy(kept.run_dir, problem)
    table = evaluate(problem, policy, split, methods, SHORT)
    print(printed(table, is_short=True))
    kept.table(problem, policy, table)


def conclude(kept: Keeper, next_command: str) -> None:
    """Write the report, and print where it and the run are, and the next command."""
    if page := kept.write_report():
        print(f"report {page}")
    if trial := RunDirectory.open(kept.run_dir).summary().get("lemmas"):
        print(
            f"lemmas {kept.run_dir}/lemmas.pl: {trial['proved']:,} of {trial['searched']:,} "
            f"training queries proved with lemmas of the others, {trial['proved_without']:,} "
            f"without, in {trial['inferences']:.2f} times the inferences: prove "
            + ("uses them" if trial["helps"] else "does not use them, except with --lemmas FILE")
        )
    print(f"run    {kept.run_dir}\nnext   {next_command}")
