"""Numbers of players as users type them: single numbers, ranges such as ``2..5``, and ``all``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from simulate.errors import UsageError
from simulate.game import Game

#: The text for all numbers that the game allows.
ALL = "all"
_RANGE = re.compile(r"(?P<first>\d{1,3})\s*(?:\.\.|-|to)\s*(?P<last>\d{1,3})")
_NUMBER = re.compile(r"\d{1,3}")


def parse_player_numbers(texts: Sequence[str | int], game: Game) -> list[int]:
    """Return the numbers of players that texts such as ``3``, ``2..5``, ``2,4`` and ``all`` name.

    Parameters
    ----------
    texts
        The texts, or numbers from Python, in the order in which the user gave them.
    game
        The game, for ``all``.

    Returns
    -------
    list of int
        The numbers in the order of the texts, each once. They may be numbers that the game does not
        allow.

    Raises
    ------
    UsageError
        If a text is none of these.
    """
    numbers: list[int] = []
    for text in texts:
        for part in str(text).split(","):
            numbers += _parse_part(part.strip().lower(), game)
    return list(dict.fromkeys(numbers))


def names_several(text: str) -> bool:
    """Return True if a text is ``all``, a range or a list of numbers of players."""
    parts = [part.strip().lower() for part in text.split(",")]
    if not all(part == ALL or _NUMBER.fullmatch(part) or _RANGE.fullmatch(part) for part in parts):
        return False
    return len(parts) > 1 or not _NUMBER.fullmatch(parts[0])


def write_player_numbers(numbers: Sequence[int]) -> str:
    """Return the text for numbers of players, at least one, as in "4", "2..5" or "2,4"."""
    first, last = numbers[0], numbers[-1]
    if len(numbers) > 1 and list(numbers) == list(range(first, last + 1)):
        return f"{first}..{last}"
    return ",".join(map(str, numbers))


def _parse_part(part: str, game: Game) -> list[int]:
    """Return the numbers that a part without commas names; raise `UsageError` if it is invalid."""
    if part == ALL:
        fewest, most = game.seats
        return list(range(fewest, most + 1))
    if _NUMBER.fullmatch(part):
        return [int(part)]
    match = _RANGE.fullmatch(part)
    if match and int(match["first"]) <= int(match["last"]):
        return list(range(int(match["first"]), int(match["last"]) + 1))
    raise UsageError(
        f"--players cannot be {part!r}; give a number, several as in 2..4 or 2,4, or all"
    )
