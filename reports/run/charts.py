"""The charts of a run. Each states what was played, so that it can be read on its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from operator import add

from reports.figures import figure as fig
from reports.figures.catalogue import has_scores
from reports.figures.figure import PLAIN, SCORE_MEAN, SEATS, SHARE, WIN_RATE, Unit
from reports.figures.statistics import Estimate
from reports.figures.targets import JudgedTarget
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.run import chart_titles, fairness, group_document
from reports.run.course import count_lead_changes
from reports.run.distributions import (
    Lengths,
    describe_hidden_games,
    draw_lengths,
    draw_steps,
    find_bins,
)
from reports.run.groups import group_results, list_groupings
from reports.run.results import RunResults
from reports.run.sentences import write_lengths
from reports.writing import marks, wording
from reports.writing.chart_frame import (
    GREY,
    WISH,
    WISH_BAND,
    Axes,
    ChartFrame,
    ChartKind,
    Drawing,
)
from reports.writing.document import Chart
from reports.writing.marks import DotPanel, DotRow, draw_dot_panels
from reports.writing.wording import counted, lineup_text, rules_text, seat_names, whole
from simulate.play.tally import Histogram
from simulate.study.ranges import describe_ranges

#: A function that returns the estimates that a chart shows, by their names in the chart.
_Figures = Callable[[RunResults], Mapping[str, Estimate]]
#: The smallest length of an axis of win rates, in percent.
_LEAST_RATES = 4.0


def make_robust_report(results: RunResults) -> RobustReport:
    """Return the data of the chart on other players."""
    return RobustReport(results.robustness, partial(frame, results))


def charts_of(results: RunResults) -> list[Chart]:
    """Return the charts of a run that are not empty, with the chart on other players."""
    charts = [chart for kind in CHARTS for chart in kind.of(results)]
    return charts + OTHER_PLAYERS.of(make_robust_report(results))


def frame(results: RunResults, sheet: ChartFrame, height: float, notes: Sequence[str]) -> Drawing:
    """Return an empty drawing with a header that states what was played, and with notes.

    Parameters
    ----------
    results
        The results of the run.
    sheet
        The style that all charts share.
    height
        The height of the area for the chart, in inches.
    notes
        Lines below the chart.
    """
    study = results.run.study
    players = counted(study.players, "player")
    title = f"{results.game.title}, variant {study.variant}, {players}"
    return sheet.frame(title, header_lines(results), height, notes)


def header_lines(results: RunResults) -> list[str]:
    """Return the lines of a chart's header: the games, the line-up and the changed rules."""
    run = results.run
    study = results.run.study
    games = f"{counted(run.games, 'game')} on {counted(run.tally.deals, 'deal')}, seed {study.seed}"
    if study.ranges:
        games += f", numbers {describe_ranges(study.limited_to(run.games).ranges)}"
    if run.interrupted:
        games += f"; interrupted before {counted(study.games, 'game')}"
    if results.unfinished:
        games += f"; unfinished: {whole(results.unfinished)}"
    lines = [games, f"line-up: {lineup_text(study.lineup, study.rotate)}"]
    rules = rules_text(study.changes)
    if rules:
        lines.append(f"rules changed: {rules}")
    return lines


def _describe_figures(figures: _Figures, unit: Unit, results: RunResults) -> str:
    """Return the estimates from `figures`, with their names and intervals, as text."""
    texts = [
        f"{name} {wording.with_interval(estimate, unit)}"
        for name, estimate in figures(results).items()
    ]
    return f"{'; '.join(texts)}."


# Win rates --------------------------------------------------------------------------


def _win_rates(results: RunResults) -> dict[str, Estimate]:
    """Return the win rates of all seats or sides by name.

    Their intervals are those on which the verdicts are based.
    """
    rates = results.joint_win_rates()
    if results.contest == "seats":
        return dict(zip(seat_names(results.players), rates.values(), strict=True))
    return rates


def _win_rates_of_strategies(results: RunResults) -> dict[str, Estimate]:
    """Return the win rates of all strategies by name, with the intervals that decide verdicts."""
    return results.joint_win_rates(fig.STRATEGIES)


