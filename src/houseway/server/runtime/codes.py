"""Random codes: of tables, processes, sessions and operator actions."""

from ...records.shuffle import from_system

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Capital letters and digits without those that are easily confused."""
TABLE_CODE_LETTERS = 13
"""Length of a table's code: 31 to the 13th power is more than 2 to the 64th."""


def random_code(letters: int, alphabet: str = LETTERS) -> str:
    """A code that nobody can guess, from the system's entropy."""
    entropy = from_system()
    return "".join(alphabet[entropy.below(len(alphabet))] for _ in range(letters))
