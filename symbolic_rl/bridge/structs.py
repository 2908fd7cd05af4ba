"""Structures that cross between Python and the C core, and the check that both agree.

Each class mirrors one structure of ``prolog/wire/wire.h``, where its fields are explained. Pointers
are addresses of arrays that the caller keeps alive for as long as C may use them.
"""

import ctypes as c
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.errors import EngineError
from symbolic_rl.bridge.build import REBUILD
from symbolic_rl.bridge.schema import OBSERVATION, TRANSITION, Key
from symbolic_rl.bridge.tokens import HashArray, TokenBatch

DONE, NO_HISTORY, NO_ROOM, RAISED, NO_START = range(5)
"""Results of a part of a step: done, or what it lacks."""
PLAY, FINISH = range(2)
"""Halves of a step."""
N_ERROR = 512
"""Bytes for the text of an exception of Prolog."""

_Int, _Small, _Address = c.c_int64, c.c_int32, c.c_void_p


def address(array: NDArray[Any], dtype: Any = np.int64) -> int:
    """Return the memory address of a contiguous array, which must have the type ``dtype``."""
    assert array.dtype == dtype and array.flags.c_contiguous
    return int(array.__array_interface__["data"][0])


def _fields(*kinds: tuple[Any, str]) -> list[tuple[str, Any]]:
    return [(name, kind) for kind, names in kinds for name in names.split()]


def _addresses(keys: Iterable[Key]) -> list[tuple[str, Any]]:
    return [(key.name, _Address) for key in keys]


class CStruct(c.Structure):
    """Structure of ``wire.h``; ``MovesStruct`` is ``moves_t`` there."""


class ExpansionTargetStruct(CStruct):
    """``expansion_target_t``: inputs of an expansion, and buffers for its results."""

    _fields_ = _fields(
        (_Int, "program n limit"),
        (_Address, "tokens offsets rows hidden first"),
        (_Address, "counts more lost clauses ends hashes"),
        (_Int, "candidate_room"),
        (_Address, "out"),
        (_Int, "token_room n_candidates n_tokens"),
        (_Small, "overflow"),
        (_Address, "written"),
    )


class WindowLayoutStruct(CStruct):
    """``window_layout_t``: the settings of windows, an expansion, and the pages to lay out."""

    _fields_ = _fields(
        (_Int, "width limit refuse loop_check n_counters merged looped n"),
        (_Address, "rows counts more lost candidate_clauses hashes"),
        (_Int, "base"),
        (_Address, "history history_length"),
        (_Int, "history_room"),
        (_Address, "offset next_offset slots clauses mask outcome counted"),
    )


class GoalViewStruct(CStruct):
    """``goal_view_t``: layout of goals in the slots of a view."""

    _fields_ = _fields(
        (_Small, "is_tree n_goals width n_symbols"),
        (_Address, "view_id arity first_child n_children"),
        (_Small, "variable_id n_variable_roles integer_id integer_least integer_end"),
        (_Small, "bucket_id n_buckets literal_id n_literal_buckets state"),
    )


class MovesStruct(CStruct):
    """``moves_t``: moves to play, and the forced moves behind them."""

    _fields_ = _fields(
        (WindowLayoutStruct, "layout"),
        (ExpansionTargetStruct, "target"),
        (_Int, "engine auto_advance max_inferences max_pages turned_column page_limits_column"),
        (_Int, "n_states n"),
        (_Address, "rows actions"),
        (_Int, "n_live"),
        (_Address, "live stepped live_at live_hidden live_offset"),
        (_Address, "hidden_of query state_at inferences turned history"),
        (_Address, "history_length offset gained"),
        (_Small, "is_open state"),
    )


class StatePoolStruct(CStruct):
    """``state_pool_t``: the tokens and hashes of many states."""

    _fields_ = _fields((_Address, "tokens offsets hashes"))

    def set(self, states: TokenBatch, hashes: HashArray) -> None:
        """Point to the arrays of a pool."""
        self.tokens, self.offsets = address(states.tokens, np.int32), address(states.offsets)
        self.hashes = address(hashes, np.uint64)


class ObservationArraysStruct(CStruct):
    """``observation_arrays_t``: the arrays of an observation; 0 for one that is absent."""

    _fields_ = _addresses(OBSERVATION)


class FrameArraysStruct(CStruct):
    """``frame_arrays_t``: the arrays of a frame, by row."""

    _fields_ = _fields(
        (ObservationArraysStruct, "following current"),
    ) + _addresses(TRANSITION)


class EpisodeStartsStruct(CStruct):
    """``episode_starts_t``: pages from which the episodes of some queries start."""

    _fields_ = _fields(
        (StatePoolStruct, "pool"),
        (_Int, "n"),
        (_Address, "numbers slots clauses mask counted history"),
        (_Int, "history_room"),
        (ObservationArraysStruct, "shown"),
    )


