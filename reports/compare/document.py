"""The findings of a comparison: the answers and sections of its report."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from reports.compare import ending, first_page
from reports.compare import sentences as words
from reports.compare.best import has_only_player_counts
from reports.compare.changes import shorten_lines
from reports.compare.charts import charts_of, make_robust_report
from reports.compare.counts import make_count_parts
from reports.compare.difference import same_games
from reports.compare.groups import make_group_tables
from reports.compare.ranking import judge_weight, more_games, rank
from reports.compare.results import ArmPair, ComparisonResults, FactorialDesign, FigureComparison
from reports.compare.stored_skill import describe_stored_skill
from reports.figures import figure as kinds
from reports.figures.correlation import DealGroups, correlation
from reports.figures.differences import difference_by_intervals
from reports.figures.statistics import UNKNOWN, Estimate, finite, half_width
from reports.robust import document as robust
from reports.robust.charts import RobustReport
from reports.run import sentences
from reports.run.document import make_target_item
from reports.run.forbidden import describe_unaware_players
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.wording import brief_labels, capital, listed

#: The largest numbers of clear and of undecided differences in a table.
MOST_ROWS, MOST_OPEN = 6, 4
#: A line names at most this many of the game's own counts, or else gives their number.
_MOST_COUNTS = 3
#: The caption of a table of clear and undecided differences.
CAPTION = "Differences that people may notice; ?: too few games to tell"
#: Estimates in a column get the same number of decimals, unless the most precise of them is at
#: least this many times as precise as the least precise.
_ALIKE = 10


def make_findings(comparison: ComparisonResults) -> doc.Findings:
    """Return the findings of a comparison, with findings on other players if they played.

    Raises
    ------
    UsageError
        If a study has an invalid target, or a target of an unknown figure.
    """
    report = make_robust_report(comparison)
    return doc.Findings(
        f"{comparison.first.game.title}: {words.list_arms(comparison, 'or')}?",
        _describe_played(comparison),
        [
            answer_differences(comparison),
            *robust.differences_answers(comparison.levels, report.names),
        ],
        _target_items(comparison),
        _describe_certainty(comparison),
        _sections(comparison, report),
        [*ending.describe_looks(comparison), words.describe_limits(comparison)],
        first_page.suggest_next_steps(comparison),
    )


def _describe_played(comparison: ComparisonResults) -> list[doc.Item]:
    """Return items on the games and the versions; the first page has one line on the games."""
    first, *later_sentences = words.describe_games(comparison)
    details = [*later_sentences, *words.describe_arms(comparison)]
    return [
        doc.Item(first, brief=first_page.describe_games(comparison)),
        *map(doc.Item, first_page.describe_changes(comparison)),
        *(doc.Item("", brief=text) for text in first_page.describe_arms(comparison)),
        *(doc.Item(detail, brief=None) for detail in details),
    ]


def _target_items(comparison: ComparisonResults) -> list[doc.Item]:
    """Return an item per target of each version, marked with its verdict.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    items = []
    for label, results in comparison.arms.items():
        for judged in results.judged():
            target = sentences.describe_target(results, judged)
            items.append(make_target_item(judged, f"With {words.quote_label(label)}: {target}"))
    return items


def _describe_certainty(comparison: ComparisonResults) -> list[doc.Item]:
    """Return items on what ended the games, on precision, and on the players."""
    texts = [
        *ending.StoppingRule(comparison).describe("every target"),
        *ending.describe_precisions(comparison),
    ]
    items = [doc.Item(first_page.describe_precision(comparison)), *map(doc.Item, texts)]
    skill = comparison.skill
    if skill:
        games = wording.whole(min(results.run.games for results in skill.results.values()))
        text = (
            f"Skill: {skill.strong} alone among random players, in {games} games of each version."
        )
        items.append(doc.Item(text, brief=None))
    unaware = ""
    if comparison.is_paired:  # Stored results are compared without loading their games.
        unaware = describe_unaware_players(
            results.run.study for results in comparison.arms.values()
        )
    if unaware:
        items.append(doc.Item(unaware))
    if not comparison.levels:
        scope = words.describe_scope(comparison)
        # The first page has no room for both sentences.
        brief = None if unaware else first_page.describe_scope(comparison) or None
        items.append(doc.Item(scope, brief=brief))
    return items


