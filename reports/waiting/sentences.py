"""Sentences on how long players wait, on turns without a choice, and on who picks the winner."""

from __future__ import annotations

from reports.figures.figure import PLAIN, SHARE, Unit
from reports.waiting.results import PERCENT, WaitingResults
from reports.writing import wording
from strategies.registry import usual_player
from strategies.waiting import APART, OWN


def _known(results: WaitingResults, name: str, unit: Unit = SHARE) -> str:
    """Write one of the estimates with its interval."""
    return wording.with_interval(results.estimates[name], unit)


def answer_how_long(results: WaitingResults) -> list[str]:
    """Return a sentence on the mean wait, in turns and minutes, and on the longest waits."""
    if not results.estimates["waiting_all"].n:
        return ["Nobody has a second turn."]
    row = results.rows[0]
    minutes = wording.number(row["minutes"], row["minutes"] / 10, PLAIN)
    return [
        f"Between two turns of a player, others take {_known(results, 'waiting_all', PLAIN)} "
        f"turns on average: {minutes} minutes, at an assumed {results.seconds} seconds per turn. "
        f"{PERCENT}% of waits are at most {wording.counted(row['most'].value, 'turn')} long."
    ]


def answer_forced(results: WaitingResults) -> list[str]:
    """Return sentences on the shares of turns and of decisions without a choice."""
    return [
        f"In {_known(results, 'forced')} of turns there is at most one thing to do. Of single "
        f"decisions, {_known(results, 'forced_decisions')} have one legal move."
    ]


def answer_out(results: WaitingResults) -> list[str]:
    """Return a sentence on how often, and for how long, a player is out before the end."""
    if not results.estimates["out"].value:
        return [f"No, nobody in {wording.counted(results.run.games, 'game')}."]
    return [
        f"Somebody is out before the end in {_known(results, 'out')} of games, and then for "
        f"{_known(results, 'out_turns', PLAIN)} turns on average."
    ]


def answer_kingmaking(results: WaitingResults) -> list[str]:
    """Return a sentence on how often a player who cannot win picks the winner."""
    sides = results.game.number_of_sides(results.players)
    if sides == 1:
        return ["The question does not arise: there are no rivals."]
    if sides == 2:
        return ["The question does not arise: there are only two rivals."]
    weighed = len(results.weighed)
    if not weighed:
        return [
            "Not known: it takes three rivals, and a game whose hidden cards can be dealt again."
        ]
    return [
        f"In {_known(results, 'kingmaking')} of choices ({weighed:,} were weighed), the player "
        f"that chooses has lost: it wins fewer than {100 * OWN:g} of 100 games after every move. "
        f"But another player wins at least {100 * APART:g} more of 100 games after one of its "
        "moves than after another."
    ]


def caveats(results: WaitingResults) -> list[str]:
    """Return a note, as a list of at most one text, on how choices were weighed."""
    if not len(results.weighed):
        return []
    player = usual_player(results.game)
    return [f"The consequences of a choice are found by playing on, with {player}."]
