"""
Pick 2 Poker, as approved by the Washington State Gambling Commission in 2008.

Marks like [P2P-38] are clauses of rulebook.md; [P2P-A7] is an open question. The "Procedures & Training" that
the letter binds in are taken as its "Rules of Play" [P2P-A22]; the layout card's footer is scanner's noise [P2P-A23].
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Annotated, Literal

from ...rules.cards import ACE, KING, QUEEN, Cards, shoe, write_cards
from ...rules.game import Deal, Decide, Game, Irregularity, Opening, SetHands, Spot, Step, Wager, irregularities
from ...rules.limits import Law, Offered, Profile, why_not_offer
from ...rules.moves import Decided, HandsSet, Move, Posted
from ...rules.payments import HOUSE, Party, Payment, capped, pays
from ...rules.paytable import LOSES, PUSH, PayTable, Result, best_line
from ...rules.ranking import Made, Ranking, against
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from ...rules.terms import Between, Limit, Pays

# What the sheet leaves to the house, and where it is silent or speaks twice ---------------------------------------

P35_FIVE_TABLE = PayTable(  # [P2P-67a, P2P-67b, P2P-67c, P2P-67d, P2P-67e, P2P-67f]; trips are `p35_trips_pays`
    royal_flush=500, straight_flush=100, four_of_a_kind=25, full_house=12, flush=10, straight=4
)
P35_THREE_TABLE = PayTable(straight_flush=3, three_of_a_kind=1)  # [P2P-68b, P2P-68c]; A-K-Q is `akq_suited_pays`
B5_TABLE = PayTable(  # [P2P-69a, P2P-69b, P2P-69c, P2P-69d, P2P-69e, P2P-69f, P2P-69g, P2P-69h, P2P-69i]
    {"royal_flush": 500, "straight_flush": 100, "four_of_a_kind": 40, "full_house": 15, "flush": 8, "straight": 6}
    | {"three_of_a_kind": 4, "two_pair": 3, "one_pair": 1}
)
P35_FIVE_CLAUSES = {line: f"P2P-67{part}" for line, part in zip(P35_FIVE_TABLE, "abcdef", strict=True)}
P35_FIVE_CLAUSES |= {"three_of_a_kind": "P2P-67g"}
P35_THREE_CLAUSES = {"ace_king_queen": "P2P-68a", "straight_flush": "P2P-68b", "three_of_a_kind": "P2P-68c"}
B5_CLAUSES = {line: f"P2P-69{part}" for line, part in zip(B5_TABLE, "abcdefghi", strict=True)}

NonQualify = Literal["ante_wins_play_pushes", "all_push", "all_win", "ante_pushes_play_resolves"]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names the clause or the ledger row."""

    decks_in_play: Annotated[int, Between(1, 1)] = 1  # [P2P-13]
    shuffler: Literal["off", "on"] = "off"  # a machine, and with it a second deck [P2P-15, P2P-16]
    seats: Annotated[int, Between(1, 9)] = 7  # [P2P-A21]
    ante_min: Limit = 5  # the house sets limits, per wager [P2P-23, P2P-A19]
    ante_max: Limit = 100
    b35_stake: Literal["equal_ante", "free"] = "equal_ante"  # [P2P-20, P2P-A3]
    b35_min: Limit = 5  # where it is free
    b35_max: Limit = 100
    b5_stake: Literal["equal_ante", "free"] = "equal_ante"  # if it is made at all [P2P-21, P2P-A3, P2P-A4]
    b5_alone: bool = False  # [P2P-A13]
    play_multiple_5card: Annotated[int, Between(1, 1)] = 1  # [P2P-31]
    play_multiple_3card: Annotated[int, Between(2, 2)] = 2  # [P2P-31]
    main_pays: Annotated[int, Between(1, 1)] = 1  # even money [P2P-36]
    qualifier: Literal["AK", "none"] = "AK"  # [P2P-37, P2P-A18]
    nonqualify: NonQualify = "ante_wins_play_pushes"  # [P2P-A2]
    fold_bonus: Literal["lost", "in_action", "b5_only"] = "lost"  # [P2P-30, P2P-A1]
    p35_five_table: PayTable = P35_FIVE_TABLE  # [P2P-67]
    p35_trips_pays: Pays = 1  # 4 on the layout card [P2P-67g, P2P-A5]
    akq_suited_pays: Pays = 10  # 3 on the layout card [P2P-68a, P2P-A5]
    p35_three_table: PayTable = P35_THREE_TABLE  # [P2P-68]
    akq_requires_suit: bool = True  # [P2P-A7]
    p35_combine: Literal["sum", "max"] = "sum"  # [P2P-A8, P2P-A29]
    p35_three_cards: Literal["best_of_five", "set_cards", "only_if_three"] = "best_of_five"  # [P2P-A6]
    p35_miss: Literal["lose", "push"] = "lose"  # [P2P-A10]
    b5_table: PayTable = B5_TABLE  # [P2P-69]
    b5_min_pair: Annotated[int, Between(6, 6)] = 6  # [P2P-69i]
    settle_order: Literal["main_first", "bonus_first"] = "main_first"  # [P2P-34, P2P-38, P2P-A9]
    three_choice: Literal["any", "best"] = "any"  # [P2P-42, P2P-A15]
    tip_bets: Literal["off", "on"] = "off"  # [P2P-26, P2P-A24]
    irregularities_without_machine: Literal["same", "operator"] = "same"  # [P2P-49, P2P-A11]
    max_aggregate: Limit | None = None  # none in this sheet [P2P-A25]
    legal_max_wager: Limit | None = None  # the law's figure, not printed [P2P-24, P2P-A31]
    limit_profile: Profile = "none"  # [P2P-24]
    max_hands_per_player: Annotated[int, Between(1, 9)] = 1  # [P2P-A28]
    deal: Literal["packets", "one_by_one"] = "packets"  # [P2P-A33]
    hole_sharing: bool = False  # [P2P-A27]


