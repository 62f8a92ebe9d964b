"""Episodes of environments, played at random by seats that do not leave the round."""

from collections.abc import Iterator
from random import Random

from houseway.envs.episode import Episode, Shoe, begin
from houseway.envs.setup import Setup
from houseway.rules.game import Decide


def dealt(now: Episode, shoe: Shoe | None, chance: Random) -> tuple[Episode, Shoe]:
    """The deal that is due, from this shoe or at the start of a round from a fresh one."""
    if shoe is None or not now.round.dealt:
        shoe = Shoe(tuple(chance.sample(now.shoe, len(now.shoe))))
    cards, shoe = shoe.dealt(now.round)
    return now.deal(cards), shoe


def staying(now: Episode, seat: int) -> list[int]:
    """What a seat may do without leaving the round."""
    step = now.round.step
    numbers = now.setup.numbers
    leaving = step.leaving if isinstance(step, Decide) else ()
    gone = {number for action, number in numbers.items() if action.kind == "decide" and action.value in leaving}
    return [number for number in now.allowed(seat) if number not in gone] or list(now.allowed(seat))


def states(setup: Setup, seed: int) -> Iterator[Episode]:
    """Every state in which somebody is asked something, and the last."""
    chance = Random(seed)
    now = begin(setup)
    shoe = None
    while not now.over:
        if now.cards_due:
            now, shoe = dealt(now, shoe, chance)
            continue
        yield now
        seat = chance.choice(now.waiting_for)
        now = now.act(seat, chance.choice(staying(now, seat)))
    yield now
