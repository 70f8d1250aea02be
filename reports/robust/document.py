"""Whether findings hold whoever plays, as sentences and parts of a document."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from reports.figures.figure import PLAIN, POINTS, Unit
from reports.figures.noticeable import Margins
from reports.figures.statistics import finite
from reports.robust.directions import Direction, LevelsOfArms, Stand, together
from reports.robust.levels import (
    KINDS,
    SENSIBLE,
    Group,
    Judgement,
    Kind,
    Level,
    Robustness,
    Verdicts,
)
from reports.robust.tables import strengths
from reports.writing import document as doc
from reports.writing import numbers
from reports.writing.columns import Column, shown
from reports.writing.words import capital, listed
from simulate.play.tally import Contest

#: As said after a figure; a line before it says of the course what is counted.
_UNITS: dict[Group, str] = {"seats": " points", "length": " minutes", "course": ""}
_MARKS: dict[Verdicts, doc.Mark] = {
    "still moving": "look",
    "depends on style": "look",
    "settled": "fine",
    "not clear": "",
}
#: What a difference may clearly be.
_WAYS: tuple[Stand, ...] = ("lower", "higher", "the same")
_TONES: dict[Stand, doc.Tone] = {"higher": "more", "lower": "less", "the same": "", "": ""}
#: Of so many the sentence says what they depend on.
_MOST_EXPLAINED = 2


def _setup(what: str) -> str:
    return (
        f"The same {what}, with every playing style in all seats, and alone among the strongest. "
        f"Sensible is who clearly wins at least {numbers.percent(SENSIBLE, 0)} of a fair share "
        "there, and the strongest with one other; all others are beginners."
    )


def _slow(levels: Sequence[Level]) -> str:
    """Say of whom there are but few games."""
    few = [level for level in levels if level.few]
    if not few:
        return ""
    games = numbers.counted(few[0].games, "game")
    return f" With {games}, {listed([level.name for level in few])} can only contradict."


def _within(margins: Margins) -> str:
    rate = numbers.number(margins.rate, 0, Unit(share=True))
    share = numbers.percent(margins.relative, 0)
    return f"within {rate} percentage points of wins, or {share} of lengths and counts"


def _table(
    caption: str, levels: Sequence[Level], told: Callable[[Kind, Level], doc.Cell]
) -> doc.Table:
    """Show three figures for all who played."""
    columns = [
        Column("name", heading="who plays", numeric=False, shown=_name),
        Column("players", heading="players", numeric=False, spare=True),
        Column("games", heading="games"),
        *(Column(kind.path, heading=kind.head, shown=partial(told, kind)) for kind in KINDS),
    ]
    half = numbers.level(levels[0].confidence)
    return shown(f"{caption}; each \N{PLUS-MINUS SIGN} half its {half}", columns, levels)


def _name(level: Level) -> doc.Cell:
    return doc.Cell(level.name, code=True, strong=level.asked)


# Of a run -------------------------------------------------------------------------


def label(robustness: Robustness | None, group: Group) -> list[doc.Item]:
    """Say in a line what a figure is with sensible players, with the strongest, and with beginners.

    Nothing if that was not asked.
    """
    if robustness is None or group not in robustness.judged:
        return []
    judged, ranked = robustness.judged[group], robustness.ranked
    seat = f"in seat {judged.seat} " * (judged.seat > 1)
    told = [f"{seat}sensible players {_range(judged, ranked.sensible)}{_UNITS[group]}"]
    *_, best = ranked.strongest
    if not judged.seat or best.has_winners:
        unit = POINTS if judged.seat else PLAIN
        told.append(f"the strongest {numbers.with_half(judged.at(best), unit)}")
    if beginners := _range(judged, ranked.beginners):
        told.append(f"beginners {beginners}")
    mark = _MARKS[judged.verdict]
    return [doc.Item(f"{', '.join(told)}.", judged.verdict if mark else "So far", mark)]


def _range(judged: Judgement, levels: Sequence[Level]) -> str:
    """Say between what a figure lies at some levels; nothing where that is not known."""
    ends = judged.span(levels)
    if judged.seat:
        return " to ".join(dict.fromkeys(map(numbers.whole_points, ends)))
    return " to ".join(dict.fromkeys(numbers.number(one, ends[1] / 20, PLAIN) for one in ends))


def levels_answer(robustness: Robustness, hint: doc.Item) -> doc.Answer:
    """Show what was found with all players; the hint says where more is told."""

    def told(kind: Kind, level: Level) -> doc.Cell:
        if kind.seat and not level.has_winners:
            return doc.Cell(f"{numbers.percent(level.undecided, 0)} undecided")
        found = level.at(kind.path, kind.seat)
        return doc.Cell(numbers.with_half(found, kind.unit), finite(found.value))

    caption = "By who plays, seat 1 against its fair share"
    table = _table(caption, robustness.ranked.told, told)
    said = (
        f"{_setup('rules and deals')} Settled: the strongest two agree to "
        f"{_within(robustness.margins)}, or if only one plays well, everybody does. Still moving: "
        "they clearly do not. Depends on style: some two sensible tables are clearly further "
        f"apart.{_slow(robustness.levels)}"
    )
    tables = [strengths(robustness), table]
    return doc.Answer("Is it the game, or the players?", [doc.Item(said), hint], tables, aside=True)


def what_next(robustness: Robustness, command: Callable[..., str]) -> str:
    """Say how to settle what is not settled, as a command; nothing if all is."""
    for judged in robustness.judged.values():
        what = judged.kind.judged
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
    """Say which levels were not asked, and why; nothing if all were."""
    if not robustness.missing:
        return ""
    names = listed(robustness.missing)
    if robustness.stopped:
        return f"Interrupted before these played: {names}."
    return f"These would play for longer than the run itself, so they did not: {names} (--robust)."


# Of several versions --------------------------------------------------------------


def differences_answers(levels: LevelsOfArms | None, names: Mapping[str, str]) -> list[doc.Answer]:
    """Say of each main difference with which versions it holds whoever plays; nothing if not asked.

    What versions are called is said by their labels in `names`.
    """
    if levels is None:
        return []
    references = dict.fromkeys(one.a for one in levels.directions)
    items = [
        _item([one for one in levels.directions if (one.kind, one.a) == (kind, a)], levels, names)
        for kind in KINDS
        for a in references
    ]
    tables = [*differences_by_level(levels, names)] if len(levels.labels) == 2 else []
    said = (
        f"{_setup('versions on the same deals')} Settled: the difference is clear and has one "
        "direction with all sensible players. Depends on style: it is clear with some, and with "
        f"others clear the other way or practically the same ({_within(levels.margins)}). Still "
        f"moving: those others think ahead.{_slow(levels.played)}"
    )
    return [doc.Answer("Does it hold whoever plays?", [*items, doc.Item(said)], tables)]


def found_with(who: str, contest: Contest) -> str:
    """Say that the differences were found with these players; others are asked of rivals."""
    asks = " (--robust asks it)" if contest == "seats" else ""
    return (
        f"All differences were found {who}; whether they hold with other players was not "
        f"asked{asks}."
    )


def _item(found: Sequence[Direction], levels: LevelsOfArms, names: Mapping[str, str]) -> doc.Item:
    def named(some: Sequence[Direction]) -> str:
        return f"with {listed([names[one.b] for one in some])}"

    beginners = {one.name for one in levels.ranked.beginners}
    parts = []
    for way in _WAYS:
        if some := [one for one in found if one.way == way]:
            same = "practically " if way == "the same" else ""
            parts.append(f"{same}{way} for all sensible players {named(some)}")
            unlike = [name for name in beginners if {one.stands[name] for one in some} - {way, ""}]
            parts += [f"beginners may see otherwise ({listed(sorted(unlike))})"] * bool(unlike)
    for verdict in ("still moving", "depends on style"):
        if some := [one for one in found if one.verdict == verdict]:
            why = [f"with {names[one.b]} ({_why(one, beginners)})" for one in some]
            explained = len(some) <= _MOST_EXPLAINED
            parts.append(f"{verdict} {listed(why) if explained else named(some)}")
    if some := [one for one in found if one.verdict == "not clear"]:
        parts.append(f"{named(some)} it is not clear whether all sensible players agree")
    text = f"{capital(found[0].kind.title)} against {names[found[0].a]}: {'; '.join(parts)}."
    verdict = together(found)
    return doc.Item(text, *((verdict, _MARKS[verdict]) if _MARKS[verdict] else ()))


def _why(one: Direction, beginners: Collection[str]) -> str:
    groups = {
        way: [name for name, stand in one.stands.items() if stand == way and name not in beginners]
        for way in _WAYS
    }
    return "; ".join(f"{way} with {listed(who)}" for way, who in groups.items() if who)


def differences_by_level(levels: LevelsOfArms, names: Mapping[str, str]) -> Iterator[doc.Table]:
    """Show by how much each version differs, by who plays."""
    for place, b in enumerate(levels.labels[1:], 1):

        def told(kind: Kind, level: Level, place: int = place) -> doc.Cell:
            one, name = levels.of(kind)[place - 1], level.name
            text = numbers.with_half(one.at[name], kind.unit.of_differences)
            return doc.Cell(text, finite(one.at[name].value), tone=_TONES[one.stands[name]])

        a = levels.labels[levels.against[place]]
        caption = f"{names[b]} minus {names[a]} by who plays"
        yield _table(caption, levels.played, told)