# The round ---------------------------------------------------------------------------------------------------------

# [P2P-14]
ANTE = "ante"
PLAY = "play"
BONUS_3_5 = "bonus_3_5"
BONUS_5_ONLY = "bonus_5_only"
TIP = "tip"
BONUSES = (BONUS_3_5, BONUS_5_ONLY)
THREE = "three"
FIVE = "five"
FOLD = "fold"
THREE_CARDS = Slot(THREE, (3,), "P2P-32")  # the other two go face down under the 3-5 Bonus


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    alone = tuple(replace(spot, optional=spot.name == TIP) for spot in spots(terms)[2:])
    return (
        Wager(spots(terms), "P2P-19", instead=alone if terms.b5_alone else ()),  # [P2P-A13]
        Deal(5, "P2P-27", dealer=5, one_by_one=terms.deal == "one_by_one"),  # the dealer last [P2P-A33]
        Decide((THREE, FIVE, FOLD), "P2P-28", leaving=(FOLD,)),  # one of the games, never both [P2P-29]
        SetHands("P2P-32"),  # only who plays three has anything to set
    )


def spots(terms: Terms) -> tuple[Spot, ...]:
    """Whole chips on each [P2P-18]. A free 5 Card Bonus Only keeps to the Ante's limits: no others are named."""
    limits = (terms.ante_min, terms.ante_max)
    b35 = (terms.b35_min, terms.b35_max) if terms.b35_stake == "free" else limits
    wagers = (Spot(ANTE, *limits, "P2P-23"), Spot(BONUS_3_5, *b35, "P2P-23"))
    optional = (Spot(BONUS_5_ONLY, *limits, "P2P-23", True), Spot(TIP, 1, terms.ante_max, "P2P-26", True))  # [P2P-21]
    return wagers + (optional if terms.tip_bets == "on" else optional[:1])


