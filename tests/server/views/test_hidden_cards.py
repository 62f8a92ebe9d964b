"""
Nobody learns a hidden card early: worlds that differ only in hidden cards look the same, byte for byte, to others.

Both worlds are driven by the same commands. One viewer's cards are the same in both; every card that viewer may not see
is shuffled anew. What the viewer receives after each command, over the socket, by HTTP and in refusals, must not differ
until the cards are opened by the rules.

    python -m pytest -n 0 -m slow tests/server/views/test_hidden_cards.py -k ten_thousand

runs 10,000 pairs of each game. Hands are set by chance, fouls included: how well they are set is nothing to this test,
and a random setting takes no time.
"""

from __future__ import annotations

import json
import os
import random
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.games import GAMES
from houseway.games.ask import strategy
from houseway.records.round_data import move_data
from houseway.rules.cards import Cards
from houseway.rules.dealing import deal_goes_to
from houseway.rules.errors import HousewayError
from houseway.rules.game import Decide, SetHands
from houseway.rules.moves import Decided, HandsSet, Posted, SeatMove
from houseway.rules.payments import Party
from houseway.rules.playing import play, start
from houseway.rules.refusals import why_not
from houseway.rules.round import Round
from houseway.rules.view import view
from houseway.server.runtime.audience import Audience
from houseway.server.runtime.outbox import Caller
from houseway.server.tables import dealing, seating
from houseway.server.tables.desk import Desk, Live
from houseway.server.tables.public_events import public_event
from houseway.server.tables.timers import PACES, wait_of
from houseway.server.views.hand_names import describe_move, describe_setting
from houseway.server.views.messages import encode
from houseway.server.views.table_view import Moment, table_view
from support.desks import AT, Drive
from support.playing import tried_setting

PAIRS = dict.fromkeys(GAMES, 48) | {"casino": 32, "showdown": 24}
VIEWERS = ("p1", "p2", "p3", None)


def view_bytes(desk: Desk, viewer: str | None) -> bytes:
    """Everything that this viewer can see of a desk: the view, the lobby, the operator's status, the clock."""
    status = {"phase": desk.phase, "seated": len(desk.chairs), "events": desk.number, "version": desk.terms_version}
    wait = wait_of(desk, PACES["normal"], frozenset())
    clock = [wait.seconds, repr(wait.key)] if wait else []
    return encode([table_view(desk, viewer, Moment(left_ms=1000)), status, clock, _questions(desk, viewer)])


def _questions(desk: Desk, viewer: str | None) -> list[Any]:
    """What the viewer may ask, and the refusals it may provoke."""
    round_ = desk.round
    answers: list[object] = []
    if round_ is None or viewer is None:
        return []
    for number in desk.seats_of(viewer):
        seat = round_.seat(number)
        slots = tuple(round_.game.slots(round_.game.terms, seat)) if isinstance(round_.step, SetHands) else ()
        if slots:
            hands = {slots[0].name: seat.cards[: slots[0].sizes[0]]}
            answers.append(describe_setting(round_.game, slots, seat.cards, hands, {}))
            setting = tried_setting(slots, seat.cards, random.Random("ask"))
            answers.append(describe_move(round_, seat, HandsSet(number, setting or hands)))
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
    state = start(round_.game, round_.opening)
    owners: list[Party] = []
    for move in round_.moves:
        owners += deal_goes_to(state)
        state = play(state, move)
    return owners


World = Drive


def opened(key: str, seed: str, shoe: Cards | None) -> World:
    """A world whose round is opened and dealt from this order of the shoe."""
    world = World(key)
    if shoe is None:
        world.open(seed)
        return world
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Live, "order", lambda live, cards: shoe)  # the same commitment, other hidden cards
        world.open(seed)
    return world


Script = list[tuple[int, SeatMove | str]]
"""Who moves, and the move; a text is the seed by which that seat sets the cards it has in its own world."""


def play_pairs(key: str, seed: str, viewers: tuple[str | None, ...] = VIEWERS) -> int:
    """Play one round, and a second world for each viewer; the number of comparisons."""
    rng = random.Random(seed)
    one = opened(key, seed, None)
    script, desks = scripted(one, rng)
    return sum(
        follow(opened(key, seed, mixed(desks[-1], viewer, rng)), one, desks, script, viewer) for viewer in viewers
    )


def scripted(world: World, rng: random.Random) -> tuple[Script, list[Desk]]:
    """The moves up to the last one before cards are opened, and the desk before and after each."""
    script: Script = []
    desks = [world.desk]
    while (round_ := world.desk.round) is not None:
        movers = [seat for seat in round_.waiting_for if isinstance(seat, int)]
        mover = rng.choice(movers)
        move = chosen(round_, rng, mover)
        after = dealing.moved(world.desk, made(round_, mover, move), by="person", command="c", at=AT)
        if after.desk.round is None:
            return script, desks
        world.do(after)
        script.append((mover, move))
        desks.append(world.desk)
    raise AssertionError("a round ended without a last move")


def mixed(desk: Desk, viewer: str | None, rng: random.Random) -> Cards:
    """The shoe with every card shuffled that this viewer may not see before the end."""
    assert desk.live is not None
    assert desk.live.round is not None
    shoe = list(desk.live.shoe)
    keep = visible(desk.live.round, viewer)
    free = [place for place in range(len(shoe)) if place not in keep]
    for place, card in zip(free, rng.sample([shoe[place] for place in free], len(free)), strict=True):
        shoe[place] = card
    return tuple(shoe)


