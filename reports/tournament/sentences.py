"""What a tournament found in plain words: its story, targets, and how to read its tables."""

from __future__ import annotations

import math

from reports.figures.figure import SHARE
from reports.figures.targets import Judged
from reports.tournament import catalogue
from reports.tournament.bradley_terry import ELO, EVEN_ELO
from reports.tournament.results import TournamentResults
from reports.tournament.story import share, story
from reports.writing import numbers
from reports.writing.numbers import percent
from reports.writing.words import capital, listed

#: A larger share of games undecided is warned of.
MOST_UNDECIDED = 0.01


def findings(results: TournamentResults) -> list[str]:
    """Say what was found, the most telling first, a sentence or two each."""
    return [*story(results), *undecided(results)]


def undecided(results: TournamentResults) -> list[str]:
    """Say how many games were not decided."""
    unfinished, cap = results.run.unfinished, results.study.values["max_turns"]
    if not unfinished:
        return []
    was, them = ("was", "it") if unfinished == 1 else ("were", "them")
    told = (
        f"{unfinished:,} of {results.run.games:,} games {was} still undecided after {cap:,} turns; "
        f"nobody is credited with a win in {them}"
    )
    rates = [
        (results.matrix.played(*cell).unfinished / results.matrix.played(*cell).games, cell)
        for cell in results.tournament.cells
    ]
    most, (one, other) = max(rates)
    if most > MOST_UNDECIDED:
        told += (
            f", most of all of {results.specs[one]} at a table of {results.specs[other]} "
            f"({percent(most)})"
        )
    return [f"{told}."]


def sides(results: TournamentResults) -> str:
    """Say what the signs in the matrix rest on."""
    return (
        "+ and \N{MINUS SIGN}: clearly above and below the fair share, by more than chance "
        f"explains at {100 * results.confidence:g} %, corrected for all cells; ?: not clear."
    )


def mixed_meaning(results: TournamentResults) -> str:
    """Say what the mixed line-ups were."""
    count, possible = len(results.run.mixed), results.tournament.mixed_possible
    different = min(len(results.specs), results.players)
    who = f"{different} different strategies"
    if different < results.players:
        who += " as evenly as that can be"
    which = f"all {possible:,}" if count == possible else f"{count:,} drawn of {possible:,}"
    which = "the only line-up" if possible == 1 else f"{which} line-ups"
    return (
        f"Mixed line-ups: {which} of {who}, {numbers.whole(results.mixed.games)} games, each deal "
        "in every rotation."
    )


def elo_meaning(results: TournamentResults) -> str:
    """Say what Elo means at a table of so many."""
    ahead = 1 / (1 + math.exp(-100 / ELO))
    bounded = [
        results.specs[r.strategy]
        for r in results.mixed.ranking
        if not (math.isfinite(r.elo.low) and math.isfinite(r.elo.high))
    ]
    told = (
        "Elo (Bradley and Terry): where one is 100 ahead of another, it wins "
        f"{percent(ahead, 0)} of the games that one of the two wins"
    )
    if results.players > 2:
        told += ", taken over all line-ups that both sit in"
    told += f"; {EVEN_ELO:.0f} would win half of them against all others"
    if bounded:
        told += f". Of {listed(bounded)}, who won no game against the others or lost none, "
        told += "no more than a bound is known"
    return f"{told}."


def games_a_cell(results: TournamentResults) -> str:
    """Say how many games were played of each cell of the matrix, as in "500 to 20,000"."""
    few, many = results.matrix.fewest_games, results.matrix.games
    return numbers.whole(many) if few == many else f"{numbers.whole(few)} to {numbers.whole(many)}"


def reach(results: TournamentResults) -> str:
    """Say to within what the win rates are known."""
    cells = [results.matrix.rates[one][other] for one, other in results.tournament.cells]
    mixed = [ranked.win_rate for ranked in results.mixed.ranking]
    of_cells, of_mixed = (
        numbers.number(half, half, SHARE)
        for half in (max((rate.high - rate.low) / 2 for rate in rates) for rates in (cells, mixed))
    )
    return (
        f"Win rates of the matrix are known to within about {of_cells} percentage points, those "
        f"with mixed line-ups to within about {of_mixed}, at {100 * results.confidence:g} % "
        "confidence."
    )


def target(results: TournamentResults, judged: Judged) -> str:
    """Say what came of a target, and how many more games would decide it."""
    figure, found, verdict = results.figure(judged.target.figure), judged.estimate, judged.verdict
    known, decidable = numbers.known(found, figure.unit), True
    if figure.what == catalogue.ELO:
        known = numbers.elo(found)
    elif figure.kind == catalogue.EQUILIBRIUM:
        style = results.specs.index(figure.of[0])
        decidable = results.verdicts.shares[style] == "known"
        known = known if decidable else share(results, style)
    told = f"{capital(figure.title)}: {known}; wanted {numbers.wanted(judged.target, figure.unit)}"
    if verdict.word != "undecided":
        return f"{told}."
    if verdict.more_games is None or not decidable:
        return f"{told}; how many more games would decide it is not known."
    if results.tournament.races:
        more = numbers.about(verdict.more_games)
        return f"{told}; about {more} more games of its line-ups would probably decide it."
    a_cell = verdict.more_games * results.cell_games / results.run.games
    return (
        f"{told}; about {numbers.about(a_cell)} more games in each cell "
        f"({numbers.about(verdict.more_games)} in all) would probably decide it."
    )
