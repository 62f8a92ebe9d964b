"""What a decision or a foul costs a seat and what it may claim, for a player who is about to choose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple


@dataclass(frozen=True, kw_only=True)
class OptionCost:
    """One option of a decision: its name, and what it costs this seat."""

    label: str
    """The option in the words of the sheet, as a button shows it: `Play three`."""
    says: str
    """What the option does, in one sentence."""
    clause: str
    effect: Literal["nothing", "adds", "pays", "loses"] = "nothing"
    """What happens to the chips: nothing, a further wager, a payment, or a loss of chips already wagered."""
    chips: int = 0
    """The chips that it takes; to each payee, if it pays players."""
    payees: int | None = None
    """The most players that are paid; None if the chips go to no player."""

    @property
    def price(self) -> str:
        """The cost as a button shows it: `10`, `lose 10`, `5 to each of 2`; empty if it costs nothing."""
        if self.effect == "nothing" or not self.chips:
            return ""
        if self.effect == "loses":
            return f"lose {self.chips}"
        return str(self.chips) if self.payees is None else f"{self.chips} to each of {self.payees}"


OptionCosts = Mapping[str, OptionCost]
"""What each option of a decision costs."""


class Claim(NamedTuple):
    """Something that a seat may claim when it sets its hands."""

    name: str
    """As the move names it: `natural`."""
    label: str
    """As a button shows it."""
    says: str
    clause: str


class FoulCost(NamedTuple):
    """What a foul costs a seat that sets it."""

    says: str
    """The cost in words, without its clause."""
    clause: str
    is_blocked: bool = False
    """Whether the terms refuse a foul, so that it has to be corrected."""

    @property
    def in_words(self) -> str:
        return f"{self.says} [{self.clause}]"
