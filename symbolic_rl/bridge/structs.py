"""Structures that cross between Python and the compiled wire, in the order of their fields in C.

Each class mirrors one structure of ``prolog/wire`` and is named after it. Pointers are addresses of
arrays that the caller keeps alive for as long as C may use them.
"""

import ctypes as c
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.bridge.schema import OBSERVATION, TRANSITION, Key
from symbolic_rl.bridge.tokens import HashArray, TokenBatch

_Int, _Small, _Address = c.c_int64, c.c_int32, c.c_void_p


def address(array: NDArray[Any], dtype: Any = np.int64) -> int:
    """Return the memory address of a contiguous array, which must have the type ``dtype``."""
    assert array.dtype == dtype and array.flags.c_contiguous
    return int(array.__array_interface__["data"][0])


def _fields(*kinds: tuple[Any, str]) -> list[tuple[str, Any]]:
    return [(name, kind) for kind, names in kinds for name in names.split()]


def _addresses(keys: Iterable[Key]) -> list[tuple[str, Any]]:
    return [(key.name, _Address) for key in keys if key.in_c]


class ExpansionTargetStruct(c.Structure):
    """``expansion_target_t``: what an expansion reads, and where it writes."""

    _fields_ = _fields(
        (_Int, "program n limit"),
        (_Address, "tokens offsets rows hidden first"),
        (_Address, "counts more lost clauses ends hashes"),
        (_Int, "candidate_room"),
        (_Address, "out"),
        (_Int, "token_room n_candidates n_tokens"),
        (_Small, "overflow"),
    )


class WindowLayoutStruct(c.Structure):
    """``window_layout_t``: the settings of windows, an expansion, and the pages to lay out."""

    _fields_ = _fields(
        (_Int, "width limit refuse loop_check n_counters merged looped n"),
        (_Address, "rows counts more lost candidate_clauses hashes"),
        (_Int, "base"),
        (_Address, "history history_length"),
        (_Int, "history_room"),
        (_Address, "offset next_offset slots clauses mask outcome counted"),
    )


class GoalViewStruct(c.Structure):
    """``goal_view_t``: how goals are laid out in the slots of a view."""

    _fields_ = _fields(
        (_Small, "is_tree n_goals width n_symbols"),
        (_Address, "view_id arity first_child n_children"),
        (_Small, "variable_id n_variable_roles integer_id integer_least integer_end"),
        (_Small, "bucket_id n_buckets literal_id n_literal_buckets"),
    )


class MovesStruct(c.Structure):
    """``moves_t``: moves to play, and the forced moves behind them."""

    _fields_ = _fields(
        (WindowLayoutStruct, "layout"),
        (ExpansionTargetStruct, "target"),
        (_Int, "engine auto_advance max_inferences max_pages turned_column page_limits_column"),
        (_Int, "n_states n"),
        (_Address, "rows actions"),
        (_Int, "n_live"),
        (_Address, "live stepped live_at live_hidden live_offset"),
        (_Address, "hidden_of query state_at goal_counts inferences turned history"),
        (_Address, "history_length offset"),
        (_Small, "is_open"),
    )


class StatePoolStruct(c.Structure):
    """``state_pool_t``: the tokens and hashes of many states."""

    _fields_ = _fields((_Address, "tokens offsets hashes"))

    def set(self, states: TokenBatch, hashes: HashArray) -> None:
        """Point at the states of a pool."""
        self.tokens, self.offsets = address(states.tokens, np.int32), address(states.offsets)
        self.hashes = address(hashes, np.uint64)


class ObservationArraysStruct(c.Structure):
    """``observation_arrays_t``: the arrays of an observation; 0 for one that is absent."""

    _fields_ = _addresses(OBSERVATION)


class FrameArraysStruct(c.Structure):
    """``frame_arrays_t``: the arrays of a frame, by row."""

    _fields_ = _fields(
        (ObservationArraysStruct, "following current"),
    ) + _addresses(TRANSITION)


class EpisodeStartsStruct(c.Structure):
    """``episode_starts_t``: pages from which the episodes of some queries start."""

    _fields_ = _fields(
        (StatePoolStruct, "pool"),
        (_Int, "n"),
        (_Address, "numbers slots clauses mask counted history"),
        (_Int, "history_room"),
        (ObservationArraysStruct, "shown"),
    )


class WholeStepStruct(c.Structure):
    """``whole_step_t``: what the parts of a step have in common."""

    _fields_ = _fields(
        (StatePoolStruct, "pool"),
        (_Address, "actions frame"),
        (_Int, "restart level n_states n_tokens"),
        (_Address, "new_tokens new_offsets new_hashes"),
    )


class PartStepStruct(c.Structure):
    """``part_step_t``: the step of one part of the rows."""

    _fields_ = _fields(
        (MovesStruct, "play"),
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
        (_Small, "stage"),
    )


class StepJobStruct(c.Structure):
    """``step_job_t``: the parts of a step, shared out among threads."""

    _fields_ = _fields(
        (_Address, "steps rcs errors"),
        (_Small, "n half n_threads has_crew next"),
    )
