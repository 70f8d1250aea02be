"""What a comparison answers at a glance: what matters first, the rest in a line each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from reports.comparison import sentences as words
from reports.comparison.design import Design
from reports.comparison.interaction import Interaction, interactions, pair_of
from reports.comparison.ranking import rank, rank_all
from reports.comparison.results import Compared, Comparison, Pair
from reports.figures.figure import (
    ADVANTAGE,
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
from reports.writing.document import Answer, Cell, Column, Item, Items, Part, Table, Tone
from reports.writing.words import capital, listed

#: So many differences have a row on the first page; the rest are named.
MOST_ROWS = 8
#: A row whose name is longer takes another line of a narrow table, and counts as two.
_LINE = 46
#: The figures that are shown of every arm, and what they are called at the head of a column.
_HEADS = {
    ADVANTAGE: "seat 1",
    SEAT_SPREAD: "unfair",
    MINUTES: "minutes",
    LEAD_CHANGES: "lead changes",
    SKILL: "skill",
}


def answers(comparison: Comparison) -> list[Answer]:
    """Say what differs, the largest first."""
    if comparison.design:
        return [_grid(comparison, comparison.design)]
    if len(comparison.pairs) > 1:
        return [_several(comparison)]
    [pair] = comparison.pairs
    lead, *others = words.headlines(comparison, pair)
    ranked = rank(pair)
    rows = ranked.large[: _rows(ranked.large)]
    table = Table(
        "Clear and large enough to notice, the largest first",
        [
            Column("what", numeric=False),
            Column(pair.a, short="first"),
            Column(pair.b, short="second"),
            Column("difference"),
        ],
        [_row(one) for one in rows],
    )
    named = [one for one in others if one not in _told_in_rows(comparison, pair)]
    parts: list[Part] = [table] if rows else []
    return [
        Answer(
            "What differs?",
            [Item(lead, main=True), *map(Item, named)],
            [*parts, *_folded_pair(pair)],
        )
    ]


def _told_in_rows(comparison: Comparison, pair: Pair) -> list[str]:
    """Return the sentences that the table tells."""
    arms = comparison.arms[pair.a], comparison.arms[pair.b]
    return [words.sentence(one, pair, *arms) for one in rank(pair).large]


def _rows(large: Sequence[Compared]) -> int:
    """Return how many differences have a row, so that the first page stays one."""
    lines = accumulate(-(-len(one.figure.title) // _LINE) for one in large)
    return sum(so_far <= MOST_ROWS for so_far in lines)


def _row(one: Compared) -> list[Cell]:
    name = capital(one.figure.title)
    return [Cell(name), _level(one.first, one), _level(one.second, one), _effect(one, marked=False)]


def _level(found: Estimate, one: Compared) -> Cell:
    unit = one.figure.unit
    text = numbers.number(found.value, one.reach, unit) if finite(found.value) is not None else ""
    return Cell(f"{text} {numbers.short_unit(unit)}".rstrip() or "none", finite(found.value))


def _effect(one: Compared, *, marked: bool = True) -> Cell:
    """Write a difference, with a question mark if it is not clear."""
    change = one.difference.estimate
    text = numbers.with_half(change, one.unit)
    if one.exact:
        text = numbers.number(change.value, one.reach, one.unit)
    text = f"{text} {numbers.short_unit(one.unit)}".rstrip()
    tone: Tone = ""
    if one.is_clear:
        tone = "more" if change.value > 0 else "less"
    elif marked and not one.exact:
        text += " ?"
    return Cell(text, finite(change.value), strong=one.is_clear, tone=tone)


def _folded_pair(pair: Pair) -> list[Part]:
    """Name the differences that matter less, a line for each kind."""
    ranked = rank(pair)
    kinds = {
        "Also clear": ranked.large[_rows(ranked.large) :],
        "Clear but small": ranked.small,
        "Practically the same": ranked.same,
        "Not clear": ranked.unclear,
    }
    items = [Item(words.folded(some, name), name) for name, some in kinds.items() if some]
    return [Items(items)] if items else []


# Several arms ---------------------------------------------------------------------


def _several(comparison: Comparison) -> Answer:
    """Show the main figures of all arms, and what differs from the first."""
    first, pairs = comparison.pairs[0].a, comparison.pairs
    items = [
        Item(words.headlines(comparison, pair)[0], f"{_named(pair.b)} against {first}")
        for pair in pairs
    ]
    columns = {pair.b: pair for pair in pairs}
    shown, rest = _effects(f"Against {first}, the largest first", columns)
    return Answer("What differs?", items, [_main_figures(comparison), *shown, *_rest(rest, pairs)])


def _grid(comparison: Comparison, design: Design) -> Answer:
    """Show the main figures by cell, what differs within each cell, and where that differs."""
    focus = design.focus
    tables: list[Part] = []
    left: dict[str, None] = {}
    items: list[Item] = []
    pairs: list[Pair] = []
    for level, name in list(enumerate(focus.levels))[1:]:
        columns = {design.name_of(cell): pair_of(comparison, level, cell) for cell in design.cells}
        against = f"{_named(name)} against {focus.levels[0]}"
        shown, rest = _effects(f"{against}, the largest first", columns)
        tables += shown
        pairs += columns.values()
        left |= dict.fromkeys(rest)
        large, _ = rank_all(columns.values())
        items.append(Item(_most(large[:1], columns), against, main=True))
    items += interaction_items(comparison, design)
    return Answer(
        "What differs?",
        items,
        [_main_figures(comparison), *tables, *_rest(list(left), pairs)],
    )


def _named(label: str) -> str:
    """Begin a line with a label; one that is typed, as target_score=8, stays as it is."""
    return label if "=" in label else capital(label)


def _most(large: Sequence[str], columns: dict[str, Pair]) -> str:
    """Say what differs most, in every cell."""
    if not large:
        return "nothing differs clearly and so much that one would notice it."
    told = [
        f"{words.measured(_short(one), one.unit)} with {cell}"
        + ("" if one.is_clear else " (not clear)")
        for cell, pair in columns.items()
        if (one := pair.figures.get(large[0]))
    ]
    title = next(pair.figures[large[0]].figure.title for pair in columns.values())
    return f"most of all {title}: {listed(told)}."


def _short(one: Compared) -> str:
    return numbers.number(one.difference.estimate.value, one.reach, one.unit)


def interaction_items(comparison: Comparison, design: Design) -> list[Item]:
    """Say on which figures an effect differs between cells: of each the two farthest apart."""
    found = sorted(interactions(comparison), key=lambda one: -one.times)
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


def _effects(caption: str, columns: dict[str, Pair]) -> tuple[list[Part], list[str]]:
    """Show the differences of several pairs that matter in one of them; return the other paths."""
    large, rest = rank_all(columns.values())
    heads = [Column("what", numeric=False), *(Column(name) for name in columns)]
    rows = []
    for path in large[:MOST_ROWS]:
        found = [pair.figures.get(path) for pair in columns.values()]
        title = next(one.figure.title for one in found if one)
        rows.append([Cell(capital(title)), *(_effect(one) if one else Cell("") for one in found)])
    note = f"{caption}; ?: not clear"
    return ([Table(note, heads, rows)] if rows else []), [*large[MOST_ROWS:], *rest]


def _rest(paths: Sequence[str], pairs: Sequence[Pair]) -> list[Part]:
    """Name the figures that have no row, those that differ clearly somewhere first."""
    small: list[Compared] = []
    unclear: list[Compared] = []
    for path in paths:
        found = [pair.figures[path] for pair in pairs if path in pair.figures]
        (small if any(one.is_clear for one in found) else unclear).append(found[0])
    items = [
        Item(words.folded(some, name), name)
        for name, some in (("Clear but small", small), ("Not clear, or the same", unclear))
        if some
    ]
    return [Items(items)] if items else []


def _main_figures(comparison: Comparison) -> Table:
    """Show the figures of every arm that designers ask about first."""
    figures = [one for path, one in comparison.first.figures.items() if path in _HEADS]
    scores = [results.some(STRATEGIES, SCORE_MEAN) for results in comparison.arms.values()]
    if len({tuple(one.path for one in some) for some in scores}) == len(scores[0]) == 1:
        figures += scores[0]
    skill = comparison.skill
    heads = [Column("", numeric=False)]
    heads += [_head(figure) for figure in figures]
    heads += [_head(skill.figure)] if skill else []
    rows = []
    for label, results in comparison.arms.items():
        found = [(figure, results.estimate(figure.path)) for figure in figures]
        found += [(skill.figure, skill.estimate(label))] if skill else []
        rows.append([Cell(label), *(_known(figure, estimate) for figure, estimate in found)])
    level = numbers.level(comparison.confidence)
    told = f"The main figures; ± half the {level}; unfair: the seat farthest from fair"
    return Table(told, heads, rows)


def _head(figure: Figure) -> Column:
    name = "score" if figure.what == SCORE_MEAN else _HEADS[figure.path]
    unit = numbers.short_unit(figure.unit)
    return Column(f"{name}, {unit}" if unit else name, spare=figure.what == SCORE_MEAN)


def _known(figure: Figure, estimate: Estimate) -> Cell:
    if finite(estimate.value) is None:
        return Cell("none")
    return Cell(numbers.with_half(estimate, figure.unit, half_width(estimate)), estimate.value)
