"""Setting: what a player makes of their cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from .cards import Cards, surplus, write_cards

Setting = Mapping[str, Cards]
"""Slot name to hand. Cards left out are discarded, where the sheet allows it."""


@dataclass(frozen=True)
class Slot:
    """A place on the layout for one hand."""

    name: str
    sizes: tuple[int, ...]
    """How many cards it takes; more than one only where the sheet lets a hand grow."""
    clause: str

    @property
    def takes(self) -> str:
        *few, last = map(str, self.sizes)
        count = f"{', '.join(few)} or {last}" if few else last
        return f"{count} card{'' if self.sizes == (1,) else 's'}"


def why_not_set(slots: tuple[Slot, ...], cards: Cards, setting: Setting) -> str | None:
    """Why these hands cannot be put down at all. Put down badly is a foul, and the game's to say."""
    wanted = [slot.name for slot in slots]
    if sorted(setting) != sorted(wanted):
        return f"set the hands {', '.join(wanted)}, not {', '.join(setting) or 'none'} [{slots[0].clause}]"
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
