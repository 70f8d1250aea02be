"""What a comparison found, as the parts of a document."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from reports.compare import ending
from reports.compare import sentences as words
from reports.compare.charts import charts_of, make_robust_report
from reports.compare.difference import same_games
from reports.compare.ranking import judge_weight, more_games, rank
from reports.compare.results import ArmPair, ComparisonResults, FactorialDesign, FigureComparison
from reports.figures import figure as kinds
from reports.figures.correlation import DealGroups, correlation
from reports.figures.differences import difference_by_intervals
from reports.figures.statistics import Estimate, finite, half_width
from reports.robust import document as robust
from reports.run import sentences
from reports.run.document import make_target_item
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.wording import brief_labels, capital, listed

#: So many differences have a row, and so many of those that are open.
MOST_ROWS, MOST_OPEN = 6, 4
#: So many of the game's own counts without a row are named in a line.
_MOST_COUNTS = 3
#: What stands above the table of both.
CAPTION = "Differences that people may notice; ?: too few games to tell"
#: Figures known to within less than so many times of each other have as many decimals.
_ALIKE = 10


def make_findings(comparison: ComparisonResults) -> doc.Findings:
    """Say what a comparison found, and whether that holds at other levels of play."""
    charts = {chart.name: chart for chart in charts_of(comparison)}
    levels, skill, of_all = comparison.levels, comparison.skill, make_robust_report(comparison)
    skilled = []
    if skill:
        games = wording.whole(min(results.run.games for results in skill.results.values()))
        skilled = [f"Skill: {skill.strong} alone among random players, in {games} games of each."]
    return doc.Findings(
        f"{comparison.first.game.title}: {words.list_arms(comparison, 'or')}?",
        [*map(doc.Item, (*words.describe_games(comparison), *words.describe_arms(comparison)))],
        [answer_differences(comparison), *robust.differences_answers(levels, of_all.names)],
        [
            make_target_item(
                one, f"With {words.quote_label(label)}: {sentences.describe_target(results, one)}"
            )
            for label, results in comparison.arms.items()
            for one in results.judged()
        ],
        [
            *ending.StoppingRule(comparison).describe("every target"),
            *ending.describe_precisions(comparison),
            *skilled,
            *([] if levels else [words.describe_scope(comparison)]),
        ],
        [
            _all_differences(comparison, charts["differences"]),
            doc.Section("seats", "Seats", [charts["win_rate_by_seat"]]),
            *([doc.Section("length", "Length", [charts["length"]])] if "length" in charts else []),
            *robust.sections_of(of_all),
        ],
        [*ending.describe_looks(comparison), words.describe_limits(comparison)],
    )


# What differs ---------------------------------------------------------------------


def answer_differences(comparison: ComparisonResults) -> doc.Answer:
    """Say what differs, what is known to differ little, and what the games cannot tell."""
    pairs, design, several = comparison.pairs, comparison.design, len(comparison.pairs) > 1
    parts: list[doc.Part] = [_main_figures(comparison)] if several else []
    if design:
        items, groups = _of_grid(comparison, design)
    elif several:
        first = pairs[0].a
        items = [
            doc.Item(words.describe_pair(one)[0], f"{begin_line(one.b)} against {first}")
            for one in pairs
        ]
        groups = {f"Against {first}: ": {one.b: one for one in pairs}}
    else:
        lead, *others = words.describe_pair(pairs[0])
        items = [doc.Item(lead, main=True), *map(doc.Item, others)]
        groups = {"": {"difference": pairs[0]}}
    named: set[str] = set()
    for start, columns in groups.items():
        table, paths = _table(start, columns, comparison)
        parts += [table] if paths else []
        named |= paths
    some = [pair for columns in groups.values() for pair in columns.values()]
    return doc.Answer("What differs?", items, [*parts, *_rest(some, named)])


def begin_line(label: str) -> str:
    """Begin a line with a label; one that is typed, as target_score=8, stays as it is."""
    return label if "=" in label else capital(label)


def _table(
    start: str, columns: Mapping[str, ArmPair], comparison: ComparisonResults
) -> tuple[doc.Table, set[str]]:
    """Show the differences of some pairs: those clear somewhere, and some that are open."""
    pairs, ranked = list(columns.values()), rank(columns.values())
    titles = {path: one.figure.title for pair in pairs for path, one in pair.figures.items()}
    cards = [path for path in ranked.large[MOST_ROWS:] if path.startswith(f"{kinds.CARDS}.")]
    large = [*ranked.large[:MOST_ROWS], *cards[:MOST_ROWS]]
    aims = {path for pair in pairs for path in pair.aims}
    few = MOST_OPEN if len(large) <= MOST_ROWS // 2 else MOST_OPEN // 2
    unclear = ranked.unclear[: few + sum(path in aims for path in ranked.unclear)]
    single = pairs[0] if not start else None
    heads = [doc.Heading("what", numeric=False)]
    heads += make_headings([*([single.a, single.b] if single else []), *columns])
    heads += [doc.Heading("more games of each", short="more games")] if unclear else []
    rows = []
    for path in (*large, *unclear):
        found = [pair.figures.get(path) for pair in pairs]
        row = [doc.Cell(capital(titles[path])), *(_levels(single.figures[path]) if single else [])]
        row += [make_difference_cell(one) if one else doc.Cell("") for one in found]
        rows.append([*row, *([_more(path, pairs, comparison)] if unclear else [])])
    caption = f"{start}{CAPTION[:1].lower()}{CAPTION[1:]}" if start else CAPTION
    return doc.Table(caption, heads, rows), {*large, *unclear}


def make_headings(labels: Sequence[str]) -> list[doc.Heading]:
    """Return columns of numbers with these labels, which are short where there is little room."""
    names = brief_labels(labels)
    return [doc.Heading(one, short=name) for one, name in zip(labels, names, strict=True)]


def _levels(one: FigureComparison) -> list[doc.Cell]:
    return [
        doc.Cell(words.write_value(one, arm, short=True), finite(found.value))
        for arm, found in enumerate((one.first, one.second))
    ]


def make_difference_cell(one: FigureComparison, *, marked: bool = True) -> doc.Cell:
    """Write a difference, with a question mark where the games cannot tell."""
    change = one.difference.estimate
    if not (one.is_exact or math.isfinite(change.high - change.low)):
        return doc.Cell(wording.NOT_KNOWN)
    text = wording.with_half(change, one.unit)
    if one.is_exact:
        text = wording.number(change.value, one.reach, one.unit)
    text = f"{text} {wording.short_unit(one.unit)}".rstrip()
    tone: doc.Tone = ""
    if one.is_clear:
        tone = "more" if change.value > 0 else "less"
    elif marked and judge_weight(one) == "unclear":
        text += " ?"
    return doc.Cell(text, finite(change.value), strong=one.is_clear, tone=tone)


def _more(path: str, pairs: Sequence[ArmPair], comparison: ComparisonResults) -> doc.Cell:
    found = [
        more_games(one, pair, comparison)
        for pair in pairs
        if (one := pair.figures.get(path)) and judge_weight(one) == "unclear"
    ]
    known = [more for more in found if more is not None]
    if len(known) < len(found):
        return doc.Cell(wording.NOT_KNOWN)
    return doc.Cell(wording.about(max(known)), max(known)) if known else doc.Cell("")


def _rest(pairs: Sequence[ArmPair], named: set[str]) -> list[doc.Part]:
    ranked = rank(pairs)
    figures = {path: one.figure for pair in pairs for path, one in pair.figures.items()}
    groups = {
        "Also clear": ranked.large,
        "Not known either": ranked.unclear,
        # Of the same games that is said of all figures.
        "Too small to notice": []
        if all(same_games(*one.results) for one in pairs)
        else ranked.small,
    }
    items = []
    for name, paths in groups.items():
        some = [figures[path] for path in paths if path not in named]
        told = [one.title for one in some if one.topic is not kinds.Topic.COUNTS]
        counts = [one.title for one in some if one.topic is kinds.Topic.COUNTS]
        many = len(counts) > _MOST_COUNTS
        told += [f"{len(counts)} of the game's own counts"] if many else counts
        if told:
            items.append(doc.Item(f"{'; '.join(told)}.", name))
    return [doc.Items(items)] if items else []


def _main_figures(comparison: ComparisonResults) -> doc.Table:
    arms, skill = comparison.arms, comparison.skill
    figures = [one for one in comparison.first.figures.values() if one.head]
    cells = [
        _column(one, [results.estimate(one.path) for results in arms.values()]) for one in figures
    ]
    if skill:
        figures.append(skill.figure)
        cells.append(_column(skill.figure, [skill.estimate(label) for label in arms]))
    units = [wording.short_unit(one.unit) for one in figures]
    heads = [
        doc.Heading(f"{one.head}, {unit}" if unit else one.head)
        for one, unit in zip(figures, units, strict=True)
    ]
    rows = [[doc.Cell(label), *row] for label, *row in zip(arms, *cells, strict=True)]
    level = wording.interval_name(comparison.confidence)
    caption = f"The main figures; ± half the {level}; unfair: the seat farthest from fair"
    return doc.Table(caption, [doc.Heading("", numeric=False), *heads], rows)


def _column(figure: kinds.Figure, found: Sequence[Estimate]) -> list[doc.Cell]:
    """Write a figure of all arms, with as many decimals in each if they are about as well known."""
    reaches = [reach for reach in map(half_width, found) if 0 < reach < math.inf]
    # One that is known far better than another keeps its own decimals.
    alike = reaches and max(reaches) < _ALIKE * min(reaches)
    return [
        doc.Cell("none")
        if finite(one.value) is None
        else doc.Cell(
            wording.with_half(one, figure.unit, min(reaches) if alike else None), one.value
        )
        for one in found
    ]


# Grids ----------------------------------------------------------------------------


def _of_grid(
    comparison: ComparisonResults, design: FactorialDesign
) -> tuple[list[doc.Item], dict[str, dict[str, ArmPair]]]:
    """Return what is said of a grid, and its pairs by what they are against and by cell."""
    items, groups = [], {}
    # Every two cells are compared on one figure, of each version.
    tests = math.comb(len(design.columns(0)), 2) * (len(design.levels) - 1)
    for level, name in list(enumerate(design.levels))[1:]:
        columns = {
            cell: comparison.pairs[place - 1] for cell, place in design.columns(level).items()
        }
        against = f"{begin_line(name)} against {design.levels[0]}"
        said = compare_cells(columns, (1 - comparison.first.look_confidence) / tests)
        items.append(doc.Item(said, against, main=True))
        groups[f"{against}: "] = columns
    return items, groups


def compare_cells(columns: Mapping[str, ArmPair], alpha: float) -> str:
    """Say how what designers ask first of all that differs changes in each cell.

    Whether it changes by as much in all of them is tested for every two, with an error of `alpha`.
    All cells play the same deals, so the test uses how their changes are correlated.
    """
    ranked = rank(columns.values())
    if not ranked.large:
        return words.describe_no_difference(len(ranked.small), len(ranked.unclear))
    path = ranked.large[0]
    found = {cell: pair.figures[path] for cell, pair in columns.items() if path in pair.figures}
    told = [
        f"{make_difference_cell(one, marked=False).text} with {cell}"
        f"{'' if one.is_clear else f' ({words.write_verdict(one)})'}"
        for cell, one in found.items()
    ]
    groups = {cell: _groups_of_change(columns[cell], path) for cell in found}
    apart = [
        (abs(difference.estimate.value), one, other)
        for (one, first), (other, second) in combinations(found.items(), 2)
        for difference in [
            difference_by_intervals(
                first.difference.estimate,
                second.difference.estimate,
                columns[one].results[0].look_confidence,
                rho=correlation(groups[one], groups[other]),
            )
        ]
        if difference.p_value < alpha
    ]
    depends = f"clearly not the same with {max(apart)[1]} as with {max(apart)[2]}" if apart else ""
    same = depends or "whether it is the same with all of them is not clear"
    return f"{next(iter(found.values())).figure.title} {listed(told)}; {same}."


def _groups_of_change(pair: ArmPair, path: str) -> DealGroups | None:
    """Return the sums of a figure's change by group of deals; None if they are unknown."""
    first, second = (results.deal_groups(path) for results in pair.results)
    if first is None or second is None or not np.array_equal(first.deals, second.deals):
        return None
    return DealGroups(first.deals, second.totals - first.totals)


