"""Memory of a training run: an estimate before it starts, fitted to ``--memory-mb``.

Expert iteration gives fixed shares to searches, to kept proofs and to frames that are being packed;
an algorithm that learns from rollouts keeps a batch of them. The estimate is an upper bound of what
grows with settings; interpreter, libraries and program come on top. What is on a GPU has to fit
into the memory that is free there.
"""

from dataclasses import replace
from math import ceil
from typing import NamedTuple

import torch

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.base.devices import resolve_device
from symbolic_rl.base.errors import ConfigError
from symbolic_rl.base.machine import n_cores
from symbolic_rl.bridge.schema import CandidateKeys
from symbolic_rl.collectors.base import observation_bytes, packs_rollouts
from symbolic_rl.collectors.proofs import SEARCH_SHARE
from symbolic_rl.derivations.problem import Problem
from symbolic_rl.envs.on_device import runs_on_device
from symbolic_rl.envs.workers.slab import SlabLayout
from symbolic_rl.policy import HEADS, PolicyShape, head_for
from symbolic_rl.search.base import default_memory_mb
from symbolic_rl.training.grpo import RESAMPLES

PROOF_SHARE, FRAME_SHARE = 1 / 4, 1 / 8
"""Shares of kept proofs, and of frames that are being packed, in expert iteration. Searches have
``SEARCH_SHARE``; the rest is for weights and gradient steps."""

COPIES = 6
"""Copies of a padded observation while a batch is gathered and packed."""

PACKED = 1 / 2
"""Share of their padded size that the packed observations of a rollout take, twice: by step and
joined. Of the packs, ``blocks`` has the most: 80 of 310 bytes a frame, once."""

THERE = 4
"""Copies of a padded observation that an environment on a GPU and an update take: 2.6 on
``countries_s3``, 3.2 on ``family`` (bench/results/gpu.md)."""

WEIGHT_COPIES = 6
"""Weights, gradients, two moments, trained weights and their average."""

AT_ONCE = 256
"""Derivations followed side by side where memory does not limit them."""

LAYERS = 8
"""Rows of the network's width that a state or a candidate takes in a gradient step."""

USUAL = 64
"""Candidates that few states have more of; those that are not there take no memory in a step."""

LEAST_ROWS, LEAST_STEPS = 16, 16
"""Rows, and steps of each row in a batch, below which nothing is reduced."""


def budget_bytes(config: TrainConfig) -> int:
    """Return what ``--memory-mb`` allows, or by default a quarter of the machine's memory."""
    return (config.memory_mb or default_memory_mb()) << 20


