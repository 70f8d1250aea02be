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
)
from reports.figures.statistics import Estimate, half_width
from reports.playtest.agreements import MOST_WINS, TOGETHER, Agreement, Verdict
from reports.playtest.games import LENGTHS, OTHERS_SCORE, WINNER_SCORE
from reports.playtest.posterior import APART
from reports.playtest.results import PlaytestResults
from reports.run.fairness import write_command
from reports.writing import wording
from reports.writing.wording import capital, counted, listed, whole
from simulate.rules.values import MOST_SECONDS

#: The names of figures in tables, by path.
_TITLES = {
    **{path: name for name, path in LENGTHS.items()},
    WINNER_SCORE: "winner's score",
    OTHERS_SCORE: "others' mean score",
    MOST_WINS: "most wins of one seat",
    TOGETHER: "all of it together",
}
#: The names in sentences of figures that a log may not show, by path.
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
#: The maximum number of kinds of players that a sentence names.
_MOST_NAMED = 3
#: The maximum number of further games that a sentence suggests. Nobody would log more.
_MOST_GAMES = 200


def answer_agreement(results: PlaytestResults) -> list[str]:
    """Return sentences on unusual logged figures, and on the seat or side that won most games."""
    unexplained = _figures_with(results, "not explained")
    unusual = _figures_with(results, "unusual")
    if unexplained:
        first = (
            f"No: no playing style explains {listed(unexplained)}, nor do two in turn. Chance "
            "alone does that at fewer than 1 of 100 tables. Perhaps your players differ much, a "
            "rule is played differently, or the game's file is wrong."
        )
    elif unusual:
        first = (
            f"Not quite: {listed(unusual)} would be unusual for such players. Perhaps your players "
            "differ much, or a rule is played differently."
        )
    else:
        first = "Yes: all that you logged is usual."
    return [first, *_on_most_wins(results)]


def _figures_with(results: PlaytestResults, verdict: Verdict) -> list[str]:
    """Return the titles of the logged figures that have the given verdict."""
    return [
        figure_title(agreement) for agreement in results.agreements if agreement.verdict == verdict
    ]


def _on_most_wins(results: PlaytestResults) -> list[str]:
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


def figure_title(agreement: Agreement) -> str:
    """Return the title of a logged figure, for example "wins of seat 1" or "turns"."""
    path = agreement.figure
    kind, _, name = path.partition(".")
    if kind in (SEATS, SIDES):
        if agreement.of_group:
            return "games won"
        return f"wins of {kind.removesuffix('s')} {name.split('.')[0]}"
    return _TITLES.get(path) or name


def answer_players(results: PlaytestResults) -> list[str]:
    """Return sentences on the likeliest kinds of players, and on how to distinguish them."""
    posterior = results.posterior
    if not posterior.features:
        return [
            "Your log does not show which players are yours: it has no turns, rounds or scores.",
            _advise(results),
        ]
    alike = posterior.alike
    names = [
        f"{name} ({write_probability(posterior.probabilities[name])})"
        for name in alike[:_MOST_NAMED]
    ]
    if len(alike) == 1:
        return [f"Most like {names[0]}, at least {APART} times as likely as any other."]
    rest = len(alike) - len(names)
    if rest:
        names.append(counted(rest, "other"))
    return [f"Like {listed(names, 'or')}.", _advise(results)]


def write_probability(probability: float) -> str:
    """Return a probability as text in whole percent.

    It is at most 99%, because no playing style is certain.
    """
    return f"{min(99, round(100 * probability))}%"


def _advise(results: PlaytestResults) -> str:
    """Return a sentence on the games and the columns that would distinguish the likely kinds."""
    posterior = results.posterior
    path = posterior.best_figure
    column = "all scores" if path in (WINNER_SCORE, OTHERS_SCORE) else _TITLES.get(path, path)
    if not posterior.features:
        return f"Fill in {column}, which tells playing styles apart best."
    best, other = posterior.alike[:2]
    games = posterior.games_to_tell(best, other)
    if games > _MOST_GAMES:
        sentence = f"What you log hardly tells {best} from {other}"
    else:
        more_games = counted(math.ceil(games), "more game")
        sentence = f"About {more_games} would tell {best} from {other}"
    if path not in posterior.features:
        sentence += f"; fill in {column} too, which tells more"
    return f"{sentence}."


