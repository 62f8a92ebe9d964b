"""
Nobody learns a hidden card early: worlds that differ only in hidden cards are told to everybody else in the same bytes.

Both worlds are driven by the same commands. One viewer's cards are the same in both; every card that viewer may not see
is shuffled anew. What the viewer is told after each command, over the socket, by HTTP and in refusals, must not differ
until the cards are opened by the rules.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from desks import AT, Drive

from houseway.games import GAMES
from houseway.records.round_text import move_data, read_move
from houseway.rules.cards import Cards
from houseway.rules.errors import HousewayError
from houseway.rules.game import SetHands
from houseway.rules.round import Decided, HandsSet, Posted, Round, SeatMove, waiting_for, why_not
from houseway.server import dealing, seating
from houseway.server.desk import Desk
from houseway.server.hand_names import asked
from houseway.server.happenings import happened
from houseway.server.messages import encode
from houseway.server.seen import Moment, seen
from houseway.server.timers import PACES, wait_of

PAIRS = dict.fromkeys(GAMES, 20) | {"pyramid": 50, "pick2": 50, "showdown": 6}
VIEWERS = ("p1", "p2", "p3", None)


def told(desk: Desk, viewer: str | None) -> bytes:
    """Everything this viewer can be told about a desk: the view, the lobby, the operator's status, the clock."""
    status = {"phase": desk.phase, "seated": len(desk.chairs), "events": desk.number, "version": desk.terms_version}
    wait = wait_of(desk, PACES["normal"], frozenset())
    clock = [wait.seconds, repr(wait.key)] if wait else []
    return encode([seen(desk, viewer, Moment(left_ms=1000)), status, clock, _questions(desk, viewer)])


def _questions(desk: Desk, viewer: str | None) -> list[Any]:
    """What the viewer may ask, and the refusals it may provoke."""
    round_, answers = desk.round, []
    if round_ is None or viewer is None:
        return []
    for number in desk.seats_of(viewer):
        seat = round_.seat(number)
        slots = tuple(round_.game.slots(round_.game.terms, seat)) if isinstance(round_.step, SetHands) else ()
        if slots:
            answers.append(asked(round_.game, slots, seat.cards, {slots[0].name: seat.cards[: slots[0].sizes[0]]}, {}))
    probes: list[SeatMove] = [
        Posted(1, {"main": 10**9}),
        Decided(2, "fold"),
        Decided(1, "surrender", 7),
        HandsSet(3, {}),
    ]
    for probe in probes:
        if probe.seat in desk.seats_of(
            viewer
        ):  # a refusal about another's seat is never reached: see commands.own_seat
            answers.append(why_not(round_, probe))
    return answers


def visible(round_: Round, viewer: str | None) -> set[int]:
    """Positions of the shoe that this viewer may see now: the cards of the viewer's own hands."""
    if viewer is None:
        return set()
    own = int(viewer[1:])
    return {at for at, owner in enumerate(dealt_to(round_)) if owner == own}


def dealt_to(round_: Round) -> list[Any]:
    """To whom each card that left the shoe went, replayed deal by deal."""
    from houseway.rules.round import _dealing_order, play, start  # the order of a deal is the rules' own business

    state, owners = start(round_.game, round_.opening), []
    for move in round_.moves:
        if move_data(move)["move"] == "dealt":
            owners += _dealing_order(state, state.step)  # type: ignore[arg-type]
        state = play(state, move)
    return owners


World = Drive


def play_pair(key: str, seed: str) -> int:
    """One pair of worlds for one viewer; gives how many tellings were compared."""
    rng = random.Random(seed)
    return compare(key, seed, rng, rng.choice(VIEWERS))


def opened(key: str, seed: str, shoe: Cards | None) -> World:
    """A world whose round is opened and dealt from this order of the shoe."""
    world = World(key)
    if shoe is None:
        world.open(seed)
        return world
    import houseway.server.desk_fold as fold

    kept = fold.final_order
    fold.final_order = lambda cards, house, clients: shoe  # the same commitment, other hidden cards
    try:
        world.open(seed)
    finally:
        fold.final_order = kept
    return world


