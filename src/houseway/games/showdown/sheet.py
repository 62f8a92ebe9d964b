"""
Pyramid Poker, Showdown Version, by Philip Lee and Peter Yee (2017).

Marks like [SHO-38] are clauses of rulebook.md; [SHO-A5] is an open question. Players deal among
themselves: the next higher seat number sits to the left, and seat 1 to the left of the last.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, combinations, pairwise, permutations
from typing import Annotated, Literal

from ...rules.cards import ACE, JOKER, Cards, shoe
from ...rules.game import Deal, Decide, Game, Opening, SetHands, Step, irregularities
from ...rules.moves import Decided, HandsSet, Move
from ...rules.payments import POT, Party, Payment, SeatNumber, in_order_of_means, pays
from ...rules.paytable import PayTable
from ...rules.ranking import Made, Ranking, Strength, against
from ...rules.round import Round, Seat
from ...rules.setting import Setting, Slot, discards
from ...rules.terms import Between, Chips, Limit
from .hand_order import Laid, all_power, ordered_by, power, scale_of, spoken, valued
from .house_way import best_found

# What the players agree on, and where the sheet is silent or speaks twice ------------------------------------------

KIND_POINTS = PayTable({"4": 4, "5": 6, "6": 10, "7": 14, "8": 18, "9": 22, "10": 26})  # n of a kind in H6 [SHO-44]
SF_POINTS = PayTable({"5": 5, "6": 8, "7": 11, "8": 14, "9": 17, "10": 20})  # straight flush of n in H6 [SHO-45]
MULTIPLIER = PayTable({"6": 1, "5": 2, "4": 3, "3": 4})  # by hand [SHO-47, SHO-48, SHO-49]
TRIPS_POINTS = PayTable({"4": 3, "3": 6, "2": 9})  # [SHO-48, SHO-49, SHO-50, SHO-A31]
FULL_HOUSE_POINTS = PayTable({"5": 2, "4": 4, "3": 6})  # [SHO-46, SHO-48, SHO-49, SHO-A30]
CHART = {  # as printed: n of a kind from 4 on, straight flush of n from 5 on [SHO-51, SHO-A29]
    6: ((4, 6, 10, 14, 18, 22, 26), (5, 8, 11, 14, 17, 20)),
    5: ((8, 12, 20, 28), (10, 18, 26)),  # twice 8 and 11 would be 16 and 22 [SHO-A1]
    4: ((12, 18, 24), (15, 20)),  # three times 10 and 8 would be 30 and 24 [SHO-A1]
    3: ((16, 24), (20,)),
}


@dataclass(frozen=True, kw_only=True)
class Terms:
    """Every option of the sheet. The comment names the clause or the ledger row."""

    players: Annotated[int, Between(2, 6)] = 6  # seats at the table; seven would need 175 cards [SHO-02, SHO-A23]
    decks: Annotated[int, Between(3, 3)] = 3  # [SHO-03]
    jokers: Annotated[int, Between(4, 4)] = 4  # [SHO-03]
    initial_cards: Annotated[int, Between(20, 20)] = 20  # [SHO-06]
    buy1_cards: Annotated[int, Between(3, 3)] = 3  # [SHO-27]
    buy2_cards: Annotated[int, Between(2, 2)] = 2  # [SHO-30]
    ante_chips: Chips = 10  # [SHO-11]
    buy1_chips: Chips = 10  # [SHO-27]
    buy2_chips: Chips = 10  # [SHO-30]
    surrender1_chips: Chips = 5  # to each remaining player [SHO-26]
    surrender2_chips: Chips = 10  # [SHO-29]
    chip_value: Limit = 1  # what a chip stands for among the players [SHO-09, SHO-A27]
    chips_per_point: Annotated[int, Between(1, 1)] = 1  # [SHO-38, SHO-A27]
    h6_sizes: Literal["5, 6, 7, 8, 9, 10"] = "5, 6, 7, 8, 9, 10"  # [SHO-21]
    h5_sizes: Literal["5, 6, 7"] = "5, 6, 7"  # [SHO-22]
    h4_sizes: Literal["3, 5, 6"] = "3, 5, 6"  # [SHO-23]
    h3_sizes: Literal["3, 5"] = "3, 5"  # [SHO-24]
    h6_max: Annotated[int, Between(10, 10)] = 10  # [SHO-A39]
    min_cards_used: Annotated[int, Between(20, 20)] = 20  # [SHO-32]
    special_points_source: Literal["multiplier", "chart", "max", "min"] = "multiplier"  # [SHO-A1]
    kind_points: PayTable = KIND_POINTS
    sf_points: PayTable = SF_POINTS
    position_multiplier: PayTable = MULTIPLIER
    trips_points: PayTable = TRIPS_POINTS
    full_house_points: PayTable = FULL_HOUSE_POINTS
    ace_h1_points: Annotated[int, Between(1, 2)] = 1  # [SHO-A36]
    special_counts: Literal["winner", "both"] = "winner"  # [SHO-A10]
    cross_size_order: Literal["merged", "class_name", "same_size_only"] = "merged"  # [SHO-A2]
    two_pairs_vs_three_card: Literal["above", "below"] = "above"  # [SHO-A3]
    power_order: Literal["points", "cards"] = "points"  # [SHO-A5]
    three_card_sf: Literal["flush", "top"] = "flush"  # [SHO-A6]
    hand4_six_cards: Literal["best_five", "power_only"] = "best_five"  # [SHO-A7]
    hand3_expansion: Literal["both", "either"] = "both"  # [SHO-A8]
    equal_hands_order: Literal["illegal", "allow"] = "illegal"  # [SHO-A4]
    suit_tiebreak: Literal["full", "first_card", "off"] = "full"  # [SHO-A11]
    joker_duplicates: bool = True  # [SHO-A13]
    natural_beats_wild: bool = False  # [SHO-A14]
    joker_declaration: Literal["auto", "declared"] = "auto"  # [SHO-A15]
    wheel: Literal["low", "second"] = "low"  # [SHO-A16]
    pot_tie: Literal["split", "carry", "compare_h6"] = "split"  # [SHO-A21]
    all_surrender: Literal["carry", "refund"] = "carry"  # [SHO-A19]
    foul_policy: Literal["lose_all", "reorder", "block"] = "lose_all"  # [SHO-A24]
    min_buy_in: Chips = 500  # [SHO-A20]
    shortage: Literal["credit", "table_stakes"] = "credit"  # [SHO-A20]
    buy_optional: bool = False  # [SHO-A26]
    declare_timeout: Literal["surrender", "play"] = "surrender"  # [SHO-A42]
    dealer_rotation: Literal["clockwise", "fixed"] = "clockwise"  # [SHO-A28]


# The round ---------------------------------------------------------------------------------------------------------

PLAY = "play"
SURRENDER = "surrender"
STAY = "stay"
PLACES = range(1, 7)
STANDARD = {1: 1, 2: 3, 3: 3, 4: 3, 5: 5, 6: 5}  # 20 cards in all [SHO-08, SHO-15]
GROWS = {1: "SHO-25", 2: "SHO-25", 3: "SHO-24", 4: "SHO-23", 5: "SHO-22", 6: "SHO-21"}  # H1 and H2 never [SHO-A35]


def steps(terms: Terms, opening: Opening) -> tuple[Step, ...]:
    """Twenty cards, two closed fists with a buy after each, six hands face down [SHO-07, SHO-31]."""
    options = (PLAY, SURRENDER, STAY) if terms.buy_optional else (PLAY, SURRENDER)  # going on is buying [SHO-A26]
    return (
        Deal(terms.initial_cards, "SHO-12"),
        Decide(options, "SHO-28", leaving=(SURRENDER,)),
        Deal(terms.buy1_cards, "SHO-27", to=PLAY),
        Decide(options, "SHO-29", leaving=(SURRENDER,)),
        Deal(terms.buy2_cards, "SHO-30", to=PLAY),
        SetHands("SHO-13"),  # once down they stay [SHO-14]; all are opened together, H1 to H6 [SHO-33, SHO-A41]
    )


def sizes(terms: Terms, place: int) -> tuple[int, ...]:
    """How many cards a hand may have, if it earns them."""
    grown = {3: terms.h3_sizes, 4: terms.h4_sizes, 5: terms.h5_sizes, 6: terms.h6_sizes}.get(place)
    found = map(int, grown.split(", ")) if grown else (STANDARD[place],)
    return tuple(size for size in found if size <= terms.h6_max)  # [SHO-A39]


def slots(terms: Terms, seat: Seat) -> tuple[Slot, ...]:
    return tuple(Slot(f"hand{place}", sizes(terms, place), GROWS[place]) for place in PLACES)


def colours(setting: Setting, cards: Cards) -> dict[str, Cards]:
    """For the display: standard cards white, those that extend a hand yellow, discards grey [SHO-54, SHO-A33]."""
    hands = [(setting[f"hand{place}"], size) for place, size in STANDARD.items()]
    white = tuple(card for hand, size in hands for card in hand[:size])
    yellow = tuple(card for hand, size in hands for card in hand[size:])
    return {"white": white, "yellow": yellow, "grey": discards(cards, setting)}


def refuse_opening(terms: Terms, opening: Opening) -> str | None:
    needed = terms.min_buy_in
    seats = enumerate(opening.players, start=1)
    short = [opening.name_of(seat) for seat, player in seats if opening.chips.get(player, needed) < needed]
    return f"{', '.join(short)} must bring at least {terms.min_buy_in} chips [SHO-A20]" if short else None


def refuse(terms: Terms, round_: Round, move: Move) -> str | None:
    if isinstance(move, Decided) and move.stake is not None:
        return f"a fist holds one chip or none, and what it costs is set, not {move.stake} chips [SHO-28]"
    if not isinstance(move, HandsSet):
        return None
    reason = why_not_named(terms, round_.seat(move.seat), move)
    return reason or (foul(terms, move.setting, move.jokers) if terms.foul_policy == "block" else None)  # [SHO-A24]


def why_not_named(terms: Terms, seat: Seat, move: HandsSet) -> str | None:
    """Jokers are named where the table wants it; only the house way need not, and takes them at their best."""
    for name, hand in move.setting.items():
        named = move.jokers.get(name, ())
        if not terms.joker_duplicates and (set(named) & set(hand) or len(set(named)) < len(named)):
            return f"a joker in {name} may not be a card that is there already [SHO-A13]"
        unnamed = JOKER in hand and not named and terms.joker_declaration == "declared"
        if unnamed and dict(move.setting) != house_way(terms, seat.cards):
            return f"say what each joker in {name} stands for [SHO-A15]"
    return None


# What beats what, and setting six hands ----------------------------------------------------------------------------

Hands = tuple[Laid, ...]


def scale(terms: Terms, *, by_name: bool = False) -> Ranking:
    return scale_of(by_name, ordered_by(terms))


def strength(terms: Terms, hand: Laid, *, by_name: bool = False) -> Strength:
    return valued(scale(terms, by_name=by_name), hand)


def compare(terms: Terms, ours: Laid, theirs: Laid) -> int:
    """1 if ours is stronger, -1 if theirs is, 0 if they are equal to the last suit [SHO-43, SHO-A11, SHO-A37]."""
    by_name = terms.cross_size_order == "class_name" and (len(ours.cards) > 3) != (len(theirs.cards) > 3)  # [SHO-A2]
    return against(strength(terms, ours, by_name=by_name), strength(terms, theirs, by_name=by_name))


def laid(setting: Setting, jokers: Mapping[str, Cards]) -> Hands:
    return tuple(Laid(setting[f"hand{place}"], jokers.get(f"hand{place}", ())) for place in PLACES)


def faults(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> list[str]:
    """Everything that is wrong with six hands: `size6`, `card_count`, `order23` [SHO-D5]."""
    return list(faults_of(terms, laid(setting, jokers)))


def faults_of(terms: Terms, hands: Hands) -> Iterator[str]:
    used = sum(len(hand.cards) for hand in hands)
    most = terms.initial_cards + terms.buy1_cards + terms.buy2_cards
    least = 0 if terms.equal_hands_order == "allow" else 1  # [SHO-16, SHO-A4]
    yield from (f"size{place}" for place in PLACES if not earns_its_size(terms, hands, place))
    if not terms.min_cards_used <= used <= most:  # [SHO-32, SHO-A9, SHO-A25]
        yield "card_count"
    rising = ordered(terms, hands)
    yield from (f"order{a}{b}" for a, b in rising if compare(terms, hands[b - 1], hands[a - 1]) < least)


def earns_its_size(terms: Terms, hands: Hands, place: int) -> bool:
    """May this hand have so many cards? [SHO-21..SHO-25]"""
    hand = hands[place - 1]
    size = len(hands[place - 1].cards)
    if size == STANDARD[place] or size not in sizes(terms, place):
        return size == STANDARD[place]
    if place >= 5 or (place, size, terms.hand4_six_cards) == (4, 6, "power_only"):  # [SHO-21..SHO-23, SHO-A7]
        return all_power(scale(terms), hand) is not None
    full = strength(terms, hand).level >= scale(terms).level(Made.FULL_HOUSE, 5)
    below_grown = len(hands[3].cards) > STANDARD[4]
    third = full and below_grown if terms.hand3_expansion == "both" else full or below_grown  # [SHO-24, SHO-A8]
    return full if place == 4 else third  # [SHO-23]


def ordered(terms: Terms, hands: Hands) -> list[tuple[int, int]]:
    """Which hands must rise: each above the one before it, or only above the one before it of its size [SHO-A2]."""
    if terms.cross_size_order != "same_size_only":
        return list(pairwise(PLACES))
    by_size = sorted(PLACES, key=lambda place: len(hands[place - 1].cards))
    return [(a, b) for a, b in pairwise(by_size) if len(hands[a - 1].cards) == len(hands[b - 1].cards)]


def foul(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> str | None:
    """Hands that can be put down, and break the order or a size."""
    says = {
        "card": "20 to 25 cards are set, no fewer and no more [SHO-32]",
        "size": "hand {1} has not earned its extra cards [SHO-21..SHO-24]",
        "orde": "hand {1} must be stronger than hand {0} [SHO-16]",
    }
    return "; ".join(says[fault[:4]].format(*fault[-2:]) for fault in faults(terms, setting, jokers)) or None


def counting(terms: Terms, setting: Setting, jokers: Mapping[str, Cards]) -> Hands | None:
    """The hands that are scored; None if they lose all [SHO-A24]."""
    hands = laid(setting, jokers)
    rising = sorted(hands, key=partial(strength, terms))
    orders: Iterable[Hands] = (hands,)
    if terms.foul_policy == "reorder":
        orders = chain((hands,), (order for order in permutations(rising) if fits_the_layout(terms, order)))
    return next((order for order in orders if not any(faults_of(terms, order))), None)


def fits_the_layout(terms: Terms, hands: Hands) -> bool:
    """Has every hand one of the sizes of its place? This is found sooner than all faults."""
    return all(len(hand.cards) in sizes(terms, place) for place, hand in enumerate(hands, start=1))


def house_way(terms: Terms, cards: Cards) -> Setting:
    """Ours, for a player who asks or is absent: the legal setting that scores most, of those a quick search meets."""
    return dict(_house_way(terms, cards))


@lru_cache(maxsize=512)
def _house_way(terms: Terms, cards: Cards) -> Setting:
    """Kept, because one hand is asked about several times: before it is set, when it is, and when it is checked."""
    return best_found(cards, scale(terms), points=partial(value, terms), faults=partial(faults, terms, jokers={}))


# Points ------------------------------------------------------------------------------------------------------------


def special(terms: Terms, place: int, found: Strength, source: str | None = None) -> int | None:
    """What a hand scores in its place under special scoring, if anything [SHO-44..SHO-51]."""
    column = power(found)
    line = str(place)
    if column and line in terms.position_multiplier:
        family, count = column
        points = (terms.kind_points, terms.sf_points)[family][str(count)] * terms.position_multiplier[line]
        both = (points, *CHART[place][family][count - 4 - family :][:1])
        readings = {"multiplier": points, "chart": both[-1], "max": max(both), "min": min(both)}  # [SHO-A1]
        return readings[source or terms.special_points_source]
    if found.made == Made.THREE_OF_A_KIND:
        return terms.trips_points.get(line)
    if found.made == Made.FULL_HOUSE:
        return terms.full_house_points.get(line)
    return 2 if terms.ace_h1_points == 2 and place == 1 and found.ranks[:1] == (ACE,) else None  # [SHO-A36]


def value(terms: Terms, place: int, found: Strength) -> int:
    points = special(terms, place, found)
    return 1 if points is None else points  # [SHO-36, SHO-52]


def hand_points(terms: Terms, place: int, ours: Laid, theirs: Laid) -> int:
    """The winner's points, the loser's special counting nothing [SHO-D7], or against it [SHO-A10]; a draw is 0."""
    won = compare(terms, ours, theirs)
    winner, loser = (ours, theirs) if won > 0 else (theirs, ours)
    off = special(terms, place, strength(terms, loser)) if terms.special_counts == "both" else None
    return won * (value(terms, place, strength(terms, winner)) - (off or 0))


def duel(terms: Terms, ours: Hands | None, theirs: Hands | None) -> list[int]:
    """The points of H1 to H6, from our side; fouled hands lose all to hands that are not [SHO-D8]."""
    if ours and theirs:
        return [hand_points(terms, place, *pair) for place, pair in enumerate(zip(ours, theirs, strict=True), 1)]
    sign, clean = (1, ours) if ours else (-1, theirs)
    return [sign * value(terms, place, strength(terms, hand)) for place, hand in enumerate(clean or (), 1)] or [0] * 6


# Settling ----------------------------------------------------------------------------------------------------------


def clockwise(round_: Round, first: SeatNumber) -> list[Seat]:
    """The seats still in, from this one on to the left."""
    return sorted(round_.live, key=lambda seat: (seat.number - first) % len(round_.seats))


def owed(terms: Terms, round_: Round) -> list[Payment]:
    """Antes, then at each opening of the fists the surrenders and the buys [SHO-53]."""
    antes = [p for seat in round_.seats for p in pays(seat.number, POT, -terms.ante_chips, "ante", "SHO-11", "ante")]
    return antes + declared(terms, round_, 0) + declared(terms, round_, 1)


def declared(terms: Terms, round_: Round, turn: int) -> list[Payment]:
    """What an opening of the fists costs: a surrender each player who remains, going on the Pot."""
    buy, buys = ((terms.buy1_chips, "SHO-27"), (terms.buy2_chips, "SHO-30"))[turn]
    quits, surrenders = ((terms.surrender1_chips, "SHO-26"), (terms.surrender2_chips, "SHO-29"))[turn]
    said = {seat.number: seat.decisions[turn] for seat in round_.seats if len(seat.decisions) > turn}
    left = [seat for seat in said if said[seat] != SURRENDER]  # not those who surrender with them [SHO-A17]
    pairs = [(seat, other) for seat in said if said[seat] == SURRENDER for other in left]
    paid = [p for seat, other in pairs for p in pays(seat, other, -quits, "surrender", surrenders, "surrenders")]
    buyers = [seat for seat in left if said[seat] == PLAY and len(left) > 1]  # the last pays no more [SHO-A18, SHO-A22]
    return paid + [p for seat in buyers for p in pays(seat, POT, -buy, "buy", buys, "buys cards")]


def as_means_allow(terms: Terms, round_: Round, payments: list[Payment]) -> list[Payment]:
    """On an open account, or only as far as each player's chips reach [SHO-10, SHO-A20]."""
    known = round_.opening.chips
    means: dict[Party, int] = {s.number: known[s.player] for s in round_.seats if s.player in known}
    return in_order_of_means(payments, means) if terms.shortage == "table_stakes" else payments


