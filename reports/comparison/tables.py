"""The tables of a comparison, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from reports.comparison import robust
from reports.comparison.levels import LevelsOfArms, judged_in
from reports.comparison.results import Comparison, comparison_id
from reports.figures.statistics import finite
from reports.figures.targets import TARGET_COLUMNS, target_rows
from reports.run.results import Results
from reports.run.summary import summarise
from reports.run.tables import as_tables

#: What every column of the tables of a comparison means; reports/README.md prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "differences": {
        "figure": "what is compared, by its path in the JSON object of 'fathom run'",
        "a": "the first arm",
        "b": "the arm compared with it",
        "value_a": "the figure of the first arm",
        "value_b": "the figure of the other arm",
        "value": "b minus a",
        "low": "lower end of the interval of the difference",
        "high": "upper end of the interval of the difference",
        "p_value": "how likely so large a difference is by chance where there is none",
        "p_holm": "p_value corrected for all differences of the comparison (Holm)",
        "margin": "up to here the figures count as practically the same",
        "verdict": "higher, lower, slightly higher or lower (told, and within the margin), "
        "practically the same (all of the interval within the margin), or not told",
        "pairing_gain": "how many times as many games unpaired runs need for the same interval; "
        "empty for percentiles, which are not paired",
    },
    "arms": {
        "arm": "which of the studies compared",
        "figure": "what is told, by its path in the JSON object of 'fathom run'",
        "value": "the figure",
        "low": "lower end of its interval",
        "high": "upper end of its interval",
        "n": "observations behind it",
    },
    "levels": robust.COLUMNS,
    "targets": {"arm": "which of the studies compared", **TARGET_COLUMNS},
}


def summarise_comparison(
    comparison: Comparison, levels: LevelsOfArms | None = None
) -> dict[str, Any]:
    """Return everything a comparison found as plain values that JSON can hold."""
    runs = [results.run for results in comparison.arms.values()]
    first = runs[0]
    return {
        "game": first.study.game,
        "deals": first.tally.deals,
        "seed": first.study.seed,
        "confidence": comparison.confidence,
        "margins": {
            "rate": comparison.margins.rate,
            "relative": comparison.margins.relative,
        },
        "arms": [
            {"label": label, "result": summarise(results, levels.of_arm(label) if levels else None)}
            for label, results in comparison.arms.items()
        ],
        "differences": summarise_differences(comparison),
        "not_in_both": [
            {"a": pair.a, "b": pair.b, "only_a": list(pair.only_a), "only_b": list(pair.only_b)}
            for pair in comparison.pairs
        ],
        "tests": comparison.tests,
        "robustness": robust.summarise_levels(levels) if levels else None,
        "interrupted": first.interrupted,
        "study_id": comparison_id([run.study for run in runs]),
        "played_study_id": comparison_id([run.study.played(run.games) for run in runs]),
        "elapsed_s": round(sum(run.elapsed for run in runs), 4),
    }


def summarise_differences(comparison: Comparison) -> list[dict[str, Any]]:
    """Return every difference as plain values that JSON can hold."""
    return [
        {
            "figure": one.figure.path,
            "a": pair.a,
            "b": pair.b,
            "value": finite(one.difference.estimate.value),
            "ci_low": finite(one.difference.estimate.low),
            "ci_high": finite(one.difference.estimate.high),
            "pairing_gain": finite(one.difference.pairing_gain),
            "value_a": finite(one.first.value),
            "value_b": finite(one.second.value),
            "p_value": finite(one.difference.p_value),
            "p_holm": finite(one.p_holm),
            "margin": finite(one.margin),
            "verdict": one.verdict,
        }
        for pair in comparison.pairs
        for one in pair.figures.values()
    ]


def make_tables(
    comparison: Comparison, levels: LevelsOfArms | None = None
) -> dict[str, pd.DataFrame]:
    """Return the tables of a comparison by name; the columns are those of `COLUMNS`."""
    names = {"ci_low": "low", "ci_high": "high"}
    rows = {
        "differences": [
            {names.get(key, key): value for key, value in one.items()}
            for one in summarise_differences(comparison)
        ],
        "arms": [row for arm in comparison.arms.items() for row in _arm_rows(*arm)],
        "levels": robust.rows_of(levels) if levels else [],
        "targets": [
            {"arm": label, **row}
            for label, judged in judged_in(comparison.arms, levels).items()
            for row in target_rows(judged)
        ],
    }
    return as_tables(rows, COLUMNS)


def _arm_rows(label: str, results: Results) -> Iterator[dict[str, Any]]:
    for path in results.figures:
        found = results.estimate(path)
        interval = {"value": found.value, "low": found.low, "high": found.high}
        yield {"arm": label, "figure": path, **interval, "n": found.n}
