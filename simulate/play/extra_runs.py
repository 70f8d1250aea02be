"""Small extra runs that show whether a game behaves as one would expect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import numpy as np

from simulate.game import Snapshot
from simulate.play import rows as row
from simulate.play.arms import layout_of, make_engine
from simulate.play.counting import list_deals
from simulate.play.engine import Engine
from simulate.play.executor import in_threads
from simulate.play.lineups import lineup_against
from simulate.play.rows import Integers
from simulate.play.run import Run, play
from simulate.play.tally import whole_win
from simulate.strategy import Strategy, persona_specs
from simulate.study import Study


@dataclass(frozen=True)
class ExtraGames:
    """The number of games of an extra run, which depends on the number of games of the study."""

    #: The minimum number of games of the extra run.
    least: int
    #: The maximum number of games of the extra run.
    most: int
    #: The number of the study's games per game of the extra run.
    part: int = 1

    def games_for(self, games: int) -> int:
        """Return the number of extra games for a study with `games` games."""
        return max(self.least, min(games // self.part, self.most))


#: The maximum number of games against beginners.
MOST_BEGINNER_GAMES = 4_000
#: The number of games in which one strategy plays all seats. With the maximum number, a difference
#: of 2 percentage points between the win rates of two seats is significant.
MIRROR_GAMES = ExtraGames(1_000, 20_000)
#: The number of games against beginners.
BEGINNER_GAMES = ExtraGames(1_000, MOST_BEGINNER_GAMES)
#: The number of games for each changed value of a rule.
RULE_GAMES = ExtraGames(200, 1_000)


def with_lineup(
    study: Study, lineup: Sequence[Strategy], games: int, *, counts_all: bool = False
) -> Study:
    """Return a study of the same rules and seed with another line-up and number of games.

    Events and notes on draws are left out unless `counts_all` is True.

    Raises
    ------
    UsageError
        If two different personas of the line-up have the same name.
    """
    return Study(
        game=study.game,
        variant=study.variant,
        players=study.players,
        games=games,
        seed=study.seed,
        lineup=tuple(strategy.spec for strategy in lineup),
        personas=persona_specs(lineup),
        rules=study.rules,
        noted=study.noted if counts_all else {},
        events=study.events if counts_all else {},
    )


class SeatProducts:
    """For every pair of seats, the product of their wins in a deal, summed over deals.

    It is a `simulate.play.journal.Watcher`. The covariance of the win rates follows from the sums.

    Raises
    ------
    UsageError
        If the game of the study cannot be loaded.
    """

    def __init__(self, study: Study) -> None:
        self._layout = layout_of(study)
        #: The sums of the products, shape (seats, seats).
        self.sums = np.zeros((study.players, study.players), np.int64)

    def add(self, rows: Integers) -> None:
        """Add the rows of deals, each in all its rotations.

        Raises
        ------
        FathomError
            If the square of a count could exceed 64 bits.
        """
        wins = list_deals(self._layout, rows)[:, self._layout.seat_wins]
        self.sums += wins.T @ wins

    def state(self) -> Any:
        """Return the current sums as JSON values."""
        return self.sums.tolist()

    def restore(self, state: Any) -> bool:
        """Set the sums to values that `state` returned, and return True.

        Raises
        ------
        ValueError, TypeError
            If these are not the values of a table of integers.
        """
        self.sums = np.array(state, np.int64)
        return True


def play_mirror(
    study: Study, strategy: Strategy, jobs: int, games: int
) -> tuple[Run, SeatProducts]:
    """Play the rules of a study with one strategy in every seat, and return the games.

    Returns
    -------
    Run
        The games.
    SeatProducts
        The sums from which the intervals of differences between seats are computed.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or the strategy does not compile.
    FathomError
        If the game or the strategy fails.
    """
    lineup = [strategy] * study.players
    mirrored = with_lineup(study, lineup, games)
    seats = SeatProducts(mirrored)
    return play(mirrored, lineup, jobs, watchers={"seats": seats}), seats


def play_against(
    study: Study,
    strategy: Strategy,
    rivals: Strategy,
    jobs: int,
    games: int = MOST_BEGINNER_GAMES,
) -> Run:
    """Play a study's rules with `strategy` in one seat and `rivals` in all others.

    Each deal is played in every rotation. In a game with sides, `strategy` plays all seats of one
    side.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    """
    lineup = lineup_against(study, strategy, rivals)
    return play(with_lineup(study, lineup, games), lineup, jobs)


#: The moments at which the leader of a game is determined, in percent of its moves.
QUARTERS = (25, 50, 75)
#: The number of games whose leaders are determined, each on a different deal.
LEADER_GAMES = ExtraGames(100, 400, part=10)


@dataclass(frozen=True)
class LeaderResult:
    """The win rate of the seat that leads alone after a share of a game's moves."""

    #: The moment, in percent of the game's moves.
    percent: int
    #: The number of decided games.
    games: int
    #: For each decided game with a single leader at that moment: the leader's share of the win, in
    #: parts of `simulate.play.tally.TallyLayout.win`.
    wins: tuple[int, ...]


