"""A round told in words: what was done, and who pays whom by which clause."""

from typing import Any

from ..rulebook import read_rulebook
from ..rules.cards import write_cards
from ..rules.payments import Party, net
from ..rules.round import Dealt, Decided, HandsSet, Posted, Round, Voided, settlement
from ..rules.setting import Setting
from .output import heading, print_table, say


def told(before: Round, after: Round) -> str:
    """The move between two states, as a sentence without its full stop."""
    match after.moves[-1]:
        case Posted(seat=seat, wagers=wagers):
            return f"{named(after, seat)} wagers " + ", ".join(f"{name} {chips}" for name, chips in wagers.items())
        case Decided(seat=seat, option=option):
            return f"{named(after, seat)} decides: {option}"
        case HandsSet(seat=seat, setting=setting):
            return f"{named(after, seat)} sets {hands(setting)}"
        case Voided(reason=reason, note=note):
            return f"void: {reason.replace('_', ' ')}{f' ({note})' if note else ''}; every stake goes back"
        case Dealt():
            return "deal: " + "; ".join(_received(before, after))


def _received(before: Round, after: Round) -> list[str]:
    got = [
        f"{named(after, new.number)} {write_cards(new.cards[len(old.cards) :])}"
        for old, new in zip(before.seats, after.seats, strict=True)
        if len(new.cards) > len(old.cards)
    ]
    dealer = after.dealer[len(before.dealer) :]
    return got + ([f"dealer {write_cards(dealer)}"] if dealer else [])


def named(round_: Round, party: Party) -> str:
    """A party as people call it."""
    return f"seat {party} ({round_.seat(party).player})" if isinstance(party, int) else f"the {party}"


def hands(setting: Setting) -> str:
    return " | ".join(f"{slot} {write_cards(cards)}" for slot, cards in setting.items())


def settlement_data(round_: Round) -> dict[str, Any]:
    """The settlement as plain data."""
    payments = settlement(round_)
    return {
        "moves": len(round_.moves),
        "voided": round_.voided.reason if round_.voided else None,
        "payments": [payment._asdict() for payment in payments],
        "net": {str(party): chips for party, chips in net(payments).items()},
    }


def print_settlement(round_: Round) -> None:
    """Every payment with its clause, the clauses in words, and what each party won."""
    payments = settlement(round_)
    heading("Settlement")
    if round_.voided:
        return say("The round is void; every stake goes back.")
    if not payments:
        say("Nobody pays anybody.")
    rows = [
        (
            p.wager.replace("_", " "),
            p.why,
            f"{_short(round_, p.payer)} → {_short(round_, p.payee)}",
            p.chips,
            p.clause,
        )
        for p in payments
    ]
    rows += [(wager.replace("_", " "), "push", _short(round_, seat), 0, "") for seat, wager in pushes(round_)]
    print_table(("wager", "why", "who", "chips", "clause"), rows, numbers=("chips",))
    book = read_rulebook(round_.game.key)
    heading("Clauses")
    for clause in dict.fromkeys(payment.clause for payment in payments):
        entry: Any = book.find(clause)
        say(f"{clause}: {entry.text if hasattr(entry, 'text') else entry.default_and_why}")
    heading("Net")
    won = net(payments)
    print_table(
        ("who", "chips"), [(_short(round_, p), f"{c:+d}") for p, c in sorted(won.items(), key=str)], numbers=("chips",)
    )


def pushes(round_: Round) -> list[tuple[int, str]]:
    """The wagers that nobody won: the stake goes back."""
    moved = {(party, payment.wager) for payment in settlement(round_) for party in (payment.payer, payment.payee)}
    return [(seat.number, wager) for seat in round_.seats for wager in seat.wagers if (seat.number, wager) not in moved]


def _short(round_: Round, party: Party) -> str:
    return round_.seat(party).player if isinstance(party, int) else party
