"""The example games from which ``fathom new`` writes the file of a new game."""

from __future__ import annotations

import re
from pathlib import Path

from simulate.errors import UsageError, unknown

FOLDER = Path(__file__).resolve().parent / "new_games"
_SHEET_GAME = FOLDER.parent / "new_sheet_game.py.txt"
_ENDING = ".py.txt"
#: The placeholder in the example files for the name of the game.
_NAME = "new-game"
#: The placeholder in the example files for the title of the game.
_TITLE = "New game:"
#: The maximum number of characters of a game's name, because folders are named after games.
_LONGEST_NAME = 40


def kinds() -> list[str]:
    """Return the kinds of example games, such as "dice", in alphabetical order."""
    return sorted(file.name.removesuffix(_ENDING) for file in FOLDER.glob(f"*{_ENDING}"))


def read_template(kind: str) -> str:
    """Return the text of the example game of a kind, which may be spelt "coop" or "co_op" too.

    Raises
    ------
    UsageError
        If there is no such kind.
    """
    spellings = {known.replace("-", ""): known for known in kinds()}
    known = spellings.get(kind.lower().replace("-", "").replace("_", ""))
    if known is None:
        raise unknown("kind of game", kind, kinds())
    return (FOLDER / f"{known}{_ENDING}").read_text(encoding="utf-8")


def read_sheet_template() -> str:
    """Return the text of the example game whose cards are in a sheet."""
    return _SHEET_GAME.read_text(encoding="utf-8")


def named(template: str, name: str) -> str:
    """Return the text of an example game with the name and the title of a new game."""
    return template.replace(_TITLE, f"{title_of(name)}:").replace(_NAME, name.replace("_", "-"))


def title_of(name: str) -> str:
    """Return the title of a new game, such as "Coral Reef" for "coral-reef"."""
    return name.replace("-", " ").replace("_", " ").title()


def check_name(name: str) -> None:
    """Raise `UsageError` if a new game cannot have a name."""
    if not re.fullmatch(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*", name) or len(name) > _LONGEST_NAME:
        raise UsageError(
            f"a game cannot be called {name!r}; a name has at most {_LONGEST_NAME} lower-case "
            "letters, digits and hyphens, and begins with a letter, as in coral-reef"
        )
