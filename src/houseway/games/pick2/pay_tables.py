"""The printed pay tables of the bonus wagers, and the clause of each of their lines."""

from ...rules.paytable import PayTable

P35_FIVE_TABLE = PayTable(
    royal_flush=500,
    straight_flush=100,
    four_of_a_kind=25,
    full_house=12,
    flush=10,
    straight=4,
)
"""3-5 Bonus, five-card part [P2P-67]. Three of a kind is the option `p35_trips_pays`."""
P35_FIVE_CLAUSES = {
    "royal_flush": "P2P-67a",
    "straight_flush": "P2P-67b",
    "four_of_a_kind": "P2P-67c",
    "full_house": "P2P-67d",
    "flush": "P2P-67e",
    "straight": "P2P-67f",
    "three_of_a_kind": "P2P-67g",
}

P35_THREE_TABLE = PayTable(
    straight_flush=3,
    three_of_a_kind=1,
)
"""3-5 Bonus, three-card part [P2P-68]. A-K-Q is the option `akq_suited_pays`."""
P35_THREE_CLAUSES = {
    "ace_king_queen": "P2P-68a",
    "straight_flush": "P2P-68b",
    "three_of_a_kind": "P2P-68c",
}

B5_TABLE = PayTable(
    royal_flush=500,
    straight_flush=100,
    four_of_a_kind=40,
    full_house=15,
    flush=8,
    straight=6,
    three_of_a_kind=4,
    two_pair=3,
    one_pair=1,
)
"""5 Card Bonus Only [P2P-69]. The lowest pair that pays is the option `b5_min_pair`."""
B5_CLAUSES = {
    "royal_flush": "P2P-69a",
    "straight_flush": "P2P-69b",
    "four_of_a_kind": "P2P-69c",
    "full_house": "P2P-69d",
    "flush": "P2P-69e",
    "straight": "P2P-69f",
    "three_of_a_kind": "P2P-69g",
    "two_pair": "P2P-69h",
    "one_pair": "P2P-69i",
}
