"""The charts of a comparison: all differences, wins by seat, and the length of games."""

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
from reports.figures.statistics import UNKNOWN, Estimate
from reports.robust.charts import OTHER_PLAYERS, RobustReport
from reports.run.charts import describe_hidden_games, draw_steps, find_bins, write_mean
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.document import Chart
from reports.writing.plots import LOOKS, Panel, Row, draw_panels, name_series, series_height
from reports.writing.wording import capital, listed, seat_names


def make_robust_report(comparison: ComparisonResults) -> RobustReport:
    """Return the data of the chart on other players."""
    names = {label: quote_label(label) for label in comparison.arms}
    return RobustReport(comparison.levels, partial(_frame, comparison), names)


def charts_of(comparison: ComparisonResults) -> list[Chart]:
    """Return the charts of a comparison that have something to show, and that on other players."""
    charts = [chart for kind in CHARTS for chart in kind.of(comparison)]
    return charts + OTHER_PLAYERS.of(make_robust_report(comparison))


def _frame(
    comparison: ComparisonResults, sheet: ChartFrame, height: float, notes: Sequence[str]
) -> Drawing:
    title, *lines = words.describe_games(comparison)
    return sheet.frame(title, [*lines, *words.describe_arms(comparison)], height, notes)


# The chart of all differences -------------------------------------------------------


