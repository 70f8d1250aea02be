"""How differences are written in the tables of the first page, and which have a row there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from reports.comparison.ranking import weight
from reports.comparison.results import Compared
from reports.comparison.unknown import named
from reports.figures.statistics import finite
from reports.writing import numbers
from reports.writing.document import Cell, Item, Items, Part, Tone

#: So many differences have a row on the first page, and so many if nothing is open.
MOST_ROWS, MOST_ALONE = 6, 8
#: So many have one of those of which the games cannot tell.
MOST_OPEN = 4
#: What stands above their tables.
CLEAR = "Clear differences that people may notice"
TOO_FEW = "Too few games to tell whether one would notice a difference"


def open_rows(above: int) -> int:
    """Return how many figures are shown that are open: fewer below many that differ."""
    return MOST_OPEN if above <= MOST_ROWS // 2 else MOST_OPEN // 2


def effect(one: Compared, *, marked: bool = True) -> Cell:
    """Write a difference, with a question mark where the games cannot tell."""
    change = one.difference.estimate
    if not (one.exact or math.isfinite(change.high - change.low)):
        return Cell(numbers.NOT_KNOWN)
    text = numbers.with_half(change, one.unit)
    if one.exact:
        text = numbers.number(change.value, one.reach, one.unit)
    text = f"{text} {numbers.short_unit(one.unit)}".rstrip()
    tone: Tone = ""
    if one.is_clear:
        tone = "more" if change.value > 0 else "less"
    elif marked and weight(one) == "unclear":
        text += " ?"
    return Cell(text, finite(change.value), strong=one.is_clear, tone=tone)


def named_kinds(kinds: Mapping[str, Sequence[Compared]]) -> list[Part]:
    """Name the differences that have no row, a line for each kind."""
    items = [Item(named(some), name) for name, some in kinds.items() if some]
    return [Items(items)] if items else []
