"""
Chinese Poker ("Thirteen Card Poker"), by the Washington State Gambling Commission's game rules.

Marks like [CHI-17] are clauses of rulebook.md; [CHI-A6] is an open question.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import Annotated, Literal, NamedTuple

from ...rules.cards import ACE, RANKS, Cards, shoe, surplus, write_cards
from ...rules.game import Deal, Decide, Game, Irregularity, Opening, SetHands, Step, irregularities
from ...rules.moves import Decided, HandsSet, Move
from ...rules.payments import HOUSE, Party, Payment, SeatNumber, net_in_order_of_means, pays
from ...rules.paytable import PayTable, Result
from ...rules.ranking import Made, Ranking, Strength, against, run_top
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot
from ...rules.terms import Between, Chips, Limit, Pays

# What the sheet leaves to the house, and where it is silent or speaks twice ---------------------------------------

SURRENDER_UNITS = PayTable({"per_hand": 2, "2-4": 3, "1-6": 3})  # between an ordinary loss and a sweep [CHI-A24]


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet; each one off its default is a modification to document [CHI-39, CHI-40, CHI-A36]."""

    players: Annotated[int, Between(2, 4)] = 4  # up to four [CHI-03, CHI-A29]
    decks: Annotated[int, Between(1, 1)] = 1  # [CHI-01]
    shuffler: Literal["dealer", "machine"] = "dealer"  # [CHI-04]
    unit_value: Limit = 1  # chips for one unit [CHI-06]
    unit_max: Limit = 10  # the most one unit may be worth [CHI-07, CHI-A35]
    scoring: Literal["per_hand", "2-4", "1-6"] = "per_hand"  # [CHI-17, CHI-20..CHI-23]
    variant_tie_rule: Literal["literal", "majority", "additive"] = "literal"  # [CHI-A6]
    preset: Literal["base", "typical"] = "base"  # bonuses, naturals and surrender together [CHI-A7]
    bonuses: bool = False  # "may be paid" [CHI-24]
    bonus_straight_flush: Pays = 4  # [CHI-25]
    bonus_four_of_a_kind: Pays = 3  # [CHI-26]
    bonus_full_house_middle: Pays = 1  # [CHI-27]
    bonus_trips_front: Pays = 2  # [CHI-28]
    royal_bonus: Pays = 4  # [CHI-A11]
    bonus_requires_win: Literal["no", "row", "all"] = "no"  # [CHI-A8]
    bonus_conflict: Literal["net", "higher_only"] = "net"  # [CHI-A9]
    bonus_stack: Literal["sum", "best"] = "sum"  # [CHI-A10]
    bonus_payers: Literal["each_full", "shared"] = "each_full"  # of naturals too [CHI-A12]
    naturals: bool = False  # "may be deemed" [CHI-30]
    natural_units: Pays = 3  # [CHI-35]
    natural_mode: Literal["replace", "add"] = "replace"  # [CHI-A14]
    natural_bonuses: bool = False  # [CHI-A15]
    natural_vs_natural: Literal["push", "ranked", "compare_rows"] = "push"  # [CHI-A16]
    natural_detection: Literal["automatic", "declared"] = "automatic"  # [CHI-A17]
    natural_ace_low: bool = True  # [CHI-A19]
    natural_needs_setting: bool = False  # [CHI-A21]
    six_pairs_quads: Literal["count", "exclude"] = "count"  # [CHI-A20]
    six_pairs_trips: Literal["count", "exclude"] = "count"  # [CHI-A20]
    three_flushes_distinct: bool = False  # [CHI-A22]
    surrender: bool = False  # "permitted" [CHI-37]
    surrender_units: PayTable = SURRENDER_UNITS  # to each live player [CHI-A24]
    surrender_order: Literal["simultaneous", "in_turn"] = "simultaneous"  # [CHI-A27]
    foul_policy: Literal["sweep", "flat3", "surrender", "correct"] = "sweep"  # [CHI-A1]
    foul_pays_bonuses: bool = True  # [CHI-A13]
    foul_collects_surrender: bool = True  # [CHI-A26]
    equal_rows: Literal["foul", "allow"] = "foul"  # [CHI-A2]
    wheel: Literal["low", "second"] = "low"  # [CHI-A4]
    fee: Chips = 0  # chips a player pays the house for a round [CHI-A32]
    min_buy_in_units: Chips = 0  # 0: what the worst case needs [CHI-A31]
    shortage: Literal["forbid", "table_stakes"] = "forbid"  # [CHI-A31]
    reveal: Literal["all", "row_by_row"] = "all"  # [CHI-A30]
    irregularity_policy: Literal["redeal", "operator"] = "redeal"  # [CHI-A33]


