"""Sentences, tables and the rows of the chart on groups of seats, such as factions."""

from __future__ import annotations

import math

from reports.figures.figure import GROUP_ADVANTAGE, GROUPS, SHARE
from reports.figures.statistics import half_width
from reports.robust.robustness import Robustness
from reports.run import fairness, first_page
from reports.run.first_page import decimals_near, of_100
from reports.run.groups import GroupingResults, GroupResult, group_results
from reports.run.results import RunResults
from reports.writing import wording
from reports.writing.document import Cell, Heading, Item, Table
from reports.writing.marks import DotRow
from reports.writing.spoken import range_of_100

#: A note on how fair shares of groups are computed, for groups that do not win together.
_FAIR = (
    "The fair share of a group is the share of the seats that are in it, in the games that it is "
    "in. A win shared by several seats is divided among them."
)
_FAIR_OF_TEAMS = "The fair share of a team is 1 divided by the number of teams in the game."
_FAIR_TOGETHER = "All players win together, so each group is compared with the share of all games."


def describe_groups(results: RunResults) -> list[Item]:
    """Return items on the wins of all groups, and on their wins with other good players.

    Teams are left out if one of them clearly wins too much or too little: `describe_teams` has the
    verdict on them.
    """
    if results.is_hardly_won and results.contest != "together":
        return []
    items = []
    for grouping in group_results(results):
        if not _has_unequal_teams(results, grouping):
            items.append(Item(_describe_grouping(results, grouping)))
        items.extend(map(Item, _describe_other_players(results, grouping)))
    return items


def describe_teams(results: RunResults) -> str:
    """Return the verdict on teams that may change from game to game, such as hidden ones.

    An example is "No. Of 100 games, wolves won 77, village 23; 50 would be fair." The text is empty
    unless some team clearly wins more or less than its fair share.
    """
    if results.is_hardly_won:
        return ""
    for grouping in group_results(results):
        if _has_unequal_teams(results, grouping):
            clear = [group for group in grouping.groups if group.verdict != "not clear"]
            furthest = max(clear, key=lambda group: abs(group.joint.value - group.fair_share))
            verdict = first_page.judge_unfair(furthest.joint, furthest.fair_share)
            return f"{verdict} Of 100 games, {_write_shares(_extremes(clear), grouping)}."
    return ""


def _has_unequal_teams(results: RunResults, grouping: GroupingResults) -> bool:
    """Return True if groups are teams, and one clearly wins more or less than its fair share."""
    return (
        grouping.wins_together
        and results.contest != "together"
        and any(group.verdict != "not clear" for group in grouping.groups)
    )


def _describe_other_players(results: RunResults, grouping: GroupingResults) -> list[str]:
    """Return a sentence on whether the named groups win as much with other good players.

    The list is empty if no other players played, or if no group is named.
    """
    robustness = results.robustness
    clear = [group for group in grouping.groups if group.verdict != "not clear"]
    if robustness is None or not clear:
        return []
    if results.contest == "together":
        return [f"Wins by {grouping.noun} were not compared with those of other players."]
    clauses = []
    for group in _extremes(clear):
        path = f"{GROUPS}.{grouping.noun}.{group.name}.{GROUP_ADVANTAGE}"
        sign = 1 if group.verdict == "above fair" else -1
        clauses.append(_compare_advantage(robustness, group.name, path, sign))
    return [f"With other good players: {'; '.join(clauses)}."]


def _compare_advantage(robustness: Robustness, name: str, path: str, sign: int) -> str:
    """Return a clause on the advantage of the group `name` with other good players, in 100 games.

    `path` is the path of the advantage, and `sign` 1 if it is positive in the study, else -1.
    """
    if robustness.is_reversed(path, sign):
        return f"{name}: depends on who plays"
    ends = robustness.good_players_range(path)
    if ends is None:
        return f"{name}: not compared"
    least, most = sorted(sign * end for end in ends)
    if least <= 0:
        return f"{name}: too few games to tell"
    return f"{name} {range_of_100(least, most)} {'above' if sign > 0 else 'below'} fair"


def _describe_grouping(results: RunResults, grouping: GroupingResults) -> str:
    """Return a sentence on the groups that win clearly more or less than their fair share."""
    together = results.contest == "together"
    by = f"By {grouping.noun}"
    if not grouping.groups:
        return f"{by}: no seat belonged to any {grouping.noun} in these games."
    clear = [group for group in grouping.groups if group.verdict != "not clear"]
    whose = "" if grouping.wins_together or together else " it is in"
    if clear:
        subjects = _extremes(clear)
        if together:
            decimals = _decimals(subjects)
            pairs = [
                f"{of_100(group.joint.value, decimals)} with {group.name}" for group in subjects
            ]
            every = of_100(subjects[0].fair_share, decimals)
            won = wording.listed(pairs)
            return f"{by}: of 100 games the players won {won}; over all games {every}."
        return f"{by}, of 100 games{whose}: {_write_shares(subjects, grouping)}."
    furthest = max(grouping.groups, key=lambda group: abs(group.joint.value - group.fair_share))
    if _largest_distance(grouping) <= fairness.SMALL:
        reach = wording.rounded_up(100 * _largest_distance(grouping), 1)
        return f"{by}: every {grouping.noun} is within {reach} in 100 games of its fair share."
    low = math.floor(100 * furthest.joint.low)
    high = math.ceil(100 * furthest.joint.high)
    fair = of_100(furthest.fair_share)
    end = f"{fair} in all games" if together else f"{fair} would be fair"
    return (
        f"{by}: too few games to tell. {furthest.name} won {low} to {high} of 100 games{whose}; "
        f"{end}."
    )