def _sections(comparison: ComparisonResults, report: RobustReport) -> list[doc.Section]:
    """Return the sections on the changed lines of a file, on differences and on other players."""
    charts = {chart.name: chart for chart in charts_of(comparison)}
    sections = [_all_differences(comparison, charts["differences"])]
    if "win_rate_by_seat" in charts:
        sections.append(doc.Section("seats", "Seats", [charts["win_rate_by_seat"]]))
    group_tables = make_group_tables(comparison)
    if group_tables:
        sections.append(doc.Section("groups", "Groups", group_tables))
    if "length" in charts:
        sections.append(doc.Section("length", "Length", [charts["length"]]))
    parts: list[doc.Part] = []
    for label, lines in comparison.changed_lines.items():
        if lines:
            versions = [words.quote_label(name) for name in (comparison.pairs[0].a, label)]
            parts.append(doc.Paragraph(f"From {versions[0]} to {versions[1]}:"))
            parts.append(doc.Code("\n".join(shorten_lines(lines))))
    if parts:
        sections.insert(0, doc.Section("changed", "What changed in the file", parts))
    return [*sections, *robust.sections_of(report)]


# The answer "What differs?" ---------------------------------------------------------


def answer_differences(comparison: ComparisonResults) -> doc.Answer:
    """Return the answer to "What differs?", with the tables on the first page."""
    pairs = comparison.pairs
    parts: list[doc.Part] = []
    if len(pairs) > 1:
        parts.append(_main_figures(comparison))
    #: The pairs of each table, by the beginning of its caption and by column.
    tables: dict[str, dict[str, ArmPair]]
    if comparison.design:
        items, tables = _compare_grid(comparison, comparison.design)
    elif len(pairs) > 1:
        base = pairs[0].a
        items = [
            doc.Item(
                words.describe_pair(pair)[0], f"{begin_line(pair.b)} against {base}", brief=None
            )
            for pair in pairs
        ]
        tables = {f"Against {base}: ": {pair.b: pair for pair in pairs}}
    else:
        items = [doc.Item(text, brief=None) for text in words.describe_pair(pairs[0])]
        tables = {"": {"difference": pairs[0]}}

    named: set[str] = set()
    shown_pairs: list[ArmPair] = []
    for start, columns in tables.items():
        table, paths = _difference_table(start, columns, comparison)
        if paths:
            parts.append(table)
        named |= paths
        shown_pairs.extend(columns.values())
    parts.extend(_name_the_rest(shown_pairs, named))
    return _with_first_page(comparison, items, parts)


def _with_first_page(
    comparison: ComparisonResults, details: Sequence[doc.Item], parts: Sequence[doc.Part]
) -> doc.Answer:
    """Return the answer with short sentences and one table for the first page."""
    has_player_counts = has_only_player_counts(comparison)
    if len(comparison.pairs) == 1 and not has_player_counts:
        [pair] = comparison.pairs
        rule_users = comparison.rule_users
        if rule_users:
            sentences = first_page.describe_rule_users(comparison, rule_users)
            table, notes = first_page.make_pair_table(rule_users.pair, rule_users.strongest)
        else:
            sentences = [first_page.describe_pair(pair)]
            table, notes = first_page.make_pair_table(pair)
    else:
        sentences = first_page.describe_versions(comparison)
        table, notes = first_page.make_versions_table(comparison)
    lead, *later_sentences = sentences
    later_sentences += first_page.describe_exceptions(comparison)
    stored_skill = describe_stored_skill(comparison)
    if stored_skill:
        later_sentences.append(stored_skill)
    short = "Best?" if has_player_counts else "Differ?"
    items = [doc.Item(lead, main=True), *map(doc.Item, later_sentences), *notes, *details]
    brief = [table] if table.rows else []
    return doc.Answer("What differs?", items, parts, short=short, brief_parts=brief)


def begin_line(label: str) -> str:
    """Return a label with a capital letter, but unchanged if it has "=", as in target_score=8."""
    return label if "=" in label else capital(label)


