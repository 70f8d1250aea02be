"""The chart on other players: each figure, or each difference, with its interval by who plays."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from reports.robust.directions import LevelsOfArms
from reports.robust.document import differences_by_level, written
from reports.robust.levels import KINDS, Kind, Level, Robustness, Verdicts
from reports.writing import wording
from reports.writing.chart_frame import ChartKind, Drawing, Sheet
from reports.writing.document import Part, Section
from reports.writing.forest import LOOKS, Panel, Row, draw_panels
from reports.writing.wording import capital, listed

#: What verdicts say of one thing, and of several.
_SAID: dict[Verdicts, tuple[str, str]] = {
    "still moving": ("still moves as players get better", "still move as players get better"),
    "depends on style": ("depends on style", "depend on style"),
    "settled": ("is settled", "are settled"),
    "not clear": ("is not settled yet", "are not settled yet"),
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

    @property
    def found(self) -> Robustness | LevelsOfArms:
        """What was found, where it is known to be."""
        assert self.levels, "it is drawn only if it tells something"
        return self.levels

    @property
    def series(self) -> list[str]:
        """What the versions are called that are compared with another; none of a run."""
        labels = self.levels.labels[1:] if isinstance(self.levels, LevelsOfArms) else ()
        return [self.names[label] for label in labels]


def sections_of(played: Played) -> list[Section]:
    """Return the section with it, and with the differences that do not stand on the first page."""
    levels, parts = played.levels, list[Part](CHART.of(played))
    if isinstance(levels, LevelsOfArms) and len(levels.labels) > 2:
        parts += differences_by_level(levels, played.names)
    return [Section("levels", "With other players", parts)] if parts else []


def _row(played: Played, kind: Kind, level: Level, *, is_beside: bool) -> Row:
    """Return a figure with some players; hollow if it is not clearly beside a line there is."""
    seen = played.found.seen(kind, level)
    return Row(
        f"{level.name} (as played)" if level.asked else level.name,
        "\n".join(written(one, level) for one in seen),
        [one.value.scaled(one.unit.scale) for one in seen],
        hollow=[is_beside and not one.stands for one in seen],
    )


def _note(played: Played) -> str:
    found, sure = played.found, wording.level(played.found.confidence)
    if isinstance(found, Robustness):
        return f"{sure}. Dashed: the fair share; hollow: not clearly more or less."
    references = {played.names[one.a] for one in found.directions}
    against = references.pop() if len(references) == 1 else "what each is compared with"
    return f"{sure} of what changes against {against}. Hollow: not clear."


def _tells(played: Played) -> bool:
    """Return whether others were asked, and versions are few enough to be told apart."""
    return bool(played.levels) and len(played.series) <= len(LOOKS)


def _question(played: Played) -> str:
    whose = "Is that the game's, or the players'?"
    return "Does it hold whoever plays?" if played.series else whose


def _title(played: Played) -> str:
    verdicts = played.found.verdicts
    groups = {word: [one.judged for one in KINDS if verdicts.get(one) == word] for word in _SAID}
    said = [
        f"{listed(names)} {_SAID[word][len(names) > 1]}" for word, names in groups.items() if names
    ]
    return f"Whoever plays: {'; '.join(said)}"


def _in_words(played: Played) -> str:
    if len(played.series) > 1:  # the tables tell more than one can listen to
        return "The tables tell each."
    found, said = played.found, []
    for level in found.ranked.levels:
        each = [f"{kind.head} {written(found.seen(kind, level)[0], level)}" for kind in KINDS]
        said.append(f"{level.name}: {', '.join(each)}")
    return f"{'; '.join(said)}."


def _draw(sheet: Sheet, played: Played) -> Drawing:
    levels, series, verdicts = played.found.ranked.levels, played.series, played.found.verdicts
    games = dict.fromkeys(pick(level.games for level in levels) for pick in (min, max))
    many = " to ".join(map(wording.whole, games))
    notes = [f"Whiskers: {_note(played)} {many} games of each, on the same deals."]
    panels, names = [], series if len(series) > 1 else ()
    for kind in KINDS:
        middle = 0.0 if series or kind.seat else math.nan
        said = f": {_SAID[verdicts[kind]][0].removeprefix('is ')}" if kind in verdicts else ""
        title = f"{capital(kind.title)}{said}"
        is_beside = math.isfinite(middle)
        rows = [_row(played, kind, level, is_beside=is_beside) for level in levels]
        # What series are called stands where the first title would.
        axis, title = (title, "") if names else (kind.head, title)
        panels.append(Panel(rows, axis, (middle, ""), title=title))
    drawing = draw_panels(sheet, lambda inches: played.frame(sheet, inches, notes), panels, names)
    for axes, panel in zip(drawing.axes, panels, strict=True):
        if math.isnan(panel.reference[0]):
            axes.set_xlim(left=0)
    return drawing


CHART = ChartKind("levels_of_play", _question, _title, _in_words, _draw, "levels", _tells)
