"""The charts of a report as SVG; the same figures give the same bytes."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil, floor, log10
from textwrap import wrap
from typing import Any

from ..games.labels import Labels
from ..pricing.price import Exact
from ..pricing.readings import Reading
from ..rules.game import Spot
from ..solving.results import Chart, Explanation
from .content import Findings
from .document import Block, Figure
from .wording import BANKS, figure_name, percent, reading_name, signed, signed_decimal, wager_name

INK = "#1f2933"
"""Axes and letters; HTML replaces it by the colour of the text, for light and dark themes."""
GAIN = "#2a9d8f"
LOSS = "#e4572e"
QUIET = "#7b8794"
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "houseway",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.facecolor": "none",
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 9,
    "axes.titlecolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
WIDTH = 7.0


def new_figure(height: float, columns: int = 1) -> tuple[Any, Any]:
    """An empty figure with its axes."""
    import matplotlib.figure

    picture = matplotlib.figure.Figure(figsize=(WIDTH, height), layout="constrained")
    return picture, picture.subplots(1, columns)


def to_svg(picture: Any) -> str:
    """The picture as one SVG element."""
    import matplotlib.backends.backend_svg

    file = io.StringIO()
    canvas: Any = matplotlib.backends.backend_svg.FigureCanvasSVG(picture)
    canvas.print_svg(file, metadata={"Date": None})
    text = file.getvalue()
    return text[text.index("<svg") :]


def render(draw: Callable[[], object]) -> str:
    """The SVG of a picture, drawn with our settings whatever the user's configuration is."""
    import matplotlib

    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        return to_svg(draw())


def horizontal_bars(axes: Any, names: list[str], values: list[float], labels: list[str], *, room: float = 0.34) -> None:
    """Horizontal bars, the first on top, each with its label at its end."""
    places = range(len(names))
    axes.barh(places, values, color=[GAIN if value >= 0 else LOSS for value in values], height=0.7)
    axes.set_yticks(places, names)
    axes.invert_yaxis()
    axes.axvline(0, color=INK, linewidth=0.6)
    low = min(0.0, *values)
    high = max(0.0, *values)
    axes.set_xlim(low * 1.04, high + (high - low or 1) * room)
    for place, (value, label) in enumerate(zip(values, labels, strict=True)):
        at = (max(value, 0.0), place)  # the label of a bar to the left has room on the right
        axes.annotate(label, at, (3, 0), textcoords="offset points", va="center", fontsize=7)


def symmetric_log(axes: Any, values: list[float]) -> None:
    """A scale on which small bars are seen next to large ones, on both sides of 0; labels fit on the right."""
    sizes = [abs(value) for value in values if value]
    least = min(sizes)
    if max(sizes) < RATIO_FOR_LOG * least:
        return
    axes.set_xscale("symlog", linthresh=least, linscale=0.4)
    low = min(0.0, *values)
    high = max(0.0, *values)
    axes.set_xlim(low * 1.5, high * LABEL_ROOM if high else least * LABEL_ROOM)
    axes.xaxis.set_major_locator(_decades(low, high, least))
    axes.xaxis.set_minor_locator(_no_ticks())


RATIO_FOR_LOG = 30
"""Charts whose largest value is this many times the smallest use a log scale."""
LABEL_ROOM = 300
"""On a log scale, how far the axis goes on after the longest bar, so that its label fits."""
MOST_TICKS = 3
"""Ticks on each side of 0."""


def _decades(low: float, high: float, least: float) -> Any:
    """Ticks at 0 and at a few powers of ten on each side."""
    from matplotlib.ticker import FixedLocator

    ticks = [0.0]
    for end, sign in ((high, 1), (-low, -1)):
        first = ceil(log10(least)) + 1  # closer to 0, the ticks of both sides would overlap
        last = floor(log10(end)) if end >= least else first - 1
        every = max(1, ceil((last - first + 1) / MOST_TICKS))
        ticks += [sign * 10.0**power for power in range(last, first - 1, -every)]
    return FixedLocator(sorted(ticks))


def _no_ticks() -> Any:
    from matplotlib.ticker import NullLocator

    return NullLocator()


