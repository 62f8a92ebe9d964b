"""
Pyramid Poker, Casino Version, by Peter Yee and Philip Lee.

Marks like [CAS-14] are clauses of rulebook.md; [CAS-A4] is an open question.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Literal

from ...rules.cards import ACE, JOKER, Cards, shoe, sort_key, write_cards
from ...rules.game import Deal, Decide, Game, Opening, SetHands, Spot, Step, Wager, irregularities
from ...rules.moves import Decided, HandsSet, Move
from ...rules.payments import HOUSE, Party, Payment, capped, in_order_of_means, pays
from ...rules.ranking import Line, Made, Ranking, Strength, against
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from ...rules.terms import Between, Limit, Pays
from .house_way import FIVE_CARD_ORDER, HANDS, POLICIES, Laid

STANDING = "inventor rules, no regulator approval in source"  # what a report says of the sheet [CAS-A28]

# What the sheet leaves to the house, and where it is silent or speaks twice ---------------------------------------


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names the clause or the ledger row."""

    players: Annotated[int, Between(1, 6)] = 6  # [CAS-01]
    decks: Annotated[int, Between(2, 2)] = 2  # [CAS-02]
    jokers: Annotated[int, Between(2, 2)] = 2  # [CAS-02]
    first_cards: Annotated[int, Between(7, 7)] = 7  # [CAS-07]
    bought_cards: Annotated[int, Between(2, 2)] = 2  # [CAS-10]
    ante: Limit = 5  # the usual one, which examples and prices are reckoned in [CAS-06, CAS-27]
    ante_min: Limit = 5  # [CAS-A15]
    ante_max: Limit = 100
    buy_in_antes: Annotated[int, Between(1, 2)] = 1  # "double the ante" [CAS-A2]
    fold_cost_antes: Annotated[int, Between(1, 2)] = 2  # "match the ante and fold" [CAS-08, CAS-A3]
    point_value_antes: Annotated[int, Between(1, 1)] = 1  # [CAS-20]
    ante_bonus_threshold: Limit = 4  # points from which the ante wins too [CAS-26]
    ace_first_hand_points: Annotated[int, Between(1, 2)] = 2  # 1 in the example of Player Three [CAS-A1, CAS-A23]
    trips_second_points: Pays = 3  # [CAS-15]
    full_house_points: Pays = 2  # [CAS-16]
    four_kind_points: Pays = 4  # [CAS-17]
    straight_flush_points: Pays = 5  # [CAS-18]
    five_of_a_kind_points: Annotated[int, Between(1, 6)] = 4  # 4, 1, 5 or 6 [CAS-A7]
    five_kind_above_sf: bool = True  # [CAS-A8]
    dealer_policy: Literal["hw2", "hw1", "hw3", "hw4", "top_down", "equilibrium", "free"] = "hw2"  # [CAS-A4]
    house_way_on_request: bool = True  # [CAS-A30]
    tie_rule: Literal["push", "suits", "dealer"] = "push"  # [CAS-A5]
    three_card_classes: Literal["showdown", "no_straight_flush"] = "showdown"  # [CAS-A6]
    cross_size_order: Literal["merged", "class_name"] = "merged"  # [CAS-A11]
    wheel: Literal["low", "second"] = "low"  # [CAS-A26]
    joker_ace_special: bool = True  # [CAS-A9]
    joker_duplicates: bool = True  # [CAS-A27]
    foul_policy: Literal["lose_all", "reset", "block"] = "lose_all"  # [CAS-A12]
    cover_antes: Literal["12", "none"] = "12"  # the worst loss: 12 antes, more at dearer specials [CAS-A14, CAS-D5]
    max_aggregate: Limit | None = None  # the most one hand is paid in a round [CAS-A15]
    decision_order: Literal["seat", "simultaneous"] = "seat"  # [CAS-A20]
    reshuffle: Literal["every_round", "shoe"] = "every_round"  # [CAS-A21]
    max_hands_per_player: Annotated[int, Between(1, 6)] = 1  # [CAS-A22]


