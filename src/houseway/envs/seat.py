"""One seat against strategies, as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces

from ..games import GAMES
from ..games.ask import strategy
from ..rules.cards import Cards, read_cards, surplus, write_cards
from ..rules.errors import NotAllowed, Unreadable, nearest, shown
from ..rules.payments import SeatNumber
from ..rules.view import View, describe
from ..solving.strategy import Strategy
from .episode import Episode, Shoe, begin, shuffled
from .observing import Sight, observation
from .setup import GameChoice, Setup, SetupSettings, setup

FORMS = ("vector", "parts")
MOST_REFUSALS = 100
"""Refused actions in a row after which an episode is cut off."""


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """
    A seat at a table whose other seats follow strategies, by default the house way.

    The reward is the seat's chips at the end of each round. An action that the mask does not allow changes nothing,
    and `info["refused"]` says why; a hundred of them in a row cut the episode off.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: GameChoice,
        *,
        seat: SeatNumber = 1,
        opponents: str | Strategy | Sequence[str | Strategy] = "house_way",
        form: str = "vector",
        render_mode: str | None = None,
        **settings: Unpack[SetupSettings],
    ) -> None:
        self.setup: Setup = setup(game, **settings)
        if type(seat) is not int or not 1 <= seat <= self.setup.seats:
            raise NotAllowed(f"the seats are 1 to {self.setup.seats}, not {shown(seat)}")
        self.seat = seat
        self.form = require_form(form)
        self.render_mode = render_mode
        self.opponents = _opponents(self.setup, seat, opponents)
        self.sight = Sight(self.setup)
        self.action_space = spaces.Discrete(len(self.setup.actions))
        self.observation_space = observation_space(self.sight, form)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode. `options={"cards": "Js Jd 6h"}` deals these cards to the seat first."""
        super().reset(seed=seed)
        self._reserved = _checked_cards(self.setup, (options or {}).get("cards", ()))
        self._refusals = 0
        self._shoe: Shoe | None = None
        self.episode = self._until_question(begin(self.setup))
        return self._observation(), {}

    def step(self, action: int) -> tuple[dict[str, Any], int, bool, bool, dict[str, Any]]:
        number = int(action)
        reason = self.episode.question(self.seat).why_not(number)
        if reason:
            self._refusals += 1
            return self._observation(), 0, False, self._refusals >= MOST_REFUSALS, {"refused": reason}
        self._refusals = 0
        before = self.episode.won[self.seat - 1]
        self.episode = self._until_question(self.episode.act(self.seat, number))
        reward = self.episode.won[self.seat - 1] - before
        return self._observation(), reward, self.episode.over, False, {}

    def view(self) -> View:
        """What the seat may see, by the rules."""
        return self.episode.view(self.seat)

    def render(self) -> str | None:
        return view_text(self.view()) if self.render_mode == "ansi" else None

    def _observation(self) -> dict[str, Any]:
        return observation(self.sight, self.episode, self.seat, form=self.form)

    def _until_question(self, now: Episode) -> Episode:
        """Deal and let opponents move until the seat has a question to answer or the episode is over."""
        while not now.over:
            if now.cards_due:
                now = self._after_deal(now)
            else:
                others = [seat for seat in now.waiting_for if seat != self.seat]
                if not others:
                    break
                now = self._after_opponent(now, others[0])
        return now

    def _after_deal(self, now: Episode) -> Episode:
        if self._shoe is None or not now.round.dealt:
            reserved = self._reserved
            self._reserved = ()
            rest = surplus(now.shoe, reserved) if reserved else now.shoe
            self._shoe = Shoe(shuffled(rest, self.np_random), self.seat, reserved)
        cards, self._shoe = self._shoe.dealt(now.round)
        return now.deal(cards)

    def _after_opponent(self, now: Episode, seat: SeatNumber) -> Episode:
        player = self.opponents[seat]
        game = self.setup.game
        if now.offered:
            return now.bank(seat, 0 if player.banks(game, OPEN_ACCOUNT) else None)
        return now.move(player.move(game, now.view(seat)))


OPEN_ACCOUNT = 10**9
"""The chips that a strategy is assumed to have when it decides whether to bank."""


def observation_space(sight: Sight, form: str) -> spaces.Dict:
    mask = spaces.Box(0, 1, (len(sight.setup.actions),), dtype=np.int8)
    low, high = sight.bounds
    whole: spaces.Space[Any] = spaces.Box(low, high, dtype=np.int64)
    if form == "parts":
        boxes = {part.name: spaces.Box(part.low, part.high, part.shape, dtype=np.int64) for part in sight.parts}
        whole = spaces.Dict(boxes)  # type: ignore[arg-type]
    return spaces.Dict({"observation": whole, "action_mask": mask})


def _opponents(
    setup_: Setup, seat: SeatNumber, named: str | Strategy | Sequence[str | Strategy]
) -> Mapping[SeatNumber, Strategy]:
    others = [number for number in range(1, setup_.seats + 1) if number != seat]
    players = [named] * len(others) if isinstance(named, str | Strategy) else list(named)
    if len(players) != len(others):
        wanted = f"one strategy or {len(others)}"
        raise NotAllowed(f"there are {len(others)} other seats, so name {wanted}, not {len(players)}")
    strategies = [player if isinstance(player, Strategy) else strategy(setup_.game, player) for player in players]
    return dict(zip(others, strategies, strict=True))


def require_form(form: str) -> str:
    if form not in FORMS:
        hint = nearest(str(form), FORMS)
        raise Unreadable(f"an observation has the form {' or '.join(FORMS)}, not {shown(form)}{hint}")
    return form


def _checked_cards(setup_: Setup, cards: str | Cards) -> Cards:
    wanted = read_cards(cards) if isinstance(cards, str) else tuple(cards)
    extra = surplus(wanted, setup_.shoe)
    if extra or len(wanted) > setup_.own_cards:
        reason = f"the shoe does not have that many of {write_cards(extra)}" if extra else f"not {len(wanted)}"
        raise NotAllowed(f"a seat of {setup_.game.name} is dealt up to {setup_.own_cards} cards: {reason}")
    return wanted


def view_text(view: View) -> str:
    """A view as a few lines of text."""
    lines = [f"{view.game}: {describe(view.step)}"]
    for seat in view.seats:
        held = write_cards(seat.cards) or f"{seat.card_count} cards"
        hands = " | ".join(write_cards(hand) for hand in (seat.setting or {}).values())
        actions = " ".join((*seat.decisions, *(f"{name} {chips}" for name, chips in seat.wagers.items())))
        mine = ">" if seat.number == view.viewer else " "
        lines.append("  ".join(part for part in (f"{mine} {seat.player}", actions, hands or held) if part))
    if view.dealer_count:
        lines.append(f"  dealer  {write_cards(view.dealer) or f'{view.dealer_count} cards'}")
    return "\n".join(lines)


def gymnasium_id(key: str) -> str:
    return f"houseway/{key}-v0"


def register() -> None:
    """Register every game by name, for `gymnasium.make`."""
    for key in GAMES:
        if gymnasium_id(key) not in gymnasium.registry:
            gymnasium.register(gymnasium_id(key), entry_point="houseway.envs.seat:SeatEnv", kwargs={"game": key})


register()
