"""The chart on other players: each figure, or each difference, with its interval by who plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from matplotlib.figure import Figure as Drawing

from reports.figures.statistics import UNKNOWN, Estimate
from reports.robust.directions import LevelsOfArms
from reports.robust.document import differences_by_level
from reports.robust.levels import KINDS, Kind, Level, Robustness, Verdicts
from reports.writing import numbers
from reports.writing.chart_frame import ChartKind, Sheet
from reports.writing.document import Part, Section
from reports.writing.forest import LOOKS, Panel, Row, draw_panels
from reports.writing.words import capital, listed

#: What verdicts say of one thing, and of several; the first of several is a version's.
_SAID: dict[Verdicts, tuple[str, str]] = {
    "still moving": ("still moves as players get better", "still move as players get better"),
    "depends on style": ("depends on style", "depend on style"),
    "settled": ("is settled", "are settled"),
    "not clear": ("is not clear", "are not clear"),
}


@dataclass(frozen=True)
class Played:
    """What it is made of: a run, or several versions of it, with other players."""

    #: What was found, if they were asked.
    levels: Robustness | LevelsOfArms | None
    #: Makes a drawing on a sheet, so many inches high and with notes, that says what was played.
    frame: Callable[[Sheet, float, Sequence[str]], Drawing]
    #: What sentences call versions, by their labels.
    names: Mapping[str, str] = field(default_factory=dict)


def sections_of(played: Played) -> list[Section]:
    """Return the section with it, and with the differences that do not stand on the first page."""
    levels, parts = played.levels, list[Part](CHART.of(played))
    if isinstance(levels, LevelsOfArms) and len(levels.labels) > 2:
        parts += differences_by_level(levels, played.names)
    return [Section("levels", "With other players", parts)] if parts else []


@dataclass(frozen=True)
class _Drawn:
    """What is drawn: a panel for each figure, a row for all who played."""

    levels: Sequence[Level]
    #: What is said of each figure.
    words: Mapping[Kind, Verdicts]
    #: A figure with some players, of each series, and whether it is clear.
    figures: Callable[[Kind, Level], Sequence[tuple[Estimate, bool]]]
    note: str
    series: Sequence[str] = ()

    def texts(self, kind: Kind, level: Level) -> list[str]:
        """Write a figure with some players."""
        unit = kind.unit.of_differences if self.series else kind.unit
        return [
            "undecided" if math.isnan(one.value) else numbers.with_half(one, unit)
            for one, _ in self.figures(kind, level)
        ]

    def row(self, kind: Kind, level: Level) -> Row:
        """Return a figure with some players, as it is drawn."""
        found = self.figures(kind, level)
        return Row(
            f"{level.name} (as played)" if level.asked else level.name,
            "\n".join(self.texts(kind, level)),
            [one.scaled(kind.unit.scale) for one, _ in found],
            hollow=[not is_clear for _, is_clear in found],
        )


def _drawn(played: Played) -> _Drawn:
    levels = played.levels
    assert levels, "it is drawn only if it tells something"
    return _of_run(levels) if isinstance(levels, Robustness) else _of_versions(levels, played.names)


def _of_run(robustness: Robustness) -> _Drawn:
    """Return what a run draws; what is clear of seat 1 is that it wins more or less than fair."""

    def figures(kind: Kind, level: Level) -> Sequence[tuple[Estimate, bool]]:
        if kind.about != "seats":
            return [(level.at(kind.path), True)]
        found = level.against_fair() if level.has_winners else UNKNOWN
        return [(found, not found.low <= 0 <= found.high)]

    judged = robustness.judged
    words = {kind: judged[kind.about].verdict for kind in KINDS if kind.about in judged}
    note = (
        f"{numbers.level(robustness.confidence)}. Dashed: the fair share; hollow: not clearly more "
        "or less."
    )
    return _Drawn(robustness.levels, words, figures, note)


def _of_versions(levels: LevelsOfArms, names: Mapping[str, str]) -> _Drawn:
    labels = levels.labels[1:]
    known = {(one.kind, one.b): one for one in levels.directions}

    def figures(kind: Kind, level: Level) -> Sequence[tuple[Estimate, bool]]:
        found = [known[kind, label] for label in labels]
        return [(one.differences[level.name], bool(one.stands[level.name])) for one in found]

    references = {names[one.a] for one in levels.directions}
    against = references.pop() if len(references) == 1 else "what each is compared with"
    words = {}
    for kind in KINDS:
        said = {known[kind, label].verdict for label in labels}
        words[kind] = next(
            one for one in _SAID if one in said and (one != "settled" or said == {one})
        )
    note = (
        f"{numbers.level(levels.confidence)} of what changes against {against}. Hollow: not clear."
    )
    several = [arms[0] for arms in levels.levels]
    return _Drawn(several, words, figures, note, [names[label] for label in labels])


def _tells(played: Played) -> bool:
    """Return whether others were asked, and versions are few enough to be told apart."""
    levels = played.levels
    return bool(levels) and not (
        isinstance(levels, LevelsOfArms) and len(levels.labels) - 1 > len(LOOKS)
    )


def _question(played: Played) -> str:
    if isinstance(played.levels, Robustness):
        return "Is that the game's, or the players'?"
    return "Does it hold whoever plays?"


def _title(played: Played) -> str:
    drawn = _drawn(played)
    groups = {
        word: [kind.judged for kind in KINDS if drawn.words.get(kind) == word] for word in _SAID
    }
    said = [
        f"{listed(names)} {_SAID[word][len(names) > 1]}" for word, names in groups.items() if names
    ]
    return f"Whoever plays: {'; '.join(said)}"


def _in_words(played: Played) -> str:
    drawn = _drawn(played)
    if len(drawn.series) > 1:  # the tables tell more than one can listen to
        return "The tables tell each."
    told = [
        f"{level.name}: {', '.join(f'{kind.head} {drawn.texts(kind, level)[0]}' for kind in KINDS)}"
        for level in drawn.levels
    ]
    return f"{'; '.join(told)}."


def _draw(sheet: Sheet, played: Played) -> Drawing:
    drawn = _drawn(played)
    games = dict.fromkeys(pick(level.games for level in drawn.levels) for pick in (min, max))
    many = " to ".join(map(numbers.whole, games))
    notes = [f"Whiskers: {drawn.note} {many} games of each, on the same deals."]
    panels, names = [], drawn.series if len(drawn.series) > 1 else ()
    for kind in KINDS:
        middle = 0.0 if drawn.series or kind.about == "seats" else math.nan
        word = drawn.words.get(kind)
        said = f": {_SAID[word][0].removeprefix('is ')}" if word else ""
        title = f"{capital(kind.title)}{said}"
        rows = [drawn.row(kind, level) for level in drawn.levels]
        # What series are called stands where the first title would.
        axis, title = (title, "") if names else (kind.head, title)
        panels.append(Panel(rows, axis, (middle, ""), title=title))

    def framed(height: float) -> Drawing:
        return played.frame(sheet, height, notes)

    drawing = draw_panels(sheet, framed, panels, names)
    for axes, panel in zip(drawing.axes, panels, strict=True):
        if math.isnan(panel.reference[0]):
            axes.set_xlim(left=0)
    return drawing


CHART = ChartKind("levels_of_play", _question, _title, _in_words, _draw, "levels", _tells)