def refuse_terms(terms: Terms) -> str | None:
    low = terms.ante_min
    high = terms.ante_max
    if low > high:
        return f"the ante cannot have a minimum of {low} above its maximum of {high} [CAS-A15]"
    if not low <= terms.ante <= high:
        return f"the usual ante is from ante_min to ante_max, {low} to {high}, not {terms.ante} [CAS-06]"
    if terms.five_of_a_kind_points in (2, 3):
        return f"five of a kind scores 4, 1, 5 or 6 points, not {terms.five_of_a_kind_points} [CAS-A7]"
    return None


# The round ---------------------------------------------------------------------------------------------------------

ANTE = "ante"
BUY = "buy"
FOLD = "fold"
FIRST, SECOND, THIRD = HANDS
SLOTS = (Slot(FIRST, (1,), "CAS-04"), Slot(SECOND, (3,), "CAS-04"), Slot(THIRD, (5,), "CAS-04"))
SHOE_LASTS = 75  # per cent dealt before the shuffle, where the shoe outlasts a round [CAS-A21]


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """The sequence of play [CAS-D8]; all hands lie face down until the dealer's are exposed [CAS-A13]."""
    free = (SetHands("CAS-A4", who="dealer"),) if terms.dealer_policy == "free" else ()
    return (
        Wager((Spot(ANTE, terms.ante_min, terms.ante_max, "CAS-A15"),), "CAS-06"),
        Deal(terms.first_cards, "CAS-07", dealer=terms.first_cards),
        Decide((BUY, FOLD), "CAS-08", leaving=(FOLD,), in_turn=terms.decision_order == "seat"),  # [CAS-09, CAS-A20]
        Deal(terms.bought_cards, "CAS-10", dealer=terms.bought_cards),
        SetHands("CAS-11"),
        *free,
    )


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    match move:
        case Decided(seat=number, option=option, stake=int(stake)):
            antes, clause = (terms.buy_in_antes, "CAS-09") if option == BUY else (terms.fold_cost_antes - 1, "CAS-08")
            wanted = antes * round_.seat(number).wagers[ANTE]
            return None if stake == wanted else f"to {option} takes {wanted} chips more, not {stake} [{clause}]"
        case HandsSet(jokers=named) if named:
            return "a joker counts as the card that makes its hand strongest, so none is named [CAS-D3]"
        case HandsSet(seat=party) if party == HOUSE or terms.foul_policy == "block":  # [CAS-D7, CAS-A12]
            return foul(terms, move.setting, {})
        case _:
            return None


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The worst each seat can lose, and the house to all of them [CAS-A14]."""
    risk: dict[Party, int] = {seat.number: seat_risk(terms, seat) for seat in round_.seats}
    stakes = [seat.wagers.get(ANTE, terms.ante_min) for seat in round_.live]
    most = [antes_won(terms, most_points(terms)) * ante for ante in stakes]
    return {**risk, HOUSE: sum(min(chips, terms.max_aggregate or chips) for chips in most)}


def seat_risk(terms: Terms, seat: Seat) -> int:
    ante = seat.wagers.get(ANTE, terms.ante_min)
    if not seat.live:
        return terms.fold_cost_antes * ante  # [CAS-08]
    if terms.cover_antes == "none":
        return (1 + terms.buy_in_antes) * ante  # what lies on the table; a loss beyond it ends with the chips [CAS-A14]
    return -antes_won(terms, -most_points(terms)) * ante


# What beats what ---------------------------------------------------------------------------------------------------


@lru_cache
def scale(
    classes: str, wheel: Literal["low", "second"], *, kind_on_top: bool, duplicates: bool, suits: bool
) -> Ranking:
    """One scale for hands of one, three and five cards [CAS-D1]; a suited three-card run is a flush [CAS-A16]."""
    top: tuple[Line, ...] = (Made.FIVE_OF_A_KIND, (Made.STRAIGHT_FLUSH, 5))  # a royal is no more than that [CAS-A18]
    lines: tuple[Line, ...] = (
        *(top if kind_on_top else top[::-1]),  # [CAS-A8]
        *(Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, (Made.FLUSH, 5), (Made.STRAIGHT, 5)),
        *(Made.THREE_OF_A_KIND, Made.TWO_PAIRS),
        *(((Made.FLUSH, 3), (Made.STRAIGHT, 3)) if classes == "showdown" else ()),  # [CAS-A6, CAS-A11]
        *(Made.ONE_PAIR, Made.HIGH_CARD),
    )
    return Ranking(lines, wheel=wheel, suits="full" if suits else "off", joker_duplicates=duplicates)


def ranking(terms: Terms, *, suits: bool = False) -> Ranking:
    # [CAS-A8, CAS-A27]
    above = terms.five_kind_above_sf
    duplicates = terms.joker_duplicates
    return scale(terms.three_card_classes, terms.wheel, kind_on_top=above, duplicates=duplicates, suits=suits)


def strength(terms: Terms, hand: Cards) -> Strength:
    """How good a hand is; a joker is whatever makes it strongest, and alone an ace [CAS-03, CAS-D3, CAS-A17]."""
    return ranking(terms).of(hand)


def compare(terms: Terms, ours: Cards, theirs: Cards) -> int:
    """1 if ours is higher, -1 if theirs is, 0 if they are equal; suits only where the house says so [CAS-A5]."""
    order = ranking(terms, suits=terms.tie_rule == "suits")
    return against(order.of(ours), order.of(theirs))


# Setting -----------------------------------------------------------------------------------------------------------


def height(terms: Terms, hand: Strength) -> tuple[int, tuple[int, ...], int]:
    """Where a hand stands among hands of every size; of two rank lists that begin alike the longer wins [CAS-D2]."""
    by_name = terms.cross_size_order == "class_name"  # a three-card flush stands level with a flush [CAS-A11]
    level = -FIVE_CARD_ORDER.index(hand.made) if by_name else hand.level
    return level, hand.ranks, hand.size


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """The third hand must be greater than the second, and the second than the first [CAS-05]."""
    for lower, upper in ((FIRST, SECOND), (SECOND, THIRD)):
        below = setting[lower]
        above = setting[upper]
        if height(terms, strength(terms, above)) <= height(terms, strength(terms, below)):
            hands = f"the {upper} hand {write_cards(above)} is not greater than the {lower} hand {write_cards(below)}"
            return f"{hands} [CAS-05]"
    return None


@lru_cache(maxsize=1)
def arrangements() -> tuple[tuple[int, int, int], ...]:
    """
    Which of a hand's ones, threes and fives, each in the order of its places, make a setting of nine cards [CAS-04].

    In the order of the first hand, then of the second.
    """
    threes, fives = ({part: at for at, part in enumerate(combinations(range(9), size))} for size in (3, 5))
    found = []
    for first in range(9):
        others = [place for place in range(9) if place != first]
        for second in combinations(others, 3):
            third = tuple(place for place in others if place not in second)
            found.append((first, threes[second], fives[third]))
    return tuple(found)


def legal_settings(terms: Terms, cards: Cards) -> Iterator[Laid]:
    """Every legal setting of nine cards, in deck order of the first hand, then of the second [CAS-04, CAS-05]."""
    deck_order = sorted(cards, key=sort_key)
    of = ranking(terms).of
    hands = ([(hand, of(hand)) for hand in combinations(deck_order, size)] for size in (1, 3, 5))
    ones, threes, fives = ([(hand, made, height(terms, made)) for hand, made in found] for found in hands)
    for one, three, five in arrangements():
        first = ones[one]
        second = threes[three]
        third = fives[five]
        if third[2] > second[2] > first[2]:
            yield Laid({FIRST: first[0], SECOND: second[0], THIRD: third[0]}, first[1], second[1], third[1])


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The dealer's setting: the legal one that the policy puts first, in deck order among equals [CAS-D6]."""
    return dict(_house_way(terms, cards))


