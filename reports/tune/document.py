"""The report of tuning: the version that meets all targets, or why no version does."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from reports.figures.figure import ADVANTAGE, MINUTES, SEAT_SPREAD
from reports.figures.targets import Target
from reports.run import document as run
from reports.run import sentences
from reports.run.ending import warn_of_exaggeration
from reports.sweep.document import judge_targets_by_point
from reports.sweep.results import SweepPoint
from reports.tune import first_page
from reports.tune.charts import charts_of
from reports.tune.results import HeadStarts, TuneResults, Version
from reports.writing import document as doc
from reports.writing import spoken, wording
from reports.writing.wording import capital, counted, listed, rules_text, whole
from simulate.rules.values import HEAD_START

#: The mark of each verdict in a table.
_MARKS = {"meets": "\N{CHECK MARK}", "misses": "\N{BALLOT X}", "undecided": "?"}
#: On narrow terminals, a version with more changed rules is named by their number.
_MOST_NAMED_CHANGES = 3
#: The width of headings on the first page, in characters.
_HEADING_WIDTH = 12
#: The maximum number of versions in the table of the first page, besides the current rules; and if
#: the page has a table of seats, too.
_MOST_VERSIONS, _MOST_WITH_SEATS = 3, 2


def make_findings(tune: TuneResults) -> doc.Findings:
    """Return the report as findings: the recommended version, its side effects and the search.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    base = tune.base
    study = tune.base.run.study
    rules = tune.axes[:-1] if tune.players else tune.axes
    varied = [axis.name for axis in rules if not axis.name.startswith(HEAD_START)]
    if len(varied) < len(rules):
        varied.insert(0, "points at the start")
    brief = first_page.describe_search(tune)
    searched = f"{counted(tune.versions, 'version')} of {listed(varied)}"
    text = f"{searched}; {sentences.describe_variant(base)}; {sentences.describe_lineup(base)}."
    if study.changes:
        text += f" Rules changed throughout: {rules_text(study.changes)}."
    return doc.Findings(
        f"{run.write_title(study, tune.players)}: tuning {first_page.name_rules(varied)}",
        [doc.Item(text, brief=brief)],
        [
            doc.Answer(
                "Which rules?",
                [*_rules(tune)],
                [_versions_table(tune)],
                short="Rules?",
                brief_parts=[_brief_table(tune)],
            ),
            *_further_answers(tune),
        ],
        [],
        [*_notes(tune)],
        [doc.Section("versions", "The versions", charts_of(tune))],
        [
            "The search only chose the versions to judge. Its own results are not used otherwise, "
            "because the luckiest versions look better than they are."
        ],
        first_page.suggest_next_steps(tune),
    )


def _rules(tune: TuneResults) -> Iterator[doc.Item]:
    """Yield the recommendation, and the verdict on each target in the leading version.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    yield doc.Item(first_page.describe_verdict(tune), main=True)
    if len(tune.figures) > 1:
        yield doc.Item(_describe_targets(tune))
    if tune.players:
        for item in judge_targets_by_point(tune.over_players(tune.leading)):
            yield replace(item, brief=None)
        return
    gain = first_page.describe_gain(tune)
    if gain:
        # The table of seats shows it, too.
        yield doc.Item(gain, brief=None if tune.seats else "")
    limit = first_page.describe_limit(tune)
    if limit:
        yield doc.Item(limit)
    starter = first_page.describe_missing_starter(tune)
    if starter:
        yield doc.Item(starter)
    yield from first_page.make_target_items(tune)


def _versions_table(tune: TuneResults) -> doc.Table:
    """Return a table of the judged versions with their figures and verdicts.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    headings = [doc.Heading("version", numeric=False)]
    if tune.players:
        headings.append(doc.Heading("players"))
    for judged in tune.base.judged():
        name = _short_title(tune, judged.target)
        headings.append(doc.Heading(f"{name}, {_target_text(tune, judged.target)}", short=name))
    headings.append(doc.Heading("games"))
    rows = [_version_row(tune, version, point) for version in tune.ranked for point in version]
    return doc.Table("The judged versions", headings, rows, is_explained=True)


def _brief_table(tune: TuneResults) -> doc.Table:
    """Return the table for the first page, with the best versions and the current rules.

    The headings do not state the targets if there are several. Raise `UsageError` if a target is
    invalid or has an unknown figure.
    """
    most = _MOST_VERSIONS // tune.points_per_version
    if tune.seats:
        most = _MOST_WITH_SEATS
    shown_versions = [
        version
        for place, version in enumerate(tune.ranked)
        if place < max(1, most) or version[0].is_base
    ]
    table = _versions_table(tune)
    # Short headings leave room for the names of versions.
    columns = [
        replace(column, title=column.title.removesuffix(" in 100 games"))
        for column in table.columns
    ]
    table = replace(table, columns=columns)
    if len(tune.figures) > 1:
        # Narrow headings leave room for the names of versions.
        columns = [
            replace(column, title=textwrap.fill(column.short or column.title, _HEADING_WIDTH))
            for column in table.columns
        ]
        table = replace(table, columns=columns)
    rows = []
    for version in shown_versions:
        for point in version:
            name, *cells = _version_row(tune, version, point)
            rows.append([replace(name, text=name.short or name.text), *cells])
    return replace(table, rows=rows).with_columns(range(len(table.columns) - 1))


