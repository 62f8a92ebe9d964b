"""
How things look in a notebook: cards as pictures, prices, options and tables as HTML.

`import houseway` tells a running notebook to ask here; nothing is loaded before there is something to draw.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .rules.cards import DIAMONDS, HEARTS, JOKER, Card, Cards, read_cards, write_cards

if TYPE_CHECKING:
    from .pricing.price import Price
    from .rules.view import SeatView, View
    from .solving.results import Option

SUIT_SIGNS = "♣♦♥♠"
WIDTH = 42
HEIGHT = 58
GAP = 4
RED = "#b3261e"
BLACK = "#1b1b1f"
BACK = "#3b5b7a"
HAND = "display:inline-block;white-space:nowrap;margin-right:14px"
CELL = "padding:2px 10px;text-align:{};vertical-align:middle"
NUMBER = "right;white-space:nowrap"


class Pictures:
    """Cards, drawn where a notebook shows them."""

    def __init__(self, cards: Cards | str) -> None:
        self.cards = read_cards(cards) if isinstance(cards, str) else tuple(cards)

    def __repr__(self) -> str:
        return " ".join(map(str, self.cards))

    def _repr_html_(self) -> str:
        return cards_svg(self.cards)


def cards_svg(cards: Sequence[Card], *, hidden: int = 0) -> str:
    """Cards side by side, and so many more face down."""
    count = len(cards) + hidden
    if not count:
        return ""
    faces = [_face(card, place * (WIDTH + GAP)) for place, card in enumerate(cards)]
    backs = [_back(place * (WIDTH + GAP)) for place in range(len(cards), count)]
    wide = count * (WIDTH + GAP)
    said = escape(" ".join(card.in_words for card in cards) or "face down")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{HEIGHT + 2}" role="img" '
        f'aria-label="{said}">{"".join((*faces, *backs))}</svg>'
    )


def _face(card: Card, left: int) -> str:
    colour = RED if card.suit in (DIAMONDS, HEARTS) else BLACK
    rank, suit = ("★", "") if card == JOKER else (str(card)[0].replace("T", "10"), SUIT_SIGNS[card.suit - 1])
    middle = left + WIDTH // 2
    return (
        f'<rect x="{left + 1}" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5" fill="#fff" stroke="#888"/>'
        f'<g text-anchor="middle" font-size="20" fill="{colour}">'
        f'<text x="{middle}" y="25" font-family="serif">{rank}</text><text x="{middle}" y="49">{suit}</text></g>'
    )


def _back(left: int) -> str:
    return (
        f'<rect x="{left + 1}" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="5" fill="{BACK}" stroke="#888"/>'
        f'<rect x="{left + 6}" y="6" width="{WIDTH - 12}" height="{HEIGHT - 12}" rx="3" fill="none" stroke="#fff"/>'
    )


# Tables --------------------------------------------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, numbers: Iterable[str] = ()) -> str:
    """Rows that are HTML already under a head that is text."""
    sides = [NUMBER if name in set(numbers) else "left" for name in head]
    top = _row("th", [escape(name) for name in head], sides)
    body = "".join(_row("td", row, sides) for row in rows)
    return f"<table><thead>{top}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Sequence[str], sides: Sequence[str]) -> str:
    styled = (f'<{tag} style="{CELL.format(side)}">{cell}</{tag}>' for cell, side in zip(cells, sides, strict=True))
    return f"<tr>{''.join(styled)}</tr>"


def price_html(price: Price) -> str:
    """Every wager under every strategy: what the house keeps, how far results spread, how often it pays."""
    head = ("wager", "played", "house edge", "standard deviation", "pays", "known")
    rows = [
        (escape(_words(name)), escape(_words(way)), *_figures(found))
        for name, wager in price.wagers.items()
        for way, found in wager.strategies.items()
    ]
    return table(head, rows, numbers=head[2:5]) + f"<small>terms {price.terms_hash[:16]}</small>"


def _figures(found: Any) -> tuple[str, str, str, str]:
    edge = f"{-100 * float(found.ev):+.4f} %"
    spread = f"{float(found.standard_deviation):.4f}"
    if hasattr(found, "outcomes"):
        return edge, spread, f"{100 * float(found.hit_frequency):.2f} %", f"{found.deals:,} deals counted"
    return edge, spread, "", f"{found.rounds:,} rounds, ± {100 * found.standard_error:.4f} %"


def options_html(options: Sequence[Option]) -> str:
    """The options for given cards, best first, with the hands as pictures."""
    rows = [
        (
            escape(_words(option.decision)),
            _hands({slot: write_cards(hand) for slot, hand in option.setting.items()}),
            f"{float(option.ev):+.6f}",
            f"{float(option.gives_up):.6f}" if option.gives_up else "",
        )
        for option in options
    ]
    return table(("decision", "hands", "worth", "gives up"), rows, numbers=("worth", "gives up"))


def _hands(setting: Mapping[str, str]) -> str:
    named = ((escape(_words(slot)), cards_svg(read_cards(hand))) for slot, hand in setting.items())
    return "".join(f'<span style="{HAND}"><small>{slot}</small><br>{drawn}</span>' for slot, drawn in named)


def view_html(seen: View) -> str:
    """A table as one viewer sees it."""
    rows = [(_seat_name(seat, seen), _said(seat), _seat_cards(seat)) for seat in seen.seats]
    if seen.dealer_count:
        laid = {slot: " ".join(map(str, hand)) for slot, hand in (seen.dealer_setting or {}).items()}
        held = _hands(laid) or cards_svg(seen.dealer, hidden=seen.dealer_count - len(seen.dealer))
        rows.append(("dealer", "", held))
    return table(("seat", "did", "cards"), rows)


def _seat_name(seat: SeatView, seen: View) -> str:
    name = escape(f"{seat.number} {seat.player}")
    return f"<b>{name}</b>" if seat.number == seen.viewer else name


def _said(seat: SeatView) -> str:
    wagers = (f"{_words(name)} {chips}" for name, chips in seat.wagers.items())
    return escape(", ".join((*wagers, *map(_words, seat.decisions))))


def _seat_cards(seat: SeatView) -> str:
    laid = {slot: " ".join(map(str, hand)) for slot, hand in (seat.setting or {}).items()}
    return _hands(laid) or cards_svg(seat.cards, hidden=seat.card_count - len(seat.cards))


def round_html(dealt: Any) -> str:
    return view_html(dealt.view())


def variant_html(variant: Any) -> str:
    changed = [(escape(name), escape(str(old)), escape(str(new))) for name, (old, new) in variant.modifications.items()]
    about = f"<b>{escape(variant.name)}</b><br>{escape(variant.rules.about)}"
    return about + (table(("option", "default", "here"), changed) if changed else "<br>default terms")


def _words(name: str) -> str:
    return name.replace("_", " ")


# A running notebook --------------------------------------------------------------------------------------------------

DRAWN: dict[tuple[str, str], Callable[[Any], str]] = {
    ("houseway.pricing.price", "Price"): price_html,
    ("houseway.solving.results", "Options"): options_html,
    ("houseway.rules.view", "View"): view_html,
    ("houseway.api", "RoundInPlay"): round_html,
    ("houseway.api", "Variant"): variant_html,
}


def draw_in_notebooks() -> None:
    """Have a notebook that runs this process draw what is ours; nothing happens elsewhere."""
    shell = getattr(import_module("IPython"), "get_ipython", lambda: None)() if "IPython" in sys.modules else None
    if shell is not None:
        drawing = shell.display_formatter.formatters["text/html"]
        for (module, name), draw in DRAWN.items():
            drawing.for_type_by_name(module, name, draw)
