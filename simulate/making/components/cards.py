"""Cards: which there are, and how many of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simulate.errors import UsageError, unknown
from simulate.making.components.component import Component, Fields, check_name
from simulate.rules.kinds import Option

#: Copies of a card that there can be where the rules say how many there are, without a maximum.
_MOST_COPIES = 100


class Cards(Component):
    """The cards of a game, or other pieces that are dealt, drawn and laid; numbers from 0 on.

    Compiled code finds in the rules ``NAME_copies`` (of each kind), ``NAME_all`` (every card,
    kind by kind) and ``NAME_total`` (how many cards there are).

    Parameters
    ----------
    name
        What one is called: "card", "tile".
    kinds
        How many different ones there are, or what each is called.
    copies
        How many there are of each: a number, or the name of a rule that says it, which is a
        whole number or a table with an entry for each kind.
    plural
        What several are called; the name with an s unless it is said.
    """

    def __init__(
        self, name: str, kinds: int | Sequence[str], *, copies: int | str = 1, plural: str = ""
    ) -> None:
        self.name = check_name(name, "cards")
        self.plural = plural or f"{name}s"
        if isinstance(kinds, int):
            kinds = [str(number) for number in range(1, kinds + 1)]
        self.labels = tuple(map(str, kinds))
        self.kinds = len(self.labels)
        self.copies = copies
        #: The most cards there can be, under any rules; known once the game is declared.
        self.most = 0
        if not self.labels:
            raise UsageError(f"there are no {self.plural}; give their number, or their names")

    def fields(self, options: Mapping[str, Option]) -> Fields:
        """Return the copies of each kind, and all cards one by one."""
        if isinstance(self.copies, str):
            if self.copies not in options:
                raise unknown("rule", self.copies, options, f" with the copies of each {self.name}")
            most = getattr(options[self.copies], "maximum", _MOST_COPIES)
        else:
            most = self.copies
        self.most = self.kinds * int(most)
        return Fields(
            derived={
                f"{self.name}_copies": (f"how many there are of each {self.name}", self.kinds),
                f"{self.name}_all": (f"all {self.plural}, one by one", self.most),
                f"{self.name}_total": f"how many {self.plural} there are",
            }
        )

    def prepare(self, rules: Any) -> None:
        """Lay out all cards in a row."""
        copies = rules[self.copies] if isinstance(self.copies, str) else self.copies
        each = np.broadcast_to(np.asarray(copies), (self.kinds,))
        every = np.repeat(np.arange(self.kinds), each)
        rules[f"{self.name}_copies"] = each
        rules[f"{self.name}_all"][: len(every)] = every
        rules[f"{self.name}_total"] = len(every)

    def listed(self, counts: Any) -> str:
        """Name some cards, given by their number of each kind, as in "1, 3, 3"."""
        return self.named(np.repeat(np.arange(self.kinds), counts))

    def named(self, cards: Any) -> str:
        """Name some cards in their order, as in "3, 1, 3"."""
        return ", ".join(self.labels[card] for card in cards) or "nothing"

    def several(self, number: int) -> str:
        """Say how many cards, as in "4 cards"."""
        return f"{number} {self.name if number == 1 else self.plural}"
