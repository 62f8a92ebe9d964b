"""The ledger rows of a finished round, compared with its opening, its wagers and its payments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ..games import rulebook_of
from ..records.store.ledger_accounts import AT_TABLES, HOUSE, ROOM_CLAUSES, held, player, pot, staked
from ..rules.errors import Unreadable
from ..rules.moves import Posted
from ..rules.payments import POT, Party, Payment
from ..rules.round import Round

Row = Mapping[str, Any]


class Transfer(NamedTuple):
    """What identifies a ledger row, apart from its chips."""

    payer: str
    payee: str
    wager: str
    clause: str
    why: str


class RoundLedger:
    """The ledger rows of one round at a table; `accounts` are those of its seats, in order."""

    def __init__(self, round_id: str, table: str, accounts: list[str], rows: Iterable[Row]) -> None:
        self._round_id = round_id
        self._table = table
        self._accounts = accounts
        self._sums: Counter[Transfer] = Counter()
        self._balances: Counter[str] = Counter()
        for row in rows:
            transfer = Transfer(row["payer"], row["payee"], row["wager"], row["clause"], row["why"])
            self._sums[transfer] += row["chips"]
            self._balances[row["payer"]] -= row["chips"]
            self._balances[row["payee"]] += row["chips"]

    def check(self, round_: Round, payments: list[Payment]) -> None:
        """Raise unless the rows are the cover held, the wagers, the payments and the remainder returned."""
        for transfer in self._sums:
            _check_clause(round_.game.key, transfer.clause)
        self._check_nothing_left()
        if Counter({t: chips for t, chips in self._sums.items() if _is_payment(t)}) != self._due(payments):
            raise Unreadable("the ledger pays something else than the settlement")
        self._check_cover(round_)
        self._check_wagers(round_)

    def _check_nothing_left(self) -> None:
        for account, chips in self._balances.items():
            if chips and account.startswith(AT_TABLES):
                raise Unreadable(f"{account} is left with {chips} chips after the round")

    def _due(self, payments: list[Payment]) -> Counter[Transfer]:
        """The ledger rows that the payments produce, with their chips."""
        due: Counter[Transfer] = Counter()
        for payment in payments:
            payer = self._account(payment.payer)
            payee = self._account(payment.payee)
            if payer != payee:
                due[Transfer(payer, payee, payment.wager, payment.clause, payment.why)] += payment.chips
        return due

    def _account(self, party: Party) -> str:
        if isinstance(party, int):
            return held(self._table, self._accounts[party - 1])
        return pot(self._table) if party == POT else HOUSE

    def _check_cover(self, round_: Round) -> None:
        """Raise unless the chips held for each account are those that the round was opened with."""
        opening = round_.opening
        expected = {account: opening.chips[name] for account, name in zip(self._accounts, opening.players, strict=True)}
        for account, chips in expected.items():
            purse = player(account)
            at_table = held(self._table, account)
            moved = 0
            for transfer, amount in self._sums.items():
                if (transfer.payer, transfer.payee) == (purse, at_table):
                    moved += amount
            if moved != chips:
                raise Unreadable(f"{moved} chips of {account} were held for the round, not {chips}")

    def _check_wagers(self, round_: Round) -> None:
        """Raise unless the chips staked on each wager are those of the moves."""
        wagered: Counter[tuple[str, str]] = Counter()
        for move in round_.moves:
            if isinstance(move, Posted):
                account = staked(self._round_id, self._accounts[move.seat - 1])
                for wager, chips in move.wagers.items():
                    wagered[account, wager] += chips
        stakes: Counter[tuple[str, str]] = Counter()
        for transfer, chips in self._sums.items():
            if transfer.payee.startswith("staked:"):
                stakes[transfer.payee, transfer.wager] += chips
        if +wagered != +stakes:  # a wager of no chips makes no ledger row
            raise Unreadable("the wagers in the ledger are not those of the moves")


def _is_payment(transfer: Transfer) -> bool:
    """Is it between chips held, the house and the pot, and not to or from a purse or a stake?"""
    return not any(account.startswith(("player:", "staked:")) for account in (transfer.payer, transfer.payee))


@lru_cache(maxsize=4096)
def _check_clause(game: str, clause: str) -> None:
    if clause in ROOM_CLAUSES:
        return
    try:
        rulebook_of(game).find(clause)
    except LookupError as error:
        raise Unreadable(str(error)) from None