def play_chips(terms: Terms, ante: int, option: str) -> int:
    """The wager in the Play diamond that goes with a decision [P2P-31, P2P-D9]."""
    return {THREE: terms.play_multiple_3card, FIVE: terms.play_multiple_5card}.get(option, 0) * ante


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    """What the sheet says against a move; it always names the mover's own seat [P2P-A20]."""
    match move:
        case Posted(wagers={"ante": ante, "bonus_3_5": b35, **others}):
            return why_not_stakes(terms, ante, b35, others.get(BONUS_5_ONLY, 0))
        case Decided(seat=seat, option=option, stake=stake):
            return why_not_decide(terms, round_.seat(seat).wagers.get(ANTE, 0), option, stake)
        case HandsSet(seat=seat, setting={"three": three}) if terms.three_choice == "best":
            return why_not_best(round_.seat(seat).cards, three)
        case _:
            return None


def why_not_stakes(terms: Terms, ante: int, b35: int, b5: int) -> str | None:
    if terms.b35_stake == "equal_ante" and b35 != ante:
        return f"{BONUS_3_5} must equal the {ante} chips of the {ANTE}, not be {b35} [P2P-20]"
    if terms.b5_stake == "equal_ante" and b5 not in (0, ante):
        return f"{BONUS_5_ONLY} must equal the {ante} chips of the {ANTE} or be left out, not be {b5} [P2P-20]"
    return None


def why_not_decide(terms: Terms, ante: int, option: str, stake: int | None) -> str | None:
    wanted = play_chips(terms, ante, option)
    if stake not in (None, wanted):
        return f"the Play wager is {wanted} chips for {option}, not {stake} [P2P-A26]"
    if not ante and option != FIVE:
        return f"without an {ANTE} all five cards lie for the bonus: choose {FIVE}, not {option} [P2P-A13]"
    return None


def why_not_best(cards: Cards, three: Cards) -> str | None:
    best = best_three(cards)
    if three_strength(three) < three_strength(best):
        return f"the best three are to be played, {write_cards(best)}, not {write_cards(three)} [P2P-A15]"
    return None


def refuse_terms(terms: Terms) -> str | None:
    """The law's limits on each wager [P2P-24]; Play is a wager of its own size, though no game of its own."""
    law = Law(terms.limit_profile, terms.legal_max_wager, "P2P-24")
    odds = top_odds(terms)
    offered = tuple(Offered(spot.name, spot.low, spot.high, odds[spot.name]) for spot in spots(terms)[:3])
    play = Offered(PLAY, terms.ante_min, play_chips(terms, terms.ante_max, THREE), terms.main_pays)
    return why_not_offer(law, offered, cap=terms.max_aggregate) or why_not_offer(law, (play,))


def top_odds(terms: Terms) -> dict[str, int]:
    best = [max(table.values()) for table in p35_tables(terms)]
    b35 = sum(best) if terms.p35_combine == "sum" else max(best)
    return {ANTE: terms.main_pays, BONUS_3_5: b35, BONUS_5_ONLY: max(terms.b5_table.values())}


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    if opening.banker != HOUSE or opening.house_bet:
        return "everybody plays against the dealer; nobody else banks [P2P-19]"
    if opening.spent:
        return f"all cards are picked up after a round, so {write_cards(opening.spent)} cannot be spent [P2P-41]"
    return None


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """Stakes and the Play wager, or the least that playing takes while it is undecided; the House's worst case."""
    play = {s.number: play_chips(terms, s.wagers.get(ANTE, 0), (*s.decisions, FIVE)[0]) for s in round_.seats}
    risk: dict[Party, int] = {seat.number: sum(seat.wagers.values()) + play[seat.number] for seat in round_.seats}
    return {**risk, HOUSE: sum(most_won(terms, seat) for seat in round_.seats)}


def most_won(terms: Terms, seat: Seat) -> int:
    ante = seat.wagers.get(ANTE, 0)
    odds = top_odds(terms)
    main = (ante + play_chips(terms, ante, (*seat.decisions, THREE)[0])) * terms.main_pays if seat.live else 0
    won = main + sum(odds[w] * seat.wagers.get(w, 0) for w in BONUSES if in_action(terms, seat, w))
    return won if terms.max_aggregate is None else min(won, terms.max_aggregate)


