"""Find the styles that use the rule in which two versions differ: it changes their games.

A comparison with players who never use a rule says nothing about the rule. It only shows how the
few styles that use it fare, such as random players.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution
from reports.compare.results import RuleUsers
from simulate.errors import UsageError
from simulate.kit.compiled import JIT
from simulate.play.arms import make_engine
from simulate.play.extra_runs import with_lineup
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
    return RuleUsers(style, share, sorted(users)) if users else None


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
