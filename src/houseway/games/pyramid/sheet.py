"""
Pyramid Poker, as approved by the Washington State Gambling Commission in 2008.

Marks like [PYR-38] are clauses of rulebook.md; [PYR-A7] is an open question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from ...rules.cards import RANK_LETTERS, SEVEN, TWO, Cards, shoe
from ...rules.game import Banking, Deal, Game, Opening, SetHands, Spot, Step, Wager, irregularities
from ...rules.limits import Law, Offered, Profile, why_not_offer
from ...rules.payments import HOUSE, Party, Payment, capped, in_order_of_means, pays, pro_rata
from ...rules.paytable import LOSES, PUSH, PayTable, Result, best_line
from ...rules.ranking import Made, Ranking, Strength, against, lines_held
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from ...rules.terms import Between, Decks, Limit, Pays

# What the sheet leaves to the house, and where it is silent or speaks twice ---------------------------------------

W2_PAYTABLE = PayTable(  # [PYR-72a..g]; the straight flush line is `straight_flush_pays`
    seven_or_lower_no_ace=PUSH, one_pair=1, flush=2, straight=5, three_of_a_kind=20, ace_king_queen_suited=50
)
W3_PAYTABLE = PayTable(  # [PYR-73a..j]
    {"two_pairs": 1, "three_of_a_kind": 2, "straight": 5, "flush": 6, "full_house": 7, "four_of_a_kind": 10}
    | {"five_of_a_kind": 50, "straight_flush": 75, "royal_flush": 200, "six_of_a_kind": 1000}
)
W2_CLAUSES = {line: f"PYR-72{part}" for line, part in zip((*W2_PAYTABLE, "straight_flush"), "abcdegf", strict=True)}
W3_CLAUSES = {line: f"PYR-73{part}" for line, part in zip(W3_PAYTABLE, "abcdefghij", strict=True)}


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names the clause or the ledger row."""

    decks: Decks = 6  # "6 or more" [PYR-16, PYR-A38]; fewer can be priced, not dealt
    seats: Annotated[int, Between(1, 7)] = 7  # [PYR-A30]
    w1_min: Limit = 5  # the house sets limits, per hand [PYR-21, PYR-26]
    w1_max: Limit = 100
    w2_min: Limit = 5
    w2_max: Limit = 25
    w3_min: Limit = 5
    w3_max: Limit = 25
    legal_max_wager: Limit | None = None  # the law's figure, not printed [PYR-14, PYR-A34]
    limit_profile: Profile = "none"  # [PYR-14]
    max_aggregate: Limit | None = 5000  # [PYR-27, PYR-28]
    aggregate_scope: Literal["hand", "round", "wager", "w2"] = "hand"  # [PYR-A17, PYR-A40]
    aggregate_counts: Literal["winnings", "winnings_plus_stakes"] = "winnings"  # [PYR-A18]
    edge_at_stake: bool = False  # price the wagers with the cap counted at the stake [PYR-A19]
    w1_win_pays: Pays = 1  # [PYR-43]
    w1_trips_pays: Pays = 3  # [PYR-39]
    commission: Annotated[int, Between(0, 100)] = 0  # per cent of a win; Pai Gow's habit [PYR-A24]
    w2_paytable: PayTable = W2_PAYTABLE  # [PYR-72]
    straight_flush_pays: Pays = 30  # 50 on the layout card [PYR-72f, PYR-A1]
    w3_paytable: PayTable = W3_PAYTABLE  # [PYR-73]
    w2_overlap: Literal["best", "sum", "pair_first"] = "best"  # [PYR-A10]
    seven_low_push: bool = True  # [PYR-A11]
    ace_low_straight: bool = True  # [PYR-A12]
    w3_selection: Literal["best_five", "all_six"] = "best_five"  # [PYR-A14]
    house_way_split: Literal["diff_ge_5", "diff_ge_4"] = "diff_ge_5"  # [PYR-A3]
    house_way_min_split_rank: Literal["T", "J", "Q", "K", "A"] = "J"  # [PYR-53, PYR-58]
    high_hand_second_card: bool = True  # [PYR-A4]
    single_copy: Literal["push", "bank_wins"] = "push"  # [PYR-A7]
    both_copy: Literal["push", "bank_wins"] = "push"  # [PYR-A6]
    foul_policy: Literal["loses_w1", "reset_house_way"] = "loses_w1"  # [PYR-35, PYR-A31]
    side_wagers: Literal["compulsory", "optional"] = "compulsory"  # [PYR-20, PYR-A35]
    max_hands_per_player: Annotated[int, Between(1, 7)] = 2  # [PYR-29, PYR-A33]
    see_all_own_hands: bool = True  # [PYR-A33]
    player_banking: Literal["allowed", "off"] = "allowed"  # [PYR-60]
    player_bank_frequency: Literal["no_consecutive", "strict_alternate"] = "no_consecutive"  # [PYR-63, PYR-A21]
    bank_offer: Literal["rotate", "request"] = "rotate"  # [PYR-A22]
    bank_cover_multiple: Annotated[int, Between(1, 3)] = 3  # [PYR-65, PYR-A23]
    bank_shortage: Literal["in_order", "pro_rata"] = "in_order"  # only where the bank need not cover 3 to 1 [PYR-A23]
    house_bet_vs_banker: Literal["previous_w1"] = "previous_w1"  # as the Player Banker chooses, up to that [PYR-66]
    house_bet_cap_basis: Literal["previous_hand", "last_house_banked"] = "previous_hand"  # [PYR-66, PYR-A27]
    banker_side_bets: Literal["at_least_min", "exactly_min"] = "at_least_min"  # [PYR-67, PYR-A26]
    co_banking: Literal["forbidden"] = "forbidden"  # [PYR-68]
    house_trips_privilege_as_bettor: bool = True  # [PYR-A25]
    banker_trips_auto: bool = False  # [PYR-A25]
    banker_sets: Literal["before_exposure", "after_house_exposed"] = "before_exposure"  # [PYR-A28]
    settlement_start: Literal["dealers_right"] = "dealers_right"  # seats are numbered from there [PYR-42]
    side_settlement: Literal["per_player", "second_pass"] = "per_player"  # [PYR-A29]
    reshuffle: Literal["every_round", "cut_card"] = "every_round"  # [PYR-A30]
    penetration: Annotated[int, Between(1, 100)] = 75  # per cent of the shoe dealt before the cut card [PYR-A30]
    irregularity_policy: Literal["void_round", "operator"] = "void_round"  # [PYR-A32]
    house_way_on_request: bool = True  # [PYR-A24]
    authority: Literal["rules_over_layout", "layout_over_rules"] = "rules_over_layout"  # [PYR-A39]


