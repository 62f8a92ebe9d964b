"""
Passwords: which are refused as easily guessed, and how they are hashed and verified.

The refusals are rules, not a list of leaked passwords: variants of the commonest words, runs over the alphabet, the
digits or a keyboard, repeated pieces, dates, and the account's own name.
"""

from __future__ import annotations

import asyncio
import re

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError, VerifyMismatchError

from ...records.names import skeleton
from ...rules.errors import NotAllowed

SHORTEST = 8
LONGEST = 200
FEWEST_DIFFERENT = 5
"""A password with fewer different characters than this is refused."""
AT_ONCE = 2
"""Hashes that are computed at the same time."""

COMMON_WORDS = (
    "password",
    "passwort",
    "passw",
    "letmein",
    "welcome",
    "login",
    "admin",
    "administrator",
    "user",
    "guest",
    "master",
    "secret",
    "default",
    "changeme",
    "access",
    "iloveyou",
    "loveyou",
    "monkey",
    "dragon",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "basketball",
    "superman",
    "batman",
    "shadow",
    "trustno",
    "starwars",
    "pokemon",
    "poker",
    "paigow",
    "casino",
    "showdown",
    "pyramid",
    "houseway",
    "cards",
    "chips",
    "dealer",
    "hello",
    "summer",
    "winter",
    "spring",
    "autumn",
    "monday",
    "friday",
    "january",
    "october",
    "december",
    "google",
    "facebook",
    "internet",
    "computer",
    "freedom",
    "whatever",
    "michael",
    "jennifer",
    "charlie",
    "jordan",
    "jesus",
)
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "qazwsxedcrfvtgbyhnujmikolp",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn",
)
"""Runs over the alphabet, the digits and keyboards."""
SUBSTITUTES = str.maketrans({"@": "a", "4": "a", "3": "e", "1": "i", "!": "i", "0": "o", "$": "s", "5": "s", "7": "t"})
SHORTEST_PART = 3
LONGEST_LEFT_OVER = 3
"""A password counts as common if it has at most this many letters besides a common word or a run."""
_REPEATED = re.compile(r"(.{1,6}?)\1+(.{0,3})")
_DATE = re.compile(r"\d{1,4}[-./ ]?\d{1,2}[-./ ]?\d{1,4}")

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
NOBODYS_HASH = _hasher.hash("nobody has this password")
"""The hash that is verified when there is no account, so that the work is the same."""


def why_not_password(password: str, name: str = "") -> str | None:
    """Why an account of this name may not have this password, or None."""
    if not SHORTEST <= len(password) <= LONGEST:
        return f"a password has {SHORTEST} to {LONGEST} characters, not {len(password)}"
    reason = _why_guessable(password.lower(), name)
    return (
        f"this password is easily guessed: {reason}; three or four unrelated words make a good one" if reason else None
    )


def _why_guessable(password: str, name: str) -> str | None:
    if len(set(password)) < FEWEST_DIFFERENT:
        return f"it has fewer than {FEWEST_DIFFERENT} different characters"
    if _REPEATED.fullmatch(password):
        return "it repeats the same few characters"
    if _DATE.fullmatch(password):
        return "it is a date"
    for spelled in (password, password.translate(SUBSTITUTES)):
        if name and _mostly(skeleton(name), skeleton(spelled)):
            return "it is the account's name"
    letters = "".join(letter for letter in password if letter.isalpha())
    for word in COMMON_WORDS:
        if _mostly(word, letters) or _mostly(word, _letters(password.translate(SUBSTITUTES))):
            return "it is a common word with a few characters added"
    if _is_run(password):
        return "it is a run over the alphabet, the digits or a keyboard"
    return None


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())


def _mostly(part: str, whole: str) -> bool:
    """Whether a text is this part plus at most a few letters."""
    return len(part) >= SHORTEST_PART and part in whole and len(whole) - len(part) <= LONGEST_LEFT_OVER


def _is_run(password: str) -> bool:
    """Whether all but a few characters lie on runs of at least four characters, forwards or backwards."""
    lines = [*ROWS, *(row[::-1] for row in ROWS)]
    left = password
    position = 0
    outside = 0
    while position < len(left):
        length = max(_run_length(left[position:], line) for line in lines)
        if length >= 4:
            position += length
        else:
            position += 1
            outside += 1
    return outside <= LONGEST_LEFT_OVER


def _run_length(text: str, line: str) -> int:
    """How many characters at the start of a text follow one another in this line."""
    start = line.find(text[0])
    length = 0
    while start >= 0 and length < len(text) and start + length < len(line) and text[length] == line[start + length]:
        length += 1
    return length


class Passwords:
    """Hashes and verifies, a few at a time, outside the event loop."""

    def __init__(self) -> None:
        self._few = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str, name: str) -> str:
        """The hash of a new password; raises with the reason if it is refused."""
        reason = why_not_password(password, name)
        if reason is not None:
            raise NotAllowed(reason)
        async with self._few:
            return await asyncio.to_thread(_hasher.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether this is the password; without a stored hash it does the same work and returns False."""
        async with self._few:
            matches = await asyncio.to_thread(verified, stored or NOBODYS_HASH, password)
        return matches and stored is not None


def verified(stored: str, password: str) -> bool:
    try:
        return _hasher.verify(stored, password)
    except (VerifyMismatchError, VerificationError, InvalidHashError, UnicodeError):
        return False