def _draw_seats(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Return the drawing of the win rates of all seats or sides, with verdicts and targets."""
    unjudged = ""
    if fairness.explain_missing_verdict(results):
        unjudged = "not judged"
    verdicts: list[str] = [unjudged or verdict for verdict in results.judge_rivals()]
    wishes = [_target_of_seat(results, seat) for seat in range(1, len(verdicts) + 1)]
    rows = make_rate_rows(_win_rates(results), results.decided_fair_share, verdicts, wishes)
    return _draw_rates(sheet, results, rows)


def _draw_strategies(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Return the drawing of the win rates of all strategies, with verdicts."""
    verdicts: list[str] = [*results.judge_win_rates(fig.STRATEGIES)]
    if results.is_hardly_won:
        verdicts = ["not judged"] * len(verdicts)
    rows = make_rate_rows(_win_rates_of_strategies(results), results.decided_fair_share, verdicts)
    return _draw_rates(sheet, results, rows)


def make_rate_rows(
    rates: Mapping[str, Estimate],
    fair: float,
    verdicts: Sequence[str],
    wishes: Sequence[tuple[float, float] | None] = (),
) -> list[DotRow]:
    """Return a row for each win rate, in percent, with its verdict in words.

    Parameters
    ----------
    rates
        The win rates as shares of 1, by name.
    fair
        The fair share.
    verdicts
        The verdict on each win rate, as `fairness.verdict_word` accepts it.
    wishes
        The lower and upper bound of the target for each win rate, in percent; None without a
        target. Empty if no win rate has a target.
    """
    rows = []
    for place, ((name, estimate), verdict) in enumerate(zip(rates.items(), verdicts, strict=True)):
        word, _ = fairness.verdict_word(estimate, fair, verdict)
        rows.append(
            DotRow(
                name,
                estimate.scaled(100),
                wording.with_half(estimate, SHARE),
                word,
                is_clear=word not in ("", "not clear yet", "not judged"),
                wish=wishes[place] if wishes else None,
            )
        )
    return rows


def make_rate_panel(rows: Sequence[DotRow], fair: float, title: str = "") -> DotPanel:
    """Return the panel of win rates, with a line at `fair`, the fair share.

    The panel has no line if `fair` is NaN.
    """
    label = f"{100 * fair:.3g} is fair" if math.isfinite(fair) else ""
    wishes = {row.wish for row in rows if row.wish}
    wish_label = ""
    if wishes:
        low = min(low for low, _ in wishes)
        high = max(high for _, high in wishes)
        wish_label = f"target: {write_bounds(low, high)}"
    return DotPanel(
        rows,
        "wins in 100 games",
        100 * fair,
        label,
        title,
        least=_LEAST_RATES,
        floor=0.0,
        wish_label=wish_label,
    )


def write_bounds(low: float, high: float) -> str:
    """Return the bounds of a target as text, as in "30 to 45", "at most 45" or "at least 30"."""
    if math.isinf(low):
        return f"at most {high:.4g}"
    if math.isinf(high):
        return f"at least {low:.4g}"
    return f"{low:.4g} to {high:.4g}"


def _draw_rates(sheet: ChartFrame, results: RunResults, rows: Sequence[DotRow]) -> Drawing:
    """Return a drawing of win rates, with a line at the fair share if they can be judged."""
    fair = math.nan if results.is_hardly_won else results.decided_fair_share
    framed = partial(frame, results, sheet, notes=[marks.explain_bands(results.confidence)])
    return draw_dot_panels(sheet, framed, [make_rate_panel(rows, fair)])


def _draw_groups(sheet: ChartFrame, results: RunResults) -> Drawing:
    groupings = [grouping for grouping in group_results(results) if grouping.groups]
    panels = []
    for grouping in groupings:
        fair = grouping.common_fair_share
        rows = group_document.make_group_rows(grouping)
        title = f"by {grouping.noun}" if len(groupings) > 1 else ""
        panel = make_rate_panel(rows, math.nan if fair is None else fair, title)
        if results.contest == "together":
            panel = replace(panel, line_label="all games")
        panels.append(panel)
    note = f"Pale bands: where the numbers lie, {100 * results.confidence:g} times in 100."
    return draw_dot_panels(sheet, partial(frame, results, sheet, notes=[note]), panels)


def _target_of_seat(results: RunResults, seat: int) -> tuple[float, float] | None:
    """Return the bounds that the study's targets set for a seat's win rate, in percent.

    The result is None if there is no such target, or if seats do not play for themselves. Raise
    `UsageError` if a target is invalid or has an unknown figure.
    """
    fair = results.decided_fair_share
    if results.contest != "seats":
        return None
    for judged in results.judged():
        target = judged.target
        if target.figure == f"{SEATS}.{seat}.{WIN_RATE}":
            return 100 * target.low, 100 * target.high
        if target.figure == fig.ADVANTAGE and seat == 1:
            return 100 * (fair + target.low), 100 * (fair + target.high)
        if target.figure == fig.SEAT_SPREAD and math.isfinite(target.high):
            return 100 * (fair - target.high), 100 * (fair + target.high)
    return None


# The length -------------------------------------------------------------------------


def _mean_lengths(results: RunResults) -> dict[str, Estimate]:
    """Return the mean length of games by its unit, such as "turns"."""
    return {name: length.mean for name, length in results.lengths().items()}


def _describe_length(results: RunResults) -> str:
    """Return a sentence with the usual lengths in minutes, and the mean length in every unit."""
    low, middle, high = write_lengths(*results.minutes().percentiles.values())
    means = _describe_figures(_mean_lengths, PLAIN, results)
    return f"Half take {middle} minutes or less, nine in ten {low} to {high}. Means: {means}"


def _draw_length(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Return the drawing of the distribution of lengths in minutes."""
    minutes = results.seconds_per_turn / 60
    lengths = Lengths.of(results.minutes().histogram, minutes)
    bins = find_bins(lengths.histogram)
    notes = describe_hidden_games(lengths.histogram, bins, "game", minutes)
    figure = frame(results, sheet, 2.8, notes)
    axes = figure.subplots()
    draw_lengths(axes, lengths, bins)
    low, middle, high = write_lengths(*results.minutes().percentiles.values())
    marks.label_above(axes, minutes * lengths.percentiles[1], f"half take {middle} or less")
    for level, (span, text, is_wish) in enumerate(_length_spans(results), 1):
        _draw_span(axes, span, text, level, is_wish=is_wish)
    axes.set_xlabel(f"minutes, at {results.seconds_per_turn} seconds per turn")
    usual = f"nine in ten: {low} to {high} minutes"
    first, last = (minutes * lengths.percentiles[place] for place in (0, 2))
    marks.draw_bracket(axes, first, last, usual, 38)
    return figure


def _length_spans(results: RunResults) -> list[tuple[tuple[float, float], str, bool]]:
    """Return the ranges of lengths that targets and the game's box set.

    Each range is a tuple: its ends in minutes, its label, and True if a target sets it.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    spans = []
    for judged in chart_titles.length_targets(results):
        bounds = judged.target.low, judged.target.high
        spans.append((bounds, f"{_name_target(judged)}: {write_bounds(*bounds)}", True))
    box = results.game.box_minutes
    if box:
        claim = f"{box[0]} to {box[1]}" if box[0] != box[1] else f"{box[0]}"
        spans.append(((box[0] - 0.2, box[1] + 0.2), f"the box: {claim}", False))
    return spans


def _name_target(judged: JudgedTarget) -> str:
    """Return the name of a target for the length, as in "target for the mean"."""
    measure = judged.target.figure.rpartition(".")[2]
    if measure == fig.MEAN:
        return "target for the mean"
    if measure == "p50":
        return "target for the middle game"
    return f"target for {measure.removeprefix('p')} in 100 games"


def _draw_span(
    axes: Axes, span: tuple[float, float], text: str, level: int, *, is_wish: bool
) -> None:
    """Draw a span of minutes as a band behind the bars, with a label above.

    `level` is the number of lines between chart and label. `is_wish` is True for a target.
    """
    left, right = axes.get_xlim()
    low, high = (min(max(end, left), right) for end in span)
    if low < high:
        colour = WISH_BAND if is_wish else "#e9e7e1"
        axes.axvspan(low, high, color=colour, linewidth=0, zorder=0)
    colour = WISH if is_wish else GREY
    marks.label_above(axes, (low + high) / 2, text, level=level, color=colour)


# Lead changes -----------------------------------------------------------------------


def _describe_lead_changes(results: RunResults) -> str:
    """Return a sentence with the share of games by number of lead changes."""
    shares = count_lead_changes(results)
    texts = [f"{name} {wording.percent(share.value)}" for name, share in shares.items()]
    return f"Share of games by number of lead changes: {'; '.join(texts)}."


def _draw_lead_changes(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Return a drawing with a bar for the share of games with each number of lead changes."""
    shares = count_lead_changes(results)
    figure = frame(results, sheet, 1.9, [marks.explain_columns(results.confidence)])
    axes = figure.subplots()
    marks.draw_columns(axes, shares)
    axes.set_xlabel("changes of the lead, in 100 games")
    return figure


# Scores -----------------------------------------------------------------------------


def _draw_scores(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Draw the distribution of all seats' scores, or each seat's mean if the means differ."""
    if _scores_differ(results):
        return _draw_mean_scores(sheet, results)
    unit = results.game.score_unit
    scores: Histogram = reduce(add, results.scores())
    bins = find_bins(scores)
    notes = []
    if results.game.score_parts > 1:
        notes.append(f"Drawn in whole {unit}, rounded down.")
    notes.extend(describe_hidden_games(scores, bins, "score"))
    figure = frame(results, sheet, 2.0, notes)
    axes = figure.subplots()
    draw_steps(axes, scores, bins, color=marks.BAR, fill=True, linewidth=0)
    axes.set_ylabel("scores of all seats" if results.players > 1 else "games")
    axes.set_xlabel(unit if bins.step == 1 else f"{unit}, in bins of {bins.step}")
    return figure


def _draw_mean_scores(sheet: ChartFrame, results: RunResults) -> Drawing:
    """Return the drawing of the mean scores of all seats, with a line at the mean of all."""
    means = _mean_scores(results)
    overall = sum(mean.value for mean in means.values()) / results.players
    rows = [
        DotRow(name, mean, wording.with_half(mean, PLAIN), is_clear=True)
        for name, mean in means.items()
    ]
    framed = partial(frame, results, sheet, notes=[marks.explain_bands(results.confidence)])
    axis = f"mean {results.game.score_unit}"
    panel = DotPanel(rows, axis, overall, f"all seats {overall:.3g}")
    return draw_dot_panels(sheet, framed, [panel])


def _scores_differ(results: RunResults) -> bool:
    """Return True if the mean scores of two seats differ significantly (Bonferroni over pairs)."""
    if results.players == 1:
        return False
    pairs = math.comb(results.players, 2)
    corrected = results.at_confidence(1 - (1 - results.look_confidence) / pairs)
    means = _mean_scores(corrected).values()
    return max(mean.low for mean in means) > min(mean.high for mean in means)


def _mean_scores(results: RunResults) -> dict[str, Estimate]:
    """Return the mean score of each seat, by the name of the seat."""
    if results.players == 1:
        return {"the player": results.estimate(f"{SEATS}.1.{SCORE_MEAN}")}
    return {
        name: results.estimate(f"{SEATS}.{seat}.{SCORE_MEAN}")
        for seat, name in enumerate(seat_names(results.players), 1)
    }


def _title_scores(results: RunResults) -> str:
    """Return a sentence on the seats that score most and least, or on all if none clearly does."""
    means = list(_mean_scores(results).values())
    mean_scores = [mean.value for mean in means]
    unit = results.game.score_unit
    lowest = mean_scores.index(min(mean_scores))
    highest = mean_scores.index(max(mean_scores))
    low, high = (wording.value(means[seat], PLAIN) for seat in (lowest, highest))
    if not _scores_differ(results):
        scores = low if low == high else f"{low} to {high}"
        if results.players == 1:
            return f"The player scores {scores} {unit} on average"
        return f"No seat clearly scores more: {scores} {unit} on average"
    return (
        f"Seat {highest + 1} scores most, seat {lowest + 1} least: {high} and {low} {unit} on "
        "average"
    )


def _ask_for_scores(results: RunResults) -> str:
    """Return the question that the chart of scores answers."""
    return "How high are scores?" if results.players == 1 else "Who scores how much, by seat?"


#: The charts of a run, without the chart on other players, `OTHER_PLAYERS`.
CHARTS = (
    ChartKind(
        "win_rate_by_seat",
        "Who wins, by seat?",
        chart_titles.title_of_seats,
        partial(_describe_figures, _win_rates, SHARE),
        _draw_seats,
        "seats",
        lambda results: results.contest != "together",
    ),
    ChartKind(
        "win_rate_by_strategy",
        "Which style wins?",
        chart_titles.title_of_strategies,
        partial(_describe_figures, _win_rates_of_strategies, SHARE),
        _draw_strategies,
        "strategies",
        # With one strategy, or with strategies that keep their seats, it would repeat the chart of
        # seats.
        lambda results: (
            len(results.run.study.strategies) > 1
            and results.contest != "together"
            and not results.is_seated
        ),
    ),
    ChartKind(
        "win_rate_by_group",
        lambda results: f"Who wins, by {list_groupings(results)}?",
        group_document.title_of_groups,
        group_document.describe_rows,
        _draw_groups,
        "groups",
        group_document.has_groups,
    ),
    ChartKind(
        "length",
        "How long is a game?",
        chart_titles.title_of_length,
        _describe_length,
        _draw_length,
        "length",
        lambda results: len(results.minutes().histogram.counts) > 1,
    ),
    ChartKind(
        "lead_changes",
        "How often does the lead change?",
        chart_titles.title_of_lead_changes,
        _describe_lead_changes,
        _draw_lead_changes,
        "course",
        lambda results: len(count_lead_changes(results)) > 1,
    ),
    ChartKind(
        "scores_by_seat",
        _ask_for_scores,
        _title_scores,
        partial(_describe_figures, _mean_scores, PLAIN),
        _draw_scores,
        "seats",
        lambda results: has_scores(results.run),
    ),
)
#: The name of the chart of skill, which `reports.page.charts` draws.
SKILL = "skill"
NAMES = [*dict.fromkeys(kind.name for kind in (*CHARTS, OTHER_PLAYERS)), SKILL]
