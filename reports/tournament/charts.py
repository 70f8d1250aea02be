"""The charts of a tournament, each readable on its own."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure as Drawing
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.figures.figure import SHARE
from reports.figures.precision import half_width
from reports.figures.statistics import Estimate
from reports.tournament import duel_chart
from reports.tournament.bradley_terry import EVEN_ELO
from reports.tournament.duel_words import question
from reports.tournament.framing import frame
from reports.tournament.mixed import Ranked
from reports.tournament.results import TournamentResults
from reports.tournament.sentences import elo_meaning, games_a_cell, mixed_meaning
from reports.tournament.story import (
    beating_in_a_line,
    share,
    surviving_in_a_line,
    top_in_a_line,
    viable,
)
from reports.writing import numbers
from reports.writing.chart_frame import (
    BLUE,
    DIVERGING,
    GREY,
    INK,
    LINE,
    PALE,
    VERMILION,
    Sheet,
    make_chart,
    text_width,
    wrap,
)
from reports.writing.document import Chart
from reports.writing.numbers import counted, percent

#: Inches: the widest label beside a chart, and under a heat map.
_BESIDE, _BELOW = 2.3, 1.7
#: Inches that a cell of the heat map takes with half the width of an interval in it, with a
#: figure alone, and with one in whole per cent.
_WITH_HALF, _WITH_FIGURE, _WITH_WHOLE = 0.5, 0.38, 0.23


#: The sections that charts stand in.
FOUND, DUELS = "found", "duels"


@dataclass(frozen=True)
class _Chart:
    """A chart of a tournament: how it is called, drawn, and told in words, and where it stands."""

    name: str
    question: Callable[[TournamentResults], str]
    draw: Callable[[Sheet, TournamentResults], Drawing]
    title: Callable[[TournamentResults], str]
    words: Callable[[TournamentResults], str]
    section: str = FOUND


def charts_of(results: TournamentResults) -> list[Chart]:
    """Return the charts of a tournament, each of them of `CHARTS`; that of duels if there are."""
    return [
        make_chart(
            chart.name,
            chart.title(results),
            chart.question(results),
            chart.words(results),
            chart.draw,
            results,
            section=chart.section,
        )
        for chart in CHARTS
        if chart.section == FOUND or results.duels.are_played
    ]


# The matrix -----------------------------------------------------------------------


def _matrix(sheet: Sheet, results: TournamentResults) -> Drawing:
    specs, size = [results.specs[number] for number in results.mixed.order], len(results.specs)
    beside = sheet.part(_BESIDE)
    rows = ["\n".join(wrap(spec, beside)) for spec in specs]
    widest = max(text_width(line) for label in rows for line in label.split("\n"))
    across = (sheet.width - 0.7 - widest) / size
    halves = across >= _WITH_HALF
    columns, turned = list(specs), False
    if max(map(text_width, specs)) > across - 0.08:
        turned = max(map(text_width, specs)) <= _BELOW
        if not turned:
            # Names that fit neither way stand beside the rows, with a number for the column.
            columns = [str(place) for place in range(1, size + 1)]
            rows = ["\n".join(wrap(f"{n}  {spec}", beside)) for n, spec in enumerate(specs, 1)]
    widest = max(text_width(line) for label in rows for line in label.split("\n"))
    across = (sheet.width - 0.7 - widest) / size
    lines = max(label.count("\n") + 1 for label in rows)
    row_height = max(0.56 if halves else 0.34, 0.12 + lines * LINE)
    fair = percent(results.fair_share).removesuffix(".0 %").removesuffix(" %")
    half = f" \N{PLUS-MINUS SIGN} half its {numbers.level(results.confidence)}" if halves else ""
    notes = [
        f"Win rate in %{half} of the row's strategy, which has one seat, where the column's has "
        f"all others. White: the fair share, {fair} %; orange: above; blue: below. The best of the "
        "ranking comes first.",
        "Grey figures are not clearly above or below the fair share, corrected for all cells. What "
        "plays only against itself has its fair share and is not played.",
    ]
    below = max(map(text_width, columns)) if turned else LINE
    height = size * row_height + below + 0.55
    games = f"{games_a_cell(results)} games a cell, all on the same deals"
    figure = frame(results, sheet, games, height, notes)
    axes = figure.subplots()
    _heat(axes, results, across)
    axes.set_xticks(np.arange(size) + 0.5, columns, rotation=90 if turned else 0)
    axes.set_yticks(np.arange(size) + 0.5, rows)
    axes.set_xlabel("this strategy in all other seats")
    axes.set_ylabel("this strategy in one seat")
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return figure


def _heat(axes: Axes, results: TournamentResults, across: float) -> None:
    """Draw the win rates, and write as much of them as cells so many inches wide have room for."""
    halves = across >= _WITH_HALF
    fair = results.fair_share
    order = results.mixed.order
    rates = np.array([[results.matrix.rates[one][other].value for other in order] for one in order])
    # Full colour no sooner than 5 points from the fair share: small differences look small.
    low, high = min(rates.min(), fair - 0.05), max(rates.max(), fair + 0.05)
    norm = TwoSlopeNorm(fair, low, high)
    axes.pcolormesh(rates, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            middle = (column + 0.5, row + 0.5)
            if one == other:
                corner = (column + 0.01, row + 0.01)
                axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=PALE, linewidth=0))
                axes.text(*middle, "fair" if halves else "", color=GREY, ha="center", va="center")
                continue
            rate = results.matrix.rates[one][other]
            text = numbers.with_half(rate, SHARE).replace(" ", "\n", 1)
            if not halves:
                text = numbers.number(rate.value, half_width(rate), SHARE)
            if across < _WITH_FIGURE:
                text = f"{100 * rate.value:.0f}" if across >= _WITH_WHOLE else ""
            is_clear = results.matrix.against_fair[one, other].is_clear
            axes.text(
                *middle,
                text,
                ha="center",
                va="center",
                color=INK if is_clear else GREY,
                fontstyle="normal" if is_clear else "italic",
            )


# The ranking ----------------------------------------------------------------------


def _ranking(sheet: Sheet, results: TournamentResults) -> Drawing:
    ranking = results.mixed.ranking
    labels = [
        "\n".join(wrap(f"{_rank(r)}  {results.specs[r.strategy]}", sheet.part(_BESIDE)))
        for r in ranking
    ]
    row_height = max(0.42, 0.16 + max(label.count("\n") + 1 for label in labels) * LINE)
    notes = [
        f"Figures with their {numbers.level(results.confidence)}s. A strategy has a range of ranks "
        "where some are not clearly better or worse, corrected for all pairs.",
        mixed_meaning(results),
        elo_meaning(results),
    ]
    games = f"{counted(results.mixed.games, 'game')} of mixed line-ups"
    # Where there is no room beside each other, the panels stand below each other.
    rows = 2 if sheet.is_narrow else 1
    height = rows * (len(ranking) * row_height + 0.75)
    figure = frame(results, sheet, games, height, notes)
    left, right = figure.subplots(rows, 3 - rows, sharey=True).flat
    rates = [ranked.win_rate.scaled(100) for ranked in ranking]
    elos = [ranked.elo for ranked in ranking]
    fair = 100 * results.fair_share
    for axes, estimates, texts, middle, what in (
        (
            left,
            rates,
            [numbers.share_of(ranked.win_rate) for ranked in ranking],
            fair,
            f"fair share {fair:.3g} %",
        ),
        (right, elos, list(map(numbers.elo, elos)), EVEN_ELO, "1500"),
    ):
        _intervals(axes, estimates, texts)
        axes.axvline(middle, color=VERMILION, linestyle="--", linewidth=1.4, zorder=1)
        axes.annotate(
            what,
            (middle, 1),
            xycoords=axes.get_xaxis_transform(),
            xytext=(0, 4),
            textcoords="offset points",
            color=VERMILION,
            ha="center",
        )
    left.set_yticks(range(len(ranking)), labels)
    right.set_yticks(range(len(ranking)), labels)
    left.set_ylim(len(ranking) - 0.4, -0.6)
    left.set_xlabel("win rate in %, a seat")
    right.set_xlabel("Elo")
    for axes in (left, right):
        axes.grid(True, axis="x")
        axes.grid(False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.xaxis.set_major_locator(MaxNLocator(4))
    right.tick_params(labelleft=sheet.is_narrow)
    return figure


def _rank(ranked: Ranked) -> str:
    if ranked.best == ranked.worst:
        return str(ranked.rank)
    return f"{ranked.best}\N{EN DASH}{ranked.worst}"


def _intervals(axes: Axes, estimates: Sequence[Estimate], texts: Sequence[str]) -> None:
    """Draw a dot with its interval a row, and its figure in a column to the right.

    Where only one end is known, an arrow points away from it.
    """
    ends = [end for found in estimates for end in (found.low, found.high) if math.isfinite(end)]
    low, high = (min(ends), max(ends)) if ends else (EVEN_ELO, EVEN_ELO)
    beyond = 0.16 * (high - low or 1.0)  # room for arrows
    room = 0.05 * (high - low or 1.0)
    axes.set_xlim(
        low - (room if all(math.isfinite(found.low) for found in estimates) else beyond),
        high + (room if all(math.isfinite(found.high) for found in estimates) else beyond),
    )
    known = [(row, found) for row, found in enumerate(estimates) if _both(found)]
    if known:
        values = [found.value for _, found in known]
        reach = [
            [found.value - found.low for _, found in known],
            [found.high - found.value for _, found in known],
        ]
        rows = [row for row, _ in known]
        dots = axes.errorbar(values, rows, xerr=reach, fmt="o", capsize=4, markersize=5)
        for artist in dots.get_children():
            artist.set(color=BLUE, clip_on=False)
    for row, found in enumerate(estimates):
        for end, far, away in (
            (found.high, found.low, -beyond),
            (found.low, found.high, beyond),
        ):
            if math.isfinite(end) and not math.isfinite(far):
                arrow = {"arrowstyle": "-|>", "color": BLUE, "shrinkA": 0, "shrinkB": 0}
                drawn = axes.annotate("", (end + away, row), (end, row), arrowprops=arrow)
                drawn.set_in_layout(False)
                axes.plot(end, row, "|", color=BLUE, markersize=9)
        axes.annotate(
            texts[row].replace(" (", "\n("),
            (1, row),
            xycoords=axes.get_yaxis_transform(),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
        )


def _both(found: Estimate) -> bool:
    return math.isfinite(found.low) and math.isfinite(found.high)


# The equilibrium ------------------------------------------------------------------


def _equilibrium(sheet: Sheet, results: TournamentResults) -> Drawing:
    order = _by_share(results)
    labels = ["\n".join(wrap(results.specs[n], sheet.part(_BESIDE))) for n in order]
    told = [_told(results, n, sheet.is_narrow) for n in order]
    lines = max(text.count("\n") + 1 for text in (*labels, *told))
    row_height = max(0.36, 0.14 + lines * LINE)
    notes = [
        f"Whiskers: {numbers.level(results.confidence)} from resamples of the matrix.",
        viable(results),
        "All styles are equally common at first; who wins more is imitated. The win rate of a "
        "style in a mixed population is the mean of its row of the matrix, weighted by the shares.",
    ]
    games = f"{games_a_cell(results)} games a cell of the matrix"
    height = len(order) * row_height + 0.55
    figure = frame(results, sheet, games, height, notes)
    axes = figure.subplots()
    shares = [results.long_run.shares[n] for n in order]
    # What is not known as a number has no bar, only how far it may be.
    known = [results.verdicts.shares[n] == "known" for n in order]
    values = [s.value for s in shares]
    ends = [[s.value - s.low for s in shares], [s.high - s.value for s in shares]]
    bars_of = [value if one else 0.0 for value, one in zip(values, known, strict=True)]
    axes.barh(range(len(order)), bars_of, height=0.6, color=BLUE, alpha=0.5)
    bars = axes.errorbar(values, range(len(order)), xerr=ends, fmt="none", capsize=4, ecolor=INK)
    for artist in bars.get_children():
        artist.set_clip_on(False)
    for row, text in enumerate(told):
        axes.annotate(
            text,
            (1, row),
            xycoords=axes.get_yaxis_transform(),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
        )
    axes.set_yticks(range(len(order)), labels)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlim(0, 1)
    axes.set_xticks(np.arange(0, 1.01, 0.5 if sheet.is_narrow else 0.25))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.set_xlabel("share of the players")
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    return figure


def _told(results: TournamentResults, style: int, briefly: bool) -> str:
    """Write the share of a style in the long run, and what else there is to say of it."""
    found = results.long_run
    text = share(results, style)
    if briefly:
        text = text.replace(" (", "\n(")
    if style in found.never_pays:
        text += "\nnever pays"
    elif results.verdicts.shares[style] == "all or none":
        text += "\nstays if all play it"
    return text


def _by_share(results: TournamentResults) -> list[int]:
    """Return the styles by what share they have in the long run, or may have."""
    shares = results.long_run.shares
    return sorted(range(len(shares)), key=lambda n: (-shares[n].value, -shares[n].high))


def _matrix_words(results: TournamentResults) -> str:
    cells = {cell: results.matrix.rates[cell[0]][cell[1]] for cell in results.tournament.cells}
    (one, other), most = max(cells.items(), key=lambda item: item[1].value)
    least = min(cells.values(), key=lambda rate: rate.value)
    return (
        f"A table of {len(cells)} win rates, from {numbers.value(least, SHARE)} to "
        f"{numbers.value(most, SHARE)}, of {results.specs[one]} where all others play "
        f"{results.specs[other]}; {percent(results.fair_share)} is fair."
    )


def _ranking_words(results: TournamentResults) -> str:
    ranked = ", ".join(
        f"{results.specs[r.strategy]} {numbers.share_of(r.win_rate)}" for r in results.mixed.ranking
    )
    return f"Win rates with mixed line-ups, the best first: {ranked}."


def _equilibrium_words(results: TournamentResults) -> str:
    told = ", ".join(f"{results.specs[n]} {share(results, n)}" for n in _by_share(results))
    return f"Shares of the players in the long run: {told}. {viable(results)}"


def _asks(question: str) -> Callable[[TournamentResults], str]:
    return lambda results: question


#: Every chart of a tournament, by the stem of its files.
CHARTS = (
    _Chart("matrix", _asks("Who beats whom?"), _matrix, beating_in_a_line, _matrix_words),
    _Chart("ranking", _asks("Who wins most?"), _ranking, top_in_a_line, _ranking_words),
    _Chart(
        "equilibrium",
        _asks("Which styles are left in the long run?"),
        _equilibrium,
        surviving_in_a_line,
        _equilibrium_words,
    ),
    _Chart("duels", question, duel_chart.draw, duel_chart.title, duel_chart.words, DUELS),
)
