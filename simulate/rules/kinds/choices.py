"""Options that are one of a few words."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from simulate.rules.kinds.option import Option, Value


def words(choices: type[IntEnum]) -> tuple[str, ...]:
    """Return what is typed for each member of an enumeration, whose values count from 0.

    So compiled code compares an option with a member (``rules.ending == Ending.FINISH_LAP``),
    and designers type its name in small letters (``finish_lap``).
    """
    assert [member.value for member in choices] == list(range(len(choices))), choices
    return tuple(member.name.lower() for member in choices)


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """An option that is one of a few words."""

    default: str
    choices: tuple[str, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(self.choices)

    def parse(self, text: str) -> Value:
        return self.check(text)

    def check(self, value: object) -> Value:
        if value not in self.choices:
            raise self._reject(value)
        return value

    def number(self, value: Any) -> Any:
        return self.choices.index(value)

    def _near(self, value: Any) -> dict[str, list[Any]]:
        return {self.name: list(self.choices)}
