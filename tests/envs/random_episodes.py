"""Random play of environment episodes in which no seat leaves the round."""

from collections.abc import Iterator
from random import Random

from houseway.envs.episode import Episode, Shoe, begin
from houseway.envs.setup import Setup
from houseway.rules.game import Decide


def deal_due_cards(episode: Episode, shoe: Shoe | None, chance: Random) -> tuple[Episode, Shoe]:
    """Deal what is due: from `shoe`, or from a fresh shoe at the start of a round."""
    if shoe is None or not episode.round.dealt:
        shoe = Shoe(tuple(chance.sample(episode.shoe, len(episode.shoe))))
    cards, shoe = shoe.dealt(episode.round)
    return episode.deal(cards), shoe


def staying_actions(episode: Episode, seat: int) -> list[int]:
    """The allowed actions that keep a seat in the round, or all allowed actions if none does."""
    step = episode.round.step
    leaving = step.leaving if isinstance(step, Decide) else ()
    leaving_actions = {
        number
        for action, number in episode.setup.numbers.items()
        if action.kind == "decide" and action.value in leaving
    }
    allowed = list(episode.allowed(seat))
    staying = [number for number in allowed if number not in leaving_actions]
    return staying or allowed


def states(setup: Setup, seed: int) -> Iterator[Episode]:
    """Every state of a random episode in which a seat has to act, and the final state."""
    chance = Random(seed)
    episode = begin(setup)
    shoe = None
    while not episode.over:
        if episode.cards_due:
            episode, shoe = deal_due_cards(episode, shoe, chance)
            continue
        yield episode
        seat = chance.choice(episode.waiting_for)
        episode = episode.act(seat, chance.choice(staying_actions(episode, seat)))
    yield episode
