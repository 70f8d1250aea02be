"""The charts of a tournament, each readable on its own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, MaxNLocator

from reports.chart_frame import (
    BLUE,
    DIVERGING,
    GREY,
    INK,
    LINE,
    PALE,
    VERMILION,
    WIDTH,
    chart_style,
    counted,
    frame_texts,
    number,
    text_width,
    wrap,
)
from reports.run.sentences import percent, percent_interval
from reports.statistics import Estimate
from reports.tournament.bradley_terry import MEAN_ELO
from reports.tournament.results import Ranked, TournamentResults
from reports.tournament.sentences import elo_meaning, mixed_meaning, surviving, undecided

#: Inches: the widest label beside a chart, and under a heat map.
_BESIDE, _BELOW = 2.3, 1.7
#: Up to so many strategies there is room for half widths in the heat map.
_FEW = 9


def draw_tournament_charts(results: TournamentResults) -> dict[str, Figure]:
    """Draw the charts of a tournament, by file stem: those of `tournament_tables.CHARTS`."""
    with chart_style():
        return {
            "matrix": _matrix(results),
            "ranking": _ranking(results),
            "equilibrium": _equilibrium(results),
        }


def write_tournament_charts(results: TournamentResults, folder: Path) -> list[Path]:
    """Write each chart as PNG and SVG into an existing folder, and return the files."""
    written = []
    with chart_style():
        for name, figure in draw_tournament_charts(results).items():
            written += [folder / f"{name}.png", folder / f"{name}.svg"]
            figure.savefig(written[-2])
            figure.savefig(written[-1], metadata={"Date": None})
    return written


def _frame(
    results: TournamentResults, what: str, games: str, height: float, notes: Sequence[str]
) -> Figure:
    study = results.study
    played = f"{results.game.title}, variant {study.variant}, {study.players} players"
    header = [f"{games}, seed {study.seed}"]
    if results.run.interrupted:
        header[0] += "; interrupted"
    if study.changes:
        header.append(f"rules changed: {', '.join(study.changes)}")
    return frame_texts(what, played, header, height, [*notes, *undecided(results)])


def _level(results: TournamentResults) -> str:
    return f"{100 * results.confidence:g} % confidence"


# The matrix -----------------------------------------------------------------------


def _matrix(results: TournamentResults) -> Figure:
    specs, size = results.specs, len(results.specs)
    halves = size <= _FEW
    rows = ["\n".join(wrap(spec, _BESIDE)) for spec in specs]
    widest = max(text_width(line) for label in rows for line in label.split("\n"))
    across = (WIDTH - 0.7 - widest) / size
    columns, turned = list(specs), False
    if max(map(text_width, specs)) > across - 0.08:
        turned = max(map(text_width, specs)) <= _BELOW
        if not turned:
            # Names that fit neither way stand beside the rows, with a number for the column.
            columns = [str(place) for place in range(1, size + 1)]
            rows = ["\n".join(wrap(f"{n}  {spec}", _BESIDE)) for n, spec in enumerate(specs, 1)]
    lines = max(label.count("\n") + 1 for label in rows)
    row_height = max(0.56 if halves else 0.34, 0.12 + lines * LINE)
    fair = percent(results.fair_share).removesuffix(".0 %").removesuffix(" %")
    half = f" \N{PLUS-MINUS SIGN} half its interval ({_level(results)})" if halves else ""
    notes = [
        f"Win rate in %{half} of the row's strategy, which has one seat, where the column's has "
        f"all others. White: the fair share, {fair} %; orange: above; blue: below.",
        "Grey figures are not told from the fair share (Holm, over all cells). What plays only "
        "against itself has its fair share and is not played.",
    ]
    below = max(map(text_width, columns)) if turned else LINE
    height = size * row_height + below + 0.55
    games = f"{number(results.cell_games)} games a cell, all on the same deals"
    figure = _frame(results, "Who beats whom", games, height, notes)
    axes = figure.subplots()
    _heat(axes, results, halves)
    axes.set_xticks(np.arange(size) + 0.5, columns, rotation=90 if turned else 0)
    axes.set_yticks(np.arange(size) + 0.5, rows)
    axes.set_xlabel("strategy of all others")
    axes.set_ylabel("strategy of the one")
    axes.invert_yaxis()
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)
    return figure


def _heat(axes: Axes, results: TournamentResults, halves: bool) -> None:
    fair, size = results.fair_share, len(results.specs)
    rates = np.array([[rate.value for rate in row] for row in results.matrix])
    # Full colour no sooner than 5 points from the fair share: small differences look small.
    low, high = min(rates.min(), fair - 0.05), max(rates.max(), fair + 0.05)
    norm = TwoSlopeNorm(fair, low, high)
    axes.pcolormesh(rates, cmap=DIVERGING, norm=norm, edgecolors="white", linewidth=2)
    for one in range(size):
        for other in range(size):
            middle = (other + 0.5, one + 0.5)
            if one == other:
                corner = (other + 0.01, one + 0.01)
                axes.add_patch(Rectangle(corner, 0.98, 0.98, facecolor=PALE, linewidth=0))
                axes.text(*middle, "fair" if halves else "", color=GREY, ha="center", va="center")
                continue
            rate, told = results.matrix[one][other], results.against_fair[one, other]
            text = f"{100 * rate.value:.1f}"
            if halves:
                text += f"\n\N{PLUS-MINUS SIGN} {50 * (rate.high - rate.low):.1f}"
            colour = GREY if told.word == "not told" else INK
            axes.text(
                *middle,
                text,
                ha="center",
                va="center",
                color=colour,
                fontsize="medium" if size <= 14 else "small",
                fontstyle="italic" if told.word == "not told" else "normal",
            )


# The ranking ----------------------------------------------------------------------


def _ranking(results: TournamentResults) -> Figure:
    ranking = results.ranking
    labels = ["\n".join(wrap(f"{_rank(r)}  {results.specs[r.strategy]}", _BESIDE)) for r in ranking]
    row_height = max(0.42, 0.16 + max(label.count("\n") + 1 for label in labels) * LINE)
    notes = [
        f"Figures with their intervals ({_level(results)}). A strategy has a range of ranks where "
        "some are not told from chance to be better or worse (Holm, over all pairs).",
        mixed_meaning(results),
        elo_meaning(results),
    ]
    games = f"{counted(results.mixed_games, 'game')} of mixed line-ups"
    height = len(ranking) * row_height + 0.65
    figure = _frame(results, "Ranking of the strategies", games, height, notes)
    left, right = figure.subplots(1, 2, sharey=True)
    rates = [ranked.win_rate.scaled(100) for ranked in ranking]
    elos = [ranked.elo for ranked in ranking]
    _intervals(left, rates, 1)
    _intervals(right, elos, 0)
    for axes, middle, what in (
        (left, 100 * results.fair_share, f"fair share {100 * results.fair_share:.3g} %"),
        (right, MEAN_ELO, f"mean {MEAN_ELO:.0f}"),
    ):
        axes.axvline(middle, color=VERMILION, linestyle="--", linewidth=1.4)
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
    left.set_ylim(len(ranking) - 0.4, -0.75)
    left.set_xlabel("win rate in %, a seat")
    right.set_xlabel("Elo")
    for axes in (left, right):
        axes.grid(True, axis="x")
        axes.grid(False, axis="y")
        axes.tick_params(axis="y", length=0)
        axes.xaxis.set_major_locator(MaxNLocator(5))
    right.tick_params(labelleft=False)
    return figure


def _rank(ranked: Ranked) -> str:
    if ranked.best == ranked.worst:
        return str(ranked.rank)
    return f"{ranked.best}\N{EN DASH}{ranked.worst}"


def _intervals(axes: Axes, estimates: Sequence[Estimate | None], decimals: int) -> None:
    """Draw a dot with its interval a row, and its figure above."""
    known = [(row, found) for row, found in enumerate(estimates) if found]
    if known:
        values = [found.value for _, found in known]
        ends = [
            [found.value - found.low for _, found in known],
            [found.high - found.value for _, found in known],
        ]
        rows = [row for row, _ in known]
        dots = axes.errorbar(values, rows, xerr=ends, fmt="o", capsize=4, markersize=5)
        for artist in dots.get_children():
            artist.set(color=BLUE, clip_on=False)
        low, high = min(f.low for _, f in known), max(f.high for _, f in known)
        room = 0.2 * (high - low or 1.0)  # for the figures of the outermost dots
        axes.set_xlim(low - room, high + room)
    for row, found in enumerate(estimates):
        text = "no finite Elo"
        place, align = 0.02, "left"
        across: Any = axes.get_yaxis_transform()
        if found:
            text = (
                f"{found.value:.{decimals}f} ({found.low:.{decimals}f}\N{EN DASH}"
                f"{found.high:.{decimals}f})"
            )
            place, align, across = found.value, "center", "data"
        axes.annotate(
            text,
            (place, row),
            xycoords=across,
            xytext=(0, 5),
            textcoords="offset points",
            ha=align,
            va="bottom",
            fontsize="small",
            bbox={"boxstyle": "square,pad=0.05", "facecolor": "white", "edgecolor": "none"},
            zorder=3,
        )


# The equilibrium ------------------------------------------------------------------


def _equilibrium(results: TournamentResults) -> Figure:
    order = sorted(range(len(results.specs)), key=lambda n: -results.shares[n].value)
    labels = ["\n".join(wrap(results.specs[n], _BESIDE)) for n in order]
    row_height = max(0.36, 0.14 + max(label.count("\n") + 1 for label in labels) * LINE)
    notes = [
        f"Whiskers: interval ({_level(results)}) from resamples of the matrix.",
        surviving(results),
        "All styles are equally common at first; who wins more is imitated. The win rate of a "
        "style in a mixed population is the mean of its row of the matrix, weighted by the shares.",
    ]
    games = f"{number(results.cell_games)} games a cell of the matrix"
    height = len(order) * row_height + 0.55
    figure = _frame(results, "Which styles are left in the long run", games, height, notes)
    axes = figure.subplots()
    shares = [results.shares[n] for n in order]
    values = [share.value for share in shares]
    ends = [[s.value - s.low for s in shares], [s.high - s.value for s in shares]]
    axes.barh(range(len(order)), values, height=0.6, color=BLUE, alpha=0.5)
    bars = axes.errorbar(values, range(len(order)), xerr=ends, fmt="none", capsize=4, ecolor=INK)
    for artist in bars.get_children():
        artist.set_clip_on(False)
    for row, share in enumerate(shares):
        text = f"{100 * share.value:.0f} %"
        if share.high > share.low:
            text += f" ({100 * share.low:.0f}\N{EN DASH}{100 * share.high:.0f})"
        if order[row] in results.never_pays:
            text += "   never pays"
        axes.annotate(
            text, (share.high, row), xytext=(8, 0), textcoords="offset points", va="center"
        )
    axes.set_yticks(range(len(order)), labels)
    axes.set_ylim(len(order) - 0.4, -0.6)
    axes.set_xlim(0, 1.22)
    axes.set_xticks(np.arange(0, 1.01, 0.25))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.set_xlabel("share of the players who play it")
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    return figure


def chart_words(results: TournamentResults) -> dict[str, str]:
    """Say each chart in words, by file stem, for those who do not see it."""
    cells = {cell: results.matrix[cell[0]][cell[1]] for cell in results.tournament.cells}
    (one, other), most = max(cells.items(), key=lambda item: item[1].value)
    ranked = ", ".join(
        f"{results.specs[r.strategy]} {percent(r.win_rate.value)} ({percent_interval(r.win_rate)})"
        for r in results.ranking
    )
    return {
        "matrix": f"A table of {len(cells)} win rates, from "
        f"{percent(min(rate.value for rate in cells.values()))} to {percent(most.value)}, of "
        f"{results.specs[one]} where all others play {results.specs[other]}; "
        f"{percent(results.fair_share)} is fair.",
        "ranking": f"Win rates with mixed line-ups, the best first: {ranked}.",
        "equilibrium": surviving(results),
    }