def _draw_differences(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw every difference as a multiple of the noticeable difference, with a series per pair."""
    compared = []
    for figures in _rows_of(comparison).values():
        known_figures = [figure for figure in figures if figure]
        if all(map(threshold, known_figures)):
            compared.append((known_figures[0].definition, figures))
    compared.sort(key=lambda item: question_rank(item[0]))
    rows = []
    for definition, figures in compared:
        row = Row(
            definition.title,
            "\n".join(map(_write_difference, figures)),
            list(map(_in_multiples, figures)),
            hollow=[not (figure and figure.is_clear) for figure in figures],
        )
        rows.append(row)
    base = next(iter(comparison.arms))
    if comparison.design:
        base = f"{comparison.design.levels[0]} in the same column of the tables"
    notes = [
        f"Difference from {base}, with its "
        f"{wording.interval_name(comparison.confidence)}. Filled: clear among all "
        f"{wording.whole(comparison.tests)} differences; hollow: not clear. Grey: too small to "
        "notice, in our judgement. An arrow: beyond the axis."
    ]
    axis = "difference in units of the noticeable difference"
    names = [pair.b for pair in select_drawn_pairs(comparison)]
    framed = partial(_frame, comparison, sheet, notes=notes)
    return draw_panels(sheet, framed, [Panel(rows, axis, (0.0, ""), 1.0, is_cut=True)], names)


def _in_multiples(figure: FigureComparison | None) -> Estimate:
    """Return a difference as a multiple of the noticeable difference; `UNKNOWN` for None."""
    if figure is None:
        return UNKNOWN
    return figure.difference.estimate.scaled(1 / threshold(figure))


def _rows_of(comparison: ComparisonResults) -> dict[str, list[FigureComparison | None]]:
    """Return the figures to draw by path: for each drawn pair, the figure or None if missing."""
    pairs = select_drawn_pairs(comparison)
    ranked = rank(pairs)
    ranked_paths = {*ranked.large, *ranked.unclear, *ranked.small}
    paths = dict.fromkeys(path for pair in pairs for path in pair.figures if path in ranked_paths)
    rows = {}
    for path in paths:
        rows[path] = [pair.figures.get(path) for pair in pairs]
    return rows


def _write_difference(figure: FigureComparison | None) -> str:
    if figure is None:
        return ""
    number = wording.number(figure.difference.estimate.value, figure.reach, figure.unit)
    return f"{number} {wording.short_unit(figure.unit)}"


def _title_differences(comparison: ComparisonResults) -> str:
    figures = [figure for row in _rows_of(comparison).values() for figure in row if figure]
    clear = sum(figure.is_clear for figure in figures)
    unclear = sum(judge_weight(figure) == "unclear" for figure in figures)
    verb = "differs" if clear < 2 else "differ"
    title = f"{clear or 'None'} of {len(figures)} figures clearly {verb}"
    if unclear:
        title += f", {unclear} need more games to decide"
    largest = _largest(
        comparison,
        lambda figure: figure.topic is fig.Topic.WINS or figure.path == fig.MINUTES,
    )
    return f"{title}; {largest}" if largest else title


def _describe_differences(comparison: ComparisonResults) -> str:
    texts = []
    for pair in comparison.pairs:
        large = [pair.figures[path] for path in rank([pair]).large]
        clear = [
            f"{figure.definition.title}, {words.difference_clause(figure)}" for figure in large
        ]
        arms = f"{quote_label(pair.b)} against {quote_label(pair.a)}"
        texts.append(f"{arms}: {'; '.join(clear) or 'none'}")
    return f"Clear differences, {'. And '.join(texts)}."


# The chart of win rates by seat -----------------------------------------------------


def _draw_seats(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw the win rates of all seats; if fair shares differ, their distances from these."""
    arms = comparison.arms
    fair = comparison.first.fair_share
    has_one_fair_share = all(results.fair_share == fair for results in arms.values())
    rates_by_arm = []
    for results in arms.values():
        base = 0.0 if has_one_fair_share else results.fair_share
        rates_by_arm.append([seat.win_rate.shifted(-base).scaled(100) for seat in results.seats()])
    names = seat_names(max(map(len, rates_by_arm)))
    rates_by_seat = zip_longest(*rates_by_arm, fillvalue=UNKNOWN)
    rows = [Row(name, "", rates) for name, rates in zip(names, rates_by_seat, strict=True)]
    dashed = "the fair share"
    axis = "points from the fair share"
    line = (0.0, "")
    if has_one_fair_share:
        dashed += f", {wording.percent(fair)}"
        axis = "win rate in % (axis does not start at 0)"
        line = (100 * fair, "")
    notes = [f"Whiskers: {wording.interval_name(comparison.confidence)}. Dashed: {dashed}."]
    framed = partial(_frame, comparison, sheet, notes=notes)
    return draw_panels(sheet, framed, [Panel(rows, axis, line)], list(arms))


def _title_seats(comparison: ComparisonResults) -> str:
    def is_of_seats(figure: fig.Figure) -> bool:
        return figure.kind == fig.ADVANTAGE or (figure.kind == fig.SEATS and figure.is_win_rate)

    question = "whether a seat wins more with one than another"
    title = _title(comparison, is_of_seats, question, "No seat's win rate")
    # The chart also shows the differences between the seats of an arm, so the title names the arms
    # in which they are significant.
    uneven = [
        quote_label(label)
        for label, results in comparison.arms.items()
        if results.has(fig.SEAT_SPREAD)
        and not results.is_seated
        and results.estimate(fig.SEAT_SPREAD).low > 0
    ]
    return f"The seats differ with {listed(uneven)}. {title}" if uneven else title


def _describe_seats(comparison: ComparisonResults) -> str:
    def rates(results: RunResults) -> str:
        shares = [wording.share_of(seat.win_rate) for seat in results.seats()]
        return ", ".join(f"seat {seat} {share}" for seat, share in enumerate(shares, 1))

    return f"Win rates by seat: {_list_by_arm(comparison, rates)}."


def _list_by_arm(comparison: ComparisonResults, describe: Callable[[RunResults], str]) -> str:
    texts = [
        f"with {quote_label(label)} {describe(results)}"
        for label, results in comparison.arms.items()
    ]
    return "; ".join(texts)


# The chart of lengths ---------------------------------------------------------------


def _has_varying_lengths(comparison: ComparisonResults) -> bool:
    """Return True if games differ in length; False for stored runs, which have no lengths."""
    if not comparison.is_paired:
        return False
    lengths = [results.minutes().histogram for results in comparison.arms.values()]
    return len(reduce(add, lengths).counts) > 1


def _draw_length(sheet: ChartFrame, comparison: ComparisonResults) -> Drawing:
    """Draw the distribution of lengths in minutes, or in turns if arms assume different turns."""
    arms = comparison.arms
    seconds = list(dict.fromkeys(results.seconds_per_turn for results in arms.values()))
    in_minutes = len(seconds) == 1
    if in_minutes:
        lengths = [results.minutes() for results in arms.values()]
        scale = seconds[0] / 60
    else:
        lengths = [results.lengths()["turns"] for results in arms.values()]
        scale = 1.0
    all_games = reduce(add, [length.histogram for length in lengths])
    bins = find_bins(all_games)
    names = [
        f"{label}: {write_mean(length.mean)}" for label, length in zip(arms, lengths, strict=True)
    ]
    assumed = f"An assumed {listed([str(number) for number in seconds])} seconds per turn"
    notes = [
        "Share of the games in each bin; mean \N{PLUS-MINUS SIGN} half the width of its "
        f"{wording.interval_name(comparison.confidence)}. {assumed}"
        f"{'.' if in_minutes else ', so drawn in turns.'}",
        *describe_hidden_games(all_games, bins, "game", scale),
    ]
    drawing = _frame(comparison, sheet, 2.6 + series_height(sheet, names), notes)
    axes = drawing.subplots()
    for index, length in enumerate(lengths):
        colour, _, line = LOOKS[index % len(LOOKS)]
        look = {"color": colour, "linestyle": line, "linewidth": 1.6}
        draw_steps(axes, length.histogram, bins, scale, **look)
    axes.set_ylabel("games")
    axes.set_xlabel("minutes" if in_minutes else "turns")
    name_series(sheet, axes, names, lines=True)
    return drawing


def _title_length(comparison: ComparisonResults) -> str:
    return _title(
        comparison,
        lambda figure: figure.path == fig.MINUTES,
        "whether games take longer",
        "No version's length",
    )


def _describe_length(comparison: ComparisonResults) -> str:
    def lengths(results: RunResults) -> str:
        minutes = results.minutes()
        low, high = (f"{minutes.percentiles[percent]:.3g}" for percent in (5, 95))
        return f"{write_mean(minutes.mean)} minutes, nine games in ten {low} to {high}"

    return f"How long games last: {_list_by_arm(comparison, lengths)}."


# Titles of charts -------------------------------------------------------------------


def _title(
    comparison: ComparisonResults,
    is_relevant: Callable[[fig.Figure], bool],
    question: str,
    subject: str,
) -> str:
    """Return the title of a chart: its most important clear difference, or that there is none.

    Parameters
    ----------
    comparison
        The results of the comparison.
    is_relevant
        A function that returns True for figures that the chart shows.
    question
        An indirect question, for the title if differences are undecided.
    subject
        The subject of the title if nothing differs noticeably.
    """
    largest = _largest(comparison, is_relevant)
    if largest:
        return capital(largest)
    for pair in select_drawn_pairs(comparison):
        for figure in pair.figures.values():
            if judge_weight(figure) == "unclear" and is_relevant(figure.definition):
                return f"Not clear yet {question}: more games would tell"
    return f"{subject} differs enough to be noticed"


def _largest(comparison: ComparisonResults, is_relevant: Callable[[fig.Figure], bool]) -> str:
    """Return a clause on the most important clear difference of relevant figures; "" if none."""
    clear = [
        (pair, figure)
        for pair in select_drawn_pairs(comparison)
        for figure in pair.figures.values()
        if figure.is_clear and not figure.definition.is_fixed and is_relevant(figure.definition)
    ]
    if not clear:
        return ""
    pair, figure = min(clear, key=lambda item: sort_key(item[1], item[0]))
    return f"{figure.definition.title}: {words.write_values(figure, pair)}"


#: The charts of a comparison, without the chart on other players, `OTHER_PLAYERS`.
CHARTS = (
    ChartKind(
        "differences",
        "What differs?",
        _title_differences,
        _describe_differences,
        _draw_differences,
    ),
    ChartKind("win_rate_by_seat", "Who wins, by seat?", _title_seats, _describe_seats, _draw_seats),
    ChartKind(
        "length",
        "How long is a game?",
        _title_length,
        _describe_length,
        _draw_length,
        tells=_has_varying_lengths,
    ),
)
NAMES = [kind.name for kind in (*CHARTS, OTHER_PLAYERS)]
