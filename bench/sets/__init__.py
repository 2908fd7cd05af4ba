"""Public tests of the field, each measured by a module of this folder."""

from sets.base import PublicSet
from sets.graphs import GRAPHS
from sets.horn import CONDENSED_DETACHMENT, TPTP_HORN
from sets.ipc import IPC_2023
from sets.puzzles import PUZZLES

SETS: dict[str, PublicSet] = {
    "tptp-horn": TPTP_HORN,
    "condensed-detachment": CONDENSED_DETACHMENT,
    **PUZZLES,
    "ipc2023": IPC_2023,
    **GRAPHS,
}
"""Sets by the name that the command takes."""