def scores(terms: Terms, round_: Round) -> dict[tuple[SeatNumber, SeatNumber], list[int]]:
    """Every pair once: the dealer against each seat to the left in turn, then the next [SHO-34, SHO-35, SHO-39]."""
    hands = in_play(terms, round_)
    return {(a, b): duel(terms, hands[a], hands[b]) for a, b in combinations(hands, 2)}


def in_play(terms: Terms, round_: Round) -> dict[SeatNumber, Hands | None]:
    order = clockwise(round_, round_.opening.dealer_seat)
    return {seat.number: counting(terms, seat.setting, seat.jokers) for seat in order if seat.setting}


def totals(nets: Mapping[tuple[SeatNumber, SeatNumber], int]) -> dict[SeatNumber, int]:
    """Each player's net scores, summed; antes and surrenders do not count [SHO-D9]."""
    seats = dict.fromkeys(seat for pair in nets for seat in pair)
    return {seat: sum(net * ((seat == a) - (seat == b)) for (a, b), net in nets.items()) for seat in seats}


def champions(found: Mapping[SeatNumber, int]) -> list[SeatNumber]:
    """The highest total; who surrendered has none [SHO-40, SHO-A38]."""
    return [seat for seat, total in found.items() if total == max(found.values())]


def settle(terms: Terms, round_: Round) -> list[Payment]:
    scored = scores(terms, round_)
    live = round_.live
    showdown = [p for (a, b), points in scored.items() for p in exchanged(terms, a, b, points)]
    made = as_means_allow(terms, round_, owed(terms, round_) + showdown)
    stakes = [payment for payment in made if payment.payee == POT]
    pot = round_.opening.pot + sum(payment.chips for payment in stakes)
    if len(live) == 1:
        return made + pays(live[0].number, POT, pot, "pot", "SHO-A18", "all others surrender")
    if live:
        winners = champions(totals({pair: sum(points) for pair, points in scored.items()}))
        return made + pot_won(terms, round_, winners, pot)
    back = [p._replace(payer=POT, payee=p.payer, clause="SHO-A19", why="all surrender") for p in stakes]
    return made + back if terms.all_surrender == "refund" else made  # or the Pot waits for the next deal [SHO-A19]


