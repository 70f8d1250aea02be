"""The sentences of the analysis `waiting`: waits, turns without a choice, and kingmaking."""

from __future__ import annotations

from reports.figures.figure import PLAIN, SHARE, Unit
from reports.waiting.first_page import describe_out, knows_kingmakers
from reports.waiting.results import WaitingResults
from reports.writing import wording
from strategies.registry import usual_player
from strategies.waiting import APART, OWN


def _value(results: WaitingResults, name: str, unit: Unit = SHARE) -> str:
    """Return the estimate of a name in `WaitingResults.estimates`, with its interval, as text."""
    return wording.with_interval(results.estimates[name], unit)


def answer_forced(results: WaitingResults) -> list[str]:
    """Return a sentence on the share of decisions with only one legal action."""
    return [f"Of single decisions, {_value(results, 'forced_decisions')} have one legal move."]


def answer_out(results: WaitingResults) -> list[str]:
    """Return a sentence on how often a player is out before the end, and for how many turns."""
    if not results.estimates["out"].value:
        return describe_out(results)
    return [
        f"Somebody is out before the end in {_value(results, 'out')} of games, and then for "
        f"{_value(results, 'out_turns', PLAIN)} turns on average."
    ]


def answer_kingmaking(results: WaitingResults) -> list[str]:
    """Return sentences on how often a player who cannot win decides who wins."""
    sides = results.game.number_of_sides(results.players)
    if results.players == 1:
        return ["The question does not arise, because there is only one player."]
    if sides == 1:
        return ["The question does not arise, because all players win or lose together."]
    if sides == 2:
        return ["The question does not arise, because there are only two rivals."]
    weighed = len(results.weighed)
    if not weighed:
        return [
            "Unknown. Choices are only measured if three or more players play for themselves, and "
            "the game defines how hidden cards are dealt again."
        ]
    meaning = (
        f"A player with no hope wins fewer than {100 * OWN:g} of 100 games after every move. It "
        f"decides who wins if another player wins at least {100 * APART:g} more of 100 games after "
        "one of these moves than after another."
    )
    if not knows_kingmakers(results):
        return [meaning]
    share = _value(results, "kingmaking")
    return [f"{share} of choices are of this kind ({weighed:,} were examined). {meaning}"]


def caveats(results: WaitingResults) -> list[str]:
    """Return a list with one text, which explains how choices were weighed.

    The list is empty if no choice was weighed.

    Raises
    ------
    FathomError
        If the game's usual strategy cannot be loaded.
    """
    if not len(results.weighed):
        return []
    player = usual_player(results.game)
    return [f"The effects of a choice are estimated by playing on with the strategy {player}."]
