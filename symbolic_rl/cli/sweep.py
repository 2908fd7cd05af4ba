"""``symbolic-rl sweep``: measure the collectors on this machine, for several worker counts."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from tyro.conf import arg

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_plot
from symbolic_rl.base.machine import n_cores, print_table, start
from symbolic_rl.base.registry import Names
from symbolic_rl.cli.flags import SwitchOn, parse, print_json, refuse, stdout_for_json
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.sweep import (
    INSTALL,
    cells,
    is_possible,
    named,
    plot,
    recommend,
    sweep,
    table,
)
from symbolic_rl.training.sweep.model import lines, model_of


@dataclass(frozen=True, kw_only=True)
class SweepArgs:
    """Measure the collectors on this machine, with several numbers of workers and rows.

    It measures what `train` does with the same --env and --algo: inferences a second of
    searches for proofs (expert, the default), or frames a second of rollouts (ppo, grpo), without
    gradient steps. Prints a table, a recommendation with its rule, and writes a plot.
    """

    env: str = "blocks"
    """A pack of `symbolic-rl envs`, a folder with an env.toml, or a Prolog file."""
    algo: Annotated[
        str, Names("training.ALGORITHMS"), arg(help_behavior_hint="(default: as in `train`)")
    ] = ""
    """Algorithm to gather for: ppo and grpo learn from frames of rollouts, expert from searches."""
    n_envs: Annotated[tuple[int, ...], arg(help_behavior_hint="(default: as in `train`)")] = ()
    """Numbers of rows to try: environments stepped, or searches run, side by side."""
    n_workers: Annotated[
        tuple[int, ...], arg(help_behavior_hint="(default: 1 2 4 ... up to the cores)")
    ] = ()
    """Numbers of workers to try."""
    collector: Annotated[tuple[str, ...], arg(help_behavior_hint="(default: all but ray)")] = ()
    """Collectors to try; `symbolic-rl collectors` explains them."""
    seconds: float = 2.0
    """Seconds of each measurement of a cell."""
    repeats: int = 3
    """Measurements of each cell; medians are reported."""
    device: Literal["auto", "cpu", "cuda"] = "cpu"
    """Device of the policy; copies of it are always on the CPU."""
    plot: Path = Path("runs/worker_sweep.png")
    """File to write the plot to."""
    json: SwitchOn = False
    """Print one JSON document on standard output; everything else goes to standard error."""


def expect_sense(flags: SweepArgs) -> None:
    """Refuse flags with which no cell could be measured, by a ConfigError or PackError."""
    load_pack(flags.env)
    for name, least in (("n_envs", 1), ("n_workers", 1), ("repeats", 1), ("seconds", 0.01)):
        value = getattr(flags, name)
        is_less = min(value if isinstance(value, tuple) else [value], default=least) < least
        what, flag = f"{name}={value} is not allowed.", f"--{name.replace('_', '-')}"
        refuse(is_less, what, flag, f"give at least {least}.")
    try:
        flags.plot.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ConfigError(f"cannot write the plot: {error}.", "--plot", "name another.") from error
    if is_possible():
        expect_plot(flags.plot, "--plot")
    if flags.device == "cuda":
        from symbolic_rl.base.devices import resolve_device

        resolve_device(flags.device)


def main(args: Sequence[str]) -> int:
    """Measure, print table and recommendation, and write the plot."""
    flags = parse(SweepArgs, args, command="sweep")
    with stdout_for_json(flags.json):
        document = measured(flags)
    if flags.json:
        print_json(document)
    return 0 if document["recommended"] else 1


def measured(flags: SweepArgs) -> dict[str, Any]:
    """Measure and print what ``flags`` ask for; return the document of ``--json``."""
    expect_sense(flags)
    train = load_pack(flags.env).train
    algo = flags.algo or train.algo
    n_envs = flags.n_envs or (load_pack(flags.env).train_by(algo).n_envs,)
    n_workers = flags.n_workers or tuple(2**k for k in range(n_cores().bit_length()))
    plan = cells(
        flags.env,
        flags.collector,
        n_envs=n_envs,
        n_workers=n_workers,
        seconds=flags.seconds,
        device=flags.device,
        algo=algo,
    )
    unit = plan[0].metric.partition("_")[0]
    card = start(f"{unit} a second of `train --env {flags.env} --algo {algo}`, by collector")
    if not is_possible():
        print(f"note: no plot without matplotlib: {INSTALL}\n", flush=True)
    rows = sweep(plan, repeats=flags.repeats, say=lambda text: print(text, flush=True))
    print(
        f"\nmedian, minimum and maximum of {flags.repeats} measurements; the last columns are "
        f"seconds of each phase for a million {unit} (the mean of processes that work side by side)"
    )
    print_table(list(table(rows)))
    for row in rows:
        if row["error"]:
            print(f"{named(row['collector'], row['n_workers'])}: {row['error']}")
    best, line = recommend(rows)
    print(line)
    model = best and model_of(rows, best["n_envs"], n_cores())
    for line in lines(model, n_cores(), unit) if model else ():
        print(line)
    if best and is_possible():
        plot(rows, flags.plot, title=f"{flags.env}, {card['cpu']}, {card['cores']} cores")
        print(f"plot         {flags.plot}")
    return {
        "env": flags.env,
        "algo": algo,
        "n_envs": list(n_envs),
        "rows": rows,
        "recommended": best and {key: best[key] for key in ("collector", "n_workers", "n_envs")},
        "model": model and {**asdict(model), "enough": model.enough(n_cores())},
        "plot": str(flags.plot) if best and is_possible() else "",
        "machine": card,
    }
