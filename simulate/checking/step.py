"""One step of a game as it is looked at: before, after, and the game's functions again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from simulate.checking.lines import line_where
from simulate.game import Snapshot
from simulate.kit.chance import start
from simulate.kit.menu import clear, legal
from simulate.kit.view import View, scratch_dtype
from simulate.play import kernel
from simulate.play.engine import Engine, Moment

#: What a step checks: what is wrong, and on which line; nothing where all is well.
Wrong = tuple[str, str] | None


@dataclass(frozen=True)
class Step:
    """A step that was made, interpreted, so that any part of it can be made again.

    Attributes
    ----------
    engine
        What plays the game.
    moment
        Who could do what, and did.
    before
        The state it was done in; to be copied, not changed.
    after
        The game when it was done.
    began
        What the census counted when the game began.
    number
        Of the game.
    dealt
        Worlds that were dealt anew so far, by seat and stream.
    """

    engine: Engine
    moment: Moment
    before: kernel.State
    after: Snapshot
    began: dict[str, int]
    number: int
    dealt: dict[tuple[int, int], kernel.State] = field(default_factory=dict)

    @property
    def rules(self) -> Any:
        """The rules record."""
        return self.engine.rules[0]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.engine.lineup)

    @property
    def snapshot(self) -> Snapshot:
        """The game before the step."""
        return self.moment.snapshot

    @property
    def seats(self) -> range:
        """All seats at the table."""
        return range(self.players)

    @property
    def asked(self) -> set[int]:
        """Seats for which worlds are dealt anew: the one to act, and of all one after another."""
        return {self.moment.seat, self.moment.step % self.players}

    @cached_property
    def action(self) -> str:
        """What was done, in words."""
        tell = self.engine.game.teller.action
        try:
            return tell(self.rules, self.snapshot.table, self.moment.action)
        except Exception:  # what names actions may be wrong too
            return ""

    def world(self, seat: int, stream: int = 1) -> kernel.State:
        """Return a world that fits what a seat sees, if the game's `redeal` is right."""
        if (seat, stream) not in self.dealt:
            self.dealt[seat, stream] = _redealt(self, seat, stream)
        return self.dealt[seat, stream]

    def census(self, snapshot: Snapshot) -> dict[str, int]:
        """Count the components."""
        return self.engine.game.teller.census(self.rules, snapshot)

    def line_of_apply(self, broken: Callable[[kernel.State], bool]) -> str:
        """Return the line of the game's file after which something holds that must not."""
        state = copied(self.before)
        apply, action = self.engine.game.apply, self.moment.action
        return line_where(lambda: apply(self.rules, state, action), lambda: broken(state))


def copied(state: kernel.State) -> kernel.State:
    """Return a copy of a state, for something to be tried in it."""
    own = state.own.copy().view(np.recarray)
    return kernel.State(state.table.copy(), own, *(part.copy() for part in state[2:]))


def bytes_of(state: kernel.State) -> bytes:
    """Return all of a state as bytes, its streams of chance included."""
    return b"".join(part.tobytes() for part in state)


def as_snapshot(state: kernel.State) -> Snapshot:
    """Return what a teller takes."""
    return Snapshot(state.table, state.own, state.hidden)


def new_menu(engine: Engine) -> Any:
    """Return an empty menu."""
    menu = np.zeros(1, engine.game.menu.dtype).view(np.recarray)[0]
    clear(menu)
    return menu


def offered(engine: Engine, state: kernel.State) -> tuple[int, ...]:
    """Return what the seat to act may do in a state, in the order offered."""
    menu = new_menu(engine)
    engine.game.offer_actions(engine.rules[0], state, menu)
    scratch = np.zeros(1, scratch_dtype(engine.game.groups)).view(np.recarray)[0]
    return tuple(int(one) for one in legal(View(None, None, None, menu, None, None, scratch)))


def _redealt(step: Step, seat: int, stream: int) -> kernel.State:
    """Return a world in which what a seat cannot know is dealt anew."""
    state = copied(step.before)
    for other in range(len(state.own)):
        if other != seat:
            _clear(state.own[other])
    _clear(state.hidden)
    for label, source in enumerate((state.chance, state.dice)):
        source.seed, source.deal = np.uint64(stream), np.uint64(step.moment.step)
        start(source, source.seed, source.deal, label)
    assert step.engine.game.redeal is not None
    step.engine.game.redeal(step.rules, state, seat)
    return state


def _clear(record: Any) -> None:
    for name in record.dtype.names:
        record[name] = 0
