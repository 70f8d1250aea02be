"""In which cell of a grid a change is the largest, and in which direction, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from reports.comparison import sentences as words
from reports.comparison.ranking import rank_all
from reports.comparison.results import Compared, Pair
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.writing import numbers
from reports.writing.words import listed


def where_most(columns: Mapping[str, Pair]) -> str:
    """Say where what designers ask first of all that differs changes most.

    Parameters
    ----------
    columns
        By name of the cell what is asked about, against what it is compared with there.
    """
    ranked = rank_all(columns.values())
    if not ranked.large:
        return words.none_large(len(ranked.small), len(ranked.unclear))
    found = {
        cell: pair.figures[ranked.large[0]]
        for cell, pair in columns.items()
        if ranked.large[0] in pair.figures
    }
    told = [
        f"{_change(one)} with {cell}{'' if one.is_clear else f' ({words.verdict(one)})'}"
        for cell, one in found.items()
    ]
    first = next(iter(found.values()))
    return f"{first.figure.title} {listed(told)}. {_most(found)}"


def _most(found: Mapping[str, Compared]) -> str:
    """Say where the change is the largest, or between which cells that is not clear."""
    if len(found) == 1:
        return "Elsewhere it cannot be compared."
    sizes = {cell: _size(one.difference.estimate) for cell, one in found.items()}
    most = max(sizes, key=lambda cell: sizes[cell].value)
    rivals = [cell for cell, size in sizes.items() if size.high >= sizes[most].low]
    if len(rivals) > 1:
        return f"Whether it changes most with {listed(rivals, 'or')} is not clear."
    ways = {
        more: [cell for cell, one in found.items() if one.is_clear and _is_more(one) == more]
        for more in (True, False)
    }
    other = ways[not _is_more(found[most])]
    turned = f", and the other way with {listed(other)}" if other else ""
    unit = found[most].unit
    # In per cent of what there was another cell may change more.
    begin = f"In {unit.name} it" if unit.name and not unit.share else "It"
    return f"{begin} changes most with {most}{turned}."


def _is_more(one: Compared) -> bool:
    return one.difference.estimate.value > 0


def _size(change: Estimate) -> Estimate:
    """Return how large a change is, whatever its direction, with its interval."""
    low = max(0.0, change.low, -change.high)
    return Estimate(abs(change.value), low, max(abs(change.low), abs(change.high)), change.n)


def _change(one: Compared) -> str:
    """Write a change with half the width of its interval."""
    change = one.difference.estimate
    text = numbers.with_half(change, one.unit, half_width(change))
    return f"{text} {numbers.short_unit(one.unit)}".rstrip()
