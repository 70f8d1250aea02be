"""The tables of a comparison, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pandas as pd

from reports.comparison import decided, precision, robust
from reports.comparison.interaction import interactions
from reports.comparison.levels import LevelsOfArms, judged_in
from reports.comparison.ranking import weight
from reports.comparison.results import Comparison, comparison_id
from reports.comparison.skill import Skill
from reports.comparison.stored import StoredResults
from reports.comparison.unknown import more_games
from reports.figures.figure import SKILL
from reports.figures.noticeable import noticeable
from reports.figures.statistics import finite, plain
from reports.figures.targets import TARGET_COLUMNS, target_rows
from reports.robust.levels import Robustness
from reports.run.results import Results
from reports.run.summary import summarise, summarise_looks
from reports.run.tables import as_tables

#: What every column of the tables of a comparison means; `fathom schema --tables` prints this.
COLUMNS: dict[str, dict[str, str]] = {
    "differences": {
        "figure": "what is compared, by its path in the JSON object of 'fathom run'",
        "a": "the first arm",
        "b": "the arm compared with it; in a grid within its cell, at the same number of players",
        "value_a": "the figure of the first arm",
        "value_b": "the figure of the other arm",
        "value": "b minus a",
        "low": "lower end of the interval of the difference",
        "high": "upper end of the interval of the difference",
        "p_value": "how likely so large a difference is by chance where there is none",
        "p_holm": "p_value corrected for all differences of the comparison (Holm)",
        "margin": "up to here the figures count as practically the same",
        "noticeable": "from here on people notice it, in our judgement",
        "matters": "large (clear, and perhaps noticeable), small (clear, and too small to notice), "
        "same (not clear, and too small to notice) or unclear (the games cannot tell)",
        "more_games": "about how many more games of each tell what is unclear; empty otherwise, "
        "and where that is not known",
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
    "interactions": {
        "figure": "what an effect is on, by its path in the JSON object of 'fathom run'",
        "level": "what has the effect, against the first arm of each cell",
        "cell": "where, as in 3 players",
        "other": "where else",
        "effect": "the effect in the cell",
        "other_effect": "the effect in the other cell",
        "value": "other_effect minus effect",
        "low": "lower end of the interval of that",
        "high": "upper end of the interval of that",
        "p_value": "how likely so large a one is by chance where there is none",
        "p_holm": "p_value corrected for all rows (Holm)",
        "verdict": "differs, the same (within the margin) or not clear",
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
        "game": first.study.called,
        "deals": comparison.deals,
        "seed": first.study.seed,
        "confidence": comparison.confidence,
        "margins": {
            "rate": comparison.margins.rate,
            "relative": comparison.margins.relative,
        },
        "arms": [
            {
                "label": label,
                "result": _result(results, levels.of_arm(label) if levels else None),
                "skill": _skill(comparison, label),
            }
            for label, results in comparison.arms.items()
        ],
        "factors": [
            {"name": factor.name, "levels": list(factor.levels)}
            for factor in (comparison.design.factors if comparison.design else ())
        ],
        "differences": summarise_differences(comparison),
        "not_in_both": [
            {"a": pair.a, "b": pair.b, "only_a": list(pair.only_a), "only_b": list(pair.only_b)}
            for pair in comparison.pairs
        ],
        "interactions": summarise_interactions(comparison),
        "tests": comparison.tests,
        **_looks(comparison),
        **precision.summarise(comparison),
        "robustness": robust.summarise_levels(levels) if levels else None,
        "interrupted": any(run.interrupted for run in runs),
        "study_id": comparison_id([run.study for run in runs]),
        "played_study_id": comparison_id([run.study.played(run.games) for run in runs]),
        "elapsed_s": round(sum(run.elapsed for run in runs), 4),
    }


def _looks(comparison: Comparison) -> dict[str, Any]:
    if not comparison.first.run.study.until_decided:
        return {}
    known = decided.deciding(comparison).is_decided
    return {"until_decided": summarise_looks(comparison.first, decided=known)}


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
            "noticeable": finite(noticeable(one.figure, one.first.value)),
            "matters": weight(one),
            "more_games": more_games(one, pair, comparison),
            "verdict": one.verdict,
        }
        for pair in comparison.pairs
        for one in pair.figures.values()
    ]


def summarise_interactions(comparison: Comparison) -> list[dict[str, Any]]:
    """Return where effects were compared between the cells of a grid, as values for JSON."""
    return [
        {
            "figure": one.figure.path,
            "level": one.level,
            "cell": one.cell,
            "other": one.other,
            "effect": finite(one.effect.value),
            "other_effect": finite(one.other_effect.value),
            "value": finite(one.difference.estimate.value),
            "ci_low": finite(one.difference.estimate.low),
            "ci_high": finite(one.difference.estimate.high),
            "p_value": finite(one.difference.p_value),
            "p_holm": finite(one.p_holm),
            "verdict": one.word,
        }
        for one in interactions(comparison)
    ]


def _result(results: Results, robustness: Robustness | None) -> dict[str, Any]:
    """Return the object of a run, as it stands in its folder if it was not played."""
    if isinstance(results, StoredResults):
        return dict(results.summary)
    return summarise(results, robustness)


def _skill(comparison: Comparison, label: str) -> dict[str, Any] | None:
    skill = comparison.skill
    if skill is None:
        return None
    found = skill.estimate(label)
    return {"strategy": skill.strong, **plain(found), "games": skill.results[label].run.games}


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
        "arms": [
            row for arm in comparison.arms.items() for row in _arm_rows(*arm, comparison.skill)
        ],
        "interactions": [
            {names.get(key, key): value for key, value in one.items()}
            for one in summarise_interactions(comparison)
        ],
        "levels": robust.rows_of(levels) if levels else [],
        "targets": [
            {"arm": label, **row}
            for label, judged in judged_in(comparison.arms, levels).items()
            for row in target_rows(judged)
        ],
    }
    columns = {name: of for name, of in COLUMNS.items() if rows[name] or name != "interactions"}
    return as_tables(rows, columns)


def _arm_rows(label: str, results: Results, skill: Skill | None) -> Iterator[dict[str, Any]]:
    known = {path: results.estimate(path) for path in results.figures}
    for path, found in (known | ({SKILL: skill.estimate(label)} if skill else {})).items():
        interval = {"value": found.value, "low": found.low, "high": found.high}
        yield {"arm": label, "figure": path, **interval, "n": found.n}
