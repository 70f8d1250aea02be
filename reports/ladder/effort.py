"""The default number of games and of rollouts of strategies that think ahead.

Both follow from counted steps of a few games and not from a clock, so that a ladder has the same
results on every machine and with any number of threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from reports.analysis.compiling import announce_compiling
from reports.ladder.play import THINKING, LadderDesign
from simulate.play import lineups as contest
from simulate.play.arms import make_engine
from simulate.play.extra_runs import with_lineup
from simulate.play.walk import Moment
from simulate.strategy import Strategy
from simulate.study import Study, parse_games

#: The default budgets, in rollouts per action, of strategies that think ahead. The first pair that
#: allows `ENOUGH` games is chosen, or else the last.
BUDGETS = ((8, 32), (4, 16), (2, 8))
#: The default number of games of each rung that does not think ahead.
GAMES = 1000
#: The maximum number of simulated steps in a ladder of `GAMES` games, approximately. A step takes
#: up to 5 microseconds in the bundled games, so two processor cores need less than half a minute.
STEPS = 10_000_000
#: The time in minutes that a quick ladder takes at most on two idle cores.
QUICK_MINUTES = 0.5
#: The options of a thorough ladder: the games of each quick rung, and the budgets and games of
#: strategies that think ahead, which follow from the other two.
THOROUGH_GAMES, THOROUGH_BUDGETS, THOROUGH_SLOW_GAMES = "10k", (16, 64), 400
#: The smallest number of games for which a budget of rollouts is worth playing.
ENOUGH = 24
#: The number of games in which steps are counted.
COUNTED_GAMES = 4
#: The maximum number of steps that are counted in each of these games.
MOST_STEPS = 3_000


@dataclass(frozen=True)
class Effort:
    """The default options of strategies that think ahead."""

    #: The budgets in rollouts per action, in rising order.
    budgets: tuple[int, ...]
    #: The number of games of each budget.
    games: int

    @property
    def rollouts(self) -> int:
        """The rollouts for each action in all games. They take most of the time of a ladder."""
        return self.games * sum(self.budgets)


def choose_effort(study: Study, climber: Strategy, reference: Strategy) -> Effort:
    """Return the budgets that make a ladder quick, and the number of games of each budget.

    Parameters
    ----------
    study
        The rules, the seed, and the number of games of each rung that does not think ahead. The
        number of games of rungs that think ahead is chosen in proportion to it.
    climber
        The strategy that thinks ahead.
    reference
        The strategy in all other seats.

    Raises
    ------
    FathomError
        If the game or the reference does not compile or fails.
    """
    steps = count_simulated_steps(study, climber, reference)
    affordable = {budgets: STEPS // max(1, steps * sum(budgets)) for budgets in BUDGETS}
    enough = [budgets for budgets in BUDGETS if affordable[budgets] >= ENOUGH]
    budgets = enough[0] if enough else BUDGETS[-1]
    games = max(affordable[budgets] * study.games // GAMES, 2 * contest.competitors_of(study))
    # This is the number of games for budgets that a user gives, and it is enough here too.
    most = max(1, round(study.games * THINKING / max(budgets)))
    return Effort(budgets, min(study.games, games, most))


def effort_of(design: LadderDesign) -> Effort:
    """Return the budgets and the number of games of strategies that think ahead in a ladder."""
    return Effort(design.budgets, design.thinking_games)


def thorough_options(design: LadderDesign) -> list[str]:
    """Return the command-line options of a thorough ladder."""
    options = ["--games", THOROUGH_GAMES]
    if design.thinking:
        options += ["--rollouts", ",".join(map(str, THOROUGH_BUDGETS))]
    return options


def count_times_as_long(design: LadderDesign) -> float:
    """Return the time of a thorough ladder as a multiple of the given ladder, approximately.

    Games of strategies that do not think ahead hardly take time, and are counted only if no
    strategy thinks ahead.
    """
    if not design.thinking:
        return parse_games(THOROUGH_GAMES) / design.study.games
    return Effort(THOROUGH_BUDGETS, THOROUGH_SLOW_GAMES).rollouts / effort_of(design).rollouts


def count_simulated_steps(study: Study, climber: Strategy, reference: Strategy) -> int:
    """Return the approximate number of steps that a strategy simulates per game and rollout.

    At each decision it simulates the rest of the game, or the part up to its horizon, once for each
    action that it tries. The steps are counted in a few games of the reference in all seats.

    Parameters
    ----------
    study
        The rules and the seed.
    climber
        The strategy that thinks ahead. It plays the seats of one side.
    reference
        The strategy in all other seats. It is compiled first.

    Raises
    ------
    FathomError
        If the game or a strategy cannot be loaded or fails.
    """
    lineup = [reference] * study.players
    announce_compiling(study, lineup)
    engine = make_engine(with_lineup(study, lineup, COUNTED_GAMES), lineup)
    candidates = _value_of(climber, "candidates")
    horizon = _value_of(climber, "horizon")
    if horizon == -1:
        horizon = study.loaded_game.horizon
    total = 0
    for number in range(COUNTED_GAMES):
        moments = list(islice(engine.walk(number), MOST_STEPS))
        total += _count_steps(moments, candidates, horizon)
    return total // (COUNTED_GAMES * contest.competitors_of(study))


def _value_of(strategy: Strategy, name: str) -> int:
    """Return the value of a parameter of a strategy; 0 if it does not have the parameter."""
    if name not in strategy.parameters:
        return 0
    return int(strategy.values.get(name, strategy.parameters[name].default))


def _count_steps(moments: Sequence[Moment], candidates: int, horizon: int) -> int:
    """Return the number of steps that all seats simulate in a game, with one rollout per action.

    Parameters
    ----------
    moments
        All steps of the game.
    candidates
        The maximum number of actions that are tried at a decision; 0 for all actions.
    horizon
        The number of standings after which a simulated game stops; below 1 for the end of the game.
    """
    standings = np.array([int(moment.snapshot.table.checkpoints) for moment in moments])
    ends = np.full(len(moments), len(moments))
    if horizon > 0:
        ends = np.searchsorted(standings, standings + horizon)
    total = 0
    for place, moment in enumerate(moments):
        actions = len(moment.actions)
        if actions > 1:
            tried_actions = min(actions, candidates or actions)
            total += tried_actions * int(ends[place] - place)
    return total
