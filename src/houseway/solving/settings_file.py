"""Opponents' settings as a plain text: one setting a line, its hands in the game's order with `|` between them."""

from __future__ import annotations

from pathlib import Path

from ..rules.cards import Cards, read_cards, surplus, write_cards
from ..rules.errors import HousewayError, Unreadable
from ..rules.game import AnyGame
from ..rules.round import Seat
from ..rules.setting import Setting, Slot, why_not_set

MOST_LINES = 100_000


def read_settings(path: Path, game: AnyGame) -> list[Setting]:
    """Every setting of a file; a fault names its line. Blank lines and # lines are skipped."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text; it should hold one setting a line") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    numbered = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
    wanted = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if not 1 <= len(wanted) <= MOST_LINES:
        raise Unreadable(f"{path} holds {len(wanted)} settings; it should hold 1 to {MOST_LINES}")
    return [_setting(path, number, line, game) for number, line in wanted]


def _setting(path: Path, number: int, line: str, game: AnyGame) -> Setting:
    try:
        hands = [read_cards(part) for part in line.split("|")]
        return _laid(hands, game)
    except HousewayError as error:
        raise Unreadable(f"{path}, line {number}: {error}") from None


def _laid(hands: list[Cards], game: AnyGame) -> Setting:
    cards = tuple(card for hand in hands for card in hand)
    slots: tuple[Slot, ...] = game.slots(game.terms, Seat(number=1, player="", cards=cards))
    if len(hands) != len(slots):
        raise Unreadable(f"{len(hands)} hands where {game.name} has {len(slots)}: {', '.join(s.name for s in slots)}")
    setting = {slot.name: hand for slot, hand in zip(slots, hands, strict=True)}
    extra = surplus(cards, game.shoe(game.terms))
    if extra:
        raise Unreadable(f"the shoe does not hold so many of {write_cards(extra)}")
    reason = why_not_set(slots, cards, setting) or game.foul(game.terms, setting, {})
    if reason:
        raise Unreadable(reason)
    return setting
