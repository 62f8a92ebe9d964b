"""An example round, dealt from a seed: every move with its clause, every payment with its reason."""

from __future__ import annotations

from itertools import pairwise

from ..audit.narrative import pushes, short
from ..games import labels_of
from ..records.dealing import next_deal, shuffled_shoe
from ..records.shuffle import from_seed
from ..rules.errors import plural
from ..rules.game import AnyGame, Opening
from ..rules.payments import net
from ..rules.playing import play, settlement, start
from ..rules.round import Round
from ..rules.view import view
from ..solving.bots import steady_move
from .document import Block, Column, Heading, Table, Text
from .moves import hands_in_words, move_in_words, payment_in_words
from .wording import whole

SEED = "report"
NAMES = ("Ada", "Blaise", "Carl", "Daniel", "Emilie", "Fermat", "Gerolamo", "Huygens", "Isaac")


def example_round(game: AnyGame) -> list[Block]:
    """The moves, the payments with their clauses, and the net result of each party."""
    states = states_of(game)
    last = states[-1]
    wagers = " with the smallest wagers" if any(seat.wagers for seat in last.seats) else ""
    introduction = (
        f"{plural(len(last.seats), 'seat')}, dealt from the seed “{SEED}” and played the house way{wagers}. The round "
        "was played when this report was made, by the same rules that run this game at a table."
    )
    return [
        Heading("An example round"),
        Text(introduction),
        Table((Column("move", number=True), Column("what happens", wide=True), Column("clause")), _moves(states)),
        _payments(last),
        Text(_won(last)),
    ]


def states_of(game: AnyGame) -> list[Round]:
    """The round before its first move and after each move."""
    players = NAMES[: min(max(2, game.players_needed), game.seats(game.terms).stop - 1)]
    states = [start(game, Opening(players=players))]
    shoe = shuffled_shoe(states[0], from_seed(SEED))
    while not states[-1].over:
        now = states[-1]
        move = next_deal(now, shoe) or steady_move(now, now.waiting_for[0])
        states.append(play(now, move))
    return states


def _moves(states: list[Round]) -> tuple[tuple[str, ...], ...]:
    rows = []
    for number, (before, after) in enumerate(pairwise(states), start=1):
        clause = before.step.clause if before.step else ""
        rows.append((str(number), move_in_words(before, after), clause))
    dealer = view(states[-1], None).dealer_setting
    if dealer:
        rows.append(("", f"The dealer sets {hands_in_words(states[-1], dealer)}.", ""))
    return tuple(rows)


def _payments(round_: Round) -> Table:
    labels = labels_of(round_.game)
    rows = []
    for payment in settlement(round_):
        rows.append((*payment_in_words(round_, payment), whole(payment.chips), payment.clause))
    for seat, wager in pushes(round_):
        rows.append((labels.name("wagers", wager), "push", f"back to {short(round_, seat)}", "0", ""))
    columns = (
        Column("wager"),
        Column("why", wide=True),
        Column("who pays whom"),
        Column("chips", number=True),
        Column("clause"),
    )
    return Table(columns, tuple(rows))


def _won(round_: Round) -> str:
    """The net result of each party and their sum, which is 0."""
    won = net(settlement(round_))
    results = ", ".join(f"{short(round_, party)} {chips:+,}" for party, chips in sorted(won.items(), key=str))
    return f"Net results: {results or 'nobody wins or loses'}. They add up to {sum(won.values())}."
