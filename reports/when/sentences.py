"""The sentences of the analysis `when`: how often events happen, and a figure in these games."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures import figure as fig
from reports.run.results import RunResults
from reports.when.results import WhenResults
from reports.writing import wording
from reports.writing.spoken import players_win
from simulate.play.events import HALF_TIME, Event, describe_events


def write_events(events: Sequence[Event]) -> str:
    """Return a text that names the events.

    It begins with a capital letter, unless it begins with the path of a figure.
    """
    text = describe_events(events)
    return text if events[0].kind == "figure" else wording.capital(text)


def answer_how_often(results: WhenResults) -> list[str]:
    """Return sentences on the shares of several events, and on how early they happen."""
    events = results.design.parsed
    count = len(events)
    sentences = []
    if count > 1:
        last_share = results.share(count, count - 1)
        if last_share.n:
            earlier_share = wording.share_of(results.share(count - 1))
            sentences.append(
                f"{write_events(events[:-1])}: in {earlier_share}; "
                f"in {wording.share_of(last_share)} of these {events[-1].text}."
            )
    return [*sentences, *describe_moments(results)]


def describe_moments(results: WhenResults) -> list[str]:
    """Return sentences on when the events usually happen, and on what half-time means.

    The list is empty if the events always happen at the same moment and no event names half-time.
    """
    sentences = []
    moments = [moment for moment, _ in results.ordered]
    if len(set(moments)) > 1:
        median = results.describe_moment(moments[(len(moments) - 1) // 2])
        sentences.append(f"In half of these games it happens by {median}.")
    if any(event.unit == HALF_TIME for event in results.design.parsed):
        sentences.append(f"Half-time is {results.game.halftime}.")
    return sentences


def describe_games_without(results: WhenResults) -> str:
    """Return words for the games without the last event, for comparison with games with it."""
    events = results.design.parsed
    if len(events) > 1:
        return "games that reached the same moment with all events but the last"
    if events[-1].kind in ("end", "figure"):
        return "all other games"
    return "games that reached the same moment without it"


def describe_subject(results: WhenResults) -> tuple[str, fig.Unit]:
    """Return the subject of the sentence that compares a figure, and the figure's unit.

    The subject is the title of the figure. For a win rate, it is that of `name_winner`.
    """
    if results.path.endswith(fig.WIN_RATE):
        return name_winner(results), fig.SHARE
    run = results.run.runs["games"]
    figure = RunResults(run, results.confidence).figure(results.path)
    return wording.capital(figure.title), figure.unit


def name_winner(results: WhenResults) -> str:
    """Return the beginning of a sentence on the win rate that is compared, as in "Seat 1 wins"."""
    if results.contest == "together":
        return wording.capital(players_win(results.players))
    seat = results.path.removeprefix(f"{fig.SEATS}.").partition(".")[0]
    return f"Seat {seat} wins" if seat.isdigit() else "That player wins"


def caveats(results: WhenResults) -> list[str]:
    """Return a list with one text: an explanation of which games are compared."""
    return [
        "Each game with the events is compared with all games that reached the same turn or "
        f"{results.game.stretch} without the events. If the events are actions, the same seat must "
        "be about to act in both. If not, the seat must still be in the game. The seat must have "
        "the same strategy in both. The mean of the games without the events counts once for each "
        "game with them."
    ]
