"""The report of a sweep: sentences, tables, targets and side effects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reports.compare import ending
from reports.compare.document import make_headings
from reports.figures.statistics import finite, half_width
from reports.figures.targets import JudgedTarget
from reports.robust import document as robust
from reports.run import sentences as run_sentences
from reports.run.document import VERDICTS
from reports.run.forbidden import describe_unaware_players
from reports.sweep import first_page
from reports.sweep import sentences as say
from reports.sweep.charts import charts_of, robust_report
from reports.sweep.results import PointComparison, SweepPoint, SweepResults
from reports.writing import document as doc
from reports.writing import spoken, wording
from reports.writing.wording import capital
from simulate.rules.kinds import written


def make_findings(sweep: SweepResults) -> doc.Findings:
    """Return the report of a sweep as findings, with answers on other players if they played.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    rules = " and ".join(axis.name for axis in sweep.axes)
    does = "does" if len(sweep.axes) == 1 else "do"
    own_charts = [chart for chart in charts_of(sweep) if not chart.section]
    return doc.Findings(
        say.title(sweep),
        [doc.Item(say.describe_games(sweep), brief=first_page.describe_games(sweep))],
        [
            _answer_effects(sweep),
            *robust.differences_answers(sweep.levels, say.labels_of(sweep)),
        ],
        [*judge_targets_by_point(sweep), *side_effects(sweep)],
        _limits(sweep),
        [
            doc.Section("found", f"What {rules} {does}", own_charts),
            *robust.sections_of(robust_report(sweep)),
        ],
        [*ending.describe_looks(sweep.comparison), _false_alarms(sweep)],
        first_page.suggest_next_steps(sweep),
    )


