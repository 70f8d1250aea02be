"""What a comparison answers at a glance: what differs, what is known to be small, what is open.

Several arms have a column each; of a grid, each version that is asked about has tables of its
own, with a column for each cell.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate

from reports.comparison import sentences as words
from reports.comparison.design import Design
from reports.comparison.interaction import Interaction, interactions, pair_of
from reports.comparison.ranking import asked, importance, more_games, rank, weight
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import (
    ADVANTAGE,
    GAMES_WON,
    LEAD_CHANGES,
    MINUTES,
    SCORE_MEAN,
    SEAT_SPREAD,
    SEATS,
    SKILL,
    STRATEGIES,
    Figure,
    Topic,
    Unit,
)
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate, finite
from reports.writing import numbers
from reports.writing.document import Answer, Cell, Column, Item, Items, Part, Table, Tone
from reports.writing.words import brief_labels, capital, listed

#: So many differences have a row, and so many if nothing is open; so many of those that are open.
MOST_ROWS, MOST_ALONE, MOST_OPEN = 6, 8, 4
#: What stands above their tables.
CLEAR = "Clear differences that people may notice"
TOO_FEW = "Too few games to tell whether one would notice a difference"
#: A row whose name is longer takes another line of a narrow table, and counts as two.
_LINE = 46
#: So many of the game's own counts are named in a line.
_MOST_COUNTS = 3
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


def answer(comparison: Comparison) -> Answer:
    """Say what differs, what is known to differ little, and what the games cannot tell."""
    pairs, design, several = comparison.pairs, comparison.design, len(comparison.pairs) > 1
    parts: list[Part] = [_main_figures(comparison)] if several else []
    if design:
        items, groups = _of_grid(comparison, design)
    elif several:
        first = pairs[0].a
        items = [Item(words.headlines(one)[0], f"{begun(one.b)} against {first}") for one in pairs]
        groups = {f"Against {first}": {one.b: one for one in pairs}}
    else:
        lead, *others = words.headlines(pairs[0])
        figures = pairs[0].figures
        told = {words.sentence(figures[path], pairs[0]) for path in rank(pairs).large}
        items = [Item(lead, main=True), *(Item(one) for one in others if one not in told)]
        groups = {"": {"difference": pairs[0]}}
    shown: set[str] = set()
    for against, columns in groups.items():
        tables, paths = _tables(against, columns, comparison)
        parts += tables
        shown |= paths
    some = [pair for columns in groups.values() for pair in columns.values()]
    return Answer("What differs?", items, [*parts, *_rest(some, shown)])


def begun(label: str) -> str:
    """Begin a line with a label; one that is typed, as target_score=8, stays as it is."""
    return label if "=" in label else capital(label)


# Tables ---------------------------------------------------------------------------


def _tables(
    against: str, columns: Mapping[str, Pair], comparison: Comparison
) -> tuple[list[Part], set[str]]:
    """Show the differences of some pairs: those clear somewhere, and some that are open.

    Returns
    -------
    parts
        The tables.
    shown
        Paths of what has a row.
    """
    pairs, ranked = list(columns.values()), rank(columns.values())
    titles = {path: one.figure.title for pair in pairs for path, one in pair.figures.items()}
    lines = accumulate(-(-len(titles[path]) // _LINE) for path in ranked.large)
    most = MOST_ROWS if ranked.unclear else MOST_ALONE
    large = ranked.large[: sum(so_far <= most for so_far in lines)]
    aims = {path for pair in pairs for path in pair.aims}
    few = MOST_OPEN if len(large) <= MOST_ROWS // 2 else MOST_OPEN // 2
    unclear = ranked.unclear[: few + sum(path in aims for path in ranked.unclear)]
    what = Column("what", numeric=False)
    effects = _columns(list(columns))
    single = pairs[0] if len(pairs) == 1 else None
    levels = _columns([single.a, single.b]) if single and not against else []
    start = f"{against}: " if against else ""
    tables: list[Part] = []
    if large:
        rows = [
            [
                Cell(capital(titles[path])),
                *(_levels(single.figures[path]) if single and levels else []),
                *_effects(path, pairs),
            ]
            for path in large
        ]
        caption = (
            f"{start}{_lower(CLEAR) if start else CLEAR}{'' if single else '; ?: cannot tell'}"
        )
        tables.append(Table(caption, [what, *levels, *effects], rows))
    if unclear:
        more = Column("more games of each", short="more games")
        rows = [
            [Cell(capital(titles[path])), *_effects(path, pairs), _more(path, pairs, comparison)]
            for path in unclear
        ]
        caption = f"{start}too few games to tell" if start else TOO_FEW
        tables.append(Table(caption, [what, *effects, more], rows))
    return tables, {*large, *unclear}


def _columns(labels: Sequence[str]) -> list[Column]:
    names = brief_labels(labels)
    return [Column(one, short=name) for one, name in zip(labels, names, strict=True)]


def _levels(one: Compared) -> list[Cell]:
    """Write what both arms gave."""
    return [
        Cell(words.level(one, arm, short=True), finite(found.value))
        for arm, found in enumerate((one.first, one.second))
    ]


def _effects(path: str, pairs: Sequence[Pair]) -> list[Cell]:
    found = [pair.figures.get(path) for pair in pairs]
    return [effect(one, marked=len(pairs) > 1) if one else Cell("") for one in found]


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


def _more(path: str, pairs: Sequence[Pair], comparison: Comparison) -> Cell:
    """Write about how many more games of each tell of a figure in every pair."""
    found = [
        more_games(one, pair, comparison)
        for pair in pairs
        if (one := pair.figures.get(path)) and weight(one) == "unclear"
    ]
    known = [more for more in found if more is not None]
    if len(known) < len(found):
        return Cell(numbers.NOT_KNOWN)
    return Cell(numbers.about(max(known)), max(known))


def _rest(pairs: Sequence[Pair], shown: set[str]) -> list[Part]:
    """Name the figures that have no row, a line for each kind."""
    ranked = rank(pairs)
    figures = {path: one.figure for pair in pairs for path, one in pair.figures.items()}
    kinds = {
        "Also clear": ranked.large,
        "Not known either": ranked.unclear,
        "Too small to notice": ranked.small,
    }
    if all(map(words.same_games, pairs)):  # which says it of all figures
        del kinds["Too small to notice"]
    some = {
        name: [figures[path] for path in paths if path not in shown]
        for name, paths in kinds.items()
    }
    items = [Item(_named(several), name) for name, several in some.items() if several]
    return [Items(items)] if items else []


def _named(figures: Sequence[Figure]) -> str:
    """Name figures, win rates of several seats together; many of the game's counts by number."""
    counts = [one for one in figures if one.topic is Topic.COUNTS]
    if len(counts) > _MOST_COUNTS:
        others = [one for one in figures if one not in counts]
        more = f"{len(counts)} of the game's own counts."
        return f"{_named(others)[:-1]}; {more}" if others else more
    rates = [one for one in figures if one.kind == SEATS and one.is_win_rate]
    seats = listed(sorted((one.of[0] for one in rates), key=int))
    names = [
        f"win rates of seats {seats}" if one in rates and len(rates) > 1 else one.title
        for one in figures
    ]
    return f"{'; '.join(dict.fromkeys(names))}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _main_figures(comparison: Comparison) -> Table:
    """Show the figures of every arm that designers ask about first."""
    arms, skill = comparison.arms, comparison.skill
    figures = [one for path, one in comparison.first.figures.items() if path in _HEADS]
    scores = [results.some(STRATEGIES, SCORE_MEAN) for results in arms.values()]
    if len({tuple(one.path for one in some) for some in scores}) == len(scores[0]) == 1:
        figures += scores[0]
    cells = [
        _column(one, [results.estimate(one.path) for results in arms.values()]) for one in figures
    ]
    if skill:
        figures.append(skill.figure)
        cells.append(_column(skill.figure, [skill.estimate(label) for label in arms]))
    heads = [Column("", numeric=False), *map(_head, figures)]
    rows = [[Cell(label), *row] for label, *row in zip(arms, *cells, strict=True)]
    level = numbers.level(comparison.confidence)
    caption = f"The main figures; ± half the {level}; unfair: the seat farthest from fair"
    return Table(caption, heads, rows)


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


