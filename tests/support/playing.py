"""Rounds for tests: a toy game that has every kind of step, and random play of any game through its views."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from houseway.games.pyramid import sheet as pyramid
from houseway.games.pyramid.house_way import house_way
from houseway.records.dealing import next_deal, shuffled_shoe
from houseway.records.shuffle import from_seed
from houseway.rules.cards import JOKER, Card, Cards, read_cards, shoe
from houseway.rules.game import (
    AnyGame,
    Banking,
    Deal,
    Decide,
    Game,
    Irregularity,
    Opening,
    SeatLimit,
    SetHands,
    Spot,
    Step,
    Wager,
)
from houseway.rules.moves import Dealt, Decided, HandsSet, Move, Posted, Voided
from houseway.rules.payments import HOUSE, Party, Payment, pays
from houseway.rules.playing import after, play, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round, Seat
from houseway.rules.setting import Setting, Slot
from houseway.rules.table import Table, close_round, open_round
from houseway.rules.terms import Limit
from houseway.rules.view import view
from houseway.solving.bots import steady_move


def games() -> dict[str, AnyGame]:
    """Every registered game, by its key."""
    from houseway.games import GAMES

    return GAMES


def cards(text: str) -> Cards:
    return read_cards(text)


def hands(**named: str) -> dict[str, Cards]:
    return {slot: read_cards(text) for slot, text in named.items()}


# A toy game --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ToyTerms:
    """The options of the toy game."""

    stake: Limit = 10
    in_turn: bool = False
    one_by_one: bool = False
    dealer_sets: bool = False
    several: bool = True
    one_at_a_time: bool = False
    shoe_lasts: bool = False
    rotates: bool = False
    frequency: Literal["no_consecutive", "strict_alternate"] = "no_consecutive"
    offer: Literal["rotate", "request"] = "rotate"
    basis: Literal["previous_hand", "last_house_banked"] = "previous_hand"
    may_bank: bool = True


def toy_steps(terms: ToyTerms, opening: Opening) -> tuple[Step, ...]:
    spots = (Spot("main", 1, terms.stake, "T-1"), Spot("side", 2, 5, "T-2", optional=True))
    side = (Spot("side", 2, 5, "T-3"),)
    sets = (SetHands("T-7", who="bettors"), SetHands("T-8", who="banker", dealer_exposed=True))
    return (
        Wager(spots, "T-1", banker_spots=side, instead=(Spot("gift", 1, 1, "T-4"),)),
        Deal(2, "T-5", dealer=1, one_by_one=terms.one_by_one),
        Decide(("stay", "buy", "fold"), "T-6", leaving=("fold",), in_turn=terms.in_turn),
        Deal(1, "T-5", to="buy"),
        *(sets if opening.banker != HOUSE else (SetHands("T-7"),)),
        *((SetHands("T-9", who="dealer"),) if terms.dealer_sets else ()),
    )


def toy_slots(terms: ToyTerms, seat: Seat) -> tuple[Slot, ...]:
    if seat.number and seat.decisions[-1:] == ("stay",) and "gift" in seat.wagers:
        return ()
    return (Slot("low", (1,), "T-7"),)


def toy_settle(terms: ToyTerms, round_: Round) -> list[Payment]:
    payments = []
    for seat in round_.seats:
        chips = sum(seat.wagers.values())
        payments += pays(seat.number, HOUSE, chips if seat.live else -chips, "main", "T-1", "stayed")
    return payments


def toy_risk(terms: ToyTerms, round_: Round) -> dict[Party, int]:
    return {HOUSE: 10**6, **{seat.number: sum(seat.wagers.values()) for seat in round_.seats}}


def toy_banking(terms: ToyTerms) -> Banking:
    return Banking(
        may_bank=terms.may_bank,
        frequency=terms.frequency,
        offer=terms.offer,
        house_bet_basis=terms.basis,
        main_wager="main",
        clauses={"may": "T-60", "every_other": "T-63", "one_banker": "T-68", "house_bet": "T-66"},
    )


TOY = Game(
    key="toy",
    name="Toy",
    about="A game with every kind of step.",
    terms=ToyTerms(),
    seats=lambda terms: range(1, 4),
    shoe=lambda terms: shoe(decks=1, jokers=2),
    steps=toy_steps,
    slots=toy_slots,
    settle=toy_settle,
    irregularities=lambda terms: {"misdeal": Irregularity("dealt wrongly", "T-10")},
    house_way=lambda terms, held: {"low": held[:1]},
    hands_per_player=lambda terms: SeatLimit(2 if terms.several else 1, "T-11"),
    due=lambda terms, round_: [Payment(seat.number, HOUSE, 1, "due", "T-12", "ante") for seat in round_.live],
    at_risk=toy_risk,
    cover_clause="T-13",
    banking=toy_banking,
    shoe_lasts=lambda terms: 50 if terms.shoe_lasts else 0,
    dealer_rotates=lambda terms: terms.rotates,
    sees_all_own_hands=lambda terms: not terms.one_at_a_time,
)


def toy(**terms: Any) -> Game[ToyTerms]:
    return TOY.with_options(terms)


# Rounds of Pyramid Poker ----------------------------------------------------------------------------------------------

PYRAMID = pyramid.SHEET
FIVES = {"main": 5, "three_card": 5, "six_card": 5}
SIDES = {"three_card": 5, "six_card": 5}


def pyramid_terms(**options: Any) -> Game[pyramid.Terms]:
    return PYRAMID.with_options(options)


def pyramid_opened(*players: str, of: AnyGame = PYRAMID, **named: Any) -> Round:
    return start(of, Opening(players=players or ("ann",), **named))


def pyramid_dealt(*held: str, of: AnyGame = PYRAMID, wagers: Any = FIVES, **named: Any) -> Round:
    """A round after wagers and deal; `held` are the cards of seats 1, 2, ... and, last, of the House."""
    players = named.pop("players", tuple(f"player {seat}" for seat in range(1, len(held))))
    round_ = pyramid_opened(*players, of=of, **named)
    bank = round_.opening.banker
    sides = {name: chips for name, chips in wagers.items() if name != "main"}
    round_ = after(round_, *(Posted(s.number, sides if s.number == bank else wagers) for s in round_.seats))
    return play(round_, Dealt(cards(" ".join(held))))


def low_high(text: str) -> dict[str, Any]:
    low, high = text.split("/")
    return hands(low=low, high=high)


def pyramid_set(round_: Round, *settings: str | None) -> Round:
    """Each seat sets `low/high`, or the house way."""
    for seat, text in zip(round_.seats, settings, strict=True):
        setting = low_high(text) if text else house_way(round_.game.terms, seat.cards)
        round_ = play(round_, HandsSet(seat.number, setting))
    return round_


def pyramid_table(*players: str, of: AnyGame = PYRAMID, **named: Any) -> Table:
    return Table(game=of, players=players or ("ann", "bob", "cyd"), **named)


def pyramid_round(table_: Table, *, main: int = 5) -> Table:
    """The table after a whole round, with every hand set by the house way."""
    round_ = open_round(table_)
    for seat in round_.seats:
        round_ = play(round_, Posted(seat.number, SIDES if seat.number == table_.banker else {**FIVES, "main": main}))
    fresh = list((Counter(table_.game.shoe(table_.game.terms)) - Counter(table_.spent)).elements())
    count = 3 * len(table_.players) + 3
    round_ = play(round_, Dealt(tuple(fresh[:: len(fresh) // count][:count])))
    while not round_.over:
        mover = view(round_, None).waiting_for[0]
        assert table_.game.house_way is not None
        setting = table_.game.house_way(table_.game.terms, round_.seat(mover).cards)
        round_ = play(round_, HandsSet(mover, setting))
    return close_round(table_, round_)


# Random play of any game -------------------------------------------------------------------------------------------


def random_opening(game: AnyGame, chance: random.Random) -> Opening:
    """Any number of seats; where players bank, sometimes one of them."""
    count = chance.choice(list(game.seats(game.terms)))
    players = tuple(["Ada", "Blaise", "Carl", "Daniel", "Emilie", "Fermat", "Gerolamo"][:count])
    banks = game.banking(game.terms) is not None and chance.random() < 0.4
    banker: Party = chance.randint(1, count) if banks else HOUSE
    house_bet = chance.randint(0, 20) if banks else 0
    return Opening(players=players, banker=banker, house_bet=house_bet, dealer_seat=chance.randint(1, count))


def random_round(game: AnyGame, chance: random.Random) -> tuple[Round, Cards]:
    """A round before its first move, and the order of its shoe."""
    round_ = start(game, random_opening(game, chance))
    return round_, shuffled_shoe(round_, from_seed(str(chance.random())))


def moves_due(round_: Round, shoe_: Cards, chance: random.Random) -> Move:
    """A move that is allowed now: the deal, or a random move of a seat whose turn it is."""
    dealt = next_deal(round_, shoe_)
    if dealt is not None:
        return dealt
    return random_move(round_, chance.choice(round_.waiting_for), chance)


def random_move(round_: Round, mover: Party, chance: random.Random) -> Move:
    """A legal move, found by random tries; the steady move if all tries are illegal."""
    for _ in range(20):
        move = tried_move(round_, mover, chance)
        if move is not None and why_not(round_, move) is None:
            return move
    return steady_move(round_, mover)


def tried_move(round_: Round, mover: Party, chance: random.Random) -> Move | None:
    match round_.step:
        case Wager() as step:
            return Posted(int(mover), tried_wagers(step, mover == round_.opening.banker, chance))
        case Decide(options=options, leaving=leaving):
            staying = [option for option in options if option not in leaving]
            return Decided(int(mover), chance.choice([*options, *staying, *staying]))
        case _:
            held = round_.dealer if mover == HOUSE else round_.seat(mover).cards
            seat = Seat(number=0, player=HOUSE, cards=held) if mover == HOUSE else round_.seat(mover)
            setting = tried_setting(round_.game.slots(round_.game.terms, seat), held, chance)
            return None if setting is None else HandsSet(mover, setting)


def tried_wagers(step: Wager, banks: bool, chance: random.Random) -> dict[str, int]:
    """Wagers to try: of a random size for each spot, or of one size where a sheet wants them equal."""
    spots = step.banker_spots if banks else chance.choice([step.spots, step.spots, step.instead or step.spots])
    spots = tuple(spot for spot in spots if not spot.optional or chance.random() < 0.6)
    low = max((s.low for s in spots), default=0)
    high = min((s.high for s in spots), default=0)
    if low <= high and chance.random() < 0.6:
        return dict.fromkeys((spot.name for spot in spots), chance.randint(low, high))
    return {spot.name: chance.randint(spot.low, spot.high) for spot in spots}


def tried_setting(slots: tuple[Slot, ...], held: Cards, chance: random.Random) -> Setting | None:
    """The cards shuffled and set slot by slot; often a foul, which is allowed."""
    left = chance.sample(held, len(held))
    setting: dict[str, Cards] = {}
    for slot in slots:
        size = chance.choice(slot.sizes) if chance.random() < 0.3 else slot.sizes[0]
        setting[slot.name] = tuple(left[:size])
        left = left[size:]
    return setting if all(len(setting[slot.name]) in slot.sizes for slot in slots) else None


def steady_or_random(round_: Round, shoe_: Cards, chance: random.Random) -> Move:
    """Like `moves_due`, with hands set by the house way half of the time."""
    if isinstance(round_.step, SetHands) and chance.random() < 0.5:
        return steady_move(round_, chance.choice(round_.waiting_for))
    return moves_due(round_, shoe_, chance)


def played_out(game: AnyGame, seed: int) -> tuple[Round, ...]:
    """Every state of a random round, from its opening to its end."""
    chance = random.Random(f"{game.key} {seed}")
    round_, shoe_ = random_round(game, chance)
    states = [round_]
    while not states[-1].over:
        states.append(play(states[-1], steady_or_random(states[-1], shoe_, chance)))
    return tuple(states)


@lru_cache(maxsize=256)
def played(key: str, seed: int) -> tuple[Round, ...]:
    """The states of a random round of a registered game under its default terms, cached for all tests."""
    return played_out(games()[key], seed)


# Nonsense ----------------------------------------------------------------------------------------------------------

NO_CHIPS: tuple[Any, ...] = (-5, 1.5, 10**30, True, "5", None)
NO_SEATS: tuple[Any, ...] = (0, -1, 99, True, 1.0, "1", None, "pot", "nobody")


def nonsense(round_: Round, chance: random.Random) -> Iterator[Move]:
    """Moves that nobody may make now."""
    movers = round_.waiting_for
    foreign = Card(15, 5)
    yield from (Voided(reason) for reason in ("", "bad luck", 7, None, ["misdeal"]))  # type: ignore[arg-type]
    yield from _wrong_deals(round_, foreign)
    for seat in (*NO_SEATS, *([HOUSE] if HOUSE not in movers else [])):
        yield from (Posted(seat, {"main": 5}), Decided(seat, "fold"), HandsSet(seat, {}))
    if not movers:
        return
    mover = movers[0]
    good = random_move(round_, mover, chance)
    match round_.step, good:
        case Wager() as step, Posted(wagers=wagers):
            yield from _wrong_wagers(step, int(mover), wagers)
        case Decide(), Decided(option=option):
            wrong = ("", option.upper() + "!", 5, None)
            yield from (Decided(int(mover), word) for word in wrong)  # type: ignore[arg-type]
            yield from (Decided(int(mover), option, stake) for stake in (-5, 1.5, 10**30, True, "5"))  # type: ignore[arg-type]
        case SetHands(), HandsSet(setting=setting):
            yield from _wrong_hands(round_, mover, setting, foreign)
    others: list[Move] = [Posted(mover, {"main": 5}), Decided(mover, "fold"), HandsSet(mover, {})]  # type: ignore[arg-type]
    yield from (move for move in others if type(move) is not type(good))


def _wrong_deals(round_: Round, foreign: Card) -> Iterator[Move]:
    yield Dealt(())
    yield Dealt((foreign,) * 3)
    yield Dealt((Card(14, 4),) * 200)
    if isinstance(round_.step, Deal):
        whole = round_.game.shoe(round_.game.terms)
        due = next_deal(round_, whole)
        assert due is not None
        yield Dealt(due.cards[:-1])
        yield Dealt((*due.cards, whole[-1]))
        yield Dealt((foreign, *due.cards[1:]))
        if JOKER not in whole:
            yield Dealt((JOKER, *due.cards[1:]))
        copies = [card for card in whole if card == whole[0]]
        if len(copies) < len(due.cards):
            yield Dealt((whole[0],) * len(due.cards))


def _wrong_wagers(step: Wager, mover: int, good: Any) -> Iterator[Move]:
    yield Posted(mover, {**good, "nonesuch": 5})
    yield Posted(mover, {**good, 7: 5})  # type: ignore[dict-item]
    for name in good:
        yield from (Posted(mover, {**good, name: chips}) for chips in NO_CHIPS)
    spots = (*step.spots, *step.banker_spots, *step.instead)
    for name in good:
        yield Posted(mover, {**good, name: 10**9 + 1})
        if not any(spot.optional for spot in spots if spot.name == name):
            yield Posted(mover, {**good, name: 0})


def _wrong_hands(round_: Round, mover: Party, good: Setting, foreign: Card) -> Iterator[Move]:
    slot = next(iter(good))
    missing = {name: hand for name, hand in good.items() if name != slot}
    yield from (HandsSet(mover, {}), HandsSet(mover, missing), HandsSet(mover, {**good, "nonesuch": ()}))
    yield HandsSet(mover, {**good, slot: ()})
    yield HandsSet(mover, {**good, slot: good[slot] * 30})
    yield HandsSet(mover, {**good, slot: (foreign, *good[slot][1:])})
    yield HandsSet(mover, good, jokers={slot: (foreign,) * 12})
    yield HandsSet(mover, good, jokers={"nonesuch": (foreign,)})
    held = round_.dealer if mover == HOUSE else round_.seat(mover).cards
    other = next(card for card in round_.game.shoe(round_.game.terms) if card not in held)
    yield HandsSet(mover, {**good, slot: (other, *good[slot][1:])})