def _answer_effects(sweep: SweepResults) -> doc.Answer:
    """Return the answer to "What does it do?", with short sentences for the first page.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    lead, *later_sentences = first_page.describe_effects(sweep)
    table, notes = first_page.make_table(sweep)
    items = [doc.Item(lead, main=True), *map(doc.Item, later_sentences), *notes, *_effects(sweep)]
    parts = [*_tables(sweep), doc.Paragraph(note(sweep), "note")]
    return doc.Answer("What does it do?", items, parts, short="Change?", brief_parts=[table])


def _limits(sweep: SweepResults) -> list[doc.Item]:
    """Return items on undecided targets, the precision at the base, and untried players."""
    base = sweep.base
    precision = run_sentences.describe_reach(base)
    stopping = ending.StoppingRule(sweep.comparison)
    texts = stopping.describe(f"every target with all {sweep.noun}")
    items = [*map(doc.Item, texts)]
    text = f"With {say.base_name(sweep)}: {precision[:1].lower()}{precision[1:]}"
    items.append(doc.Item(text, brief=spoken.describe_plus_minus()))
    unaware = describe_unaware_players(point.results.run.study for point in sweep.points)
    if unaware:
        items.append(doc.Item(unaware))
    if not sweep.levels:
        players = run_sentences.describe_players(base)
        caveat = robust.other_players_caveat(players, base.contest)
        items.append(doc.Item(caveat, brief=first_page.describe_scope(sweep)))
    return items


def _false_alarms(sweep: SweepResults) -> str:
    """Return a sentence on the rate of clear differences in sweeps of rules without effect."""
    return (
        "Of 100 sweeps of rules without any effect, at most about "
        f"{100 * (1 - sweep.base.confidence):.3g} would call any difference clear, whatever the "
        "number of differences shown. More games show smaller differences."
    )


def _effects(sweep: SweepResults) -> list[doc.Item]:
    """Return items on the effect on each group of figures, and on values that were left out."""
    items = [doc.Item(text, brief=None) for text in say.sentences(sweep)]
    for skipped_values, reason in sweep.skipped:
        names = say.describe_values(sweep.axes, skipped_values)
        items.append(doc.Item(f"{capital(names)} cannot be played and is left out: {reason}."))
    return items


def note(sweep: SweepResults) -> str:
    """Return a note that explains the intervals, marks and minutes in the tables."""
    marks = say.MARKS
    sentences = [
        f"\N{PLUS-MINUS SIGN} and 'to': {100 * sweep.base.confidence:g}% intervals. "
        f"{marks['base']} {say.base_name(sweep)}: all others are compared with it on the same "
        f"deals. The intervals are corrected for the number of differences shown. {say.MEANINGS}; "
        "no mark: the difference is not clear."
    ]
    if sweep.comparison.is_raced:
        sentences.append(
            f"{capital(sweep.noun)} that stopped early are compared over the deals that they "
            "played, so a difference can deviate from the one between the two numbers shown."
        )
    if "not compared" in sweep.standings(sweep.paths):
        sentences.append(
            f"{marks['not compared']} not compared, because {marks['base']} lacks the figure."
        )
    if any(map(sweep.is_from_fair, sweep.paths)):
        sentences.append(
            "Win rates are compared by their distance from the fair share, because that share "
            "falls with the number of players."
        )
    paces = dict.fromkeys(say.line_of(sweep, path).pace for path in sweep.paths)
    sentences += [f"Minutes are at {pace}." for pace in paces if pace]
    return " ".join(sentences)


# Tables ---------------------------------------------------------------------------


def _tables(sweep: SweepResults) -> Iterator[doc.Part]:
    """Yield a table per group of figures for one varied rule, or a table per figure for two."""
    if len(sweep.axes) > 1:
        for path in sweep.paths:
            yield _matrix(sweep, path)
        return
    groups = say.grouped(sweep)
    ungrouped = [paths[0] for noun, paths in groups if not noun]
    if ungrouped:
        titles = [say.line_of(sweep, path).title for path in ungrouped]
        yield _rows(sweep, "Each value", ungrouped, titles)
    for noun, paths in groups:
        if noun:
            members = [sweep.figure(path).member for path in paths]
            yield _rows(sweep, f"Win rate by {noun} in %", paths, members)


def _rows(
    sweep: SweepResults, caption: str, paths: Sequence[str], titles: Sequence[str]
) -> doc.Table:
    """Return a table with a row per point and a column per figure.

    Raise `KeyError` for the path of a figure that is not shown.
    """
    axis = sweep.axes[0]
    has_fair_share = any(map(sweep.is_from_fair, paths))
    headings = [doc.Heading(axis.name, numeric=False)]
    if has_fair_share:
        headings.append(doc.Heading("fair share"))
    headings += make_headings(titles)
    lines = [say.line_of(sweep, path) for path in paths]
    rows = []
    for point in sweep.points:
        name = say.value_of(sweep, point)
        order = float(point.values[0]) if axis.is_number else None
        row = [doc.Cell(say.name_with_mark(sweep, point, name), order, name)]
        if has_fair_share:
            share = point.results.fair_share
            row.append(doc.Cell(wording.percent(share), share))
        row += [_figure_cell(line, line.at(point)) for line in lines]
        rows.append(row)
    return doc.Table(caption, headings, rows)


def _figure_cell(
    line: say.FigureSeries, at_point: PointComparison | None, missing: str = "none"
) -> doc.Cell:
    """Return a cell with a figure, and a sign that says how it differs from the base.

    If `at_point` is None, because the point lacks the figure, it is a cell with the text `missing`.
    """
    if at_point is None:
        return doc.Cell(f"{missing}  ")
    text = f"{line.with_half(at_point.estimate)} {say.MARKS[at_point.standing]}"
    tone = first_page.TONES.get(at_point.standing, "")
    return doc.Cell(text, finite(at_point.estimate.value), tone=tone)


def _matrix(sweep: SweepResults, path: str) -> doc.Table:
    """Return a table of one figure: a row per value of one rule, a column per value of the other.

    Raise `KeyError` for the path of a figure that is not shown, and `ValueError` unless two rules
    are varied.
    """
    line = say.line_of(sweep, path)
    down, across, cells = say.grid_of(sweep, line)
    headings = [doc.Heading(down.name, numeric=False)]
    headings += [doc.Heading(say.describe_values([across], [value])) for value in across.values]
    rows = []
    for value, row in zip(down.values, cells, strict=True):
        figures = [
            _figure_cell(line, at_point, "none" if point else "left out") for point, at_point in row
        ]
        rows.append([doc.Cell(written(value)), *figures])
    return doc.Table(capital(line.title), headings, rows)


# Targets --------------------------------------------------------------------------

#: A point, and the verdict on one target at this point.
JudgedPoint = tuple[SweepPoint, JudgedTarget]


def judge_targets_by_point(sweep: SweepResults) -> list[doc.Item]:
    """Return an item for each target of the study, with its verdict at every point.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    judged = [point.results.judged() for point in sweep.points]
    return [
        _aim(sweep, list(zip(sweep.points, verdicts, strict=True)))
        for verdicts in zip(*judged, strict=True)
    ]


def _aim(sweep: SweepResults, judged_points: Sequence[JudgedPoint]) -> doc.Item:
    """Return an item that names the points at which a target is met, missed or undecided.

    Raise `UsageError` if the base has no figure of the target.
    """
    target = judged_points[0][1].target
    figure = sweep.base.figure(target.figure)
    beginning = capital(figure.title)
    at_points = [PointComparison(point, judged.estimate) for point, judged in judged_points]
    pace = say.FigureSeries(figure, figure.unit, 0.0, at_points).pace
    if pace:
        beginning += f" at {pace}"
    clauses = "; ".join([*_verdicts(sweep, judged_points), *_between(sweep, judged_points)])
    words = [judged.verdict.word for _, judged in judged_points]
    if len(set(words)) == 1:
        mark, name = VERDICTS[words[0]]
    else:
        mark, _ = VERDICTS["undecided"]
        name = f"met at {words.count('meets')} of {len(words)} {sweep.noun}"
    bounds_in_words = wording.target_text(target, figure.unit)
    return doc.Item(f"{beginning} (target: {bounds_in_words}): {clauses}.", name, mark)