ALL_THREE = ("bonuses", "naturals", "surrender")
PRESETS = {("preset", name): dict.fromkeys(ALL_THREE, name == "typical") for name in ("base", "typical")}  # [CHI-A7]

# The round ---------------------------------------------------------------------------------------------------------

FRONT, MIDDLE, BACK = ROWS = ("front", "middle", "back")  # from the centre of the table to the player [CHI-14]
SLOTS = (Slot(FRONT, (3,), "CHI-08"), Slot(MIDDLE, (5,), "CHI-08"), Slot(BACK, (5,), "CHI-08"))


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """Deal, surrender where it is permitted, set face down; the last hand down opens all [CHI-15, CHI-D9]."""
    surrender = Decide(("play", "surrender"), "CHI-37", ("surrender",), terms.surrender_order == "in_turn")  # [CHI-A27]
    return (Deal(13, "CHI-05"), *([surrender] if terms.surrender else []), SetHands("CHI-08"))


def refuse_terms(terms: Terms) -> str | None:
    reason = f"a unit may be worth at most {terms.unit_max} chips, not {terms.unit_value} [CHI-07]"
    return reason if terms.unit_value > terms.unit_max else None


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    if opening.banker != HOUSE or opening.house_bet or opening.pot:
        return "players play each other here; there is no bank, no house bet and no pot [CHI-03]"
    buy_in = terms.min_buy_in_units * terms.unit_value
    seats = enumerate(opening.players, start=1)
    short = [opening.name_of(seat) for seat, player in seats if opening.chips.get(player, buy_in) < buy_in]
    return f"the buy-in is {buy_in} chips, and {', '.join(short)} cannot pay it [CHI-A31]" if short else None


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    if not isinstance(move, HandsSet):
        staked = isinstance(move, Decided) and move.stake
        return "a surrender pays a set amount; no chips are put down with it [CHI-37]" if staked else None
    seat = replace(round_.seat(move.seat), setting=move.setting, claims=move.claims)
    declared = terms.natural_detection == "declared" and move.claims == ("natural",) and natural_of(terms, seat)
    if move.claims and not declared:
        return f"{', '.join(map(str, move.claims))} cannot be claimed with {write_cards(seat.cards)} here [CHI-A17]"
    return foul(terms, move.setting, {}) if terms.foul_policy == "correct" else None  # [CHI-A1]


def worst_case(terms: Terms) -> int:
    """The most units that one opponent can take [CHI-A31]."""
    tops = [max(getattr(terms, option) for (place, _), (option, _) in BONUSES.items() if place == row) for row in ROWS]
    bonus = 0 if not terms.bonuses else sum(tops) if terms.bonus_stack == "sum" else max(tops)
    rows = max(SWEEP[terms.scoring].pays, foul_price(terms))
    surrender = terms.surrender_units[terms.scoring]
    natural = terms.natural_units + rows * (terms.natural_mode == "add") + bonus * terms.natural_bonuses
    return max(rows + bonus, natural * terms.naturals, surrender * terms.surrender)


def at_risk(terms: Terms, round_: Round) -> Mapping[Party, int]:
    """The worst case of every live opponent, or the surrenders; at table stakes, no more than is there [CHI-A31]."""
    risk: dict[Party, int] = {}
    means = round_.opening.chips if terms.shortage == "table_stakes" else {}
    for seat in round_.seats:
        units = worst_case(terms) if seat.live else terms.surrender_units[terms.scoring]
        chips = units * (len(round_.live) - seat.live) * terms.unit_value + terms.fee
        risk[seat.number] = min(chips, means.get(seat.player, chips))
    return risk


