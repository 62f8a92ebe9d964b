"""
Signals of collusion, computed from the ledger and the rounds: which pairs of accounts play as if they were together.

Strong signals are statistical. `chips`: chips went from one account to the other more one-sidedly than chance explains.
`fouls`: one account fouls or surrenders to the other far more often than the room does. Weak signals only add to a
picture: the same address, and always at the same tables.

The test behind `chips`: let x be what the first lost to the second in a round, less what it won from it. If wins and
losses were equally likely, then P(sum x / sqrt(sum x^2) >= t) <= exp(-t^2 / 2), whatever the stakes were. The threshold
t is chosen so that all pairs of a room together give a false signal in one evaluation of a hundred at most. Players of
different skill are not equally likely to win, so the flow must also be lopsided (`LEAST_SHARE`), and where others
played in the same rounds it must exceed what the first lost to them.

A signal is a reason to look, not a verdict.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import combinations, permutations
from math import exp, log, sqrt

from ...records.store import Store
from ...records.store.round_queries import ChipsBetweenPlayers

FALSE_SIGNALS = 0.01
"""The probability that chance alone gives any signal in one evaluation."""
LEAST_SHARE = 0.4
"""The least net flow of a pair, as a share of all chips between the two in either direction."""
LEAST_FOULS = 5
USUAL_FOUL_RATE = 0.05
"""The room's foul rate counts as at least this, so that one mistake in a careful room is not suspicious."""
TOGETHER_ROUNDS = 20
TOGETHER_TABLES = 2
TOGETHER_SHARE = 0.9
MOST_ROUNDS = 20_000
BOT = "bot-"


@dataclass(frozen=True)
class Paid:
    """Chips that went from one account to another in a round; None is the pot."""

    payer: str | None
    payee: str | None
    chips: int
    is_foul: bool = False
    """Paid for a foul or a surrender."""


@dataclass(frozen=True)
class RoundFacts:
    """What is known about a settled round."""

    id: str
    table: str
    players: tuple[str, ...]
    paid: tuple[Paid, ...]


@dataclass(frozen=True)
class Reason:
    """One reason to suspect that two accounts play together."""

    kind: str
    """`chips`, `fouls`, `address` or `together`."""
    says: str


@dataclass(frozen=True)
class Signal:
    """Two accounts and what connects them; chips go from the first to the second."""

    first: str
    second: str
    strong: bool
    rounds: int
    """Rounds in which both played."""
    chips: int
    """Net chips from the first to the second."""
    reasons: tuple[Reason, ...]


@dataclass
class _Pair:
    """What one account lost to another, round by round; negative where it won."""

    rounds: int = 0
    tables: set[str] = field(default_factory=set)
    flows: list[float] = field(default_factory=list)
    beyond_others: list[float] = field(default_factory=list)
    """The same, minus what it lost on average to the others in the round, for rounds with others."""
    fouls: int = 0


def find_signals(rounds: Iterable[RoundFacts], addresses: Mapping[str, frozenset[str]]) -> list[Signal]:
    """The pairs with signals, strong ones first; `addresses` holds the keyed hashes of each account's addresses."""
    pairs: dict[tuple[str, str], _Pair] = defaultdict(_Pair)
    played: Counter[str] = Counter()
    fouled = 0
    chances = 0
    for facts in rounds:
        people = sorted({account for account in facts.players if not account.startswith(BOT)})
        played.update(people)
        flows = _flows(facts.paid)
        fouls = {(paid.payer, paid.payee) for paid in facts.paid if paid.is_foul}
        for first, second in permutations(people, 2):
            _add_round(pairs[first, second], facts, flows, first, second, people)
            chances += 1
            if (first, second) in fouls:
                pairs[first, second].fouls += 1
                fouled += 1
    tests = max(1, len(pairs))
    listed = []
    for first, second in combinations(sorted(played), 2):
        if (first, second) not in pairs:
            continue
        reasons = {
            (payer, payee): _strong_reasons(pairs[payer, payee], tests, fouled, chances)
            for payer, payee in ((first, second), (second, first))
        }
        payer, payee = max(reasons, key=lambda direction: (len(reasons[direction]), sum(pairs[direction].flows)))
        strong = reasons[payer, payee]
        weak = _weak_reasons(pairs[first, second], played, addresses, first, second)
        if strong or len(weak) > 1:
            pair = pairs[payer, payee]
            listed.append(Signal(payer, payee, bool(strong), pair.rounds, round(sum(pair.flows)), (*strong, *weak)))
    return sorted(listed, key=lambda signal: (not signal.strong, -len(signal.reasons), -signal.chips))


def _flows(paid: Sequence[Paid]) -> Counter[tuple[str, str]]:
    """Chips from account to account; a payment from the pot counts as paid by those who paid into it, in proportion."""
    flows: Counter[tuple[str, str]] = Counter()
    into_pot: Counter[str] = Counter()
    from_pot: Counter[str] = Counter()
    for each in paid:
        if each.payer is not None and each.payee is not None:
            flows[each.payer, each.payee] += each.chips
        elif each.payer is not None:
            into_pot[each.payer] += each.chips
        elif each.payee is not None:
            from_pot[each.payee] += each.chips
    whole = max(sum(into_pot.values()), sum(from_pot.values()))
    for payee, chips in from_pot.items():
        for payer, share in into_pot.items():
            if payer != payee:
                flows[payer, payee] += round(chips * share / whole)
    return flows


