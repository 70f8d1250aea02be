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
#: The seed of the games in which the former strongest strategy plays among the winner.
RETURN_SEED = 7_000_003
#: Differences between shares that are not larger come from rounding.
_ROUNDING = 1e-9

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
    while challengers:
        victory = _clearest_victory(study, strongest, challengers, jobs, leave_out)
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
    promising = []
    for challenger in challengers:
        try:
            strength = trial.measure_strategy(_without_forbidden(challenger, study), jobs)
        except FathomError as error:
            leave_out(challenger, error)
            continue
        if strength.difference > _ROUNDING:
            promising.append(challenger)
    exam = _exam(study, strongest, CHALLENGE_GAMES, seed)
    victories = []
    for challenger in promising:
        shares = exam.play(_without_forbidden(challenger, study), jobs)
        if exam.judge(shares, jobs, _corrected_for(promising)).is_stronger:
            victories.append(Victory(challenger, strongest, exam.judge(shares, jobs)))
    for victory in sorted(victories, key=lambda victory: -victory.strength.low):
        if not _wins_return_match(study, victory, jobs):
            return victory
    return None


def _wins_return_match(study: Study, victory: Victory, jobs: int) -> bool:
    """Return True if the loser of a victory wins more than an equal share among its winner.

    With more than two players, whoever plays in another way than all others may have an advantage.
    Neither strategy is then the stronger one.
    """
    if study.players <= 2 or game_of(study).is_won_together(study.players):
        return False
    exam = _exam(study, victory.winner, CHALLENGE_GAMES, RETURN_SEED)
    return exam.measure_strategy(_without_forbidden(victory.loser, study), jobs).is_stronger


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
    promising = []
    for other in others:
        try:
            exam = _exam(study, other, TRIAL_GAMES, trial_seed)
            strength = exam.measure_strategy(player, jobs, report)
        except FathomError as error:
            leave_out(other, error)
            continue
        if strength.difference < -_ROUNDING:
            promising.append(other)
    weaknesses = []
    for other in promising:
        exam = _exam(study, other, CHALLENGE_GAMES, seed)
        shares = exam.play(player, jobs, report)
        if exam.judge(shares, jobs, _corrected_for(promising)).is_weaker:
            weaknesses.append((other, exam.judge(shares, jobs)))
    return sorted(weaknesses, key=lambda weakness: weakness[1].difference)


def _corrected_for(promising: Sequence[Strategy]) -> float:
    """Return the confidence of each of several intervals, of which any could be called clear."""
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
