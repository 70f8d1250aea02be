"""What other programs read of a comparison, and what it reads of earlier runs' folders."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from reports.compare import ending
from reports.compare.ranking import judge_weight, more_games
from reports.compare.results import ComparisonResults, digest_ids
from reports.figures.figure import SKILL, UNFINISHED, noticeable_difference
from reports.figures.statistics import Estimate, plain
from reports.robust.tables import LEVELS, difference_rows, summarise_differences
from reports.run.results import RunResults
from reports.run.tables import FIGURES, figure_rows, summarise
from reports.writing.columns import TARGETS, Column, Frames, frames, judged_target_rows, plain_rows
from reports.writing.wording import listed
from simulate.play.arms import layout_of
from simulate.play.run import Run
from simulate.play.tally import Tally
from simulate.study import Study

#: What a run was made with, in words; the keys are those of its summary's ``made_with``.
_MADE_WITH = {
    "fathom": "Fathom's version",
    "game_version": "the game's version",
    "code": "the code of the game or of who plays",
}


@dataclass(frozen=True)
class StoredTally(Tally):
    """What is left of a tally whose integers were not kept: how many deals, and its id."""

    #: As the run wrote it.
    id: str = ""


class StoredResults(RunResults):
    """The figures of a run as they stand in its folder, compared without playing it again."""

    def __init__(
        self, study: Study, summary: Mapping[str, Any], estimates: Mapping[str, Estimate]
    ) -> None:
        tally = StoredTally(deals=summary["deals"], id=summary["tally_id"])
        run = Run(study, layout_of(study), tally, 0.0, int(summary["jobs"]), False)
        super().__init__(run, float(summary["confidence"]))
        self.summary = summary
        self._estimates = dict(estimates)
        self.figures = {
            path: figure for path, figure in self.figures.items() if path in self._estimates
        }

    def estimate(self, path: str) -> Estimate:
        """Return a figure as it was found."""
        return self._estimates[self.figure(path).path]

    @property
    def unfinished(self) -> int:
        """Games that reached the safety cap on turns undecided."""
        return round(self._estimates[UNFINISHED].value)


def read_estimate(value: float, low: float, high: float, n: float) -> Estimate:
    """Return a figure of a table, whose ends are empty where they are not known."""
    return Estimate(
        value, -math.inf if math.isnan(low) else low, math.inf if math.isnan(high) else high, int(n)
    )


def describe_changes(
    made: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]
) -> str:
    """Say why stored results are compared: what changed between runs, or since.

    `made` is what each was made with, by label, empty for one that does not say; `now` what it
    would be made with today.
    """
    silent = [label for label, one in made.items() if not one]
    if silent:
        does = "does" if len(silent) == 1 else "do"
        return f"{listed(silent)} {does} not say with which code it was played"
    (first, one), *others = made.items()
    said = []
    for label, other in others:
        changes = [_change(key, one, other) for key in _MADE_WITH if one[key] != other[key]]
        if changes:
            said.append(f"between {first} and {label}, {listed(changes)} changed")
    if said:
        return listed(said)
    since = [_change(key, one, now[first]) for key in _MADE_WITH if one[key] != now[first][key]]
    return f"since these were played, {listed(since or [_MADE_WITH['code']])} changed"


def _change(key: str, one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    told = f" ({one[key]}, then {other[key]})" if key != "code" else ""
    return f"{_MADE_WITH[key]}{told}"


#: The tables' columns.
TABLES: dict[str, Sequence[Column]] = {
    "differences": (
        Column("figure", "what is compared, by its path in the JSON object of 'fathom run'"),
        Column("a", "the version that another is compared with"),
        Column("b", "that other version; in a grid at the same number of players"),
        Column("value_a", "the figure of a"),
        Column("value_b", "the figure of b"),
        Column("value", "b minus a", interval=True),
        Column("p_value", "how likely so large a difference is by chance where there is none"),
        Column("p_holm", "p_value corrected for all differences of the comparison (Holm)"),
        Column("margin", "up to here the figures count as practically the same"),
        Column("noticeable", "from here on people notice it, in our judgement"),
        Column(
            "matters",
            "large (clear, and perhaps noticeable), small (clear, and too small to notice), same "
            "(not clear, and too small to notice) or unclear (the games cannot tell)",
        ),
        Column(
            "more_games",
            "about how many more games of each tell what is unclear; empty otherwise, and where "
            "that is not known",
        ),
        Column(
            "verdict",
            "higher, lower, slightly higher or lower (told, and within the margin), practically "
            "the same (all of the interval within the margin), or not told",
        ),
        Column(
            "pairing_gain",
            "how many times as many games unpaired runs need for the same interval; empty for "
            "percentiles, which are not paired",
        ),
    ),
    "arms": (Column("arm", "which of the versions compared"), *FIGURES),
    "levels": LEVELS,
    "targets": (Column("arm", "which of the versions compared"), *TARGETS),
}


def summarise_comparison(comparison: ComparisonResults) -> dict[str, Any]:
    """Return everything a comparison found as plain values that JSON can hold."""
    runs = [results.run for results in comparison.arms.values()]
    first, skill = runs[0], comparison.skill
    return {
        "game": first.study.game_name,
        "deals": comparison.deals,
        "seed": first.study.seed,
        "confidence": comparison.confidence,
        "margins": asdict(comparison.margins),
        "arms": [
            {
                "label": label,
                # As it stands in its folder if it was not played.
                "result": results.summary
                if isinstance(results, StoredResults)
                else summarise(results),
                "skill": skill
                and {
                    "strategy": skill.strong,
                    **plain(skill.estimate(label)),
                    "games": skill.results[label].run.games,
                },
            }
            for label, results in comparison.arms.items()
        ],
        "factors": [
            {"name": name, "levels": levels}
            for name, levels in (comparison.design.factors if comparison.design else {}).items()
        ],
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


def list_differences(comparison: ComparisonResults) -> list[dict[str, Any]]:
    """Return the rows of the table of that name."""
    return [
        {
            **vars(one),
            **vars(one.difference),
            "figure": one.figure.path,
            "a": pair.a,
            "b": pair.b,
            "value_a": one.first.value,
            "value_b": one.second.value,
            "value": one.difference.estimate,
            "noticeable": noticeable_difference(one.figure, one.first.value),
            "matters": judge_weight(one),
            "more_games": more_games(one, pair, comparison),
        }
        for pair in comparison.pairs
        for one in pair.figures.values()
    ]


def make_tables(comparison: ComparisonResults) -> Frames:
    """Return the tables of a comparison by name; the columns are those of `TABLES`."""
    arms: list[dict[str, Any]] = []
    for label, results in comparison.arms.items():
        told = figure_rows(results)
        if comparison.skill:
            found = comparison.skill.estimate(label)
            told.append({"figure": SKILL, "value": found, "n": found.n})
        arms += [{"arm": label, **row} for row in told]
    rows = {
        "differences": list_differences(comparison),
        "arms": arms,
        "levels": difference_rows(comparison.levels),
        "targets": [
            {"arm": label, **row}
            for label, results in comparison.arms.items()
            for row in judged_target_rows(results.judged())
        ],
    }
    return frames(TABLES, rows, optional=("levels", "targets"))
