"""The wins of groups of seats, such as factions, roles and hidden teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reports.figures import figure as fig
from reports.figures.spread import number_of_tests
from reports.figures.statistics import UNKNOWN, Estimate
from reports.run.results import Against, RunResults
from reports.writing import wording
from simulate.play.tally import GroupingLayout


@dataclass(frozen=True)
class GroupResult:
    """The wins of a group of seats, such as a faction."""

    #: The name of the group.
    name: str
    #: The number of games in which some seat was in the group.
    games: int
    #: The number of these games that its seats won; a win shared by k seats counts 1/k for each.
    wins: float
    #: The share of these games that its seats won.
    win_rate: Estimate
    #: The mean share of the win that its seats would have if all seats won equally often or, for
    #: teams, if all teams did. In a game that all players win together, the share of all games won.
    fair_share: float
    #: The win rate minus the fair share. The interval allows for fair shares that differ by game.
    #: `UNKNOWN` in a game that all players win together.
    advantage: Estimate
    #: The fair share plus `advantage`, with an interval that holds for all groups together. For a
    #: game that all players win together, it is the win rate.
    joint: Estimate
    #: The verdict on `joint` against the fair share.
    verdict: Against


@dataclass(frozen=True)
class GroupingResults:
    """The wins of all groups of a grouping, such as all factions."""

    #: The noun for a group, such as "faction".
    noun: str
    #: True if all seats of a group win together.
    wins_together: bool
    #: The groups that were in any game, in the order of the game.
    groups: tuple[GroupResult, ...]
    #: The names of the groups that were in no game.
    unseen: tuple[str, ...]

    @property
    def common_fair_share(self) -> float | None:
        """The fair share of all groups; None if they differ by more than rounding."""
        shares = [group.fair_share for group in self.groups]
        is_common = max(shares) - min(shares) < 1e-9
        return shares[0] if is_common else None


def group_results(results: RunResults) -> list[GroupingResults]:
    """Return the wins of the groups of each grouping that the game declares."""
    return [_grouping_results(results, grouping) for grouping in results.run.layout.groupings]


def _grouping_results(results: RunResults, grouping: GroupingLayout) -> GroupingResults:
    names = [name for name in grouping.groups if name]
    games = {
        name: results.estimate(f"{fig.GROUPS}.{grouping.name}.{name}.{fig.WIN_RATE}").n
        for name in names
    }
    seen = [name for name in names if games[name]]
    tests = number_of_tests(len(seen)) if grouping.wins_together else len(seen)
    jointly = results.at_confidence(1 - (1 - results.look_confidence) / max(1, tests))
    return GroupingResults(
        grouping.name,
        grouping.wins_together,
        tuple(_group_result(results, jointly, grouping.name, name) for name in seen),
        tuple(name for name in names if not games[name]),
    )


def _group_result(results: RunResults, jointly: RunResults, noun: str, name: str) -> GroupResult:
    """Return the wins of a group; `jointly` are the results at the confidence for all groups."""
    path = f"{fig.GROUPS}.{noun}.{name}"
    win_rate = results.estimate(f"{path}.{fig.WIN_RATE}")
    source = results.figure(f"{path}.{fig.WIN_RATE}").source
    wins = results.deal_sums(fig.Mean(source.part, 1, source.part_unit)).total / source.part_unit
    if results.contest == "together":
        fair_share = results.estimate(fig.GAMES_WON).value
        advantage = UNKNOWN
        joint = jointly.estimate(f"{path}.{fig.WIN_RATE}")
    else:
        surplus = results.figure(f"{path}.{fig.GROUP_ADVANTAGE}").source
        fair_share = results.ratio_sums(surplus.fair).value
        advantage = results.estimate(f"{path}.{fig.GROUP_ADVANTAGE}")
        joint = jointly.estimate(f"{path}.{fig.GROUP_ADVANTAGE}").shifted(fair_share)
    verdict: Against = "not clear"
    if joint.low > fair_share:
        verdict = "above fair"
    elif joint.high < fair_share:
        verdict = "below fair"
    return GroupResult(name, win_rate.n, wins, win_rate, fair_share, advantage, joint, verdict)


def list_groupings(results: RunResults) -> str:
    """Return the nouns of all groupings, as in "faction and role"."""
    return wording.listed([grouping.name for grouping in results.run.layout.groupings])


def group_rows(results: RunResults) -> list[dict[str, Any]]:
    """Return a row per group, with the columns of the table ``groups``."""
    rows = []
    for grouping in group_results(results):
        for group in grouping.groups:
            rows.append(
                {
                    "grouping": grouping.noun,
                    "group": group.name,
                    "games": group.games,
                    "wins": group.wins,
                    "win_rate": group.win_rate,
                    "joint_win_rate": group.joint,
                    "fair_share": group.fair_share,
                    "advantage": group.advantage,
                }
            )
        for name in grouping.unseen:
            rows.append({"grouping": grouping.noun, "group": name, "games": 0, "wins": 0})
    return rows
