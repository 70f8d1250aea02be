"""What every chart of a comparison says besides itself, and how each arm looks in all of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from reports.comparison.results import Comparison, Pair
from reports.run.results import Results
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
from reports.writing.numbers import counted, whole
from reports.writing.words import line_up, listed, told_rules

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


@dataclass(frozen=True)
class DrawnArm:
    """What is drawn of arms: one of those whose games are the same ones.

    Attributes
    ----------
    place
        Of the first of them, which gives the look.
    label
        Names all of them.
    results
        Of each of them.
    """

    place: int
    label: str
    results: Results


def arms_drawn(comparison: Comparison) -> list[DrawnArm]:
    """Return what is drawn of the arms: each once, those with the same games together."""
    together: dict[str, list[int]] = {}
    arms = list(comparison.arms.items())
    for place, (_, results) in enumerate(arms):
        together.setdefault(results.run.tally.id, []).append(place)
    found = []
    for places in together.values():
        label = listed([arms[place][0] for place in places])
        same = " (the same games)" if len(places) > 1 else ""
        found.append(DrawnArm(places[0], f"{label}{same}", arms[places[0]][1]))
    return found


def frame(comparison: Comparison, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
    """Make a drawing that says what was compared, with room for a chart; as of a run's `frame`."""
    first = comparison.first
    deals, seed = counted(comparison.deals, "deal"), first.run.study.seed
    played = f"{first.game.title}: {len(comparison.arms)} arms on the same {deals}, seed {seed}"
    if not comparison.is_paired:
        played = f"{first.game.title}: {len(comparison.arms)} stored runs"
    header = [f"{label}: {_played(results)}" for label, results in comparison.arms.items()]
    return sheet.frame(played, header, height, notes)


def _played(results: Results) -> str:
    study = results.run.study
    said = [
        f"variant {study.variant}",
        f"{study.players} players",
        counted(results.run.games, "game"),
        f"line-up: {line_up(study.lineup, study.rotate)}",
    ]
    if study.changes:
        said.append(f"rules changed: {told_rules(study.changes)}")
    if results.unfinished:
        said.append(f"unfinished: {whole(results.unfinished)}")
    return "; ".join(said)


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
