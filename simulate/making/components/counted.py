"""What a game counts besides what every game has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simulate.game import Count
from simulate.kit.compiled import inlined
from simulate.making.components.component import Component, Fields, check_name
from simulate.rules.kinds import Option


class Counted(Component):
    """Something that is counted in every game and told as a mean, as ``counts.NAME``.

    In compiled code: ``add(state, number)``, and ``put(state, number)`` to set it.

    Parameters
    ----------
    name
        As in ``Counted("busts", "turns that brought nothing", per_player=True)``.
    meaning
        What the mean is the mean of, in small letters.
    **more
        As of `simulate.game.Count`.
    """

    def __init__(self, name: str, meaning: str, **more: Any) -> None:
        self.name = check_name(name, "a count")
        self.told = Count(name=name, meaning=meaning, **more)
        self.place = -1

    def stand_at(self, place: int) -> None:
        """Be count number `place` of the game."""
        self.place = place

        def add(state: Any, number: int = 1) -> None:
            state.hidden.counts[place] += number

        def put(state: Any, number: int) -> None:
            state.hidden.counts[place] = number

        self.add, self.put = inlined(add), inlined(put)

    def fields(self, options: Mapping[str, Option]) -> Fields:
        return Fields()