def _difference_table(
    start: str, columns: Mapping[str, ArmPair], comparison: ComparisonResults
) -> tuple[doc.Table, set[str]]:
    """Return a table of the most important differences of pairs, and the paths of its figures.

    Parameters
    ----------
    start
        The beginning of the caption. If it is empty, `columns` must have a single pair, and the
        table also shows the values of both arms.
    columns
        The pairs by the heading of their column.
    comparison
        The results of the comparison.
    """
    pairs = list(columns.values())
    single = None if start else pairs[0]
    large, unclear = _select_rows(pairs)
    titles = {
        path: figure.definition.title for pair in pairs for path, figure in pair.figures.items()
    }

    labels = list(columns)
    if single:
        labels = [single.a, single.b, *labels]
    headings = [doc.Heading("what", numeric=False), *make_headings(labels)]
    if unclear:
        headings.append(doc.Heading("more games of each", short="more games"))

    rows = []
    for path in (*large, *unclear):
        row = [doc.Cell(capital(titles[path]))]
        if single:
            row.extend(_value_cells(single.figures[path]))
        for pair in pairs:
            figure = pair.figures.get(path)
            row.append(make_difference_cell(figure) if figure else doc.Cell(""))
        if unclear:
            row.append(_more_games_cell(path, pairs, comparison))
        rows.append(row)
    caption = f"{start}{CAPTION[:1].lower()}{CAPTION[1:]}" if start else CAPTION
    return doc.Table(caption, headings, rows), {*large, *unclear}


def _select_rows(pairs: Sequence[ArmPair]) -> tuple[list[str], list[str]]:
    """Return two lists of paths for a table: of large differences, and of unclear differences."""
    ranked = rank(pairs)
    # Cards do not count towards the maximum of other figures.
    cards = [path for path in ranked.large[MOST_ROWS:] if path.startswith(f"{kinds.CARDS}.")]
    large = [*ranked.large[:MOST_ROWS], *cards[:MOST_ROWS]]
    most_open = MOST_OPEN if len(large) <= MOST_ROWS // 2 else MOST_OPEN // 2
    aims = {path for pair in pairs for path in pair.aims}
    open_aims = sum(path in aims for path in ranked.unclear)
    return large, ranked.unclear[: most_open + open_aims]


def make_headings(labels: Sequence[str]) -> list[doc.Heading]:
    """Return headings of numeric columns, with short forms of the labels for narrow screens."""
    short_labels = brief_labels(labels)
    return [
        doc.Heading(label, short=short) for label, short in zip(labels, short_labels, strict=True)
    ]


def _value_cells(figure: FigureComparison) -> list[doc.Cell]:
    """Return two cells with the values of a figure in both versions."""
    return [
        doc.Cell(words.write_value(figure, arm, short=True), finite(estimate.value))
        for arm, estimate in enumerate((figure.first, figure.second))
    ]


def make_difference_cell(figure: FigureComparison, *, marked: bool = True) -> doc.Cell:
    """Return a cell with a difference and half the width of its interval.

    With `marked`, a difference that needs more games to decide gets a question mark.
    """
    change = figure.difference.estimate
    if not (figure.is_exact or math.isfinite(change.high - change.low)):
        return doc.Cell(wording.NOT_KNOWN)
    text = wording.with_half(change, figure.unit)
    if figure.is_exact:
        text = wording.number(change.value, figure.reach, figure.unit)
    text = f"{text} {wording.short_unit(figure.unit)}".rstrip()
    tone: doc.Tone = ""
    if figure.is_clear:
        tone = "more" if change.value > 0 else "less"
    elif marked and judge_weight(figure) == "unclear":
        text += " ?"
    return doc.Cell(text, finite(change.value), strong=figure.is_clear, tone=tone)


def _more_games_cell(
    path: str, pairs: Sequence[ArmPair], comparison: ComparisonResults
) -> doc.Cell:
    """Return a cell with the number of further games that decide a difference in all pairs.

    The cell is empty if the difference is decided in all pairs.
    """
    needed: list[int] = []
    for pair in pairs:
        figure = pair.figures.get(path)
        if figure and judge_weight(figure) == "unclear":
            games = more_games(figure, pair, comparison)
            if games is None:
                return doc.Cell(wording.NOT_KNOWN)
            needed.append(games)
    if not needed:
        return doc.Cell("")
    return doc.Cell(wording.about(max(needed)), max(needed))


def _name_the_rest(pairs: Sequence[ArmPair], named: set[str]) -> list[doc.Part]:
    """Return a list that names the figures not in `named`, by the weight of their difference.

    `named` has the paths of the figures that the document already names.
    """
    ranked = rank(pairs)
    figures = {path: figure.definition for pair in pairs for path, figure in pair.figures.items()}
    groups = {"Also clear": ranked.large, "Not known either": ranked.unclear}
    # If all games went the same, a sentence says so of all figures.
    if not all(same_games(*pair.results) for pair in pairs):
        groups["Too small to notice"] = ranked.small
    items = []
    for name, paths in groups.items():
        unnamed = [figures[path] for path in paths if path not in named]
        titles = [figure.title for figure in unnamed if figure.topic is not kinds.Topic.COUNTS]
        counts = [figure.title for figure in unnamed if figure.topic is kinds.Topic.COUNTS]
        if len(counts) > _MOST_COUNTS:
            counts = [f"{len(counts)} of the game's own counts"]
        titles.extend(counts)
        if titles:
            items.append(doc.Item(f"{'; '.join(titles)}.", name))
    return [doc.Items(items)] if items else []


