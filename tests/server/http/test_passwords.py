"""Which passwords are refused as easily guessed."""

import pytest

from houseway.server.http.passwords import LONGEST, why_not_password

GUESSABLE = [
    "password",
    "Password1",
    "P@ssw0rd!",
    "passwort99",
    "12345678",
    "123456789",
    "87654321",
    "qwertyuiop",
    "qwerty123",
    "1q2w3e4r5t",
    "qazwsxedc",
    "zxcvbnm123",
    "abcdefgh",
    "abcd1234",
    "aaaaaaaa",
    "abababab",
    "abc123abc123",
    "2001-05-17",
    "17.05.2001",
    "letmein123",
    "iloveyou2",
    "Sunshine99",
    "Welcome2026!",
    "houseway1",
    "marlin99",
    "M4rlin-1!",
]


@pytest.mark.parametrize("password", GUESSABLE)
def test_common_passwords_are_refused(password: str) -> None:
    reason = why_not_password(password, "Marlin")
    assert reason is not None
    assert "easily guessed" in reason
    assert password not in reason.replace("this password", ""), "the password itself is never shown"


@pytest.mark.parametrize(
    "password",
    [
        "difference engine",
        "correct horse battery staple",
        "gT7#kqv!m2",
        "vier kleine Enten",
        "Мой дом у моря",
        "jX9wqLm2",
    ],
)
def test_other_passwords_are_accepted(password: str) -> None:
    assert why_not_password(password, "Marlin") is None


@pytest.mark.parametrize("password", ["short", "x" * (LONGEST + 1)])
def test_the_length_is_bounded(password: str) -> None:
    assert f"not {len(password)}" in str(why_not_password(password))
