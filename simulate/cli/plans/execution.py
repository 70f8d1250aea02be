"""How a plan is played: what changes neither the games nor what is found in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from simulate.cli.outlets.live import Live

if TYPE_CHECKING:
    from reports.figures.noticeable import Margins
    from simulate.play.journal import Watchers


@dataclass(frozen=True)
class LevelsWanted:
    """How a study is to be asked at other levels of play.

    Attributes
    ----------
    more
        Whether with many games, and those who think ahead too.
    margins
        Up to which difference levels agree.
    """

    more: bool
    margins: Margins


@dataclass(frozen=True)
class Playing:
    """How a plan is played.

    Attributes
    ----------
    jobs
        Threads.
    confidence
        Of every interval.
    live
        Where progress is shown.
    watchers
        Who is given the rows of each block of games, in their order; a run alone has them.
    look_closely
        Whether a report is to be made, for which sample games are found on the way.
    levels
        How other levels of play are to be asked; ``None`` for not at all.
    only_pinned
        Whether to play nothing besides what a study file pins.
    """

    jobs: int = 1
    confidence: float = 0.95
    live: Live = field(default_factory=Live)
    watchers: Watchers = field(default_factory=dict)
    look_closely: bool = False
    levels: LevelsWanted | None = None
    only_pinned: bool = False
