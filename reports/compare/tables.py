"""The tables and the JSON object of a comparison, and the stored results of runs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from reports.compare import ending
from reports.compare.groups import group_rows_of_arms
from reports.compare.ranking import judge_weight, more_games
from reports.compare.results import ComparisonResults, digest_ids
from reports.compare.seats import fair_share_of, win_rates_of
from reports.figures.catalogue import PERCENTILES
from reports.figures.figure import LENGTH, MEAN, SKILL, UNFINISHED, noticeable_difference
from reports.figures.statistics import Estimate, plain
from reports.robust.tables import LEVELS, difference_rows, summarise_differences
from reports.run.results import CountSpread, RunResults
from reports.run.tables import FIGURES, figure_rows, summarise
from reports.run.tables import TABLES as RUN_TABLES
from reports.writing.columns import TARGETS, Column, Frames, frames, judged_target_rows, plain_rows
from reports.writing.wording import listed
from simulate.play.arms import layout_of
from simulate.play.run import Run
from simulate.play.tally import Tally
from simulate.study import Study

#: Words for the versions and the code with which a run was made, by their keys in ``made_with``.
_MADE_WITH = {
    "fathom": "Fathom's version",
    "game_version": "the game's version",
    "code": "the code of the game or of its players",
}


@dataclass(frozen=True)
class StoredTally(Tally):
    """A stored tally. Only its fingerprint and the number of deals are known."""

    #: The fingerprint that the run stored.
    id: str = ""


class StoredResults(RunResults):
    """The results of a run from its folder, which can be compared without playing it again.

    Parameters
    ----------
    study
        The study of the run.
    summary
        The JSON object of the run.
    estimates
        The stored figures, by path. The results have no other figures.

    Raises
    ------
    KeyError
        If the JSON object lacks a field.
    ValueError
        If a number in it is invalid.
    """

    def __init__(
        self, study: Study, summary: Mapping[str, Any], estimates: Mapping[str, Estimate]
    ) -> None:
        tally = StoredTally(deals=summary["deals"], id=summary["tally_id"])
        run = Run(study, layout_of(study), tally, 0.0, int(summary["jobs"]), False)
        super().__init__(run, float(summary["confidence"]))
        self.summary = summary
        self._estimates = dict(estimates)
        for unit, length in summary["length"].items():
            path = f"{LENGTH}.{unit}.{MEAN}"
            if length.get("sd") == 0 and path in self._estimates:
                self._estimates[path] = replace(self._estimates[path], is_constant=True)
        self.figures = {
            path: figure for path, figure in self.figures.items() if path in self._estimates
        }

    def estimate(self, path: str) -> Estimate:
        """Return the stored estimate of the figure with a path.

        Raises
        ------
        UsageError
            If the run has no such figure.
        KeyError
            If the figure was not stored.
        """
        return self._estimates[self.figure(path).path]

    def count_spread(self, path: str) -> CountSpread | None:
        """Return the stored percentiles over games of a count; None if they were not stored."""
        kind, _, name = path.partition(".")
        stored = self.summary.get(kind)
        if name:
            stored = (stored or {}).get(name)
        if not self.has_percentiles(path) or not stored or stored.get("within") is None:
            return None
        percentiles = {percent: stored[f"p{percent}"] for percent in PERCENTILES}
        return CountSpread(percentiles, stored["within"])

    @property
    def unfinished(self) -> int:
        """The number of games that were undecided at the limit on turns."""
        return round(self._estimates[UNFINISHED].value)


def read_estimate(value: float, low: float, high: float, n: float, sd: float) -> Estimate:
    """Return an estimate from the numbers in a table, in which infinite bounds are NaN.

    A figure with the standard deviation 0 is constant.
    """
    return Estimate(
        value,
        -math.inf if math.isnan(low) else low,
        math.inf if math.isnan(high) else high,
        int(n),
        is_constant=sd == 0,
    )


def describe_changes(
    made_with_by_label: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]
) -> str:
    """Return a clause on the code that changed between stored runs, or since they were played.

    Parameters
    ----------
    made_with_by_label
        ``made_with`` of each run, by label, for at least one run; empty for a run that does not
        record it.
    now
        The same for today's code. Only the entry of the first run is used.

    Returns
    -------
    str
        The first that applies: runs that do not record their code; differences between the first
        run and other runs; differences between the first run and today's code. If there are no
        differences at all, the clause says that the code changed.

    Raises
    ------
    ValueError
        If there are no runs.
    """
    silent = [label for label, made_with in made_with_by_label.items() if not made_with]
    if silent:
        verb = "does" if len(silent) == 1 else "do"
        return f"{listed(silent)} {verb} not say with which code it was played"
    (first_label, first), *later_versions = made_with_by_label.items()
    clauses = []
    for label, made_with in later_versions:
        changes = _list_changes(first, made_with)
        if changes:
            clauses.append(f"between {first_label} and {label}, {listed(changes)} changed")
    if clauses:
        return listed(clauses)
    since = _list_changes(first, now[first_label]) or [_MADE_WITH["code"]]
    return f"since these were played, {listed(since)} changed"


def _list_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return words for the entries of ``made_with`` that changed between two runs, with versions.

    Raise `KeyError` if a run lacks one of the entries.
    """
    changes = []
    for key, name in _MADE_WITH.items():
        if before[key] != after[key]:
            versions = "" if key == "code" else f" ({before[key]}, then {after[key]})"
            changes.append(f"{name}{versions}")
    return changes


