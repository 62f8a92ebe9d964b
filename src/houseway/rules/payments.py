"""
Payments between parties, and how they are limited to the chips that a party has.

A settlement is a list of payments, so it always sums to zero, and each payment names the clause it follows.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

SeatNumber = int
"""Seats are numbered from 1, counter-clockwise from the dealer's right."""
Party = SeatNumber | str
"""A seat number, HOUSE or POT."""

HOUSE: Final = "house"
POT: Final = "pot"


class Payment(NamedTuple):
    """Chips from one party to another."""

    payer: Party
    payee: Party
    chips: int
    wager: str
    """The wager, hand or event it settles."""
    clause: str
    """The clause that requires it."""
    why: str
    """What happened, in a few words."""


def pays(bettor: Party, banker: Party, chips: int, wager: str, clause: str, why: str) -> list[Payment]:
    """The bettor's win (positive chips) or loss (negative) as a payment; no payment on a push."""
    if chips > 0:
        return [Payment(banker, bettor, chips, wager, clause, why)]
    if chips < 0:
        return [Payment(bettor, banker, -chips, wager, clause, why)]
    return []


def net(payments: Iterable[Payment]) -> dict[Party, int]:
    """The net result of each party, positive for a win; the results sum to zero."""
    total: Counter[Party] = Counter()
    for payment in payments:
        total[payment.payer] -= payment.chips
        total[payment.payee] += payment.chips
    return dict(total)


def _own_chips(party: Party) -> Party:
    return party


def limit_to_table_stakes(
    payments: Iterable[Payment], means: Mapping[Party, int], *, purse: Callable[[Party], Party] = _own_chips
) -> list[Payment]:
    """
    Payments made in order, each limited to the chips that its payer has left by then.

    `means` are the chips at the start; a party that is not listed can pay anything. `purse` names the party whose
    chips a party uses: one and the same for all hands of a player.
    """
    left = dict(means)
    made = []
    for payment in payments:
        payer = purse(payment.payer)
        payee = purse(payment.payee)
        chips = min(payment.chips, left.get(payer, payment.chips))
        if payer in left:
            left[payer] -= chips
        if payee in left:
            left[payee] += chips
        if chips:
            made.append(payment._replace(chips=chips))
    return made


def limit_groups_to_table_stakes(groups: Iterable[list[Payment]], means: Mapping[Party, int]) -> list[list[Payment]]:
    """Groups of payments settled in order, the net of each limited to the chips that its loser has left by then."""
    left = dict(means)
    made = []
    for group in groups:
        limited = _limited_to_loser(group, left)
        made.append(limited)
        for party, won in net(limited).items():
            if party in left:
                left[party] += won
    return made


def _limited_to_loser(group: list[Payment], left: Mapping[Party, int]) -> list[Payment]:
    """The payments of one group, those of its loser limited to the loser's chips and winnings in the group."""
    results = net(group)
    if not results:
        return []
    loser = min(results, key=results.__getitem__)
    cap = None
    if loser in left:
        cap = left[loser] + sum(payment.chips for payment in group if payment.payee == loser)
    return capped(group, payer=loser, cap=cap, share=_one_cap)


def pro_rata(payments: list[Payment], payer: Party, means: int) -> list[Payment]:
    """One payer's payments reduced in proportion to the chips they have; odd chips go to the first payees."""
    owed = sum(payment.chips for payment in payments if payment.payer == payer)
    if owed <= means:
        return payments
    cut = [p._replace(chips=p.chips * means // owed) if p.payer == payer else p for p in payments]
    odd = means - sum(p.chips for p in cut if p.payer == payer)
    for index, payment in enumerate(cut):
        if odd and payment.payer == payer:
            cut[index] = payment._replace(chips=payment.chips + 1)
            odd -= 1
    return [payment for payment in cut if payment.chips]


class CapShare(NamedTuple):
    """Which cap a payment counts towards, and how many chips of the cap its stake uses in addition."""

    group: object
    stake: int = 0


def _one_cap(payment: Payment) -> CapShare:
    return CapShare("all")


def capped(
    payments: list[Payment], *, payer: Party, cap: int | None, share: Callable[[Payment], CapShare | None]
) -> list[Payment]:
    """
    A payer's payments limited to a cap for each group; the later ones are reduced first.

    `share` gives the group of a payment; None means that no cap applies to it.
    """
    if cap is None:
        return [payment for payment in payments if payment.chips]
    left: dict[object, int] = {}
    made = []
    for payment in payments:
        under = share(payment) if payment.payer == payer else None
        if under is not None:
            room = left.get(under.group, cap) - under.stake
            paid = payment._replace(chips=max(0, min(payment.chips, room)))
            left[under.group] = room - paid.chips
        else:
            paid = payment
        if paid.chips:
            made.append(paid)
    return made