# The round ---------------------------------------------------------------------------------------------------------

# W1, W2, W3 [PYR-18, PYR-23, PYR-24, PYR-25]
MAIN = "main"
THREE_CARD = "three_card"
SIX_CARD = "six_card"
LOW = Slot("low", (1,), "PYR-33")
HIGH = Slot("high", (2,), "PYR-33")


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    banks = opening.banker != HOUSE
    last = terms.banker_sets == "after_house_exposed"
    setting = (SetHands("PYR-33", who="bettors"), SetHands("PYR-A28", who="banker", dealer_exposed=True))
    return (
        Wager(spots(terms), "PYR-20", banker_spots=banker_spots(terms)),
        Deal(3, "PYR-30", dealer=3),  # face down, the House last [PYR-31, PYR-32, PYR-A30]
        *(setting if banks and last else (SetHands("PYR-33"),)),  # all before any exposure [PYR-37]
    )


def spots(terms: Terms) -> tuple[Spot, ...]:
    optional = terms.side_wagers == "optional"  # [PYR-A35]
    return (
        Spot(MAIN, terms.w1_min, terms.w1_max, "PYR-21"),  # each of its own size [PYR-22]
        Spot(THREE_CARD, terms.w2_min, terms.w2_max, "PYR-21", optional),
        Spot(SIX_CARD, terms.w3_min, terms.w3_max, "PYR-21", optional),
    )


