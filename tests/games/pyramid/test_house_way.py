"""Best settings, the audit of the house way, the shortest way, the alarm and the readings of Pyramid Poker."""

from fractions import Fraction
from math import comb

import pytest

from houseway.games import ask, rulebook_of
from houseway.games.pyramid import sheet as rules
from houseway.games.pyramid.pricing import depletion
from houseway.games.pyramid.pricing.best import CountedSetting, best
from houseway.games.pyramid.pricing.house_way import prove
from houseway.games.pyramid.pricing.readings import figures
from houseway.games.pyramid.sheet import SHEET
from houseway.games.pyramid.terms import Terms
from houseway.pricing.option_cache import cached_by_options
from houseway.pricing.readings import readings
from houseway.rules.cards import RANK_LETTERS, read_cards
from houseway.rules.errors import NotAllowed
from houseway.rules.game import Game
from houseway.rules.terms import options

# best ----------------------------------------------------------------------------------------------------------------

BOOK = rulebook_of("pyramid")


def test_best_first_with_counts_over_the_dealers_hands() -> None:
    first, second = best(SHEET, "As Ad Th")
    assert first == CountedSetting(
        setting={"low": read_cards("As"), "high": read_cards("Ad Th")},
        ev=Fraction(1945907, 2434817),
        counts={"win": 3965712, "push": 830024, "lose": 73898, "auto_win": 0},
    )
    assert second.setting == {"low": read_cards("Th"), "high": read_cards("As Ad")}
    assert sum(second.counts.values()) == comb(309, 3)


def test_three_of_a_kind_has_one_option_that_always_wins() -> None:
    (only,) = best(SHEET, "7s 7d 7d")
    assert (only.ev, only.counts["auto_win"]) == (Fraction(3), comb(309, 3))


def test_a_fouling_setting_is_no_option() -> None:
    lows = [option.setting["low"] for option in best(SHEET, "Kh 9c 2d")]
    assert sorted(lows) == [read_cards("2d"), read_cards("9c")]


@pytest.mark.parametrize(("cards", "says"), [("As Ad", "three cards, not 2"), ("As As 2d", "more than 1 decks")])
def test_hands_that_cannot_be_dealt_are_refused(cards: str, says: str) -> None:
    with pytest.raises(NotAllowed, match=says):
        best(SHEET.with_options({"decks": 1}), cards)


# way -----------------------------------------------------------------------------------------------------------------


def test_the_house_way_is_sound_and_errs_on_six_rank_hands() -> None:
    audit = ask.house_way(SHEET)
    assert audit.proof.sound
    assert audit.proof.hands_checked == 24804
    bettor, bank = audit.sides
    assert {costly.hand for costly in bettor.costly_hands} == {"J J 6", "J J 5", "J J 4", "J J 3", "Q Q 7", "A A T"}
    assert {costly.hand for costly in bank.costly_hands} == {"J J 6", "J J 5", "J J 4", "Q Q 7", "A A T"}
    for side in audit.sides:
        assert sum(costly.weighted_cost for costly in side.costly_hands) == side.cost > 0
        assert all(costly.cost > 0 for costly in side.costly_hands)
    worst = bettor.costly_hands[0]
    assert (worst.hand, worst.house_way, worst.best) == ("J J 6", "low J, high J 6", "low 6, high J J")


def test_the_costs_are_the_difference_of_the_prices() -> None:
    main = ask.price(SHEET).wagers["main"].strategies
    bettor, bank = ask.house_way(SHEET).sides
    assert bettor.cost == main["best"].ev - main["house_way"].ev
    assert bank.cost == main["banker_best"].ev - main["banker_house_way"].ev


ONE_DECK = rules.Terms(decks=1)


def test_a_way_that_goes_by_the_order_of_the_cards_is_ambiguous_and_fouls() -> None:
    proof = prove(ONE_DECK, lambda cards: {"low": cards[:1], "high": cards[1:]})
    assert not proof.sound
    assert len(proof.ambiguous) == 455 - 13
    assert "Ac 2c 3c" in proof.fouls
    assert proof.hands_checked == 22100


def test_a_way_that_leaves_a_card_over_is_undefined() -> None:
    proof = prove(ONE_DECK, lambda cards: {"low": cards[:1], "high": cards[:2]})
    assert len(proof.undefined) == 22100 * 6


# shortest_way --------------------------------------------------------------------------------------------------------


