"""
Conduct at one table: accounts that may not sit down for a while, muted accounts, and accounts that leave when a wager
is due. It is part of the desk and follows from the table's events alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

TIME = "%Y-%m-%dT%H:%M:%S.%fZ"
KICK_SECONDS = 3600
"""How long a player whom the host sent away may not sit down again."""
FREE_DODGES = 1
"""Rounds that an account may leave when its wager is due, before it has to wait; a round that is played clears them."""
DODGE_SECONDS = 60
"""The first wait; it doubles with every further round that the account leaves."""
LONGEST_DODGE_SECONDS = 1800
STANDS = 3
"""Times that an account may stand up within `STAND_SECONDS` before it has to wait."""
STAND_SECONDS = 60
MOST_ACCOUNTS = 200
"""Accounts that a table stores; the oldest entry is dropped first."""


@dataclass(frozen=True)
class Bar:
    """A time during which an account may not sit at this table."""

    until: str
    why: str
    kicked: bool = False


@dataclass(frozen=True)
class Waits:
    """A time until which an account has to wait, with the reason that it is shown."""

    until: str
    why: str


@dataclass(frozen=True, kw_only=True)
class Conduct:
    """What a table stores about accounts."""

    bars: Mapping[str, Bar] = field(default_factory=dict)
    muted: tuple[str, ...] = ()
    dodged: Mapping[str, int] = field(default_factory=dict)
    """Rounds left when a wager was due, since the account last played one to its end."""
    stood: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The last times at which the account stood up."""

    def concerns(self, account: str) -> bool:
        """Whether this account possibly has to wait before it sits down: a quick check without the time."""
        return account in self.bars or len(self.stood.get(account, ())) >= STANDS


def later(at: str, seconds: float) -> str:
    """A time plus seconds."""
    return (datetime.strptime(at, TIME) + timedelta(seconds=seconds)).strftime(TIME)  # noqa: DTZ007 (all times are UTC)


def why_not_sit(conduct: Conduct, account: str, at: str) -> Waits | None:
    """Why an account may not sit down now and until when, or None."""
    bar = conduct.bars.get(account)
    if bar is not None and bar.until > at:
        return Waits(bar.until, f"you may sit at this table again at {shown_time(bar.until)}: {bar.why}")
    recent = [stood for stood in conduct.stood.get(account, ()) if later(stood, STAND_SECONDS) > at]
    if len(recent) >= STANDS:
        again = later(recent[0], STAND_SECONDS)
        return Waits(again, f"you stood up {len(recent)} times within a minute; sit down again at {shown_time(again)}")
    return None


def shown_time(at: str) -> str:
    """A time for a sentence, such as 10:05:00 UTC."""
    return f"{at[11:19]} UTC"


def bar_after_dodge(conduct: Conduct, account: str, at: str) -> Bar | None:
    """The bar for leaving one more round when a wager is due; None for the first time."""
    times = conduct.dodged.get(account, 0) + 1
    if times <= FREE_DODGES:
        return None
    seconds = min(DODGE_SECONDS * 2 ** (times - FREE_DODGES - 1), LONGEST_DODGE_SECONDS)
    return Bar(later(at, seconds), f"you left {times} rounds in a row when your wager was due")


# After an event ----------------------------------------------------------------------------------------------------


def after_dodges(conduct: Conduct, absent: Mapping[str, Mapping[str, Any] | None]) -> Conduct:
    """The conduct after accounts left a round when their wager was due, some of them with a bar."""
    dodged = dict(conduct.dodged)
    bars = dict(conduct.bars)
    for account, bar in absent.items():
        dodged[account] = dodged.pop(account, 0) + 1
        if bar is not None:
            bars.pop(account, None)
            bars[account] = Bar(**bar)
    return replace(conduct, dodged=_newest(dodged), bars=_newest(bars))


def after_round(conduct: Conduct, accounts: Iterable[str]) -> Conduct:
    """The conduct after these accounts played a round to its end."""
    played = set(accounts)
    if not played & conduct.dodged.keys():
        return conduct
    return replace(conduct, dodged={name: count for name, count in conduct.dodged.items() if name not in played})


def after_kick(conduct: Conduct, account: str, bar: Bar) -> Conduct:
    bars = {name: known for name, known in conduct.bars.items() if name != account}
    return replace(conduct, bars=_newest({**bars, account: bar}))


def after_standing(conduct: Conduct, account: str, at: str | None) -> Conduct:
    if at is None:  # events of earlier versions have no time
        return conduct
    times = (*conduct.stood.get(account, ()), at)[-STANDS:]
    others = {name: known for name, known in conduct.stood.items() if name != account}
    return replace(conduct, stood=_newest({**others, account: times}))


def after_mute(conduct: Conduct, account: str, muted: bool) -> Conduct:
    others = tuple(name for name in conduct.muted if name != account)
    return replace(conduct, muted=(*others, account)[-MOST_ACCOUNTS:] if muted else others)


def _newest(entries: dict[str, Any]) -> dict[str, Any]:
    return dict(list(entries.items())[-MOST_ACCOUNTS:])


# As data -----------------------------------------------------------------------------------------------------------


def bar_data(bar: Bar | None) -> dict[str, Any] | None:
    return None if bar is None else {"until": bar.until, "why": bar.why, "kicked": bar.kicked}


def conduct_data(conduct: Conduct) -> dict[str, Any]:
    return {
        "bars": {account: bar_data(bar) for account, bar in conduct.bars.items()},
        "muted": list(conduct.muted),
        "dodged": dict(conduct.dodged),
        "stood": {account: list(times) for account, times in conduct.stood.items()},
    }


def read_conduct(data: Mapping[str, Any] | None) -> Conduct:
    if data is None:
        return Conduct()
    return Conduct(
        bars={account: Bar(**bar) for account, bar in data["bars"].items()},
        muted=tuple(data["muted"]),
        dodged=dict(data["dodged"]),
        stood={account: tuple(times) for account, times in data["stood"].items()},
    )