def deck_back(terms: Terms, rounds_before: int) -> str:
    """The deck of a round: with a machine two decks of different backs alternate, every other round each [P2P-16]."""
    return "blue" if terms.shuffler == "on" and rounds_before % 2 else "red"


VOIDS = {
    "card_face_up": Irregularity("a card was found face up while dealing", "P2P-45"),
    "wrong_count": Irregularity("a wrong number of cards was dealt", "P2P-46"),
    "dealer_card_exposed": Irregularity("a card of the dealer was exposed before the reveal", "P2P-47"),
    "shuffler_malfunction": Irregularity("the machine malfunctioned, jammed or miscounted", "P2P-48"),
}


def voids(terms: Terms) -> Mapping[str, Irregularity]:
    """The list binds only with a machine [P2P-49, P2P-A12]; without one, the house's own rule is the same [P2P-A11]."""
    if terms.shuffler == "on":
        return VOIDS
    if terms.irregularities_without_machine == "operator":
        return irregularities("operator", "P2P-A11")
    return {name: Irregularity(VOIDS[name].says, "P2P-A11") for name in VOIDS if name != "shuffler_malfunction"}


# What beats what ---------------------------------------------------------------------------------------------------

FIVE_CARD_POKER = Ranking(  # royal A-K-Q-J-T [P2P-50]; straights from the wheel up, no wrap [P2P-51, P2P-55]
    (
        *(Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, Made.FLUSH),  # [P2P-52..P2P-54]
        *(Made.STRAIGHT, Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),  # [P2P-56..P2P-59]
    )
)
THREE_CARD_POKER = Ranking(  # royal A-K-Q [P2P-60]; a straight, from A-2-3 up, above a flush [P2P-61, P2P-63, P2P-64]
    (
        *(Made.ROYAL_FLUSH, Made.STRAIGHT_FLUSH, Made.THREE_OF_A_KIND, Made.STRAIGHT),  # [P2P-62]
        *(Made.FLUSH, Made.ONE_PAIR, Made.HIGH_CARD),  # [P2P-65, P2P-66]
    )
)
five_strength = FIVE_CARD_POKER.of  # then by rank, kickers included; suits never count [P2P-D1, P2P-A17]
three_strength = THREE_CARD_POKER.of  # [P2P-D2]


def best_three(cards: Cards) -> Cards:
    """The three that rank highest, whatever the five are [P2P-A14]."""
    return THREE_CARD_POKER.best_of(cards, 3)[1]


def house_way(terms: Terms, cards: Cards) -> Setting:
    """The three that the software offers, and that stand for an absent player [P2P-A15]."""
    return {THREE: best_three(cards)}


def steady_decision(terms: Terms, step: Decide, cards: Cards) -> str:
    return THREE if three_strength(best_three(cards)).level >= THREE_CARD_POKER.level(Made.FLUSH, 3) else FIVE


def dealer_arranged(cards: Cards) -> tuple[Cards, Cards]:
    """The dealer's five from highest to lowest, and the best three pushed up [P2P-33]."""
    return tuple(sorted(cards, reverse=True)), best_three(cards)


def qualifies(terms: Terms, cards: Cards) -> bool:
    """Ace-king or better [P2P-37, P2P-D3, P2P-A18]."""
    strength = five_strength(cards)
    return terms.qualifier == "none" or strength.made != Made.HIGH_CARD or strength.ranks[:2] == (ACE, KING)


# Against the dealer ------------------------------------------------------------------------------------------------


def against_dealer(terms: Terms, three: Cards | None, five: Cards, dealer: Cards) -> tuple[Result, Result]:
    """How Ante and Play come out in the chosen game: these three cards, or else all five [P2P-25, P2P-40]."""
    theirs, best = dealer_arranged(dealer)
    if three is not None:
        return main_results(terms, against(three_strength(three), three_strength(best)), qualified=True)  # [P2P-D6]
    return main_results(terms, against(five_strength(five), five_strength(theirs)), qualified=qualifies(terms, dealer))