def answer_table(results: PlaytestResults) -> list[str]:
    """Return sentences on the table's main figures, and the command that plays like the table."""
    estimates = results.estimates
    seconds = results.seconds
    minutes = _write_mean(estimates[MINUTES], "minutes")
    turns = _write_mean(estimates[TURNS], "turns")
    wins = [estimates[path] for path in results.win_paths]
    shares = listed([wording.value(estimate, SHARE) for estimate in wins])
    reach = 100 * max(half_width(estimate) for estimate in wins)
    if seconds.n:
        pace = f"A turn takes {_write_mean(seconds, 'seconds')}, measured at your table."
    else:
        pace = f"A turn is assumed to take {seconds.value:g} seconds; log minutes to measure it."
    sentences = [
        f"A game takes {minutes} and {turns} on average.",
        pace,
        f"{_WINNERS[results.contest]} {shares} (± {reach:.0f} points).",
    ]
    run = next(iter(results.kinds.values()))
    sentences += [
        wording.sentence(run.figure(path), estimates[path])
        for path in (ADVANTAGE, LEAD_CHANGES)
        if path in estimates
    ]
    if results.posterior.features:
        sentences.append(f"To ask more for your table: {_command_like(results)}")
    return sentences


def _command_like(results: PlaytestResults) -> str:
    """Return the `fathom run` command with the likeliest strategies and the measured pace."""
    study = results.kinds[results.posterior.ranked[0]].run.study
    seconds = results.seconds
    if seconds.n:
        pace = min(max(1, round(seconds.value)), MOST_SECONDS)
        study = replace(study, rules={**study.rules, "seconds_per_turn": pace})
    strategies = study.strategies if len(study.strategies) == 1 else study.lineup
    options = []
    for spec in study.specs_of(strategies):
        options += ["-s", spec]
    return write_command(study, "run", *options)


def _write_mean(estimate: Estimate, noun: str) -> str:
    """Return a mean with its interval as text, or with the reason why there is no interval."""
    reach = (estimate.high - estimate.low) / 2
    if not 0 < reach < math.inf:
        reason = "one game gives" if reach else "games that are alike give"
        return f"about {estimate.value:.0f} {noun} ({reason} no range)"
    reach = max(0.1, reach)
    ends = wording.ends(estimate, PLAIN, reach)
    return f"{wording.value(estimate, PLAIN, reach)} {noun} ({ends})"


def describe_games(results: PlaytestResults) -> str:
    """Return the numbers of games, as in "3 real games beside 2,000 simulated of each style"."""
    runs = results.run.lineup_runs
    text = (
        f"{counted(results.log.games, 'real game')} beside {whole(runs[0].games)} simulated of "
        "each style"
    )
    if len(results.design.styles) > 1:
        text += f", {whole(runs[-1].games)} of each pair"
    return text


def limits(results: PlaytestResults) -> list[str]:
    """Return sentences on rows and strategies that were left out, and on what intervals include."""
    sentences = []
    if results.log.left_out:
        sentences.append(results.log.left_out)
    missing = [name for name in results.run.runs if name not in results.kinds]
    if missing:
        sentences.append(f"Left out, as they finish too few games: {listed(missing)}.")
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
        return ["As only one style was simulated, what you did not log may lie outside."]
    logged = {*results.log.columns, MINUTES}
    if logged & {*results.win_paths}:
        logged.add(ADVANTAGE)
    open_paths = set(results.estimates) - logged
    names = [name for path, name in _NAMES.items() if path in open_paths]
    if not names:
        return []
    return [f"What you did not log ({listed(names)}) may still lie outside."]
