"""What a comparison answers at a glance: what differs, what is known to be small, what is open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from reports.comparison import sentences as words
from reports.comparison.cells import (
    CLEAR,
    MOST_ALONE,
    MOST_ROWS,
    TOO_FEW,
    effect,
    named_kinds,
    open_rows,
)
from reports.comparison.many_arms import grid, several
from reports.comparison.ranking import Ranked, importance, rank, threshold
from reports.comparison.results import Compared, Comparison, Pair
from reports.comparison.unknown import more_games
from reports.figures.figure import Unit
from reports.figures.statistics import Estimate, finite
from reports.writing import numbers
from reports.writing.document import Answer, Cell, Column, Item, Part, Table
from reports.writing.words import brief_labels, capital

#: A row whose name is longer takes another line of a narrow table, and counts as two.
_LINE = 46


def answers(comparison: Comparison) -> list[Answer]:
    """Say what differs, what is known to differ little, and what the games cannot tell."""
    if comparison.design:
        return [grid(comparison, comparison.design)]
    if len(comparison.pairs) > 1:
        return [several(comparison)]
    [pair] = comparison.pairs
    lead, *others = words.headlines(pair)
    ranked = rank(pair)
    rows = ranked.large[: _rows(ranked)]
    names = brief_labels((pair.a, pair.b))
    table = Table(
        CLEAR,
        [
            Column("what", numeric=False),
            *(Column(one, short=name) for one, name in zip((pair.a, pair.b), names, strict=True)),
            Column("difference"),
        ],
        [_row(one) for one in rows],
    )
    told = _told_in_rows(pair)
    aimed = sum(importance(one.figure, pair.aims) == 0 for one in ranked.unclear)
    most = open_rows(len(rows)) + aimed
    shown = ranked.unclear[:most]
    kinds = {
        "Also clear": ranked.large[len(rows) :],
        "Not known either": ranked.unclear[most:],
        "Too small to notice": [*ranked.small, *ranked.same],
    }
    if words.same_games(pair):  # which says it of all figures
        del kinds["Too small to notice"]
    parts: list[Part] = [table] if rows else []
    return [
        Answer(
            "What differs?",
            [Item(lead, main=True), *(Item(one) for one in others if one not in told)],
            [*parts, *_unknown(comparison, pair, shown), *named_kinds(kinds)],
        )
    ]


def _told_in_rows(pair: Pair) -> list[str]:
    """Return the sentences that the table tells."""
    arms = pair.results
    return [words.sentence(one, pair, *arms) for one in rank(pair).large]


def _rows(ranked: Ranked) -> int:
    """Return how many differences have a row, so that the first page stays one."""
    lines = accumulate(-(-len(one.figure.title) // _LINE) for one in ranked.large)
    most = MOST_ROWS if ranked.unclear else MOST_ALONE
    return sum(so_far <= most for so_far in lines)


def _unknown(comparison: Comparison, pair: Pair, shown: Sequence[Compared]) -> list[Part]:
    """Show of what the games cannot tell: how large it may be, and how many more would tell."""
    heads = [
        Column("what", numeric=False),
        Column("difference"),
        Column("noticed from"),
        Column("more games of each", short="more games"),
    ]
    rows = [_open_row(one, more_games(one, pair, comparison)) for one in shown]
    return [Table(TOO_FEW, heads, rows)] if rows else []


def _open_row(one: Compared, more: int | None) -> list[Cell]:
    unit = Unit(one.unit.name, share=one.unit.share)
    least = threshold(one)
    noticed = f"{numbers.number(least, least / 10, unit)} {numbers.short_unit(one.unit)}".rstrip()
    return [
        Cell(capital(one.figure.title)),
        effect(one, marked=False),
        Cell(noticed if finite(least) else "", finite(least)),
        Cell("not known" if more is None else numbers.about(more), more),
    ]


def _row(one: Compared) -> list[Cell]:
    name = capital(one.figure.title)
    return [Cell(name), _level(one.first, one), _level(one.second, one), effect(one, marked=False)]


def _level(found: Estimate, one: Compared) -> Cell:
    unit = one.figure.unit
    text = numbers.number(found.value, one.reach, unit) if finite(found.value) is not None else ""
    return Cell(f"{text} {numbers.short_unit(unit)}".rstrip() or "none", finite(found.value))
