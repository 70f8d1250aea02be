"""How the points of a sweep are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.run.document import described
from reports.run.sentences import line_up
from reports.sweep.points import Axis, Point
from reports.sweep.results import Sweep
from reports.writing.numbers import counted, whole
from reports.writing.words import told_rules
from simulate.rules.kinds import written

PLAYERS, VARIANT = "players", "variant"
#: How the point is marked whose rules are those in force without the sweep: where these are the
#: game's own, and where the study has changed them.
AS_IT_IS, AS_STUDIED = "as it is", "as in the study"
#: So many things are listed one by one.
MOST_LISTED = 6


def named(axes: Sequence[Axis], values: Sequence[Any]) -> str:
    """Name a point for people, as in "target_score 8, hand_size 4" or "3 players"."""
    return ", ".join(
        f"{written(value)} players" if axis.name == PLAYERS else f"{axis.name} {written(value)}"
        for axis, value in zip(axes, values, strict=True)
    )


def value_of(sweep: Sweep, point: Point) -> str:
    """Name a point among others: along one rule by its value alone."""
    if len(sweep.axes) > 1:
        return named(sweep.axes, point.values)
    return written(point.values[0])


def name_of(sweep: Sweep, point: Point) -> str:
    """Name a point whose rule is clear; players never go without the word."""
    if sweep.axes[0].name == PLAYERS:
        return named(sweep.axes, point.values)
    return value_of(sweep, point)


def marked(sweep: Sweep, point: Point, name: str) -> str:
    """Add to the name of a point that its rules are those as they are, if so."""
    mark = mark_of(sweep, point)
    return f"{name} ({mark})" if mark else name


def mark_of(sweep: Sweep, point: Point) -> str:
    """Return whether the rules of a point are those without the sweep; "" if not."""
    if sweep.in_force is None or point is not sweep.base_point:
        return ""
    study, game = point.results.run.study, point.results.game
    own = game.resolve(study.variant, {}, study.players)
    rules = [axis.name.split(".")[0] for axis in sweep.axes if axis.name not in (PLAYERS, VARIANT)]
    as_ruled = all(study.values[name] == own[name] for name in rules)
    return AS_IT_IS if as_ruled else AS_STUDIED


def base_name(sweep: Sweep) -> str:
    """Name what the others are compared with: "target_score 12 (as it is)"."""
    return marked(sweep, sweep.base_point, named(sweep.axes, sweep.base_point.values))


def some(names: Sequence[str]) -> str:
    """List names, not too many of them."""
    shown = ", ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def title(sweep: Sweep) -> str:
    """Name what was played, and what was varied."""
    study, game = sweep.base.run.study, sweep.base.game
    varied = {axis.name for axis in sweep.axes}
    parts = [game.title]
    if VARIANT not in varied and study.variant != game.default_variant:
        parts.append(study.variant)
    if PLAYERS not in varied:
        parts.append(f"{study.players} players")
    return f"{', '.join(parts)}: {_settings(sweep)}"


def _settings(sweep: Sweep) -> str:
    return "; ".join(f"{axis.name} {', '.join(map(written, axis.values))}" for axis in sweep.axes)


def played(sweep: Sweep) -> str:
    """Say what was played, and how often."""
    base, run, varied = sweep.base, sweep.base.run, [axis.name for axis in sweep.axes]
    said = [
        f"{base.game.title} with {_settings(sweep)}: {len(sweep.points)} settings, "
        f"{_games_each(sweep)} on the same {counted(run.tally.deals, 'deal')}"
    ]
    if PLAYERS not in varied:
        said[0] += f", for {base.players} players"
    if VARIANT not in varied:
        said.append(described(base))
    said += [line_up(base), f"seed {run.study.seed}"]
    if unfinished := sum(point.results.unfinished for point in sweep.points):
        said.append(f"unfinished: {whole(unfinished)}")
    fixed = [
        text
        for text in run.study.changes
        if not any(text.startswith((f"{name}=", f"{name}.")) for name in varied)
    ]
    rules = f" Rules changed at all settings: {told_rules(fixed)}." if fixed else ""
    return f"{'; '.join(said)}.{rules}"


def _games_each(sweep: Sweep) -> str:
    """Say how many games each point has: "20,000 games each"."""
    games = [point.results.run.games for point in sweep.points]
    least, most = min(games), max(games)
    if len({point.results.run.tally.deals for point in sweep.points}) > 1:
        return f"{whole(least)} to {counted(most, 'game')} each"
    return f"{counted(sweep.base.run.games, 'game')} each"
