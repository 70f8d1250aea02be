"""Arms that can be asked at other levels of play: of a comparison, or the settings of a sweep."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from simulate.cli.plans.plan import Found, Playing
from simulate.cli.plans.sided import refuse_sides
from simulate.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from reports.comparison.levels import LevelsOfArms
    from reports.figures.margins import Margins
    from simulate.cli.plans.arms import ChosenArm
    from simulate.cli.plans.levels import LevelsWanted
    from simulate.play.run import Together
    from simulate.strategy import Strategy
    from simulate.study import Study


def players_besides(studies: Sequence[Study], wanted: LevelsWanted, what: str) -> list[Strategy]:
    """Return whoever plays arms besides, where other levels of play are asked.

    Parameters
    ----------
    studies
        Of the arms.
    wanted
        How much is wanted; a little is nothing here.
    what
        What the arms are called, as in "settings".

    Raises
    ------
    UsageError
        The arms differ in who plays, or a margin is given that is a run's.
    """
    from reports.robust.levels import MARGINS
    from simulate.cli.plans.levels import players_of

    if wanted.margins != MARGINS:
        raise UsageError(
            f"--margin of a report is about the levels of play of a run, and these are {what}; "
            "leave it out"
        )
    if not wanted.more:
        return []
    if len({(study.strategies, study.rotate) for study in studies}) > 1:
        raise UsageError(
            f"--robust has other players play all {what}, and these {what} differ in who plays; "
            "leave it out"
        )
    return players_of(studies[0], thinkers=True)


class AskedArms(Found):
    """What came of arms on the same deals.

    Attributes
    ----------
    levels
        What all arms gave at other levels of play; ``None`` if they were not asked.
    """

    levels: LevelsOfArms | None = None
    _stopped_asking = False

    def stopped_asking(self) -> None:
        """Remember that it was interrupted after the arms had been played."""
        self._stopped_asking = True

    def ask(
        self, arms: Sequence[ChosenArm], together: Together, margins: Margins, playing: Playing
    ) -> None:
        """Play all arms at other levels of play too, if that is wanted and they were finished.

        The parameters are those of `simulate.cli.plans.levels.ask_arms`.
        """
        from simulate.cli.plans.levels import ask_arms

        if self.interrupted or not (playing.levels and playing.levels.more):
            return
        for arm in arms:
            refuse_sides(arm.study, "other levels of play are judged by seat", "leave out --robust")
        try:
            self.levels = ask_arms(arms, together, margins, playing)
        except KeyboardInterrupt:
            self.stopped_asking()

    @property
    def exit_code(self) -> ExitCode:
        return ExitCode.INTERRUPTED if self._stopped_asking else super().exit_code

    @property
    def command(self) -> str:
        """What gives it again, beside its study file."""
        return f"fathom {self.plan.command} study.toml{' --robust' if self.levels else ''}"