class QueryDrawStruct(CStruct):
    """``query_draw_t``: the draw of queries."""

    _fields_ = _fields(
        (_Address, "numbers keys"),
        (_Int, "in_order"),
        (c.c_double, "current_share"),
        (_Int, "group_size"),
        (_Address, "team started group group_level"),
        (_Int, "n_levels"),
        (_Address, "first_query n_queries"),
    )


class WholeStepStruct(CStruct):
    """``whole_step_t``: inputs and results that the parts of a step share."""

    _fields_ = _fields(
        (StatePoolStruct, "pool"),
        (_Address, "actions frame"),
        (_Int, "restart level n_states n_tokens"),
        (_Address, "new_tokens new_offsets new_hashes"),
    )


class PartStepStruct(CStruct):
    """``part_step_t``: the step of one part of the rows."""

    _fields_ = _fields(
        (MovesStruct, "play"),
        (_Address, "whole view draw"),
        (_Int, "first end"),
        (_Int, "n_rows n_numbers"),
        (_Address, "numbers episode level_of label starts"),
        (_Int, "chunk missing"),
        (_Address, "counted"),
        (_Int, "view_cuts"),
        (c.c_double, "reward_scale"),
        (_Address, "tallies n_inferences"),
        (_Int, "n_states n_tokens first_state first_token"),
        (_Small, "stage"),
    )


class StepJobStruct(CStruct):
    """``step_job_t``: the parts of a step, distributed to threads."""

    _fields_ = _fields(
        (_Address, "steps rcs errors"),
        (_Small, "n half n_threads has_crew next"),
    )


class NetworkStruct(CStruct):
    """``network_t`` of ``search.h``: the weights of a policy that is asked beside a search."""

    _fields_ = _fields(
        (_Address, "view clause_ids"),
        (_Int, "n_program_clauses version dim n_actions n_symbols n_clauses reads_candidates"),
        (_Int, "compares first_name first_new_name end_new_names"),
        (_Address, "places goal_bias selected behind resolvent_bias state state_bias"),
        (_Address, "clauses clause_bias value_hidden value_hidden_bias value value_bias"),
    )


class SearchesStruct(CStruct):
    """``searches_t`` of ``search.h``: searches, and an expansion that waits for its order."""

    _fields_ = _fields(
        (_Int, "engine program width n"),
        (_Address, "searches most"),
        (_Int, "slice slice_ns"),
        (_Address, "error"),
        (_Int, "by_level"),
        (c.c_double, "sharpness uniform_share sharper_share"),
        (_Int, "steps_to_go has_order"),
        (_Address, "network"),
        (_Int, "n_states"),
        (_Address, "tokens offsets nodes first next_offset more lost"),
        (_Int, "n_candidates"),
        (_Address, "owner ordinal clauses candidate_tokens candidate_offsets hashes shown"),
        (_Address, "candidate_logs more_logs to_go chances"),
    )


class SearchReportStruct(CStruct):
    """``search_report_t`` of ``search.h``: the figures of a search, and an answer."""

    _fields_ = _fields(
        (
            _Int,
            "inferences pages_turned variants page_steps lost_0 lost_1 lost_2 lost_3 is_exhausted",
        ),
        (_Int, "n_bytes n_nodes has_answer answer_node answer_offset answer_ordinal"),
        (_Address, "answer_tokens"),
        (_Int, "n_answer_tokens"),
        (c.c_double, "log_probability"),
    )


def expect_layout(
    table: str, where: str, structures: Iterable[type[c.Structure]] | None = None
) -> None:
    """Refuse a library whose structures differ from these classes.

    Args:
        table: rows of ``wire_structures()``, described in ``wire.h``.
        where: path of the library.
        structures: classes to compare; all by default.

    Raises:
        EngineError: names the first structure or field that is missing on a side or differs.
    """
    here: dict[str, str] = {}
    for structure in CStruct.__subclasses__() if structures is None else structures:
        words = re.sub("(?<=[a-z])(?=[A-Z])", "_", structure.__name__.removesuffix("Struct"))
        name = f"{words.lower()}_t"
        here[name] = f"{c.sizeof(structure)} bytes"
        for field, *_ in structure._fields_:
            at = getattr(structure, field)
            here[f"{name}.{field}"] = f"offset {at.offset}, {at.size} bytes"
    there: dict[str, str] = {}
    for row in (line.split() for line in table.splitlines()):
        if len(row) == 2:
            there[row[0]] = f"{row[1]} bytes"
        else:
            there[f"{row[0]}.{row[1]}"] = f"offset {row[2]}, {row[3]} bytes"
    names = [name for name in {**there, **here} if there.get(name) != here.get(name)]
    if names:
        # What is missing explains other offsets, and a field explains the size of its structure.
        both = here.keys() & there.keys()
        first = min(names, key=lambda name: (name in both, name in both and "." not in name))
        raise EngineError(
            f"the C core and Python differ in {first}: {there.get(first, 'missing')} in C, "
            f"{here.get(first, 'missing')} in Python.",
            where,
            "if one was edited, make the structures of prolog/wire/wire.h and symbolic_rl/bridge "
            f"agree; then {REBUILD}",
        )
