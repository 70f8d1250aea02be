"""Whether findings hold whoever plays: sentences, parts of a document, and the chart of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from reports.figures.figure import PLAIN, POINTS, Unit
from reports.figures.statistics import finite
from reports.robust.directions import JudgedDifference, LevelsOfArms, combined_verdict
from reports.robust.levels import (
    JUDGED_FIGURES,
    MOST_UNDECIDED,
    ROBUST_VERDICTS,
    SENSIBLE,
    Direction,
    Group,
    JudgedFigure,
    LevelEstimate,
    PlayerLevel,
    RobustVerdict,
)
from reports.robust.robustness import Judgement, Robustness
from reports.robust.tables import strengths
from reports.writing import document as doc
from reports.writing import wording
from reports.writing.chart_frame import ChartFrame, ChartKind, Drawing
from reports.writing.columns import Column, document_table
from reports.writing.plots import LOOKS, Panel, Row, draw_panels
from reports.writing.wording import capital, listed
from simulate.play.tally import Contest

#: As said after a figure; a line before it says of the course what is counted.
_UNITS: dict[Group, str] = {"seats": " points", "length": " minutes", "course": ""}
_MARKS: dict[RobustVerdict, doc.Mark] = {
    "still moving": "look",
    "depends on style": "look",
    "settled": "fine",
    "not clear": "",
}
#: The sentence for games that hardly ever have a winner.
_NOT_RANKED = (
    "Hardly any game has a winner, so how well a style plays is not known and no style is called "
    "sensible."
)
#: What a difference may clearly be.
_TONES: dict[Direction, doc.Tone] = {"lower": "less", "higher": "more", "the same": ""}
#: Of so many the sentence says what they depend on.
_MOST_EXPLAINED = 2


def _explained(found: Robustness | LevelsOfArms, what: str, words: str) -> doc.Item:
    """Say who plays, what words mean, with what counts as `alike`, and of whom there is little."""
    rate = wording.number(found.margins.rate, 0, Unit(share=True))
    share = wording.percent(found.margins.relative, 0)
    alike = f"within {rate} percentage points of wins, or {share} of lengths and counts"
    said = words.format(alike=alike)
    if few := [level for level in found.ranked.levels if level.game_limit]:
        games, names = wording.counted(few[0].games, "game"), [level.name for level in few]
        said += f" With {games}, {listed(names)} can only contradict."
    played = (
        f"The same {what}, with every playing style in all seats, and alone among the strongest."
    )
    if not found.ranked.is_known:
        return doc.Item(f"{played} {_NOT_RANKED}")
    return doc.Item(
        f"{played} Sensible is who clearly wins at least {wording.percent(SENSIBLE, 0)} of a fair "
        f"share there, and the strongest with one other; all others are beginners. {said}"
    )


def estimate_text(seen: LevelEstimate, level: PlayerLevel) -> str:
    """Write a figure, or a difference, with some players."""
    if math.isnan(seen.value.value) and level.undecided > MOST_UNDECIDED:
        return f"{wording.percent(level.undecided, 0)} undecided"
    if math.isnan(seen.value.value):
        return "not judged"
    return wording.with_half(seen.value, seen.unit)


def _table(caption: str, found: Robustness | LevelsOfArms, place: int = 0) -> doc.Table:
    """Show three figures, or their differences in the version of a place, for all who played."""

    def cell(level: PlayerLevel, kind: JudgedFigure) -> doc.Cell:
        one = found.estimates(kind, level)[place]
        tone = _TONES.get(one.direction, "") if isinstance(found, LevelsOfArms) else ""
        return doc.Cell(estimate_text(one, level), finite(one.value.value), tone=tone)

    def name(level: PlayerLevel) -> doc.Cell:
        return doc.Cell(level.name, code=True, strong=level.is_study)

    columns = [
        Column("name", heading="who plays", numeric=False, display=name),
        Column("players", heading="players", numeric=False, spare=True),
        Column("games", heading="games"),
        *(
            Column(one.path, heading=one.head, display=partial(cell, kind=one))
            for one in JUDGED_FIGURES
        ),
    ]
    half = wording.interval_name(found.confidence)
    return document_table(
        f"{caption}; each \N{PLUS-MINUS SIGN} half its {half}", columns, found.ranked.levels
    )


# Of a run -------------------------------------------------------------------------


def label(robustness: Robustness | None, group: Group) -> list[doc.Item]:
    """Say in a line what a figure is with sensible players, with the strongest, and with beginners.

    Nothing if that was not asked.
    """
    if robustness is None or group not in robustness.judgements:
        return []
    judged, ranked = robustness.judgements[group], robustness.ranked
    parts = [f"sensible players {_range(judged, ranked.sensible)}"]
    if judged.seat > 1:
        parts[0] = f"in seat {judged.seat} {parts[0]}"
    *_, best = ranked.strongest
    if not judged.seat or best.has_winners:
        unit = POINTS if judged.seat else PLAIN
        parts.append(f"the strongest {wording.with_half(judged.at(best), unit)}")
    if ranked.beginners:
        parts.append(f"beginners {_range(judged, ranked.beginners)}")
    mark = _MARKS[judged.verdict]
    return [doc.Item(f"{', '.join(parts)}.", judged.verdict if mark else "So far", mark)]


def _range(judged: Judgement, levels: Sequence[PlayerLevel]) -> str:
    """Write the range that holds a figure at some levels; mark it if it is mostly uncertainty."""
    ends = judged.span(levels)
    if ends is None:
        return "not known"
    unit = POINTS if judged.seat else PLAIN
    text = f"{wording.outer_range(*ends, unit)}{_UNITS[judged.figure.group]}"
    return f"{text} (mostly uncertainty)" if judged.is_mostly_chance(levels) else text


def levels_answer(robustness: Robustness, hint: doc.Item) -> doc.Answer:
    """Show what was found with all players; the hint says where more is told."""
    said = (
        "Settled: the strongest two agree to {alike}, or if only one plays well, everybody does. "
        "Still moving: the strongest two clearly differ by more, and one of them is clearly "
        "stronger. Depends on style: two sensible tables clearly differ by more, and it is not "
        "clear that the stronger player decides. A range holds the figure of every such player "
        "as surely as an interval does, except for players with few games who do not clearly "
        "differ. Mostly uncertainty: more games make the range narrower."
    )
    items = [_explained(robustness, "rules and deals", said)]
    tables = [_table("By who plays", robustness)]
    if robustness.ranked.is_known:
        items.append(hint)
        table = _table("By who plays, seat 1 against its fair share", robustness)
        tables = [strengths(robustness), table]
    return doc.Answer("Is it the game, or the players?", items, tables, is_secondary=True)


def what_next(robustness: Robustness, command: Callable[..., str]) -> str:
    """Say how to settle what is not settled, as a command; nothing if all is."""
    for judged in robustness.judgements.values():
        what = judged.figure.subject
        match judged.verdict:
            case "still moving":
                return f"Does {what} go on changing? {command('ladder', '--rollouts', '16,64,256')}"
            case "depends on style":
                return f"Which style pays: {command('tournament')}"
            case "not clear" if robustness.more:
                games = str(4 * robustness.looks[-1])
                return f"Does {what} settle? {command('run', '--robust', '--games', games)}"
            case "not clear":
                return f"What do stronger players find? {command('run', '--robust')}"
    return ""


def missing(robustness: Robustness) -> str:
    """Say which levels were not asked; nothing if all were."""
    names = listed(robustness.missing)
    return f"Interrupted before these played: {names}." if names else ""


# Of several versions --------------------------------------------------------------


def differences_answers(levels: LevelsOfArms | None, names: Mapping[str, str]) -> list[doc.Answer]:
    """Say of each main difference with which versions it holds whoever plays; nothing if not asked.

    What versions are called is said by their labels in `names`.
    """
    if levels is None:
        return []
    items = []
    if levels.ranked.is_known:
        items = [
            _item(kind, found, levels, names)
            for kind in JUDGED_FIGURES
            for a in dict.fromkeys(one.a for one in levels.directions)
            for found in [[one for one in levels.of(kind) if one.a == a]]
        ]
    tables = differences_by_level(levels, names) if len(levels.labels) == 2 else []
    said = (
        "Settled: the difference is clear and has one direction with all sensible players. Depends "
        "on style: it is clear with some, and with others clear the other way or practically the "
        "same ({alike}). Still moving: those others think ahead, and are clearly stronger."
    )
    items.append(_explained(levels, "versions on the same deals", said))
    return [doc.Answer("Does it hold whoever plays?", items, tables)]


def other_players_caveat(who: str, contest: Contest) -> str:
    """Say that the differences were found with these players; others are asked of rivals."""
    asks = " (--robust asks it)" if contest == "seats" else ""
    return (
        f"All differences were found {who}; whether they hold with other players was not "
        f"asked{asks}."
    )


def _item(
    kind: JudgedFigure,
    found: Sequence[JudgedDifference],
    levels: LevelsOfArms,
    names: Mapping[str, str],
) -> doc.Item:
    """Say with which of several versions a difference from one holds whoever plays."""
    beginners = sorted(one.name for one in levels.ranked.beginners)

    def named(some: Sequence[JudgedDifference]) -> str:
        return f"with {listed([names[one.b] for one in some])}"

    def why(one: JudgedDifference) -> str:
        known = [(name, seen.direction) for name, seen in one.at.items() if name not in beginners]
        groups = {way: [name for name, stands in known if stands == way] for way in _TONES}
        each = [f"{way} with {listed(who)}" for way, who in groups.items() if who]
        return f"with {names[one.b]} ({'; '.join(each)})"

    def said(word: str, some: Sequence[JudgedDifference]) -> str:
        if word == "not clear":
            return f"{named(some)} it is not clear whether all sensible players agree"
        if word in ROBUST_VERDICTS:
            explained = len(some) <= _MOST_EXPLAINED
            return f"{word} {listed([*map(why, some)]) if explained else named(some)}"
        same = "practically " if word == "the same" else ""
        unlike = [
            name for name in beginners if {one.at[name].direction for one in some} - {word, ""}
        ]
        otherwise = f"; beginners may see otherwise ({listed(unlike)})" if unlike else ""
        return f"{same}{word} for all sensible players {named(some)}{otherwise}"

    parts = [
        said(word, some)
        for word in (*_TONES, *ROBUST_VERDICTS)
        if (some := [one for one in found if word == (one.direction or one.verdict)])
    ]
    mark = _MARKS[verdict := combined_verdict(found)]
    text = f"{capital(kind.title)} against {names[found[0].a]}: {'; '.join(parts)}."
    return doc.Item(text, *((verdict, mark) if mark else ()))


def differences_by_level(levels: LevelsOfArms, names: Mapping[str, str]) -> list[doc.Table]:
    """Show by how much each version differs, by who plays."""
    pairs = zip(levels.labels[1:], levels.against[1:], strict=True)
    captions = [f"{names[b]} minus {names[levels.labels[a]]} by who plays" for b, a in pairs]
    return [_table(caption, levels, place) for place, caption in enumerate(captions)]


#: What verdicts say of one thing, and of several.
_SAID: dict[RobustVerdict, tuple[str, str]] = {
    "still moving": ("still moves as players get better", "still move as players get better"),
    "depends on style": ("depends on style", "depend on style"),
    "settled": ("is settled", "are settled"),
    "not clear": ("is not settled yet", "are not settled yet"),
}


@dataclass(frozen=True)
class RobustReport:
    """What it is made of: a run, or several versions of it, with other players."""

    #: What was found, if they were asked.
    levels: Robustness | LevelsOfArms | None
    #: Makes a drawing on a sheet, so many inches high and with notes, that says what was played.
    frame: Callable[[ChartFrame, float, Sequence[str]], Drawing]
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


def sections_of(played: RobustReport) -> list[doc.Section]:
    """Return the section with it, and with the differences that do not stand on the first page."""
    levels, parts = played.levels, list[doc.Part](OTHER_PLAYERS.of(played))
    if isinstance(levels, LevelsOfArms) and len(levels.labels) > 2:
        parts += differences_by_level(levels, played.names)
    return [doc.Section("levels", "With other players", parts)] if parts else []


def _row(played: RobustReport, kind: JudgedFigure, level: PlayerLevel, *, is_beside: bool) -> Row:
    """Return a figure with some players; hollow if it is not clearly beside a line there is."""
    seen = played.found.estimates(kind, level)
    return Row(
        f"{level.name} (as played)" if level.is_study else level.name,
        "\n".join(estimate_text(one, level) for one in seen),
        [one.value.scaled(one.unit.scale) for one in seen],
        hollow=[is_beside and not one.direction for one in seen],
    )


def _note(played: RobustReport) -> str:
    found, sure = played.found, wording.interval_name(played.found.confidence)
    if isinstance(found, Robustness):
        return f"{sure}. Dashed: the fair share; hollow: not clearly more or less."
    references = {played.names[one.a] for one in found.directions}
    against = references.pop() if len(references) == 1 else "what each is compared with"
    return f"{sure} of what changes against {against}. Hollow: not clear."


def _tells(played: RobustReport) -> bool:
    """Return whether others were asked and ranked, and versions are few enough to tell apart."""
    if played.levels is None or not played.levels.ranked.is_known:
        return False
    return len(played.series) <= len(LOOKS)


def _question(played: RobustReport) -> str:
    whose = "Is that the game's, or the players'?"
    return "Does it hold whoever plays?" if played.series else whose


def _title(played: RobustReport) -> str:
    verdicts = played.found.verdicts
    groups = {
        word: [one.subject for one in JUDGED_FIGURES if verdicts.get(one) == word] for word in _SAID
    }
    said = [
        f"{listed(names)} {_SAID[word][len(names) > 1]}" for word, names in groups.items() if names
    ]
    return f"Whoever plays: {'; '.join(said)}"


def _in_words(played: RobustReport) -> str:
    if len(played.series) > 1:  # the tables tell more than one can listen to
        return "The tables tell each."
    found, said = played.found, []
    for level in found.ranked.levels:
        each = [
            f"{kind.head} {estimate_text(found.estimates(kind, level)[0], level)}"
            for kind in JUDGED_FIGURES
        ]
        said.append(f"{level.name}: {', '.join(each)}")
    return f"{'; '.join(said)}."


def _draw(sheet: ChartFrame, played: RobustReport) -> Drawing:
    levels, series, verdicts = played.found.ranked.levels, played.series, played.found.verdicts
    games = dict.fromkeys(pick(level.games for level in levels) for pick in (min, max))
    many = " to ".join(map(wording.whole, games))
    notes = [f"Whiskers: {_note(played)} {many} games of each, on the same deals."]
    panels, names = [], series if len(series) > 1 else ()
    for kind in JUDGED_FIGURES:
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


OTHER_PLAYERS = ChartKind("levels_of_play", _question, _title, _in_words, _draw, "levels", _tells)
