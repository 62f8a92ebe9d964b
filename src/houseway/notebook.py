"""
HTML for notebooks: cards as pictures; prices, options and views as tables.

`import houseway` registers these functions with a running notebook.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .rules.cards import DIAMONDS, HEARTS, JOKER, Card, Cards, read_cards

if TYPE_CHECKING:
    from .api import RoundInPlay, Variant
    from .pricing.price import Estimate, Exact, Price
    from .rules.setting import Setting
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
    """Cards that a notebook shows as pictures."""

    def __init__(self, cards: Cards | str) -> None:
        self.cards = read_cards(cards) if isinstance(cards, str) else tuple(cards)

    def __repr__(self) -> str:
        return " ".join(map(str, self.cards))

    def _repr_html_(self) -> str:
        return cards_svg(self.cards)


def cards_svg(cards: Sequence[Card], *, hidden: int = 0) -> str:
    """Cards in a row, followed by `hidden` cards face down."""
    count = len(cards) + hidden
    if not count:
        return ""
    faces = [_face(card, place * (WIDTH + GAP)) for place, card in enumerate(cards)]
    backs = [_back(place * (WIDTH + GAP)) for place in range(len(cards), count)]
    wide = count * (WIDTH + GAP)
    label = escape(" ".join(card.in_words for card in cards) or "face down")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{HEIGHT + 2}" role="img" '
        f'aria-label="{label}">{"".join((*faces, *backs))}</svg>'
    )


def _face(card: Card, left: int) -> str:
    colour = RED if card.suit in (DIAMONDS, HEARTS) else BLACK
    if card == JOKER:
        rank = "★"
        suit = ""
    else:
        rank = str(card)[0].replace("T", "10")
        suit = SUIT_SIGNS[card.suit - 1]
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
    """An HTML table. The head is text; the cells are HTML already. `numbers` names the columns of numbers."""
    sides = [NUMBER if name in set(numbers) else "left" for name in head]
    top = _row("th", [escape(name) for name in head], sides)
    body = "".join(_row("td", row, sides) for row in rows)
    return f"<table><thead>{top}</thead><tbody>{body}</tbody></table>"


def _row(tag: str, cells: Sequence[str], sides: Sequence[str]) -> str:
    styled = (f'<{tag} style="{CELL.format(side)}">{cell}</{tag}>' for cell, side in zip(cells, sides, strict=True))
    return f"<tr>{''.join(styled)}</tr>"


def price_html(price: Price) -> str:
    """Every wager under every strategy: house edge, standard deviation and hit frequency."""
    head = ("wager", "played", "house edge", "standard deviation", "pays", "known")
    rows = [
        (escape(_words(name)), escape(_words(strategy)), *_figures(result))
        for name, wager in price.wagers.items()
        for strategy, result in wager.strategies.items()
    ]
    return table(head, rows, numbers=head[2:5]) + f"<small>terms {price.terms_hash[:16]}</small>"


def _figures(result: Exact | Estimate) -> tuple[str, str, str, str]:
    """House edge, standard deviation, hit frequency and how the figures were obtained."""
    from .pricing.price import Exact

    edge = f"{-100 * float(result.ev):+.4f} %"
    deviation = f"{float(result.standard_deviation):.4f}"
    if isinstance(result, Exact):
        return edge, deviation, f"{100 * float(result.hit_frequency):.2f} %", f"{result.deals:,} deals counted"
    return edge, deviation, "", f"{result.rounds:,} rounds, ± {100 * result.standard_error:.4f} %"


def options_html(options: Sequence[Option]) -> str:
    """The options for given cards, best first, with the hands as pictures."""
    rows = [
        (
            escape(_words(option.decision)),
            _hands(option.setting),
            f"{float(option.ev):+.6f}",
            f"{float(option.gives_up):.6f}" if option.gives_up else "",
        )
        for option in options
    ]
    return table(("decision", "hands", "value", "gives up"), rows, numbers=("value", "gives up"))


def _hands(setting: Setting) -> str:
    spans = []
    for slot, hand in setting.items():
        name = escape(_words(slot))
        spans.append(f'<span style="{HAND}"><small>{name}</small><br>{cards_svg(hand)}</span>')
    return "".join(spans)


def view_html(view: View) -> str:
    """A round as one viewer sees it."""
    rows = [(_seat_name(seat, view), _actions(seat), _seat_cards(seat)) for seat in view.seats]
    if view.dealer_count:
        hidden = view.dealer_count - len(view.dealer)
        rows.append(("dealer", "", _hands(view.dealer_setting or {}) or cards_svg(view.dealer, hidden=hidden)))
    return table(("seat", "actions", "cards"), rows)


def _seat_name(seat: SeatView, view: View) -> str:
    name = escape(f"{seat.number} {seat.player}")
    return f"<b>{name}</b>" if seat.number == view.viewer else name


def _actions(seat: SeatView) -> str:
    """The wagers and decisions of a seat."""
    wagers = (f"{_words(name)} {chips}" for name, chips in seat.wagers.items())
    return escape(", ".join((*wagers, *map(_words, seat.decisions))))


def _seat_cards(seat: SeatView) -> str:
    return _hands(seat.setting or {}) or cards_svg(seat.cards, hidden=seat.card_count - len(seat.cards))


def round_html(round_: RoundInPlay) -> str:
    return view_html(round_.view())


def variant_html(variant: Variant) -> str:
    changed = [(escape(name), escape(str(old)), escape(str(new))) for name, (old, new) in variant.modifications.items()]
    about = f"<b>{escape(variant.name)}</b><br>{escape(variant.rules.about)}"
    return about + (table(("option", "default", "here"), changed) if changed else "<br>default terms")


def _words(name: str) -> str:
    return name.replace("_", " ")


# A running notebook --------------------------------------------------------------------------------------------------

HTML_OF: dict[tuple[str, str], Callable[[Any], str]] = {
    ("houseway.pricing.price", "Price"): price_html,
    ("houseway.solving.results", "Options"): options_html,
    ("houseway.rules.view", "View"): view_html,
    ("houseway.api", "RoundInPlay"): round_html,
    ("houseway.api", "Variant"): variant_html,
}


def draw_in_notebooks() -> None:
    """Register the functions of `HTML_OF` with a running notebook; does nothing elsewhere."""
    if "IPython" not in sys.modules:
        return
    shell = import_module("IPython").get_ipython()
    if shell is None:
        return
    formatter = shell.display_formatter.formatters["text/html"]
    for (module, name), to_html in HTML_OF.items():
        formatter.for_type_by_name(module, name, to_html)
