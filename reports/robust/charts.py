"""The chart of other players: each figure, or each difference, with its interval by who plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

from matplotlib.figure import Figure as Drawing

from reports.figures.statistics import Estimate
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import KINDS, Kind, Level, Robustness
from reports.writing import numbers
from reports.writing.chart_frame import Sheet, make_chart
from reports.writing.document import Chart
from reports.writing.forest import LOOKS, Panel, Row, draw_panels
from reports.writing.words import capital, listed

_NOT_KNOWN = Estimate(math.nan, math.nan, math.nan, 0)
#: The names of all charts of this room.
CHARTS = ("levels_of_play",)
#: What verdicts say of one thing, and of several.
_SAID = {
    "differ": ("depends on how one plays", "depend on how one plays"),
    "depends on play": ("depends on how one plays", "depend on how one plays"),
    "agree": ("is the game's", "are the game's"),
    "at every level": ("comes out alike", "come out alike"),
    "not clear": ("is not clear", "are not clear"),
}


class Framed(Protocol):
    """Makes a drawing on a sheet, so many inches high, with notes."""

    def __call__(self, sheet: Sheet, height: float, notes: Sequence[str]) -> Drawing:
        """Make it."""


#: What is drawn of a figure with some players, of each series: with whether it is clear.
Drawn = Callable[[Kind, Level], Sequence[tuple[Estimate, bool]]]


def chart_of(robustness: Robustness, framed: Framed) -> Chart:
    """Return the chart of a run; what is clear of seat 1 is that it wins more or less than fair."""

    def drawn(kind: Kind, level: Level) -> Sequence[tuple[Estimate, bool]]:
        if kind.about != "seats":
            return [(level.at(kind.path), True)]
        found = level.against_fair() if level.has_winners else _NOT_KNOWN
        return [(found, not found.low <= 0 <= found.high)]

    words = {kind: one.word for kind in KINDS for one in [robustness.judged.get(kind.about)] if one}
    return _chart(
        "Is that the game's, or the players'?",
        robustness.levels,
        words,
        drawn,
        f"{numbers.level(robustness.confidence)}. Dashed: the fair share; hollow: not clearly "
        "more or less.",
        framed,
    )


def charts_of_differences(
    levels: LevelsOfArms | None, names: Mapping[str, str], framed: Framed
) -> list[Chart]:
    """Return the chart of several versions, unless they are too many to be told apart."""
    labels = levels.labels[1:] if levels else ()
    if not levels or len(labels) > len(LOOKS):
        return []
    known = {(one.kind, one.b): one for one in levels.directions}

    def drawn(kind: Kind, level: Level) -> Sequence[tuple[Estimate, bool]]:
        found = [known[kind, label] for label in labels]
        return [(one.differences[level.name], bool(one.stands[level.name])) for one in found]

    references = {names[one.a] for one in levels.directions}
    against = references.pop() if len(references) == 1 else "what each is compared with"
    words = {}
    for kind in KINDS:
        said = {known[kind, label].word for label in labels}
        unlike = "depends on play" if "depends on play" in said else "not clear"
        words[kind] = said.pop() if len(said) == 1 else unlike
    return [
        _chart(
            "Does it hold whoever plays?",
            [arms[0] for arms in levels.levels],
            words,
            drawn,
            f"{numbers.level(levels.confidence)} of what changes against {against}. Hollow: not "
            "clear.",
            framed,
            [names[label] for label in labels],
        )
    ]


def _chart(
    question: str,
    levels: Sequence[Level],
    words: Mapping[Kind, str],
    drawn: Drawn,
    note: str,
    framed: Framed,
    series: Sequence[str] = (),
) -> Chart:
    """Draw a panel for each figure, a row for all who played."""

    def texts(kind: Kind, level: Level) -> list[str]:
        unit = kind.unit.of_differences if series else kind.unit
        return [
            "undecided" if math.isnan(one.value) else numbers.with_half(one, unit)
            for one, _ in drawn(kind, level)
        ]

    def row(kind: Kind, level: Level) -> Row:
        found = drawn(kind, level)
        return Row(
            f"{level.name} (as played)" if level.asked else level.name,
            "\n".join(texts(kind, level)),
            [one.scaled(kind.unit.scale) for one, _ in found],
            hollow=[not is_clear for _, is_clear in found],
        )

    def draw(sheet: Sheet) -> Drawing:
        games = dict.fromkeys(pick(level.games for level in levels) for pick in (min, max))
        many = " to ".join(map(numbers.whole, games))
        notes = [f"Whiskers: {note} {many} games of each, on the same deals."]
        panels, names = [], series if len(series) > 1 else ()
        for kind in KINDS:
            middle = 0.0 if series or kind.about == "seats" else math.nan
            said = _SAID[words[kind]][0].removeprefix("is ") if kind in words else ""
            title = f"{capital(kind.title)}{f': {said}' if said else ''}"
            rows = [row(kind, level) for level in levels]
            # What series are called stands where the first title would.
            axis, title = (title, "") if names else (kind.head, title)
            panels.append(Panel(rows, axis, (middle, ""), title=title))
        drawing = draw_panels(sheet, partial(framed, sheet, notes=notes), panels, names)
        for axes, panel in zip(drawing.axes, panels, strict=True):
            if math.isnan(panel.reference[0]):
                axes.set_xlim(left=0)
        return drawing

    told = [
        f"{level.name}: {', '.join(f'{kind.head} {texts(kind, level)[0]}' for kind in KINDS)}"
        for level in levels
    ]
    # Of several the tables tell more than one can listen to.
    in_words = f"{'; '.join(told)}." if len(series) < 2 else "The tables tell each."
    groups = {word: [kind.judged for kind in KINDS if words.get(kind) == word] for word in _SAID}
    said = [
        f"{listed(names)} {_SAID[word][len(names) > 1]}" for word, names in groups.items() if names
    ]
    styles = numbers.counted(sum(not one.few for one in levels), "playing style")
    return make_chart(
        CHARTS[0],
        f"With {styles} {'; '.join(said)}",
        question,
        in_words,
        draw,
        section="levels",
    )
