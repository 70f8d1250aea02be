"""A sweep: one study under several values of a rule, on the same deals."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from reports.comparison.ending import deciding
from reports.figures.figure import DECIDED
from reports.figures.noticeable import Margins
from reports.sweep.results import Sweep, chart_names, default_paths
from reports.sweep.sentences import named
from reports.sweep.tables import TABLES, summarise_sweep
from simulate.cli.plans.arms_plan import ArmsPlan, ArmsResult, Besides
from simulate.cli.plans.cells import with_first
from simulate.cli.plans.diagnostics import Base
from simulate.cli.plans.run import check_asked, nothing_played
from simulate.cli.plans.selection import Selection, gather, planned_fields
from simulate.cli.plans.vary import (
    FIELDS,
    find_base,
    make_points,
    read_varied,
    typed,
)
from simulate.errors import UsageError
from simulate.study import UNTIL_DECIDED, parse_games

if TYPE_CHECKING:
    from reports.figures.figure import Figure
    from reports.figures.statistics import Estimate
    from reports.page.compose import Origin
    from reports.run.live import Deciding
    from simulate.play.run import Together
    from simulate.study import Study

#: What a sweep plays at each point unless it is said.
GAMES = "20k"


class SweepPlan(ArmsPlan):
    """A sweep to be played, or `UsageError`.

    What differs is as after ``--vary``, or values by name, and figures to tell and draw are paths;
    what is not said is as in the study file.
    """

    command: ClassVar[str] = "sweep"
    table: ClassVar[str] = "sweep"
    what: ClassVar[str] = "values"
    listed: ClassVar[str] = "points"

    def __init__(
        self,
        selection: Selection,
        vary: Sequence[str] | Mapping[str, Iterable[Any]] | None = None,
        figures: Sequence[str] | None = None,
        skip_impossible: bool = False,
    ) -> None:
        self.source = selection.file
        fields = planned_fields(selection.source, self.table)
        file = dict(fields.pop("plan", {}).get(self.table, {}))
        if "precision" in fields:
            raise UsageError(
                f"{selection.source} asks for a precision, but a sweep plays so many games at "
                "every point, or until all is clear (--until-decided); take the precision out of "
                "the file"
            )
        asked = gather(fields, selection)
        if fields.get("targets") and "games" not in asked.fields:
            fields.setdefault("until_decided", selection.confidence)
        until = asked.fields.get("until_decided", fields.get("until_decided"))
        fields.setdefault("games", (UNTIL_DECIDED if until else 1) * parse_games(GAMES))
        if isinstance(vary, Mapping):
            vary = [typed(name, values, asked.game) for name, values in vary.items()]
        wanted: dict[str, Any] = {
            "vary": list(vary or file.get("vary", [])),
            "figures": list(figures or file.get("figures", [])),
            "skip_impossible": skip_impossible or file.get("skip_impossible", False),
        }
        varied = read_varied(wanted["vary"], asked.game, _given(selection))
        self.axes = [one.axis for one in varied]
        self.points, self.skipped = make_points(
            fields, selection, varied, wanted["skip_impossible"]
        )
        #: The figures to tell and draw, by path, and those that end it if nothing else does.
        self.figures = _figures([point.study for point in self.points], wanted["figures"])
        usual = [path for path in DECIDED if path in self.figures]
        self.deciding = wanted["figures"] or usual or list(self.figures)
        as_it_is, self.in_force = find_base(fields, selection, self.points)
        basis = as_it_is or self.points[0].study
        self.take(with_first(self.points, self.in_force or 0))
        self.margins = Margins()
        self.varied = ", ".join(axis.name for axis in self.axes)
        as_pinned = asked.as_written and wanted == {**wanted, **file}
        self.pins = asked.fields.get("pinned", {}) if as_pinned else {}
        self.study = replace(
            basis,
            rules=asked.fields.get("rules", {}),
            lineup=basis.lineup[:1] if len(set(basis.lineup)) == 1 else basis.lineup,
            tally_id="",
            plan={self.table: {key: value for key, value in wanted.items() if value}},
            pinned=self.pins,
        )
        #: The name of each point.
        self.labels = [point.label for point in self.points]
        self.id = self.id_of([point.study for point in self.points])
        games = [replace(point.study, ranges=()) for point in self.points]
        self.games_id = self.id_of([one.played(one.rotations) for one in games])
        self.name = f"{basis.called}-sweep-{'-'.join(axis.name for axis in self.axes)}-{self.id}"

    def gives(self) -> tuple[Sequence[str], Sequence[str]]:
        from reports.robust.charts import CHARTS

        return list(TABLES), [*chart_names(self.figures, len(self.axes)), *CHARTS]

    def id_of(self, studies: Sequence[Study]) -> str:
        """Return what `id` is where other studies, such as of fewer games, are at the points."""
        answer = [[one.id for one in studies], self.labels, list(self.figures), self.in_force]
        return hashlib.sha256(json.dumps(answer).encode()).hexdigest()[:12]

    def judge(self, together: Together, confidence: float, asked: Besides) -> SweepResult:
        sweep = Sweep(
            self.axes,
            [point.values for point in self.points],
            together,
            list(self.figures),
            self.skipped,
            self.in_force,
            self.deciding,
            confidence,
            levels=asked[1],
        )
        return SweepResult(self, confidence, sweep, together.interrupted)


def _given(selection: Selection) -> list[str]:
    """Return what the user fixed, which cannot be varied too."""
    given = [str(rule).partition("=")[0].strip() for rule in selection.rule or ()]
    return given + [name for name in FIELDS if getattr(selection, name) is not None]


def _figures(studies: Sequence[Study], asked: Sequence[str]) -> dict[str, Figure]:
    """Return the figures to tell by path, which some point has; check the targets at all."""
    results = [nothing_played(study) for study in studies]
    for study in studies:
        check_asked(study)
    found = {}
    for path in asked or default_paths(results):
        owner = next((one for one in results if one.has(path)), results[0])
        found[path] = owner.figure(path)  # raises if nobody has it, naming the nearest
    return found


class SweepResult(ArmsResult):
    """What came of a sweep: `sweep` has all points, each compared with the base.

    `figures` holds every figure asked for at every setting that has it, under
    ``"SETTING: PATH"``, as in ``"target_score=8: length.minutes.mean"``; the settings are the
    names in `runs`. The tables ``sweep`` and ``all_figures`` hold the same, and more, in rows.
    """

    room: ClassVar[str] = "sweep"
    plan: SweepPlan

    def __init__(self, plan: SweepPlan, confidence: float, sweep: Sweep, interrupted: bool) -> None:
        played = [point.results.run for point in sweep.points]
        super().__init__(plan, confidence, dict(zip(plan.labels, played, strict=True)))
        self.sweep, self.comparison, self.levels = sweep, sweep.comparison, sweep.levels
        self.told = (sweep,)
        ids = json.dumps([run.tally.id for run in played])
        self.tally_id = hashlib.sha256(ids.encode()).hexdigest()
        games, first = sweep.base.run.games, plan.arms[0].study
        asked = first.deals * first.rotations
        told = f"{games:,} games finished at every value, of {asked:,}"
        if self.raced:
            told = f"games finished, at most {games:,} at a value, of {asked:,}"
        self.interrupted = f"these are the {told}" if interrupted else ""

    @property
    def deciding(self) -> Deciding:
        return deciding(self.comparison, self.sweep.deciding)

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        return {
            f"{one.point.label}: {path}": one.estimate
            for path, several in self.sweep.found.items()
            for one in several
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        runs, plan = list(self.runs.values()), self.plan
        return {
            **summarise_sweep(self.sweep),
            "seed": plan.study.seed,
            "games": self.sweep.base.run.games,
            "study_id": plan.id,
            "played_study_id": plan.id_of([run.study.played(run.games) for run in runs]),
            "elapsed_s": round(sum(run.elapsed for run in runs), 4),
        }

    @property
    def bases(self) -> Sequence[Base]:
        name = named(self.sweep.axes, self.sweep.base_point.values)
        return [Base(self.sweep.base, self.plan.arms[0].lineup, name)]

    @cached_property
    def origin(self) -> Origin:
        again = bool(self.plan.study.pinned) and not self.interrupted
        file = self.study_file(pinned=False)
        return self.come_from(self.sweep.base, self.command, file, again=again)

    def study_file(self, *, pinned: bool) -> str:
        study = self.plan.study
        if not self.plays_again:
            study = study.played(self.sweep.base.run.games)
        return replace(study, pinned=self.pinned_points(pinned=pinned)).to_toml()
