"""Studies on the same deals, each compared with another: what comparisons and sweeps share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from simulate.cli.outlets.live import Ahead
from simulate.cli.plans.execution import Playing
from simulate.cli.plans.plan import Found, Plan
from simulate.cli.plans.sided import refuse_sides
from simulate.cli.plans.stopping import expected_games
from simulate.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from reports.comparison.results import Comparison, Skill
    from reports.figures.noticeable import Margins
    from reports.robust.directions import LevelsOfArms
    from reports.run.live import Deciding
    from reports.writing.document import Column
    from simulate.cli.plans.cells import Cell
    from simulate.cli.plans.execution import LevelsWanted
    from simulate.play.run import Together
    from simulate.play.tally import Tally
    from simulate.strategy import Strategy


F = TypeVar("F", bound="ArmsFound")


class ArmsPlan(Plan, Generic[F]):
    """Studies of one game, the arms, to be played on the same deals.

    Attributes
    ----------
    arms
        The studies, all with as many deals; first the one that others are compared with.
    pins
        What arms must give, by label.
    what
        What the arms are called, as in "settings".
    varied
        What differs between them, at the head of a column; mostly nothing.
    asks_skill
        Whether it is also asked how much playing well pays in each.
    margins
        Up to which difference figures are practically the same.
    """

    what: ClassVar[str]
    asks_skill: ClassVar[bool] = False
    varied: str = ""
    arms: Sequence[Cell]
    pins: Mapping[str, Any]
    margins: Margins

    @property
    def against(self) -> Sequence[int]:
        """The place of the arm that each is compared with."""
        return [0] * len(self.arms)

    @property
    def strategies(self) -> Sequence[Strategy]:
        return [strategy for arm in self.arms for strategy in arm.lineup]

    @abstractmethod
    def found(self, together: Together, confidence: float, skill: Skill | None = None) -> F:
        """Judge what came of the arms."""

    def others(self, wanted: LevelsWanted) -> Sequence[Strategy]:
        from reports.robust.levels import MARGINS
        from simulate.cli.plans.levels import players_of

        if wanted.margins != MARGINS:
            raise UsageError(
                "--margin of a report is about the levels of play of a run, and these are "
                f"{self.what}; leave it out"
            )
        if not wanted.more:
            return []
        studies = [arm.study for arm in self.arms]
        if len({(study.strategies, study.rotate) for study in studies}) > 1:
            raise UsageError(
                f"--robust has other players play all {self.what}, and these {self.what} differ "
                "in who plays; leave it out"
            )
        return players_of(studies[0], thinkers=True)

    def play(self, playing: Playing) -> F:
        from simulate.cli.plans.levels import arm_steps
        from simulate.cli.plans.skill import skill_of
        from simulate.play.extra_runs import GAMES

        arms, study = self.arms, self.study
        if study.until_decided:
            playing = replace(playing, confidence=study.until_decided)
        asks_skill = self.asks_skill and not playing.only_pinned
        games = sum(arm.study.deals * arm.study.rotations for arm in arms)
        skills = [Ahead(0.5, GAMES * len(arms) / games)] if asks_skill else []
        playing.live.expect_steps(*skills, *arm_steps(arms, playing))
        together = self._play(playing)
        if not together.deals:
            raise KeyboardInterrupt  # there is nothing to show
        skill, stopped = None, together.interrupted
        if asks_skill and not stopped:
            playing.live.begin("does playing well pay?")
            try:
                skill = skill_of(arms, self.against, playing)
            except KeyboardInterrupt:
                stopped = True
        found = self.found(together, playing.confidence, skill)
        if stopped:
            found.stopped_asking = True
        else:
            found.ask(together, playing)
        return found

    def _play(self, playing: Playing) -> Together:
        """Play all arms, or as much of each as decides what is asked, or tells it well enough."""
        from reports.comparison.ending import deals_to_know
        from reports.figures.precision import FIRST_GAMES
        from reports.run.live import fewer_rows, live_rows
        from simulate.game import find_game
        from simulate.play.run import play_together, play_together_until

        arms, study, live = self.arms, self.study, playing.live
        studies, lineups = [arm.study for arm in arms], [arm.lineup for arm in arms]
        a_deal = [one.rotations for one in studies]
        differences: list[list[str]] = []

        def show(tallies: Sequence[Tally]) -> None:
            def rows() -> list[list[str]]:
                each = zip(arms, tallies, strict=True)
                several = [live_rows(a.study, t, playing.confidence, a.label) for a, t in each]
                return fewer_rows(differences or [row for some in several for row in some])

            done = sum(n * tally.deals for n, tally in zip(a_deal, tallies, strict=True))
            live.show(done, rows)

        def decided(together: Together) -> tuple[int, Sequence[int]]:
            asked = self.found(together, playing.confidence).deciding
            live.expect(expected_games(together, asked.going, asked.more))
            if not any(one.targets for one in studies):
                differences[:] = asked.rows
            return studies[0].next_look(together.deals), asked.going

        def precise(together: Together) -> tuple[int, Sequence[int]]:
            comparison = self.found(together, playing.confidence).comparison
            deals = min(deals_to_know(comparison), studies[0].deals)
            live.expect(deals * sum(a_deal))
            return deals, range(len(studies))  # all, so that a number of games says which

        live.begin(find_game(study.game).title, self._columns, studies[0].deals * sum(a_deal))
        against, jobs = self.against, playing.jobs
        if not study.stops_early:
            return play_together(studies, lineups, jobs, against=against, progress=show)
        first, wanted = studies[0].interim[0], decided
        if study.precision:
            first, wanted = -(-FIRST_GAMES // min(a_deal)), precise
            live.expect(min(first, studies[0].deals) * sum(a_deal))
        return play_together_until(
            studies, lineups, first, wanted, jobs, against=against, progress=show
        )

    @property
    def _columns(self) -> Sequence[Column]:
        """What is shown of the arms while they are played: each, or what is to be decided."""
        from reports.run.live import DIFFERENCE_COLUMNS, LIVE_COLUMNS, TARGET_COLUMNS

        if not self.study.until_decided:
            first, *others = LIVE_COLUMNS
            return [replace(first, title=self.varied), *others]
        has_targets = any(arm.study.targets for arm in self.arms)
        return TARGET_COLUMNS if has_targets else DIFFERENCE_COLUMNS


class ArmsFound(Found):
    """What came of arms on the same deals.

    Attributes
    ----------
    comparison
        Every later arm compared with the first, or with that of its cell.
    levels
        What all arms gave at other levels of play; ``None`` if they were not asked.
    stopped_asking
        Whether it was interrupted after the arms had been played.
    """

    plan: ArmsPlan[Any]
    comparison: Comparison
    levels: LevelsOfArms | None = None
    stopped_asking = False

    @property
    @abstractmethod
    def deciding(self) -> Deciding:
        """What is to be decided, where it is played until that is."""

    def ask(self, together: Together, playing: Playing) -> None:
        """Play all arms at other levels of play too, if that is wanted and they were finished."""
        from simulate.cli.plans.levels import ask_arms

        if self.interrupted or not (playing.levels and playing.levels.more):
            return
        arms = self.plan.arms
        for arm in arms:
            refuse_sides(arm.study, "other levels of play are judged by seat", "leave out --robust")
        try:
            self.levels = ask_arms(arms, together, self.plan.margins, playing)
        except KeyboardInterrupt:
            self.stopped_asking = True

    @property
    def raced(self) -> bool:
        """Whether arms stopped after different numbers of deals."""
        return len({run.tally.deals for run in self.runs.values()}) > 1

    @property
    def plays_again(self) -> bool:
        """Whether its study file says until when to play, rather than how many games.

        Arms that were interrupted after some had stopped have no one number of games.
        """
        return bool(self.plan.study.until_decided) and (self.raced or not self.interrupted)

    def pinned_points(self, *, pinned: bool) -> dict[str, Any]:
        """Return what a study file pins of each arm, if that is wanted and known."""
        from simulate.play.pins import pinned_point

        if not pinned or (self.raced and self.interrupted):
            return {}
        return {label: pinned_point(run) for label, run in self.runs.items()}

    @property
    def difference(self) -> str | None:
        from simulate.play.pins import first_difference_of_all

        pins, runs = self.plan.pins, self.runs
        if self.interrupted or not pins:
            return None
        if not self.plan.source:  # some of several files may pin nothing
            runs = {label: run for label, run in runs.items() if label in pins}
        return first_difference_of_all(pins, runs)

    @property
    def undecided(self) -> bool:
        from reports.comparison.ending import is_known

        if self.plan.study.until_decided:
            return not self.deciding.is_decided
        return not is_known(self.comparison)

    @property
    def exit_code(self) -> ExitCode:
        return ExitCode.INTERRUPTED if self.stopped_asking else super().exit_code

    @property
    def command(self) -> str:
        """What gives it again, beside its study file."""
        return f"fathom {self.plan.command} study.toml{' --robust' if self.levels else ''}"