def test_no_loss_takes_five_rules_and_is_the_best_play() -> None:
    shortest = ask.shortest_house_way(SHEET, Fraction(0))
    assert shortest.loss == 0
    assert shortest.ev == ask.price(SHEET).wagers["main"].strategies["best"].ev
    assert [rule.text for rule in shortest.rules] == [
        "Keep a pair high; without a pair set the middle card low.",
        "Split QQ or higher with a kicker 6 or more below.",
        "Split AA with a kicker of T or lower.",
        "Split KK with a kicker of 8 or lower.",
        "Split JJ with a kicker of 2 or lower.",
    ]
    evs = [rule.ev for rule in shortest.rules]
    assert evs == sorted(evs)


def test_a_way_of_two_rules_beats_the_house_way() -> None:
    shortest = ask.shortest_house_way(SHEET, Fraction(1, 1000))
    assert [rule.text for rule in shortest.rules[1:]] == ["Split QQ or higher with a kicker 5 or more below."]
    assert ask.price(SHEET).wagers["main"].strategies["house_way"].ev < shortest.ev


def test_one_rule_is_enough_where_much_may_be_lost_and_it_is_priced_hand_by_hand() -> None:
    """The first rule alone, priced from the options of `best` for each rank hand."""
    (rule,) = ask.shortest_house_way(SHEET, Fraction(1, 10)).rules
    total = Fraction()
    for top in range(2, 15):
        for middle in range(2, top + 1):
            for low in range(2, middle + 1):
                letters = [RANK_LETTERS[rank - 2] for rank in (top, middle, low)]
                kicker = letters[2] if top == middle else letters[0] if middle == low else letters[1]
                cards = f"{letters[0]}s {letters[1]}h {letters[2]}d"
                ev = next(o.ev for o in best(SHEET, cards) if str(o.setting["low"][0])[0] == kicker)
                total += ev * ways((top, middle, low))
    assert rule.ev == total / comb(312, 3)


def ways(ranks: tuple[int, ...]) -> int:
    product = 1
    for rank in set(ranks):
        product *= comb(24, ranks.count(rank))
    return product


def test_a_negative_loss_is_refused() -> None:
    with pytest.raises(NotAllowed, match="the loss is 0 or more"):
        ask.shortest_house_way(SHEET, Fraction(-1, 10))


# alarm ---------------------------------------------------------------------------------------------------------------


def test_the_sheet_is_profitable_for_a_bettor_who_stakes_most_on_main() -> None:
    alarm = ask.alarm(SHEET)
    assert alarm.raised
    first = alarm.findings[0]
    assert first.mix == {"main": 100, "three_card": 5, "six_card": 5}
    assert 0.0083 < first.edge < 0.0084
    assert "profitable for the player" in alarm.sentence
    banking = [finding for finding in alarm.findings if finding.way.startswith("banking")]
    assert [finding.profitable for finding in banking] == [False, False]


def test_no_alarm_where_copies_go_to_a_bank_that_is_always_the_house() -> None:
    alarm = ask.alarm(SHEET.with_options({"single_copy": "bank_wins", "player_banking": "off"}))
    assert not alarm.raised
    assert alarm.sentence.startswith("No profitable way to play was found; searched were all stakes")


def test_a_bank_profits_where_copies_go_to_it() -> None:
    alarm = ask.alarm(SHEET.with_options({"single_copy": "bank_wins"}))
    assert [finding.way for finding in alarm.findings if finding.profitable] == ["banking: other players"]


def test_effects_of_removal_of_all_cards_cancel() -> None:
    """A card gone at random leaves the shoe as good as whole, except that play may adapt to it."""
    effects = depletion.depletion(SHEET.terms).effects
    assert sum(effects["three_card"].values()) == 0
    assert sum(effects["six_card"].values()) == 0
    assert 0 <= sum(effects["main"].values()) < Fraction(1, 10000)


def test_counting_is_simulated_where_the_shoe_is_dealt_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(depletion, "SHOES", 6)
    seen = []
    game = SHEET.with_options({"reshuffle": "cut_card"})
    counting = depletion.depletion(game.terms, lambda done, total: seen.append((done, total))).counting
    assert counting is not None
    assert (counting.shoes, counting.positive["main"]) == (6, 6)
    assert counting.standard_error > 0
    assert seen[-1] == (19, 19)
    again = depletion.depletion(game.terms).counting
    assert counting == again
    (finding,) = [f for f in ask.alarm(game).findings if f.way == "counting every card"]
    assert finding.ev == counting.ev


