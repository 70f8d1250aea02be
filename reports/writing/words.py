"""How lists are written, wherever something is told."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from textwrap import fill

#: The most rules that are all named in a sentence, and how many of more than that are.
_MOST_RULES, _OF_MANY = 12, 6


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Write parts of a sentence as in "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def told_rules(changes: Sequence[str]) -> str:
    """Name the rules that are changed, each as after ``--rule``; of very many the first."""
    if len(changes) <= _MOST_RULES:
        return ", ".join(changes)
    return listed([*changes[:_OF_MANY], f"{len(changes) - _OF_MANY} more"])


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def brief_labels(labels: Sequence[str], most: int = 12) -> list[str]:
    """Break labels at blanks into lines; a longer word keeps its end, where names differ."""
    several = [
        [word if len(word) <= most else f"…{word[1 - most :]}" for word in label.split()]
        for label in labels
    ]
    return [fill(" ".join(words), most, break_on_hyphens=False) for words in several]


def seat_names(players: int) -> list[str]:
    """Name the seats, as in tables and charts."""
    return ["seat 1 (first)", *(f"seat {seat}" for seat in range(2, players + 1))]


def line_up(lineup: Sequence[str], rotate: bool, most: int = 165) -> str:
    """Name who plays in the order of the seats, equal neighbours counted; long names shortened."""
    groups = [(spec, len(list(group))) for spec, group in groupby(lineup)]
    room = most if sum(len(spec) for spec, _ in groups) <= most else most // len(groups)
    named = ", ".join(
        (f"{times} \N{MULTIPLICATION SIGN} " if times > 1 else "") + _shorten(spec, room)
        for spec, times in groups
    )
    return f"{named}{'' if rotate or len(groups) == 1 else ' (not rotated)'}"


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most // 2]}…{text[1 - most // 2 :]}"