def _short_name(name: str) -> str:
    """The name of an outcome for an axis, in two lines if it is long."""
    return "\n".join(wrap(name, WIDEST_NAME))


WIDEST_NAME = 34


def _height(bars: int) -> float:
    return 0.7 + 0.21 * max(bars, 3)


# A wager ----------------------------------------------------------------------------------------------------------


def exact(labels: Labels, title: str, strategy: Exact) -> list[Block]:
    """The distribution of results, and the contribution of each line to the expectation."""
    chances: dict[Fraction, Fraction] = defaultdict(Fraction)
    for outcome in strategy.outcomes:
        chances[outcome.net] += Fraction(outcome.count, strategy.deals)
    parts = {o.name: o.net * Fraction(o.count, strategy.deals) for o in strategy.outcomes if o.net * o.count}
    nets = sorted(net for net in chances if chances[net])

    def draw() -> Any:
        picture, (left, right) = new_figure(_height(max(len(parts), 6)), 2)
        values = [float(chances[net]) for net in nets]
        left.bar(range(len(nets)), values, color=[GAIN if net >= 0 else LOSS for net in nets])
        has_wide_range = max(values) > RATIO_FOR_LOG * min(values)
        if has_wide_range:
            left.set_yscale("log")
            left.set_ylim(min(values) / 4, 1.6)
        else:
            left.set_ylim(0, max(values) * 1.2)
        if len(nets) <= MOST_LABELLED:
            for place, value in enumerate(values):
                at = (place, value)
                left.annotate(percent(value), at, (0, 2), textcoords="offset points", ha="center", fontsize=7)
        left.grid(axis="y", color=QUIET, alpha=0.25, linewidth=0.5)
        left.set_xticks(range(len(nets)), [_net(net) for net in nets], rotation=90 if len(nets) > 8 else 0)
        left.set_xlabel("profit per unit")
        left.set_ylabel("chance (log scale)" if has_wide_range else "chance")
        left.set_title("Distribution of results")
        horizontal_bars(
            right,
            [_short_name(labels.outcome(n)) for n in parts],
            [float(p) * 100 for p in parts.values()],
            [signed(p) for p in parts.values()],
        )
        symmetric_log(right, [float(p) * 100 for p in parts.values()])
        right.set_xlabel("per cent of a unit" + (" (log scale)" if right.get_xscale() == "symlog" else ""))
        right.set_title("Contribution to the expectation")
        return picture

    alt = "; ".join(f"{_net(net)}: {percent(chances[net])}" for net in nets)
    caption = f"{title}: distribution of results, and contribution of each line to the player's expectation."
    return [Figure(render(draw), caption, f"Chance by profit per unit: {alt}.")]


MOST_LABELLED = 5
"""Columns of a distribution that have room for their chances."""


def _net(net: Fraction) -> str:
    if not net:
        return "0"
    return f"{net.numerator:+,}" if net.denominator == 1 else f"{float(net):+.2f}"


def strategies(labels: Labels, wager: str, exact: Mapping[str, Exact]) -> list[Block]:
    """How the chance of each outcome differs between the strategies of one wager, which are too close to compare."""
    by_role: dict[bool, dict[str, Exact]] = {False: {}, True: {}}
    for name, strategy in exact.items():
        by_role[name.startswith(BANKS)][name] = strategy
    figures = []
    for same_role in by_role.values():
        if len(same_role) > 1:
            figures += _differences(labels, wager, same_role)
    return figures


