"""
The pricing of games that have none of their own.

It prices any game in which a seat sets its cards into two hands, and each is compared with the matching hand of the
house or the bank. It calls the game's own functions once for each class of hands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...rules.game import AnyGame
from .. import PriceSettings, Pricing, Progress

if TYPE_CHECKING:
    from ...rules.rulebook import Rulebook
    from ..alarm import Alarm
    from ..house_way_audit import AnyHouseWayAudit
    from ..price import Price
    from ..readings import Reading
    from ..second_method import SecondMethod
    from ..sentences import Vocabulary


class GenericPricing(Pricing[Any]):
    """Prices any game of two hands with the game's own functions."""

    settings = ("rounds", "seed", "stakes")

    def __init__(self, unmoved: Mapping[str, str] | None = None) -> None:
        self.unmoved = unmoved or {}
        """By option: why a reading that changes no figure cannot change one."""

    def hands_dealt_for(self, game: AnyGame) -> Mapping[str, tuple[int, ...]]:
        from .exact import can_be_counted
        from .form import form_of

        form = form_of(game)
        return {form.wager.name: (form.cards, form.cards)} if can_be_counted(form) else {}

    def compute_price(self, game: AnyGame, progress: Progress | None, settings: PriceSettings) -> Price:
        from .price import ROUNDS, SEED, price, price_at_stake

        if settings.stakes is not None:
            return price_at_stake(game, settings.stakes, progress)
        rounds = ROUNDS if settings.rounds is None else settings.rounds
        seed = SEED if settings.seed is None else settings.seed
        return price(game, progress, rounds=rounds, seed=seed)

    def readings(
        self, game: AnyGame, rulebook: Rulebook, progress: Progress | None = None, *, also_unmoved: bool = False
    ) -> list[Reading]:
        from .price import readings

        return readings(game, rulebook, progress, also_unmoved=also_unmoved, reasons=self.unmoved)

    def alarm(self, game: AnyGame, progress: Progress | None = None) -> Alarm:
        from .house_way import alarm

        return alarm(game, progress)

    def house_way(self, game: AnyGame, progress: Progress | None = None) -> AnyHouseWayAudit:
        from .house_way import audit_house_way

        return audit_house_way(game, progress)

    def house_way_vocabulary(self, game: AnyGame, progress: Progress | None = None) -> Vocabulary:
        from .sentences import vocabulary

        return vocabulary(game, progress)

    def second_method(self, game: AnyGame) -> SecondMethod:
        from .second_method import second_method

        return second_method(game)
