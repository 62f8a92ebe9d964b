"""
The names of the ledger's accounts, and the room's clauses. Only `house` and `issue` may be below zero.

`batch_state.py` checks transfers between them and `batch_writing.py` writes them.
"""

HOUSE = "house"
ISSUE = "issue"
"""The account that all play chips come from."""
MAY_BE_NEGATIVE = (HOUSE, ISSUE)

UNREADABLE_CLAUSE = "ROOM-04"
ROOM_CLAUSES = {
    "ROOM-01": "Play chips are given out free and have no cash value.",
    "ROOM-02": "Wagers down and chips held for a round go back when the round is void or over.",
    "ROOM-03": "A closed table's pot goes back to the house.",
    UNREADABLE_CLAUSE: "A round whose record cannot be read is void; wagers down and chips held go back.",
}
"""The clauses by which chips move outside any game's rulebook."""


def player(person: str) -> str:
    return f"player:{person}"


def held(table: str, person: str) -> str:
    """The account of a player's chips that are held at a table for the running round."""
    return f"held:{table}:{person}"


def staked(round: str, person: str) -> str:
    """The account of a player's wagers in a round."""
    return f"staked:{round}:{person}"


AT_TABLES = ("held:", "staked:")
"""The prefixes of the accounts of a player's chips at tables."""


def belongs_to(account: str, person: str) -> bool:
    """Does an account contain chips of this person: in the purse, held at a table or staked?"""
    return account == player(person) or (account.startswith(AT_TABLES) and account.endswith(f":{person}"))


def pot(table: str) -> str:
    return f"pot:{table}"