def banker_spots(terms: Terms) -> tuple[Spot, ...]:
    """The Player Banker has no first wager and still bets the minimum on the others [PYR-66, PYR-67]."""
    exactly = terms.banker_side_bets == "exactly_min"  # [PYR-A26]
    return (
        Spot(THREE_CARD, terms.w2_min, terms.w2_min if exactly else terms.w2_max, "PYR-67"),
        Spot(SIX_CARD, terms.w3_min, terms.w3_min if exactly else terms.w3_max, "PYR-67"),
    )


def refuse_terms(terms: Terms) -> str | None:
    offered = tuple(Offered(spot.name, spot.low, spot.high, top_odds(terms)[spot.name]) for spot in spots(terms))
    law = Law(terms.limit_profile, terms.legal_max_wager, "PYR-14")
    return why_not_offer(law, offered, cap=terms.max_aggregate, scope=terms.aggregate_scope)


def top_odds(terms: Terms) -> dict[str, int]:
    w2 = max(w2_pays(terms).values())
    w3 = max(terms.w3_paytable.values())
    return {MAIN: terms.w1_trips_pays, THREE_CARD: w2, SIX_CARD: w3}


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    if terms.decks < 6:
        return f"the shoe holds six or more decks, not {terms.decks} [PYR-16]"
    if opening.banker == HOUSE:
        return "the House bets against a player who banks, and nobody does [PYR-66]" if opening.house_bet else None
    if terms.player_banking == "off":
        return f"players do not bank at this table, so seat {opening.banker} cannot [PYR-60]"
    if opening.players.count(opening.players[int(opening.banker) - 1]) > 1:
        return f"a player who banks has one hand, so seat {opening.banker} cannot bank beside another hand [PYR-A33]"
    return None


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """Stakes; the bank's worst case, three times every first wager against it; the House's worst case [PYR-65]."""
    bank = round_.opening.banker
    house = round_.opening.house_bet
    odds = top_odds(terms)
    risk: dict[Party, int] = {seat.number: sum(seat.wagers.values()) for seat in round_.seats}
    mains = [seat.wagers.get(MAIN, 0) for seat in round_.seats]
    sides = sum(odds[w] * chips for seat in round_.seats for w, chips in seat.wagers.items() if w != MAIN)
    if bank == HOUSE:
        return {**risk, HOUSE: sides + odds[MAIN] * sum(mains)}
    return {**risk, bank: risk[bank] + bank_cover(terms, mains, house), HOUSE: sides + house}


def bank_cover(terms: Terms, mains: list[int], house_bet: int = 0) -> int:
    """What the bank must hold before the deal: the dealer's tally at the worst odds [PYR-65, PYR-A23]."""
    return terms.bank_cover_multiple * (sum(mains) + house_bet)


# Setting -----------------------------------------------------------------------------------------------------------

TWO_CARDS = Ranking((Made.ONE_PAIR, Made.HIGH_CARD))  # jacks between queens and tens [PYR-50, PYR-A2, PYR-A4]


def high_strength(terms: Terms, high: Cards) -> Strength:
    """Pairs above everything else, then the higher card, then the lower; suits never count [PYR-50, PYR-51, PYR-D1]."""
    strength = TWO_CARDS.of(high)
    return strength if terms.high_hand_second_card else strength._replace(ranks=strength.ranks[:1])


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """The low hand may not outrank the high hand; equal top cards are no foul [PYR-34, PYR-A5, PYR-D2]."""
    low = setting["low"][0]
    high = TWO_CARDS.of(setting["high"])
    if high.made == Made.HIGH_CARD and low.rank > high.ranks[0]:
        return f"the low hand {low} outranks the high hand {' '.join(map(str, setting['high']))} [PYR-34]"
    return None


