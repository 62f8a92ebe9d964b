"""Checks a recorded round twice: with the independent verifier, then by replaying it with the rules."""

import json
from collections.abc import Iterator

from ..records.round_text import read_round
from ..rules.errors import HousewayError
from ..rules.playing import settlement
from ..rules.round import Round
from . import round_verifier
from .round_verifier import Fault

UNREADABLE = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError)


def is_round(text: str) -> bool:
    return _format(text) is not None


def prove(text: str) -> Iterator[str]:
    """What holds, one line each; raises Fault at the first thing that does not."""
    without_proof = _format(text) == 1
    if not without_proof:
        yield from _by_the_verifier(text)
    try:
        states = read_round(text)
    except HousewayError as error:
        raise Fault(str(error)) from None
    first = states[0]
    last = states[-1]
    if without_proof:
        yield "no proof of the shuffle is in this record: no table's server dealt it"
        yield f"terms fit: {last.game.name} under {last.game.terms_hash[:12]}"
    else:
        yield f"shoe fits: what was shuffled is the shoe of these terms less {len(first.opening.spent)} cards spent"
    yield f"moves replay: {len(last.moves)}, every one allowed by the rules when it was made"
    yield _ended(last)


def _format(text: str) -> object:
    try:
        return json.loads(text).get("houseway_record")
    except (ValueError, RecursionError, AttributeError):
        return None


def _by_the_verifier(text: str) -> Iterator[str]:
    try:
        yield from round_verifier.verify(text)
    except UNREADABLE as error:
        raise Fault(f"the record lacks what it must have ({type(error).__name__}: {str(error)[:80]})") from None


def _ended(round_: Round) -> str:
    if not round_.over:
        return "the round was called off before its first card: nobody pays"
    if round_.voided:
        return f"the round is void ({round_.voided.reason}): nobody pays"
    return f"settlement fits: the rules make these {len(settlement(round_))} payments and no other"