def _differences(labels: Labels, wager: str, same_role: Mapping[str, Exact]) -> list[Block]:
    """Bars of the other strategies' chances less those of the best one, in percentage points."""
    best = max(same_role, key=lambda name: same_role[name].ev)
    chances = {
        name: {outcome.name: Fraction(outcome.count, strategy.deals) for outcome in strategy.outcomes}
        for name, strategy in same_role.items()
    }
    outcomes = list(dict.fromkeys(outcome for by_name in chances.values() for outcome in by_name))
    rows = [
        (outcome, name, chances[name].get(outcome, Fraction()) - chances[best].get(outcome, Fraction()))
        for outcome in outcomes
        for name in same_role
        if name != best
    ]
    if not any(difference for _, _, difference in rows):
        return []
    several = len(same_role) > 2
    names = [
        _short_name(
            f"{labels.outcome(outcome)}, {labels.name('strategies', name)}" if several else labels.outcome(outcome)
        )
        for outcome, name, _ in rows
    ]
    values = [float(difference) * 100 for _, _, difference in rows]
    shown = [f"{value:+.4f}".replace("-", "\N{MINUS SIGN}") for value in values]

    def draw() -> Any:
        picture, axes = new_figure(_height(len(rows)))
        horizontal_bars(axes, names, values, shown, room=0.15)
        axes.set_xlabel("difference of the chance, percentage points")
        return picture

    others = " and ".join(labels.name("strategies", name) for name in same_role if name != best)
    caption = (
        f"{wager_name(labels, wager)}: how much more often each outcome comes under {others} than under "
        f"{labels.name('strategies', best)}."
    )
    alt = "; ".join(f"{name}: {value}" for name, value in zip(names, shown, strict=True))
    return [Figure(render(draw), caption, f"Differences in percentage points: {alt}.")]


MOST_BARS = 40


def bars(title: str, shares: Mapping[str, Fraction]) -> list[Block]:
    """Shares of a total as horizontal bars, in the given order; nothing for too many or if all are 0."""
    if len(shares) > MOST_BARS or not any(shares.values()):
        return []

    def draw() -> Any:
        picture, axes = new_figure(_height(len(shares)))
        horizontal_bars(
            axes,
            list(shares),
            [float(share) * 100 for share in shares.values()],
            [percent(s) for s in shares.values()],
            room=0.12,
        )
        values = [float(share) * 100 for share in shares.values() if share]
        axes.set_xlabel("per cent")
        if max(values) > RATIO_FOR_LOG * min(values):
            axes.set_xscale("log")
            axes.set_xlim(min(values) / 4, max(values) * 8)
            axes.set_xlabel("per cent (log scale)")
        return picture

    alt = "; ".join(f"{name}: {percent(share)}" for name, share in shares.items())
    return [Figure(render(draw), f"{title}: shares of the total.", f"Shares: {alt}.")]


def spread(title: str, shares: Mapping[str, Fraction]) -> list[Block]:
    """Shares by a number as columns."""

    def draw() -> Any:
        picture, axes = new_figure(1.9)
        axes.bar(range(len(shares)), [float(share) * 100 for share in shares.values()], color=GAIN)
        axes.set_xticks(range(len(shares)), list(shares), rotation=90 if max(map(len, shares)) > 4 else 0)
        axes.set_xlabel(title.lower())
        axes.set_ylabel("per cent")
        values = [float(share) * 100 for share in shares.values() if share]
        if max(values) > RATIO_FOR_LOG * min(values):
            axes.set_yscale("log")
            axes.set_ylim(min(values) / 3, max(values) * 1.6)
            axes.set_ylabel("per cent (log scale)")
        axes.grid(axis="y", color=QUIET, alpha=0.25, linewidth=0.5)
        return picture

    alt = "; ".join(f"{name}: {percent(share)}" for name, share in shares.items())
    return [Figure(render(draw), f"{title}: distribution of results.", f"Shares: {alt}.")]


# Readings, sentences, the limit -----------------------------------------------------------------------------------

MOST_READINGS = 12


