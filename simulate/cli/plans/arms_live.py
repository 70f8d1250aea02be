"""What is shown of arms on the same deals while they are played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reports.writing.document import Column
    from simulate.cli.plans.arms import ChosenArm
    from simulate.cli.plans.plan import Playing
    from simulate.play.tally import Tally


class ArmsLive:
    """Arms as they stand: each, or what is to be decided of them.

    Parameters
    ----------
    arms
        In the order in which they are shown.
    playing
        How they are played.
    what
        What the arms are, at the head of their column; mostly nothing.
    """

    def __init__(self, arms: Sequence[ChosenArm], playing: Playing, what: str = "") -> None:
        self._arms = arms
        self._playing = playing
        self._what = what
        self._decided: list[list[str]] = []

    @property
    def _columns(self) -> Sequence[Column]:
        from reports.run.live import DIFFERENCE_COLUMNS, LIVE_COLUMNS, TARGET_COLUMNS

        studies = [arm.study for arm in self._arms]
        if not studies[0].until_decided:
            first, *others = LIVE_COLUMNS
            return [replace(first, title=self._what), *others]
        return TARGET_COLUMNS if any(one.targets for one in studies) else DIFFERENCE_COLUMNS

    def begin(self) -> None:
        """Begin to show them."""
        from simulate.game import find_game

        studies = [arm.study for arm in self._arms]
        games = sum(study.deals * study.rotations for study in studies)
        self._playing.live.begin(find_game(studies[0].game).title, self._columns, games)

    def show(self, tallies: Sequence[Tally]) -> None:
        """Show how they stand, given the tallies so far."""
        pairs = list(zip(self._arms, tallies, strict=True))
        done = sum(tally.deals * arm.study.rotations for arm, tally in pairs)

        def rows() -> list[list[str]]:
            from reports.run.live import fewer_rows, live_rows

            confidence = self._playing.confidence
            return fewer_rows(
                self._decided
                or [
                    row
                    for arm, tally in pairs
                    for row in live_rows(arm.study, tally, confidence, arm.label)
                ]
            )

        self._playing.live.show(done, rows)

    def looked(self, expected: int, differences: Sequence[list[str]]) -> None:
        """Say how many games are expected in all, and how differences stand that end it."""
        self._playing.live.expect(expected)
        if not any(arm.study.targets for arm in self._arms):
            self._decided = list(differences)
