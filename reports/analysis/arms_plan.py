"""The base class of comparisons and sweeps, which compare arms on the same deals."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from reports.analysis.arms import PlannedArm
from reports.analysis.execution import Execution, OtherPlayersDepth
from reports.analysis.other_players import (
    ROBUST_NEEDS_RIVALS,
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
from reports.writing.workload import CHECKS, OTHER_PLAYERS, ExpectedStep
from simulate.errors import UsageError
from simulate.play.extra_runs import MOST_BEGINNER_GAMES
from simulate.play.pins import find_difference_of_all, pins_of_point
from simulate.play.run import ArmsRun, play_together_until
from simulate.play.tally import Tally
from simulate.strategy import Strategy
from simulate.study import Study

#: The results of additional games: the advantage of good play in each arm, and the arms with other
#: players. None if these games were not played or not finished.
PlayerChecks = tuple[ArmSkill | None, LevelsOfArms | None]
NO_CHECKS: PlayerChecks = (None, None)
#: A stopping rule. It is called with the games played, and returns the number of deals at the next
#: look and the indices of the arms that are played until then.
_NextLook = Callable[[ArmsRun], tuple[int, Sequence[int]]]


class ArmsPlan(Plan):
    """The plan of an analysis that compares studies of one game, the arms, on the same deals."""

    #: The plural noun for its arms, such as "values".
    arms_noun: ClassVar[str]
    #: The field of the JSON object that lists the arms.
    arms_field: ClassVar[str]
    #: True if additional games measure the advantage of a strong player in each arm.
    asks_skill: ClassVar[bool] = False
    #: The heading of the column with the labels of arms; often empty.
    arms_heading: str = ""
    #: The arms, all with the same number of deals.
    arms: Sequence[PlannedArm]
    #: The sums that the games of arms must have, by label; only for a study file that pins them.
    pins: Mapping[str, Any]
    #: The differences up to which figures count as practically the same.
    margins: Margins

    @property
    def against(self) -> Sequence[int]:
        """For each arm, the index of the arm with which it is compared."""
        return [0] * len(self.arms)

    def set_arms(self, arms: Sequence[PlannedArm]) -> None:
        """Set the arms, and with them `study` and `strategies`. The arms must be valid."""
        self.arms = arms
        self.study = arms[0].study
        self.strategies = [strategy for arm in arms for strategy in arm.lineup]

    @property
    def studies(self) -> Sequence[Study]:
        return [arm.study for arm in self.arms]

    def extends(self, earlier: Mapping[str, Any]) -> bool:
        deals = earlier[self.arms_field][0]["result"]["deals"]
        return not self.study.stops_early and deals < self.arms[0].study.deals

    @abstractmethod
    def judge(self, together: ArmsRun, confidence: float, checks: PlayerChecks) -> ArmsResult:
        """Return the result of the analysis, computed from the games of all arms.

        Parameters
        ----------
        together
            The games of all arms.
        confidence
            The confidence of all intervals.
        checks
            The results of additional games.

        Raises
        ------
        UsageError
            If a target is invalid or has an unknown figure.
        """

    def other_players(self, depth: OtherPlayersDepth) -> Sequence[Strategy]:
        if depth.margins != MARGINS:
            raise UsageError(
                "--margin of a report is only for a run, where it compares other players; leave it "
                f"out for {self.arms_noun}"
            )
        if not depth.thorough:
            return []
        for study in self.studies:
            instead = "leave out --robust, and compare again with -s and another style"
            refuse_sides(study, ROBUST_NEEDS_RIVALS, instead)
        if len({(study.strategies, study.rotate) for study in self.studies}) > 1:
            raise UsageError(
                f"--robust plays all {self.arms_noun} with the same other strategies, but these "
                f"{self.arms_noun} differ in their strategies; leave it out"
            )
        return strategies_at_levels(self.studies[0], thinkers=True)

    def play(self, playing: Execution) -> ArmsResult:
        if self.study.until_decided:
            playing = replace(playing, confidence=self.study.until_decided)
        is_thorough = playing.other_players is not None and playing.other_players.thorough
        has_checks = self.asks_skill and not playing.only_pinned
        later_steps = []
        if has_checks:
            games = sum(min(study.games, MOST_BEGINNER_GAMES) for study in self.studies)
            later_steps.append(ExpectedStep(CHECKS, games))
        if is_thorough:
            later_steps.append(ExpectedStep(OTHER_PLAYERS, math.inf))
        playing.live.expect_steps(*later_steps)
        together = self._play_arms(playing)
        if not together.deals:
            raise KeyboardInterrupt  # Without a complete deal there are no results.
        skill = None
        levels = None
        is_stopped = together.interrupted
        if not is_stopped:
            try:
                if has_checks:
                    playing.live.begin("Checking whether playing well pays", step=CHECKS)
                    skill = play_skill(self.arms, self.against, playing)
                if is_thorough:
                    levels = play_other_players_of_arms(self.arms, together, self.margins, playing)
            except KeyboardInterrupt:
                is_stopped = True
        result = self.judge(together, playing.confidence, (skill, levels))
        result.extras_interrupted = is_stopped
        return result

    def _play_arms(self, playing: Execution) -> ArmsRun:
        """Play all arms until their stopping rule ends them, and return the games.

        Progress is shown meanwhile. Raise `FathomError` if a game or a strategy cannot be loaded or
        compiled, or fails, or if the journal is damaged.
        """
        studies = self.studies
        study = studies[0]
        rotations = [arm_study.rotations for arm_study in studies]
        #: The rows of the progress display on differences. While the list is empty, it shows the
        #: arms.
        differences: list[list[str]] = []
        playing.live.begin("Playing", self._columns, study.deals * sum(rotations))
        if study.precision:
            first = -(-FIRST_GAMES // min(rotations))
            next_look = self._until_precise(playing)
            playing.live.expect(min(first, study.deals) * sum(rotations))
        else:
            first = study.interim[0]  # This is all deals, unless the study has interim looks.
            next_look = self._until_decided(playing, differences)

        def show(tallies: Sequence[Tally]) -> None:
            tallies_of_arms = zip(rotations, tallies, strict=True)
            games = sum(games_per_deal * tally.deals for games_per_deal, tally in tallies_of_arms)
            playing.live.show(games, lambda: self._live_rows(tallies, playing, differences))

        return play_together_until(
            studies,
            [arm.lineup for arm in self.arms],
            first,
            next_look,
            playing.jobs,
            against=self.against,
            progress=show,
        )

    def _until_decided(self, playing: Execution, differences: list[list[str]]) -> _NextLook:
        """Return the stopping rule for arms that are played until everything is decided.

        The rule raises `UsageError` if a target is invalid or has an unknown figure.

        Parameters
        ----------
        playing
            The number of threads, the confidence and the progress display.
        differences
            A list whose content is replaced, at each look, by rows of the progress display on
            differences.
        """
        has_targets = any(study.targets for study in self.studies)

        def next_look(together: ArmsRun) -> tuple[int, Sequence[int]]:
            comparison = self.judge(together, playing.confidence, NO_CHECKS).comparison
            stopping = StoppingRule(comparison)
            playing.live.expect(
                _expected_games(together, stopping.open_arms, stopping.games_needed)
            )
            if not has_targets:
                differences[:] = stopping.rows
            return self.study.next_look(together.deals), stopping.open_arms

        return next_look

    def _until_precise(self, playing: Execution) -> _NextLook:
        """Return the stopping rule for arms that are played until differences are precise.

        The rule raises `KeyError` if a figure with a precision target is not compared.
        """
        rotations = sum(study.rotations for study in self.studies)

        def next_look(together: ArmsRun) -> tuple[int, Sequence[int]]:
            comparison = self.judge(together, playing.confidence, NO_CHECKS).comparison
            deals = min(deals_for_precision(comparison), self.studies[0].deals)
            playing.live.expect(deals * rotations)
            # All arms go on, so that a single number of games repeats the comparison.
            return deals, range(len(self.arms))

        return next_look

    def _live_rows(
        self, tallies: Sequence[Tally], playing: Execution, differences: list[list[str]]
    ) -> list[list[str]]:
        """Return the rows of the progress display: `differences` or, if empty, a row per arm.

        Raise `UsageError` if a target is invalid or has an unknown figure.
        """
        rows = list(differences)
        if not rows:
            for arm, tally in zip(self.arms, tallies, strict=True):
                rows += progress.live_rows(arm.study, tally, playing.confidence, arm.label)
        return progress.limit_rows(rows)

    @property
    def _columns(self) -> Sequence[Heading]:
        """The columns of the progress display."""
        if not self.study.until_decided:
            first, *later_columns = progress.LIVE_COLUMNS
            return [replace(first, title=self.arms_heading), *later_columns]
        has_targets = any(study.targets for study in self.studies)
        return progress.TARGET_COLUMNS if has_targets else progress.DIFFERENCE_COLUMNS


def _expected_games(
    together: ArmsRun, going: Collection[int], more: Mapping[int, int | None]
) -> int:
    """Return an estimate of the final number of games of all arms together, to show progress.

    Parameters
    ----------
    together
        The games already played.
    going
        The indices of the arms that are still played.
    more
        The number of further games that an arm needs, by its index; None if unknown.
    """
    runs = together.runs
    deals_left: dict[int, int] = {}
    for index in going:
        study = runs[index].study
        games = more.get(index)
        maximum = study.deals - runs[index].tally.deals
        if games is None:
            deals_left[index] = maximum
        else:
            deals_left[index] = min(-(-games // study.rotations), maximum)
    # An arm that continues needs at least as many further deals of its reference arm.
    for index in going:
        reference = together.against[index]
        deals_left[reference] = max(deals_left.get(reference, 0), deals_left[index])
    return sum(
        run.games + deals_left.get(index, 0) * run.study.rotations for index, run in enumerate(runs)
    )


class ArmsResult(Result):
    """The result of a comparison or a sweep."""

    plan: ArmsPlan
    #: The differences of each arm from the arm with which it is compared.
    comparison: ComparisonResults
    #: The results of all arms with other players; None if no other players played.
    levels: LevelsOfArms | None

    def __init__(self, plan: ArmsPlan, results: Any, arms: Mapping[str, RunResults]) -> None:
        self.plan = plan
        self.results = results
        self.confidence = results.confidence
        self.levels = results.levels
        self.runs = {label: arm.run for label, arm in arms.items()}

    @property
    def plays_again(self) -> bool:
        """True if a study file must set `until_decided` to repeat the games.

        Arms that stopped at different times have no common number of games. The value is False for
        an interrupted study, unless its arms stopped at different times.
        """
        is_whole = self.comparison.is_raced or not self.interrupted
        return bool(self.plan.study.until_decided) and is_whole

    def pinned_points(self, *, pinned: bool) -> dict[str, Any]:
        """Return the sums that a study file pins: for each label of an arm, the sums by name.

        The result is empty if `pinned` is False, or if the study was interrupted after some arms
        had stopped early, because its games cannot be repeated.
        """
        if not pinned or (self.comparison.is_raced and self.interrupted):
            return {}
        return {label: pins_of_point(run) for label, run in self.runs.items()}

    @property
    def difference(self) -> str | None:
        pins = self.plan.pins
        runs = self.runs
        if self.interrupted or not pins:
            return None
        if not self.plan.source:  # With several study files, only some may have pins.
            runs = {label: run for label, run in runs.items() if label in pins}
        return find_difference_of_all(pins, runs)

    @cached_property
    def undecided(self) -> bool:
        if self.plan.study.until_decided:
            return not StoppingRule(self.comparison).is_decided
        return not all(precision.is_enough for _, precision in reached_precisions(self.comparison))

    @property
    def command(self) -> str:
        """The command line that repeats the analysis from a study file ``study.toml``."""
        robust = " --robust" if self.levels else ""
        return f"fathom {self.plan.command} study.toml{robust}"
