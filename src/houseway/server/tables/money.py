"""How chips move in a round: held when it opens, staked with each wager, paid by clause and given back at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from ...records.store import Transfer
from ...records.store.ledger_accounts import HOUSE as HOUSE_ACCOUNT
from ...records.store.ledger_accounts import held, player, pot, staked
from ...rules.errors import Broken
from ...rules.game import Spot, Wager
from ...rules.moves import Posted
from ...rules.payments import HOUSE, POT, Party, Payment
from ...rules.round import Round
from .desk import Live

BACK = "ROOM-02"


def cover_clause(round_: Round) -> str:
    """The clause by which chips are held for a round."""
    return round_.game.cover_clause or round_.steps[0].clause


def holds(table: str, live: Live, round_: Round) -> Iterator[Transfer]:
    """Move every player's chips for the round from the purse to the table."""
    for account in dict.fromkeys(live.players):
        chips = round_.opening.chips[account]
        if chips:
            to = held(table, account)
            why = "held for the round"
            yield Transfer(player(account), to, chips, "cover", cover_clause(round_), why, live.id)


def stakes(table: str, live: Live, round_: Round, move: Posted) -> Iterator[Transfer]:
    """Move a seat's wagers from the held chips to the stakes."""
    account = live.players[move.seat - 1]
    for wager, chips in move.wagers.items():
        if chips:
            clause = _clause_of(round_, wager)
            yield Transfer(held(table, account), staked(live.id, account), chips, wager, clause, "wagered", live.id)


def _clause_of(round_: Round, wager: str) -> str:
    steps = [step for step in round_.steps if isinstance(step, Wager)]
    spots: list[Spot] = [spot for step in steps for spot in (*step.spots, *step.banker_spots, *step.instead)]
    return next((spot.clause for spot in spots if spot.name == wager), steps[0].clause)


def stakes_back(table: str, live: Live) -> Iterator[Transfer]:
    """Move the stakes back to the held chips, from which losses are paid."""
    for account, wagers in _stakes_by_account(live).items():
        for wager, chips in wagers.items():
            yield Transfer(staked(live.id, account), held(table, account), chips, wager, BACK, "stake back", live.id)


def _stakes_by_account(live: Live) -> dict[str, Counter[str]]:
    stakes_of: dict[str, Counter[str]] = {}
    for move in live.round.moves if live.round else ():
        if isinstance(move, Posted):
            wagers = {wager: chips for wager, chips in move.wagers.items() if chips}
            stakes_of.setdefault(live.players[move.seat - 1], Counter()).update(wagers)
    return stakes_of


def paid(table: str, live: Live, round_: Round, payments: Iterable[Payment]) -> Iterator[Transfer]:
    """The settlement between accounts, in an order in which every payer has the chips."""
    purses = {held(table, account): round_.opening.chips[account] for account in live.players}
    purses[pot(table)] = round_.opening.pot
    rows = [(_account(table, live, p.payer), _account(table, live, p.payee), p) for p in payments]
    for payer, payee, chips, payment in _affordable([row for row in rows if row[0] != row[1]], purses):
        yield Transfer(payer, payee, chips, payment.wager, payment.clause, payment.why, live.id)
    for account in dict.fromkeys(live.players):
        purse = held(table, account)
        yield Transfer(purse, player(account), purses[purse], "cover", BACK, "back from the table", live.id)


def _affordable(due: list[tuple[str, str, Payment]], purses: dict[str, int]) -> Iterator[tuple[str, str, int, Payment]]:
    """Payments in an order in which payers have the chips; in parts if two accounts wait for each other."""
    while due:
        later = []
        for payer, payee, payment in due:
            has = payment.chips if payer == HOUSE_ACCOUNT else min(purses[payer], payment.chips)
            _move(purses, payer, payee, has)
            if has:
                yield payer, payee, has, payment
            if has < payment.chips:
                later.append((payer, payee, payment._replace(chips=payment.chips - has)))
        if later and sum(p.chips for *_, p in later) == sum(p.chips for *_, p in due):
            raise Broken(f"a settlement cannot be paid: {later[0][0]} lacks {later[0][2].chips} chips")
        due = later


def _move(purses: dict[str, int], payer: str, payee: str, chips: int) -> None:
    for account, moved in ((payer, -chips), (payee, chips)):
        if account in purses:
            purses[account] += moved


def _account(table: str, live: Live, party: Party) -> str:
    if party == HOUSE:
        return HOUSE_ACCOUNT
    return pot(table) if party == POT else held(table, live.players[int(party) - 1])


def back_from_void(table: str, live: Live, round_: Round) -> Iterator[Transfer]:
    """Return every stake and all held chips."""
    yield from stakes_back(table, live)
    yield from paid(table, live, round_, ())


def won(payments: Iterable[Payment]) -> Mapping[Party, int]:
    """Net result of each party."""
    total: Counter[Party] = Counter()
    for payment in payments:
        total[payment.payer] -= payment.chips
        total[payment.payee] += payment.chips
    return total
