"""The steps of a round of learning, and how their progress is reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

#: The steps of a round, in order, as words for screens.
PLAYING, TRAINING, MEASURING = "playing and comparing actions", "training", "measuring"

#: ``(step, done, total)``: is called during a step with the number of units that are done. An error
#: that it raises ends the round. While games are played, the learner is then as it was before.
Report: TypeAlias = Callable[[str, int, int], None]


def report_nothing(step: str, done: int, total: int) -> None:
    """Do nothing."""


def report_part(report: Report, part: int, parts: int) -> Report:
    """Return a `Report` for a part of a step, which reports the progress of the whole step.

    The step has `parts` equal parts, which are numbered from 0.
    """

    def report_of_part(step: str, done: int, total: int) -> None:
        report(step, part * total + done, parts * total)

    return report_of_part
