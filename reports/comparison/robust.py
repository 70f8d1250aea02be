"""Whether a difference holds whoever plays, in words, tables and JSON."""

from __future__ import annotations

from typing import Any

from reports.comparison.levels import Direction, LevelsOfArms, Stand
from reports.comparison.sentences import quoted
from reports.figures.figure import MINUTES, POINTS, Unit
from reports.figures.precision import half_width
from reports.figures.statistics import finite, plain
from reports.writing import numbers
from reports.writing.document import Answer, Cell, Column, Item, Mark, Table, Tone
from reports.writing.words import capital, listed
from simulate.play.tally import Contest

QUESTION = "Does it hold whoever plays?"
_CLEAR: tuple[Stand, ...] = ("higher", "lower", "the same")
_TONES: dict[Stand, Tone] = {"higher": "more", "lower": "less", "the same": "", "": ""}
MARKS: dict[str, Mark] = {"at every level": "fine", "depends on play": "look", "not clear": ""}

#: What every column of the table of levels means; `fathom schema --tables` prints this.
COLUMNS: dict[str, str] = {
    "figure": "what is compared, by its path in the JSON object of 'fathom run'",
    "a": "the first arm",
    "b": "the arm compared with it",
    "level": "who plays all seats of both, or what the table is called",
    "strength": "how strong that is, in a word",
    "games": "games of each; the least, where they differ",
    "value": "b minus a",
    "low": "lower end of the interval of the difference",
    "high": "upper end of the interval of the difference",
    "stands": "higher, lower or the same (within the margin) where that is clear among all "
    "levels; empty otherwise",
    "verdict": "of all levels: at every level (clearly higher, lower or the same at each), depends "
    "on play, or not clear",
}


def answer(levels: LevelsOfArms) -> Answer:
    """Say of each main difference whether it holds at every level of play."""
    found = levels.directions
    items = [_item(one, levels) for one in found]
    labels = [quoted(label) for label in levels.labels]
    tables = [
        table_of(levels, place - 1, labels[levels.levels[0].reference(place)], capital(b))
        for place, b in enumerate(labels)
        if place
    ]
    return Answer(QUESTION, [*items, Item(how_read(levels, "arms"))], tables)


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


def _item(one: Direction, levels: LevelsOfArms) -> Item:
    mark = MARKS[one.word]
    return Item(_told(one, levels), one.word if mark else capital(one.word), mark)


def _told(one: Direction, levels: LevelsOfArms) -> str:
    """Tell the differences from the least to the most, and where which direction is clear."""
    few = {level.name for level in levels.levels if level.few}
    known = {name: found for name, found in one.differences.items() if name not in few}
    low, high = (pick(known, key=lambda name: known[name].value) for pick in (min, max))
    unit = unit_of(one)
    ends = [numbers.number(known[n].value, half_width(known[n]), unit) for n in (low, high)]
    name = capital(one.figure.title)
    points = f" {unit.name}" if unit.share else ""
    start = (
        f"{name}: {ends[0]} ({low}) to {ends[1]}{points} ({high}) with {quoted(one.b)} against "
        f"{quoted(one.a)}"
    )
    if one.way:
        same = " practically the same" if one.way == "the same" else ""
        return f"{start},{same} at all {len(known)} levels of play."
    groups = {stand: [n for n, found in one.stands.items() if found == stand] for stand in _CLEAR}
    parts = [f"{stand} with {listed(names)}" for stand, names in groups.items() if names]
    return f"{start}; clearly {'; '.join(parts)}." if parts else f"{start}; clear at none."


def unit_of(one: Direction) -> Unit:
    """Return what differences of a figure are told in."""
    return one.figure.unit.of_differences if not one.figure.unit.signed else POINTS


def table_of(levels: LevelsOfArms, place: int, a: str, b: str) -> Table:
    """Show the differences of an arm from the first at all levels.

    Parameters
    ----------
    levels
        All of them.
    place
        Which of the later arms.
    a, b
        What the first arm and this one are called.
    """
    found = [one for one in levels.directions if one.b == levels.labels[1:][place]]
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
    kind = numbers.level(levels.confidence)
    return Table(f"{b} minus {a} by level of play; each ± half its {kind}", heads, rows)


def _short(one: Direction) -> str:
    if one.figure.unit.signed:
        return "seat 1, points"
    return "minutes" if one.figure.path == MINUTES else "lead changes"


def rows_of(levels: LevelsOfArms) -> list[dict[str, Any]]:
    """Return the rows of the table of levels, whose columns are `COLUMNS`."""
    rows = []
    for one in levels.directions:
        for level in levels.levels:
            found = one.differences[level.name]
            rows.append(
                {
                    "figure": one.figure.path,
                    "a": one.a,
                    "b": one.b,
                    "level": level.name,
                    "strength": level.strength,
                    "games": level.games,
                    "value": found.value,
                    "low": found.low,
                    "high": found.high,
                    "stands": one.stands[level.name],
                    "verdict": one.word,
                }
            )
    return rows


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
