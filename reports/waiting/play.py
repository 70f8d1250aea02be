"""The design of the analysis `waiting`: a study in whose games waits and choices are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reports.analysis.observed_games import ObservedDesign, Observer
from simulate.play.arms import CompiledStudy
from simulate.play.tally import digest
from strategies.waiting import watch


@dataclass(frozen=True)
class WaitingDesign(ObservedDesign):
    """A study in whose games waits and choices are counted."""

    @property
    def id(self) -> str:
        """The id of the design: 12 hexadecimal digits that depend on the study."""
        # Earlier versions put "when" into the id. With it, folders keep their names.
        return digest([self.study.id, "when", "", ""])[:12]

    @property
    def journal_key(self) -> Sequence[str]:
        """A single empty text; it separates these observations from those of `when`."""
        return ("",)

    @property
    def make_observer(self) -> Callable[[CompiledStudy], Observer]:
        """The function `strategies.waiting.watch`, which takes an arm and returns its observer."""
        return watch