def house_way(terms: Terms, cards: Cards) -> Setting:
    """How the dealer sets, and how the House re-sets a fouled bank [PYR-52..PYR-59, PYR-D8]."""
    first, second, third = sorted(cards, reverse=True)
    if first.rank == second.rank == third.rank:
        return {"low": (third,), "high": (first, second)}  # [PYR-52]
    if second.rank not in (first.rank, third.rank):
        return {"low": (second,), "high": (first, third)}  # [PYR-59]
    pair, kicker = ((first, second), third) if first.rank == second.rank else ((second, third), first)
    if splits(terms, second.rank, kicker.rank):
        return {"low": pair[1:], "high": (pair[0], kicker)}  # [PYR-53]
    return {"low": (kicker,), "high": pair}  # tens or lower [PYR-58], or a good kicker [PYR-54..PYR-57, PYR-A37]


def splits(terms: Terms, pair: int, kicker: int) -> bool:
    """Jacks to aces with a kicker too far below: JJ keeps from 7, QQ from 8, KK from 9, AA from 10 [PYR-54..PYR-57]."""
    lowest = RANK_LETTERS.index(terms.house_way_min_split_rank) + TWO  # [PYR-53]
    apart = 5 if terms.house_way_split == "diff_ge_5" else 4  # [PYR-A3]
    return pair >= lowest and pair - kicker >= apart


def setting_that_counts(terms: Terms, seat: Seat, banker: Party) -> tuple[Setting, bool]:
    """The setting a seat is settled by, and whether it is fouled."""
    setting = seat.setting or house_way(terms, seat.cards)
    if not foul(terms, setting, {}):
        return setting, False
    if seat.number == banker or terms.foul_policy == "reset_house_way":
        return house_way(terms, seat.cards), False  # a bank's foul is no loss [PYR-71]; [PYR-A31]
    return setting, True


# The first wager ---------------------------------------------------------------------------------------------------

BY_HANDS = {  # how low and high compare: 1 ours, -1 theirs, 0 a copy
    **{(1, 1): "PYR-43", (0, 1): "PYR-44", (1, 0): "PYR-45"},
    **{(-1, -1): "PYR-46", (0, -1): "PYR-47", (-1, 0): "PYR-48"},
    **{(1, -1): "PYR-49", (-1, 1): "PYR-49", (0, 0): "PYR-A6"},
}


def is_trips(setting: Setting) -> bool:
    return len({card.rank for hand in setting.values() for card in hand}) == 1


def main_result(
    terms: Terms, ours: tuple[Setting, bool], bank: Setting, *, privilege: bool = True, bank_auto: bool = False
) -> Result:
    """The first wager of one hand against the bank's; a Player Banker only swaps roles [PYR-D3, PYR-64, PYR-D7]."""
    setting, fouled = ours
    if privilege and is_trips(setting):
        return Result("auto_win", terms.w1_trips_pays, "PYR-39")  # whatever the bank holds [PYR-38, PYR-A8, PYR-A9]
    if fouled:
        return Result("foul", LOSES, "PYR-35")
    if bank_auto and is_trips(bank):
        return Result("lose", LOSES, "PYR-A25")
    low, high = compare(terms, setting, bank)
    clause = BY_HANDS[low, high]
    total = low + high
    if (low, high) == (0, 0):
        return Result("lose", LOSES, clause) if terms.both_copy == "bank_wins" else Result("push", PUSH, clause)
    if terms.single_copy == "bank_wins" and 0 in (low, high):
        # a copy counts as the bank's
        total = total - 1
        clause = "PYR-A7"
    if total > 0:
        return Result("win", terms.w1_win_pays, clause)
    return Result("lose", LOSES, clause) if total < 0 else Result("push", PUSH, clause)


def compare(terms: Terms, ours: Setting, bank: Setting) -> tuple[int, int]:
    """Low against low first, then high against high [PYR-42]."""
    low = (ours["low"][0].rank > bank["low"][0].rank) - (ours["low"][0].rank < bank["low"][0].rank)
    return low, against(high_strength(terms, ours["high"]), high_strength(terms, bank["high"]))


# The second and third wagers ---------------------------------------------------------------------------------------


def w2_pays(terms: Terms) -> PayTable:
    return terms.w2_paytable.with_line("straight_flush", terms.straight_flush_pays)


