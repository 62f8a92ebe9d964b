"""
The script of a round for lanes, made by asking the rules: steps, stakes, settings, and the parts of observations.

Everything that does not depend on the cards is computed here once, with the same questions that the single
environments ask. What the lanes do not know is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..kernels.cards import Ints
from ..kernels.lanes import DEAL, DECIDE, NONE, SET_HANDS, WAGER, WORD_BITS, Actions, Buffers, Lanes, Parts, Script
from ..rules.errors import NotOffered
from ..rules.game import Deal, Decide, SetHands, Step, Wager
from ..rules.round import Round, Seat
from ..rules.setting import Slot
from .episode import begin
from .observing import Sight
from .placing import arrangements, shapes
from .questions import StakeQuestion, first_question
from .setup import BANK, LEFT_OUT, PASS, WAIT, Action, Setup

MOST_STAKE_NODES = 2_000
"""The most questions about stakes that a script holds."""
KIND_OF_STEP: dict[type[Step], int] = {Wager: WAGER, Deal: DEAL, Decide: DECIDE, SetHands: SET_HANDS}


class StakeTree(NamedTuple):
    """Every question about stakes, as the fields of `Script` describe it."""

    roots: list[int]
    spot: list[int]
    next: list[list[int]]
    allowed: list[list[bool]]
    chips: list[list[int]]
    before: list[list[int]]


class Played(NamedTuple):
    """The seats that kernels play, counted from 0, and what they choose in every decision."""

    seats: frozenset[int] = frozenset()
    decision: str = ""


def refuse_setup(setup: Setup) -> None:
    """Refuse what lanes do not know, with what to use instead."""
    single = f"use envs.seat_env({setup.game.key!r}) or envs.table_env({setup.game.key!r}), which play by the rules"
    if setup.setting != "place":
        raise NotOffered(f"vectorised environments set hands card by card, not by {setup.setting!r}", single)
    if setup.rounds != 1:
        raise NotOffered(f"an episode of a vectorised environment is one round, not {setup.rounds}", single)
    if setup.banks and setup.seats > 1:
        raise NotOffered(
            f"vectorised environments offer the bank at tables of one seat only, not of {setup.seats}",
            f"pass banking=False, or {single}",
        )
    if _bank_changes_steps(setup):
        raise NotOffered("vectorised environments know no terms under which a player's bank changes the steps", single)
    if len({step.options for step in setup.decides}) > 1 or any(
        isinstance(step, Deal) and step.to is not None for step in setup.steps
    ):
        raise NotOffered("vectorised environments know no round with several different decisions", single)


def _bank_changes_steps(setup: Setup) -> bool:
    return len(setup.steps) != len(begin(setup).round.steps)


def slots_of_settings(setup: Setup) -> tuple[Slot, ...]:
    """The slots of every setting. Lanes know games in which a seat sets these hands or none."""
    layouts = {setup.game.slots(setup.game.terms, seat) for seat in _seats_by_decision(setup)}
    layouts.discard(())
    if len(layouts) != 1:
        raise NotOffered(
            f"vectorised environments know no settings of several forms, as in {setup.game.name}",
            f"use envs.seat_env({setup.game.key!r}), which plays by the rules",
        )
    return layouts.pop()


def _seats_by_decision(setup: Setup) -> list[Seat]:
    """A seat after each last decision, and one without a decision."""
    decided = [Seat(number=1, player="", decisions=(option,)) for option in setup.options]
    return [*decided, Seat(number=1, player="")]


def every_arrangement(setup: Setup) -> NDArray[np.uint8]:
    """By setting: the slot of each card in deck order; the number after the last slot means left out."""
    rests = shapes(slots_of_settings(setup), setup.own_cards)
    return np.array([places for rest in rests for places in arrangements(rest)], dtype=np.uint8)


def no_arrangement(setup: Setup) -> NDArray[np.uint8]:
    """The settings of a game whose kernels find the open slots of each card: none is numbered."""
    return np.empty((0, setup.own_cards), dtype=np.uint8)


def settings_by_place(places: Ints, slots: int) -> NDArray[np.uint64]:
    """By card and slot: the settings that have the card there, one bit each."""
    words = -(-len(places) // WORD_BITS)
    bits = np.zeros((places.shape[1], slots + 1, words), dtype=np.uint64)
    for number, setting in enumerate(places.tolist()):
        word, bit = divmod(number, WORD_BITS)
        for card, slot in enumerate(setting):
            bits[card, slot, word] |= np.uint64(1) << np.uint64(bit)
    return bits


def make_script(setup: Setup, sight: Sight, places: Ints, played: Played) -> Script:
    """The script of a setup that `refuse_setup` accepts. Without `places` the kernels of the game find open slots."""
    first = begin(setup)
    steps = first.round.steps
    slots = slots_of_settings(setup)
    tree = _stake_tree(setup)
    by_level = (len(tree.spot), setup.stakes + 1)
    turns = [sum(isinstance(before, Decide) for before in steps[:place]) for place in range(len(steps))]
    bank_numbers = first.question(first.offered[0]).numbers if first.offered else ()
    return Script(
        parts=_parts(sight),
        actions=_actions(setup, slots),
        kinds=np.array([KIND_OF_STEP[type(step)] for step in steps], dtype=np.int64),
        shown_steps=np.array([*(setup.steps.index(step) for step in steps), len(setup.steps)], dtype=np.int64),
        deal_cards=np.array([step.cards if isinstance(step, Deal) else 0 for step in steps], dtype=np.int64),
        deal_dealer=np.array([step.dealer if isinstance(step, Deal) else 0 for step in steps], dtype=np.int64),
        one_by_one=np.array([isinstance(step, Deal) and step.one_by_one for step in steps], dtype=np.bool_),
        in_turn=np.array([isinstance(step, Decide) and step.in_turn for step in steps], dtype=np.bool_),
        turns=np.array(turns, dtype=np.int64),
        leaves=np.array([_leaves(setup, option) for option in setup.options], dtype=np.bool_),
        sets_after=np.array(
            [bool(setup.game.slots(setup.game.terms, seat)) for seat in _seats_by_decision(setup)], dtype=np.bool_
        ),
        stake_roots=np.array(tree.roots, dtype=np.int64),
        stake_spot=np.array(tree.spot, dtype=np.int64),
        stake_next=np.array(tree.next, dtype=np.int64).reshape(by_level),
        stake_allowed=np.array(tree.allowed, dtype=np.bool_).reshape(by_level),
        stake_chips=np.array(tree.chips, dtype=np.int64).reshape(by_level),
        stake_before=np.array(tree.before, dtype=np.int64).reshape(len(tree.spot), len(setup.spots)),
        by_place=settings_by_place(places, len(slots)),
        kernels_open_slots=not len(places),
        slots=len(slots),
        bank_is_offered=bool(first.offered),
        may_take_bank=setup.banks and setup.numbers[BANK] in bank_numbers,
        exposes_cards=setup.game.exposes == "cards",
        has_dealer=bool(setup.dealer_cards),
        is_opponent=np.array([seat in played.seats for seat in range(setup.seats)], dtype=np.bool_),
        opponents_decide=setup.options.index(played.decision) if setup.options and played.seats else NONE,
        players_needed=setup.game.players_needed,
    )


def _leaves(setup: Setup, option: str) -> bool:
    return any(option in step.leaving for step in setup.decides)


def _parts(sight: Sight) -> Parts:
    return Parts(**{name: sight.starts.get(name, NONE) for name in Parts._fields})


def _actions(setup: Setup, slots: Sequence[Slot]) -> Actions:
    numbers = setup.numbers
    place = [numbers[Action("place", slot.name)] for slot in slots]
    place.append(numbers.get(Action("place", LEFT_OUT), NONE))
    return Actions(
        total=len(setup.actions),
        wait=numbers[WAIT],
        pass_bank=numbers.get(PASS, NONE),
        bank=numbers.get(BANK, NONE),
        first_stake=numbers.get(Action("stake", 0), NONE),
        first_decision=numbers[Action("decide", setup.options[0])] if setup.options else NONE,
        place=np.array(place, dtype=np.int64),
    )


# Stakes ------------------------------------------------------------------------------------------------------------


def _stake_tree(setup: Setup) -> StakeTree:
    """The questions about stakes of a bettor, and of a player who banks."""
    tree = StakeTree([], [], [], [], [], [])
    start = begin(setup)
    rounds: list[Round] = [start.round]
    if start.offered and setup.numbers[BANK] in start.question(1).numbers:
        rounds.append(start.bank(1, 0).round)
    for round_ in rounds:
        waits = 1 in round_.waiting_for and isinstance(round_.step, Wager)
        tree.roots.append(_add_question(setup, tree, first_question(setup, round_, 1)) if waits else NONE)
    if len(rounds) == 1:
        tree.roots.append(NONE)
    return tree


def _add_question(setup: Setup, tree: StakeTree, question: object) -> int:
    """Add a question and those that follow from its answers; return its number."""
    if not isinstance(question, StakeQuestion):
        return NONE
    number = len(tree.spot)
    if number >= MOST_STAKE_NODES:
        raise NotOffered(
            f"{setup.stakes} sizes of each wager make more than {MOST_STAKE_NODES:,} questions about stakes",
            "pass fewer stakes",
        )
    spots = {spot.name: place for place, spot in enumerate(setup.spots)}
    sizes = (0, *setup.sizes_of(question.spots[0]))
    before = dict(question.posted)
    tree.spot.append(spots[question.spots[0].name])
    tree.before.append([before.get(name, 0) for name in spots])
    tree.allowed.append([False] * (setup.stakes + 1))
    tree.chips.append([*sizes, *[0] * (setup.stakes + 1 - len(sizes))])
    tree.next.append([NONE] * (setup.stakes + 1))
    for action in question.allowed:
        level = int(action.value)
        tree.allowed[number][level] = True
        tree.next[number][level] = _add_question(setup, tree, question.answer(setup.numbers[action]))
    return number


# Arrays ------------------------------------------------------------------------------------------------------------


def new_lanes(setup: Setup, script: Script, count: int) -> Lanes:
    """Lanes before their first round."""
    seats = setup.seats
    own = setup.own_cards
    dealer = setup.dealer_cards
    return Lanes(
        seed=np.zeros(count, dtype=np.uint64),
        episode=np.full(count, NONE, dtype=np.int64),
        due=np.zeros(count, dtype=np.int64),
        step=np.zeros(count, dtype=np.int64),
        offering=np.zeros(count, dtype=np.bool_),
        banker=np.zeros(count, dtype=np.int64),
        refusals=np.zeros(count, dtype=np.int64),
        moved=np.zeros((count, seats), dtype=np.bool_),
        live=np.zeros((count, seats), dtype=np.bool_),
        node=np.zeros((count, seats), dtype=np.int64),
        wagers=np.zeros((count, seats, len(setup.spots)), dtype=np.int64),
        decisions=np.full((count, seats, len(setup.decides)), NONE, dtype=np.int64),
        shoe=np.zeros((count, seats * own + dealer), dtype=np.uint8),
        dealt=np.zeros(count, dtype=np.int64),
        cards=np.zeros((count, seats, own), dtype=np.uint8),
        card_count=np.zeros((count, seats), dtype=np.int64),
        slot=np.zeros((count, seats, own), dtype=np.int64),
        placed=np.zeros((count, seats), dtype=np.int64),
        legal=np.zeros((count, seats, script.by_place.shape[2]), dtype=np.uint64),
        is_open=np.zeros((count, seats, script.slots + 1), dtype=np.bool_),
        dealer=np.zeros((count, dealer), dtype=np.uint8),
        dealer_count=np.zeros(count, dtype=np.int64),
        dealer_slot=np.full((count, dealer), NONE, dtype=np.int64),
        paid=np.zeros((count, seats + 2), dtype=np.int64),
    )


def new_buffers(setup: Setup, sight: Sight, count: int) -> Buffers:
    seats = setup.seats
    return Buffers(
        observations=np.zeros((count, seats, sight.size), dtype=np.int64),
        masks=np.zeros((count, seats, len(setup.actions)), dtype=np.int8),
        written=np.zeros((count, seats, sight.size + 1), dtype=np.int32),
        rewards=np.zeros((count, seats), dtype=np.int64),
        terminated=np.zeros(count, dtype=np.bool_),
        truncated=np.zeros(count, dtype=np.bool_),
        refused=np.zeros((count, seats), dtype=np.bool_),
    )
