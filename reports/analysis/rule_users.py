"""Find the styles that use the rule in which two versions differ: it changes their games.

A comparison with players who never use a rule says nothing about the rule. So the strongest style
that uses the rule plays both versions, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution
from reports.compare.results import ArmPair, RuleUsers, compare
from reports.run.results import RunResults
from simulate.errors import UsageError
from simulate.kit.compiled import JIT
from simulate.play.arms import make_engine
from simulate.play.extra_runs import MOST_BEGINNER_GAMES, with_lineup
from simulate.play.run import play_together, require_finished
from simulate.strategy import Strategy
from strategies import strategies_for

#: The number of games of each style in each version.
GAMES = 200
#: The players of a comparison hardly use a rule if it changes at most this share of their games.
HARDLY = 0.1
#: A style uses a rule if it changes at least this share of its games.
USES = 0.5


def find_rule_users(arms: Sequence[PlannedArm], playing: Execution) -> RuleUsers | None:
    """Return the styles that use the rule in which two versions differ.

    Parameters
    ----------
    arms
        The versions.
    playing
        The execution settings, for the progress display.

    Returns
    -------
    RuleUsers or None
        None unless there are two versions with the same players, all of one style that hardly uses
        the rule while other styles do. It is also None if the code is not compiled.

    Raises
    ------
    KeyboardInterrupt
        If it is interrupted.
    FathomError
        If the game or a strategy does not compile or fails.
    """
    if not JIT or len(arms) != 2:
        return None
    first, second = (arm.study for arm in arms)
    if first.lineup != second.lineup or len(first.strategies) > 1:
        return None
    [style] = first.strategies
    if any(strategy.is_slow for arm in arms for strategy in arm.lineup):
        return None
    share = _share_of_changed_games(arms, [arm.lineup for arm in arms])
    if share > HARDLY:
        return None
    playing.live.begin("Checking which styles use the rule")
    users = []
    styles = [strategies_for(study.game) for study in (first, second)]
    for name in styles[0].keys() & styles[1].keys() - {style}:
        lineups = [[by_name[name]] * first.players for by_name in styles]
        with suppress(UsageError):  # Some styles cannot play with every value of a rule.
            if _share_of_changed_games(arms, lineups) >= USES:
                users.append(name)
    if not users:
        return None
    [strongest] = [name for name in styles[0] if name in users][-1:]
    lineups = [[by_name[strongest]] * first.players for by_name in styles]
    pair = _compare_with(arms, lineups, playing)
    return RuleUsers(style, share, sorted(users), strongest, pair)


def _compare_with(
    arms: Sequence[PlannedArm], lineups: Sequence[Sequence[Strategy]], playing: Execution
) -> ArmPair:
    """Return the comparison of two versions if other players play them.

    Parameters
    ----------
    arms
        The versions.
    lineups
        The strategies that play each version.
    playing
        The execution settings.

    Raise `FathomError` if the game or a strategy does not compile or fails, and `KeyboardInterrupt`
    if it is interrupted.
    """
    games = min(arms[0].study.games, MOST_BEGINNER_GAMES)
    studies = [
        with_lineup(arm.study, lineup, games) for arm, lineup in zip(arms, lineups, strict=True)
    ]
    together = require_finished(play_together(studies, lineups, playing.jobs))
    results = {
        arm.label: RunResults(run, playing.confidence)
        for arm, run in zip(arms, together.runs, strict=True)
    }
    [pair] = compare(results, together).pairs
    return pair


def _share_of_changed_games(
    arms: Sequence[PlannedArm], lineups: Sequence[Sequence[Strategy]]
) -> float:
    """Return the share of games that go differently in two versions, with a line-up for each.

    Raise `FathomError` if the game or a strategy does not compile or fails.
    """
    rows = []
    for arm, lineup in zip(arms, lineups, strict=True):
        study = with_lineup(arm.study, lineup, GAMES)
        rows.append(make_engine(study, lineup).play(0, GAMES))
    first, second = rows
    if first.shape != second.shape:  # The versions count different things.
        return 1.0
    return float((first != second).any(axis=1).mean())
