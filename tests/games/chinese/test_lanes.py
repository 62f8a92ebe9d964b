"""Chinese Poker in vectorised environments: settlement and open slots, compared with the rules."""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import combinations
from random import Random
from typing import get_args, get_type_hints

import pytest

import houseway as hw
from houseway import envs
from houseway.envs.placing import shapes, with_one_in
from houseway.games.chinese.fouls import foul
from houseway.games.chinese.hand_order import ROWS, SLOTS, strength
from houseway.games.chinese.lanes import ChineseLanes, completion
from houseway.games.chinese.settlement import settle
from houseway.games.chinese.sheet import SHEET
from houseway.games.chinese.terms import Terms
from houseway.kernels.cards import encoded_hands
from houseway.kernels.lanes import SETTLEMENT
from houseway.rules.cards import Cards, read_cards, shoe, sort_key, surplus
from houseway.rules.errors import NotOffered
from houseway.rules.game import Opening
from houseway.rules.payments import HOUSE, net
from houseway.rules.ranking import Strength
from houseway.rules.round import Round, Seat
from houseway.rules.setting import Setting

SEATS = 4
LANES = 24
HANDS = (
    "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2s",  # a dragon
    "As Ks 9s 7s 3s Qh Th 8h 5h 2h Jd 6d 4d",  # three flushes in three suits
    "As Ks 9s 7s 3s Qs Ts 8s 5h 2h Jh 6h 4h",  # three flushes that share a suit
    "As Kd Qh Jc Ts 9d 8h 7c 6s 5d 4h 3c 2c",  # a dragon again, with other suits
    "Ah 2c 3d 4s 5h 6c 7d 8s 9h Tc 3h 4c 5d",  # three straights with a low ace
    "6h 7c 8d 9s Th 6c 7d 8s 9h Tc Jh Qc Kd",  # three straights
    "Ah Ac 9d 9c 8h 8s 7d 7c 5h 5s 3d 3c 2s",  # six pairs
    "Ah Ac Ad As 8h 8s 8d 7c 5h 5s 3d 3c 2s",  # quads and threes: six pairs if they count
    "Ts Js Qs Ks As 9h 8h 7h 6h 5h 2c 2d 2h",  # bonuses in every row
    "4h 4c 4d 4s Kh Kc Kd Ks 3h 2c 7d 7c 7h",
)


def random_terms(chance: Random) -> Terms:
    """Terms with prizes, and some other options at random."""
    values: dict[str, object] = {"bonuses": True, "naturals": True, "surrender": True}
    hints = get_type_hints(Terms)
    for option in fields(Terms):
        hint = hints[option.name]
        if option.name in values or option.name == "preset":
            continue
        if hint is bool:
            values[option.name] = chance.random() < 0.5
        elif get_args(hint) and isinstance(get_args(hint)[0], str):
            values[option.name] = chance.choice(get_args(hint))
    values["fee"] = chance.choice([0, 3])
    values["unit_value"] = chance.choice([1, 7])
    values["bonus_trips_front"] = chance.choice([0, 2, 3])
    return replace(SHEET.terms, **values)  # type: ignore[arg-type]


def random_setting(terms: Terms, cards: Cards, chance: Random) -> tuple[tuple[int, ...], Setting]:
    """The rows of the cards in deck order, and the setting, placed card by card in open rows."""
    complete = completion(terms, cards)
    rows: tuple[int, ...] = ()
    rests = shapes(SLOTS, len(cards))
    while len(rows) < len(cards):
        open_rows = [row for row in range(3) if with_one_in(rests, row) and complete((*rows, row))]
        # The last rows are taken more often: strong rows have bonuses.
        row = max(chance.choices(open_rows, k=2))
        rests = with_one_in(rests, row)
        rows = (*rows, row)
    by_row = zip(ROWS, range(3), strict=True)
    return rows, {name: tuple(c for c, at in zip(cards, rows, strict=True) if at == row) for name, row in by_row}


def deal(chance: Random) -> list[Cards]:
    """Four hands; the first is a natural or has bonuses, and often the second too."""
    first = read_cards(chance.choice(HANDS))
    rest = surplus(shoe(decks=1), first)
    others = [hand for text in HANDS if not set(hand := read_cards(text)) & set(first)]
    hands = [first]
    if others and chance.random() < 0.7:
        hands.append(chance.choice(others))
        rest = surplus(rest, hands[1])
    cards = list(rest)
    chance.shuffle(cards)
    while len(hands) < SEATS:
        hands.append(tuple(cards[:13]))
        cards = cards[13:]
    return [tuple(sorted(hand, key=sort_key)) for hand in hands]


