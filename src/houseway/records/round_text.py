"""
Rounds as text: written when they are dealt, read and re-run when they are checked.

A record holds the terms, the opening, every move with a running digest, and the payments. Reading it plays every move
again: what was altered is found at the first move, or the first payment, that differs.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from ..games import game as game_named
from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import Game, Opening
from ..rules.payments import HOUSE, Party, Payment
from ..rules.round import Dealt, Decided, HandsSet, Move, Posted, Round, Voided, play, settlement, start, why_not
from ..rules.terms import options, written

FORMAT = 1
Data = dict[str, Any]


def write_round(round_: Round) -> str:
    """The record of a finished round."""
    return json.dumps(round_data(round_), indent=1, ensure_ascii=False) + "\n"


def round_data(round_: Round) -> Data:
    game, moves, digest = round_.game, [], _first_digest(round_)
    for move in round_.moves:
        data = move_data(move)
        digest = _next_digest(digest, data)
        moves.append({**data, "digest": digest})
    return {
        "houseway_record": FORMAT,
        "game": game.key,
        "terms": terms_data(game),
        "terms_hash": game.terms_hash,
        "opening": opening_data(round_.opening),
        "moves": moves,
        "payments": [payment_data(payment) for payment in settlement(round_)],
    }


def terms_data(game: Game[Any]) -> Data:
    return {name: written(value) for name, value in sorted(options(game.terms).items())}


def opening_data(opening: Opening) -> Data:
    return {
        "players": list(opening.players),
        "chips": dict(opening.chips),
        "banker": opening.banker,
        "house_bet": opening.house_bet,
        "dealer_seat": opening.dealer_seat,
        "pot": opening.pot,
        "spent": write_cards(opening.spent),
    }


def move_data(move: Move) -> Data:
    match move:
        case Posted(seat=seat, wagers=wagers):
            return {"move": "posted", "seat": seat, "wagers": dict(wagers)}
        case Dealt(cards=cards):
            return {"move": "dealt", "cards": write_cards(cards)}
        case Decided(seat=seat, option=option, stake=stake):
            return {"move": "decided", "seat": seat, "option": option} | ({} if stake is None else {"stake": stake})
        case HandsSet(seat=seat, setting=setting, jokers=jokers, claims=claims):
            said = {"jokers": _hands_text(jokers)} if jokers else {}
            claimed = {"claims": list(claims)} if claims else {}
            return {"move": "set", "seat": seat, "hands": _hands_text(setting), **said, **claimed}
        case Voided(reason=reason, note=note):
            return {"move": "voided", "reason": reason, "note": note}


def payment_data(payment: Payment) -> Data:
    return payment._asdict()


def _hands_text(hands: Mapping[str, Cards]) -> dict[str, str]:
    return {slot: write_cards(cards) for slot, cards in hands.items()}


def _first_digest(round_: Round) -> str:
    opening = json.dumps(opening_data(round_.opening), sort_keys=True)
    return hashlib.sha256(f"{round_.game.key}\n{round_.game.terms_hash}\n{opening}".encode()).hexdigest()


def _next_digest(digest: str, data: Data) -> str:
    return hashlib.sha256(f"{digest}\n{json.dumps(data, sort_keys=True)}".encode()).hexdigest()


# Reading ---------------------------------------------------------------------------------------------------------


def read_round(text: str) -> tuple[Round, ...]:
    """Every state of a recorded round, from its opening to its end; raises at the first thing that differs."""
    record = _record(text)
    states = [_opened(record)]
    digest = _first_digest(states[0])
    for number, data in enumerate(_items(record, "moves"), start=1):
        move, digest = _recorded_move(number, data, digest)
        reason = why_not(states[-1], move)
        if reason:
            raise Unreadable(f"move {number} ({data['move']}) cannot be replayed: {reason}")
        states.append(play(states[-1], move))
    if not states[-1].over:
        raise Unreadable(f"the record stops after move {len(states) - 1}, before the round is over")
    _same_payments(states[-1], _items(record, "payments"))
    return tuple(states)


def _record(text: str) -> Data:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"this is no Houseway record: it is not whole JSON ({str(error)[:80]})") from None
    if not isinstance(record, dict) or record.get("houseway_record") != FORMAT:
        found = shown(record.get("houseway_record") if isinstance(record, dict) else type(record).__name__)
        raise Unreadable(f"this is no Houseway record: 'houseway_record' must be {FORMAT}, not {found}")
    wanted = ("game", "terms", "terms_hash", "opening", "moves", "payments")
    missing = [key for key in wanted if key not in record]
    if missing:
        raise Unreadable(f"the record lacks {', '.join(missing)}; it must have {', '.join(wanted)}")
    return record


def _opened(record: Data) -> Round:
    game = game_named(str(record["game"]))
    if not isinstance(record["terms"], dict):
        raise Unreadable(f"the record's terms must be options and values, not {shown(record['terms'])}")
    game = game.with_options(record["terms"])
    for name, value in terms_data(game).items():
        if record["terms"].get(name) != value:
            raise Unreadable(f"the record's term {name} must be {value!r}, not {shown(record['terms'].get(name))}")
    if game.terms_hash != record["terms_hash"]:
        raise Unreadable(f"the record's terms hash to {game.terms_hash}, not to {shown(record['terms_hash'])}")
    return start(game, read_opening(record["opening"]))


def read_opening(data: Any) -> Opening:
    """An opening from a record."""
    try:
        players = tuple(_text(player) for player in data["players"])
        chips = {_text(player): _number(count) for player, count in data["chips"].items()}
        banker: Party = data["banker"] if data["banker"] == HOUSE else _number(data["banker"])
        return Opening(
            players=players,
            chips=chips,
            banker=banker,
            house_bet=_number(data["house_bet"]),
            dealer_seat=_number(data["dealer_seat"]),
            pot=_number(data["pot"]),
            spent=read_cards(_text(data["spent"])),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise Unreadable(f"the record's opening cannot be read: {_complaint(error)}") from None


def _recorded_move(number: int, data: Any, digest: str) -> tuple[Move, str]:
    try:
        move = read_move(data)
    except HousewayError as error:
        raise Unreadable(f"move {number} cannot be read: {error}") from None
    digest = _next_digest(digest, move_data(move))
    if data.get("digest") != digest:
        raise Unreadable(
            f"move {number} ({data['move']}) differs from the one that was recorded: its digest does not fit"
        )
    return move, digest


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


def _items(record: Data, key: str) -> list[Any]:
    if not isinstance(record[key], list):
        raise Unreadable(f"the record's {key} must be a list, not {shown(record[key])}")
    items: list[Any] = record[key]
    return items


def _complaint(error: Exception) -> str:
    return f"it lacks {error}" if isinstance(error, KeyError) else str(error)


def _same_payments(round_: Round, recorded: list[Any]) -> None:
    made = [payment_data(payment) for payment in settlement(round_)]
    for number, (ours, theirs) in enumerate(zip(made, recorded, strict=False), start=1):
        if ours != theirs:
            raise Unreadable(f"payment {number} differs: the rules pay {shown(ours)}, the record says {shown(theirs)}")
    if len(made) != len(recorded):
        raise Unreadable(f"the rules make {len(made)} payments, the record has {len(recorded)}")
