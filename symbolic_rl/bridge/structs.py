"""Structures that cross between Python and the C core, read from the headers of the core.

``prolog/core/*.h`` declare each structure as a list of ``FIELD(type, name)`` with comments. The
classes below are made from these lists, so the two sides cannot differ. Pointers are addresses of
arrays, which the caller must keep alive while C may use them.
"""

import ctypes as c
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symbolic_rl.base.files import PROLOG_DIR
from symbolic_rl.bridge.tokens import HashArray, TokenBatch

DONE, NO_HISTORY, NO_CAPACITY, RAISED, NO_START, NO_FRAME = range(6)
"""Results of a call: done, or the reason why it has returned early."""
ADVANCE, FINISH = range(2)
"""Halves of a step."""
N_ERROR = 512
"""Bytes for the text of an exception of Prolog."""
N_FEATURES = 48
"""Features of the structure of a candidate (``prolog/core/structure.c``)."""
STRUCTURE_WIDTH = 32
"""Width of the layers over them."""

_HEADERS = ("core", "search")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_LIST = re.compile(r"^#define (\w+)\(FIELD\)((?:.*\\\n)*.*)$", re.MULTILINE)
_FIELD = re.compile(r"FIELD\(([^,]+), (\w+)\)")
_STRUCTURE = re.compile(r"^STRUCTURE\((\w+), (\w+)\);$", re.MULTILINE)
_KINDS = {"int64_t": c.c_int64, "int32_t": c.c_int32, "atomic_int": c.c_int32, "double": c.c_double}


_NOTHING = c.c_char * 0


def address(array: NDArray[Any], dtype: Any = np.int64) -> int:
    """Return the memory address of a contiguous array, which must have the type ``dtype``."""
    assert array.dtype == dtype and array.flags.c_contiguous
    if array.flags.writeable:  # takes less than half the time, and a step needs ten addresses
        return c.addressof(_NOTHING.from_buffer(array.data))
    return int(array.__array_interface__["data"][0])


def _declared() -> dict[str, type[c.Structure]]:
    """Make a class for each structure of the headers, by its name in C."""
    made: dict[str, type[c.Structure]] = {}
    for header in _HEADERS:
        text = _COMMENT.sub("", (PROLOG_DIR / "core" / f"{header}.h").read_text("utf-8"))
        lists = {name: _FIELD.findall(fields) for name, fields in _LIST.findall(text)}
        for name, fields in _STRUCTURE.findall(text):
            kinds = [
                # A structure within another one is declared first.
                (field, c.c_void_p if kind.endswith("*") else _KINDS.get(kind) or made[kind])
                for kind, field in lists[fields]
            ]
            made[name] = type(name, (c.Structure,), {"_fields_": kinds})
    return made


STRUCTURES = _declared()
"""All structures, by their names in C."""
ExpansionTargetStruct = STRUCTURES["expansion_target_t"]
WindowLayoutStruct = STRUCTURES["window_layout_t"]
GoalViewStruct = STRUCTURES["goal_view_t"]
MovesStruct = STRUCTURES["moves_t"]
ObservationArraysStruct = STRUCTURES["observation_arrays_t"]
EpisodeStartsStruct = STRUCTURES["episode_starts_t"]
QueryDrawStruct = STRUCTURES["query_draw_t"]
WholeStepStruct = STRUCTURES["whole_step_t"]
PartStepStruct = STRUCTURES["part_step_t"]
FramingStruct = STRUCTURES["framing_t"]
StepJobStruct = STRUCTURES["step_job_t"]
NetworkStruct = STRUCTURES["network_t"]
SearchesStruct = STRUCTURES["searches_t"]
SearchOutcomeStruct = STRUCTURES["search_outcome_t"]


def set_pool(pool: c.Structure, states: TokenBatch, hashes: HashArray) -> None:
    """Let a ``state_pool_t`` point to the arrays of a pool of states."""
    pool.tokens, pool.offsets = address(states.tokens, np.int32), address(states.offsets)
    pool.hashes = address(hashes, np.uint64)
