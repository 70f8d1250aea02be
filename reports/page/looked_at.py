"""A study that a report looks at closely: what was checked first, and games to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.page.checks import Check
from reports.run.results import Results
from reports.run.samples import Sample
from reports.story.results import Story
from reports.thinking.results import Thoughts
from simulate.play.extra_runs import Lead
from simulate.play.rows import Integers


@dataclass(frozen=True)
class Replay:
    """A sample game, told.

    Attributes
    ----------
    sample
        Which game, and of what it is a sample.
    story
        It told move by move.
    thoughts
        Each seat's chance to win at some of its choices, if that was found.
    """

    sample: Sample
    story: Story
    thoughts: Thoughts | None = None

    @property
    def result(self) -> Integers:
        """Its row."""
        return self.story.result


@dataclass(frozen=True)
class LookedAt:
    """A study that a report looks at closely.

    Attributes
    ----------
    results
        Of the study.
    checked
        What was checked first.
    replays
        Games to read.
    name
        Which study this is, in words, where a report is of several.
    leads
        Who led at the quarters of some games, if that was looked at.
    """

    results: Results
    checked: Sequence[Check]
    replays: Sequence[Replay]
    name: str = ""
    leads: Sequence[Lead] = ()
