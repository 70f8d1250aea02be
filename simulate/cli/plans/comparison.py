"""A comparison: two or more studies played on the same deals."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from reports.comparison.design import design_of, references
from reports.comparison.ending import Deciding, compared_figure
from reports.comparison.results import Comparison, compare, comparison_id
from reports.comparison.tables import summarise_comparison
from reports.figures.noticeable import parse_margins, write_margins
from reports.figures.precision import settle
from reports.figures.statistics import Estimate
from reports.figures.targets import Judged
from reports.page.compose import Origin
from reports.run.results import Results
from simulate.cli.options import Selection
from simulate.cli.plans import cells
from simulate.cli.plans.arms_plan import ArmsPlan, ArmsResult, Besides
from simulate.cli.plans.diagnostics import Base
from simulate.cli.plans.run import check_asked, nothing_played
from simulate.play.run import Together
from simulate.study.text import study_text


class ComparisonPlan(ArmsPlan):
    """Studies of one game, the arms, to be played on the same deals, or `UsageError`.

    Figures are practically the same up to a `margin`; what is not said is as the file says.
    """

    command: ClassVar[str] = "compare"
    room: ClassVar[str] = "comparison"
    what: ClassVar[str] = "versions"
    listed: ClassVar[str] = "arms"
    asks_skill: ClassVar[bool] = True

    def __init__(self, chosen: cells.Compared, margin: Sequence[str] | None = None) -> None:
        sources = chosen.sources
        self.source = sources[0] if len(sources) == 1 and Path(sources[0]).exists() else ""
        arms, margins, self.pins = cells.choose_cells(chosen)
        self.margins = parse_margins(margin or (), parse_margins(margins))
        for arm in arms:
            check_asked(arm.study)
        self.take(_settled(arms) if arms[0].study.precision else arms)
        self.id = comparison_id([arm.study for arm in self.arms])
        self.name = f"{self.study.called}-compare-{self.id}"
        ids = " ".join(arm.study.games_id for arm in self.arms)
        self.games_id = hashlib.sha256(ids.encode()).hexdigest()[:12]

    @classmethod
    def of_file(cls, selection: Selection) -> ComparisonPlan:
        return ComparisonPlan(cells.Compared(sources=[selection.source], **vars(selection)))

    @property
    def against(self) -> Sequence[int]:
        return references([arm.study for arm in self.arms])

    def judge(self, together: Together, confidence: float, asked: Besides) -> ComparisonResult:
        (skill, levels), results = asked, {}
        for label, run in zip([arm.label for arm in self.arms], together.runs, strict=True):
            results[label] = Results(run, confidence, levels.of_arm(label) if levels else None)
        comparison = compare(
            results,
            together.products,
            self.margins,
            beside=together.beside,
            design=design_of([arm.study for arm in self.arms]),
            skill=skill,
            levels=levels,
        )
        return ComparisonResult(self, confidence, comparison)


class ComparisonResult(ArmsResult):
    """What came of a comparison.

    `figures` holds the differences from the first arm, by path; with several, by label and path, as
    in ``"length.turns.mean"`` and ``"4 players: length.turns.mean"``. What each arm gave is in
    `comparison`.
    """

    plan: ComparisonPlan

    def __init__(self, plan: ComparisonPlan, confidence: float, comparison: Comparison) -> None:
        runs = {label: results.run for label, results in comparison.arms.items()}
        super().__init__(plan, confidence, runs)
        self.comparison, self.levels = comparison, comparison.levels
        self.told = comparison
        ids = " ".join(run.tally.id for run in runs.values())
        self.tally_id = hashlib.sha256(ids.encode()).hexdigest()
        if any(run.interrupted for run in runs.values()):
            known = "before all was known so well"
            asked = f", {known}" if plan.study.precision else f" of {plan.study.deals:,}"
            self.interrupted = f"these are the {comparison.deals:,} deals finished{asked}"

    @property
    def deciding(self) -> Deciding:
        return Deciding(self.comparison)

    @cached_property
    def figures(self) -> Mapping[str, Estimate]:
        pairs = self.comparison.pairs
        return {
            path if len(pairs) == 1 else f"{pair.b}: {path}": one.difference.estimate
            for pair in pairs
            for path, one in pair.figures.items()
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        return summarise_comparison(self.comparison)

    @cached_property
    def judged(self) -> Sequence[Judged]:
        return [one for results in self.comparison.arms.values() for one in results.judged()]

    @cached_property
    def origin(self) -> Origin:
        arms, file = self.comparison.arms, self.study_file(pinned=False)
        return self.come_from(self.comparison.first, self.command, file, arms=arms)

    @property
    def bases(self) -> Sequence[Base]:
        arms = zip(self.plan.arms, self.comparison.arms.values(), strict=True)
        return [Base(results, arm.lineup, arm.label) for arm, results in arms]

    def study_file(self, *, pinned: bool) -> str:
        """Return the text of a study file that gives the comparison again."""
        plan, runs, again = self.plan, self.runs, self.plays_again
        listed, games = [], []
        for arm in plan.arms:
            study = arm.study if again else arm.study.played(runs[arm.label].games)
            games.append(study.games)
            one: dict[str, Any] = {"label": arm.label, "variant": study.variant}
            one |= {"players": study.players, "lineup": study.typed(study.lineup)}
            one |= {} if study.rotate else {"rotate": False}
            tables = {"rules": dict(study.rules), "targets": dict(study.targets)}
            listed.append(one | {key: table for key, table in tables.items() if table})
        first = plan.study
        document: dict[str, Any] = {"game": first.game, "games": min(games), "seed": first.seed}
        if again:
            document["until_decided"] = first.to_fields()["until_decided"]
        document[cells.PLAN] = {"margins": write_margins(plan.margins), "arms": listed}
        pins = self.pinned_points(pinned=pinned)
        return study_text(document | ({"pinned": pins} if pins else {}))


def _settled(arms: Sequence[cells.Cell]) -> list[cells.Cell]:
    """Return arms whose precisions are in the units of the differences that they are of."""
    nothing = [nothing_played(arm.study) for arm in arms]
    asked = arms[0].study.precision
    widths = settle(asked, lambda path: compared_figure(path, nothing), differences=True)
    return [replace(arm, study=replace(arm.study, precision=widths)) for arm in arms]