def _extremes(clear: list[GroupResult]) -> list[GroupResult]:
    """Return the group furthest above its fair share and the group furthest below it.

    `clear` holds the groups that clearly differ from their fair shares. The result has only one
    group if all of these are above, or all are below.
    """
    ordered = sorted(clear, key=lambda group: group.joint.value - group.fair_share, reverse=True)
    most, least = ordered[0], ordered[-1]
    subjects = [group for group in (most, least) if group.verdict == "above fair"][:1]
    subjects += [group for group in (least,) if group.verdict == "below fair"]
    return subjects


def _decimals(groups: list[GroupResult]) -> int:
    """Return the number of decimals with which no rounded win rate looks like the fair share."""
    return max(decimals_near([group.joint.value], group.fair_share) for group in groups)


def _write_shares(groups: list[GroupResult], grouping: GroupingResults) -> str:
    """Return the wins of groups in 100 games with their fair shares, as in a sentence."""
    fair = grouping.common_fair_share
    decimals = _decimals(groups)
    if grouping.wins_together and len(groups) == len(grouping.groups) and decimals == 0:
        # The wins of all teams should add up to 100.
        rounded = [float(of_100(group.joint.value, 0)) for group in groups]
        decimals = int(sum(rounded) != round(sum(100 * group.joint.value for group in groups)))
    clauses: list[str] = []
    for group in groups:
        verb = "" if clauses else " won"
        clause = f"{group.name}{verb} {of_100(group.joint.value, decimals)}"
        if fair is None:
            clause += f" (fair: {of_100(group.fair_share, decimals)})"
        clauses.append(clause)
    text = ", ".join(clauses)
    return text if fair is None else f"{text}; {of_100(fair, decimals)} would be fair"


def _largest_distance(grouping: GroupingResults) -> float:
    """Return the largest plausible distance of a group from its fair share."""
    return max(
        fairness.largest_distance(group.joint, group.fair_share) for group in grouping.groups
    )


def title_of_groups(results: RunResults) -> str:
    """Return the verdict on the groups, as the title of their chart."""
    clauses = []
    for grouping in group_results(results):
        clear = [group for group in grouping.groups if group.verdict != "not clear"]
        for group in _extremes(clear) if clear else []:
            often = "more" if group.verdict == "above fair" else "less"
            clauses.append(f"{group.name} wins {often} than its share")
    if clauses:
        return ", ".join(clauses[:2])
    if all(_largest_distance(grouping) <= fairness.SMALL for grouping in group_results(results)):
        return "Every group wins its fair share"
    return "Too few games to tell whether a group wins too often"


def has_groups(results: RunResults) -> bool:
    """Return True if some seat was in a group in some game."""
    return any(grouping.groups for grouping in group_results(results))


def make_group_rows(grouping: GroupingResults) -> list[DotRow]:
    """Return a row for each group of a chart: its win rate, in percent, with its verdict."""
    rows = []
    for group in grouping.groups:
        word, _ = fairness.verdict_word(group.joint, group.fair_share, group.verdict)
        number = wording.with_half(group.joint, SHARE)
        is_clear = word != "not clear yet"
        rows.append(DotRow(group.name, group.joint.scaled(100), number, word, is_clear=is_clear))
    return rows


def describe_rows(results: RunResults) -> str:
    """Return the win rates of all groups with their intervals, in words."""
    texts = [
        f"{group.name} {wording.with_interval(group.joint, SHARE)}"
        for grouping in group_results(results)
        for group in grouping.groups
    ]
    return f"{'; '.join(texts)}."


def make_group_tables(results: RunResults) -> list[Table]:
    """Return a table per grouping with the win rate and the verdict of each group."""
    return [
        _make_table(results, grouping) for grouping in group_results(results) if grouping.groups
    ]


def _make_table(results: RunResults, grouping: GroupingResults) -> Table:
    together = results.contest == "together"
    fair = grouping.common_fair_share
    headings = [
        Heading(grouping.noun, numeric=False),
        Heading("wins"),
        Heading(wording.interval_name(results.confidence)),
    ]
    if fair is not None:
        headings.append(fairness.drawn_column([group.joint for group in grouping.groups], fair))
    else:
        headings.append(Heading("fair share", short="fair"))
    headings.append(Heading("verdict", numeric=False))
    headings.append(Heading("games"))
    rows = []
    for group in grouping.groups:
        word, tone = fairness.verdict_word(group.joint, group.fair_share, group.verdict)
        row = [Cell(group.name), *fairness.make_estimate_cells(group.joint, SHARE)]
        if fair is not None:
            row.append(Cell("", group.joint.value, span=group.joint))
        else:
            share = wording.number(group.fair_share, half_width(group.joint), SHARE)
            row.append(Cell(share, group.fair_share))
        row += [Cell(word, tone=tone), Cell(wording.whole(group.games), group.games)]
        rows.append(row)
    title = f"Win rate by {grouping.noun}, of the games it is in"
    if fair is not None:
        title += f"; {'all games' if together else 'fair is'} {wording.percent(fair)}"
    return Table(title, headings, rows, is_explained=True)


def explain_groups(results: RunResults) -> list[str]:
    """Return sentences on how fair shares are computed, and on groups that were in no game."""
    sentences = []
    for grouping in group_results(results):
        if results.contest == "together":
            note = _FAIR_TOGETHER
        else:
            note = _FAIR_OF_TEAMS if grouping.wins_together else _FAIR
        if note not in sentences:
            sentences.append(note)
        if grouping.unseen:
            names = wording.listed(list(grouping.unseen))
            sentences.append(f"In no game was a seat in the {grouping.noun} {names}.")
    return sentences
