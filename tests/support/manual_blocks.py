"""The fenced blocks of the manual's pages, and the commands in them."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?:^<!-- (?P<kind>not run|file|added): (?P<about>.*?) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.DOTALL | re.MULTILINE,
)
COMMAND = re.compile(r"^\$ (.*)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page, with the comment before it."""

    kind: str | None
    about: str | None
    language: str
    text: str


class Command(NamedTuple):
    """A command of a console block and the output shown below it."""

    command: str
    output: str


def blocks(page: Path) -> list[Block]:
    matches = FENCE.finditer(page.read_text())
    return [Block(*match.group("kind", "about", "language", "text")) for match in matches]


def commands(block: Block) -> list[Command]:
    parts = COMMAND.split(block.text)
    return [Command(command, output) for command, output in zip(parts[1::2], parts[2::2], strict=True)]