def _main_figures(comparison: ComparisonResults) -> doc.Table:
    """Return a table of the main figures, with a row per arm."""
    arms = comparison.arms
    skill = comparison.skill
    # Versions may have different figures, because a single player has no rivals.
    by_path = {
        figure.path: figure
        for results in arms.values()
        for figure in results.figures.values()
        if figure.head
    }
    figures = list(by_path.values())
    columns = []
    for figure in figures:
        estimates = [
            results.estimate(figure.path) if results.has(figure.path) else UNKNOWN
            for results in arms.values()
        ]
        columns.append(_column(figure, estimates))
    if skill:
        figures.append(skill.figure)
        columns.append(_column(skill.figure, [skill.estimate(label) for label in arms]))
    headings = [doc.Heading("", numeric=False)]
    for figure in figures:
        unit = wording.short_unit(figure.unit)
        headings.append(doc.Heading(f"{figure.head}, {unit}" if unit else figure.head))
    rows = [[doc.Cell(label), *row] for label, *row in zip(arms, *columns, strict=True)]
    interval = wording.interval_name(comparison.confidence)
    caption = f"The main figures; ± half the {interval}"
    if kinds.SEAT_SPREAD in by_path:
        caption += "; unfair: the seat farthest from fair"
    return doc.Table(caption, headings, rows)


def _column(figure: kinds.Figure, estimates: Sequence[Estimate]) -> list[doc.Cell]:
    """Return the cells of a figure in all arms.

    They have the same number of decimals if all estimates are similarly precise.
    """
    reaches = [reach for reach in map(half_width, estimates) if 0 < reach < math.inf]
    shared_reach = None
    if reaches and max(reaches) < _ALIKE * min(reaches):
        shared_reach = min(reaches)
    cells = []
    for estimate in estimates:
        if finite(estimate.value) is None:
            cells.append(doc.Cell("none"))
        else:
            text = wording.with_half(estimate, figure.unit, shared_reach)
            cells.append(doc.Cell(text, estimate.value))
    return cells


# Grids of arms ----------------------------------------------------------------------


def _compare_grid(
    comparison: ComparisonResults, design: FactorialDesign
) -> tuple[list[doc.Item], dict[str, dict[str, ArmPair]]]:
    """Return the items and tables on a grid of arms.

    Returns
    -------
    tuple
        A list with an item for each level of the first factor except its first level; and, by the
        beginning of a table's caption, the pairs of arms in the table by the name of their cell.
    """
    items = []
    tables = {}
    # For each level, one figure is compared between each pair of cells.
    tests = math.comb(len(design.columns(0)), 2) * (len(design.levels) - 1)
    alpha = (1 - comparison.first.look_confidence) / tests
    for level, name in list(enumerate(design.levels))[1:]:
        columns = {cell: comparison.pairs[arm - 1] for cell, arm in design.columns(level).items()}
        against = f"{begin_line(name)} against {design.levels[0]}"
        items.append(doc.Item(compare_cells(columns, alpha), against))
        tables[f"{against}: "] = columns
    return items, tables


def compare_cells(columns: Mapping[str, ArmPair], alpha: float) -> str:
    """Return a sentence on the most important difference, with its value in each cell of a grid.

    If no difference is large, it is a sentence that says so.

    Parameters
    ----------
    columns
        The pair of each cell, by name of the cell.
    alpha
        The significance level of each test that two cells have the same difference. All cells play
        the same deals, and the tests use the correlation of their differences.
    """
    ranked = rank(columns.values())
    if not ranked.large:
        return words.describe_no_difference(len(ranked.small), len(ranked.unclear))
    path = ranked.large[0]
    figures = {cell: pair.figures[path] for cell, pair in columns.items() if path in pair.figures}
    clauses = []
    for cell, figure in figures.items():
        clause = f"{make_difference_cell(figure, marked=False).text} with {cell}"
        if not figure.is_clear:
            clause += f" ({words.write_verdict(figure)})"
        clauses.append(clause)
    cells = _most_different_cells(columns, path, alpha)
    if cells:
        conclusion = f"clearly not the same with {cells[0]} as with {cells[1]}"
    else:
        conclusion = "whether it is the same with all of them is not clear"
    title = next(iter(figures.values())).definition.title
    return f"{title} {listed(clauses)}; {conclusion}."


