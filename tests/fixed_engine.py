"""An engine that expands by the step of fixed shape, so that it can be compared with the others."""

import torch
from torch import Tensor
from torch.nn.functional import pad

from symbolic_rl.base.config import EnvConfig
from symbolic_rl.bridge.tokens import IntArray, TokenBatch
from symbolic_rl.engine import Expansion
from symbolic_rl.engine.tensor.engine import DevicePage, TensorEngine, padded
from symbolic_rl.engine.tensor.fixed import WINDOW, FixedStep, FixedWindow
from symbolic_rl.program.clause_table import FlatSource


class FixedEngine(TensorEngine):
    """The engine ``tensor`` by :class:`FixedStep`, chunks of ``n_states`` states.

    Window after window; a chunk that is beyond the step is left to the engine.
    """

    def __init__(self, program: FlatSource, config: EnvConfig, *, n_states: int = 64) -> None:
        super().__init__(program, config)
        self.n_states = n_states
        self._step = FixedStep(self.tables)

    def chunk_size(self, length: int, n_variables: int, limit: int) -> int:
        return self.n_states

    def _expand(
        self, batch: TokenBatch, hidden: IntArray, limit: int, offset: IntArray
    ) -> Expansion:
        n, short = len(batch), self.n_states - len(batch)
        states = padded(batch, self.device)
        length = 1 << (states.tokens.shape[1] - 1).bit_length()
        tokens = pad(states.tokens, (0, length - states.tokens.shape[1], 0, short))
        sizes, n_goals = (pad(x, (0, short)) for x in (states.sizes, states.n_goals))
        put = torch.from_numpy
        hidden_at = pad(put(hidden).to(self.device), (0, short))
        begin = put(offset).to(self.device)
        end = begin + limit
        count, at = torch.zeros_like(begin), torch.zeros_like(sizes)
        is_live = torch.ones_like(begin, dtype=torch.bool)
        tried: list[tuple[Tensor, ...]] = []
        while True:
            window = FixedWindow(
                *(x[:n] for x in self._step(tokens, sizes, n_goals, hidden_at, at))
            )
            if bool(window.is_beyond.any()):
                return super()._expand(batch, hidden, limit, offset)
            row, place = ((window.holds | window.failed) & is_live[:, None]).nonzero(as_tuple=True)
            tried.append((row, *(field[row, place] for field in window[:6])))
            count += (window.holds & is_live[:, None]).sum(1)
            is_live = is_live & ~window.is_last & (count <= end)
            if not bool(is_live.any()):
                break
            at = at + WINDOW
        joined = [torch.cat(field) for field in zip(*tried, strict=True)]
        order = joined[0].argsort(stable=True)
        row, clause, holds, failed, *rest = (field[order] for field in joined)
        page, lost = self._on_page(row, holds, failed, begin, end)
        candidates = DevicePage(row, clause, *rest).take(page)
        return self._expansion(candidates, count > end, lost)
