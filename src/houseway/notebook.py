"""
HTML for notebooks: cards as pictures; games, rulebooks and views as tables. `notebook_answers` shows the answers.

`import houseway` registers the functions for types of the rules with a running notebook; the rules know no HTML.
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
    from .games.labels import Labels
    from .rules.rulebook import Rulebook
    from .rules.setting import Setting
    from .rules.view import SeatView, View

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


def hands_html(setting: Setting, labels: Labels) -> str:
    """The hands of a setting as pictures, each below its name."""
    spans = []
    for slot, hand in setting.items():
        name = escape(labels.name("hands", slot))
        spans.append(f'<span style="{HAND}"><small>{name}</small><br>{cards_svg(hand)}</span>')
    return "".join(spans)


def view_html(view: View) -> str:
    """A round as one viewer sees it."""
    from .games import game, labels_of

    labels = labels_of(game(view.game))
    rows = [(_seat_name(seat, view), _actions(seat, labels), _seat_cards(seat, labels)) for seat in view.seats]
    if view.dealer_count:
        hidden = view.dealer_count - len(view.dealer)
        dealer = hands_html(view.dealer_setting or {}, labels) or cards_svg(view.dealer, hidden=hidden)
        rows.append(("dealer", "", dealer))
    return table(("seat", "actions", "cards"), rows)


def _seat_name(seat: SeatView, view: View) -> str:
    name = escape(f"{seat.number} {seat.player}")
    return f"<b>{name}</b>" if seat.number == view.viewer else name


def _actions(seat: SeatView, labels: Labels) -> str:
    """The wagers and decisions of a seat."""
    wagers = [f"{labels.name('wagers', name)} {chips}" for name, chips in seat.wagers.items()]
    decisions = [labels.name("decisions", decision) for decision in seat.decisions]
    return escape(", ".join([*wagers, *decisions]))


def _seat_cards(seat: SeatView, labels: Labels) -> str:
    return hands_html(seat.setting or {}, labels) or cards_svg(seat.cards, hidden=seat.card_count - len(seat.cards))


def round_html(round_: RoundInPlay) -> str:
    """A round as a spectator sees it."""
    return f"<p>{escape(round_.summary())}</p>{view_html(round_.view())}"


def variant_html(variant: Variant) -> str:
    """A game, what it is about, and its changed options in words."""
    from .games import labels_of

    labels = labels_of(variant.rules)
    rows = [
        (escape(labels.full_option(name)), escape(labels.value(name, old)), escape(labels.value(name, new)))
        for name, (old, new) in variant.modifications.items()
    ]
    about = f"<b>{escape(variant.name)}</b><br>{escape(variant.rules.about)}"
    return about + (table(("option", "on the sheet", "here"), rows) if rows else "<br>default terms")


def rulebook_html(book: Rulebook) -> str:
    """The clauses by section, and the open questions."""
    clauses = [(clause.id, escape(clause.text), escape(clause.source)) for clause in book.clauses.values()]
    questions = [
        (question.id, escape(question.says), escape(question.default_and_why))
        for question in book.open_questions.values()
    ]
    return (
        f"<b>{escape(book.title)}</b>{table(('clause', 'text', 'source'), clauses)}"
        f"<b>Open questions</b>{table(('question', 'the sheet says', 'default, and why'), questions)}"
    )


# A running notebook --------------------------------------------------------------------------------------------------

HTML_OF: dict[tuple[str, str], Callable[[Any], str]] = {
    ("houseway.rules.view", "View"): view_html,
    ("houseway.rules.rulebook", "Rulebook"): rulebook_html,
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
