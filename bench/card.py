"""The machine card and the tables of the package, under the name that the scripts here use."""

from symbolic_rl.machine import BUSY_LOAD, finish, machine_card, n_cores, print_table, spread, start

__all__ = ["BUSY_LOAD", "finish", "machine_card", "n_cores", "print_table", "spread", "start"]
