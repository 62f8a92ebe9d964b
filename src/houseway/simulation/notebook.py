"""A simulation in a notebook: a table of figures, and a bar chart of the chips in a round."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..sampling.tally import Tally
    from .result import SeatPlayed, Simulation

BARS = 24
BAR = "background:#5b7fb4;height:0.8em;display:inline-block;width:{width:.1f}em"


def as_html(simulation: Simulation) -> str:
    figures = "".join(_figures(seat) for seat in simulation.seats)
    bars = "".join(
        f"<h5>seat {s.number}, {escape(s.player)}: chips in a round</h5>{_bars(s.total)}" for s in simulation.seats[:1]
    )
    head = "".join(
        f"<th>{name}</th>" for name in ("seat", "wager", "chips a round", "standard error", "deviation", "hits")
    )
    about = f"{simulation.rounds:,} rounds {escape(simulation.how)}, seed {simulation.seed}"
    return f"<h4>{escape(simulation.name)}</h4><p>{about}</p><table><tr>{head}</tr>{figures}</table>{bars}"


def _figures(seat: SeatPlayed) -> str:
    rows = [*seat.wagers.items(), ("total", seat.total)]
    return "".join(_row(f"{seat.number} {escape(seat.player)}", escape(name), chips) for name, chips in rows)


def _row(seat: str, name: str, chips: Tally) -> str:
    error = f"{chips.standard_error:.4f}"
    spread = f"{chips.standard_deviation:.3f}"
    cells = (seat, name, f"{float(chips.mean):+.4f}", error, spread, f"{float(chips.hit_frequency):.2%}")
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _bars(chips: Tally) -> str:
    """Bars of the most common results, in order of size."""
    common = sorted(sorted(chips.counts, key=lambda value: -chips.counts[value])[:BARS])
    most = max(chips.counts.values(), default=1)
    lines = [
        f"<tr><td>{value:+d}</td><td>{chips.counts[value] / chips.rounds:.3%}</td>"
        f'<td><span style="{BAR.format(width=20 * chips.counts[value] / most)}"></span></td></tr>'
        for value in common
    ]
    return f"<table>{''.join(lines)}</table>"
