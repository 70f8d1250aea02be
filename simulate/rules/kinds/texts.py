"""Options that are a text, as of the name of a card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.rules.kinds.option import Option, Value

#: The most letters of a text, in bytes of UTF-8, and how many of them one integer holds.
MOST_BYTES, _EACH = 64, 8


@dataclass(frozen=True, kw_only=True)
class Text(Option):
    """An option that is a short text on one line.

    In compiled code an array of integers that hold its letters, eight each: `text_of` makes the
    text of them again, so that a rules record alone tells what cards are called.
    """

    default: str

    @property
    def allowed(self) -> str:
        return f"a text on one line of at most {MOST_BYTES} letters"

    @property
    def members(self) -> list[tuple[Any, ...]]:
        return [(self.name, self.dtype, (MOST_BYTES // _EACH,))]

    def number(self, value: Any) -> Any:
        return np.frombuffer(value.encode().ljust(MOST_BYTES, b"\0"), "<i8")

    def parse(self, text: str) -> Value:
        return self.check(text)

    def check(self, value: object) -> Value:
        if not isinstance(value, str) or not _fits(value):
            raise self._reject(value)
        return value.strip()

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {}  # no text is nearer to it than another


def text_of(letters: bytes) -> str:
    """Return the text that integers of a rules record hold, given as their bytes."""
    return letters.rstrip(b"\0").decode()


def _fits(text: str) -> bool:
    text = text.strip()
    return bool(text) and text.isprintable() and len(text.encode()) <= MOST_BYTES