def voids(terms: Terms) -> Mapping[str, Irregularity]:
    """Why a deal is void and made again, until the operator's own controls say otherwise [CHI-A33]."""
    boxed = {"boxed_card": Irregularity("a card lay face up in the deck", "CHI-A33")}
    machine = {"machine_fault": Irregularity("the shuffle machine reports a fault", "CHI-04")}
    ours = (boxed if terms.irregularity_policy == "redeal" else {}) | (machine if terms.shuffler == "machine" else {})
    return {**irregularities(terms.irregularity_policy, "CHI-A33"), **ours}


# Setting -----------------------------------------------------------------------------------------------------------

LINES = (  # no wild cards [CHI-11, CHI-12]; three cards are no straight and no flush [CHI-13, CHI-D2]
    *((Made.ROYAL_FLUSH, 5), (Made.STRAIGHT_FLUSH, 5), Made.FOUR_OF_A_KIND, Made.FULL_HOUSE, (Made.FLUSH, 5)),
    *((Made.STRAIGHT, 5), Made.THREE_OF_A_KIND, Made.TWO_PAIRS, Made.ONE_PAIR, Made.HIGH_CARD),
)
RANKINGS = {"low": Ranking(LINES), "second": Ranking(LINES, wheel="second")}  # [CHI-A4]; suits never count [CHI-A5]


def strength(terms: Terms, hand: Cards) -> Strength:
    """Front, Middle and Back on one scale; of two that begin alike the longer is higher [CHI-D1, CHI-D3, CHI-A3]."""
    return RANKINGS[terms.wheel].of(hand)


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    front, middle, back = (strength(terms, setting[row]) for row in ROWS)
    if middle < front:
        return f"the middle, {middle.spoken}, must be higher than the front, {front.spoken} [CHI-09]"
    if back < middle or (back == middle and terms.equal_rows == "foul"):  # [CHI-A2]
        return f"the back, {back.spoken}, must be higher than the middle, {middle.spoken} [CHI-10]"
    return None


def house_way(terms: Terms, cards: Cards) -> Setting:
    """Ours, for the sheet has none: the strongest back, then the strongest middle that is no foul [CHI-A1]."""
    fives = sorted(combinations(cards, 5), key=lambda hand: strength(terms, hand), reverse=True)
    apart = ((back, middle) for back, middle in combinations(fives, 2) if not set(back) & set(middle))
    settings = ({FRONT: surplus(cards, back + middle), MIDDLE: middle, BACK: back} for back, middle in apart)
    return next(setting for setting in settings if not foul(terms, setting, {}))


# Naturals ----------------------------------------------------------------------------------------------------------

NATURALS = {"dragon": "CHI-34", "three_flushes": "CHI-32", "three_straights": "CHI-31", "six_pairs": "CHI-33"}
FLUSHES: dict[bool, set[tuple[int, ...]]] = {False: {(5, 5, 3), (8, 5), (10, 3), (13,)}, True: {(5, 5, 3)}}  # [CHI-A22]


