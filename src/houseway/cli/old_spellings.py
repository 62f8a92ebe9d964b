"""Options that had another name in an earlier version. The old name still works and is answered with the new one."""

import sys

OLD_SPELLINGS = {
    "best": {"--players": "--seats"},
    "explain": {"--players": "--seats"},
    "solve": {"--players": "--seats", "--rounds": "--iterations"},
    "simulate": {"--workers": "--cores"},
}
"""By command: the old name and the new one. `--players` names strategies in the commands that still have it."""


def with_new_spellings(command: str, words: list[str]) -> list[str]:
    """The words with each old name replaced; a sentence on standard error names the new one."""
    new_names = OLD_SPELLINGS.get(command, {})
    replaced = []
    for word in words:
        name, equals, value = word.partition("=")
        if name in new_names:
            print(f"houseway: {name} of houseway {command} is now {new_names[name]}", file=sys.stderr)
            name = new_names[name]
        replaced.append(f"{name}{equals}{value}")
    return replaced