def _most_different_cells(
    columns: Mapping[str, ArmPair], path: str, alpha: float
) -> tuple[str, str] | None:
    """Return the names of the two cells with the largest significant difference between changes.

    None if no two cells differ significantly in the change of the figure. Raise `UsageError` if a
    run has no figure with this path.
    """
    changes = {
        cell: pair.figures[path].difference.estimate
        for cell, pair in columns.items()
        if path in pair.figures
    }
    groups = {cell: _groups_of_change(columns[cell], path) for cell in changes}
    clear = []
    for first, second in combinations(changes, 2):
        difference = difference_by_intervals(
            changes[first],
            changes[second],
            columns[first].results[0].look_confidence,
            rho=correlation(groups[first], groups[second]),
        )
        if difference.p_value < alpha:
            clear.append((abs(difference.estimate.value), first, second))
    if not clear:
        return None
    _, first, second = max(clear)
    return first, second


def _groups_of_change(pair: ArmPair, path: str) -> DealGroups | None:
    """Return the sums of a figure's change by group of deals; None if they are unknown.

    Raise `UsageError` if a run has no figure with this path.
    """
    first, second = (results.deal_groups(path) for results in pair.results)
    if first is None or second is None or not np.array_equal(first.deals, second.deals):
        return None
    return DealGroups(first.deals, second.totals - first.totals)


# The section on all differences -----------------------------------------------------


def _all_differences(comparison: ComparisonResults, chart: doc.Chart) -> doc.Section:
    """Return the section with the chart and with the tables of all differences, pair by pair."""
    interval = wording.interval_name(comparison.confidence)
    note = (
        f"Differences \N{PLUS-MINUS SIGN} half the width of their {interval}s. Pairing: the number "
        "of games that unpaired runs would need for equally narrow intervals, divided by the "
        "number here."
    )
    parts: list[doc.Part] = [chart, doc.Paragraph(note, "note")]
    for pair in comparison.pairs:
        parts.extend(_tables_by_topic(pair))
        parts.extend(map(doc.Paragraph, words.describe_uncompared_figures(pair)))
    parts.extend(make_count_parts(comparison))
    return doc.Section("differences", "All differences", parts)


def _tables_by_topic(pair: ArmPair) -> Iterator[doc.Table]:
    """Yield a table of differences between two versions for each topic that has figures."""
    headings = [
        doc.Heading("figure", numeric=False),
        *make_headings([pair.a, pair.b]),
        doc.Heading("difference"),
        doc.Heading("verdict", numeric=False),
        doc.Heading("pairing", spare=True),
    ]
    figures = _figures_without_repetition(pair)
    for topic in kinds.Topic:
        rows = [_difference_row(figure) for figure in figures if figure.definition.topic is topic]
        if rows:
            yield doc.Table(f"{topic.value}: {pair.b} against {pair.a}", headings, rows)


def _difference_row(figure: FigureComparison) -> list[doc.Cell]:
    """Return the cells of a difference: name, both values, difference, verdict and pairing gain."""
    definition = figure.definition
    is_length = definition.topic is kinds.Topic.LENGTH
    gain = finite(figure.difference.pairing_gain)
    return [
        doc.Cell(definition.member if is_length else definition.title),
        *_value_cells(figure),
        make_difference_cell(figure, marked=False),
        doc.Cell(words.write_verdict(figure)),
        doc.Cell("" if gain is None else f"{gain:.2f}", gain),
    ]


def _figures_without_repetition(pair: ArmPair) -> list[FigureComparison]:
    """Return the figures of a pair, without figures that repeat another or cannot differ."""
    figures = []
    lengths = set()
    for figure in pair.figures.values():
        definition = figure.definition
        if definition.kind == kinds.SEATS and definition.detail:
            continue  # The first-player advantage already shows these.
        if definition.kind == kinds.LENGTH:
            # Turns and decisions are the same in a game with one decision per turn.
            values = (figure.first, figure.second, figure.difference.estimate)
            is_repeated = values in lengths
            lengths.add(values)
            if is_repeated:
                continue
        if definition.kind == kinds.UNFINISHED and not (figure.first.value or figure.second.value):
            continue
        if not definition.is_fixed:
            figures.append(figure)
    return figures
