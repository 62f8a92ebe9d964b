"""Seats and the bank: sitting down, standing up, sitting out and in, taking or passing the bank."""

from __future__ import annotations

from ...records.round_data import terms_data
from ...records.store import Event, SeatRow, Transfer
from ...records.store.ledger_accounts import HOUSE as HOUSE_ACCOUNT
from ...records.store.ledger_accounts import pot
from ...rules.errors import NotAllowed, plural, shown
from ...rules.game import AnyGame
from ...rules.table import may_bank, why_bank_fails, why_not_bank
from ...rules.values import replace
from .conduct import Waits, why_not_sit
from .desk import Balances, Decision, Desk, PlaceNumber, chips_brought
from .draft import Draft
from .fold import new_desk
from .withholding import why_wait


def make(
    *,
    table: str,
    game: AnyGame,
    places: int,
    private: bool,
    pace: str,
    host: str,
    terms_version: int,
    label: str | None = None,
) -> tuple[Desk, Event]:
    """A new table, and the event that opens it."""
    body = {
        "table": table,
        "game": game.key,
        "terms": terms_data(game),
        "places": places,
        "private": private,
        "pace": pace,
        "host": host,
        "terms_version": terms_version,
    }
    if label:
        body["label"] = label
    return new_desk(body), Event("table_made", body)


def sit(
    desk: Desk, *, player: str, name: str, bot: str | None, place: PlaceNumber | None, bring: int | None, at: str
) -> Decision:
    """Take a free place."""
    reason = why_no_seat(desk, desk.places_of(player))
    if reason:
        raise NotAllowed(reason)
    if place is None:
        place = next(free for free in range(1, desk.places + 1) if free not in desk.chairs)
    if not 1 <= place <= desk.places:
        raise NotAllowed(f"the seats of this table are 1 to {desk.places}, not {shown(place)}")
    if place in desk.chairs:
        raise NotAllowed(f"seat {place} is taken by {desk.chairs[place].name}")
    _refuse_while_waiting(desk, player, at=at)
    draft = Draft(desk, at=at)
    draft.happens("sat", {"place": place, "player": player, "name": name, "bot": bot, "bring": bring})
    draft.row(SeatRow(table_id=desk.table, seat=place, person=player))
    _refuse_second_hand(draft.desk, player)
    return draft.decided(seat=place)


def why_no_seat(desk: Desk, own: tuple[PlaceNumber, ...]) -> str | None:
    """Why a player with these seats cannot take another here; the button shows the same sentence."""
    if desk.closed:
        return f"table {desk.table} is closed"
    if len(own) >= desk.game.hands_per_player(desk.game.terms).seats:
        return most_seats_of_a_player(desk.game)
    if len(desk.chairs) >= desk.places:
        return f"all {desk.places} seats of this table are taken"
    return None


def most_seats_of_a_player(game: AnyGame) -> str:
    """How many seats one player may take, with the clause if there is one."""
    most, clause = game.hands_per_player(game.terms)
    return f"one player may take {plural(most, 'seat')} here" + (f" [{clause}]" if clause else "")


def waits(desk: Desk, player: str, *, at: str) -> Waits | None:
    """Why this account has to wait before it sits down or plays here, and until when; None if it need not wait."""
    return why_wait(desk, player, at=at) or why_not_sit(desk.conduct, player, at)


def _refuse_while_waiting(desk: Desk, player: str, *, at: str) -> None:
    wait = waits(desk, player, at=at)
    if wait is not None:
        raise NotAllowed(wait.why)


def stand(desk: Desk, player: str, *, place: PlaceNumber | None = None, at: str) -> Decision:
    """Leave one place, or all places if none is named; a place that is in a round is left at its end."""
    draft = Draft(desk, at=at)
    in_round = set(desk.live.places) if desk.live else set()
    left = seated(desk, player) if place is None else (own_place(desk, player, place),)
    for chosen in left:
        if chosen in in_round and desk.chairs[chosen].leaving:
            continue
        if chosen in in_round:
            draft.happens("sat_out", {"place": chosen, "why": "leaves after this round", "leaving": True})
        else:
            draft.happens("stood", {"place": chosen, "player": player, "at": at})
        draft.row(SeatRow(table_id=desk.table, seat=chosen, person=None, state="empty"))
    decision = draft.decided(after_round=bool(in_round & set(left)))
    if not decision.events:
        raise NotAllowed("you leave after this round already")
    return decision


def sit_out(desk: Desk, player: str, *, at: str) -> Decision:
    draft = Draft(desk, at=at)
    for place in seated(desk, player):
        if desk.chairs[place].out is None:
            draft.happens("sat_out", {"place": place, "why": "by choice"})
            draft.row(SeatRow(table_id=desk.table, seat=place, person=player, state="out"))
    return _decided_unless_empty(draft, "you sit out already")


