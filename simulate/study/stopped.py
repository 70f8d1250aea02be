"""Where reading a study file stopped, and what is said of it."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass

NAME = r"[A-Za-z0-9_.-]+"
#: What others write for the two truth values.
TRUTHS = dict.fromkeys(("true", "yes", "on"), "true") | dict.fromkeys(
    ("false", "no", "off"), "false"
)


@dataclass(frozen=True)
class Stopped:
    """Where reading stopped, and what stands there.

    Attributes
    ----------
    why
        What the reader says of it.
    number, text
        The line, from 1, and what it holds.
    at
        The place in it, from 0.
    before
        The lines before it.
    statement
        The number of the line in which the statement begins that was being read.
    at_end
        Whether it stopped at the end of the file.
    """

    why: str
    number: int
    text: str
    at: int
    before: list[str]
    statement: int
    at_end: bool

    @property
    def value_at(self) -> int:
        """Where the value of the line begins: after its first ``=``, or with the line."""
        found = re.match(r"[^=\"'#]*=\s*|\s*", self.text)
        return found.end() if found else 0

    @property
    def value(self) -> str:
        """The value of the line, and whatever stands behind it."""
        return self.text[self.value_at :].rstrip()

    def instead(self, start: int, end: int, new: str) -> str:
        """Return the line with another part."""
        return f"{self.text[:start]}{new}{self.text[end:]}".strip()


@dataclass(frozen=True)
class Cause:
    """Why a line cannot be read.

    Attributes
    ----------
    says
        In words.
    at
        Where in the line, from 0.
    instead
        A line to write instead; empty for none.
    number
        The line, if it is another than the one in which reading stopped.
    """

    says: str
    at: int
    instead: str = ""
    number: int = 0


def valued(text: str) -> str:
    """Return what was written for a value as one: a number or a truth value, or in quotes."""
    if readable(f"value = {text}"):
        return text
    word = text.strip().strip("\"'")
    return TRUTHS.get(word.lower(), f'"{word}"')


def readable(text: str) -> bool:
    """Tell whether a text is what a study file could hold."""
    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):  # broken, or more digits or brackets than can be read
        return False
    return True
