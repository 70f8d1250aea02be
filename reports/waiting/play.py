"""The design of `waiting`: a study in whose games waits and choices are counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reports.analysis.observed_games import ObservedDesign, Observer
from simulate.play.arms import CompiledStudy
from simulate.play.tally import digest
from strategies.waiting import watch


@dataclass(frozen=True)
class WaitingDesign(ObservedDesign):
    """A study in whose games the time that players wait is measured."""

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits, different for designs with different results."""
        # The same texts as ever, so that folders of earlier versions keep their names.
        return digest([self.study.id, "when", "", ""])[:12]

    @property
    def journal_key(self) -> Sequence[str]:
        """An empty text, which is no event."""
        return ("",)

    @property
    def make_observer(self) -> Callable[[CompiledStudy], Observer]:
        """A function that makes the observer of an arm."""
        return watch
