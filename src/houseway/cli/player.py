"""A person plays at the terminal: sees what the seat may see, and is asked until the move is legal."""

import re
import sys
from collections.abc import Callable, Sequence

from ..audit.narrative import describe_move, hands, named
from ..games import labels_of
from ..games.labels import sentence_case
from ..records.dealing import next_deal, shuffled_shoe
from ..records.shuffle import from_seed, from_system
from ..rules.cards import Cards, read_cards, write_cards
from ..rules.errors import HousewayError, Unreadable, shown
from ..rules.game import Decide, SetHands, Spot, Wager
from ..rules.moves import Decided, HandsSet, Posted, SeatMove
from ..rules.payments import HOUSE, SeatNumber
from ..rules.playing import play
from ..rules.refusals import why_not
from ..rules.round import Round
from ..rules.view import SeatView, View, view
from ..solving.bots import bot_move
from ..solving.strategy import Strategy
from .numbers import whole_number_in

GROUPED_THOUSANDS = re.compile(r"\d,\d{3}(?!\d)")
"""A comma that may be part of a number or stand between two of them."""


def play_round(
    round_: Round,
    bots: tuple[Strategy, ...],
    *,
    seed: str | None,
    person: SeatNumber | None,
    say: Callable[[str], None],
) -> Round:
    """Play a round to its end. `person` moves from the keyboard; bots play the other seats."""
    if person is not None:
        say("Type ? for help at any question.")
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
    mover = round_.waiting_for[0]
    if person is not None and mover == person:
        return ask(round_, person, say)
    if mover == HOUSE:
        return bot_move(bots[0], round_, mover)
    first_bot_seat = 1 if person is None else 2
    bot = bots[(int(mover) - first_bot_seat) % len(bots)]
    return bot_move(bot, round_, mover)


def _report(before: Round, after: Round, person: SeatNumber | None, say: Callable[[str], None]) -> None:
    """Print what the person may see of a step; without a person, print everything."""
    if person is None:
        say(describe_move(before, after))
        return _dealer(after, say) if after.over else None
    if len(after.dealt) > len(before.dealt):
        seat = view(after, person).seats[person - 1]
        say(f"Your cards: {write_cards(sorted(seat.cards, reverse=True))}")
    elif after.over or after.steps_done > before.steps_done:
        _show_open_cards(after, person, say)


def _show_open_cards(round_: Round, person: SeatNumber, say: Callable[[str], None]) -> None:
    """Print what is open after a step."""
    seat_view = view(round_, person)
    for seat in seat_view.seats:
        if seat.setting and round_.over:
            say(f"{named(round_, seat.number)} shows {hands(seat.setting, round_.game)}")
        elif seat.number != person and (seat.decisions or seat.wagers):
            say(f"{named(round_, seat.number)}: {_public(round_, seat)}")
    if seat_view.dealer:
        set_as = f" set as {hands(seat_view.dealer_setting, round_.game)}" if seat_view.dealer_setting else ""
        say(f"the dealer shows {write_cards(seat_view.dealer)}{set_as}")


def _dealer(round_: Round, say: Callable[[str], None]) -> None:
    setting = view(round_, None).dealer_setting
    if setting:
        say(f"the dealer sets {hands(setting, round_.game)}")


def _public(round_: Round, seat: SeatView) -> str:
    labels = labels_of(round_.game)
    wagers = ", ".join(f"{labels.name('wagers', name)} {chips}" for name, chips in seat.wagers.items())
    decisions = ", ".join(labels.name("decisions", decision) for decision in seat.decisions)
    return "; ".join(filter(None, (wagers, decisions)))


# Asking ------------------------------------------------------------------------------------------------------------


def ask(round_: Round, person: SeatNumber, say: Callable[[str], None]) -> SeatMove:
    """Ask until the answer is a move that the rules allow."""
    seat_view = view(round_, person)
    while True:
        try:
            move = _read_move(round_, seat_view, person, say)
            reason = why_not(round_, move)
            if reason is None and _is_confirmed(round_, move):
                return move
        except HelpAsked:
            for line in help_lines(round_, seat_view, person):
                say(f"  {line}")
            continue
        except HousewayError as error:
            say(f"  {error}")
            continue
        say(f"  {reason or 'Set it again.'}")


def _read_move(round_: Round, seat_view: View, person: SeatNumber, say: Callable[[str], None]) -> SeatMove:
    match seat_view.step:
        case Wager(spots=spots, banker_spots=banker_spots):
            return Posted(person, _wagers(round_, banker_spots if person == seat_view.banker else spots))
        case Decide(options=options):
            answer = prompt(f"Decide ({', '.join(options)}) [{options[0]}]: ") or options[0]
            return Decided(person, answer.lower())
        case _:
            return HandsSet(person, _read_setting(round_, seat_view, person, say))


# Help ----------------------------------------------------------------------------------------------------------------


class HelpAsked(Exception):
    """The person typed `?` or `help` instead of an answer."""


