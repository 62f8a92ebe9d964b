"""The settlement of a round: payments with their clauses, and net results."""

from ..audit.narrative import net_in_all, pushes, reason, short
from ..games import labels_of, rulebook_of
from ..rules.payments import net
from ..rules.playing import settlement
from ..rules.round import Round
from ..rules.rulebook import Clause
from .output import heading, print_table, say


def settlement_data(round_: Round) -> dict[str, object]:
    """The settlement as plain data."""
    payments = settlement(round_)
    return {
        "moves": len(round_.moves),
        "voided": round_.voided.reason if round_.voided else None,
        "payments": [payment._asdict() for payment in payments],
        "net": {str(party): chips for party, chips in net(payments).items()},
        "net_in_all": net_in_all(round_),
    }


def print_settlement(round_: Round, *, verbose: bool = False) -> None:
    """Print every payment with its clause; the text of the clauses on request."""
    payments = settlement(round_)
    if round_.voided or not payments:
        return
    heading("Settlement")
    labels = labels_of(round_.game)
    rows = [
        (
            labels.name("wagers", p.wager),
            reason(round_, p),
            f"{short(round_, p.payer)} → {short(round_, p.payee)}",
            p.chips,
            p.clause,
        )
        for p in payments
    ]
    rows += [(labels.name("wagers", wager), "push", short(round_, seat), 0, "") for seat, wager in pushes(round_)]
    print_table(("wager", "why", "who", "chips", "clause"), rows, numbers=("chips",))
    if not verbose:
        return
    book = rulebook_of(round_.game.key)
    heading("Clauses")
    for clause in dict.fromkeys(payment.clause for payment in payments):
        entry = book.find(clause)
        say(f"{clause}: {entry.text if isinstance(entry, Clause) else entry.default_and_why}")


def net_in_words(round_: Round) -> str:
    """What each party won or lost, in a sentence."""
    if round_.voided:
        return "The round is void; all wagers are returned."
    payments = settlement(round_)
    if not payments:
        return "Nobody pays anybody."
    results = [f"{short(round_, party)} {chips:+d}" for party, chips in sorted(net(payments).items(), key=str)]
    results += [f"{player}, all hands, {chips:+d}" for player, chips in net_in_all(round_).items()]
    return f"Net, in chips: {', '.join(results)}."