# readings ------------------------------------------------------------------------------------------------------------


def test_results_are_cached_by_the_options_that_were_read() -> None:
    calls = []

    @cached_by_options
    def pays(terms: Terms, wager: str) -> int:
        calls.append(wager)
        return terms.w1_trips_pays if wager == "main" else terms.straight_flush_pays

    default = rules.Terms()
    assert [pays(default, "main"), pays(rules.Terms(commission=5), "main")] == [3, 3]
    assert calls == ["main"]
    assert pays(rules.Terms(w1_trips_pays=4), "main") == 4
    assert pays(default, "main") == 3
    assert pays(default, "side") == 30
    assert calls == ["main", "main", "side"]


def test_old_answers_are_forgotten() -> None:
    calls = []

    @cached_by_options
    def same_number(terms: None, number: int) -> int:
        calls.append(number)
        return number

    for number in [*range(70), 0]:
        assert same_number(None, number) == number
    assert calls == [*range(70), 0]


def test_options_read_by_a_nested_cached_function_are_recorded_outside() -> None:
    @cached_by_options
    def inner(terms: Terms) -> int:
        return terms.commission

    @cached_by_options
    def outer(terms: Terms) -> int:
        return inner(terms) + 1

    inner(rules.Terms(commission=7))
    assert outer(rules.Terms(commission=7)) == 8
    assert outer(rules.Terms(commission=9)) == 10


def plain_figures(game: Game[Terms]) -> dict[tuple[str, str], Fraction]:
    """Three figures that cost nothing to find."""
    terms = game.terms
    return {
        ("main", "trips"): Fraction(terms.w1_trips_pays),
        ("three_card", "straight_flush"): Fraction(terms.straight_flush_pays),
        ("main", "commission"): Fraction(-terms.commission, 100),
    }


def test_readings_are_changed_one_at_a_time_and_the_biggest_comes_first() -> None:
    seen = []
    moved = readings(SHEET, BOOK, plain_figures, lambda done, total: seen.append((done, total)))
    assert [(reading.option, reading.after) for reading in moved] == [
        ("straight_flush_pays", "50"),
        ("authority", "layout_over_rules"),
        ("commission", "5"),
    ]
    assert moved[0].open_question == "PYR-A1"
    assert moved[0].changes["three_card", "straight_flush"].by == 20
    assert seen[-1][0] == seen[-1][1] > 30


def test_readings_that_move_nothing_are_listed_on_request() -> None:
    every_reading = readings(SHEET, BOOK, plain_figures, also_unmoved=True)
    unmoved = {reading.option for reading in every_reading if not reading.changes}
    assert "side_settlement" in unmoved
    assert len({(reading.option, reading.after) for reading in every_reading}) == len(every_reading)
    assert {reading.option for reading in every_reading} <= set(options(SHEET.terms))


def test_a_reading_the_terms_refuse_says_why() -> None:
    game = SHEET.with_options({"w1_max": 400})
    (refused,) = [r for r in readings(game, BOOK, plain_figures, also_unmoved=True) if r.refused]
    assert refused.option == "legal_max_wager"
    assert "at most 300 chips by law" in (refused.refused or "")


@pytest.mark.parametrize(
    ("option", "value", "moved"),
    [
        ("straight_flush_pays", 50, {"three_card", "hand"}),
        ("w3_selection", "all_six", {"six_card", "hand"}),
        ("house_trips_privilege_as_bettor", False, {"house_bet"}),
        ("banker_trips_auto", True, {"main", "house_bet"}),
        ("side_wagers", "optional", {"hand"}),
        ("aggregate_scope", "wager", {"hand"}),
        ("see_all_own_hands", False, {"main"}),
        ("bank_offer", "request", set()),
    ],
)
def test_a_reading_moves_what_it_should_and_nothing_else(option: str, value: object, moved: set[str]) -> None:
    before = figures(SHEET)
    after = figures(SHEET.with_options({option: value}))
    assert {name[0] for name in before if after[name] != before[name]} == moved


@pytest.mark.slow
def test_all_readings_of_the_open_questions() -> None:
    moved = ask.readings(SHEET)
    assert (moved[0].option, moved[0].after) == ("w3_selection", "all_six")
    sizes = [reading.largest for reading in moved]
    assert sizes == sorted(sizes, reverse=True)
    assert all(reading.changes for reading in moved)
