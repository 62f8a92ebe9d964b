"""
Pai Gow Poker, as card rooms commonly deal it, with the house way of Foxwoods.

Marks like [PGP-20] are clauses of rulebook.md; [PGP-A1] is an open question.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby
from typing import Annotated, Literal

from ...rules.cards import ACE, CLUBS, JACK, JOKER, KING, SEVEN, SIX, TEN, Card, Cards, shoe
from ...rules.game import Banking, Deal, Game, Opening, SeatLimit, SetHands, Spot, Step, Wager, irregularities
from ...rules.payments import HOUSE, Party, Payment, net, pays
from ...rules.paytable import LOSES, PUSH, Result
from ...rules.ranking import RUNS, Made, Ranking, Strength, compare_strengths
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from ...rules.terms import Between, Limit, Pays

# What the rooms leave to the house, and where they differ ----------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the game. The comment names the clause or the ledger row."""

    seats: Annotated[int, Between(1, 6)] = 6  # [PGP-02]
    main_min: Limit = 20  # a wager whose commission is a whole chip [PGP-05]
    main_max: Limit = 1000
    win_pays: Pays = 1  # even money [PGP-25]
    commission: Annotated[int, Between(0, 100)] = 5  # per cent of a win [PGP-26]
    commission_rounding: Literal["down", "up", "nearest"] = "down"  # [PGP-A3]
    bank_commission: Literal["net_win", "each_win", "none"] = "net_win"  # [PGP-A8]
    wheel: Literal["second", "low"] = "second"  # [PGP-A1]
    joker: Literal["bug", "wild"] = "bug"  # [PGP-A2]
    copies: Literal["bank_wins", "push"] = "bank_wins"  # [PGP-A4]
    two_pairs: Literal["foxwoods", "atlantic_city"] = "foxwoods"  # [PGP-A5]
    ace_before_complete: bool = True  # [PGP-A6]
    house_way_on_request: bool = True  # [PGP-41]
    foul_policy: Literal["loses", "reset_house_way"] = "loses"  # [PGP-A7]
    max_hands_per_player: Annotated[int, Between(1, 6)] = 1  # [PGP-A9]
    player_banking: Literal["allowed", "off"] = "allowed"  # [PGP-A10]
    player_bank_frequency: Literal["no_consecutive", "strict_alternate"] = "no_consecutive"  # [PGP-A10]
    bank_offer: Literal["rotate", "request"] = "rotate"  # [PGP-A10]
    house_bet_cap_basis: Literal["previous_hand", "last_house_banked"] = "last_house_banked"  # [PGP-A11]
    irregularity_policy: Literal["void_round", "operator"] = "void_round"  # [PGP-A12]


def refuse_terms(terms: Terms) -> str | None:
    low = terms.main_min
    high = terms.main_max
    return f"the wager cannot have a minimum of {low} above its maximum of {high} [PGP-05]" if low > high else None


# The round ---------------------------------------------------------------------------------------------------------

MAIN = "main"
LOW = Slot("low", (2,), "PGP-09")
HIGH = Slot("high", (5,), "PGP-09")


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """One wager, seven cards each and to the dealer, two hands face down; who banks has no wager [PGP-45]."""
    wager = Wager((Spot(MAIN, terms.main_min, terms.main_max, "PGP-05"),), "PGP-04")
    return wager, Deal(7, "PGP-06", dealer=7), SetHands("PGP-09")  # [PGP-07, PGP-08, PGP-12]


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    if opening.banker == HOUSE:
        return "the House bets against a player who banks, and nobody does [PGP-47]" if opening.house_bet else None
    if terms.player_banking == "off":
        return f"players do not bank at this table, so seat {opening.banker} cannot [PGP-A10]"
    if opening.players.count(opening.players[int(opening.banker) - 1]) > 1:
        return f"a player who banks has one hand, so seat {opening.banker} cannot bank beside another [PGP-A9]"
    return None


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """Each seat's stake, and the bank's worst case: every wager against it lost [PGP-46]."""
    bank = round_.opening.banker
    house = round_.opening.house_bet
    risk: dict[Party, int] = {seat.number: seat.wagers.get(MAIN, 0) for seat in round_.seats}
    against_bank = terms.win_pays * (sum(risk.values()) + house)
    return {**risk, HOUSE: house, bank: against_bank}


