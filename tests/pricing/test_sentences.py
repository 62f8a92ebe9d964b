"""House ways in sentences: the search against every list of a small vocabulary, and written house ways."""

from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from houseway.pricing import sentence_frontier
from houseway.pricing.sentence_frontier import frontier, without_dominated
from houseway.pricing.sentences import HandOptions, Sentence, Vocabulary, priced_house_way
from houseway.rules.errors import Broken, NotAllowed, Unreadable


def toy(seed: int, *, hands: int = 14, most_options: int = 4, sentences: int = 6, scores: int = 3) -> Vocabulary:
    """A vocabulary with random scores and costs."""
    chance = np.random.default_rng(seed)
    sizes = chance.integers(1, most_options + 1, hands)
    start = np.concatenate([[0], np.cumsum(sizes)])
    rows = int(start[-1])
    cost = chance.integers(0, 1000, rows)
    ordinary = []
    for number in range(sentences):
        score = chance.integers(0, scores, rows).astype(np.uint16)
        silent = chance.random(hands) < 0.4  # hands that the sentence does not concern
        score[np.repeat(silent, sizes)] = 0
        ordinary.append(Sentence(f"Sentence {number}.", score))
    lasts = []
    for number in range(2):
        orders = [chance.permutation(size) for size in sizes]
        lasts.append(Sentence(f"Last {number}.", np.concatenate(orders).astype(np.uint16)))
    return vocabulary_of(start, cost, ordinary, lasts)


def vocabulary_of(
    start: np.ndarray, cost: np.ndarray, ordinary: list[Sentence], lasts: list[Sentence], sampled: int = 0
) -> Vocabulary:
    return Vocabulary(
        game="Toy",
        key="toy",
        role="the house",
        unit="wagers",
        best_ev=Fraction(0),
        options=HandOptions(
            start=start.astype(np.int64),
            cost=cost.astype(np.int64),
            parts=1000,
            hand_text=lambda hand: f"hand {hand}",
            option_text=lambda row: f"option {row}",
            checked="all hands",
            sampled_hands=sampled,
        ),
        sentences=tuple(ordinary),
        last_sentences=tuple(lasts),
    )


def plain_cost(vocabulary: Vocabulary, sentences: tuple[Sentence, ...]) -> Fraction:
    """The cost of a list, hand by hand: at each sentence the options with the highest score stay."""
    options = vocabulary.options
    total = 0
    for hand in range(options.hands):
        left = list(range(options.start[hand], options.start[hand + 1]))
        for sentence in sentences:
            highest = max(sentence.scores[row] for row in left)
            left = [row for row in left if sentence.scores[row] == highest]
        (row,) = left
        total += int(options.cost[row])
    return Fraction(total, options.parts)


def plain_best(vocabulary: Vocabulary, at_most: int) -> Fraction:
    """The least cost of all lists of at most this number of sentences, each tried."""
    lists = [
        (*before, last)
        for length in range(at_most)
        for before in permutations(vocabulary.sentences, length)
        for last in vocabulary.last_sentences
    ]
    return min(plain_cost(vocabulary, one) for one in lists)


@pytest.mark.parametrize("seed", range(12))
def test_the_search_equals_every_list_of_a_small_vocabulary(seed: int) -> None:
    scores = 2 if seed % 2 else 3
    vocabulary = toy(seed, scores=scores)
    best = frontier(vocabulary, 4)
    for one in best:
        assert one.is_proven
        assert one.cost == plain_best(vocabulary, one.at_most)
        assert len(one.sentences) <= one.at_most
        text = "\n".join(one.sentences)
        assert priced_house_way(vocabulary, text).cost == one.cost


