"""Whether findings are the game's or the players', as the parts of a document."""

from __future__ import annotations

from reports.figures.figure import LEAD_CHANGES, MINUTES, PLAIN, POINTS
from reports.figures.spread import Word
from reports.figures.statistics import Estimate, finite
from reports.robust import sentences
from reports.robust.levels import Group, Level, Robustness
from reports.writing import numbers
from reports.writing.document import Answer, Cell, Column, Item, Mark, Table
from reports.writing.words import capital

_MARKS: dict[Word, Mark] = {"agree": "fine", "differ": "look", "not clear": ""}


def label(robustness: Robustness | None, group: Group) -> list[Item]:
    """Say in a line whether what was found is the game's; nothing if that was not asked."""
    if robustness is None or group not in robustness.judged:
        return []
    judgement = robustness.judged[group]
    mark = _MARKS[judgement.word]
    name = judgement.verdict if mark else capital(judgement.verdict)
    text, brief = sentences.verdict(robustness, group), sentences.brief(robustness, group)
    return [Item(capital(text) if not mark else text, name, mark, brief=brief)]


def levels_answer(robustness: Robustness) -> Answer:
    """Show what was found at each level of play."""
    return Answer(
        "Is it the game, or the players?",
        [Item(sentences.asked(robustness))],
        [levels_table(robustness)],
        aside=True,
    )


def levels_table(robustness: Robustness) -> Table:
    """Show each level with its main figures."""
    heads = [
        Column("who plays", numeric=False),
        Column("strength", numeric=False, spare=True),
        Column("seat 1, points"),
        Column("minutes"),
        Column("lead changes"),
        Column("games"),
    ]
    level = numbers.level(robustness.confidence)
    return Table(
        f"By level of play, seat 1 against its fair share; each ± half its {level}",
        heads,
        [_row(level, robustness.confidence) for level in robustness.levels],
    )


def _row(level: Level, confidence: float) -> list[Cell]:
    seat = level.against_fair(1, confidence)
    return [
        Cell(level.name, code=True, strong=level.asked),
        Cell(level.strength),
        Cell(numbers.with_half(seat, POINTS), finite(seat.value))
        if level.has_winners
        else Cell(sentences.undecided(level)),
        _measured(level.known(MINUTES, confidence)),
        _measured(level.known(LEAD_CHANGES, confidence)),
        Cell(numbers.whole(level.games), level.games),
    ]


def _measured(found: Estimate) -> Cell:
    return Cell(numbers.with_half(found, PLAIN), finite(found.value))
