"""Whether a difference holds whoever plays, in words, tables and JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from reports.comparison.levels import PATHS, Direction, LevelsOfArms, Stand
from reports.figures.figure import MINUTES, POINTS, Unit
from reports.figures.precision import half_width
from reports.figures.statistics import finite, plain
from reports.writing import columns, numbers
from reports.writing.document import Answer, Cell, Column, Item, Section, Table, Tone
from reports.writing.words import capital, listed
from simulate.play.tally import Contest

QUESTION = "Does it hold whoever plays?"
_ALL = "At other levels of play"
#: How a difference is marked that is clear at every level, and one that depends on play.
_WAYS: dict[Stand, str] = {"lower": "▼", "higher": "▲", "the same": "="}
_DEPENDS = "?"
_TONES: dict[Stand, Tone] = {"higher": "more", "lower": "less", "the same": "", "": ""}
#: Of so many the sentence says what they depend on.
_MOST_EXPLAINED = 2

#: The columns of the table of levels; rows are those of `rows_of`.
LEVELS = (
    columns.Column("figure", "what is compared, by its path in the JSON object of 'fathom run'"),
    columns.Column("a", "the first arm"),
    columns.Column("b", "the arm compared with it"),
    columns.Column("level", "who plays all seats of both, or what the table is called"),
    columns.Column("strength", "how strong that is, in a word"),
    columns.Column("games", "games of each; the least, where they differ"),
    columns.Column("value", "b minus a", interval=True),
    columns.Column(
        "stands",
        "higher, lower or the same (within the margin) where that is clear among all levels; "
        "empty otherwise",
    ),
    columns.Column(
        "verdict",
        "of all levels: at every level (clearly higher, lower or the same at each), depends on "
        "play, or not clear",
    ),
)


def answer(levels: LevelsOfArms, names: Mapping[str, str], what: str) -> Answer:
    """Say of each main difference with which arms it holds at every level of play.

    Parameters
    ----------
    levels
        All of them.
    names
        What arms are called, by label.
    what
        What they are, as in "versions".
    """
    references = dict.fromkeys(one.a for one in levels.directions)
    items = [
        _item(
            [one for one in levels.directions if one.figure.path == path and one.a == a],
            levels,
            names,
        )
        for path in PATHS
        for a in references
    ]
    single = len(levels.labels) == 2
    tables = _tables(levels, names) if single else [_ends_table(levels, names)]
    return Answer(QUESTION, [*items, Item(how_read(levels, what))], tables)


def sections(levels: LevelsOfArms | None, names: Mapping[str, str]) -> list[Section]:
    """Show each of several arms at every level of play."""
    if levels is None or len(levels.labels) == 2:
        return []
    return [Section("levels", _ALL, _tables(levels, names))]


def how_read(levels: LevelsOfArms, what: str) -> str:
    """Say what the verdicts mean.

    Parameters
    ----------
    levels
        All of them.
    what
        What is compared, as in "arms".
    """
    rate, relative = (
        numbers.number(margin, 0, Unit(share=True))
        for margin in (levels.margins.rate, levels.margins.relative)
    )
    few = [level for level in levels.levels if level.few]
    said = [
        f"The same {what} on the same deals, with every style that comes with the game in all "
        "seats. At every level: the difference is clear and has one direction at each of them. "
        "Depends on play: it is clear at one, and at another clear the other way or practically "
        f"the same (within {rate} percentage points of wins, or {relative} % of lengths and "
        "counts). Otherwise it is not clear."
    ]
    if few:
        games = numbers.counted(few[0].games, "game")
        said.append(f"With {games}, {listed([level.name for level in few])} can only contradict.")
    return " ".join(said)


def unasked(who: str, contest: Contest) -> str:
    """Say that the differences were found at one level of play; others are asked of rivals."""
    asks = " (--robust asks it)" if contest == "seats" else ""
    return (
        f"All differences were found {who}; whether they hold at other levels of play was not "
        f"asked{asks}."
    )


def _item(found: Sequence[Direction], levels: LevelsOfArms, names: Mapping[str, str]) -> Item:
    """Group the arms by what can be said of a figure."""
    many = sum(not level.few for level in levels.levels)
    everywhere = f"at all {many} levels of play"

    def named(some: Sequence[Direction]) -> str:
        return f"with {listed([names[one.b] for one in some])}"

    parts = []
    for way in _WAYS:
        if some := [one for one in found if one.way == way]:
            same = "practically " if way == "the same" else ""
            parts.append(f"{same}{way} {everywhere} {named(some)}")
            everywhere = "at all of them"
    if some := [one for one in found if one.word == "depends on play"]:
        why = [f"with {names[one.b]} ({_why(one)})" for one in some]
        explained = len(some) <= _MOST_EXPLAINED
        parts.append(f"depends on play {listed(why) if explained else named(some)}")
    if some := [one for one in found if one.word == "not clear"]:
        parts.append(f"not clear {named(some)}")
    title = capital(found[0].figure.title)
    text = f"{title} against {names[found[0].a]}: {'; '.join(parts)}."
    words = {one.word for one in found}
    # One that depends on play is to be looked at; all must hold at every level.
    if "depends on play" in words:
        return Item(text, "depends on play", "look")
    return Item(text, "at every level", "fine") if words == {"at every level"} else Item(text)


def _why(one: Direction) -> str:
    """Say who plays where a difference is clearly what."""
    groups = {way: [name for name, stand in one.stands.items() if stand == way] for way in _WAYS}
    return "; ".join(f"{way} with {listed(who)}" for way, who in groups.items() if who)


def unit_of(one: Direction) -> Unit:
    """Return what differences of a figure are told in."""
    return one.figure.unit.of_differences if not one.figure.unit.signed else POINTS


def _ends_table(levels: LevelsOfArms, names: Mapping[str, str]) -> Table:
    """Show of each arm from what to what its differences go over the levels with many games."""
    few = [level.name for level in levels.levels if level.few]

    def cell(one: Direction) -> Cell:
        known = [
            found
            for name, found in one.differences.items()
            if name not in few and not math.isnan(found.value)
        ]
        ends = [pick(known, key=lambda found: found.value) for pick in (min, max)] if known else []
        texts = [numbers.number(end.value, half_width(end), unit_of(one)) for end in ends]
        mark = _WAYS.get(one.way) or (_DEPENDS if one.word == "depends on play" else " ")
        order = finite(ends[0].value) if ends else None
        return Cell(f"{' to '.join(texts) or 'none'} {mark}", order, tone=_TONES[one.way])

    by_arm: dict[str, list[Direction]] = {}
    for one in levels.directions:
        by_arm.setdefault(one.b, []).append(one)
    first = next(iter(by_arm.values()))
    heads = [Column("", numeric=False), *(Column(_short(one)) for one in first)]
    rows = [[Cell(names[label]), *map(cell, several)] for label, several in by_arm.items()]
    without = f" (without {listed(few)})" if few else ""
    marks = "; ".join(f"{mark} {way}" for way, mark in _WAYS.items())
    caption = (
        f"From the least to the most of all levels of play{without}. At every level: {marks}; "
        f"{_DEPENDS} depends on play"
    )
    return Table(caption, heads, rows)


def _tables(levels: LevelsOfArms, names: Mapping[str, str]) -> list[Table]:
    """Show the differences of each arm at all levels."""
    return [_table(levels, label, names) for label in levels.labels[1:]]


def _table(levels: LevelsOfArms, label: str, names: Mapping[str, str]) -> Table:
    found = [one for one in levels.directions if one.b == label]
    heads = [
        Column("who plays", numeric=False),
        Column("strength", numeric=False, spare=True),
        *(Column(_short(one)) for one in found),
        Column("games"),
    ]
    rows = []
    for level in levels.levels:
        cells = [
            Cell(
                numbers.with_half(one.differences[level.name], unit_of(one)),
                finite(one.differences[level.name].value),
                tone=_TONES[one.stands[level.name]],
            )
            for one in found
        ]
        name = Cell(level.name, code=True, strong=level.asked)
        games = Cell(numbers.whole(level.games), level.games)
        rows.append([name, Cell(level.strength), *cells, games])
    kind, a = numbers.level(levels.confidence), names[found[0].a]
    caption = f"{names[label]} minus {a} by level of play; each ± half its {kind}"
    return Table(caption, heads, rows)


def _short(one: Direction) -> str:
    if one.figure.unit.signed:
        return "seat 1, points"
    return "minutes" if one.figure.path == MINUTES else "lead changes"


def rows_of(levels: LevelsOfArms | None) -> list[dict[str, Any]]:
    """Return the rows of the table `LEVELS`; none if no other level was asked."""
    return [
        {
            "figure": one.figure.path,
            "a": one.a,
            "b": one.b,
            "level": level.name,
            "strength": level.strength,
            "games": level.games,
            "value": one.differences[level.name],
            "stands": one.stands[level.name],
            "verdict": one.word,
        }
        for one in (levels.directions if levels else ())
        for level in (levels.levels if levels else ())
    ]


def summarise_levels(levels: LevelsOfArms) -> dict[str, Any]:
    """Return all that was found at the levels as plain values that JSON can hold."""
    return {
        "levels": [
            {
                "level": level.name,
                "strength": level.strength,
                "few": level.few,
                "is_study": level.asked,
                "arms": [
                    {
                        "label": label,
                        "lineup": list(run.study.lineup),
                        "games": run.games,
                        "tally_id": run.tally.id,
                    }
                    for label, run in zip(levels.labels, level.runs, strict=True)
                ],
            }
            for level in levels.levels
        ],
        "verdicts": [
            {
                "figure": one.figure.path,
                "a": one.a,
                "b": one.b,
                "verdict": one.word,
                "direction": one.way,
                "differences": [
                    {"level": name, **plain(found), "stands": one.stands[name]}
                    for name, found in one.differences.items()
                ],
            }
            for one in levels.directions
        ],
    }
