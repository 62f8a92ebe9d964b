"""
Many rounds at once for learning agents, one in each lane: answers, deals, masks and observations in compiled code.

This module knows no game. A `Script` says which steps a round has, which stakes and settings exist and where each
number of an observation is; `envs/lane_script.py` makes it by asking the rules. Two parts belong to a game: which
settings are legal, and what is paid at the end. Its kernels do both between `advance` and `observe`, for the lanes that
`Lanes.due` names. If there are too many settings to number them, its kernels find the open slots of every card instead.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .cards import JOKER_CODE, Ints
from .compiled import compiled_without_references
from .philox import DealBuffers, deal

KINDS = JOKER_CODE + 1

# Kinds of steps.
WAGER = 0
DEAL = 1
DECIDE = 2
SET_HANDS = 3

# What a lane is waiting for from the kernels of its game.
NOTHING_DUE = 0
LEGAL_SETTINGS = 1
SETTLEMENT = 2

NONE = -1
WORD_BITS = 64
MOST_REFUSALS = 100
"""Refused answers in a row after which an episode is cut off."""

# How an answer ended.
ACCEPTED = 0
REFUSED = 1


class Parts(NamedTuple):
    """Where each part of an observation starts; NONE if the observation has no such part."""

    viewer: int
    step: int
    bank: int
    waiting_for: int
    ended: int
    paid: int
    dealer_count: int
    dealer_cards: int
    dealer_hands: int
    live: int
    has_moved: int
    card_count: int
    wagers: int
    decisions: int
    cards: int
    hands: int
    bank_offered: int
    next_spot: int
    draft_wagers: int
    next_card: int
    draft_hands: int


class Actions(NamedTuple):
    """The numbers of actions; NONE if there is no such action."""

    total: int
    wait: int
    pass_bank: int
    bank: int
    first_stake: int
    first_decision: int
    place: NDArray[np.int64]
    """By slot, the last of them for cards that are left out."""


class Script(NamedTuple):
    """The course of a round."""

    parts: Parts
    actions: Actions
    kinds: NDArray[np.int64]
    """By step: its kind."""
    shown_steps: NDArray[np.int64]
    """By step: its place in the observation; the last entry is the end of the round."""
    deal_cards: NDArray[np.int64]
    """By step: the cards that each live seat is dealt."""
    deal_dealer: NDArray[np.int64]
    """By step: the cards that the dealer is dealt."""
    one_by_one: NDArray[np.bool_]
    """By step: whether each hand gets one card in turn."""
    in_turn: NDArray[np.bool_]
    """By step: whether seats decide openly in order."""
    turns: NDArray[np.int64]
    """By step: how many decisions come before it."""
    leaves: NDArray[np.bool_]
    """By option: whether the seat leaves the round."""
    sets_after: NDArray[np.bool_]
    """By the last decision, and last for no decision: whether the seat sets hands."""
    stake_roots: NDArray[np.int64]
    """The first stake node of a bettor, and of a player who banks (NONE if it wagers nothing)."""
    stake_spot: NDArray[np.int64]
    """By stake node: the spot that is asked for."""
    stake_next: NDArray[np.int64]
    """By stake node and level: the next node; NONE after the last spot."""
    stake_allowed: NDArray[np.bool_]
    """By stake node and level: whether it is allowed."""
    stake_chips: NDArray[np.int64]
    """By stake node and level: the chips."""
    stake_before: NDArray[np.int64]
    """By stake node and spot: the chips chosen before."""
    by_place: NDArray[np.uint64]
    """By card and slot: the settings that have the card there, one bit each."""
    kernels_open_slots: bool
    """Whether the kernels of the game write `Lanes.is_open`; otherwise they write `Lanes.legal`."""
    slots: int
    """The slots of a setting. The number after the last slot means left out."""
    bank_is_offered: bool
    may_take_bank: bool
    exposes_cards: bool
    """Whether a seat shows all its cards at the end, or only the hands it set."""
    has_dealer: bool
    is_opponent: NDArray[np.bool_]
    """By seat: whether kernels play it, so that no agent sees it."""
    opponents_decide: int
    """The option that opponents choose in every decision."""
    players_needed: int
    """A round in which fewer seats are live is over."""


class Lanes(NamedTuple):
    """The state of every lane."""

    seed: NDArray[np.uint64]
    episode: NDArray[np.int64]
    """The number of the round; its cards depend on the lane's seed and on this."""
    due: NDArray[np.int64]
    """What the kernels of the game have to do for a lane now."""
    step: NDArray[np.int64]
    """The current step; the number of steps when the round is over."""
    offering: NDArray[np.bool_]
    """Whether the bank is offered."""
    banker: NDArray[np.int64]
    """0 for the house, or the number of a seat."""
    refusals: NDArray[np.int64]
    moved: NDArray[np.bool_]
    live: NDArray[np.bool_]
    node: NDArray[np.int64]
    """By lane and seat: the stake node."""
    wagers: NDArray[np.int64]
    decisions: NDArray[np.int64]
    """By lane, seat and turn: the option; NONE before."""
    shoe: NDArray[np.uint8]
    """By lane: the cards of the round in the order in which they are dealt."""
    dealt: NDArray[np.int64]
    cards: NDArray[np.uint8]
    """By lane and seat: the cards in deck order, aces first and jokers last."""
    card_count: NDArray[np.int64]
    slot: NDArray[np.int64]
    """By lane, seat and card: its slot."""
    placed: NDArray[np.int64]
    """By lane and seat: how many cards are placed."""
    legal: NDArray[np.uint64]
    """By lane and seat: the legal settings that agree with the cards placed so far, one bit each."""
    is_open: NDArray[np.bool_]
    """By lane, seat and slot: whether the next card may go there, if the kernels of the game say so."""
    dealer: NDArray[np.uint8]
    """The dealer's cards, in deck order."""
    dealer_count: NDArray[np.int64]
    dealer_slot: NDArray[np.int64]
    """By lane and card of the dealer: its slot at the end, or NONE."""
    paid: NDArray[np.int64]
    """By lane: what each seat, the house and the pot have won."""


