"""Reads opponents' settings from a text file: one setting per line, its hands in the game's order, separated by `|`."""

from __future__ import annotations

from pathlib import Path

from ..rules.cards import Cards, read_cards, surplus, write_cards
from ..rules.errors import HousewayError, Unreadable, plural, shown
from ..rules.game import AnyGame
from ..rules.round import Seat
from ..rules.setting import Setting, Slot, why_not_set

MOST_SETTINGS = 100_000


def read_settings(path: Path, game: AnyGame) -> list[Setting]:
    """Every setting of a file, without blank lines and lines that start with #. Refusals name the line."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise Unreadable(f"{path} is not text; it should have one setting on each line") from None
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    numbered = [(number, line.strip()) for number, line in enumerate(lines, start=1)]
    settings = [(number, line) for number, line in numbered if line and not line.startswith("#")]
    if not 1 <= len(settings) <= MOST_SETTINGS:
        raise Unreadable(f"{path} has {len(settings)} settings; it should have 1 to {MOST_SETTINGS:,}")
    return [_read_line(path, number, line, game) for number, line in settings]


def _read_line(path: Path, number: int, line: str, game: AnyGame) -> Setting:
    try:
        hands = [read_cards(part) for part in line.split("|")]
        return _legal_setting(hands, game)
    except HousewayError as error:
        raise Unreadable(f"{path}, line {number}: {error}") from None


def read_setting(text: str, slots: tuple[Slot, ...]) -> Setting:
    """A setting as text: its hands in the game's order, separated by `|`."""
    hands = [read_cards(part) for part in text.split("|")]
    if len(hands) != len(slots):
        names = " | ".join(slot.name for slot in slots) or "no hands"
        raise Unreadable(f"a setting is {names}, not the {plural(len(hands), 'hand')} of {shown(text)}")
    return {slot.name: hand for slot, hand in zip(slots, hands, strict=True)}


def _legal_setting(hands: list[Cards], game: AnyGame) -> Setting:
    cards = tuple(card for hand in hands for card in hand)
    slots: tuple[Slot, ...] = game.slots(game.terms, Seat(number=1, player="", cards=cards))
    if len(hands) != len(slots):
        names = ", ".join(slot.name for slot in slots)
        raise Unreadable(f"{game.name} has {len(slots)} hands ({names}), not {len(hands)}")
    setting = {slot.name: hand for slot, hand in zip(slots, hands, strict=True)}
    extra = surplus(cards, game.shoe(game.terms))
    if extra:
        raise Unreadable(f"the shoe does not have that many of {write_cards(extra)}")
    reason = why_not_set(slots, cards, setting) or game.foul(game.terms, setting, {})
    if reason:
        raise Unreadable(reason)
    return setting
