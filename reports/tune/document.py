"""The report of tuning: the version that meets all targets, or why no version does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reports.figures.figure import SHARE
from reports.robust.robustness import judge_at_levels
from reports.run import document as run
from reports.run import sentences
from reports.run.ending import warn_of_exaggeration
from reports.sweep.document import judge_targets_by_point
from reports.sweep.results import SweepPoint
from reports.tune.charts import charts_of
from reports.tune.results import HeadStart, HeadStarts, TuneResults, Version
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.wording import capital, counted, listed, rules_text, whole
from simulate.rules.values import HEAD_START

#: The mark of each verdict in a table.
_MARKS = {"meets": "\N{CHECK MARK}", "misses": "\N{BALLOT X}", "undecided": "?"}
#: The most side effects on the first page.
_MOST_SIDE_EFFECTS = 4


def make_findings(tune: TuneResults) -> doc.Findings:
    """Return the report as findings: the recommended version, its side effects and the search."""
    base, study = tune.base, tune.base.run.study
    rules = tune.axes[:-1] if tune.players else tune.axes
    varied = [axis.name for axis in rules if not axis.name.startswith(HEAD_START)]
    if len(varied) < len(rules):
        varied.insert(0, "points to begin with")
    searched = f"{counted(tune.versions, 'version')} of {listed(varied)}"
    players = f"{sentences.describe_lineup(base)}, seed {study.seed}"
    text = f"{searched}; {sentences.describe_variant(base)}; {players}."
    if study.changes:
        text += f" Rules changed throughout: {rules_text(study.changes)}."
    versions = _versions_table(tune)
    return doc.Findings(
        f"{run.write_title(study, tune.players)}: searching for rules",
        [doc.Item(text, brief=f"{searched}; {players}.")],
        [
            doc.Answer("Which rules?", [*_rules(tune)], [versions], short="Rules?"),
            *_further_answers(tune),
        ],
        [],
        [*map(doc.Item, _notes(tune))],
        [doc.Section("versions", "The versions", charts_of(tune))],
        [
            "The search only chose the versions to judge. Its own results are not used otherwise, "
            "because the luckiest versions look better than they are."
        ],
    )


def _rules(tune: TuneResults) -> Iterator[doc.Item]:
    """Yield the recommendation, and the verdict on each target in the leading version."""
    yield doc.Item(_recommendation(tune), main=True)
    if tune.players:
        yield from judge_targets_by_point(tune.over_players(tune.leading))
        return
    results = tune.leading[0].results
    for judged in results.judged():
        yield run.make_target_item(judged, sentences.describe_target(results, judged))


def _recommendation(tune: TuneResults) -> str:
    """Return a sentence that recommends a version, or that says why none is recommended."""
    name = tune.name(tune.leading[0])
    targets = {1: "what you want", 2: "both"}.get(len(tune.figures), "all you want")
    if tune.players:
        targets += f" for {listed([*map(str, tune.players)])} players"
    if tune.verdict == "meets":
        version = "As it is" if tune.leading[0].is_base else f"With {name}"
        return f"{version} you get {targets}."
    if tune.verdict == "undecided":
        if "undecided" in tune.verdicts:
            return f"Not decided yet: {name} may give {targets}."
        return f"Not found yet: {name} is the nearest of those judged; give more --games."
    versions = whole(tune.versions)
    tried = len(tune.tried) // tune.points_per_version
    if tried + tune.impossible < tune.versions:
        return f"Among {versions} versions, none was found that gives {targets}. Nearest: {name}."
    return f"None of {versions} versions gives {targets}. Nearest: {name}."


def _versions_table(tune: TuneResults) -> doc.Table:
    """Return a table of the judged versions with their figures and verdicts."""
    headings = [doc.Heading("version", numeric=False)]
    if tune.players:
        headings.append(doc.Heading("players"))
    for judged in tune.base.judged():
        figure = tune.figure(judged.target.figure)
        unit = replace(figure.unit, name="pp") if figure.unit.share else figure.unit
        name = figure.head or figure.title
        target = wording.target_text(judged.target, unit)
        headings.append(doc.Heading(f"{name}, {target}", short=name))
    headings.append(doc.Heading("games"))
    rows = [_version_row(tune, version, point) for version in tune.ranked for point in version]
    return doc.Table("The judged versions", headings, rows, is_explained=True)


def _version_row(tune: TuneResults, version: Version, point: SweepPoint) -> list[doc.Cell]:
    """Return the row of one point; only the first point of a version has its name."""
    name = tune.name(point) if point is version[0] else ""
    cells = [doc.Cell(name, strong=version is tune.leading)]
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
    """Yield answers on conflicts, other rules, side effects, seats and other players."""
    if tune.verdict == "none":
        if len(tune.figures) > 1:
            yield _answer("Which targets conflict?", "Why?", describe_conflict(tune))
        yield _answer("Which other rule would help?", "Helps?", _other_rules(tune))
    if tune.verdict == "meets" and not tune.leading[0].is_base:
        yield _answer("What else changes?", "Besides?", _side_effects(tune))
    if tune.head_starts:
        yield from _seats(tune, tune.head_starts)
    if items := list(_with_other_players(tune)):
        yield doc.Answer("Does it hold with other sensible players?", items, short="Holds?")


def _other_rules(tune: TuneResults) -> str:
    """Return a sentence on values of other rules that bring the nearest version nearer."""
    tried = len(tune.helping) // tune.points_per_version
    names = [version[0].label for version in tune.helpful[:3]]
    helps = f"Perhaps {listed(names, 'or')}" if names else "No other rule clearly"
    return f"{helps}, judging by a few games of each of {tried} values of other rules."


def _side_effects(tune: TuneResults) -> str:
    """Return a sentence on the noticeable differences from the current rules."""
    changes = []
    for point, compared in tune.side_effects[:_MOST_SIDE_EFFECTS]:
        difference = wording.with_interval(compared.difference.estimate, compared.unit)
        changes.append(f"{compared.definition.title}{tune.players_suffix(point)} {difference}")
    return f"Compared with the current rules: {listed(changes) or 'no noticeable difference'}."


def _seats(tune: TuneResults, head_starts: HeadStarts) -> Iterator[doc.Answer]:
    """Yield answers on the seats: their win rates now and before, and the worth of head starts."""
    versions = [tune.leading[0].results]
    if not tune.leading[0].is_base:
        versions.append(tune.base)
    rates = [
        listed([f"{wording.with_half(seat.win_rate, SHARE)}%" for seat in results.seats()])
        for results in versions
    ]
    text = f"They win {', and with the current rules '.join(rates)}."
    yield _answer("Who wins how often?", "Seats?", text)
    yield _answer("What is a head start worth?", "A lead?", _head_starts(tune, head_starts))


def _head_starts(tune: TuneResults, head_starts: HeadStarts) -> str:
    """Return sentences on the win rate of a seat with each head start, and on the fair one."""
    without, *tried = head_starts.tried
    rates = [f"{_wins(start)} with {start.points:g}" for start in tried]
    text = (
        f"Seat {head_starts.seat} wins {_wins(without)} without a head start, {listed(rates)}; "
        f"{wording.percent(head_starts.fair_share)} is fair."
    )
    below, above = head_starts.around
    if below is None or tune.verdict == "meets":
        return text
    if above is None:
        short = "clearly less" if below.win_rate.high < head_starts.fair_share else "less"
        return f"{text} Even with {below.points:g} it wins {short} than its share."
    if head_starts.is_crossed:
        return (
            f"{text} No head start between {below.points:g} and {above.points:g} exists, so none "
            "makes this seat fair by itself."
        )
    rule = f"{HEAD_START}.{head_starts.seat}"
    nearest = sorted({0.0, below.points, above.points})
    if any(axis.name == rule and set(nearest) <= set(axis.values) for axis in tune.axes):
        return text
    points = ",".join(f"{number:g}" for number in nearest)
    return f"{text} To judge the nearest: --vary {rule}={points}."


def _wins(start: HeadStart) -> str:
    return wording.brief_estimate(start.win_rate, SHARE)


def _answer(question: str, short: str, text: str) -> doc.Answer:
    return doc.Answer(question, [doc.Item(text)], short=short)


def _with_other_players(tune: TuneResults) -> Iterator[doc.Item]:
    """Yield an item for each target, judged with the sensible players who are furthest off."""
    for point, robustness in zip(tune.leading, tune.robustness, strict=False):
        if not robustness.ranked.is_known:
            continue
        sensible = replace(robustness, levels=tuple(robustness.ranked.sensible))
        tables = counted(len(sensible.levels), "sensible table")
        if robustness.stopped:
            tables += ", stopped early"
        for known in point.results.judged():
            target = known.target
            if target.figure.startswith("strateg"):
                continue
            judged = judge_at_levels(target, sensible)
            figure = tune.figure(target.figure)
            estimate = wording.with_interval(judged.estimate, figure.unit)
            text = (
                f"{figure.title}{tune.players_suffix(point)} {estimate} with {judged.level}, which "
                f"is furthest off among {tables}."
            )
            yield run.make_target_item(judged, text)


def describe_conflict(tune: TuneResults) -> str:
    """Return a sentence on the two targets that are hardest to meet together.

    It gives the best value of each of the two figures if the other one meets its target.

    Raises
    ------
    ValueError
        If there is only one target.
    """
    points = [*tune.points, *tune.tried]
    versions = tune.by_version(points)
    shortfalls = tune.shortfalls(points)
    first, second = tune.conflicting_pair
    texts = []
    for met_target, lost_target in ((first, second), (second, first)):
        met, lost = tune.figures[met_target], tune.figures[lost_target]
        meeting = [number for number in range(len(versions)) if not shortfalls[number, met_target]]
        if not meeting:
            texts.append(f"no version tried gives the {met.title} that you want")
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
            f"with the {met.title} that you want, the {lost.title} is {listed(estimates)} at best "
            f"({source})"
        )
    return f"{capital('; '.join(dict.fromkeys(texts)))}."


def _notes(tune: TuneResults) -> Iterator[str]:
    """Yield sentences on how versions were chosen and judged, and on versions not judged."""
    tried = len(tune.by_version(tune.tried))
    judged = len(tune.by_version(tune.points))
    search_games = sum(point.results.run.games for point in tune.tried)
    judging_games = sum(point.results.run.games for point in tune.points)
    yield (
        f"{whole(search_games)} games with {counted(tried, 'version')} chose {judged} to judge. "
        f"{whole(judging_games)} games on fresh deals judged them, at "
        f"{100 * tune.overall_confidence:g}% confidence for all versions, targets and interim "
        "looks together."
    )
    yield from warn_of_exaggeration(point.results for point in tune.points)
    if tune.impossible:
        versions = counted(tune.impossible, "version")
        yield f"{versions} cannot be played, because values contradict each other."
    if tune.left_open and tune.verdict != "meets":
        versions = counted(tune.left_open, "other version")
        were = "was" if tune.left_open == 1 else "were"
        yield f"{versions} may meet all targets too, but {were} not judged."
