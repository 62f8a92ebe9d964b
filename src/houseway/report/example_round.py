"""An example round, dealt from a seed: every move with its clause, every payment with its reason."""

from __future__ import annotations

from itertools import pairwise

from ..audit.narrative import describe_move, hands, pushes, reason, short
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
from .wording import in_words, named, whole

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
        rows.append((str(number), _sentence(in_words(describe_move(before, after))), clause))
    dealer = view(states[-1], None).dealer_setting
    if dealer:
        rows.append(("", f"The dealer sets {hands(dealer)}.", ""))
    return tuple(rows)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _payments(round_: Round) -> Table:
    rows = [
        (
            named(p.wager),
            reason(round_, p),
            f"{short(round_, p.payer)} to {short(round_, p.payee)}",
            whole(p.chips),
            p.clause,
        )
        for p in settlement(round_)
    ]
    rows += [(named(wager), "push", f"back to {short(round_, seat)}", "0", "") for seat, wager in pushes(round_)]
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
