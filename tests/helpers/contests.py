"""Contests drawn from known strengths, for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.analysis.contest import Question
from reports.ladder.play import LadderDesign, LadderRun
from reports.ladder.results import LadderResults
from reports.tournament.play import TournamentDesign, TournamentRun
from reports.tournament.results import TournamentResults
from reports.writing.document import Table
from simulate.play.arms import layout_of
from simulate.play.lineups import LineupRun, Places
from simulate.play.tally import Tally, whole_win
from simulate.strategy import Strategy
from simulate.study import Study
from strategies import find_strategy

Numbers = np.ndarray[Any, np.dtype[np.float64]]
#: Returns how likely each different strategy of a line-up is to win.
Chances = Callable[[Places], Numbers]


def study_of(players: int, games: int, **more: Any) -> Study:
    """Return what all line-ups of a contest share."""
    fixed: dict[str, Any] = {"game": "snorkeling", "variant": "base", "seed": 1, "lineup": ()}
    return Study(players=players, games=games, **fixed, **more)


def tournament_of(
    names: Sequence[str], players: int, games: int = 1000, tiers: Sequence[int] = (), **more: Any
) -> TournamentDesign:
    """Return a tournament of strategies that exist by name only."""
    fixed: dict[str, Any] = {"game": "snorkeling", "description": "", "parameters": {}}
    strategies = [
        Strategy(name=name, tier=tier, decide=lambda view: 0, **fixed)
        for name, tier in zip(names, tiers or [1] * len(names), strict=True)
    ]
    return TournamentDesign(study_of(players, games, **more), tuple(strategies))


def won(played: LineupRun, wins: Any) -> LineupRun:
    """Return a line-up of which each deal gave each strategy so much, in parts of a win."""
    size, wins_at = played.layout.size, played.layout.strategy_wins
    sums, squares = [0] * size, [0] * size
    sums[wins_at] = wins.sum(axis=0, dtype=int).tolist()
    squares[wins_at] = (wins.astype(int) ** 2).sum(axis=0).tolist()
    tally = Tally(len(wins), tuple(sums), tuple(squares))
    return replace(played, wins=wins.astype(np.int16), tally=tally)


def _empty(study: Study, places: Places, seconds: float = 0.0) -> LineupRun:
    layout = layout_of(study)
    return LineupRun(places, layout, Tally(0, (), ()), np.zeros(0), seconds)


def draw_run(
    tournament: TournamentDesign, chances: Chances, source: np.random.Generator, alike: float = 0.0
) -> TournamentRun:
    """Draw the winner of every game; in a share of the deals it is the same in all rotations."""
    shown_table, studies = [], tournament.studies
    for number, places in enumerate(tournament.lineups):
        played = _empty(studies[number], places)
        deals, share = len(tournament.deals_of(number)), chances(places)
        winners = source.choice(len(share), (deals, played.layout.rotations), p=share)
        same = source.random(deals) < alike
        winners[same] = winners[same][:, :1]
        wins = (winners[..., None] == np.arange(len(share))).sum(axis=1) * whole_win(2)
        shown_table.append(won(played, wins))
    return TournamentRun(tournament, tuple(shown_table), 1.0, 1, False)


def results_of(
    names: Sequence[str],
    players: int,
    games: int,
    chances: Chances,
    seed: int = 1,
    **more: Any,
) -> TournamentResults:
    """Draw a tournament."""
    tournament = tournament_of(names, players, games, **more)
    return TournamentResults(draw_run(tournament, chances, np.random.default_rng(seed)))


def raced(
    whole: TournamentRun, confidence: float = 0.95, margin: float = 0.005
) -> TournamentResults:
    """Play a drawn tournament as a race: of each line-up no more than is still open."""
    looks = [1] * len(whole.design.lineups)
    while True:
        results = TournamentResults(cut(whole, looks), confidence, margin)
        going = set(results.run.active) & results.race.still_open
        if max(looks) == len(whole.design.interim) or not going:
            return results
        for number in going:
            looks[number] += 1


def cut(whole: TournamentRun, looks: Sequence[int]) -> TournamentRun:
    """Return what had been played of each line-up after so many looks."""
    shown_table = [
        won(played, played.wins[: len(whole.design.deals_until(number, looks[number]))])
        for number, played in enumerate(whole.lineup_runs)
    ]
    return replace(whole, lineup_runs=tuple(shown_table), looks=tuple(looks))


def luce(strengths: Sequence[float]) -> Chances:
    """Let each seat win in proportion to exp(strength), whoever sits where."""
    return _in_proportion([float(np.exp(strength)) for strength in strengths])


def _in_proportion(weights: Sequence[float]) -> Chances:
    def chances(places: Places) -> Numbers:
        seats = np.array([places.count(p) * weights[p] for p in dict.fromkeys(places)])
        return np.asarray(seats / seats.sum())

    return chances


def by_matrix(rates: Sequence[Sequence[float]], mixed: Sequence[float] | None = None) -> Chances:
    """Let the one of a cell win as often as a matrix says, and in other line-ups as `mixed`."""
    others = _in_proportion(mixed or [1.0] * len(rates))

    def chances(places: Places) -> Numbers:
        different = tuple(dict.fromkeys(places))
        if places.count(different[0]) == 1 and len(different) == 2:
            rate = rates[different[0]][different[1]]
            return np.array([rate, 1 - rate])
        return others(places)

    return chances


def ring(size: int, edge: float = 0.3) -> Numbers:
    """Make a matrix for two players in which each beats the next, and else all is even."""
    rates = np.full((size, size), 0.5)
    for row in range(size):
        rates[row, (row + 1) % size] += edge
        rates[(row + 1) % size, row] -= edge
    return rates


def drawn(
    rates: Any, players: int = 2, games: int = 1000, mixed: Any = None, **more: Any
) -> TournamentResults:
    """Draw a tournament in which each wins as often as `by_matrix` says."""
    names = "abcdefgh"[: len(rates)]
    return results_of(names, players, games, by_matrix(rates, mixed), 3, **more)


def half_undecided(results: TournamentResults, share: int = 2) -> TournamentResults:
    """Leave every second deal of the cells undecided, or each with a share of 1."""

    def half(played: LineupRun) -> LineupRun:
        wins = played.wins.copy()
        wins[::share] = 0
        shown_table = won(played, wins)
        sums = list(shown_table.tally.sums)
        sums[played.layout.single("unfinished")] = played.layout.rotations * len(wins[::share])
        return replace(shown_table, tally=replace(shown_table.tally, sums=tuple(sums)))

    run = results.run
    cells = map(half, run.cells)
    return TournamentResults(replace(run, lineup_runs=(*cells, *run.lineup_runs[len(run.cells) :])))


def ladder_of(
    budgets: Sequence[int],
    players: int = 4,
    games: int = 1000,
    slow_games: int = 0,
    quick: Sequence[str] = ("random", "attacker", "planner"),
    **more: Any,
) -> LadderDesign:
    """Return a ladder of Snorkeling's strategies at the planner's table."""
    thinking = [f"search(rollouts={budget}, playout=random)" for budget in budgets]
    planner, random, *named = (
        find_strategy(spec, "snorkeling") for spec in ("planner", "random", *quick, *thinking)
    )
    climbing = tuple(named[: len(quick)]), tuple(named[len(quick) :])
    study = study_of(players, games, **more)
    return LadderDesign(study, planner, *climbing, planner, random, slow_games)


def draw_ladder(
    ladder: LadderDesign, rates: Mapping[str, float], seed: int = 1, alike: float = 0.0
) -> LadderResults:
    """Draw who wins every game.

    `rates` has the win rate of each strategy, by its name or budget; under "skill" that of the
    strong player among weak ones. `alike` is the share of the deals that go the same for all
    strategies and rotations, whose own win rates are then as said only if they are all the same.
    """
    shown_table, source = [], np.random.default_rng(seed)
    same = source.random(max(study.deals for study in ladder.studies)) < alike
    fate = source.random(len(same))
    for study, (strategy, other) in zip(ladder.studies, ladder.pairs, strict=True):
        name = str(int(strategy.values.get("rollouts", 0)) or strategy.name)
        rate = rates["skill" if other.spec != ladder.reference.spec else name]
        played = _empty(study, (0, *[1] * (study.players - 1)), 1.0)
        rotations = played.layout.rotations
        chance = source.random((study.deals, rotations))
        shared = same[: study.deals]
        chance[shared] = fate[: study.deals][shared][:, None]
        wins = (chance < rate).sum(axis=1) * whole_win(2)
        shown_table.append(won(played, np.stack([wins, rotations * whole_win(2) - wins], axis=1)))
    return LadderResults(LadderRun(ladder, tuple(shown_table), 10.0, 1, False))


def table_of(question: Question, results: object) -> Table:
    """Return what people are shown of a question's table."""
    shown_table = question.visible_table(results)
    assert shown_table
    return shown_table
