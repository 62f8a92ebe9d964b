"""Tests for every game: zero-sum, replay, hidden cards, refusals, voids and terms."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest

from houseway.games import rulebook_of
from houseway.records.round_text import read_round, write_round
from houseway.rules.cards import Card, Cards, surplus
from houseway.rules.dealing import deal_goes_to
from houseway.rules.errors import NotAllowed
from houseway.rules.game import AnyGame, Deal, SetHands
from houseway.rules.moves import Dealt, HandsSet, Move, Voided
from houseway.rules.payments import HOUSE, POT, Party, net
from houseway.rules.playing import after, play, settlement, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.terms import canonical_text, options, terms_hash, with_options, write_value
from houseway.rules.view import View, view
from houseway.solving.bots import steady_move
from support.playing import games, moves_due, nonsense, played, played_out, random_opening, random_round

KEYS = sorted(games())
EACH_GAME = pytest.mark.parametrize("key", KEYS)
SEEDS = range(5)
EACH_ROUND = pytest.mark.parametrize("seed", SEEDS)

GOLDEN_HASHES = {
    "pyramid": "1876087ed0402aba5bd68686184b42e05ef55470d9fe91c4f1bcf95fddb8cb86",
}
"""The hash of each game's default terms. It changes only when a rule's name, default or option does; records and prices
made under the old hash then belong to other terms. `python -m pytest -k prints_the_hash -s` prints the new values."""


FEWEST_SEATS_FOR_POINTS = {"casino": 1, "showdown": 2}
"""By game that counts points: the fewest seats still in with which there are points."""


@pytest.fixture(params=KEYS)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return games()[request.param]


# Money --------------------------------------------------------------------------------------------------------------


@EACH_GAME
@EACH_ROUND
def test_a_settlement_sums_to_zero_and_cites_its_clauses(key: str, seed: int) -> None:
    round_ = played(key, seed)[-1]
    book = rulebook_of(key)
    payments = settlement(round_)
    parties = {HOUSE, POT, *(seat.number for seat in round_.seats)}
    for payment in payments:
        assert type(payment.chips) is int
        assert payment.chips >= 0
        assert {payment.payer, payment.payee} <= parties
        assert payment.payer != payment.payee
        assert payment.wager
        assert payment.why
        assert payment.clause in book.clauses or payment.clause in book.open_questions, payment
    assert sum(net(payments).values()) == 0


@EACH_GAME
@EACH_ROUND
def test_points_are_listed_by_the_hands_that_were_compared(key: str, seed: int) -> None:
    """Of a game that counts points: for each pair, and of hands that the seat has."""
    round_ = played(key, seed)[-1]
    game = round_.game
    points = game.hand_points(game.terms, round_)
    fewest_seats = FEWEST_SEATS_FOR_POINTS.get(key)
    assert bool(points) == (fewest_seats is not None and len(round_.live) >= fewest_seats)
    for (seat, against), by_slot in points.items():
        assert against == HOUSE or against in {other.number for other in round_.live}
        assert list(by_slot) == [slot.name for slot in game.slots(game.terms, round_.seat(seat))]


@EACH_GAME
def test_under_the_default_terms_nothing_has_to_be_claimed(key: str) -> None:
    round_ = played(key, 0)[-1]
    game = round_.game
    assert [game.claims(game.terms, seat) for seat in round_.seats] == [() for _ in round_.seats]


@EACH_GAME
@EACH_ROUND
def test_a_game_against_the_house_deals_the_house_a_hand(key: str, seed: int) -> None:
    round_ = played(key, seed)[-1]
    assert bool(round_.dealer) <= round_.game.against_the_house
    waited_for = {party for earlier in played(key, seed) for party in earlier.waiting_for}
    assert round_.game.against_the_house or HOUSE not in waited_for


@EACH_GAME
def test_where_a_bank_plays_its_hands_are_opened_before_those_of_each_seat(key: str) -> None:
    """PYR-37, PYR-42, P2P-33, CAS-D8 and PGP-24."""
    game = games()[key]
    if game.against_the_house:
        assert game.exposure_order(game.terms) == "seat_by_seat"


@EACH_GAME
@EACH_ROUND
def test_payments_that_are_certain_during_a_round_are_part_of_the_settlement(key: str, seed: int) -> None:
    *states, last = played(key, seed)
    final = Counter(settlement(last))
    for round_ in states:
        due = round_.game.due(round_.game.terms, round_)
        assert all(payment.chips > 0 for payment in due)
        early = Counter((p.payer, p.payee, p.wager) for p in due)
        assert early <= Counter((p.payer, p.payee, p.wager) for p in final.elements()), due


@EACH_GAME
@EACH_ROUND
def test_nobody_loses_more_than_was_at_risk(key: str, seed: int) -> None:
    states = played(key, seed)
    game = states[0].game
    lost = net(settlement(states[-1]))
    risk = game.at_risk(game.terms, states[-1])
    for party, chips in risk.items():
        assert -lost.get(party, 0) <= chips, party


# Records ------------------------------------------------------------------------------------------------------------


@EACH_GAME
@EACH_ROUND
def test_replaying_the_moves_gives_an_equal_round(key: str, seed: int) -> None:
    first, *_, last = played(key, seed)
    replayed = after(start(first.game, first.opening), *last.moves)
    assert replayed == last
    assert settlement(replayed) == settlement(last)


@EACH_GAME
@EACH_ROUND
def test_a_record_reads_back_equal(key: str, seed: int) -> None:
    states = played(key, seed)
    text = write_round(states[-1])
    assert read_round(text) == states
    assert write_round(read_round(text)[-1]) == text


@EACH_GAME
def test_a_round_does_not_depend_on_chance_or_the_clock(key: str) -> None:
    assert played_out(games()[key], 3) == played_out(games()[key], 3)


# Hidden cards -------------------------------------------------------------------------------------------------------

Place = tuple[int, int]
"""The number of a deal, and the place of a card in it."""


@lru_cache(maxsize=512)
def places_of(key: str, seed: int, version: int) -> dict[Party, list[Place]]:
    return places(played(key, seed)[version])


def places(round_: Round) -> dict[Party, list[Place]]:
    """The places in the deals that each party's cards came from, in the order the party holds them."""
    held: dict[Party, list[Place]] = {}
    state = start(round_.game, round_.opening)
    deal = 0
    for move in round_.moves:
        if isinstance(move, Dealt):
            assert isinstance(state.step, Deal)
            for place, party in enumerate(deal_goes_to(state)):
                held.setdefault(party, []).append((deal, place))
            deal += 1
        state = play(state, move)
    return held