def sit_in(desk: Desk, player: str, *, at: str) -> Decision:
    _refuse_while_waiting(desk, player, at=at)
    draft = Draft(desk, at=at)
    places = seated(desk, player)
    for place in places:
        if not desk.chairs[place].plays:
            draft.happens("sat_in", {"place": place})
            draft.row(SeatRow(table_id=desk.table, seat=place, person=player))
    _refuse_second_hand(draft.desk, player)
    return _decided_unless_empty(draft, "you play already")


def relabel(desk: Desk, player: str, name: str, *, at: str) -> Decision:
    """Change the name that is shown for an account; its seats, chips and cards stay the same."""
    draft = Draft(desk, at=at)
    for place in desk.places_of(player):
        draft.happens("renamed", {"place": place, "player": player, "name": name})
    return draft.decided()


def _decided_unless_empty(draft: Draft, refusal: str) -> Decision:
    decision = draft.decided()
    if not decision.events:
        raise NotAllowed(refusal)
    return decision


def seated(desk: Desk, player: str) -> tuple[PlaceNumber, ...]:
    """The places of this account; refused if it has none."""
    places = desk.places_of(player)
    if not places:
        raise NotAllowed(f"you have no seat at table {desk.table}")
    return places


# The bank ----------------------------------------------------------------------------------------------------------


def bank_offered_to(desk: Desk) -> tuple[PlaceNumber, ...]:
    """The places that may take the bank of the next round."""
    table = desk.next_table
    if table is None or desk.spans.banker is not None:
        return ()
    return tuple(desk.playing[seat - 1] for seat in may_bank(table))


def why_no_bank(desk: Desk, place: PlaceNumber, house_bet: int, balances: Balances | None = None) -> str | None:
    """
    Why the player at this place cannot take the bank.

    Without balances, for the views, the player counts as having all the chips that they may bring.
    """
    if desk.next_table is None:
        return "the bank can be taken only between rounds, and a round is running"
    if place not in desk.playing:
        return f"seat {place} does not play the next round"
    if balances is None:
        balances = {desk.chairs[place].player: desk.chairs[place].bring}
    table = replace(desk.next_table, chips=chips_brought(desk, desk.playing, balances))
    return why_not_bank(table, desk.playing.index(place) + 1, house_bet)


def take_bank(
    desk: Desk,
    player: str,
    place: PlaceNumber | None,
    house_bet: int,
    *,
    at: str,
    balances: Balances | None = None,
) -> Decision:
    chosen = own_place(desk, player, place)
    reason = why_no_bank(desk, chosen, house_bet, balances)
    if reason:
        raise NotAllowed(reason)
    draft = Draft(desk, at=at)
    draft.happens("bank_taken", {"place": chosen, "house_bet": house_bet})
    return draft.decided(seat=chosen)


def _refuse_second_hand(desk: Desk, player: str) -> None:
    """Refuse a hand of a player who banks, if the game gives the banker one hand only."""
    if desk.next_table is None or desk.spans.banker not in desk.places_of(player):
        return
    reason = why_bank_fails(desk.next_table)
    if reason:
        raise NotAllowed(reason)


def pass_bank(desk: Desk, player: str, place: PlaceNumber | None, *, at: str) -> Decision:
    chosen = own_place(desk, player, place)
    rule = desk.game.banking(desk.game.terms)
    if rule is None or not rule.may_bank:
        raise NotAllowed("players do not bank at this table")
    if desk.next_table is None:
        raise NotAllowed("the bank can be passed only between rounds, and a round is running")
    if chosen in desk.spans.passed:
        raise NotAllowed(f"seat {chosen} passed the bank already")
    draft = Draft(desk, at=at)
    draft.happens("bank_passed", {"place": chosen})
    return draft.decided(seat=chosen)


def own_place(desk: Desk, player: str, place: PlaceNumber | None) -> PlaceNumber:
    own = seated(desk, player)
    if place is None:
        return own[0]
    if place not in own:
        raise NotAllowed(f"seat {place} is not yours; yours is {', '.join(map(str, own))}")
    return place


# The operator ------------------------------------------------------------------------------------------------------


def change_terms(desk: Desk, game: AnyGame, version: int, *, at: str) -> Decision:
    """Change the terms from the next round on; a running round keeps its terms."""
    draft = Draft(desk, at=at)
    draft.happens("terms_changed", {"terms": terms_data(game), "terms_hash": game.terms_hash, "terms_version": version})
    return draft.decided()


def close(desk: Desk, *, why: str, at: str) -> Decision:
    """Close the table: everybody stands up, and the chips in the pot go to the house."""
    if desk.closed:
        raise NotAllowed(f"table {desk.table} is closed already")
    if desk.live is not None:
        raise NotAllowed(f"table {desk.table} has a round running; it can be closed between rounds")
    draft = Draft(desk, at=at)
    for place, chair in sorted(desk.chairs.items()):
        draft.happens("stood", {"place": place, "player": chair.player})
        draft.row(SeatRow(table_id=desk.table, seat=place, person=None, state="empty"))
    left = desk.spans.pot
    draft.happens("closed", {"why": why})
    draft.pays(Transfer(pot(desk.table), HOUSE_ACCOUNT, left, "pot", "ROOM-03", "left in the pot of a closed table"))
    return draft.decided()
