"""What a checkpoint of expert iteration holds beside weights: looked at before it is followed."""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import torch

from symbolic_rl.collectors import resolve
from symbolic_rl.policy import PolicyShape, make_policy
from symbolic_rl.training.expert import Expert
from tests.test_proposer import FEW, sorting
from tests.test_training_searches import opened

CHANGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a query too many": lambda s: s["ledger"].update(budget=torch.ones(99, dtype=torch.int64)),
    "numbers of another type": lambda s: s["ledger"].update(length=torch.zeros(3)),
    "a budget of nothing": lambda s: s["ledger"]["budget"].fill_(0),
    "a proof of negative length": lambda s: s["ledger"]["length"].fill_(-1),
    "no ledger": lambda s: s.update(ledger={}),
    "rounds that are no numbers": lambda s: s["course"].update(rounds="many"),
    "random numbers from nowhere": lambda s: s.update(random={"state": 1}),
    "a goal of unknown symbols": lambda s: s["proposer"].update(waiting=[((700_000, 5), (5,))]),
    "half a goal": lambda s: s["proposer"].update(easy=[((15, 15), (15,))]),
    "a goal beyond 32 bits": lambda s: s["proposer"].update(waiting=[((2**40,), (5,))]),
    "a literal that leads out of its goal": lambda s: s["proposer"].update(
        waiting=[((3, 60_000), (3,))]
    ),
    "a kept goal that is none": lambda s: s["proposer"].update(kept=[((-5,), (), (5,))]),
    "an endless budget": lambda s: s["proposer"].update(budget="endless"),
}


def test_altered_ledgers_and_goals_of_proposals_are_refused(tmp_path: Path) -> None:
    problem = sorting(tmp_path)
    shape = PolicyShape.for_problem(problem)
    policy = make_policy("comparing", shape, dim=8)
    collector = opened(problem, policy, FEW)
    good = collector.rows()
    for name, change in CHANGES.items():
        state = deepcopy(good)
        change(state)
        with pytest.raises((ValueError, TypeError, LookupError, ArithmeticError)):
            Expert(policy, FEW).open(problem, resolve(FEW), state)
            pytest.fail(name)
    again = Expert(policy, FEW)
    again.open(problem, resolve(FEW), good)
    for one in (collector, again):
        one.shutdown()
