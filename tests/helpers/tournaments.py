"""Tournaments made by hand or drawn from known strengths, for the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.contest.contest import Question
from reports.tournament.race import look
from reports.tournament.results import TournamentResults
from reports.writing.document import Table
from simulate.game import find_game
from simulate.play.arms import layout_of
from simulate.play.lineups import Places, Played
from simulate.play.tally import Tally, whole_win
from simulate.play.tournament import Tournament, TournamentRun
from simulate.strategy import Strategy
from simulate.study import Study

Numbers = np.ndarray[Any, np.dtype[np.float64]]
#: Returns how likely each different strategy of a line-up is to win.
Chances = Callable[[Places], Numbers]


def tournament_of(
    names: Sequence[str], players: int, games: int = 1000, tiers: Sequence[int] = (), **more: Any
) -> Tournament:
    """Return a tournament of strategies that exist by name only."""
    strategies = [
        Strategy(
            name=name,
            game="snorkeling",
            tier=tiers[place] if tiers else 1,
            description="",
            decide=lambda view: 0,
            parameters={},
        )
        for place, name in enumerate(names)
    ]
    study = Study(
        game="snorkeling",
        variant="base",
        players=players,
        games=games,
        seed=1,
        lineup=(),
        **more,
    )
    return Tournament(study, tuple(strategies))


def draw_run(
    tournament: Tournament, chances: Chances, source: np.random.Generator, alike: float = 0.0
) -> TournamentRun:
    """Draw the winner of every game.

    Parameters
    ----------
    tournament
        Who plays whom.
    chances
        How likely each is to win.
    source
        Of all chance.
    alike
        The share of the deals of which every rotation has the same winner.
    """
    lineups, studies = tournament.lineups, tournament.studies
    found = []
    for number, (places, study) in enumerate(zip(lineups, studies, strict=True)):
        layout = layout_of(study, find_game("snorkeling"))
        deals = len(tournament.deals_of(number))
        share = chances(places)
        winners = source.choice(len(share), (deals, layout.rotations), p=share)
        same = source.random(deals) < alike
        winners[same] = winners[same][:, :1]
        wins = (winners[..., None] == np.arange(len(share))).sum(axis=1) * whole_win(2)
        sums = [0] * layout.size
        sums[layout.strategy_wins] = wins.sum(axis=0).tolist()
        tally = Tally(deals, tuple(sums), (0,) * layout.size)
        found.append(Played(places, layout, tally, wins.astype(np.int16)))
    return TournamentRun(tournament, tuple(found), 1.0, 1, False)


def raced(
    whole: TournamentRun, confidence: float = 0.95, margin: float = 0.005
) -> TournamentResults:
    """Play a drawn tournament as a race: of each line-up no more than is still open.

    Parameters
    ----------
    whole
        All that there is to play, of a tournament that races.
    confidence, margin
        Of the race.
    """
    tournament, looked = whole.tournament, [1] * len(whole.tournament.lineups)
    while True:
        results = TournamentResults(cut(whole, looked), confidence, margin)
        going = set(results.run.standing) & look(results).still_open
        if max(looked) == len(tournament.interim) or not going:
            return results
        for number in going:
            looked[number] += 1


def cut(whole: TournamentRun, looked: Sequence[int]) -> TournamentRun:
    """Return what had been played of each line-up after so many looks."""
    found = []
    for number, played in enumerate(whole.played):
        wins = played.wins[: len(whole.tournament.deals_until(number, looked[number]))]
        sums = [0] * played.layout.size
        sums[played.layout.strategy_wins] = wins.sum(axis=0, dtype=int).tolist()
        tally = Tally(len(wins), tuple(sums), (0,) * played.layout.size)
        found.append(replace(played, wins=wins, tally=tally))
    return replace(whole, played=tuple(found), looked=tuple(looked))


def luce(strengths: Sequence[float]) -> Chances:
    """Let each seat win in proportion to exp(strength), whoever sits where."""

    def chances(places: Places) -> Numbers:
        different = tuple(dict.fromkeys(places))
        weights = np.array([places.count(p) * np.exp(strengths[p]) for p in different])
        return np.asarray(weights / weights.sum())

    return chances


def by_matrix(rates: Sequence[Sequence[float]], mixed: Sequence[float] | None = None) -> Chances:
    """Let the one of a cell win as often as a matrix says.

    Parameters
    ----------
    rates
        Of the row's strategy at a table of the column's.
    mixed
        In proportion to what a seat of each wins in other line-ups; even unless said.
    """

    def chances(places: Places) -> Numbers:
        different = tuple(dict.fromkeys(places))
        if places.count(different[0]) == 1 and len(different) == 2:
            rate = rates[different[0]][different[1]]
            return np.array([rate, 1 - rate])
        weights = np.array([places.count(p) * (mixed[p] if mixed else 1.0) for p in different])
        return np.asarray(weights / weights.sum())

    return chances


def ring(size: int, edge: float = 0.3) -> Numbers:
    """Make a matrix for two players in which each beats the next, and else all is even."""
    rates = np.full((size, size), 0.5)
    for one in range(size):
        rates[one, (one + 1) % size] += edge
        rates[(one + 1) % size, one] -= edge
    return rates


def drawn(
    rates: Any, players: int = 2, games: int = 1000, mixed: Any = None, **more: Any
) -> TournamentResults:
    """Draw a tournament in which each wins as often as `by_matrix` says."""
    tournament = tournament_of("abcdefgh"[: len(rates)], players, games, **more)
    chances = by_matrix(rates, mixed)
    return TournamentResults(draw_run(tournament, chances, np.random.default_rng(3)))


def half_undecided(played: Any) -> Any:
    """Leave every second deal undecided."""
    wins = played.wins.copy()
    wins[::2] = 0
    sums = list(played.tally.sums)
    sums[played.layout.single("unfinished")] = played.layout.rotations * len(wins[::2])
    return replace(played, wins=wins, tally=replace(played.tally, sums=tuple(sums)))


def table_of(question: Question, results: object) -> Table:
    """Return what people are shown of a question's table."""
    assert question.table
    return question.table(results)
