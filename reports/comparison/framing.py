"""What every chart of a comparison says besides itself, and how each arm looks in all of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from reports.comparison.design import PLAYERS, Factor
from reports.comparison.results import Comparison, Pair
from reports.comparison.sentences import quoted
from reports.run import sentences
from reports.run.document import described
from reports.run.results import Results
from reports.writing import numbers
from reports.writing.chart_frame import (
    BLUE,
    INK,
    LINE,
    ORANGE,
    SKY,
    VERMILION,
    Sheet,
    wrap,
)
from reports.writing.words import capital, listed, told_rules

#: Of the arms in turn: colour, marker, line. Okabe and Ito's colours, as in `chart_frame`.
_LOOKS = (
    (BLUE, "o", "-"),
    (VERMILION, "s", "--"),
    ("#009e73", "^", "-."),
    ("#cc79a7", "D", ":"),
    (ORANGE, "v", (0, (5, 1))),
    (SKY, "P", (0, (3, 1, 1, 1))),
    (INK, "X", (0, (1, 1))),
)
#: Inches that the names of arms have, above a panel as wide as the chart.
_ACROSS = 6.2


def look(place: int) -> tuple[str, str, Any]:
    """Return the colour, marker and line of an arm."""
    return _LOOKS[place % len(_LOOKS)]


def pairs_drawn(comparison: Comparison) -> Sequence[Pair]:
    """Return the pairs that are drawn: of a grid those within its cells."""
    design = comparison.design
    if not design:
        return comparison.pairs
    inside = zip(comparison.pairs, design.places[1:], strict=True)
    return [pair for pair, place in inside if place[0]]


def frame(comparison: Comparison, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was compared, with room for a chart; as of a run's `frame`."""
    first, *more = played(comparison)
    return sheet.frame(first, [*more, *arms_played(comparison)], height, notes)


def played(comparison: Comparison) -> list[str]:
    """Say what was played, and how often."""
    first = comparison.first
    if not comparison.is_paired:
        held = [
            f"{quoted(label)} ({numbers.whole(results.run.games)} games, seed "
            f"{results.run.study.seed})"
            for label, results in comparison.arms.items()
        ]
        return [
            f"{first.game.title}: what the folders {listed(held)} hold; nothing was played again.",
            f"Why: {comparison.changed}. So they are compared as separate runs, without pairing "
            "deals, and how much skill pays is not known.",
        ]
    games = list(dict.fromkeys(results.run.games for results in comparison.arms.values()))
    each = f"{listed([numbers.whole(one) for one in games], 'or')} games"
    raced = len({results.run.tally.deals for results in comparison.arms.values()}) > 1
    if raced:
        each = f"{numbers.whole(min(games))} to {numbers.whole(max(games))} games"
    said = (
        f"{first.game.title} with {asked(comparison, 'and')}: {each} of each, on the same "
        f"{numbers.counted(comparison.deals, 'deal')}; seed {first.run.study.seed}."
    )
    if raced:
        said += " What stopped sooner is compared over its own deals."
    return [said]


def asked(comparison: Comparison, last: str) -> str:
    """Name the arms; of a grid its factors: "base or expert, each with 3 players or 4 players"."""
    design = comparison.design
    if not design:
        return listed([quoted(label) for label in comparison.arms], last)
    return ", each with ".join(_levels(factor, last) for factor in design.factors)


def _levels(factor: Factor, last: str) -> str:
    if factor.name == PLAYERS:
        return f"{listed([level.partition(' ')[0] for level in factor.levels], last)} {PLAYERS}"
    return listed([quoted(level) for level in factor.levels], last)


def arms_played(comparison: Comparison) -> list[str]:
    """Say what is played in each arm, what is the same in all of them once."""
    parts = {label: _parts(results) for label, results in comparison.arms.items()}
    same = [texts[0] for texts in zip(*parts.values(), strict=True) if len({*texts}) == 1]
    in_each = [text for text in same if text]
    lines = [f"In each: {', '.join(in_each)}."] if in_each else []
    if comparison.design:  # whose arms are named by what differs
        described = dict.fromkeys(several[0] for several in parts.values())
        return [*lines, *(f"{capital(one)}." for one in described if one not in same)]
    for label, several in parts.items():
        own = [one for one in several if one not in ("", label, *same)]
        if own and own != [f"rules changed: {label}"]:
            lines.append(f"{label}: {', '.join(own)}.")
    return lines


def _parts(results: Results) -> list[str]:
    """Say what is played, part by part."""
    study = results.run.study
    changed = f"rules changed: {told_rules(study.changes)}" if study.changes else ""
    players = f"{study.players} players"
    return [described(results), players, sentences.line_up(results), changed]


def name_arms(
    axes: Axes,
    labels: Mapping[int, str],
    with_line: bool = True,
    with_marker: bool = True,
    across: float = _ACROSS,
) -> None:
    """Say above the panel which look is which arm, by its place."""
    handles = []
    for place, label in labels.items():
        colour, marker, line = look(place)
        handles += axes.plot(
            [],
            [],
            color=colour,
            label="\n".join(wrap(label, across)),
            marker=marker if with_marker else "none",
            linestyle=line if with_line else "none",
        )
    axes.legend(
        handles=handles,
        loc="lower left",
        bbox_to_anchor=(0, 1),
        ncols=_columns(list(labels.values()), across),
        frameon=False,
        borderaxespad=0.2,
        handlelength=3,
    )


def legend_height(labels: Sequence[str], across: float = _ACROSS) -> float:
    """Return the inches that the names of arms take."""
    lines = max(len(wrap(label, across)) for label in labels)
    return (math.ceil(len(labels) / _columns(labels, across)) * lines + 1) * LINE


def _columns(labels: Sequence[str], across: float) -> int:
    """Return how many names of arms stand beside each other: as many as surely fit."""
    return max(1, min(4, int(across * 11.5) // (max(map(len, labels)) + 9)))