def main_results(terms: Terms, ahead: int, *, qualified: bool) -> tuple[Result, Result]:
    """Ante and Play, when our hand is higher (1), lower (-1) or equal (0) [P2P-D5]."""
    win = Result("win", terms.main_pays, "P2P-36")
    lose = Result("lose", LOSES, "P2P-35")
    compared = (Result("push", PUSH, "P2P-35"), win, lose)[ahead]  # equal ranks push [P2P-A32]
    if qualified:
        return compared, compared
    pushed, won = (Result("dealer_not_qualified", pays_, "P2P-A2") for pays_ in (PUSH, terms.main_pays))
    readings = {
        "ante_wins_play_pushes": (won, pushed),  # though our hand be lower [P2P-A16]
        "all_push": (pushed, pushed),
        "all_win": (won, won),
        "ante_pushes_play_resolves": (pushed, compared),
    }
    return readings[terms.nonqualify]


# The bonus wagers --------------------------------------------------------------------------------------------------


def p35_tables(terms: Terms) -> tuple[PayTable, PayTable]:
    """One wager, two tables: five cards and three [P2P-67, P2P-68]."""
    five = terms.p35_five_table.with_line("three_of_a_kind", terms.p35_trips_pays)
    return five, terms.p35_three_table.with_line("ace_king_queen", terms.akq_suited_pays)


def p35_five_part(terms: Terms, cards: Cards) -> Result:
    """The 3-5 Bonus on its five-card table [P2P-67]."""
    table, _ = p35_tables(terms)
    return best_line({five_strength(cards).made.value} & set(table), table, P35_FIVE_CLAUSES, "P2P-67")


def p35_three_part(terms: Terms, cards: Cards, played: Cards | None = None) -> Result:
    """The 3-5 Bonus on its three-card table: the best-paying three that count [P2P-68, P2P-A6]."""
    if terms.p35_three_cards == "only_if_three" and played is None:
        return Result("no_pay", LOSES, "P2P-A6")
    counting = cards if terms.p35_three_cards == "best_of_five" or played is None else played
    (_, table) = p35_tables(terms)
    lines = {three_card_line(terms, three) for three in combinations(counting, 3)}
    return best_line(lines & set(table), table, P35_THREE_CLAUSES, "P2P-68")


def three_card_line(terms: Terms, three: Cards) -> str:
    made = three_strength(three).made
    any_akq = not terms.akq_requires_suit and {card.rank for card in three} == {ACE, KING, QUEEN}  # [P2P-A7]
    return "ace_king_queen" if made == Made.ROYAL_FLUSH or any_akq else made.value


def bonus_3_5(terms: Terms, cards: Cards, played: Cards | None = None, *, folded: bool = False) -> list[Result]:
    """The tables that the 3-5 Bonus wins on, one or both, or its one loss [P2P-39, P2P-D7, P2P-A29]."""
    parts = (p35_five_part(terms, cards), p35_three_part(terms, cards, played))
    won = [part for part in parts if part.pays > 0]
    if not won:
        pushes = terms.p35_miss == "push" and not folded  # [P2P-A10]
        return [Result("no_pay", PUSH, "P2P-A10") if pushes else Result("no_pay", LOSES, "P2P-D7")]
    return won if terms.p35_combine == "sum" else [max(won, key=lambda part: part.pays)]  # [P2P-A8]


def bonus_5_only(terms: Terms, cards: Cards) -> Result:
    """The 5 Card Bonus Only: one table on all five cards [P2P-22, P2P-69, P2P-D8]."""
    strength = five_strength(cards)
    low_pair = strength.made == Made.ONE_PAIR and strength.ranks[0] < terms.b5_min_pair  # sixes or better [P2P-69i]
    line = "two_pair" if strength.made == Made.TWO_PAIRS else strength.made.value
    return best_line(set() if low_pair else {line} & set(terms.b5_table), terms.b5_table, B5_CLAUSES, "P2P-D8")


# Settling ----------------------------------------------------------------------------------------------------------

FOLDED = Result("fold", LOSES, "P2P-30")


