"""What a sweep plays: the command line and a study file's ``[sweep]`` table, checked in full."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from simulate.cli.plans.selection import Selection, gather, planned_fields
from simulate.cli.plans.vary import PointStudy, Varied, in_force, make_points, place_of, read_varied
from simulate.errors import UsageError, unknown

if TYPE_CHECKING:
    from reports.run.results import Results
    from simulate.strategy import Strategy
    from simulate.study import Study

#: What a sweep plays at each point unless it is said.
GAMES = "20k"
PLAN = "sweep"
_PLAN_KEYS = {
    "vary": "a list of texts as after --vary",
    "figures": "a list of figures as after --figure",
    "skip_impossible": "true or false",
}


@dataclass(frozen=True)
class Planned:
    """A sweep to be played.

    Attributes
    ----------
    varied
        What differs between the points.
    points
        What to play.
    skipped
        Values of the points left out, and why.
    paths
        The figures asked for.
    study
        A study file's content that gives the sweep again, its pinned tallies included.
    in_force
        The place of the point with the rules as they are; ``None`` for none of them.
    """

    varied: list[Varied]
    points: list[PointStudy]
    skipped: list[tuple[tuple[Any, ...], str]]
    paths: list[str]
    study: Study
    in_force: int | None

    @property
    def base(self) -> PointStudy:
        """The point that the others are compared with: the rules as they are, else the first."""
        return self.points[self.in_force or 0]

    @property
    def labels(self) -> list[str]:
        """The name of each point."""
        from reports.sweep.points import label

        return [label([one.axis for one in self.varied], point.values) for point in self.points]

    def id(self, games: int) -> str:
        """Return twelve hexadecimal digits that differ between sweeps with different answers."""
        ids = [point.study.played(games).id for point in self.points]
        answer = [ids, self.labels, self.paths, self.in_force]
        return hashlib.sha256(json.dumps(answer).encode()).hexdigest()[:12]

    @property
    def strategies(self) -> list[Strategy]:
        """Whoever plays at some point."""
        return [strategy for point in self.points for strategy in point.lineup]


def plan(
    selection: Selection,
    vary: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
    skip_impossible: bool = False,
) -> Planned:
    """Make the studies of all points, checked in full.

    Raises
    ------
    UsageError
        Anything that cannot be played; nothing has been played or written.
    """
    from simulate.study import parse_games

    fields = planned_fields(selection.source, PLAN)
    file = dict(fields.pop("plan", {}).get(PLAN, {}))
    _check_plan(file, selection.source)
    asked = gather(fields, selection)
    if "precision" in asked.fields:
        raise UsageError(
            f"{selection.source} asks for a precision, but a sweep plays so many games at every "
            "point; take the precision out of the file"
        )
    asked.fields.setdefault("games", parse_games(GAMES))
    wanted: dict[str, Any] = {
        "vary": list(vary or file.get("vary", [])),
        "figures": list(figures or file.get("figures", [])),
        "skip_impossible": skip_impossible or file.get("skip_impossible", False),
    }
    given = [text.partition("=")[0].strip() for text in selection.rules or ()]
    given += [name for name in ("players", "variant") if getattr(selection, name) is not None]
    varied = read_varied(wanted["vary"], asked.game, given)
    points, skipped = make_points(asked, varied, wanted["skip_impossible"])
    paths = _check_figures([point.study for point in points], wanted["figures"])
    as_pinned = asked.as_written and wanted == {**wanted, **file}
    as_it_is = in_force(asked)
    basis = as_it_is or points[0].study
    study = replace(
        basis,
        rules=asked.fields.get("rules", {}),
        lineup=_shortest(basis.lineup),
        tally_id="",
        plan={PLAN: {key: value for key, value in wanted.items() if value}},
        pinned=asked.fields.get("pinned", {}) if as_pinned else {},
    )
    place = place_of(as_it_is, points) if as_it_is else None
    return Planned(varied, points, skipped, paths, study, place)


def _check_plan(file: dict[str, Any], source: str) -> None:
    """Raise `UsageError` unless a file's table holds what it can hold."""
    for key, value in file.items():
        if key not in _PLAN_KEYS:
            raise unknown("key", key, _PLAN_KEYS, f" in the [{PLAN}] table of {source}")
        listed = isinstance(value, list) and all(isinstance(text, str) for text in value)
        if not (isinstance(value, bool) if key == "skip_impossible" else listed):
            raise UsageError(f"{source}: {key} cannot be {value!r}; it is {_PLAN_KEYS[key]}")


def _shortest(lineup: tuple[str, ...]) -> tuple[str, ...]:
    """Name a strategy once that plays every seat, however many there are."""
    return lineup[:1] if len(set(lineup)) == 1 else lineup


def _check_figures(studies: Sequence[Study], figures: Sequence[str]) -> list[str]:
    """Return the figures to tell, each of which some point has; check the targets at all.

    Raises
    ------
    UsageError
        No point has a figure asked for, or one lacks the figure of a target.
    """
    from reports.sweep.points import default_paths, has
    from simulate.cli.commands.run import check_asked

    results = [nothing_played(study) for study in studies]
    for study in studies:
        check_asked(study)
    for path in figures:
        if not any(has(one, path) for one in results):
            results[0].figure(path)  # raises, naming the nearest
    return list(dict.fromkeys(figures)) or default_paths(results)


def nothing_played(study: Study) -> Results:
    """Return the results of a study of which nothing has been played."""
    from reports.run.results import Results
    from simulate.game import find_game
    from simulate.play.run import Run, figures_of
    from simulate.play.tally import Tally

    return Results(Run(study, figures_of(study, find_game(study.game)), Tally(), 0.0, 1, False))