# What beats what ---------------------------------------------------------------------------------------------------

LINES = (  # five aces on top [PGP-13]
    *(Made.FIVE_OF_A_KIND, Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH),
    *(Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),  # [PGP-14..PGP-17]
)
COMPLETE = (*RUNS, Made.FLUSH)
"""The hands that take all five cards."""


@cache
def scale(wheel: Literal["low", "second"], joker: Literal["wild", "bug"]) -> Ranking:
    """One scale for both hands [PGP-11]; suits never count [PGP-19]."""
    return Ranking(LINES, wheel=wheel, joker=joker)  # [PGP-A1, PGP-A2]


def strength(terms: Terms, hand: Cards) -> Strength:
    """How good a hand of two or five is; the joker is an ace or completes a straight or a flush [PGP-18, PGP-D1]."""
    one_suit = len({card.suit for card in hand if card != JOKER}) == 1
    return of_ranks(terms.wheel, terms.joker, tuple(sorted(card.rank for card in hand)), one_suit)


@cache
def of_ranks(
    wheel: Literal["low", "second"], joker: Literal["wild", "bug"], ranks: tuple[int, ...], one_suit: bool
) -> Strength:
    """The same for all hands of these ranks: of suits only counts whether there is one."""
    suits = (CLUBS, CLUBS) if one_suit else (CLUBS, CLUBS + 1)
    cards = (JOKER if rank == JOKER.rank else Card(rank, suits[place % 2]) for place, rank in enumerate(ranks))
    return scale(wheel, joker).of(tuple(cards))


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """The high hand must be higher; of two that begin alike the longer is [PGP-11, PGP-D2]."""
    low = strength(terms, setting["low"])
    high = strength(terms, setting["high"])
    if low > high:
        return f"the low hand, {low.in_words}, outranks the high hand, {high.in_words} [PGP-11]"
    return None


# The house way -----------------------------------------------------------------------------------------------------


def height(card: Card) -> int:
    """A card's rank where hands are set by pairs: the joker is an ace [PGP-18]."""
    return ACE if card == JOKER else card.rank


def by_groups(cards: Cards) -> list[Cards]:
    """The cards by rank, the largest group first, then the highest."""
    ordered = sorted(cards, key=height, reverse=True)
    groups = [tuple(group) for _, group in groupby(ordered, key=height)]
    return sorted(groups, key=lambda group: (len(group), height(group[0])), reverse=True)


def house_way(terms: Terms, cards: Cards) -> Setting:
    """How the dealer sets, and anybody who asks [PGP-28, PGP-41]."""
    ordered = tuple(sorted(cards, reverse=True))
    low = front(terms, ordered, by_groups(ordered))
    setting = {"low": low, "high": behind(ordered, low)}
    return highest_behind(terms, ordered) if terms.joker == "wild" and foul(terms, setting, {}) else setting


def highest_behind(terms: Terms, cards: Cards) -> Setting:
    """Where a wild joker makes the front of a bug's way too high: the highest hand behind, then in front [PGP-A2]."""
    laid = [{"low": low, "high": behind(cards, low)} for low in combinations(cards, 2)]
    legal = [setting for setting in laid if not foul(terms, setting, {})]
    return max(legal, key=lambda each: (strength(terms, each["high"]), strength(terms, each["low"])))


def behind(cards: Cards, low: Cards) -> Cards:
    """The five cards that two leave; no card is there twice."""
    return tuple(card for card in cards if card not in low)


