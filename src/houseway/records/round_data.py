"""
The parts of a round as JSON data, and read from it again: terms, opening, moves and payments.

Records contain these forms, and so do a table's events and snapshots.
"""

from collections.abc import Mapping
from typing import Any

from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import Unreadable, shown
from ..rules.game import AnyGame, Opening
from ..rules.moves import Dealt, Decided, HandsSet, Move, Posted, Voided
from ..rules.payments import HOUSE, Party, Payment
from .provenance import Data


def terms_data(game: AnyGame) -> Data:
    return dict(game.terms_as_text)


def opening_data(opening: Opening) -> Data:
    names = {"names": list(opening.names)} if opening.names else {}
    back = {"deck_back": opening.deck_back} if opening.deck_back else {}
    return {
        "players": list(opening.players),
        **names,
        "chips": dict(opening.chips),
        "banker": opening.banker,
        "house_bet": opening.house_bet,
        "dealer_seat": opening.dealer_seat,
        "pot": opening.pot,
        "spent": write_cards(opening.spent),
        **back,
    }


def move_data(move: Move) -> Data:
    match move:
        case Posted(seat=seat, wagers=wagers):
            return {"move": "posted", "seat": seat, "wagers": dict(wagers)}
        case Dealt(cards=cards):
            return {"move": "dealt", "cards": write_cards(cards)}
        case Decided(seat=seat, option=option, stake=stake):
            decision = {"move": "decided", "seat": seat, "option": option}
            return decision if stake is None else {**decision, "stake": stake}
        case HandsSet(seat=seat, setting=setting, jokers=jokers, claims=claims):
            data: Data = {"move": "set", "seat": seat, "hands": _hands_text(setting)}
            if jokers:
                data["jokers"] = _hands_text(jokers)
            if claims:
                data["claims"] = list(claims)
            return data
        case Voided(reason=reason, note=note):
            return {"move": "voided", "reason": reason, "note": note}


def payment_data(payment: Payment) -> Data:
    return payment._asdict()


def _hands_text(hands: Mapping[str, Cards]) -> dict[str, str]:
    return {slot: write_cards(cards) for slot, cards in hands.items()}


# Reading ---------------------------------------------------------------------------------------------------------


def read_opening(data: Any) -> Opening:
    """An opening from a record."""
    try:
        players = tuple(_text(player) for player in data["players"])
        chips = {_text(player): _number(count) for player, count in data["chips"].items()}
        banker: Party = data["banker"] if data["banker"] == HOUSE else _number(data["banker"])
        return Opening(
            players=players,
            chips=chips,
            names=tuple(_text(name) for name in data.get("names", ())),
            banker=banker,
            house_bet=_number(data["house_bet"]),
            dealer_seat=_number(data["dealer_seat"]),
            pot=_number(data["pot"]),
            spent=read_cards(_text(data["spent"])),
            deck_back=_text(data.get("deck_back", "")),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"the record's opening cannot be read: {_complaint(error)}") from None


def read_move(data: Any) -> Move:
    """A move from a record or a message."""
    try:
        return _read_move(data)
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"{shown(data)} is not a move: {_complaint(error)}") from None


def _read_move(data: Any) -> Move:
    match data["move"]:
        case "posted":
            return Posted(_number(data["seat"]), {_text(w): _number(c) for w, c in data["wagers"].items()})
        case "dealt":
            return Dealt(read_cards(_text(data["cards"])))
        case "decided":
            stake = data.get("stake")
            return Decided(_number(data["seat"]), _text(data["option"]), None if stake is None else _number(stake))
        case "set":
            seat: Party = data["seat"] if data["seat"] == HOUSE else _number(data["seat"])
            claims = tuple(_text(claim) for claim in data.get("claims", ()))
            return HandsSet(seat, _hands(data["hands"]), _hands(data.get("jokers", {})), claims)
        case "voided":
            return Voided(_text(data["reason"]), _text(data["note"]))
        case other:
            raise Unreadable(f"there is no move {shown(other)}; the moves are posted, dealt, decided, set and voided")


def _hands(data: Any) -> dict[str, Cards]:
    return {_text(slot): read_cards(_text(cards)) for slot, cards in data.items()}


def _number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(f"{shown(value)} is not a whole number")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{shown(value)} is not text")
    return value


def _complaint(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)
