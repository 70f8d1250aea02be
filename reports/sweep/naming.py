"""How the points of a sweep are named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from reports.sweep.points import Axis, Point
from reports.sweep.results import Sweep
from reports.writing.numbers import counted, whole
from reports.writing.words import listed
from simulate.rules.kinds import written

PLAYERS, VARIANT = "players", "variant"
#: How the point is marked whose rules are those in force without the sweep: where these are the
#: game's own, and where the study has changed them; and how that is which has the game's own then.
AS_IT_IS, AS_STUDIED, AS_RULED = "as it is", "as in the study", "as in the rules"
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
    """Add to the name of a point that its rules are those as they are, or the game's, if so."""
    mark = mark_of(sweep, point)
    return f"{name} ({mark})" if mark else name


def mark_of(sweep: Sweep, point: Point) -> str:
    """Return whether the rules of a point are those without the sweep, or the game's; "" if not."""
    is_in_force = sweep.in_force is not None and point is sweep.base_point
    rules = [axis.name for axis in sweep.axes if axis.name not in (PLAYERS, VARIANT)]
    if not rules:
        return AS_IT_IS if is_in_force else ""
    as_ruled = _are_the_games(point, rules)
    if is_in_force:
        return AS_IT_IS if as_ruled else AS_STUDIED
    if not as_ruled or not _differs_in_rules_only(sweep, point):
        return ""
    changed = sweep.in_force is None or not _are_the_games(sweep.base_point, rules)
    return AS_RULED if changed else ""


def _are_the_games(point: Point, rules: Sequence[str]) -> bool:
    """Return whether some rules of a point, or what they are entries of, are the game's own."""
    results = point.results
    study = results.run.study
    own = results.game.resolve(study.variant, {}, study.players)
    return all(study.values[name] == own[name] for name in (rule.split(".")[0] for rule in rules))


def _differs_in_rules_only(sweep: Sweep, point: Point) -> bool:
    """Return whether a point is of the players and the variant that there are without the sweep."""
    others = [place for place, axis in enumerate(sweep.axes) if axis.name in (PLAYERS, VARIANT)]
    if sweep.in_force is None:
        return not others
    return all(point.key[place] == sweep.base_point.key[place] for place in others)


def base_name(sweep: Sweep) -> str:
    """Name what the others are compared with: "target_score 12 (as it is)"."""
    return marked(sweep, sweep.base_point, named(sweep.axes, sweep.base_point.values))


def span(sweep: Sweep, points: Sequence[Point]) -> str:
    """Name several points along one rule, numbers in a row by the first and the last."""
    places = [sweep.points.index(point) for point in points]
    in_a_row = places == list(range(places[0], places[0] + len(places)))
    names = [value_of(sweep, point) for point in points]
    if sweep.axes[0].is_number and len(sweep.axes) == 1 and in_a_row and len(names) > 2:
        return f"{names[0]} to {names[-1]}"
    return listed(names)


def fixed_rules(sweep: Sweep) -> list[str]:
    """Return the changed rules that are not varied, as typed after ``--rule``."""
    varied = [axis.name for axis in sweep.axes]
    return [
        text
        for text in sweep.base.run.study.changes
        if not any(text.startswith((f"{name}=", f"{name}.")) for name in varied)
    ]


def some(names: Sequence[str]) -> str:
    """List names, not too many of them."""
    shown = ", ".join(names[:MOST_LISTED])
    more = len(names) - MOST_LISTED
    return f"{shown} and {more} more" if more > 0 else shown


def games_each(sweep: Sweep) -> str:
    """Say how many games each point has: "20,000 games each"."""
    games = [point.results.run.games for point in sweep.points]
    least, most = min(games), max(games)
    if len({point.results.run.tally.deals for point in sweep.points}) > 1:
        return f"{whole(least)} to {counted(most, 'game')} each"
    return f"{counted(sweep.base.run.games, 'game')} each"