def three_card_result(terms: Terms, cards: Cards) -> Result:
    """The second wager: the best-paying line of the player's three cards [PYR-24, PYR-72, PYR-D4, PYR-D6]."""
    lines = three_card_lines(terms, cards)
    table = w2_pays(terms)
    if terms.w2_overlap == "pair_first" and {"one_pair", "flush"} <= lines:
        lines = {"one_pair"}  # [PYR-A10]
    best = best_line(lines, table, W2_CLAUSES, "PYR-72h")
    both = terms.w2_overlap == "sum" and lines & {"one_pair", "three_of_a_kind"}
    return replace(best, pays=sum(table[line] for line in lines)) if both else best


def three_card_lines(terms: Terms, cards: Cards) -> set[str]:
    """Every line these three cards satisfy; the suited A-K-Q has a line of its own [PYR-A13]."""
    held = lines_held(cards, 3, ace_low=terms.ace_low_straight)
    if "royal_flush" in held:
        return (held - {"royal_flush", "straight_flush"}) | {"ace_king_queen_suited"}
    if "three_of_a_kind" in held:
        return held - {"one_pair"}
    low = max(card.rank for card in cards) <= SEVEN and terms.seven_low_push  # an ace is high here [PYR-A11]
    return held or ({"seven_or_lower_no_ace"} if low else set())


def six_card_result(terms: Terms, cards: Cards) -> Result:
    """The third wager: the best line of the player's three and the House's three [PYR-25, PYR-73, PYR-D5, PYR-A16]."""
    # [PYR-A14, PYR-A15]
    run = 6 if terms.w3_selection == "all_six" else 5
    table = terms.w3_paytable
    lines = lines_held(cards, run, ace_low=terms.ace_low_straight) & set(table)  # [PYR-A12]
    return best_line(lines, table, W3_CLAUSES, "PYR-73k")


def priced_cap(terms: Terms) -> int | None:
    """The cap that a price counts: only where the analysis asks for the edge at the stake [PYR-A19]."""
    return terms.max_aggregate if terms.edge_at_stake else None


# Settling ----------------------------------------------------------------------------------------------------------


def results(terms: Terms, round_: Round, seat: Seat) -> dict[str, Result]:
    """How each wager of a seat came out; the Player Banker has no first wager of their own."""
    banker = round_.opening.banker
    house = house_way(terms, round_.dealer)
    bank = house if banker == HOUSE else setting_that_counts(terms, round_.seat(banker), banker)[0]
    auto = terms.banker_trips_auto and banker != HOUSE
    found = {
        MAIN: main_result(terms, setting_that_counts(terms, seat, banker), bank, bank_auto=auto),
        THREE_CARD: three_card_result(terms, seat.cards),  # a foul does not touch it [PYR-36]
        SIX_CARD: six_card_result(terms, seat.cards + round_.dealer),  # whoever banks [PYR-62, PYR-A20]
    }
    return {wager: result for wager, result in found.items() if seat.wagers.get(wager)}


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """Seat by seat from the dealer's right [PYR-42]; the second and third wagers are always the House's [PYR-61]."""
    wagers = (MAIN, THREE_CARD, SIX_CARD)
    order = [(seat, wager) for seat in round_.seats for wager in wagers]
    if terms.side_settlement == "second_pass":  # [PYR-A29]
        order.sort(key=lambda pair: pair[1] != MAIN)
    found = {seat.number: results(terms, round_, seat) for seat in round_.seats}
    payments = [p for seat, wager in order for p in settled(terms, round_, seat, wager, found[seat.number].get(wager))]
    payments = from_the_bank(terms, round_, payments + house_bet(terms, round_))
    return capped(payments, payer=HOUSE, cap=terms.max_aggregate, share=lambda p: cap_share(terms, round_, p))


def settled(terms: Terms, round_: Round, seat: Seat, wager: str, result: Result | None) -> list[Payment]:
    if result is None:
        return []
    chips = seat.wagers[wager]
    bank = round_.opening.banker if wager == MAIN else HOUSE
    paid = pays(seat.number, bank, result.pays * chips, wager, result.clause, result.spoken)
    fee = result.pays * chips * terms.commission // 100 if wager == MAIN else 0
    return paid + (pays(seat.number, HOUSE, -fee, "commission", "PYR-A24", "commission") if fee > 0 else [])


