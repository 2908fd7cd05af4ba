"""The classic way to put Prolog under reinforcement learning, as ``classic.py`` measures it.

A TorchRL environment of one derivation: every step is a query of its own through pyswip whose
answer, a text, is taken apart and encoded in Python, and what does not fit is dropped. Beside it
the policy that plays it, the network of this package on these observations.
"""

import re
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tensordict import TensorDict, TensorDictBase
from tensordict.nn import TensorDictModuleBase
from torchrl.data import Binary, Categorical, Composite, Unbounded
from torchrl.envs import EnvBase

from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.program.pack import Pack

N_ATOMS, N_STATES, ARITY = 10, 20, 3
"""Goals of a state, candidates, and places of a goal that a classic observation has."""
MAX_DEPTH = 20
N_VARIABLES = 100
HELPER = Path(__file__).resolve().parent / "classic.pl"

SHOWN = ("sub_index", "derived_sub_indices", "action_mask")
CHOSEN = ("action", "action_log_prob", "state_value")

State = tuple[str, ...]
"""Goals as Prolog writes them, variables as A, B and so on."""


class ClassicEnv(EnvBase):
    """One derivation at a time; Prolog is asked for the candidates at every step.

    Args:
        files: the program.
        queries: queries to draw from, as text.
    """

    def __init__(self, files: list[str], queries: list[str]) -> None:
        super().__init__(device="cpu", batch_size=torch.Size([]))
        self.files, self.queries = files, queries
        text = "\n".join([*map(_text, files), *queries])
        names = sorted(set(re.findall(r"\b[a-z]\w*", re.sub(r"%.*", "", text))))
        self.ids = {name: i for i, name in enumerate(names, 1)}
        """Names of the program; variables come behind them."""
        self.prolog: Any = None
        self.rng = np.random.default_rng(0)
        self.observation_spec = Composite(
            sub_index=Unbounded((1, N_ATOMS, ARITY), dtype=torch.int64),
            derived_sub_indices=Unbounded((N_STATES, N_ATOMS, ARITY), dtype=torch.int64),
            action_mask=Binary(shape=(N_STATES,), dtype=torch.bool),
        )
        self.action_spec = Categorical(N_STATES, dtype=torch.int64)
        self.reward_spec = Unbounded((1,), dtype=torch.float32)

    def _start_prolog(self) -> None:  # in the worker, not in the process that reads the specs
        from pyswip import Prolog

        self.prolog = Prolog()
        for file in (*self.files, str(HELPER)):
            self.prolog.consult(file)

    def _reset(self, tensordict: TensorDictBase | None = None, **_: Any) -> TensorDictBase:
        if self.prolog is None:
            self._start_prolog()
        while True:  # a query without a first step is no episode
            self.query = self.queries[self.rng.integers(len(self.queries))]
            self.state: State = (self.query,)
            self.visited, self.depth = {self.state}, 0
            self._find_candidates()
            if self.candidates:
                return TensorDict(self._shown(), [])

    def _step(self, tensordict: TensorDictBase) -> TensorDictBase:
        self.state = self.candidates[int(tensordict["action"])]
        self.visited.add(self.state)
        self.depth += 1
        is_proved = not self.state
        if is_proved:
            self.candidates = []
        else:
            self._find_candidates()
        terminated = is_proved or not self.candidates
        truncated = not terminated and self.depth >= MAX_DEPTH
        return TensorDict(
            {
                **self._shown(),
                "reward": torch.tensor([float(is_proved)]),
                "terminated": torch.tensor([terminated]),
                "truncated": torch.tensor([truncated]),
                "done": torch.tensor([terminated or truncated]),
            },
            [],
        )

    def _set_seed(self, seed: int | None) -> None:
        self.rng = np.random.default_rng(seed)

    def _find_candidates(self) -> None:
        goals = ",".join(self.state)
        query = f"candidates({self.query},[{goals}],{N_STATES},Text)"
        text = next(iter(list(self.prolog.query(query, maxresult=1))))["Text"]
        text = text.decode() if isinstance(text, bytes) else text
        states = [tuple(state.split(";")[:-1]) for state in text.split("|")[:-1]]
        self.candidates = [state for state in states if state not in self.visited]

    def _shown(self) -> dict[str, torch.Tensor]:
        derived = np.zeros((N_STATES, N_ATOMS, ARITY), np.int64)
        for row, state in zip(derived, self.candidates, strict=False):
            self._encode(state, row)
        shown = np.zeros((1, N_ATOMS, ARITY), np.int64)
        self._encode(self.state, shown[0])
        mask = np.zeros(N_STATES, bool)
        mask[: max(1, len(self.candidates))] = True  # of a state that ends, the mask is not read
        return {
            "sub_index": torch.from_numpy(shown),
            "derived_sub_indices": torch.from_numpy(derived),
            "action_mask": torch.from_numpy(mask),
        }

    def _encode(self, state: State, row: np.ndarray[Any, np.dtype[np.int64]]) -> None:
        ids = self.ids
        for place, goal in enumerate(state[:N_ATOMS]):
            name, _, arguments = goal[:-1].partition("(")
            row[place] = [ids[name], *(self._argument(x) for x in arguments.split(","))]

    def _argument(self, text: str) -> int:
        known = self.ids.get(text)
        if known is not None:
            return known
        number = ord(text[0]) - ord("A") + 26 * int(text[1:] or 0)  # as numbervars writes it
        return len(self.ids) + 1 + min(number, N_VARIABLES - 1)


def _text(file: str) -> str:
    return Path(file).read_text(encoding="utf-8")


def training_queries(pack: Pack) -> list[str]:
    """The goals of the training queries, as text without spaces."""
    text = pack.queries["train"].read_text(encoding="utf-8").replace(" ", "")
    return re.findall(r"^query\((.*\))\)\.$", text, re.MULTILINE)


def make_env(pack: Pack) -> ClassicEnv:
    """One classic environment for a pack."""
    return ClassicEnv([str(path) for path in pack.program], training_queries(pack))


class ClassicPolicy(TensorDictModuleBase):
    """The network of this package on classic observations, each moved to the device by itself."""

    in_keys, out_keys = SHOWN, CHOSEN

    def __init__(self, policy: DerivationPolicy, device: torch.device) -> None:
        super().__init__()
        self.policy, self.to_device = policy, device

    @torch.no_grad()
    def forward(self, td: TensorDictBase) -> TensorDictBase:
        """Write ``action``, ``action_log_prob`` and ``state_value`` into ``td``."""
        shown = {key: td.get(key).to(self.to_device) for key in SHOWN}
        chosen = self.policy(TensorDict(as_observation(shown), td.batch_size))
        for key in CHOSEN:
            td.set(key, chosen.get(key).to("cpu"))
        return td


def as_observation(shown: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The same tensors under the names that the network reads."""
    mask = shown["action_mask"]
    return {
        "goals": shown["sub_index"].squeeze(-3),
        "candidates": shown["derived_sub_indices"],
        "clauses": torch.zeros_like(mask, dtype=torch.int32),
        "action_mask": mask,
    }


def as_rollout(batch: TensorDictBase) -> TensorDict:
    """A classic rollout [N, T] as the learner of this package reads it."""
    shown = {key: batch.get(key) for key in SHOWN}
    after = {key: batch.get(("next", key)) for key in ("reward", "done", "terminated", "sub_index")}
    after["goals"] = after.pop("sub_index").squeeze(-3)
    chosen = {key: batch.get(key) for key in CHOSEN}
    data = {**as_observation(shown), **chosen, "next": TensorDict(after, batch.batch_size)}
    return TensorDict(data, batch.batch_size)
