"""Whether findings are the game's or the players', as sentences and parts of a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reports.figures.figure import (
    CLOSE_GAMES,
    COMEBACKS,
    LEAD_CHANGES,
    MINUTES,
    PLAIN,
    POINTS,
    Unit,
)
from reports.figures.precision import half_width
from reports.figures.spread import Word
from reports.figures.statistics import Estimate, finite
from reports.robust.levels import Group, Judgement, Level, Robustness, value_at
from reports.writing import numbers
from reports.writing.columns import Column, plain_rows, shown
from reports.writing.document import Answer, Cell, Item, Mark, Table
from reports.writing.words import capital, listed

_MARKS: dict[Word, Mark] = {"agree": "fine", "differ": "look", "not clear": ""}
#: What each group is called, what comes before a mean of it, and in what it is told.
_TOLD: dict[Group, tuple[str, str, str]] = {
    "seats": ("the seats", "seat {seat} gets", "points"),
    "length": ("minutes", "on average", "minutes"),
    "course": ("lead changes", "lead changes", "times a game"),
}
#: What is said of those who play well alone, where not all levels agree.
_AMONG: dict[Word, str] = {
    "agree": "it is the game's",
    "differ": "it depends too",
    "not clear": "it is not clear",
}


def label(robustness: Robustness | None, group: Group) -> list[Item]:
    """Say in a line whether what was found is the game's; nothing if that was not asked."""
    if robustness is None or group not in robustness.judged:
        return []
    judgement = robustness.judged[group]
    mark = _MARKS[judgement.word]
    name = judgement.verdict if mark else capital(judgement.verdict)
    told, among = verdict(robustness, group), among_skilled(robustness, group)
    return [Item(f"{told} {among}".strip(), name, mark, brief=told)]


def levels_answer(robustness: Robustness) -> Answer:
    """Show what was found at each level of play."""
    return Answer(
        "Is it the game, or the players?",
        [Item(asked(robustness))],
        [levels_table(robustness)],
        aside=True,
    )


def verdict(robustness: Robustness, group: Group) -> str:
    """Say in a line how a figure varies between the levels.

    What is not clear has no numbers: those of few games lie far apart by chance alone.
    """
    judgement = robustness.judged[group]
    what, mean, unit = _TOLD[group]
    games = f"{numbers.counted(robustness.games, 'game')} a level"
    if judgement.word == "not clear":
        return f"do {what} depend on who plays? {games} cannot tell."
    mean = mean.format(seat=judgement.seat)
    if judgement.seat and judgement.word == "agree":
        most = numbers.rounded_up(100 * judgement.spread.high)
        return f"{mean} the same to within {most} points; {games}."
    low, high = (
        value_at(robustness, judgement, level) for level in (judgement.lowest, judgement.highest)
    )
    if low.value == high.value:
        value = numbers.number(round(low.value, 3), 0, PLAIN)
        levels = numbers.counted(len(robustness.levels), "level")
        return f"{mean} {value} {unit} at each of {levels} of play."
    return f"{mean} {_ends(robustness, judgement)}."


def among_skilled(robustness: Robustness, group: Group) -> str:
    """Say the same of solid and strong players alone; nothing where all levels agree."""
    skilled = robustness.skilled.get(group)
    if skilled is None or robustness.judged[group].word == "agree":
        return ""
    told = f"Among solid and strong players alone {_AMONG[skilled.word]}"
    if skilled.word == "not clear":
        return f"{told}."
    seat = f"seat {skilled.seat}, " if skilled.seat != robustness.judged[group].seat else ""
    return f"{told}: {seat}{_ends(robustness, skilled)}."


def _ends(robustness: Robustness, judgement: Judgement) -> str:
    low, high = (
        value_at(robustness, judgement, level) for level in (judgement.lowest, judgement.highest)
    )
    if judgement.seat:
        # Few games of each level, of which these are the extremes: never without their intervals.
        least, most = (numbers.roughly(one) for one in (low, high))
    else:
        least = numbers.number(low.value, half_width(low), PLAIN)
        most = numbers.value(high, PLAIN)
    unit = _TOLD[judgement.group][2]
    return f"{least} ({judgement.lowest.name}) to {most} {unit} ({judgement.highest.name})"


def asked(robustness: Robustness) -> str:
    """Say at which levels it was asked, and what the verdicts mean."""
    margins = robustness.margins
    rate = numbers.number(margins.rate, 0, Unit("percentage points", share=True))
    share = numbers.percent(margins.relative, 0)
    few = [level for level in robustness.levels if level.few]
    mixed = any(level.strength == "mixed" for level in robustness.levels)
    told = (
        "The same rules and deals, with every style that comes with the game in all seats"
        f"{', and a mixed table' if mixed else ''}. The game's: all levels agree "
        f"to within {rate} percentage points of wins, or {share} of lengths and counts. Depends on "
        "play: some two are clearly further apart."
    )
    words = [one.word for one in robustness.judged.values()]
    if "not clear" in words and not robustness.more:
        told += " What is not clear takes more games of each level (--robust)."
    for level in few:
        told += (
            f" The few games of {level.name}, which is slow, count only where they clearly differ."
        )
    return told


def missing(robustness: Robustness) -> str:
    """Say which levels were not asked, and why; nothing if all were."""
    if not robustness.missing:
        return ""
    names = listed(robustness.missing)
    if robustness.stopped:
        return f"Interrupted before these played: {names}."
    return f"These would play for longer than the run itself, so they did not: {names} (--robust)."


