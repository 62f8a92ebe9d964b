"""
The skeleton of a name: its letters without case, accents, separators and differences between look-alike letters.

Two names with the same skeleton look alike, so only one account of a room may have each skeleton. The confusable
characters are those of Unicode Technical Standard 39, from the package confusable-homoglyphs.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from confusable_homoglyphs import confusables  # type: ignore[import-untyped]

LOOK_ALIKES = {
    "0": "o",
    "1": "l",
    "i": "l",
    "|": "l",
}
"""ASCII characters that look like another one in common typefaces."""
JOINED = {
    "rn": "m",
    "vv": "w",
}
"""Two letters that look like one."""
_LATIN = re.compile(r"LATIN (?:SMALL LETTER|CAPITAL LETTER|LETTER SMALL CAPITAL) ([A-Z])(?: WITH .*)?")
"""The names of Latin letters that differ from a plain one by a stroke, a hook or their size: small capitals too."""


def skeleton(name: str) -> str:
    """The text by which names are compared; names that look alike have the same skeleton."""
    plain = "".join(_plain(letter) for letter in unicodedata.normalize("NFC", name))
    letters = [letter for letter in plain.casefold() if letter.isalnum() or letter == "|"]
    folded = "".join(LOOK_ALIKES.get(letter, letter) for letter in letters)
    for pair, letter in JOINED.items():
        folded = folded.replace(pair, letter)
    return folded


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    """A character without its accents, as ASCII if it looks like an ASCII character."""
    if letter.isascii():
        return letter
    twin = _ascii_twin(letter)
    if twin.isascii():  # before the letter is normalised: a lunate sigma looks like a c, a plain one does not
        return twin
    without_marks = "".join(
        part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.category(part).startswith("M")
    )
    return "".join(_latin_twin(_ascii_twin(part)) for part in without_marks)


def _ascii_twin(letter: str) -> str:
    """The ASCII character that a character looks like; the character itself if there is none."""
    if letter.isascii():
        return letter
    twins = [entry["c"] for entry in confusables.confusables_data.get(letter, [])]
    folded = letter.casefold()
    if folded != letter:
        twins += [entry["c"] for entry in confusables.confusables_data.get(folded, [])]
    return next((twin for twin in twins if twin.isascii() and twin.isalnum()), letter)


def _latin_twin(letter: str) -> str:
    """The plain letter that a Latin letter with a stroke or a hook, or a small capital, looks like."""
    if letter.isascii():
        return letter
    named = _LATIN.fullmatch(unicodedata.name(letter, ""))
    return named[1] if named else letter
