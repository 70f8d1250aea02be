"""Whether a difference between arms has the same direction at every level of play.

A direction is that of every level only if it is clear at each of them, which needs no correction;
the few games of those who think ahead may only contradict it. So it is with being practically the
same. It depends on play where it is clear at one level, and at another clear the other way or
practically the same, corrected for the number of levels.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Literal

from reports.comparison.difference import figure_difference
from reports.figures.figure import ADVANTAGE, LEAD_CHANGES, MINUTES, POINTS, Figure, Unit
from reports.figures.noticeable import Margins
from reports.figures.statistics import Estimate, finite, plain
from reports.figures.targets import Judged
from reports.robust.levels import MARGINS, Robustness, judge_everywhere
from reports.run.results import Results, level_of
from reports.writing import columns, numbers
from reports.writing.document import Answer, Cell, Column, Item, Section, Table, Tone
from reports.writing.words import capital, listed
from simulate.play.run import Run, Together
from simulate.play.tally import Contest

#: The figures that are asked about.
PATHS = (ADVANTAGE, MINUTES, LEAD_CHANGES)
#: What can be said of a direction.
Word = Literal["at every level", "depends on play", "not clear"]
#: What can be said of a difference at one level.
Stand = Literal["higher", "lower", "the same", ""]


@dataclass(frozen=True, eq=False)
class LevelOfArms:
    """A table at which all arms were played on the same deals; else like a `Level`."""

    name: str
    strength: str
    together: Together = field(repr=False)
    few: bool = False
    asked: bool = False

    @property
    def runs(self) -> tuple[Run, ...]:
        """Of each arm."""
        return self.together.runs

    def difference(self, path: str, arm: int, confidence: float) -> Estimate:
        """Return by how much larger a figure is in an arm than in what it is compared with."""
        first = _results(self, self.reference(arm)).over(self.together.beside[arm - 1])
        second = _results(self, arm)
        one, other = (each.at(each.level_for(confidence)) for each in (first, second))
        return figure_difference(path, one, other, self.together.products[arm - 1]).estimate

    def reference(self, arm: int) -> int:
        """Return the place of the arm that one is compared with."""
        against = self.together.against
        return against[arm] if against else 0

    @property
    def games(self) -> int:
        """Games of each arm; the least, where they differ."""
        return min(run.games for run in self.runs)


@cache
def _results(level: LevelOfArms, place: int) -> Results:
    return Results(level.runs[place])


@dataclass(frozen=True)
class Direction:
    """What the levels say of one difference."""

    figure: Figure
    #: Labels of the arms.
    a: str
    b: str
    word: Word
    #: Which direction every level has, where they have one; else empty.
    way: Stand
    #: By name of the level, with intervals of the comparison's confidence, and where the figure
    #: clearly is in the second arm.
    differences: Mapping[str, Estimate]
    stands: Mapping[str, Stand]


@dataclass(frozen=True)
class LevelsOfArms:
    """All levels of play at which a comparison was asked."""

    levels: tuple[LevelOfArms, ...]
    labels: tuple[str, ...]
    confidence: float
    margins: Margins

    def of_arm(self, label: str) -> Robustness:
        """Return what one arm gave at all levels, to be judged as a run's are."""
        place = self.labels.index(label)
        levels = tuple(
            level_of(one.runs[place], one.name, one.strength, few=one.few, asked=one.asked)
            for one in self.levels
        )
        games = min(level.games for level in levels if not level.few)
        return Robustness(levels, self.confidence, MARGINS, (games,), 1, more=True)

    @cached_property
    def directions(self) -> list[Direction]:
        """Whether the difference of each figure and each later arm has one direction."""
        arms = range(1, len(self.labels))
        return [self._direction(path, arm) for arm in arms for path in PATHS]

    def _direction(self, path: str, arm: int) -> Direction:
        alpha = _alpha(self.confidence, len(self.labels))
        first = self.levels[0].reference(arm)
        figure = _results(self.levels[0], first).figure(path)
        sure = 1 - alpha / len(self.levels)
        stands = {one.name: _stands(one, path, arm, sure, self.margins) for one in self.levels}
        way = self._way(path, arm, alpha, figure, stands)
        word: Word = "at every level" if way else "not clear"
        if not way and len({*stands.values()} - {""}) > 1:
            word = "depends on play"
        known = {one.name: one.difference(path, arm, self.confidence) for one in self.levels}
        return Direction(figure, self.labels[first], self.labels[arm], word, way, known, stands)

    def _way(
        self, path: str, arm: int, alpha: float, figure: Figure, stands: Mapping[str, Stand]
    ) -> Stand:
        """Return the direction of every level with many games that none with few contradicts."""
        few = {stands[level.name] for level in self.levels if level.few}
        many = [level for level in self.levels if not level.few]
        found = [level.difference(path, arm, 1 - alpha) for level in many]
        first = self.levels[0].reference(arm)
        margins = [_margin(self.margins, figure, level, first) for level in many]
        for within in ([0.0] * len(many), margins):
            ways = {_stand(*each) for each in zip(found, within, strict=True)}
            way = ways.pop() if len(ways) == 1 else ""
            if way and not few & ({"higher", "lower"} - {way}):
                return way
        return ""


