"""
Completion of commands, games, options, clauses and files by the Tab key, in bash, zsh and fish.

The shell runs `houseway --complete SHELL LINE` with the line up to the cursor. The answer has one word a line. A first
line `FILES` asks the shell to complete the name of a file instead.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..rules.errors import Unreadable, nearest

if TYPE_CHECKING:
    from ..rules.game import AnyGame

FILES = "FILES"
"""The answer that asks the shell to complete a file."""
FILE_METAVARS = ("FILE", "DIR")
GLOBAL_FLAGS = ("--help", "--version", "--install-completion", "--show-completion")

BASH = r"""# Completion of houseway for bash.
_houseway() {
    local word answer
    COMPREPLY=()
    answer=$(houseway --complete bash "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
    if [[ $answer == FILES* ]]; then
        compopt -o default
        return
    fi
    word=${COMP_WORDS[COMP_CWORD]}
    if [[ $word == "=" ]]; then
        word=""
    fi
    mapfile -t COMPREPLY < <(compgen -W "$answer" -- "$word")
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace
    fi
}
complete -F _houseway houseway
"""

ZSH = r"""#compdef houseway
# Completion of houseway for zsh.
(( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
_houseway() {
    local answer
    answer=$(houseway --complete zsh "${(j: :)words[1,CURRENT]}" 2>/dev/null)
    if [[ $answer == FILES* ]]; then
        _files
        return
    fi
    local -a ends partial
    ends=(${(f)answer})
    partial=(${(M)ends:#*=})
    ends=(${ends:#*=})
    compadd -S '' -- $partial
    compadd -- $ends
}
compdef _houseway houseway
"""

FISH = r"""# Completion of houseway for fish.
function __houseway_complete
    set -l answer (houseway --complete fish (commandline -cp) 2>/dev/null)
    if test "$answer[1]" = FILES
        __fish_complete_path (commandline -ct)
        return
    end
    printf '%s\n' $answer
end
complete -c houseway -f -a '(__houseway_complete)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


# Scripts -------------------------------------------------------------------------------------------------------------


def shell_named(words: list[str]) -> str:
    """The shell that was named, or that of this user."""
    if len(words) > 1:
        raise Unreadable(f"name one shell: {', '.join(SCRIPTS)}, not {' '.join(words)}")
    name = words[0] if words else Path(os.environ.get("SHELL", "")).name
    if name not in SCRIPTS:
        called = f"there is no completion for the shell {name!r}{nearest(name, SCRIPTS)}" if name else "name a shell"
        raise Unreadable(f"{called}; there is completion for {', '.join(SCRIPTS)}")
    return name


def install(words: list[str]) -> str:
    """Write the script of a shell where the shell reads it; returns what was written, in sentences."""
    shell = shell_named(words)
    home = Path.home()
    if shell == "fish":
        settings = Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
        script = settings / "fish" / "completions" / "houseway.fish"
        _write(script, FISH)
        return f"Completion for fish is in {script}. It works in every new shell."
    data = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    script = data / "houseway" / f"completion.{shell}"
    _write(script, SCRIPTS[shell])
    startup = home / f".{shell}rc"
    line = f"source {shlex.quote(str(script))}"
    if line not in _lines_of(startup):
        _append(startup, f"{line}\n")
    return f"Completion for {shell} is in {script}, and {startup} reads it. It works in every new shell."


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None


def _lines_of(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []


def _append(path: Path, text: str) -> None:
    try:
        with path.open("a") as file:
            file.write(text)
    except OSError as error:
        raise Unreadable(f"{path} cannot be written: {error.strerror}") from None


# Answers -------------------------------------------------------------------------------------------------------------


def answer(words: list[str]) -> str:
    """What `houseway --complete SHELL LINE` prints: nothing where nothing fits, never an error."""
    try:
        shell, line = words
        typed = _words_in(line)
        possible = candidates(typed[1:-1], typed[-1])
    except Exception:  # a shell shows nothing while somebody types
        return ""
    if possible == [FILES]:
        return FILES
    wanted = [word for word in possible if word.startswith(typed[-1])]
    if shell == "bash" and "=" in typed[-1]:  # bash treats `=` as the beginning of a new word
        wanted = [word.rpartition("=")[2] for word in wanted]
    return "\n".join(wanted)


def _words_in(line: str) -> list[str]:
    """The words of a line; the last is the one at the cursor, and may be empty."""
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation mark that is still open
        words = line.split()
    if line.endswith((" ", "\t")) or not words:
        words.append("")
    return words


def candidates(before: list[str], word: str) -> list[str]:
    """Every word that may stand after these; the caller keeps those that begin with what was typed."""
    from . import NAMES

    if not before:
        return [*NAMES, "help", *GLOBAL_FLAGS]
    if before[0] == "help":
        return list(NAMES)
    if before[0] in ("--install-completion", "--show-completion"):
        return list(SCRIPTS)
    if before[0] not in NAMES:
        return []
    return _of_command(before[0], before[1:], word)


def _of_command(name: str, before: list[str], word: str) -> list[str]:
    from typer.main import get_command

    from . import app_of

    command: Any = get_command(app_of(name))
    options = {flag: option for option in command.params for flag in (*option.opts, *option.secondary_opts)}
    last = options.get(before[-1]) if before else None
    game = next((text for text in before if text in _games()), None)
    if last is not None and last.param_type_name == "option" and not last.is_flag:
        return _values(last, game, word)
    if word.startswith("-"):
        return sorted(flag for flag in options if flag.startswith("-"))
    arguments = [parameter for parameter in command.params if parameter.param_type_name == "argument"]
    given = _arguments_in(before, options)
    if not arguments or (given >= len(arguments) and arguments[-1].nargs != -1):
        return []
    return _of_argument(arguments[min(given, len(arguments) - 1)], game)


def _arguments_in(before: list[str], options: dict[str, Any]) -> int:
    """How many of these words are arguments, and not options or their values."""
    count = 0
    is_value = False
    for word in before:
        if is_value:
            is_value = False
        elif word.startswith("-"):
            option = options.get(word)
            is_value = option is not None and not option.is_flag
        else:
            count += 1
    return count


def _of_argument(argument: Any, game: str | None) -> list[str]:
    from .help import argument_name

    name = argument_name(argument)
    if name.startswith("GAME"):
        return _games()
    if name == "CLAUSE":
        return _clauses(game)
    if name in ("A", "B"):
        return _levels()
    if name == "WHAT":
        from .export import KINDS

        return list(KINDS)
    return [FILES] if name.startswith("FILE") else []


def _values(option: Any, game: str | None, word: str) -> list[str]:
    """The values of an option."""
    flag = option.opts[-1]
    if flag in ("--set", "--from", "--to"):
        return _settings(game, word)
    if flag in ("--players", "--bots"):
        return _levels()
    if flag == "--model":
        return ["population", "points"]
    return [FILES] if option.metavar in FILE_METAVARS else []


def _games() -> list[str]:
    from ..games import GAMES

    return list(GAMES)


def _levels() -> list[str]:
    from ..solving import LEVELS

    return [*LEVELS, "best"]


def _clauses(game: str | None) -> list[str]:
    from ..games import rulebook_of

    if game is None:
        return []
    book = rulebook_of(game)
    return [*book.clauses, *book.open_questions]


def _settings(game: str | None, word: str) -> list[str]:
    """The options of a game as `NAME=`, or the values of the option that was typed."""
    from ..games import game as game_named
    from ..rules.terms import options

    if game is None:
        return []
    rules = game_named(game)
    names = options(rules.terms)
    name, equals, _ = word.partition("=")
    if not equals:
        return [f"{option}=" for option in names]
    return [f"{name}={value}" for value in _accepted(rules, name)]


def _accepted(rules: AnyGame, name: str) -> list[str]:
    """The words that an option accepts; a range of numbers has none."""
    from ..rules.terms import accepted_values

    return [value for value in accepted_values(rules.terms, name).split(" | ") if " " not in value]


def main(words: list[str]) -> None:
    """Run one of the three flags."""
    flag, *rest = words
    if flag == "--complete":
        print(answer(rest))
    elif flag == "--show-completion":
        sys.stdout.write(SCRIPTS[shell_named(rest)])
    else:
        print(install(rest))