def front(terms: Terms, cards: Cards, groups: list[Cards]) -> Cards:
    """The two cards of the low hand."""
    singles = tuple(card for group in groups if len(group) == 1 for card in group)
    match [len(group) for group in groups]:
        case [5, *_]:
            return groups[1] if height(groups[1][0]) == KING and len(groups[1]) == 2 else groups[0][:2]  # [PGP-40]
        case [4, 1, *_]:
            return groups[0][:2] if splits_four(groups[0], singles) else singles[:2]
        case [4, *_] | [3, 2, *_]:
            return groups[1][:2]  # the pair, the higher of two, or two of a lower three [PGP-39, PGP-37]
        case [3, 3, *_] | [2, 2, 2, *_]:
            return groups[0][:2]  # of the higher three, or the highest pair [PGP-33, PGP-32]
        case [2, 2, *_]:
            return singles[:2] if keeps_pairs(terms, groups, singles) else groups[1]
        case sizes:
            return completed(terms, cards, groups) or plain(groups, singles, sizes[0])


def plain(groups: list[Cards], singles: Cards, most: int) -> Cards:
    """Without a complete hand, nor more than one pair or three of a kind."""
    if most == 3 and height(groups[0][0]) == ACE:
        return groups[0][0], singles[0]  # an ace goes forward [PGP-34]
    return singles[:2] if most > 1 else singles[1:3]  # [PGP-35, PGP-30, PGP-29]


def splits_four(four: Cards, singles: Cards) -> bool:
    """Jacks and up always; sevens to tens without a king or an ace to lead; sixes and below never [PGP-38]."""
    rank = height(four[0])
    return rank >= JACK or (rank >= SEVEN and height(singles[0]) < KING)


def keeps_pairs(terms: Terms, groups: list[Cards], singles: Cards) -> bool:
    """Two pairs stay together behind a high enough card, whatever else the hand holds [PGP-31, PGP-36, PGP-A5]."""
    big = height(groups[0][0])
    small = height(groups[1][0])
    top = height(singles[0])
    if terms.two_pairs == "foxwoods":
        return big < JACK and top >= (ACE if big >= SEVEN else KING)
    if big == ACE or (big >= JACK and small >= SEVEN):
        return False
    return top >= (KING if big <= TEN and small <= SIX else ACE)


def completed(terms: Terms, cards: Cards, groups: list[Cards]) -> Cards | None:
    """The best front that leaves a straight, a flush or both behind; an ace may come before that [PGP-36, PGP-A6]."""
    lows = combinations(cards, 2) if may_complete(cards) else ()
    left = ((strength(terms, behind(cards, low)), low) for low in lows)
    fronts = [(strength(terms, low), high, low) for high, low in left if high.made in COMPLETE]
    if not fronts:
        return None
    best = max(fronts, key=lambda found: found[:2])
    lead = tuple(card for group in groups[1:] for card in group)[:2]
    paired = len(groups[0]) == 2 and TEN <= height(groups[0][0]) <= KING and height(lead[0]) == ACE
    if terms.ace_before_complete and paired and strength(terms, lead) > best[0]:
        return lead
    return best[2]


def may_complete(cards: Cards) -> bool:
    """Can there be five of one suit or five in a row? Only a quick look, for most hands hold neither."""
    jokers = cards.count(JOKER)
    suits = [card.suit for card in cards]
    ranks = {card.rank for card in cards} | {1 for card in cards if card.rank == ACE}
    runs = any(len(ranks & set(range(low, low + 5))) + jokers >= 5 for low in range(1, TEN + 1))
    return runs or max(suits.count(suit) for suit in set(suits)) + jokers >= 5


# Against the bank --------------------------------------------------------------------------------------------------


def setting_that_counts(terms: Terms, seat: Seat, banker: Party) -> tuple[Setting, bool]:
    """The setting a seat is settled by, and whether it is fouled."""
    setting = seat.setting or house_way(terms, seat.cards)
    if not foul(terms, setting, {}):
        return setting, False
    if seat.number == banker or terms.foul_policy == "reset_house_way":
        return house_way(terms, seat.cards), False  # [PGP-48, PGP-A7]
    return setting, True