def compare(key: str, seed: str, rng: random.Random, viewer: str | None) -> int:
    one = opened(key, seed, None)
    live = one.desk.live
    assert live is not None
    assert live.round is not None
    script, ends = scripted(key, seed, rng, viewer)
    hidden = list(range(len(live.shoe)))
    keep = visible(ends, viewer)
    free = [place for place in hidden if place not in keep]
    mixed = [live.shoe[place] for place in free]
    rng.shuffle(mixed)
    shoe = list(live.shoe)
    for place, card in zip(free, mixed, strict=True):
        shoe[place] = card
    two = opened(key, seed, tuple(shoe))
    return run_both(one, two, script, viewer)


def scripted(
    key: str, seed: str, rng: random.Random, viewer: str | None
) -> tuple[list[tuple[int, SeatMove | None]], Round]:
    """The moves up to the last one before cards are opened, and the round then; None is the mover's own house way."""
    world = opened(key, seed, None)
    script: list[tuple[int, SeatMove | None]] = []
    while (round_ := world.desk.round) is not None:
        movers = [seat for seat in waiting_for(round_) if isinstance(seat, int)]
        mover = rng.choice(movers)
        move = chosen(world, rng, mover)
        after = dealing.moved(world.desk, move, by="person", command="c", at=AT)
        if after.desk.round is None:
            return script, round_
        world.do(after)
        script.append((mover, None if isinstance(move, HandsSet) else read_move(move_data(move))))  # type: ignore[arg-type]
    raise AssertionError("a round ended without a last move")


def chosen(world: World, rng: random.Random, mover: int) -> SeatMove:
    round_ = world.desk.round
    assert round_ is not None
    step = round_.step
    if type(step).__name__ == "Decide":
        options = [o for o in step.options if why_not(round_, Decided(mover, o)) is None]  # type: ignore[union-attr]
        staying = [o for o in options if o not in step.leaving]  # type: ignore[union-attr]
        return Decided(mover, rng.choice(options if rng.random() < 0.2 else staying))
    return _steady(world, mover)


def _steady(world: World, mover: int) -> SeatMove:
    from houseway.rules.view import view
    from houseway.setting import strategy

    round_ = world.desk.round
    assert round_ is not None
    return strategy(round_.game, "house_way").move(round_.game, view(round_, mover))


def run_both(one: World, two: World, script: list[tuple[int, SeatMove | None]], viewer: str | None) -> int:
    compared = same(one, two, viewer)
    for mover, move in script:
        for world in (one, two):
            made = move or _steady(world, mover)
            try:
                world.do(dealing.moved(world.desk, made, by="person", command="c", at=AT))
            except HousewayError as error:
                raise AssertionError(f"a move that one world takes is refused in the other: {error}") from error
        compared += same(one, two, viewer)
    for world in (one, two):
        world.do(seating.sit_out(world.desk, "p3", at=AT))
    return compared + same(one, two, viewer)


def same(one: World, two: World, viewer: str | None) -> int:
    assert told(one.desk, viewer) == told(two.desk, viewer)
    assert encode(one.told) == encode(two.told), "what happened is told to all alike"
    return 1


@pytest.mark.parametrize("key", GAMES)
def test_hidden_cards_change_no_byte_for_anybody_else(key: str) -> None:
    compared = sum(play_pair(key, f"{key} {number}") for number in range(PAIRS[key]))
    assert compared >= 2 * PAIRS[key]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_ten_thousand_pairs(key: str) -> None:
    for number in range(int(os.environ.get("HOUSEWAY_PAIRS", "10000"))):
        play_pair(key, f"slow {key} {number}")


def test_the_comparison_has_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that leaks one card of another seat is found."""
    import houseway.server.seen as module

    plain = module._seat

    def leaking(seat: Any, places: Any, round_: Round) -> Any:
        return {**plain(seat, places, round_), "cards": [str(card) for card in round_.seat(seat.number).cards[:1]]}

    monkeypatch.setattr(module, "_seat", leaking)
    with pytest.raises(AssertionError):
        sum(play_pair("chinese", f"leak {number}") for number in range(20))


def test_what_happened_never_holds_a_sealed_move() -> None:
    """Of a sealed decision or a setting everybody hears that it was made, and by whom; nothing of what it was."""
    drive = Drive("showdown")
    drive.open("sealed")
    before = drive.desk
    first = waiting_for(before.round)[0]  # type: ignore[arg-type]
    assert isinstance(first, int)
    for option in ("play", "surrender"):
        body = {**move_data(Decided(first, option)), "by": "person"}
        assert option not in str(happened(before, "move", body).values())
