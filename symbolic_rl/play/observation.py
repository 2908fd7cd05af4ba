"""Writing of the observation: the open pages as arrays of :mod:`symbolic_rl.bridge.schema`."""

from symbolic_rl.bridge.schema import FrameLayout, Observation, Sizes, shown_keys
from symbolic_rl.play.pages import COUNTERS, Pages
from symbolic_rl.play.views import Viewer

_VIEW_CUTS = COUNTERS.index("view_cuts")


class ObservationWriter:
    """Writer of the observation of open pages.

    Args:
        viewer: lays goals out.
        sizes: lengths of axes, as of :attr:`symbolic_rl.play.problem.Problem.sizes`.
        with_candidates: show the candidates' resolvents.
    """

    def __init__(self, viewer: Viewer, sizes: Sizes, *, with_candidates: bool) -> None:
        self.viewer, self._sizes = viewer, sizes
        self._keys = shown_keys(with_candidates=with_candidates)
        self.with_candidates = with_candidates

    def blank(self, n: int) -> Observation:
        """Return an observation of ``n`` rows, all padding."""
        return Observation(**{key.name: key.blank(n, self._sizes) for key in self._keys})

    def layout(self, n: int) -> FrameLayout:
        """Return the layout of a frame of ``n`` rows in one piece of memory."""
        return FrameLayout.of(n, self._sizes, with_candidates=self.with_candidates)

    def show(self, pages: Pages, observation: Observation) -> None:
        """Write all rows of ``pages`` into an observation; count what is cut."""
        arrays = observation.arrays()
        for key in self._keys:
            rows = getattr(pages, key.source).reshape(len(pages), -1) if key.source else 0
            arrays[key.name][:] = rows
        pages.counted[:, _VIEW_CUTS] += self.viewer.show(
            pages.pool, pages.state_at, pages.slots, observation.goals, observation.candidates
        )
