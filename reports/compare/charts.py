"""The charts of a comparison: what differs, who wins from where, how long games last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from itertools import zip_longest
from operator import add

from reports.compare import sentences as words
from reports.compare.ranking import judge_weight, question_rank, rank, sort_key, threshold
from reports.compare.results import ComparisonResults, FigureComparison
from reports.compare.sentences import quote_label, select_drawn_pairs
from reports.figures import figure as fig
from reports.figures.statistics import UNKNOWN
from reports.robust.document import OTHER_PLAYERS, RobustReport
from reports.run.charts import describe_hidden_games, draw_steps, find_bins, write_mean
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.document import Chart
from reports.writing.plots import LOOKS, Panel, Row, draw_panels, name_series, series_height
from reports.writing.wording import capital, listed, seat_names


def make_robust_report(comparison: ComparisonResults) -> RobustReport:
    """Return what the chart on other players is made of."""
    names = {label: quote_label(label) for label in comparison.arms}
    return RobustReport(comparison.levels, partial(_frame, comparison), names)


def charts_of(comparison: ComparisonResults) -> list[Chart]:
    """Return the charts of a comparison that show something."""
    own = [chart for kind in CHARTS for chart in kind.of(comparison)]
    return own + OTHER_PLAYERS.of(make_robust_report(comparison))


def _frame(
    comparison: ComparisonResults, sheet: ChartFrame, height: float, notes: Sequence[str]
) -> Drawing:
    first, *more = words.describe_games(comparison)
    return sheet.frame(first, [*more, *words.describe_arms(comparison)], height, notes)


# What differs ---------------------------------------------------------------------


def _differences(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw every difference in times of what people notice, each pair's beside the others'."""
    found = [
        (next(filter(None, row)).figure, row)
        for row in _rows_of(comparison).values()
        if all(map(threshold, filter(None, row)))
    ]
    rows = [
        Row(
            figure.title,
            "\n".join(map(_told, row)),
            [one.difference.estimate.scaled(1 / threshold(one)) if one else UNKNOWN for one in row],
            hollow=[not (one and one.is_clear) for one in row],
        )
        for figure, row in sorted(found, key=lambda one: question_rank(one[0]))
    ]
    against = next(iter(comparison.arms))
    if comparison.design:
        against = f"{comparison.design.levels[0]} in the same column of the tables"
    notes = [
        f"Difference from {against}, with its "
        f"{wording.interval_name(comparison.confidence)}. Filled: clear among all "
        f"{wording.whole(comparison.tests)} differences; hollow: not clear. Grey: too small to "
        "notice, in our judgement. An arrow: beyond the axis."
    ]
    axis = "how many times as much as people notice"
    names = [pair.b for pair in select_drawn_pairs(comparison)]
    framed = partial(_frame, comparison, sheet, notes=notes)
    return draw_panels(sheet, framed, [Panel(rows, axis, (0.0, ""), 1.0, is_cut=True)], names)


def _rows_of(comparison: ComparisonResults) -> dict[str, list[FigureComparison | None]]:
    pairs = select_drawn_pairs(comparison)
    ranked = rank(pairs)
    some = {*ranked.large, *ranked.unclear, *ranked.small}
    paths = dict.fromkeys(path for pair in pairs for path in pair.figures if path in some)
    return {path: [pair.figures.get(path) for pair in pairs] for path in paths}


def _told(one: FigureComparison | None) -> str:
    if one is None:
        return ""
    change = one.difference.estimate
    return f"{wording.number(change.value, one.reach, one.unit)} {wording.short_unit(one.unit)}"


def _differences_title(comparison: ComparisonResults) -> str:
    figures = [one for row in _rows_of(comparison).values() for one in row if one]
    clear = sum(one.is_clear for one in figures)
    unclear = sum(judge_weight(one) == "unclear" for one in figures)
    told = f"{clear or 'None'} of {len(figures)} figures clearly differ{'s' * (clear < 2)}"
    if unclear:
        told += f", {unclear} cannot be told with so few games"
    most = _largest(comparison, lambda one: one.topic is fig.Topic.WINS or one.path == fig.MINUTES)
    return f"{told}; {most}" if most else told


def _differences_words(comparison: ComparisonResults) -> str:
    pairs = []
    for pair in comparison.pairs:
        large = [pair.figures[path] for path in rank([pair]).large]
        clear = [f"{one.figure.title}, {words.difference_clause(one)}" for one in large]
        pairs.append(
            f"{quote_label(pair.b)} against {quote_label(pair.a)}: {'; '.join(clear) or 'none'}"
        )
    return f"Clear differences, {'. And '.join(pairs)}."


# Who wins -------------------------------------------------------------------------