@lru_cache(maxsize=512)
def _house_way(terms: Terms, cards: Cards) -> Setting:
    """Kept, because the dealer's hand is asked about when it is set, when it is settled and whenever it is shown."""
    return max(legal_settings(terms, cards), key=POLICIES[terms.dealer_policy]).setting


# Scoring -----------------------------------------------------------------------------------------------------------


def worth(terms: Terms, slot: str, hand: Cards) -> int:
    """What a hand scores if it wins: its special or one point [CAS-12, CAS-D4]; one special at most [CAS-A19]."""
    if slot == FIRST:
        natural = hand[0] != JOKER or terms.joker_ace_special  # [CAS-A9]
        ace = strength(terms, hand).ranks[0] == ACE and natural
        return terms.ace_first_hand_points if ace else 1  # [CAS-14]
    return specials(terms).get((slot, strength(terms, hand).made), 1)


def specials(terms: Terms) -> dict[tuple[str, Made], int]:
    return {
        (SECOND, Made.THREE_OF_A_KIND): terms.trips_second_points,  # [CAS-15]
        (THIRD, Made.FULL_HOUSE): terms.full_house_points,  # [CAS-16]
        (THIRD, Made.FOUR_OF_A_KIND): terms.four_kind_points,  # [CAS-17]
        (THIRD, Made.STRAIGHT_FLUSH): terms.straight_flush_points,  # [CAS-18]
        (THIRD, Made.FIVE_OF_A_KIND): terms.five_of_a_kind_points,  # [CAS-A7]
    }


