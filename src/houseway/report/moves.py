"""Moves and payments of a round in sentences, with the sheet's names."""

from __future__ import annotations

from ..audit.narrative import named as party_with_seat
from ..audit.narrative import reason, short
from ..games import labels_of
from ..rules.cards import Cards, write_cards
from ..rules.moves import Dealt, Decided, HandsSet, Posted, Voided
from ..rules.payments import Party, Payment
from ..rules.round import Round
from ..rules.setting import Setting
from .wording import cards_with_suits, in_words, whole, with_suits


def cards_in_words(cards: Cards) -> str:
    return cards_with_suits(write_cards(cards))


def hands_in_words(round_: Round, setting: Setting) -> str:
    """The hands of a setting by their names."""
    labels = labels_of(round_.game)
    return "; ".join(
        f"{labels.name('hands', slot)} {cards_in_words(cards)}" for slot, cards in setting.items() if cards
    )


def move_in_words(before: Round, after: Round) -> str:
    """The move between two states, as a sentence."""
    labels = labels_of(after.game)
    match after.moves[-1]:
        case Posted(seat=seat, wagers=wagers):
            placed = [f"{labels.name('wagers', name)} {whole(chips)}" for name, chips in wagers.items() if chips]
            return f"{_subject(after, seat)} wagers {', '.join(placed) or 'nothing'}."
        case Decided(seat=seat, option=option):
            return f"{_subject(after, seat)} decides: {labels.name('decisions', option).lower()}."
        case HandsSet(seat=seat, setting=setting):
            return f"{_subject(after, seat)} sets {hands_in_words(after, setting)}."
        case Voided(reason=why, note=note):
            remark = f" ({note})" if note else ""
            return f"The round is void, {why.replace('_', ' ')}{remark}; every stake goes back."
        case Dealt():
            return f"The dealer deals {'; '.join(_received(before, after))}."


def _subject(round_: Round, seat: Party) -> str:
    name = party_with_seat(round_, seat)
    return name[:1].upper() + name[1:]


def _received(before: Round, after: Round) -> list[str]:
    received = [
        f"{party_with_seat(after, new.number)} {cards_in_words(new.cards[len(old.cards) :])}"
        for old, new in zip(before.seats, after.seats, strict=True)
        if len(new.cards) > len(old.cards)
    ]
    dealer = after.dealer[len(before.dealer) :]
    if dealer:
        received.append(f"the dealer {cards_in_words(dealer)}")
    return received


def payment_in_words(round_: Round, payment: Payment) -> tuple[str, str, str]:
    """A payment: its wager, its reason, and who pays whom."""
    labels = labels_of(round_.game)
    why = with_suits(in_words(labels, reason(round_, payment)))
    parties = f"{short(round_, payment.payer)} to {short(round_, payment.payee)}"
    return labels.name("wagers", payment.wager), why, parties
