"""Options that are the cards of a game, a record each, as a spreadsheet has them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.errors import UsageError
from simulate.rules.kinds.option import NONE, Value, written
from simulate.rules.kinds.records import Records

#: The columns that mean something to Fathom itself: what a card is called, how many there are.
NAME, COPIES = "name", "copies"
#: What has to stand in quotes where records are typed, and how a list is taken apart.
_APART = re.compile(r'[,:;"]|^\s|\s$|^$')
_PARTS = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,:"]*))\s*([,:]|$)')


@dataclass(frozen=True, kw_only=True)
class CardTable(Records):
    """An option that is a table of cards: a record each, as of the rows of a spreadsheet.

    A text with a comma, colon or semicolon is typed in double quotes. Otherwise as `Records`.

    Attributes
    ----------
    most_cards
        The most cards there may be, copies included, if records say how many there are.
    left_out
        Columns of a spreadsheet that are none of the rules.
    """

    most_cards: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        return (
            f"another table, as in --data {self.name}s.csv, or 1 to {self.longest} records with "
            f"commas between, each {self._shape}"
        )

    def parse(self, text: str) -> Value:
        return self.check(
            [self._record_of(n, parts) for n, parts in enumerate(self._taken_apart(text), 1)]
        )

    def check(self, value: object) -> Value:
        if value == NONE or (isinstance(value, list | tuple) and not value):
            raise UsageError(f"rule {self.name} needs at least one record; allowed: {self.allowed}")
        if isinstance(value, list | tuple) and len(value) > self.longest:
            raise UsageError(
                f"rule {self.name} cannot have {len(value)} records; allowed: up to "
                f"{self.longest}; for more say it in the game's file, as in "
                f"Cards({self.name!r}, data=..., most={len(value)})"
            )
        records = super().check(value)
        if COPIES in self._names:
            self._check_copies(sum(record[COPIES] for record in records))  # type: ignore
        return records

    def _check_copies(self, cards: int) -> None:
        if cards < 1:
            raise UsageError(f"rule {self.name} has no copies of any card; give one at least 1")
        if cards > self.most_cards:
            raise UsageError(
                f"the copies of rule {self.name} cannot add up to {cards}; allowed: 1 to "
                f"{self.most_cards}; for more say it in the game's file, as in "
                f"Cards({self.name!r}, data=..., most_cards={cards})"
            )

    def _parse_record(self, place: object, text: str) -> dict[str, Any]:
        found = self._taken_apart(text)
        return self._record_of(place, found[0] if len(found) == 1 else [])

    def _record_of(self, place: object, parts: Sequence[str]) -> dict[str, Any]:
        if len(parts) != len(self.fields):
            raise UsageError(
                f"rule {self.name}.{place} has {len(parts)} values; a record has "
                f"{len(self.fields)}: {self._shape}"
            )
        return {
            name: self._field(place, name).parse(part)
            for name, part in zip(self._names, parts, strict=True)
        }

    def _taken_apart(self, text: str) -> list[list[str]]:
        records: list[list[str]] = [[]]
        place = 0
        while True:
            part = _PARTS.match(text, place)
            if part is None:
                raise UsageError(
                    f"rule {self.name} cannot be {text!r}: a quote does not end; a text with a "
                    'quote in it is typed as in "a ""big"" one"'
                )
            quoted, plain, mark = part.groups()
            records[-1].append(plain.strip() if quoted is None else quoted.replace('""', '"'))
            if not mark:
                return records
            if mark == ",":
                records.append([])
            place = part.end()

    @property
    def whole_example(self) -> Any:
        return None  # another spreadsheet is easier to write than a list of all

    def merged(self, value: Any, change: Any) -> Any:
        # Records behind the last, in their order, are new ones.
        if not isinstance(change, Mapping) or not isinstance(value, list | tuple):
            return super().merged(value, change)
        there = len(value)
        while str(len(value) + 1) in change:
            value = [*value, {}]
        for place in map(str, change):
            if not (place.isdecimal() and 1 <= int(place) <= len(value)):
                raise UsageError(
                    f"rule {self.name} has no record {place!r}: they are numbered 1 to {there}; "
                    f"a new one is {self.name}.{there + 1}, with all of {', '.join(self._names)}, "
                    "or give another table with --data"
                )
        return super().merged(value, change)

    def difference(self, value: Any, base: Any) -> Any:
        if len(value) <= len(base):
            return super().difference(value, base)
        more = {
            str(place): dict(value[place - 1]) for place in range(len(base) + 1, len(value) + 1)
        }
        return {**super().difference(value[: len(base)], base), **more}

    def _near(self, value: Any) -> dict[str, list[Any]]:
        # A column at a time: one cell after the other would be hundreds.
        columns = {}
        for field in self.fields:
            others = [field.alternatives(record[field.name]).get(field.name) for record in value]
            if all(others):
                columns[f"{self.name}.{field.name}"] = [
                    {
                        str(row): {field.name: several[-1 if last else 0]}
                        for row, several in enumerate(others, 1)
                        if several
                    }
                    for last in (False, True)
                ]
        return columns

    def _far(self) -> dict[str, list[Any]]:
        longest = (self.default * self.longest)[: self.longest]
        return {self.name: [longest, self.default[:1]], **self._near(self.default)}

    def _typed(self, records: Sequence[Mapping[str, Any]]) -> str:
        return ",".join(
            ":".join(_quoted(written(record[name])) for name in self._names) for record in records
        )


def _quoted(text: str) -> str:
    if not _APART.search(text):
        return text
    doubled = text.replace('"', '""')
    return f'"{doubled}"'