def still_open(level: LevelOfArms, levels: int, confidence: float, margins: Margins) -> list[int]:
    """Return the places of the arms of which one of so many levels does not tell where they stand.

    Of those that have not stopped; what is settled here is settled in `LevelsOfArms.directions`.
    """
    arms = len(level.runs)
    sure = 1 - _alpha(confidence, arms) / levels
    return [
        arm
        for arm in level.together.going
        if arm and not all(_stands(level, path, arm, sure, margins) for path in PATHS)
    ]


def _alpha(confidence: float, arms: int) -> float:
    """Return how often one difference of so many arms may be judged wrongly at all levels."""
    return (1 - confidence) / (len(PATHS) * (arms - 1))


def _stands(level: LevelOfArms, path: str, arm: int, confidence: float, margins: Margins) -> Stand:
    first = level.reference(arm)
    margin = _margin(margins, _results(level, first).figure(path), level, first)
    return _stand(level.difference(path, arm, confidence), margin)


def _margin(margins: Margins, figure: Figure, level: LevelOfArms, arm: int) -> float:
    """Return up to which difference a figure counts as practically the same at a level."""
    if figure.unit.share:
        return margins.rate
    return margins.relative * abs(_results(level, arm).estimate(figure.path).value)


def judged_in(
    arms: Mapping[str, Results], levels: LevelsOfArms | None
) -> dict[str, Sequence[Judged]]:
    """Return the verdicts on the targets of each arm, robust ones at all levels if asked."""
    return {
        label: judge_everywhere(results.judged(), levels.of_arm(label) if levels else None)
        for label, results in arms.items()
    }


def _stand(found: Estimate, margin: float) -> Stand:
    """Say where an interval clearly is: within a margin of 0, above 0, or below."""
    if math.isnan(found.value):
        return ""
    if -margin <= found.low and found.high <= margin:
        return "the same"
    if found.low > 0:
        return "higher"
    return "lower" if found.high < 0 else ""


# In words, tables and JSON ------------------------------------------------------


QUESTION = "Does it hold whoever plays?"
#: What a difference may clearly be.
_WAYS: tuple[Stand, ...] = ("lower", "higher", "the same")
_TONES: dict[Stand, Tone] = {"higher": "more", "lower": "less", "the same": "", "": ""}
#: Of so many the sentence says what they depend on.
_MOST_EXPLAINED = 2

#: The columns of the table of levels; rows are those of `rows_of`.
LEVELS = (
    columns.Column("figure", "what is compared, by its path in the JSON object of 'fathom run'"),
    columns.Column("a", "the version that others are compared with"),
    columns.Column("b", "the version compared with it"),
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


def answer(levels: LevelsOfArms, names: Mapping[str, str]) -> Answer:
    """Say of each main difference with which versions it holds at every level of play.

    What versions are called is said by their labels in `names`.
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
    tables = _tables(levels, names) if len(levels.labels) == 2 else []
    return Answer(QUESTION, [*items, Item(how_read(levels))], tables)


def sections(levels: LevelsOfArms | None, names: Mapping[str, str]) -> list[Section]:
    """Show each of several versions at every level of play."""
    if levels is None or len(levels.labels) == 2:
        return []
    return [Section("levels", "At other levels of play", _tables(levels, names))]


def how_read(levels: LevelsOfArms) -> str:
    """Say what the verdicts mean."""
    rate, relative = (
        numbers.number(margin, 0, Unit(share=True))
        for margin in (levels.margins.rate, levels.margins.relative)
    )
    few = [level for level in levels.levels if level.few]
    said = (
        "The same versions on the same deals, with every style that comes with the game in all "
        "seats. At every level: the difference is clear and has one direction at each of them. "
        "Depends on play: it is clear at one, and at another clear the other way or practically "
        f"the same (within {rate} percentage points of wins, or {relative} % of lengths and "
        "counts). Otherwise it is not clear."
    )
    if few:
        games = numbers.counted(few[0].games, "game")
        said += f" With {games}, {listed([level.name for level in few])} can only contradict."
    return said


def unasked(who: str, contest: Contest) -> str:
    """Say that the differences were found at one level of play; others are asked of rivals."""
    asks = " (--robust asks it)" if contest == "seats" else ""
    return (
        f"All differences were found {who}; whether they hold at other levels of play was not "
        f"asked{asks}."
    )


def _item(found: Sequence[Direction], levels: LevelsOfArms, names: Mapping[str, str]) -> Item:
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
    groups = {way: [name for name, stand in one.stands.items() if stand == way] for way in _WAYS}
    return "; ".join(f"{way} with {listed(who)}" for way, who in groups.items() if who)


def _tables(levels: LevelsOfArms, names: Mapping[str, str]) -> list[Table]:
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
                numbers.with_half(one.differences[level.name], _unit(one)),
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


def _unit(one: Direction) -> Unit:
    return one.figure.unit.of_differences if not one.figure.unit.signed else POINTS


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
