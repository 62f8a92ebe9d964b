"""
Who pays whom, and by which clause.

A settlement is a list of payments between parties, so it always sums to zero and every chip can be traced to
the sentence that moved it.
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
    """The wager, row or event it settles."""
    clause: str
    """The clause that moves it."""
    why: str
    """What happened, in a few words."""


def pays(bettor: Party, banker: Party, chips: int, wager: str, clause: str, why: str) -> list[Payment]:
    """The bettor's win (positive chips) or loss (negative) as a payment; nothing moves on a push."""
    if chips > 0:
        return [Payment(banker, bettor, chips, wager, clause, why)]
    if chips < 0:
        return [Payment(bettor, banker, -chips, wager, clause, why)]
    return []


def net(payments: Iterable[Payment]) -> dict[Party, int]:
    """What each party won (positive) or lost; sums to zero."""
    total: Counter[Party] = Counter()
    for payment in payments:
        total[payment.payer] -= payment.chips
        total[payment.payee] += payment.chips
    return dict(total)


def in_order_of_means(
    payments: Iterable[Payment], means: Mapping[Party, int], *, purse: Callable[[Party], Party] = lambda party: party
) -> list[Payment]:
    """
    Table stakes: payments made in order, each only as far as its payer's chips reach by then.

    `purse` names the party whose means a party draws on: one and the same for all hands of a player.
    """
    left = dict(means)
    made = []
    for payment in payments:
        payer = purse(payment.payer)
        payee = purse(payment.payee)
        chips = min(payment.chips, left.get(payer, payment.chips))
        for party, moved in ((payer, -chips), (payee, chips)):
            if party in left:
                left[party] += moved
        if chips:
            made.append(payment._replace(chips=chips))
    return made


def net_in_order_of_means(groups: Iterable[list[Payment]], means: Mapping[Party, int]) -> list[list[Payment]]:
    """Table stakes between pairs: each group settles its net in order, as far as its loser's chips reach by then."""
    left = dict(means)
    made = []
    for group in groups:
        loser = min(net(group).items(), key=lambda total: total[1], default=(HOUSE, 0))[0]
        gets = sum(payment.chips for payment in group if payment.payee == loser)
        cap = left[loser] + gets if loser in left else None
        made.append(capped(group, payer=loser, cap=cap, share=lambda _: ("means", 0)))
        for party, won in net(made[-1]).items():
            if party in left:
                left[party] += won
    return made


def pro_rata(payments: list[Payment], payer: Party, means: int) -> list[Payment]:
    """One payer's payments cut in proportion to what they have; odd chips go to the first payees."""
    owed = sum(payment.chips for payment in payments if payment.payer == payer)
    if owed <= means:
        return payments
    cut = [p._replace(chips=p.chips * means // owed) if p.payer == payer else p for p in payments]
    odd = means - sum(p.chips for p in cut if p.payer == payer)
    for place, payment in enumerate(cut):
        if odd and payment.payer == payer:
            cut[place] = payment._replace(chips=payment.chips + 1)
            odd -= 1
    return [payment for payment in cut if payment.chips]


def capped(
    payments: list[Payment], *, payer: Party, cap: int | None, share: Callable[[Payment], tuple[object, int] | None]
) -> list[Payment]:
    """
    A payer's payments held to a cap, the later ones cut first.

    `share` names the cap a payment falls under (None: no cap) and the stake that counts towards it.
    """
    left: dict[object, int] = {}
    made = []
    for payment in payments:
        falls_under = share(payment) if payment.payer == payer and cap is not None else None
        if falls_under is not None and cap is not None:
            group, stake = falls_under
            room = left.get(group, cap) - stake
            payment = payment._replace(chips=max(0, min(payment.chips, room)))
            left[group] = room - payment.chips
        if payment.chips:
            made.append(payment)
    return made
