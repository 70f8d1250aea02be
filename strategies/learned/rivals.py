"""The strategies with which a learned player is compared.

A game's default strategy is not always its strongest: authors guess. Other strategies therefore
challenge it before a player learns. The strongest is the rival of the player, and usually the
strategy on which it builds.

A player that wins against its rival may still lose to a strategy that plays in another way, and
among which it has not learned. At the end, all other strategies are therefore played too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from simulate.play.arms import game_of
from simulate.play.forbidden_copy import keep_to_rules
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.learned.brain import Brain
from strategies.learned.measuring import CONFIDENCE, Exam, Strength
from strategies.learned.steps import Report, report_nothing

#: The approximate number of games in which each strategy is tried, and the seed of their deals.
TRIAL_GAMES, TRIAL_SEED = 200, 3_000_003
#: The same for the strategies that seemed stronger in these games.
CHALLENGE_GAMES, CHALLENGE_SEED = 1_000, 4_000_003

#: Plays against or with a strategy: about a number of games with deals of a seed, and with the
#: confidence of the interval.
_Measure = Callable[[Strategy, int, int, float], Strength]


@dataclass(frozen=True)
class Victory:
    """A strategy that is surely stronger than the strongest before it."""

    winner: Strategy
    loser: Strategy
    #: How often the winner won.
    strength: Strength


def find_victories(
    study: Study, usual: Strategy, others: Sequence[Strategy], jobs: int = 1
) -> list[Victory]:
    """Return the victories over the default strategy, over its winner, and so on.

    The winner of the last is the strongest strategy. Without victories, no other strategy is surely
    stronger than the default strategy.

    Parameters
    ----------
    study
        The game, the rules and the number of players.
    usual
        The game's default strategy, or the one that takes its place.
    others
        The strategies that challenge it.
    jobs
        The number of threads. The result does not depend on it.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """
    strongest = usual
    left = list(others)
    victories: list[Victory] = []
    while left:
        victory = _best_victory(study, strongest, left, jobs)
        if victory is None:
            break
        victories.append(victory)
        strongest = victory.winner
        left.remove(strongest)
    return victories


def _best_victory(
    study: Study, strongest: Strategy, others: Sequence[Strategy], jobs: int
) -> Victory | None:
    """Return the clearest victory of another strategy over the strongest so far, if any."""

    def measure(other: Strategy, games: int, seed: int, confidence: float) -> Strength:
        exam = _exam(study, strongest, games, seed, confidence)
        return exam.measure_strategy(_legal(other, study), jobs)

    measured = _measure_promising(others, measure, lambda strength: strength.difference > 0)
    victories = [
        Victory(other, strongest, strength) for other, strength in measured if strength.is_stronger
    ]
    return max(victories, key=lambda victory: victory.strength.low, default=None)


def find_weaknesses(
    study: Study,
    brain: Brain,
    base: Strategy,
    others: Sequence[Strategy],
    jobs: int = 1,
    report: Report = report_nothing,
) -> list[tuple[Strategy, Strength]]:
    """Return the strategies that are surely stronger than a learned player, the strongest first.

    Each comes with the strength of the player against it, which is surely below an equal share.

    Parameters
    ----------
    study
        The game, the rules and the number of players, who compete.
    brain, base
        The player, and the strategy on which it builds.
    others
        The strategies.
    jobs
        The number of threads. The result does not depend on it.
    report
        Called with the number of deals that were played against each strategy.

    Raises
    ------
    FathomError
        If the game or a strategy fails.
    """

    def measure(other: Strategy, games: int, seed: int, confidence: float) -> Strength:
        return _exam(study, other, games, seed, confidence).measure(brain, base, jobs, report)

    measured = _measure_promising(others, measure, lambda strength: strength.difference < 0)
    weaknesses = [(other, strength) for other, strength in measured if strength.is_weaker]
    return sorted(weaknesses, key=lambda weakness: weakness[1].difference)


def _measure_promising(
    strategies: Sequence[Strategy], measure: _Measure, is_promising: Callable[[Strength], bool]
) -> list[tuple[Strategy, Strength]]:
    """Return the strategies that are promising after a few games, each with its strength.

    The strength comes from more games, with other deals. If none of the strategies differs from an
    equal share, the probability that any interval lies on one side of it is at most half of what
    `CONFIDENCE` leaves.
    """
    promising = [
        strategy
        for strategy in strategies
        if is_promising(measure(strategy, TRIAL_GAMES, TRIAL_SEED, CONFIDENCE))
    ]
    confidence = 1 - (1 - CONFIDENCE) / max(1, len(promising))
    return [
        (strategy, measure(strategy, CHALLENGE_GAMES, CHALLENGE_SEED, confidence))
        for strategy in promising
    ]


def _exam(study: Study, rival: Strategy, games: int, seed: int, confidence: float) -> Exam:
    """Return an exam with about a number of games for each strategy that is measured."""
    game = game_of(study)
    deals = _deals(study, games)
    return Exam(game, study.values, study.players, _legal(rival, study), deals, seed, confidence)


def _deals(study: Study, games: int) -> int:
    """Return the number of deals for about a number of games, which is at least 2."""
    rotations = 1 if study.loaded_game.is_won_together(study.players) else study.players
    return max(2, math.ceil(games / rotations))


def deals_of_trials(study: Study, others: Sequence[Strategy]) -> int:
    """Return the number of deals in which some strategies are tried."""
    return len(others) * _deals(study, TRIAL_GAMES)


def _legal(strategy: Strategy, study: Study) -> Strategy:
    """Return the strategy without the actions that the rules of a study forbid."""
    return keep_to_rules(strategy, game_of(study))


def rivals_below(strongest: Strategy, usual: Strategy, known: Sequence[Strategy]) -> list[Strategy]:
    """Return the strategies with which a player is compared if it is weaker than the strongest.

    They are the default strategy, unless it is the strongest, and one strategy of each lower tier.
    `known` are all strategies, the highest tier first.
    """
    rivals = [] if usual.full_spec == strongest.full_spec else [usual]
    tier = usual.tier
    for strategy in known:
        if strategy.tier < tier and strategy.full_spec != strongest.full_spec:
            rivals.append(strategy)
            tier = strategy.tier
    return rivals
