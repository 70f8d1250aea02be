"""Small extra runs that show whether a game is played as one would expect."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

import numpy as np

from simulate.errors import UsageError
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
from simulate.play.walk import Moment
from simulate.rules.values import combine_changes
from simulate.strategy import Strategy, persona_specs
from simulate.study import Study


@dataclass(frozen=True)
class ExtraGames:
    """How much is played besides a study: by its games, not by a clock, so always as much."""

    least: int
    most: int
    #: One for so many of the study's games.
    part: int = 1

    def games_for(self, games: int) -> int:
        """Return how many for a study of so many games."""
        return max(self.least, min(games // self.part, self.most))


#: The most games against beginners.
MOST_BEGINNER_GAMES = 4_000
#: Games in which all play alike, the most of which tell two seats 2 percentage points apart, and of
#: the run against beginners.
MIRROR_GAMES, BEGINNER_GAMES = ExtraGames(1_000, 20_000), ExtraGames(1_000, MOST_BEGINNER_GAMES)
#: Games whose moves are looked at, and the most moves of them all.
WALKED_GAMES, WALKED_MOVES = 6, 2_000
#: Games for each other value of a rule, how many are played first, and the most values.
RULE_GAMES, FIRST_GAMES, MOST_VALUES = ExtraGames(200, 1_000), 20, 3
#: Rules of every game that are about neither cards nor moves.
UNPLAYED_RULES = ("seconds_per_turn", "max_turns")


def with_lineup(
    study: Study, lineup: Sequence[Strategy], games: int, *, counts_all: bool = False
) -> Study:
    """Return a study of the same rules and seed for a small extra run."""
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
    """Adds up what the wins of seats give times each other, deal by deal: a `Watcher`."""

    def __init__(self, study: Study) -> None:
        self._layout = layout_of(study)
        #: Of each seat times each.
        self.sums = np.zeros((study.players, study.players), np.int64)

    def add(self, rows: Integers) -> None:
        """Add the rows of whole deals."""
        wins = list_deals(self._layout, rows)[:, self._layout.seat_wins]
        self.sums += wins.T @ wins

    def state(self) -> Any:
        """Return what was added up so far, plain."""
        return self.sums.tolist()

    def restore(self, state: Any) -> bool:
        """Go on from what `state` gave."""
        self.sums = np.array(state, np.int64)
        return True


def play_mirror(
    study: Study, strategy: Strategy, jobs: int, games: int
) -> tuple[Run, SeatProducts]:
    """Play a study's rules with one strategy in every seat."""
    lineup = [strategy] * study.players
    alike = with_lineup(study, lineup, games)
    seats = SeatProducts(alike)
    return play(alike, lineup, jobs, watchers={"seats": seats}), seats


def play_against(
    study: Study, one: Strategy, others: Strategy, jobs: int, games: int = MOST_BEGINNER_GAMES
) -> Run:
    """Play a study's rules with one strategy against a table of another, in every rotation.

    Where seats play in sides it plays all seats of one side.
    """
    lineup = lineup_against(study, one, others)
    return play(with_lineup(study, lineup, games), lineup, jobs)


@dataclass(frozen=True)
class MoveCounts:
    """What the players of some games could do, and did, at choices among several actions (`moves`).

    By kind of action: at how many of those it was `offered` and `chosen`, and how often it would
    have been chosen on average had every one of them been made by lot (`expected`).
    """

    games: int
    moves: int
    offered: Counter[str]
    chosen: Counter[str]
    expected: dict[str, float]


def walk_games(study: Study, lineup: Sequence[Strategy]) -> MoveCounts:
    """Walk the first games of a study move by move, and count the kinds of actions."""
    engine, numbers = make_engine(study, lineup), range(min(WALKED_GAMES, study.games))
    offered, chosen, expected = Counter[str](), Counter[str](), defaultdict[str, float](float)
    games = moves = 0
    walked = ((number, moment) for number in numbers for moment in engine.walk(number))
    for number, moment in islice(walked, WALKED_MOVES):
        games = number + 1
        if len(moment.actions) > 1:
            moves += 1
            kinds = kinds_at(engine, moment)
            several = Counter(kinds.values())
            offered.update(several.keys())
            for kind, times in several.items():
                expected[kind] += times / len(kinds)
            chosen[kinds[moment.action]] += 1
    return MoveCounts(games, moves, offered, chosen, expected)


def kinds_at(engine: Engine, moment: Moment) -> dict[int, str]:
    """Return the kind of each action at a moment."""
    tell, rules, table = engine.game.teller, engine.rules[0], moment.snapshot.table
    return {action: kind_of(tell.action(rules, table, action)) for action in moment.actions}


def kind_of(told: str) -> str:
    """Return what is left of an action's name without its particulars.

    "lays red 4 on seat 2's pile, where …" is "lays red … on seat …'s pile": words with a digit
    become an ellipsis, and what follows a comma is dropped.
    """
    return re.sub(r"[\w.+-]*\d[\w.+-]*", "\N{HORIZONTAL ELLIPSIS}", told.partition(",")[0])


