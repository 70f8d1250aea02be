"""The tables and the JSON object of tuning, for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.figures.statistics import plain
from reports.robust import tables as levels
from reports.run.ending import ended_early
from reports.sweep import tables as sweeps
from reports.tune.results import LEAD, HeadStarts, TuneResults, Version
from reports.writing.columns import TARGETS, Column, Frames, frame

#: The columns of each table, by the name of the table. The table "search" has the versions that the
#: search played; the other tables are those of a sweep over the judged versions.
TABLES: dict[str, Sequence[Column]] = {
    **{name: columns for name, columns in sweeps.TABLES.items() if name != "levels"},
    "search": (sweeps.RULE, *TARGETS[:-2], Column("games", "number of games played")),
}


def make_tables(tune: TuneResults) -> Frames:
    """Return the tables of tuning as data frames, by name.

    They have the columns of `TABLES`, with a column per varied rule in place of ``RULE``.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    axes = [Column(axis.name) for axis in tune.axes]
    columns = [*axes, *TABLES["search"][1:]]
    search = frame(columns, sweeps.target_rows(tune, tune.tried))
    return {**sweeps.make_tables(tune), "search": search}


def summarise(tune: TuneResults) -> dict[str, Any]:
    """Return the fields of the JSON object of tuning, by name.

    Raises
    ------
    UsageError
        If a target is invalid or has an unknown figure.
    """
    robust = [levels.summarise(robustness) for robustness in tune.robustness]
    meeting = tune.verdicts.count("meets")
    return {
        **sweeps.summarise_sweep(tune),
        "verdict": tune.verdict,
        "recommended": _version(tune, tune.leading) if meeting else None,
        "candidates": [_version(tune, version) for version in tune.ranked[:meeting]],
        "nearest": [_version(tune, version) for version in tune.ranked[meeting:]],
        "trade_off": [_version(tune, version) for version in tune.trade_off],
        "helping": [
            {"rule": version[0].label, **_version(tune, version)} for version in tune.helpful
        ],
        "side_effects": [
            {
                "figure": f"{compared.definition.path}{tune.players_suffix(point)}",
                **plain(compared.difference.estimate),
            }
            for point, compared in tune.side_effects
        ],
        "lead": _lead(tune.head_starts),
        "robustness": robust if len(robust) > 1 else next(iter(robust), None),
        "versions": tune.versions,
        "tried": len(tune.tried) // tune.points_per_version,
        "impossible": tune.impossible,
        "left_open": tune.left_open,
        "confidence": tune.overall_confidence,
        "corrected_confidence": tune.confidence,
        "values_exaggerated": ended_early(point.results for point in tune.points),
    }


def _version(tune: TuneResults, version: Version) -> dict[str, Any]:
    """Return the rules, figures and number of games of a version, as fields for JSON.

    Raise `UsageError` if a target is invalid or has an unknown figure.
    """
    rules = sweeps.rules_of(tune, version[0].values)
    if tune.players:
        rules = {name: value for name, value in rules.items() if name != "players"}
    figures = {
        f"{judged.target.figure}{tune.players_suffix(point)}": plain(judged.estimate)
        for point in version
        for judged in point.results.judged()
    }
    games = sum(point.results.run.games for point in version)
    return {"rules": rules, "figures": figures, "games": games}


def _lead(head_starts: HeadStarts | None) -> dict[str, Any] | None:
    """Return the effects of all head starts tried, as fields for JSON; None if none was tried."""
    if head_starts is None:
        return None
    tried_starts = [
        {"points": start.points, "win_rate": plain(start.win_rate)} for start in head_starts.tried
    ]
    return {
        "seat": head_starts.seat,
        "points": LEAD,
        **plain(head_starts.more),
        "fair_share": head_starts.fair_share,
        "tried": tried_starts,
    }
