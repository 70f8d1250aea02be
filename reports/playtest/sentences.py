"""The sentences of a playtest's report: agreement, likely players, and estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from reports.figures.figure import (
    ADVANTAGE,
    LEAD_CHANGES,
    MINUTES,
    PLAIN,
    SEATS,
    SHARE,
    SIDES,
    TURNS,
    WIN_RATE,
)
from reports.figures.statistics import Estimate, half_width
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement
from reports.playtest.games import LENGTHS, OTHERS_SCORE, WINNER_SCORE
from reports.playtest.posterior import APART
from reports.playtest.results import PlaytestResults
from reports.run.fairness import write_command, write_lineup
from reports.writing import wording
from reports.writing.wording import capital, counted, listed, whole
from simulate.rules.values import MOST_SECONDS

#: The names of figures in tables, by path.
FIGURE_TITLES = {
    **{path: name for name, path in LENGTHS.items()},
    WINNER_SCORE: "winner's score",
    OTHERS_SCORE: "others' mean score",
    MOST_WINS: "most wins of one seat",
    TOGETHER: "games as a whole",
}
#: The names that sentences use for figures that a log may not show, by path.
_NAMES = {
    TURNS: "turns",
    ADVANTAGE: "who wins",
    LEAD_CHANGES: "lead changes",
}
#: The beginning of the sentence on win rates, by who wins: seats, sides, or all together.
_WINNERS = {
    "seats": "Seats of players like yours win",
    "sides": "Sides of players like yours win",
    "together": "Players like yours win",
}
#: The beginning of the sentence on the win rate of a single player.
_WINNER = "A player like yours wins"
#: The maximum number of further games that a sentence suggests. Nobody would log more.
_MOST_GAMES = 200
#: An interval is shown only if its upper end is at most this many times the mean.
_MOST_TIMES = 10


def answer_agreement(results: PlaytestResults) -> list[str]:
    """Return details on unexplained figures, and on the seat or side that won most games."""
    details = []
    if any(agreement.verdict == "not explained" for agreement in results.agreements):
        details.append(
            "Chance alone gives such figures at fewer than 1 of 100 tables, for every style and "
            "for each pair of styles in turn."
        )
    return [*details, *say_most_wins(results)]


def say_most_wins(results: PlaytestResults) -> list[str]:
    """Return a sentence on the wins of the seat or side that won most.

    The list is empty if the log shows fewer than two games with a known winner, or all seats play
    together.
    """
    agreements = {agreement.figure: agreement for agreement in results.agreements}
    most = agreements.get(MOST_WINS)
    if most is None or most.logged.n < 2:
        return []
    wins = [agreements[path].logged.value for path in results.win_paths if path in agreements]
    place = "seat" if results.contest == "seats" else "side"
    number = 1 + wins.index(max(wins))
    sentence = (
        f"{capital(place)} {number} won {most.logged.value:g} of {most.logged.n}; by chance, some "
        f"{place} does so at {_frequency(most.p)} tables"
    )
    if most.verdict == "usual":
        sentence += ": no sign of a problem"
    return [f"{sentence}."]


def _frequency(share: float) -> str:
    """Return a share in words: "1 of 20" for a small share, else "3 of 10" or "nearly all"."""
    if share < 0.1:
        return f"1 of {1 / share:.0f}"
    tenths = f"{10 * share:.0f}"
    return "nearly all" if tenths == "10" else f"{tenths} of 10"


def write_usual_range(agreement: Agreement) -> str:
    """Return the range of usual values of a logged figure, as in "0.2 to 0.5".

    The number of decimals follows from the width of the range, even if the logged value is far
    outside.
    """
    unit = SHARE if agreement.figure.endswith(WIN_RATE) else PLAIN
    usual = agreement.logged
    width = usual.high - usual.low
    return wording.interval(usual, unit, width / 2 if width > 0 else None)


def figure_title(agreement: Agreement) -> str:
    """Return the title of a logged figure, for example "wins of seat 1" or "turns"."""
    path = agreement.figure
    kind, _, name = path.partition(".")
    if kind in (SEATS, SIDES):
        if agreement.of_group:
            return "games won"
        return f"wins of {kind.removesuffix('s')} {name.split('.')[0]}"
    return FIGURE_TITLES.get(path) or name.replace("_", " ")


def answer_players(results: PlaytestResults) -> list[str]:
    """Return a sentence on how to distinguish the likeliest kinds; empty if one is clear."""
    posterior = results.posterior
    if not posterior.features or len(posterior.alike) > 1:
        return [_advise(results)]
    return [f"The likeliest is at least {APART} times as likely as any other."]


def write_probability(probability: float) -> str:
    """Return a probability as text in whole percent.

    It is at most 99%, because no playing style is certain.
    """
    return f"{min(99, round(100 * probability))}%"


def _advise(results: PlaytestResults) -> str:
    """Return a sentence on the games and the columns that would distinguish the likely kinds."""
    posterior = results.posterior
    path = posterior.best_figure
    column = "all scores" if path in (WINNER_SCORE, OTHERS_SCORE) else FIGURE_TITLES.get(path, path)
    if not posterior.features:
        return f"Fill in {column}, which differ most between styles."
    best, runner_up = posterior.alike[:2]
    games = count_games_to_tell(results)
    if games:
        sentence = f"About {counted(games, 'more game')} would distinguish {best} from {runner_up}"
    else:
        sentence = f"What you log hardly distinguishes {best} from {runner_up}"
    if path not in posterior.features:
        sentence += f"; fill in {column} too, which differ more"
    return f"{sentence}."


def count_games_to_tell(results: PlaytestResults) -> int:
    """Return the number of further games that would distinguish the two likeliest kinds of players.

    It is 0 if that would take more than `_MOST_GAMES` games.
    """
    best, runner_up = results.posterior.alike[:2]
    games = results.posterior.games_to_tell(best, runner_up)
    return math.ceil(games) if games <= _MOST_GAMES else 0


def answer_table(results: PlaytestResults) -> list[str]:
    """Return sentences on the table's main figures."""
    estimates = results.estimates
    seconds = results.seconds
    minutes = _write_mean(estimates[MINUTES], "minutes")
    turns = _write_mean(estimates[TURNS], "turns")
    wins = [estimates[path] for path in results.win_paths]
    shares = listed([wording.value(estimate, SHARE) for estimate in wins])
    reach = 100 * max(half_width(estimate) for estimate in wins)
    winners = _WINNER if results.players == 1 else _WINNERS[results.contest]
    if seconds.n:
        pace = f"A turn takes {_write_mean(seconds, 'seconds')}, measured at your table."
    else:
        pace = f"A turn is assumed to take {seconds.value:g} seconds; log minutes to measure it."
    sentences = [
        f"A game takes {minutes} and {turns} on average.",
        pace,
        f"{winners} {shares} (± {reach:.0f} points).",
    ]
    run = next(iter(results.kinds.values()))
    sentences += [
        wording.sentence(run.figure(path), estimates[path])
        for path in (ADVANTAGE, LEAD_CHANGES)
        if path in estimates
    ]
    return sentences


