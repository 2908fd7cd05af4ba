"""Settings of the environment that nobody has chosen: they follow from the program. Torch-free."""

from symbolic_rl.base.config import TrainConfig
from symbolic_rl.play.problem import Problem
from symbolic_rl.training.limits import with_limit
from symbolic_rl.training.views import with_view


def settle(problem: Problem, config: TrainConfig) -> tuple[Problem, list[str]]:
    """Return the problem with a view and a limit on episodes, and in words how they were chosen.

    Raises:
        PackError: there are no training queries.
    """
    problem, why_view = with_view(problem)
    why_limit = ""
    if not config.gathers_proofs:  # searches have limits of their own
        problem, why_limit = with_limit(problem)
    return problem, [why for why in (why_view, why_limit) if why]