def naturals(terms: Terms, cards: Cards) -> set[str]:
    """Every natural in these thirteen cards, however they are set [CHI-30, CHI-D7, CHI-A18]."""
    ranks = Counter(card.rank for card in cards)
    suits = Counter(card.suit for card in cards)
    excluded = {4: terms.six_pairs_quads == "exclude", 3: terms.six_pairs_trips == "exclude"}  # [CHI-A20]
    found = {
        "dragon": len(ranks) == len(RANKS),
        "three_flushes": tuple(sorted(suits.values(), reverse=True)) in FLUSHES[terms.three_flushes_distinct],
        "three_straights": tuple(sorted(ranks.elements())) in three_runs(ace_low=terms.natural_ace_low),
        "six_pairs": sum(n // 2 for n in ranks.values()) == 6 and not any(excluded.get(n) for n in ranks.values()),
    }
    return {name for name, held in found.items() if held}


@lru_cache
def three_runs(*, ace_low: bool) -> frozenset[tuple[int, ...]]:
    """The ranks of two runs of five and one of three, in every way; an ace is high or low, nothing wraps [CHI-A19]."""
    ladder = (ACE, *RANKS) if ace_low else tuple(RANKS)
    fives, threes = ([ladder[low : low + size] for low in range(len(ladder) - size + 1)] for size in (5, 3))
    return frozenset(tuple(sorted(one + two + three)) for one in fives for two in fives for three in threes)


def natural_of(terms: Terms, seat: Seat) -> str | None:
    """The natural a seat is paid for: its highest, once [CHI-A23]."""
    declared = terms.natural_detection == "automatic" or "natural" in seat.claims  # [CHI-A17]
    if not (terms.naturals and declared and seat.setting):
        return None
    found = naturals(terms, seat.cards)
    return next((name for name in NATURALS if name in found and shows(terms, seat.setting, name)), None)


def shows(terms: Terms, setting: Setting, natural: str) -> bool:
    """Must it be set in order, with a straight or a flush in each row where that is the natural? [CHI-A21]"""
    runs = all(run_top(setting[row], ace_low=terms.natural_ace_low) for row in ROWS)
    suited = all(len({card.suit for card in setting[row]}) == 1 for row in ROWS)
    seen = {"three_straights": runs, "three_flushes": suited}.get(natural, True)
    return not terms.natural_needs_setting or (seen and not foul(terms, setting, {}))


# What the hands are worth ------------------------------------------------------------------------------------------

BONUSES = {  # the option with its figure, and its clause; one line to a row [CHI-A37]
    (FRONT, Made.THREE_OF_A_KIND): ("bonus_trips_front", "CHI-28"),
    (MIDDLE, Made.FULL_HOUSE): ("bonus_full_house_middle", "CHI-27"),
    **{(row, Made.FOUR_OF_A_KIND): ("bonus_four_of_a_kind", "CHI-26") for row in (MIDDLE, BACK)},
    **{(row, Made.STRAIGHT_FLUSH): ("bonus_straight_flush", "CHI-25") for row in (MIDDLE, BACK)},
    **{(row, Made.ROYAL_FLUSH): ("royal_bonus", "CHI-A11") for row in (MIDDLE, BACK)},
}
TWO_ROWS = {"2-4": Result("two_rows", 2, "CHI-20"), "1-6": Result("two_rows", 1, "CHI-22")}
SWEEP = {"2-4": Result("sweep", 4, "CHI-21"), "1-6": Result("sweep", 6, "CHI-23"), "per_hand": Result("", 3, "CHI-17")}


class Hand(NamedTuple):
    """One player's hand as it lies open."""

    seat: SeatNumber
    status: str  # ok, foul, natural or surrender
    gone: bool  # surrendered, or fouled where that is the same [CHI-A1]
    fouled: bool
    natural: str | None
    rows: Mapping[str, Strength]
    bonuses: Mapping[str, Result]


def opened(terms: Terms, seat: Seat) -> Hand:
    """A seat's hand; a seat that need not set, all others having surrendered, has no rows [CHI-A25]."""
    fouled = bool(seat.setting and foul(terms, seat.setting, {}))
    natural = natural_of(terms, seat)  # comes before a foul [CHI-D4]
    status = "surrender" if not seat.live else "natural" if natural else "foul" if fouled else "ok"
    gone = status == "surrender" or (status == "foul" and terms.foul_policy == "surrender")
    rows = {row: strength(terms, hand) for row, hand in (seat.setting or {}).items()}
    earned = bonuses_in(terms, rows) if terms.bonuses and not fouled else {}  # [CHI-24, CHI-A13]
    return Hand(seat.number, status, gone, fouled, natural, rows, earned)


def bonuses_in(terms: Terms, rows: Mapping[str, Strength]) -> dict[str, Result]:
    """The bonus of each row that has one, or the best of them [CHI-25..CHI-28, CHI-A10]."""
    lines = {row: (hand.made, *BONUSES[row, hand.made]) for row, hand in rows.items() if (row, hand.made) in BONUSES}
    found = {row: Result(f"{made}_in_{row}", getattr(terms, name), c) for row, (made, name, c) in lines.items()}
    best = max(found, key=lambda row: found[row].pays, default="")
    return {row: bonus for row, bonus in found.items() if terms.bonus_stack == "sum" or row == best}


def scored(terms: Terms, won: Sequence[int]) -> list[Result]:
    """Units by row, or by rows won of three: 1 won, -1 lost, 0 tied for front, middle and back [CHI-18, CHI-D5]."""
    if terms.scoring == "per_hand":
        return [Result(row, result, "CHI-17") for row, result in zip(ROWS, won, strict=True) if result]
    ahead = (sum(won) > 0) - (sum(won) < 0)
    line = (SWEEP if won.count(ahead) == 3 else TWO_ROWS)[terms.scoring]
    if not ahead or (won.count(ahead) == 1 and terms.variant_tie_rule == "literal"):  # [CHI-A6]
        return []
    if terms.variant_tie_rule == "additive" and 0 in won:
        line = Result("two_rows", abs(sum(won)) + (terms.scoring == "2-4"), "CHI-A6")
    return [replace(line, pays=ahead * line.pays)]


def foul_price(terms: Terms) -> int:
    """What a fouled hand pays each opponent: an illegal hand wins no row, so it is swept [CHI-A1]."""
    prices = {"flat3": 3, "surrender": terms.surrender_units[terms.scoring]}
    return prices.get(terms.foul_policy, SWEEP[terms.scoring].pays)


# Settling ----------------------------------------------------------------------------------------------------------

IN_ROWS = ("fee", "surrender", "natural", "foul", *ROWS, "two_rows", "sweep", "bonus")  # [CHI-A30]


def settle(terms: Terms, round_: Round) -> list[Payment]:
    """Every player against every other: 1-2, 1-3, 1-4, 2-3, 2-4, 3-4 [CHI-16, CHI-D8, CHI-D9]."""
    table = tuple(opened(terms, seat) for seat in round_.seats)
    groups = [[fee] for fee in due(terms, round_)] + [between(terms, table, *pair) for pair in combinations(table, 2)]
    if terms.shortage == "table_stakes":
        chips = round_.opening.chips
        groups = net_in_order_of_means(groups, {s.number: chips[s.player] for s in round_.seats if s.player in chips})
    payments = [payment for group in groups for payment in group]
    return sorted(payments, key=lambda p: IN_ROWS.index(p.wager)) if terms.reveal == "row_by_row" else payments


def due(terms: Terms, round_: Round) -> list[Payment]:
    return [p for s in round_.seats for p in pays(HOUSE, s.number, terms.fee, "fee", "CHI-A32", "for the round")]


def between(terms: Terms, table: tuple[Hand, ...], ours: Hand, theirs: Hand) -> list[Payment]:
    """What passes between two players: the first of these that applies [CHI-D4]."""
    if ours.gone or theirs.gone:
        return surrendered(terms, ours, theirs)
    compared = terms.natural_mode == "add" or as_plain(terms, ours, theirs)  # [CHI-A14]
    rows = rows_paid(terms, ours, theirs) if compared else []
    return rows + prizes_paid(terms, table, ours, theirs) + prizes_paid(terms, table, theirs, ours)


def as_plain(terms: Terms, ours: Hand, theirs: Hand) -> bool:
    """No natural between these two, or two that are ignored [CHI-A16]."""
    both = bool(ours.natural and theirs.natural) and terms.natural_vs_natural == "compare_rows"
    return both or not (ours.natural or theirs.natural)


def surrendered(terms: Terms, ours: Hand, theirs: Hand) -> list[Payment]:
    """A set amount to each live player and nothing else [CHI-37, CHI-A25, CHI-A28]."""
    payer, live = (ours, theirs) if ours.gone else (theirs, ours)
    if live.gone or (live.status == "foul" and not terms.foul_collects_surrender):  # [CHI-A26]
        return []
    clause = "CHI-37" if payer.status == "surrender" else "CHI-A1"
    chips = terms.surrender_units[terms.scoring] * terms.unit_value
    return pays(live.seat, payer.seat, chips, payer.status, clause, f"{payer.status} at the set amount")


def rows_paid(terms: Terms, ours: Hand, theirs: Hand) -> list[Payment]:
    """One unit, a sum of money, for each row won, or as the scoring says [CHI-17, CHI-19]."""
    if ours.fouled or theirs.fouled:
        units = (theirs.fouled - ours.fouled) * foul_price(terms)
        return pays(ours.seat, theirs.seat, units * terms.unit_value, "foul", "CHI-A1", "fouled")
    results = scored(terms, [against(ours.rows[row], theirs.rows[row]) for row in ROWS])
    why = {row: f"{ours.rows[row].spoken} against {theirs.rows[row].spoken}" for row in ROWS}
    each = [(r.pays * terms.unit_value, r.line, r.clause, why.get(r.line, r.spoken)) for r in results]
    return [payment for row in each for payment in pays(ours.seat, theirs.seat, *row)]


def prizes_paid(terms: Terms, table: tuple[Hand, ...], winner: Hand, payer: Hand) -> list[Payment]:
    """A natural or a bonus is paid by each of the others in full, or shared, odd chips from the first [CHI-A12]."""
    payments = []
    for name, prize in prizes(terms, table, winner, payer).items():
        payers = [hand for hand in table if name in prizes(terms, table, winner, hand)]
        chips = prize.pays * terms.unit_value
        parts = 1 if terms.bonus_payers == "each_full" else len(payers)
        chips = chips // parts + (payers.index(payer) < chips % parts)
        wager = "natural" if name == "natural" else "bonus"
        payments += pays(winner.seat, payer.seat, chips, wager, prize.clause, prize.spoken)
    return payments


def prizes(terms: Terms, table: tuple[Hand, ...], winner: Hand, payer: Hand) -> dict[str, Result]:
    """The natural, and the bonus by row, that one player owes another [CHI-29, CHI-35, CHI-36, CHI-D6]."""
    ours = claimed(terms, table, winner, payer)
    theirs = claimed(terms, table, payer, winner)
    more = sum(bonus.pays for bonus in ours.values()) > sum(bonus.pays for bonus in theirs.values())
    found = ours if terms.bonus_conflict == "net" or more else {}  # [CHI-A9]
    place = [*NATURALS, None].index  # two naturals push, or the higher is paid [CHI-A16]
    ahead = place(winner.natural) < place(payer.natural) if terms.natural_vs_natural == "ranked" else not payer.natural
    if winner.natural and ahead and not payer.gone:
        found = {"natural": Result(winner.natural, terms.natural_units, NATURALS[winner.natural]), **found}
    return found


def claimed(terms: Terms, table: tuple[Hand, ...], winner: Hand, payer: Hand) -> dict[str, Result]:
    """The bonuses one player has against another; by default won or not [CHI-A8]."""
    if not meet(terms, winner, payer) or (payer.fouled and not terms.foul_pays_bonuses):  # [CHI-A13]
        return {}
    everyone = [hand for hand in table if meet(terms, winner, hand)]
    beat = {"no": [], "row": [payer], "all": everyone}[terms.bonus_requires_win]
    won = {row: all(hand.fouled or winner.rows[row] > hand.rows[row] for hand in beat) for row in winner.bonuses}
    return {row: bonus for row, bonus in winner.bonuses.items() if won[row]}


def meet(terms: Terms, ours: Hand, theirs: Hand) -> bool:
    """Do bonuses pass between these two? Not past a surrender; past a natural if the house says so [CHI-A15]."""
    apart = ours.seat == theirs.seat or ours.gone or theirs.gone
    return not apart and (terms.natural_bonuses or as_plain(terms, ours, theirs))


SHEET = Game(
    key="chinese",
    name="Chinese Poker",
    about="Thirteen cards, set as three, five and five against every other player's; units change hands by row.",
    terms=Terms(),
    seats=lambda terms: range(2, terms.players + 1),  # [CHI-03, CHI-A29]
    shoe=lambda terms: shoe(decks=terms.decks),  # no jokers [CHI-01, CHI-02]
    steps=steps,
    slots=lambda terms, seat: SLOTS,
    settle=settle,
    irregularities=voids,
    house_way=house_way,
    foul=foul,
    strength=lambda terms, slot, hand, jokers: strength(terms, hand),
    players_needed=2,  # who alone is left collects [CHI-A25]
    hands_per_player=lambda terms: (1, "CHI-03"),
    refuse_terms=refuse_terms,
    refuse_opening=refuse_opening,
    refuse=refuse,
    due=due,
    at_risk=at_risk,
    cover_clause="CHI-A31",
    presets=PRESETS,
)
