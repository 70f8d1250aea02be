"""The first page of `waiting`: a short answer to each question, and the next commands."""

from __future__ import annotations

import math

from reports.analysis.observed_document import command_of, replay_command
from reports.figures.statistics import Estimate, half_width
from reports.waiting.results import WaitingResults
from reports.writing import spoken, wording
from reports.writing.document import Cell, Heading, Step, Table
from reports.writing.spoken import mean_text, minutes_text, of_100
from simulate.study import DEFAULT_SEED
from strategies.waiting import EVERY

#: The largest number of seats that the table of the first page lists.
_MOST_SEATS = 8
#: A share of kingmaking choices is known well enough if half the width of its interval is at most
#: `_EXACT`, or if the share is clearly larger than `_OFTEN`.
_EXACT, _OFTEN = 0.03, 0.05
#: The number of choices that is usually enough to estimate the share of kingmaking choices well.
_ENOUGH_CHOICES = 400
#: Waits that are longer than this number of minutes are called long.
_LONG = 3.0
#: The answer on waits for a single player.
ALONE = "There is only one player, so nobody waits."
#: Seats wait alike if their mean waits differ by fewer turns than this.
_NOTICEABLE = 0.1


def describe_wait(results: WaitingResults) -> list[str]:
    """Return sentences on the mean wait and on long waits."""
    if results.players == 1:
        return [ALONE]
    wait = results.estimates["waiting_all"]
    if not wait.n:
        return ["Nobody has a second turn, so nobody waits for one."]
    row = results.rows[0]
    most: Estimate = row["most"]
    turns = mean_text(wait, "turns")
    sentences = [
        f"Between two turns, a player waits about {_time_text(row['minutes'])}.",
        f"That is {turns} of others, at {results.seconds} seconds per turn.",
    ]
    if wait.is_constant:
        return [*sentences, f"Every wait is {turns}."]
    if make_seat_table(results):
        return sentences
    if math.isfinite(most.value):
        sentences.append(
            f"Of 20 waits, 19 last at most {wording.counted(int(most.value), 'turn')}."
        )
    if _has_different_seats(results):
        sentences.append(_name_extreme_seats(results))
    else:
        sentences.append("No seat clearly waits longer than another.")
    return sentences


def _time_text(minutes: float) -> str:
    """Return a time as text: in seconds below two minutes, else in minutes."""
    seconds = round(60 * minutes)
    if seconds >= 120:
        return minutes_text(minutes)
    return wording.counted(seconds, "second")


def _has_different_seats(results: WaitingResults) -> bool:
    """Return True if two seats clearly wait differently, by enough to notice."""
    waits = [row["value"] for row in results.rows[1:] if row["value"].n]
    if not waits:
        return False
    longest = max(waits, key=lambda wait: wait.value)
    shortest = min(waits, key=lambda wait: wait.value)
    is_clear = longest.low > shortest.high
    return bool(is_clear and longest.value - shortest.value >= _NOTICEABLE)


def _name_extreme_seats(results: WaitingResults) -> str:
    """Return a sentence on the seats with the longest and the shortest mean wait."""
    rows = [row for row in results.rows[1:] if row["value"].n]
    longest = max(rows, key=lambda row: row["value"].value)
    shortest = min(rows, key=lambda row: row["value"].value)
    return (
        f"Seat {longest['seat']} waits longest ({mean_text(longest['value'], 'turns')}), "
        f"seat {shortest['seat']} least ({mean_text(shortest['value'], 'turns')})."
    )


def make_seat_table(results: WaitingResults) -> Table | None:
    """Return the table of the seats' waits; None if they wait alike or are too many."""
    if results.players > _MOST_SEATS or not _has_different_seats(results):
        return None
    headings = [
        Heading("", numeric=False),
        Heading("turns to wait"),
        Heading("time"),
        Heading("19 of 20 waits"),
    ]
    rows = []
    for row in results.rows[1:]:
        wait: Estimate = row["value"]
        most: Estimate = row["most"]
        if not wait.n:
            continue
        longest = wording.counted(int(most.value), "turn") if math.isfinite(most.value) else "?"
        rows.append(
            [
                Cell(f"seat {row['seat']}"),
                Cell(mean_text(wait), wait.value),
                Cell(_time_text(row["minutes"]), row["minutes"]),
                Cell(f"at most {longest}", most.value),
            ]
        )
    return Table("", headings, rows)