# Tables ---------------------------------------------------------------------------


#: The tables' columns; rows of the first are mappings, of the second pairs of what was found and a
#: level.
TABLES: dict[str, Sequence[Column]] = {
    "robustness": (
        Column(
            "among", "all levels of play, or those alone at which solid and strong players play"
        ),
        Column("about", "seats, length or course: what is judged"),
        Column("figure", "the figure that decides, by its path in summary.json"),
        Column("verdict", "the game's, depends on play, or not clear"),
        Column("lowest_level", "who plays where the figure is smallest"),
        Column("lowest", "the figure there; of seats, win rate minus fair share"),
        Column("highest_level", "who plays where the figure is largest"),
        Column("highest", "the figure there"),
        Column(
            "spread",
            "of seats the highest minus the lowest, else how many times as large it is",
            interval=True,
        ),
        Column("margin", "up to which spread levels agree; 0.2 is 1.2 times as large"),
        Column("levels", "levels of play that were asked in all"),
        Column("games", "the least games of a level, those that think ahead left out"),
    ),
    "levels": (
        Column(
            "level",
            "who plays all seats, or what the table is called",
            heading="who plays",
            numeric=False,
            shown=lambda row: Cell(row["level"], code=True, strong=row["is_study"]),
        ),
        Column(
            "strength",
            "how strong that is, in a word",
            heading="strength",
            numeric=False,
            spare=True,
        ),
        Column("games", "games played", heading="games"),
        Column("unfinished", "share of the games that were not decided"),
        Column(
            "advantage",
            "win rate of seat 1 minus the fair share",
            interval=True,
            heading="seat 1, points",
            shown=lambda row: (
                _with_half(row["advantage"], POINTS)
                if row["has_winners"]
                else Cell(f"{numbers.percent(row['unfinished'], 0)} undecided")
            ),
        ),
        Column(
            "minutes",
            "mean length in minutes",
            interval=True,
            heading="minutes",
            shown=lambda row: _with_half(row["minutes"], PLAIN),
        ),
        Column(
            "lead_changes",
            "mean number of lead changes a game",
            interval=True,
            heading="lead changes",
            shown=lambda row: _with_half(row["lead_changes"], PLAIN),
        ),
        Column(COMEBACKS, "share of seats in last place half-way that still win", interval=True),
        Column(CLOSE_GAMES, "share of games decided by one point or less", interval=True),
        Column("lineup", in_files=False),
        Column("tally_id", in_files=False),
        Column("few", in_files=False),
        Column("is_study", in_files=False),
    ),
}


def _with_half(found: Estimate, unit: Unit) -> Cell:
    return Cell(numbers.with_half(found, unit), finite(found.value))


def levels_table(robustness: Robustness) -> Table:
    """Show each level with its main figures."""
    level = numbers.level(robustness.confidence)
    caption = f"By level of play, seat 1 against its fair share; each ± half its {level}"
    return shown(caption, TABLES["levels"], rows_of(robustness)["levels"])


def rows_of(robustness: Robustness) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of the tables `TABLES`."""
    return {
        "robustness": list(_judgements(robustness)),
        "levels": [_level(robustness, level) for level in robustness.levels],
    }


def _judgements(robustness: Robustness) -> Iterator[dict[str, Any]]:
    for among, one in _judged(robustness):
        low, high = (value_at(robustness, one, level) for level in (one.lowest, one.highest))
        yield {
            "among": among,
            "about": one.group,
            "figure": one.path,
            "verdict": one.verdict,
            "lowest_level": one.lowest.name,
            "lowest": low.value,
            "highest_level": one.highest.name,
            "highest": high.value,
            "spread": one.spread,
            "margin": one.margin,
            "levels": len(robustness.levels),
            "games": robustness.games,
        }


def _judged(robustness: Robustness) -> Iterator[tuple[str, Judgement]]:
    sets: dict[str, Mapping[Group, Judgement]] = {
        "all": robustness.judged,
        "solid and strong": robustness.skilled,
    }
    for among, several in sets.items():
        for one in several.values():
            yield among, one


def _level(robustness: Robustness, level: Level) -> dict[str, Any]:
    confidence = robustness.confidence
    return {
        "level": level.name,
        "strength": level.strength,
        "games": level.games,
        "unfinished": level.undecided,
        "has_winners": level.has_winners,
        "lineup": list(level.lineup),
        "tally_id": level.tally_id,
        "few": level.few,
        "is_study": level.asked,
        "advantage": level.against_fair(1, confidence),
        "minutes": level.known(MINUTES, confidence),
        **{path: level.known(path, confidence) for path in (LEAD_CHANGES, COMEBACKS, CLOSE_GAMES)},
    }


def summarise_levels(robustness: Robustness) -> dict[str, Any]:
    """Return all that was found as plain values that JSON can hold."""
    margins, rows = robustness.margins, rows_of(robustness)
    return {
        "margins": {"rate": margins.rate, "relative": margins.relative},
        "verdicts": plain_rows(TABLES["robustness"], rows["robustness"]),
        "levels": plain_rows(TABLES["levels"], rows["levels"]),
        "games": [*robustness.looks],
        "looks": robustness.looked,
        "missing": [*robustness.missing],
    }