def house_bet(terms: Terms, round_: Round) -> list[Payment]:
    """The House's own wager against a Player Banker, with its hand set the House Way [PYR-64, PYR-66]."""
    banker = round_.opening.banker
    chips = round_.opening.house_bet
    if banker == HOUSE:
        return []
    bank = setting_that_counts(terms, round_.seat(banker), banker)[0]
    ours = (house_way(terms, round_.dealer), False)
    privilege = terms.house_trips_privilege_as_bettor
    result = main_result(terms, ours, bank, privilege=privilege, bank_auto=terms.banker_trips_auto)
    return pays(HOUSE, banker, result.pays * chips, "house bet", result.clause, result.spoken)


def from_the_bank(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """What a player's bank pays when it need not cover 3 to 1 and falls short [PYR-A23]."""
    banker = round_.opening.banker
    means = None if banker == HOUSE else round_.opening.chips.get(round_.seat(banker).player)
    if banker == HOUSE or means is None:
        return payments
    if terms.bank_shortage == "in_order":
        return in_order_of_means(payments, {banker: means})
    return pro_rata(payments, banker, means + sum(p.chips for p in payments if p.payee == banker))


def cap_share(terms: Terms, round_: Round, payment: Payment) -> tuple[object, int] | None:
    """Which cap a payment falls under, and the stake that counts with it [PYR-27, PYR-A17, PYR-A18, PYR-A40]."""
    counted = (THREE_CARD,) if terms.aggregate_scope == "w2" else (MAIN, THREE_CARD, SIX_CARD)
    if payment.wager not in counted:
        return None  # nor is a wager of its own that the House loses a payout
    group = {"hand": payment.payee, "round": 0, "wager": (payment.payee, payment.wager), "w2": payment.payee}
    counts_stakes = terms.aggregate_counts == "winnings_plus_stakes"
    return group[terms.aggregate_scope], round_.seat(payment.payee).wagers.get(payment.wager, 0) * counts_stakes


def banking(terms: Terms) -> Banking:
    return Banking(
        may_bank=terms.player_banking == "allowed",
        frequency=terms.player_bank_frequency,
        offer=terms.bank_offer,
        house_bet_basis=terms.house_bet_cap_basis,
        main_wager=MAIN,
        clauses={"may": "PYR-60", "every_other": "PYR-63", "one_banker": "PYR-68", "house_bet": "PYR-66"},
    )


SHEET = Game(
    key="pyramid",
    name="Pyramid Poker",
    about="Three cards, set as one low and two high against the dealer; two more wagers ride on pay tables.",
    terms=Terms(),
    seats=lambda terms: range(1, terms.seats + 1),
    shoe=lambda terms: shoe(decks=terms.decks),  # jokers removed [PYR-15, PYR-17]
    steps=steps,
    slots=lambda terms, seat: (LOW, HIGH),
    settle=settle,
    irregularities=lambda terms: irregularities(terms.irregularity_policy, "PYR-A32"),  # the sheet has none
    house_way=house_way,
    house_way_on_request=lambda terms: terms.house_way_on_request,
    foul=foul,
    strength=lambda terms, slot, hand, jokers: high_strength(terms, hand) if slot == HIGH.name else None,
    hands_per_player=lambda terms: (terms.max_hands_per_player, "PYR-29"),
    banking=banking,
    shoe_lasts=lambda terms: terms.penetration if terms.reshuffle == "cut_card" else 0,
    refuse_terms=refuse_terms,
    refuse_opening=refuse_opening,
    at_risk=at_risk,
    cover_clause="PYR-65",
    sees_all_own_hands=lambda terms: terms.see_all_own_hands,  # [PYR-A33]
    presets={("authority", "layout_over_rules"): {"straight_flush_pays": 50}},  # [PYR-A1, PYR-A39]
)
