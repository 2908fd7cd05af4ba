"""Learning of a policy's structure part: where it starts, its fits to proofs, and its gains.

Dimension key: F frames, A actions of the window.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from torch import Tensor
from torch.nn.functional import cross_entropy

from symbolic_rl.learn.structure import LR, LR_FACTOR, STEPS, fit_structure, nearest
from symbolic_rl.policy import DerivationPolicy
from symbolic_rl.policy.structure import StructurePart, weighed
from symbolic_rl.training.replay import ProofRows

SHOWN_FEATURES = 10
"""Features of the structure part that the report names."""


class StructureLearner:
    """Fits a structure part to proofs: next to symbols, or alone.

    Next to symbols, each fit continues the last one, with a third as many steps as the symbol part
    at a higher rate. Alone, and for several programs, it is fitted anew and for few steps.

    Args:
        part: the structure part; one that says something is where each fit starts from.
        is_alone: True if the policy has no symbol part.
        seed: seed of first weights and draws.
    """

    def __init__(self, part: StructurePart, seed: int, *, is_alone: bool) -> None:
        self.part, self._seed, self._is_alone = part, seed, is_alone
        self.library: Mapping[str, Mapping[str, Any]] = {}
        """Structure parts of other runs, by name, of which the first proofs choose one."""
        self.origin = ""
        """Run of the library that the part starts from, and why; empty without one."""
        self._n_fitted = 0  # frames of the last fit
        self._start: dict[str, Tensor] = {}
        if part.out.weight.any():
            self._start_here()

    @classmethod
    def of(cls, policy: DerivationPolicy, seed: int) -> Self | None:
        """Return the learner for a policy; None if the policy has no structure part."""
        head = policy.head
        if not head.needs_structure or head.structure is None:
            return None
        return cls(head.structure, seed, is_alone=not head.knows_symbols)

    @property
    def is_taught(self) -> bool:
        """True if other programs have taught the part."""
        return bool(self._start)

    def _start_here(self) -> None:
        self._start = {name: x.clone() for name, x in self.part.state_dict().items()}

    def choose(self, rows: ProofRows) -> None:
        """Take over the part of the library that predicts proofs best; the library is then empty.

        Without a library nothing happens.
        """
        if not self.library:
            return
        best, gains = nearest(self.library, rows.batch, rows.action, rows.query)
        each = ", ".join(
            f"{name} {gain:.2f}" for name, gain in sorted(gains.items(), key=lambda one: -one[1])
        )
        told = f"predicts the first {len(set(rows.query.tolist())):,} proofs best"
        if best:
            self.part.load_state_dict({**self.library[best], "mix": self.part.mix})
            self._start_here()
            self.origin = f"The structure part starts from {best}, which {told}"
        else:
            self.origin = f"Nothing is taken over: what {told} is not surely better than a guess"
        self.origin += f"; nats a choice over a guess: {each}"
        self.library = {}

    def has_more(self, n_frames: int) -> bool:
        """Return whether there are a quarter more frames than at the last fit."""
        return n_frames > 0 and 4 * n_frames >= 5 * self._n_fitted

    def fit(
        self, rows: ProofRows, program: Tensor | None, n_steps: int, n_fits: int, *, is_read: bool
    ) -> list[float]:
        """Fit the part; return the means of loss, accuracy and gradient norm over the steps.

        Args:
            rows: frames of all proofs.
            program: [F] number of each frame's program, of which each has the same share; None
                for one program.
            n_steps: gradient steps that the symbol part took, or steps of a part that is alone.
            n_fits: number that makes the draws of a fit differ from earlier ones.
            is_read: searches read the part next to symbols; otherwise it is fitted seldom.
        """
        start, seed, lr = self._start or None, self._seed, LR
        if not self._is_alone:
            if self._n_fitted:
                start, seed = self.part.state_dict(), seed + n_fits
            if not is_read:
                n_steps = max(n_steps, STEPS)
            n_steps, lr = -(-n_steps // LR_FACTOR), LR_FACTOR * LR
        self._n_fitted = len(rows)
        if program is not None:
            rows = rows.balanced(program, self._seed)
        frames = rows.batch, rows.action, rows.to_go
        return fit_structure(self.part, *frames, seed, n_steps, start, lr)

    def gains(
        self, held: Sequence[Tensor], temperature: float, seen: ProofRows
    ) -> dict[str, float | int | list[Any]]:
        """Return what each part of the policy gains on choices of new proofs, and top features.

        ``held`` are actions [F] and queries [F] of choices that the policy had not learned from,
        their logits [F, A] and, next to symbols, the structure part's; ``seen`` are frames on which
        features count. Keys: ``choices``; ``structure``, ``symbols`` and ``both``, nats
        for each choice over a guess; ``features``, rows of :class:`.Weighed`. Where searches read
        no structure, ``symbols`` alone has a gain.
        """
        action, _, logits, *of_structure = held
        factors = (self.part.mix / temperature).tolist()
        is_read = factors[1] > 0
        alone = {"symbols": factors[0] * logits} if of_structure else {"structure": logits}
        if of_structure and is_read:
            alone["structure"] = factors[1] * of_structure[0]
            alone["both"] = alone["symbols"] + alone["structure"]
        guess = logits.isfinite().sum(1).log().mean().item()
        found: dict[str, Any] = {
            name: guess - cross_entropy(x.float(), action.long()).item()
            for name, x in alone.items()
        }
        features = weighed(self.part, seen.batch, seen.action, SHOWN_FEATURES) if is_read else []
        return {**found, "choices": len(action), "features": [list(one) for one in features]}

    def state_dict(self) -> dict[str, Any]:
        """Return what a resumed run needs in addition to the weights."""
        return {"n_fitted": self._n_fitted, "start": self._start, "origin": self.origin}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restore what :meth:`state_dict` returned."""
        self._n_fitted, self._start = state["n_fitted"], state["start"]
        self.origin = state["origin"]
