"""Ranks: processes, started by ``torchrun``, that train one policy together.

Each rank steps its own rows of the batch and computes the gradient of its own frames; gradients are
summed before each step, so all ranks have equal weights. Rows are numbered as in one process, and
every rank draws the same random numbers and uses those for its rows, so N ranks see the same frames
as one process. Only the first rank writes the run's directory. Torch-free with one rank.
"""

import os
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any, Self, TypeVar

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.errors import ConfigError, RunError

if TYPE_CHECKING:
    from torch import Tensor

T = TypeVar("T")


class Ranks:
    """This process among the ranks of a run; ``local`` is its number on its machine."""

    def __init__(self, number: int = 0, count: int = 1, local: int = 0) -> None:
        self.number, self.count, self.local = number, count, local
        self.seconds = 0.0
        """Seconds of communication, including waits for other ranks."""

    @classmethod
    def from_environment(cls) -> Self:
        """Read the variables that ``torchrun`` sets; without these, this is the only process."""
        number, count, local = (
            int(os.environ.get(name, default))
            for name, default in (("RANK", "0"), ("WORLD_SIZE", "1"), ("LOCAL_RANK", "0"))
        )
        return cls(number, count, local)

    @property
    def is_first(self) -> bool:
        """True for the process that writes the run and prints."""
        return self.number == 0

    def open(self, device: str) -> None:
        """Connect to the other processes; on one machine, each takes a CUDA device.

        ConfigError: there are fewer devices. RunError: another process cannot be reached.
        """
        if self.count == 1:
            return
        import torch

        backend = "gloo"
        if device != "cpu" and torch.cuda.is_available():
            if self.local >= torch.cuda.device_count():
                raise ConfigError(
                    f"Process {self.local + 1} of this machine has no CUDA device of its own: "
                    f"torch sees {torch.cuda.device_count()}.",
                    f"LOCAL_RANK={self.local}, CUDA_VISIBLE_DEVICES",
                    "start as many processes as there are devices (torchrun --nproc-per-node), or "
                    "use --device cpu.",
                )
            torch.cuda.set_device(self.local)
            backend = "cpu:gloo,cuda:nccl"
        self._talk(lambda dist: dist.init_process_group(backend))

    def close(self) -> None:
        """Disconnect from the other processes; may be called twice."""
        if self.count == 1:
            return
        import torch.distributed as dist

        if dist.is_initialized():
            dist.destroy_process_group()

    def rank_config(self, config: TrainConfig) -> TrainConfig:
        """Return the settings of this process's part of each batch.

        ConfigError: rows cannot be shared equally, or the collector steps all rows.
        """
        if self.count == 1:
            return config
        where = f"torchrun with {self.count} processes"
        if config.collector != "vectorized":
            what = f"The collector {config.collector} cannot step a part of the rows."
            fix = "use --collector vectorized: the ranks are the processes."
            raise ConfigError(what, f"--collector, {where}", fix)
        team = config.rows_per_query * self.count
        if config.n_envs % team:
            nearest = max(1, config.n_envs // team) * team
            raise ConfigError(
                f"n_envs={config.n_envs} cannot be shared equally"
                + (", with groups that stay whole." if config.rows_per_query > 1 else "."),
                f"--n-envs, {where}",
                f"give a multiple of {team}, such as --n-envs {nearest}.",
            )
        shared = {
            "n_envs": config.n_envs // self.count,
            "frames_per_batch": config.frames_per_batch // self.count,
        }
        return config.override(shared, where=where)

    def first_row(self, config: TrainConfig) -> int:
        """Return the number of this process's first row; ``config`` is the whole run's."""
        return self.number * (config.n_envs // self.count)

    # ---- collective calls: all ranks make them in the same order; RunError if one has ended

    def gather(self, mine: "Tensor") -> "Tensor":
        """Return the tensors of all ranks, of one shape, joined along their first dimension."""
        if self.count == 1:
            return mine
        import torch

        mine = mine.contiguous()
        parts = [torch.empty_like(mine) for _ in range(self.count)]
        self._talk(lambda dist: dist.all_gather(parts, mine))
        if mine.device.type != "cpu":
            self.gather_objects(None)  # fails if a rank has ended, where the copy would hang
        return torch.cat(parts)

    def add_up(self, tensor: "Tensor") -> "Tensor":
        """Sum a tensor over all ranks, in place."""
        if self.count > 1:
            self._talk(lambda dist: dist.all_reduce(tensor))
        return tensor

    def gather_objects(self, mine: T) -> list[T]:
        """Return the objects of all ranks; tensors in them are on the CPU."""
        if self.count == 1:
            return [mine]
        found: list[Any] = [None] * self.count
        self._talk(lambda dist: dist.all_gather_object(found, mine))
        return found

    def broadcast(self, mine: T) -> T:
        """Return the object of the first rank."""
        if self.count == 1:
            return mine
        held: list[Any] = [mine]
        self._talk(lambda dist: dist.broadcast_object_list(held))
        found: T = held[0]
        return found

    def clock(self) -> float:
        """Return seconds on a clock that stops during communication."""
        return perf_counter() - self.seconds

    def _talk(self, say: Callable[[Any], object]) -> None:
        import torch.distributed

        started = perf_counter()
        try:
            say(torch.distributed)
        except RuntimeError as error:  # raised by backends for a lost connection
            raise RunError(
                "Another process of this run has ended, or cannot be reached.",
                f"process {self.number} of {self.count}: {str(error).splitlines()[0]}",
                "see the output of the other processes; then start all again, with --resume.",
            ) from error
        finally:
            self.seconds += perf_counter() - started
