"""The maximum aggregate payout of Pyramid Poker [PYR-27, PYR-28]."""

from ...rules.payments import HOUSE, CapShare, Payment, capped
from ...rules.round import Round
from .terms import Terms
from .wagers import THREE_CARD, WAGERS


def limit_to_cap(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """Cut what the House pays to the maximum aggregate payout [PYR-27]."""

    def share(payment: Payment) -> CapShare | None:
        return cap_share(terms, round_, payment)

    return capped(payments, payer=HOUSE, cap=terms.max_aggregate, share=share)


def cap_share(terms: Terms, round_: Round, payment: Payment) -> CapShare | None:
    """The payments that share a cap with this one, and the stake counted with it; None if no cap applies."""
    capped_wagers = (THREE_CARD,) if terms.aggregate_scope == "w2" else WAGERS  # [PYR-A17]
    if payment.wager not in capped_wagers:  # the House's own lost wager is no payout either
        return None
    stake = 0
    if terms.aggregate_counts == "winnings_plus_stakes":  # [PYR-A18]
        stake = round_.seat(payment.payee).wagers.get(payment.wager, 0)
    return CapShare(cap_group(terms, payment), stake)


def cap_group(terms: Terms, payment: Payment) -> object:
    """What one cap covers: a round, one wager of a hand, or a hand [PYR-A17, PYR-A40]."""
    if terms.aggregate_scope == "round":
        return "round"
    if terms.aggregate_scope == "wager":
        return payment.payee, payment.wager
    return payment.payee


def priced_cap(terms: Terms) -> int | None:
    """The cap that a price counts: none, unless the edge is asked for at the actual stakes [PYR-A19]."""
    return terms.max_aggregate if terms.edge_at_stake else None
