"""The tables of what was found, tidy, and its JSON object: what other programs read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.figures.statistics import plain
from reports.robust import tables as levels
from reports.run.ending import ended_early
from reports.sweep import tables as sweeps
from reports.tune.results import LEAD, HeadStarts, TuneResults, Version
from reports.writing.columns import TARGETS, Column, Frames, frame

#: The tables' columns: as of a sweep over what was judged on fresh deals, and what the search saw.
TABLES: dict[str, Sequence[Column]] = {
    **{name: columns for name, columns in sweeps.TABLES.items() if name != "levels"},
    "search": (sweeps.RULE, *TARGETS[:-2], Column("games", "games behind it")),
}


def make_tables(tune: TuneResults) -> Frames:
    """Return the tables by name; the columns are those of `TABLES`."""
    columns = [*(Column(axis.name) for axis in tune.axes), *TABLES["search"][1:]]
    search = frame(columns, sweeps.target_rows(tune, tune.tried))
    return {**sweeps.make_tables(tune), "search": search}


def summarise(tune: TuneResults) -> dict[str, Any]:
    """Return all that was found as plain values that JSON can hold."""

    def told(version: Version) -> dict[str, Any]:
        rules = sweeps.rules_of(tune, version[0].values)
        judged = {
            f"{one.target.figure}{tune.whose(point)}": plain(one.estimate)
            for point in version
            for one in point.results.judged()
        }
        games = [point.results.run.games for point in version]
        given = {name: rules[name] for name in rules if name != "players" or not tune.players}
        return {"rules": given, "figures": judged, "games": sum(games)}

    robust = [levels.summarise(one) for one in tune.robustness]
    meets = tune.words.count("meets")
    return {
        **sweeps.summarise_sweep(tune),
        "verdict": tune.verdict,
        "recommended": told(tune.leading) if meets else None,
        "candidates": [told(one) for one in tune.ranked[:meets]],
        "nearest": [told(one) for one in tune.ranked[meets:]],
        "trade_off": [told(one) for one in tune.trade_off],
        "helping": [{"rule": one[0].label, **told(one)} for one in tune.helps],
        "side_effects": [
            {"figure": f"{one.figure.path}{tune.whose(at)}", **plain(one.difference.estimate)}
            for at, one in tune.side_effects
        ],
        "lead": _lead(tune.head_starts),
        "robustness": robust if len(robust) > 1 else next(iter(robust), None),
        "versions": tune.versions,
        "tried": len(tune.tried) // tune.each,
        "impossible": tune.impossible,
        "left_open": tune.left_open,
        "confidence": tune.overall,
        "corrected_confidence": tune.confidence,
        "values_exaggerated": ended_early(point.results for point in tune.points),
    }


def _lead(head_starts: HeadStarts | None) -> dict[str, Any] | None:
    """Return the effect of a lead on the seat that wins least, and every lead that was tried."""
    if head_starts is None:
        return None
    tried = [
        {"points": start.points, "win_rate": plain(start.win_rate)} for start in head_starts.tried
    ]
    return {
        "seat": head_starts.seat,
        "points": LEAD,
        **plain(head_starts.more),
        "fair_share": head_starts.fair_share,
        "tried": tried,
    }
