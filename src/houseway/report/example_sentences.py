"""
The examples of a rulebook in sentences.

An example is data: what is given, and what the rules answer. Each known name has a phrase, so that an example reads
“With the cards A♠ K♦ 4♣: the low hand is K♦, and the high hand is A♠ 4♣”. A name without a phrase, such as one from a
game of another package, is said by its own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..games.labels import Labels
from ..rules.terms import NULL
from .wording import CARD, cards_with_suits, named, reading_name, with_suits

GIVEN = {
    "cards": "the cards {}",
    "player": "the player's cards {}",
    "players": "players with {}",
    "house": "the dealer's cards {}",
    "dealer": "the dealer's cards {}",
    "bets": "wagers of {}",
    "bet": "a wager of {}",
    "ante": "an ante of {}",
    "bonus35": "{} on the 3-5 Bonus",
    "only5": "{} on the 5 Card Bonus Only",
    "action": "the decision “{}”",
    "set": "hands set the {}",
    "low": "the low hand {}",
    "high": "the high hand {}",
    "front": "the front hand {}",
    "middle": "the middle hand {}",
    "back": "the back hand {}",
    "a": "a first hand {}",
    "b": "a second hand {}",
    "slot": "two hands for the {} hand",
    "row": "two hands for the {} hand",
    "hand": "the hands {}",
    "hands": "the hands {}",
    "setting": "the setting {}",
    "bank": "a bank of {}",
    "house_bet": "a wager of the House of {}",
    "points": "{} points",
    "n": "{} players",
    "unit": "a unit of {}",
}
"""What is given, by its name in a vector."""

RESULT = {
    "low": "the low hand is {}",
    "high": "the high hand is {}",
    "h1": "the first hand is {}",
    "h2": "the second hand is {}",
    "h3": "the third hand is {}",
    "class": "the hand counts as {}",
    "a_class": "the first hand counts as {}",
    "b_class": "the second hand counts as {}",
    "a": "the first hand counts as {}",
    "b": "the second hand counts as {}",
    "pays": "it pays {} to 1",
    "total": "the total is {}",
    "totals": "the totals are {}",
    "net": "the net result is {}",
    "won": "the players win {}",
    "house": "the house wins {}",
    "points": "the points are {}",
    "net_points": "the net points are {}",
    "commission": "the commission is {}",
    "clause": "the clause is {}",
    "result": "the result is {}",
    "ante": "the ante wins {}",
    "play": "the play wager wins {}",
    "bonus35": "the 3-5 Bonus wins {}",
    "only5": "the 5 Card Bonus Only wins {}",
    "classes": "the hands count as {}",
    "cards": "the cards are {}",
    "five": "the five cards pay {}",
    "three": "the three cards pay {}",
    "cap": "the limit is {}",
    "required": "the cover needed is {}",
    "units": "the bonus is {} units",
    "naturals": "the naturals are {}",
    "winners": "the winner is player {}",
}
"""What the rules answer, by its name in a vector."""

WINNERS = {"a": "the first hand wins", "b": "the second hand wins", "tie": "the hands tie"}
YES_OR_NO = {
    "foul": ("the setting is a foul", "the setting is no foul"),
    "legal": ("the setting is legal", "the setting is not legal"),
    "qualifies": ("the dealer qualifies", "the dealer does not qualify"),
    "covered": ("the bank is covered", "the bank is not covered"),
}


def given_in_words(labels: Labels, given: Mapping[str, Any]) -> str:
    """What is given, as the beginning of a sentence."""
    phrases = [_given(labels, str(name), value) for name, value in given.items()]
    return with_suits("With " + _joined(phrases))


def _given(labels: Labels, name: str, value: object) -> str:
    if name == "options" and isinstance(value, Mapping):
        readings = [f"“{reading_name(labels, str(option), _as_text(part))}”" for option, part in value.items()]
        return f"the reading {_joined(readings)}"
    template = GIVEN.get(name)
    return template.format(_value(labels, value)) if template else f"{named(name)} {_value(labels, value)}"


def _as_text(value: object) -> str:
    if value is None:
        return NULL[0]
    return str(value).lower() if isinstance(value, bool) else str(value)


def result_in_words(labels: Labels, answers: Mapping[str, object]) -> str:
    """What the rules answer, as the end of the sentence."""
    phrases = [_result(labels, str(name), value) for name, value in answers.items()]
    return with_suits(_joined(phrases) or "no answer")


def _result(labels: Labels, name: str, value: object) -> str:
    if name in ("winner", "stronger") and value in WINNERS:
        return WINNERS[str(value)]
    if name in YES_OR_NO and isinstance(value, bool):
        yes, no = YES_OR_NO[name]
        return yes if value else no
    if name == "pays" and value == 0:
        return "it is a push"
    template = RESULT.get(name)
    return template.format(_value(labels, value)) if template else f"{named(name)} is {_value(labels, value)}"


def _joined(phrases: list[str]) -> str:
    if len(phrases) < 2:
        return "".join(phrases)
    return f"{', '.join(phrases[:-1])} and {phrases[-1]}"


def _value(labels: Labels, value: object) -> str:
    """A value in words; a list of cards stays as it is written."""
    if isinstance(value, Mapping):
        return ", ".join(f"{_slot(labels, str(name))} {_value(labels, part)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        nested = any(isinstance(part, list | tuple | Mapping) for part in value)
        words = [_value(labels, part) for part in value]
        if nested:
            return "; ".join(words)
        are_cards = all(isinstance(part, str) and re.fullmatch(CARD, part) for part in value)
        return (" " if are_cards else ", ").join(words) or "none"
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if re.fullmatch(CARD, str(value)):
        return cards_with_suits(str(value))
    return labels.outcome(str(value)).lower() if str(value) in labels.outcomes else named(str(value))


def _slot(labels: Labels, name: str) -> str:
    """The name of a hand or of another part."""
    if name in labels.names.get("hands", {}):
        return labels.name("hands", name)
    return f"hand {name}" if name.isdigit() else named(name)