def chosen(round_: Round, rng: random.Random, mover: int) -> SeatMove | str:
    match round_.step:
        case Decide(options=options, leaving=leaving):
            may = [option for option in options if why_not(round_, Decided(mover, option)) is None]
            staying = [option for option in may if option not in leaving]
            return Decided(mover, rng.choice(may if rng.random() < 0.2 else staying))
        case SetHands():
            return f"{rng.random()}"
        case _:
            return strategy(round_.game, "house_way").move(round_.game, view(round_, mover))


def made(round_: Round, mover: int, move: SeatMove | str) -> SeatMove:
    """The move in this world."""
    if not isinstance(move, str):
        return move
    seat = round_.seat(mover)
    chance = random.Random(move)
    slots = tuple(round_.game.slots(round_.game.terms, seat))
    for _ in range(100):
        setting = tried_setting(slots, seat.cards, chance)
        if setting and why_not(round_, HandsSet(mover, setting)) is None:
            return HandsSet(mover, setting)
    raise AssertionError(f"seat {mover} found no way to set {seat.cards}")


def follow(two: World, one: World, desks: list[Desk], script: Script, viewer: str | None) -> int:
    """Send the same commands in the other world, where this viewer must see the same after each."""
    assert view_bytes(two.desk, viewer) == view_bytes(desks[0], viewer)
    for (mover, move), desk in zip(script, desks[1:], strict=True):
        assert two.desk.round is not None
        try:
            two.do(dealing.moved(two.desk, made(two.desk.round, mover, move), by="person", command="c", at=AT))
        except HousewayError as error:
            raise AssertionError(f"a move that one world takes is refused in the other: {error}") from error
        assert view_bytes(two.desk, viewer) == view_bytes(desk, viewer)
    assert encode(two.public_events) == encode(one.public_events), "the public events are the same"
    out = [seating.sit_out(desk, "p3", at=AT).desk for desk in (two.desk, desks[-1])]
    assert view_bytes(out[0], viewer) == view_bytes(out[1], viewer)
    return len(script) + 2


@pytest.mark.parametrize("key", GAMES)
def test_hidden_cards_change_no_byte_for_anybody_else(key: str) -> None:
    compared = sum(play_pairs(key, f"{key} {number}") for number in range(PAIRS[key] // len(VIEWERS)))
    assert compared >= 2 * PAIRS[key]


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_ten_thousand_pairs(key: str) -> None:
    pairs = int(os.environ.get("HOUSEWAY_PAIRS", "10000"))
    compared = sum(play_pairs(key, f"slow {key} {number}") for number in range(pairs // len(VIEWERS)))
    print(f"{key}: {pairs} pairs of worlds, {compared} tellings compared, 0 differ")


def test_the_comparison_has_eyes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that leaks one card of another seat is found."""
    import houseway.server.views.table_view as module

    plain = module._seat

    def leaking(seat: Any, places: Any, round_: Round, bank: Any) -> Any:
        return {
            **plain(seat, places, round_, bank),
            "cards": [str(card) for card in round_.seat(seat.number).cards[:1]],
        }

    monkeypatch.setattr(module, "_seat", leaking)
    with pytest.raises(AssertionError):
        sum(play_pairs("chinese", f"leak {number}") for number in range(5))


def test_public_events_never_contain_a_sealed_move() -> None:
    """Of a sealed decision or a setting everybody hears that it was made, and by whom; nothing of what it was."""
    drive = Drive("showdown")
    drive.open("sealed")
    before = drive.desk
    first = before.round.waiting_for[0]  # type: ignore[union-attr]
    assert isinstance(first, int)
    for option in ("play", "surrender"):
        body = {**move_data(Decided(first, option)), "by": "person"}
        assert option not in str(public_event(before, "move", body).values())


class Heard:
    """A socket that stores what it receives."""

    def __init__(self, account: str) -> None:
        self.caller = Caller(account, account)
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)


def test_folded_cards_stay_hidden_when_their_player_has_left_the_table() -> None:
    """Viewers who are shown the same share a frame; who folded and left is still shown their own cards."""
    world = Drive("casino")
    world.open("folded")
    while world.desk.round is not None:
        (mover, *_) = world.desk.round.waiting_for
        move = Decided(1, "fold") if mover == 1 and isinstance(world.desk.round.step, Decide) else world.next_move()
        world.do(dealing.moved(world.desk, move, by="person", command="c", at=AT))
    for player in ("p1", "p2", "p3"):
        world.do(seating.stand(world.desk, player, at=AT))
    assert world.desk.last is not None
    assert world.desk.last.round is not None
    assert not world.desk.last.round.seat(1).live
    lines = [Heard(account) for account in ("p1", "p2", "stranger")]
    audience = Audience(SimpleNamespace(desk=world.desk))
    audience.outboxes = dict.fromkeys(lines)  # type: ignore[arg-type]
    frames: dict[Any, bytes] = {}
    for line in lines:
        audience.send(line, Moment(), frames)  # type: ignore[arg-type]
    own, other, stranger = (json.loads(line.frames[0])["view"]["last"]["seats"][0]["cards"] for line in lines)
    assert own
    assert other == stranger == []
