"""A game of the Shoal oracle that also notes what players could see happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from tests.oracles import shoal as oracle
from tests.oracles.streams import SEED, Stream


class Note(NamedTuple):
    """A card turned up ("stays") or discarded ("leaves"), or the seat that an octopus goes to."""

    slot: int
    card: oracle.Card
    fate: str | int


class WatchedGame(oracle.Game):
    """A game of the oracle with the engine's chance.

    By seat, `given` is the fish of each colour it laid in others' shoals, and `harmed` those that
    its cards cursed or ate. `notes` tell what happened to the display at the latest end of a turn.
    """

    def __init__(self, rules: oracle.Rules, deal: int) -> None:
        self.given: list[Counter[int]] = [Counter() for _ in range(rules.players)]
        self.harmed: list[Counter[int]] = [Counter() for _ in range(rules.players)]
        self.notes: list[Note] = []
        self._sharks_noted = 0
        super().__init__(rules, Stream(SEED, deal, 0))

    def apply(self, action: oracle.Action) -> None:
        """Carry out one action, and note whose fish it brings and costs."""
        seat, card, swam = self.seat, self.visible[action[1]], self._fish_in_sight()
        super().apply(action)
        if card.kind == "fish" and action[0] != "discard":
            swam[card.colour] += card.fish
            if action[0] == "opponent":
                self.given[seat][card.colour] += card.fish
        self.harmed[seat] += swam - self._fish_in_sight()

    def _fish_in_sight(self) -> Counter[int]:
        return sum(map(oracle.fish_by_colour, self.shoals), Counter())

    def _refill(self) -> None:
        self.notes = []
        super()._refill()

    def _hand_out(self, octopus: oracle.Card) -> None:
        slot = min(slot for slot, card in self.visible.items() if card == octopus)
        had = [oracle.covers(shoal, "octopus") for shoal in self.shoals]
        super()._hand_out(octopus)
        has = [oracle.covers(shoal, "octopus") for shoal in self.shoals]
        gained = [seat for seat in range(self.rules.players) if has[seat] > had[seat]]
        self.notes.append(Note(slot, octopus, gained[0] if gained else "leaves"))

    def _turn_up(self, slots: Iterable[int]) -> None:
        slots = list(slots)
        if self.counts["sharks_discarded"] > self._sharks_noted:
            self._sharks_noted += 1
            self.notes.append(Note(slots[0], oracle.Card("shark"), "leaves"))
        face_down = list(self.face_down)
        super()._turn_up(slots)
        for slot in slots:
            card = self.slots[slot]
            if self.face_down[slot] < face_down[slot] and card is not None:
                self.notes.append(Note(slot, card, "stays"))