def find_leads(study: Study, lineup: Sequence[Strategy], games: int) -> list[LeaderResult]:
    """Return how often the leader wins: one result for each of `QUARTERS`, in the same order.

    One game of each of the first `games` deals is played. The rotation changes from deal to deal.
    Undecided games are left out, as are moments at which several seats share the lead.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or a strategy does not compile.
    FathomError
        If the game or a strategy fails.
    """
    engine = make_engine(study, lineup)
    win = whole_win(study.players)
    rotations = study.rotations
    wins: dict[int, list[int]] = {percent: [] for percent in QUARTERS}
    decided = 0
    for deal in range(games):
        number = deal * rotations + deal % rotations
        walk = engine.walk(number)
        on_the_way = engine.walk(number)
        result = walk.finish()
        if not result[row.FINISHED]:
            continue
        decided += 1
        winners = int(result[row.WINNERS])
        for percent in QUARTERS:
            on_the_way.skip(walk.steps * percent // 100 - on_the_way.steps)
            active = int(on_the_way.snapshot.table.active)
            standing = dict(enumerate(_standing(engine, on_the_way.snapshot)))
            still_in = {seat: score for seat, score in standing.items() if active >> seat & 1}
            most = max(still_in.values())
            leaders = [seat for seat, score in still_in.items() if score == most]
            if len(leaders) == 1:
                is_winner = winners >> leaders[0] & 1
                wins[percent].append(win // winners.bit_count() if is_winner else 0)
    return [LeaderResult(percent, decided, tuple(shares)) for percent, shares in wins.items()]


def _standing(engine: Engine, snapshot: Snapshot) -> list[int]:
    """Return the standing of each seat: its score, with the sign changed if lower scores lead.

    Raise any error of the game's function `scores`, unchanged.
    """
    return [engine.game.standing(score) for score in engine.scores(snapshot)]


#: The sources of chance, in the order in which a game uses them: the deal before the first move,
#: the draws and rolls after it, and the chance in the choices of the players.
SOURCES = ("opening", "later", "play")
#: The number of games of a unit: a game and, for each source, a partner that shares only this
#: source with it. The more often a game and its partner end the same, the more that source decides.
GAMES_A_UNIT = 1 + len(SOURCES)
#: The number of units that a thread plays at a time.
_BLOCK = 100


@dataclass(frozen=True, eq=False)
class CrossedGames:
    """The wins in some games, and in the partners of each game.

    A partner is a game that has one source of chance in common with the game, and no other.
    """

    #: The strategy that plays every seat.
    spec: str
    #: The wins by seat, in parts of a whole win: shape (units, 1 + sources, players). A unit is a
    #: game and its partners, in the order of `SOURCES`. Nobody wins an undecided game.
    wins: Integers

    @property
    def games(self) -> int:
        """Games played."""
        units, games, _ = self.wins.shape
        return int(units * games)


def play_crossed(
    study: Study,
    strategy: Strategy,
    jobs: int,
    games: int,
    progress: Callable[[int], None] = lambda games: None,
) -> CrossedGames:
    """Play games and their partners with one strategy in every seat, and return their wins.

    Parameters
    ----------
    study
        The rules and the seed.
    strategy
        The strategy.
    jobs
        The number of threads.
    games
        The number of games, partners included. It is rounded down to a multiple of `GAMES_A_UNIT`;
        at least ``2 * GAMES_A_UNIT`` games are played.
    progress
        Called with the number of games already played.

    Raises
    ------
    UsageError
        If the game cannot be loaded, or the game or the strategy does not compile.
    FathomError
        If the game or the strategy fails.
    """
    lineup = [strategy] * study.players
    engine = make_engine(with_lineup(study, lineup, games), lineup)
    units = range(max(2, games // GAMES_A_UNIT))
    ranges_of_units = [units[first : first + _BLOCK] for first in range(0, len(units), _BLOCK)]
    wins: list[Integers] = []
    with closing(in_threads(lambda part: _cross(engine, part), ranges_of_units, jobs)) as blocks:
        for block in blocks:
            wins.append(block)
            progress(GAMES_A_UNIT * sum(map(len, wins)))
    return CrossedGames(strategy.spec, np.concatenate(wins))


def _cross(engine: Engine, units: range) -> Integers:
    """Play the games of some units by number, and return their wins (see `CrossedGames.wins`).

    Each unit uses deals of its own.

    Raise `FathomError` if the game or a strategy fails.
    """
    players = len(engine.lineup)
    wins = np.zeros((len(units), GAMES_A_UNIT, players), np.int64)
    for place, unit in enumerate(units):
        own = GAMES_A_UNIT * unit
        for game in range(GAMES_A_UNIT):
            # The first game and its partners each have a deal. A partner takes one source of
            # chance from the first game's deal, and the other sources from its own.
            shared = [game == 0 or source == game - 1 for source in range(len(SOURCES))]
            result = engine.cross(*(own if is_shared else own + game for is_shared in shared))
            winners = int(result[row.WINNERS])
            share = whole_win(players) // max(1, winners.bit_count())
            wins[place, game] = [(winners >> seat & 1) * share for seat in range(players)]
    return wins
