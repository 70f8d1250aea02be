"""Whether what a rule does holds whoever plays, in words and tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Literal

from reports.comparison.levels import PATHS, Direction, LevelsOfArms, Stand
from reports.comparison.robust import MARKS as WORD_MARKS
from reports.comparison.robust import QUESTION, how_read, table_of, unit_of
from reports.figures.precision import half_width
from reports.figures.statistics import finite
from reports.sweep.grid import laid_out
from reports.sweep.line import MARKS
from reports.sweep.naming import base_name, named, span, value_of
from reports.sweep.points import Point
from reports.sweep.results import Sweep
from reports.writing import numbers
from reports.writing.document import Answer, Cell, Column, Item, Section, Table, Text, Tone
from reports.writing.words import capital, listed
from simulate.rules.kinds import written

_ALL = "Settings at other levels of play"
#: How a setting is marked in a grid where it depends on play.
DEPENDS = "?"
#: So many settings over two rules are named; of so many it is said what they depend on.
_MOST_NAMED, _MOST_EXPLAINED = 2, 2
_TONES: dict[Stand, Tone] = {"higher": "more", "lower": "less", "the same": "", "": ""}
_WAYS: tuple[Literal["lower", "higher", "the same"], ...] = ("lower", "higher", "the same")

#: What is found of a figure at each setting but the base.
Found = Sequence[tuple[Point, Direction]]


def answer(sweep: Sweep, levels: LevelsOfArms) -> Answer:
    """Say of each main figure with which settings its difference holds at every level of play."""
    each = [_found(sweep, levels, path) for path in PATHS]
    items = [_item(sweep, levels, found) for found in each]
    shown = _rows if len(sweep.axes) == 1 else _grid
    tables = [shown(sweep, levels, found) for found in each]
    return Answer(
        QUESTION,
        [*items, Item(how_read(levels, "settings"))],
        [*tables, Text(_note(sweep, levels), "note")],
    )


def section(sweep: Sweep, levels: LevelsOfArms) -> Section:
    """Show each setting at every level of play."""
    others = [named(sweep.axes, point.values) for point in _others(sweep)]
    tables = [table_of(levels, place, base_name(sweep), name) for place, name in enumerate(others)]
    return Section("levels", _ALL, tables)


def _others(sweep: Sweep) -> list[Point]:
    """Return all points but the base, in the order of the later arms."""
    return [point for point in sweep.points if point is not sweep.base_point]


def _found(sweep: Sweep, levels: LevelsOfArms, path: str) -> Found:
    several = [one for one in levels.directions if one.figure.path == path]
    return list(zip(_others(sweep), several, strict=True))


# Sentences ------------------------------------------------------------------------


def _item(sweep: Sweep, levels: LevelsOfArms, found: Found) -> Item:
    title = capital(found[0][1].figure.title)
    said = "; ".join(_parts(sweep, levels, found))
    text = f"{title} against {base_name(sweep)}: {said}."
    words = {one.word for _, one in found}
    for word in ("depends on play", "at every level"):
        # One setting that depends on play is to be looked at; all must hold at every level.
        if word in words and (word == "depends on play" or len(words) == 1):
            return Item(text, word, WORD_MARKS[word])
    return Item(text)


def _parts(sweep: Sweep, levels: LevelsOfArms, found: Found) -> Iterator[str]:
    """Group the settings by what can be said of them."""
    many = sum(not level.few for level in levels.levels)
    everywhere = f"at all {many} levels of play"
    for way in _WAYS:
        if points := [point for point, one in found if one.way == way]:
            same = "practically " if way == "the same" else ""
            yield f"{same}{way} {everywhere} {_where(sweep, points)}"
            everywhere = "at all of them"
    depending = [each for each in found if each[1].word == "depends on play"]
    if depending and len(depending) <= _MOST_EXPLAINED:
        each = [f"{_where(sweep, [point])} ({_why(one)})" for point, one in depending]
        yield f"depends on play {listed(each)}"
    elif depending:
        yield f"depends on play {_where(sweep, [point for point, _ in depending])}"
    if points := [point for point, one in found if one.word == "not clear"]:
        yield f"not clear {_where(sweep, points)}"


def _where(sweep: Sweep, points: Sequence[Point]) -> str:
    if len(sweep.axes) == 1:
        return f"with {listed(_spans(sweep, points))}"
    if len(points) <= _MOST_NAMED:
        return f"with {listed([named(sweep.axes, point.values) for point in points])}"
    every = "all " if len(points) == len(sweep.points) - 1 else ""
    return f"with {every}{len(points)} other settings"


def _spans(sweep: Sweep, points: Sequence[Point]) -> list[str]:
    """Name values of one rule, numbers in a row from the first to the last."""
    rows: list[list[Point]] = []
    for place, point in enumerate(sweep.points):
        if point not in points:
            continue
        if rows and sweep.points[place - 1] is rows[-1][-1]:
            rows[-1].append(point)
        else:
            rows.append([point])
    if not sweep.axes[0].is_number:
        return [value_of(sweep, point) for point in points]
    # Two in a row are told one by one.
    parts = [[row] if len(row) > 2 else [[point] for point in row] for row in rows]
    return [span(sweep, part) for several in parts for part in several]


def _why(one: Direction) -> str:
    """Say who plays where a difference is clearly what."""
    groups = {way: [name for name, stand in one.stands.items() if stand == way] for way in _WAYS}
    return "; ".join(f"{way} with {listed(names)}" for way, names in groups.items() if names)


# Tables ---------------------------------------------------------------------------


def _rows(sweep: Sweep, levels: LevelsOfArms, found: Found) -> Table:
    """Show along one rule at which level a difference is least, and at which most."""
    heads = [
        Column(sweep.axes[0].name, False),
        Column("least"),
        Column("with", False),
        Column("most"),
        Column("with", False),
        Column("verdict", False),
    ]
    rows = []
    for point, one in found:
        ends = _ends(levels, one)
        cells = [Cell(value_of(sweep, point))]
        for name in ends:
            known = one.differences[name]
            text = numbers.with_half(known, unit_of(one))
            cells += [Cell(text, finite(known.value)), Cell(name, code=True)]
        if not ends:
            cells += [Cell("none"), Cell("")] * 2
        cells.append(_verdict(one))
        rows.append(cells)
    return Table(_caption(sweep, found), heads, rows)


def _grid(sweep: Sweep, levels: LevelsOfArms, found: Found) -> Table:
    """Show over two rules from what to what a difference goes over the levels."""
    known = {point.key: one for point, one in found}
    down, across, points = laid_out(sweep)
    heads = [Column(down.name, False)]
    heads += [Column(named([across], [value])) for value in across.values]
    rows = [
        [Cell(written(value)), *(_cell(sweep, levels, point, known) for point in row)]
        for value, row in zip(down.values, points, strict=True)
    ]
    return Table(_caption(sweep, found), heads, rows)


def _cell(
    sweep: Sweep, levels: LevelsOfArms, point: Point | None, known: dict[tuple[str, ...], Direction]
) -> Cell:
    if point is None:
        return Cell("left out  ")
    if point is sweep.base_point:
        return Cell(MARKS["base"])
    one = known[point.key]
    mark = MARKS[one.way] if one.way else DEPENDS if one.word == "depends on play" else " "
    ends = [one.differences[name] for name in _ends(levels, one)]
    texts = [numbers.number(end.value, half_width(end), unit_of(one)) for end in ends]
    order = finite(ends[0].value) if ends else None
    return Cell(f"{' to '.join(texts) or 'none'} {mark}", order, tone=_TONES[one.way])


def _ends(levels: LevelsOfArms, one: Direction) -> list[str]:
    """Name the levels with many games where a difference is least and most; none if not known."""
    few = {level.name for level in levels.levels if level.few}
    known = {
        name: found.value
        for name, found in one.differences.items()
        if name not in few and not math.isnan(found.value)
    }
    return [pick(known, key=lambda name: known[name]) for pick in (min, max)] if known else []


def _verdict(one: Direction) -> Cell:
    """Say which way every level has, or at how many levels it is which: "depends ▼6 ▲1"."""
    if one.way:
        return Cell(one.way, tone=_TONES[one.way])
    word = "depends" if one.word == "depends on play" else one.word
    counts = [(MARKS[way], [*one.stands.values()].count(way)) for way in _WAYS]
    text = " ".join([word, *(f"{mark}{count}" for mark, count in counts if count)])
    return Cell(text, short=word)


def _caption(sweep: Sweep, found: Found) -> str:
    return f"{capital(found[0][1].figure.full_title)} minus that with {base_name(sweep)}"


def _note(sweep: Sweep, levels: LevelsOfArms) -> str:
    """Say how to read the tables."""
    few = [level.name for level in levels.levels if level.few]
    many = len(levels.levels) - len(few)
    without = f", without {listed(few)}" if few else ""
    said = f"From the least to the most of the {many} levels of play{without}"
    marks = (
        f"{MARKS['higher']} higher, {MARKS['lower']} lower, {MARKS['the same']} practically the "
        "same"
    )
    if len(sweep.axes) == 1:
        said += (
            f", each \N{PLUS-MINUS SIGN} half its {numbers.level(levels.confidence)}. Where the "
            "verdict is not that of every level, it says at how many a difference clearly is "
            f"{marks}."
        )
    else:
        said += (
            f". {MARKS['base']} {base_name(sweep)}; at every level {marks}; {DEPENDS} depends on "
            "play; without a mark not clear."
        )
    return f"{said} All levels with their intervals: '{_ALL}', and the table 'levels'."