@pytest.mark.parametrize("seed", range(16))
def test_lanes_are_settled_by_the_rules(seed: int) -> None:
    chance = Random(seed)
    terms = replace(random_terms(chance), natural_detection="automatic")
    game = replace(SHEET, terms=terms)
    env = envs.make_parallel_vec(game, num_envs=LANES, seats=SEATS, threads=1)
    lanes = env.tables.lanes
    lanes.due[:] = SETTLEMENT
    expected = []
    for lane in range(LANES):
        seats = []
        for number, cards in enumerate(deal(chance), start=1):
            rows, setting = random_setting(terms, cards, chance)
            live = chance.random() < 0.9
            seats.append(Seat(number=number, player="", cards=cards, setting=setting if live else None, live=live))
            assert not foul(terms, setting, {})
            lanes.cards[lane, number - 1] = encoded_hands([cards])[0]
            lanes.slot[lane, number - 1] = rows
            lanes.placed[lane, number - 1] = 13 if live else 0
            lanes.live[lane, number - 1] = live
        round_ = Round(game=game, opening=Opening(players=("",) * SEATS), seats=tuple(seats))
        paid = net(settle(terms, round_))
        expected.append([paid.get(party, 0) for party in (*range(1, SEATS + 1), HOUSE)])
    ChineseLanes(game).settle(lanes, 0, LANES)
    assert lanes.paid[:, : SEATS + 1].tolist() == expected


@pytest.mark.parametrize("hand", ["Ah Ac Ad 9h 9c 7d 7s 6h 5c 4c 3d 2h 2c", HANDS[0], HANDS[7]])
@pytest.mark.parametrize("equal_rows", ["foul", "allow"])
def test_open_slots_are_exactly_those_of_legal_settings(hand: str, equal_rows: str) -> None:
    """Every placement that leads to a legal setting is offered, and no other one."""
    terms = replace(SHEET.terms, equal_rows=equal_rows)  # type: ignore[arg-type]
    cards = tuple(sorted(read_cards(hand), key=sort_key))
    legal = legal_rows(terms, cards)
    complete = completion(terms, cards)
    chance = Random(hand)
    for _ in range(6):
        rows: tuple[int, ...] = ()
        while len(rows) < len(cards):
            legal_here = [setting for setting in legal if setting[: len(rows)] == rows]
            open_rows = {setting[len(rows)] for setting in legal_here}
            rests = shapes(SLOTS, len(cards))
            for row in rows:
                rests = with_one_in(rests, row)
            tried = {row: complete((*rows, row)) for row in range(3) if with_one_in(rests, row)}
            assert {row for row, setting in tried.items() if setting} == open_rows
            assert {setting for setting in tried.values() if setting} <= set(legal_here)
            rows = (*rows, chance.choice(sorted(open_rows)))


def legal_rows(terms: Terms, cards: Cards) -> list[tuple[int, ...]]:
    """By the rules: the rows of the cards in every legal setting."""
    everything = range(len(cards))
    threes = {at: strength(terms, tuple(cards[place] for place in at)) for at in combinations(everything, 3)}
    fives: dict[tuple[int, ...], Strength] = {}
    for at in combinations(everything, 5):
        fives[at] = strength(terms, tuple(cards[place] for place in at))
    legal = []
    for front, low in threes.items():
        rest = [place for place in everything if place not in front]
        for middle in combinations(rest, 5):
            back = tuple(place for place in rest if place not in middle)
            is_higher = fives[back] > fives[middle]
            is_equal = fives[back] == fives[middle] and terms.equal_rows == "allow"
            if fives[middle] >= low and (is_higher or is_equal):
                legal.append(tuple(0 if at in front else 1 if at in middle else 2 for at in everything))
    return legal


def test_naturals_that_have_to_be_declared_take_an_agent_at_every_seat() -> None:
    game = hw.game("chinese", {"naturals": True, "natural_detection": "declared"})
    with pytest.raises(NotOffered, match="in lanes nobody declares a natural, so opponents do not play house_way; use"):
        envs.make_vec(game)
    assert envs.make_vec(game, opponents="newcomer", num_envs=1).num_envs == 1
    assert envs.make_parallel_vec(game, num_envs=1).num_envs == 1
