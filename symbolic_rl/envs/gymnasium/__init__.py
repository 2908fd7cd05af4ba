"""The environment for gymnasium and its clients; importing this registers all packs.

    import gymnasium
    import symbolic_rl.envs.gymnasium

    env = gymnasium.make("symbolic_rl/countries_s3-v0")
    envs = gymnasium.make_vec("symbolic_rl/countries_s3-v0", num_envs=256)
    mine = gymnasium.make("symbolic_rl/Program-v0", program="graph.pl", goal="path(a, X)")

``Program-v0`` takes any folder or Prolog file as ``program``. All ids take ``split``, ``goal``
(instead of the queries of a split), ``with_candidates`` and every setting of the environment, such
as ``max_inferences``. gymnasium loads no plugins: without the import, put the module in front of
the id, as in ``"symbolic_rl.envs.gymnasium:symbolic_rl/countries_s3-v0"``.

Observations are dictionaries of vectors of integers, without the axes that ``shapes`` names
(``flatten=False`` keeps them); they are names, not magnitudes, so a network should embed them:
``docs/examples`` has two networks that do. ``render_mode="ansi"`` shows the derivation so far.
TorchRL's ``GymEnv`` takes the same ids. An action that ``action_mask`` forbids is a
clause that does not apply: the derivation has failed, with ``illegal_action`` in its info.

Torch-free. A vector environment is one batch in this process, without threads. Give
``context="spawn"`` to gymnasium's own vector environments with processes: a Prolog with threads
must not be forked.
"""

import gymnasium

from symbolic_rl.envs.gymnasium.envs import DerivationGymEnv, DerivationVectorEnv, Shown
from symbolic_rl.program.pack import list_packs

__all__ = ["NAMESPACE", "DerivationGymEnv", "DerivationVectorEnv", "Shown", "register_packs"]

NAMESPACE = "symbolic_rl"
"""Namespace of the ids of environments, before the slash."""


def register_packs() -> None:
    """Register ``Program-v0`` and every pack of the package with gymnasium."""
    for name, kwargs in (("Program", {}), *((pack, {"program": pack}) for pack in list_packs())):
        gymnasium.register(
            f"{NAMESPACE}/{name}-v0",
            entry_point=f"{__name__}:DerivationGymEnv",
            vector_entry_point=f"{__name__}:DerivationVectorEnv",
            kwargs=kwargs,
        )


register_packs()