def _short_title(tune: TuneResults, target: Target) -> str:
    """Return the name of a target's figure for the heading of a column.

    Raise `UsageError` if the figure is unknown.
    """
    figure = tune.figure(target.figure)
    if figure.path == MINUTES:
        return "minutes on average"
    if figure.kind == ADVANTAGE:
        return f"{figure.head} above fair"
    if figure.kind == SEAT_SPREAD:
        return "least fair seat off by"
    return figure.head or figure.title


def _target_text(tune: TuneResults, target: Target) -> str:
    """Return the bounds of a target as text, such as "at most 60".

    Raise `UsageError` if its figure is unknown.
    """
    unit = tune.figure(target.figure).unit
    if unit.share:
        unit = replace(unit, name="in 100 games")
    return first_page.in_games(wording.target_text(target, unit))


def _describe_targets(tune: TuneResults) -> str:
    """Return a sentence that states all targets.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    texts = [
        f"{_short_title(tune, judged.target)} {_target_text(tune, judged.target)}"
        for judged in tune.base.judged()
    ]
    is_unclear = any(
        judged.verdict.word == "undecided"
        for point in tune.points
        for judged in point.results.judged()
    )
    unclear = " (?: too few games)" if is_unclear else ""
    return f"Targets: {'; '.join(texts)}.{unclear}"


def _version_row(tune: TuneResults, version: Version, point: SweepPoint) -> list[doc.Cell]:
    """Return the row of one point; only the first point of a version has its name.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    name = tune.name(point) if point is version[0] else ""
    changes = len(tune.changes(point))
    short = f"{changes} rules changed" if name and changes > _MOST_NAMED_CHANGES else ""
    cells = [doc.Cell(name, short=short, strong=version is tune.leading)]
    results = point.results
    if tune.players:
        cells.append(doc.Cell(str(results.players), results.players))
    for judged in results.judged():
        word = judged.verdict.word
        figure = results.figure(judged.target.figure)
        text = f"{wording.with_half(judged.estimate, figure.unit)} {_MARKS[word]}"
        cells.append(doc.Cell(text, judged.estimate.value, mark=run.VERDICTS[word][0]))
    games = results.run.games
    cells.append(doc.Cell(whole(games), games))
    return cells


