"""Contests whose results are drawn from known chances to win, without playing."""

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
#: A function that returns the chance to win of each different strategy of a line-up.
Chances = Callable[[Places], Numbers]


def study_of(players: int, games: int, **more: Any) -> Study:
    """Return the study that all line-ups of a contest share."""
    fixed: dict[str, Any] = {"game": "snorkeling", "variant": "base", "seed": 1, "lineup": ()}
    return Study(players=players, games=games, **fixed, **more)


def tournament_of(
    names: Sequence[str], players: int, games: int = 1000, tiers: Sequence[int] = (), **more: Any
) -> TournamentDesign:
    """Return a tournament of strategies that only have names and cannot play."""
    fixed: dict[str, Any] = {"game": "snorkeling", "description": "", "parameters": {}}
    strategies = [
        Strategy(name=name, tier=tier, decide=lambda view: 0, **fixed)
        for name, tier in zip(names, tiers or [1] * len(names), strict=True)
    ]
    return TournamentDesign(study_of(players, games, **more), tuple(strategies))


def won(played: LineupRun, wins: Any) -> LineupRun:
    """Return a line-up's run with these wins of strategies, in parts of a win.

    `wins` has the shape (deals, strategies).
    """
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
    """Draw the winner of every game.

    In a share `alike` of the deals, the same strategy wins in all rotations.
    """
    lineup_runs, studies = [], tournament.studies
    for number, places in enumerate(tournament.lineups):
        played = _empty(studies[number], places)
        deals, share = len(tournament.deals_of(number)), chances(places)
        winners = source.choice(len(share), (deals, played.layout.rotations), p=share)
        same = source.random(deals) < alike
        winners[same] = winners[same][:, :1]
        wins = (winners[..., None] == np.arange(len(share))).sum(axis=1) * whole_win(2)
        lineup_runs.append(won(played, wins))
    return TournamentRun(tournament, tuple(lineup_runs), 1.0, 1, False)


def results_of(
    names: Sequence[str],
    players: int,
    games: int,
    chances: Chances,
    seed: int = 1,
    **more: Any,
) -> TournamentResults:
    """Return the results of a tournament with drawn winners."""
    tournament = tournament_of(names, players, games, **more)
    return TournamentResults(draw_run(tournament, chances, np.random.default_rng(seed)))


def raced(
    whole: TournamentRun, confidence: float = 0.95, margin: float = 0.005
) -> TournamentResults:
    """Return the results if a drawn tournament stops playing line-ups that are decided."""
    looks = [1] * len(whole.design.lineups)
    while True:
        results = TournamentResults(cut(whole, looks), confidence, margin)
        going = set(results.run.active) & results.race.still_open
        if max(looks) == len(whole.design.interim) or not going:
            return results
        for number in going:
            looks[number] += 1


def cut(whole: TournamentRun, looks: Sequence[int]) -> TournamentRun:
    """Return the tournament as it was after some interim looks, given per line-up in `looks`."""
    lineup_runs = [
        won(played, played.wins[: len(whole.design.deals_until(number, looks[number]))])
        for number, played in enumerate(whole.lineup_runs)
    ]
    return replace(whole, lineup_runs=tuple(lineup_runs), looks=tuple(looks))


def luce(strengths: Sequence[float]) -> Chances:
    """Return chances that are proportional to exp(strength) for each seat of a strategy."""
    return _in_proportion([float(np.exp(strength)) for strength in strengths])


def _in_proportion(weights: Sequence[float]) -> Chances:
    def chances(places: Places) -> Numbers:
        seats = np.array([places.count(p) * weights[p] for p in dict.fromkeys(places)])
        return np.asarray(seats / seats.sum())

    return chances


def by_matrix(rates: Sequence[Sequence[float]], mixed: Sequence[float] | None = None) -> Chances:
    """Return chances from a matrix for line-ups of one strategy alone among another.

    `rates` has the win rate of the strategy that is alone, by strategy and rival. In other
    line-ups, the chances of seats are proportional to `mixed`, or equal without it.
    """
    others = _in_proportion(mixed or [1.0] * len(rates))

    def chances(places: Places) -> Numbers:
        different = tuple(dict.fromkeys(places))
        if places.count(different[0]) == 1 and len(different) == 2:
            rate = rates[different[0]][different[1]]
            return np.array([rate, 1 - rate])
        return others(places)

    return chances


def ring(size: int, edge: float = 0.3) -> Numbers:
    """Return win rates for two players: each strategy beats the next, all else is even."""
    rates = np.full((size, size), 0.5)
    for row in range(size):
        rates[row, (row + 1) % size] += edge
        rates[(row + 1) % size, row] -= edge
    return rates


def drawn(
    rates: Any, players: int = 2, games: int = 1000, mixed: Any = None, **more: Any
) -> TournamentResults:
    """Return the results of a tournament that is drawn with the chances of `by_matrix`."""
    names = "abcdefgh"[: len(rates)]
    return results_of(names, players, games, by_matrix(rates, mixed), 3, **more)


def half_undecided(results: TournamentResults, share: int = 2) -> TournamentResults:
    """Return results in which every `share`-th deal of all cells is undecided."""

    def half(played: LineupRun) -> LineupRun:
        wins = played.wins.copy()
        wins[::share] = 0
        changed = won(played, wins)
        sums = list(changed.tally.sums)
        sums[played.layout.single("unfinished")] = played.layout.rotations * len(wins[::share])
        return replace(changed, tally=replace(changed.tally, sums=tuple(sums)))

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
    """Return a ladder of Snorkeling's strategies, each alone among planners.

    `budgets` are the numbers of simulated games per action of the strategies that think ahead.
    """
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
    """Return the results of a ladder with drawn winners.

    `rates` has the win rate of each strategy by its name or budget, and under "skill" the rate of
    the strong player among weak ones. In a share `alike` of the deals, the same random number
    decides the games of all strategies and rotations.
    """
    lineup_runs, source = [], np.random.default_rng(seed)
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
        lineup_runs.append(won(played, np.stack([wins, rotations * whole_win(2) - wins], axis=1)))
    return LadderResults(LadderRun(ladder, tuple(lineup_runs), 10.0, 1, False))


def table_of(question: Question, results: object) -> Table:
    """Return the table of a question as readers see it; there must be one."""
    table = question.visible_table(results)
    assert table
    return table
