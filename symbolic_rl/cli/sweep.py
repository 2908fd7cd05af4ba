"""``symbolic-rl sweep``: measure the collectors on this machine, for several worker counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from tyro.conf import arg

from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.files import expect_plot
from symbolic_rl.base.machine import finish, n_cores, print_table, start
from symbolic_rl.base.registry import Names
from symbolic_rl.cli.flags import parse, refuse
from symbolic_rl.program.pack import load_pack
from symbolic_rl.training.sweep import INSTALL, cells, is_possible, plot, recommend, sweep, table


@dataclass(frozen=True, kw_only=True)
class SweepArgs:
    """Measure how fast frames are gathered, for several collectors and worker counts.

    With --algo expert: how fast searches for proofs run. Prints a table with the seconds of each
    phase per million frames (or inferences), a recommendation and finally a JSON document with the
    keys env, algo, n_envs, rows, recommended, plot, machine; and writes a plot.
    """

    env: str = "countries_s3"
    """A pack of `symbolic-rl envs`, a folder with an env.toml, or a Prolog file."""
    algo: Annotated[str, Names("training.ALGORITHMS")] = "ppo"
    """Algorithm to gather for: ppo and grpo learn from frames of rollouts, expert from searches."""
    n_envs: int = 64
    """Environments stepped side by side; with --algo expert: searches run side by side."""
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


def expect_sense(flags: SweepArgs) -> None:
    """Refuse flags with which no cell could be measured.

    Raises:
        ConfigError: names the flag.
        PackError: there is no such program.
    """
    load_pack(flags.env)
    for name, least in (("n_workers", 1), ("repeats", 1), ("seconds", 0.01)):
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
    """Measure, print table, recommendation and the line of JSON, and write the plot."""
    flags = parse(SweepArgs, args, command="sweep")
    expect_sense(flags)
    n_workers = flags.n_workers or tuple(2**k for k in range(n_cores().bit_length()))
    plan = cells(
        flags.env,
        flags.collector,
        n_envs=flags.n_envs,
        n_workers=n_workers,
        seconds=flags.seconds,
        device=flags.device,
        algo=flags.algo,
    )
    unit = plan[0].metric.partition("_")[0]
    question = f"{unit} a second by collector and workers; env={flags.env} n_envs={flags.n_envs}"
    card = start(question)
    if not is_possible():
        print(f"note: no plot without matplotlib: {INSTALL}\n", flush=True)
    rows = sweep(plan, repeats=flags.repeats, say=lambda text: print(text, flush=True))
    print(
        f"\nphases in seconds for a million {unit}; where processes work side by side, their mean"
    )
    print_table(list(table(rows)))
    for row in rows:
        if row["error"]:
            print(f"{row['collector']}, {row['n_workers']} workers: {row['error']}")
    best, line = recommend(rows)
    print(line)
    if best and is_possible():
        plot(rows, flags.plot, title=f"{flags.env}, {card['cpu']}, {card['cores']} cores")
        print(f"plot         {flags.plot}")
    document = {
        "env": flags.env,
        "algo": flags.algo,
        "n_envs": flags.n_envs,
        "rows": rows,
        "recommended": best and {key: best[key] for key in ("collector", "n_workers", "n_envs")},
        "plot": str(flags.plot) if best and is_possible() else "",
    }
    finish(document, card)
    return 0 if best else 1
