"""
The coach: what was done with a hand, beside the best that could be done, and hands that are easy to get wrong.

All of it takes long, so it runs in the worker processes of the study pool (see `questions`).
"""

from __future__ import annotations

from typing import Any

from ...games.ask import best, unit, value_of
from ...records.shuffle import from_system
from ...rules.cards import Cards, write_cards
from ...rules.dealing import cards_due
from ...rules.errors import NotAllowed
from ...rules.game import AnyGame, Deal, Decide, Opening, SetHands
from ...rules.moves import Dealt
from ...rules.playing import play, start
from ...rules.round import Round, Seat, waiting_for
from ...rules.setting import Setting, why_not_set
from ...solving.bots import steady_move

Data = dict[str, Any]
TRIES = 12
"""Hands looked at for one that is easy to get wrong."""


def judged_seat(game: AnyGame, seat: Seat, players: int) -> Data:
    """The choice of a seat at the end of a round: the hands it set, or what it decided."""
    if not seat.cards:
        raise NotAllowed("no cards were dealt to you in this round")
    if seat.setting:
        return judged(game, seat.cards, decision=None, setting=seat.setting, players=players)
    if not seat.decisions:
        raise NotAllowed("you made no choice in this round that the coach could judge")
    return judged(game, seat.cards, decision=seat.decisions[-1], setting=None, players=players)


def judged(
    game: AnyGame, cards: Cards, *, decision: str | None, setting: Setting | None, players: int | None = None
) -> Data:
    """Every option beside the one that was taken."""
    options = best(game, cards)
    if setting is None:
        yours = next((option for option in options if option.decision == decision), None)
    else:
        yours = value_of(game, cards, setting)
    return {
        "options": [option.to_json() for option in options[:5]],
        "yours": None if yours is None else yours.to_json(),
        "unit": unit(game),
        "sure": options[0].sure,
        "gave_up": None if yours is None else max(0.0, float(options[0].ev) - float(yours.ev)),
    }


def _same_hands(first: Setting, second: Setting) -> bool:
    """Whether two settings put the same cards into each slot of the second."""
    return bool(first) and all(sorted(first.get(slot, ())) == sorted(hand) for slot, hand in second.items())


# Hands to practise on ----------------------------------------------------------------------------------------------


def exercise(game: AnyGame) -> Data:
    """A hand on which the house way, or playing on, is not the best."""
    dealt = [round_ for round_ in (_before_a_choice(game) for _ in range(TRIES)) if not round_.over]
    if not dealt:
        raise NotAllowed(f"{game.name} leaves nothing to choose under these terms")
    chosen = next((round_ for round_ in dealt if _usual_is_wrong(round_)), dealt[-1])
    seat = chosen.seats[0]
    step = chosen.step
    slots = game.slots(game.terms, seat) if isinstance(step, SetHands) else ()
    return {
        "game": game.key,
        "name": game.name,
        "cards": write_cards(seat.cards).split(),
        "slots": [{"name": slot.name, "sizes": list(slot.sizes)} for slot in slots],
        "options": list(step.options) if isinstance(step, Decide) else [],
        "decided": seat.decisions[-1] if slots and seat.decisions else "set",
        "discards": sum(slot.sizes[0] for slot in slots) < len(seat.cards),
    }


def _before_a_choice(game: AnyGame) -> Round:
    """A round dealt up to one of its choices, each as likely; over, where playing on leaves that choice out."""
    seats = max(game.players_needed, game.seats(game.terms).start)
    round_ = start(game, Opening(players=tuple(f"player {number}" for number in range(1, seats + 1))))
    chance = from_system()
    shoe = chance.shuffled(tuple(sorted(game.shoe(game.terms))))
    skipped = chance.below(sum(isinstance(step, Decide | SetHands) for step in round_.steps))
    while not round_.over:
        step = round_.step
        if isinstance(step, Decide | SetHands) and skipped == 0:
            return round_
        skipped -= isinstance(step, Decide | SetHands)
        round_ = _past(round_, shoe)
    return round_


def _past(round_: Round, shoe: Cards) -> Round:
    """The round after its step: dealt, wagered at the minimum, played on."""
    steps_done = round_.steps_done
    while not round_.over and round_.steps_done == steps_done:
        gone = len(round_.dealt)
        if isinstance(round_.step, Deal):
            round_ = play(round_, Dealt(shoe[gone : gone + cards_due(round_)]))
        else:
            round_ = play(round_, steady_move(round_, waiting_for(round_)[0]))
    return round_


def _usual_is_wrong(round_: Round) -> bool:
    game = round_.game
    seat = round_.seats[0]
    top = best(game, seat.cards)[0]
    if isinstance(round_.step, Decide):
        return top.decision != game.steady_decision(game.terms, round_.step, seat.cards)
    return game.house_way is None or not _same_hands(top.setting, game.house_way(game.terms, seat.cards))


def answered(game: AnyGame, cards: Cards, decision: str, hands: Setting) -> Data:
    """An answer to an exercise, judged; hands that cannot be put down, or foul, are told why."""
    if not hands:
        return judged(game, cards, decision=decision, setting=None)
    slots = game.slots(game.terms, Seat(number=1, player="", cards=cards, decisions=(decision,)))
    reason = why_not_set(slots, cards, hands) or game.foul(game.terms, hands, {})
    if reason:
        raise NotAllowed(reason)
    return judged(game, cards, decision=None, setting=hands)
