"""What limits a collector: a small model of its rate, fitted to the cells of a sweep.

The seconds of a frame (or inference) with w workers on c cores are taken to be

    serial + channel * w + shared / min(w, c)

*Serial* work is done once for all rows, such as the policy's; *shared* work is divided among the
workers, which step or search; *channel* is the cost of each further worker. ``vectorized`` does the
serial and the shared work, and has no channel.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Self

import numpy as np

NEAR = 1.05
"""Further workers bring nothing where the best rate is less than this multiple."""

SIMULATED = (8, 64)
"""Numbers of cores of the machines that are simulated."""


@dataclass(frozen=True)
class RateModel:
    """Seconds of a frame, or of an inference, by their cause; see above."""

    serial_s: float
    channel_s: float
    shared_s: float
    error: float
    """Largest relative difference between a measured and a modelled rate."""

    @classmethod
    def fit(cls, rates: Sequence[tuple[int, float]], cores: int) -> Self | None:
        """Fit the model to pairs (workers, rate), no workers for ``vectorized``.

        Relative errors are squared, and no part is negative. Two parts cannot be told apart by
        fewer than two numbers of workers: the result is None.
        """
        if len({workers for workers, _ in rates if workers}) < 2:
            return None
        rows = [[1.0, workers, 1 / max(1, min(workers, cores))] for workers, _ in rates]
        measured = np.array([1 / rate for _, rate in rates])
        scaled = np.array(rows) / measured[:, None]
        found = []
        for used in product((False, True), repeat=3):  # the best of the fits without negative parts
            parts = np.zeros(3)
            parts[list(used)] = np.linalg.lstsq(scaled[:, list(used)], np.ones(len(rows)))[0]
            if any(used) and parts.min() >= 0:
                found.append((float(((scaled @ parts - 1) ** 2).sum()), parts.tolist()))
        serial_s, channel_s, shared_s = min(found)[1]
        error = float(np.abs(1 / (scaled @ min(found)[1]) - 1).max())
        return cls(serial_s, channel_s, shared_s, error)

    def rate(self, workers: int, cores: int) -> float:
        """Return frames (or inferences) a second; ``workers`` is at least 1."""
        shared_s = self.shared_s / min(workers, cores)
        return 1 / (self.serial_s + self.channel_s * workers + shared_s)

    def enough(self, cores: int) -> int:
        """Return the fewest workers whose rate on these cores is ``NEAR`` the best one."""
        rates = [self.rate(workers, cores) for workers in range(1, cores + 1)]
        return next(n for n, rate in enumerate(rates, 1) if NEAR * rate >= max(rates))


def model_of(rows: Sequence[dict[str, Any]], n_envs: int, cores: int) -> RateModel | None:
    """Return the model of ``multiprocess`` with ``n_envs`` rows, if the sweep has enough cells."""
    rates = [
        (row["n_workers"], float(row[row["metric"]]))
        for row in rows
        if not row["error"]
        and row["n_envs"] == n_envs
        and row["collector"] in ("vectorized", "multiprocess")
    ]
    return RateModel.fit(rates, cores)


def lines(model: RateModel, cores: int, unit: str) -> Iterator[str]:
    """Yield lines that say what limits the collector, here and on simulated machines."""
    serial, shared, more = (
        f"{1e6 * seconds:,.3g} us" for seconds in (model.serial_s, model.shared_s, model.channel_s)
    )
    yield (
        f"model of multiprocess: of {unit}, each takes {serial} of serial work, {shared} that the "
        f"workers share, and {more} more for each worker (cells within {model.error:.0%})"
    )
    for n in (cores, *(n for n in SIMULATED if n != cores)):
        where = f"on these {n} cores" if n == cores else f"on {n} cores (a simulation)"
        workers = model.enough(n)
        rate = model.rate(workers, n)
        most = f"more than {workers} worker{'s' * (workers > 1)}"
        yield f"{most} bring nothing {where}: {rate:,.0f} {unit} a second"