def readings(findings: Findings, effective: list[Reading]) -> list[Block]:
    """The largest change by each reading that changes a share of a wager, largest first."""
    from .open_questions import changed_figure

    first = [(r, *next(iter(r.changes.items()))) for r in effective[:MOST_READINGS]]
    labels = findings.labels
    names = [_short_name(f"{r.open_question}  {reading_name(labels, r.option, r.after)}") for r, _, _ in first]
    values = [float(change.by) * 100 for _, _, change in first]
    shown = [
        f"{changed_figure(findings, figure, change)[2]} {figure_name(labels, *figure)}" for _, figure, change in first
    ]

    def draw() -> Any:
        lines = sum(1 + name.count("\n") for name in names)
        picture, axes = new_figure(_height(max(lines * 2 // 3, len(first))))
        horizontal_bars(axes, names, values, shown, room=0.95)
        axes.set_xticks([])
        axes.tick_params(axis="y", labelsize=7)
        axes.spines["bottom"].set_visible(False)
        return picture

    more = (
        f" ({len(effective) - MOST_READINGS} smaller ones are in the table)" if len(effective) > MOST_READINGS else ""
    )
    alt = "; ".join(f"{name}: {label}" for name, label in zip(names, shown, strict=True))
    return [Figure(render(draw), f"The largest change by each reading{more}.", alt + ".")]


def lessons(explanation: Explanation) -> list[Block]:
    """The value of each sentence of a strategy."""
    names = [f"rule {number}" for number in range(1, len(explanation.lessons) + 1)]
    values = [lesson.value for lesson in explanation.lessons]
    if not names:
        return []

    def draw() -> Any:
        picture, axes = new_figure(_height(len(names)))
        horizontal_bars(axes, names, values, [signed_decimal(value) for value in values], room=0.12)
        symmetric_log(axes, values)
        axes.set_xlabel(explanation.unit)
        return picture

    alt = "; ".join(f"{name} {value:+.4f}" for name, value in zip(names, values, strict=True))
    return [Figure(render(draw), "Value of each rule of the list.", alt)]


def grid(chart: Chart) -> list[Block]:
    """A strategy by two properties of a hand; a ring where the house way differs."""
    answers = sorted(set(chart.cells.values()))
    paint = dict(zip(answers, (QUIET, GAIN, LOSS), strict=False))
    different = [place for place, answer in chart.cells.items() if chart.house_way.get(place) != answer]

    def draw() -> Any:
        picture, axes = new_figure(0.7 + 0.18 * len(chart.rows))
        for (row, column), answer in chart.cells.items():
            at = (chart.columns.index(column), chart.rows.index(row))
            axes.scatter(*at, marker="s", s=80, color=paint[answer])
            if (row, column) in different:
                axes.scatter(*at, marker="o", s=38, facecolor="none", edgecolor=INK, linewidth=1.2)
        for answer in answers:
            axes.scatter([], [], marker="s", s=60, color=paint[answer], label=answer)
        axes.scatter([], [], marker="o", s=50, facecolor="none", edgecolor=INK, label="house way differs")
        axes.set_xticks(range(len(chart.columns)), chart.columns)
        axes.set_yticks(range(len(chart.rows)), chart.rows)
        axes.invert_yaxis()
        axes.set_xlabel(chart.columns_are)
        axes.set_ylabel(chart.rows_are)
        axes.legend(frameon=False, loc="center left", bbox_to_anchor=(1.02, 0.5), labelspacing=1.2)
        return picture

    ringed = ", ".join(f"{row} with {column}" for row, column in different) or "none"
    caption = (
        f"Best play by {chart.rows_are} and {chart.columns_are}, blank where there is no choice; the house way differs "
        f"at {ringed}."
    )
    return [Figure(render(draw), caption, caption)]


def limit(labels: Labels, wagers: list[tuple[Spot, Exact]], chips: int) -> list[Block]:
    """What the limit adds to the house advantage by stake, for wagers whose payouts can exceed it."""
    from .exposure import capped_ev

    reached = [(spot, s) for spot, s in wagers if max(o.net for o in s.outcomes) * spot.high > chips]
    if not reached:
        return []

    def draw() -> Any:
        picture, axes = new_figure(2.3)
        for (spot, s), colour in zip(reached, (GAIN, LOSS, QUIET) * len(reached), strict=False):
            stakes = range(spot.low, spot.high + 1, max((spot.high - spot.low) // 200, 1))
            added = [float(s.ev - capped_ev(s, n, chips)) * 100 for n in stakes]
            axes.plot(stakes, added, color=colour, label=wager_name(labels, spot.name))
        axes.set_xlabel("stake, chips")
        axes.set_ylabel("added to the house\nadvantage, %")
        axes.legend(frameon=False)
        return picture

    names = " and ".join(wager_name(labels, spot.name) for spot, _ in reached)
    caption = f"{names}, each alone: what a limit of {chips:,} chips adds to the house advantage, by stake."
    return [Figure(render(draw), caption, caption)]
