"""A comparison: two or more studies played on the same deals."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from simulate.cli.outlets.live import Ahead
from simulate.cli.plans.arms import (
    PLAN,
    ArmSelection,
    ChosenArm,
    choose_arms,
    to_toml,
    written_margins,
    written_pins,
)
from simulate.cli.plans.arms_live import ArmsLive
from simulate.cli.plans.asked_arms import AskedArms, players_besides
from simulate.cli.plans.margins import parse_margins, write_margins
from simulate.cli.plans.plan import Base, Plan, Playing, origin_of
from simulate.cli.plans.run import check_asked, nothing_played
from simulate.cli.plans.selection import Selection
from simulate.cli.plans.stopping import expected_games

if TYPE_CHECKING:
    import pandas as pd

    from reports.comparison.results import Comparison
    from reports.comparison.skill import Skill
    from reports.figures.statistics import Estimate
    from reports.figures.targets import Judged
    from reports.page.compose import Origin
    from reports.writing.document import Chart, Findings
    from simulate.cli.plans.levels import LevelsWanted
    from simulate.play.run import Run, Together
    from simulate.strategy import Strategy
    from simulate.study import Study


class ComparisonPlan(Plan):
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

    def __init__(self, chosen: ArmSelection, margin: Sequence[str] | None = None) -> None:
        sources = chosen.sources
        self.source = sources[0] if len(sources) == 1 and Path(sources[0]).exists() else ""
        self.arms = choose_arms(chosen)
        self.margins = parse_margins(margin or (), parse_margins(written_margins(sources)))
        self.pins = written_pins(chosen, self.arms)
        for arm in self.arms:
            check_asked(arm.study)
        if self.study.precision:
            self.arms = _settled(self.arms)

    @classmethod
    def of_file(cls, selection: Selection) -> ComparisonPlan:
        return cls(
            ArmSelection(sources=[selection.source], games=selection.games, seed=selection.seed)
        )

    @property
    def study(self) -> Study:
        return self.arms[0].study

    @property
    def id(self) -> str:
        from reports.comparison.results import comparison_id

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
    def strategies(self) -> Sequence[Strategy]:
        return [strategy for arm in self.arms for strategy in arm.lineup]

    @property
    def tables(self) -> Sequence[str]:
        from reports.comparison.tables import TABLES

        return list(TABLES)

    @property
    def charts(self) -> Sequence[str]:
        from reports.comparison.charts import CHARTS

        return [chart.name for chart in CHARTS]

    def others(self, wanted: LevelsWanted) -> Sequence[Strategy]:
        return players_besides([arm.study for arm in self.arms], wanted, "arms")

    def play(self, playing: Playing) -> ComparisonFound:
        from reports.comparison.design import references
        from simulate.cli.plans.levels import arm_steps
        from simulate.cli.plans.skill import skill_of
        from simulate.play.extra_runs import GAMES

        arms = self.arms
        if self.study.until_decided:
            playing = replace(playing, confidence=self.study.until_decided)
        against = references([arm.study for arm in arms])
        if not playing.only_pinned:
            played = sum(arm.study.deals * arm.study.rotations for arm in arms)
            playing.live.expect_steps(
                Ahead(0.5, GAMES * len(arms) / played), *arm_steps(arms, playing)
            )
        together = self._play(playing, against)
        if not together.deals:
            raise KeyboardInterrupt  # there is nothing to show
        skill, stopped = None, together.interrupted
        if not (stopped or playing.only_pinned):
            playing.live.begin("does playing well pay?")
            try:
                skill = skill_of(arms, against, playing)
            except KeyboardInterrupt:
                stopped = True
        found = ComparisonFound(self, together, playing.confidence, skill)
        if stopped:
            found.stopped_asking()
        else:
            found.ask(arms, together, self.margins, playing)
        return found

    def _play(self, playing: Playing, against: Sequence[int]) -> Together:
        """Play all arms, or as much of each as decides what is asked, or tells it well enough."""
        from reports.comparison.decided import deciding
        from reports.comparison.precision import deals_to_know
        from reports.figures.precision import FIRST_GAMES
        from simulate.play.together import play_together, play_together_until

        studies, lineups = [arm.study for arm in self.arms], [arm.lineup for arm in self.arms]
        jobs, study, shown = playing.jobs, self.study, ArmsLive(self.arms, playing)

        def wanted(together: Together) -> tuple[int, Sequence[int]]:
            found = deciding(ComparisonFound(self, together, playing.confidence, None).comparison)
            shown.looked(expected_games(together, found.going, found.more), found.rows)
            return study.next_look(together.deals), found.going

        a_deal = [one.rotations for one in studies]

        def precise(together: Together) -> tuple[int, Sequence[int]]:
            found = ComparisonFound(self, together, playing.confidence, None).comparison
            deals = min(deals_to_know(found), study.deals)
            playing.live.expect(deals * sum(a_deal))
            return deals, range(len(studies))  # all, so that a number of games says which

        shown.begin()
        if study.stops_early:
            least = -(-FIRST_GAMES // min(a_deal))
            if study.precision:
                playing.live.expect(min(least, study.deals) * sum(a_deal))
            found = play_together_until(
                studies,
                lineups,
                least if study.precision else study.looks[0],
                precise if study.precision else wanted,
                jobs,
                against=against,
                progress=shown.show,
            )
        else:
            found = play_together(studies, lineups, jobs, against=against, progress=shown.show)
        return found


class ComparisonFound(AskedArms):
    """What came of a comparison.

    Attributes
    ----------
    comparison
        The results of the arms, and every later arm compared with the first.
    """

    plan: ComparisonPlan

    def __init__(
        self, plan: ComparisonPlan, together: Together, confidence: float, skill: Skill | None
    ) -> None:
        from reports.comparison.design import design_of
        from reports.comparison.results import compare
        from reports.run.results import Results

        self.plan = plan
        self.confidence = confidence
        results = {
            arm.label: Results(run, confidence)
            for arm, run in zip(plan.arms, together.runs, strict=True)
        }
        design = design_of([arm.study for arm in plan.arms])
        self.comparison: Comparison = compare(
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
    def undecided(self) -> bool:
        from reports.comparison.decided import deciding
        from reports.comparison.precision import is_known

        if self.plan.study.until_decided:
            return not deciding(self.comparison).is_decided
        return not is_known(self.comparison)

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
        from reports.comparison.tables import summarise_comparison

        return summarise_comparison(self.comparison, self.levels)

    @cached_property
    def tables(self) -> dict[str, pd.DataFrame]:
        from reports.comparison.tables import make_tables

        return make_tables(self.comparison, self.levels)

    @property
    def drawn(self) -> Sequence[Chart]:
        from reports.comparison.charts import charts_of

        return charts_of(self.comparison)

    @property
    def judged(self) -> Sequence[Judged]:
        from reports.comparison.levels import judged_in

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
        from simulate.play.pins import pinned_point

        runs = self.runs
        # Arms that were interrupted after some had stopped cannot be given by a number of games.
        raced = len({run.tally.deals for run in runs.values()}) > 1
        again = self.plan.study.until_decided and (raced or not self.interrupted)
        played = [arm if again else _as_played(arm, runs[arm.label]) for arm in self.plan.arms]
        pinned &= not (raced and self.interrupted)
        pins = {label: pinned_point(run) for label, run in runs.items()} if pinned else {}
        return to_toml(played, write_margins(self.plan.margins), pins)

    @property
    def difference(self) -> str | None:
        from simulate.play.pins import first_difference_of_all

        pins, runs = self.plan.pins, self.runs
        if self.interrupted or not pins:
            return None
        if not self.plan.source:  # some of several files may pin nothing
            runs = {label: run for label, run in runs.items() if label in pins}
        return first_difference_of_all(pins, runs)


def _as_played(arm: ChosenArm, run: Run) -> ChosenArm:
    return replace(arm, study=arm.study.played(run.games))


def _settled(arms: Sequence[ChosenArm]) -> list[ChosenArm]:
    """Return arms whose precisions are in the units of the differences that they are of.

    Raises
    ------
    UsageError
        One is not, or of what is not compared.
    """
    from reports.comparison.precision import compared_figure
    from reports.figures.precision_asked import settle

    nothing = [nothing_played(arm.study) for arm in arms]
    asked = arms[0].study.precision
    widths = settle(asked, lambda path: compared_figure(path, nothing), differences=True)
    return [replace(arm, study=replace(arm.study, precision=widths)) for arm in arms]