def _seats(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    arms, fair = comparison.arms, comparison.first.fair_share
    alike = all(results.fair_share == fair for results in arms.values())
    rates = [
        [one.win_rate.shifted(-less).scaled(100) for one in results.seats()]
        for results in arms.values()
        for less in [0.0 if alike else results.fair_share]
    ]
    names = seat_names(max(map(len, rates)))
    each = zip_longest(*rates, fillvalue=UNKNOWN)
    rows = [Row(name, "", figures) for name, figures in zip(names, each, strict=True)]
    dashed = f"the fair share{f', {wording.percent(fair)}' if alike else ''}"
    notes = [f"Whiskers: {wording.interval_name(comparison.confidence)}. Dashed: {dashed}."]
    axis = "win rate in % (axis does not start at 0)" if alike else "points from the fair share"
    line = (100 * fair if alike else 0.0, "")
    framed = partial(_frame, comparison, sheet, notes=notes)
    return draw_panels(sheet, framed, [Panel(rows, axis, line)], list(arms))


def _seats_title(comparison: ComparisonResults) -> str:
    def of_seats(one: fig.Figure) -> bool:
        return one.kind == fig.ADVANTAGE or (one.kind == fig.SEATS and one.is_win_rate)

    what = "whether a seat wins more with one than another"
    told = _title(comparison, of_seats, what, "No seat's win rate")
    # The chart shows how the seats of each stand, which may be clear where no difference is.
    labels = [
        quote_label(label)
        for label, one in comparison.arms.items()
        if one.has(fig.SEAT_SPREAD) and not one.is_seated and one.estimate(fig.SEAT_SPREAD).low > 0
    ]
    return f"The seats differ with {listed(labels)}. {told}" if labels else told


def _seats_words(comparison: ComparisonResults) -> str:
    def rates(results: RunResults) -> str:
        told = [wording.share_of(standing.win_rate) for standing in results.seats()]
        return ", ".join(f"seat {seat} {rate}" for seat, rate in enumerate(told, 1))

    return f"Win rates by seat: {_of_each(comparison, rates)}."


def _of_each(comparison: ComparisonResults, tell: Callable[[RunResults], str]) -> str:
    return "; ".join(
        f"with {quote_label(label)} {tell(one)}" for label, one in comparison.arms.items()
    )


# How long -------------------------------------------------------------------------


def _varies(comparison: ComparisonResults) -> bool:
    """Return whether lengths are known game by game, which stored ones are not, and differ."""
    if not comparison.is_paired:
        return False
    lengths = [results.minutes().histogram for results in comparison.arms.values()]
    return len(reduce(add, lengths).counts) > 1


def _length(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    arms = comparison.arms
    paces = list(dict.fromkeys(results.seconds_per_turn for results in arms.values()))
    # Bins of turns can be drawn as minutes where a turn takes as long in every arm.
    alike = len(paces) == 1
    turns = [results.lengths()["turns"] for results in arms.values()]
    lengths = [results.minutes() for results in arms.values()] if alike else turns
    scale = paces[0] / 60 if alike else 1.0
    everything = reduce(add, [length.histogram for length in lengths])
    bins = find_bins(everything)
    names = [f"{label}: {write_mean(one.mean)}" for label, one in zip(arms, lengths, strict=True)]
    notes = [
        "Share of the games in each bin; mean \N{PLUS-MINUS SIGN} half the width of its "
        f"{wording.interval_name(comparison.confidence)}. An assumed "
        f"{listed([str(p) for p in paces])} seconds "
        f"a turn{'.' if alike else ', so drawn in turns.'}",
        *describe_hidden_games(everything, bins, "game", scale),
    ]
    drawing = _frame(comparison, sheet, 2.6 + series_height(sheet, names), notes)
    axes = drawing.subplots()
    for place, length in enumerate(lengths):
        colour, _, line = LOOKS[place % len(LOOKS)]
        look = {"color": colour, "linestyle": line, "linewidth": 1.6}
        draw_steps(axes, length.histogram, bins, scale, **look)
    axes.set_ylabel("games")
    axes.set_xlabel("minutes" if alike else "turns")
    name_series(sheet, axes, names, lines=True)
    return drawing


def _length_title(comparison: ComparisonResults) -> str:
    what = "whether games take longer"
    return _title(comparison, lambda one: one.path == fig.MINUTES, what, "No version's length")


def _length_words(comparison: ComparisonResults) -> str:
    def lasting(results: RunResults) -> str:
        minutes = results.minutes()
        low, high = (f"{minutes.percentiles[percent]:.3g}" for percent in (5, 95))
        return f"{write_mean(minutes.mean)} minutes, nine games in ten {low} to {high}"

    return f"How long games last: {_of_each(comparison, lasting)}."


# Titles ---------------------------------------------------------------------------


def _title(
    comparison: ComparisonResults, wanted: Callable[[fig.Figure], bool], what: str, nothing: str
) -> str:
    """Tell the largest clear difference of some figures; else whether that is open."""
    if most := _largest(comparison, wanted):
        return capital(most)
    figures = [one for pair in select_drawn_pairs(comparison) for one in pair.figures.values()]
    if any(judge_weight(one) == "unclear" and wanted(one.figure) for one in figures):
        return f"Not clear yet {what}: more games would tell"
    return f"{nothing} differs so much that one would notice"


def _largest(comparison: ComparisonResults, wanted: Callable[[fig.Figure], bool]) -> str:
    """Tell the clear difference of some figures that designers ask for first; "" if none is."""
    found = [
        (pair, one)
        for pair in select_drawn_pairs(comparison)
        for one in pair.figures.values()
        if one.is_clear and not one.figure.is_fixed and wanted(one.figure)
    ]
    if not found:
        return ""
    pair, most = min(found, key=lambda each: sort_key(each[1], each[0]))
    return f"{most.figure.title}: {words.write_values(most, pair)}"


#: Every chart of a comparison alone.
CHARTS = (
    ChartKind("differences", "What differs?", _differences_title, _differences_words, _differences),
    ChartKind("win_rate_by_seat", "Who wins, by seat?", _seats_title, _seats_words, _seats),
    ChartKind(
        "length", "How long is a game?", _length_title, _length_words, _length, tells=_varies
    ),
)
NAMES = [kind.name for kind in (*CHARTS, OTHER_PLAYERS)]
