"""The design of `when`: a study, and the events that its games are searched for."""

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

    #: The events as typed. Each happens after the one before.
    events: tuple[str, ...]
    #: The figure that is compared, a path of `figures_of`; empty for the win rate of the seat that
    #: the events are about.
    figure: str = ""

    @cached_property
    def parsed(self) -> list[Event]:
        """The events, parsed."""
        return parse_events(self.events, self.game, self.study.players)

    @property
    def id(self) -> str:
        """Twelve hexadecimal digits, different for designs with different results."""
        return digest([self.study.id, "when", *self.events, self.figure])[:12]

    @property
    def journal_key(self) -> Sequence[str]:
        """The events."""
        return self.events

    @property
    def make_observer(self) -> Callable[[CompiledStudy], Observer]:
        """A function that makes the observer of an arm."""
        return partial(observe_events, self.events)

    def restore(self, values: Any) -> EventMatch:
        """Return an observation from the plain values that a journal holds of it."""
        return EventMatch(*values)


def observe_events(texts: Sequence[str], arm: CompiledStudy) -> Observer:
    """Return an observer that returns, for each game, an `EventMatch` of some events."""
    events = parse_events(texts, arm.engine.game, arm.study.players)
    return lambda game: match_events(game, events)