def hidden_from(round_: Round, seen: View, held: dict[Party, list[Place]]) -> list[Place]:
    """The places of cards that this view does not show."""
    hidden: list[Place] = []
    for party, own in held.items():
        if party == HOUSE:
            shown = seen.dealer
            cards = round_.dealer
        else:
            seat = seen.seats[int(party) - 1]
            cards = round_.seat(party).cards
            set_cards = tuple(card for hand in (seat.setting or {}).values() for card in hand)
            shown = seat.cards or set_cards
        left = Counter(shown)
        for place, card in zip(own, cards, strict=True):
            if left[card]:
                left[card] -= 1
            else:
                hidden.append(place)
    return hidden


def another_world(
    round_: Round, held: dict[Party, list[Place]], hidden: list[Place], chance: random.Random
) -> Round | None:
    """The same moves with the hidden cards exchanged among themselves and with the shoe; None if that is illegal."""
    deals = [list(move.cards) for move in round_.moves if isinstance(move, Dealt)]
    whole = round_.game.shoe(round_.game.terms)
    pool = [deals[deal][place] for deal, place in hidden] + list(surplus(whole, round_.dealt))
    chance.shuffle(pool)
    for (deal, place), card in zip(hidden, pool, strict=False):
        deals[deal][place] = card
    new = {party: [deals[deal][place] for deal, place in own] for party, own in held.items()}
    old = {party: list(round_.dealer if party == HOUSE else round_.seat(party).cards) for party in held}
    state = start(round_.game, round_.opening)
    fresh = iter(deals)
    for move in round_.moves:
        if isinstance(move, Dealt):
            move = Dealt(tuple(next(fresh)))
        elif isinstance(move, HandsSet):
            move = replace(move, setting=exchanged(move.setting, old[move.seat], new[move.seat]))
        if why_not(state, move) is not None:
            return None
        state = play(state, move)
    return state


def exchanged(setting: Any, old: list[Card], new: list[Card]) -> dict[str, Cards]:
    """The same places of a hand, with the other world's cards."""
    left = list(zip(old, new, strict=True))
    other: dict[str, Cards] = {}
    for slot, cards in setting.items():
        hand = []
        for card in cards:
            pair = next(pair for pair in left if pair[0] == card)
            left.remove(pair)
            hand.append(pair[1])
        other[slot] = tuple(hand)
    return other