def frames_at_once(problem: Problem, config: TrainConfig) -> int:
    """Return how many derivations may be followed side by side, whose frames are padded."""
    frame = COPIES * observation_bytes(
        problem, with_candidates=CandidateKeys.CANDIDATES | CandidateKeys.STRUCTURE
    )
    return max(1, min(AT_ONCE, int(FRAME_SHARE * budget_bytes(config)) // frame))


class Needs(NamedTuple):
    """Bytes of a run by what they are for and the flags that they depend on."""

    here: dict[str, int]  # in the memory of the machine, without fixed shares
    there: dict[str, int]  # in the memory of the GPU


def needs(problem: Problem, config: TrainConfig) -> Needs:
    """Estimate the bytes of a run."""
    name, _ = head_for(problem, config)
    shape = PolicyShape.for_problem(problem)
    with torch.device("meta"):  # sizes alone, no memory
        head = HEADS[name].load()(shape, config.dim)
    weights = sum(weight.nbytes for weight in head.parameters())
    widest = 1 + min(shape.n_candidates, USUAL) * head.needs_candidates
    frames = config.imitation_frames
    if not config.gathers_proofs:
        frames = min(config.micro_batch_size or config.minibatch_size, config.frames_per_batch)
    floats = widest * LAYERS * config.dim + (0 if head.needs_candidates else 2 * shape.n_clauses)
    learned = {
        "weights (--dim)": WEIGHT_COPIES * weights,
        f"gradient steps of {frames:,} frames (--dim, --minibatch-size)": 4 * frames * floats,
    }
    on_gpu = resolve_device(config.device).type != "cpu"
    found = Needs({}, learned) if on_gpu else Needs(learned, {})
    if config.gathers_proofs:
        return found
    if config.collector == "multiprocess":
        slab = SlabLayout.of(
            config.n_envs,
            problem.sizes,
            with_candidates=head.shown(),
            n_workers=config.n_workers or n_cores(),
            n_levels=1,
        )
        found.here["frames that workers write (--n-envs, --n-candidates, --n-goals)"] = slab.nbytes
    seen = observation_bytes(problem, with_candidates=head.shown())
    what = f"rollouts of {config.frames_per_batch:,} frames of {seen:,} bytes"
    what += " (--n-envs, --frames-per-batch, --n-candidates, --n-goals)"
    padded = config.frames_per_batch
    if on_gpu and runs_on_device(problem):
        found.there[what] = THERE * seen * padded
        return found
    if packs_rollouts(problem, config, with_candidates=head.shown()):
        # A step is padded, and then packed.
        padded = config.n_envs + int(PACKED * config.frames_per_batch) // COPIES
        if config.algo == "grpo":  # batches wait until they have a minibatch of groups
            most = min(RESAMPLES * config.frames_per_batch, config.minibatch_size)
            padded += int(PACKED * most) // COPIES
    found.here[what] = COPIES * seen * padded
    return found


def _mb(n_bytes: int) -> int:
    """Return megabytes that are enough."""
    return -(-n_bytes >> 20)


def fitted(problem: Problem, config: TrainConfig, *, is_fixed: bool) -> tuple[TrainConfig, str]:
    """Return settings that fit into the budget, and a line on the estimate.

    Rollouts that do not fit are reduced, first rows, then steps of each row, unless ``is_fixed``,
    as the settings belong to a run. ConfigError, which names flags: the run does not fit.
    """
    most = budget_bytes(config)
    free = 1 - SEARCH_SHARE - PROOF_SHARE - FRAME_SHARE if config.gathers_proofs else 1.0
    on_gpu = resolve_device(config.device).type != "cpu"
    left_there = torch.cuda.mem_get_info()[0] if on_gpu else 0
    wanted = config
    while True:
        need = needs(problem, config)
        fits_here = sum(need.here.values()) <= free * most
        if fits_here and sum(need.there.values()) <= left_there:
            break
        smaller = None if config.gathers_proofs or is_fixed else _smaller(config)
        if smaller is None:
            parts = need.there if fits_here else need.here
            what, n_bytes = max(parts.items(), key=lambda pair: pair[1])
            whole = ceil(sum(need.here.values()) / free)
            left = f"{int(free * most) >> 20:,} of {most >> 20:,} MB are left"
            raise ConfigError(
                f"The run needs more memory than it may take: {_mb(n_bytes)} MB for {what}; "
                + (left if not fits_here else f"{left_there >> 20:,} MB are free on the GPU")
                + ".",
                "--device" if fits_here else "--memory-mb",
                "give a smaller value of a flag named above, or --"
                + ("device cpu." if fits_here else f"memory-mb {_mb(whole)}."),
            )
        config = smaller
    total = sum(need.here.values()) + int((1 - free) * most)
    line = f"memory: at most {total >> 20:,} of {most >> 20:,} MB (--memory-mb) for this run"
    if on_gpu:
        line += f", and {sum(need.there.values()) >> 20:,} of {left_there >> 20:,} MB of the GPU"
    changes = [
        f"--{name.replace('_', '-')} {getattr(wanted, name):,} is reduced to {value:,}"
        for name in ("n_envs", "frames_per_batch")
        if (value := getattr(config, name)) != getattr(wanted, name)
    ]
    return config, "; ".join([line, *changes])


def _smaller(config: TrainConfig) -> TrainConfig | None:
    """Return settings with half of the rows or, with few rows, half of their steps."""
    rows, frames = config.n_envs, config.frames_per_batch
    shares = rows // config.rows_per_query
    if rows > LEAST_ROWS and shares % 2 == 0 and shares // 2 >= config.n_threads:
        return replace(config, n_envs=rows // 2, frames_per_batch=frames // 2)
    steps = frames // rows
    if steps > LEAST_STEPS:
        return replace(config, frames_per_batch=steps // 2 * rows)
    return None
