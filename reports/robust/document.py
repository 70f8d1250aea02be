"""Whether findings are the game's or the players', as the parts of a document."""

from __future__ import annotations

from reports.figures.spread import Word
from reports.robust import sentences
from reports.robust.levels import Group, Robustness
from reports.robust.tables import levels_table
from reports.writing.document import Answer, Item, Mark
from reports.writing.words import capital

_MARKS: dict[Word, Mark] = {"agree": "fine", "differ": "look", "not clear": ""}


def label(robustness: Robustness | None, group: Group) -> list[Item]:
    """Say in a line whether what was found is the game's; nothing if that was not asked."""
    if robustness is None or group not in robustness.judged:
        return []
    judgement = robustness.judged[group]
    mark = _MARKS[judgement.word]
    name = judgement.verdict if mark else capital(judgement.verdict)
    told, among = sentences.verdict(robustness, group), sentences.among_skilled(robustness, group)
    return [Item(f"{told} {among}".strip(), name, mark, brief=told)]


def levels_answer(robustness: Robustness) -> Answer:
    """Show what was found at each level of play."""
    return Answer(
        "Is it the game, or the players?",
        [Item(sentences.asked(robustness))],
        [levels_table(robustness)],
        aside=True,
    )
