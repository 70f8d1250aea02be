"""The design of the analysis `when`: a study, and the events that its games are searched for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from reports.analysis.observed_games import ObservedDesign, Observer
from simulate.play.arms import CompiledStudy
from simulate.play.events import Event, EventMatch, match_events, parse_events
from simulate.play.tally import digest


@dataclass(frozen=True)
class WhenDesign(ObservedDesign):
    """A study whose games are searched for a sequence of events."""

    #: The texts of the events, as the user typed them. Each event must happen after the one before.
    events: tuple[str, ...]
    #: The path of the figure that is compared, as in `simulate.play.events.figures_of`; empty for
    #: the win rate of the seat that the events are about.
    figure: str = ""

    @cached_property
    def parsed(self) -> list[Event]:
        """The parsed events.

        Raises
        ------
        UsageError
            If a text is not an event, or the game has no event of this kind.
        """
        return parse_events(self.events, self.game, self.study.players)

    @property
    def id(self) -> str:
        """The id of the design: 12 hexadecimal digits that depend on study, events and figure."""
        return digest([self.study.id, "when", *self.events, self.figure])[:12]

    @property
    def journal_key(self) -> Sequence[str]:
        """The texts of the events, which distinguish these observations in a journal."""
        return self.events

    @property
    def make_observer(self) -> Callable[[CompiledStudy], Observer]:
        """A function that takes an arm and returns its observer, as `observe_events` does."""
        return partial(observe_events, self.events)

    def restore(self, values: Any) -> EventMatch:
        """Return the `EventMatch` of a game, from the values that a journal stores for it."""
        return EventMatch(*values)


def observe_events(texts: Sequence[str], arm: CompiledStudy) -> Observer:
    """Return a function that matches a recorded game with events, and returns the `EventMatch`.

    Parameters
    ----------
    texts
        The texts of the events.
    arm
        The compiled study whose games are recorded.

    Raises
    ------
    UsageError
        If a text is not an event, or the game has no event of this kind.
    """
    events = parse_events(texts, arm.engine.game, arm.study.players)
    return lambda game: match_events(game, events)