class Buffers(NamedTuple):
    """What agents get from the lanes."""

    observations: NDArray[np.int64]
    """By lane and seat."""
    masks: NDArray[np.int8]
    """By lane, seat and action."""
    written: NDArray[np.int32]
    """By lane and seat: how many entries of the observation are not zero, and then their places."""
    rewards: NDArray[np.int64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    """By lane and seat: whether the answer was refused."""


# Rounds ------------------------------------------------------------------------------------------------------------


@compiled_without_references
def moves_in(script: Script, lanes: Lanes, lane: int, seat: int) -> bool:
    """Whether a seat makes a move in the current step."""
    if not lanes.live[lane, seat]:
        return False
    step = lanes.step[lane]
    if step == len(script.kinds) or script.kinds[step] == DEAL:
        return False
    if script.kinds[step] == WAGER:
        return bool(lanes.banker[lane] != seat + 1 or script.stake_roots[1] != NONE)
    if script.kinds[step] == SET_HANDS:
        return bool(script.sets_after[last_decision(lanes, lane, seat)])
    return True


@compiled_without_references
def last_decision(lanes: Lanes, lane: int, seat: int) -> int:
    """The last option a seat chose; NONE, which is also the last place of a table, if it chose none."""
    option = NONE
    for turn in range(lanes.decisions.shape[2]):
        if lanes.decisions[lane, seat, turn] != NONE:
            option = lanes.decisions[lane, seat, turn]
    return option


@compiled_without_references
def waits_for(script: Script, lanes: Lanes, lane: int, seat: int) -> bool:
    """Whether the round waits for a move of this seat."""
    if lanes.moved[lane, seat] or not moves_in(script, lanes, lane, seat):
        return False
    if script.in_turn[lanes.step[lane]]:
        for earlier in range(seat):
            if not lanes.moved[lane, earlier] and moves_in(script, lanes, lane, earlier):
                return False
    return True


@compiled_without_references
def has_question(script: Script, lanes: Lanes, lane: int, seat: int) -> bool:
    """Whether a seat has a question to answer. The bank is only offered at tables of one seat."""
    return bool(lanes.offering[lane]) or waits_for(script, lanes, lane, seat)


@compiled_without_references
def insert_card(cards: Ints, count: int, card: int) -> None:
    """Insert a card into the first `count` cards, which are in deck order: highest first, jokers last."""
    at = count
    while at > 0 and (cards[at - 1] == JOKER_CODE or cards[at - 1] < card) and card != JOKER_CODE:
        cards[at] = cards[at - 1]
        at -= 1
    cards[at] = card


@compiled_without_references
def next_card(lanes: Lanes, lane: int) -> int:
    card = lanes.shoe[lane, lanes.dealt[lane]]
    lanes.dealt[lane] += 1
    return card  # type: ignore[no-any-return]


@compiled_without_references
def deal_to_seat(lanes: Lanes, lane: int, seat: int) -> None:
    insert_card(lanes.cards[lane, seat], lanes.card_count[lane, seat], next_card(lanes, lane))
    lanes.card_count[lane, seat] += 1


@compiled_without_references
def deal_to_dealer(lanes: Lanes, lane: int) -> None:
    insert_card(lanes.dealer[lane], lanes.dealer_count[lane], next_card(lanes, lane))
    lanes.dealer_count[lane] += 1


@compiled_without_references
def deal_step(script: Script, lanes: Lanes, lane: int, step: int) -> None:
    """Deal the cards of a step: to each live seat, then to the dealer."""
    cards = script.deal_cards[step]
    dealer = script.deal_dealer[step]
    if script.one_by_one[step]:
        for turn in range(max(cards, dealer)):
            for seat in range(lanes.live.shape[1]):
                if lanes.live[lane, seat] and turn < cards:
                    deal_to_seat(lanes, lane, seat)
            if turn < dealer:
                deal_to_dealer(lanes, lane)
        return
    for seat in range(lanes.live.shape[1]):
        if lanes.live[lane, seat]:
            for _ in range(cards):
                deal_to_seat(lanes, lane, seat)
    for _ in range(dealer):
        deal_to_dealer(lanes, lane)


@compiled_without_references
def go_to_next_move(script: Script, lanes: Lanes, lane: int) -> None:
    """From the start of a step, deal until a step in which somebody moves or the end of the round."""
    while lanes.step[lane] < len(script.kinds):
        live_seats = 0
        anybody_moves = False
        for seat in range(lanes.live.shape[1]):
            live_seats += int(lanes.live[lane, seat])
            anybody_moves = anybody_moves or moves_in(script, lanes, lane, seat)
        if live_seats < script.players_needed:
            lanes.step[lane] = len(script.kinds)
        elif script.kinds[lanes.step[lane]] == DEAL:
            deal_step(script, lanes, lane, lanes.step[lane])
            lanes.step[lane] += 1
        elif anybody_moves:
            break
        else:
            lanes.step[lane] += 1
    if lanes.step[lane] == len(script.kinds):
        lanes.due[lane] = SETTLEMENT
    elif script.kinds[lanes.step[lane]] == SET_HANDS:
        lanes.due[lane] = LEGAL_SETTINGS


@compiled_without_references
def leave_step_if_done(script: Script, lanes: Lanes, lane: int) -> bool:
    """If every move of the step is made, go to the start of the next step. Returns whether it was left."""
    seats = lanes.live.shape[1]
    for seat in range(seats):
        if moves_in(script, lanes, lane, seat) and not lanes.moved[lane, seat]:
            return False
    for seat in range(seats):
        lanes.moved[lane, seat] = False
        option = last_decision(lanes, lane, seat)
        if option != NONE and script.leaves[option]:
            lanes.live[lane, seat] = False
    lanes.step[lane] += 1
    return True


@compiled_without_references
def begin(script: Script, lanes: Lanes, room: DealBuffers, lane: int) -> None:
    """Start the next round of a lane."""
    lanes.episode[lane] += 1
    deal(room, lanes.seed[lane], lanes.episode[lane], lanes.shoe[lane])
    lanes.dealt[lane] = 0
    lanes.step[lane] = 0
    lanes.due[lane] = NOTHING_DUE
    lanes.offering[lane] = script.bank_is_offered
    lanes.banker[lane] = 0
    lanes.refusals[lane] = 0
    lanes.dealer_count[lane] = 0
    for seat in range(lanes.moved.shape[1]):
        lanes.moved[lane, seat] = False
        lanes.live[lane, seat] = True
        lanes.node[lane, seat] = script.stake_roots[0]
        lanes.card_count[lane, seat] = 0
        lanes.placed[lane, seat] = 0
        for spot in range(lanes.wagers.shape[2]):
            lanes.wagers[lane, seat, spot] = 0
        for turn in range(lanes.decisions.shape[2]):
            lanes.decisions[lane, seat, turn] = NONE
    for place in range(lanes.dealer_slot.shape[1]):
        lanes.dealer_slot[lane, place] = NONE
    for party in range(lanes.paid.shape[1]):
        lanes.paid[lane, party] = 0


# Answers -----------------------------------------------------------------------------------------------------------


@compiled_without_references
def answer_bank(script: Script, lanes: Lanes, lane: int, action: int) -> None:
    lanes.offering[lane] = False
    if action == script.actions.bank:
        lanes.banker[lane] = 1
        lanes.node[lane, 0] = script.stake_roots[1]


@compiled_without_references
def answer_stake(script: Script, lanes: Lanes, lane: int, seat: int, action: int) -> None:
    node = lanes.node[lane, seat]
    level = action - script.actions.first_stake
    lanes.node[lane, seat] = script.stake_next[node, level]
    if lanes.node[lane, seat] == NONE:
        for spot in range(lanes.wagers.shape[2]):
            lanes.wagers[lane, seat, spot] = script.stake_before[node, spot]
        lanes.wagers[lane, seat, script.stake_spot[node]] = script.stake_chips[node, level]
        lanes.moved[lane, seat] = True


@compiled_without_references
def answer_place(script: Script, lanes: Lanes, lane: int, seat: int, action: int) -> None:
    card = lanes.placed[lane, seat]
    slot = 0
    while script.actions.place[slot] != action:
        slot += 1
    lanes.slot[lane, seat, card] = slot
    for word in range(lanes.legal.shape[2]):
        lanes.legal[lane, seat, word] &= script.by_place[card, slot, word]
    lanes.placed[lane, seat] = card + 1
    if card + 1 == lanes.card_count[lane, seat]:
        lanes.moved[lane, seat] = True


@compiled_without_references
def answer(script: Script, lanes: Lanes, lane: int, seat: int, action: int) -> None:
    """Apply an allowed answer of a seat."""
    if lanes.offering[lane]:
        answer_bank(script, lanes, lane, action)
        return
    step = lanes.step[lane]
    if script.kinds[step] == WAGER:
        answer_stake(script, lanes, lane, seat, action)
    elif script.kinds[step] == DECIDE:
        lanes.decisions[lane, seat, script.turns[step]] = action - script.actions.first_decision
        lanes.moved[lane, seat] = True
    else:
        answer_place(script, lanes, lane, seat, action)


@compiled_without_references
def is_refused(script: Script, buffers: Buffers, actions: Ints, lane: int) -> bool:
    """Whether an answer in this lane is not allowed; the seats that gave one are marked."""
    refused = False
    for seat in range(actions.shape[1]):
        action = actions[lane, seat]
        is_allowed = 0 <= action < script.actions.total and buffers.masks[lane, seat, action] != 0
        buffers.refused[lane, seat] = not is_allowed
        refused = refused or not is_allowed
    return refused


@compiled_without_references
def advance(
    script: Script, lanes: Lanes, buffers: Buffers, room: DealBuffers, actions: Ints, first: int, end: int
) -> None:
    """Apply the answers of the lanes from `first` to `end`. A lane that ended before starts its next round instead."""
    for lane in range(first, end):
        is_at_start_of_step = False
        if buffers.terminated[lane] or buffers.truncated[lane]:
            for seat in range(actions.shape[1]):
                buffers.refused[lane, seat] = False
            buffers.terminated[lane] = False
            buffers.truncated[lane] = False
            begin(script, lanes, room, lane)
            is_at_start_of_step = script.kinds[0] == DEAL
        elif is_refused(script, buffers, actions, lane):
            lanes.refusals[lane] += 1
            buffers.truncated[lane] = lanes.refusals[lane] >= MOST_REFUSALS
        else:
            lanes.refusals[lane] = 0
            for seat in range(actions.shape[1]):
                if actions[lane, seat] != script.actions.wait:
                    answer(script, lanes, lane, seat, actions[lane, seat])
            if not lanes.offering[lane]:
                is_at_start_of_step = leave_step_if_done(script, lanes, lane)
        if is_at_start_of_step:
            go_to_next_move(script, lanes, lane)


@compiled_without_references
def restart(script: Script, lanes: Lanes, buffers: Buffers, room: DealBuffers, first: int, end: int) -> None:
    """Start the next round of these lanes."""
    for lane in range(first, end):
        buffers.terminated[lane] = False
        buffers.truncated[lane] = False
        for seat in range(lanes.live.shape[1]):
            buffers.refused[lane, seat] = False
        begin(script, lanes, room, lane)
        if script.kinds[0] == DEAL:
            go_to_next_move(script, lanes, lane)


@compiled_without_references
def let_opponents_decide(script: Script, lanes: Lanes, first: int, end: int) -> None:
    """
    Make the decisions of opponents until an agent has to move, or hands are to be set.

    If the opponents have set their hands already and no agent has to, this ends the round.
    """
    for lane in range(first, end):
        goes_on = True
        while goes_on and lanes.step[lane] < len(script.kinds):
            step = lanes.step[lane]
            for seat in range(lanes.live.shape[1]):
                is_asked = script.is_opponent[seat] and waits_for(script, lanes, lane, seat)
                if is_asked and script.kinds[step] == DECIDE:
                    lanes.decisions[lane, seat, script.turns[step]] = script.opponents_decide
                    lanes.moved[lane, seat] = True
            goes_on = leave_step_if_done(script, lanes, lane)
            if goes_on:
                go_to_next_move(script, lanes, lane)


# Observations --------------------------------------------------------------------------------------------------------


@compiled_without_references
def write(row: Ints, written: Ints, place: int, value: int) -> None:
    """Add a number to an entry of an observation, and note that the entry is not zero."""
    if value == 0:
        return
    if row[place] == 0:
        written[0] += 1
        written[written[0]] = place
    row[place] += value


@compiled_without_references
def clear(row: Ints, written: Ints) -> None:
    for index in range(1, written[0] + 1):
        row[written[index]] = 0
    written[0] = 0


@compiled_without_references
def write_round(script: Script, lanes: Lanes, row: Ints, written: Ints, lane: int, viewer: int) -> None:
    parts = script.parts
    seats = lanes.live.shape[1]
    is_over = lanes.step[lane] == len(script.kinds)
    write(row, written, parts.viewer + viewer, 1)
    write(row, written, parts.step + script.shown_steps[lanes.step[lane]], 1)
    write(row, written, parts.bank + lanes.banker[lane], 1)
    for seat in range(seats):
        if not is_over and waits_for(script, lanes, lane, seat):
            write(row, written, parts.waiting_for + seat, 1)
    if is_over:
        write(row, written, parts.ended, 1)
    for party in range(lanes.paid.shape[1]):
        write(row, written, parts.paid + party, lanes.paid[lane, party])
    if script.has_dealer:
        write(row, written, parts.dealer_count, lanes.dealer_count[lane])


@compiled_without_references
def write_dealer(script: Script, lanes: Lanes, row: Ints, written: Ints, lane: int) -> None:
    """The dealer's cards and hands, which are open at the end if a seat is still in the round."""
    anybody_live = False
    for seat in range(lanes.live.shape[1]):
        anybody_live = anybody_live or lanes.live[lane, seat]
    if lanes.step[lane] < len(script.kinds) or not anybody_live:
        return
    for place in range(lanes.dealer_count[lane]):
        card = lanes.dealer[lane, place]
        write(row, written, script.parts.dealer_cards + card, 1)
        slot = lanes.dealer_slot[lane, place]
        if slot != NONE and slot < script.slots:
            write(row, written, script.parts.dealer_hands + KINDS * slot + card, 1)


@compiled_without_references
def write_hands(script: Script, lanes: Lanes, row: Ints, written: Ints, lane: int, seat: int, start: int) -> None:
    """Count the placed cards of a seat by slot."""
    for place in range(lanes.placed[lane, seat]):
        slot = lanes.slot[lane, seat, place]
        if slot < script.slots:
            write(row, written, start + KINDS * slot + lanes.cards[lane, seat, place], 1)


@compiled_without_references
def write_seat(script: Script, lanes: Lanes, row: Ints, written: Ints, lane: int, viewer: int, seat: int) -> None:
    """What the viewer may see of a seat."""
    parts = script.parts
    is_over = lanes.step[lane] == len(script.kinds)
    is_own = viewer == seat
    has_moved = lanes.moved[lane, seat]
    is_exposed = is_over and lanes.live[lane, seat]
    if lanes.live[lane, seat]:
        write(row, written, parts.live + seat, 1)
    if has_moved:
        write(row, written, parts.has_moved + seat, 1)
    write(row, written, parts.card_count + seat, lanes.card_count[lane, seat])
    spots = lanes.wagers.shape[2]
    for spot in range(spots):
        write(row, written, parts.wagers + seat * spots + spot, lanes.wagers[lane, seat, spot])
    turns = lanes.decisions.shape[2]
    for turn in range(turns):
        option = lanes.decisions[lane, seat, turn]
        is_sealed = False
        if has_moved and script.kinds[lanes.step[lane]] == DECIDE and script.turns[lanes.step[lane]] == turn:
            is_sealed = not is_own and not script.in_turn[lanes.step[lane]]
        if option != NONE and not is_sealed:
            write(row, written, parts.decisions + (seat * turns + turn) * len(script.leaves) + option, 1)
    if is_own or (is_exposed and script.exposes_cards):
        for place in range(lanes.card_count[lane, seat]):
            write(row, written, parts.cards + seat * KINDS + lanes.cards[lane, seat, place], 1)
    if (is_own and has_moved and script.kinds[lanes.step[lane]] == SET_HANDS) or is_exposed:
        write_hands(script, lanes, row, written, lane, seat, parts.hands + seat * script.slots * KINDS)


@compiled_without_references
def write_stake_question(
    script: Script, lanes: Lanes, mask: Ints, row: Ints, written: Ints, lane: int, seat: int
) -> None:
    node = lanes.node[lane, seat]
    for level in range(script.stake_allowed.shape[1]):
        if script.stake_allowed[node, level]:
            mask[script.actions.first_stake + level] = 1
    write(row, written, script.parts.next_spot + script.stake_spot[node], 1)
    for spot in range(lanes.wagers.shape[2]):
        write(row, written, script.parts.draft_wagers + spot, script.stake_before[node, spot])


@compiled_without_references
def write_place_question(
    script: Script, lanes: Lanes, mask: Ints, row: Ints, written: Ints, lane: int, seat: int
) -> None:
    card = lanes.placed[lane, seat]
    for slot in range(script.slots + 1):
        if script.kernels_open_slots and lanes.is_open[lane, seat, slot]:
            mask[script.actions.place[slot]] = 1
        for word in range(lanes.legal.shape[2]):
            if lanes.legal[lane, seat, word] & script.by_place[card, slot, word] != 0:
                mask[script.actions.place[slot]] = 1
    write(row, written, script.parts.next_card + lanes.cards[lane, seat, card], 1)
    write_hands(script, lanes, row, written, lane, seat, script.parts.draft_hands)


@compiled_without_references
def write_question(script: Script, lanes: Lanes, mask: Ints, row: Ints, written: Ints, lane: int, seat: int) -> None:
    """The mask of a seat, and what it has answered so far in its move."""
    actions = script.actions
    for action in range(actions.total):
        mask[action] = 0
    if not has_question(script, lanes, lane, seat):
        mask[actions.wait] = 1
    elif lanes.offering[lane]:
        mask[actions.pass_bank] = 1
        if script.may_take_bank:
            mask[actions.bank] = 1
        write(row, written, script.parts.bank_offered, 1)
    elif script.kinds[lanes.step[lane]] == WAGER:
        write_stake_question(script, lanes, mask, row, written, lane, seat)
    elif script.kinds[lanes.step[lane]] == DECIDE:
        for option in range(len(script.leaves)):
            mask[actions.first_decision + option] = 1
    else:
        write_place_question(script, lanes, mask, row, written, lane, seat)


@compiled_without_references
def observe(script: Script, lanes: Lanes, buffers: Buffers, first: int, end: int) -> None:
    """Write what the agents of the lanes from `first` to `end` get."""
    seats = lanes.live.shape[1]
    for lane in range(first, end):
        is_over = lanes.step[lane] == len(script.kinds)
        buffers.terminated[lane] = is_over
        lanes.due[lane] = NOTHING_DUE
        for viewer in range(seats):
            if script.is_opponent[viewer]:
                buffers.masks[lane, viewer, script.actions.wait] = 1
                continue
            buffers.rewards[lane, viewer] = lanes.paid[lane, viewer] if is_over else 0
            row = buffers.observations[lane, viewer]
            written = buffers.written[lane, viewer]
            clear(row, written)
            write_round(script, lanes, row, written, lane, viewer)
            if script.has_dealer:
                write_dealer(script, lanes, row, written, lane)
            for seat in range(seats):
                write_seat(script, lanes, row, written, lane, viewer, seat)
            write_question(script, lanes, buffers.masks[lane, viewer], row, written, lane, viewer)