def _verdicts(sweep: SweepResults, judged_points: Sequence[JudgedPoint]) -> Iterator[str]:
    """Yield a clause per verdict that names its points.

    Points that miss a target with two bounds have a clause for each side.
    """
    groups: dict[tuple[str, str], list[JudgedPoint]] = {}
    for judged_point in judged_points:
        groups.setdefault(_verdict_of(judged_point), []).append(judged_point)
    ordered = sorted(groups, key=lambda group: list(VERDICTS).index(group[0]))
    for place, (word, side) in enumerate(ordered):
        members = groups[word, side]
        # Only the first name includes the name of the rule.
        names = [
            _name_with_value(sweep, point, judged, short=place > 0 or number > 0)
            for number, (point, judged) in enumerate(members)
        ]
        verdict = f"{VERDICTS[word][1]}, {side}," if side else VERDICTS[word][1]
        yield f"{verdict} with {say.list_some(names)}{_games_needed(members)}"


def _verdict_of(judged_point: JudgedPoint) -> tuple[str, str]:
    """Return the verdict at a point, and "too low" or "too high" if the target has two bounds.

    The second text is "" if the target is not missed, or has one bound.
    """
    _, judged = judged_point
    target = judged.target
    has_one_bound = math.inf in (-target.low, target.high)
    if judged.verdict.word != "misses" or has_one_bound:
        return judged.verdict.word, ""
    return "misses", "too low" if judged.estimate.value < target.low else "too high"


def _name_with_value(
    sweep: SweepResults, point: SweepPoint, judged: JudgedTarget, *, short: bool
) -> str:
    """Return the name of a point with its figure, such as "8 (current: 31.2 minutes)".

    A name that is not `short` includes the name of the rule.

    Raise `UsageError` if the point has no figure of the target.
    """
    name = say.value_of(sweep, point)
    if not short:
        name = say.describe_values(sweep.axes, point.values)
    unit = point.results.figure(judged.target.figure).unit
    # The unit of percentage points is already named with the target.
    if unit.signed:
        text = wording.number(judged.estimate.value, half_width(judged.estimate), unit)
    else:
        text = wording.value(judged.estimate, unit)
    mark = say.mark_of(sweep, point)
    if mark:
        text = f"{mark}: {text}"
    if judged.level:
        text += f" with {judged.level}"
    return f"{name} ({text})"


def _between(sweep: SweepResults, judged_points: Sequence[JudgedPoint]) -> Iterator[str]:
    """Yield a clause on each pair of adjacent values between which the figure crosses the target.

    There are none if a point meets the target. A value between two neighbours need not meet it,
    because the figure may jump.
    """
    if len(sweep.axes) > 1 or not sweep.axes[0].is_number:
        return
    if any(judged.verdict.word == "meets" for _, judged in judged_points):
        return
    for pair in pairwise(judged_points):
        if {_verdict_of(judged_point)[1] for judged_point in pair} == {"too low", "too high"}:
            low, high = (say.value_of(sweep, point) for point, _ in pair)
            yield f"between {low} and {high}, where nothing was played, it crosses the target"


def _games_needed(judged_points: Sequence[JudgedPoint]) -> str:
    """Return a clause on the games that would decide undecided points; "" for other verdicts.

    All points have the same verdict.
    """
    first = judged_points[0][1]
    if first.verdict.word != "undecided":
        return ""
    if first.target.robust:
        if first.level:
            return ", where it is not clear yet"
        return ", where no other players have played (--robust lets them play)"
    needed = [judged.verdict.more_games for _, judged in judged_points]
    known_games = [games for games in needed if games is not None]
    if not known_games:
        return ", where the number of further games that would decide it is unknown"
    most = wording.about(max(known_games))
    clause = f", where at most about {most} more games would probably decide it"
    unknown = len(needed) - len(known_games)
    if unknown:
        clause += f" (at {unknown} of them the number is unknown)"
    return clause


def side_effects(sweep: SweepResults) -> list[doc.Item]:
    """Return a list with an item on the main figures that clearly change where a target is met.

    The list is empty if no target is met at any point except the base.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    if not sweep.meeting:
        return []
    changes = []
    for path, (first, *later_effects) in sweep.side_effects_by_path.items():
        figure = sweep.figure(path)
        assert first.difference
        change = wording.with_interval(first.difference.estimate, figure.unit.of_differences)
        text = f"{figure.title} {change} with {say.name_of(sweep, first.point)}"
        if later_effects:
            names = [say.name_of(sweep, at_point.point) for at_point in later_effects]
            text += f", also with {say.list_some(names)}"
        changes.append(text)
    listed = "; ".join(changes) or "none of the main figures clearly changes"
    text = f"Where a target is met, compared with {say.base_name(sweep)}: {listed}."
    return [doc.Item(text, "Side effects")]
