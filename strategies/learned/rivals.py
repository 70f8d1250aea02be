"""The strategies with which a learned player is compared, the strongest first.

A game's default strategy is not always its strongest: authors guess. Other strategies therefore
challenge it before a player learns. The strongest is the rival of the player, and usually the
strategy on which it builds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from simulate.play.arms import game_of
from simulate.play.forbidden_copy import keep_to_rules
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.learned.measuring import CONFIDENCE, Exam, Strength

#: The approximate number of games in which each strategy is tried against the strongest so far, and
#: the seed of their deals.
TRIAL_GAMES, TRIAL_SEED = 200, 3_000_003
#: The same for those that won more than an equal share of these games.
CHALLENGE_GAMES, CHALLENGE_SEED = 1_000, 4_000_003


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
    """Return the clearest victory of another strategy over the strongest so far, if any.

    The strategies that seem stronger after a few games play more games, with other deals. With all
    of these together, the probability that a strategy which is not stronger wins is at most half of
    what `CONFIDENCE` leaves.
    """
    trial = _exam(study, strongest, TRIAL_GAMES, TRIAL_SEED, CONFIDENCE)
    promising = [
        other
        for other in others
        if trial.measure_strategy(_legal(other, study), jobs).difference > 0
    ]
    if not promising:
        return None
    confidence = 1 - (1 - CONFIDENCE) / len(promising)
    exam = _exam(study, strongest, CHALLENGE_GAMES, CHALLENGE_SEED, confidence)
    victories = [
        Victory(other, strongest, exam.measure_strategy(_legal(other, study), jobs))
        for other in promising
    ]
    best = max(victories, key=lambda victory: victory.strength.low)
    return best if best.strength.is_stronger else None


def _exam(study: Study, rival: Strategy, games: int, seed: int, confidence: float) -> Exam:
    """Return an exam with about a number of games for each strategy that is measured."""
    game, players = game_of(study), study.players
    rotations = 1 if game.is_won_together(players) else players
    deals = max(2, math.ceil(games / rotations))
    return Exam(game, study.values, players, _legal(rival, study), deals, seed, confidence)


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
