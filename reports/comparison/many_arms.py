"""The first page of several arms, or of a grid: what differs in which of them, and where most."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reports.comparison import sentences as words
from reports.comparison.cells import CLEAR, MOST_ALONE, MOST_ROWS, effect, named_kinds, open_rows
from reports.comparison.design import Design
from reports.comparison.interaction import Interaction, interactions, pair_of
from reports.comparison.ranking import asked, importance, rank_all, weight
from reports.comparison.results import Comparison, Pair
from reports.comparison.unknown import more_games
from reports.comparison.where import where_most
from reports.figures.figure import (
    ADVANTAGE,
    GAMES_WON,
    LEAD_CHANGES,
    MINUTES,
    SCORE_MEAN,
    SEAT_SPREAD,
    SKILL,
    STRATEGIES,
    Figure,
    Unit,
)
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate, finite
from reports.writing import numbers
from reports.writing.document import Answer, Cell, Column, Item, Items, Part, Table
from reports.writing.words import brief_labels, capital, listed

#: Figures known to within less than so many times of each other have as many decimals.
_ALIKE = 10
#: The figures that are shown of every arm, and what they are called at the head of a column.
_HEADS = {
    ADVANTAGE: "seat 1",
    GAMES_WON: "won",
    SEAT_SPREAD: "unfair",
    MINUTES: "minutes",
    LEAD_CHANGES: "lead changes",
    SKILL: "skill",
}


def several(comparison: Comparison) -> Answer:
    """Show the main figures of all arms, and what differs from the first."""
    first, pairs = comparison.pairs[0].a, comparison.pairs
    items = [Item(words.headlines(pair)[0], f"{_begun(pair.b)} against {first}") for pair in pairs]
    columns = {pair.b: pair for pair in pairs}
    tables, shown = _effects(f"Against {first}", columns, comparison)
    parts = [_main_figures(comparison), *tables, *_rest(pairs, shown)]
    return Answer("What differs?", items, parts)


def grid(comparison: Comparison, design: Design) -> Answer:
    """Show the main figures by cell, what differs within each cell, and where that differs."""
    focus = design.focus
    tables: list[Part] = []
    shown: set[str] = set()
    items: list[Item] = []
    pairs: list[Pair] = []
    for level, name in list(enumerate(focus.levels))[1:]:
        columns = {design.name_of(cell): pair_of(comparison, level, cell) for cell in design.cells}
        against = f"{_begun(name)} against {focus.levels[0]}"
        found, rows = _effects(against, columns, comparison)
        tables += found
        shown |= rows
        pairs += columns.values()
        items.append(Item(where_most(columns), against, main=True))
    items += interaction_items(comparison, design)
    parts = [_main_figures(comparison), *tables, *_rest(pairs, shown)]
    return Answer("What differs?", items, parts)


def _begun(label: str) -> str:
    """Begin a line with a label; one that is typed, as target_score=8, stays as it is."""
    return label if "=" in label else capital(label)


def interaction_items(comparison: Comparison, design: Design) -> list[Item]:
    """Say on which figures an effect differs between cells: of each the two farthest apart."""
    aims = {path for pair in comparison.pairs for path in pair.aims}

    def order(one: Interaction) -> tuple[int, int, float]:
        return importance(one.figure, aims), asked(one.figure), -one.times

    found = sorted(interactions(comparison), key=order)
    on = listed([factor.name for factor in design.factors[1:]])
    clear: dict[tuple[str, str], Interaction] = {}
    for one in found:
        if one.word == "differs":
            clear.setdefault((one.level, one.figure.path), one)
    large = [one for one in clear.values() if one.times >= 1]
    items = [Item(_differs(one), f"Depends on {on}") for one in large]
    words_of: dict[str, set[str]] = {}
    for one in found:
        words_of.setdefault(one.figure.title, set()).add(one.word)
    told = {one.figure.title for one in large}
    rest = {title: said for title, said in words_of.items() if title not in told}
    kinds = {
        f"Depends on {on} but little": [t for t, said in rest.items() if "differs" in said],
        f"The same whatever the {on}": [t for t, said in rest.items() if said == {"the same"}],
        f"Not clear whether it depends on {on}": [
            t for t, said in rest.items() if "differs" not in said and said != {"the same"}
        ],
    }
    return [*items, *(Item(f"{'; '.join(some)}.", name) for name, some in kinds.items() if some)]


def _differs(one: Interaction) -> str:
    unit = one.figure.unit.of_differences
    plain = Unit(unit.name, share=unit.share)
    effects = [
        f"{numbers.number(effect.value, half_width(effect), unit)} with {cell}"
        for effect, cell in ((one.effect, one.cell), (one.other_effect, one.other))
    ]
    apart = one.difference.estimate
    apart = apart if apart.value > 0 else apart.negated()
    return (
        f"{one.figure.title}, {one.level}: {effects[0]}, {effects[1]}; "
        f"{words.measured(numbers.size(apart, unit), plain)} apart ({numbers.ends(apart, plain)})."
    )


def _effects(
    against: str, columns: dict[str, Pair], comparison: Comparison
) -> tuple[list[Part], set[str]]:
    """Show the differences of several pairs: those clear somewhere, and some that are open.

    Returns
    -------
    parts
        The tables.
    shown
        Paths of what has a row.
    """
    ranked = rank_all(columns.values())
    large = ranked.large[: MOST_ROWS if ranked.unclear else MOST_ALONE]
    unclear = ranked.unclear[: open_rows(len(large))]
    names = brief_labels(tuple(columns))
    heads = [Column(one, short=name) for one, name in zip(columns, names, strict=True)]
    what = Column("what", numeric=False)
    tables: list[Part] = []
    if large:
        rows = [_row_of(path, columns) for path in large]
        tables.append(Table(f"{against}: {_lower(CLEAR)}; ?: cannot tell", [what, *heads], rows))
    if unclear:
        rows = [_row_of(path, columns) for path in unclear]
        tables.append(Table(f"{against}: too few games to tell", [what, *heads], rows))
        more = [_more_of(path, list(columns.values()), comparison) for path in unclear]
        tables.append(
            Items([Item(f"{'; '.join(more)}.", "About so many more games of each would tell")])
        )
    return tables, {*large, *unclear}


def _row_of(path: str, columns: dict[str, Pair]) -> list[Cell]:
    found = [pair.figures.get(path) for pair in columns.values()]
    title = next(one.figure.title for one in found if one)
    return [Cell(capital(title)), *(effect(one) if one else Cell("") for one in found)]


def _more_of(path: str, pairs: Sequence[Pair], comparison: Comparison) -> str:
    """Say how many more games decide a figure in every pair."""
    found = [
        (one.figure.title, more_games(one, pair, comparison))
        for pair in pairs
        if (one := pair.figures.get(path)) and weight(one) == "unclear"
    ]
    known = [more for _, more in found if more is not None]
    told = numbers.about(max(known)) if len(known) == len(found) else numbers.NOT_KNOWN
    return f"{told} for {found[0][0]}"


def _rest(pairs: Sequence[Pair], shown: set[str]) -> list[Part]:
    """Name the figures that have no row, a line for each kind."""
    ranked = rank_all(pairs)
    figures = {path: one for pair in pairs for path, one in pair.figures.items()}
    kinds = {
        "Also clear": ranked.large,
        "Not known either": ranked.unclear,
        "Too small to notice": ranked.small,
    }
    return named_kinds(
        {
            name: [figures[path] for path in paths if path not in shown]
            for name, paths in kinds.items()
        }
    )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _main_figures(comparison: Comparison) -> Table:
    """Show the figures of every arm that designers ask about first."""
    figures = [one for path, one in comparison.first.figures.items() if path in _HEADS]
    scores = [results.some(STRATEGIES, SCORE_MEAN) for results in comparison.arms.values()]
    if len({tuple(one.path for one in some) for some in scores}) == len(scores[0]) == 1:
        figures += scores[0]
    skill = comparison.skill
    heads = [Column("", numeric=False)]
    columns = [
        [results.estimate(figure.path) for results in comparison.arms.values()]
        for figure in figures
    ]
    if skill:
        columns.append([skill.estimate(label) for label in comparison.arms])
        figures.append(skill.figure)
    cells = [_column(*each) for each in zip(figures, columns, strict=True)]
    rows = [
        [Cell(label), *row]
        for label, row in zip(comparison.arms, zip(*cells, strict=True), strict=True)
    ]
    heads += [_head(figure) for figure in figures]
    level = numbers.level(comparison.confidence)
    told = f"The main figures; ± half the {level}; unfair: the seat farthest from fair"
    return Table(told, heads, rows)


def _head(figure: Figure) -> Column:
    name = "score" if figure.what == SCORE_MEAN else _HEADS[figure.path]
    unit = numbers.short_unit(figure.unit)
    return Column(f"{name}, {unit}" if unit else name, spare=figure.what == SCORE_MEAN)


def _column(figure: Figure, found: Sequence[Estimate]) -> list[Cell]:
    """Write a figure of all arms, with as many decimals in each if they are about as well known."""
    reaches = [reach for reach in map(half_width, found) if 0 < reach < math.inf]
    # One that is known far better than another keeps its own decimals.
    alike = reaches and max(reaches) < _ALIKE * min(reaches)
    return [
        Cell("none")
        if finite(one.value) is None
        else Cell(numbers.with_half(one, figure.unit, min(reaches) if alike else None), one.value)
        for one in found
    ]
