"""Learn which clause to resolve next, so that Prolog finds proofs its own order does not reach.

The public names are imported when they are first used, so ``import symbolic_rl`` loads neither
torch nor Prolog.

>>> import symbolic_rl
>>> symbolic_rl.load_problem("countries_s1").name
'countries_s1'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from symbolic_rl.base.config import EnvConfig as EnvConfig, TrainConfig as TrainConfig
    from symbolic_rl.base.errors import SymbolicError as SymbolicError
    from symbolic_rl.base.registry import register as register
    from symbolic_rl.collectors import make_collector as make_collector
    from symbolic_rl.derivations.problem import Problem as Problem, load_problem as load_problem
    from symbolic_rl.envs.gymnasium import (
        DerivationGymEnv as DerivationGymEnv,
        DerivationVectorEnv as DerivationVectorEnv,
    )
    from symbolic_rl.envs.torchrl import DerivationEnv as DerivationEnv, PoolEnv as PoolEnv
    from symbolic_rl.evaluation.check import check as check
    from symbolic_rl.evaluation.evaluate import evaluate as evaluate
    from symbolic_rl.policy import make_policy as make_policy
    from symbolic_rl.policy.open import open_run as open_run
    from symbolic_rl.program.pack import list_packs as list_packs
    from symbolic_rl.program.program import Program as Program
    from symbolic_rl.proofs.proof import Proof as Proof
    from symbolic_rl.proofs.prove import prove as prove
    from symbolic_rl.search import find as find
    from symbolic_rl.training.train import train as train

__version__ = "0.1.0"

_MODULES = {
    "DerivationEnv": "envs.torchrl",
    "DerivationGymEnv": "envs.gymnasium",
    "DerivationVectorEnv": "envs.gymnasium",
    "EnvConfig": "base.config",
    "PoolEnv": "envs.torchrl",
    "Problem": "derivations.problem",
    "Program": "program.program",
    "Proof": "proofs.proof",
    "SymbolicError": "base.errors",
    "TrainConfig": "base.config",
    "check": "evaluation.check",
    "evaluate": "evaluation.evaluate",
    "find": "search",
    "list_packs": "program.pack",
    "load_problem": "derivations.problem",
    "make_collector": "collectors",
    "make_policy": "policy",
    "open_run": "policy.open",
    "prove": "proofs.prove",
    "register": "base.registry",
    "train": "training.train",
}
"""Public name -> its module below this package."""

__all__ = ["__version__", *_MODULES]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