def describe_forced(results: WaitingResults) -> list[str]:
    """Return a sentence on the share of turns without a choice."""
    forced = results.estimates["forced"]
    if not forced.n:
        return ["Nobody has a turn."]
    player = "a player" if results.players > 1 else "the player"
    return [f"In {of_100(forced)} turns {player} has nothing to choose."]


def describe_out(results: WaitingResults) -> list[str]:
    """Return a sentence on how often a player is out early, and for how many turns.

    It is empty for a single player.
    """
    if results.players == 1:
        return []
    out = results.estimates["out"]
    if not out.value:
        return [f"Nobody was out early in {wording.counted(results.run.games, 'game')}."]
    turns = mean_text(results.estimates["out_turns"], "turns")
    return [f"In {of_100(out)} games somebody is out early, and then watches {turns}."]


def knows_kingmakers(results: WaitingResults) -> bool:
    """Return True if enough choices were tried to know how often a loser picks the winner."""
    share = results.estimates["kingmaking"]
    reach = half_width(share)
    return math.isfinite(reach) and (reach <= _EXACT or share.low >= _OFTEN)


def describe_kingmakers(results: WaitingResults) -> list[str]:
    """Return a sentence on how often a player without hope decides who wins.

    It is empty if the question does not arise, because there are fewer than three rivals.
    """
    if results.game.number_of_sides(results.players) < 3:
        return []
    choices_tried = len(results.weighed)
    if not choices_tried:
        return ["Not known for this game; --full says why."]
    if not knows_kingmakers(results):
        kingmaking_choices = int(results.picks.sum())
        number = wording.whole(kingmaking_choices) if kingmaking_choices else "none"
        choices = wording.counted(choices_tried, "choice")
        return [
            "Too few games to tell.",
            f"Of {choices} examined, {number} let a player with no hope decide who wins.",
        ]
    often = of_100(results.estimates["kingmaking"])
    return [f"In {often} choices a player with no hope decides who wins."]


def describe_trust(results: WaitingResults) -> list[str]:
    """Return sentences on chance and on the players."""
    wait = results.estimates["waiting_all"]
    reach = half_width(wait)
    scope = spoken.describe_scope(results.study)
    if results.players == 1:
        return [scope]
    if not math.isfinite(reach):
        if not wait.n:
            return [scope]
        return ["Too few games to say how exact the average wait is.", scope]
    if wait.is_constant:
        return [scope]
    turns = "less than 0.1 turns" if reach < 0.1 else f"about {wording.rounded_up(reach, 1)} turns"
    return [f"With more games, the average wait could still change by {turns}.", scope]


def suggest_next_steps(results: WaitingResults) -> list[Step]:
    """Return up to three commands that a designer probably wants next, with their purposes."""
    steps = []
    if len(results.weighed) and not knows_kingmakers(results):
        games = max(4 * results.run.games, EVERY * _ENOUGH_CHOICES)
        command = command_of(results, "waiting", "--games", spoken.games_option(games))
        seconds = results.run.elapsed * games / results.run.games
        steps.append(Step("Be surer", command, seconds))
    for row in results.examples[:1]:
        turn = row["when"].partition(":")[0]
        steps.append(Step(f"See a loser decide ({turn})", replay_command(results, row["game"])))
    smaller = _smaller_table(results)
    if results.players > 1 and results.rows[0]["minutes"] > _LONG and smaller:
        steps.append(Step("Try fewer", command_of(results, "waiting", "--players", str(smaller))))
    steps.append(Step("Read a game", replay_command(results, 0)))
    return steps[:3]


def _smaller_table(results: WaitingResults) -> int:
    """Return a smaller number of players with which to try the game; 0 if there is none to suggest.

    None is suggested for studies that a short command cannot repeat.
    """
    fewer: int = results.players - 1
    game = results.game
    study = results.study
    fewest: int = game.seats[0]
    is_usual = study.lineup[0] == game.default_strategy and study.seed == DEFAULT_SEED
    if study.players != game.usual_players or len(study.strategies) > 1 or not is_usual:
        return 0
    if fewer < fewest or fewer % game.number_of_sides(fewer):
        return 0
    return fewer