@pytest.mark.parametrize("seed", range(4))
def test_an_interrupted_search_gives_a_bound(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    vocabulary = toy(100 + seed, hands=30, sentences=7)
    monkeypatch.setattr(sentence_frontier, "MOST_NODES", 2)
    interrupted = frontier(vocabulary, 4)
    for one in interrupted:
        assert one.bound <= plain_best(vocabulary, one.at_most) <= one.cost
    assert not all(one.is_proven for one in interrupted)


def test_sentences_for_different_hands_are_searched_separately() -> None:
    """Each sentence concerns hands of one half only: the division of three sentences among both has to be found."""
    chance = np.random.default_rng(5)
    start = np.arange(9) * 2
    cost = chance.integers(1, 1000, 16)
    sentences = []
    for number in range(8):
        score = np.zeros(16, dtype=np.uint16)
        half = 8 * (number % 2)
        score[half : half + 8] = chance.integers(0, 2, 8)
        sentences.append(Sentence(f"Sentence {number}.", score))
    last = Sentence("Last.", np.tile(np.array([0, 1], dtype=np.uint16), 8))
    vocabulary = vocabulary_of(start, cost, sentences, [last])
    for one in frontier(vocabulary, 4):
        assert (one.cost, one.is_proven) == (plain_best(vocabulary, one.at_most), True)


def test_a_dominated_sentence_is_left_out_only_if_all_sentences_choose_one_option() -> None:
    start = np.array([0, 3, 6])
    cost = np.array([5, 1, 9, 5, 1, 9])
    first = [0, 1, 0, 0, 1, 0]
    worse = [0, 0, 1, 0, 0, 1]
    scores = np.array([first, worse], dtype=np.uint16)
    assert without_dominated(scores, start, cost).tolist() == [0]
    two_options = np.array([[0, 1, 1, 0, 1, 1], worse], dtype=np.uint16)
    assert without_dominated(two_options, start, cost).tolist() == [0, 1]


def test_a_sample_has_a_standard_error() -> None:
    cost = np.array([0, 4, 2, 0])
    last = Sentence("Last.", np.array([0, 1, 1, 0], dtype=np.uint16))
    vocabulary = vocabulary_of(np.array([0, 2, 4]), cost, [], [last], sampled=2)
    priced = priced_house_way(vocabulary, "Last")
    costs = np.array([4, 2]) * 2 / 1000
    assert priced.cost == Fraction(6, 1000)
    assert priced.standard_error == pytest.approx(costs.std(ddof=1) / np.sqrt(2))


# Written house ways --------------------------------------------------------------------------------------------------


def pairs() -> Vocabulary:
    """Two hands of two options: keep and split."""
    keep = np.array([1, 0, 1, 0], dtype=np.uint16)
    split = np.array([0, 1, 0, 1], dtype=np.uint16)
    return vocabulary_of(
        np.array([0, 2, 4]),
        np.array([0, 4, 2, 0]),
        [
            Sentence("Keep the first hand.", keep * np.array([1, 1, 0, 0], dtype=np.uint16)),
            Sentence("Split the first hand.", split * np.array([1, 1, 0, 0], dtype=np.uint16)),
        ],
        [Sentence("Keep every hand.", keep), Sentence("Split every hand.", split)],
    )


def test_a_written_house_way_may_differ_in_case_and_has_comments() -> None:
    priced = priced_house_way(pairs(), "# ours\n  KEEP the  first hand  # always\n\nsplit every hand.\n")
    assert [sentence.text for sentence in priced.sentences] == ["Keep the first hand.", "Split every hand."]
    assert priced.cost == 0
    assert [sentence.cost_without for sentence in priced.sentences] == [Fraction(4, 1000), None]


def test_an_unknown_sentence_is_refused_with_close_ones() -> None:
    with pytest.raises(Unreadable, match=r"line 2: 'Keep the frist hand' is not a sentence .* 'Keep the first hand\.'"):
        priced_house_way(pairs(), "# ours\nKeep the frist hand\nKeep every hand")


def test_a_hand_without_a_rule_is_named() -> None:
    with pytest.raises(
        NotAllowed, match=r"no rule for hand 1: 2 settings are left, such as option 2 and option 3; end"
    ):
        priced_house_way(pairs(), "Keep the first hand")


def test_two_rules_that_disagree_are_refused_with_a_hand() -> None:
    text = "Keep the first hand\nSplit the first hand\nKeep every hand"
    with pytest.raises(
        NotAllowed, match="line 2 disagrees with line 1 on every hand: with hand 0 line 1 leaves only option 0"
    ):
        priced_house_way(pairs(), text)
    with pytest.raises(NotAllowed, match="line 2 disagrees with line 1 on every hand"):
        priced_house_way(pairs(), "Keep every hand\nSplit the first hand")


def test_an_exception_before_a_rule_does_not_disagree() -> None:
    assert priced_house_way(pairs(), "Split the first hand\nKeep every hand").cost == Fraction(6, 1000)


def test_an_empty_house_way_is_refused() -> None:
    with pytest.raises(Unreadable, match="has no sentence"):
        priced_house_way(pairs(), "# nothing yet\n")


def test_the_number_of_sentences_has_limits() -> None:
    for number in (0, 13):
        with pytest.raises(NotAllowed, match=f"1 to 12 sentences, not {number}"):
            frontier(pairs(), number)


def test_a_last_sentence_that_leaves_two_settings_is_a_bug() -> None:
    with pytest.raises(Broken, match="can leave two settings of hand 0"):
        vocabulary_of(np.array([0, 2]), np.array([0, 1]), [], [Sentence("Last.", np.zeros(2, dtype=np.uint16))])