def sampled(states: tuple[Round, ...], chance: random.Random, count: int) -> list[Round]:
    """The last state, and others after the first deal."""
    dealt = [round_ for round_ in states[:-1] if round_.dealt]
    return [*chance.sample(dealt, min(count, len(dealt))), states[-1]]


@EACH_GAME
@EACH_ROUND
def test_a_view_hides_what_its_viewer_may_not_see(key: str, seed: int) -> None:
    """Worlds that differ only in hidden cards look the same, at every step and after the end."""
    chance = random.Random(seed)
    compared = exchanged_cards = 0
    for round_ in sampled(played(key, seed), chance, 6):
        viewers = [None, *(seat.number for seat in round_.seats)]
        for viewer in chance.sample(viewers, min(2, len(viewers))):
            seen = view(round_, viewer)
            held = places_of(key, seed, round_.version)
            other = another_world(round_, held, hidden_from(round_, seen, held), chance)
            if other is not None:
                assert view(other, viewer) == seen
                compared += 1
                exchanged_cards += other.dealt != round_.dealt
    assert compared > 2
    assert exchanged_cards > 0


@EACH_GAME
@EACH_ROUND
def test_cards_of_those_who_left_stay_hidden(key: str, seed: int) -> None:
    last = played(key, seed)[-1]
    for seat in last.seats:
        for viewer in (None, *(other.number for other in last.seats if other.player != seat.player)):
            shown = view(last, viewer).seats[seat.number - 1]
            if not seat.live:
                assert (shown.cards, shown.setting, shown.jokers) == ((), None, {})
            assert shown.card_count == len(seat.cards)


@EACH_GAME
def test_a_void_opens_no_cards(key: str) -> None:
    for round_ in played(key, 1)[:-1]:
        reason = next(iter(round_.game.irregularities(round_.game.terms)))
        seen = view(play(round_, Voided(reason)), None)
        assert (seen.dealer, seen.dealer_setting) == ((), None)
        assert all((seat.cards, seat.setting) == ((), None) for seat in seen.seats)


# Setting ------------------------------------------------------------------------------------------------------------


FEW_HANDS = 20
HOUSE_WAY_HANDS = {"pyramid": 3_000, "pick2": 1_000, "pai_gow": 100, "casino": 10, "showdown": 5}
"""How many hands the rules set in about two seconds, where that is not `FEW_HANDS`."""


def test_the_house_way_never_fouls(game: AnyGame) -> None:
    if game.house_way is None:
        pytest.skip("this sheet has no house way")
    chance = random.Random(7)
    terms = game.terms
    shoe = game.shoe(game.terms)
    opening = random_opening(game, chance)
    size = sum(step.cards for step in game.steps(terms, opening) if isinstance(step, Deal))
    for _ in range(HOUSE_WAY_HANDS.get(game.key, FEW_HANDS)):
        held = tuple(chance.sample(shoe, size))
        setting = game.house_way(terms, held)
        assert surplus((card for hand in setting.values() for card in hand), held) == (), held
        assert game.foul(terms, setting, {}) is None, held
        assert game.is_legal(setting, {}), held


@EACH_GAME
@EACH_ROUND
def test_the_house_way_is_always_accepted_as_a_move(key: str, seed: int) -> None:
    for round_ in played(key, seed):
        if isinstance(round_.step, SetHands):
            for mover in round_.waiting_for[:2]:
                assert why_not(round_, steady_move(round_, mover)) is None


# Refusals -----------------------------------------------------------------------------------------------------------


def assert_agreed(round_: Round, move: Move) -> str | None:
    """`why_not` and `play` say the same, and a refused round is as it was."""
    before = replace(round_)
    reason = why_not(round_, move)
    if reason is None:
        assert play(round_, move).version == round_.version + 1
    else:
        with pytest.raises(NotAllowed) as refusal:
            play(round_, move)
        assert str(refusal.value) == reason
    assert round_ == before
    return reason


@EACH_GAME
@EACH_ROUND
def test_why_not_agrees_with_play(key: str, seed: int) -> None:
    chance = random.Random(seed)
    round_, shoe = random_round(games()[key], chance)
    while not round_.over:
        move = moves_due(round_, shoe, chance)
        assert assert_agreed(round_, move) is None
        for other in list(nonsense(round_, chance))[:: chance.randint(2, 5)]:
            assert_agreed(round_, other)
        round_ = play(round_, move)