# All differences ------------------------------------------------------------------


def _all_differences(comparison: ComparisonResults, chart: doc.Chart) -> doc.Section:
    half = wording.interval_name(comparison.confidence)
    note = (
        f"Differences \N{PLUS-MINUS SIGN} half the width of their {half}s. Pairing: how many times "
        "as many games unpaired runs need for intervals as narrow."
    )
    parts: list[doc.Part] = [chart, doc.Paragraph(note, "note")]
    for pair in comparison.pairs:
        parts += _by_topic(pair)
        parts += [doc.Paragraph(sentence) for sentence in words.describe_uncompared_figures(pair)]
    return doc.Section("differences", "All differences", parts)


def _by_topic(pair: ArmPair) -> Iterator[doc.Table]:
    heads = [
        doc.Heading("figure", numeric=False),
        *make_headings([pair.a, pair.b]),
        doc.Heading("difference"),
        doc.Heading("verdict", numeric=False),
        doc.Heading("pairing", spare=True),
    ]
    several = _told(pair)
    for topic in kinds.Topic:
        rows = [
            [
                doc.Cell(one.figure.member if topic is kinds.Topic.LENGTH else one.figure.title),
                *_levels(one),
                make_difference_cell(one, marked=False),
                doc.Cell(words.write_verdict(one)),
                doc.Cell("" if gain is None else f"{gain:.2f}", gain),
            ]
            for one in several
            if one.figure.topic is topic
            for gain in [finite(one.difference.pairing_gain)]
        ]
        if rows:
            yield doc.Table(f"{topic.value}: {pair.b} against {pair.a}", heads, rows)


def _told(pair: ArmPair) -> list[FigureComparison]:
    found, seen = [], set()
    for one in pair.figures.values():
        figure = one.figure
        again = figure.kind == kinds.SEATS and figure.detail  # the advantage tells it
        if figure.kind == kinds.LENGTH:  # a game may have a decision a turn
            same = one.first, one.second, one.difference.estimate
            again = same in seen
            seen.add(same)
        never = figure.kind == kinds.UNFINISHED and not (one.first.value or one.second.value)
        if not (again or never or figure.is_fixed):
            found.append(one)
    return found
