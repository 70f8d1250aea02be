"""Whether findings are the game's or the players', as sentences and parts of a document."""

from __future__ import annotations

from reports.figures.figure import PLAIN, Unit
from reports.figures.precision import half_width
from reports.figures.spread import Word
from reports.robust.levels import Group, Judgement, Robustness, value_at
from reports.robust.tables import levels_table
from reports.writing import numbers
from reports.writing.document import Answer, Item, Mark
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
    "agree": "Among solid and strong players alone it is the game's",
    "differ": "Among solid and strong players alone it depends too",
    "not clear": "Among solid and strong players alone it is not clear",
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
    if skilled.word == "not clear":
        return f"{_AMONG[skilled.word]}."
    seat = f"seat {skilled.seat}, " if skilled.seat != robustness.judged[group].seat else ""
    return f"{_AMONG[skilled.word]}: {seat}{_ends(robustness, skilled)}."


def _ends(robustness: Robustness, judgement: Judgement) -> str:
    """Say from where to where a figure goes, and at which levels."""
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
