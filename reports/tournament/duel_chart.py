"""The chart of duels: each pair, and how far it hangs on who sits beside whom."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from reports.figures.figure import POINTS
from reports.figures.precision import half_width
from reports.tournament.duel_words import ahead, duelling, meaning, neighbours
from reports.tournament.duels import Duel
from reports.tournament.framing import frame
from reports.tournament.results import TournamentResults
from reports.writing import numbers
from reports.writing.chart_frame import (
    BLUE,
    GREY,
    INK,
    LINE,
    ORANGE,
    PALE,
    SKY,
    VERMILION,
    Sheet,
    wrap,
)
from reports.writing.words import listed

#: The colour and the mark of each way to sit.
_LOOKS = ((BLUE, "o"), (VERMILION, "s"), (SKY, "^"), (ORANGE, "D"))
#: Inches: the widest label, a way to sit within a row, and what else a row takes.
_BESIDE, _WAY, _ROW = 2.0, 0.16, 0.14
#: The most pairs drawn.
MOST_PAIRS = 36


def draw(sheet: Sheet, results: TournamentResults) -> Drawing:
    """Draw how much more the first of each pair wins, in each way to sit."""
    pairs, left_out = _drawn(results)
    ways = [seated.seating for seated in pairs[0].seated]
    labels = ["\n".join(wrap(_name(results, duel), sheet.part(_BESIDE))) for duel in pairs]
    told = [_told(duel, sheet.is_narrow) for duel in pairs]
    lines = max(text.count("\n") + 1 for text in (*labels, *told))
    row = max(len(ways) * _WAY, lines * LINE) + _ROW
    notes = [
        meaning(results),
        f"Lines: {numbers.level(results.confidence)}s. At the right all ways to sit together; grey "
        "where it is not clear which of the two wins more, corrected for all pairs.",
    ]
    if left_out:
        notes.append(
            f"Drawn are the {len(pairs)} pairs that are most apart; the table duels has "
            f"{numbers.counted(left_out, 'more pair')}."
        )
    across = 2 if sheet.is_narrow else len(ways)
    legend = LINE * (0.6 + len(ways) / across) if len(ways) > 1 else 0.0
    games = f"{numbers.whole(sum(duel.games for duel in results.duels.pairs))} games of duels"
    figure = frame(results, sheet, games, len(pairs) * row + 0.6 + legend, notes)
    axes = figure.subplots()
    for place, duel in enumerate(pairs):
        _pair(axes, place, duel, _WAY / row)
        axes.annotate(
            told[place],
            (1, place),
            xycoords=axes.get_yaxis_transform(),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=INK if duel.compared.is_clear else GREY,
            fontstyle="normal" if duel.compared.is_clear else "italic",
        )
        if place:
            axes.axhline(place - 0.5, color=PALE, linewidth=0.7)
    axes.axvline(0, color=GREY, linewidth=1)
    axes.set_yticks(range(len(pairs)), labels)
    axes.set_ylim(len(pairs) - 0.5, -0.5)
    axes.set_xlabel("more wins of 100 games, a seat")
    axes.grid(True, axis="x")
    axes.grid(False, axis="y")
    axes.tick_params(axis="y", length=0)
    if len(ways) > 1:
        for way, (colour, mark) in zip(ways, _LOOKS, strict=False):
            axes.plot([], [], mark, color=colour, label=way, markersize=5)
        axes.legend(
            loc="lower left",
            bbox_to_anchor=(0, 1),
            frameon=False,
            ncols=across,
            borderaxespad=0,
            handletextpad=0.3,
            columnspacing=1.2,
        )
    return figure


def _drawn(results: TournamentResults) -> tuple[list[Duel], int]:
    """Return the pairs that are drawn, by rank, and how many are left out."""
    pairs = results.duels.pairs
    most = sorted(pairs, key=lambda duel: -abs(duel.difference.value))[:MOST_PAIRS]
    drawn = [duel for duel in pairs if duel in most]
    return drawn, len(pairs) - len(drawn)


def _name(results: TournamentResults, duel: Duel) -> str:
    return f"{results.specs[duel.first]} over {results.specs[duel.second]}"


def _told(duel: Duel, briefly: bool) -> str:
    found = duel.difference
    value = numbers.number(found.value, half_width(found), POINTS)
    between = "\n" if briefly else " "
    return f"{value}{between}({numbers.ends(found, POINTS)})"


def _pair(axes: Axes, place: int, duel: Duel, way: float) -> None:
    """Draw each way in which a pair sits, one below the other."""
    middle = (len(duel.seated) - 1) / 2
    for down, (seated, (colour, mark)) in enumerate(zip(duel.seated, _LOOKS, strict=False)):
        found, y = seated.difference.scaled(100), place + (down - middle) * way
        axes.plot([found.low, found.high], [y, y], color=colour, linewidth=1.6)
        axes.plot(found.value, y, mark, color=colour, markersize=5, clip_on=False)


def title(results: TournamentResults) -> str:
    """Say what the chart shows, as its title."""
    apart, pairs = results.duels.farthest, results.duels.pairs
    if apart is not None and apart.compared.is_clear:
        ways = listed(
            [
                f"{numbers.number(one.difference.value, half_width(one.difference), POINTS)} as "
                f"{one.seating}"
                for one in (apart.more, apart.less)
            ]
        )
        return (
            f"Neighbours matter: {results.specs[apart.first]} over {results.specs[apart.second]} "
            f"{ways}"
        )
    clear = [duel for duel in pairs if duel.compared.is_clear]
    most = max(clear or pairs, key=lambda duel: abs(duel.difference.value))
    told = f"{len(clear)} of {numbers.counted(len(pairs), 'pair')} clear"
    return f"{told}; most apart: {ahead(results, most)}"


def words(results: TournamentResults) -> str:
    """Tell the chart to who cannot see it."""
    return " ".join([duelling(results), *neighbours(results)])