@EACH_GAME
@pytest.mark.parametrize("seed", SEEDS[:4])
def test_nonsense_is_refused_with_a_reason_at_every_step(key: str, seed: int) -> None:
    chance = random.Random(seed)
    for round_ in played(key, seed):
        for move in nonsense(round_, chance):
            reason = assert_agreed(round_, move)
            assert reason, move
            assert "\n" not in reason
            assert len(reason) < 400


@EACH_GAME
def test_a_move_made_already_is_refused_after_the_end(key: str) -> None:
    last = played(key, 0)[-1]
    for move in last.moves:
        assert why_not(last, move) == "the round is over; no move can follow"


@EACH_GAME
@EACH_ROUND
def test_a_stale_move_is_refused(key: str, seed: int) -> None:
    """A seat's move cannot be made twice in its step."""
    states = played(key, seed)
    for before, now in pairwise(states):
        move = now.moves[-1]
        if now.steps_done == before.steps_done and not isinstance(move, Dealt):
            assert why_not(now, move)


# Voids --------------------------------------------------------------------------------------------------------------


@EACH_GAME
def test_a_round_can_be_voided_at_every_step_for_every_named_reason(key: str) -> None:
    book = rulebook_of(key)
    chance = random.Random(2)
    states = played(key, 2)[:-1]
    firsts = [next(r for r in states if r.steps_done == done) for done in sorted({r.steps_done for r in states})]
    for round_ in [*firsts, *chance.sample(states, 2)]:
        named = round_.game.irregularities(round_.game.terms)
        assert named
        for reason, irregularity in named.items():
            assert irregularity.clause in book.clauses or irregularity.clause in book.open_questions
            assert irregularity.says
            void = play(round_, Voided(reason, "noted"))
            assert (void.over, void.step, settlement(void)) == (True, None, [])
            assert read_round(write_round(void))[-1] == void
            assert view(void, None).voided == reason


# Terms --------------------------------------------------------------------------------------------------------------


def alternatives(game: AnyGame) -> Iterator[tuple[str, str]]:
    """Every option that the ledger gives another value, with that value."""
    for entry in rulebook_of(game.key).open_questions.values():
        for name, values in entry.options.items():
            yield from ((name, value) for value in values[1:])


def test_the_canonical_text_reads_back(game: AnyGame) -> None:
    head, *lines = canonical_text(game.key, game.terms).splitlines()
    assert head == f"game={game.key}"
    read = dict(line.split("=", 1) for line in lines)
    assert game.with_options(read).terms == game.terms
    for name, value in alternatives(game):
        changed = with_options(game.terms, {name: value})
        text = canonical_text(game.key, changed)
        again = with_options(game.terms, dict(line.split("=", 1) for line in text.splitlines()[1:]))
        assert again == changed


def test_the_hash_changes_with_each_option(game: AnyGame) -> None:
    hashes = {game.terms_hash: "the default"}
    for name, value in alternatives(game):
        changed = terms_hash(game.key, with_options(game.terms, {name: value}))
        assert changed not in hashes, (name, value, hashes.get(changed))
        hashes[changed] = f"{name}={value}"


def test_every_option_takes_its_own_value_as_text(game: AnyGame) -> None:
    for name, value in options(game.terms).items():
        assert with_options(game.terms, {name: write_value(value)}) == game.terms


@pytest.mark.parametrize("key", GOLDEN_HASHES)
def test_the_hash_of_the_default_terms_is_golden(key: str) -> None:
    assert games()[key].terms_hash == GOLDEN_HASHES[key]


def test_it_prints_the_hash_of_each_game() -> None:
    """How to update GOLDEN_HASHES: copy what `-k prints_the_hash -s` prints."""
    for key in KEYS:
        print(f'    "{key}": "{games()[key].terms_hash}",')
        assert len(games()[key].terms_hash) == 64


def test_other_terms_play_as_well(game: AnyGame) -> None:
    """Under a reading of its own a round is recorded under that hash, sums to zero and refuses nonsense."""
    for number, (name, value) in enumerate([*alternatives(game), *switched_on(game)]):
        if number % 4 == 0:
            variant = game.with_options({name: value})
            chance = random.Random(number)
            states = played_out(variant, number)
            assert read_round(write_round(states[-1]))[-1] == states[-1]
            assert view(states[-1], None).terms_hash == variant.terms_hash
            assert sum(net(settlement(states[-1])).values()) == 0
            round_ = chance.choice(states[:-1])
            assert all(why_not(round_, move) for move in nonsense(round_, chance))


def switched_on(game: AnyGame) -> Iterator[tuple[str, str]]:
    return ((name, "true") for name, value in options(game.terms).items() if value is False)
