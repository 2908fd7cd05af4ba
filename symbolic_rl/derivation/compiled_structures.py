"""The structures that a step in C reads and writes, those of ``wire.h`` and ``threads.c``."""

import ctypes as c
from typing import Any

import numpy as np

from symbolic_rl.derivation.compiled_frames import SHOWN, addresses_of
from symbolic_rl.derivation.roots import Chunk
from symbolic_rl.engine.compiled import Target, address
from symbolic_rl.engine.tokens import HashArray, TokenBatch
from symbolic_rl.observation.compiled_layout import Layout

_PAGES = ("slots", "clauses", "mask", "counted", "history")


def _fields(*kinds: tuple[Any, str]) -> list[tuple[str, Any]]:
    return [(name, kind) for kind, names in kinds for name in names.split()]


_Int, _Address = c.c_int64, c.c_void_p


class Play(c.Structure):
    """``play_t`` of wire.h."""

    _fields_ = _fields(
        (Layout, "layout"),
        (Target, "target"),
        (_Int, "engine auto_advance max_inferences max_pages turned_column page_limits_column"),
        (_Int, "n_states n"),
        (_Address, "rows actions"),
        (_Int, "n_live"),
        (_Address, "live stepped live_at live_hidden live_offset"),
        (_Address, "hidden_of query state_at goal_counts inferences turned history"),
        (_Address, "history_length offset"),
        (c.c_int32, "is_open"),
    )


class Pool(c.Structure):
    """``pool_t`` of wire.h."""

    _fields_ = _fields((_Address, "tokens offsets hashes"))

    def set(self, states: TokenBatch, hashes: HashArray) -> None:
        """Point at the states of a pool."""
        self.tokens, self.offsets = address(states.tokens, np.int32), address(states.offsets)
        self.hashes = address(hashes, np.uint64)


class Starts(c.Structure):
    """``starts_t`` of wire.h."""

    _fields_ = _fields(
        (Pool, "pool"),
        (_Int, "n"),
        (_Address, "numbers slots clauses mask counted history"),
        (_Int, "history_room"),
        (_Int * len(SHOWN), "shown"),
    )

    @classmethod
    def of(cls, chunk: Chunk) -> "Starts":
        """Of the queries of a chunk, which has to be kept."""
        pages = chunk.pages
        starts = cls(n=len(pages), numbers=address(pages.numbers))
        starts.pool.set(pages.pool, pages.hashes)
        for name in _PAGES:
            array = getattr(pages, name)
            setattr(starts, name, address(array, array.dtype))
        starts.history_room = pages.history.shape[1]
        starts.shown[:] = addresses_of(chunk.observation)
        return starts


class Whole(c.Structure):
    """``whole_t`` of wire.h."""

    _fields_ = _fields(
        (Pool, "pool"),
        (_Address, "actions frame"),
        (_Int, "restart level n_states n_tokens"),
        (_Address, "new_tokens new_offsets new_hashes"),
    )


class PartStep(c.Structure):
    """``step_t`` of wire.h: the step of one part of the rows."""

    _fields_ = _fields(
        (Play, "play"),
        (_Address, "whole view"),
        (_Int, "first end"),
        (_Int, "n_rows n_numbers"),
        (_Address, "numbers episode level_of label keys"),
        (_Int, "in_order"),
        (c.c_double, "current_share"),
        (_Int, "group_size"),
        (_Address, "team started group group_level first_query n_queries starts"),
        (_Int, "chunk missing"),
        (_Address, "counted"),
        (_Int, "view_cuts"),
        (_Address, "tallies n_inferences"),
        (_Int, "n_states n_tokens first_state first_token"),
        (c.c_int32, "stage"),
    )


class Job(c.Structure):
    """``job_t`` of threads.c."""

    _fields_ = _fields(
        (_Address, "steps rcs errors"),
        (c.c_int32, "n half n_threads has_crew next"),
    )