def most_points(terms: Terms) -> int:
    """The most that one side can win: 2 + 3 + 5 by default [CAS-D5]."""
    second, *third = specials(terms).values()
    return terms.ace_first_hand_points + max(1, second) + max(1, *third)


def hand_points(terms: Terms, slot: str, ours: Cards, dealers: Cards) -> int:
    """Only the winning hand scores [CAS-13, CAS-D4]; equal hands, two aces too, score nothing [CAS-A5, CAS-A10]."""
    order = compare(terms, ours, dealers)
    if order > 0:
        return worth(terms, slot, ours)
    return 0 if order == 0 and terms.tie_rule != "dealer" else -worth(terms, slot, dealers)


def points(terms: Terms, ours: Setting, dealers: Setting) -> tuple[int, ...]:
    """The points of the three hands from the player's side; a mis-set player loses them all [CAS-01, CAS-D7]."""
    slots = (FIRST, SECOND, THIRD)
    if foul(terms, ours, {}):
        return tuple(-worth(terms, slot, dealers[slot]) for slot in slots)
    return tuple(hand_points(terms, slot, ours[slot], dealers[slot]) for slot in slots)


# Settling ----------------------------------------------------------------------------------------------------------


def shares(terms: Terms, won: int) -> tuple[tuple[str, int, str], ...]:
    """What net points move, in antes: the points, the buy-in, the ante [CAS-19, CAS-D5, CAS-A24, CAS-A25]."""
    buy_in = terms.buy_in_antes
    ante = 1 if won >= terms.ante_bonus_threshold else 0
    scored = ("points", won * terms.point_value_antes, "CAS-20")
    if won > 0:
        return scored, ("buy-in", buy_in, "CAS-21"), (ANTE, ante, "CAS-26")  # below the threshold it pushes [CAS-25]
    if won < 0:
        return scored, ("buy-in", -buy_in, "CAS-22"), (ANTE, -1, "CAS-24")
    return ()  # all push [CAS-23, CAS-25]


def antes_won(terms: Terms, won: int) -> int:
    """The net money of net points, in antes [CAS-D5]."""
    return sum(antes for _, antes, _ in shares(terms, won))


