"""A comparison: two or more studies played on the same deals."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from reports.comparison.design import design_of, references
from reports.comparison.ending import compared_figure, deciding
from reports.comparison.levels import judged_in
from reports.comparison.results import Comparison, compare, comparison_id
from reports.comparison.tables import TABLES, make_tables, summarise_comparison
from reports.figures.precision import settle
from reports.run.results import Results
from simulate.cli.plans.arms_plan import ArmsFound, ArmsPlan
from simulate.cli.plans.cells import (
    PLAN,
    Cell,
    Compared,
    choose_cells,
    written_margins,
    written_pins,
)
from simulate.cli.plans.looking import Base
from simulate.cli.plans.margins import parse_margins, write_margins
from simulate.cli.plans.plan import origin_of
from simulate.cli.plans.run import check_asked, nothing_played
from simulate.cli.plans.selection import Selection
from simulate.study.text import study_text

if TYPE_CHECKING:
    import pandas as pd

    from reports.comparison.results import Skill
    from reports.figures.statistics import Estimate
    from reports.figures.targets import Judged
    from reports.page.compose import Origin
    from reports.run.live import Deciding
    from reports.writing.document import Chart, Findings
    from simulate.play.run import Run, Together
    from simulate.study import Study


class ComparisonPlan(ArmsPlan["ComparisonFound"]):
    """Studies of one game, the arms, to be played on the same deals.

    Parameters
    ----------
    chosen
        What the user chose of the arms.
    margin
        Up to which difference figures are practically the same, as after ``--margin``; what is
        not said is as the file of the comparison says.

    Attributes
    ----------
    arms
        The studies, all with as many deals.
    margins
        Of all figures.
    pins
        What arms must give, by label.

    Raises
    ------
    UsageError
        It cannot be played; nothing has been.
    """

    command: ClassVar[str] = "compare"
    table: ClassVar[str] = PLAN
    what: ClassVar[str] = "arms"
    asks_skill: ClassVar[bool] = True

    def __init__(self, chosen: Compared, margin: Sequence[str] | None = None) -> None:
        sources = chosen.sources
        self.source = sources[0] if len(sources) == 1 and Path(sources[0]).exists() else ""
        self.arms = choose_cells(chosen)
        self.margins = parse_margins(margin or (), parse_margins(written_margins(sources)))
        self.pins = written_pins(chosen, self.arms)
        for arm in self.arms:
            check_asked(arm.study)
        if self.study.precision:
            self.arms = _settled(self.arms)

    @classmethod
    def of_file(cls, selection: Selection) -> ComparisonPlan:
        return cls(Compared(sources=[selection.source], shared=selection))

    @property
    def study(self) -> Study:
        return self.arms[0].study

    @property
    def id(self) -> str:
        return comparison_id([arm.study for arm in self.arms])

    @property
    def games_id(self) -> str:
        ids = " ".join(arm.study.games_id for arm in self.arms)
        return hashlib.sha256(ids.encode()).hexdigest()[:12]

    def is_more_than(self, earlier: Mapping[str, Any]) -> bool:
        before = earlier["arms"][0]["result"]["deals"]
        return not self.study.stops_early and before < self.study.deals

    @property
    def name(self) -> str:
        return f"{self.study.called}-compare-{self.id}"

    @property
    def tables(self) -> Sequence[str]:
        return list(TABLES)

    @property
    def charts(self) -> Sequence[str]:
        from reports.comparison.charts import CHARTS
        from reports.robust.charts import CHARTS as OF_LEVELS

        return [*CHARTS, *OF_LEVELS]

    @property
    def against(self) -> Sequence[int]:
        return references([arm.study for arm in self.arms])

    def found(
        self, together: Together, confidence: float, skill: Skill | None = None
    ) -> ComparisonFound:
        return ComparisonFound(self, together, confidence, skill)


class ComparisonFound(ArmsFound):
    """What came of a comparison.

    Attributes
    ----------
    comparison
        The results of the arms, and every later arm compared with the first.
    """

    plan: ComparisonPlan
    comparison: Comparison

    def __init__(
        self, plan: ComparisonPlan, together: Together, confidence: float, skill: Skill | None
    ) -> None:
        self.plan = plan
        self.confidence = confidence
        results = {
            arm.label: Results(run, confidence)
            for arm, run in zip(plan.arms, together.runs, strict=True)
        }
        design = design_of([arm.study for arm in plan.arms])
        self.comparison = compare(
            results,
            together.products,
            plan.margins,
            beside=together.beside,
            design=design,
            skill=skill,
        )

    @property
    def runs(self) -> Mapping[str, Run]:
        return {label: results.run for label, results in self.comparison.arms.items()}

    @property
    def tally_id(self) -> str:
        ids = " ".join(run.tally.id for run in self.runs.values())
        return hashlib.sha256(ids.encode()).hexdigest()

    @property
    def interrupted(self) -> str:
        if not any(run.interrupted for run in self.runs.values()):
            return ""
        deals, study = self.comparison.deals, self.plan.study
        asked = ", before all was known so well" if study.precision else f" of {study.deals:,}"
        return f"these are the {deals:,} deals finished{asked}"

    @property
    def deciding(self) -> Deciding:
        return deciding(self.comparison)

    @property
    def figures(self) -> Mapping[str, Estimate]:
        """The differences from the first arm, by path; with several, by label and path.

        As in ``"length.turns.mean"`` and ``"4 players: length.turns.mean"``. What each arm gave is
        in `comparison`.
        """
        pairs = self.comparison.pairs
        return {
            path if len(pairs) == 1 else f"{pair.b}: {path}": one.difference.estimate
            for pair in pairs
            for path, one in pair.figures.items()
        }

    @cached_property
    def summary(self) -> dict[str, Any]:
        return summarise_comparison(self.comparison, self.levels)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        return make_tables(self.comparison, self.levels)

    @property
    def drawn(self) -> Sequence[Chart]:
        from reports.comparison.charts import charts_of

        return charts_of(self.comparison, self.levels)

    @property
    def judged(self) -> Sequence[Judged]:
        judged = judged_in(self.comparison.arms, self.levels)
        return [one for several in judged.values() for one in several]

    @property
    def findings(self) -> Findings:
        from reports.comparison.document import find

        return find(self.comparison, self.levels)

    @property
    def origin(self) -> Origin:
        file = self.study_file(pinned=False)
        comparison = self.comparison
        return origin_of(self, comparison.first, self.command, file, comparison.arms)

    @property
    def bases(self) -> Sequence[Base]:
        arms = zip(self.plan.arms, self.comparison.arms.values(), strict=True)
        return [Base(results, arm.lineup, arm.label) for arm, results in arms]

    def study_file(self, *, pinned: bool) -> str:
        runs, again = self.runs, self.plays_again
        played = [arm if again else _as_played(arm, runs[arm.label]) for arm in self.plan.arms]
        margins = write_margins(self.plan.margins)
        return _to_toml(played, margins, self.pinned_points(pinned=pinned))


def _to_toml(arms: Sequence[Cell], margins: Sequence[str], pins: Mapping[str, Any]) -> str:
    """Return the text of a study file that gives the comparison again.

    Parameters
    ----------
    arms
        Of the number of games played.
    margins
        As after ``--margin``.
    pins
        What to pin of each, by label.
    """
    first = arms[0].study
    games = min(arm.study.games for arm in arms)
    listed = []
    for arm in arms:
        study = arm.study
        one: dict[str, Any] = {"label": arm.label, "variant": study.variant}
        one |= {"players": study.players, "lineup": study.typed(study.lineup)}
        one |= {} if study.rotate else {"rotate": False}
        tables = {"rules": dict(study.rules), "targets": dict(study.targets)}
        listed.append(one | {key: table for key, table in tables.items() if table})
    document: dict[str, Any] = {"game": first.game, "games": games, "seed": first.seed}
    if "until_decided" in (fields := first.to_fields()):
        document["until_decided"] = fields["until_decided"]
    document[PLAN] = {"margins": list(margins), "arms": listed}
    return study_text(document | ({"pinned": dict(pins)} if pins else {}))


def _as_played(arm: Cell, run: Run) -> Cell:
    return replace(arm, study=arm.study.played(run.games))


def _settled(arms: Sequence[Cell]) -> list[Cell]:
    """Return arms whose precisions are in the units of the differences that they are of.

    Raises
    ------
    UsageError
        One is not, or of what is not compared.
    """
    nothing = [nothing_played(arm.study) for arm in arms]
    asked = arms[0].study.precision
    widths = settle(asked, lambda path: compared_figure(path, nothing), differences=True)
    return [replace(arm, study=replace(arm.study, precision=widths)) for arm in arms]