def result(terms: Terms, ours: tuple[Setting, bool], bank: Setting) -> Result:
    """Both hands won, both lost, or one of each [PGP-20..PGP-24]; a copy is the bank's [PGP-22, PGP-A4]."""
    setting, fouled = ours
    if fouled:
        return Result("foul", LOSES, "PGP-10")
    signs = [compare_strengths(strength(terms, setting[slot]), strength(terms, bank[slot])) for slot in ("low", "high")]
    total = sum(sign or (-1 if terms.copies == "bank_wins" else 0) for sign in signs)
    if total > 0:
        return Result("win", terms.win_pays, "PGP-20")
    copied = 0 in signs and terms.copies == "bank_wins"
    return Result("lose", LOSES, "PGP-22" if copied else "PGP-21") if total < 0 else Result("push", PUSH, "PGP-23")


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """Seat by seat, then the House's own wager against a player who banks, then the bank's commission [PGP-24]."""
    banker = round_.opening.banker
    house = house_way(terms, round_.dealer)
    bank = house if banker == HOUSE else setting_that_counts(terms, round_.seat(banker), banker)[0]
    payments = []
    for seat in (seat for seat in round_.seats if seat.number != banker):
        found = result(terms, setting_that_counts(terms, seat, banker), bank)
        payments += wagered(terms, seat.number, banker, seat.wagers[MAIN], found)
    if round_.opening.house_bet:
        payments += wagered(terms, HOUSE, banker, round_.opening.house_bet, result(terms, (house, False), bank))
    return payments + banks_commission(terms, banker, payments)


def wagered(terms: Terms, bettor: Party, banker: Party, chips: int, found: Result) -> list[Payment]:
    """What a wager wins or loses; a win pays the House its commission, unless it is the House's [PGP-25, PGP-26]."""
    wager = "house bet" if bettor == HOUSE else MAIN
    won = found.pays * chips
    fee = charged(terms, won) if bettor != HOUSE else 0
    paid = pays(bettor, banker, won, wager, found.clause, found.in_words)
    return paid + pays(bettor, HOUSE, -fee, "commission", "PGP-26", "commission on a win")


def charged(terms: Terms, won: int) -> int:
    """The commission on a win in whole chips [PGP-26, PGP-A3]."""
    up = {"down": 0, "up": 99, "nearest": 50}[terms.commission_rounding]
    return (max(won, 0) * terms.commission + up) // 100


def banks_commission(terms: Terms, banker: Party, payments: list[Payment]) -> list[Payment]:
    """A player who banks pays on what the bank wins, all hands together or each alone [PGP-49, PGP-A8]."""
    if banker == HOUSE or terms.bank_commission == "none":
        return []
    wins = [payment.chips for payment in payments if payment.payee == banker]
    total = net(payment for payment in payments if payment.wager != "commission").get(banker, 0)
    fees = [charged(terms, chips) for chips in (wins if terms.bank_commission == "each_win" else [total])]
    return pays(banker, HOUSE, -sum(fees), "commission", "PGP-49", "commission on the bank's win")


def banking(terms: Terms) -> Banking:
    return Banking(
        may_bank=terms.player_banking == "allowed",
        frequency=terms.player_bank_frequency,
        offer=terms.bank_offer,
        house_bet_basis=terms.house_bet_cap_basis,
        main_wager=MAIN,
        clauses={"may": "PGP-42", "every_other": "PGP-43", "one_banker": "PGP-44", "house_bet": "PGP-47"},
    )


SHEET = Game(
    key="pai_gow",
    name="Pai Gow Poker",
    about="Seven cards and a joker that is half wild, set as two and five against the bank's; both must win.",
    terms=Terms(),
    seats=lambda terms: range(1, terms.seats + 1),
    shoe=lambda terms: shoe(decks=1, jokers=1),  # shuffled for every round [PGP-01, PGP-03]
    steps=steps,
    slots=lambda terms, seat: (LOW, HIGH),
    settle=settle,
    irregularities=lambda terms: irregularities(terms.irregularity_policy, "PGP-A12"),
    house_way=house_way,
    house_way_on_request=lambda terms: terms.house_way_on_request,
    foul=foul,
    strength=lambda terms, slot, hand, jokers: strength(terms, hand),
    hands_per_player=lambda terms: SeatLimit(terms.max_hands_per_player, "PGP-A9"),
    banking=banking,
    refuse_terms=refuse_terms,
    refuse_opening=refuse_opening,
    at_risk=at_risk,
    cover_clause="PGP-46",
)
