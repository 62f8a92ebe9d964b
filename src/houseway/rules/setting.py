"""Settings: how cards are divided into slots."""

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Cards, surplus, write_cards
from .errors import plural

Setting = Mapping[str, Cards]
"""Slot name to hand. Cards left out are discarded, where the sheet allows it."""


@dataclass(frozen=True)
class Slot:
    """A place on the layout for one hand."""

    name: str
    sizes: tuple[int, ...]
    """The numbers of cards it accepts; several only where the sheet lets a hand grow."""
    clause: str

    @property
    def takes(self) -> str:
        """The sizes in words: `5 cards`, `3 or 5 cards`."""
        *smaller, largest = self.sizes
        if not smaller:
            return plural(largest, "card")
        return f"{', '.join(map(str, smaller))} or {largest} cards"


def why_not_set(slots: tuple[Slot, ...], cards: Cards, setting: Setting) -> str | None:
    """Why this is no setting of these cards into these slots, or None. Fouls are left to the game's rules."""
    names = [slot.name for slot in slots]
    if sorted(setting) != sorted(names):
        return f"set the hands {', '.join(names)}, not {', '.join(setting) or 'none'} [{slots[0].clause}]"
    for slot in slots:
        if len(setting[slot.name]) not in slot.sizes:
            return f"{slot.name} takes {slot.takes}, not {len(setting[slot.name])} [{slot.clause}]"
    extra = surplus((card for hand in setting.values() for card in hand), cards)
    if extra:
        return f"{write_cards(extra)} is not yours to set; you hold {write_cards(cards)} [{slots[0].clause}]"
    return None


def discards(cards: Cards, setting: Setting) -> Cards:
    """The cards that were not set."""
    return surplus(cards, (card for hand in setting.values() for card in hand))