def _add_round(
    pair: _Pair, facts: RoundFacts, flows: Counter[tuple[str, str]], first: str, second: str, people: list[str]
) -> None:
    pair.rounds += 1
    pair.tables.add(facts.table)
    lost = float(flows[first, second] - flows[second, first])
    others = [account for account in people if account not in (first, second)]
    pair.flows.append(lost)
    if others:
        to_others = sum(flows[first, other] - flows[other, first] for other in others)
        pair.beyond_others.append(lost - to_others / len(others))


def _strong_reasons(pair: _Pair, tests: int, fouled: int, chances: int) -> tuple[Reason, ...]:
    threshold = sqrt(2 * log(2 * tests / FALSE_SIGNALS))
    reasons = []
    total = sum(pair.flows)
    volume = sum(abs(lost) for lost in pair.flows)
    deviations = _deviations(pair.flows)
    compared = len(pair.beyond_others) * 2 >= pair.rounds
    beyond_others = _deviations(pair.beyond_others) if compared else deviations
    if deviations >= threshold and beyond_others >= threshold and total >= LEAST_SHARE * volume:
        reasons.append(
            Reason(
                "chips",
                f"{round(total)} chips net went one way in {pair.rounds} rounds, {round(100 * total / volume)} % of all"
                f" between the two: {deviations:.1f} standard deviations, with {threshold:.1f} as the threshold",
            )
        )
    usual = max(USUAL_FOUL_RATE, (fouled - pair.fouls) / max(1, chances - pair.rounds))
    by_chance = at_least(pair.fouls, pair.rounds, usual)
    if pair.fouls >= LEAST_FOULS and by_chance <= FALSE_SIGNALS / (2 * tests):
        reasons.append(
            Reason(
                "fouls",
                f"{pair.fouls} fouls or surrenders in {pair.rounds} rounds together,"
                f" where {100 * usual:.0f} in 100 would be usual",
            )
        )
    return tuple(reasons)


def _deviations(values: Sequence[float]) -> float:
    spread = sqrt(sum(value * value for value in values))
    return sum(values) / spread if spread else 0.0


def at_least(count: int, trials: int, rate: float) -> float:
    """Chernoff's upper bound on the probability of at least `count` successes."""
    if not trials or count <= rate * trials:
        return 1.0
    share = count / trials
    distance = share * log(share / rate)
    if share < 1:
        distance += (1 - share) * log((1 - share) / (1 - rate))
    return exp(-trials * distance)


def _weak_reasons(
    pair: _Pair, played: Counter[str], addresses: Mapping[str, frozenset[str]], first: str, second: str
) -> tuple[Reason, ...]:
    reasons = []
    if addresses.get(first, frozenset()) & addresses.get(second, frozenset()):
        reasons.append(Reason("address", "sessions of both were used from the same address"))
    share = pair.rounds / min(played[first], played[second])
    if pair.rounds >= TOGETHER_ROUNDS and len(pair.tables) >= TOGETHER_TABLES and share >= TOGETHER_SHARE:
        reasons.append(
            Reason(
                "together",
                f"{pair.rounds} rounds together at {len(pair.tables)} tables:"
                f" {round(100 * share)} % of the rounds of the one who played less",
            )
        )
    return tuple(reasons)


async def signals_of(store: Store, *, days: int) -> list[Signal]:
    """The signals of a room over its last days."""
    since = (datetime.now(UTC) - timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    return await store.find.between_players(since=since, limit=MOST_ROUNDS, then=_from_rows)


def _from_rows(rows: ChipsBetweenPlayers) -> list[Signal]:
    """Signals from rows of the database; runs in the thread that read them, because it may take a second."""
    table_of: dict[str, str] = {}
    people: dict[str, list[str]] = defaultdict(list)
    for seat in rows.seats:
        table_of[seat.round] = seat.table
        people[seat.round].append(seat.person)
    paid: dict[str, list[Paid]] = defaultdict(list)
    for transfer in rows.transfers:
        is_foul_payment = is_foul(transfer.wager, transfer.why)
        payer = _account(transfer.payer)
        payee = _account(transfer.payee)
        paid[transfer.round].append(Paid(payer, payee, transfer.chips, is_foul_payment))
    addresses: dict[str, set[str]] = defaultdict(set)
    for use in rows.addresses:
        addresses[use.person].add(use.address_tag)
    rounds = [
        RoundFacts(round_id, table_of[round_id], tuple(people[round_id]), tuple(paid[round_id])) for round_id in people
    ]
    return find_signals(rounds, {person: frozenset(tags) for person, tags in addresses.items()})


def _account(name: str) -> str | None:
    """The person of `held:TABLE:PERSON`; None for the pot."""
    return name.rpartition(":")[2] if name.startswith("held:") else None


def is_foul(wager: str, why: str) -> bool:
    """Whether a payment is for a foul or a surrender."""
    return wager in ("foul", "surrender") or "foul" in why or "surrender" in why
