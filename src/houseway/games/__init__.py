"""One file per rule sheet. This is the one list of games."""

from typing import Any

from ..rules.errors import Unreadable, nearest
from ..rules.game import Game
from . import casino, chinese, pai_gow, pick2, pyramid, showdown

GAMES: dict[str, Game[Any]] = {
    module.GAME.key: module.GAME for module in (pyramid, chinese, pick2, showdown, casino, pai_gow)
}


def game(key: str) -> Game[Any]:
    """The game of this name, under its default terms."""
    if key not in GAMES:
        raise Unreadable(f"there is no game {key!r}{nearest(key, GAMES)}; the games are {', '.join(GAMES)}")
    return GAMES[key]