def in_action(terms: Terms, seat: Seat, bonus: str) -> bool:
    """Bonuses are always in action, unless their player folds [P2P-30, P2P-39, P2P-A1]."""
    survives = {"lost": (), "in_action": BONUSES, "b5_only": (BONUS_5_ONLY,)}
    return seat.live or bonus in survives[terms.fold_bonus]


def outcomes(terms: Terms, round_: Round, seat: Seat) -> list[tuple[str, Result]]:
    """Each wager of a seat and how it came out; the 3-5 Bonus comes twice when it wins on both its tables [P2P-39]."""
    three = seat.setting[THREE] if seat.setting else None
    found = [(ANTE, FOLDED)]  # and there is no Play [P2P-D4]
    if seat.live:
        found = list(zip((ANTE, PLAY), against_dealer(terms, three, seat.cards, round_.dealer), strict=True))
    b35 = bonus_3_5(terms, seat.cards, three, folded=not seat.live)
    b5 = bonus_5_only(terms, seat.cards)
    for bonus, tables in ((BONUS_3_5, b35), (BONUS_5_ONLY, [b5])):  # both pay on one hand [P2P-A30]
        found += [(bonus, result) for result in (tables if in_action(terms, seat, bonus) else [FOLDED])]
    return [(wager, result) for wager, result in found if stakes(terms, seat).get(wager)]


def stakes(terms: Terms, seat: Seat) -> dict[str, int]:
    return {**seat.wagers, PLAY: play_chips(terms, seat.wagers.get(ANTE, 0), seat.decisions[0])}


def results(terms: Terms, round_: Round, seat: Seat) -> dict[str, Result]:
    """How each wager of a seat came out, the two tables of the 3-5 Bonus taken together."""
    found: dict[str, Result] = {}
    for wager, result in outcomes(terms, round_, seat):
        first = found.get(wager)
        both = first and Result(f"{first.line}_and_{result.line}", first.pays + result.pays, "P2P-39")
        found[wager] = both or result
    return found


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """Seat by seat, the bonuses of the whole table after all other wagers, or before them [P2P-34, P2P-38, P2P-A9]."""
    bonus_last = terms.settle_order == "main_first"
    payments = []
    order = [(seat, *outcome) for seat in round_.seats for outcome in outcomes(terms, round_, seat)]
    for seat, wager, result in sorted(order, key=lambda one: (one[1] in BONUSES) == bonus_last):
        chips = result.pays * stakes(terms, seat)[wager]
        payments += pays(seat.number, HOUSE, chips, wager, result.clause, result.spoken)
    for seat in round_.seats:
        payments += pays(seat.number, HOUSE, -seat.wagers.get(TIP, 0), TIP, "P2P-26", "a gift to the dealer")
    return capped(payments, payer=HOUSE, cap=terms.max_aggregate, share=lambda p: (p.payee, 0))  # [P2P-A25]


SHEET = Game(
    key="pick2",
    name="Pick 2 Poker",
    about="Five cards: fold, play all five against the dealer, or put two away; bonuses pay on what you were dealt.",
    terms=Terms(),
    seats=lambda terms: range(1, terms.seats + 1),  # round a blackjack table [P2P-12]
    shoe=lambda terms: shoe(decks=terms.decks_in_play),  # [P2P-13]
    steps=steps,
    slots=lambda terms, seat: (THREE_CARDS,) if seat.decisions[-1:] == (THREE,) else (),
    settle=settle,
    irregularities=voids,
    house_way=house_way,
    strength=lambda terms, slot, hand, jokers: three_strength(hand),
    hands_per_player=lambda terms: (terms.max_hands_per_player, "P2P-A28"),
    exposes="cards",
    default_decision=lambda terms, step: FIVE,  # a fold gives up every stake, and three cards take a bigger Play wager
    steady_decision=steady_decision,
    refuse_terms=refuse_terms,
    refuse_opening=refuse_opening,
    refuse=refuse,
    at_risk=at_risk,
    cover_clause="P2P-31",
    may_see=lambda terms, round_, viewer, other: terms.hole_sharing or viewer.player == other.player,  # [P2P-A27]
)