#: The columns of each table.
TABLES: dict[str, Sequence[Column]] = {
    "differences": (
        Column("figure", "the compared figure, by its path in the JSON object of 'fathom run'"),
        Column("a", "the version with which b is compared"),
        Column("b", "the version that is compared with a"),
        Column("value_a", "the figure of a"),
        Column("value_b", "the figure of b"),
        Column("value", "b minus a", interval=True),
        Column("p_value", "the probability of a difference at least this large if there is none"),
        Column("p_holm", "p_value corrected for all differences of the comparison (Holm)"),
        Column("margin", "the largest difference that counts as practically the same"),
        Column(
            "noticeable",
            "the noticeable difference: the smallest difference that people notice, in our "
            "judgement",
        ),
        Column(
            "matters",
            "large (clear, and perhaps noticeable), small (clear, but too small to notice), same "
            "(not clear, and too small to notice) or unclear (more games are needed)",
        ),
        Column(
            "more_games",
            "approximate number of further games of each version that decide an unclear "
            "difference; empty if it is not unclear, or if the number is unknown",
        ),
        Column(
            "verdict",
            "higher, lower, slightly higher or slightly lower (clear, but within the margin), "
            "practically the same (the whole interval within the margin), or not told (not clear)",
        ),
        Column(
            "pairing_gain",
            "number of games that unpaired runs would need for the same interval, divided by the "
            "number here; empty for percentiles, which are not paired",
        ),
    ),
    "arms": (Column("arm", "the version"), *FIGURES),
    "seats": (
        Column("arm", "the version"),
        Column("seat", "a seat, or in team games a side"),
        Column(
            "win_rate",
            "share of the games won, with an interval that holds for all seats of the version "
            "together; verdicts are based on it",
            interval=True,
        ),
        Column("fair_share", "the win rate if all seats or sides won equally often"),
    ),
    "groups": (Column("arm", "the version"), *RUN_TABLES["groups"]),
    "levels": LEVELS,
    "targets": (Column("arm", "the version"), *TARGETS),
}


def summarise_comparison(comparison: ComparisonResults) -> dict[str, Any]:
    """Return the JSON object of a comparison.

    Raises
    ------
    UsageError
        If a study has an invalid target, or a target of an unknown figure.
    KeyError
        If a figure with a precision target is not compared.
    """
    runs = [results.run for results in comparison.arms.values()]
    first = runs[0]
    factors = comparison.design.factors if comparison.design else {}
    return {
        "game": first.study.game_name,
        "deals": comparison.deals,
        "seed": first.study.seed,
        "confidence": comparison.confidence,
        "margins": asdict(comparison.margins),
        "arms": [
            {
                "label": label,
                # A stored run keeps the JSON object in its folder.
                "result": results.summary
                if isinstance(results, StoredResults)
                else summarise(results),
                "skill": _summarise_skill(comparison, label),
            }
            for label, results in comparison.arms.items()
        ],
        "factors": [{"name": name, "levels": levels} for name, levels in factors.items()],
        "differences": plain_rows(TABLES["differences"], list_differences(comparison)),
        "not_in_both": [
            {"a": pair.a, "b": pair.b, "only_a": list(pair.only_a), "only_b": list(pair.only_b)}
            for pair in comparison.pairs
        ],
        "tests": comparison.tests,
        **ending.summarise_ending(comparison),
        "robustness": summarise_differences(comparison.levels),
        "interrupted": any(run.interrupted for run in runs),
        "study_id": digest_ids(run.study.id for run in runs)[:12],
        "played_study_id": digest_ids(run.study.limited_to(run.games).id for run in runs)[:12],
        "elapsed_s": round(sum(run.elapsed for run in runs), 4),
    }


def _summarise_skill(comparison: ComparisonResults, label: str) -> dict[str, Any] | None:
    """Return the strong player's win rate in an arm for JSON; None if it was not played.

    Raise `KeyError` if no arm has this label.
    """
    skill = comparison.skill
    if not skill:
        return None
    return {
        "strategy": skill.strong,
        **plain(skill.estimate(label)),
        "games": skill.results[label].run.games,
    }


def list_differences(comparison: ComparisonResults) -> list[dict[str, Any]]:
    """Return a row per difference, with values for all columns of the table ``differences``."""
    return [
        {
            **vars(figure),
            **vars(figure.difference),
            "figure": figure.definition.path,
            "a": pair.a,
            "b": pair.b,
            "value_a": figure.first.value,
            "value_b": figure.second.value,
            "value": figure.difference.estimate,
            "noticeable": noticeable_difference(figure.definition, figure.first.value),
            "matters": judge_weight(figure),
            "more_games": more_games(figure, pair, comparison),
        }
        for pair in comparison.pairs
        for figure in pair.figures.values()
    ]


def make_tables(comparison: ComparisonResults) -> Frames:
    """Return the tables of a comparison by name, with the columns of `TABLES`.

    Tables of seats, of groups, of targets and of other players are left out if there are none.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    arm_rows: list[dict[str, Any]] = []
    seat_rows: list[dict[str, Any]] = []
    target_rows: list[dict[str, Any]] = []
    for label, results in comparison.arms.items():
        figures = figure_rows(results)
        if comparison.skill:
            skill = comparison.skill.estimate(label)
            figures.append({"figure": SKILL, "value": skill, "n": skill.n})
        arm_rows.extend({"arm": label, **row} for row in figures)
        if results.contest != "together":
            fair = fair_share_of(results)
            for name, rate in win_rates_of(results).items():
                seat_rows.append({"arm": label, "seat": name, "win_rate": rate, "fair_share": fair})
        targets = judged_target_rows(results.judged())
        target_rows.extend({"arm": label, **row} for row in targets)
    rows = {
        "differences": list_differences(comparison),
        "arms": arm_rows,
        "seats": seat_rows,
        "groups": group_rows_of_arms(comparison),
        "levels": difference_rows(comparison.levels),
        "targets": target_rows,
    }
    return frames(TABLES, rows, optional=("seats", "groups", "levels", "targets"))
