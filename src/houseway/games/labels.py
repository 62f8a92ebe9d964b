"""
The words of a game for people: labels and sentences of its options, names of its wagers, hands, decisions, strategies
and outcomes, and the options that are offered when a table is opened.

They are in `labels.yaml` in the game's folder. What the file does not name gets words derived from its identifier, so
a game without the file, such as one from another package, can be shown too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..rules.errors import Unreadable, nearest
from ..rules.game import AnyGame
from ..rules.terms import Value, options, write_value

FILE = "labels.yaml"
YES_OR_NO = {"true": "Yes", "false": "No"}
NONE_WRITTEN = "null"
"""A value of None as an option writes it."""
NO_LIMIT = "No limit"
"""The words for a limit that is not set."""
SHARED_OUTCOMES = {"win": "Win", "lose": "Lose", "push": "Push", "tie": "Tie", "fold": "Fold", "no_pay": "Nothing"}
SHARED_STRATEGIES = {"best": "best play"}
KINDS = ("wagers", "hands", "decisions", "strategies", "outcomes")
"""The kinds of names, apart from options."""


@dataclass(frozen=True)
class OptionLabel:
    """An option or a pay table in words."""

    label: str
    says: str = ""
    """What the option decides, in one sentence."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """Words for the values of an option that is a choice."""
    unchosen: str = ""
    """What applies while nobody has chosen a value, where that differs from choosing the default."""


@dataclass(frozen=True)
class Offered:
    """The options that the opener of a table is asked about, in order."""

    stakes: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def all(self) -> tuple[str, ...]:
        return self.stakes + self.rules


@dataclass(frozen=True, kw_only=True)
class Labels:
    """Every word of a game for people."""

    tables: Mapping[str, OptionLabel] = field(default_factory=dict)
    """Pay tables, by the part of an option's name before the dot."""
    options: Mapping[str, OptionLabel] = field(default_factory=dict)
    names: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By kind (`wagers`, `hands`, ...): the name of each identifier, as it stands inside a sentence."""
    offered: Offered = field(default_factory=Offered)

    def option(self, name: str) -> str:
        """The label of an option; a line of a pay table goes without the name of its table."""
        if name in self.options:
            return self.options[name].label
        return sentence_case(words(name.rpartition(".")[2]))

    def full_option(self, name: str) -> str:
        """The label of an option, with the name of its pay table if it is a line of one."""
        table = pay_table_of(name)
        return self.option(name) if table is None else f"{self.table(table)}: {self.option(name)}"

    def table(self, name: str) -> str:
        """The label of a pay table."""
        return self.tables[name].label if name in self.tables else sentence_case(words(name))

    def sentence(self, name: str) -> str:
        """What an option decides; a line of a pay table has the sentence of its table."""
        table = pay_table_of(name)
        if table is not None:
            return self.tables[table].says if table in self.tables else ""
        return self.options[name].says if name in self.options else ""

    def unchosen(self, name: str) -> str:
        """What applies while nobody has chosen a value of this option; empty where that is the default."""
        return self.options[name].unchosen if name in self.options else ""

    def value(self, name: str, value: Value) -> str:
        """The value of an option in words."""
        text = write_value(value)
        if text in YES_OR_NO:
            return YES_OR_NO[text]
        if text == NONE_WRITTEN:
            return NO_LIMIT
        choices = self.options[name].choices if name in self.options else {}
        return choices.get(text, sentence_case(words(text)))

    def name(self, kind: str, identifier: str) -> str:
        """A wager, hand, decision or strategy in words."""
        shared = SHARED_STRATEGIES if kind == "strategies" else {}
        return {**shared, **self.names.get(kind, {})}.get(identifier, words(identifier))

    def outcome(self, identifier: str) -> str:
        """An outcome in words; `a_and_b` is two lines of pay tables."""
        if identifier in self.outcomes:
            return self.outcomes[identifier]
        if "_and_" in identifier:
            first, second = identifier.split("_and_", maxsplit=1)
            return f"{self.outcome(first)}, and {self.outcome(second).lower()}"
        return sentence_case(words(identifier))

    @property
    def outcomes(self) -> dict[str, str]:
        """Every outcome that has a name: shared ones, the lines of pay tables, and the game's own."""
        return {**SHARED_OUTCOMES, **self._pay_lines, **self.names.get("outcomes", {})}

    @property
    def _pay_lines(self) -> dict[str, str]:
        return {name.rpartition(".")[2]: label.label for name, label in self.options.items() if "." in name}


def pay_table_of(option: str) -> str | None:
    """The pay table that an option is a line of, or None: `w2_paytable` for `w2_paytable.flush`."""
    return option.split(".", maxsplit=1)[0] if "." in option else None


def words(identifier: str) -> str:
    """An identifier as words."""
    return identifier.replace("_", " ")


def sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def parse_labels(text: str, game: AnyGame) -> Labels:
    """The labels in a file. Raises `Unreadable` if it names an option that the game does not have."""
    import yaml  # on use: `import houseway` must stay quick

    data: Mapping[str, Any] = yaml.safe_load(text) or {}
    offered = data.get("offered", {})
    labels = Labels(
        tables={name: OptionLabel(**entry) for name, entry in data.get("tables", {}).items()},
        options={name: OptionLabel(**entry) for name, entry in data.get("options", {}).items()},
        names={kind: data[kind] for kind in KINDS if kind in data},
        offered=Offered(stakes=tuple(offered.get("stakes", ())), rules=tuple(offered.get("rules", ()))),
    )
    known = options(game.terms)
    for name in (*labels.options, *labels.offered.all):
        if name not in known:
            hint = nearest(name, known)
            raise Unreadable(f"{FILE} of {game.name} names the option {name!r}, which it does not have{hint}")
    return labels
