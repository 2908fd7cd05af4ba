"""Line charts as inline SVG; the page's style sheet colours them, for light and dark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

from symbolic_rl.base.markup import Markup, element

WIDTH, HEIGHT = 480, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 8, 34
N_COLORS = 8
"""Number of colours in the style sheet, ``s0`` to ``s7``."""

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class Curve:
    """Series of a chart."""

    name: str
    color: int
    points: Points
    raw: Points = ()  # unsmoothed values, drawn thin behind the curve
    band: Sequence[tuple[float, float, float]] = ()  # (x, low, high) of the spread
    is_step: bool = False  # the value holds until the next point


class _Axis:
    """Map from values to pixels, with ticks."""

    def __init__(self, low: float, high: float, start: float, end: float, *, is_log: bool) -> None:
        if is_log:
            low, high = log10(max(low, 1e-9)), log10(max(high, 1e-9))
        if high - low < 1e-12:
            low, high = low - 0.5, high + 0.5
        self._low, self._high, self._start, self._end = low, high, start, end
        self._is_log = is_log

    def __call__(self, value: float) -> float:
        if self._is_log:
            value = log10(max(value, 1e-9))
        share = (value - self._low) / (self._high - self._low)
        return round(self._start + min(max(share, 0.0), 1.0) * (self._end - self._start), 1)

    def ticks(self) -> list[float]:
        if self._is_log:
            powers = range(ceil(self._low - 1e-9), floor(self._high + 1e-9) + 1)
            return [10.0**power for power in powers]
        # About four ticks, at the next round step of 1, 2, 2.5 or 5 times a power of ten.
        raw = (self._high - self._low) / 4
        scale = 10 ** floor(log10(raw))
        step = next(m * scale for m in (1, 2, 2.5, 5, 10) if m * scale >= raw * 0.999)
        first = ceil(self._low / step - 1e-9)
        return [i * step for i in range(first, floor(self._high / step + 1e-9) + 1)]


def in_short(value: float) -> str:
    """Abbreviate a number for an axis.

    >>> [in_short(x) for x in (0, 0.25, 1500, 2_000_000, 0.001)]
    ['0', '0.25', '1.5k', '2M', '0.001']
    """
    for scale, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= scale:
            return f"{value / scale:.3g}{letter}"
    return f"{value:.3g}"


def chart(
    title: str,
    curves: Sequence[Curve],
    *,
    x_label: str,
    y_range: tuple[float, float] | None = None,
    log_x: bool = False,
) -> Markup:
    """Return a chart of curves, each with points; ``y_range`` spans the points by default."""
    xs = [x for curve in curves for x, _ in curve.points]
    ys = [y for curve in curves for _, y in (*curve.points, *curve.raw) if isfinite(y)]
    low, high = y_range or (min(*ys, 0.0), max(ys))
    across = _Axis(min(xs), max(xs), _LEFT, WIDTH - _RIGHT, is_log=log_x)
    up = _Axis(low, high, HEIGHT - _BOTTOM, _TOP, is_log=False)
    parts = [element("text", x_label, x=(WIDTH + _LEFT) / 2, y=HEIGHT - 4, text_anchor="middle")]
    for value in up.ticks():
        y, text = up(value), in_short(value)
        parts.append(element("line", x1=_LEFT, x2=WIDTH - _RIGHT, y1=y, y2=y, class_="axis"))
        parts.append(element("text", text, x=_LEFT - 6, y=y + 4, text_anchor="end"))
    for value in across.ticks():
        x, y = across(value), HEIGHT - _BOTTOM + 15
        parts.append(element("text", in_short(value), x=x, y=y, text_anchor="middle"))
    for curve in curves:
        parts += _drawn(curve, across, up)
    # Screen readers get the first and last value of each curve.
    ends = "; ".join(
        f"{c.name}: {c.points[0][1]:.3g} at {in_short(c.points[0][0])}, "
        f"{c.points[-1][1]:.3g} at {in_short(c.points[-1][0])} {x_label}"
        for c in curves
    )
    options = {"viewBox": f"0 0 {WIDTH} {HEIGHT}", "class_": "chart", "role": "img"}
    picture = element("svg", *parts, **options, aria_label=f"{title}. {ends}")
    return element("figure", element("figcaption", title), picture)


def _drawn(curve: Curve, across: _Axis, up: _Axis) -> Iterator[Markup]:
    """Yield the band, the raw values and the line of a curve."""
    color = f"s{curve.color % N_COLORS}"
    if curve.band:
        there = [(x, high) for x, _, high in curve.band]
        back = [(x, low) for x, low, _ in reversed(curve.band)]
        shape = _path([*there, *back], across, up) + "Z"
        yield element("path", d=shape, class_=f"band {color}")
    if curve.raw:
        yield element("path", d=_path(curve.raw, across, up), class_=f"raw {color}")
    line = _path(curve.points, across, up, is_step=curve.is_step)
    yield element("path", d=line, class_=f"curve {color}")
    if len({across(x) for x, _ in curve.points}) == 1:  # a line of length 0 is invisible
        x, y = curve.points[0]
        yield element("circle", cx=across(x), cy=up(y), r=3, class_=color)


def legend(names: Sequence[tuple[str, int]]) -> Markup:
    """Return names and their colours."""
    items = [
        element("li", element("span", class_=f"s{color % N_COLORS}"), name) for name, color in names
    ]
    return element("ul", *items, class_="legend")


def _path(points: Points, across: _Axis, up: _Axis, *, is_step: bool = False) -> str:
    parts, last = list[str](), ""
    for x, y in points:
        place = f"{across(x):g},{up(y):g}" if isfinite(y) else last
        # Points on the same pixel are skipped; steps go across, then up.
        if place != last and is_step and parts:
            parts.append(f"H{across(x):g}V{up(y):g}")
        elif place != last:
            parts.append(f"{'L' if parts else 'M'}{place}")
        last = place
    return "".join(parts)
