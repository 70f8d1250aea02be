"""Studies on the same deals, each compared with another: what comparisons and sweeps share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.analysis.other_players import (
    play_other_players_of_arms,
    play_skill,
    refuse_sides,
    strategies_at_levels,
)
from reports.analysis.plan import Plan, Result
from reports.compare.ending import StoppingRule, deals_for_precision, reached_precisions
from reports.compare.results import ArmSkill, ComparisonResults
from reports.figures.figure import Margins
from reports.figures.precision import FIRST_GAMES
from reports.robust.directions import LevelsOfArms
from reports.robust.levels import MARGINS
from reports.run import ending as progress
from reports.run.results import RunResults
from reports.writing.document import Heading
from simulate.errors import UsageError
from simulate.play.pins import find_difference_of_all, pins_of_point
from simulate.play.run import ArmsRun, play_together_until
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import Study

#: What is asked besides of arms that were played: how much playing well pays in each, and what all
#: of them give at other levels of play; ``None`` if it was not, or not finished.
PlayerChecks = tuple[ArmSkill | None, LevelsOfArms | None]
NOTHING: PlayerChecks = (None, None)


class ArmsPlan(Plan):
    """Studies of one game, the arms, to be played on the same deals."""

    #: What the arms are called, as in "settings", and where the JSON object has them.
    arms_noun: ClassVar[str]
    arms_field: ClassVar[str]
    #: Whether it is also asked how much playing well pays in each.
    asks_skill: ClassVar[bool] = False
    #: What differs between them, at the head of a column; mostly nothing.
    arms_heading: str = ""
    #: All with as many deals; first the one that others are compared with.
    arms: Sequence[PlannedArm]
    #: What arms must give, by label.
    pins: Mapping[str, Any]
    #: Up to which difference figures are practically the same.
    margins: Margins

    @property
    def against(self) -> Sequence[int]:
        """The place of the arm that each is compared with."""
        return [0] * len(self.arms)

    def set_arms(self, arms: Sequence[PlannedArm]) -> None:
        """Take the studies to be played, which have been checked."""
        self.arms, self.study = arms, arms[0].study
        self.strategies = [strategy for arm in arms for strategy in arm.lineup]

    @property
    def studies(self) -> Sequence[Study]:
        return [arm.study for arm in self.arms]

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        before = earlier[self.arms_field][0]["result"]["deals"]
        return not self.study.stops_early and before < self.arms[0].study.deals

    @abstractmethod
    def judge(self, together: ArmsRun, confidence: float, asked: PlayerChecks) -> ArmsResult:
        """Judge what came of the arms, and what was asked besides."""

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        if depth.margins != MARGINS:
            raise UsageError(
                "--margin of a report is about the other players of a run, and these are "
                f"{self.arms_noun}; leave it out"
            )
        if not depth.thorough:
            return []
        if len({(study.strategies, study.rotate) for study in self.studies}) > 1:
            raise UsageError(
                f"--robust has other players play all {self.arms_noun}, and these "
                f"{self.arms_noun} differ in who plays; leave it out"
            )
        return strategies_at_levels(self.studies[0], thinkers=True)

    def play(self, playing: Execution) -> ArmsResult:
        arms, study = self.arms, self.study
        if study.until_decided:
            playing = replace(playing, confidence=study.until_decided)
        asks_skill = self.asks_skill and not playing.only_pinned
        asks_levels = playing.other_players and playing.other_players.thorough
        for arm in arms if asks_levels else ():
            refuse_sides(arm.study, "other players are judged by seat", "leave out --robust")
        together = self._play(playing)
        if not together.deals:
            raise KeyboardInterrupt  # there is nothing to show
        skill, levels, stopped = None, None, together.interrupted
        try:
            if asks_skill and not stopped:
                playing.live.begin("does playing well pay?")
                skill = play_skill(arms, self.against, playing)
            if asks_levels and not stopped:
                levels = play_other_players_of_arms(arms, together, self.margins, playing)
        except KeyboardInterrupt:
            stopped = True
        result = self.judge(together, playing.confidence, (skill, levels))
        result.extras_interrupted = stopped
        return result

    def _play(self, playing: Execution) -> ArmsRun:
        """Play all arms, or as much of each as decides what is asked, or tells it well enough."""
        arms, study, live = self.arms, self.study, playing.live
        studies, lineups = [arm.study for arm in arms], [arm.lineup for arm in arms]
        a_deal = [one.rotations for one in studies]
        differences: list[list[str]] = []

        def show(tallies: Sequence[Tally]) -> None:
            def rows() -> list[list[str]]:
                each = zip(arms, tallies, strict=True)
                sure = playing.confidence
                several = [progress.live_rows(a.study, t, sure, a.label) for a, t in each]
                return progress.limit_rows(differences or [row for some in several for row in some])

            done = sum(n * tally.deals for n, tally in zip(a_deal, tallies, strict=True))
            live.show(done, rows)

        def decided(together: ArmsRun) -> tuple[int, Sequence[int]]:
            asked = StoppingRule(self.judge(together, playing.confidence, NOTHING).comparison)
            live.expect(_expected_games(together, asked.open_arms, asked.more))
            if not any(one.targets for one in studies):
                differences[:] = asked.rows
            return studies[0].next_look(together.deals), asked.open_arms

        def precise(together: ArmsRun) -> tuple[int, Sequence[int]]:
            comparison = self.judge(together, playing.confidence, NOTHING).comparison
            deals = min(deals_for_precision(comparison), studies[0].deals)
            live.expect(deals * sum(a_deal))
            return deals, range(len(studies))  # all, so that a number of games says which

        live.begin(study.loaded_game.title, self._columns, studies[0].deals * sum(a_deal))
        against, jobs = self.against, playing.jobs
        first, wanted = studies[0].interim[0], decided  # all of them, if nothing ends it sooner
        if study.precision:
            first, wanted = -(-FIRST_GAMES // min(a_deal)), precise
            live.expect(min(first, studies[0].deals) * sum(a_deal))
        return play_together_until(
            studies, lineups, first, wanted, jobs, against=against, progress=show
        )

    @property
    def _columns(self) -> Sequence[Heading]:
        """What is shown of the arms while they are played: each, or what is to be decided."""
        if not self.study.until_decided:
            first, *others = progress.LIVE_COLUMNS
            return [replace(first, title=self.arms_heading), *others]
        has_targets = any(arm.study.targets for arm in self.arms)
        return progress.TARGET_COLUMNS if has_targets else progress.DIFFERENCE_COLUMNS


def _expected_games(
    together: ArmsRun, going: Collection[int], more: Mapping[int, int | None]
) -> int:
    """Return about how many games several studies take, if those at some places go on for more."""
    runs, left = together.runs, {}
    for place in going:
        study, games = runs[place].study, more.get(place)
        most = study.deals - runs[place].tally.deals
        left[place] = most if games is None else min(-(-games // study.rotations), most)
    for place in going:  # whoever it is compared with goes on with it
        reference = together.against[place]
        left[reference] = max(left.get(reference, 0), left[place])
    return sum(run.games + left.get(n, 0) * run.study.rotations for n, run in enumerate(runs))


class ArmsResult(Result):
    """What came of arms on the same deals."""

    plan: ArmsPlan
    #: Every later arm compared with the first, or with that of its cell.
    comparison: ComparisonResults
    #: What all arms gave at other levels of play; ``None`` if they were not asked.
    levels: LevelsOfArms | None

    def __init__(self, plan: ArmsPlan, told: Any, arms: Mapping[str, RunResults]) -> None:
        self.plan, self.results = plan, told
        self.confidence, self.levels = told.confidence, told.levels
        self.runs = {label: results.run for label, results in arms.items()}

    @property
    def plays_again(self) -> bool:
        """Whether its study file says until when to play, for then no one number of games does."""
        is_whole = self.comparison.is_raced or not self.interrupted
        return bool(self.plan.study.until_decided) and is_whole

    def pinned_points(self, *, pinned: bool) -> dict[str, Any]:
        """Return what a study file pins of each arm, if that is wanted and known."""
        if not pinned or (self.comparison.is_raced and self.interrupted):
            return {}
        return {label: pins_of_point(run) for label, run in self.runs.items()}

    @property
    def difference(self) -> str | None:
        pins, runs = self.plan.pins, self.runs
        if self.interrupted or not pins:
            return None
        if not self.plan.source:  # some of several files may pin nothing
            runs = {label: run for label, run in runs.items() if label in pins}
        return find_difference_of_all(pins, runs)

    @cached_property
    def undecided(self) -> bool:
        if self.plan.study.until_decided:
            return not StoppingRule(self.comparison).is_decided
        return not all(one.is_enough for _, one in reached_precisions(self.comparison))

    @property
    def command(self) -> str:
        """What gives it again, beside its study file."""
        return f"fathom {self.plan.command} study.toml{' --robust' if self.levels else ''}"