def paid(terms: Terms, number: Party, ante: int, won: int, why: str) -> list[Payment]:
    """The payments of one hand for its net points."""
    moved = shares(terms, won)
    return [p for wager, antes, clause in moved for p in pays(number, HOUSE, antes * ante, wager, clause, why)]


def folds(terms: Terms, round_: Round) -> list[Payment]:
    """The ante and its match are lost at once [CAS-08]."""
    payments = []
    for seat in (seat for seat in round_.seats if not seat.live):
        for wager, antes in ((ANTE, 1), ("match", terms.fold_cost_antes - 1)):  # [CAS-A3]
            payments += pays(seat.number, HOUSE, -antes * seat.wagers[ANTE], wager, "CAS-08", "folded")
    return payments


def setting_that_counts(terms: Terms, seat: Seat) -> Setting:
    """What the seat set, or what the dealer makes of it where the dealer resets a mis-set hand [CAS-A12]."""
    setting = seat.setting or house_way(terms, seat.cards)
    return house_way(terms, seat.cards) if terms.foul_policy == "reset" and foul(terms, setting, {}) else setting


def scores(terms: Terms, round_: Round) -> dict[int, tuple[int, ...]]:
    """The points of each seat still in, against the dealer's three hands [CAS-01, CAS-11]."""
    if not round_.live:
        return {}
    dealers = round_.dealer_setting or house_way(terms, round_.dealer)
    return {seat.number: points(terms, setting_that_counts(terms, seat), dealers) for seat in round_.live}


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """Those who folded, then player by player [CAS-D8]."""
    payments = folds(terms, round_)
    for number, scored in scores(terms, round_).items():
        why = ", ".join(f"{slot} {won:+d}" for slot, won in zip((FIRST, SECOND, THIRD), scored, strict=True))
        payments += paid(terms, number, round_.seat(number).wagers[ANTE], sum(scored), why)
    return within_means(terms, round_, within_cap(terms, payments))


def within_cap(terms: Terms, payments: list[Payment]) -> list[Payment]:
    """No hand is paid more than the house's maximum, where it has one [CAS-A15]."""
    return capped(payments, payer=HOUSE, cap=terms.max_aggregate, share=lambda payment: (payment.payee, 0))


def within_means(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """Nobody loses more than their chips, where they need not cover the worst; one purse for all hands [CAS-A14]."""
    if terms.cover_antes == "12":
        return payments
    players = round_.opening.players
    chips = round_.opening.chips
    means: dict[Party, int] = {players.index(player) + 1: chips[player] for player in players if player in chips}
    return in_order_of_means(
        payments, means, purse=lambda party: players.index(players[party - 1]) + 1 if isinstance(party, int) else party
    )


SHEET = Game(
    key="casino",
    name="Pyramid Poker, Casino Version",
    about="Nine cards, two of them bought and jokers wild, set as one, three and five against the dealer's.",
    terms=Terms(),
    seats=lambda terms: range(1, terms.players + 1),
    shoe=lambda terms: shoe(decks=terms.decks, jokers=terms.jokers),  # [CAS-02]
    steps=steps,
    slots=lambda terms, seat: SLOTS,
    settle=settle,
    irregularities=lambda terms: irregularities("void_round", "CAS-D8"),  # the sheet has none
    house_way=house_way,
    house_way_on_request=lambda terms: terms.house_way_on_request,  # [CAS-A30]
    foul=foul,
    strength=lambda terms, slot, hand, jokers: strength(terms, hand),
    hands_per_player=lambda terms: (terms.max_hands_per_player, "CAS-A22"),
    shoe_lasts=lambda terms: SHOE_LASTS if terms.reshuffle == "shoe" else 0,
    refuse_terms=refuse_terms,
    refuse=refuse,
    due=folds,
    at_risk=at_risk,
    cover_clause="CAS-A14",
)
