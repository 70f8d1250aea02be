"""Find the strongest strategy of a game, and the strategies that beat a learned player.

A game's default strategy is not always its strongest: authors guess. Other strategies therefore
challenge it before a player learns. The strongest is the rival of the player, and usually the
strategy on which it builds.

A player that wins against its rival may still lose to a strategy that plays in another way, and
among which it has not learned. At the end, all other strategies are therefore played too.

Both begin with a few games. Only strategies that seem stronger play more games, with other deals.
They are called stronger if an interval says so whose confidence is corrected for their number
(Bonferroni). If all are equally strong, the probability that one is called stronger is at most half
of what `CONFIDENCE` leaves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simulate.errors import FathomError
from simulate.play.arms import game_of
from simulate.play.forbidden_copy import keep_to_rules
from simulate.strategy import Strategy
from simulate.study import Study
from strategies.learned.measuring import CONFIDENCE, Exam, Strength
from strategies.learned.steps import Report, report_nothing

#: The approximate numbers of games that each strategy plays at first, and those that seem stronger.
TRIAL_GAMES, CHALLENGE_GAMES = 200, 1_000
#: The seeds of the deals of these games: to find the strongest strategy, and to find strategies
#: that beat a player.
VICTORY_SEEDS, WEAKNESS_SEEDS = (3_000_003, 4_000_003), (5_000_003, 6_000_003)
#: The seed of the games in which the former strongest strategy plays against copies of the winner.
RETURN_SEED = 7_000_003
#: Differences between shares that are not larger come from rounding.
_ROUNDING = 1e-9

Result = TypeVar("Result")

#: Called with a strategy that fails, and the error; the strategy is then left out.
LeaveOut = Callable[[Strategy, FathomError], object]


def raise_failure(strategy: Strategy, error: FathomError) -> None:
    """Raise the error of a strategy that fails."""
    raise error


@dataclass(frozen=True)
class Victory:
    """A strategy that is surely stronger than the strongest before it."""

    winner: Strategy
    loser: Strategy
    #: The winner's strength against the loser.
    strength: Strength


def find_victories(
    study: Study,
    default: Strategy,
    others: Sequence[Strategy],
    jobs: int = 1,
    leave_out: LeaveOut = raise_failure,
) -> list[Victory]:
    """Return each strategy that beat the strongest one before it, beginning with the default.

    The winner of the last victory is the strongest strategy. Without victories, no other strategy
    was shown to be stronger than the default.

    Parameters
    ----------
    study
        The game, the rules and the number of players.
    default
        The game's default strategy, or the one that takes its place.
    others
        The strategies that challenge it.
    jobs
        The number of threads. The result does not depend on it.
    leave_out
        Called with each challenger that fails. By default, its error is raised.

    Raises
    ------
    FathomError
        If the game or the default strategy fails.
    """
    strongest = default
    challengers = list(others)
    victories: list[Victory] = []

    def remove(challenger: Strategy, error: FathomError) -> None:
        challengers.remove(challenger)
        leave_out(challenger, error)

    while challengers:
        victory = _clearest_victory(study, strongest, tuple(challengers), jobs, remove)
        if victory is None:
            break
        victories.append(victory)
        strongest = victory.winner
        challengers.remove(strongest)
    return victories


def _clearest_victory(
    study: Study,
    strongest: Strategy,
    challengers: Sequence[Strategy],
    jobs: int,
    leave_out: LeaveOut,
) -> Victory | None:
    """Return the clearest victory over the strongest strategy, if any."""
    trial_seed, seed = VICTORY_SEEDS
    trial = _exam(study, strongest, TRIAL_GAMES, trial_seed)
    # An error of the strongest strategy or of the game is raised here.
    trial.measure_strategy(trial.rival, jobs)

    def play(exam: Exam, challenger: Strategy) -> NDArray[np.float64]:
        return exam.play(_without_forbidden(challenger, study), jobs)

    tried = _without_failures(challengers, partial(play, trial), leave_out)
    promising = [
        challenger
        for challenger, shares in tried
        if trial.judge(shares, jobs).difference > _ROUNDING
    ]
    exam = _exam(study, strongest, CHALLENGE_GAMES, seed)
    victories = []
    for challenger, shares in _without_failures(promising, partial(play, exam), leave_out):
        if exam.judge(shares, jobs, _corrected_for(promising)).is_stronger:
            victories.append(Victory(challenger, strongest, exam.judge(shares, jobs)))
    for victory in sorted(victories, key=lambda victory: -victory.strength.low):
        returns = _without_failures(
            [victory.winner], partial(_wins_return_match, study, strongest, jobs), leave_out
        )
        if returns and not returns[0][1]:
            return victory
    return None


def _wins_return_match(study: Study, loser: Strategy, jobs: int, winner: Strategy) -> bool:
    """Return True if a strategy that lost to a winner is also surely stronger against copies of it.

    With more than two players, a strategy that plays differently from all others may have an
    advantage. Neither of the two is then the stronger one.
    """
    if study.players <= 2 or game_of(study).is_won_together(study.players):
        return False
    exam = _exam(study, winner, CHALLENGE_GAMES, RETURN_SEED)
    return exam.measure_strategy(_without_forbidden(loser, study), jobs).is_stronger


def find_weaknesses(
    study: Study,
    player: Strategy,
    others: Sequence[Strategy],
    jobs: int = 1,
    report: Report = report_nothing,
    leave_out: LeaveOut = raise_failure,
) -> list[tuple[Strategy, Strength]]:
    """Return the strategies that beat a player, the strongest first.

    Each comes with the strength of the player against it, which is surely below an equal share.

    Parameters
    ----------
    study
        The game, the rules and the number of players, who compete.
    player
        The player.
    others
        The strategies.
    jobs
        The number of threads. The result does not depend on it.
    report
        Called with the number of deals that were played against each strategy.
    leave_out
        Called with each strategy that fails. By default, its error is raised.

    Raises
    ------
    FathomError
        If the game or the player fails.
    """
    trial_seed, seed = WEAKNESS_SEEDS
    # An error of the player or of the game is raised here.
    _exam(study, player, TRIAL_GAMES, trial_seed).play(player, jobs, report)

    def play(games: int, seed: int, other: Strategy) -> tuple[Exam, NDArray[np.float64]]:
        exam = _exam(study, other, games, seed)
        return exam, exam.play(player, jobs, report)

    tried = _without_failures(others, partial(play, TRIAL_GAMES, trial_seed), leave_out)
    promising = [
        other for other, (exam, shares) in tried if exam.judge(shares).difference < -_ROUNDING
    ]
    played = _without_failures(promising, partial(play, CHALLENGE_GAMES, seed), leave_out)
    weaknesses = [
        (other, exam.judge(shares))
        for other, (exam, shares) in played
        if exam.judge(shares, confidence=_corrected_for(promising)).is_weaker
    ]
    return sorted(weaknesses, key=lambda weakness: weakness[1].difference)


def _without_failures(
    strategies: Sequence[Strategy], play: Callable[[Strategy], Result], leave_out: LeaveOut
) -> list[tuple[Strategy, Result]]:
    """Return the strategies for which `play` does not fail, each with its result."""
    results = []
    for strategy in strategies:
        try:
            results.append((strategy, play(strategy)))
        except FathomError as error:
            leave_out(strategy, error)
    return results


def _corrected_for(promising: Sequence[Strategy]) -> float:
    """Return the confidence of each interval, corrected for their number."""
    return 1 - (1 - CONFIDENCE) / len(promising)


def _exam(study: Study, rival: Strategy, games: int, seed: int) -> Exam:
    """Return an exam with about a number of games for each strategy that is measured."""
    deals = _deals(study, games)
    rival = _without_forbidden(rival, study)
    return Exam(game_of(study), study.values, study.players, rival, deals, seed)


def _deals(study: Study, games: int) -> int:
    """Return the number of deals for about a number of games, which is at least 2."""
    rotations = 1 if study.loaded_game.is_won_together(study.players) else study.players
    return max(2, math.ceil(games / rotations))


def deals_of_trials(study: Study, others: Sequence[Strategy]) -> int:
    """Return the number of deals in which some strategies are tried."""
    return len(others) * _deals(study, TRIAL_GAMES)


def _without_forbidden(strategy: Strategy, study: Study) -> Strategy:
    """Return the strategy without the actions that the rules of a study forbid."""
    return keep_to_rules(strategy, game_of(study))


def rivals_below(
    strongest: Strategy, default: Strategy, known: Sequence[Strategy]
) -> list[Strategy]:
    """Return the strategies with which a player is compared if it is weaker than the strongest.

    They are the default strategy, and one strategy of each other tier, the highest tier first.
    `known` are all strategies, the highest tier first.
    """
    of_tier = {default.tier: default}
    for strategy in known:
        if strategy.full_spec != strongest.full_spec:
            of_tier.setdefault(strategy.tier, strategy)
    rivals = sorted(of_tier.values(), key=lambda rival: -rival.tier)
    return [rival for rival in rivals if rival.full_spec != strongest.full_spec]


def tier_of(rivals: Sequence[Strategy], strengths: Sequence[Strength], highest: int) -> int:
    """Return the tier of a player from its strengths against the first of its rivals.

    It is the tier of the first rival that is not surely stronger, or of a later one if that is
    higher; one more if the player is surely stronger than the first rival; and not more than that
    of any rival that is surely stronger. If all rivals are, it is 0.

    Parameters
    ----------
    rivals
        The rivals, the strongest first.
    strengths
        The strengths against the first rivals. All but the last are surely below an equal share.
    highest
        The highest tier.
    """
    beaten_by = sum(strength.is_weaker for strength in strengths)
    if beaten_by == len(rivals):
        return 0
    tier = max(rival.tier for rival in rivals[beaten_by:])
    if beaten_by == 0 and strengths[0].is_stronger:
        tier = min(tier + 1, highest)
    return min([tier, *(rival.tier for rival in rivals[:beaten_by])])
