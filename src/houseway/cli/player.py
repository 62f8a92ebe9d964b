"""A person at the terminal: shown only what their seat may see, asked until the move is one the rules allow."""

import sys
from collections.abc import Callable
from typing import Any

from ..audit.narrative import hands, named, told
from ..records.dealing import next_deal, shuffled_shoe
from ..records.shuffle import from_seed, from_system
from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import Decide, SetHands, Wager
from ..rules.moves import Decided, HandsSet, Posted, SeatMove
from ..rules.payments import HOUSE, SeatNumber
from ..rules.playing import play
from ..rules.refusals import why_not
from ..rules.round import Round, waiting_for
from ..rules.view import SeatView, View, view
from ..solving.bots import bot_move
from ..solving.strategy import Strategy


def play_round(
    round_: Round,
    bots: tuple[Strategy, ...],
    *,
    seed: str | None,
    person: SeatNumber | None,
    say: Callable[[str], None],
) -> Round:
    """Play a round to its end; `person` moves from the keyboard, the other seats follow the bots in turn."""
    shoe = shuffled_shoe(round_, from_system() if seed is None else from_seed(seed))
    while not round_.over:
        before = round_
        dealt = next_deal(round_, shoe)
        round_ = play(round_, dealt or _next_move(round_, bots, person, say))
        _report(before, round_, person, say)
    return round_


def _next_move(
    round_: Round, bots: tuple[Strategy, ...], person: SeatNumber | None, say: Callable[[str], None]
) -> SeatMove:
    mover = waiting_for(round_)[0]
    if person is not None and mover == person:
        return ask(round_, person, say)
    place = 0 if mover == HOUSE else int(mover) - 1 - (person is not None)
    return bot_move(bots[place % len(bots)], round_, mover)


def _report(before: Round, after: Round, person: SeatNumber | None, say: Callable[[str], None]) -> None:
    """What the person sees happen; unattended, everything is told."""
    if person is None:
        say(told(before, after))
        return _dealer(after, say) if after.over else None
    if len(after.dealt) > len(before.dealt):
        seat = view(after, person).seats[person - 1]
        say(f"Your cards: {write_cards(sorted(seat.cards, reverse=True))}")
    elif after.over or after.steps_done > before.steps_done:
        _opened(after, person, say)


def _opened(round_: Round, person: SeatNumber, say: Callable[[str], None]) -> None:
    """What lies open after a step."""
    seen = view(round_, person)
    for seat in seen.seats:
        if seat.setting and round_.over:
            say(f"{named(round_, seat.number)} shows {hands(seat.setting)}")
        elif seat.number != person and (seat.decisions or seat.wagers):
            say(f"{named(round_, seat.number)}: {_public(seat)}")
    if seen.dealer:
        set_as = f" set as {hands(seen.dealer_setting)}" if seen.dealer_setting else ""
        say(f"the dealer shows {write_cards(seen.dealer)}{set_as}")


def _dealer(round_: Round, say: Callable[[str], None]) -> None:
    setting = view(round_, None).dealer_setting
    if setting:
        say(f"the dealer sets {hands(setting)}")


def _public(seat: SeatView) -> str:
    wagers = ", ".join(f"{name} {chips}" for name, chips in seat.wagers.items())
    return "; ".join(filter(None, (wagers, ", ".join(seat.decisions))))


# Asking ------------------------------------------------------------------------------------------------------------


def ask(round_: Round, person: SeatNumber, say: Callable[[str], None]) -> SeatMove:
    """Ask until the answer is a move that the rules allow."""
    seen = view(round_, person)
    while True:
        try:
            move = _asked(round_, seen, person, say)
        except HousewayError as error:
            say(f"  {error}")
            continue
        reason = why_not(round_, move)
        if reason is None and _sure(round_, move):
            return move
        say(f"  {reason or 'Set it again.'}")


def _asked(round_: Round, seen: View, person: SeatNumber, say: Callable[[str], None]) -> SeatMove:
    match seen.step:
        case Wager(spots=spots, banker_spots=banker_spots):
            return Posted(person, _wagers(banker_spots if person == seen.banker else spots))
        case Decide(options=options):
            answer = prompt(f"Decide ({', '.join(options)}) [{options[0]}]: ") or options[0]
            return Decided(person, answer.lower())
        case _:
            return HandsSet(person, _setting(round_, seen, person, say))


def _wagers(spots: Any) -> dict[str, int]:
    wanted = ", ".join(f"{s.name} {s.low} to {s.high}{' or 0' if s.optional else ''}" for s in spots)
    usual = " ".join("0" if spot.optional else str(spot.low) for spot in spots)
    words = (prompt(f"Wagers ({wanted}) [{usual}]: ") or usual).replace(",", " ").split()
    if any("=" in word for word in words):
        pairs = [word.partition("=")[::2] for word in words]
    else:
        pairs = list(zip([spot.name for spot in spots], words, strict=False))
        if len(words) > len(spots):
            raise Unreadable(f"{len(words)} wagers were given where {len(spots)} are wanted: {usual}")
    return {name: _chips(name, text) for name, text in pairs if text != "0"}


def _chips(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise Unreadable(f"{name} takes whole chips, such as 5, not {shown(text)}")
    return int(text)


def _setting(round_: Round, seen: View, person: SeatNumber, say: Callable[[str], None]) -> dict[str, Cards]:
    game = round_.game
    cards = seen.seats[person - 1].cards
    helps = game.house_way is not None and game.house_way_on_request(game.terms)
    say(f"You hold {write_cards(sorted(cards, reverse=True))}" + (" (type house for the house way)" if helps else ""))
    setting: dict[str, Cards] = {}
    for slot in seen.slots:
        answer = prompt(f"  {slot.name} ({slot.takes}): ")
        if answer.lower() in ("house", "house way"):
            if not helps or game.house_way is None:
                raise Unreadable("the house way is not to be had here; type the cards of each hand")
            return dict(game.house_way(game.terms, cards))
        setting[slot.name] = read_cards(answer)
    return setting


def _sure(round_: Round, move: SeatMove) -> bool:
    """A setting that fouls is put down only when the person insists."""
    if not isinstance(move, HandsSet) or not isinstance(round_.step, SetHands):
        return True
    reason = round_.game.foul(round_.game.terms, move.setting, move.jokers)
    return reason is None or prompt(f"  That fouls: {reason}. Put it down all the same? [y/N] ").lower().startswith("y")


def prompt(text: str) -> str:
    """One line from the person; the end of input ends the round without a trace."""
    print(text, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EndOfInput("the input ended before the round was over; nothing was recorded")
    return line.strip()


class EndOfInput(SystemExit):
    """Nobody is there to answer any more."""

    def __init__(self, sentence: str) -> None:
        print(f"\nhouseway: {sentence}", file=sys.stderr)
        super().__init__(2)
