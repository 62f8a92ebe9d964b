"""Payments between parties, table stakes and caps."""

from houseway.rules.payments import (
    HOUSE,
    POT,
    CapShare,
    Payment,
    capped,
    limit_groups_to_table_stakes,
    limit_to_table_stakes,
    net,
    pays,
    pro_rata,
)


def paid(payer: int | str, payee: int | str, chips: int, wager: str = "main") -> Payment:
    return Payment(payer, payee, chips, wager, "X-1", "because")


def test_a_win_is_paid_by_the_bank_and_a_loss_by_the_bettor() -> None:
    assert pays(1, HOUSE, 5, "main", "X-1", "win") == [Payment(HOUSE, 1, 5, "main", "X-1", "win")]
    assert pays(1, HOUSE, -5, "main", "X-1", "lose") == [Payment(1, HOUSE, 5, "main", "X-1", "lose")]
    assert pays(1, HOUSE, 0, "main", "X-1", "push") == []


def test_net_sums_to_zero() -> None:
    won = net([paid(HOUSE, 1, 5), paid(2, 1, 3), paid(1, POT, 4)])
    assert won == {HOUSE: -5, 1: 4, 2: -3, POT: 4}
    assert sum(won.values()) == 0
    assert net([]) == {}


def test_table_stakes_pay_in_order_until_the_chips_are_gone() -> None:
    made = limit_to_table_stakes([paid(1, 2, 6), paid(1, 3, 6), paid(1, 4, 6)], {1: 10})
    assert [(p.payee, p.chips) for p in made] == [(2, 6), (3, 4)]


def test_chips_received_on_the_way_can_be_paid_out_again() -> None:
    made = limit_to_table_stakes([paid(1, 2, 6), paid(2, 3, 8)], {1: 10, 2: 1})
    assert [p.chips for p in made] == [6, 7]


def test_a_party_without_a_limit_pays_in_full() -> None:
    assert [p.chips for p in limit_to_table_stakes([paid(HOUSE, 1, 50)], {1: 0})] == [50]


def test_several_hands_of_a_player_share_one_purse() -> None:
    made = limit_to_table_stakes([paid(1, HOUSE, 6), paid(2, HOUSE, 6)], {1: 10}, purse=lambda p: 1 if p == 2 else p)
    assert [p.chips for p in made] == [6, 4]


def test_pro_rata_changes_nothing_for_a_payer_who_has_enough() -> None:
    payments = [paid(1, 2, 6), paid(3, 1, 4)]
    assert pro_rata(payments, 1, 6) == payments


def test_pro_rata_cuts_in_proportion_and_gives_odd_chips_to_the_first() -> None:
    made = pro_rata([paid(1, 2, 10), paid(3, 1, 4), paid(1, 3, 10), paid(1, 4, 10)], 1, 11)
    assert [(p.payer, p.payee, p.chips) for p in made] == [(1, 2, 4), (3, 1, 4), (1, 3, 4), (1, 4, 3)]


def test_pro_rata_of_nothing_pays_nothing() -> None:
    assert pro_rata([paid(1, 2, 10), paid(3, 1, 4)], 1, 0) == [paid(3, 1, 4)]


def test_a_cap_cuts_the_later_payments_first() -> None:
    made = capped(
        [paid(HOUSE, 1, 6), paid(HOUSE, 1, 6), paid(HOUSE, 1, 6)], payer=HOUSE, cap=10, share=lambda p: CapShare(0)
    )
    assert [p.chips for p in made] == [6, 4]


def test_a_cap_applies_to_each_group_alone_and_not_to_other_payers() -> None:
    payments = [paid(HOUSE, 1, 15), paid(HOUSE, 2, 15), paid(2, 1, 15), paid(HOUSE, 3, 15)]
    made = capped(payments, payer=HOUSE, cap=10, share=lambda p: None if p.payee == 3 else CapShare(p.payee))
    assert [p.chips for p in made] == [10, 10, 15, 15]


def test_a_cap_may_count_the_stakes() -> None:
    made = capped([paid(HOUSE, 1, 6), paid(HOUSE, 1, 6)], payer=HOUSE, cap=10, share=lambda p: CapShare(0, stake=2))
    assert [p.chips for p in made] == [6]


def test_without_a_cap_everything_is_paid() -> None:
    assert capped([paid(HOUSE, 1, 10**6)], payer=HOUSE, cap=None, share=lambda p: CapShare(0)) == [
        paid(HOUSE, 1, 10**6)
    ]


def test_pairs_settle_their_net_up_to_the_chips_of_the_loser() -> None:
    groups = [[paid(1, 2, 6), paid(2, 1, 2)], [paid(3, 1, 9)], [], [paid(1, HOUSE, 20)]]
    made = limit_groups_to_table_stakes(groups, {1: 3, 3: 5})
    assert [[(p.payer, p.chips) for p in group] for group in made] == [[(1, 5), (2, 2)], [(3, 5)], [], [(1, 5)]]


def test_a_pair_without_limits_settles_in_full() -> None:
    assert limit_groups_to_table_stakes([[paid(1, 2, 6)]], {}) == [[paid(1, 2, 6)]]
