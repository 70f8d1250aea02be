"""A study that a report looks at closely: what was checked first, and games to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reports.page.checks import Check
from reports.run.results import Results
from reports.run.samples import Sample
from reports.story.results import Story
from reports.thinking.results import Thoughts
from simulate.play.leads import Lead
from simulate.play.rows import Integers


@dataclass(frozen=True)
class Replay:
    """A sample game, told."""

    sample: Sample
    story: Story
    #: Each seat's chance to win at some of its choices, if that was found.
    thoughts: Thoughts | None = None

    @property
    def result(self) -> Integers:
        """Its row."""
        return self.story.result


@dataclass(frozen=True)
class LookedAt:
    """A study that a report looks at closely."""

    results: Results
    checked: Sequence[Check]
    replays: Sequence[Replay]
    #: Which study this is, in words, where a report is of several.
    name: str = ""
    #: Who led at the quarters of some games, if that was looked at.
    leads: Sequence[Lead] = ()