def command_like_table(results: PlaytestResults) -> str:
    """Return the `fathom run` command with the likeliest strategies and the measured pace."""
    study = results.kinds[results.posterior.ranked[0]].run.study
    seconds = results.seconds
    if seconds.n:
        pace = min(max(1, round(seconds.value)), MOST_SECONDS)
        study = replace(study, rules={**study.rules, "seconds_per_turn": pace})
    return write_command(study, "run", *write_lineup(study))


def has_useful_range(estimate: Estimate) -> bool:
    """Return True if the interval of a positive mean is finite and not absurdly wide."""
    return 0 <= estimate.low <= estimate.high <= _MOST_TIMES * estimate.value


def _write_mean(estimate: Estimate, noun: str) -> str:
    """Return a mean with its interval as text, or with the reason why there is no interval."""
    reach = (estimate.high - estimate.low) / 2
    if not has_useful_range(estimate) or not reach:
        reason = "games that are alike give no range" if not reach else "too few games for a range"
        return f"about {estimate.value:.0f} {noun} ({reason})"
    reach = max(0.1, reach)
    ends = wording.ends(estimate, PLAIN, reach)
    return f"{wording.value(estimate, PLAIN, reach)} {noun} ({ends})"


def describe_games(results: PlaytestResults) -> str:
    """Return the numbers of real games, and of simulated games of each style, as text."""
    runs = results.run.lineup_runs
    text = (
        f"{counted(results.log.games, 'real game')} and {whole(runs[0].games)} simulated "
        "games of each style"
    )
    if len(runs) > len(results.design.styles):
        text += f", {whole(runs[-1].games)} of each pair"
    return text


def limits(results: PlaytestResults) -> list[str]:
    """Return sentences on omitted rows and strategies, and on the errors that intervals include."""
    sentences = []
    if results.log.left_out:
        sentences.append(results.log.left_out)
    missing = [name for name in results.run.runs if name not in results.kinds]
    if missing:
        sentences.append(
            f"These were left out because they finish too few games: {listed(missing)}."
        )
    ranges = [
        f"Ranges have {100 * results.confidence:g}% confidence, usual ranges jointly. Ranges of "
        "your table allow for chance and for players unlike the simulated styles.",
        *_on_figures_not_logged(results),
    ]
    sentences.append(" ".join(ranges))
    return sentences


def _on_figures_not_logged(results: PlaytestResults) -> Sequence[str]:
    """Return a sentence on figures whose intervals may be too narrow, as they were not logged.

    The sequence is empty if all main figures were logged.
    """
    if len(results.kinds) == 1:
        return ["Only one style was simulated, so what you did not log may differ from it."]
    logged = {*results.log.columns, MINUTES}
    if logged & {*results.win_paths}:
        logged.add(ADVANTAGE)
    open_paths = set(results.estimates) - logged
    names = [name for path, name in _NAMES.items() if path in open_paths]
    if not names:
        return []
    return [f"What you did not log ({listed(names)}) may still lie outside what was simulated."]