# Grids ----------------------------------------------------------------------------


def _of_grid(
    comparison: Comparison, design: Design
) -> tuple[list[Item], dict[str, dict[str, Pair]]]:
    """Return what is said of a grid, and its pairs by what they are against and by cell."""
    items, groups = [], {}
    for level, name in list(enumerate(design.focus.levels))[1:]:
        columns = {design.name_of(cell): pair_of(comparison, level, cell) for cell in design.cells}
        against = f"{begun(name)} against {design.focus.levels[0]}"
        items.append(Item(by_cell(columns), against, main=True))
        groups[against] = columns
    return [*items, *_interaction_items(comparison, design)], groups


def by_cell(columns: Mapping[str, Pair]) -> str:
    """Say how what designers ask first of all that differs changes in each cell."""
    ranked = rank(columns.values())
    if not ranked.large:
        return words.none_large(len(ranked.small), len(ranked.unclear))
    found = {
        cell: one for cell, pair in columns.items() if (one := pair.figures.get(ranked.large[0]))
    }
    told = [
        f"{effect(one, marked=False).text} with {cell}"
        f"{'' if one.is_clear else f' ({words.verdict(one)})'}"
        for cell, one in found.items()
    ]
    return f"{next(iter(found.values())).figure.title} {listed(told)}."


def _interaction_items(comparison: Comparison, design: Design) -> list[Item]:
    """Say on which figures an effect differs between cells: of each the two farthest apart."""
    aims = {path for pair in comparison.pairs for path in pair.aims}

    def order(one: Interaction) -> tuple[int, int, float]:
        return importance(one.figure, aims), asked(one.figure), -one.times

    found = sorted(interactions(comparison), key=order)
    on = listed([factor.name for factor in design.factors[1:]])
    large: dict[tuple[str, str], Interaction] = {}
    for one in found:
        if one.word == "differs" and one.times >= 1:
            large.setdefault((one.level, one.figure.path), one)
    told = {one.figure.title for one in large.values()}
    unclear = dict.fromkeys(one.figure.title for one in found if one.word == "not clear")
    kinds = {
        f"Not clear whether it depends on {on}": [one for one in unclear if one not in told],
        f"As good as the same whatever the {on}": [
            title
            for title in dict.fromkeys(one.figure.title for one in found)
            if title not in told and title not in unclear
        ],
    }
    return [
        *(Item(_differs(one), f"Depends on {on}") for one in large.values()),
        *(Item(f"{'; '.join(some)}.", name) for name, some in kinds.items() if some),
    ]


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