def change_rules(study: Study, lineup: Sequence[Strategy], jobs: int, games: int) -> dict[str, int]:
    """Change one rule after another, and look whether a study's first games change.

    Returns how many values of each rule left every game as it was: -1 if one did not, 0 if none
    goes together with the rest.
    """
    game, values = study.loaded_game, study.values
    changes = {
        name: [{option.name: change} for change in several]
        for option in game.own_options
        if option.name not in UNPLAYED_RULES
        for name, several in option.alternatives(values[option.name]).items()
    }
    # Twice as many each time: what changes a game mostly does so soon.
    ends = sorted({min(FIRST_GAMES << doubled, games) for doubled in range(games.bit_length())})
    parts = [(first, end - first) for first, end in pairwise([0, *ends])]
    engine = make_engine(study, lineup)
    played = [engine.play(*part) for part in parts]

    def tried(several: Sequence[dict[str, Any]]) -> int:
        same = 0
        for change in several:
            changed = replace(study, rules=combine_changes(game.options, study.rules, change))
            try:
                engine = make_engine(changed, lineup)
            except UsageError:
                continue  # it does not go together with the rest
            both = zip(parts, played, strict=True)
            if not all(np.array_equal(engine.play(*part), rows) for part, rows in both):
                return -1
            same += 1
            if same == MOST_VALUES:
                break
        return same

    return dict(zip(changes, in_threads(tried, changes.values(), jobs), strict=True))


#: When it is looked who leads, in percent of a game's moves.
QUARTERS = (25, 50, 75)
#: Games that are looked at, each of a deal of its own.
LEADER_GAMES = ExtraGames(100, 400, part=10)
#: At how many moments of a game it is looked how far behind its winner is.
MOMENTS = 24


@dataclass(frozen=True)
class LeaderResult:
    """What came of those who led alone after so many per cent of the game's moves.

    Of the decided games that were looked at (`games`) `wins` has those with one leader: how much of
    the win the leader got at last, in parts of `simulate.play.tally.TallyLayout.win`.
    """

    percent: int
    games: int
    wins: tuple[int, ...]


def find_leads(study: Study, lineup: Sequence[Strategy], games: int) -> list[LeaderResult]:
    """Look who leads at the quarters of some games, deal d in its rotation d, and who wins them."""
    engine, win = make_engine(study, lineup), whole_win(study.players)
    turned = study.rotations
    wins: dict[int, list[int]] = {percent: [] for percent in QUARTERS}
    decided = 0
    for deal in range(games):
        number = deal * turned + deal % turned
        walk, on_the_way = engine.walk(number), engine.walk(number)
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
            [leader, *others] = [seat for seat, score in still_in.items() if score == most]
            if not others:
                won = winners >> leader & 1
                wins[percent].append(win // winners.bit_count() if won else 0)
    return [LeaderResult(percent, decided, tuple(found)) for percent, found in wins.items()]


def find_greatest_deficit(engine: Engine, number: int, moments: int = MOMENTS) -> int:
    """Return how far the only winner of a game was behind the best other, at so many moments."""
    walk, on_the_way = engine.walk(number), engine.walk(number)
    winner, most = int(walk.finish()[row.WINNERS]).bit_length() - 1, 0
    while on_the_way.row is None:
        on_the_way.skip(max(1, walk.steps // moments))
        standing = _standing(engine, on_the_way.snapshot)
        most = max(most, max(standing) - standing[winner])
    return most


def _standing(engine: Engine, snapshot: Snapshot) -> list[int]:
    """Return how every seat stands, the more the better."""
    return [engine.game.standing(score) for score in engine.scores(snapshot)]


#: The sources of chance, in the order of a game's course: what is dealt before the first move, what
#: is drawn and rolled after it, and the chance in its players' choices.
SOURCES = ("opening", "later", "play")
#: Games that are played for each of which partners are compared: itself, and for each source one
#: that shares that and nothing else with it. The more often they end alike, the more that decides.
GAMES_A_UNIT = 1 + len(SOURCES)
#: Units that a thread plays at a time.
_BLOCK = 100


@dataclass(frozen=True, eq=False)
class CrossedGames:
    """Games with their partners, in which `spec` plays every seat.

    `wins` are by seat, in parts of a whole one, of each unit the game's own and those of the
    partner that shares each of `SOURCES`: shape (units, 1 + sources, players). Games not decided
    count for nobody.
    """

    spec: str
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
    """Play at most about so many games and partners, two units at least, with one strategy only."""
    lineup = [strategy] * study.players
    engine = make_engine(with_lineup(study, lineup, games), lineup)
    units = range(max(2, games // GAMES_A_UNIT))
    parts = [units[first : first + _BLOCK] for first in range(0, len(units), _BLOCK)]
    found: list[Integers] = []
    with closing(in_threads(lambda part: _cross(engine, part), parts, jobs)) as blocks:
        for block in blocks:
            found.append(block)
            progress(GAMES_A_UNIT * sum(map(len, found)))
    return CrossedGames(strategy.spec, np.concatenate(found))


def _cross(engine: Engine, units: range) -> Integers:
    """Play some units, each with deals of its own."""
    players = len(engine.lineup)
    wins = np.zeros((len(units), GAMES_A_UNIT, players), np.int64)
    for place, unit in enumerate(units):
        own = GAMES_A_UNIT * unit
        for game in range(GAMES_A_UNIT):
            # The first game has all sources of its own, each partner one of them.
            shared = [not game or source == game - 1 for source in range(len(SOURCES))]
            found = engine.cross(*(own if same else own + game for same in shared))
            winners = int(found[row.WINNERS])
            won = whole_win(players) // max(1, winners.bit_count())
            wins[place, game] = [(winners >> seat & 1) * won for seat in range(players)]
    return wins