def _further_answers(tune: TuneResults) -> Iterator[doc.Answer]:
    """Yield answers on conflicts, other rules, side effects, seats and other players.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    if tune.verdict == "none":
        if len(tune.figures) > 1:
            yield _answer("Which targets conflict?", "Why?", describe_conflict(tune))
        helps = _answer("Which other rule would help?", "Helps?", _other_rules(tune))
        yield replace(helps, is_secondary=bool(first_page.describe_limit(tune)))
    if tune.verdict == "meets" and not tune.leading[0].is_base:
        effects = first_page.describe_effects(tune)
        yield doc.Answer("What else changes?", effects, short="Effects?")
    elif items := first_page.describe_changed_hand(tune):
        yield doc.Answer("What else changes?", items, short="Effects?")
    if tune.seats:
        fair = 100 * tune.base.decided_fair_share
        text = f"Wins of each seat in 100 games; {fair:.3g} would be fair."
        versions = [tune.base]
        if not tune.leading[0].is_base:
            versions.append(tune.leading[0].results)
        table = first_page.make_seat_table(versions)
        yield doc.Answer("Who wins how often?", [doc.Item(text)], [table], short="Seats?")
    if tune.head_starts:
        worth = [*_head_starts(tune, tune.head_starts)]
        # The table of seats shows the wins with a head start; the first page only adds its limits.
        is_limited = len(worth) > 1
        question = "What is a head start worth?"
        yield doc.Answer(question, worth, short="Points?", is_secondary=not is_limited)
    if items := first_page.judge_targets_with_others(tune):
        yield doc.Answer("Does it hold with other good players?", items, short="Holds?")


def _other_rules(tune: TuneResults) -> str:
    """Return a sentence on values of other rules that bring the nearest version nearer."""
    values_tried = len(tune.helping) // tune.points_per_version
    if not values_tried:
        return "No other rule was tried."
    names = [version[0].label for version in tune.helpful[:3]]
    helps = f"Perhaps {listed(names, 'or')}" if names else "No other rule clearly helps"
    values = counted(values_tried, "value")
    return f"{helps}. We tried {values} of other rules, in a few games each."


def _head_starts(tune: TuneResults, head_starts: HeadStarts) -> Iterator[doc.Item]:
    """Yield items on the win rate of a seat with each head start, and on the lack of a fair one."""
    brief = first_page.describe_nearest_head_starts(head_starts)
    yield doc.Item(first_page.describe_head_starts(head_starts), brief=brief)
    below, above = head_starts.around
    if below is None or tune.verdict == "meets":
        return
    if above is None:
        short = "clearly less" if below.win_rate.high < head_starts.fair_share else "less"
        yield doc.Item(f"Even with {below.points:g} it wins {short} than its share.")
    elif head_starts.is_crossed:
        yield doc.Item(first_page.describe_crossing(below, above))


def _answer(question: str, short: str, text: str) -> doc.Answer:
    """Return the answer to a question that consists of a single sentence, `text`.

    `short` is the question in one word.
    """
    return doc.Answer(question, [doc.Item(text)], short=short)


def describe_conflict(tune: TuneResults) -> str:
    """Return a sentence on the two targets that are hardest to meet together.

    It gives the best value of each of the two figures if the other one meets its target.

    Raises
    ------
    ValueError
        If there is only one target.
    UsageError
        If a target is invalid or has an unknown figure.
    """
    points = [*tune.points, *tune.tried]
    versions = tune.by_version(points)
    shortfalls = tune.shortfalls(points)
    first, second = tune.conflicting_pair
    texts = []
    for met_target, lost_target in ((first, second), (second, first)):
        met, lost = tune.figures[met_target], tune.figures[lost_target]
        meeting = [number for number in range(len(versions)) if not shortfalls[number, met_target]]
        if not meeting and _all_miss(tune, met.path):
            texts.append(f"no version tried meets the target for {met.title}")
            continue
        if not meeting:
            texts.append(
                f"too few games to tell whether a version meets the target for {met.title}"
            )
            continue
        best = versions[min(meeting, key=lambda number: shortfalls[number, lost_target])]
        estimates = [
            wording.with_interval(point.results.estimate(lost.path), lost.unit) for point in best
        ]
        source = tune.name(best[0])
        # In a few games, the best of many versions looks better than it is.
        if not any(point is best[0] for point in tune.points):
            source += ", played only in the search"
        texts.append(
            f"if {met.title} meets its target, {lost.title} is {listed(estimates)} at best "
            f"({source})"
        )
    return " ".join(f"{capital(text)}." for text in dict.fromkeys(texts))


def _all_miss(tune: TuneResults, path: str) -> bool:
    """Return True if every judged version clearly misses the target for a figure.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """

    def misses(version: Sequence[SweepPoint]) -> bool:
        judged_targets = chain.from_iterable(point.results.judged() for point in version)
        return any(
            judged.verdict.word == "misses" and judged.target.figure == path
            for judged in judged_targets
        )

    return all(map(misses, tune.by_version(tune.points)))


def _notes(tune: TuneResults) -> Iterator[doc.Item]:
    """Yield items on how versions were chosen and judged, and on versions not judged."""
    versions_tried = len(tune.by_version(tune.tried))
    judged = len(tune.by_version(tune.points))
    search_games = sum(point.results.run.games for point in tune.tried)
    judging_games = sum(point.results.run.games for point in tune.points)
    confidence = f"{100 * tune.overall_confidence:g}%"
    text = (
        f"{whole(search_games)} games with {counted(versions_tried, 'version')} chose {judged} to "
        f"judge. {whole(judging_games)} games on new deals judged them, at {confidence} confidence "
        "for all versions, targets and interim looks together."
    )
    yield doc.Item(text, brief=spoken.describe_plus_minus())
    if tune.verdict == "meets" and not tune.robustness:
        scope = spoken.describe_scope(tune.base.run.study, first_page.command_for_others(tune))
        yield doc.Item(scope)
    for warning in warn_of_exaggeration(point.results for point in tune.points):
        yield doc.Item(warning, brief=None)
    if tune.added:
        versions = counted(tune.added, "version")
        were = "was" if tune.added == 1 else "were"
        text = f"{versions} with values between those given {were} added, to find smaller changes."
        yield doc.Item(text, brief=None)
    if tune.seats and tune.verdict != "meets":
        text = "Only seats that clearly win less than their fair share were given points."
        yield doc.Item(text, brief=None)
    if tune.impossible:
        versions = counted(tune.impossible, "version")
        text = f"{versions} cannot be played, because values contradict each other."
        yield doc.Item(text, brief=None)
    if tune.left_open and tune.verdict != "meets":
        versions = counted(tune.left_open, "other version")
        were = "was" if tune.left_open == 1 else "were"
        yield doc.Item(f"{versions} may meet all targets too, but {were} not judged.", brief=None)
