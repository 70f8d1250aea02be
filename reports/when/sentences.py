"""The sentences of the analysis `when`: how often events happen, and a figure in these games."""

from __future__ import annotations

from collections.abc import Sequence

from reports.figures import figure as fig
from reports.figures.statistics import Estimate
from reports.run.results import RunResults
from reports.when.matching import LEAST_MATCHES
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
    """Return sentences on how often and how early the events happen."""
    events = results.design.parsed
    count = len(events)
    games = wording.counted(results.run.games, "game")
    share = wording.share_of(results.share(count))
    sentences = [f"{write_events(events)}: in {share} of {games}."]
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

    The list is empty if they always happen at the same moment and none names half-time.
    """
    sentences = []
    moments = [moment for moment, _ in results.ordered]
    if len(set(moments)) > 1:
        median = results.describe_moment(moments[(len(moments) - 1) // 2])
        sentences.append(f"In half of these games it happens by {median}.")
    if any(event.unit == HALF_TIME for event in results.design.parsed):
        sentences.append(f"Half-time is {results.game.halftime}.")
    return sentences


def answer_what_follows(results: WhenResults) -> list[str]:
    """Return sentences that compare games with and without the events.

    The list is empty if no game has all events.
    """
    estimates, left_out = results.matched
    with_it, without_it, gap = estimates.values()
    if not results.ordered:
        return []

    compared_games, reason = _games_without(results)
    reason = f"fewer than {LEAST_MATCHES} games {reason}"
    if not gap.n:
        return [f"There is nothing to compare: for each of these games, {reason}."]

    subject, unit = _subject(results)
    if not results.path.endswith(fig.WIN_RATE) and gap.low == gap.high == 0:
        return [f"{subject}: {wording.with_interval(with_it, unit)}, both with it and without it."]
    games_with_it = f"{gap.n:,} of these games" if left_out else "these games"
    first, second = wording.with_interval(with_it, unit), wording.with_interval(without_it, unit)
    if results.path.endswith(fig.WIN_RATE):
        comparison = f"{subject} {first} of {games_with_it}, and {second} of {compared_games}"
    else:
        comparison = f"{subject}: {first} in {games_with_it}, and {second} in {compared_games}"

    is_clear = _excludes_zero(gap)
    difference = wording.with_interval(gap, unit.of_differences)
    if not is_clear:
        difference = f"no clear difference, {difference}"
    sentences = [f"{comparison}: {difference}."]
    if is_clear and results.by_chance:
        sentences.append("All players move at random, so the difference is an effect of the event.")
    elif is_clear:
        sentences.append(
            "The difference need not be an effect of the event, because players chose the moves "
            "that led to it."
        )
    if left_out:
        games = wording.counted(left_out, "game")
        sentences.append(f"Left out: {games} with it, because {reason}.")
    return sentences


def _excludes_zero(estimate: Estimate) -> bool:
    """Return True if the interval does not include 0."""
    return estimate.low > 0 or estimate.high < 0


def _games_without(results: WhenResults) -> tuple[str, str]:
    """Return two phrases for the games without the last event, a noun and a predicate.

    The noun follows "% of", and the predicate "fewer than 5 games".
    """
    events = results.design.parsed
    if len(events) > 1:
        without = "games that reached the same moment with all events but the last"
        return without, "reached the same moment without it"
    if events[-1].kind in ("end", "figure"):
        return "other games", "ended otherwise"
    return "games that reached the same moment without it", "reached the same moment without it"


def _subject(results: WhenResults) -> tuple[str, fig.Unit]:
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
    return f"Seat {seat} wins" if seat.isdigit() else "That seat wins"


def caveats(results: WhenResults) -> list[str]:
    """Return a list with one text: an explanation of which games are compared."""
    return [
        "Each game with the events is compared with all games that reached the same turn or "
        f"{results.game.stretch} without the events. If the events are actions, the same seat must "
        "be about to act in both. If not, the seat must still be in the game. The seat must have "
        "the same strategy in both. The mean of the games without the events counts once for each "
        "game with them."
    ]