def exchanged(terms: Terms, ours: SeatNumber, theirs: SeatNumber, points: list[int]) -> list[Payment]:
    """The net score of two players, paid at once [SHO-37, SHO-38]."""
    net = sum(points)
    worth = f", worth {abs(net) * terms.chip_value}" if terms.chip_value > 1 else ""  # [SHO-09]
    why = f"net {abs(net)} over six hands ({' '.join(map(str, points))}){worth}"
    return pays(ours, theirs, net * terms.chips_per_point, "showdown", "SHO-38", why)


def pot_won(terms: Terms, round_: Round, winners: list[SeatNumber], pot: int) -> list[Payment]:
    """The Pot to the Showdown Champion [SHO-40]; split, odd chips go to the first at the dealer's left [SHO-A21]."""
    if len(winners) > 1 and terms.pot_tie == "carry":
        return []
    if len(winners) > 1 and terms.pot_tie == "compare_h6":
        winners = best_hand6(terms, round_, winners)
    share, odd = divmod(pot, len(winners))
    left = [seat.number for seat in clockwise(round_, round_.opening.dealer_seat + 1) if seat.number in winners]
    clause, why = ("SHO-40", "Showdown Champion") if len(winners) == 1 else ("SHO-A21", "tied for Champion")
    return [p for seat in left for p in pays(seat, POT, share + odd * (seat == left[0]), "pot", clause, why)]