def help_lines(round_: Round, seat_view: View, person: SeatNumber) -> list[str]:
    """What may be typed now, and what the step is about."""
    labels = labels_of(round_.game)
    match seat_view.step:
        case Wager(spots=spots, banker_spots=banker_spots):
            wagers = banker_spots if person == seat_view.banker else spots
            lines = [f"{sentence_case(labels.name('wagers', spot.name))}: {_limits(spot)}." for spot in wagers]
            names = " ".join(f"{spot.name}={spot.low}" for spot in wagers)
            lines.append(f"Type the chips in this order with spaces between, or by name: {names}.")
            lines.append("The Enter key alone takes the figures in brackets.")
        case Decide(options=options):
            lines = [f"{option}: {labels.name('decisions', option)}." for option in options]
            lines.append(f"Type one of these words; the Enter key alone means {options[0]}.")
        case _:
            slots = [f"{labels.name('hands', slot.name)} ({slot.takes})" for slot in seat_view.slots]
            lines = [f"Divide your cards into {', '.join(slots)}."]
            lines.append("Type the cards of each hand as it is asked for, such as As Kd 10h.")
            if _offers_house_way(round_):
                lines.append("Type house to have the cards set the house way.")
    return [*lines, "Type quit to leave the round.", f"houseway rules {round_.game.key} prints the rules."]


def _limits(spot: Spot) -> str:
    none = ", or 0 for none" if spot.optional else ""
    return f"{spot.low} to {spot.high} chips{none}"


def _offers_house_way(round_: Round) -> bool:
    game = round_.game
    return game.house_way is not None and game.house_way_on_request(game.terms)


# Answers -------------------------------------------------------------------------------------------------------------


def _wagers(round_: Round, spots: Sequence[Spot]) -> dict[str, int]:
    labels = labels_of(round_.game)
    wanted = ", ".join(
        f"{labels.name('wagers', s.name)} {s.low} to {s.high}{' or 0' if s.optional else ''}" for s in spots
    )
    usual = " ".join("0" if spot.optional else str(spot.low) for spot in spots)
    typed = prompt(f"Wagers ({wanted}) [{usual}]: ") or usual
    if GROUPED_THOUSANDS.search(typed):
        raise Unreadable(f"put spaces between wagers and no commas into a number, such as {usual}, not {shown(typed)}")
    words = typed.replace(",", " ").split()
    if any("=" in word for word in words):
        pairs = [word.partition("=")[::2] for word in words]
    else:
        pairs = list(zip([spot.name for spot in spots], words, strict=False))
        if len(words) > len(spots):
            raise Unreadable(f"{len(words)} wagers were given where {len(spots)} are wanted: {usual}")
    return {name: _chips(name, text) for name, text in pairs if text != "0"}


def _chips(name: str, text: str) -> int:
    chips = whole_number_in(text)
    if chips is None or chips < 0:
        raise Unreadable(f"{name} takes whole chips, such as 5, not {shown(text)}")
    return chips


def _read_setting(round_: Round, seat_view: View, person: SeatNumber, say: Callable[[str], None]) -> dict[str, Cards]:
    game = round_.game
    cards = seat_view.seats[person - 1].cards
    offers_house_way = _offers_house_way(round_)
    say(
        f"You hold {write_cards(sorted(cards, reverse=True))}"
        + (" (type house for the house way)" if offers_house_way else "")
    )
    setting: dict[str, Cards] = {}
    for slot in seat_view.slots:
        answer = prompt(f"  {labels_of(game).name('hands', slot.name)} ({slot.takes}): ")
        if answer.lower() in ("house", "house way"):
            if not offers_house_way or game.house_way is None:
                raise Unreadable("the house way is not available here; type the cards of each hand")
            return dict(game.house_way(game.terms, cards))
        setting[slot.name] = read_cards(answer)
    return setting


def _is_confirmed(round_: Round, move: SeatMove) -> bool:
    """Ask for confirmation of a setting that fouls."""
    if not isinstance(move, HandsSet) or not isinstance(round_.step, SetHands):
        return True
    reason = round_.game.foul(round_.game.terms, move.setting, move.jokers)
    return reason is None or prompt(f"  That fouls: {reason}. Set it anyway? [y/N] ").lower().startswith("y")


def prompt(text: str) -> str:
    """Read one line. The end of the input and `quit` end the program, and nothing is recorded."""
    print(text, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EndOfInput("the input ended before the round was over; nothing was recorded")
    answer = line.strip()
    if answer.lower() in ("?", "help"):
        raise HelpAsked
    if answer.lower() in ("q", "quit", "exit"):
        print("You left the round; nothing was recorded.", file=sys.stderr)
        raise SystemExit(0)
    return answer


class EndOfInput(SystemExit):
    """The input ended while a move was due."""

    def __init__(self, sentence: str) -> None:
        print(f"\nhouseway: {sentence}", file=sys.stderr)
        super().__init__(2)