def best_hand6(terms: Terms, round_: Round, tied: list[SeatNumber]) -> list[SeatNumber]:
    """Those of the tied with the strongest H6, fouled hands below all others [SHO-A21]."""
    sixth = {seat: strength(terms, six[5]) for seat, six in in_play(terms, round_).items() if six and seat in tied}
    return [seat for seat in sixth if sixth[seat] == max(sixth.values())] or tied


SHEET = Game(
    key="showdown",
    name="Pyramid Poker, Showdown Version",
    about="Twenty to twenty-five cards and jokers in six rising hands, each against every other player's, and a Pot.",
    terms=Terms(),
    seats=lambda terms: range(2, terms.players + 1),  # [SHO-A23]
    shoe=lambda terms: shoe(decks=terms.decks, jokers=terms.jokers),  # all 160, shuffled each round [SHO-03, SHO-05]
    steps=steps,
    slots=slots,
    settle=settle,
    irregularities=lambda terms: irregularities("void_round", "SHO-12"),  # the sheet has none
    house_way=house_way,
    foul=foul,
    sound=lambda terms, setting, jokers: not any(faults_of(terms, laid(setting, jokers))),
    strength=lambda terms, slot, hand, jokers: strength(terms, Laid(hand, jokers)),
    spoken=spoken,
    players_needed=2,  # [SHO-A18]; nobody banks [SHO-01]
    default_decision=lambda terms, step: terms.declare_timeout,  # [SHO-A42]
    dealer_rotates=lambda terms: terms.dealer_rotation == "clockwise",  # [SHO-A28]
    refuse_opening=refuse_opening,
    refuse=refuse,
    due=lambda terms, round_: as_means_allow(terms, round_, owed(terms, round_)),
    without_credit={"shortage": "table_stakes"},  # [SHO-A20]
)
